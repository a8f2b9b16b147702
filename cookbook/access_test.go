package cookbook_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// Recipe: Allow some hosts and their subdomains
//
// Check the scheme first, then match the host. Request the URL that you checked, not the original string. A `HostPattern`
// allows every port. To restrict the port as well, use an `OriginPattern`.
//
// Pitfall: `*.example.com` does not match `example.com` itself, so list both. A trailing dot makes a different host, so list
// `example.com.` as well if you want to allow it. Don't compare string suffixes, because `badexample.com` also ends in
// `example.com`.
//
// Keywords: allowlist, subdomain, wildcard, image proxy, NO_PROXY
func Example_allowHosts() {
	var c hostConfig
	err := json.Unmarshal([]byte(`{"Allow": ["example.com", "*.example.com", "127.0.0.1"]}`), &c)
	if err != nil {
		panic(err)
	}
	for _, s := range []string{
		"https://www.EXAMPLE.com:8443/",
		"http://0x7f.1/",                     // 127.0.0.1
		"https://example.com./",              // a trailing dot
		`https://evil.example\.example.com/`, // a browser goes to evil.example
		"https://example.com@evil.example/",  // a user name
		"https://badexample.com/",            // another domain
		"ftp://example.com/",                 // another scheme
	} {
		u := url.MustParse(s)
		fmt.Println(u, c.allows(u))
	}
	// Output:
	// https://www.example.com:8443/ true
	// http://127.0.0.1/ true
	// https://example.com./ false
	// https://evil.example/.example.com/ false
	// https://example.com@evil.example/ false
	// https://badexample.com/ false
	// ftp://example.com/ false
}

type hostConfig struct {
	Allow []url.HostPattern
}

func (c hostConfig) allows(u url.URL) bool {
	host, ok := u.ParsedHost()
	if !ok || !u.IsHTTP() {
		return false
	}
	return slices.ContainsFunc(c.Allow, func(p url.HostPattern) bool {
		return p.Match(host)
	})
}

// Recipe: Block some hosts and their subdomains
//
// Parse the listed hosts and the URL, then look up the URL's host and each of its parent domains in a map. Before you look up a
// host, remove any trailing dots and convert an IPv4-mapped IPv6 address to IPv4. In the list, write IPv6 addresses in
// brackets, because `ParseHost` rejects `2001:db8::1`. Don't write `*.evil.example`, because `ParseHost` accepts the `*` as an
// ordinary character.
//
// Pitfall: If you compare strings, `https://evil.example./` passes your check, even though it points to the same server as
// `https://evil.example/`. Other domains can also resolve to a blocked server, so use the `guard` package to block requests by
// address.
//
// Keywords: block list, blocklist, denylist, block domains, subdomain, trailing dot
func Example_blockHosts() {
	list, err := newBlockList("evil.example", "b\u00fccher.example", "192.0.2.1")
	if err != nil {
		panic(err)
	}
	for _, s := range []string{
		"https://example.com/",
		"https://notevil.example/",
		"https://www.EVIL.example./",     // a subdomain, with a trailing dot
		"https://xn--bcher-kva.example/", // an IDN in ASCII
		"http://0xc0000201/",             // 192.0.2.1
		"http://[::ffff:192.0.2.1]/",     // 192.0.2.1
		"gemini://EVIL.example/",         // not a web URL
	} {
		fmt.Println(s, list.blocks(url.MustParse(s)))
	}
	// a host that is too long for the DNS, and would take much time with all its parent domains
	fmt.Println(list.blocks(url.MustParse("http://" + strings.Repeat("x.", 500_000) + "example/")))
	// Output:
	// https://example.com/ false
	// https://notevil.example/ false
	// https://www.EVIL.example./ true
	// https://xn--bcher-kva.example/ true
	// http://0xc0000201/ true
	// http://[::ffff:192.0.2.1]/ true
	// gemini://EVIL.example/ true
	// true
}

