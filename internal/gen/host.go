package gen

import (
	"fmt"
	"strconv"
	"strings"
)

// Host returns a string for the host parser: a domain, an address, or neither.
func (g *Generator) Host() string {
	return g.apply(
		(*Generator).Domain, (*Generator).Domain,
		(*Generator).IPv4, (*Generator).IPv4,
		(*Generator).IPv6, (*Generator).IPv6,
		(*Generator).IDNA, (*Generator).IDNA,
		(*Generator).percentHost,
		(*Generator).forbiddenHost,
		(*Generator).OpaqueHost,
	)
}

// Domain returns an ASCII domain, or nearly one. Some end in a number, and some have labels that Unicode ToASCII
// refuses.
func (g *Generator) Domain() string {
	return g.join(0, 2, ".", (*Generator).label) + g.maybe(2, always(".")) + g.label() + g.maybe(6, oneOf(".", ".", "..", ".1", ".0x", ".09", ".0x1.", ".1a", ".0xg", ".a1", ".4294967296"))
}

// label makes an ASCII label.
func (g *Generator) label() string {
	return g.apply(
		oneOf("h", "x", "example", "A", "Com", "1", "a1", "0x", "0", "localhost"),
		oneOf("", "-", "-a", "a-", "ab--c", "a_b", "*", "~", "a!b", "$", "a'b", "a(b)", "a,b", "a;b=c", "&", "+", "`", "{}", "\""),
		oneOf("xn--", "xn--a", "XN--ZCA", "xn--zca", "xn--ls8h", "xn--8i7caa", "xn--a-", "xn---", "xn--0", "xn--a-ecp", "Xn--Mgb", "xn--1ug", "xn--iny", "xn--xn--a", "xn--99999999"),
		func(g *Generator) string { return strings.Repeat("a", g.between(61, 65)) },
	)
}

// IPv4 returns an IPv4 address, or nearly one. Some of them the IPv4 parser refuses, and some are domains.
func (g *Generator) IPv4() string {
	if g.once(3) {
		return g.dottedDecimal()
	}
	return g.join(1, 4, ".", (*Generator).ipv4Part) + g.maybe(2, func(g *Generator) string {
		return g.join(1, 2, "", oneOf(".", ".0", ".1", ".0x", ".255", ".a", ".08", "。", "%2e1", "．1", ".１", ".256", ".4294967295"))
	})
}

// dottedDecimal makes decimal numbers separated by dots, usually four. Some parts are empty, long or padded: a parser
// that reads several bytes at a time may overlook these.
func (g *Generator) dottedDecimal() string {
	count := 4
	if g.once(4) {
		count = g.between(3, 5)
	}
	return g.join(count, count, ".", oneOf("", "0", "1", "9", "10", "25", "99", "168", "192", "249", "255", "0", "1", "127", "256", "300", "999", "00", "01", "010", "1000", "65535", "110100")) + g.maybe(4, oneOf(".", ".", ".."))
}

// ipv4Part makes a number at the edge of a range, in decimal, hexadecimal or octal, or a string that is not a number.
func (g *Generator) ipv4Part() string {
	if g.once(7) {
		return g.pick("", "08", "09", "0xg", "0xG", "a", "1a", "0x", "0X", "+1", "-1", "1e1", "٣", "²", "１", "0b1", "00x1", "0x0x1", "1_0", " 1", "%31", "①")
	}
	edges := []uint64{0, 1, 7, 8, 10, 127, 192, 255, 256, 257, 65535, 65536, 16777215, 16777216, 4294967295, 4294967296, 1 << 53, 1<<64 - 1}
	v := edges[g.Below(len(edges))]
	switch g.Below(8) {
	case 0:
		return fmt.Sprintf("0x%x", v)
	case 1:
		return fmt.Sprintf("0X%X", v)
	case 2:
		return fmt.Sprintf("0%o", v)
	case 3:
		return g.pick("0x", "0X", "0") + strings.Repeat("0", g.between(1, 20)) + strconv.FormatUint(v%8, 8)
	default:
		return strconv.FormatUint(v, 10) + g.maybe(20, always("0000000000000000000"))
	}
}

