package engine

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
)

// TestNotes checks which notes a URL has. What is a look-alike follows from UTS 39 and the tests of package display; the
// blocks of addresses are those of the IANA registries.
func TestNotes(t *testing.T) {
	for _, tt := range []struct{ input, base, notes string }{
		{"https://example.com/", "", ""},
		{"https://www.EXAMPLE.co.uk:8443/a?b", "", ""},
		{"https://bücher.example/", "", ""},
		{"https://BÜCHER.example/", "", ""},
		{"https://xn--bcher-kva.example/", "", ""},
		{"https://日本.example/", "", ""},
		{"https://аррӏе.com/", "", "look-alike danger"},
		{"https://payp\u0430l.com/", "", "look-alike danger"},
		{"https://xn--80ak6aa92e.com/", "", "look-alike danger"},
		{"https://user@example.com/", "", "credentials warn"},
		{"https://:p@example.com/", "", "credentials warn"},
		{"https://good.example@evil.example/", "", "credentials danger"},
		{"http://0x7f.1/", "", "disguise danger, address warn"},
		{"http://2130706433/", "", "disguise danger, address warn"},
		{"http://127.0.0.1/", "", "address warn"},
		{"http://134744072/", "", "disguise danger"},
		{"http://8.8.8.8/", "", ""},
		{"http://10.1.2.3/", "", "address warn"},
		{"http://172.16.0.1/", "", "address warn"},
		{"http://172.32.0.1/", "", ""},
		{"http://192.168.1.1/", "", "address warn"},
		{"http://169.254.169.254/latest/", "", "address warn"},
		{"http://100.64.0.1/", "", "address warn"},
		{"http://0.0.0.0/", "", "address warn"},
		{"http://[::1]/", "", "address warn"},
		{"http://[fd00::1]/", "", "address warn"},
		{"http://[fe80::1]/", "", "address warn"},
		{"http://[::ffff:127.0.0.1]/", "", "address warn"},
		{"http://[::ffff:8.8.8.8]/", "", "address warn"},
		{"http://[64:ff9b::a00:1]/", "", "address warn"},
		{"http://[2002:7f00:1::]/", "", "address warn"},
		{"http://[2606:4700::1111]/", "", ""},
		{"http://localhost:8080/", "", "local-name info"},
		{"http://a.localhost./", "", "local-name info"},
		{"http://printer.local/", "", "local-name warn"},
		{"http://intranet/", "", "local-name info"},
		{"javascript:alert(1)", "", "script danger"},
		{"data:text/html,x", "", "data warn"},
		{"file:///etc/passwd", "", "file warn"},
		{"blob:https://a.example/x", "", "blob info"},
		{"mailto:a@b.example", "", ""},
		{"https://example%2Ecom/", "", "rewritten warn"},
		{"https://\uff21pple.com/", "", "rewritten warn"},
		{"/a", "https://shop.example/login", "same-origin info"},
		{`/\evil.example`, "https://shop.example/login", "cross-site danger"},
		{"//evil.example", "https://shop.example/login", "cross-site danger"},
		{"https://evil.example", "https://shop.example/login", "cross-site warn"},
		{"//www.shop.example", "https://shop.example/login", "same-site warn"},
		{"//b.github.io", "https://a.github.io/", "cross-site danger"},
		{"javascript:alert(1)", "https://shop.example/", "script danger, opaque-origin info"},
		{"https://u@shop.example", "https://shop.example/", "same-origin info, credentials warn"},
	} {
		r := Request{Input: tt.input}
		if tt.base != "" {
			r.Base = &tt.base
		}
		a := Read(r)
		if a.Safety == nil {
			t.Errorf("%q is refused: %+v", tt.input, a.Error)
			continue
		}
		var notes []string
		for _, note := range a.Safety.Notes {
			notes = append(notes, note.Kind+" "+note.Level)
			if note.Text == "" {
				t.Errorf("%q: the note %s says nothing", tt.input, note.Kind)
			}
		}
		if got := strings.Join(notes, ", "); got != tt.notes {
			t.Errorf("%q with base %q: notes %q, want %q", tt.input, tt.base, got, tt.notes)
		}
	}
}

