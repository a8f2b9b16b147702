package urlpattern

import (
	"fmt"
	"iter"
	"strings"
)

// matcherKind says how a component is matched.
type matcherKind uint8

const (
	matchDirect  matcherKind = iota // piece by piece, from left to right: there is only one way
	matchProgram                    // by a program
	matchEngine                     // by a regular expression of Options.RegexpEngine
)

// A matcher matches all of an input. It gives what the regular expression gives that the standard generates.
//
// Most patterns need no backtracking: the input begins with prefix, ends with suffix, and between them each of runs
// goes as far as it can, because what comes after it cannot begin with a byte that the run takes.
type matcher struct {
	kind   matcherKind
	fold   bool // ignore the case of ASCII letters
	groups int

	prefix, suffix string
	runs           []run
	last           run

	program *program
	engine  Regexp
}

// runKind says what bytes a run takes.
type runKind uint8

const (
	runEmpty   runKind = iota // none
	runAny                    // all
	runBut                    // all but stop
	runSet                    // those of set
	runRepeats                // all that is a repetition of text
)

// A run takes bytes of one kind, as many as it can, and at least least.
type run struct {
	kind  runKind
	stop  byte
	least int
	group int    // the index of the group that the run is, or -1
	text  string // what follows the run; for runRepeats what is repeated

	// The others are for the last run alone.
	set         *asciiSet
	isOptional  bool   // the run, before and after may be missing together
	repeats     bool   // text stands between any number of runs; the group is all of them
	most        int    // of runRepeats
	before, end string // what stands around the run
}

// newMatcher returns the matcher of a component.
func newMatcher(c *component, s compileSettings) (matcher, *Error) {
	m := matcher{fold: c.options.ignoreCase, groups: len(c.groupNameList)}
	if c.hasRegexpGroups {
		return m.withRegexps(c, s)
	}
	if m.direct(c, nil) {
		return m, nil
	}
	r := generateARegularExpression(c.parts, c.options)
	n, groups, _ := parseRegexp(r.source, m.fold) // which has names and wildcards alone
	if !m.compile(n, groups) {
		return m, &Error{Err: fmt.Errorf("%w: too large", ErrUnsupportedRegExp)}
	}
	return m, nil
}

// withRegexps returns the matcher of a component that has custom regular expressions.
func (m matcher) withRegexps(c *component, s compileSettings) (matcher, *Error) {
	r := generateARegularExpression(c.parts, c.options)
	n, groups, err := parseRegexp(r.source, m.fold)
	if err != nil && !err.unsupported {
		return m, &Error{Offset: r.patternOffset(err.at), Err: fmt.Errorf("%w: %s", ErrRegExp, err.reason)}
	}
	if err == nil && (m.direct(c, parsePartRegexp) || m.compile(n, groups)) {
		return m, nil
	}
	if err == nil {
		err = &regexpError{reason: "too large"}
	}
	if s.engine == nil {
		return m, &Error{Offset: r.patternOffset(err.at), Err: fmt.Errorf("%w: %s", ErrUnsupportedRegExp, err.reason)}
	}
	var engineErr error
	m.kind = matchEngine
	if m.engine, engineErr = s.engine(r.source, m.fold); engineErr != nil {
		return m, &Error{Offset: r.patternOffset(0), Err: fmt.Errorf("%w: %w", ErrRegExp, engineErr)}
	}
	return m, nil
}

// compile makes m run a program.
func (m *matcher) compile(n *regexpNode, groups int) (ok bool) {
	m.kind = matchProgram
	m.program, ok = compileProgram(n, groups, m.fold)
	return ok
}

// parsePartRegexp parses the regular expression of one part. It returns nil if it has groups, which would shift the
// numbers of the groups behind them.
func parsePartRegexp(source string, fold bool) *regexpNode {
	n, groups, err := parseRegexp(source, fold)
	if err != nil || groups > 0 {
		return nil
	}
	return n
}

// match reports whether the input matches, and fills in what the groups matched. If spans is nil, it does not note
// groups.
func (m *matcher) match(input string, spans []span) bool {
	switch m.kind {
	case matchDirect:
		return m.matchDirect(input, spans)
	case matchProgram:
		return m.program.match(input, spans)
	}
	found := m.engine.FindStringSubmatchIndex(input)
	if found == nil {
		return false
	}
	for i := range spans {
		spans[i] = undefined
		if at := 2 * (i + 1); at+1 < len(found) && found[at] >= 0 {
			spans[i] = span{uint32(found[at]), uint32(found[at+1])}
		}
	}
	return true
}

