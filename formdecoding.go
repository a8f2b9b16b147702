package url

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// A legacyDecoder turns a decoder of golang.org/x/text into the Encoding Standard's. It takes the bytes apart
// as the standard does, and has the decoder look up what each sequence stands for.
//
// They differ in which bytes belong to a sequence that stands for nothing (in the standard never an ASCII
// byte at its end), and in what encoding.go corrects for writing. Two differences remain: GBK's decoder does
// not know the sequences of four bytes, which its encoder never writes, and UTF-16 that breaks off within a
// surrogate pair and within a code unit ends in two U+FFFD.
type legacyDecoder struct {
	decoder *encoding.Decoder
	family  encoderFamily
	c1Gaps  uint32

	src []byte   // the bytes of a name or value, which are reused for the next
	dst []byte   // what they stand for
	out [16]byte // what decoder makes of one sequence
}

func newLegacyDecoder(enc encoding.Encoding) *legacyDecoder {
	d := &legacyDecoder{decoder: enc.NewDecoder()}
	if e := newLegacyEncoder(enc); e != nil {
		d.family = e.family
	}
	if d.family == otherFamily {
		d.c1Gaps = c1Gaps(enc)
	}
	return d
}

// decode decodes src. The error is one of a decoder that is none of the standard's.
//
// It implements https://encoding.spec.whatwg.org/#decode for an I/O queue without a byte order mark.
func (d *legacyDecoder) decode(src []byte) (string, error) {
	d.dst = d.dst[:0]
	switch d.family {
	case otherFamily:
		if len(src) == 0 {
			return "", nil // which the decoder of encoding.Replacement takes for an error
		}
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

// decodeOther decodes with a decoder that needs no correction but for C1 controls, or of which this package
// knows nothing.
func (d *legacyDecoder) decodeOther(src []byte) (string, error) {
	decoded, err := d.decoder.Bytes(src)
	if err != nil || d.c1Gaps == 0 {
		return string(decoded), err
	}
	for _, b := range src { // each of which is one character
		r, size := utf8.DecodeRune(decoded)
		if b-0x80 < 32 && d.c1Gaps>>(b-0x80)&1 != 0 {
			r = rune(b)
		}
		d.dst, decoded = utf8.AppendRune(d.dst, r), decoded[size:]
	}
	return string(d.dst), nil
}

// replacement is U+FFFD, which stands for an error.
var replacement = []byte("\uFFFD")

// decodeSequence decodes the first sequence of src, which does not begin with ASCII, and returns its size.
//
// It implements a turn of https://encoding.spec.whatwg.org/#big5-decoder, of #euc-jp-decoder,
// #gb18030-decoder and #shift_jis-decoder. They have in common that an ASCII byte that ends a sequence
// without making it one with a meaning is not part of it.
func (d *legacyDecoder) decodeSequence(src []byte) (decoded []byte, size int) {
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

// sequenceSize returns how many bytes the sequence has that src, which does not begin with ASCII, begins
// with. It may be more than src has.
func (d *legacyDecoder) sequenceSize(src []byte) int {
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

// gbSequenceSize is sequenceSize for GBK and gb18030. Where a sequence of four bytes breaks off, its lead is
// alone.
func gbSequenceSize(src []byte) int {
	switch {
	case !isBetween(src[0], 0x81, 0xFE):
		return 1
	case len(src) < 2 || !isBetween(src[1], '0', '9'):
		return 2
	case len(src) > 2 && !isBetween(src[2], 0x81, 0xFE), len(src) > 3 && !isBetween(src[3], '0', '9'):
		return 1
	}
	return 4
}

func isBetween(b, first, last byte) bool { return first <= b && b <= last }

// lookup returns what a sequence stands for, or nil.
func (d *legacyDecoder) lookup(sequence []byte) []byte {
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
	n, _, err := d.decoder.Transform(d.out[:], sequence, true)
	if err != nil || n == 0 || bytes.HasPrefix(d.out[:n], replacement) {
		return nil
	}
	return d.out[:n]
}

// decodeGB returns what a sequence of gb18030 or GBK stands for where golang.org/x/text differs from the
// standard, or -1. See encodeGB.
func decodeGB(sequence []byte) rune {
	const userDefined = 0xE000
	switch string(sequence) {
	case "\x81\x35\xF4\x37":
		return 0xE7C7
	case "\xA3\xA0":
		return 0x3000
	}
	if len(sequence) != 2 {
		return -1
	}
	lead, trail := sequence[0], sequence[1]
	switch {
	case isBetween(lead, 0xAA, 0xAF) && isBetween(trail, 0xA1, 0xFE):
		return userDefined + rune(lead-0xAA)*94 + rune(trail-0xA1)
	case isBetween(lead, 0xF8, 0xFE) && isBetween(trail, 0xA1, 0xFE):
		return userDefined + rune(6+lead-0xF8)*94 + rune(trail-0xA1)
	case isBetween(lead, 0xA1, 0xA7) && isBetween(trail, 0x40, 0xA0) && trail != 0x7F:
		i := rune(trail - 0x40)
		if trail > 0x7F {
			i--
		}
		return userDefined + (6+7)*94 + rune(lead-0xA1)*96 + i
	}
	return decodeGBRun(uint16(lead)<<8 | uint16(trail))
}

// decodeGBRun returns what two bytes stand for by gbRuns, or -1. Characters of private use that are written
// in the same place as one of Unicode are not what is read there.
func decodeGBRun(b uint16) (r rune) {
	r = -1
	for _, run := range gbRuns {
		if b-run.bytes > run.last-run.first {
			continue
		}
		if found := rune(run.first + b - run.bytes); r < 0 || found < 0xE000 || found > 0xF8FF {
			r = found
		}
	}
	return r
}

// decodeShiftJIS returns what a sequence of Shift_JIS stands for where golang.org/x/text differs from the
// standard, or -1: in the rows of characters of private use.
func decodeShiftJIS(sequence []byte) rune {
	if len(sequence) != 2 || !isBetween(sequence[0], 0xF0, 0xF9) {
		return -1
	}
	row, trail := 188*rune(sequence[0]-0xF0), rune(sequence[1])
	switch {
	case isBetween(sequence[1], 0x40, 0x7E):
		return 0xE000 + row + trail - 0x40
	case isBetween(sequence[1], 0x80, 0xFC):
		return 0xE000 + row + trail - 0x41
	}
	return -1
}

// iso2022JPKatakana is a state in which the standard reads but never writes.
const iso2022JPKatakana = iso2022JPJIS0208 + 1

// decodeISO2022JP implements https://encoding.spec.whatwg.org/#iso-2022-jp-decoder.
func (d *legacyDecoder) decodeISO2022JP(src []byte) {
	state, idle := iso2022JPASCII, false // idle: nothing was read since the last escape sequence
	for len(src) > 0 {
		if next, ok := iso2022JPEscape(src); ok {
			if idle {
				d.dst = append(d.dst, replacement...)
			}
			state, idle, src = next, true, src[3:]
			continue
		}
		decoded, size := d.decodeISO2022JPSequence(src, state)
		d.dst, src, idle = append(d.dst, decoded...), src[size:], false
	}
}

// iso2022JPEscape returns the state that an escape sequence at the beginning of src changes to, and whether
// there is one.
func iso2022JPEscape(src []byte) (state iso2022JPState, ok bool) {
	if len(src) < 3 {
		return 0, false
	}
	switch string(src[:3]) {
	case "\x1B(B":
		return iso2022JPASCII, true
	case "\x1B(J":
		return iso2022JPRoman, true
	case "\x1B(I":
		return iso2022JPKatakana, true
	case "\x1B$@", "\x1B$B":
		return iso2022JPJIS0208, true
	}
	return 0, false
}

// decodeISO2022JPSequence decodes the first byte of src, or two, which is not an escape sequence.
func (d *legacyDecoder) decodeISO2022JPSequence(src []byte, state iso2022JPState) (decoded []byte, size int) {
	b := src[0]
	switch {
	case state == iso2022JPJIS0208 && isBetween(b, 0x21, 0x7E):
		return d.decodeJIS0208(src)
	case state == iso2022JPKatakana && isBetween(b, 0x21, 0x5F):
		return utf8.AppendRune(d.out[:0], 0xFF61-0x21+rune(b)), 1
	case state == iso2022JPRoman && b == '\\':
		return append(d.out[:0], "¥"...), 1
	case state == iso2022JPRoman && b == '~':
		return append(d.out[:0], "‾"...), 1
	case state <= iso2022JPRoman && b < utf8.RuneSelf && b != 0x0E && b != 0x0F && b != 0x1B:
		return src[:1], 1
	}
	return replacement, 1
}

// decodeJIS0208 decodes the first two bytes of src in JIS X 0208. Any byte but one that may begin an escape
// sequence is part of the error that it makes.
func (d *legacyDecoder) decodeJIS0208(src []byte) (decoded []byte, size int) {
	if len(src) < 2 || src[1] == 0x1B {
		return replacement, 1
	}
	sequence := append([]byte(iso2022JPEscapes[iso2022JPJIS0208]), src[:2]...)
	if decoded = d.lookup(sequence); decoded == nil || !isBetween(src[1], 0x21, 0x7E) {
		return replacement, 2
	}
	return decoded, 2
}
