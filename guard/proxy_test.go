//go:build !plan9

package guard

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"

	"github.com/weburl-go/url"
)

// An egress is a proxy on the loopback interface. It notes the first line of each request, and its Host field. All names
// lead to the server that it has.
type egress struct {
	*httptest.Server
	server *target // nil: the proxy answers itself

	mutex       sync.Mutex
	requests    []string
	credentials []string
	connections map[string]bool
}

func newEgress(t *testing.T, start func(*httptest.Server), server *target) *egress {
	e := &egress{server: server, connections: map[string]bool{}}
	e.Server = httptest.NewUnstartedServer(e)
	e.EnableHTTP2 = true
	e.Config.ErrorLog = log.New(io.Discard, "", 0)
	start(e.Server)
	t.Cleanup(e.Close)
	return e
}

func (e *egress) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mutex.Lock()
	e.requests = append(e.requests, r.Method+" "+r.RequestURI+" "+r.Host)
	e.credentials = append(e.credentials, r.Header.Get("Proxy-Authorization"))
	e.connections[r.RemoteAddr] = true
	e.mutex.Unlock()
	if e.server == nil {
		if to := r.URL.Query().Get("to"); to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
		fmt.Fprint(w, r.RequestURI)
		return
	}
	conn, err := net.Dial("tcp", e.server.Listener.Addr().String())
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	fmt.Fprint(client, "HTTP/1.1 200 OK\r\n\r\n")
	go func() { _, _ = io.Copy(conn, buffered); conn.Close() }()
	go func() { _, _ = io.Copy(client, conn); client.Close() }()
}

// take returns the requests so far, and forgets them.
func (e *egress) take() string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	all := strings.Join(e.requests, "\n")
	e.requests = nil
	return all
}

// connected returns how many connections brought requests so far.
func (e *egress) connected() int {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return len(e.connections)
}

// through returns the transport of a policy for the proxy, with certificates of the tests, and the addresses that it
// dials.
func (e *egress) through(t *testing.T, p Policy, proxy string) (*proxyTransport, *[]string) {
	t.Helper()
	u, err := neturl.Parse(proxy)
	if err != nil {
		t.Fatal(err)
	}
	transport := newProxyTransport(p, u)
	t.Cleanup(transport.CloseIdleConnections)
	if e.Certificate() != nil || e.server != nil {
		transport.transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		for _, server := range []*httptest.Server{e.Server, e.server.or(e.Server)} {
			if c := server.Certificate(); c != nil {
				transport.transport.TLSClientConfig.RootCAs.AddCert(c)
			}
		}
	}
	var mutex sync.Mutex
	dialed := new([]string)
	dial := transport.transport.DialContext
	transport.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		mutex.Lock()
		defer mutex.Unlock()
		if err == nil {
			*dialed = append(*dialed, conn.RemoteAddr().String())
		}
		return conn, err
	}
	return transport, dialed
}

// newProxyTransport is for a proxy whose URL is right.
func newProxyTransport(p Policy, proxy *neturl.URL) *proxyTransport {
	transport, err := p.NewProxyTransport(proxy)
	if err != nil {
		panic(err)
	}
	return transport.(*proxyTransport)
}

func (s *target) or(other *httptest.Server) *httptest.Server {
	if s == nil {
		return other
	}
	return s.Server
}

// request returns a request as net/http would get it from code that fills in the fields by hand.
func request(t *testing.T, n neturl.URL, host string) *http.Request {
	return (&http.Request{Method: "GET", URL: &n, Host: host, Header: http.Header{}}).WithContext(t.Context())
}

