// Package spec transcribes the URL Standard (commit 6ae8486, with IPv4-non-ASCII-input and fde3f74) into Go step by step, one
// code point at a time. The tests compare the package url with it. It does not try to be fast, and does not shorten what the
// standard spells out. It shares no code with the package url, and imports none of this module. From others it takes what the
// standard takes from elsewhere, too: the data of Unicode, and encoders of legacy encodings.
//
// # Where a validation error is
//
// Only two algorithms of the standard have a pointer, so the place of an error is a convention:
//
//   - An error of a state of the URL parser is at c, the code point for which the state is run. (Where a step says "decrease
//     pointer by 1" before it reports, c is still what it was when the state was entered.) The EOF code point is at the end
//     of the input without leading and trailing C0 controls and spaces.
//   - port-out-of-range is at the first digit of the port. The scheme state reports special-scheme-missing-following-solidus
//     for "file" after its c, the ":", where the slashes belong and where the states for the other special schemes report it.
//   - invalid-URL-unit for leading or trailing C0 controls and spaces is at the first of them; for ASCII tabs and newlines
//     within, at the first of these.
//   - file-invalid-Windows-drive-letter-host is at the first code point of that host.
//   - An error of the IPv6 parser is at its c, which is the closing bracket when c is its EOF code point. Only
//     IPv6-piece-leading-zero is at the first digit of the piece, which the pointer has left by then, and
//     IPv4-in-IPv6-out-of-range-part at the first digit of the part.
//   - domain-to-ASCII and IPv4-non-ASCII-input are at the first code point of the host, IPv6-unclosed is at its end.
//   - domain-percent-encoded is at the host's first percent-encoded byte, host-invalid-code-point at its first forbidden code
//     point, invalid-URL-unit in an opaque host at the first such unit.
//   - An error of the IPv4 parser is at the first code point of the host if the host is not the ASCII string it was written
//     as: if it has percent-encoded bytes or code points that are not ASCII. Otherwise it is at the part concerned:
//     IPv4-empty-part at the "." before that part, IPv4-too-few-parts at the start of the host, IPv4-too-many-parts at the
//     fifth part, IPv4-out-of-range-part at the first part that is greater than 255, and the others at their part.
package spec

import (
	"slices"
	"strconv"
	"strings"
)

// eof is the EOF code point.
const eof rune = -1

// Position is a place in a string as it was given: the index of a code point, and that of its first byte.
type Position struct{ Index, Offset int }

// ValidationError is a validation error: what, where, and whether the parse failed for it.
type ValidationError struct {
	Name string // such as "host-missing"
	Position
	Failure bool
}

// URL is a URL record. https://url.spec.whatwg.org/#concept-url
type URL struct {
	Scheme, Username, Password string
	Host                       *Host    // nil is null
	Port                       *uint16  // nil is null
	Path                       []string // a list of URL path segments, unless HasOpaquePath
	HasOpaquePath              bool
	OpaquePath                 string  // the one URL path segment, if HasOpaquePath
	Query, Fragment            *string // nil is null
}

// state is a state of the basic URL parser; noState as the state override is "not given".
type state int

const (
	noState state = iota
	schemeStartState
	schemeState
	noSchemeState
	specialRelativeOrAuthorityState
	pathOrAuthorityState
	relativeState
	relativeSlashState
	specialAuthoritySlashesState
	specialAuthorityIgnoreSlashesState
	authorityState
	hostState
	hostnameState
	portState
	fileState
	fileSlashState
	fileHostState
	pathStartState
	pathState
	opaquePathState
	queryState
	fragmentState
)

// outcome is how a run of a state ends.
type outcome int

const (
	goOn     outcome = iota // go on with the state machine
	returned                // "return"
	failed                  // "return failure"
)

// parser holds the variables of the basic URL parser.
type parser struct {
	input                                         []rune
	at                                            []Position // of each code point of input, then of EOF
	base, url                                     *URL
	encoding                                      Encoding
	stateOverride, state                          state
	buffer                                        []rune
	atSignSeen, insideBrackets, passwordTokenSeen bool
	pointer                                       int
	errors                                        []ValidationError
}

// Parse runs the basic URL parser on input, whose bytes are decoded as UTF-8. base and encoding may be nil. It returns
// nil for failure, and the validation errors in the order of their report.
func Parse(input string, base *URL, encoding Encoding) (u *URL, errs []ValidationError) {
	return basicURLParser(input, base, encoding, nil, noState)
}

