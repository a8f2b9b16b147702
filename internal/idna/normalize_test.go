package idna

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestNormalizeNFC compares normalizeSegments with x/text, on strings that x/text can normalize too.
func TestNormalizeNFC(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 15))
	parts := []rune("aeé\u1E69\u030D\u0301\u0323\u0327\u0345\u0308\u0344\u1100\u1161\u11A8\uAC00\u09C7\u09BE\u3046\u3099\u0F71\u0F72\u0F73\u2260\u0338")
	for range 20_000 {
		s := make([]rune, random.IntN(15)) // at most 28 marks, few enough for x/text
		for i := range s {
			s[i] = parts[random.IntN(len(parts))]
		}
		want := norm.NFC.String(string(s))
		if got := normalizeSegments(string(s)); got != want {
			t.Fatalf("NFC of %+q: %+q, want %+q", string(s), got, want)
		}
	}
}