// TestProxyHTTP looks at what reaches the proxy for http: URLs. The DNS of the test knows only the proxy.
func TestProxyHTTP(t *testing.T) {
	resolve(t, func(name string, _ int) []string {
		if name != "proxy.example" {
			t.Errorf("the DNS was asked for %s", name)
		}
		return []string{"127.0.0.1"}
	})
	e := newEgress(t, (*httptest.Server).Start, nil)
	_, port, _ := net.SplitHostPort(e.Listener.Addr().String())
	policy := Policy{Deny: prefixes("127.0.0.0/8"), AllowOrigins: patterns("http://10.1.2.3:8080", "http://*.test.localhost")}
	for _, proxy := range []string{e.URL, "http://PROXY.example:" + port} {
		transport, dialed := e.through(t, policy, proxy)
		for _, test := range []struct {
			url  neturl.URL
			host string
			want string // what the proxy gets
		}{
			{neturl.URL{Host: "public.example"}, "", "http://public.example/ public.example"},
			{neturl.URL{Host: "public.example", Path: "/a b", RawQuery: "c=d"}, "", "http://public.example/a%20b?c=d public.example"},
			{neturl.URL{Host: "public.example", Path: "//127.0.0.1/"}, "", "http://public.example//127.0.0.1/ public.example"},
			{neturl.URL{Host: "public.example", Path: "/", ForceQuery: true}, "", "http://public.example/? public.example"},
			{neturl.URL{Host: "PUBLIC.example:0080", Path: "/"}, "", "http://public.example/ public.example"},
			{neturl.URL{Host: "bücher.example:443", Path: "/"}, "", "http://xn--bcher-kva.example:443/ xn--bcher-kva.example:443"},
			{neturl.URL{Host: "0x8080808", Path: "/"}, "", "http://8.8.8.8/ 8.8.8.8"},
			{neturl.URL{Host: "[64:ff9b::8.8.8.8]", Path: "/"}, "", "http://[64:ff9b::808:808]/ [64:ff9b::808:808]"},
			{neturl.URL{Host: "public.example", Path: "/", User: neturl.UserPassword("a", "b")}, "", "http://public.example/ public.example"},

			// As in net/http, the proxy gets the field Host, if there is one.
			{neturl.URL{Host: "public.example", Path: "/a"}, "VIRTUAL.example", "http://virtual.example/a virtual.example"},
			{neturl.URL{Host: "public.example", Path: "/a", Opaque: "/a|b"}, "virtual.example", "http://virtual.example/a|b virtual.example"},

			{neturl.URL{Host: "public.example", Opaque: "/a|b", RawQuery: "c"}, "", "http://public.example/a|b?c public.example"},
			{neturl.URL{Host: "public.example", Opaque: "//OTHER.example:443/a|b"}, "", "http://other.example:443/a|b other.example:443"},
			{neturl.URL{Host: "public.example", Opaque: "//other.example", RawQuery: "c"}, "", "http://other.example/?c other.example"},

			{neturl.URL{Host: "10.1.2.3:8080", Path: "/"}, "", "http://10.1.2.3:8080/ 10.1.2.3:8080"},
			{neturl.URL{Host: "0xa.0x010203:8080", Path: "/"}, "", "http://10.1.2.3:8080/ 10.1.2.3:8080"},
			{neturl.URL{Host: "a.test.localhost", Path: "/"}, "", "http://a.test.localhost/ a.test.localhost"},
			{neturl.URL{Host: "notlocalhost", Path: "/"}, "", "http://notlocalhost/ notlocalhost"},
		} {
			test.url.Scheme = "http"
			r := request(t, test.url, test.host)
			response, err := transport.RoundTrip(r)
			if err != nil {
				t.Errorf("%+v, %s: %v", test.url, test.host, err)
				continue
			}
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
			if got := e.take(); got != "GET "+test.want || response.Request != r || *r.URL != test.url || r.Host != test.host {
				t.Errorf("%+v, %s: got %s, want %s", test.url, test.host, got, test.want)
			}
		}
		if len(*dialed) != 1 || (*dialed)[0] != e.Listener.Addr().String() {
			t.Errorf("%s: dialed %q", proxy, *dialed)
		}
	}
}

// TestProxyFraming looks at the bytes that reach the proxy, and servers behind it, for fields whose keys are canonical or not.
// net/http leaves out the canonical keys of these fields, and writes their lines itself. A second line could name another host,
// or let the proxy read the body as a request of its own. Over HTTP/2, net/http sends Trailer, and rejects two Transfer-Encodings.
func TestProxyFraming(t *testing.T) {
	received := make(chan string, 1)
	plain := newRecorder(t, received)
	handler := func(w http.ResponseWriter, r *http.Request) {
		received <- fmt.Sprint(r.Host, r.ContentLength, r.TransferEncoding, r.Trailer)
	}
	tunnel := newEgress(t, (*httptest.Server).Start, newTarget(t, func(s *httptest.Server) { s.EnableHTTP2 = false; s.StartTLS() }, handler))
	tunnel2 := newEgress(t, (*httptest.Server).Start, newTarget(t, (*httptest.Server).StartTLS, handler)) // to HTTP/2
	for _, proxy := range []struct {
		egress      *egress
		url, scheme string
	}{{tunnel, plain, "http"}, {tunnel, tunnel.URL, "https"}, {tunnel2, tunnel2.URL, "https"}} {
		transport, _ := proxy.egress.through(t, Policy{}, proxy.url)
		send := func(header http.Header) string {
			r := request(t, neturl.URL{Scheme: proxy.scheme, Host: "example.com", Path: "/"}, "")
			r.Method, r.Body, r.ContentLength, r.Header = "POST", io.NopCloser(strings.NewReader("body")), 4, header
			response, err := transport.RoundTrip(r)
			if err != nil || response.StatusCode != http.StatusOK {
				return fmt.Sprint(response, err)
			}
			response.Body.Close()
			return <-received
		}
		want, wantAlone := send(http.Header{"x-other": {"y"}}), send(http.Header{})
		if strings.Count(want, "example.com") == 0 {
			t.Fatalf("%s: %s", proxy.scheme, want)
		}
		for name, value := range map[string]string{"host": "127.0.0.1", "content-length": "0", "transfer-encoding": "chunked", "trailer": "X"} {
			for _, key := range []string{name, strings.ToUpper(name), http.CanonicalHeaderKey(name), name[:1] + strings.ToUpper(name[1:])} {
				header := http.Header{"x-other": {"y"}, key: {value, value}}
				if got := send(header); got != want {
					t.Errorf("%s: %s: %q, want %q", proxy.scheme, key, got, want)
				}
				if len(header) != 2 {
					t.Errorf("%s: %s: the caller's header became %v", proxy.scheme, key, header)
				}
				if got := send(http.Header{key: {value, value}}); got != wantAlone {
					t.Errorf("%s: %s alone: %q, want %q", proxy.scheme, key, got, wantAlone)
				}
			}
		}
	}
}

