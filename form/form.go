// Package form reads and writes forms as browsers send them: in application/x-www-form-urlencoded format, using any
// encoding from the Encoding Standard. If your forms are in UTF-8 and you do not need any of this package's options,
// use [url.ParseQuery] and [url.URLSearchParams.String] instead.
package form

import (
	"bytes"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/legacy"
)

// Options specifies how [Parse] reads a form. The zero Options follows the current standard: the form is in UTF-8, and
// no pair has a special meaning.
type Options struct {
	// Encoding is the encoding of the page that contains the form. If it is nil, UTF-16 or the replacement encoding,
	// the form is read as UTF-8, because browsers send forms on such pages in UTF-8.
	Encoding encoding.Encoding

	// CharsetEncoding returns the encoding for a label, such as "shift_jis", or an error. If it is set and the form
	// contains a pair with the name "_charset_" and a label that CharsetEncoding accepts, the first such pair
	// determines the encoding of all pairs, including those before it. Browsers do not percent-encode this name or the
	// label, so a percent-encoded one is not recognized.
	//
	// If CharsetEncoding returns UTF-16 or the replacement encoding, the form is read as UTF-8.
	//
	// A browser writes the encoding of the form into this pair if the form has a hidden field with that name. Because
	// the sender of the form chooses the label, a filter that reads the body before it is decoded must take the label
	// into account.
	//
	// To support all labels of the Encoding Standard, use the Get function of golang.org/x/text/encoding/htmlindex. It
	// is not the default, because it adds the tables of all encodings to your program, which take up half a megabyte.
	CharsetEncoding func(label string) (encoding.Encoding, error)

	// IsIndex treats the text before the first "&" as a value with an empty name if it does not contain "=". Browsers
	// used to send a field named "isindex" in this way if it was the only field of a form.
	IsIndex bool

	// MaxPairs is the maximum number of pairs. If it is 0 or negative, there is no maximum. A pair can be as short as
	// two bytes in the form, but takes up at least 32 bytes of memory.
	MaxPairs int
}

// Parse parses a form that a browser sent in a request body or in a query. If body is a query, remove the leading "?"
// first. Bytes that are invalid in the encoding become U+FFFD. Do not call [net/http.Request.FormValue] before you read
// the body, because it consumes the body and reads it as UTF-8.
//
// The result does not share memory with body.
//
// # Errors
//
// If o is the zero Options, the error is always nil. Otherwise, it may be a [*url.Error] whose Offset is a byte offset
// into body. The error wraps one of these:
//
//   - [url.ErrTooManyPairs], for the first pair beyond MaxPairs.
//   - [url.ErrNonASCIIByte], for a byte above 0x7F, if the encoding of the form is not UTF-8. In such a form, non-ASCII
//     bytes must be percent-encoded. The encoding is determined by the "_charset_" pair, if there is one, and otherwise
//     by Encoding.
//   - For an encoding that is not in the Encoding Standard, the error that its Decoder returned, or an error that
//     describes a fault in that Decoder.
//
// The error message omits the body, which may contain a password, but the error's Input field contains it.
//
// # Specification
//
// Parse implements https://url.spec.whatwg.org/#concept-urlencoded-parser, including the server-side options from the
// 2014 editions of the standard. Unlike Parse, the parsers in those editions check for bytes above 0x7F before they
// read the "_charset_" pair.
func Parse(body []byte, o Options) (*url.URLSearchParams, error) {
	form := string(body)
	if first, _, _ := strings.Cut(form, "&"); o.IsIndex && !strings.Contains(first, "=") {
		form = "=" + form
	}
	fail := func(at int, err error) (*url.URLSearchParams, error) {
		return nil, &url.Error{Op: "form.Parse", Input: string(body), Offset: max(at-(len(form)-len(body)), 0), Err: err}
	}
	if at := infra.IndexExcessPair(form, o.MaxPairs); at >= 0 {
		return fail(at, url.ErrTooManyPairs)
	}
	d, err := legacy.NewDecoder(o.encoding(form))
	switch {
	case err != nil:
		return fail(0, err)
	case d == nil && utf8.ValidString(form):
		return url.ParseQuery(form, 0)
	case d != nil:
		if at := indexNonASCII(form); at >= 0 {
			return fail(at, url.ErrNonASCIIByte)
		}
	}
	list, at, err := (&decoder{legacy: d}).decode(form)
	if err != nil {
		return fail(at, err)
	}
	return url.NewURLSearchParamsFromPairs(list), nil
}

// indexNonASCII returns the offset of the first byte of form that is not ASCII, or -1.
func indexNonASCII(form string) int {
	return strings.IndexFunc(form, func(r rune) bool { return r >= utf8.RuneSelf })
}

// A pair is a name and a value as they are in a form, and the offset of the name in it.
type pair struct {
	at          int
	name, value string
}

// pairs yields the pairs of a form.
func pairs(form string) iter.Seq[pair] {
	return func(yield func(pair) bool) {
		for at := 0; at < len(form); {
			sequence, _, _ := strings.Cut(form[at:], "&")
			name, value, _ := strings.Cut(sequence, "=")
			if sequence != "" && !yield(pair{at, name, value}) {
				return
			}
			at += len(sequence) + len("&")
		}
	}
}

