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

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// Recipe: Allow some hosts and their subdomains
//
// Check the scheme first, and then the host. Afterwards, request the URL that you checked, not the string it came from.
//
// To block domains instead, look up the host and each of its parent domains in a map, after removing any dot at the end.
//
// Pitfall: `*.example.com` does not match `example.com` itself, so list both. A suffix check of the string would allow
// `badexample.com`.
//
// Keywords: allow-list, block list, deny-list, subdomain, wildcard, image proxy, NO_PROXY
func Example_allowHosts() {
	var c hostConfig
	err := json.Unmarshal([]byte(`{"Allow": ["example.com", "*.example.com", "127.0.0.1"]}`), &c)
	if err != nil {
		panic(err)
	}
	for _, s := range []string{
		"https://www.EXAMPLE.com:8443/",
		"http://0x7f.1/",                     // is 127.0.0.1
		`https://evil.example\.example.com/`, // a browser goes to evil.example
		"https://example.com@evil.example/",  // has a user name
		"https://badexample.com/",            // is another domain
		"ftp://example.com/",                 // has another scheme
	} {
		u := url.MustParse(s)
		fmt.Println(u, c.allows(u))
	}
	// Output:
	// https://www.example.com:8443/ true
	// http://127.0.0.1/ true
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

// Recipe: Allow only one more label (single-label wildcard)
//
// `*.example.com` matches subdomains at any depth. If exactly one label may stand in place of the star, as in a TLS certificate,
// check that the host has no more dots than the pattern.
//
// Pitfall: If each customer gets a name below `*.example.com`, then with a wildcard for any depth, the customer of
// `evil.example.com` can use `login.evil.example.com` as well.
//
// Keywords: single-label wildcard, certificate, TLS wildcard, one level, subdomain depth
func Example_singleLabel() {
	pattern := url.MustParseHostPattern("*.example.com")
	for _, s := range []string{
		"https://www.example.com/",
		"https://a.b.example.com/", // has two more labels
		"https://example.com/",     // has none
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
// `DecodedSegments` returns an error if another program may read other segments. This makes it safe to allow what begins with
// fixed segments. For rules that deny, and for rules with a wildcard, see the next recipe.
//
// Pitfall: After an error there are no segments, as for the path `/`. If you ignore the error of `/admin/..%2f`, the rule for the
// home page applies.
//
// Keywords: traversal, path traversal, double encoding %2520, matrix parameters ;a=b, dot segments, authorization
func Example_decidePath() {
	for _, path := range []string{
		"/public/AC%2DDC.txt",
		"/public/..%2fadmin",       // some programs read ".." after decoding
		"/public//a",               // some merge the slashes
		"/public/;/admin",          // some drop what follows ";"
		"/public/%252e%252e/admin", // some decode twice
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
// A rule that denies must match everything that another program may read as the denied path. `DecodedSegments` returns
// `secret;x`, `secret?` and `secret#` as data, but some programs cut a segment there. Some ignore case, and some normalize with
// NFKC, which turns U+2025 into "..", U+FF0E into "." and U+FF0F into "/". Reject such segments. Do the same for a rule with a
// wildcard, even if it allows: another program may read the segment that matches the star in two parts.
//
// Pitfall: A rule that denies `/*/secret` by comparing segments lets `/foo/secret%23/bar` through, and a server behind it that
// cuts at "#" sends the secret. CVE-2025-66490 and CVE-2026-41059 are such bypasses.
//
// Keywords: deny rule, block a path, wildcard in a path, NFKC, matrix parameters ;a=b, WAF, CVE-2025-66490, CVE-2026-41059
func Example_denyPath() {
	for _, path := range []string{
		"/foo/public",
		"/foo/secret",
		"/foo/SECRET",       // a file system may ignore case
		"/foo/secret;x",     // servlets cut at ";"
		"/foo/secret%23/x",  // some programs cut at a decoded "#"
		"/foo/secret%3Fx/y", // some cut at a decoded "?"
		"/foo/%2E\uFF0E/x",  // NFKC turns U+FF0E into "."
		"/foo/a\uFF0Fsecret",
	} {
		u := url.MustParse("https://example.com" + path)
		fmt.Println(path, mayPass(u))
	}
	// Output:
	// /foo/public true
	// /foo/secret false
	// /foo/SECRET false
	// /foo/secret;x false
	// /foo/secret%23/x false
	// /foo/secret%3Fx/y false
	// /foo/%2E．/x false
	// /foo/a／secret false
}

// mayPass denies /*/secret and everything below it.
func mayPass(u url.URL) bool {
	segments, err := u.DecodedSegments()
	if err != nil {
		return false
	}
	for _, segment := range segments {
		if strings.ContainsAny(segment, ";?#") || !norm.NFKC.IsNormalString(segment) {
			return false
		}
	}
	return len(segments) < 2 || !strings.EqualFold(segments[1], "secret")
}

// Recipe: Open the file that a path names
//
// `DecodedSegments` rejects paths that lead up, and `os.Root` rejects links that lead out of the folder. Open only regular files,
// because a program that opens a pipe waits for its other end.
//
// Pitfall: `filepath.Join(dir, u.Pathname())` opens `a%20b` instead of `a b`. If you decode the path first,
// `..%2f..%2fetc/passwd` leads out of the folder.
//
// Keywords: path traversal, traversal, static files, escape a folder, ..%2f
func Example_openFile() {
	root, err := os.OpenRoot("../testdata") // the folder with the files
	if err != nil {
		panic(err)
	}
	defer root.Close()
	for _, s := range []string{
		"https://example.com/README.md",
		"https://example.com/..%2fgo.mod", // is outside
		"https://example.com/",            // is a folder
		"https://example.com/none",
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
	// open: README.md
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
// With `AllowEncodedSlash`, a segment may contain slashes. The APIs of RabbitMQ, GitLab and npm need this.
//
// Pitfall: A segment with slashes is not a file name: `/api/users/ann%2Fbob` would open a file in the folder `ann`. Where a
// segment must not contain slashes, check it.
//
// Keywords: encoded slash, AMQP vhost, gin, echo, chi, mux path parameter, GitLab project, scoped package
func Example_encodedSlash() {
	for _, path := range []string{
		"/api/queues/%2F/orders", // the virtual host "/"
		"/api/queues/shop/eu%2Forders",
		"/api/users/ann",
		"/api/users/ann%2Fbob",   // is not a user
		"/api/queues/%2F/..%2Fa", // leads up
	} {
		u := url.MustParse("https://rabbitmq.example" + path)
		fmt.Println(path, "-", route(u))
	}
	// Output:
	// /api/queues/%2F/orders - queue "orders" of "/"
	// /api/queues/shop/eu%2Forders - queue "eu/orders" of "shop"
	// /api/users/ann - user "ann"
	// /api/users/ann%2Fbob - not found
	// /api/queues/%2F/..%2Fa - not found
}

func route(u url.URL) string {
	s, err := url.SegmentDecoder{AllowEncodedSlash: true}.Decode(u)
	switch {
	case err != nil || len(s) < 3 || s[0] != "api":
		return "not found"
	case s[1] == "queues" && len(s) == 4:
		return fmt.Sprintf("queue %q of %q", s[3], s[2])
	case s[1] == "users" && len(s) == 3 && !strings.Contains(s[2], "/"):
		return fmt.Sprintf("user %q", s[2])
	}
	return "not found"
}

// A gateway lets clients into one project of a GitLab server. It may decide by the segment that is the project and by those after it,
// because GitLab keeps "%2F" when it routes. Every proxy between the two must keep it as well.
func Example_gitlab() {
	server := url.MustParse("https://gitlab.example/")
	for _, target := range []string{
		"/api/v4/projects/group%2Fname/issues",
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
	// https://gitlab.example/api/v4/projects/group%2Fname/issues
	// https://gitlab.example/api/v4/projects/group%2Fname
	// https://gitlab.example/api/v4/projects/group%2Fname
	// rejected: /api/v4/projects/group%2Fother
	// rejected: /api/v4/projects/group%2Fname%2F..%2Fother
	// rejected: /api/v4/projects/group/name
	// rejected: /api/v4/projects/group%2Fname/..%2F..%2Fusers
}

// projectURL returns the URL on the server to forward a request target to.
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
	u, err = server.AppendSegments(segments...)
	return u, err == nil
}

// Recipe: Decide for a proxy that forwards the raw target
//
// nginx's auth_request, Envoy's ext_authz and Traefik's ForwardAuth ask your server, and then forward the client's bytes. So
// reject every path that the parser changed.
//
// Pitfall: For the parser, `/admin\..\public` is in the public folder. For the backend, it may be an admin page.
//
// Keywords: forward auth, auth_request, ext_authz, ForwardAuth, reverse proxy, authorization
func Example_forwardAuth() {
	for _, target := range []string{
		"/public/x?q='",
		"/public/caf%C3%A9",
		"/%70ublic/x",
		`/admin\..\public\x`,           // the parser reads slashes
		"/admin/../public/x",           // the parser resolves the dots
		"/admin/%2E%2e/public/x",       // and these
		"/public/..%2fadmin",           // is ambiguous
		"//public/x",                   // has an empty segment
		"https://app.example/public/x", // is not a path
		"/admin",
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

// mayForward gets X-Forwarded-Method, -Host and -Uri, which the proxy sets.
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
// Compare the `Origin` field with your own origin, for requests that change something, and in `CheckOrigin` of a WebSocket
// library. Your origin comes from the configuration.
//
// Pitfall: If you compare with the Host field of the request instead, DNS rebinding gets around the check: a page of
// `http://evil.example:8080`, whose name now leads to your server, sends its own name in both fields (CVE-2026-34742).
//
// Keywords: CSRF, CheckOrigin, websocket origin, DNS rebinding, Origin field
func Example_ownPages() {
	for _, origin := range []string{
		"https://app.example",
		"https://app.example:8443", // has another port
		"http://app.example",       // has another scheme
		"https://evil.example",
		"null", // a sandboxed page, for example
		"",     // no browser, or an old one
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

// Recipe: Allow origins (CORS)
//
// Send back the origin that you parsed, not the field, and add `Vary`. A pattern that ends in `:*` allows any port, for example
// of localhost.
//
// Pitfall: A suffix check allows `badexample.com`, and with credentials that site reads your users' data. No pattern allows every
// origin: `https://*` is an error.
//
// Keywords: CORS, Access-Control-Allow-Origin, null origin, any port, subdomain wildcard
func Example_cors() {
	var allow originList // from the configuration
	err := json.Unmarshal([]byte(`["https://example.com", "https://*.example.com"]`), &allow)
	if err != nil {
		panic(err)
	}
	for _, origin := range []string{
		"https://www.example.com",
		"http://www.example.com",   // has another scheme
		"https://badexample.com",   // is another domain
		"https://example.com:8443", // has another port
		"null",
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

// setHeader answers a request that has this Origin field.
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
// A server may name its own host, or a domain above it that is not a public suffix, which means its registrable domain or a
// domain below that. The attribute is in ASCII.
//
// Pitfall: A suffix check of the strings allows `co.uk`, so any server below it can set cookies for all others. It also allows
// `cher.co.uk` to `bücher.co.uk`.
//
// Keywords: cookie domain, Set-Cookie, supercookie
func Example_cookieDomain() {
	host, err := url.ParseHost("www.b\u00fccher.co.uk")
	if err != nil {
		panic(err)
	}
	for _, domain := range []string{
		".xn--bcher-kva.co.uk",
		"WWW.xn--bcher-kva.co.uk",
		"B\u00fccher.co.uk",       // is not ASCII
		"co.uk",                   // is a public suffix
		"cher.co.uk",              // is another domain
		"api.xn--bcher-kva.co.uk", // is not above the host
	} {
		fmt.Println(domain, maySetCookie(host, domain))
	}
	// Output:
	// .xn--bcher-kva.co.uk true
	// WWW.xn--bcher-kva.co.uk true
	// Bücher.co.uk false
	// co.uk false
	// cher.co.uk false
	// api.xn--bcher-kva.co.uk false
}

func maySetCookie(host url.Host, attribute string) bool {
	name := strings.ToLower(strings.TrimPrefix(attribute, "."))
	domain, err := url.ParseHost(name)
	if err != nil || domain.String() != name {
		return false
	}
	if domain == host {
		return true
	}
	subdomains, err := url.ParseHostPattern("*." + name) // an error for an address
	if err != nil || !subdomains.Match(host) {
		return false
	}
	suffix, _ := domain.PublicSuffix(publicsuffix.List)
	return suffix != name
}

// Recipe: Check the RP ID of a WebAuthn request
//
// An RP ID is the domain of the origin, or a domain above it on the same site. The scheme must be https, except for localhost.
//
// Pitfall: A check for public suffixes alone allows `amazonaws.com` to a customer below `compute.amazonaws.com`, who can then use
// the passkeys of others.
//
// Keywords: WebAuthn rp id, passkey
func Example_rpID() {
	for _, test := range []struct{ origin, rpID string }{
		{"https://www.example.com", "example.com"},
		{"http://localhost:8080", "localhost"},
		{"https://example.com", "com"},                           // is a public suffix
		{"https://www.x.compute.amazonaws.com", "amazonaws.com"}, // is another site
		{"https://127.0.0.1", "127.0.0.1"},                       // is not a domain
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
	// https://example.com com false
	// https://www.x.compute.amazonaws.com amazonaws.com false
	// https://127.0.0.1 127.0.0.1 false
}

func mayUseRPID(origin url.Origin, rpID string) bool {
	host, ok := origin.ParsedHost()
	if !ok || host.Kind() != url.HostDomain {
		return false
	}
	isLocal := origin.Scheme() == "http" && host.String() == "localhost"
	if origin.Scheme() != "https" && !isLocal {
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
