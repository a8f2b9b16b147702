package url

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
)

// The files reference_*_test.go transcribe the URL Standard (its commit 6ae8486) into Go step by step, one
// code point at a time. The package's own parser is compared with them. They do not try to be fast, and do not
// shorten what the standard spells out. They use the package only for the names of the errors, the operations of
// UTS46 and the legacy encoders. The standard takes these from elsewhere, too.
//
// # Where a validation error is
//
// Only two algorithms of the standard have a pointer, so the place of an error is a convention:
//
//   - An error of a state of the URL parser is at c, the code point for which the state is run. (Where a
//     step says "decrease pointer by 1" before it reports, c is still what it was when the state was
//     entered.) The EOF code point is at the end of the input without leading and trailing C0 controls and spaces.
//   - port-out-of-range is at the first digit of the port. The scheme state reports
//     special-scheme-missing-following-solidus for "file" after its c, the ":", where the slashes belong and
//     where the states for the other special schemes report it.
//   - invalid-URL-unit for leading or trailing C0 controls and spaces is at the first of them; for ASCII
//     tabs and newlines within, at the first of these.
//   - file-invalid-Windows-drive-letter-host is at the first code point of that host.
//   - An error of the IPv6 parser is at its c, which is the closing bracket when c is its EOF code point.
//     Only IPv6-piece-leading-zero is at the first digit of the piece, which the pointer has left by then,
//     and IPv4-in-IPv6-out-of-range-part at the first digit of the part.
//   - domain-to-ASCII and IPv4-non-ASCII-input are at the first code point of the host, IPv6-unclosed is at
//     its end.
//   - domain-percent-encoded is at the host's first percent-encoded byte, host-invalid-code-point at its
//     first forbidden code point, invalid-URL-unit in an opaque host at the first such unit.
//   - An error of the IPv4 parser is at the first code point of the host if the host is not the ASCII
//     string it was written as: if it has percent-encoded bytes or code points that are not ASCII.
//     Otherwise it is at the part concerned: IPv4-empty-part at the "." before that part,
//     IPv4-too-few-parts at the start of the host, IPv4-too-many-parts at the fifth part,
//     IPv4-out-of-range-part at the first part that is greater than 255, and the others at their part.

// refEOF is the EOF code point.
const refEOF rune = -1

// refPosition is a place in a string as it was given: the index of a code point, and that of its first byte.
type refPosition struct{ index, offset int }

// refValidationError is a validation error: what, where, and whether the parse failed for it.
type refValidationError struct {
	Type ErrorType
	refPosition
	Failure bool
}

// refURL is a URL record. https://url.spec.whatwg.org/#concept-url
type refURL struct {
	scheme, username, password string
	host                       *refHost // nil is null
	port                       *uint16  // nil is null
	path                       []string // a list of URL path segments, unless hasOpaquePath
	hasOpaquePath              bool
	opaquePath                 string  // the one URL path segment, if hasOpaquePath
	query, fragment            *string // nil is null
}

// refState is a state of the basic URL parser; refNoState as the state override is "not given".
type refState int

const (
	refNoState refState = iota
	refSchemeStartState
	refSchemeState
	refNoSchemeState
	refSpecialRelativeOrAuthorityState
	refPathOrAuthorityState
	refRelativeState
	refRelativeSlashState
	refSpecialAuthoritySlashesState
	refSpecialAuthorityIgnoreSlashesState
	refAuthorityState
	refHostState
	refHostnameState
	refPortState
	refFileState
	refFileSlashState
	refFileHostState
	refPathStartState
	refPathState
	refOpaquePathState
	refQueryState
	refFragmentState
)

// refOutcome is how a run of a state ends.
type refOutcome int

const (
	refContinue refOutcome = iota // go on with the state machine
	refReturn                     // "return"
	refFailure                    // "return failure"
)

// refParser holds the variables of the basic URL parser.
type refParser struct {
	input                                         []rune
	at                                            []refPosition // of each code point of input, then of EOF
	base, url                                     *refURL
	encoding                                      encoding.Encoding // nil is UTF-8
	stateOverride, state                          refState
	buffer                                        []rune
	atSignSeen, insideBrackets, passwordTokenSeen bool
	pointer                                       int
	errors                                        []refValidationError
}

