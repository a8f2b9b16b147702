// Package gen makes test input from a grammar: URL strings, bases, references, hosts, calls of setters, operations on
// URLSearchParams, and text for legacy encodings.
//
// The grammar aims at both sides of every step of the standard's basic URL parser
// (https://url.spec.whatwg.org/#concept-basic-url-parser) and of the algorithms that it uses. Its strings do not look
// like the URLs of the web: most of them have an error, and all but those of LongURL are short.
//
// A seed gives the same strings with every release of Go. All strings but those of BreakUTF8 and EncodedBytes are valid
// UTF-8. Functions whose names end in Case and that take a number are lists: they give all cases of a kind, without a
// seed.
//
// The tools use it, and the tests of modules beamurl, engines and gojaurl, which cannot import packages below
// tools/internal.
package gen

import (
	"math/bits"
	"math/rand/v2"
	"strings"
)

// A Generator makes strings from a seed. It is not safe for concurrent use.
type Generator struct {
	src *rand.PCG
}

// New returns a Generator. The same seed and the same calls give the same strings.
func New(seed uint64) *Generator {
	return &Generator{rand.NewPCG(seed, 0x77686174_77672075)}
}

// A rule of the grammar makes a string.
type rule = func(*Generator) string

// Below returns a number from 0 to n-1. It is used in place of the methods of rand.Rand, which may use the source
// differently in another release of Go.
func (g *Generator) Below(n int) int {
	hi, _ := bits.Mul64(g.src.Uint64(), uint64(n))
	return int(hi)
}

// between returns a number from low to high, inclusive.
func (g *Generator) between(low, high int) int {
	return low + g.Below(high-low+1)
}

// once returns true one time in n on average.
func (g *Generator) once(n int) bool {
	return g.Below(n) == 0
}

// pick returns one of its arguments.
func (g *Generator) pick(from ...string) string {
	return from[g.Below(len(from))]
}

// pickSpaced returns one of the words of from, which are separated by spaces.
func (g *Generator) pickSpaced(from string) string {
	return g.pick(strings.Fields(from)...)
}

// apply applies one of the rules. A rule that is given twice is chosen twice as often.
func (g *Generator) apply(rules ...rule) string {
	return rules[g.Below(len(rules))](g)
}

// maybe applies r one time in n, and otherwise returns "".
func (g *Generator) maybe(n int, r rule) string {
	if g.once(n) {
		return r(g)
	}
	return ""
}

// join applies r from low to high times, and joins the strings with sep.
func (g *Generator) join(low, high int, sep string, r rule) string {
	parts := make([]string, g.between(low, high))
	for i := range parts {
		parts[i] = r(g)
	}
	return strings.Join(parts, sep)
}

// always returns a rule that makes s.
func always(s string) rule {
	return func(*Generator) string { return s }
}

// oneOf returns a rule that makes one of from.
func oneOf(from ...string) rule {
	return func(g *Generator) string { return g.pick(from...) }
}

// cut splits s before a random code point or at its end.
func (g *Generator) cut(s string) (before, after string) {
	runes := []rune(s)
	i := g.Below(len(runes) + 1)
	return string(runes[:i]), string(runes[i:])
}

// firstRune splits s after its first code point.
func firstRune(s string) (first, rest string) {
	for i := range s {
		if i > 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// disturb changes one string in four. It adds what the parser strips, replaces slashes by backslashes, or adds,
// removes or repeats a code point.
func (g *Generator) disturb(s string) string {
	if !g.once(4) {
		return s
	}
	before, after := g.cut(s)
	switch g.Below(8) {
	case 0:
		return g.pick(" ", "\t", "\x00", "\x1f \n", "\u00a0", "\ufeff") + s
	case 1:
		return s + g.pick(" ", "\r\n", "\x00", "\x1f ", "\x7f", "\u2003")
	case 2, 3:
		return before + g.pick("\t", "\n", "\r", "\r\n\t") + after
	case 4:
		return strings.Replace(s, "/", "\\", g.between(1, 3))
	case 5:
		return before + g.pick("/", "\\", ":", "@", "?", "#", "[", "]", "%", "|", " ", "\x01", "\u00e9", "\ufffe") + after
	case 6:
		_, after = firstRune(after)
		return before + after
	default:
		first, _ := firstRune(after)
		return before + first + after
	}
}