// TestNoteTexts checks what the notes name.
func TestNoteTexts(t *testing.T) {
	for input, want := range map[string]string{
		"https://payp\u0430l.com/":           "Latin and Cyrillic",
		"https://аррӏе.com/":                 "“xn--80ak6aa92e”",
		"http://0x7f.1:80/":                  "“0x7f.1” is the IPv4 address 127.0.0.1",
		"http://0300.0250.01/":               "“0300.0250.01” is the IPv4 address 192.168.0.1",
		"https://a.example@evil.example/":    "The host is “evil.example”",
		"http://[::ffff:7f00:1]/":            "127.0.0.1",
		"http://exa\tmple%2ecom:8/%2e/x?y#z": "“\u2068example%2ecom\u2069”, but is read as “example.com”",
	} {
		if notes := read(t, input).Safety.Notes; len(notes) == 0 || !strings.Contains(notes[0].Text, want) {
			t.Errorf("%q: %+v, want %q", input, notes, want)
		}
	}
}

// TestNotesAreShort checks that notes do not repeat long hosts.
func TestNotesAreShort(t *testing.T) {
	long := strings.Repeat("a", 10_000)
	base := "https://h.example"
	for _, input := range []string{
		"http://" + long, "http://" + long + ".localhost", "http://u@" + long + ".example", "http://" + long + "%2eexample",
		"http://" + strings.Repeat("0", 10_000) + "1", "http://" + long + ".local", "http://xn--80ak6aa92e." + long,
	} {
		for _, note := range Read(Request{Input: input, Base: &base}).Safety.Notes {
			if len(note.Text) > 500 {
				t.Errorf("%.20q: the note %s has %d bytes", input, note.Kind, len(note.Text))
			}
		}
	}
}

// TestShown checks what is shown to people, and the site.
func TestShown(t *testing.T) {
	for _, tt := range []struct{ input, before, domain, after, suffix, site string }{
		{"https://user:pw@login.b\u00fccher.co.uk:81/%C3%A9", "https://login.", "bücher.co.uk", ":81/é", "co.uk", "https://xn--bcher-kva.co.uk"},
		{"https://аррӏе.com/", "https://", "xn--80ak6aa92e.com", "/", "com", "https://xn--80ak6aa92e.com"},
		{"http://[::1]/", "http://", "[::1]", "/", "", "http://[::1]"},
		{"https://a.דוגמה.example/ש", "https://a.", "דוגמה.example", "/ש", "example", "https://xn--6dbbec0c.example"},
		{"mailto:a@b", "mailto:", "", "a@b", "", ""},
	} {
		s := read(t, tt.input).Safety
		if want := [3]string{tt.before, tt.domain, tt.after}; s.Shown != want || s.Suffix != tt.suffix || s.Site != tt.site {
			t.Errorf("%q: %+v, want %q, %q, %q", tt.input, s, want, tt.suffix, tt.site)
		}
	}
}

// TestMarkedDomain checks where the registrable domain begins in the host as it was typed, which matters to who reads it.
func TestMarkedDomain(t *testing.T) {
	for input, want := range map[string]string{
		"http://paypal.com.evil.org/":                 "evil.org",
		"http://paypal.com%2Eevil.org/":               "evil.org",
		"http://paypal.com%e3%80%82evil%EF%BD%A1org/": "evil%EF%BD%A1org",
		"http://good.example%2Ecom/":                  "example%2Ecom",
		"http://é.good%\t2\nE\rexample.com/":          "\rexample.com",
		"http://good.%65xample.com%2e/":               "%65xample.com%2e",
	} {
		for _, span := range read(t, input).Spans {
			if got := string(utf16.Decode(utf16.Encode([]rune(input))[span.Domain:span.End])); span.Name == "host" && got != want {
				t.Errorf("%q: %q, want %q", input, got, want)
			}
		}
	}
}

