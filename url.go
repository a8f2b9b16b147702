// Package url reads URLs as browsers do. It implements the URL Standard of the WHATWG,
// https://url.spec.whatwg.org/, as of its commit 6ae8486 of July 2026: the parser, hosts with IDNA, IPv4 and
// IPv6, percent-coding, the serializer, origins, and the classes URL and URLSearchParams.
//
// # Use
//
//	u, err := url.Parse("HTTPS://EXAMPLE.com:443/../a b?q")
//	// u.Href() == "https://example.com/a%20b?q"
//
//	next, err := u.Parse("//bücher.example\\x")
//	// next.Hostname() == "xn--bcher-kva.example"
//
// A [URL] is a small value, a string with offsets into it. Its getters cost nothing, and its setters do
// exactly what those of the URL class do. To see what is wrong with a URL, rather than what a browser makes
// of it, use [Validate] or a [Parser].
//
// # Coming from net/url
//
// The package net/url implements RFC 3986 with exceptions; it refuses or reads otherwise what browsers
// accept, and the host that it reads may be another one.
//
//	net/url                            this package
//	-------                            ------------
//	url.Parse(s)                       url.Parse(s), for an absolute URL
//	                                   base.Parse(s), for one that may be relative
//	url.Parse(s), and its type         url.ParseNetURL(s)
//	base.Parse(ref)                    base.Parse(ref)
//	u.String()                         u.Href() or u.String()
//	u.Scheme                           u.Scheme()
//	u.User                             u.Username(), u.Password()
//	u.Host                             u.Host()
//	u.Hostname()                       u.Hostname(); an IPv6 address is in brackets
//	u.Port()                           u.Port(); u.PortNumber(), u.EffectivePort()
//	u.Path                             url.PercentDecode(u.Pathname())
//	u.EscapedPath(), u.RawPath         u.Pathname()
//	u.Opaque                           u.Pathname() if u.HasOpaquePath()
//	u.RawQuery, u.ForceQuery           u.Query(); u.Search()
//	u.Query()                          u.SearchParams()
//	u.Fragment, u.EscapedFragment()    u.Fragment(); u.Hash()
//	u.JoinPath(elem...)                u.JoinPath(elem...)
//	u.Redacted()                       u.Redacted()
//	u.Scheme = v, u.Host = v, …       u.SetProtocol(v), u.SetHost(v), …
//	*u1 == *u2 does not say much       *u1 == *u2, u1.Equal(*u2)
//	url.PathEscape, url.QueryEscape    url.PercentEncode(s, url.ComponentPercentEncodeSet)
//	url.Values                         url.URLSearchParams
//
// MIGRATING.md goes through all of net/url, with what differs.
//
// # Terms
//
// Components are named as in the URL class: the pathname is what RFC 3986 calls path, the search a "?" and
// the query, the hash a "#" and the fragment. A component can be null, which is not the same as empty:
// "https://h/?" has an empty query and "https://h/" has none. A special URL is one with the scheme http,
// https, ws, wss, ftp or file. An opaque path is that of a URL like "mailto:user@example.com". A base URL is
// what a relative reference is resolved against.
//
// A string is taken as bytes. What is not UTF-8 in it counts as U+FFFD, as if a browser had decoded it.
// Offsets and lengths are in bytes.
//
// # Deviations
//
// The package departs from the standard in this:
//
//   - Of the code points that are newer than the Unicode data of Go, those in a domain are refused; the others have
//     the properties of that data. Go 1.27 has Unicode 17; Go 1.26 has Unicode 15, to which this package adds the
//     ideographs of 17.
//   - [URL.SearchParams] is always what the query of the URL parses to. The standard's search setter parses
//     its value before tabs and newlines are removed from it.
//   - A URL longer than 4 GiB is refused. [CanParse] counts only the bytes of its input.
//   - [Parser.EncodeLonePercent], if it is set.
//   - A blob: URL has no blob URL entry; see [URL.OriginWith].
//
// # Security
//
// Parsing takes time linear in the length of the input (n log n for a domain that is not ASCII) and needs, at a time,
// memory of at most sixteen times that; it panics for none. Only a list of errors and a query in a legacy encoding can be
// longer by themselves.
//
// Whether two programs agree on the host of a URL is another matter: pass on [URL.Href], never the string that
// was parsed. A domain may resolve to any address, so a guard against requests to internal addresses must look
// at the address that is dialed, too; see the example of [URL.Addr]. Error messages do not show credentials;
// [URL.Redacted] is for logs.
package url

