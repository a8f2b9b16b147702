package url

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Paths as segments and as data.

// JoinPath returns a copy of u with the paths elem appended to its path, with a "/" between them where there is none,
// and then resolves the segments "." and "..". An elem is a path, not data: use [URL.AppendSegments] for data.
//
// In an elem, "/" separates segments, "%41" stays, and ".." goes up, even above the path of u, but not above the root.
// JoinPath percent-encodes "?", "#", "\", and what is not a URL unit (https://url.spec.whatwg.org/#url-units). Bytes
// that are not valid UTF-8 are read as U+FFFD. Several slashes in a row in an elem become one, but those in the path of
// u stay. A "/" at the end of the last elem stays. Empty elements are skipped. The rest of u stays as it is, including
// the query and the fragment.
//
// Any error is an [*Error]: [ErrInvalidURLUnit] for a "%" that is not followed by two hexadecimal digits, with its
// offset in bytes of that elem; [ErrOpaquePath]; [ErrZeroURL]; or [ErrTooLong].
//
// Dot segments are resolved as by https://url.spec.whatwg.org/#path-state, so "%2e" is a dot, too.
func (u URL) JoinPath(elem ...string) (URL, error) {
	if err := u.refuses(opJoinPath, u.href); err != nil {
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

// AppendSegments returns a copy of u with the segments appended to its path. A segment is data from any source:
// AppendSegments percent-encodes everything that has a meaning in URLs, including "/" and "%", so that decoding gives
// the segment again.
//
// A "/" at the end of the path is not doubled. If the last segment is "", the path ends in "/". The rest of u stays as
// it is, including the query and the fragment.
//
// Any error is an [*Error]: [ErrInvalidPathSegment] for a segment ".", ".." or, before the last, ""; [ErrOpaquePath];
// [ErrZeroURL]; or [ErrTooLong]. No URL can contain the segment ".", because "%2e" means the same: put it into a longer
// segment, or into the query.
//
// "+", "=" and other characters that stand for themselves in a path are not encoded. A ";" is encoded only after
// nothing, "." or "..", because servlets read "..;a" as "..". If a server wants all of these encoded, as S3 does, reject
// the segments "." and "..", and pass PercentEncode(s, [RFC3986PercentEncodeSet]) to [URL.JoinPath].
func (u URL) AppendSegments(segment ...string) (URL, error) {
	if err := u.refuses(opAppendSegments, u.href); err != nil {
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
// what a path refers to. It returns an error if another program might split the path differently, so
// "/public/..%2fadmin" never passes for a file in "/public".
//
// The segments are data, in the form that [URL.AppendSegments] and [Build] take, and may share memory with u. A slash at
// the end of the path gives a last segment of "". The result is nil for an empty path, and for the path "/" of a special
// URL; for the path "/" of any other URL, it is [""].
//
// After your decision, forward u, or the path that AppendSegments makes of the segments, but never the original request
// target. The parser reads "/admin/..\projects/x" as "/projects/x", but a backend may not.
//
// # Errors
//
// The error is an [*Error] with [ErrAmbiguousPath], whose Input is the pathname, if a segment
//
//   - is empty, except the last;
//   - decodes to ".", ".." or (with any letter) "C:..", which goes up a directory on Windows;
//   - has one of these, or nothing, before a ";", where servlets cut a segment, or before a decoded "?" or "#", where
//     proxies cut a decoded path;
//   - contains "/", "\", a C0 control or U+007F, whether percent-encoded or not (to allow "%2F", use [SegmentDecoder]);
//   - has a "%" that is not followed by two hexadecimal digits;
//   - is still percent-encoded after decoding, as in "%2541" and "%25u002e"; or
//   - does not decode to valid UTF-8.
//
// For an opaque path the error is [ErrOpaquePath], and for the zero URL it is [ErrZeroURL]. Never ignore the error: the
// result is then nil, as for "/".
//
// # Deny rules and wildcards
//
// Rules that compare the first segments with fixed strings are safe. Rules that forbid a path, or accept any segment in
// one place, need one more check, because DecodedSegments accepts "/admin;x/y", "/secret%23/bar" and "/a%3Fb". A program
// that cuts segments at ";" or decoded paths at "?" and "#" reads these as "/admin/y", "/secret" and "/a". Reject a path
// if strings.ContainsAny(segment, ";?#") for any segment. A backend that normalizes Unicode (NFKC) also turns U+2025 and
// U+FF0E into dots, and U+FF0F into a slash.
//
// A segment is not a safe file name, even "a;b", ".. " and "C:" are accepted: open files with an [os.Root].
//
// # Paths that it rejects
//
// Some APIs use paths such as "a//b" or "%E9". If you forward an http: URL, you can check
// strings.HasPrefix(u.Pathname(), "/api/") instead. It accepts "/api/..%2fadmin", "/api/%252e%252e/admin" and
// "/api/..;/admin", so it is safe only if the backend resolves dot segments before it decodes a path, and does not cut
// segments at ";".
//
// [os.Root]: https://pkg.go.dev/os#Root
func (u URL) DecodedSegments() ([]string, error) { return SegmentDecoder{}.Decode(u) }

// A SegmentDecoder decodes the segments of a path for APIs that need what [URL.DecodedSegments] rejects. The zero
// SegmentDecoder rejects the same paths.
type SegmentDecoder struct {
	// AllowEncodedSlash makes "%2F" a "/" that is data in its segment: "/projects/group%2Fname" has the segments "projects"
	// and "group/name". Use it only if the API that you implement needs such segments.
	//
	// Many programs decode a path before they route it: nginx with location or $uri, Apache with AllowEncodedSlashes On,
	// lighttpd, Tomcat with "decode", and every file server. They read "/projects/1%2Fadmin" as "/projects/1/admin".
	// Therefore:
	//
	//   - Decide by the first segments, and compare each with a fixed string that has no slash. Do not decide by a segment
	//     after a wildcard, or by the number of segments, unless all programs behind yours keep "%2F".
	//   - If a segment must not contain a slash, reject it if strings.Contains(segment, "/").
	//   - Do not join the segments to a file path: a segment that begins with "/" would be absolute. Do not use it for
	//     file: URLs.
	//
	// A segment may be "/" alone, begin or end with "/", and contain several in a row. Each part between slashes is
	// rejected as a segment would be, unless it is empty: "a%2F..", "a%2FC:.." and "%2F;a" are errors. So is every "\".
	AllowEncodedSlash bool
}

// Decode returns the segments of u's path as data, as [URL.DecodedSegments] does, with the same errors except for what
// the fields of d allow. Forward u, or what [URL.AppendSegments] makes of the segments on the root of u, but never the
// original request target.
func (d SegmentDecoder) Decode(u URL) ([]string, error) {
	path := u.Pathname()
	if err := u.refuses(opDecodedSegments, path); err != nil {
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

// isDots reports whether text cannot be a segment of a path because it is a dot segment.
func isDots(text string) bool { return text == "." || text == ".." }

// appendSegment appends data as a segment. Servlets cut a segment at its first ";", and then read "..;a" as "..", so that ";" is
// encoded.
func appendSegment(dst []byte, text string) []byte {
	if name, rest, found := strings.Cut(text, ";"); found && (name == "" || isDots(name)) {
		dst, text = append(append(dst, name...), "%3B"...), rest
	}
	return appendPercentEncoded(dst, text, segmentPercentEncodeSet, false)
}
