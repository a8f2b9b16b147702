package url

import (
	"strings"
	"unicode/utf8"
)

// What the package itself takes from the Infra Standard, https://infra.spec.whatwg.org/, and from the UTF-8 decoder of
// the Encoding Standard.

// isTabOrNewline implements https://infra.spec.whatwg.org/#ascii-tab-or-newline.
func isTabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// isC0ControlOrSpace implements https://infra.spec.whatwg.org/#c0-control-or-space.
func isC0ControlOrSpace(r rune) bool { return r <= ' ' }

// indexTabOrNewline returns the index of the first tab or newline in s, or len(s).
//
// It first searches eight bytes at a time for bytes below 0x0E, because most strings have none. At the end of s it does
// so with the last eight bytes.
func indexTabOrNewline(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for i < len(s) {
		if start := min(i, len(s)-8); start >= 0 {
			b := s[start : start+8]
			x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
				uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
			if (x-0x0E*ones)&^x&highs == 0 {
				i = start + 8
				continue
			}
		}
		for end := min(i+8, len(s)); i < end; i++ {
			if isTabOrNewline(s[i]) {
				return i
			}
		}
	}
	return i
}

// decodeScalarValue returns the first scalar value of s, which is not empty, and its length in bytes. If s does not
// begin with UTF-8 it returns U+FFFD and the number of bytes that the Encoding Standard's decoder replaces by one
// U+FFFD: the longest prefix of a valid sequence, or else one byte. https://encoding.spec.whatwg.org/#utf-8-decoder
func decodeScalarValue(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		for size < len(s) && !utf8.FullRuneInString(s[:size+1]) {
			size++
		}
	}
	return r, size
}

// toScalarValues implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom. It returns s itself if that is
// UTF-8.
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

// commonPrefix returns the length of the longest common prefix of a and b.
func commonPrefix(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
