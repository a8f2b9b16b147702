package ecma

import (
	"slices"
	"testing"

	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

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
