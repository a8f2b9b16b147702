package ecma

import (
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

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
