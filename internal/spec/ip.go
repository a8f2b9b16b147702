package spec

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// endsInANumber implements https://url.spec.whatwg.org/#ends-in-a-number-checker.
func endsInANumber(input string) bool {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last != "" && !strings.ContainsFunc(last, func(c rune) bool { return !isASCIIDigit(c) }) {
		return true
	}
	_, _, ok := ipv4NumberParser(last)
	return ok
}

// ipv4Parser implements https://url.spec.whatwg.org/#concept-ipv4-parser, for a host that begins at code
// point start of the parser's input, and stands there as it is if asWritten.
func (p *parser) ipv4Parser(input string, start int, asWritten bool) *Host {
	place := func(offset int) int {
		if asWritten {
			return start + offset
		}
		return start
	}
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		p.validationError("IPv4-empty-part", place(len(input)-1))
		if len(parts) > 1 {
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 4 {
		p.validationError("IPv4-too-few-parts", place(0))
	}
	if len(parts) > 4 {
		p.failure("IPv4-too-many-parts", place(len(strings.Join(parts[:4], "."))+1))
		return nil
	}
	var numbers []*big.Int
	var places []int // of each part
	offset := 0
	for _, part := range parts {
		places = append(places, place(offset))
		number, notDecimal, ok := ipv4NumberParser(part)
		if !ok {
			p.failure("IPv4-non-numeric-part", place(offset))
			return nil
		}
		if notDecimal {
			p.validationError("IPv4-non-decimal-part", place(offset))
		}
		numbers = append(numbers, number)
		offset += len(part) + 1
	}
	isGreaterThan255 := func(n *big.Int) bool { return n.Cmp(big.NewInt(255)) > 0 }
	if i := slices.IndexFunc(numbers, isGreaterThan255); i >= 0 {
		p.validationError("IPv4-out-of-range-part", places[i])
	}
	last := numbers[len(numbers)-1]
	if slices.ContainsFunc(numbers[:len(numbers)-1], isGreaterThan255) {
		p.failForLastError()
		return nil
	}
	if last.Cmp(powerOf256(5-len(numbers))) >= 0 {
		p.failForLastError()
		return nil
	}
	ipv4 := last
	for counter, n := range numbers[:len(numbers)-1] {
		ipv4.Add(ipv4, new(big.Int).Mul(n, powerOf256(3-counter)))
	}
	return &Host{Kind: IPv4, IPv4: uint32(ipv4.Uint64())}
}

func powerOf256(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(exponent)), nil)
}

// ipv4NumberParser implements https://url.spec.whatwg.org/#ipv4-number-parser.
func ipv4NumberParser(input string) (output *big.Int, validationError, ok bool) {
	if input == "" {
		return nil, false, false
	}
	r := 10
	if len(input) >= 2 && (input[:2] == "0X" || input[:2] == "0x") {
		validationError = true
		input = input[2:]
		r = 16
	} else if len(input) >= 2 && input[0] == '0' {
		validationError = true
		input = input[1:]
		r = 8
	}
	if input == "" {
		return big.NewInt(0), true, true
	}
	digits := "0123456789ABCDEFabcdef"
	if r < 16 {
		digits = digits[:r]
	}
	if strings.ContainsFunc(input, func(c rune) bool { return !strings.ContainsRune(digits, c) }) {
		return nil, false, false
	}
	return integer(input, r), validationError, true
}

// integer returns the integer that digits represent in the radix; all are digits of that radix.
func integer(digits string, radix int) *big.Int {
	n, ok := new(big.Int).SetString(digits, radix)
	if !ok {
		panic("not a number: " + digits)
	}
	return n
}

