package url_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// This file shows how to read, edit and hide queries, and lists of parameters. The examples Example_migrating… at its end belong
// to MIGRATING.md, like those of example_migrating_test.go.

// Job: Take tracking parameters out of a URL, and keep its other bytes
//
// A signature covers the bytes of the other parameters. EditQuery keeps them. EditRawURL works on a text, which need not parse,
// and keeps all that is not the query.
//
// Trap: SearchParams().Delete writes all pairs anew. What EditRawURL returns is as unchecked as its text: parse it before you follow it.
//
// Words: presigned URL, tracking parameters, utm_, remove query parameter, signature, keep bytes, HMAC, raw URL
func ExampleURL_EditQuery() {
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

func ExampleEditRawURL() {
	withoutToken := func(name, value string) (string, bool) { return value, name != "token" }
	fmt.Println(url.EditRawURL("//Example.com/a/../b?token=x&q=%7e", withoutToken))
	// Output: //Example.com/a/../b?q=%7e
}

// Hide the values of all parameters but one in a line of a log. The target of a request is not a URL.
func ExampleEditRawQuery() {
	hide := func(name, value string) (string, bool) {
		if name != "page" {
			value = "hidden"
		}
		return value, true
	}
	for _, target := range []string{"/login?user=ann&token=s3cr%65t&page=%32", "//h/a?token", "*"} {
		path, query, hasQuery := strings.Cut(target, "?")
		if hasQuery {
			path += "?" + url.EditRawQuery(query, hide)
		}
		fmt.Println("GET", path)
	}
	// Output:
	// GET /login?user=hidden&token=hidden&page=%32
	// GET //h/a?token=hidden
	// GET *
}

// Job: Log a text that may be a URL
//
// nil hides credentials and all values, also of what does not parse. Of a line of a log, give it each word (`\S+`).
//
// Trap: A list of secret names shows the token of the next service, and a secret in a path stays.
//
// Words: log line, slog, redact, password in a log, token, OpenTelemetry
func ExampleRedact() {
	fmt.Println(url.Redact("https://ann:pw@example.com/a?b=c&s3cret", nil))
	notPage := func(name string) bool { return name != "page" } // keeps the value of page
	fmt.Println(url.Redact("https://example.com/a?page=2&q=x", notPage))
	secret := func(name string) bool {
		switch strings.ToLower(name) {
		case "awsaccesskeyid", "signature", "sig", "x-amz-credential", "x-amz-security-token", "x-amz-signature", "x-goog-signature":
			return true
		case "token", "access_token", "code":
			return true
		}
		return false
	}
	for _, s := range []string{
		"https://ann:pw@example.com/a?b=c&sig=abc", "https://b.s3.example/a?X-Amz-Date=1&X-Amz-Signature=abc", "/cb?state=1#access_token=abc", "postgres://app:p#ss@db/x", "/a\r\nb",
	} {
		fmt.Println(url.Redact(s, secret))
	}
	// Output:
	// https://xxxxx@example.com/a?b=xxxxx&xxxxx
	// https://example.com/a?page=2&q=xxxxx
	// https://xxxxx@example.com/a?b=c&sig=xxxxx
	// https://b.s3.example/a?X-Amz-Date=1&X-Amz-Signature=xxxxx
	// /cb?state=1#access_token=xxxxx
	// postgres://xxxxx@db/x
	// /a%0D%0Ab
}

// A middleware logs the host and the target as two fields. A path may have a token in it, unless it is the path of the route's
// pattern. For "/reset/{token}" and "/share/", which take many paths, the pattern is logged in its place, and for a path that is
// not found, there is none.
func ExampleRedact_middleware() {
	logged := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() { // even if next panics
				target := r.Pattern
				if strings.HasSuffix(r.Pattern, r.URL.Path) {
					target = url.Redact(r.RequestURI, nil)
				}
				fmt.Printf("%s %s %q\n", r.Method, url.Redact(r.Host, nil), target)
			}()
			next.ServeHTTP(w, r) // an http.ServeMux sets r.Pattern
		})
	}
	mux := http.NewServeMux()
	mux.Handle("/a", http.NotFoundHandler())
	mux.Handle("/reset/{token}", http.NotFoundHandler())
	mux.Handle("/share/", http.NotFoundHandler())
	for _, target := range []string{"/a?token=s3cret", "http://ann:pw@example.com/a", "/reset/s3cret", "/share/s3cret", "/reset/s3cret/"} {
		logged(mux).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", target, nil))
	}
	// Output:
	// GET example.com "/a?token=xxxxx"
	// GET example.com "http://xxxxx@example.com/a"
	// GET example.com "/reset/{token}"
	// GET example.com "/share/"
	// GET example.com ""
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

