package url_test

import (
	"fmt"

	"github.com/weburl-go/url"
)

// The getters of the URL class return components with their delimiters.
func ExampleURL() {
	u := url.MustParse("https://me:secret@example.org:8080/a/b?c=d#e")
	fmt.Println(u.Href())
	fmt.Println(u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port())
	fmt.Println(u.Pathname(), u.Search(), u.Hash())
	// Output:
	// https://me:secret@example.org:8080/a/b?c=d#e
	// https: me secret example.org:8080 example.org 8080
	// /a/b ?c=d #e
}

func ExampleURL_Href() {
	u := url.MustParse("HTTPS://EXAMPLE.org:443/a/../b c")
	fmt.Println(u.Href())
	// Output: https://example.org/b%20c
}

func ExampleURL_Protocol() {
	u := url.MustParse("HTTPS://example.org/")
	fmt.Println(u.Protocol(), u.Scheme())
	// Output: https: https
}

func ExampleURL_Scheme() {
	u := url.MustParse("MAILTO:me@example.org")
	fmt.Println(u.Scheme())
	// Output: mailto
}

func ExampleURL_IsSpecial() {
	for _, rawURL := range []string{"wss://example.org/", "file:///etc/hosts", "mailto:me@example.org"} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Scheme(), u.IsSpecial())
	}
	// Output:
	// wss true
	// file true
	// mailto false
}

// A username and a password are percent-encoded. To get the text, decode them.
func ExampleURL_Username() {
	u := url.MustParse("https://me@work:s%3Acret@example.org/")
	fmt.Println(u.Username())
	fmt.Println(url.PercentDecode(u.Username()))
	// Output:
	// me%40work
	// me@work
}

func ExampleURL_Password() {
	u := url.MustParse("https://me:s%3Acret@example.org/")
	fmt.Println(u.Password())
	fmt.Println(url.PercentDecode(u.Password()))
	// Output:
	// s%3Acret
	// s:cret
}

func ExampleURL_IncludesCredentials() {
	for _, rawURL := range []string{"https://me@example.org/", "https://:secret@example.org/", "https://@example.org/"} {
		u := url.MustParse(rawURL)
		fmt.Println(u, u.IncludesCredentials())
	}
	// Output:
	// https://me@example.org/ true
	// https://:secret@example.org/ true
	// https://example.org/ false
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

// An IPv6 address is in brackets, unlike that of net/url. [url.URL.Addr] returns it as an address.
func ExampleURL_Hostname() {
	u := url.MustParse("https://[2001:DB8::0:1]/")
	addr, ok := u.Addr()
	fmt.Println(u.Hostname(), addr, ok)
	// Output: [2001:db8::1] 2001:db8::1 true
}

// The default port of the scheme is null.
func ExampleURL_Port() {
	for _, rawURL := range []string{"https://example.org:8080/", "https://example.org:443/", "https://example.org/"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).Port())
	}
	// Output:
	// "8080"
	// ""
	// ""
}

func ExampleURL_PortNumber() {
	fmt.Println(url.MustParse("https://example.org:8080/").PortNumber())
	fmt.Println(url.MustParse("https://example.org:443/").PortNumber())
	// Output:
	// 8080 true
	// 0 false
}

func ExampleURL_Pathname() {
	u := url.MustParse("https://example.org/caf\u00e9/./a b%2Fc")
	fmt.Println(u.Pathname())
	// Output: /caf%C3%A9/a%20b%2Fc
}

func ExampleURL_HasOpaquePath() {
	for _, rawURL := range []string{"mailto:me@example.org", "data:,hello", "https:example.org", "foo:/bar"} {
		u := url.MustParse(rawURL)
		fmt.Println(u, u.HasOpaquePath())
	}
	// Output:
	// mailto:me@example.org true
	// data:,hello true
	// https://example.org/ false
	// foo:/bar false
}

// An empty query and no query are both "". [url.URL.Query] tells them apart.
func ExampleURL_Search() {
	for _, rawURL := range []string{"https://example.org/?a=b c", "https://example.org/?", "https://example.org/"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).Search())
	}
	// Output:
	// "?a=b%20c"
	// ""
	// ""
}

// An empty fragment and no fragment are both "". [url.URL.Fragment] tells them apart.
func ExampleURL_Hash() {
	for _, rawURL := range []string{"https://example.org/#to p", "https://example.org/#", "https://example.org/"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).Hash())
	}
	// Output:
	// "#to%20p"
	// ""
	// ""
}

func ExampleURL_Fragment() {
	for _, rawURL := range []string{"https://h/#a", "https://h/#", "https://h/"} {
		fragment, ok := url.MustParse(rawURL).Fragment()
		fmt.Printf("%q %t\n", fragment, ok)
	}
	// Output:
	// "a" true
	// "" true
	// "" false
}

func ExampleURL_WithoutFragment() {
	u := url.MustParse("https://example.org/a?b#c")
	fmt.Println(u.WithoutFragment())
	fmt.Println(u)
	// Output:
	// https://example.org/a?b
	// https://example.org/a?b#c
}

// == compares URLs. Without their fragments, compare what WithoutFragment returns.
func ExampleURL_WithoutFragment_equal() {
	u, v := url.MustParse("https://example.org"), url.MustParse("HTTPS://EXAMPLE.org:443/#top")
	fmt.Println(u == v, u.WithoutFragment() == v.WithoutFragment())
	// Output: false true
}

// The zero URL means "no URL".
func ExampleURL_IsZero() {
	links := map[string]url.URL{"home": url.MustParse("https://example.org/")}
	fmt.Println(links["home"].IsZero(), links["blog"].IsZero())
	// Output: false true
}
