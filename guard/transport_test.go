//go:build !plan9

package guard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/websocket"

	"github.com/weburl-go/url"
)

// proxied counts the requests to a proxy on the loopback interface. The variables of the environment name it in all
// tests.
var proxied atomic.Int32

func TestMain(m *testing.M) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { proxied.Add(1) }))
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		os.Setenv(name, proxy.URL)
	}
	os.Unsetenv("NO_PROXY")
	os.Unsetenv("no_proxy")
	code := m.Run()
	proxy.Close()
	os.Exit(code)
}

// A target is a server on the loopback interface that counts requests.
type target struct {
	*httptest.Server
	requests atomic.Int32
}

func newTarget(t *testing.T, start func(*httptest.Server), handler http.HandlerFunc) *target {
	target := new(target)
	target.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		target.requests.Add(1)
		handler(w, r)
	}))
	target.EnableHTTP2 = true
	start(target.Server)
	t.Cleanup(target.Close)
	return target
}

func ok(http.ResponseWriter, *http.Request) {}

func (s *target) port() uint16 { return netip.MustParseAddrPort(s.Listener.Addr().String()).Port() }

// at returns the URL of the server with another host.
func (s *target) at(host string) string {
	scheme, _, _ := strings.Cut(s.URL, ":")
	return scheme + "://" + host + ":" + strconv.Itoa(int(s.port())) + "/"
}

// ports returns a policy for the ports of servers.
func ports(servers ...*target) (p Policy) {
	for _, s := range servers {
		p.Ports = append(p.Ports, s.port())
	}
	return p
}

// get sends a request through a transport, reads the response, and returns its protocol.
func get(transport http.RoundTripper, rawURL string) (protocol string, err error) {
	response, err := (&http.Client{Transport: transport}).Get(rawURL)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.Proto, err
}

// checkUnreached checks that a request was refused, and that no server got one.
func checkUnreached(t *testing.T, what string, err error, servers ...*target) {
	t.Helper()
	if !errors.Is(err, ErrNotPublic) {
		t.Errorf("%s: %v", what, err)
	}
	for _, s := range servers {
		if n := s.requests.Swap(0); n > 0 {
			t.Errorf("%s: the server got %d requests", what, n)
		}
	}
}

// resolve makes the default resolver ask a DNS server on the loopback interface. answer returns the addresses of a
// name. It is told how often the name was asked for before.
func resolve(t *testing.T, answer func(name string, asked int) []string) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]int{}
	var running sync.WaitGroup
	running.Go(func() {
		buffer := make([]byte, 1<<16)
		for {
			n, client, err := server.ReadFrom(buffer)
			if err != nil {
				return // closed
			}
			reply := replyTo(buffer[:n], func(name string) []string {
				name = strings.TrimSuffix(name, ".")
				asked[name]++
				return answer(name, asked[name]-1)
			})
			_, _ = server.WriteTo(reply, client) // the resolver asks again
		}
	})
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() {
		net.DefaultResolver = before
		server.Close()
		running.Wait()
	})
}

// replyTo answers a question for IPv4 addresses.
func replyTo(query []byte, answer func(name string) []string) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	question := m.Questions[0]
	m = dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions}
	if question.Type == dnsmessage.TypeA {
		for _, addr := range answer(question.Name.String()) {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class},
				Body:   &dnsmessage.AResource{A: netip.MustParseAddr(addr).As4()},
			})
		}
	}
	reply, _ := m.Pack()
	return reply
}

// always is for resolve: every name has these addresses.
func always(addrs ...string) func(string, int) []string {
	return func(string, int) []string { return addrs }
}

// hosts lead to the loopback interface or into other networks, in one reader or another. The DNS of the test answers
// 127.0.0.1 for all names.
var hosts = []string{
	"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "0177.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001", "127.0.0.01", "0", "0.0.0.0",
	"127%2e0.0.1", "%31%32%37.1", "\uff11\uff12\uff17.1", "①②⑦.0.0.1", "127。0。0。1", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
	"[::ffff:7f00:1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001::1]",
	"[fe80::1]", "[fec0::1]", "[ff02::1]", "[fd00:ec2::254]", "169.254.169.254", "0xa9fea9fe", "168.63.129.16", "10.0.0.1", "192.0.0.8",
	"198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
}

