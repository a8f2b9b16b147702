package uses

import (
	"net/http"
	neturl "net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
)

func wrongFilePath(w http.ResponseWriter, r *http.Request, u url.URL, dir string) {
	os.Open(filepath.Join(dir, u.Pathname()))             // want `the path of a URL is percent-encoded, so /a%20b names a different file here; use u.DecodedSegments\(\) and os.Root, or u.FilePath for a file URL`
	http.ServeFile(w, r, url.PercentDecode(u.Pathname())) // want `..%2f..%2fetc%2fpasswd is a single path segment, but it escapes the directory once it is decoded; use u.DecodedSegments\(\) and os.Root, or u.FilePath for a file URL`

	name := url.PercentDecode(u.Pathname())
	os.ReadFile(name) // want `..%2f..%2fetc%2fpasswd is a single path segment, but it escapes the directory once it is decoded`
	for segment := range u.PathSegments() {
		dir = filepath.Join(dir, url.PercentDecode(segment)) // want `..%2f..%2fetc%2fpasswd is a single path segment, but it escapes the directory once it is decoded`
	}
}

func rightFilePath(u url.URL, n *neturl.URL, root *os.Root, dir, name string) {
	os.Open(filepath.Join(dir, n.Path))                    // ok: not this package
	os.Open(filepath.Join(dir, u.Hostname()))              // ok
	os.Open(name)                                          // ok
	root.Open(url.PercentDecode(u.Pathname()))             // ok: a Root does not let it leave
	root.Open(u.Pathname())                                // ok: not sure
	println(u.Pathname(), url.PercentDecode(u.Pathname())) // ok
	if path, err := u.FilePath(url.UnixPath); err == nil {
		os.Open(path) // ok
	}
	if segments, err := u.DecodedSegments(); err == nil {
		os.Open(filepath.Join(segments...)) // ok
	}
	os.Open(filepath.Base(u.Pathname())) // ok: not sure
}

func local(u url.URL, dir string) {
	name := url.PercentDecode(u.Pathname())
	if filepath.IsLocal(name) {
		os.Open(filepath.Join(dir, name)) // ok
	}
}

func wrongOpaqueOrigins(u, v url.URL, allowed url.Origin, p *url.Origin) bool {
	if u.Origin() == v.Origin() { // want `opaque origins all compare equal with ==, but no two of them are the same origin; use u.Origin\(\).SameOrigin\(v.Origin\(\)\)`
		return true
	}
	if p == nil || *p != allowed { // want `use !\(\*p\).SameOrigin\(allowed\)`
		return false
	}
	return u.Origin() != allowed // want `use !u.Origin\(\).SameOrigin\(allowed\)`
}

func rightOpaqueOrigins(u, v url.URL, a, b url.Origin, p, q *url.Origin, m map[url.Origin]bool) bool {
	if a.SameOrigin(b) || !u.Origin().SameOrigin(v.Origin()) { // ok
		return true
	}
	if u == v || u.Origin().String() == "https://example.com" { // ok
		return true
	}
	if a == (url.Origin{}) || u.Hostname() == v.Hostname() { // ok
		return true
	}
	if p == q || p != nil { // ok: pointers
		return true
	}
	if u.Origin().Scheme() == v.Origin().Scheme() { // ok
		return true
	}
	return m[a] // ok
}

var (
	noOrigin  url.Origin
	zero      = url.Origin{}
	ownOrigin url.Origin
	AnyOrigin url.Origin
)

func setOrigin(u url.URL) { ownOrigin = u.Origin() }

func wrongZeroOrigin(u url.URL, s string) bool {
	var read, assigned url.Origin
	read.UnmarshalText([]byte(s))
	if s != "" {
		assigned = u.Origin()
	}
	return u.Origin() == read || // want `use u.Origin\(\).SameOrigin\(read\)`
		u.Origin() == assigned || // want `use u.Origin\(\).SameOrigin\(assigned\)`
		u.Origin() == ownOrigin || // want `use u.Origin\(\).SameOrigin\(ownOrigin\)`
		u.Origin() == AnyOrigin // want `use u.Origin\(\).SameOrigin\(AnyOrigin\)`
}

