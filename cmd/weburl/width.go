package main

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// maxCell is the length of the longest cell that appendCell appends, a number.
const maxCell = len("<U+10FFFF>")

// appendCell appends what is shown of the first code point of s, and returns how many columns of a terminal
// that takes and how many bytes of s it stands for. What cannot be seen, or would change how the rest is
// seen, is shown by a symbol or a number.
func appendCell(dst []byte, s string) (shown []byte, columns, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r < ' ':
		return utf8.AppendRune(dst, '\u2400'+r), 1, size
	case r == 0x7F:
		return utf8.AppendRune(dst, '\u2421'), 1, size
	case r < 0x7F:
		return append(dst, byte(r)), 1, size
	case !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		n := len(dst)
		dst = fmt.Appendf(dst, "<U+%04X>", r)
		return dst, len(dst) - n, size
	}
	return utf8.AppendRune(dst, r), columnsOf(r), size
}

// visible returns s as appendCell shows it.
func visible(s string) string {
	shown := make([]byte, 0, len(s))
	for s != "" {
		var size int
		shown, _, size = appendCell(shown, s)
		s = s[size:]
	}
	return string(shown)
}

// columnsOf returns how many columns a code point takes.
func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me), 0x1160 <= r && r <= 0x11FF, 0xD7B0 <= r && r <= 0xD7FF:
		return 0 // combines with what is before it, as the vowels and final consonants of Hangul do
	case isWide(r):
		return 2
	}
	return 1
}

// isWide reports whether a code point is of East Asian width Wide or Fullwidth.
// https://www.unicode.org/reports/tr11/
func isWide(r rune) bool {
	low, high := 0, len(wide)
	for low < high {
		switch middle := (low + high) / 2; {
		case r < wide[middle][0]:
			high = middle
		case r > wide[middle][1]:
			low = middle + 1
		default:
			return true
		}
	}
	return false
}

// wide holds the first and last of each run of wide code points of Unicode 17. Code points that are not
// assigned do not end a run.
var wide = [...][2]rune{
	{0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC},
	{0x23F0, 0x23F0}, {0x23F3, 0x23F3}, {0x25FD, 0x25FE}, {0x2614, 0x2615},
	{0x2630, 0x2637}, {0x2648, 0x2653}, {0x267F, 0x267F}, {0x268A, 0x268F},
	{0x2693, 0x2693}, {0x26A1, 0x26A1}, {0x26AA, 0x26AB}, {0x26BD, 0x26BE},
	{0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA},
	{0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD},
	{0x2705, 0x2705}, {0x270A, 0x270B}, {0x2728, 0x2728}, {0x274C, 0x274C},
	{0x274E, 0x274E}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
	{0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50},
	{0x2B55, 0x2B55}, {0x2E80, 0x303E}, {0x3041, 0x3247}, {0x3250, 0xA4C6},
	{0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE10, 0xFE19},
	{0xFE30, 0xFE6B}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x16FE0, 0x1B2FB},
	{0x1D300, 0x1D376}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E},
	{0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C},
	{0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0},
	{0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC},
	{0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A},
	{0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5},
	{0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF}, {0x1F6EB, 0x1F6EC},
	{0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945},
	{0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAF8}, {0x20000, 0x3FFFF},
}
