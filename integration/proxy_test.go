package integration

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// A reverse proxy decides on the URL that it forwards, not on the text of the request. So a backend finds the same path in
// it as the proxy.

// gate forwards requests to its host, and only those below /api/.
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
	if !g.allows(u) {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	if r.URL, err = g.forward(u); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	g.proxy.ServeHTTP(w, r)
}

func (g *gate) allows(u url.URL) bool {
	segments, err := u.DecodedSegments() // an error for "..%2Fadmin" and "//", which backends read in different ways
	return err == nil && u.Hostname() == g.host && len(segments) > 1 && segments[0] == "api"
}

// forward returns the URL at the backend.
func (g *gate) forward(u url.URL) (*neturl.URL, error) {
	if err := u.SetProtocol(g.backend.Protocol()); err != nil {
		return nil, err
	}
	if err := u.SetHost(g.backend.DialAddress()); err != nil { // with the port, because SetHost would keep that of u
		return nil, err
	}
	return u.RequestURL()
}

func TestReverseProxy(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != r.Context().Value(http.LocalAddrContextKey).(net.Addr).String() {
			t.Errorf("the backend got the host %s", r.Host)
		}
		fmt.Fprintf(w, "%s for %s", r.RequestURI, r.Header.Get("X-Forwarded-Host"))
	}))
	defer backend.Close()
	server := httptest.NewServer(newGate("app.example", url.MustParse(backend.URL)))
	defer server.Close()

	for _, test := range []struct{ request, want string }{
		{"GET /api/a|b?c=%|&d;e HTTP/1.1\r\nHost: app.example", "200 /api/a|b?c=%|&d;e for app.example"},
		{"GET /a/../api/b?%2e%2e HTTP/1.1\r\nHost: APP.example:81", "200 /api/b?%2e%2e for APP.example:81"},
		{"GET /api/a%20b/ HTTP/1.1\r\nHost: app.example", "200 /api/a%20b/ for app.example"},
		{"GET http://app.example/api/ HTTP/1.1\r\nHost: app.example", "200 /api/ for app.example"},
		{"GET /admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/../admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{`GET /api\..\admin HTTP/1.1` + "\r\nHost: app.example", "403 forbidden"},
		{"GET /api/%2e%2E/admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api//admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/%252e%252e/admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/;/admin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/..%2Fadmin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/..%5cadmin HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET //app.example/api/ HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/ HTTP/1.1\r\nHost: evil.example", "403 forbidden"},
		{"GET http://evil.example/api/ HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"GET /api/ HTTP/1.1\r\nHost: evil.example@app.example", "400 "},
		{"GET /api/#/admin HTTP/1.1\r\nHost: app.example", "400 "},
		{"CONNECT app.example:443 HTTP/1.1\r\nHost: app.example", "403 forbidden"},
		{"OPTIONS * HTTP/1.1\r\nHost: app.example", "200 "}, // net/http's server answers itself
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
