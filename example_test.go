package url_test

import (
	"errors"
	"fmt"

	"github.com/weburl-go/url"
	"golang.org/x/text/encoding/charmap"
)

func Example() {
	u, err := url.Parse(" HTTPS://User@EXAMPLE.com:443\\..\\caf\u00e9?q=1#top\n")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	fmt.Println(u.Host(), u.Pathname(), u.Search(), u.Hash())
	// Output:
	// https://User@example.com/caf%C3%A9?q=1#top
	// example.com /caf%C3%A9 ?q=1 #top
}

func ExampleParse() {
	for _, rawURL := range []string{"http://0x7f.1/", "https://b\u00fccher.example", "https://exa mple.org/", "/path"} {
		u, err := url.Parse(rawURL)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://127.0.0.1/
	// https://xn--bcher-kva.example/
	// url: parse "https://exa mple.org/": domain-to-ASCII at byte 11
	// url: parse "/path": missing-scheme-non-relative-URL at byte 0
}

func ExampleParse_errors() {
	_, err := url.Parse("https://user:secret@example.org:70000/")
	if errors.Is(err, url.ErrPortOutOfRange) {
		var e *url.Error
		errors.As(err, &e)
		fmt.Println(e.Op, e.Offset)
	}
	fmt.Println(err) // without the credentials
	// Output:
	// parse 32
	// url: parse "https://xxxxx@example.org:70000/": port-out-of-range at byte 26
}

func ExampleParseWithBase() {
	u, err := url.ParseWithBase("../images/?size=2", "https://example.org/blog/2026/")
	fmt.Println(u, err)
	// Output: https://example.org/blog/images/?size=2 <nil>
}

func ExampleURL_Parse() {
	base := url.MustParse("https://example.org/a/b?q")
	for _, ref := range []string{"c", "../c", "/c", "//example.com/c", "?r", "#f", "mailto:me@example.org", "\\c"} {
		u, err := base.Parse(ref)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.org/a/c <nil>
	// https://example.org/c <nil>
	// https://example.org/c <nil>
	// https://example.com/c <nil>
	// https://example.org/a/b?r <nil>
	// https://example.org/a/b?q#f <nil>
	// mailto:me@example.org <nil>
	// https://example.org/c <nil>
}

func ExampleMustParse() {
	fmt.Println(url.MustParse("https://example.org").Href())
	// Output: https://example.org/
}

func ExampleCanParse() {
	fmt.Println(url.CanParse("https://example.org:8080"), url.CanParse("https://example.org:80a"), url.CanParse("example.org"))
	// Output: true false false
}

func ExampleURL_CanParse() {
	fmt.Println(url.MustParse("https://example.org/").CanParse("//[::1"), url.MustParse("mailto:a").CanParse("x"))
	// Output: false false
}

// A string with nothing to report is a valid URL string.
func ExampleParser_Validate() {
	p := url.Parser{Base: url.MustParse("https://example.org/")}
	fmt.Println(p.Validate("a%20b"))
	fmt.Println(p.Validate("a b")) // parses, but is not valid
	// Output:
	// []
	// [url: invalid-URL-unit at byte 1]
}

func ExampleValidate() {
	for _, e := range url.Validate("https://me@example.org\\a|b") {
		fmt.Println(e.Offset, e.Type, e.Failure)
	}
	// Output:
	// 10 invalid-credentials false
	// 22 invalid-reverse-solidus false
	// 24 invalid-URL-unit false
}

func ExampleErrorType_Description() {
	fmt.Println(url.ErrInvalidReverseSolidus.Description())
	// Output: There is a backslash where a slash belongs.
}

// A Parser reports what is wrong while it parses.
func ExampleParser() {
	p := url.Parser{OnValidationError: func(e url.ValidationError) {
		fmt.Printf("byte %d: %s: %s\n", e.Offset, e.Type, e.Type.Description())
	}}
	u, err := p.Parse("http:example.org")
	fmt.Println(u, err)
	// Output:
	// byte 5: special-scheme-missing-following-solidus: A URL of this scheme needs exactly two slashes after the colon.
	// http://example.org/ <nil>
}

// What people type often has a port, but no scheme.
func ExampleParser_defaultScheme() {
	p := url.Parser{DefaultScheme: "https"}
	for _, typed := range []string{"example.org/a", "localhost:8080", "//[::1]:80", "mailto:me@example.org", "/a"} {
		fmt.Println(p.Parse(typed))
	}
	// Output:
	// https://example.org/a <nil>
	// https://localhost:8080/ <nil>
	// https://[::1]:80/ <nil>
	// mailto:me@example.org <nil>
	//  url: parse "/a": missing-scheme-non-relative-URL at byte 0
}

// The query of a link has the encoding of its document.
func ExampleParser_queryEncoding() {
	p := url.Parser{Base: url.MustParse("https://example.org/"), QueryEncoding: charmap.Windows1252}
	u, err := p.Parse("?sm\u00f6rg\u00e5sbord\u2603")
	fmt.Println(u, err)
	// Output: https://example.org/?sm%F6rg%E5sbord%26%239731%3B <nil>
}

func ExampleParser_Parse() {
	p := url.Parser{Base: url.MustParse("https://example.org/a/")}
	u, err := p.Parse("b?c")
	fmt.Println(u, err)
	// Output: https://example.org/a/b?c <nil>
}

func ExampleParser_CanParse() {
	p := url.Parser{Base: url.MustParse("https://example.org/")}
	fmt.Println(p.CanParse("/a"), p.CanParse("//[::1"))
	// Output: true false
}

func ExampleParser_encodeLonePercent() {
	p := url.Parser{EncodeLonePercent: true}
	u, err := p.Parse("https://example.org/100%/50%25")
	fmt.Println(u, err)
	// Output: https://example.org/100%25/50%25 <nil>
}

func ExampleURL_SetHref() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetHref("nonsense"))
	fmt.Println(u)
	// Output:
	// url: set href "nonsense": missing-scheme-non-relative-URL at byte 0
	// https://example.org/
}

