package legacy

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// A Decoder decodes strings as a decoder of the standard does. It splits the bytes into sequences as the
// standard does, and looks up what each sequence stands for.
//
// The decoders of golang.org/x/text split otherwise where a sequence stands for nothing: in the standard, an
// ASCII byte never becomes part of such a sequence, except in ISO-2022-JP.
type Decoder struct {
	decoder *encoding.Decoder
	family  family
	c1Gaps  uint32

	dst []byte   // what the bytes stand for; reused for the next string
	out [16]byte // what decoder makes of one sequence
}

// NewDecoder returns a decoder for what an encoder of enc wrote. It returns nil if the output encoding is UTF-8, as
// [NewEncoder] does, and an error if enc has no decoder.
func NewDecoder(enc encoding.Encoding) (*Decoder, error) {
	if enc == nil || isNamedUTF8(enc) {
		return nil, nil
	}
	d := &Decoder{decoder: enc.NewDecoder()}
	if d.decoder == nil || d.decoder.Transformer == nil {
		return nil, errNoDecoder
	}
	var err error
	if d.dst, err = appendDecoded(d.dst, d.decoder, []byte(sample)); err == nil && string(d.dst) == sample {
		return nil, nil
	}
	switch d.family = newEncoder(enc).family; {
	case d.family == unicodeFamily:
		return nil, nil
	case d.family == otherFamily:
		d.c1Gaps = c1Gaps(d.decoder)
	}
	return d, nil
}

// Decode returns what src stands for, with U+FFFD for what is not in the encoding. The error is nil for the
// encodings of the standard.
//
// It implements https://encoding.spec.whatwg.org/#decode for an I/O queue without a byte order mark.
func (d *Decoder) Decode(src []byte) (string, error) {
	d.dst = d.dst[:0]
	switch d.family {
	case otherFamily:
		return d.decodeOther(src)
	case iso2022JPFamily:
		d.decodeISO2022JP(src)
		return string(d.dst), nil
	}
	for len(src) > 0 {
		if src[0] < utf8.RuneSelf {
			d.dst, src = append(d.dst, src[0]), src[1:]
			continue
		}
		decoded, size := d.decodeSequence(src)
		d.dst, src = append(d.dst, decoded...), src[size:]
	}
	return string(d.dst), nil
}

// decodeOther decodes with a decoder that differs from the standard's only in C1 controls, or that is not one
// of the standard's.
func (d *Decoder) decodeOther(src []byte) (_ string, err error) {
	d.dst, err = appendDecoded(d.dst, d.decoder, src)
	if err != nil || d.c1Gaps == 0 {
		return string(d.dst), err
	}
	return fillC1Gaps(d.dst, src, d.c1Gaps), nil
}

// fillC1Gaps returns decoded with the C1 controls that c1Gaps found. Each byte of src stands for one
// character.
func fillC1Gaps(decoded, src []byte, gaps uint32) string {
	var filled strings.Builder
	filled.Grow(len(decoded))
	for _, b := range src {
		r, size := utf8.DecodeRune(decoded)
		if b-0x80 < 32 && gaps>>(b-0x80)&1 != 0 {
			r = rune(b)
		}
		filled.WriteRune(r)
		decoded = decoded[size:]
	}
	return filled.String()
}

// appendDecoded appends what t decodes src to. It returns an error if t fails, or would go on without end.
func appendDecoded(dst []byte, t *encoding.Decoder, src []byte) ([]byte, error) {
	const room = 256 // for one call
	t.Reset()
	for p := new(progress); ; {
		dst = slices.Grow(dst, room)
		n := len(dst)
		nDst, nSrc, err := step(t, dst[n:n+room], src, true)
		dst, src = dst[:n+nDst], src[nSrc:]
		if err == nil && len(src) == 0 || err != nil && err != transform.ErrShortDst {
			return dst, err
		}
		if err = p.check(nDst, nSrc, err); err != nil {
			return dst, err
		}
	}
}

// replacement is U+FFFD, which stands for an error.
var replacement = []byte("\uFFFD")

// decodeSequence decodes the first sequence of src, which does not begin with ASCII, and returns its size.
//
// It implements a turn of https://encoding.spec.whatwg.org/#big5-decoder, of #euc-jp-decoder,
// #gb18030-decoder and #shift_jis-decoder. In all of them, an ASCII byte at the end of a sequence that stands
// for nothing is not part of it.
func (d *Decoder) decodeSequence(src []byte) (decoded []byte, size int) {
	size = d.sequenceSize(src)
	if size > len(src) {
		return replacement, len(src)
	}
	decoded = d.lookup(src[:size])
	switch {
	case decoded != nil:
		return decoded, size
	case size < 4 && src[size-1] < utf8.RuneSelf: // all sequences of four bytes end in ASCII
		return replacement, size - 1
	}
	return replacement, size
}

// sequenceSize returns the size in bytes of the sequence that src begins with. src does not begin with ASCII.
// The size may be more than src has.
func (d *Decoder) sequenceSize(src []byte) int {
	lead, isLead := src[0], false
	switch d.family {
	case gbFamily:
		return gbSequenceSize(src)
	case big5Family:
		isLead = isBetween(lead, 0x81, 0xFE)
	case shiftJISFamily:
		isLead = isBetween(lead, 0x81, 0x9F) || isBetween(lead, 0xE0, 0xFC)
	case eucJPFamily:
		if lead == 0x8F && len(src) > 1 && isBetween(src[1], 0xA1, 0xFE) {
			return 3
		}
		isLead = isBetween(lead, 0x8E, 0x8F) || isBetween(lead, 0xA1, 0xFE)
	}
	if isLead {
		return 2
	}
	return 1
}

func isBetween(b, first, last byte) bool { return first <= b && b <= last }

// lookup returns what a sequence stands for, or nil.
func (d *Decoder) lookup(sequence []byte) []byte {
	r := rune(-1)
	switch d.family {
	case gbFamily:
		r = decodeGB(sequence)
	case shiftJISFamily:
		r = decodeShiftJIS(sequence)
	}
	if r >= 0 {
		return utf8.AppendRune(d.out[:0], r)
	}
	d.decoder.Reset()
	n, _, err := step(d.decoder, d.out[:], sequence, true)
	if err != nil || n == 0 || bytes.HasPrefix(d.out[:n], replacement) {
		return nil
	}
	return d.out[:n]
}
