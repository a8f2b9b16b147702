package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
)

// hostileLines are lines as nobody should write them.
var hostileLines = []string{
	"\x00", "http://a/\x00", "http://a\x00b/", "\r", "http://a/\rb", "\r\r", "\uFEFF", "\uFEFFhttp://a/", "http://a/\uFEFF", "\xff", "http://\xff/", "http://a/\xff\xfe",
	"\xed\xa0\x80", "http://a/?\xc3", "\x1b[31m", "http://a/\x1b]0;x\x07", "http://a/\u202e\u2066", "http://\u202ea/", "\u2028", "http://a/?a=\t&b=\v#\f",
	"%", "http://%/", "http://a/%zz?%#%", "a:\\N\\n", "javascript:\n", "http://a:b:c@d:e/", "http://[::1%25lo]/", "http://\u00ad/", "http://0x.0x/", " ", "\t", "a: b ",
	"-", "--", "-json", "'", "\"", "http://a/\"'`$(x)", "{host}", "\\", "/", "?", "#", "//", "http:", "file:", "file:///C|/", "blob:", "data:", ":", "::",
}

// TestHostile runs all modes over hostile lines, one input with all of them and one for each. The number of URLs and of
// refused lines is always that of the package.
func TestHostile(t *testing.T) {
	accepted := 0
	for _, line := range hostileLines {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\uFEFF"), "\r")
		if line != "" && url.CanParse(line) {
			accepted++
		}
	}
	modes := [][]string{
		{"-canonical"}, {"-json"}, {"-json", "-keep"}, {"-get", "host,decoded:pathname,query:a"}, {"-format", `{href}\n`}, {"-check"}, {"-check", "-strict"},
		{"-explain"}, {"-explain", "-json"}, {"-compare"}, {"-compare", "-json"}, {"-count", "pattern"}, {"-count", "keys"}, {"-unique-by", "pattern"},
		{"-set", "query:\x00=\xff"}, {"-append", "query=\n"}, {"-match", "href=*\xff*"}, {"-default-scheme", "https"}, {"-base", "http://a/"}, {"-0"}, {},
		{"-tsv-escaped", "-get", "href,error,offset"}, {"-extract", "-redact", "a"},
	}
	for _, args := range modes {
		hostileLines := hostileLines
		if len(args) > 0 && args[0] == "-tsv-escaped" {
			hostileLines = rowsOf(hostileLines)
		}
		for _, end := range []string{"\n", "\r\n"} {
			status, _, _ := weburl(t, strings.Join(hostileLines, end)+end, args...)
			if status == exitTrouble {
				t.Errorf("%q: trouble with all lines", args)
			}
		}
		for _, line := range hostileLines {
			_, stdout, stderr := weburl(t, line+"\n", args...)
			keeps := slices.Contains(args, "-redact") // all bytes that are not in a URL
			if strings.ContainsAny(stderr, "\x1b\x07\x00") || !keeps && strings.ContainsAny(stdout, "\x1b\x07") {
				t.Errorf("%q of %q: a control character in %q or %q", args, line, stdout, stderr)
			}
			if len(args) > 0 && args[len(args)-1] == "-json" && stdout != "" {
				for object := range strings.Lines(stdout) {
					if !json.Valid([]byte(object)) {
						t.Errorf("%q of %q: %q", args, line, object)
					}
				}
			}
		}
	}
	var lines []string // that do not begin an input, where a byte order mark counts
	for _, line := range hostileLines {
		lines = append(lines, strings.TrimPrefix(line, "\uFEFF"))
	}
	_, stdout, _ := weburl(t, strings.Join(lines, "\n")+"\n", "-canonical")
	if got := strings.Count(stdout, "\n"); got != accepted {
		t.Errorf("%d URLs, want %d", got, accepted)
	}
	rows := strings.Join(rowsOf(hostileLines), "\n") + "\n"
	_, stdout, stderr := weburl(t, rows, "-tsv-escaped", "-get", "href,error,offset")
	if got, want := strings.Count(stdout, "\n"), strings.Count(rows, "\n"); got != want || stderr != "" {
		t.Errorf("%d rows for %d, errors %q", got, want, stderr)
	}
}

