package urlpattern

import (
	"fmt"
	"slices"
	"testing"

	"github.com/weburl-go/url"
)

// TestListRandom compares lists of random patterns with what trying one pattern after the other gives.
func TestListRandom(t *testing.T) {
	g := newGenerator(3)
	var found, misses int
	for range 200 {
		var patterns []*Pattern
		var sources []string
		for range 1 + g.IntN(30) {
			s := g.pick("https://example.com", "https://*", "*://a.example.com:*", "http{s}?://{*.}?example.com") + "/" + g.pattern()
			if p, err := New(s, "", Options{IgnoreCase: g.IntN(8) == 0}); err == nil {
				patterns, sources = append(patterns, p, &Pattern{}), append(sources, s, "")
			}
		}
		l := NewList(patterns...)
		for range 30 {
			source := "//" + g.pick("", "/a")
			if len(sources) > 0 {
				source = sources[g.IntN(len(sources))]
			}
			u, err := url.Parse(g.url(source))
			if err != nil {
				continue
			}
			want, all := len(patterns), []int(nil)
			for i, p := range patterns {
				if p.Test(u) {
					want = min(want, i)
					all = append(all, i)
				}
			}
			if got := slices.Collect(l.All(u)); !slices.Equal(got, all) {
				t.Fatalf("All of %q of %q: %d, want %d", u, sources, got, all)
			}
			for i := range l.All(u) {
				if i != want {
					t.Fatalf("All of %q of %q begins with %d, want %d", u, sources, i, want)
				}
				break
			}
			if got, ok := l.First(u); got != want || ok != (want < len(patterns)) {
				t.Fatalf("%q of %q: %d, %v, want %d", u, sources, got, ok, want)
			}
			if want < len(patterns) {
				found++
			} else {
				misses++
			}
		}
	}
	if found < 100 || misses < 100 {
		t.Errorf("%d found and %d misses", found, misses)
	}
}

// manyPatterns returns a list of 1,000 patterns, and URLs.
func manyPatterns() (*List, []url.URL) {
	var patterns []*Pattern
	var urls []url.URL
	for i := range 1000 {
		host := fmt.Sprintf("host%d.example.com", i%50)
		path := fmt.Sprintf("section%d", i)
		patterns = append(patterns, MustNew("https://"+host+"/"+path+[]string{"/:id", "/*", "", "/:a/b/:c"}[i%4], ""))
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
	if _, ok := l.First(url.URL{}); ok {
		t.Error("the zero URL matches")
	}
	if _, ok := (&List{}).First(urls[0]); ok {
		t.Error("the zero List has a match")
	}
}
