package link

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A class contains the properties of a code point: a value of Link_Term, and bits.
// https://www.unicode.org/reports/tr58/#property-data
type class uint8

// The values of Link_Term say what a code point means for the end of a link.
const (
	hard    class = iota // is never in a link
	include              // is in the link, and so is what is before it
	soft                 // is in the link if one that is not soft follows it there
	open                 // an opening bracket
	closing              // a closing bracket: is in the link if it matches

	term  class = 7  // the bits of Link_Term
	email class = 8  // Link_Email: can be in the local part of an email address
	label class = 16 // can be in a label of a host without a scheme: a letter, digit, mark, "-" or "_"

	classBits = 5
)

// asciiClasses are the classes of ASCII. Bytes from 0x80 on are hard.
var asciiClasses = func() (classes [256]class) {
	for b := range byte(utf8.RuneSelf) {
		classes[b] = ranges[rangeOf(rune(b))].class()
	}
	return classes
}()

// A codeRange is an element of ranges.
type codeRange uint32

func (c codeRange) first() rune  { return rune(c >> classBits) }
func (c codeRange) class() class { return class(c & (1<<classBits - 1)) }

// rangeOf returns the index of the range with r.
func rangeOf(r rune) int {
	i, found := slices.BinarySearchFunc(ranges[:], r, func(c codeRange, r rune) int { return int(c.first() - r) })
	if found {
		return i
	}
	return i - 1
}

// A classifier looks up the classes of code points. It remembers the last range, because the next code point is often in
// the same one.
type classifier struct {
	first, next rune // the range is from first up to next
	class       class
}

// at returns the code point at the beginning of s, which is not empty, its class and its length. A byte that is not UTF-8
// is hard.
func (c *classifier) at(s string) (r rune, _ class, size int) {
	if b := s[0]; b < utf8.RuneSelf {
		return rune(b), asciiClasses[b], 1
	}
	r, size = utf8.DecodeRuneInString(s)
	if size == 1 {
		return r, hard, size
	}
	return r, c.of(r), size
}

// before is like at for the code point at the end of s. A byte that is not UTF-8 has the class of U+FFFD, which is neither in
// a label nor in a local part.
func (c *classifier) before(s string) (r rune, _ class, size int) {
	if b := s[len(s)-1]; b < utf8.RuneSelf {
		return rune(b), asciiClasses[b], 1
	}
	r, size = utf8.DecodeLastRuneInString(s)
	return r, c.of(r), size
}

// of returns the class of r.
func (c *classifier) of(r rune) class {
	if r < c.first || c.next <= r {
		i := rangeOf(r)
		c.first, c.next, c.class = ranges[i].first(), utf8.MaxRune+1, ranges[i].class()
		if i+1 < len(ranges) {
			c.next = ranges[i+1].first()
		}
	}
	return c.class
}

// opening returns the opening bracket of a closing one.
func opening(r rune) rune {
	i, _ := slices.BinarySearchFunc(brackets[:], r, func(pair [2]rune, r rune) int { return int(pair[0] - r) })
	return brackets[i][1]
}

// quotations contains sets of quotation marks. Any mark of a set may open or close a quotation, as in »a« and «a».
var quotations = [...]string{`"`, "'", "`", "“”„‟", "‘’‚‛", "«»", "‹›", "＂", "＇", "〝〞〟"}

// quotesAfter returns the marks that close a quotation which the last character of s opens. It returns "" if that is not a
// quotation mark.
func quotesAfter(s string) string {
	r, _ := utf8.DecodeLastRuneInString(s)
	if r < utf8.RuneSelf && r != '"' && r != '\'' && r != '`' {
		return "" // mostly a space
	}
	for _, marks := range quotations {
		if strings.ContainsRune(marks, r) {
			return marks
		}
	}
	return ""
}

// isIn reports whether r is in set, which is often empty.
func isIn(r rune, set string) bool { return set != "" && strings.ContainsRune(set, r) }

// isDot reports whether r separates the labels of a domain. https://www.unicode.org/reports/tr46/#Notation
func isDot(r rune) bool { return r == '.' || isWideDot(r) }

// isWideDot reports whether r is a dot beyond ASCII that separates labels, such as an ideographic full stop.
func isWideDot(r rune) bool { return r == '\u3002' || r == '\uFF0E' || r == '\uFF61' }

// isEastAsian reports whether r is a letter of Korean, Japanese or Chinese. No top-level domain has such a letter after one of
// another script.
func isEastAsian(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