// refParse runs the basic URL parser on input, a string of bytes that are decoded as UTF-8, with base and
// enc, which may be nil. It returns nil for failure, and the validation errors in the order of their report.
func refParse(input string, base *refURL, enc encoding.Encoding) (u *refURL, errs []refValidationError) {
	u, _, errs = refBasicURLParser(input, base, enc, nil, refNoState)
	return u, errs
}

// refBasicURLParser implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func refBasicURLParser(input string, base *refURL, enc encoding.Encoding, url *refURL, stateOverride refState) (*refURL, refOutcome, []refValidationError) {
	p := &refParser{base: base, url: url, stateOverride: stateOverride}
	p.input, p.at = refDecode(input)
	if p.url == nil {
		p.url = new(refURL)
		p.removeLeadingAndTrailing()
	}
	p.removeTabsAndNewlines()
	p.state = stateOverride
	if stateOverride == refNoState {
		p.state = refSchemeStartState
	}
	p.encoding = refOutputEncoding(enc)
	for {
		if outcome := p.run(); outcome == refFailure {
			return nil, outcome, p.errors
		} else if outcome == refReturn {
			return p.url, outcome, p.errors
		}
		if p.pointer >= len(p.input) {
			return p.url, refContinue, p.errors
		}
		p.pointer++
	}
}

// removeLeadingAndTrailing implements steps 1.2 and 1.3.
func (p *refParser) removeLeadingAndTrailing() {
	start, end := 0, len(p.input)
	for start < end && refIsC0ControlOrSpace(p.input[start]) {
		start++
	}
	for end > start && refIsC0ControlOrSpace(p.input[end-1]) {
		end--
	}
	if start > 0 {
		p.validationError(ErrInvalidURLUnit, 0)
	} else if end < len(p.input) {
		p.validationError(ErrInvalidURLUnit, end)
	}
	p.input, p.at = p.input[start:end], p.at[start:end+1]
}

// removeTabsAndNewlines implements steps 2 and 3.
func (p *refParser) removeTabsAndNewlines() {
	if i := slices.IndexFunc(p.input, refIsASCIITabOrNewline); i >= 0 {
		p.validationError(ErrInvalidURLUnit, i)
	}
	var input []rune
	var at []refPosition
	for i, c := range p.input {
		if !refIsASCIITabOrNewline(c) {
			input, at = append(input, c), append(at, p.at[i])
		}
	}
	p.input, p.at = input, append(at, p.at[len(p.input)])
}

// run runs the state machine once.
func (p *refParser) run() refOutcome {
	c := p.c()
	switch p.state {
	case refSchemeStartState:
		return p.schemeStartState(c)
	case refSchemeState:
		return p.schemeState(c)
	case refNoSchemeState:
		return p.noSchemeState(c)
	case refSpecialRelativeOrAuthorityState:
		return p.specialRelativeOrAuthorityState(c)
	case refPathOrAuthorityState:
		return p.pathOrAuthorityState(c)
	case refRelativeState:
		return p.relativeState(c)
	case refRelativeSlashState:
		return p.relativeSlashState(c)
	case refSpecialAuthoritySlashesState:
		return p.specialAuthoritySlashesState(c)
	case refSpecialAuthorityIgnoreSlashesState:
		return p.specialAuthorityIgnoreSlashesState(c)
	case refAuthorityState:
		return p.authorityState(c)
	case refHostState, refHostnameState:
		return p.hostState(c)
	case refPortState:
		return p.portState(c)
	case refFileState:
		return p.fileState(c)
	case refFileSlashState:
		return p.fileSlashState(c)
	case refFileHostState:
		return p.fileHostState(c)
	case refPathStartState:
		return p.pathStartState(c)
	case refPathState:
		return p.pathState(c)
	case refOpaquePathState:
		return p.opaquePathState(c)
	case refQueryState:
		return p.queryState(c)
	case refFragmentState:
		return p.fragmentState(c)
	}
	panic("no such state: " + strconv.Itoa(int(p.state)))
}

