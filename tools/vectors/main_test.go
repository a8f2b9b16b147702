package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/gen"
)

func TestCandidates(t *testing.T) {
	for _, k := range kinds {
		var out strings.Builder
		if err := run([]string{"-kind", k.name, "-n", "50"}, &out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) < 40 {
			t.Errorf("%s: only %d different candidates of 50", k.name, len(lines))
		}
		for _, line := range lines {
			var r request
			if err := json.Unmarshal([]byte(line), &r); err != nil || r.Op == "" {
				t.Errorf("%s: %q is not a request: %v", k.name, line, err)
			}
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, args := range [][]string{{"-kind", "nothing"}, {"-o", "testdata"}, {"-o", "x", "-reference", "true"}} {
		if err := run(args, new(strings.Builder)); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

func TestEncode(t *testing.T) {
	const in = "a<\u007f\u00e9\u2028\U0001f600\x00\"\\"
	got := encode(in)
	if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r > '~' }) {
		t.Errorf("%q is not printable ASCII", got)
	}
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != in {
		t.Errorf("%s reads as %q, %v", got, back, err)
	}
}

// TestChoose checks that the smallest of several equal vectors is chosen, and each vector with a unique feature.
func TestChoose(t *testing.T) {
	url := func(input string, names ...string) vector {
		return vector{request{Op: "url", Input: &input}, answer{Errors: names}}
	}
	k := kind{want: 2, group: func(vector) string { return "all" }}
	chosen := choose(k, []vector{url("aaaa", "x"), url("aaa", "x"), url("bbbbbb", "y"), url("aa", "x")})
	var inputs []string
	for _, v := range chosen {
		inputs = append(inputs, *v.Input)
	}
	if want := []string{"aa", "bbbbbb"}; !slices.Equal(inputs, want) {
		t.Errorf("chose %q, want %q", inputs, want)
	}
}

// TestErrorNames checks the number of validation errors and of setters in the standard.
func TestErrorNames(t *testing.T) {
	if n := len(errorNames()); n < 31 {
		t.Errorf("%d names, want at least 31", n)
	}
	if len(gen.SetterNames) != 10 {
		t.Errorf("%d setters, want 10", len(gen.SetterNames))
	}
}
