package url

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Components are the parts of a URL, for [Build]. Some of them are data: any text, not percent-encoded. Whatever it
// contains, it stays in its component. Its bytes that are not UTF-8 count as U+FFFD.
type Components struct {
	// Scheme is the scheme without the ":", in upper or lower case.
	Scheme string

	// Username and Password are data. Each may be set without the other.
	Username, Password string

	// Host is not data. It is what [ParseHost] takes or, if the scheme is not special, [ParseOpaqueHost]: an IPv6
	// address is in brackets, and there is no port. If Host is "", a file: URL has an empty host, and a URL that is not
	// special has no host. For the other schemes it is an error.
	Host string

	// Port is the port. 0 means none, and so does the scheme's default port.
	Port uint16

	// Segments are the segments of the path, which are data. A "" at the end makes the path end in "/". Without
	// segments, the path of a special URL is "/", and that of another URL is empty.
	Segments []string

	// Query contains pairs of a name and a value, which are data. Without pairs there is no query.
	Query [][2]string

	// Fragment is data. If it is "", there is no fragment.
	Fragment string
}

// Build returns the URL with the components c. Percent-decoding the username, the password, the segments and the
// fragment of the result gives those of c. [URL.SearchParams] returns the pairs of c, but with U+FFFD for bytes that are
// not UTF-8. Scheme, host and port are normalized, as by the parser.
//
// Build percent-encodes "%", what delimits the component, and what is not a URL unit
// (https://url.spec.whatwg.org/#url-units). This includes "|", because a segment "C|" would become a Windows drive
// letter. The query is written by https://url.spec.whatwg.org/#concept-urlencoded-serializer. The result is a valid URL
// string, unless it has credentials or a host that is not a valid host string.
//
// Any error is an [*Error]. Its Input is the component that is refused, or the scheme if the scheme does not fit the
// other components. Its Offset is in bytes of that string. The reasons are:
//   - [ErrSchemeInvalid]: Scheme is not a scheme.
//   - [ErrHostMissing] and the errors of [ParseHost] and [ParseOpaqueHost].
//   - [ErrNotRepresentable]: the host is localhost and the scheme is file. A parser would make that host empty.
//   - [ErrCannotHaveCredentialsOrPort]: there is no host, or the scheme is file.
//   - [ErrInvalidPathSegment]: a segment is ".", ".." or, before the last, "".
//   - [ErrOpaquePath]: there is neither a host nor a segment. Build cannot make URLs such as "mailto:a@example.com".
//   - [ErrTooLong]: the URL would be longer than 4 GiB.
func Build(c Components) (URL, error) {
	if tooLong(c.dataLen()) {
		return URL{}, c.refused(ErrTooLong)
	}
	var authority output
	if err := c.writeAuthority(&authority); err != nil {
		return URL{}, err
	}
	out, err := c.appendPath(authority.bytes())
	if err != nil {
		return URL{}, err
	}
	if len(c.Query) > 0 {
		out = append(out, '?')
		for i, nameAndValue := range c.Query {
			out = appendPair(out, i > 0, nameAndValue[0], nameAndValue[1])
		}
	}
	if c.Fragment != "" {
		out = appendPercentEncoded(append(out, '#'), c.Fragment, fragmentDataPercentEncodeSet, false)
	}
	var u URL
	if u.parse(opBuild, string(out), nil) != nil { // only the length can be wrong, and the error would hold the password
		return URL{}, c.refused(ErrTooLong)
	}
	return u, nil
}

// dataLen returns the number of bytes of the data. Percent-encoding never makes it smaller.
func (c *Components) dataLen() int {
	n := len(c.Username) + len(c.Password) + len(c.Fragment)
	for _, text := range c.Segments {
		n += len(text)
	}
	for _, pair := range c.Query {
		n += len(pair[0]) + len(pair[1])
	}
	return n
}

// writeAuthority writes the scheme and the authority.
func (c *Components) writeAuthority(out *output) error {
	if end := scanScheme(c.Scheme); end == 0 || end < len(c.Scheme) {
		return &Error{Op: opBuild, Input: c.Scheme, Offset: end, Err: ErrSchemeInvalid}
	}
	of := out.writeScheme(c.Scheme)
	host, err := c.host(of)
	switch {
	case err != nil:
		return err
	case (host == "" || of == schemeFile) && (c.Username != "" || c.Password != "" || c.Port != 0):
		return c.refused(ErrCannotHaveCredentialsOrPort)
	case host == "" && of != schemeFile:
		return nil
	}
	out.writeString("//")
	out.writeCredentials(PercentEncode(c.Username, userDataPercentEncodeSet), PercentEncode(c.Password, userDataPercentEncodeSet))
	out.writeString(host)
	if c.Port != 0 {
		out.writePort(c.Port)
	}
	return nil
}

