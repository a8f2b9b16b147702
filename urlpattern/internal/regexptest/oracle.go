// Package regexptest contains what the tests of package urlpattern and of its engine share: an oracle of regular expressions,
// random and hostile ones, and questions to V8.
package regexptest

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// An oracle runs the regular expression that the standard generates, by plain backtracking: each method takes the
// rest of the match as a function, as ECMAScript's specification of regular expressions does. It reads the source
// itself, and knows what the standard writes for fixed text, names and wildcards, and what Generator.Nested writes.
// https://tc39.es/ecma262/#sec-pattern-semantics
type oracle struct {
	source string
	input  string
	fold   bool
	groups []Span // undefined if start > end
	steps  int
}

// oracleLimit is the number of steps after which an oracle gives up.
const oracleLimit = 200_000

type tooManySteps struct{}

// A continuation matches the rest from a position on.
type continuation func(pos int) bool

// A Span is what a group matched: byte offsets in the input. If it is undefined, its start is greater than its end.
type Span struct{ Start, End uint32 }

var undefined = Span{1, 0}

// Same reports whether the spans of a match are those that an oracle found. Those that are undefined are the same.
func Same[S ~struct{ Start, End uint32 }](got []S, want []Span) bool {
	return slices.EqualFunc(got, want, func(s S, w Span) bool {
		g := Span(s)
		return g == w || g.Start > g.End && w.Start > w.End
	})
}

// Match returns whether the source matches the input, and the groups. It reports false for ok if that takes too long.
func Match(source, input string, fold bool, groups int) (spans []Span, matched, ok bool) {
	o := oracle{source: source, input: input, fold: fold, groups: make([]Span, groups+1)}
	for i := range o.groups {
		o.groups[i] = undefined
	}
	defer func() {
		if r := recover(); r != nil {
			if _, limited := r.(tooManySteps); !limited {
				panic(r)
			}
			ok = false
		}
	}()
	matched = o.sequence(0, len(source), 1, 0, func(int) bool { return true })
	return o.groups[1:], matched, true
}

// atomEnd returns the end of the atom of the source that begins at i, and the number of groups in it.
func (o *oracle) atomEnd(i int) (end, groups int) {
	switch o.source[i] {
	case '\\':
		return i + 2, 0
	case '[':
		for i++; o.source[i] != ']'; i++ {
			if o.source[i] == '\\' {
				i++
			}
		}
		return i + 1, 0
	case '(':
		depth := 0
		for {
			switch o.source[i] {
			case '\\':
				i++
			case '[':
				i, _ = o.atomEnd(i)
				continue
			case '(':
				depth++
				if !strings.HasPrefix(o.source[i:], "(?") {
					groups++
				}
			case ')':
				if depth--; depth == 0 {
					return i + 1, groups
				}
			}
			i++
		}
	}
	return i + 1, 0
}

// disjunction matches one of the alternatives of the source from i to end. The next group has the given number.
func (o *oracle) disjunction(i, end, group, pos int, rest continuation) bool {
	start, first := i, group
	for i < end {
		atom, groups := o.atomEnd(i)
		if o.source[i] == '|' {
			if o.sequence(start, i, first, pos, rest) {
				return true
			}
			start, first = atom, group
		}
		i, group = atom, group+groups
	}
	return o.sequence(start, end, first, pos, rest)
}

