package url

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// Unicode IDNA Compatibility Processing, https://www.unicode.org/reports/tr46/ ("UTS46" below).
//
// From golang.org/x/net/idna comes the data: what a code point is mapped to, and whether it is valid. The
// steps are here, because those of that package are not what the URL Standard asks for:
//
//   - its Punycode takes quadratic time, and decodes no label of more than 1,024 code points;
//   - it normalizes to the Stream-Safe Text Format, which puts U+034F into long runs of combining marks;
//   - it accepts the label "xn--", and decodes "xn--" labels that are not ASCII;
//   - it looks for right-to-left code points before mapping, so that the Bidi Rule does not apply to a
//     domain with U+2135, which is mapped to the letter alef;
//   - it accepts U+200C between a letter that joins and one that does not;
//   - it counts the positions of hyphens in bytes;
//   - with Go 1.26, it follows UTS46 as it was for Unicode 15.

// idnaData maps code points and tells which are disallowed; what else it does has no effect on the
// strings that mappableRun cuts.
var idnaData = idna.New(
	idna.MapForLookup(),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(false),
)

// Variables, since idna_unicode15.go replaces them where the data is older.
var (
	mapRun        = idnaData.ToUnicode
	bidiRuleHolds = bidirule.ValidString
)

const (
	acePrefix          = "xn--"
	graphemeJoiner     = '\u034F'
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// unicodeVersion returns the version of the Unicode data that domains are processed with.
func unicodeVersion() string { return idna.UnicodeVersion }

// domainToUnicode implements https://url.spec.whatwg.org/#concept-domain-to-unicode.
func domainToUnicode(domain string) string {
	if result, ok := unicodeToUnicode(domain); ok {
		return result
	}
	return domain
}

// unicodeToASCII implements https://url.spec.whatwg.org/#domain-parser-toascii, which is
// https://www.unicode.org/reports/tr46/#ToASCII with the standard's parameters. It reports false if
// any error was recorded.
func unicodeToASCII(domain string, beStrict bool) (string, bool) {
	if !beStrict && isPlainText(domain) {
		return encodeLabels(domain)
	}
	mapped, _, ok := processDomain(domain, beStrict)
	if !ok {
		return "", false
	}
	ascii, ok := encodeLabels(mapped)
	if !ok || beStrict && !hasDNSLength(ascii) {
		return "", false
	}
	return ascii, true
}

// isPlainText reports whether domain is of letters that processDomain leaves alone and finds nothing wrong
// with, which is so for most domains that are not ASCII, and makes them three times as fast.
func isPlainText(domain string) bool {
	for _, r := range domain {
		if r < utf8.RuneSelf {
			if domainBytes[r] != byte(r) || r == 0 {
				return false
			}
		} else if !isPlainLetter(r) {
			return false
		}
	}
	return !strings.Contains(domain, acePrefix)
}

// isPlainLetter reports whether r, not ASCII, is one of the many letters that are valid in a domain as they
// are, are not written from right to left, and never compose with the code point before them.
func isPlainLetter(r rune) bool {
	switch {
	case r < 0x300: // Latin
		return r >= 0xDF && r <= 0xFF && r != 0xF7
	case r < 0x3000: // Greek and Cyrillic
		return r >= 0x3AC && r <= 0x3CE || r >= 0x430 && r <= 0x45F
	case r < 0x4E00: // Hiragana and Katakana
		return r >= 0x3041 && r <= 0x3096 || r >= 0x30A1 && r <= 0x30FA
	}
	return r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 // ideographs and Hangul
}

// unicodeToUnicode implements https://www.unicode.org/reports/tr46/#ToUnicode with the parameters of
// https://url.spec.whatwg.org/#concept-domain-to-unicode. It reports false if any error was recorded.
func unicodeToUnicode(domain string) (string, bool) {
	_, decoded, ok := processDomain(domain, false)
	return decoded, ok
}

// processDomain implements https://www.unicode.org/reports/tr46/#Processing. It returns domain after
// step 2, mapped and normalized, and after step 4, with its labels decoded too; and false at the first error.
func processDomain(domain string, beStrict bool) (mapped, decoded string, ok bool) {
	if mapped, ok = mapAndNormalize(domain); !ok {
		return "", "", false
	}
	if decoded, ok = decodeLabels(mapped); !ok {
		return "", "", false
	}
	isBidi := isBidiDomain(decoded)
	for rest, more := decoded, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if !isValidLabel(label, beStrict) || isBidi && !bidiRuleHolds(label) {
			return "", "", false
		}
	}
	return mapped, decoded, true
}