// rowsOf returns lines as rows of one column.
func rowsOf(lines []string) (rows []string) {
	for _, line := range lines {
		rows = append(rows, strings.ReplaceAll(line, "\t", `\t`))
	}
	return rows
}

// TestHugeLine has lines of 100 MB between short ones.
func TestHugeLine(t *testing.T) {
	hostile.Only(t)
	long := "http://a/?q=" + strings.Repeat("x", 20<<20)
	input := "http://b/\n" + long + "\n" + strings.Repeat("\\", 20<<20) + "\nhttp://c/\n"
	for _, c := range []struct {
		args         []string
		status, size int
	}{
		{[]string{"-canonical"}, exitOK, len("http://b/\nhttp://c/\n")}, // -max-line is 16 MiB
		{[]string{"-max-line", "200000000", "-canonical"}, exitOK, len("http://b/\nhttp://c/\n") + len(long) + 1},
		{[]string{"-max-line", "200000000", "-tsv-escaped", "-get", "href"}, exitOK, len("http://b/\n\\N\nhttp://c/\n") + len(long) + 1},
		{[]string{"-max-line", "200000000", "-get", "query:q"}, exitOK, len("\n\n\n") + 20<<20},
		{[]string{"-max-line", "200000000", "-unique", "-count", "query"}, exitOK, len("2\n1  q=\n") + 20<<20},
		{[]string{"-max-line", "200000000", "-count", "query"}, exitOK, len("2\n1  q=\n") + 20<<20},
		{[]string{"-check"}, exitNothing, 0},
	} {
		if status, stdout, _ := weburl(t, input, c.args...); status != c.status || len(stdout) != c.size {
			t.Errorf("%q: status %d, %d bytes, want %d, %d", c.args, status, len(stdout), c.status, c.size)
		}
	}
}

// lines are long lines of text in which each byte may begin or end a URL.
var lines = hostile.Shapes{
	"URLs":               hostile.Repeated("", "https://a/?", ""),
	"URLs in values":     hostile.Repeated("", "https://a/?u=", ""),
	"URLs of JSON":       hostile.Repeated("", `https:\/\/a?`, ""),
	"escaped slashes":    hostile.Repeated("", `https:\u002f\u002fa<`, ""),
	"escaped line feeds": hostile.Repeated("", `https://a?\n`, ""),
	"credentials":        hostile.Repeated("@", "https://@", ""),
	"punctuation":        hostile.Repeated("https://a/", ").", ""),
	"brackets":           hostile.Repeated("", ")}].", ""),
	"empty targets":      hostile.Repeated("", "?,", ""),
	"quoted URLs":        hostile.Repeated("", `"https://a<`, ""),
	"open quotes":        hostile.Repeated(`"`, `\"https://a`, ""),
	"spaces":             hostile.Repeated(`"https://a?`, `b 'https://a?`, ""),
	"nested spaces":      hostile.Repeated("", `"https://a? `, `"`),
	"nested marks":       hostile.Repeated("", `"https://a? '`, ""),
	"requests":           hostile.Repeated("", `"GET /?a `, ` HTTP/1.1"`),
	"data sources":       hostile.Repeated("", "a:<", "@b("),
	"open data sources":  hostile.Repeated("", "a<", "@b("),
	"servers":            hostile.Repeated("", `a:<"@b(`, ""),
	"names":              hostile.Repeated("", "a:", "@"),
}

// TestGrowth checks that a long line of -extract -redact takes linear time and memory, and so does a URL with many pairs.
func TestGrowth(t *testing.T) {
	redact := map[string]hostile.Use{"appendRedacted(line)": hostile.Reading(func(s string) { appendRedacted(nil, s, func(string) bool { return true }) })}
	most := func(name, shape string) float64 { return 2000 } // regexp keeps a table for its next text
	hostile.Check(t, lines, redact, most)
	hostile.Check(t, hostile.URLs, redact, most)

	pairs := hostile.Shapes{"pairs": hostile.Repeated("https://h/?", "a&", "")}
	get := hostile.Reading(func(s string) {
		list, err := partsNamed("query-raw:zz,keys")
		if err != nil {
			t.Fatal(err)
		}
		columns(list, '\n').append(nil, &reading{u: url.MustParse(s)})
	})
	hostile.Check(t, pairs, map[string]hostile.Use{"template.append(url)": get}, most)
}