// IPv6 returns an IPv6 address in brackets, with or without compression and an IPv4 address at its end. One in three
// has a character too many or too few.
func (g *Generator) IPv6() string {
	if g.once(5) {
		return g.brokenIPv6()
	}
	s := g.ipv6Address()
	if g.once(3) {
		before, after := g.cut(s)
		if g.once(2) && after != "" {
			after = after[1:]
		} else {
			before += g.pickSpaced(": : : . . % g 0 1 x - ] [ / :: 255. é")
		}
		s = before + after
	}
	return "[" + s + "]" + g.maybe(30, oneOf("x", ".", "]"))
}

// ipv6Address makes pieces, usually eight. A run of them may be compressed, and the last two may be an IPv4 address.
func (g *Generator) ipv6Address() string {
	pieces := make([]string, g.pickCount())
	for i := range pieces {
		pieces[i] = g.pickSpaced("0 0 0 0 0 1 f a0 abc FFFF 1234 DEAD 00 0000 0001 01 0a0b")
	}
	if g.once(4) && len(pieces) > 1 {
		pieces = append(pieces[:len(pieces)-2], g.ipv4Tail())
	}
	if !g.once(3) {
		return strings.Join(pieces, ":")
	}
	from := g.Below(len(pieces) + 1)
	to := g.between(from, len(pieces))
	return strings.Join(pieces[:from], ":") + "::" + strings.Join(pieces[to:], ":")
}

// pickCount returns the number of pieces, usually eight.
func (g *Generator) pickCount() int {
	if g.once(6) {
		return g.between(1, 10)
	}
	return 8
}

// ipv4Tail makes the IPv4 address at the end of an IPv6 address.
func (g *Generator) ipv4Tail() string {
	if g.once(2) {
		return g.pick("1.2.3.4", "0.0.0.0", "255.255.255.255", "192.168.0.1")
	}
	return g.join(3, 5, ".", oneOf("0", "1", "9", "10", "99", "100", "255", "255", "256", "00", "01", "1000", "", "a", "-1", "0x1"))
}

// brokenIPv6 makes an input for each failure of the IPv6 parser and of the host parser's brackets, and valid inputs
// close to them.
func (g *Generator) brokenIPv6() string {
	return g.pick(
		"[", "[]", "[:", "[:]", "[::", "[::1", "[::]", "[:::]", "[::::]", "[1]", "[1:2:3]", "[1:]", "[:1]", "[1:2:3:4:5:6:7:]", "[1:2:3:4:5:6:7:8:]",
		"[1:2:3:4:5:6:7:8:9]", "[::1:2:3:4:5:6:7:8]", "[1::2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8::]", "[::2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[1::2::3]", "[::1::]", "[1:::2]",
		"[::g]", "[::12345]", "[::1%25eth0]", "[::1%eth0]", "[::1 ]", "[ ::1]", "[::é]", "[::%31]", "[::１]", "[::1]]", "[[::1]]", "[::1]:", "[::1]x", "[::1].",
		"[::.1]", "[::.]", "[::1.]", "[::1.2]", "[::1.2.3]", "[::1.2.3.]", "[::1.2.3.4.]", "[::1.2.3.4.5]", "[::1..2.3]", "[::1.2.3.4:5]", "[::1.2.3.x]", "[::1.2.3.4x]", "[::1x.2.3.4]",
		"[::01.2.3.4]", "[::1.2.3.00]", "[::1.2.3.256]", "[::300.2.3.4]", "[::ffff.1.2.3]", "[::1a.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:1.2.3.4]", "[1:2:3:4:5:6::1.2.3.4]",
		"[1.2.3.4]", "[1.2.3.4::]", "[::1.2.3.4::]", "[0:0:0:1:0:0:0:1]", "[1:0:0:1:0:0:0:1]", "[1:0:0:1:0:0:1:1]", "[0:0:1:0:0:0:0:0]", "[1:0:2:0:3:0:4:0]", "[0:0:0:0:0:0:0:0]", "[1:1:1:1:1:1:0:0]",
		"[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]", "[0000:0000:0000:0000:0000:0000:255.255.255.255]", "[0000:0000:0000:0000:0000:0000:255.255.255.2555]", "[00000::]", "[v1.a]", "[::1\\]",
	)
}

