package pathprefix

import (
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

type config struct {
	basePath, rootURL, path string
	Prefix                  string
}

func wrong(c *config, s string) error {
	n, err := neturl.Parse(strings.TrimSuffix(s, "/")) // the parser adds it again
	if err != nil {
		return err
	}
	c.basePath = n.Path // want `the path of an http, https or file URL that ParseNetURL or url.Parse gives is never empty, so that a path after it gives "//": write strings.TrimSuffix\(n.Path, "/"\)`
	n.Path = ""
	c.rootURL = n.String() // ok: not a path
	return nil
}

func literal(s string) (c config) {
	n, _ := neturl.Parse(s)
	return config{Prefix: n.Path} // want `write strings.TrimSuffix\(n.Path, "/"\)`
}

func variable(s string) string {
	n, _ := neturl.Parse(s)
	pathPrefix := n.Path // want `write strings.TrimSuffix\(n.Path, "/"\)`
	return pathPrefix + s
}

func right(c *config, n *neturl.URL, s string) {
	c.path = n.Path     // ok: the name says nothing
	c.basePath = n.Path // ok: perhaps a path of a request
	c.basePath = s      // ok
	c.Prefix = n.Host   // ok
}

func trimmed(c *config, s string) {
	n, _ := neturl.Parse(s)
	c.basePath = strings.TrimSuffix(n.Path, "/") // ok
}

func known(c *config, s string) {
	n, _ := neturl.Parse(s)
	c.basePath = n.Path // ok: the function knows of "/"
	if !strings.HasSuffix(n.Path, "/") {
		c.basePath += "/"
	}
}

func other(c *config, s string) {
	n, _ := neturl.Parse(s)
	if n.Scheme == "unix" {
		c.basePath = n.Path // ok: not special
	}
	u, _ := url.Parse(s)
	c.Prefix = u.Pathname() // ok: never empty already
}

func made(c *config) {
	n := &neturl.URL{Path: "/a"}
	c.basePath = n.Path // ok: not parsed
}