// ipv6Parser implements https://url.spec.whatwg.org/#concept-ipv6-parser, for an address that begins at
// code point start of the parser's input.
func (p *parser) ipv6Parser(input []rune, start int) *Host {
	var address [8]uint16
	pieceIndex := 0
	compress := -1 // null
	pointer := 0
	c := func() rune {
		if pointer >= len(input) {
			return eof
		}
		return input[pointer]
	}
	failure := func(t string) *Host {
		p.failure(t, start+pointer)
		return nil
	}
	if c() == ':' {
		if len(input) < 2 || input[1] != ':' {
			return failure("IPv6-invalid-compression")
		}
		pointer += 2
		pieceIndex++
		compress = pieceIndex
	}
	for c() != eof {
		if pieceIndex == 8 {
			return failure("IPv6-too-many-pieces")
		}
		if c() == ':' {
			if compress != -1 {
				return failure("IPv6-multiple-compression")
			}
			pointer++
			pieceIndex++
			compress = pieceIndex
			continue
		}
		value, length := 0, 0
		for length < 4 && isASCIIHexDigit(c()) {
			value = value*0x10 + hexDigit(c())
			pointer++
			length++
		}
		pieceStart := pointer - length
		if c() == '.' {
			if length == 0 {
				return failure("IPv4-in-IPv6-invalid-code-point")
			}
			pointer -= length
			if pieceIndex > 6 {
				return failure("IPv4-in-IPv6-too-many-pieces")
			}
			numbersSeen := 0
			for c() != eof {
				ipv4Piece := -1 // null
				if numbersSeen > 0 {
					if c() == '.' && numbersSeen < 4 {
						pointer++
					} else {
						return failure("IPv4-in-IPv6-invalid-code-point")
					}
				}
				if !isASCIIDigit(c()) {
					return failure("IPv4-in-IPv6-invalid-code-point")
				}
				partStart := pointer
				for isASCIIDigit(c()) {
					number := int(c() - '0')
					if ipv4Piece == -1 {
						ipv4Piece = number
					} else if ipv4Piece == 0 {
						return failure("IPv4-in-IPv6-invalid-code-point")
					} else {
						ipv4Piece = ipv4Piece*10 + number
					}
					if ipv4Piece > 255 {
						pointer = partStart
						return failure("IPv4-in-IPv6-out-of-range-part")
					}
					pointer++
				}
				address[pieceIndex] = address[pieceIndex]*0x100 + uint16(ipv4Piece)
				numbersSeen++
				if numbersSeen == 2 || numbersSeen == 4 {
					pieceIndex++
				}
			}
			if numbersSeen != 4 {
				return failure("IPv4-in-IPv6-too-few-parts")
			}
			break
		} else if c() == ':' {
			pointer++
			if c() == eof {
				return failure("IPv6-invalid-code-point")
			}
		} else if c() != eof {
			return failure("IPv6-invalid-code-point")
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			p.validationError("IPv6-piece-leading-zero", start+pieceStart)
		}
		address[pieceIndex] = uint16(value)
		pieceIndex++
	}
	if compress != -1 {
		swaps := pieceIndex - compress
		pieceIndex = 7
		for pieceIndex != 0 && swaps > 0 {
			i, j := pieceIndex, compress+swaps-1
			address[i], address[j] = address[j], address[i]
			pieceIndex--
			swaps--
		}
	} else if pieceIndex != 8 {
		return failure("IPv6-too-few-pieces")
	}
	return &Host{Kind: IPv6, IPv6: address}
}

// hexDigit returns c interpreted as a hexadecimal number.
func hexDigit(c rune) int {
	return strings.IndexRune("0123456789abcdef", asciiLowercase(c))
}

// ipv4Serializer implements https://url.spec.whatwg.org/#concept-ipv4-serializer.
func ipv4Serializer(address uint32) string {
	output := ""
	n := address
	for i := 1; i <= 4; i++ {
		output = strconv.Itoa(int(n%256)) + output
		if i != 4 {
			output = "." + output
		}
		n /= 256
	}
	return output
}

// ipv6Serializer implements https://url.spec.whatwg.org/#concept-ipv6-serializer.
func ipv6Serializer(address [8]uint16) string {
	output := ""
	compress := compressedPieceIndex(address)
	ignore0 := false
	for pieceIndex := range address {
		if ignore0 && address[pieceIndex] == 0 {
			continue
		} else if ignore0 {
			ignore0 = false
		}
		if compress == pieceIndex {
			if pieceIndex == 0 {
				output += "::"
			} else {
				output += ":"
			}
			ignore0 = true
			continue
		}
		output += strconv.FormatUint(uint64(address[pieceIndex]), 16)
		if pieceIndex != 7 {
			output += ":"
		}
	}
	return output
}

// compressedPieceIndex implements
// https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index; -1 is null.
func compressedPieceIndex(address [8]uint16) int {
	longestIndex, longestSize := -1, 1
	foundIndex, foundSize := -1, 0
	for pieceIndex := range address {
		if address[pieceIndex] != 0 {
			if foundSize > longestSize {
				longestIndex, longestSize = foundIndex, foundSize
			}
			foundIndex, foundSize = -1, 0
		} else {
			if foundIndex == -1 {
				foundIndex = pieceIndex
			}
			foundSize++
		}
	}
	if foundSize > longestSize {
		return foundIndex
	}
	return longestIndex
}
