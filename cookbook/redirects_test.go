package cookbook_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/redirect"
)

// Recipe: Redirect after a login, on the same server
//
// SameOrigin sends a path of this server, or the fallback. Without a request, ask ParseSameOrigin of the server's own URL, which "" and
// spaces stand for, and send the Href.
//
// Pitfall: http.Redirect to the parameter is an open redirect.
//
// Keywords: open redirect, redirect after login, Location header
func Example_redirectAfterLogin() {
	login := func(w http.ResponseWriter, r *http.Request) {
		if w != nil {
			redirect.SameOrigin(w, r, r.FormValue("next"), "/home", http.StatusSeeOther)
		}
	}

	for _, next := range []string{"/account?tab=2", "https://app.example/a//b", "", "//evil.example", `/\evil.example`, "/.//evil.example", "javascript:alert(1)"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("POST", "https://app.example/login?next="+neturl.QueryEscape(next), nil))
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> /account?tab=2
	// https://app.example/a//b -> /a//b
	//  -> /home
	// //evil.example -> /home
	// /\evil.example -> /home
	// /.//evil.example -> /.//evil.example
	// javascript:alert(1) -> /home
}

// Recipe: Redirect to add a trailing slash
//
// The request's own path is also a stranger's text.
//
// Pitfall: `r.URL.Path + "/"` leaves the server for `//evil.example`.
//
// Keywords: trailing slash, own path
func Example_redirectSlash() {
	addSlash := func(w http.ResponseWriter, r *http.Request) {
		redirect.SameOrigin(w, r, r.URL.EscapedPath()+"/", "/", http.StatusMovedPermanently)
	}

	for _, path := range []string{"/a", "//evil.example"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "https://app.example"+path, nil)
		addSlash(w, r)
		fmt.Println(path, "->", w.Header().Get("Location"))
	}
	// Output:
	// /a -> /a/
	// //evil.example -> /
}

// Recipe: Redirect in gin, echo or fiber
//
// Send what Target returns as the Location field, unchanged.
//
// Pitfall: A framework's own redirect may clean or parse it again.
//
// Keywords: gin, echo, chi, fiber redirect
func Example_redirectFrameworks() {
	r := httptest.NewRequest("GET", "https://app.example/login", nil)
	for _, next := range []string{"/account", "http://app.example/account", "//evil.example", "", "//["} {
		to, err := redirect.Target(r, next)
		fmt.Println(to, errors.Is(err, redirect.ErrCrossOrigin), errors.Is(err, redirect.ErrNoReference), err != nil)
	}
	// Output:
	// /account false false false
	// /account false false false
	//  true false true
	//  false true true
	//  false false true
}

// Recipe: Check the redirect_uri of an OAuth client
//
// Compare with what is registered. Only the port after `http://localhost`, `http://127.0.0.1` and `http://[::1]` may differ: for
// equal ports, ask slices.Contains, too.
//
// Pitfall: A prefix or a parsed comparison sends codes to others.
//
// Keywords: OAuth, redirect_uri, OAuth loopback port, authorization code
func Example_redirectURI() {
	registered := []string{"https://app.example/cb?tenant=a%20b", "http://localhost/callback"}
	for _, s := range registered { // when they are registered
		u, err := redirect.MatchURI([]string{s}, s)
		_, hasCode := u.QueryValue("code")
		_, hasState := u.QueryValue("state")
		if err != nil || len(url.Validate(s)) > 0 || hasCode || hasState {
			fmt.Println("refused:", s)
		}
	}
	for _, requested := range []string{"https://app.example/cb?tenant=a%20b", "http://localhost:51004/callback", "https://app.example/cb"} {
		u, err := redirect.MatchURI(registered, requested)
		if err == nil {
			u = u.AppendQuery("code", "c&d").AppendQuery("state", "e")
		}
		fmt.Println(u, errors.Is(err, redirect.ErrNotRegistered))
	}
	// Output:
	// https://app.example/cb?tenant=a%20b&code=c%26d&state=e false
	// http://localhost:51004/callback?code=c%26d&state=e false
	//  true
}

// Recipe: Check a post_logout_redirect_uri, or an app's own scheme
//
// `com.example.app:/cb` is compared as a text, like the others.
//
// Pitfall: Another app can claim the scheme: demand PKCE.
//
// Keywords: post_logout_redirect_uri, private-use scheme, native app
func Example_appRedirectURI() {
	registered := []string{"com.example.app:/cb", "https://app.example/bye"}
	for _, requested := range []string{"com.example.app:/cb", "com.example.app://cb", "https://app.example/bye", "https://app.example/bye?x"} {
		u, err := redirect.MatchURI(registered, requested)
		if err != nil {
			fmt.Println("refused:", requested)
			continue
		}
		fmt.Println(u.AppendQuery("state", "a b"))
	}
	// Output:
	// com.example.app:/cb?state=a%20b
	// refused: com.example.app://cb
	// https://app.example/bye?state=a%20b
	// refused: https://app.example/bye?x
}
