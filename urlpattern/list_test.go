package urlpattern

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/race"
)

// TestListRandom compares lists of random patterns with what trying one pattern after the other gives.
func TestListRandom(t *testing.T) {
	race.SkipSlow(t)
	g := newGenerator(3)
	found, misses, lists := 0, 0, 400
	if testing.Short() {
		lists = 40
	}
	for range lists {
		var patterns []*Pattern
		var sources []string
		for range 1 + g.IntN(30) {
			s := g.listPattern()
			if p, err := New(s, Options{IgnoreCase: g.IntN(3) == 0}); err == nil {
				patterns, sources = append(patterns, p, &Pattern{}), append(sources, s)
			}
		}
		l := NewList(patterns...)
		for range 30 {
			u, err := url.Parse(g.listURL(sources))
			switch {
			case err != nil:
			case checkList(t, l, u) >= 0:
				found++
			default:
				misses++
			}
		}
	}
	if found < lists/4 || misses < lists/4 {
		t.Errorf("%d found and %d misses", found, misses)
	}
}

// TestListFinds has patterns whose pathnames are not what they seem to be, each with a URL that it matches.
func TestListFinds(t *testing.T) {
	engine := func(string, bool) (RegExp, error) { return regexp.MustCompile("^/(.)(.)$"), nil }
	for _, c := range []struct{ pattern, url string }{
		{`data\:{:x}`, "data:a/b"}, // "/" is no end of a segment here
		{"app://h/books/:id", "app://h/books/1/2"},
		{`https://h/([a-z\/]+)`, "https://h/a/b"},
		{`https://h/((?:a|\/)+)`, "https://h/a/a"},
		{`https://h/((?<x>.)\k<x>)`, "https://h/aa"},
	} {
		p, err := New(c.pattern, Options{RegExpEngine: engine})
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if checkList(t, NewList(p), url.MustParse(c.url)) != 0 {
			t.Errorf("%s does not match %s", c.pattern, c.url)
		}
	}
}

// listPattern returns a pattern that tells something to the index of a list.
func (g generator) listPattern() string {
	return g.Pick("https://example.com", "https://*", "*://a.example.com:*", "http{s}?://{*.}?example.com", "*://*.example.com",
		"https://:sub.example.com:*", "*://a.*:*", "*://*ample.com:*", "*://(a|b).example.com", "*://[\\:\\:1]:*",
		"*://*:8080", "https://example.com:1") +
		"/" + g.Pick("", "a/", ":t/", ":t/b/", ":t/:u/", ":t/a/:u/b/", ":t(\\d+)/a/",
		":t-a/", ":t.b/", "a:t/", ":t-:u/", ":t?/a/", "{:t/}?{:u/}?b/", ":t([a-c]+)/a/", ":t([a-c]*)/a/", ":t([^a]+)b/", "*/", "*a", "a*a") + g.pattern()
}

// listURL returns a URL that one of the patterns may match.
func (g generator) listURL(patterns []string) string {
	if len(patterns) == 0 || g.IntN(4) == 0 {
		return "https://" + g.Pick("a.", "b.", "") + "example.com" + g.Pick(":8080/", ":1/", "/", "/", "/") +
			g.Pick("a/", "b/", "A/b/", "a/a/a/b/", "b/B/", "a-a/", "a-b/b/", "a.b/") + g.input()
	}
	return g.url(patterns[g.IntN(len(patterns))])
}

// FuzzList is TestListRandom for other patterns, one in each line. A line that begins with "!" ignores the case.
func FuzzList(f *testing.F) {
	g := newGenerator(6)
	for range 100 {
		var lines []string
		for range 1 + g.IntN(15) {
			lines = append(lines, g.listPattern())
		}
		f.Add(g.Pick("", "!")+strings.Join(lines, "\n!"), g.listURL(lines))
	}
	for _, c := range indexed {
		f.Add(strings.ReplaceAll(c.pattern+"\n!"+c.pattern, "%d", "1"), strings.ReplaceAll(c.url, "%d", "1"))
	}
	f.Fuzz(func(t *testing.T, lines, input string) {
		u, err := url.Parse(input)
		if err != nil {
			return
		}
		var patterns []*Pattern
		for line := range strings.Lines(lines) {
			source, ignoreCase := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "!")
			if p, err := New(source, Options{IgnoreCase: ignoreCase}); err == nil {
				patterns = append(patterns, p)
			}
		}
		checkList(t, NewList(patterns...), u)
	})
}

