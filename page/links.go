package page

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A Kind says what a browser does with a link.
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

// Links yields the links of a page, in tree order. They are relative to the base URL, which it finds as [Document.Base] does.
// Links are what these attributes of the HTML Standard hold:
//
//   - href of a, area and link; ping of a and area; cite of blockquote, del, ins and q; itemid of all elements,
//   - src of audio, embed, frame, iframe, img, input, script, source, track and video; srcset of img and source; imagesrcset of
//     link; poster of video; data of object; action of form; formaction of button and input,
//   - content of a meta element that is a refresh,
//   - the obsolete attributes background of body and of the elements of a table, and longdesc of img, iframe and frame,
//   - href, else xlink:href, of SVG's a, feImage, image, script and use; ping of SVG's a. A fragment alone is not a link of
//     feImage and use.
//
// Not links are <base>, CSS, the text of scripts, srcdoc, itemtype, which holds names, and what is in <template>, unless that
// becomes a shadow root; in SVG, url() in fill, mask, filter, clip-path and other attributes, and elements such as textPath,
// linearGradient and set; href in MathML. What is in <noscript> counts. If that has nothing but text, the text is read as HTML.
//
// An empty attribute is no link, except that an empty href of a and area, or an empty cite or itemid, is the base URL, and an
// empty action or formaction is the document's URL, whatever the base URL is. A form without action has no link.
// A [Resource] is src, srcset, imagesrcset, poster, background, and href in SVG except of a; src of an input element with
// type=image; href of a link element if rel has one of the words stylesheet, icon, apple-touch-icon, manifest, preload,
// modulepreload, prefetch and compression-dictionary. With preconnect, which is Other, a browser opens a connection. With next,
// and with icons that no standard has, Firefox makes a request.
//
// It takes time linear in the page and the URLs that it yields. The links are those that the tree has when the loop begins, so
// the loop may move and remove nodes.
func (d *Document) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		p := url.Parser{Base: d.Base(), QueryEncoding: d.Encoding}
		for _, s := range d.spots() {
			for _, r := range s.refs {
				if !yield(d.link(p, s, r.raw)) {
					return
				}
			}
		}
	}
}

func (d *Document) link(p url.Parser, s spot, raw string) Link {
	l := Link{s.node, s.name, raw, s.kind, d.URL, nil}
	if s.syntax != ofForm || raw != "" || d.URL.IsZero() {
		l.URL, l.Err = p.Parse(raw)
	}
	return l
}

// Base returns the document base URL: that of the first base element with an href in the whole tree that d.Root belongs to.
// It returns d.URL if there is no such element, or if its href does not parse, is longer than 8 KiB, makes a URL that is so much
// longer than d.URL, or is a data: or javascript: URL. A base element in <template>, a shadow root, <noscript> or SVG never counts.
//
// It walks the whole tree, so call it once, not for each link. It is also for URLs that [Document.Links] does not yield, such as
// that of og:image: parse them with a url.Parser that has this Base, and d.Encoding as QueryEncoding.
// It implements https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url.
func (d *Document) Base() url.URL {
	bases := d.bases()
	if len(bases) == 0 {
		return d.URL
	}
	href, _ := valueOf(bases[0], "href") // https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url
	base, err := url.Parser{Base: d.URL, QueryEncoding: d.Encoding}.Parse(href)
	if max(len(href), len(base.Href())-len(d.URL.Href())) > 8<<10 || err != nil || base.Scheme() == "data" || base.Scheme() == "javascript" {
		return d.URL
	}
	return base
}

// bases returns the base elements with an href in the whole tree.
func (d *Document) bases() []*html.Node {
	root := d.Root
	for root != nil && root.Parent != nil {
		root = root.Parent
	}
	return slices.DeleteFunc(appendElements(nil, root, true), func(n *html.Node) bool {
		_, ok := valueOf(n, "href")
		return !ok || !isHTML(n, atom.Base)
	})
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
// https://svgwg.org/svg2-draft/linking.html#XLinkRefAttrs. "*" stands for all elements of HTML.
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
		{attribute{"itemid", reference, Other}, "*"},
	} {
		for name := range strings.FieldsSeq(row.elements) {
			byElement[name] = append(byElement[name], row.attribute)
		}
	}
	return byElement
}()

// loadedRels are the words of rel with which a browser may request a link.
var loadedRels = []string{
	"stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload", "prefetch", "compression-dictionary",
}

// kindOf returns the kind of an attribute, which can depend on another one.
func kindOf(n *html.Node, a attribute) Kind {
	rel, _ := valueOf(n, "rel")
	is, _ := valueOf(n, "type")
	isLoaded := func(r ref) bool { return slices.Contains(loadedRels, strings.ToLower(r.raw)) }
	if a.name == "href" && isHTML(n, atom.Link) && !slices.ContainsFunc(refsOf(n, tokens, rel), isLoaded) ||
		a.name == "src" && isHTML(n, atom.Input) && !infra.MatchesLower(is, "image") {
		return Other
	}
	return a.kind
}

