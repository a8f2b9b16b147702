package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// TestTSV has rows as ClickHouse writes them, https://clickhouse.com/docs/interfaces/formats/TabSeparated.
func TestTSV(t *testing.T) {
	const parts = "href,host,error,offset"
	const null = `\N` + "\t" + `\N` + "\t"
	for _, c := range []struct{ name, row, want string }{
		{"a URL", "https://EXAMPLE.com/a b", "https://example.com/a%20b\texample.com\t\\N\t\\N"},
		{"empty", "", null + "missing-scheme-non-relative-URL\t0"},
		{"NULL", `\N`, null + `\N` + "\t" + `\N`},
		{"refused", "http://1.2.3.256/", null + "IPv4-out-of-range-part\t13"},
		{"a backslash in the data", `a:\\b`, `a:\\b` + "\t\t\\N\t\\N"},
		{"a line feed in the data", `http://a/\nb`, "http://a/b\ta\t\\N\t\\N"},
		{"the offset is one of the data", `\t\t\thttp://[`, null + "IPv6-unclosed\t11"},
		{"NUL", `http://a/\0b`, "http://a/%00b\ta\t\\N\t\\N"},
		{"hexadecimal digits", `http://a/\x41\xe2\x82\xac`, "http://a/A%E2%82%AC\ta\t\\N\t\\N"},
		{"an apostrophe", `http://a/\'`, "http://a/'\ta\t\\N\t\\N"},
		{"NULL amid text", `http://a/x\Ny`, "http://a/xy\ta\t\\N\t\\N"},
		{"a backslash at the end", `a:b\`, `a:b\\` + "\t\t\\N\t\\N"},
		{"a byte order mark", "\uFEFFhttp://a/", null + "missing-scheme-non-relative-URL\t0"},
		{"a carriage return", "http://a:b\r", null + "port-invalid\t9"},
		{"a carriage return in the path", "a:b?\r c\r", "a:b?%20c\t\t\\N\t\\N"},
		{"not UTF-8", "http://a/\xff", "http://a/%EF%BF%BD\ta\t\\N\t\\N"},
		{"gzip", "\x1f\x8b\x08", null + "missing-scheme-non-relative-URL\t1"}, // the parser strips U+001F
	} {
		status, stdout, stderr := weburl(t, c.row+"\n", "-tsv", "-get", parts)
		if status != exitOK || stdout != c.want+"\n" || stderr != "" {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", c.name, status, stderr, stdout, c.want)
		}
	}
}

// TestTSVRows checks that there is a row for each row.
func TestTSVRows(t *testing.T) {
	testRuns(t, []runCase{
		{name: "nothing", args: []string{"-tsv", "-get", "port"}},
		{name: "empty rows", args: []string{"-tsv", "-get", "port"}, stdin: "\n\r\n\n", stdout: "\\N\n\\N\n\\N\n"},
		{name: "no line feed at the end", args: []string{"-tsv", "-get", "host"}, stdin: "http://a\nhttp://b", stdout: "a\nb\n"},
		{name: "empty values", args: []string{"-tsv", "-get", "port,query"}, stdin: "http://a\n", stdout: "\t\n"},
		{name: "a base", args: []string{"-tsv", "-get", "href,error", "-base", "http://a/b"}, stdin: "c\n\\N\n\n", stdout: "http://a/c\t\\N\n\\N\t\\N\n\\N\t\\N\n"},
		{name: "decoded values", args: []string{"-tsv", "-get", "query:q,decoded:pathname"}, stdin: "http://a/%09%5C?q=%0A\nhttp://a/?q=\n" + `http://a` + "\n",
			stdout: `\n` + "\t" + `/\t\\` + "\n\t/\n" + `\N` + "\t/\n"},
		{name: "changes", args: []string{"-tsv", "-get", "href,error,offset", "-set", "port=8x", "-no-fragment"}, stdin: "http://a/#b\n",
			stdout: `\N` + "\ttrailing-data\t" + `\N` + "\n"},
		{name: "a tab in a row", args: []string{"-tsv", "-get", "host"}, stdin: "https://good.example\t.evil.com/\n", status: exitTrouble,
			stderr: "weburl: stdin: row 1 has 2 columns; -column N reads one of them\n"},
		{name: "rows before one with tabs", args: []string{"-tsv", "-get", "host"}, stdin: "http://a\n\nb\tc\td\nhttp://e\n", status: exitTrouble,
			stdout: "a\n\\N\n", stderr: "weburl: stdin: row 3 has 3 columns; -column N reads one of them\n"},
		{name: "a row that is too long", args: []string{"-tsv", "-get", "host,error,offset", "-max-line", "9"}, stdin: "http://ab\nhttp://abc\n",
			stdout: "ab\t\\N\t\\N\n\\N\tline-too-long\t\\N\n"},
		{name: "a missing file", args: []string{"-tsv", "-get", "host", "-in", "/nonexistent/x"}, status: exitTrouble,
			stderr: "weburl: /nonexistent/x: open: " + notThere("/nonexistent/x") + "\n"},
	})
}

