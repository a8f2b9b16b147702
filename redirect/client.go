package redirect

import (
	"errors"
	"net/http"
	neturl "net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

var errSeveralLocations = errors.New("redirect: several Location fields that differ")

// Location returns the URL that resp redirects to. Use it if you follow redirects yourself and must send exactly the
// bytes that the URL Standard specifies. For an [http.Client], use [Transport] instead. Before you request the result,
// check that its scheme is http or https.
//
// It implements https://fetch.spec.whatwg.org/#concept-response-location-url.
//
// If resp is not a redirect, or its Location field is empty, the error is [ErrNoLocation]. If the field contains only C0
// controls and spaces, the error is [ErrNoReference]. If resp has several Location fields with different values, the
// error says so. Any other error is a [*url.Error].
//
// # How the field is read
//
//   - Only the status codes 301, 302, 303, 307 and 308 are redirects.
//   - A relative reference is resolved against resp.Request.URL, which is converted with [url.FromNetURL]. If resp has
//     no Request, the field must be an absolute URL.
//   - If the field contains no fragment, the result has the fragment of the request's URL.
//   - If the field is not valid UTF-8, its non-ASCII bytes are percent-encoded one by one.
//
// If your HTTP client does not use [http.Response], create one from the value of the Location field and the requested
// URL, which is a *url.URL from net/url:
//
//	resp := &http.Response{
//		StatusCode: http.StatusFound,
//		Header:     http.Header{"Location": {value}},
//		Request:    &http.Request{URL: requested},
//	}
//
// If you instead pass the value to [url.URL.Parse] of the requested URL, the last two rules do not apply.
//
// # What to request
//
// To send a request for the result u, use the path and query of u.RequestURL(). With few exceptions, they are what
// browsers send. (Chromium, for example, sends "|" as "%7C".) [url.URL.RequestURL] rejects a path with a "%" that does
// not begin a percent-encoded byte, such as "/100%". To follow a redirect to such a path, call
// [url.URL.EncodeLonePercent], which returns a URL with the path "/100%25".
//
// You can also call Location with a response from an [http.Client] whose CheckRedirect returns
// [http.ErrUseLastResponse]. Such a client still needs this package's Transport. Without it, the client fails if
// net/url rejects the Location field.
func Location(resp *http.Response) (url.URL, error) {
	var base url.URL
	if resp.Request != nil && resp.Request.URL != nil {
		var err error
		if base, err = url.FromNetURL(resp.Request.URL); err != nil && redirects(resp) {
			return url.URL{}, err
		}
	}
	u, err := location(resp, base)
	if err != nil {
		return url.URL{}, err
	}
	if _, hasFragment := u.Fragment(); !hasFragment && base.Hash() != "" {
		err = u.SetHash(base.Hash())
	}
	return u, err
}

// redirects reports whether resp has a redirect status and a Location field that is not empty.
func redirects(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return strings.Join(resp.Header["Location"], "") != ""
	}
	return false
}

// location returns the URL in the Location field of resp, with the fragment that the field has.
func location(resp *http.Response, base url.URL) (url.URL, error) {
	if !redirects(resp) {
		return url.URL{}, ErrNoLocation
	}
	fields := resp.Header["Location"]
	for _, field := range fields[1:] {
		if field != fields[0] {
			return url.URL{}, errSeveralLocations
		}
	}
	if isBlank(fields[0]) {
		return url.URL{}, ErrNoReference
	}
	return base.Parse(toASCII(fields[0]))
}

// toASCII percent-encodes the bytes beyond ASCII of a field that is not UTF-8, as browsers do.
func toASCII(field string) string {
	if utf8.ValidString(field) {
		return field
	}
	var b strings.Builder
	for i := range len(field) {
		if c := field[i]; c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			b.WriteString(url.PercentEncode(field[i:i+1], url.C0ControlPercentEncodeSet))
		}
	}
	return b.String()
}

