package url

import (
	"net/netip"
	"strings"
)

// Host is the host of a URL: a domain, an IP address, an opaque host or the empty host. It is comparable;
// == is the standard's host equivalence. The zero Host is the empty host.
// https://url.spec.whatwg.org/#concept-host
type Host struct {
	serialized string
	kind       HostKind
}

// HostKind says what a [Host] is.
type HostKind uint8

// The kinds of host. https://url.spec.whatwg.org/#host-representation
const (
	HostEmpty  HostKind = iota // the empty string, in file: and non-special URLs
	HostDomain                 // an ASCII string that names a host on a network
	HostIPv4                   // an IPv4 address
	HostIPv6                   // an IPv6 address
	HostOpaque                 // a string without further meaning, in non-special URLs
)

// String returns "empty", "domain", "IPv4", "IPv6" or "opaque".
func (k HostKind) String() string {
	names := [...]string{"empty", "domain", "IPv4", "IPv6", "opaque"}
	if int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
}

// ParseHost parses the host of a special URL. Unlike a URL's, it is taken as it is: tabs and newlines in it are
// not removed. A failure is an [*Error]. A host that is serialized as s shares its memory.
//
// It implements https://url.spec.whatwg.org/#concept-host-parser, which is not defined for an empty s; that
// fails with [ErrHostMissing].
func ParseHost(s string) (Host, error) { return parseHost(s, false) }

// ParseOpaqueHost is [ParseHost] for a URL that is not special. An empty s is the empty host.
func ParseOpaqueHost(s string) (Host, error) { return parseHost(s, true) }

func parseHost(s string, isOpaque bool) (Host, error) {
	p := parser{raw: s, in: s}
	if s == "" && !isOpaque {
		p.fail(ErrHostMissing, 0)
		return Host{}, p.error("parse host")
	}
	if !p.parseHost(0, len(s), isOpaque) {
		return Host{}, p.error("parse host")
	}
	if string(p.out.bytes()) != s {
		s = string(p.out.bytes())
	}
	return hostOf(unmarked(s), isOpaque), nil
}

// hostOf returns the host that is serialized as s.
func hostOf(s string, isOpaque bool) Host {
	switch {
	case s == "":
		return Host{}
	case s[0] == '[':
		return Host{s, HostIPv6}
	case isOpaque:
		return Host{s, HostOpaque}
	case endsInANumber(s):
		return Host{s, HostIPv4}
	}
	return Host{s, HostDomain}
}

// String returns the host as it stands in a URL; an IPv6 address is in brackets.
// https://url.spec.whatwg.org/#concept-host-serializer
func (h Host) String() string { return h.serialized }

// AppendText appends what [Host.String] returns to b. The error is always nil.
func (h Host) AppendText(b []byte) ([]byte, error) { return append(b, h.serialized...), nil }

// MarshalText returns what [Host.String] returns, for JSON and the like. The error is always nil. There is no
// UnmarshalText, because the text does not tell a domain from an opaque host: call [ParseHost].
func (h Host) MarshalText() ([]byte, error) { return []byte(h.serialized), nil }

// Kind says what the host is.
func (h Host) Kind() HostKind { return h.kind }

