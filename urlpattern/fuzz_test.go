package urlpattern

import (
	"slices"
	"testing"

	"github.com/weburl-go/url"
)

// FuzzNew compiles constructor strings. Nothing may panic, an error has a place in the string, and a pattern that is
// made of another one's pattern strings is the same.
func FuzzNew(f *testing.F) {
	g := newGenerator(4)
	for range 60 {
		f.Add(g.constructorString(), g.Pick("", "https://example.com/a/b?c#d"), g.url("//h/a"))
	}
	f.Add("https://h/:a\n*?b", "", "https://h/ab")
	f.Add("https://h/(a|b)\n(.*)", "", "https://h/bbc")
	f.Add("https://user:pw@[\\:\\:1]:80/{a:b}?(\\d+)??q#h", "", "https://example.com/")
	f.Fuzz(func(t *testing.T, pattern, base, input string) {
		var read Pattern
		if data := "\x01" + pattern; read.UnmarshalBinary([]byte(data)) == nil {
			if again, err := read.MarshalBinary(); string(again) != data || err != nil {
				t.Errorf("%q is written as %q, %v", data, again, err)
			}
		}
		p, err := New(pattern, Options{BaseURL: base})
		if err != nil {
			e := err.(*Error)
			length := len(pattern)
			if e.Component == BaseURL {
				length = len(base)
			}
			if e.Offset < 0 || e.Offset > length || e.Err == nil {
				t.Errorf("%q: %#v", pattern, e)
			}
			return
		}
		u, urlErr := url.Parse(input)
		if text, err := p.MarshalText(); err == nil {
			var q Pattern
			if err := q.UnmarshalText(text); err != nil {
				t.Fatalf("%q: its text %q: %v", pattern, text, err)
			}
			m, matched := p.Exec(u)
			n, matchedAgain := q.Exec(u)
			if matched != matchedAgain || m.few != n.few || !slices.Equal(m.many, n.many) {
				t.Errorf("%q on %q: %v, %v with its text %q", pattern, input, matched, matchedAgain, text)
			}
			data, _ := p.MarshalBinary()
			if err := read.UnmarshalBinary(data); err != nil || !read.isSame(p) {
				t.Errorf("%q: its binary form %q: %v, %s", pattern, data, err, &read)
			}
		}
		if slices.ContainsFunc(p.components[:], hasEmptyText) { // NOTES.md says why its pattern strings may be another pattern
			if _, matched := p.Exec(u); p.Test(u) != matched {
				t.Errorf("%q on %q: Exec %v, Test %v", pattern, input, matched, !matched)
			}
			return
		}
		in := Init{}
		for c := Protocol; c <= Hash; c++ {
			in[c] = p.Component(c)
		}
		again, err := NewFromInit(in, Options{})
		if err != nil {
			t.Fatalf("%q: its pattern strings %q: %v", pattern, in, err)
		}
		if urlErr != nil {
			return
		}
		m, matched := p.Exec(u)
		n, matchedAgain := again.Exec(u)
		if p.Test(u) != matched || matched != matchedAgain {
			t.Fatalf("%q on %q: %v, %v with its pattern strings %q, Test %v", pattern, input, matched, matchedAgain, in, p.Test(u))
		}
		for c := Protocol; matched && c <= Hash; c++ {
			for name, value := range m.Groups(c) {
				if again, _ := n.Group(c, name); again != value {
					t.Errorf("%q on %q: %s has %q=%q, and again %q", pattern, input, c, name, value, again)
				}
			}
		}
	})
}

// hasEmptyText reports whether the component has a fixed text that was encoded as the empty string.
func hasEmptyText(c *component) bool {
	for parts := c.parts; parts != ""; {
		var p part
		if p, parts = parts.next(); p.partType == fixedText && p.value == "" {
			return true
		}
	}
	return false
}
