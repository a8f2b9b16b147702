package redirect_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/redirect"
)

func ExampleSameOrigin() {
	for _, next := range []string{"/account?tab=2", "https://app.example/a//b", "//evil.example", `/\evil.example`} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", "https://app.example/login", nil)
		redirect.SameOrigin(w, r, next, "/home", http.StatusSeeOther)
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> /account?tab=2
	// https://app.example/a//b -> /a//b
	// //evil.example -> /home
	// /\evil.example -> /home
}

func ExampleTarget() {
	r := httptest.NewRequest("GET", "https://app.example/login", nil)
	for _, next := range []string{"/account", "//evil.example", ""} {
		fmt.Println(redirect.Target(r, next))
	}
	// Output:
	// /account <nil>
	//  url: ParseSameOrigin "//evil.example": cross-origin at byte 0
	//  redirect: no reference
}

// A crawler sends the same bytes as a browser, and follows redirects itself, because an http.Client would first read the
// Location field with net/url. Unlike an http.Client, its transport does not handle cookies, or credentials in URLs.
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

// In this Location field, net/url finds a path, but a browser finds another host.
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

func ExampleMatchURI() {
	registered := []string{"https://app.example/cb", "http://localhost/callback"}
	for _, requested := range []string{"https://app.example/cb", "http://localhost:51004/callback", "https://app.example/cb/"} {
		u, err := redirect.MatchURI(registered, requested)
		fmt.Println(u, errors.Is(err, redirect.ErrNotRegistered))
	}
	// Output:
	// https://app.example/cb false
	// http://localhost:51004/callback false
	//  true
}

func ExampleCheckURI() {
	for _, uri := range []string{"https://app.example/cb", "app.example/cb", "https:app.example/cb", "https://app.example/cb#top", "javascript:alert(1)"} {
		fmt.Println(redirect.CheckURI(uri))
	}
	// Output:
	// <nil>
	// url: Parse "app.example/cb": missing-scheme-non-relative-URL at byte 0
	// url: special-scheme-missing-following-solidus at byte 6
	// redirect: a redirect_uri must not have a fragment
	// redirect: a redirect_uri must not have the scheme javascript
}
