package legacy

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// An Encoder encodes one string as an encoder of the standard does.
type Encoder struct {
	encoding encoding.Encoding
	encoder  *encoding.Encoder
	family   family
	state    iso2022JPState
	progress progress

	c1Gaps      uint32 // otherFamily: bit i is set if the byte 0x80+i stands for the C1 control U+0080+i
	c1GapsKnown bool

	in      [utf8.UTFMax]byte // what goes into encoder
	out     [64]byte          // what comes out
	encoded [8]byte           // what is made of it
}

// NewEncoder returns an encoder for enc. It returns nil if the output encoding is UTF-8: for nil, UTF-8,
// UTF-16 and [encoding.Replacement]. It returns an error if enc has no encoder.
//
// It implements https://encoding.spec.whatwg.org/#get-an-encoder, with
// https://encoding.spec.whatwg.org/#get-an-output-encoding before it.
func NewEncoder(enc encoding.Encoding) (*Encoder, error) {
	if enc == nil || isNamedUTF8(enc) {
		return nil, nil
	}
	e := newEncoder(enc)
	switch {
	case e.encoder == nil:
		return nil, errNoEncoder
	case e.family == unicodeFamily:
		return nil, nil
	}
	return e, nil
}

// newEncoder returns an encoder for enc, whatever its family. Its encoder is nil if enc has none.
func newEncoder(enc encoding.Encoding) *Encoder {
	e := &Encoder{encoding: enc}
	if encoder := enc.NewEncoder(); encoder != nil && encoder.Transformer != nil {
		e.encoder = encoder
		n, _, _ := step(encoder, e.out[:], append(e.in[:0], sample...), false)
		e.family = familyOf(e.out[:n])
		encoder.Reset()
	}
	return e
}

// Encodable is the outcome of [Encoder.EncodeOrFail] where the encoding has the code point.
const Encodable rune = -1

// EncodeOrFail encodes the first scalar value of src, which must be valid UTF-8 and not empty. It returns the
// bytes, which are valid until the next call, and how many bytes of src these stand for. An encoding beyond
// the standard may take several scalar values, or none. failed is a code point that the encoding does not
// have, or [Encodable].
//
// The error is nil for the encodings of the standard. Otherwise encoding cannot go on.
//
// It implements one turn of https://encoding.spec.whatwg.org/#encode-or-fail.
func (e *Encoder) EncodeOrFail(src []byte) (encoded []byte, size int, failed rune, err error) {
	r, size := utf8.DecodeRune(src)
	switch e.family {
	case otherFamily:
		return e.encodeOther(src)
	case iso2022JPFamily:
		encoded, failed = e.encodeISO2022JP(r)
		return encoded, size, failed, nil
	}
	if r < utf8.RuneSelf {
		return src[:1], 1, Encodable, nil
	}
	switch e.family {
	case big5Family:
		encoded = e.encodeBig5(r)
	case gbFamily:
		encoded = e.encodeGB(r)
	case eucJPFamily:
		encoded = e.encodeEUCJP(r)
	case shiftJISFamily:
		encoded = e.encodeShiftJIS(r)
	}
	if encoded == nil {
		return nil, size, r, nil
	}
	return encoded, size, Encodable, nil
}

// Finish returns the bytes that end the output. The error is nil for the encodings of the standard.
func (e *Encoder) Finish() ([]byte, error) {
	if e.family != otherFamily {
		return e.enterISO2022JP(e.encoded[:0], iso2022JPASCII), nil // all others are always in the state ASCII
	}
	n, _, err := step(e.encoder, e.out[:], nil, true)
	return e.out[:n], err
}

// lookup returns what the encoder of golang.org/x/text writes for r in its initial state, or nil.
func (e *Encoder) lookup(r rune) []byte {
	e.encoder.Reset()
	n, _, err := step(e.encoder, e.out[:], utf8.AppendRune(e.in[:0], r), false)
	if err != nil || n == 0 || isNumericReference(e.out[:n], r) {
		return nil
	}
	return e.out[:n]
}

// isNumericReference reports whether b, which an encoder wrote for r, is a numeric character reference. The
// encoders of [encoding.HTMLEscapeUnsupported] never fail, and write one instead. No encoding has the bytes
// of a reference for a single rune.
func isNumericReference(b []byte, r rune) bool {
	if r < utf8.RuneSelf || b[0] != '&' {
		return false
	}
	var reference [12]byte
	return bytes.Equal(b, append(strconv.AppendInt(append(reference[:0], "&#"...), int64(r), 10), ';'))
}

// pair returns the two bytes of b.
func (e *Encoder) pair(b uint16) []byte {
	return append(e.encoded[:0], byte(b>>8), byte(b))
}

