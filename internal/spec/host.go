package spec

import (
	"slices"
	"strings"
)

// HostKind is which kind of host a host is.
type HostKind int

// The kinds of hosts.
const (
	Domain HostKind = iota
	IPv4
	IPv6
	OpaqueHost
	EmptyHost
)

// Host is a host. https://url.spec.whatwg.org/#concept-host
type Host struct {
	Kind HostKind
	Name string    // a domain or an opaque host
	IPv4 uint32    // an IPv4 address
	IPv6 [8]uint16 // the pieces of an IPv6 address
}

// stringHost returns a host of the kind, or an empty host if name is the empty string.
func stringHost(kind HostKind, name string) *Host {
	if name == "" {
		kind = EmptyHost
	}
	return &Host{Kind: kind, Name: name}
}

// isEmpty reports whether the host, which may be null, is the empty host.
func (h *Host) isEmpty() bool { return h != nil && h.Kind == EmptyHost }

// ParseHost runs the host parser on input alone, and returns nil for failure.
func ParseHost(input string, isOpaque bool) (*Host, []ValidationError) {
	p := new(parser)
	p.input, p.at = decode(input)
	host := p.hostParser(p.input, 0, isOpaque)
	return host, p.errors
}

// hostParser implements https://url.spec.whatwg.org/#concept-host-parser. The host begins at code point
// start of the parser's input; nil is failure.
func (p *parser) hostParser(input []rune, start int, isOpaque bool) *Host {
	if len(input) > 0 && input[0] == '[' {
		if input[len(input)-1] != ']' {
			p.failure("IPv6-unclosed", start+len(input))
			return nil
		}
		return p.ipv6Parser(input[1:len(input)-1], start+1)
	}
	if isOpaque {
		return p.opaqueHostParser(input, start)
	}
	percentEncoded := indexPercentEncodedByte(input)
	if percentEncoded >= 0 {
		p.validationError("domain-percent-encoded", start+percentEncoded)
	}
	domain := utf8DecodeWithoutBOM(PercentDecode([]byte(string(input))))
	asciiDomain, ok := p.domainParser(domain, false, start)
	if !ok {
		return nil
	}
	if endsInANumber(asciiDomain) {
		// This validation error is younger than the commit of the standard that the rest transcribes.
		if !isASCIIString(domain) {
			p.validationError("IPv4-non-ASCII-input", start)
		}
		return p.ipv4Parser(asciiDomain, start, percentEncoded < 0 && isASCIIString(domain))
	}
	return stringHost(Domain, asciiDomain)
}

// indexPercentEncodedByte returns where input contains a percent-encoded byte, or -1.
func indexPercentEncodedByte(input []rune) int {
	for i, c := range input {
		if c == '%' && startsWithTwoHexDigits(input[i+1:]) {
			return i
		}
	}
	return -1
}

// DomainToASCII runs the domain parser on domain alone, and reports false for failure.
func DomainToASCII(domain string, beStrict bool) (string, bool) {
	p := &parser{at: []Position{{}}} // where its validation error would be
	return p.domainParser(domain, beStrict, 0)
}

// domainParser implements https://url.spec.whatwg.org/#concept-domain-to-ascii, for a host that begins at
// code point start of the input.
func (p *parser) domainParser(domain string, beStrict bool, start int) (string, bool) {
	strictResult, strictOK := ToASCII(domain, true)
	if !strictOK {
		p.validationError("domain-to-ASCII", start)
	}
	if beStrict {
		if !strictOK {
			p.failForLastError()
			return "", false
		}
		return strictResult, true
	}
	var result string
	if isASCIIString(domain) {
		result = asciiLowercaseString(domain)
	} else {
		var ok bool
		result, ok = ToASCII(domain, false)
		if !ok {
			p.failForLastError()
			return "", false
		}
	}
	if result == "" {
		p.failForLastError()
		return "", false
	}
	if strings.ContainsFunc(result, isForbiddenDomainCodePoint) {
		p.failForLastError()
		return "", false
	}
	return result, true
}

// isForbiddenHostCodePoint implements https://url.spec.whatwg.org/#forbidden-host-code-point.
func isForbiddenHostCodePoint(c rune) bool {
	return strings.ContainsRune("\x00\t\n\r #/:<>?@[\\]^|", c)
}

// isForbiddenDomainCodePoint implements https://url.spec.whatwg.org/#forbidden-domain-code-point.
func isForbiddenDomainCodePoint(c rune) bool {
	return isForbiddenHostCodePoint(c) || c >= 0 && c <= 0x1F || c == '%' || c == 0x7F
}

// opaqueHostParser implements https://url.spec.whatwg.org/#concept-opaque-host-parser, for a host that
// begins at code point start of the parser's input.
func (p *parser) opaqueHostParser(input []rune, start int) *Host {
	if i := slices.IndexFunc(input, isForbiddenHostCodePoint); i >= 0 {
		p.failure("host-invalid-code-point", start+i)
		return nil
	}
	for i, c := range input {
		if !isURLCodePoint(c) && c != '%' {
			p.validationError("invalid-URL-unit", start+i)
			break
		}
	}
	for i, c := range input {
		if c == '%' && !startsWithTwoHexDigits(input[i+1:]) {
			p.validationError("invalid-URL-unit", start+i)
			break
		}
	}
	return stringHost(OpaqueHost, PercentEncode(string(input), C0ControlPercentEncodeSet))
}

// Serialize implements https://url.spec.whatwg.org/#concept-host-serializer.
func (h *Host) Serialize() string {
	switch h.Kind {
	case IPv4:
		return ipv4Serializer(h.IPv4)
	case IPv6:
		return "[" + ipv6Serializer(h.IPv6) + "]"
	default:
		return h.Name
	}
}
