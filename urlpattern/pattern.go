// Package urlpattern matches URLs against patterns such as "/books/:id", like the URLPattern class in browsers. Use it
// to route requests or to check URLs against a list of patterns. It implements the WHATWG URL Pattern Standard,
// https://urlpattern.spec.whatwg.org/.
//
// # Getting started
//
//	p, err := urlpattern.New("https://*.example.com/books/:id", urlpattern.Options{})
//	m, ok := p.ExecString("https://www.example.com/books/17", "")
//	id, ok := m.Group(urlpattern.Pathname, "id") // "17"
//
// A pattern contains a pattern string for each component of a URL. A URL matches the pattern if each of its components
// matches the corresponding pattern string. A pattern string consists of these elements:
//
//	/books          this text
//	:id             a name: at least one byte, up to the next "/" in a pathname, or the next "." in a hostname
//	*               a wildcard: any bytes, or none
//	(\d+)           a JavaScript regular expression with the v flag
//	:id(\d+)        a regular expression with a name
//	{/page-:n}?     the part in braces, at most once; with "*", any number of times; with "+", at least once
//	\:              a character that would otherwise have a special meaning
//
// To match any of the characters \ : * + ? ( ) { and } literally, put a "\" before it.
//
// In a pathname, a "/" immediately before a name, a wildcard or a regular expression is part of the group. An optional
// group therefore includes the slash, so "/books/:id?" matches "/books".
//
// These rules for "/" apply only if the pattern's protocol can match http, https, ws, wss, ftp or file. If it cannot, a
// name in the pathname also matches slashes, so the pattern "app://h/books/:id" matches "app://h/books/1/2".
//
// # Constructor strings
//
// [New] compiles a constructor string, which is written like a URL. Components omitted from the end of the string match
// anything, except that an omitted port means the default port. An omitted username or password also matches anything,
// so if you use patterns to decide which URLs to allow, check [url.URL.IncludesCredentials]. [NewFromInit] compiles a
// separate pattern string for each component.
//
// In a constructor string, a "?" immediately after a "*", a name, a ")" or a "}" is a modifier; it does not start the
// search component. To start the search component after a wildcard, write `\?`:
//
//	https://example.com/api/*?a=1    the pathname "/api/*?a=1": no URL with that search matches
//	https://example.com/api/*\?a=1   the pathname "/api/*" and the search "a=1"
//
// # Cost
//
// Matching follows the standard exactly, however long the URL is. It takes time proportional to the length of the URL
// times the size of the pattern with its repetitions written out. This holds even for patterns that would take a
// backtracking engine exponential time, such as "/:a-:b-:c-:d-:e-:f!". Most patterns do not need any backtracking.
//
// [Pattern.Test] and [Pattern.Exec] allocate memory only for long URLs, long patterns and lookaround assertions:
//
//   - The memory that Test needs depends on the pattern, not on the length of the URL.
//   - Exec also needs up to one byte of memory for each byte of the URL. If the pattern has n instructions or
//     characters, where n is in the thousands, Exec may need more: n bits times twice the square root of the length of
//     the URL.
//   - If the pattern has lookbehind assertions, Exec may need another bit for each byte of the URL and each assertion.
//     Test needs these bits only if the pattern also has lookahead assertions.
//
// # Regular expressions
//
// The package runs regular expressions itself, with the same results as JavaScript. It cannot run regular expressions
// with any of the following, so it rejects them unless [Options.RegExpEngine] is set:
//
//   - backreferences;
//   - more than 32 lookaround assertions, such as "(?!admin)", or a capturing group inside an assertion;
//   - groups or character classes nested 1,000 deep or more;
//   - more than 100,000 parts and characters when repetitions are written out, or more than 10,000 instructions when
//     compiled.
//
// The size limits also apply to a component that has no regular expressions but needs backtracking.
//
// # Security
//
// A pattern is matched against the URL as the parser returns it, without further decoding. "%2F" is not a slash and "//"
// is not "/", so "/public/*" matches "/public/..%2fadmin". If your program decodes the path after the check or joins it
// to a file path, match the URL that it actually uses.
//
// In an allowlist for http and https, prefer names to wildcards, because a name does not match a slash; see the
// [Pattern.Test] example. In a hostname, "*" also matches dots, so the pattern "https://*example.com" matches the host
// "evil-example.com", which may belong to someone else. Even "https://*.example.com" matches an empty label, as in the
// host ".example.com"; a [url.HostPattern] does not.
//
// For patterns from untrusted sources, set [Options.RefuseRegExps] and limit the length of the patterns.
//
// # Surprises
//
// The package follows the standard as of commit 203d435 (March 2026), plus commit aeb2019 (June 2026). Some of the
// results that the standard requires are surprising, and other implementations deviate from it. [NOTES.md] compares
// five implementations and contains issue reports for the standard's editors.
//
//   - If the scheme is not special, a "#" or "?" ends the pathname, and the text after it, up to the next group, is
//     lost. In such a pattern, the pathname "/private#x/*" becomes "/private*", which matches more than its author
//     intended. Write "%23" and "%3F" instead. ada does the same as this package, but Chromium keeps both characters, so
//     the pattern matches no URL.
//   - For http, the port "0080" becomes "80", and for https, "0443" becomes "443". The pattern then matches no URL,
//     because the parser removes default ports. ada does the same as this package, but Chromium treats these ports as
//     default ports.
//   - If there is a base URL, the constructor string "//host/path" is a pathname and does not contain a host.
//   - A hostname pattern is always read as a domain, even if the scheme is not special. In a URL with such a scheme,
//     however, the host is opaque and keeps its letter case. For example, the pattern "app://H/" becomes "app://h/" and
//     does not match the URL "app://H/". The go-urlpattern package keeps the letter case of the hostname.
//   - In a search pattern, "'" becomes "%27". A URL whose scheme is not special keeps the "'", so the pattern does not
//     match it. ada keeps the "'" in the pattern, which then does not match special URLs.
//   - If a "*" with the modifier "?" matches nothing, the group is undefined, as in JavaScript. In Chromium, its value
//     is "".
//   - When an [Init] is matched, one "?" at the beginning of its search is removed. ada and Chromium remove two.
//   - [Options.IgnoreCase] also applies when an Init with a [BaseURL] is matched. In Chromium, such a match is
//     case-sensitive.
//   - The pattern string "{/a:n}+" is already normalized, but ada normalizes it to "/a:n+".
//   - In a pathname pattern for a scheme that is not special, such as "javascript" or "data", "." and "//" are kept. If
//     the pattern begins with "/", ada, WebKit and rust-urlpattern resolve its dot segments.
//   - A port that consists of tabs and newlines is an error, as in Chromium. ada, WebKit and rust-urlpattern read it as
//     an empty port.
//   - The hostname pattern "{/}?" is an error, but Chromium accepts it.
//   - With the i flag, V8 sometimes gets the letter case of a character class wrong. For example, /^[\w--\q{a}]$/vi must
//     not match "A", but it does in V8 11.3 and 14.6.
//
// Which characters a group name can contain depends on the Unicode version of the Go release.
//
// [NOTES.md]: https://github.com/weburl-go/url/blob/main/urlpattern/NOTES.md
package urlpattern

