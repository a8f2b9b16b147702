package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// combined is a line of an access log of Apache with a referrer and a user agent.
const combined = `1.2.3.4 - - [28/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "%s" "%s"` + "\n"

// TestAccessLog checks that with a space as the delimiter, a quotation mark after a backslash does not end its cell.
func TestAccessLog(t *testing.T) {
	line := func(referrer, agent string) string { return fmt.Sprintf(combined, referrer, agent) }
	log := line("https://a.example/x", `\"bot\" 1`) + line("https://b.example/x", `\"bot\" 1`) + line("https://c.example/x", `\"bot\" 1`)
	marks := line(`https://a.example/?\"`, `\"`) + line(`https://b.example/\\`, `\\\"`) + line("https://c.example", `\\`) + line("https://d.example", "")
	args := func(more ...string) []string {
		return append([]string{"-csv", "-delimiter", " ", "-column", "9"}, more...)
	}
	testRuns(t, []runCase{
		{name: "marks in user agents", args: args("-count", "origin"), stdin: log, stdout: "1  https://a.example\n1  https://b.example\n1  https://c.example\n"},
		{name: "marks and backslashes", args: args("-count", "hostname"), stdin: marks, stdout: "1  a.example\n1  b.example\n1  c.example\n1  d.example\n"},
		{name: "a filter", args: args("-match", "hostname=a.*,d.*"), stdin: marks, stdout: line(`https://a.example/?\"`, `\"`) + line("https://d.example", "")},
		{name: "with a part", args: args("-get", "href"), stdin: line(`https://a.example/?\"`, `\"x`),
			stdout: `1.2.3.4 - - [28/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "https://a.example/?""" """x" https://a.example/?%22` + "\n"},
		{name: "another delimiter", args: []string{"-csv", "-column", "1", "-get", "href"}, stdin: `"http://a/\",b` + "\n", stdout: `http://a/\,b,http://a//` + "\n"},
	})
}

// TestByteOrderMark checks that a byte order mark comes before the first record that is written, and never alone.
func TestByteOrderMark(t *testing.T) {
	const mark = "\uFEFF"
	testRuns(t, []runCase{
		{name: "no such column", args: []string{"-csv", "-column", "nope", "-get", "host"}, stdin: mark + "url\nhttp://a\n", status: exitTrouble,
			stderr: "weburl: stdin: there is no column \"nope\"\n"},
		{name: "a header", args: []string{"-csv", "-column", "url", "-get", "host"}, stdin: mark + "url\nhttp://a\n", stdout: mark + "url,host\nhttp://a,a\n"},
		{name: "a header of a filter", args: []string{"-csv", "-column", "url", "-scheme", "ftp"}, stdin: mark + "url\nhttp://a\n", stdout: mark + "url\n", status: exitNothing},
		{name: "unique records", args: []string{"-csv", "-column", "1", "-unique"}, stdin: mark + "http://a\nhttp://a\nhttp://b\n", stdout: mark + "http://a\nhttp://b\n"},
		{name: "no record passes", args: []string{"-csv", "-column", "1", "-scheme", "ftp"}, stdin: mark + "http://a\n", status: exitNothing},
		{name: "a count", args: []string{"-csv", "-column", "1", "-count", "host"}, stdin: mark + "http://a\n", stdout: "1  a\n"},
	})
}

// readLog returns what a logReader makes of a log, byte by byte or not.
func readLog(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(&logReader{src: r})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// FuzzAccessLog checks that cells that Apache writes are read, whatever is in them, and that all places stay.
func FuzzAccessLog(f *testing.F) {
	f.Add(`"bot" 1`, `\`, "a")
	f.Add(`""`, "", `\"\\`)
	f.Add(`"x"`+"\r"+`"y" "\"`+"\r\n", "\"\r", "\"\n")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		for _, raw := range []string{a + b + c, `"` + a + `" ` + b + "\n" + c} {
			read := readLog(t, strings.NewReader(raw))
			if slow := readLog(t, iotest.OneByteReader(strings.NewReader(raw))); read != slow {
				t.Fatalf("%q is read as %q, and byte by byte as %q", raw, read, slow)
			}
			for i := range raw {
				if len(read) != len(raw) || read[i] != raw[i] && (raw[i:i+2] != `\"` || read[i] != '"') {
					t.Fatalf("%q is read as %q", raw, read)
				}
			}
		}
		var log bytes.Buffer
		cells := []string{a, b, c}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "\r", "") // CSV reads "\r\n" as "\n"
			fmt.Fprintf(&log, "h - \"%s\" 200 \"%s\"\n", asApache(cells[i]), asApache(cells[i]))
		}
		records := csv.NewReader(&logReader{src: &log})
		records.Comma, records.LazyQuotes, records.FieldsPerRecord = ' ', true, -1
		for _, cell := range cells {
			record, err := records.Read()
			cell = strings.ReplaceAll(cell, `\`, `\\`)
			if want := []string{"h", "-", cell, "200", cell}; err != nil || !slices.Equal(record, want) {
				t.Fatalf("%q, %v, want %q", record, err, want)
			}
		}
	})
}
