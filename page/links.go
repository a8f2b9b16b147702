package page

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A Link is a URL of a page.
type Link struct {
	// Node is the element. It tells what the link is for, by its name and its attributes, and is what to change to rewrite the
	// link. If the tree has the content of <noscript> as text, the element is in a tree of its own.
	Node *html.Node

	// Attribute is the name of the attribute, such as "href", "srcset", "xlink:href", or "content" of a refresh.
	Attribute string

	// Raw is what the attribute holds: the URL as it stands, a token of ping, or the URL of an image candidate or a refresh.
	Raw string

	// URL is Raw, parsed against the document's base URL. If Raw does not parse, URL is the zero URL, and Err says why.
	URL url.URL
	Err error
}

// Links yields the links of a page, in tree order. They are relative to the base URL, which it finds as [Document.Base] does.
//
// Links are what these attributes of the HTML Standard hold:
//
//   - href of a, area and link; ping of a and area,
//   - src of audio, embed, frame, iframe, img, input, script, source, track and video; srcset of img and source; imagesrcset
//     of link; poster of video; data of object,
//   - action of form; formaction of button and input,
//   - cite of blockquote, del, ins and q; itemid of all elements,
//   - content of a meta element that is a refresh,
//   - the obsolete attributes background of body and of tables, and longdesc of img, iframe and frame,
//   - href, and xlink:href if there is no href, of SVG's a, feImage, image, script and use. A fragment alone is a link of a
//     only.
//
// Not links are <base>, CSS, the text of scripts, srcdoc, itemtype, which holds names, and what is in <template>. What
// is in <noscript> counts. If a noscript element has nothing but text, the text is read as HTML.
//
// An empty attribute is no link, except that an empty href of a and area, or an empty cite or itemid, is the base URL, and an
// empty action or formaction is the document's URL, whatever the base URL is.
//
// It takes time linear in the page and the URLs that it yields. Each call looks for <base> in the whole tree. Do not move nodes
// while Links runs.
func (d *Document) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		r := reader{document: d.URL, parser: url.Parser{Base: d.Base(), QueryEncoding: d.Encoding}, yield: yield}
		for n := range elements(d.Root, true) {
			if !r.element(n) || isHTML(n, atom.Noscript) && !r.noscript(n) {
				return
			}
		}
	}
}

// maxBase is the length in bytes of the longest href of <base> that counts. Each URL of the page can be as long as that.
const maxBase = 8 << 10

// Base returns the document base URL: that of the first base element with an href in the whole tree that d.Root belongs to.
// It returns d.URL if there is no such element, or if its href does not parse, is longer than 8 KiB, or is a data: or
// javascript: URL. A base element in <template>, <noscript> or SVG never counts.
//
// It walks the whole tree, so call it once, not for each link. It is also for URLs that [Document.Links] does not yield, such as
// that of og:image: parse them with a url.Parser that has this Base, and d.Encoding as QueryEncoding.
//
// It implements https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url.
func (d *Document) Base() url.URL {
	root := d.Root
	for root != nil && root.Parent != nil {
		root = root.Parent
	}
	for n := range elements(root, false) {
		if !isHTML(n, atom.Base) {
			continue
		}
		if href, ok := valueOf(n, "href"); ok {
			return d.frozenBase(href)
		}
	}
	return d.URL
}

// frozenBase implements https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url.
func (d *Document) frozenBase(href string) url.URL {
	if len(href) > maxBase {
		return d.URL
	}
	base, err := url.Parser{Base: d.URL, QueryEncoding: d.Encoding}.Parse(href)
	if err != nil || base.Scheme() == "data" || base.Scheme() == "javascript" {
		return d.URL
	}
	return base
}

// elements yields the elements of doc, itself included, in tree order, without the content of <template>.
func elements(doc *html.Node, withNoscript bool) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := doc; n != nil; {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
			isLeaf := isHTML(n, atom.Template) || !withNoscript && isHTML(n, atom.Noscript)
			n = next(n, doc, isLeaf)
		}
	}
}

// next returns the node after n in tree order, or nil after the last one below root. If isLeaf is true, children do not count.
func next(n, root *html.Node, isLeaf bool) *html.Node {
	if !isLeaf && n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// isHTML reports whether n is an element of HTML with that name.
func isHTML(n *html.Node, name atom.Atom) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && n.Data == name.String()
}

// valueOf returns the value of an attribute. Of several with the same name, the first counts.
func valueOf(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" || a.Namespace == "xlink" && a.Key == "href" && name == "xlink:href" {
			return a.Val, true
		}
	}
	return "", false
}

// A kind says how to read an attribute.
type kind uint8

const (
	reference     kind = iota // a URL
	nonEmpty                  // a URL, unless the attribute is empty
	notAFragment              // a URL, unless the attribute is empty or a fragment
	ofForm                    // a URL, or the document's if the attribute is empty
	tokens                    // URLs between spaces
	imageSet                  // image candidates
	refreshHeader             // a refresh
)

// An attribute is one that holds URLs.
type attribute struct {
	name string
	kind kind
}