var names = []string{"localhost", "LOCALHOST.", "a.localhost", "internal", "metadata.google.internal", "127.0.0.1.nip.example", "xn--bcher-kva.example"}

func TestHosts(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	server := newTarget(t, (*httptest.Server).Start, ok)
	for _, host := range []string{"127.0.0.1", "internal"} {
		if _, err := get(new(http.Transport), server.at(host)); err != nil || server.requests.Swap(0) != 1 {
			t.Fatalf("without the guard: %s: %v", host, err)
		}
	}
	policy := ports(server)
	transport := policy.NewTransport()
	for _, host := range append(slices.Clone(hosts), names...) {
		u := url.MustParse(server.at(host))
		n, err := u.RequestURL()
		if err != nil {
			t.Fatal(err)
		}
		_, err = get(transport, n.String())
		checkUnreached(t, u.Href(), err, server)

		// What Check refuses is not dialed. What it lets through is a name.
		checked := policy.Check(u)
		if _, isAddr := u.Addr(); isAddr != errors.Is(checked, ErrNotPublic) {
			t.Errorf("%s: %v", u, checked)
		}
	}
}

// TestHostsAsTheyAre sends requests as if there were no other parser than net/url, whose hosts the resolver reads. Package
// net takes an empty host for the local system.
func TestHostsAsTheyAre(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	server := newTarget(t, (*httptest.Server).Start, ok)
	transport := ports(server).NewTransport()
	for _, host := range append(slices.Concat(hosts, names), "[fe80::1%25lo]", "[::1%25lo]", "[::ffff:127.0.0.1%25lo]", "") {
		_, err := get(transport, server.at(host))
		if n := server.requests.Swap(0); n > 0 || err == nil {
			t.Errorf("%s: the server got %d requests: %v", host, n, err)
		}
	}
}

// publicly returns the transport of a policy that finds server at the given host and port, as if that were public.
func publicly(p Policy, address string, server *target) *http.Transport {
	transport := p.NewTransport()
	guarded := transport.DialContext
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if addr == address {
			return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
		}
		return guarded(ctx, network, addr)
	}
	if client, ok := server.Client().Transport.(*http.Transport); ok && client.TLSClientConfig != nil {
		transport.TLSClientConfig = &tls.Config{RootCAs: client.TLSClientConfig.RootCAs}
	}
	return transport
}

