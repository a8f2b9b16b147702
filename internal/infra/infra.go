// Package infra holds the definitions that several packages of this module share: of ASCII bytes, from the Infra
// Standard, https://infra.spec.whatwg.org/, and of percent-encoded bytes and special schemes, from the URL Standard.
package infra

import "unicode/utf8"

// IsASCIIAlpha implements https://infra.spec.whatwg.org/#ascii-alpha.
func IsASCIIAlpha(b byte) bool { return (b|0x20)-'a' < 26 }

// IsASCIIDigit implements https://infra.spec.whatwg.org/#ascii-digit.
func IsASCIIDigit(b byte) bool { return b-'0' < 10 }

// IsASCIIHexDigit implements https://infra.spec.whatwg.org/#ascii-hex-digit.
func IsASCIIHexDigit(b byte) bool { return HexValue[b] < 16 }

// IsASCIIAlphanumeric implements https://infra.spec.whatwg.org/#ascii-alphanumeric.
func IsASCIIAlphanumeric(b byte) bool { return IsASCIIAlpha(b) || IsASCIIDigit(b) }

// ASCIILower implements https://infra.spec.whatwg.org/#ascii-lowercase for one byte.
func ASCIILower(b byte) byte {
	if b-'A' < 26 {
		return b + ('a' - 'A')
	}
	return b
}

// MakeLower implements https://infra.spec.whatwg.org/#ascii-lowercase, in place.
func MakeLower(s []byte) {
	for i, b := range s {
		s[i] = ASCIILower(b)
	}
}

// MatchesLower reports whether s is an ASCII case-insensitive match for lower, which consists of small letters.
// https://infra.spec.whatwg.org/#ascii-case-insensitive
func MatchesLower(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// IsASCII implements https://infra.spec.whatwg.org/#ascii-string.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// HexValue is the value of each byte as a hexadecimal digit, or 0xFF.
var HexValue = func() (values [256]byte) {
	for i := range values {
		values[i] = 0xFF
	}
	for i := range byte(10) {
		values['0'+i] = i
	}
	for i := range byte(6) {
		values['a'+i], values['A'+i] = 10+i, 10+i
	}
	return values
}()

// PercentEncodedByte decodes the percent-encoded byte at the beginning of s. It reports false if there is none.
// https://url.spec.whatwg.org/#percent-encoded-byte
func PercentEncodedByte(s string) (b byte, ok bool) {
	if len(s) < len("%41") || s[0] != '%' || HexValue[s[1]]|HexValue[s[2]] >= 16 {
		return 0, false
	}
	return HexValue[s[1]]<<4 | HexValue[s[2]], true
}

// PercentEncodedRune decodes the code point whose UTF-8 is percent-encoded at the beginning of s. It returns the code
// point and the number of bytes that it takes in s. Where the bytes are not UTF-8, it returns U+FFFD for one of them, and
// the size 3. The size is 0 if s does not begin with a percent-encoded byte.
func PercentEncodedRune(s string) (r rune, size int) {
	var encoded [utf8.UTFMax]byte
	n := 0
	for n < len(encoded) {
		b, ok := PercentEncodedByte(s[3*n:])
		if !ok {
			break
		}
		encoded[n] = b
		n++
	}
	r, size = utf8.DecodeRune(encoded[:n])
	return r, len("%41") * size
}

// SpecialSchemes contains the special schemes and their default ports; 0 means none.
// https://url.spec.whatwg.org/#special-scheme
var SpecialSchemes = [...]struct {
	Name string
	Port uint16
}{
	{"http", 80},
	{"https", 443},
	{"ws", 80},
	{"wss", 443},
	{"ftp", 21},
	{"file", 0},
}