// mapAndNormalize implements the steps Map and Normalize of
// https://www.unicode.org/reports/tr46/#Processing. It reports false if s has a disallowed code point:
// UTS46 looks for those only in the labels that result, but normalization neither makes nor removes one.
func mapAndNormalize(s string) (string, bool) {
	var short [64]byte
	mapped := short[:0] // s up to done, if that is not 0
	done := 0
	composes := false
	for i := 0; i < len(s); {
		from, to := s[i:i+1], ""
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			from = mappableRun(s[i:])
			var err error
			if to, err = mapRun(from); err != nil {
				return "", false
			}
			composes = composes || mayCompose(to)
		case 'A' <= c && c <= 'Z':
			to = "abcdefghijklmnopqrstuvwxyz"[c-'A':][:1]
		default:
			i++
			continue
		}
		if from != to {
			mapped = append(append(mapped, s[done:i]...), to...)
			done = i + len(from)
		}
		i += len(from)
	}
	if done > 0 {
		s = string(append(mapped, s[done:]...))
	}
	if composes {
		s = normalizeNFC(s)
	}
	return s, true
}

// mayCompose reports whether mapped may combine with what is before it. Nothing below U+0300 does.
func mayCompose(mapped string) bool {
	const firstLead = 0xCC // of U+0300
	return mapped != "" && mapped[0] >= firstLead && !norm.NFC.PropertiesString(mapped).BoundaryBefore()
}

// mappableRun returns the beginning of s, which starts with a non-ASCII code point, that mapRun can map
// at once. It may have single ASCII code points between others, as text in Latin letters does.
//
// It is at most 30 bytes, which never decompose to more than 30 combining marks, so that what mapRun
// returns is in Normalization Form C. And it ends with the first code point that is mapped to a hyphen,
// so that mapRun sees no "xn--" and decodes nothing.
func mappableRun(s string) string {
	const most = 30
	end := 0
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		betweenOthers := end+1 < len(s) && s[end+1] >= utf8.RuneSelf
		if end+size > most || r < utf8.RuneSelf && !betweenOthers {
			break
		}
		end += size
		if r == '-' || r == '\uFE63' || r == '\uFF0D' {
			break
		}
	}
	return s[:end]
}

// normalizeNFC returns s, which is mapped, in Normalization Form C.
func normalizeNFC(s string) string {
	normalized := norm.NFC.String(s)
	if strings.ContainsRune(normalized, graphemeJoiner) {
		// A mapped string has no U+034F, so this is from a run of more than 30 combining marks.
		return composeCanonically(decomposeCanonically(s))
	}
	return normalized
}

// orderedPoint is a code point in decomposed text: from the highest bit on its canonical combining class,
// its index before canonical ordering, and itself in 21 bits. So, sorting a run of them orders it.
type orderedPoint uint64

func (p orderedPoint) class() int { return int(p >> 53) }
func (p orderedPoint) rune() rune { return rune(p & (1<<21 - 1)) }

// decomposeCanonically returns s in Normalization Form D. That of norm is right but for what U+034F
// separates; s itself has none.
func decomposeCanonically(s string) []orderedPoint {
	points := make([]orderedPoint, 0, len(s)/2)
	run := 0 // where the last run begins: a code point of class 0, and those after it of other classes
	decomposed := norm.NFD.String(s)
	for i, r := range decomposed {
		if r == graphemeJoiner {
			continue
		}
		class := norm.NFD.PropertiesString(decomposed[i:]).CCC()
		if class == 0 {
			slices.Sort(points[run:])
			run = len(points)
		}
		points = append(points, orderedPoint(class)<<53|orderedPoint(len(points))<<21|orderedPoint(r))
	}
	slices.Sort(points[run:])
	return points
}

