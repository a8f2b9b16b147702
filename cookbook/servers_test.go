package cookbook_test

import (
	"errors"
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

// Recipe: Get the full URL of a request, behind a TLS proxy
//
// r.URL has no host. The scheme is your configuration's, or X-Forwarded-Proto of your own proxy.
//
// Pitfall: A client can send X-Forwarded fields: your proxy has to overwrite them.
//
// Keywords: full URL, X-Forwarded, r.URL.Host is empty, TLS proxy
func Example_fullURL() {
	const scheme = "https"
	r := httptest.NewRequest("GET", "/a%2Fb?q=1", nil)
	r.Host = "App.example"
	u, err := url.ParseRequestTarget(r.Method, scheme, r.Host, r.RequestURI)
	fmt.Println(u, err)
	// Output: https://app.example/a%2Fb?q=1 <nil>
}

// Recipe: Write URLs of an app below a prefix
//
// Join the path to a home from the configuration.
//
// Pitfall: X-Forwarded-Prefix is a client's text unless your proxy sets it.
//
// Keywords: base path behind a proxy, X-Forwarded-Prefix, full URL
func Example_prefix() {
	home := url.MustParse("https://example.com/app/")
	u, err := url.ParseRequestTarget("GET", "http", "10.0.0.7:8080", "/users/a%2Fb?page=2")
	if err != nil {
		panic(err)
	}
	public, err := home.JoinPath(u.Pathname())
	if err != nil {
		panic(err)
	}
	fmt.Println(public.SetSearch(u.Search()), public)
	// Output: <nil> https://example.com/app/users/a%2Fb?page=2
}

// Recipe: Rewrite the Location field of a server behind a proxy
//
// Resolve it against the URL that was requested. What names the server inside gets the public address.
//
// Pitfall: Also rewrite Link, Refresh and the Domain and Path of cookies. What leads to another origin stays.
//
// Keywords: Location, reverse proxy, ModifyResponse, ProxyPassReverse
func Example_location() {
	inside, public := url.MustParse("http://10.0.0.7:8080/"), url.MustParse("https://example.com/app/")
	rewrite := func(requested url.URL, location string) string {
		u, err := requested.Parse(location)
		if err != nil || !u.IsHTTP() || !u.Origin().SameOrigin(inside.Origin()) {
			return location
		}
		v, prefix := public, strings.TrimSuffix(public.Pathname(), "/")
		if err := errors.Join(v.SetPathname(prefix+u.Pathname()), v.SetSearch(u.Search()), v.SetHash(u.Hash())); err != nil {
			return location
		}
		return v.Href()
	}
	requested := url.MustParse("http://10.0.0.7:8080/a/b?c")
	for _, location := range []string{"/login?next=%2Fa", "../x#top", "http://10.0.0.7:8080//evil.example", "https://sso.example/"} {
		fmt.Println(rewrite(requested, location))
	}
	// Output:
	// https://example.com/app/login?next=%2Fa
	// https://example.com/app/x#top
	// https://example.com/app//evil.example
	// https://sso.example/
}

// Recipe: Read HTTP_PROXY, also without a scheme
//
// Write `http://` before what has no `://`, and convert for http.ProxyURL.
//
// Pitfall: With DefaultScheme, `user:pass@proxy:8080` would have the scheme `user`.
//
// Keywords: proxy, proxy URL, HTTP_PROXY, default scheme
func Example_httpProxy() {
	for _, s := range []string{"proxy:8080", "user:p%40ss@proxy:8080", "socks5://proxy:1080"} {
		if !strings.Contains(s, "://") {
			s = "http://" + s
		}
		u, err := url.Parse(s)
		if err != nil {
			panic(err)
		}
		n, err := u.NetURL()
		fmt.Println(n.Redacted(), err)
	}
	// Output:
	// http://proxy:8080/ <nil>
	// http://user:xxxxx@proxy:8080/ <nil>
	// socks5://proxy:1080 <nil>
}

// Recipe: Convert a URL to net/url
//
// What net/url cannot hold is percent-encoded. net/url's parser fails for it: "invalid URL escape".
//
// Pitfall: A server that counts bytes sees `%25` in place of `%`. RequestURL keeps them, but not through a plain HTTP proxy.
//
// Keywords: percent sign alone, http.NewRequest, "invalid URL escape"
func Example_netURL() {
	u := url.MustParse(`HTTP:\\0x7f.1\a/../b c?q=%`)
	n, err := u.NetURL()
	fmt.Println(n, err)

	// What net/url cannot hold is percent-encoded.
	n, err = url.MustParse("http://example.com/100%/a|b").NetURL()
	fmt.Println(n, err)
	// Output:
	// http://127.0.0.1/b%20c?q=% <nil>
	// http://example.com/100%25/a%7Cb <nil>
}

// A proxy decides on the URL that a request is for, and forwards that URL, not the target.
func Example_proxy() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Println("backend:", r.Host, r.RequestURI) }))
	defer backend.Close()
	address := url.MustParse(backend.URL).DialAddress() // from the configuration

	transport := &http.Transport{} // without the proxy of the environment, which RequestURL is not for
	forward := func(w http.ResponseWriter, r *http.Request) {
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
		out := u
		if err := errors.Join(out.SetProtocol("http"), out.SetHost(address)); err != nil {
			http.Error(w, "not forwarded", http.StatusBadGateway)
			return
		}
		n, err := out.RequestURL()
		if err != nil {
			http.Error(w, "not forwarded", http.StatusBadRequest)
			return
		}
		proxy := httputil.ReverseProxy{Transport: transport, Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL, p.Out.Host = n, u.Host()
			p.Out.Header.Del("Upgrade") // behind "h2c", requests are not judged
		}}
		proxy.ServeHTTP(w, r)
	}

	for _, target := range []string{"/public/a|b?100%", "/public/../admin", "/public/%2e%2e/admin", "/public/..%2fadmin", "//evil.example/public"} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		r.Host, r.RequestURI = "Example.com", target
		forward(w, r)
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

