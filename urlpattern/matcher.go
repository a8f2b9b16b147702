package urlpattern

import (
	"strings"

	"github.com/weburl-go/url/urlpattern/internal/ecma"
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

// A program is that of the regular expression, and a text that is somewhere in each input, or "".
type program struct {
	*ecma.Program
	required string
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

	set     *ecma.Set
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

// match reports whether the input matches, and fills in what the groups matched. If spans is nil, it does not note
// groups.
func (m *matcher) match(input string, spans []ecma.Span) bool {
	switch m.kind {
	case matchDirect:
		return m.matchDirect(input, spans)
	case matchProgram:
		return m.begins(input, m.prefix) && m.ends(input) && m.has(input) && m.program.Match(input, spans)
	}
	found := m.engine.FindStringSubmatchIndex(input)
	if found == nil {
		return false
	}
	for i := range spans {
		spans[i] = ecma.Undefined
		if at := 2 * (i + 1); at+1 < len(found) && found[at] >= 0 {
			spans[i] = spanOf(found[at], found[at+1])
		}
	}
	return true
}

// spanOf returns the span of a group.
func spanOf(start, end int) ecma.Span { return ecma.Span{Start: uint32(start), End: uint32(end)} }

func (m *matcher) matchDirect(input string, spans []ecma.Span) bool {
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
			spans[r.group] = spanOf(pos, runEnd)
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
				spans[r.group] = ecma.Undefined
			}
			return true
		}
		var ok bool
		if pos, end, ok = m.matchLast(input, pos, end); !ok {
			return false
		}
	}
	if spans != nil && r.group >= 0 {
		spans[r.group] = spanOf(pos, end)
	}
	return true
}

// matchEnding matches the end of the input from pos to end with the ending. It returns where the ending begins, or -1.
func (m *matcher) matchEnding(input string, pos, end int, spans []ecma.Span) int {
	for _, choice := range m.runs.ending.choices {
		group := end - len(choice)
		begin := group - len(m.runs.ending.before)
		if begin < pos || !m.begins(input[group:end], choice) || !m.begins(input[begin:group], m.runs.ending.before) {
			continue
		}
		if spans != nil {
			spans[m.runs.ending.group] = spanOf(group, end)
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
	return strings.HasPrefix(s, prefix) || m.fold && ecma.HasPrefix(s, prefix, true)
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
		for i < len(s) && r.set.Has(s[i]) {
			i++
		}
		return i
	case runChoice:
		for _, choice := range r.choices {
			if ecma.HasPrefix(s, choice, r.fold) {
				return len(choice)
			}
		}
	}
	return 0
}
