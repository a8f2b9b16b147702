package idna

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// isValidLabel implements https://www.unicode.org/reports/tr46/#Validity_Criteria for a label that is mapped,
// normalized and decoded. It leaves out the criteria that mapping and decoding have ensured, and the Bidi Rule, which
// depends on the whole domain.
func isValidLabel(label string, beStrict bool) bool {
	if label == "" {
		return true // hasDNSLength refuses it if it has to
	}
	if beStrict && !isValidStrictly(label) || strings.HasPrefix(label, acePrefix) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(label)
	return !unicode.Is(unicode.M, first) && indexWrongJoiner(label) < 0
}

// isValidStrictly reports whether label, which is not empty, passes UTS46's CheckHyphens and UseSTD3ASCIIRules.
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

// isBidiDomain implements https://www.rfc-editor.org/rfc/rfc5893#section-1.4. It reports whether domain has a code
// point that is written from right to left.
func isBidiDomain(domain string) bool {
	const firstLead = 0xD6 // the first byte of U+05BE, the first such code point
	for i := range len(domain) {
		if domain[i] >= firstLead {
			return bidirule.DirectionString(domain[i:]) == bidi.RightToLeft
		}
	}
	return false
}

// bidiRulesHold reports whether the Bidi Rule, https://www.rfc-editor.org/rfc/rfc5893#section-2, holds for each label of
// domain.
func bidiRulesHold(domain string) bool {
	if hasUnicode15 {
		domain = strings.ReplaceAll(domain, "\U0001171E", "a") // Unicode 17 gives it the bidi class of "a"
	}
	for rest, more := domain, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); !bidirule.ValidString(label) {
			return false
		}
	}
	return true
}

// indexWrongJoiner returns the place of the first U+200C or U+200D of label that breaks its ContextJ rule,
// https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and #appendix-A.2, or -1.
func indexWrongJoiner(label string) int {
	for i, r := range label {
		if r != zeroWidthNonJoiner && r != zeroWidthJoiner {
			continue
		}
		before, after := label[:i], label[i+utf8.RuneLen(r):]
		if !endsWithVirama(before) && (r == zeroWidthJoiner || !joinsAcross(before, after)) {
			return i
		}
	}
	return -1
}

// endsWithVirama reports whether the last code point of s has the canonical combining class Virama.
func endsWithVirama(s string) bool {
	const virama = 9
	_, size := utf8.DecodeLastRuneInString(s)
	return size > 0 && norm.NFC.PropertiesString(s[len(s)-size:]).CCC() == virama
}

// joinsAcross reports whether the letters before and after a U+200C would join without it.
func joinsAcross(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(before, isJoiningTransparent))
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(after, isJoiningTransparent))
	return unicode.Is(joinsNext, last) && unicode.Is(joinsPrevious, first)
}

// isJoiningTransparent reports whether r, which is valid in a label, has Joining_Type=T.
func isJoiningTransparent(r rune) bool {
	const ahomMedialRa, adlamNasalizationMark = '\U0001171E', '\U0001E94B' // the first is in Mn up to Unicode 15
	return unicode.In(r, unicode.Mn, unicode.Me) && r != ahomMedialRa || r == adlamNasalizationMark
}

// joinsNext contains the code points with Joining_Type=L or D, in Unicode 17.
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

// joinsPrevious contains the code points with Joining_Type=R or D, in Unicode 17.
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

// The code points that a domain in ASCII can have.

// LowerDomainByte returns what the domain parser makes of a byte of an ASCII domain: its lower case. It returns 0 for the
// forbidden domain code points, including "%", and for bytes beyond ASCII.
func LowerDomainByte(b byte) byte { return domainBytes[b] }

// domainBytes contains the results of [LowerDomainByte].
var domainBytes = func() (bytes [256]byte) {
	for b := range byte(utf8.RuneSelf) {
		if !isForbiddenDomain(b) {
			bytes[b] = infra.ASCIILower(b)
		}
	}
	return bytes
}()

// IsForbiddenHost implements https://url.spec.whatwg.org/#forbidden-host-code-point.
func IsForbiddenHost(b byte) bool {
	return strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", b) >= 0
}

// isForbiddenDomain implements https://url.spec.whatwg.org/#forbidden-domain-code-point.
func isForbiddenDomain(b byte) bool {
	return IsForbiddenHost(b) || b < 0x20 || b == '%' || b == 0x7F
}

// IsASCIIDomain reports whether s is not empty, is ASCII and has no forbidden domain code point.
func IsASCIIDomain[S string | []byte](s S) bool {
	for i := range len(s) {
		if domainBytes[s[i]] == 0 {
			return false
		}
	}
	return len(s) > 0
}

// isLowerASCIIDomain reports whether [IsASCIIDomain] holds for s and it has no capitals.
func isLowerASCIIDomain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b == 0 || domainBytes[b] != b {
			return false
		}
	}
	return s != ""
}
