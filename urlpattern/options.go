package urlpattern

// Options says how to compile a pattern. The zero Options are the standard's.
type Options struct {
	// IgnoreCase makes pathname, search and hash match in any letter case. It does not affect the other components.
	// Protocol and hostname of a URL are already in lower case.
	IgnoreCase bool

	// RegExpEngine compiles the regular expressions that this package does not run itself. If it is nil, they are an
	// error. It gets the regular expression of the whole component, as the standard generates it. This package does not
	// limit the time that the engine takes.
	RegExpEngine RegExpCompiler

	// RefuseRegExps makes each custom regular expression [ErrRefusedRegExp], such as that of "/:id(\\d+)". None is
	// compiled, so this is the error for one that JavaScript refuses, too. The standard recommends this for patterns from
	// untrusted sources.
	RefuseRegExps bool

	// BaseURL is the base URL of the constructor string of [New]. With a base URL, the string may be relative, such as
	// "/:lang/*": it takes the missing components from the base, as fixed text. "" stands for no base URL. (In the
	// standard, an empty base is a URL that does not parse.) For [NewFromInit] it has to be "", as in the standard: the
	// base URL of an [Init] is the value of the key [BaseURL].
	BaseURL string
}

// RegExpCompiler compiles an ECMAScript regular expression with the flag v, and also with the flag i if ignoreCase is
// true. If it returns an error, the pattern is refused.
type RegExpCompiler func(source string, ignoreCase bool) (RegExp, error)

// RegExp is a compiled regular expression. It must be safe for concurrent use.
type RegExp interface {
	// FindStringSubmatchIndex returns nil if s does not match. Otherwise it returns the byte offsets of the beginning
	// and the end of the match, and then those of each capturing group, or -1 for a group that is undefined.
	FindStringSubmatchIndex(s string) []int
}

// compileSettings says what to do with custom regular expressions.
type compileSettings struct {
	engine RegExpCompiler
	refuse bool
}

func (o *Options) settings() compileSettings { return compileSettings{o.RegExpEngine, o.RefuseRegExps} }
