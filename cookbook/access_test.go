package cookbook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// Recipe: Allow some hosts and their subdomains
//
// Check the scheme first, then the host, and request the URL, not the string. To block domains, look up the host and its
// parents in a map, each without a dot at the end.
//
// Pitfall: `*.example.com` does not match `example.com`: list both.
//
// Keywords: allow-list, block list, deny-list, subdomain, wildcard, image proxy, NO_PROXY
func Example_allowHosts() {
	var config struct{ Allow []url.HostPattern }
	if err := json.Unmarshal([]byte(`{"Allow": ["example.com", "*.example.com", "127.0.0.1"]}`), &config); err != nil {
		panic(err)
	}
	allows := func(u url.URL) bool {
		host, ok := u.ParsedHost()
		return ok && u.IsHTTP() && slices.ContainsFunc(config.Allow, func(p url.HostPattern) bool { return p.Match(host) })
	}
	for _, s := range []string{
		"https://www.EXAMPLE.com:8443/", `https://evil.example\.example.com/`, "https://example.com@evil.example/", "https://badexample.com/",
		"http://0x7f.1/", "ftp://example.com/",
	} {
		u := url.MustParse(s)
		fmt.Println(u, allows(u))
	}
	// Output:
	// https://www.example.com:8443/ true
	// https://evil.example/.example.com/ false
	// https://example.com@evil.example/ false
	// https://badexample.com/ false
	// http://127.0.0.1/ true
	// ftp://example.com/ false
}

// Recipe: Check the Domain attribute of a cookie
//
// A server may name its own host, or a domain above it that is not a public suffix: at most its RegistrableDomain. The text is ASCII.
//
// Pitfall: A suffix check of the text allows `co.uk` and `cher.co.uk`.
//
// Keywords: cookie domain
func Example_cookieDomain() {
	mayUse := func(host url.Host, attribute string) bool {
		text := strings.ToLower(strings.TrimPrefix(attribute, "."))
		domain, err := url.ParseHost(text)
		if err != nil || domain.String() != text || host == domain {
			return err == nil && host.String() == text
		}
		subdomains, err := url.ParseHostPattern("*." + text) // an error for an address
		suffix, _ := domain.PublicSuffix(publicsuffix.List)
		return err == nil && subdomains.Match(host) && suffix != text
	}
	host, _ := url.ParseHost("www.b\u00fccher.co.uk")
	for _, domain := range []string{".xn--bcher-kva.co.uk", "WWW.xn--bcher-kva.co.uk", "B\u00fccher.co.uk", "co.uk", "cher.co.uk", "api.xn--bcher-kva.co.uk"} {
		fmt.Println(domain, mayUse(host, domain))
	}
	// Output:
	// .xn--bcher-kva.co.uk true
	// WWW.xn--bcher-kva.co.uk true
	// Bücher.co.uk false
	// co.uk false
	// cher.co.uk false
	// api.xn--bcher-kva.co.uk false
}

// Recipe: Check the RP ID of a WebAuthn request
//
// An RP ID is the domain of an https origin or of http://localhost, or a domain above it in the same site.
//
// Pitfall: A check against public suffixes alone allows `amazonaws.com` for a customer below `compute.amazonaws.com`.
//
// Keywords: WebAuthn rp id, passkey
func Example_rpID() {
	mayUse := func(origin url.Origin, rpID string) bool {
		host, ok := origin.ParsedHost()
		id, err := url.ParseHost(rpID)
		isSecure := origin.Scheme() == "https" || origin.Scheme() == "http" && host.String() == "localhost"
		if err != nil || id.String() != rpID || !ok || host.Kind() != url.HostDomain || !isSecure {
			return false
		}
		above, err := url.ParseHostPattern("*." + rpID)
		return host == id || err == nil && above.Match(host) && host.Site(publicsuffix.List) == id.Site(publicsuffix.List)
	}
	for _, s := range [][2]string{{"https://www.example.com", "example.com"}, {"https://example.com", "com"}, {"https://test.amazonaws.com", "amazonaws.com"},
		{"https://www.example.compute.amazonaws.com", "amazonaws.com"}, {"http://localhost:8080", "localhost"}, {"https://127.0.0.1", "127.0.0.1"}} {
		fmt.Println(s, mayUse(url.MustParse(s[0]).Origin(), s[1]))
	}
	// Output:
	// [https://www.example.com example.com] true
	// [https://example.com com] false
	// [https://test.amazonaws.com amazonaws.com] true
	// [https://www.example.compute.amazonaws.com amazonaws.com] false
	// [http://localhost:8080 localhost] true
	// [https://127.0.0.1 127.0.0.1] false
}

