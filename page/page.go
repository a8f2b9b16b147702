// Package page finds the URLs of an HTML page, and of the header fields beside it, as a browser reads them.
//
//	contentType := strings.Join(response.Header.Values("Content-Type"), ", ")
//	doc, err := page.Parse(io.LimitReader(response.Body, 1<<20), pageURL, contentType)
//	if err != nil {
//		return err
//	}
//	for link := range doc.Links() {
//		fmt.Println(link.Node.Data, link.Attribute, link.URL)
//	}
//
// It builds on golang.org/x/net/html, so it also serves trees that other packages parsed with it. [Document.Links] yields the
// links of a page, and [Document.Base] returns what they are relative to. [ParseSrcset], [ParseRefresh] and [ParseLinkHeader]
// read the texts that hold URLs beside other things.
//
// # What differs from a browser
//
//   - [Parse] looks for <meta charset> in the first 1024 bytes only, and takes a page that does not name its encoding for UTF-8
//     or windows-1252. Browsers look further, and guess.
//   - Scripts do not run.
//   - [Document.Links] yields what is in <noscript>, and each image of a srcset.
//   - golang.org/x/net/html gives up on pages with more than 512 open elements: see [Document.Flat]. It ignores what follows a
//     <template> that is an element of HTML in SVG or MathML, and can move one that would become a shadow root.
//
// # Security
//
// A URL of a page is a stranger's. It can be javascript: or data:, and can lead to an address of your own network: see
// package github.com/weburl-go/url/guard. Time and memory grow linearly with the page and the URLs that are yielded. Each
// of these can be as long as the base URL, so use one before you ask for the next, or limit the sum of their lengths.
// Elements that stay open make [Parse] slow. 1 MiB can take ten seconds of CPU time and 10 GB, if 480 <b> that differ are made
// anew for each paragraph. No timeout ends it, so limit the length of a page, and how many are parsed at a time.
package page

import (
	"bytes"
	"io"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/legacy"
	"github.com/weburl-go/url/internal/mediatype"
)

// A Document is a page: a tree, and what is needed to read the URLs in it. [Parse] makes one. For a tree of other packages, or
// for a part of one, write &Document{Root: n, URL: u}. The zero Document has no links.
type Document struct {
	Root     *html.Node        // a tree of golang.org/x/net/html, or any part of one
	URL      url.URL           // of the page, and not its Base. Without a <base>, links are relative to it
	Encoding encoding.Encoding // of the page, and of the queries of its links. nil is UTF-8

	// Flat says that the page has more open elements than golang.org/x/net/html takes, which is 512. Few honest pages have. Root
	// has all elements in their order as its children, without text and without the content of <template>. What is in a
	// <template>, or a <base> that is nested in other elements, can count otherwise than in a browser.
	Flat bool
}

// Parse reads a page. It reads r to its end, so limit it. u is the URL of the page. contentType is the whole field Content-Type,
// with its parameters, or "". If a response has this field several times, browsers read all of them. http.Header.Get returns
// the first one, so join the values with ", ".
//
// The tree is that of html.Parse of golang.org/x/net/html with scripting, as in a browser, so <noscript> holds text. If the
// page has too many open elements for that, it is flat: see [Document.Flat]. An error is one of r, and the Document is then nil.
// The encoding is the one of a byte order mark, of contentType, of <meta> in the first 1024 bytes, or of an XML declaration, in
// this order. Without these it is UTF-8 if all of the page is UTF-8, else windows-1252. It is one of package
// golang.org/x/text/encoding/htmlindex, never nil, and never encoding.Nop.
func Parse(r io.Reader, u url.URL, contentType string) (*Document, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	name := encodingName(body, contentType)
	for mark, of := range map[string]string{"\uFEFF": "utf-8", "\xFE\xFF": "utf-16be", "\xFF\xFE": "utf-16le"} {
		if rest, ok := bytes.CutPrefix(body, []byte(mark)); ok {
			body, name = rest, of
			break
		}
	}
	d := &Document{URL: u}
	d.Encoding, _ = htmlindex.Get(name) // it knows all names that package charset has
	body = decode(body, d.Encoding)
	if d.Root, err = html.Parse(bytes.NewReader(body)); err != nil { // html.Parse has no other error if its reader has none
		d.Root, d.Flat = parseFlat(body, true), true
	}
	return d, nil
}

