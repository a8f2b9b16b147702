package cookbook_test

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"regexp"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
	"golang.org/x/net/publicsuffix"
)

// Recipe: Show a punycode domain in Unicode
//
// `Parse` converts domains to ASCII. To show the host of a link, use `display.URL`, which keeps a label in punycode if it
// could be mistaken for another one. To show the host and port, call `display.PartsOf` and set the other parts to `""`.
// `Host.Unicode` converts every label, so use it only for domains that you trust.
//
// Pitfall: In Unicode, `xn--80ak6aa92e.com` looks just like `apple.com`. If you show links with `Host.Unicode`, your users
// cannot tell the two apart. Compare and store domains only in ASCII.
//
// Keywords: IDN, punycode, Unicode domain, xn--, look-alike host, homograph, show host and port
func Example_punycode() {
	for _, s := range []string{
		"https://B\u00fccher.example:8080/a",
		"https://xn--80ak6aa92e.com/", // looks like apple.com
	} {
		u := url.MustParse(s)
		fmt.Println(display.URL(u, display.Options{HostOnly: true}))

		parts := display.PartsOf(u, display.Options{})
		parts.Scheme, parts.Path, parts.Query, parts.Fragment = "", "", "", ""
		fmt.Println(parts)
	}
	own, err := url.ParseHost("xn--bcher-kva.example") // from the configuration
	if err != nil {
		panic(err)
	}
	fmt.Println(own.Unicode())
	// Output:
	// bücher.example
	// bücher.example:8080
	// xn--80ak6aa92e.com
	// xn--80ak6aa92e.com
	// bücher.example
}

// Recipe: Find the domain of a URL
//
// The registrable domain (eTLD+1) is the public suffix plus one label. IP addresses and public suffixes have no registrable
// domain.
//
// Pitfall: The public suffix list treats an unknown last label as a suffix, so even `db.internal` has a registrable domain. To
// find out whether a suffix is on the list, use `psl.List.Lookup`. For access decisions, compare origins instead of domains.
//
// Keywords: domain of a URL, eTLD, eTLD+1, public suffix, registrable domain, TLD
func Example_domain() {
	for _, s := range []string{
		"https://www.example.co.uk/",
		"https://whatwg.github.io/", // github.io is a public suffix
		"https://co.uk/",            // a public suffix
		"https://127.0.0.1/",        // an address
	} {
		host, _ := url.MustParse(s).ParsedHost()
		domain, ok := host.RegistrableDomain(publicsuffix.List)
		if !ok {
			fmt.Println(host, "has no registrable domain")
			continue
		}
		fmt.Println(host, domain)
	}
	// Output:
	// www.example.co.uk example.co.uk
	// whatwg.github.io whatwg.github.io
	// co.uk has no registrable domain
	// 127.0.0.1 has no registrable domain
}

// Recipe: Require a real domain name
//
// Check that the domain is below a suffix on the public suffix list. `RegistrableDomain` isn't enough, because it accepts
// unknown suffixes and rejects hosts such as `s3.amazonaws.com`, which are private suffixes.
//
// Pitfall: A listed suffix does not mean that the domain is registered or that it resolves to a public address. The owner of
// `evil.example.com` can point it at 127.0.0.1, so use the `guard` package to fetch untrusted URLs.
//
// Keywords: real domain, public domain, unknown TLD, http://w, domain check, single label
func Example_realDomain() {
	for _, s := range []string{
		"https://www.example.com/",
		"https://whatwg.github.io/",
		"http://invalid-link/",  // a single label
		"http://foo.nosuchtld/", // an unknown suffix
		"https://co.uk/",        // a public suffix
		"https://github.io/",    // a private suffix, but under "io"
		"https://127.0.0.1/",    // an address
	} {
		fmt.Println(s, hasRealDomain(url.MustParse(s)))
	}
	// Output:
	// https://www.example.com/ true
	// https://whatwg.github.io/ true
	// http://invalid-link/ false
	// http://foo.nosuchtld/ false
	// https://co.uk/ false
	// https://github.io/ true
	// https://127.0.0.1/ false
}

