package url

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// displayText returns a component, in which set was percent-encoded, with its percent-encoded bytes
// decoded where that can be shown.
//
// What it decodes is encoded again by the parser: beyond ASCII everything is, and of ASCII only what is in
// set. So the result parses to the same component, and no delimiter comes into it.
func displayText(s string, set PercentEncodeSet) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	var marks markRun
	for i := 0; i < len(s); {
		if s[i] != '%' || !isPercentEncodedByte(s[i:]) {
			marks.next(rune(s[i]))
			out = append(out, s[i])
			i++
			continue
		}
		r, size := decodePercentEncoded(s[i:])
		if isShown(r, set) && marks.next(r) {
			out = utf8.AppendRune(out, r)
		} else {
			marks = markRun{}
			out = append(out, s[i:i+size]...)
		}
		i += size
	}
	return string(out)
}

// decodePercentEncoded decodes the code point whose UTF-8 is percent-encoded at the beginning of s, and
// returns the size of that in s; or U+FFFD and the size of one byte where there is no UTF-8.
func decodePercentEncoded(s string) (r rune, size int) {
	var encoded [utf8.UTFMax]byte
	n := 0
	for n < len(encoded) && 3*n < len(s) && s[3*n] == '%' && isPercentEncodedByte(s[3*n:]) {
		encoded[n] = hexValue[s[3*n+1]]<<4 | hexValue[s[3*n+2]]
		n++
	}
	r, size = utf8.DecodeRune(encoded[:n])
	return r, 3 * size
}

// isShown reports whether r is shown where it was percent-encoded because of set.
func isShown(r rune, set PercentEncodeSet) bool {
	if r < utf8.RuneSelf {
		// Not the other ones in the sets: spaces and controls are not seen, "#" and "?" end components.
		return set.Contains(r) && strings.ContainsRune("\"'<>^`{}", r)
	}
	switch {
	case !unicode.IsGraphic(r), unicode.Is(unicode.Zs, r), unicode.Is(unicode.Me, r):
		return false // controls, joiners and directions, private, unassigned; and what draws around others
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return false
	}
	return !unicode.Is(misleading, r)
}

// misleading holds code points that are seen, and for something else.
var misleading = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0334, 0x0338, 1}, // strike other characters through, "e̸"
		{0x2044, 0x2044, 1}, // "/"
		{0x20D2, 0x20D3, 1}, // strike other characters through
		{0x20D8, 0x20DA, 1},
		{0x20E5, 0x20E6, 1},
		{0x20EA, 0x20EB, 1},
		{0x2215, 0x2216, 1}, // "/" and "\"
		{0x2571, 0x2572, 1}, // "/" and "\"
		{0x2800, 0x2800, 1}, // blank, although a symbol
		{0x29F5, 0x29F5, 1}, // "\"
		{0x29F8, 0x29F9, 1}, // "/" and "\"
		{0xFE56, 0xFE56, 1}, // "?"
		{0xFE5F, 0xFE5F, 1}, // "#"
		{0xFE68, 0xFE68, 1}, // "\"
		{0xFE6A, 0xFE6A, 1}, // "%"
		{0xFF03, 0xFF03, 1}, // "#"
		{0xFF05, 0xFF05, 1}, // "%"
		{0xFF0F, 0xFF0F, 1}, // "/"
		{0xFF1F, 0xFF1F, 1}, // "?"
		{0xFF3C, 0xFF3C, 1}, // "\"
		{0xFFFC, 0xFFFD, 1}, // stand for what is not there
	},
	R32: []unicode.Range32{
		{0x1F50F, 0x1F513, 1}, // padlocks and a key, which programs show for secure connections
		{0x1F5DD, 0x1F5DD, 1},
		{0x1F6E1, 0x1F6E1, 1}, // a shield
	},
}

// mostMarks is how many combining marks on one character are shown.
// https://www.unicode.org/reports/tr39/#Optional_Detection
const mostMarks = 4

// markRun follows the combining marks of a text. The zero markRun is at a place that a mark cannot follow.
type markRun struct {
	last  rune
	marks int
}

// next goes on to r, and reports whether r can be seen there.
func (m *markRun) next(r rune) bool {
	last, marks := m.last, m.marks
	m.last, m.marks = r, 0
	switch {
	case isJoiningJamo(r):
		return unicode.Is(unicode.Hangul, last)
	case !unicode.Is(unicode.Mn, r):
		return true
	case marks == mostMarks || marks == 0 && !unicode.In(last, unicode.L, unicode.Mc, unicode.Nd):
		return false // too many, or not on a letter or digit
	case strings.ContainsRune(norm.NFD.String(string(last)), r) || r == '\u0307' && strings.ContainsRune("ijlı", last):
		return false // where the same is already, or a dot is
	}
	m.marks = marks + 1
	return true
}

// isJoiningJamo reports whether r is a vowel or a final consonant that joins the Hangul syllable before it.
func isJoiningJamo(r rune) bool { return r >= 0x1160 && r <= 0x11FF || r >= 0xD7B0 && r <= 0xD7FF }

// isolate wraps text in which something runs from right to left.
func isolate(s string) string {
	for _, r := range s {
		properties, _ := bidi.LookupRune(r)
		switch properties.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return leftToRightIsolate + s + popDirectionalIsolate
		}
	}
	return s
}

// cells returns how many cells of a terminal s takes.
func cells(s string) int {
	n := 0
	for _, r := range s {
		n += cellsOf(r)
	}
	return n
}

// cellsOf returns how many cells r takes. https://www.unicode.org/reports/tr11/
func cellsOf(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), isJoiningJamo(r):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// cutCells returns the longest beginning of s that takes at most so many cells, does not end within a
// percent-encoded byte, and does not part a character from its combining marks.
func cutCells(s string, most int) string {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		taken := cellsOf(r)
		if r == '%' && isPercentEncodedByte(s[i:]) {
			size, taken = 3, 3
		}
		if taken > most {
			return s[:i]
		}
		most -= taken
		i += size
	}
	return s
}