func (m *matcher) matchDirect(input string, spans []span) bool {
	end := len(input) - len(m.suffix)
	if end < len(m.prefix) || !hasPrefix(input, m.prefix, m.fold) || !hasPrefix(input[end:], m.suffix, m.fold) {
		return false
	}
	pos := len(m.prefix)
	for i := range m.runs {
		r := &m.runs[i]
		runEnd := pos + r.extent(input[pos:end])
		if runEnd-pos < r.least || !hasPrefix(input[runEnd:end], r.text, m.fold) {
			return false
		}
		if spans != nil && r.group >= 0 {
			spans[r.group] = span{uint32(pos), uint32(runEnd)}
		}
		pos = runEnd + len(r.text)
	}
	return m.matchLast(input[:end], pos, spans)
}

// matchLast matches the rest of the input with the last run.
func (m *matcher) matchLast(input string, pos int, spans []span) bool {
	r := &m.last
	if r.isOptional && pos == len(input) {
		if spans != nil && r.group >= 0 {
			spans[r.group] = undefined
		}
		return true
	}
	start, end := pos+len(r.before), len(input)-len(r.end)
	if end < start || !hasPrefix(input[pos:], r.before, m.fold) || !hasPrefix(input[end:], r.end, m.fold) {
		return false
	}
	if !r.takesAll(input[start:end], m.fold) {
		return false
	}
	if spans != nil && r.group >= 0 {
		spans[r.group] = span{uint32(start), uint32(end)}
	}
	return true
}

// takesAll reports whether the run takes all of s.
func (r *run) takesAll(s string, fold bool) bool {
	switch {
	case r.kind == runRepeats:
		n := 0
		for ; s != "" && n < r.most; n++ {
			if !hasPrefix(s, r.text, fold) {
				return false
			}
			s = s[len(r.text):]
		}
		return s == "" && n >= r.least
	case !r.repeats:
		n := r.extent(s)
		return n == len(s) && n >= r.least
	}
	for {
		n := r.extent(s)
		if n < r.least {
			return false
		}
		if n == len(s) {
			return true
		}
		if s = s[n:]; !hasPrefix(s, r.text, fold) {
			return false
		}
		s = s[len(r.text):]
	}
}

// extent returns how many of the first bytes of s the run can take.
func (r *run) extent(s string) int {
	switch r.kind {
	case runAny:
		return len(s)
	case runBut:
		if i := strings.IndexByte(s, r.stop); i >= 0 {
			return i
		}
		return len(s)
	case runSet:
		i := 0
		for i < len(s) && r.set.has(s[i]) {
			i++
		}
		return i
	}
	return 0
}

// hasPrefix reports whether s begins with the prefix. If fold is true, the case of ASCII letters does not count.
func hasPrefix(s, prefix string, fold bool) bool {
	if !fold {
		return strings.HasPrefix(s, prefix)
	}
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if asciiLower(s[i]) != asciiLower(prefix[i]) {
			return false
		}
	}
	return true
}

// Match is what [Pattern.Exec] found. The zero Match has empty inputs and no groups.
type Match struct {
	pattern *Pattern
	inputs  [BaseURL]string
	few     [fewGroups]span
	many    []span // if there are more
}

// fewGroups is the number of groups for which a Match needs no memory of its own. A pattern that is a wildcard but
// for its pathname has seven, and those of the pathname.
const fewGroups = 16

// exec fills in the groups.
func (p *Pattern) exec(m *Match) bool {
	m.pattern = p
	total := p.firstGroup[BaseURL]
	if total > fewGroups {
		m.many = make([]span, total)
	}
	spans := m.spans()
	for c, component := range p.components {
		if !component.matcher.match(m.inputs[c], spans[p.firstGroup[c]:p.firstGroup[c+1]]) {
			*m = Match{}
			return false
		}
	}
	return true
}

// spans returns what all groups matched.
func (m *Match) spans() []span {
	if m.many != nil {
		return m.many
	}
	return m.few[:]
}

// Input returns the string that a component of the pattern was matched against. It returns "" for what is not a
// component.
func (m Match) Input(c Component) string {
	if c >= BaseURL {
		return ""
	}
	return m.inputs[c]
}

// Group returns what the group of a component matched. The name of a group without a name is its number among these,
// from "0" on. It reports false if there is no such group, or if it is undefined because an optional part is missing.
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
	s := m.spans()[m.pattern.firstGroup[c]+index]
	if !s.isDefined() {
		return "", false
	}
	return m.inputs[c][s.start:s.end], true
}

// Groups yields the names of a component's groups and what they matched, in the order of the pattern. It leaves out
// groups that are undefined.
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
