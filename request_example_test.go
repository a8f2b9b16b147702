package url_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strings"

	"github.com/weburl-go/url"
)

func ExampleParseRequestTarget() {
	u, err := url.ParseRequestTarget("GET", "https", "Example.com:443", "//evil.example/a/%2e%2e/b")
	fmt.Println(u, err)

	u, err = url.ParseRequestTarget("GET", "https", "example.com", "http://other.example/a")
	fmt.Println(u, err)

	_, err = url.ParseRequestTarget("GET", "https", "user:secret@example.com", "/")
	fmt.Println(err)
	// Output:
	// https://example.com//evil.example/b <nil>
	// http://other.example/a <nil>
	// url: parse request target "xxxxx@example.com": invalid-credentials at byte 5
}

// A reverse proxy that forwards the URL that it checked. It checks the URL before ReverseProxy runs, since Rewrite cannot
// return an error. It allows known paths instead of forbidding others: a backend may read "/%61dmin", "//admin" and
// "/api/..%2Fadmin" as "/admin".
func ExampleParseRequestTarget_reverseProxy() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "backend: ", r.RequestURI)
	}))
	defer backend.Close()

	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL, r.Out.Host = r.In.URL, "" // all of the query, and the Host field from the URL
	}}
	handler := func(w http.ResponseWriter, r *http.Request) {
		u, err := url.ParseRequestTarget(r.Method, "http", r.Host, r.RequestURI)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if u.Hostname() != "app.example" || !strings.HasPrefix(u.Pathname(), "/api/") || strings.Contains(strings.ToUpper(u.Pathname()), "%2F") {
			http.Error(w, "forbidden: "+u.Href(), http.StatusForbidden)
			return
		}
		if err = u.SetHost(backend.Listener.Addr().String()); err == nil {
			r.URL, err = u.RequestURL()
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		proxy.ServeHTTP(w, r)
	}
	server := httptest.NewServer(http.HandlerFunc(handler))
	defer server.Close()

	for _, target := range []string{
		"/api/a|b?c=%|&d;e", "/x/../api/a", `/api/..\admin`, "/api/%2e%2E/admin", "/api/..%2fadmin", "//app.example/api/",
		"http://evil.example/api/", "/api/#b",
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: app.example\r\n\r\n", target)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(response.Body)
		fmt.Println(response.StatusCode, strings.TrimSpace(string(body)))
		conn.Close()
	}
	// Output:
	// 200 backend: /api/a|b?c=%|&d;e
	// 200 backend: /api/a
	// 403 forbidden: http://app.example/admin
	// 403 forbidden: http://app.example/admin
	// 403 forbidden: http://app.example/api/..%2fadmin
	// 403 forbidden: http://app.example//app.example/api/
	// 403 forbidden: http://evil.example/api/
	// 400 url: parse request target "/api/#b": invalid-URL-unit at byte 5
}

// A crawler sends the bytes of the URL, and follows redirects itself.
func ExampleURL_RequestURL() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.RequestURI == "/a|b?100%" {
			w.Header().Set("Location", `..\c|d`)
			w.WriteHeader(http.StatusFound)
		}
		fmt.Println(r.RequestURI)
	}))
	defer server.Close()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

	u := url.MustParse(server.URL + "/a|b?100%") // NetURL refuses it
	for range 10 {
		n, err := u.RequestURL()
		if err != nil {
			fmt.Println(err)
			return
		}
		response, err := client.Do(&http.Request{URL: n, Header: http.Header{}})
		if err != nil {
			fmt.Println(err)
			return
		}
		response.Body.Close()
		location := response.Header.Get("Location")
		if location == "" {
			return
		}
		if u, err = u.Parse(location); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// /a|b?100%
	// /c|d
}

func ExampleURL_DialAddress() {
	for _, rawURL := range []string{"https://[::1]/", "wss://bücher.example/chat", "redis://cache:6379/0", "redis://cache/0"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).DialAddress())
	}
	// Output:
	// "[::1]:443"
	// "xn--bcher-kva.example:443"
	// "cache:6379"
	// ""
}
