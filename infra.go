package url

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// What the package itself takes from the Infra Standard, https://infra.spec.whatwg.org/, and from the UTF-8 decoder of
// the Encoding Standard; and the code points that hosts cannot have.

// isTabOrNewline implements https://infra.spec.whatwg.org/#ascii-tab-or-newline.
func isTabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// isASCII implements https://infra.spec.whatwg.org/#ascii-string.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// indexTabOrNewline returns the index of the first tab or newline in s, or len(s).
//
// It first searches eight bytes at a time for bytes below 0x0E, because most strings have none.
func indexTabOrNewline(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if (x-0x0E*ones)&^x&highs == 0 {
			continue
		}
		for j := range len(b) {
			if isTabOrNewline(b[j]) {
				return i + j
			}
		}
	}
	for i < len(s) && !isTabOrNewline(s[i]) {
		i++
	}
	return i
}

// decodeScalarValue returns the first scalar value of s, which is not empty, and its length in bytes. If s does
// not begin with UTF-8 it returns U+FFFD and the number of bytes that the Encoding Standard's decoder replaces
// by one U+FFFD: the longest prefix of a valid sequence, or else one byte.
// https://encoding.spec.whatwg.org/#utf-8-decoder
func decodeScalarValue(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		for size < len(s) && !utf8.FullRuneInString(s[:size+1]) {
			size++
		}
	}
	return r, size
}

// toScalarValues implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom. It returns s itself
// if that is UTF-8.
func toScalarValues(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return scalarValuesWithout(s, "")
}

// scalarValuesWithout decodes s and leaves out the code points in dropped.
func scalarValuesWithout(s, dropped string) string {
	var out strings.Builder
	out.Grow(len(s))
	for s != "" {
		r, size := decodeScalarValue(s)
		if !strings.ContainsRune(dropped, r) {
			out.WriteRune(r)
		}
		s = s[size:]
	}
	return out.String()
}

// domainBytes contains what the domain parser makes of each byte of an ASCII domain: its lower case. It
// contains 0 for the forbidden domain code points, including "%", and for bytes beyond ASCII.
// https://url.spec.whatwg.org/#forbidden-domain-code-point
var domainBytes = func() (bytes [256]byte) {
	for b := byte(0x21); b < 0x7F; b++ {
		if !isForbiddenDomain(rune(b)) {
			bytes[b] = infra.ASCIILower(b)
		}
	}
	return bytes
}()

// isForbiddenHost implements https://url.spec.whatwg.org/#forbidden-host-code-point.
func isForbiddenHost(b byte) bool {
	return strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", b) >= 0
}

// isForbiddenDomain implements https://url.spec.whatwg.org/#forbidden-domain-code-point.
func isForbiddenDomain(r rune) bool {
	return r < 0x20 || r == '%' || r == 0x7F || r < 0x7F && isForbiddenHost(byte(r))
}

// isDomain reports whether s is not empty, is ASCII and has no forbidden domain code point.
func isDomain(s string) bool {
	for i := range len(s) {
		if domainBytes[s[i]] == 0 {
			return false
		}
	}
	return s != ""
}
