package url

import (
	"slices"
	"strings"
)

// This file holds the states of the reference from the file state on, and what the standard says of URLs
// and strings in general; see reference_test.go.

// fileState implements https://url.spec.whatwg.org/#file-state.
func (p *refParser) fileState(c rune) refOutcome {
	p.url.scheme = "file"
	p.url.host = refStringHost(refDomain, "")
	if c == '/' || c == '\\' {
		if c == '\\' {
			p.validationError(ErrInvalidReverseSolidus, p.pointer)
		}
		p.state = refFileSlashState
	} else if p.base != nil && p.base.scheme == "file" {
		p.url.host = p.base.host
		p.url.path = slices.Clone(p.base.path)
		p.url.query = p.base.query
		if !p.beginQueryOrFragment(c) && c != refEOF {
			p.url.query = nil
			if !refStartsWithAWindowsDriveLetter(p.substringFromPointer()) {
				p.url.shortenPath()
			} else {
				p.validationError(ErrFileInvalidWindowsDriveLetter, p.pointer)
				p.url.path = nil
			}
			p.state = refPathState
			p.pointer--
		}
	} else {
		p.state = refPathState
		p.pointer--
	}
	return refContinue
}

// fileSlashState implements https://url.spec.whatwg.org/#file-slash-state.
func (p *refParser) fileSlashState(c rune) refOutcome {
	if c == '/' || c == '\\' {
		if c == '\\' {
			p.validationError(ErrInvalidReverseSolidus, p.pointer)
		}
		p.state = refFileHostState
	} else {
		if p.base != nil && p.base.scheme == "file" {
			p.url.host = p.base.host
			if !refStartsWithAWindowsDriveLetter(p.substringFromPointer()) &&
				len(p.base.path) > 0 && refIsNormalizedWindowsDriveLetter(p.base.path[0]) {
				p.url.path = append(p.url.path, p.base.path[0])
			}
		}
		p.state = refPathState
		p.pointer--
	}
	return refContinue
}

// substringFromPointer is the code point substring from the pointer to the end of the input.
func (p *refParser) substringFromPointer() []rune {
	if p.pointer >= len(p.input) {
		return nil
	}
	return p.input[p.pointer:]
}

// fileHostState implements https://url.spec.whatwg.org/#file-host-state.
func (p *refParser) fileHostState(c rune) refOutcome {
	if c == refEOF || c == '/' || c == '\\' || c == '?' || c == '#' {
		p.pointer--
		start := p.pointer + 1 - len(p.buffer)
		if p.stateOverride == refNoState && refIsWindowsDriveLetter(string(p.buffer)) {
			p.validationError(ErrFileInvalidWindowsDriveLetterHost, start)
			p.state = refPathState
		} else if len(p.buffer) == 0 {
			p.url.host = refStringHost(refDomain, "")
			if p.stateOverride != refNoState {
				return refReturn
			}
			p.state = refPathStartState
		} else {
			host := p.hostParser(p.buffer, start, !p.url.isSpecial())
			if host == nil {
				return refFailure
			}
			if host.kind == refDomain && host.name == "localhost" {
				host = refStringHost(refDomain, "")
			}
			p.url.host = host
			if p.stateOverride != refNoState {
				return refReturn
			}
			p.buffer = nil
			p.state = refPathStartState
		}
	} else {
		p.buffer = append(p.buffer, c)
	}
	return refContinue
}

// pathStartState implements https://url.spec.whatwg.org/#path-start-state.
func (p *refParser) pathStartState(c rune) refOutcome {
	if p.url.isSpecial() {
		if c == '\\' {
			p.validationError(ErrInvalidReverseSolidus, p.pointer)
		}
		p.state = refPathState
		if c != '/' && c != '\\' {
			p.pointer--
		}
	} else if p.stateOverride == refNoState && p.beginQueryOrFragment(c) {
		return refContinue
	} else if c != refEOF {
		p.state = refPathState
		if c != '/' {
			p.pointer--
		}
	} else if p.stateOverride != refNoState && p.url.host == nil {
		p.url.path = append(p.url.path, "")
	}
	return refContinue
}

