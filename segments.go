package url

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Paths as segments and as data.

// JoinPath returns a copy of u with the path elements in elem appended to its path, separated by "/", and with any "."
// and ".." segments resolved. An element is a path; to append data, such as user input, use [URL.AppendSegments].
// https://url.spec.whatwg.org/#path-state
//
// A ".." in an element goes up one level, even above u's original path, but never above the root. Escapes such as "%41"
// are preserved, but "%2e" is treated as a dot. JoinPath percent-encodes "?", "#", "\", and everything that is not a
// URL unit (https://url.spec.whatwg.org/#url-units). Consecutive slashes in an element become one. A trailing "/" in
// the last element is preserved. Empty elements are skipped.
//
// The error wraps [ErrInvalidURLUnit], [ErrOpaquePath], [ErrZeroURL] or [ErrTooLong]. The first means that an element
// contains a "%" that is not followed by two hexadecimal digits; the offset is its position in the element.
func (u URL) JoinPath(elem ...string) (URL, error) {
	if err := u.checkPathNotOpaque(opJoinPath, u.href); err != nil {
		return URL{}, err
	}
	var scratch [scratchSize]byte
	added := scratch[:0] // the elements, with a "/" before each segment
	for _, text := range elem {
		var err error
		if added, err = appendElement(added, text); err != nil {
			return URL{}, err
		}
	}
	if len(added) == 0 {
		return u, nil
	}
	if err := u.appendPath(opJoinPath, string(added)); err != nil {
		return URL{}, err
	}
	return u, nil
}

// AppendSegments returns a copy of u with the segments appended to its path. The segments may be untrusted data.
// AppendSegments percent-encodes every character that RFC 3986 does not allow in a segment, including "/" and "%", so
// that decoding yields the original segment.
//
// If the path already ends in "/", no second "/" is added. If the last segment is "", the path ends in "/".
//
// The error wraps [ErrInvalidPathSegment], [ErrOpaquePath], [ErrZeroURL] or [ErrTooLong]. A segment is invalid if it is
// "." or "..", or if it is "" and not the last.
//
// Other characters, such as "+" and "=", are not encoded. If a server expects them to be, see the recipe "Build the URL
// of an S3 object" in COOKBOOK.md.
func (u URL) AppendSegments(segment ...string) (URL, error) {
	if err := u.checkPathNotOpaque(opAppendSegments, u.href); err != nil {
		return URL{}, err
	}
	path := append(make([]byte, 0, scratchSize), u.Pathname()...)
	kept := len(path)
	for i, text := range segment {
		if isDots(text) || text == "" && i < len(segment)-1 {
			return URL{}, newError(opAppendSegments, text, 0, ErrInvalidPathSegment)
		}
		path = endInSlash(path)
		if text != "" {
			path = appendSegment(path, text)
		}
	}
	if !u.splice(u.queryStart, u.queryStart, "", path[kept:], atQueryStart) {
		return URL{}, newError(opAppendSegments, u.href, int(u.queryStart), ErrTooLong)
	}
	return u, nil
}

// appendElement appends an element of JoinPath to path. Its dot segments stay as they are.
func appendElement(path []byte, elem string) ([]byte, error) {
	if i := indexLonePercent(elem); i >= 0 {
		return nil, newError(opJoinPath, elem, i, ErrInvalidURLUnit)
	}
	for segment := range strings.SplitSeq(infra.ToScalarValues(elem), "/") {
		if segment != "" {
			path = appendPercentEncoded(endInSlash(path), segment, elementPercentEncodeSet, false)
		}
	}
	if strings.HasSuffix(elem, "/") {
		path = endInSlash(path)
	}
	return path, nil
}

// endInSlash appends a "/" to path unless it ends in one.
func endInSlash(path []byte) []byte {
	if n := len(path); n > 0 && path[n-1] == '/' {
		return path
	}
	return append(path, '/')
}

