package urlpattern

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// patternShapes are pattern strings that are hard to compile. They begin with a slash, so that they are pathnames.
var patternShapes = hostile.Shapes{
	"text":                 hostile.Repeated("/", "a", ""),
	"a text to encode":     hostile.Repeated("/", "\u00e9", ""),
	"bad UTF-8":            hostile.Repeated("/", "\xff", ""),
	"segments":             hostile.Repeated("/", "a/", ""),
	"up":                   hostile.Repeated("/", "../", ""),
	"wildcards":            hostile.Repeated("/", "*/", ""),
	"asterisks":            hostile.Repeated("/", "*", ""),
	"few wildcards":        func(n int) string { return strings.Repeat("/*-"+strings.Repeat("a", n/100), 100) },
	"names":                hostile.Numbered("", "/:a%08x", "", 0, 1),
	"names and dashes":     hostile.Numbered("/", ":a%08x-", "", 0, 1),
	"one name":             hostile.Repeated("/:a", "b", ""),
	"name in Unicode":      hostile.Repeated("/:a", "\u00e9", ""),
	"the same name":        hostile.Repeated("/", ":a-", ""),
	"optional texts":       hostile.Repeated("/", "{a}?", ""),
	"repeated texts":       hostile.Repeated("/", "{ab}*", ""),
	"optional groups":      hostile.Numbered("", "{/:a%08x}?", "", 0, 1),
	"texts in braces":      hostile.Repeated("/", "{a}", ""),
	"texts to encode":      hostile.Repeated("/", "{\u00e9}*", ""),
	"open braces":          hostile.Repeated("/", "{", ""),
	"braces":               hostile.Repeated("/", "{}", ""),
	"closed braces":        hostile.Repeated("/", "}", ""),
	"a long group":         hostile.Repeated("/{", "a", ":b}*"),
	"long affixes":         func(n int) string { return "/{" + strings.Repeat("a", n/2) + ":b" + strings.Repeat("/", n/2) + "}+" },
	"open parentheses":     hostile.Repeated("/", "(", ""),
	"parentheses not shut": hostile.Repeated("/", "(a", ""),
	"empty groups":         hostile.Repeated("/(", "(?:)", ")"),
	"empty, repeated":      hostile.Repeated("/((?:", "(?:)", "){9999})"),
	"empty, any number":    hostile.Repeated("/((?:", "(?:)", ")*)"),
	"empty, up to":         hostile.Repeated("/((?:", "(?:)", "){0,9999})"),
	"nested groups":        func(n int) string { return nested("(?:", "a", ")", n) },
	"nested, repeated":     func(n int) string { return nested("(?:", "a?", ")*", n) },
	"deep, then empty":     func(n int) string { return deep("(?:", strings.Repeat("(?:)", n/4), ")*") },
	"deep, then names":     func(n int) string { return deep("(?:", hostile.Numbered("", "(?<a%08x>)", "", 0, 1)(n), ")") },
	"regexps":              hostile.Repeated("/", "(a+)", ""),
	"regexps and text":     hostile.Repeated("/", "(a+)-", ""),
	"a long regexp":        hostile.Repeated("/(", "a", "+)"),
	"a counted text":       hostile.Repeated("/((?:", "a", "){9999})"),
	"regexps of one set":   hostile.Repeated("/", "(.)", ""),
	"regexps in braces":    hostile.Repeated("/", "{(.)}", ""),
	"a regexp of sets":     hostile.Repeated("/(", ".", ")"),
	"counted":              hostile.Repeated("/(", "a{9}", ")"),
	"choices":              hostile.Numbered("/(", "%08x|", "b)/x", 0, 1),
	"choices at the end":   hostile.Numbered("/x(", "%08x|", "b)", 0, 1),
	"choices, twice":       hostile.Repeated("/(", "a|", "b)/x"),
	"choices of sets":      hostile.Repeated("/(", ".|", "b)"),
	"empty choices":        hostile.Repeated("/(", "|", "b)"),
	"named groups":         hostile.Numbered("/(", "(?<a%08x>)", ")", 0, 1),
	"named choices":        hostile.Numbered("/(", "(?<a%08x>)|", "b)", 0, 1),
	"a class":              hostile.Repeated("/([", "a", "])"),
	"ranges":               hostile.Repeated("/([", "a-z", "])"),
	"classes":              hostile.Repeated("/(", "[a]", ")"),
	"nested classes":       func(n int) string { return nested("[", "a", "]", n) },
	"open brackets":        hostile.Repeated("/(", "[", ")"),
	"subtractions":         hostile.Repeated("/([a", "--b", "])"),
	"intersections":        hostile.Repeated("/([a", "&&a", "])"),
	"strings":              hostile.Numbered(`/([\q{`, "%08x|", "b}])", 0, 1),
	"strings, long":        hostile.Repeated(`/([\q{a`, "b", "}])"),
	"deep, then strings":   func(n int) string { return deep("[a", `\q{`+hostile.Numbered("", "%08x|", "b}", 0, 1)(n), "]") },
	"strings, then less": func(n int) string {
		return `/([\q{` + hostile.Numbered("", "%08x|", "b}", 0, 1)(n/2) + strings.Repeat("--a", n/6) + "])"
	},
	"strings, then common": func(n int) string {
		return `/([\q{` + hostile.Numbered("", "%08x|", "b}", 0, 1)(n/2) + strings.Repeat("&&a", n/6) + "])"
	},
	"properties":             hostile.Repeated("/(", `\p{L}`, ")"),
	"a property":             hostile.Repeated(`/(\p{`, `L`, ")"),
	"lookaheads":             hostile.Repeated("/(a", "(?!b)", ".*)"),
	"a lookahead":            hostile.Repeated("/(a(?=", "b", ".*).*)"),
	"a lookbehind":           hostile.Repeated("/(a.*(?<=", "b", "))"),
	"lookaheads, nested":     func(n int) string { return nested("a(?=", "a", ")", n) },
	"lookarounds, deep":      func(n int) string { return deep("(?:", "(?=a(?<!"+strings.Repeat("b", n/4)+"))", ")*") },
	"lookaheads, many times": hostile.Repeated("/((?:(?!", "a", ")a?){99})"),
	"references":             hostile.Repeated("/(", `\1`, ")"),
	"named references":       hostile.Repeated("/(", `\k<a>`, ")"),
	"escapes":                hostile.Repeated("/", `\a`, ""),
	"backslashes":            hostile.Repeated("/", `\`, ""),
	"question marks":         hostile.Repeated("/", "?", ""),
	"hashes":                 hostile.Repeated("/", "#", ""),
	"colons":                 hostile.Repeated("/", ":", ""),
	"at signs":               hostile.Repeated("/", "@", ""),
	"brackets":               hostile.Repeated("/", "[", ""),
	"tabs":                   hostile.Repeated("/", "\t", ""),
	"modifiers":              hostile.Repeated("/", "+", ""),
}

// nested returns a regular expression of groups in each other.
func nested(begin, inner, end string, n int) string {
	depth := n / (len(begin) + len(end))
	return "/(" + strings.Repeat(begin, depth) + inner + strings.Repeat(end, depth) + ")"
}

// deep returns a regular expression with inner in almost as many groups as there may be.
func deep(begin, inner, end string) string {
	const depth = 900
	return "/(" + strings.Repeat(begin, depth) + inner + strings.Repeat(end, depth) + ")"
}

var hostileURL = url.MustParse("https://h/a/b?c#d")

// compileAttacks compile patterns.
var compileAttacks = func() map[string]hostile.Use {
	attacks := map[string]hostile.Use{
		"New(pattern)":                  hostile.Reading(func(s string) { _, _ = New("https://h"+s, Options{}) }),
		"New(pattern) as it is":         hostile.Reading(func(s string) { _, _ = New(s, Options{}) }),
		"New(pattern) with a base":      hostile.Reading(func(s string) { _, _ = New(s, Options{BaseURL: "https://h/a/b"}) }),
		"New(pattern) and a base":       hostile.Reading(func(s string) { _, _ = New("x", Options{BaseURL: "https://h" + s}) }),
		"New(pattern), ignoring case":   hostile.Reading(func(s string) { _, _ = New("https://h"+s, Options{IgnoreCase: true}) }),
		"New(pattern), refusing":        hostile.Reading(func(s string) { _, _ = New("https://h"+s, Options{RefuseRegExps: true}) }),
		"Must(p, err)":                  hostile.Reading(func(s string) { defer func() { _ = recover() }(); Must(New(s, Options{BaseURL: s})) }),
		"ParseComponent(name)":          hostile.Reading(func(s string) { _, _ = ParseComponent(s) }),
		"Component.UnmarshalText(text)": hostile.Reading(func(s string) { _ = new(Component).UnmarshalText([]byte(s)) }),
		"Pattern.UnmarshalText(p, text)": hostile.Reading(func(s string) {
			p := compiled("/")
			q := *p
			_ = q.UnmarshalText([]byte("https://h" + s))
		}),
		"Pattern.UnmarshalBinary(p, data)": hostile.Reading(func(s string) { _ = new(Pattern).UnmarshalBinary([]byte("\x01https://h" + s)) }),
		"Pattern.UnmarshalBinary(p, data) with a search": hostile.Reading(func(s string) {
			_ = new(Pattern).UnmarshalBinary([]byte("\x01https://h" + s + `\?q`))
		}),
		"Pattern.String(p) with a search": func(s string) (int, func()) {
			p, err := NewFromInit(Init{Pathname: s, Search: "q"}, Options{})
			if err != nil {
				return 0, nil
			}
			return len(s), func() { _ = p.String() }
		},
		"Error.Error(e)": func(s string) (int, func()) {
			_, err := New(s, Options{})
			if err == nil {
				return 0, nil
			}
			return len(s), func() { _ = err.Error() }
		},
		"Error.Unwrap(e)": func(s string) (int, func()) {
			err := &Error{Err: fmt.Errorf("%s", s)}
			return len(s), func() { _ = err.Unwrap() }
		},
	}
	for c := Protocol; c <= BaseURL; c++ {
		attacks[fmt.Sprintf("NewFromInit(in) of a %v", c)] = hostile.Reading(func(s string) { _, _ = NewFromInit(Init{c: s}, Options{}) })
	}
	for name, do := range patternMethods {
		attacks[name] = onPattern(do)
	}
	return attacks
}()

// compiled returns the pattern of a pathname, or nil.
var compiled = hostile.Remembering(func(s string) *Pattern { p, _ := NewFromInit(Init{Pathname: s}, Options{}); return p })

func onPattern(do func(p *Pattern)) hostile.Use {
	return func(s string) (int, func()) {
		p := compiled(s)
		if p == nil {
			return 0, nil
		}
		return len(s), func() { do(p) }
	}
}

// patternMethods are what can be done with a hostile pattern.
var patternMethods = map[string]func(p *Pattern){
	"Pattern.Component(p)":       func(p *Pattern) { p.Component(Pathname) },
	"Pattern.String(p)":          func(p *Pattern) { _ = p.String() },
	"Pattern.MarshalText(p)":     func(p *Pattern) { _, _ = p.MarshalText() },
	"Pattern.MarshalBinary(p)":   func(p *Pattern) { _, _ = p.MarshalBinary() },
	"Pattern.AppendBinary(p)":    func(p *Pattern) { _, _ = p.AppendBinary(nil) },
	"Pattern.GroupNames(p)":      func(p *Pattern) { p.GroupNames(Pathname) },
	"Pattern.HasRegExpGroups(p)": func(p *Pattern) { p.HasRegExpGroups() },
	"Pattern.Test(p)":            func(p *Pattern) { p.Test(hostileURL) },
	"Pattern.TestString(p)":      func(p *Pattern) { p.TestString("https://h/a", "") },
	"Pattern.TestInit(p)":        func(p *Pattern) { p.TestInit(Init{Pathname: "/a"}) },
	"Pattern.Exec(p)":            func(p *Pattern) { p.Exec(hostileURL) },
	"Pattern.ExecString(p)":      func(p *Pattern) { p.ExecString("https://h/a", "") },
	"Pattern.ExecInit(p)":        func(p *Pattern) { p.ExecInit(Init{Pathname: "/a"}) },
	"Pattern.Generate(p)":        func(p *Pattern) { _, _ = p.Generate(Pathname, map[string]string{"a": "b"}) },
	"Compare(a, b)":              func(p *Pattern) { Compare(Pathname, p, p) },
	"NewList(patterns)":          func(p *Pattern) { NewList(p, p, p) },
	"List.First(l)":              func(p *Pattern) { NewList(p, p).First(hostileURL) },
	"List.Exec(l)":               func(p *Pattern) { NewList(p, p).Exec(hostileURL) },
	"List.All(l)":                func(p *Pattern) { drainOne(NewList(p, p).All(hostileURL)) },
}

// matchAttacks match URLs against patterns.
var matchAttacks = func() map[string]hostile.Use {
	const slow = "/:a-:b-:c!"
	p := Must(New("https://*/:a/*?*#*", Options{}))
	all := Must(New("*://*/*?*#*", Options{}))
	names, _ := NewFromInit(Init{Pathname: "/a-:b-"}, Options{})
	attacks := map[string]hostile.Use{
		"Pattern.Test(u)":             hostile.OnURL(parsed, func(u url.URL) { p.Test(u); all.Test(u) }),
		"Pattern.Exec(u)":             hostile.OnURL(parsed, func(u url.URL) { p.Exec(u); all.Exec(u) }),
		"Pattern.TestString(s)":       hostile.Reading(func(s string) { p.TestString(s, "") }),
		"Pattern.TestString(s, base)": twice(func(s string) { p.TestString(s, s) }),
		"Pattern.ExecString(s, base)": twice(func(s string) { p.ExecString(s, s) }),
		"Pattern.Generate(groups)":    hostile.Reading(func(s string) { _, _ = names.Generate(Pathname, map[string]string{"b": s, s: s}) }),
		"List.First(u)":               hostile.OnURL(parsed, func(u url.URL) { NewList(p, all, names).First(u) }),
		"List.Exec(u)":                hostile.OnURL(parsed, func(u url.URL) { NewList(p, all, names).Exec(u) }),
		"List.All(u)":                 hostile.OnURL(parsed, func(u url.URL) { drainOne(NewList(p, all, names).All(u)) }),
		"Match.Group(m)":              onMatch(all, func(m Match) { m.Group(Pathname, "0") }),
		"Match.Group(m, name)":        onMatch(all, func(m Match) { m.Group(Pathname, m.Input(Pathname)) }),
		"Match.Groups(m)":             onMatch(all, func(m Match) { drain(m.Groups(Pathname)) }),
		"Match.MarshalJSON(m)":        onMatch(all, func(m Match) { _, _ = m.MarshalJSON() }),
		"Match.Input(m)":              onMatch(all, func(m Match) { m.Input(Pathname) }),
	}
	for c := Protocol; c <= BaseURL; c++ {
		attacks[fmt.Sprintf("Pattern.TestInit(in) of a %v", c)] = hostile.Reading(func(s string) { p.TestInit(Init{c: s}) })
		attacks[fmt.Sprintf("Pattern.ExecInit(in) of a %v", c)] = hostile.Reading(func(s string) { all.ExecInit(Init{c: s}) })
	}
	for _, c := range regexptest.Hostile {
		p, err := NewFromInit(Init{Pathname: c.Pattern, Search: slow}, Options{})
		if err != nil {
			continue
		}
		attacks["Pattern.Test(u) of "+c.Pattern] = hostile.OnURL(parsed, func(u url.URL) { p.Test(u) })
		attacks["Pattern.Exec(u) of "+c.Pattern] = hostile.OnURL(parsed, func(u url.URL) { p.Exec(u) })
	}
	return attacks
}()

// twice returns the use that only calls f, which reads s twice.
func twice(f func(s string)) hostile.Use {
	return func(s string) (int, func()) { return 2 * len(s), func() { f(s) } }
}

func drainOne(all func(func(int) bool)) {
	for range all {
	}
}

func drain(all func(func(name, value string) bool)) {
	for range all {
	}
}

var parsed = hostile.Remembering(func(s string) url.URL { u, _ := url.Parse(s); return u })

func onMatch(p *Pattern, do func(m Match)) hostile.Use {
	return func(s string) (int, func()) {
		m, ok := p.Exec(parsed(s))
		if !ok {
			return 0, nil
		}
		return len(s), func() { do(m) }
	}
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	all := maps.Clone(compileAttacks)
	maps.Copy(all, matchAttacks)
	hostile.CheckComplete(t, all, map[string]string{"Options": "code of the caller, and flags"})
}

// inputs are URLs on which a backtracking matcher goes back, and the shapes of all URLs.
var inputs = func() hostile.Shapes {
	shapes := maps.Clone(hostile.URLs)
	for name, path := range map[string]func(n int) string{
		"dashes": hostile.Repeated("/", "-", ""), "segments": hostile.Repeated("/", "a/", ""), "short segments": hostile.Repeated("", "/a", ""),
		"dashes, then matching": hostile.Repeated("/", "-", "!"), "letters and dashes": hostile.Repeated("/", "a-b-c", ""),
	} {
		shapes[name+" in path"] = func(n int) string { return "https://h" + path(n) }
		shapes[name+" in query"] = func(n int) string { return "https://h/?" + path(n) }
	}
	return shapes
}()

// TestGrowth checks that compiling and matching take time and memory that grow linearly with the pattern and with the URL.
// SECURITY.md promises the limits.
func TestGrowth(t *testing.T) {
	hostile.Check(t, patternShapes, compileAttacks, func(name, shape string) float64 {
		if strings.Contains(name, "with a search") {
			return 5 * 850 // four candidates, and the text
		}
		return 850
	})
	hostile.Check(t, inputs, matchAttacks, func(name, shape string) float64 {
		if strings.Contains(name, "Init(in)") {
			return 512
		}
		return 128
	})
}

// TestZeroMethods calls each method of the zero value of each type. None may panic.
func TestZeroMethods(t *testing.T) {
	hostile.CallZeros(t, new(Pattern), new(List), new(Match), new(Error), new(Component))
	p := Must(New("https://*", Options{}))
	if Compare(Pathname, new(Pattern), p) != 0 || Compare(Pathname, p, new(Pattern)) != 0 {
		t.Error("the zero Pattern compares as another one")
	}
}

// TestConcurrentMatches matches with one pattern and one list from many goroutines, for the race detector to watch.
func TestConcurrentMatches(t *testing.T) {
	p := Must(New("https://*.example.com/:a-:b-:c!*", Options{}))
	l := NewList(Must(New("https://example.org/*", Options{})), p)
	u := url.MustParse("https://www.example.com/1-2-3!x?y#z")
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			for range 20 {
				m, matched := p.Exec(u)
				value, ok := m.Group(Pathname, "b")
				index, found := l.First(u)
				if !matched || !ok || value != "2" || !found || index != 1 || Compare(Pathname, p, p) != 0 || p.Component(Port) != "" {
					t.Errorf("matched %t, group %q, %t, index %d, %t", matched, value, ok, index, found)
				}
			}
		})
	}
	readers.Wait()
}

// TestCompileMemory has short patterns that become large programs. SECURITY.md promises the limit.
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
	for nested, want := range map[int]error{999: nil, 1000: ErrUnsupportedRegExp} { // the documented limit
		for begin, end := range map[string]string{"(?:": ")", "[": "]"} {
			pattern := "/(" + strings.Repeat(begin, nested) + "a" + strings.Repeat(end, nested) + ")"
			if _, err := NewFromInit(Init{Pathname: pattern}, Options{}); !errors.Is(err, want) {
				t.Errorf("%d %q: %v; want %v", nested, begin, err, want)
			}
		}
	}
	for _, pattern := range []string{strings.Repeat("{/:a}", 1), strings.Repeat("{a}?", 3000), strings.Repeat("*{a}?", 1000)} {
		if _, err := NewFromInit(Init{Pathname: pattern}, Options{}); err != nil {
			t.Errorf("%.40s: %v", pattern, err)
		}
	}
}
