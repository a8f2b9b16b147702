package url

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// The recognizer accepts what is already as the serializer would write it, which most URLs are: it only
// notes where the components are. At the first component that the parser would change, or that is not simple,
// it hands over to the state in which the parser would be there. Where one of these is all there is to change,
// which is frequent, it makes the change itself, for a fraction of the machine's time:
//
//   - a special URL without a path gets its "/",
//   - a host is made lower case or ASCII, a default port left out (recognizeRewritten),
//   - a tab or newline in the path is removed (recognizePath),
//   - a reference is appended to a beginning of the base (recognizeReference).
//
// What it knows of bytes is derived from the percent-encode sets and the forbidden code points. That it
// gives the same record as the machine is what FuzzRecognizer holds it to.

// The classes of a byte in a URL.
const (
	classStop  = 1 << iota // ends the component or changes in it: is percent-encoded, or "\" for "/"
	classDot               // after "/" may begin a dot segment: "." and "%"
	classSlash             // "/"
)

// componentClasses holds the classes of each byte, by component: [0] for URLs that are not special, [1]
// for special ones.
type componentClasses [2]*[256]uint8

var (
	schemeClasses = classesOf(func(b byte) bool { return !isSchemeByte(b) || asciiLower(b) != b })
	hostClasses   = componentClasses{
		classesOf(func(b byte) bool { return isForbiddenHost(b) || encodeSets[b]&C0ControlPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return domainBytes[b] != b || b == 0 }),
	}
	// parsedHostClasses are hostClasses but for the bytes that the host parser changes and goes on. C0 controls are
	// not among those, since at the end of the input they do not belong to the host.
	parsedHostClasses = componentClasses{
		classesOf(func(b byte) bool { return isForbiddenHost(b) || b < ' ' }),
		classesOf(func(b byte) bool { return domainBytes[b] == 0 }),
	}
	authorityClasses = componentClasses{
		classesOf(func(b byte) bool { return b == '/' || b == '?' || b == '#' }),
		classesOf(func(b byte) bool { return b == '/' || b == '?' || b == '#' || b == '\\' }),
	}
	hostEndClasses = componentClasses{
		classesOf(func(b byte) bool { return strings.IndexByte("/?#:[]@", b) >= 0 }),
		classesOf(func(b byte) bool { return strings.IndexByte(`/?#\:[]@`, b) >= 0 }),
	}
	pathClasses = componentClasses{
		classesOf(func(b byte) bool { return encodeSets[b]&PathPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return encodeSets[b]&PathPercentEncodeSet != 0 || b == '\\' }),
	}
	queryClasses = componentClasses{
		classesOf(func(b byte) bool { return encodeSets[b]&QueryPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return encodeSets[b]&SpecialQueryPercentEncodeSet != 0 }),
	}
	fragmentClasses   = classesOf(func(b byte) bool { return encodeSets[b]&FragmentPercentEncodeSet != 0 })
	userinfoClasses   = classesOf(func(b byte) bool { return encodeSets[b]&UserinfoPercentEncodeSet != 0 })
	opaquePathClasses = classesOf(func(b byte) bool {
		return encodeSets[b]&C0ControlPercentEncodeSet != 0 || b == ' ' || b == '?' || b == '#'
	})
)

// numberEnds holds the bytes that a domain which ends in a number may end in.
var numberEnds = func() (ends [256]bool) {
	for b := range ends {
		ends[b] = hexValue[b] < 16 || b|0x20 == 'x' || b == '.'
	}
	return ends
}()

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

// of returns the classes for URLs of the scheme.
func (c *componentClasses) of(s scheme) *[256]uint8 {
	if s.special() {
		return c[1]
	}
	return c[0]
}

// span returns the end of the bytes of s from i on that are not classStop.
func span(s string, i int, classes *[256]uint8) int {
	for i < len(s) && classes[s[i]]&classStop == 0 {
		i++
	}
	return i
}

// longSpan is span for what is longer than a few bytes: it looks at eight bytes at a time, and finds the first
// classStop among them without a branch for each.
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

// pathSpan returns the end of the path of s from i on, which is the beginning of a segment, as far as it
// has no dot segment and no classStop.
//
// It passes over eight bytes at once where no dot segment can begin in them: there is no classDot, or else
// neither a slash before them nor in them. So it does, at the end of s, over the last eight.
func pathSpan(s string, i int, classes *[256]uint8) int {
	mask := uint8(classStop | classDot) // classDot only after a slash
	for i < len(s) {
		start := i
		if len(s)-i < 8 {
			start = max(0, len(s)-8) // what is before i has no classStop
		}
		if len(s)-start >= 8 {
			b := s[start : start+8]
			last := classes[b[7]]
			all := classes[b[0]] | classes[b[1]] | classes[b[2]] | classes[b[3]] |
				classes[b[4]] | classes[b[5]] | classes[b[6]] | last
			if all&mask == 0 && all&(classDot|classSlash) != classDot|classSlash {
				mask = classStop | last>>1&classDot
				i = start + 8
				continue
			}
		}
		for end := min(i+8, len(s)); i < end; i++ {
			class := classes[s[i]]
			if class&mask != 0 && (class&classStop != 0 || beginsWithDotSegment(s[i:])) {
				return i
			}
			mask = classStop | class>>1&classDot
		}
	}
	return i
}

