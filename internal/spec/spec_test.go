package spec

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url/internal/legacy"
)

// TestDecode compares the UTF-8 decoder with tables 3-8 to 3-11 of the Unicode Standard 15, which
// say what maximal subparts are, and with the decoder of golang.org/x/text.
func TestDecode(t *testing.T) {
	const r = "\uFFFD"
	for input, want := range map[string]string{
		"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41": r + r + r + r + r + r + r + r + "A",
		"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41": r + r + r + r + r + r + r + r + "A",
		"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42": r + r + r + r + r + "A" + r + r + "B",
		"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41": r + r + r + r + "A",
		"\uFEFFa":                              "\uFEFFa",
	} {
		if got := ScalarValueString(input); got != want {
			t.Errorf("decode %q = %q, want %q", input, got, want)
		}
	}
	alphabet := []string{"a", "\x80", "\xBF", "\xC1", "\xC2", "\xE0", "\xA0", "\x9F", "\xED", "\xEF", "\xF0", "\x90", "\x8F", "\xF4", "\xF5"}
	var try func(prefix string, n int)
	try = func(prefix string, n int) {
		want, err := unicode.UTF8.NewDecoder().String(prefix)
		if err != nil {
			t.Fatal(err)
		}
		if got := ScalarValueString(prefix); got != want {
			t.Errorf("decode %q = %q, want %q", prefix, got, want)
		}
		if n == 0 {
			return
		}
		for _, s := range alphabet {
			try(prefix+s, n-1)
		}
	}
	try("", 4)
}

// TestIPv4Overflow checks that no number is too long for the IPv4 and port parsers.
func TestIPv4Overflow(t *testing.T) {
	for _, input := range []string{
		"https://4294967296/", "https://18446744073709551616/", "https://0x" + strings.Repeat("f", 1000) + "/",
		"https://1.2.3." + strings.Repeat("9", 1000) + "/", "https://h:18446744073709551616/", "https://h:65536/",
	} {
		if u, _ := Parse(input, nil, nil); u != nil {
			t.Errorf("%q = %q, want failure", input, u.Serialize(false))
		}
	}
	zeros := strings.Repeat("0", 1000)
	if u, _ := Parse("https://"+zeros+"377.1:"+zeros+"1/", nil, nil); u == nil || u.Serialize(false) != "https://255.0.0.1:1/" {
		t.Errorf("leading zeros of a number changed it: %v", u)
	}
}

// encodingOf returns the output encoding of the encoding with the label.
func encodingOf(t *testing.T, label string) Encoding {
	t.Helper()
	enc, err := htmlindex.Get(label)
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := legacy.NewEncoder(enc)
	if err != nil {
		t.Fatal(err)
	}
	if encoder == nil {
		return nil
	}
	return func() Encoder { return encoder }
}

// TestPercentEncode has the examples of
// https://url.spec.whatwg.org/#example-percent-encode-operations.
func TestPercentEncode(t *testing.T) {
	if got := string(PercentDecode([]byte("%25%s%1G"))); got != "%%s%1G" {
		t.Errorf("percent-decode = %q", got)
	}
	if got := string(PercentDecode([]byte("‽%25%2E"))); got != "\xE2\x80\xBD%." {
		t.Errorf("percent-decode = %q", got)
	}
	for _, test := range []struct {
		label string
		set   PercentEncodeSet
		input string
		want  string
	}{
		{"shift_jis", SpecialQueryPercentEncodeSet, " ", "%20"},
		{"shift_jis", SpecialQueryPercentEncodeSet, "≡", "%81%DF"},
		{"shift_jis", SpecialQueryPercentEncodeSet, "‽", "%26%238253%3B"},
		{"iso-2022-jp", SpecialQueryPercentEncodeSet, "¥", `%1B(J\%1B(B`},
		{"shift_jis", FormURLEncodedPercentEncodeSet, "1+1 ≡ 2%20‽", "1%2B1+%81%DF+2%2520%26%238253%3B"},
		{"utf-8", UserinfoPercentEncodeSet, "≡", "%E2%89%A1"},
		{"utf-8", UserinfoPercentEncodeSet, "‽", "%E2%80%BD"},
		{"utf-8", UserinfoPercentEncodeSet, "Say what‽", "Say%20what%E2%80%BD"},
	} {
		if got := percentEncodeAfterEncoding(encodingOf(t, test.label), test.input, test.set); got != test.want {
			t.Errorf("percent-encode %q in %s = %q, want %q", test.input, test.label, got, test.want)
		}
	}
}

