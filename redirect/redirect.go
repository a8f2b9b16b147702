// Package redirect sends and follows HTTP redirects, and checks the redirect_uri of OAuth clients. In a handler, use
// [SameOrigin] to redirect to an untrusted URL only if it points to your own server. Use [Transport] to make an
// [http.Client] follow redirects as a browser does.
//
// A login handler can redirect like this:
//
//	func login(w http.ResponseWriter, r *http.Request) {
//		// … the user has logged in …
//		redirect.SameOrigin(w, r, r.FormValue("next"), "/home", http.StatusSeeOther)
//	}
//
// A client can follow redirects like this:
//
//	var client = &http.Client{Transport: redirect.Transport(nil), Timeout: 30 * time.Second}
//
// An OAuth server calls [CheckURI] when a client registers a redirect_uri, and [MatchURI] for each authorization
// request.
//
// # Limits
//
//   - [SameOrigin] may redirect to any page on your server, including a page that redirects elsewhere or changes data.
//   - [SameOrigin] sends a path to the browser. If your server is behind a proxy, the proxy may map this path to another
//     page, or rewrite the Location field.
//   - [Transport] does not check where a redirect goes. For untrusted URLs, wrap a transport from package
//     [github.com/weburl-go/url/guard].
//   - [Transport] does not remove a field such as X-Api-Key when a redirect leads to another server. See the recipe
//     "Send an API key in a header" in COOKBOOK.md.
//   - [MatchURI] is only one of the checks that an OAuth server needs. It knows nothing about client authentication,
//     PKCE or authorization codes.
package redirect

