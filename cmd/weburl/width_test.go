package main

import (
	"testing"
	"unicode"

	"golang.org/x/text/width"
)

// The table of wide code points must agree with golang.org/x/text/width, whose tables are of the Unicode
// version of the Go release, on every code point that is assigned there.
func TestIsWide(t *testing.T) {
	unassigned := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
	}
	for r := range rune(unicode.MaxRune + 1) {
		kind := width.LookupRune(r).Kind()
		want := kind == width.EastAsianWide || kind == width.EastAsianFullwidth
		if got := isWide(r); got != want && (want || !unassigned(r)) && !widenedLater(r) {
			t.Errorf("U+%04X: wide is %t, want %t", r, got, want)
		}
	}
}

// widenedLater reports whether r became wide in Unicode 16: trigrams and hexagrams.
// https://www.unicode.org/Public/16.0.0/ucd/EastAsianWidth.txt
func widenedLater(r rune) bool {
	return unicode.Version < "16" && (0x2630 <= r && r <= 0x2637 || 0x268A <= r && r <= 0x268F ||
		0x4DC0 <= r && r <= 0x4DFF || 0x1D300 <= r && r <= 0x1D376)
}

func TestAppendCell(t *testing.T) {
	for _, c := range []struct {
		in      string
		shown   string
		columns int
		size    int
	}{
		{"ab", "a", 1, 1},
		{" ", " ", 1, 1},
		{"\x00", "␀", 1, 1},
		{"\tx", "␉", 1, 1},
		{"\x1b[31m", "␛", 1, 1},
		{"\x7f", "␡", 1, 1},
		{"é", "é", 1, 2},
		{"\u0301", "\u0301", 0, 2}, // combining acute accent
		{"日", "日", 2, 3},
		{"ａ", "ａ", 2, 3}, // fullwidth a
		{"가", "가", 2, 3},
		{"\u1161", "\u1161", 0, 3}, // a vowel that joins the consonant before it
		{"😀", "😀", 2, 4},
		{"\u0085", "<U+0085>", 8, 2},
		{"\u00A0", "<U+00A0>", 8, 2}, // looks like a space
		{"\u200D", "<U+200D>", 8, 3},
		{"\u202E", "<U+202E>", 8, 3}, // would turn the line round
		{"\uFE0F", "<U+FE0F>", 8, 3},
		{"\u3164", "<U+3164>", 8, 3}, // a letter that shows nothing
		{"\uFEFF", "<U+FEFF>", 8, 3},
		{"\U000E0041", "<U+E0041>", 9, 4},
		{"\U0010FFFF", "<U+10FFFF>", 10, 4},
		{"\xff", "\uFFFD", 1, 1},
		{"\xe2\x82", "\uFFFD", 1, 1},
	} {
		shown, columns, size := appendCell(nil, c.in)
		if string(shown) != c.shown || columns != c.columns || size != c.size {
			t.Errorf("%q: %q, %d columns, %d bytes, want %q, %d, %d", c.in, shown, columns, size, c.shown, c.columns, c.size)
		}
	}
	if got, want := visible("a\tb\u202E日\xff"), "a␉b<U+202E>日\uFFFD"; got != want {
		t.Errorf("visible: %q, want %q", got, want)
	}
}
