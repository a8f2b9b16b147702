package parseip

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

func wrong(u url.URL, p *url.URL) {
	net.ParseIP(u.Hostname())     // want `the host of https://\[::1\]/ is "\[::1\]"; net.ParseIP rejects the brackets, so this host gets past an address check; use u.Addr\(\) \(parse-ip: https://github.com/weburl-go/url/blob/main/MIGRATING.md#parse-ip\)`
	netip.ParseAddr(p.Hostname()) // want `the host of https://\[::1\]/ is "\[::1\]"; netip.ParseAddr rejects the brackets, so this host gets past an address check`

	net.LookupHost(u.Hostname())                                              // want `the host of https://\[::1\]/ is "\[::1\]"; net.LookupHost rejects the brackets, so this host gets past an address check; pass the host of net.SplitHostPort\(u.DialAddress\(\)\) `
	net.DefaultResolver.LookupNetIP(context.Background(), "ip", p.Hostname()) // want `the host of https://\[::1\]/ is "\[::1\]"; \(\*net.Resolver\).LookupNetIP rejects the brackets, so this host gets past an address check`

	host := p.Hostname()
	if ip := net.ParseIP(host); ip != nil { // want `use p.Addr\(\)`
		println(ip.IsLoopback())
	}

	if h, ok := u.ParsedHost(); ok {
		netip.MustParseAddr(h.String()) // want `use h.Addr\(\)`
	}
}

// A request follows: a check before it does not help.

func requested(u url.URL) (*http.Response, error) {
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsLoopback() { // want `the host of https://\[::1\]/ is "\[::1\]"; net.ParseIP rejects the brackets, so this host gets past an address check; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
		return nil, nil
	}
	return http.Get(u.Href())
}

func requestedText(s string) (*http.Request, error) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, err
	}
	if ips, err := net.LookupIP(u.Hostname()); err != nil || ips[0].IsPrivate() { // want `the host of https://\[::1\]/ is "\[::1\]"; net.LookupIP rejects the brackets, so this host gets past an address check; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
		return nil, err
	}
	return http.NewRequest("GET", u.String(), nil)
}

func requestedOther(u, v url.URL) (*http.Response, error) {
	if net.ParseIP(u.Hostname()) != nil { // want `use u.Addr\(\)`
		return nil, nil
	}
	return http.Get(v.Href()) // ok
}

func requestedAddr(u url.URL) (*http.Response, error) {
	if addr, ok := u.Addr(); ok && addr.IsLoopback() { // ok
		return nil, nil
	}
	return http.Get(u.Href()) // ok
}

func requestedHost(n *neturl.URL) (*http.Response, error) {
	if ip := net.ParseIP(n.Host); ip != nil { // ok
		return nil, nil
	}
	return http.Get(n.String()) // ok
}

func right(u url.URL, n *neturl.URL, s string) {
	net.LookupHost(n.Hostname())                                                // ok: net/url removes the brackets
	net.LookupHost(s)                                                           // ok
	net.LookupAddr(u.Hostname())                                                // ok
	net.LookupPort("tcp", u.Port())                                             // ok
	net.ParseIP(n.Hostname())                                                   // ok: net/url removes the brackets
	net.ParseIP(s)                                                              // ok
	net.ParseIP(strings.Trim(u.Hostname(), "[]"))                               // ok
	net.ParseIP(strings.TrimSuffix(strings.TrimPrefix(u.Hostname(), "["), "]")) // ok
	net.ParseIP("::1")                                                          // ok
	net.ParseIP(u.Username())                                                   // ok
	netip.ParseAddr(n.Host)                                                     // ok
	net.LookupHost(n.Hostname())                                                // ok
	println(len(u.Hostname()), strings.ToLower(n.Hostname()))                   // ok
	host := u.Hostname()
	host = strings.Trim(host, "[]")
	net.ParseIP(host) // ok: assigned twice
}

// The kind of the host is known.
func kind(u url.URL) {
	if h, ok := u.ParsedHost(); ok && h.Kind() == url.HostIPv4 {
		net.ParseIP(u.Hostname()) // ok
	}
}

func testServer(server *httptest.Server) {
	u, err := url.Parse(server.URL)
	if err == nil {
		net.ParseIP(u.Hostname()) // ok: 127.0.0.1
	}
}
