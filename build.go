package url

import (
	"errors"
	"strings"
)

// Components holds the parts from which [Build] makes a URL. Some fields hold data, that is, strings that are not
// percent-encoded.
type Components struct {
	// Scheme is the scheme without the ":", in upper or lower case.
	Scheme string

	// Username and Password are data.
	Username, Password string

	// Host is a host that [ParseHost] or, if the scheme is not special, [ParseOpaqueHost] accepts. It is not data. An
	// IPv6 address is in brackets, and there is no port. If the scheme is special but not file, Host must not be "".
	Host string

	// Port is the port. Both 0 and the scheme's default port mean that there is none.
	Port uint16

	// Segments are the segments of the path, which are data. If the last one is "", the path ends in "/". Without
	// segments, the path is "/" if the scheme is special, and empty otherwise.
	Segments []string

	// OpaquePath is the path of a URL such as a mailto:, tel: or data: URL. It is data. It can be set only if the
	// scheme is not special and there are no credentials, Host, Port or Segments. It may be empty if there is a Query,
	// as in "magnet:?xt=…".
	OpaquePath string

	// Query contains name-value pairs, which are data. Without pairs, there is no query.
	Query [][2]string

	// Fragment is data. If it is "", there is no fragment.
	Fragment string
}

// Build returns the URL with the components in c. Data never leaves its component, whatever it contains, and decoding
// the component yields the original data. Build normalizes the scheme, host and port as the parser does.
//
//	u, err := url.Build(url.Components{
//		Scheme:   "https",
//		Host:     "example.com",
//		Segments: []string{"a/b"},
//		Query:    [][2]string{{"q", "c&d"}},
//	})
//	// https://example.com/a%2Fb?q=c%26d
//
// Build percent-encodes "%", characters that delimit the component, and characters that are not URL units
// (https://url.spec.whatwg.org/#url-units). It writes the query pairs as [URL.AppendQuery] does.
//
// The Input of an error is the invalid component, or the scheme if the scheme is incompatible with the other
// components. The reasons are:
//
//   - [ErrSchemeInvalid], [ErrHostMissing], [ErrTooLong], and the errors of [ParseHost] and [ParseOpaqueHost];
//   - [ErrNotRepresentable] if the host is localhost and the scheme is file, because a parser would make the host
//     empty;
//   - [ErrCannotHaveCredentialsOrPort] if there is no host, or the scheme is file;
//   - [ErrInvalidPathSegment] if a segment is "." or "..", or if one before the last is "";
//   - [ErrOpaquePath] if OpaquePath begins with "/" or is incompatible with the other components, or if the URL would
//     have no host, no path and no query.
func Build(c Components) (URL, error) {
	if tooLong(c.dataLen()) {
		return URL{}, c.refused(ErrTooLong)
	}
	var authority output
	if err := c.writeAuthority(&authority); err != nil {
		return URL{}, err
	}
	out, err := c.appendPath(authority.bytes())
	if err != nil {
		return URL{}, err
	}
	separator := byte('?')
	for _, nameAndValue := range c.Query {
		out = appendPair(append(out, separator), nameAndValue[0], nameAndValue[1], false)
		separator = '&'
	}
	if c.Fragment != "" {
		out = appendPercentEncoded(append(out, '#'), c.Fragment, fragmentDataPercentEncodeSet, false)
	}
	var u URL
	if u.assign(opBuild, string(out), nil) != nil { // only the length can be wrong, and the error would contain the password
		return URL{}, c.refused(ErrTooLong)
	}
	return u, nil
}

// dataLen returns the number of bytes of the data. Percent-encoding never makes it smaller.
func (c *Components) dataLen() int {
	n := len(c.Username) + len(c.Password) + len(c.OpaquePath) + len(c.Fragment)
	for _, text := range c.Segments {
		n += len(text)
	}
	for _, pair := range c.Query {
		n += len(pair[0]) + len(pair[1])
	}
	return n
}

// writeAuthority writes the scheme and the authority.
func (c *Components) writeAuthority(out *output) error {
	if end := scanScheme(c.Scheme); end == 0 || end < len(c.Scheme) {
		return newError(opBuild, c.Scheme, end, ErrSchemeInvalid)
	}
	s := out.writeScheme(c.Scheme)
	if err := c.checkOpaquePath(s); err != nil {
		return err
	}
	host, err := c.host(s)
	switch {
	case err != nil:
		return err
	case (host == "" || s == schemeFile) && (c.Username != "" || c.Password != "" || c.Port != 0):
		return c.refused(ErrCannotHaveCredentialsOrPort)
	case host == "" && s != schemeFile:
		return nil
	}
	out.writeString("//")
	out.writeCredentials(PercentEncode(c.Username, userDataPercentEncodeSet), PercentEncode(c.Password, userDataPercentEncodeSet))
	out.writeString(host)
	if c.Port != 0 {
		out.writePort(c.Port)
	}
	return nil
}

// checkOpaquePath returns an error if there is an opaque path that the URL cannot have.
func (c *Components) checkOpaquePath(s scheme) error {
	switch {
	case c.OpaquePath == "":
		return nil
	case c.OpaquePath[0] == '/':
		return &Error{Op: opBuild, Input: c.OpaquePath, Err: ErrOpaquePath}
	case s.special() || c.Username != "" || c.Password != "" || c.Host != "" || c.Port != 0 || len(c.Segments) > 0:
		return c.refused(ErrOpaquePath)
	}
	return nil
}

// host returns the serialized host. It is empty if the host is empty or null.
func (c *Components) host(s scheme) (string, error) {
	if c.Host == "" {
		if s.hasServer() {
			return "", c.refused(ErrHostMissing)
		}
		return "", nil
	}
	host, err := parseHostAlone(opBuild, c.Host, !s.special())
	if err != nil {
		return "", explainPort(err, !s.special())
	}
	if s == schemeFile && host.String() == "localhost" {
		return "", newError(opBuild, c.Host, 0, notRepresentable("a parser reads file://localhost/ as file:///"))
	}
	return host.String(), nil
}

// explainPort returns err, the error of a host. If a port follows the host, the error then says where the port belongs.
func explainPort(err error, isOpaque bool) error {
	var e *Error
	var t ErrorType
	if !errors.As(err, &e) || !errors.As(err, &t) {
		return err
	}
	i := strings.LastIndexByte(e.Input, ':')
	if i < 0 || i == len(e.Input)-1 || strings.Trim(e.Input[i+1:], "0123456789") != "" {
		return err
	}
	if _, hostErr := parseHostAlone(opBuild, e.Input[:i], isOpaque); hostErr == nil && i > 0 {
		e.Err = detailedError{t, "the port belongs in the field Port"}
	}
	return e
}

// appendPath appends the path. dst ends in ":" if there is no host.
func (c *Components) appendPath(dst []byte) ([]byte, error) {
	if len(c.Segments) == 0 && dst[len(dst)-1] == ':' {
		if c.OpaquePath == "" && len(c.Query) == 0 {
			return nil, c.refused(ErrOpaquePath)
		}
		return appendPercentEncoded(dst, c.OpaquePath, opaquePathDataPercentEncodeSet, false), nil
	}
	for i, text := range c.Segments {
		if isDots(text) || text == "" && i < len(c.Segments)-1 {
			return nil, newError(opBuild, text, 0, ErrInvalidPathSegment)
		}
		dst = appendSegment(append(dst, '/'), text)
	}
	return dst, nil
}

// refused returns the error for a scheme that does not fit the other components.
func (c *Components) refused(t ErrorType) error {
	return newError(opBuild, c.Scheme, len(c.Scheme), t)
}
