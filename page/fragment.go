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
	tags     map[*html.Node][]int // where the start tags of an element begin, by the last guess
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

// check returns an error if the parser may read the text differently than a browser does.
func (f *fragment) check() error {
	switch {
	case f.isFlat && hasForeignTag([]byte(f.text.Data)): // parseFlat may miss links
		return ErrFlat
	case hasMisreadTag(f.text.Data):
		return errMisread
	case f.isCut():
		return errCut
	case f.hasForeignTable():
		return errTable
	case hasColumnInTemplate(f.text.Data):
		return errColumn
	case f.lacksCell():
		return errCell
	case hasMisreadScript(f.text.Data):
		return errScript
	}
	return nil
}

var errMisread = errors.New("page: a tag such as <svg a a=b/>, in or after <svg> or <math>, may be misread")

// errCut says that the parser ignores the rest of a text.
var errCut = errors.New("page: HTML after a <template> in <svg> or <math> cannot be read")

// isCut reports whether the parser ignores the rest of the text, as it can after a <template> that comes after <svg> or <math>. A
// <link> after each of these shows whether it continues, and changes nothing else, because it has no content and may be in SVG or
// in a template of table rows. If the tokenizer does not find each "<template", the text is taken to be cut.
func (f *fragment) isCut() bool {
	text := f.text.Data
	foreign := min(indexOfTag(text, "svg"), indexOfTag(text, "math"))
	left := 0 // templates without a <link> after them
	for i := foreign + indexOfTag(text[foreign:], "template"); i < len(text); i += 1 + indexOfTag(text[i+1:], "template") {
		left++
	}
	if left == 0 {
		return false
	}
	name := "w" + strconv.FormatUint(rand.Uint64(), 36)
	var splices []splice
	for z := newTokenizer([]byte(text), false); z.next(); {
		if z.isStart() && z.token.DataAtom == atom.Template && z.start > foreign {
			splices = append(splices, splice{z.end, z.end, "<link " + name + " />"})
		}
	}
	root, _ := parseContent(spliced(text, splices))
	for _, n := range allElements(root) {
		if _, ok := valueOf(n, name); ok {
			left--
		}
	}
	return left != 0
}

var (
	errTable  = errors.New("page: HTML after a part of a table in <svg> or <math> may be misread")
	errColumn = errors.New("page: HTML after a <col> in a <template> may be misread")
	errCell   = errors.New("page: a <th> in a <caption> may be misread")
	errScript = errors.New(`page: a <script> that contains "<!--" may be misread`)
)

// hasForeignTable reports whether <svg> or <math> contains an element that the parser mistakes for a part of a table or
// page when a table ends or resumes.
func (f *fragment) hasForeignTable() bool {
	if f.root == nil {
		return false
	}
	for n := range f.root.Descendants() {
		if n.Namespace == "" {
			continue
		}
		switch n.DataAtom {
		case atom.Caption, atom.Colgroup, atom.Frameset, atom.Html, atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return true
		}
	}
	return false
}

// hasColumnInTemplate reports whether <template><col> may come before a tag that the parser ignores but that switches
// the tokenizer to raw text.
func hasColumnInTemplate(text string) bool {
	text = afterTag(afterTag(text, "template"), "col")
	return slices.ContainsFunc(rawText, func(name string) bool { return indexOfTag(text, name) < len(text) })
}

var rawText = []string{"iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp"}

// lacksCell reports whether the parser may have ignored a <th> in a <caption>. It then found fewer than the text has.
func (f *fragment) lacksCell() bool {
	text := f.text.Data
	if afterTag(afterTag(text, "caption"), "th") == "" {
		return false
	}
	cells := 0
	if hasForeignTag([]byte(text)) { // the tokenizer may not find all tags
		for text = afterTag(text, "th"); text != ""; text = afterTag(text, "th") {
			cells++
		}
	} else {
		for z := newTokenizer([]byte(text), false); z.next(); {
			if z.isStart() && z.token.DataAtom == atom.Th {
				cells++
			}
		}
	}
	for n := range f.root.Descendants() {
		if isHTML(n, atom.Th) {
			cells--
		}
	}
	return cells != 0
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

// guesses find the start tags of elements, of which the parser does not say the places.
var guesses = []func(text string) []tag{tokenizedTags, possibleTags}

// rewritten returns the text with the changes that setAll makes to the attributes of elements. It guesses where the tags are, and
// parses the result, because a guess can be wrong.
func (f *fragment) rewritten(of []*html.Node, setAll func()) (string, error) {
	for _, guess := range guesses {
		f.tags, f.splices, f.settings = f.markedTags(guess(f.text.Data)), nil, map[place]setting{}
		if f.tags == nil || slices.ContainsFunc(of, func(n *html.Node) bool { return len(f.tags[n]) == 0 }) {
			continue
		}
		setAll()
		if text := spliced(f.text.Data, f.splices); f.isResult(text) {
			return text, nil
		}
	}
	return "", errNoTag
}

// isResult reports whether a text has the elements of f with the attributes that were set, and the same text between them.
// Formatting elements that have become identical can have fewer copies.
func (f *fragment) isResult(text string) bool {
	root, isFlat := parseContent(text)
	before, after := allElements(f.root), allElements(root)
	if isFlat != f.isFlat || textOf(root) != textOf(f.root) || len(after) > len(before) {
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

// possibleTags returns what looks like a tag with attributes, wherever it is. Few marks do harm where they are no attribute.
func possibleTags(text string) (all []tag) {
	end := 0
	for start := range len(text) - 1 {
		if start < end || text[start] != '<' || !infra.IsASCIIAlpha(text[start+1]) {
			continue
		}
		if end = start + indexOr(text[start:], whitespace+"/>"); end < len(text) && text[end] != '>' && text[end-1:end+1] != "</" {
			all = append(all, tag{start, end, start})
		}
	}
	return all
}

// markedTags returns the tags of the elements, or nil if the text does not have the same elements with marks.
func (f *fragment) markedTags(tags []tag) map[*html.Node][]int {
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
