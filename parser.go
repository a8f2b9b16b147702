package url

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/weburl-go/url/internal/infra"
)

// machine is the basic URL parser, a machine with one method for each state of the standard. A state consumes all the
// bytes that it can, and returns the next state. https://url.spec.whatwg.org/#concept-basic-url-parser
//
// Where the standard collects components in a record, the machine writes their serialization to out and notes in url
// where they are. To take back what it has written, as for a dot segment, it truncates out. The machine stays on the
// stack.
type machine struct {
	input
	url      URL   // the record so far: offsets into out. With a state override, the URL that is set
	override state // the state override for a host, a port or a path, or stateNone
	hostSet  bool  // with a state override: the host was parsed
	portSet  bool  // with a state override: the port was parsed

	reporter
	defaultScheme scheme            // or schemeNotSpecial, for none
	base          URL               // the base URL, or the zero URL. A pointer would move the base to the heap
	encoding      encoding.Encoding // of the query; nil is UTF-8
	out           output            // with a state override, it holds only what the setter replaces
}

// A state is a state of the basic URL parser, in the standard's order, or an end of it.
type state uint8

const (
	stateNone state = iota
	stateSchemeStart
	stateScheme
	stateNoScheme
	stateSpecialRelativeOrAuthority
	statePathOrAuthority
	stateRelative
	stateRelativeSlash
	stateSpecialAuthoritySlashes
	stateSpecialAuthorityIgnoreSlashes
	stateAuthority
	stateHost
	stateHostname
	statePort
	stateFile
	stateFileSlash
	stateFileHost
	statePathStart
	statePath
	stateOpaquePath
	stateQuery
	stateFragment
	stateDone
	stateFailure
)

// parse runs the machine and sets u to the result. If it fails, it returns false and leaves u unchanged. If u is not zero,
// the recognizer has read the beginning of the input, and the machine continues after that.
func (m *machine) parse(u *URL) bool {
	if tooLong(len(m.raw)) {
		return m.fail(ErrTooLong, len(m.raw))
	}
	m.input.trim(&m.reporter)
	m.input.strip(&m.reporter)
	if m.defaultScheme.special() {
		m.input.prepend(m.defaultScheme, &m.reporter)
	}
	next := stateSchemeStart
	if u.schemeEnd > 0 {
		next = m.resume(u)
	}
	return m.run(next) && (m.checkOnly || m.finish(u))
}

// resume continues after the beginning of the input that the recognizer has left in u. It ends after the scheme, after the
// host, or in the path or the query. Capital letters in the scheme become lower-case.
func (m *machine) resume(u *URL) state {
	m.pos = u.recognized()
	m.out.writeString(m.in[:m.pos])
	if m.pos == int(u.schemeEnd) {
		infra.MakeLower(m.out.bytes())
		m.url.scheme, m.url.schemeEnd = u.scheme, u.schemeEnd
		return m.endScheme()
	}
	m.url = *u
	switch {
	case u.pathStart == 0:
		return m.endHost(m.pos)
	case m.raw[m.pos] == '?', m.raw[m.pos] == '#': // not m.in: a tab or newline before it may be in a dot segment
		return m.leavePath()
	}
	slash := strings.LastIndexByte(m.in[:m.pos], '/')
	m.out.truncate(slash)
	m.pos = slash + 1
	return statePath
}

// recognized returns the end of what the recognizer has left in u, if that is not the whole URL.
func (u *URL) recognized() int {
	switch {
	case u.hostEnd <= u.schemeEnd:
		return int(u.schemeEnd)
	case u.pathStart == 0:
		return int(u.hostEnd)
	}
	return int(u.queryStart)
}

// runOverride runs the machine on in, with u as the URL and a state override. in is a suffix of v, the value of a
// setter or a path to append. It reports whether the machine ended without a failure.
func (m *machine) runOverride(u *URL, v, in string, override state) bool {
	m.raw, m.in, m.inStart = v, in, len(v)-len(in)
	m.url, m.override = *u, override
	m.input.strip(&m.reporter)
	return m.run(override)
}

// finish sets u to the URL that the machine has written. The URL shares memory with the raw string or the base where
// that is possible, unless that would keep a much longer string alive.
func (m *machine) finish(u *URL) bool {
	if tooLong(m.out.n) {
		return m.fail(ErrTooLong, len(m.in))
	}
	switch out := m.out.bytes(); {
	case string(out) == m.in && len(m.in) >= len(m.raw)/2:
		m.url.href = m.in
	case string(out) == m.base.href:
		m.url.href = m.base.href
	default:
		m.url.href = string(out)
	}
	*u = m.url
	return true
}

