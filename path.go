package url

import (
	"bytes"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// This file contains the parts of the states, and what several of them share: slashes, credentials and the end of the
// host, what is taken from the base URL, where components begin in the output, and segments of paths.

// skipSlash moves over a "/" or, if the URL is special, a "\", which it reports. It returns false if there is none.
func (p *parser) skipSlash() bool {
	switch c := p.c(); {
	case c == '/':
	case c == '\\' && p.url.scheme.special():
		p.report(ErrInvalidReverseSolidus, p.pos)
	default:
		return false
	}
	p.pos++
	return true
}

// leaveScheme returns the state after the scheme and its ":".
func (p *parser) leaveScheme() state {
	switch rest := p.in[p.pos:]; {
	case p.url.scheme == schemeFile:
		if !strings.HasPrefix(rest, "//") {
			p.report(ErrSpecialSchemeMissingFollowingSolidus, p.pos)
		}
		return stateFile
	case p.url.scheme.special() && p.base.scheme == p.url.scheme:
		return stateSpecialRelativeOrAuthority
	case p.url.scheme.special():
		return stateSpecialAuthoritySlashes
	case strings.HasPrefix(rest, "/"):
		p.pos++
		return statePathOrAuthority
	}
	p.beginPath()
	return stateOpaquePath
}

// skipCredentials moves over the credentials, if there are any, and writes them.
func (p *parser) skipCredentials() bool {
	end := scanAuthority(p.in, p.pos, p.url.scheme)
	at := strings.LastIndexByte(p.in[p.pos:end], '@')
	if at < 0 {
		return true
	}
	userinfo := p.in[p.pos : p.pos+at]
	p.reportCredentials(p.in[p.pos:p.pos+at+1], p.pos)
	p.pos += at + 1
	if p.pos == end {
		return p.fail(ErrHostMissing, end)
	}
	username, password, _ := strings.Cut(userinfo, ":")
	p.url.usernameEnd = uint32(p.out.writeCredentials(username, password))
	return true
}

// endHost moves to the end of the host, and returns the state after it.
func (p *parser) endHost(end int) state {
	p.pos, p.hostSet = end, true
	p.url.hostEnd = uint32(p.out.n)
	switch {
	case p.c() == ':':
		p.pos++
		return statePort
	case p.override == stateNone:
		return statePathStart
	}
	return p.endOverride()
}

// endOverride ends a parse with a state override. The rest of the input is ignored.
func (p *parser) endOverride() state {
	if p.pos < len(p.in) {
		p.note(ErrTrailingData, p.pos)
	}
	return stateDone
}

// queryOrFragmentOfBase runs the steps that the relative state and the file state share: for a reference that is empty
// or begins with "?" or "#". If the reference has a path, it returns stateNone.
func (p *parser) queryOrFragmentOfBase() state {
	if p.checkOnly {
		return stateDone // nothing that follows can fail
	}
	switch p.c() {
	case '?':
		p.copyBase(p.base.queryStart)
		return p.beginQuery()
	case '#':
		p.copyBase(p.base.fragmentStart)
		return p.beginFragment()
	case eof:
		p.copyBase(p.base.fragmentStart)
		return stateDone
	}
	return stateNone
}

// copyBase makes the output the beginning of the base, up to end. The offsets beyond it are set when their components
// are written.
func (p *parser) copyBase(end uint32) {
	p.out.truncate(0)
	p.out.writeString(p.base.href[:end])
	p.url = p.base
}

// copyBaseScheme makes the output the scheme of the base.
func (p *parser) copyBaseScheme() {
	p.copyBase(p.base.schemeEnd)
	p.url = URL{scheme: p.base.scheme, schemeEnd: p.base.schemeEnd}
}

// copyBaseAuthority makes the output the base up to its path, without the "/." that may stand before that.
func (p *parser) copyBaseAuthority() {
	p.copyBase(p.base.prefixEnd())
	p.beginPath()
}

// copyBasePath makes the output the base up to its query, without a "/." before the path.
func (p *parser) copyBasePath() {
	p.copyBaseAuthority()
	p.out.writeString(p.base.Pathname())
}

// beginFile makes the output the beginning of a file: URL with an empty host.
func (p *parser) beginFile() {
	p.out.truncate(0)
	p.out.writeString("file://")
	p.url = URL{schemeEnd: 5, usernameEnd: 7, hostStart: 7, hostEnd: 7, scheme: schemeFile}
	p.beginPath()
}

// beginPath notes that the path begins here and is empty so far, as are query and fragment.
func (p *parser) beginPath() {
	end := uint32(p.out.n)
	if p.url.usernameEnd == 0 {
		p.url.usernameEnd, p.url.hostStart, p.url.hostEnd = end, end, end
	}
	p.url.pathStart, p.url.queryStart, p.url.fragmentStart = end, end, end
}

// leavePath ends the path, and returns the state after it.
func (p *parser) leavePath() state {
	p.endPath()
	switch p.c() {
	case '?':
		return p.beginQuery()
	case '#':
		return p.beginFragment()
	}
	return stateDone
}

// endPath notes the end of the path. It puts "/." before a path that would be read as a host, as the URL serializer
// does. https://url.spec.whatwg.org/#url-serializing
func (p *parser) endPath() {
	path := p.out.bytes()[p.url.pathStart:]
	if !p.url.hasHost() && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		p.out.extend(2)
		path = p.out.bytes()[p.url.pathStart:]
		copy(path[2:], path)
		path[1] = '.'
		p.url.pathStart += 2
	}
	p.url.queryStart = uint32(p.out.n)
	p.url.fragmentStart = uint32(p.out.n)
}

// beginQuery moves over the "?" into the query.
func (p *parser) beginQuery() state {
	p.url.queryStart = uint32(p.out.n)
	p.out.writeByte('?')
	p.pos++
	return stateQuery
}

