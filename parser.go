package url

import (
	"strings"

	"golang.org/x/text/encoding"
)

// Parser parses URLs in other ways than [Parse] does: with a legacy encoding, or with a report of what is
// wrong with them. The zero Parser is the standard's; it may be copied, and used by several goroutines at
// once if OnValidationError may.
type Parser struct {
	// Base is the base URL, against which Parse resolves. The zero URL is none.
	Base URL

	// QueryEncoding is the encoding of the document that the URL stands in, for the query of a special URL
	// that is not ws: or wss:. What it cannot encode becomes a numeric character reference. Nil is UTF-8,
	// which UTF-16 and replacement count as, too.
	QueryEncoding encoding.Encoding

	// OnValidationError, if not nil, is called with each validation error in the order in which the
	// standard's parser finds them; if one ends the parse, it is the last. Where it is nil, errors that do
	// not end the parse are not looked for. https://url.spec.whatwg.org/#validation-error
	OnValidationError func(ValidationError)

	// EncodeLonePercent departs from the standard: a "%" that is not followed by two hexadecimal digits
	// becomes "%25" wherever net/url and other readers of URIs require it to begin an encoded byte: in
	// credentials, an opaque host, the path and the fragment. In the query and in an opaque path, which they
	// take as they are, it stays.
	EncodeLonePercent bool
}

// Parse parses rawURL. A failure is an [*Error]. The result may share memory with rawURL, or with p.Base where
// it equals that.
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func (p Parser) Parse(rawURL string) (u URL, err error) {
	if p.QueryEncoding == nil && p.OnValidationError == nil && !p.EncodeLonePercent {
		err = u.resolve(rawURL, &p.Base)
		return u, err
	}
	m := parser{raw: rawURL, base: p.Base, encoding: p.QueryEncoding,
		hook: p.OnValidationError, encodeLonePercent: p.EncodeLonePercent}
	if !m.parse(&u, 0, stateSchemeStart) {
		return URL{}, m.error("parse")
	}
	return u, nil
}

// CanParse reports whether [Parser.Parse] would succeed. It calls no OnValidationError.
func (p Parser) CanParse(rawURL string) bool { return p.Base.canParse(rawURL) }

// Validate returns all that is wrong with rawURL, in the order in which the standard's parser finds it. If
// rawURL does not parse, the last error says why; if there is none, it is a valid URL string. It calls no
// OnValidationError. https://url.spec.whatwg.org/#validation-error
func (p Parser) Validate(rawURL string) []ValidationError {
	var found []ValidationError
	p.OnValidationError = func(e ValidationError) { found = append(found, e) }
	_, _ = p.Parse(rawURL) // its error is among those found
	return found
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
	pos, next := 0, stateSchemeStart
	if ref != "" && isASCIIAlpha(ref[0]) {
		pos, next = u.recognize(ref)
	}
	if next == stateDone || next == stateSchemeStart && base.href != "" && u.recognizeReference(ref, base) {
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
	var v URL
	if v.recognizeAuthority(rawURL, &parsedHostClasses) > 0 || canParseStripped(rawURL) {
		return !tooLong(len(rawURL))
	}
	p := parser{raw: rawURL, dry: true, base: *u}
	return p.parse(&URL{}, 0, stateSchemeStart)
}

// parse runs the machine from next on and sets u to the result, unless it fails. What is before pos has
// been recognized already: it is as in the result, and u holds its offsets.
func (p *parser) parse(u *URL, pos int, next state) bool {
	if tooLong(len(p.raw)) {
		p.fail(ErrTooLong, len(p.raw))
		return false
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

// finish sets u to the URL that the machine has written.
func (p *parser) finish(u *URL) bool {
	if p.dry {
		return true
	}
	switch out := p.out.bytes(); {
	case string(out) == p.in:
		p.url.href = p.in
	case string(out) == p.base.href:
		p.url.href = p.base.href
	default:
		p.url.href = string(out)
	}
	if !p.complete(&p.url) {
		p.fail(ErrTooLong, len(p.in))
		return false
	}
	*u = p.url
	return true
}

// complete replaces the marks that u may have from the output. It reports false if u is too long, whose offsets may be
// wrong.
func (p *parser) complete(u *URL) bool {
	if p.out.marked && !tooLong(len(u.href)) {
		u.unmark()
	}
	return !tooLong(len(u.href))
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
	if p.pos = end + 1; p.pos < len(p.in) {
		p.ignore(p.pos)
	}
	if s == u.scheme && string(p.out.bytes()) == u.Protocol() {
		return stateDone
	}
	switch {
	case u.scheme.special() != s.special(),
		s == schemeFile && (u.IncludesCredentials() || u.hasPort()),
		u.scheme == schemeFile && u.hostStart == u.hostEnd:
		return p.fail(ErrSchemeChange, 0)
	}
	u.scheme = s
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
	p.writeEncoded(username, UserinfoPercentEncodeSet)
	p.url.usernameEnd = uint32(p.out.n)
	if password != "" {
		p.out.writeByte(':')
		p.writeEncoded(password, UserinfoPercentEncodeSet)
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
		case '@': // only in the value of a setter, whose host will be refused for it
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