// beginsWithDotSegment reports whether the path that goes on as s begins with a dot segment.
func beginsWithDotSegment(s string) bool {
	n := 0
	for ; n < 3 && s != "" && (s[0] == '.' || len(s) > 2 && s[:2] == "%2" && s[2]|0x20 == 'e'); n++ {
		if s[0] == '%' {
			s = s[2:]
		}
		s = s[1:]
	}
	return (n == 1 || n == 2) && (s == "" || authorityClasses[1][s[0]]&classStop != 0)
}

// recognize recognizes a beginning of s and notes in u, which is zero, what is in it. It returns the end of
// that, and the state of the parser there. Where that is stateDone, u is the URL.
func (u *URL) recognize(s string) (pos int, next state) {
	pos = u.recognizeAuthority(s, &hostClasses)
	switch {
	case pos == 0 && u.recognizeRewritten(s):
		return len(s), stateDone
	case pos == 0:
		return u.handOver(s)
	case pos < len(s) && s[pos] == '/':
		return u.recognizePath(s, pos)
	case u.scheme.special() && pos == len(s):
		return u.recognizeQuery(s+"/", pos, pos+1)
	case u.scheme.special():
		return pos, statePathStart
	case u.hasHost():
		return u.recognizeQuery(s, pos, pos)
	}
	end := span(s, pos, opaquePathClasses)
	if end < len(s) && s[end] != '?' && s[end] != '#' {
		*u = URL{}
		return 0, stateSchemeStart
	}
	return u.recognizeQuery(s, pos, end)
}

// recognizeRewritten recognizes the whole of s, of which the scheme is known, if its host only has to be made
// lower case or ASCII, or its default port has to go. Before the path there must be nothing else.
func (u *URL) recognizeRewritten(s string) bool {
	if !u.scheme.special() || u.scheme == schemeFile {
		return false
	}
	var short [64]byte
	host := short[:0]
	start := int(u.schemeEnd) + len("//")
	end := start
	for ; end < len(s) && len(host) < len(short) && domainBytes[s[end]] != 0; end++ {
		host = append(host, domainBytes[s[end]])
	}
	domain := s[start:end]
	if end < len(s) && s[end] >= utf8.RuneSelf {
		if end = span(s, end, hostEndClasses[1]); end-start > len(short) {
			return false
		}
		domain, _ = domainToASCII(toScalarValues(s[start:end]))
		host = append(host[:0], domain...)
	}
	rest := end
	if port, portEnd := scanPort(s, end); u.scheme.isDefaultPort(port) {
		rest = portEnd
	}
	if rest == len(s) || s[rest] != '/' || domain == "" || endsInANumber(domain) && !isSerializedIPv4(domain) ||
		tooLong(len(s)+len(host)) {
		return false
	}
	if _, next := u.recognizePath(s, rest); next != stateDone {
		return false
	}
	u.port = 0
	u.usernameEnd, u.hostStart, u.hostEnd = uint32(start), uint32(start), uint32(start+len(host))
	u.href = s[:start] + string(host) + u.href[rest:]
	u.move(atPathStart, u.hostEnd-uint32(rest))
	return true
}

// handOver hands over where recognizeAuthority has stopped: at the port, if that is all that is wrong, at
// the end of the scheme if it is special, else at the start.
func (u *URL) handOver(s string) (pos int, next state) {
	if u.scheme.special() && u.scheme != schemeFile && u.hostEnd > 0 && int(u.hostEnd) < len(s) && s[u.hostEnd] == ':' {
		pos = int(u.hostEnd) + 1
		if end := span(s, pos, hostEndClasses[1]); end == len(s) || authorityClasses[1][s[end]]&classStop != 0 {
			return pos, statePort
		}
	}
	*u = URL{scheme: u.scheme, schemeEnd: u.schemeEnd}
	switch u.scheme {
	case schemeNotSpecial:
		u.schemeEnd = 0
		return 0, stateSchemeStart
	case schemeFile:
		return int(u.schemeEnd), stateFile
	}
	return int(u.schemeEnd), stateSpecialAuthoritySlashes
}

