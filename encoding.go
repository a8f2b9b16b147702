package url

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// PercentEncodeAfterEncoding returns s in the encoding enc, with each byte that is a code point of set
// percent-encoded, and U+0020 as "+" if spaceAsPlus. A nil enc is UTF-8, and so are UTF-16 and
// [encoding.Replacement], which no URL is written in. What is not UTF-8 in s counts as U+FFFD. A code
// point that enc does not have becomes "%26%23", its number and "%3B", whatever set holds.
//
// The encoding for a label is what htmlindex.Get of golang.org/x/text/encoding/htmlindex returns, or
// charset.Lookup of golang.org/x/net/html/charset. The result has the bytes of the Encoding Standard's
// encoder also where golang.org/x/text has others. An encoding that is not one of the standard's is used
// as it is: a rune that its Encoder fails for is one that it does not have.
//
// The error is nil for all encodings of the standard. For another it is an [*Error] if the Encoder stops
// and its error is not about the next rune: it asks for ever more room or input, takes and writes
// nothing, or fails at the end.
//
// It implements https://url.spec.whatwg.org/#string-percent-encode-after-encoding.
func PercentEncodeAfterEncoding(enc encoding.Encoding, s string, set PercentEncodeSet, spaceAsPlus bool) (string, error) {
	dst, err := appendPercentEncodedAfterEncoding(make([]byte, 0, len(s)+16), enc, s, set, spaceAsPlus)
	if err != nil {
		return "", err
	}
	return string(dst), nil
}

// appendPercentEncodedAfterEncoding appends what [PercentEncodeAfterEncoding] returns to dst. Its error
// is an *Error, whose offset is one into s.
func appendPercentEncodedAfterEncoding(dst []byte, enc encoding.Encoding, s string, set PercentEncodeSet, spaceAsPlus bool) ([]byte, error) {
	e := newLegacyEncoder(enc)
	if e == nil {
		return appendUTF8PercentEncoded(dst, s, set, spaceAsPlus), nil
	}
	src := []byte(toScalarValues(s))
	for pos := 0; pos < len(src); {
		encoded, size, failed, err := e.encodeOrFail(src[pos:])
		pos += size
		if err != nil {
			return dst, &Error{Op: "percent-encode", URL: s, Offset: scalarValueOffset(s, pos), Err: err}
		}
		dst = appendPercentEncodedBytes(dst, encoded, set, spaceAsPlus)
		if failed != encodable {
			dst = append(strconv.AppendInt(append(dst, "%26%23"...), int64(failed), 10), "%3B"...)
		}
	}
	encoded, err := e.finish()
	if err != nil {
		return dst, &Error{Op: "percent-encode", URL: s, Offset: len(s), Err: err}
	}
	return appendPercentEncodedBytes(dst, encoded, set, spaceAsPlus), nil
}

// appendUTF8PercentEncoded appends the UTF-8 percent-encoding of s to dst. A space is not part of an
// invalid UTF-8 sequence, so that cutting s at spaces changes nothing else.
func appendUTF8PercentEncoded(dst []byte, s string, set PercentEncodeSet, spaceAsPlus bool) []byte {
	for spaceAsPlus {
		before, after, found := strings.Cut(s, " ")
		if !found {
			break
		}
		dst = append(appendPercentEncoded(dst, before, set), '+')
		s = after
	}
	return appendPercentEncoded(dst, s, set)
}

// appendPercentEncodedBytes appends the bytes of encoded to dst, percent-encoding those of set.
func appendPercentEncodedBytes(dst, encoded []byte, set PercentEncodeSet, spaceAsPlus bool) []byte {
	for _, b := range encoded {
		switch {
		case spaceAsPlus && b == ' ':
			dst = append(dst, '+')
		case encodeSets[b]&set != 0:
			dst = appendPercentEncodedByte(dst, b)
		default:
			dst = append(dst, b)
		}
	}
	return dst
}

