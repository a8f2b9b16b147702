//go:build !plan9

package guard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"slices"
	"strings"
	"time"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/guard"
	"github.com/weburl-go/url/page"
	"github.com/weburl-go/url/redirect"
)

// A program uses one policy, one transport and one client for all requests for untrusted URLs.
var (
	policy = guard.Policy{}
	client = &http.Client{Transport: redirect.Transport(policy.NewTransport()), CheckRedirect: followNone, Timeout: 30 * time.Second}
)

// followNone makes a client return redirects instead of following them. After 301, 302 and 303, it would send a GET
// without the event, so a status of 200 would not mean that the event has arrived. Without redirect.Transport, the
// client fails if net/url rejects the Location header, and its error quotes the header.
func followNone(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// callWebhook tells a customer's server about an event.
func callWebhook(rawURL, event string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	if err := policy.Check(u); err != nil { // for an early error; a domain passes
		return err
	}
	n, err := u.RequestURL() // what was checked is what is sent, in a browser's bytes
	if err != nil {
		return err
	}
	request, err := http.NewRequest("POST", "", strings.NewReader(event))
	if err != nil {
		return err
	}
	request.URL = n
	response, err := client.Do(request) // the transport checks each address that it dials
	if err != nil {
		if e, ok := errors.AsType[*neturl.Error](err); ok {
			err = e.Err // the message of e has the URL with its query, which may be secret
		}
		return err
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the event was not delivered: status %d", response.StatusCode)
	}
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20))
	return err
}

// A server calls webhooks at URLs that its customers provide. The transport prevents it from calling a server in its own
// network. Customers only see that their URL was rejected, because the error contains details that belong in a log.
func Example() {
	for _, rawURL := range []string{
		"http://0x7f.1/", "http://①②⑦.0.0.1/", "http://[64:ff9b::a9fe:a9fe]/", "http://localhost/", "http://hooks.example:22/", "ftp://127.0.0.1/",
	} {
		err := callWebhook(rawURL, "hello")
		_, dialed := errors.AsType[*net.OpError](err)
		notPublic, port := errors.Is(err, guard.ErrNotPublic), errors.Is(err, guard.ErrPort)
		fmt.Println(rawURL, "- not public:", notPublic, "- port:", port, "- by the dialer:", dialed)
	}
	// Output:
	// http://0x7f.1/ - not public: true - port: false - by the dialer: false
	// http://①②⑦.0.0.1/ - not public: true - port: false - by the dialer: false
	// http://[64:ff9b::a9fe:a9fe]/ - not public: true - port: false - by the dialer: false
	// http://localhost/ - not public: true - port: false - by the dialer: true
	// http://hooks.example:22/ - not public: false - port: true - by the dialer: false
	// ftp://127.0.0.1/ - not public: true - port: false - by the dialer: false
}

// This policy allows requests to one service in the company's network, but rejects the company's own public addresses.
func ExamplePolicy() {
	policy := guard.Policy{
		Allow: []netip.Prefix{netip.MustParsePrefix("10.1.2.3/32")},
		Deny:  []netip.Prefix{netip.MustParsePrefix("198.41.0.0/24")},
		NAT64: []netip.Prefix{netip.MustParsePrefix("2001:67c:2b0:db32:0:1::/96")},
		Ports: []uint16{80, 443, 8443},
	}
	for _, s := range []string{
		"https://10.1.2.3:8443/", "https://10.1.2.4/", "https://198.41.0.4/", "https://[2001:67c:2b0:db32:0:1:c629:4]/", "https://10.1.2.3:22/",
	} {
		fmt.Println(policy.Check(url.MustParse(s)))
	}
	// Output:
	// <nil>
	// guard: not a public address: 10.1.2.4 is in 10.0.0.0/8 (Private-Use)
	// guard: not a public address: 198.41.0.4 is in 198.41.0.0/24 (denied by the policy)
	// guard: not a public address: 2001:67c:2b0:db32:0:1:c629:4 carries 198.41.0.4, which is in 198.41.0.0/24 (denied by the policy)
	// guard: port not allowed: 22
}

// A webhook sender may reach one service in the company's network, but only on one port and under one name. For public
// servers, any port is allowed. If you want to follow redirects, limit their number in CheckRedirect instead of using
// followNone. The receiver then gets a GET request without a body after 301, 302 and 303, as from a browser.
func ExamplePolicy_webhooks() {
	hooks := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "thanks") }))
	defer hooks.Close()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()

	pattern, err := url.ParseOriginPattern(hooks.URL) // such as "http://10.1.2.3:8080" or "https://gitlab.corp.example"
	if err != nil {
		panic(err)
	}
	policy := guard.Policy{AllowOrigins: []url.OriginPattern{pattern}, AnyPort: true}
	client := &http.Client{Transport: redirect.Transport(policy.NewTransport()), CheckRedirect: followNone, Timeout: 10 * time.Second}
	for _, rawURL := range []string{hooks.URL, other.URL, strings.Replace(hooks.URL, "127.0.0.1", "localhost", 1)} {
		response, err := client.Get(rawURL)
		fmt.Println(err == nil, errors.Is(err, guard.ErrNotPublic))
		if err == nil {
			response.Body.Close()
		}
	}
	// Output:
	// true false
	// false true
	// false true
}

