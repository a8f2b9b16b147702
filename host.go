package url

import (
	"bytes"
	"database/sql/driver"
	"net/netip"
	"slices"
	"strings"

	"github.com/weburl-go/url/internal/idna"
	"github.com/weburl-go/url/internal/infra"
)

// Host is the host of a URL: a domain, an IP address, an opaque host or the empty host. Two hosts compare equal with ==
// if the standard considers them equal. The zero Host is the empty host. https://url.spec.whatwg.org/#concept-host
type Host struct {
	serialized string
	kind       HostKind
}

// HostKind is the kind of a [Host]. The zero HostKind is [HostEmpty].
type HostKind uint8

// The kinds of host. https://url.spec.whatwg.org/#host-representation
const (
	HostEmpty  HostKind = iota // the empty string, in file: and non-special URLs
	HostDomain                 // an ASCII string that names a host on a network
	HostIPv4                   // an IPv4 address
	HostIPv6                   // an IPv6 address
	HostOpaque                 // a string without further meaning, in non-special URLs
)

// String returns "empty", "domain", "IPv4", "IPv6" or "opaque", or "unknown" for any other value.
func (k HostKind) String() string {
	names := [...]string{"empty", "domain", "IPv4", "IPv6", "opaque"}
	if int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
}

// ParseHost parses the host of a special URL. It percent-decodes s, except an IPv6 address, which must be in brackets.
// Like [DomainToASCII], it accepts domains that the DNS does not allow. Tabs and newlines are errors, because only the
// URL parser removes them. If s is empty, the error is [ErrHostMissing].
// https://url.spec.whatwg.org/#concept-host-parser
func ParseHost(s string) (Host, error) { return parseHostAlone(opParseHost, s, false) }

// ParseOpaqueHost parses the host of a URL that is not special. If s is empty, it returns the empty host.
// https://url.spec.whatwg.org/#concept-opaque-host-parser
func ParseOpaqueHost(s string) (Host, error) { return parseHostAlone(opParseOpaqueHost, s, true) }

