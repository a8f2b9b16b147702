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

// TestTables counts the tables that long inputs need. SECURITY.md promises the memory.
func TestTables(t *testing.T) {
	for _, c := range regexptest.Long {
		if p, _ := programOf(t, c.Source, false); p.mirror == nil && len(p.tables) != c.Tables {
			t.Errorf("%s has %d tables", c.Source, len(p.tables))
		}
	}
}

// TestSweepSteps counts the steps that sweeps take again although they could remember them.
func TestSweepSteps(t *testing.T) {
	for _, c := range regexptest.Long[1:] { // the first has too many states
		if c.Tables > 0 {
			continue
		}
		p, _ := programOf(t, c.Source, false)
		for _, input := range []string{c.Match(10_000), c.Miss(10_000)} {
			s := sweepOf(p, input)
			if s.run(s.p.lastPosition(input)); len(input)-s.known > 100 || s.forgotten > 0 {
				t.Errorf("%s: %d steps of %d are remembered, and %d times all are forgotten", c.Source, s.known, len(input), s.forgotten)
			}
		}
	}
}

// sweepOf returns the sweep with which Match tests a long input.
func sweepOf(p *Program, input string) *sweep {
	if p.mirror != nil {
		p = p.mirror
	}
	return p.newSweep(input, nil)
}

// TestSweepMemory compares sweeps that remember steps with those that do not, on inputs without any order. That takes many sets,
// so they soon forget them, and then they pause.
func TestSweepMemory(t *testing.T) {
	g := regexptest.New(4)
	forgotten := 0
	for _, source := range []string{
		`\/([ab\-]{12}a.*)`, `\/(.*)-(.*)ab-(.*)-b(.*)`, `\/(.*(?:\ba|b\b|a\Bb|-){2}.*)`, `\/(.*(?<=b)-a(?<!Ba)b-.*)`, `\/(.*a[ab]{70}b.*)`,
		`\/(.*)-(.*)` + strings.Repeat("ab", 35) + "(.*)b(.*)",
	} {
		for _, ignoreCase := range []bool{false, true} {
			p, _ := programOf(t, source, ignoreCase)
			input := []byte("/")
			for len(input) < 20_000 {
				input = append(input, g.Pick("a", "b", "ab", "ab-", "-")...)
				if g.IntN(100) == 0 {
					input = append(input, g.Pick("A", "B")...)
				}
				if len(input)%1000 == 0 {
					input = append(input, "é"...) // no URL has it
				}
			}
			s, plain := sweepOf(p, string(input)), sweepOf(p, string(input))
			plain.remembers = false
			for end := s.p.lastPosition(string(input)); s.pos != end; {
				to := s.pos + s.ahead*min((end-s.pos)*s.ahead, 1+g.IntN(1+100*g.IntN(2)))
				s.run(to)
				plain.run(to)
				if !slices.Equal(s.set, plain.set) || len(s.sets) > maxSets*len(s.set) {
					t.Fatalf("%s, ignoring case %t, at %d: %x, want %x; %d sets", source, ignoreCase, to, s.set, plain.set, len(s.sets)/len(s.set))
				}
			}
			if most := len(input)/(5*maxSets) + 1; s.forgotten > most {
				t.Errorf("%s, ignoring case %t: %d times it forgets all, want at most %d", source, ignoreCase, s.forgotten, most)
			}
			forgotten += s.forgotten
		}
	}
	if forgotten == 0 {
		t.Error("no sweep has too many sets")
	}
}

// FuzzRegexp parses regular expressions. Nothing may panic, the number of steps is limited, and a group around the
// whole changes nothing.
func FuzzRegexp(f *testing.F) {
	g := regexptest.New(5)
	for range 200 {
		f.Add(g.Regexp(2), g.Input(), g.IntN(2) == 0)
	}
	for range 30 {
		f.Add(g.Component(), g.ComponentInput(), g.IntN(2) == 0)
	}
	f.Fuzz(func(t *testing.T, source, input string, ignoreCase bool) {
		n, groups, err := Parse(source, ignoreCase)
		if err != nil {
			if err.At < 0 || err.At > len(source) || err.Reason == "" {
				t.Errorf("%q: %+v", source, err)
			}
			return
		}
		p, ok := Compile(n, groups, ignoreCase)
		if !ok || len(input) > 1000 {
			return
		}
		spans, want := make([]Span, groups), make([]Span, groups)
		matched := p.Match(input, want)
		if !p.looks {
			got, steps := p.run(input, spans)
			if most := 2 * len(p.code) * (len(input) + 1); steps > most {
				t.Errorf("%q on %q: %d steps, but %d instructions", source, input, steps, len(p.code))
			}
			if got != matched || matched && !slices.EqualFunc(spans, want, sameSpan) {
				t.Errorf("%q on %q: %v %v by a machine, want %v %v", source, input, got, spans, matched, want)
			}
		}
		if len(p.code)*len(input) <= 100_000 { // or it takes too long
			checkSweeps(t, p, input, matched, want)
		}
		wrapped, _, err := Parse("(?:"+source+")", ignoreCase)
		if err != nil {
			t.Fatalf("(?:%s): %+v", source, err)
		}
		if q, ok := Compile(wrapped, groups, ignoreCase); ok && q.Match(input, nil) != matched {
			t.Errorf("%q on %q: a group changes the result", source, input)
		}
	})
}