// IndicatedPart returns the element that a browser scrolls to for a fragment, which is what [url.URL.Fragment] returns. It
// returns nil and true for the top of the page, and nil and false if the page has no such part. Use it to check whether the link
// "page#fragment" leads somewhere.
//
//	fragment, _ := link.URL.Fragment()
//	_, ok := doc.IndicatedPart(fragment)
//
// It looks for the first element in the whole tree whose id is the fragment, and else for the first <a> with that name. If there
// is neither, it looks again with the fragment percent-decoded. Elements in <template>, in a shadow root and in <noscript> are
// not found. The top is what "" leads to, and "top" in upper or lower case if no element has that name. A fragment directive, which
// begins with ":~:", is ignored. An element that a script would add is not found. In pages without a doctype, Chromium compares
// the names of <a> without regard to case, which the standard does not.
//
// It implements https://html.spec.whatwg.org/multipage/browsing-the-web.html#select-the-indicated-part, and takes time linear in
// the page.
func (d *Document) IndicatedPart(fragment string) (n *html.Node, ok bool) {
	if fragment, _, _ = strings.Cut(fragment, ":~:"); fragment == "" {
		return nil, true
	}
	decoded := infra.ToScalarValues(url.PercentDecode(fragment))
	for _, name := range [2]string{fragment, decoded} {
		if n := d.potentialIndicatedElement(name); n != nil {
			return n, true
		}
	}
	return nil, infra.MatchesLower(decoded, "top")
}

// potentialIndicatedElement implements
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element.
func (d *Document) potentialIndicatedElement(fragment string) (named *html.Node) {
	for n := range elements(d.tree(), true) {
		if isHTML(n, atom.Template) && isShadowRoot(n) {
			continue // it becomes one, and is no element
		}
		if id, _ := valueOf(n, "id"); id == fragment {
			return n
		}
		if named != nil || n.Data != "a" || n.Namespace != "" && !d.Flat { // a flat tree has each <a> without an href as one of SVG
			continue
		}
		if name, _ := valueOf(n, "name"); name == fragment {
			named = n
		}
	}
	return named
}

// tree returns the root of the whole tree that d.Root belongs to.
func (d *Document) tree() *html.Node {
	root := d.Root
	for root != nil && root.Parent != nil {
		root = root.Parent
	}
	return root
}

// encodingName returns the name of the page's encoding, if no byte order mark says it.
//
// It implements https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding, without the steps that
// depend on the user. DetermineEncoding reads 1024 bytes, guesses one of two encodings from them, and does not say that it did.
// So it gets two texts before the page, from which it guesses one and the other. What it finds twice is the encoding of a <meta>.
// With these texts, it does not find a <meta> that names one of the two and ends after byte 1021.
func encodingName(body []byte, contentType string) string {
	field, _ := charmap.ISO8859_1.NewDecoder().String(contentType) // https://infra.spec.whatwg.org/#isomorphic-decode does not fail
	if name := lookup(mediatype.Charset(field)); name != "" {      // https://fetch.spec.whatwg.org/#legacy-extract-an-encoding
		return name
	}
	_, name, _ := charset.DetermineEncoding(body, "")
	ascii := bytes.Map(func(r rune) rune { return min(r, 0x7F) }, body[:min(len(body), 1024)])
	_, meta, _ := charset.DetermineEncoding(append([]byte("\xFF "), ascii...), "")
	_, again, _ := charset.DetermineEncoding(append([]byte("é "), ascii...), "")
	xml := xmlEncodingName(body)
	switch {
	case bytes.HasPrefix(body, []byte("<\x00?\x00x\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\x00<\x00?\x00x")):
		return "utf-16be"
	case name == "x-user-defined": // in <meta> alone
		return "windows-1252"
	case name != "utf-8" && name != "windows-1252": // not a guess
		return name
	case meta == again:
		return meta
	case xml != "":
		return xml
	case utf8.Valid(body):
		return "utf-8"
	}
	return "windows-1252"
}

var encodingOfXML = regexp.MustCompile(`^[\x00- ]*=[\x00- ]*("[^"\x00- ]*"|'[^'\x00- ]*')`)

// xmlEncodingName returns the name of the encoding in an XML declaration, or "".
// https://html.spec.whatwg.org/multipage/parsing.html#xml-encoding
func xmlEncodingName(body []byte) string {
	declaration, _, ok := bytes.Cut(body, []byte(">"))
	before, after, _ := bytes.Cut(declaration, []byte("encoding"))
	label := encodingOfXML.FindSubmatch(after)
	if !ok || !bytes.HasPrefix(before, []byte("<?xml")) || label == nil {
		return ""
	}
	if name := lookup(string(label[1][1 : len(label[1])-1])); !strings.HasPrefix(name, "utf-16") {
		return name
	}
	return "utf-8"
}

