// Package addresses has checks of addresses in a package that imports package guard.
package addresses

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"
	"sync"

	"github.com/weburl-go/url/guard"
)

var errRefused = errors.New("refused")

var guarded = &http.Client{Transport: guard.Policy{}.NewTransport()}

func looksUpTwice(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(context.Background(), "ip", n.Hostname())
	if err != nil {
		return nil, err
	}
	for _, addr := range found {
		if !guard.IsPublic(addr) {
			return nil, errRefused
		}
	}
	return http.Get(s) // want `the checks here catch neither redirects nor a host name that resolves to a different address when the client connects; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
}

func looksUpAndIsGuarded(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(context.Background(), "ip", n.Hostname())
	if err != nil {
		return nil, err
	}
	for _, addr := range found {
		if !guard.IsPublic(addr) {
			return nil, errRefused // ok: an early and friendly error
		}
	}
	return guarded.Get(s) // ok
}

func dialsWhatWasJudged(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	for _, addr := range found {
		if !guard.IsPublic(addr) {
			return nil, errRefused
		}
	}
	var d net.Dialer
	return d.DialContext(ctx, network, net.JoinHostPort(found[0].String(), port)) // ok
}

func isInner(ip net.IP) bool { return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() }

func forgetsSome(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil || isInner(net.ParseIP(n.Hostname())) {
		return nil, errRefused
	}
	return http.Get(s) // want `0.0.0.0 passes the checks here but is not a public host; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
}

func forgetsSomeAndIsGuarded(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil || isInner(net.ParseIP(n.Hostname())) {
		return nil, errRefused
	}
	return guarded.Get(s) // ok
}

func saysNothing(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if isInner(net.ParseIP(n.Hostname())) {
		return nil, nil
	}
	return http.Get(s) // want `0.0.0.0 passes the checks here`
}

func parsed(list ...string) (prefixes []netip.Prefix) {
	for _, s := range list {
		prefixes = append(prefixes, netip.MustParsePrefix(s))
	}
	return prefixes
}

var blocked = parsed("10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "::1/128")

func isBlocked(list []netip.Prefix, addr netip.Addr) bool {
	for _, p := range list {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

func byHelper(addr netip.Addr) (net.Conn, error) {
	if isBlocked(blocked, addr) {
		return nil, errRefused
	}
	return net.Dial("tcp", net.JoinHostPort(addr.String(), "80")) // want `0.0.0.0 passes the checks here`
}

var (
	once   sync.Once
	filled []netip.Prefix
)

func fill() []netip.Prefix {
	once.Do(func() {
		for _, s := range []string{"10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "::1/128"} {
			filled = append(filled, netip.MustParsePrefix(s))
		}
	})
	return filled
}

func byOnce(addr netip.Addr) (net.Conn, error) {
	if isBlocked(fill(), addr) {
		return nil, errRefused
	}
	return net.Dial("tcp", net.JoinHostPort(addr.String(), "80")) // want `0.0.0.0 passes the checks here`
}

var computed = sync.OnceValue(func() []netip.Prefix {
	return parsed("10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "::1/128")
})

func byOnceValue(addr netip.Addr) (net.Conn, error) {
	if isBlocked(computed(), addr) {
		return nil, errRefused
	}
	return net.Dial("tcp", net.JoinHostPort(addr.String(), "80")) // want `0.0.0.0 passes the checks here`
}

func byIsPublic(addr netip.Addr) (net.Conn, error) {
	if !guard.IsPublic(addr) {
		return nil, errRefused
	}
	return net.Dial("tcp", net.JoinHostPort(addr.String(), "80")) // ok
}

func byPolicy(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if isInner(net.ParseIP(n.Hostname())) {
		return nil, errRefused
	}
	client := &http.Client{Transport: guard.Policy{}.NewTransport()}
	return client.Get(n.String()) // ok
}

func private(addr netip.Addr) (net.Conn, error) {
	if !addr.IsPrivate() {
		return nil, errRefused
	}
	return net.Dial("tcp", net.JoinHostPort(addr.String(), "80")) // ok: it is meant for the inside
}

func counts(addr netip.Addr) int {
	if isBlocked(blocked, addr) {
		return 0
	}
	return 1 // ok: it connects to nothing
}

func answers(w http.ResponseWriter, s string) {
	n, err := neturl.Parse(s)
	if err != nil || isInner(net.ParseIP(n.Hostname())) {
		http.Error(w, "refused", http.StatusBadRequest)
		return
	}
	response, err := guarded.Get(s) // ok
	if err != nil {
		return
	}
	io.Copy(w, response.Body)
}

func changed(addr netip.Addr) (net.Conn, error) {
	list := parsed("10.0.0.0/8")
	list = append(list, blocked...)
	if isBlocked(list, addr) || addr.IsUnspecified() || !guard.IsPublic(addr) {
		return nil, errRefused
	}
	return net.Dial("tcp", net.JoinHostPort(addr.String(), "80")) // ok
}

func named(ctx context.Context, name string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", name) // ok: no check
}

func policyChecks(s string) error {
	if _, err := neturl.Parse(s); err != nil {
		return err
	}
	return nil // ok
}
