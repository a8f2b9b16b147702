package urlpattern

// Options specifies how to compile a pattern. The zero Options gives the behavior that the standard specifies.
type Options struct {
	// IgnoreCase makes the pathname, search and hash match regardless of letter case. It does not affect the other
	// components. The protocol and hostname of a URL are lowercase anyway.
	IgnoreCase bool

	// RegExpEngine compiles the regular expressions that this package cannot run itself. If it is nil, such a regular
	// expression is an error. The engine receives the regular expression that the standard's algorithm generates for the
	// whole component. This package does not limit the time that the engine takes.
	RegExpEngine RegExpCompiler

	// RefuseRegExps rejects every pattern that contains a custom regular expression, such as "/:id(\\d+)", with
	// [ErrRefusedRegExp]. The error is the same even if JavaScript would reject the regular expression, because it is
	// not compiled. The standard recommends this option for patterns from untrusted sources.
	RefuseRegExps bool

	// BaseURL is the base URL of the constructor string that is passed to [New]. If it is set, the string may be
	// relative. It then begins with the pathname, search or hash, as in "/:lang/*" or "?page=:n". The components before
	// that one are taken from the base URL as fixed text, except that the username and password match anything, as do
	// missing components after it.
	//
	// If BaseURL is "", there is no base URL. In the standard, by contrast, an empty base URL is an error.
	//
	// For [NewFromInit], BaseURL must be "", as in the standard. Pass the base URL in the [Init], as the value of the
	// key [BaseURL].
	BaseURL string
}

// A RegExpCompiler compiles an ECMAScript regular expression with the v flag and, if ignoreCase is true, the i flag. If
// it returns an error, the pattern is rejected.
type RegExpCompiler func(source string, ignoreCase bool) (RegExp, error)

// A RegExp is a compiled regular expression. It must be safe for concurrent use.
type RegExp interface {
	// FindStringSubmatchIndex returns nil if s does not match. Otherwise, it returns the byte offsets of the beginning
	// and the end of the match, followed by the offsets of each capturing group. If a group is undefined, its offsets
	// are -1.
	FindStringSubmatchIndex(s string) []int
}

// compileSettings says what to do with custom regular expressions.
type compileSettings struct {
	engine RegExpCompiler
	refuse bool
}

func (o *Options) settings() compileSettings { return compileSettings{o.RegExpEngine, o.RefuseRegExps} }
