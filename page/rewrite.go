package page

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

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
	w := writer{d, d.parser(d.Base()), map[*html.Node][]splice{}}
	changes := d.changes()
	for _, c := range changes {
		for i, r := range c.refs {
			to := &c.to[i]
			to.ref, to.keep = edit(d.link(w.parser, c.spot, r.raw))
			to.ref = inUTF8(w.parser, to.ref)
			if to.isSame = to.ref == r.raw; to.keep && !to.isSame {
				to.ref = w.written(to.ref, c.spot)
			}
		}
	}
	for _, c := range changes {
		w.write(c)
	}
	for text, splices := range w.texts {
		text.Data = spliced(text.Data, splices)
	}
	for _, n := range d.bases() {
		href, _ := valueOf(n, "href")
		setAttribute(n, "href", inUTF8(d.parser(d.URL), href), true)
	}
	return nil
}

// A change is what becomes of an attribute with links.
type change struct {
	spot
	text *html.Node // the text of <noscript> that has the element, or nil
	tag  int        // the index of the start tag in that text, or its length if that is not known
	to   []replacement
}

// A replacement is what edit returned for a ref.
type replacement struct {
	ref          string // as it is written
	keep, isSame bool
}

// changes returns the attributes with links, in tree order.
func (d *Document) changes() (all []change) {
	for n := range linked(d.Root).all {
		if n.Type == html.TextNode {
			all = appendNoscript(all, n)
		} else {
			all = appendChanges(all, n, nil, 0)
		}
	}
	return all
}

func appendChanges(all []change, n, text *html.Node, tag int) []change {
	for _, s := range new(reader).read(n) {
		all = append(all, change{s, text, tag, make([]replacement, len(s.refs))})
	}
	return all
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
func (w *writer) write(c change) {
	var splices []splice
	left := len(c.refs)
	for i, r := range c.refs {
		switch to := c.to[i]; {
		case !to.keep || to.ref == "" && c.syntax == tokens:
			splices = append(splices, splice{r.start, r.all, ""})
			left--
		case !to.isSame:
			splices = append(splices, splice{r.start, r.end, to.ref})
		}
	}
	if splices == nil {
		return
	}
	value := spliced(c.value, splices)
	if last := splices[len(splices)-1]; last.end == len(c.value) && last.with == "" {
		value = strings.TrimRight(value, separators[c.syntax])
	}
	w.set(c, value, left > 0)
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
	if err == nil && (appendRefs(nil, s.node, s.syntax, ref) == nil || read.WithoutFragment() != u.WithoutFragment()) {
		return u.Href() // ref would not be a link, or one to the document
	}
	return ref
}

// set sets the attribute of a spot, or removes it with its duplicates, and with the xlink:href that would count then.
func (w *writer) set(s change, value string, keep bool) {
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

// appendNoscript reads the text of a noscript element. To find its elements again, it writes a mark after the
// name of each tag with attributes: what the text cannot know, and the index of the tag. In other places, a mark does no harm.
func appendNoscript(all []change, text *html.Node) []change {
	if !strings.Contains(text.Data, "<") {
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
	root := parseNoscript(s)
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
	for n := range elements(root, false) {
		all = appendChanges(all, n, text, len(text.Data)+tags[n])
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
