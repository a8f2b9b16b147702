package urlpattern

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
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
	Matches [][]componentAnswer
}

type componentAnswer struct {
	Input  string
	Groups map[string]*string
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

// TestEngines asks several engines for patterns, from constructor strings and inits. Where they agree on something else than this
// package gives, the standard's text has to decide, and aloneByText says how. URLPATTERN_ENGINES names the engines, as in
// "node:bun:deno run -A".
func TestEngines(t *testing.T) {
	var engines []string
	if list := os.Getenv("URLPATTERN_ENGINES"); list != "" {
		engines = strings.Split(list, ":")
	}
	if len(engines) == 0 {
		t.Skip("URLPATTERN_ENGINES names no engines")
	}
	r, cases := regexptest.Cases()
	g := generator{r}
	var questions []patternQuestion
	var ours []patternAnswer
	for len(questions) < cases {
		q, answer := g.patternQuestion()
		if !repeatedWildcard.MatchString(fmt.Sprint(q.Args)) {
			questions, ours = append(questions, q), append(ours, answer)
		}
	}
	answers := make([][]string, len(engines))
	for i, engine := range engines {
		command := strings.Fields(engine)
		for _, a := range regexptest.AskEngine[patternQuestion, patternAnswer](t, questions, command[0], command[1:]...) {
			answers[i] = append(answers[i], a.text(t))
		}
	}
	differ := make([]int, len(engines))
	alone := map[string]int{}
	for i, q := range questions {
		got, want, agree := ours[i].text(t), answers[0][i], true
		for j := range engines {
			agree = agree && answers[j][i] == want
			if answers[j][i] != got {
				differ[j]++
			}
		}
		if !agree || got == want {
			continue
		}
		reason := aloneByText(q, ours[i])
		alone[reason]++
		if reason == "" {
			t.Errorf("%q on %q:\ngot  %s\nwant %s", q.Args, q.Inputs, got, want)
		}
	}
	t.Logf("%d patterns; %q differ in %d; alone: %v", len(questions), engines, differ, alone)
	if slices.Max(differ) > cases/4 {
		t.Error("too many differences")
	}
}

// text returns the answer as JSON, without groups that took no part in the match: [Match.Groups] does not yield them, and engines
// give undefined.
func (a patternAnswer) text(t *testing.T) string {
	for _, match := range a.Matches {
		for _, c := range match {
			maps.DeleteFunc(c.Groups, func(_ string, value *string) bool { return value == nil })
		}
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// aloneByText returns why this package follows the standard where all engines depart from it. NOTES.md explains both reasons.
func aloneByText(q patternQuestion, ours patternAnswer) string {
	init, isInit := q.Args[0].(map[string]string)
	switch {
	case isInit && init["port"] != "" && strings.Trim(init["port"], "\t\n") == "":
		return "a port of tabs and newlines"
	case !ours.Error && dotSegment.MatchString(ours.Strings[Pathname]):
		return "dot segments of an opaque path"
	}
	return ""
}

// dotSegment finds a dot segment in a pattern string, or a fixed text that ends in one.
var dotSegment = regexp.MustCompile(`(^|/)(\.|%2[eE]){1,2}([/{(:*]|$)`)

// patternQuestion returns a random pattern with URLs to match, and this package's answer.
func (g generator) patternQuestion() (q patternQuestion, answer patternAnswer) {
	var o Options
	var p *Pattern
	var err error
	like := g.constructorString()
	if g.IntN(2) == 0 {
		o.BaseURL = g.Pick("", "", g.url(like))
		q.Args = []any{like}
		if o.BaseURL != "" {
			q.Args = append(q.Args, o.BaseURL)
		}
	} else {
		q.Args = []any{g.init()}
	}
	if g.IntN(4) == 0 {
		o.IgnoreCase = true
		q.Args = append(q.Args, map[string]bool{"ignoreCase": true})
	}
	if init, ok := q.Args[0].(map[string]string); ok {
		in := Init{}
		for c := Protocol; c <= BaseURL; c++ {
			if value, ok := init[c.String()]; ok {
				in[c] = value
			}
		}
		like = "//" + init["pathname"]
		p, err = NewFromInit(in, o)
	} else {
		p, err = New(like, o)
	}
	for range 5 {
		q.Inputs = append(q.Inputs, []any{g.url(like)})
	}
	if err != nil {
		return q, patternAnswer{Error: true}
	}
	for c := Protocol; c <= Hash; c++ {
		answer.Strings = append(answer.Strings, p.Component(c))
	}
	for _, input := range q.Inputs {
		m, matched := p.ExecString(input[0].(string), "")
		var results []componentAnswer // nil without a match
		for c := Protocol; c <= Hash && matched; c++ {
			result := componentAnswer{Input: m.Input(c), Groups: map[string]*string{}}
			for name, value := range m.Groups(c) {
				result.Groups[name] = &value
			}
			results = append(results, result)
		}
		answer.Matches = append(answer.Matches, results)
	}
	return q, answer
}

// init returns a random init, by the names of its members.
func (g generator) init() map[string]string {
	in := map[string]string{}
	for name, value := range map[string]string{
		"protocol": g.Pick("https", "http{s}?", "foo", "*", ":p", "file", "data"),
		"username": g.Pick("", "*", "u", ":u"),
		"hostname": g.Pick("example.com", "*.example.com", "{*.}?example.com", "[\\:\\:1]", "a{/}?", "EXAMPLE.com", "b\u00fccher.example"),
		"port":     g.Pick("", "*", "80", "443", "0080", "\t", "8\n0", ":port"),
		"pathname": "/" + g.pattern(),
		"search":   g.Pick("", "*", "?q=*", "??x", "q=:q", "'", "a b"),
		"hash":     g.Pick("", "*", "#h", "##h", "\u00e9"),
		"baseURL":  g.Pick("https://example.com/a/b?q#h", "foo://h/a", "data:a", "file:///C:/a"),
	} {
		if g.IntN(3) == 0 || name == "pathname" {
			in[name] = value
		}
	}
	if g.IntN(4) == 0 {
		in["pathname"] = g.Pick("/a/../b", "/./a", "a/%2e%2e/b", "..", "/a/..", "/private#x/*", "Foo/..", "")
	}
	return in
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