// Transport returns a transport that makes an [http.Client] follow redirects as a browser does. It sends requests
// through next, or through [http.DefaultTransport] if next is nil. For untrusted URLs, pass a transport from package
// [github.com/weburl-go/url/guard], because Transport does not check where a redirect goes.
//
//	client := &http.Client{Transport: redirect.Transport(nil), Timeout: 30 * time.Second}
//
// # The Location field
//
// By default, an http.Client parses the Location field with net/url, which finds no host in "/\host/x" and rejects
// "/100%". For `\a\b`, "%2e%2e" and "?é", the client sends different bytes than a browser would.
//
//   - If net/url would find different credentials or a different host, path or query than [Location] does, the
//     transport rewrites the field in the response. It percent-encodes characters that net/url cannot represent, as
//     [url.URL.NetURL] does, so "/a|b" becomes "/a%7Cb". To send exactly the bytes that the URL Standard specifies,
//     follow redirects yourself with Location.
//   - If a redirect leads to the same host, whatever the scheme and port, the transport writes the host as in the
//     request's URL. If it did not, http.Client could drop fields such as Cookie. For example, Go 1.26 does if the
//     first URL's host is "LOCALHOST".
//   - If the field does not contain a host, the rewritten field does not contain one either, so http.Client keeps any
//     Request.Host that you have set.
//   - If a browser would reject the field, http.Client fails, as it does for a field that net/url rejects.
//   - The field is not changed if its scheme is not http or https, or if the request's URL is not valid in a browser,
//     for example because its host is an IPv6 address with a zone.
//
// # The Authorization field
//
// By default, an http.Client resends the first request's Authorization field after a redirect to the same host or one
// of its subdomains. It may therefore send your password or token to another port or to a subdomain, or over another
// scheme.
//
// Like browsers, this transport drops the first request's Authorization values as soon as a redirect goes to another
// origin (https://fetch.spec.whatwg.org/#http-redirect-fetch). It does not send them again, even if a later redirect
// goes back to the first origin. Two other kinds of credentials are still sent: any new value that your CheckRedirect
// function sets in the Authorization field, and any credentials in a redirect URL.
//
// The transport finds the first request through [http.Request].Response. Any other transport between http.Client and
// this one must preserve each request's Response field and each response's Request field.
//
// # The Referer field
//
// By default, an http.Client copies each request's URL into the Referer field of the next request. The field includes
// the query and the fragment, so the next host could read any token that they contain. This transport changes the field
// as browsers do, even if you have set it yourself:
//
//   - The URL is normalized, and its fragment and credentials are removed.
//   - If the request goes to another origin, the field contains only the origin of the previous page. The same applies if
//     the previous page's URL is longer than 4,096 bytes.
//   - The field is removed if it is not an http or https URL, or if the request goes from an https: page to an http:
//     URL.
//
// # What http.Client decides
//
// Everything else is left to http.Client:
//
//   - By default, an http.Client follows at most 9 redirects. Browsers follow up to 20.
//   - An http.Client sends most fields of the first request, such as X-Api-Key, to every host that a redirect leads to.
//     It omits fields such as Content-Type if it does not resend the body. To remove other fields, use CheckRedirect.
//   - An http.Client resends the Cookie, Cookie2, Proxy-Authorization, Proxy-Authenticate and WWW-Authenticate fields
//     after a redirect to the same host or one of its subdomains. Any Cookie field that you have set may therefore be
//     sent to another port or to a subdomain, or over another scheme. The client may not recognize subdomains unless
//     the first URL's host is normalized, as in the result of [url.URL.NetURL]. Cookies from a Jar are sent only where
//     the Jar allows.
//   - An http.Client may send requests to any host. To restrict the hosts, check each redirect's URL in CheckRedirect,
//     which sees it as it will be requested. You can also check URLs in next, which sees the first one as well.
//
// The transport keeps no state between requests.
func Transport(next http.RoundTripper) http.RoundTripper { return transport{next} }

