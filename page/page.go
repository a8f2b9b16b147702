// Package page finds the URLs in HTML pages and header fields as a browser does, and rewrites the URLs in HTML. Use it
// for crawlers, link checkers, mirrors, proxies and newsletters. Check each URL before you request it or show it to
// users.
//
//	contentType := strings.Join(response.Header.Values("Content-Type"), ", ")
//	doc, err := page.Parse(io.LimitReader(response.Body, 100<<10), pageURL, contentType)
//	if err != nil {
//		return err
//	}
//	for link := range doc.Links() {
//		fmt.Println(link.Node.Data, link.Attribute, link.URL)
//	}
//
// [Document.Links] yields the links of a page, and [Document.Rewrite] changes them. [RewriteHTML] changes the links in a
// piece of HTML, such as a comment. [Document.Base] returns the URL that relative links are resolved against, and
// [Document.IndicatedPart] returns the element that a fragment refers to. [ParseSrcset], [ParseRefresh] and
// [ParseLinkHeader] parse attributes and header fields that contain URLs.
//
// The package uses golang.org/x/net/html. It can therefore process trees built by other packages that use it, such as
// goquery.
//
// # Differences from a browser
//
//   - Scripts do not run.
//   - [Parse] looks for <meta charset> only in the first 1024 bytes of a page. If a page does not declare its encoding,
//     Parse assumes UTF-8 or windows-1252. Browsers look further and also guess other encodings.
//   - [Document.Links] includes the links in <noscript> and every image in a srcset attribute.
//   - Chromium requests some files before it knows whether the page uses them. The documentation of [Document.Links]
//     lists them.
//   - The parser of golang.org/x/net/html does not support more than 512 open elements; see [Document.Flat].
//   - The parser ignores a <form> inside a table in a template, and most content after an HTML <template> in SVG or
//     MathML. It may misplace a template that becomes a shadow root. It mistakes tags such as <svg a a=b/> for
//     self-closing tags, but [Parse] corrects most of these mistakes.
//   - The parser may also misread or ignore HTML in or after SVG and MathML, after a tag such as <title> or <style> in a
//     frameset or after <template><col>, or after a <script> that contains "<!--" and another "<script>". It ignores a
//     <th> after an unclosed <caption>.
//
// # Security
//
// A page can contain any URL. A URL from a page may point into your internal network, so use package
// [github.com/weburl-go/url/guard] to request it. Before you show it to users, check its scheme, which may be
// javascript: or data:.
//
// The package uses time and memory linear in the length of the page plus the total length of the URLs that you keep,
// except for hostile HTML. Each URL can be as long as the base URL, so process each URL before you ask for the next, or
// limit the total length of the URLs that you keep. Limit the length of the page's own URL, for example to 8 KB.
// Browsers allow 2 MB, but if the page URL is 250 KB long, the links to "#a" in 100 KB of HTML take 2 GB.
//
// Limit the length of a page and the number of pages that you parse concurrently, because the parser cannot be stopped
// by a timeout. A typical page takes 7 bytes of memory for each byte of HTML, or 13 bytes including uncollected
// garbage. In the worst case, time and memory grow with the square of the length, because an HTML parser reopens
// unclosed formatting elements in each paragraph, with all their attributes. For example, 10 KB of hostile HTML can
// take 150 MB of memory, and 100 KB can take 13 GB and 20 seconds. [RewriteHTML] parses a fragment up to four times,
// and [Document.Rewrite] parses the text of a <noscript> up to four times. If pages are untrusted, parse them in a
// process with a memory limit.
package page

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A Document is an HTML page: a tree of nodes, together with the URL and encoding needed to read its links. [Parse]
// returns a Document. To use all or part of a tree parsed by another package, write &Document{Root: n, URL: u}.
//
// The zero Document has no links.
type Document struct {
	Root     *html.Node        // a tree of golang.org/x/net/html, or a part of one
	URL      url.URL           // the URL of the page; see Base for the URL that links are relative to
	Encoding encoding.Encoding // the encoding of the page and of the queries of its links; nil means UTF-8

	// Flat reports whether the page has more than 512 open elements, which golang.org/x/net/html does not support. Such
	// pages are rare, except in attacks.
	//
	// All elements of a flat page are children of Root, in the order of their start tags, and text is left out. Links in a
	// <template>, in or after <svg> and <math>, and in tables, and a <base> inside another element, may be read
	// differently than in a browser.
	Flat bool
}

