package page

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A Kind is what a browser does with a link.
type Kind uint8

const (
	Other      Kind = iota // nothing: cite, itemid, longdesc, and a link or input element that is not a Resource
	Navigation             // goes to it, after a click or by a refresh: href of a, area and SVG's a, and content of meta
	Frame                  // shows it as a document in the page: iframe, frame, object and embed
	Resource               // may request it without a click: see Links
	Submission             // sends a form to it: action and formaction
	Ping                   // sends it a POST request beside a click
)

// A Link is a URL of a page.
type Link struct {
	Node      *html.Node // the element. If the tree has the content of <noscript> as text, it is in a tree of its own
	Attribute string     // its name, such as "href", "srcset", "xlink:href", or "content" of a refresh
	Raw       string     // what it holds: the URL as it stands, a token of ping, or the URL of a candidate or a refresh
	Kind      Kind       // what a browser does with it
	URL       url.URL    // Raw, parsed against the document's base URL. If it does not parse, this is the zero URL,
	Err       error      // and Err says why
}

// Links yields the links of a page in tree order, resolved against the base URL that [Document.Base] finds. A URL that does not
// parse comes with an error. [Link].Kind distinguishes what a browser requests by itself from what it requests after a click.
//
//	for link := range doc.Links() {
//		if link.Kind == page.Navigation && link.URL.IsHTTP() {
//			queue = append(queue, link.URL)
//		}
//	}
//
// # Attributes
//
// The links are the values of these attributes of the HTML Standard:
//
//   - href of a, area and link; ping of a and area; cite of blockquote, del, ins and q; itemid of all elements;
//   - src of audio, embed, frame, iframe, img, input, script, source, track and video; srcset of img and source; imagesrcset of
//     link; poster of video; data of object; action of form; formaction of button and input;
//   - content of a meta element that is a refresh;
//   - the obsolete attributes background of body and of the elements of a table, longdesc of img, iframe and frame, and code of
//     embed: Chromium and Safari read the last one of src and code, and Firefox reads src;
//   - href, or else xlink:href, of SVG's a, feImage, image, script and use, but not a fragment alone of feImage and use; ping of
//     SVG's a.
//
// These are not links: <base>; CSS; the text of scripts; srcdoc; itemtype, which contains names; in SVG, url() in attributes such as
// fill and mask, and href of elements such as textPath, linearGradient and set; href in MathML.
//
// An empty attribute is not a link, with these exceptions: an empty href of a and area, or an empty cite or itemid, is the base URL,
// and an empty action or formaction is the URL of the document. A form without action has no link.
//
// # Elements
//
// Links inside <noscript> are included. If that contains nothing but text, the text is read as the content of a <body> without
// scripts.
//
// The content of a <template> is left out, unless it becomes a shadow root, or the template has an attribute for and takes the place
// of a <?marker name="…"?> or of what is between <?start name="…"?> and <?end?>, as in Chromium since version 150. Its links come
// at that place. The links that it replaces are included, because a browser requests them before.
//
// # Requests without a click
//
// A [Resource] is src, srcset, imagesrcset, poster and background; href in SVG, except of a; src of an input element with
// type=image; and href of a link element if its rel contains stylesheet, icon, apple-touch-icon, manifest, preload, modulepreload,
// prefetch or compression-dictionary. For preconnect, which is Other, a browser opens a connection. For next, and for icons that are
// in no standard, Firefox makes a request.
//
// Chromium's preload scanner requests some files that the tree does not use, before the parser knows that. They are not links, so
// Rewrite does not change them: images in a second <template shadowrootmode> of an element, or in one of an element that cannot have
// a shadow root, such as td, b, a, ul, select and video; <video poster> and <input type=image> in <svg>; <link> in <svg> and <math>
// with the rel stylesheet, preload or modulepreload; and <img> in <frameset>.
//
// # Changes in the loop
//
// The elements are those that the tree contains when the loop begins, so the loop may move and remove nodes. Links reads all
// attributes of an element before it yields the first link of that element.
//
// It takes time linear in the page and in the URLs that it yields.
func (d *Document) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		p := d.parser(d.Base())
		var r reader
		for n := range linked(d.Root).all {
			if n.Type != html.TextNode {
				if !d.yield(p, r.read(n), yield) {
					return
				}
				continue
			}
			for n := range linked(parseFragment(n).root).all {
				if !d.yield(p, r.read(n), yield) {
					return
				}
			}
		}
	}
}

