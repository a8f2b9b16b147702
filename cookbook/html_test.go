package cookbook_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/dataurl"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/page"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
)

// Recipe: Put a stranger's link into a page
//
// The page gets the Href of a URL whose scheme is checked. html/template escapes it.
//
// Pitfall: A check of the text misses what a browser reads, as the tab in `java\tscript:`.
//
// Keywords: sanitize a link, javascript: link, XSS, feed
func Example_userLink() {
	base := url.MustParse("https://forum.example/t/1")
	for _, link := range []string{"/t/2", "HTTPS://Example.com", "java\tscript:alert(1)", " javascript:alert(1)", "data:text/html,x", "https:evil"} {
		u, err := base.Parse(link)
		if err != nil || !u.IsHTTP() {
			fmt.Printf("%q is not a link\n", link)
			continue
		}
		fmt.Println(u.Href())
	}
	// Output:
	// https://forum.example/t/2
	// https://example.com/
	// "java\tscript:alert(1)" is not a link
	// " javascript:alert(1)" is not a link
	// "data:text/html,x" is not a link
	// https://forum.example/t/evil
}

// The links of an Atom feed are relative to the xml:base of the link, the entry and the feed. One that does not parse, or is very
// long, does not count: each result can be as long as its base, so all bases and links together have a limit, too.
func Example_feed() {
	type link struct {
		Base string `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
		Href string `xml:"href,attr"`
	}
	type entry struct {
		Base  string `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
		Links []link `xml:"link"`
	}
	var feed struct {
		entry
		Entries []entry `xml:"entry"`
	}
	const longestFeed, longestBase, longest = 10 << 20, 8 << 10, 10 << 20 // bytes
	body := strings.NewReader(`<?xml version="1.0" encoding="ISO-8859-1"?><feed xml:base="/blog/" xmlns="http://www.w3.org/2005/Atom"><link href="."/>
		<entry xml:base="2026/"><link href="a?q=` + "\xe9" + `"/></entry><entry xml:base="https://["><link href="b"/></entry></feed>`)
	decoder := xml.NewDecoder(io.LimitReader(body, longestFeed))
	decoder.CharsetReader = charset.NewReaderLabel // without it, only UTF-8 is read
	if err := decoder.Decode(&feed); err != nil {
		panic(err)
	}

	length := 0
	parse := func(base url.URL, ref string) (url.URL, bool) {
		if length > longest {
			return url.URL{}, false
		}
		u, err := base.Parse(ref)
		length += len(u.Href())
		return u, err == nil
	}
	within := func(base url.URL, xmlBase string) url.URL {
		if u, ok := parse(base, xmlBase); ok && len(u.Href()) <= longestBase {
			return u
		}
		return base
	}
	document := within(url.MustParse("https://example.com/atom.xml"), feed.Base) // of response.Request.URL, after redirects
	for _, e := range append([]entry{{Links: feed.Links}}, feed.Entries...) {
		for _, l := range e.Links {
			if u, ok := parse(within(within(document, e.Base), l.Base), l.Href); ok && u.IsHTTP() {
				fmt.Println(u)
			}
		}
	}
	// Output:
	// https://example.com/blog/
	// https://example.com/blog/2026/a?q=%C3%A9
	// https://example.com/blog/b
}

// Recipe: Find the links of a page
//
// Links reads `<base>`, srcset, refresh and the page's encoding. Limit the body. Navigation is also `<area>` and a refresh: see
// Link.Node. For a Go string, the content type is "text/html; charset=utf-8".
//
// Pitfall: colly and goquery resolve by net/url, without the encoding.
//
// Keywords: links in HTML, base href, srcset, crawler, amp; in a URL
func Example_pageLinks() {
	const body = `<meta charset=windows-1251><base href="/docs/">
		<a href="?q=` + "\xE9" + `">1</a> <a href="b c#d">2</a> <a href="//other.example/">3</a> <a href="mailto:a@b">4</a>`
	pageURL := url.MustParse("https://example.com/index.html")

	doc, err := page.Parse(strings.NewReader(body), pageURL, "text/html") // limit what comes from the network
	if err != nil {
		fmt.Println(err)
		return
	}
	for link := range doc.Links() {
		if link.Kind == page.Navigation && link.Err == nil && link.URL.Origin().SameOrigin(pageURL.Origin()) {
			fmt.Println(link.URL.WithoutFragment()) // a program that keeps the URLs limits the sum of their lengths
		}
	}
	// Output:
	// https://example.com/docs/?q=%E9
	// https://example.com/docs/b%20c
}