// IDNA returns a domain with labels that are not ASCII, or that are Punycode.
func (g *Generator) IDNA() string {
	dot := g.pick(".", ".", ".", "。", "．", "｡")
	labels := []rule{(*Generator).mappedLabel, (*Generator).scriptLabel, (*Generator).bidiLabel, (*Generator).joinerLabel, (*Generator).punycodeLabel, (*Generator).oddLabel}
	return g.join(0, 1, "", func(g *Generator) string {
		return g.apply(oneOf("a", "B", "1", "x-", "", "xn--zca", "א"), g.someRule(labels)) + dot
	}) + g.someRule(labels)(g) + g.maybe(8, oneOf(".", "。", ".1", ".com", "．"))
}

// someRule returns one of rules.
func (g *Generator) someRule(rules []rule) rule {
	return rules[g.Below(len(rules))]
}

// mappedLabel makes labels that Unicode's processing changes: in case, width or composition, or by removal.
func (g *Generator) mappedLabel() string {
	return g.pick("É", "e\u0301", "E\u0301x", "Faß", "STRASSE", "ẞ", "ς", "Σ", "ΑΣ", "İ", "ı", "ſ", "K", "Å", "ﬁ", "ﬃ", "Ⅷ", "½", "²", "①", "㍿", "℡", "™", "ｈ", "Ｅｘ", "１", "０ｘ１", "㎏", "a\u00adb", "\u00ad", "a\u200bb", "\u2060", "\ufeff", "☃\ufe0f", "\ufe0f", "ａ．ｂ", "ǅ", "ﬆ", "ｶﾞ", "가", "\u1100\u1161", "ＸＮ－－ＺＣＡ", "ｘn--zca", "\u1e9e\u0301", "a\u034fb", "ⓐ", "𝐀", "𝟏", "㌀", "ﷺ", "Ⅎ", "\u10a0", "\u04c0")
}

// scriptLabel makes labels that Unicode's processing does not change, and labels that are nearly too long.
func (g *Generator) scriptLabel() string {
	return g.pick("bücher", "é", "faß", "日本語", "한국", "☕", "💩", "👨\u200d👩", "☃", "ñ", "пример", "ελληνικά", "հայ", "ไทย", "हिन्दी", "தமிழ்", "ქართული", "\U00020000", "→", "•", "ø", "þ", "ё", "日", "-é", "é-", "aé--b", "ab--é", "é_", "a é", "é!", "é=", strings.Repeat("é", g.between(1, 40)), strings.Repeat("a", 57)+"é", strings.Repeat("a", 60)+"é")
}

// bidiLabel makes labels for the Bidi rule, which applies to every label if one has a right-to-left letter.
func (g *Generator) bidiLabel() string {
	return g.pick("א", "אב", "א1", "1א", "אa", "aא", "א-", "-א", "א1ב", "ا", "مثال", "ا١", "ا1١", "١", "١ا", "א١", "א\u0300", "אב\u05b0", "\u05b0א", "a1", "a-1", "1a", "א+", "א€", "א☃", "\u200fא", "א𝟏", "ڡ1", "\U0001e900", "א.1", "a.א", "1.א", "_.א", "א._a", "-.א", "xn--4db.é", "xn--4db1.א", "0é.א")
}

// joinerLabel makes labels with joiners. The ContextJ rules allow some of these, and forbid the others.
func (g *Generator) joinerLabel() string {
	return g.pick("\u200c", "\u200d", "a\u200cb", "a\u200db", "क्\u200d", "क्\u200dष", "क्\u200cष", "क\u200dष", "क\u200cष", "\u200dक", "نامه\u200cای", "نامه\u200cه\u200cا", "ن\u200cه\u200ca", "بي\u200cبي", "ا\u200cب", "ب\u200cا", "ب\u200ca", "xn--1ug", "xn--0ug.é", "xn--11b4d3a.é", "xn--a-tym.é", "👩\u200d💻", "ශ්\u200dරී")
}

