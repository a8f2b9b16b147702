package url

import (
	"strings"

	"golang.org/x/text/encoding"

	"github.com/weburl-go/url/internal/infra"
)

// Parser parses URLs with options, such as a base URL, a legacy encoding, or a callback for validation errors. The zero
// Parser behaves like [Parse].
//
// A Parser's methods are safe for concurrent use if OnValidationError is. To reject URLs that are not normalized,
// compare the result's Href with the input string.
type Parser struct {
	// Base is the base URL for relative references. The zero URL means that there is none.
	Base URL

	// QueryEncoding is the encoding of the document that contains the URL. It applies to the query of a special URL whose
	// scheme is not ws or wss. A code point that it cannot encode becomes a numeric character reference.
	//
	// If QueryEncoding is nil, UTF-16 or the replacement encoding, the query is in UTF-8. It is also in UTF-8, without
	// an error, if an encoding that is not in the Encoding Standard fails.
	QueryEncoding encoding.Encoding

	// DefaultScheme is the scheme for URLs that people type without one, such as "example.com/a" and "localhost:8080".
	// It goes beyond the standard. It must be "" or a special scheme other than file. With any other value, or together
	// with Base, every parse fails with [ErrDefaultScheme].
	//
	// If the string does not begin with a scheme and ":", Parse prepends DefaultScheme and "://", or DefaultScheme and
	// ":" if the string begins with two slashes or backslashes. The strings "", "/a", "?q" and "#f" are still errors.
	//
	// A name followed by ":" and a port is a host, so "tel:911" has the host "tel". Any other string that begins with a
	// scheme and ":" keeps that scheme, even "ann:pw@h:80" or "h:65536", so check the result with [URL.IsHTTP].
	DefaultScheme string

	// OnValidationError, if not nil, is called with each validation error, in the order in which the standard's parser
	// finds them. An error that ends the parse comes last. https://url.spec.whatwg.org/#validation-error
	OnValidationError func(ValidationError)
}

// Parse parses rawURL with the options of p. https://url.spec.whatwg.org/#concept-basic-url-parser
func (p Parser) Parse(rawURL string) (u URL, err error) {
	if p.isPlain() {
		return p.Base.Parse(rawURL)
	}
	var m machine
	if !m.configure(&p, rawURL) || !m.parse(&u) {
		return URL{}, m.error(opParse)
	}
	return u, nil
}

// CanParse reports whether [Parser.Parse] would succeed. It does not call OnValidationError.
func (p Parser) CanParse(rawURL string) bool {
	p.QueryEncoding, p.OnValidationError = nil, nil // they do not decide whether rawURL parses
	if p.isPlain() {
		return p.Base.CanParse(rawURL)
	}
	var m machine
	m.checkOnly = true
	return m.configure(&p, rawURL) && m.parse(&URL{})
}

// isPlain reports whether p has no option but a base URL.
func (p *Parser) isPlain() bool {
	return p.QueryEncoding == nil && p.DefaultScheme == "" && p.OnValidationError == nil
}

// Validate returns everything that is wrong with rawURL, as the [Validate] function does. If the result is empty,
// rawURL is a valid URL string, or becomes one when DefaultScheme is prepended. Validate does not call
// OnValidationError. https://url.spec.whatwg.org/#validation-error
func (p Parser) Validate(rawURL string) []ValidationError {
	var found []ValidationError
	p.OnValidationError = func(e ValidationError) { found = append(found, e) }
	_, _ = p.Parse(rawURL) // its error is the last of those found
	return found
}

// configure takes the options. It fails if they contradict each other.
func (m *machine) configure(options *Parser, rawURL string) bool {
	m.raw, m.base, m.hook = rawURL, options.Base, options.OnValidationError
	m.encoding, m.defaultScheme = options.QueryEncoding, schemeOf(options.DefaultScheme)
	if options.DefaultScheme != "" &&
		(!m.defaultScheme.hasServer() || !m.base.IsZero()) {
		return m.fail(ErrDefaultScheme, 0)
	}
	return true
}

// Parse parses an absolute URL string, as new URL(rawURL) does in a browser. Any error returned is an [*Error].
// https://url.spec.whatwg.org/#concept-basic-url-parser
//
// If rawURL is already normalized, Parse does not allocate. The URL then shares memory with rawURL and keeps it alive,
// along with any longer string that rawURL is a substring of.
func Parse(rawURL string) (u URL, err error) {
	err = u.assign(opParse, rawURL, nil)
	return u, err
}

// ParseWithBase parses rawURL against baseURL, an absolute URL string, as new URL(rawURL, baseURL) does in a browser.
// An empty baseURL is an error. If there may be no base URL, use [Parser]. https://url.spec.whatwg.org/#api-url-parser
func ParseWithBase(rawURL, baseURL string) (u URL, err error) {
	var base URL
	if err = base.assign(opParseWithBase, baseURL, nil); err != nil {
		return URL{}, err
	}
	err = u.assign(opParseWithBase, rawURL, &base)
	return u, err
}