// parseHostAlone parses a host that is not part of a URL, for the operation op.
func parseHostAlone(op, s string, isOpaque bool) (Host, error) {
	if s == "" && !isOpaque {
		return Host{}, newError(op, s, 0, ErrHostMissing)
	}
	var out output
	r := reporter{raw: s}
	if !parseHost(s, 0, isOpaque, &out, &r) {
		return Host{}, r.error(op)
	}
	if string(out.bytes()) != s {
		s = string(out.bytes())
	}
	return hostOf(s, isOpaque), nil
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

// String returns the host as it appears in a URL. An IPv6 address is in brackets.
// https://url.spec.whatwg.org/#concept-host-serializer
func (h Host) String() string { return h.serialized }

// AppendText implements [encoding.TextAppender].
func (h Host) AppendText(b []byte) ([]byte, error) { return append(b, h.serialized...), nil }

// MarshalText implements [encoding.TextMarshaler]. It returns what [Host.String] returns. There is no UnmarshalText,
// because the text does not say whether the host is a domain or an opaque host. Call [ParseHost] or [ParseOpaqueHost].
func (h Host) MarshalText() ([]byte, error) { return []byte(h.serialized), nil }

// AppendBinary implements [encoding.BinaryAppender].
func (h Host) AppendBinary(b []byte) ([]byte, error) {
	if h.serialized == "" {
		return b, nil
	}
	return append(append(b, binaryVersion, byte(h.kind)), h.serialized...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The result includes the host's kind.
func (h Host) MarshalBinary() ([]byte, error) { return h.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It rejects data that [Host.MarshalBinary] could not have
// produced.
func (h *Host) UnmarshalBinary(data []byte) error {
	text, ok := cutBinary(data)
	if text == "" && ok {
		*h = Host{}
		return nil
	}
	if !ok || len(text) < 2 {
		return notBinary(opBinaryHost, data)
	}
	want := Host{text[1:], HostKind(text[0])}
	if got, err := parseHostAlone(opBinaryHost, want.serialized, want.kind == HostOpaque); err != nil || got != want {
		return notBinary(opBinaryHost, data)
	}
	*h = want
	return nil
}

// Value implements [driver.Valuer]. It returns what [Host.String] returns. The empty host becomes "", not NULL.
func (h Host) Value() (driver.Value, error) { return h.serialized, nil }

// Kind returns the host's kind, such as [HostDomain].
func (h Host) Kind() HostKind { return h.kind }

// Addr returns the address of an IPv4 or IPv6 host. It reports false for any other host, unless it is an opaque host
// that [netip.ParseAddr] accepts, as in "redis://127.0.0.1". See [URL.Addr] for IPv4-mapped addresses.
func (h Host) Addr() (addr netip.Addr, ok bool) {
	s := h.serialized
	switch h.kind {
	case HostIPv6:
		s = s[1 : len(s)-1]
	case HostIPv4, HostOpaque:
	default:
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(s)
	return addr, err == nil
}

// Unicode is like [Host.String] but returns a domain with its labels in Unicode. Use the result only for display,
// because it may look like another host. https://url.spec.whatwg.org/#concept-domain-to-unicode
func (h Host) Unicode() string {
	if h.kind != HostDomain {
		return h.serialized
	}
	return idna.ToUnicode(h.serialized)
}

// DomainToASCII returns domain as it would appear in a URL's host: in lower case, with non-ASCII labels in Punycode.
// In an ASCII domain, Punycode is not checked, so "xn--a" is accepted. The DNS may not allow the result; see
// [DomainToASCIIStrict]. https://url.spec.whatwg.org/#concept-domain-to-ascii
//
// Unlike [ParseHost], it does not percent-decode its input, accept IPv6 addresses in brackets, or treat "127.1" as an
// IPv4 address.
func DomainToASCII(domain string) (string, error) {
	ascii, ok := idna.ToASCII(infra.ToScalarValues(domain))
	return domainResult(opDomainToASCII, domain, ascii, ok, idna.Explain)
}

// DomainToASCIIStrict is like [DomainToASCII] but enforces the DNS rules, as the standard does when beStrict is
// true. It accepts IPv4 addresses, such as "127.1". To tell them apart from domains, call [ParseHost].
// https://url.spec.whatwg.org/#concept-domain-to-ascii
//
// Each label of the result consists of 1 to 63 letters, digits and hyphens. No label begins or ends with a hyphen, and
// only a valid Punycode label has hyphens in both the third and fourth positions. The domain has at most 253 bytes and no
// trailing dot.
func DomainToASCIIStrict(domain string) (string, error) {
	ascii, ok := idna.ToASCIIStrict(infra.ToScalarValues(domain))
	return domainResult(opDomainToASCIIStrict, domain, ascii, ok, idna.ExplainStrict)
}

// domainResult returns ascii or, if ok is false, the error of the operation op for domain.
func domainResult(
	op, domain, ascii string, ok bool, explain func(domain string) (at int, f idna.Fault),
) (string, error) {
	if ok {
		return ascii, nil
	}
	at, fault := explain(infra.ToScalarValues(domain)) // at is a place in domain as well, because the first U+FFFD is wrong
	return "", newError(op, domain, at, domainError(fault))
}

// DomainToUnicode returns domain with its labels in Unicode, or "" if [DomainToASCII] rejects it. If a label cannot be
// decoded, the result is the domain in ASCII. Use the result only for display, because it may look like another domain.
// https://url.spec.whatwg.org/#concept-domain-to-unicode
func DomainToUnicode(domain string) string {
	ascii, err := DomainToASCII(domain)
	if err != nil {
		return ""
	}
	return idna.ToUnicode(ascii)
}

// parseHost implements https://url.spec.whatwg.org/#concept-host-parser, and writes the serialized host. at is the
// place of host in the input.
func parseHost(host string, at int, isOpaque bool, out *output, r *reporter) bool {
	if strings.HasPrefix(host, "[") {
		return parseBracketedHost(host, at, out, r)
	}
	if isOpaque {
		return parseOpaqueHost(host, at, out, r)
	}
	if endsInANumber(host) && idna.IsASCIIDomain(host) {
		r.reportStrictDomain(host, host, len(host), at)
		return parseIPv4Host(host, at, true, out, r)
	}
	if !out.writeDomain(host) {
		return parseDecodedHost(host, at, out, r)
	}
	r.reportStrictDomain(host, host, len(host), at)
	return true
}

// parseDecodedHost runs the host parser for a host that is more than an ASCII domain.
//
// The standard always runs ToASCII a second time, with the strict parameters, to report its outcome. The strict run
// fails wherever the other one fails, so there is only one error to report.
func parseDecodedHost(host string, at int, out *output, r *reporter) bool {
	i := indexPercentEncodedByte(host)
	if i < 0 && infra.IsASCII(host) { // the steps below do not change it, and it is not an ASCII domain
		return r.failDomain(host, host, at)
	}
	domain := infra.ToScalarValues(host)
	var buffer [scratchSize]byte
	ascii, ok := buffer[:0], false
	if i >= 0 {
		r.report(ErrDomainPercentEncoded, at+i)
		ascii = infra.AppendPercentDecoded(slices.Grow(ascii, len(domain)), domain)
		if ok = idna.IsASCIIDomain(ascii); ok {
			infra.MakeLower(ascii)
		}
		if !ok || r.reports() { // else the string is not needed
			domain = infra.ToScalarValues(string(ascii))
		}
	}
	if !ok {
		ascii, ok = idna.AppendASCII(buffer[:0], domain)
	}
	if !ok {
		return r.failDomain(host, domain, at)
	}
	r.reportStrictDomain(host, domain, len(ascii), at)
	last := ascii[bytes.LastIndexByte(ascii[:len(ascii)-1], '.')+1:] // with the dot that may be at the end
	if infra.IsASCIIDigit(last[0]) && endsInANumber(string(last)) {
		if !infra.IsASCII(domain) {
			r.report(ErrIPv4NonASCIIInput, at)
		}
		return parseIPv4Host(string(ascii), at, false, out, r)
	}
	out.write(ascii)
	return true
}

// parseIPv4Host parses a domain that ends in a number as an IPv4 address, and writes that. See [parseIPv4].
func parseIPv4Host(domain string, at int, exact bool, out *output, r *reporter) bool {
	ipv4, ok := parseIPv4(domain, at, exact, r)
	start := out.n
	n := writeIPv4((*[maxIPv4Len]byte)(out.extend(maxIPv4Len)), ipv4)
	out.truncate(start + n)
	return ok
}

// reportStrictDomain reports a host that has passed the domain parser but is not a valid domain. domain is the host, decoded.
// Its ASCII form has asciiLen bytes. If that is more than the DNS allows, nothing else has to be checked.
func (r *reporter) reportStrictDomain(host, domain string, asciiLen, at int) {
	if !r.reports() {
		return
	}
	if asciiLen <= idna.MaxDNSLength {
		if _, ok := idna.ToASCIIStrict(domain); ok {
			return
		}
	}
	inDomain, fault := idna.ExplainStrict(domain)
	inHost, fault := idna.InHost(host, inDomain, fault)
	r.hook(ValidationError{Type: ErrDomainToASCII, Offset: r.rawOffset(at + inHost), Detail: fault.String()})
}

// parseBracketedHost runs the first step of the host parser, for a host that begins with "[".
func parseBracketedHost(host string, at int, out *output, r *reporter) bool {
	last := len(host) - 1
	if host[last] != ']' {
		return r.fail(ErrIPv6Unclosed, at+len(host))
	}
	var address [8]uint16
	if ok := parseIPv6(host[1:last], at+1, &address, r); !ok || r.checkOnly {
		return ok
	}
	start := out.n
	written := out.extend(maxIPv6Len + len("[]"))
	n := writeIPv6((*[maxIPv6Len]byte)(written[1:]), &address)
	written[0], written[n+1] = '[', ']'
	out.truncate(start + n + len("[]"))
	return true
}

// parseOpaqueHost implements https://url.spec.whatwg.org/#concept-opaque-host-parser.
func parseOpaqueHost(host string, at int, out *output, r *reporter) bool {
	for i := range len(host) {
		if idna.IsForbiddenHost(host[i]) {
			return r.fail(ErrHostInvalidCodePoint, at+i)
		}
	}
	r.reportOpaqueHostUnits(host, at)
	out.writePercentEncoded(host, C0ControlPercentEncodeSet)
	return true
}
