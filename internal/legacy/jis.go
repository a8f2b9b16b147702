package legacy

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