// punycodeLabel makes valid and invalid A-labels, mostly followed by a label that is not ASCII.
func (g *Generator) punycodeLabel() string {
	return g.pick("xn--", "xn--a", "xn--zca", "XN--ZCA", "xn--bcher-kva", "xn--BCHER-KVA", "xn--mgbh0fb", "xn--8i7caa", "xn--a-", "xn--abc-", "xn--0", "xn--é", "xn--ls8h", "xn--ls8h=", "xn--99999999", "xn--e-xbb", "xn--a.b", "xn---", "xn--1ch", "xn--zn7c", "xn--ab-j1t", "xn--53h", "xn--a-ecp", "xn--xn--a-ecp", "xn--ab-yoc", "xn--iny-zx5a", "xn--tiq49xqyj", "xn--08d", "xn--4gbrim", "xn--u-ccb") + g.pick(".é", ".é", "", ".א", ".ß", "。")
}

// oddLabel makes labels with code points that are disallowed, or whose mapping changed in recent versions of Unicode.
func (g *Generator) oddLabel() string {
	return g.pick("\ufffd", "\ufffe", "\ue000", "\u0080", "\u2028", "\u3000", "\u00a0", "\u0378", "\U000e0001", "\U0010ffff", "≠", "a≮b", "=\u0338", "\u0338", "\u0301", "\u0301a", "℀", "℅", "⁄", "／", "＃", "？", "＠", "：", "［", "％", "％４１", "＼", "〈", "\u2024", "a\u2025b", "⒈", "⒈a", "\u1680", "\u115f", "\u3164", "\u180e", "\u17b4", "\u206a", "\u2183", "\u2132", "\U0002f868", "\U0002f874")
}

// percentHost makes a host in which some bytes are percent-encoded, or with broken percent-encoded bytes.
func (g *Generator) percentHost() string {
	if g.once(3) {
		return g.pick("%", "a%", "%4", "%zz", "a%4z", "%00", "%ff", "%C3", "%c3%28", "%E9", "%ed%a0%80", "%f4%90%80%80", "%2e", "%2E%2e", "a%2eb", "%2Fa", "a%40b", "%5b::1%5d", "[::%31]", "a%3Ab", "%25", "%2541", "%e2%98%83", "%ef%bc%91", "%EF%BB%BFa", "%c2%ad", "%30x1", "%30%78%31", "1%2e2", "%61%6", "%7F", "%09", "a%20b", "%ef%bf%bd", "é%41", "%41é", "%c3é")
	}
	var s strings.Builder
	for _, b := range []byte(g.apply((*Generator).Domain, (*Generator).IPv4, (*Generator).IDNA)) {
		if g.once(4) {
			fmt.Fprintf(&s, g.pick("%%%02X", "%%%02x"), b)
		} else {
			s.WriteByte(b)
		}
	}
	return strings.ToValidUTF8(s.String(), "%e9")
}

// forbiddenHost makes a host with a forbidden host or domain code point, or with a similar one that is allowed.
func (g *Generator) forbiddenHost() string {
	return g.pick("", "a", "é") + g.pick(" ", "<", ">", "^", "|", "%", "\x00", "\x01", "\x1f", "\x7f", "[", "]", "\"", "`", "{", "}", "*", "~", "!", "\u0080", "%20", "%3c", "%3E", "%5E", "%7c", "%7f", "%25", "%5D", "%01") + g.pick("", "b", ".c", "é")
}

// OpaqueHost returns a string for the opaque-host parser.
func (g *Generator) OpaqueHost() string {
	return g.apply(
		oneOf("", "H", "a.b", "A%41", "1", "0x7f", "1.2.3", "1.2.3.4.5", "a.", "..", "%", "%4", "%zz", "a%2", "%00", "%2f", "é", "é%", "%é", "\"`{}", "a,b;c=d", "!$&'()*+", "~_-"),
		func(g *Generator) string {
			return g.join(1, 3, "", oneOf("a", "B", ".", "%41", "%", "é", "☃", "\U0001f600", "\x01", "\x1f", "\x7f", "\u0080", "\u00a0", "\ufdd0", "\ufffe", "\ufffd", "\"", "`", "{", "}", "'", "*", "="))
		},
	)
}