// A spot is an attribute with links.
type spot struct {
	attribute
	node  *html.Node
	value string
	refs  []ref
	text  *html.Node // the text of <noscript> that has the element, or nil
	tag   int        // the index of the start tag in that text, or its length if that is not known
}

// A ref is a link in the value of an attribute. A token or a candidate goes up to the next one.
type ref struct {
	raw             string
	start, end, all int    // where it begins, and where it and what goes with it end
	written         string // to take its place
	keep, isSame    bool
}

// spots returns the attributes with links, in tree order.
func (d *Document) spots() (all []spot) {
	for _, n := range appendElements(nil, d.Root, false) {
		if all = appendSpots(all, n, nil, 0); isHTML(n, atom.Noscript) {
			all = appendNoscript(all, n)
		}
	}
	return all
}

func appendSpots(all []spot, n, text *html.Node, tag int) []spot {
	name := n.Data
	if n.Namespace != "" {
		name = n.Namespace + ":" + strings.ToLower(n.Data)
	}
	for _, list := range [2][]attribute{attributes[name], attributes[n.Namespace+"*"]} {
		for _, a := range list {
			value, ok := valueOf(n, a.name)
			if !ok && n.Namespace != "" && a.name == "href" {
				a.name = "xlink:href"
				value, ok = valueOf(n, a.name)
			}
			if !ok {
				continue
			}
			if refs := refsOf(n, a.syntax, value); refs != nil {
				all = append(all, spot{attribute{a.name, a.syntax, kindOf(n, a)}, n, value, refs, text, tag})
			}
		}
	}
	return all
}

// separators are what is between the links of an attribute.
var separators = map[syntax]string{tokens: whitespace, imageSet: whitespace + ","}

// refsOf returns the links in the value of an attribute.
func refsOf(n *html.Node, is syntax, value string) (all []ref) {
	raw := value
	switch is {
	case tokens:
		for start := skip(value, 0, whitespace); start < len(value); start = all[len(all)-1].all {
			end := start + indexOr(value[start:], whitespace)
			all = append(all, ref{raw: value[start:end], start: start, end: end, all: skip(value, end, separators[is])})
		}
		return all
	case imageSet:
		for _, c := range candidates(value) {
			all = append(all, ref{raw: c.URL, start: c.start, end: c.start + len(c.URL), all: skip(value, c.end, separators[is])})
		}
		return all
	case refreshHeader:
		equiv, _ := valueOf(n, "http-equiv")
		refresh, _ := ParseRefresh(value)
		if raw = refresh.Ref; !refresh.HasRef || !infra.MatchesLower(equiv, "refresh") {
			return nil
		}
	case nonEmpty, notAFragment:
		if value == "" || is == notAFragment && value[0] == '#' {
			return nil
		}
	}
	return []ref{{raw: raw, end: len(value), all: len(value)}}
}

// ErrFlat says that a page has no text because it is flat: see [Document.Flat].
var ErrFlat = errors.New("page: a flat page cannot be rewritten")

// Rewrite calls edit for all links, in the order of [Document.Links], and then writes what it returned: ref in the place of
// Raw. If keep is false, it removes the link: a candidate with its descriptors, a token of ping, or else the attribute. An
// attribute without links left goes. If d is flat, the error is [ErrFlat], and edit is not called. There is no other error.
//
// A browser reads what is written as the URL that ref has relative to d.Base(), with its query in d.Encoding. So a space
// becomes %20 where it would end the URL, a candidate that ends in a comma gets "#" after it, and a refresh is written without
// quotes. An empty ref is one like others. Where ref is equal to Raw, and in all else, the bytes stay as they are. So do those of
// the text of a noscript element, but for the attributes that change.
//
// edit must not move or remove nodes. To make all URLs absolute, return link.URL.Href(), and call [Document.RemoveBase] after
// that. Change CSS and srcdoc, too: they are relative to the same URL. For a srcdoc, Parse it as "text/html; charset=utf-8" with
// d.Base() as its URL. Of a page with [ErrFlat], keep the bytes that came, or show none of it.
//
// The tree is UTF-8 whatever d.Encoding is, so send charset=utf-8 with it. In a file or a mail, which has no header, remove
// each <meta> with charset or http-equiv=content-type, and write <meta charset=utf-8> first in the head. A link that a browser
// would read otherwise in UTF-8 is written as its Href. Forms without accept-charset are then sent in UTF-8.
//
// This is no sanitizer. Scripts, event attributes, CSS, srcdoc, href in MathML, and SVG's animations of href are not links. The
// attribute integrity and a content security policy in <meta> stay, and can refuse what edit returns. A form with method=get
// replaces the query of its action. Chromium reads some refreshes otherwise: see [ParseRefresh].
//
// It takes time linear in the page and the URLs. It keeps all refs, and each URL can be as long as the base URL: limit them.
func (d *Document) Rewrite(edit func(Link) (ref string, keep bool)) error {
	if d.Flat {
		return ErrFlat
	}
	w := writer{d, url.Parser{Base: d.Base(), QueryEncoding: d.Encoding}, map[*html.Node][]splice{}}
	spots := d.spots()
	for _, s := range spots {
		for i := range s.refs {
			r := &s.refs[i]
			r.written, r.keep = edit(d.link(w.parser, s, r.raw))
			r.written = inUTF8(w.parser, r.written)
			if r.isSame = r.written == r.raw; r.keep && !r.isSame {
				r.written = w.written(r.written, s)
			}
		}
	}
	for _, s := range spots {
		w.write(s)
	}
	for text, splices := range w.texts {
		text.Data = spliced(text.Data, splices)
	}
	for _, n := range d.bases() {
		href, _ := valueOf(n, "href")
		setAttribute(n, "href", inUTF8(url.Parser{Base: d.URL, QueryEncoding: d.Encoding}, href), true)
	}
	return nil
}

