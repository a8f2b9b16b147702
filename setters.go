package url

import "strings"

// The setters of the URL class. Each runs the machine on its value with a state override, as the standard does, and
// replaces one span of the href by what the machine wrote.
//
// Where the standard ignores the value or a part of it, they return an [*Error], and the URL is then what the standard
// prescribes. Error.Partial is true if a part of the value was used. If the error is nil, all of it was.

// SetHref sets u to v, an absolute URL string. u may share memory with v, as after [Parse]. If v does not parse, u
// stays as it is, and the error is an [*Error]. https://url.spec.whatwg.org/#dom-url-href
func (u *URL) SetHref(v string) error {
	var parsed URL
	if err := parsed.parse(opSetHref, v, nil); err != nil {
		return err
	}
	*u = parsed
	return nil
}

// SetProtocol sets the scheme. A ":" at the end of v is optional. A special scheme cannot become one that is not
// special, or the other way round; the error is then [ErrSchemeChange]. https://url.spec.whatwg.org/#dom-url-protocol
//
// It can make a file: URL with the host "localhost", or with a "|" after the first letter of its path. Such a URL
// changes when its href is parsed again. The standard prescribes this.
func (u *URL) SetProtocol(v string) error {
	if err := u.refusesAll(opSetProtocol, v); err != nil {
		return err
	}
	var p parser
	if !p.runOverride(u, v, v, stateSchemeStart) {
		return p.error(opSetProtocol)
	}
	next := *u
	next.scheme = p.url.scheme
	if next.scheme.isDefaultPort(u.port) {
		next.splice(u.hostEnd, u.pathStart, nil, atPathStart)
		next.port = 0
	}
	next.splice(0, u.schemeEnd, p.out.bytes(), atSchemeEnd)
	return u.become(&next, &p.reporter, opSetProtocol)
}

// SetUsername sets the username to v, percent-encoded. A URL without a host, with an empty host or with the scheme
// "file" cannot have one: the error is [ErrCannotHaveCredentialsOrPort]. https://url.spec.whatwg.org/#dom-url-username
func (u *URL) SetUsername(v string) error {
	return u.setCredentials(opSetUsername, v)
}

// SetPassword sets the password to v, percent-encoded. A URL without a host, with an empty host or with the scheme
// "file" cannot have one: the error is [ErrCannotHaveCredentialsOrPort]. https://url.spec.whatwg.org/#dom-url-password
func (u *URL) SetPassword(v string) error {
	return u.setCredentials(opSetPassword, v)
}

// setCredentials replaces what is between "//" and the host. v becomes the username or the password.
func (u *URL) setCredentials(op, v string) error {
	if u.cannotHaveCredentialsOrPort() {
		return u.cannotHave(op, v)
	}
	username, password := v, u.Password() // the one that stays is encoded already: nothing changes in it
	if op == opSetPassword {
		username, password = u.Username(), v
	}
	var p parser
	p.raw = v
	usernameEnd := p.out.writeCredentials(username, password)
	next := *u
	next.splice(u.schemeEnd+2, u.hostStart, p.out.bytes(), atHostStart)
	next.usernameEnd = u.schemeEnd + 2 + uint32(usernameEnd)
	return u.become(&next, &p.reporter, op)
}

// cannotHave returns the error of a setter for credentials or a port that the URL cannot have. Removing them is not an
// error: there are none.
func (u *URL) cannotHave(op, v string) error {
	if err := u.refusesAll(op, v); err != nil || v == "" {
		return err
	}
	return &Error{Op: op, Input: v, Err: ErrCannotHaveCredentialsOrPort}
}

// SetHost sets the host and, if v has one, the port. If v has no port, the port stays. If only the port of v is bad, or
// if v goes on after the host and port, the host is set and Error.Partial is true. A URL with an opaque path cannot
// have a host: the error is [ErrOpaquePath]. https://url.spec.whatwg.org/#dom-url-host
func (u *URL) SetHost(v string) error { return u.setHost(opSetHost, v, stateHost) }

// SetHostname sets the host, and leaves the port as it is. A v with a port is an error.
// https://url.spec.whatwg.org/#dom-url-hostname
func (u *URL) SetHostname(v string) error { return u.setHost(opSetHostname, v, stateHostname) }

func (u *URL) setHost(op, v string, override state) error {
	if err := u.refuses(op, v); err != nil {
		return err
	}
	var p parser
	p.out.writeString("//")
	p.runOverride(u, v, v, override)
	if !p.hostSet {
		return p.error(op)
	}
	next, end := *u, u.hostEnd
	if p.portSet {
		next.port, end = p.url.port, u.pathStart
	}
	if u.hasHost() {
		next.splice(u.hostStart, end, p.out.bytes()[2:], atPathStart)
		next.hostEnd = u.hostStart + p.url.hostEnd - 2
	} else {
		next.splice(u.schemeEnd, u.pathStart, p.out.bytes(), atPathStart) // with the "/." that may be there
		next.usernameEnd, next.hostStart = u.schemeEnd+2, u.schemeEnd+2
		next.hostEnd = u.schemeEnd + p.url.hostEnd
	}
	return u.become(&next, &p.reporter, op)
}

