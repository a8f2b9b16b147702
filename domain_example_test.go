package url_test

import (
	"errors"
	"fmt"

	"github.com/weburl-go/url"
)

func ExampleDomainToASCII() {
	ascii, err := url.DomainToASCII("B\u00FCcher.example", false)
	fmt.Printf("%q %v\n", ascii, err)

	// The result is empty for what is no domain, as an IPv6 address is none.
	ascii, err = url.DomainToASCII("[::1]", false)
	fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))

	// Names in the DNS are held to more rules.
	ascii, err = url.DomainToASCII("under_score.example", false)
	fmt.Printf("%q %v\n", ascii, err)
	ascii, err = url.DomainToASCII("under_score.example", true)
	fmt.Printf("%q %t\n", ascii, errors.Is(err, url.ErrDomainToASCII))
	// Output:
	// "xn--bcher-kva.example" <nil>
	// "" true
	// "under_score.example" <nil>
	// "" true
}

func ExampleDomainToUnicode() {
	fmt.Println(url.DomainToUnicode("xn--bcher-kva.example"))
	// It is decoded as a whole or not at all: the second label is no valid one.
	fmt.Println(url.DomainToUnicode("xn--bcher-kva.xn--8i7caa"))
	fmt.Printf("%q\n", url.DomainToUnicode("[::1]"))
	// Output:
	// bücher.example
	// xn--bcher-kva.xn--8i7caa
	// ""
}