// Recipe: Resolve one link of a page
//
// A link is relative to the page's `<base href>`, and its query is in the encoding of the page. If that base URL does not parse, the
// link is relative to the page.
//
// Pitfall: Without QueryEncoding, the link `?q=é` of a page in windows-1252 asks the server for `%C3%A9` instead of `%E9`, and the
// server finds nothing.
//
// Keywords: encoding of a page, base href, windows-1252, latin1
func Example_pageLink() {
	page := url.MustParse("https://example.org/guide/")
	base, err := page.Parse("/shop/") // <base href="/shop/">
	if err != nil {
		base = page
	}
	parser := url.Parser{Base: base, QueryEncoding: charmap.Windows1252}
	for _, href := range []string{
		"?q=caf\u00e9",
		"?q=\u2603", // not in windows-1252
		"caf\u00e9", // a path is always in UTF-8
		`\\example.com`,
	} {
		u, err := parser.Parse(href)
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.org/shop/?q=caf%E9
	// https://example.org/shop/?q=%26%239731%3B
	// https://example.org/shop/caf%C3%A9
	// https://example.com/
}

// Recipe: Follow the next page of an API
//
// ParseLinkHeader reads rel=next, with commas in URLs and in texts.
//
// Pitfall: Parse would send your token to another server.
//
// Keywords: pagination, Link header, rel=next
func Example_nextPage() {
	requested := url.MustParse("https://api.example.com/items?page=2")
	header := http.Header{"Link": {`<?page=1>; rel="first prev", <?page=3&sort=a,b>; rel="next"; title="next, please"`}}
	for _, link := range page.ParseLinkHeader(header.Values("Link")) {
		if link.Anchor == "" && slices.Contains(link.Rel, "next") {
			fmt.Println(requested.ParseSameOrigin(link.Target))
		}
	}
	// Output: https://api.example.com/items?page=3&sort=a,b <nil>
}

// Recipe: Find the canonical link of a page
//
// Take the first `<link rel=canonical>` that parses.
//
// Pitfall: An empty href is not a link here, though Parse resolves it. Another site's page can name any URL.
//
// Keywords: canonical link, canonical URL, link rel
func Example_canonicalLink() {
	body := `<link rel=canonical href=""><link rel="Canonical" href="/a?b"><a rel=canonical href=/c>`
	doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/a?b&utm_source=x"), "text/html")
	if err != nil {
		panic(err)
	}
	for link := range doc.Links() {
		isCanonical := slices.ContainsFunc(link.Node.Attr, func(a html.Attribute) bool {
			return a.Key == "rel" && slices.Contains(strings.Fields(strings.ToLower(a.Val)), "canonical")
		})
		if link.Node.Data == "link" && link.Attribute == "href" && link.Raw != "" && link.Err == nil && isCanonical {
			fmt.Println(link.URL)
			break
		}
	}
	// Output: https://example.com/a?b
}

// Recipe: Find the webmention endpoint of a page
//
// The first Link field with rel=webmention counts, else the first link or a element (see Longer programs). It is relative to the page.
//
// Pitfall: Send to the endpoint through package guard: a page can name an internal host. An empty href is the page itself.
//
// Keywords: webmention, endpoint discovery
func Example_webmentionHeader() {
	target := url.MustParse("https://example.com/post")
	header := http.Header{"Link": {`</webmention?a>; rel="webmention"`}}
	for _, link := range page.ParseLinkHeader(header.Values("Link")) {
		if slices.Contains(link.Rel, "webmention") {
			fmt.Println(target.Parse(link.Target))
			break
		}
	}
	// Output: https://example.com/webmention?a <nil>
}

func Example_webmention() {
	endpoint := func(target url.URL, header http.Header, body string) (url.URL, error) {
		for _, link := range page.ParseLinkHeader(header.Values("Link")) {
			if slices.Contains(link.Rel, "webmention") {
				return target.Parse(link.Target)
			}
		}
		doc, err := page.Parse(strings.NewReader(body), target, header.Get("Content-Type"))
		if err != nil {
			return url.URL{}, err
		}
		for link := range doc.Links() {
			for _, a := range link.Node.Attr {
				isEndpoint := a.Key == "rel" && slices.Contains(strings.Fields(strings.ToLower(a.Val)), "webmention")
				if isEndpoint && link.Attribute == "href" && (link.Node.Data == "a" || link.Node.Data == "link") {
					return target.Parse(link.Raw)
				}
			}
		}
		return url.URL{}, errors.New("no endpoint")
	}
	target := url.MustParse("https://example.com/post")
	fmt.Println(endpoint(target, http.Header{"Link": {`</webmention?a>; rel="webmention"`}}, ""))
	fmt.Println(endpoint(target, http.Header{}, `<link rel=webmention><a rel="me webmention" href=/b></a><link rel=webmention href=/c>`))
	// Output:
	// https://example.com/webmention?a <nil>
	// https://example.com/b <nil>
}

// Recipe: Make the links of a newsletter absolute, and mark them
//
// Rewrite writes each URL anew. Only links to your own site get a parameter.
//
// Pitfall: Rewriting is not sanitizing: scripts stay. html.Render writes the whole page anew.
//
// Keywords: absolute URL, newsletter, utm_, goquery, bookmarks
func Example_newsletter() {
	letter := `<a href="/offer?a=1">Offer</a> <img src=logo.png> <a href="https://other.example/">Other</a>`
	base := url.MustParse("https://shop.example/letters/7")
	doc, err := page.Parse(strings.NewReader(letter), base, "text/html; charset=utf-8")
	if err != nil {
		panic(err)
	}
	err = doc.Rewrite(func(l page.Link) (string, bool) {
		if l.Kind == page.Navigation && l.URL.Origin().SameOrigin(base.Origin()) {
			return l.URL.AppendQuery("utm_source", "letter 7").Href(), true
		}
		return l.URL.Href(), l.Err == nil
	})
	fmt.Println(html.Render(os.Stdout, doc.Root), err)
	// Output: <html><head></head><body><a href="https://shop.example/offer?a=1&amp;utm_source=letter%207">Offer</a> <img src="https://shop.example/letters/logo.png"/> <a href="https://other.example/">Other</a></body></html><nil> <nil>
}

// Recipe: Change links in HTML, and keep all other bytes
//
// The text of a `<noscript>` keeps its bytes, so put the HTML into one.
//
// Pitfall: It ignores a `<base>`: let Document.URL be page.Parse(…).Base(). Scripts make text of a `<noscript>` in it.
//
// Keywords: click tracking, image proxy, rewrite links
func Example_rewriteHTML() {
	article := &html.Node{Type: html.TextNode, Data: `<P CLASS=x>a &lt b<img  src=/a.png srcset="/a.png, b.png 2x"><a href = /c>d</a><i`}
	noscript := &html.Node{Type: html.ElementNode, DataAtom: atom.Noscript, Data: "noscript"}
	noscript.AppendChild(article)
	doc := page.Document{Root: noscript, URL: url.MustParse("https://blog.example/7")}
	proxy := url.MustParse("https://img.example/")
	err := doc.Rewrite(func(l page.Link) (string, bool) {
		if l.Kind == page.Resource && l.URL.IsHTTP() {
			return proxy.AppendQuery("u", l.URL.Href()).Href(), true
		}
		return l.Raw, true
	})
	fmt.Println(article.Data, err)
	// Output: <P CLASS=x>a &lt b<img  src="https://img.example/?u=https%3A%2F%2Fblog.example%2Fa.png" srcset="https://img.example/?u=https%3A%2F%2Fblog.example%2Fa.png, https://img.example/?u=https%3A%2F%2Fblog.example%2Fb.png 2x"><a href = /c>d</a><i <nil>
}

// Recipe: Show a URL in HTML
//
// The href is the Href, and the text is for people.
//
// Pitfall: Neither is escaped: html/template does it.
//
// Keywords: html/template, look-alike host, show a URL
func Example_showURL() {
	link := template.Must(template.New("").Parse(`<a href="{{.Href}}"><bdi dir="ltr">{{.Shown}}</bdi></a>` + "\n"))
	u := url.MustParse("https://example.com/%3Cb%3E?a&b")
	if err := link.Execute(os.Stdout, map[string]string{"Href": u.Href(), "Shown": display.URL(u, display.Options{})}); err != nil {
		fmt.Println(err)
	}
	// Output: <a href="https://example.com/%3Cb%3E?a&amp;b"><bdi dir="ltr">https://example.com/&lt;b&gt;?a&amp;b</bdi></a>
}

// Recipe: Write a tel: link, or an own scheme, without #ZgotmplZ
//
// html/template replaces schemes that it does not know. Check the scheme, then convert to template.URL.
//
// Pitfall: Of a stranger's URL, template.URL would let `javascript:` pass.
//
// Keywords: #ZgotmplZ, tel link, html/template
func Example_telLink() {
	link := template.Must(template.New("").Parse(`<a href="{{.}}">call</a>`))
	u, err := url.Parse("tel:+49-30-1")
	if err != nil || u.Scheme() != "tel" {
		panic("not a telephone number")
	}
	err = link.Execute(os.Stdout, template.URL(u.Href()))
	fmt.Println(err)
	// Output: <a href="tel:&#43;49-30-1">call</a><nil>
}

// Recipe: Take images as data: URLs
//
// Limit the length, then allow some types.
//
// Pitfall: An SVG image can have scripts.
//
// Keywords: data URL, data: image, upload
func Example_dataImage() {
	types := []string{"image/png", "image/jpeg", "image/webp"}
	image := func(s string) []byte { // nil if it is not an image of these types
		if len(s) > 4<<20 { // bytes: at most 3 MiB of image
			return nil
		}
		u, err := url.Parse(s)
		data, dataErr := dataurl.Parse(u)
		if err != nil || dataErr != nil || !slices.Contains(types, data.Essence()) {
			return nil
		}
		return data.Body
	}
	for _, s := range []string{"data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,<svg onload='alert(1)'/>", "data:image/png;base64,iVBOR"} {
		fmt.Printf("%q\n", image(s))
	}
	// Output:
	// "\x89PNG\r\n\x1a\n"
	// ""
	// ""
}