var (
	background = attribute{"background", nonEmpty}
	cite       = attribute{"cite", reference}
	formaction = attribute{"formaction", ofForm}
	longdesc   = attribute{"longdesc", nonEmpty}
	src        = attribute{"src", nonEmpty}
	srcset     = attribute{"srcset", imageSet}
)

// htmlAttributes are the attributes of HTML's elements, https://html.spec.whatwg.org/multipage/indices.html#attributes-3, and
// obsolete ones, without those of all elements and of <base>.
var htmlAttributes = map[string][]attribute{
	"a":          {{"href", reference}, {"ping", tokens}},
	"area":       {{"href", reference}, {"ping", tokens}},
	"audio":      {src},
	"blockquote": {cite},
	"body":       {background},
	"button":     {formaction},
	"del":        {cite},
	"embed":      {src},
	"form":       {{"action", ofForm}},
	"frame":      {src, longdesc},
	"iframe":     {src, longdesc},
	"img":        {src, srcset, longdesc},
	"input":      {src, formaction},
	"ins":        {cite},
	"link":       {{"href", nonEmpty}, {"imagesrcset", imageSet}},
	"meta":       {{"content", refreshHeader}},
	"object":     {{"data", nonEmpty}},
	"q":          {cite},
	"script":     {src},
	"source":     {src, srcset},
	"table":      {background},
	"tbody":      {background},
	"td":         {background},
	"tfoot":      {background},
	"th":         {background},
	"thead":      {background},
	"tr":         {background},
	"track":      {src},
	"video":      {src, {"poster", nonEmpty}},
}

// svgElements are the elements of SVG with links, in lower case.
var svgElements = map[string]bool{"a": true, "feimage": true, "image": true, "script": true, "use": true}

// A reader yields the links of elements.
type reader struct {
	document url.URL
	parser   url.Parser // with the base URL
	yield    func(Link) bool
}

// noscript reads the content of a noscript element that is text. It reports whether to go on, as the methods below do.
func (r *reader) noscript(n *html.Node) bool {
	text := n.FirstChild
	if text == nil || text.Type != html.TextNode || text.NextSibling != nil || !strings.Contains(text.Data, "<") {
		return true
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(text.Data), body, html.ParseOptionEnableScripting(false))
	if err != nil {
		nodes = []*html.Node{parseFlat([]byte(text.Data), false)}
	}
	for _, part := range nodes {
		for n := range elements(part, true) {
			if !r.element(n) {
				return false
			}
		}
	}
	return true
}

// element yields the links of an element.
func (r *reader) element(n *html.Node) bool {
	switch {
	case n.Namespace == "svg" && svgElements[strings.ToLower(n.Data)]:
		return r.svgElement(n)
	case n.Namespace != "":
		return true
	}
	for _, a := range htmlAttributes[n.Data] {
		if value, ok := valueOf(n, a.name); ok && !r.attribute(n, a, value) {
			return false
		}
	}
	id, ok := valueOf(n, "itemid")
	return !ok || r.attribute(n, attribute{"itemid", reference}, id)
}

// svgElement yields the link of an element of SVG. https://svgwg.org/svg2-draft/linking.html#XLinkRefAttrs
func (r *reader) svgElement(n *html.Node) bool {
	a := attribute{"href", notAFragment}
	if n.Data == "a" {
		a.kind = reference
	}
	value, ok := valueOf(n, a.name)
	if !ok {
		a.name = "xlink:href"
		value, ok = valueOf(n, a.name)
	}
	return !ok || r.attribute(n, a, value)
}

// attribute yields the links in the value of an attribute.
func (r *reader) attribute(n *html.Node, a attribute, value string) bool {
	switch a.kind {
	case tokens:
		for token := range strings.FieldsFuncSeq(value, isWhitespace) {
			if !r.link(n, a.name, token) {
				return false
			}
		}
		return true
	case imageSet:
		for candidate := range candidates(value) {
			if !r.link(n, a.name, candidate.URL) {
				return false
			}
		}
		return true
	case refreshHeader:
		equiv, _ := valueOf(n, "http-equiv")
		refresh, _ := ParseRefresh(value)
		return !refresh.HasRef || !infra.MatchesLower(equiv, "refresh") || r.link(n, a.name, refresh.Ref)
	case nonEmpty:
		return value == "" || r.link(n, a.name, value)
	case notAFragment:
		trimmed := strings.TrimLeftFunc(value, func(c rune) bool { return c <= ' ' })
		return trimmed == "" || trimmed[0] == '#' || r.link(n, a.name, value)
	case ofForm:
		if value == "" && !r.document.IsZero() {
			return r.yield(Link{Node: n, Attribute: a.name, URL: r.document})
		}
	}
	return r.link(n, a.name, value)
}

// link yields one link.
func (r *reader) link(n *html.Node, name, raw string) bool {
	u, err := r.parser.Parse(raw)
	return r.yield(Link{Node: n, Attribute: name, Raw: raw, URL: u, Err: err})
}