import (
	"iter"
	"math"
	"net/netip"
	"strings"
)

// URL is a parsed URL: the standard's URL record. https://url.spec.whatwg.org/#concept-url
//
// It is a small value without pointers but its string. Copying it copies it wholly, so that setting a
// copy never shows in the original; == compares URLs as the standard does, and a URL may be a map key. A
// URL may be read by several goroutines at once; a setter needs it alone.
//
// The zero URL is no URL: its getters return empty strings, it refuses every setter but SetHref, and as a
// base it counts as none. Ask with [URL.IsZero].
type URL struct {
	// A URL is its serialization and offsets into it:
	//
	//	https://user:pass@example.com:1234/foo/bar?baz#quux
	//	      |     |     |          |    |       |   |
	//	      |     |     |          |    |       |   fragmentStart ("#" belongs to the fragment)
	//	      |     |     |          |    |       queryStart ("?" belongs to the query)
	//	      |     |     |          |    pathStart
	//	      |     |     |          hostEnd
	//	      |     |     hostStart
	//	      |     usernameEnd
	//	      schemeEnd (":" belongs to the scheme)
	//
	// Each component that is null or empty is an empty span. Which of the two it is shows in the string: a
	// non-null host has "//" before it, a non-null port, query and fragment have their delimiter. Where the
	// host is null, usernameEnd, hostStart and hostEnd are schemeEnd, and "/." may stand before pathStart.
	// The offsets follow from href, hence two URLs are equal when their hrefs are.
	href          string
	schemeEnd     uint32
	usernameEnd   uint32
	hostStart     uint32
	hostEnd       uint32
	pathStart     uint32
	queryStart    uint32
	fragmentStart uint32
	port          uint16 // 0 if null, too
	scheme        scheme
}

// maxLength is how far the offsets of a URL reach. It is a variable so that tests can do with less.
var maxLength uint64 = math.MaxUint32

// tooLong reports whether a URL of n bytes is longer than its offsets reach.
func tooLong(n int) bool { return uint64(n) > maxLength }

// Parse parses an absolute URL string, as new URL(rawURL) in a browser. A failure is an [*Error].
//
// The URL shares rawURL's memory where its serialization equals (the trimmed) rawURL. It is allocated
// only if the pointer outlives the caller, so keep many URLs by value: links = append(links, *u).
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func Parse(rawURL string) (u URL, err error) {
	err = u.parse(rawURL)
	return u, err
}

// ParseWithBase parses rawURL against baseURL, which must be an absolute URL string, as
// new URL(rawURL, baseURL) in a browser. A failure is an [*Error]. The result may share memory with both.
func ParseWithBase(rawURL, baseURL string) (URL, error) {
	var base URL
	if err := base.parse(baseURL); err != nil {
		err.(*Error).Op = "parse base"
		return URL{}, err
	}
	return base.Parse(rawURL)
}

// Parse parses ref, an absolute or a relative URL string, with u as the base URL. A failure is an
// [*Error]. A base that is nil or zero counts as none. As with [Parse], the result may share memory with ref,
// or with u where it equals u.
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func (u URL) Parse(ref string) (v URL, err error) {
	err = v.resolve(ref, &u)
	return v, err
}

// MustParse is [Parse] for strings that are known to be good; it panics where Parse fails.
func MustParse(rawURL string) URL {
	u, err := Parse(rawURL)
	if err != nil {
		panic(err)
	}
	return u
}

// CanParse reports whether [Parse] would succeed, and is several times faster.
// https://url.spec.whatwg.org/#dom-url-canparse
func CanParse(rawURL string) bool {
	var u URL
	if u.recognizeAuthority(rawURL, &parsedHostClasses) > 0 || canParseStripped(rawURL) {
		return !tooLong(len(rawURL))
	}
	pos, next := u.handOver(rawURL)
	p := parser{raw: rawURL, dry: true}
	return p.parse(&u, pos, next)
}

// CanParse reports whether [URL.Parse] would succeed. https://url.spec.whatwg.org/#dom-url-canparse
func (u URL) CanParse(ref string) bool { return u.canParse(ref) }

// Href returns the URL as a string. It shares the URL's memory, as all getters of substrings do.
// https://url.spec.whatwg.org/#dom-url-href
func (u URL) Href() string { return u.href }

// Protocol returns the scheme and a ":". https://url.spec.whatwg.org/#dom-url-protocol
func (u URL) Protocol() string { return u.href[:u.schemeEnd] }

