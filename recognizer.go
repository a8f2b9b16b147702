package url

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// The recognizer runs before the machine. It accepts a URL string that is already what the serializer would write, as most
// URLs are, and notes where the components are. Where a string stops being that, it leaves what it has found so far, and
// the machine continues there: after the scheme, after the host, or in the path or the query.
//
// It changes nothing, except that it adds the "/" of a special URL that ends after its host: such URLs are frequent,
// and the machine takes twice as long. Its tables of bytes are derived from the percent-encode sets and the forbidden code
// points, and it finds the ends of ports, authorities and dot segments as the machine does (scan.go). Some rules of the
// machine it states again: which ports and IPv4 addresses are normalized, an empty password, the host localhost, "|" after a
// drive letter, tabs and newlines between slashes. FuzzRecognizer holds the records of the two equal.

// recognize sets u, which is zero, to the URL s if it is what the serializer writes, and returns true. Otherwise, it leaves in
// u what it has recognized: nothing, the scheme, what is up to the host if hostEnd is greater than schemeEnd, and the path if
// pathStart is not 0. That may end at queryStart within a segment.
func (u *URL) recognize(s string) bool {
	start := u.recognizeScheme(s, false)
	if start == 0 {
		return false
	}
	end := u.recognizeAuthority(s, start, &hostClasses)
	switch {
	case end == 0 || !u.portIsSerialized(s[u.hostEnd:end]):
		return false
	case end < len(s) && s[end] == '/':
		return u.recognizePath(s, end)
	case u.scheme.special() && end == len(s) && !tooLong(end+1):
		u.endWithSlash(s)
		return true
	case u.scheme.special(): // a "/" is missing
		return false
	case u.hasHost():
		return u.recognizeQuery(s, end, end)
	}
	pathEnd := span(s, end, opaquePathClasses)
	if s[pathEnd-1] == ' ' { // at its end, it is dropped or becomes "%20"
		return false
	}
	return u.recognizeQuery(s, end, pathEnd)
}

// endWithSlash sets u to s, which ends after the authority, and a "/". It is not inlined, so that recognize stays short.
//
//go:noinline
func (u *URL) endWithSlash(s string) {
	u.href = s + "/"
	u.pathStart, u.queryStart, u.fragmentStart = uint32(len(s)), uint32(len(u.href)), uint32(len(u.href))
}

// recognizePath recognizes the path of s, which begins at start with "/", and what follows it.
func (u *URL) recognizePath(s string, start int) bool {
	if u.scheme == schemeFile && len(s) > start+2 && s[start+2] == '|' { // perhaps a drive letter
		return false
	}
	return u.recognizeQuery(s, start, pathSpan(s, start+1, pathClasses.of(u.scheme)))
}

// recognizeQuery recognizes what follows the path of s, which begins at start and ends at end. If that is the rest of s, u
// is the URL.
func (u *URL) recognizeQuery(s string, start, end int) bool {
	if tooLong(len(s)) {
		return false
	}
	u.pathStart, u.queryStart = uint32(start), uint32(end)
	if end < len(s) && s[end] == '?' {
		end = longSpan(s, end+1, queryClasses.of(u.scheme))
	}
	u.fragmentStart = uint32(end)
	if end < len(s) && s[end] == '#' {
		end = longSpan(s, end+1, fragmentClasses)
	}
	if end < len(s) {
		return false
	}
	u.href = s
	return true
}

