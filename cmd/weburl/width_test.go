package main

import "testing"

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
		{"ａ", "ａ", 2, 3}, // full width
		{"가", "가", 2, 3},
		{"\u1161", "\u1161", 0, 3}, // a vowel that joins the consonant before it
		{"😀", "😀", 2, 4},
		{"\u0085", "<U+0085>", 8, 2},
		{"\u00A0", "<U+00A0>", 8, 2}, // looks like a space
		{"\u200D", "<U+200D>", 8, 3},
		{"\u202E", "<U+202E>", 8, 3}, // would reverse the rest of the line
		{"\uFE0F", "<U+FE0F>", 8, 3},
		{"\u3164", "<U+3164>", 8, 3}, // an invisible letter
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
