package page

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// parseFlat returns a tree in which all elements are children of the document. The content of <noscript> is text if scripts are
// taken to run. A base element in foreign content or in a template does not count. It does not ask which templates become a shadow
// root or take the place of a marker: the content of all with a mode, or with for, is there.
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
			n := flatNode(z.token)
			_, hasFor := valueOf(n, "for")
			hidden = append(hidden, isHidden || !hasFor && !hasShadowMode(n))
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
