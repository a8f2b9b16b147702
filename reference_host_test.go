package url

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url/internal/idna"
)

// This file holds the host algorithms of the reference; see reference_test.go.

// refHostKind is which kind of host a host is.
type refHostKind int

const (
	refDomain refHostKind = iota
	refIPv4
	refIPv6
	refOpaqueHost
	refEmptyHost
)

// refHost is a host. https://url.spec.whatwg.org/#concept-host
type refHost struct {
	kind refHostKind
	name string    // a domain or an opaque host
	ipv4 uint32    // an IPv4 address
	ipv6 [8]uint16 // the pieces of an IPv6 address
}

// refStringHost returns a host of the kind, or an empty host if name is the empty string.
func refStringHost(kind refHostKind, name string) *refHost {
	if name == "" {
		kind = refEmptyHost
	}
	return &refHost{kind: kind, name: name}
}

// isEmpty reports whether the host, which may be null, is the empty host.
func (h *refHost) isEmpty() bool { return h != nil && h.kind == refEmptyHost }

// refParseHost runs the host parser on input alone, and returns nil for failure.
func refParseHost(input string, isOpaque bool) (*refHost, []refValidationError) {
	p := new(refParser)
	p.input, p.at = refDecode(input)
	host := p.hostParser(p.input, 0, isOpaque)
	return host, p.errors
}

// hostParser implements https://url.spec.whatwg.org/#concept-host-parser. The host begins at code point
// start of the parser's input; nil is failure.
func (p *refParser) hostParser(input []rune, start int, isOpaque bool) *refHost {
	if len(input) > 0 && input[0] == '[' {
		if input[len(input)-1] != ']' {
			p.failure(ErrIPv6Unclosed, start+len(input))
			return nil
		}
		return p.ipv6Parser(input[1:len(input)-1], start+1)
	}
	if isOpaque {
		return p.opaqueHostParser(input, start)
	}
	percentEncoded := refIndexPercentEncodedByte(input)
	if percentEncoded >= 0 {
		p.validationError(ErrDomainPercentEncoded, start+percentEncoded)
	}
	domain := refUTF8DecodeWithoutBOM(refPercentDecode([]byte(string(input))))
	asciiDomain, ok := p.domainParser(domain, false, start)
	if !ok {
		return nil
	}
	if refEndsInANumber(asciiDomain) {
		// This validation error is younger than the commit of the standard that the rest transcribes.
		if !refIsASCIIString(domain) {
			p.validationError(ErrIPv4NonASCIIInput, start)
		}
		return p.ipv4Parser(asciiDomain, start, percentEncoded < 0 && refIsASCIIString(domain))
	}
	return refStringHost(refDomain, asciiDomain)
}

// refIndexPercentEncodedByte returns where input contains a percent-encoded byte, or -1.
func refIndexPercentEncodedByte(input []rune) int {
	for i, c := range input {
		if c == '%' && refStartsWithTwoHexDigits(input[i+1:]) {
			return i
		}
	}
	return -1
}

// domainParser implements https://url.spec.whatwg.org/#concept-domain-to-ascii, for a host that begins at
// code point start of the input.
func (p *refParser) domainParser(domain string, beStrict bool, start int) (string, bool) {
	strictResult, strictOK := idna.ToASCIIStrict(domain)
	if !strictOK {
		p.validationError(ErrDomainToASCII, start)
	}
	if beStrict {
		if !strictOK {
			p.failForLastError()
			return "", false
		}
		return strictResult, true
	}
	var result string
	if refIsASCIIString(domain) {
		result = refASCIILowercaseString(domain)
	} else {
		var ok bool
		result, ok = idna.ToASCII(domain)
		if !ok {
			p.failForLastError()
			return "", false
		}
	}
	if result == "" {
		p.failForLastError()
		return "", false
	}
	if strings.ContainsFunc(result, refIsForbiddenDomainCodePoint) {
		p.failForLastError()
		return "", false
	}
	return result, true
}

// refIsForbiddenHostCodePoint implements https://url.spec.whatwg.org/#forbidden-host-code-point.
func refIsForbiddenHostCodePoint(c rune) bool {
	return strings.ContainsRune("\x00\t\n\r #/:<>?@[\\]^|", c)
}

