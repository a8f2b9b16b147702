package hostile

import (
	"fmt"
	"strings"

	"golang.org/x/net/idna"
)

// Shapes make strings of about n bytes, by the names of what they are.
type Shapes map[string]func(n int) string

// URLs are URL strings. An algorithm that looks back, copies the rest of its input or counts code points again takes
// quadratic time for one of them.
var URLs = Shapes{
	"at signs":              Repeated("http://", "@", "/"),
	"at signs and a host":   Repeated("http://", "@", "h/"),
	"colons and at signs":   Repeated("http://", "a:@", "h/"),
	"userinfo":              Repeated("http://", "a;", ":b@h/"),
	"up and down":           Repeated("http://h/", "a/../", ""),
	"only up":               Repeated("http://h/", "../", ""),
	"encoded dots":          Repeated("http://h/", "%2e%2E/", "x"),
	"deep, then up":         func(n int) string { return "http://h/" + times("a/", n/2) + times("../", n/2) },
	"long, then up":         func(n int) string { return "http://h/" + times("a", n/2) + times("/..", n/2) },
	"dots":                  Repeated("http://h/", ".", ""),
	"dots and slashes":      Repeated("http://h/", "...../", " "),
	"backslashes":           Repeated("http:", `\`, "h"),
	"slashes":               Repeated("http:", "/", "h"),
	"backslashes in path":   Repeated("http://h", `\`, ""),
	"slashes, no host":      Repeated("foo:/", "./", "/x"),
	"tabs before":           Repeated("", "\t", "http://h/"),
	"tabs inside":           Repeated("http://h/", "a\tb\n", " "),
	"tabs in host":          Repeated("http://", "a\t", ".b/"),
	"tabs and bad UTF-8":    Repeated("http://h/", "\xe2\x82\t", ""),
	"encoded in domain":     Repeated("http://", "%41", "/"),
	"encoded in opaque":     Repeated("foo://", "%41", "/"),
	"dots in domain":        Repeated("http://", "a.", "b/"),
	"dotted number":         Repeated("http://", "1.", "/"),
	"IDN labels":            Repeated("http://", "\u00fc.", "/"),
	"long IDN label":        Repeated("http://", "\u00fc", "/"),
	"mixed IDN label":       func(n int) string { return "http://" + letters(n, 0x4E00, 20_000) + "/" },
	"one script":            func(n int) string { return "http://" + letters(n, 0x430, 32) + "/" },
	"uppercase IDN label":   Repeated("http://", "\u0100", "/"),
	"uppercase labels":      Repeated("http://", "\u0100.", "/"),
	"Georgian and Latin":    Repeated("http://", "\u10a0\u0100", "/"),
	"Hebrew points":         Repeated("http://\u05d0", "\u05b0\u0591", "/"),
	"hyphens in IDN label":  Repeated("http://", "\u0100-", "/"),
	"ASCII in IDN label":    Repeated("http://", "\u0100aaa", "/"),
	"dotted I":              Repeated("http://", "\u0130", "/"),
	"dotted I and a mark":   Repeated("http://", "\u0130\u0301", "/"),
	"dotted I and marks":    Repeated("http://", "\u0130\u0344", "/"),
	"dotted I and a vowel":  Repeated("http://", "\u0130\u1161", "/"),
	"dotted I and ASCII":    Repeated("http://", "\u0130aaaa", "/"),
	"dotted I and hyphen":   Repeated("http://", "\u0130-", "/"),
	"dotted I, wide hyphen": Repeated("http://", "\u0130\uff0d", "/"),
	"madda and hyphens":     Repeated("http://\u0627", "\u0653-", "/"),
	"long Hangul label":     Repeated("http://", "\uac01", "/"),
	"Hangul labels":         Repeated("http://", "\uac01.", "/"),
	"letters of Hangul":     Repeated("http://", "\u1100\u1161\u11a8", "/"),
	"one IDN label of many": Repeated("http://", "a.", "\u00fc/"),
	"encoded IDN label":     Repeated("http://", "%C3%BC", "/"),
	"right-to-left labels":  Repeated("http://", "\u05d0\u05d1.", "\u05d2/"),
	"xn-- and IDN labels":   Repeated("http://\u00fc.", "xn--bcher-kva.", "/"),
	"xn-- label and IDN":    Repeated("http://xn--a", "b9", ".\u00fc/"),
	"xn-- basic and IDN":    Repeated("http://xn--", "a", "-.\u00fc/"),
	"xn-- Hangul and IDN":   func(n int) string { return "http://" + punycode(times("\uac01\uac02", 3*n)) + ".\u00fc/" },
	"xn-- letters and IDN":  func(n int) string { return "http://" + punycode(letters(2*n, 0x4E00, 50)) + ".\u00fc/" },
	"xn-- labels and IDN":   Repeated("http://\u00fc.", "xn--tda.", "/"),
	"xn-- marks and IDN":    Repeated("http://\u00fc.", "xn--vhb.", "/"),
	"xn-- ASCII":            Repeated("http://", "xn--a.", "/"),
	"combining marks":       Repeated("http://a", "\u0301", "/"),
	"combining, two kinds":  Repeated("http://a", "\u0301\u0316", "/"),
	"combining, 60 a label": Repeated("http://", "a"+strings.Repeat("\u0301\u0316", 30)+".", "/"),
	"combining, after each": Repeated("http://", "e\u0301\u0316", "/"),
	"decomposed":            Repeated("http://", "e\u0301", "/"),
	"joiners":               Repeated("http://", "\u0628\u200c", "\u0628/"),
	"joiner and marks":      Repeated("http://\u0628\u200c", "\u064b", "\u0628/"),
	"ignored":               Repeated("http://a", "\u00ad", "/"),
	"refused when mapped":   Repeated("http://", "\ufdfa", "/"),
	"one for six letters":   Repeated("http://", "\u3316", "/"),
	"six, stripped":         Repeated("http://\t%E3%8C%96", "\u3316", "/"),
	"a label of six":        Repeated("http://", "\u3316.", "/"),
	"one for four primes":   Repeated("http://", "\u2057", "/"),
	"one for four letters":  Repeated("http://", "\ufdf2", "/"),
	"one for three notes":   Repeated("http://", "\U0001d160", "/"),
	"two marks in one":      Repeated("http://", "\u0f73", "/"),
	"one for two marks":     Repeated("http://a", "\u0344", "/"),
	"points in one":         Repeated("http://", "\ufb2c", "/"),
	"iota in one":           Repeated("http://", "\u1f82", "/"),
	"fullwidth":             Repeated("http://", "\uff41", "/"),
	"IPv4 zeros":            Repeated("http://", "0", "1.2/"),
	"IPv4 digits":           Repeated("http://", "9", "/"),
	"IPv4 hex":              Repeated("http://0x", "0", "/"),
	"port zeros":            Repeated("http://h:", "0", "81/"),
	"port digits":           Repeated("http://h:", "9", "/"),
	"IPv6 zeros":            Repeated("http://[", "0:", "]/"),
	"IPv6 digits":           Repeated("http://[::", "0", "]/"),
	"brackets":              Repeated("http://", "[]", "/"),
	"quotes in query":       Repeated("http://h/?", "'\"", ""),
	"non-ASCII in query":    Repeated("http://h/?", "\u00e9", ""),
	"non-ASCII in path":     Repeated("http://h/", "\u00e9", ""),
	"non-ASCII in fragment": Repeated("http://h/#", "\u20ac", ""),
	"spaces in opaque path": Repeated("foo:", " ", "?"),
	"spaces at end":         Repeated("foo:a", " ", "b"),
	"long scheme":           Repeated("a", "b", ":c"),
	"no scheme":             Repeated("a", "b", ""),
	"drive letter, up":      Repeated("file:///C:", "/..", ""),
	"drive letters":         Repeated("file:///", "C|/", ""),
	"bad UTF-8":             Repeated("http://h/", "\xff", ""),
	"bad UTF-8 segments":    Repeated("http://h/", "\xff/", ""),
	"bad UTF-8 in query":    Repeated("http://h/?", "\xff", ""),
	"bad UTF-8 in fragment": Repeated("http://h/#", "\xff", ""),
	"bad UTF-8 in username": Repeated("http://", "\xff", "@h/"),
	"bad UTF-8 in opaque":   Repeated("foo://", "\xff", "/"),
	"tab, then bad UTF-8":   Repeated("http://h/\t", "\xff", ""),
	"tab, then segments":    Repeated("http://h/\t", "\xff/", ""),
	"bad segments and tabs": Repeated("http://h/", "\xff/\t", ""),
	"U+FFFD segments":       Repeated("http://h/", "\ufffd/", ""),
	"bad UTF-8 in domain":   Repeated("http://", "\xf0\x9f", "/"),
	"NULs":                  Repeated("http://h/", "\x00", "a"),
	"percent signs":         Repeated("http://h/", "%", ""),
	"questions":             Repeated("http://h/", "?", ""),
	"hashes":                Repeated("http://h/", "#", ""),
	"pairs":                 Repeated("http://h/?", "a=%41&", ""),
	"empty pairs":           Repeated("http://h/?", "&", ""),
	"plus signs":            Repeated("http://h/?", "+", ""),
	"equals signs":          Repeated("http://h/?", "=", ""),
	"equals in pairs":       Repeated("http://h/?", "=&", ""),
	"names, up":             Numbered("http://h/?", "%08x&", "", 0, 1),
	"names, down":           Numbered("http://h/?", "%08x&", "", 1<<30, 1<<32-1),
	"names, mixed":          Numbered("http://h/?", "%08x&", "", 0, 982_451_653),
	"encoded pairs":         Repeated("http://h/?", "%26%3D=%2B&", ""),
	"bad UTF-8 pairs":       Repeated("http://h/?", "\xff=\xff&", ""),
	"encoded bad UTF-8":     Repeated("http://h/?a=", "%ff", ""),
	"two names":             Repeated("http://h/?", "a&b&", ""),
	"letters in query":      Repeated("http://h/?", "a", ""),
	"blobs":                 Repeated("", "blob:", "http://h/"),
	"blob of a path":        Repeated("blob:http://h/", "a/", ""),
	"server and share":      Repeated("file://h/", "a/", ""),
	"encoded slashes":       Repeated("http://h/", "%2F%5c", ""),
	"encoded UTF-8":         Repeated("http://h/", "%E2%82%AC", ""),
	"encoded marks":         Repeated("http://h/a", "%CC%81", ""),
	"encoded right-to-left": Repeated("http://h/", "%D7%90/", ""),
	"password":              Repeated("http://u:", "p", "@h/"),
	"controls":              Repeated("http://h/#", "\x1b\x7f", ""),
}

// Repeated returns the shape of unit between prefix and suffix.
func Repeated(prefix, unit, suffix string) func(n int) string {
	return func(n int) string { return prefix + times(unit, n) + suffix }
}

// Numbered returns the format of numbers of 32 bits, from first on by step.
func Numbered(prefix, format, suffix string, first, step uint32) func(n int) string {
	return func(n int) string {
		b := []byte(prefix)
		for number := first; len(b) < n; number += step {
			b = fmt.Appendf(b, format, number)
		}
		return string(b) + suffix
	}
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
