package page_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
)

// A step of a crawler: from a page to the URLs of the same origin that it links to.
func Example() {
	const body = `<meta charset=windows-1251><base href="/docs/">
		<a href="?q=` + "\xE9" + `">1</a> <a href="b c#d">2</a> <a href="//other.example/">3</a> <a href="mailto:a@b">4</a>`
	pageURL := url.MustParse("https://example.com/index.html")

	doc, err := page.Parse(strings.NewReader(body), pageURL, "text/html") // limit what comes from the network
	if err != nil {
		fmt.Println(err)
		return
	}
	for link := range doc.Links() {
		isPage := link.Attribute == "href" && link.Node.Data == "a"
		if isPage && link.Err == nil && link.URL.Origin().SameOrigin(pageURL.Origin()) {
			fmt.Println(link.URL.WithoutFragment()) // a program that keeps the URLs limits the sum of their lengths
		}
	}
	// Output:
	// https://example.com/docs/?q=%E9
	// https://example.com/docs/b%20c
}

// goquery and colly have trees of golang.org/x/net/html, too: write a Document for each of selection.Nodes. The base URL is
// found in the whole tree.
func ExampleDocument_goquery() {
	root, err := html.Parse(strings.NewReader(`<base href=/docs/><nav><a href=x></a></nav><main><a href=a></a><img src=b></main>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var nodes []*html.Node // goquery.NewDocumentFromNode(doc).Find("main").Nodes
	for n := range root.Descendants() {
		if n.Data == "main" {
			nodes = append(nodes, n)
		}
	}
	for _, n := range nodes {
		doc := page.Document{Root: n, URL: url.MustParse("https://example.com/")}
		for link := range doc.Links() {
			fmt.Println(link.Node.Data, link.URL)
		}
	}
	// Output:
	// a https://example.com/docs/a
	// img https://example.com/docs/b
}

// A mirror rewrites the links of a page to where it keeps the files. It changes a srcset as a whole.
func ExampleDocument_Links() {
	doc, err := page.Parse(strings.NewReader(`<img src="/a.png" srcset="/a.png, /b.png 2x">`), url.MustParse("https://example.com/"), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for link := range doc.Links() {
		fmt.Println(link.Node.Data, link.Attribute, link.Raw, link.URL, link.Err)
	}
	// Output:
	// img src /a.png https://example.com/a.png <nil>
	// img srcset /a.png https://example.com/a.png <nil>
	// img srcset /b.png https://example.com/b.png <nil>
}

func ExampleLink() {
	doc, err := page.Parse(strings.NewReader(`<a href="http://[" rel=next>`), url.URL{}, "")
	for link := range doc.Links() {
		fmt.Println(link.Raw, link.URL.IsZero(), errors.Is(link.Err, url.ErrIPv6Unclosed), err)
	}
	// Output: http://[ true true <nil>
}

func ExampleParse() {
	pageURL := url.MustParse("https://example.com/")
	doc, err := page.Parse(strings.NewReader("<title>\x93\xFA\x96\x7B</title>"), pageURL, "text/html; charset=Shift_JIS")
	fmt.Println(doc.Root.FirstChild.Data, doc.Encoding, doc.Flat, err)

	doc, err = page.Parse(strings.NewReader(strings.Repeat("<b>", 513)), pageURL, "")
	fmt.Println(doc.Flat, err)
	// Output:
	// html Shift JIS false <nil>
	// true <nil>
}

// The first <base> with an href counts, wherever it is in the page. If that one does not parse, or is a data: or javascript: URL,
// the base is the URL of the page: the next <base> does not count.
func ExampleDocument_Base() {
	for _, body := range []string{
		`<base target=_top><base href="/docs/"><base href="/other/">`, `<p>text<base href=//cdn.example>`,
		`<base href="javascript:0"><base href="/docs/">`, `<base href="https://["><base href="/docs/">`,
		`<noscript><base href="/docs/"></noscript>`, `<base>`,
	} {
		doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/a"), "")
		fmt.Println(doc.Base(), err)
	}
	// Output:
	// https://example.com/docs/ <nil>
	// https://cdn.example/ <nil>
	// https://example.com/a <nil>
	// https://example.com/a <nil>
	// https://example.com/a <nil>
	// https://example.com/a <nil>
}

func ExampleParseSrcset() {
	for _, c := range page.ParseSrcset("/w_100,h_50/a.jpg 100w, /w_200,h_100/a.jpg 200w") {
		fmt.Println(c.URL, c.Width)
	}
	// Output:
	// /w_100,h_50/a.jpg 100
	// /w_200,h_100/a.jpg 200
}

// The candidate that is closest to a density of 2.
func ExampleCandidate() {
	candidates := page.ParseSrcset("a.jpg, b.jpg 2x, c.jpg 3x")
	best := slices.IndexFunc(candidates, func(c page.Candidate) bool { return c.Density >= 2 })
	fmt.Println(candidates[best].URL)
	// Output: b.jpg
}

func ExampleParseRefresh() {
	refresh, ok := page.ParseRefresh("5; URL='/next'")
	fmt.Println(refresh.Seconds, refresh.Ref, ok)
	// Output: 5 /next true
}

// A page that reloads itself has no reference.
func ExampleRefresh() {
	refresh, ok := page.ParseRefresh("60")
	fmt.Println(refresh.HasRef, ok)
	// Output: false true
}

// The next page of an API.
func ExampleParseLinkHeader() {
	requested := url.MustParse("https://api.example.com/items?page=2")
	header := http.Header{"Link": {`<?page=1>; rel="first prev", <?page=3&sort=a,b>; rel="next"; title="next, please"`}}
	for _, link := range page.ParseLinkHeader(header.Values("Link")) {
		if link.Anchor == "" && slices.Contains(link.Rel, "next") {
			fmt.Println(requested.Parse(link.Target))
		}
	}
	// Output: https://api.example.com/items?page=3&sort=a,b <nil>
}

func ExampleHeaderLink() {
	for _, link := range page.ParseLinkHeader([]string{`<a>; rel=Next; title="A, B"`}) {
		fmt.Printf("%q %q %q\n", link.Target, link.Rel, link.Params)
	}
	// Output: "a" ["next"] [["title" "A, B"]]
}