// preview returns the title and the host for a card that links to u. A server can redirect the preview to a bank and
// visitors elsewhere, so the card shows the host of u, and a page on another host has no title. If the card links to
// last, as is best for shortened URLs, it can show the title and the host of last.
func preview(client *http.Client, u url.URL) (title, host string, err error) {
	n, err := u.NetURL() // writes "/100%", for which client.Get(u.Href()) fails, as "/100%25"
	if err != nil {
		return "", "", err
	}
	response, err := client.Get(n.String())
	if err != nil {
		return "", "", err
	}
	defer response.Body.Close()
	last, err := url.FromNetURL(response.Request.URL)
	if err != nil {
		return "", "", err
	}
	host = display.URL(u, display.Options{HostOnly: true})
	if last.Hostname() != u.Hostname() || response.StatusCode != http.StatusOK {
		return "", host, nil
	}
	doc, err := page.Parse(io.LimitReader(response.Body, 1<<20), last, strings.Join(response.Header.Values("Content-Type"), ", "))
	if err != nil {
		return "", "", err
	}
	for n := range doc.Root.Descendants() {
		if n.Data == "title" && n.Namespace == "" && n.FirstChild != nil {
			title = n.FirstChild.Data
			break
		}
	}
	return title, host, nil
}

// A chat server shows a preview of a page that someone has posted. The policy checks the address of each redirect, and
// redirect.Transport follows redirects as a browser does. For this example, the policy also allows the local test
// server.
func ExamplePolicy_preview() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/cloaked" {
			w.Header().Set("Location", strings.Replace(r.Host, "127.0.0.1", `\\localhost`, 1))
			w.WriteHeader(http.StatusFound)
		}
		fmt.Fprint(w, "<title>Tea &amp; cake</title>")
	}))
	defer server.Close()

	policy := guard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, AnyPort: true}
	client := &http.Client{Transport: redirect.Transport(policy.NewTransport()), Timeout: 10 * time.Second}
	for _, path := range []string{"/tea", "/cloaked"} {
		title, host, err := preview(client, url.MustParse(server.URL+path))
		fmt.Printf("%q %s %v\n", title, host, err)
	}
	// Output:
	// "Tea & cake" 127.0.0.1 <nil>
	// "" 127.0.0.1 <nil>
}

// A byHost chooses a transport by the host of each request, even after a redirect: origins that match a pattern are
// reached directly, and all others through a proxy. It does what the NO_PROXY variable does for net/http.
type byHost struct {
	direct         []url.OriginPattern
	without, proxy http.RoundTripper
}

func (t byHost) RoundTrip(r *http.Request) (*http.Response, error) {
	u, err := url.FromNetURL(r.URL)
	if err == nil && slices.ContainsFunc(t.direct, func(pattern url.OriginPattern) bool { return pattern.Match(u.Origin()) }) {
		return t.without.RoundTrip(r)
	}
	return t.proxy.RoundTrip(r)
}

// All requests leave the network through an egress proxy, except those to one internal host. The proxy itself may be on
// the loopback interface, but it must reject names that resolve to internal addresses.
func ExamplePolicy_NewProxyTransport() {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "proxy: ", r.RequestURI) }))
	defer proxy.Close()
	internal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "internal: ", r.RequestURI) }))
	defer internal.Close()
	proxyURL, err := neturl.Parse(proxy.URL)
	if err != nil {
		panic(err)
	}
	pattern, err := url.ParseOriginPattern(internal.URL)
	if err != nil {
		panic(err)
	}

	viaProxy, err := guard.Policy{}.NewProxyTransport(proxyURL)
	if err != nil {
		panic(err)
	}
	direct := []url.OriginPattern{pattern}
	client := &http.Client{Timeout: 10 * time.Second, Transport: byHost{
		direct:  direct,
		without: guard.Policy{AllowOrigins: direct}.NewTransport(),
		proxy:   viaProxy,
	}}
	for _, rawURL := range []string{"http://example.com/a", internal.URL + "/b", "http://localhost/c", "http://169.254.169.254/", proxy.URL} {
		response, err := client.Get(rawURL)
		if err != nil {
			fmt.Println("not public:", errors.Is(err, guard.ErrNotPublic))
			continue
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Printf("%s\n", body)
	}
	// Output:
	// proxy: http://example.com/a
	// internal: /b
	// not public: true
	// not public: true
	// not public: true
}

