// Package redirect sends redirects, follows them, and checks the redirect_uri of an OAuth client. [SameOrigin] redirects only
// to a page of the same server. [Transport] makes an [http.Client] follow redirects to where a browser would go. [MatchURI]
// checks a redirect_uri, and [CheckURI] checks it when a client registers.
//
// A login handler:
//
//	func login(w http.ResponseWriter, r *http.Request) {
//		// … the user has logged in …
//		redirect.SameOrigin(w, r, r.FormValue("next"), "/home", http.StatusSeeOther)
//	}
//
// A client:
//
//	var client = &http.Client{Transport: redirect.Transport(nil), Timeout: 30 * time.Second}
//
// # Limits
//
//   - A page of the same server is not always harmless. It may redirect again, or change something.
//   - [SameOrigin] sends a path of this server. A proxy in front of the server may serve another path for it, or rewrite the
//     Location field.
//   - [Transport] does not check where a redirect leads. For untrusted URLs, pass it a transport of package
//     [github.com/weburl-go/url/guard].
//   - [MatchURI] is one of the checks of an OAuth server. It does not know clients, PKCE or codes.
package redirect

import (
	"errors"
	"net/http"
	"strings"

	"github.com/weburl-go/url"
)

// The errors of this package, for [errors.Is]. If a string does not parse, the error is that of [url.Parse] instead.
var (
	// ErrCrossOrigin means that a reference leads to another server. It is [url.ErrCrossOrigin].
	ErrCrossOrigin error = url.ErrCrossOrigin
	// ErrNoReference means that a reference is empty, or contains only spaces and controls. As a URL, it would lead to the page
	// of the request itself.
	ErrNoReference = errors.New("redirect: no reference")
	// ErrNoLocation means that a response does not redirect. It is [http.ErrNoLocation].
	ErrNoLocation = http.ErrNoLocation
	// ErrNotRegistered means that the client has not registered a redirect_uri, or that no client should register it.
	ErrNotRegistered = errors.New("redirect: redirect_uri is not registered")
)

// SameOrigin answers r with a redirect to ref if ref stays on the server that r came to. Use it if ref is from an untrusted
// source, such as the parameter "next" of a login page. If ref leads elsewhere, it redirects to fallback, which should be a
// path.
//
// If fallback leads elsewhere as well, it redirects to "/". The server is r.Host: see [Target] for a server behind a proxy.
// code is as for [http.Redirect], such as 303 after a form.
//
// SameOrigin writes what [Target] returns as the only Location field, and no body. It does not call http.Redirect, which would
// clean the path, and so merge slashes.
func SameOrigin(w http.ResponseWriter, r *http.Request, ref, fallback string, code int) {
	to, err := Target(r, ref)
	if err != nil {
		to, err = Target(r, fallback)
	}
	if err != nil {
		to = "/"
	}
	w.Header().Set("Location", to)
	w.WriteHeader(code)
}

// Target returns the Location field that [SameOrigin] would send for ref. Use it with frameworks that do not use
// [http.ResponseWriter], and write it into the field without a change.
//
// The result is a [url.URL.RelativeToOrigin]: a path, a query and a fragment in ASCII. It names no host, and begins with
// exactly one "/".
//
// If ref is empty or contains only spaces and controls, the error is [ErrNoReference], because a login page without the
// parameter "next" would redirect to itself. Otherwise it is a [*url.Error] with [ErrCrossOrigin], or with the reason why ref
// does not parse. A ref such as "?a=b" or "#c" is not an error, and leads to the page of the request.
//
// # What ref may be
//
//   - ref may name the host of r, with http or https, because TLS may end in front of the server. If the host of r does not
//     parse, ref cannot name it.
//   - A relative ref is relative to r.RequestURI, which the browser has requested, and not to r.URL, which [http.StripPrefix]
//     changes. On /login, the ref "settings" leads to /settings, even if the page that links to /login is in /account/. That
//     page has to pass "/account/settings".
//   - r.URL is used only if r.RequestURI is empty, as in tests. If the target has no path, as in "OPTIONS *", or does not
//     parse, the path is "/".
//
// # Behind a proxy
//
// If a proxy sends another Host than the browser, a ref that names the public host is [ErrCrossOrigin]. If the configuration
// contains the public origin, use [url.URL.ParseSameOrigin] and redirect to the Href, as in its example.
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
	return strings.TrimFunc(ref, func(r rune) bool { return r <= ' ' }) == ""
}

// requestedPath returns the path and the query that r asks for, normalized. It returns "/" where r names no path, as
// "OPTIONS *" and CONNECT.
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

// parseSameOrigin is [url.URL.ParseSameOrigin] of the URL that the arguments before ref name.
func parseSameOrigin(scheme, host, path, ref string) (u url.URL, err error) {
	if page, err := url.ParseRequestTarget("GET", scheme, host, path); err == nil {
		return page.ParseSameOrigin(ref)
	}
	for _, host := range unnamedHosts {
		page, err := url.ParseRequestTarget("GET", scheme, host, path)
		if err == nil {
			u, err = page.ParseSameOrigin(ref)
		}
		if err != nil {
			return url.URL{}, err
		}
	}
	return u, nil
}

// unnamedHosts are two hosts for pages whose host is unknown. A reference that names one of them does not name the other.
var unnamedHosts = [...]string{"a.invalid", "b.invalid"}

// namesHost reports whether ref names a host, or another scheme than that of the page that it is relative to. With another
// scheme it has a host of its own, or none.
func namesHost(scheme, ref string) bool {
	for _, host := range unnamedHosts {
		if u, err := url.ParseWithBase(ref, scheme+"://"+host); err != nil || u.Host() != host {
			return true
		}
	}
	return false
}
