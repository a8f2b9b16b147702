package urlpattern

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The tests in this file compare with V8 and ada, which are in Node. They run if URLPATTERN_NODE names the program,
// of version 26 or newer. URLPATTERN_SEED and URLPATTERN_CASES choose other random cases, and how many.

// mostNodeTime is the time for all answers. 10,000 cases take seconds.
const mostNodeTime = 5 * time.Minute

// node answers questions as testdata/oracle.js describes them.
func node[Q, A any](t *testing.T, questions []Q) (answers []A) {
	t.Helper()
	var in bytes.Buffer
	encoder := json.NewEncoder(&in)
	encoder.SetEscapeHTML(false)
	for _, q := range questions {
		if err := encoder.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), mostNodeTime)
	defer cancel()
	command := exec.CommandContext(ctx, os.Getenv("URLPATTERN_NODE"), "testdata/oracle.js")
	command.Stdin, command.Stderr = &in, os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v, %v: does a pattern take exponential time in Node?", err, ctx.Err())
	}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for range questions {
		var a A
		if err := decoder.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	return answers
}

// nodeCases returns a generator and the number of cases.
func nodeCases(t *testing.T) (generator, int) {
	t.Helper()
	if os.Getenv("URLPATTERN_NODE") == "" {
		t.Skip("URLPATTERN_NODE does not name a Node")
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	return newGenerator(uint64(number("URLPATTERN_SEED", 1))), number("URLPATTERN_CASES", 10_000)
}

type regexpQuestion struct {
	Source string   `json:"source"`
	Flags  string   `json:"flags"`
	Inputs []string `json:"inputs"`
}

type regexpAnswer struct {
	Error   bool
	Matches [][]*string
}

// TestV8Regexps compares what this package makes of regular expressions with what V8 makes of them: in patterns of one
// component, which the standard turns into one regular expression.
func TestV8Regexps(t *testing.T) {
	g, cases := nodeCases(t)
	type question struct {
		pattern   string
		component *component
		err       *Error
	}
	var asked []question
	var questions []regexpQuestion
	for len(asked) < cases {
		pattern := "(" + g.regexp(2) + ")" + g.pick("", "", "?", "*", "+")
		counted := g.IntN(4) == 0
		switch g.IntN(4) {
		case 0:
			pattern = "/:name" + pattern + g.pick("", "/b", ":b")
		case 1:
			pattern = "{a" + pattern + "}"
		case 2:
			pattern += g.pattern()
		}
		if counted {
			pattern = "(" + g.counted(1+g.IntN(2)) + ")(" + g.counted(1) + ")" + g.pick("", "*", "?")
		}
		o := optionsFor(g.IntN(6))
		encode := encodingCallback(canonicalizeAnOpaquePathname) // which changes little, and makes all ASCII
		parts, err := parseAPatternString(pattern, o, encode)
		if err != nil {
			continue
		}
		q := question{pattern: pattern}
		q.component, q.err = compileAComponent(pattern, encode, o, compileSettings{})
		flags := "v"
		if o.ignoreCase {
			flags = "vi"
		}
		inputs := make([]string, 10)
		for i := range inputs {
			if inputs[i] = g.regexpInput(); counted {
				inputs[i] = g.letters()
			}
		}
		if meetsBugOfV8(pattern, o.ignoreCase) {
			continue
		}
		asked = append(asked, q)
		questions = append(questions, regexpQuestion{generateARegularExpression(parts, o).source, flags, inputs})
	}
	var pairs, matches, refused, unsupported, looks int
	for i, a := range node[regexpQuestion, regexpAnswer](t, questions) {
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
		spans := make([]span, len(q.component.groupNameList))
		for j, input := range questions[i].Inputs {
			pairs++
			got := q.component.matcher.match(input, spans)
			if got {
				matches++
			}
			if got != (a.Matches[j] != nil) || got && !sameGroups(input, spans, a.Matches[j]) {
				t.Errorf("%q (/%s/%s) on %q: %v %v, V8 differs", q.pattern, questions[i].Source, questions[i].Flags, input, got, spans)
			}
			if p := q.component.matcher.program; p != nil {
				if p.looks {
					looks++
				}
				checkSweeps(t, p, input, got, spans)
			}
		}
	}
	t.Logf("%d patterns, %d refused by both, %d unsupported; %d pairs, %d match, %d with lookaround assertions", len(asked), refused, unsupported, pairs, matches, looks)
}

// TestV8Tables asks V8 about the tables of regexp_test.go.
func TestV8Tables(t *testing.T) {
	nodeCases(t)
	var questions []regexpQuestion
	ask := func(source string, ignoreCase bool, inputs ...string) {
		flags := "v"
		if ignoreCase {
			flags = "vi"
		}
		questions = append(questions, regexpQuestion{"^(?:" + source + ")$", flags, inputs})
	}
	var ascii []string
	for b := range byte(0x80) {
		ascii = append(ascii, string(rune(b)))
	}
	for _, row := range regexpCharacters {
		source, ignoreCase := flagsOf(row.source)
		ask(source, ignoreCase, ascii...)
	}
	for _, row := range regexpMatches {
		source, ignoreCase := flagsOf(row.source)
		ask(source, ignoreCase, row.input)
	}
	for _, source := range refusedRegexps {
		questions = append(questions, regexpQuestion{source, "v", nil})
	}
	answers := node[regexpQuestion, regexpAnswer](t, questions)
	for i, row := range regexpCharacters {
		if meetsBugOfV8(flagsOf(row.source)) {
			continue
		}
		for b := range byte(0x80) {
			if a := answers[i]; a.Error || (a.Matches[b] != nil) != isAmong(row.characters, b) {
				t.Errorf("%s on %q: V8 differs", row.source, b)
			}
		}
	}
	answers = answers[len(regexpCharacters):]
	for i, row := range regexpMatches {
		got := "no"
		if a := answers[i]; a.Error {
			got = "error"
		} else if groups := a.Matches[0]; groups != nil {
			got = textOf(groups[1:])
		}
		if got != row.want {
			t.Errorf("%s on %q: V8 has %q, want %q", row.source, row.input, got, row.want)
		}
	}
	for i, a := range answers[len(regexpMatches):] {
		if !a.Error {
			t.Errorf("V8 takes %s", refusedRegexps[i])
		}
	}
}

// meetsBugOfV8 reports whether V8 14.6 may get the letter case wrong. With the flag i it does not fold strings of a class:
// /^[\q{a}]$/vi takes "a" and not "A". The flag also leaks out of modifiers: /^(?:(?i:[a-c])x|\p{Ll})$/v takes "B". Behind
// a modifier it does not fold "k" and "s" of a class: /^(?-i:x)?[k]$/vi does not take "K".
func meetsBugOfV8(pattern string, ignoreCase bool) bool {
	modifier := strings.Contains(pattern, "(?i") || strings.Contains(pattern, "(?-i")
	return ignoreCase && strings.Contains(pattern, `\q`) ||
		modifier && (strings.ContainsAny(pattern, "[kKsS") || strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`))
}

// sameGroups reports whether the groups of a match are those that V8 found. The first of V8's is the match.
func sameGroups(input string, spans []span, want []*string) bool {
	for i, s := range spans {
		w := want[i+1]
		if s.isDefined() != (w != nil) || w != nil && input[s.start:s.end] != *w {
			return false
		}
	}
	return true
}

func (g generator) regexpInput() string {
	s := ""
	if g.IntN(3) == 0 {
		s = g.pick("/", "a")
	}
	for range g.IntN(6) {
		s += g.pick("a", "b", "A", "1", "-", "/", "_", "s", "k", "K", "S", "\x01", " ", "ab", "B", "\x00", "x")
	}
	return s
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
	g, cases := nodeCases(t)
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
	for i, a := range node[patternQuestion, patternAnswer](t, questions) {
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
		return "/" + g.pattern() + g.pick("", "?q=*", "#:h")
	}
	s := g.pick("https:", "https:", "http{s}?:", "*:", ":p:", "data:", "foo:", "file:", "(https?|ftp):", "ht(tp):", "HTTPS:", "ws{s}?:", "{https}:")
	s += "//" + g.pick("", "", "", "user@", "user:pw@", "*:*@", ":u@")
	s += g.pick("example.com", "example.com", "*", "*", "*", "*.example.com", ":sub.example.com", "{*.}?example.com", "[::1]",
		"(a|b).example.com", "ex%41mple.com", "bücher.example", "EXAMPLE.com", "127.0.0.1", "{:a.}+com", "[:x]", "a:b")
	s += g.pick("", "", "", ":8080", ":*", ":*", ":443", ":80", ":(\\d+)", "::port", ":80*") + "/" + g.pattern()
	if g.IntN(3) == 0 {
		s += g.pick("?", "\\?") + g.pick("", "q=*", "q=:q", "*", "a b", "é", "{a}?", "q=(\\d+)")
	}
	if g.IntN(3) == 0 {
		s += "#" + g.pick("", "h", "*", ":h", "a b", "é")
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
	return g.pick("https://", "https://", "https://", "http://", "foo://", "file://", "wss://") +
		g.pick("", "", "", "user@", "user:pw@") +
		g.pick("example.com", "example.com", "example.com", "a.example.com", "[::1]", "127.0.0.1", "xn--bcher-kva.example", "a.b.com") +
		g.pick("", "", "", ":8080", ":443", ":80", ":1") + path +
		g.pick("", "", "", "?", "?q=1", "?q=x&r", "?a%20b") + g.pick("", "", "", "#", "#h", "#a%20b")
}

// instance returns a path that the pattern may match: that of a constructor string behind the host.
func (g generator) instance(pattern string) string {
	tokens, _ := tokenize(pattern, lenient)
	var s strings.Builder
	for _, token := range tokens {
		switch token.tokenType {
		case tokenName:
			s.WriteString(g.pick("a", "ab", "-", "A.b"))
		case tokenAsterisk:
			s.WriteString(g.pick("", "a", "a/b", "/"))
		case tokenChar:
			s.WriteString(token.value(pattern))
		}
	}
	_, path, _ := strings.Cut(s.String(), "/")
	path, _, _ = strings.Cut(path, "#")
	return "/" + path
}