// checkList compares a list with a loop, on a URL. It returns the index of the first pattern that matches, or -1.
func checkList(t *testing.T, l *List, u url.URL) (first int) {
	first = -1
	var all []int
	var want Match
	for i, p := range l.patterns {
		m, ok := p.Exec(u)
		if ok && first < 0 {
			first, want = i, m
		}
		if ok {
			all = append(all, i)
		}
	}
	if got := slices.Collect(l.All(u)); !slices.Equal(got, all) {
		t.Fatalf("All of %q of %s: %d, want %d", u, l.sources(), got, all)
	}
	for i := range l.All(u) {
		if i != first {
			t.Fatalf("All of %q of %s begins with %d, want %d", u, l.sources(), i, first)
		}
		break
	}
	if got, ok := l.First(u); got != first || ok != (first >= 0) {
		t.Fatalf("%q of %s: %d, %v, want %d", u, l.sources(), got, ok, first)
	}
	if got, m, ok := l.Exec(u); got != first || ok != (first >= 0) || !reflect.DeepEqual(m, want) {
		t.Fatalf("%q of %s: %d, %+v, %v, want %d, %+v", u, l.sources(), got, m, ok, first, want)
	}
	return first
}

// sources returns the patterns with their options, as a failed test shows them.
func (l *List) sources() string {
	var sources []string
	for _, p := range l.patterns {
		sources = append(sources, fmt.Sprintf("%q %+v", &p, p.options))
	}
	return strings.Join(sources, ", ")
}

// indexed are formats of patterns and of the URLs that they match, which a list finds without trying many.
var indexed = []struct {
	pattern, url string
	ignoreCase   bool
}{
	{"https://h%d.example/:id", "https://h%d.example/x", false},
	{"https://*.h%d.example/*", "https://a.h%d.example/x", false},
	{"https://{*.}?h%d.example/*", "https://h%d.example/x", false},
	{"https://e.com/r%d/:id", "https://e.com/r%d/x", false},
	{"https://e.com/R%d/:id", "https://e.com/r%d/X", true},
	{"https://e.com/:tenant/r%d/:id", "https://e.com/t/r%d/x", false},
	{"https://e.com/:tenant/x/:user/R%d/:id", "https://e.com/t/X/u/r%d/x", true},
	{"https://e.com/:user/p%d", "https://e.com/u/p%d", false},
	{"https://e.com/repos/:owner/:repo/P%d", "https://e.com/repos/o/r/p%d", true},
	{"https://e.com/:a-p%d/:c", "https://e.com/a-b-p%d/c", false},
	{"https://e.com/:a.P%d", "https://e.com/a.p%d", true},
	{"https://e.com/:a-:b/p%d", "https://e.com/a-b/p%d", false},
	{"https://e.com/:lang?/p%d/:id", "https://e.com/p%d/x", false},
	{"https://e.com/:lang?/p%d/:id", "https://e.com/en/p%d/x", false},
	{"https://e.com/{:lang/}?{en/}?p%d", "https://e.com/x/en/p%d", false},
	{`https://e.com/:id(\d+|me)/p%d`, "https://e.com/me/p%d", false},
	{"https://e.com:1%d/*", "https://e.com:1%d/x", false},
	{"https://e.com/*/p%d", "https://e.com/a/b/p%d", false},
	{"https://e.com/q*/:a-P%d", "https://e.com/q/b/a-p%d", true},
	{"https://e.com/:path+/p%d", "https://e.com/a/b/p%d", false},
}

// TestListIndex counts the patterns that a list tries.
func TestListIndex(t *testing.T) {
	for _, c := range indexed {
		var patterns []*Pattern
		for i := range 1000 {
			p, err := New(fmt.Sprintf(c.pattern, i), Options{IgnoreCase: c.ignoreCase})
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, p)
		}
		l := NewList(patterns...)
		for i := 1; i < 1000; i *= 3 {
			u := url.MustParse(fmt.Sprintf(c.url, i))
			if n, ok := l.First(u); n != i || !ok || tried(l, u) != 1 {
				t.Errorf("%s: %d, %v, and %d patterns are tried", u, n, ok, tried(l, u))
			}
		}
		misses := []string{
			"https://e.org/", "https://e.com/r/x", "https://e.com//r1/x", "https://e.com/t/r1", "https://x1.example/x", "https://h1.example.com/x",
			"https://e.com/q1/x", "https://e.cam/r1/x", "https://a.h1.exbmple/x", "https://e.com/t/y/u/r1/x",
		}
		if !c.ignoreCase {
			misses = append(misses, "https://e.com/R1/x", "https://e.com/t/R1/x")
		}
		for _, miss := range misses {
			if n := tried(l, url.MustParse(miss)); n > 0 {
				t.Errorf("%s: %d patterns such as %s are tried", miss, n, c.pattern)
			}
		}
	}
}

