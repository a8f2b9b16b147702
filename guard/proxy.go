//go:build !plan9

package guard

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	neturl "net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/weburl-go/url"
)

// NewProxyTransport returns a transport that sends every request through an HTTP proxy. Use it if your network requires
// a proxy. The proxy must reject names that resolve to internal addresses, because the transport does not resolve names.
// Create the transport once and reuse it.
//
// The proxy argument must be an http: or https: URL with a host; it may contain credentials. NewProxyTransport copies
// it. For nil or any other URL, NewProxyTransport returns an error that does not reveal the URL, along with a transport
// that rejects all requests. The transport is never nil, because an [http.Client] without a transport uses
// [http.DefaultTransport]. There is no guarded transport for SOCKS proxies.
//
// # What is checked
//
//   - Before a request is sent, including after a redirect, [Policy.Check] must accept the hosts and ports in the
//     request's URL.Host and Host fields, and in a URL.Opaque that begins with "//".
//   - "localhost" and names that end in ".localhost" are rejected, because to the proxy they mean its own machine. The
//     host and port of the proxy itself are also rejected. To allow such hosts, add patterns for them to AllowOrigins.
//   - The policy does not apply to the connection to the proxy, so the proxy may run on the local machine. The transport
//     connects only to the host and port of the proxy.
//   - The transport ignores the NO_PROXY environment variable. If some hosts must be reached directly, use two
//     transports. See the recipe "Use HTTP_PROXY with guard" in COOKBOOK.md.
//
// # What is sent
//
//   - A host is sent in the spelling that was checked, so "0x8080808" becomes "8.8.8.8". A request with a URL from
//     [url.URL.RequestURL] reaches the right host.
//   - The transport removes the header fields Host, Content-Length, Transfer-Encoding and Trailer, in any letter case.
//     net/http removes them at most in canonical form, so it would send a field such as "host", and the proxy could see a
//     different host or a different end of the request. The fields in Request.Trailer are sent.
//   - The certificates of the proxy and the servers are verified with the system's root certificates.
//   - The transport maintains a connection pool and has a CloseIdleConnections method, which
//     [http.Client.CloseIdleConnections] calls.
//
// # Errors
//
// The transport returns the same errors as [Policy.Check]. It also returns [ErrNotPublic] if a host does not parse or if
// a path does not begin with "/". It checks URL.Host first, then Host, URL.Opaque and the path, and returns the first
// error. All other error messages come from this package, Go or the operating system.
//
// A hostile proxy could echo the proxy credentials in its responses. Errors therefore contain nothing that came through
// the proxy except the status code of its CONNECT response. The credentials can still appear in a response, such as the
// proxy's 407 response for an http: URL, and in net/http's log message about a proxy that sends unexpected bytes.
func (p Policy) NewProxyTransport(proxy *neturl.URL) (http.RoundTripper, error) {
	if proxy == nil || proxy.Hostname() == "" || proxy.Scheme != "http" && proxy.Scheme != "https" {
		return refusing{}, errProxyURL
	}
	dialer, address := newDialer(), proxyAddress(proxy)
	transport := newTransport(func(ctx context.Context, network, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, network, address)
	})
	transport.Proxy = http.ProxyURL(&neturl.URL{Scheme: proxy.Scheme, User: proxy.User, Host: proxy.Host})
	transport.OnProxyConnectResponse = checkConnect
	transport.TLSClientConfig = new(tls.Config)
	// net/http offers HTTP/2 to a proxy, but speaks HTTP/1.1 to it. So what it dials by itself does not offer HTTP/2.
	transport.DialTLSContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		config := transport.TLSClientConfig.Clone()
		config.NextProtos = nil
		return (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, network, address)
	}
	return &proxyTransport{policy: p, transport: transport, proxy: address}, nil
}

var errProxyURL = errors.New("guard: the proxy is not an http: or https: URL with a host")

// A refusing transport refuses all requests.
type refusing struct{}

// RoundTrip implements [http.RoundTripper].
func (refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	closeBody(r)
	return nil, errProxyURL
}

func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close() // as a RoundTripper must
	}
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

// A proxyTransport checks requests and sends them through a proxy.
type proxyTransport struct {
	policy    Policy
	transport *http.Transport
	proxy     string // host and port, and no credentials, because fmt prints them
}

