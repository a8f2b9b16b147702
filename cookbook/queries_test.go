package cookbook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// Recipe: Add a parameter to a URL
//
// A space becomes `%20`, which mail programs read, too.
//
// Pitfall: `"?q=" + value` lets a value add parameters of its own.
//
// Keywords: add query parameter, mailto, mail body, plus or %20, QueryEscape, base64 in a URL, newsletter
func Example_addParameter() {
	u := url.MustParse("https://example.com/?file=a%20~b#top")
	u = u.AppendQuery("from", "mail & web")
	fmt.Println(u)

	to := url.PercentEncode("ann&bob", url.ComponentPercentEncodeSet) + "@example.com" // several with ","
	fmt.Println(url.MustParse("mailto:"+to).AppendQuery("subject", "1 + 1").AppendQuery("body", "Hi\r\nAnn"))
	// Output:
	// https://example.com/?file=a%20~b&from=mail%20%26%20web#top
	// mailto:ann%26bob@example.com?subject=1%20%2B%201&body=Hi%0D%0AAnn
}

// Recipe: Change one parameter
//
// The others keep their order, and the bytes that Parse wrote: `'` becomes `%27`. EditRawURL keeps those of a text, but adds no pair.
//
// Pitfall: A URL is a value: without the assignment, nothing changes.
//
// Keywords: set query parameter, order of parameters, page number
func Example_changeParameter() {
	u := url.MustParse("https://example.com/?q=%63af%C3%A9&page=1&debug")
	u = u.WithQueryValue("page", "2")
	fmt.Println(u)
	// Output: https://example.com/?q=%63af%C3%A9&page=2&debug
}

// Recipe: Take tracking parameters out of a URL, and keep its other bytes
//
// A signature covers the bytes of the other parameters. EditQuery keeps them. EditRawURL works on a text, which need not parse,
// and keeps all that is not the query.
//
// Pitfall: SearchParams().Delete writes all pairs anew. What EditRawURL returns is as unchecked as its text: parse it before you follow it.
//
// Keywords: presigned URL, tracking parameters, utm_, remove query parameter, signature, keep bytes, HMAC, raw URL
func Example_tracking() {
	withoutTracking := func(name, value string) (string, bool) { return value, !strings.HasPrefix(name, "utm_") }
	const rawURL = "HTTPS://Files.example/./get?file=a%20~b&utm_source=mail&Expires=1790000000&utm_medium=x&Signature=p%2fQ*#top"
	fmt.Println(url.MustParse(rawURL).EditQuery(withoutTracking))
	fmt.Println(url.EditRawURL(rawURL, withoutTracking))
	fmt.Println(url.EditRawURL("?utm_source=x#top", withoutTracking)) // "#top" would keep the query of the page
	// Output:
	// https://files.example/get?file=a%20~b&Expires=1790000000&Signature=p%2fQ*#top
	// HTTPS://Files.example/./get?file=a%20~b&Expires=1790000000&Signature=p%2fQ*#top
	// ?#top
}

// Recipe: Read a[]=1&a[]=2
//
// Brackets are a part of the name.
//
// Pitfall: Nested names, `a[b][c]`, belong to a form library.
//
// Keywords: array parameter a[]=, repeated parameter, nested parameters
func Example_arrayParameter() {
	u := url.MustParse("https://example.com/?a[]=1&b=x&a%5B%5D=2")
	fmt.Println(url.NewURLSearchParams(u.Search()).GetAll("a[]"))
	// Output: [1 2]
}

// Recipe: Read a query with semicolons or a bad percent sign
//
// Only "&" divides pairs, and a bad "%" stays: no pair vanishes as in net/url.
//
// Pitfall: A client can hide pairs from a net/url server. httputil.ReverseProxy removes these pairs before Rewrite.
//
// Keywords: semicolon, invalid semicolon separator, percent sign alone
func Example_semicolon() {
	const rawURL = "https://example.com/?a=1;2&b=100%"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Query())
	u := url.MustParse(rawURL)
	fmt.Println(u.QueryValue("a"))
	fmt.Println(u.QueryValue("b"))
	// Output:
	// map[]
	// 1;2 true
	// 100% true
}

// Recipe: Add a name without "="
//
// AppendQuery always writes "=", so append to the query itself.
//
// Pitfall: SetSearch takes a query, so encode a name that is data.
//
// Keywords: key without value, ?debug
func Example_flagParameter() {
	for _, rawURL := range []string{"https://example.com/?a=1", "https://example.com/"} {
		u := url.MustParse(rawURL)
		query, _ := u.Query()
		if query != "" {
			query += "&"
		}
		fmt.Println(u.SetSearch(query+"debug"), u)
	}
	// Output:
	// <nil> https://example.com/?a=1&debug
	// <nil> https://example.com/?debug
}