func ExampleURL_SetHost() {
	u := url.MustParse("https://example.org/path")
	fmt.Println(u.SetHost("EXAMPLE.com:8080"), u)
	fmt.Println(u.SetHost("example.net:x"), u) // the host is set, the port is not
	fmt.Println(u.SetHostname("a b"), u)
	// Output:
	// <nil> https://example.com:8080/path
	// url: set host "example.net:x": port-invalid at byte 12 https://example.net:8080/path
	// url: set hostname "a b": domain-to-ASCII at byte 1 https://example.net:8080/path
}

func ExampleURL_SetHostname() {
	u := url.MustParse("https://example.org:8080/")
	fmt.Println(u.SetHostname("EXAMPLE.com"), u)
	// Output: <nil> https://example.com:8080/
}

func ExampleURL_SetProtocol() {
	u := url.MustParse("http://example.org:443/")
	fmt.Println(u.SetProtocol("https"), u)
	fmt.Println(u.SetProtocol("mailto"), u)
	// Output:
	// <nil> https://example.org/
	// url: set protocol "mailto": scheme-change at byte 0 https://example.org/
}

func ExampleURL_SetPathname() {
	u := url.MustParse("https://example.org/?q")
	fmt.Println(u.SetPathname("a b/../c?d"), u)
	// Output: <nil> https://example.org/c%3Fd?q
}

func ExampleURL_SetSearch() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetSearch("a=b c"), u)
	fmt.Println(u.SetSearch(""), u)
	// Output:
	// <nil> https://example.org/?a=b%20c
	// <nil> https://example.org/
}

func ExampleURL_SetPort() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetPort("8080 or so"), u)
	// Output: url: set port "8080 or so": trailing-data at byte 4 https://example.org:8080/
}

func ExampleURL_SetHash() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetHash("#to p"), u)
	// Output: <nil> https://example.org/#to%20p
}

func ExampleURL_SetUsername() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetUsername("me@work"), u.SetPassword("s:cret"), u)
	// Output: <nil> <nil> https://me%40work:s%3Acret@example.org/
}

func ExampleURL_SetPassword() {
	u := url.MustParse("https://me@example.org/")
	fmt.Println(u.SetPassword("s:cret"), u)

	u = url.MustParse("mailto:me@example.org")
	fmt.Println(errors.Is(u.SetPassword("secret"), url.ErrCannotHaveCredentialsOrPort), u)
	// Output:
	// <nil> https://me:s%3Acret@example.org/
	// true mailto:me@example.org
}

func ExampleURL_Query() {
	for _, rawURL := range []string{"https://h/?a", "https://h/?", "https://h/"} {
		query, ok := url.MustParse(rawURL).Query()
		fmt.Printf("%q %t\n", query, ok)
	}
	// Output:
	// "a" true
	// "" true
	// "" false
}

func ExampleURL_PathSegments() {
	for segment := range url.MustParse("https://example.org/a/b%2Fc/").PathSegments() {
		fmt.Printf("%q\n", segment)
	}
	// Output:
	// "a"
	// "b%2Fc"
	// ""
}

func ExampleURL_EffectivePort() {
	u := url.MustParse("https://example.org/")
	_, ok := u.PortNumber()
	port, _ := u.EffectivePort()
	fmt.Println(ok, port)
	// Output: false 443
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

func ExamplePercentEncode() {
	fmt.Println(url.PercentEncode("a/b?c=\u20ac 1", url.PathPercentEncodeSet))
	fmt.Println(url.PercentEncode("a/b?c=\u20ac 1", url.ComponentPercentEncodeSet))
	// Output:
	// a/b%3Fc=%E2%82%AC%201
	// a%2Fb%3Fc%3D%E2%82%AC%201
}

// "|" makes the union of two sets.
func ExamplePercentEncodeSet() {
	fmt.Println(url.PercentEncode("a;b/'c'", url.PathPercentEncodeSet))
	fmt.Println(url.PercentEncode("a;b/'c'", url.PathPercentEncodeSet|url.SpecialQueryPercentEncodeSet))
	// Output:
	// a;b/'c'
	// a;b/%27c%27
}

func ExamplePercentDecode() {
	fmt.Println(url.PercentDecode("100%25 %e2%82%ac %zz"))
	// Output: 100% € %zz
}

func ExamplePercentEncodeAfterEncoding() {
	s, err := url.PercentEncodeAfterEncoding(charmap.Windows1252, "\u20ac 1", url.FormURLEncodedPercentEncodeSet, true)
	fmt.Println(s, err)
	// Output: %80+1 <nil>
}

func ExamplePercentEncodeSet_Contains() {
	fmt.Println(url.PathPercentEncodeSet.Contains('^'), url.QueryPercentEncodeSet.Contains('^'))
	// Output: true false
}
