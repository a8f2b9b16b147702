package ecma

import (
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// checkSweeps compares sweeps and walks over an input with what is known. A machine may serve short inputs without them.
func checkSweeps(t *testing.T, p *Program, input string, matched bool, want []Span) {
	t.Helper()
	spans := make([]Span, len(want))
	for block := range 3 {
		if got := p.execBy(block+1, input, spans); got != matched || got && !slices.EqualFunc(spans, want, sameSpan) {
			t.Errorf("a walk over %q by %d: %v %v, want %v %v", input, block+1, got, spans, matched, want)
		}
	}
	if got := p.test(input); got != matched {
		t.Errorf("a sweep over %q: %v", input, got)
	}
	s := p.newSweep(input, p.makeTables(input))
	s.remembers = !p.plan.hasTables
	if s.run(0); s.matches() != matched {
		t.Errorf("a sweep over %q that remembers: %v", input, !matched)
	}
}

// sameSpan reports whether two groups are the same. Those that are undefined are.
func sameSpan(a, b Span) bool { return a == b || !a.IsDefined() && !b.IsDefined() }

// TestComponents compares regular expressions such as those of patterns with the oracle.
func TestComponents(t *testing.T) {
	g := regexptest.New(1)
	checkRegexps(t, 5_000, func() (source string, ignoreCase bool) { return g.Component(), g.IntN(2) == 0 }, g.ComponentInput)
}

// TestCounted compares repetitions that have a least and a greatest number with the oracle.
func TestCounted(t *testing.T) {
	g := regexptest.New(6)
	checkRegexps(t, 1_000, func() (source string, ignoreCase bool) {
		return "(" + g.Counted(1+g.IntN(2)) + ")(" + g.Counted(1) + ")(.*)", false
	}, g.Letters)
}

// TestNested compares groups, choices, repetitions and assertions inside each other with the oracle.
func TestNested(t *testing.T) {
	g := regexptest.New(7)
	checkRegexps(t, 10_000, func() (source string, ignoreCase bool) {
		return g.Nested(1 + g.IntN(3)), g.IntN(4) == 0
	}, func() string {
		var s strings.Builder
		for range g.IntN(7) {
			s.WriteString(g.Pick("a", "b", "a", "b", "-", "A"))
		}
		return s.String()
	})
}

// checkRegexps compares what n regular expressions, or with -short a tenth, match in inputs with the oracle.
func checkRegexps(t *testing.T, n int, regexp func() (source string, ignoreCase bool), input func() string) {
	t.Helper()
	if testing.Short() {
		n /= 10
	}
	matches := 0
	for range n {
		source, ignoreCase := regexp()
		p, groups := programOf(t, source, ignoreCase)
		for range 5 {
			input, spans := input(), make([]Span, groups)
			want, matched, ok := regexptest.Match("^(?:"+source+")$", input, ignoreCase, groups)
			if !ok {
				continue
			}
			if got := p.Match(input, spans); got != matched || got && !regexptest.Same(spans, want) {
				t.Fatalf("%s on %q, %v: %v %v, want %v %v", source, input, ignoreCase, got, spans, matched, want)
			}
			checkSweeps(t, p, input, matched, spans)
			if matched {
				matches++
			}
		}
	}
	if matches < n/2 {
		t.Errorf("only %d matches", matches)
	}
}

// TestLinear shows that the number of steps of a machine is at most that of the instructions for each byte. A sweep
// takes one step for each byte, and an exec at most three.
func TestLinear(t *testing.T) {
	machines := 0
	for _, c := range regexptest.Hostile {
		p, groups := programOf(t, c.Source, false)
		spans := make([]Span, groups)
		for n := 10; n < 10_000; n *= 2 {
			input := c.Input(n)
			if p.visits > p.mostVisits(input, false) {
				continue
			}
			machines++
			if _, steps := p.run(input, spans); steps > 2*len(p.code)*(len(input)+1) {
				t.Errorf("%s: %d steps for %d bytes, but %d instructions", c.Source, steps, n, len(p.code))
			}
		}
	}
	if machines < 30 {
		t.Errorf("only %d runs", machines)
	}
}
