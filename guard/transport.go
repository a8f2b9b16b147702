//go:build !plan9

package guard

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/weburl-go/url"
)

// NewTransport returns a transport that connects only to addresses and ports that p allows. Create it once and reuse it,
// because it maintains a connection pool. If your configuration changes, create a new transport and call
// CloseIdleConnections on the old one.
//
// The transport calls [Policy.ControlContext] with each address before connecting. If a pattern in AllowOrigins matches
// the host and port, the transport rejects only addresses that have a zone or that Deny or NAT64 rejects. In that case,
// it looks up the normalized host, because that is the host that the pattern was matched against.
//
// # Settings
//
//   - You may change the transport's limits and timeouts. Do not set Proxy, because then only the proxy's own address is
//     checked.
//   - If you set a dial function, it must dial with a [net.Dialer] whose ControlContext field is
//     [Policy.ControlContext]. Otherwise, addresses are not checked. Such a function ignores AllowOrigins.
//   - The timeouts are those of Go's [http.DefaultTransport]. No settings are copied from that variable, because other
//     code may have given it a proxy, a dial function or a TLS configuration.
//   - Connection attempts time out after 30 seconds. For a shorter limit, set [http.Client].Timeout or a dial function.
//   - The transport never uses multipath TCP, even if GODEBUG turns it on.
func (p Policy) NewTransport() *http.Transport {
	checking, allowing := newDialer(), newDialer()
	checking.ControlContext, allowing.ControlContext = p.ControlContext, p.controlAllowed
	return newTransport(func(ctx context.Context, network, address string) (net.Conn, error) {
		if spelled, ok := p.allowedAddress(address); ok {
			return allowing.DialContext(ctx, network, spelled)
		}
		return checking.DialContext(ctx, network, address)
	})
}

// newDialer returns a dialer that does not use multipath TCP, whatever GODEBUG says: a server could name more of its
// addresses there, and the system would connect to them without asking the policy.
func newDialer() *net.Dialer {
	d := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	d.SetMultipathTCP(false)
	return d
}

func newTransport(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext:           dial,
		ForceAttemptHTTP2:     true, // a transport with its own dialer has only HTTP/1.1 otherwise
		MaxIdleConns:          100,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: 1 * time.Second,
	}
}

// allowedAddress reports whether a pattern in AllowOrigins matches the host and port in address, whatever the scheme. It
// returns them as URLs spell them, because that is what matched.
func (p Policy) allowedAddress(address string) (spelled string, ok bool) {
	if len(p.AllowOrigins) == 0 {
		return "", false
	}
	name, digits, err := net.SplitHostPort(address)
	if err != nil {
		return "", false
	}
	if strings.Contains(name, ":") {
		name = "[" + name + "]" // SplitHostPort has removed the brackets
	}
	host, err := url.ParseHost(name) // rejects a zone, and what ends a host in a URL
	if err != nil {
		return "", false
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", false
	}
	spelled = host.String() + ":" + strconv.FormatUint(port, 10)
	for _, pattern := range p.AllowOrigins {
		scheme, _, _ := strings.Cut(pattern.String(), "://")
		u, err := url.Parse(scheme + "://" + spelled) // removes the default port of the scheme
		if err != nil {
			continue // the zero pattern
		}
		origin, err := url.ParseOrigin(u.Protocol() + "//" + u.Host()) // u.Origin is opaque for most schemes
		if err == nil && pattern.Match(origin) {
			return spelled, true
		}
	}
	return "", false
}