// DecodedSegments returns the segments of the path, percent-decoded. Use it, not the decoded [URL.Pathname], to decide
// what a path refers to. It returns an error if a program that does not apply NFKC might split the path differently, so
// "/public/..%2fadmin" never passes for a file in "/public".
//
// After the decision, forward u or the path that [URL.AppendSegments] builds from the segments. Never forward the
// original request target, because a backend might not interpret "/admin/..\projects/x" as "/projects/x".
//
// If the path ends in a slash, the last segment is "". The result is nil for an empty path and the path "/" of a
// special URL. For the path "/" of any other URL, it is [""].
//
// # Errors
//
// Never ignore the error: the result is nil, as for the path "/". The error wraps [ErrOpaquePath], [ErrZeroURL] or
// [ErrAmbiguousPath]. For an ambiguous path, its Input is the pathname. A path is ambiguous if one of its segments
//
//   - is empty, except the last;
//   - decodes to ".", ".." or (with any letter) "C:..", which goes up a directory on Windows;
//   - becomes one of these, or empty, when it is cut at a ";", as servlets do, or at a decoded "?" or "#", as proxies
//     do;
//   - contains "/", "\", a C0 control or U+007F, whether percent-encoded or not (to allow "%2F", use [SegmentDecoder]);
//   - contains a "%" that is not followed by two hexadecimal digits;
//   - is still percent-encoded after decoding, as in "%2541" and "%25u002e"; or
//   - does not decode to valid UTF-8.
//
// Some APIs use paths such as "a//b" or "%E9". For these, check the prefix of [URL.Pathname] instead, but only if your
// backend resolves dot segments before decoding the path and does not truncate segments at ";". Otherwise,
// "/api/..%2fadmin" and "/api/..;/admin" can escape "/api/".
//
// # Deny rules and wildcards
//
// A rule can safely compare the leading segments with fixed strings. If a rule forbids a path, or accepts any
// segment at some position, also reject every segment that contains ";", "?" or "#". DecodedSegments accepts
// "/admin;x/y" and "/secret%23/bar", which other programs may read as "/admin/y" and "/secret". See the recipe "Deny
// some paths, or match them with a wildcard" in COOKBOOK.md.
//
// A segment is not safe to use as a file name. Open files through an [os.Root].
//
// [os.Root]: https://pkg.go.dev/os#Root
func (u URL) DecodedSegments() ([]string, error) { return SegmentDecoder{}.Decode(u) }

// SegmentDecoder decodes paths that [URL.DecodedSegments] rejects, for use with APIs that need them. The zero
// SegmentDecoder rejects the same paths as DecodedSegments.
type SegmentDecoder struct {
	// AllowEncodedSlash decodes "%2F" to a "/" within its segment, so "/projects/group%2Fname" has the segments
	// "projects" and "group/name". Use it only if the API that you implement needs such segments.
	//
	// Many programs, such as nginx and every file server, decode a path before they route it, so they read
	// "/projects/1%2Fadmin" as "/projects/1/admin". Therefore, base a decision on the first segments, and compare each
	// with a fixed string that has no slash. Do not base it on a segment after a wildcard, or on the number of
	// segments, unless all programs behind yours preserve "%2F".
	//
	// Reject a segment that contains a slash where you do not expect one, and do not use the segments as file paths. Each
	// part between slashes is checked as a segment would be, but may be empty.
	AllowEncodedSlash bool
}

