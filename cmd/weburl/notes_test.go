package main

import (
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/cells"
)

// TestUnitHints has the URL units of https://url.spec.whatwg.org/#url-units and what is not one.
func TestUnitHints(t *testing.T) {
	for input, want := range map[string]string{
		"https://a/ ":         "Byte 10 is a space at the end: it is removed.",
		" https://a/":         "Byte 0 is a space at the beginning: it is removed.",
		"https://a/\x01":      "Byte 10 is U+0001 at the end: it is removed.",
		"https://a/b\tc":      "Byte 11 is a tab: it is removed.",
		"https://a/b\nc":      "Byte 11 is a line feed: it is removed.",
		"https://a/b\rc":      "Byte 11 is a carriage return: it is removed.",
		"https://a/%zz":       "Byte 10 is `%` without two hexadecimal digits: write %25.",
		"https://a/|":         "Byte 10 is `|`: write %7C.",
		"https://a/b c":       "Byte 11 is a space: write %20.",
		"https://a/?\"":       "Byte 11 is `\"`: write %22.",
		"https://a/#\uFDD0":   "Byte 11 is U+FDD0: write %EF%B7%90.",
		"https://a/\x7fb":     "Byte 10 is U+007F: write %7F.",
		"https://a/b\u202ec]": "Byte 15 is `]`: write %5D.", // U+202E is a URL code point
	} {
		if _, stdout, _ := weburl(t, "", "-explain", input); !strings.Contains(stdout, "\n     "+want+"\n") {
			t.Errorf("%q: %q is missing in\n%s", input, want, stdout)
		}
	}
}

func TestNotes(t *testing.T) {
	for input, want := range map[string]string{
		"https://www.paypal.com@evil.example/": `What is before "@" is a username or password. The host is evil.example.`,
		"http://0x7f.1/":                       "IPv4 in disguise: the host is the address 127.0.0.1.",
		"http://2130706433/":                   "IPv4 in disguise: the host is the address 127.0.0.1.",
		"https://bücher.example/":              "The unicode-hostname is bücher.example.",
		"https://xn--bcher-kva.example/":       "The unicode-hostname is bücher.example.",
		// The "а" is Cyrillic.
		"https://pаypal.com/": "The host may be taken for another one. Show it as xn--pypal-4ve.com.",
		"http://127.0.0.1/":   "", "https://a/": "", "mailto:a@b": "", "https://日本語.example/": "The unicode-hostname is 日本語.example.",
	} {
		_, stdout, _ := weburl(t, "", "-explain", input)
		_, after, _ := strings.Cut(stdout, "read as\n")
		if _, notes, ok := strings.Cut(after, "\n\n"); want != "" && !strings.Contains(notes, "  "+want+"\n") || ok != (want != "") {
			t.Errorf("%q: %q is missing in\n%s", input, want, stdout)
		}
	}
	if _, stdout, _ := weburl(t, "", "-explain", "-json", "http://0x7f.1/"); !strings.Contains(stdout, `"notes":[{"name":"ipv4-in-disguise",`) {
		t.Errorf("%s", stdout)
	}
	if _, stdout, _ := weburl(t, "", "-explain", "-base", "http://u@1.2.3.4/", "b"); strings.Contains(stdout, "disguise") || strings.Contains(stdout, "password.") {
		t.Errorf("a note on the host of the base:\n%s", stdout)
	}
}

// TestNarrow checks that nothing is wider than the terminal, and that a caret stands below its character.
func TestNarrow(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	long := "https://example.org/" + strings.Repeat("0123456789", 7) + "<" + strings.Repeat("日本e\u0301", 30) + ">"
	_, stdout, _ := weburl(t, "", "-explain", long)
	lines := strings.Split(stdout, "\n")
	carets := 0
	for i, line := range lines {
		if cells.In(line) > 60 {
			t.Errorf("%d columns: %q", cells.In(line), line)
		}
		if caret := strings.IndexByte(line, '^'); caret >= 0 {
			carets++
			above, marked := lines[i-1], ' '
			for at, r := range above {
				if cells.In(above[:at]) == caret {
					marked = r
				}
			}
			if marked != '<' && marked != '>' {
				t.Errorf("the caret is below %q:\n%s\n%s", marked, above, line)
			}
		}
	}
	if carets != 2 {
		t.Errorf("%d carets in\n%s", carets, stdout)
	}
	_, stdout, _ = weburl(t, "", long)
	for line := range strings.SplitSeq(stdout, "\n") {
		if cells.In(line) > 60 {
			t.Errorf("%d columns: %q", cells.In(line), line)
		}
	}
	if joined := strings.ReplaceAll(stdout, "\n"+strings.Repeat(" ", nameColumns), ""); !strings.Contains(joined, "\nhostname  example.org\n") ||
		!strings.Contains(joined, "pathname  /"+strings.Repeat("0123456789", 7)+"%3C%E6%97%A5") {
		t.Errorf("%s", stdout)
	}
}
