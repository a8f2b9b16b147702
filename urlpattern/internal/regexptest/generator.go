package regexptest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Generator makes random regular expressions, and inputs that have a chance to match them.
type Generator struct{ *rand.Rand }

// New returns a generator that makes the same for the same seed.
func New(seed uint64) Generator { return Generator{rand.New(rand.NewPCG(seed, 17))} }

// Pick returns one of the choices.
func (g Generator) Pick(choices ...string) string { return choices[g.IntN(len(choices))] }

// Regexp returns a random regular expression, in the syntax of ECMAScript with the flag v. Some are invalid.
func (g Generator) Regexp(depth int) string {
	var s strings.Builder
	for range 1 + g.IntN(3) {
		atom := g.atom(depth)
		if g.IntN(3) == 0 {
			atom += g.Pick("*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "*?", "+?", "??", "{1,3}?", "{0,2}?", "{0,3}", "{0,4}?", "{2,4}?", "{1,}?")
		}
		s.WriteString(atom)
		if g.IntN(8) == 0 {
			s.WriteString("|")
		}
	}
	return s.String()
}

// Nested returns a regular expression that the oracle reads: groups, choices, repetitions and assertions in each other.
func (g Generator) Nested(depth int) string {
	var s strings.Builder
	for range 1 + g.IntN(3) {
		atom := g.Pick("", "a", "b", "aa", "ab", "A", "-", ".", `\w`, "[ab]", "[^a]", "[a-z]")
		if depth > 0 {
			switch g.IntN(12) {
			case 0:
				s.WriteString(g.Pick(`\b`, `\B`, "^", "$"))
			case 1:
				s.WriteString(g.Pick("(?=", "(?!", "(?<=", "(?<!") + g.Nested(0) + ")")
			case 2, 3, 4:
				atom = "(" + g.Nested(depth-1) + ")"
			case 5, 6, 7:
				atom = "(?:" + g.Nested(depth-1) + ")"
			}
		}
		if atom != "" && g.IntN(2) == 0 {
			atom += g.Pick(g.quantifier(), g.quantifier(), g.Pick("{0}", "{1}", "{2}", "{0,}", "{1,}", "{2,}?"))
		}
		s.WriteString(atom + g.Pick("", "", "", "", "|"))
	}
	return s.String()
}

// Counted returns a regular expression of "a", "b" and "c" without groups: choices that are repeated.
func (g Generator) Counted(depth int) string {
	if depth == 0 {
		return g.Pick("a", "b", "c", "ab", "bc", "abc")
	}
	var s strings.Builder
	for i := range 1 + g.IntN(3) {
		if i > 0 {
			s.WriteString(g.Pick("", "|"))
		}
		s.WriteString("(?:" + g.Counted(depth-1) + "|" + g.Counted(depth-1) + ")" + g.quantifier())
	}
	return s.String()
}

// quantifier returns a quantifier, most often one with two numbers.
func (g Generator) quantifier() string {
	least := g.IntN(3)
	return g.Pick("", "?", "*", "+", fmt.Sprintf("{%d,%d}", least, least+2+g.IntN(3)), fmt.Sprintf("{%d,%d}", least, least+g.IntN(5))) + g.Pick("", "?")
}

// Letters returns an input for Counted.
func (g Generator) Letters() string {
	var s strings.Builder
	for range g.IntN(8) {
		s.WriteString(g.Pick("a", "b", "c", "ab", "bc"))
	}
	return s.String()
}

func (g Generator) atom(depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		switch g.IntN(8) {
		case 6, 7:
			return "(?" + g.Pick("=", "!", "<=", "<!") + g.Regexp(depth-1) + ")"
		case 0:
			return "(?<" + g.Pick("x", "y", "z", "w") + ">" + g.Regexp(depth-1) + ")"
		case 1:
			return "(?" + g.Pick("i", "s", "-i", "i-s", "m") + ":" + g.Regexp(depth-1) + ")"
		default:
			return "(?:" + g.Regexp(depth-1) + ")"
		}
	}
	switch g.IntN(12) {
	case 0, 1, 2, 3:
		return g.Pick("a", "b", "A", "-", "1", "x", "_", "s", "k", "K")
	case 4:
		return g.Pick(".", `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, "^", "$")
	case 5:
		return g.Pick(`\p{L}`, `\P{Lu}`, `\p{Ll}`, `\p{sc=Latin}`, `\p{Script=Greek}`, `\p{ASCII}`, `\p{scx=Zyyy}`, `\p{gc=Nd}`, `\p{Foo}`)
	case 6:
		return g.Pick(`\u0061`, `\u{62}`, `\x41`, `\cA`, `\0`, `\/`, `\.`, `\-`, `\u{212a}`, `\u017f`, `\a`, `\t`, `\uD83D\uDE00`)
	case 7:
		return g.Pick("{", "}", "]", "a{,2}", "(?#c)", "(?P<n>x)", `\1`, "(?=a)", `\k<x>`, "\\", "(?", "é")
	}
	return g.class(2)
}

// class returns a random class.
func (g Generator) class(depth int) string {
	operand := func() string {
		if depth > 0 && g.IntN(4) == 0 {
			return g.class(depth - 1)
		}
		return g.Pick("a", "b", "A", "-", `\-`, `\d`, `\w`, `\W`, `\p{Lu}`, `\P{L}`, "1", "_", `\q{ab|a|}`, `\q{b}`, "s", `\u{212A}`, "&", `\b`, ".", "!!", "K")
	}
	var s strings.Builder
	s.WriteString("[" + g.Pick("", "", "^"))
	switch g.IntN(6) {
	case 0:
		s.WriteString(operand() + "--" + operand())
	case 1:
		s.WriteString(operand() + "&&" + operand())
	case 2:
		s.WriteString("[a-z]" + g.Pick("--", "&&") + operand() + g.Pick("", "--b", "&&a"))
	case 3:
		s.WriteString(g.Pick("a-c", "0-9", "A-Z", "b-a", `a-\d`, "_-a") + g.Pick("", operand()))
	default:
		for range g.IntN(3) {
			s.WriteString(operand())
		}
	}
	return s.String() + "]"
}

// Input returns an input for Regexp.
func (g Generator) Input() string {
	s := ""
	if g.IntN(3) == 0 {
		s = g.Pick("/", "a")
	}
	for range g.IntN(6) {
		s += g.Pick("a", "b", "A", "1", "-", "/", "_", "s", "k", "K", "S", "\x01", " ", "ab", "B", "\x00", "x")
	}
	return s
}

// Component returns a regular expression in the form that the URL Pattern Standard gives those of components, with texts,
// names, wildcards and choices. https://urlpattern.spec.whatwg.org/#generate-a-regular-expression-and-name-list
func (g Generator) Component() string {
	var s strings.Builder
	for range 1 + g.IntN(5) {
		text := func() string { return g.Pick(`\/`, "a", "b", "-", `\.`, "ab", `\/a`, `a\/`, "A") }
		group := g.Pick(`[^\/]+?`, `[^\/]+?`, `[^\.]+?`, ".+?", ".*", ".*", "a|b", "ab|b", "a|ab", "ba|a|bab", "A|b", "b|", "a|-|bb")
		prefix, suffix := g.Pick("", text()), g.Pick("", text())
		repeated := "((?:" + group + ")(?:" + suffix + prefix + "(?:" + group + "))*)"
		switch g.IntN(6) {
		case 0:
			s.WriteString(text())
		case 1:
			s.WriteString("(?:" + text() + ")" + g.Pick("?", "*", "+"))
		case 2:
			s.WriteString("(" + group + ")" + g.Pick("", "", "?"))
		case 3:
			s.WriteString("((?:" + group + ")" + g.Pick("*", "+") + ")")
		case 4:
			s.WriteString("(?:" + prefix + "(" + group + ")" + suffix + ")" + g.Pick("", "?"))
		case 5:
			s.WriteString("(?:" + prefix + repeated + suffix + ")" + g.Pick("", "?"))
		}
	}
	return "^" + s.String() + "$"
}

// ComponentInput returns an input for Component.
func (g Generator) ComponentInput() string {
	var s strings.Builder
	for range g.IntN(10) {
		s.WriteString(g.Pick("/", "/", "a", "b", "-", ".", "A", "ab", "/a", "%20"))
	}
	return s.String()
}
