package cookbook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"slices"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/redirect"
)

// Recipe: Redirect after a login
//
// `redirect.SameOrigin` redirects to the target if it is on this server, and to the fallback if it is not.
//
// If you have no request, call `ParseSameOrigin` on the server's own URL, and redirect to the `Href` of the result. In that
// case, an empty or blank target means the server's own URL.
//
// Pitfall: If you pass the parameter to `http.Redirect` instead, you create an open redirect, because `/\evil.example` takes
// browsers to evil.example.
//
// Keywords: open redirect, redirect after login, Location header, return URL, next parameter, httptest
func Example_redirectAfterLogin() {
	for _, next := range []string{
		"/account?tab=2",
		"https://app.example/a//b",
		"/.//evil.example",    // stays on this host
		"",                    // no target
		"//evil.example",      // another host
		`/\evil.example`,      // another host in browsers
		"javascript:alert(1)", // a script
	} {
		target := "https://app.example/login?next=" + neturl.QueryEscape(next)
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", target, nil)
		login(w, r)
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> /account?tab=2
	// https://app.example/a//b -> /a//b
	// /.//evil.example -> /.//evil.example
	//  -> /home
	// //evil.example -> /home
	// /\evil.example -> /home
	// javascript:alert(1) -> /home
}

func login(w http.ResponseWriter, r *http.Request) {
	// … log the user in, then:
	redirect.SameOrigin(w, r, r.FormValue("next"), "/home", http.StatusSeeOther)
}

// Recipe: Redirect to add a trailing slash
//
// The client chooses the path of its request, so even a redirect to that path needs `SameOrigin`. The path does not include the
// query, so append it to the new path.
//
// Pitfall: If a client requests `//evil.example`, `http.Redirect(w, r, r.URL.Path+"/", code)` redirects to evil.example.
//
// Keywords: trailing slash, own path
func Example_redirectSlash() {
	for _, path := range []string{
		"/a",
		"/a?b=c/d",
		"//evil.example", // another host, if it is read as a reference
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "https://app.example"+path, nil)
		addSlash(w, r)
		fmt.Println(path, "->", w.Header().Get("Location"))
	}
	// Output:
	// /a -> /a/
	// /a?b=c/d -> /a/?b=c/d
	// //evil.example -> /
}

func addSlash(w http.ResponseWriter, r *http.Request) {
	ref := r.URL.EscapedPath() + "/"
	if r.URL.RawQuery != "" {
		ref += "?" + r.URL.RawQuery
	}
	redirect.SameOrigin(w, r, ref, "/", http.StatusMovedPermanently)
}

