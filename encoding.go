package url

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/weburl-go/url/internal/legacy"
)

// PercentEncodeAfterEncoding encodes s in the encoding enc, and percent-encodes each byte of the result that
// is a code point of set. If spaceAsPlus is set, U+0020 becomes "+". A code point that enc does not have
// becomes its number between "%26%23" and "%3B", whatever set holds. What is not UTF-8 in s counts as U+FFFD.
//
// A nil enc is UTF-8. UTF-16 and [encoding.Replacement] count as UTF-8, too, since no URL is written in them.
// To get the encoding for a label, use htmlindex.Get of golang.org/x/text/encoding/htmlindex or
// charset.Lookup of golang.org/x/net/html/charset. The bytes are those of the Encoding Standard's encoder,
// also where golang.org/x/text differs from it. An encoding beyond the standard is used as it is: it does not
// have the runes for which its Encoder fails.
//
// The error is nil for all encodings of the standard. It is an [*Error], with an offset in bytes of s, if enc
// has no Encoder, or has one that is broken: it asks for more room or input without end, makes no progress,
// or fails at the end of s.
//
// It implements https://url.spec.whatwg.org/#string-percent-encode-after-encoding.
func PercentEncodeAfterEncoding(enc encoding.Encoding, s string, set PercentEncodeSet, spaceAsPlus bool) (string, error) {
	dst, err := appendPercentEncodedAfterEncoding(make([]byte, 0, len(s)+16), enc, s, set, spaceAsPlus)
	if err != nil {
		return "", err
	}
	return string(dst), nil
}

// appendPercentEncodedAfterEncoding appends the result of [PercentEncodeAfterEncoding] to dst.
func appendPercentEncodedAfterEncoding(dst []byte, enc encoding.Encoding, s string, set PercentEncodeSet, spaceAsPlus bool) ([]byte, error) {
	fail := func(offset int, err error) ([]byte, error) {
		return dst, &Error{Op: "percent-encode", URL: s, Offset: offset, Err: err}
	}
	e, err := legacy.NewEncoder(enc)
	switch {
	case err != nil:
		return fail(0, err)
	case e == nil:
		return appendUTF8PercentEncoded(dst, s, set, spaceAsPlus), nil
	}
	src := []byte(toScalarValues(s))
	for pos := 0; pos < len(src); {
		encoded, size, failed, err := e.EncodeOrFail(src[pos:])
		pos += size
		if err != nil {
			return fail(scalarValueOffset(s, pos), err)
		}
		dst = appendPercentEncodedBytes(dst, encoded, set, spaceAsPlus)
		if failed != legacy.Encodable {
			dst = append(strconv.AppendInt(append(dst, "%26%23"...), int64(failed), 10), "%3B"...)
		}
	}
	encoded, err := e.Finish()
	if err != nil {
		return fail(len(s), err)
	}
	return appendPercentEncodedBytes(dst, encoded, set, spaceAsPlus), nil
}

// appendUTF8PercentEncoded appends the UTF-8 percent-encoding of s to dst. It may cut s at spaces, since a
// space is never part of an invalid UTF-8 sequence.
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

// scalarValueOffset returns the offset in s that stands for the offset i in toScalarValues(s).
func scalarValueOffset(s string, i int) int {
	offset := 0
	for i > 0 && offset < len(s) {
		r, size := decodeScalarValue(s[offset:])
		offset += size
		i -= utf8.RuneLen(r)
	}
	return offset
}