// RemoveBase removes the href of each base element that Base can see, so that the base URL is d.URL. Relative references then
// lead elsewhere, so let Rewrite write all of them anew before.
func (d *Document) RemoveBase() {
	for _, n := range d.bases() {
		setAttribute(n, "href", "", false)
	}
}

// setAttribute sets the first attribute with a name, or removes all of them.
func setAttribute(n *html.Node, name, value string, keep bool) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return !keep && isNamed(a, name) })
	if i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return isNamed(a, name) }); i >= 0 {
		n.Attr[i].Val = value
	}
}

// A splice replaces a part of a text.
type splice struct {
	start, end int
	with       string
}

// spliced returns s with its splices. Of those that overlap or begin at the same byte, the first counts.
func spliced(s string, splices []splice) string {
	slices.SortStableFunc(splices, func(a, b splice) int { return a.start - b.start })
	var b strings.Builder
	end := 0
	for i, p := range splices {
		if p.start >= end && (i == 0 || p.start > splices[i-1].start) {
			b.WriteString(s[end:p.start])
			b.WriteString(p.with)
			end = p.end
		}
	}
	b.WriteString(s[end:])
	return b.String()
}

// A writer writes what edit returned.
type writer struct {
	*Document
	parser url.Parser              // with the base URL
	texts  map[*html.Node][]splice // of <noscript>
}

// write writes the links of an attribute.
func (w *writer) write(s spot) {
	var splices []splice
	left := len(s.refs)
	for _, r := range s.refs {
		switch {
		case !r.keep || r.written == "" && s.syntax == tokens:
			splices = append(splices, splice{r.start, r.all, ""})
			left--
		case !r.isSame:
			splices = append(splices, splice{r.start, r.end, r.written})
		}
	}
	if splices == nil {
		return
	}
	value := spliced(s.value, splices)
	if last := splices[len(splices)-1]; last.end == len(s.value) && last.with == "" {
		value = strings.TrimRight(value, separators[s.syntax])
	}
	w.set(s, value, left > 0)
}

// inUTF8 returns ref, or its href if p reads it otherwise than in UTF-8.
func inUTF8(p url.Parser, ref string) string {
	u, _ := p.Parse(ref)
	if v, _ := p.Base.Parse(ref); u == v {
		return ref
	}
	return u.Href()
}

var withoutSpaces = strings.NewReplacer("\t", "", "\n", "", "\r", "", "\f", "%0C", " ", "%20")

// written returns ref as it is written into an attribute.
func (w *writer) written(ref string, s spot) string {
	trimmed := strings.TrimFunc(ref, func(r rune) bool { return r <= ' ' }) // as the URL parser does
	if s.syntax >= tokens || trimmed == "" || strings.Contains(ref, "\x00") {
		ref = strings.ReplaceAll(trimmed, "\x00", "%00")
	}
	u, err := w.parser.Parse(ref)
	switch s.syntax {
	case tokens, imageSet:
		ref = withoutSpaces.Replace(infra.ToScalarValues(ref)) // first: bytes that come together could be a character
		before := strings.TrimRight(ref, ",")
		switch {
		case s.syntax == tokens:
		case strings.Contains(before, "#"):
			ref = before + strings.Repeat("%2C", len(ref)-len(before))
		case before != ref || ref == "":
			ref += "#"
		}
		if s.syntax == imageSet && ref[0] == ',' {
			ref = "./" + ref
		}
		return ref
	case refreshHeader:
		if err == nil && ref != strings.TrimSpace(ref) { // Chromium does so
			ref = u.Href()
		} else if ref != "" && strings.Contains(`"'`, ref[:1]) {
			ref = "./" + ref
		}
		value := strings.TrimLeft(s.value, whitespace)
		return value[:skip(value, 0, "0123456789.")] + "; url=" + ref
	}
	read := w.link(w.parser, s, ref).URL
	if err == nil && (refsOf(s.node, s.syntax, ref) == nil || read.WithoutFragment() != u.WithoutFragment()) {
		return u.Href() // ref would not be a link, or one to the document
	}
	return ref
}