// Decode is like [URL.DecodedSegments] but also accepts the paths that the fields of d allow. Forward u, or the path
// that [URL.AppendSegments] builds from the segments, but never the original request target.
func (d SegmentDecoder) Decode(u URL) ([]string, error) {
	path := u.Pathname()
	if err := u.checkPathNotOpaque(opDecodedSegments, path); err != nil {
		return nil, err
	}
	if path == "" || path == "/" && u.IsSpecial() {
		return nil, nil
	}
	segments := make([]string, 0, strings.Count(path, "/"))
	at := len("/")
	for segment := range strings.SplitSeq(path[at:], "/") {
		decoded, i, reason := d.decodeSegment(segment)
		if segment == "" && at < len(path) {
			reason = "a segment before the last is empty"
		}
		if reason != "" {
			return nil, newError(opDecodedSegments, path, at+i, detailedError{ErrAmbiguousPath, reason})
		}
		segments = append(segments, decoded)
		at += len(segment) + len("/")
	}
	return segments, nil
}

// decodeSegment decodes a segment of a path. If it is ambiguous, it returns a place in it and the reason.
func (d SegmentDecoder) decodeSegment(segment string) (decoded string, at int, reason string) {
	for i := range len(segment) {
		b := segment[i]
		if b == '%' {
			var ok bool
			if b, ok = infra.PercentEncodedByte(segment[i:]); !ok {
				return "", i, `the "%" does not begin an encoded byte`
			}
		}
		switch {
		case b == '/' && !d.AllowEncodedSlash, b == '\\':
			return "", i, "a segment contains a slash or a backslash"
		case b < ' ' || b == 0x7F:
			return "", i, "a segment contains a control character"
		}
	}
	decoded = PercentDecode(segment)
	for part := range strings.SplitSeq(decoded, "/") {
		if isReadAsDots(part) {
			return "", encodedOffset(segment, at), "a segment may be read as a dot segment or an empty one"
		}
		at += len(part) + len("/")
	}
	if i := indexStillEncoded(decoded); i >= 0 {
		return "", encodedOffset(segment, i), "a segment is percent-encoded twice"
	}
	if i := indexNotUTF8(decoded); i >= 0 {
		return "", encodedOffset(segment, i), "a segment does not decode to UTF-8"
	}
	return decoded, 0, ""
}

// isReadAsDots reports whether a program may read text as a dot segment or an empty one: whole, or cut where servlets and
// proxies cut. Windows reads a drive and ".." as the parent of the drive's working directory.
func isReadAsDots(text string) bool {
	name := text
	if i := strings.IndexAny(text, ";?#"); i >= 0 {
		name = text[:i]
	}
	isDrive := len(name) == len("C:..") && infra.IsASCIIAlpha(name[0]) && name[1:] == ":.."
	return isDots(name) || isDrive || name == "" && text != ""
}

// indexStillEncoded returns the index of the first "%41" or "%u0041" in s, or -1.
func indexStillEncoded(s string) int {
	return indexPercent(s, func(s string) bool {
		if len(s) >= len("%u0041") && s[1]|0x20 == 'u' {
			return infra.HexValue[s[2]]|infra.HexValue[s[3]]|infra.HexValue[s[4]]|infra.HexValue[s[5]] < 16
		}
		_, ok := infra.PercentEncodedByte(s)
		return ok
	})
}

// indexNotUTF8 returns the index of the first byte of s that is not part of a code point, or -1.
func indexNotUTF8(s string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// encodedOffset returns the place in segment, all of whose "%" begin an encoded byte, of byte n of its decoding.
func encodedOffset(segment string, n int) int {
	at := 0
	for ; n > 0; n-- {
		if segment[at] == '%' {
			at += len("%41") - 1
		}
		at++
	}
	return at
}

// isDots reports whether text is a dot segment, which cannot be a segment of a path. It does not decode "%2e".
func isDots(text string) bool { return text == "." || text == ".." }

// appendSegment appends data as a segment. Servlets cut a segment at its first ";", and then read "..;a" as "..", so that ";" is
// encoded.
func appendSegment(dst []byte, text string) []byte {
	if name, rest, found := strings.Cut(text, ";"); found && (name == "" || isDots(name)) {
		dst, text = append(append(dst, name...), "%3B"...), rest
	}
	return appendPercentEncoded(dst, text, segmentPercentEncodeSet, false)
}
