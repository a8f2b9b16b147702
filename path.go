package url

import "strings"

// fileState implements https://url.spec.whatwg.org/#file-state.
func (p *parser) fileState() state {
	p.url.scheme = schemeFile
	c := p.at()
	if c == '/' || c == '\\' {
		if c == '\\' {
			p.report(ErrInvalidReverseSolidus, p.pos)
		}
		p.pos++
		return stateFileSlash
	}
	if p.base.scheme != schemeFile {
		p.beginFile()
		return statePath
	}
	if next := p.queryOrFragmentOfBase(); next != stateNone {
		return next
	}
	if startsWithWindowsDriveLetter(p.in[p.pos:]) {
		p.report(ErrFileInvalidWindowsDriveLetter, p.pos)
		p.copyBaseAuthority()
	} else {
		p.copyBasePath()
		p.shortenPath()
	}
	return statePath
}

// beginFile writes the beginning of a file: URL with an empty host.
func (p *parser) beginFile() {
	p.out.n = 0
	p.out.writeString("file://")
	p.url = URL{schemeEnd: 5, usernameEnd: 7, hostStart: 7, hostEnd: 7, scheme: schemeFile}
	p.beginPath()
}

// fileSlashState implements https://url.spec.whatwg.org/#file-slash-state.
func (p *parser) fileSlashState() state {
	if c := p.at(); c == '/' || c == '\\' {
		if c == '\\' {
			p.report(ErrInvalidReverseSolidus, p.pos)
		}
		p.pos++
		return stateFileHost
	}
	if p.base.scheme != schemeFile {
		p.beginFile()
		return statePath
	}
	p.copyBaseAuthority()
	path := p.base.Pathname()
	if !startsWithWindowsDriveLetter(p.in[p.pos:]) && len(path) > 2 && startsWithWindowsDriveLetter(path[1:]) {
		p.out.writeString(path[:3])
	}
	return statePath
}

// fileHostState implements https://url.spec.whatwg.org/#file-host-state.
func (p *parser) fileHostState() state {
	start := p.pos
	end := p.authorityEnd(start)
	host := p.in[start:end]
	if p.override == stateNone {
		p.beginFile()
		if isWindowsDriveLetter(host) {
			p.report(ErrFileInvalidWindowsDriveLetterHost, start)
			return p.driveLetterState(end)
		}
	}
	if host != "" {
		n := p.out.n
		if !p.parseHost(start, end, false) {
			return stateFailure
		}
		if string(p.out.bytes()[n:]) == "localhost" {
			p.out.n = n
		}
	}
	p.pos = end
	return p.endHost()
}

// driveLetterState runs the path state for the first segment of a path, a Windows drive letter up to end
// which the file host state has taken for a host. Its code points are not looked at again.
func (p *parser) driveLetterState(end int) state {
	letter := p.in[p.pos:end]
	p.pos = end
	p.writeSegment(letter, true, true)
	if p.nextSegment() {
		return statePath
	}
	return p.leavePath()
}