// newRecorder returns the URL of a proxy that sends the bytes of each request to received, and closes the connection.
func newRecorder(t *testing.T, received chan<- string) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			var text strings.Builder
			buffer := make([]byte, 1<<16)
			for !strings.HasSuffix(text.String(), "\r\n\r\nbody") && err == nil {
				var n int
				n, err = conn.Read(buffer)
				text.Write(buffer[:n])
			}
			received <- text.String()
			fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
			conn.Close()
		}
	})
	t.Cleanup(func() { listener.Close(); running.Wait() })
	return "http://" + listener.Addr().String()
}

// refusedURLs are requests that must not reach a proxy. The ones that are not public come first.
func refusedURLs(add func(n neturl.URL, host string, reason error)) {
	bad := []string{
		"127.0.0.1", "127.0.0.1:22", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]", "0x7f.1", "①②⑦.0.0.1", "2130706433", "8.8.4.4", // Deny
		"localhost", "LOCALHOST", "localhost.", "a.localhost", "a.b.LocalHost.", "ｌocalhost", "localhost:443", "localhost..",
		"[fe80::1%25eth0]", "[::1%eth0]", "[2600::1%eth0]", "127.0.0.1%00", // do not parse
		"public.example/", "public.example#", "public.example?", `public.example\`, "user@public.example", "user:secret@public.example",
		"public.example@127.0.0.1", `public.example\@127.0.0.1`, "public.example#@127.0.0.1", "public.example 127.0.0.1", "public.example\t",
		"public.example\r\nX: y", "public.example%2f", "a:b", "public.example:80:80", "public.example:+80", "public.example:65536",
		"proxy.example:3128", "PROXY.example.:3128", "proxy.example:03128", "",
	}
	for _, host := range bad {
		add(neturl.URL{Host: host, Path: "/"}, "", ErrNotPublic)
		if host != "" {
			add(neturl.URL{Host: "public.example", Path: "/"}, host, ErrNotPublic)
			add(neturl.URL{Host: "public.example", Path: "/", Opaque: "/a|b"}, host, ErrNotPublic)
		}
		if !strings.ContainsAny(host, "/") {
			add(neturl.URL{Host: "public.example", Opaque: "//" + host + "/"}, "", ErrNotPublic)
			add(neturl.URL{Host: "public.example", Opaque: "//" + host}, "public.example", ErrNotPublic)
		}
	}
	for _, path := range []string{"@127.0.0.1/", ".evil.example/", ":22/", "*", "a"} {
		add(neturl.URL{Host: "public.example", Path: path}, "", ErrNotPublic)
		add(neturl.URL{Host: "public.example", Opaque: path}, "", ErrNotPublic)
	}
	add(neturl.URL{Host: "public.example", Opaque: "127.0.0.1/"}, "", ErrNotPublic)
	add(neturl.URL{Host: "public.example", Opaque: "http://127.0.0.1/"}, "", ErrNotPublic)
	add(neturl.URL{Opaque: "//public.example/"}, "", ErrNotPublic)
	for _, host := range []string{"public.example:22", "8.8.8.8:8080", "public.example:0", "proxy.example:3129"} {
		add(neturl.URL{Host: host, Path: "/"}, "", ErrPort)
		add(neturl.URL{Host: "public.example", Path: "/"}, host, ErrPort)
		add(neturl.URL{Host: "public.example", Opaque: "//" + host + "/"}, "", ErrPort)
	}
}

// TestProxyRefused sends nothing, and resolves nothing.
func TestProxyRefused(t *testing.T) {
	resolve(t, func(name string, _ int) []string {
		t.Errorf("the DNS was asked for %s", name)
		return nil
	})
	e := newEgress(t, (*httptest.Server).Start, nil)
	transport, dialed := e.through(t, Policy{Deny: prefixes("8.8.4.0/24")}, e.URL)
	transport.proxy = "proxy.example:3128"
	count := 0
	refuse := func(n neturl.URL, host string, reason error) {
		count++
		closed := false
		r := request(t, n, host)
		r.Body = closing{&closed}
		_, err := transport.RoundTrip(r)
		checkReason(t, fmt.Sprintf("%#v, %s", n, host), err, reason)
		if !closed {
			t.Errorf("%+v: the body is open", n)
		}
	}
	refusedURLs(func(n neturl.URL, host string, reason error) {
		for _, scheme := range []string{"http", "https"} {
			if n.Scheme = scheme; scheme == "https" && strings.Contains(n.Host+host+n.Opaque, "localhost:443") {
				n.Host = strings.TrimSuffix(n.Host, ":443") // the default port
			}
			refuse(n, host, reason)
		}
	})
	for scheme, host := range map[string]string{"ftp": "h:443", "ws": "h", "wss": "h", "foo": "h:80", "file": "h", "data": ""} {
		refuse(neturl.URL{Scheme: scheme, Host: host, Path: "/"}, "", ErrScheme)
		if host != "" {
			refuse(neturl.URL{Scheme: scheme, Host: "127.0.0.1", Path: "/"}, "", ErrNotPublic)
		}
	}
	// The first host that is rejected gives the error.
	refuse(neturl.URL{Scheme: "http", Host: "public.example:22", Path: "a"}, "127.0.0.1", ErrPort)
	refuse(neturl.URL{Scheme: "http", Host: "public.example", Opaque: "//127.0.0.1/"}, "public.example:22", ErrPort)
	refuse(neturl.URL{Scheme: "http", Host: "public.example", Opaque: "//public.example:22/"}, "127.0.0.1", ErrNotPublic)
	for _, n := range []*neturl.URL{nil, {Scheme: "HTTP", Host: "public.example"}, {Host: "public.example"}} {
		if _, err := transport.RoundTrip(&http.Request{URL: n, Header: http.Header{}}); err == nil {
			t.Errorf("%v: sent", n)
		}
	}
	if got := e.take(); got != "" || len(*dialed) > 0 || count < 200 {
		t.Errorf("%d requests; the proxy got %s, and %d connections", count, got, len(*dialed))
	}
}

// TestProxyItself has the address of the proxy in all spellings, on both sides.
func TestProxyItself(t *testing.T) {
	policy := Policy{Allow: prefixes("127.0.0.0/8"), NAT64: prefixes("2600::/96"), AnyPort: true}
	spellings := []string{"127.0.0.1", "[::ffff:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2600::127.0.0.1]"}
	for _, proxy := range spellings {
		transport := newProxyTransport(policy, &neturl.URL{Scheme: "http", Host: proxy + ":3128"})
		for _, host := range append(spellings, "0x7f.1", "[::FFFF:7f00:1]") {
			_, err := transport.checked(request(t, neturl.URL{Scheme: "http", Host: host + ":3128"}, ""))
			checkReason(t, host+" by "+proxy, err, ErrNotPublic)
		}
		for _, host := range []string{"127.0.0.1:3129", "[::ffff:127.0.0.2]:3128", "[2600::127.0.0.2]:3128"} {
			_, err := transport.checked(request(t, neturl.URL{Scheme: "http", Host: host}, ""))
			checkReason(t, host+" by "+proxy, err, nil)
		}
	}
}

// A closing body notes that it is closed.
type closing struct{ closed *bool }

func (c closing) Read([]byte) (int, error) { return 0, io.EOF }

func (c closing) Close() error { *c.closed = true; return nil }

// TestProxyTLS connects through proxies to a server that speaks HTTP/2, on names and addresses that only the proxies know.
func TestProxyTLS(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	server := newTarget(t, (*httptest.Server).StartTLS, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Host, r.RequestURI)
	})
	for _, start := range []func(*httptest.Server){(*httptest.Server).Start, (*httptest.Server).StartTLS} {
		e := newEgress(t, start, server)
		for _, host := range []string{"127.0.0.1", "example.com"} { // the names in the certificate
			proxy, _ := neturl.Parse(e.URL)
			proxy.Host = host + ":" + proxy.Port()
			transport, _ := e.through(t, Policy{}, proxy.String())
			for _, test := range []struct {
				url            neturl.URL
				host, connect  string
				want, protocol string
			}{
				{neturl.URL{Host: "EXAMPLE.com", Path: "/a"}, "", "example.com:443", "example.com/a", "HTTP/2.0"},
				{neturl.URL{Host: "example.com:443", Path: "//a"}, "", "", "example.com//a", "HTTP/2.0"}, // the same connection
				{neturl.URL{Host: "example.com", Opaque: "/a|b", RawQuery: "c"}, "", "", "example.com/a|b?c", "HTTP/2.0"},
				{neturl.URL{Host: "example.com"}, "VIRTUAL.example", "", "virtual.example/", "HTTP/2.0"},
				{neturl.URL{Host: "example.com", Opaque: "//EXAMPLE.com:443/b"}, "", "", "example.com/b", "HTTP/2.0"},
				{neturl.URL{Host: "www.other.example", Path: "/"}, "", "www.other.example:443", "", ""}, // the certificate is for others
			} {
				test.url.Scheme = "https"
				response, err := transport.RoundTrip(request(t, test.url, test.host))
				got := ""
				if err == nil {
					body, _ := io.ReadAll(response.Body)
					response.Body.Close()
					got = string(body)
				}
				if (err == nil) != (test.want != "") || got != test.want || err == nil && response.Proto != test.protocol {
					t.Errorf("by %s: %+v: %q, want %q: %v", proxy, test.url, got, test.want, err)
				}
				if connect := e.take(); test.connect == "" && connect != "" || !strings.HasPrefix(connect, strings.TrimSpace("CONNECT "+test.connect)) && test.connect != "" {
					t.Errorf("by %s: %+v: the proxy got %q", proxy, test.url, connect)
				}
			}
		}
	}
}

// TestProxyTLSForHTTP sends http: URLs to a proxy that speaks TLS, and could speak HTTP/2.
func TestProxyTLSForHTTP(t *testing.T) {
	e := newEgress(t, (*httptest.Server).StartTLS, nil)
	transport, _ := e.through(t, Policy{}, e.URL)
	for range 2 {
		protocol, err := get(transport, "http://public.example/")
		if got := e.take(); err != nil || protocol != "HTTP/1.1" || got != "GET http://public.example/ public.example" {
			t.Errorf("%s over %s: %v", got, protocol, err)
		}
	}
	if n := e.connected(); n != 1 {
		t.Errorf("over %d connections", n)
	}
	transport, _ = e.through(t, Policy{}, strings.Replace(e.URL, "127.0.0.1", "localhost", 1)) // not in the certificate
	if _, err := get(transport, "http://public.example/"); err == nil {
		t.Error("the certificate of the proxy is not verified")
	}
}

// TestProxyRedirects follows redirects that the server behind the proxy sends.
func TestProxyRedirects(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	e := newEgress(t, (*httptest.Server).Start, nil)
	proxy := strings.Replace(e.URL, "127.0.0.1", "proxy.example", 1)
	transport, _ := e.through(t, Policy{AnyPort: true}, proxy)
	for to, reason := range map[string]error{
		"http://other.example:8080/": nil, "/a": nil, "//other.example/": nil,
		e.URL: ErrNotPublic, proxy: ErrNotPublic, strings.Replace(proxy, "proxy.example", "PROXY.example.", 1): ErrNotPublic,
		"http://127.0.0.1/": ErrNotPublic, "http://localhost/": ErrNotPublic, "//[::1]/": ErrNotPublic, "https://10.0.0.1/": ErrNotPublic,
		"http://0x7f.1/": ErrNotPublic, "ftp://other.example/": ErrScheme,
	} {
		_, err := get(transport, "http://public.example/?to="+neturl.QueryEscape(to))
		checkReason(t, to, err, reason)
		want := 1
		if reason == nil {
			want = 2
		}
		if got := e.take(); strings.Count(got, "\n")+1 != want {
			t.Errorf("to %s: %s", to, got)
		}
	}
	allowing, _ := e.through(t, Policy{AllowOrigins: patterns(proxy, "http://localhost")}, proxy)
	for _, rawURL := range []string{proxy, "http://localhost/"} {
		if _, err := get(allowing, rawURL); err != nil || e.take() == "" {
			t.Errorf("allowed by name: %s: %v", rawURL, err)
		}
	}
}

// TestProxyRequestURL sends the requests that RequestURL makes of URLs that net/url cannot write.
func TestProxyRequestURL(t *testing.T) {
	e := newEgress(t, (*httptest.Server).Start, nil)
	transport, _ := e.through(t, Policy{}, e.URL)
	for _, path := range []string{"/", "/a|b", "/a%7Cb?c|d", `/a^b?"`, "/a//b"} {
		u := url.MustParse("http://user:secret@public.example" + path)
		n, err := u.RequestURL()
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(t.Context(), "GET", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.URL = n
		response, err := (&http.Client{Transport: transport}).Do(request)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		response.Body.Close()
		if got := e.take(); got != "GET http://public.example"+u.Pathname()+u.Search()+" public.example" {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestProxyConnections sends requests for many hosts at the same time. Each gets its own answer, and few connections serve
// them all.
func TestProxyConnections(t *testing.T) {
	e := newEgress(t, (*httptest.Server).Start, nil)
	transport, _ := e.through(t, Policy{}, e.URL)
	transport.transport.MaxIdleConnsPerHost = 4
	var running sync.WaitGroup
	for i := range 4 {
		running.Go(func() {
			for j := range 20 {
				want := fmt.Sprintf("http://host-%d-%d.example/", i, j)
				response, err := (&http.Client{Transport: transport}).Get(want)
				if err != nil {
					t.Error(err)
					return
				}
				body, _ := io.ReadAll(response.Body)
				response.Body.Close()
				if string(body) != want {
					t.Errorf("%s got the answer for %s", want, body)
				}
			}
		})
	}
	running.Wait()
	if got := e.take(); strings.Count(got, "\n") != 79 || e.connected() > 40 {
		t.Errorf("%d connections", e.connected())
	}
	(&http.Client{Transport: transport}).CloseIdleConnections()
	before := e.connected()
	if _, err := get(transport, "http://public.example/"); err != nil || e.connected() != before+1 {
		t.Errorf("an idle connection was left open: %v", err)
	}
}

// TestProxyCredentials looks for the credentials of the proxy in all that can be logged.
func TestProxyCredentials(t *testing.T) {
	e := newEgress(t, (*httptest.Server).Start, nil)
	proxy, _ := neturl.Parse(e.URL)
	proxy.User = neturl.UserPassword("usersecret", "secret")
	transport := newProxyTransport(Policy{}, proxy)
	proxy.Host, proxy.User = "127.0.0.1:1", nil // the transport has a copy
	if _, err := get(transport, "http://public.example/"); err != nil || e.credentials[0] != "Basic dXNlcnNlY3JldDpzZWNyZXQ=" {
		t.Errorf("%q: %v", e.credentials, err)
	}
	e.Close()
	other := newEgress(t, (*httptest.Server).StartTLS, nil)
	texts := []string{fmt.Sprintf("%v %+v %#v", transport, transport, transport)}
	for _, rawProxy := range []string{
		e.URL, other.URL, "http://nowhere.invalid", "https://" + other.Listener.Addr().String(), "http://" + other.Listener.Addr().String(), // no TLS
		"http://[fe80::1%25secret0]:1",
	} {
		u, err := neturl.Parse(rawProxy)
		if err != nil {
			t.Fatal(err)
		}
		u.User = neturl.UserPassword("usersecret", "secret")
		resolve(t, always())
		for _, target := range []string{"http://public.example/", "https://public.example/", "http://127.0.0.1/", e.URL} {
			_, err := get(newProxyTransport(Policy{}, u), target)
			if err == nil {
				t.Errorf("%s: %s was sent", rawProxy, target)
				continue
			}
			texts = append(texts, err.Error())
		}
	}
	for _, text := range texts {
		if strings.Contains(strings.ReplaceAll(text, "%secret0", ""), "secret") || strings.Contains(text, "c2Vjcm") {
			t.Errorf("shows credentials: %s", text)
		}
	}
}

// TestProxyNone has what is not a proxy. A program that does not look at the error must not send requests past the proxy.
func TestProxyNone(t *testing.T) {
	server := newTarget(t, (*httptest.Server).Start, ok)
	policy := Policy{AnyPort: true, Allow: prefixes("127.0.0.0/8")}
	user := neturl.UserPassword("secret", "secret")
	for _, bad := range []*neturl.URL{
		nil, {}, {Scheme: "http"}, {Scheme: "http", Host: ":1"}, {Scheme: "https", Host: ":1", User: user}, {Scheme: "socks5", Host: "h:1", User: user},
		{Scheme: "ftp", Host: "h", User: user}, {Host: "secret:1"}, {Scheme: "secret", Host: "secret"}, {Scheme: "http", Opaque: "secret@h:1"},
		{Scheme: "http", Path: "//secret:secret@h:1/"}, {Scheme: "HTTP", Host: "h:1", User: user},
	} {
		transport, err := policy.NewProxyTransport(bad)
		if err == nil || !strings.Contains(err.Error(), "the proxy is not") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%#v: %v", bad, err)
		}
		if _, refused := get(transport, server.URL); !errors.Is(refused, err) || server.requests.Load() != 0 {
			t.Errorf("%#v: %v", bad, refused)
		}
		(&http.Client{Transport: transport}).CloseIdleConnections()
		closed := false
		r := request(t, neturl.URL{Scheme: "http", Host: "h"}, "")
		r.Body = closing{&closed}
		if _, err := transport.RoundTrip(r); err == nil || !closed {
			t.Errorf("%#v: the body is closed: %t, %v", bad, closed, err)
		}
	}
}

// reflections are what a hostile proxy answers. It puts its credentials, in several spellings, where "$" is.
var reflections = []string{
	"$\r\n\r\n",
	"$",
	"HTTP/1.1 407 $\r\n\r\n",
	"HTTP/1.1 407 Denied\r\nProxy-Authenticate: $\r\nProxy-Authorization: $\r\nContent-Length: 1\r\n\r\n$",
	"HTTP/1.1 $\r\n\r\n",
	"HTTP/$ 200 OK\r\n\r\n",
	"HTTP/1.1 200\r\n\r\n$",
	"HTTP/1.1 201 $\r\n\r\n$",
	"HTTP/1.1 200 OK\r\n$\r\n\r\n",
	"HTTP/1.1 200 OK\r\nX $: y\r\n\r\n",
	"HTTP/1.1 200 OK\r\n$: y\x00\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Length: $\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: $\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: $\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: $\r\n\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n$\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n$\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n$\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nContent-Encoding: gzip\r\n\r\n$",
	"HTTP/1.1 101 $\r\nUpgrade: $\r\nConnection: Upgrade\r\n\r\n$",
	"HTTP/1.1 100 $\r\n$: $\r\n\r\n",
	"",
}

// TestProxyReflects has proxies that answer with their credentials, which no error shows: not in its text, and not in what it
// wraps. A proxy of the last kind connects, and shows them in the names of a certificate.
func TestProxyReflects(t *testing.T) {
	const password = "pass/wörd secret"
	answer := func(conn net.Conn, template string) {
		defer conn.Close()
		r, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		field := r.Header.Get("Proxy-Authorization")
		r.Header.Set("Authorization", field)
		_, decoded, _ := r.BasicAuth()
		text := strings.Join([]string{"reflected", field, decoded, neturl.PathEscape(decoded), neturl.QueryEscape(decoded)}, "|")
		if template == "certificate" && r.Method == "CONNECT" {
			fmt.Fprint(conn, "HTTP/1.1 200 OK\r\n\r\n")
			_ = tls.Server(conn, certificateFor(t, "reflected.secret.example", text)).Handshake()
			return
		}
		fmt.Fprint(conn, strings.ReplaceAll(template, "$", text))
	}
	for _, template := range append([]string{"certificate"}, reflections...) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		var running sync.WaitGroup
		running.Go(func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				running.Go(func() { answer(conn, template) })
			}
		})
		transport := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: listener.Addr().String(), User: neturl.UserPassword("usersecret", password)})
		for _, scheme := range []string{"http", "https"} {
			response, err := transport.RoundTrip(request(t, neturl.URL{Scheme: scheme, Host: "public.example"}, ""))
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				err = errors.Join(err, response.Body.Close())
			}
			if err == nil && scheme == "https" {
				t.Errorf("%q: no error", template)
			}
			for _, text := range allTexts(err) {
				for _, shown := range []string{"reflected", "secret", "wörd", "w%C3%B6rd", "Basic", "dXNlcnNlY3JldDp"} {
					if strings.Contains(text, shown) {
						t.Errorf("%q, %s: the error shows %q: %s", template, scheme, shown, text)
					}
				}
			}
		}
		transport.CloseIdleConnections()
		listener.Close()
		running.Wait()
	}
}

