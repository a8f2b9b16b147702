// Package compare holds what the command line tool and the playground have in common: which standard they show, and how
// net/url reads what the package reads.
package compare

import (
	"errors"
	"net/netip"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// StandardCommit is the commit of the URL Standard that the package implements.
const StandardCommit = "6ae8486"

// ErrNotAbsolute is why a string that net/url takes for a relative URL stands for no URL.
var ErrNotAbsolute = errors.New("no scheme, so it is a relative URL")

// NetParse parses s with net/url, against base if that is not nil, to an absolute URL.
func NetParse(base *neturl.URL, s string) (*neturl.URL, error) {
	if base != nil {
		return base.Parse(s)
	}
	n, err := neturl.Parse(s)
	if err == nil && !n.IsAbs() {
		return nil, ErrNotAbsolute
	}
	return n, err
}

// SameHost reports whether the hosts that this package and net/url read are the same to a program that uses net/url with
// care: it looks at them in lower case, at domains in Punycode as net/http sends them, and takes for IP addresses what
// net/netip does. Addresses may be in brackets.
func SameHost(host, netHost string) bool {
	host, netHost = strings.Trim(host, "[]"), strings.Trim(netHost, "[]")
	if host == netHost || host == strings.ToLower(netHost) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	netAddr, netErr := netip.ParseAddr(netHost)
	if err == nil || netErr == nil {
		return err == nil && netErr == nil && addr == netAddr
	}
	if ascii, err := url.DomainToASCII(netHost, false); err == nil && ascii == host {
		return true
	}
	return string(url.PercentDecode(host)) == netHost
}