type blockList map[string]bool

const maxDomain = 253 // bytes; the DNS has no longer names

func newBlockList(hosts ...string) (blockList, error) {
	list := blockList{}
	for _, s := range hosts {
		host, err := url.ParseHost(s)
		if err != nil {
			return nil, err
		}
		list[blockKey(host)] = true
	}
	return list, nil
}

// blocks reports whether u must be blocked: because its host or a parent domain is on the list,
// because its host is too long for the DNS, or because it is not a web URL.
func (list blockList) blocks(u url.URL) bool {
	host, ok := u.ParsedHost()
	if !ok || !u.IsHTTP() {
		return true
	}
	key, found := blockKey(host), true
	if len(key) > maxDomain {
		return true
	}
	for found && !list[key] {
		_, key, found = strings.Cut(key, ".")
	}
	return found
}

// blockKey returns the same string for all spellings of a host.
func blockKey(host url.Host) string {
	if addr, ok := host.Addr(); ok {
		return addr.Unmap().String()
	}
	return strings.TrimRight(host.String(), ".")
}

// Recipe: Allow a single-label wildcard
//
// `*.example.com` matches subdomains at any depth. If the star should match exactly one label, as in a TLS certificate, check
// that the host has as many dots as the pattern.
//
// Pitfall: Suppose that each of your customers gets a subdomain of `example.com`. With a wildcard that matches any depth, the
// owner of `evil.example.com` can also use `login.evil.example.com`.
//
// Keywords: single-label wildcard, certificate, TLS wildcard, one level, subdomain depth
func Example_singleLabel() {
	pattern := url.MustParseHostPattern("*.example.com")
	for _, s := range []string{
		"https://www.example.com/",
		"https://a.b.example.com/", // two more labels
		"https://example.com/",     // no additional label
	} {
		u := url.MustParse(s)
		fmt.Println(u, matchesOneLabel(pattern, u))
	}
	// Output:
	// https://www.example.com/ true
	// https://a.b.example.com/ false
	// https://example.com/ false
}

func matchesOneLabel(pattern url.HostPattern, u url.URL) bool {
	host, ok := u.ParsedHost()
	return ok && pattern.Match(host) &&
		strings.Count(host.String(), ".") == strings.Count(pattern.String(), ".")
}

// Recipe: Decide based on a path
//
// `DecodedSegments` returns an error if another program could split the path into different segments. You can therefore safely
// allow paths that begin with certain segments, unless a program behind yours applies NFKC, which turns U+2025 into "..". For
// such programs, and for deny rules and wildcards, see ["Deny some paths, or match them with a
// wildcard"](#deny-some-paths-or-match-them-with-a-wildcard).
//
// Pitfall: If `DecodedSegments` returns an error, the list of segments is empty, just as it is for the path `/`. If you ignore
// the error for `/admin/..%2f`, you apply the rule for the home page.
//
// Keywords: traversal, path traversal, double encoding %2520, matrix parameters ;a=b, dot segments, authorization
func Example_decidePath() {
	for _, path := range []string{
		"/public/AC%2DDC.txt",
		"/public/..%2fadmin",       // some programs read ".." after decoding
		"/public//a",               // some programs merge the slashes
		"/public/;/admin",          // some programs truncate at ";"
		"/public/%252e%252e/admin", // some programs decode twice
		"/admin",
	} {
		u := url.MustParse("https://example.com" + path)
		fmt.Println(u.Pathname(), isPublic(u))
	}
	// Output:
	// /public/AC%2DDC.txt true
	// /public/..%2fadmin false
	// /public//a false
	// /public/;/admin false
	// /public/%252e%252e/admin false
	// /admin false
}

func isPublic(u url.URL) bool {
	segments, err := u.DecodedSegments()
	return err == nil && len(segments) >= 2 && segments[0] == "public"
}

