package hosts

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

func wrongHostSuffix(u url.URL, n *neturl.URL) bool {
	if strings.HasSuffix(u.Hostname(), "example.com") { // want `evilexample.com also has this suffix; write u.Hostname\(\) == "example.com" \|\| strings.HasSuffix\(u.Hostname\(\), ".example.com"\)`
		return true
	}
	if !strings.HasSuffix(n.Host, "example.co.uk") { // want `evilexample.co.uk also has this suffix`
		return false
	}
	if strings.Contains(n.Host, "example.com") { // want `other.example.com.evil.example also contains this domain`
		return true
	}
	host := n.Hostname()
	host = strings.ToLower(host)
	const domain = "example.org"
	return strings.HasSuffix(host, domain) // want `evilexample.org also has this suffix`
}

func hostSuffixInCondition(u url.URL, ok bool) bool { // the fix has only the parentheses that it needs
	if ok && (u.Hostname() == "example.com" || strings.HasSuffix(u.Hostname(), ".example.com")) { // ok
		return true
	}
	if ok && strings.HasSuffix(u.Pathname(), "example.com") { // ok: a path
		return true
	}
	return strings.HasSuffix(u.Hostname(), "example.com") || ok && strings.HasSuffix(u.Hostname(), "example.com") // want `evilexample.com also has this suffix` `evilexample.com also has this suffix`
}

// What is a domain, and not constant.

func pattern(host, p, q string) bool {
	if strings.HasPrefix(p, "*.") && strings.HasSuffix(host, p[2:]) { // want `if p\[2:\] is "example.com", the host evilexample.com also has this suffix; write host == p\[2:\] \|\| strings.HasSuffix\(host, "."\+p\[2:\]\)`
		return true
	}
	if domain, ok := strings.CutPrefix(p, "*."); ok {
		return strings.HasSuffix(host, domain) // want `if domain is "example.com", the host evilexample.com also has this suffix`
	}
	return strings.HasSuffix(host, p[1:]) || // ok: it begins with a dot
		strings.HasSuffix(host, q[2:]) || // ok: not known
		strings.HasSuffix(host, strings.TrimPrefix(p, "*")) // ok
}

