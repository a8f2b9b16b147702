package cookbook_test

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// Recipe: Find the links of a page
//
// `Links` finds the URLs in all elements, including those in srcset attributes and meta refresh elements, and resolves them
// using the page's base URL and encoding. Links of kind `Navigation` include those in area elements and refreshes, which
// you can tell apart by their `Link.Node`. If the HTML is a Go string, pass the content type "text/html; charset=utf-8".
//
// Pitfall: colly and goquery resolve links with `net/url` and ignore the page's encoding, so they request `?q=%D0%B9` where a
// browser requests `?q=%E9`. If you store the URLs, limit their total length, because each of them can be as long as the base
// URL. Even 100 KB of hostile HTML can take 13 GB of memory, so parse untrusted pages in a process with a memory limit.
//
// Keywords: links in HTML, base href, srcset, crawler, amp; in a URL, scrape
func Example_pageLinks() {
	const body = `<meta charset=windows-1251><base href="/docs/">
		<a href="?q=` + "\xE9" + `">1</a> <a href="b c#d">2</a>
		<a href="//other.example/">3</a> <a href="mailto:a@b">4</a>
		<a href="blob:https://example.com/1">5</a>`
	pageURL := url.MustParse("https://example.com/index.html")
	links, err := siteLinks(strings.NewReader(body), pageURL, "text/html")
	if err != nil {
		panic(err)
	}
	for _, u := range links {
		fmt.Println(u)
	}
	// Output:
	// https://example.com/docs/?q=%E9
	// https://example.com/docs/b%20c
}

// maxURL is the maximum length of a page's URL. Browsers allow 2 MB, but each link to "#a" makes a
// copy of the URL.
const maxURL = 8 << 10

// siteLinks returns the web links of a page that have the same origin as the page. A blob: URL can
// have that origin, too.
func siteLinks(body io.Reader, pageURL url.URL, contentType string) (links []url.URL, err error) {
	if len(pageURL.Href()) > maxURL {
		return nil, errors.New("the URL of the page is too long")
	}
	doc, err := page.Parse(io.LimitReader(body, 100<<10), pageURL, contentType)
	if err != nil {
		return nil, err
	}
	for link := range doc.Links() {
		if link.Err != nil || link.Kind != page.Navigation || !link.URL.IsHTTP() {
			continue
		}
		if link.URL.Origin().SameOrigin(pageURL.Origin()) {
			links = append(links, link.URL.WithoutFragment())
		}
	}
	return links, nil
}

