package migrate

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// Package migrate has code that is correct with net/url but wrong with url.URL.

func wrongMigrate(n *neturl.URL) bool {
	net.ParseIP(n.Hostname())             // want `with github.com/weburl-go/url, the host of https://\[::1\]/ is "\[::1\]"; net.ParseIP rejects the brackets, so this host gets past an address check`
	netip.ParseAddr(n.Hostname())         // want `with github.com/weburl-go/url, the host of https://\[::1\]/ is "\[::1\]"; netip.ParseAddr rejects the brackets, so this host gets past an address check`
	net.JoinHostPort(n.Hostname(), "443") // want `with github.com/weburl-go/url, this puts two pairs of brackets around an IPv6 address`
	return n.Port() == "443"              // want `with github.com/weburl-go/url, the port of https://h:443/ is "", not "443"`
}

func requestFollows(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(n.Hostname()); ip != nil && ip.IsMulticast() { // want `with github.com/weburl-go/url, the host of https://\[::1\]/ is "\[::1\]"; net.ParseIP rejects the brackets, so this host gets past an address check; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
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

func wrongEmptyPath(n *neturl.URL, m neturl.URL) bool {
	println(n.Host, m.Scheme)
	if n.Path == "" { // want `an http, https or file URL parsed by github.com/weburl-go/url has the path "/" instead of ""; compare n.Path with "/"`
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

func rightEmptyPath(n *neturl.URL, u url.URL, s string) bool {
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

func bothEmptyPath(n *neturl.URL) bool {
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

func servedEmptyPath(r *http.Request) bool {
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

func wrongSecondSlash(n *neturl.URL, m neturl.URL) {
	http.Get(n.String() + "/v1/users") // want `an http, https or file URL parsed by github.com/weburl-go/url never has an empty path, so this gives "//" if the path of n is "/"; use JoinPath`

	m.Path = m.Path + "/status" // want `use JoinPath`

	http.Get("https://" + n.Host + n.Path + "/v1") // want `use JoinPath`

	base := n.String()
	http.Get(base + "/v1" + "/users") // want `use JoinPath`
}

func rightSecondSlash(n *neturl.URL, u url.URL, s, path string) {
	http.Get(s + "/v1/users")                   // ok
	http.Get(n.String() + path)                 // ok: not known
	http.Get(n.String() + "?q")                 // ok
	http.Get(n.String() + s + "/x")             // ok
	http.Get(n.Host + "/x")                     // ok
	http.Get(n.JoinPath("/v1/users").String())  // ok
	println(u.Hostname()+"/x", n.Fragment+"/x") // ok
}

func trimmedSecondSlash(n *neturl.URL) {
	http.Get(strings.TrimSuffix(n.String(), "/") + "/v1") // ok
	n.Path = strings.TrimRight(n.Path, "/") + "/v1"       // ok
}

func servedSecondSlash(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/a"+r.URL.Path+"/index.html", 303) // ok: a server does not parse it
}

type config struct {
	basePath, rootURL, path string
	Prefix                  string
}

func wrongPathPrefix(c *config, s string) error {
	n, err := neturl.Parse(strings.TrimSuffix(s, "/")) // the parser adds it again
	if err != nil {
		return err
	}
	c.basePath = n.Path // want `an http, https or file URL parsed by github.com/weburl-go/url never has an empty path, so if this path is "/", appending another slash gives "//"; write strings.TrimSuffix\(n.Path, "/"\)`
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

func rightPathPrefix(c *config, n *neturl.URL, s string) {
	c.path = n.Path     // ok: the name says nothing
	c.basePath = n.Path // ok: perhaps a path of a request
	c.basePath = s      // ok
	c.Prefix = n.Host   // ok
}

func trimmedPathPrefix(c *config, s string) {
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

func wrongRelativeRefused(base *neturl.URL, ref, id string) (*neturl.URL, error) {
	n, err := neturl.Parse(ref) // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one; resolve it with the base URL's Parse method, or keep it as a string`
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
	n, err := neturl.Parse(ref) // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
	if err != nil {
		return nil, err
	}
	n = base.ResolveReference(n)
	return n, nil
}

func ofParameter(base *neturl.URL, ref string, refs []string) (n *neturl.URL) {
	n, _ = neturl.Parse(ref) // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
	n = base.ResolveReference(n)
	for _, ref := range refs {
		n, _ = neturl.Parse(ref) // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
		n = base.ResolveReference(n)
	}
	ref = "/" + ref
	neturl.Parse(ref) // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
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
	neturl.Parse("/users/" + id)            // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
	neturl.Parse(fmt.Sprintf("?id=%s", id)) // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
	neturl.Parse("users?a")                 // want `ParseNetURL and Parse in github.com/weburl-go/url reject relative references such as this one`
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
