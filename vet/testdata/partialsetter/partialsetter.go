package partialsetter

import (
	"strconv"

	"github.com/weburl-go/url"
)

type server struct{ base url.URL }

func (s *server) wrong(host string) {
	s.base.SetHost(host) // want `where this value is not valid, s.base goes on with the old one, or with a part of this one: set a copy, and take it if the error is nil`
}

func wrong(u url.URL, p *url.URL, rawURL, port string) string {
	p.SetHref(rawURL)         // want `p goes on with the old one`
	u.SetPort(port)           // want `u goes on`
	u.SetProtocol(rawURL)     // want `u goes on`
	u.SetHostname("a" + port) // want `u goes on`
	return u.Href()
}

func right(u, other url.URL, p *url.URL, host string, port int) (url.URL, error) {
	v := u
	if err := v.SetHost(host); err != nil { // ok
		return u, err
	}
	if v.SetHostname(host) == nil { // ok
		u = v
	}
	_ = u.SetHost(host)            // ok: on purpose
	u.SetProtocol("https")         // ok: a constant
	u.SetHost("example.com:8080")  // ok: a constant
	u.SetPort("")                  // ok
	u.SetHost(other.Host())        // ok: the host of a URL
	u.SetHost(other.DialAddress()) // ok
	u.SetPort(strconv.Itoa(port))  // ok: a number
	u.SetHash(host)                // ok: it takes any value
	u.SetSearch(host)              // ok
	p.SetPathname(host)            // ok
	p.SetUsername(host)            // ok
	err := u.SetPort(host)         // ok
	return u, err
}
