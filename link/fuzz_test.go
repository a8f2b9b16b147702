package link

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// seeds are texts with links of all kinds.
var seeds = []string{
	"", prose, "See b.com, https://h/a_(b)? a@b.com; mailto:a@b.com!", "http://a@b.com/c.com", "https://[::1]:80/#a:~:b", "https://☃.net/→",
	"B.COM:80/ü?é#(x)", "普遍。我爱你。谢谢 b.com。", "https://b.com🎉 x", "a@@b.com .a@b.com x://a@b.com", "https://https://b.com", "'a@b.com' {a@b.com}",
	"b.com./a b.com.? b.com..", "https://a..b -a.com a-.com", "\xffb.com\xff https://\xff", "https://b.com:99999/ b.com:0", "github.io co.uk b.ck a.b.ck",
	"a@b.com/c.com/a@b.com", `\b.com/a@b.com`, "https://[::1\x00@80/#]", "．b.com/a@b.com", "https://b.com\u00ad。x",
}

// FuzzAll checks what All promises for every text.
func FuzzAll(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed, true, true)
		f.Add(seed, false, false)
	}
	f.Fuzz(func(t *testing.T, text string, emails, bare bool) {
		finder := Finder{Emails: emails}
		if bare {
			finder.Lookup = smallList.Lookup
		}
		links := slices.Collect(finder.All(text))
		last := 0
		for i, l := range links {
			if l.Start < last || l.End <= l.Start || len(text) < l.End {
				t.Fatalf("%q: %+v after %d", text, l, last)
			}
			last = l.End
			testLink(t, finder, text, l)
			// What follows a link does not change what is found up to it.
			if found := slices.Collect(finder.All(text[:l.End])); !slices.Equal(found, links[:i+1]) {
				t.Errorf("%q: %+v; up to %d: %+v", text, links[:i+1], l.End, found)
			}
			// What is around a link does not change it.
			alone := slices.Collect(finder.All(" " + text[l.Start:l.End] + " "))
			if len(alone) != 1 || alone[0] != (Link{1, 1 + l.End - l.Start, l.URL}) {
				t.Errorf("%q: %+v; alone: %+v", text, l, alone)
			}
		}
	})
}

// testLink checks one link.
func testLink(t *testing.T, f Finder, text string, l Link) {
	t.Helper()
	s := text[l.Start:l.End]
	if !utf8.ValidString(s) || strings.ContainsAny(s, " \t\n\u3000") {
		t.Errorf("%q: %q", text, s)
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme() != "http" && u.Scheme() != "https" && u.Scheme() != "mailto" {
		if f.Lookup == nil {
			t.Errorf("%q: %q has no scheme, and there is no list", text, s)
		}
		prefix := "https://"
		if l.URL.Scheme() == "mailto" {
			prefix = "mailto:"
		}
		u, err = url.Parse(prefix + s)
	}
	if err != nil || u != l.URL || u.IncludesCredentials() {
		t.Errorf("%q: %q parses to %s, %v, not to %s", text, s, u, err, l.URL)
	}
	switch u.Scheme() {
	case "http", "https":
		if !hasGoodHost(u) {
			t.Errorf("%q: %s", text, u)
		}
	case "mailto":
		if _, hasQuery := u.Query(); hasQuery || !f.Emails || strings.Count(u.Pathname(), "@") != 1 {
			t.Errorf("%q: %s", text, u)
		}
	default:
		t.Errorf("%q: %s", text, u)
	}
}

// FuzzFormat checks what Format promises for every URL.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"https://h/%CE%B1?%E3%80%82#(%EF%BC%88)%EF%BC%89", "https://h/?%22%27%3C%3E%5E%60%7B%7D", "foo: %CE%B1 #a", "mailto:%CE%B1@b.com", "https://u:p@%C3%BC.com:81/%E2%80%AE%FF%ED%A0%80.",
		"file:///C|/%CE%B1?", "foo:/.//%CE%B1", "https://h/)%EF%BC%88%CE%B1", "ws://h/#", "https://h/a%E3%80%82%E3%80%82.?",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if u, err := url.Parse(s); err == nil {
			testFormatted(t, u, Format(u))
		}
	})
}
