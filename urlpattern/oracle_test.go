package urlpattern

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
)

// This file has what the tests of the matcher share: an oracle, and random patterns and inputs.

// An oracle runs the regular expression that the standard generates, by plain backtracking: each method takes the
// rest of the match as a function, as ECMAScript's specification of regular expressions does. It reads the source
// itself, and knows what the standard writes for fixed text, names and wildcards, and what generator.nested writes.
// https://tc39.es/ecma262/#sec-pattern-semantics
type oracle struct {
	source string
	input  string
	fold   bool
	groups []span // undefined if start > end
	steps  int
}

// oracleLimit is the number of steps after which an oracle gives up.
const oracleLimit = 200_000

type tooManySteps struct{}

// A continuation matches the rest from a position on.
type continuation func(pos int) bool

// runOracle returns whether the source matches the input, and the groups. It reports false for ok if that takes too
// long.
func runOracle(source, input string, fold bool, groups int) (spans []span, matched, ok bool) {
	o := oracle{source: source, input: input, fold: fold, groups: make([]span, groups+1)}
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
		saved := append([]span(nil), o.groups...)
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
			o.groups[group] = span{uint32(pos), uint32(newPos)}
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

// A generator makes random patterns and inputs that have a chance to match each other.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 17))} }

func (g generator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

// pattern returns a pattern string. Its custom regular expressions are choices between texts.
func (g generator) pattern() string {
	var s strings.Builder
	for i := range 1 + g.IntN(5) {
		modifier := g.pick("", "", "", "?", "*", "+")
		name := fmt.Sprintf(":n%d", i)
		text := g.pick("/", "a", "b", "-", ".", "ab", "/a", "a/", "A")
		switch g.IntN(9) {
		case 0, 1:
			s.WriteString(text)
		case 2:
			s.WriteString(g.pick("/", "") + name + modifier)
		case 3:
			s.WriteString(g.pick("/", "") + "*" + modifier)
		case 4:
			s.WriteString("{" + text + "}" + modifier)
		case 5:
			s.WriteString("{" + g.pick("", text) + name + g.pick("", "-", "/", ".") + "}" + modifier)
		case 6:
			s.WriteString("{" + g.pick("", text) + "*" + g.pick("", "-", "/", ".") + "}" + modifier)
		case 7:
			s.WriteString("/" + name)
		case 8:
			choice := "(" + g.pick("a|b", "ab|b", "a|ab", "ba|a|bab", "A|b", "ab", "b|", "a|-|bb", "b|a|b") + ")"
			s.WriteString(g.pick("/"+name+choice, name+choice, "{-"+name+choice+g.pick("b", "")+"}") + modifier)
		}
	}
	return s.String()
}

// input returns a short input of the bytes that the patterns have.
func (g generator) input() string {
	var s strings.Builder
	for range g.IntN(10) {
		s.WriteString(g.pick("/", "/", "a", "b", "-", ".", "A", "ab", "/a", "%20"))
	}
	return s.String()
}

// regexp returns a random regular expression, in the syntax of ECMAScript with the flag v. Some are invalid.
func (g generator) regexp(depth int) string {
	var s strings.Builder
	for range 1 + g.IntN(3) {
		atom := g.atom(depth)
		if g.IntN(3) == 0 {
			atom += g.pick("*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "*?", "+?", "??", "{1,3}?", "{0,2}?", "{0,3}", "{0,4}?", "{2,4}?", "{1,}?")
		}
		s.WriteString(atom)
		if g.IntN(8) == 0 {
			s.WriteString("|")
		}
	}
	return s.String()
}

// nested returns a regular expression that the oracle reads: groups, choices, repetitions and assertions in each other.
func (g generator) nested(depth int) string {
	var s strings.Builder
	for range 1 + g.IntN(3) {
		atom := g.pick("", "a", "b", "aa", "ab", "A", "-", ".", `\w`, "[ab]", "[^a]", "[a-z]")
		if depth > 0 {
			switch g.IntN(12) {
			case 0:
				s.WriteString(g.pick(`\b`, `\B`, "^", "$"))
			case 1:
				s.WriteString(g.pick("(?=", "(?!", "(?<=", "(?<!") + g.nested(0) + ")")
			case 2, 3, 4:
				atom = "(" + g.nested(depth-1) + ")"
			case 5, 6, 7:
				atom = "(?:" + g.nested(depth-1) + ")"
			}
		}
		if atom != "" && g.IntN(2) == 0 {
			atom += g.pick(g.quantifier(), g.quantifier(), g.pick("{0}", "{1}", "{2}", "{0,}", "{1,}", "{2,}?"))
		}
		s.WriteString(atom + g.pick("", "", "", "", "|"))
	}
	return s.String()
}

// counted returns a regular expression of "a", "b" and "c" without groups: choices that are repeated.
func (g generator) counted(depth int) string {
	if depth == 0 {
		return g.pick("a", "b", "c", "ab", "bc", "abc")
	}
	var s strings.Builder
	for i := range 1 + g.IntN(3) {
		if i > 0 {
			s.WriteString(g.pick("", "|"))
		}
		s.WriteString("(?:" + g.counted(depth-1) + "|" + g.counted(depth-1) + ")" + g.quantifier())
	}
	return s.String()
}

// quantifier returns a quantifier, most often one with two numbers.
func (g generator) quantifier() string {
	least := g.IntN(3)
	return g.pick("", "?", "*", "+", fmt.Sprintf("{%d,%d}", least, least+2+g.IntN(3)), fmt.Sprintf("{%d,%d}", least, least+g.IntN(5))) + g.pick("", "?")
}

func (g generator) letters() string {
	var s strings.Builder
	for range g.IntN(8) {
		s.WriteString(g.pick("a", "b", "c", "ab", "bc"))
	}
	return s.String()
}

func (g generator) atom(depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		switch g.IntN(8) {
		case 6, 7:
			return "(?" + g.pick("=", "!", "<=", "<!") + g.regexp(depth-1) + ")"
		case 0:
			return "(?<" + g.pick("x", "y", "z", "w") + ">" + g.regexp(depth-1) + ")"
		case 1:
			return "(?" + g.pick("i", "s", "-i", "i-s", "m") + ":" + g.regexp(depth-1) + ")"
		default:
			return "(?:" + g.regexp(depth-1) + ")"
		}
	}
	switch g.IntN(12) {
	case 0, 1, 2, 3:
		return g.pick("a", "b", "A", "-", "1", "x", "_", "s", "k", "K")
	case 4:
		return g.pick(".", `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, "^", "$")
	case 5:
		return g.pick(`\p{L}`, `\P{Lu}`, `\p{Ll}`, `\p{sc=Latin}`, `\p{Script=Greek}`, `\p{ASCII}`, `\p{scx=Zyyy}`, `\p{gc=Nd}`, `\p{Foo}`)
	case 6:
		return g.pick(`\u0061`, `\u{62}`, `\x41`, `\cA`, `\0`, `\/`, `\.`, `\-`, `\u{212a}`, `\u017f`, `\a`, `\t`, `\uD83D\uDE00`)
	case 7:
		return g.pick("{", "}", "]", "a{,2}", "(?#c)", "(?P<n>x)", `\1`, "(?=a)", `\k<x>`, "\\", "(?", "é")
	}
	return g.class(2)
}

// class returns a random class.
func (g generator) class(depth int) string {
	operand := func() string {
		if depth > 0 && g.IntN(4) == 0 {
			return g.class(depth - 1)
		}
		return g.pick("a", "b", "A", "-", `\-`, `\d`, `\w`, `\W`, `\p{Lu}`, `\P{L}`, "1", "_", `\q{ab|a|}`, `\q{b}`, "s", `\u{212A}`, "&", `\b`, ".", "!!", "K")
	}
	var s strings.Builder
	s.WriteString("[" + g.pick("", "", "^"))
	switch g.IntN(6) {
	case 0:
		s.WriteString(operand() + "--" + operand())
	case 1:
		s.WriteString(operand() + "&&" + operand())
	case 2:
		s.WriteString("[a-z]" + g.pick("--", "&&") + operand() + g.pick("", "--b", "&&a"))
	case 3:
		s.WriteString(g.pick("a-c", "0-9", "A-Z", "b-a", `a-\d`, "_-a") + g.pick("", operand()))
	default:
		for range g.IntN(3) {
			s.WriteString(operand())
		}
	}
	return s.String() + "]"
}