// c is the code point the pointer points to.
func (p *refParser) c() rune {
	if p.pointer >= len(p.input) {
		return refEOF
	}
	return p.input[p.pointer]
}

// remainingStartsWith reports whether remaining starts with s, which is ASCII.
func (p *refParser) remainingStartsWith(s string) bool {
	return strings.HasPrefix(string(p.input[p.pointer+1:]), s)
}

// validationError reports a validation error that does not end the parse, at code point i of the input.
func (p *refParser) validationError(t ErrorType, i int) {
	p.errors = append(p.errors, refValidationError{t, p.at[i], false})
}

// failure reports a validation error for which the parse fails.
func (p *refParser) failure(t ErrorType, i int) refOutcome {
	p.errors = append(p.errors, refValidationError{t, p.at[i], true})
	return refFailure
}

// failForLastError marks the error that was reported last as the one for which the parse fails.
func (p *refParser) failForLastError() {
	p.errors[len(p.errors)-1].Failure = true
}

// schemeStartState implements https://url.spec.whatwg.org/#scheme-start-state.
func (p *refParser) schemeStartState(c rune) refOutcome {
	if refIsASCIIAlpha(c) {
		p.buffer = append(p.buffer, refASCIILowercase(c))
		p.state = refSchemeState
	} else if p.stateOverride == refNoState {
		p.state = refNoSchemeState
		p.pointer--
	} else {
		return refFailure
	}
	return refContinue
}

// schemeState implements https://url.spec.whatwg.org/#scheme-state.
func (p *refParser) schemeState(c rune) refOutcome {
	if refIsASCIIAlphanumeric(c) || c == '+' || c == '-' || c == '.' {
		p.buffer = append(p.buffer, refASCIILowercase(c))
	} else if c == ':' {
		buffer := string(p.buffer)
		if p.stateOverride != refNoState {
			if refIsSpecialScheme(p.url.scheme) && !refIsSpecialScheme(buffer) {
				return refReturn
			}
			if !refIsSpecialScheme(p.url.scheme) && refIsSpecialScheme(buffer) {
				return refReturn
			}
			if (p.url.includesCredentials() || p.url.port != nil) && buffer == "file" {
				return refReturn
			}
			if p.url.scheme == "file" && p.url.host.isEmpty() {
				return refReturn
			}
		}
		p.url.scheme = buffer
		if p.stateOverride != refNoState {
			if p.url.port != nil && refIsDefaultPort(p.url.scheme, *p.url.port) {
				p.url.port = nil
			}
			return refReturn
		}
		p.buffer = nil
		if p.url.scheme == "file" {
			if !p.remainingStartsWith("//") {
				p.validationError(ErrSpecialSchemeMissingFollowingSolidus, p.pointer+1)
			}
			p.state = refFileState
		} else if p.url.isSpecial() && p.base != nil && p.base.scheme == p.url.scheme {
			p.state = refSpecialRelativeOrAuthorityState
		} else if p.url.isSpecial() {
			p.state = refSpecialAuthoritySlashesState
		} else if p.remainingStartsWith("/") {
			p.state = refPathOrAuthorityState
			p.pointer++
		} else {
			p.url.hasOpaquePath, p.url.opaquePath = true, ""
			p.state = refOpaquePathState
		}
	} else if p.stateOverride == refNoState {
		p.buffer = nil
		p.state = refNoSchemeState
		p.pointer = -1
	} else {
		return refFailure
	}
	return refContinue
}

// noSchemeState implements https://url.spec.whatwg.org/#no-scheme-state.
func (p *refParser) noSchemeState(c rune) refOutcome {
	if p.base == nil || p.base.hasOpaquePath && c != '#' {
		return p.failure(ErrMissingSchemeNonRelativeURL, p.pointer)
	} else if p.base.hasOpaquePath && c == '#' {
		p.url.scheme = p.base.scheme
		p.url.hasOpaquePath, p.url.opaquePath = true, p.base.opaquePath
		p.url.query = p.base.query
		p.url.fragment = refString("")
		p.state = refFragmentState
	} else if p.base.scheme != "file" {
		p.state = refRelativeState
		p.pointer--
	} else {
		p.state = refFileState
		p.pointer--
	}
	return refContinue
}

