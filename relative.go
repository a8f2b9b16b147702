package url

import "strings"

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
// percent-encodes everything that has a meaning in URLs, including "/" and "%", so that decoding gives the segment
// again. Bytes that are not UTF-8 count as U+FFFD. A "/" at the end of the path is not doubled. If the last segment is
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
			path = appendSegment(path, toScalarValues(text))
		}
	}
	if tooLong(len(u.href) + len(path) - kept) {
		return URL{}, &Error{Op: opAppendSegments, Input: u.href, Offset: int(u.queryStart), Err: ErrTooLong}
	}
	u.splice(u.queryStart, u.queryStart, path[kept:], atQueryStart)
	return u, nil
}

// appendElement appends an element of JoinPath to path. Its dot segments stay as they are.
func appendElement(path []byte, elem string) ([]byte, error) {
	if i := indexLonePercent(elem); i >= 0 {
		return nil, &Error{Op: opJoinPath, Input: elem, Offset: i, Err: ErrInvalidURLUnit}
	}
	for segment := range strings.SplitSeq(toScalarValues(elem), "/") {
		if segment != "" {
			path = appendData(endInSlash(path), segment, PathPercentEncodeSet, pathReserved)
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

// MakeRelative returns a relative URL string that leads from u to target: u.Parse(ref) returns target. The path of ref
// is relative to u ("../b") or to the root ("/b"), whichever is shorter.
//
// For a redirect, write ref into the Location field yourself: [http.Redirect] of net/http cleans relative URLs, and
// drops the empty segment of ".//c".
//
// It reports false if u and target differ in scheme, credentials, host or port. If one of them has an opaque path, ref
// can only be a fragment: then it reports false unless target has a fragment and differs from u in nothing else.
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
	if u.href == "" || start != target.prefixEnd() || u.href[:start] != target.href[:start] {
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
		if v, err := u.Parse(path + tail); err == nil && v == target && (!ok || len(path) < len(ref)) {
			ref, ok = path, true
		}
	}
	return ref + tail, ok
}

// pathsTo returns relative URL strings that may lead from the path of u to that of target. The caller must parse them
// to find out: the first may begin like a scheme or a drive letter, or may not lead above a drive letter.
func (u *URL) pathsTo(target *URL) []string {
	from, to := u.Pathname(), target.Pathname()
	from = from[:strings.LastIndexByte(from, '/')+1]
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
