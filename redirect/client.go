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

// Location returns the URL that resp redirects to. It implements https://fetch.spec.whatwg.org/#concept-response-location-url:
// a URL without a fragment gets that of the request. Only 301, 302, 303, 307 and 308 redirect. The Location field is
// relative to the URL of resp.Request, as [url.FromNetURL] reads it. Without a request, it must be absolute. If it is not
// UTF-8, its bytes beyond ASCII are percent-encoded one by one.
//
// The error is [ErrNoLocation] if resp does not redirect or the field is empty, [ErrNoReference] if the field has only
// spaces and controls, or says that there are several fields that differ. Otherwise it is a [*url.Error].
//
// It is for a program that follows redirects itself, because it requests what [url.URL.RequestURL] returns, and so sends
// the standard's bytes. Browsers differ from them in few places: Chromium sends "|" as "%7C". RequestURL refuses a path with
// a "%" that does not begin an encoded byte, such as "/100%". If you want to follow that, too, call
// [url.URL.EncodeLonePercent]: it gives "/100%25". For an [http.Client], use [Transport], also with [http.ErrUseLastResponse]:
// without it, the client fails for a field that net/url refuses. For another client, make an http.Response of its status, its
// Header and a Request with its URL.
//
// The scheme can be any, such as file: or javascript:. Check IsHTTP before a request.
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

// Transport returns a transport for an [http.Client] that follows redirects to where a browser goes. It sends requests
// through next, or through [http.DefaultTransport] if next is nil. next can be any transport, also one of
// [github.com/weburl-go/url/guard].
//
// An http.Client reads the Location field with net/url, which finds no host in "/\host/x", refuses "/100%", and sends
// other bytes for `\a\b`, "%2e%2e" and "?é". Where net/url would read another host, path or query than [Location] does, the
// transport rewrites the field of the response to what it reads as that URL. It leaves all other fields as the server wrote
// them. What net/url cannot hold is percent-encoded, as by [url.URL.NetURL]: "/a|b" becomes "/a%7Cb". A program that has to
// send the standard's bytes follows redirects itself, with [Location] and [url.URL.RequestURL].
//
// A field that names no host stays one that names none, because http.Client keeps a Request.Host of the caller only then. A
// field with a scheme other than http and https stays as it is. If a browser refuses the field, http.Client fails as it
// does for one that net/url refuses. A field of a page that has no URL in a browser, such as "http://[fe80::1%25eth0]/",
// also stays as it is.
//
// http.Client puts the URL of a request into the Referer field of the next one, with the query and the fragment. The next host
// could read a token there. The transport changes the field as browsers do: it removes the fragment and credentials. For
// another origin, it leaves only the origin, such as "https://a.example/". It removes a field that is not an http or https URL,
// and one that an http: URL would get from an https: page. All this also holds for a field of the caller.
//
// Everything else is up to http.Client: cookies, methods, bodies, CheckRedirect. To limit the hosts, check them in
// CheckRedirect, which gets each URL as it is requested, or in next, which gets the first one, too. The transport keeps no
// state between requests.
func Transport(next http.RoundTripper) http.RoundTripper { return transport{next} }

type transport struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.wrapped().RoundTrip(withReferer(req))
	if err != nil || resp == nil {
		return resp, err
	}
	return rewritten(req, resp), nil
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

// withReferer returns req, or a copy with another Referer field.
func withReferer(req *http.Request) *http.Request {
	was := req.Header["Referer"]
	referer := ""
	if len(was) > 0 {
		referer = refererFor(req.URL, was[0])
	}
	if len(was) == 0 || len(was) == 1 && was[0] == referer {
		return req
	}
	req = req.WithContext(req.Context()) // a copy: a RoundTripper must not change the request
	req.Header = req.Header.Clone()
	if req.Header.Del("Referer"); referer != "" {
		req.Header.Set("Referer", referer)
	}
	return req
}

// refererFor returns what a page at referer tells a request for n. It implements the default policy of
// https://w3c.github.io/webappsec-referrer-policy/#referrer-policy-strict-origin-when-cross-origin.
func refererFor(n *neturl.URL, referer string) string {
	page, err := url.Parse(referer)
	if err != nil || !page.IsHTTP() || page.Scheme() == "https" && n.Scheme == "http" {
		return ""
	}
	u, err := url.FromNetURL(n)
	if err != nil || !u.Origin().SameOrigin(page.Origin()) {
		return page.Origin().String() + "/"
	}
	if page.IncludesCredentials() {
		referer = page.WithoutCredentials().Href()
	}
	referer, _, _ = strings.Cut(referer, "#")
	return referer
}

// rewritten returns resp, or a copy with another Location field.
func rewritten(req *http.Request, resp *http.Response) *http.Response {
	base, err := url.FromNetURL(req.URL) // http.Client does not look at resp.Request either
	if err != nil {
		return resp
	}
	u, err := location(resp, base)
	if err == ErrNoLocation || err == nil && !u.IsHTTP() {
		return resp
	}
	was := resp.Header.Get("Location")
	field := refused(req, was)
	if err == nil {
		field = fieldFor(req, was, u, namesHost(base.Scheme(), toASCII(was)))
	}
	if field == was {
		return resp
	}
	changed := *resp // a transport may keep the response, as a cache does
	changed.Header = resp.Header.Clone()
	changed.Header.Set("Location", field)
	return &changed
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
