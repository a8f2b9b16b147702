package redirect

import (
	"errors"
	"net/http"
	neturl "net/url"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

var errSeveralLocations = errors.New("redirect: several Location fields that differ")

// Location returns the URL that resp redirects to. Use it if you follow redirects yourself, with [url.URL.RequestURL], to send
// exactly the bytes of the standard. For an [http.Client], use [Transport]. The scheme can be any, so check IsHTTP before a
// request.
//
// It implements https://fetch.spec.whatwg.org/#concept-response-location-url.
//
// The error is [ErrNoLocation] if resp does not redirect or the field is empty, and [ErrNoReference] if the field contains only
// spaces and controls. If there are several fields that differ, the error says so. Otherwise it is a [*url.Error].
//
// # How the field is read
//
//   - Only the status codes 301, 302, 303, 307 and 308 redirect.
//   - The field is relative to the URL of resp.Request, as [url.FromNetURL] reads it. Without a request, the field must be
//     absolute. For a client that has no http.Response, make one with its status, its Header and a Request with its URL.
//   - A URL without a fragment gets the fragment of the request.
//   - If the field is not UTF-8, its bytes beyond ASCII are percent-encoded one by one.
//
// # What to request
//
// Browsers send the bytes of [url.URL.RequestURL] with few exceptions: Chromium sends "|" as "%7C". RequestURL rejects a path
// in which a "%" does not begin an encoded byte, such as "/100%". To follow such a redirect, call
// [url.URL.EncodeLonePercent], which returns "/100%25".
//
// Location can read a response that an http.Client has returned because of [http.ErrUseLastResponse]. Even then the client
// needs the Transport, because it fails for a field that net/url rejects.
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

// Transport returns a transport with which an [http.Client] follows redirects to where a browser would go. It sends requests
// through next, or through [http.DefaultTransport] if next is nil. It does not check where a redirect leads. For untrusted
// URLs, use a transport of [github.com/weburl-go/url/guard] as next.
//
//	client := &http.Client{Transport: redirect.Transport(nil), Timeout: 30 * time.Second}
//
// # The Location field
//
// An http.Client reads the field with net/url, which finds no host in "/\host/x", rejects "/100%", and sends other bytes than a
// browser for `\a\b`, "%2e%2e" and "?é".
//   - If net/url would read another host, path or query than [Location], the transport rewrites the field of the response. It
//     percent-encodes characters that net/url cannot represent, as [url.URL.NetURL] does: "/a|b" becomes "/a%7Cb". To send the
//     bytes of the standard, follow redirects yourself, with Location.
//   - If the field names no host, it names none after that, because only then does http.Client keep a Request.Host that you
//     set.
//   - If a browser rejects the field, http.Client fails as it does for a field that net/url rejects.
//   - The transport does not change a field with a scheme other than http and https, nor a field of a page that has no URL in a
//     browser, such as "http://[fe80::1%25eth0]/".
//
// # The Authorization field
//
// http.Client copies the fields of the first request into each request that follows a redirect. It leaves out Authorization
// only if the host is neither the first host nor a subdomain of it. So another port, another scheme and a subdomain get your
// password or token.
//
// As soon as a redirect leads to another origin, the transport removes the values that the first request had, as browsers do
// (https://fetch.spec.whatwg.org/#http-redirect-fetch). No later redirect brings them back, even if it leads to the first
// origin. If CheckRedirect sets another value, the transport sends that one. It also sends the credentials that the URL of a
// redirect contains, as http.Client does.
//
// It finds the first request through [http.Request].Response. A transport between http.Client and this one must keep that field
// of a request, and the Request of a response.
//
// # The Referer field
//
// http.Client puts the URL of a request into the Referer field of the next request, with the query and the fragment, where the
// next host could read a token. The transport changes the field as browsers do, even if you have set it:
//   - It removes the fragment and credentials.
//   - For another origin, it leaves only the origin, such as "https://a.example/".
//   - It removes a field that is not an http or https URL, and one that an http: URL would get from an https: page.
//
// # What http.Client decides
//
// The transport changes nothing else.
//   - http.Client sends most fields of the first request to every host that a redirect leads to, such as "X-Api-Key". To remove
//     them, use CheckRedirect. It leaves out the Content fields of a body that it does not send again.
//   - It leaves out Cookie, Cookie2, Proxy-Authorization, Proxy-Authenticate and WWW-Authenticate as it leaves out
//     Authorization. So another port, another scheme and a subdomain get a Cookie field that you have set. The cookies of a
//     Jar go where the Jar allows.
//   - To limit the hosts, check them in CheckRedirect, which gets each URL as it is requested, or in next, which gets the first
//     URL as well.
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

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
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

// leads reports whether this field leads http.Client from req to the host, path and query of want. If named is true,
// http.Client must not keep the Host field of the caller. If named is false, it must keep it.
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
		return got.Host == want.Host && !keepsHost
	}
	page, err := url.FromNetURL(&neturl.URL{Scheme: got.Scheme, Host: got.Host}) // as the caller wrote it
	return err == nil && page.Host() == want.Host && !ref.IsAbs() && ref.Host == ""
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
