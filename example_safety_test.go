package url_test

import (
	"encoding/json"
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

// This file shows how to decide on a URL: redirects, paths, addresses, origins and patterns for origins.

// Job: Put a stranger's link into a page
//
// The page gets the Href of a URL whose scheme is checked. html/template escapes it.
//
// Trap: A check of the text misses what a browser reads, as the tab in `java\tscript:`.
//
// Words: sanitize a link, javascript: link, XSS, feed
func ExampleURL_Parse_link() {
	base := url.MustParse("https://forum.example/t/1")
	for _, link := range []string{"/t/2", "HTTPS://Example.com", "java\tscript:alert(1)", " javascript:alert(1)", "data:text/html,x", "https:evil"} {
		u, err := base.Parse(link)
		if err != nil || !u.IsHTTP() {
			fmt.Printf("%q is not a link\n", link)
			continue
		}
		fmt.Println(u.Href())
	}
	// Output:
	// https://forum.example/t/2
	// https://example.com/
	// "java\tscript:alert(1)" is not a link
	// " javascript:alert(1)" is not a link
	// "data:text/html,x" is not a link
	// https://forum.example/t/evil
}

// A login page sends users back to where they came from, but not to other servers. It sends the URL that it checked: not
// the parameter, and not only the path, because the path of the fourth link begins with "//". Where a path is enough,
// SameOrigin of package redirect is shorter, and other analyzers do not report it.
func ExampleURL_ParseSameOrigin() {
	home := url.MustParse("https://app.example/home") // from the configuration, not from the request
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := home.ParseSameOrigin(r.FormValue("next")) // home itself, if there is no next
		if err != nil {
			next = home // the reason is url.ErrCrossOrigin, or why the parameter is not a URL
		}
		http.Redirect(w, r, next.Href(), http.StatusSeeOther)
	}

	for _, next := range []string{"/account?tab=2", "", "//evil.example", "/.//evil.example", `/\evil.example`, "https://app.example@evil.example/"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?next="+neturl.QueryEscape(next), nil))
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> https://app.example/account?tab=2
	//  -> https://app.example/home
	// //evil.example -> https://app.example/home
	// /.//evil.example -> https://app.example//evil.example
	// /\evil.example -> https://app.example/home
	// https://app.example@evil.example/ -> https://app.example/home
}

// A login page does not know its own origin, because it runs behind proxies. It parses against any http: URL, and sends a
// path. So it accepts only links without a host.
func ExampleURL_RelativeToOrigin() {
	anywhere := url.MustParse("http://localhost/")
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := anywhere.ParseSameOrigin(r.FormValue("next"))
		if err != nil {
			next = anywhere
		}
		http.Redirect(w, r, next.RelativeToOrigin(), http.StatusSeeOther)
	}

	for _, next := range []string{"/account?tab=2", "", "https://app.example/account", `/\evil.example`, `/./\evil.example`, `/#/../\evil.example`} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?next="+neturl.QueryEscape(next), nil))
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> /account?tab=2
	//  -> /
	// https://app.example/account -> /
	// /\evil.example -> /
	// /./\evil.example -> /evil.example
	// /#/../\evil.example -> /
}

