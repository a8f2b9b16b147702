package page

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url/internal/infra"
)

// A Kind says what a browser does with a link.
type Kind uint8

const (
	Other      Kind = iota // does not request it: cite, itemid, longdesc, and link or input elements that are not a Resource
	Navigation             // goes to it, after a click or a refresh: href of a and area, and content of meta
	Frame                  // shows it as a document in the page: iframe, frame, object and embed
	Resource               // may request it without a click; see Document.Links
	Submission             // sends a form to it: action and formaction
	Ping                   // sends it a POST request when the user clicks on the link
)

// String returns "other", "navigation", "frame", "resource", "submission" or "ping", or "unknown" for any other value.
func (k Kind) String() string {
	names := [...]string{"other", "navigation", "frame", "resource", "submission", "ping"}
	if int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
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

// attributes contains the attributes that hold URLs, by element. The elements of SVG are in lower case. Some attributes are
// obsolete. All elements of HTML have itemID as well. If an element of SVG has no href, its xlink:href is read instead.
// https://html.spec.whatwg.org/multipage/indices.html#attributes-3
// https://svgwg.org/svg2-draft/linking.html#XLinkRefAttrs
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

// urlAttributes contains the names of all attributes that hold URLs.
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
		return attributes[n.Namespace+":"+infra.ToLower(n.Data)]
	}
	return attributes[n.Data]
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

// loadedRels are the words of rel with which a browser may request a link.
var loadedRels = []string{
	"stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload", "prefetch", "compression-dictionary",
}

// kindOf returns the kind of an attribute, which can depend on another one.
func kindOf(n *html.Node, a attribute) Kind {
	switch {
	case a.name == "href" && isHTML(n, atom.Link):
		rel, _ := valueOf(n, "rel")
		isLoaded := func(r ref) bool { return slices.Contains(loadedRels, infra.ToLower(r.raw)) }
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

// rivalOf returns the attribute that a browser could read instead of the one with that name, or "". In SVG, xlink:href is
// read if there is no href. Of src and code of <embed>, the last one is read.
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
		refresh, _ := ParseRefresh(withoutWideSpaces(value))
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

// withoutWideSpaces returns the content of a refresh without the white space around the time that Chromium ignores beside
// that of the standard. Firefox does not ignore it.
func withoutWideSpaces(content string) string {
	content = strings.TrimLeft(content, whitespace)
	end := indexOr(content, whitespace+",;")
	time := strings.TrimFunc(content[:end], func(r rune) bool { return r == '\v' || r > 0xFF && unicode.IsSpace(r) })
	if time == "" {
		return content
	}
	return time + content[end:]
}

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