// hasRealDomain reports whether the host of u is a domain under a listed public suffix, or is
// itself a private suffix, such as github.io.
func hasRealDomain(u url.URL) bool {
	host, _ := u.ParsedHost()
	if _, ok := host.PublicSuffix(publicsuffix.List); !ok {
		return false
	}
	name := strings.TrimSuffix(host.String(), ".")
	suffix, icann := publicsuffix.PublicSuffix(name)
	if icann {
		return name != suffix
	}
	return strings.Contains(suffix, ".") // otherwise, no rule on the list matches
}

// Recipe: Split off the subdomain
//
// The subdomain is the part of the host before the registrable domain.
//
// Pitfall: If you remove only `www.`, you treat `www.github.io` and `github.io` as the same site, although they can belong to
// different people.
//
// Keywords: subdomain, www prefix
func Example_subdomain() {
	for _, s := range []string{
		"https://a.b.example.co.uk/",
		"https://example.com/",
		"https://127.0.0.1/", // no domain
	} {
		subdomain, domain, ok := splitDomain(url.MustParse(s))
		fmt.Printf("%q %q %t\n", subdomain, domain, ok)
	}
	// Output:
	// "a.b" "example.co.uk" true
	// "" "example.com" true
	// "" "" false
}

func splitDomain(u url.URL) (subdomain, domain string, ok bool) {
	host, _ := u.ParsedHost()
	domain, ok = host.RegistrableDomain(publicsuffix.List)
	if !ok {
		return "", "", false
	}
	return strings.TrimSuffix(strings.TrimSuffix(host.String(), domain), "."), domain, true
}

// Recipe: Compare the sites of two URLs
//
// Two origins are on the same site if they have the same scheme and the same registrable domain.
//
// The text of a masked link shows one site, but the link leads to another. To find such links in an email, parse the text with
// `Parser.DefaultScheme`, and compare the sites of the two URLs.
//
// Pitfall: `wss` and `https` are different schemes, so `wss://example.com` is not on the same site as `https://example.com`.
// For SameSite cookies, use `SchemelesslySameSite`, and check that the schemes are either both secure or both insecure. A
// host with a trailing dot counts as a different site, so remove the dot from both hosts before you look for masked links.
//
// Keywords: same site, SameSite, cross-site, masked link, phishing, link text, trailing dot
func Example_sameSite() {
	login := url.MustParse("https://login.example.com/").Origin()
	for _, s := range []string{
		"https://www.example.com:8443/",
		"http://www.example.com/", // another scheme
		"https://example.org/",    // another domain
		"https://example.com./",   // a trailing dot
	} {
		other := url.MustParse(s).Origin()
		sameSite := login.SameSite(other, publicsuffix.List)
		schemeless := login.SchemelesslySameSite(other, publicsuffix.List)
		fmt.Println(other, sameSite, schemeless)
	}
	// Output:
	// https://www.example.com:8443 true true
	// http://www.example.com false true
	// https://example.org false false
	// https://example.com. false false
}

// Recipe: Connect to the host and port of a URL
//
// `DialAddress` returns the host and port to pass to `net.Dial`, using the scheme's default port if the URL doesn't specify
// one. If you pass the host of a URL to `net.SplitHostPort` instead, it can fail with "missing port in address".
//
// Pitfall: The host can be an internal address, such as `127.1`, which is shorthand for 127.0.0.1. If the URL comes from a
// user, use the `guard` package to connect instead.
//
// Keywords: dial address, ports, default port, IPv6, split host and port, "missing port in address", "too many colons in
// address"
func Example_dial() {
	for _, s := range []string{
		"https://[::1]/",
		"wss://b\u00fccher.example/chat",
		"redis://cache:6379/0",
		"redis://cache/0", // redis has no default port in the URL Standard
	} {
		address := url.MustParse(s).DialAddress()
		if address == "" {
			fmt.Println("no port:", s)
			continue
		}
		fmt.Println(address) // net.Dial("tcp", address)
	}
	// Output:
	// [::1]:443
	// xn--bcher-kva.example:443
	// cache:6379
	// no port: redis://cache/0
}

