package url_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
)

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
