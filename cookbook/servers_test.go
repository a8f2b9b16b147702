package cookbook_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// Recipe: Get the full URL of a request
//
// On a server, `r.URL` has no host. Pass the scheme, the `Host` header and the request target to `ParseRequestTarget`. Take the
// scheme from your configuration, or from the `X-Forwarded-Proto` header if your own proxy sets it. A target such as
// `//evil.example/a` is a path on your host. Only `CONNECT` may have a target such as `h:443`, and only `OPTIONS` may have the
// target `*`.
//
// To find the tenant that a request is for, remove any trailing dot from `Hostname`, and look up the result. `Hostname` has no
// port, and is percent-decoded and in lower-case ASCII. For the server name of a TLS connection (SNI), call `ParseHost`.
//
// Pitfall: If the target is an absolute URL, its scheme and host override the ones you pass. Clients can send
// `X-Forwarded-Proto` themselves. Unless your proxy overwrites the header, a client that sends `X-Forwarded-Proto: http` gets
// links that don't use TLS.
//
// Keywords: full URL, X-Forwarded-Proto, r.URL.Host is empty, TLS proxy, request target, // at the beginning of a path,
// tenant, Host header, CONNECT, SNI
func Example_fullURL() {
	r := httptest.NewRequest("GET", "/a%2Fb?q=1", nil)
	r.Host = "App.example.:8443"

	const scheme = "https" // from the configuration
	u, err := url.ParseRequestTarget(r.Method, scheme, r.Host, r.RequestURI)
	if err != nil {
		panic(err) // respond with 400 Bad Request
	}
	fmt.Println(u)

	tenants := map[string]string{"app.example": "tenant 1"}
	fmt.Println(tenants[strings.TrimSuffix(u.Hostname(), ".")])
	// Output:
	// https://app.example.:8443/a%2Fb?q=1
	// tenant 1
}

// Recipe: Build the URLs of an app below a prefix
//
// Give each URL the scheme, host and path prefix of the app's public URL. Take that public URL from your configuration.
//
// Pitfall: Use the prefix in `X-Forwarded-Prefix` only if your own proxy sets that header. Otherwise, a client can send the
// prefix `//evil.example`, and all your links will point to evil.example. If you copy the query with `SetSearch(u.Search())`,
// you lose the empty query of `/a?`.
//
// Keywords: base path behind a proxy, X-Forwarded-Prefix, full URL, sub-path, backend
func Example_prefix() {
	app := url.MustParse("https://example.com/app/")
	for _, target := range []string{
		"/users/a%2Fb?page=2",
		"//evil.example?", // a path, with an empty query
	} {
		u, err := url.ParseRequestTarget("GET", "http", "10.0.0.7:8080", target)
		if err != nil {
			panic(err)
		}
		u, err = moveTo(app, u)
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/app/users/a%2Fb?page=2
	// https://example.com/app//evil.example?
}

// moveTo moves u to the server of home, under the path of home. The query and the fragment stay the
// same.
func moveTo(home, u url.URL) (url.URL, error) {
	u = u.WithoutCredentials()
	if err := u.SetProtocol(home.Protocol()); err != nil {
		return url.URL{}, err
	}
	if err := u.SetHost(home.DialAddress()); err != nil { // home.Host() could keep the port of u
		return url.URL{}, err
	}
	err := u.SetPathname(strings.TrimSuffix(home.Pathname(), "/") + u.Pathname())
	return u, err
}

// Recipe: Rewrite the Location header of a server behind a proxy
//
// Resolve the `Location` header against the requested URL. If the result is on the internal server, rewrite it to use the
// public address. Otherwise, send the resolved URL, because browsers resolve the header against your public URL, whose
// scheme may differ.
//
// Pitfall: The `Link` and `Refresh` headers and the `Domain` and `Path` cookie attributes can also contain the internal
// address. If you forget `Refresh: 0; url=//10.0.0.7:8080/`, browsers try to open that address.
//
// Keywords: Location, reverse proxy, ModifyResponse, ProxyPassReverse
func Example_location() {
	requested := url.MustParse("http://10.0.0.7:8080/a/b?c")
	for _, location := range []string{
		"/login?next=%2Fa",
		"../x?#top",
		"http://10.0.0.7:8080//evil.example",
		"https:sso.example", // on another server, but a path relative to an https: URL
	} {
		fmt.Println(publicLocation(requested, location))
	}
	// Output:
	// https://example.com/app/login?next=%2Fa
	// https://example.com/app/x?#top
	// https://example.com/app//evil.example
	// https://sso.example/
}

var (
	internal = url.MustParse("http://10.0.0.7:8080/")
	public   = url.MustParse("https://example.com/app/")
)

// publicLocation returns the public value for a Location header of the internal server.
func publicLocation(requested url.URL, location string) string {
	u, err := requested.Parse(location)
	if err != nil {
		return location
	}
	if !u.IsHTTP() || !u.Origin().SameOrigin(internal.Origin()) {
		return u.Href()
	}
	u, err = moveTo(public, u)
	if err != nil {
		return location
	}
	return u.Href()
}

// Recipe: Read HTTP_PROXY, with or without a scheme
//
// If the value does not contain `://`, put `http://` in front of it. Then parse the value, convert the URL with `NetURL`, and
// pass the result to `http.ProxyURL`.
//
// Pitfall: Don't use `Parser.DefaultScheme` here, because it parses `user:pass@proxy:8080` as a URL with the scheme `user`. The
// client then cannot connect to the proxy. Special characters in a password must be percent-encoded. If the password is
// `123#x`, `http://u:123#x@proxy:8080` does not cause an error, but is parsed as host `u` and port 123.
//
// Keywords: proxy, proxy URL, HTTP_PROXY, default scheme, http.ProxyURL, percent sign in a password
func Example_httpProxy() {
	for _, s := range []string{
		"proxy:8080",
		"user:p%40ss@proxy:8080",
		"socks5://proxy:1080",
	} {
		n, err := parseProxy(s)
		if err != nil {
			panic(err)
		}
		fmt.Println(n.Redacted()) // &http.Transport{Proxy: http.ProxyURL(n)}
	}
	// Output:
	// http://proxy:8080/
	// http://user:xxxxx@proxy:8080/
	// socks5://proxy:1080
}

func parseProxy(s string) (*neturl.URL, error) {
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, err
	}
	return u.NetURL()
}

