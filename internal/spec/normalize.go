package spec

import (
	"sync"

	"golang.org/x/text/unicode/norm"
)

// normalizeNFC brings s into Normalization Form C, https://www.unicode.org/versions/Unicode17.0.0/core-spec/chapter-3/
// (D108 to D118). Package norm has the data. Its own functions insert U+034F into long runs of marks.
func normalizeNFC(s []rune) []rune {
	var decomposed []rune
	for _, c := range s {
		decomposed = append(decomposed, decomposition(c)...)
	}
	orderCanonically(decomposed)
	return composeCanonically(decomposed)
}

// decomposition returns the full canonical decomposition of c, D68.
func decomposition(c rune) []rune { return []rune(norm.NFD.String(string(c))) }

// orderCanonically implements the Canonical Ordering Algorithm, D109: it exchanges neighbors until none is reorderable.
func orderCanonically(s []rune) {
	for exchanged := true; exchanged; {
		exchanged = false
		for i := 1; i < len(s); i++ {
			if a, b := combiningClass(s[i-1]), combiningClass(s[i]); a > b && b > 0 {
				s[i-1], s[i] = s[i], s[i-1]
				exchanged = true
			}
		}
	}
}

// composeCanonically implements the Canonical Composition Algorithm, D117.
func composeCanonically(s []rune) []rune {
	var out []rune
	for _, c := range s {
		starter := len(out) - 1
		for starter >= 0 && combiningClass(out[starter]) != 0 {
			starter--
		}
		if starter >= 0 && !isBlocked(out[starter+1:], c) {
			if composite, ok := primaryComposites()[[2]rune{out[starter], c}]; ok {
				out[starter] = composite
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// isBlocked reports whether c is blocked from a starter by the characters between the two, D115.
func isBlocked(between []rune, c rune) bool {
	for _, b := range between {
		if class := combiningClass(b); class == 0 || class >= combiningClass(c) {
			return true
		}
	}
	return false
}

// primaryComposites has the primary composites, D114, by the pairs that they decompose to. A primary composite is its own
// Form C. The second of its pair never decomposes further, and the first is what the rest of its full decomposition
// composes to.
var primaryComposites = sync.OnceValue(func() map[[2]rune]rune {
	composites := make(map[[2]rune]rune)
	for c := rune(0); c <= 0x10FFFF; c++ {
		full := decomposition(c)
		if len(full) < 2 || norm.NFC.String(string(c)) != string(c) {
			continue
		}
		last := len(full) - 1
		first := []rune(norm.NFC.String(string(full[:last])))
		if len(first) != 1 {
			panic("not a primary composite: " + string(c))
		}
		composites[[2]rune{first[0], full[last]}] = c
	}
	return composites
})
