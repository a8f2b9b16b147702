package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files are small data files.
var files = map[string]string{
	"LinkTerm.txt":    "# a comment\n\n0028 ; Open # 1.1 ( \n0029 ; Close # 1.1 )\n002E ; Soft # 1.1 .\n0030..0039 ; Include # 1.1 [10]\n0041..0043;Include#16.0\n0F0B ; Include # 9.0\n",
	"LinkEmail.txt":   "0030..0039 # 1.1\n0041 # 1.1\n",
	"LinkBracket.txt": "0029 ; 0028 #1.1 ()\n",
}

// runWith runs the command on files, one of which may be changed.
func runWith(t *testing.T, name, content string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for file, text := range files {
		if file == name {
			text = content
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "tables.go")
	if err := run(dir, out); err != nil {
		return "", err
	}
	source, err := os.ReadFile(out)
	return string(source), err
}

func TestRun(t *testing.T) {
	source, err := runWith(t, "", "")
	if err != nil {
		t.Fatal(err)
	}
	// The first code point of each range, times 32, and its class: up to "D", which is only for labels; U+0F0B.
	for _, want := range []string{
		`const unicodeVersion = "16.0"`, "{0x29, 0x28}",
		"0x0, 0x503, 0x524, 0x540, 0x5b0, 0x5c2, 0x5e0, 0x619, 0x740, 0x839, 0x851, 0x890,\n",
		"0xdfe0, 0x1e171,",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("%s not in\n%s", want, source)
		}
	}
}

func TestRunErrors(t *testing.T) {
	for _, row := range [][2]string{
		{"LinkTerm.txt", ""}, {"LinkTerm.txt", "0041 ; Wrong # 1.1"}, {"LinkTerm.txt", "x ; Soft # 1.1"}, {"LinkTerm.txt", "0041..x ; Soft # 1.1"},
		{"LinkEmail.txt", "110000 # 1.1"}, {"LinkBracket.txt", "0029 ; x # 1.1"},
	} {
		if _, err := runWith(t, row[0], row[1]); err == nil {
			t.Errorf("%q: no error", row)
		}
	}
	if err := run(t.TempDir(), "tables.go"); err == nil {
		t.Error("no error without files")
	}
}