// Recipe: Set another host, port or IPv6 address
//
// `SetHostname` keeps the port, while `SetHost` also sets the port if the new value contains one. A URL cannot contain an IPv6
// zone, such as `%eth0` in `fe80::1%eth0`, so store the zone separately. To keep the zone in a URL for an HTTP client, use
// `net/url`.
//
// Pitfall: A setter that returns an error may already have applied part of the value. For example, `u.SetHost("example.com:x")`
// sets the host before it rejects the port. To be safe, change a copy, as `withHost` does. A URL is a value, so `v := u` is an
// independent copy.
//
// Keywords: set host, keep port, IPv6 brackets, IPv6 zone, ports, ::1, replace host, clone a URL, copy a URL
func Example_setHost() {
	u := url.MustParse("https://example.org:8443/a")
	for _, host := range []string{
		"example.com",
		"example.com:9000",
		"[::1]:443",
		"::1",           // needs brackets
		"example.com:x", // not a port
	} {
		v, err := withHost(u, host)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v)
	}
	addr := netip.MustParseAddrPort("[::1]:9000")
	v, err := withHost(u, addr.String())
	if err != nil {
		panic(err)
	}
	fmt.Println(v)
	// Output:
	// https://example.com:8443/a
	// https://example.com:9000/a
	// https://[::1]/a
	// url: SetHost "::1": host-missing at byte 0: IPv6 needs brackets
	// url: SetHost "example.com:x": port-invalid at byte 12 (a part of the value was used)
	// https://[::1]:9000/a
}

// withHost returns a copy of u with another host. It keeps the port unless host contains one.
func withHost(u url.URL, host string) (url.URL, error) {
	if err := u.SetHost(host); err != nil {
		return url.URL{}, err
	}
	return u, nil
}

// Recipe: Convert an IDN in a gemini: or postgres: URL
//
// In a gemini: or postgres: URL, the parser percent-encodes a non-ASCII host instead of converting it to punycode. Decode the
// host, then convert it with `DomainToASCII`.
//
// Pitfall: `net.Dial` does not decode host names, so it cannot find `B%C3%BCcher.example`.
//
// Keywords: IDN, gemini, opaque host, net.Dial, scheme that is not special
func Example_idn() {
	u := url.MustParse("gemini://B\u00fccher.example/a")
	fmt.Println(u)

	ascii, err := url.DomainToASCII(url.PercentDecode(u.Hostname()))
	if err != nil {
		panic(err)
	}
	if err := u.SetHostname(ascii); err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output:
	// gemini://B%C3%BCcher.example/a
	// gemini://xn--bcher-kva.example/a
}

// Recipe: Accept a domain that a user typed
//
// `ParseHost` distinguishes domains from IP addresses, and `DomainToASCIIStrict` enforces the DNS rules.
//
// Pitfall: On its own, `DomainToASCIIStrict` accepts `127.1`, although browsers treat it as the address 127.0.0.1. It rejects
// hosts such as `my_shop.example` and `v2--docs.example`, which exist in practice. To accept them too, leave it out, and return
// `host.String()`.
//
// Keywords: validate a domain, validate a hostname, domain name
func Example_typedDomain() {
	for _, typed := range []string{
		" B\u00fccher.example",
		"127.1",               // an address
		"https://example.com", // a URL
		"..",                  // has empty labels
		"-a.example",          // begins with a hyphen
	} {
		domain, err := parseDomain(typed)
		if err != nil {
			fmt.Println(typed, "is not a domain")
			continue
		}
		fmt.Println(domain)
	}
	// Output:
	// xn--bcher-kva.example
	// 127.1 is not a domain
	// https://example.com is not a domain
	// .. is not a domain
	// -a.example is not a domain
}

func parseDomain(typed string) (string, error) {
	host, err := url.ParseHost(strings.TrimSpace(typed))
	if err != nil {
		return "", err
	}
	if host.Kind() != url.HostDomain {
		return "", errors.New("an address, not a domain")
	}
	return url.DomainToASCIIStrict(host.String())
}

