package ecma

import (
	"strings"
	"testing"

	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// TestV8Regexps compares random regular expressions, and each way to match, with V8.
func TestV8Regexps(t *testing.T) {
	g, cases := regexptest.NodeCases(t)
	var questions []regexptest.RegexpQuestion
	for len(questions) < cases {
		source, input := "^("+g.Regexp(2)+")"+g.Pick("", "", "?", "*", "+")+"$", g.Input
		switch g.IntN(4) {
		case 0:
			source, input = "^("+g.Counted(1+g.IntN(2))+")("+g.Counted(1)+")"+g.Pick("", "*", "?")+"$", g.Letters
		case 1:
			source, input = g.Component(), g.ComponentInput
		case 2:
			source = "^(?:" + g.Regexp(1) + ")(?" + g.Pick("=", "!", "<=", "<!") + g.Regexp(1) + ")(" + g.Regexp(1) + "|.*)$"
		}
		ignoreCase := g.IntN(2) == 0
		if regexptest.MeetsBugOfV8(source, ignoreCase) || strings.Contains(source, "é") { // the standard's regular expressions are ASCII
			continue
		}
		inputs := make([]string, 10)
		for i := range inputs {
			inputs[i] = input()
		}
		questions = append(questions, regexptest.RegexpQuestion{Source: source, Flags: regexptest.Flags(ignoreCase), Inputs: inputs})
	}
	var refused, unsupported, matches, looks int
	for i, a := range regexptest.Ask[regexptest.RegexpQuestion, regexptest.RegexpAnswer](t, questions) {
		q := questions[i]
		n, groups, err := Parse(q.Source, q.Flags == "vi")
		if refuses := err != nil && !err.Unsupported; refuses != a.Error {
			t.Errorf("%s: %v, and V8 refuses it: %v", q.Source, err, a.Error)
		}
		if err != nil {
			if refused++; err.Unsupported {
				unsupported++
			}
			continue
		}
		p, ok := Compile(n, groups, q.Flags == "vi")
		if !ok {
			continue
		}
		if p.looks {
			looks++
		}
		spans := make([]Span, groups)
		for j, input := range q.Inputs {
			matched := p.Match(input, spans)
			if matched {
				matches++
			}
			if matched != (a.Matches[j] != nil) || matched && !regexptest.SameTexts(input, spans, a.Matches[j]) {
				t.Errorf("/%s/%s on %q: %v %v, V8 differs", q.Source, q.Flags, input, matched, spans)
			}
			checkSweeps(t, p, input, matched, spans)
		}
	}
	t.Logf("%d refused, %d of them unsupported; %d matches, %d with lookaround assertions", refused, unsupported, matches, looks)
}

// TestV8Tables asks V8 about the tables of ecma_test.go.
func TestV8Tables(t *testing.T) {
	regexptest.NodeCases(t)
	var questions []regexptest.RegexpQuestion
	ask := func(source string, ignoreCase bool, inputs ...string) {
		questions = append(questions, regexptest.RegexpQuestion{Source: "^(?:" + source + ")$", Flags: regexptest.Flags(ignoreCase), Inputs: inputs})
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
		questions = append(questions, regexptest.RegexpQuestion{Source: source, Flags: "v"})
	}
	answers := regexptest.Ask[regexptest.RegexpQuestion, regexptest.RegexpAnswer](t, questions)
	for i, row := range regexpCharacters {
		if regexptest.MeetsBugOfV8(flagsOf(row.source)) {
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