// Redacted hides the password. If there are tokens in queries, hide them, too.
func ExampleURL_Redacted() {
	u := url.MustParse("https://user:secret@example.com/?page=2&token=secret")
	fmt.Println(u.Redacted())
	fmt.Println(u.EditQuery(func(name, value string) (string, bool) { return "hidden", true }).Redacted())
	// Output:
	// https://user:xxxxx@example.com/?page=2&token=secret
	// https://user:xxxxx@example.com/?page=hidden&token=hidden
}

// Job: Find duplicates by a key
//
// The key is the URL without its fragment and with sorted parameters. Where their order counts, leave out SortQuery. Request the URL,
// not the key.
//
// Trap: One page can still have two keys, as by `%20` and `+` here.
//
// Words: dedup key, cache key, duplicates, sort parameters, normalize
func ExampleURL_SortQuery() {
	seen := map[url.URL]bool{}
	for _, s := range []string{
		"https://example.com/?b=%20~&a=1#top", "https://EXAMPLE.com:443?a=1&b=%20~", "https://example.com/?a=1&b=+~", "javascript:a?b:c#d",
	} {
		key := url.MustParse(s)
		if key.IsHTTP() { // elsewhere, the query and the fragment may be content
			key = key.WithoutFragment().SortQuery()
		}
		fmt.Println(key, seen[key])
		seen[key] = true
	}
	// Output:
	// https://example.com/?a=1&b=%20~ false
	// https://example.com/?a=1&b=%20~ true
	// https://example.com/?a=1&b=+~ false
	// javascript:a?b:c#d false
}

// Job: Change one parameter
//
// The others keep their order, and the bytes that Parse wrote: `'` becomes `%27`. EditRawURL keeps those of a text, but adds no pair.
//
// Trap: A URL is a value: without the assignment, nothing changes.
//
// Words: set query parameter, order of parameters, page number
func ExampleURL_WithQueryValue() {
	u := url.MustParse("https://example.com/?q=%63af%C3%A9&page=1&debug")
	u = u.WithQueryValue("page", "2")
	fmt.Println(u)
	// Output: https://example.com/?q=%63af%C3%A9&page=2&debug
}

