package page

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url/internal/infra"
)

// A fragment is a text that is read as the content of a <body>, without scripts. Rewrite changes its bytes, not its tree.
type fragment struct {
	text     *html.Node
	root     *html.Node // nil if there are no tags
	isFlat   bool
	tags     map[*html.Node][]int // where the start tags of an element begin
	splices  []splice
	settings map[place]setting
}

// A place is an attribute of a start tag.
type place struct {
	tag  int
	name string
}

// A setting is what an attribute becomes, if it is kept.
type setting struct {
	value string
	keep  bool
}

// parseFragment reads the text of a noscript element.
func parseFragment(text *html.Node) *fragment {
	f := &fragment{text: text}
	if strings.Contains(text.Data, "<") {
		f.root, f.isFlat = parseContent(text.Data)
	}
	return f
}

func parseContent(text string) (root *html.Node, isFlat bool) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(text), body, html.ParseOptionEnableScripting(false))
	if err != nil {
		return parseFlat([]byte(text), false), true
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return body, false
}

// check returns an error if the parser may read the text differently than a browser does, and miss a link.
func (f *fragment) check() error {
	switch {
	case f.isFlat && hasForeignTag([]byte(f.text.Data)): // parseFlat may miss links
		return ErrFlat
	case hasMisreadScript(f.text.Data):
		return errScript
	}
	if at, ok := f.unreadLink(); ok {
		return fmt.Errorf("%w at byte %d", errUnread, at)
	}
	return nil
}

var (
	errUnread = errors.New("page: a browser may see a link that the parser does not see")
	errScript = errors.New(`page: a <script> that contains "<!--" may be misread`)
)

// unreadLink returns where something begins that could be the tag of a link for a browser, and is none for the parser. It looks
// only from the first tag on after which the parser may misread the text, but everywhere: in comments, in attributes and in text.
func (f *fragment) unreadLink() (at int, ok bool) {
	text := f.text.Data
	from := misreadFrom(text)
	if _, ok := findTag(text, from, mayBeLink); !ok {
		return 0, false
	}
	read := map[place]bool{}
	f.tags = f.markedTags()
	isDone := map[place]bool{} // many formatting elements can have the same tags
	for n := range elements(f.root, requested) {
		tags := f.tags[n]
		if len(tags) == 0 || isDone[place{tags[0], n.Namespace}] {
			continue
		}
		isDone[place{tags[0], n.Namespace}] = true
		for _, start := range tags {
			for a := scanAttributes(text, start); a.next(); {
				if name := a.name(); isRead(n, name) {
					read[place{start, name}] = true
				}
			}
		}
	}
	return findTag(text, from, func(element string, a attributeScanner) bool {
		return mayBeLink(element, a) && !read[place{a.tag, a.name()}]
	})
}

// misreadFrom returns the index of the first tag of a text after which the parser may misread it: there is <svg> or <math>, a
// <template> that may be live, raw text or a form in <select>, where older browsers have neither, raw text after <template><col>,
// <th> in <caption>, or an <embed> with code, which not all browsers read.
func misreadFrom(text string) int {
	from := min(indexOfTag(text, "svg"), indexOfTag(text, "math"))
	template := indexOfTag(text, "template")
	if at, ok := findTag(text, template, isLiveTemplate); ok {
		from = min(from, at)
	}
	if rest := afterTag(text, "select"); hasRawText(rest) || afterTag(rest, "form") != "" {
		from = min(from, indexOfTag(text, "select"))
	}
	isCode := func(element string, a attributeScanner) bool { return element == "embed" && a.name() == "code" }
	if at, ok := findTag(text, indexOfTag(text, "embed"), isCode); ok {
		from = min(from, at)
	}
	if hasRawText(afterTag(text[template:], "col")) {
		from = min(from, template)
	}
	if caption := indexOfTag(text, "caption"); indexOfTag(text[caption:], "th") < len(text)-caption {
		from = min(from, caption)
	}
	return from
}

// isLiveTemplate reports whether a tag is one of a template that may become a shadow root or take the place of a marker.
func isLiveTemplate(element string, a attributeScanner) bool {
	return element == "template" && (a.name() == "shadowrootmode" || a.name() == "for")
}

// hasRawText reports whether what looks like a tag in a text could switch a tokenizer to raw text.
func hasRawText(text string) bool {
	return slices.ContainsFunc(rawText, func(name string) bool { return indexOfTag(text, name) < len(text) })
}

var rawText = []string{"iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp"}

// mayBeLink reports whether an attribute has a link if its tag makes an element of HTML or of SVG.
func mayBeLink(element string, a attributeScanner) bool {
	name := a.name()
	if !urlAttributes[name] {
		return false
	}
	ofHTML := attributes[element]
	if element == "image" { // makes an <img>
		ofHTML = attributes["img"]
	}
	return name == itemID.name || hasAttribute(ofHTML, name) ||
		hasAttribute(attributes["svg:"+element], strings.TrimPrefix(name, "xlink:"))
}

