package url

import (
	"errors"
	"fmt"
	"strings"
)

// OriginPattern matches a set of tuple origins, such as those allowed to read responses (CORS), open a WebSocket, or
// embed a page. See [ParseOriginPattern] for the syntax. The zero pattern matches nothing.
//
// Two patterns compare equal with == if their strings are equal.
type OriginPattern struct {
	origin     Origin // the pattern without its stars; opaque only in the zero pattern
	subdomains bool   // "*." stands before the host
	anyPort    bool   // ":*" stands for the port
}

// ParseOriginPattern parses a pattern that consists of a scheme, "://", a host, and optionally ":" and a port. A "*."
// before a domain stands for one or more whole labels, and ":*" stands for any port:
//
//	https://example.com          this origin, and no other
//	https://example.com:8443     the same with a port; without one, it is the scheme's default port
//	https://*.example.com        www.example.com and a.b.example.com, but not example.com, badexample.com or a..example.com
//	http://localhost:*           all ports of this host, including the default port
//
// The scheme, host and port are normalized as they are in a URL. All schemes except file are accepted, even a
// misspelled one such as "htps".
//
// The error wraps either [ErrNotOriginPattern] or the reason for rejecting the scheme, host or port. These are errors:
//
//   - "*" and "https://*", because a pattern cannot match every host
//   - a "*" anywhere else in the host
//   - "*." before an address, before a domain with an empty label, or with a scheme that is not special
//   - credentials or a path, even just "/"
//
// "https://*.com" and "https://*.co.uk" are accepted, although anyone can register a domain that matches them.
func ParseOriginPattern(s string) (OriginPattern, error) {
	var p OriginPattern
	if at, reason := p.read(s); reason != nil {
		return OriginPattern{}, newError(opParseOriginPattern, s, at, reason)
	}
	return p, nil
}

// MustParseOriginPattern is like [ParseOriginPattern] but panics on error.
func MustParseOriginPattern(s string) OriginPattern { return mustParsePattern(ParseOriginPattern(s)) }

// read sets p, which is zero, to the pattern s. If it fails, it returns a place in s and the reason.
//
// It removes the stars, parses the rest as a URL, and checks that there is nothing but an origin.
func (p *OriginPattern) read(s string) (at int, reason error) {
	scheme, rest, found := strings.Cut(s, "://")
	if !found {
		return 0, notOriginPattern(`it lacks a scheme and "://"`)
	}
	plainAt := len(scheme) + len("://")
	hostAt := plainAt
	if rest, p.subdomains = strings.CutPrefix(rest, "*."); p.subdomains {
		hostAt += len("*.")
	}
	rest, p.anyPort = strings.CutSuffix(rest, ":*")
	if i := strings.IndexFunc(rest, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`*@/\?#`, r) }); i >= 0 {
		return hostAt + i, notOriginPattern(unexpectedInPattern(rest[i]))
	}
	var u URL
	var e *Error
	if errors.As(u.assign("", scheme+"://"+rest, nil), &e) {
		if at = e.Offset; at >= plainAt {
			at += hostAt - plainAt
		}
		return at, e.Err
	}
	if int(u.schemeEnd) != len(scheme)+len(":") || u.scheme == schemeFile {
		return 0, notOriginPattern("it does not begin with a scheme that has tuple origins")
	}
	if at, reason = p.check(&u, rest); reason != nil {
		return hostAt + at, reason
	}
	p.origin = u.tupleOrigin()
	return 0, nil
}

// check returns what is wrong with the host and port of u, which were parsed from rest, and the place in rest.
func (p *OriginPattern) check(u *URL, rest string) (at int, reason error) {
	host, _ := u.ParsedHost()
	port := strings.LastIndexByte(rest, ':')
	hasPort := port > strings.LastIndexByte(rest, ']')
	switch {
	case host.Kind() == HostEmpty:
		return 0, ErrHostMissing
	case hasPort && (p.anyPort || port == len(rest)-1):
		return port + 1, ErrPortInvalid
	case strings.Contains(host.String(), "*"): // it was percent-encoded, or a character that IDNA maps to it
		return 0, notOriginPattern(unexpectedInPattern('*'))
	case p.subdomains && !host.canHaveSubdomains():
		return 0, notOriginPattern(needsDomain)
	}
	return 0, nil
}

// unexpectedInPattern says what is wrong with b after the scheme of a pattern.
func unexpectedInPattern(b byte) string {
	switch {
	case b == '*':
		return `"*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"; for other patterns, use package urlpattern`
	case b == '@':
		return "an origin has no credentials"
	case b <= ' ':
		return "it has a space or a control character"
	}
	return "an origin ends after the host and port"
}