// Username returns the username, percent-encoded. https://url.spec.whatwg.org/#dom-url-username
func (u URL) Username() string {
	if !u.hasHost() {
		return ""
	}
	return u.href[u.schemeEnd+2 : u.usernameEnd]
}

// Password returns the password, percent-encoded. https://url.spec.whatwg.org/#dom-url-password
func (u URL) Password() string {
	if u.hostStart-u.usernameEnd < 2 { // at most the "@"
		return ""
	}
	return u.href[u.usernameEnd+1 : u.hostStart-1]
}

// Host returns the host and, where there is one, a ":" and the port.
// https://url.spec.whatwg.org/#dom-url-host
func (u URL) Host() string {
	if !u.hasHost() {
		return ""
	}
	return u.href[u.hostStart:u.pathStart]
}

// Hostname returns the host; an IPv6 address is in brackets. https://url.spec.whatwg.org/#dom-url-hostname
func (u URL) Hostname() string { return u.href[u.hostStart:u.hostEnd] }

// Port returns the port in decimal, or "" where it is null, as the scheme's default port is.
// https://url.spec.whatwg.org/#dom-url-port
func (u URL) Port() string {
	if !u.hasPort() {
		return ""
	}
	return u.href[u.hostEnd+1 : u.pathStart]
}

// Pathname returns the path, percent-encoded. https://url.spec.whatwg.org/#dom-url-pathname
func (u URL) Pathname() string { return u.href[u.pathStart:u.queryStart] }

// Search returns a "?" and the query, or "" where the query is null or empty.
// https://url.spec.whatwg.org/#dom-url-search
func (u URL) Search() string {
	if u.fragmentStart-u.queryStart < 2 {
		return ""
	}
	return u.href[u.queryStart:u.fragmentStart]
}

// Hash returns a "#" and the fragment, or "" where the fragment is null or empty.
// https://url.spec.whatwg.org/#dom-url-hash
func (u URL) Hash() string {
	if len(u.href)-int(u.fragmentStart) < 2 {
		return ""
	}
	return u.href[u.fragmentStart:]
}

// Scheme returns the scheme, in lower case and without the ":".
// https://url.spec.whatwg.org/#concept-url-scheme
func (u URL) Scheme() string { return u.href[:max(u.schemeEnd, 1)-1] }

// Query returns the query without the "?", and whether it is not null.
// https://url.spec.whatwg.org/#concept-url-query
func (u URL) Query() (query string, ok bool) {
	if u.queryStart == u.fragmentStart {
		return "", false
	}
	return u.href[u.queryStart+1 : u.fragmentStart], true
}

// Fragment returns the fragment without the "#", and whether it is not null.
// https://url.spec.whatwg.org/#concept-url-fragment
func (u URL) Fragment() (fragment string, ok bool) {
	if int(u.fragmentStart) == len(u.href) {
		return "", false
	}
	return u.href[u.fragmentStart+1:], true
}

// PortNumber returns the port, and whether it is not null. https://url.spec.whatwg.org/#concept-url-port
func (u URL) PortNumber() (port uint16, ok bool) { return u.port, u.hasPort() }

// EffectivePort returns the port, or where it is null the scheme's default port, and whether there is
// one of the two.
func (u URL) EffectivePort() (port uint16, ok bool) {
	if u.hasPort() {
		return u.port, true
	}
	port = u.scheme.defaultPort()
	return port, port != 0
}

// ParsedHost returns the host, and whether it is not null. https://url.spec.whatwg.org/#concept-url-host
func (u URL) ParsedHost() (host Host, ok bool) {
	if !u.hasHost() {
		return Host{}, false
	}
	return hostOf(u.Hostname(), !u.scheme.special()), true
}

// Addr returns the host's address, and whether the host is an IPv4 or IPv6 address. A domain may resolve
// to any address: what decides whether a connection is made must look at the address that is dialed, too.
func (u URL) Addr() (addr netip.Addr, ok bool) {
	host, _ := u.ParsedHost()
	return host.Addr()
}

// PathSegments yields the segments of the path, percent-encoded; none where the path is opaque.
// https://url.spec.whatwg.org/#concept-url-path
func (u URL) PathSegments() iter.Seq[string] {
	return func(yield func(string) bool) { u.yieldSegments(yield) } // inlined, so that it costs nothing
}