// Recipe: Deny some paths, or match them with a wildcard
//
// A deny rule must match every path that another program could interpret as the denied one. `DecodedSegments` returns segments
// such as `secret;x` unchanged, but some programs truncate a segment at ";", "?" or "#".
//
// Windows opens the same file for `secret`, `secret.` and `secret::$DATA`. Other programs ignore case, or apply NFKC, which
// turns U+2025 into "..", U+FF0E into "." and U+FF0F into "/".
//
// Reject all segments with such characters, and ignore case when you compare the others. Also do this if an allow rule
// contains a wildcard, because another program may split the segment that the wildcard matches. If your programs ignore other
// characters, as some file systems ignore U+200C, reject those as well.
//
// Pitfall: If a deny rule for `/*/secret` simply compares segments, `/foo/secret%23/bar` gets through, and a server that
// truncates the path at "#" returns the secret. CVE-2025-66490 and CVE-2026-41059 are bypasses of this kind.
//
// Keywords: deny rule, block a path, wildcard in a path, NFKC, matrix parameters ;a=b, WAF, CVE-2025-66490, CVE-2026-41059
func Example_denyPath() {
	for _, path := range []string{
		"/foo/public",
		"/foo/secret",        // the denied path
		"/foo/SECRET",        // a file system may ignore case
		"/foo/secret;x",      // servlets truncate at ";"
		"/foo/secret.",       // Windows ignores the dot
		"/foo/secret::$DATA", // the same file on Windows
		"/foo/SECRET~1",      // a short file name on Windows
		"/foo/secret%23/x",   // some programs truncate at a decoded "#"
		"/foo/secret%3Fx/y",  // some programs truncate at a decoded "?"
		"/foo/%2E\uFF0E/x",   // NFKC turns U+FF0E into "."
		"/foo/a\uFF0Fsecret", // NFKC turns U+FF0F into "/"
	} {
		u := url.MustParse("https://example.com" + path)
		fmt.Println(path, mayPass(u))
	}
	// Output:
	// /foo/public true
	// /foo/secret false
	// /foo/SECRET false
	// /foo/secret;x false
	// /foo/secret. false
	// /foo/secret::$DATA false
	// /foo/SECRET~1 false
	// /foo/secret%23/x false
	// /foo/secret%3Fx/y false
	// /foo/%2E．/x false
	// /foo/a／secret false
}

// mayPass denies /*/secret and all paths under it.
func mayPass(u url.URL) bool {
	segments, err := u.DecodedSegments()
	if err != nil {
		return false
	}
	for _, segment := range segments {
		if strings.ContainsAny(segment, ";?#:~") || strings.TrimRight(segment, ". ") != segment {
			return false
		}
		if !norm.NFKC.IsNormalString(segment) {
			return false
		}
	}
	return len(segments) < 2 || !strings.EqualFold(segments[1], "secret")
}

// Recipe: Open the file that a path names
//
// `DecodedSegments` rejects paths that refer to a parent directory, and `os.Root` rejects symbolic links that point outside the
// directory. Open only regular files, because opening a named pipe can block forever.
//
// Pitfall: `filepath.Join(dir, u.Pathname())` looks for the file `a%20b` instead of `a b`. If you decode the path first,
// `..%2f..%2fetc/passwd` escapes the directory.
//
// Keywords: path traversal, traversal, static files, escape a folder, ..%2f
func Example_openFile() {
	dir, err := os.MkdirTemp("", "") // the directory that contains the files
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	defer root.Close()
	if err := root.WriteFile("read me.md", nil, 0o644); err != nil {
		panic(err)
	}

	for _, s := range []string{
		"https://example.com/read%20me.md",
		"https://example.com/..%2fgo.mod", // outside the directory
		"https://example.com/",            // a directory
		"https://example.com/none",        // no such file
	} {
		file, err := openPath(root, url.MustParse(s))
		if err != nil {
			fmt.Println("not found:", s)
			continue
		}
		fmt.Println("open:", filepath.Base(file.Name()))
		file.Close()
	}
	// Output:
	// open: read me.md
	// not found: https://example.com/..%2fgo.mod
	// not found: https://example.com/
	// not found: https://example.com/none
}

