package gen

import "strings"

// scripts are the ranges of the code points that are letters, marks, digits or symbols in some version of Unicode,
// and of some that never will be. Of ideographs and Hangul, only a part is in them.
var scripts = ranges{
	{0x80, 0x3500}, {0x4DC0, 0x4E40}, {0x9F80, 0xAC80}, {0xD780, 0xD800}, {0xF900, 0x12600}, {0x13000, 0x14700}, {0x16100, 0x16F00}, {0x16F00, 0x17080},
	{0x18700, 0x18E80}, {0x1AF80, 0x1B300}, {0x1BC00, 0x1C000}, {0x1CC00, 0x1FC00}, {0x2A680, 0x2A780}, {0x2EB80, 0x2EE80}, {0x2F800, 0x2FA80}, {0x31300, 0x31400}, {0x32380, 0x33500}, {0xE0000, 0xE0200},
}

// rightToLeft are the ranges with right-to-left code points.
var rightToLeft = ranges{{0x580, 0x900}, {0x2000, 0x2080}, {0xFB00, 0xFF00}, {0x10800, 0x11000}, {0x1E800, 0x1F000}}

// joining are ranges with viramas, and with letters that join.
var joining = ranges{{0x580, 0x1100}, {0x1700, 0x1900}, {0x1A00, 0x1C00}, {0xA800, 0xAC00}, {0x10A00, 0x11F80}, {0x16100, 0x16180}, {0x1E900, 0x1E980}}

// ranges are ranges of code points, each without its end.
type ranges [][2]rune

// rowLength is the length of what row returns. Most scripts begin at a multiple of it.
const rowLength = 0x80

// row returns the first code point of a random row of the ranges.
func (rs ranges) row(g *Generator) rune {
	n := 0
	for _, r := range rs {
		n += int(r[1]-r[0]) / rowLength
	}
	return rs.at(g.Below(n) * rowLength)
}

// at returns the code point with the number i.
func (rs ranges) at(i int) rune {
	for _, r := range rs {
		if i < int(r[1]-r[0]) {
			return r[0] + rune(i)
		}
		i -= int(r[1] - r[0])
	}
	panic("gen: no such code point")
}

// count returns the number of code points.
func (rs ranges) count() (n int) {
	for _, r := range rs {
		n += int(r[1] - r[0])
	}
	return n
}

// ScriptDomain returns a domain with code points of any script, with labels for the Bidi rule, with joiners, and with
// labels in Punycode, valid and broken.
func (g *Generator) ScriptDomain() string {
	return g.join(1, 3, g.pick(".", ".", ".", ".", "。", "．"), func(g *Generator) string {
		return g.apply((*Generator).anyLabel, (*Generator).anyLabel, (*Generator).encodedLabel, oneOf("a", "1", "com", "א", "xn--a", "-", ""))
	})
}

// anyLabel makes a label, mostly from one row of code points.
func (g *Generator) anyLabel() string {
	var first rune
	between := oneOf("", "", "", "", "", "a", "1", "-", "é", "\u0301")
	switch g.Below(3) {
	case 0:
		first = scripts.row(g)
	case 1:
		first = rightToLeft.row(g)
		between = oneOf("", "", "", "", "א", "ب", "1", "a", "-", "+", "\u0300", "\u0661", "\u06f1", "_", "\u200c", "\u200d")
	default:
		first = joining.row(g)
		between = oneOf("", "", "", "\u200c", "\u200d", "\u094d", "\u0300", "ب", "\u0640", "a")
	}
	return g.join(1, 5, "", func(g *Generator) string {
		return string(first+rune(g.Below(rowLength))) + between(g)
	})
}

// encodedLabel makes a label in Punycode. Most of them encode something that is valid in a domain, or nearly valid.
func (g *Generator) encodedLabel() string {
	label := "xn--" + g.join(1, 10, "", oneOf("a", "b", "c", "z", "0", "1", "9", "-", "k", "m", "A"))
	if !g.once(8) {
		label = "xn--" + punycode(g.apply((*Generator).anyLabel, (*Generator).anyLabel, (*Generator).scriptLabel, (*Generator).bidiLabel))
	}
	if !g.once(4) {
		return label
	}
	before, after := g.cut(label)
	_, rest := firstRune(after)
	return before + g.pick("", "a", "z", "9", "-", "é", "A") + g.pick(after, rest)
}

// punycode implements https://www.rfc-editor.org/rfc/rfc3492#section-6.3.
func punycode(label string) string {
	runes := []rune(label)
	var out []byte
	for _, r := range runes {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(0x80), 0, 72
	for handled := basic; handled < len(runes); n, delta = n+1, delta+1 {
		next := rune(0x110000)
		for _, r := range runes {
			if r >= n {
				next = min(next, r)
			}
		}
		n, delta = next, delta+int(next-n)*(handled+1)
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r == n {
				out = appendVariableLength(out, delta, bias)
				handled++
				bias = adapt(delta, handled, handled == basic+1)
				delta = 0
			}
		}
	}
	return string(out)
}

// appendVariableLength appends delta as a generalized variable-length integer.
func appendVariableLength(out []byte, delta, bias int) []byte {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	for k := 36; ; k += 36 {
		t := min(max(k-bias, 1), 26)
		if delta < t {
			return append(out, digits[delta])
		}
		out = append(out, digits[t+(delta-t)%(36-t)])
		delta = (delta - t) / (36 - t)
	}
}

// adapt implements https://www.rfc-editor.org/rfc/rfc3492#section-6.1.
func adapt(delta, count int, first bool) (bias int) {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / count
	for ; delta > 455; bias += 36 {
		delta /= 35
	}
	return bias + 36*delta/(delta+38)
}

// pointContexts are what PointCase writes around a code point, which "?" stands for: nothing, letters with which it may
// compose, both sides of the Bidi rule, and both sides of ContextJ.
var pointContexts = []string{
	"?", "a?b", "e?\u0301", "א?", "?א", "א?1", "1?.א", "a?.א", "ب?ب", "?\u200cب", "ب\u200c?", "ب\u200c?ب", "a?\u200d",
}

// alone are ideographs, Hangul and private use characters, and what is between other ranges. With scripts, these are all
// code points of planes 0 to 3, and those of planes 14 and 16 that are not private or reserved.
var alone = ranges{
	{0, 0x80}, {0x3500, 0x4DC0}, {0x4E40, 0x9F80}, {0xAC80, 0xD780}, {0xE000, 0xF900}, {0x12600, 0x13000}, {0x14700, 0x16100}, {0x17080, 0x18700}, {0x18E80, 0x1AF80}, {0x1B300, 0x1BC00},
	{0x1C000, 0x1CC00}, {0x1FC00, 0x2A680}, {0x2A780, 0x2EB80}, {0x2EE80, 0x2F800}, {0x2FA80, 0x31300}, {0x31400, 0x32380}, {0x33500, 0x40000}, {0xE0200, 0xE1100}, {0x10FF00, 0x110000},
}

// PointCases is the number of cases of PointCase.
var PointCases = alone.count() + scripts.count()*len(pointContexts)

// PointCase returns case i of a list of domains: first each code point in alone, and then each code point in scripts in
// each of the pointContexts.
func PointCase(i int) string {
	if i < alone.count() {
		return string(alone.at(i))
	}
	i -= alone.count()
	return strings.Replace(pointContexts[i%len(pointContexts)], "?", string(scripts.at(i/len(pointContexts))), 1)
}
