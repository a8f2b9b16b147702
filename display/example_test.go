package display_test

import (
	"fmt"
	"html/template"
	"os"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
)

func ExampleURL() {
	for _, s := range []string{
		"https://examplecorp.com@attacker.example/",
		"https://xn--bcher-kva.example/caf%C3%A9?q=%20",
		"https://payp\u0430l.com/", // with a Cyrillic а
	} {
		fmt.Println(display.URL(url.MustParse(s), display.Options{}))
	}
	// Output:
	// https://attacker.example/
	// https://bücher.example/café?q=%20
	// https://xn--paypl-7ve.com/
}

func ExampleURL_maxWidth() {
	u := url.MustParse("https://examplecorp.com.evil.example/examplecorp/login")
	for _, width := range []int{60, 45, 30, 20} {
		fmt.Println(display.URL(u, display.Options{MaxWidth: width, PublicSuffixList: publicsuffix.List}))
	}
	fmt.Println(display.URL(u, display.Options{HostOnly: true}))
	// Output:
	// https://examplecorp.com.evil.example/examplecorp/login
	// https://examplecorp.com.evil.example/example…
	// https://…com.evil.example
	// …com.evil.example
	// examplecorp.com.evil.example
}

// A web page emphasizes the registrable domain. Package html/template escapes the parts.
func ExamplePartsOf() {
	page := template.Must(template.New("").Parse(
		`<bdi dir="ltr">{{.Scheme}}{{.Subdomain}}<b>{{.RegistrableDomain}}</b>{{.Port}}{{.Path}}{{.Query}}{{.Fragment}}</bdi>` + "\n"))
	u := url.MustParse("https://login.example.co.uk:8443/?a&b#<i>")
	if err := page.Execute(os.Stdout, display.PartsOf(u, display.Options{PublicSuffixList: publicsuffix.List})); err != nil {
		fmt.Println(err)
	}
	// Output: <bdi dir="ltr">https://login.<b>example.co.uk</b>:8443/?a&amp;b#&lt;i&gt;</bdi>
}

func ExampleParts() {
	p := display.PartsOf(url.MustParse("mailto:me@example.com?subject=hi"), display.Options{})
	fmt.Printf("%q %q %q\n", p.Scheme, p.Path, p.Query)
	// Output: "mailto:" "me@example.com" "?subject=hi"
}

func ExampleParts_String() {
	parts := display.PartsOf(url.MustParse("https://login.example.co.uk:8443/a?b"), display.Options{OmitScheme: true})
	parts.Path, parts.Query = "", ""
	fmt.Println(parts.String())
	// Output: login.example.co.uk:8443
}

func ExampleOptions() {
	u := url.MustParse("https://www.example.com/a?b")
	for _, o := range []display.Options{{}, {HostOnly: true}, {OmitScheme: true, OmitWWW: true}, {MaxWidth: 15}} {
		o.PublicSuffixList = publicsuffix.List
		fmt.Println(display.URL(u, o))
	}
	// Output:
	// https://www.example.com/a?b
	// www.example.com
	// example.com/a?b
	// www.example.com
}
