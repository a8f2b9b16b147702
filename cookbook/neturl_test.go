package cookbook_test

import (
	"fmt"
	neturl "net/url"

	"github.com/weburl-go/url"
)

// Recipe: Convert between this package and net/url
//
// `NetURL` returns a `*url.URL` from `net/url` and percent-encodes any characters that `net/url` cannot represent. If you pass
// the `Href` to the `Parse` function of `net/url` instead, it can fail with "invalid URL escape", or change the path `/a%2Fb|c`
// to `/a/b%7Cc`. `FromNetURL` converts back.
//
// Pitfall: `NetURL` changes any `%` in the path that doesn't start an escape sequence to `%25`. A server that verifies a
// signature over the exact path then rejects the request. `RequestURL` keeps all bytes, but does not work through a plain HTTP
// proxy. It returns an error for a path such as `/100%`, because `net/http` cannot send it safely.
//
// Keywords: percent sign alone, http.NewRequest, convert, *url.URL, "invalid URL escape"
func Example_netURL() {
	for _, s := range []string{
		`HTTP:\\0x7f.1\a/../b c?q=%`,
		"http://example.com/100%/a|b", // net/url rejects the "%"
	} {
		n, err := url.MustParse(s).NetURL() // for an http.Request, for example
		if err != nil {
			panic(err)
		}
		fmt.Println(n)
	}
	n := &neturl.URL{Scheme: "http", Host: "B\u00fccher.example:80", Path: "/a b"}
	u, err := url.FromNetURL(n)
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output:
	// http://127.0.0.1/b%20c?q=%
	// http://example.com/100%25/a%7Cb
	// http://xn--bcher-kva.example/a%20b
}