func openPath(root *os.Root, u url.URL) (*os.File, error) {
	segments, err := u.DecodedSegments()
	if err != nil {
		return nil, err
	}
	name := path.Join(segments...)
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return root.Open(name)
}

// Recipe: Route a path that contains an encoded slash
//
// With `AllowEncodedSlash`, a segment can contain slashes. The RabbitMQ, GitLab and npm APIs require this. On a server,
// register a catch-all route such as `/api/*`, and decode the URL that `ParseRequestTarget` returns. gorilla/mux also needs
// `UseEncodedPath`; otherwise it redirects to a path without the empty segments.
//
// If the path ends with a slash, the last segment is empty. Any other empty segment (`//`) and an invalid escape (`%zz`) are
// still errors. If your paths contain them, range over `PathSegments`, and decode each segment with `PercentDecode`. Don't base
// access decisions on these segments, because another program may split the path differently.
//
// Pitfall: Don't use a segment with a slash as a file name. For `/api/users/ann%2Fbob`, you would open a file in the `ann`
// directory. Reject a slash in every segment where you don't expect one.
//
// Keywords: encoded slash, AMQP vhost, RabbitMQ, gateway, gin, echo, chi, httprouter, gorilla/mux, mux path parameter, route
// parameter, GitLab project, scoped package
func Example_encodedSlash() {
	for _, path := range []string{
		"/api/queues/%2F/orders", // the virtual host "/"
		"/api/queues/shop/eu%2Forders",
		"/api/users/ann",
		"/api/users/ann%2Fbob",   // not a user name
		"/api/users/",            // no user name
		"/api/queues/shop/",      // no queue
		"/api/queues/%2F/..%2Fa", // refers to a parent directory
	} {
		u := url.MustParse("https://rabbitmq.example" + path)
		fmt.Println(path, "-", route(u))
	}
	// Output:
	// /api/queues/%2F/orders - queue "orders" of "/"
	// /api/queues/shop/eu%2Forders - queue "eu/orders" of "shop"
	// /api/users/ann - user "ann"
	// /api/users/ann%2Fbob - not found
	// /api/users/ - not found
	// /api/queues/shop/ - not found
	// /api/queues/%2F/..%2Fa - not found
}

func route(u url.URL) string {
	s, err := url.SegmentDecoder{AllowEncodedSlash: true}.Decode(u)
	switch {
	case err != nil || len(s) < 3 || s[0] != "api" || s[len(s)-1] == "":
		return "not found"
	case s[1] == "queues" && len(s) == 4:
		return fmt.Sprintf("queue %q of %q", s[3], s[2])
	case s[1] == "users" && len(s) == 3 && !strings.Contains(s[2], "/"):
		return fmt.Sprintf("user %q", s[2])
	}
	return "not found"
}

