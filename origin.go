package url

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// Origin is the unit of the web's security model: documents with the same origin trust each other. An origin is either
// a tuple of a scheme, a host and a port, or opaque. The standard's tuple also has a domain, which is always null here.
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
//
// Origin is comparable and can be a map key. The zero Origin is opaque. Any two opaque origins are equal by ==,
// but never the same origin by [Origin.SameOrigin], because the value does not show which opaque origin is meant. To
// decide whether to trust an origin, use SameOrigin.
type Origin struct {
	// A tuple origin is its serialization and the position of the host in that:
	//
	//	https://example.com:8080
	//	        |          |
	//	        |          hostEnd
	//	        hostStart
	//
	// The other fields follow from the serialization, so two tuple origins are equal if their serializations are.
	serialized string
	hostStart  uint32
	hostEnd    uint32
	port       uint16 // also 0 if it is null
	special    bool   // the scheme is special, so the host is not opaque
}

// Origin returns the origin of the URL. It is a tuple origin if the scheme is special ([URL.IsSpecial]) and not file. The origin
// of blob:https://example.com/… is that of the URL inside, if its scheme is http or https. All other origins are
// opaque, including those of file: URLs. A tuple origin shares the URL's memory, unless the URL has credentials.
//
// It implements https://url.spec.whatwg.org/#concept-url-origin for a URL without a blob URL entry; see
// [URL.OriginWith].
func (u URL) Origin() Origin {
	if u.scheme.hasServer() {
		return u.tupleOrigin()
	}
	if u.Protocol() != "blob:" {
		return Origin{}
	}
	var inner URL
	if inner.assign(opParse, u.Pathname(), nil) != nil || inner.scheme != schemeHTTP && inner.scheme != schemeHTTPS {
		return Origin{} // the standard also allows file: inside, but the origin of that is opaque
	}
	return inner.tupleOrigin()
}

// OriginWith is [URL.Origin] for a program that keeps a blob URL store. For a blob: URL, it calls resolve, which
// returns the origin of the environment that created the blob, or false if the store has no entry for the URL. resolve
// gets the URL without its fragment, because the store's keys have none. If resolve is nil, there is no store.
//
// It implements https://url.spec.whatwg.org/#concept-url-origin.
func (u URL) OriginWith(resolve func(u URL) (Origin, bool)) Origin {
	if resolve != nil && u.Protocol() == "blob:" {
		if origin, ok := resolve(u.WithoutFragment()); ok {
			return origin
		}
	}
	return u.Origin()
}

// tupleOrigin returns the origin that consists of the scheme, host and port of u, which has a host.
func (u *URL) tupleOrigin() Origin {
	start := u.schemeEnd + uint32(len("//"))
	o := Origin{
		hostStart: start,
		hostEnd:   start + u.hostEnd - u.hostStart,
		port:      u.port,
		special:   u.scheme.special(),
	}
	if u.hostStart == start {
		o.serialized = u.href[:u.pathStart]
	} else {
		o.serialized = u.href[:start] + u.href[u.hostStart:u.pathStart]
	}
	return o
}

// ParseSameOrigin returns the URL to redirect to for a ref from an untrusted source, such as the parameter "next" of a
// login page: send the [URL.Href] or the [URL.RelativeToOrigin] of the result, never ref. Other programs may change ref,
// or read it differently: browsers read "/\evil.example" as another host, and [http.Redirect] makes that of
// "/./\evil.example". Do not send [URL.Pathname] and [URL.Search] either: a path can begin with "//". If u is
// not known from the configuration, SameOrigin of package [github.com/weburl-go/url/redirect] does all of this for the host
// of the request. It takes http for https and the reverse, and refuses an empty ref, which gives u without its fragment here.
//
// It is [URL.Parse], but returns only a URL that has u's scheme, host and port, and no credentials, and whose scheme is
// special ([URL.IsSpecial]) and not file. Otherwise the error is an [*Error] with [ErrCrossOrigin] and offset 0, or the error of
// URL.Parse, or [ErrZeroURL] if u is the zero URL. A service that does not know its own public origin can take any http: URL
// as u, and send the RelativeToOrigin of the result.
//
// It always fails if u has another scheme, such as file or blob. If u has credentials, it also fails for every ref that
// keeps them. It refuses a blob: URL even if its origin is the same, because such a URL does not lead to u's server.
// The result may share memory with u or ref.
//
// [http.Redirect]: https://pkg.go.dev/net/http#Redirect
func (u URL) ParseSameOrigin(ref string) (URL, error) {
	if err := u.refusesAll(opParseSameOrigin, ref); err != nil {
		return URL{}, err
	}
	var v URL
	if err := v.assign(opParseSameOrigin, ref, &u); err != nil {
		return URL{}, err
	}
	if !v.scheme.hasServer() || v.scheme != u.scheme || v.Host() != u.Host() || v.IncludesCredentials() {
		return URL{}, newError(opParseSameOrigin, ref, 0, ErrCrossOrigin)
	}
	return v, nil
}