func (u *URL) yieldSegments(yield func(string) bool) {
	path := u.Pathname()
	for path != "" && !u.HasOpaquePath() {
		end := strings.IndexByte(path[1:], '/') + 1
		if end == 0 {
			end = len(path)
		}
		if !yield(path[1:end]) {
			return
		}
		path = path[end:]
	}
}

// IsSpecial reports whether the scheme is http, https, ws, wss, ftp or file.
// https://url.spec.whatwg.org/#is-special
func (u URL) IsSpecial() bool { return u.scheme.special() }

// HasOpaquePath reports whether the path is a string rather than a list of segments, as in
// "mailto:user@example.com". https://url.spec.whatwg.org/#url-opaque-path
func (u URL) HasOpaquePath() bool {
	return !u.hasHost() && u.href != "" && (u.pathStart == u.queryStart || u.href[u.pathStart] != '/')
}

// IncludesCredentials reports whether there is a username or a password.
// https://url.spec.whatwg.org/#include-credentials
func (u URL) IncludesCredentials() bool { return u.hasHost() && u.hostStart > u.schemeEnd+2 }

// IsZero reports whether u is the zero URL, which is no URL.
func (u URL) IsZero() bool { return u.href == "" }

// Equal reports whether u and v are the same URL, fragments included. https://url.spec.whatwg.org/#concept-url-equals
func (u URL) Equal(v URL) bool { return u.href == v.href }

// EqualExcludingFragments reports whether u and v are the same URL but for their fragments.
// https://url.spec.whatwg.org/#concept-url-equals
func (u URL) EqualExcludingFragments(v URL) bool {
	return u.href[:u.fragmentStart] == v.href[:v.fragmentStart]
}

// hasHost reports whether the host is not null.
func (u *URL) hasHost() bool { return u.usernameEnd > u.schemeEnd }

// hasPort reports whether the port is not null.
func (u *URL) hasPort() bool { return u.hostEnd < u.pathStart && u.hasHost() }

// cannotHaveCredentialsOrPort implements https://url.spec.whatwg.org/#cannot-have-a-username-password-port.
func (u *URL) cannotHaveCredentialsOrPort() bool {
	return u.hostStart == u.hostEnd || u.scheme == schemeFile
}

// The setters of the URL class. Each runs the parser on its value with a state override, as the standard
// does, and replaces one span of the href by what that wrote.
//
// Where the standard ignores the value, or the rest of it, they say so: then they return an [*Error], and
// the URL is what the standard prescribes all the same.

// SetHref sets the URL to v, an absolute URL string, with which it may share memory as after [Parse]. If v does
// not parse, u stays as it is.
// https://url.spec.whatwg.org/#dom-url-href
func (u *URL) SetHref(v string) error {
	var parsed URL
	if err := parsed.parse(v); err != nil {
		err.(*Error).Op = "set href"
		return err
	}
	*u = parsed
	return nil
}

// SetProtocol sets the scheme. A ":" at the end of v is optional. A special scheme cannot become one that
// is not special, nor the other way round. https://url.spec.whatwg.org/#dom-url-protocol
//
// A URL that becomes a file: URL with the host "localhost", or with a "|" after the first letter of its path,
// is the one that does not come out the same when its href is parsed; so the standard has it.
func (u *URL) SetProtocol(v string) error {
	if u.href == "" {
		return u.refuses("set protocol", v)
	}
	var p parser
	if !p.runOverride(u, v, v, stateSchemeStart) {
		return p.error("set protocol")
	}
	next := *u
	next.scheme = p.url.scheme
	if u.hasPort() && next.scheme.isDefaultPort(u.port) {
		next.splice(u.hostEnd, u.pathStart, nil, atPathStart)
		next.port = 0
	}
	next.splice(0, u.schemeEnd, p.out.bytes(), atSchemeEnd)
	return u.become(&next, &p, "set protocol")
}

// SetUsername sets the username to v, percent-encoded. A URL without a host, with an empty one, or with the
// scheme "file", can have none. https://url.spec.whatwg.org/#dom-url-username
func (u *URL) SetUsername(v string) error {
	return u.setCredentials(opSetUsername, v)
}

// SetPassword sets the password to v, percent-encoded. A URL without a host, with an empty one, or with the
// scheme "file", can have none. https://url.spec.whatwg.org/#dom-url-password
func (u *URL) SetPassword(v string) error {
	return u.setCredentials(opSetPassword, v)
}

