package url

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// parseIPv6 implements https://url.spec.whatwg.org/#concept-ipv6-parser. It sets address, which is zero. at is where in begins in
// the input.
func parseIPv6(in string, at int, address *[8]uint16, r *reporter) bool {
	fail := func(t ErrorType, pos int) bool { return r.fail(t, at+pos) }
	pos, end := 0, len(in)
	pieceIndex, compress := 0, -1
	if pos < end && in[pos] == ':' {
		if pos+1 == end || in[pos+1] != ':' {
			return fail(ErrIPv6InvalidCompression, pos)
		}
		pos += 2
		pieceIndex++
		compress = pieceIndex
	}
	for pos < end {
		if pieceIndex == 8 {
			return fail(ErrIPv6TooManyPieces, pos)
		}
		if in[pos] == ':' {
			if compress >= 0 {
				return fail(ErrIPv6MultipleCompression, pos)
			}
			pos++
			pieceIndex++
			compress = pieceIndex
			continue
		}
		start, value := pos, uint16(0)
		for limit := min(end, pos+4); pos < limit; pos++ {
			digit := infra.HexValue[in[pos]]
			if digit > 0xF {
				break
			}
			value = value<<4 | uint16(digit)
		}
		length := pos - start
		if pos < end {
			switch in[pos] {
			case '.':
				if length == 0 {
					return fail(ErrIPv4InIPv6InvalidCodePoint, pos)
				}
				if pieceIndex > 6 {
					return fail(ErrIPv4InIPv6TooManyPieces, start)
				}
				if !parseIPv4InIPv6(in[start:], at+start, (*[2]uint16)(address[pieceIndex:]), r) {
					return false
				}
				pieceIndex += 2
				pos = end
				continue // that is, break: the address ends here
			case ':':
				pos++
				if pos == end {
					return fail(ErrIPv6InvalidCodePoint, pos)
				}
			default:
				return fail(ErrIPv6InvalidCodePoint, pos)
			}
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			r.report(ErrIPv6PieceLeadingZero, at+start)
		}
		address[pieceIndex] = value
		pieceIndex++
	}
	if compress >= 0 {
		// The standard swaps the pieces after the compression with zeros at the end, one by one.
		tail := 8 - (pieceIndex - compress)
		copy(address[tail:], address[compress:pieceIndex])
		clear(address[compress:tail])
		return true
	}
	if pieceIndex != 8 {
		return fail(ErrIPv6TooFewPieces, end)
	}
	return true
}

// isSerializedIPv6 reports whether s is an IPv6 address in brackets as the serializer writes it.
func isSerializedIPv6(s string) bool {
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "]") {
		return false
	}
	var r reporter
	var address [8]uint16
	var serialized [maxIPv6Len]byte
	return parseIPv6(s[1:len(s)-1], 0, &address, &r) && string(serialized[:writeIPv6(&serialized, &address)]) == s[1:len(s)-1]
}

// maxIPv6Len is the length of the longest serialized IPv6 address.
const maxIPv6Len = len("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")

// parseIPv4InIPv6 runs the steps of the IPv6 parser for an IPv4 address at the end of an IPv6 address. at is where in
// begins in the input.
func parseIPv4InIPv6(in string, at int, pieces *[2]uint16, r *reporter) bool {
	pos, numbersSeen := 0, 0
	for pos < len(in) {
		if numbersSeen > 0 {
			if in[pos] != '.' || numbersSeen == 4 {
				return r.fail(ErrIPv4InIPv6InvalidCodePoint, at+pos)
			}
			pos++
		}
		if pos == len(in) || !infra.IsASCIIDigit(in[pos]) {
			return r.fail(ErrIPv4InIPv6InvalidCodePoint, at+pos)
		}
		start, value := pos, uint16(in[pos]-'0')
		for pos++; pos < len(in) && infra.IsASCIIDigit(in[pos]); pos++ {
			if value == 0 {
				return r.fail(ErrIPv4InIPv6InvalidCodePoint, at+pos)
			}
			value = value*10 + uint16(in[pos]-'0')
			if value > 255 {
				return r.fail(ErrIPv4InIPv6OutOfRangePart, at+start)
			}
		}
		pieces[numbersSeen/2] = pieces[numbersSeen/2]<<8 | value
		numbersSeen++
	}
	if numbersSeen != 4 {
		return r.fail(ErrIPv4InIPv6TooFewParts, at+len(in))
	}
	return true
}

// writeIPv6 implements https://url.spec.whatwg.org/#concept-ipv6-serializer. It writes to the beginning of dst, and returns the
// length.
func writeIPv6(dst *[maxIPv6Len]byte, address *[8]uint16) (n int) {
	const lowerHex = "0123456789abcdef"
	compress, size := compressedPieces(address)
	for i := 0; i < 8; i++ {
		if i == compress {
			if i == 0 {
				dst[n] = ':'
				n++
			}
			dst[n] = ':'
			n++
			i += size - 1
			continue
		}
		piece := address[i]
		if piece > 0xFFF {
			dst[n] = lowerHex[piece>>12]
			n++
		}
		if piece > 0xFF {
			dst[n] = lowerHex[piece>>8&0xF]
			n++
		}
		if piece > 0xF {
			dst[n] = lowerHex[piece>>4&0xF]
			n++
		}
		dst[n] = lowerHex[piece&0xF]
		n++
		if i < 7 {
			dst[n] = ':'
			n++
		}
	}
	return n
}

// compressedPieces implements https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index. It also
// returns the number of those pieces. The index is -1 where the standard's index is null.
func compressedPieces(address *[8]uint16) (index, size int) {
	index, size = -1, 1
	for i := 0; i < 8; i++ {
		start := i
		for i < 8 && address[i] == 0 {
			i++
		}
		if i-start > size {
			index, size = start, i-start
		}
	}
	return index, size
}