// Recipe: Group CSP reports by site
//
// A CSP report contains either the blocked URL, only a scheme such as `data` or `wss`, or a keyword such as `inline`. Group
// the URLs by site, keep the schemes and keywords, and put everything else into one group. The names of the other groups
// contain a space, so that no host can have the same name. You can group the referrers of a website in the same way. Android
// apps send referrers such as `android-app://com.example.mail/`.
//
// Pitfall: Anyone can send reports, and each new host, such as `x1.example`, creates a new group. Limit the number of groups
// and the size of each report.
//
// Keywords: CSP report, group by site, analytics, referrer, android-app
func Example_cspReports() {
	for _, blocked := range []string{
		"https://cdn.example.co.uk/a.js",
		"http://www.example.co.uk:8080/?q",
		"android-app://com.example.mail/",
		"inline",
		"wss",
		"https://[",  // does not parse
		"=HYPERLINK", // not a keyword
	} {
		fmt.Println(reportGroup(blocked))
	}
	// Output:
	// example.co.uk
	// example.co.uk
	// com.example.mail
	// keyword inline
	// keyword wss
	// everything else
	// everything else
}

var keyword = regexp.MustCompile(`^[a-z-]{1,20}$`)

func reportGroup(blocked string) string {
	u, err := url.Parse(blocked)
	if host, ok := u.ParsedHost(); err == nil && ok {
		return host.Site(publicsuffix.List).String()
	}
	if keyword.MatchString(blocked) {
		return "keyword " + blocked // no host contains a space
	}
	return "everything else"
}

// Recipe: Read an address to listen on
//
// `tcp://:2375` has no host, so it is not a valid URL. Remove the scheme yourself, and pass the rest to `net.Listen`.
//
// Pitfall: An empty host means all network interfaces, so other machines can connect to `tcp://:2375`. To accept only local
// connections, use `tcp://127.0.0.1:2375`.
//
// Keywords: listen address, tcp://, gRPC target, http://:8080
func Example_listen() {
	for _, s := range []string{
		"tcp://:2375",
		"tcp://[::1]:2375",
		"unix:///run/docker.sock", // a path
	} {
		address, err := listenAddress(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(address) // net.Listen("tcp", address)
	}
	fmt.Println(url.CanParse("tcp://:2375"))
	// Output:
	// :2375
	// [::1]:2375
	// not a tcp address: unix:///run/docker.sock
	// false
}

func listenAddress(s string) (string, error) {
	address, found := strings.CutPrefix(s, "tcp://")
	if !found {
		return "", fmt.Errorf("not a tcp address: %s", s)
	}
	if _, _, err := net.SplitHostPort(address); err != nil {
		return "", err
	}
	return address, nil
}

// Recipe: Keep a folder for each host
//
// Even `..` is a valid host in a URL, and a host can contain characters that are special in file names. Accept only domains
// that pass `DomainToASCIIStrict`, and create the directories inside an `os.Root`.
//
// Pitfall: If the host is `..`, `filepath.Join(dir, r.Host)` returns the parent directory. `os.Root` alone is not enough,
// because it accepts the host `.`, which refers to the directory that contains all the others.
//
// Keywords: folder for each host, host as a file name, virtual hosts
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

	for _, host := range []string{
		"EXAMPLE.com:8080",
		"..",           // the parent directory
		".",            // the directory of all hosts
		"%2e%2e",       // ".." after decoding
		".git",         // begins with a dot
		"example.com.", // ends with a dot, which Windows drops
		"a*b",          // a star
		"127.1",        // an address
	} {
		folder, err := hostFolder(root, host)
		if err != nil {
			fmt.Println(host, "-", err)
			continue
		}
		fmt.Println(host, "-", folder)
	}
	// Output:
	// EXAMPLE.com:8080 - example.com
	// .. - not a strict domain
	// . - not a strict domain
	// %2e%2e - not a strict domain
	// .git - not a strict domain
	// example.com. - not a strict domain
	// a*b - not a strict domain
	// 127.1 - not a domain
}

// hostFolder creates the directory for the Host header of a request, and returns its name.
func hostFolder(root *os.Root, host string) (name string, err error) {
	u, err := url.ParseRequestTarget("GET", "https", host, "/")
	if err != nil {
		return "", err
	}
	if parsed, _ := u.ParsedHost(); parsed.Kind() != url.HostDomain {
		return "", errors.New("not a domain")
	}
	name, err = url.DomainToASCIIStrict(u.Hostname())
	if err != nil {
		return "", errors.New("not a strict domain")
	}
	return name, root.MkdirAll(name, 0o700)
}
