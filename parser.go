package url

import (
	"strings"

	"golang.org/x/text/encoding"

	"github.com/weburl-go/url/internal/infra"
)

// Parser parses URLs with options: against a base URL, with a legacy encoding, or with a report of what is wrong with
// them. The zero Parser parses as [Parse] does. A Parser may be copied. Its methods are safe for concurrent use if
// OnValidationError is.
//
// There is no option to refuse URLs that are not normalized. Compare instead: u.Href() == s reports whether s is exactly what
// the serializer writes.
type Parser struct {
	// Base is the base URL, for relative references. If it is the zero URL, there is none.
	Base URL

	// QueryEncoding is the encoding of the document that contains the URL. It applies to the query of a special URL
	// whose scheme is not ws or wss. A code point that it cannot encode becomes a numeric character reference. Nil
	// means UTF-8, and so do UTF-16 and the replacement encoding. An encoding that is not one of the Encoding Standard
	// can fail: the query is then in UTF-8, and Parse does not report it. To find out, call
	// [PercentEncodeAfterEncoding].
	QueryEncoding encoding.Encoding

	// DefaultScheme goes beyond the standard, for what people type: "example.com/a", "localhost:8080". It is the name
	// of a special scheme other than file, such as "https", in upper or lower case. Any other value, or a Base beside
	// it, makes every parse fail with [ErrDefaultScheme].
	//
	// If the string does not begin with a scheme and ":", Parse puts DefaultScheme and "://" before it, or
	// DefaultScheme and ":" if the string begins with two slashes. What looks like a scheme counts as a host if the ":"
	// is followed by a port up to 65535, and then by "/", "\", "?", "#" or the end: "tel:911" has the host "tel". The
	// strings "", "/a", "?q" and "#f" remain errors.
	DefaultScheme string

	// OnValidationError, if not nil, is called with each validation error, in the order in which the standard's parser
	// finds them. An error that ends the parse is the last one. If the function is nil, the parser does not look for
	// errors that do not end the parse. https://url.spec.whatwg.org/#validation-error
	OnValidationError func(ValidationError)

	// EncodeLonePercent deviates from the standard: a "%" that is not followed by two hexadecimal digits becomes "%25".
	// It applies to credentials, opaque hosts, paths and fragments, where net/url and other RFC 3986 parsers refuse
	// such a "%". In queries and opaque paths, where they accept it, it stays.
	EncodeLonePercent bool
}

// Parse parses rawURL. Any error is an [*Error]. The result may share memory with rawURL or p.Base.
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func (p Parser) Parse(rawURL string) (u URL, err error) {
	if p.QueryEncoding == nil && p.DefaultScheme == "" && p.OnValidationError == nil && !p.EncodeLonePercent {
		return p.Base.Parse(rawURL)
	}
	var m parser
	m.hook, m.encoding, m.out.encodeLonePercent = p.OnValidationError, p.QueryEncoding, p.EncodeLonePercent
	if !m.configure(&p, rawURL) || !m.parse(&u, 0, stateSchemeStart) {
		return URL{}, m.error(opParse)
	}
	return u, nil
}

// CanParse reports whether [Parser.Parse] would succeed. It does not call OnValidationError.
func (p Parser) CanParse(rawURL string) bool {
	if p.DefaultScheme == "" {
		return p.Base.CanParse(rawURL)
	}
	var m parser
	m.checkOnly = true
	return m.configure(&p, rawURL) && m.parse(&URL{}, 0, stateSchemeStart)
}

// Validate returns everything that is wrong with rawURL, in the order in which the standard's parser finds it. If the
// result is empty, rawURL is a valid URL string, or becomes one with DefaultScheme. If rawURL does not parse, the last
// error says why. Validate does not call OnValidationError. https://url.spec.whatwg.org/#validation-error
func (p Parser) Validate(rawURL string) []ValidationError {
	var found []ValidationError
	p.OnValidationError = func(e ValidationError) { found = append(found, e) }
	_, _ = p.Parse(rawURL) // its error is the last of those found
	return found
}