import (
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// A Pattern is a compiled URL pattern. It is immutable and safe for concurrent use. The zero Pattern matches nothing.
//
// It implements https://urlpattern.spec.whatwg.org/#url-pattern.
type Pattern struct{ *compiledPattern }

// compiledPattern is what a Pattern contains. Nothing changes it, so a List and a Match can keep it. UnmarshalText
// replaces it.
type compiledPattern struct {
	components [BaseURL]*component
	options    Options

	// checks are the components that Test has to check. Those that most often tell URLs apart come first: protocol,
	// hostname and port. If these are fixed, origin is the prefix of the href of each URL that has them and no credentials.
	// It replaces the checks before afterOrigin.
	checks      []check
	origin      string
	afterOrigin int

	isWildcard [BaseURL]bool      // those that are not in checks
	firstGroup [BaseURL + 1]int32 // the index of each component's first group, and the number of all groups
}

// A check is a component that is not a wildcard.
type check struct {
	component Component
	isText    bool // the matcher's prefix is all that matches
	matcher   *matcher
}

// New compiles a constructor string, such as "https://*.example.com/:lang/*". If [Options.BaseURL] is set, the string
// may be relative. Any error returned is an [*Error].
//
// It implements https://urlpattern.spec.whatwg.org/#url-pattern-create.
func New(pattern string, o Options) (*Pattern, error) {
	init := parseAConstructorString(pattern, o.settings())
	if o.BaseURL == "" && !init.has(Protocol) {
		return nil, &Error{Component: BaseURL, Err: ErrNoBaseURL}
	}
	if o.BaseURL != "" {
		init.set(BaseURL, o.BaseURL, 0)
	}
	return create(&init, o)
}

// NewFromInit compiles a separate pattern string for each component. A component missing from the [Init] matches
// anything, unless it is inherited from the Init's [BaseURL]. This works as when a relative URL is resolved, except that
// the hash is inherited, and the username and password are not.
//
// Any error returned is an [*Error]. It wraps [ErrComponent] if the Init has a key that is not one of the [Component]
// constants. If [Options.BaseURL] is set, NewFromInit returns an Error whose Component is BaseURL.
//
// It implements https://urlpattern.spec.whatwg.org/#url-pattern-create.
func NewFromInit(in Init, o Options) (*Pattern, error) {
	if o.BaseURL != "" {
		return nil, &Error{Component: BaseURL, Err: errBaseURL}
	}
	init, err := valuesOf(in)
	if err != nil {
		return nil, err
	}
	return create(&init, o)
}

// Must returns p if err is nil and panics otherwise. Use it for hard-coded patterns:
//
//	var books = urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{}))
func Must(p *Pattern, err error) *Pattern {
	if err != nil {
		panic(err)
	}
	return p
}

// create implements the steps of https://urlpattern.spec.whatwg.org/#url-pattern-create that both kinds of input
// share.
func create(init *values, o Options) (*Pattern, error) {
	processed, err := processAURLPatternInit(init, typePattern)
	if err != nil {
		return nil, err
	}
	for c := Protocol; c <= Hash; c++ {
		if !processed.has(c) {
			processed.set(c, "*", 0)
		}
	}
	if processed.of[Port] == defaultPort(processed.of[Protocol]) {
		processed.set(Port, "", 0)
	}
	o.BaseURL = "" // which is in processed
	p := &compiledPattern{options: o}
	for c := Protocol; c <= Hash; c++ {
		component, err := p.compile(c, processed.of[c])
		if err != nil {
			err.Component = c
			err.Offset = max(0, err.Offset+processed.shift[c])
			return nil, err
		}
		p.components[c] = component
		p.firstGroup[c+1] = p.firstGroup[c] + component.matcher.groups
	}
	p.prepare()
	return &Pattern{p}, nil
}

// compile compiles a component. The protocol comes before the pathname.
func (p *compiledPattern) compile(c Component, pattern string) (*component, *Error) {
	if c == Protocol {
		return compileAProtocol(pattern, p.options.settings())
	}
	encode, o := p.compileOptions(c, pattern)
	return compileAComponent(pattern, encode, o, p.options.settings())
}

// compileOptions returns the encoding callback and the options with which a component is compiled.
func (p *compiledPattern) compileOptions(c Component, pattern string) (encodingCallback, options) {
	o := defaultOptions
	switch c {
	case Username:
		return canonicalizeAUsername, o
	case Password:
		return canonicalizeAPassword, o
	case Hostname:
		if hostnamePatternIsAnIPv6Address(pattern) {
			return canonicalizeAnIPv6Hostname, hostnameOptions
		}
		return canonicalizeAHostname, hostnameOptions
	case Port:
		return canonicalizeAPort, o
	}
	encode := encodingCallback(canonicalizeAnOpaquePathname)
	switch {
	case c == Search:
		encode = canonicalizeASearch
	case c == Hash:
		encode = canonicalizeAHash
	case p.components[Protocol].matchesASpecialScheme():
		encode, o = canonicalizeAPathname, pathnameOptions
	}
	o.ignoreCase = p.options.IgnoreCase
	return encode, o
}

// prepare sets the fields that Test and Exec use.
func (p *compiledPattern) prepare() {
	count := 0
	for c := Protocol; c <= Hash; c++ {
		if p.isWildcard[c] = p.components[c].isWildcard(); !p.isWildcard[c] {
			count++
		}
	}
	p.checks = make([]check, 0, count)
	for _, c := range [...]Component{Protocol, Hostname, Port, Pathname, Search, Hash, Username, Password} {
		if c == Pathname {
			p.afterOrigin = len(p.checks)
		}
		if !p.isWildcard[c] {
			m := &p.components[c].matcher
			_, isText := m.text()
			p.checks = append(p.checks, check{c, isText, m})
		}
	}
	protocol, hasProtocol := p.fixed(Protocol)
	hostname, hasHostname := p.fixed(Hostname)
	port, hasPort := p.fixed(Port)
	if hasProtocol && hasHostname && hasPort && !strings.Contains(hostname, ":") {
		if port != "" {
			port = ":" + port
		}
		p.origin = protocol + "://" + hostname + port + "/"
	}
}

// fixed returns the only string that a component matches, if there is only one.
func (p *compiledPattern) fixed(c Component) (text string, ok bool) {
	return p.components[c].matcher.text()
}

// Component returns the normalized pattern string of a component, like the getters of the URLPattern class. It returns
// "" if c is not a component.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-protocol and the corresponding getters for the other
// components.
func (p *Pattern) Component(c Component) string {
	if c >= BaseURL || p.compiledPattern == nil {
		return ""
	}
	return p.components[c].patternString
}

// GroupNames returns the names of a component's groups, in the order they appear in the pattern. Unnamed groups are
// identified by number, starting at "0".
//
// It returns the standard's group name list, https://urlpattern.spec.whatwg.org/#component-group-name-list.
func (p *Pattern) GroupNames(c Component) []string {
	if c >= BaseURL || p.compiledPattern == nil {
		return nil
	}
	return slices.Clone(p.components[c].groupNameList)
}

// HasRegExpGroups reports whether the pattern contains a custom regular expression. A regular expression that means the
// same as a name or a wildcard is not considered custom. Examples are "(.*)" in any component and "([^\\/]+?)" in a
// pathname.
//
// It implements https://urlpattern.spec.whatwg.org/#url-pattern-has-regexp-groups.
func (p *Pattern) HasRegExpGroups() bool {
	return p.compiledPattern != nil &&
		slices.ContainsFunc(p.components[:], func(c *component) bool { return c.hasRegexpGroups })
}

// Test reports whether u matches the pattern. The zero URL does not match any pattern.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-test.
func (p *Pattern) Test(u url.URL) bool { return p.test(&u, false) }

// test is Test. It does not check a pathname that is known to match.
func (p *compiledPattern) test(u *url.URL, knowsPath bool) bool {
	checks, ok := p.checksFor(u)
	if !ok {
		return false
	}
	for i := range checks {
		switch c := &checks[i]; {
		case c.component == Pathname && knowsPath:
		case c.isText:
			if inputOf(u, c.component) != c.matcher.prefix {
				return false
			}
		case !c.matcher.match(inputOf(u, c.component), nil):
			return false
		}
	}
	return true
}

// checksFor returns the checks that are left for the URL, or false if nothing can match.
func (p *compiledPattern) checksFor(u *url.URL) (checks []check, ok bool) {
	switch {
	case u.IsZero() || p == nil: // of the zero Pattern
		return nil, false
	case p.origin != "" && strings.HasPrefix(u.Href(), p.origin):
		return p.checks[p.afterOrigin:], true
	}
	return p.checks, true
}

// TestString parses s and reports whether the resulting URL matches the pattern. If base is not empty, s may be relative
// to it. A string that does not parse does not match.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-test.
func (p *Pattern) TestString(s, base string) bool {
	return p.Test(parseInput(s, base))
}

// parseInput parses the string input of https://urlpattern.spec.whatwg.org/#url-pattern-match. It returns the zero URL for one
// that does not parse.
func parseInput(s, base string) (u url.URL) {
	if base == "" {
		u, _ = url.Parse(s)
	} else {
		u, _ = url.ParseWithBase(s, base)
	}
	return u
}

// inputOf returns the string that a component is matched against.
// https://urlpattern.spec.whatwg.org/#url-pattern-match
func inputOf(u *url.URL, c Component) (input string) {
	switch c {
	case Protocol:
		return u.Scheme()
	case Username:
		return u.Username()
	case Password:
		return u.Password()
	case Hostname:
		return u.Hostname()
	case Port:
		return u.Port()
	case Pathname:
		return u.Pathname()
	case Search:
		input, _ = u.Query()
	case Hash:
		input, _ = u.Fragment()
	}
	return input
}
