package url

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The parts of the URLs that are sent. Not all combinations are: each part goes with one of the other parts.
var (
	sentHosts = strings.Fields(`
		example.com EXAMPLE.com:80 example.com:8080 example.com. a.b.c.example user:pass@example.com
		user@example.com:81 :pass@example.com u%40s%2Fe:p%3Aw@example.com bücher.example BÜCHER.example:8080
		faß.example 日本語.example ｅｘａｍｐｌｅ．ｃｏｍ 点看.example xn--bcher-kva.example xn--a
		例え.テスト:81 עברית.example ☃.example %65xample.com ex%C3%A4mple.com example。com
		127.0.0.1 127.1 0x7f.1 0X7F000001 2130706433 017700000001 0177.0.0.01 127.0.0.1.:8080 ①②⑦.0.0.1
		0.0.0.0 255.255.255.255 [::1] [::1]:8080 [0:0:0:0:0:0:0:1] [::FFFF:127.0.0.1] [::127.0.0.1]:81
		[2001:DB8:0:0:1::] a_b.example a-.example -a.example a!$&'()*+,;=~.example a..b.example .
		localhost localhost:65535 example.com:0 example.com: example.com:0081`)
	sentPaths = strings.Fields(`
		/ // /// //a //a//b// /a// /. /.. /./ /../ /a/. /a/.. /a/./b /a/../b /a/b/../../../c /%2e /%2E%2e/a /a/%2e./b
		/.%2e/.. /... /.a /a. /..a /a;../b /a%2Fb /a%2fb /%2F /%2f%2F/ /a%5Cb /a\b /\a \a\..\b /a%00b /a%0d%0Ab
		/a%20b /a+b /a%2Bb /%41 /%61%7A /%C3%A9 /%c3%a9 /é /日本語/パス /😀 /%FF%fe /%80 /a"b /a<b>c /a^b ` + "/a`b" + `
		/{a} /[a] /[]b /a'b /(a) /a!b /a*b /* /a:b /:80 /a@b /a&b=c /a=b,c;d$ /~a/-_. /a%25b /%2525 /%25%34%31
		/%7C /%5B%5D /%22%27 /C:/a /C%7C/a /a%3Fb /a%23b /a%3Bb /http://b/c //evil.example/ /\evil.example
		/.%0A./ /robots.txt /a/b/c/d/e/f/g/h/i/j`)
	sentQueries = strings.Fields(`
		? ?? ??? ?# ?a ?a=b ?a=b&c=d ?a=b;c=d ?a+b ?a%20b ?% ?%zz ?%2 ?a=%&b=%%41 ?%C3%A9 ?é ?日本=語 ?😀 ?[a]={b}|c
		?a'b ?a"b ?a<b> ?a\b ?a^b ?` + "a`b" + ` ?/../.. ?//a ?http://b/?c=d#e ?a#b?c ?a=%00 ?a=%0d%0a ?a@b:c ?&& ?= ?a=b?
		?%FF ?a#b,c ?a=b#é ?#?`)
	sentLonePercents = strings.Fields(`
		/% /%/ /a% /100%/b /%2 /%zz /%4g/a /%%41 /%25% /a%?b /a%?% /%?# /é% /%é /%2%41 //% /a/../% /%2e% /.%2e/% /%C3% /%%% /%#a`)
)

// sentURLs returns the URLs that are sent. Those in lonePercents need EncodeLonePercent.
func sentURLs(scheme string) (urls, lonePercents []string) {
	for i, host := range sentHosts {
		urls = append(urls, scheme+"://"+host+sentPaths[i%len(sentPaths)])
	}
	for i, path := range sentPaths {
		urls = append(urls, scheme+"://"+sentHosts[i%len(sentHosts)]+path)
	}
	for i, query := range sentQueries {
		urls = append(urls, scheme+"://"+sentHosts[i%len(sentHosts)]+sentPaths[i%len(sentPaths)]+query)
	}
	for _, path := range sentLonePercents {
		lonePercents = append(lonePercents, scheme+"://example.com"+path)
	}
	return urls, lonePercents
}

// TestNetHTTP sends requests through net/http's client and looks at the bytes that arrive. The request line and the
// Host field must be those of the href.
func TestNetHTTP(t *testing.T) {
	client := clientFor(newRecordingServer(t))
	sendAll(t, "http", func(t *testing.T, n *neturl.URL, target, host string) { checkSent(t, client, n, target, host) })
}