// set sets the attribute of a spot, or removes it with its duplicates, and with the xlink:href that would count then.
func (w *writer) set(s spot, value string, keep bool) {
	other := s.name
	if s.node.Namespace != "" && other == "href" && !keep {
		other = "xlink:href"
	}
	if s.text == nil {
		setAttribute(s.node, s.name, value, keep)
		setAttribute(s.node, other, value, keep)
		return
	}
	text, changes := s.text.Data, w.texts[s.text]
	end, isFound := s.tag+indexOr(text[s.tag:], whitespace+"/>"), false
	for !keep || !isFound {
		start := skip(text, end, whitespace+"/")
		if start == len(text) || text[start] == '>' {
			break
		}
		size, sizeOfAll := sizesOfAttribute(text[start:])
		end = start + sizeOfAll
		change := splice{start, end, ""}
		if name := text[start : start+size]; !infra.MatchesLower(name, s.name) && !infra.MatchesLower(name, other) {
			continue
		} else if keep {
			change = splice{start + size, end, `="` + html.EscapeString(value) + `"`}
		} else if text[start-1] == '/' || strings.HasPrefix(strings.TrimLeft(text[end:], whitespace), "=") {
			change.with = "/ " // not to make "<a/>" or "<a b =c>"
		}
		changes, isFound = append(changes, change), true
	}
	if w.texts[s.text] = changes; !isFound { // the name of the element ends in "<"
		w.texts[s.text] = []splice{{0, len(text), ""}}
	}
}

// sizesOfAttribute returns the sizes of the name of the attribute that s begins with, and of all of it.
func sizesOfAttribute(s string) (name, all int) {
	name = 1 + indexOr(s[1:], whitespace+"/>=")
	all = skip(s, name, whitespace)
	if all == len(s) || s[all] != '=' {
		return name, name
	}
	all = skip(s, all+1, whitespace)
	if all < len(s) && (s[all] == '"' || s[all] == '\'') {
		return name, all + 2 + strings.IndexByte(s[all+1:], s[all])
	}
	return name, all + indexOr(s[all:], whitespace+">")
}

// appendNoscript reads the content of a noscript element that is text. To find its elements again, it writes a mark after the
// name of each tag with attributes: what the text cannot know, and the index of the tag. In other places, a mark does no harm.
func appendNoscript(all []spot, n *html.Node) []spot {
	text := n.FirstChild
	if text == nil || text.Type != html.TextNode || text.NextSibling != nil || !strings.Contains(text.Data, "<") {
		return all
	}
	mark := "/w" + strconv.FormatUint(rand.Uint64(), 36) + "."
	s, end := text.Data, 0
	marks := make([]splice, 0, strings.Count(s, "<"))
	for start := range len(s) - 1 {
		if start < end || s[start] != '<' || !infra.IsASCIIAlpha(s[start+1]) {
			continue
		}
		if end = start + indexOr(s[start:], whitespace+"/>"); end < len(s) && s[end] != '>' && s[end-1:end+1] != "</" {
			marks = append(marks, splice{end, end, mark + strconv.Itoa(start)})
		}
	}
	s = spliced(s, marks)
	root, body := &html.Node{Type: html.DocumentNode}, &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(s), body, html.ParseOptionEnableScripting(false))
	for _, part := range nodes {
		root.AppendChild(part)
	}
	if err != nil {
		root = parseFlat([]byte(s), false)
	}
	tags := map[*html.Node]int{}
	for n := range root.Descendants() {
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
			number, isMark := strings.CutPrefix(a.Key, mark[1:])
			if tag, err := strconv.Atoi(number); isMark && err == nil {
				tags[n] = min(tags[n], tag-len(text.Data)) // the first mark in a tag is its own
			}
			return isMark
		})
		for i, a := range n.Attr {
			n.Attr[i].Val = withoutMarks(a.Val, mark)
		}
	}
	for _, n := range appendElements(nil, root, false) {
		all = appendSpots(all, n, text, len(text.Data)+tags[n])
	}
	return all
}

func withoutMarks(s, mark string) string {
	parts := strings.Split(s, mark)
	for i := range parts[1:] {
		parts[i+1] = strings.TrimLeft(parts[i+1], digits)
	}
	return strings.Join(parts, "")
}