// RelativeToOrigin returns what to put into a Location field for a redirect to u on the same origin: the path, the
// query and the fragment as one relative URL string. It begins with exactly one "/". If the path begins with "//", "/."
// stands before it. Parsed against any URL of u's scheme, host and port, the result gives u without its credentials and,
// in the case below, its fragment. It returns "" if the scheme is file or not special. It may share u's memory.
//
// You may pass the result to [http.Redirect] of net/http, and to functions of frameworks that call it. http.Redirect cleans
// everything before the first "?" as a path, and so merges slashes: "/.//a" is sent as "/a". If u has no query, it
// cleans the fragment, too. So RelativeToOrigin leaves out the fragment of a URL without a query if it has a ".."
// segment before its first "?": "/#/../\evil.example" would be sent as "/\evil.example", which is another host.
//
// Do not give the result to the Redirect method of fasthttp's RequestCtx, which reads a host after any "//", also in a
// query. Set the Location field instead. The result is not escaped for HTML or JavaScript.
//
// [http.Redirect]: https://pkg.go.dev/net/http#Redirect
func (u URL) RelativeToOrigin() string {
	if !u.scheme.hasServer() {
		return ""
	}
	ref := u.href[u.pathStart:]
	if _, hasQuery := u.Query(); !hasQuery {
		fragment, _ := u.Fragment()
		cleaned, _, _ := strings.Cut(fragment, "?")
		if strings.Contains("/"+cleaned+"/", "/../") {
			ref = u.Pathname()
		}
	}
	if strings.HasPrefix(ref, "//") {
		return "/." + ref
	}
	return ref
}

// ParseOrigin parses the value of an Origin header: "null", which is opaque, or a tuple origin exactly as it is
// serialized, "https://example.com:8080". Browsers also send tuple origins with schemes of their own, such as those of
// extensions. So ParseOrigin accepts all schemes except file, whose origins are opaque.
//
// For any other string it returns an [*Error]. If s is a URL, the error wraps [ErrNotOrigin], and its Offset is that of
// the first byte that differs from the serialization of the URL's origin. Otherwise it is the error of [Parse]. The
// origin shares s's memory.
//
// It reads every text that [Origin.String] writes. So it also accepts "https://*.example.com", the origin of a host with
// that name, which matches no other host. Use [ParseOriginPattern] for patterns.
func ParseOrigin(s string) (Origin, error) { return parseOrigin(opParseOrigin, s) }

// parseOrigin is [ParseOrigin] with an error that names the operation op.
func parseOrigin(op, s string) (Origin, error) {
	if s == "null" {
		return Origin{}, nil
	}
	var u URL
	if err := u.assign(op, s, nil); err != nil {
		return Origin{}, err
	}
	var o Origin
	if u.hostStart < u.hostEnd && u.scheme != schemeFile {
		o = u.tupleOrigin()
	}
	if o.serialized != s {
		return Origin{}, newError(op, s, commonPrefix(o.serialized, s), ErrNotOrigin)
	}
	o.serialized = s // the href is longer
	return o, nil
}

// IsOpaque reports whether o is an opaque origin.
func (o Origin) IsOpaque() bool { return o.serialized == "" }

// Scheme returns the scheme, or "" if o is opaque.
func (o Origin) Scheme() string {
	if o.IsOpaque() {
		return ""
	}
	return o.serialized[:o.hostStart-uint32(len("://"))]
}

// ParsedHost returns the host, and whether there is one. An opaque origin has none. The host shares o's memory.
func (o Origin) ParsedHost() (host Host, ok bool) {
	return hostOf(o.serialized[o.hostStart:o.hostEnd], !o.special), !o.IsOpaque()
}

