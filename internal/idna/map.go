package idna

import (
	"strings"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"
)

// profile maps code points and tells which are disallowed. It does nothing else to the strings that firstRun returns.
var profile = xidna.New(
	xidna.MapForLookup(),
	xidna.StrictDomainName(false),
	xidna.CheckHyphens(false),
	xidna.CheckJoiners(false),
)

// mapRun maps run, or rather a copy: x/net/idna would move the whole domain to the heap.
func mapRun(run string) (string, error) {
	copied := strings.Clone(run)
	if hasUnicode15 {
		return mapRunUnicode15(copied)
	}
	return profile.ToUnicode(copied)
}

// mapAndNormalize implements the steps Map and Normalize of https://www.unicode.org/reports/tr46/#Processing.
//
// It reports false if s has a disallowed code point. UTS46 looks for those later, in the resulting labels. The outcome
// is the same because normalization neither makes nor removes one. It also reports false if a code point is mapped to
// one that the domain parser refuses: U+FDFA, for example, is mapped to 18 code points with spaces among them.
func mapAndNormalize(s string) (string, bool) {
	var mapped strings.Builder // what s[:done] is mapped to, if done is not 0
	done, mayCompose := 0, false
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf && (c < 'A' || c > 'Z') {
			i++
			continue
		}
		if r, size := utf8.DecodeRuneInString(s[i:]); isPlainLetter(r) || isPlainRightToLeftLetter(r) {
			i += size
			continue
		}
		run, to, ok := mapNext(s[i:])
		if !ok {
			return "", false
		}
		mayCompose = mayCompose || i > 0 && composesWithPrevious(to) // to is normalized, or is a mark, with which no label begins
		if run != to {
			if done == 0 {
				mapped.Grow(len(s))
			}
			mapped.WriteString(s[done:i])
			mapped.WriteString(to)
			done = i + len(run)
		}
		i += len(run)
	}
	if done > 0 {
		mapped.WriteString(s[done:])
		s = mapped.String()
	}
	if mayCompose {
		s = normalizeNFC(strings.Clone(s)) // a copy, as in mapRun
	}
	return s, true
}

// mapNext cuts a run of code points from the beginning of s and maps it. s begins with an upper-case ASCII letter or
// with a code point beyond ASCII. mapNext reports false as mapAndNormalize does.
func mapNext(s string) (run, mapped string, ok bool) {
	if c := s[0]; c < utf8.RuneSelf {
		return s[:1], "abcdefghijklmnopqrstuvwxyz"[c-'A':][:1], true
	}
	if r, size := utf8.DecodeRuneInString(s); isPlainMark(r) {
		return s[:size], s[:size], true
	}
	run, mapped, ok = mapFirstRun(s)
	return run, mapped, ok && (mapped == run || !hasForbidden(mapped))
}

// hasForbidden reports whether mapped has a forbidden domain code point that normalization keeps. "<" and ">" do not
// count, because normalization may combine them with U+0338.
func hasForbidden(mapped string) bool {
	for i := range len(mapped) {
		if c := mapped[i]; c < utf8.RuneSelf && domainBytes[c] == 0 && c != '<' && c != '>' {
			return true
		}
	}
	return false
}

// isPlainMark reports whether r is a combining mark or a letter of Hangul that only normalization changes.
func isPlainMark(r rune) bool {
	const iota, hangulFiller, hangulJungseongFiller = '\u0345', '\u115F', '\u1160'
	return r >= 0x300 && r <= 0x36F && r != iota && r != graphemeJoiner ||
		r >= 0x1100 && r <= 0x11FF && r != hangulFiller && r != hangulJungseongFiller
}

// maxRun is the number of bytes that are mapped in one call, unless they have too many combining marks. Marks of two bytes
// are never too many.
const maxRun = 2 * maxMarks

// mapFirstRun cuts the first run from s, which starts with a code point that is not ASCII, and maps it. It reports
// false if the run has a disallowed code point.
//
// Nothing is mapped to U+034F. If the result has one, package norm inserted it because the run has more than maxMarks
// combining marks. A run of at most maxMarks bytes cannot have that many.
func mapFirstRun(s string) (run, mapped string, ok bool) {
	run = firstRun(s, maxRun)
	mapped, err := mapRun(run)
	if strings.ContainsRune(mapped, graphemeJoiner) {
		run = firstRun(s, maxMarks)
		mapped, err = mapRun(run)
	}
	return run, mapped, err == nil
}

// firstRun returns the beginning of s that mapRun can map in one call: at most maxBytes bytes. At most three ASCII code
// points may be between others, as in text in Latin letters.
//
// At most one code point of the run is mapped to a hyphen. So mapRun never sees "xn--", and decodes nothing.
func firstRun(s string, maxBytes int) string {
	const maxASCII = 3
	end, hyphens := 0, 0
	for i, r := range s {
		if isMappedToHyphen(r) {
			hyphens++
		}
		if i > end+maxASCII || i+utf8.RuneLen(r) > maxBytes || hyphens > 1 || isPlainMark(r) {
			break
		}
		if r >= utf8.RuneSelf {
			end = i + utf8.RuneLen(r)
		}
	}
	return s[:end]
}

// isMappedToHyphen reports whether mapping r gives "-".
func isMappedToHyphen(r rune) bool { return r == '-' || r == '\uFE63' || r == '\uFF0D' }
