package url_test

import (
	"encoding/json"
	"fmt"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// Examples of queries, lists of parameters, and redaction.

func ExampleURL_EditQuery() {
	u := url.MustParse("https://files.example/get?file=a%20~b&utm_source=mail&Signature=p%2fQ*")
	fmt.Println(u.EditQuery(func(name, value string) (string, bool) {
		return value, !strings.HasPrefix(name, "utm_")
	}))
	// Output: https://files.example/get?file=a%20~b&Signature=p%2fQ*
}

func ExampleEditRawURL() {
	withoutToken := func(name, value string) (string, bool) { return value, name != "token" }
	fmt.Println(url.EditRawURL("//Example.com/a/../b?token=x&q=%7e", withoutToken))
	// Output: //Example.com/a/../b?q=%7e
}

// In a log, this hides the values of all parameters except page. A request target is not a URL, so it is edited as a string.
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

func ExampleRedact() {
	fmt.Println(url.Redact("https://ann:pw@example.com/a?page=2&q=x", nil)) // hides all values
	fmt.Println(url.Redact("/a?page=2&q=x", func(name string) bool { return name != "page" }))
	fmt.Println(url.Redact("postgres://app:p#ss@db/x", nil)) // does not parse
	// Output:
	// https://xxxxx@example.com/a?page=xxxxx&q=xxxxx
	// /a?page=2&q=xxxxx
	// postgres://xxxxx
}

// Search is "" for an empty query and for no query. [url.URL.Query] tells them apart.
func ExampleURL_Search() {
	for _, rawURL := range []string{
		"https://example.org/?a=b c",
		"https://example.org/?",
		"https://example.org/",
	} {
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

// Redacted hides only the password. If queries contain tokens, hide them as well.
func ExampleURL_Redacted() {
	u := url.MustParse("https://user:secret@example.com/?page=2&token=secret")
	fmt.Println(u.Redacted())
	fmt.Println(u.EditQuery(func(name, value string) (string, bool) { return "hidden", true }).Redacted())
	// Output:
	// https://user:xxxxx@example.com/?page=2&token=secret
	// https://user:xxxxx@example.com/?page=hidden&token=hidden
}

func ExampleURL_SortQuery() {
	a := url.MustParse("https://example.com/?b=%20~&a=1").SortQuery()
	b := url.MustParse("https://example.com/?a=1&b=%20~").SortQuery()
	fmt.Println(a, a == b)
	// Output: https://example.com/?a=1&b=%20~ true
}

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
	// Output: https://example.com/?file=a%20~b&from=mail%20%26%20web#top
}

// Unlike SearchParams, QueryValue works on a value, such as the result of a function.
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

// A clone no longer belongs to the URL.
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

// As a field of a struct, use a pointer.
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

func ExampleNewURLSearchParamsFromValues() {
	fmt.Println(url.NewURLSearchParamsFromValues(neturl.Values{"tag": {"b", "a"}, "q": {"golang"}}))
	// Output: q=golang&tag=b&tag=a
}

// An untrusted query is limited to three pairs.
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

// Each change to the list of a URL rewrites its query. For many changes, use an independent list.
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

// After sorting, URLs that differ only in the order of their parameters have the same cache key.
func ExampleURLSearchParams_Sort() {
	u := url.MustParse("https://example.org/?q=🏳️‍🌈&key=e1f7bc78")
	u.SearchParams().Sort()
	fmt.Println(u.Search())
	// Output: ?key=e1f7bc78&q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88
}

// Any change rewrites all pairs with the standard's serializer.
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

// Set replaces the first pair with the name, and removes the others.
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
