package url_test

import (
	"fmt"
	neturl "net/url"

	"github.com/weburl-go/url"
)

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
	// Output: url: parse query "": too-many-pairs at byte 12
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
