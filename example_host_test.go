package url_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// Examples of hosts, domains, sites and host patterns.

func ExampleParseHost() {
	for _, s := range []string{
		"EXAMPLE.com",
		"0x7f.1",
		"[1:0::]",
		"fa\u00df.example",
		"1.2.3.4.5",
	} {
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
	for _, domain := range []string{
		"B\u00FCcher.example",
		"[::1]",
	} { // an IPv6 address is not a domain
		ascii, err := url.DomainToASCII(domain)
		fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))
	}
	// Output:
	// "xn--bcher-kva.example" false
	// "" true
}

// A strict domain also follows the rules of the DNS.
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

// Hosts are comparable: == is the standard's host equivalence.
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
	for _, rawURL := range []string{
		"https://example.org/",
		"https://1.2.3.4/",
		"https://[::1]/",
		"foo://1.2.3.4/",
		"file:///a",
	} {
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

// The host of a URL that is not special stays as it is, except that it is percent-encoded and that IPv6 addresses are normalized.
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

// The empty host of a file: URL is stored as "". A URL without a host gives NULL.
func ExampleHost_Value() {
	for _, s := range []string{"https://EXAMPLE.com/", "file:///etc/hosts"} {
		host, _ := url.MustParse(s).ParsedHost()
		fmt.Println(host.Value())
	}
	// Output:
	// example.com <nil>
	//  <nil>
}

func ExampleHost_RegistrableDomain() {
	for _, s := range []string{"www.example.co.uk", "co.uk", "127.0.0.1"} {
		host, _ := url.ParseHost(s)
		domain, ok := host.RegistrableDomain(publicsuffix.List)
		fmt.Printf("%q %t\n", domain, ok)
	}
	// Output:
	// "example.co.uk" true
	// "" false
	// "" false
}

func ExampleOrigin_SameSite() {
	login := url.MustParse("https://login.example.com/").Origin()
	for _, s := range []string{
		"https://www.example.com:8443/",
		"http://www.example.com/",
		"https://example.org/",
	} {
		other := url.MustParse(s).Origin()
		fmt.Println(other, login.SameSite(other, publicsuffix.List))
	}
	// Output:
	// https://www.example.com:8443 true
	// http://www.example.com false
	// https://example.org false
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
	for _, rawURL := range []string{
		"https://example.org:8080/",
		"https://example.org:443/",
		"https://[::1]:8080/",
	} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Host(), u.Hostname())
	}
	// Output:
	// example.org:8080 example.org
	// example.org example.org
	// [::1]:8080 [::1]
}

// Unlike in net/url, an IPv6 address is in brackets. [url.URL.Addr] returns the address itself.
func ExampleURL_Hostname() {
	u := url.MustParse("https://[2001:DB8::0:1]/")
	addr, ok := u.Addr()
	fmt.Println(u.Hostname(), addr, ok)
	// Output: [2001:db8::1] 2001:db8::1 true
}

func ExampleURL_DialAddress() {
	for _, rawURL := range []string{"https://[::1]/", "redis://cache:6379/0", "redis://cache/0"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).DialAddress())
	}
	// Output:
	// "[::1]:443"
	// "cache:6379"
	// ""
}

func ExampleParseHostPattern() {
	for _, s := range []string{
		"*.B\u00fccher.example",
		"[::ffff:7f00:1]",
		"exa*mple.com",
		"https://example.com",
	} {
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
	// url: ParseHostPattern "exa*mple.com": not-a-host-pattern at byte 3: "*" stands only for the first labels of a domain, as "*."; for other patterns, use package urlpattern
	// url: ParseHostPattern "https://example.com": not-a-host-pattern at byte 5: a host pattern has no scheme, port, credentials or path
}

func ExampleHostPattern_Match() {
	p, _ := url.ParseHostPattern("*.example.com")
	for _, s := range []string{
		"www.example.com",
		"a.b.example.com",
		"example.com",
		"badexample.com",
		"www.example.com.",
	} {
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
