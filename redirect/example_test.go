package redirect_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	neturl "net/url"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/redirect"
)

// Job: Redirect after a login, on the same server
//
// SameOrigin sends a path of this server, or the fallback. Without a request, ask ParseSameOrigin of the server's own URL, which "" and
// spaces stand for, and send the Href.
//
// Trap: http.Redirect to the parameter is an open redirect.
//
// Words: open redirect, redirect after login, Location header
func ExampleSameOrigin() {
	login := func(w http.ResponseWriter, r *http.Request) {
		if logIn(w, r) {
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

func logIn(http.ResponseWriter, *http.Request) bool { return true }

// Job: Redirect to add a trailing slash
//
// The request's own path is also a stranger's text.
//
// Trap: `r.URL.Path + "/"` leaves the server for `//evil.example`.
//
// Words: trailing slash, own path
func ExampleSameOrigin_slash() {
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

// Job: Redirect in gin, echo or fiber
//
// Send what Target returns as the Location field, unchanged.
//
// Trap: A framework's own redirect may clean or parse it again.
//
// Words: gin, echo, chi, fiber redirect
func ExampleTarget() {
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

// A crawler sends the bytes that a browser sends, and follows redirects itself: http.Client would read the Location field with
// net/url first. The transport knows neither cookies nor the credentials of a URL.
func ExampleLocation() {
	locations := map[string]string{"/a|b?100%": `..\c|d`, "/c|d": "1:2\t3", "/1:23": "/e"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.RequestURI)
		if location, ok := locations[r.RequestURI]; ok {
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusFound)
		}
	}))
	defer server.Close()

	u := url.MustParse(server.URL + "/a|b?100%#f") // NetURL would encode the "|"
	for range 20 {
		n, err := u.RequestURL()
		if err != nil {
			fmt.Println(err)
			return
		}
		response, err := http.DefaultTransport.RoundTrip(&http.Request{URL: n, Header: http.Header{}})
		if err != nil {
			fmt.Println(err)
			return
		}
		response.Body.Close()
		next, err := redirect.Location(response)
		if errors.Is(err, redirect.ErrNoLocation) {
			return // response is the last one
		} else if err != nil {
			fmt.Println(err)
			return
		}
		u = next
	}
	fmt.Println("too many redirects")
	// Output:
	// /a|b?100%
	// /c|d
	// /1:23
	// /e
}

// net/url reads a path in this Location field, and a browser another host.
func ExampleTransport() {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "the other host, ", r.RequestURI) }))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			fmt.Fprint(w, "the same host")
			return
		}
		w.Header().Set("Location", `/\`+other.Listener.Addr().String()+`/a\b`)
		w.WriteHeader(http.StatusFound)
	}))
	defer server.Close()

	for _, client := range []*http.Client{{}, {Transport: redirect.Transport(nil)}} {
		response, err := client.Get(server.URL)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Println(string(body), err)
	}
	// Output:
	// the same host <nil>
	// the other host, /a/b <nil>
}

// Job: Check the redirect_uri of an OAuth client
//
// Compare with what is registered. Only the port after `http://localhost`, `http://127.0.0.1` and `http://[::1]` may differ: for
// equal ports, ask slices.Contains, too.
//
// Trap: A prefix or a parsed comparison sends codes to others.
//
// Words: OAuth, redirect_uri, OAuth loopback port, authorization code
func ExampleMatchURI() {
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

// Job: Check a post_logout_redirect_uri, or an app's own scheme
//
// `com.example.app:/cb` is compared as a text, like the others.
//
// Trap: Another app can claim the scheme: demand PKCE.
//
// Words: post_logout_redirect_uri, private-use scheme, native app
func ExampleMatchURI_app() {
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