// composeCanonically implements the Canonical Composition Algorithm, which turns Normalization Form D
// into Form C: each code point that is not blocked from the last one of class 0 is combined with it, if
// there is a code point for the two.
func composeCanonically(points []orderedPoint) string {
	out := make([]rune, 0, len(points))
	starter, lastClass := -1, 0
	for _, p := range points {
		if starter >= 0 && (starter == len(out)-1 || lastClass < p.class()) {
			pair := norm.NFC.String(string(out[starter]) + string(p.rune()))
			if composed, size := utf8.DecodeRuneInString(pair); size == len(pair) {
				out[starter] = composed
				continue
			}
		}
		if p.class() == 0 {
			starter = len(out)
		}
		lastClass = p.class()
		out = append(out, p.rune())
	}
	return string(out)
}

// decodeLabels replaces each label of domain that begins with "xn--" by what it encodes. It reports
// false if one does not encode a label that is mapped and normalized already and is not ASCII.
func decodeLabels(domain string) (string, bool) {
	if !strings.Contains(domain, acePrefix) {
		return domain, true
	}
	var decoded strings.Builder
	decoded.Grow(len(domain))
	for label := range strings.SplitSeq(domain, ".") {
		if encoded, found := strings.CutPrefix(label, acePrefix); found {
			var ok bool
			if label, ok = decodeLabel(encoded); !ok {
				return "", false
			}
		}
		decoded.WriteString(label)
		decoded.WriteByte('.')
	}
	return strings.TrimSuffix(decoded.String(), "."), true
}

// decodeLabel decodes a label without its "xn--".
func decodeLabel(encoded string) (string, bool) {
	if !isASCII(encoded) {
		return "", false
	}
	label, ok := decodePunycode(encoded)
	if !ok || isASCII(label) {
		return "", false
	}
	mapped, ok := mapAndNormalize(label)
	return label, ok && mapped == label
}

// encodeLabels replaces each label of domain that is not ASCII by "xn--" and its Punycode. Labels that
// were decoded need not be encoded again, since that gives what they were decoded from.
func encodeLabels(domain string) (string, bool) {
	if isASCII(domain) {
		return domain, true
	}
	var short [128]byte
	encoded := short[:0]
	for rest, more := domain, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); isASCII(label) {
			encoded = append(encoded, label...)
		} else {
			var ok bool
			if encoded, ok = appendPunycode(append(encoded, acePrefix...), label); !ok {
				return "", false
			}
		}
		if more {
			encoded = append(encoded, '.')
		}
	}
	return string(encoded), true
}

// maxDNSLength is the length of the longest domain in the DNS, without the root's dot.
const maxDNSLength = 253

// hasDNSLength reports whether ascii passes UTS46's VerifyDnsLength.
func hasDNSLength(ascii string) bool {
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
	}
	return len(ascii) <= maxDNSLength
}

// isValidLabel implements those of https://www.unicode.org/reports/tr46/#Validity_Criteria that are left
// for a label that is mapped, normalized and decoded; without the Bidi Rule.
func isValidLabel(label string, beStrict bool) bool {
	if label == "" {
		return true // only VerifyDnsLength has it fail
	}
	if beStrict && !isValidStrictly(label) || strings.HasPrefix(label, acePrefix) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(label)
	return !unicode.Is(unicode.M, first) && joinersAreValid(label)
}

// isValidStrictly reports whether label, which is not empty, passes UTS46's CheckHyphens and
// UseSTD3ASCIIRules.
func isValidStrictly(label string) bool {
	position := 0
	for i, r := range label {
		if r < utf8.RuneSelf && r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
		if position == 2 && strings.HasPrefix(label[i:], "--") {
			return false
		}
		position++
	}
	return label[0] != '-' && label[len(label)-1] != '-'
}

