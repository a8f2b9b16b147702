package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
)

// explained returns the list of an explanation with these errors, each of another type.
func explained(list ...url.ValidationError) string {
	var b strings.Builder
	for i, v := range list {
		fatal := "not fatal"
		if v.Failure {
			fatal = "fatal"
		}
		fmt.Fprintf(&b, "  %d  %s (%s) at byte %d\n     %s\n", i+1, v.Type, fatal, v.Offset, v.Type.Description())
	}
	return b.String()
}

const (
	readAs  = "\n  This is not a valid URL string. Browsers read it as:\n"
	validAs = "\n  This is a valid URL string. Browsers read it as:\n"
	refused = "\n  This is not a URL, so browsers reject it.\n"
)

// TestExplain has examples from the standard's table of validation errors,
// https://url.spec.whatwg.org/#validation-error.
func TestExplain(t *testing.T) {
	exampleOrg := func(origin, path string) string {
		return "    href      " + origin + path + "\n    origin    " + origin + "\n    protocol  https:\n" +
			"    host      example.org\n    hostname  example.org\n    pathname  " + path + "\n"
	}
	testRuns(t, []runCase{
		{name: "valid", args: []string{"-explain", "https://example.org/x"},
			stdout: "  https://example.org/x\n" + validAs + exampleOrg("https://example.org", "/x")},
		{name: "one error", args: []string{"-explain", "https://example.org/>"}, stdout: "" +
			"  https://example.org/>\n" +
			"                      ^\n" +
			"                      1\n\n" +
			explained(url.ValidationError{Type: url.ErrInvalidURLUnit, Offset: 20}) + "     Byte 20: “>” (U+003E) must be written as “%3E” here.\n" + readAs + exampleOrg("https://example.org", "/%3E")},
		{name: "a label", args: []string{"-explain", "https://example.org./x"}, stdout: "" +
			"  https://example.org./x\n" +
			"                     ^\n" +
			"                     1\n\n" +
			explained(url.ValidationError{Type: url.ErrDomainToASCII, Offset: 19}) + "     Byte 19: The domain ends in a dot.\n" + readAs +
			strings.ReplaceAll(exampleOrg("https://example.org", "/x"), "example.org", "example.org.")},
		{name: "fatal, at the end", args: []string{"-explain", "https://[::1"}, status: exitRefused, stdout: "" +
			"  https://[::1\n" +
			"              ^\n" +
			"              1\n\n" +
			explained(url.ValidationError{Type: url.ErrIPv6Unclosed, Offset: 12, Failure: true}) + refused},
		{name: "two", args: []string{"-explain", "https://user@example.org:70000"}, status: exitRefused, stdout: "" +
			"  https://user@example.org:70000\n" +
			"              ^            ^\n" +
			"              1            2\n\n" +
			explained(url.ValidationError{Type: url.ErrInvalidCredentials, Offset: 12},
				url.ValidationError{Type: url.ErrPortOutOfRange, Offset: 25, Failure: true}) + refused},
		{name: "no base", args: []string{"-explain", "💩"}, status: exitRefused, stdout: "" +
			"  💩\n" +
			"  ^\n" +
			"  1\n\n" +
			explained(url.ValidationError{Type: url.ErrMissingSchemeNonRelativeURL, Failure: true}) + refused},
		{name: "a base that does not help", args: []string{"-explain", "-base", "mailto:user@example.org", "💩"}, status: exitRefused, stdout: "" +
			"  💩\n" +
			"  ^\n" +
			"  1\n" +
			"  base: mailto:user@example.org\n\n" +
			explained(url.ValidationError{Type: url.ErrMissingSchemeNonRelativeURL, Failure: true}) + refused},
		{name: "a base", args: []string{"-explain", "-base", "https://example.org/a/", "b"},
			stdout: "  b\n  base: https://example.org/a/\n" + validAs + exampleOrg("https://example.org", "/a/b") +
				"\n  Note: The URL has the same origin as the base URL.\n"},
		{name: "wide and combining", args: []string{"-explain", "https://example.org/日本e\u0301 \t<"}, stdout: "" +
			"  https://example.org/日本e\u0301 ␉<\n" +
			"                           ^^^\n" +
			"                           1\n\n" +
			// The space, the tab and "<": U+65E5, U+672C and U+0301 are URL code points.
			"  1  invalid-URL-unit (not fatal) at byte 29, 30, 31\n     " + url.ErrInvalidURLUnit.Description() + "\n" +
			"     Byte 29: A space must be written as “%20” here.\n     Byte 30: A tab is not allowed in a URL, so it is removed.\n" +
			"     Byte 31: “<” (U+003C) must be written as “%3C” here.\n" + readAs + exampleOrg("https://example.org", "/%E6%97%A5%E6%9C%ACe%CC%81%20%3C") +
			"\n  Warning: Browsers remove the tabs and line breaks within a URL. Filters that compare text may not.\n"},
		{name: "several lines", args: []string{"-explain"}, stdin: "a:b\n\nx\n", status: exitOK, stdout: "" +
			"  a:b\n" + validAs + "    href      a:b\n    origin    null\n    protocol  a:\n    pathname  b\n\n" +
			"  x\n" +
			"  ^\n" +
			"  1\n\n" +
			explained(url.ValidationError{Type: url.ErrMissingSchemeNonRelativeURL, Failure: true}) + refused},
	})
}