// recognizePath recognizes the path of s, which begins at start with "/", and what is after it. If there is
// one tab or newline in the path it removes that itself, since it would cost more in the machine than all
// the rest; but not where a "//" or a drive letter could come about by that.
func (u *URL) recognizePath(s string, start int) (pos int, next state) {
	if u.scheme == schemeFile && len(s) > start+2 && s[start+2] == '|' { // perhaps a drive letter
		return start, statePathStart
	}
	classes := pathClasses.of(u.scheme)
	end := pathSpan(s, start+1, classes)
	if end == len(s) || s[end] == '?' || s[end] == '#' {
		return u.recognizeQuery(s, start, end)
	}
	if !u.hasHost() {
		*u = URL{} // a "//" could yet come about
		return 0, stateSchemeStart
	}
	if isTabOrNewline(s[end]) && u.scheme != schemeFile {
		clean := s[:end] + s[end+1:] // the only one, mostly
		cleanEnd := pathSpan(clean, start+1, classes)
		if cleanEnd == len(clean) || clean[cleanEnd] == '?' || clean[cleanEnd] == '#' {
			if pos, next = u.recognizeQuery(clean, start, cleanEnd); next == stateDone {
				return pos, next
			}
		}
	}
	u.pathStart = uint32(start)
	return start + strings.LastIndexByte(s[start:end], '/') + 1, statePath
}

// recognizeQuery recognizes what is after the path of s, which has been recognized from start to end.
func (u *URL) recognizeQuery(s string, start, end int) (pos int, next state) {
	u.pathStart, u.queryStart = uint32(start), uint32(end)
	if end < len(s) && s[end] == '?' {
		end = longSpan(s, end+1, queryClasses.of(u.scheme))
		if end < len(s) && s[end] != '#' {
			return int(u.queryStart) + 1, stateQuery
		}
	}
	u.fragmentStart = uint32(end)
	if end < len(s) {
		end = longSpan(s, end+1, fragmentClasses)
		if end < len(s) {
			return int(u.fragmentStart) + 1, stateFragment
		}
	}
	if tooLong(len(s)) {
		return 0, stateSchemeStart
	}
	u.href = s
	return end, stateDone
}

// recognizeAuthority recognizes the beginning of s up to the path, and returns the end of that, or 0. If it
// is not 0, s parses, since nothing after an authority can fail. With hostClasses for hosts, the authority is
// also as the serializer would write it; with parsedHostClasses it need not be.
func (u *URL) recognizeAuthority(s string, hosts *componentClasses) int {
	start := u.recognizeScheme(s)
	if start == 0 {
		return 0
	}
	if !u.scheme.special() {
		if !strings.HasPrefix(s[start:], "//") {
			if next := s[start:min(start+2, len(s))]; indexTabOrNewline(next) < len(next) {
				return 0 // without that, it may be "//"
			}
			u.usernameEnd, u.hostStart, u.hostEnd = u.schemeEnd, u.schemeEnd, u.schemeEnd
			return start
		}
		start += 2
	}
	u.usernameEnd, u.hostStart = uint32(start), uint32(start)
	end := longSpan(s, start, hosts.of(u.scheme))
	if end > start && (end == len(s) || s[end] == '/') && !numberEnds[s[end-1]] && u.scheme != schemeFile {
		u.hostEnd = uint32(end) // as in most URLs: nothing that recognizeHost would look closer at
		return end
	}
	if end = u.recognizeHost(s, start, end, hosts == &hostClasses); end > 0 {
		return end
	}
	u.port = 0 // what looks like one may be a password
	if start = u.recognizeCredentials(s, start); start > 0 {
		return u.recognizeHost(s, start, longSpan(s, start, hosts.of(u.scheme)), hosts == &hostClasses)
	}
	return 0
}

// canParseStripped reports whether s parses for what its authority is without tabs and newlines, if there are
// any. It looks at the first 32 bytes that are left, because a string of so many takes no allocation.
func canParseStripped(s string) bool {
	first := indexTabOrNewline(s)
	var clean [32]byte
	if first >= min(len(s), len(clean)) {
		return false
	}
	n, i := copy(clean[:], s[:first]), first
	for ; i < len(s) && n < len(clean); i++ {
		if !isTabOrNewline(s[i]) {
			clean[n] = s[i]
			n++
		}
	}
	var u URL
	end := u.recognizeAuthority(string(clean[:n]), &parsedHostClasses)
	return end > 0 && (i == len(s) || n-end >= len("//")) // a cut "//" could yet begin another authority
}

// recognizeCredentials recognizes the username, password and "@" that begin at start, and returns their
// end, or 0.
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

