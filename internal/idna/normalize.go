package idna

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is the number of combining marks in a row up to which package norm normalizes as Unicode specifies. After
// that many it inserts U+034F. A string of at most maxMarks bytes never decomposes to more marks.
const maxMarks = 30

// leadOfCombining is the first byte of U+0300 in UTF-8. No code point below that combines with the one before it.
const leadOfCombining = 0xCC

// composesWithPrevious reports whether s may combine with the code point before it.
func composesWithPrevious(s string) bool {
	return s != "" && s[0] >= leadOfCombining && !norm.NFC.PropertiesString(s).BoundaryBefore()
}

// normalizeNFC returns s in Normalization Form C. It uses package norm unless s may have more than maxMarks combining
// marks in a row.
func normalizeNFC(s string) string {
	for rest := s; len(rest) > maxMarks; {
		n := segmentLen(rest)
		if n > maxMarks {
			return normalizeSegments(s)
		}
		rest = rest[n:]
	}
	return norm.NFC.String(s)
}

// segmentLen returns the length of the prefix of s that can be normalized independently of the rest. s is not empty.
func segmentLen(s string) int {
	for i := range s {
		if i > 0 && !composesWithPrevious(s[i:]) {
			return i
		}
	}
	return len(s)
}

// normalizeSegments is normalizeNFC for any number of combining marks in a row.
func normalizeSegments(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	var points []classifiedRune
	var pairs pairComposer
	for s != "" {
		n := segmentLen(s)
		points = decomposeCanonically(slices.Grow(points[:0], n), s[:n])
		for _, p := range composeCanonically(points, &pairs) {
			out.WriteRune(p.r)
		}
		s = s[n:]
	}
	return out.String()
}

// A classifiedRune is a code point and its canonical combining class.
type classifiedRune struct {
	r     rune
	class uint8
}

// decomposeCanonically appends the code points of s in Normalization Form D to points, which is empty. It does not
// decompose Hangul syllables, because composing would restore them.
func decomposeCanonically(points []classifiedRune, s string) []classifiedRune {
	for i, r := range s {
		properties := norm.NFD.PropertiesString(s[i:])
		parts := properties.Decomposition()
		if parts == nil {
			points = append(points, classifiedRune{r, properties.CCC()})
		}
		for len(parts) > 0 {
			part, size := utf8.DecodeRune(parts)
			points = append(points, classifiedRune{part, norm.NFD.Properties(parts).CCC()})
			parts = parts[size:]
		}
	}
	orderCanonically(points)
	return points
}

// orderCanonically implements the Canonical Ordering Algorithm: it sorts each run of code points whose class is not 0.
func orderCanonically(points []classifiedRune) {
	byClass := func(a, b classifiedRune) int { return int(a.class) - int(b.class) }
	start := 0
	for i, p := range points {
		if p.class == 0 {
			slices.SortStableFunc(points[start:i], byClass)
			start = i + 1
		}
	}
	slices.SortStableFunc(points[start:], byClass)
}

// composeCanonically implements the Canonical Composition Algorithm, which turns Normalization Form D into Form C. It
// replaces a code point and the last one of class 0 before it by the code point that the two combine to, if there is
// one and no code point between them blocks that. It writes the result over points.
func composeCanonically(points []classifiedRune, pairs *pairComposer) []classifiedRune {
	out := points[:0]
	starter, lastClass := -1, uint8(0)
	for _, p := range points {
		if starter >= 0 && (starter == len(out)-1 || lastClass < p.class) {
			if composed, ok := pairs.compose(out[starter].r, p.r); ok {
				out[starter].r = composed
				continue
			}
		}
		if p.class == 0 {
			starter = len(out)
		}
		lastClass = p.class
		out = append(out, p)
	}
	return out
}

// A pairComposer combines pairs of code points. It uses the same memory for all of them.
type pairComposer struct {
	pair []byte
	iter norm.Iter
}

// compose returns the code point that first and second combine to, if there is one.
func (c *pairComposer) compose(first, second rune) (rune, bool) {
	c.pair = utf8.AppendRune(utf8.AppendRune(c.pair[:0], first), second)
	c.iter.Init(norm.NFC, c.pair)
	normalized := c.iter.Next()
	composed, size := utf8.DecodeRune(normalized)
	return composed, size == len(normalized) && c.iter.Done()
}
