package joinhostport

import (
	"net"
	neturl "net/url"

	"github.com/weburl-go/url"
)

type config struct{ server url.URL }

func wrong(u url.URL, c config) {
	net.Dial("tcp", net.JoinHostPort(u.Hostname(), u.Port())) // want `this gives an IPv6 address two pairs of brackets: use u.DialAddress\(\), which also puts in the default port`
	net.Dial("tcp", net.JoinHostPort(u.Hostname(), "443"))    // want `use the DialAddress\(\) of a copy of u with this port`

	host, port := c.server.Hostname(), c.server.Port()
	net.Dial("tcp", net.JoinHostPort(host, port)) // want `use c.server.DialAddress\(\)`
}

func right(u url.URL, n *neturl.URL, host string) {
	net.JoinHostPort(n.Hostname(), n.Port()) // ok: net/url removes the brackets
	net.JoinHostPort(host, u.Port())         // ok
	net.JoinHostPort("localhost", u.Port())  // ok
	net.JoinHostPort(u.Username(), u.Port()) // ok
	net.Dial("tcp", u.DialAddress())         // ok
	net.SplitHostPort(u.Host())              // ok
	net.JoinHostPort(parts(u))               // ok: not sure
}

func address(u url.URL) string {
	if addr, ok := u.Addr(); ok {
		return net.JoinHostPort(addr.String(), "53") // ok
	}
	return net.JoinHostPort(u.Hostname(), "53") // ok: a domain
}

func parts(u url.URL) (host, port string) {
	return u.Hostname(), u.Port() // ok
}
