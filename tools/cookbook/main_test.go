package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

func TestCookbook(t *testing.T) {
	want, err := cookbook(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, "COOKBOOK.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("COOKBOOK.md differs from the examples: run go generate")
	}
}

// A job is found by words, is short, and its text is nowhere else.
func TestJobs(t *testing.T) {
	seen, titles, jobs := map[string]bool{}, map[string]bool{}, 0
	for _, s := range sections {
		list, err := jobsIn(root, s.files)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range list {
			jobs++
			if lines := strings.Count(j.code, "\n"); lines > maxLines {
				t.Errorf("%s: the program has %d lines, want at most %d", j.title, lines, maxLines)
			}
			if titles[anchor(j.title)] || len(j.words) == 0 || j.output == "" {
				t.Errorf("%s: a second job with the title, or no words, or no output", j.title)
			}
			titles[anchor(j.title)] = true
			for _, sentence := range regexp.MustCompile(`[.:] `).Split(j.text+" "+j.trap, -1) {
				if sentence = strings.TrimRight(strings.ToLower(sentence), "."); seen[sentence] {
					t.Errorf("%s: %q is written twice", j.title, sentence)
				}
				seen[sentence] = true
			}
		}
	}
	if jobs < 60 || jobs > 90 {
		t.Errorf("%d jobs, want 60 to 90", jobs)
	}
}

func TestNewJobErrors(t *testing.T) {
	folder := t.TempDir()
	for name, comment := range map[string]string{
		"no trap":      "// Job: a\n//\n// b\n//\n// Words: c\n",
		"another kind": "// Job: a\n//\n// b\n//\n// Hint: c\n//\n// Words: d\n",
		"two lines":    "// Job: a\n// b\n//\n// c\n//\n// Trap: d\n//\n// Words: e\n",
		"no program":   "// Job: a\n//\n// b\n//\n// Trap: c\n//\n// Words: d\n",
	} {
		source := "package p_test\n\n" + comment + "func Example() {\n\tundefined()\n\t// Output:\n}\n"
		if err := os.WriteFile(filepath.Join(folder, "example_test.go"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := jobsIn(folder, "example_test.go"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := cookbook(folder); err == nil {
		t.Error("a folder without the files: no error")
	}
}
