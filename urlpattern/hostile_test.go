package urlpattern

import (
	"errors"
	"strings"
	"testing"
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

// TestLinear shows that the number of steps grows as the input does.
func TestLinear(t *testing.T) {
	for _, c := range hostilePatterns {
		component := hostileComponent(t, c.pattern)
		if component == nil || component.matcher.kind != matchProgram {
			continue // matched in one pass
		}
		program := component.matcher.program
		spans := make([]span, len(component.groupNameList))
		_, short := program.run(c.input(1000), spans)
		_, long := program.run(c.input(10_000), spans)
		if long > 11*short {
			t.Errorf("%s: %d steps for 1,000 bytes and %d for 10,000", c.pattern, short, long)
		}
		if most := len(program.code) * 10_000; long > most {
			t.Errorf("%s: %d steps, but %d instructions", c.pattern, long, len(program.code))
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

// TestTooManyJobs shows that a machine takes no more jobs than its limit, and then finds nothing.
func TestTooManyJobs(t *testing.T) {
	component := hostileComponent(t, "/((?:-*)*)!*")
	m := machine{p: component.matcher.program, jobCount: fewJobs + maxJobs - 1}
	m.push(job{})
	m.push(job{})
	if m.jobCount != fewJobs+maxJobs || len(m.moreJobs) != 1 || !m.tooMany {
		t.Errorf("%d jobs, too many: %t", m.jobCount, m.tooMany)
	}
	if m.run(nil) {
		t.Error("matches")
	}
}
