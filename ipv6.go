package url

// parseIPv6 implements https://url.spec.whatwg.org/#concept-ipv6-parser for p.in[pos:end].
func (p *parser) parseIPv6(pos, end int) (address [8]uint16, ok bool) {
	in := p.in[:end]
	fail := func(t ErrorType, at int) ([8]uint16, bool) {
		p.fail(t, at)
		return [8]uint16{}, false
	}
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
		for pos < end && pos-start < 4 && hexValue[in[pos]] < 16 {
			value = value<<4 | uint16(hexValue[in[pos]])
			pos++
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
				if !p.parseIPv4InIPv6(start, end, (*[2]uint16)(address[pieceIndex:])) {
					return [8]uint16{}, false
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
			p.report(ErrIPv6PieceLeadingZero, start)
		}
		address[pieceIndex] = value
		pieceIndex++
	}
	if compress >= 0 {
		// The standard swaps the pieces after the compression with zeros at the end, one by one.
		tail := address[compress:pieceIndex]
		moved := address
		clear(moved[compress:])
		copy(moved[8-len(tail):], tail)
		return moved, true
	}
	if pieceIndex != 8 {
		return fail(ErrIPv6TooFewPieces, end)
	}
	return address, true
}

// isSerializedIPv6 reports whether s, which may be in brackets, is so, and is what the IPv6 serializer makes
// of the address in them.
func isSerializedIPv6(s string) bool {
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	p := parser{in: s}
	address, ok := p.parseIPv6(1, len(s)-1)
	var serialized [maxIPv6Len]byte
	return ok && string(appendIPv6(serialized[:0], &address)) == s[1:len(s)-1]
}

// maxIPv6Len is the length of the longest serialized IPv6 address.
const maxIPv6Len = len("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")

// parseIPv4InIPv6 runs the steps of the IPv6 parser for an IPv4 address at the end of an IPv6 address.
func (p *parser) parseIPv4InIPv6(pos, end int, pieces *[2]uint16) bool {
	in := p.in[:end]
	numbersSeen := 0
	for pos < end {
		if numbersSeen > 0 {
			if in[pos] != '.' || numbersSeen == 4 {
				p.fail(ErrIPv4InIPv6InvalidCodePoint, pos)
				return false
			}
			pos++
		}
		if pos == end || in[pos]-'0' > 9 {
			p.fail(ErrIPv4InIPv6InvalidCodePoint, pos)
			return false
		}
		start, value := pos, uint16(0)
		for pos < end && in[pos]-'0' <= 9 {
			if pos > start && value == 0 {
				p.fail(ErrIPv4InIPv6InvalidCodePoint, pos)
				return false
			}
			value = value*10 + uint16(in[pos]-'0')
			if value > 255 {
				p.fail(ErrIPv4InIPv6OutOfRangePart, start)
				return false
			}
			pos++
		}
		pieces[numbersSeen/2] = pieces[numbersSeen/2]<<8 | value
		numbersSeen++
	}
	if numbersSeen != 4 {
		p.fail(ErrIPv4InIPv6TooFewParts, end)
		return false
	}
	return true
}

// appendIPv6 implements https://url.spec.whatwg.org/#concept-ipv6-serializer.
func appendIPv6(dst []byte, address *[8]uint16) []byte {
	compress, size := compressedPieces(address)
	for i := 0; i < 8; i++ {
		if i == compress {
			if i == 0 {
				dst = append(dst, ':')
			}
			dst = append(dst, ':')
			i += size - 1
			continue
		}
		dst = appendHex(dst, address[i])
		if i < 7 {
			dst = append(dst, ':')
		}
	}
	return dst
}

// appendHex appends the shortest hexadecimal number, in lower case.
func appendHex(dst []byte, piece uint16) []byte {
	const lowerHex = "0123456789abcdef"
	for shift := 12; shift > 0; shift -= 4 {
		if piece>>shift != 0 {
			dst = append(dst, lowerHex[piece>>shift&0xF])
		}
	}
	return append(dst, lowerHex[piece&0xF])
}

// compressedPieces implements
// https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index and returns the number of
// those pieces, too. The index is -1 where the standard's is null.
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