// PortNumber returns the port, and whether it is not null. A port that is the scheme's default is null.
func (o Origin) PortNumber() (port uint16, ok bool) {
	return o.port, int(o.hostEnd) < len(o.serialized)
}

// String returns "null" for an opaque origin. Otherwise it returns the scheme, host and port, as in
// "https://example.com:8080".
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin.
func (o Origin) String() string {
	if o.IsOpaque() {
		return "null"
	}
	return o.serialized
}

// SameOrigin reports whether o and p are the same tuple origin. It reports false if either is opaque: an opaque origin
// is the same only as itself, and the value does not show whether two opaque origins are one. A program that creates
// opaque origins, as a browser does for a sandboxed frame, must itself keep them apart.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#same-origin.
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// AppendText appends what [Origin.String] returns to b. The error is always nil.
func (o Origin) AppendText(b []byte) ([]byte, error) { return append(b, o.String()...), nil }

// MarshalText returns what [Origin.String] returns. The error is always nil.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the result of [ParseOrigin]. If ParseOrigin fails, o stays as it is.
func (o *Origin) UnmarshalText(text []byte) error {
	parsed, err := ParseOrigin(string(text))
	if err == nil {
		*o = parsed
	}
	return err
}

// AppendBinary is the same as [Origin.AppendText].
func (o Origin) AppendBinary(b []byte) ([]byte, error) { return o.AppendText(b) }

// MarshalBinary is the same as [Origin.MarshalText]. encoding/gob calls it.
func (o Origin) MarshalBinary() ([]byte, error) { return o.MarshalText() }

// UnmarshalBinary is the same as [Origin.UnmarshalText].
func (o *Origin) UnmarshalBinary(data []byte) error { return o.UnmarshalText(data) }

// Value implements [driver.Valuer]. It returns what [Origin.String] returns, which is the string "null" for an opaque
// origin, never NULL. The error is always nil.
func (o Origin) Value() (driver.Value, error) { return o.String(), nil }

// Scan implements [database/sql.Scanner]. It sets o to the result of [ParseOrigin] for src, a string or a []byte. NULL
// sets o to the zero Origin, which is opaque. If src is of another type or ParseOrigin fails, as for an empty string,
// Scan returns an error, and o stays as it is. Scan copies a []byte. o may share memory with a string.
func (o *Origin) Scan(src any) error {
	if src == nil {
		*o = Origin{}
		return nil
	}
	text, err := scannedText(opScanOrigin, src)
	if err != nil {
		return err
	}
	parsed, err := parseOrigin(opScanOrigin, text)
	if err == nil {
		*o = parsed
	}
	return err
}

// OriginPattern matches a set of tuple origins, such as those that may read responses (CORS), open a WebSocket, or
// embed a page. [ParseOriginPattern] describes the syntax. The zero pattern matches nothing.
//
// OriginPattern is comparable. Two patterns are equal by == if they are written the same after normalization.
type OriginPattern struct {
	origin     Origin // the pattern without its stars; opaque only in the zero pattern
	subdomains bool   // "*." stands before the host
	anyPort    bool   // ":*" stands for the port
}

// ParseOriginPattern parses scheme "://" host, and optionally ":" and a port:
//
//	https://example.com          this origin, and no other
//	https://example.com:8443     the same with a port; without one, it is the scheme's default port
//	https://*.example.com        www.example.com and a.b.example.com, but not example.com or badexample.com
//	http://localhost:*           all ports of this host, including the default port
//
// "*." stands for one or more whole labels before a domain. Scheme, host and port are normalized as in a URL:
// "HTTPS://*.bücher.example:443" becomes "https://*.xn--bcher-kva.example". All schemes but file are accepted, as by
// [ParseOrigin], so the typo "htps://example.com" is a pattern, which matches no web page. To refuse it, check that the String of
// the pattern begins with "https://". "*." needs a special scheme ([URL.IsSpecial]), because the hosts of other schemes do not
// have labels.
//
// A pattern cannot match every host: "*" and "https://*" are errors. So are a second "*." or a star anywhere else in
// the host, "*." before an address or a domain with an empty label, credentials, and a path, even "/". "https://*.com" and
// "https://*.co.uk" are accepted, although anybody can register a domain that they match. Any error is an [*Error] with
// [ErrNotOriginPattern] or with the reason why [Parse] refuses the scheme, host or port. The pattern does not share s's
// memory.
func ParseOriginPattern(s string) (OriginPattern, error) {
	var p OriginPattern
	if at, reason := p.read(s); reason != nil {
		return OriginPattern{}, newError(opParseOriginPattern, s, at, reason)
	}
	return p, nil
}