// notOriginPattern returns ErrNotOriginPattern with the reason.
func notOriginPattern(reason string) error { return detailedError{ErrNotOriginPattern, reason} }

// Match reports whether p matches o. If it does, use o, not the string that o was parsed from. For CORS, send
// o.String() in the Access-Control-Allow-Origin header.
//
// Opaque origins never match, and "*." never matches an IP address. A trailing dot is significant, so "example.com." and
// "example.com" are different hosts. So are "127.0.0.1" and "[::ffff:127.0.0.1]".
func (p OriginPattern) Match(o Origin) bool {
	if p.origin.IsOpaque() || o.Scheme() != p.origin.Scheme() { // an opaque origin has the scheme ""
		return false
	}
	host, port := o.hostAndPort()
	wantHost, wantPort := p.origin.hostAndPort()
	if !p.anyPort && port != wantPort {
		return false
	}
	if !p.subdomains {
		return host == wantHost
	}
	// The pattern's domain does not end in a number, so no IP address ends in it.
	return isSubdomain(host, wantHost)
}

// String returns the normalized pattern in the syntax that [ParseOriginPattern] accepts. It returns "" for the zero
// pattern.
func (p OriginPattern) String() string {
	if !p.subdomains && !p.anyPort {
		return p.origin.serialized
	}
	host, port := p.origin.hostAndPort()
	s := p.origin.serialized[:p.origin.hostStart]
	if p.subdomains {
		s += "*."
	}
	if p.anyPort {
		port = ":*"
	}
	return s + host + port
}

// AppendText implements [encoding.TextAppender].
func (p OriginPattern) AppendText(b []byte) ([]byte, error) { return append(b, p.String()...), nil }

// MarshalText implements [encoding.TextMarshaler]. It returns what [OriginPattern.String] returns.
func (p OriginPattern) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets p to the result of [ParseOriginPattern]. Empty text sets
// p to the zero pattern.
func (p *OriginPattern) UnmarshalText(text []byte) error {
	return unmarshalPattern(p, text, ParseOriginPattern)
}

// AppendBinary implements [encoding.BinaryAppender].
func (p OriginPattern) AppendBinary(b []byte) ([]byte, error) {
	return appendBinary(b, p.String()), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler].
func (p OriginPattern) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It rejects data that [OriginPattern.MarshalBinary] could not
// have produced.
func (p *OriginPattern) UnmarshalBinary(data []byte) error {
	return unmarshalBinaryPattern(p, opBinaryOriginPattern, data, ParseOriginPattern)
}

// HostPattern matches a set of hosts, for use in an allowlist. Check the URL's scheme first, for example with
// [URL.IsHTTP]. See [ParseHostPattern] for the syntax. The zero pattern matches nothing.
//
// Do not use it for a denylist, because different names can refer to the same server, for example a domain with and
// without a trailing dot. See "Block some hosts and their subdomains" in COOKBOOK.md. To keep requests from reaching
// internal addresses, use package guard.
//
// Two patterns compare equal with == if their strings are equal.
type HostPattern struct {
	host       Host // the host, or the domain after "*."; empty only in the zero pattern
	subdomains bool // "*." stands before the host
}

// ParseHostPattern parses either a host, as [ParseHost] does, or "*." followed by a domain. The "*." stands for one or
// more whole labels, unlike in a Kubernetes Ingress, where it stands for exactly one:
//
//	example.com      this domain, and no other
//	*.example.com    www.example.com and a.b.example.com, but not example.com, badexample.com or a..example.com
//	127.0.0.1        this address, even as the IPv4-mapped IPv6 address [::ffff:127.0.0.1]
//
// The host is normalized. A trailing dot is significant, so "example.com." and "example.com" are different hosts.
// Domains that the DNS does not allow, such as "a,b.example", are accepted. To reject them, use [DomainToASCIIStrict].
//
// The error wraps [ErrNotHostPattern] if a "*" appears anywhere but in a leading "*.", if "*." precedes an address or a
// domain with an empty label, or if s contains a scheme, a port, credentials or a path. Other errors are those of
// ParseHost.
//
// "*.com" and "*.co.uk" are accepted, although anyone can register a domain that matches them.
func ParseHostPattern(s string) (HostPattern, error) {
	rest, subdomains := strings.CutPrefix(s, "*.")
	host, at, reason := parsePatternHost(rest)
	if reason == nil && subdomains && !host.canHaveSubdomains() {
		reason = notHostPattern(needsDomain)
	}
	if reason != nil {
		return HostPattern{}, newError(opParseHostPattern, s, len(s)-len(rest)+at, reason)
	}
	return HostPattern{host, subdomains}, nil
}

