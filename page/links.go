package page

import (
	"iter"

	"golang.org/x/net/html"

	"github.com/weburl-go/url"
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
// a shadow root, such as td, b, a, ul, select and video; in <svg> and <math>, <video poster>, <input type=image>, and <link> with the
// rel stylesheet, preload or modulepreload; and images, scripts and style sheets in <frameset>.
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

func (d *Document) link(p url.Parser, s spot, raw string) Link {
	l := Link{s.node, s.name, raw, s.kind, d.URL, nil}
	if s.syntax != ofForm || raw != "" || d.URL.IsZero() {
		l.URL, l.Err = p.Parse(raw)
	}
	return l
}
