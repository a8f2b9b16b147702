package page

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// ErrFlat is the error of Rewrite and RewriteHTML if more than 512 elements are open: see [Document.Flat].
var ErrFlat = errors.New("page: a flat page cannot be rewritten")

// Rewrite replaces the links of a page with what edit returns, and removes those for which keep is false. edit gets all links, in the
// order of [Document.Links], before anything is written. Rewrite is not a sanitizer, and the result is UTF-8: see below.
//
//	err := doc.Rewrite(func(l page.Link) (string, bool) {
//		return l.URL.Href(), l.Err == nil // absolute URLs
//	})
//	doc.RemoveBase()
//
// If d is flat, the error is [ErrFlat]. Another error means that the start tag of a link in the text of a <noscript> was not found.
// In both cases, nothing is written. Then keep the original bytes, or show nothing. edit must not move or remove nodes.
//
// # What is written
//
//   - A browser reads ref as the URL that it has relative to d.Base(), with its query in d.Encoding. So a space becomes %20 where it
//     would end the URL, a candidate of a srcset that ends in a comma gets a "#" after it, and a refresh is written without quotes.
//     An empty ref is a ref like any other.
//   - If keep is false, the candidate is removed with its descriptors, the token of a ping is removed, or else the attribute is. An
//     attribute without a link left is removed, and so is the attribute that a browser would read then: xlink:href after href, and
//     src or code of <embed>.
//   - If ref is equal to Raw, its bytes stay. So does everything else, including the text of a <noscript> outside these
//     attributes. If a tag in that text results in several elements, the first change applies.
//
// # Relative URLs
//
// To make all URLs absolute, return link.URL.Href(), and call [Document.RemoveBase] afterwards. Change CSS and srcdoc, too, because they
// are relative to the same URL. For a srcdoc, Parse it as "text/html; charset=utf-8" with d.Base() as its URL.
//
// # Encoding
//
// The tree is UTF-8 whatever d.Encoding is, so send charset=utf-8 with it. In a file or a mail, which has no header, remove each
// <meta> with charset or http-equiv=content-type, and write <meta charset=utf-8> at the start of the head. A link that a browser would
// read differently in UTF-8 is written as its Href. Forms without accept-charset are then sent in UTF-8.
//
// # What stays
//
// Scripts, event attributes, CSS, srcdoc, href in MathML, and SVG's animations of href are not links. The attribute integrity and a
// content security policy in a <meta> stay, and can block what edit returns. A form with method=get replaces the query of its action.
// Chromium reads some refreshes differently: see [ParseRefresh].
//
// It takes time linear in the page and in the URLs. It keeps all refs, each of which can be as long as the base URL, so limit them.
func (d *Document) Rewrite(edit func(Link) (ref string, keep bool)) error {
	if d.Flat {
		return ErrFlat
	}
	w := d.newWriter()
	if slices.ContainsFunc(w.fragments, (*fragment).isCut) {
		return errCut
	}
	w.ask(edit)
	if err := w.write(); err != nil {
		return err
	}
	for _, n := range d.bases(inTree) {
		href, _ := valueOf(n, "href")
		setAttribute(n, "href", inUTF8(d.parser(d.URL), href), true)
	}
	return nil
}

// RewriteHTML replaces the links of a piece of HTML with what edit returns, and keeps all other bytes. Use it for the content of a feed,
// for a comment or for the body of a mail. It is not a sanitizer, so sanitize untrusted HTML as well.
//
//	shown, err := page.RewriteHTML(post, postURL, func(l page.Link) (string, bool) {
//		return l.URL.Href(), l.URL.IsHTTP() // absolute URLs; other links are removed
//	})
//
// It reads the fragment as the content of a <body> without scripts. edit gets all links, in the order of [Document.Links], before
// anything is written. Its results are written as by [Document.Rewrite], relative to base. For a whole page, use [Parse] and Rewrite.
//
// If RewriteHTML cannot be sure that it sees and changes all links, it returns "" and an error, so that nothing unchecked is shown:
// [ErrFlat] if more than 512 elements are open, and other errors if it cannot find the start tag of a link again, or cannot read what
// follows a <template> inside <svg> or <math>. Then show the text without its tags, for example. It returns "" without an error only
// for "".
//
// # What it guarantees
//
//   - If edit changes nothing, the result is the fragment, byte for byte.
//   - Only the values of changed attributes change, and they are written with quotes. Removed links lose their attribute. If a tag
//     results in several elements, or stands for other tags that are identical, the first change applies.
//   - After all links are changed or removed, no other link is left if the result is read in the same way: by itself, as the content
//     of a <body>, without scripts.
//
// # What it does not guarantee
//
//   - If the fragment ends inside a tag, a comment or an attribute, that goes on in what follows. In a page, "text <img
//     src=//evil.example " before a "</div>" loads an image. So close the fragment, or cut off what is open.
//   - If scripts run, <noscript><p title="</noscript><img src=//evil.example>"> contains an image that is part of an attribute
//     here. So remove <noscript>.
//   - <html>, <body background>, and the parts of a table or frameset outside of one have no links here, but may have some where you
//     insert the fragment.
//   - A <base> in the fragment stays, although references are not resolved against it here.
//   - CSS, scripts, event attributes, srcdoc and SVG's animations are not links: see Rewrite. Chromium requests some files that are
//     not links: see Links.
//
// It takes time linear in the fragment and in the URLs, each of which can be as long as base.
func RewriteHTML(fragment string, base url.URL, edit func(Link) (ref string, keep bool)) (string, error) {
	text := &html.Node{Type: html.TextNode, Data: fragment}
	noscript := &html.Node{Type: html.ElementNode, DataAtom: atom.Noscript, Data: "noscript"}
	noscript.AppendChild(text)
	w := (&Document{Root: noscript, URL: base}).newWriter()
	if w.fragments[0].isFlat {
		return "", ErrFlat
	}
	if w.fragments[0].isCut() {
		return "", errCut
	}
	w.ask(edit)
	if err := w.write(); err != nil {
		return "", err
	}
	return text.Data, nil
}

