package url_test

import (
	"fmt"

	"github.com/weburl-go/url"
)

func ExampleURL_Display() {
	for _, s := range []string{
		"https://examplecorp.com@attacker.example/",
		"https://xn--bcher-kva.example/caf%C3%A9?q=%20",
		"https://payp\u0430l.com/", // with a Cyrillic а
	} {
		fmt.Println(url.MustParse(s).Display(url.DisplayOptions{}))
	}
	// Output:
	// https://attacker.example/
	// https://bücher.example/café?q=%20
	// https://xn--paypl-7ve.com/
}

func ExampleURL_Display_maxWidth() {
	u := url.MustParse("https://examplecorp.com.evil.example/examplecorp/login")
	for _, width := range []int{60, 45, 30, 20} {
		fmt.Println(u.Display(url.DisplayOptions{MaxWidth: width}))
	}
	fmt.Println(u.Display(url.DisplayOptions{HostOnly: true}))
	// Output:
	// https://examplecorp.com.evil.example/examplecorp/login
	// https://examplecorp.com.evil.example/example…
	// https://…com.evil.example
	// …com.evil.example
	// examplecorp.com.evil.example
}

func ExampleURL_DisplayParts() {
	u := url.MustParse("https://login.example.co.uk:8443/a?b")
	parts := u.DisplayParts(url.DisplayOptions{})
	fmt.Printf("%s%s<b>%s</b>%s%s%s\n", parts.Scheme, parts.Subdomain, parts.RegistrableDomain, parts.Port, parts.Path, parts.Query)
	// Output: https://login.<b>example.co.uk</b>:8443/a?b
}
