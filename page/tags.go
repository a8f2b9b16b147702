package page

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/weburl-go/url/internal/infra"
)

// A tokenizer is an html.Tokenizer that gets nearly the same instructions as html.Parse gives its own: no element in
// <svg> or <math> has raw text, and neither does <noscript> if scripting is disabled.
type tokenizer struct {
	*html.Tokenizer
	text       []byte
	scripting  bool
	token      html.Token
	start, end int  // of the token
	isMisread  bool // golang.org/x/net/html mistakes the tag for a self-closing one
	foreign    int  // how many <svg> and <math> are open
}

func newTokenizer(text []byte, scripting bool) *tokenizer {
	return &tokenizer{Tokenizer: html.NewTokenizer(bytes.NewReader(text)), text: text, scripting: scripting}
}

// next goes to the next token, if there is one.
func (z *tokenizer) next() bool {
	z.AllowCDATA(z.foreign > 0)
	if z.Next() == html.ErrorToken {
		return false
	}
	z.start, z.end = z.end, z.end+len(z.Raw())
	z.token = z.Token()
	if z.isMisread = z.token.Type == html.SelfClosingTagToken && z.endsInSlash(); z.isMisread {
		z.token.Type = html.StartTagToken
	}
	if z.token.DataAtom == atom.Svg || z.token.DataAtom == atom.Math {
		z.foreign = max(0, z.foreign+depth[z.token.Type])
	}
	if z.isStart() && (z.foreign > 0 || z.token.DataAtom == atom.Noscript && !z.scripting) {
		z.NextIsNotRawText()
	}
	return true
}

// endsInSlash reports whether the slash at the end of a tag belongs to the value of an attribute. If that attribute is
// repeated, golang.org/x/net/html mistakes the tag for a self-closing one.
func (z *tokenizer) endsInSlash() bool {
	a := scanAttributes(string(z.text[z.start:z.end]), 0)
	for a.next() {
	}
	return a.endsInSlash()
}

func (z *tokenizer) isStart() bool {
	return z.token.Type == html.StartTagToken || z.token.Type == html.SelfClosingTagToken
}

// depth is by how much a tag of SVG or MathML changes the number of open elements. HTML ignores the slash of "<b/>".
var depth = map[html.TokenType]int{html.StartTagToken: 1, html.EndTagToken: -1}

// An attributeScanner goes through the attributes of a start tag in a text, as the tokenizer does.
type attributeScanner struct {
	text                string
	tag                 int
	start, nameEnd, end int // of an attribute; before the first one, end is that of the name of the tag
}

func scanAttributes(text string, tag int) attributeScanner {
	return attributeScanner{text: text, tag: tag, end: tag + indexOr(text[tag:], whitespace+"/>")}
}

// next goes to the next attribute, if there is one.
func (a *attributeScanner) next() bool {
	s := a.text
	if a.start = skip(s, a.end, whitespace+"/"); a.start == len(s) || s[a.start] == '>' {
		return false
	}
	a.nameEnd = a.start + 1 + indexOr(s[a.start+1:], whitespace+"/>=")
	a.end = a.nameEnd
	equals := skip(s, a.nameEnd, whitespace)
	if equals == len(s) || s[equals] != '=' {
		return true
	}
	if a.end = skip(s, equals+1, whitespace); a.end < len(s) && (s[a.end] == '"' || s[a.end] == '\'') {
		a.end = min(len(s), a.end+2+indexOr(s[a.end+1:], s[a.end:a.end+1]))
		return true
	}
	a.end += indexOr(s[a.end:], whitespace+">")
	return true
}

// endsInSlash reports whether the value of the last attribute ends in the slash before ">". Call it only after next has
// returned false.
func (a *attributeScanner) endsInSlash() bool {
	return a.start == a.end && strings.HasPrefix(a.text[a.start:], ">") && a.text[a.end-1] == '/'
}

