package urlpattern

import (
	"errors"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/weburl-go/url/urlpattern/internal/ecma"
	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// The tests in this file compare with V8 and ada, which are in Node, as regexptest.NodeCases says.

// TestV8Regexps compares what this package makes of regular expressions with what V8 makes of them: in patterns of one
// component, which the standard turns into one regular expression.
func TestV8Regexps(t *testing.T) {
	r, cases := regexptest.NodeCases(t)
	g := generator{r}
	type question struct {
		pattern   string
		component *component
		err       *Error
	}
	var asked []question
	var questions []regexptest.RegexpQuestion
	for len(asked) < cases {
		pattern := "(" + g.Regexp(2) + ")" + g.Pick("", "", "?", "*", "+")
		counted := g.IntN(4) == 0
		switch g.IntN(4) {
		case 0:
			pattern = "/:name" + pattern + g.Pick("", "/b", ":b")
		case 1:
			pattern = "{a" + pattern + "}"
		case 2:
			pattern += g.pattern()
		}
		if counted {
			pattern = "(" + g.Counted(1+g.IntN(2)) + ")(" + g.Counted(1) + ")" + g.Pick("", "*", "?")
		}
		o := optionsFor(g.IntN(6))
		encode := encodingCallback(canonicalizeAnOpaquePathname) // which changes little, and makes all ASCII
		parts, err := parseAPatternString(pattern, o, encode)
		if err != nil {
			continue
		}
		q := question{pattern: pattern}
		q.component, q.err = compileAComponent(pattern, encode, o, compileSettings{})
		inputs := make([]string, 10)
		for i := range inputs {
			if inputs[i] = g.Input(); counted {
				inputs[i] = g.Letters()
			}
		}
		if regexptest.MeetsBugOfV8(pattern, o.ignoreCase) {
			continue
		}
		asked = append(asked, q)
		questions = append(questions, regexptest.RegexpQuestion{
			Source: generateARegularExpression(parts, o).source, Flags: regexptest.Flags(o.ignoreCase), Inputs: inputs,
		})
	}
	var pairs, matches, refused, unsupported int
	for i, a := range regexptest.Ask[regexptest.RegexpQuestion, regexptest.RegexpAnswer](t, questions) {
		q := asked[i]
		if q.err != nil && errors.Is(q.err, ErrUnsupportedRegExp) {
			unsupported++
		}
		if a.Error {
			refused++
		}
		if got := q.err != nil && errors.Is(q.err, ErrRegExp); got != a.Error {
			t.Errorf("%q (%s): %v, and V8 refuses it: %v", q.pattern, questions[i].Source, q.err, a.Error)
			continue
		}
		if q.err != nil {
			continue
		}
		spans := make([]ecma.Span, len(q.component.groupNameList))
		for j, input := range questions[i].Inputs {
			pairs++
			got := q.component.matcher.match(input, spans)
			if got {
				matches++
			}
			if got != (a.Matches[j] != nil) || got && !regexptest.SameTexts(input, spans, a.Matches[j]) {
				t.Errorf("%q (/%s/%s) on %q: %v %v, V8 differs", q.pattern, questions[i].Source, questions[i].Flags, input, got, spans)
			}
		}
	}
	t.Logf("%d patterns, %d refused by both, %d unsupported; %d pairs, %d match", len(asked), refused, unsupported, pairs, matches)
}

type patternQuestion struct {
	Args   []any   `json:"args"`
	Inputs [][]any `json:"inputs"`
}

type patternAnswer struct {
	Error   bool
	Strings []string
	Matches [][]struct {
		Input  string
		Groups map[string]*string
	}
}

// TestAda compares whole patterns, from constructor strings and inits, with the URLPattern class of Node, which is
// ada's. If URLPATTERN_CHROMIUM is set, what URLPATTERN_NODE names is a program that asks a Chromium.
func TestAda(t *testing.T) {
	r, cases := regexptest.NodeCases(t)
	g := generator{r}
	type question struct {
		p    *Pattern
		err  error
		urls []string
	}
	var asked []question
	var questions []patternQuestion
	for range cases {
		pattern, base, ignoreCase := g.constructorString(), "", g.IntN(4) == 0
		args := []any{pattern}
		if pattern[0] == '/' || g.IntN(4) == 0 {
			base = g.url(pattern)
			args = append(args, base)
		}
		if repeatedWildcard.MatchString(pattern) || adaDiffers(pattern, base) && os.Getenv("URLPATTERN_CHROMIUM") == "" {
			continue
		}
		if ignoreCase {
			args = append(args, map[string]bool{"ignoreCase": true})
		}
		q := question{}
		q.p, q.err = New(pattern, Options{IgnoreCase: ignoreCase, BaseURL: base})
		var inputs [][]any
		for range 10 {
			u := g.url(pattern)
			q.urls = append(q.urls, u)
			inputs = append(inputs, []any{u})
		}
		asked = append(asked, q)
		questions = append(questions, patternQuestion{args, inputs})
	}
	var pairs, matches, refused int
	for i, a := range regexptest.Ask[patternQuestion, patternAnswer](t, questions) {
		q := asked[i]
		if a.Error {
			refused++
		}
		if (q.err != nil) != a.Error {
			t.Errorf("%q: %v, and ada refuses it: %v", questions[i].Args, q.err, a.Error)
			continue
		}
		if q.err != nil {
			continue
		}
		for c := Protocol; c <= Hash; c++ {
			if got := q.p.Component(c); got != a.Strings[c] {
				t.Errorf("%q: %s is %q, ada has %q", questions[i].Args, c, got, a.Strings[c])
			}
		}
		for j, u := range q.urls {
			pairs++
			m, matched := q.p.ExecString(u, "")
			if matched {
				matches++
			}
			if matched != (a.Matches[j] != nil) {
				t.Errorf("%q on %q: %v, ada differs", questions[i].Args, u, matched)
				continue
			}
			for c, want := range a.Matches[j] {
				defined := map[string]string{}
				for name, value := range want.Groups {
					if value != nil {
						defined[name] = *value
					}
				}
				if got := maps.Collect(m.Groups(Component(c))); m.Input(Component(c)) != want.Input || !maps.Equal(got, defined) {
					t.Errorf("%q on %q: %s is %q %q, ada has %q %q", questions[i].Args, u, Component(c), m.Input(Component(c)), got, want.Input, defined)
				}
			}
		}
	}
	t.Logf("%d patterns, %d refused by both; %d pairs, %d match", len(asked), refused, pairs, matches)
}

// repeatedWildcard finds what becomes "(?:.*)*", on which V8 takes time that doubles with each byte of a miss.
var repeatedWildcard = regexp.MustCompile(`\*\}?[*+]`)

// constructorString returns a random constructor string.
func (g generator) constructorString() string {
	if g.IntN(4) == 0 {
		return "/" + g.pattern() + g.Pick("", "?q=*", "#:h")
	}
	s := g.Pick("https:", "https:", "http{s}?:", "*:", ":p:", "data:", "foo:", "file:", "(https?|ftp):", "ht(tp):", "HTTPS:", "ws{s}?:", "{https}:")
	s += "//" + g.Pick("", "", "", "user@", "user:pw@", "*:*@", ":u@")
	s += g.Pick("example.com", "example.com", "*", "*", "*", "*.example.com", ":sub.example.com", "{*.}?example.com", "[::1]",
		"(a|b).example.com", "ex%41mple.com", "bücher.example", "EXAMPLE.com", "127.0.0.1", "{:a.}+com", "[:x]", "a:b")
	s += g.Pick("", "", "", ":8080", ":*", ":*", ":443", ":80", ":(\\d+)", "::port", ":80*") + "/" + g.pattern()
	if g.IntN(3) == 0 {
		s += g.Pick("?", "\\?") + g.Pick("", "q=*", "q=:q", "*", "a b", "é", "{a}?", "q=(\\d+)")
	}
	if g.IntN(3) == 0 {
		s += "#" + g.Pick("", "h", "*", ":h", "a b", "é")
	}
	return s
}

// adaDiffers reports whether ada 4.0.0 departs from the standard for the pattern. It drops characters of opaque paths,
// and it takes "{/a:n}" for "/a:n" when it writes the pattern string.
func adaDiffers(pattern, base string) bool {
	return strings.HasPrefix(pattern, "foo:") || strings.HasPrefix(base, "foo:") || strings.HasPrefix(pattern, "data:") || strings.Contains(pattern, "{/")
}

// url returns a random URL. Its path often looks like that of the pattern.
func (g generator) url(pattern string) string {
	path := "/" + g.input()
	if _, after, ok := strings.Cut(pattern, "//"); ok && g.IntN(4) > 0 {
		path = g.instance(after)
	} else if !ok && g.IntN(4) > 0 {
		path = g.instance(pattern)
	}
	return g.Pick("https://", "https://", "https://", "http://", "foo://", "file://", "wss://") +
		g.Pick("", "", "", "user@", "user:pw@") +
		g.Pick("example.com", "example.com", "example.com", "a.example.com", "[::1]", "127.0.0.1", "xn--bcher-kva.example", "a.b.com") +
		g.Pick("", "", "", ":8080", ":443", ":80", ":1") + path +
		g.Pick("", "", "", "?", "?q=1", "?q=x&r", "?a%20b") + g.Pick("", "", "", "#", "#h", "#a%20b")
}

// instance returns a path that the pattern may match: that of a constructor string behind the host.
func (g generator) instance(pattern string) string {
	tokens, _ := tokenize(pattern, lenient)
	var s strings.Builder
	for _, token := range tokens {
		switch token.tokenType {
		case tokenName:
			s.WriteString(g.Pick("a", "ab", "-", "A.b"))
		case tokenAsterisk:
			s.WriteString(g.Pick("", "a", "a/b", "/"))
		case tokenChar:
			s.WriteString(token.value(pattern))
		}
	}
	_, path, _ := strings.Cut(s.String(), "/")
	path, _, _ = strings.Cut(path, "#")
	return "/" + path
}
