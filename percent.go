package url

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/legacy"
)

// PercentEncodeSet is a set of code points to percent-encode. It is one of the standard's sets, or a union of several,
// combined with "|". The zero PercentEncodeSet is empty. https://url.spec.whatwg.org/#percent-encode-set
//
// Every set in the standard contains the C0 controls and all code points above U+007E (~).
type PercentEncodeSet uint32

// The standard's percent-encode sets.
const (
	C0ControlPercentEncodeSet      PercentEncodeSet = infra.C0ControlSet      // C0 controls and above U+007E
	FragmentPercentEncodeSet       PercentEncodeSet = infra.FragmentSet       // the C0 control set and space " < > `
	QueryPercentEncodeSet          PercentEncodeSet = infra.QuerySet          // the C0 control set and space " # < >
	SpecialQueryPercentEncodeSet   PercentEncodeSet = infra.SpecialQuerySet   // the query set and '
	PathPercentEncodeSet           PercentEncodeSet = infra.PathSet           // the query set and ? ^ ` { }
	UserinfoPercentEncodeSet       PercentEncodeSet = infra.UserinfoSet       // the path set and / : ; = @ [ \ ] |
	ComponentPercentEncodeSet      PercentEncodeSet = infra.ComponentSet      // the userinfo set and $ % & + ,
	FormURLEncodedPercentEncodeSet PercentEncodeSet = infra.FormURLEncodedSet // the component set and ! ' ( ) ~
)

// RFC3986PercentEncodeSet contains everything but the unreserved characters of RFC 3986: letters, digits, "-", ".", "_"
// and "~". It is not one of the standard's sets. Use it for AWS Signature Version 4, OAuth 1.0, and the simple
// expansion of URI templates. https://www.rfc-editor.org/rfc/rfc3986#section-2.3
const RFC3986PercentEncodeSet PercentEncodeSet = infra.NextSet

// Sets for what becomes a component from other text than a URL. They contain what a parser would read otherwise ("C|" is
// a drive, "\" a "/") and what is not a URL unit (https://url.spec.whatwg.org/#url-units).
const (
	elementPercentEncodeSet        PercentEncodeSet = infra.NextSet << (1 + iota) // the path set and [ \ ] |
	segmentPercentEncodeSet                                                       // the element set and % /
	userDataPercentEncodeSet                                                      // the userinfo set and %
	netURLPercentEncodeSet                                                        // " # < > \ ^ ` { | } and space: net/url has them in no path or fragment
	fragmentDataPercentEncodeSet                                                  // the fragment set and # % [ \ ] ^ { | }
	opaquePathDataPercentEncodeSet                                                // the fragment data set and ?
)

// encodeSets says for each byte which sets contain it. Everything that the package knows about percent-encoding is
// derived from it.
var encodeSets = func() (sets [256]PercentEncodeSet) {
	const query, path, userinfo, component = ` "#<>`, "?^`{}", `/:;=@[\]|`, "$%&+,"
	const fragmentData = " \"<>`" + `#%[\]^{|}`
	for b := range sets {
		if b < 0x20 || b > '~' {
			sets[b] = ^PercentEncodeSet(0)
		}
	}
	for _, printable := range [...]struct {
		set   PercentEncodeSet
		chars string
	}{
		{FragmentPercentEncodeSet, " \"<>`"},
		{QueryPercentEncodeSet, query},
		{SpecialQueryPercentEncodeSet, query + "'"},
		{PathPercentEncodeSet, query + path},
		{UserinfoPercentEncodeSet, query + path + userinfo},
		{ComponentPercentEncodeSet, query + path + userinfo + component},
		{FormURLEncodedPercentEncodeSet, query + path + userinfo + component + "!'()~"},
		{RFC3986PercentEncodeSet, query + path + userinfo + component + "!'()*"},
		{elementPercentEncodeSet, query + path + `[\]|`},
		{segmentPercentEncodeSet, query + path + `[\]|%/`},
		{userDataPercentEncodeSet, query + path + userinfo + "%"},
		{netURLPercentEncodeSet, query + "\\^`{|}"},
		{fragmentDataPercentEncodeSet, fragmentData},
		{opaquePathDataPercentEncodeSet, fragmentData + "?"},
	} {
		for i := range len(printable.chars) {
			sets[printable.chars[i]] |= printable.set
		}
	}
	return sets
}()

// Contains reports whether the code point r is in the set.
func (set PercentEncodeSet) Contains(r rune) bool {
	return set != 0 && (uint32(r) > '~' || encodeSets[r]&set != 0)
}

// scratchSize is the length up to which writing a URL allocates only the result.
const scratchSize = 256

// PercentEncode returns s with each code point in set replaced by the percent-encoding of its UTF-8 bytes. It also
// percent-encodes bytes that are not valid UTF-8, unless set is empty.
// https://url.spec.whatwg.org/#string-utf-8-percent-encode
func PercentEncode(s string, set PercentEncodeSet) string {
	n := percentEncodedLen(s, set)
	if n == len(s) {
		return s
	}
	var short [scratchSize]byte
	dst := short[:0]
	if n > len(short) {
		dst = make([]byte, 0, n)
	}
	return string(appendPercentEncoded(dst, s, set, false))
}

// percentEncodedLen returns the length of s after percent-encoding with set.
func percentEncodedLen(s string, set PercentEncodeSet) int {
	n := len(s)
	for i := range len(s) {
		if encodeSets[s[i]]&set != 0 {
			n += len("%41") - 1
		}
	}
	return n
}

