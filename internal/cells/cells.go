// Package cells says how many cells of a terminal or of a fixed-width font text takes.
package cells

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Of returns the number of cells that r takes: 2 for a wide character, 0 for one that combines with the
// character before it or that controls the format, and 1 for any other. A character that is wide only in East
// Asian fonts takes 1. https://www.unicode.org/reports/tr11/
func Of(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), IsJoiningJamo(r):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// In returns the number of cells that s takes.
func In(s string) int {
	n := 0
	for _, r := range s {
		n += Of(r)
	}
	return n
}

// IsJoiningJamo reports whether r is a vowel or a final consonant that joins the Hangul syllable before it.
func IsJoiningJamo(r rune) bool { return r >= 0x1160 && r <= 0x11FF || r >= 0xD7B0 && r <= 0xD7FF }