// Recipe: Decide by the path of a URL
//
// DecodedSegments refuses paths that another program may read differently.
//
// Pitfall: With an error, there are no segments, as for `/`: return the error.
//
// Keywords: traversal, path traversal, double encoding %2520, matrix parameters ;a=b, dot segments
func Example_decidePath() {
	for _, path := range []string{"/public/AC%2DDC.txt", "/public/..%2fadmin", "/public//a", "/public/;/admin", "/public/%252e%252e/admin", "/admin"} {
		segments, err := url.MustParse("https://example.com" + path).DecodedSegments()
		isPublic := err == nil && len(segments) == 2 && segments[0] == "public"
		fmt.Printf("%q %t %t\n", segments, isPublic, errors.Is(err, url.ErrAmbiguousPath))
	}
	// Output:
	// ["public" "AC-DC.txt"] true false
	// [] false true
	// [] false true
	// [] false true
	// [] false true
	// ["admin"] false false
}

// Recipe: Open the file that a path names
//
// os.Root refuses links that lead outside. Only a regular file is opened: a pipe waits.
//
// Pitfall: `filepath.Join(dir, u.Pathname())` opens another file for `%2f` or a space.
//
// Keywords: path traversal, traversal, static files, escape a folder
func Example_openFile() {
	root, err := os.OpenRoot("../testdata")
	if err != nil {
		panic(err)
	}
	defer root.Close()
	for _, rawURL := range []string{"https://h/README.md", "https://h/..%2fgo.mod", "https://h/", "https://h/none"} {
		segments, err := url.MustParse(rawURL).DecodedSegments()
		name := path.Join(segments...)
		if info, statErr := root.Stat(name); err != nil || statErr != nil || !info.Mode().IsRegular() {
			fmt.Println("not found:", rawURL)
			continue
		}
		fmt.Println("open", name) // root.Open(name)
	}
	// Output:
	// open README.md
	// not found: https://h/..%2fgo.mod
	// not found: https://h/
	// not found: https://h/none
}

// A gateway lets clients into one project of a GitLab server. It may decide by the segment that is the project, and by those
// behind, because GitLab keeps "%2F" when it routes. Every proxy between the two has to keep it, too.
func Example_gitlab() {
	decoder := url.SegmentDecoder{AllowEncodedSlash: true}
	server := url.MustParse("https://gitlab.example/")
	allowed := []string{"api", "v4", "projects", "group/name"}
	for _, target := range []string{
		"/api/v4/projects/group%2Fname/issues", "/api/v4/projects/group%2fn%61me", "/api/v4/projects/group%2Fother", "/api/v4/projects/group%2Fname%2F..%2Fother",
		"/api/v4/projects/group/name", "/api/v4/projects/group%2Fname/..%2F..%2Fusers", `/api/v4/users\..\projects/group%2Fname`,
	} {
		u, err := url.ParseRequestTarget("GET", "https", "gateway.example", target)
		if err != nil {
			panic(err)
		}
		segments, err := decoder.Decode(u)
		if err != nil || len(segments) < len(allowed) || !slices.Equal(segments[:len(allowed)], allowed) {
			fmt.Println("refused:", target)
			continue
		}
		fmt.Println(server.AppendSegments(segments...)) // never the target, which the last line shows
	}
	// Output:
	// https://gitlab.example/api/v4/projects/group%2Fname/issues <nil>
	// https://gitlab.example/api/v4/projects/group%2Fname <nil>
	// refused: /api/v4/projects/group%2Fother
	// refused: /api/v4/projects/group%2Fname%2F..%2Fother
	// refused: /api/v4/projects/group/name
	// refused: /api/v4/projects/group%2Fname/..%2F..%2Fusers
	// https://gitlab.example/api/v4/projects/group%2Fname <nil>
}

// Recipe: Route a path with an encoded slash
//
// AllowEncodedSlash keeps `%2F` in its segment, for RabbitMQ, GitLab and npm.
//
// Pitfall: A segment may then have slashes: it is not a file name.
//
// Keywords: encoded slash, AMQP vhost, gin, echo, chi, mux path parameter, GitLab project
func Example_encodedSlash() {
	decoder := url.SegmentDecoder{AllowEncodedSlash: true}
	for _, path := range []string{"/api/queues/%2F/orders", "/api/queues/shop/eu%2Forders", "/api/users/ann", "/api/users/ann%2Fbob", "/api/queues/%2F/..%2Fa"} {
		segments, err := decoder.Decode(url.MustParse("https://rabbitmq.example" + path))
		switch {
		case err != nil || len(segments) < 3 || segments[0] != "api":
			fmt.Println(path, "- not found")
		case segments[1] == "queues" && len(segments) == 4:
			fmt.Printf("%s - queue %q of %q\n", path, segments[3], segments[2])
		case segments[1] == "users" && len(segments) == 3 && !strings.Contains(segments[2], "/"):
			fmt.Printf("%s - user %q\n", path, segments[2])
		default:
			fmt.Println(path, "- not found")
		}
	}
	// Output:
	// /api/queues/%2F/orders - queue "orders" of "/"
	// /api/queues/shop/eu%2Forders - queue "eu/orders" of "shop"
	// /api/users/ann - user "ann"
	// /api/users/ann%2Fbob - not found
	// /api/queues/%2F/..%2Fa - not found
}