// TestSafetyAfterCalls checks that the notes are about the URL after the calls.
func TestSafetyAfterCalls(t *testing.T) {
	a := Read(Request{Input: "https://example.com/", Calls: []Call{{"host", "localhost"}}})
	if a.URL.Hostname != "example.com" || a.Final.Hostname != "localhost" || len(a.Safety.Notes) != 1 || a.Safety.Notes[0].Kind != "local-name" {
		t.Errorf("%+v, %+v", a.Final, a.Safety)
	}
	if a := Read(Request{Input: "https://example.com/", Calls: []Call{{"sort"}}}); a.Final != nil {
		t.Errorf("a call that changes nothing: %+v", a.Final)
	}
}

// TestFixes checks corrections.
func TestFixes(t *testing.T) {
	for _, tt := range []struct {
		input, fix string
		guess      bool
	}{
		{"https://example.com/", "", false},
		{"HTTPS://example.com:443/a", "", false},
		{"https://example.com/a|b%", "https://example.com/a%7Cb%25", false},
		{`http:\\example.com\a b`, "http://example.com/a%20b", false},
		{"https://user:pw@example.com/", "https://example.com/", false},
		{"http://0x7f.1/", "http://127.0.0.1/", false},
		{"example.com/a", "https://example.com/a", true},
		{"localhost:8080/a b", "", false}, // it has a scheme; this is a valid, though opaque, path but for the space
		{"hxxps://evil[.]example", "https://evil.example/", true},
		{"hXXp://evil.example/a", "http://evil.example/a", true},
		{"https://evil(.)example/a", "https://evil.example/a", true},
		{"http://h:99999/a", "http://h/a", true},
		{"http://h:8x/a", "http://h/a", true},
		{"http://exa mple.com/", "http://example.com/", true},
		{"http://[::1/a", "http://[::1]/a", true},
		{"http://", "", false},
		{"", "", false},
		{"http://1.2.3.4.5/", "", false},
	} {
		fix := read(t, tt.input).Fix
		switch {
		case tt.input == "localhost:8080/a b":
			if fix == nil || fix.Text != "localhost:8080/a%20b" || fix.IsGuess {
				t.Errorf("%q: %+v", tt.input, fix)
			}
		case (fix != nil) != (tt.fix != ""), fix != nil && *fix != Fix{tt.fix, tt.guess}:
			t.Errorf("%q: %+v, want %q, %t", tt.input, fix, tt.fix, tt.guess)
		}
	}
	base := "example.com"
	if fix := Read(Request{Input: "a", Base: &base}).BaseFix; fix == nil || fix.Text != "https://example.com/" {
		t.Errorf("of the base: %+v", fix)
	}
}

// FuzzFixes has some of the vectors as seeds.
func FuzzFixes(f *testing.F) {
	for i, v := range vectors.URLs(f) {
		if i%40 == 0 {
			f.Add(v.Input)
		}
	}
	f.Fuzz(checkFix)
}

func TestFixesOfVectors(t *testing.T) {
	for _, v := range vectors.URLs(t) {
		checkFix(t, v.Input)
	}
}

// checkFix checks that a correction is a valid URL string, and that it leads to the same host if the input parses.
func checkFix(t *testing.T, input string) {
	input = strings.ToValidUTF8(input, "\ufffd")
	a := Read(Request{Input: input})
	if a.Fix == nil {
		return
	}
	if errs := url.Validate(a.Fix.Text); len(errs) > 0 {
		t.Errorf("%q: the correction %q is not valid: %v", input, a.Fix.Text, errs)
	}
	fixed := url.MustParse(a.Fix.Text)
	if a.URL != nil && (decoded(fixed.Host()) != decoded(a.URL.Host) || fixed.Protocol() != a.URL.Protocol) {
		t.Errorf("%q: the correction %q leads to another host than %q", input, a.Fix.Text, a.URL.Href)
	}
}

// decoded returns a host without percent-encoding, which only opaque hosts have.
func decoded(host string) string { return url.PercentDecode(host) }