// TestExplainLong checks that a long URL is shown in rows, without the rows that have no caret.
func TestExplainLong(t *testing.T) {
	path := strings.Repeat("0123456789", 100)
	_, stdout, _ := weburl(t, "", "-explain", "https://example.org/"+path+"<"+path+">")
	row := func(n int) string {
		return ("https://example.org/" + path + "<" + path + ">")[n*96:][:96]
	}
	// The "<" is at byte 1020, in column 60 of the row that begins at byte 960. The ">" is at byte 2021, in
	// column 5 of the row that begins at byte 2016.
	want := "" +
		"     0  " + row(0) + "\n" +
		"  …\n" +
		"   960  " + row(10) + "\n" +
		strings.Repeat(" ", 8+60) + "^\n" +
		strings.Repeat(" ", 8+60) + "1\n" +
		"  …\n" +
		"  2016  56789>\n" +
		"             ^\n" +
		"             1\n\n" +
		"  1  invalid-URL-unit (not fatal) at byte 1020, 2021\n"
	if !strings.HasPrefix(stdout, want) {
		t.Errorf("%s\nwant\n%s", stdout[:min(len(stdout), len(want))], want)
	}
}

// TestExplainNumbers checks the numbers of neighboring errors: equal ones are written once, and different ones
// below each other.
func TestExplainNumbers(t *testing.T) {
	for input, want := range map[string]string{
		`http:\\u@x/%<%\y`: "" +
			"       ^^ ^  ^^^^\n" +
			"       1  2  3  4\n\n" +
			"  1  special-scheme-missing-following-solidus (not fatal) at byte 5, 6\n",
		`https://a/<\>`: "" +
			"            ^^^\n" +
			"            1 1\n" +
			"             2\n\n",
	} {
		_, stdout, _ := weburl(t, "", "-explain", input)
		if want = "  " + input + "\n" + want; !strings.HasPrefix(stdout, want) {
			t.Errorf("%s\nwant\n%s", stdout, want)
		}
	}
}

// TestExplainMany checks that the carets and places are limited, and that the failure is always shown.
func TestExplainMany(t *testing.T) {
	status, stdout, _ := weburl(t, "", "-explain", "https://"+strings.Repeat("@", 1500)+"x:y")
	if status != exitRefused || strings.Count(stdout, "^") != maxMarks+1 ||
		!strings.Contains(stdout, "\n  1  invalid-credentials (not fatal) at byte 8, 9, 10, 11, 12, 13, 14, 15, 16, 17 and 1490 more places\n") ||
		!strings.Contains(stdout, "\n  2  port-invalid (fatal) at byte 1510\n") {
		t.Errorf("status %d, output\n%s", status, stdout)
	}
}

// TestExplainTooMany checks that the errors of a line are limited, and that the failure is always there.
func TestExplainTooMany(t *testing.T) {
	input := "https://a/" + strings.Repeat("|", maxErrors+1234)
	for input, failure := range map[string]string{input: "", strings.Replace(input, "/|", ":x/|", 1): "port-invalid"} {
		_, object, _ := weburl(t, "", "-explain", "-json", input)
		var explanation struct {
			Errors []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(object), &explanation); err != nil {
			t.Fatal(err)
		}
		last := explanation.Errors[len(explanation.Errors)-1].Name
		if omitted := strings.Contains(object, `,"omitted":1234,`); failure != "" && last != failure || failure == "" && (!omitted || len(explanation.Errors) != maxErrors) {
			t.Errorf("%d errors, the last %s", len(explanation.Errors), last)
		}
		if _, text, _ := weburl(t, "", "-explain", input); failure == "" && !strings.Contains(text, "\n  … and 1,234 more errors\n") {
			t.Errorf("%s", text)
		}
	}
	many := "http://" + strings.Repeat("@", maxErrors+5) + "a:x"
	if _, object, _ := weburl(t, "", "-explain", "-json", many); !strings.Contains(object, `"omitted":5`) || !strings.Contains(object, "port-invalid") {
		t.Errorf("%.100s … %s", object, object[len(object)-300:])
	}
}