// beginFragment moves over the "#" into the fragment.
func (p *parser) beginFragment() state {
	p.url.fragmentStart = uint32(p.out.n)
	p.out.writeByte('#')
	p.pos++
	return stateFragment
}

// writeQuery writes the query in the encoding that the query state prescribes.
func (p *parser) writeQuery(query string) {
	s, set := p.url.scheme, queryPercentEncodeSet(p.url.scheme)
	if p.encoding != nil && query != "" && s.special() && s != schemeWS && s != schemeWSS {
		encoded, err := appendPercentEncodedAfterEncoding(nil, p.encoding, query, set, false)
		if err == nil {
			p.out.write(encoded)
			return
		} // else the caller's encoder is broken
	}
	p.out.writePercentEncoded(query, set)
}

// queryPercentEncodeSet returns the set with which the query state percent-encodes.
func queryPercentEncodeSet(s scheme) PercentEncodeSet {
	if s.special() {
		return SpecialQueryPercentEncodeSet
	}
	return QueryPercentEncodeSet
}

// segmentEnd returns the end of the path segment that begins at pos, and whether the segment is written unchanged.
func (p *parser) segmentEnd(pos int) (end int, clean bool) {
	classes := pathClasses.of(p.url.scheme)
	clean = !p.out.encodeLonePercent
	for ; pos < len(p.in); pos++ {
		if classes[p.in[pos]]&(classStop|classSlash) == 0 {
			continue
		}
		switch p.in[pos] {
		case '/', '\\':
			return pos, clean
		case '?', '#':
			if p.override == stateNone {
				return pos, clean
			}
		}
		clean = false
	}
	return pos, clean
}

// plainSegments writes all the segments that the path state would only append, unless it would report something. It
// reports whether they are the rest of the path.
func (p *parser) plainSegments() bool {
	if p.reports() || p.out.encodeLonePercent || p.url.scheme == schemeFile && p.out.n == int(p.url.pathStart) {
		return false
	}
	end := pathSpan(p.in, p.pos, pathClasses.of(p.url.scheme))
	backslash, classes := end, segmentClasses.of(p.url.scheme)
	if end < len(p.in) && p.in[end] == '\\' { // it ends the span only in special URLs
		end = pathSpan(p.in, end+1, classes)
	}
	all := end == len(p.in) || p.override == stateNone && (p.in[end] == '?' || p.in[end] == '#')
	if !all { // without the last segment and the slash before it
		for end >= p.pos && classes[p.in[end]]&classSlash == 0 {
			end--
		}
		if end < p.pos {
			return false
		}
	}
	written := p.out.extend(len("/") + end - p.pos)
	written[0] = '/'
	copy(written[1:], p.in[p.pos:end])
	if backslash < end {
		replaceBackslashes(written[len("/")+backslash-p.pos:])
	}
	p.pos = end
	if !all {
		p.pos++
	}
	return all
}

// replaceBackslashes makes each "\" in segments a "/".
func replaceBackslashes(segments []byte) {
	for i, b := range segments {
		if b == '\\' {
			segments[i] = '/'
		}
	}
}

// writeSegment writes a segment of the path that ends at the pointer, or does what the path state does for a dot
// segment. A clean segment does not need percent-encoding.
func (p *parser) writeSegment(segment string, clean bool) {
	if dots, size := scanDots(segment); dots > 0 && dots < 3 && size == len(segment) {
		if dots == 2 {
			p.shortenPath()
		}
		if c := p.c(); c != '/' && c != '\\' {
			p.out.writeByte('/')
		}
		return
	}
	emptyPath := p.out.n == int(p.url.pathStart)
	p.out.writeByte('/')
	switch {
	case emptyPath && p.url.scheme == schemeFile && isWindowsDriveLetter(segment):
		p.out.writeByte(segment[0])
		p.out.writeByte(':')
	case clean:
		p.out.writeString(segment)
	default:
		p.out.writeComponent(segment, PathPercentEncodeSet)
	}
}

// shortenPath implements https://url.spec.whatwg.org/#shorten-a-urls-path.
func (p *parser) shortenPath() {
	path := p.out.bytes()[p.url.pathStart:]
	if p.url.scheme == schemeFile && len(path) == 3 && isNormalizedWindowsDriveLetter(string(path[1:])) {
		return
	}
	p.out.truncate(int(p.url.pathStart) + max(bytes.LastIndexByte(path, '/'), 0))
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

// isWindowsDriveLetter implements https://url.spec.whatwg.org/#windows-drive-letter.
func isWindowsDriveLetter(s string) bool {
	return len(s) == 2 && infra.IsASCIIAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// isNormalizedWindowsDriveLetter implements https://url.spec.whatwg.org/#normalized-windows-drive-letter.
func isNormalizedWindowsDriveLetter(s string) bool { return isWindowsDriveLetter(s) && s[1] == ':' }

// startsWithWindowsDriveLetter implements https://url.spec.whatwg.org/#start-with-a-windows-drive-letter.
func startsWithWindowsDriveLetter(s string) bool {
	return len(s) >= 2 && isWindowsDriveLetter(s[:2]) && endsAuthority(s, 2, schemeFile)
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

// stopsAfter returns the classes at which pathSpan looks closer after a byte of a class: classStop and, after a slash,
// classDot. classSlash is twice classDot, so shifting makes one of the other without a branch.
func stopsAfter(class uint8) uint8 { return classStop | class>>1&classDot }

// beginsWithDotSegment reports whether s, the rest of a path, begins with a dot segment.
func beginsWithDotSegment(s string) bool {
	dots, size := scanDots(s)
	return dots > 0 && dots < 3 && endsAuthority(s, size, schemeHTTP)
}