// encodeBig5 implements https://encoding.spec.whatwg.org/#big5-encoder for all but ASCII.
//
// The standard does not write the Hong Kong extensions, whose lead bytes are below 0xA1. Where a character
// has several places it writes the first, with six exceptions.
func (e *Encoder) encodeBig5(r rune) []byte {
	for _, first := range big5FirstPlaces {
		if rune(first.r) >= r {
			if rune(first.r) == r {
				return e.pair(first.bytes)
			}
			break
		}
	}
	b := e.lookup(r)
	if b == nil || b[0] < 0xA1 {
		return nil
	}
	return b
}

// big5FirstPlaces holds the characters that golang.org/x/text writes in a later place than the standard.
var big5FirstPlaces = [...]struct{ r, bytes uint16 }{
	{0x256D, 0xA27E}, {0x256E, 0xA2A1}, {0x256F, 0xA2A3}, {0x2570, 0xA2A2}, {0x3003, 0xA1B2}, {0x4EDD, 0xC6DF},
	{0x5029, 0xADC5}, {0x507D, 0xB0B0}, {0x5305, 0xA55D}, {0x5344, 0xA2CD}, {0x537F, 0xADEB}, {0x5A77, 0xB440},
	{0x5E75, 0xC9DB}, {0x5EF4, 0xC6CF}, {0x5F58, 0xD8F4}, {0x6490, 0xBCB5}, {0x65E0, 0xC6D3}, {0x6674, 0xB4B8},
	{0x675E, 0xA7FB}, {0x6C9C, 0xCB58}, {0x6E1D, 0xB4FC}, {0x6E2F, 0xB4E4}, {0x716E, 0xB54E}, {0x745C, 0xB7EC},
	{0x74E9, 0xA260}, {0x7676, 0xC6D5}, {0x7809, 0xCFF1},
}

// encodeOther encodes with an encoder that differs from the standard's only in C1 controls, or that is not
// one of the standard's. Its results are those of EncodeOrFail.
func (e *Encoder) encodeOther(src []byte) (encoded []byte, size int, failed rune, err error) {
	failed, size = utf8.DecodeRune(src)
	window := src[:size]
	nDst, nSrc, err := step(e.encoder, e.out[:], window, false)
	if err == transform.ErrShortSrc && nDst == 0 && nSrc == 0 {
		// It looks ahead. It stops where e.out is full, so that all its calls together are linear.
		window = src
		nDst, nSrc, err = step(e.encoder, e.out[:], window, true)
	}
	encoded = e.out[:nDst]
	switch {
	case err == errBadCount:
		return nil, 0, Encodable, err
	case nDst > 0 && nSrc == size && isNumericReference(encoded, failed):
		encoded = nil
	case err == nil || err == transform.ErrShortDst || err == transform.ErrShortSrc:
		return encoded, nSrc, Encodable, e.progress.check(nDst, nSrc, err)
	case nSrc == len(window):
		return nil, nSrc, Encodable, err
	default: // by the contract of encoding.Encoder, it does not have the next rune
		failed, size = utf8.DecodeRune(window[nSrc:])
		size += nSrc
	}
	if e.isC1Gap(failed) {
		return append(encoded, byte(failed)), size, Encodable, nil
	}
	return encoded, size, failed, nil
}

// isC1Gap reports whether r is a C1 control, and e is a single-byte encoding in which the byte with the
// number of r stands for nothing else. The standard's indexes fill such gaps with the controls. Those of
// golang.org/x/text leave them empty.
func (e *Encoder) isC1Gap(r rune) bool {
	if r < 0x80 || r > 0x9F {
		return false
	}
	if !e.c1GapsKnown {
		e.c1Gaps, e.c1GapsKnown = c1Gaps(e.encoding.NewDecoder()), true
	}
	return e.c1Gaps>>(r-0x80)&1 != 0
}

// c1Gaps returns a bit for each of the bytes 0x80 to 0x9F. It is set if the byte stands for nothing in a
// single-byte encoding. c1Gaps returns 0 for an encoding that has pairs of bytes, or ASCII only.
func c1Gaps(decoder *encoding.Decoder) (gaps uint32) {
	if decoder == nil || decoder.Transformer == nil {
		return 0
	}
	var high [128]byte
	for i := range high {
		high[i] = byte(0x80 + i)
	}
	decoded, err := appendDecoded(nil, decoder, high[:])
	runes := []rune(string(decoded))
	if err != nil || len(runes) != len(high) || strings.Count(string(decoded), "\uFFFD") == len(high) {
		return 0
	}
	for i, r := range runes[:32] {
		if r == utf8.RuneError {
			gaps |= 1 << i
		}
	}
	return gaps
}