// refIsForbiddenDomainCodePoint implements https://url.spec.whatwg.org/#forbidden-domain-code-point.
func refIsForbiddenDomainCodePoint(c rune) bool {
	return refIsForbiddenHostCodePoint(c) || c >= 0 && c <= 0x1F || c == '%' || c == 0x7F
}

// refEndsInANumber implements https://url.spec.whatwg.org/#ends-in-a-number-checker.
func refEndsInANumber(input string) bool {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last != "" && !strings.ContainsFunc(last, func(c rune) bool { return !refIsASCIIDigit(c) }) {
		return true
	}
	_, _, ok := refIPv4NumberParser(last)
	return ok
}

// ipv4Parser implements https://url.spec.whatwg.org/#concept-ipv4-parser, for a host that begins at code
// point start of the parser's input, and stands there as it is if asWritten.
func (p *refParser) ipv4Parser(input string, start int, asWritten bool) *refHost {
	place := func(offset int) int {
		if asWritten {
			return start + offset
		}
		return start
	}
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		p.validationError(ErrIPv4EmptyPart, place(len(input)-1))
		if len(parts) > 1 {
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 4 {
		p.validationError(ErrIPv4TooFewParts, place(0))
	}
	if len(parts) > 4 {
		p.failure(ErrIPv4TooManyParts, place(len(strings.Join(parts[:4], "."))+1))
		return nil
	}
	var numbers []*big.Int
	var places []int // of each part
	offset := 0
	for _, part := range parts {
		places = append(places, place(offset))
		number, notDecimal, ok := refIPv4NumberParser(part)
		if !ok {
			p.failure(ErrIPv4NonNumericPart, place(offset))
			return nil
		}
		if notDecimal {
			p.validationError(ErrIPv4NonDecimalPart, place(offset))
		}
		numbers = append(numbers, number)
		offset += len(part) + 1
	}
	isGreaterThan255 := func(n *big.Int) bool { return n.Cmp(big.NewInt(255)) > 0 }
	if i := slices.IndexFunc(numbers, isGreaterThan255); i >= 0 {
		p.validationError(ErrIPv4OutOfRangePart, places[i])
	}
	last := numbers[len(numbers)-1]
	if slices.ContainsFunc(numbers[:len(numbers)-1], isGreaterThan255) {
		p.failForLastError()
		return nil
	}
	if last.Cmp(refPowerOf256(5-len(numbers))) >= 0 {
		p.failForLastError()
		return nil
	}
	ipv4 := last
	for counter, n := range numbers[:len(numbers)-1] {
		ipv4.Add(ipv4, new(big.Int).Mul(n, refPowerOf256(3-counter)))
	}
	return &refHost{kind: refIPv4, ipv4: uint32(ipv4.Uint64())}
}

func refPowerOf256(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(exponent)), nil)
}

// refIPv4NumberParser implements https://url.spec.whatwg.org/#ipv4-number-parser.
func refIPv4NumberParser(input string) (output *big.Int, validationError, ok bool) {
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
	return refInteger(input, r), validationError, true
}

// refInteger returns the integer that digits represent in the radix; all are digits of that radix.
func refInteger(digits string, radix int) *big.Int {
	n, ok := new(big.Int).SetString(digits, radix)
	if !ok {
		panic("not a number: " + digits)
	}
	return n
}

