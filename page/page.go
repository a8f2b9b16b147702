// Package page finds the URLs in an HTML page and in its header fields, as a browser reads them, and rewrites them. Use it for
// crawlers, link checkers, mirrors, proxies and newsletters.
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
// [Document.Links] yields the links of a page, [Document.Rewrite] changes them, and [RewriteHTML] changes those of a piece of HTML,
// such as a comment. [Document.Base] returns the URL that links are relative to, and [Document.IndicatedPart] the element that a
// fragment leads to. [ParseSrcset], [ParseRefresh] and [ParseLinkHeader] read attributes and fields that contain URLs.
//
// The package uses golang.org/x/net/html, so it also works on trees that other packages parsed with that, such as goquery's.
//
// # Differences from a browser
//
//   - Scripts do not run.
//   - [Parse] looks for <meta charset> in the first 1024 bytes only. If a page does not name its encoding, Parse takes it for UTF-8
//     or windows-1252. Browsers look further, and guess.
//   - [Document.Links] includes the links in <noscript>, and each image of a srcset.
//   - Chromium requests some files before it knows that the page does not use them: see [Document.Links].
//   - golang.org/x/net/html gives up on pages with more than 512 open elements: see [Document.Flat]. It ignores everything after a
//     <template> that is an HTML element inside SVG or MathML, and can move a template that would become a shadow root. In a
//     template, it drops a <form> inside a table.
//
// # Security
//
// A page can contain any URL. Before you request one, remember that it can lead into your own network, and use package
// [github.com/weburl-go/url/guard]. Before you show one to a person, check its scheme, which can be javascript: or data:.
//
// Time and memory are linear in the length of the page plus the URLs that you keep. Each URL can be as long as the base URL, so use
// one before you ask for the next, or limit the sum of their lengths.
//
// Limit the length of a page, and how many you parse at a time, because no timeout ends the parser. A typical page takes 7 bytes of
// memory for each byte of HTML, and 12 with the garbage. But HTML makes elements that stay open anew for each paragraph: with 500 <b>,
// a page takes up to 20,000 bytes for each byte, which is 2 GB for 100 KB, and many seconds.
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

// A Document is a page: a tree, and what is needed to read the URLs in it. [Parse] returns one. For a tree that another package
// parsed, or for a part of a tree, write &Document{Root: n, URL: u}. The zero Document has no links.
type Document struct {
	Root     *html.Node        // a tree of golang.org/x/net/html, or any part of one
	URL      url.URL           // of the page, and not its Base. Without a <base>, links are relative to it
	Encoding encoding.Encoding // of the page, and of the queries of its links. nil is UTF-8

	// Flat reports that the page has more than 512 open elements, on which golang.org/x/net/html gives up. Few honest pages have.
	// Root then has all elements in their order as its children, without text. Links in a <template>, and a <base> inside other
	// elements, may be read differently than in a browser.
	Flat bool
}

// Parse parses a page whose URL is u. It reads r to its end, so limit it, and limit how many pages you parse at a time.
//
// contentType is the whole Content-Type field, with its parameters, or "". If a response has several such fields, join their values
// with ", ", because browsers read all of them. For a Go string, pass "text/html; charset=utf-8".
//
// An error is one that r returned, and the Document is then nil. A page with too many open elements is no error: see
// [Document.Flat].
//
// The tree is the one that html.Parse of golang.org/x/net/html returns with scripting, as in a browser, so a <noscript> contains
// text. Parse adds a space to comments such as <!--?marker?-->, because that package does not distinguish them from <?marker?>.
//
// The encoding is that of a byte order mark, of contentType, of a <meta> in the first 1024 bytes, or of an XML declaration, in
// this order. Without these, it is UTF-8 if the page is valid UTF-8, and windows-1252 otherwise. It is an encoding of package
// golang.org/x/text/encoding/htmlindex, never nil, and never encoding.Nop.
func Parse(r io.Reader, u url.URL, contentType string) (*Document, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	name := encodingName(body, contentType)
	for mark, of := range map[string]string{"\uFEFF": "utf-8", "\xFE\xFF": "utf-16be", "\xFF\xFE": "utf-16le"} {
		if rest, ok := bytes.CutPrefix(body, []byte(mark)); ok {
			body, name = rest, of
			break
		}
	}
	d := &Document{URL: u}
	d.Encoding, _ = htmlindex.Get(name) // it knows all names that package charset has
	body = withoutFalseMarkers(decode(body, d.Encoding))
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

// Base returns the base URL of the document, which relative references are resolved against. Use it for URLs that [Document.Links]
// does not yield, such as the one in og:image, and call it once: it walks the whole tree.
//
//	parser := url.Parser{Base: doc.Base(), QueryEncoding: doc.Encoding}
//	image, err := parser.Parse(content)
//
// It is the URL of the first base element with an href in the whole tree that d.Root belongs to, except for base elements in
// <template>, in a shadow root, in <noscript> and in SVG. A template that takes the place of a marker counts there, as in
// [Document.Links], and what it replaces does not count.
//
// Base returns d.URL if there is no such element, or if its href does not parse, is longer than 8 KiB, results in a URL that is
// longer than d.URL by more than that, or is a data: or javascript: URL.
//
// It implements https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url.
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

// IndicatedPart returns the element that a browser scrolls to for a fragment. Use it to check whether a link to "page#fragment" leads
// somewhere. The result is nil and true for the top of the page, and nil and false if the page has no such part.
//
//	fragment, _ := link.URL.Fragment()
//	_, ok := doc.IndicatedPart(fragment)
//
// It looks for the first element whose id is the fragment, or else for the first <a> with that name. If there is neither, it looks
// again with the fragment percent-decoded. "" leads to the top, and so does "top" in upper or lower case if no element has that
// name. A fragment directive, from ":~:" on, is ignored.
//
// The elements are those of the whole tree, even if d.Root is a part of it, but without those in <template>, in a shadow root or in
// <noscript>. Elements that a script would add are not found. In pages without a doctype, Chromium compares names without regard to
// case, which the standard does not.
//
// It implements https://html.spec.whatwg.org/multipage/browsing-the-web.html#select-the-indicated-part, and takes time linear in
// the page.
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
