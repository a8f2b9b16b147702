package spec

import (
	"slices"
)

// schemeStartState implements https://url.spec.whatwg.org/#scheme-start-state.
func (p *parser) schemeStartState(c rune) outcome {
	if isASCIIAlpha(c) {
		p.buffer = append(p.buffer, asciiLowercase(c))
		p.state = schemeState
	} else if p.stateOverride == noState {
		p.state = noSchemeState
		p.pointer--
	} else {
		return failed
	}
	return goOn
}

// schemeState implements https://url.spec.whatwg.org/#scheme-state.
func (p *parser) schemeState(c rune) outcome {
	if isASCIIAlphanumeric(c) || c == '+' || c == '-' || c == '.' {
		p.buffer = append(p.buffer, asciiLowercase(c))
	} else if c == ':' {
		buffer := string(p.buffer)
		if p.stateOverride != noState {
			if isSpecialScheme(p.url.Scheme) && !isSpecialScheme(buffer) {
				return returned
			}
			if !isSpecialScheme(p.url.Scheme) && isSpecialScheme(buffer) {
				return returned
			}
			if (p.url.includesCredentials() || p.url.Port != nil) && buffer == "file" {
				return returned
			}
			if p.url.Scheme == "file" && p.url.Host.isEmpty() {
				return returned
			}
		}
		p.url.Scheme = buffer
		if p.stateOverride != noState {
			if p.url.Port != nil && isDefaultPort(p.url.Scheme, *p.url.Port) {
				p.url.Port = nil
			}
			return returned
		}
		p.buffer = nil
		if p.url.Scheme == "file" {
			if !p.remainingStartsWith("//") {
				p.validationError("special-scheme-missing-following-solidus", p.pointer+1)
			}
			p.state = fileState
		} else if p.url.isSpecial() && p.base != nil && p.base.Scheme == p.url.Scheme {
			p.state = specialRelativeOrAuthorityState
		} else if p.url.isSpecial() {
			p.state = specialAuthoritySlashesState
		} else if p.remainingStartsWith("/") {
			p.state = pathOrAuthorityState
			p.pointer++
		} else {
			p.url.HasOpaquePath, p.url.OpaquePath = true, ""
			p.state = opaquePathState
		}
	} else if p.stateOverride == noState {
		p.buffer = nil
		p.state = noSchemeState
		p.pointer = -1
	} else {
		return failed
	}
	return goOn
}

// noSchemeState implements https://url.spec.whatwg.org/#no-scheme-state.
func (p *parser) noSchemeState(c rune) outcome {
	if p.base == nil || p.base.HasOpaquePath && c != '#' {
		return p.failure("missing-scheme-non-relative-URL", p.pointer)
	} else if p.base.HasOpaquePath && c == '#' {
		p.url.Scheme = p.base.Scheme
		p.url.HasOpaquePath, p.url.OpaquePath = true, p.base.OpaquePath
		p.url.Query = p.base.Query
		p.url.Fragment = stringOf("")
		p.state = fragmentState
	} else if p.base.Scheme != "file" {
		p.state = relativeState
		p.pointer--
	} else {
		p.state = fileState
		p.pointer--
	}
	return goOn
}

// specialRelativeOrAuthorityState implements https://url.spec.whatwg.org/#special-relative-or-authority-state.
func (p *parser) specialRelativeOrAuthorityState(c rune) outcome {
	if c == '/' && p.remainingStartsWith("/") {
		p.state = specialAuthorityIgnoreSlashesState
		p.pointer++
	} else {
		p.validationError("special-scheme-missing-following-solidus", p.pointer)
		p.state = relativeState
		p.pointer--
	}
	return goOn
}

// pathOrAuthorityState implements https://url.spec.whatwg.org/#path-or-authority-state.
func (p *parser) pathOrAuthorityState(c rune) outcome {
	if c == '/' {
		p.state = authorityState
	} else {
		p.state = pathState
		p.pointer--
	}
	return goOn
}

// copyAuthority is "Set url's username to base's username, url's password to base's password, url's host to base's host,
// url's port to base's port."
func (p *parser) copyAuthority() {
	p.url.Username = p.base.Username
	p.url.Password = p.base.Password
	p.url.Host = p.base.Host
	p.url.Port = p.base.Port
}

// beginQueryOrFragment is what many states do with "?" and "#": it begins the query or the fragment, and reports whether
// c is one of the two.
func (p *parser) beginQueryOrFragment(c rune) bool {
	if c == '?' {
		p.url.Query = stringOf("")
		p.state = queryState
	} else if c == '#' {
		p.url.Fragment = stringOf("")
		p.state = fragmentState
	}
	return c == '?' || c == '#'
}