// TestQueryEncoding has the example of https://url.spec.whatwg.org/#query-encoding-example, and
// the URLs whose query is in UTF-8 nevertheless.
func TestQueryEncoding(t *testing.T) {
	for _, test := range []struct{ label, scheme, want string }{
		{"windows-1252", "https", "sm%F6rg%E5sbord"},
		{"windows-1252", "file", "sm%F6rg%E5sbord"},
		{"utf-8", "https", "sm%C3%B6rg%C3%A5sbord"},
		{"utf-16le", "https", "sm%C3%B6rg%C3%A5sbord"},
		{"windows-1252", "ws", "sm%C3%B6rg%C3%A5sbord"},
		{"windows-1252", "wss", "sm%C3%B6rg%C3%A5sbord"},
		{"windows-1252", "foo", "sm%C3%B6rg%C3%A5sbord"},
	} {
		u, _ := Parse(test.scheme+"://h/?smörgåsbord#smörgåsbord", nil, encodingOf(t, test.label))
		if *u.Query != test.want || *u.Fragment != "sm%C3%B6rg%C3%A5sbord" {
			t.Errorf("in %s: %q, want the query %q", test.label, u.Serialize(false), test.want)
		}
	}
}

// TestSearchParams has the examples of https://url.spec.whatwg.org/#interface-urlsearchparams.
func TestSearchParams(t *testing.T) {
	o := NewURL("https://example.com/?a=b ~#f", nil)
	if got, want := o.href(), "https://example.com/?a=b%20~#f"; got != want {
		t.Errorf("href = %q, want %q", got, want)
	}
	before := *o.URL
	o.SetSearchParams(o.List) // as sort does
	if got, want := o.href(), "https://example.com/?a=b+%7E#f"; got != want {
		t.Errorf("href = %q, want %q", got, want)
	}
	if before.Equals(o.URL, true) {
		t.Errorf("%q equals %q", before.Serialize(false), o.href())
	}
	o.SetSearchParams(nil)
	other := NewURL("https://example.com/", nil)
	if o.URL.Equals(other.URL, false) || !o.URL.Equals(other.URL, true) {
		t.Errorf("equality of %q and %q does not depend on the fragment", o.href(), other.href())
	}
}

// TestNormalizeNFC compares with package norm, on strings with few enough marks for it.
func TestNormalizeNFC(t *testing.T) {
	check := func(s []rune) {
		if got, want := string(normalizeNFC(s)), norm.NFC.String(string(s)); got != want {
			t.Errorf("NFC of %+q: %+q, want %+q", string(s), got, want)
		}
	}
	var marks []rune // and other code points that compose with the one before
	for c := range rune(utf8.MaxRune + 1) {
		if utf8.ValidRune(c) {
			check([]rune{c})
			if !norm.NFC.PropertiesString(string(c)).BoundaryBefore() {
				marks = append(marks, c)
			}
		}
	}
	starters := []rune("aeiouAEO\u00e2\u1e69\u0915\u09c7\u1100\uac00\u3046\u0f71\u0b47<=>\u0627\u1025\u05e9")
	random := rand.New(rand.NewPCG(3, 117))
	for range 20_000 {
		s := []rune{starters[random.IntN(len(starters))]}
		for range random.IntN(8) {
			s = append(s, marks[random.IntN(len(marks))])
		}
		check(append(s, starters[random.IntN(len(starters))]))
	}
	// Package norm inserts U+034F here.
	long := []rune("a" + strings.Repeat("\u0301", 40))
	if got, want := string(normalizeNFC(long)), "\u00e1"+strings.Repeat("\u0301", 39); got != want {
		t.Errorf("NFC of %+q: %+q", string(long), got)
	}
}