// MustParseHostPattern is like [ParseHostPattern] but panics on error.
func MustParseHostPattern(s string) HostPattern { return mustParsePattern(ParseHostPattern(s)) }

// parsePatternHost parses the host of a pattern. If it fails, it returns a place in s and the reason.
func parsePatternHost(s string) (host Host, at int, reason error) {
	if i := strings.IndexAny(s, "*@"); i >= 0 {
		return Host{}, i, notHostPattern(unexpectedInHostPattern(s[i]))
	}
	if end := scanHost(s, 0, schemeHTTP); end < len(s) {
		return Host{}, end, notHostPattern(unexpectedInHostPattern(s[end]))
	}
	host, err := ParseHost(s)
	var e *Error
	switch {
	case errors.As(err, &e):
		return Host{}, e.Offset, e.Err
	case strings.Contains(host.String(), "*"): // it was percent-encoded, or a character that IDNA maps to it
		return Host{}, 0, notHostPattern(unexpectedInHostPattern('*'))
	}
	return host, 0, nil
}

// unexpectedInHostPattern says what is wrong with b in a host pattern.
func unexpectedInHostPattern(b byte) string {
	if b == '*' {
		return `"*" stands only for the first labels of a domain, as "*."; for other patterns, use package urlpattern`
	}
	return "a host pattern has no scheme, port, credentials or path"
}

// notHostPattern returns ErrNotHostPattern with the reason.
func notHostPattern(reason string) error { return detailedError{ErrNotHostPattern, reason} }

// Match reports whether p matches h. If it does, use the URL that h came from, not the string that the URL was parsed
// from.
//
// Opaque hosts and the empty host never match, and "*." never matches an address. Match applies [netip.Addr.Unmap] to
// addresses before comparing them.
func (p HostPattern) Match(h Host) bool {
	switch {
	case h.kind == HostOpaque || h.kind == HostEmpty:
		return false
	case p.subdomains:
		return isSubdomain(h.serialized, p.host.serialized) // so h is a domain, too
	}
	want, isAddr := p.host.Addr()
	got, _ := h.Addr()
	return h == p.host || isAddr && got.Unmap() == want.Unmap()
}

// unmarshalPattern sets *p to what parse makes of text, or to the zero pattern if text is empty. If parse fails, *p stays.
func unmarshalPattern[P any](p *P, text []byte, parse func(string) (P, error)) error {
	var parsed P
	if len(text) > 0 {
		var err error
		if parsed, err = parse(string(text)); err != nil {
			return err
		}
	}
	*p = parsed
	return nil
}

// unmarshalBinaryPattern sets *p to the pattern that appendBinary wrote to data. Otherwise it returns an error of the operation
// op, and *p stays.
func unmarshalBinaryPattern[P fmt.Stringer](p *P, op string, data []byte, parse func(string) (P, error)) error {
	var parsed P
	text, ok := cutBinary(data)
	if text != "" && ok {
		var err error
		parsed, err = parse(text)
		ok = err == nil && parsed.String() == text
	}
	if !ok {
		return notBinary(op, data)
	}
	*p = parsed
	return nil
}

// mustParsePattern returns p, or panics if there is an error.
func mustParsePattern[P any](p P, err error) P {
	if err != nil {
		panic(err)
	}
	return p
}

// needsDomain is what is wrong with a pattern that has "*." before a host that cannot have subdomains.
const needsDomain = `"*." needs a domain after it`

// String returns the normalized pattern in the syntax that [ParseHostPattern] accepts. It returns "" for the zero
// pattern.
func (p HostPattern) String() string {
	if p.subdomains {
		return "*." + p.host.serialized
	}
	return p.host.serialized
}

// AppendText implements [encoding.TextAppender].
func (p HostPattern) AppendText(b []byte) ([]byte, error) { return append(b, p.String()...), nil }

// MarshalText implements [encoding.TextMarshaler]. It returns what [HostPattern.String] returns.
func (p HostPattern) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets p to the result of [ParseHostPattern]. Empty text sets p
// to the zero pattern.
func (p *HostPattern) UnmarshalText(text []byte) error {
	return unmarshalPattern(p, text, ParseHostPattern)
}

// AppendBinary implements [encoding.BinaryAppender].
func (p HostPattern) AppendBinary(b []byte) ([]byte, error) { return appendBinary(b, p.String()), nil }

// MarshalBinary implements [encoding.BinaryMarshaler].
func (p HostPattern) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It rejects data that [HostPattern.MarshalBinary] could not
// have produced.
func (p *HostPattern) UnmarshalBinary(data []byte) error {
	return unmarshalBinaryPattern(p, opBinaryHostPattern, data, ParseHostPattern)
}