// isBidiDomain implements https://www.rfc-editor.org/rfc/rfc5893#section-1.4: whether domain has a code
// point that is written from right to left.
func isBidiDomain(domain string) bool {
	const firstLead = 0xD6 // of the first such code point, U+05BE
	for i := range len(domain) {
		if domain[i] >= firstLead {
			return bidirule.DirectionString(domain[i:]) == bidi.RightToLeft
		}
	}
	return false
}

// joinersAreValid implements the ContextJ rules for U+200C and U+200D,
// https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and the following.
func joinersAreValid(label string) bool {
	const lead = 0xE2 // of both in UTF-8
	if strings.IndexByte(label, lead) < 0 {
		return true
	}
	for i, r := range label {
		if r != zeroWidthNonJoiner && r != zeroWidthJoiner {
			continue
		}
		before, after := label[:i], label[i+utf8.RuneLen(r):]
		if !endsWithVirama(before) && (r == zeroWidthJoiner || !joinsAcross(before, after)) {
			return false
		}
	}
	return true
}

// endsWithVirama reports whether the last code point of s has the canonical combining class Virama.
func endsWithVirama(s string) bool {
	const virama = 9
	_, size := utf8.DecodeLastRuneInString(s)
	return size > 0 && norm.NFC.PropertiesString(s[len(s)-size:]).CCC() == virama
}

// joinsAcross reports whether the letters on both sides of a U+200C would join without it.
func joinsAcross(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(before, isJoiningTransparent))
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(after, isJoiningTransparent))
	return unicode.Is(joinsNext, last) && unicode.Is(joinsPrevious, first)
}

// isJoiningTransparent reports whether r, which is valid in a label, has Joining_Type=T.
func isJoiningTransparent(r rune) bool {
	const adlamNasalizationMark = '\U0001E94B'
	return unicode.In(r, unicode.Mn, unicode.Me) || r == adlamNasalizationMark
}

// joinsNext holds the code points with Joining_Type=L or D, in Unicode 17.
var joinsNext = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0620, 0x0620, 1}, {0x0626, 0x0626, 1}, {0x0628, 0x0628, 1}, {0x062A, 0x062E, 1},
		{0x0633, 0x063F, 1}, {0x0641, 0x0647, 1}, {0x0649, 0x064A, 1}, {0x066E, 0x066F, 1},
		{0x0678, 0x0687, 1}, {0x069A, 0x06BF, 1}, {0x06C1, 0x06C2, 1}, {0x06CC, 0x06CC, 1},
		{0x06CE, 0x06CE, 1}, {0x06D0, 0x06D1, 1}, {0x06FA, 0x06FC, 1}, {0x06FF, 0x06FF, 1},
		{0x0712, 0x0714, 1}, {0x071A, 0x071D, 1}, {0x071F, 0x0727, 1}, {0x0729, 0x0729, 1},
		{0x072B, 0x072B, 1}, {0x072D, 0x072E, 1}, {0x074E, 0x0758, 1}, {0x075C, 0x076A, 1},
		{0x076D, 0x0770, 1}, {0x0772, 0x0772, 1}, {0x0775, 0x0777, 1}, {0x077A, 0x077F, 1},
		{0x07CA, 0x07EA, 1}, {0x0841, 0x0845, 1}, {0x0848, 0x0848, 1}, {0x084A, 0x0853, 1},
		{0x0855, 0x0855, 1}, {0x0860, 0x0860, 1}, {0x0862, 0x0865, 1}, {0x0868, 0x0868, 1},
		{0x0886, 0x0886, 1}, {0x0889, 0x088D, 1}, {0x088F, 0x088F, 1}, {0x08A0, 0x08A9, 1},
		{0x08AF, 0x08B0, 1}, {0x08B3, 0x08B8, 1}, {0x08BA, 0x08C8, 1}, {0x1807, 0x1807, 1},
		{0x1820, 0x1878, 1}, {0x1887, 0x18A8, 1}, {0x18AA, 0x18AA, 1}, {0xA840, 0xA872, 1},
	},
	R32: []unicode.Range32{
		{0x10AC0, 0x10AC4, 1}, {0x10ACD, 0x10ACD, 1}, {0x10AD3, 0x10ADC, 1}, {0x10ADE, 0x10AE0, 1},
		{0x10AEB, 0x10AEE, 1}, {0x10B80, 0x10B80, 1}, {0x10B82, 0x10B82, 1}, {0x10B86, 0x10B88, 1},
		{0x10B8A, 0x10B8B, 1}, {0x10B8D, 0x10B8D, 1}, {0x10B90, 0x10B90, 1}, {0x10BAD, 0x10BAE, 1},
		{0x10D00, 0x10D21, 1}, {0x10D23, 0x10D23, 1}, {0x10EC3, 0x10EC4, 1}, {0x10EC6, 0x10EC7, 1},
		{0x10F30, 0x10F32, 1}, {0x10F34, 0x10F44, 1}, {0x10F51, 0x10F53, 1}, {0x10F70, 0x10F73, 1},
		{0x10F76, 0x10F81, 1}, {0x10FB0, 0x10FB0, 1}, {0x10FB2, 0x10FB3, 1}, {0x10FB8, 0x10FB8, 1},
		{0x10FBB, 0x10FBC, 1}, {0x10FBE, 0x10FBF, 1}, {0x10FC1, 0x10FC1, 1}, {0x10FC4, 0x10FC4, 1},
		{0x10FCA, 0x10FCB, 1}, {0x1E900, 0x1E943, 1},
	},
}