// TestPunycode compares with x/net/idna, and has examples of https://www.rfc-editor.org/rfc/rfc3492#section-7.1.
func TestPunycode(t *testing.T) {
	for label, want := range map[string]string{
		"ليهمابتكلموشعربي؟":                  "egbpdaj6bu4bxfgehfvwxn",
		"他们为什么不说中文":                          "ihqwcrb4cv8a8dqg056pqjye",
		"ひとつ屋根の下2":                           "2-u9tlzr9756bt3uc0v",
		"3年b組金八先生":                           "3b-ww4c5e180e575a65lsy2b",
		"パフィーdeルンバ":                          "de-jg4avhby1noc0d",
		"-> $1.00 <-":                        "-> $1.00 <--",
		strings.Repeat("ab", 9) + "ü":        "",
		strings.Repeat("例ü日a\U0010FFFF", 20): "",
	} {
		if want == "" {
			ascii, err := idna.Punycode.ToASCII(label)
			if err != nil {
				t.Fatal(err)
			}
			want = strings.TrimPrefix(ascii, "xn--")
		}
		if got, ok := encodePunycode([]rune(label)); !ok || got != want {
			t.Errorf("encode %q = %q, %t, want %q", label, got, ok, want)
		}
		if got, ok := decodePunycode(want); !ok || string(got) != label {
			t.Errorf("decode %q = %q, %t, want %q", want, string(got), ok, label)
		}
	}
	for _, s := range []string{"-", "99999999", "a-9", "8c9b", "a-é", "é", "9999999999", strings.Repeat("a", 3000) + "-zx3xy6826816d"} {
		if got, ok := decodePunycode(s); ok {
			t.Errorf("decode %q = %q", s, string(got))
		}
	}
	if got, ok := encodePunycode([]rune(strings.Repeat("a", 1930) + "\U0010FFFF")); ok {
		t.Errorf("no overflow: %q", got)
	}
}

// TestBidiRule has one label for each condition of https://www.rfc-editor.org/rfc/rfc5893#section-2, and more.
func TestBidiRule(t *testing.T) {
	for label, want := range map[string]bool{
		"\u05d0": true, "a": true, "1": false, "-a": false, // 1
		"\u05d0a": false, "\u05d0-\u05d1": true, // 2
		"\u05d0-": false, "\u05d01": true, "\u05d0\u0661": true, "\u05d01\u0301": true, // 3
		"\u05d01\u0661": false,                   // 4
		"a\u05d0":       false, "a\u0661": false, // 5
		"a-": false, "a1": true, "a\u0301": true, // 6
	} {
		if got := satisfiesBidiRule([]rune(label)); got != want {
			t.Errorf("%+q: %t, want %t", label, got, want)
		}
	}
	if !isBidiDomainName([]string{"a", "\u0661"}) || isBidiDomainName([]string{"a", "1-é"}) {
		t.Error("the first is a Bidi domain name, the second is not")
	}
}

// TestJoiningTypes checks that no code point is listed twice.
func TestJoiningTypes(t *testing.T) {
	sets := []map[rune]bool{joiningL, joiningR, joiningD}
	for i, set := range sets {
		for c := range set {
			if slices.ContainsFunc(sets[i+1:], func(other map[rune]bool) bool { return other[c] }) {
				t.Errorf("%U has two types", c)
			}
		}
	}
	for c, want := range map[rune]rune{'a': 'U', 0x628: 'D', 0x627: 'R', 0xA872: 'L', 0x64B: 'T', 0x200C: 'U', 0x200D: 'U', 0x621: 'U'} {
		if got := joiningType(c); got != want {
			t.Errorf("%U: %c, want %c", c, got, want)
		}
	}
}
