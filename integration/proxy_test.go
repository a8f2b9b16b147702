package integration

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// A reverse proxy decides on the URL that it forwards, not on the text of the request: so a backend cannot find
// /admin in a request in which the proxy did not find it.

// gate forwards requests for its host to a backend, but not those for /admin.
type gate struct {
	host    string
	backend url.URL
	proxy   *httputil.ReverseProxy
}

func newGate(host string, backend url.URL) *gate {
	return &gate{host, backend, &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL = r.In.URL // as ServeHTTP made it: ReverseProxy drops pairs such as "a;b" from the query
		r.Out.Host = ""      // the backend's
		r.SetXForwarded()
	}}}
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, err := url.ParseRequestTarget(r.Method, "http", r.Host, r.RequestURI)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	path := url.PercentDecodeString(u.Pathname())
	if r.Method == http.MethodConnect || u.Hostname() != g.host || path == "/admin" || strings.HasPrefix(path, "/admin/") {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	if err = u.SetHost(g.backend.Host()); err == nil {
		r.URL, err = u.RequestURL()
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	g.proxy.ServeHTTP(w, r)
}

func TestReverseProxy(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s for %s", r.RequestURI, r.Header.Get("X-Forwarded-Host"))
	}))
	defer backend.Close()
	server := httptest.NewServer(newGate("app.example", url.MustParse(backend.URL)))
	defer server.Close()

	for _, test := range []struct{ request, want string }{
		{"GET /a|b?c=%|&d;e HTTP/1.1\r\nHost: app.example", "200 /a|b?c=%|&d;e for app.example"},
		{"GET /a/../b?%2e%2e HTTP/1.1\r\nHost: APP.example:80", "200 /b?%2e%2e for APP.example:80"},
		{"GET /administrator HTTP/1.1\r\nHost: app.example", "200 /administrator for app.example"},
		{"GET http://app.example/a HTTP/1.1\r\nHost: app.example", "200 /a for app.example"},
		{"GET //evil.example HTTP/1.1\r\nHost: app.example", "200 //evil.example for app.example"},
		{"GET /a/../admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{`GET /a\..\admin HTTP/1.1` + "\r\nHost: app.example", "403 forbidden"},
		{"GET /%2e%2E/%61dmin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET / HTTP/1.1\r\nHost: evil.example", "403 forbidden"},
		{"GET http://evil.example/ HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET / HTTP/1.1\r\nHost: evil.example@app.example", "400 "},
		{"GET /#/admin HTTP/1.1\r\nHost: app.example", "400 "},
		{"GET //evil.example/| HTTP/1.1\r\nHost: app.example", "400 "}, // RequestURL refuses it
		{"CONNECT app.example:443 HTTP/1.1\r\nHost: app.example", "403 forbidden"},
	} {
		if status, body := sendRaw(t, server.Listener.Addr().String(), test.request); !strings.HasPrefix(fmt.Sprintf("%d %s", status, body), test.want) {
			t.Errorf("%q: %d %s, want %s", test.request, status, body, test.want)
		}
	}
}

// sendRaw sends the head of a request as it is.
func sendRaw(t *testing.T, address, head string) (status int, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s\r\nConnection: close\r\n\r\n", head)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}