// A gateway gives clients access to a single project of a GitLab server. GitLab keeps "%2F" when it routes a request, so the gateway
// can compare whole segments. Every proxy between the gateway and GitLab must keep "%2F" as well.
func Example_gitlab() {
	server := url.MustParse("https://gitlab.example/")
	for _, target := range []string{
		"/api/v4/projects/group%2Fname/issues?state=opened",
		"/api/v4/projects/group%2fn%61me",
		`/api/v4/users\..\projects/group%2Fname`, // forward the URL, not this
		"/api/v4/projects/group%2Fother",
		"/api/v4/projects/group%2Fname%2F..%2Fother",
		"/api/v4/projects/group/name",
		"/api/v4/projects/group%2Fname/..%2F..%2Fusers",
	} {
		u, ok := projectURL(server, target)
		if !ok {
			fmt.Println("rejected:", target)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://gitlab.example/api/v4/projects/group%2Fname/issues?state=opened
	// https://gitlab.example/api/v4/projects/group%2Fname
	// https://gitlab.example/api/v4/projects/group%2Fname
	// rejected: /api/v4/projects/group%2Fother
	// rejected: /api/v4/projects/group%2Fname%2F..%2Fother
	// rejected: /api/v4/projects/group/name
	// rejected: /api/v4/projects/group%2Fname/..%2F..%2Fusers
}

// projectURL returns the URL on the server that a request target should be forwarded to.
func projectURL(server url.URL, target string) (u url.URL, ok bool) {
	project := []string{"api", "v4", "projects", "group/name"}
	u, err := url.ParseRequestTarget("GET", "https", "gateway.example", target)
	if err != nil {
		return url.URL{}, false
	}
	segments, err := url.SegmentDecoder{AllowEncodedSlash: true}.Decode(u)
	if err != nil || len(segments) < len(project) || !slices.Equal(segments[:len(project)], project) {
		return url.URL{}, false
	}
	query, hasQuery := u.Query()
	u, err = server.AppendSegments(segments...)
	if err == nil && hasQuery {
		err = u.SetSearch("?" + query)
	}
	return u, err == nil
}

// Recipe: Authorize requests for nginx, Envoy or Traefik
//
// With auth_request (nginx), ext_authz (Envoy) or ForwardAuth (Traefik), a proxy asks your server for a decision, then
// forwards the request target exactly as the client sent it. Reject any path that the parser changes, because the backend
// could interpret the original differently. This includes paths with an unencoded `"`, `<` or `{`, which browsers would
// encode. If the backend applies NFKC, add the check from ["Deny some paths"](#deny-some-paths-or-match-them-with-a-wildcard).
//
// Pitfall: The parser resolves `/admin\..\public` to `/public`. A backend that resolves it differently may return an admin
// page.
//
// Keywords: forward auth, auth_request, ext_authz, ForwardAuth, nginx, Envoy, Traefik, gateway, backend, reverse proxy,
// authorization, raw request target
func Example_forwardAuth() {
	for _, target := range []string{
		"/public/x?q='",
		"/public/caf%C3%A9",
		"/%70ublic/x",
		`/admin\..\public\x`,           // the parser reads slashes
		"/admin/../public/x",           // the parser resolves the dots
		"/admin/%2E%2e/public/x",       // the parser resolves these dots
		"/public/..%2fadmin",           // ambiguous
		"//public/x",                   // an empty segment
		"https://app.example/public/x", // not a path
		"/admin",                       // not public
	} {
		fmt.Println(target, mayForward("GET", "app.example", target))
	}
	// Output:
	// /public/x?q=' true
	// /public/caf%C3%A9 true
	// /%70ublic/x true
	// /admin\..\public\x false
	// /admin/../public/x false
	// /admin/%2E%2e/public/x false
	// /public/..%2fadmin false
	// //public/x false
	// https://app.example/public/x false
	// /admin false
}

// mayForward takes the values of X-Forwarded-Method, X-Forwarded-Host and X-Forwarded-Uri, which
// the proxy sets.
func mayForward(method, host, target string) bool {
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

// Recipe: Accept only requests from your own pages
//
// Compare the `Origin` header with your own origin for every request that changes something, and in the `CheckOrigin` function
// of a WebSocket library. Take your own origin from the configuration.
//
// Pitfall: Don't compare `Origin` with the request's `Host` header, because DNS rebinding bypasses that check (CVE-2026-34742).
// If an attacker points the name evil.example at your server, requests from a page on `http://evil.example:8080` have that name
// in both headers. Go's `http.CrossOriginProtection`, which reads `Sec-Fetch-Site`, allows such requests. If you use it or compare
// the headers yourself, first check that `Host` is on a list of your own hosts.
//
// Keywords: CSRF, CheckOrigin, websocket origin, DNS rebinding, Origin header, Sec-Fetch-Site, http.CrossOriginProtection
func Example_ownPages() {
	for _, origin := range []string{
		"https://app.example",
		"https://app.example:8443", // another port
		"http://app.example",       // another scheme
		"https://evil.example",     // another domain
		"null",                     // a sandboxed page, for example
		"",                         // not a browser, or an old one
	} {
		r := httptest.NewRequest("POST", "/settings", nil)
		r.Header.Set("Origin", origin)
		fmt.Printf("%q %t\n", origin, isOwnPage(r))
	}
	// Output:
	// "https://app.example" true
	// "https://app.example:8443" false
	// "http://app.example" false
	// "https://evil.example" false
	// "null" false
	// "" false
}

var app = url.MustParse("https://app.example/") // from the configuration

func isOwnPage(r *http.Request) bool {
	origin, err := url.ParseOrigin(r.Header.Get("Origin"))
	return err == nil && origin.SameOrigin(app.Origin())
}

// Recipe: Allow origins with CORS
//
// Send back the origin that you parsed, not the original header, and add `Vary: Origin`. A pattern that ends in `:*` allows any
// port, which is useful for localhost.
//
// Pitfall: If you check only the end of the string, `https://badexample.com` passes and, if you allow credentials, can read
// your users' data. No pattern allows every origin, so `https://*` is an error. However, `https://*.com` is a valid pattern,
// and anyone can register a domain that matches it. If your customers can add patterns, reject a pattern whose domain is its
// own `PublicSuffix`.
//
// Keywords: CORS, Access-Control-Allow-Origin, null origin, any port, subdomain wildcard, public suffix
func Example_cors() {
	var allow originList // from the configuration
	err := json.Unmarshal([]byte(`["https://example.com", "https://*.example.com"]`), &allow)
	if err != nil {
		panic(err)
	}
	for _, origin := range []string{
		"https://www.example.com",
		"http://www.example.com",   // another scheme
		"https://badexample.com",   // another domain
		"https://example.com:8443", // another port
		"null",                     // a sandboxed page, for example
	} {
		w := httptest.NewRecorder()
		allow.setHeader(w.Header(), origin)
		fmt.Printf("%s %q\n", origin, w.Header().Get("Access-Control-Allow-Origin"))
	}
	// Output:
	// https://www.example.com "https://www.example.com"
	// http://www.example.com ""
	// https://badexample.com ""
	// https://example.com:8443 ""
	// null ""
}

type originList []url.OriginPattern

// setHeader sets the headers of the response to a request with this Origin header.
func (list originList) setHeader(header http.Header, field string) {
	header.Add("Vary", "Origin")
	origin, err := url.ParseOrigin(field)
	if err != nil {
		return
	}
	if slices.ContainsFunc(list, func(p url.OriginPattern) bool { return p.Match(origin) }) {
		header.Set("Access-Control-Allow-Origin", origin.String())
	}
}

// Recipe: Check the Domain attribute of a cookie
//
// A server can set a cookie for its own host, or for a parent domain on the same site. The `Domain` attribute must be ASCII. If
// the host is itself a public suffix, send the cookie back to this host only, not to its subdomains.
//
// Pitfall: If you only compare string suffixes, a server under `co.uk` can set cookies for all other sites under `co.uk`. Even
// `bücher.co.uk` can then set a cookie for `cher.co.uk`. If you only reject public suffixes, a server under `x.kawasaki.jp` can
// set cookies for all sites under `kawasaki.jp`, because `x.kawasaki.jp` is a public suffix, but `kawasaki.jp` is not.
//
// Keywords: cookie domain, Set-Cookie, supercookie, public suffix
func Example_cookieDomain() {
	host, err := url.ParseHost("www.b\u00fccher.co.uk")
	if err != nil {
		panic(err)
	}
	for _, domain := range []string{
		".xn--bcher-kva.co.uk",
		"WWW.xn--bcher-kva.co.uk",
		"B\u00fccher.co.uk",        // not ASCII
		"xn--bcher-\u212ava.co.uk", // not ASCII: a Kelvin sign, whose lower case is "k"
		"co.uk",                    // a public suffix
		"cher.co.uk",               // another domain
		"api.xn--bcher-kva.co.uk",  // a subdomain of the host
	} {
		fmt.Println(domain, maySetCookie(host, domain))
	}
	host, err = url.ParseHost("a.x.kawasaki.jp")
	if err != nil {
		panic(err)
	}
	fmt.Println(maySetCookie(host, "kawasaki.jp")) // another site
	// Output:
	// .xn--bcher-kva.co.uk true
	// WWW.xn--bcher-kva.co.uk true
	// Bücher.co.uk false
	// xn--bcher-Kva.co.uk false
	// co.uk false
	// cher.co.uk false
	// api.xn--bcher-kva.co.uk false
	// false
}

func maySetCookie(host url.Host, attribute string) bool {
	isNotASCII := func(r rune) bool { return r > unicode.MaxASCII }
	name := strings.ToLower(strings.TrimPrefix(attribute, "."))
	domain, err := url.ParseHost(name)
	if err != nil || domain.String() != name || strings.ContainsFunc(attribute, isNotASCII) {
		return false
	}
	if domain == host {
		return true
	}
	subdomains, err := url.ParseHostPattern("*." + name) // fails for an address
	return err == nil && subdomains.Match(host) &&
		host.Site(publicsuffix.List) == domain.Site(publicsuffix.List)
}

// Recipe: Check the RP ID of a WebAuthn request
//
// The RP ID must be the domain of the origin, or a parent domain on the same site. Like Chromium, this program rejects
// RP IDs that aren't normalized, such as `EXAMPLE.com`. The scheme must be https, except for localhost and its
// subdomains.
//
// Pitfall: It is not enough to reject public suffixes, because `amazonaws.com` is not a public suffix. A customer with a host
// under `compute.amazonaws.com` could use `amazonaws.com` as the RP ID and then use other customers' passkeys.
//
// Keywords: WebAuthn rp id, passkey
func Example_rpID() {
	for _, test := range []struct{ origin, rpID string }{
		{"https://www.example.com", "example.com"},
		{"http://localhost:8080", "localhost"},
		{"http://app.localhost", "app.localhost"},
		{"https://example.com", "com"},                           // a public suffix
		{"https://www.x.compute.amazonaws.com", "amazonaws.com"}, // another site
		{"https://127.0.0.1", "127.0.0.1"},                       // not a domain
	} {
		origin, err := url.ParseOrigin(test.origin)
		if err != nil {
			panic(err)
		}
		fmt.Println(test.origin, test.rpID, mayUseRPID(origin, test.rpID))
	}
	// Output:
	// https://www.example.com example.com true
	// http://localhost:8080 localhost true
	// http://app.localhost app.localhost true
	// https://example.com com false
	// https://www.x.compute.amazonaws.com amazonaws.com false
	// https://127.0.0.1 127.0.0.1 false
}

func mayUseRPID(origin url.Origin, rpID string) bool {
	host, ok := origin.ParsedHost()
	if !ok || host.Kind() != url.HostDomain {
		return false
	}
	isLocal := strings.HasSuffix("."+host.String(), ".localhost")
	if origin.Scheme() != "https" && !(origin.Scheme() == "http" && isLocal) {
		return false
	}
	id, err := url.ParseHost(rpID)
	if err != nil || id.String() != rpID {
		return false
	}
	if id == host {
		return true
	}
	subdomains, err := url.ParseHostPattern("*." + rpID)
	return err == nil && subdomains.Match(host) &&
		host.Site(publicsuffix.List) == id.Site(publicsuffix.List)
}
