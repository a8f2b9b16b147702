package url

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// isSerializedIPv4 reports whether s is an IPv4 address as the serializer writes it: four numbers up to 255 without
// leading zeros. To parse and serialize s would take three times as long.
func isSerializedIPv4(s string) bool {
	dots, digits, part := 0, 0, 0 // the digits and the value of a part
	for i := range len(s) {
		switch b := s[i]; {
		case b == '.' && digits > 0:
			dots++
			digits, part = 0, 0
		case infra.IsASCIIDigit(b) && (digits == 0 || part > 0):
			digits++
			if part = part*10 + int(b-'0'); part > 255 {
				return false
			}
		default:
			return false
		}
	}
	return dots == 3 && digits > 0
}

// maxIPv4Len is the length of the longest serialized IPv4 address.
const maxIPv4Len = len("255.255.255.255")

// parseIPv4 implements https://url.spec.whatwg.org/#concept-ipv4-parser for a domain that ends in a number. If exact is
// true, the input contains the domain unchanged, at the place at. Otherwise at is the place of the host from which it
// was made.
func parseIPv4(domain string, at int, exact bool, r *reporter) (ipv4 uint32, ok bool) {
	place := func(i int) int {
		if exact {
			return at + i
		}
		return at
	}
	size := strings.Count(domain, ".") + 1
	if domain[len(domain)-1] == '.' {
		domain = domain[:len(domain)-1]
		size--
		r.report(ErrIPv4EmptyPart, place(len(domain)))
	}
	switch {
	case size < 4:
		r.report(ErrIPv4TooFewParts, place(0))
	case size > 4:
		fifth := 0
		for range 4 {
			fifth += strings.IndexByte(domain[fifth:], '.') + 1
		}
		return 0, r.fail(ErrIPv4TooManyParts, place(fifth))
	}
	tooBigAt, tooBig := -1, false // the place of the first part above 255; whether a part is above its maximum
	for n, start := 0, 0; n < size; n++ {
		part := domain[start:]
		if n < size-1 {
			part = part[:strings.IndexByte(part, '.')]
		}
		number, decimal, valid := parseIPv4Number(part)
		if !valid {
			return 0, r.fail(ErrIPv4NonNumericPart, place(start))
		}
		if !decimal {
			r.report(ErrIPv4NonDecimalPart, place(start))
		}
		if number > 255 && tooBigAt < 0 {
			tooBigAt = place(start)
		}
		shift, maxNumber := 24-8*n, uint64(1<<8-1)
		if n == size-1 { // the last part has the bytes that are left
			shift, maxNumber = 0, 1<<(8*(5-size))-1
		}
		tooBig = tooBig || number > maxNumber
		ipv4 |= uint32(number) << shift
		start += len(part) + 1
	}
	switch {
	case tooBig:
		return 0, r.fail(ErrIPv4OutOfRangePart, tooBigAt)
	case tooBigAt >= 0:
		r.report(ErrIPv4OutOfRangePart, tooBigAt)
	}
	return ipv4, true
}

// parseIPv4Number implements https://url.spec.whatwg.org/#ipv4-number-parser. A number above 2^32 becomes 2^32, which
// is out of range everywhere. decimal is the opposite of the standard's validationError.
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
		digit := uint64(infra.HexValue[s[i]])
		if digit >= radix {
			return 0, false, false
		}
		number = min(number*radix+digit, 1<<32)
	}
	return number, radix == 10, true
}

// writeIPv4 implements https://url.spec.whatwg.org/#concept-ipv4-serializer. It writes to the beginning of dst, and returns the
// length. It takes a third of the time that package strconv takes.
func writeIPv4(dst *[maxIPv4Len]byte, ipv4 uint32) (n int) {
	for shift := 24; shift >= 0; shift -= 8 {
		part := byte(ipv4 >> shift)
		if part >= 100 {
			dst[n] = '0' + part/100
			n++
		}
		if part >= 10 {
			dst[n] = '0' + part/10%10
			n++
		}
		dst[n] = '0' + part%10
		n++
		if shift > 0 {
			dst[n] = '.'
			n++
		}
	}
	return n
}

// endsInANumber implements https://url.spec.whatwg.org/#ends-in-a-number-checker.
func endsInANumber(domain string) bool { return mayEndInANumber(domain) && lastPartIsNumber(domain) }

// mayEndInANumber reports whether the last byte of domain is one that a number may end in.
func mayEndInANumber(domain string) bool { return domain != "" && numberEnds[domain[len(domain)-1]] }

// numberEnds contains the bytes that may be the last of a domain that ends in a number. Most domains end in other
// bytes.
var numberEnds = func() (ends [256]bool) {
	for b := range ends {
		ends[b] = infra.IsASCIIHexDigit(byte(b)) || b|0x20 == 'x' || b == '.'
	}
	return ends
}()

// lastPartIsNumber reports whether the last label of domain, or the one before a dot at the end, is a number for the
// IPv4 number parser, or is all digits.
func lastPartIsNumber(domain string) bool {
	last := strings.TrimSuffix(domain, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	if last == "" || !infra.IsASCIIDigit(last[0]) {
		return false // most domains
	}
	if _, _, ok := parseIPv4Number(last); ok {
		return true
	}
	for i := range len(last) { // "09" is all digits, but not a number: a 0 at the beginning makes it octal
		if !infra.IsASCIIDigit(last[i]) {
			return false
		}
	}
	return true
}
