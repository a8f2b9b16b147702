package url

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// shapes make inputs of about n bytes which an algorithm that looks back, copies what is left, or counts
// code points anew would take quadratic time for.
var shapes = map[string]func(n int) string{
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
	"mixed IDN label":       func(n int) string { return "http://" + mixedScripts(n) + "/" },
	"right-to-left labels":  repeated("http://", "\u05d0\u05d1.", "\u05d2/"),
	"xn-- and IDN labels":   repeated("http://\u00fc.", "xn--bcher-kva.", "/"),
	"xn-- label and IDN":    repeated("http://xn--a", "b9", ".\u00fc/"),
	"xn-- basic and IDN":    repeated("http://xn--", "a", "-.\u00fc/"),
	"xn-- ASCII":            repeated("http://", "xn--a.", "/"),
	"combining marks":       repeated("http://a", "\u0301", "/"),
	"combining, two kinds":  repeated("http://a", "\u0301\u0316", "/"),
	"ignored":               repeated("http://a", "\u00ad", "/"),
	"expanding":             repeated("http://", "\ufdfa", "/"),
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

// mixedScripts returns a label of thousands of different code points.
func mixedScripts(n int) string {
	var b strings.Builder
	for r := rune(0x4E00); b.Len() < n; r++ {
		if r == 0x9FA0 {
			r = 0x4E00
		}
		b.WriteRune(r)
	}
	return b.String()
}

// uses are what is done with the inputs: all that reads a string.
var uses = func() map[string]func(s string) {
	uses := map[string]func(s string){
		"parse":     func(s string) { _, _ = Parse(s) },
		"reference": func(s string) { _, _ = growthBase.Parse(strings.TrimPrefix(s, "http:")) },
		"can parse": func(s string) { CanParse(s) },
		"hook": func(s string) {
			n := 0
			p := Parser{OnValidationError: func(ValidationError) { n++ }}
			_, _ = p.Parse(s, nil)
		},
		"is valid": func(s string) { IsValid(s, nil) },
		"search params": func(s string) {
			params := NewURLSearchParams(value(s))
			params.Sort()
			params.Set("a", "b")
		},
	}
	for name, set := range setters {
		if name != "href" {
			uses["set "+name] = func(s string) {
				u := *growthBase
				_ = set(&u, value(s))
			}
		}
	}
	return uses
}()

// value returns what is after the "//" of an input, or all of it.
func value(s string) string {
	if _, after, ok := strings.Cut(s, "//"); ok {
		return after
	}
	return s
}

var growthBase = MustParse("http://h/a/b/c")

// TestGrowth checks that time grows linearly with the length of the input. It fails for what cannot be
// noise, and with -v tells of what takes longer than 20 times as long for 16 times the length, or 200 ms.
func TestGrowth(t *testing.T) {
	const factor = 16
	small := 1 << 16
	if testing.Short() {
		small = 1 << 12
	}
	slowest, slowestOf := time.Duration(0), ""
	for use, do := range uses {
		for shape, make := range shapes {
			short, long := make(small), make(small*factor)
			// Noise only adds to a duration. So it is measured until it is small enough, and three times if not.
			var shortTime, longTime time.Duration = 1 << 62, 1 << 62
			for round := 0; round < 3 && (longTime > 20*shortTime || longTime > 200*time.Millisecond); round++ {
				shortTime = min(shortTime, timeOf(func() { do(short) }))
				longTime = min(longTime, timeOf(func() { do(long) }))
			}
			if longTime > slowest {
				slowest, slowestOf = longTime, use+" of "+shape
			}
			if longTime > 4*time.Second || longTime > 100*time.Millisecond && longTime > 5*factor*shortTime {
				t.Errorf("%s of %s: %v for %d bytes, %v for %d bytes", use, shape, shortTime, len(short), longTime, len(long))
			} else if longTime > 200*time.Millisecond || longTime > 5*time.Millisecond && longTime > 20*shortTime {
				t.Logf("%s of %s: %v for %d bytes, %v for %d bytes", use, shape, shortTime, len(short), longTime, len(long))
			}
		}
	}
	t.Logf("the slowest is %s: %v", slowestOf, slowest)
}

// TestMemory checks that parsing allocates, in all, no more than a multiple of the length of the input.
func TestMemory(t *testing.T) {
	const n, most = 1 << 18, 128
	for shape, make := range shapes {
		s := make(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = Parse(s)
		IsValid(s, nil)
		runtime.ReadMemStats(&after)
		if times := int(after.TotalAlloc-before.TotalAlloc) / len(s) / 2; times > most {
			t.Errorf("%s: %d times the length of the input", shape, times)
		} else if times > 16 {
			t.Logf("%s: %d times the length of the input", shape, times)
		}
	}
}

func timeOf(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
