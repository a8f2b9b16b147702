package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// Rewrite replaces each link in a page with the reference that edit returns, or removes the link if keep is false.
// Before anything is written, edit is called for all links, in the order of [Document.Links]. Rewrite is not a
// sanitizer. Send the result as UTF-8.
//
//	err := doc.Rewrite(func(l page.Link) (string, bool) {
//		return l.URL.Href(), l.Err == nil // absolute URLs
//	})
//	doc.RemoveBase()
//
// If d is flat, the error is [ErrFlat]. Any other error means that Rewrite could not find or read all links in the text
// of a <noscript>. After an error, the tree is unchanged, so send the original bytes, or nothing. The edit function must
// not move or remove nodes.
//
// # What is written
//
//   - The attribute is written so that a browser resolves ref against d.Base() and encodes its query in d.Encoding. To
//     ensure this, Rewrite replaces a space with "%20" where it would end the URL, adds "#" to a srcset candidate that
//     ends in a comma, and writes a refresh without quotes. An empty ref is written like any other.
//   - If keep is false, Rewrite removes a srcset candidate with its descriptors, the token of a ping attribute, or
//     otherwise the whole attribute. An attribute that has no links left is removed, along with any attribute that a
//     browser would then read instead: xlink:href instead of href, and src or code of <embed>.
//   - If ref equals [Link].Raw, Rewrite leaves the bytes of the link unchanged. All other content is unchanged,
//     including the text of a <noscript> outside these attributes. If the parser makes several elements from one tag in
//     that text, the first change applies.
//
// # Relative URLs
//
// To make all URLs absolute, return link.URL.Href() and call [Document.RemoveBase] afterwards. Change URLs in CSS and
// srcdoc yourself, because they are relative to the same base URL. To read a srcdoc, call [Parse] with "text/html;
// charset=utf-8" and the URL d.Base().
//
// # Encoding
//
// The rewritten page must be sent with charset=utf-8, because the tree is in UTF-8 whatever d.Encoding is. If no header
// field declares the encoding, as in a file or an email, remove each <meta> that has a charset attribute or
// http-equiv=content-type, and add <meta charset=utf-8> at the beginning of the head. If a browser would read a link
// differently in UTF-8, Rewrite writes it as an absolute URL. Forms without accept-charset are submitted in UTF-8.
//
// # What is not changed
//
// Rewrite does not change scripts, event attributes, CSS, srcdoc, href in MathML, or SVG animations of href. It does
// not change the content of a <template> that [Document.Links] skips, but a script may still insert that content into
// the page. An integrity attribute, or a content security policy in a <meta> element, can prevent a browser from
// loading the new URLs. A form with method=get replaces the query of its action. Chromium interprets some refreshes
// differently, as [ParseRefresh] explains.
//
// Rewrite runs in time linear in the size of the tree plus the total length of the URLs, except for hostile HTML in
// <noscript>. It keeps all references in memory until they are written. Limit their total length, because each URL can
// be as long as the base URL.
func (d *Document) Rewrite(edit func(Link) (ref string, keep bool)) error {
	if d.Flat {
		return ErrFlat
	}
	w := d.newWriter()
	for _, f := range w.fragments {
		if err := f.check(); err != nil {
			return err
		}
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

// RewriteHTML replaces the links in a piece of HTML with the references that edit returns, and leaves all other bytes
// unchanged. Use it for the content of a feed, a comment, or the body of an email. It is not a sanitizer, so you must
// also sanitize untrusted HTML.
//
//	shown, err := page.RewriteHTML(post, postURL, func(l page.Link) (string, bool) {
//		return l.URL.Href(), l.URL.IsHTTP() // absolute URLs; other links are removed
//	})
//
// The fragment is parsed as the content of a <body> with scripting disabled, and its links are resolved against base.
// Before anything is written, edit is called for all links, in the order of [Document.Links]. See [Document.Rewrite] for
// how the results of edit are written. For a whole page, use [Parse] and Rewrite, because RewriteHTML ignores a <base>
// and does not find the links of <body> and <frame> tags.
//
// If RewriteHTML is not certain that it can find and change all links, it returns "" and an error, so that you do not
// show unchecked HTML by mistake. The error is [ErrFlat] if more than 512 elements are open. Other errors mean that the
// start tag of a link cannot be found, or that a browser may see a link that the parser does not see. For example, after
// an <svg>, a comment that contains <a href=/x> is an error. After an error, you can, for example, show the text without
// its tags. If there is no error, the result is "" only if the fragment is "".
//
// # What it guarantees
//
//   - If edit changes nothing, the result is the fragment, byte for byte.
//   - Otherwise, the result differs from the fragment only in the attributes of changed links, whose new values are in
//     quotes. The attribute of a removed link is removed. If the parser makes several elements from one tag, or if
//     formatting tags are identical, such as two <b itemid=x>, edit is called for each element, and the first change
//     applies.
//   - After all links are changed or removed, the result contains no other links if it is parsed in the same way: by
//     itself, as the content of a <body>, with scripting disabled.
//
// # What it does not guarantee
//
//   - If the fragment ends inside a tag, a comment or an attribute, the text that follows it in your page becomes part
//     of that tag, comment or attribute. For example, the fragment "text <img src=//evil.example " loads an image if
//     "</div>" follows. Therefore, close such a fragment or cut off its unclosed end.
//   - A link or form that the fragment does not close, such as <a href=/x>, continues in your page, even after "</div>".
//     Attributes such as form, id and name connect the fragment's elements with your page's elements. For example,
//     <button form=login> submits your page's form with the id "login".
//   - If scripting is enabled, a browser parses the content of <noscript> differently. For example, <noscript><p
//     title="</noscript><img src=//evil.example>"> then contains an image, which is only part of an attribute if
//     scripting is disabled. Therefore, remove <noscript> elements.
//   - An <html>, <body> or <frameset> tag, a part of a table outside a table, or a form in a form has no links in the
//     fragment, but may have links where you insert the fragment.
//   - A <base> in the fragment is kept, although links are not resolved against it.
//   - Like [Document.Rewrite], RewriteHTML does not change CSS, scripts, event attributes, srcdoc, SVG animations, or
//     the content of a <template> that [Document.Links] skips. Chromium also requests some files that are not links, as
//     described in the documentation of [Document.Links].
//
// RewriteHTML runs in time linear in the total length of the fragment and the URLs, each of which can be as long as
// base. As the package documentation explains, 100 KB of hostile HTML can take more than 10 GB of memory, so limit the
// length of untrusted fragments.
func RewriteHTML(fragment string, base url.URL, edit func(Link) (ref string, keep bool)) (string, error) {
	text := &html.Node{Type: html.TextNode, Data: fragment}
	noscript := &html.Node{Type: html.ElementNode, DataAtom: atom.Noscript, Data: "noscript"}
	noscript.AppendChild(text)
	w := (&Document{Root: noscript, URL: base}).newWriter()
	if w.fragments[0].isFlat {
		return "", ErrFlat
	}
	if err := w.fragments[0].check(); err != nil {
		return "", err
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

	// The new value, whether the attribute is kept, and whether it changes; see decide.
	result          string
	keep, isChanged bool
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
		w.changes = append(w.changes, change{spot: s, in: in, to: make([]replacement, len(s.refs))})
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

// RemoveBase removes the href attribute of each <base> element that [Document.Base] could find, so that the base URL
// becomes d.URL. Call it after Rewrite has made all URLs absolute, because removing the base can change what relative
// URLs refer to.
func (d *Document) RemoveBase() {
	for _, n := range d.bases(inTree) {
		setAttribute(n, "href", "", false)
	}
}

// write writes all links. If it returns an error, nothing has changed.
func (w *writer) write() error {
	changed := map[*fragment][]*change{}
	nodes := map[*fragment][]*html.Node{}
	for i := range w.changes {
		c := &w.changes[i]
		c.decide()
		if c.in != nil && c.isChanged {
			changed[c.in] = append(changed[c.in], c)
			nodes[c.in] = append(nodes[c.in], c.node)
		}
	}
	texts := map[*fragment]string{}
	for f, changes := range changed {
		text, err := f.rewritten(nodes[f], func() {
			for _, c := range changes {
				f.set(c.node, c.name, rivalOf(c.node, c.name), c.result, c.keep)
			}
		})
		if err != nil {
			return err
		}
		texts[f] = text
	}
	for _, c := range w.changes {
		if c.in == nil && c.isChanged {
			c.set()
		}
	}
	for f, text := range texts {
		f.text.Data = text
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

// decide works out the new value, and whether the attribute is kept. It is removed if no link is left.
func (c *change) decide() {
	splices := c.splices()
	if c.result, c.keep, c.isChanged = c.value, true, splices != nil; !c.isChanged {
		return
	}
	c.result, c.keep = spliced(c.value, splices), false
	for _, to := range c.to {
		c.keep = c.keep || to.keep && (to.ref != "" || c.syntax != tokens)
	}
	if last := splices[len(splices)-1]; last.end == len(c.value) && last.with == "" {
		c.result = strings.TrimRight(c.result, separators[c.syntax])
	}
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
	trimmed := strings.TrimFunc(ref, infra.IsC0ControlOrSpace) // as the URL parser does
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
		value := withoutWideSpaces(s.value)
		return value[:skip(value, 0, "0123456789.")] + "; url=" + ref
	}
	read := w.link(w.parser, s, ref).URL
	if err == nil && (appendRefs(nil, s.node, s.syntax, ref) == nil || read.WithoutFragment() != u.WithoutFragment()) {
		return u.Href() // ref would not be a link, or one to the document
	}
	return ref
}

// set sets the attribute, or removes it with its duplicates, and with the one that a browser would read then.
func (c *change) set() {
	setAttribute(c.node, c.name, c.result, c.keep)
	if rival := rivalOf(c.node, c.name); !c.keep && rival != "" {
		setAttribute(c.node, rival, "", false)
	}
}
