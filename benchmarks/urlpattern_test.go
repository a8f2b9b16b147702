package main

import (
	"testing"

	peer "github.com/dunglas/go-urlpattern"
	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// urlPatterns are typical patterns, each with a URL that matches and one that does not.
var urlPatterns = []struct{ name, pattern, match, miss string }{
	{"fixed", "https://example.com/about", "https://example.com/about", "https://example.com/blog"},
	{"name", "https://example.com/books/:id", "https://example.com/books/978-0-13", "https://example.com/films/978-0-13"},
	{"names", "https://example.com/:lang/books/:id", "https://example.com/en/books/978-0-13", "https://example.com/en/films/978-0-13"},
	{"wildcard", "https://example.com/static/*", "https://example.com/static/js/app.js", "https://example.com/api/js/app.js"},
	{"suffix", "https://example.com/*.js", "https://example.com/static/js/app.js", "https://example.com/static/js/app.css"},
	{"subdomain", "https://*.example.com/*", "https://www.example.com/a/b", "https://www.example.org/a/b"},
	{"optional", "https://example.com/books/:id?", "https://example.com/books", "https://example.com/films"},
	{"repeated", "https://example.com/files/:path+", "https://example.com/files/a/b/c.txt", "https://example.com/files//c.txt"},
	{"protocol", "http{s}?://example.com/*", "https://example.com/a/b", "ftp://example.com/a/b"},
	{"number", `https://example.com/items/:id(\d+)`, "https://example.com/items/12345", "https://example.com/items/12a45"},
	{"choice", "https://example.com/*.:type(png|jpg|gif)", "https://example.com/img/a.gif", "https://example.com/img/a.svg"},
	{"search", "https://example.com/search?q=*", "https://example.com/search?q=hello", "https://example.com/search?x=hello"},
}

// BenchmarkURLPattern measures package urlpattern beside go-urlpattern, which matches strings alone:
//
//	go test -run '^$' -bench URLPattern -benchmem
func BenchmarkURLPattern(b *testing.B) {
	for _, c := range urlPatterns {
		p := urlpattern.Must(urlpattern.New(c.pattern, urlpattern.Options{}))
		theirs, err := peer.New(c.pattern, "", nil)
		if err != nil {
			b.Fatal(err)
		}
		u, miss := url.MustParse(c.match), url.MustParse(c.miss)
		for _, row := range []struct {
			name string
			do   func() bool
			want bool
		}{
			{"test", func() bool { return p.Test(u) }, true},
			{"miss", func() bool { return p.Test(miss) }, false},
			{"exec", func() bool { _, ok := p.Exec(u); return ok }, true},
			{"string", func() bool { return p.TestString(c.match, "") }, true},
			{"string go-urlpattern", func() bool { return theirs.Test(c.match, "") }, true},
			{"new", func() bool { _, err := urlpattern.New(c.pattern, urlpattern.Options{}); return err == nil }, true},
			{"new go-urlpattern", func() bool { _, err := peer.New(c.pattern, "", nil); return err == nil }, true},
		} {
			b.Run(c.name+"/"+row.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if row.do() != row.want {
						b.Fatal("wrong result")
					}
				}
			})
		}
	}
}
