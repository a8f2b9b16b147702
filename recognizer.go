package url

import (
	"math/bits"
	"strings"

	"github.com/weburl-go/url/internal/idna"
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

// What follows serves the recognizer and the machine: the classes of bytes, the spans of bytes of a class, and the ends of
// schemes, authorities, hosts, ports and dots.

// The classes of a byte in a URL.
const (
	classStop  = 1 << iota // ends the component, or changes in it
	classDot               // may begin a dot segment after "/": "." and "%"
	classSlash             // "/"
)

// stopsAfter returns the classes at which [pathSpan] looks closer after a byte of a class: classStop and, after a slash,
// classDot. classSlash is twice classDot, so shifting makes one of the other. With an if, Parse takes some 7 % longer for
// real URLs of the web.
func stopsAfter(class uint8) uint8 { return classStop | class>>1&classDot }

// componentClasses contains the classes of each byte in a component: [0] for URLs that are not special, [1] for special
// ones.
type componentClasses [2]*[256]uint8

var (
	schemeClasses = classesOf(func(b byte) bool { return !isSchemeByte(b) || infra.ASCIILower(b) != b })
	// upperCaseSchemeClasses also admit capitals.
	upperCaseSchemeClasses = classesOf(func(b byte) bool { return !isSchemeByte(b) })
	// hostClasses stop at the bytes that a serialized host cannot have.
	hostClasses = componentClasses{
		classesOf(func(b byte) bool { return idna.IsForbiddenHost(b) || encodeSets[b]&C0ControlPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return idna.LowerDomainByte(b) != b || b == 0 }),
	}
	// acceptedHostClasses also admit the bytes that the host parser rewrites. They stop at C0 controls, because at the
	// end of the input these do not belong to the host.
	acceptedHostClasses = componentClasses{
		classesOf(func(b byte) bool { return idna.IsForbiddenHost(b) || b < ' ' }),
		classesOf(func(b byte) bool { return idna.LowerDomainByte(b) == 0 }),
	}
	authorityClasses = componentClasses{
		classesOf(func(b byte) bool { return strings.IndexByte("/?#", b) >= 0 }),
		classesOf(func(b byte) bool { return strings.IndexByte(`/?#\`, b) >= 0 }),
	}
	// ipv6Classes stop at the bytes that a serialized IPv6 address cannot have.
	ipv6Classes    = classesOf(func(b byte) bool { return strings.IndexByte("0123456789abcdef:", b) < 0 })
	hostDelimiters = componentClasses{
		classesOf(func(b byte) bool { return strings.IndexByte("/?#:[]@", b) >= 0 }),
		classesOf(func(b byte) bool { return strings.IndexByte(`/?#\:[]@`, b) >= 0 }),
	}
	pathClasses = componentClasses{
		classesOf(func(b byte) bool { return encodeSets[b]&PathPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return encodeSets[b]&PathPercentEncodeSet != 0 || b == '\\' }),
	}
	// segmentClasses also have "\" as a slash of special URLs.
	segmentClasses = componentClasses{pathClasses[0], withBackslash(pathClasses[1])}
	queryClasses   = componentClasses{
		classesOf(func(b byte) bool { return encodeSets[b]&QueryPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return encodeSets[b]&SpecialQueryPercentEncodeSet != 0 }),
	}
	fragmentClasses   = classesOf(func(b byte) bool { return encodeSets[b]&FragmentPercentEncodeSet != 0 })
	userinfoClasses   = classesOf(func(b byte) bool { return encodeSets[b]&UserinfoPercentEncodeSet != 0 })
	opaquePathClasses = classesOf(func(b byte) bool {
		return encodeSets[b]&C0ControlPercentEncodeSet != 0 || b == ' ' || b == '?' || b == '#'
	})
)

func classesOf(stops func(b byte) bool) *[256]uint8 {
	var classes [256]uint8
	for b := range classes {
		if stops(byte(b)) {
			classes[b] |= classStop
		}
	}
	classes['/'] |= classSlash
	classes['.'] |= classDot
	classes['%'] |= classDot
	return &classes
}

// withBackslash returns classes with the class of "/" for "\".
func withBackslash(classes *[256]uint8) *[256]uint8 {
	copied := *classes
	copied['\\'] = classSlash
	return &copied
}

// of returns the classes for URLs of the scheme.
func (c *componentClasses) of(s scheme) *[256]uint8 {
	if s.special() {
		return c[1]
	}
	return c[0]
}

// span returns the end of the run of bytes of s from i on that are not classStop.
func span(s string, i int, classes *[256]uint8) int {
	for i < len(s) && classes[s[i]]&classStop == 0 {
		i++
	}
	return i
}

// longSpan is span for more than a few bytes. It checks eight bytes at a time, and finds the first classStop among them
// without a branch for each.
func longSpan(s string, i int, classes *[256]uint8) int {
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		if stops := uint(classes[b[0]])&classStop | uint(classes[b[1]])&classStop<<1 |
			uint(classes[b[2]])&classStop<<2 | uint(classes[b[3]])&classStop<<3 |
			uint(classes[b[4]])&classStop<<4 | uint(classes[b[5]])&classStop<<5 |
			uint(classes[b[6]])&classStop<<6 | uint(classes[b[7]])&classStop<<7; stops != 0 {
			return i + bits.TrailingZeros(stops)
		}
	}
	return span(s, i, classes)
}

// pathSpan returns the end of the longest run of bytes of s from i on without a dot segment and without classStop. A
// segment begins at i.
//
// It skips eight bytes at a time if no dot segment can begin in them: they have no classDot, or there is no slash
// before or among them. At the end of s it does so with the last eight bytes.
func pathSpan(s string, i int, classes *[256]uint8) int {
	mask := stopsAfter(classSlash)
	for i < len(s) {
		if start := min(i, len(s)-8); start >= 0 { // what is before i has no classStop
			b := s[start : start+8]
			last := classes[b[7]]
			all := classes[b[0]] | classes[b[1]] | classes[b[2]] | classes[b[3]] |
				classes[b[4]] | classes[b[5]] | classes[b[6]] | last
			if all&mask == 0 && all&(classDot|classSlash) != classDot|classSlash {
				mask = stopsAfter(last)
				i = start + 8
				continue
			}
		}
		for end := min(i+8, len(s)); i < end; i++ {
			class := classes[s[i]]
			if class&mask != 0 && (class&classStop != 0 || beginsWithDotSegment(s[i:])) {
				return i
			}
			mask = stopsAfter(class)
		}
	}
	return i
}

// scanScheme returns the end of the longest scheme that s begins with, or 0.
func scanScheme(s string) int {
	if s == "" || !infra.IsASCIIAlpha(s[0]) {
		return 0
	}
	return span(s, 0, upperCaseSchemeClasses)
}

// scanAuthority returns the end of the authority that begins at pos in in.
func scanAuthority(in string, pos int, s scheme) int { return span(in, pos, authorityClasses.of(s)) }

// endsAuthority reports whether an authority ends at pos in in: before "/", "?", "#", the end or, if the scheme is
// special, "\". Segments of paths end at the same places.
func endsAuthority(in string, pos int, s scheme) bool {
	return pos == len(in) || authorityClasses.of(s)[in[pos]]&classStop != 0
}

// scanHost returns the end of the host that begins at pos in in: the first ":" outside of brackets, or the end of the
// authority.
func scanHost(in string, pos int, s scheme) int {
	insideBrackets := false
	for ; ; pos++ {
		pos = span(in, pos, hostDelimiters.of(s))
		switch {
		case endsAuthority(in, pos, s), in[pos] == ':' && !insideBrackets:
			return pos
		case in[pos] == '[':
			insideBrackets = true
		case in[pos] == ']':
			insideBrackets = false
		}
	}
}

// maxPort is the greatest port.
const maxPort = 1<<16 - 1

// scanPort returns the port that begins at pos in s, and the end of its digits. A greater port than maxPort becomes
// maxPort+1.
func scanPort(s string, pos int) (port uint32, end int) {
	for end = pos; end < len(s) && infra.IsASCIIDigit(s[end]); end++ {
		port = min(port*10+uint32(s[end]-'0'), maxPort+1)
	}
	return port, end
}

// scanDots counts the dots at the beginning of s, written as "." or "%2e". It also returns their length in bytes. A
// segment of one dot is a single-dot segment, and one of two dots is a double-dot segment.
// https://url.spec.whatwg.org/#single-dot-path-segment
func scanDots(s string) (dots, size int) {
	for size < len(s) {
		switch rest := s[size:]; {
		case rest[0] == '.':
			size++
		case len(rest) > 2 && rest[:2] == "%2" && rest[2]|0x20 == 'e':
			size += 3
		default:
			return dots, size
		}
		dots++
	}
	return dots, size
}

// beginsWithDotSegment reports whether s, the rest of a path, begins with a dot segment.
func beginsWithDotSegment(s string) bool {
	dots, size := scanDots(s)
	return dots > 0 && dots < 3 && endsAuthority(s, size, schemeHTTP)
}