// ipv6Parser implements https://url.spec.whatwg.org/#concept-ipv6-parser, for an address that begins at
// code point start of the parser's input.
func (p *refParser) ipv6Parser(input []rune, start int) *refHost {
	var address [8]uint16
	pieceIndex := 0
	compress := -1 // null
	pointer := 0
	c := func() rune {
		if pointer >= len(input) {
			return refEOF
		}
		return input[pointer]
	}
	failure := func(t ErrorType) *refHost {
		p.failure(t, start+pointer)
		return nil
	}
	if c() == ':' {
		if len(input) < 2 || input[1] != ':' {
			return failure(ErrIPv6InvalidCompression)
		}
		pointer += 2
		pieceIndex++
		compress = pieceIndex
	}
	for c() != refEOF {
		if pieceIndex == 8 {
			return failure(ErrIPv6TooManyPieces)
		}
		if c() == ':' {
			if compress != -1 {
				return failure(ErrIPv6MultipleCompression)
			}
			pointer++
			pieceIndex++
			compress = pieceIndex
			continue
		}
		value, length := 0, 0
		for length < 4 && refIsASCIIHexDigit(c()) {
			value = value*0x10 + refHexDigit(c())
			pointer++
			length++
		}
		pieceStart := pointer - length
		if c() == '.' {
			if length == 0 {
				return failure(ErrIPv4InIPv6InvalidCodePoint)
			}
			pointer -= length
			if pieceIndex > 6 {
				return failure(ErrIPv4InIPv6TooManyPieces)
			}
			numbersSeen := 0
			for c() != refEOF {
				ipv4Piece := -1 // null
				if numbersSeen > 0 {
					if c() == '.' && numbersSeen < 4 {
						pointer++
					} else {
						return failure(ErrIPv4InIPv6InvalidCodePoint)
					}
				}
				if !refIsASCIIDigit(c()) {
					return failure(ErrIPv4InIPv6InvalidCodePoint)
				}
				partStart := pointer
				for refIsASCIIDigit(c()) {
					number := int(c() - '0')
					if ipv4Piece == -1 {
						ipv4Piece = number
					} else if ipv4Piece == 0 {
						return failure(ErrIPv4InIPv6InvalidCodePoint)
					} else {
						ipv4Piece = ipv4Piece*10 + number
					}
					if ipv4Piece > 255 {
						pointer = partStart
						return failure(ErrIPv4InIPv6OutOfRangePart)
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
				return failure(ErrIPv4InIPv6TooFewParts)
			}
			break
		} else if c() == ':' {
			pointer++
			if c() == refEOF {
				return failure(ErrIPv6InvalidCodePoint)
			}
		} else if c() != refEOF {
			return failure(ErrIPv6InvalidCodePoint)
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			p.validationError(ErrIPv6PieceLeadingZero, start+pieceStart)
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
		return failure(ErrIPv6TooFewPieces)
	}
	return &refHost{kind: refIPv6, ipv6: address}
}

// refHexDigit returns c interpreted as a hexadecimal number.
func refHexDigit(c rune) int {
	return strings.IndexRune("0123456789abcdef", refASCIILowercase(c))
}

// opaqueHostParser implements https://url.spec.whatwg.org/#concept-opaque-host-parser, for a host that
// begins at code point start of the parser's input.
func (p *refParser) opaqueHostParser(input []rune, start int) *refHost {
	if i := slices.IndexFunc(input, refIsForbiddenHostCodePoint); i >= 0 {
		p.failure(ErrHostInvalidCodePoint, start+i)
		return nil
	}
	for i, c := range input {
		if !refIsURLCodePoint(c) && c != '%' {
			p.validationError(ErrInvalidURLUnit, start+i)
			break
		}
	}
	for i, c := range input {
		if c == '%' && !refStartsWithTwoHexDigits(input[i+1:]) {
			p.validationError(ErrInvalidURLUnit, start+i)
			break
		}
	}
	return refStringHost(refOpaqueHost, refUTF8PercentEncodeString(string(input), refC0ControlPercentEncodeSet))
}

// serialize implements https://url.spec.whatwg.org/#concept-host-serializer.
func (h *refHost) serialize() string {
	switch h.kind {
	case refIPv4:
		return refIPv4Serializer(h.ipv4)
	case refIPv6:
		return "[" + refIPv6Serializer(h.ipv6) + "]"
	default:
		return h.name
	}
}

// refIPv4Serializer implements https://url.spec.whatwg.org/#concept-ipv4-serializer.
func refIPv4Serializer(address uint32) string {
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

// refIPv6Serializer implements https://url.spec.whatwg.org/#concept-ipv6-serializer.
func refIPv6Serializer(address [8]uint16) string {
	output := ""
	compress := refCompressedPieceIndex(address)
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

// refCompressedPieceIndex implements
// https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index; -1 is null.
func refCompressedPieceIndex(address [8]uint16) int {
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
