package page

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url/internal/infra"
)

// isHTML reports whether n is an element of HTML with that name.
func isHTML(n *html.Node, name atom.Atom) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && n.Data == name.String()
}

// valueOf returns the value of an attribute. Of several with the same name, the first counts.
func valueOf(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if isNamed(a, name) {
			return a.Val, true
		}
	}
	return "", false
}

func isNamed(a html.Attribute, name string) bool {
	return a.Key == name && a.Namespace == "" || a.Namespace == "xlink" && a.Key == "href" && name == "xlink:href"
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

// setAttribute sets the first attribute with a name, or removes all of them.
func setAttribute(n *html.Node, name, value string, keep bool) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return !keep && isNamed(a, name) })
	if i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return isNamed(a, name) }); i >= 0 {
		n.Attr[i].Val = value
	}
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
