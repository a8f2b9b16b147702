package urlpattern

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/internal/race"
	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// TestLongInputs matches paths that are too long for a machine.
func TestLongInputs(t *testing.T) {
	race.SkipSlow(t)
	for _, c := range regexptest.Long {
		p, err := NewFromInit(Init{Pathname: c.Pattern}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 1000; n <= 10_000; n = 3*n + 1 {
			if testing.Short() && n > 1000 {
				break
			}
			match, miss := url.MustParse("https://h"+c.Match(n)), url.MustParse("https://h"+c.Miss(n))
			if _, ok := p.Exec(match); !ok || !p.Test(match) {
				t.Errorf("%s does not match %d bytes", c.Pattern, n)
			}
			if _, ok := p.Exec(miss); ok || p.Test(miss) {
				t.Errorf("%s matches %d bytes", c.Pattern, n)
			}
		}
	}
}

// TestStates has the patterns with the most states. A longer repetition of texts is refused, and so is a text of so many bytes
// behind a wildcard. SECURITY.md promises the memory.
func TestStates(t *testing.T) {
	race.SkipSlow(t)
	if testing.Short() {
		t.Skip("compiles the largest patterns that there are")
	}
	text := strings.Repeat("abcdefghijklmnop", 60)
	u := url.MustParse("https://h/" + strings.Repeat(text, 110))
	for _, c := range []struct {
		pattern string
		ok      bool
	}{
		{"/(.*(?:" + text + "){100}.*)", true}, {"/(.*(?:" + text + "){110}.*)", false}, {"/(.*(?:" + text + "){9990}.*)", false},
		{"/*b" + strings.Repeat("a", 99_000) + "*", true}, {"/*b" + strings.Repeat("a", 101_000) + "*", false},
	} {
		p, err := NewFromInit(Init{Pathname: c.pattern}, Options{})
		if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrUnsupportedRegExp) {
			t.Fatalf("%.40s: %v", c.pattern, err)
		}
		if err != nil {
			continue
		}
		if got := hostile.Allocated(func() { p.Test(u) }); got > 24<<20 {
			t.Errorf("%.40s: Test allocates %d bytes", c.pattern, got)
		}
		root := uint64(math.Sqrt(float64(len(u.Href()))))
		if got := hostile.Allocated(func() { p.Exec(u) }); got > 24<<20+root*28<<10 {
			t.Errorf("%.40s: Exec allocates %d bytes", c.pattern, got)
		}
	}
}

// TestLongGroups has the groups of a long match. The first names take as little as they can.
func TestLongGroups(t *testing.T) {
	p := Must(New("https://h/:a-:b-:c!*-(b*)", Options{}))
	middle := strings.Repeat("-", 100_000)
	end := strings.Repeat("b", 100_000)
	m, ok := p.ExecString("https://h/x"+middle+"!"+middle+"-"+end, "")
	for name, want := range map[string]string{"a": "x", "b": "-", "c": middle[3:], "0": middle, "1": end} {
		if got, defined := m.Group(Pathname, name); !ok || !defined || got != want {
			t.Errorf("the group %s has %d bytes, want %d", name, len(got), len(want))
		}
	}
}

// TestLongDenyList has a URL that a list of what is denied must find, however long the URL is.
func TestLongDenyList(t *testing.T) {
	p := Must(New("https://h/(.*)((?:a?){3000})!", Options{}))
	u := url.MustParse("https://h/" + strings.Repeat("a", 1_500_000) + "!")
	if !p.Test(u) {
		t.Error("no match")
	}
	if _, ok := NewList(p).First(u); !ok {
		t.Error("no match by a list")
	}
}

// TestLongMemory measures memory: Test takes no more for 3 MB than for 100 kB, apart from a bit of each table for each
// byte. Exec takes less than a byte for each byte beside that.
func TestLongMemory(t *testing.T) {
	hostile.Only(t)
	const short, long, slack = 100_000, 3_000_000, 1 << 14
	for _, c := range regexptest.Long {
		p, err := NewFromInit(Init{Pathname: c.Pattern}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []func(int) string{c.Match, c.Miss} {
			shortURL, longURL := url.MustParse("https://h"+path(short)), url.MustParse("https://h"+path(long))
			tables := uint64(c.Tables * long / 8)
			less, more := allocated(func() { p.Test(shortURL) }), allocated(func() { p.Test(longURL) })
			if more > less+tables+slack {
				t.Errorf("%s: Test allocates %d bytes for %d, and %d for %d", c.Pattern, less, short, more, long)
			}
			exec := allocated(func() { p.Exec(longURL) })
			if exec > less+tables+long {
				t.Errorf("%s: Exec allocates %d bytes for %d", c.Pattern, exec, long)
			}
			t.Logf("%s: Test %d for %d bytes, %d for %d, Exec %d", c.Pattern, less, short, more, long, exec)
		}
	}
	p := Must(New("https://h/*-*-*admin*x", Options{}))
	u := url.MustParse("https://h/" + strings.Repeat("-", 20_000_000) + "adminx")
	if n := allocated(func() { sinkMatch = p.Test(u) }); !sinkMatch || n > 1<<20 {
		t.Errorf("20 MB: %t, %d bytes", sinkMatch, n)
	}
	if n := allocated(func() { _, sinkMatch = p.Exec(u) }); !sinkMatch || n > 4<<20 {
		t.Errorf("Exec of 20 MB: %t, %d bytes", sinkMatch, n)
	}
}

// BenchmarkIgnoreCase matches a path of 64 kB with a pattern of 32 kB that begins in it at each byte.
func BenchmarkIgnoreCase(b *testing.B) {
	for _, ignoreCase := range []bool{false, true} {
		p, err := New("https://h/*"+strings.Repeat("a", 32_000)+"b:x", Options{IgnoreCase: ignoreCase})
		if err != nil {
			b.Fatal(err)
		}
		for end, want := range map[string]bool{"": false, "b": false, "bc": true} {
			u := url.MustParse("https://h/" + strings.Repeat("a", 64_000) + end)
			b.Run(fmt.Sprintf("%t/a%s", ignoreCase, end), func(b *testing.B) {
				for b.Loop() {
					if p.Test(u) != want {
						b.Fatal("wrong result")
					}
				}
			})
		}
	}
}

var sinkMatch bool

// allocated returns how many bytes f allocates when it is called the second time.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	f()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