// A backend has the API below /v1 in place of /api, and needs the rest as the client wrote it. A proxy may forward these bytes if
// the parser resolved nothing in them: the path decodes to the path that was judged. Where bytes are not UTF-8, the paths may
// differ and decode to the same U+FFFD, so such a path is refused. The rest of the proxy is as in the example Proxy.
func Example_unchanged() {
	outgoing := func(r *http.Request) (*neturl.URL, bool) {
		u, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
		if err != nil {
			return nil, false
		}
		segments, err := u.DecodedSegments()
		path, query, hasQuery := strings.Cut(r.RequestURI, "?")
		if err != nil || len(segments) == 0 || segments[0] != "api" ||
			!utf8.ValidString(path) || url.PercentDecode(path) != url.PercentDecode(u.Pathname()) {
			return nil, false
		}
		prefix, _, _ := strings.Cut(path[len("/"):], "/") // "api", or "%61pi"
		path = "/v1" + path[len("/"+prefix):]
		return &neturl.URL{ // net/http sends Opaque as the path
			Scheme: "http", Host: "127.0.0.1:9001", Opaque: path, RawQuery: query, ForceQuery: hasQuery && query == ""}, true
	}
	for _, target := range []string{"/api/a|b?q='", "/%61pi/~%7e", "/api", "/api/../admin", "/x/../api/a", "/api/\xC0\xAE", `/api\a`, "http://example.com/api/a"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RequestURI = target
		if n, ok := outgoing(r); ok {
			fmt.Println(target, "->", n.Host, n.RequestURI())
		} else {
			fmt.Printf("%q is refused\n", target)
		}
	}
	// Output:
	// /api/a|b?q=' -> 127.0.0.1:9001 /v1/a|b?q='
	// /%61pi/~%7e -> 127.0.0.1:9001 /v1/~%7e
	// /api -> 127.0.0.1:9001 /v1
	// "/api/../admin" is refused
	// "/x/../api/a" is refused
	// "/api/\xc0\xae" is refused
	// "/api\\a" is refused
	// "http://example.com/api/a" is refused
}

// Recipe: Decide for a proxy that forwards the raw target
//
// nginx's auth_request, Envoy's ext_authz and ForwardAuth forward the client's bytes. Refuse what the parser changed.
//
// Pitfall: `/admin\..\public` is public for the parser, and an admin page for the backend.
//
// Keywords: forward auth, auth_request, ext_authz, ForwardAuth, reverse proxy
func Example_forwardAuth() {
	allows := func(method, host, target string) bool { // X-Forwarded-Method, -Host and -Uri, which the proxy sets
		u, err := url.ParseRequestTarget(method, "https", host, target)
		if err != nil {
			return false
		}
		if path, _, _ := strings.Cut(target, "?"); path != u.Pathname() {
			return false
		}
		segments, err := u.DecodedSegments()
		return err == nil && len(segments) > 0 && segments[0] == "public"
	}
	for _, target := range []string{
		"/public/x?q='", "/public/caf%C3%A9", "/%70ublic/x", `/admin\..\public\x`, "/admin/../public/x", "/admin/%2E%2e/public/x", `/public\x`, "/public/..%2fadmin",
		"/admin", "//public/x", "https://app.example/public/x",
	} {
		fmt.Println(target, allows("GET", "app.example", target))
	}
	// Output:
	// /public/x?q=' true
	// /public/caf%C3%A9 true
	// /%70ublic/x true
	// /admin\..\public\x false
	// /admin/../public/x false
	// /admin/%2E%2e/public/x false
	// /public\x false
	// /public/..%2fadmin false
	// /admin false
	// //public/x false
	// https://app.example/public/x false
}

// An ingress has rules such as "*.example.org", for all ports, and "api.example.org:8443". It forwards the host that it has
// parsed, and not the field Host: "a%2eexample.org" matches, too. After parsing, it cuts a dot at the end, which would count. The
// first rule that matches counts, so exact hosts come first, and then the longer wildcards.
func Example_ingress() {
	var rules []url.OriginPattern
	for _, rule := range []string{"api.example.com:8443", "b\u00FCcher.example", "*.dev.example.org", "*.example.org"} {
		pattern, err := url.ParseOriginPattern("https://" + rule + ":*")
		if err != nil { // it has a port already, or is no rule
			pattern, err = url.ParseOriginPattern("https://" + rule)
		}
		if err != nil {
			panic(err)
		}
		rules = append(rules, pattern)
	}
	match := func(requestHost string) (host, rule string) {
		u, err := url.ParseRequestTarget("GET", "https", requestHost, "/")
		if err != nil || u.SetHostname(strings.TrimSuffix(u.Hostname(), ".")) != nil {
			return "", "none"
		}
		i := slices.IndexFunc(rules, func(p url.OriginPattern) bool { return p.Match(u.Origin()) })
		if i < 0 {
			return u.Host(), "none"
		}
		return u.Host(), rules[i].String()
	}
	for _, host := range []string{"a%2eexample.org", "WWW.dev.example.org%2e:8080", "xn--bcher-kva.example", "api.example.com:8443", "api.example.com", "example.org"} {
		fmt.Println(match(host))
	}
	// Output:
	// a.example.org https://*.example.org:*
	// www.dev.example.org:8080 https://*.dev.example.org:*
	// xn--bcher-kva.example https://xn--bcher-kva.example:*
	// api.example.com:8443 https://api.example.com:8443
	// api.example.com none
	// example.org none
}