// SetPort sets the port to the decimal number at the beginning of v. It makes the port null if v is empty or if the
// number is the scheme's default port. If something follows the number, Error.Partial is true. A URL without a host,
// with an empty host or with the scheme "file" cannot have a port: the error is [ErrCannotHaveCredentialsOrPort].
// https://url.spec.whatwg.org/#dom-url-port
func (u *URL) SetPort(v string) error {
	if u.cannotHaveCredentialsOrPort() {
		return u.cannotHave(opSetPort, v)
	}
	var p parser
	if v != "" && !p.runOverride(u, v, v, statePort) {
		return p.error(opSetPort)
	}
	next := *u
	next.splice(u.hostEnd, u.pathStart, p.out.bytes(), atPathStart)
	next.port = p.url.port
	return u.become(&next, &p.reporter, opSetPort)
}

// SetPathname sets the path to v, percent-encoded. "?" and "#" in v become part of the path. An opaque path cannot be
// set: the error is [ErrOpaquePath]. https://url.spec.whatwg.org/#dom-url-pathname
func (u *URL) SetPathname(v string) error {
	if err := u.refuses(opSetPathname, v); err != nil {
		return err
	}
	var p parser
	p.runOverride(u, v, v, statePathStart)
	return u.replacePath(opSetPathname, &p)
}

// appendPath appends v, which begins with "/", to the path of u, which is not opaque. The segments of u stay as they
// are, also a "C|" that the protocol setter has made the first segment of a file: URL. A ".." in v may remove them.
func (u *URL) appendPath(op, v string) error {
	var p parser
	p.out.writeString(strings.TrimSuffix(u.Pathname(), "/"))
	from := *u
	from.pathStart = 0 // the output has the path alone
	p.runOverride(&from, v, v[1:], statePath)
	return u.replacePath(op, &p)
}

// replacePath replaces the path of u by what p has written.
func (u *URL) replacePath(op string, p *parser) error {
	next, start := *u, u.pathStart
	if !u.hasHost() {
		start = u.schemeEnd
	}
	prefix := p.url.pathStart // of the "/." that the path needs
	next.splice(start, u.queryStart, p.out.bytes(), atQueryStart)
	next.pathStart = start + prefix
	return u.become(&next, &p.reporter, op)
}

// SetSearch sets the query to v, percent-encoded, or makes it null if v is empty. A "?" at the beginning of v is
// optional. https://url.spec.whatwg.org/#dom-url-search
func (u *URL) SetSearch(v string) error {
	return u.setTail(opSetSearch, v, stateQuery, "?")
}

// SetHash sets the fragment to v, percent-encoded, or makes it null if v is empty. A "#" at the beginning of v is
// optional. https://url.spec.whatwg.org/#dom-url-hash
func (u *URL) SetHash(v string) error {
	return u.setTail(opSetHash, v, stateFragment, "#")
}

// setTail sets the query or the fragment, which begins with the delimiter.
func (u *URL) setTail(op, v string, override state, delimiter string) error {
	if err := u.refusesAll(op, v); err != nil {
		return err
	}
	var p parser
	if v != "" {
		p.out.writeString(delimiter)
		p.runOverride(u, v, strings.TrimPrefix(v, delimiter), override)
	}
	next := *u
	if override == stateQuery {
		next.splice(u.queryStart, u.fragmentStart, p.out.bytes(), atFragmentStart)
	} else {
		next.splice(u.fragmentStart, uint32(len(u.href)), p.out.bytes(), atEnd)
	}
	return u.become(&next, &p.reporter, op)
}

// refuses returns the error of a setter that has no effect on URLs with an opaque path, or the error of refusesAll.
func (u *URL) refuses(op, v string) error {
	if u.HasOpaquePath() {
		return &Error{Op: op, Input: v, Err: ErrOpaquePath}
	}
	return u.refusesAll(op, v)
}

// refusesAll returns the error of every setter but SetHref if u is the zero URL.
func (u *URL) refusesAll(op, v string) error {
	if !u.IsZero() {
		return nil
	}
	return &Error{Op: op, Input: v, Err: errZeroURL}
}

// errZeroURL is why setters and methods that extend the path refuse the zero URL.
var errZeroURL = detailedError{ErrMissingSchemeNonRelativeURL, "the URL is the zero URL"}

// become sets u to next, unless that is too long. It returns an error if a part of the setter's value was ignored.
func (u *URL) become(next *URL, r *reporter, op string) error {
	if tooLong(len(next.href)) {
		return &Error{Op: op, Input: r.raw, Offset: len(r.raw), Err: ErrTooLong}
	}
	*u = *next
	if r.err == 0 {
		return nil
	}
	e := r.error(op)
	e.Partial = true
	return e
}

// splice replaces the span of the href from start to end, and moves the offsets from first on. They move back if the
// replacement is shorter: see [URL.move].
func (u *URL) splice(start, end uint32, replacement []byte, first offset) {
	if u.href[start:end] != string(replacement) {
		var href strings.Builder // unlike a concatenation with string(replacement), one allocation
		href.Grow(len(u.href) - int(end-start) + len(replacement))
		href.WriteString(u.href[:start])
		href.Write(replacement)
		href.WriteString(u.href[end:])
		u.href = href.String()
	}
	u.move(first, uint32(len(replacement))-(end-start))
}
