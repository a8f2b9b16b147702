package urlpattern_test

import (
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// typical are patterns as they are used, each with a URL that matches and one that does not.
var typical = []struct{ name, pattern, match, miss string }{
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
	{"program", "https://example.com/*/thumb/*.jpg", "https://example.com/a/b/thumb/c.jpg", "https://example.com/a/b/large/c.jpg"}, // two wildcards: not matched directly
	{"search", "https://example.com/search?q=*", "https://example.com/search?q=hello", "https://example.com/search?x=hello"},
}

var sink bool

func BenchmarkTest(b *testing.B) {
	for _, c := range typical {
		p := urlpattern.Must(urlpattern.New(c.pattern, urlpattern.Options{}))
		for name, s := range map[string]string{"match": c.match, "miss": c.miss} {
			u := url.MustParse(s)
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink = p.Test(u)
				}
			})
		}
	}
}

func BenchmarkTestString(b *testing.B) {
	for _, c := range typical {
		p := urlpattern.Must(urlpattern.New(c.pattern, urlpattern.Options{}))
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink = p.TestString(c.match, "")
			}
		})
	}
}

func BenchmarkExec(b *testing.B) {
	for _, c := range typical {
		p := urlpattern.Must(urlpattern.New(c.pattern, urlpattern.Options{}))
		u := url.MustParse(c.match)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, sink = p.Exec(u)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, c := range typical {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := urlpattern.New(c.pattern, urlpattern.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
