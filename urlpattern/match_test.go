package urlpattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/race"
	"github.com/weburl-go/url/urlpattern/internal/ecma"
	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// checkAgainstOracle compiles a pattern string, and compares the matcher with the oracle. It also compares the program,
// where the component is matched directly.
func checkAgainstOracle(t *testing.T, pattern, input string, o options) {
	t.Helper()
	identity := func(s string) (string, error) { return s, nil }
	c, err := compileAComponent(pattern, identity, o, compileSettings{})
	if err != nil {
		return
	}
	parts, _ := parseAPatternString(pattern, o, identity)
	if !allAreChoices(parts) {
		return
	}
	r := generateARegularExpression(parts, o)
	want, matched, ok := regexptest.Match(r.source, input, o.ignoreCase, len(c.groupNameList))
	if !ok {
		return
	}
	spans := make([]ecma.Span, len(c.groupNameList))
	check := func(name string, got bool) {
		if got != matched || got && !regexptest.Same(spans, want) {
			t.Errorf("%q (%s) on %q by %s: %v %v, want %v %v", pattern, r.source, input, name, got, spans, matched, want)
		}
	}
	check("the matcher", c.matcher.match(input, spans))
	if got := c.matcher.match(input, nil); got != matched {
		t.Errorf("%q on %q without groups: %v", pattern, input, got)
	}
	n, groups, _ := ecma.Parse(r.source, o.ignoreCase)
	program, _ := ecma.Compile(n, groups, o.ignoreCase)
	check("the program", program.Match(input, spans))
}

// allAreChoices reports whether the oracle can read the custom regular expressions of the parts.
func allAreChoices(parts []part) bool {
	return !slices.ContainsFunc(parts, func(p part) bool {
		return p.partType == regexpPart && strings.Trim(p.value, "aAb-|") != ""
	})
}

// optionsFor returns options by a number.
func optionsFor(n int) options {
	o := []options{pathnameOptions, hostnameOptions, defaultOptions}[n%3]
	o.ignoreCase = n/3%2 == 1
	return o
}

// TestMatchRandom compares random patterns and inputs with the oracle.
func TestMatchRandom(t *testing.T) {
	race.SkipSlow(t)
	n := 5_000
	if testing.Short() {
		n = 500
	}
	g := newGenerator(1)
	for i := range n {
		pattern := g.pattern()
		for range 3 {
			checkAgainstOracle(t, pattern, g.input(), optionsFor(i))
		}
		if t.Failed() {
			return
		}
	}
}

