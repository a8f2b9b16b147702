package url_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"

	"github.com/weburl-go/url"
)

// Examples of redirects, paths, addresses, origins and origin patterns.

// A login page sends users back to where they came from, but never to another server. It redirects to the URL that it checked, not to
// the parameter or the path: the path of the fourth link begins with "//". If a path is enough, use SameOrigin of package redirect.
func ExampleURL_ParseSameOrigin() {
	home := url.MustParse("https://app.example/home") // from the configuration, not from the request
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := home.ParseSameOrigin(r.FormValue("next")) // home itself, if there is no next
		if err != nil {
			next = home // the reason is url.ErrCrossOrigin, or why the parameter is not a URL
		}
		http.Redirect(w, r, next.Href(), http.StatusSeeOther)
	}

	for _, next := range []string{
		"/account?tab=2",
		"",
		"//evil.example",
		"/.//evil.example",
		`/\evil.example`,
		"https://app.example@evil.example/",
	} {
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

// Behind proxies, a login page does not know its own origin. It can resolve the link against any http: URL, and redirect to a path. It
// then accepts only links without a host.
func ExampleURL_RelativeToOrigin() {
	anywhere := url.MustParse("http://localhost/")
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := anywhere.ParseSameOrigin(r.FormValue("next"))
		if err != nil {
			next = anywhere
		}
		http.Redirect(w, r, next.RelativeToOrigin(), http.StatusSeeOther)
	}

	for _, next := range []string{
		"/account?tab=2",
		"",
		"https://app.example/account",
		`/\evil.example`,
		`/./\evil.example`,
		`/#/../\evil.example`,
	} {
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

func ExampleURL_DecodedSegments() {
	for _, path := range []string{"/public/AC%2DDC.txt", "/public/..%2fadmin"} {
		segments, err := url.MustParse("https://example.com" + path).DecodedSegments()
		fmt.Printf("%q %t\n", segments, errors.Is(err, url.ErrAmbiguousPath))
	}
	// Output:
	// ["public" "AC-DC.txt"] false
	// [] true
}

func ExampleSegmentDecoder_Decode() {
	decoder := url.SegmentDecoder{AllowEncodedSlash: true}
	segments, err := decoder.Decode(url.MustParse("https://rabbitmq.example/api/queues/%2F/eu%2Forders"))
	fmt.Printf("%q %v\n", segments, err)
	// Output: ["api" "queues" "/" "eu/orders"] <nil>
}

// Addr reads every spelling of an address. Use it for reports, rules and early errors. To request a URL that a user supplied, use the
// transport of package [github.com/weburl-go/url/guard], which also checks the addresses of domains and of redirects.
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
	for _, s := range []string{
		"https://EXAMPLE.com:443/script.js",
		"http://example.com/",
		"data:,",
	} {
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

// A tuple origin can be a map key. Opaque origins must be compared with [url.Origin.SameOrigin].
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

// If the port is the default port of the scheme, there is none.
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
	for _, s := range []string{
		"HTTPS://*.b\u00fccher.example:443",
		"http://localhost:*",
		"https://*",
		"https://*.example.com/",
	} {
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
	// url: ParseOriginPattern "https://*": not-an-origin-pattern at byte 8: "*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"; for other patterns, use package urlpattern
	// url: ParseOriginPattern "https://*.example.com/": not-an-origin-pattern at byte 21: an origin ends after the host and port
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
