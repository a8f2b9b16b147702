package idna

import (
	"testing"
	"unicode"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"
)

// TestJoiningTypes compares the tables with those of x/net/idna. Its rules do not tell Joining_Type R from
// U. So the test checks that joinsPrevious has every code point of type D, and none of type L or T.
func TestJoiningTypes(t *testing.T) {
	profile := xidna.New(xidna.MapForLookup(), xidna.StrictDomainName(false))
	accepts := func(label string) bool {
		_, err := profile.ToUnicode(label)
		return err == nil
	}
	const noon = "\u0646" // Joining_Type=D
	for r := range rune(unicode.MaxRune + 1) {
		s := string(r)
		if r < utf8.RuneSelf || !accepts(s) || endsWithVirama(s) {
			continue
		}
		if mapped, _ := mapAndNormalize(s); mapped != s {
			continue
		}
		joins := accepts(s + "\u200C" + noon)
		if got := unicode.Is(joinsNext, r); got != joins {
			t.Errorf("joinsNext holds %U: %v, want %v", r, got, joins)
		}
		notLOrT := accepts(noon + "\u200C" + s)
		if got := unicode.Is(joinsPrevious, r); got && !notLOrT || !got && notLOrT && joins {
			t.Errorf("joinsPrevious holds %U: %v", r, got)
		}
	}
}