// TestNetHTTP2 does the same over HTTP/2, which sends the target and the host in pseudo-header fields.
func TestNetHTTP2(t *testing.T) {
	client := clientFor(newHTTP2Server(t))
	sendAll(t, "https", func(t *testing.T, n *neturl.URL, target, host string) { checkSent2(t, client, n, target, host) })
}

// newRecordingServer returns a server that responds with the head of each request as it arrived.
func newRecordingServer(t *testing.T) *httptest.Server {
	server := httptest.NewUnstartedServer(http.HandlerFunc(echoHead))
	server.Listener = recordingListener{server.Listener}
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, conn)
	}
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// newHTTP2Server returns a server that responds with the protocol, the target and the host of each request.
func newHTTP2Server(t *testing.T) *httptest.Server {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.Proto+" "+r.RequestURI+" "+r.Host)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// checkSent sends a request for n to a recording server, and checks the request line and the Host field.
func checkSent(t *testing.T, client *http.Client, n *neturl.URL, target, host string) {
	t.Helper()
	line, header, _ := strings.Cut(send(t, client, n), "\r\n")
	if want := "GET " + target + " HTTP/1.1"; line != want {
		t.Errorf("%q: request line %q, want %q", n, line, want)
	}
	if field, _, _ := strings.Cut(header, "\r\n"); field != "Host: "+host {
		t.Errorf("%q: header begins %q, want host %q", n, field, host)
	}
}

// checkSent2 is checkSent for HTTP/2.
func checkSent2(t *testing.T, client *http.Client, n *neturl.URL, target, host string) {
	t.Helper()
	if got, want := send(t, client, n), "HTTP/2.0 "+target+" "+host; got != want {
		t.Errorf("%q: got %q, want %q", n, got, want)
	}
}

// sendAll calls check with the URLs that are sent, and the request target and host of their hrefs.
func sendAll(t *testing.T, scheme string, check func(t *testing.T, n *neturl.URL, target, host string)) {
	urls, lonePercents := sentURLs(scheme)
	if len(urls) < 150 || len(lonePercents) < 20 {
		t.Fatalf("%d URLs, %d with a lone %%", len(urls), len(lonePercents))
	}
	for i, rawURL := range append(urls, lonePercents...) {
		u, err := Parse(rawURL)
		if err != nil {
			t.Errorf("%q: %v", rawURL, err)
			continue
		}
		if i >= len(urls) {
			if n, err := u.RequestURL(); !errors.Is(err, ErrNotRepresentable) {
				t.Errorf("%q: got %v, error %v", rawURL, n, err)
			}
		}
		n, err := u.NetURL()
		if err != nil {
			t.Errorf("%q: %v", rawURL, err)
			continue
		}
		if i >= len(urls) { // NetURL encodes as the method does
			u = u.EncodeLonePercent()
		}
		target, host := targetAndHost(u.Href())
		check(t, n, target, host)
	}
}

// targetAndHost cuts the request target and the Host field out of the href of an http: or https: URL.
func targetAndHost(href string) (target, host string) {
	_, rest, _ := strings.Cut(href, "://")
	authority, target, _ := strings.Cut(rest, "/")
	host = authority[strings.LastIndexByte(authority, '@')+1:]
	target, _, _ = strings.Cut(target, "#")
	return "/" + target, host
}

// send sends a request for n and returns the body of the response.
func send(t *testing.T, client *http.Client, n *neturl.URL) string {
	t.Helper()
	response, err := client.Do(&http.Request{URL: n, Header: http.Header{}}) // a cookie jar needs the Header
	if err != nil {
		t.Errorf("%q: %v", n, err)
		return ""
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%q: %s: %q, error %v", n, response.Status, body, err)
	}
	return string(body)
}

// clientFor returns a client that connects to the server whatever the host is.
func clientFor(server *httptest.Server) *http.Client {
	client := server.Client()
	transport := client.Transport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}
	transport.DisableKeepAlives = !server.EnableHTTP2
	return client
}

// A recordingListener accepts recordingConns.
type recordingListener struct{ net.Listener }

func (l recordingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &recordingConn{Conn: conn}, err
}

