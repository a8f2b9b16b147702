// Package dropin imports the package that replaces net/url.
package dropin

import (
	"net/http"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url/net/url"
)

func resolves(base *url.URL, ref string) (*url.URL, error) {
	return base.Parse(ref) // want `this method parses the way net/url does, not the way a browser does; use url.ParseRef\(base, ref\) from github.com/weburl-go/url/net/url`
}

func resolvesValue(base url.URL, ref string) (*url.URL, error) {
	return base.Parse(strings.TrimSpace(ref)) // want `use url.ParseRef\(&base, strings.TrimSpace\(ref\)\)`
}

func unmarshals(u *url.URL, b []byte) error {
	return u.UnmarshalBinary(b) // want `this method parses the way net/url does, not the way a browser does; use url.Parse from github.com/weburl-go/url/net/url`
}

func resolvesRight(base *url.URL, ref string) (*url.URL, error) {
	if u, err := url.ParseRef(base, ref); err == nil { // ok
		return u, nil
	}
	u, err := url.Parse(ref) // ok
	if err != nil {
		return nil, err
	}
	if b, err := u.MarshalBinary(); err == nil && len(b) > 0 { // ok
		return u, nil
	}
	return base.JoinPath("a"), nil // ok
}

func resolvesParsed(base *url.URL, ref string) (*url.URL, error) {
	u, err := url.Parse(ref)
	if err != nil || u.IsAbs() {
		return u, err
	}
	return base.ResolveReference(u), nil // want `Parse reads a reference without its base URL, so it may find a different host than a browser does, as in https:/x; use url.ParseRef\(base, ref\) from github.com/weburl-go/url/net/url`
}

func resolvesKnown(base, page *url.URL, n *neturl.URL) (*url.URL, error) {
	u, err := url.Parse("/feed")
	if err != nil {
		return nil, err
	}
	page = page.ResolveReference(&url.URL{Path: "a"}) // ok
	page = page.ResolveReference(n)                   // ok
	return base.ResolveReference(u), nil              // ok: a constant
}

// The import has another meaning here, so this has no fix.
func shadowed(base *url.URL, refs []string) {
	for _, url := range refs {
		base.Parse(url) // want `use url.ParseRef\(base, url\) from github.com/weburl-go/url/net/url`
	}
}

func ofServer(r *http.Request) {
	r.URL.Parse("../next") // ok: it has no host
	u := *r.URL
	u.Parse("../next") // ok
	if ref, err := url.Parse(r.FormValue("next")); err == nil {
		r.URL.ResolveReference(ref) // ok
	}
}

func ofClient(response *http.Response, s, next string) error {
	response.Request.URL.Parse(next) // want `use url.ParseRef\(response.Request.URL, next\)`
	request, err := http.NewRequest("GET", s, nil)
	if err != nil {
		return err
	}
	_, err = request.URL.Parse(next) // want `use url.ParseRef\(request.URL, next\)`
	return err
}

func ofConstant(id, next string) {
	docs, _ := url.Parse("/docs/index.html")
	docs.Parse(next) // ok: it is relative
	user, _ := neturl.Parse("/users/" + id)
	user.Parse(next) // ok
	empty, _ := url.Parse("")
	empty.Parse(next) // ok
	if ref, err := url.Parse(next); err == nil {
		docs.ResolveReference(ref) // ok
		user.ResolveReference(ref) // ok
	}
	base, _ := url.Parse("https://shop.example/docs/")
	base.Parse(next) // want `use url.ParseRef\(base, next\)`
}

// With net/url, /\evil.example passes these checks.
func next(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Scheme != "" || u.Host != "" {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok: a browser stays
	w.Header().Set("Location", u.String())            // ok
}

func nextString(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // want `this sends the original string, which may lead to a different host than the URL that was checked; use u.String\(\)`
}

func nextByNetURL(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := neturl.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // want `passes the checks before this redirect`
}

// What is wrong as a browser reads it, too.
func domain(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Scheme != "https" || !strings.HasSuffix(u.Hostname(), "shop.example") { // want `evilshop.example also has this suffix`
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // want `https://evilshop.example passes the preceding checks`
}

func domainRight(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Scheme != "https" || !strings.HasSuffix(u.Hostname(), ".shop.example") { // ok
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
	http.Get(u.String())                              // ok
}

func localOnly(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.IsAbs() || u.Host != "" {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
	http.Redirect(w, r, "/a", http.StatusFound)       // ok
	http.Redirect(w, r, "/b", http.StatusFound)       // ok
}

func fetches(s string) (*http.Response, error) {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() != "api.shop.example" {
		return nil, err
	}
	return http.Get(u.String()) // ok
}

// The path is decoded, so /%2fevil.example begins with two slashes.
func decoded(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Host != "" {
		return
	}
	http.Redirect(w, r, u.Path, http.StatusFound) // want `"/%2fevil.example/a" passes the checks before this redirect`
}

func encoded(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Scheme != "" || u.Host != "" {
		return
	}
	http.Redirect(w, r, u.EscapedPath(), http.StatusFound) // ok
	http.Redirect(w, r, "/back", http.StatusFound)         // ok
}
