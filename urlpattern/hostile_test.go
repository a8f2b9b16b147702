package urlpattern

import (
	"errors"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
)

// hostilePatterns are patterns of a pathname on which a backtracking matcher takes exponential or polynomial time, and the
// input that shows it, by its length.
var hostilePatterns = []struct {
	pattern string
	input   func(n int) string
}{
	{"/:a-:b-:c-:d-:e-:f!*", dashes},
	{"/*-*-*-*-*-*!*", dashes},
	{"{/*}*-{*}+!*", dashes},
	{"{-:a}+{-:b}+{-:c}+!*", dashes},
	{"/:a{-}*:b{-}*:c{-}*!*", dashes},
	{"/{:a-}*{:b-}*{:c-}*!*", dashes},
	{`/((?:-*)*)!*`, dashes},
	{`/((?:-|-)*)!*`, dashes},
	{`/((?:-+)+)!*`, dashes},
	{`/((?:(?:-?)?)*)!*`, dashes},
	{`/(.*)(.*)(.*)(.*)!*`, dashes},
	{`/([\-a]*[\-b]*[\-c]*)!*`, dashes},
	{`/((?:[^\/]+?)*)!*`, dashes},
	{`/((?<x>-*)*(?<y>-*)*)!*`, dashes},
	{`/(-{0,20}-{0,20}-{0,20})!*`, dashes},
	{`/((?!.*b).*-)!*`, dashes},
	{`/((?:(?=-*!?)-)*)!*`, dashes},
	{`/((?:-(?<!b-*))*)!*`, dashes},
	{`/((?:(?=-*!?)-(?<!b-*))*)!*`, dashes},
	{`/((?:(?=-*(?<!b.*))-)*)!*`, dashes},
	{"/:a/:b/:c/:d!*", func(n int) string { return "/" + strings.Repeat("a/", n/2) }},
	{"{/:a}*{/:b}*{/:c}*!*", func(n int) string { return strings.Repeat("/a", n/2) }},
}

func dashes(n int) string { return "/" + strings.Repeat("-", n-1) }

// hostileComponent returns the pathname of a pattern.
func hostileComponent(t *testing.T, pattern string) *component {
	t.Helper()
	p, err := NewFromInit(Init{Pathname: pattern}, Options{})
	if err != nil {
		t.Logf("%s: %v", pattern, err)
		return nil
	}
	return p.components[Pathname]
}

// TestLinear shows that the number of steps of a machine is at most that of the instructions for each byte. A sweep
// takes one step for each byte, and an exec at most three.
func TestLinear(t *testing.T) {
	machines := 0
	for _, c := range hostilePatterns {
		component := hostileComponent(t, c.pattern)
		if component == nil || component.matcher.kind != matchProgram {
			continue // matched in one pass
		}
		program := component.matcher.program
		spans := make([]span, len(component.groupNameList))
		for n := 10; n < 10_000; n *= 2 {
			input := c.input(n)
			if program.visits > program.mostVisits(input, false) {
				continue
			}
			machines++
			if _, steps := program.run(input, spans); steps > 2*len(program.code)*(len(input)+1) {
				t.Errorf("%s: %d steps for %d bytes, but %d instructions", c.pattern, steps, n, len(program.code))
			}
		}
	}
	if machines < 30 {
		t.Errorf("only %d runs", machines)
	}
}

// TestCompileMemory has short patterns that become large programs. SECURITY.md promises how much memory they take.
func TestCompileMemory(t *testing.T) {
	for _, pattern := range []string{
		"(a{10000})", "(a{9990})", "((?:a?){3000}a{3000})", "((?<n>a)?b{9000}(?<=b)x)", "((?<=a)(?:[a-z]?){4000})", "((?:a|b|c|d|e){1900})",
		"((?:(?=a)b){3000})", "((?:" + strings.Repeat("(?:", 9) + "a?" + strings.Repeat(")*", 9) + "))", "((?:" + strings.Repeat("a", 1000) + "){9990})",
		strings.Repeat("(.)", 1000), strings.Repeat("(.)", 3300), strings.Repeat("(.)", 11_000),
	} {
		in := Init{Pathname: "/" + pattern}
		most := uint64(850 * len(pattern))
		if len(pattern) < 30_000 { // or it is refused before it is compiled
			most += 8 << 20
		}
		if got := hostile.Allocated(func() { _, _ = NewFromInit(in, Options{}) }); got > most {
			t.Errorf("%.40s: %d bytes, want at most %d", pattern, got, most)
		}
	}
}

// TestTooLarge shows that what would make a program too large is refused in time.
func TestTooLarge(t *testing.T) {
	for _, pattern := range []string{
		"/(a{100000})", "/((?:(?:(?:a{1000}){1000}){1000}){1000})", "/(" + strings.Repeat("(?:", 2000) + "a" + strings.Repeat(")", 2000) + ")",
		"/(" + strings.Repeat("(?:", 40) + "a?" + strings.Repeat(")*", 40) + ")", "/(a{99999999999999999999})",
		"/((?:(?:){99999999})*)", "/((?:(?:){99999999}){99999999})", "/((?:" + strings.Repeat("(?:)", 1000) + "){0,1000})",
		"/(" + strings.Repeat("(?<a>)|", 6000) + "b)",
		"/(" + strings.Repeat("[", 2000) + "a" + strings.Repeat("]", 2000) + ")",
	} {
		if _, err := NewFromInit(Init{Pathname: pattern}, Options{}); !errors.Is(err, ErrUnsupportedRegExp) {
			t.Errorf("%.40s: %v", pattern, err)
		}
	}
	for _, pattern := range []string{strings.Repeat("{/:a}", 1), strings.Repeat("{a}?", 3000), strings.Repeat("*{a}?", 1000)} {
		if _, err := NewFromInit(Init{Pathname: pattern}, Options{}); err != nil {
			t.Errorf("%.40s: %v", pattern, err)
		}
	}
}