// A proxy checks the URL that a client requests. It then forwards that URL, not the bytes of the request target. The backend must not
// apply NFKC to the path, because NFKC turns U+2025 into "..".
func Example_proxy() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("backend:", r.Host, r.RequestURI)
	}))
	defer backend.Close()
	p := publicProxy{
		backend:   url.MustParse(backend.URL), // from the configuration
		transport: &http.Transport{},          // no proxy, because RequestURL does not work through a proxy
	}
	for _, target := range []string{
		"/public/a|b?100%",
		"/public/../admin",
		"/public/%2e%2e/admin",
		"/public/..%2fadmin",
		"//evil.example/public",
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		r.Host, r.RequestURI = "Example.com", target
		p.ServeHTTP(w, r)
		fmt.Println(target, w.Code)
	}
	// Output:
	// backend: example.com /public/a|b?100%
	// /public/a|b?100% 200
	// /public/../admin 403
	// /public/%2e%2e/admin 403
	// /public/..%2fadmin 403
	// //evil.example/public 403
}

// A publicProxy forwards requests for /public and all paths under it.
type publicProxy struct {
	backend   url.URL
	transport http.RoundTripper
}

func (p publicProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	segments, err := u.DecodedSegments()
	if err != nil || len(segments) == 0 || segments[0] != "public" {
		http.Error(w, "not public", http.StatusForbidden)
		return
	}
	n, err := p.outgoing(u)
	if err != nil {
		http.Error(w, "not forwarded", http.StatusBadGateway)
		return
	}
	proxy := httputil.ReverseProxy{Transport: p.transport, Rewrite: func(p *httputil.ProxyRequest) {
		p.Out.URL, p.Out.Host = n, u.Host()
		p.Out.Header.Del("Upgrade") // requests after an upgrade to "h2c" would not be checked
	}}
	proxy.ServeHTTP(w, r)
}

// outgoing returns the URL on the backend that corresponds to u, for an http.Request.
func (p publicProxy) outgoing(u url.URL) (*neturl.URL, error) {
	if err := u.SetProtocol(p.backend.Protocol()); err != nil {
		return nil, err
	}
	if err := u.SetHost(p.backend.DialAddress()); err != nil {
		return nil, err
	}
	return u.RequestURL()
}