// Job: Add a parameter to a URL
//
// A space becomes `%20`, which mail programs read, too.
//
// Trap: `"?q=" + value` lets a value add parameters of its own.
//
// Words: add query parameter, mailto, mail body, plus or %20, QueryEscape, base64 in a URL, newsletter
func ExampleURL_AppendQuery() {
	u := url.MustParse("https://example.com/?file=a%20~b#top")
	u = u.AppendQuery("from", "mail & web")
	fmt.Println(u)

	to := url.PercentEncode("ann&bob", url.ComponentPercentEncodeSet) + "@example.com" // several with ","
	fmt.Println(url.MustParse("mailto:"+to).AppendQuery("subject", "1 + 1").AppendQuery("body", "Hi\r\nAnn"))
	// Output:
	// https://example.com/?file=a%20~b&from=mail%20%26%20web#top
	// mailto:ann%26bob@example.com?subject=1%20%2B%201&body=Hi%0D%0AAnn
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

// The list of a URL is live, so UnmarshalText changes the URL.
func ExampleURLSearchParams_UnmarshalText() {
	u := url.MustParse("https://example.com/search?q=old#results")
	err := u.SearchParams().UnmarshalText([]byte("q=new&lang=en"))
	fmt.Println(u, err)
	// Output: https://example.com/search?q=new&lang=en#results <nil>
}

func ExampleNewURLSearchParams() {
	p := url.NewURLSearchParams("?q=caf%C3%A9+au+lait&page=2&tag=a&tag=b")
	fmt.Println(p.Get("q"))
	fmt.Println(p.GetAll("tag"))
	p.Set("page", "3")
	p.Delete("tag")
	fmt.Println(p)
	// Output:
	// café au lait
	// [a b]
	// q=caf%C3%A9+au+lait&page=3
}

func ExampleNewURLSearchParamsFromPairs() {
	fmt.Println(url.NewURLSearchParamsFromPairs([][2]string{{"b", "1 2"}, {"a", "~"}, {"b", "&"}}))
	// Output: b=1+2&a=%7E&b=%26
}

func ExampleNewURLSearchParamsFromSeq() {
	u := url.MustParse("https://example.com/?b=2&a=1")
	sorted := url.NewURLSearchParamsFromSeq(u.SearchParams().All()) // an independent list
	sorted.Sort()
	fmt.Println(sorted, u.Search())
	// Output: a=1&b=2 ?b=2&a=1
}

// Job: Use a struct or a map as a query
//
// Libraries such as go-querystring return net/url's Values. A URL in such a struct vanishes without an error: use its Href.
//
// Trap: A map has no order: names are sorted.
//
// Words: struct to query, go-querystring, Values
func ExampleNewURLSearchParamsFromValues() {
	p := url.NewURLSearchParamsFromValues(neturl.Values{"tag": {"b", "a"}, "q": {"golang"}})
	fmt.Println(p)
	fmt.Println(p.Values()["tag"])
	// Output:
	// q=golang&tag=b&tag=a
	// [b a]
}

// Limit the number of pairs in an untrusted query.
func ExampleParseQuery() {
	_, err := url.ParseQuery("a=1&a=2&a=3&a=4", 3)
	fmt.Println(err)
	// Output: url: ParseQuery: too-many-pairs at byte 12
}

func ExampleURL_SearchParams() {
	u := url.MustParse("https://example.com/search?q=old&utm_source=mail#results")
	p := u.SearchParams()
	p.Set("q", "new & shiny")
	p.Delete("utm_source")
	fmt.Println(u.Href())
	if err := u.SetSearch("?q=other"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.Get("q"))
	// Output:
	// https://example.com/search?q=new+%26+shiny#results
	// other
}

// Each change through [url.URL.SearchParams] rewrites the query. For many changes, use an independent list.
func ExampleURLSearchParams() {
	u := url.MustParse("https://example.com/?id=7&utm_source=mail&utm_medium=email&utm_campaign=spring")
	p := url.NewURLSearchParams(u.Search())
	for _, name := range []string{"utm_source", "utm_medium", "utm_campaign"} {
		p.Delete(name)
	}
	if err := u.SetSearch(p.String()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(u.Href())
	// Output: https://example.com/?id=7
}

func ExampleURLSearchParams_All() {
	u := url.MustParse("https://example.com/?key=730d67&%C3%A9=1+2&key=")
	for name, value := range u.SearchParams().All() {
		fmt.Printf("%q: %q\n", name, value)
	}
	// Output:
	// "key": "730d67"
	// "é": "1 2"
	// "key": ""
}

func ExampleURLSearchParams_Lookup() {
	p := url.NewURLSearchParams("debug&level=")
	for _, name := range []string{"debug", "level", "trace"} {
		value, ok := p.Lookup(name)
		fmt.Printf("%s: %q, %t\n", name, value, ok)
	}
	// Output:
	// debug: "", true
	// level: "", true
	// trace: "", false
}

// Sorting gives URLs that differ only in the order of their parameters the same key in a cache.
func ExampleURLSearchParams_Sort() {
	u := url.MustParse("https://example.org/?q=🏳️‍🌈&key=e1f7bc78")
	u.SearchParams().Sort()
	fmt.Println(u.Search())
	// Output: ?key=e1f7bc78&q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88
}

// Any change rewrites the other pairs too, with the standard's serializer.
func ExampleURLSearchParams_Append() {
	u := url.MustParse("https://example.com/?a=b%20~")
	fmt.Println(u.SearchParams().Get("a"))
	u.SearchParams().Append("c", "d")
	fmt.Println(u.Href())
	// Output:
	// b ~
	// https://example.com/?a=b+%7E&c=d
}

func ExampleURLSearchParams_DeleteValue() {
	p := url.NewURLSearchParams("tag=a&tag=b&tag=a")
	fmt.Println(p.Has("tag"), p.HasValue("tag", "b"), p.HasValue("tag", "c"))
	p.DeleteValue("tag", "a")
	fmt.Println(p, p.Size())
	// Output:
	// true true false
	// tag=b 1
}

func ExampleURLSearchParams_Get() {
	p := url.NewURLSearchParams("tag=a&tag=b&q=1+%26+2")
	fmt.Printf("%q %q %q\n", p.Get("tag"), p.Get("q"), p.Get("page"))
	// Output: "a" "1 & 2" ""
}

func ExampleURLSearchParams_GetAll() {
	p := url.NewURLSearchParams("tag=a&q=c&tag=b")
	fmt.Println(p.GetAll("tag"), p.GetAll("page") == nil)
	// Output: [a b] true
}

func ExampleURLSearchParams_Has() {
	p := url.NewURLSearchParams("debug&level=1")
	fmt.Println(p.Has("debug"), p.Has("trace"))
	// Output: true false
}

func ExampleURLSearchParams_HasValue() {
	p := url.NewURLSearchParams("tag=a&tag=b")
	fmt.Println(p.HasValue("tag", "b"), p.HasValue("tag", "c"))
	// Output: true false
}

// Set keeps the place of the first pair and removes the others with its name.
func ExampleURLSearchParams_Set() {
	p := url.NewURLSearchParams("tag=a&q=c&tag=b")
	p.Set("tag", "d")
	p.Set("page", "2")
	fmt.Println(p)
	// Output: tag=d&q=c&page=2
}

func ExampleURLSearchParams_Delete() {
	p := url.NewURLSearchParams("tag=a&q=c&tag=b")
	p.Delete("tag")
	fmt.Println(p)
	// Output: q=c
}

func ExampleURLSearchParams_Size() {
	fmt.Println(url.NewURLSearchParams("a=1&a=2&&b").Size())
	// Output: 3
}

func ExampleURLSearchParams_String() {
	p := url.NewURLSearchParams("?q=caf\u00e9 au lait&r=a~b")
	fmt.Println(p.String())
	// Output: q=caf%C3%A9+au+lait&r=a%7Eb
}

func ExampleURLSearchParams_Values() {
	values := url.NewURLSearchParams("tag=b&q=golang&tag=a").Values()
	fmt.Println(values["tag"], values.Get("q"))
	// Output: [b a] golang
}

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

func Example_migratingSortQuery() {
	const rawURL = "https://example.com/?b=%20~&a=%2f"
	u := url.MustParse(rawURL)
	u.SearchParams().Sort()
	fmt.Println(u)
	fmt.Println(url.MustParse(rawURL).SortQuery())
	// Output:
	// https://example.com/?a=%2F&b=+%7E
	// https://example.com/?a=%2f&b=%20~
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
	fmt.Println(url.MustParse("https://example.com/").AppendQuery("q", text).Search())
	fmt.Println(url.NewURLSearchParamsFromPairs([][2]string{{"q", text}}))
	// Output:
	// a+b%26c%2A~
	// a+b%26c*%7E
	// ?q=a%20b%26c*%7E
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

// Job: Log an error of http.Client
//
// Its message has the URL: redact the field before you print.
//
// Trap: The password is hidden there, but the user and the query are not.
//
// Words: error text with a password, http.Client error, log
func ExampleRedact_clientError() {
	_, err := http.Get("ftp://ann:s3cret@example.com/?token=s3cret")
	if e, ok := errors.AsType[*neturl.Error](err); ok {
		e.URL = url.Redact(e.URL, nil)
	}
	fmt.Println(err)
	// Output: Get "ftp://xxxxx@example.com/?token=xxxxx": unsupported protocol scheme "ftp"
}

// Job: Count the referrers of an access log
//
// On the command line: `weburl -csv -delimiter ' ' -column 9`.
//
// Trap: A client can write any text into this field: never follow it unguarded.
//
// Words: access log, referrer, nginx, Apache
func ExampleURL_Origin_accessLog() {
	log := csv.NewReader(strings.NewReader(`127.0.0.1 - - [01/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "https://search.example/?q=a" "Mozilla/5.0"
127.0.0.1 - - [01/Nov/2026:10:00:01 +0000] "GET / HTTP/1.1" 200 5 "-" "curl/8"`))
	log.Comma, log.LazyQuotes, log.FieldsPerRecord = ' ', true, -1
	records, err := log.ReadAll()
	if err != nil {
		panic(err)
	}
	count := map[url.Origin]int{}
	for _, fields := range records {
		if u, err := url.Parse(fields[min(8, len(fields)-1)]); err == nil && u.IsHTTP() {
			count[u.Origin()]++
		}
	}
	fmt.Println(count)
	// Output: map[https://search.example:1]
}

// Job: Read a query with semicolons or a bad percent sign
//
// Only "&" divides pairs, and a bad "%" stays: no pair vanishes as in net/url.
//
// Trap: A client can hide pairs from a net/url server. httputil.ReverseProxy removes these pairs before Rewrite.
//
// Words: semicolon, invalid semicolon separator, percent sign alone
func ExampleURL_QueryValue_semicolon() {
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

// Job: Read a[]=1&a[]=2
//
// Brackets are a part of the name.
//
// Trap: Nested names, `a[b][c]`, belong to a form library.
//
// Words: array parameter a[]=, repeated parameter, nested parameters
func ExampleURLSearchParams_GetAll_array() {
	u := url.MustParse("https://example.com/?a[]=1&b=x&a%5B%5D=2")
	fmt.Println(url.NewURLSearchParams(u.Search()).GetAll("a[]"))
	// Output: [1 2]
}

// Job: Add a name without "="
//
// AppendQuery always writes "=", so append to the query itself.
//
// Trap: SetSearch takes a query, so encode a name that is data.
//
// Words: key without value, ?debug
func ExampleURL_SetSearch_flag() {
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

// Job: Make the ws: URL of a server, with a token
//
// SetProtocol changes http: to ws: and https: to wss:. A token of any bytes needs base64.
//
// Trap: Servers log queries: use a token once, or for a short time.
//
// Words: http to ws, SetScheme, http to https, websocket token
func ExampleURL_AppendQuery_websocket() {
	u := url.MustParse("https://api.example/chat")
	err := u.SetProtocol(strings.Replace(u.Scheme(), "http", "ws", 1))
	token := base64.RawURLEncoding.EncodeToString([]byte("\xff\x00+/"))
	fmt.Println(u.AppendQuery("token", token), err)
	// Output: wss://api.example/chat?token=_wArLw <nil>
}

// Job: Sign the URLs of an image proxy
//
// The proxy fetches only what it signed.
//
// Trap: Fetch it through package guard: a signature does not say where a host resolves to.
//
// Words: image proxy, HMAC, shortener
func ExampleURL_AppendQuery_signed() {
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
