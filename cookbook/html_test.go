package cookbook_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/html/charset"
)

// Job: Put a stranger's link into a page
//
// The page gets the Href of a URL whose scheme is checked. html/template escapes it.
//
// Trap: A check of the text misses what a browser reads, as the tab in `java\tscript:`.
//
// Words: sanitize a link, javascript: link, XSS, feed
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