// basicURLParser implements https://url.spec.whatwg.org/#concept-basic-url-parser.
func basicURLParser(
	input string, base *URL, encoding Encoding, url *URL, stateOverride state,
) (*URL, []ValidationError) {
	p := &parser{base: base, url: url, encoding: encoding, stateOverride: stateOverride}
	p.input, p.at = decode(input)
	if p.url == nil {
		p.url = new(URL)
		p.removeLeadingAndTrailing()
	}
	p.removeTabsAndNewlines()
	p.state = stateOverride
	if stateOverride == noState {
		p.state = schemeStartState
	}
	for {
		if outcome := p.run(); outcome == failed {
			return nil, p.errors
		} else if outcome == returned || p.pointer >= len(p.input) {
			return p.url, p.errors
		}
		p.pointer++
	}
}

// removeLeadingAndTrailing implements steps 1.2 and 1.3.
func (p *parser) removeLeadingAndTrailing() {
	start, end := 0, len(p.input)
	for start < end && isC0ControlOrSpace(p.input[start]) {
		start++
	}
	for end > start && isC0ControlOrSpace(p.input[end-1]) {
		end--
	}
	if start > 0 {
		p.validationError("invalid-URL-unit", 0)
	} else if end < len(p.input) {
		p.validationError("invalid-URL-unit", end)
	}
	p.input, p.at = p.input[start:end], p.at[start:end+1]
}

// removeTabsAndNewlines implements steps 2 and 3.
func (p *parser) removeTabsAndNewlines() {
	if i := slices.IndexFunc(p.input, isASCIITabOrNewline); i >= 0 {
		p.validationError("invalid-URL-unit", i)
	}
	var input []rune
	var at []Position
	for i, c := range p.input {
		if !isASCIITabOrNewline(c) {
			input, at = append(input, c), append(at, p.at[i])
		}
	}
	p.input, p.at = input, append(at, p.at[len(p.input)])
}

// run runs the state machine once.
func (p *parser) run() outcome {
	c := p.c()
	switch p.state {
	case schemeStartState:
		return p.schemeStartState(c)
	case schemeState:
		return p.schemeState(c)
	case noSchemeState:
		return p.noSchemeState(c)
	case specialRelativeOrAuthorityState:
		return p.specialRelativeOrAuthorityState(c)
	case pathOrAuthorityState:
		return p.pathOrAuthorityState(c)
	case relativeState:
		return p.relativeState(c)
	case relativeSlashState:
		return p.relativeSlashState(c)
	case specialAuthoritySlashesState:
		return p.specialAuthoritySlashesState(c)
	case specialAuthorityIgnoreSlashesState:
		return p.specialAuthorityIgnoreSlashesState(c)
	case authorityState:
		return p.authorityState(c)
	case hostState, hostnameState:
		return p.hostState(c)
	case portState:
		return p.portState(c)
	case fileState:
		return p.fileState(c)
	case fileSlashState:
		return p.fileSlashState(c)
	case fileHostState:
		return p.fileHostState(c)
	case pathStartState:
		return p.pathStartState(c)
	case pathState:
		return p.pathState(c)
	case opaquePathState:
		return p.opaquePathState(c)
	case queryState:
		return p.queryState(c)
	case fragmentState:
		return p.fragmentState(c)
	}
	panic("no such state: " + strconv.Itoa(int(p.state)))
}

// c is the code point the pointer points to.
func (p *parser) c() rune {
	if p.pointer >= len(p.input) {
		return eof
	}
	return p.input[p.pointer]
}

// remainingStartsWith reports whether remaining starts with s, which is ASCII.
func (p *parser) remainingStartsWith(s string) bool {
	return strings.HasPrefix(string(p.input[p.pointer+1:]), s)
}

// validationError reports a validation error that does not end the parse, at code point i of the input.
func (p *parser) validationError(name string, i int) {
	p.errors = append(p.errors, ValidationError{name, p.at[i], false})
}

// failure reports a validation error for which the parse fails.
func (p *parser) failure(name string, i int) outcome {
	p.errors = append(p.errors, ValidationError{name, p.at[i], true})
	return failed
}

// failForLastError marks the error that was reported last as the one for which the parse fails.
func (p *parser) failForLastError() {
	p.errors[len(p.errors)-1].Failure = true
}
