package urlpattern

// constructorState is https://urlpattern.spec.whatwg.org/#constructor-string-parser-state.
type constructorState uint8

const (
	stateProtocol constructorState = constructorState(Protocol)
	stateUsername constructorState = constructorState(Username)
	statePassword constructorState = constructorState(Password)
	stateHostname constructorState = constructorState(Hostname)
	statePort     constructorState = constructorState(Port)
	statePathname constructorState = constructorState(Pathname)
	stateSearch   constructorState = constructorState(Search)
	stateHash     constructorState = constructorState(Hash)
)

const (
	stateInit constructorState = constructorState(BaseURL) + 1 + iota
	stateAuthority
	stateDone
)

// constructorStringParser is https://urlpattern.spec.whatwg.org/#constructor-string-parser.
type constructorStringParser struct {
	input                        string
	settings                     compileSettings
	tokens                       []token
	result                       values
	componentStart               int
	tokenIndex                   int
	tokenIncrement               int
	groupDepth                   int
	hostnameIPv6BracketDepth     int
	protocolMatchesSpecialScheme bool
	state                        constructorState
}

// parseAConstructorString implements https://urlpattern.spec.whatwg.org/#parse-a-constructor-string.
func parseAConstructorString(input string, s compileSettings) values {
	tokens, _ := tokenize(input, lenient) // which cannot fail
	p := constructorStringParser{input: input, tokens: tokens, settings: s, state: stateInit}
	for p.tokenIndex < len(tokens) && p.state != stateDone {
		p.tokenIncrement = 1
		p.step()
		p.tokenIndex += p.tokenIncrement
	}
	if p.result.has(Hostname) && !p.result.has(Port) {
		p.result.set(Port, "", 0)
	}
	return p.result
}

// step is the body of the loop of parse a constructor string, without the first and the last step.
func (p *constructorStringParser) step() {
	switch {
	case p.tokens[p.tokenIndex].tokenType == tokenEnd:
		p.end()
		return
	case p.isAGroupOpen():
		p.groupDepth++
		return
	case p.groupDepth > 0:
		if !p.isAGroupClose() {
			return
		}
		p.groupDepth--
	}
	p.run()
}

// end handles the end of the input: whatever it could not tell before is a relative pattern or a host.
func (p *constructorStringParser) end() {
	switch p.state {
	case stateInit:
		p.rewind()
		switch {
		case p.isAHashPrefix():
			p.changeState(stateHash, 1)
		case p.isASearchPrefix():
			p.changeState(stateSearch, 1)
		default:
			p.changeState(statePathname, 0)
		}
	case stateAuthority:
		p.rewindAndSetState(stateHostname)
	default:
		p.changeState(stateDone, 0)
	}
}

// run runs the steps of the state.
func (p *constructorStringParser) run() {
	switch p.state {
	case stateInit:
		if p.isAProtocolSuffix() {
			p.rewindAndSetState(stateProtocol)
		}
	case stateProtocol:
		p.protocolState()
	case stateAuthority:
		switch {
		case p.isAnIdentityTerminator():
			p.rewindAndSetState(stateUsername)
		case p.isAPathnameStart() || p.isASearchPrefix() || p.isAHashPrefix():
			p.rewindAndSetState(stateHostname)
		}
	case stateUsername:
		switch {
		case p.isAPasswordPrefix():
			p.changeState(statePassword, 1)
		case p.isAnIdentityTerminator():
			p.changeState(stateHostname, 1)
		}
	case statePassword:
		if p.isAnIdentityTerminator() {
			p.changeState(stateHostname, 1)
		}
	case stateHostname:
		p.hostnameState()
	default:
		p.startNextComponent()
	}
}

func (p *constructorStringParser) protocolState() {
	if !p.isAProtocolSuffix() {
		return
	}
	p.computeProtocolMatchesASpecialSchemeFlag()
	switch {
	case p.nextIsAuthoritySlashes():
		p.changeState(stateAuthority, 3)
	case p.protocolMatchesSpecialScheme:
		p.changeState(stateAuthority, 1)
	default:
		p.changeState(statePathname, 1)
	}
}

func (p *constructorStringParser) hostnameState() {
	switch {
	case p.isAnIPv6Open():
		p.hostnameIPv6BracketDepth++
	case p.isAnIPv6Close():
		p.hostnameIPv6BracketDepth--
	case p.isAPortPrefix() && p.hostnameIPv6BracketDepth == 0:
		p.changeState(statePort, 1)
	default:
		p.startNextComponent()
	}
}

// startNextComponent starts the component that begins at the token, if it is one after the state's.
func (p *constructorStringParser) startNextComponent() {
	switch {
	case p.state < statePathname && p.isAPathnameStart():
		p.changeState(statePathname, 0)
	case p.state < stateSearch && p.isASearchPrefix():
		p.changeState(stateSearch, 1)
	case p.state < stateHash && p.isAHashPrefix():
		p.changeState(stateHash, 1)
	}
}

// changeState implements https://urlpattern.spec.whatwg.org/#change-state.
func (p *constructorStringParser) changeState(newState constructorState, skip int) {
	if p.state <= stateHash {
		p.makeAComponentString()
	}
	if p.state != stateInit && newState != stateDone {
		p.fillInComponents(newState)
	}
	p.state = newState
	p.tokenIndex += skip
	p.componentStart = p.tokenIndex
	p.tokenIncrement = 0
}