// name returns the name of the attribute in lower case.
func (a *attributeScanner) name() string { return infra.ToLower(a.text[a.start:a.nameEnd]) }

func (a *attributeScanner) isNamed(name string) bool {
	return infra.MatchesLower(a.text[a.start:a.nameEnd], name)
}

// substitute returns the text that replaces a removed attribute, so that its removal does not result in "<a/>" or
// "<a b =c>".
func (a *attributeScanner) substitute() string {
	if a.text[a.start-1] == '/' || strings.HasPrefix(strings.TrimLeft(a.text[a.end:], whitespace), "=") {
		return "/ "
	}
	return ""
}

// indexOfTag returns the index of what looks like the first start tag with a name, or the length of s.
func indexOfTag(s, name string) int {
	for i := range len(s) - len(name) {
		if s[i] == '<' && isTagNamed(s[i+1:], name) {
			return i
		}
	}
	return len(s)
}

// isTagNamed reports whether s begins with the name of a tag, and with what ends a name.
func isTagNamed(s, name string) bool {
	return len(s) > len(name) && infra.MatchesLower(s[:len(name)], name) && skip(s, len(name), whitespace+"/>") > len(name)
}

// afterTag returns the text after "<" and the name in the first apparent start tag with that name, or "" if there is
// none.
func afterTag(s, name string) string {
	i := indexOfTag(s, name)
	return s[min(len(s), i+len("<")+len(name)):]
}

// hasForeignTag reports whether there may be an <svg> or <math> in a text, without a copy of it.
func hasForeignTag(text []byte) bool {
	for {
		_, rest, found := bytes.Cut(text, []byte("<"))
		if !found || len(rest) < len("math") {
			return false
		}
		if bytes.EqualFold(rest[:len("svg")], []byte("svg")) || bytes.EqualFold(rest[:len("math")], []byte("math")) {
			return true
		}
		text = rest
	}
}

// findTag returns where the first of all that could be tags begins that has an attribute for which is returns true. It looks from
// the index from on. If the candidates overlap so much that this would take quadratic time, it returns one of them.
func findTag(text string, from int, is func(element string, a attributeScanner) bool) (at int, ok bool) {
	left := 16 * len(text)
	for at := from; at < len(text)-1; at++ {
		if text[at] != '<' || !infra.IsASCIIAlpha(text[at+1]) {
			continue
		}
		a := scanAttributes(text, at)
		element := infra.ToLower(text[at+1 : a.end])
		for a.next() {
			if is(element, a) {
				return at, true
			}
		}
		if left -= a.start - at; left < 0 {
			return at, true
		}
	}
	return 0, false
}

// hasMisreadTag reports whether the parser may mistake a tag for a self-closing one. This can happen after "<svg" or
// "<math" to a tag such as "<a b b=c/>", whose last attribute is repeated. hasMisreadTag checks everything that could
// be a tag. If the candidates overlap so much that this would take quadratic time, it returns true.
func hasMisreadTag(text string) bool {
	text = text[min(indexOfTag(text, "svg"), indexOfTag(text, "math")):]
	for start, left := 0, 16*len(text); start < len(text)-1; start++ {
		if text[start] != '<' || !infra.IsASCIIAlpha(text[start+1]) {
			continue
		}
		a := scanAttributes(text, start)
		for a.next() {
		}
		if left -= a.start - start; left < 0 || a.endsInSlash() && hasLastTwice(scanAttributes(text, start)) {
			return true
		}
	}
	return false
}

// hasLastTwice reports whether a tag has its last attribute twice.
func hasLastTwice(a attributeScanner) bool {
	last, count := "", 0
	for b := a; b.next(); {
		last = infra.ToLower(b.text[b.start:b.nameEnd])
	}
	for a.next() {
		if infra.ToLower(a.text[a.start:a.nameEnd]) == last {
			count++
		}
	}
	return count > 1
}
