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

// What is a domain, and not constant.

func pattern(host, p, q string) bool {
	if strings.HasPrefix(p, "*.") && strings.HasSuffix(host, p[2:]) { // want `evilp\[2:\] ends in this, too, if p\[2:\] is a domain: write host == p\[2:\] \|\| strings.HasSuffix\(host, "."\+p\[2:\]\)`
		return true
	}
	if domain, ok := strings.CutPrefix(p, "*."); ok {
		return strings.HasSuffix(host, domain) // want `ends in this, too`
	}
	return strings.HasSuffix(host, p[1:]) || // ok: it begins with a dot
		strings.HasSuffix(host, q[2:]) || // ok: not known
		strings.HasSuffix(host, strings.TrimPrefix(p, "*")) // ok
}

func trimmed(host, p string) bool {
	return strings.HasSuffix(host, strings.TrimPrefix(p, "*.")) // want `ends in this, too`
}

func dotBefore(host, p string) bool {
	domain := strings.TrimPrefix(p, "*.")
	return strings.HasSuffix(host, domain) && host[len(host)-len(domain)-1] == '.' // ok
}

func withDot(host, p string) bool {
	return strings.HasSuffix(host, "."+strings.TrimPrefix(p, "*.")) // ok
}

var (
	domains  = []string{"example.com", "example.org"}
	suffixes = []string{".example.com", ".example.org"}
	services = map[string]string{"example.com": "a"}
)

func inList(u *neturl.URL, list []string) bool {
	for _, domain := range domains {
		if strings.HasSuffix(u.Hostname(), domain) { // want `ends in this, too`
			return true
		}
	}
	for domain := range services {
		if strings.HasSuffix(u.Hostname(), domain) { // want `ends in this, too`
			return true
		}
	}
	for _, suffix := range suffixes {
		if strings.HasSuffix(u.Hostname(), suffix) { // ok
			return true
		}
	}
	for _, value := range services {
		if strings.HasSuffix(u.Hostname(), value) { // ok: not a domain
			return true
		}
	}
	for _, other := range list {
		if strings.HasSuffix(u.Hostname(), other) { // ok: not known
			return true
		}
	}
	return false
}

type config struct{ domain, suffix string }

func (c config) allows(u *neturl.URL) bool {
	return u.Hostname() == c.domain || strings.HasSuffix(u.Hostname(), c.domain) || // want `evilc.domain ends in this, too`
		strings.HasSuffix(u.Hostname(), c.suffix) || // ok: it may begin with a dot
		strings.HasSuffix(u.Path, c.domain) // ok
}

func sameHost(u, page *neturl.URL) bool {
	return strings.HasSuffix(u.Host, page.Host) // want `ends in this, too`
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