// specialRelativeOrAuthorityState implements https://url.spec.whatwg.org/#special-relative-or-authority-state.
func (p *refParser) specialRelativeOrAuthorityState(c rune) refOutcome {
	if c == '/' && p.remainingStartsWith("/") {
		p.state = refSpecialAuthorityIgnoreSlashesState
		p.pointer++
	} else {
		p.validationError(ErrSpecialSchemeMissingFollowingSolidus, p.pointer)
		p.state = refRelativeState
		p.pointer--
	}
	return refContinue
}

// pathOrAuthorityState implements https://url.spec.whatwg.org/#path-or-authority-state.
func (p *refParser) pathOrAuthorityState(c rune) refOutcome {
	if c == '/' {
		p.state = refAuthorityState
	} else {
		p.state = refPathState
		p.pointer--
	}
	return refContinue
}

// copyAuthority is "Set url's username to base's username, url's password to base's password, url's host to base's host,
// url's port to base's port."
func (p *refParser) copyAuthority() {
	p.url.username = p.base.username
	p.url.password = p.base.password
	p.url.host = p.base.host
	p.url.port = p.base.port
}

// beginQueryOrFragment is what many states do with "?" and "#": it begins the query or the fragment, and reports whether
// c is one of the two.
func (p *refParser) beginQueryOrFragment(c rune) bool {
	if c == '?' {
		p.url.query = refString("")
		p.state = refQueryState
	} else if c == '#' {
		p.url.fragment = refString("")
		p.state = refFragmentState
	}
	return c == '?' || c == '#'
}

// relativeState implements https://url.spec.whatwg.org/#relative-state.
func (p *refParser) relativeState(c rune) refOutcome {
	p.url.scheme = p.base.scheme
	if c == '/' {
		p.state = refRelativeSlashState
	} else if p.url.isSpecial() && c == '\\' {
		p.validationError(ErrInvalidReverseSolidus, p.pointer)
		p.state = refRelativeSlashState
	} else {
		p.copyAuthority()
		p.url.path = slices.Clone(p.base.path)
		p.url.query = p.base.query
		if !p.beginQueryOrFragment(c) && c != refEOF {
			p.url.query = nil
			p.url.shortenPath()
			p.state = refPathState
			p.pointer--
		}
	}
	return refContinue
}

// relativeSlashState implements https://url.spec.whatwg.org/#relative-slash-state.
func (p *refParser) relativeSlashState(c rune) refOutcome {
	if p.url.isSpecial() && (c == '/' || c == '\\') {
		if c == '\\' {
			p.validationError(ErrInvalidReverseSolidus, p.pointer)
		}
		p.state = refSpecialAuthorityIgnoreSlashesState
	} else if c == '/' {
		p.state = refAuthorityState
	} else {
		p.copyAuthority()
		p.state = refPathState
		p.pointer--
	}
	return refContinue
}

// specialAuthoritySlashesState implements https://url.spec.whatwg.org/#special-authority-slashes-state.
func (p *refParser) specialAuthoritySlashesState(c rune) refOutcome {
	if c == '/' && p.remainingStartsWith("/") {
		p.state = refSpecialAuthorityIgnoreSlashesState
		p.pointer++
	} else {
		p.validationError(ErrSpecialSchemeMissingFollowingSolidus, p.pointer)
		p.state = refSpecialAuthorityIgnoreSlashesState
		p.pointer--
	}
	return refContinue
}

// specialAuthorityIgnoreSlashesState implements
// https://url.spec.whatwg.org/#special-authority-ignore-slashes-state.
func (p *refParser) specialAuthorityIgnoreSlashesState(c rune) refOutcome {
	if c != '/' && c != '\\' {
		p.state = refAuthorityState
		p.pointer--
	} else {
		p.validationError(ErrSpecialSchemeMissingFollowingSolidus, p.pointer)
	}
	return refContinue
}

