package regexptest

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What is in this file compares with V8, which is in Node. It needs URLPATTERN_NODE to name the program, of version 26 or newer.
// URLPATTERN_SEED and URLPATTERN_CASES choose other random cases, and how many.

//go:embed oracle.js
var oracleJS []byte

// mostNodeTime is the time for all answers. 10,000 cases take seconds.
const mostNodeTime = 5 * time.Minute

// Ask answers questions as oracle.js describes them. It asks the program that URLPATTERN_NODE names.
func Ask[Q, A any](t *testing.T, questions []Q) (answers []A) {
	t.Helper()
	return AskEngine[Q, A](t, questions, os.Getenv("URLPATTERN_NODE"))
}

// AskEngine is [Ask] for a program with arguments. Behind them comes the name of the script.
func AskEngine[Q, A any](t *testing.T, questions []Q, program string, args ...string) (answers []A) {
	t.Helper()
	var in bytes.Buffer
	encoder := json.NewEncoder(&in)
	encoder.SetEscapeHTML(false)
	for _, q := range questions {
		if err := encoder.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	script := filepath.Join(t.TempDir(), "oracle.cjs") // so named, Deno knows require
	if err := os.WriteFile(script, oracleJS, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), mostNodeTime)
	defer cancel()
	command := exec.CommandContext(ctx, program, append(args, script)...)
	command.Stdin, command.Stderr = &in, os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v, %v: does a pattern take exponential time in %s?", err, ctx.Err(), program)
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

// NodeCases returns a generator and the number of cases. It skips the test if there is no Node.
func NodeCases(t *testing.T) (Generator, int) {
	t.Helper()
	if os.Getenv("URLPATTERN_NODE") == "" {
		t.Skip("URLPATTERN_NODE does not name a Node")
	}
	return Cases()
}

// Cases returns a generator and the number of cases.
func Cases() (Generator, int) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	return New(uint64(number("URLPATTERN_SEED", 1))), number("URLPATTERN_CASES", 10_000)
}

// A RegexpQuestion asks what a regular expression matches in inputs.
type RegexpQuestion struct {
	Source string   `json:"source"`
	Flags  string   `json:"flags"`
	Inputs []string `json:"inputs"`
}

// A RegexpAnswer says whether V8 rejects the regular expression, and has a match for each input: the texts of the match and of
// its groups, or nil.
type RegexpAnswer struct {
	Error   bool
	Matches [][]*string
}

// Flags returns the flags of a question.
func Flags(ignoreCase bool) string {
	if ignoreCase {
		return "vi"
	}
	return "v"
}

// SameTexts reports whether the groups of a match are those that V8 found. The first of V8's is the match.
func SameTexts[S ~struct{ Start, End uint32 }](input string, spans []S, want []*string) bool {
	for i, s := range spans {
		got, w := Span(s), want[i+1]
		if (got.Start <= got.End) != (w != nil) || w != nil && input[got.Start:got.End] != *w {
			return false
		}
	}
	return true
}

// MeetsBugOfV8 reports whether V8 14.6 may get the letter case wrong. With the flag i it does not fold strings of a class:
// /^[\q{a}]$/vi takes "a" and not "A". The flag also leaks out of modifiers: /^(?:(?i:[a-c])x|\p{Ll})$/v takes "B". Behind
// a modifier it does not fold "k" and "s" of a class: /^(?-i:x)?[k]$/vi does not take "K".
func MeetsBugOfV8(pattern string, ignoreCase bool) bool {
	modifier := strings.Contains(pattern, "(?i") || strings.Contains(pattern, "(?-i")
	return ignoreCase && strings.Contains(pattern, `\q`) ||
		modifier && (strings.ContainsAny(pattern, "[kKsS") || strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`))
}
