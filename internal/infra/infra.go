// Package infra holds the definitions that several packages of this module share: of ASCII bytes and of scalar values, from
// the Infra Standard, https://infra.spec.whatwg.org/, and the Encoding Standard's decoder of UTF-8, of percent-encoded
// bytes, labels, special schemes and the percent-encode sets of components, from the URL Standard, and of invisible
// characters.
package infra

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsASCIIAlpha implements https://infra.spec.whatwg.org/#ascii-alpha.
func IsASCIIAlpha(b byte) bool { return (b|0x20)-'a' < 26 }

// IsASCIIUpper implements https://infra.spec.whatwg.org/#ascii-upper-alpha.
func IsASCIIUpper(b byte) bool { return b-'A' < 26 }

// IsASCIIDigit implements https://infra.spec.whatwg.org/#ascii-digit.
func IsASCIIDigit(b byte) bool { return b-'0' < 10 }

// IsASCIIHexDigit implements https://infra.spec.whatwg.org/#ascii-hex-digit.
func IsASCIIHexDigit(b byte) bool { return HexValue[b] < 16 }

// IsASCIIAlphanumeric implements https://infra.spec.whatwg.org/#ascii-alphanumeric.
func IsASCIIAlphanumeric[T byte | rune](c T) bool {
	return c < utf8.RuneSelf && (IsASCIIAlpha(byte(c)) || IsASCIIDigit(byte(c)))
}

// ASCIILower implements https://infra.spec.whatwg.org/#ascii-lowercase for one byte.
func ASCIILower(b byte) byte {
	if IsASCIIUpper(b) {
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

// ToLower implements https://infra.spec.whatwg.org/#ascii-lowercase.
func ToLower(s string) string {
	for i := range len(s) {
		if IsASCIIUpper(s[i]) {
			lower := []byte(s)
			MakeLower(lower)
			return string(lower)
		}
	}
	return s
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
	for len(s) >= 8 {
		if word(s)&highs != 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ones and highs have the lowest and the highest bit of each byte of a [word].
const ones, highs = 0x0101010101010101, 0x8080808080808080

// word returns the first eight bytes of s.
func word(s string) uint64 {
	b := s[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// IsTabOrNewline implements https://infra.spec.whatwg.org/#ascii-tab-or-newline.
func IsTabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// IsC0ControlOrSpace implements https://infra.spec.whatwg.org/#c0-control-or-space.
func IsC0ControlOrSpace(r rune) bool { return r <= ' ' }

// IndexTabOrNewline returns the index of the first tab or newline in s, or len(s).
//
// It first searches eight bytes at a time for bytes below 0x0E, because most strings have none. At the end of s it does
// so with the last eight bytes.
func IndexTabOrNewline(s string) int {
	i := 0
	for i < len(s) {
		if start := min(i, len(s)-8); start >= 0 {
			if x := word(s[start:]); (x-0x0E*ones)&^x&highs == 0 {
				i = start + 8
				continue
			}
		}
		for end := min(i+8, len(s)); i < end; i++ {
			if IsTabOrNewline(s[i]) {
				return i
			}
		}
	}
	return i
}

// DecodeScalarValue returns the first scalar value of s, which is not empty, and its length in bytes. If s does not
// begin with UTF-8 it returns U+FFFD and the number of bytes that the Encoding Standard's decoder replaces by one
// U+FFFD: the longest prefix of a valid sequence, or else one byte. https://encoding.spec.whatwg.org/#utf-8-decoder
func DecodeScalarValue(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		for size < len(s) && !utf8.FullRuneInString(s[:size+1]) {
			size++
		}
	}
	return r, size
}

// ToScalarValues implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom. It returns s itself if that is
// UTF-8.
func ToScalarValues(s string) string {
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
		r, size := DecodeScalarValue(s)
		if !strings.ContainsRune(dropped, r) {
			out.WriteRune(r)
		}
		s = s[size:]
	}
	return out.String()
}

// WithoutTabsAndNewlines returns s without tabs and newlines.
//
// If there are some and s is not UTF-8, it also decodes s: the bytes on both sides of a newline must not form a character
// when the newline is removed.
func WithoutTabsAndNewlines(s string) string {
	first := IndexTabOrNewline(s)
	switch {
	case first == len(s):
		return s
	case !utf8.ValidString(s):
		return scalarValuesWithout(s, "\t\n\r")
	}
	var out strings.Builder
	out.Grow(len(s) - 1)
	for {
		out.WriteString(s[:first])
		if first == len(s) {
			return out.String()
		}
		s = s[first+1:]
		first = IndexTabOrNewline(s)
	}
}

// HasEmptyLabel reports whether a label of domain is empty.
func HasEmptyLabel(domain string) bool {
	return domain == "" || domain[0] == '.' || domain[len(domain)-1] == '.' || strings.Contains(domain, "..")
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

// AppendPercentDecoded appends the percent-decoding of s to dst. https://url.spec.whatwg.org/#string-percent-decode
func AppendPercentDecoded(dst []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		if b, ok := PercentEncodedByte(s[i:]); ok {
			dst = append(dst, b)
			s = s[i+len("%41"):]
		} else {
			dst = append(dst, '%')
			s = s[i+1:]
		}
	}
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

// IndexExcessPair returns the offset of the first pair of a query beyond maxPairs, or -1. A maxPairs of 0 or less is not a
// limit. https://url.spec.whatwg.org/#concept-urlencoded-parser
func IndexExcessPair(query string, maxPairs int) int {
	if maxPairs <= 0 || strings.Count(query, "&") < maxPairs {
		return -1
	}
	at := 0
	for sequence := range strings.SplitSeq(query, "&") {
		if sequence != "" {
			if maxPairs == 0 {
				return at
			}
			maxPairs--
		}
		at += len(sequence) + len("&")
	}
	return -1
}

// IsInvisible reports whether r has no shape, or a blank one, and is not a space: controls, format characters but for
// those that are signs, separators of lines, fillers and selectors.
func IsInvisible(r rune) bool {
	switch {
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	}
	switch r { // signs that are blank
	case 0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159:
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// The bits of a url.PercentEncodeSet that are the standard's percent-encode sets.
// https://url.spec.whatwg.org/#percent-encode-set
const (
	C0ControlSet = 1 << iota
	FragmentSet
	QuerySet
	SpecialQuerySet
	PathSet
	UserinfoSet
	ComponentSet
	FormURLEncodedSet
	NextSet // the last: the first bit for a set that is not the standard's
)

// SetOfPath returns the percent-encode set of a path. https://url.spec.whatwg.org/#path-state
func SetOfPath(opaque bool) uint32 {
	if opaque {
		return C0ControlSet
	}
	return PathSet
}

// SetOfQuery returns the percent-encode set of a query. https://url.spec.whatwg.org/#query-state
func SetOfQuery(special bool) uint32 {
	if special {
		return SpecialQuerySet
	}
	return QuerySet
}

// IsSpecialScheme reports whether name is that of a special scheme, in lower case.
// https://url.spec.whatwg.org/#is-special
func IsSpecialScheme(name string) bool {
	for i := range SpecialSchemes {
		if SpecialSchemes[i].Name == name {
			return true
		}
	}
	return false
}

// Standard says which state of the URL Standard the module implements: a commit, and what was taken from later ones.
const Standard = "6ae8486 of July 2026, with IPv4-non-ASCII-input and fde3f74 of October 2026"

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
