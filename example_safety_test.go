package url_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// This file shows how to decide on a URL: redirects, addresses, hosts, origins and sites.

func ExampleURL_ParseSameOrigin() {
	page := url.MustParse("https://app.example/login")
	for _, ref := range []string{"/account", "https://app.example:443/?q", "/.//evil.example", `/\evil.example`, "/\t/evil.example", "javascript:x"} {
		u, err := page.ParseSameOrigin(ref)
		fmt.Printf("%q: %v %t\n", ref, u, errors.Is(err, url.ErrCrossOrigin))
	}
	// Output:
	// "/account": https://app.example/account false
	// "https://app.example:443/?q": https://app.example/?q false
	// "/.//evil.example": https://app.example//evil.example false
	// "/\\evil.example":  true
	// "/\t/evil.example":  true
	// "javascript:x":  true
}

// A login page sends users back to where they came from, but not to other servers. It sends the href of the URL that it
// checked, not the parameter, and not only the path: the path of the fourth link begins with "//".
func ExampleURL_ParseSameOrigin_redirect() {
	home := url.MustParse("https://app.example/home") // from the configuration, not from the request
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := home.ParseSameOrigin(r.FormValue("next")) // home itself, if there is no next
		if err != nil {
			next = home
		}
		http.Redirect(w, r, next.Href(), http.StatusSeeOther)
	}

	for _, next := range []string{"/account?tab=2", "", "//evil.example", "/.//evil.example", `https:\\evil.example`, "https://app.example@evil.example/"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?next="+neturl.QueryEscape(next), nil))
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> https://app.example/account?tab=2
	//  -> https://app.example/home
	// //evil.example -> https://app.example/home
	// /.//evil.example -> https://app.example//evil.example
	// https:\\evil.example -> https://app.example/home
	// https://app.example@evil.example/ -> https://app.example/home
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

func ExampleParseHost() {
	for _, s := range []string{"EXAMPLE.com", "0x7f.1", "[1:0::]", "fa\u00df.example", "1.2.3.4.5"} {
		host, err := url.ParseHost(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(host.Kind(), host)
	}
	// Output:
	// domain example.com
	// IPv4 127.0.0.1
	// IPv6 [1::]
	// domain xn--fa-hia.example
	// url: parse host "1.2.3.4.5": IPv4-too-many-parts at byte 8
}

func ExampleURL_ParsedHost() {
	host, ok := url.MustParse("https://xn--bcher-kva.example/").ParsedHost()
	fmt.Println(host, host.Unicode(), ok)
	_, ok = url.MustParse("mailto:me@example.org").ParsedHost()
	fmt.Println(ok)
	// Output:
	// xn--bcher-kva.example bücher.example true
	// false
}

func ExampleDomainToASCII() {
	ascii, err := url.DomainToASCII("B\u00FCcher.example")
	fmt.Printf("%q %v\n", ascii, err)

	// An IPv6 address is not a domain.
	ascii, err = url.DomainToASCII("[::1]")
	fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))

	// If beStrict is true, the rules of the DNS apply, too.
	ascii, err = url.DomainToASCII("under_score.example")
	fmt.Printf("%q %v\n", ascii, err)
	ascii, err = url.DomainToASCIIStrict("under_score.example")
	fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))
	// Output:
	// "xn--bcher-kva.example" <nil>
	// "" true
	// "under_score.example" <nil>
	// "" true
}

func ExampleDomainToUnicode() {
	fmt.Println(url.DomainToUnicode("xn--bcher-kva.example"))
	// If one label cannot be decoded, none is. The second one is not valid.
	fmt.Println(url.DomainToUnicode("xn--bcher-kva.xn--8i7caa"))
	fmt.Printf("%q\n", url.DomainToUnicode("[::1]"))
	// Output:
	// bücher.example
	// xn--bcher-kva.xn--8i7caa
	// ""
}

// Hosts are comparable. == is the standard's host equivalence.
func ExampleHost() {
	a, _ := url.ParseHost("0x7f.1")
	b, _ := url.ParseHost("127.0.0.1")
	c, _ := url.ParseHost("localhost")
	fmt.Println(a == b, a == c)
	// Output: true false
}

