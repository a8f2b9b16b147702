package legacy

import (
	"bytes"
	"unicode/utf8"
)

// An iso2022JPState says what the bytes that follow mean.
// https://encoding.spec.whatwg.org/#iso-2022-jp-encoder-state
type iso2022JPState uint8

const (
	iso2022JPASCII iso2022JPState = iota
	iso2022JPRoman
	iso2022JPJIS0208
)

// iso2022JPEscapes holds the sequence that changes to each state.
var iso2022JPEscapes = [...]string{"\x1B(B", "\x1B(J", "\x1B$B"}

// encodeISO2022JP implements https://encoding.spec.whatwg.org/#iso-2022-jp-encoder, except for the end of
// the input. Its results are those of EncodeOrFail.
//
// The encoder of golang.org/x/text has no Roman state, so it only looks characters up. The three controls
// that could change the meaning of what follows fail, and are reported as U+FFFD. A failure in the Roman
// state does not return to ASCII: the bytes of a numeric reference mean the same there.
func (e *Encoder) encodeISO2022JP(r rune) (encoded []byte, failed rune) {
	switch encoded = e.encoded[:0]; {
	case r == '\u00A5': // ¥
		return append(e.enterISO2022JP(encoded, iso2022JPRoman), '\\'), Encodable
	case r == '\u203E': // ‾
		return append(e.enterISO2022JP(encoded, iso2022JPRoman), '~'), Encodable
	case r < utf8.RuneSelf:
		if e.state == iso2022JPJIS0208 || r == '\\' || r == '~' {
			encoded = e.enterISO2022JP(encoded, iso2022JPASCII)
		}
		if r == 0x0E || r == 0x0F || r == 0x1B {
			return encoded, utf8.RuneError
		}
		return append(encoded, byte(r)), Encodable
	}
	if pair := e.lookupJIS0208(r); pair != nil {
		return append(e.enterISO2022JP(encoded, iso2022JPJIS0208), pair...), Encodable
	}
	if e.state == iso2022JPJIS0208 {
		encoded = e.enterISO2022JP(encoded, iso2022JPASCII)
	}
	return encoded, r
}

// enterISO2022JP changes to the state and appends the escape sequence for it, if it is a change.
func (e *Encoder) enterISO2022JP(dst []byte, state iso2022JPState) []byte {
	if e.state == state {
		return dst
	}
	e.state = state
	return append(dst, iso2022JPEscapes[state]...)
}

// lookupJIS0208 returns the two bytes of r in JIS X 0208, or nil.
func (e *Encoder) lookupJIS0208(r rune) []byte {
	// The standard's index ISO-2022-JP katakana: U+FF61 to U+FF9F in full width.
	const katakana = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
	switch {
	case r == '\u2212': // −
		r = '\uFF0D'
	case r >= 0xFF61 && r <= 0xFF9F:
		r, _ = utf8.DecodeRuneInString(katakana[len("。")*int(r-0xFF61):])
	}
	pair, found := bytes.CutPrefix(e.lookup(r), []byte(iso2022JPEscapes[iso2022JPJIS0208]))
	if !found {
		return nil
	}
	return pair
}

// iso2022JPKatakana is a state that only the decoder has.
const iso2022JPKatakana = iso2022JPJIS0208 + 1

// decodeISO2022JP implements https://encoding.spec.whatwg.org/#iso-2022-jp-decoder.
func (d *Decoder) decodeISO2022JP(src []byte) {
	state, idle := iso2022JPASCII, false // idle: no character was read since the last escape sequence
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

// iso2022JPEscape returns the state to which an escape sequence at the beginning of src changes, and whether
// there is such a sequence.
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

// decodeISO2022JPSequence decodes the first one or two bytes of src, which are not an escape sequence, and
// returns how many.
func (d *Decoder) decodeISO2022JPSequence(src []byte, state iso2022JPState) (decoded []byte, size int) {
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

// decodeJIS0208 decodes the first two bytes of src in JIS X 0208. A second byte that makes an error is part
// of it, unless it may begin an escape sequence.
func (d *Decoder) decodeJIS0208(src []byte) (decoded []byte, size int) {
	if len(src) < 2 || src[1] == 0x1B {
		return replacement, 1
	}
	sequence := append([]byte(iso2022JPEscapes[iso2022JPJIS0208]), src[:2]...)
	if decoded = d.lookup(sequence); decoded == nil || !isBetween(src[1], 0x21, 0x7E) {
		return replacement, 2
	}
	return decoded, 2
}

// encodeEUCJP implements https://encoding.spec.whatwg.org/#euc-jp-encoder for all but ASCII. The standard
// does not write JIS X 0212, whose sequences begin with 0x8F.
func (e *Encoder) encodeEUCJP(r rune) []byte {
	b := e.encodeJIS(r)
	if b == nil || b[0] == 0x8F {
		return nil
	}
	return b
}

// encodeShiftJIS implements https://encoding.spec.whatwg.org/#shift_jis-encoder for all but ASCII.
//
// IBM's extensions of JIS X 0208 have two places, NEC's and IBM's own. golang.org/x/text writes NEC's, the
// standard IBM's. The order is the same in both, except that ten small Roman numerals and three signs are
// last in NEC's and first in IBM's.
func (e *Encoder) encodeShiftJIS(r rune) []byte {
	if r == 0x80 {
		return append(e.encoded[:0], 0x80)
	}
	b := e.encodeJIS(r)
	if len(b) != 2 || b[0] != 0xED && b[0] != 0xEE {
		return b
	}
	pointer := int(b[0]-0xC1)*188 + int(b[1]) - 0x40
	if b[1] > 0x7F {
		pointer--
	}
	switch {
	case pointer < 8634:
		pointer += 2472
	case pointer < 8644:
		pointer += 2082 // ⅰ to ⅹ
	default:
		pointer += 2092 // ￤ ＇ ＂
	}
	trail := pointer%188 + 0x40
	if trail >= 0x7F {
		trail++
	}
	return append(e.encoded[:0], byte(pointer/188+0xC1), byte(trail))
}

// encodeJIS does what the standard's encoders of EUC-JP and Shift_JIS have in common.
func (e *Encoder) encodeJIS(r rune) []byte {
	switch r {
	case '\u00A5': // ¥
		return append(e.encoded[:0], '\\')
	case '\u203E': // ‾
		return append(e.encoded[:0], '~')
	case '\u2212': // −
		return e.lookup('\uFF0D')
	}
	return e.lookup(r)
}

// decodeShiftJIS decodes a sequence in the rows of private use characters, which golang.org/x/text does not
// have. It returns -1 for the rest.
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