// tried counts the patterns of the list that are tried with the URL, beside those that a long search tries in turn.
func tried(l *List, u url.URL) (n int) {
	var s listSearch
	s.begin(l, &u)
	s.most = 0
	var heap []listPlace
	for {
		var ok bool
		if _, heap, ok = s.next(heap); !ok {
			return n
		}
		n++
	}
}

// TestListKeepsPatterns changes the slice that a list was made from.
func TestListKeepsPatterns(t *testing.T) {
	patterns := []*Pattern{Must(New("https://h/a", Options{}))}
	l := NewList(patterns...)
	patterns[0] = nil
	if i, _, ok := l.Exec(url.MustParse("https://h/a")); i != 0 || !ok {
		t.Errorf("got %d, %t", i, ok)
	}
}

// TestListOrder shows that a list tries patterns in their order, so never one after the first that matches. The keys have
// a name or a text in each of ten segments, so the URL has all of them.
func TestListOrder(t *testing.T) {
	patterns := trie(10)
	l := NewList(patterns...)
	u := url.MustParse("https://h" + strings.Repeat("/a", 10))
	var s listSearch
	s.begin(l, &u)
	s.most = 0
	var heap []listPlace
	for i := range patterns {
		var e listEntry
		var ok bool
		if e, heap, ok = s.next(heap); !ok || int(e.pattern) != i || !e.exact {
			t.Fatalf("%+v, %v, want the pattern %d", e, ok, i)
		}
	}
	if _, _, ok := s.next(heap); ok {
		t.Error("a pattern is found twice")
	}
	for _, end := range []string{"b", "/a"} {
		if n := tried(l, url.MustParse(u.Href()+end)); n != map[string]int{"b": 512, "/a": 0}[end] {
			t.Errorf("with %s at the end, %d patterns are tried", end, n)
		}
		checkList(t, l, url.MustParse(u.Href()+end))
	}
	s, heap = listSearch{}, nil
	s.begin(l, &u)
	for tried := int32(0); tried < fewPatterns; {
		entered := s.entered
		e, rest, ok := s.next(heap)
		if !ok || s.entered > max(entered, fewNodes)+2 {
			t.Fatalf("%+v, %v after %d nodes", e, ok, s.entered-entered)
		}
		heap, tried = rest, max(tried, e.pattern+1)
	}
}

// trie returns a pattern for each choice between a name and "a" in each of the segments, in a random order.
func trie(depth int) (patterns []*Pattern) {
	for i := range 1 << depth {
		s := "https://h"
		for segment := range depth {
			if i>>segment&1 == 0 {
				s += "/a"
			} else {
				s += fmt.Sprintf("/:n%d", segment)
			}
		}
		patterns = append(patterns, Must(New(s, Options{})))
	}
	newGenerator(5).Shuffle(len(patterns), func(i, j int) { patterns[i], patterns[j] = patterns[j], patterns[i] })
	return patterns
}

// BenchmarkListTrie compares a list with a loop where the index helps least: the URL has most keys of 65,536 patterns.
func BenchmarkListTrie(b *testing.B) {
	const depth = 16
	patterns := trie(depth)
	l := NewList(patterns...)
	all := strings.Repeat("/a", depth)
	for name, path := range map[string]string{"all": all, "none": all + "/a", "half": all + "b", "one": strings.Repeat("/b", depth)} {
		u := url.MustParse("https://h" + path)
		for _, row := range []struct {
			name string
			do   func() int
		}{
			{"First", func() int { n, _ := l.First(u); return n }},
			{"First in a loop", func() int { return slices.IndexFunc(patterns, func(p *Pattern) bool { return p.Test(u) }) }},
			{"Exec", func() int { n, _, _ := l.Exec(u); return n }},
			{"Exec in a loop", func() int {
				return slices.IndexFunc(patterns, func(p *Pattern) bool { _, ok := p.Exec(u); return ok })
			}},
			{"All", func() int { return len(slices.Collect(l.All(u))) }},
			{"All in a loop", func() (n int) {
				for _, p := range patterns {
					if p.Test(u) {
						n++
					}
				}
				return n
			}},
		} {
			b.Run(name+"/"+row.name, func(b *testing.B) {
				for b.Loop() {
					_ = row.do()
				}
			})
		}
	}
}