// encoding returns the encoding of the pairs of a form: the one that the form names, or else that of the page.
func (o *Options) encoding(form string) encoding.Encoding {
	if o.CharsetEncoding == nil {
		return o.Encoding
	}
	for q := range pairs(form) {
		if q.name != "_charset_" {
			continue
		}
		if enc, err := o.CharsetEncoding(strings.ReplaceAll(q.value, "+", " ")); err == nil && enc != nil {
			return enc
		}
	}
	return o.Encoding
}

// A decoder decodes the pairs of a form.
type decoder struct {
	legacy *legacy.Decoder // nil for UTF-8
	src    []byte          // the bytes of a name or value; reused for the next
}

// decode decodes the pairs of a form. The error is the legacy decoder's, with the offset of the name or value for which
// it failed.
func (d *decoder) decode(form string) (list [][2]string, at int, err error) {
	n := 0
	for range pairs(form) {
		n++
	}
	list = make([][2]string, 0, n)
	for q := range pairs(form) {
		name, err := d.component(q.name)
		if err != nil {
			return nil, q.at, err
		}
		value, err := d.component(q.value)
		if err != nil {
			return nil, q.at + len(q.name) + len("="), err
		}
		list = append(list, [2]string{name, value})
	}
	return list, 0, nil
}

// component decodes a name or a value. For UTF-8 it returns the bytes, which a [url.URLSearchParams] decodes.
func (d *decoder) component(raw string) (string, error) {
	d.src = d.src[:0]
	for i := 0; i < len(raw); i++ {
		b := raw[i]
		if b == '+' {
			b = ' '
		} else if decoded, ok := infra.PercentEncodedByte(raw[i:]); ok {
			b = decoded
			i += len("41")
		}
		d.src = append(d.src, b)
	}
	if d.legacy == nil {
		return string(d.src), nil
	}
	return d.legacy.Decode(d.src)
}

// Encode serializes p in the encoding enc, as a browser does when it submits a form from a page in that encoding. If
// enc is nil, Encode uses UTF-8, as [url.URLSearchParams.String] does.
//
// For encodings defined in the Encoding Standard, the error is always nil. For any other encoding, the documentation of
// [url.PercentEncodeAfterEncoding] describes when encoding fails. Errors are of type [*url.Error]. Input is the name or
// value that cannot be encoded, and Offset is a byte offset into that string. The error message does not show the
// string, which may be a password.
//
// # What is written
//
//   - A code point that the encoding cannot represent becomes a decimal character reference, such as "&#8253;",
//     percent-encoded. Parse does not decode such references, because a user may have typed them.
//   - Unlike a browser, Encode does not set the value of a pair with the name "_charset_".
//   - Encode does not change newlines, whereas a browser sends each newline as "\r\n".
//
// Encode implements https://url.spec.whatwg.org/#concept-urlencoded-serializer.
func Encode(p *url.URLSearchParams, enc encoding.Encoding) (string, error) {
	e, err := legacy.NewEncoder(enc)
	if e == nil && err == nil {
		return p.String(), nil
	}
	var form []byte
	asciiCompatible := isASCIICompatible(enc)
	for name, value := range p.All() {
		if len(form) > 0 {
			form = append(form, '&')
		}
		if form, err = appendEncoded(form, name, enc, asciiCompatible); err != nil {
			return "", err
		}
		form = append(form, '=')
		if form, err = appendEncoded(form, value, enc, asciiCompatible); err != nil {
			return "", err
		}
	}
	return string(form), nil
}

// printableASCII is U+0020 to U+007E.
const printableASCII = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// isASCIICompatible reports whether the encoding writes printable ASCII as UTF-8 does.
func isASCIICompatible(enc encoding.Encoding) bool {
	encoded, err := appendEncoded(nil, printableASCII, enc, false)
	asUTF8, _ := appendEncoded(nil, printableASCII, nil, false)
	return err == nil && bytes.Equal(encoded, asUTF8)
}

// appendEncoded appends a name or a value in an encoding. If asciiCompatible is set, it makes no encoder for
// printable ASCII, because that takes longer than to encode a few characters.
func appendEncoded(form []byte, s string, enc encoding.Encoding, asciiCompatible bool) ([]byte, error) {
	isOther := func(r rune) bool { return r < ' ' || r > '~' }
	if asciiCompatible && strings.IndexFunc(s, isOther) < 0 {
		encoded := url.PercentEncode(s, url.FormURLEncodedPercentEncodeSet)
		return append(form, strings.ReplaceAll(encoded, "%20", "+")...), nil // a "%" of s is "%25" by now
	}
	encoded, err := url.PercentEncodeAfterEncoding(enc, s, url.FormURLEncodedPercentEncodeSet, true)
	if e := (*url.Error)(nil); errors.As(err, &e) {
		return nil, &url.Error{Op: "form.Encode", Input: e.Input, Offset: e.Offset, Err: e.Err}
	}
	return append(form, encoded...), err
}
