package idna

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

func TestUnicodeVersion(t *testing.T) {
	want := "17.0.0"
	if unicode.Version < "17" {
		want = "15.0.0"
	}
	if got := xidna.UnicodeVersion; got != want {
		t.Errorf("Unicode version %s, want %s", got, want)
	}
}

// TestIDNAData checks, for every code point, what the package assumes about the data of x/net/idna and x/text.
func TestIDNAData(t *testing.T) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) {
			checkMapping(t, r)
			checkMarks(t, r)
			checkComposition(t, r)
		}
	}
}

// checkMapping checks what is assumed about the mapping of r.
func checkMapping(t *testing.T, r rune) {
	s := string(r)
	mapped, err := mapRun(s)
	if strings.Contains(mapped, "-") != (hideHyphen(r) == 0) || strings.ContainsRune(mapped, graphemeJoiner) {
		t.Errorf("%U is mapped to %q", r, mapped)
	}
	if err != nil && norm.NFC.String(s) != s {
		t.Errorf("normalization removes %U, which is disallowed", r)
	}
	if isPlainMark(r) && (mapped != norm.NFC.String(s) || err != nil) {
		t.Errorf("%U is mapped to %q (%v)", r, mapped, err)
	}
}

// checkMarks checks that r does not decompose to more combining marks than it has bytes.
func checkMarks(t *testing.T, r rune) {
	marks := 0
	decomposed := norm.NFD.String(string(r))
	for i := range decomposed {
		if norm.NFD.PropertiesString(decomposed[i:]).CCC() != 0 {
			marks++
		}
	}
	if marks > utf8.RuneLen(r) {
		t.Errorf("%U, of %d bytes, has %d marks", r, utf8.RuneLen(r), marks)
	}
}

// checkComposition checks that normalization keeps the forbidden code points, and makes no code point valid or
// disallowed.
func checkComposition(t *testing.T, r rune) {
	s := string(r)
	if !norm.NFC.PropertiesString(s).BoundaryBefore() {
		for c := range rune(utf8.RuneSelf) {
			if composed := norm.NFC.String(string(c) + s); hasForbidden(string(c)) && composed[0] != byte(c) {
				t.Errorf("%q, which is forbidden, becomes %q with %U", c, composed, r)
			}
		}
	}
	decomposed := norm.NFD.String(s)
	if decomposed == s || norm.NFC.String(s) != s {
		return
	}
	isDisallowed := func(r rune) bool { _, ok := mapAndNormalize(string(r)); return !ok }
	isInvalid := func(r rune) bool { mapped, ok := mapAndNormalize(string(r)); return !ok || mapped != string(r) }
	if !isInvalid(r) && strings.ContainsFunc(decomposed, isDisallowed) {
		t.Errorf("normalization makes %U of disallowed code points", r)
	}
	if isInvalid(r) && !strings.ContainsFunc(decomposed, isInvalid) {
		t.Errorf("normalization makes %U, which is not valid, of valid code points", r)
	}
}

