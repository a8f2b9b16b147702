package url

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	neturl "net/url"
	"strings"
	"testing"
)

// What stands in paths and queries that NetURL refuses, and RequestURL does not.
var sentOddities = strings.Fields(`
	/| /a|b /a|b?c /a|b? /a|b?c|d /|/%7C/%7c /a|b/../c|d /[|] /a|é /|?%&a=%zz&|=%7C /|//|| /|?//evil.example /|:80 /|@evil.example
	/|#a /a?b|c#{} /#{} /?#^ /a%2fb#%zz /a?%#| /*| /|* /C|/a /.|/ /|.. /|%00 /|%0d%0aX: /|%2e%2e/a /a;|=b,c /|+%20`)

// requestVectors returns the URLs with this scheme of testdata/urltestdata.json that RequestURL makes requests for,
// and others with what NetURL refuses.
func requestVectors(t *testing.T, scheme string) (urls []URL) {
	odd, accepted := 0, 0
	add := func(rawURL, base string) {
		u, err := ParseWithBase(rawURL, base)
		if err != nil || u.Scheme() != scheme {
			return
		}
		if _, err := u.RequestURL(); err != nil {
			return
		}
		accepted++
		if _, err := u.NetURL(); err != nil {
			odd++
		}
		urls = append(urls, u)
	}
	for _, path := range sentOddities {
		add(scheme+"://example.com"+path, "about:blank")
		add(scheme+"://user!:p'ss@[::1]:81"+path, "about:blank")
	}
	addSeeds(t, func(input, base string) {
		if base == "" {
			base = "about:blank"
		}
		add(input, base)
	})
	if odd < 2*len(sentOddities) || accepted < 500 {
		t.Fatalf("%s: %d URLs, %d that NetURL refuses", scheme, accepted, odd)
	}
	return urls
}

// TestRequestURLOverHTTP looks at the bytes that arrive.
func TestRequestURLOverHTTP(t *testing.T) {
	client := clientFor(newRecordingServer(t))
	sendRequestURLs(t, "http", func(n *neturl.URL, target, host string) { checkSent(t, client, n, target, host) })
}

func TestRequestURLOverHTTP2(t *testing.T) {
	client := clientFor(newHTTP2Server(t))
	sendRequestURLs(t, "https", func(n *neturl.URL, target, host string) { checkSent2(t, client, n, target, host) })
}

// sendRequestURLs calls check with each different request of the vectors.
func sendRequestURLs(t *testing.T, scheme string, check func(n *neturl.URL, target, host string)) {
	sent := make(map[string]bool)
	for _, u := range requestVectors(t, scheme) {
		target, host := targetAndHost(u.Href())
		if sent[host+target] {
			continue
		}
		sent[host+target] = true
		n, err := u.RequestURL()
		if err != nil {
			t.Errorf("%q: %v", u, err)
			continue
		}
		check(n, target, host)
	}
	t.Logf("%d requests", len(sent))
}

// The jar takes the path of a cookie from the path of the URL, which is decoded.
func TestRequestURLCookies(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.RequestURI == "/a|b/login" {
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "1"}) // for "/a|b"
		}
		io.WriteString(w, r.RequestURI+" "+r.Header.Get("Cookie"))
	}))
	defer server.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := server.Client()
	client.Jar = jar
	for _, test := range []struct{ path, want string }{
		{"/a|b/login", "/a|b/login "},
		{"/a|b/c|d", "/a|b/c|d session=1"},
		{"/a%7Cb/", "/a%7Cb/ session=1"}, // as NetURL gives it
		{"/a|c/", "/a|c/ "},
		{"/", "/ "},
	} {
		n, err := MustParse(server.URL + test.path).RequestURL()
		if err != nil {
			t.Fatal(err)
		}
		if got := send(t, client, n); got != test.want {
			t.Errorf("%q: got %q, want %q", test.path, got, test.want)
		}
	}
}

