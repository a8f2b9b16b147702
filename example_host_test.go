package url_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// This file shows how to read hosts, domains and sites, and how to allow hosts by patterns.

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
	// url: ParseHost "1.2.3.4.5": IPv4-too-many-parts at byte 8
}

// Job: Show a punycode domain in letters
//
// Parse converts domains to ASCII, and Unicode converts them back for reading.
//
// Trap: Compare and store the ASCII form. For people, use display.URL, which guards against look-alikes.
//
// Words: IDN, punycode, Unicode domain
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
	for _, domain := range []string{"B\u00FCcher.example", "[::1]"} { // an IPv6 address is not a domain
		ascii, err := url.DomainToASCII(domain)
		fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))
	}
	// Output:
	// "xn--bcher-kva.example" false
	// "" true
}

// The rules of the DNS apply, too.
func ExampleDomainToASCIIStrict() {
	_, err := url.DomainToASCII("under_score.example")
	_, strictErr := url.DomainToASCIIStrict("under_score.example")
	fmt.Println(err, errors.Is(strictErr, url.ErrDomainToASCII))
	// Output: <nil> true
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
	// url: ParseOpaqueHost "a b": host-invalid-code-point at byte 1
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

// Job: Find the domain of a URL
//
// The registrable domain is the public suffix and one label more (eTLD+1).
//
// Trap: The list's default rule makes every unknown last label a suffix: psl.List.Lookup tells a real one. Prefer origins for
// decisions.
//
// Words: domain of a URL, eTLD, public suffix, real domain, registrable domain, TLD
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

// Job: Compare the sites of two URLs
//
// Two origins are of one site if scheme and registrable domain are the same.
//
// Trap: wss is not https here: for SameSite cookies, compare SchemelesslySameSite and the schemes. An opaque host is its own
// site.
//
// Words: same site, SameSite
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

func ExampleURL_Host() {
	for _, rawURL := range []string{"https://example.org:8080/", "https://example.org:443/", "https://[::1]:8080/"} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Host(), u.Hostname())
	}
	// Output:
	// example.org:8080 example.org
	// example.org example.org
	// [::1]:8080 [::1]
}

// An IPv6 address is in brackets, unlike in net/url. [url.URL.Addr] returns it as an address.
func ExampleURL_Hostname() {
	u := url.MustParse("https://[2001:DB8::0:1]/")
	addr, ok := u.Addr()
	fmt.Println(u.Hostname(), addr, ok)
	// Output: [2001:db8::1] 2001:db8::1 true
}

// A folder for each host of a server. A host can be ".." or ".", which are domains, and have characters with a meaning elsewhere.
func ExampleURL_Hostname_folder() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	defer root.Close()
	folder := func(hostField string) (name string, err error) {
		u, err := url.ParseRequestTarget("GET", "https", hostField, "/")
		if err != nil {
			return "", err
		}
		if host, _ := u.ParsedHost(); host.Kind() != url.HostDomain {
			return "", errors.New("not a domain")
		}
		if name, err = url.DomainToASCIIStrict(u.Hostname()); err != nil {
			return "", errors.New("not a strict domain")
		}
		return name, root.MkdirAll(name, 0o700)
	}
	for _, hostField := range []string{"EXAMPLE.com:8080", "..", ".", "%2e%2e", ".git", "example.com.", "a*b", strings.Repeat("a", 300), "[::1]", "127.1"} {
		name, err := folder(hostField)
		fmt.Printf("%.12q %q %v\n", hostField, name, err)
	}
	_, err = root.Stat("..")
	fmt.Println(err != nil)
	_, err = root.Stat(".") // the folder of all hosts
	fmt.Println(err != nil)
	// Output:
	// "EXAMPLE.com:" "example.com" <nil>
	// ".." "" not a strict domain
	// "." "" not a strict domain
	// "%2e%2e" "" not a strict domain
	// ".git" "" not a strict domain
	// "example.com." "" not a strict domain
	// "a*b" "" not a strict domain
	// "aaaaaaaaaaaa" "" not a strict domain
	// "[::1]" "" not a domain
	// "127.1" "" not a domain
	// true
	// false
}