// Addr returns the address, and whether the host is an IPv4 or IPv6 address.
func (h Host) Addr() (addr netip.Addr, ok bool) {
	s := h.serialized
	switch h.kind {
	case HostIPv6:
		s = s[1 : len(s)-1]
	case HostIPv4:
	default:
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(s)
	return addr, err == nil
}

// Unicode returns a domain with its labels in Unicode, and every other host as [Host.String] does. What
// it returns is for people to read; it may look like another host than it is.
//
// It implements https://url.spec.whatwg.org/#concept-domain-to-unicode.
func (h Host) Unicode() string {
	if h.kind != HostDomain {
		return h.serialized
	}
	return domainToUnicode(h.serialized)
}

// DomainToASCII returns domain as it stands in the host of a URL: in lower case, with labels that are not
// ASCII in Punycode. If beStrict, it also holds it to the rules for names in the DNS. A failure is an
// [*Error].
//
// It implements https://url.spec.whatwg.org/#concept-domain-to-ascii, the domain parser. So it does not
// percent-decode, and a result that ends in a number is not read as an IPv4 address; an IPv6 address in
// brackets is no domain. The result shares domain's memory where the two are equal. In the standard's edition
// of 2014 this was a static method of the URL class that returned the empty string for a failure, as this does
// beside its error.
func DomainToASCII(domain string, beStrict bool) (string, error) {
	p := parser{raw: domain, in: domain}
	parse := p.parseDomain
	if beStrict {
		parse = p.parseDomainStrictly
	}
	if ascii, ok := parse(toScalarValues(domain), 0, 0); ok {
		return ascii, nil
	}
	return "", p.error("domain to ASCII")
}

// DomainToUnicode returns what [DomainToASCII], not strict, makes of domain, with its labels decoded: to be
// shown to people, to whom it may look like another domain. If one of them cannot be decoded, none is. What
// is no domain, as an IPv6 address is none, gives the empty string. The result may share domain's memory.
//
// It implements https://url.spec.whatwg.org/#concept-domain-to-unicode on what the domain parser makes of
// domain, as the static method of the standard's edition of 2014 did.
func DomainToUnicode(domain string) string {
	ascii, err := DomainToASCII(domain, false)
	if err != nil {
		return ""
	}
	return domainToUnicode(ascii)
}

// domainBytes holds what each byte of an ASCII domain becomes in the result of the domain parser: its
// lower case. It is 0 for the forbidden domain code points, for "%" among them, and beyond ASCII.
// https://url.spec.whatwg.org/#forbidden-domain-code-point
var domainBytes = func() (bytes [256]byte) {
	for b := byte(0x21); b < 0x7F; b++ {
		if !isForbiddenDomain(rune(b)) {
			bytes[b] = asciiLower(b)
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

func asciiLower(b byte) byte {
	if b-'A' < 26 {
		return b + ('a' - 'A')
	}
	return b
}

// parseHost implements https://url.spec.whatwg.org/#concept-host-parser for p.in[start:end], and writes
// the serialized host.
func (p *parser) parseHost(start, end int, isOpaque bool) bool {
	if start < end && p.in[start] == '[' {
		return p.parseBracketedHost(start, end)
	}
	if isOpaque {
		return p.parseOpaqueHost(start, end)
	}
	n := p.out.n
	in := p.in[start:end]
	domain := p.out.extend(len(in))
	for i := range domain {
		lower := domainBytes[in[i]]
		if lower == 0 {
			p.out.n = n
			return p.parseDecodedHost(start, end, start+i)
		}
		domain[i] = lower
	}
	p.reportStrictDomain(in, len(in), start)
	if !endsInANumber(in) {
		return true
	}
	p.out.n = n
	return p.parseIPv4Host(in, start, true)
}

// parseDecodedHost runs the host parser for a host that is more than an ASCII domain: oddAt is the place
// of its first byte that is "%", beyond ASCII or a forbidden domain code point.
func (p *parser) parseDecodedHost(start, end, oddAt int) bool {
	domain := p.in[start:end]
	if i := indexPercentEncodedByte(domain); i >= 0 {
		p.report(ErrDomainPercentEncoded, start+i)
		var short [128]byte
		decoded := appendPercentDecoded(short[:0], toScalarValues(domain))
		if p.dry && isASCIIDomain(decoded) { // which for CanParse need not become a string that stays
			return !endsInANumber(decoded) || p.parseIPv4Host(string(decoded), start, false)
		}
		domain = string(decoded)
	}
	domain = toScalarValues(domain) // what was decoded need not be UTF-8 either
	ascii, ok := p.parseDomain(domain, start, oddAt)
	if !ok {
		return false
	}
	if endsInANumber(ascii) {
		if !isASCII(domain) {
			p.report(ErrIPv4NonASCIIInput, start)
		}
		return p.parseIPv4Host(ascii, start, false)
	}
	p.out.writeString(ascii)
	return true
}

// isASCIIDomain reports whether domain is ASCII and has no forbidden domain code point.
func isASCIIDomain(domain []byte) bool {
	for _, b := range domain {
		if domainBytes[b] == 0 {
			return false
		}
	}
	return true
}

// parseDomain implements https://url.spec.whatwg.org/#concept-domain-to-ascii, not strict, for a domain
// that was made from p.in[at:]; a failure is placed at failAt.
//
// The standard runs ToASCII with the strict parameters in any case, to report its outcome. Wherever the
// rest fails so does the strict run, hence there is one error to report.
func (p *parser) parseDomain(domain string, at, failAt int) (ascii string, ok bool) {
	if ascii, ok = domainToASCII(domain); !ok {
		p.fail(ErrDomainToASCII, failAt)
		return "", false
	}
	p.reportStrictDomain(domain, len(ascii), at)
	return ascii, true
}

// domainToASCII is parseDomain without the reports.
func domainToASCII(domain string) (ascii string, ok bool) {
	if isASCII(domain) {
		ascii, ok = strings.ToLower(domain), true
	} else {
		ascii, ok = unicodeToASCII(domain, false)
	}
	if !ok || ascii == "" || !isLowerDomain(ascii) {
		return "", false
	}
	return ascii, true
}

// isLowerDomain reports whether an ASCII string in lower case has no forbidden domain code point.
func isLowerDomain(s string) bool { return span(s, 0, hostClasses[1]) == len(s) }

// parseDomainStrictly is parseDomain with the standard's beStrict.
func (p *parser) parseDomainStrictly(domain string, _, failAt int) (ascii string, ok bool) {
	if ascii, ok = unicodeToASCII(domain, true); !ok {
		p.fail(ErrDomainToASCII, failAt)
	}
	return ascii, ok
}

// reportStrictDomain reports a domain that has passed the domain parser but is not a valid domain. Its ASCII
// form is asciiLen bytes long: if that is beyond what the DNS allows, there is no need to look further.
func (p *parser) reportStrictDomain(domain string, asciiLen, at int) {
	if !p.reports() {
		return
	}
	if asciiLen <= maxDNSLength {
		if _, ok := unicodeToASCII(domain, true); ok {
			return
		}
	}
	p.report(ErrDomainToASCII, at)
}

// parseBracketedHost runs the first step of the host parser, for a host that begins with "[".
func (p *parser) parseBracketedHost(start, end int) bool {
	if p.in[end-1] != ']' {
		p.fail(ErrIPv6Unclosed, end)
		return false
	}
	address, ok := p.parseIPv6(start+1, end-1)
	if !ok {
		return false
	}
	var serialized [maxIPv6Len + len("[]")]byte
	p.out.write(append(appendIPv6(append(serialized[:0], '['), &address), ']'))
	return true
}

// parseOpaqueHost implements https://url.spec.whatwg.org/#concept-opaque-host-parser.
func (p *parser) parseOpaqueHost(start, end int) bool {
	for i := start; i < end; i++ {
		if isForbiddenHost(p.in[i]) {
			p.fail(ErrHostInvalidCodePoint, i)
			return false
		}
	}
	if p.reports() {
		p.reportOpaqueHostUnits(start, end)
	}
	p.writeEncoded(p.in[start:end], C0ControlPercentEncodeSet)
	return true
}

// indexPercentEncodedByte returns the index of the first percent-encoded byte of s, or -1.
func indexPercentEncodedByte(s string) int {
	for i := range len(s) {
		if s[i] == '%' && isPercentEncodedByte(s[i:]) {
			return i
		}
	}
	return -1
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