// endsAuthority reports whether c ends an authority, as several states ask.
func (p *refParser) endsAuthority(c rune) bool {
	return c == refEOF || c == '/' || c == '?' || c == '#' || p.url.isSpecial() && c == '\\'
}

// authorityState implements https://url.spec.whatwg.org/#authority-state.
func (p *refParser) authorityState(c rune) refOutcome {
	if c == '@' {
		p.validationError(ErrInvalidCredentials, p.pointer)
		if p.atSignSeen {
			p.buffer = append([]rune("%40"), p.buffer...)
		}
		p.atSignSeen = true
		for _, codePoint := range p.buffer {
			if codePoint == ':' && !p.passwordTokenSeen {
				p.passwordTokenSeen = true
				continue
			}
			encodedCodePoints := refUTF8PercentEncode(codePoint, refUserinfoPercentEncodeSet)
			if p.passwordTokenSeen {
				p.url.password += encodedCodePoints
			} else {
				p.url.username += encodedCodePoints
			}
		}
		p.buffer = nil
	} else if p.endsAuthority(c) {
		if p.atSignSeen && len(p.buffer) == 0 {
			return p.failure(ErrHostMissing, p.pointer)
		}
		p.pointer -= len(p.buffer) + 1
		p.buffer = nil
		p.state = refHostState
	} else {
		p.buffer = append(p.buffer, c)
	}
	return refContinue
}

// hostState implements https://url.spec.whatwg.org/#host-state and https://url.spec.whatwg.org/#hostname-state.
func (p *refParser) hostState(c rune) refOutcome {
	if p.stateOverride != refNoState && p.url.scheme == "file" {
		p.pointer--
		p.state = refFileHostState
	} else if c == ':' && !p.insideBrackets {
		if len(p.buffer) == 0 {
			return p.failure(ErrHostMissing, p.pointer)
		}
		if p.stateOverride == refHostnameState {
			return refFailure
		}
		host := p.hostParser(p.buffer, p.pointer-len(p.buffer), !p.url.isSpecial())
		if host == nil {
			return refFailure
		}
		p.url.host = host
		p.buffer = nil
		p.state = refPortState
	} else if p.endsAuthority(c) {
		p.pointer--
		if p.url.isSpecial() && len(p.buffer) == 0 {
			return p.failure(ErrHostMissing, p.pointer+1)
		} else if p.stateOverride != refNoState && len(p.buffer) == 0 && (p.url.includesCredentials() || p.url.port != nil) {
			return refFailure
		}
		host := p.hostParser(p.buffer, p.pointer+1-len(p.buffer), !p.url.isSpecial())
		if host == nil {
			return refFailure
		}
		p.url.host = host
		p.buffer = nil
		p.state = refPathStartState
		if p.stateOverride != refNoState {
			return refReturn
		}
	} else {
		if c == '[' {
			p.insideBrackets = true
		}
		if c == ']' {
			p.insideBrackets = false
		}
		p.buffer = append(p.buffer, c)
	}
	return refContinue
}

// portState implements https://url.spec.whatwg.org/#port-state.
func (p *refParser) portState(c rune) refOutcome {
	if refIsASCIIDigit(c) {
		p.buffer = append(p.buffer, c)
	} else if p.endsAuthority(c) || p.stateOverride != refNoState {
		if len(p.buffer) != 0 {
			port := refInteger(string(p.buffer), 10)
			if !port.IsUint64() || port.Uint64() > 0xFFFF {
				return p.failure(ErrPortOutOfRange, p.pointer-len(p.buffer))
			}
			number := uint16(port.Uint64())
			if refIsDefaultPort(p.url.scheme, number) {
				p.url.port = nil
			} else {
				p.url.port = &number
			}
			p.buffer = nil
			if p.stateOverride != refNoState {
				return refReturn
			}
		}
		if p.stateOverride != refNoState {
			return refFailure
		}
		p.state = refPathStartState
		p.pointer--
	} else {
		return p.failure(ErrPortInvalid, p.pointer)
	}
	return refContinue
}
