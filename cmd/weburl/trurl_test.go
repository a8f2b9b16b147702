package main

import (
	"os"
	"strings"
	"testing"
)

// trurlOptions are the long options of trurl 0.16.
var trurlOptions = []string{"accept-space", "append", "as-idn", "curl", "default-port", "get", "help", "iterate", "json", "keep-port",
	"no-guess-scheme", "punycode", "qtrim", "query-separator", "quiet", "redirect", "replace", "replace-append", "set", "sort-query",
	"trim", "url", "url-file", "urlencode", "verify", "version"}

// TestTrurl runs the examples of trurl.md, which are those of trurl's manual.
func TestTrurl(t *testing.T) {
	text, err := os.ReadFile("trurl.md")
	if err != nil {
		t.Fatal(err)
	}
	options, examples, _ := strings.Cut(string(text), "## Examples")
	for _, o := range trurlOptions {
		if !strings.Contains(options, "\n| `--"+o+" ") && !strings.Contains(options, "\n| `--"+o+"`") {
			t.Errorf("--%s is missing", o)
		}
	}
	count := 0
	for row := range strings.Lines(examples) {
		cells := strings.Split(row, " | ")
		if !strings.HasPrefix(row, "| `") || len(cells) < 5 {
			continue
		}
		count++
		theirs, command, want := code(cells[1]), code(cells[2]), code(cells[3])
		_, stdout, stderr := weburl(t, "", words(t, command)...)
		if got := strings.ReplaceAll(strings.TrimSuffix(stdout, "\n"), "\n", "⏎"); got != want || stderr != "" {
			t.Errorf("weburl %s: %q, errors %q, want %q", command, got, stderr, want)
		}
		if why := strings.Trim(cells[4], " |\n"); (why != "") != (theirs != want) {
			t.Errorf("weburl %s: %q, where trurl prints %q: %q", command, want, theirs, why)
		}
	}
	if count != strings.Count(examples, "\n| `") || count < 40 {
		t.Errorf("%d examples were run", count)
	}
}

// code returns a cell of a table without the marks of code.
func code(cell string) string { return strings.Trim(strings.TrimSpace(cell), "`") }

// words splits a command line at spaces, as a shell does. It knows single quotes.
func words(t *testing.T, line string) (list []string) {
	t.Helper()
	for i, piece := range strings.Split(line, "'") {
		switch {
		case i%2 == 1 && len(list) > 0 && !strings.HasSuffix(line[:strings.Index(line, "'"+piece)], " "):
			list[len(list)-1] += piece
		case i%2 == 1:
			list = append(list, piece)
		default:
			list = append(list, strings.Fields(piece)...)
		}
	}
	return list
}