// TestRequestURLRedirects follows redirects as the documentation of RequestURL says.
func TestRequestURLRedirects(t *testing.T) {
	locations := map[string]string{"/a|b": "c|d/e?f|%", "/c|d/e?f|%": "../|", "/|": "?|#{}", "/|?|": `\g\..\h|`}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if location, ok := locations[r.RequestURI]; ok {
			w.Header()["Location"] = []string{location}
			w.WriteHeader(http.StatusFound)
		}
		io.WriteString(w, r.RequestURI)
	}))
	defer server.Close()
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

	var visited []string
	for u := MustParse(server.URL + "/a|b"); !u.IsZero() && len(visited) < 10; {
		visited = append(visited, strings.TrimPrefix(u.Href(), server.URL))
		u = follow(t, client, u)
	}
	if got, want := strings.Join(visited, " "), "/a|b /c|d/e?f|% /| /|?|#{} /h|"; got != want {
		t.Errorf("visited %s, want %s", got, want)
	}
}

// follow requests u, and returns where the response leads to, or the zero URL.
func follow(t *testing.T, client *http.Client, u URL) URL {
	n, err := u.RequestURL()
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(&http.Request{URL: n, Header: http.Header{}})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if target, _ := io.ReadAll(response.Body); string(target) != u.Pathname()+u.Search() {
		t.Errorf("%q: the server was asked for %q", u, target)
	}
	if response.StatusCode != http.StatusFound {
		return URL{}
	}
	next, err := u.Parse(response.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// TestParseRequestTargetOverHTTP writes requests to a socket. What net/http's server refuses by itself does not come
// to the handler.
func TestParseRequestTargetOverHTTP(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, err := ParseRequestTarget(r.Method, "http", r.Host, r.RequestURI)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		io.WriteString(w, u.Href())
	}))
	server.Config.DisableGeneralOptionsHandler = true // it answers "*"
	server.Start()
	defer server.Close()
	for _, test := range []struct{ line, host, want string }{
		{"GET /a|b?c=% HTTP/1.1", "EXAMPLE.com:80", "200 http://example.com/a|b?c=%"},
		{"GET //evil.example/a HTTP/1.1", "example.com", "200 http://example.com//evil.example/a"},
		{`GET /a\..\b HTTP/1.1`, "example.com", "200 http://example.com/b"},
		{"GET /a/%2e%2e/b HTTP/1.1", "[::1]:8080", "200 http://[::1]:8080/b"},
		{"GET http://other.example/a HTTP/1.1", "example.com", "200 http://other.example/a"},
		{"OPTIONS * HTTP/1.1", "example.com", "200 http://example.com/"},
		{"CONNECT example.com:443 HTTP/1.1", "example.com:443", "200 http://example.com:443/"},
		{"CONNECT example.com HTTP/1.1", "example.com", `400 url: parse request target "example.com": port-invalid at byte 11`},
		{"GET http://user:pass@h/ HTTP/1.1", "h", `400 url: parse request target "http://xxxxx@h/": invalid-credentials at byte 12`},
		{"GET ftp://h/ HTTP/1.1", "h", `400 url: parse request target "ftp://h/": not-a-request-target at byte 0`},
		{"GET http:///h HTTP/1.1", "h", `400 url: parse request target "http:///h": host-missing at byte 7`},
		{"GET /a#b HTTP/1.1", "h", `400 url: parse request target "/a#"…: invalid-URL-unit at byte 2`},
		{"GET / HTTP/1.0", "", `400 url: parse request target "": host-missing at byte 0`},
		{"GET / HTTP/1.1", "h:x", `400 url: parse request target "h:x": port-invalid at byte 2`},
		{"GET / HTTP/1.1", "1.2.3.256", `400 url: parse request target "1.2.3.256": IPv4-out-of-range-part at byte 6`},
	} {
		if got := exchange(t, server, test.line, test.host); got != test.want {
			t.Errorf("%s, host %q:\ngot  %s\nwant %s", test.line, test.host, got, test.want)
		}
	}
	for _, host := range []string{"a@b", "a/b", "a?b", `a\b`, "h\x01"} { // also refused if the server lets them pass
		if got := exchange(t, server, "GET / HTTP/1.1", host); !strings.HasPrefix(got, "400 ") {
			t.Errorf("host %q: %s", host, got)
		}
	}
}

// exchange writes a request to the server, and returns the status code and the body of the response.
func exchange(t *testing.T, server *httptest.Server, line, host string) string {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if host != "" {
		line += "\r\nHost: " + host
	}
	if _, err := io.WriteString(conn, line+"\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return fmt.Sprint(response.StatusCode, " ", strings.TrimSpace(string(body)))
}
