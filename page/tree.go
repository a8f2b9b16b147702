package page

import (
	"bytes"
	"errors"
	"iter"
	"sort"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url/internal/infra"
)

// A view says which elements of a tree are left out. Every view leaves out the content of a <template>, unless the template
// becomes a shadow root or its content takes the place of a marker.
type view uint8

const (
	requested view = iota // leaves out nothing else
	inTree                // also leaves out shadow roots and the content of <noscript>
	shown                 // like inTree, and leaves out what the content of a template replaces
)

// elements yields the elements of a tree in tree order. The content of a template that takes the place of a marker comes there. The
// loop must not change the tree.
func elements(root *html.Node, v view) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		w := walker{root: root, view: v}
		for n := root; n != nil; n = w.next(n) {
			isElement := n.Type == html.ElementNode && (w.patches == nil || w.patches[n] == nil)
			if isElement && !yield(n) {
				return
			}
		}
	}
}

// linked returns the elements that can have links, in tree order, and the texts of those noscript elements that hold text alone.
func linked(root *html.Node) (found nodeList) {
	for n := range elements(root, requested) {
		if len(n.Attr) > 0 {
			if _, hasID := valueOf(n, itemID.name); hasID || linkAttributes(n) != nil {
				found.add(n)
			}
		}
		text := n.FirstChild
		if text != nil && text.Type == html.TextNode && text.NextSibling == nil && isHTML(n, atom.Noscript) {
			found.add(text)
		}
	}
	return found
}

// A walker goes through a tree.
type walker struct {
	root    *html.Node
	view    view
	patches map[*html.Node]*html.Node // see findPatches; nil before the first marker
}