// scalarValueOffset returns the offset in s of what is at offset i of toScalarValues(s).
func scalarValueOffset(s string, i int) int {
	offset := 0
	for i > 0 && offset < len(s) {
		r, size := decodeScalarValue(s[offset:])
		offset += size
		i -= utf8.RuneLen(r)
	}
	return offset
}

// encoderFamily says in which way an encoder of golang.org/x/text differs from the standard's.
type encoderFamily uint8

const (
	otherFamily encoderFamily = iota // not at all, except for C1 controls; or it is not one of the standard's
	unicodeFamily
	big5Family
	eucJPFamily
	gbFamily // GBK and gb18030
	iso2022JPFamily
	shiftJISFamily
)

// familyOf returns the family of the encoding that writes U+4E00 (一), which all of them have and write
// differently, as sample.
//
// Recognizing an encoding by what it does, and not by comparing it to the variables of the packages that
// define them, keeps half a megabyte of tables out of programs that do not use them, and sees through
// wrappers.
func familyOf(sample []byte) encoderFamily {
	switch string(sample) {
	case "一", "\uFEFF一", "\x4E\x00", "\x00\x4E", "\xFE\xFF\x4E\x00", "\xFF\xFE\x00\x4E":
		return unicodeFamily
	case "\xA4\x40":
		return big5Family
	case "\xB0\xEC":
		return eucJPFamily
	case "\xD2\xBB":
		return gbFamily
	case "\x1B$B\x30\x6C":
		return iso2022JPFamily
	case "\x88\xEA":
		return shiftJISFamily
	}
	return otherFamily
}

// A legacyEncoder turns an encoder of golang.org/x/text into the standard's, for one string.
type legacyEncoder struct {
	encoding encoding.Encoding
	encoder  *encoding.Encoder
	family   encoderFamily
	state    iso2022JPState

	c1Gaps      uint32 // otherFamily: bit i is set if a C1 control U+0080+i is the byte 0x80+i
	c1GapsKnown bool

	in      [utf8.UTFMax]byte // buffers of what goes into encoder, what comes out, and what is made of it
	out     [64]byte
	encoded [8]byte
}

// newLegacyEncoder returns a legacyEncoder, or nil if the output encoding of enc is UTF-8.
func newLegacyEncoder(enc encoding.Encoding) *legacyEncoder {
	if enc == nil {
		return nil
	}
	if named, ok := enc.(interface{ String() string }); ok && named.String() == "UTF-8" {
		return nil // as the sample would say, but this does not allocate
	}
	e := &legacyEncoder{encoding: enc, encoder: enc.NewEncoder()}
	n, _, _ := e.encoder.Transform(e.out[:], append(e.in[:0], "一"...), false)
	if e.family = familyOf(e.out[:n]); e.family == unicodeFamily {
		return nil
	}
	e.encoder.Reset()
	return e
}

// encodable is the outcome of encodeOrFail where the encoding has the code point.
const encodable rune = -1