// TestProxyAbandonedDial cancels a request while the proxy connects. net/http finishes the dial and sends the next request on
// this connection, without calling the hook GetConn. The server's last frame quotes a secret, which no error shows.
func TestProxyAbandonedDial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := certificateFor(t, "public.example", "")
		config.NextProtos, config.SessionTicketsDisabled = []string{"h2"}, true // nobody reads a ticket from the pipe
		certificate, err := x509.ParseCertificate(config.Certificates[0].Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		transport := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: "proxy.example"})
		transport.transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		transport.transport.TLSClientConfig.RootCAs.AddCert(certificate)
		dials, connect := 0, make(chan bool)
		transport.transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
			client, proxy := net.Pipe()
			dials++
			go func() {
				defer proxy.Close()
				_, _ = http.ReadRequest(bufio.NewReader(proxy))
				<-connect
				fmt.Fprint(proxy, "HTTP/1.1 200 OK\r\n\r\n")
				goAway(t, tls.Server(proxy, config), "secret")
			}()
			return client, nil
		}
		ctx, cancel := context.WithCancel(t.Context())
		canceled := make(chan error)
		go func() {
			_, err := transport.RoundTrip(public(t, "https")().WithContext(ctx))
			canceled <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-canceled; err != context.Canceled {
			t.Errorf("canceled: %v", err)
		}
		close(connect)
		synctest.Wait() // until the connection is idle
		if _, err := transport.RoundTrip(public(t, "https")()); err != errAnswer || dials != 1 {
			t.Errorf("after %d dials: %v", dials, err)
		}
	})
}

