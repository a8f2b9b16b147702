package urlpattern

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// Compare reports which of two patterns is more specific in a component. Use it to sort patterns into the order in which
// they should be tried. To put the most specific patterns first, call [slices.SortFunc] with a function whose parameters
// are the patterns a and b and that returns, for example, Compare(Pathname, b, a).
//
// The result is 1 if a's pattern string is more specific, -1 if b's is, and 0 if the two differ only in names or not at
// all.
//
// Fixed text is more specific than a regular expression, which is more specific than a name, which is more specific than
// a wildcard.
//
// Compare is not yet part of the standard. It implements URLPattern.compareComponent as found in Chromium and in
// tentative tests in web-platform-tests. If the standard ends up specifying a different order, the results will change.
func Compare(c Component, a, b *Pattern) int {
	if c >= BaseURL || a.compiledPattern == nil || b.compiledPattern == nil {
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

// ErrGenerate means that [Pattern.Generate] cannot generate the component. The message says why.
var ErrGenerate = errors.New("cannot generate the component")

// Generate returns the component that results from replacing each name in the pattern string with its value in groups.
// Use it to build URLs from a route's pattern. The result is percent-encoded as it would be in a URL. If the scheme is
// not special, however, a path may still contain spaces and a few other characters. [url.URL.SetPathname]
// percent-encodes them, but [url.Parse] removes spaces at the end of a URL.
//
// A value is treated as part of a URL, so a "%" stays as it is, and in a search, an "&" starts another parameter. To
// insert arbitrary data, use [url.URL.AppendSegments] and [url.URL.AppendQuery].
//
// Any error returned is an [*Error] that wraps [ErrGenerate]. Generate fails in these cases:
//
//   - The map groups has no value for a name in the pattern.
//   - The pattern would not match the result, as with the value "a/b" for "https://example.com/:id".
//   - The parser would change or reject the result, as with the value ".." for "/:id/x" or "C|" for "file:///:drive/x",
//     or ignore part of a value, as with the value "a/b" in a hostname or a value that contains a tab or a newline.
//   - The pattern string contains a wildcard, a regular expression or a modifier.
//
// Generate is not yet part of the standard. It implements URLPattern.generate as exercised by tentative tests in
// web-platform-tests. If the standard ends up specifying different patterns or a different encoding, the results will
// change.
func (p *Pattern) Generate(c Component, groups map[string]string) (string, error) {
	fail := func(reason string) (string, error) {
		return "", &Error{Component: c, Err: fmt.Errorf("%w: %s", ErrGenerate, reason)}
	}
	if c >= BaseURL || p.compiledPattern == nil {
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
		value = infra.ToScalarValues(value)
		encoded, err := component.encode(value)
		if err != nil || component.ignoresPart(value, encoded) {
			return fail("bad value for the group " + name)
		}
		result.WriteString(part.prefix + encoded + part.suffix)
	}
	generated := result.String()
	if generated != "" && !p.isCanonical(c, generated) {
		return fail("the parser changes the result")
	}
	if !component.matcher.match(generated, nil) {
		return fail("the pattern does not match the result")
	}
	return generated, nil
}

// ignoresPart reports whether the parser ignores a part of value: the end, as after the "/" in the hostname "a/b", the
// beginning, as in the pathname "a/../b", or a tab or newline. Then another digit there makes no difference. It is not
// "0", because the port "00" is "0".
func (c *component) ignoresPart(value, encoded string) bool {
	if strings.ContainsAny(value, "\t\n\r") {
		return true
	}
	return c.isEncodedAs(value+"1", encoded) || strings.ContainsAny(value, `/\`) && c.isEncodedAs("1"+value, encoded)
}

func (c *component) isEncodedAs(value, encoded string) bool {
	got, err := c.encode(value)
	return err == nil && got == encoded
}

// isCanonical reports whether the parser keeps a component that Generate has generated, but for percent-encoding and
// spaces at the end. The encoding callback does not know the scheme: it keeps default ports, drive letters with "|",
// and dot segments if the scheme is not special.
func (p *Pattern) isCanonical(c Component, generated string) bool {
	scheme := p.components[Protocol].specialScheme()
	isOnlyScheme := scheme != "" && p.components[Protocol].patternString == scheme
	u := url.MustParse(cmp.Or(scheme, "not-special") + "://dummy.invalid/")
	switch {
	case isOnlyScheme && c == Port && generated == defaultPort(scheme):
		return false
	case isOnlyScheme && scheme == "file" && (c == Username || c == Password || c == Port): // which it cannot have
		return false
	case c == Pathname && scheme == "" && generated[0] != '/': // an opaque path
		u, err := url.Parse("not-special:" + generated)
		return err == nil && u.Pathname() == generated
	case c == Pathname:
		if generated[0] != '/' && !isOnlyScheme {
			generated = "/" + generated
		}
		generated = strings.TrimRight(generated, " ") // as in "/.. "
		return u.SetPathname(generated) == nil && u.Pathname() == percentEncode(generated, url.PathPercentEncodeSet)
	case c == Hostname && (u.SetHostname(generated) != nil || u.Hostname() != generated):
		return false
	}
	return p.components[c].isEncodedAs(generated, generated)
}
