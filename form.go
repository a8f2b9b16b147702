package url

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// FormOptions says how [ParseForm] reads a form. The zero FormOptions is today's standard: UTF-8, and nothing
// special in any pair.
type FormOptions struct {
	// Encoding is the encoding of the page that the form was on; nil is UTF-8.
	Encoding encoding.Encoding

	// CharsetEncoding returns the encoding that has a label, such as "shift_jis", or an error. If it is set,
	// the first pair with the name "_charset_" and a label that it knows changes the encoding of all pairs,
	// those before it too. Browsers write their encoding into such a pair if the form has a hidden field of
	// that name.
	//
	// Get of golang.org/x/text/encoding/htmlindex is such a function, for all labels of the Encoding
	// Standard. A program that uses it links the tables of all encodings, half a megabyte; therefore this
	// package does not.
	//
	// The sender chooses the label: what filters the undecoded body must know of it.
	CharsetEncoding func(label string) (encoding.Encoding, error)

	// IsIndex gives the text before the first "&" an empty name if no "=" is in it. So browsers sent the only
	// field of a form if its name was "isindex".
	IsIndex bool

	// MaxPairs is how many pairs the form may have; 0 or less is no maximum. A pair takes two bytes of a
	// form, and 32 bytes of memory.
	MaxPairs int
}

// ParseForm parses a form as a browser sends it, application/x-www-form-urlencoded, in a body or a query
// (without the "?"). It does not fail, unless the options make it: the error is an [*Error] with the offset
// in the body, and [ErrTooManyPairs] or [ErrNonASCIIByte], or what the Decoder of an encoding that is not the
// Encoding Standard's returned. The error does not hold the body, in which a password may be.
//
// Bytes that the encoding does not have become U+FFFD. Where the Encoding Standard's decoders differ from those of
// golang.org/x/text, it is the standard's that are followed, with two exceptions: GBK has no sequences of four
// bytes here, which no browser sends in it, and UTF-16 that ends within a surrogate pair and within a code unit
// ends in two U+FFFD.
//
// It implements https://url.spec.whatwg.org/#concept-urlencoded-parser, with the parameters for servers that
// the standard's editions of 2014 had.
func ParseForm(body []byte, opts FormOptions) (*URLSearchParams, error) {
	if !isUTF8(opts.Encoding) {
		if at := slices.IndexFunc(body, func(b byte) bool { return b >= utf8.RuneSelf }); at >= 0 {
			return nil, &Error{Op: "parse form", Offset: at, Err: ErrNonASCIIByte}
		}
	}
	form := string(body)
	if first, _, _ := strings.Cut(form, "&"); opts.IsIndex && !strings.Contains(first, "=") {
		form = "=" + form
	}
	if at := indexExcessPair(form, opts.MaxPairs); at >= 0 {
		return nil, &Error{Op: "parse form", Offset: at - (len(form) - len(body)), Err: ErrTooManyPairs}
	}
	enc := opts.encodingOf(form)
	if isUTF8(enc) {
		return &URLSearchParams{list: parsePairs(form)}, nil
	}
	list, at, err := parseLegacyPairs(form, enc)
	if err != nil {
		return nil, &Error{Op: "parse form", Offset: max(at-(len(form)-len(body)), 0), Err: err}
	}
	return &URLSearchParams{list: list}, nil
}

// encodingOf returns the encoding that the form says it has, or the one of the options.
func (opts *FormOptions) encodingOf(form string) encoding.Encoding {
	if opts.CharsetEncoding == nil {
		return opts.Encoding
	}
	for s := (queryScanner{in: form}); s.next(); s.skipPair() {
		if name, _ := s.component(formSeparator | formEquals); name != "_charset_" {
			continue
		}
		s.skipEquals()
		label, _ := s.component(formSeparator)
		if enc, err := opts.CharsetEncoding(strings.ReplaceAll(label, "+", " ")); err == nil && enc != nil {
			return enc
		}
	}
	return opts.Encoding
}

// isUTF8 reports whether enc is UTF-8, as nil is. Any other encoding reads U+4E00 (一) out of other bytes.
func isUTF8(enc encoding.Encoding) bool {
	if enc == nil {
		return true
	}
	const sample = "一"
	decoded, err := enc.NewDecoder().String(sample)
	return err == nil && decoded == sample
}

// parseLegacyPairs is parsePairs for a form in an encoding that is not UTF-8. The error is that of an
// encoding's decoder, with the offset of what it could not decode.
func parseLegacyPairs(form string, enc encoding.Encoding) (list []pair, at int, err error) {
	d := newLegacyDecoder(enc)
	list = make([]pair, 0, countPairs(form))
	for s := (queryScanner{in: form}); s.next(); {
		var q pair
		at = s.pos
		if q.name, err = d.component(&s, formSeparator|formEquals); err != nil {
			return nil, at, err
		}
		s.skipEquals()
		at = s.pos
		if q.value, err = d.component(&s, formSeparator); err != nil {
			return nil, at, err
		}
		list = append(list, q)
	}
	return list, 0, nil
}

// component is the method of formDecoder for other encodings.
func (d *legacyDecoder) component(s *queryScanner, end uint8) (string, error) {
	raw, _ := s.component(end)
	d.src = d.src[:0]
	for raw != "" {
		b, size := decodeFormByte(raw)
		d.src = append(d.src, b)
		raw = raw[size:]
	}
	return d.decode(d.src)
}

// EncodeForm returns the serialization of the pairs in an encoding; nil is UTF-8, as in
// [URLSearchParams.String]. It is how a browser sends a form of a page in that encoding, except that it is
// for the caller to give a pair with the name "_charset_" its value. What the encoding does not have becomes
// a decimal reference, "&#8253;" percent-encoded, which [ParseForm] leaves as it is.
//
// The error is nil for the encodings of the Encoding Standard; see [PercentEncodeAfterEncoding].
//
// It implements https://url.spec.whatwg.org/#concept-urlencoded-serializer.
func (p *URLSearchParams) EncodeForm(enc encoding.Encoding) (string, error) {
	var dst []byte
	var err error
	asciiCompatible := isASCIICompatible(enc)
	for i, q := range p.pairs() {
		if i > 0 {
			dst = append(dst, '&')
		}
		if dst, err = appendFormEncodedAs(dst, enc, q.name, asciiCompatible); err != nil {
			return "", err
		}
		dst = append(dst, '=')
		if dst, err = appendFormEncodedAs(dst, enc, q.value, asciiCompatible); err != nil {
			return "", err
		}
	}
	return string(dst), nil
}

// printableASCII is U+0020 to U+007E.
const printableASCII = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// isASCIICompatible reports whether printable ASCII is in the encoding what it is in UTF-8.
func isASCIICompatible(enc encoding.Encoding) bool {
	encoded, err := appendFormEncodedAs(nil, enc, printableASCII, false)
	return err == nil && string(encoded) == string(appendFormEncoded(nil, printableASCII))
}

// appendFormEncodedAs appends s in an encoding, percent-encoded and with "+" for a space. To set up an
// encoder takes longer than to encode a few characters; if asciiCompatible, it is not done for printable
// ASCII.
func appendFormEncodedAs(dst []byte, enc encoding.Encoding, s string, asciiCompatible bool) ([]byte, error) {
	isOther := func(r rune) bool { return r < ' ' || r > '~' }
	if asciiCompatible && strings.IndexFunc(s, isOther) < 0 {
		return appendFormEncoded(dst, s), nil
	}
	return appendPercentEncodedAfterEncoding(dst, enc, s, FormURLEncodedPercentEncodeSet, true)
}