// A recordingConn keeps what is read from it.
type recordingConn struct {
	net.Conn
	mu   sync.Mutex // the server reads on while a handler runs
	read []byte
}

// connKey is the key of a request's recordingConn in its context.
type connKey struct{}

func (c *recordingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read = append(c.read, b[:n]...)
	return n, err
}

// echoHead responds with the head of the request as it arrived.
func echoHead(w http.ResponseWriter, r *http.Request) {
	conn := r.Context().Value(connKey{}).(*recordingConn)
	conn.mu.Lock()
	defer conn.mu.Unlock()
	head, _, _ := bytes.Cut(conn.read, []byte("\r\n\r\n"))
	w.Write(head)
}

// Paths and queries that NetURL encodes, and RequestURL does not.
var sentOddities = strings.Fields(`
	/| /a|b /a|b?c /a|b? /a|b?c|d /|/%7C/%7c /a|b/../c|d /[|] /a|é /|?%&a=%zz&|=%7C /|//|| /|?//evil.example /|:80 /|@evil.example
	/|#a /a?b|c#{} /#{} /?#^ /a%2fb#%zz /a?%#| /*| /|* /C|/a /.|/ /|.. /|%00 /|%0d%0aX: /|%2e%2e/a /a;|=b,c /|+%20`)

// requestVectors returns the URLs of testdata/urltestdata.json that have this scheme and that RequestURL accepts, and
// others that net/url cannot write.
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
		if u.tryHref() == nil {
			odd++
		}
		urls = append(urls, u)
	}
	for _, path := range sentOddities {
		add(scheme+"://example.com"+path, "about:blank")
		add(scheme+"://user!:p'ss@[::1]:81"+path, "about:blank")
	}
	addInputs(t, func(input, base string) {
		if base == "" {
			base = "about:blank"
		}
		add(input, base)
	})
	if odd < 2*len(sentOddities) || accepted < 500 {
		t.Fatalf("%s: %d URLs, %d that net/url cannot write", scheme, accepted, odd)
	}
	return urls
}

// TestRequestURLOverHTTP looks at the bytes that arrive.
func TestRequestURLOverHTTP(t *testing.T) {
	client := clientFor(newRecordingServer(t))
	sendRequestURLs(t, "http", func(n *neturl.URL, target, host string) { checkSent(t, client, n, target, host) })
}

func TestRequestURLOverHTTP2(t *testing.T) {
	t.Parallel()
	client := clientFor(newHTTP2Server(t))
	sendRequestURLs(t, "https", func(n *neturl.URL, target, host string) { checkSent2(t, client, n, target, host) })
}

// sendRequestURLs calls check with each request of the vectors once.
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

// TestParseRequestTargetOverHTTP writes requests to a socket. Some of them net/http's server refuses before it calls
// the handler.
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
		{"CONNECT example.com HTTP/1.1", "example.com", `400 url: ParseRequestTarget "example.com": port-invalid at byte 11`},
		{"GET http://user:pass@h/ HTTP/1.1", "h", `400 url: ParseRequestTarget "http://xxxxx@h/": invalid-credentials at byte 12`},
		{"GET ftp://h/ HTTP/1.1", "h", `400 url: ParseRequestTarget "ftp://h/": not-a-request-target at byte 0`},
		{"GET http:///h HTTP/1.1", "h", `400 url: ParseRequestTarget "http:///h": host-missing at byte 7`},
		{"GET /a#b HTTP/1.1", "h", `400 url: ParseRequestTarget "/a#"…: invalid-URL-unit at byte 2`},
		{"GET / HTTP/1.0", "", `400 url: ParseRequestTarget "": host-missing at byte 0`},
		{"GET / HTTP/1.1", "h:x", `400 url: ParseRequestTarget "h:x": port-invalid at byte 2`},
		{"GET / HTTP/1.1", "1.2.3.256", `400 url: ParseRequestTarget "1.2.3.256": IPv4-out-of-range-part at byte 6`},
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

