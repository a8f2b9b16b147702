package main

import (
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/cells"
)

// TestUnitHints has the URL units of https://url.spec.whatwg.org/#url-units and what is not one.
func TestUnitHints(t *testing.T) {
	for input, want := range map[string]string{
		"https://a/ ":         "Byte 10: Spaces and control characters around a URL are removed.",
		" https://a/":         "Byte 0: Spaces and control characters around a URL are removed.",
		"https://a/b\tc":      "Byte 11: A tab is not allowed in a URL. It is removed.",
		"https://a/b\nc":      "Byte 11: A line break is not allowed in a URL. It is removed.",
		"https://a/%zz":       "Byte 10: “%” needs two hexadecimal digits after it. Write a percent sign as “%25”.",
		"https://a/|":         "Byte 10: “|” (U+007C) must be written as “%7C” here.",
		"https://a/b c":       "Byte 11: A space must be written as “%20” here.",
		"https://a/#\uFDD0":   "Byte 11: U+FDD0 must be written as “%EF%B7%90” here.",
		"https://a/\x7fb":     "Byte 10: U+007F must be written as “%7F” here.",
		"https://a/b\u202ec]": "Byte 15: “]” (U+005D) must be written as “%5D” here.", // U+202E is a URL code point
	} {
		if _, stdout, _ := weburl(t, "", "-explain", input); !strings.Contains(stdout, "\n     "+want+"\n") {
			t.Errorf("%q: %q is missing in\n%s", input, want, stdout)
		}
	}
}

// TestNotes checks that notes are shown. Which ones there are is for package notes to test.
func TestNotes(t *testing.T) {
	for input, want := range map[string]string{
		"https://www.paypal.com@evil.example/": "Danger: The text before “@” is a username. The host is “evil.example”. The username or password looks like a host.",
		"http://0x7f.1/":                       "Danger: “0x7f.1” is the IPv4 address 127.0.0.1 in another notation. Filters that compare text do not see it.",
		"localhost:8080/x":                     "Warning: “localhost:” is read as a scheme, so there is no host. Write “http://localhost:8080/x”.",
		"tel:1":                                "Note: A phone that opens this URL offers to call the number.",
		"https://a.example/":                   "", "mailto:a@b": "", "https://日本語.example/": "",
	} {
		_, stdout, _ := weburl(t, "", "-explain", input)
		_, after, _ := strings.Cut(stdout, "read as\n")
		if _, notes, ok := strings.Cut(after, "\n\n"); want != "" && !strings.Contains(notes, "  "+want+"\n") || ok != (want != "") {
			t.Errorf("%q: %q is missing in\n%s", input, want, stdout)
		}
		if warned := strings.HasPrefix(want, "Danger") || strings.HasPrefix(want, "Warning"); warned == strings.Contains(stdout, "A valid URL string. ") && !strings.Contains(stdout, "Not a valid") {
			t.Errorf("%q: the verdict does not fit the note:\n%s", input, stdout)
		}
	}
	if _, stdout, _ := weburl(t, "", "-explain", "-json", "http://0x7f.1/"); !strings.Contains(stdout, `"notes":[{"name":"disguise","level":"danger",`) {
		t.Errorf("%s", stdout)
	}
	if _, stdout, _ := weburl(t, "", "-explain", "https://e\u202e.com/"); !strings.Contains(stdout, "Danger: U+202E is at byte 9.") {
		t.Errorf("a refused line: %s", stdout)
	}
}

// TestHostAsScheme checks that every output says that a host was read as a scheme.
func TestHostAsScheme(t *testing.T) {
	const hint = "weburl: hint: localhost: was read as a scheme, so there is no host; -default-scheme http reads http://localhost:8080/x\n"
	for _, args := range []string{"", "-get host", "-json", "-canonical", "-count host", "-compare"} {
		var out, log strings.Builder
		if run(strings.Fields(args), strings.NewReader("a:b\nlocalhost:8080/x?token=1\nlocalhost:8080/y\n"), &out, &log); log.String() != hint {
			t.Errorf("%s: %q, want %q", args, log.String(), hint)
		}
	}
	if _, stdout, stderr := weburl(t, "", "-default-scheme", "http", "-get", "host", "localhost:8080/x"); stdout != "localhost:8080\n" || stderr != "" {
		t.Errorf("%q, %q", stdout, stderr)
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
