package urlpattern

import (
	"fmt"
	"iter"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// matcherKind says how a component is matched.
type matcherKind uint8

const (
	matchDirect  matcherKind = iota // piece by piece, from left to right: there is only one way
	matchProgram                    // by a program
	matchEngine                     // by a regular expression of Options.RegExpEngine
)

// A matcher matches all of an input. Its result is that of the regular expression that the standard generates. The input
// begins with prefix and ends with suffix.
type matcher struct {
	kind           matcherKind
	fold           bool // ignore the case of ASCII letters
	groups         int32
	prefix, suffix string

	runs    *runs    // of matchDirect: what comes between prefix and suffix, or nil for nothing
	program *program // of matchProgram
	engine  RegExp   // of matchEngine
}

// runs are how most patterns match, without backtracking: each run goes as far as it can, because what comes after it
// cannot begin with a byte that the run takes.
type runs struct {
	first  []run // those that are not the last
	last   run
	ending *ending // after the last run, or nil
}

// runKind says what bytes a run takes.
type runKind uint8

const (
	runEmpty   runKind = iota // none
	runAny                    // all
	runBut                    // all but stop
	runSet                    // those of set
	runChoice                 // one of choices
	runRepeats                // all that is a repetition of text
)

// A run takes bytes of one kind, as many as it can, and at least least.
type run struct {
	kind  runKind
	stop  byte
	fold  bool // of runChoice: ignore the case of ASCII letters
	least int32
	group int32  // the index of the group that the run is, or -1
	text  string // what follows the run; for runRepeats what is repeated

	set     *asciiSet
	choices []string

	// The others are for the last run alone.
	isPlain     bool   // the run is all of the rest
	isOptional  bool   // the run, before and after may be missing together
	repeats     bool   // text stands between any number of runs; the group is all of them
	most        int32  // of runRepeats
	before, end string // what stands around the run
}

// An ending is one of choices, behind a text.
type ending struct {
	before  string
	choices []string // none of them ends with another one
	group   int32
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
	offset := r.patternOffset(err.at)
	switch {
	case !err.unsupported:
		return m, &Error{Offset: offset, Err: fmt.Errorf("%w: %s", ErrRegExp, err.reason)}
	case s.engine == nil || !c.hasRegexpGroups:
		return m, &Error{Offset: offset, Err: fmt.Errorf("%w: %s", ErrUnsupportedRegExp, err.reason)}
	}
	m.kind = matchEngine
	var engineErr error
	if m.engine, engineErr = s.engine(r.source, m.fold); engineErr != nil {
		return m, &Error{Offset: offset, Err: fmt.Errorf("%w: %w", ErrRegExp, engineErr)}
	}
	return m, nil
}

// compile makes m match by the program of the regular expression. regexps and ok are what partRegexps returns.
func (m *matcher) compile(parts []part, r regularExpression, regexps []*regexpNode, ok bool) *regexpError {
	tooLarge := &regexpError{reason: "too large", unsupported: true}
	var known []knownRegexp
	if ok {
		if m.groups > maxInstructions/2 { // each takes two instructions
			return tooLarge
		}
		known = r.known(parts, regexps)
	}
	n, groups, err := parseRegexp(r.source, m.fold, known...)
	if err != nil {
		return err
	}
	if m.program, ok = compileProgram(n, groups, m.fold); !ok {
		return tooLarge
	}
	m.kind = matchProgram
	m.prefix, m.suffix = fixedEnds(parts)
	m.program.required = requiredText(parts)
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
func partRegexps(parts []part, fold bool) (regexps []*regexpNode, ok bool) {
	for i := range parts {
		if parts[i].partType != regexpPart {
			continue
		}
		n, groups, err := parseRegexp(parts[i].value, fold)
		if err != nil || groups > 0 {
			return nil, false
		}
		if regexps == nil {
			regexps = make([]*regexpNode, len(parts))
		}
		regexps[i] = n
	}
	return regexps, true
}

// match reports whether the input matches, and fills in what the groups matched. If spans is nil, it does not note
// groups.
func (m *matcher) match(input string, spans []span) bool {
	switch m.kind {
	case matchDirect:
		return m.matchDirect(input, spans)
	case matchProgram:
		return m.begins(input, m.prefix) && m.ends(input) && m.has(input) && m.program.match(input, spans)
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
	pos, end := len(m.prefix), len(input)-len(m.suffix)
	if end < pos || !m.begins(input, m.prefix) || !m.begins(input[end:], m.suffix) {
		return false
	}
	if m.runs == nil {
		return pos == end
	}
	if m.runs.ending != nil {
		if end = m.matchEnding(input, pos, end, spans); end < 0 {
			return false
		}
	}
	for i := range m.runs.first {
		r := &m.runs.first[i]
		runEnd := pos + r.extent(input[pos:end])
		if runEnd-pos < int(r.least) || !m.begins(input[runEnd:end], r.text) {
			return false
		}
		if spans != nil {
			spans[r.group] = span{uint32(pos), uint32(runEnd)}
		}
		pos = runEnd + len(r.text)
	}
	r := &m.runs.last
	if r.isPlain {
		if n := r.extent(input[pos:end]); n < end-pos || n < int(r.least) {
			return false
		}
	} else {
		if r.isOptional && pos == end {
			if spans != nil {
				spans[r.group] = undefined
			}
			return true
		}
		var ok bool
		if pos, end, ok = m.matchLast(input, pos, end); !ok {
			return false
		}
	}
	if spans != nil && r.group >= 0 {
		spans[r.group] = span{uint32(pos), uint32(end)}
	}
	return true
}

// matchEnding matches the end of the input from pos to end with the ending. It returns where the ending begins, or -1.
func (m *matcher) matchEnding(input string, pos, end int, spans []span) int {
	for _, choice := range m.runs.ending.choices {
		group := end - len(choice)
		begin := group - len(m.runs.ending.before)
		if begin < pos || !m.begins(input[group:end], choice) || !m.begins(input[begin:group], m.runs.ending.before) {
			continue
		}
		if spans != nil {
			spans[m.runs.ending.group] = span{uint32(group), uint32(end)}
		}
		return begin
	}
	return -1
}

// matchLast matches the input from pos to end with the last run, and returns where the group of the run is.
func (m *matcher) matchLast(input string, pos, end int) (start, stop int, ok bool) {
	r := &m.runs.last
	start, stop = pos+len(r.before), end-len(r.end)
	if stop < start || !m.begins(input[pos:end], r.before) || !m.begins(input[stop:end], r.end) {
		return 0, 0, false
	}
	rest := input[start:stop]
	if r.kind == runRepeats {
		return start, stop, m.isRepetition(rest)
	}
	for {
		n := r.extent(rest)
		switch {
		case n < int(r.least):
			return 0, 0, false
		case n == len(rest):
			return start, stop, true
		case !r.repeats || !m.begins(rest[n:], r.text):
			return 0, 0, false
		}
		rest = rest[n+len(r.text):]
	}
}

// isRepetition reports whether s is a repetition of the text of the last run.
func (m *matcher) isRepetition(s string) bool {
	r := &m.runs.last
	n := 0
	for ; n < int(r.most) && m.begins(s, r.text); n++ {
		s = s[len(r.text):]
	}
	return s == "" && n >= int(r.least)
}

// begins reports whether s begins with the prefix.
func (m *matcher) begins(s, prefix string) bool {
	return strings.HasPrefix(s, prefix) || m.fold && hasPrefix(s, prefix, true)
}

// ends reports whether s ends with m's suffix.
func (m *matcher) ends(s string) bool {
	at := len(s) - len(m.suffix)
	return at >= 0 && m.begins(s[at:], m.suffix)
}

// has reports whether s has the text that the program requires. If the case does not count, it does not look.
func (m *matcher) has(s string) bool { return m.fold || strings.Contains(s, m.program.required) }

// text returns the only string that m matches, if there is only one.
func (m *matcher) text() (text string, ok bool) {
	return m.prefix, m.kind == matchDirect && !m.fold && m.runs == nil
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
	case runChoice:
		for _, choice := range r.choices {
			if hasPrefix(s, choice, r.fold) {
				return len(choice)
			}
		}
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
		if infra.ASCIILower(s[i]) != infra.ASCIILower(prefix[i]) {
			return false
		}
	}
	return true
}

// Match is the result of [Pattern.Exec]. Its strings share memory with the URL. The zero Match has empty inputs and no
// groups.
type Match struct {
	pattern *Pattern
	input   string // what was matched: a URL,
	base    string // perhaps with a base URL,
	init    Init   // or its parts
	url     url.URL
	parts   *values         // instead of the URL
	few     [fewGroups]span // without those of components that are wildcards
	many    []span          // if there are more
}

// fewGroups is the number of groups for which a Match needs no memory of its own. A pattern that is a wildcard but
// for its pathname has seven, and those of the pathname.
const fewGroups = 16

// spansFor makes m a match of the pattern, and returns the place for its groups.
func (m *Match) spansFor(p *Pattern) []span {
	m.pattern = p
	if total := p.firstGroup[BaseURL]; total > fewGroups {
		m.many = make([]span, total)
	}
	return m.spans()
}

// spansOf returns the place for the groups of a component. It is not nil, but for a component without groups it is
// empty.
func (p *Pattern) spansOf(spans []span, c Component) []span {
	return spans[p.firstGroup[c]:p.firstGroup[c+1]]
}

// spans returns what all groups matched.
func (m *Match) spans() []span {
	if m.many != nil {
		return m.many
	}
	return m.few[:]
}

// Input returns the string that a component of the pattern was matched against. It returns "" if c is not a component.
func (m Match) Input(c Component) string {
	switch {
	case c >= BaseURL:
		return ""
	case m.parts != nil:
		return m.parts.of[c]
	}
	return inputOf(&m.url, c)
}

// Group returns what a group of a component matched. A group without a name is named by its number among the groups
// without a name, from "0" on. Group reports false if there is no such group, or if the group is undefined because an
// optional part is missing.
//
// The value is as in the URL, so it is percent-encoded: [url.PercentDecode] decodes it, after which it may have a "/" or
// be "..".
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
	if !s.isDefined() {
		return "", false
	}
	return input[s.start:s.end], true
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
