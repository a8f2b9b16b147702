package url_test

import (
	"encoding/json"
	"fmt"
	neturl "net/url"

	"github.com/weburl-go/url"
)

// These are the differences from net/url's Values and its coding of queries that MIGRATING.md describes.

func Example_migratingQuery() {
	const rawURL = "https://example.com/?b=1&a=%zz&c=x;y&b=2+3&d"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Query()) // without the pairs that net/url refuses

	u := url.MustParse(rawURL)
	for name, value := range u.SearchParams().All() {
		fmt.Printf("%q=%q ", name, value)
	}
	fmt.Println()
	// Output:
	// map[b:[1 2 3] d:[]]
	// "b"="1" "a"="%zz" "c"="x;y" "b"="2 3" "d"=""
}

func Example_migratingSetQuery() {
	n, _ := neturl.Parse("https://example.com/?b=1&a=~")
	values := n.Query()
	values.Set("c", "*")
	n.RawQuery = values.Encode() // sorted
	fmt.Println(n)

	u := url.MustParse("https://example.com/?b=1&a=~")
	u.SearchParams().Set("c", "*") // changes u
	fmt.Println(u)
	// Output:
	// https://example.com/?a=~&b=1&c=%2A
	// https://example.com/?b=1&a=%7E&c=*
}

func Example_migratingEditQuery() {
	const rawURL = "https://example.com/?b=%20~&utm_source=mail&a=%2f"
	n, _ := neturl.Parse(rawURL)
	values := n.Query()
	values.Del("utm_source")
	n.RawQuery = values.Encode()
	fmt.Println(n)

	u := url.MustParse(rawURL)
	u = u.EditQuery(func(name, value string) (string, bool) { return value, name != "utm_source" })
	fmt.Println(u)
	// Output:
	// https://example.com/?a=%2F&b=+~
	// https://example.com/?b=%20~&a=%2f
}

func Example_migratingQueryJSON() {
	text, _ := json.Marshal(neturl.Values{"b": {"1 2"}, "a": {""}})
	fmt.Println(string(text))

	text, _ = json.Marshal(url.NewURLSearchParams("b=1 2&a"))
	fmt.Println(string(text))
	// Output:
	// {"a":[""],"b":["1 2"]}
	// "b=1+2\u0026a="
}

func Example_migratingQueryLimit() {
	_, err := neturl.ParseQuery("a&b&c") // its limit is 10000 pairs
	fmt.Println(err)
	_, err = url.ParseQuery("a&b&c", 2)
	fmt.Println(err != nil)
	// Output:
	// <nil>
	// true
}

func Example_migratingQueryEscape() {
	const text = "a b&c*~"
	fmt.Println(neturl.QueryEscape(text))

	encoded, _ := url.PercentEncodeAfterEncoding(nil, text, url.FormURLEncodedPercentEncodeSet, true)
	fmt.Println(encoded)
	fmt.Println(url.NewURLSearchParamsFromPairs([][2]string{{"q", text}}))
	// Output:
	// a+b%26c%2A~
	// a+b%26c*%7E
	// q=a+b%26c*%7E
}

func Example_migratingQueryUnescape() {
	_, err := neturl.QueryUnescape("100%+a")
	fmt.Println(err)

	fmt.Printf("%q\n", url.NewURLSearchParams("q=100%+a").Get("q"))
	// Output:
	// invalid URL escape "%+a"
	// "100% a"
}