// The API of this backend is under /v1 instead of /api, and needs the rest of each request target exactly as the client wrote it. A
// proxy can safely forward these bytes if the parser did not resolve anything in them. To find out, it decodes the path and compares
// it with the decoded path that it checked. It rejects a path that is not valid UTF-8, because all invalid bytes decode to U+FFFD.
func Example_unchanged() {
	for _, target := range []string{
		"/api/a|b?q='",
		"/%61pi/~%7e",
		"/api",
		"/api/../admin",
		"/x/../api/a",              // the parser resolves the dots
		"/api/\xC0\xAE",            // not UTF-8
		`/api\a`,                   // the parser reads a slash
		"http://example.com/api/a", // not a path
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RequestURI = target
		n, ok := unchangedURL(r)
		if !ok {
			fmt.Printf("%q is rejected\n", target)
			continue
		}
		fmt.Println(target, "->", n.Host, n.RequestURI())
	}
	// Output:
	// /api/a|b?q=' -> 127.0.0.1:9001 /v1/a|b?q='
	// /%61pi/~%7e -> 127.0.0.1:9001 /v1/~%7e
	// /api -> 127.0.0.1:9001 /v1
	// "/api/../admin" is rejected
	// "/x/../api/a" is rejected
	// "/api/\xc0\xae" is rejected
	// "/api\\a" is rejected
	// "http://example.com/api/a" is rejected
}

// unchangedURL returns the URL on the backend that a request should be forwarded to.
func unchangedURL(r *http.Request) (n *neturl.URL, ok bool) {
	u, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
	if err != nil {
		return nil, false
	}
	segments, err := u.DecodedSegments()
	if err != nil || len(segments) == 0 || segments[0] != "api" {
		return nil, false
	}
	path, query, hasQuery := strings.Cut(r.RequestURI, "?")
	if !utf8.ValidString(path) || url.PercentDecode(path) != url.PercentDecode(u.Pathname()) {
		return nil, false
	}
	prefix, _, _ := strings.Cut(path[len("/"):], "/") // "api", or "%61pi"
	return &neturl.URL{
		Scheme:     "http",
		Host:       "127.0.0.1:9001",
		Opaque:     "/v1" + path[len("/"+prefix):], // net/http sends it as the path
		RawQuery:   query,
		ForceQuery: hasQuery && query == "",
	}, true
}

// An ingress has rules such as "*.example.org", which applies to all ports, and "api.example.org:8443". It forwards the parsed host
// instead of the Host header, because a header such as "a%2eexample.org" matches as well. It also removes a dot at the end of the host.
// The first matching rule wins, so list exact hosts before wildcards, and longer wildcards before shorter ones.
func Example_ingress() {
	rules, err := parseRules("api.example.com:8443", "b\u00FCcher.example", "*.dev.example.org", "*.example.org")
	if err != nil {
		panic(err)
	}
	for _, host := range []string{
		"a%2eexample.org",
		"WWW.dev.example.org%2e:8080",
		"xn--bcher-kva.example",
		"api.example.com:8443",
		"api.example.com", // another port
		"example.org",     // no subdomain
	} {
		u, rule, ok := rules.match(host)
		if !ok {
			fmt.Println("no rule for", host)
			continue
		}
		fmt.Println(u.Host(), "matches", rule)
	}
	// Output:
	// a.example.org matches https://*.example.org:*
	// www.dev.example.org:8080 matches https://*.dev.example.org:*
	// xn--bcher-kva.example matches https://xn--bcher-kva.example:*
	// api.example.com:8443 matches https://api.example.com:8443
	// no rule for api.example.com
	// no rule for example.org
}

type ingressRules []url.OriginPattern

func parseRules(hosts ...string) (rules ingressRules, err error) {
	for _, host := range hosts {
		pattern, err := url.ParseOriginPattern("https://" + host + ":*")
		if err != nil { // the rule already has a port, or is invalid
			pattern, err = url.ParseOriginPattern("https://" + host)
		}
		if err != nil {
			return nil, err
		}
		rules = append(rules, pattern)
	}
	return rules, nil
}

// match returns the URL and the first matching rule for the Host header of a request.
func (rules ingressRules) match(host string) (u url.URL, rule url.OriginPattern, ok bool) {
	u, err := url.ParseRequestTarget("GET", "https", host, "/")
	if err != nil || u.SetHostname(strings.TrimSuffix(u.Hostname(), ".")) != nil {
		return url.URL{}, url.OriginPattern{}, false
	}
	i := slices.IndexFunc(rules, func(p url.OriginPattern) bool { return p.Match(u.Origin()) })
	if i < 0 {
		return url.URL{}, url.OriginPattern{}, false
	}
	return u, rules[i], true
}