// setCredentials replaces what is between "//" and the host, with v for one of the two.
func (u *URL) setCredentials(op, v string) error {
	if u.cannotHaveCredentialsOrPort() {
		return cannotHave(op, v)
	}
	username, password := v, u.Password() // the one that stays is encoded already: nothing changes in it
	if op == opSetPassword {
		username, password = u.Username(), v
	}
	p := parser{raw: v}
	p.out.writePercentEncoded(username, UserinfoPercentEncodeSet)
	usernameLen := p.out.n
	if password != "" {
		p.out.writeByte(':')
		p.out.writePercentEncoded(password, UserinfoPercentEncodeSet)
	}
	if p.out.n > 0 {
		p.out.writeByte('@')
	}
	next := *u
	next.splice(u.schemeEnd+2, u.hostStart, p.out.bytes(), atHostStart)
	next.usernameEnd = u.schemeEnd + 2 + uint32(usernameLen)
	return u.become(&next, &p, op)
}

// cannotHave returns the error of a setter that gives a URL what it cannot have. It has no credentials and no
// port already, so nothing is ignored where they are to be removed.
func cannotHave(op, v string) error {
	if v == "" {
		return nil
	}
	return &Error{Op: op, URL: v, Err: ErrCannotHaveCredentialsOrPort}
}

// SetHost sets the host and, if v has one, the port; if not, the port stays. A bad port after a good host does
// not keep the host from being set: it is if the error is nil, [ErrPortInvalid], [ErrPortOutOfRange] or
// [ErrTrailingData]. https://url.spec.whatwg.org/#dom-url-host
func (u *URL) SetHost(v string) error { return u.setHost("set host", v, stateHost) }

// SetHostname sets the host, and never the port. https://url.spec.whatwg.org/#dom-url-hostname
func (u *URL) SetHostname(v string) error { return u.setHost("set hostname", v, stateHostname) }

func (u *URL) setHost(op, v string, override state) error {
	if err := u.refuses(op, v); err != nil {
		return err
	}
	var p parser
	p.out.writeString("//")
	p.runOverride(u, v, v, override)
	if !p.hostSet {
		return p.error(op)
	}
	next, end := *u, u.hostEnd
	if p.portSet {
		next.port, end = p.url.port, u.pathStart
	}
	if u.hasHost() {
		next.splice(u.hostStart, end, p.out.bytes()[2:], atPathStart)
		next.hostEnd = u.hostStart + p.url.hostEnd - 2
	} else {
		next.splice(u.schemeEnd, u.pathStart, p.out.bytes(), atPathStart) // with the "/." that may be there
		next.usernameEnd, next.hostStart = u.schemeEnd+2, u.schemeEnd+2
		next.hostEnd = u.schemeEnd + p.url.hostEnd
	}
	return u.become(&next, &p, op)
}

// SetPort sets the port to the number at the beginning of v, or to null if v is empty or the scheme's
// default port. https://url.spec.whatwg.org/#dom-url-port
func (u *URL) SetPort(v string) error {
	if u.cannotHaveCredentialsOrPort() {
		return cannotHave("set port", v)
	}
	var p parser
	if v != "" && !p.runOverride(u, v, v, statePort) {
		return p.error("set port")
	}
	next := *u
	next.splice(u.hostEnd, u.pathStart, p.out.bytes(), atPathStart)
	next.port = p.url.port
	return u.become(&next, &p, "set port")
}

// SetPathname sets the path, percent-encoded; "?" and "#" in v become part of it. An opaque path cannot be
// set. https://url.spec.whatwg.org/#dom-url-pathname
func (u *URL) SetPathname(v string) error {
	if err := u.refuses("set pathname", v); err != nil {
		return err
	}
	var p parser
	p.runOverride(u, v, v, statePathStart)
	next, start := *u, u.pathStart
	if !u.hasHost() {
		start = u.schemeEnd
	}
	prefix := p.url.pathStart // of the "/." that the path needs
	next.splice(start, u.queryStart, p.out.bytes(), atQueryStart)
	next.pathStart = start + prefix
	return u.become(&next, &p, "set pathname")
}

// SetSearch sets the query, percent-encoded, or makes it null if v is empty. A "?" at the beginning of v
// is optional. https://url.spec.whatwg.org/#dom-url-search
func (u *URL) SetSearch(v string) error {
	return u.setTail("set search", v, stateQuery, '?')
}

// SetHash sets the fragment, percent-encoded, or makes it null if v is empty. A "#" at the beginning of v
// is optional. https://url.spec.whatwg.org/#dom-url-hash
func (u *URL) SetHash(v string) error {
	return u.setTail("set hash", v, stateFragment, '#')
}