// recognizeAuthority recognizes what is between start, which recognizeScheme has returned, and the path. It returns the end of
// that, or 0. If it is not 0, s parses, since nothing after an authority can fail. hosts stop at what cannot be in a host. If they
// are hostClasses, the authority is also what the serializer would write, except perhaps for the port.
func (u *URL) recognizeAuthority(s string, start int, hosts *componentClasses) int {
	if !u.scheme.special() {
		if !strings.HasPrefix(s[start:], "//") {
			if next := s[start:min(start+2, len(s))]; infra.IndexTabOrNewline(next) < len(next) {
				return 0 // without it, "//" may follow
			}
			u.usernameEnd, u.hostStart, u.hostEnd = u.schemeEnd, u.schemeEnd, u.schemeEnd
			return start
		}
		start += 2
	}
	u.usernameEnd, u.hostStart = uint32(start), uint32(start)
	classes := hosts.of(u.scheme)
	end := longSpan(s, start, classes)
	isFile := u.scheme == schemeFile
	if (end == len(s) || s[end] == '/') && isFile == (end == start) && (isFile || !numberEnds[s[end-1]]) {
		u.hostEnd = uint32(end) // most URLs: recognizeHost would not look closer at anything
		return end
	}
	hostEnd := u.recognizeHost(s, start, end)
	if hostEnd > 0 || endsAuthority(s, end, u.scheme) || u.endsAtPort(s) {
		return hostEnd
	}
	u.hostEnd, u.port = 0, 0 // what looked like a host and a port may be credentials
	if start = u.recognizeCredentials(s, start); start == 0 {
		return 0
	}
	hostEnd = u.recognizeHost(s, start, longSpan(s, start, classes))
	if hostEnd == 0 && !u.endsAtPort(s) {
		u.hostEnd = 0
	}
	return hostEnd
}

// endsAtPort reports whether recognizeHost has found a host and digits after it, which are no port.
func (u *URL) endsAtPort(s string) bool {
	start := int(u.hostEnd)
	if u.hostEnd == u.hostStart || start >= len(s) || s[start] != ':' || u.scheme == schemeFile {
		return false
	}
	_, end := scanPort(s, start+1)
	return endsAuthority(s, end, u.scheme)
}

// recognizeCredentials recognizes the username, password and "@" that begin at start, and returns their end, or 0.
func (u *URL) recognizeCredentials(s string, start int) int {
	end := span(s, start, userinfoClasses)
	usernameEnd := end
	if end < len(s) && s[end] == ':' {
		end = span(s, end+1, userinfoClasses)
		if end == usernameEnd+1 { // an empty password, and the ":" before it, are not written
			return 0
		}
	}
	if end == start || end == len(s) || s[end] != '@' || u.scheme == schemeFile {
		return 0
	}
	u.usernameEnd, u.hostStart = uint32(usernameEnd), uint32(end+1)
	return end + 1
}

// recognizeHost recognizes the host and port that begin at start, and returns their end, or 0. The bytes up to end may
// be in a host.
func (u *URL) recognizeHost(s string, start, end int) int {
	if end == start {
		if end < len(s) && s[end] == '[' {
			end = span(s, end+1, ipv6Classes)
			if end == len(s) || !isSerializedIPv6(s[start:end+1]) {
				return 0
			}
			end++
		} else if u.scheme.hasServer() || u.usernameEnd < u.hostStart {
			return 0
		}
	}
	host, hasPort := s[start:end], end > start && end < len(s) && s[end] == ':'
	switch {
	case !hasPort && !endsAuthority(s, end, u.scheme),
		u.scheme.special() && mayEndInANumber(host) && !isSerializedIPv4(host) && lastPartIsNumber(host),
		u.scheme == schemeFile && infra.MatchesLower(host, "localhost"):
		return 0
	}
	u.hostEnd = uint32(end)
	if hasPort {
		return u.recognizePort(s, end+1)
	}
	return end
}

// recognizeScheme recognizes the scheme and ":", or "://" if it is special, and returns their end, or 0. It returns 0 for a scheme
// with capital letters unless capitals is true, but notes the scheme.
func (u *URL) recognizeScheme(s string, capitals bool) int {
	end := 0
	switch {
	case strings.HasPrefix(s, "https://"):
		u.scheme, end = schemeHTTPS, 6
	case strings.HasPrefix(s, "http://"):
		u.scheme, end = schemeHTTP, 5
	case strings.HasPrefix(s, "file://"):
		u.scheme, end = schemeFile, 5
	case strings.HasPrefix(s, "wss://"):
		u.scheme, end = schemeWSS, 4
	case strings.HasPrefix(s, "ws://"):
		u.scheme, end = schemeWS, 3
	case strings.HasPrefix(s, "ftp://"):
		u.scheme, end = schemeFTP, 4
	default:
		return u.recognizeAnyScheme(s, capitals)
	}
	u.schemeEnd = uint32(end)
	return end + 2
}

