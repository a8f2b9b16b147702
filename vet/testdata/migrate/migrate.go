// Package migrate has code that is right with net/url, and goes wrong with url.URL.
package migrate

import (
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"
)

func wrong(n *neturl.URL) bool {
	net.ParseIP(n.Hostname())             // want `with url.URL an IPv6 address is in brackets here`
	netip.ParseAddr(n.Hostname())         // want `with url.URL an IPv6 address is in brackets here`
	net.JoinHostPort(n.Hostname(), "443") // want `with url.URL this gives an IPv6 address two pairs of brackets`
	return n.Port() == "443"              // want `with url.URL the port of https://h:443/ and of http://h:80/ is ""`
}

func right(n *neturl.URL, s string) bool {
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

func both(n *neturl.URL) bool {
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
