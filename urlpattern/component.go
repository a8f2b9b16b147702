package urlpattern

import (
	"errors"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// component is https://urlpattern.spec.whatwg.org/#component. Its matcher stands for the regular expression that the
// standard generates.
type component struct {
	patternString   string
	groupNameList   []string
	hasRegexpGroups bool
	parts           packedParts
	encode          encodingCallback
	matcher         matcher
}

// compileSettings says what to do with custom regular expressions.
type compileSettings struct {
	engine RegExpCompiler
	refuse bool
}

func (o *Options) settings() compileSettings { return compileSettings{o.RegExpEngine, o.RefuseRegExps} }

// compileAComponent implements https://urlpattern.spec.whatwg.org/#compile-a-component.
func compileAComponent(input string, encode encodingCallback, o options, s compileSettings) (*component, *Error) {
	if shared := sharedComponent(input, o); shared != nil {
		return shared, nil
	}
	parts, err := parseAPatternString(input, o, encode)
	if err != nil {
		return nil, err
	}
	if len(parts) == 1 && parts[0].isText() { // most of the others
		return &component{
			parts: pack(parts), encode: encode, patternString: escapeAPatternString(parts[0].value),
			matcher: matcher{fold: o.ignoreCase, prefix: parts[0].value},
		}, nil
	}
	c := &component{parts: pack(parts), encode: encode, groupNameList: nameList(parts)}
	for i := range parts {
		if parts[i].partType == regexpPart {
			c.hasRegexpGroups = true
			if s.refuse {
				return nil, &Error{Offset: parts[i].offset, Err: ErrRefusedRegExp}
			}
		}
	}
	c.patternString = generateAPatternString(parts, o)
	if c.matcher, err = newMatcher(c, parts, o, s); err != nil {
		return nil, err
	}
	return c, nil
}

// The components that most patterns have are shared between them. They need no encoding callback, except for texts.
var (
	wildcardComponent = &component{
		patternString: "*",
		parts:         pack([]part{{partType: fullWildcard, modifier: none}}),
		groupNameList: []string{"0"},
		matcher:       matcher{runs: &runs{last: run{kind: runAny, isPlain: true}}, groups: 1},
	}
	emptyComponent   = &component{}
	anyPathComponent = &component{
		patternString: "/*",
		parts:         pack([]part{{partType: fullWildcard, modifier: none, prefix: "/"}}),
		groupNameList: []string{"0"},
		matcher:       matcher{prefix: "/", runs: &runs{last: run{kind: runAny, isPlain: true}}, groups: 1},
	}
	httpComponent  = protocolComponent("http")
	httpsComponent = protocolComponent("https")
)

// protocolComponent returns the component of a protocol that is fixed.
func protocolComponent(protocol string) *component {
	return &component{
		patternString: protocol,
		parts:         pack([]part{{partType: fixedText, modifier: none, value: protocol}}),
		encode:        canonicalizeAProtocol,
		matcher:       matcher{prefix: protocol},
	}
}

// sharedComponent returns the component for the pattern string, if it is a shared one for all components with the
// options.
func sharedComponent(input string, o options) *component {
	switch {
	case input == "*":
		return wildcardComponent
	case input == "":
		return emptyComponent
	case input == "/*" && o == pathnameOptions:
		return anyPathComponent
	}
	return nil
}

// compileAProtocol compiles the component of a protocol.
func compileAProtocol(input string, s compileSettings) (*component, *Error) {
	switch input {
	case "https":
		return httpsComponent, nil
	case "http":
		return httpComponent, nil
	}
	return compileAComponent(input, canonicalizeAProtocol, defaultOptions, s)
}

// isWildcard reports whether the component is "*", under any name of its group.
func (c *component) isWildcard() bool {
	first, rest := c.parts.next()
	return rest == "" && first.partType == fullWildcard && first.modifier == none && first.prefix == "" && first.suffix == ""
}

// matchesASpecialScheme implements
// https://urlpattern.spec.whatwg.org/#protocol-component-matches-a-special-scheme.
func (c *component) matchesASpecialScheme() bool {
	for _, scheme := range infra.SpecialSchemes {
		if c.matcher.match(scheme.Name, nil) {
			return true
		}
	}
	return false
}

// hostnamePatternIsAnIPv6Address implements
// https://urlpattern.spec.whatwg.org/#hostname-pattern-is-an-ipv6-address.
func hostnamePatternIsAnIPv6Address(input string) bool {
	return len(input) >= 2 && (input[0] == '[' || strings.HasPrefix(input, "{[") || strings.HasPrefix(input, `\[`))
}

// offsetOf returns the offset that an error of package url names.
func offsetOf(err error) int {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Offset
	}
	return 0
}