// Parse parses ref, an absolute or relative URL string, with u as the base URL. If u is the zero URL, there is no base
// URL. https://url.spec.whatwg.org/#concept-basic-url-parser
//
// Even the shortest ref can produce a URL as long as u. If you resolve many untrusted references, limit the total
// length of the results.
func (u URL) Parse(ref string) (v URL, err error) {
	err = v.assign(opParse, ref, &u)
	return v, err
}

// MustParse is like [Parse] but panics on error.
func MustParse(rawURL string) URL {
	u, err := Parse(rawURL)
	if err != nil {
		panic(err)
	}
	return u
}

// assign sets u, which is zero, to rawURL, parsed against base if base is neither nil nor zero. It tries the recognizer,
// then to rewrite backslashes or the authority, then the machine. If it fails, u is zero, and the error names the operation op.
func (u *URL) assign(op, rawURL string, base *URL) error {
	if u.recognize(rawURL) || base != nil && u.schemeEnd == 0 && u.recognizeReference(rawURL, base) {
		return nil
	}
	var done bool
	var err error
	if u.schemeEnd > 0 {
		if at := u.recognized(); at < len(rawURL) && rawURL[at] == '\\' && u.recognizeBackslashes(rawURL) {
			return nil
		}
		done, err = u.rewriteAuthority(op, rawURL, base)
	}
	if !done {
		err = u.runMachine(op, rawURL, base)
	}
	if err != nil {
		*u = URL{}
	}
	return err
}

// recognizeBackslashes is [URL.recognize] for a special URL with backslashes where slashes belong. They have the same meaning
// before the query. It returns false without copying s if the recognizer, which has left u, stopped at something else.
func (u *URL) recognizeBackslashes(s string) bool {
	if !u.scheme.special() {
		return false
	}
	var out output
	out.writeString(s)
	written := out.bytes()
	for i := 0; i < len(written) && written[i] != '?' && written[i] != '#'; i++ {
		if written[i] == '\\' {
			written[i] = '/'
		}
	}
	var found URL
	if !found.recognize(string(written)) {
		return false
	}
	*u = found
	return true
}

// rewriteAuthority does what the machine does for a special URL of which the recognizer accepts all but the authority, such as
// one with capital letters, a default port, or an address in another form. It takes about half the time. If there is another
// difference, it returns false, and u remains what the machine continues from.
//
// It and canParseRest state two rules of the machine again: slashes and backslashes after the scheme are skipped, and a
// default port is left out. FuzzRecognizer holds the results equal.
func (u *URL) rewriteAuthority(op, s string, base *URL) (done bool, err error) {
	start, hostEnd := u.scanLooseHost(s, base)
	if start == hostEnd {
		return false, nil
	}
	end, rest := hostEnd, hostEnd
	if end < len(s) && s[end] == ':' {
		end = u.recognizePort(s, end+1)
	}
	if end > 0 && u.scheme.isDefaultPort(u.port) {
		rest = end
	}
	if end == 0 || end == len(s) || s[end] != '/' || !u.portIsSerialized(s[rest:end]) ||
		!u.recognizePath(s, end) {
		u.pathStart = 0
		return false, nil
	}
	var out output
	u.writeLooseStart(&out, s[:start])
	r := reporter{raw: s}
	switch host := s[start:hostEnd]; {
	case u.hostEnd > 0: // the recognizer has seen that it is serialized
		out.writeString(host)
	case !parseHost(host, start, false, &out, &r):
		return true, r.error(op)
	}
	u.hostEnd = uint32(out.n)
	if rest == end {
		u.port = 0
	}
	out.writeString(s[rest:])
	if tooLong(out.n) {
		*u = URL{}
		return false, nil
	}
	u.move(atPathStart, out.n-len(s))
	u.href = string(out.bytes())
	return true, nil
}

// writeLooseStart writes the scheme of s, which ends where the host begins, in lower case, the slashes, and the credentials.
func (u *URL) writeLooseStart(out *output, s string) {
	if u.hostStart > 0 {
		out.writeString(s)
	} else {
		out.writeString(s[:u.schemeEnd])
		infra.MakeLower(out.bytes())
		out.writeString("//")
		u.usernameEnd, u.hostStart = uint32(out.n), uint32(out.n)
	}
}

