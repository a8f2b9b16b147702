package url_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/weburl-go/url"
)

// Strip the parameters of a mail campaign from a link that a server signed. The signature covers the bytes of the other
// parameters, so these must not change: neither "%20" nor "~", nor the order.
func ExampleURL_EditQuery() {
	u := url.MustParse("https://files.example/get?file=a%20~b&utm_source=mail&Expires=1790000000&utm_medium=x&Signature=p%2fQ*")
	u = u.EditQuery(func(name, value string) (string, bool) {
		return value, !strings.HasPrefix(name, "utm_")
	})
	fmt.Println(u)
	// Output: https://files.example/get?file=a%20~b&Expires=1790000000&Signature=p%2fQ*
}

// Change the value of one parameter. The others keep their bytes.
func ExampleURL_WithQueryValue() {
	u := url.MustParse("https://example.com/?q=%63af%C3%A9&page=1&debug")
	u = u.WithQueryValue("page", "2")
	fmt.Println(u)
	// Output: https://example.com/?q=%63af%C3%A9&page=2&debug
}

func ExampleURL_AppendQuery() {
	u := url.MustParse("https://example.com/?file=a%20~b#top")
	u = u.AppendQuery("from", "mail & web")
	fmt.Println(u)
	// Output: https://example.com/?file=a%20~b&from=mail+%26+web#top
}

// QueryValue needs no variable, unlike SearchParams.
func ExampleURL_QueryValue() {
	fmt.Println(url.MustParse("https://example.com/?q=caf%C3%A9+au+lait&q=tea").QueryValue("q"))
	fmt.Println(url.MustParse("https://example.com/?q=tea").QueryValue("lang"))
	// Output:
	// café au lait true
	//  false
}

func ExampleURL_QueryPairs() {
	for name, value := range url.MustParse("https://example.com/?key=730d67&&%C3%A9=1+2&key").QueryPairs() {
		fmt.Printf("%q: %q\n", name, value)
	}
	// Output:
	// "key": "730d67"
	// "é": "1 2"
	// "key": ""
}

// A clone of a URL's list is independent of the URL.
func ExampleURLSearchParams_Clone() {
	u := url.MustParse("https://example.com/?b=2&a=1")
	p := u.SearchParams().Clone()
	p.Sort()
	fmt.Println(p, u.Search())
	// Output: a=1&b=2 ?b=2&a=1
}

func ExampleURLSearchParams_AppendText() {
	p := url.NewURLSearchParams("q=caf%C3%A9")
	text, err := p.AppendText([]byte("/search?"))
	fmt.Println(string(text), err)
	// Output: /search?q=caf%C3%A9 <nil>
}

// In a struct, the field is a pointer.
func ExampleURLSearchParams_MarshalText() {
	type search struct {
		Index  string
		Params *url.URLSearchParams
	}
	text, err := json.Marshal(search{"books", url.NewURLSearchParams("q=caf%C3%A9 noir")})
	fmt.Println(string(text), err)
	// Output: {"Index":"books","Params":"q=caf%C3%A9+noir"} <nil>
}

// The list of a URL writes what it reads to the URL.
func ExampleURLSearchParams_UnmarshalText() {
	u := url.MustParse("https://example.com/search?q=old#results")
	err := u.SearchParams().UnmarshalText([]byte("q=new&lang=en"))
	fmt.Println(u, err)
	// Output: https://example.com/search?q=new&lang=en#results <nil>
}

// The empty host of a file: URL is "", and a missing host is NULL.
func ExampleHost_Value() {
	for _, s := range []string{"https://EXAMPLE.com/", "file:///etc/hosts"} {
		host, _ := url.MustParse(s).ParsedHost()
		fmt.Println(host.Value())
	}
	// Output:
	// example.com <nil>
	//  <nil>
}

func ExampleOrigin_Value() {
	fmt.Println(url.MustParse("https://example.com:8443/a").Origin().Value())
	fmt.Println(url.MustParse("data:,a").Origin().Value())
	// Output:
	// https://example.com:8443 <nil>
	// null <nil>
}

func ExampleOrigin_Scan() {
	var o url.Origin
	err := o.Scan("https://example.com:8443") // database/sql calls it for rows.Scan(&o)
	fmt.Println(o, err)
	fmt.Println(o.Scan("https://example.com/path"))
	// Output:
	// https://example.com:8443 <nil>
	// url: scan origin "https://example.com/path": not-an-origin at byte 19
}