// Check accepts every domain, so a nil error does not mean that a request is safe.
func ExamplePolicy_Check() {
	for _, s := range []string{"http://2130706433/", "http://example.com:22/", "file:///etc/passwd", "http://localhost/"} {
		fmt.Println(guard.Policy{}.Check(url.MustParse(s)))
	}
	// Output:
	// guard: not a public address: 127.0.0.1 is in 127.0.0.0/8 (Loopback)
	// guard: port not allowed: 22
	// guard: scheme is not http or https
	// <nil>
}

// A redirect leads to an internal server. For this example, the first server is also on the loopback interface, so the
// policy allows its port, but not the port of the internal server.
func ExamplePolicy_NewTransport() {
	internal := httptest.NewServer(http.NotFoundHandler())
	defer internal.Close()
	public := httptest.NewServer(http.RedirectHandler(internal.URL, http.StatusFound))
	defer public.Close()

	policy := guard.Policy{
		Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		Ports: []uint16{netip.MustParseAddrPort(public.Listener.Addr().String()).Port()},
	}
	client := &http.Client{Transport: policy.NewTransport(), Timeout: 10 * time.Second}
	_, err := client.Get(public.URL)
	fmt.Println(errors.Is(err, guard.ErrPort))

	// The zero policy allows neither.
	client.Transport = guard.Policy{}.NewTransport()
	_, err = client.Get(public.URL)
	fmt.Println(errors.Is(err, guard.ErrNotPublic))
	// Output:
	// true
	// true
}

// This dialer is for another protocol, such as SMTP.
func ExamplePolicy_ControlContext() {
	policy := guard.Policy{Ports: []uint16{25, 465, 587}}
	dialer := &net.Dialer{ControlContext: policy.ControlContext, Timeout: 10 * time.Second}
	_, err := dialer.DialContext(context.Background(), "tcp", "localhost:25")
	fmt.Println(errors.Is(err, guard.ErrNotPublic))
	_, err = dialer.DialContext(context.Background(), "tcp", "192.0.2.1:25")
	fmt.Println(err)
	// Output:
	// true
	// dial tcp 192.0.2.1:25: guard: not a public address: 192.0.2.1 is in 192.0.2.0/24 (Documentation (TEST-NET-1))
}

// A program that already has a connection can check the address at its other end.
func ExamplePolicy_CheckAddr() {
	for _, s := range []string{"8.8.8.8:443", "8.8.8.8:22", "[64:ff9b::8.8.8.8]:443", "[64:ff9b::10.0.0.1]:443"} {
		fmt.Println(guard.Policy{}.CheckAddr(netip.MustParseAddrPort(s)))
	}
	// Output:
	// <nil>
	// guard: port not allowed: 22
	// <nil>
	// guard: not a public address: 64:ff9b::a00:1 carries 10.0.0.1, which is in 10.0.0.0/8 (Private-Use)
}

// A program that resolves names itself checks each address from the resolver and connects to that address. It does not
// connect to the name, which may resolve to a different address the next time.
func ExamplePolicy_CheckAddr_resolver() {
	policy := guard.Policy{}
	lookup := func(name string) []net.IP {
		return []net.IP{net.ParseIP("10.0.0.1"), net.ParseIP("8.8.8.8"), {1, 2, 3}}
	}
	for _, ip := range lookup("feeds.example") {
		addr, ok := netip.AddrFromSlice(ip) // IPv4-mapped if ip has 16 bytes
		if !ok {
			fmt.Println(len(ip), "bytes are not an address")
			continue
		}
		address := netip.AddrPortFrom(addr.Unmap(), 443)
		if err := policy.CheckAddr(address); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("connect to", address)
	}
	// Output:
	// guard: not a public address: 10.0.0.1 is in 10.0.0.0/8 (Private-Use)
	// connect to 8.8.8.8:443
	// 3 bytes are not an address
}

// A net.IP of 16 bytes may contain an IPv4 address. AddrFromSlice then returns an IPv4-mapped address, which IsPublic
// treats as IPv4. Call Unmap before you compare the address with a prefix, because an IPv4 prefix does not contain
// mapped addresses.
func ExampleIsPublic_netIP() {
	addr, ok := netip.AddrFromSlice(net.ParseIP("10.0.0.1"))
	fmt.Println(addr, ok, guard.IsPublic(addr), guard.IsPublic(addr.Unmap()))
	office := netip.MustParsePrefix("10.0.0.0/8")
	fmt.Println(office.Contains(addr), office.Contains(addr.Unmap()))
	// Output:
	// ::ffff:10.0.0.1 true false false
	// false true
}

func ExampleIsPublic() {
	for _, s := range []string{"8.8.8.8", "::ffff:8.8.8.8", "192.168.0.1", "168.63.129.16", "fe80::1%eth0"} {
		fmt.Println(s, guard.IsPublic(netip.MustParseAddr(s)))
	}
	// Output:
	// 8.8.8.8 true
	// ::ffff:8.8.8.8 true
	// 192.168.0.1 false
	// 168.63.129.16 false
	// fe80::1%eth0 false
}