// recognizeAnyScheme is recognizeScheme for all schemes.
func (u *URL) recognizeAnyScheme(s string, capitals bool) int {
	end := longSpan(s, 0, schemeClasses)
	if end == len(s) || s[end] != ':' || !infra.IsASCIIAlpha(s[0]) {
		return 0
	}
	name := s[:end]
	end++
	u.scheme, u.schemeEnd = schemeOf(name), uint32(end)
	switch {
	case !capitals && span(name, 0, lowerCaseSchemeClasses) < len(name):
		return 0
	case !u.scheme.special():
		return end
	case strings.HasPrefix(s[end:], "//"):
		return end + 2
	}
	return 0
}

// recognizePort recognizes the port that begins at start and ends the authority, and returns its end, or 0.
func (u *URL) recognizePort(s string, start int) int {
	port, end := scanPort(s, start)
	if end == start || port > maxPort || u.scheme == schemeFile || !endsAuthority(s, end, u.scheme) {
		return 0
	}
	u.port = uint16(port)
	return end
}

// portIsSerialized reports whether the serializer would write u's port as text: without leading zeros, and not at all if it
// is the default port.
func (u *URL) portIsSerialized(text string) bool {
	return text == "" || !u.scheme.isDefaultPort(u.port) && (text[1] != '0' || text == ":0")
}

// recognizeReference sets u, which is zero, to ref resolved against base, if the result is a prefix of the base followed by ref
// without the "../" at its beginning. Otherwise it returns false, and u stays zero.
func (u *URL) recognizeReference(ref string, base *URL) bool {
	if ref == "" || !base.scheme.hasServer() {
		return false
	}
	kept, start, pathEnd := base.pathStart, 0, 0
	switch classes := pathClasses.of(base.scheme); {
	case ref[0] == '#':
		kept = base.fragmentStart
	case ref[0] == '?':
		kept = base.queryStart
	case strings.HasPrefix(ref, "//"):
		return u.recognizeAuthorityReference(ref, base)
	case ref[0] == '/':
		pathEnd = pathSpan(ref, 1, classes)
	default:
		if end := scanScheme(ref); end < len(ref) && ref[end] == ':' { // perhaps a scheme
			return false
		}
		kept, start = base.directory(ref)
		pathEnd = pathSpan(ref, start, classes)
	}
	found := URL{scheme: base.scheme} // with offsets into ref
	if !found.recognizeQuery(ref, start, pathEnd) || tooLong(int(kept)+len(ref)) {
		return false
	}
	*u = *base
	u.href = base.href[:kept] + ref[start:]
	if ref[0] != '#' {
		u.queryStart = kept + found.queryStart - uint32(start)
	}
	u.fragmentStart = kept + found.fragmentStart - uint32(start)
	return true
}

// recognizeAuthorityReference is recognizeReference for a ref that begins with "//".
func (u *URL) recognizeAuthorityReference(ref string, base *URL) bool {
	found := URL{scheme: base.scheme, usernameEnd: 2, hostStart: 2} // with offsets into ref
	end := found.recognizeHost(ref, 2, longSpan(ref, 2, hostClasses.of(base.scheme)))
	if end == 0 || end == len(ref) || ref[end] != '/' || !found.portIsSerialized(ref[found.hostEnd:end]) ||
		!found.recognizePath(ref, end) || tooLong(int(base.schemeEnd)+len(ref)) {
		return false
	}
	found.href = base.href[:base.schemeEnd] + ref
	found.move(atSchemeEnd, int(base.schemeEnd))
	*u = found
	return true
}

// directory returns the end of the directory of u that ref is relative to, and the length of the "../" at the beginning
// of ref.
func (u *URL) directory(ref string) (end uint32, skip int) {
	path := u.Pathname()
	i := strings.LastIndexByte(path, '/')
	for strings.HasPrefix(ref[skip:], "../") {
		skip += len("../")
		i = max(0, strings.LastIndexByte(path[:i], '/'))
	}
	return u.pathStart + uint32(i) + 1, skip
}
