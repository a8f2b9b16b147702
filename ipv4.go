package url

import (
	"strconv"
	"strings"
)

// endsInANumber implements https://url.spec.whatwg.org/#ends-in-a-number-checker.
func endsInANumber[T string | []byte](domain T) bool {
	end := len(domain)
	if end > 0 && domain[end-1] == '.' {
		end--
	}
	start := end
	for start > 0 && domain[start-1] != '.' {
		if hexValue[domain[start-1]] > 15 && domain[start-1]|0x20 != 'x' {
			return false
		}
		start--
	}
	last := domain[start:end]
	if len(last) == 0 || last[0] > '9' { // a number begins with a digit in every radix
		return false
	}
	if len(last) > 1 && last[0] == '0' && last[1]|0x20 == 'x' {
		return allHexDigits(last[2:])
	}
	return allDigits(last)
}

func allDigits[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

func allHexDigits[T string | []byte](s T) bool {
	for i := range len(s) {
		if hexValue[s[i]] > 15 {
			return false
		}
	}
	return true
}

// isSerializedIPv4 reports whether s is what the IPv4 serializer makes of the address that s stands for.
func isSerializedIPv4(s string) bool {
	for n := range 4 {
		i, value := 0, 0
		for i < len(s) && i < 3 && s[i]-'0' <= 9 {
			value = value*10 + int(s[i]-'0')
			i++
		}
		if i == 0 || s[0] == '0' && i > 1 || value > 255 {
			return false
		}
		if n == 3 {
			return i == len(s)
		}
		if i == len(s) || s[i] != '.' {
			return false
		}
		s = s[i+1:]
	}
	return false
}

// parseIPv4Host parses and writes the IPv4 address that a domain is which ends in a number. Where the domain
// stands in the input as it is, at is its place there; else the place of what it was made from, and exact
// is false.
func (p *parser) parseIPv4Host(domain string, at int, exact bool) bool {
	ipv4, ok := p.parseIPv4(domain, at, exact)
	var serialized [len("255.255.255.255")]byte
	p.out.write(appendIPv4(serialized[:0], ipv4))
	return ok
}

// parseIPv4 implements https://url.spec.whatwg.org/#concept-ipv4-parser for a domain that ends in a
// number.
func (p *parser) parseIPv4(domain string, at int, exact bool) (ipv4 uint32, ok bool) {
	place := func(i int) int {
		if exact {
			return at + i
		}
		return at
	}
	size := strings.Count(domain, ".") + 1
	if strings.HasSuffix(domain, ".") {
		domain = domain[:len(domain)-1]
		size--
		p.report(ErrIPv4EmptyPart, place(len(domain)))
	}
	switch {
	case size < 4:
		p.report(ErrIPv4TooFewParts, place(0))
	case size > 4:
		fifth := 0
		for range 4 {
			fifth += strings.IndexByte(domain[fifth:], '.') + 1
		}
		p.fail(ErrIPv4TooManyParts, place(fifth))
		return 0, false
	}
	tooBigAt, tooBig := -1, false // where the first part beyond 255 is, and whether a part is beyond its share
	for n, start := 0, 0; n < size; n++ {
		part, _, _ := strings.Cut(domain[start:], ".")
		number, decimal, valid := parseIPv4Number(part)
		if !valid {
			p.fail(ErrIPv4NonNumericPart, place(start))
			return 0, false
		}
		if !decimal {
			p.report(ErrIPv4NonDecimalPart, place(start))
		}
		if number > 255 && tooBigAt < 0 {
			tooBigAt = place(start)
		}
		shift, most := 24-8*n, uint64(1<<8-1)
		if n == size-1 { // the last part has the bytes that are left
			shift, most = 0, 1<<(8*(5-size))-1
		}
		tooBig = tooBig || number > most
		ipv4 |= uint32(number) << shift
		start += len(part) + 1
	}
	switch {
	case tooBig:
		p.fail(ErrIPv4OutOfRangePart, tooBigAt)
		return 0, false
	case tooBigAt >= 0:
		p.report(ErrIPv4OutOfRangePart, tooBigAt)
	}
	return ipv4, true
}

// parseIPv4Number implements https://url.spec.whatwg.org/#ipv4-number-parser, with the number held at
// 2^32, beyond every use of it. decimal is false where the standard's validationError is true.
func parseIPv4Number(s string) (number uint64, decimal, ok bool) {
	if s == "" {
		return 0, false, false
	}
	radix := uint64(10)
	if len(s) > 1 && s[0] == '0' {
		if s[1]|0x20 == 'x' {
			radix, s = 16, s[2:]
		} else {
			radix, s = 8, s[1:]
		}
	}
	for i := range len(s) {
		digit := uint64(hexValue[s[i]])
		if digit >= radix {
			return 0, false, false
		}
		number = min(number*radix+digit, 1<<32)
	}
	return number, radix == 10, true
}

// appendIPv4 implements https://url.spec.whatwg.org/#concept-ipv4-serializer.
func appendIPv4(dst []byte, ipv4 uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(ipv4>>shift&0xFF), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}
