package hostile

import (
	"strings"

	"golang.org/x/net/idna"
)

// Shapes make URL strings of about n bytes. An algorithm that looks back, copies the rest of its input or
// counts code points again takes quadratic time for one of them.
var Shapes = map[string]func(n int) string{
	"at signs":              repeated("http://", "@", "/"),
	"at signs and a host":   repeated("http://", "@", "h/"),
	"colons and at signs":   repeated("http://", "a:@", "h/"),
	"userinfo":              repeated("http://", "a;", ":b@h/"),
	"up and down":           repeated("http://h/", "a/../", ""),
	"only up":               repeated("http://h/", "../", ""),
	"encoded dots":          repeated("http://h/", "%2e%2E/", "x"),
	"deep, then up":         func(n int) string { return "http://h/" + times("a/", n/2) + times("../", n/2) },
	"long, then up":         func(n int) string { return "http://h/" + times("a", n/2) + times("/..", n/2) },
	"dots":                  repeated("http://h/", ".", ""),
	"dots and slashes":      repeated("http://h/", "...../", " "),
	"backslashes":           repeated("http:", `\`, "h"),
	"slashes":               repeated("http:", "/", "h"),
	"backslashes in path":   repeated("http://h", `\`, ""),
	"slashes, no host":      repeated("foo:/", "./", "/x"),
	"tabs before":           repeated("", "\t", "http://h/"),
	"tabs inside":           repeated("http://h/", "a\tb\n", " "),
	"tabs in host":          repeated("http://", "a\t", ".b/"),
	"tabs and bad UTF-8":    repeated("http://h/", "\xe2\x82\t", ""),
	"encoded in domain":     repeated("http://", "%41", "/"),
	"encoded in opaque":     repeated("foo://", "%41", "/"),
	"dots in domain":        repeated("http://", "a.", "b/"),
	"dotted number":         repeated("http://", "1.", "/"),
	"IDN labels":            repeated("http://", "\u00fc.", "/"),
	"long IDN label":        repeated("http://", "\u00fc", "/"),
	"mixed IDN label":       func(n int) string { return "http://" + letters(n, 0x4E00, 20_000) + "/" },
	"one script":            func(n int) string { return "http://" + letters(n, 0x430, 32) + "/" },
	"uppercase IDN label":   repeated("http://", "\u0100", "/"),
	"uppercase labels":      repeated("http://", "\u0100.", "/"),
	"Georgian and Latin":    repeated("http://", "\u10a0\u0100", "/"),
	"Hebrew points":         repeated("http://\u05d0", "\u05b0\u0591", "/"),
	"hyphens in IDN label":  repeated("http://", "\u0100-", "/"),
	"ASCII in IDN label":    repeated("http://", "\u0100aaa", "/"),
	"long Hangul label":     repeated("http://", "\uac01", "/"),
	"Hangul labels":         repeated("http://", "\uac01.", "/"),
	"letters of Hangul":     repeated("http://", "\u1100\u1161\u11a8", "/"),
	"one IDN label of many": repeated("http://", "a.", "\u00fc/"),
	"encoded IDN label":     repeated("http://", "%C3%BC", "/"),
	"right-to-left labels":  repeated("http://", "\u05d0\u05d1.", "\u05d2/"),
	"xn-- and IDN labels":   repeated("http://\u00fc.", "xn--bcher-kva.", "/"),
	"xn-- label and IDN":    repeated("http://xn--a", "b9", ".\u00fc/"),
	"xn-- basic and IDN":    repeated("http://xn--", "a", "-.\u00fc/"),
	"xn-- Hangul and IDN":   func(n int) string { return "http://" + punycode(times("\uac01\uac02", 3*n)) + ".\u00fc/" },
	"xn-- letters and IDN":  func(n int) string { return "http://" + punycode(letters(2*n, 0x4E00, 50)) + ".\u00fc/" },
	"xn-- labels and IDN":   repeated("http://\u00fc.", "xn--tda.", "/"),
	"xn-- ASCII":            repeated("http://", "xn--a.", "/"),
	"combining marks":       repeated("http://a", "\u0301", "/"),
	"combining, two kinds":  repeated("http://a", "\u0301\u0316", "/"),
	"combining, 60 a label": repeated("http://", "a"+strings.Repeat("\u0301\u0316", 30)+".", "/"),
	"combining, after each": repeated("http://", "e\u0301\u0316", "/"),
	"decomposed":            repeated("http://", "e\u0301", "/"),
	"joiners":               repeated("http://", "\u0628\u200c", "\u0628/"),
	"joiner and marks":      repeated("http://\u0628\u200c", "\u064b", "\u0628/"),
	"ignored":               repeated("http://a", "\u00ad", "/"),
	"refused when mapped":   repeated("http://", "\ufdfa", "/"),
	"one for six letters":   repeated("http://", "\u3316", "/"),
	"six, stripped":         repeated("http://\t%E3%8C%96", "\u3316", "/"),
	"a label of six":        repeated("http://", "\u3316.", "/"),
	"one for four primes":   repeated("http://", "\u2057", "/"),
	"one for four letters":  repeated("http://", "\ufdf2", "/"),
	"one for three notes":   repeated("http://", "\U0001d160", "/"),
	"one for two marks":     repeated("http://a", "\u0344", "/"),
	"points in one":         repeated("http://", "\ufb2c", "/"),
	"iota in one":           repeated("http://", "\u1f82", "/"),
	"fullwidth":             repeated("http://", "\uff41", "/"),
	"IPv4 zeros":            repeated("http://", "0", "1.2/"),
	"IPv4 digits":           repeated("http://", "9", "/"),
	"IPv4 hex":              repeated("http://0x", "0", "/"),
	"port zeros":            repeated("http://h:", "0", "81/"),
	"port digits":           repeated("http://h:", "9", "/"),
	"IPv6 zeros":            repeated("http://[", "0:", "]/"),
	"IPv6 digits":           repeated("http://[::", "0", "]/"),
	"brackets":              repeated("http://", "[]", "/"),
	"quotes in query":       repeated("http://h/?", "'\"", ""),
	"non-ASCII in query":    repeated("http://h/?", "\u00e9", ""),
	"non-ASCII in path":     repeated("http://h/", "\u00e9", ""),
	"non-ASCII in fragment": repeated("http://h/#", "\u20ac", ""),
	"spaces in opaque path": repeated("foo:", " ", "?"),
	"spaces at end":         repeated("foo:a", " ", "b"),
	"long scheme":           repeated("a", "b", ":c"),
	"no scheme":             repeated("a", "b", ""),
	"drive letter, up":      repeated("file:///C:", "/..", ""),
	"drive letters":         repeated("file:///", "C|/", ""),
	"bad UTF-8":             repeated("http://h/", "\xff", ""),
	"bad UTF-8 segments":    repeated("http://h/", "\xff/", ""),
	"bad UTF-8 in query":    repeated("http://h/?", "\xff", ""),
	"bad UTF-8 in fragment": repeated("http://h/#", "\xff", ""),
	"bad UTF-8 in username": repeated("http://", "\xff", "@h/"),
	"bad UTF-8 in opaque":   repeated("foo://", "\xff", "/"),
	"tab, then bad UTF-8":   repeated("http://h/\t", "\xff", ""),
	"tab, then segments":    repeated("http://h/\t", "\xff/", ""),
	"bad segments and tabs": repeated("http://h/", "\xff/\t", ""),
	"U+FFFD segments":       repeated("http://h/", "\ufffd/", ""),
	"bad UTF-8 in domain":   repeated("http://", "\xf0\x9f", "/"),
	"NULs":                  repeated("http://h/", "\x00", "a"),
	"percent signs":         repeated("http://h/", "%", ""),
	"questions":             repeated("http://h/", "?", ""),
	"hashes":                repeated("http://h/", "#", ""),
	"pairs":                 repeated("http://h/?", "a=%41&", ""),
	"empty pairs":           repeated("http://h/?", "&", ""),
	"plus signs":            repeated("http://h/?", "+", ""),
}

func repeated(prefix, unit, suffix string) func(n int) string {
	return func(n int) string { return prefix + times(unit, n) + suffix }
}

// times returns unit repeated to n bytes.
func times(unit string, n int) string { return strings.Repeat(unit, n/len(unit)) }

// letters returns n bytes of letters: the count code points from first on, again and again.
func letters(n int, first rune, count int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteRune(first + rune(i%count))
	}
	return b.String()
}

// punycode returns the A-label of label, which has to be short or made of neighboring code points: x/net/idna
// refuses a distance between two that overflows 32 bits.
func punycode(label string) string {
	encoded, err := idna.Punycode.ToASCII(label)
	if err != nil {
		panic(err)
	}
	return encoded
}
