package cells

import "testing"

// The widths of single characters are those of https://www.unicode.org/Public/17.0.0/ucd/EastAsianWidth.txt,
// and the general categories those of UnicodeData.txt beside it.
func TestOf(t *testing.T) {
	for r, want := range map[rune]int{
		'a':          1,
		' ':          1,
		'é':          1, // ambiguous: wide only in East Asian fonts
		'Ж':          1, // ambiguous
		'ｶ':          1, // half width
		'日':          2, // wide
		'가':          2, // wide
		'ａ':          2, // full width
		'\u3000':     2, // full width: ideographic space
		'😀':          2, // wide
		'\U0001F3F3': 1, // neutral: a white flag
		'\u0301':     0, // Mn: combining acute accent
		'\u20DD':     0, // Me: combining enclosing circle
		'\u200D':     0, // Cf: zero width joiner
		'\u1161':     0, // a vowel that joins the consonant before it
		'\u11A8':     0, // a final consonant
	} {
		if got := Of(r); got != want {
			t.Errorf("%U takes %d cells, want %d", r, got, want)
		}
	}
}

func TestIn(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "日本e\u0301": 5, "\u1112\u1161\u11AB": 2} {
		if got := In(s); got != want {
			t.Errorf("%q takes %d cells, want %d", s, got, want)
		}
	}
}