import (
	"errors"
	"net/http"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// Errors returned by this package, for use with [errors.Is]. If a string does not parse as a URL, the error is the one
// returned by [url.Parse].
var (
	// ErrCrossOrigin means that a reference points to another server. It is the same error as [url.ErrCrossOrigin].
	ErrCrossOrigin error = url.ErrCrossOrigin
	// ErrNoReference means that a reference is empty, or contains only C0 controls and spaces. If it were resolved, such
	// a reference would point to the requested page itself.
	ErrNoReference = errors.New("redirect: no reference")
	// ErrNoLocation means that a response is not a redirect. It is the same error as [http.ErrNoLocation].
	ErrNoLocation = http.ErrNoLocation
	// ErrNotRegistered means that the client has not registered this redirect_uri, or that no client should be allowed to
	// register it.
	ErrNotRegistered = errors.New("redirect: redirect_uri is not registered")
)

// SameOrigin redirects to ref if ref points to the server that received the request r, and to fallback otherwise. Use
// it if ref comes from an untrusted source, such as the "next" parameter of a login page. The fallback should be a
// path.
//
// The server is identified by r.Host. If a proxy changes the Host field, see [Target]. If fallback also points to
// another server, SameOrigin redirects to "/". The code is the status code of the redirect, such as
// [http.StatusSeeOther] after a form is submitted. Like [http.ResponseWriter], SameOrigin panics if the code is not
// between 100 and 999.
//
// SameOrigin replaces any existing Location field in w with the result of [Target], and writes no body. It does not use
// [http.Redirect], because that would clean the path and merge slashes.
func SameOrigin(w http.ResponseWriter, r *http.Request, ref, fallback string, code int) {
	to, err := Target(r, ref)
	if err != nil {
		to, err = Target(r, fallback)
	}
	if err != nil {
		to = "/"
	}
	for key := range w.Header() {
		if http.CanonicalHeaderKey(key) == "Location" { // net/http sends a field with any other spelling, too
			delete(w.Header(), key)
		}
	}
	w.Header().Set("Location", to)
	w.WriteHeader(code)
}

// Target returns the Location field that [SameOrigin] would send for ref. Use it with frameworks that do not provide an
// [http.ResponseWriter], and send the result unchanged.
//
// The result is a path, followed by the query and fragment, if any, all in ASCII, as returned by
// [url.URL.RelativeToOrigin]. It contains no host, and begins with exactly one slash.
//
// If ref is empty or contains only C0 controls and spaces (U+0000 to U+0020), the error is [ErrNoReference]. (If such a
// ref were resolved, a login page without a "next" parameter would redirect to itself.) Any other error is a
// [*url.Error] that either wraps [ErrCrossOrigin] or says why ref could not be parsed. A ref such as "?a=b" or "#c" is
// valid, and refers to the requested page.
//
// # Which references are accepted
//
//   - If ref contains a host, it must be the host of r, and the scheme must be http or https. Both schemes are accepted
//     because a proxy may terminate TLS. If the host of r does not parse, a ref with a host is rejected.
//   - A relative ref is resolved against r.RequestURI, which is what the browser requested. (r.URL may differ, for
//     example because [http.StripPrefix] has changed it.) If a handler for "/login" gets the ref "settings", the result
//     is "/settings", even if the page that links to "/login" is "/account/". That page should pass
//     "/account/settings".
//   - If r.RequestURI is empty, as it often is in tests, r.URL is used instead. If the request target does not parse or
//     has no path, as in "OPTIONS *", the ref is resolved against "/".
//
// # Behind a proxy
//
// If a proxy replaces the Host field that the browser sent, a ref that contains the public host results in
// [ErrCrossOrigin]. In this case, parse the public origin from your configuration, call [url.URL.ParseSameOrigin] on
// it, and redirect to the Href of the result, as shown in the example of that method.
func Target(r *http.Request, ref string) (string, error) {
	if isBlank(ref) {
		return "", ErrNoReference
	}
	path := requestedPath(r)
	var u url.URL
	var err error
	for _, scheme := range [...]string{"http", "https"} {
		if u, err = parseSameOrigin(scheme, r.Host, path, ref); err == nil {
			return u.RelativeToOrigin(), nil
		}
	}
	return "", err
}

// isBlank reports whether a parser of URLs would strip all of ref.
func isBlank(ref string) bool {
	return strings.TrimLeftFunc(ref, infra.IsC0ControlOrSpace) == ""
}

// requestedPath returns the path and query of the request target of r, normalized. It returns "/" if the target has no
// path, as in "OPTIONS *" and CONNECT.
func requestedPath(r *http.Request) string {
	target := r.RequestURI
	if target == "" && r.URL != nil {
		target = r.URL.RequestURI()
	}
	u, err := url.ParseRequestTarget("GET", "http", unnamedHosts[0], target)
	if err != nil {
		return "/"
	}
	return u.Pathname() + u.Search()
}

// parseSameOrigin calls [url.URL.ParseSameOrigin] on the URL that consists of scheme, host and path. If host does not parse,
// it accepts only a ref without a host.
func parseSameOrigin(scheme, host, path, ref string) (url.URL, error) {
	if page, err := url.ParseRequestTarget("GET", scheme, host, path); err == nil {
		return page.ParseSameOrigin(ref)
	}
	var u url.URL
	for _, unnamed := range unnamedHosts {
		page, err := url.ParseRequestTarget("GET", scheme, unnamed, path)
		if err != nil {
			return url.URL{}, err
		}
		if u, err = page.ParseSameOrigin(ref); err != nil {
			return url.URL{}, err
		}
	}
	return u, nil
}

// unnamedHosts are two hosts for pages whose host is unknown. A reference that names one of them does not name the other.
var unnamedHosts = [...]string{"a.invalid", "b.invalid"}

// namesHost reports whether ref contains a host, or a scheme other than the scheme of the page that it is relative to. With
// another scheme, it has its own host or none.
func namesHost(scheme, ref string) bool {
	for _, host := range unnamedHosts {
		if u, err := url.ParseWithBase(ref, scheme+"://"+host); err != nil || u.Host() != host {
			return true
		}
	}
	return false
}
