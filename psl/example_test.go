package psl_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	neturl "net/url"
	"os"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/psl"
)

// loadList reads a list from a file. The full list, from publicsuffix.org, has 330 KB. Parse accepts an empty list and a list
// whose last section is missing, so loadList checks for both.
func loadList(name string) (*psl.List, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	list, err := psl.Parse(file)
	if err != nil {
		return nil, err
	}
	for _, domain := range []string{"com", "co.uk", "github.io"} {
		if suffix, _, listed := list.Lookup(domain); suffix != domain || !listed {
			return nil, fmt.Errorf("%s: %s is not on the list", name, domain)
		}
	}
	return list, nil
}

func ExampleParse() {
	list, err := loadList("testdata/example.dat")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"https://www.example.co.uk/", "https://WWW.食狮.公司.cn./", "https://co.uk/", "https://127.0.0.1/"} {
		host, _ := url.MustParse(s).ParsedHost()
		domain, ok := host.RegistrableDomain(list)
		fmt.Printf("%s: %q %t\n", host, domain, ok)
	}
	// Output:
	// www.example.co.uk: "example.co.uk" true
	// www.xn--85x722f.xn--55qx5d.cn.: "xn--85x722f.xn--55qx5d.cn." true
	// co.uk: "" false
	// 127.0.0.1: "" false
}

// A program can have its own rules. To combine them with the rules of a list, read both through an io.MultiReader.
func ExampleParse_ownRules() {
	list, err := psl.Parse(strings.NewReader("*.customers.intranet\nteams.intranet // one site for each team\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a := url.MustParse("https://wiki.red.teams.intranet").Origin()
	b := url.MustParse("https://wiki.blue.teams.intranet").Origin()
	fmt.Println(a.SameSite(b, list))
	// Output: false
}

func ExampleList_Lookup() {
	list, err := loadList("testdata/example.dat")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, domain := range []string{"www.example.co.uk", "a.github.io", "b.c.kawasaki.jp", "www.city.kawasaki.jp", "printer.local"} {
		suffix, icann, listed := list.Lookup(domain)
		fmt.Println(domain, suffix, icann, listed)
	}
	// Output:
	// www.example.co.uk co.uk true true
	// a.github.io github.io false true
	// b.c.kawasaki.jp c.kawasaki.jp true true
	// www.city.kawasaki.jp kawasaki.jp true true
	// printer.local local false false
}

// With a list, a cookie jar rejects cookies for the whole of github.io.
func ExampleList_PublicSuffix() {
	list, err := loadList("testdata/example.dat")
	if err != nil {
		fmt.Println(err)
		return
	}
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: list})
	if err != nil {
		fmt.Println(err)
		return
	}
	mine := &neturl.URL{Scheme: "https", Host: "mine.github.io", Path: "/"}
	jar.SetCookies(mine, []*http.Cookie{
		{Name: "all", Value: "1", Domain: "github.io"},
		{Name: "own", Value: "1", Domain: "mine.github.io"},
	})
	fmt.Println(jar.Cookies(mine), list.PublicSuffix(mine.Hostname()))
	// Output: [own=1] github.io
}

// Names below github.io are registered with GitHub, but github.io itself is registered with the registry of io.
func ExampleList_ICANNSuffix() {
	list, err := loadList("testdata/example.dat")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, domain := range []string{"www.example.co.uk", "a.github.io"} {
		fmt.Println(domain, list.PublicSuffix(domain), list.ICANNSuffix(domain))
	}
	// Output:
	// www.example.co.uk co.uk co.uk
	// a.github.io github.io io
}

func ExampleList_String() {
	list, err := loadList("testdata/example.dat")
	fmt.Println(list, err)
	// Output: public suffix list with 8 rules, version "2026-01-01_00-00-00_UTC" <nil>
}

func ExampleError() {
	_, err := psl.Parse(strings.NewReader("com\nco.*.uk\n"))
	fmt.Println(err)
	var lineError *psl.Error
	if errors.As(err, &lineError) {
		fmt.Println(lineError.Line)
	}
	// Output:
	// psl: line 2: rule "co.*.uk": "*" is allowed only as the whole first label
	// 2
}

func ExampleError_Error() {
	_, err := psl.Parse(strings.NewReader("com\n// a comment\na..com\n"))
	fmt.Println(err.Error())
	// Output: psl: line 3: rule "a..com": a label is empty
}

// If a rule is not a domain, the error wraps the reason that package url gives.
func ExampleError_Unwrap() {
	_, err := psl.Parse(strings.NewReader("exa^mple\n"))
	fmt.Println(errors.Is(err, url.ErrDomainToASCII))
	// Output: true
}