// sequence matches the source from i to end. The next group has the given number.
func (o *oracle) sequence(i, end, group, pos int, rest continuation) bool {
	if o.steps++; o.steps > oracleLimit {
		panic(tooManySteps{})
	}
	if i == end {
		return rest(pos)
	}
	switch source := o.source[i:end]; {
	case source[0] == '^':
		return pos == 0 && o.sequence(i+1, end, group, pos, rest)
	case source[0] == '$':
		return pos == len(o.input) && o.sequence(i+1, end, group, pos, rest)
	case strings.HasPrefix(source, `\b`), strings.HasPrefix(source, `\B`):
		before := pos > 0 && isWord(o.input[pos-1])
		after := pos < len(o.input) && isWord(o.input[pos])
		return (before != after) == (source[1] == 'b') && o.sequence(i+2, end, group, pos, rest)
	}
	atom, groups := o.atomEnd(i)
	next := atom
	least, most, lazy := 1, 1, false
	if next < end {
		switch o.source[next] {
		case '*':
			least, most, next = 0, 1<<30, next+1
		case '+':
			least, most, next = 1, 1<<30, next+1
		case '?':
			least, most, next = 0, 1, next+1
		case '{':
			bounds, _, _ := strings.Cut(o.source[next+1:], "}")
			low, high, isRange := strings.Cut(bounds, ",")
			least, _ = strconv.Atoi(low)
			if most = least; isRange {
				most = 1 << 30
			}
			if high != "" {
				most, _ = strconv.Atoi(high)
			}
			next += len("{") + len(bounds) + len("}")
		}
		if next > atom && next < end && o.source[next] == '?' {
			lazy, next = true, next+1
		}
	}
	after := func(pos int) bool { return o.sequence(next, end, group+groups, pos, rest) }
	if next == atom {
		return o.atom(i, atom, group, pos, after)
	}
	return o.repeat(i, atom, group, groups, pos, least, most, lazy, after)
}

// repeat is RepeatMatcher.
func (o *oracle) repeat(i, end, group, groups, pos, least, most int, lazy bool, rest continuation) bool {
	if most == 0 {
		return rest(pos)
	}
	again := func() bool {
		saved := append([]Span(nil), o.groups...)
		for g := group; g < group+groups; g++ {
			o.groups[g] = undefined
		}
		if o.atom(i, end, group, pos, func(newPos int) bool {
			if least == 0 && newPos == pos {
				return false
			}
			return o.repeat(i, end, group, groups, newPos, max(least-1, 0), most-1, lazy, rest)
		}) {
			return true
		}
		copy(o.groups, saved)
		return false
	}
	switch {
	case least > 0:
		return again()
	case lazy:
		return rest(pos) || again()
	}
	return again() || rest(pos)
}

// atom matches one atom.
func (o *oracle) atom(i, end, group, pos int, rest continuation) bool {
	switch source := o.source[i:]; {
	case strings.HasPrefix(source, "(?:"):
		return o.disjunction(i+3, end-1, group, pos, rest)
	case strings.HasPrefix(source, "(?<"):
		found := false
		for from := range pos + 1 {
			found = found || o.disjunction(i+4, end-1, group, from, func(to int) bool { return to == pos })
		}
		return found == (source[3] == '=') && rest(pos)
	case strings.HasPrefix(source, "(?"):
		found := o.disjunction(i+3, end-1, group, pos, func(int) bool { return true })
		return found == (source[2] == '=') && rest(pos)
	case source[0] == '(':
		return o.disjunction(i+1, end-1, group+1, pos, func(newPos int) bool {
			old := o.groups[group]
			o.groups[group] = Span{uint32(pos), uint32(newPos)}
			if rest(newPos) {
				return true
			}
			o.groups[group] = old
			return false
		})
	}
	if pos == len(o.input) || !o.byteMatches(o.source[i:end], o.input[pos]) {
		return false
	}
	return rest(pos + 1)
}

// byteMatches reports whether an atom that takes one byte takes b.
func (o *oracle) byteMatches(atom string, b byte) bool {
	switch {
	case atom == ".":
		return true
	case atom == `\w`:
		return isWord(b)
	}
	if class, ok := strings.CutPrefix(atom, "["); ok {
		class, negated := strings.CutPrefix(strings.TrimSuffix(class, "]"), "^")
		return o.isIn(class, b) != negated
	}
	return o.isIn(atom, b)
}

// isIn reports whether b is one of the characters of a class, or is a single character. Some have a "\" before them, and
// some are ranges.
func (o *oracle) isIn(class string, b byte) bool {
	for class != "" {
		class = strings.TrimPrefix(class, `\`)
		low, high := class[0], class[0]
		if class = class[1:]; len(class) > 1 && class[0] == '-' {
			high, class = class[1], class[2:]
		}
		for _, c := range []rune{rune(b), unicode.ToLower(rune(b)), unicode.ToUpper(rune(b))} {
			if rune(low) <= c && c <= rune(high) && (o.fold || c == rune(b)) {
				return true
			}
		}
	}
	return false
}

func isWord(b byte) bool {
	return b == '_' || unicode.IsDigit(rune(b)) || unicode.IsLetter(rune(b))
}