// run runs the machine from next on. It reports whether the machine ended without a failure.
func (m *machine) run(next state) bool {
	for {
		if m.checkOnly && next >= statePathStart && next < stateDone {
			return true // a path, a query and a fragment cannot fail
		}
		switch next {
		case stateSchemeStart:
			next = m.schemeStartState()
		case stateScheme:
			next = m.schemeState()
		case stateNoScheme:
			next = m.noSchemeState()
		case stateSpecialRelativeOrAuthority:
			next = m.specialRelativeOrAuthorityState()
		case statePathOrAuthority:
			next = m.pathOrAuthorityState()
		case stateRelative:
			next = m.relativeState()
		case stateRelativeSlash:
			next = m.relativeSlashState()
		case stateSpecialAuthoritySlashes:
			next = m.specialAuthoritySlashesState()
		case stateSpecialAuthorityIgnoreSlashes:
			next = m.specialAuthorityIgnoreSlashesState()
		case stateAuthority:
			next = m.authorityState()
		case stateHost:
			next = m.hostState()
		case stateHostname:
			next = m.hostnameState()
		case statePort:
			next = m.portState()
		case stateFile:
			next = m.fileState()
		case stateFileSlash:
			next = m.fileSlashState()
		case stateFileHost:
			next = m.fileHostState()
		case statePathStart:
			next = m.pathStartState()
		case statePath:
			next = m.pathState()
		case stateOpaquePath:
			next = m.opaquePathState()
		case stateQuery:
			next = m.queryState()
		case stateFragment:
			next = m.fragmentState()
		default:
			return next == stateDone
		}
	}
}

// stop ends the parse for the reason t, at a place in the input.
func (m *machine) stop(t ErrorType, at int) state {
	m.fail(t, at)
	return stateFailure
}

// schemeStartState implements https://url.spec.whatwg.org/#scheme-start-state.
func (m *machine) schemeStartState() state {
	if m.pos < len(m.in) && infra.IsASCIIAlpha(m.in[m.pos]) {
		return stateScheme
	}
	return stateNoScheme
}

// schemeState implements https://url.spec.whatwg.org/#scheme-state.
func (m *machine) schemeState() state {
	end := scanScheme(m.in)
	if end == len(m.in) || m.in[end] != ':' {
		return stateNoScheme // start over: nothing was consumed
	}
	m.url.scheme = m.out.writeScheme(m.in[:end])
	m.url.schemeEnd = uint32(m.out.n)
	m.pos = end + 1
	return m.endScheme()
}