// lookup returns the name of an encoding, or "". https://encoding.spec.whatwg.org/#concept-encoding-get
func lookup(label string) string {
	if _, name := charset.Lookup(label); infra.IsASCII(label) { // Lookup ignores spaces beyond ASCII
		return name
	}
	return ""
}

// decode returns body in UTF-8, decoded as the Encoding Standard says. https://encoding.spec.whatwg.org/#decode
// The decoders of htmlindex do not fail: they write U+FFFD.
func decode(body []byte, enc encoding.Encoding) []byte {
	if enc == unicode.UTF8 && utf8.Valid(body) {
		return body
	}
	if decoder, err := legacy.NewDecoder(enc); err == nil && decoder != nil {
		decoded, _ := decoder.Decode(body)
		return []byte(decoded)
	}
	decoded, _ := enc.NewDecoder().Bytes(body) // UTF-8, UTF-16 and the replacement encoding
	return decoded
}

// parseFlat returns a tree in which all elements are children of the document. The content of <noscript> is text if scripts are
// taken to run. A base element in foreign content or in a template does not count. It does not ask which templates become a shadow
// root: all with a mode do.
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
			hidden = append(hidden, isHidden || !hasShadowMode(flatNode(z.token)))
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

// A tokenizer is one of golang.org/x/net/html that is told nearly what html.Parse tells it: in <svg> and <math>, no element has raw
// text, and nor has <noscript> without scripts.
type tokenizer struct {
	*html.Tokenizer
	scripting  bool
	token      html.Token
	start, end int // of the token
	foreign    int // how many <svg> and <math> are open
}

func newTokenizer(text []byte, scripting bool) *tokenizer {
	return &tokenizer{Tokenizer: html.NewTokenizer(bytes.NewReader(text)), scripting: scripting}
}

// next goes to the next token, if there is one.
func (z *tokenizer) next() bool {
	z.AllowCDATA(z.foreign > 0)
	if z.Next() == html.ErrorToken {
		return false
	}
	z.start, z.end = z.end, z.end+len(z.Raw())
	if z.token = z.Token(); z.token.DataAtom == atom.Svg || z.token.DataAtom == atom.Math {
		z.foreign = max(0, z.foreign+depth[z.token.Type])
	}
	if z.isStart() && (z.foreign > 0 || z.token.DataAtom == atom.Noscript && !z.scripting) {
		z.NextIsNotRawText()
	}
	return true
}

func (z *tokenizer) isStart() bool {
	return z.token.Type == html.StartTagToken || z.token.Type == html.SelfClosingTagToken
}

// depth is by how much a tag of SVG or MathML changes the number of open elements. HTML ignores the slash of "<b/>".
var depth = map[html.TokenType]int{html.StartTagToken: 1, html.EndTagToken: -1}

// flatNode returns the element of a start tag. It counts as one of SVG only if it has no URL as one of HTML.
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

// elements yields the elements of a tree in tree order, without the content of <template>. If isBase is true, the content of
// shadow roots and of <noscript> is left out, too. The loop must not change the tree.
func elements(root *html.Node, isBase bool) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := root; n != nil; {
			isLeaf := isHTML(n, atom.Template) && (isBase || !isShadowRoot(n)) || isBase && isHTML(n, atom.Noscript)
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
			n = next(n, root, isLeaf)
		}
	}
}

// next returns the node after n in tree order, or nil after the last one below root. If isLeaf is true, n's children are left out.
func next(n, root *html.Node, isLeaf bool) *html.Node {
	if n.FirstChild != nil && !isLeaf {
		return n.FirstChild
	}
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// linked returns the elements that can have links, in tree order, and the texts of those noscript elements that hold text alone.
func linked(root *html.Node) (found nodeList) {
	for n := range elements(root, false) {
		if len(n.Attr) > 0 {
			if _, hasID := valueOf(n, itemID.name); hasID || linkAttributes(n) != nil {
				found.add(n)
			}
		}
		if text := n.FirstChild; isHTML(n, atom.Noscript) && text != nil && text.Type == html.TextNode && text.NextSibling == nil {
			found.add(text)
		}
	}
	return found
}

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

// isShadowRoot reports whether a template becomes one. https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
func isShadowRoot(template *html.Node) bool {
	host := template.Parent
	if !hasShadowMode(template) || host == nil || host.Namespace != "" ||
		!shadowHost.MatchString(host.Data) || reserved.MatchString(host.Data) {
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
	shadowHost = regexp.MustCompile("-|^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$")
	reserved   = regexp.MustCompile("^(annotation-xml|color-profile|font-face(-format|-name|-src|-uri)?|missing-glyph)$")
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
