package urlpattern

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/urlpattern/internal/ecma"
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

// newMatcher returns the matcher of a component.
func newMatcher(c *component, parts []part, o options, s compileSettings) (matcher, *Error) {
	m := matcher{fold: o.ignoreCase, groups: int32(len(c.groupNameList))}
	regexps, ok := partRegexps(parts, m.fold)
	if ok && m.direct(parts, o, regexps) {
		return m, nil
	}
	r := generateARegularExpression(parts, o)
	err := m.compile(parts, r, regexps, ok)
	if err == nil {
		return m, nil
	}
	offset := r.patternOffset(err.At)
	switch {
	case !err.Unsupported:
		return m, &Error{Offset: offset, Err: fmt.Errorf("%w: %s", ErrRegExp, err.Reason)}
	case s.engine == nil || !c.hasRegexpGroups:
		return m, &Error{Offset: offset, Err: fmt.Errorf("%w: %s", ErrUnsupportedRegExp, err.Reason)}
	}
	m.kind = matchEngine
	var engineErr error
	if m.engine, engineErr = s.engine(r.source, m.fold); engineErr != nil {
		return m, &Error{Offset: offset, Err: fmt.Errorf("%w: %w", ErrRegExp, engineErr)}
	}
	return m, nil
}

// compile makes m match by the program of the regular expression. regexps and ok are what partRegexps returns.
func (m *matcher) compile(parts []part, r regularExpression, regexps []*ecma.Node, ok bool) *ecma.Error {
	tooLarge := &ecma.Error{Reason: "too large", Unsupported: true}
	var known []ecma.Known
	if ok {
		if m.groups > ecma.MaxGroups {
			return tooLarge
		}
		known = r.known(parts, regexps)
	}
	n, groups, err := ecma.Parse(r.source, m.fold, known...)
	if err != nil {
		return err
	}
	compiled, ok := ecma.Compile(n, groups, m.fold)
	if !ok {
		return tooLarge
	}
	m.kind, m.program = matchProgram, &program{compiled, requiredText(parts)}
	m.prefix, m.suffix = fixedEnds(parts)
	return nil
}

// fixedEnds returns what every input begins and ends with.
func fixedEnds(parts []part) (prefix, suffix string) {
	switch first := &parts[0]; {
	case first.isText():
		prefix = first.value
	case first.modifier == none:
		prefix = first.prefix
	}
	if last := &parts[len(parts)-1]; last.isText() {
		suffix = last.value
	}
	return prefix, suffix
}

// requiredText returns the longest fixed text in the middle, which every input has.
func requiredText(parts []part) (text string) {
	for i := 1; i < len(parts)-1; i++ {
		if p := &parts[i]; p.isText() && len(p.value) > len(text) {
			text = p.value
		}
	}
	return text
}

// partRegexps returns the regular expressions of the parts, at the indexes of these. It reports false if one of them
// cannot be parsed alone, or has groups, which would shift the numbers of the groups after them.
func partRegexps(parts []part, fold bool) (regexps []*ecma.Node, ok bool) {
	for i := range parts {
		if parts[i].partType != regexpPart {
			continue
		}
		n, groups, err := ecma.Parse(parts[i].value, fold)
		if err != nil || groups > 0 {
			return nil, false
		}
		if regexps == nil {
			regexps = make([]*ecma.Node, len(parts))
		}
		regexps[i] = n
	}
	return regexps, true
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
func (c *component) matchesASpecialScheme() bool { return c.specialScheme() != "" }

// specialScheme returns the first special scheme that the component matches, or "".
func (c *component) specialScheme() string {
	for _, scheme := range infra.SpecialSchemes {
		if c.matcher.match(scheme.Name, nil) {
			return scheme.Name
		}
	}
	return ""
}

// hostnamePatternIsAnIPv6Address implements
// https://urlpattern.spec.whatwg.org/#hostname-pattern-is-an-ipv6-address.
func hostnamePatternIsAnIPv6Address(input string) bool {
	return len(input) >= 2 && (input[0] == '[' || strings.HasPrefix(input, "{[") || strings.HasPrefix(input, `\[`))
}
