package cookbook_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/html/charset"
)

// Recipe: Read a sitemap
//
// Read each `loc` element as a string, and parse the strings one by one. `encoding/xml` has already decoded `&amp;`. Keep only
// web URLs that have the same origin as the sitemap. Under the sitemaps.org rules, a sitemap may list only URLs in its own
// folder (`sitemap.Parse(".")`), but this program accepts all with the same origin.
//
// Pitfall: If the field is of type `URL`, a single `loc` element that does not parse makes the whole sitemap fail. If you don't
// check the origin, a sitemap that lists `http://10.0.0.1/` sends your crawler there.
//
// Keywords: sitemap, sitemap index, XML
func Example_readSitemap() {
	const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	<url><loc>
		https://www.example.com/a?b&amp;c
	</loc></url>
	<url><loc>https://www.example.com/caf` + "\u00e9" + `</loc></url>
	<url><loc>https://[</loc></url>
	<url><loc>http://10.0.0.1/</loc></url>
</urlset>`
	sitemap := url.MustParse("https://www.example.com/sitemap.xml")
	urls, err := readSitemap(strings.NewReader(text), sitemap)
	if err != nil {
		panic(err)
	}
	for _, u := range urls {
		fmt.Println(u)
	}
	// Output:
	// https://www.example.com/a?b&c
	// https://www.example.com/caf%C3%A9
}

// readSitemap returns the URLs in a sitemap, or the URLs of the sitemaps in a sitemap index.
func readSitemap(r io.Reader, sitemap url.URL) (urls []url.URL, err error) {
	type entry struct {
		Loc string `xml:"loc"`
	}
	var list struct {
		URLs     []entry `xml:"url"`
		Sitemaps []entry `xml:"sitemap"`
	}
	decoder := xml.NewDecoder(io.LimitReader(r, 50<<20))
	decoder.CharsetReader = charset.NewReaderLabel
	if err := decoder.Decode(&list); err != nil {
		return nil, err
	}
	for _, e := range append(list.URLs, list.Sitemaps...) {
		u, err := url.Parse(e.Loc)
		if err == nil && u.IsHTTP() && u.Origin().SameOrigin(sitemap.Origin()) {
			urls = append(urls, u)
		}
	}
	return urls, nil
}

// Recipe: Write a sitemap
//
// `encoding/xml` calls `MarshalText` and escapes `&`. All URLs in a sitemap must have the same scheme and host as the sitemap
// itself, and must be at most 2,047 bytes long.
//
// Pitfall: If you write the XML by hand, `?a&b` makes it invalid, and search engines ignore the whole file.
//
// Keywords: sitemap, XML
func Example_sitemap() {
	var list struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []struct {
			Loc url.URL `xml:"loc"`
		} `xml:"url"`
	}
	list.URLs = append(list.URLs, struct {
		Loc url.URL `xml:"loc"`
	}{url.MustParse("https://www.example.com/\u00fcmlat.html?q=name&p")})
	text, err := xml.MarshalIndent(list, "", " ")
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
	// Output:
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	//  <url>
	//   <loc>https://www.example.com/%C3%BCmlat.html?q=name&amp;p</loc>
	//  </url>
	// </urlset>
}

// The links of an Atom feed are relative to the xml:base attributes of the link, of its entry, and of the feed. The program ignores an
// xml:base that does not parse or is very long. It also limits the total length of the URLs, because each can be as long as its base.
func Example_feed() {
	const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
		<feed xml:base="/blog/" xmlns="http://www.w3.org/2005/Atom">
		<link href="."/>
		<entry xml:base="2026/"><link href="a?q=` + "\xe9" + `"/></entry>
		<entry xml:base="https://["><link href="b"/></entry>
		</feed>`
	// The base URL is the URL of the response, after all redirects.
	links, err := feedLinks(strings.NewReader(text), url.MustParse("https://example.com/atom.xml"))
	if err != nil {
		panic(err)
	}
	for _, u := range links {
		fmt.Println(u)
	}
	// Output:
	// https://example.com/blog/
	// https://example.com/blog/2026/a?q=%C3%A9
	// https://example.com/blog/b
}

type atomLink struct {
	Base string `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	Base  string     `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
	Links []atomLink `xml:"link"`
}

func feedLinks(r io.Reader, base url.URL) (links []url.URL, err error) {
	var feed struct {
		atomEntry
		Entries []atomEntry `xml:"entry"`
	}
	decoder := xml.NewDecoder(io.LimitReader(r, 10<<20))
	decoder.CharsetReader = charset.NewReaderLabel // otherwise, the decoder reads only UTF-8
	if err := decoder.Decode(&feed); err != nil {
		return nil, err
	}
	length := 0
	base = xmlBase(base, feed.Base)
	for _, e := range append([]atomEntry{{Links: feed.Links}}, feed.Entries...) {
		entryBase := xmlBase(base, e.Base)
		for _, l := range e.Links {
			u, err := xmlBase(entryBase, l.Base).Parse(l.Href)
			if err != nil || !u.IsHTTP() {
				continue
			}
			if length += len(u.Href()); length > 10<<20 {
				return links, nil
			}
			links = append(links, u)
		}
	}
	return links, nil
}

// xmlBase resolves an xml:base attribute against base.
func xmlBase(base url.URL, ref string) url.URL {
	u, err := base.Parse(ref)
	if err != nil || len(u.Href()) > 8<<10 {
		return base
	}
	return u
}
