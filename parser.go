package url

import (
	"strings"

	"golang.org/x/text/encoding"
)

// Parser parses URLs in other ways than [Parse] does: with a legacy encoding, or with a report of what is
// wrong with them. The zero Parser is the standard's; it may be copied, and used by several goroutines at
// once if OnValidationError may.
type Parser struct {
	// QueryEncoding is the encoding of the document that the URL stands in, for the query of a special URL
	// that is not ws: or wss:. What it cannot encode becomes a numeric character reference. Nil is UTF-8,
	// which UTF-16 and replacement count as, too.
	QueryEncoding encoding.Encoding

	// OnValidationError, if not nil, is called with each validation error in the order in which the
	// standard's parser finds them; if one ends the parse, it is the last. Where it is nil, errors that do
	// not end the parse are not looked for. https://url.spec.whatwg.org/#validation-error
	OnValidationError func(ValidationError)

	// EncodeLonePercent departs from the standard: a "%" that is not followed by two hexadecimal digits
	// becomes "%25" in the path, query and fragment, so that every "%" in them begins an encoded byte, as
	// net/url and other readers of URIs require.
	EncodeLonePercent bool
}

// Parse parses rawURL, with base as the base URL if it is not nil. A failure is an [*Error].
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func (p *Parser) Parse(rawURL string, base *URL) (*URL, error) {
	u := new(URL)
	if p.QueryEncoding == nil && p.OnValidationError == nil && !p.EncodeLonePercent {
		if err := u.resolve(rawURL, base); err != nil {
			return nil, err
		}
		return u, nil
	}
	m := parser{raw: rawURL, encoding: outputEncoding(p.QueryEncoding),
		hook: p.OnValidationError, encodeLonePercent: p.EncodeLonePercent}
	if base != nil {
		m.base = *base
	}
	if !m.parse(u, 0, stateSchemeStart) {
		return nil, m.error("parse")
	}
	return u, nil
}

// parser is the basic URL parser: a machine with one method for each state of the standard's, which
// consumes all that the state does before another takes over, and returns that other.
// https://url.spec.whatwg.org/#concept-basic-url-parser
//
// Where the standard collects components in a record, the parser appends their serialization to out and
// writes down where they are. It never goes back, but for dot segments.
type parser struct {
	in  string // the input without leading and trailing C0 controls and spaces, tabs and newlines
	pos int    // the standard's pointer, in bytes
	out output // the serialization so far; with a state override, that of the component
	url URL    // the record so far: offsets into out; with a state override, the URL that is set

	base     URL   // the base URL, or the zero URL; a copy, because a pointer would make the base escape
	override state // the state override, or stateNone
	dry      bool  // the answer is enough: stop where nothing can fail any more

	raw     string // the string as it was given
	trimmed int    // where in raw the input begins

	encoding          encoding.Encoding // nil is UTF-8
	hook              func(ValidationError)
	encodeLonePercent bool

	hostStop int       // the end of the host, if the authority state has found it
	err      ErrorType // what ended the parse, or what a setter ignored
	failedAt int       // where in the input
	hostSet  bool      // with a state override: the host was parsed
	portSet  bool      // and the port
	stripped bool      // tabs or newlines were removed from the input
	lastAt   int       // the last place in the input that was reported …
	lastRaw  int       // … and where it is in raw
}

// parse sets u to rawURL. It is the slow half of Parse: what the recognizer leaves over.
func (u *URL) parse(rawURL string) error {
	pos, next := u.recognize(rawURL)
	if next == stateDone {
		return nil
	}
	return u.parseFrom(rawURL, nil, pos, next)
}

// resolve sets u to ref, parsed against base.
func (u *URL) resolve(ref string, base *URL) error {
	pos, next := u.recognize(ref)
	if next == stateDone || next == stateSchemeStart && base != nil && u.recognizeReference(ref, base) {
		return nil
	}
	return u.parseFrom(ref, base, pos, next)
}

// parseFrom lets the machine finish what the recognizer began: rawURL[:pos] is in u, and next is the state
// to go on in.
func (u *URL) parseFrom(rawURL string, base *URL, pos int, next state) error {
	p := parser{raw: rawURL}
	if base != nil {
		p.base = *base
	}
	if !p.parse(u, pos, next) {
		return p.error("parse")
	}
	return nil
}