// next returns the node after n in tree order, or nil after the last one below root.
func (w *walker) next(n *html.Node) *html.Node {
	if n.Type == html.CommentNode {
		if content := w.contentAt(n); content != nil {
			return content
		}
	} else if n.FirstChild != nil && !w.isLeaf(n) {
		return n.FirstChild
	}
	for ; n != nil && n != w.root; n = w.parent(n) {
		if n.Type == html.CommentNode && w.view == shown && w.patches[n] != nil && strings.HasPrefix(n.Data, "?start") {
			n = endOf(n, w.patches[n])
		}
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// contentAt returns the first node of what takes the place of a comment, or nil.
func (w *walker) contentAt(comment *html.Node) *html.Node {
	if w.patches == nil && markerName(comment) != "" {
		w.patches = findPatches(rootOf(comment))
	}
	if template := w.patches[comment]; template != nil {
		return template.FirstChild
	}
	return nil
}

// parent returns the parent of a node, or the marker whose place the parent takes.
func (w *walker) parent(n *html.Node) *html.Node {
	if w.patches != nil {
		if marker := w.patches[n.Parent]; marker != nil && marker != n.Parent {
			return marker
		}
	}
	return n.Parent
}

// isLeaf reports whether the content of n is left out, or comes at a marker.
func (w *walker) isLeaf(n *html.Node) bool {
	if n.Namespace != "" {
		return false
	}
	switch n.Data {
	case "template":
		return w.patches[n] != n && (w.view != requested || !isShadowRoot(n))
	case "noscript":
		return w.view != requested
	}
	return false
}

// findPatches returns a map from each template whose content takes the place of a marker before it to that marker, and from
// the marker to the template. A marker is in the parent of the template. For a template in <body>, it can also be in <head>.
// The children of such a template have the parent of the marker, which stays there up to the end of the template. A template
// inside it that takes the place of the same marker is mapped to itself.
//
// It does what Chromium does. It has been in the HTML Standard since September 2026:
// https://html.spec.whatwg.org/multipage/scripting.html#the-template-element.
func findPatches(root *html.Node) map[*html.Node]*html.Node {
	p := patcher{patches: map[*html.Node]*html.Node{}, before: map[*html.Node]int{}}
	p.walk(root, map[string]*markers{})
	return p.patches
}

// A patcher finds patches.
type patcher struct {
	patches map[*html.Node]*html.Node // see findPatches
	before  map[*html.Node]int        // how many markers are before a node
	count   int                       // of the markers so far
}

// walk adds the patches below parent. byName contains the markers found so far in the same document or shadow root.
func (p *patcher) walk(parent *html.Node, byName map[string]*markers) {
	for n := range parent.ChildNodes() {
		p.before[n] = p.count
		if name := markerName(n); name != "" {
			if byName[name] == nil {
				byName[name] = &markers{next: []int{0}}
			}
			byName[name].add(n, p.count)
			p.count++
			continue
		}
		if !isHTML(n, atom.Template) {
			p.walk(n, byName)
			continue
		}
		if isShadowRoot(n) {
			p.walk(n, map[string]*markers{})
			continue
		}
		name, _ := valueOf(n, "for")
		scope, isOfOpen := parent, false
		for p.patches[scope] != nil {
			of, _ := valueOf(scope, "for")
			isOfOpen = isOfOpen || of == name
			if marker := p.patches[scope]; marker != scope {
				scope = marker
			}
			scope = scope.Parent
		}
		if isHTML(scope, atom.Body) {
			scope = scope.Parent
		}
		if marker := byName[name].take(p.before[scope]); marker != nil {
			p.patches[n], p.patches[marker] = marker, n
		} else if isOfOpen {
			p.patches[n] = n
		} else {
			continue
		}
		p.walk(n, byName)
	}
}

// markers are the markers with one name, in tree order.
type markers struct {
	nodes   []*html.Node
	numbers []int // of all markers of the tree
	next    []int // for each, the first one from it on that is not taken
}

func (m *markers) add(n *html.Node, number int) {
	m.nodes, m.numbers, m.next = append(m.nodes, n), append(m.numbers, number), append(m.next, len(m.next))
}

// take returns the first marker with at least that number that was not taken, or nil.
func (m *markers) take(from int) *html.Node {
	if m == nil {
		return nil
	}
	i := sort.SearchInts(m.numbers, from)
	for m.next[i] != i {
		m.next[i] = m.next[m.next[i]]
		i = m.next[i]
	}
	if i == len(m.nodes) {
		return nil
	}
	m.next[i] = i + 1
	return m.nodes[i]
}

var (
	marker          = lazily(`^\?(?:marker|start)((?:[\t\n\f\r ]+[^\t\n\f\r "'/<=>]+[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'))*)[\t\n\f\r ]*\??$`)
	markerAttribute = lazily(`([^\t\n\f\r "'/<=>]+)[\t\n\f\r ]*=[\t\n\f\r ]*("[^"]*"|'[^']*')`)
)

// markerName returns the name of <?marker name="…"?> or <?start name="…"?>, or "" if n is something else. The tree of
// golang.org/x/net/html has these as comments. Chromium reads their attributes as those of XML, each of which occurs once.
func markerName(n *html.Node) (name string) {
	if n.Type != html.CommentNode || !strings.HasPrefix(n.Data, "?") {
		return ""
	}
	match := marker().FindStringSubmatch(n.Data)
	if match == nil {
		return ""
	}
	seen := map[string]bool{}
	for _, a := range markerAttribute().FindAllStringSubmatch(match[1], -1) {
		if seen[a[1]] {
			return ""
		}
		if seen[a[1]] = true; a[1] == "name" {
			name = html.UnescapeString(a[2][1 : len(a[2])-1])
		}
	}
	return name
}

// endOf returns the end of what begins at <?start?>: the <?end?> that belongs to it, or else the last sibling. It does not
// look beyond the template whose content takes its place.
func endOf(start, template *html.Node) *html.Node {
	for template != nil && template.Parent != start.Parent {
		template = template.Parent
	}
	open := 0
	n := start
	for ; n.NextSibling != nil && n.NextSibling != template; n = n.NextSibling {
		switch {
		case n.Type == html.CommentNode && strings.HasPrefix(n.Data, "?start"):
			open++
		case n.Type == html.CommentNode && strings.HasPrefix(n.Data, "?end"):
			open--
		}
		if open == 0 {
			break
		}
	}
	return n
}

var falseMarker = lazily(`^<(?:!--|!|/)\?(?:marker|start)`)

// corrected returns the text of a page with a space where golang.org/x/net/html would misread it: in comments such as
// <!--?marker name="…"?-->, for which it creates the same node as for a marker, and at the end of tags such as
// <svg a a=b/>, which it mistakes for self-closing tags.
func corrected(text []byte) []byte {
	hasMarker := bytes.Contains(text, []byte("?marker")) || bytes.Contains(text, []byte("?start"))
	if !hasMarker && !(hasForeignTag(text) && hasMisreadTag(string(text))) {
		return text
	}
	var spaces []splice
	for z := newTokenizer(text, true); z.next(); {
		at := z.end - 1
		if comment := text[z.start:z.end]; z.token.Type == html.CommentToken && falseMarker().Match(comment) {
			at = z.start + bytes.IndexByte(comment, '?')
		} else if !z.isMisread {
			continue
		}
		spaces = append(spaces, splice{at, at, " "})
	}
	return []byte(spliced(string(text), spaces))
}

func rootOf(n *html.Node) *html.Node {
	for n != nil && n.Parent != nil {
		n = n.Parent
	}
	return n
}

// isShadowRoot reports whether a template becomes one. https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
func isShadowRoot(template *html.Node) bool {
	host := template.Parent
	if !hasShadowMode(template) || host == nil || host.Namespace != "" ||
		!shadowHost().MatchString(host.Data) || reserved().MatchString(host.Data) {
		return false
	}
	for n := template.PrevSibling; n != nil; n = n.PrevSibling {
		if isHTML(n, atom.Template) && hasShadowMode(n) {
			return false // it was the first one
		}
	}
	return true
}

func hasShadowMode(template *html.Node) bool {
	mode, _ := valueOf(template, "shadowrootmode")
	return infra.MatchesLower(mode, "open") || infra.MatchesLower(mode, "closed")
}

// Elements can have a shadow root if their names are not reserved. https://dom.spec.whatwg.org/#concept-attach-a-shadow-root
var (
	shadowHost = lazily("-|^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$")
	reserved   = lazily("^(annotation-xml|color-profile|font-face(-format|-name|-src|-uri)?|missing-glyph)$")
)

// A nodeList is a list that grows without being copied.
type nodeList [][]*html.Node

func (l *nodeList) add(n *html.Node) {
	last := len(*l) - 1
	if last < 0 || len((*l)[last]) == cap((*l)[last]) {
		last++
		*l = append(*l, make([]*html.Node, 0, 16<<min(last, 5)))
	}
	(*l)[last] = append((*l)[last], n)
}

func (l nodeList) all(yield func(*html.Node) bool) {
	for _, nodes := range l {
		for _, n := range nodes {
			if !yield(n) {
				return
			}
		}
	}
}

// ErrFlat is the error that [Document.Rewrite] and [RewriteHTML] return for HTML with more than 512 open elements; see
// [Document.Flat].
var ErrFlat = errors.New("page: a flat page cannot be rewritten")

// parseFlat returns a tree in which all elements are children of the document. If scripting is true, the content of
// <noscript> is text. A base element in foreign content or in a template is left out. So is the content of a template, unless
// it has the attribute for or a shadowrootmode, whether or not it takes the place of a marker or becomes a shadow root.
func parseFlat(body []byte, scripting bool) *html.Node {
	doc := &html.Node{Type: html.DocumentNode}
	var hidden []bool       // for each open template: whether its content is
	var noscript *html.Node // if the last token was its start tag
	for z := newTokenizer(body, scripting); z.next(); {
		if noscript != nil && z.token.Type == html.TextToken {
			noscript.AppendChild(&html.Node{Type: html.TextNode, Data: z.token.Data})
		}
		noscript = nil
		isTemplate, inTemplate := z.token.DataAtom == atom.Template && z.foreign == 0, len(hidden) > 0
		isHidden := inTemplate && hidden[len(hidden)-1]
		switch {
		case isTemplate && z.isStart():
			n := flatNode(z.token)
			_, hasFor := valueOf(n, "for")
			hidden = append(hidden, isHidden || !hasFor && !hasShadowMode(n))
		case isTemplate && inTemplate:
			hidden = hidden[:len(hidden)-1]
		}
		if !z.isStart() || isHidden || z.token.DataAtom == atom.Base && (z.foreign > 0 || inTemplate) {
			continue
		}
		doc.AppendChild(flatNode(z.token))
		if z.token.DataAtom == atom.Noscript && z.foreign == 0 && scripting {
			noscript = doc.LastChild
		}
	}
	return doc
}

// flatNode returns the element of a start tag. It is an element of SVG only if it has no URL as an element of HTML.
func flatNode(token html.Token) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: token.Data, DataAtom: token.DataAtom, Attr: token.Attr}
	switch _, hasSrc := valueOf(n, "src"); {
	case hasSrc && token.DataAtom == atom.Image: // html.Parse makes an <img> of it
		n.Data, n.DataAtom = "img", atom.Img
	case !hasSrc && attributes["svg:"+token.Data] != nil:
		_, hasHref := valueOf(n, "href")
		if token.DataAtom != atom.A || !hasHref {
			n.Namespace = "svg"
		}
	}
	return n
}