// Parse parses the HTML page whose URL is u. It reads r to the end, so limit the length of r and the number of pages
// that you parse concurrently.
//
// The contentType argument is the Content-Type field of the response with all its parameters, or "" if there is none.
// If a response has several such fields, join their values with ", ", because browsers read all of them. To parse a Go
// string, pass "text/html; charset=utf-8".
//
// Parse returns an error only if reading r fails, in which case the Document is nil. It does not return an error if too
// many elements are open; see [Document.Flat].
//
// The tree is built by html.Parse from golang.org/x/net/html with scripting enabled, as in a browser, so a <noscript>
// element contains only text. Parse adds a space to comments such as <!--?marker?-->, which html.Parse would not
// otherwise distinguish from <?marker?>, and to tags such as <svg a a=b/>, which it would otherwise mistake for
// self-closing tags.
//
// The encoding is taken from the first of these that names one: a byte order mark, contentType, a <meta> element in the
// first 1024 bytes, or an XML declaration. If none of them does, the encoding is UTF-8 for pages that are valid UTF-8
// and windows-1252 for all others. Document.Encoding is then one of the encodings from package
// golang.org/x/text/encoding/htmlindex. It is never nil or encoding.Nop. Parse decodes the page as the Encoding Standard
// specifies, even where the decoder of Document.Encoding differs.
func Parse(r io.Reader, u url.URL, contentType string) (*Document, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	name := encodingName(body, contentType)
	for _, bom := range [...]struct{ mark, name string }{
		{"\uFEFF", "utf-8"}, {"\xFE\xFF", "utf-16be"}, {"\xFF\xFE", "utf-16le"},
	} {
		if rest, ok := bytes.CutPrefix(body, []byte(bom.mark)); ok {
			body, name = rest, bom.name
			break
		}
	}
	d := &Document{URL: u}
	d.Encoding, _ = htmlindex.Get(name) // it knows all names that package charset has
	body = corrected(decode(body, d.Encoding))
	if d.Root, err = html.Parse(bytes.NewReader(body)); err != nil { // html.Parse has no other error if its reader has none
		d.Root, d.Flat = parseFlat(body, true), true
	}
	return d, nil
}

// parser returns a parser of URLs that are relative to base.
func (d *Document) parser(base url.URL) url.Parser {
	if d.Encoding == unicode.UTF8 {
		return url.Parser{Base: base} // reads the same in less time
	}
	return url.Parser{Base: base, QueryEncoding: d.Encoding}
}

// Base returns the base URL of the document, which relative URLs are resolved against. Use it for URLs that
// [Document.Links] does not yield, such as the one in og:image. Call it only once, because each call walks the whole
// tree.
//
//	parser := url.Parser{Base: doc.Base(), QueryEncoding: doc.Encoding}
//	image, err := parser.Parse(content)
//
// The base URL is taken from the first <base> element that has an href attribute, anywhere in the tree that d.Root
// belongs to. Elements inside a <template>, a shadow root or a <noscript> are ignored. So are elements in SVG, except for
// HTML elements inside <foreignObject>, <desc> and <title>. If the content of a template replaces a marker, as described in the
// documentation of [Document.Links], Base looks at the content of the template, not at the content that it replaces. Unlike
// browsers, Base does not copy the content of the selected <option> into <selectedcontent>.
//
// Base returns d.URL if there is no such element. It also returns d.URL if the href attribute does not parse, is longer
// than 8 KiB, results in a data: or javascript: URL, or results in a URL that is more than 8 KiB longer than d.URL.
//
// Except for these limits, it implements
// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url.
func (d *Document) Base() url.URL {
	bases := d.bases(shown)
	if len(bases) == 0 {
		return d.URL
	}
	href, _ := valueOf(bases[0], "href") // https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url
	base, err := d.parser(d.URL).Parse(href)
	if max(len(href), len(base.Href())-len(d.URL.Href())) > 8<<10 || err != nil || base.Scheme() == "data" || base.Scheme() == "javascript" {
		return d.URL
	}
	return base
}

// bases returns the base elements with an href in the whole tree.
func (d *Document) bases(v view) (all []*html.Node) {
	for n := range elements(rootOf(d.Root), v) {
		if _, ok := valueOf(n, "href"); ok && isHTML(n, atom.Base) {
			all = append(all, n)
		}
	}
	return all
}

// IndicatedPart returns the element that a browser scrolls to for a fragment. Use it to check whether the fragment of a
// link refers to something on the page. It returns nil, true for the top of the page, and nil, false if there is no such
// part.
//
//	fragment, _ := link.URL.Fragment()
//	_, ok := doc.IndicatedPart(fragment)
//
// IndicatedPart looks for the first element whose id equals the fragment or, failing that, the first <a> element with
// that name. If there is neither, it looks again with the fragment percent-decoded. An empty fragment refers to the top
// of the page. So does "top", regardless of case, unless an element has that id or name. A fragment directive, which
// begins with ":~:", is ignored.
//
// The whole tree is searched, even if d.Root is only part of it. Elements inside a <template>, a shadow root or a
// <noscript> are ignored, unless the template replaces a marker, as described in the documentation of [Document.Links].
// Elements that a script would add are not found. In pages without a doctype, Chromium ignores letter case when it
// compares names, but the standard does not.
//
// It implements https://html.spec.whatwg.org/multipage/browsing-the-web.html#select-the-indicated-part and runs in time
// linear in the size of the tree.
func (d *Document) IndicatedPart(fragment string) (n *html.Node, ok bool) {
	if fragment, _, _ = strings.Cut(fragment, ":~:"); fragment == "" {
		return nil, true
	}
	decoded := infra.ToScalarValues(url.PercentDecode(fragment))
	for _, name := range [2]string{fragment, decoded} {
		if n := d.potentialIndicatedElement(name); n != nil {
			return n, true
		}
	}
	return nil, infra.MatchesLower(decoded, "top")
}

// potentialIndicatedElement implements
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element.
func (d *Document) potentialIndicatedElement(fragment string) (named *html.Node) {
	for n := range elements(rootOf(d.Root), shown) {
		if isHTML(n, atom.Template) && isShadowRoot(n) {
			continue // it becomes one, and is no element
		}
		if id, _ := valueOf(n, "id"); id == fragment {
			return n
		}
		if named != nil || n.Data != "a" || n.Namespace != "" && !d.Flat { // a flat tree has each <a> without an href as one of SVG
			continue
		}
		if name, _ := valueOf(n, "name"); name == fragment {
			named = n
		}
	}
	return named
}