// canParse reports whether rawURL parses against u.
func (u *URL) canParse(rawURL string) bool {
	p := parser{raw: rawURL, dry: true, base: *u}
	var v URL
	return v.recognizeAuthority(rawURL) > 0 || p.parse(&v, 0, stateSchemeStart)
}

// parse runs the machine from next on and sets u to the result, unless it fails. What is before pos has
// been recognized already: it is as in the result, and u holds its offsets.
func (p *parser) parse(u *URL, pos int, next state) bool {
	if len(p.raw) > maxLength {
		return p.fail(ErrTooLong, maxLength) != stateFailure
	}
	p.trim()
	p.strip(pos)
	p.out.writeString(p.in[:pos])
	if next == statePort || next == statePath {
		p.out.n-- // the ":" or "/" before pos is written with what follows
	}
	p.pos, p.url = pos, *u
	return p.run(next) && p.finish(u)
}

// trim removes leading and trailing C0 controls and spaces from the input.
func (p *parser) trim() {
	start, end := 0, len(p.raw)
	for start < end && p.raw[start] <= ' ' {
		start++
	}
	for end > start && p.raw[end-1] <= ' ' {
		end--
	}
	p.in, p.trimmed = p.raw[start:end], start
	if start > 0 {
		p.reportRaw(ErrInvalidURLUnit, 0)
	} else if end < len(p.raw) {
		p.reportRaw(ErrInvalidURLUnit, end)
	}
}

// strip removes tabs and newlines from the input, of which there are none before pos.
func (p *parser) strip(pos int) {
	first := pos + indexTabOrNewline(p.in[pos:])
	if first == len(p.in) {
		return
	}
	p.report(ErrInvalidURLUnit, first)
	// Bytes that are not UTF-8 must not become it by the removal of what is between them.
	p.in, p.stripped = stripped(toScalarValues(p.in)), true
}