// TestPlainLetters checks that processing changes no code point that isPlainText accepts, and gives capitals the lower
// case that lowerPlainLetter gives them.
func TestPlainLetters(t *testing.T) {
	n := 0
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		rightToLeft := isPlainRightToLeftLetter(r)
		if !isPlainLetter(r) && !rightToLeft {
			continue
		}
		n++
		s := string(r)
		mapped, err := mapRun(s)
		bidiClass, _ := bidi.LookupString(s)
		class := bidiClass.Class()
		properties := norm.NFC.PropertiesString(s)
		if err != nil || mapped != s || !properties.BoundaryBefore() || properties.CCC() != 0 ||
			(class == bidi.R || class == bidi.AL) != rightToLeft || (class == bidi.L) == rightToLeft {
			t.Errorf("%U: mapped to %q (%v), bidi class %v, boundary before: %t", r, mapped, err, class, properties.BoundaryBefore())
		}
		for _, domain := range []string{s, "a" + s, s + "b." + s, "\u3042-" + s} {
			plain, isBidi := isPlainText(domain, true)
			processed, _, ok := process(domain, false)
			if !plain || isBidi != rightToLeft || ok != (!isBidi || domain == s) || ok && processed != domain {
				t.Errorf("%q: plain: %t, right to left: %t, processed: %q, %t", domain, plain, isBidi, processed, ok)
			}
		}
	}
	const latin, greek, cyrillic, kana, ideographs, hangul, hebrew, arabic = 32, 35, 48, 86 + 90, 20_992, 11_172, 27, 32 + 10 + 91
	if n != latin+greek+cyrillic+kana+ideographs+hangul+hebrew+arabic {
		t.Errorf("%d letters", n)
	}
	for _, domain := range []string{"xn--a.\u00fc", "XN--A.\u00fc", "a\u0301", "\u00fc\x00", "\u00fc b", "\uff41", "\u00fc%", "\u00d7", "\u03a2", "\u1e9e"} {
		if plain, _ := isPlainText(domain, true); plain {
			t.Errorf("%q is taken for plain text", domain)
		}
	}
	for _, domain := range []string{"A\u00fc", "\u00dc", "\u0391", "\u0410"} {
		if plain, _ := isPlainText(domain, false); plain {
			t.Errorf("%q is taken for plain text in lower case", domain)
		}
	}
}

// TestPlainCapitals checks that lowerPlainLetter maps as UTS46 does.
func TestPlainCapitals(t *testing.T) {
	n := 0
	for r := range rune(utf8.MaxRune + 1) {
		lower := lowerPlainLetter(r)
		if lower == r {
			continue
		}
		n++
		if mapped, ok := mapAndNormalize(string(r)); !ok || mapped != string(lower) || lower >= utf8.RuneSelf && !isPlainLetter(lower) {
			t.Errorf("%U: %U, want %+q (%t)", r, lower, mapped, ok)
		}
	}
	if want := 26 + 30 + 26 + 32; n != want {
		t.Errorf("%d capitals, want %d", n, want)
	}
}

// TestMapForbidden maps code points to what the domain parser refuses: it need not be kept until the end of a long domain.
// What normalization may combine is kept.
func TestMapForbidden(t *testing.T) {
	for s, want := range map[string]bool{"é": true, "É": true, "\u226E": true, "\uFF1C\u0338": true, "\uFF1C": true, "\uFDFA": false, "é\u2101": false, "\uFF05": false} {
		if _, ok := mapAndNormalize(s); ok != want {
			t.Errorf("%+q: %t", s, ok)
		}
	}
}

// TestFirstRun has runs of 30 bytes and shorter ones, which end before a letter, or before what a mark combines with.
func TestFirstRun(t *testing.T) {
	a := strings.Repeat("a", maxMarks)
	for _, c := range []struct{ s, want string }{
		{"ü", "ü"},
		{"üabc", "ü"},
		{"ü\u0301a", "ü\u0301"},
		{"üab-.--cd\u0301\u1161－－éa", "üab-.--cd\u0301\u1161－－é"},
		{"ü" + a[:26] + "ü", "ü" + a[:26] + "ü"},
		{"ü" + a[:27] + "ü", "ü"},
		{"ü" + a[:20] + "ü" + a[:4] + "\u0301\u0301", "ü" + a[:20] + "ü" + a[:3]},
		{strings.Repeat("üe\u0301", 6), strings.Repeat("üe\u0301", 6)},
		{strings.Repeat("üe\u0301", 7), strings.Repeat("üe\u0301", 6)},
		{strings.Repeat("eü\u0301", 7)[1:], strings.Repeat("eü\u0301", 6)[1:]},
		{"ü" + strings.Repeat("\u0301", maxMarks), "ü" + strings.Repeat("\u0301", 14)},
		{strings.Repeat("日", maxMarks), strings.Repeat("日", maxMarks/3)},
	} {
		if got := firstRun(c.s); got != c.want {
			t.Errorf("%+q: %+q, want %+q", c.s, got, c.want)
		}
	}
}