// appendPercentEncoded appends s to dst and percent-encodes each byte of set. If spaceAsPlus is true, U+0020 becomes "+".
// To encode as the standard does, s must consist of scalar values.
func appendPercentEncoded(dst []byte, s string, set PercentEncodeSet, spaceAsPlus bool) []byte {
	return appendPercentEncodedBytes(dst, []byte(s), set, spaceAsPlus) // the compiler does not copy s
}

// appendPercentEncodedBytes is appendPercentEncoded for bytes.
func appendPercentEncodedBytes(dst, s []byte, set PercentEncodeSet, spaceAsPlus bool) []byte {
	for i := 0; i < len(s); {
		plain := i
		for i < len(s) && encodeSets[s[i]]&set == 0 && !(spaceAsPlus && s[i] == ' ') {
			i++
		}
		dst = append(dst, s[plain:i]...)
		for ; i < len(s); i++ {
			if b := s[i]; spaceAsPlus && b == ' ' {
				dst = append(dst, '+')
			} else if encodeSets[b]&set != 0 {
				dst = appendPercentEncodedByte(dst, b)
			} else {
				break
			}
		}
	}
	return dst
}

// appendPercentEncodedByte implements https://url.spec.whatwg.org/#percent-encode.
func appendPercentEncodedByte(dst []byte, b byte) []byte {
	const upperHex = "0123456789ABCDEF"
	return append(dst, '%', upperHex[b>>4], upperHex[b&0xF])
}

// PercentEncodeAfterEncoding encodes s using enc and then percent-encodes each byte of the result whose value, taken as
// a code point, is in set. Use it for a query or form in a legacy encoding. If spaceAsPlus is true, U+0020 becomes "+".
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
//
// A code point that enc cannot encode becomes a percent-encoded numeric character reference: "%26%23", followed by the
// code point in decimal and "%3B". If enc is nil, UTF-16 or [encoding.Replacement], PercentEncodeAfterEncoding uses
// UTF-8. The bytes match the output of the Encoding Standard's encoder, even where golang.org/x/text differs.
//
// The error is nil for any encoding that the Encoding Standard defines. Any other encoding can fail with an error whose
// Offset is a byte offset into s.
func PercentEncodeAfterEncoding(enc encoding.Encoding, s string, set PercentEncodeSet, spaceAsPlus bool) (string, error) {
	dst, err := appendPercentEncodedAfterEncoding(make([]byte, 0, len(s)+16), enc, s, set, spaceAsPlus)
	if err != nil {
		return "", err
	}
	return string(dst), nil
}

// appendPercentEncodedAfterEncoding appends the result of [PercentEncodeAfterEncoding] to dst.
func appendPercentEncodedAfterEncoding(
	dst []byte, enc encoding.Encoding, s string, set PercentEncodeSet, spaceAsPlus bool,
) ([]byte, error) {
	fail := func(offset int, err error) ([]byte, error) {
		return dst, &Error{Op: opPercentEncode, Input: s, Offset: offset, Err: err}
	}
	e, err := legacy.NewEncoder(enc)
	switch {
	case err != nil:
		return fail(0, err)
	case e == nil:
		return appendPercentEncoded(dst, infra.ToScalarValues(s), set, spaceAsPlus), nil
	}
	src := []byte(infra.ToScalarValues(s))
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

// scalarValueOffset returns the offset in s that stands for the offset i in infra.ToScalarValues(s).
func scalarValueOffset(s string, i int) int {
	offset := 0
	for i > 0 {
		r, size := infra.DecodeScalarValue(s[offset:])
		offset += size
		i -= utf8.RuneLen(r)
	}
	return offset
}

// PercentDecode returns s with each percent-encoded byte replaced by the byte that it stands for. Do not decode a whole
// path with it, because "%2F" becomes "/". Use [URL.DecodedSegments] instead. To decode a query, use [URL.QueryPairs].
// https://url.spec.whatwg.org/#string-percent-decode
//
// A "%" that is not followed by two hexadecimal digits is left unchanged, as is "+". Invalid UTF-8 in s becomes U+FFFD,
// but decoded bytes need not be valid UTF-8.
func PercentDecode(s string) string {
	s = infra.ToScalarValues(s)
	if indexPercentEncodedByte(s) < 0 {
		return s
	}
	var short [scratchSize]byte
	return string(infra.AppendPercentDecoded(slices.Grow(short[:0], len(s)), s))
}

// isPercentEncodedByte reports whether s begins with a percent-encoded byte.
func isPercentEncodedByte(s string) bool {
	_, ok := infra.PercentEncodedByte(s)
	return ok
}

// indexPercentEncodedByte returns the index of the first percent-encoded byte of s, or -1.
func indexPercentEncodedByte(s string) int {
	return indexPercent(s, isPercentEncodedByte)
}

// indexLonePercent returns the index of the first "%" of s that does not begin a percent-encoded byte, or -1.
func indexLonePercent(s string) int {
	return indexPercent(s, func(s string) bool { return !isPercentEncodedByte(s) })
}

// indexPercent returns the index of the first "%" of s such that match returns true for the rest of s from there, or -1.
func indexPercent(s string, match func(string) bool) int {
	for i := range len(s) {
		if s[i] == '%' && match(s[i:]) {
			return i
		}
	}
	return -1
}

// lonePercentEncoded returns s with "%25" for each "%" that does not begin a percent-encoded byte.
func lonePercentEncoded(s string) string {
	i := indexLonePercent(s)
	if i < 0 {
		return s
	}
	var out strings.Builder
	for ; i >= 0; i = indexLonePercent(s) {
		out.WriteString(s[:i])
		out.WriteString("%25")
		s = s[i+1:]
	}
	out.WriteString(s)
	return out.String()
}