func ExampleHost_Addr() {
	for _, s := range []string{"2130706433", "[::ffff:7f00:1]", "localhost"} {
		host, _ := url.ParseHost(s)
		addr, ok := host.Addr()
		fmt.Println(addr, ok)
	}
	// Output:
	// 127.0.0.1 true
	// ::ffff:127.0.0.1 true
	// invalid IP false
}

func ExampleHost_Kind() {
	for _, rawURL := range []string{"https://example.org/", "https://1.2.3.4/", "https://[::1]/", "foo://1.2.3.4/", "file:///a"} {
		host, _ := url.MustParse(rawURL).ParsedHost()
		fmt.Printf("%q %s\n", host, host.Kind())
	}
	// Output:
	// "example.org" domain
	// "1.2.3.4" IPv4
	// "[::1]" IPv6
	// "1.2.3.4" opaque
	// "" empty
}

func ExampleHostKind() {
	host, _ := url.ParseHost("1.2.3.4")
	switch host.Kind() {
	case url.HostIPv4, url.HostIPv6:
		fmt.Println("an address")
	case url.HostDomain:
		fmt.Println("a domain")
	}
	// Output: an address
}

func ExampleHostKind_String() {
	fmt.Println(url.HostIPv6.String())
	// Output: IPv6
}

func ExampleHost_String() {
	host, _ := url.ParseHost("[1:2:0:0::3]")
	fmt.Println(host.String())
	// Output: [1:2::3]
}

func ExampleHost_Unicode() {
	host, _ := url.ParseHost("b\u00fccher.example")
	fmt.Println(host, host.Unicode())
	// Output: xn--bcher-kva.example bücher.example
}

func ExampleHost_AppendText() {
	host, _ := url.ParseHost("example.org")
	text, err := host.AppendText([]byte("Host: "))
	fmt.Println(string(text), err)
	// Output: Host: example.org <nil>
}

func ExampleHost_MarshalText() {
	host, _ := url.ParseHost("EXAMPLE.org")
	text, err := json.Marshal(host)
	fmt.Println(string(text), err)
	// Output: "example.org" <nil>
}