// A writer writes what edit returned.
type writer struct {
	*Document
	parser    url.Parser // with the base URL
	changes   []change
	fragments []*fragment // the texts of noscript elements
}

// A change is what becomes of an attribute with links.
type change struct {
	spot
	in *fragment // that the element is in, or nil
	to []replacement
}

// A replacement is what edit returned for a ref.
type replacement struct {
	ref          string // as it is written
	keep, isSame bool
}

// newWriter returns a writer with the attributes with links, in tree order.
func (d *Document) newWriter() *writer {
	w := &writer{Document: d, parser: d.parser(d.Base())}
	for n := range linked(d.Root).all {
		if n.Type != html.TextNode {
			w.add(n, nil)
			continue
		}
		f := parseFragment(n)
		w.fragments = append(w.fragments, f)
		for n := range elements(f.root, requested) {
			w.add(n, f)
		}
	}
	return w
}

func (w *writer) add(n *html.Node, in *fragment) {
	for _, s := range new(reader).read(n) {
		w.changes = append(w.changes, change{s, in, make([]replacement, len(s.refs))})
	}
}

// ask calls edit for all links.
func (w *writer) ask(edit func(Link) (ref string, keep bool)) {
	for _, c := range w.changes {
		for i, r := range c.refs {
			to := &c.to[i]
			to.ref, to.keep = edit(w.link(w.parser, c.spot, r.raw))
			to.ref = inUTF8(w.parser, to.ref)
			if to.isSame = to.ref == r.raw; to.keep && !to.isSame {
				to.ref = w.written(to.ref, c.spot)
			}
		}
	}
}

// RemoveBase removes the href of each base element that [Document.Base] could find, so that the base URL is d.URL. Call it after Rewrite
// has made all URLs absolute, because relative references then lead somewhere else.
func (d *Document) RemoveBase() {
	for _, n := range d.bases(inTree) {
		setAttribute(n, "href", "", false)
	}
}

// write writes all links. If it returns an error, nothing has changed.
func (w *writer) write() error {
	changed := map[*fragment][]*html.Node{}
	for _, c := range w.changes {
		if c.in != nil && c.splices() != nil {
			changed[c.in] = append(changed[c.in], c.node)
		}
	}
	for f, nodes := range changed {
		if err := f.findTags(nodes); err != nil {
			return err
		}
	}
	for _, c := range w.changes {
		c.write()
	}
	for f := range changed {
		f.text.Data = spliced(f.text.Data, f.splices)
	}
	return nil
}

// splices returns the changes of the value.
func (c *change) splices() (all []splice) {
	for i, r := range c.refs {
		switch to := c.to[i]; {
		case !to.keep || to.ref == "" && c.syntax == tokens:
			all = append(all, splice{r.start, r.all, ""})
		case !to.isSame:
			all = append(all, splice{r.start, r.end, to.ref})
		}
	}
	return all
}

// write sets the attribute, or removes it if no link is left.
func (c *change) write() {
	splices := c.splices()
	if splices == nil {
		return
	}
	value, left := spliced(c.value, splices), false
	for _, to := range c.to {
		left = left || to.keep && (to.ref != "" || c.syntax != tokens)
	}
	if last := splices[len(splices)-1]; last.end == len(c.value) && last.with == "" {
		value = strings.TrimRight(value, separators[c.syntax])
	}
	c.set(value, left)
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

// set sets the attribute, or removes it with its duplicates, and with the one that a browser would read then.
func (c *change) set(value string, keep bool) {
	rival := rivalOf(c.node, c.name)
	if c.in != nil {
		c.in.set(c.node, c.name, rival, value, keep)
		return
	}
	setAttribute(c.node, c.name, value, keep)
	if !keep && rival != "" {
		setAttribute(c.node, rival, "", false)
	}
}