// relativeState implements https://url.spec.whatwg.org/#relative-state.
func (p *parser) relativeState(c rune) outcome {
	p.url.Scheme = p.base.Scheme
	if c == '/' {
		p.state = relativeSlashState
	} else if p.url.isSpecial() && c == '\\' {
		p.validationError("invalid-reverse-solidus", p.pointer)
		p.state = relativeSlashState
	} else {
		p.copyAuthority()
		p.url.Path = slices.Clone(p.base.Path)
		p.url.Query = p.base.Query
		if !p.beginQueryOrFragment(c) && c != eof {
			p.url.Query = nil
			p.url.shortenPath()
			p.state = pathState
			p.pointer--
		}
	}
	return goOn
}

// relativeSlashState implements https://url.spec.whatwg.org/#relative-slash-state.
func (p *parser) relativeSlashState(c rune) outcome {
	if p.url.isSpecial() && (c == '/' || c == '\\') {
		if c == '\\' {
			p.validationError("invalid-reverse-solidus", p.pointer)
		}
		p.state = specialAuthorityIgnoreSlashesState
	} else if c == '/' {
		p.state = authorityState
	} else {
		p.copyAuthority()
		p.state = pathState
		p.pointer--
	}
	return goOn
}

// specialAuthoritySlashesState implements https://url.spec.whatwg.org/#special-authority-slashes-state.
func (p *parser) specialAuthoritySlashesState(c rune) outcome {
	if c == '/' && p.remainingStartsWith("/") {
		p.state = specialAuthorityIgnoreSlashesState
		p.pointer++
	} else {
		p.validationError("special-scheme-missing-following-solidus", p.pointer)
		p.state = specialAuthorityIgnoreSlashesState
		p.pointer--
	}
	return goOn
}

// specialAuthorityIgnoreSlashesState implements
// https://url.spec.whatwg.org/#special-authority-ignore-slashes-state.
func (p *parser) specialAuthorityIgnoreSlashesState(c rune) outcome {
	if c != '/' && c != '\\' {
		p.state = authorityState
		p.pointer--
	} else {
		p.validationError("special-scheme-missing-following-solidus", p.pointer)
	}
	return goOn
}

// endsAuthority reports whether c ends an authority, as several states ask.
func (p *parser) endsAuthority(c rune) bool {
	return c == eof || c == '/' || c == '?' || c == '#' || p.url.isSpecial() && c == '\\'
}

// authorityState implements https://url.spec.whatwg.org/#authority-state.
func (p *parser) authorityState(c rune) outcome {
	if c == '@' {
		p.validationError("invalid-credentials", p.pointer)
		if p.atSignSeen {
			p.buffer = append([]rune("%40"), p.buffer...)
		}
		p.atSignSeen = true
		for _, codePoint := range p.buffer {
			if codePoint == ':' && !p.passwordTokenSeen {
				p.passwordTokenSeen = true
				continue
			}
			encodedCodePoints := utf8PercentEncode(codePoint, UserinfoPercentEncodeSet)
			if p.passwordTokenSeen {
				p.url.Password += encodedCodePoints
			} else {
				p.url.Username += encodedCodePoints
			}
		}
		p.buffer = nil
	} else if p.endsAuthority(c) {
		if p.atSignSeen && len(p.buffer) == 0 {
			return p.failure("host-missing", p.pointer)
		}
		p.pointer -= len(p.buffer) + 1
		p.buffer = nil
		p.state = hostState
	} else {
		p.buffer = append(p.buffer, c)
	}
	return goOn
}

