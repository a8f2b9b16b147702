package gen

import (
	"strings"
	"unicode/utf8"
)

// LongURL returns a URL of about 1 to 70 KiB: a URL or a reference of the grammar with a run of repeated units in it.
// Short ones are more frequent: half of them have less than 2 KiB.
func (g *Generator) LongURL() string {
	length := min(70<<10, (1<<20)/g.between(1, 1<<10))
	before, after := g.cut(g.apply((*Generator).URL, (*Generator).URL, (*Generator).Reference))
	unit := g.apply(
		(*Generator).unit,
		func(g *Generator) string { return g.join(1, 20, "", (*Generator).unit) },
		func(g *Generator) string { return g.segment() + g.pick("/", `\`) },
		func(g *Generator) string { return g.formPair() + "&" },
		func(g *Generator) string { return g.apply((*Generator).Domain, (*Generator).IDNA) + "." },
		oneOf("../", "a/../", "./", "/", `\`, "@", "u@", ":", "0", "1.", "0x", "1:", "[", "%2e/", "\t", " ", "C|/", "#", "?", "xn--", "a"),
	)
	if unit == "" {
		unit = "a"
	}
	return before + strings.Repeat(unit, length/len(unit)+1) + after
}

// BreakUTF8 returns s with a sequence of bytes that is not UTF-8, or without one of its bytes.
func (g *Generator) BreakUTF8(s string) string {
	i := g.Below(len(s) + 1)
	if g.once(4) && i < len(s) {
		return s[:i] + s[i+1:]
	}
	return s[:i] + g.pick("\x80", "\xbf", "\xc0\x80", "\xc3", "\xe2\x98", "\xe0\x80\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x9f\x98", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5", "\xfe", "\xff", "\xff\xff", "\xf0\x9f\xe2\x98\x83", "\xef\xbb\xbf\xef\xbb") + s[i:]
}

// controls are U+0000 to U+001F, U+007F to U+009F, and three others that are easily taken for spaces.
var controls = func() (all []string) {
	for r := rune(0); r < 0xA0; r++ {
		if r < 0x20 || r >= 0x7F {
			all = append(all, string(r))
		}
	}
	return append(all, "\u00a0", "\u2028", "\ufeff")
}()

// controlled contains a URL of each kind, and references.
var controlled = []string{
	"http://u:p@h.x:80/a/b?q#f", "https:h/..", "ws://1.2.3.4:0/", "ftp:\\\\h\\a", "HTTP:///h", "http://[1::2]:8/?", "http://0x7f.1/%2e/", "http://é.א/", "https://xn--zca/#",
	"file:///C:/a", "file://h/C|/../b", "file:a?q", "file://localhost/", "x://u:p@H:80/a?q#f", "x:///a", "x:/.//a/b", "x:/a/../b", "x:a b?q#f", "x:%41é ", "blob:https://h/a",
	"mailto:a@b?c", "data:,a b", "//h:1/a", "/a/./b", "a/../b?q", "?q=1&r", "#f%41", "C|/a", "..", "\\\\h\\C:", "h:1", "http:", ":", "",
}

// bases are the base URLs for the inputs of ControlCase.
var bases = []string{"http://h/a/b?q#f", "file:///C:/a?q", "x:/a/b", "x:o?q"}

// ControlCases is the number of cases of ControlCase.
var ControlCases = func() (n int) {
	for _, s := range controlled {
		n += len(bases) * len(controls) * (utf8.RuneCountInString(s) + 1)
	}
	return n
}()

// ControlCase returns case i of a list, an input and a base. The list inserts each of the controls at each place of
// the URLs controlled, against each of the bases.
func ControlCase(i int) (input, base string) {
	i, base = i/len(bases), bases[i%len(bases)]
	i, control := i/len(controls), controls[i%len(controls)]
	for _, s := range controlled {
		runes := []rune(s)
		if i <= len(runes) {
			return string(runes[:i]) + control + string(runes[i:]), base
		}
		i -= len(runes) + 1
	}
	panic("gen: no such case")
}

// Insert returns s with what inserted at a random place.
func (g *Generator) Insert(s, what string) string {
	before, after := g.cut(s)
	return before + what + after
}
