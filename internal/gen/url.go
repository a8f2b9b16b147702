package gen

import "strings"

// URL returns a string for the URL parser. Most begin with a scheme; some are references.
func (g *Generator) URL() string {
	return g.disturb(g.apply(
		(*Generator).specialURL, (*Generator).specialURL, (*Generator).specialURL,
		(*Generator).fileURL, (*Generator).fileURL,
		(*Generator).authorityURL, (*Generator).authorityURL,
		(*Generator).pathURL,
		(*Generator).opaqueURL, (*Generator).opaqueURL,
		(*Generator).schemeTrouble,
		(*Generator).reference,
		(*Generator).hostURL, (*Generator).hostURL, (*Generator).hostURL,
	))
}

// hostURL makes a URL with any host and little else.
func (g *Generator) hostURL() string {
	return g.pickSpaced("http:// https:// ws:// file:// x:// x:// http:") + g.Host() + g.maybe(3, oneOf("/", ":", ":80", ":0/", "?", "#", `\`, "/a"))
}

// Reference returns a string to resolve against a base. Most have no scheme, or the scheme of the base.
func (g *Generator) Reference() string {
	return g.disturb(g.apply(
		(*Generator).reference, (*Generator).reference, (*Generator).reference,
		(*Generator).driveReference,
		(*Generator).sameSchemeReference,
		(*Generator).rest,
	))
}

// Base returns a URL to resolve against. Almost all of them parse. They have every kind that the parser distinguishes:
// special; file, with and without drive letter and host; others with an authority, with only a path, and with an
// opaque path.
func (g *Generator) Base() string {
	return g.apply(
		oneOf("http://h", "https://h/a/b/c?q#f", "http://u:p@h:8080/a/b?q", "ws://h/a/", "ftp://h/a;b", "wss://[::1]:1/a", "http://h?q", "https://1.2.3.4/..//a/"),
		oneOf("file:///", "file:///a/b", "file:///a?q#f", "file:///C:", "file:///C:/", "file:///C:/a/b?q", "file://h", "file://h/a/b?q", "file://h/C:/a/b", "file:///C:/../a", "file:////C:/a", "file:////a"),
		oneOf("x://h", "x://h/", "x://h/a/b?q#f", "x://u:p@h:80/a/b?q", "x:///a/b", "x://", "x://?q", "x://h//a", "x://[::]/a/", "x://H%41/a", "http+x://h/a/.."),
		oneOf("x:/", "x:/a/b?q#f", "x:/.//a/b", "x:/.//", "x:/a//b", "x:/C:/a", "javascript:/a/b"),
		oneOf("x:", "x:o", "x:o?q#f", "x:o/p/q", "x:?q", "x:#f", "mailto:a@h?q", "data:,a ?q", "about:blank", "x:o #f", "blob:https://h/a"),
		(*Generator).madeBase,
	)
}

// madeBase returns a base that the grammar makes. Some do not parse.
func (g *Generator) madeBase() string {
	return g.apply((*Generator).specialURL, (*Generator).fileURL, (*Generator).authorityURL, (*Generator).pathURL, (*Generator).opaqueURL)
}

// specialURL makes a URL with a special scheme other than "file".
func (g *Generator) specialURL() string {
	return g.pickSpaced("http https ws wss ftp http https HTTP Https wS") + ":" + g.slashes() + g.authority() + g.rest()
}

// slashes makes the slashes between a special scheme and the authority, usually two.
func (g *Generator) slashes() string {
	if !g.once(4) {
		return "//"
	}
	return g.pick("", "/", `\`, "///", `/\`, `\/`, `\\`, `//\`, `/\/`, "////")
}

// fileURL makes a URL with the scheme "file".
func (g *Generator) fileURL() string {
	scheme := g.pickSpaced("file file file FILE")
	return scheme + ":" + g.fileSlashes() + g.fileHost() + g.drive() + g.rest()
}

// fileSlashes makes slashes that the states from "file state" to "file host state" distinguish.
func (g *Generator) fileSlashes() string {
	return g.pick("//", "//", "//", "///", "///", "", "/", `\`, `\\`, `/\`, `//\`, `\//`, "////", "/////")
}

// fileHost makes a host for a file URL, or a string that is not a host there.
func (g *Generator) fileHost() string {
	return g.apply(
		always(""), always(""), always(""),
		oneOf("h", "localhost", "LOCALHOST", "local%68ost", "ｌｏｃａｌｈｏｓｔ", "localhost.", "loc\talhost"),
		oneOf("C:", "c|", "C|x", "c:80", "C", "é|", "%43:", "%43%3A", "c%7C", "h:80", "u@h", "h:", ":", "@"),
		(*Generator).Host,
	)
}

// drive makes a Windows drive letter, or nearly one.
func (g *Generator) drive() string {
	if g.once(2) {
		return ""
	}
	return g.pick("", "/", `\`) + g.pick("C:", "c|", "Z:", "a|", "C:x", "CC:", "1:", "C", "C%3A", "C%7C", "C:|", "é:", "C;") +
		g.pick("", "", "/", "/..", "/../..", `\..`, "/.", "?", "#", "/D:", "/%2e%2E/a", "/../D|/a")
}

// authorityURL makes a URL with an authority and a scheme that is not special.
func (g *Generator) authorityURL() string {
	return g.otherScheme() + "://" + g.maybe(8, always("/")) + g.authority() + g.rest()
}

// otherScheme makes a scheme that is not special. Some differ from a special scheme in one letter.
func (g *Generator) otherScheme() string {
	return g.pickSpaced("x x x x a1+-. X non-special htt http+ s fil file. w blob javascript data mailto A.b wsss h")
}

// pathURL makes a URL whose path is not opaque, without an authority.
func (g *Generator) pathURL() string {
	path := g.apply((*Generator).path, oneOf("/", "/.//", "/.//a", "/..//a", "/a/..//", "/%2e//a", "/%2E%2e//", "/./", "/a/.././/b", "/.", "/..", "/C|/..", `/\a`, `/.\/a`))
	return g.otherScheme() + ":" + path + g.queryAndFragment()
}

// opaqueURL makes a URL with an opaque path.
func (g *Generator) opaqueURL() string {
	path := g.apply(
		(*Generator).opaquePath, (*Generator).opaquePath,
		oneOf("", "a", "a b", " a", "a ", "a  ", "a%20", "a\u3000", "..", "./a", "C|/a", `\a`, `\\h/a`, "a/b/../c", "a@h", "+1", ":", "@"),
		oneOf("https://h/a", "http://h:80", "https://u:p@h/", "HTTP://H", "file:///a", "ftp://h", "blob:https://h/a", "https:h", "null/a", "http://1/", "https://é", "ws://h"),
	)
	return g.pick(g.otherScheme(), "blob") + ":" + path + g.queryAndFragment()
}

// opaquePath makes an opaque path with units that the path state would treat differently.
func (g *Generator) opaquePath() string {
	first := g.pick("a", "", " ", "%", "é", `\`, "b")
	return first + g.join(0, 3, "", (*Generator).unit) + g.pick("", "", " ", "  ", "\t ")
}

// schemeTrouble makes a beginning that is not a scheme, or nearly not one.
func (g *Generator) schemeTrouble() string {
	scheme := g.pick("", "1x", "-x", "+", ".", "x y", "x_y", "é", "xé", "ht\ttp", "\nhttp", "http\n", "x%41", "%68ttp", "http ", "h*", "HtTpS", "x", "http")
	return scheme + g.pick(":", ":", ":/", "://", "", "/", "://h", ":h", "::", "?:", "#:") + g.rest()
}

// reference makes a reference without a scheme.
func (g *Generator) reference() string {
	return g.apply(
		oneOf("", "#", "?", "#f", "?q", "?q#f", "/", "//", `\`, `\\`, `/\`, `\/`, "///", "////", "//?", "//#", "//:80", "//@", `//\`, "a", "a/b", ".", "..", "./", "../", "../..", "../../../a", "./.", "a/..", "a/../", "a:", ":a", "1:a", "a b:c", "é:a", "./a:b", "@", ":", ";", "*"),
		func(g *Generator) string {
			return g.pick("//", "//", `\/`, `/\`, `\\`, "///") + g.authority() + g.rest()
		},
		func(g *Generator) string { return g.pick("/", `\`, "/./", "/../") + g.rest() },
		func(g *Generator) string { return g.pick("", "./", "../", "a/") + g.segment() + g.rest() },
		(*Generator).queryAndFragment,
	)
}

// driveReference makes references that are read differently against a file URL.
func (g *Generator) driveReference() string {
	return g.pick("", "", "/", "//", "///", `\`, "file:", "file:/", "file://", "./", "../") + g.drive() + g.queryAndFragment()
}

// sameSchemeReference makes a reference whose scheme may be the base's.
func (g *Generator) sameSchemeReference() string {
	return g.pickSpaced("http https ws wss ftp file x HTTP File") + ":" +
		g.pick("", "a", "/", "/a", "?q", "#f", `\a`, "..", "//", `/\h`, "///h", "//h/", "./a", "C|/a", "C:/a", "/C:/a", "@", "a@b") + g.maybe(3, (*Generator).rest)
}

// authority makes credentials, host and port.
func (g *Generator) authority() string {
	return g.maybe(3, (*Generator).userinfo) + g.apply(oneOf("h", "h", "x.y", "EXAMPLE.com", "1.2.3.4", "[::1]", ""), (*Generator).Host) + g.maybe(3, (*Generator).port)
}

// userinfo makes credentials with one or more "@".
func (g *Generator) userinfo() string {
	return g.apply(
		oneOf("u", "u:p", ":p", "u:", ":", "", "u:p:q", "::", "u@v", "u:p@q", "@", "@@", "u@:p", ":@", "%40", "%3A:%3a", "é:ü", "a b:c d", "[:]", "u%", "u%4:p%zz", "u;=,$&+!*'()~", "^|`{}\"<>", "U+0", "\u0000:\u007f", "u\\v", "\U0001f600:\uffff"),
		func(g *Generator) string { return g.join(1, 3, g.pick(":", "@", ""), (*Generator).unit) },
	) + "@"
}

// port makes a port with its colon, or a string that is not a port.
func (g *Generator) port() string {
	return ":" + g.apply(
		oneOf("", "0", "00", "1", "21", "80", "443", "8080", "65535", "0443", "000000000000000000080"),
		oneOf("65536", "70000", "99999", "4294967376", "18446744073709551696", "99999999999999999999999999"),
		oneOf("7z", "z7", "-1", "+1", "8 0", " 80", "80 ", "８０", "0x50", "80:81", ":", "8%30", "80@h", "1e2", "é", "8\t0", "80\\", "80[", "]"),
	)
}

// rest makes the part after an authority.
func (g *Generator) rest() string {
	return g.maybe(2, (*Generator).path) + g.queryAndFragment()
}

// path makes a path that begins with a slash.
func (g *Generator) path() string {
	var s strings.Builder
	for range g.between(1, 4) {
		s.WriteString(g.pick("/", "/", "/", "/", "/", `\`))
		s.WriteString(g.apply(always(""), (*Generator).segment, (*Generator).segment))
	}
	return s.String()
}

// segment makes a path segment: dots in all spellings, drive letters, and units.
func (g *Generator) segment() string {
	return g.apply(
		oneOf("a", "b", "C:", "c|", "a:b", "C|d"),
		oneOf(".", "..", "%2e", "%2E", ".%2e", "%2E.", "%2e%2E", "...", "%2e%2e%2e", ".a", "..a", "%2ea", "a.", ".%20", "%2e%", "%2", ". .", "%252e", "．", ".;"),
		func(g *Generator) string { return g.join(1, 3, "", (*Generator).unit) },
		func(g *Generator) string { return g.maybe(30, (*Generator).longRun) },
	)
}

// longRun makes a run that can be too long for a buffer of several hundred bytes once it is encoded.
func (g *Generator) longRun() string {
	return strings.Repeat(g.unit()+g.pick("", "a", "/"), g.between(20, 150))
}

// unit makes a code point or a percent-encoded byte that is special in a percent-encode set, in a state or in the
// check of URL units.
func (g *Generator) unit() string {
	return g.apply(
		oneOf("a", "Z", "0", "-", "_", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@", "."),
		oneOf(" ", "\"", "<", ">", "`", "{", "}", "|", "^", "[", "]", `\`, "'"),
		oneOf("%", "%4", "%zz", "%z1", "%1z", "%41", "%2F", "%2f", "%C3%A9", "%ff", "%00", "%25", "%%", "%%41", "%é"),
		oneOf("\x00", "\x01", "\x1b", "\x1f", "\x7f", "\u0080", "\u009f", "\u00a0", "\u00ad", "\ufeff", "\u200b", "\u2028"),
		oneOf("é", "€", "日", "\u0301", "\ud7ff", "\ue000", "\ufdcf", "\ufdd0", "\ufdef", "\ufdf0", "\ufffd", "\ufffe", "\uffff", "\U00010000", "\U0001f600", "\U0001ffff", "\U000e0001", "\U0010fffd", "\U0010ffff"),
	)
}

// queryAndFragment makes a query, a fragment, both or neither.
func (g *Generator) queryAndFragment() string {
	return g.maybe(3, (*Generator).query) + g.maybe(3, (*Generator).fragment)
}

// query makes a query with its "?".
func (g *Generator) query() string {
	return "?" + g.apply(
		always(""),
		oneOf("q", "a=b&c=d", "?", "/", "a?b", "'", "a b", " ", "%", "é", "@", `\`, "a+b"),
		func(g *Generator) string { return g.join(1, 3, "", (*Generator).unit) },
	)
}

// fragment makes a fragment with its "#".
func (g *Generator) fragment() string {
	return "#" + g.apply(
		always(""),
		oneOf("f", "#", "a#b", "?", "/", "a b", "`", "%", "é", "\x00", "{}|^"),
		func(g *Generator) string { return g.join(1, 3, "", (*Generator).unit) },
	)
}