func trimmed(host, p string) bool {
	return strings.HasSuffix(host, strings.TrimPrefix(p, "*.")) // want `if strings.TrimPrefix\(p, "\*."\) is "example.com", the host evilexample.com also has this suffix`
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
		if strings.HasSuffix(u.Hostname(), domain) { // want `if domain is "example.com", the host evilexample.com also has this suffix`
			return true
		}
	}
	for domain := range services {
		if strings.HasSuffix(u.Hostname(), domain) { // want `if domain is "example.com", the host evilexample.com also has this suffix`
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

type configHostSuffix struct{ domain, suffix string }

func (c configHostSuffix) allows(u *neturl.URL) bool {
	return u.Hostname() == c.domain || strings.HasSuffix(u.Hostname(), c.domain) || // want `if c.domain is "example.com", the host evilexample.com also has this suffix`
		strings.HasSuffix(u.Hostname(), c.suffix) || // ok: it may begin with a dot
		strings.HasSuffix(u.Path, c.domain) // ok
}

func sameHost(u, page *neturl.URL) bool {
	return strings.HasSuffix(u.Host, page.Host) // want `if page.Host is "example.com", the host evilexample.com also has this suffix`
}

func rightHostSuffix(u url.URL, n *neturl.URL, domain, s string) bool {
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

const domain = "example.com"

func dotBeforeConstant(u *neturl.URL) bool {
	host := u.Hostname()
	return host == domain || strings.HasSuffix(host, domain) && host[len(host)-len(domain)-1] == '.' // ok
}

func dotInRest(u *neturl.URL) bool {
	host := u.Hostname()
	if !strings.HasSuffix(host, domain) { // ok
		return false
	}
	rest := strings.TrimSuffix(host, domain)
	return rest == "" || strings.HasSuffix(rest, ".") // ok
}

func dotBeforeLast(u *neturl.URL) bool {
	host := u.Hostname()
	if !strings.HasSuffix(host, "example.com") { // ok
		return false
	}
	rest := host[:len(host)-len("example.com")]
	return rest == "" || rest[len(rest)-1] == '.' // ok
}

func dotCutOff(u *neturl.URL, own string) bool {
	host := strings.TrimSuffix(u.Hostname(), ".")
	if strings.HasSuffix(u.Host, "example.com") { // want `evilexample.com also has this suffix`
		return true
	}
	return u.Hostname() == own || strings.HasSuffix(u.Hostname(), own) || // want `if own is "example.com", the host evilexample.com also has this suffix`
		host == own // ok
}

func wrongHostTemplate(w http.ResponseWriter, r *http.Request, client *http.Client) {
	tenant := r.FormValue("tenant")
	http.Get("https://" + tenant + ".api.example/v1") // want `tenant comes from the client and can cut off or change the host of this URL; use Build from github.com/weburl-go/url, and check the host of the result`

	path := strings.TrimSpace(r.URL.Query().Get("path"))
	client.Get(fmt.Sprintf("http://api.example%s", path)) // want `path comes from the client`

	target := "https://app.example" + r.PathValue("next")
	http.Redirect(w, r, target, http.StatusSeeOther) // want `r.PathValue\("next"\) comes from the client`
}

func formats(w http.ResponseWriter, r *http.Request) {
	http.Get(fmt.Sprintf("%s://%s.%s/", "https", r.FormValue("tenant"), "api.example")) // want `comes from the client`
	http.Get(fmt.Sprintf("%s%s", api, r.FormValue("path")))                             // want `comes from the client`
	http.Get(api + r.Form.Get("path"))                                                  // want `comes from the client`
	http.Get(api + r.Header.Get("X-Path"))                                              // want `comes from the client`
}

const api = "https://api.example"

func rightHostTemplate(w http.ResponseWriter, r *http.Request, tenant, path string, port int) {
	http.Get("https://" + tenant + ".api.example/v1")                     // ok: not known where it comes from
	http.Get(api + path)                                                  // ok: the same
	http.Get(api + "/v1/" + r.FormValue("id"))                            // want `the client can send ../../admin in this path`
	http.Get(fmt.Sprintf("%s/v1/%s", api, r.FormValue("id")))             // want `the client can send ../../admin in this path`
	http.Get(api + "/" + r.Form.Get("path"))                              // ok
	http.Get(api + "?id=" + neturl.QueryEscape(r.FormValue("id")))        // ok
	http.Get("https://" + r.FormValue("host") + "/.well-known/x")         // want `the client controls what this connects to, for example https://evil.example/.well-known/x or an internal address`
	http.Get("https://" + r.FormValue("host") + ":" + strconv.Itoa(port)) // want `the client controls what this connects to, for example https://evil.example or an internal address`
	http.Get(api + "/v2/" + neturl.PathEscape(r.FormValue("id")))         // ok
	http.Get(api + "/v2/?q=" + neturl.QueryEscape(r.FormValue("q")))      // ok
	http.Get(api + "/v2/#" + r.FormValue("part"))                         // ok
	http.Get("http://localhost:" + r.FormValue("port"))                   // ok: not this rule
	http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), 301)        // ok
	http.Redirect(w, r, "/users/"+r.FormValue("id"), 303)                 // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
	fmt.Fprintln(w, "https://"+r.FormValue("tenant")+".api.example/")     // ok: no request
}

func tested(r *http.Request) {
	tenant := r.FormValue("tenant")
	if !valid(tenant) {
		return
	}
	http.Get("https://" + tenant + ".api.example/v1") // ok: tested
}

func known(r *http.Request) {
	tenant := r.FormValue("tenant")
	if tenants[tenant] {
		http.Get("https://" + tenant + ".api.example/v1") // ok: looked up
	}
}

var tenants map[string]bool

func valid(string) bool { return true }

type configJoinHostPort struct{ server url.URL }

func wrongJoinHostPort(u url.URL, c configJoinHostPort) {
	net.Dial("tcp", net.JoinHostPort(u.Hostname(), u.Port())) // want `this puts two pairs of brackets around an IPv6 address; use u.DialAddress\(\), which also adds the default port`
	net.Dial("tcp", net.JoinHostPort(u.Hostname(), "443"))    // want `this puts two pairs of brackets around an IPv6 address; call DialAddress on a copy of u that has this port`

	host, port := c.server.Hostname(), c.server.Port()
	net.Dial("tcp", net.JoinHostPort(host, port)) // want `use c.server.DialAddress\(\)`
}

func rightJoinHostPort(u url.URL, n *neturl.URL, host string) {
	net.JoinHostPort(n.Hostname(), n.Port()) // ok: net/url removes the brackets
	net.JoinHostPort(host, u.Port())         // ok
	net.JoinHostPort("localhost", u.Port())  // ok
	net.JoinHostPort(u.Username(), u.Port()) // ok
	net.Dial("tcp", u.DialAddress())         // ok
	net.SplitHostPort(u.Host())              // ok
	net.JoinHostPort(parts(u))               // ok: not sure
}

func address(u url.URL) string {
	if addr, ok := u.Addr(); ok {
		return net.JoinHostPort(addr.String(), "53") // ok
	}
	return net.JoinHostPort(u.Hostname(), "53") // ok: a domain
}

func parts(u url.URL) (host, port string) {
	return u.Hostname(), u.Port() // ok
}

func wrongDefaultPort(u url.URL, v *url.URL) bool {
	port := v.Port()
	if "80" != port { // want `the port of http://h:80/ is "", not "80"; compare v.EffectivePort\(\)`
		return false
	}
	switch u.Port() {
	case "443", // want `the port of https://h:443/ is "", not "443"`
		"8443":
		return true
	}
	return u.Port() == "443" // want `compare u.EffectivePort\(\)`
}

func rightDefaultPort(u url.URL, n *neturl.URL) bool {
	if p, ok := u.EffectivePort(); ok && p == 443 { // ok
		return true
	}
	if u.Port() == "8080" { // ok
		return true
	}
	if u.Hostname() == "443" { // ok
		return true
	}
	if u.Username() == "443" || "443" == u.Password() { // ok
		return true
	}
	switch n.Port() {
	case "443": // ok: net/url keeps it
		return true
	}
	return n.Port() == "80" // ok
}

func wrongSchemeOfPort(u, v url.URL) bool {
	if (u.Scheme() == "http" || u.Scheme() == "https") && u.Port() == "443" { // want `compare u.EffectivePort\(\)`
		return true
	}
	if u.Scheme() == "http" && u.Port() == "80" || u.Scheme() == "https" && u.Port() == "443" { // want `compare u.EffectivePort\(\)` `compare u.EffectivePort\(\)`
		return true
	}
	if v.Scheme() == "http" && u.Port() == "443" { // want `compare u.EffectivePort\(\)`
		return true
	}
	if u.Scheme() == "http" || u.Port() != "443" { // want `compare u.EffectivePort\(\)`
		return true
	}
	return u.Scheme() != "http" && u.Port() == "443" // want `compare u.EffectivePort\(\)`
}

func rightSchemeOfPort(u, v url.URL) bool {
	if u.Scheme() == "http" && u.Port() == "443" || v.Port() == "80" && v.Scheme() == "https" { // ok: not its default port
		return true
	}
	if u.Scheme() == "ws" {
		return u.Port() == "443" // ok
	}
	if u.Scheme() == "https" && u.Port() != "80" || u.Scheme() != "http" || u.Hostname() == "" || u.Port() != "443" { // ok
		return false
	}
	return u.Scheme() == "wss" && (u.Port() == "80") // ok
}

func rightSchemeOfPorts(u url.URL) error {
	switch {
	case u.Scheme() == "https" && u.Port() == "80": // ok
		return errRefused
	case u.Scheme() == "http":
		if u.Port() == "443" { // ok
			return errRefused
		}
	}
	if u.Scheme() != "ftp" {
		return nil
	}
	if u.Port() == "443" { // ok
		return errRefused
	}
	return nil
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

// Checks of hosts in a package without a dialer.

var (
	errRefused = errors.New("refused")
	localNames = map[string]bool{"localhost": true, "metadata.google.internal": true}
	others     = []string{"100.64.0.0/10", "2002::/16", "64:ff9b::/96", "::ffff:0:0:0/96"}
	prefixes   []netip.Prefix
)

func init() {
	prefixes = make([]netip.Prefix, 0, len(others))
	for i := range others {
		prefixes = append(prefixes, netip.MustParsePrefix(others[i]))
	}
}

type hooks struct {
	client  *http.Client
	allowed []string
	local   bool
}

func isReserved(addr netip.Addr) bool {
	addr = addr.Unmap()
	for _, prefix := range prefixes {
		if prefix.Contains(addr) {
			return true
		}
	}
	return addr.IsPrivate() || addr.IsLoopback() || addr.IsLinkLocalUnicast() || addr.IsUnspecified()
}

func (h *hooks) check(u *neturl.URL) (addrs []netip.Addr, err error) { // want `fec0::1 passes`
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if u.User != nil || localNames[host] {
		return nil, errRefused
	}
	for _, allowed := range h.allowed {
		if strings.EqualFold(allowed, host) {
			return nil, nil
		}
	}
	addrs, err = net.DefaultResolver.LookupNetIP(context.Background(), "ip", host)
	if err != nil {
		return nil, err
	}
	for _, addr := range addrs {
		if !h.local && isReserved(addr) {
			return nil, fmt.Errorf("%s: %w", addr, errRefused)
		}
	}
	return addrs, nil
}

func (h *hooks) send(to string) error {
	u, err := neturl.Parse(to)
	if err != nil {
		return err
	}
	found, err := net.LookupHost(u.Hostname())
	if err != nil {
		return err
	}
	for _, s := range found {
		if ip := net.ParseIP(s); ip == nil || ip.IsPrivate() || ip.IsLoopback() || ip.Equal(net.IPv4zero) {
			return errRefused
		}
	}
	response, err := h.client.Post(u.String(), "text/plain", nil) // want `169.254.169.254 passes`
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func (h *hooks) sendText(to string) error {
	if strings.Contains(to, "127.0.0.1") || strings.Contains(to, "localhost") {
		return errRefused
	}
	_, err := h.client.Get(to) // want `127.1.2.3 passes the checks here`
	return err
}

func (h *hooks) sendRight(u *neturl.URL, judge func(netip.Addr) bool) error {
	addrs, err := net.DefaultResolver.LookupNetIP(context.Background(), "ip", u.Hostname())
	if err != nil {
		return err
	}
	for _, addr := range addrs {
		if isReserved(addr) || judge(addr) {
			return errRefused
		}
	}
	_, err = h.client.Get(u.String()) // ok: not known what is refused
	return err
}

func isInside(host string) (bool, error) { // ok: it does not refuse
	addrs, err := net.LookupIP(host)
	if err != nil {
		return false, err
	}
	return addrs[0].IsPrivate() || addrs[0].IsLoopback(), nil
}

func mustBeInside(host string) error { // ok: public addresses are refused
	if inside, err := isInside(host); err != nil || !inside {
		return errRefused
	}
	return nil
}

// A host of net/url has no brackets.
func wrongHostPort(n *neturl.URL, port string) {
	n.Host = n.Hostname() + ":8080"                   // want `Hostname removes the brackets that an IPv6 address needs here; use net.JoinHostPort\(n.Hostname\(\), port\)`
	n.Host = fmt.Sprintf("%s:%d", n.Hostname(), 8080) // want `Hostname removes the brackets that an IPv6 address needs here`
	net.Dial("tcp", n.Hostname()+":"+port)            // want `Hostname removes the brackets that an IPv6 address needs here`
}

func rightHostPort(u url.URL, n, other *neturl.URL, port string) {
	n.Host = net.JoinHostPort(n.Hostname(), port) // ok
	n.Host = n.Hostname()                         // ok
	other.Host = n.Host + ":80"                   // ok
	n.Host, other.Host = "h:80", n.Host           // ok
	println(n.Hostname() + ":" + port)            // ok: for people
	net.Dial("tcp", u.Hostname()+":"+port)        // ok: with its brackets
	net.Dial("tcp", n.Hostname())                 // ok
	net.Dial("tcp", n.Host+":"+port)              // ok
}

func rightKnownHost(n *neturl.URL, port string) {
	if n.Hostname() == "localhost" {
		n.Host = n.Hostname() + ":" + port // ok
	}
	if strings.Contains(n.Hostname(), ":") {
		return
	}
	n.Host = "api." + n.Hostname() + ":" + port // ok: not an address
}

func rightWithoutIPv6(n *neturl.URL) error {
	host := n.Hostname()
	if strings.Contains(host, ":") {
		return errRefused
	}
	_, err := net.Dial("tcp", host+":8080") // ok: not an IPv6 address
	return err
}

func rightIPv4(n *neturl.URL) error {
	ip := net.ParseIP(n.Hostname())
	if ip == nil || ip.To4() == nil {
		return errRefused
	}
	_, err := net.Dial("tcp", n.Hostname()+":8080") // ok: an IPv4 address
	return err
}

func rightAddr(n *neturl.URL) {
	if addr, err := netip.ParseAddr(n.Hostname()); err == nil && addr.Is4() {
		n.Host = n.Hostname() + ":8080" // ok: an IPv4 address
	}
}

func wrongOtherColon(n *neturl.URL) error {
	if strings.Contains(n.Path, ":") || strings.Contains(n.Hostname(), "/") {
		return errRefused
	}
	_, err := net.Dial("tcp", n.Hostname()+":8080") // want `Hostname removes the brackets that an IPv6 address needs here`
	return err
}

func rightBrackets(n *neturl.URL, port string) {
	host := n.Hostname()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	n.Host = host + ":" + port // ok
}

// What a part of a URL is never equal to.
func wrongEqual(u url.URL, n *neturl.URL) bool {
	switch u.Scheme() {
	case "https:": // want `a scheme contains no colon, so it is never equal to "https:"; write "https"`
		return false
	}
	if n.Scheme == "http://" || u.Protocol() != "ftp" { // want `a scheme contains no colon, so it is never equal to "http://"; write "http"` `a protocol ends with a colon, so it is never equal to "ftp"`
		return false
	}
	return u.Search() == "a=b" || u.Hash() == "top" // want `a non-empty search begins with "\?" and a non-empty hash with "#", so this is never equal to "a=b"; compare the query or the fragment` `a non-empty search begins with "\?" and a non-empty hash with "#", so this is never equal to "top"`
}

func rightEqual(u url.URL, n *neturl.URL) bool {
	switch u.Scheme() {
	case "https", "": // ok
		return n.Scheme == "mailto" // ok
	}
	if u.Protocol() == "https:" || u.Protocol() == "" { // ok
		return u.Search() == "" || u.Search() == "?a" // ok
	}
	if u.Hash() != "#a" && u.Hash() != "" { // ok
		return u.Pathname() == "a" // ok
	}
	query, _ := u.Query()
	return query == "a=b" || n.Fragment == "top" || n.Opaque == "a:" // ok
}
