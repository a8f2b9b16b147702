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
	"strings"
	"time"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
)

// A program has one policy, one transport and one client for all requests for strangers.
var (
	policy = guard.Policy{}
	client = &http.Client{Transport: policy.NewTransport(), Timeout: 30 * time.Second}
)

// callWebhook tells a customer's server about an event.
func callWebhook(rawURL, event string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	if err := policy.Check(u); err != nil { // for an early error; a domain passes
		return err
	}
	n, err := u.RequestURL() // what was checked is what is sent
	if err != nil {
		return err
	}
	request, err := http.NewRequest("POST", "", strings.NewReader(event))
	if err != nil {
		return err
	}
	request.URL = n
	response, err := client.Do(request) // here the guard judges what is dialed
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20))
	return err
}

// A server calls webhooks: URLs that customers give. No webhook makes it call a server in its own network. The customers see
// only that their URL was refused: the error says more, and is for the log.
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

// Requests may also go to one service in the company's network, but never to the company's own public addresses.
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

// A nil error is not enough: a domain passes.
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

// A redirect leads to an internal server. The first server is on the loopback interface, too, so the policy allows its
// port, but not that of the internal server.
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

// A dialer for another protocol, such as mail.
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

// A program that has a connection already can check who is at its other end.
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
