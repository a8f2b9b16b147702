// Package page finds the URLs of an HTML page, and of the header fields beside it, as a browser reads them.
//
//	contentType := strings.Join(response.Header.Values("Content-Type"), ", ")
//	doc, err := page.Parse(io.LimitReader(response.Body, 10<<20), pageURL, contentType)
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
//   - golang.org/x/net/html gives up on pages with more than 512 open elements: see [Document.Flat].
//
// # Security
//
// A URL of a page is a stranger's. It can be javascript: or data:, and can lead to an address of your own network: see
// package github.com/weburl-go/url/guard. Time and memory grow linearly with the page and the URLs that are yielded. Each
// of these can be as long as the base URL, so use one before you ask for the next, or limit the sum of their lengths.
// Elements that stay open make [Parse] slow: 1 MiB of "</p>" below 505 of them takes two and a half seconds of CPU time.
// No timeout ends it, so limit how many pages are parsed at a time.
package page

import (
	"bytes"
	"io"
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
	// Root is the tree, or any part of one. It is one of golang.org/x/net/html.
	Root *html.Node

	// URL is that of the page. Without a <base>, links are relative to it.
	URL url.URL

	// Encoding is that of the page, and of the queries of its links. If it is nil, that is UTF-8.
	Encoding encoding.Encoding

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
//
// The encoding is the one of a byte order mark, of contentType, or of <meta> in the first 1024 bytes, in this order. Without
// these it is UTF-8 if all of the page is UTF-8, else windows-1252. It is one that golang.org/x/text/encoding/htmlindex has.
// It is never nil, and never encoding.Nop.
func Parse(r io.Reader, u url.URL, contentType string) (*Document, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := &Document{URL: u}
	if d.Encoding, err = htmlindex.Get(encodingName(body, contentType)); err != nil {
		d.Encoding = unicode.UTF8
	}
	for _, mark := range []string{"\uFEFF", "\xFE\xFF", "\xFF\xFE"} {
		if rest, ok := bytes.CutPrefix(body, []byte(mark)); ok {
			body = rest
			break
		}
	}
	body = decode(body, d.Encoding)
	if d.Root, err = html.Parse(bytes.NewReader(body)); err != nil { // html.Parse has no other error if its reader has none
		d.Root, d.Flat = parseFlat(body, true), true
	}
	return d, nil
}

// encodingName returns the name of the page's encoding.
//
// It implements https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding, without the steps that
// depend on the user. DetermineEncoding reads 1024 bytes, guesses one of two encodings from them, and does not say whether it did.
// So it gets text before the page from which it guesses what is right for all of the page. With that text, it does not find a
// <meta> that names one of the two and ends after byte 1021.
func encodingName(body []byte, contentType string) string {
	_, name, certain := charset.DetermineEncoding(body, repaired(contentType))
	switch {
	case !certain && name == "x-user-defined": // in <meta> alone: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
		return "windows-1252"
	case certain || name != "utf-8" && name != "windows-1252": // not a guess
		return name
	}
	before := "\xFF " // not UTF-8
	if utf8.Valid(body) {
		before = "é "
	}
	_, name, _ = charset.DetermineEncoding(append([]byte(before), body[:min(len(body), 1024)]...), "")
	return name
}

// repaired returns a field Content-Type that has the encoding of contentType, or "" if that names none. DetermineEncoding reads it
// with package mime, which refuses fields that browsers take, and takes others.
//
// It implements https://fetch.spec.whatwg.org/#legacy-extract-an-encoding.
func repaired(contentType string) string {
	field, _ := charmap.ISO8859_1.NewDecoder().String(contentType) // https://infra.spec.whatwg.org/#isomorphic-decode does not fail
	label := mediatype.Charset(field)
	_, name := charset.Lookup(label)
	if name == "" || !infra.IsASCII(label) { // Lookup ignores spaces beyond ASCII
		return ""
	}
	return "text/html;charset=" + name
}

// decode returns body in UTF-8, decoded as the Encoding Standard says. https://encoding.spec.whatwg.org/#decode
// The decoders of htmlindex do not fail: they write U+FFFD.
func decode(body []byte, enc encoding.Encoding) []byte {
	if enc == unicode.UTF8 && utf8.Valid(body) {
		return body
	}
	decoder, err := legacy.NewDecoder(enc)
	if err != nil || decoder == nil { // UTF-8, UTF-16 and the replacement encoding
		decoded, _ := enc.NewDecoder().Bytes(body)
		return decoded
	}
	decoded, _ := decoder.Decode(body)
	return []byte(decoded)
}

// parseFlat returns a tree in which all elements are children of the document. The content of <noscript> is text if scripts are
// taken to run. In <svg> and <math>, no element has raw text or is a template, and a base element does not count.
func parseFlat(body []byte, scripting bool) *html.Node {
	doc := &html.Node{Type: html.DocumentNode}
	foreign, templates := 0, 0
	var noscript *html.Node // if the last token was its start tag
	for z := html.NewTokenizer(bytes.NewReader(body)); z.Next() != html.ErrorToken; {
		token := z.Token()
		if noscript != nil && token.Type == html.TextToken {
			noscript.AppendChild(&html.Node{Type: html.TextNode, Data: token.Data})
		}
		noscript = nil
		isStart := token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken
		isHidden := templates > 0 || foreign > 0 && token.DataAtom == atom.Base
		switch {
		case token.DataAtom == atom.Svg || token.DataAtom == atom.Math:
			foreign = max(0, foreign+depth(token.Type))
		case token.DataAtom == atom.Template && isStart && foreign == 0:
			templates++
		case token.DataAtom == atom.Template && foreign == 0:
			templates = max(0, templates-1)
		}
		if !isStart || isHidden {
			continue
		}
		doc.AppendChild(flatNode(token))
		switch {
		case foreign > 0 || token.DataAtom == atom.Noscript && !scripting:
			z.NextIsNotRawText()
		case token.DataAtom == atom.Noscript:
			noscript = doc.LastChild
		}
	}
	return doc
}

// depth returns by how much a tag of SVG or MathML changes the number of open elements. HTML ignores the slash of "<b/>".
func depth(t html.TokenType) int {
	switch t {
	case html.StartTagToken:
		return 1
	case html.EndTagToken:
		return -1
	}
	return 0
}

// flatNode returns the element of a start tag. It counts as one of SVG only if it has no URL as one of HTML.
func flatNode(token html.Token) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: token.Data, DataAtom: token.DataAtom, Attr: token.Attr}
	switch _, hasSrc := valueOf(n, "src"); {
	case hasSrc && token.DataAtom == atom.Image: // html.Parse makes an <img> of it
		n.Data, n.DataAtom = "img", atom.Img
	case !hasSrc && svgElements[token.Data]:
		_, hasHref := valueOf(n, "href")
		if token.DataAtom != atom.A || !hasHref {
			n.Namespace = "svg"
		}
	}
	return n
}