// Job: Decide by the path of a URL
//
// DecodedSegments refuses paths that another program may read differently.
//
// Trap: With an error, there are no segments, as for `/`: return the error.
//
// Words: traversal, path traversal, double encoding %2520, matrix parameters ;a=b, dot segments
func ExampleURL_DecodedSegments() {
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

// A gateway lets clients into one project of a GitLab server. It may decide by the segment that is the project, and by those
// behind, because GitLab keeps "%2F" when it routes. Every proxy between the two has to keep it, too.
func ExampleSegmentDecoder() {
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

// Job: Route a path with an encoded slash
//
// AllowEncodedSlash keeps `%2F` in its segment, for RabbitMQ, GitLab and npm.
//
// Trap: A segment may then have slashes: it is not a file name.
//
// Words: encoded slash, AMQP vhost, gin, echo, chi, mux path parameter, GitLab project
func ExampleSegmentDecoder_Decode() {
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

// A URL spells an address in many ways, and Addr reads each. It is for reports, rules and early errors. To request a URL
// that a stranger gave, send the request through the transport of package [github.com/weburl-go/url/guard]: only it sees
// the addresses of domains and of redirects.
func ExampleURL_Addr() {
	for _, host := range []string{
		"0x7f.1", "2130706433", "①②⑦.0.0.1", "[::1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "169.254.169.254", "localhost",
	} {
		addr, ok := url.MustParse("http://" + host + "/").Addr()
		fmt.Println(host, "-", addr, ok)
	}
	// Output:
	// 0x7f.1 - 127.0.0.1 true
	// 2130706433 - 127.0.0.1 true
	// ①②⑦.0.0.1 - 127.0.0.1 true
	// [::1] - ::1 true
	// [::ffff:7f00:1] - ::ffff:127.0.0.1 true
	// [64:ff9b::7f00:1] - 64:ff9b::7f00:1 true
	// 169.254.169.254 - 169.254.169.254 true
	// localhost - invalid IP false
}

func ExampleURL_Origin() {
	for _, s := range []string{
		"https://user:secret@example.com:443/account?id=1",
		"blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f",
		"data:text/html,hello",
	} {
		fmt.Println(url.MustParse(s).Origin())
	}
	// Output:
	// https://example.com
	// https://whatwg.org
	// null
}

func ExampleOrigin_SameOrigin() {
	page := url.MustParse("https://example.com/index.html").Origin()
	for _, s := range []string{"https://EXAMPLE.com:443/script.js", "http://example.com/", "data:,"} {
		o := url.MustParse(s).Origin()
		fmt.Println(o, page.SameOrigin(o))
	}
	data, file := url.MustParse("data:,").Origin(), url.MustParse("file:///").Origin()
	fmt.Println(data == file, data.SameOrigin(file))
	// Output:
	// https://example.com true
	// http://example.com false
	// null false
	// true false
}

// Job: Accept requests and websockets of your own pages only
//
// Compare the Origin field with your own origin, also in CheckOrigin of a WebSocket library.
//
// Trap: Behind TLS proxies, r.TLS is nil: the scheme comes from the configuration.
//
// Words: CSRF, CheckOrigin, websocket origin
func ExampleOrigin_SameOrigin_request() {
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

func ExampleParseOrigin() {
	o, err := url.ParseOrigin("https://example.com:8443")
	fmt.Println(o, err)
	_, err = url.ParseOrigin("https://example.com/path")
	fmt.Println(err)
	fmt.Println(errors.Is(err, url.ErrNotOrigin))
	// Output:
	// https://example.com:8443 <nil>
	// url: ParseOrigin "https://example.com/path": not-an-origin at byte 19
	// true
}

func ExampleURL_OriginWith() {
	// A program that makes blob: URLs for documents keeps the origins of these documents.
	store := map[string]url.Origin{
		"blob:null/d0360e2f-caee-469f-9a2f-87d5b0456f6f": url.MustParse("https://example.com/").Origin(),
	}
	u := url.MustParse("blob:null/d0360e2f-caee-469f-9a2f-87d5b0456f6f#page=2")
	fmt.Println(u.Origin())
	fmt.Println(u.OriginWith(func(u url.URL) (url.Origin, bool) {
		o, ok := store[u.Href()]
		return o, ok
	}))
	// Output:
	// null
	// https://example.com
}

// Tuple origins can be map keys. Compare opaque ones with [url.Origin.SameOrigin].
func ExampleOrigin() {
	allowed := map[url.Origin]bool{url.MustParse("https://example.com/").Origin(): true}
	for _, header := range []string{"https://example.com", "https://example.com:8443", "null"} {
		o, err := url.ParseOrigin(header)
		fmt.Println(o, err == nil && !o.IsOpaque() && allowed[o])
	}
	// Output:
	// https://example.com true
	// https://example.com:8443 false
	// null false
}

func ExampleOrigin_IsOpaque() {
	for _, s := range []string{"https://example.com/", "file:///etc/hosts", "data:,hello"} {
		fmt.Println(url.MustParse(s).Origin().IsOpaque())
	}
	// Output:
	// false
	// true
	// true
}

func ExampleOrigin_Scheme() {
	fmt.Printf("%q\n", url.MustParse("https://example.com/").Origin().Scheme())
	fmt.Printf("%q\n", url.MustParse("file:///a").Origin().Scheme()) // opaque
	// Output:
	// "https"
	// ""
}

func ExampleOrigin_ParsedHost() {
	host, ok := url.MustParse("https://b\u00fccher.example:8443/").Origin().ParsedHost()
	fmt.Println(host, host.Unicode(), ok)
	_, ok = url.MustParse("file:///a").Origin().ParsedHost() // opaque
	fmt.Println(ok)
	// Output:
	// xn--bcher-kva.example bücher.example true
	// false
}

// The default port of the scheme is null.
func ExampleOrigin_PortNumber() {
	fmt.Println(url.MustParse("https://example.com:8443/").Origin().PortNumber())
	fmt.Println(url.MustParse("https://example.com:443/").Origin().PortNumber())
	// Output:
	// 8443 true
	// 0 false
}

func ExampleOrigin_String() {
	fmt.Println(url.MustParse("https://me@example.com:8443/a").Origin().String())
	fmt.Println(url.Origin{}.String())
	// Output:
	// https://example.com:8443
	// null
}

func ExampleOrigin_AppendText() {
	text, err := url.MustParse("https://example.com/").Origin().AppendText([]byte("Origin: "))
	fmt.Println(string(text), err)
	// Output: Origin: https://example.com <nil>
}

func ExampleOrigin_MarshalText() {
	text, err := json.Marshal(url.MustParse("https://example.com/a").Origin())
	fmt.Println(string(text), err)
	// Output: "https://example.com" <nil>
}

func ExampleOrigin_UnmarshalText() {
	var config struct{ AllowedOrigins []url.Origin }
	err := json.Unmarshal([]byte(`{"AllowedOrigins": ["https://example.com", "http://localhost:8080"]}`), &config)
	fmt.Println(config.AllowedOrigins, err)

	err = json.Unmarshal([]byte(`{"AllowedOrigins": ["https://example.com/"]}`), &config) // a URL
	fmt.Println(errors.Is(err, url.ErrNotOrigin))
	// Output:
	// [https://example.com http://localhost:8080] <nil>
	// true
}

func ExampleOrigin_AppendBinary() {
	data, err := url.MustParse("https://example.com/").Origin().AppendBinary(nil)
	fmt.Println(string(data), err)
	// Output: https://example.com <nil>
}

func ExampleOrigin_MarshalBinary() {
	data, err := url.MustParse("https://example.com/").Origin().MarshalBinary()
	fmt.Println(string(data), err)
	// Output: https://example.com <nil>
}

func ExampleOrigin_UnmarshalBinary() {
	var o url.Origin
	err := o.UnmarshalBinary([]byte("https://example.com"))
	fmt.Println(o, err)
	// Output: https://example.com <nil>
}

func ExampleOrigin_Value() {
	fmt.Println(url.MustParse("https://example.com:8443/a").Origin().Value())
	fmt.Println(url.MustParse("data:,a").Origin().Value())
	// Output:
	// https://example.com:8443 <nil>
	// null <nil>
}

func ExampleOrigin_Scan() {
	var o url.Origin
	err := o.Scan("https://example.com:8443") // database/sql calls it for rows.Scan(&o)
	fmt.Println(o, err)
	fmt.Println(o.Scan("https://example.com/path"))
	// Output:
	// https://example.com:8443 <nil>
	// url: Origin.Scan "https://example.com/path": not-an-origin at byte 19
}

func ExampleParseOriginPattern() {
	for _, s := range []string{"HTTPS://*.b\u00fccher.example:443", "http://localhost:*", "https://*", "https://*.example.com/"} {
		p, err := url.ParseOriginPattern(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p)
	}
	// Output:
	// https://*.xn--bcher-kva.example
	// http://localhost:*
	// url: ParseOriginPattern "https://*": not-an-origin-pattern at byte 8: "*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"; others: package urlpattern
	// url: ParseOriginPattern "https://*.example.com/": not-an-origin-pattern at byte 21: an origin ends after the host and port
}

// Job: Allow origins by patterns (CORS)
//
// Echo the parsed origin, and vary by it. `http://localhost:*` allows any port.
//
// Trap: `*` with credentials, or a suffix check, lets any site read responses.
//
// Words: CORS, Access-Control-Allow-Origin, null origin
func ExampleOriginPattern() {
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

// Job: Redirect to one of several sites
//
// Check the scheme, the credentials and the origin, and send the Href.
//
// Trap: A blob: URL has the origin of a site, too.
//
// Words: allowed redirect hosts, multi-tenant
func ExampleOriginPattern_redirect() {
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

func ExampleOriginPattern_Match() {
	p, err := url.ParseOriginPattern("https://*.example.com")
	fmt.Println(p, err)
	for _, s := range []string{
		"https://www.example.com/", "https://a.b.example.com/", "https://example.com/", "https://badexample.com/",
		"https://www.example.com:8443/", "http://www.example.com/",
	} {
		fmt.Println(s, p.Match(url.MustParse(s).Origin()))
	}
	// Output:
	// https://*.example.com <nil>
	// https://www.example.com/ true
	// https://a.b.example.com/ true
	// https://example.com/ false
	// https://badexample.com/ false
	// https://www.example.com:8443/ false
	// http://www.example.com/ false
}

func ExampleOriginPattern_String() {
	p, err := url.ParseOriginPattern("WSS://*.Example.com:08443")
	fmt.Println(p.String(), err)
	// Output: wss://*.example.com:8443 <nil>
}

func ExampleOriginPattern_AppendText() {
	p, _ := url.ParseOriginPattern("http://localhost:*")
	text, err := p.AppendText([]byte("allow "))
	fmt.Println(string(text), err)
	// Output: allow http://localhost:* <nil>
}

func ExampleOriginPattern_MarshalText() {
	p, _ := url.ParseOriginPattern("https://*.example.com")
	text, err := json.Marshal([]url.OriginPattern{p, {}})
	fmt.Println(string(text), err)
	// Output: ["https://*.example.com",""] <nil>
}

func ExampleOriginPattern_UnmarshalText() {
	var patterns []url.OriginPattern
	err := json.Unmarshal([]byte(`["https://*.example.com", "http://localhost:*"]`), &patterns)
	fmt.Println(patterns, err)

	err = json.Unmarshal([]byte(`["*"]`), &patterns)
	fmt.Println(errors.Is(err, url.ErrNotOriginPattern))
	// Output:
	// [https://*.example.com http://localhost:*] <nil>
	// true
}

// "*.example.com" is also a host, so ParseOrigin reads it. Only ParseOriginPattern reads it as a pattern.
func ExampleParseOrigin_pattern() {
	origin, err := url.ParseOrigin("https://*.example.com")
	fmt.Println(origin, err)
	pattern, err := url.ParseOriginPattern("https://*.example.com")
	fmt.Println(pattern.Match(url.MustParse("https://www.example.com/").Origin()), err)
	// Output:
	// https://*.example.com <nil>
	// true <nil>
}

func ExampleParseRequestTarget() {
	u, err := url.ParseRequestTarget("GET", "https", "Example.com:443", "//evil.example/a/%2e%2e/b")
	fmt.Println(u, err)

	u, err = url.ParseRequestTarget("GET", "https", "example.com", "http://other.example/a")
	fmt.Println(u, err)

	_, err = url.ParseRequestTarget("GET", "https", "user:secret@example.com", "/")
	fmt.Println(err)
	// Output:
	// https://example.com//evil.example/b <nil>
	// http://other.example/a <nil>
	// url: ParseRequestTarget "xxxxx@example.com": invalid-credentials at byte 5
}

// A proxy decides on the URL that a request is for, and forwards that URL, not the target.
func ExampleParseRequestTarget_proxy() {
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

// Job: Decide for a proxy that forwards the raw target
//
// nginx's auth_request, Envoy's ext_authz and ForwardAuth forward the client's bytes. Refuse what the parser changed.
//
// Trap: `/admin\..\public` is public for the parser, and an admin page for the backend.
//
// Words: forward auth, auth_request, ext_authz, ForwardAuth, reverse proxy
func ExampleParseRequestTarget_forwardAuth() {
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

// A backend has the API below /v1 in place of /api, and needs the rest as the client wrote it. A proxy may forward these bytes if
// the parser resolved nothing in them: the path decodes to the path that was judged. Where bytes are not UTF-8, the paths may
// differ and decode to the same U+FFFD, so such a path is refused. The rest of the proxy is as in the example Proxy.
func ExampleParseRequestTarget_unchanged() {
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

// Job: Read deep links of an app
//
// `myapp:open` has a path, and `myapp://open` a host: join both.
//
// Trap: Any app can open such a link: it never proves who sent it.
//
// Words: deep link, own scheme, tel link
func ExampleURL_HasOpaquePath_deepLink() {
	for _, link := range []string{"myapp:open?id=7", "myapp://open?id=7", "myapp:/open?id=7", "https://evil.example/open?id=7"} {
		u, err := url.Parse(link)
		if err != nil || u.Scheme() != "myapp" {
			fmt.Println("not ours:", link)
			continue
		}
		id, _ := u.QueryValue("id")
		fmt.Println(strings.Trim(u.Host()+u.Pathname(), "/"), id)
	}
	// Output:
	// open 7
	// open 7
	// open 7
	// not ours: https://evil.example/open?id=7
}
