package hostsuffix

import (
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

func wrong(u url.URL, n *neturl.URL) bool {
	if strings.HasSuffix(u.Hostname(), "example.com") { // want `evilexample.com ends in this, too: write u.Hostname\(\) == "example.com" \|\| strings.HasSuffix\(u.Hostname\(\), ".example.com"\)`
		return true
	}
	if !strings.HasSuffix(n.Host, "example.co.uk") { // want `evilexample.co.uk ends in this`
		return false
	}
	if strings.Contains(n.Host, "example.com") { // want `other.example.com.evil.example contains this, too`
		return true
	}
	host := n.Hostname()
	host = strings.ToLower(host)
	const domain = "example.org"
	return strings.HasSuffix(host, domain) // want `evilexample.org ends in this`
}

func right(u url.URL, n *neturl.URL, domain, s string) bool {
	return strings.HasSuffix(u.Hostname(), ".example.com") || // ok
		u.Hostname() == "example.com" || // ok
		strings.HasSuffix(u.Hostname(), "-api.example.com") || // ok
		strings.HasSuffix(n.Host, ":443") || // ok
		strings.HasSuffix(n.Host, domain) || // ok: it may begin with a dot
		strings.HasSuffix(n.Host, "127.0.0.1") || // ok: an address
		strings.HasSuffix(n.Host, "com") || // ok
		strings.HasSuffix(n.Host, ".") || // ok
		strings.HasSuffix(n.Path, "index.html") || // ok
		strings.HasSuffix(s, "example.com") || // ok
		strings.HasPrefix(n.Host, "www.example.com") || // ok: not this rule
		strings.Contains(n.Host, ":") || // ok
		strings.Contains(n.Host, ".example.") || // ok
		strings.Contains(n.Path, "example.com") || // ok
		strings.Contains(n.Hostname(), domain) // ok
}