func TestRelativeToOrigin(t *testing.T) {
	for rawURL, want := range map[string]string{
		"https://h":                      "/",
		"https://h/a/b?c=d#e":            "/a/b?c=d#e",
		"http://u:p@h:8080/a?#":          "/a?#",
		"wss://h/a":                      "/a",
		"ftp://h/a":                      "/a",
		"https://h//evil.example":        "/.//evil.example",
		"https://h/.//evil.example/..//": "/.///",
		"https://h/a//b":                 "/a//b",
		`https://h/\/evil.example`:       "/.///evil.example",
		"https://h/?a=//b":               "/?a=//b",
		`https://h/#/../\evil.example`:   "/",
		`https://h/#/..`:                 "/",
		`https://h/a#b/../c`:             "/a",
		`https://h/#/..?x`:               "/",
		`https://h/?#/../\evil.example`:  `/?#/../\evil.example`,
		`https://h/?q#/../\evil.example`: `/?q#/../\evil.example`,
		`https://h/#?/../\evil.example`:  `/#?/../\evil.example`,
		`https://h/#/./\evil.example`:    `/#/./\evil.example`,
		`https://h/#/...`:                "/#/...",
		`https://h/#a..`:                 "/#a..",
		"file:///a":                      "",
		"mailto:a@b":                     "",
		"blob:https://h/a":               "",
		"foo://h/a":                      "",
	} {
		if got := MustParse(rawURL).RelativeToOrigin(); got != want {
			t.Errorf("%s: %q, want %q", rawURL, got, want)
		}
	}
	if got := (URL{}).RelativeToOrigin(); got != "" {
		t.Errorf("the zero URL: %q", got)
	}
}

// FuzzRelativeToOrigin checks that the result leads to u from any URL of its origin, as it is and through http.Redirect.
func FuzzRelativeToOrigin(f *testing.F) {
	for _, s := range []string{
		"/", "/a/b?c#d", "//evil.example", `/./\evil.example`, `/#/../\evil.example`, `/#?/../\evil.example`, "/a//b/#c//d", "/%2e%2e//x",
		"/.//?x#/../y", `/a\\b#\..\..\`, "/%zz//#/..", "/#//evil.example/..", "?#/..", "/a/..;/b", "/\t/evil.example",
	} {
		f.Add("https://h"+s, "/dir/page?x#y")
		f.Add("http://u:p@h:8080"+s, "//")
	}
	f.Fuzz(func(t *testing.T, rawURL, pageRef string) {
		u, err := Parse(rawURL)
		if err != nil {
			return
		}
		ref := u.RelativeToOrigin()
		if u.Origin().IsOpaque() || u.Scheme() == "blob" {
			if ref != "" {
				t.Fatalf("%s: %q", u, ref)
			}
			return
		}
		if ref[0] != '/' || len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\') {
			t.Fatalf("%s: %q may be read as a host", u, ref)
		}
		page, err := MustParse(u.Origin().String()).ParseSameOrigin(pageRef)
		if err != nil {
			page = MustParse(u.Origin().String())
		}
		checkRelativeToOrigin(t, u, page, ref)
	})
}

// checkRelativeToOrigin checks where ref, which leads to u, leads from page.
func checkRelativeToOrigin(t *testing.T, u, page URL, ref string) {
	t.Helper()
	must(u.SetUsername(""))
	must(u.SetPassword(""))
	want := u
	if query, hasQuery := u.Query(); !hasQuery && query == "" {
		fragment, _, _ := strings.Cut(u.Hash(), "?")
		if slices.Contains(strings.Split(strings.TrimPrefix(fragment, "#"), "/"), "..") {
			want = u.WithoutFragment()
		}
	}
	if got, err := page.Parse(ref); err != nil || got != want {
		t.Fatalf("%s: on %s, %q is %s, %v", u, page, ref, got, err)
	}
	recorder := httptest.NewRecorder()
	http.Redirect(recorder, httptest.NewRequest("GET", "http://h/a/b/", nil), ref, http.StatusFound)
	location := recorder.Header().Get("Location")
	sent, err := page.Parse(location)
	if err != nil || !sent.Origin().SameOrigin(u.Origin()) || sent.IncludesCredentials() || sent.Search() != u.Search() ||
		mergeSlashes(sent.Pathname()) != mergeSlashes(u.Pathname()) {
		t.Fatalf("%s: http.Redirect sends %q for %q, which is %s, %v", u, location, ref, sent, err)
	}
}

var slashes = regexp.MustCompile("//+")

func mergeSlashes(path string) string { return slashes.ReplaceAllString(path, "/") }