// recognizeHost recognizes the host and port that begin at start, of which the bytes up to end can be in a host,
// and returns their end, or 0. If exact, they have to be as the serializer would write them.
func (u *URL) recognizeHost(s string, start, end int, exact bool) int {
	special := u.scheme.special()
	switch {
	case end == start:
		if end < len(s) && s[end] == '[' {
			if end += strings.IndexByte(s[end:], ']') + 1; !isSerializedIPv6(s[start:end]) {
				return 0
			}
		} else if special && u.scheme != schemeFile || u.usernameEnd < u.hostStart {
			return 0
		}
	case special && numberEnds[s[end-1]] && endsInANumber(s[start:end]) && !isSerializedIPv4(s[start:end]),
		u.scheme == schemeFile && s[start:end] == "localhost":
		return 0
	}
	u.hostEnd = uint32(end)
	if end == len(s) || s[end] == '/' {
		return end
	}
	if s[end] == ':' && end > start {
		if end = u.recognizePort(s, end, exact); end == 0 || end == len(s) {
			return end
		}
	}
	if c := s[end]; c == '/' || c == '?' || c == '#' || c == '\\' && special {
		return end
	}
	return 0
}

// recognizeScheme recognizes the scheme and its ":" or, if it is special, "://", and returns their end, or
// 0.
func (u *URL) recognizeScheme(s string) int {
	switch {
	case strings.HasPrefix(s, "https://"):
		u.scheme, u.schemeEnd = schemeHTTPS, 6
	case strings.HasPrefix(s, "http://"):
		u.scheme, u.schemeEnd = schemeHTTP, 5
	case strings.HasPrefix(s, "file://"):
		u.scheme, u.schemeEnd = schemeFile, 5
	case strings.HasPrefix(s, "wss://"):
		u.scheme, u.schemeEnd = schemeWSS, 4
	case strings.HasPrefix(s, "ws://"):
		u.scheme, u.schemeEnd = schemeWS, 3
	case strings.HasPrefix(s, "ftp://"):
		u.scheme, u.schemeEnd = schemeFTP, 4
	default:
		return u.recognizeOtherScheme(s)
	}
	return int(u.schemeEnd) + 2
}

// recognizeOtherScheme recognizes a scheme that is not special.
func (u *URL) recognizeOtherScheme(s string) int {
	end := span(s, 0, schemeClasses)
	if end == len(s) || s[end] != ':' || end == 0 || !isASCIIAlpha(s[0]) || schemeOf(s[:end]).special() {
		return 0
	}
	u.schemeEnd = uint32(end + 1)
	return end + 1
}

// recognizePort recognizes the port whose ":" is at start, if exact then as the serializer would write it, and
// returns its end, or 0.
func (u *URL) recognizePort(s string, start int, exact bool) int {
	port, end := scanPort(s, start)
	if end == 0 || u.scheme == schemeFile ||
		exact && (u.scheme.isDefaultPort(port) || s[start+1] == '0' && end > start+len(":0")) {
		return 0
	}
	u.port = port
	return end
}

// scanPort returns the port whose ":" is at start, in up to five digits, and its end, or 0 if there is none.
func scanPort(s string, start int) (port uint16, end int) {
	n := uint32(0)
	for end = start + 1; end < len(s) && end < start+len(":65535") && s[end]-'0' <= 9; end++ {
		n = n*10 + uint32(s[end]-'0')
	}
	if start == len(s) || s[start] != ':' || end == start+1 || n > 1<<16-1 {
		return 0, 0
	}
	return uint16(n), end
}

// recognizeReference sets u to ref, resolved against base, where that is a beginning of the base and then
// the reference, less any "../" that it begins with. Else it returns false, and u is zero as before. That
// the reference is not an absolute URL is known already.
func (u *URL) recognizeReference(ref string, base *URL) bool {
	if ref == "" || !base.scheme.special() || base.scheme == schemeFile {
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
	end := u.recognizeHost(ref, 2, longSpan(ref, 2, hostClasses.of(u.scheme)), true)
	if end == 0 || end == len(ref) || ref[end] != '/' {
		return stateAuthority
	}
	_, next := u.recognizePath(ref, end)
	return next
}

// recognizeRelativePath recognizes a reference without a slash before its path, of which what is before
// start is known.
func (u *URL) recognizeRelativePath(ref string, start int) state {
	end := pathSpan(ref, start, pathClasses.of(u.scheme))
	if end < len(ref) && ref[end] != '?' && ref[end] != '#' || strings.IndexByte(ref[:end], ':') >= 0 {
		return stateNoScheme // a ":" may be after a scheme
	}
	_, next := u.recognizeQuery(ref, start, end)
	return next
}

// directory returns the end of the directory in u that ref is relative to, and the end of the "../" that ref
// begins with.
func (u *URL) directory(ref string) (end uint32, skip int) {
	path := u.Pathname()
	i := strings.LastIndexByte(path, '/')
	for strings.HasPrefix(ref[skip:], "../") {
		skip += len("../")
		i = max(0, strings.LastIndexByte(path[:i], '/'))
	}
	return u.pathStart + uint32(i) + 1, skip
}