// TestListNames has what looks like a name in a pathname, but takes other bytes.
func TestListNames(t *testing.T) {
	for pattern, path := range map[string]string{
		`/:x([^\-]+)-b/*`: "/a/a-b/", `/:x([^\/]*)/b/*`: "//b/", `/:x([^\/]+)/b/*`: "/a/b/", "/:x+/b/*": "/a/a/b/", "/:x?/b/*": "/b/",
	} {
		if _, ok := NewList(Must(New("https://h"+pattern, Options{}))).First(url.MustParse("https://h" + path)); !ok {
			t.Errorf("a list does not find %s for %s", pattern, path)
		}
	}
}

// TestPrepared shows what patterns share, and with what the URLs begin that need fewer checks.
func TestPrepared(t *testing.T) {
	for _, c := range []struct {
		pattern, origin string
		checks          int
	}{
		{"https://h/*", "https://h/", 4}, {"http://h:8080/*", "http://h:8080/", 4}, {"https://u@h/*", "https://h/", 5},
		{"http{s}?://h/*", "", 4}, {"https://*.h/*", "", 4}, {"https://h:*/*", "", 3}, {`https://[\:\:1]/*`, "", 4},
	} {
		p := Must(New(c.pattern, Options{}))
		if p.origin != c.origin || len(p.checks) != c.checks || cap(p.checks) != c.checks || p.checks[p.afterOrigin].component != Pathname {
			t.Errorf("%s: %q, %d checks of %d, %d before the pathname", c.pattern, p.origin, len(p.checks), cap(p.checks), p.afterOrigin)
		}
		if p.components[Pathname] != anyPathComponent || p.components[Search] != wildcardComponent {
			t.Errorf("%s: the pathname or the search is not shared", c.pattern)
		}
	}
	p := Must(New("https://h/*", Options{}))
	q := Must(New("http://h/*", Options{}))
	if p.components[Port] != emptyComponent || p.components[Protocol] != httpsComponent || q.components[Protocol] != httpComponent {
		t.Error("a component that most patterns have is not shared")
	}
}

// BenchmarkListIndex shows the time of First by the number of patterns, and their memory with that of the list.
func BenchmarkListIndex(b *testing.B) {
	for _, c := range indexed {
		for _, n := range []int{10, 1000, 100_000} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			patterns := make([]*Pattern, n)
			for i := range patterns {
				patterns[i], _ = New(fmt.Sprintf(c.pattern, i), Options{IgnoreCase: c.ignoreCase})
			}
			l := NewList(patterns...)
			runtime.GC()
			runtime.ReadMemStats(&after)
			urls := make([]url.URL, 100)
			for i := range urls {
				urls[i] = url.MustParse(fmt.Sprintf(c.url, i*n/len(urls)))
			}
			b.Run(fmt.Sprintf("%s/%d", c.pattern[len("https://"):], n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					if found, _ := l.First(urls[i%len(urls)]); found != i%len(urls)*n/len(urls) {
						b.Fatal(found)
					}
				}
				b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(n), "B/pattern")
			})
			runtime.KeepAlive(patterns)
		}
	}
}

// manyPatterns returns a list of 1,000 patterns, and URLs.
func manyPatterns() (*List, []url.URL) {
	var patterns []*Pattern
	var urls []url.URL
	for i := range 1000 {
		host := fmt.Sprintf("host%d.example.com", i%50)
		path := fmt.Sprintf("section%d", i)
		patterns = append(patterns, Must(New("https://"+host+"/"+path+[]string{"/:id", "/*", "", "/:a/b/:c"}[i%4], Options{})))
		urls = append(urls, url.MustParse("https://"+host+"/"+path+[]string{"/17", "/a/b/c", "", "/a/b/c"}[i%4]))
	}
	return NewList(patterns...), urls
}

func BenchmarkList(b *testing.B) {
	l, urls := manyPatterns()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if n, _ := l.First(urls[i]); n != i {
			b.Fatal(n)
		}
		if i++; i == len(urls) {
			i = 0
		}
	}
}

func TestListOfMany(t *testing.T) {
	l, urls := manyPatterns()
	for i, u := range urls {
		if n, ok := l.First(u); n != i || !ok {
			t.Fatalf("%s: %d, %v", u, n, ok)
		}
	}
	if i, ok := l.First(url.URL{}); ok || i != -1 {
		t.Errorf("the zero URL matches %d", i)
	}
	if i, ok := (&List{}).First(urls[0]); ok || i != -1 {
		t.Errorf("the zero List has a match: %d", i)
	}
}
