package url

import (
	neturl "net/url"
	"strings"
)

// The two sides of HTTP: the URL of a request that a server gets, and the URL to give to net/http's client.

// ParseRequestTarget returns the URL that an HTTP request is for. Check and forward this URL, never the target itself.
// In a handler of net/http, call
//
//	u, err := url.ParseRequestTarget(r.Method, scheme, r.Host, r.RequestURI)
//
// where scheme is "https" if the request came over TLS, and "http" otherwise. The Input of an error is the invalid
// argument.
//
// A target has one of the four forms of https://www.rfc-editor.org/rfc/rfc9112#section-3.2:
//
//   - A target such as "/a?b" or "//a?b" is a path and query. The URL has the scheme and host of the request.
//   - An absolute URL is parsed as is, with its own scheme and host. Its scheme must be http or https.
//   - "h:443" is for the CONNECT method, which allows no other form. The port is required. The URL has the scheme of the
//     request.
//   - "*" is for the OPTIONS method. The URL has the scheme and host of the request.
//
// The last two forms yield a URL whose path is "/", so check the method as well.
//
// The host may be followed by ":" and an optional port. It may be empty only if the target is a URL. Neither the host
// nor the target may contain credentials (even empty ones), ASCII controls, spaces or "#". The host must not contain
// "/", "?" or "\" either. Otherwise, any host of a special URL is accepted, even "..", "127.1" or "%61.example", so see
// [URL.Hostname] before using it as a file name.
//
// # Backends and proxies
//
// The URL is normalized, but its path remains percent-encoded, so a backend may interpret both "/%61dmin" and
// "/a/..%2Fadmin" as "/admin". To match the path, use [URL.DecodedSegments].
//
// If another program forwards the target after you approve it, as with nginx's auth_request, reject any target whose
// part before the first "?" differs from u.Pathname(). Otherwise, the backend may interpret "/admin\..\public\x" as a
// path below "/admin".
func ParseRequestTarget(method, scheme, host, target string) (URL, error) {
	if scheme != "http" && scheme != "https" {
		return URL{}, requestError(scheme, 0, ErrSchemeInvalid)
	}
	for i := range len(target) {
		if target[i] == '#' || isSpaceOrControl(target[i]) {
			return URL{}, requestError(target, i, ErrInvalidURLUnit)
		}
	}
	switch {
	case method == "CONNECT":
		return parseAuthorityForm(scheme, host, target)
	case strings.HasPrefix(target, "/"):
		return parseOnHost(scheme, host, target)
	case target == "*" && method == "OPTIONS":
		return parseOnHost(scheme, host, "/")
	}
	return parseAbsoluteForm(scheme, host, target)
}

// requestError returns an error of ParseRequestTarget. s is the argument that is wrong.
func requestError(s string, at int, reason ErrorType) error {
	return newError(opParseRequestTarget, s, at, reason)
}

// isSpaceOrControl reports whether b is an ASCII control or a space.
func isSpaceOrControl(b byte) bool { return b <= ' ' || b == 0x7F }

// parseOnHost parses a path, and perhaps a query, on a host. The path begins with "/".
func parseOnHost(scheme, host, path string) (u URL, err error) {
	if err = checkAuthority(host, 0, len(host)); err != nil {
		return URL{}, err
	}
	err = u.assign(opParseRequestTarget, scheme+"://"+host+path, nil)
	if e, ok := err.(*Error); ok {
		e.Input, e.Offset = host, e.Offset-len(scheme+"://")
		if e.Offset > len(host) { // the URL is too long
			e.Input, e.Offset = path, len(path)
		}
	}
	return u, err
}

// parseAuthorityForm implements https://www.rfc-editor.org/rfc/rfc9112#section-3.2.3. That the port is required is in
// https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6.
func parseAuthorityForm(scheme, host, target string) (URL, error) {
	if _, err := parseOnHost(scheme, host, "/"); err != nil {
		return URL{}, err
	}
	u, err := parseOnHost(scheme, target, "/")
	if err == nil && scanHost(target, 0, schemeHTTP)+1 >= len(target) {
		return URL{}, requestError(target, len(target), ErrPortInvalid)
	}
	return u, err
}

