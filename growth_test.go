package url

import (
	"flag"
	"maps"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
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
	"xn-- Hangul and IDN": func(n int) string {
		label, _ := appendPunycode(nil, times("\uac01\u00fc", n*5/2))
		return "http://xn--" + string(label) + ".\u00fc/"
	},
	"xn-- labels and IDN":   repeated("http://\u00fc.", "xn--tda.", "/"),
	"xn-- ASCII":            repeated("http://", "xn--a.", "/"),
	"combining marks":       repeated("http://a", "\u0301", "/"),
	"combining, two kinds":  repeated("http://a", "\u0301\u0316", "/"),
	"combining, 60 a label": repeated("http://", "a"+strings.Repeat("\u0301\u0316", 30)+".", "/"),
	"combining, after each": repeated("http://", "e\u0301\u0316", "/"),
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

// uses are what is done with the inputs: all ways into the parser.
var uses = func() map[string]func(s string) {
	uses := map[string]func(s string){
		"parse":     func(s string) { _, _ = Parse(s) },
		"reference": func(s string) { _, _ = growthBase.Parse(strings.TrimPrefix(s, "http:")) },
		"can parse": func(s string) { CanParse(s) },
		"hook": func(s string) {
			n := 0
			p := Parser{OnValidationError: func(ValidationError) { n++ }}
			_, _ = p.Parse(s)
		},
		"search params": func(s string) {
			params := NewURLSearchParams(value(s))
			params.Sort()
			params.Set("a", "b")
		},
	}
	for name, set := range setters {
		if name != "href" {
			uses["set "+name] = func(s string) {
				u := growthBase
				_ = set(&u, value(s))
			}
		}
	}
	return uses
}()

// otherUses are what else reads a string, or writes a long URL in another way.
var otherUses = map[string]func(s string){
	"host": func(s string) {
		domain := strings.TrimSuffix(value(s), "/")
		_, _ = ParseHost(domain)
		_, _ = DomainToASCII(domain, true)
		DomainToUnicode(domain)
	},
	"query": func(s string) { _, _ = ParseQuery(value(s), 1<<10) },
	"edit query": func(s string) {
		u, n := growthBase, 0
		_ = u.SetSearch(value(s))
		u.EditQuery(func(_, pairValue string) (string, bool) { n++; return pairValue + "x"[:n%2], n%3 > 0 })
		u.AppendQuery(s, s)
		u.QueryValue("a")
	},
	"origin":    func(s string) { _, _ = ParseOrigin(s) },
	"file path": func(s string) { _, _ = FromFilePath("/"+value(s), WindowsPath) },
	"other forms": func(s string) {
		if u, err := Parse(s); err == nil {
			_, _ = u.NetURL()
			_, _ = u.FilePath(UnixPath)
			u.MakeRelative(growthBase)
			growthBase.MakeRelative(u)
			growthBase.JoinPath(s, "a")
		}
	},
}

// value returns what is after the "//" of an input, or all of it.
func value(s string) string {
	if _, after, ok := strings.Cut(s, "//"); ok {
		return after
	}
	return s
}

var growthBase = MustParse("http://h/a/b/c")

var growthSize = flag.Int("growth", 1<<14, "measure the growth of time from inputs of so many `bytes` to 16 times as many")

// TestGrowth checks that time grows linearly with the length of the input. It fails for what cannot be
// noise, and with -v tells of what takes longer than 20 times as long for 16 times the length, or 200 ms. With
// -growth 65536, which takes minutes, that is what inputs of a MiB take.
func TestGrowth(t *testing.T) {
	const factor = 16
	small := *growthSize
	if testing.Short() {
		small = 1 << 12
	}
	slowest, slowestOf := time.Duration(0), ""
	all := maps.Clone(uses)
	maps.Copy(all, otherUses)
	for use, do := range all {
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

// garbage are the shapes that allocate more than 16 times the length of the input, since they are of code points that are
// mapped to several, or that package norm has to compose or reorder: it takes half a KiB for each run of them, which is
// garbage at once. What is limited for them is how many times the length of the input is live at the same time.
var garbage = []string{
	"one for six letters", "six, stripped", "a label of six", "one for four primes", "one for four letters", "one for three notes", "one for two marks",
	"points in one", "iota in one", "Hebrew points", "Georgian and Latin", // the last before Go 1.27
}

// TestMemory checks that no use of an input allocates, in all, more than 16 times its length, but for those that are
// garbage.
func TestMemory(t *testing.T) {
	const most = 16.0
	sizes := []int{1 << 16, 16 * *growthSize}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		for shape, make := range shapes {
			s := make(n)
			if slices.Contains(garbage, shape) {
				times := timesOf(liveIn(func() { keptURL, _ = Parse(s) }), s)
				for round := 0; round < 3 && times > most; round++ { // a slow collector finds more than there is
					times = min(times, timesOf(liveIn(func() { keptURL, _ = Parse(s) }), s))
				}
				if times > most {
					t.Errorf("%s, of %d bytes: %.1f times as much is live in a parse, want at most %v", shape, n, times, most)
				}
				continue
			}
			for use, do := range uses {
				if use == "search params" {
					continue // a list takes 32 bytes for each pair, and sorting it half of that
				}
				if times := timesOf(allocatedBy(func() { do(s) }), s); times > most {
					t.Errorf("%s of %s, of %d bytes: %.1f times as much is allocated, want at most %v", use, shape, n, times, most)
				}
			}
		}
	}
}

// timesOf returns how many times the length of s bytes is.
func timesOf(bytes uint64, s string) float64 { return float64(bytes) / float64(len(s)) }

// allocatedBy returns how many bytes f allocates.
func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// liveIn returns the most bytes that the garbage collector, running all the time, has found live while f ran.
func liveIn(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	live := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before, most := live(), uint64(0)
	done, sampled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sampled)
		for {
			select {
			case <-done:
				return
			case <-time.After(50 * time.Microsecond):
				most = max(most, live())
			}
		}
	}()
	f()
	close(done)
	<-sampled
	return max(most, before) - before
}

func timeOf(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
