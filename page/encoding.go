package page

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/legacy"
	"github.com/weburl-go/url/internal/mediatype"
)

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
