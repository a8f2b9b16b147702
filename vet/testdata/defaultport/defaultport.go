package defaultport

import (
	neturl "net/url"

	"github.com/weburl-go/url"
)

func wrong(u url.URL, v *url.URL) bool {
	port := v.Port()
	if "80" != port { // want `the port of https://h:443/ and of http://h:80/ is "", so that it never equals "80" there: compare v.EffectivePort\(\)`
		return false
	}
	switch u.Port() {
	case "443", // want `never equals "443"`
		"8443":
		return true
	}
	return u.Port() == "443" // want `compare u.EffectivePort\(\)`
}

func right(u url.URL, n *neturl.URL) bool {
	if p, ok := u.EffectivePort(); ok && p == 443 { // ok
		return true
	}
	if u.Port() == "8080" { // ok
		return true
	}
	if u.Hostname() == "443" { // ok
		return true
	}
	if u.Protocol() == "443" || "443" == u.Hash() { // ok
		return true
	}
	switch n.Port() {
	case "443": // ok: net/url keeps it
		return true
	}
	return n.Port() == "80" // ok
}

func both(u url.URL) bool {
	return u.Port() == "" || u.Port() == "443" // ok: the default port is ""
}

func cases(u url.URL) bool {
	switch u.Port() {
	case "", "443": // ok
		return true
	}
	return false
}