type transport struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.wrapped().RoundTrip(withSafeFields(req))
	if err != nil || resp == nil || !redirects(resp) {
		return resp, err
	}
	changed := *resp // a transport may keep the response, as a cache does
	changed.Request = req
	rewrite(req, &changed)
	return &changed, nil
}

// CloseIdleConnections closes the idle connections of the wrapped transport, if that has such a method.
// [http.Client.CloseIdleConnections] calls it.
func (t transport) CloseIdleConnections() {
	if next, ok := t.wrapped().(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

func (t transport) wrapped() http.RoundTripper {
	if t.next == nil {
		return http.DefaultTransport
	}
	return t.next
}

// rewrite gives resp, which redirects, another Location field if http.Client would read it otherwise than a browser.
func rewrite(req *http.Request, resp *http.Response) {
	base, err := url.FromNetURL(req.URL)
	if err != nil {
		return
	}
	u, err := location(resp, base)
	if err == nil && !u.IsHTTP() {
		return
	}
	was := resp.Header.Get("Location")
	field := refused(req, was)
	if err == nil {
		field = fieldFor(req, was, u, namesHost(base.Scheme(), toASCII(was)))
	}
	if field != was {
		resp.Header = resp.Header.Clone()
		resp.Header.Set("Location", field)
	}
}

// refused returns a field that neither net/url nor a browser can read. If net/url cannot read was, it returns that.
func refused(req *http.Request, was string) string {
	if _, err := req.URL.Parse(was); err != nil {
		return was
	}
	return "http://refused by browsers/" + was
}

// fieldFor returns the Location field that leads the http.Client that sent req to u: was if that does. If named is
// false, was names no host.
func fieldFor(req *http.Request, was string, u url.URL, named bool) string {
	want, err := u.NetURL()
	if err != nil {
		return refused(req, was)
	}
	want.Host = hostFor(req, want)
	if leads(req, was, want, named) {
		return was
	}
	if ref := relative(want); !named && leads(req, ref, want, false) {
		return ref
	}
	if href := want.String(); leads(req, href, want, true) {
		return href
	}
	return refused(req, was)
}

// hostFor returns the host and port of want. If req is for the same host, it writes the host as the caller did, because
// http.Client compares the two, byte for byte before Go 1.27.
func hostFor(req *http.Request, want *neturl.URL) string {
	base := &neturl.URL{Scheme: req.URL.Scheme, Host: req.URL.Host}
	if sameOrigin(base, want) {
		return base.Host
	}
	page, err := url.FromNetURL(base)
	if port, ok := strings.CutPrefix(want.Host, page.Hostname()); err == nil && ok && (port == "" || port[0] == ':') {
		return strings.TrimSuffix(base.Host, ":"+base.Port()) + port
	}
	return want.Host
}

// leads reports whether this field leads http.Client from req to the host, path and query of want. If named is true,
// http.Client must take the credentials of want, and must not keep the Host field of the caller. If named is false, it
// must keep it.
func leads(req *http.Request, field string, want *neturl.URL, named bool) bool {
	ref, err := neturl.Parse(field)
	if err != nil {
		return false
	}
	got := req.URL.ResolveReference(ref)
	if got.Opaque != "" || got.Scheme != want.Scheme || got.RequestURI() != want.RequestURI() {
		return false
	}
	if named {
		keepsHost := !ref.IsAbs() && req.Host != "" && req.Host != req.URL.Host
		sameUser := (got.User == nil) == (want.User == nil) && slices.Equal(basicAuthorization(got.User), basicAuthorization(want.User))
		return got.Host == want.Host && sameUser && !keepsHost
	}
	return got.Host == want.Host && !ref.IsAbs() && ref.Host == ""
}

// relative returns n as a reference that begins with exactly one "/".
func relative(n *neturl.URL) string {
	ref := n.RequestURI()
	if strings.HasPrefix(ref, "//") {
		ref = "/." + ref
	}
	if n.Fragment != "" {
		ref += "#" + n.EscapedFragment()
	}
	return ref
}