// yield yields the links of an element.
func (d *Document) yield(p url.Parser, spots []spot, yield func(Link) bool) bool {
	for _, s := range spots {
		for _, r := range s.refs {
			if !yield(d.link(p, s, r.raw)) {
				return false
			}
		}
	}
	return true
}

// parser returns a parser of URLs that are relative to base.
func (d *Document) parser(base url.URL) url.Parser {
	if d.Encoding == unicode.UTF8 {
		return url.Parser{Base: base} // reads the same in less time
	}
	return url.Parser{Base: base, QueryEncoding: d.Encoding}
}

func (d *Document) link(p url.Parser, s spot, raw string) Link {
	l := Link{s.node, s.name, raw, s.kind, d.URL, nil}
	if s.syntax != ofForm || raw != "" || d.URL.IsZero() {
		l.URL, l.Err = p.Parse(raw)
	}
	return l
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

// A syntax says how to read an attribute.
type syntax uint8

const (
	reference     syntax = iota // a URL
	nonEmpty                    // a URL, unless the attribute is empty
	notAFragment                // a URL, unless the attribute is empty or a fragment
	ofForm                      // a URL, or the document's if the attribute is empty
	tokens                      // URLs between spaces
	imageSet                    // image candidates
	refreshHeader               // a refresh
)

// An attribute is one that holds URLs.
type attribute struct {
	name   string
	syntax syntax
	kind   Kind
}

// attributes are those of HTML's elements, https://html.spec.whatwg.org/multipage/indices.html#attributes-3, with obsolete ones,
// and of SVG's, whose names are in lower case. If an element of SVG has no href, xlink:href counts:
// https://svgwg.org/svg2-draft/linking.html#XLinkRefAttrs. All elements of HTML have itemID, too.
var attributes = func() map[string][]attribute {
	byElement := map[string][]attribute{}
	for _, row := range []struct {
		attribute
		elements string
	}{
		{attribute{"href", reference, Navigation}, "a area svg:a"},
		{attribute{"href", nonEmpty, Resource}, "link svg:image svg:script"},
		{attribute{"href", notAFragment, Resource}, "svg:feimage svg:use"},
		{attribute{"ping", tokens, Ping}, "a area svg:a"},
		{attribute{"src", nonEmpty, Resource}, "audio img input script source track video"},
		{attribute{"src", nonEmpty, Frame}, "embed frame iframe"},
		{attribute{"code", nonEmpty, Frame}, "embed"},
		{attribute{"srcset", imageSet, Resource}, "img source"},
		{attribute{"imagesrcset", imageSet, Resource}, "link"},
		{attribute{"poster", nonEmpty, Resource}, "video"},
		{attribute{"data", nonEmpty, Frame}, "object"},
		{attribute{"action", ofForm, Submission}, "form"},
		{attribute{"formaction", ofForm, Submission}, "button input"},
		{attribute{"content", refreshHeader, Navigation}, "meta"},
		{attribute{"cite", reference, Other}, "blockquote del ins q"},
		{attribute{"background", nonEmpty, Resource}, "body col colgroup table tbody td tfoot th thead tr"},
		{attribute{"longdesc", nonEmpty, Other}, "frame iframe img"},
	} {
		for name := range strings.FieldsSeq(row.elements) {
			byElement[name] = append(byElement[name], row.attribute)
		}
	}
	return byElement
}()

// urlAttributes has the names of all of them.
var urlAttributes = func() map[string]bool {
	names := map[string]bool{itemID.name: true, "xlink:href": true}
	for _, list := range attributes {
		for _, a := range list {
			names[a.name] = true
		}
	}
	return names
}()

var itemID = attribute{"itemid", reference, Other}

// linkAttributes returns the attributes that can hold URLs, but for itemID.
func linkAttributes(n *html.Node) []attribute {
	if n.Namespace != "" {
		return attributes[n.Namespace+":"+strings.ToLower(n.Data)]
	}
	return attributes[n.Data]
}

// loadedRels are the words of rel with which a browser may request a link.
var loadedRels = []string{
	"stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload", "prefetch", "compression-dictionary",
}

// kindOf returns the kind of an attribute, which can depend on another one.
func kindOf(n *html.Node, a attribute) Kind {
	switch {
	case a.name == "href" && isHTML(n, atom.Link):
		rel, _ := valueOf(n, "rel")
		isLoaded := func(r ref) bool { return slices.Contains(loadedRels, strings.ToLower(r.raw)) }
		if !slices.ContainsFunc(appendRefs(nil, n, tokens, rel), isLoaded) {
			return Other
		}
	case a.name == "src" && isHTML(n, atom.Input):
		if is, _ := valueOf(n, "type"); !infra.MatchesLower(is, "image") {
			return Other
		}
	}
	return a.kind
}

// A spot is an attribute with links.
type spot struct {
	attribute
	node  *html.Node
	value string
	refs  []ref
}

// A ref is a link in the value of an attribute. A token or a candidate goes up to the next one.
type ref struct {
	raw             string
	start, end, all int // where it begins, and where it and what goes with it end
}

// A reader reads attributes. The results of read are valid up to the next call.
type reader struct {
	spots []spot
	refs  []ref
}

// read returns the attributes with links of an element.
func (r *reader) read(n *html.Node) []spot {
	r.spots, r.refs = r.spots[:0], r.refs[:0]
	for _, a := range linkAttributes(n) {
		r.add(n, a)
	}
	if n.Namespace == "" {
		r.add(n, itemID)
	}
	return r.spots
}

// add adds an attribute if it has links.
func (r *reader) add(n *html.Node, a attribute) {
	value, ok := valueOf(n, a.name)
	if !ok && n.Namespace != "" && a.name == "href" {
		a.name = "xlink:href"
		value, ok = valueOf(n, a.name)
	}
	if !ok || isHTML(n, atom.Embed) && lastOf(n, a.name, rivalOf(n, a.name)) != a.name {
		return
	}
	start := len(r.refs)
	if r.refs = appendRefs(r.refs, n, a.syntax, value); len(r.refs) > start {
		a.kind = kindOf(n, a)
		r.spots = append(r.spots, spot{a, n, value, r.refs[start:len(r.refs):len(r.refs)]})
	}
}

// rivalOf returns the attribute that a browser could read instead of one, or "": SVG's xlink:href if there is no href, and of src and
// code of <embed> the last one.
func rivalOf(n *html.Node, name string) string {
	switch {
	case n.Namespace != "" && name == "href":
		return "xlink:href"
	case isHTML(n, atom.Embed) && name == "src":
		return "code"
	case isHTML(n, atom.Embed) && name == "code":
		return "src"
	}
	return ""
}

// lastOf returns that of two attributes which comes last, or "".
func lastOf(n *html.Node, first, second string) (last string) {
	for _, a := range n.Attr {
		if isNamed(a, first) || isNamed(a, second) {
			last = a.Key
		}
	}
	return last
}

// separators are what is between the links of an attribute.
var separators = map[syntax]string{tokens: whitespace, imageSet: whitespace + ","}

// appendRefs appends the links in the value of an attribute.
func appendRefs(all []ref, n *html.Node, is syntax, value string) []ref {
	raw := value
	switch is {
	case tokens:
		for start := skip(value, 0, whitespace); start < len(value); {
			end := start + indexOr(value[start:], whitespace)
			next := skip(value, end, whitespace)
			all = append(all, ref{value[start:end], start, end, next})
			start = next
		}
		return all
	case imageSet:
		for _, c := range candidates(value) {
			all = append(all, ref{c.URL, c.start, c.start + len(c.URL), skip(value, c.end, separators[is])})
		}
		return all
	case refreshHeader:
		equiv, _ := valueOf(n, "http-equiv")
		refresh, _ := ParseRefresh(value)
		if raw = refresh.Ref; !refresh.HasRef || !infra.MatchesLower(equiv, "refresh") {
			return all
		}
	case nonEmpty, notAFragment:
		if value == "" || is == notAFragment && value[0] == '#' {
			return all
		}
	}
	return append(all, ref{raw, 0, len(value), len(value)})
}
