package url

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// PercentEncodeSet is one of the standard's sets of code points that percent-encoding replaces, or, by
// "|", the union of several. https://url.spec.whatwg.org/#percent-encode-set
//
// Every set holds the C0 controls and all code points above U+007E (~).
type PercentEncodeSet uint8

// The standard's percent-encode sets.
const (
	C0ControlPercentEncodeSet      PercentEncodeSet = 1 << iota // C0 controls and above U+007E
	FragmentPercentEncodeSet                                    // and space " < > `
	QueryPercentEncodeSet                                       // and space " # < >
	SpecialQueryPercentEncodeSet                                // the query set and '
	PathPercentEncodeSet                                        // the query set and ? ^ ` { }
	UserinfoPercentEncodeSet                                    // the path set and / : ; = @ [ \ ] |
	ComponentPercentEncodeSet                                   // the userinfo set and $ % & + ,
	FormURLEncodedPercentEncodeSet                              // the component set and ! ' ( ) ~
)

// encodeSets says for each byte which sets hold it. All the package's knowledge of what is
// percent-encoded where is derived from it.
var encodeSets = func() (sets [256]PercentEncodeSet) {
	add := func(set PercentEncodeSet, chars string) {
		for i := range len(chars) {
			sets[chars[i]] |= set
		}
	}
	const query, path, userinfo, component = ` "#<>`, "?^`{}", `/:;=@[\]|`, "$%&+,"
	for b := range sets {
		if b < 0x20 || b > '~' {
			sets[b] = 0xFF
		}
	}
	add(FragmentPercentEncodeSet, " \"<>`")
	add(QueryPercentEncodeSet, query)
	add(SpecialQueryPercentEncodeSet, query+"'")
	add(PathPercentEncodeSet, query+path)
	add(UserinfoPercentEncodeSet, query+path+userinfo)
	add(ComponentPercentEncodeSet, query+path+userinfo+component)
	add(FormURLEncodedPercentEncodeSet, query+path+userinfo+component+"!'()~")
	return sets
}()

// Contains reports whether the code point r is in the set.
func (set PercentEncodeSet) Contains(r rune) bool {
	return set != 0 && (uint32(r) > '~' || encodeSets[r]&set != 0)
}

// PercentEncode returns s with each code point of set replaced by the percent-encoding of its UTF-8
// bytes; what is not UTF-8 in s counts as U+FFFD. It returns s itself where there is nothing to replace.
//
// It implements https://url.spec.whatwg.org/#string-utf-8-percent-encode.
func PercentEncode(s string, set PercentEncodeSet) string {
	if indexEncoded(s, set) == len(s) {
		return s
	}
	var short [scratchSize]byte
	dst := short[:0]
	if len(s) > len(short) {
		dst = make([]byte, 0, percentEncodedLen(s, set, encodedReplacement))
	}
	return string(appendPercentEncoded(dst, s, set))
}

// indexEncoded returns the index of the first byte of s that percent-encoding with set replaces, or len(s).
func indexEncoded(s string, set PercentEncodeSet) int {
	for i := range len(s) {
		if encodeSets[s[i]]&set != 0 {
			return i
		}
	}
	return len(s)
}

// encodedReplacement is U+FFFD percent-encoded.
const encodedReplacement = "%EF%BF%BD"

// appendPercentEncoded appends the UTF-8 percent-encoding of s to dst.
func appendPercentEncoded(dst []byte, s string, set PercentEncodeSet) []byte {
	return appendPercentEncodedWith(dst, s, set, encodedReplacement)
}

// appendPercentEncodedWith is appendPercentEncoded with another string for U+FFFD.
func appendPercentEncodedWith(dst []byte, s string, set PercentEncodeSet, replacement string) []byte {
	plain := 0 // the beginning of what is still to be appended as it is
	for i := 0; i < len(s); {
		if encodeSets[s[i]]&set == 0 {
			i++
			continue
		}
		dst = append(dst, s[plain:i]...)
		for i < len(s) && encodeSets[s[i]]&set != 0 {
			size := 1
			if s[i] < utf8.RuneSelf {
				dst = appendPercentEncodedByte(dst, s[i])
			} else {
				dst, size = appendPercentEncodedScalarValue(dst, s[i:], replacement)
			}
			i += size
		}
		plain = i
	}
	return append(dst, s[plain:]...)
}

// percentEncodedLen returns the length of what appendPercentEncodedWith appends.
func percentEncodedLen(s string, set PercentEncodeSet, replacement string) int {
	n := 0
	for i := 0; i < len(s); {
		switch b := s[i]; {
		case encodeSets[b]&set == 0:
			n++
			i++
		case b < utf8.RuneSelf:
			n += len("%41")
			i++
		default:
			r, size := decodeScalarValue(s[i:])
			if r == utf8.RuneError {
				n += len(replacement)
			} else {
				n += len("%41") * size
			}
			i += size
		}
	}
	return n
}

