package url

import (
	"bytes"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// The steps that states of the machine share or consist of: slashes, credentials and the end of the host, what is taken from
// the base URL, where components begin in the output, segments of paths, and the query.

// skipSlash moves over a "/" or, if the URL is special, a "\", which it reports. It returns false if there is none.
func (m *machine) skipSlash() bool {
	switch c := m.c(); {
	case c == '/':
	case c == '\\' && m.url.scheme.special():
		m.report(ErrInvalidReverseSolidus, m.pos)
	default:
		return false
	}
	m.pos++
	return true
}

// leaveScheme returns the state after the scheme and its ":".
func (m *machine) leaveScheme() state {
	switch rest := m.in[m.pos:]; {
	case m.url.scheme == schemeFile:
		if !strings.HasPrefix(rest, "//") {
			m.report(ErrSpecialSchemeMissingFollowingSolidus, m.pos)
		}
		return stateFile
	case m.url.scheme.special() && m.base.scheme == m.url.scheme:
		return stateSpecialRelativeOrAuthority
	case m.url.scheme.special():
		return stateSpecialAuthoritySlashes
	case strings.HasPrefix(rest, "/"):
		m.pos++
		return statePathOrAuthority
	}
	m.beginPath()
	return stateOpaquePath
}

// skipCredentials moves over the credentials, if there are any, and writes them.
func (m *machine) skipCredentials() bool {
	end := scanAuthority(m.in, m.pos, m.url.scheme)
	at := strings.LastIndexByte(m.in[m.pos:end], '@')
	if at < 0 {
		return true
	}
	userinfo := m.in[m.pos : m.pos+at]
	m.reportCredentials(m.in[m.pos:m.pos+at+1], m.pos)
	m.pos += at + 1
	if m.pos == end {
		return m.fail(ErrHostMissing, end)
	}
	username, password, _ := strings.Cut(userinfo, ":")
	m.url.usernameEnd = uint32(m.out.writeCredentials(m.component(username), m.component(password)))
	return true
}

// endHost moves to the end of the host, and returns the state after it.
func (m *machine) endHost(end int) state {
	m.pos, m.hostSet = end, true
	m.url.hostEnd = uint32(m.out.n)
	switch {
	case m.c() == ':':
		m.pos++
		return statePort
	case m.override == stateNone:
		return statePathStart
	}
	return m.endOverride()
}

// endOverride ends a parse with a state override. The rest of the input is ignored.
func (m *machine) endOverride() state {
	if m.pos < len(m.in) {
		m.note(ErrTrailingData, m.pos)
	}
	return stateDone
}

// queryOrFragmentOfBase runs the steps that the relative state and the file state share: for a reference that is empty
// or begins with "?" or "#". If the reference has a path, it returns stateNone.
func (m *machine) queryOrFragmentOfBase() state {
	if m.checkOnly {
		return stateDone // nothing that follows can fail
	}
	switch m.c() {
	case '?':
		m.copyBase(m.base.queryStart)
		return m.beginQuery()
	case '#':
		m.copyBase(m.base.fragmentStart)
		return m.beginFragment()
	case eof:
		m.copyBase(m.base.fragmentStart)
		return stateDone
	}
	return stateNone
}

// copyBase makes the output the beginning of the base, up to end. The offsets beyond it are set when their components
// are written.
func (m *machine) copyBase(end uint32) {
	m.out.truncate(0)
	m.out.writeString(m.base.href[:end])
	m.url = m.base
}

// copyBaseScheme makes the output the scheme of the base.
func (m *machine) copyBaseScheme() {
	m.copyBase(m.base.schemeEnd)
	m.url = URL{scheme: m.base.scheme, schemeEnd: m.base.schemeEnd}
}

// copyBaseAuthority makes the output the base up to its path, without the "/." that may stand before that.
func (m *machine) copyBaseAuthority() {
	m.copyBase(m.base.prefixEnd())
	m.beginPath()
}

// copyBasePath makes the output the base up to its query, without a "/." before the path.
func (m *machine) copyBasePath() {
	m.copyBaseAuthority()
	m.out.writeString(m.base.Pathname())
}

// beginFile makes the output the beginning of a file: URL with an empty host.
func (m *machine) beginFile() {
	m.out.truncate(0)
	m.out.writeString("file://")
	m.url = URL{schemeEnd: 5, usernameEnd: 7, hostStart: 7, hostEnd: 7, scheme: schemeFile}
	m.beginPath()
}

// beginPath notes that the path begins here and is empty so far, as are query and fragment.
func (m *machine) beginPath() {
	end := uint32(m.out.n)
	if m.url.usernameEnd == 0 {
		m.url.usernameEnd, m.url.hostStart, m.url.hostEnd = end, end, end
	}
	m.url.pathStart, m.url.queryStart, m.url.fragmentStart = end, end, end
}

// leavePath ends the path, and returns the state after it.
func (m *machine) leavePath() state {
	m.endPath()
	switch m.c() {
	case '?':
		return m.beginQuery()
	case '#':
		return m.beginFragment()
	}
	return stateDone
}

// endPath notes the end of the path. It puts "/." before a path that would be read as a host, as the URL serializer
// does. https://url.spec.whatwg.org/#url-serializing
func (m *machine) endPath() {
	path := m.out.bytes()[m.url.pathStart:]
	if !m.url.hasHost() && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		m.out.extend(2)
		path = m.out.bytes()[m.url.pathStart:]
		copy(path[2:], path)
		path[1] = '.'
		m.url.pathStart += 2
	}
	m.url.queryStart = uint32(m.out.n)
	m.url.fragmentStart = uint32(m.out.n)
}