// scanLooseHost returns the beginning and the end of the host of s, which the recognizer has left in u or has not recognized. The
// two are equal if the scheme is not special or is file, or if s may be relative to base. If neither ":" nor the end of the
// authority follows the host, the machine may find another one.
func (u *URL) scanLooseHost(s string, base *URL) (start, end int) {
	start = int(u.hostStart)
	switch {
	case !u.scheme.hasServer() || u.pathStart > 0:
		return 0, 0
	case u.hostEnd > 0:
		return start, int(u.hostEnd)
	case start == 0:
		start = int(u.schemeEnd)
		if base != nil && base.scheme == u.scheme && !strings.HasPrefix(s[start:], "//") {
			return 0, 0
		}
		for start < len(s) && (s[start] == '/' || s[start] == '\\') {
			start++
		}
	}
	classes, isIPv6 := looseHostClasses, start < len(s) && s[start] == '['
	end = start
	if isIPv6 {
		classes, end = looseIPv6Classes, start+1
	}
	end = longSpan(s, end, classes)
	if isIPv6 && end < len(s) && s[end] == ']' {
		end++
	}
	if end == len(s) && s[end-1] == ' ' { // the machine drops it
		return 0, 0
	}
	return start, end
}

// runMachine lets the machine parse what the recognizer has not.
func (u *URL) runMachine(op, rawURL string, base *URL) error {
	if at, reason := u.earlyError(rawURL, base); reason != 0 {
		return newError(op, rawURL, at, reason)
	}
	var m machine
	m.raw = rawURL
	if base != nil {
		m.base = *base
	}
	if !m.parse(u) {
		return m.error(op)
	}
	return nil
}

// earlyError returns the error, and its place, of a rawURL without a scheme, or with a port that is out of range. Filters of
// user input see these errors most often, and to set up the machine for them would take longer. u is what the recognizer
// has left. If it finds no error, reason is 0, although rawURL may have another error.
func (u *URL) earlyError(rawURL string, base *URL) (at int, reason ErrorType) {
	switch {
	case tooLong(len(rawURL)):
	case u.hostEnd > u.schemeEnd:
		at = int(u.hostEnd) + 1
		if at < len(rawURL) && rawURL[at-1] == ':' && infra.IsASCIIDigit(rawURL[at]) && u.recognizePort(rawURL, at) == 0 {
			return at, ErrPortOutOfRange
		}
	case u.schemeEnd == 0 && (base == nil || base.IsZero()):
		if at = schemelessAt(rawURL); at >= 0 {
			return at, ErrMissingSchemeNonRelativeURL
		}
	}
	return 0, 0
}

// schemelessAt returns where the parser finds that rawURL has no scheme, or -1 if there is one, or a tab or newline that may be in
// one.
func schemelessAt(rawURL string) int {
	start := 0
	for start < len(rawURL) && rawURL[start] <= ' ' {
		start++
	}
	end := start
	if start < len(rawURL) && infra.IsASCIIAlpha(rawURL[start]) && strings.IndexByte(rawURL, ':') > 0 { // most have no ":" at all
		end = longSpan(rawURL, start, schemeClasses)
	}
	if end > start && end < len(rawURL) && (rawURL[end] == ':' || infra.IsTabOrNewline(rawURL[end])) {
		return -1
	}
	return start
}

// CanParse reports whether [Parse] would succeed. It usually takes less than half as long.
// https://url.spec.whatwg.org/#dom-url-canparse
func CanParse(rawURL string) bool { return canParse(rawURL, nil) }

// CanParse reports whether [URL.Parse] would succeed. https://url.spec.whatwg.org/#dom-url-canparse
func (u URL) CanParse(ref string) bool { return canParse(ref, &u) }

// canParse reports whether rawURL parses against base, if base is neither nil nor zero. Nothing after an authority can
// fail, so it stops there. It does not compute the length of the result.
func canParse(rawURL string, base *URL) bool {
	var u URL
	start := u.recognizeScheme(rawURL, true)
	if start > 0 && u.recognizeAuthority(rawURL, start, &acceptedHostClasses) > 0 {
		return !tooLong(len(rawURL))
	}
	return u.canParseRest(rawURL, base)
}

// canParseRest is canParse after the recognizer, which has left u. In one function, the room for the machine slows both down.
func (u *URL) canParseRest(rawURL string, base *URL) bool {
	if _, reason := u.earlyError(rawURL, base); reason != 0 {
		return false
	}
	r := reporter{raw: rawURL, checkOnly: true}
	start, end := u.scanLooseHost(rawURL, base)
	if end > start && (endsAuthority(rawURL, end, u.scheme) || rawURL[end] == ':' && u.recognizePort(rawURL, end+1) > 0) {
		var out output
		return parseHost(rawURL[start:end], start, false, &out, &r) && !tooLong(len(rawURL))
	}
	m := machine{reporter: r}
	if base != nil {
		m.base = *base
	}
	return m.parse(u)
}

// Validate returns all the errors in rawURL, an absolute URL string. If there are none and rawURL is valid UTF-8, it is
// a valid URL string. If rawURL does not parse, the last error says why.
// https://url.spec.whatwg.org/#validation-error
//
// The errors are in the order in which the standard's parser finds them, not in the order of their offsets. A single
// byte can cause several errors.
func Validate(rawURL string) []ValidationError { return Parser{}.Validate(rawURL) }