// endScheme runs the steps of the scheme state after the ":".
func (m *machine) endScheme() state {
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

// noSchemeState implements https://url.spec.whatwg.org/#no-scheme-state.
func (m *machine) noSchemeState() state {
	hasOpaquePath := m.base.HasOpaquePath()
	switch {
	case m.base.IsZero(), hasOpaquePath && m.c() != '#':
		return m.stop(ErrMissingSchemeNonRelativeURL, m.pos)
	case hasOpaquePath:
		m.copyBase(m.base.fragmentStart)
		return m.beginFragment()
	case m.base.scheme != schemeFile:
		return stateRelative
	}
	return stateFile
}

// specialRelativeOrAuthorityState implements https://url.spec.whatwg.org/#special-relative-or-authority-state.
func (m *machine) specialRelativeOrAuthorityState() state {
	if strings.HasPrefix(m.in[m.pos:], "//") {
		m.pos += 2
		return stateSpecialAuthorityIgnoreSlashes
	}
	m.report(ErrSpecialSchemeMissingFollowingSolidus, m.pos)
	return stateRelative
}

// pathOrAuthorityState implements https://url.spec.whatwg.org/#path-or-authority-state.
func (m *machine) pathOrAuthorityState() state {
	if m.c() == '/' {
		m.pos++
		return stateAuthority
	}
	m.beginPath()
	return statePath
}

// relativeState implements https://url.spec.whatwg.org/#relative-state.
func (m *machine) relativeState() state {
	m.url.scheme = m.base.scheme
	if m.skipSlash() {
		return stateRelativeSlash
	}
	if next := m.queryOrFragmentOfBase(); next != stateNone {
		return next
	}
	m.copyBasePath()
	m.shortenPath()
	return statePath
}

// relativeSlashState implements https://url.spec.whatwg.org/#relative-slash-state.
func (m *machine) relativeSlashState() state {
	if !m.skipSlash() {
		m.copyBaseAuthority()
		return statePath
	}
	m.copyBaseScheme()
	if m.url.scheme.special() {
		return stateSpecialAuthorityIgnoreSlashes
	}
	return stateAuthority
}

// specialAuthoritySlashesState implements https://url.spec.whatwg.org/#special-authority-slashes-state.
func (m *machine) specialAuthoritySlashesState() state {
	if strings.HasPrefix(m.in[m.pos:], "//") {
		m.pos += 2
	} else {
		m.report(ErrSpecialSchemeMissingFollowingSolidus, m.pos)
	}
	return m.specialAuthorityIgnoreSlashesState()
}

// specialAuthorityIgnoreSlashesState implements https://url.spec.whatwg.org/#special-authority-ignore-slashes-state.
func (m *machine) specialAuthorityIgnoreSlashesState() state {
	for c := m.c(); c == '/' || c == '\\'; c = m.c() {
		m.report(ErrSpecialSchemeMissingFollowingSolidus, m.pos)
		m.pos++
	}
	return m.authorityState()
}

// authorityState implements https://url.spec.whatwg.org/#authority-state.
//
// It goes straight to the last "@" of the authority. At each earlier one the standard appends "%40" to its buffer. To
// encode everything before the last "@" gives the same result.
func (m *machine) authorityState() state {
	m.out.writeString("//")
	m.url.usernameEnd = uint32(m.out.n)
	end := scanHost(m.in, m.pos, m.url.scheme)
	if !endsAuthority(m.in, end, m.url.scheme) || strings.IndexByte(m.in[m.pos:end], '@') >= 0 {
		if !m.skipCredentials() {
			return stateFailure
		}
		end = scanHost(m.in, m.pos, m.url.scheme)
	}
	m.url.hostStart = uint32(m.out.n)
	return m.readHost(end)
}

// hostState implements https://url.spec.whatwg.org/#host-state.
func (m *machine) hostState() state {
	if m.override != stateNone && m.url.scheme == schemeFile {
		return stateFileHost
	}
	return m.readHost(scanHost(m.in, m.pos, m.url.scheme))
}

// readHost runs the steps of the host state for a host that ends at end.
func (m *machine) readHost(end int) state {
	host, special := m.in[m.pos:end], m.url.scheme.special()
	atColon := end < len(m.in) && m.in[end] == ':'
	switch {
	case host == "" && (atColon || special):
		return m.stop(ErrHostMissing, end)
	case atColon && m.override == stateHostname:
		return m.stop(ErrHostInvalidCodePoint, end)
	case host == "" && m.override != stateNone && (m.url.IncludesCredentials() || m.url.hasPort()):
		return m.stop(ErrHostRequired, end)
	}
	if !parseHost(host, m.pos, !special, &m.out, &m.reporter) {
		return stateFailure
	}
	return m.endHost(end)
}

// hostnameState implements https://url.spec.whatwg.org/#hostname-state, which has the steps of the host state.
func (m *machine) hostnameState() state { return m.hostState() }

// portState implements https://url.spec.whatwg.org/#port-state.
func (m *machine) portState() state {
	start := m.pos
	port, end := scanPort(m.in, start)
	switch {
	case m.override == stateNone && !endsAuthority(m.in, end, m.url.scheme),
		m.override != stateNone && end == start:
		return m.stop(ErrPortInvalid, end)
	case port > maxPort:
		return m.stop(ErrPortOutOfRange, start)
	}
	m.pos, m.portSet = end, true
	if m.url.port = 0; end > start && !m.url.scheme.isDefaultPort(uint16(port)) {
		m.url.port = uint16(port)
		m.out.writePort(m.url.port)
	}
	if m.override == stateNone {
		return statePathStart
	}
	return m.endOverride()
}

// fileState implements https://url.spec.whatwg.org/#file-state.
func (m *machine) fileState() state {
	m.url.scheme = schemeFile
	if m.skipSlash() {
		return stateFileSlash
	}
	if m.base.scheme != schemeFile {
		m.beginFile()
		return statePath
	}
	if next := m.queryOrFragmentOfBase(); next != stateNone {
		return next
	}
	if startsWithWindowsDriveLetter(m.in[m.pos:]) {
		m.report(ErrFileInvalidWindowsDriveLetter, m.pos)
		m.copyBaseAuthority()
	} else {
		m.copyBasePath()
		m.shortenPath()
	}
	return statePath
}

// fileSlashState implements https://url.spec.whatwg.org/#file-slash-state.
func (m *machine) fileSlashState() state {
	if m.skipSlash() {
		return stateFileHost
	}
	if m.base.scheme != schemeFile {
		m.beginFile()
		return statePath
	}
	m.copyBaseAuthority()
	drive, _, _ := strings.Cut(m.base.Pathname()[1:], "/") // the path is not empty
	if !startsWithWindowsDriveLetter(m.in[m.pos:]) && isNormalizedWindowsDriveLetter(drive) {
		m.out.writeByte('/')
		m.out.writeString(drive)
	}
	return statePath
}

// fileHostState implements https://url.spec.whatwg.org/#file-host-state.
//
// The standard keeps a Windows drive letter in its buffer, which makes it the beginning of the first segment. Here it
// is written as that segment, because the path state must not report its code points.
func (m *machine) fileHostState() state {
	end := scanAuthority(m.in, m.pos, schemeFile)
	host := m.in[m.pos:end]
	if m.override == stateNone {
		m.beginFile()
		if isWindowsDriveLetter(host) {
			m.report(ErrFileInvalidWindowsDriveLetterHost, m.pos)
			m.pos = end
			m.writeSegment(host, true)
			if m.skipSlash() {
				return statePath
			}
			return m.leavePath()
		}
	}
	if host != "" {
		start := m.out.n
		if !parseHost(host, m.pos, false, &m.out, &m.reporter) {
			return stateFailure
		}
		if string(m.out.bytes()[start:]) == "localhost" {
			m.out.truncate(start)
		}
	}
	return m.endHost(end)
}

// pathStartState implements https://url.spec.whatwg.org/#path-start-state.
//
// It rejects a URL that is already too long. A later ".." could make the URL shorter again, but the offsets of the
// components before the path would be wrong.
func (m *machine) pathStartState() state {
	if tooLong(m.out.n) {
		return m.stop(ErrTooLong, m.pos)
	}
	m.beginPath()
	c := m.c()
	switch {
	case m.skipSlash() || m.url.scheme.special():
		return statePath
	case c == '?' && m.override == stateNone:
		return m.beginQuery()
	case c == '#' && m.override == stateNone:
		return m.beginFragment()
	case c == eof:
		if m.override != stateNone && !m.url.hasHost() {
			m.out.writeByte('/')
		}
		return stateDone
	}
	return statePath
}

// pathState implements https://url.spec.whatwg.org/#path-state. It begins at the beginning of a segment.
func (m *machine) pathState() state {
	for !m.plainSegments() {
		start := m.pos
		end, clean := m.segmentEnd(start)
		m.reportUnits(m.in[start:end], start)
		m.pos = end
		m.writeSegment(m.in[start:end], clean)
		if !m.skipSlash() {
			break
		}
	}
	return m.leavePath()
}

// opaquePathState implements https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state.
func (m *machine) opaquePathState() state {
	end := m.pos
	for end < len(m.in) && m.in[end] != '?' && m.in[end] != '#' {
		end++
	}
	m.reportUnits(m.in[m.pos:end], m.pos)
	m.out.writePercentEncoded(m.in[m.pos:end], C0ControlPercentEncodeSet)
	if last := m.out.n - 1; end < len(m.in) && m.out.bytes()[last] == ' ' {
		m.out.truncate(last)
		m.out.writeString("%20")
	}
	m.pos = end
	return m.leavePath()
}

// queryState implements https://url.spec.whatwg.org/#query-state.
func (m *machine) queryState() state {
	end := len(m.in)
	if i := strings.IndexByte(m.in[m.pos:], '#'); i >= 0 {
		end = m.pos + i
	}
	m.reportUnits(m.in[m.pos:end], m.pos)
	m.writeQuery(m.in[m.pos:end])
	m.pos = end
	m.url.fragmentStart = uint32(m.out.n)
	if end < len(m.in) {
		return m.beginFragment()
	}
	return stateDone
}

// fragmentState implements https://url.spec.whatwg.org/#fragment-state.
func (m *machine) fragmentState() state {
	m.reportUnits(m.in[m.pos:], m.pos)
	m.out.writePercentEncoded(m.in[m.pos:], FragmentPercentEncodeSet)
	m.pos = len(m.in)
	return stateDone
}

// The rest of this file contains the steps that the states consist of, and then the input of the machine.

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
	m.url.usernameEnd = uint32(m.out.writeCredentials(username, password))
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
// are written. It is not inlined, which makes programs smaller.
//
//go:noinline
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

// segmentEnd returns the end of the path segment that begins at pos, and whether the segment is written unchanged.
func (m *machine) segmentEnd(pos int) (end int, clean bool) {
	classes := pathClasses.of(m.url.scheme)
	clean = true
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

// plainSegments writes the longest run of segments that the path state would only append, and moves over it, unless it would
// report something. It returns true if they are the rest of the path.
func (m *machine) plainSegments() bool {
	if m.reports() || m.url.scheme == schemeFile && m.out.n == int(m.url.pathStart) {
		return false
	}
	end := pathSpan(m.in, m.pos, pathClasses.of(m.url.scheme))
	plain := m.in[m.pos:end]
	rest := end == len(m.in) || m.override == stateNone && (m.in[end] == '?' || m.in[end] == '#')
	if !rest { // the last segment is not plain
		slash := strings.LastIndexByte(plain, '/')
		if slash < 0 {
			return false
		}
		plain, end = plain[:slash], m.pos+slash+1
	}
	m.out.writeByte('/')
	m.out.writeString(plain)
	m.pos = end
	return rest
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
		m.out.writePercentEncoded(segment, PathPercentEncodeSet)
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

// input is what the machine reads, and how far it has read.
type input struct {
	in  string // the input, trimmed and stripped
	pos int    // the standard's pointer, in bytes
}

// eof stands for the EOF code point. https://url.spec.whatwg.org/#eof-code-point
const eof = -1

// c returns the byte at the pointer, or eof. The standard's c is a code point, but no step compares it with one beyond
// ASCII. https://url.spec.whatwg.org/#c
func (i *input) c() int {
	if i.pos < len(i.in) {
		return int(i.in[i.pos])
	}
	return eof
}

// trim makes the raw string the input, without leading and trailing C0 controls and spaces.
func (i *input) trim(r *reporter) {
	start, end := 0, len(r.raw)
	for start < end && r.raw[start] <= ' ' {
		start++
	}
	for end > start && r.raw[end-1] <= ' ' {
		end--
	}
	i.in, r.inStart = r.raw[start:end], start
	if start > 0 {
		r.reportRaw(ErrInvalidURLUnit, 0)
	} else if end < len(r.raw) {
		r.reportRaw(ErrInvalidURLUnit, end)
	}
}

// strip removes tabs and newlines from the input.
func (i *input) strip(r *reporter) {
	first := infra.IndexTabOrNewline(i.in)
	if first == len(i.in) {
		return
	}
	r.report(ErrInvalidURLUnit, first)
	i.in = infra.WithoutTabsAndNewlines(i.in)
	r.tabsRemoved, r.inLen = true, len(i.in)
}

// prepend puts a scheme before the input, unless the input has one, is empty, or begins with a single slash, "?" or "#".
// See [Parser].DefaultScheme.
func (i *input) prepend(s scheme, r *reporter) {
	if hasScheme(i.in) {
		return
	}
	slashes := 0
	for slashes < min(2, len(i.in)) && (i.in[slashes] == '/' || i.in[slashes] == '\\') {
		slashes++
	}
	prefix := infra.SpecialSchemes[s-1].Name + ":"
	switch {
	case slashes == 1 || endsAuthority(i.in, 0, s) && slashes == 0:
		return
	case slashes == 0:
		prefix += "//"
	}
	i.in, r.prepended = prefix+i.in, len(prefix)
}

// hasScheme reports whether s begins with a scheme and a ":" that is not before a port.
func hasScheme(s string) bool {
	end := scanScheme(s)
	if end == 0 || end == len(s) || s[end] != ':' {
		return false
	}
	port, portEnd := scanPort(s, end+1)
	return portEnd == end+1 || port > maxPort || !endsAuthority(s, portEnd, schemeHTTP)
}