// hostState implements https://url.spec.whatwg.org/#host-state and https://url.spec.whatwg.org/#hostname-state.
func (p *parser) hostState(c rune) outcome {
	if p.stateOverride != noState && p.url.Scheme == "file" {
		p.pointer--
		p.state = fileHostState
	} else if c == ':' && !p.insideBrackets {
		if len(p.buffer) == 0 {
			return p.failure("host-missing", p.pointer)
		}
		if p.stateOverride == hostnameState {
			return failed
		}
		host := p.hostParser(p.buffer, p.pointer-len(p.buffer), !p.url.isSpecial())
		if host == nil {
			return failed
		}
		p.url.Host = host
		p.buffer = nil
		p.state = portState
	} else if p.endsAuthority(c) {
		p.pointer--
		if p.url.isSpecial() && len(p.buffer) == 0 {
			return p.failure("host-missing", p.pointer+1)
		} else if p.stateOverride != noState && len(p.buffer) == 0 && (p.url.includesCredentials() || p.url.Port != nil) {
			return failed
		}
		host := p.hostParser(p.buffer, p.pointer+1-len(p.buffer), !p.url.isSpecial())
		if host == nil {
			return failed
		}
		p.url.Host = host
		p.buffer = nil
		p.state = pathStartState
		if p.stateOverride != noState {
			return returned
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
	return goOn
}

// portState implements https://url.spec.whatwg.org/#port-state.
func (p *parser) portState(c rune) outcome {
	if isASCIIDigit(c) {
		p.buffer = append(p.buffer, c)
	} else if p.endsAuthority(c) || p.stateOverride != noState {
		if len(p.buffer) != 0 {
			port := integer(string(p.buffer), 10)
			if !port.IsUint64() || port.Uint64() > 0xFFFF {
				return p.failure("port-out-of-range", p.pointer-len(p.buffer))
			}
			number := uint16(port.Uint64())
			if isDefaultPort(p.url.Scheme, number) {
				p.url.Port = nil
			} else {
				p.url.Port = &number
			}
			p.buffer = nil
			if p.stateOverride != noState {
				return returned
			}
		}
		if p.stateOverride != noState {
			return failed
		}
		p.state = pathStartState
		p.pointer--
	} else {
		return p.failure("port-invalid", p.pointer)
	}
	return goOn
}

// fileState implements https://url.spec.whatwg.org/#file-state.
func (p *parser) fileState(c rune) outcome {
	p.url.Scheme = "file"
	p.url.Host = stringHost(Domain, "")
	if c == '/' || c == '\\' {
		if c == '\\' {
			p.validationError("invalid-reverse-solidus", p.pointer)
		}
		p.state = fileSlashState
	} else if p.base != nil && p.base.Scheme == "file" {
		p.url.Host = p.base.Host
		p.url.Path = slices.Clone(p.base.Path)
		p.url.Query = p.base.Query
		if !p.beginQueryOrFragment(c) && c != eof {
			p.url.Query = nil
			if !startsWithAWindowsDriveLetter(p.substringFromPointer()) {
				p.url.shortenPath()
			} else {
				p.validationError("file-invalid-Windows-drive-letter", p.pointer)
				p.url.Path = nil
			}
			p.state = pathState
			p.pointer--
		}
	} else {
		p.state = pathState
		p.pointer--
	}
	return goOn
}

// fileSlashState implements https://url.spec.whatwg.org/#file-slash-state.
func (p *parser) fileSlashState(c rune) outcome {
	if c == '/' || c == '\\' {
		if c == '\\' {
			p.validationError("invalid-reverse-solidus", p.pointer)
		}
		p.state = fileHostState
	} else {
		if p.base != nil && p.base.Scheme == "file" {
			p.url.Host = p.base.Host
			if !startsWithAWindowsDriveLetter(p.substringFromPointer()) &&
				len(p.base.Path) > 0 && isNormalizedWindowsDriveLetter(p.base.Path[0]) {
				p.url.Path = append(p.url.Path, p.base.Path[0])
			}
		}
		p.state = pathState
		p.pointer--
	}
	return goOn
}

// substringFromPointer is the code point substring from the pointer to the end of the input.
func (p *parser) substringFromPointer() []rune {
	if p.pointer >= len(p.input) {
		return nil
	}
	return p.input[p.pointer:]
}

// fileHostState implements https://url.spec.whatwg.org/#file-host-state.
func (p *parser) fileHostState(c rune) outcome {
	if c == eof || c == '/' || c == '\\' || c == '?' || c == '#' {
		p.pointer--
		start := p.pointer + 1 - len(p.buffer)
		if p.stateOverride == noState && isWindowsDriveLetter(string(p.buffer)) {
			p.validationError("file-invalid-Windows-drive-letter-host", start)
			p.state = pathState
		} else if len(p.buffer) == 0 {
			p.url.Host = stringHost(Domain, "")
			if p.stateOverride != noState {
				return returned
			}
			p.state = pathStartState
		} else {
			host := p.hostParser(p.buffer, start, !p.url.isSpecial())
			if host == nil {
				return failed
			}
			if host.Kind == Domain && host.Name == "localhost" {
				host = stringHost(Domain, "")
			}
			p.url.Host = host
			if p.stateOverride != noState {
				return returned
			}
			p.buffer = nil
			p.state = pathStartState
		}
	} else {
		p.buffer = append(p.buffer, c)
	}
	return goOn
}

// pathStartState implements https://url.spec.whatwg.org/#path-start-state.
func (p *parser) pathStartState(c rune) outcome {
	if p.url.isSpecial() {
		if c == '\\' {
			p.validationError("invalid-reverse-solidus", p.pointer)
		}
		p.state = pathState
		if c != '/' && c != '\\' {
			p.pointer--
		}
	} else if p.stateOverride == noState && p.beginQueryOrFragment(c) {
		return goOn
	} else if c != eof {
		p.state = pathState
		if c != '/' {
			p.pointer--
		}
	} else if p.stateOverride != noState && p.url.Host == nil {
		p.url.Path = append(p.url.Path, "")
	}
	return goOn
}

// pathState implements https://url.spec.whatwg.org/#path-state.
func (p *parser) pathState(c rune) outcome {
	if c == eof || c == '/' ||
		p.url.isSpecial() && c == '\\' ||
		p.stateOverride == noState && (c == '?' || c == '#') {
		if p.url.isSpecial() && c == '\\' {
			p.validationError("invalid-reverse-solidus", p.pointer)
		}
		buffer := string(p.buffer)
		if isDoubleDotSegment(buffer) {
			p.url.shortenPath()
			if c != '/' && !(p.url.isSpecial() && c == '\\') {
				p.url.Path = append(p.url.Path, "")
			}
		} else if isSingleDotSegment(buffer) && c != '/' && !(p.url.isSpecial() && c == '\\') {
			p.url.Path = append(p.url.Path, "")
		} else if !isSingleDotSegment(buffer) {
			if p.url.Scheme == "file" && len(p.url.Path) == 0 && isWindowsDriveLetter(buffer) {
				p.buffer[1] = ':'
			}
			p.url.Path = append(p.url.Path, string(p.buffer))
		}
		p.buffer = nil
		if c == '?' {
			p.url.Query = stringOf("")
			p.state = queryState
		}
		if c == '#' {
			p.url.Fragment = stringOf("")
			p.state = fragmentState
		}
	} else {
		p.checkURLUnit(c)
		p.buffer = append(p.buffer, []rune(utf8PercentEncode(c, PathPercentEncodeSet))...)
	}
	return goOn
}

// checkURLUnit takes the two steps that several states begin with.
func (p *parser) checkURLUnit(c rune) {
	if !isURLCodePoint(c) && c != '%' {
		p.validationError("invalid-URL-unit", p.pointer)
	}
	if c == '%' && !startsWithTwoHexDigits(p.input[p.pointer+1:]) {
		p.validationError("invalid-URL-unit", p.pointer)
	}
}

// opaquePathState implements https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state.
func (p *parser) opaquePathState(c rune) outcome {
	if p.beginQueryOrFragment(c) {
		return goOn
	}
	if c == ' ' {
		p.validationError("invalid-URL-unit", p.pointer)
		if p.remainingStartsWith("?") || p.remainingStartsWith("#") {
			p.url.OpaquePath += "%20"
		} else {
			p.url.OpaquePath += " "
		}
	} else if c != eof {
		p.checkURLUnit(c)
		p.url.OpaquePath += utf8PercentEncode(c, C0ControlPercentEncodeSet)
	}
	return goOn
}

// queryState implements https://url.spec.whatwg.org/#query-state.
func (p *parser) queryState(c rune) outcome {
	if p.encoding != nil && (!p.url.isSpecial() || p.url.Scheme == "ws" || p.url.Scheme == "wss") {
		p.encoding = nil
	}
	if p.stateOverride == noState && c == '#' || c == eof {
		queryPercentEncodeSet := QueryPercentEncodeSet
		if p.url.isSpecial() {
			queryPercentEncodeSet = SpecialQueryPercentEncodeSet
		}
		*p.url.Query += percentEncodeAfterEncoding(p.encoding, string(p.buffer), queryPercentEncodeSet)
		p.buffer = nil
		if c == '#' {
			p.url.Fragment = stringOf("")
			p.state = fragmentState
		}
	} else if c != eof {
		p.checkURLUnit(c)
		p.buffer = append(p.buffer, c)
	}
	return goOn
}

// fragmentState implements https://url.spec.whatwg.org/#fragment-state.
func (p *parser) fragmentState(c rune) outcome {
	if c != eof {
		p.checkURLUnit(c)
		*p.url.Fragment += utf8PercentEncode(c, FragmentPercentEncodeSet)
	}
	return goOn
}
