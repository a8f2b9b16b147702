package page

import (
	"bytes"
	"cmp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/legacy"
	"github.com/weburl-go/url/internal/mediatype"
)

// encodingName returns the name of the encoding of a page without a byte order mark.
//
// It implements https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding, without the steps that
// depend on the user.
func encodingName(body []byte, contentType string) string {
	field, _ := charmap.ISO8859_1.NewDecoder().String(contentType) // https://infra.spec.whatwg.org/#isomorphic-decode does not fail
	if name := lookup(mediatype.Charset(field)); name != "" {      // https://fetch.spec.whatwg.org/#legacy-extract-an-encoding
		return name
	}
	switch {
	case bytes.HasPrefix(body, []byte("<\x00?\x00x\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\x00<\x00?\x00x")):
		return "utf-16be"
	}
	if name := cmp.Or(prescan(body), xmlEncodingName(body)); name != "" {
		return name
	}
	if utf8.Valid(body) {
		return "utf-8"
	}
	return "windows-1252"
}

// prescan returns the name of the encoding of a <meta> that ends in the first 1024 bytes, or "".
//
// It implements https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding. As browsers do, it
// does not look into the text of <script> and similar elements, but it does look into <noscript>.
func prescan(body []byte) string {
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), 1024)]))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			switch token := z.Token(); token.DataAtom {
			case atom.Noscript:
				z.NextIsNotRawText()
			case atom.Meta:
				if name := metaEncodingName(token.Attr); name != "" {
					return name
				}
			}
		}
	}
}

// metaEncodingName returns the name of the encoding in the attributes of a <meta>, or "".
func metaEncodingName(attributes []html.Attribute) (name string) {
	gotPragma, needPragma, hasCharset := false, false, false
	for _, a := range attributes {
		switch a.Key {
		case "http-equiv":
			gotPragma = infra.ToLower(a.Val) == "content-type"
		case "content":
			if inContent := lookup(charsetInContent(a.Val)); inContent != "" && !hasCharset {
				name, needPragma = inContent, true
			}
		case "charset":
			name, needPragma, hasCharset = lookup(a.Val), false, true
		}
	}
	switch {
	case needPragma && !gotPragma:
		return ""
	case strings.HasPrefix(name, "utf-16"):
		return "utf-8"
	case name == "x-user-defined":
		return "windows-1252"
	}
	return name
}

var charsetEquals = lazily(`[Cc][Hh][Aa][Rr][Ss][Ee][Tt][\t\n\f\r ]*=[\t\n\f\r ]*`)

// charsetInContent implements
// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element.
func charsetInContent(content string) string {
	at := charsetEquals().FindStringIndex(content)
	if at == nil {
		return ""
	}
	label := content[at[1]:]
	if label != "" && (label[0] == '"' || label[0] == '\'') {
		label, _, isQuoted := strings.Cut(label[1:], label[:1])
		if !isQuoted {
			return ""
		}
		return label
	}
	return label[:indexOr(label, whitespace+";")]
}

var encodingOfXML = lazily(`^[\x00- ]*=[\x00- ]*("[^"\x00- ]*"|'[^'\x00- ]*')`)

// xmlEncodingName returns the name of the encoding in an XML declaration, or "".
// https://html.spec.whatwg.org/multipage/parsing.html#xml-encoding
func xmlEncodingName(body []byte) string {
	declaration, _, ok := bytes.Cut(body, []byte(">"))
	before, after, _ := bytes.Cut(declaration, []byte("encoding"))
	label := encodingOfXML().FindSubmatch(after)
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
	if !infra.IsASCII(label) { // Lookup would ignore spaces beyond ASCII
		return ""
	}
	_, name := charset.Lookup(label)
	return name
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