// pathState implements https://url.spec.whatwg.org/#path-state.
func (p *refParser) pathState(c rune) refOutcome {
	if c == refEOF || c == '/' ||
		p.url.isSpecial() && c == '\\' ||
		p.stateOverride == refNoState && (c == '?' || c == '#') {
		if p.url.isSpecial() && c == '\\' {
			p.validationError(ErrInvalidReverseSolidus, p.pointer)
		}
		buffer := string(p.buffer)
		if refIsDoubleDotSegment(buffer) {
			p.url.shortenPath()
			if c != '/' && !(p.url.isSpecial() && c == '\\') {
				p.url.path = append(p.url.path, "")
			}
		} else if refIsSingleDotSegment(buffer) && c != '/' && !(p.url.isSpecial() && c == '\\') {
			p.url.path = append(p.url.path, "")
		} else if !refIsSingleDotSegment(buffer) {
			if p.url.scheme == "file" && len(p.url.path) == 0 && refIsWindowsDriveLetter(buffer) {
				p.buffer[1] = ':'
			}
			p.url.path = append(p.url.path, string(p.buffer))
		}
		p.buffer = nil
		if c == '?' {
			p.url.query = refString("")
			p.state = refQueryState
		}
		if c == '#' {
			p.url.fragment = refString("")
			p.state = refFragmentState
		}
	} else {
		p.checkURLUnit(c)
		p.buffer = append(p.buffer, []rune(refUTF8PercentEncode(c, refPathPercentEncodeSet))...)
	}
	return refContinue
}

// checkURLUnit takes the two steps that several states begin with.
func (p *refParser) checkURLUnit(c rune) {
	if !refIsURLCodePoint(c) && c != '%' {
		p.validationError(ErrInvalidURLUnit, p.pointer)
	}
	if c == '%' && !refStartsWithTwoHexDigits(p.input[p.pointer+1:]) {
		p.validationError(ErrInvalidURLUnit, p.pointer)
	}
}

// opaquePathState implements https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state.
func (p *refParser) opaquePathState(c rune) refOutcome {
	if p.beginQueryOrFragment(c) {
		return refContinue
	}
	if c == ' ' {
		p.validationError(ErrInvalidURLUnit, p.pointer)
		if p.remainingStartsWith("?") || p.remainingStartsWith("#") {
			p.url.opaquePath += "%20"
		} else {
			p.url.opaquePath += " "
		}
	} else if c != refEOF {
		p.checkURLUnit(c)
		p.url.opaquePath += refUTF8PercentEncode(c, refC0ControlPercentEncodeSet)
	}
	return refContinue
}

// queryState implements https://url.spec.whatwg.org/#query-state.
func (p *refParser) queryState(c rune) refOutcome {
	if p.encoding != nil && (!p.url.isSpecial() || p.url.scheme == "ws" || p.url.scheme == "wss") {
		p.encoding = nil
	}
	if p.stateOverride == refNoState && c == '#' || c == refEOF {
		queryPercentEncodeSet := refQueryPercentEncodeSet
		if p.url.isSpecial() {
			queryPercentEncodeSet = refSpecialQueryPercentEncodeSet
		}
		*p.url.query += refPercentEncodeAfterEncoding(p.encoding, string(p.buffer), queryPercentEncodeSet)
		p.buffer = nil
		if c == '#' {
			p.url.fragment = refString("")
			p.state = refFragmentState
		}
	} else if c != refEOF {
		p.checkURLUnit(c)
		p.buffer = append(p.buffer, c)
	}
	return refContinue
}

// fragmentState implements https://url.spec.whatwg.org/#fragment-state.
func (p *refParser) fragmentState(c rune) refOutcome {
	if c != refEOF {
		p.checkURLUnit(c)
		*p.url.fragment += refUTF8PercentEncode(c, refFragmentPercentEncodeSet)
	}
	return refContinue
}

// refString returns a new string that is not null.
func refString(s string) *string { return &s }

// refSpecialSchemes holds the special schemes and their default ports, 0 for null.
// https://url.spec.whatwg.org/#special-scheme
var refSpecialSchemes = map[string]uint16{"ftp": 21, "file": 0, "http": 80, "https": 443, "ws": 80, "wss": 443}

func refIsSpecialScheme(scheme string) bool {
	_, ok := refSpecialSchemes[scheme]
	return ok
}

// refIsDefaultPort reports whether port is the scheme's default port.
// https://url.spec.whatwg.org/#default-port
func refIsDefaultPort(scheme string, port uint16) bool {
	defaultPort, ok := refSpecialSchemes[scheme]
	return ok && scheme != "file" && port == defaultPort
}