// isWindowsDriveLetter implements https://url.spec.whatwg.org/#windows-drive-letter.
func isWindowsDriveLetter(s string) bool {
	return len(s) == 2 && isASCIIAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// startsWithWindowsDriveLetter implements
// https://url.spec.whatwg.org/#start-with-a-windows-drive-letter.
func startsWithWindowsDriveLetter(s string) bool {
	if len(s) < 2 || !isWindowsDriveLetter(s[:2]) {
		return false
	}
	return len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#'
}

// pathStartState implements https://url.spec.whatwg.org/#path-start-state.
//
// It refuses what is too long already, because later a ".." could make the output shorter again while the
// offsets of what is before the path do not fit.
func (p *parser) pathStartState() state {
	if tooLong(p.out.n) {
		return p.fail(ErrTooLong, p.pos)
	}
	p.beginPath()
	c := p.at()
	switch {
	case p.url.scheme.special():
		if c == '\\' {
			p.report(ErrInvalidReverseSolidus, p.pos)
		}
		if c == '/' || c == '\\' {
			p.pos++
		}
		return statePath
	case c == '?' && p.override == stateNone:
		return p.beginQuery()
	case c == '#' && p.override == stateNone:
		return p.beginFragment()
	case c == eof:
		if p.override != stateNone && !p.url.hasHost() {
			p.out.writeByte('/')
		}
		return stateDone
	case c == '/':
		p.pos++
	}
	return statePath
}

// pathState implements https://url.spec.whatwg.org/#path-state. It begins at the beginning of a segment.
func (p *parser) pathState() state {
	for !p.plainSegments() {
		start := p.pos
		end, clean := p.segmentEnd(start)
		p.reportUnits(start, end)
		p.pos = end
		c := p.at()
		p.writeSegment(p.in[start:end], clean, c == '/' || c == '\\')
		if !p.nextSegment() {
			break
		}
	}
	return p.leavePath()
}

// nextSegment moves over the slash after a segment, and reports whether there is one.
func (p *parser) nextSegment() bool {
	switch p.at() {
	case '\\':
		p.report(ErrInvalidReverseSolidus, p.pos)
	case '/':
	default:
		return false
	}
	p.pos++
	return true
}

// plainSegments writes at once the segments for which the path state would only append them, and reports
// whether those are all.
func (p *parser) plainSegments() bool {
	if p.encodeLonePercent || p.url.scheme == schemeFile && p.out.n == int(p.url.pathStart) {
		return false
	}
	end := pathSpan(p.in, p.pos, pathClasses.of(p.url.scheme))
	all := end == len(p.in) || p.override == stateNone && (p.in[end] == '?' || p.in[end] == '#')
	if !all {
		end = p.pos + strings.LastIndexByte(p.in[p.pos:end], '/')
		if end < p.pos {
			return false
		}
	}
	p.reportUnits(p.pos, end)
	run := p.out.extend(1 + end - p.pos)
	run[0] = '/'
	copy(run[1:], p.in[p.pos:end])
	p.pos = end
	if !all {
		p.pos++
	}
	return all
}

// leavePath ends the path and returns the state for what is after it.
func (p *parser) leavePath() state {
	p.endPath()
	switch p.at() {
	case '?':
		return p.beginQuery()
	case '#':
		return p.beginFragment()
	}
	return stateDone
}

// writeSegment writes a segment to the path, or what the path state makes of it if it is a dot segment.
// clean says that there is nothing to percent-encode in it, beforeSlash that another segment follows.
func (p *parser) writeSegment(segment string, clean, beforeSlash bool) {
	switch dots(segment) {
	case 2:
		p.shortenPath()
		fallthrough
	case 1:
		if !beforeSlash {
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
		p.writeEncodedSegment(segment)
	}
}

// writeEncodedSegment writes a segment percent-encoded. Where the output has to be enlarged for it, that is for all
// that follows, too, because there may be a million of such segments.
func (p *parser) writeEncodedSegment(segment string) {
	const longest = len("%41") // for one byte
	if !p.out.hasRoom(longest*len(segment)) && !p.encodeLonePercent {
		p.out.reserve(percentEncodedLen(p.in[p.pos-len(segment):], PathPercentEncodeSet, replacementMark))
	}
	p.writeEncoded(segment, PathPercentEncodeSet)
}

// dots returns 1 if segment is a single-dot URL path segment, 2 if a double-dot one, else 0.
// https://url.spec.whatwg.org/#single-dot-path-segment
func dots(segment string) int {
	n := 0
	for n < 3 && segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) > 2 && segment[0] == '%' && segment[1] == '2' && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return 0
		}
		n++
	}
	if n == 3 {
		return 0
	}
	return n
}

// segmentEnd returns the end of the path segment that begins at pos, and whether it is in the output as it
// is in the input.
func (p *parser) segmentEnd(pos int) (end int, clean bool) {
	classes := pathClasses.of(p.url.scheme)
	clean = !p.encodeLonePercent
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

// shortenPath implements https://url.spec.whatwg.org/#shorten-a-urls-path.
func (p *parser) shortenPath() {
	path := p.out.bytes()[p.url.pathStart:]
	if p.url.scheme == schemeFile && len(path) == 3 && path[2] == ':' && isASCIIAlpha(path[1]) {
		return
	}
	i := len(path) - 1
	for i > 0 && path[i] != '/' {
		i--
	}
	p.out.n = int(p.url.pathStart) + max(i, 0)
}

// opaquePathState implements https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state.
func (p *parser) opaquePathState() state {
	end := p.pos
	for end < len(p.in) && p.in[end] != '?' && p.in[end] != '#' {
		end++
	}
	p.reportUnits(p.pos, end)
	p.out.writePercentEncoded(p.in[p.pos:end], C0ControlPercentEncodeSet)
	if last := p.out.n - 1; end < len(p.in) && p.out.bytes()[last] == ' ' {
		p.out.n = last
		p.out.writeString("%20")
	}
	p.pos = end
	return p.leavePath()
}

// queryState implements https://url.spec.whatwg.org/#query-state.
func (p *parser) queryState() state {
	end := len(p.in)
	if p.override == stateNone {
		if i := strings.IndexByte(p.in[p.pos:], '#'); i >= 0 {
			end = p.pos + i
		}
	}
	p.reportUnits(p.pos, end)
	p.writeQuery(p.in[p.pos:end])
	p.pos = end
	p.url.fragmentStart = uint32(p.out.n)
	if end < len(p.in) {
		return p.beginFragment()
	}
	return stateDone
}

// writeQuery writes the query, in the encoding that the query state prescribes.
func (p *parser) writeQuery(query string) {
	set := QueryPercentEncodeSet
	if p.url.scheme.special() {
		set = SpecialQueryPercentEncodeSet
	}
	if p.encoding == nil || query == "" || !p.url.scheme.special() || p.url.scheme == schemeWS || p.url.scheme == schemeWSS {
		p.out.writePercentEncoded(query, set)
		return
	}
	encoded, err := appendPercentEncodedAfterEncoding(nil, p.encoding, query, set, false)
	if err != nil { // an encoder of the caller's that is broken
		p.out.writePercentEncoded(query, set)
		return
	}
	p.out.write(encoded)
}

// fragmentState implements https://url.spec.whatwg.org/#fragment-state.
func (p *parser) fragmentState() state {
	p.reportUnits(p.pos, len(p.in))
	p.writeEncoded(p.in[p.pos:], FragmentPercentEncodeSet)
	p.pos = len(p.in)
	return stateDone
}