// host returns the serialized host. It is empty if the host is empty or null.
func (c *Components) host(of scheme) (string, error) {
	if c.Host == "" {
		if of.hasServer() {
			return "", c.refused(ErrHostMissing)
		}
		return "", nil
	}
	host, err := parseHostAlone(opBuild, c.Host, !of.special())
	if err != nil {
		return "", err
	}
	if of == schemeFile && host.String() == "localhost" {
		return "", &Error{Op: opBuild, Input: c.Host, Err: notRepresentable("a parser reads file://localhost/ as file:///")}
	}
	return host.String(), nil
}

// appendPath appends the path. dst ends in ":" if there is no host.
func (c *Components) appendPath(dst []byte) ([]byte, error) {
	if len(c.Segments) == 0 && dst[len(dst)-1] == ':' {
		return nil, c.refused(ErrOpaquePath)
	}
	for i, text := range c.Segments {
		if isDots(text) || text == "" && i < len(c.Segments)-1 {
			return nil, &Error{Op: opBuild, Input: text, Err: ErrInvalidPathSegment}
		}
		dst = appendPercentEncoded(append(dst, '/'), text, segmentPercentEncodeSet, false)
	}
	return dst, nil
}

// refused returns the error for a scheme that does not fit the other components.
func (c *Components) refused(t ErrorType) error {
	return &Error{Op: opBuild, Input: c.Scheme, Offset: len(c.Scheme), Err: t}
}

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
// offset in bytes of that elem; [ErrOpaquePath]; [ErrMissingSchemeNonRelativeURL] for the zero URL; or [ErrTooLong].
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
// decoding gives the segment again. A "/" at the end of the path is not doubled. If the last segment is
// "", the path ends in "/", as with [Build]. The rest of u stays as it is, including the query and the fragment.
//
// Any error is an [*Error]: [ErrInvalidPathSegment] for a segment ".", ".." or, before the last, ""; [ErrOpaquePath];
// [ErrMissingSchemeNonRelativeURL] for the zero URL; or [ErrTooLong].
func (u URL) AppendSegments(segment ...string) (URL, error) {
	if err := u.refuses(opAppendSegments, u.href); err != nil {
		return URL{}, err
	}
	path := append(make([]byte, 0, scratchSize), u.Pathname()...)
	kept := len(path)
	for i, text := range segment {
		if isDots(text) || text == "" && i < len(segment)-1 {
			return URL{}, &Error{Op: opAppendSegments, Input: text, Err: ErrInvalidPathSegment}
		}
		path = endInSlash(path)
		if text != "" {
			path = appendPercentEncoded(path, text, segmentPercentEncodeSet, false)
		}
	}
	if !u.splice(u.queryStart, u.queryStart, "", path[kept:], atQueryStart) {
		return URL{}, &Error{Op: opAppendSegments, Input: u.href, Offset: int(u.queryStart), Err: ErrTooLong}
	}
	return u, nil
}

