package idna

import (
	"slices"
	"strings"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// profile maps code points and tells which are disallowed. It does nothing else to the strings that firstRun returns.
var profile = xidna.New(
	xidna.MapForLookup(),
	xidna.StrictDomainName(false),
	xidna.CheckHyphens(false),
	xidna.CheckJoiners(false),
)

// mapRun maps run, which has no U+0000. That code point hides the hyphens from x/net/idna, which decodes what begins with
// "xn--". The copy keeps the whole domain off the heap.
func mapRun(run string) (mapped string, err error) {
	hidden := strings.Map(hideHyphen, strings.Clone(run))
	if hasUnicode15 {
		mapped, err = mapRunUnicode15(hidden)
	} else {
		mapped, err = profile.ToUnicode(hidden)
	}
	return strings.ReplaceAll(mapped, "\x00", "-"), err
}

// hideHyphen returns r, or U+0000 if r is mapped to "-".
func hideHyphen(r rune) rune {
	if r == '-' || r == '\uFE63' || r == '\uFF0D' {
		return 0
	}
	return r
}

// mapAndNormalize implements the steps Map and Normalize of https://www.unicode.org/reports/tr46/#Processing.
//
// It reports false if s has a disallowed code point. UTS46 looks for those later, in the resulting labels. The outcome
// is the same because normalization neither makes nor removes one. It also reports false if a code point is mapped to
// one that the domain parser refuses: U+FDFA, for example, is mapped to 18 code points with spaces among them. The
// domain parser refuses U+0000 too, which mapRun cannot map.
func mapAndNormalize(s string) (string, bool) {
	if strings.IndexByte(s, 0) >= 0 {
		return "", false
	}
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
	run = firstRun(s)
	mapped, err := mapRun(run)
	return run, mapped, err == nil && (mapped == run || !hasForbidden(mapped))
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

// firstRun returns the beginning of s that mapRun maps in one call: up to the last code point beyond ASCII in its first
// maxMarks bytes. A shorter run would cost as much, because package norm allocates 700 bytes for each call.
func firstRun(s string) string {
	end, starter := 0, 0
	for i, r := range s {
		if !isPlainMark(r) {
			starter = i
		}
		next := i + utf8.RuneLen(r)
		if next > maxMarks {
			if starter > 0 {
				end = min(end, starter) // the marks that follow it must not be cut off, or all of the domain is normalized again
			}
			break
		}
		if r >= utf8.RuneSelf {
			end = next
		}
	}
	return s[:end]
}

// The step Normalize.

// maxMarks is the number of combining marks in a row up to which package norm normalizes as Unicode specifies. After
// that many it inserts U+034F. A string of at most maxMarks bytes never decomposes to more marks.
const maxMarks = 30

// leadOfCombining is the first byte of U+0300 in UTF-8. No code point below that combines with the one before it.
const leadOfCombining = 0xCC

// composesWithPrevious reports whether s may combine with the code point before it.
func composesWithPrevious(s string) bool {
	return s != "" && s[0] >= leadOfCombining && !norm.NFC.PropertiesString(s).BoundaryBefore()
}

// normalizeNFC returns s in Normalization Form C. It uses package norm unless s may have more than maxMarks combining
// marks in a row.
func normalizeNFC(s string) string {
	for rest := s; len(rest) > maxMarks; {
		n := segmentLen(rest)
		if n > maxMarks {
			return normalizeSegments(s)
		}
		rest = rest[n:]
	}
	return norm.NFC.String(s)
}

// segmentLen returns the length of the prefix of s that can be normalized independently of the rest. s is not empty.
func segmentLen(s string) int {
	for i := range s {
		if i > 0 && !composesWithPrevious(s[i:]) {
			return i
		}
	}
	return len(s)
}

// normalizeSegments is normalizeNFC for any number of combining marks in a row.
func normalizeSegments(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	points := make([]classifiedRune, 0, len(s))
	var pairs pairComposer
	for s != "" {
		n := segmentLen(s)
		points = decomposeCanonically(points[:0], s[:n])
		for _, p := range composeCanonically(points, &pairs) {
			out.WriteRune(p.codePoint())
		}
		s = s[n:]
	}
	return out.String()
}

// A classifiedRune has a code point in its lowest 21 bits, before that its place, and its canonical combining class in the
// highest byte. So sorted numbers are in canonical order.
type classifiedRune uint64

func classified(r rune, class uint8, place int) classifiedRune {
	return classifiedRune(class)<<56 | classifiedRune(place)<<21 | classifiedRune(r)
}

func (c classifiedRune) codePoint() rune { return rune(c & (1<<21 - 1)) }
func (c classifiedRune) class() uint8    { return uint8(c >> 56) }

// decomposeCanonically appends the code points of s in Normalization Form D to points, which is empty. It does not
// decompose Hangul syllables, because composing would restore them.
func decomposeCanonically(points []classifiedRune, s string) []classifiedRune {
	for i, r := range s {
		properties := norm.NFD.PropertiesString(s[i:])
		parts := properties.Decomposition()
		if parts == nil {
			points = append(points, classified(r, properties.CCC(), len(points)))
		}
		for len(parts) > 0 {
			part, size := utf8.DecodeRune(parts)
			points = append(points, classified(part, norm.NFD.Properties(parts).CCC(), len(points)))
			parts = parts[size:]
		}
	}
	orderCanonically(points)
	return points
}

// orderCanonically implements the Canonical Ordering Algorithm: it sorts each run of code points whose class is not 0.
func orderCanonically(points []classifiedRune) {
	start := 0
	for i, p := range points {
		if p.class() == 0 {
			slices.Sort(points[start:i])
			start = i + 1
		}
	}
	slices.Sort(points[start:])
}

// composeCanonically implements the Canonical Composition Algorithm, which turns Normalization Form D into Form C. It
// replaces a code point and the last one of class 0 before it by the code point that the two combine to, if there is
// one and no code point between them blocks that. It writes the result over points.
func composeCanonically(points []classifiedRune, pairs *pairComposer) []classifiedRune {
	out := points[:0]
	starter, lastClass := -1, uint8(0)
	for _, p := range points {
		if starter >= 0 && (starter == len(out)-1 || lastClass < p.class()) {
			if composed, ok := pairs.compose(out[starter].codePoint(), p.codePoint()); ok {
				out[starter] = classified(composed, 0, 0) // after this no place counts
				continue
			}
		}
		if p.class() == 0 {
			starter = len(out)
		}
		lastClass = p.class()
		out = append(out, p)
	}
	return out
}

// A pairComposer combines pairs of code points. It uses the same memory for all of them.
type pairComposer struct {
	pair []byte
	iter norm.Iter
}

// compose returns the code point that first and second combine to, if there is one.
func (c *pairComposer) compose(first, second rune) (rune, bool) {
	c.pair = utf8.AppendRune(utf8.AppendRune(c.pair[:0], first), second)
	c.iter.Init(norm.NFC, c.pair)
	normalized := c.iter.Next()
	composed, size := utf8.DecodeRune(normalized)
	return composed, size == len(normalized) && c.iter.Done()
}