// MustParseOriginPattern is like [ParseOriginPattern] but panics instead of returning an error. It is for patterns that are
// written in the program.
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
	case p.subdomains && !host.hasSubdomains():
		return 0, notOriginPattern(needsDomain)
	}
	return 0, nil
}

// unexpectedInPattern says what is wrong with b after the scheme of a pattern.
func unexpectedInPattern(b byte) string {
	switch {
	case b == '*':
		return `"*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"; others: package urlpattern`
	case b == '@':
		return "an origin has no credentials"
	case b <= ' ':
		return "it has a space or a control character"
	}
	return "an origin ends after the host and port"
}

// notOriginPattern returns ErrNotOriginPattern with the reason.
func notOriginPattern(reason string) error { return detailedError{ErrNotOriginPattern, reason} }

// Match reports whether p matches o: if it does, go on with o and not with the text that it was parsed from. For CORS,
// send its String as the Access-Control-Allow-Origin field.
//
// It never matches an opaque origin. Hosts are compared as ASCII and label by label. "*." does not match an IP address,
// an empty label or the domain after it. A dot at the end of a domain counts: "example.com." and "example.com" are
// different hosts.
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

// hostAndPort returns the host, and ":" and the port, or "" if the port is null.
func (o *Origin) hostAndPort() (host, port string) {
	return o.serialized[o.hostStart:o.hostEnd], o.serialized[o.hostEnd:]
}

// String returns the pattern as [ParseOriginPattern] takes it, normalized. It returns "" for the zero pattern.
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

// AppendText appends what [OriginPattern.String] returns to b. The error is always nil.
func (p OriginPattern) AppendText(b []byte) ([]byte, error) { return append(b, p.String()...), nil }

// MarshalText returns what [OriginPattern.String] returns. The error is always nil.
func (p OriginPattern) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the result of [ParseOriginPattern], for configuration files. An empty text sets p to the zero
// pattern, which MarshalText writes as "". If ParseOriginPattern fails, p stays as it is.
func (p *OriginPattern) UnmarshalText(text []byte) error {
	return unmarshalPattern(p, text, ParseOriginPattern)
}

// AppendBinary implements [encoding.BinaryAppender]. It appends what [OriginPattern.MarshalBinary] returns to b.
func (p OriginPattern) AppendBinary(b []byte) ([]byte, error) {
	return appendBinary(b, p.String()), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler], which encoding/gob and CBOR use. The result is empty for the zero
// pattern. The error is always nil.
func (p OriginPattern) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It sets p to the pattern that [OriginPattern.MarshalBinary] wrote. For all
// other bytes it returns an [*Error], and p stays as it is.
func (p *OriginPattern) UnmarshalBinary(data []byte) error {
	return unmarshalBinaryPattern(p, opBinaryOriginPattern, data, ParseOriginPattern)
}

// HostPattern matches a set of hosts. It is for allow-lists, after the scheme of the URL was checked: see [URL.IsHTTP].
// It is not for deny-lists. Many names lead to one server, such as the same domain with a dot at the end, an IPv6 address
// that carries the IPv4 address, or another name in the DNS. A list of some of them keeps nobody out. To keep requests
// away from addresses, use package guard. [ParseHostPattern] describes the syntax.
//
// HostPattern is comparable. Two patterns are equal by == if they are written the same after normalization. The zero
// pattern matches nothing, and is written as "".
type HostPattern struct {
	host       Host // the host, or the domain after "*."; empty only in the zero pattern
	subdomains bool // "*." stands before the host
}