// TestTSVEscapes checks that a value comes back as it was, and that it never breaks its row.
func TestTSVEscapes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		b := make([]byte, random.IntN(12))
		for i := range b {
			b[i] = "\b\f\n\r\t\x00\\N'xab4\xff"[random.IntN(14)]
		}
		checkTSVEscapes(t, string(b))
	}
}

func FuzzTSV(f *testing.F) {
	f.Add(`a\b\\N`)
	f.Fuzz(func(t *testing.T, s string) {
		checkTSVEscapes(t, s)
		unescapeTSV(s)
	})
}

func checkTSVEscapes(t *testing.T, s string) {
	t.Helper()
	escaped := string(appendEscapedTSV(nil, s))
	if got := unescapeTSV(escaped); got != s || escaped == nullTSV || strings.ContainsAny(escaped, "\n\t\r\x00\b\f") {
		t.Fatalf("%q is written as %q, which is read as %q", s, escaped, got)
	}
}

// TestTSVHostile compares the column of hrefs with the package for hostile rows.
func TestTSVHostile(t *testing.T) {
	pieces := []string{"http://", "a:", "h", "/", "\\", "\n", "\r", "\t", "\x00", `\N`, "\xff", "\uFEFF", " ", "?", "#", "%", "é", "N", "[", "\x1f\x8b"}
	random := rand.New(rand.NewPCG(9, 10))
	var in, want bytes.Buffer
	for range 30_000 {
		s := ""
		for range random.IntN(10) {
			s += pieces[random.IntN(len(pieces))]
		}
		in.Write(append(appendEscapedTSV(nil, s), '\n'))
		if u, err := url.Parse(s); err == nil {
			want.Write(append(appendEscapedTSV(nil, u.Href()), '\n'))
		} else {
			want.WriteString(nullTSV + "\n")
		}
	}
	status, stdout, stderr := weburl(t, in.String(), "-tsv", "-get", "href")
	if status != exitOK || stdout != want.String() || stderr != "" {
		t.Errorf("status %d, errors %q, or another column of hrefs", status, stderr)
	}
}

// TestTSVSlow checks that the answer to a block of rows does not wait for the next block.
func TestTSVSlow(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() { done <- run([]string{"-tsv", "-get", "host"}, in, out, io.Discard) }()
	for i := range 3 {
		fmt.Fprintf(feed, "https://A%d\n\n\\N\n", i)
		want := fmt.Sprintf("a%d\n\\N\n\\N\n", i)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(answers, got); err != nil || string(got) != want {
			t.Fatalf("%q, %v", got, err)
		}
	}
	feed.Close()
	if status := <-done; status != exitOK {
		t.Errorf("status %d", status)
	}
}

func TestTSVUsage(t *testing.T) {
	for args, want := range map[string]string{
		"-tsv":                   "-tsv needs -get",
		"-tsv -count host":       "-tsv needs -get",
		"-tsv -get host -unique": "-tsv and -unique cannot be used together",
		"-tsv -get host -json":   "-tsv and -json cannot be used together",

		"-tsv -get host -match host=a":     "-tsv and -match cannot be used together",
		"-tsv -get host -iterate port=1,2": "-tsv and -iterate cannot be used together",
		"-tsv -get host -scheme http":      "-tsv and -scheme cannot be used together",
		"-tsv -get host -unique-by host":   "-tsv and -unique-by cannot be used together",
		"-tsv -get host -0":                "-tsv and -0 cannot be used together",
		"-tsv -get decoded:query-all:x":    "-tsv and -csv cannot be used with -get decoded:query-all:x, which makes a row for each value",
	} {
		status, _, stderr := weburl(t, "", strings.Fields(args)...)
		if want = "weburl: " + want + "\n"; status != exitTrouble || !strings.HasPrefix(stderr, want) {
			t.Errorf("weburl %s: status %d, errors %q, want %q", args, status, stderr, want)
		}
	}
}
