package url

import (
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// This file holds what the reference does between bytes and code points; see reference_test.go.

// refDecode decodes s as https://encoding.spec.whatwg.org/#utf-8-decoder does with the error mode
// "replacement". It returns the code points, and the position in s of each and of the end.
func refDecode(s string) (codePoints []rune, at []refPosition) {
	var codePoint rune
	bytesNeeded, bytesSeen := 0, 0
	lowerBoundary, upperBoundary := byte(0x80), byte(0xBF)
	start := 0 // of the code point that is being decoded
	emit := func(c rune, next int) {
		codePoints = append(codePoints, c)
		at = append(at, refPosition{len(at), start})
		start = next
	}
	for i := 0; i < len(s); {
		b := s[i]
		i++
		if bytesNeeded == 0 {
			switch {
			case b <= 0x7F:
				emit(rune(b), i)
			case b >= 0xC2 && b <= 0xDF:
				bytesNeeded = 1
				codePoint = rune(b & 0x1F)
			case b >= 0xE0 && b <= 0xEF:
				if b == 0xE0 {
					lowerBoundary = 0xA0
				}
				if b == 0xED {
					upperBoundary = 0x9F
				}
				bytesNeeded = 2
				codePoint = rune(b & 0xF)
			case b >= 0xF0 && b <= 0xF4:
				if b == 0xF0 {
					lowerBoundary = 0x90
				}
				if b == 0xF4 {
					upperBoundary = 0x8F
				}
				bytesNeeded = 3
				codePoint = rune(b & 0x7)
			default:
				emit('\uFFFD', i)
			}
			continue
		}
		inRange := b >= lowerBoundary && b <= upperBoundary
		lowerBoundary, upperBoundary = 0x80, 0xBF
		if !inRange {
			codePoint, bytesNeeded, bytesSeen = 0, 0, 0
			i-- // restore byte
			emit('\uFFFD', i)
			continue
		}
		codePoint = codePoint<<6 | rune(b&0x3F)
		bytesSeen++
		if bytesSeen != bytesNeeded {
			continue
		}
		emit(codePoint, i)
		codePoint, bytesNeeded, bytesSeen = 0, 0, 0
	}
	if bytesNeeded != 0 {
		emit('\uFFFD', len(s))
	}
	return codePoints, append(at, refPosition{len(at), len(s)})
}

// refUTF8DecodeWithoutBOM implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom.
func refUTF8DecodeWithoutBOM(bytes []byte) string {
	codePoints, _ := refDecode(string(bytes))
	return string(codePoints)
}

// refScalarValueString is s as a scalar value string, which is what Web IDL converts to before an
// algorithm of the URL class sees it.
func refScalarValueString(s string) string { return refUTF8DecodeWithoutBOM([]byte(s)) }

// refOutputEncoding implements https://encoding.spec.whatwg.org/#get-an-output-encoding, with nil for
// UTF-8.
func refOutputEncoding(enc encoding.Encoding) encoding.Encoding {
	if enc == nil {
		return nil
	}
	switch name, err := htmlindex.Name(enc); {
	case err != nil:
		panic(err)
	case name == "utf-8", name == "replacement", name == "utf-16be", name == "utf-16le":
		return nil
	}
	return enc
}

// refPercentDecode implements https://url.spec.whatwg.org/#percent-decode.
func refPercentDecode(input []byte) []byte {
	var output []byte
	for i := 0; i < len(input); i++ {
		b := input[i]
		if b != '%' {
			output = append(output, b)
		} else if i+2 >= len(input) || !refIsASCIIHexDigit(rune(input[i+1])) || !refIsASCIIHexDigit(rune(input[i+2])) {
			output = append(output, b)
		} else {
			bytePoint, err := strconv.ParseUint(string(input[i+1:i+3]), 16, 8)
			if err != nil {
				panic(err)
			}
			output = append(output, byte(bytePoint))
			i += 2
		}
	}
	return output
}

// refPercentEncode implements https://url.spec.whatwg.org/#percent-encode.
func refPercentEncode(b byte) string {
	const digits = "0123456789ABCDEF"
	return "%" + string(digits[b/16]) + string(digits[b%16])
}

// refPercentEncodeSet is a set of code points. https://url.spec.whatwg.org/#percent-encode-set
type refPercentEncodeSet struct {
	contains    func(c rune) bool
	spaceAsPlus bool
	other       PercentEncodeSet // what the package calls it, where a legacy encoder needs to know
}

var (
	refC0ControlPercentEncodeSet      = refPercentEncodeSet{contains: refInC0ControlSet}
	refFragmentPercentEncodeSet       = refPercentEncodeSet{contains: refInFragmentSet}
	refQueryPercentEncodeSet          = refPercentEncodeSet{contains: refInQuerySet}
	refSpecialQueryPercentEncodeSet   = refPercentEncodeSet{contains: refInSpecialQuerySet, other: SpecialQueryPercentEncodeSet}
	refPathPercentEncodeSet           = refPercentEncodeSet{contains: refInPathSet}
	refUserinfoPercentEncodeSet       = refPercentEncodeSet{contains: refInUserinfoSet}
	refComponentPercentEncodeSet      = refPercentEncodeSet{contains: refInComponentSet}
	refFormURLEncodedPercentEncodeSet = refPercentEncodeSet{refInFormURLEncodedSet, true, FormURLEncodedPercentEncodeSet}
)

func refInC0ControlSet(c rune) bool { return c >= 0 && c <= 0x1F || c > '~' }
func refInFragmentSet(c rune) bool {
	return refInC0ControlSet(c) || strings.ContainsRune(" \"<>`", c)
}
func refInQuerySet(c rune) bool        { return refInC0ControlSet(c) || strings.ContainsRune(" \"#<>", c) }
func refInSpecialQuerySet(c rune) bool { return refInQuerySet(c) || c == '\'' }
func refInPathSet(c rune) bool         { return refInQuerySet(c) || strings.ContainsRune("?^`{}", c) }
func refInUserinfoSet(c rune) bool {
	return refInPathSet(c) || strings.ContainsRune("/:;=@|", c) || c >= '[' && c <= ']'
}
func refInComponentSet(c rune) bool {
	return refInUserinfoSet(c) || c >= '$' && c <= '&' || c == '+' || c == ','
}
func refInFormURLEncodedSet(c rune) bool {
	return refInComponentSet(c) || c == '!' || c >= '\'' && c <= ')' || c == '~'
}

// refPercentEncodeAfterEncoding implements
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding. The legacy encoders are those of the
// package.
func refPercentEncodeAfterEncoding(enc encoding.Encoding, input string, set refPercentEncodeSet) string {
	if enc != nil {
		output, err := PercentEncodeAfterEncoding(enc, input, set.other, set.spaceAsPlus)
		if err != nil {
			panic(err)
		}
		return output
	}
	var output strings.Builder
	for i := range len(input) {
		b := input[i]
		if set.spaceAsPlus && b == ' ' {
			output.WriteByte('+')
		} else if !set.contains(rune(b)) {
			output.WriteByte(b)
		} else {
			output.WriteString(refPercentEncode(b))
		}
	}
	return output.String()
}

// refUTF8PercentEncode implements https://url.spec.whatwg.org/#utf-8-percent-encode.
func refUTF8PercentEncode(c rune, set refPercentEncodeSet) string {
	return refPercentEncodeAfterEncoding(nil, string(c), set)
}

// refUTF8PercentEncodeString implements https://url.spec.whatwg.org/#string-utf-8-percent-encode.
func refUTF8PercentEncodeString(input string, set refPercentEncodeSet) string {
	return refPercentEncodeAfterEncoding(nil, input, set)
}