// joinsPrevious holds the code points with Joining_Type=R or D, in Unicode 17.
var joinsPrevious = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0620, 0x0620, 1}, {0x0622, 0x063F, 1}, {0x0641, 0x064A, 1}, {0x066E, 0x066F, 1},
		{0x0671, 0x0673, 1}, {0x0675, 0x06D3, 1}, {0x06D5, 0x06D5, 1}, {0x06EE, 0x06EF, 1},
		{0x06FA, 0x06FC, 1}, {0x06FF, 0x06FF, 1}, {0x0710, 0x0710, 1}, {0x0712, 0x072F, 1},
		{0x074D, 0x077F, 1}, {0x07CA, 0x07EA, 1}, {0x0840, 0x0858, 1}, {0x0860, 0x0860, 1},
		{0x0862, 0x0865, 1}, {0x0867, 0x086A, 1}, {0x0870, 0x0882, 1}, {0x0886, 0x0886, 1},
		{0x0889, 0x088F, 1}, {0x08A0, 0x08AC, 1}, {0x08AE, 0x08C8, 1}, {0x1807, 0x1807, 1},
		{0x1820, 0x1878, 1}, {0x1887, 0x18A8, 1}, {0x18AA, 0x18AA, 1}, {0xA840, 0xA871, 1},
	},
	R32: []unicode.Range32{
		{0x10AC0, 0x10AC5, 1}, {0x10AC7, 0x10AC7, 1}, {0x10AC9, 0x10ACA, 1}, {0x10ACE, 0x10AD6, 1},
		{0x10AD8, 0x10AE1, 1}, {0x10AE4, 0x10AE4, 1}, {0x10AEB, 0x10AEF, 1}, {0x10B80, 0x10B91, 1},
		{0x10BA9, 0x10BAE, 1}, {0x10D01, 0x10D23, 1}, {0x10EC2, 0x10EC4, 1}, {0x10EC6, 0x10EC7, 1},
		{0x10F30, 0x10F44, 1}, {0x10F51, 0x10F54, 1}, {0x10F70, 0x10F81, 1}, {0x10FB0, 0x10FB0, 1},
		{0x10FB2, 0x10FB6, 1}, {0x10FB8, 0x10FBF, 1}, {0x10FC1, 0x10FC4, 1}, {0x10FC9, 0x10FCA, 1},
		{0x1E900, 0x1E943, 1},
	},
}