// The host of a URL that is not special is not changed, apart from percent-encoding and IPv6 addresses.
func ExampleParseOpaqueHost() {
	for _, s := range []string{"EXAMPLE.org", "0x7f.1", "b\u00fccher", "[1:0::]", "a b"} {
		host, err := url.ParseOpaqueHost(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(host.Kind(), host)
	}
	// Output:
	// opaque EXAMPLE.org
	// opaque 0x7f.1
	// opaque b%C3%BCcher
	// IPv6 [1::]
	// url: parse host "a b": host-invalid-code-point at byte 1
}

// The empty host of a file: URL is "", and a missing host is NULL.
func ExampleHost_Value() {
	for _, s := range []string{"https://EXAMPLE.com/", "file:///etc/hosts"} {
		host, _ := url.MustParse(s).ParsedHost()
		fmt.Println(host.Value())
	}
	// Output:
	// example.com <nil>
	//  <nil>
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

func ExampleParseOrigin() {
	o, err := url.ParseOrigin("https://example.com:8443")
	fmt.Println(o, err)
	_, err = url.ParseOrigin("https://example.com/path")
	fmt.Println(err)
	fmt.Println(errors.Is(err, url.ErrNotOrigin))
	// Output:
	// https://example.com:8443 <nil>
	// url: parse origin "https://example.com/path": not-an-origin at byte 19
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

func ExampleOrigin_Host() {
	o := url.MustParse("https://b\u00fccher.example:8443/").Origin()
	fmt.Println(o.Host(), o.Host().Unicode())
	// Output: xn--bcher-kva.example bücher.example
}

// The default port of the scheme is null.
func ExampleOrigin_Port() {
	fmt.Println(url.MustParse("https://example.com:8443/").Origin().Port())
	fmt.Println(url.MustParse("https://example.com:443/").Origin().Port())
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
	// url: scan origin "https://example.com/path": not-an-origin at byte 19
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
	// url: parse origin pattern "https://*": not-an-origin-pattern at byte 8: "*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"
	// url: parse origin pattern "https://*.example.com/": not-an-origin-pattern at byte 21: an origin ends after the host and port
}

// A server tells browsers which origins may read its responses (CORS). The patterns come from a configuration file.
func ExampleOriginPattern() {
	var config struct{ Allow []url.OriginPattern }
	if err := json.Unmarshal([]byte(`{"Allow": ["https://example.com", "https://*.example.com"]}`), &config); err != nil {
		panic(err)
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		origin, err := url.ParseOrigin(r.Header.Get("Origin"))
		if err == nil && slices.ContainsFunc(config.Allow, func(p url.OriginPattern) bool { return p.Match(origin) }) {
			w.Header().Set("Access-Control-Allow-Origin", origin.String())
		}
	}

	for _, origin := range []string{
		"https://example.com", "https://www.example.com", "http://www.example.com", "https://badexample.com",
		"https://www.example.com.evil.example", "https://www.example.com:8443", "null",
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Header.Set("Origin", origin)
		handler(w, r)
		fmt.Printf("%s: %q\n", origin, w.Header().Get("Access-Control-Allow-Origin"))
	}
	// Output:
	// https://example.com: "https://example.com"
	// https://www.example.com: "https://www.example.com"
	// http://www.example.com: ""
	// https://badexample.com: ""
	// https://www.example.com.evil.example: ""
	// https://www.example.com:8443: ""
	// null: ""
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

// The error of ParseOrigin names the function that accepts patterns.
func ExampleParseOrigin_pattern() {
	_, err := url.ParseOrigin("https://*.example.com")
	fmt.Println(err)
	// Output: url: parse origin "https://*.example.com": not-an-origin at byte 8: use ParseOriginPattern for patterns
}

func ExampleHost_RegistrableDomain() {
	for _, s := range []string{"https://www.example.co.uk/", "https://whatwg.github.io/", "https://co.uk/", "https://127.0.0.1/"} {
		host, _ := url.MustParse(s).ParsedHost()
		suffix, _ := host.PublicSuffix(publicsuffix.List)
		domain, ok := host.RegistrableDomain(publicsuffix.List)
		fmt.Printf("%s: %q %q %t\n", host, suffix, domain, ok)
	}
	// Output:
	// www.example.co.uk: "co.uk" "example.co.uk" true
	// whatwg.github.io: "github.io" "whatwg.github.io" true
	// co.uk: "co.uk" "" false
	// 127.0.0.1: "" "" false
}

func ExampleOrigin_SameSite() {
	a := url.MustParse("https://login.example.com/").Origin()
	for _, s := range []string{"https://www.example.com:8443/", "http://www.example.com/", "https://example.org/"} {
		b := url.MustParse(s).Origin()
		fmt.Println(b, a.SameSite(b, publicsuffix.List), a.SchemelesslySameSite(b, publicsuffix.List))
	}
	// Output:
	// https://www.example.com:8443 true true
	// http://www.example.com false true
	// https://example.org false false
}

func ExampleHost_PublicSuffix() {
	host, _ := url.ParseHost("www.example.co.uk")
	fmt.Println(host.PublicSuffix(publicsuffix.List))
	// Output: co.uk true
}

func ExampleHost_Site() {
	for _, s := range []string{"www.example.co.uk", "co.uk", "127.0.0.1"} {
		host, _ := url.ParseHost(s)
		fmt.Println(host.Site(publicsuffix.List))
	}
	// Output:
	// example.co.uk
	// co.uk
	// 127.0.0.1
}

// listWithIntranet is a public suffix list with an additional entry: each team has its own site.
type listWithIntranet struct{}

func (listWithIntranet) PublicSuffix(domain string) string {
	const own = "teams.intranet"
	if domain == own || strings.HasSuffix(domain, "."+own) {
		return own
	}
	return publicsuffix.List.PublicSuffix(domain)
}

func ExamplePublicSuffixList() {
	host, _ := url.ParseHost("wiki.red.teams.intranet")
	fmt.Println(host.RegistrableDomain(publicsuffix.List))
	fmt.Println(host.RegistrableDomain(listWithIntranet{}))
	// Output:
	// teams.intranet true
	// red.teams.intranet true
}

func ExampleOrigin_SchemelesslySameSite() {
	a, b := url.MustParse("https://a.example.com/").Origin(), url.MustParse("http://b.example.com/").Origin()
	fmt.Println(a.SchemelesslySameSite(b, publicsuffix.List))
	// Output: true
}
