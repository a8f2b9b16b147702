package url_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/weburl-go/url"
)

func ExampleDomainToASCII() {
	ascii, err := url.DomainToASCII("B\u00FCcher.example")
	fmt.Printf("%q %v\n", ascii, err)

	// An IPv6 address is not a domain.
	ascii, err = url.DomainToASCII("[::1]")
	fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))

	// If beStrict is true, the rules of the DNS apply, too.
	ascii, err = url.DomainToASCII("under_score.example")
	fmt.Printf("%q %v\n", ascii, err)
	ascii, err = url.DomainToASCIIStrict("under_score.example")
	fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))
	// Output:
	// "xn--bcher-kva.example" <nil>
	// "" true
	// "under_score.example" <nil>
	// "" true
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
	// url: parse host "a b": host-invalid-code-point at byte 1
}
