package url

import "strings"

// JoinPath returns u with each elem as a further segment of the path. An elem is the text of one segment:
// everything in it that has a meaning in URLs is percent-encoded, "/" and "%" among them, so that it can
// be data from anywhere. It is put in the place of the last segment if that is empty, which is to say that
// a "/" at the end is not doubled; an empty elem at the end makes the path end in "/".
//
// The elements "." and ".." are left out, because no URL can have them as segments: refuse them before
// where the result must not be the URL without them. So the path never leads up. All else of u, query and
// fragment included, stays as it is. A URL with an opaque path is returned unchanged, as is the zero URL. Where
// the URL would get longer than 4 GiB, it panics with an [*Error].
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

// appendSegment appends text to dst as a segment of a path: percent-encoded so that decoding gives exactly
// text again. Text is neither "." nor "..".
//
// "|" is encoded because the parser would take "c|" for a drive letter, "\" because it would take that for
// a "/".
func appendSegment(dst []byte, text string) []byte {
	for i := range len(text) {
		b := text[i]
		if encodeSets[b]&PathPercentEncodeSet != 0 || strings.IndexByte(`%/\|`, b) >= 0 {
			dst = appendPercentEncodedByte(dst, b)
		} else {
			dst = append(dst, b)
		}
	}
	return dst
}

// MakeRelative returns a relative URL string that leads from u to target: u.Parse of it is target. It is
// short: of the path, it has the shorter of the way from u ("../b") and the way from the root ("/b"). It
// reports false where the two have not the same scheme, credentials, host and port. From or to an opaque path it
// leads only by a fragment, so target must have one and differ in nothing else.
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

// authorityEnd returns the end of the scheme and, if the host is not null, of the authority.
func (u *URL) authorityEnd() uint32 {
	if u.hasHost() {
		return u.pathStart
	}
	return u.schemeEnd
}

// pathsTo returns what may lead from the path of u to that of target. Which of it does is for the parser
// to say: the first may begin like a scheme or a drive letter, or may not get past one.
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
		absolute = "/." + to // lest the path be read as a host
	}
	return []string{relative, "./" + relative, absolute, authority}
}
