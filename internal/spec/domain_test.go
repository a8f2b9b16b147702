package spec

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

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