// Recipe: Resolve a single link of a page
//
// Resolve a link against the URL in the page's base element, and encode its query in the page's encoding. If there is no base
// element, or the URL in it does not parse, use the page's own URL instead.
//
// Pitfall: If you forget `QueryEncoding`, the link `?q=é` on a page in windows-1252 becomes `?q=%C3%A9` instead of `?q=%E9`,
// and the server finds nothing.
//
// Keywords: encoding of a page, base href, windows-1252, latin1
func Example_pageLink() {
	guide := url.MustParse("https://example.org/guide/") // the page
	base, err := guide.Parse("/shop/")                   // <base href="/shop/">
	if err != nil {
		base = guide
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

// Recipe: Get the charset label of a page
//
// `page.Parse` takes the encoding from the byte order mark, the content type or a meta element, or guesses it from the text.
// `htmlindex.Name` returns the encoding's label, while `htmlindex.Get` returns the encoding for any label.
//
// Pitfall: The result can differ from the label that the page uses, because browsers treat `iso-8859-1` as windows-1252. If you
// decode such a page as ISO 8859-1, every euro sign becomes a control character.
//
// Keywords: charset of a page, shift_jis, htmlindex, encoding label, iso-8859-1
func Example_charset() {
	for _, contentType := range []string{
		"text/html; charset=Shift_JIS",
		"text/html; charset=iso-8859-1",
		"text/html; charset=nonsense", // not a known label
	} {
		doc, err := page.Parse(strings.NewReader("<p>\x93\xFA\x96\x7B"), url.URL{}, contentType)
		if err != nil {
			panic(err)
		}
		label, err := htmlindex.Name(doc.Encoding)
		if err != nil {
			panic(err)
		}
		fmt.Println(label)
	}
	// Output:
	// shift_jis
	// windows-1252
	// windows-1252
}

// Recipe: Obey robots.txt
//
// Match the path and the query of each URL against the rules, as RFC 9309 requires: the longest matching pattern wins, and
// Allow wins a tie. Normalize the escapes on both sides first, because `Pathname` returns `/%7Bid%7D` for a path that the rule
// `/{id}` must match. Compare twice: before and after decoding the reserved characters. To get the URL of robots.txt, call
// `u.WithoutCredentials().Parse("/robots.txt")`.
//
// Pitfall: If you decode both sides completely, the rule `Disallow: /a%2Fb` also blocks `/a/b`. Read at most 500 KiB of the
// file, because a server can send an endless response.
//
// Keywords: robots.txt, RFC 9309, Disallow, user agent, crawler
func Example_robots() {
	rules := parseRobots(`
User-agent: otherbot
Disallow: /

User-agent: *
Disallow: /private/   # with a comment
Allow: /private/open
Disallow: /{id}
Disallow: /*.pdf$
Disallow: /caf%c3%a9
Disallow: /us%24
Disallow: /5%2A
Disallow: /x%2Fy
Disallow: /to?u='http://a
Disallow: /*%2Fadmin
Disallow: /a=b%2Fc
`, "examplebot")
	for _, s := range []string{
		"https://example.com/",
		"https://example.com/private/x",
		"https://example.com/private/open?q",
		"https://example.com/{id}",
		"https://example.com/a/b.pdf",
		"https://example.com/a/b.pdf?page=2", // does not end in ".pdf"
		"https://example.com/a.pdf?",         // does not end in ".pdf" either
		"https://example.com/%63af\u00e9",    // /caf%C3%A9
		"https://example.com/us$",            // /us%24
		"https://example.com/5*",             // /5%2A
		"https://example.com/5",              // here, "%2A" is no wildcard
		"https://example.com/x%2%46y",        // the escape %46 does not make it %2F
		"https://example.com/x/y",            // in a path, "/" is not %2F
		"https://example.com/a=b/c",          // not even after "="
		"https://example.com/to?u='http%3A%2F%2Fa",
		"https://example.com/r?u=%2Fadmin",
	} {
		fmt.Println(s, rules.allow(url.MustParse(s)))
	}
	// with a byte order mark, and with lines that end in CR
	rules = parseRobots("\uFEFFUser-agent: *\rDisallow: /\r", "examplebot")
	for _, s := range []string{"https://example.com/", "https://example.com/robots.txt"} {
		fmt.Println(s, rules.allow(url.MustParse(s)))
	}
	// Output:
	// https://example.com/ true
	// https://example.com/private/x false
	// https://example.com/private/open?q true
	// https://example.com/{id} false
	// https://example.com/a/b.pdf false
	// https://example.com/a/b.pdf?page=2 true
	// https://example.com/a.pdf? true
	// https://example.com/%63afé false
	// https://example.com/us$ false
	// https://example.com/5* false
	// https://example.com/5 true
	// https://example.com/x%2%46y true
	// https://example.com/x/y true
	// https://example.com/a=b/c true
	// https://example.com/to?u='http%3A%2F%2Fa false
	// https://example.com/r?u=%2Fadmin false
	// https://example.com/ false
	// https://example.com/robots.txt true
}

type robotsRule struct {
	allow   bool
	pattern string
}

type robotsRules []robotsRule

// parseRobots returns the rules for an agent. If no group names the agent, it returns the rules for
// all agents.
func parseRobots(text, agent string) robotsRules {
	var own, all robotsRules
	var forOwn, forAll, named, inAgents bool
	isLineEnd := func(r rune) bool { return r == '\r' || r == '\n' }
	for line := range strings.FieldsFuncSeq(strings.TrimPrefix(text, "\uFEFF"), isLineEnd) {
		line, _, _ = strings.Cut(line, "#")
		key, value, _ := strings.Cut(line, ":")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		switch {
		case key == "user-agent":
			if !inAgents { // a new group begins
				forOwn, forAll, inAgents = false, false, true
			}
			forOwn = forOwn || strings.EqualFold(value, agent)
			forAll = forAll || value == "*"
			named = named || forOwn
		case key == "allow" || key == "disallow":
			inAgents = false
			if value == "" {
				continue // an empty value allows everything
			}
			rule := robotsRule{key == "allow", normalizePattern(value)}
			if forOwn {
				own = append(own, rule)
			}
			if forAll {
				all = append(all, rule)
			}
		}
	}
	if named {
		return own
	}
	return all
}

func (rules robotsRules) allow(u url.URL) bool {
	target := u.Pathname()
	if query, ok := u.Query(); ok { // Search would leave out a "?" at the end
		target += "?" + query
	}
	target = normalizeEscapes(literal.Replace(target))
	if target == "/robots.txt" {
		return true // no rule can disallow it
	}
	decoded := decodeReserved(target)
	best := robotsRule{allow: true}
	for _, r := range rules {
		longer := cmp.Compare(len(r.pattern), len(best.pattern))
		if (longer > 0 || longer == 0 && r.allow) &&
			(matches(r.pattern, target) || matches(decodeReserved(r.pattern), decoded)) {
			best = r
		}
	}
	return best.allow
}

// matches reports whether a pattern matches the beginning of a target. In a pattern, "*" matches
// any characters, and "$" at the end matches the end of the target.
func matches(pattern, target string) bool {
	pattern, isWhole := strings.CutSuffix(pattern, "$")
	pieces := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(target, pieces[0])
	if !ok || len(pieces) == 1 {
		return ok && (!isWhole || rest == "")
	}
	last := len(pieces) - 1
	for _, piece := range pieces[1:last] {
		if _, rest, ok = strings.Cut(rest, piece); !ok {
			return false
		}
	}
	if isWhole {
		return strings.HasSuffix(rest, pieces[last])
	}
	return strings.Contains(rest, pieces[last])
}

// normalizePattern normalizes the escapes of a pattern. Any "*" that is left is a wildcard, and a
// "$" at the end is an anchor.
func normalizePattern(s string) string {
	s, isWhole := strings.CutSuffix(s, "$")
	s = normalizeEscapes(strings.ReplaceAll(s, "$", "%24"))
	if isWhole {
		s += "$"
	}
	return s
}

var (
	literal  = strings.NewReplacer("*", "%2A", "$", "%24")
	inQuery  = strings.NewReplacer("%2F", "/", "%3F", "?")
	escape   = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^!#$&-;=?-Z_a-z~\[\]]`)
	reserved = regexp.MustCompile(`%(2[16-9BC]|3[ABD]|40|5[BD])`)
)

// normalizeEscapes decodes the unreserved characters of RFC 3986. It encodes all characters that
// are neither reserved nor unreserved, and each "%" that does not begin an escape.
func normalizeEscapes(s string) string {
	return escape.ReplaceAllStringFunc(s, func(s string) string {
		return url.PercentEncode(url.PercentDecode(s), url.RFC3986PercentEncodeSet)
	})
}

// decodeReserved decodes the reserved characters of RFC 3986 in a pattern or a target, except for
// "*", "$" and "#", and for "/" and "?" in the path.
func decodeReserved(s string) string {
	s = reserved.ReplaceAllStringFunc(s, url.PercentDecode)
	i := strings.Index(s+"?", "?")
	return s[:i] + inQuery.Replace(s[i:])
}

// Recipe: Fetch the next page of an API
//
// `ParseLinkHeader` parses a response's `Link` headers, even if URLs or titles contain commas. Find the link with rel=next, and
// resolve its target with `ParseSameOrigin`.
//
// Pitfall: If you don't check the origin, an API can name `https://evil.example/` as the next page, and your client will send
// its token there.
//
// Keywords: pagination, Link header, rel=next
func Example_nextPage() {
	requested := url.MustParse("https://api.example.com/items?page=2")
	for _, field := range []string{
		`<?page=1>; rel="first prev", <?page=3&sort=a,b>; rel="next"; title="next, please"`,
		`<https://evil.example/>; rel=next`, // on another server
		`<?page=1>; rel=prev`,               // no next page
	} {
		next, err := nextPage(requested, http.Header{"Link": {field}})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(next)
	}
	// Output:
	// https://api.example.com/items?page=3&sort=a,b
	// url: ParseSameOrigin "https://evil.example/": cross-origin at byte 0
	// this is the last page
}

var errLastPage = errors.New("this is the last page")

func nextPage(requested url.URL, header http.Header) (url.URL, error) {
	for _, link := range page.ParseLinkHeader(header.Values("Link")) {
		if link.Anchor == "" && slices.Contains(link.Rel, "next") {
			return requested.ParseSameOrigin(link.Target)
		}
	}
	return url.URL{}, errLastPage
}

// Recipe: Find the canonical link of a page
//
// Use the first link element with rel=canonical whose URL is a web URL. Skip an empty href, which would resolve to the page
// itself. `Links` also yields link elements in the body, which users may have written, and inside `<noscript>`, so use only
// children of the head element.
//
// Pitfall: A page can name any URL as canonical, even `https://bank.example/`. If the canonical link points to another site,
// don't show it as the page's address.
//
// Keywords: canonical link, canonical URL, link rel
func Example_canonicalLink() {
	requested := url.MustParse("https://example.com/a?b&utm_source=x")
	for _, body := range []string{
		`<link rel=canonical href=""> <link rel="&nbsp;canonical" href="/c">
			<link rel=CANON&#x130;CAL href=/c> <link rel=canonical href="data:,c">
			<noscript><link rel=canonical href=/c></noscript> <link rel="x Canonical" href="/a?b">
			<a rel=canonical href=/c></a>`,
		`<p>a comment <link rel=canonical href=/c>`, // not in the head
	} {
		doc, err := page.Parse(strings.NewReader(body), requested, "text/html; charset=utf-8")
		if err != nil {
			panic(err)
		}
		if u, found := canonical(doc); found {
			fmt.Println(u)
		} else {
			fmt.Println("none")
		}
	}
	// Output:
	// https://example.com/a?b
	// none
}

func canonical(doc *page.Document) (u url.URL, found bool) {
	for link := range doc.Links() {
		n := link.Node
		isLink := n.Data == "link" && n.Parent.Data == "head" && link.Attribute == "href"
		if isLink && hasRel(n, "canonical") && link.Raw != "" && link.URL.IsHTTP() {
			return link.URL, true
		}
	}
	return url.URL{}, false
}

// hasRel reports whether the rel attribute of an element contains a keyword.
func hasRel(n *html.Node, rel string) bool {
	isSpace := func(r rune) bool { return strings.ContainsRune("\t\n\f\r ", r) }
	isRel := func(s string) bool { // the lengths differ if one of the letters is not ASCII
		return len(s) == len(rel) && strings.EqualFold(s, rel)
	}
	return slices.ContainsFunc(strings.FieldsFunc(attribute(n, "rel"), isSpace), isRel)
}

// attribute returns the value of an attribute, or "" if there is none.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Recipe: Find lazy images and the preview image of a page
//
// Scripts copy `data-src` and `data-srcset` to `src` and `srcset` when an image becomes visible. `Links` returns neither these
// attributes nor `og:image`, so read them yourself and resolve them using the page's base URL and encoding.
//
// Pitfall: If you read only `src`, you get a placeholder such as `data:image/gif;base64,…` for every image. The attributes are
// not standardized, so some pages use other names. Some also write `name="og:image"` instead of `property="og:image"`.
// `Descendants` also finds elements inside a `<template>`, whose content browsers don't render.
//
// Keywords: lazy images, data-src, data-srcset, og:image, Open Graph, preview image
func Example_lazyImages() {
	const body = `<base href="/blog/"><meta property="og:image" content="/preview.png">
		<img src="data:image/gif;base64,R0lGOD" data-src="a.png" data-srcset="a.png, b.png 2x">`
	doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/"),
		"text/html; charset=utf-8")
	if err != nil {
		panic(err)
	}
	for _, u := range lazyImages(doc) {
		fmt.Println(u)
	}
	// Output:
	// https://example.com/preview.png
	// https://example.com/blog/a.png
	// https://example.com/blog/a.png
	// https://example.com/blog/b.png
}

func lazyImages(doc *page.Document) (images []url.URL) {
	parser := url.Parser{Base: doc.Base(), QueryEncoding: doc.Encoding}
	add := func(ref string) {
		if u, err := parser.Parse(ref); strings.TrimSpace(ref) != "" && err == nil && u.IsHTTP() {
			images = append(images, u)
		}
	}
	for n := range doc.Root.Descendants() {
		switch n.Data {
		case "meta":
			if attribute(n, "property") == "og:image" {
				add(attribute(n, "content"))
			}
		case "img", "source":
			add(attribute(n, "data-src"))
			for _, candidate := range page.ParseSrcset(attribute(n, "data-srcset")) {
				add(candidate.URL)
			}
		}
	}
	return images
}

// Recipe: Check that a #fragment exists in a page
//
// `IndicatedPart` returns the element that a browser would scroll to. It first looks for an element with a matching id, then
// for an anchor with a matching name, and it treats `#top` and text fragments as browsers do.
//
// Pitfall: If you compare the ids with the fragment yourself, you'll report `#über` as a broken link, because the URL contains
// `%C3%BCber`. `IndicatedPart` does not find elements that a script adds to the page. Each call searches the whole page, so
// checking a page with 5,000 fragments takes seconds. Limit the number of links that you check.
//
// Keywords: link checker, fragment, anchor, broken link, id, #top
func Example_indicatedPart() {
	const body = `<h1 id=title>A</h1><a name="über">B</a>`
	pageURL := url.MustParse("https://example.com/")
	doc, err := page.Parse(strings.NewReader(body), pageURL, "text/html; charset=utf-8")
	if err != nil {
		panic(err)
	}
	for _, link := range []string{
		"#title",
		"#über",
		"#top",
		"#title:~:text=A", // a text fragment
		"#Title",          // different case
	} {
		u, err := pageURL.Parse(link)
		if err != nil {
			panic(err)
		}
		fragment, _ := u.Fragment()
		_, ok := doc.IndicatedPart(fragment)
		fmt.Println(link, ok)
	}
	// Output:
	// #title true
	// #über true
	// #top true
	// #title:~:text=A true
	// #Title false
}

// Recipe: Find the webmention endpoint of a page
//
// Use the first `Link` header with rel=webmention. If there is none, use the first link or anchor element with that rel. Skip
// headers with an anchor parameter, because they are about another page.
//
// Pitfall: A page can name an internal endpoint, such as `//10.0.0.1/admin`, so use the `guard` package to send the webmention.
// An empty href is valid and, if there is no `<base>`, means that the page itself is the endpoint.
//
// Keywords: webmention, endpoint discovery, IndieWeb
func Example_webmention() {
	target := url.MustParse("https://example.com/post")
	const a = `<a rel="me webmention" href=/b></a>`
	header := http.Header{
		"Link": {`</c>; rel=webmention; anchor="/d", </webmention?a>; rel="webmention"`},
	}
	for _, response := range []struct {
		header http.Header
		body   string
	}{
		{header, a},
		{nil, `<link rel=webmention>` + a + `<link rel=webmention href=/c>`},
		{nil, `<link rel=webmention href="">` + a},
	} {
		u, err := webmentionEndpoint(target, response.header, strings.NewReader(response.body))
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/webmention?a
	// https://example.com/b
	// https://example.com/post
}

func webmentionEndpoint(target url.URL, header http.Header, body io.Reader) (url.URL, error) {
	for _, link := range page.ParseLinkHeader(header.Values("Link")) {
		if link.Anchor == "" && slices.Contains(link.Rel, "webmention") {
			return target.Parse(link.Target)
		}
	}
	if len(target.Href()) > maxURL {
		return url.URL{}, errors.New("the URL of the page is too long")
	}
	contentType := strings.Join(header.Values("Content-Type"), ", ")
	doc, err := page.Parse(io.LimitReader(body, 100<<10), target, contentType)
	if err != nil {
		return url.URL{}, err
	}
	for n := range doc.Root.Descendants() {
		for i, a := range n.Attr {
			if n.Data == "link" && a.Key == "href" && a.Val == "" {
				n.Attr[i].Val = " " // refers to the same URL, but Links does not skip it
			}
		}
	}
	for link := range doc.Links() {
		isElement := link.Node.Data == "a" || link.Node.Data == "link"
		if isElement && link.Attribute == "href" && hasRel(link.Node, "webmention") {
			return link.URL, link.Err
		}
	}
	return url.URL{}, errors.New("the page has no webmention endpoint")
}

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
