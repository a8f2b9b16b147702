package url_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"

	"github.com/weburl-go/url"
)

// Examples of net/url's type and of HTTP requests.

func ExampleURL_NetURL() {
	n, err := url.MustParse(`HTTP:\\0x7f.1\a/../b c?q=%`).NetURL()
	fmt.Println(n, err)

	// net/url cannot represent a lone "%" or a "|" in a path.
	n, err = url.MustParse("http://example.com/100%/a|b").NetURL()
	fmt.Println(n, err)
	// Output:
	// http://127.0.0.1/b%20c?q=% <nil>
	// http://example.com/100%25/a%7Cb <nil>
}

func ExampleFromNetURL() {
	n := &neturl.URL{Scheme: "http", Host: "Bücher.example:80", Path: "/a b"}
	u, err := url.FromNetURL(n)
	fmt.Println(u, err)
	// Output: http://xn--bcher-kva.example/a%20b <nil>
}

func ExampleParseNetURL() {
	n, err := url.ParseNetURL(`https:\\good.example\@evil.example`)
	fmt.Println(n.Host, n.Path, err)
	// Output: good.example /@evil.example <nil>
}

// A crawler sends exactly the bytes that a browser sends. Package redirect follows redirects in the same way.
func ExampleURL_RequestURL() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.RequestURI)
	}))
	defer server.Close()

	u := url.MustParse(server.URL + "/a|b?100%")
	n, err := u.RequestURL() // NetURL would encode the "|"
	if err != nil {
		fmt.Println(err)
		return
	}
	response, err := http.DefaultTransport.RoundTrip(&http.Request{URL: n, Header: http.Header{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	// Output: /a|b?100%
}