// fillInComponents gives the components between the state's and the new state's their values. They do not have one yet.
// The standard names the authority state here, too, but that state always rewinds.
func (p *constructorStringParser) fillInComponents(newState constructorState) {
	if p.state < stateHostname && newState >= statePort && newState <= stateHash {
		p.result.set(Hostname, "", 0)
	}
	if p.state < statePathname && (newState == stateSearch || newState == stateHash) {
		pathname := ""
		if p.protocolMatchesSpecialScheme {
			pathname = "/"
		}
		p.result.set(Pathname, pathname, 0)
	}
	if p.state < stateSearch && newState == stateHash {
		p.result.set(Search, "", 0)
	}
}

// rewind implements https://urlpattern.spec.whatwg.org/#rewind.
func (p *constructorStringParser) rewind() {
	p.tokenIndex = p.componentStart
	p.tokenIncrement = 0
}

// rewindAndSetState implements https://urlpattern.spec.whatwg.org/#rewind-and-set-state.
func (p *constructorStringParser) rewindAndSetState(state constructorState) {
	p.rewind()
	p.state = state
}

// getASafeToken implements https://urlpattern.spec.whatwg.org/#get-a-safe-token.
func (p *constructorStringParser) getASafeToken(index int) *token {
	return &p.tokens[min(index, len(p.tokens)-1)]
}

// isANonSpecialPatternChar implements https://urlpattern.spec.whatwg.org/#is-a-non-special-pattern-char.
func (p *constructorStringParser) isANonSpecialPatternChar(index int, value string) bool {
	token := p.getASafeToken(index)
	if token.value(p.input) != value {
		return false
	}
	switch token.tokenType {
	case tokenChar, tokenEscapedChar, tokenInvalidChar:
		return true
	}
	return false
}

// isNow is isANonSpecialPatternChar for the token at the token index.
func (p *constructorStringParser) isNow(value string) bool {
	return p.isANonSpecialPatternChar(p.tokenIndex, value)
}

// isAProtocolSuffix implements https://urlpattern.spec.whatwg.org/#is-a-protocol-suffix.
func (p *constructorStringParser) isAProtocolSuffix() bool { return p.isNow(":") }

// nextIsAuthoritySlashes implements https://urlpattern.spec.whatwg.org/#next-is-authority-slashes.
func (p *constructorStringParser) nextIsAuthoritySlashes() bool {
	return p.isANonSpecialPatternChar(p.tokenIndex+1, "/") && p.isANonSpecialPatternChar(p.tokenIndex+2, "/")
}

// isAnIdentityTerminator implements https://urlpattern.spec.whatwg.org/#is-an-identity-terminator.
func (p *constructorStringParser) isAnIdentityTerminator() bool { return p.isNow("@") }

// isAPasswordPrefix implements https://urlpattern.spec.whatwg.org/#is-a-password-prefix.
func (p *constructorStringParser) isAPasswordPrefix() bool { return p.isNow(":") }

// isAPortPrefix implements https://urlpattern.spec.whatwg.org/#is-a-port-prefix.
func (p *constructorStringParser) isAPortPrefix() bool { return p.isNow(":") }

// isAPathnameStart implements https://urlpattern.spec.whatwg.org/#is-a-pathname-start.
func (p *constructorStringParser) isAPathnameStart() bool { return p.isNow("/") }

// isASearchPrefix implements https://urlpattern.spec.whatwg.org/#is-a-search-prefix. A "?" after what it can modify
// is a modifier.
func (p *constructorStringParser) isASearchPrefix() bool {
	if p.isNow("?") {
		return true
	}
	if p.tokens[p.tokenIndex].value(p.input) != "?" {
		return false
	}
	if p.tokenIndex == 0 {
		return true
	}
	switch p.getASafeToken(p.tokenIndex - 1).tokenType {
	case tokenName, tokenRegexp, tokenClose, tokenAsterisk:
		return false
	}
	return true
}

// isAHashPrefix implements https://urlpattern.spec.whatwg.org/#is-a-hash-prefix.
func (p *constructorStringParser) isAHashPrefix() bool { return p.isNow("#") }

// isAGroupOpen implements https://urlpattern.spec.whatwg.org/#is-a-group-open.
func (p *constructorStringParser) isAGroupOpen() bool {
	return p.tokens[p.tokenIndex].tokenType == tokenOpen
}

// isAGroupClose implements https://urlpattern.spec.whatwg.org/#is-a-group-close.
func (p *constructorStringParser) isAGroupClose() bool {
	return p.tokens[p.tokenIndex].tokenType == tokenClose
}

// isAnIPv6Open implements https://urlpattern.spec.whatwg.org/#is-an-ipv6-open.
func (p *constructorStringParser) isAnIPv6Open() bool { return p.isNow("[") }

// isAnIPv6Close implements https://urlpattern.spec.whatwg.org/#is-an-ipv6-close.
func (p *constructorStringParser) isAnIPv6Close() bool { return p.isNow("]") }

// makeAComponentString implements https://urlpattern.spec.whatwg.org/#make-a-component-string, and puts the string
// into the result as the state's component.
func (p *constructorStringParser) makeAComponentString() {
	start := p.getASafeToken(p.componentStart).index
	end := p.tokens[p.tokenIndex].index
	p.result.set(Component(p.state), p.input[start:end], start)
}

// computeProtocolMatchesASpecialSchemeFlag implements
// https://urlpattern.spec.whatwg.org/#compute-protocol-matches-a-special-scheme-flag.
func (p *constructorStringParser) computeProtocolMatchesASpecialSchemeFlag() {
	p.makeAComponentString()
	protocol, err := compileAProtocol(p.result.of[Protocol], p.settings)
	p.protocolMatchesSpecialScheme = err == nil && protocol.matchesASpecialScheme() // New reports the error later
}