// ParseHostPattern parses a host as [ParseHost] takes it, or "*." and a domain:
//
//	example.com      this domain, and no other
//	*.example.com    www.example.com and a.b.example.com, but not example.com or badexample.com
//	127.0.0.1        this address, also as the IPv4-mapped IPv6 address [::ffff:127.0.0.1]
//
// "*." stands for one or more whole labels (in an Ingress of Kubernetes, for exactly one). The host is normalized:
// "*.BÜCHER.example" becomes "*.xn--bcher-kva.example". A dot at the end counts: "example.com." and "example.com" are different
// hosts, so cut it off both. Domains that the DNS does not allow are accepted, as by [Parse]: "a,b.example", "a..example.com",
// "xn--a.example", labels of 64 bytes. [DomainToASCIIStrict] refuses these, but also "qa--shop.example" and "_", which hosts
// have.
//
// Any error is an [*Error]: [ErrNotHostPattern] for a "*" elsewhere, even percent-encoded, for "*." before an address or a
// domain with an empty label, and for a scheme, a port, credentials or a path; otherwise the reason why ParseHost refuses the
// host. "*.com" and "*.co.uk" are accepted, although anybody can register a domain that they match. The pattern may share s's
// memory.
func ParseHostPattern(s string) (HostPattern, error) {
	rest, subdomains := strings.CutPrefix(s, "*.")
	host, at, reason := parsePatternHost(rest)
	if reason == nil && subdomains && !host.hasSubdomains() {
		reason = notHostPattern(needsDomain)
	}
	if reason != nil {
		return HostPattern{}, newError(opParseHostPattern, s, len(s)-len(rest)+at, reason)
	}
	return HostPattern{host, subdomains}, nil
}

// MustParseHostPattern is like [ParseHostPattern] but panics instead of returning an error. It is for patterns that are
// written in the program.
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
		return `"*" stands only for the first labels of a domain, as "*."; others: package urlpattern`
	}
	return "it has more than a host: no scheme, port, credentials or path"
}

// notHostPattern returns ErrNotHostPattern with the reason.
func notHostPattern(reason string) error { return detailedError{ErrNotHostPattern, reason} }

// Match reports whether p matches h: if it does, go on with the URL that h is the host of, and not with the string that
// the URL was parsed from. Addresses are compared after [netip.Addr.Unmap]. "*." does not match an address, an empty
// label or the domain after it. An opaque host and the empty host never match.
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

// needsDomain is what is wrong with a pattern that has "*." before a host without subdomains.
const needsDomain = `"*." needs a domain after it`

// hasSubdomains reports whether h is a domain without an empty label, but for a dot at the end.
func (h Host) hasSubdomains() bool {
	return h.kind == HostDomain && !infra.HasEmptyLabel(strings.TrimSuffix(h.serialized, "."))
}

// isSubdomain reports whether host is one or more labels, which are not empty, and a dot before domain.
func isSubdomain(host, domain string) bool {
	labels, found := strings.CutSuffix(host, domain)
	labels, dot := strings.CutSuffix(labels, ".")
	return found && dot && !infra.HasEmptyLabel(labels)
}

// String returns the pattern as [ParseHostPattern] takes it, normalized. It returns "" for the zero pattern.
func (p HostPattern) String() string {
	if p.subdomains {
		return "*." + p.host.serialized
	}
	return p.host.serialized
}

// AppendText appends what [HostPattern.String] returns to b. The error is always nil.
func (p HostPattern) AppendText(b []byte) ([]byte, error) { return append(b, p.String()...), nil }

// MarshalText returns what [HostPattern.String] returns. The error is always nil.
func (p HostPattern) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the result of [ParseHostPattern], for configuration files. An empty text sets p to the zero
// pattern, which MarshalText writes as "". If ParseHostPattern fails, p stays as it is.
func (p *HostPattern) UnmarshalText(text []byte) error {
	return unmarshalPattern(p, text, ParseHostPattern)
}

// AppendBinary implements [encoding.BinaryAppender]. It appends what [HostPattern.MarshalBinary] returns to b.
func (p HostPattern) AppendBinary(b []byte) ([]byte, error) { return appendBinary(b, p.String()), nil }

// MarshalBinary implements [encoding.BinaryMarshaler], which encoding/gob and CBOR use. The result is empty for the zero
// pattern. The error is always nil.
func (p HostPattern) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It sets p to the pattern that [HostPattern.MarshalBinary] wrote. For all
// other bytes it returns an [*Error], and p stays as it is.
func (p *HostPattern) UnmarshalBinary(data []byte) error {
	return unmarshalBinaryPattern(p, opBinaryHostPattern, data, ParseHostPattern)
}