// goAway answers the first request of an HTTP/2 connection with a GOAWAY frame that has the text.
func goAway(t *testing.T, conn net.Conn, text string) {
	answer := bufio.NewWriter(conn)
	framer := http2.NewFramer(answer, conn)
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		t.Error(err)
		return
	}
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			t.Error(err)
			return
		}
		if frame.Header().Type == http2.FrameHeaders {
			_ = framer.WriteSettings()
			_ = framer.WriteGoAway(frame.Header().StreamID, http2.ErrCodeInternal, []byte(text))
			_ = answer.Flush()
			_, _ = framer.ReadFrame() // the acknowledgment of the settings
			return
		}
	}
}

// allTexts returns what err shows in all ways to print it, and what the errors show that it wraps.
func allTexts(err error) (texts []string) {
	if err == nil {
		return nil
	}
	texts = []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)}
	switch err := err.(type) {
	case interface{ Unwrap() error }:
		texts = append(texts, allTexts(err.Unwrap())...)
	case interface{ Unwrap() []error }:
		for _, err := range err.Unwrap() {
			texts = append(texts, allTexts(err)...)
		}
	}
	return texts
}

// certificateFor returns a configuration with a certificate that nobody has signed, for names that tell something.
func certificateFor(t *testing.T, host, organization string) *tls.Config {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Error(err)
		return nil
	}
	name := pkix.Name{CommonName: host, Organization: []string{organization}}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: name, DNSNames: []string{host}, NotAfter: time.Now().Add(time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Error(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
}

// TestProxyErrors has errors that stay, because they tell a program what to do, and show nothing that came through the proxy.
func TestProxyErrors(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	errBody := errors.New("the caller's error")
	e := newEgress(t, (*httptest.Server).StartTLS, nil)
	plain := newEgress(t, (*httptest.Server).Start, nil)
	server := newTarget(t, (*httptest.Server).StartTLS, ok)
	tunnel := newEgress(t, (*httptest.Server).Start, server)
	canceled, cancel := context.WithCancelCause(t.Context())
	cancel(errBody)
	late, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	for _, test := range []struct {
		what    string
		proxy   string
		request func() *http.Request
		is      func(err error) bool
	}{
		{"nobody listens", "http://127.0.0.1:1", public(t, "http"), isError(syscall.ECONNREFUSED)},
		{"nobody listens", "http://127.0.0.1:1", public(t, "https"), isError(syscall.ECONNREFUSED)},
		{"the proxy's certificate is unknown", "https://" + e.Listener.Addr().String(), public(t, "http"), isUnverified},
		{"the server's certificate is unknown", tunnel.URL, func() *http.Request {
			return request(t, neturl.URL{Scheme: "https", Host: "example.com"}, "") // the name in the certificate
		}, isUnverified},
		{"the status of CONNECT", refusingConnect(t).URL, public(t, "https"), func(err error) bool {
			return err.Error() == "guard: the proxy answered CONNECT with the status 407"
		}},
		{"the status of CONNECT over TLS", "https://" + e.Listener.Addr().String(), public(t, "https"), isUnverified},
		{"canceled", plain.URL, func() *http.Request { return public(t, "http")().WithContext(canceled) }, isError(errBody)},
		{"too late", plain.URL, func() *http.Request { return public(t, "http")().WithContext(late) }, isError(context.DeadlineExceeded)},
		{"a field of the request", plain.URL, func() *http.Request {
			r := public(t, "http")()
			r.Header.Set("X", "a\nb")
			return r
		}, func(err error) bool { return strings.Contains(err.Error(), `"X"`) }},
		{"the body of the request", plain.URL, func() *http.Request {
			r := public(t, "http")()
			r.Method, r.Body, r.ContentLength = "POST", io.NopCloser(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(errBody))), 8
			return r
		}, isError(errBody)},
		{"no answer", answering(t, "").URL, public(t, "http"), isError(io.EOF)},
		{"half an answer", answering(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na").URL, public(t, "http"), isError(io.ErrUnexpectedEOF)},
		{"no HTTP after the whole body of the request", answering(t, "text\r\n\r\n").URL, func() *http.Request {
			r := public(t, "http")()
			r.Method, r.Body, r.ContentLength = "POST", io.NopCloser(strings.NewReader("a")), 1
			return r
		}, isError(errAnswer)},
	} {
		u, err := neturl.Parse(test.proxy)
		if err != nil {
			t.Fatal(err)
		}
		transport := newProxyTransport(Policy{}, u)
		response, err := transport.RoundTrip(test.request())
		if err == nil {
			_, err = io.Copy(io.Discard, response.Body)
			response.Body.Close()
		}
		if err == nil || !test.is(err) {
			t.Errorf("%s: %v", test.what, err)
		}
		transport.CloseIdleConnections()
	}
}

func public(t *testing.T, scheme string) func() *http.Request {
	return func() *http.Request { return request(t, neturl.URL{Scheme: scheme, Host: "public.example"}, "") }
}

func isError(want error) func(error) bool {
	return func(err error) bool { return errors.Is(err, want) }
}

func isUnverified(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.As(err, &certificate) && errors.As(err, new(x509.UnknownAuthorityError))
}

func refusingConnect(t *testing.T) *target {
	return newTarget(t, (*httptest.Server).Start, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
}

// answering returns a proxy that reads a request, answers with the text and closes the connection.
func answering(t *testing.T, text string) *target {
	return newTarget(t, (*httptest.Server).Start, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		fmt.Fprint(conn, text)
		conn.Close()
	})
}

// TestProxyTimeout waits for a proxy that does not answer. The error is one that says so.
func TestProxyTimeout(t *testing.T) {
	silent := newTarget(t, (*httptest.Server).Start, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	transport := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: silent.Listener.Addr().String()})
	transport.transport.ResponseHeaderTimeout = time.Millisecond
	if _, err := transport.RoundTrip(public(t, "http")()); err != os.ErrDeadlineExceeded { // not "dial tcp …: i/o timeout"
		t.Errorf("%v", err)
	}
}

// TestProxyUpgrade has a server that goes on with another protocol. The body of its response takes what the client says.
func TestProxyUpgrade(t *testing.T) {
	proxy := answering(t, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello")
	transport := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: proxy.Listener.Addr().String()})
	response, err := transport.RoundTrip(public(t, "http")())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, ok := response.Body.(io.ReadWriteCloser); !ok || response.StatusCode != http.StatusSwitchingProtocols {
		t.Errorf("%s: the body is a %T", response.Status, response.Body)
	}
	if text, err := io.ReadAll(response.Body); string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestPlainCertificate has errors of certificates. What stays is why, without the names.
func TestPlainCertificate(t *testing.T) {
	expired := x509.CertificateInvalidError{Cert: &x509.Certificate{DNSNames: []string{"secret"}}, Reason: x509.Expired, Detail: "secret"}
	for _, test := range []struct{ err, want error }{
		{expired, x509.CertificateInvalidError{Reason: x509.Expired}},
		{x509.UnknownAuthorityError{Cert: expired.Cert}, x509.UnknownAuthorityError{}},
		{x509.HostnameError{Certificate: expired.Cert, Host: "secret"}, errCertificate},
	} {
		if got := plainCertificate(test.err); got != test.want {
			t.Errorf("%T: %#v", test.err, got)
		}
	}
}

// TestProxyAddress has the host and port that are dialed.
func TestProxyAddress(t *testing.T) {
	for proxy, want := range map[string]string{
		"http://proxy.example": "proxy.example:80", "https://PROXY.example": "proxy.example:443", "http://proxy.example:3128/": "proxy.example:3128",
		"http://bücher.example": "xn--bcher-kva.example:80", "http://[::1]:3128": "[::1]:3128", "http://[fe80::1%25eth0]": "[fe80::1%eth0]:80",
		"https://[fe80::1%25eth0]": "[fe80::1%eth0]:443", "https://[fe80::1%25eth0]:3128": "[fe80::1%eth0]:3128",
	} {
		u, err := neturl.Parse(proxy)
		if err != nil {
			t.Fatal(err)
		}
		if got := proxyAddress(u); got != want {
			t.Errorf("%s: %s, want %s", proxy, got, want)
		}
	}
}

// FuzzProxy compares what reaches a proxy with what was judged: net/url and package url read the same host in the first
// line, and Check accepts it.
func FuzzProxy(f *testing.F) {
	refusedURLs(func(n neturl.URL, host string, _ error) {
		if host == "" { // fewer seeds
			f.Add(n.Host, n.Path, n.Opaque, host)
		}
	})
	f.Add("public.example", "/", "", "")
	f.Add("public.example", "/", "/a|b", "virtual.example")
	transport := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: "proxy.example:3128"})
	f.Fuzz(func(t *testing.T, host, path, opaque, header string) {
		r := &http.Request{Method: "GET", URL: &neturl.URL{Scheme: "http", Host: host, Path: path, Opaque: opaque}, Host: header, Header: http.Header{}}
		sent, err := transport.checked(r)
		if err != nil {
			return
		}
		line := sent.URL.RequestURI()
		read, err := url.Parse(line)
		if err != nil {
			t.Fatalf("%q does not parse: %v", line, err)
		}
		if err := (Policy{}).Check(read); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		authority, _, _ := strings.Cut(strings.TrimPrefix(line, "http://"), "/")
		other, err := neturl.Parse("http://" + authority + "/")
		if authority != read.Host() || err == nil && other.Host != authority {
			t.Errorf("%q names %q, and %q for net/url", line, read.Host(), other.Host)
		}
	})
}
