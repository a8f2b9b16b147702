package urlpattern

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// Compare orders two patterns by what they demand of a component: 1 if a's pattern string for it is the more specific
// one, -1 if b's is, and 0 if they are alike but for names. Fixed text is more specific than a regular expression,
// that than a name, and that than a wildcard. It is for the order in which patterns are to be tried.
//
// web-platform-tests has URLPattern.compareComponent as a tentative feature. The standard does not define it yet.
func Compare(c Component, a, b *Pattern) int {
	if c >= BaseURL || a.components[c] == nil || b.components[c] == nil {
		return 0
	}
	left, right := a.components[c].parts, b.components[c].parts
	missing := part{partType: fixedText, modifier: none}
	for i := range max(len(left), len(right)) {
		l, r := &missing, &missing
		if i < len(left) {
			l = &left[i]
		}
		if i < len(right) {
			r = &right[i]
		}
		if order := compareParts(l, r); order != 0 {
			return order
		}
	}
	return 0
}

func compareParts(a, b *part) int {
	return cmp.Or(
		cmp.Compare(a.partType, b.partType),
		cmp.Compare(a.modifier, b.modifier),
		strings.Compare(a.prefix, b.prefix),
		strings.Compare(a.value, b.value),
		strings.Compare(a.suffix, b.suffix),
	)
}

// ErrGenerate: [Pattern.Generate] cannot make a component, or was not given what it needs.
var ErrGenerate = errors.New("cannot generate the component")

// Generate returns the component for which the pattern has fixed text and names alone, with values for the names. The
// result is encoded as in a URL. Any error is an [*Error] that wraps [ErrGenerate]: a name has no value, or one that
// the pattern would not match ("a/b" for "/:id"), or the pattern has a wildcard, a regular expression or a modifier.
//
// web-platform-tests has it as a tentative feature. The standard does not define it yet.
func (p *Pattern) Generate(c Component, groups map[string]string) (string, error) {
	fail := func(reason string) (string, error) {
		return "", &Error{Component: c, Err: fmt.Errorf("%w: %s", ErrGenerate, reason)}
	}
	if c >= BaseURL || p.components[c] == nil {
		return fail("not a component")
	}
	component := p.components[c]
	var result strings.Builder
	for i := range component.parts {
		part := &component.parts[i]
		switch {
		case part.modifier != none:
			return fail("the pattern has a modifier")
		case part.partType == fixedText:
			result.WriteString(part.value)
			continue
		case part.partType != segmentWildcard:
			return fail("the pattern has a wildcard or a regular expression")
		}
		value, ok := groups[part.name]
		if !ok {
			return fail("no value for the group " + part.name)
		}
		encoded, err := component.encode(value)
		if err != nil {
			return fail("bad value for the group " + part.name)
		}
		result.WriteString(part.prefix + encoded + part.suffix)
	}
	if generated := result.String(); component.matcher.match(generated, nil) {
		return generated, nil
	}
	return fail("the pattern does not match the result")
}
