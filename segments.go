package url

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Paths as segments and as data.

// JoinPath returns u with the paths elem appended to its path, and a "/" between one path and the next where there is
// none. Then it resolves the segments "." and "..", also written as "%2e", as the parser does
// (https://url.spec.whatwg.org/#path-state). The rest of u stays as it is, including the query and the fragment.
//
// An elem is a path, not data: "/" separates segments, "%41" stays, and ".." goes up, even above the path of u, but not
// above the root. Use [URL.AppendSegments] for data. JoinPath percent-encodes "?", "#", "\", and what is not a URL unit
// (https://url.spec.whatwg.org/#url-units). Bytes that are not UTF-8 count as U+FFFD. Several slashes in a row in an
// elem count as one. Those in the path of u stay. A "/" at the end of the last elem stays. Empty elements are skipped.
//
// Any error is an [*Error]: [ErrInvalidURLUnit] for a "%" that is not followed by two hexadecimal digits, with its
// offset in bytes of that elem; [ErrOpaquePath]; [ErrZeroURL]; or [ErrTooLong].
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

// AppendSegments returns u with the segments appended to its path. A segment is data, from any source: AppendSegments
// percent-encodes everything that has a meaning in URLs, including "/" and "%", and bytes that are not UTF-8, so that
// decoding gives the segment again. It leaves "+", "=" and other characters that stand for themselves in a path, and a ";" unless
// it follows nothing, "." or "..": servlets read "..;a" as "..". Where a
// server wants these encoded, too, as S3 does, join PercentEncode(s, [RFC3986PercentEncodeSet]) with [URL.JoinPath], and
// refuse the segments "." and "..", which JoinPath resolves. No URL has the segment ".", because "%2e" means the same: put
// it into a longer segment, or into the query.
//
// A "/" at the end of the path is not doubled. If the last segment is "", the path ends in "/", as with [Build]. The rest of
// u stays as it is, including the query and the fragment.
//
// Any error is an [*Error]: [ErrInvalidPathSegment] for a segment ".", ".." or, before the last, ""; [ErrOpaquePath];
// [ErrZeroURL]; or [ErrTooLong].
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

// DecodedSegments returns the segments of the path as data, percent-decoded, as [URL.AppendSegments] and [Build] take
// them: compare these, never the decoded [URL.Pathname]. A "" at the end stands for a slash at the end. The result
// is nil for an empty path and for "/" of a special URL. For "/" of another URL it is [""].
//
// It returns an [*Error] with [ErrAmbiguousPath] if another program may see other segments, so that "/public/..%2fadmin"
// never passes for a file in "/public". Its Input is the pathname. The error is for a segment that
//   - is empty, except the last,
//   - decodes to ".", ".." or, with any letter, "C:..", which goes up on Windows, or has one of these or nothing before a ";",
//     where servlets cut a segment, or before a decoded "?" or "#", where proxies cut a decoded path,
//   - contains "/", "\", a C0 control or U+007F, percent-encoded or not; to allow "%2F", use [SegmentDecoder],
//   - has a "%" that is not followed by two hexadecimal digits,
//   - is still percent-encoded after decoding, as "%2541" and "%25u002e" are, or
//   - does not decode to UTF-8.
//
// For an opaque path the error is [ErrOpaquePath], and for the zero URL [ErrZeroURL]. Never drop the error: the result is
// then nil, as for "/".
//
// All other segments are data, even "a;b", ".. " and "C:". They are not safe names of files: open files with [os.Root].
// Segments may share memory with u.
//
// Forward u, or what AppendSegments makes of the segments, never the target that came in: the parser reads
// "/admin/..\projects/x" as "/projects/x", and a backend may not.
//
// An API may use "a//b" and "%E9". For an http: URL that is forwarded, strings.HasPrefix(u.Pathname(), "/api/") is milder. It
// lets "/api/..%2fadmin", "/api/%252e%252e/admin" and "/api/..;/admin" pass, so the backend must resolve dot segments before it
// decodes a path, and must not cut segments at ";".
//
// [os.Root]: https://pkg.go.dev/os#Root
func (u URL) DecodedSegments() ([]string, error) { return SegmentDecoder{}.Decode(u) }

// A SegmentDecoder decodes the segments of a path for APIs that need what [URL.DecodedSegments] refuses. The zero
// SegmentDecoder refuses the same. A later version may have more fields.
type SegmentDecoder struct {
	// AllowEncodedSlash makes "%2F" a "/" that is data in its segment: "/projects/group%2Fname" has the segments "projects"
	// and "group/name". A segment may also be "/" alone, begin or end with it, and have several in a row. What a slash divides
	// is refused as a segment would be, unless it is empty: "a%2F..", "a%2FC:.." and "%2F;a" are errors. So is "\", always.
	//
	// Many programs decode a path before they route: nginx with location or $uri, Apache with AllowEncodedSlashes On, lighttpd,
	// Tomcat with "decode", and every file server. They read "/projects/1%2Fadmin" as "/projects/1/admin". So:
	//   - Decide by the first segments, as long as you compare each with a fixed text that has no slash. Never decide by a
	//     segment after a wildcard, or by their number, unless all programs behind yours keep "%2F".
	//   - Where the API has no slash, ask strings.Contains(segment, "/"), and refuse it.
	//   - Do not make a file's path of the segments. A program that joins them reads one that begins with "/" as absolute.
	//   - Do not use it for file: URLs.
	AllowEncodedSlash bool
}

// Decode returns the segments of u's path as data, as [URL.DecodedSegments] does, with the same errors except for what the
// fields of d allow. [URL.AppendSegments] on the root of u makes a path of them that decodes to the same segments.
//
// Forward u, or what AppendSegments makes, never the target that came in.
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