// PublicSuffixList is a public suffix list, such as List of golang.org/x/net/publicsuffix or a List of package psl.
// This package contains none, because a list is large and changes every week. An implementation should be safe for
// concurrent use.
type PublicSuffixList interface {
	// PublicSuffix returns the public suffix of domain, by the algorithm of the list:
	// https://github.com/publicsuffix/list/wiki/Format#formal-algorithm. The domain is in ASCII and in lower case. It
	// has no empty labels and does not end in a dot.
	//
	// If the result does not consist of the last labels of domain, one or more, the domain has no public suffix.
	PublicSuffix(domain string) string
}

// PublicSuffix returns the public suffix of a domain according to list: the end of the domain below which anybody can
// register a name, such as "co.uk" of "www.example.co.uk". If the domain ends in a dot, so does the suffix. The suffix
// shares h's memory.
//
// It reports false if h is not a domain, if h has an empty label ("a..com"), if list is nil, or if list knows no public
// suffix of h. A nil pointer in the interface is not a nil list: its method is called.
//
// Lists differ: browsers use other versions of the same list. So do not use the result as a security boundary. Use
// [Origin.SameOrigin] for that.
//
// It implements https://url.spec.whatwg.org/#host-public-suffix.
func (h Host) PublicSuffix(list PublicSuffixList) (suffix string, ok bool) {
	if list == nil || !h.hasSubdomains() {
		return "", false
	}
	domain := strings.TrimSuffix(h.serialized, ".")
	suffix = list.PublicSuffix(domain)
	if !endsInLabels(domain, suffix) {
		return "", false
	}
	return h.serialized[len(domain)-len(suffix):], true
}

// RegistrableDomain returns the public suffix of a domain and the label before it: "example.co.uk" of
// "www.example.co.uk". It reports false if there is no public suffix, or no label before it. A dot at the end of the domain
// stays, so "example.com." and "example.com" are different sites. The result depends on list: see [Host.PublicSuffix]. It shares
// h's memory.
//
// It implements https://url.spec.whatwg.org/#host-registrable-domain.
func (h Host) RegistrableDomain(list PublicSuffixList) (domain string, ok bool) {
	suffix, ok := h.PublicSuffix(list)
	if !ok || suffix == h.serialized {
		return "", false
	}
	labels := h.serialized[:len(h.serialized)-len(suffix)-len(".")]
	return h.serialized[strings.LastIndexByte(labels, '.')+1:], true
}

// Site returns the registrable domain of h, or h itself if it has none. It is the host of a site, as obtained by
// https://html.spec.whatwg.org/multipage/browsers.html#obtain-a-site. The result depends on list: see
// [Host.PublicSuffix]. An opaque host is its own site. It shares h's memory.
func (h Host) Site(list PublicSuffixList) Host {
	if domain, ok := h.RegistrableDomain(list); ok {
		return Host{domain, HostDomain}
	}
	return h
}

// endsInLabels reports whether suffix is one or more of the last labels of domain, which has no empty label.
func endsInLabels(domain, suffix string) bool {
	before := strings.TrimSuffix(domain, suffix)
	return before == "" || strings.HasSuffix(before, ".")
}

// SameSite reports whether o and p have the same scheme, and hosts with the same registrable domain or, without one,
// the same host. Ports do not count. If o or p is opaque it reports false, for the reason that [Origin.SameOrigin]
// gives. Prefer SameOrigin wherever it suffices: the result of SameSite depends on list. The schemes wss and https differ here,
// but not for cookies with the attribute SameSite.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#same-site.
func (o Origin) SameSite(p Origin, list PublicSuffixList) bool {
	return o.Scheme() == p.Scheme() && o.SchemelesslySameSite(p, list)
}

// SchemelesslySameSite is [Origin.SameSite] without the condition on the schemes.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#schemelessly-same-site.
func (o Origin) SchemelesslySameSite(p Origin, list PublicSuffixList) bool {
	// The standard compares hosts only where they have no registrable domain. Comparing sites gives the same result: by
	// the list's algorithm, a registrable domain is its own registrable domain.
	oHost, ok := o.ParsedHost()
	pHost, pOK := p.ParsedHost()
	return ok && pOK && oHost.Site(list) == pHost.Site(list)
}
