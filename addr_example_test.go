package url_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"syscall"

	"github.com/weburl-go/url"
)

var errNotPublic = errors.New("not a public address")

// publicIPv6 contains all addresses that are allocated to networks. So the IPv4-mapped, IPv4-compatible and NAT64 forms
// are not public, and neither is an address with a zone.
var publicIPv6 = netip.MustParsePrefix("2000::/3")

// notPublic contains the addresses in IANA's registries of special-purpose addresses, and multicast. The rest of IPv6
// is outside publicIPv6. If your network has its own NAT64 prefix, add it.
var notPublic = func() (prefixes []netip.Prefix) {
	for _, s := range strings.Fields(`
		0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
		192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
		203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
		2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`) {
		prefixes = append(prefixes, netip.MustParsePrefix(s))
	}
	return prefixes
}()

func isPublic(addr netip.Addr) bool {
	for _, prefix := range notPublic {
		if prefix.Contains(addr) {
			return false
		}
	}
	return addr.Is4() || publicIPv6.Contains(addr)
}

// publicOnly is for Control of [net.Dialer], which calls it with each address that it is about to connect to.
func publicOnly(network, address string, _ syscall.RawConn) error {
	dialed, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(dialed.Addr()) {
		return fmt.Errorf("%s: %w", address, errNotPublic)
	}
	return nil
}

// publicClient has no proxy, because a proxy would be the address that is dialed.
var publicClient = &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{Control: publicOnly}).DialContext}}

// fetch requests a URL from an untrusted source.
func fetch(rawURL string) (*http.Response, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, err
	}
	if addr, ok := u.Addr(); ok && !isPublic(addr) { // before anything is sent or logged
		return nil, fmt.Errorf("%s: %w", u.Hostname(), errNotPublic)
	}
	n, err := u.NetURL() // what was checked is what is sent
	if err != nil {
		return nil, err
	}
	return publicClient.Do(&http.Request{URL: n})
}

// This is a guard against server-side request forgery: an attacker gives a server a URL, and the server sends a request
// to an internal address. Addr finds an address in each of its spellings. That is half of the guard. The other half is
// in the dialer, because only the dialer sees the addresses to which it connects. A domain may resolve to any address,
// and to another one a moment later. A redirect may lead to a URL that was never checked.
func ExampleURL_Addr() {
	internal := httptest.NewServer(http.NotFoundHandler())
	defer internal.Close()
	_, port, _ := net.SplitHostPort(internal.Listener.Addr().String())

	for _, host := range []string{
		"0x7f.1", "2130706433", "①②⑦.0.0.1", "[::1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "169.254.169.254", "localhost",
	} {
		_, err := fetch("http://" + host + ":" + port)
		_, dialed := errors.AsType[*net.OpError](err)
		fmt.Println(host, "- refused:", errors.Is(err, errNotPublic), "- by the dialer:", dialed)
	}
	// Output:
	// 0x7f.1 - refused: true - by the dialer: false
	// 2130706433 - refused: true - by the dialer: false
	// ①②⑦.0.0.1 - refused: true - by the dialer: false
	// [::1] - refused: true - by the dialer: false
	// [::ffff:7f00:1] - refused: true - by the dialer: false
	// [64:ff9b::7f00:1] - refused: true - by the dialer: false
	// 169.254.169.254 - refused: true - by the dialer: false
	// localhost - refused: true - by the dialer: true
}