func TestRedirects(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	internal := newTarget(t, (*httptest.Server).Start, ok)
	location := ""
	public := newTarget(t, (*httptest.Server).Start, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	transport := publicly(ports(internal), "public.example:80", public)
	for _, host := range []string{"127.0.0.1", "localhost", "internal.example", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "0.0.0.0"} {
		location = internal.at(host)
		_, err := get(transport, "http://public.example/")
		checkUnreached(t, location, err, internal)
		if public.requests.Swap(0) != 1 {
			t.Errorf("%s: there was no redirect", location)
		}
	}
	if _, err := get(publicly(ports(), "public.example:80", public), "http://public.example/"); !errors.Is(err, ErrNotPublic) {
		t.Errorf("the address comes before the port: %v", err)
	}
}

// TestHTTP2 sends requests over a connection that is kept, and redirects from it.
func TestHTTP2(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	internal := newTarget(t, (*httptest.Server).StartTLS, ok)
	connections := map[string]bool{}
	public := newTarget(t, (*httptest.Server).StartTLS, func(w http.ResponseWriter, r *http.Request) {
		connections[r.RemoteAddr] = true
		if to := r.FormValue("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	})
	transport := publicly(ports(internal), "example.com:443", public) // the name in the certificate
	if _, err := get(internal.Client().Transport, internal.URL); err != nil || internal.requests.Swap(0) != 1 {
		t.Fatalf("without the guard: %v", err)
	}
	for range 2 {
		if protocol, err := get(transport, "https://example.com/"); err != nil || protocol != "HTTP/2.0" {
			t.Errorf("%s, %v", protocol, err)
		}
		for _, host := range []string{"127.0.0.1", "example.com", "localhost"} {
			_, err := get(transport, internal.at(host))
			checkUnreached(t, host, err, internal)
			_, err = get(transport, "https://example.com/?to="+neturl.QueryEscape(internal.at(host)))
			checkUnreached(t, "to "+host, err, internal)
		}
	}
	if public.requests.Load() != 8 || len(connections) != 1 {
		t.Errorf("%d requests over %d connections", public.requests.Load(), len(connections))
	}
}

// TestUnspecified dials addresses that lead to loopback, by names that the policy allows. Deny has only loopback.
func TestUnspecified(t *testing.T) {
	resolve(t, always("0.0.0.0"))
	server := newTarget(t, (*httptest.Server).Start, ok)
	policy := Policy{AllowOrigins: patterns("http://named.example:*", "http://0.0.0.0:*", "http://[::]:*", "http://[::ffff:0:0]:*")}
	for _, host := range []string{"named.example", "0.0.0.0", "0", "[::ffff:0.0.0.0]", "[::]"} {
		policy.Deny = nil
		_, err := get(policy.NewTransport(), server.at(host))
		if n := server.requests.Swap(0); host != "[::]" && (err != nil || n != 1) { // the server is not at ::1
			t.Errorf("%s does not lead to loopback: %v", host, err)
		}
		policy.Deny = prefixes("127.0.0.0/8 ::1/128")
		_, err = get(policy.NewTransport(), server.at(host))
		checkUnreached(t, host, err, server)
	}
	for _, address := range []string{"::ffff:0.0.0.0", "64:ff9b::"} {
		want := "guard: not a public address: " + address + " leads to 127.0.0.1, which is in 127.0.0.0/8 (denied by the policy)"
		if err := policy.CheckAddr(netip.MustParseAddrPort("[" + address + "]:80")); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	listener, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		return // a system without IPv6
	}
	server = newTarget(t, func(s *httptest.Server) { s.Listener.Close(); s.Listener = listener; s.Start() }, ok)
	for deny, want := range map[string]int32{"10.0.0.0/8": 1, "::1/128": 0} {
		policy.Deny = prefixes(deny)
		if _, err := get(policy.NewTransport(), server.at("[::]")); server.requests.Swap(0) != want || errors.Is(err, ErrNotPublic) != (want == 0) {
			t.Errorf("[::], Deny has %s: %v", deny, err)
		}
	}
}

// TestRebinding has a name that is public when it is looked up first, and internal when it is dialed.
func TestRebinding(t *testing.T) {
	resolve(t, func(name string, asked int) []string {
		if asked == 0 {
			return []string{"8.8.8.8"}
		}
		return []string{"127.0.0.1"}
	})
	server := newTarget(t, (*httptest.Server).Start, ok)
	policy := ports(server)
	addrs, err := net.DefaultResolver.LookupNetIP(t.Context(), "ip4", "rebind.example")
	if err != nil || len(addrs) != 1 || !IsPublic(addrs[0]) || policy.Check(url.MustParse(server.at("rebind.example"))) != nil {
		t.Fatalf("at first: %v, %v", addrs, err)
	}
	_, err = get(policy.NewTransport(), server.at("rebind.example"))
	checkUnreached(t, "rebind.example", err, server)
	if _, err := get(new(http.Transport), server.at("rebind.example")); err != nil || server.requests.Load() != 1 {
		t.Errorf("without the guard: %v", err)
	}
}

// TestKeptConnection has a name with an allowed address at first. The connection to it stays allowed, and a new one is
// judged.
func TestKeptConnection(t *testing.T) {
	resolve(t, func(name string, asked int) []string { return []string{"127.0.0." + strconv.Itoa(asked+1)} })
	server := newTarget(t, (*httptest.Server).Start, ok)
	policy := ports(server)
	policy.Allow = prefixes("127.0.0.1/32")
	transport := policy.NewTransport()
	for range 3 {
		if _, err := get(transport, server.at("kept.example")); err != nil || server.requests.Swap(0) != 1 {
			t.Errorf("the first address: %v", err)
		}
	}
	transport.CloseIdleConnections()
	_, err := get(transport, server.at("kept.example"))
	checkUnreached(t, "the second address", err, server)
}

// TestEachAddress has names with several addresses, which are tried one after the other.
func TestEachAddress(t *testing.T) {
	addrs := map[string][]string{
		"one.example":  {"127.0.0.2", "10.0.0.1", "127.0.0.1"},
		"none.example": {"127.0.0.2", "10.0.0.1", "169.254.169.254"},
	}
	resolve(t, func(name string, _ int) []string { return addrs[name] })
	server := newTarget(t, (*httptest.Server).Start, ok)
	policy := ports(server)
	policy.Allow = prefixes("127.0.0.1/32")
	if _, err := get(policy.NewTransport(), server.at("one.example")); err != nil || server.requests.Swap(0) != 1 {
		t.Errorf("one address is allowed: %v", err)
	}
	_, err := get(policy.NewTransport(), server.at("none.example"))
	checkUnreached(t, "none.example", err, server)

	policy.Deny = policy.Allow
	_, err = get(policy.NewTransport(), server.at("one.example"))
	checkUnreached(t, "denied", err, server)
	policy = Policy{Allow: policy.Allow}
	if _, err = get(policy.NewTransport(), server.URL); !errors.Is(err, ErrPort) || server.requests.Load() > 0 {
		t.Errorf("the port: %v", err)
	}
}

func TestProxyEnvironment(t *testing.T) {
	resolve(t, always("127.0.0.1"))
	if _, err := get(http.DefaultTransport, "http://proxied.example/"); err != nil || proxied.Swap(0) != 1 {
		t.Fatalf("without the guard: %v", err)
	}
	for _, rawURL := range []string{"http://proxied.example/", "https://proxied.example/", "http://10.0.0.1/"} {
		_, err := get(Policy{}.NewTransport(), rawURL)
		checkUnreached(t, rawURL, err)
	}
	if n := proxied.Load(); n > 0 {
		t.Errorf("the proxy got %d requests", n)
	}
}

// A countingTripper is a transport of another type.
type countingTripper struct{ requests *int }

func (c countingTripper) RoundTrip(*http.Request) (*http.Response, error) {
	*c.requests++
	return nil, errors.New("not sent")
}

// TestDefaultTransport makes transports after other code has changed the default.
func TestDefaultTransport(t *testing.T) {
	server := newTarget(t, (*httptest.Server).Start, ok)
	dialed, tripped := 0, 0
	hook := func(context.Context, string, string) (net.Conn, error) {
		dialed++
		return net.Dial("tcp", server.Listener.Addr().String())
	}
	open := &http.Transport{
		DialContext:     hook,
		DialTLSContext:  hook,
		Proxy:           func(*http.Request) (*neturl.URL, error) { return neturl.Parse(server.URL) },
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}
	open.RegisterProtocol("open", countingTripper{&tripped})
	before := http.DefaultTransport
	t.Cleanup(func() { http.DefaultTransport = before })
	for _, changed := range []http.RoundTripper{open, countingTripper{&tripped}, nil} {
		http.DefaultTransport = changed
		transport := ports(server).NewTransport()
		for _, rawURL := range []string{server.URL, server.at("10.0.0.1"), strings.Replace(server.URL, "http:", "https:", 1)} {
			_, err := get(transport, rawURL)
			checkUnreached(t, rawURL, err, server)
		}
		if _, err := get(transport, "open://h/"); err == nil {
			t.Error("another protocol")
		}
	}
	if dialed > 0 || tripped > 0 {
		t.Errorf("dialed %d times, sent %d times", dialed, tripped)
	}
}

// TestTransport compares the limits of the transport with those of net/http's. It has nothing else.
func TestTransport(t *testing.T) {
	got, want := reflect.ValueOf(Policy{}.NewTransport()).Elem(), reflect.ValueOf(http.DefaultTransport).Elem()
	set := []string{"DialContext"}
	for _, name := range []string{"ForceAttemptHTTP2", "MaxIdleConns", "IdleConnTimeout", "TLSHandshakeTimeout", "ExpectContinueTimeout"} {
		set = append(set, name)
		if got, want := got.FieldByName(name).Interface(), want.FieldByName(name).Interface(); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for i := range got.NumField() {
		if field := got.Type().Field(i); field.IsExported() && got.Field(i).IsZero() == slices.Contains(set, field.Name) {
			t.Errorf("%s: %v", field.Name, got.Field(i))
		}
	}
}

// TestNoMultipathTCP connects with each setting of multipath TCP. With it, a server could name another of its addresses, which
// the system would connect to without asking the policy.
func TestNoMultipathTCP(t *testing.T) {
	for setting, byDefault := range map[string]bool{"0": false, "1": true, "2": false, "3": true} {
		t.Setenv("GODEBUG", "multipathtcp="+setting)
		if got := new(net.Dialer).MultipathTCP(); got != byDefault {
			t.Fatalf("multipathtcp=%s: another dialer: %t", setting, got)
		}
		if newDialer().MultipathTCP() {
			t.Errorf("multipathtcp=%s: the dialer uses it", setting)
		}
		server := newTarget(t, (*httptest.Server).Start, ok)
		policy := ports(server)
		policy.Allow = prefixes("127.0.0.0/8")
		named := Policy{AllowOrigins: patterns(server.URL)}
		proxy := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: server.Listener.Addr().String()})
		for name, transport := range map[string]*http.Transport{
			"NewTransport": policy.NewTransport(), "AllowOrigins": named.NewTransport(), "NewProxyTransport": proxy.transport,
		} {
			conn, err := transport.DialContext(t.Context(), "tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			used, err := conn.(*net.TCPConn).MultipathTCP()
			if used || err != nil {
				t.Errorf("multipathtcp=%s: %s: %t, %v", setting, name, used, err)
			}
			conn.Close()
		}
	}
}

// patterns parses patterns of origins.
func patterns(texts ...string) (list []url.OriginPattern) {
	for _, text := range texts {
		pattern, err := url.ParseOriginPattern(text)
		if err != nil {
			panic(err)
		}
		list = append(list, pattern)
	}
	return list
}

// corp are the names of a company's network. They all lead to the loopback interface.
func corp(name string, _ int) []string {
	return map[string][]string{
		"gitlab.corp.example": {"127.0.0.1"}, "other.corp.example": {"127.0.0.1"}, "a.test.example": {"127.0.0.1"},
		"a.b.test.example": {"10.0.0.1", "127.0.0.1"}, "test.example": {"127.0.0.1"}, "atest.example": {"127.0.0.1"}, "two.test.example": {"127.0.0.2"},
	}[strings.ToLower(name)]
}

// TestAllowOrigins has one internal host by name, one address with one port, and names with all ports. Beside them, another
// port, another name for the same address, and another spelling are refused.
func TestAllowOrigins(t *testing.T) {
	resolve(t, corp)
	server, other := newTarget(t, (*httptest.Server).Start, ok), newTarget(t, (*httptest.Server).Start, ok)
	for _, test := range []struct {
		pattern          string
		reached, refused string
	}{
		{server.at("gitlab.corp.example"), server.at("gitlab.corp.example") + " " + server.at("GITLAB.Corp.example") + " " + server.at("%EF%BD%87itlab.corp.example"),
			other.at("gitlab.corp.example") + " " + server.at("other.corp.example") + " " + server.at("127.0.0.1") + " " + server.at("gitlab.corp.example.") + " " +
				server.at("localhost")},
		{strings.Replace(server.at("gitlab.corp.example"), "http:", "wss:", 1), server.at("gitlab.corp.example"), other.at("gitlab.corp.example")},
		{server.at("127.0.0.1"), server.at("127.0.0.1") + " " + server.at("127.1") + " " + server.at("0x7f000001") + " " + server.at("%E2%91%A0%E2%91%A1%E2%91%A6.0.0.1"),
			other.at("127.0.0.1") + " " + server.at("localhost") + " " + server.at("gitlab.corp.example") + " " + server.at("[::ffff:127.0.0.1]") + " " +
				server.at("127.0.0.2") + " " + server.at("[::ffff:127.0.0.1%25lo]") + " " + server.at("0.0.0.0")},
		{"http://*.test.example:*/", server.at("a.test.example") + " " + other.at("a.test.example") + " " + server.at("A.b.TEST.example"),
			server.at("test.example") + " " + server.at("atest.example") + " " + server.at("a.test.example.") + " " + server.at("127.0.0.1") + " " + server.at("two.test.example")},
	} {
		policy := ports(server, other) // for what the pattern does not match
		policy.AllowOrigins = patterns(strings.TrimSuffix(test.pattern, "/"))
		policy.Deny = prefixes("127.0.0.2/32")
		transport := policy.NewTransport()
		for rawURL := range strings.FieldsSeq(test.reached) {
			if _, err := get(transport, rawURL); err != nil || server.requests.Swap(0)+other.requests.Swap(0) != 1 {
				t.Errorf("%s: %s: %v", test.pattern, rawURL, err)
			}
		}
		for rawURL := range strings.FieldsSeq(test.refused) {
			if _, err := get(transport, rawURL); err == nil || server.requests.Swap(0)+other.requests.Swap(0) != 0 {
				t.Errorf("%s: %s was sent: %v", test.pattern, rawURL, err)
			}
		}
		policy.Deny, policy.Ports = prefixes("127.0.0.0/8"), []uint16{}
		for rawURL := range strings.FieldsSeq(test.reached) {
			_, err := get(policy.NewTransport(), rawURL)
			checkUnreached(t, "denied: "+rawURL, err, server, other)
		}
	}
}

// TestAllowOriginsSpelling looks at what the DNS is asked for: the spelling that matched.
func TestAllowOriginsSpelling(t *testing.T) {
	resolve(t, func(name string, _ int) []string {
		if name != "xn--bcher-kva.example" {
			t.Errorf("asked for %s", name)
		}
		return []string{"127.0.0.1"}
	})
	server := newTarget(t, (*httptest.Server).Start, ok)
	transport := Policy{AllowOrigins: patterns(strings.TrimSuffix(server.at("xn--bcher-kva.example"), "/"))}.NewTransport()
	if _, err := get(transport, server.at("B%C3%BCCHER.example")); err != nil {
		t.Error(err)
	}
}

// TestAllowOriginsRedirects has an allowed server that redirects to others, and an allowed name whose address changes.
func TestAllowOriginsRedirects(t *testing.T) {
	resolve(t, func(name string, asked int) []string {
		switch {
		case name == "changes.corp.example" && asked > 0:
			return []string{"169.254.169.254"}
		case name == "rebinds.example" && asked == 0:
			return []string{"8.8.8.8"}
		}
		return []string{"127.0.0.1"}
	})
	internal := newTarget(t, (*httptest.Server).Start, ok)
	server := newTarget(t, (*httptest.Server).Start, func(w http.ResponseWriter, r *http.Request) {
		if to := r.FormValue("to"); to != "" {
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
		}
	})
	policy := ports(internal, server)
	policy.AllowOrigins = patterns(strings.TrimSuffix(server.at("gitlab.corp.example"), "/"), strings.TrimSuffix(server.at("changes.corp.example"), "/"))
	policy.Deny = prefixes("169.254.0.0/16")
	transport := policy.NewTransport()
	for _, to := range []string{internal.at("127.0.0.1"), internal.at("localhost"), internal.at("gitlab.corp.example"), server.at("127.0.0.1"), server.at("other.example")} {
		_, err := get(transport, server.at("gitlab.corp.example")+"?to="+neturl.QueryEscape(to))
		checkUnreached(t, "to "+to, err, internal)
		if n := server.requests.Swap(0); n != 1 {
			t.Errorf("to %s: %d requests", to, n)
		}
	}
	if _, err := get(transport, server.at("changes.corp.example")); err != nil || server.requests.Swap(0) != 1 {
		t.Errorf("the first address: %v", err)
	}
	transport.CloseIdleConnections()
	_, err := get(transport, server.at("changes.corp.example"))
	checkUnreached(t, "the second address, which is denied", err, server)
	if addrs, err := net.DefaultResolver.LookupNetIP(t.Context(), "ip4", "rebinds.example"); err != nil || !IsPublic(addrs[0]) {
		t.Fatalf("%v, %v", addrs, err)
	}
	_, err = get(transport, server.at("rebinds.example"))
	checkUnreached(t, "a name beside them", err, server)
}

// TestOtherLibraries gives ControlContext to the dialer of a WebSocket, and DialContext to its dial function.
func TestOtherLibraries(t *testing.T) {
	resolve(t, corp)
	echo := websocket.Handler(func(conn *websocket.Conn) { _, _ = io.Copy(conn, conn) })
	server := newTarget(t, (*httptest.Server).Start, echo.ServeHTTP)
	location := strings.Replace(server.at("gitlab.corp.example"), "http:", "ws:", 1)
	config, err := websocket.NewConfig(location, "http://example.com/")
	if err != nil {
		t.Fatal(err)
	}
	loopback, named := prefixes("127.0.0.0/8"), patterns(strings.TrimSuffix(location, "/"))
	for _, test := range []struct {
		policy               Policy
		byControl, byDialing error
	}{
		{Policy{Allow: loopback, AnyPort: true}, nil, nil},
		{Policy{Allow: loopback, Ports: []uint16{server.port()}}, nil, nil},
		{Policy{Allow: loopback}, ErrPort, ErrPort},
		{Policy{AnyPort: true}, ErrNotPublic, ErrNotPublic},
		{Policy{AnyPort: true, Allow: loopback, Deny: loopback}, ErrNotPublic, ErrNotPublic},
		{Policy{AllowOrigins: named}, ErrNotPublic, nil}, // ControlContext does not know the name
		{Policy{AllowOrigins: named, Deny: loopback}, ErrNotPublic, ErrNotPublic},
	} {
		config.Dialer = &net.Dialer{ControlContext: test.policy.ControlContext}
		conn, err := config.DialContext(t.Context())
		if failed, ok := errors.AsType[*websocket.DialError](err); ok {
			err = failed.Err // DialError has no Unwrap
		}
		checkReason(t, fmt.Sprintf("%+v: ControlContext", test.policy), err, test.byControl)
		if err == nil {
			checkEcho(t, conn)
		}
		dialed, err := test.policy.NewTransport().DialContext(t.Context(), "tcp", config.Location.Host)
		checkReason(t, fmt.Sprintf("%+v: DialContext", test.policy), err, test.byDialing)
		if err != nil {
			continue
		}
		conn, err = websocket.NewClient(config, dialed)
		if err != nil {
			t.Fatal(err)
		}
		checkEcho(t, conn)
	}
}

func checkEcho(t *testing.T, conn *websocket.Conn) {
	t.Helper()
	defer conn.Close()
	got := make([]byte, 5)
	_, err := conn.Write([]byte("hello"))
	if err == nil {
		_, err = io.ReadFull(conn, got)
	}
	if err != nil || string(got) != "hello" {
		t.Errorf("echo: %q, %v", got, err)
	}
}