// setTail sets the query or the fragment, which begins with the delimiter.
func (u *URL) setTail(op, v string, override state, delimiter byte) error {
	if u.href == "" {
		return u.refuses(op, v)
	}
	var p parser
	if v != "" {
		p.out.writeByte(delimiter)
		p.runOverride(u, v, strings.TrimPrefix(v, string(rune(delimiter))), override)
	}
	next := *u
	if override == stateQuery {
		next.splice(u.queryStart, u.fragmentStart, p.out.bytes(), atFragmentStart)
	} else {
		next.splice(u.fragmentStart, uint32(len(u.href)), p.out.bytes(), atEnd)
	}
	return u.become(&next, &p, op)
}

// refuses returns the error of a setter that an opaque path has no use for, or of any setter of the zero
// URL.
func (u *URL) refuses(op, v string) error {
	switch {
	case u.href == "":
		return &Error{Op: op, URL: v, Err: ErrMissingSchemeNonRelativeURL}
	case u.HasOpaquePath():
		return &Error{Op: op, URL: v, Err: ErrOpaquePath}
	}
	return nil
}

// runOverride runs the parser with u as the URL and a state override on in, which is the end of v, the value
// of a setter.
func (p *parser) runOverride(u *URL, v, in string, override state) bool {
	p.raw, p.in, p.trimmed = v, in, len(v)-len(in)
	p.url, p.override = *u, override
	p.strip(0)
	return p.run(override)
}

// become sets u to next, unless that is too long, and returns what of the setter's value was ignored.
func (u *URL) become(next *URL, p *parser, op string) error {
	if !p.complete(next) {
		p.err, p.failedAt = ErrTooLong, len(p.in)
	} else {
		*u = *next
	}
	if p.err != 0 {
		return p.error(op)
	}
	return nil
}

// An offset names one of the offsets of a URL.
type offset uint8

const (
	atSchemeEnd offset = iota
	atHostStart
	atPathStart
	atQueryStart
	atFragmentStart
	atEnd
)

// splice replaces the span of the href from start to end, and moves the offsets from first on.
func (u *URL) splice(start, end uint32, replacement []byte, first offset) {
	if u.href[start:end] != string(replacement) {
		var href strings.Builder // unlike a concatenation with string(replacement), one allocation
		href.Grow(len(u.href) - int(end-start) + len(replacement))
		href.WriteString(u.href[:start])
		href.Write(replacement)
		href.WriteString(u.href[end:])
		u.href = href.String()
	}
	u.move(first, uint32(len(replacement))-(end-start))
}

// move moves the offsets from first on.
func (u *URL) move(first offset, by uint32) {
	switch first {
	case atSchemeEnd:
		u.schemeEnd += by
		u.usernameEnd += by
		fallthrough
	case atHostStart:
		u.hostStart += by
		u.hostEnd += by
		fallthrough
	case atPathStart:
		u.pathStart += by
		fallthrough
	case atQueryStart:
		u.queryStart += by
		fallthrough
	case atFragmentStart:
		u.fragmentStart += by
	}
}

// scheme is one of the special schemes, or says that the scheme is none of them.
type scheme uint8

const (
	schemeNotSpecial scheme = iota
	schemeHTTP
	schemeHTTPS
	schemeWS
	schemeWSS
	schemeFTP
	schemeFile
)

// schemes holds the special schemes, with their default ports (0: none).
// https://url.spec.whatwg.org/#special-scheme
var schemes = [...]struct {
	name string
	port uint16
}{
	schemeNotSpecial: {},
	schemeHTTP:       {"http", 80},
	schemeHTTPS:      {"https", 443},
	schemeWS:         {"ws", 80},
	schemeWSS:        {"wss", 443},
	schemeFTP:        {"ftp", 21},
	schemeFile:       {"file", 0},
}

// special implements https://url.spec.whatwg.org/#is-special.
func (s scheme) special() bool { return s != schemeNotSpecial }

// defaultPort returns the scheme's default port, or 0. https://url.spec.whatwg.org/#default-port
func (s scheme) defaultPort() uint16 { return schemes[s].port }

// isDefaultPort reports whether port is the scheme's default port.
func (s scheme) isDefaultPort(port uint16) bool { return port != 0 && port == s.defaultPort() }

// schemeOf returns the special scheme of that name, which is in lower case.
func schemeOf(name string) scheme {
	for s := schemeHTTP; s <= schemeFile; s++ {
		if name == schemes[s].name {
			return s
		}
	}
	return schemeNotSpecial
}
