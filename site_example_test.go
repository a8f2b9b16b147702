package url_test

import (
	"fmt"

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
