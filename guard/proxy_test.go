//go:build !plan9

package guard

import (
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"strings"
	"sync"
	"testing"

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
	transport := p.NewProxyTransport(u).(*proxyTransport)
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
	for _, n := range []*neturl.URL{nil, {Scheme: "HTTP", Host: "public.example"}, {Host: "public.example"}} {
		if _, err := transport.RoundTrip(&http.Request{URL: n, Header: http.Header{}}); err == nil {
			t.Errorf("%v: sent", n)
		}
	}
	if got := e.take(); got != "" || len(*dialed) > 0 || count < 200 {
		t.Errorf("%d requests; the proxy got %s, and %d connections", count, got, len(*dialed))
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
	transport := Policy{}.NewProxyTransport(proxy)
	proxy.Host, proxy.User = "127.0.0.1:1", nil // the transport has a copy
	if _, err := get(transport, "http://public.example/"); err != nil || e.credentials[0] != "Basic dXNlcnNlY3JldDpzZWNyZXQ=" {
		t.Errorf("%q: %v", e.credentials, err)
	}
	e.Close()
	other := newEgress(t, (*httptest.Server).StartTLS, nil)
	texts := []string{fmt.Sprintf("%v %+v %#v", transport, transport, transport)}
	for _, rawProxy := range []string{
		e.URL, other.URL, "http://nowhere.invalid", "https://" + other.Listener.Addr().String(), "http://" + other.Listener.Addr().String(), // no TLS
		"http://[fe80::1%25secret0]:1", "socks5://h:1", "http:", "ftp://h", "https://:1",
	} {
		u, err := neturl.Parse(rawProxy)
		if err != nil {
			t.Fatal(err)
		}
		u.User = neturl.UserPassword("usersecret", "secret")
		resolve(t, always())
		for _, target := range []string{"http://public.example/", "https://public.example/", "http://127.0.0.1/", e.URL} {
			_, err := get(Policy{}.NewProxyTransport(u), target)
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
	for _, bad := range []*neturl.URL{nil, {}, {Scheme: "http"}, {Scheme: "socks5", Host: "h"}, {Host: "h:1"}, {Scheme: "http", Host: ":1"}} {
		transport := Policy{AnyPort: true}.NewProxyTransport(bad)
		if _, err := get(transport, "http://public.example/"); err == nil || !strings.Contains(err.Error(), "the proxy is not") {
			t.Errorf("%v: %v", bad, err)
		}
		transport.(*proxyTransport).CloseIdleConnections()
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
	transport := Policy{}.NewProxyTransport(&neturl.URL{Scheme: "http", Host: "proxy.example:3128"}).(*proxyTransport)
	f.Fuzz(func(t *testing.T, host, path, opaque, header string) {
		r := &http.Request{Method: "GET", URL: &neturl.URL{Scheme: "http", Host: host, Path: path, Opaque: opaque}, Host: header, Header: http.Header{}}
		sent, err := transport.judged(r)
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
