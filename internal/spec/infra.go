package spec

import (
	"strings"
)

// isURLCodePoint implements https://url.spec.whatwg.org/#url-code-points.
func isURLCodePoint(c rune) bool {
	return isASCIIAlphanumeric(c) || c >= 0 && c <= '~' && strings.ContainsRune("!$&'()*+,-./:;=?@_~", c) ||
		c >= 0xA0 && c <= 0x10FFFD && !(c >= 0xD800 && c <= 0xDFFF) && !isNoncharacter(c)
}

// isNoncharacter implements https://infra.spec.whatwg.org/#noncharacter.
func isNoncharacter(c rune) bool {
	return c >= 0xFDD0 && c <= 0xFDEF || c&0xFFFE == 0xFFFE
}

func startsWithTwoHexDigits(s []rune) bool {
	return len(s) >= 2 && isASCIIHexDigit(s[0]) && isASCIIHexDigit(s[1])
}

func isC0ControlOrSpace(c rune) bool  { return c >= 0 && c <= ' ' }
func isASCIITabOrNewline(c rune) bool { return c == '\t' || c == '\n' || c == '\r' }
func isASCIIDigit(c rune) bool        { return c >= '0' && c <= '9' }
func isASCIIAlpha(c rune) bool        { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }
func isASCIIAlphanumeric(c rune) bool { return isASCIIDigit(c) || isASCIIAlpha(c) }
func isASCIIHexDigit(c rune) bool {
	return isASCIIDigit(c) || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

func asciiLowercase(c rune) rune {
	if c >= 'A' && c <= 'Z' {
		return c + 0x20
	}
	return c
}

func asciiLowercaseString(s string) string { return strings.Map(asciiLowercase, s) }

// isASCIIString implements https://infra.spec.whatwg.org/#ascii-string.
func isASCIIString(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c > 0x7F })
}

// decode decodes s as https://encoding.spec.whatwg.org/#utf-8-decoder does with the error mode
// "replacement". It returns the code points, and the position in s of each and of the end.
func decode(s string) (codePoints []rune, at []Position) {
	var codePoint rune
	bytesNeeded, bytesSeen := 0, 0
	lowerBoundary, upperBoundary := byte(0x80), byte(0xBF)
	start := 0 // of the code point that is being decoded
	emit := func(c rune, next int) {
		codePoints = append(codePoints, c)
		at = append(at, Position{len(at), start})
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
	return codePoints, append(at, Position{len(at), len(s)})
}

// utf8DecodeWithoutBOM implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom.
func utf8DecodeWithoutBOM(bytes []byte) string {
	codePoints, _ := decode(string(bytes))
	return string(codePoints)
}

// ScalarValueString is s as a scalar value string, which is what Web IDL converts to before an
// algorithm of the URL class sees it.
func ScalarValueString(s string) string { return utf8DecodeWithoutBOM([]byte(s)) }
