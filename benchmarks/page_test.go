package main

import (
	"fmt"
	neturl "net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	peterhellberg "github.com/peterhellberg/link"
	"github.com/tomnomnom/linkheader"
	"golang.org/x/net/html"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
)

// listing is a page with 1000 products, in UTF-8. A crawler wants the <a href>.
var listing = func() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html><head><meta charset=utf-8><title>Products</title><link rel=stylesheet href=/style.css></head><body><nav><a href="/">Home</a></nav><ul>`)
	for i := range 1000 {
		fmt.Fprintf(&b, `<li class="product"><a href="/shop/item-%d?ref=list&amp;page=2#top"><img src="/img/%d.jpg" alt="Product %d" loading="lazy"></a>
			<h3><a href="../item-%d">Product number %d</a></h3><p class="price">%d.99</p></li>`, i, i, i, i, i, i)
	}
	return b.String() + "</ul></body></html>"
}()

const listingURL = "https://shop.example.com/list/all?page=2"

// parsePage parses a page as package page does.
func parsePage(body string) *html.Node {
	doc, err := page.Parse(strings.NewReader(body), url.MustParse(listingURL), "text/html")
	if err != nil {
		panic(err)
	}
	return doc.Root
}

func pageLinks(root *html.Node, do func(href string)) {
	doc := page.Document{Root: root, URL: url.MustParse(listingURL)}
	for link := range doc.Links() {
		if link.Node.Data == "a" && link.Err == nil {
			do(link.URL.Href())
		}
	}
}

func goqueryLinks(doc *html.Node, do func(href string)) {
	base, err := neturl.Parse(listingURL)
	if err != nil {
		panic(err)
	}
	for _, a := range goquery.NewDocumentFromNode(doc).Find("a[href]").EachIter() {
		if u, err := base.Parse(a.AttrOr("href", "")); err == nil {
			do(u.String())
		}
	}
}

// selectedLinks lets goquery select a part of the page, and package page read it.
func selectedLinks(doc *html.Node, do func(href string)) {
	for _, n := range goquery.NewDocumentFromNode(doc).Find("body").Nodes {
		pageLinks(n, do)
	}
}

var crawlers = map[string]func(doc *html.Node, do func(href string)){"page": pageLinks, "goquery and net-url": goqueryLinks, "goquery and page": selectedLinks}

// TestPage checks that all of them find the same links in a page that is simple.
func TestPage(t *testing.T) {
	var want []string
	goqueryLinks(parsePage(listing), func(href string) { want = append(want, href) })
	if len(want) != 2001 {
		t.Fatalf("%d links", len(want))
	}
	for name, crawl := range crawlers {
		var got []string
		crawl(parsePage(listing), func(href string) { got = append(got, href) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: other links", name)
		}
	}
	// A base URL anywhere in the document counts for a part of it.
	var got []string
	selectedLinks(parsePage(`<base href="/x/"><p><a href=a></a>`), func(href string) { got = append(got, href) })
	if !slices.Equal(got, []string{"https://shop.example.com/x/a"}) {
		t.Errorf("goquery and page: %q", got)
	}
}

// BenchmarkPage parses a page, and goes from its tree to the hrefs of its links.
func BenchmarkPage(b *testing.B) {
	b.Run("Parse", func(b *testing.B) {
		b.SetBytes(int64(len(listing)))
		b.ReportAllocs()
		for b.Loop() {
			parsePage(listing)
		}
	})
	doc := parsePage(listing)
	for name, crawl := range crawlers {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(listing)))
			b.ReportAllocs()
			for b.Loop() {
				crawl(doc, func(string) {})
			}
		})
	}
}

// TestLinkFields compares package page with two others on fields that servers send.
func TestLinkFields(t *testing.T) {
	for _, field := range []string{
		`<https://api.example.com/items?page=3>; rel="next", <https://api.example.com/items?page=9>; rel="last"`,
		`<https://api.example.com/items?page=1&per_page=50>; rel="first", <https://api.example.com/items?page=2>; rel="prev"`,
		`<https://example.com/wp-json/>; rel="https://api.w.org/"`,
		`<https://example.com/feed>; rel="alternate"; type="application/rss+xml"; title="News"`,
		`</style.css>; rel="preload"; as="style"`,
	} {
		var got, second []string
		for _, l := range page.ParseLinkHeader([]string{field}) {
			got = append(got, l.Target+" "+strings.Join(l.Rel, " "))
		}
		for _, l := range linkheader.Parse(field) {
			second = append(second, l.URL+" "+l.Rel)
		}
		third := peterhellberg.Parse(field)
		isSame := len(got) == len(third) && slices.Equal(got, second)
		for rel, l := range third {
			isSame = isSame && slices.Contains(got, l.URI+" "+rel)
		}
		if !isSame || len(got) == 0 {
			t.Errorf("%s: %q, the others have %q and %v", field, got, second, third)
		}
	}
}

// BenchmarkLinkFields reads the field of an API.
func BenchmarkLinkFields(b *testing.B) {
	const field = `<https://api.example.com/items?page=3>; rel="next", <https://api.example.com/items?page=9>; rel="last"`
	for name, parse := range map[string]func(){
		"page":          func() { page.ParseLinkHeader([]string{field}) },
		"linkheader":    func() { linkheader.Parse(field) },
		"peterhellberg": func() { peterhellberg.Parse(field) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				parse()
			}
		})
	}
}