func TestExplainJSON(t *testing.T) {
	status, stdout, stderr := weburl(t, "https://user@example.org:70000\nb<\n", "-explain", "-json", "-base", "https://example.com/a\"")
	description := func(e url.ErrorType) string { return encoded(t, e.Description()) }
	want := `{"input":"https://user@example.org:70000","base":"https://example.com/a%22","valid":false,"errors":[` +
		`{"name":"invalid-credentials","offset":12,"failure":false,"description":` + description(url.ErrInvalidCredentials) + `},` +
		`{"name":"port-out-of-range","offset":25,"failure":true,"description":` + description(url.ErrPortOutOfRange) + `}],"notes":[],"url":null}` + "\n" +
		`{"input":"b<","base":"https://example.com/a%22","valid":false,"errors":[` +
		`{"name":"invalid-URL-unit","offset":1,"failure":false,"description":` + description(url.ErrInvalidURLUnit) + `,"hint":"“<” (U+003C) must be written as “%3C” here."}],"notes":[{"name":"same-origin","level":"info","text":"The URL has the same origin as the base URL."}],"url":{` +
		`"href":"https://example.com/b%3C","origin":"https://example.com","protocol":"https:","username":"","password":"",` +
		`"host":"example.com","hostname":"example.com","port":"","pathname":"/b%3C","search":"","hash":""}}` + "\n"
	if status != exitOK || stdout != want || stderr != "" {
		t.Errorf("status %d, errors %q, output\n%s\nwant\n%s", status, stderr, stdout, want)
	}
	_, stdout, _ = weburl(t, "", "-explain", "-json", "https://example.com/././foo")
	var object struct {
		Base   *string
		Valid  bool
		Errors []struct{ Name string }
		URL    map[string]string
	}
	if err := json.Unmarshal([]byte(stdout), &object); err != nil || object.Base != nil || !object.Valid || object.Errors == nil ||
		len(object.Errors) != 0 || object.URL["href"] != "https://example.com/foo" {
		t.Errorf("%s: %+v, %v", stdout, object, err)
	}
}

// TestExplainColors checks that colors only add escape sequences to the text.
func TestExplainColors(t *testing.T) {
	for _, input := range []string{"https://user@example.org:70000", "https://example.org/", "https:example.org"} {
		texts := make(map[bool]string)
		for _, colors := range []bool{false, true} {
			e := &explainer{colors: colors, line: input, lookup: lookUp}
			e.parser.OnValidationError = func(v url.ValidationError) { e.errors = append(e.errors, v) }
			u, _ := e.parser.Parse(input)
			texts[colors] = string(e.appendText(nil, input, u))
		}
		plain := strings.NewReplacer("\x1b[1;31m", "", "\x1b[1;33m", "", "\x1b[1;32m", "", "\x1b[2m", "", "\x1b[1m", "", "\x1b[m", "").Replace(texts[true])
		if plain != texts[false] || texts[true] == texts[false] || strings.Contains(texts[false], "\x1b") {
			t.Errorf("%q without colors, %q with", texts[false], texts[true])
		}
	}
}

// TestExplainRandom checks on random input that an explanation has a caret if and only if there is an error, that
// its text has no control character, and that its JSON is valid.
func TestExplainRandom(t *testing.T) {
	pieces := []string{"https:", "http://", "file:", "a:", "//", "/", "\\", "@", ":", "[", "]", "?", "#", "%", "%41", "1.2.3", "é", "日", "\u0301",
		"\u202E", "\xff", "\x00", "\t", "\r", " ", "C|", "x", "."}
	random, n := rand.New(rand.NewPCG(5, 6)), 5_000
	if testing.Short() {
		n = 500
	}
	for range n {
		input := ""
		for range random.IntN(12) {
			input += pieces[random.IntN(len(pieces))]
		}
		_, object, _ := weburl(t, "", "-explain", "-json", "--", input)
		var explanation struct {
			Errors []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(object), &explanation); err != nil {
			t.Fatalf("%q: %v in %s", input, err, object)
		}
		_, text, stderr := weburl(t, "", "-explain", "--", input)
		if strings.Contains(text, "^") != (len(explanation.Errors) > 0) || stderr != "" {
			t.Errorf("%q has %d errors, but:\n%s%s", input, len(explanation.Errors), text, stderr)
		}
		for _, e := range explanation.Errors {
			if !strings.Contains(text, "  "+e.Name+" (") {
				t.Errorf("%q: %s is missing in\n%s", input, e.Name, text)
			}
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }); i >= 0 {
			t.Errorf("%q: a control character in %q", input, text)
		}
	}
}

// TestUnitHints has the URL units of https://url.spec.whatwg.org/#url-units and what is not one.
func TestUnitHints(t *testing.T) {
	for input, want := range map[string]string{
		"https://a/ ":         "Byte 10: Spaces and control characters around a URL are removed.",
		" https://a/":         "Byte 0: Spaces and control characters around a URL are removed.",
		"https://a/b\tc":      "Byte 11: A tab is not allowed in a URL, so it is removed.",
		"https://a/b\nc":      "Byte 11: A line break is not allowed in a URL, so it is removed.",
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
		_, after, _ := strings.Cut(stdout, "read it as:\n")
		if _, notes, ok := strings.Cut(after, "\n\n"); want != "" && !strings.Contains(notes, "  "+want+"\n") || ok != (want != "") {
			t.Errorf("%q: %q is missing in\n%s", input, want, stdout)
		}
		if warned := strings.HasPrefix(want, "Danger") || strings.HasPrefix(want, "Warning"); warned == strings.Contains(stdout, "This is a valid URL string. ") && !strings.Contains(stdout, "This is not a valid") {
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
	const hint = "weburl: hint: \"localhost\" was read as a scheme, so the URL has no host. With -default-scheme http, it is read as http://localhost:8080/x\n"
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
