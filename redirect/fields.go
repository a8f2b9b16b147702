package redirect

import (
	"net/http"
	neturl "net/url"
	"slices"

	"github.com/weburl-go/url"
)

// withSafeFields returns req, or a copy whose fields reveal no more than a browser would reveal after a redirect.
func withSafeFields(req *http.Request) *http.Request {
	changed := http.Header{}
	for key, values := range req.Header {
		safe := values
		switch http.CanonicalHeaderKey(key) { // net/http sends a field with any other spelling, too
		case "Authorization":
			safe = authorizationFor(req, values)
		case "Referer":
			safe = referersFor(req, values)
		}
		if !slices.Equal(safe, values) {
			changed[key] = safe
		}
	}
	if len(changed) == 0 {
		return req
	}
	req = req.WithContext(req.Context()) // a copy: a RoundTripper must not change the request
	req.Header = req.Header.Clone()
	for key, values := range changed {
		if req.Header[key] = values; len(values) == 0 {
			delete(req.Header, key)
		}
	}
	return req
}

// authorizationFor returns the values of an Authorization field to send with req. http.Client copies the values of the first
// request into each request that follows, but after a redirect to another origin, they must not be sent.
//
// It implements the step of https://fetch.spec.whatwg.org/#http-redirect-fetch that removes the field. No later redirect
// brings it back. Any other values come from CheckRedirect or from the credentials in a URL.
func authorizationFor(req *http.Request, values []string) []string {
	first, crossed := firstRequest(req)
	if !crossed {
		return values
	}
	kept := slices.DeleteFunc(slices.Clone(values), func(value string) bool { return hasAuthorization(first, value) })
	if len(kept) == 0 && req.URL.User != nil {
		return basicAuthorization(req.URL.User)
	}
	return kept
}

// firstRequest returns the request that was redirected to req, at first, and whether a redirect led to another origin. If it
// cannot tell, it returns req and true.
func firstRequest(req *http.Request) (first *http.Request, crossed bool) {
	first = req
	for first.Response != nil {
		from := first.Response.Request
		if from == nil || from.URL == nil {
			return req, true
		}
		crossed = crossed || !sameOrigin(from.URL, first.URL)
		first = from
	}
	return first, crossed
}

// sameOrigin reports whether two requests go to the same origin.
func sameOrigin(m, n *neturl.URL) bool {
	if m.Scheme == n.Scheme && m.Host == n.Host && m.Opaque == "" && n.Opaque == "" {
		return true // even if a browser has no such host
	}
	u, err := url.FromNetURL(m)
	v, otherErr := url.FromNetURL(n)
	return err == nil && otherErr == nil && u.Origin().SameOrigin(v.Origin())
}

// hasAuthorization reports whether req has this value in an Authorization field.
func hasAuthorization(req *http.Request, value string) bool {
	for key, values := range req.Header {
		if http.CanonicalHeaderKey(key) == "Authorization" && slices.Contains(values, value) {
			return true
		}
	}
	return false
}

// basicAuthorization returns the field that http.Client makes of the credentials in a URL if the request has no such field.
// If user is nil, the username and the password are empty.
func basicAuthorization(user *neturl.Userinfo) []string {
	req := http.Request{Header: http.Header{}}
	password, _ := user.Password()
	req.SetBasicAuth(user.Username(), password)
	return req.Header["Authorization"]
}

// referersFor returns the Referer field to send with req instead of values.
func referersFor(req *http.Request, values []string) []string {
	if len(values) > 0 {
		if referer := refererFor(req.URL, values[0]); referer != "" {
			return []string{referer}
		}
	}
	return nil
}

// maxReferer is the longest URL in bytes that is sent to the page's own origin.
// https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
const maxReferer = 4096

// refererFor returns the Referer field of a request from a page at referer to n, or "". It implements the default policy of
// https://w3c.github.io/webappsec-referrer-policy/#referrer-policy-strict-origin-when-cross-origin.
func refererFor(n *neturl.URL, referer string) string {
	page, err := url.Parse(referer)
	if err != nil || !page.IsHTTP() || page.Scheme() == "https" && n.Scheme == "http" {
		return ""
	}
	page = page.WithoutCredentials().WithoutFragment()
	u, err := url.FromNetURL(n)
	if err != nil || len(page.Href()) > maxReferer || !u.Origin().SameOrigin(page.Origin()) {
		return page.Origin().String() + "/"
	}
	return page.Href()
}