// isRead reports whether a link in the attribute of an element would be found, by all browsers.
func isRead(n *html.Node, name string) bool {
	if n.Namespace != "" {
		name = strings.TrimPrefix(name, "xlink:")
	} else if isHTML(n, atom.Embed) {
		if _, hasRival := valueOf(n, rivalOf(n, name)); hasRival {
			return false
		}
	}
	return n.Namespace == "" && name == itemID.name || hasAttribute(linkAttributes(n), name)
}

func hasAttribute(list []attribute, name string) bool {
	return slices.ContainsFunc(list, func(a attribute) bool { return a.name == name })
}

// hasMisreadScript reports whether the parser may end a <script> at the wrong end tag. It checks everything that could be a
// script. If the candidates overlap so much that this would take quadratic time, it returns true.
func hasMisreadScript(text string) bool {
	left := 16 * len(text)
	for tag := indexOfTag(text, "script"); tag < len(text); tag += 1 + indexOfTag(text[tag+1:], "script") {
		a := scanAttributes(text, tag)
		for a.next() {
		}
		end, isMisread := readScript(text, a.start)
		if left -= end - tag; left < 0 || isMisread {
			return true
		}
	}
	return false
}

// readScript returns where the text of a script ends. After "<!--", a nested "<script" has its own end tag:
// https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state. readScript stops and returns
// true where golang.org/x/net/html does not see that, because it has left the escaped state at a "<" without a name.
func readScript(text string, start int) (end int, isMisread bool) {
	isEscaped, isNested, hasLeft := false, false, false
	for i := start; i < len(text); i++ {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "-->"):
			isEscaped, isNested, hasLeft = false, false, false
		case rest[0] != '<' || len(rest) == 1:
		case strings.HasPrefix(rest, "<!--"):
			hasLeft = isEscaped && !isNested && !hasLeft
			isEscaped = true
		case rest[1] == '/':
			if isTagNamed(rest[len("</"):], "script") {
				if !isNested {
					return i, false
				}
				isNested = false
			}
		case isTagNamed(rest[len("<"):], "script"):
			if hasLeft {
				return i, true
			}
			isNested = isEscaped
		case !infra.IsASCIIAlpha(rest[1]):
			hasLeft = hasLeft || isEscaped && !isNested
		}
	}
	return len(text), false
}

// errNoTag says that the start tag of a link that changes is not known, or that it was guessed wrong.
var errNoTag = errors.New("page: the start tag of a link cannot be found again")

// rewritten returns the text with the changes that setAll makes to the attributes of elements. It parses the result, because
// markedTags can be wrong.
func (f *fragment) rewritten(of []*html.Node, setAll func()) (string, error) {
	if f.tags == nil {
		f.tags = f.markedTags()
	}
	f.settings = map[place]setting{}
	if slices.ContainsFunc(of, func(n *html.Node) bool { return len(f.tags[n]) == 0 }) {
		return "", errNoTag
	}
	setAll()
	after := parseFragment(&html.Node{Type: html.TextNode, Data: spliced(f.text.Data, f.splices)})
	if !f.isResult(after) {
		return "", errNoTag
	}
	if after.check() != nil { // a new quotation mark can end the attribute of a tag that only a browser sees
		return "", fmt.Errorf("%w in the result", errUnread)
	}
	return after.text.Data, nil
}

// isResult reports whether a fragment has the elements of f with the attributes that were set, and the same text between them.
// Formatting elements that have become identical can have fewer copies.
func (f *fragment) isResult(g *fragment) bool {
	before, after := allElements(f.root), allElements(g.root)
	if g.isFlat != f.isFlat || textOf(g.root) != textOf(f.root) || len(after) > len(before) {
		return false
	}
	if len(after) < len(before) {
		return maps.Equal(kinds(before, f.attributes), kinds(after, func(n *html.Node) []html.Attribute { return n.Attr }))
	}
	for i, n := range before {
		if n.Data != after[i].Data || n.Namespace != after[i].Namespace || !slices.Equal(f.attributes(n), after[i].Attr) {
			return false
		}
	}
	return true
}

// attributes returns the attributes that an element has after the changes.
func (f *fragment) attributes(n *html.Node) []html.Attribute {
	if len(f.tags[n]) == 0 {
		return n.Attr
	}
	all := make([]html.Attribute, 0, len(n.Attr))
	for _, a := range n.Attr {
		name := a.Key
		if a.Namespace != "" {
			name = a.Namespace + ":" + a.Key
		}
		s, isSet := f.settings[place{f.tags[n][0], name}]
		if isSet {
			a.Val = s.value
		}
		if !isSet || s.keep {
			all = append(all, a)
		}
	}
	return all
}

