package url

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// The setters of the URL class. All but SetHref replace a span of the href. Those of the host, the port and the path run the
// machine on their value with a state override, as the standard does. Those of the scheme, the query and the fragment take the
// few steps of the states themselves.
//
// Where the standard ignores the value or a part of it, they return an [*Error], and the URL is then what the standard
// prescribes. Error.Partial is true if a part of the value was used. If the error is nil, all of it was.

// SetHref parses v, an absolute URL string, and sets u to the result. If v does not parse, u is unchanged.
// https://url.spec.whatwg.org/#dom-url-href
func (u *URL) SetHref(v string) error {
	var parsed URL
	if err := parsed.assign(opSetHref, v, nil); err != nil {
		return err
	}
	*u = parsed
	return nil
}

// SetProtocol sets the scheme. A trailing ":" in v is optional. The error is [ErrSchemeChange] if only one of the old
// and new schemes is special, or if the new scheme does not allow u's credentials, port or host.
// https://url.spec.whatwg.org/#dom-url-protocol
//
// As the standard requires, SetProtocol can produce a file: URL that changes when its href is reparsed.
func (u *URL) SetProtocol(v string) error {
	if err := u.checkNotZero(opSetProtocol, v); err != nil {
		return err
	}
	in := infra.WithoutTabsAndNewlines(v)
	end := scanScheme(in)
	if end == 0 || end < len(in) && in[end] != ':' { // the standard appends a ":" to the value
		return valueError(opSetProtocol, v, end, ErrSchemeInvalid)
	}
	name := strings.ToLower(in[:end])
	to := schemeOf(name)
	if !u.canChangeScheme(to) {
		return valueError(opSetProtocol, v, 0, ErrSchemeChange)
	}
	changed := *u
	if to.isDefaultPort(u.port) {
		changed.splice(u.hostEnd, u.pathStart, "", nil, atPathStart)
		changed.port = 0
	}
	if !changed.splice(0, u.schemeEnd-1, name, nil, atSchemeEnd) {
		return tooLongValue(opSetProtocol, v)
	}
	changed.scheme = to
	*u = changed
	if end+1 < len(in) {
		err := valueError(opSetProtocol, v, end+1, ErrTrailingData)
		err.Partial = true
		return err
	}
	return nil
}

// valueError returns the error of a setter. at is a place in v without tabs and newlines.
func valueError(op, v string, at int, t ErrorType) *Error {
	in, r := input{in: v}, reporter{raw: v}
	in.strip(&r)
	r.note(t, at)
	return r.error(op)
}

// canChangeScheme reports whether the scheme state, with a state override, sets the scheme. It also lets "file"
// become "file", which changes nothing. https://url.spec.whatwg.org/#scheme-state
func (u *URL) canChangeScheme(to scheme) bool {
	switch {
	case u.scheme.special() != to.special(),
		to == schemeFile && (u.IncludesCredentials() || u.hasPort()),
		u.scheme == schemeFile && to != schemeFile && u.hostStart == u.hostEnd:
		return false
	}
	return true
}

// SetUsername percent-encodes v and makes it the username. If u has no host, an empty host or the scheme "file", the
// error is [ErrCannotHaveCredentialsOrPort]. https://url.spec.whatwg.org/#dom-url-username
//
// Any "%" in v is left as is, so "%41" means "A". To set arbitrary data, encode it first with [PercentEncode] and
// [ComponentPercentEncodeSet].
func (u *URL) SetUsername(v string) error {
	return u.setCredentials(opSetUsername, v, v, u.Password())
}

// SetPassword is like [URL.SetUsername], but sets the password. https://url.spec.whatwg.org/#dom-url-password
func (u *URL) SetPassword(v string) error {
	return u.setCredentials(opSetPassword, v, u.Username(), v)
}

// setCredentials replaces what is between "//" and the host. v is the setter's value, and the username or the password.
// The other of the two is percent-encoded already, so writing it again does not change it.
func (u *URL) setCredentials(op, v, username, password string) error {
	if u.cannotHaveCredentialsOrPort() {
		return u.cannotHave(op, v)
	}
	var out output
	usernameEnd := out.writeCredentials(username, password)
	if !u.splice(u.schemeEnd+2, u.hostStart, "", out.bytes(), atHostStart) {
		return tooLongValue(op, v)
	}
	u.usernameEnd = u.schemeEnd + 2 + uint32(usernameEnd)
	return nil
}

// cannotHave returns the error of a setter for credentials or a port that the URL cannot have. Removing them is not an
// error: there are none.
func (u *URL) cannotHave(op, v string) error {
	if err := u.checkNotZero(op, v); err != nil || v == "" {
		return err
	}
	return &Error{Op: op, Input: v, Err: ErrCannotHaveCredentialsOrPort}
}

// SetHost sets the host and, if v contains one, the port. If only v's port is invalid, or if anything follows the host
// and port, the host is still set and Error.Partial is true. If the path of u is opaque, the error is [ErrOpaquePath].
// https://url.spec.whatwg.org/#dom-url-host
func (u *URL) SetHost(v string) error { return u.setHost(opSetHost, v, stateHost) }

// SetHostname sets the host and leaves the port unchanged. If v contains a port, it returns an error.
// https://url.spec.whatwg.org/#dom-url-hostname
func (u *URL) SetHostname(v string) error { return u.setHost(opSetHostname, v, stateHostname) }