// parser is the basic URL parser, a machine with one method for each state of the standard. A state consumes all the
// bytes that it can, and returns the next state. https://url.spec.whatwg.org/#concept-basic-url-parser
//
// Where the standard collects components in a record, the parser writes their serialization to out and notes in url
// where they are. To take back what it has written, as for a dot segment, it truncates out. The parser stays on the
// stack.
type parser struct {
	input
	foundEnd  int   // the end of the host in the input, if the authority state has found it, else 0
	url       URL   // the record so far: offsets into out. With a state override, the URL that is set
	override  state // the state override for a host, a port or a path, or stateNone
	checkOnly bool  // only failures matter: stop where nothing can fail any more
	hostSet   bool  // with a state override: the host was parsed
	portSet   bool  // with a state override: the port was parsed

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

// configure takes from the options what decides whether rawURL parses. It fails if they contradict each other.
func (p *parser) configure(options *Parser, rawURL string) bool {
	p.raw, p.base = rawURL, options.Base
	p.defaultScheme = schemeOf(options.DefaultScheme)
	if options.DefaultScheme != "" &&
		(!p.defaultScheme.hasServer() || !p.base.IsZero()) {
		return p.fail(ErrDefaultScheme, 0)
	}
	return true
}

// parse runs the machine and sets u to the result. If it fails, it returns false and leaves u alone. The recognizer may
// have begun: then raw[:pos] is the beginning of the result, u holds its offsets, and next is the state to go on in.
func (p *parser) parse(u *URL, pos int, next state) bool {
	if tooLong(len(p.raw)) {
		return p.fail(ErrTooLong, len(p.raw))
	}
	p.input.trim(&p.reporter)
	p.input.strip(pos, &p.reporter)
	if p.defaultScheme.special() {
		p.input.prepend(p.defaultScheme, &p.reporter)
	}
	p.out.writeString(p.in[:pos])
	if hasUpperCaseScheme(p.in[:pos]) {
		infra.MakeLower(p.out.bytes()[:u.schemeEnd])
	}
	if next == statePort || next == statePath {
		p.out.truncate(pos - 1) // the ":" or "/" before pos is written with what follows it
	}
	p.pos, p.url = pos, *u
	return p.run(next) && (p.checkOnly || p.finish(u))
}

// runOverride runs the machine on in, with u as the URL and a state override. in is a suffix of v, the value of a
// setter or a path to append. It reports whether the machine ended without a failure.
func (p *parser) runOverride(u *URL, v, in string, override state) bool {
	p.raw, p.in, p.inStart = v, in, len(v)-len(in)
	p.url, p.override = *u, override
	p.input.strip(0, &p.reporter)
	return p.run(override)
}

// finish sets u to the URL that the machine has written. The URL shares the memory of the raw string or of the base
// where that is possible, unless that would keep a much longer string alive.
func (p *parser) finish(u *URL) bool {
	if tooLong(p.out.n) {
		return p.fail(ErrTooLong, len(p.in))
	}
	switch out := p.out.bytes(); {
	case string(out) == p.in && len(p.in) >= len(p.raw)/2:
		p.url.href = p.in
	case string(out) == p.base.href:
		p.url.href = p.base.href
	default:
		p.url.href = string(out)
	}
	*u = p.url
	return true
}

// run runs the machine from next on. It reports whether the machine ended without a failure.
func (p *parser) run(next state) bool {
	for {
		if p.checkOnly && next >= statePathStart && next < stateDone {
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
		case stateHost:
			next = p.hostState()
		case stateHostname:
			next = p.hostnameState()
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

// stop ends the parse for the reason t, at a place in the input.
func (p *parser) stop(t ErrorType, at int) state {
	p.fail(t, at)
	return stateFailure
}

// schemeStartState implements https://url.spec.whatwg.org/#scheme-start-state.
func (p *parser) schemeStartState() state {
	if p.pos < len(p.in) && infra.IsASCIIAlpha(p.in[p.pos]) {
		return stateScheme
	}
	return stateNoScheme
}

// schemeState implements https://url.spec.whatwg.org/#scheme-state.
//
// The pointer is at the beginning of the input, or after the ":" if the recognizer has read the scheme.
func (p *parser) schemeState() state {
	if p.pos > 0 {
		return p.leaveScheme()
	}
	end := scanScheme(p.in)
	if end == len(p.in) || p.in[end] != ':' {
		return stateNoScheme // start over: nothing was consumed
	}
	p.url.scheme = p.out.writeScheme(p.in[:end])
	p.url.schemeEnd = uint32(p.out.n)
	p.pos = end + 1
	return p.leaveScheme()
}

// noSchemeState implements https://url.spec.whatwg.org/#no-scheme-state.
func (p *parser) noSchemeState() state {
	switch {
	case p.base.IsZero(), p.base.HasOpaquePath() && p.c() != '#':
		return p.stop(ErrMissingSchemeNonRelativeURL, p.pos)
	case p.base.HasOpaquePath():
		p.copyBase(p.base.fragmentStart)
		return p.beginFragment()
	case p.base.scheme != schemeFile:
		return stateRelative
	}
	return stateFile
}

// specialRelativeOrAuthorityState implements https://url.spec.whatwg.org/#special-relative-or-authority-state.
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
	if p.c() == '/' {
		p.pos++
		return stateAuthority
	}
	p.beginPath()
	return statePath
}

// relativeState implements https://url.spec.whatwg.org/#relative-state.
func (p *parser) relativeState() state {
	p.url.scheme = p.base.scheme
	if p.skipSlash() {
		return stateRelativeSlash
	}
	if next := p.queryOrFragmentOfBase(); next != stateNone {
		return next
	}
	p.copyBasePath()
	p.shortenPath()
	return statePath
}

// relativeSlashState implements https://url.spec.whatwg.org/#relative-slash-state.
func (p *parser) relativeSlashState() state {
	if !p.skipSlash() {
		p.copyBaseAuthority()
		return statePath
	}
	p.copyBaseScheme()
	if p.url.scheme.special() {
		return stateSpecialAuthorityIgnoreSlashes
	}
	return stateAuthority
}

// specialAuthoritySlashesState implements https://url.spec.whatwg.org/#special-authority-slashes-state.
func (p *parser) specialAuthoritySlashesState() state {
	if strings.HasPrefix(p.in[p.pos:], "//") {
		p.pos += 2
	} else {
		p.report(ErrSpecialSchemeMissingFollowingSolidus, p.pos)
	}
	return p.specialAuthorityIgnoreSlashesState()
}

// specialAuthorityIgnoreSlashesState implements https://url.spec.whatwg.org/#special-authority-ignore-slashes-state.
func (p *parser) specialAuthorityIgnoreSlashesState() state {
	for c := p.c(); c == '/' || c == '\\'; c = p.c() {
		p.report(ErrSpecialSchemeMissingFollowingSolidus, p.pos)
		p.pos++
	}
	return p.authorityState()
}

// authorityState implements https://url.spec.whatwg.org/#authority-state.
//
// It goes straight to the last "@" of the authority. At each earlier one the standard appends "%40" to its buffer. To
// encode everything before the last "@" gives the same result.
func (p *parser) authorityState() state {
	p.out.writeString("//")
	p.url.usernameEnd = uint32(p.out.n)
	end := scanHost(p.in, p.pos, p.url.scheme)
	if endsAuthority(p.in, end, p.url.scheme) && strings.IndexByte(p.in[p.pos:end], '@') < 0 {
		p.foundEnd = end // there are no credentials and no port
	} else if !p.skipCredentials() {
		return stateFailure
	}
	p.url.hostStart = uint32(p.out.n)
	return p.hostState()
}

// hostState implements https://url.spec.whatwg.org/#host-state.
func (p *parser) hostState() state {
	if p.override != stateNone && p.url.scheme == schemeFile {
		return stateFileHost
	}
	end := p.foundEnd
	if end == 0 {
		end = scanHost(p.in, p.pos, p.url.scheme)
	}
	host, special := p.in[p.pos:end], p.url.scheme.special()
	atColon := end < len(p.in) && p.in[end] == ':'
	switch {
	case host == "" && (atColon || special):
		return p.stop(ErrHostMissing, end)
	case atColon && p.override == stateHostname:
		return p.stop(ErrHostInvalidCodePoint, end)
	case host == "" && p.override != stateNone && (p.url.IncludesCredentials() || p.url.hasPort()):
		return p.stop(ErrHostRequired, end)
	}
	if !parseHost(host, p.pos, !special, &p.out, &p.reporter) {
		return stateFailure
	}
	return p.endHost(end)
}

// hostnameState implements https://url.spec.whatwg.org/#hostname-state, which has the steps of the host state.
func (p *parser) hostnameState() state { return p.hostState() }

// portState implements https://url.spec.whatwg.org/#port-state.
func (p *parser) portState() state {
	start := p.pos
	port, end := scanPort(p.in, start)
	switch {
	case p.override == stateNone && !endsAuthority(p.in, end, p.url.scheme),
		p.override != stateNone && end == start:
		return p.stop(ErrPortInvalid, end)
	case port > maxPort:
		return p.stop(ErrPortOutOfRange, start)
	}
	p.pos, p.portSet = end, true
	if p.url.port = 0; end > start && !p.url.scheme.isDefaultPort(uint16(port)) {
		p.url.port = uint16(port)
		p.out.writePort(p.url.port)
	}
	if p.override == stateNone {
		return statePathStart
	}
	return p.endOverride()
}

// fileState implements https://url.spec.whatwg.org/#file-state.
func (p *parser) fileState() state {
	p.url.scheme = schemeFile
	if p.skipSlash() {
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

// fileSlashState implements https://url.spec.whatwg.org/#file-slash-state.
func (p *parser) fileSlashState() state {
	if p.skipSlash() {
		return stateFileHost
	}
	if p.base.scheme != schemeFile {
		p.beginFile()
		return statePath
	}
	p.copyBaseAuthority()
	drive, _, _ := strings.Cut(p.base.Pathname()[1:], "/") // the path is not empty
	if !startsWithWindowsDriveLetter(p.in[p.pos:]) && isNormalizedWindowsDriveLetter(drive) {
		p.out.writeByte('/')
		p.out.writeString(drive)
	}
	return statePath
}

// fileHostState implements https://url.spec.whatwg.org/#file-host-state.
//
// The standard keeps a Windows drive letter in its buffer, which makes it the beginning of the first segment. Here it
// is written as that segment, because the path state must not report its code points.
func (p *parser) fileHostState() state {
	end := scanAuthority(p.in, p.pos, schemeFile)
	host := p.in[p.pos:end]
	if p.override == stateNone {
		p.beginFile()
		if isWindowsDriveLetter(host) {
			p.report(ErrFileInvalidWindowsDriveLetterHost, p.pos)
			p.pos = end
			p.writeSegment(host, true)
			if p.skipSlash() {
				return statePath
			}
			return p.leavePath()
		}
	}
	if host != "" {
		start := p.out.n
		if !parseHost(host, p.pos, false, &p.out, &p.reporter) {
			return stateFailure
		}
		if string(p.out.bytes()[start:]) == "localhost" {
			p.out.truncate(start)
		}
	}
	return p.endHost(end)
}

// pathStartState implements https://url.spec.whatwg.org/#path-start-state.
//
// It refuses a URL that is already too long. A later ".." could make it shorter again, but the offsets of what is
// before the path would be wrong.
func (p *parser) pathStartState() state {
	if tooLong(p.out.n) {
		return p.stop(ErrTooLong, p.pos)
	}
	p.beginPath()
	c := p.c()
	switch {
	case p.skipSlash() || p.url.scheme.special():
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
	}
	return statePath
}

// pathState implements https://url.spec.whatwg.org/#path-state. It begins at the beginning of a segment.
func (p *parser) pathState() state {
	for !p.plainSegments() {
		start := p.pos
		end, clean := p.segmentEnd(start)
		p.reportUnits(p.in[start:end], start)
		p.pos = end
		p.writeSegment(p.in[start:end], clean)
		if !p.skipSlash() {
			break
		}
	}
	return p.leavePath()
}

// opaquePathState implements https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state.
func (p *parser) opaquePathState() state {
	end := p.pos
	for end < len(p.in) && p.in[end] != '?' && p.in[end] != '#' {
		end++
	}
	p.reportUnits(p.in[p.pos:end], p.pos)
	p.out.writePercentEncoded(p.in[p.pos:end], C0ControlPercentEncodeSet)
	if last := p.out.n - 1; end < len(p.in) && p.out.bytes()[last] == ' ' {
		p.out.truncate(last)
		p.out.writeString("%20")
	}
	p.pos = end
	return p.leavePath()
}

// queryState implements https://url.spec.whatwg.org/#query-state.
func (p *parser) queryState() state {
	end := len(p.in)
	if i := strings.IndexByte(p.in[p.pos:], '#'); i >= 0 {
		end = p.pos + i
	}
	p.reportUnits(p.in[p.pos:end], p.pos)
	p.writeQuery(p.in[p.pos:end])
	p.pos = end
	p.url.fragmentStart = uint32(p.out.n)
	if end < len(p.in) {
		return p.beginFragment()
	}
	return stateDone
}

// fragmentState implements https://url.spec.whatwg.org/#fragment-state.
func (p *parser) fragmentState() state {
	p.reportUnits(p.in[p.pos:], p.pos)
	p.out.writeComponent(p.in[p.pos:], FragmentPercentEncodeSet)
	p.pos = len(p.in)
	return stateDone
}