// beginQuery moves over the "?" into the query.
func (m *machine) beginQuery() state {
	m.url.queryStart = uint32(m.out.n)
	m.out.writeByte('?')
	m.pos++
	return stateQuery
}

// beginFragment moves over the "#" into the fragment.
func (m *machine) beginFragment() state {
	m.url.fragmentStart = uint32(m.out.n)
	m.out.writeByte('#')
	m.pos++
	return stateFragment
}

// writeQuery writes the query in the encoding that the query state prescribes.
func (m *machine) writeQuery(query string) {
	s, set := m.url.scheme, PercentEncodeSet(infra.SetOfQuery(m.url.scheme.special()))
	if m.encoding != nil && query != "" && s.special() && s != schemeWS && s != schemeWSS {
		encoded, err := appendPercentEncodedAfterEncoding(nil, m.encoding, query, set, false)
		if err == nil {
			m.out.write(encoded)
			return
		} // else the caller's encoder is broken
	}
	m.out.writePercentEncoded(query, set)
}

// component returns a component as it is to be percent-encoded. See [Parser].EncodeLonePercent.
func (m *machine) component(s string) string {
	if m.encodeLonePercent {
		return lonePercentEncoded(s)
	}
	return s
}

// segmentEnd returns the end of the path segment that begins at pos, and whether the segment is written unchanged.
func (m *machine) segmentEnd(pos int) (end int, clean bool) {
	classes := pathClasses.of(m.url.scheme)
	clean = !m.encodeLonePercent
	for ; pos < len(m.in); pos++ {
		if classes[m.in[pos]]&(classStop|classSlash) == 0 {
			continue
		}
		switch m.in[pos] {
		case '/', '\\':
			return pos, clean
		case '?', '#':
			if m.override == stateNone {
				return pos, clean
			}
		}
		clean = false
	}
	return pos, clean
}

// plainSegments writes all the segments that the path state would only append, unless it would report something. It
// reports whether they are the rest of the path.
func (m *machine) plainSegments() bool {
	if m.reports() || m.encodeLonePercent || m.url.scheme == schemeFile && m.out.n == int(m.url.pathStart) {
		return false
	}
	end := pathSpan(m.in, m.pos, pathClasses.of(m.url.scheme))
	backslash, classes := end, segmentClasses.of(m.url.scheme)
	if end < len(m.in) && m.in[end] == '\\' { // it ends the span only in special URLs
		end = pathSpan(m.in, end+1, classes)
	}
	all := end == len(m.in) || m.override == stateNone && (m.in[end] == '?' || m.in[end] == '#')
	if !all { // without the last segment and the slash before it
		for end >= m.pos && classes[m.in[end]]&classSlash == 0 {
			end--
		}
		if end < m.pos {
			return false
		}
	}
	written := m.out.extend(len("/") + end - m.pos)
	written[0] = '/'
	copy(written[1:], m.in[m.pos:end])
	if backslash < end {
		replaceBackslashes(written[len("/")+backslash-m.pos:])
	}
	m.pos = end
	if !all {
		m.pos++
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
func (m *machine) writeSegment(segment string, clean bool) {
	if dots, size := scanDots(segment); dots > 0 && dots < 3 && size == len(segment) {
		if dots == 2 {
			m.shortenPath()
		}
		if c := m.c(); c != '/' && c != '\\' {
			m.out.writeByte('/')
		}
		return
	}
	emptyPath := m.out.n == int(m.url.pathStart)
	m.out.writeByte('/')
	switch {
	case emptyPath && m.url.scheme == schemeFile && isWindowsDriveLetter(segment):
		m.out.writeByte(segment[0])
		m.out.writeByte(':')
	case clean:
		m.out.writeString(segment)
	default:
		m.out.writePercentEncoded(m.component(segment), PathPercentEncodeSet)
	}
}

// shortenPath implements https://url.spec.whatwg.org/#shorten-a-urls-path.
func (m *machine) shortenPath() {
	path := m.out.bytes()[m.url.pathStart:]
	if m.url.scheme == schemeFile && len(path) == 3 && isNormalizedWindowsDriveLetter(string(path[1:])) {
		return
	}
	m.out.truncate(int(m.url.pathStart) + max(bytes.LastIndexByte(path, '/'), 0))
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