// appendPercentEncodedScalarValue appends the percent-encoding of the first code point of s, which is not
// ASCII, to dst, or the replacement if it is U+FFFD. It returns the size of the code point in s, too.
func appendPercentEncodedScalarValue(dst []byte, s, replacement string) ([]byte, int) {
	r, size := decodeScalarValue(s)
	if r == utf8.RuneError {
		return append(dst, replacement...), size
	}
	for i := range size {
		dst = appendPercentEncodedByte(dst, s[i])
	}
	return dst, size
}

// appendPercentEncodedByte implements https://url.spec.whatwg.org/#percent-encode.
func appendPercentEncodedByte(dst []byte, b byte) []byte {
	const upperHex = "0123456789ABCDEF"
	return append(dst, '%', upperHex[b>>4], upperHex[b&0xF])
}

// PercentDecode returns the bytes of s with each percent-encoded byte replaced by the byte it stands
// for. A "%" that is not followed by two hexadecimal digits stays. What is not UTF-8 in s counts as U+FFFD;
// the result need not be UTF-8.
//
// It implements https://url.spec.whatwg.org/#string-percent-decode.
func PercentDecode(s string) []byte {
	return appendPercentDecoded(make([]byte, 0, len(s)), toScalarValues(s))
}

// appendPercentDecoded appends the percent-decoding of s to dst.
func appendPercentDecoded(dst []byte, s string) []byte {
	dst = slices.Grow(dst, len(s))
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		if isPercentEncodedByte(s[i:]) {
			dst = append(dst, hexValue[s[i+1]]<<4|hexValue[s[i+2]])
			s = s[i+3:]
		} else {
			dst = append(dst, '%')
			s = s[i+1:]
		}
	}
}

// isPercentEncodedByte reports whether s, which begins with "%", begins with a percent-encoded byte.
func isPercentEncodedByte(s string) bool {
	return len(s) > 2 && hexValue[s[1]]|hexValue[s[2]] < 16
}

// indexLonePercent returns the index of the first "%" in s that begins no percent-encoded byte, or -1.
func indexLonePercent(s string) int {
	for i := range len(s) {
		if s[i] == '%' && !isPercentEncodedByte(s[i:]) {
			return i
		}
	}
	return -1
}

// lonePercentEncoded returns s with "%25" for each "%" that begins no percent-encoded byte.
func lonePercentEncoded(s string) string {
	n := 0
	for i := range len(s) {
		if s[i] == '%' && !isPercentEncodedByte(s[i:]) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + n*len("25"))
	for range n {
		i := indexLonePercent(s)
		out.WriteString(s[:i])
		out.WriteString("%25")
		s = s[i+1:]
	}
	out.WriteString(s)
	return out.String()
}

// hexValue is the value of each byte as a hexadecimal digit, or 0xFF.
var hexValue = func() (values [256]byte) {
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

// decodeScalarValue returns the first scalar value of s, which is not empty, and its size in bytes. Where
// s does not begin with UTF-8 it returns U+FFFD for as many bytes as the Encoding Standard's decoder
// replaces by one: the longest beginning of a valid sequence, or else one byte.
// (utf8.DecodeRuneInString always replaces one byte.) https://encoding.spec.whatwg.org/#utf-8-decoder
func decodeScalarValue(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	lower, upper, needed := byte(0x80), byte(0xBF), 0
	switch b := s[0]; {
	case b >= 0xC2 && b <= 0xDF:
		needed = 1
	case b >= 0xE0 && b <= 0xEF:
		needed = 2
		if b == 0xE0 {
			lower = 0xA0
		} else if b == 0xED {
			upper = 0x9F
		}
	case b >= 0xF0 && b <= 0xF4:
		needed = 3
		if b == 0xF0 {
			lower = 0x90
		} else if b == 0xF4 {
			upper = 0x8F
		}
	}
	for size <= needed && size < len(s) && s[size] >= lower && s[size] <= upper {
		size++
		lower, upper = 0x80, 0xBF
	}
	return r, size
}

// toScalarValues returns s with what is not UTF-8 in it replaced by U+FFFD, as decoding would have left
// it; s itself where it is UTF-8.
func toScalarValues(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return scalarValuesWithout(s, "")
}

// scalarValuesWithout returns what s is decoded to, without the code points in dropped.
func scalarValuesWithout(s, dropped string) string {
	n := 0
	for i := 0; i < len(s); {
		r, size := decodeScalarValue(s[i:])
		if !strings.ContainsRune(dropped, r) {
			n += utf8.RuneLen(r)
		}
		i += size
	}
	var out strings.Builder
	out.Grow(n)
	for s != "" {
		r, size := decodeScalarValue(s)
		if !strings.ContainsRune(dropped, r) {
			out.WriteRune(r)
		}
		s = s[size:]
	}
	return out.String()
}