func rightZeroOrigin(u url.URL) bool {
	var none url.Origin
	if u.Origin() == none || none != u.Origin() { // ok: it asks for the zero value
		return true
	}
	if u.Origin() == noOrigin { // ok
		return true
	}
	return u.Origin() == zero // ok
}

func opaque(a, b url.Origin) bool {
	return !a.IsOpaque() && a == b // ok
}

const subdomains = "https://*.example.com"

func wrongOriginPattern(page url.URL) bool {
	allowed, err := url.ParseOrigin("https://*.example.com") // want `an origin is not a pattern, so https://\*.example.com matches only that literal string; use url.ParseOriginPattern and Match`
	if err == nil && page.Origin().SameOrigin(allowed) {
		return true
	}
	if ports, _ := url.ParseOrigin("http://localhost:*"); ports.SameOrigin(page.Origin()) { // want `an origin is not a pattern, so http://localhost:\* matches only that literal string`
		return true
	}
	if any, _ := url.ParseOrigin("*"); any.SameOrigin(page.Origin()) { // want `an origin is not a pattern, so \* matches only that literal string`
		return true
	}
	u := url.MustParse(subdomains)
	return page.Origin().SameOrigin(u.Origin()) // want `an origin is not a pattern, so https://\*.example.com matches only that literal string`
}

func list(page url.URL) bool {
	list := []string{"https://example.com", "https://*.example.com"}
	for _, s := range list {
		if o, err := url.ParseOrigin(s); err == nil && o.SameOrigin(page.Origin()) { // want `an origin is not a pattern, so https://\*.example.com matches only that literal string`
			return true
		}
	}
	return false
}

func rightOriginPattern(page url.URL, s string) bool {
	if p, err := url.ParseOriginPattern("https://*.example.com"); err == nil && p.Match(page.Origin()) { // ok
		return true
	}
	if o, err := url.ParseOrigin("https://example.com"); err == nil && o.SameOrigin(page.Origin()) { // ok
		return true
	}
	if o, err := url.ParseOrigin(s); err == nil && o.SameOrigin(page.Origin()) { // ok: not known what it is
		return true
	}
	if p, err := url.ParseHostPattern("*.example.com"); err == nil { // ok
		host, _ := page.ParsedHost()
		return p.Match(host)
	}
	u, err := url.Parse("https://example.com/*?q=*#*")      // ok: not in its host
	if err == nil && u.Origin().SameOrigin(page.Origin()) { // ok
		return true
	}
	v := url.MustParse(subdomains)         // ok: for its parts
	return v.Hostname() == page.Hostname() // ok
}

func patterns(page url.URL) bool {
	for _, s := range []string{"https://example.com", "https://*.example.com"} {
		if p, err := url.ParseOriginPattern(s); err == nil && p.Match(page.Origin()) { // ok
			return true
		}
	}
	for _, s := range []string{"https://example.com", "http://example.com"} {
		if o, err := url.ParseOrigin(s); err == nil && o.SameOrigin(page.Origin()) { // ok
			return true
		}
	}
	return false
}

func wrongServerURL(w http.ResponseWriter, r *http.Request) {
	url.FromNetURL(r.URL) // want `in a server, r.URL has no host, so this always fails; use url.ParseRequestTarget with r.Method, the scheme, r.Host and r.RequestURI`
}

type server struct{}

func (server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target := r.URL
	u, err := url.FromNetURL(target) // want `in a server, r.URL has no host, so this always fails`
	println(u.Href(), err)
}

var handlerServerURL = http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
	if u, err := url.FromNetURL(request.URL); err == nil { // want `request.URL has no host`
		println(u.Href())
	}
})

func rightServerURL(w http.ResponseWriter, r *http.Request, n *neturl.URL, other *http.Response) {
	url.FromNetURL(n)                                               // ok
	url.FromNetURL(other.Request.URL)                               // ok: a client's
	url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI) // ok
	url.FromNetURL(&neturl.URL{Scheme: "https", Host: r.Host})      // ok
	request, _ := http.NewRequest("GET", "https://example.com/", nil)
	url.FromNetURL(request.URL) // ok: a client's
}

