package urlpattern

import (
	"errors"
	"fmt"
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
	parts           []part
	options         options
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
	if input == "*" {
		return wildcardComponent, nil
	}
	parts, err := parseAPatternString(input, o, encode)
	if err != nil {
		return nil, err
	}
	if len(parts) == 1 && parts[0].isText() { // most of the others
		return &component{
			parts: parts, options: o, encode: encode, patternString: escapeAPatternString(parts[0].value),
			matcher: matcher{fold: o.ignoreCase, prefix: parts[0].value, last: emptyRun},
		}, nil
	}
	c := &component{parts: parts, options: o, encode: encode, groupNameList: nameList(parts)}
	for i := range parts {
		if parts[i].partType == regexpPart {
			c.hasRegexpGroups = true
			if s.refuse {
				return nil, &Error{Offset: parts[i].offset, Err: fmt.Errorf("%w: regular expressions are refused", ErrUnsupportedRegExp)}
			}
		}
	}
	c.patternString = generateAPatternString(parts, o)
	if c.matcher, err = newMatcher(c, s); err != nil {
		return nil, err
	}
	return c, nil
}

// wildcardComponent is the component for "*", which most components of a pattern are. It needs no encoding callback,
// and the options do not matter.
var wildcardComponent = &component{
	patternString: "*",
	parts:         []part{{partType: fullWildcard, modifier: none, name: "0"}},
	groupNameList: []string{"0"},
	matcher:       matcher{kind: matchDirect, last: run{kind: runAny, isPlain: true, group: 0}, groups: 1},
}

// isWildcard reports whether the component is "*", under any name of its group.
func (c *component) isWildcard() bool {
	return len(c.parts) == 1 && c.parts[0].partType == fullWildcard && c.parts[0].modifier == none &&
		c.parts[0].prefix == "" && c.parts[0].suffix == ""
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