// isSpecial implements https://url.spec.whatwg.org/#is-special.
func (u *refURL) isSpecial() bool { return refIsSpecialScheme(u.scheme) }

// includesCredentials implements https://url.spec.whatwg.org/#include-credentials.
func (u *refURL) includesCredentials() bool { return u.username != "" || u.password != "" }

// cannotHaveAUsernamePasswordPort implements https://url.spec.whatwg.org/#cannot-have-a-username-password-port.
func (u *refURL) cannotHaveAUsernamePasswordPort() bool {
	return u.host == nil || u.host.isEmpty() || u.scheme == "file"
}

// shortenPath implements https://url.spec.whatwg.org/#shorten-a-urls-path.
func (u *refURL) shortenPath() {
	if u.hasOpaquePath {
		panic("the path is opaque")
	}
	if u.scheme == "file" && len(u.path) == 1 && refIsNormalizedWindowsDriveLetter(u.path[0]) {
		return
	}
	if len(u.path) > 0 {
		u.path = u.path[:len(u.path)-1]
	}
}

// refIsSingleDotSegment implements https://url.spec.whatwg.org/#single-dot-path-segment.
func refIsSingleDotSegment(s string) bool {
	return s == "." || refASCIILowercaseString(s) == "%2e"
}

// refIsDoubleDotSegment implements https://url.spec.whatwg.org/#double-dot-path-segment.
func refIsDoubleDotSegment(s string) bool {
	s = refASCIILowercaseString(s)
	return s == ".." || s == ".%2e" || s == "%2e." || s == "%2e%2e"
}

// refIsWindowsDriveLetter implements https://url.spec.whatwg.org/#windows-drive-letter.
func refIsWindowsDriveLetter(s string) bool {
	return len(s) == 2 && refIsASCIIAlpha(rune(s[0])) && (s[1] == ':' || s[1] == '|')
}

// refIsNormalizedWindowsDriveLetter implements https://url.spec.whatwg.org/#normalized-windows-drive-letter.
func refIsNormalizedWindowsDriveLetter(s string) bool {
	return refIsWindowsDriveLetter(s) && s[1] == ':'
}

// refStartsWithAWindowsDriveLetter implements
// https://url.spec.whatwg.org/#start-with-a-windows-drive-letter.
func refStartsWithAWindowsDriveLetter(s []rune) bool {
	return len(s) >= 2 && refIsWindowsDriveLetter(string(s[:2])) &&
		(len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#')
}

// refIsURLCodePoint implements https://url.spec.whatwg.org/#url-code-points.
func refIsURLCodePoint(c rune) bool {
	return refIsASCIIAlphanumeric(c) || c >= 0 && c <= '~' && strings.ContainsRune("!$&'()*+,-./:;=?@_~", c) ||
		c >= 0xA0 && c <= 0x10FFFD && !(c >= 0xD800 && c <= 0xDFFF) && !refIsNoncharacter(c)
}

// refIsNoncharacter implements https://infra.spec.whatwg.org/#noncharacter.
func refIsNoncharacter(c rune) bool {
	return c >= 0xFDD0 && c <= 0xFDEF || c&0xFFFE == 0xFFFE
}

func refStartsWithTwoHexDigits(s []rune) bool {
	return len(s) >= 2 && refIsASCIIHexDigit(s[0]) && refIsASCIIHexDigit(s[1])
}

func refIsC0ControlOrSpace(c rune) bool  { return c >= 0 && c <= ' ' }
func refIsASCIITabOrNewline(c rune) bool { return c == '\t' || c == '\n' || c == '\r' }
func refIsASCIIDigit(c rune) bool        { return c >= '0' && c <= '9' }
func refIsASCIIAlpha(c rune) bool        { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }
func refIsASCIIAlphanumeric(c rune) bool { return refIsASCIIDigit(c) || refIsASCIIAlpha(c) }
func refIsASCIIHexDigit(c rune) bool {
	return refIsASCIIDigit(c) || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

func refASCIILowercase(c rune) rune {
	if c >= 'A' && c <= 'Z' {
		return c + 0x20
	}
	return c
}

func refASCIILowercaseString(s string) string { return strings.Map(refASCIILowercase, s) }

// refIsASCIIString implements https://infra.spec.whatwg.org/#ascii-string.
func refIsASCIIString(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c > 0x7F })
}