// TestDescriptions checks that descriptions name the character.
func TestDescriptions(t *testing.T) {
	for input, want := range map[string]string{
		"https://h/a|b":     "“\u2068|\u2069” (U+007C) must be written as “%7C” here.",
		"https://h/a b":     "A space must be written as “%20” here.",
		"https://h/100%":    "“%” needs two hexadecimal digits",
		" https://h/":       "Spaces and control characters around a URL are removed.",
		"https://h/\n":      "Spaces and control characters around a URL are removed.",
		"https://h/a\tb":    "A tab is not allowed in a URL, so it is removed.",
		"https://a<b/":      "“\u2068<\u2069” (U+003C) cannot be part of a host.",
		"https://a_b/":      "The DNS allows only letters, digits and \"-\".",
		"https://-b.c:x/":   "The label begins with \"-\".",
		"https://h:8x/":     "“\u2068x\u2069” (U+0078) is not a digit.",
		"https://h/\ufdd0":  "U+FDD0 must be written as “%EF%B7%90” here.",
		"https://h/\u0301|": "must be written",
		"http://[::g]/":     "“\u2068g\u2069” (U+0067) does not belong here.",
	} {
		faults := read(t, input).Faults
		if !slices.ContainsFunc(faults, func(f Fault) bool { return strings.Contains(f.Description, want) }) {
			t.Errorf("%q: %+v, want %q", input, faults, want)
		}
	}
}

// TestRelation compares two URLs. The values follow from https://html.spec.whatwg.org/#sites.
func TestRelation(t *testing.T) {
	for _, tt := range []struct {
		input, other                       string
		sameOrigin, sameSite, schemelessly bool
		relative                           string
	}{
		{"https://a.example.com/x/y", "https://b.example.com/", false, true, true, ""},
		{"https://a.example.com/x/y", "https://a.example.com/x/z", true, true, true, "z"},
		{"https://a.example.com/", "http://a.example.com/", false, false, true, ""},
		{"https://a.github.io/", "https://b.github.io/", false, false, false, ""},
		{"https://a.example/", "data:,x", false, false, false, ""},
	} {
		r := Read(Request{Input: tt.input, Other: &tt.other}).Relation
		if r.SameOrigin != tt.sameOrigin || r.SameSite != tt.sameSite || r.Schemelessly != tt.schemelessly {
			t.Errorf("%q and %q: %+v", tt.input, tt.other, r)
		}
		if tt.relative != "" && r.Relative != tt.relative {
			t.Errorf("%q and %q: relative %q, want %q", tt.input, tt.other, r.Relative, tt.relative)
		}
	}
	other := "http://:x"
	if r := Read(Request{Input: "https://h/", Other: &other}).Relation; r.Error == nil || r.Error.Name != "host-missing" {
		t.Errorf("with a URL that is refused: %+v", r)
	}
}

// TestEncoded has examples of https://url.spec.whatwg.org/#string-percent-encode-after-encoding.
func TestEncoded(t *testing.T) {
	for _, tt := range []struct{ label, query, want string }{
		{"shift_jis", "≡", "https://h/?%81%DF"},
		{"iso-2022-jp", "¥", "https://h/?%1B(J\\%1B(B"},
		{"windows-1252", "é‽", "https://h/?%E9%26%238253%3B"},
		{"utf-8", "é", "https://h/?%C3%A9"},
	} {
		if e := Read(Request{Input: "https://h/?" + tt.query, Encoding: tt.label}).Encoded; e == nil || e.Href != tt.want {
			t.Errorf("%s: %+v, want %s", tt.label, e, tt.want)
		}
	}
	for name, enc := range encodings { // htmlindex is another list of them
		if want, err := htmlindex.Get(name); err != nil || enc != want && (name != "utf-8" || enc != nil) {
			t.Errorf("%s is %v, want %v, %v", name, enc, want, err)
		}
	}
	if e := Read(Request{Input: "https://h/", Encoding: "nonsense"}).Encoded; e == nil || e.Error == "" {
		t.Errorf("an unknown label: %+v", e)
	}
}
