package main

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/cells"
)

// maxCell is the length in bytes of the longest text that appendCell appends, a number.
const maxCell = len("<U+10FFFF>")

// appendCell appends the first code point of s as a terminal should show it. It returns how many columns that
// takes, and how many bytes of s it stands for. A code point that is invisible, or that would change how the
// rest looks, is shown as a symbol or a number.
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
	return utf8.AppendRune(dst, r), cells.Of(r), size
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
