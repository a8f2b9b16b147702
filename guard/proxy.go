//go:build !plan9

package guard

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// NewProxyTransport returns a transport for networks where an egress proxy is the only way out. It does not know what a
// name resolves to: the proxy has to judge that. It sends every request through the proxy, and connects to the proxy's
// host and port and to nothing else. The policy does not count for these, so the proxy may be on the loopback interface.
// Make one transport and keep it, because it has a pool of connections.
//
// It judges each request before it is sent, also after a redirect: the host and port in URL.Host, in Host, and in an Opaque
// that begins with "//". [Policy.Check] must accept each of them. "localhost" and names that end in ".localhost" are not
// public, because the proxy has them, too, and neither is the proxy itself. All of these are allowed if AllowOrigins has them.
// The hosts are sent as they were judged: "0x8080808" as "8.8.8.8". A request that [url.URL.RequestURL] made arrives at
// its host.
//
// The errors are those of Check. [ErrNotPublic] also stands for a host that does not parse, and for a path that does not begin
// with "/". No error shows the credentials of the proxy.
//
// proxy is an http: or https: URL with a host, and may have credentials. If it is anything else, such as a SOCKS proxy, or
// nil, all requests fail.
// NewProxyTransport copies it. There are no exceptions as in NO_PROXY: the example chooses between two transports by host.
// The certificates of the proxy and of servers are verified with those of the system. The result has a method
// CloseIdleConnections, which [http.Client] calls.
func (p Policy) NewProxyTransport(proxy *neturl.URL) http.RoundTripper {
	if proxy == nil || proxy.Hostname() == "" || proxy.Scheme != "http" && proxy.Scheme != "https" {
		return &proxyTransport{transport: p.NewTransport(), err: errors.New("guard: the proxy is not an http: or https: URL with a host")}
	}
	dialer, address := newDialer(), proxyAddress(proxy)
	transport := newTransport(func(ctx context.Context, network, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, network, address)
	})
	transport.Proxy = http.ProxyURL(&neturl.URL{Scheme: proxy.Scheme, User: proxy.User, Host: proxy.Host})
	transport.TLSClientConfig = new(tls.Config)
	// net/http offers HTTP/2 to a proxy, but speaks HTTP/1.1 to it. So what it dials by itself does not offer HTTP/2.
	transport.DialTLSContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		config := transport.TLSClientConfig.Clone()
		config.NextProtos = nil
		return (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, network, address)
	}
	return &proxyTransport{policy: p, transport: transport, proxy: address}
}

// proxyAddress returns the host and port of a proxy, as URLs spell them if they can.
func proxyAddress(proxy *neturl.URL) string {
	if u, err := parseAuthority(proxy.Scheme, proxy.Host); err == nil {
		return u.DialAddress()
	}
	port := "80"
	if proxy.Scheme == "https" {
		port = "443"
	}
	return net.JoinHostPort(proxy.Hostname(), cmp.Or(proxy.Port(), port)) // an address with a zone
}

// A proxyTransport judges requests and sends them through a proxy.
type proxyTransport struct {
	policy    Policy
	transport *http.Transport
	proxy     string // host and port, and no credentials, because fmt prints them
	err       error  // why no request is sent, or nil
}

// RoundTrip implements [http.RoundTripper].
func (t *proxyTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	sent, err := t.judged(r)
	if err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // as a RoundTripper must
		}
		return nil, err
	}
	response, err := t.transport.RoundTrip(sent)
	if response != nil {
		response.Request = r
	}
	return response, err
}

// CloseIdleConnections closes the connections that no request uses. [http.Client] calls it.
func (t *proxyTransport) CloseIdleConnections() { t.transport.CloseIdleConnections() }

// judged returns r with the hosts as they were judged.
//
// For https:, net/http connects through the proxy to URL.Host, and sends Host to that server. For http:, it would send
// the proxy a URL that begins with Host or, if that is empty, URL.Host, and goes on with the path, whatever the path
// begins with; or the Opaque instead. That URL is made here, and stands in Opaque, which net/http sends as it is.
func (t *proxyTransport) judged(r *http.Request) (*http.Request, error) {
	if t.err != nil {
		return nil, t.err
	}
	if r.URL == nil {
		return nil, errors.New("guard: the request has no URL")
	}
	n := *r.URL
	server, err := t.judgedAuthority(n.Scheme, n.Host)
	if err != nil {
		return nil, err
	}
	host := server
	if r.Host != "" && r.Host != n.Host {
		if host, err = t.judgedAuthority(n.Scheme, r.Host); err != nil {
			return nil, err
		}
	}
	target, path := host, cmp.Or(n.Opaque, n.EscapedPath(), "/")
	rest, hasAuthority := strings.CutPrefix(n.Opaque, "//")
	if hasAuthority {
		end := strings.IndexByte(rest+"/", '/')
		if target, err = t.judgedAuthority(n.Scheme, rest[:end]); err != nil {
			return nil, err
		}
		path = cmp.Or(rest[end:], "/")
	}
	if path[0] != '/' {
		return nil, fmt.Errorf(`%w: the path of the request does not begin with "/"`, ErrNotPublic)
	}
	if hasAuthority || n.Scheme == "http" {
		n.Opaque = "//" + target.Host() + path
	}
	n.Host = server.Host()
	sent := r.WithContext(r.Context()) // a copy
	sent.URL, sent.Host = &n, host.Host()
	return sent, nil
}

// judgedAuthority returns the URL of a host and port that a request may name.
func (t *proxyTransport) judgedAuthority(scheme, authority string) (url.URL, error) {
	u, err := parseAuthority(scheme, authority)
	if err != nil {
		return url.URL{}, fmt.Errorf("%w: the host of the request does not parse", ErrNotPublic)
	}
	if !t.policy.allows(u.Origin()) {
		name := strings.TrimRight(u.Hostname(), ".")
		if name == "localhost" || strings.HasSuffix(name, ".localhost") {
			return url.URL{}, fmt.Errorf("%w: localhost", ErrNotPublic)
		}
		if withoutDot(u.DialAddress()) == withoutDot(t.proxy) {
			return url.URL{}, fmt.Errorf("%w: the proxy itself", ErrNotPublic)
		}
	}
	return u, t.policy.Check(u)
}

// withoutDot removes the dot at the end of the host in a host and port.
func withoutDot(address string) string { return strings.Replace(address, ".:", ":", 1) }

// parseAuthority parses a host and port. Nothing in authority can end it: net/url percent-encodes all such characters,
// which are errors in a host.
func parseAuthority(scheme, authority string) (url.URL, error) {
	return url.FromNetURL(&neturl.URL{Scheme: scheme, Host: authority})
}
