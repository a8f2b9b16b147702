package emptypath

import (
	"errors"
	"fmt"
	"net/http"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

func wrong(n *neturl.URL, m neturl.URL) bool {
	println(n.Host, m.Scheme)
	if n.Path == "" { // want `an http, https or file URL that ParseNetURL or url.Parse gives has the path "/", never "": compare n.Path with "/"`
		return true
	}
	path := m.Path
	return path != "" // want `compare m.Path with "/"`
}

func passed(n *neturl.URL) {
	send(n.Hostname())
	if n.Path != "" { // want `compare n.Path with "/"`
		send(n.Path)
	}
}

func right(n *neturl.URL, u url.URL, s string) bool {
	if n.Path == "/a" || n.Path == s { // ok
		return true
	}
	if n.RawPath == "" || n.RawQuery != "" || n.Host == "" { // ok
		return true
	}
	if u.Search() == "" || s == "" || n.EscapedPath() == "" { // ok
		return true
	}
	return n.Opaque == "" // ok
}

func both(n *neturl.URL) bool {
	return n.Path == "" || n.Path == "/" // ok
}

func completed(n *neturl.URL) {
	if n.Path == "" { // ok
		n.Path = "/"
	}
}

func handled(n *neturl.URL) (segments []string) {
	if n.Path != "" { // ok: no reason to leave
		segments = strings.Split(n.Path, "/")
	}
	if n.Scheme == "redis" && n.Path == "" { // ok: not special
		return nil
	}
	return segments
}

func bucket(n *neturl.URL) (name string, ok bool) {
	if n.Scheme != "gs" {
		return "", false
	}
	if n.Path == "" { // ok: not special
		return n.Host, true
	}
	return n.Host + n.Path, true
}

func share(n *neturl.URL) bool {
	switch n.Scheme {
	case "http", "https":
		return true
	case "smb", "afp":
		return n.Path == "" // ok: not special
	}
	return n.Host != ""
}

func socket(n *neturl.URL) {
	send("unix:///run/a.sock")
	if n.Host != "localhost" || n.Path != "" { // ok: not special
		return
	}
}

func asked(n *neturl.URL) bool {
	if isRelative(n) {
		return n.Path == "" // ok: not sure
	}
	return false
}

func served(r *http.Request) bool {
	return r.URL.Path == "" // ok: a server does not parse it
}

func isRelative(*neturl.URL) bool { return true }

func send(string) {}

func relative(n *neturl.URL) bool {
	return n.Host == "" && n.Path != "" || // ok: not a URL with a host
		n.Opaque != "" && n.Path == "" // ok: an opaque path
}

func path(n *neturl.URL) string {
	if n.Path != "" { // ok: "/" is what it returns otherwise
		return n.Path
	}
	return "/"
}

func reference(ref string) {
	if n, err := neturl.Parse(ref); err == nil && n.Path != "" { // ok: it may be relative
		send(n.Path)
	}
}

func prefixed(s string) *neturl.URL {
	n, err := neturl.Parse("https://" + s)
	if err == nil && n.Path == "" { // want `compare n.Path with "/"`
		n.Path = "/v1"
	}
	m, _ := neturl.Parse(fmt.Sprintf("http://%s:80", s))
	if len(m.Path) == 0 { // want `compare m.Path with "/"`
		m.Path = "/v1"
	}
	return n
}

func converted(s string) error {
	n, err := url.ParseNetURL(s)
	if err == nil && n.Path == "" { // want `compare n.Path with "/"`
		return errors.New("the path is missing")
	}
	return err
}

func measured(n *neturl.URL) bool {
	println(n.Host)
	if len(n.Path) > 0 { // want `compare n.Path with "/"`
		return true
	}
	return len(n.Path) != 0 // want `compare n.Path with "/"`
}

func others(n *neturl.URL, s string) bool {
	println(n.Host)
	if len := func() int { return 0 }; len() == 0 { // ok: another function
		return false
	}
	if len(n.RawQuery) == 0 || len(s) > 0 || len(n.Path) > 1 || cap([]byte(n.Path)) == 0 { // ok: not an empty path
		return true
	}
	if m, err := neturl.Parse(s + "https://"); err == nil && m.Path == "" { // ok: it may be relative
		m.Path = "/v1"
	}
	if m, err := neturl.Parse("custom://" + s); err == nil && m.Path == "" { // ok: not special
		m.Path = "/v1"
	}
	m, err := neturl.Parse("https://" + s + "/a")
	return err == nil && m.Path == "" // ok: it is never empty
}

func appended(s string) string {
	n, _ := neturl.Parse("https://" + s)
	if len(n.Path) > 0 { // ok: no reason to leave
		s += "#path"
	}
	if len(n.Path) == 0 { // ok: "/" is what it gets
		n.Path = "/"
	}
	return s
}
