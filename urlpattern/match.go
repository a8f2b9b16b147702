package urlpattern

import (
	"iter"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern/internal/ecma"
)

// Exec reports whether u matches the pattern and returns what the groups matched. The zero URL does not match any
// pattern. The strings in the result share memory with u.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-exec.
func (p *Pattern) Exec(u url.URL) (m Match, matched bool) {
	if !p.exec(&u, &m) {
		return Match{}, false
	}
	return m, true
}

// exec is Exec. If the URL does not match, it may change m.
func (p *compiledPattern) exec(u *url.URL, m *Match) bool {
	checks, ok := p.checksFor(u)
	if !ok {
		return false
	}
	m.url, m.input = *u, u.Href()
	spans := m.spansFor(p)
	for i := range checks {
		switch c := &checks[i]; {
		case c.isText:
			if inputOf(u, c.component) != c.matcher.prefix {
				return false
			}
		case !c.matcher.match(inputOf(u, c.component), p.spansOf(spans, c.component)):
			return false
		}
	}
	return true
}

// ExecString parses s and calls [Pattern.Exec] with the resulting URL. If base is not empty, s may be relative to it. A
// string that does not parse does not match.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-exec.
func (p *Pattern) ExecString(s, base string) (m Match, matched bool) {
	m, matched = p.Exec(parseInput(s, base))
	if matched {
		m.input, m.base = s, base
	}
	return m, matched
}

// ExecInit is like [Pattern.Exec], but takes the components of a URL. A component missing from the [Init] is empty,
// unless it is inherited from the Init's [BaseURL]. This works as when a relative URL is resolved, except that the hash is
// inherited.
//
// The result is false if the Init has a string that is not valid for its component or a key that is not one of the
// [Component] constants.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-exec.
func (p *Pattern) ExecInit(in Init) (m Match, matched bool) {
	init, keyErr := valuesOf(in)
	processed, err := processAURLPatternInit(&init, typeURL)
	if keyErr != nil || err != nil || p.compiledPattern == nil || processed.isTooLong() {
		return Match{}, false
	}
	m.init = make(Init, len(in))
	for c := Protocol; c <= BaseURL; c++ {
		if init.has(c) {
			m.init[c] = init.of[c]
		}
	}
	m.parts = &processed
	spans := m.spansFor(p.compiledPattern)
	for c := Protocol; c <= Hash; c++ {
		if !p.components[c].matcher.match(processed.of[c], p.spansOf(spans, c)) {
			return Match{}, false
		}
	}
	return m, true
}

// TestInit is like [Pattern.Test], but takes the components of a URL, as [Pattern.ExecInit] does.
//
// It implements https://urlpattern.spec.whatwg.org/#dom-urlpattern-test.
func (p *Pattern) TestInit(in Init) bool {
	_, ok := p.ExecInit(in)
	return ok
}

// A Match is the result of [Pattern.Exec]. Its strings share memory with the URL. The zero Match has empty inputs and
// no groups.
//
// It corresponds to URLPatternResult in the standard, https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult.
type Match struct {
	pattern *compiledPattern
	input   string // what was matched: a URL,
	base    string // perhaps with a base URL,
	init    Init   // or its parts
	url     url.URL
	parts   *values              // instead of the URL
	few     [fewGroups]ecma.Span // without those of components that are wildcards
	many    []ecma.Span          // if there are more
}

// fewGroups is the number of groups for which a Match needs no memory of its own. A pattern that is a wildcard but
// for its pathname has seven, and those of the pathname.
const fewGroups = 16

// spansFor makes m a match of the pattern, and returns the place for its groups.
func (m *Match) spansFor(p *compiledPattern) []ecma.Span {
	m.pattern = p
	if total := p.firstGroup[BaseURL]; total > fewGroups {
		m.many = make([]ecma.Span, total)
	}
	return m.spans()
}

// spansOf returns the place for the groups of a component. It is not nil, but for a component without groups it is
// empty.
func (p *compiledPattern) spansOf(spans []ecma.Span, c Component) []ecma.Span {
	return spans[p.firstGroup[c]:p.firstGroup[c+1]]
}

// spans returns what all groups matched.
func (m *Match) spans() []ecma.Span {
	if m.many != nil {
		return m.many
	}
	return m.few[:]
}

// Input returns the string that a component's pattern string was matched against. It returns "" if c is not a component.
func (m Match) Input(c Component) string {
	switch {
	case c >= BaseURL:
		return ""
	case m.parts != nil:
		return m.parts.of[c]
	}
	return inputOf(&m.url, c)
}

// Group returns the text that a component's group matched. Unnamed groups are identified by number, starting at "0".
//
// Group reports false if there is no such group, or if the group is undefined because an optional part of the pattern
// matched nothing.
//
// The value is percent-encoded, as in the URL. To decode it, call [url.PercentDecode]. The decoded value may contain a
// "/" or be "..".
func (m Match) Group(c Component, name string) (value string, ok bool) {
	if c >= BaseURL || m.pattern == nil {
		return "", false
	}
	for i, groupName := range m.pattern.components[c].groupNameList {
		if groupName == name {
			return m.value(c, i)
		}
	}
	return "", false
}

// value returns what the group with the index in the component matched.
func (m *Match) value(c Component, index int) (value string, ok bool) {
	input := m.Input(c)
	if m.pattern.isWildcard[c] {
		return input, true
	}
	s := m.spans()[m.pattern.firstGroup[c]+int32(index)]
	if !s.IsDefined() {
		return "", false
	}
	return input[s.Start:s.End], true
}

// Groups returns an iterator over the names of a component's groups and what they matched, in the order they appear in
// the pattern. It leaves out undefined groups.
func (m Match) Groups(c Component) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		if c >= BaseURL || m.pattern == nil {
			return
		}
		for i, name := range m.pattern.components[c].groupNameList {
			if value, ok := m.value(c, i); ok && !yield(name, value) {
				return
			}
		}
	}
}
