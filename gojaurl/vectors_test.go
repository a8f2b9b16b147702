package gojaurl_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/vectors"
)

// This file runs the vectors of web-platform-tests in JavaScript.

//go:embed testdata/vectors.js
var vectorsScript string

// suites are the files of vectors, what vectors.js does with them, and the rows of the README's table.
var suites = []struct {
	row, kind, variable, file string
	least                     int
}{
	{"`new URL`", "parser", "WPT_DIR", "urltestdata.json", 850},
	{"`new URL`", "parser", "WPT_DIR", "urltestdata-javascript-only.json", 1},
	{"`canParse` and `parse`", "statics", "WPT_DIR", "urltestdata.json", 850},
	{"`origin`", "origin", "WPT_DIR", "urltestdata.json", 400},
	{"setters", "setters", "WPT_DIR", "setters_tests.json", 270},
	{"hosts", "domains", "WPT_DIR", "IdnaTestV2.json", 2500},
	{"hosts", "domains", "WPT_DIR", "IdnaTestV2-removed.json", 20},
	{"hosts", "domains", "WPT_DIR", "toascii.json", 80},
	{"hosts", "hosts", "WPT_DIR", "toascii.json", 160},
	{"`search`", "queries", "WPT_DIR", "percent-encoding.json", 7},
	{"`URLPattern`", "patterns", "URLPATTERN_DIR", "urlpatterntestdata.json", 350},
}

// A result is that of a test in JavaScript. The message is empty if the test passes.
type result struct{ Name, Message string }

// runVectors runs a function of vectors.js. A script that throws fails as a whole.
func runVectors(r engine, kind string, text []byte) (results []result, err error) {
	out, err := r.call(vectorsScript, kind, string(text))
	if err != nil {
		return nil, err
	}
	return results, json.Unmarshal([]byte(out), &results)
}

func TestVectors(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		for _, s := range suites {
			t.Run(fmt.Sprint(name, "/", s.kind, "/", s.file), func(t *testing.T) {
				results, err := runVectors(ours[name](t), s.kind, vectors.Read(t, s.variable, s.file))
				if err != nil || len(results) < s.least {
					t.Fatalf("%d results, want at least %d; %v", len(results), s.least, err)
				}
				for _, r := range results {
					if r.Message != "" {
						t.Errorf("%s: %s", r.Name, r.Message)
					}
				}
				t.Log(len(results))
			})
		}
	}
}

// TestTable holds the README's table of assertions to what the vectors give.
func TestTable(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	implementations := []func(testing.TB) engine{newNodejs, newGoja, newSobek}
	passed, all, rows := map[string][]int{}, map[string]int{}, []string{}
	for _, s := range suites {
		if all[s.row] == 0 {
			rows, passed[s.row] = append(rows, s.row), make([]int, len(implementations))
		}
		text := vectors.Read(t, s.variable, s.file)
		for i, implementation := range implementations {
			results, err := runVectors(implementation(t), s.kind, text)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Message == "" {
					passed[s.row][i]++
				}
			}
			if i == 0 {
				all[s.row] += len(results)
			}
		}
	}
	const sum = "all"
	passed[sum] = make([]int, len(implementations))
	for _, row := range rows {
		all[sum] += all[row]
		for i, n := range passed[row] {
			passed[sum][i] += n
		}
	}
	for _, row := range append(rows, sum) {
		line := fmt.Sprintf("| %s | %s | %s | %s | %s |", row, number(all[row]), number(passed[row][0]), number(passed[row][1]), number(passed[row][2]))
		if t.Log(line); !strings.Contains(string(readme), line+"\n") {
			t.Errorf("README.md does not have the line %s", line)
		}
	}
}

// number writes a number with commas.
func number(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", number(n/1000), n%1000)
}