// Recipe: Use a struct or a map as a query
//
// Libraries such as go-querystring return net/url's Values. A URL in such a struct vanishes without an error: use its Href.
//
// Pitfall: A map has no order: names are sorted.
//
// Keywords: struct to query, go-querystring, Values
func Example_structQuery() {
	p := url.NewURLSearchParamsFromValues(neturl.Values{"tag": {"b", "a"}, "q": {"golang"}})
	fmt.Println(p)
	fmt.Println(p.Values()["tag"])
	// Output:
	// q=golang&tag=b&tag=a
	// [b a]
}

// Recipe: Read and write parameters in a fragment
//
// The fragment of an OAuth answer is a list, like a query.
//
// Pitfall: The fragment stays in the browser, but scripts and its history see the token.
//
// Keywords: fragment parameters, access_token, single-page app, hashbang #!
func Example_fragmentParameters() {
	u := url.MustParse("https://app.example/cb")
	p := url.NewURLSearchParamsFromPairs([][2]string{{"access_token", "a+b c"}, {"state", "7"}})
	err := u.SetHash(p.String())
	fmt.Println(u, err)
	fragment, _ := u.Fragment()
	fmt.Println(url.NewURLSearchParams(fragment).Get("access_token"))
	// Output:
	// https://app.example/cb#access_token=a%2Bb+c&state=7 <nil>
	// a+b c
}

// Recipe: Link to a text in a page, and take such a fragment off
//
// A text fragment begins with `:~:`. "-", "&" and "," have a meaning in it, so encode them.
//
// Pitfall: It quotes what a reader looked for: take it off what you store.
//
// Keywords: text fragment, highlight, :~:text=
func Example_textFragment() {
	quote := func(u url.URL, text string) (url.URL, error) {
		fragment, _, _ := strings.Cut(strings.TrimPrefix(u.Hash(), "#"), ":~:")
		encoded := url.PercentEncode(text, url.ComponentPercentEncodeSet)
		err := u.SetHash("#" + fragment + ":~:text=" + strings.ReplaceAll(encoded, "-", "%2D"))
		return u, err
	}
	fmt.Println(quote(url.MustParse("https://example.com/a#b:~:text=c"), "to-day, 100%"))

	plain := func(rawURL string) string {
		before, fragment, _ := strings.Cut(rawURL, "#")
		fragment, _, found := strings.Cut(fragment, ":~:")
		if !found {
			return rawURL
		}
		return strings.TrimSuffix(before+"#"+fragment, "#")
	}
	fmt.Println(plain("HTTPS://e/?a=:~:#:~:text=x"), plain("https://e/#b:~:text=x"), plain("https://e/#"))
	// Output:
	// https://example.com/a#b:~:text=to%2Dday%2C%20100%25 <nil>
	// HTTPS://e/?a=:~: https://e/#b https://e/#
}

// Recipe: Sign the URLs of an image proxy
//
// The proxy fetches only what it signed.
//
// Pitfall: Fetch it through package guard: a signature does not say where a host resolves to.
//
// Keywords: image proxy, HMAC, shortener
func Example_imageProxy() {
	sign := func(href string) string {
		mac := hmac.New(sha256.New, []byte("made by crypto/rand, and kept secret"))
		mac.Write([]byte(href))
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	image := url.MustParse("https://example.com/a b.png?x&y").Href()
	u := url.MustParse("https://proxy.example/").AppendQuery("u", image).AppendQuery("s", sign(image))

	href, _ := u.QueryValue("u") // on the proxy
	signature, _ := u.QueryValue("s")
	fmt.Println(href, hmac.Equal([]byte(signature), []byte(sign(href))))
	// Output: https://example.com/a%20b.png?x&y true
}

// Recipe: Make the canonical request of SigV4
//
// Encode decoded bytes anew, and sort by encoded name, then by value.
//
// Pitfall: Services other than S3 also resolve dot segments, join slashes, and encode the path twice. For S3, no parser may resolve the
// `..` of a key. Leave X-Amz-Signature out.
//
// Keywords: signature, SigV4, AWS, canonical request
func Example_sigV4() {
	encode := func(s string) string { return url.PercentEncode(url.PercentDecode(s), url.RFC3986PercentEncodeSet) }
	canonical := func(u url.URL) (path string, query []string) {
		var pairs [][2]string
		for pair := range strings.SplitSeq(strings.ReplaceAll(strings.TrimPrefix(u.Search(), "?"), "+", "%20"), "&") {
			if name, value, _ := strings.Cut(pair, "="); pair != "" {
				pairs = append(pairs, [2]string{encode(name), encode(value)})
			}
		}
		slices.SortFunc(pairs, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
		for _, pair := range pairs {
			query = append(query, pair[0]+"="+pair[1])
		}
		return strings.ReplaceAll(encode(u.Pathname()), "%2F", "/"), query // joined by "&"
	}
	fmt.Println(canonical(url.MustParse("https://h/example space/(1)?Param1=value2&Param-1=b&Param1=Value1&\u1234=b+r")))
	// Output: /example%20space/%281%29 [%E1%88%B4=b%20r Param-1=b Param1=Value1 Param1=value2]
}