// kinds returns which elements there are, without their number and order.
func kinds(elements []*html.Node, attributes func(*html.Node) []html.Attribute) map[string]bool {
	all := map[string]bool{}
	for _, n := range elements {
		all[fmt.Sprintf("%q %q %q", n.Namespace, n.Data, attributes(n))] = true
	}
	return all
}

// textOf returns the texts and comments of a tree.
func textOf(root *html.Node) string {
	var text strings.Builder
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			text.WriteString(n.Data)
		}
	}
	return text.String()
}

// A tag is a start tag in a text.
type tag struct {
	start, name int // where it begins, and where its name ends
	number      int // in its mark: the start of the first of those tags that have the same mark
}

// tokenizedTags returns the tags that have URLs, by the tokenizer. The tokenizer only counts <svg> and <math> tags to know what is
// foreign content, so it can be wrong there.
//
// Formatting elements stay open in the next paragraph, but of identical ones no more than three:
// https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements. So identical ones get the
// same mark. There is no need for that with <a>, which closes the one before.
func tokenizedTags(text string) (all []tag) {
	first := map[string]int{}
	for z := newTokenizer([]byte(text), false); z.next(); {
		if !z.isStart() || !slices.ContainsFunc(z.token.Attr, func(a html.Attribute) bool { return urlAttributes[a.Key] }) {
			continue
		}
		t := tag{z.start, z.start + indexOr(text[z.start:], whitespace+"/>"), z.start}
		if slices.Contains(formatting, z.token.Data) {
			slices.SortFunc(z.token.Attr, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
			if key := z.token.String(); first[key] == 0 {
				first[key] = t.start + 1
			} else {
				t.number = first[key] - 1
			}
		}
		all = append(all, t)
	}
	return all
}

var formatting = []string{"b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}

// markedTags returns where the start tags of elements begin, of which the parser does not say the places. It returns nil if the text
// does not have the same elements with a mark in each tag.
func (f *fragment) markedTags() map[*html.Node][]int {
	tags := tokenizedTags(f.text.Data)
	mark := "w" + strconv.FormatUint(rand.Uint64(), 36)
	marks, starts := make([]splice, len(tags)), map[int][]int{}
	for i, t := range tags {
		marks[i] = splice{t.name, t.name, " " + mark + "=" + strconv.Itoa(t.number) + " "}
		starts[t.number] = append(starts[t.number], t.start)
	}
	root, isFlat := parseContent(spliced(f.text.Data, marks))
	marked, unmarked := allElements(root), allElements(f.root)
	if isFlat != f.isFlat || len(marked) != len(unmarked) {
		return nil
	}
	found := map[*html.Node][]int{}
	for i, n := range unmarked {
		number := unmark(marked[i], mark)
		if n.Data != marked[i].Data || n.Namespace != marked[i].Namespace || !slices.Equal(n.Attr, marked[i].Attr) {
			return nil
		}
		if number >= 0 {
			found[n] = starts[number]
		}
	}
	return found
}

func allElements(root *html.Node) (all []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			all = append(all, n)
		}
	}
	return all
}

// unmark removes the marks from an element, and returns the number of its own, which is the first one in its tag, or -1.
func unmark(n *html.Node, mark string) (number int) {
	number = -1
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		if a.Key != mark { // as of nearly all, which can be millions
			return false
		}
		of, err := strconv.Atoi(a.Val)
		if err != nil {
			return false
		}
		if number < 0 || of < number {
			number = of
		}
		return true
	})
	for i, a := range n.Attr {
		if strings.Contains(a.Val, mark) {
			n.Attr[i].Val = withoutMarks(a.Val, " "+mark+"=")
		}
	}
	return number
}

func withoutMarks(s, mark string) string {
	parts := strings.Split(s, mark)
	for i := range parts[1:] {
		parts[i+1] = strings.TrimPrefix(strings.TrimLeft(parts[i+1], digits), " ")
	}
	return strings.Join(parts, "")
}

// set sets an attribute of an element, or removes it with its duplicates and with the attribute other. A tag can make several
// elements, and tags with one mark make some of the same: the first element that changes counts.
func (f *fragment) set(n *html.Node, name, other, value string, keep bool) {
	tags := f.tags[n]
	if _, isSet := f.settings[place{tags[0], name}]; isSet {
		return
	}
	if f.settings[place{tags[0], name}] = (setting{value, keep}); !keep && other != "" {
		f.settings[place{tags[0], other}] = setting{}
	}
	for _, start := range tags {
		for a := scanAttributes(f.text.Data, start); a.next(); {
			if !a.isNamed(name) && (keep || !a.isNamed(other)) {
				continue
			}
			if keep {
				f.splices = append(f.splices, splice{a.nameEnd, a.end, `="` + html.EscapeString(value) + `"`})
				break
			}
			f.splices = append(f.splices, splice{a.start, a.end, a.substitute()})
		}
	}
}