func forwardProxy(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		http.Error(w, "not supported", http.StatusMethodNotAllowed)
		return
	}
	url.FromNetURL(r.URL) // ok: a proxy
}

func otherProxy(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case "CONNECT":
	default:
		url.FromNetURL(r.URL) // ok: a proxy
	}
}

func roundTrip(r *http.Request) {
	url.FromNetURL(r.URL) // ok: no response to write, so it may be a client
}

func proxyServerURL(w http.ResponseWriter, r *http.Request) {
	if r.URL.IsAbs() {
		url.FromNetURL(r.URL) // ok: asked
	}
}

func completed(w http.ResponseWriter, r *http.Request) {
	r.URL.Scheme, r.URL.Host = "https", r.Host
	url.FromNetURL(r.URL) // ok: completed
}

func replaced(w http.ResponseWriter, r *http.Request, n *neturl.URL) {
	r.URL = n
	url.FromNetURL(r.URL) // ok: replaced
}

func wrongTransportPool(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // want `a new transport for each request leaves its connections open and never reuses them; use one transport for all requests`
	client.Get(r.FormValue("feed"))
}

func proxied(w http.ResponseWriter, r *http.Request) {
	transport, err := guard.Policy{}.NewProxyTransport(proxyTransportPool) // want `a new transport for each request`
	if err != nil {
		return
	}
	client := &http.Client{Transport: transport}
	client.Get(r.FormValue("feed"))
}

func sent(w http.ResponseWriter, r *http.Request) {
	transport, _ := guard.Policy{}.NewProxyTransport(proxyTransportPool) // want `a new transport for each request`
	transport.RoundTrip(r)
}

var proxyTransportPool *neturl.URL

func loop(feeds []string, policy guard.Policy) {
	for _, feed := range feeds {
		client := &http.Client{Transport: policy.NewTransport()} // want `a new transport for each iteration of the loop leaves its connections open and never reuses them`
		client.Timeout = time.Minute
		client.Get(feed)
	}
	for {
		transport := policy.NewTransport() // want `a new transport for each iteration of the loop leaves its connections open and never reuses them`
		transport.RoundTrip(nil)
	}
}

var transport = guard.Policy{}.NewTransport() // ok

func rightTransportPool(feeds []string, policies map[string]guard.Policy) map[string]*http.Client {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok
	for _, feed := range feeds {
		client.Get(feed) // ok
	}
	clients := map[string]*http.Client{}
	for name, policy := range policies {
		clients[name] = &http.Client{Transport: policy.NewTransport()} // ok: kept
	}
	for name, policy := range policies {
		c := &http.Client{Transport: policy.NewTransport()} // ok: kept
		c.Timeout = time.Minute
		clients[name] = c
	}
	for _, policy := range policies {
		go serve(policy.NewTransport()) // ok: not sure
	}
	return clients
}

func handlerTransportPool() http.HandlerFunc {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok: once
	return func(w http.ResponseWriter, r *http.Request) {
		client.Get(r.FormValue("feed")) // ok
	}
}

func closed(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok: closed
	defer client.CloseIdleConnections()
	client.Get(r.FormValue("feed"))
}

func kept(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok: not sure
	serve(client.Transport)
}

func proxiedOnce() http.HandlerFunc {
	transport, err := guard.Policy{}.NewProxyTransport(proxyTransportPool) // ok: once
	if err != nil {
		return nil
	}
	client := &http.Client{Transport: transport}
	return func(w http.ResponseWriter, r *http.Request) {
		client.Get(r.FormValue("feed")) // ok
	}
}

func proxiedKept(w http.ResponseWriter, r *http.Request) {
	transport, err := guard.Policy{}.NewProxyTransport(proxyTransportPool) // ok: not sure
	if err != nil {
		return
	}
	client := &http.Client{Transport: transport}
	client.Get(r.FormValue("feed"))
	serve(transport)
}

func results(w http.ResponseWriter, r *http.Request) {
	response, err := (&http.Client{Transport: guard.Policy{}.NewTransport()}).Get(r.FormValue("feed")) // ok: not sure
	if err == nil {
		response.Body.Close()
	}
}

func serve(http.RoundTripper) {}
