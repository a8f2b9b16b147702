// Package gen makes URL strings, and what goes with them, from a grammar: bases, references, hosts, calls
// of setters, operations on URLSearchParams, text for legacy encodings.
//
// The grammar is made to reach both sides of every step of the standard's basic URL parser
// (https://url.spec.whatwg.org/#concept-basic-url-parser) and of the algorithms below it, not to look like
// the URLs of the web. So most of what it makes is wrong somewhere, and all of it is short.
//
// A seed gives the same strings with every release of Go. All strings are UTF-8.
package gen

import (
	"math/bits"
	"math/rand/v2"
	"strings"
)

// A Generator makes strings from a seed. It must not be used by several goroutines at once.
type Generator struct {
	src *rand.PCG
}

// New returns a Generator that makes the same sequence for the same seed and the same calls.
func New(seed uint64) *Generator {
	return &Generator{rand.NewPCG(seed, 0x77686174_77672075)}
}

// A rule makes a string of one kind.
type rule = func(*Generator) string

// Below returns a number from 0 to n-1. It stands in for the methods of rand.Rand, which are free to draw
// otherwise from the source in another release of Go.
func (g *Generator) Below(n int) int {
	hi, _ := bits.Mul64(g.src.Uint64(), uint64(n))
	return int(hi)
}

// between returns a number from low to high, both included.
func (g *Generator) between(low, high int) int {
	return low + g.Below(high-low+1)
}

// once reports true one time in n.
func (g *Generator) once(n int) bool {
	return g.Below(n) == 0
}

// pick returns one of its arguments.
func (g *Generator) pick(from ...string) string {
	return from[g.Below(len(from))]
}

// pickSpaced returns one of the words of from, which spaces separate.
func (g *Generator) pickSpaced(from string) string {
	return g.pick(strings.Fields(from)...)
}

// apply returns what one of the rules makes. A rule that is given twice is taken twice as often.
func (g *Generator) apply(rules ...rule) string {
	return rules[g.Below(len(rules))](g)
}

// maybe returns what r makes one time in n, and nothing otherwise.
func (g *Generator) maybe(n int, r rule) string {
	if g.once(n) {
		return r(g)
	}
	return ""
}

// join returns low to high strings made by r with sep between them.
func (g *Generator) join(low, high int, sep string, r rule) string {
	parts := make([]string, g.between(low, high))
	for i := range parts {
		parts[i] = r(g)
	}
	return strings.Join(parts, sep)
}

// always returns the rule that makes s.
func always(s string) rule {
	return func(*Generator) string { return s }
}

// oneOf returns the rule that makes one of from.
func oneOf(from ...string) rule {
	return func(g *Generator) string { return g.pick(from...) }
}

// cut returns s split at some code point, which may be its end.
func (g *Generator) cut(s string) (before, after string) {
	runes := []rune(s)
	i := g.Below(len(runes) + 1)
	return string(runes[:i]), string(runes[i:])
}

// firstRune returns the first code point of s, if any, and the rest.
func firstRune(s string) (first, rest string) {
	for i := range s {
		if i > 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// disturb leaves most strings alone and changes others in one place: by what the parser strips, by
// backslashes, or by a code point more or less.
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