func (u *URL) setHost(op, v string, override state) error {
	if err := u.checkPathNotOpaque(op, v); err != nil {
		return err
	}
	var m machine
	m.out.writeString("//")
	m.runOverride(u, v, v, override)
	if !m.hostSet {
		return m.error(op)
	}
	written, start, end := m.out.bytes(), u.schemeEnd, u.pathStart // with the "/." that may be there
	if u.hasHost() {
		written, start = written[2:], u.hostStart
	}
	if u.hasHost() && !m.portSet {
		end = u.hostEnd
	}
	if !u.splice(start, end, "", written, atPathStart) {
		return tooLongValue(op, v)
	}
	if !u.hasHost() {
		start += 2
		u.usernameEnd, u.hostStart = start, start
	}
	u.hostEnd = start + m.url.hostEnd - 2
	if m.portSet {
		u.port = m.url.port
	}
	return m.ignored(op)
}

// SetPort sets the port to the decimal number at the beginning of v. It makes the port null if v is empty or if the
// number is the scheme's default port. https://url.spec.whatwg.org/#dom-url-port
//
// If anything follows the number, the port is still set and Error.Partial is true. If u cannot have a port (see
// [URL.SetUsername]), the error is [ErrCannotHaveCredentialsOrPort].
func (u *URL) SetPort(v string) error {
	if u.cannotHaveCredentialsOrPort() {
		return u.cannotHave(opSetPort, v)
	}
	var m machine
	if v != "" && !m.runOverride(u, v, v, statePort) {
		return m.error(opSetPort)
	}
	if !u.splice(u.hostEnd, u.pathStart, "", m.out.bytes(), atPathStart) {
		return tooLongValue(opSetPort, v)
	}
	u.port = m.url.port
	return m.ignored(opSetPort)
}

// SetPathname sets the path to v. It percent-encodes v but leaves any "%" unchanged. "?" and "#" in v become part of
// the path. If the path of u is opaque, the error is [ErrOpaquePath]. https://url.spec.whatwg.org/#dom-url-pathname
//
// Dot segments in v are resolved, tabs and newlines are removed, and "\" becomes "/" if u is special. To preserve tabs,
// newlines and invalid UTF-8, first percent-encode v with [PathPercentEncodeSet].
func (u *URL) SetPathname(v string) error {
	if err := u.checkPathNotOpaque(opSetPathname, v); err != nil {
		return err
	}
	var m machine
	m.runOverride(u, v, v, statePathStart)
	return u.replacePath(opSetPathname, &m)
}

// appendPath appends v, which begins with "/", to the path of u, which is not opaque. The segments of u stay as they
// are, even a "C|" that the protocol setter has made the first segment of a file: URL. A ".." in v may remove them.
func (u *URL) appendPath(op, v string) error {
	var m machine
	m.out.writeString(strings.TrimSuffix(u.Pathname(), "/"))
	from := *u
	from.pathStart = 0 // the output has the path alone
	m.runOverride(&from, v, v[1:], statePath)
	return u.replacePath(op, &m)
}

// replacePath replaces the path of u by what m has written.
func (u *URL) replacePath(op string, m *machine) error {
	start := u.prefixEnd()
	if !u.splice(start, u.queryStart, "", m.out.bytes(), atQueryStart) {
		return tooLongValue(op, m.raw)
	}
	u.pathStart = start + m.url.pathStart // after the "/." that the path may need
	return m.ignored(op)
}

// SetSearch sets the query to v. It percent-encodes v but leaves any "%" unchanged. If v is empty, the query becomes
// null. A leading "?" in v is optional, so "??a" sets the query "?a". https://url.spec.whatwg.org/#dom-url-search
func (u *URL) SetSearch(v string) error {
	set := PercentEncodeSet(infra.SetOfQuery(u.scheme.special()))
	return u.setTail(opSetSearch, v, "?", set, u.queryStart, u.fragmentStart, atFragmentStart)
}

// SetHash sets the fragment to v. It percent-encodes v but leaves any "%" unchanged. If v is empty, the fragment
// becomes null. A leading "#" in v is optional, so "##a" sets the fragment "#a".
// https://url.spec.whatwg.org/#dom-url-hash
func (u *URL) SetHash(v string) error {
	return u.setTail(opSetHash, v, "#", FragmentPercentEncodeSet, u.fragmentStart, uint32(len(u.href)), atEnd)
}

// setTail replaces the query or the fragment, which is between start and end, by delimiter and v, percent-encoded with
// set. It moves the offsets from first on. With a state override, the query state
// (https://url.spec.whatwg.org/#query-state) and the fragment state only percent-encode.
func (u *URL) setTail(op, v, delimiter string, set PercentEncodeSet, start, end uint32, first movedFrom) error {
	if err := u.checkNotZero(op, v); err != nil {
		return err
	}
	if v == "" {
		delimiter = ""
	}
	text := strings.TrimPrefix(v, delimiter)
	encoded := []byte(text) // the compiler does not copy it
	if percentEncodedLen(text, set) > len(text) {
		var out output
		out.writePercentEncoded(infra.WithoutTabsAndNewlines(text), set) // every set contains tabs and newlines
		encoded = out.bytes()
	}
	if !u.splice(start, end, delimiter, encoded, first) {
		return tooLongValue(op, v)
	}
	return nil
}

// tooLongValue returns the error of a setter whose value v would make the URL too long.
func tooLongValue(op, v string) error {
	return &Error{Op: op, Input: v, Offset: len(v), Err: ErrTooLong}
}

// ignored returns the error of a setter that ignored a part of its value and used the rest.
func (r *reporter) ignored(op string) error {
	if r.err == 0 {
		return nil
	}
	e := r.error(op)
	e.Partial = true
	return e
}
