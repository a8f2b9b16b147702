package cookbook_test

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// Recipe: Show a punycode domain in letters
//
// Parse converts domains to ASCII, and Unicode converts them back for reading.
//
// Pitfall: Compare and store the ASCII form. For people, use display.URL, which guards against look-alikes.
//
// Keywords: IDN, punycode, Unicode domain
func Example_punycode() {
	host, ok := url.MustParse("https://xn--bcher-kva.example/").ParsedHost()
	fmt.Println(host, host.Unicode(), ok)
	_, ok = url.MustParse("mailto:me@example.org").ParsedHost()
	fmt.Println(ok)
	// Output:
	// xn--bcher-kva.example bücher.example true
	// false
}

// Recipe: Find the domain of a URL
//
// The registrable domain is the public suffix and one label more (eTLD+1).
//
// Pitfall: The list's default rule makes every unknown last label a suffix: psl.List.Lookup tells a real one. Prefer origins for
// decisions.
//
// Keywords: domain of a URL, eTLD, public suffix, real domain, registrable domain, TLD
func Example_domain() {
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

// Recipe: Split off the subdomain
//
// Cut the registrable domain from the end of the host.
//
// Pitfall: Do not cut `www.`: it can be another site.
//
// Keywords: subdomain, www prefix
func Example_subdomain() {
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

// Recipe: Compare the sites of two URLs
//
// Two origins are of one site if scheme and registrable domain are the same.
//
// Pitfall: wss is not https here: for SameSite cookies, compare SchemelesslySameSite and the schemes. An opaque host is its own
// site.
//
// Keywords: same site, SameSite
func Example_sameSite() {
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

// Recipe: Connect to the host and port of a URL
//
// DialAddress adds the default port, and brackets for IPv6. net.SplitHostPort of a URL's host fails: "missing port in address".
//
// Pitfall: A scheme without a default port gives "". The address is not guarded: see package guard.
//
// Keywords: dial address, ports, default port, IPv6, split host and port, "missing port in address", "too many colons in address"
func Example_dial() {
	for _, rawURL := range []string{"https://[::1]/", "wss://bücher.example/chat", "redis://cache:6379/0", "redis://cache/0"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).DialAddress())
	}
	// Output:
	// "[::1]:443"
	// "xn--bcher-kva.example:443"
	// "cache:6379"
	// ""
}

// Recipe: Convert an IDN where the scheme is not the web's
//
// The host of gemini: or postgres: stays as written, percent-encoded. Decode it, then convert.
//
// Pitfall: net.Dial looks up what you give it: not the percent-encoded host.
//
// Keywords: IDN, gemini, opaque host, net.Dial
func Example_idn() {
	u := url.MustParse("gemini://B\u00fccher.example/a")
	fmt.Println(u)
	ascii, err := url.DomainToASCII(url.PercentDecode(u.Hostname()))
	if err != nil {
		panic(err)
	}
	fmt.Println(u.SetHostname(ascii), u)
	// Output:
	// gemini://B%C3%BCcher.example/a
	// <nil> gemini://xn--bcher-kva.example/a
}

// Recipe: Take a domain that a person typed
//
// ParseHost tells domains from addresses, and DomainToASCIIStrict applies the rules of the DNS.
//
// Pitfall: DomainToASCIIStrict alone takes addresses: `127.1` is one.
//
// Keywords: domain typed by a person, validate a domain, hostname
func Example_typedDomain() {
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

// Recipe: Group CSP reports by site
//
// A report has a scheme alone, such as `data` or `wss`, or a word, such as `inline`, where it has no http: URL.
//
// Pitfall: Anybody can send reports: limit their number and size.
//
// Keywords: CSP report, group by site
func Example_cspReports() {
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

// Recipe: Read an address to listen on
//
// `tcp://:2375` has no host, so it is not a URL. Cut the scheme, and give the rest to net.Listen.
//
// Pitfall: An empty host is every interface.
//
// Keywords: listen address, tcp://, gRPC target
func Example_listen() {
	for _, s := range []string{"tcp://:2375", "tcp://[::1]:2375"} {
		_, err := url.Parse(s)
		_, address, _ := strings.Cut(s, "://")
		host, port, splitErr := net.SplitHostPort(address)
		fmt.Printf("%q %q %v, a URL: %t\n", host, port, splitErr, err == nil)
	}
	// Output:
	// "" "2375" <nil>, a URL: false
	// "::1" "2375" <nil>, a URL: true
}

// Recipe: Set another host, port or IPv6 address
//
// SetHostname keeps the port, and SetPort sets it.
//
// Pitfall: An IPv6 address needs brackets. Set a copy: after an error, a part may be set.
//
// Keywords: set host, keep port, IPv6 brackets, ports, ::1
func Example_setHost() {
	u := url.MustParse("https://example.org:8443/a")
	fmt.Println(u.SetHostname("example.com"), u)
	fmt.Println(u.SetPort("9000"), u)
	fmt.Println(u.SetHostname("::1") != nil, u)
	addr := netip.MustParseAddr("::1")
	fmt.Println(u.SetHost("["+addr.String()+"]:443"), u)
	// Output:
	// <nil> https://example.com:8443/a
	// <nil> https://example.com:9000/a
	// true https://example.com:9000/a
	// <nil> https://[::1]/a
}

// A folder for each host of a server. A host can be ".." or ".", which are domains, and have characters with a meaning elsewhere.
func Example_hostFolder() {
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