// RoundTrip implements [http.RoundTripper].
func (t *proxyTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	sent, err := t.checked(r)
	if err != nil {
		closeBody(r)
		return nil, err
	}
	e := &exchange{ctx: r.Context()}
	response, err := t.transport.RoundTrip(e.observed(sent))
	if err != nil {
		return nil, e.plain(err)
	}
	e.asked.Store(true) // whatever the hooks saw, the errors of the body are not about the caller's request
	response.Request = r
	if _, upgraded := response.Body.(io.Writer); !upgraded && response.Body != http.NoBody {
		response.Body = plainBody{response.Body, e}
	}
	return response, nil
}

// CloseIdleConnections closes the connections that no request uses. [http.Client.CloseIdleConnections] calls it.
func (t *proxyTransport) CloseIdleConnections() { t.transport.CloseIdleConnections() }

// checked returns r with the hosts as they were checked.
//
// For https:, net/http connects through the proxy to URL.Host, and sends Host to that server. For http:, it would send
// the proxy a URL that begins with Host or, if that is empty, URL.Host, and goes on with the path, whatever the path
// begins with; or the Opaque instead. That URL is made here, and stands in Opaque, which net/http sends as it is.
func (t *proxyTransport) checked(r *http.Request) (*http.Request, error) {
	if r.URL == nil {
		return nil, errors.New("guard: the request has no URL")
	}
	n := *r.URL
	server, err := t.checkedAuthority(n.Scheme, n.Host)
	if err != nil {
		return nil, err
	}
	host := server
	if r.Host != "" && r.Host != n.Host {
		if host, err = t.checkedAuthority(n.Scheme, r.Host); err != nil {
			return nil, err
		}
	}
	target, path := host, cmp.Or(n.Opaque, n.EscapedPath(), "/")
	rest, hasAuthority := strings.CutPrefix(n.Opaque, "//")
	if hasAuthority {
		end := strings.IndexByte(rest+"/", '/')
		if target, err = t.checkedAuthority(n.Scheme, rest[:end]); err != nil {
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
	sent.URL, sent.Host, sent.Header = &n, host.Host(), withoutFraming(r.Header)
	return sent, nil
}

// withoutFraming returns a copy of h without the fields that say where a request goes and where it ends. net/http leaves
// them out by their canonical keys, and writes their lines itself. With another key, such as "host", it would write a
// second line, and the proxy could read that one instead. Over HTTP/2, it sends Trailer, and rejects some values of
// Transfer-Encoding.
func withoutFraming(h http.Header) http.Header {
	h = maps.Clone(h)
	maps.DeleteFunc(h, func(key string, _ []string) bool { return isFraming(key) })
	return h
}

// isFraming reports whether key is the key of a field that net/http writes itself, in any letter case.
func isFraming(key string) bool {
	switch http.CanonicalHeaderKey(key) {
	case "Host", "Content-Length", "Transfer-Encoding", "Trailer":
		return true
	}
	return false
}

// checkedAuthority returns the URL of a host and port that a request may name.
func (t *proxyTransport) checkedAuthority(scheme, authority string) (url.URL, error) {
	u, err := parseAuthority(scheme, authority)
	if err != nil {
		return url.URL{}, fmt.Errorf("%w: the host of the request does not parse", ErrNotPublic)
	}
	if !t.policy.allows(u.Origin()) {
		name := strings.TrimRight(u.Hostname(), ".")
		if name == "localhost" || strings.HasSuffix(name, ".localhost") {
			return url.URL{}, fmt.Errorf("%w: localhost", ErrNotPublic)
		}
		if t.policy.endpoint(u.DialAddress()) == t.policy.endpoint(t.proxy) {
			return url.URL{}, fmt.Errorf("%w: the proxy itself", ErrNotPublic)
		}
	}
	return u, t.policy.Check(u)
}

// endpoint returns a host and port without the dot at the end of a name, and with the IPv4 address that an address carries.
func (p Policy) endpoint(address string) string {
	a, err := netip.ParseAddrPort(address)
	if err != nil {
		return strings.Replace(address, ".:", ":", 1)
	}
	carried, _ := p.carriedBy(a.Addr().Unmap())
	return netip.AddrPortFrom(carried, a.Port()).String()
}

// parseAuthority parses a host and port. Nothing in authority can end it: net/url percent-encodes all such characters,
// which are errors in a host.
func parseAuthority(scheme, authority string) (url.URL, error) {
	return url.FromNetURL(&neturl.URL{Scheme: scheme, Host: authority})
}

// An exchange is a request and its response through a proxy. It finds the errors that cannot quote what came through the proxy.
type exchange struct {
	ctx     context.Context       // of the request
	asked   atomic.Bool           // net/http has accepted the request, and asked for a connection or got one
	failure atomic.Pointer[error] // of the body of the request
}

// observed returns r with a context and a body that tell the exchange how far it got. If net/http dialed an HTTP/2 connection
// for another request, it does not call GetConn for the first request that it sends there, but it calls GotConn.
func (e *exchange) observed(r *http.Request) *http.Request {
	r = r.WithContext(httptrace.WithClientTrace(e.ctx, &httptrace.ClientTrace{
		GetConn: func(string) { e.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { e.asked.Store(true) },
	}))
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = sentBody{r.Body, e}
	}
	return r
}

// A sentBody is the body of a request. It notes why it fails.
type sentBody struct {
	io.ReadCloser
	exchange *exchange
}

func (b sentBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		b.exchange.failure.Store(&err)
	}
	return n, err
}

// plain returns err, or another error that has none of the text that came through the proxy. net/http quotes lines that it
// cannot read, and the errors of certificates quote their names. So only errors that are known to be harmless stay.
func (e *exchange) plain(err error) error {
	if cause := context.Cause(e.ctx); cause != nil {
		return cause
	}
	if !e.asked.Load() {
		return err // about the caller's request
	}
	if failure := e.failure.Load(); failure != nil {
		return *failure
	}
	var status connectError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	switch op := systemError(err); {
	case op != nil:
		return op
	case errors.As(err, &status):
		return status
	case errors.As(err, &certificate):
		return &tls.CertificateVerificationError{Err: plainCertificate(certificate.Err)}
	case errors.As(err, &timeout) && timeout.Timeout():
		return os.ErrDeadlineExceeded
	}
	switch err.Error() {
	case "net/http: request canceled", "net/http: request canceled while waiting for connection":
		return err // by Cancel, which http.Client closes when its time is up
	}
	for _, plain := range [...]error{io.ErrUnexpectedEOF, io.EOF, http.ErrBodyReadAfterClose} {
		if errors.Is(err, plain) {
			return plain
		}
	}
	return errAnswer
}

var (
	errAnswer      = errors.New("guard: no response that can be read came through the proxy")
	errCertificate = errors.New("it is not for this host, or is malformed")
)

// systemError returns the error of a connection in err: one of the DNS, of the system, or an alert of TLS, which is a number.
func systemError(err error) error {
	for op := (*net.OpError)(nil); errors.As(err, &op); err = op.Err {
		switch op.Op {
		case "dial", "read", "write", "remote error", "local error":
			return op
		}
	}
	return nil
}

// plainCertificate returns why a certificate does not verify, without its names.
func plainCertificate(err error) error {
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, new(x509.UnknownAuthorityError)):
		return x509.UnknownAuthorityError{}
	case errors.As(err, &invalid):
		return x509.CertificateInvalidError{Reason: invalid.Reason}
	}
	return errCertificate
}

// A connectError is the status code of a proxy that refuses to connect.
type connectError int

func (code connectError) Error() string {
	return "guard: the proxy answered CONNECT with the status " + strconv.Itoa(int(code))
}

// checkConnect is what net/http asks first. It would make an error of the status line.
func checkConnect(_ context.Context, _ *neturl.URL, _ *http.Request, response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return connectError(response.StatusCode)
	}
	return nil
}

// A plainBody is the body of a response. Its errors are plain: net/http quotes a trailer that it cannot read.
type plainBody struct {
	io.ReadCloser
	exchange *exchange
}

func (b plainBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = b.exchange.plain(err)
	}
	return n, err
}

func (b plainBody) Close() error {
	if err := b.ReadCloser.Close(); err != nil {
		return b.exchange.plain(err)
	}
	return nil
}
