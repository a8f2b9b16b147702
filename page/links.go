package page

import (
	"iter"

	"golang.org/x/net/html"

	"github.com/weburl-go/url"
)

// A Link is a URL in a page, together with the attribute that contains it.
type Link struct {
	Node      *html.Node // the element; it is in a separate tree if the content of <noscript> is text
	Attribute string     // the name of the attribute, such as "href" or "xlink:href"
	Raw       string     // the URL as it is written in the attribute
	Kind      Kind       // what a browser does with it
	URL       url.URL    // Raw, resolved against the base URL; the zero URL if Raw does not parse
	Err       error      // the reason why Raw does not parse
}

// Links yields the links of a page in tree order, resolved against the base URL that [Document.Base] returns. If a URL
// does not parse, [Link].Err is set. Use [Link].Kind to distinguish links that a user can follow from files that a
// browser requests on its own.
//
//	for link := range doc.Links() {
//		if link.Kind == page.Navigation && link.URL.IsHTTP() {
//			queue = append(queue, link.URL)
//		}
//	}
//
// # Attributes
//
// Links yields the values of these attributes of HTML and SVG elements:
//
//   - href of a, area and link; ping of a and area; cite of blockquote, del, ins and q; itemid of all elements;
//   - src of audio, embed, frame, iframe, img, input, script, source, track and video; srcset of img and source;
//     imagesrcset of link; poster of video; data of object; action of form; formaction of button and input;
//   - content of meta, if http-equiv is "refresh";
//   - the obsolete attributes background of body and of table elements, longdesc of img, iframe and frame, and code of
//     embed (if an embed element has both src and code, Links yields the last one, as Chromium and Safari do, but
//     Firefox reads src);
//   - in SVG, href or otherwise xlink:href of a, feImage, image, script and use, and ping of a (the href of feImage and
//     use is not a link if it is only a fragment).
//
// Links does not yield the following:
//
//   - the href of <base>, and href in MathML;
//   - URLs in CSS, scripts and srcdoc;
//   - itemtype, which contains names;
//   - in SVG, url() in attributes such as fill and mask, and href of elements such as textPath, linearGradient and set.
//
// An empty attribute is usually not a link. However, an empty href attribute on an <a> or <area> element, or an empty
// cite or itemid attribute, refers to the base URL. An empty action or formaction refers to the document's URL. A form
// without an action attribute has no link.
//
// # Elements
//
// Links in <noscript> elements are included. If a <noscript> contains only text, as it does after [Parse], the text is
// parsed as the content of a <body> with scripting disabled.
//
// The content of a <template> is skipped unless the template becomes a shadow root or has a "for" attribute. A template
// with a "for" attribute replaces <?marker name="…"?>, or the content between <?start name="…"?> and <?end?>, as in
// Chromium since version 150. The template's links are yielded at that point. The links that it replaces are also
// yielded, because a browser requests them before they are replaced.
//
// # Requests without a click
//
// A link is of kind [Resource] if a browser may request it without a click. Such links are the values of srcset,
// imagesrcset, poster and background; the value of src, except on a frame, an iframe, an embed, or an input whose type
// is not image; and the value of href on SVG elements other than a. The href of a link element is a Resource if its rel
// contains stylesheet, icon, apple-touch-icon, manifest, preload, modulepreload, prefetch or compression-dictionary.
//
// A link element with rel=preconnect is of kind [Other], although a browser opens a connection to its host. Firefox also
// requests links with rel=next and icons whose rel is not in any standard.
//
// Chromium's preload scanner requests some files before the parser knows that the page does not use them. Links does not
// yield the URLs of these files, so Rewrite does not change them:
//
//   - images in a second <template shadowrootmode> of an element, or in such a template of an element that cannot have a
//     shadow root, such as td, b, a, ul, select and video;
//   - in <svg> and <math>, the files of <video poster>, of <input type=image>, and of <link> with rel=stylesheet,
//     rel=preload or rel=modulepreload;
//   - images, scripts and style sheets in <frameset>.
//
// # Changing the page in the loop
//
// The loop body may move or remove nodes, because Links collects the elements of the tree before the loop begins. Links
// reads all of an element's attributes before it yields the element's first link.
//
// Links runs in time linear in the size of the tree plus the total length of the URLs that it yields, except for hostile
// HTML in <noscript>.
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
	l := Link{Node: s.node, Attribute: s.name, Raw: raw, Kind: s.kind, URL: d.URL}
	if s.syntax != ofForm || raw != "" || d.URL.IsZero() {
		l.URL, l.Err = p.Parse(raw)
	}
	return l
}
