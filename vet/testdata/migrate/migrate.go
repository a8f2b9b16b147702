package migrate

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"

	"github.com/weburl-go/url"
)

// Package migrate has code that is right with net/url, and goes wrong with url.URL.

func wrongMigrate(n *neturl.URL) bool {
	net.ParseIP(n.Hostname())             // want `with url.URL an IPv6 address is in brackets here`
	netip.ParseAddr(n.Hostname())         // want `with url.URL an IPv6 address is in brackets here`
	net.JoinHostPort(n.Hostname(), "443") // want `with url.URL this gives an IPv6 address two pairs of brackets`
	return n.Port() == "443"              // want `with url.URL the port of https://h:443/ and of http://h:80/ is ""`
}

func requestFollows(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(n.Hostname()); ip != nil && ip.IsPrivate() { // want `with url.URL an IPv6 address .* request it with the transport of package guard`
		return nil, nil
	}
	return http.Get(s) // ok
}

func rightMigrate(n *neturl.URL, s string) bool {
	net.ParseIP(n.Host)             // ok
	net.ParseIP(s)                  // ok
	netip.ParseAddr(s)              // ok
	net.JoinHostPort(n.Host, "443") // ok
	net.JoinHostPort(s, n.Port())   // ok
	if n.Hostname() == "443" {      // ok
		return true
	}
	return n.Port() == "8080" // ok
}

func bothMigrate(n *neturl.URL) bool {
	return n.Port() == "" || n.Port() == "443" // ok
}

func requested(r *http.Request) bool {
	net.JoinHostPort(r.URL.Hostname(), "443") // ok: it stays a URL of net/url
	u := r.URL
	return net.ParseIP(u.Hostname()) != nil // ok: the same
}

func normalized(n *neturl.URL) {
	if n.Scheme == "https" && n.Port() == "443" { // ok: url.Parse removes it, too
		n.Host = n.Hostname()
	}
}

func wrongRelativeRefused(base *neturl.URL, ref, id string) (*neturl.URL, error) {
	n, err := neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference: resolve it with the Parse of the base URL, or keep it as a string`
	if err != nil {
		return nil, err
	}
	if n.IsAbs() {
		return n, nil
	}
	return base.ResolveReference(n), nil
}

// A variable that is assigned what was made from it.

func toItself(base *neturl.URL, ref string) (*neturl.URL, error) {
	n, err := neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
	if err != nil {
		return nil, err
	}
	n = base.ResolveReference(n)
	return n, nil
}

func ofParameter(base *neturl.URL, ref string, refs []string) (n *neturl.URL) {
	n, _ = neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
	n = base.ResolveReference(n)
	for _, ref := range refs {
		n, _ = neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
		n = base.ResolveReference(n)
	}
	ref = "/" + ref
	neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
	return n
}

func oneOfSeveral(base, n *neturl.URL, ref string, is bool) {
	base.ResolveReference(n)
	if is {
		n, _ = neturl.Parse(ref) // ok: it is not always resolved
	}
	base.ResolveReference(n)
	m, _ := neturl.Parse(ref) // ok: another one is resolved
	m = base
	base.ResolveReference(m)
	k, _ := neturl.Parse(ref) // ok: the function changes it
	defer func() { k = base }()
	base.ResolveReference(k)
}

func inLoops(base *neturl.URL, ref string) {
	n, _ := neturl.Parse(ref) // ok: only in the first round
	for range 2 {
		base.ResolveReference(n)
		n = base
	}
	m := base
	for ; ; m, _ = neturl.Parse(ref) { // ok: not in the first round
		base.ResolveReference(m)
	}
}

func constant(id string) {
	neturl.Parse("/users/" + id)            // want `ParseNetURL and url.Parse refuse a relative reference`
	neturl.Parse(fmt.Sprintf("?id=%s", id)) // want `ParseNetURL and url.Parse refuse a relative reference`
	neturl.Parse("users?a")                 // want `ParseNetURL and url.Parse refuse a relative reference`
}

func rightRelativeRefused(base *neturl.URL, u url.URL, s, path string) {
	n, _ := neturl.Parse(s) // ok: perhaps absolute
	println(n.Path)
	neturl.Parse("https://example.com/") // ok
	neturl.Parse("https://" + s)         // ok
	neturl.Parse(s + "/")                // ok: perhaps absolute
	neturl.Parse("HTTPS://" + s + path)  // ok
	neturl.Parse("a" + s)                // ok: perhaps a scheme
	neturl.Parse("unix:/" + path)        // ok
	neturl.Parse(fmt.Sprintf(""))        // ok: perhaps anything
}

func resolved(base *neturl.URL, u url.URL, s string) {
	b, _ := neturl.Parse(s)    // ok: a base
	base.Parse("/a")           // ok
	_, _ = u.Parse("/a")       // ok
	neturl.ParseRequestURI(s)  // ok: a server
	base.ResolveReference(nil) // ok
	b.ResolveReference(base)   // ok
}
