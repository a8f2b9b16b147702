// Package compare reads URLs with net/url, to compare it with package url. The command line tool and the playground share it.
package compare

import (
	"errors"
	"net/netip"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// ErrNotAbsolute is the error for a string that net/url parses as a relative URL where there is no base.
var ErrNotAbsolute = errors.New("no scheme, so it is a relative URL")

// NetParse parses s with net/url. It resolves s against base, or requires an absolute URL if base is nil.
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

// NetReason returns the message of an error of net/url without the string that net/url refused.
func NetReason(err error) string {
	if e, ok := errors.AsType[*neturl.Error](err); ok {
		err = e.Err
	}
	return err.Error()
}

// NetPath returns the path of n as it is in a URL: what is after the scheme if that is opaque, and else the encoded path.
func NetPath(n *neturl.URL) string {
	if n.Opaque != "" {
		return n.Opaque
	}
	return n.EscapedPath()
}

// SameHost reports whether host, which this package read, and netHost, which net/url read, are the same host to a
// program that uses net/url with care. Such a program compares hosts in lower case, converts domains to Punycode
// as net/http does, and recognizes IP addresses with net/netip. Both addresses may be in brackets.
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
	if ascii, err := url.DomainToASCII(netHost); err == nil && ascii == host {
		return true
	}
	return url.PercentDecode(host) == netHost
}