// appendElement appends an element of JoinPath to path. Its dot segments stay as they are.
func appendElement(path []byte, elem string) ([]byte, error) {
	if i := indexLonePercent(elem); i >= 0 {
		return nil, &Error{Op: opJoinPath, Input: elem, Offset: i, Err: ErrInvalidURLUnit}
	}
	for segment := range strings.SplitSeq(toScalarValues(elem), "/") {
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
//   - decodes to "." or "..", or has ".", ".." or nothing before a ";", where servlets cut a segment, or before a decoded
//     "?" or "#", where proxies cut a decoded path,
//   - contains "/", "\", a C0 control or U+007F, percent-encoded or not,
//   - has a "%" that is not followed by two hexadecimal digits,
//   - is still percent-encoded after decoding, as "%2541" and "%25u002e" are, or
//   - does not decode to UTF-8.
//
// For an opaque path and the zero URL, the error is [ErrOpaquePath]. Never drop the error: the result is then nil, as for "/".
//
// All other segments are data, even "a;b", ".. " and "C:". They are not safe names of files: open files with [os.Root].
// Segments may share memory with u.
//
// [os.Root]: https://pkg.go.dev/os#Root
func (u URL) DecodedSegments() ([]string, error) {
	path := u.Pathname()
	switch {
	case u.IsZero() || u.HasOpaquePath():
		return nil, &Error{Op: opDecodedSegments, Input: path, Err: ErrOpaquePath}
	case path == "" || path == "/" && u.IsSpecial():
		return nil, nil
	}
	segments := make([]string, 0, strings.Count(path, "/"))
	at := len("/")
	for segment := range strings.SplitSeq(path[at:], "/") {
		decoded, i, reason := decodeSegment(segment)
		if segment == "" && at < len(path) {
			reason = "a segment before the last is empty"
		}
		if reason != "" {
			return nil, &Error{Op: opDecodedSegments, Input: path, Offset: at + i, Err: detailedError{ErrAmbiguousPath, reason}}
		}
		segments = append(segments, decoded)
		at += len(segment) + len("/")
	}
	return segments, nil
}

// decodeSegment decodes a segment of a path. If it is ambiguous, it returns a place in it and the reason.
func decodeSegment(segment string) (decoded string, at int, reason string) {
	for i := range len(segment) {
		b := segment[i]
		if b == '%' {
			var ok bool
			if b, ok = infra.PercentEncodedByte(segment[i:]); !ok {
				return "", i, `the "%" does not begin an encoded byte`
			}
		}
		switch {
		case b == '/' || b == '\\':
			return "", i, "a segment contains a slash or a backslash"
		case b < ' ' || b == 0x7F:
			return "", i, "a segment contains a control character"
		}
	}
	decoded = PercentDecode(segment)
	name := decoded
	if i := strings.IndexAny(decoded, ";?#"); i >= 0 {
		name = decoded[:i]
	}
	if isDots(name) || name == "" && decoded != "" {
		return "", 0, "a segment may be read as a dot segment or an empty one"
	}
	if i := indexStillEncoded(decoded); i >= 0 {
		return "", encodedOffset(segment, i), "a segment is percent-encoded twice"
	}
	if i := indexNotUTF8(decoded); i >= 0 {
		return "", encodedOffset(segment, i), "a segment does not decode to UTF-8"
	}
	return decoded, 0, ""
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

// MakeRelative returns a relative URL string that leads from u to target: u.Parse(ref) returns target. It tries paths that
// are relative to u ("../b") and to the root ("/b"), and returns the shortest that leads to target.
//
// For a redirect, use [URL.RelativeToOrigin]. [http.Redirect] of net/http cleans relative URLs, so ref may lead elsewhere
// after that: it drops the empty segment of ".//c".
//
// It returns "" and false if u and target differ in scheme, credentials, host or port. If one of them has an opaque path, ref
// can only be a fragment: then it returns "" and false unless target has a fragment and differs from u in nothing else.
//
// [http.Redirect]: https://pkg.go.dev/net/http#Redirect
func (u URL) MakeRelative(target URL) (ref string, ok bool) {
	fragment := target.href[target.fragmentStart:]
	if u.HasOpaquePath() {
		if u.WithoutFragment() != target.WithoutFragment() {
			fragment = ""
		}
		return fragment, fragment != ""
	}
	start := u.prefixEnd()
	if u.IsZero() || start != target.prefixEnd() || u.href[:start] != target.href[:start] {
		return "", false
	}
	if u.WithoutFragment() == target.WithoutFragment() {
		return fragment, true
	}
	tail := target.href[target.queryStart:]
	if u.Pathname() == target.Pathname() && target.queryStart < target.fragmentStart {
		return tail, true
	}
	for _, path := range u.pathsTo(&target) {
		if v, _ := u.Parse(path + tail); v == target && (!ok || len(path+tail) < len(ref)) {
			ref, ok = path+tail, true
		}
	}
	return ref, ok
}

// pathsTo returns relative URL strings that may lead from the path of u to that of target. The caller must parse them
// to find out: the first may begin like a scheme or a drive letter, or may not lead above a drive letter.
func (u *URL) pathsTo(target *URL) []string {
	from, to := u.Pathname(), target.Pathname()
	common := strings.LastIndexByte(to[:commonPrefix(from, to)], '/') + 1
	relative := strings.Repeat("../", strings.Count(from[common:], "/")) + to[common:]
	switch {
	case relative == "":
		relative = "."
	case to[common:] == "":
		relative = strings.TrimSuffix(relative, "/")
	}
	authority := target.href[target.schemeEnd:target.queryStart]
	absolute := to
	if strings.HasPrefix(to, "//") {
		absolute = "/." + to // otherwise the parser reads a host
	}
	return []string{relative, "./" + relative, absolute, authority}
}

// isDots reports whether text cannot be a segment of a path because it is a dot segment.
func isDots(text string) bool { return text == "." || text == ".." }
