package url

import "strings"

// MakeRelative returns a relative URL string that leads from u to target: u.Parse(ref) returns target. For http: and
// https: URLs, it is the shortest. For a redirect, use [URL.RelativeToOrigin] instead, because [http.Redirect] cleans
// paths such as ".//c", so ref may lead elsewhere.
//
// It reports false if u and target differ in scheme, credentials, host or port. If u or target has an opaque path, it
// reports true only if target has a fragment and the two URLs are otherwise equal.
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
