package url

import "strings"

// JoinPath returns u with each elem as a further segment of the path. An elem is the text of one segment, from any
// source: all that has a meaning in URLs is percent-encoded, "/" and "%" too. If the last segment of the path is empty,
// elem replaces it, so a "/" at the end is not doubled. An empty elem at the end makes the path end in "/".
//
// JoinPath skips the elements "." and "..", because a URL cannot have them as segments. So the path never leads up.
// Refuse them before the call if they are an error. The rest of u stays as it is, query and fragment included. A URL with
// an opaque path is returned unchanged, and so is the zero URL. JoinPath panics with an [*Error] if the URL would get
// longer than 4 GiB.
func (u URL) JoinPath(elem ...string) URL {
	if u.href == "" || u.HasOpaquePath() {
		return u
	}
	path := []byte(u.Pathname())
	for _, text := range elem {
		if text == "." || text == ".." {
			continue
		}
		if n := len(path); n == 0 || path[n-1] != '/' {
			path = append(path, '/')
		}
		path = appendSegment(path, toScalarValues(text))
	}
	if tooLong(len(u.href) - len(u.Pathname()) + len(path)) {
		panic(&Error{Op: "join path to", URL: u.href, Offset: int(u.queryStart), Err: ErrTooLong})
	}
	u.splice(u.pathStart, u.queryStart, path, atQueryStart)
	return u
}

// appendSegment appends text to dst as a segment of a path. It percent-encodes text so that decoding gives exactly text
// again. text is neither "." nor "..".
//
// The path percent-encode set does not have all that must be encoded: the parser takes "c|" for a drive letter and "\"
// for a "/", and a valid URL string has no "[" or "]" in its path.
func appendSegment(dst []byte, text string) []byte {
	for i := range len(text) {
		b := text[i]
		if encodeSets[b]&PathPercentEncodeSet != 0 || strings.IndexByte(`%/[\]|`, b) >= 0 {
			dst = appendPercentEncodedByte(dst, b)
		} else {
			dst = append(dst, b)
		}
	}
	return dst
}

// MakeRelative returns a relative URL string that leads from u to target: u.Parse(ref) returns target. ref is short: its
// path is relative to u ("../b") or to the root ("/b"), whichever is shorter.
//
// It reports false if u and target differ in scheme, credentials, host or port. If one of them has an opaque path, ref can
// only be a fragment: it reports false unless target has one, and differs from u in nothing else.
func (u URL) MakeRelative(target URL) (ref string, ok bool) {
	fragment := target.href[target.fragmentStart:]
	if u.HasOpaquePath() {
		if !u.EqualExcludingFragments(target) {
			fragment = ""
		}
		return fragment, fragment != ""
	}
	start := u.authorityEnd()
	if u.href == "" || start != target.authorityEnd() || u.href[:start] != target.href[:start] {
		return "", false
	}
	if u.EqualExcludingFragments(target) {
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

// authorityEnd returns the end of the authority, or the end of the scheme if the host is null.
func (u *URL) authorityEnd() uint32 {
	if u.hasHost() {
		return u.pathStart
	}
	return u.schemeEnd
}

// pathsTo returns relative URL strings that may lead from the path of u to that of target. The caller must parse them to
// find out: the first may begin like a scheme or a drive letter, or may not get past a drive letter.
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