// TestSources checks that the regular expressions that the tests of the engine have are those of the patterns.
func TestSources(t *testing.T) {
	check := func(pattern, want string) {
		parts, err := parseAPatternString(pattern, pathnameOptions, canonicalizeAPathname)
		if got := generateARegularExpression(parts, pathnameOptions).source; err != nil || got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	for _, c := range regexptest.Hostile {
		check(c.Pattern, c.Source)
	}
	for _, c := range regexptest.Long {
		check(c.Pattern, c.Source)
	}
}

// TestDirect shows which patterns need no backtracking.
func TestDirect(t *testing.T) {
	for pattern, want := range map[string]matcherKind{
		"/a/:b/c": matchDirect, "/:a-b": matchDirect, "/*.js": matchDirect, "/:a/*": matchDirect,
		"/:a?": matchDirect, "/:a+": matchDirect, "/:a*": matchDirect, "{:a}*": matchDirect, "{/*}?": matchDirect, "{:a-}?": matchDirect,
		"/:a{/}?": matchDirect, "/:a{/b}?": matchDirect, "/:a/:b?": matchDirect, "{ab}*": matchDirect, "/{ab}+c": matchDirect,
		`/(\d+)`: matchDirect, `/(\d*)-x`: matchDirect, `/([^\-]+)-:a`: matchDirect, `/:a(\d+)+`: matchDirect,
		"/(a|b)": matchDirect, "/:x(a|b)/c": matchDirect, "/:x(a|b):y": matchDirect, "/*.:x(png|jpg)": matchDirect, "/*.:x(png|jpg)z": matchDirect, "/(ab)-*": matchDirect,
		"/:a-:b": matchProgram, "/*-*": matchProgram, "/:a-{b}?-c": matchProgram, "/:x(a|ab)/*": matchProgram,
		`/(\d+)1`: matchDirect, `/(\d+)1:a`: matchProgram, `/(\d{2})`: matchProgram, "/:a(a|b)*": matchProgram,
	} {
		for _, ignoreCase := range []bool{false, true} {
			o := pathnameOptions
			o.ignoreCase = ignoreCase
			c, err := compileAComponent(pattern, canonicalizeAPathname, o, compileSettings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.matcher.kind; got != want {
				t.Errorf("%s, ignoring case %v: %d, want %d", pattern, ignoreCase, got, want)
			}
		}
	}
}

// TestChoices compares choices between texts with the oracle, at each place of a pattern and on all inputs of up to four bytes.
func TestChoices(t *testing.T) {
	race.SkipSlow(t)
	inputs, longest := []string{""}, 4
	if testing.Short() {
		longest = 2
	}
	for i := 0; len(inputs[i]) < longest; i++ {
		for _, b := range "/abA-" {
			inputs = append(inputs, inputs[i]+string(b))
		}
	}
	for _, pattern := range []string{
		":x(a|ba|bab)", ":x(a|ba|bac)/", ":x(a|ab)", ":x(a|ab)?", ":x(b|ab)-", "/:x(a|b)", "/:x(a|b)?", "/:x(a|ab)?", "/:x(a|b)*",
		":x(a|b)+", "{-:x(a|b)/}?", "*-:x(a|ab)", "*-:x(a|ba)", "*:x(a|b)", "*-:x(aB|A)a", ":x(a|b):y(a|b)", ":x(ab|b)-:y(a|b)", "/:x(a|ab)/:y?",
		"/:x(a|b)/:y?", ":x(a|b):y(-|/)", ":x(a|b)*:y(a|b)", ":x(ab|aA)*", ":x:y(a|b)", "{a}?:x(a|b)", ":x(a|b){a}?", ":x(a|b){a}*:y(a|b)", ":x(a|a)", ":x(|a)",
		"/:x(a)+", "/:x(a)*", "{-:x(a)}+", "{:x(a)-}*", "{a:x(b)-}+", ":x(a)+",
	} {
		for _, input := range inputs {
			checkAgainstOracle(t, pattern, input, pathnameOptions)
			checkAgainstOracle(t, pattern, input, options{delimiterCodePoint: "/", prefixCodePoint: "/", ignoreCase: true})
		}
	}
}

func FuzzMatch(f *testing.F) {
	g := newGenerator(2)
	for i := range 40 {
		f.Add(g.pattern(), g.input(), i)
	}
	f.Fuzz(func(t *testing.T, pattern, input string, n int) {
		for i := range len(input) {
			if input[i] < ' ' || input[i] >= 0x7F {
				return
			}
		}
		for i := range len(pattern) {
			if pattern[i] < ' ' || pattern[i] >= 0x7F {
				return
			}
		}
		checkAgainstOracle(t, pattern, input, optionsFor(n&0xFF))
	})
}

// A generator makes random patterns and inputs that have a chance to match each other.
type generator struct{ regexptest.Generator }

func newGenerator(seed uint64) generator { return generator{regexptest.New(seed)} }

// pattern returns a pattern string. Its custom regular expressions are choices between texts.
func (g generator) pattern() string {
	var s strings.Builder
	for i := range 1 + g.IntN(5) {
		modifier := g.Pick("", "", "", "?", "*", "+")
		name := fmt.Sprintf(":n%d", i)
		text := g.Pick("/", "a", "b", "-", ".", "ab", "/a", "a/", "A")
		switch g.IntN(9) {
		case 0, 1:
			s.WriteString(text)
		case 2:
			s.WriteString(g.Pick("/", "") + name + modifier)
		case 3:
			s.WriteString(g.Pick("/", "") + "*" + modifier)
		case 4:
			s.WriteString("{" + text + "}" + modifier)
		case 5:
			s.WriteString("{" + g.Pick("", text) + name + g.Pick("", "-", "/", ".") + "}" + modifier)
		case 6:
			s.WriteString("{" + g.Pick("", text) + "*" + g.Pick("", "-", "/", ".") + "}" + modifier)
		case 7:
			s.WriteString("/" + name)
		case 8:
			choice := "(" + g.Pick("a|b", "ab|b", "a|ab", "ba|a|bab", "A|b", "ab", "b|", "a|-|bb", "b|a|b") + ")"
			s.WriteString(g.Pick("/"+name+choice, name+choice, "{-"+name+choice+g.Pick("b", "")+"}") + modifier)
		}
	}
	return s.String()
}

// input returns a short input of the bytes that the patterns have.
func (g generator) input() string { return g.ComponentInput() }