// Recipe: Redirect in gin, echo or fiber
//
// `redirect.Target` returns the value for the `Location` header, or an error. Set the header yourself, for example with
// `c.Header` in gin or `ctx.Response.Header.Set` in fasthttp. In fiber and fasthttp, use their `net/http` adaptors to get the
// request that `Target` needs.
//
// Pitfall: A framework's redirect functions may normalize the value. With gin and `net/http`, `/.//a` becomes `/a`, which is a
// different page.
//
// Keywords: gin, echo, chi, fiber redirect, fasthttp
func Example_redirectFrameworks() {
	r := httptest.NewRequest("GET", "https://app.example/login", nil)
	for _, next := range []string{
		"/account",
		"https://app.example/account",
		"//evil.example", // another host
		"",               // no reference
		"//[",            // does not parse
	} {
		location, err := redirect.Target(r, next)
		if errors.Is(err, redirect.ErrCrossOrigin) {
			fmt.Println("another origin:", next)
			continue
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(location) // c.Header("Location", location); c.Status(http.StatusSeeOther)
	}
	// Output:
	// /account
	// /account
	// another origin: //evil.example
	// redirect: no reference
	// url: ParseSameOrigin "//[": IPv6-unclosed at byte 3
}

// Recipe: Redirect to one of several sites
//
// Check the scheme, the credentials and the origin of the target, then redirect to its `Href`.
//
// Pitfall: The origin alone is not enough, because `blob:https://app.example/c` has the same origin as `https://app.example`. A
// user name can mislead your users, as in `https://admin@app.example/`.
//
// Keywords: allowed redirect hosts, multi-tenant, redirect allowlist
func Example_sites() {
	var sites siteList // from the configuration
	err := json.Unmarshal([]byte(`["https://app.example", "https://*.shop.example"]`), &sites)
	if err != nil {
		panic(err)
	}
	home := url.MustParse("https://app.example/home")
	for _, next := range []string{
		"/a",
		"https://tea.shop.example/b",
		`\\shop.example`,                   // another host
		"https://app.example@evil.example", // a user name
		"blob:https://app.example/c",       // not an http or https URL
	} {
		fmt.Println(next, "->", sites.target(home, next))
	}
	// Output:
	// /a -> https://app.example/a
	// https://tea.shop.example/b -> https://tea.shop.example/b
	// \\shop.example -> https://app.example/home
	// https://app.example@evil.example -> https://app.example/home
	// blob:https://app.example/c -> https://app.example/home
}

type siteList []url.OriginPattern

// target returns the URL to redirect to. It returns home if next is not on one of the sites.
func (sites siteList) target(home url.URL, next string) url.URL {
	u, err := home.Parse(next)
	if err != nil || !u.IsHTTP() || u.IncludesCredentials() {
		return home
	}
	if !slices.ContainsFunc(sites, func(p url.OriginPattern) bool { return p.Match(u.Origin()) }) {
		return home
	}
	return u
}

// Recipe: Check an OAuth redirect_uri
//
// `MatchURI` compares the requested redirect_uri with the registered ones. The strings must be equal, except that the port of
// an http: URL can differ if its host is `localhost`, `127.0.0.1` or `[::1]`. To require the registered port, reject
// `requested` unless `slices.Contains(registered, requested)` is true. When a client registers a redirect_uri, check it with
// `CheckURI`.
//
// Pitfall: A prefix comparison would let `https://app.example.evil/cb` receive the authorization code. If you compare parsed
// URLs, you accept `https://app.example/x/../cb`, even though a server that compares strings would reject it.
//
// Keywords: OAuth, redirect_uri, OAuth loopback port, loopback, any port, native app, authorization code, OpenID, OIDC
func Example_redirectURI() {
	var registered []string
	for _, uri := range []string{
		"https://app.example/cb?tenant=a%20b",
		"http://localhost/callback",
		"https://app.example/cb#top",  // a fragment
		"https:app.example/cb",        // valid only for browsers
		"https://app.example/?code=1", // a parameter of the response
	} {
		if err := mayRegister(uri); err != nil {
			fmt.Println("not registered:", err)
			continue
		}
		registered = append(registered, uri)
	}
	for _, requested := range []string{
		"https://app.example/cb?tenant=a%20b",
		"http://localhost:51004/callback",
		"https://app.example/cb", // no query
	} {
		u, err := redirect.MatchURI(registered, requested)
		if errors.Is(err, redirect.ErrNotRegistered) {
			fmt.Println("do not redirect to", requested)
			continue
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(u.AppendQuery("code", "c&d").AppendQuery("state", "e"))
	}
	// Output:
	// not registered: redirect: a redirect_uri must not have a fragment
	// not registered: url: special-scheme-missing-following-solidus at byte 6
	// not registered: the parameter code belongs to the answer
	// https://app.example/cb?tenant=a%20b&code=c%26d&state=e
	// http://localhost:51004/callback?code=c%26d&state=e
	// do not redirect to https://app.example/cb
}

func mayRegister(uri string) error {
	if err := redirect.CheckURI(uri); err != nil {
		return err
	}
	u, err := url.Parse(uri)
	if err != nil {
		return err
	}
	for _, name := range []string{"code", "state"} {
		if _, found := u.QueryValue(name); found {
			return fmt.Errorf("the parameter %s belongs to the answer", name)
		}
	}
	return nil
}

// Recipe: Check a post_logout_redirect_uri or an app's custom scheme
//
// `MatchURI` compares logout URIs and URIs with custom schemes as strings, just as it does web URLs.
//
// Pitfall: Another app can claim the scheme of `com.example.app:/cb` and receive the authorization code. Require PKCE, which
// makes that code useless to the other app.
//
// Keywords: post_logout_redirect_uri, private-use scheme, custom scheme, native app
func Example_appRedirectURI() {
	registered := []string{
		"com.example.app:/cb",
		"https://app.example/bye",
	}
	for _, requested := range []string{
		"com.example.app:/cb",
		"https://app.example/bye",
		"com.example.app://cb",      // a host
		"https://app.example/bye?x", // a query
	} {
		u, err := redirect.MatchURI(registered, requested)
		if err != nil {
			fmt.Println(err, "-", requested)
			continue
		}
		fmt.Println(u.AppendQuery("state", "a b"))
	}
	// Output:
	// com.example.app:/cb?state=a%20b
	// https://app.example/bye?state=a%20b
	// redirect: redirect_uri is not registered - com.example.app://cb
	// redirect: redirect_uri is not registered - https://app.example/bye?x
}