// stripped returns s without the tabs and newlines in it. A single one at the beginning costs nothing.
func stripped(s string) string {
	if s != "" && isTabOrNewline(s[0]) {
		s = s[1:]
	}
	first := indexTabOrNewline(s)
	if first == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)-1), s[:first]...)
	for i := first; i < len(s); i++ {
		if !isTabOrNewline(s[i]) {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// indexTabOrNewline returns the index of the first tab or newline in s, or len(s).
//
// It looks for bytes below 0x0E in eight bytes at a time, which finds out fast that there is none.
func indexTabOrNewline(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if (x-0x0E*ones)&^x&highs == 0 {
			continue
		}
		for j := range len(b) {
			if isTabOrNewline(b[j]) {
				return i + j
			}
		}
	}
	for ; i < len(s); i++ {
		if isTabOrNewline(s[i]) {
			return i
		}
	}
	return i
}

// isTabOrNewline implements https://infra.spec.whatwg.org/#ascii-tab-or-newline.
func isTabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// finish sets u to the URL that the machine has written.
func (p *parser) finish(u *URL) bool {
	if p.dry {
		return true
	}
	if p.out.n > maxLength {
		p.fail(ErrTooLong, len(p.in))
		return false
	}
	*u = p.url
	switch out := p.out.bytes(); {
	case string(out) == p.in:
		u.href = p.in
	case string(out) == p.base.href:
		u.href = p.base.href
	default:
		u.href = string(out)
	}
	return true
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

// run runs the machine from next on. It reports whether it has not ended in failure.
func (p *parser) run(next state) bool {
	for {
		if p.dry && next >= statePathStart && next < stateDone {
			return true // a path, a query and a fragment cannot fail
		}
		switch next {
		case stateSchemeStart:
			next = p.schemeStartState()
		case stateScheme:
			next = p.schemeState()
		case stateNoScheme:
			next = p.noSchemeState()
		case stateSpecialRelativeOrAuthority:
			next = p.specialRelativeOrAuthorityState()
		case statePathOrAuthority:
			next = p.pathOrAuthorityState()
		case stateRelative:
			next = p.relativeState()
		case stateRelativeSlash:
			next = p.relativeSlashState()
		case stateSpecialAuthoritySlashes:
			next = p.specialAuthoritySlashesState()
		case stateSpecialAuthorityIgnoreSlashes:
			next = p.specialAuthorityIgnoreSlashesState()
		case stateAuthority:
			next = p.authorityState()
		case stateHost, stateHostname:
			next = p.hostState()
		case statePort:
			next = p.portState()
		case stateFile:
			next = p.fileState()
		case stateFileSlash:
			next = p.fileSlashState()
		case stateFileHost:
			next = p.fileHostState()
		case statePathStart:
			next = p.pathStartState()
		case statePath:
			next = p.pathState()
		case stateOpaquePath:
			next = p.opaquePathState()
		case stateQuery:
			next = p.queryState()
		case stateFragment:
			next = p.fragmentState()
		default:
			return next == stateDone
		}
	}
}

// schemeStartState implements https://url.spec.whatwg.org/#scheme-start-state.
func (p *parser) schemeStartState() state {
	switch {
	case p.pos < len(p.in) && isASCIIAlpha(p.in[p.pos]):
		return stateScheme
	case p.override == stateNone:
		return stateNoScheme
	}
	return p.fail(ErrSchemeInvalid, p.pos)
}

// schemeState implements https://url.spec.whatwg.org/#scheme-state.
//
// The protocol setter runs it on its value and a ":"; here the end of the value stands for that.
func (p *parser) schemeState() state {
	end := p.pos
	for end < len(p.in) && isSchemeByte(p.in[end]) {
		end++
	}
	atColon := end < len(p.in) && p.in[end] == ':'
	if p.override != stateNone {
		if !atColon && end < len(p.in) {
			return p.fail(ErrSchemeInvalid, end)
		}
		return p.setScheme(end)
	}
	if !atColon {
		return stateNoScheme // from the start: nothing was consumed
	}
	p.url.scheme = p.writeScheme(end)
	p.url.schemeEnd = uint32(p.out.n)
	p.pos = end + 1
	rest := p.in[p.pos:]
	switch {
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

// writeScheme writes p.in[p.pos:end], lowercased, and a ":".
func (p *parser) writeScheme(end int) scheme {
	name := p.out.extend(end - p.pos)
	for i := range name {
		name[i] = asciiLower(p.in[p.pos+i])
	}
	p.out.writeByte(':')
	return schemeOf(string(name))
}

// setScheme runs the steps of the scheme state that are for a state override.
func (p *parser) setScheme(end int) state {
	s := p.writeScheme(end)
	u := &p.url
	switch {
	case u.scheme.special() != s.special(),
		s == schemeFile && (u.IncludesCredentials() || u.hasPort()),
		u.scheme == schemeFile && u.hostStart == u.hostEnd:
		return p.fail(ErrSchemeChange, 0)
	}
	u.scheme = s
	if p.pos = end + 1; p.pos < len(p.in) {
		p.ignore(p.pos)
	}
	return stateDone
}

// noSchemeState implements https://url.spec.whatwg.org/#no-scheme-state.
func (p *parser) noSchemeState() state {
	switch {
	case p.base.href == "", p.base.HasOpaquePath() && p.at() != '#':
		return p.fail(ErrMissingSchemeNonRelativeURL, p.pos)
	case p.base.HasOpaquePath():
		p.copyBase(p.base.fragmentStart)
		return p.beginFragment()
	case p.base.scheme != schemeFile:
		return stateRelative
	}
	return stateFile
}

// specialRelativeOrAuthorityState implements
// https://url.spec.whatwg.org/#special-relative-or-authority-state.
func (p *parser) specialRelativeOrAuthorityState() state {
	if strings.HasPrefix(p.in[p.pos:], "//") {
		p.pos += 2
		return stateSpecialAuthorityIgnoreSlashes
	}
	p.report(ErrSpecialSchemeMissingFollowingSolidus, p.pos)
	return stateRelative
}

// pathOrAuthorityState implements https://url.spec.whatwg.org/#path-or-authority-state.
func (p *parser) pathOrAuthorityState() state {
	if p.at() == '/' {
		p.pos++
		return stateAuthority
	}
	p.beginPath()
	return statePath
}

// relativeState implements https://url.spec.whatwg.org/#relative-state.
func (p *parser) relativeState() state {
	p.url.scheme = p.base.scheme
	switch c := p.at(); {
	case c == '/':
		p.pos++
		return stateRelativeSlash
	case c == '\\' && p.url.scheme.special():
		p.report(ErrInvalidReverseSolidus, p.pos)
		p.pos++
		return stateRelativeSlash
	}
	if next := p.queryOrFragmentOfBase(); next != stateNone {
		return next
	}
	p.copyBasePath()
	p.shortenPath()
	return statePath
}

// queryOrFragmentOfBase runs the steps that the relative state and the file state share: for an input that
// has its query, or only its fragment, or nothing that differs from the base's. If the input has a path it
// returns stateNone.
func (p *parser) queryOrFragmentOfBase() state {
	if p.dry {
		return stateDone // nothing of what follows can fail
	}
	switch p.at() {
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

// relativeSlashState implements https://url.spec.whatwg.org/#relative-slash-state.
func (p *parser) relativeSlashState() state {
	c := p.at()
	switch {
	case p.url.scheme.special() && (c == '/' || c == '\\'):
		if c == '\\' {
			p.report(ErrInvalidReverseSolidus, p.pos)
		}
		p.pos++
		p.copyBaseScheme()
		return stateSpecialAuthorityIgnoreSlashes
	case c == '/':
		p.pos++
		p.copyBaseScheme()
		return stateAuthority
	}
	p.copyBaseAuthority()
	return statePath
}

// specialAuthoritySlashesState implements
// https://url.spec.whatwg.org/#special-authority-slashes-state.
func (p *parser) specialAuthoritySlashesState() state {
	if strings.HasPrefix(p.in[p.pos:], "//") {
		p.pos += 2
	} else {
		p.report(ErrSpecialSchemeMissingFollowingSolidus, p.pos)
	}
	return stateSpecialAuthorityIgnoreSlashes
}

// specialAuthorityIgnoreSlashesState implements
// https://url.spec.whatwg.org/#special-authority-ignore-slashes-state.
func (p *parser) specialAuthorityIgnoreSlashesState() state {
	for c := p.at(); c == '/' || c == '\\'; c = p.at() {
		p.report(ErrSpecialSchemeMissingFollowingSolidus, p.pos)
		p.pos++
	}
	return stateAuthority
}

// authorityState implements https://url.spec.whatwg.org/#authority-state.
//
// It looks for the last "@" of the authority at once: what the standard does at each earlier one, with
// "%40" for it, is what it does for the code points before the last.
func (p *parser) authorityState() state {
	p.out.writeString("//")
	p.url.usernameEnd = uint32(p.out.n)
	end := span(p.in, p.pos, hostEndClasses.of(p.url.scheme))
	if end == len(p.in) || authorityClasses[1][p.in[end]]&classStop != 0 {
		p.hostStop = end // the host is all there is
	} else if !p.parseCredentials() {
		return stateFailure
	}
	p.url.hostStart = uint32(p.out.n)
	return p.hostState()
}

// parseCredentials moves over the credentials, if there are any, and writes them.
func (p *parser) parseCredentials() bool {
	end := p.authorityEnd(p.pos)
	at := strings.LastIndexByte(p.in[p.pos:end], '@')
	if at < 0 {
		return true
	}
	userinfo := p.in[p.pos : p.pos+at]
	p.reportCredentials(p.pos, p.pos+at+1)
	p.pos += at + 1
	if p.pos == end {
		p.fail(ErrHostMissing, end)
		return false
	}
	p.writeCredentials(userinfo)
	return true
}

// authorityEnd returns the place of the end of an authority that begins at pos.
func (p *parser) authorityEnd(pos int) int {
	return span(p.in, pos, authorityClasses.of(p.url.scheme))
}

// writeCredentials writes the username and password of the userinfo, and an "@" if one is not empty.
func (p *parser) writeCredentials(userinfo string) {
	if p.dry {
		return
	}
	username, password, _ := strings.Cut(userinfo, ":")
	p.out.writePercentEncoded(username, UserinfoPercentEncodeSet)
	p.url.usernameEnd = uint32(p.out.n)
	if password != "" {
		p.out.writeByte(':')
		p.out.writePercentEncoded(password, UserinfoPercentEncodeSet)
	}
	if username != "" || password != "" {
		p.out.writeByte('@')
	}
}

// hostState implements https://url.spec.whatwg.org/#host-state, and the hostname state, which is the same.
func (p *parser) hostState() state {
	if p.override != stateNone && p.url.scheme == schemeFile {
		return stateFileHost
	}
	start, end := p.pos, p.hostStop
	if end == 0 {
		end = p.hostEnd(start)
	}
	atColon := end < len(p.in) && p.in[end] == ':'
	special := p.url.scheme.special()
	switch {
	case start == end && (atColon || special):
		return p.fail(ErrHostMissing, end)
	case atColon && p.override == stateHostname:
		return p.fail(ErrHostInvalidCodePoint, end)
	case start == end && p.override != stateNone && (p.url.IncludesCredentials() || p.url.hasPort()):
		return p.fail(ErrHostRequired, end)
	}
	if !p.parseHost(start, end, !special) {
		return stateFailure
	}
	p.pos = end
	next := p.endHost()
	if atColon {
		p.pos++
		return statePort
	}
	return next
}

// endHost notes the end of the host, and returns the state after it.
func (p *parser) endHost() state {
	p.url.hostEnd = uint32(p.out.n)
	if p.override != stateNone {
		p.hostSet = true
		if p.pos < len(p.in) {
			p.ignore(p.pos)
		}
		return stateDone
	}
	return statePathStart
}

// hostEnd returns the place of the end of a host that begins at pos: the first ":" outside of brackets,
// or the end of the authority.
func (p *parser) hostEnd(pos int) int {
	insideBrackets := false
	classes := hostEndClasses.of(p.url.scheme)
	for {
		pos = span(p.in, pos, classes)
		if pos == len(p.in) {
			return pos
		}
		switch p.in[pos] {
		case '[':
			insideBrackets = true
		case ']':
			insideBrackets = false
		case ':':
			if !insideBrackets {
				return pos
			}
		case '@': // not after an authority state, which has moved over it
		default:
			return pos
		}
		pos++
	}
}

// portState implements https://url.spec.whatwg.org/#port-state.
func (p *parser) portState() state {
	start, port := p.pos, uint32(0)
	for p.pos < len(p.in) && p.in[p.pos]-'0' <= 9 {
		port = min(port*10+uint32(p.in[p.pos]-'0'), 1<<16)
		p.pos++
	}
	if c := p.at(); p.override == stateNone && c != eof && c != '/' && c != '?' && c != '#' &&
		(c != '\\' || !p.url.scheme.special()) {
		return p.fail(ErrPortInvalid, p.pos)
	}
	if port > 1<<16-1 {
		return p.fail(ErrPortOutOfRange, start)
	}
	if p.pos > start {
		p.writePort(uint16(port))
	}
	if p.override == stateNone {
		return statePathStart
	}
	if p.pos == start {
		return p.fail(ErrPortInvalid, start)
	}
	p.portSet = true
	if p.err = 0; p.pos < len(p.in) {
		p.ignore(p.pos)
	}
	return stateDone
}

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

// pathStartState implements https://url.spec.whatwg.org/#path-start-state.
func (p *parser) pathStartState() state {
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
		p.writeEncoded(segment, PathPercentEncodeSet)
	}
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

// opaquePathState implements https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state.
func (p *parser) opaquePathState() state {
	end := p.pos
	for end < len(p.in) && p.in[end] != '?' && p.in[end] != '#' {
		end++
	}
	p.reportUnits(p.pos, end)
	p.writeEncoded(p.in[p.pos:end], C0ControlPercentEncodeSet)
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
	if p.encoding == nil || !p.url.scheme.special() || p.url.scheme == schemeWS || p.url.scheme == schemeWSS {
		p.writeEncoded(query, set)
		return
	}
	if p.encodeLonePercent {
		query = string(appendLonePercentEncoded(nil, query))
	}
	encoded, err := appendPercentEncodedAfterEncoding(nil, p.encoding, query, set, false)
	if err != nil { // an encoder of the caller's that is broken
		p.writeEncoded(query, set)
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
