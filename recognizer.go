package url

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// The recognizer runs before the machine. It accepts a URL string, or the beginning of one, that is already what the
// serializer would write, as most URLs are, and notes where the components are. At the first component that is not, the
// machine takes over, in the state and at the place of that component.
//
// It changes nothing, except that it adds the "/" of a special URL that ends after its host: such URLs are frequent,
// and the machine takes twice as long. It accepts capitals in the scheme, and the machine then writes the URL. Its
// tables of bytes are derived from the percent-encode sets and the forbidden code points, and it finds the ends of
// ports, authorities and dot segments with the machine's functions. Some rules of the machine it states again: which
// ports and IPv4 addresses are normalized, an empty password, the host localhost, "|" after a drive letter, tabs and
// newlines between slashes. FuzzRecognizer holds the records of the two equal.

// recognize recognizes the beginning of s, and notes its components in u, which is zero. It returns the end of what it
// recognized, and the state of the machine there. If the state is stateDone, u is the URL, but if the scheme has a capital,
// the machine still has to write it.
func (u *URL) recognize(s string) (pos int, next state) {
	pos = u.recognizeAuthority(s, &hostClasses)
	switch {
	case pos == 0 || pos > int(u.hostEnd) && !u.portIsSerialized(s[u.hostEnd+1:pos]):
		return u.handOver(s)
	case pos < len(s) && s[pos] == '/':
		return u.recognizePath(s, pos)
	case u.scheme.special() && pos == len(s) && !infra.IsASCIIUpper(s[0]):
		return u.recognizeQuery(s+"/", pos, pos+1)
	case u.scheme.special():
		return pos, statePathStart
	case u.hasHost():
		return u.recognizeQuery(s, pos, pos)
	}
	return u.recognizeOpaquePath(s, pos)
}

// recognizeOpaquePath recognizes the opaque path of s, which begins at start, and what follows it.
func (u *URL) recognizeOpaquePath(s string, start int) (pos int, next state) {
	end := span(s, start, opaquePathClasses)
	if end < len(s) && s[end] != '?' && s[end] != '#' {
		u.pathStart = uint32(start)
		return end, stateOpaquePath
	}
	return u.recognizeQuery(s, start, end)
}

// handOver returns where the machine takes over after recognizeAuthority failed: at the port if only the port is wrong,
// else after the scheme if there is one, else at the start. The machine then reads accepted credentials again. To take over
// at the host would need a search for another "@" in it, for URLs that are rare.
func (u *URL) handOver(s string) (pos int, next state) {
	// If no host was found, hostEnd is 0, and s[0] is a letter.
	if u.scheme.hasServer() && s[u.hostEnd] == ':' {
		pos = int(u.hostEnd) + 1
		if endsAuthority(s, span(s, pos, hostDelimiters.of(u.scheme)), u.scheme) {
			return pos, statePort
		}
	}
	return u.handOverScheme()
}

// handOverScheme returns where the machine takes over if u may have no more than the scheme.
func (u *URL) handOverScheme() (pos int, next state) {
	*u = URL{scheme: u.scheme, schemeEnd: u.schemeEnd}
	if u.schemeEnd == 0 {
		return 0, stateSchemeStart
	}
	return int(u.schemeEnd), stateScheme
}

// recognizePath recognizes the path of s, which begins at start with "/", and what follows it.
func (u *URL) recognizePath(s string, start int) (pos int, next state) {
	if u.scheme == schemeFile && len(s) > start+2 && s[start+2] == '|' { // perhaps a drive letter
		return start, statePathStart
	}
	end := pathSpan(s, start+1, pathClasses.of(u.scheme))
	if end == len(s) || s[end] == '?' || s[end] == '#' {
		return u.recognizeQuery(s, start, end)
	}
	if !u.hasHost() {
		return u.handOverScheme() // dot segments may make the path begin with "//"
	}
	u.pathStart = uint32(start)
	return start + strings.LastIndexByte(s[start:end], '/') + 1, statePath
}

// recognizeQuery recognizes what follows the path of s, which begins at start and ends at end.
func (u *URL) recognizeQuery(s string, start, end int) (pos int, next state) {
	u.pathStart, u.queryStart = uint32(start), uint32(end)
	if end < len(s) && s[end] == '?' {
		end = longSpan(s, end+1, queryClasses.of(u.scheme))
		if end < len(s) && s[end] != '#' {
			return int(u.queryStart) + 1, stateQuery
		}
	}
	u.fragmentStart = uint32(end)
	if end < len(s) && longSpan(s, end+1, fragmentClasses) < len(s) {
		return end + 1, stateFragment
	}
	if tooLong(len(s)) {
		return 0, stateSchemeStart
	}
	u.href = s
	return len(s), stateDone
}

