package urlpattern

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// Compare compares how specific two patterns are in a component. Use it to sort patterns by the order in which to try them. It
// returns 1 if the pattern string of a is more specific, -1 if that of b is, and 0 if they differ at most in names.
//
// Fixed text is more specific than a regular expression, which is more specific than a name, which is more specific than a
// wildcard.
//
// The text of the standard does not contain this yet. Chromium and tentative tests of web-platform-tests do, as
// URLPattern.compareComponent. The order of two patterns follows the standard, and changes if the standard does.
func Compare(c Component, a, b *Pattern) int {
	if c >= BaseURL || a.components[c] == nil || b.components[c] == nil {
		return 0
	}
	left, right := a.components[c].parts, b.components[c].parts
	for left != "" || right != "" {
		var l, r part
		l, left = left.next()
		r, right = right.next()
		if order := compareParts(&l, &r); order != 0 {
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

// ErrGenerate: [Pattern.Generate] cannot make the component. The message says why.
var ErrGenerate = errors.New("cannot generate the component")

// Generate returns the component that results when groups gives a value to each name of the pattern string. The result is
// encoded as in a URL.
//
// Any error is an [*Error] that wraps [ErrGenerate]: a name has no value, the pattern would not match the result ("a/b" for
// "/:id"), or the pattern string has a wildcard, a regular expression or a modifier.
//
// The text of the standard does not contain this yet. Tentative tests of web-platform-tests do, as URLPattern.generate. The
// patterns that can be generated and the encoding of values follow the standard, and change if the standard does.
func (p *Pattern) Generate(c Component, groups map[string]string) (string, error) {
	fail := func(reason string) (string, error) {
		return "", &Error{Component: c, Err: fmt.Errorf("%w: %s", ErrGenerate, reason)}
	}
	if c >= BaseURL || p.components[c] == nil {
		return fail("not a component")
	}
	component := p.components[c]
	var result strings.Builder
	names := component.groupNameList
	for parts := component.parts; parts != ""; {
		var part part
		part, parts = parts.next()
		switch {
		case part.modifier != none:
			return fail("the pattern has a modifier")
		case part.partType == fixedText:
			result.WriteString(part.value)
			continue
		case part.partType != segmentWildcard:
			return fail("the pattern has a wildcard or a regular expression")
		}
		name := names[0]
		names = names[1:]
		value, ok := groups[name]
		if !ok {
			return fail("no value for the group " + name)
		}
		encoded, err := component.encode(value)
		if err != nil {
			return fail("bad value for the group " + name)
		}
		result.WriteString(part.prefix + encoded + part.suffix)
	}
	if generated := result.String(); component.matcher.match(generated, nil) {
		return generated, nil
	}
	return fail("the pattern does not match the result")
}