// Recipe: Accept requests and websockets of your own pages only
//
// Compare the Origin field with your own origin, also in CheckOrigin of a WebSocket library.
//
// Pitfall: Behind TLS proxies, r.TLS is nil: the scheme comes from the configuration.
//
// Keywords: CSRF, CheckOrigin, websocket origin
func Example_ownPages() {
	const scheme = "https"
	isOwn := func(r *http.Request) bool {
		own, err := url.ParseRequestTarget(r.Method, scheme, r.Host, "/")
		if err != nil {
			return false
		}
		origin, err := url.ParseOrigin(r.Header.Get("Origin"))
		return err == nil && origin.SameOrigin(own.Origin())
	}

	for _, origin := range []string{"https://app.example", "https://app.example:8443", "http://app.example", "https://evil.example", "null", ""} {
		r := httptest.NewRequest("POST", "/settings", nil)
		r.Host = "App.example:443"
		r.Header.Set("Origin", origin)
		fmt.Printf("%q %t\n", origin, isOwn(r))
	}
	// Output:
	// "https://app.example" true
	// "https://app.example:8443" false
	// "http://app.example" false
	// "https://evil.example" false
	// "null" false
	// "" false
}

// Recipe: Allow origins by patterns (CORS)
//
// Echo the parsed origin, and vary by it. `http://localhost:*` allows any port.
//
// Pitfall: `*` with credentials, or a suffix check, lets any site read responses.
//
// Keywords: CORS, Access-Control-Allow-Origin, null origin
func Example_cors() {
	var allow []url.OriginPattern // from the configuration
	if err := json.Unmarshal([]byte(`["https://example.com", "https://*.example.com"]`), &allow); err != nil {
		panic(err)
	}
	answer := func(field string) http.Header { // to a request with this field Origin
		header := http.Header{"Vary": {"Origin"}}
		origin, err := url.ParseOrigin(field)
		if err == nil && slices.ContainsFunc(allow, func(p url.OriginPattern) bool { return p.Match(origin) }) {
			header.Set("Access-Control-Allow-Origin", origin.String())
		}
		return header
	}
	for _, field := range []string{"https://www.example.com", "http://www.example.com", "https://badexample.com", "https://example.com:8443", "null"} {
		fmt.Println(field, answer(field))
	}
	// Output:
	// https://www.example.com map[Access-Control-Allow-Origin:[https://www.example.com] Vary:[Origin]]
	// http://www.example.com map[Vary:[Origin]]
	// https://badexample.com map[Vary:[Origin]]
	// https://example.com:8443 map[Vary:[Origin]]
	// null map[Vary:[Origin]]
}

// Recipe: Redirect to one of several sites
//
// Check the scheme, the credentials and the origin, and send the Href.
//
// Pitfall: A blob: URL has the origin of a site, too.
//
// Keywords: allowed redirect hosts, multi-tenant
func Example_sites() {
	home := url.MustParse("https://app.example/home")
	var sites []url.OriginPattern // from the configuration
	if err := json.Unmarshal([]byte(`["https://app.example", "https://*.shop.example"]`), &sites); err != nil {
		panic(err)
	}
	target := func(next string) url.URL {
		u, err := home.Parse(next)
		if err != nil || !u.IsHTTP() || u.IncludesCredentials() ||
			!slices.ContainsFunc(sites, func(p url.OriginPattern) bool { return p.Match(u.Origin()) }) {
			return home
		}
		return u // redirect to its Href
	}
	for _, next := range []string{"/a", "https://tea.shop.example/b", `\\shop.example`, "https://app.example@evil.example", "blob:https://app.example/c"} {
		fmt.Println(next, "->", target(next))
	}
	// Output:
	// /a -> https://app.example/a
	// https://tea.shop.example/b -> https://tea.shop.example/b
	// \\shop.example -> https://app.example/home
	// https://app.example@evil.example -> https://app.example/home
	// blob:https://app.example/c -> https://app.example/home
}