// recognizeAuthority recognizes the beginning of s up to the path, and returns its end, or 0. If it is not 0, s parses,
// since nothing after an authority can fail. hosts stop at what cannot be in a host. If they are hostClasses, the
// authority is also what the serializer would write, except perhaps for the port, and for capitals in the scheme.
func (u *URL) recognizeAuthority(s string, hosts *componentClasses) int {
	start := u.recognizeScheme(s)
	if start == 0 {
		return 0
	}
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
	if end > start && (end == len(s) || s[end] == '/') && !numberEnds[s[end-1]] && u.scheme != schemeFile {
		u.hostEnd = uint32(end) // most URLs: recognizeHost would not look closer at anything
		return end
	}
	hostEnd := u.recognizeHost(s, start, end)
	if hostEnd > 0 || endsAuthority(s, end, u.scheme) {
		return hostEnd
	}
	u.port = 0 // what looked like one may be a password
	if start = u.recognizeCredentials(s, start); start > 0 {
		return u.recognizeHost(s, start, longSpan(s, start, classes))
	}
	return 0
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
	switch {
	case end == start:
		if end < len(s) && s[end] == '[' {
			end = span(s, end+1, ipv6Classes)
			if end == len(s) || !isSerializedIPv6(s[start:end+1]) {
				return 0
			}
			end++
		} else if u.scheme.hasServer() || u.usernameEnd < u.hostStart {
			return 0
		}
	case u.scheme.special() && endsInANumber(s[start:end]) && !isSerializedIPv4(s[start:end]),
		u.scheme == schemeFile && s[start:end] == "localhost":
		return 0
	}
	u.hostEnd = uint32(end)
	if end < len(s) && s[end] == ':' && end > start {
		end = u.recognizePort(s, end+1) // perhaps 0, where a scheme begins and no authority ends
	}
	if !endsAuthority(s, end, u.scheme) {
		return 0
	}
	return end
}

// recognizeScheme recognizes the scheme and ":", or "://" if it is special, and returns their end, or 0.
func (u *URL) recognizeScheme(s string) int {
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
		return u.recognizeOtherScheme(s)
	}
	u.schemeEnd = uint32(end)
	return end + 2
}

// recognizeOtherScheme is recognizeScheme for all other schemes, and for special ones in upper case. It accepts capitals only
// if the first letter is one. It notes a special scheme even if there is no "//" after it.
func (u *URL) recognizeOtherScheme(s string) int {
	classes := schemeClasses
	if s != "" && infra.IsASCIIUpper(s[0]) {
		classes = upperCaseSchemeClasses
	}
	end := span(s, 0, classes)
	if end == len(s) || s[end] != ':' || !infra.IsASCIIAlpha(s[0]) {
		return 0
	}
	u.scheme, u.schemeEnd = schemeOf(s[:end]), uint32(end+1)
	switch {
	case !u.scheme.special():
		return end + 1
	case strings.HasPrefix(s[end+1:], "//"):
		return end + len("://")
	}
	return 0
}

// recognizePort recognizes the port that begins at start, and returns its end, or 0.
func (u *URL) recognizePort(s string, start int) int {
	port, end := scanPort(s, start)
	if end == start || port > maxPort || u.scheme == schemeFile {
		return 0
	}
	u.port = uint16(port)
	return end
}

// portIsSerialized reports whether the serializer would write u's port as digits: without leading zeros, and not at all
// if it is the default port.
func (u *URL) portIsSerialized(digits string) bool {
	return !u.scheme.isDefaultPort(u.port) && (digits[0] != '0' || digits == "0")
}

// recognizeReference sets u to ref resolved against base, if the result is a prefix of the base followed by ref without
// the "../" at its beginning. Otherwise it returns false, and u stays zero. ref is not an absolute URL.
func (u *URL) recognizeReference(ref string, base *URL) bool {
	if ref == "" || !base.scheme.hasServer() {
		return false
	}
	u.scheme = base.scheme
	kept, skip, next := base.pathStart, 0, stateNone
	hasAuthority := strings.HasPrefix(ref, "//")
	switch {
	case hasAuthority:
		kept = base.schemeEnd
		next = u.recognizeAuthorityReference(ref)
	case ref[0] == '#':
		kept = base.fragmentStart
		_, next = u.recognizeQuery(ref, 0, 0)
	case ref[0] == '?':
		kept = base.queryStart
		_, next = u.recognizeQuery(ref, 0, 0)
	case ref[0] == '/':
		_, next = u.recognizePath(ref, 0)
	default:
		kept, skip = base.directory(ref)
		next = u.recognizeRelativePath(ref, skip)
	}
	if next != stateDone || tooLong(int(kept)+len(u.href)) {
		*u = URL{}
		return false
	}
	u.href = base.href[:kept] + u.href[skip:]
	if hasAuthority {
		u.move(atSchemeEnd, kept)
	} else {
		u.move(atQueryStart, kept-uint32(skip))
		u.usernameEnd, u.hostStart, u.hostEnd, u.pathStart = base.usernameEnd, base.hostStart, base.hostEnd, base.pathStart
		u.port = base.port
	}
	u.schemeEnd = base.schemeEnd
	if ref[0] == '#' {
		u.queryStart = base.queryStart
	}
	return true
}

// recognizeAuthorityReference recognizes a reference that begins with "//".
func (u *URL) recognizeAuthorityReference(ref string) state {
	u.usernameEnd, u.hostStart = 2, 2
	end := u.recognizeHost(ref, 2, longSpan(ref, 2, hostClasses.of(u.scheme)))
	if end == 0 || end == len(ref) || ref[end] != '/' || end > int(u.hostEnd) && !u.portIsSerialized(ref[u.hostEnd+1:end]) {
		return stateAuthority
	}
	_, next := u.recognizePath(ref, end)
	return next
}

// recognizeRelativePath recognizes a reference that does not begin with a slash. What is before start is already
// recognized.
func (u *URL) recognizeRelativePath(ref string, start int) state {
	end := pathSpan(ref, start, pathClasses.of(u.scheme))
	if end < len(ref) && ref[end] != '?' && ref[end] != '#' || strings.IndexByte(ref[:end], ':') >= 0 {
		return stateNoScheme // a ":" may be after a scheme
	}
	_, next := u.recognizeQuery(ref, start, end)
	return next
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