// Job: Connect to the host and port of a URL
//
// DialAddress adds the default port, and brackets for IPv6. net.SplitHostPort of a URL's host fails: "missing port in address".
//
// Trap: A scheme without a default port gives "". The address is not guarded: see package guard.
//
// Words: dial address, ports, default port, IPv6, split host and port, "missing port in address", "too many colons in address"
func ExampleURL_DialAddress() {
	for _, rawURL := range []string{"https://[::1]/", "wss://bücher.example/chat", "redis://cache:6379/0", "redis://cache/0"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).DialAddress())
	}
	// Output:
	// "[::1]:443"
	// "xn--bcher-kva.example:443"
	// "cache:6379"
	// ""
}

// Job: Allow some hosts and their subdomains
//
// Check the scheme first, then the host, and request the URL, not the string. To block domains, look up the host and its
// parents in a map, each without a dot at the end.
//
// Trap: `*.example.com` does not match `example.com`: list both.
//
// Words: allow-list, block list, deny-list, subdomain, wildcard, image proxy, NO_PROXY
func ExampleHostPattern() {
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

// An ingress has rules such as "*.example.org", for all ports, and "api.example.org:8443". It forwards the host that it has
// parsed, and not the field Host: "a%2eexample.org" matches, too. After parsing, it cuts a dot at the end, which would count. The
// first rule that matches counts, so exact hosts come first, and then the longer wildcards.
func ExampleParseOriginPattern_ingress() {
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

// Job: Check the Domain attribute of a cookie
//
// A server may name its own host, or a domain above it that is not a public suffix: at most its RegistrableDomain. The text is ASCII.
//
// Trap: A suffix check of the text allows `co.uk` and `cher.co.uk`.
//
// Words: cookie domain
func ExampleHostPattern_cookie() {
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

func ExampleParseHostPattern() {
	for _, s := range []string{"*.B\u00fccher.example", "[::ffff:7f00:1]", "exa*mple.com", "https://example.com"} {
		p, err := url.ParseHostPattern(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p)
	}
	// Output:
	// *.xn--bcher-kva.example
	// [::ffff:7f00:1]
	// url: ParseHostPattern "exa*mple.com": not-a-host-pattern at byte 3: "*" stands only for the first labels of a domain, as "*."; others: package urlpattern
	// url: ParseHostPattern "https://example.com": not-a-host-pattern at byte 5: it has more than a host: no scheme, port, credentials or path
}

func ExampleHostPattern_Match() {
	p, _ := url.ParseHostPattern("*.example.com")
	for _, s := range []string{"www.example.com", "a.b.example.com", "example.com", "badexample.com", "www.example.com."} {
		host, _ := url.ParseHost(s)
		fmt.Println(host, p.Match(host))
	}
	// Output:
	// www.example.com true
	// a.b.example.com true
	// example.com false
	// badexample.com false
	// www.example.com. false
}

func ExampleHostPattern_String() {
	p, _ := url.ParseHostPattern("*.EXAMPLE.com")
	fmt.Println(p.String())
	// Output: *.example.com
}

func ExampleHostPattern_AppendText() {
	p, _ := url.ParseHostPattern("example.com")
	text, err := p.AppendText([]byte("allow "))
	fmt.Println(string(text), err)
	// Output: allow example.com <nil>
}

func ExampleHostPattern_MarshalText() {
	p, _ := url.ParseHostPattern("*.example.com")
	text, err := json.Marshal([]url.HostPattern{p, {}})
	fmt.Println(string(text), err)
	// Output: ["*.example.com",""] <nil>
}

func ExampleHostPattern_UnmarshalText() {
	var p url.HostPattern
	err := p.UnmarshalText([]byte("*.example.*"))
	fmt.Println(errors.Is(err, url.ErrNotHostPattern), p == url.HostPattern{})
	// Output: true true
}

// Job: Take a domain that a person typed
//
// ParseHost tells domains from addresses, and DomainToASCIIStrict applies the rules of the DNS.
//
// Trap: DomainToASCIIStrict alone takes addresses: `127.1` is one.
//
// Words: domain typed by a person, validate a domain, hostname
func ExampleParseHost_typed() {
	domain := func(typed string) (string, error) {
		host, err := url.ParseHost(strings.TrimSpace(typed))
		if err != nil || host.Kind() != url.HostDomain {
			return "", errors.New("not a domain")
		}
		return url.DomainToASCIIStrict(host.String())
	}
	for _, typed := range []string{" B\u00fccher.example", "127.1", "https://example.com", "..", "-a.example"} {
		name, err := domain(typed)
		fmt.Printf("%q %t\n", name, err == nil)
	}
	// Output:
	// "xn--bcher-kva.example" true
	// "" false
	// "" false
	// "" false
	// "" false
}

// Job: Split off the subdomain
//
// Cut the registrable domain from the end of the host.
//
// Trap: Do not cut `www.`: it can be another site.
//
// Words: subdomain, www prefix
func ExampleHost_RegistrableDomain_subdomain() {
	for _, rawURL := range []string{"https://a.b.example.co.uk/", "https://example.com/", "https://127.0.0.1/"} {
		host, _ := url.MustParse(rawURL).ParsedHost()
		domain, ok := host.RegistrableDomain(publicsuffix.List)
		if !ok {
			continue // an address, or a public suffix
		}
		subdomain := strings.TrimSuffix(strings.TrimSuffix(host.String(), domain), ".")
		fmt.Printf("%q %q\n", subdomain, domain)
	}
	// Output:
	// "a.b" "example.co.uk"
	// "" "example.com"
}

// Job: Check the RP ID of a WebAuthn request
//
// An RP ID is the domain of an https origin or of http://localhost, or a domain above it in the same site.
//
// Trap: A check against public suffixes alone allows `amazonaws.com` for a customer below `compute.amazonaws.com`.
//
// Words: WebAuthn rp id, passkey
func ExampleHost_Site_rpID() {
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

// Job: Group CSP reports by site
//
// A report has a scheme alone, such as `data` or `wss`, or a word, such as `inline`, where it has no http: URL.
//
// Trap: Anybody can send reports: limit their number and size.
//
// Words: CSP report, group by site
func ExampleHost_Site_reports() {
	for _, blocked := range []string{"https://cdn.example.co.uk/a.js", "http://www.example.co.uk:8080/?q", "inline", "wss", "https://["} {
		u, err := url.Parse(blocked)
		if host, ok := u.ParsedHost(); err == nil && ok {
			fmt.Println(host.Site(publicsuffix.List))
			continue
		}
		fmt.Printf("%.20q\n", blocked)
	}
	// Output:
	// example.co.uk
	// example.co.uk
	// "inline"
	// "wss"
	// "https://["
}

// Job: Check a SPIFFE ID
//
// An ID is a text of a small alphabet, which the parser leaves unchanged.
//
// Trap: Compare IDs with `==`, as texts.
//
// Words: SPIFFE, trust domain, workload identity
func ExampleParseOpaqueHost_spiffe() {
	form := regexp.MustCompile(`^spiffe://[a-z0-9._-]{1,255}(/[a-zA-Z0-9._-]+)*$`)
	for _, id := range []string{"spiffe://staging.example.com/payments/mysql", "spiffe://Example.org/a", "spiffe://example.org/a/", "spiffe://example.org/a/../b", "spiffe://u@example.org/a"} {
		u, err := url.Parse(id)
		if err != nil || u.Href() != id || len(id) > 2048 || !form.MatchString(id) {
			fmt.Println("not an ID:", id)
			continue
		}
		fmt.Println(u.Host(), u.Pathname())
	}
	// Output:
	// staging.example.com /payments/mysql
	// not an ID: spiffe://Example.org/a
	// not an ID: spiffe://example.org/a/
	// not an ID: spiffe://example.org/a/../b
	// not an ID: spiffe://u@example.org/a
}