// encodeOrFail encodes the first scalar value of src, which is UTF-8 and not empty. It returns the
// bytes, which are valid until the next call; how many bytes of src that was; and, unless it is
// encodable, the code point to report as one that the encoding does not have.
//
// It implements one turn of https://encoding.spec.whatwg.org/#encode-or-fail.
func (e *legacyEncoder) encodeOrFail(src []byte) (encoded []byte, size int, failed rune, err error) {
	r, size := utf8.DecodeRune(src)
	switch e.family {
	case otherFamily:
		return e.encodeOther(src)
	case iso2022JPFamily:
		encoded, failed = e.encodeISO2022JP(r)
		return encoded, size, failed, nil
	}
	if r < utf8.RuneSelf {
		return src[:1], 1, encodable, nil
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
	return encoded, size, encodable, nil
}

// lookup returns what the encoder of golang.org/x/text writes for r in its initial state, or nil.
func (e *legacyEncoder) lookup(r rune) []byte {
	e.encoder.Reset()
	n, _, err := e.encoder.Transform(e.out[:], utf8.AppendRune(e.in[:0], r), false)
	if err != nil || n == 0 || isNumericReference(e.out[:n], r) {
		return nil
	}
	return e.out[:n]
}

// isNumericReference reports whether an encoder wrote b for r because it is one of
// [encoding.HTMLEscapeUnsupported], which never fails. No encoding has such bytes for a single rune.
func isNumericReference(b []byte, r rune) bool {
	if r < utf8.RuneSelf || b[0] != '&' {
		return false
	}
	var reference [12]byte
	return bytes.Equal(b, append(strconv.AppendInt(append(reference[:0], "&#"...), int64(r), 10), ';'))
}

// bytesOf returns the two bytes of b.
func (e *legacyEncoder) bytesOf(b uint16) []byte {
	return append(e.encoded[:0], byte(b>>8), byte(b))
}

// encodeBig5 implements https://encoding.spec.whatwg.org/#big5-encoder for all but ASCII.
//
// The standard does not write the Hong Kong extensions in front of the lead byte 0xA1, and prefers the
// first of several places, but for six characters.
func (e *legacyEncoder) encodeBig5(r rune) []byte {
	for _, first := range big5FirstPlaces {
		if rune(first.r) >= r {
			if rune(first.r) == r {
				return e.bytesOf(first.bytes)
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

// encodeGB implements https://encoding.spec.whatwg.org/#gb18030-encoder for all but ASCII, and the GBK
// encoder too: of the differences only U+E7C7 depends on which of the two it is.
//
// The tables of golang.org/x/text know neither the private use characters that have two bytes in the
// standard nor the assignments of the 2005 and 2022 revisions, and put U+E7C7 elsewhere.
func (e *legacyEncoder) encodeGB(r rune) []byte {
	const userDefined = 0xE000 // three blocks of rows, in the order of their code points
	switch i := r - userDefined; {
	case r == 0xE5E5:
		return nil // its place decodes to U+3000
	case i < 0:
	case i < 6*94:
		return append(e.encoded[:0], byte(0xAA+i/94), byte(0xA1+i%94))
	case i < (6+7)*94:
		i -= 6 * 94
		return append(e.encoded[:0], byte(0xF8+i/94), byte(0xA1+i%94))
	case i < (6+7)*94+7*96:
		i -= (6 + 7) * 94
		return append(e.encoded[:0], byte(0xA1+i/96), byte(0x40+i%96+i%96/0x3F)) // no byte is 0x7F
	}
	for _, run := range gbRuns {
		if rune(run.last) >= r {
			if rune(run.first) <= r {
				return e.bytesOf(run.bytes + uint16(r) - run.first)
			}
			break
		}
	}
	b := e.lookup(r)
	if r == 0xE7C7 && b != nil {
		return append(e.encoded[:0], 0x81, 0x35, 0xF4, 0x37)
	}
	return b
}

// gbRuns holds runs of characters that golang.org/x/text does not have in the two bytes of the standard,
// and the bytes of the first of each.
var gbRuns = [...]struct{ first, last, bytes uint16 }{
	{0x1E3F, 0x1E3F, 0xA8BC},
	{0x9FB4, 0x9FB4, 0xFE59}, {0x9FB5, 0x9FB5, 0xFE61}, {0x9FB6, 0x9FB7, 0xFE66}, {0x9FB8, 0x9FB8, 0xFE6D},
	{0x9FB9, 0x9FB9, 0xFE7E}, {0x9FBA, 0x9FBA, 0xFE90}, {0x9FBB, 0x9FBB, 0xFEA0},
	{0xE766, 0xE76B, 0xA2AB}, {0xE76D, 0xE76D, 0xA2E4}, {0xE76E, 0xE76F, 0xA2EF}, {0xE770, 0xE771, 0xA2FD},
	{0xE772, 0xE77C, 0xA4F4}, {0xE77D, 0xE784, 0xA5F7}, {0xE785, 0xE78C, 0xA6B9}, {0xE78D, 0xE793, 0xA6D9},
	{0xE794, 0xE795, 0xA6EC}, {0xE796, 0xE796, 0xA6F3}, {0xE797, 0xE79F, 0xA6F6}, {0xE7A0, 0xE7AE, 0xA7C2},
	{0xE7AF, 0xE7BB, 0xA7F2}, {0xE7BC, 0xE7C6, 0xA896}, {0xE7C9, 0xE7CC, 0xA8C1}, {0xE7CD, 0xE7E1, 0xA8EA},
	{0xE7E2, 0xE7E2, 0xA958}, {0xE7E3, 0xE7E3, 0xA95B}, {0xE7E4, 0xE7E6, 0xA95D}, {0xE7F4, 0xE800, 0xA997},
	{0xE801, 0xE80F, 0xA9F0}, {0xE810, 0xE814, 0xD7FA}, {0xE816, 0xE818, 0xFE51}, {0xE81E, 0xE81E, 0xFE59},
	{0xE826, 0xE826, 0xFE61}, {0xE82B, 0xE82C, 0xFE66}, {0xE831, 0xE832, 0xFE6C}, {0xE83B, 0xE83B, 0xFE76},
	{0xE843, 0xE843, 0xFE7E}, {0xE854, 0xE855, 0xFE90}, {0xE864, 0xE864, 0xFEA0},
	{0xFE10, 0xFE10, 0xA6D9}, {0xFE11, 0xFE11, 0xA6DB}, {0xFE12, 0xFE12, 0xA6DA}, {0xFE13, 0xFE16, 0xA6DC},
	{0xFE17, 0xFE18, 0xA6EC}, {0xFE19, 0xFE19, 0xA6F3},
}

// encodeEUCJP implements https://encoding.spec.whatwg.org/#euc-jp-encoder for all but ASCII. The
// standard does not write JIS X 0212, which 0x8F announces.
func (e *legacyEncoder) encodeEUCJP(r rune) []byte {
	b := e.encodeJIS(r)
	if b == nil || b[0] == 0x8F {
		return nil
	}
	return b
}

// encodeShiftJIS implements https://encoding.spec.whatwg.org/#shift_jis-encoder for all but ASCII.
//
// IBM's extensions of JIS X 0208 stand a second time among those of NEC. That is where golang.org/x/text
// writes them, but the standard in IBM's own place. The order is the same in both, except that the
// ten small Roman numerals and three more signs are last in the one and first in the other.
func (e *legacyEncoder) encodeShiftJIS(r rune) []byte {
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

// encodeJIS is what the EUC-JP and Shift_JIS encoders of the standard have in common beyond lookup.
func (e *legacyEncoder) encodeJIS(r rune) []byte {
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

// iso2022JPState is what the bytes from here on mean. https://encoding.spec.whatwg.org/#iso-2022-jp-encoder-state
type iso2022JPState uint8

const (
	iso2022JPASCII iso2022JPState = iota
	iso2022JPRoman
	iso2022JPJIS0208
)

// iso2022JPEscapes holds the sequence that changes to each state.
var iso2022JPEscapes = [...]string{"\x1B(B", "\x1B(J", "\x1B$B"}

// encodeISO2022JP implements https://encoding.spec.whatwg.org/#iso-2022-jp-encoder, except for the end of
// the input. Its results are those of encodeOrFail.
//
// The states are this package's, since golang.org/x/text has no Roman state; the encoder only serves to
// look characters up. The three controls that could change the meaning of what follows fail, and are
// reported as U+FFFD. A failure in the Roman state does not return to ASCII: the numeric reference has no
// byte that means something else there.
func (e *legacyEncoder) encodeISO2022JP(r rune) (encoded []byte, failed rune) {
	switch encoded = e.encoded[:0]; {
	case r == '\u00A5': // ¥
		return append(e.enterISO2022JP(encoded, iso2022JPRoman), '\\'), encodable
	case r == '\u203E': // ‾
		return append(e.enterISO2022JP(encoded, iso2022JPRoman), '~'), encodable
	case r < utf8.RuneSelf:
		if e.state == iso2022JPJIS0208 || r == '\\' || r == '~' {
			encoded = e.enterISO2022JP(encoded, iso2022JPASCII)
		}
		if r == 0x0E || r == 0x0F || r == 0x1B {
			return encoded, utf8.RuneError
		}
		return append(encoded, byte(r)), encodable
	}
	if pair := e.lookupJIS0208(r); pair != nil {
		return append(e.enterISO2022JP(encoded, iso2022JPJIS0208), pair...), encodable
	}
	if e.state == iso2022JPJIS0208 {
		encoded = e.enterISO2022JP(encoded, iso2022JPASCII)
	}
	return encoded, r
}

// enterISO2022JP changes to the state and appends the escape sequence for it, if there is need.
func (e *legacyEncoder) enterISO2022JP(dst []byte, state iso2022JPState) []byte {
	if e.state == state {
		return dst
	}
	e.state = state
	return append(dst, iso2022JPEscapes[state]...)
}

// lookupJIS0208 returns the two bytes of r in JIS X 0208, or nil.
func (e *legacyEncoder) lookupJIS0208(r rune) []byte {
	// The standard's index ISO-2022-JP katakana: what U+FF61 to U+FF9F are in full width.
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

// encodeOther encodes with an encoder that needs no correction but for C1 controls, or of which this
// package knows nothing. Its results are those of encodeOrFail, except that it may take more of src.
func (e *legacyEncoder) encodeOther(src []byte) (encoded []byte, size int, failed rune, err error) {
	failed, size = utf8.DecodeRune(src)
	window := src[:size]
	nDst, nSrc, err := e.encoder.Transform(e.out[:], window, false)
	if err == transform.ErrShortSrc && nDst == 0 && nSrc == 0 {
		// It looks ahead. It stops where e.out is full, so that all its calls together are linear.
		window = src
		nDst, nSrc, err = e.encoder.Transform(e.out[:], window, true)
	}
	encoded = e.out[:nDst]
	switch {
	case nDst > 0 && nSrc == size && isNumericReference(encoded, failed):
		encoded = nil
	case err == nil || err == transform.ErrShortDst || err == transform.ErrShortSrc:
		if nDst == 0 && nSrc == 0 {
			return nil, 0, encodable, noProgress(err)
		}
		return encoded, nSrc, encodable, nil
	case nSrc == len(window):
		return nil, nSrc, encodable, err
	default: // by the contract of encoding.Encoder, what is next has no bytes
		failed, size = utf8.DecodeRune(window[nSrc:])
		size += nSrc
	}
	if e.isC1Gap(failed) {
		return append(encoded, byte(failed)), size, encodable, nil
	}
	return encoded, size, failed, nil
}

// noProgress returns the error of an encoder that took and wrote nothing.
func noProgress(err error) error {
	if err == nil {
		return io.ErrNoProgress
	}
	return err
}

// isC1Gap reports whether r is a C1 control and e is a single-byte encoding in which no other character
// is the byte with its number. The indexes of the standard fill such gaps with the controls; those of
// golang.org/x/text leave them empty.
func (e *legacyEncoder) isC1Gap(r rune) bool {
	if r < 0x80 || r > 0x9F {
		return false
	}
	if !e.c1GapsKnown {
		e.c1Gaps, e.c1GapsKnown = c1Gaps(e.encoding), true
	}
	return e.c1Gaps>>(r-0x80)&1 != 0
}

// c1Gaps returns a bit for each of the bytes 0x80 to 0x9F, set if it stands for nothing in the
// single-byte encoding enc. It returns 0 for an encoding that has pairs of bytes, or ASCII only.
func c1Gaps(enc encoding.Encoding) (gaps uint32) {
	var high [128]byte
	for i := range high {
		high[i] = byte(0x80 + i)
	}
	decoded, err := enc.NewDecoder().Bytes(high[:])
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

// finish returns the bytes that end the output.
func (e *legacyEncoder) finish() ([]byte, error) {
	if e.family != otherFamily {
		return e.enterISO2022JP(e.encoded[:0], iso2022JPASCII), nil // the state of all others is always ASCII
	}
	n, _, err := e.encoder.Transform(e.out[:], nil, true)
	return e.out[:n], err
}