// parseAbsoluteForm implements https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2. The authority ends where RFC 3986
// says. So "http:///h" and "http://h\@g" are errors.
func parseAbsoluteForm(scheme, host, target string) (u URL, err error) {
	if host != "" {
		if _, err = parseOnHost(scheme, host, "/"); err != nil {
			return URL{}, err
		}
	}
	name, _, ok := strings.Cut(target, "://")
	if s := schemeOf(name); !ok || s != schemeHTTP && s != schemeHTTPS {
		return URL{}, requestError(target, 0, ErrNotRequestTarget)
	}
	start := len(name) + len("://")
	if err = checkAuthority(target, start, scanAuthority(target, start, schemeNotSpecial)); err != nil {
		return URL{}, err
	}
	err = u.assign(opParseRequestTarget, target, nil)
	return u, err
}

// checkAuthority checks that s[start:end] has only bytes that can be in a host and a port. The parser would take others
// as the beginning of a path, or would strip them.
func checkAuthority(s string, start, end int) error {
	if start == end {
		return requestError(s, start, ErrHostMissing)
	}
	for i := start; i < end; i++ {
		switch {
		case s[i] == '@':
			return requestError(s, i, ErrInvalidCredentials)
		case isSpaceOrControl(s[i]), endsAuthority(s, i, schemeHTTP):
			return requestError(s, i, ErrHostInvalidCodePoint)
		}
	}
	return nil
}

// RequestURL returns u as a net/url URL for an [http.Request], so that the net/http client sends u's path and query
// byte for byte. Use it only for requests, and only if you must send the exact bytes that a browser would send.
// Otherwise, use [URL.NetURL].
//
//	req := &http.Request{URL: n, Header: http.Header{}} // without Header, a client with a cookie jar panics
//
// For a request with a body, call http.NewRequest("POST", "", body) and then set the request's URL field. Do not send
// the request through a plain HTTP proxy, because net/http would leave out the host. NewProxyTransport in package guard
// does not have this problem. To follow redirects, use package [github.com/weburl-go/url/redirect], because an
// [http.Client] may fail to do so.
//
// If net/url can represent u exactly, the result is the same as NetURL's. Otherwise, it has no fragment, and its Opaque
// field contains the path. Its String method omits the host, so log u instead. [FromNetURL] can convert such a result
// back.
//
// The error wraps [ErrZeroURL], or [ErrNotRepresentable] with an offset into the href. RequestURL fails whenever NetURL
// does, and also if net/url cannot represent u exactly and the path
//
//   - begins with "//", because net/http would send it as a URL with another host; or
//   - contains a "%" that does not begin a percent-encoded byte, because the HTTP/2 client of Go 1.26 would reconnect
//     endlessly; see [URL.EncodeLonePercent].
//
// [http.Request]: https://pkg.go.dev/net/http#Request
// [http.Client]: https://pkg.go.dev/net/http#Client
func (u URL) RequestURL() (*neturl.URL, error) {
	if n := u.tryHref(); n != nil {
		return n, nil
	}
	path := u.Pathname()
	if strings.HasPrefix(path, "//") {
		return nil, u.netURLError(opRequestURL, u.pathStart, "net/http would send the path as a URL with another host")
	}
	if i := indexLonePercent(path); i >= 0 {
		return nil, u.netURLError(opRequestURL, u.pathStart+uint32(i), `the "%" does not begin an encoded byte`)
	}
	n, err := u.tryEncoded(opRequestURL)
	if err != nil {
		return nil, err
	}
	n.Path, n.RawPath, n.Opaque, n.Fragment, n.RawFragment = PercentDecode(path), "", path, "", ""
	return n, nil
}

// DialAddress returns the host and port to connect to, in the form that [net.Dial] takes, such as "example.com:443" or
// "[::1]:8080". If the port is null, it uses the scheme's default port. A domain can resolve to any address; see
// [URL.Addr].
//
// It returns "" if u has no host or if it has neither a port nor a default port. It also returns "" for an opaque host
// that programs interpret differently, such as "127.1" or one that contains a "%".
//
// [net.Dial]: https://pkg.go.dev/net#Dial
func (u URL) DialAddress() string {
	if !u.scheme.special() && isAmbiguousOpaqueHost(u.Hostname()) {
		return ""
	}
	if u.hasPort() {
		return u.Host()
	}
	port := u.scheme.defaultPort()
	if port == 0 {
		return ""
	}
	var out output
	out.writeString(u.Hostname())
	out.writePort(port)
	return string(out.bytes())
}

// isAmbiguousOpaqueHost reports whether programs may read host, the host of a URL that is not special, in different
// ways.
func isAmbiguousOpaqueHost(host string) bool {
	return strings.Contains(host, "%") || endsInANumber(host) && !isSerializedIPv4(host)
}
