package link

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
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

// FuzzStop checks what [Finder.Stop] promises for every text.
func FuzzStop(f *testing.F) {
	for _, seed := range append(seeds, "https://example.com/a，请看。b.com，a@b.com", `"http://h/a，b","http://h"`, "http://a，b@c.com/") {
		f.Add(seed, "，。")
		f.Add(seed, "./:@ab\xff")
	}
	const plain = "，、！请" // Nothing before or behind a link depends on which of these it is, or whether it is a newline.
	asNewlines := strings.NewReplacer("，", "\n\n\n", "、", "\n\n\n", "！", "\n\n\n", "请", "\n\n\n")
	f.Fuzz(func(t *testing.T, text, stops string) {
		finder := Finder{Emails: true, Lookup: smallList.Lookup}
		without := slices.Collect(finder.All(text))
		finder.Stop = func(rune) bool { return false }
		if got := slices.Collect(finder.All(text)); !slices.Equal(got, without) {
			t.Errorf("%q: %+v, without Stop: %+v", text, got, without)
		}
		finder.Stop = func(r rune) bool { return strings.ContainsRune(plain, r) }
		stopped := slices.Collect(finder.All(text))
		finder.Stop = nil
		if want := slices.Collect(finder.All(asNewlines.Replace(text))); !slices.Equal(stopped, want) {
			t.Errorf("%q: %+v, with newlines: %+v", text, stopped, want)
		}
		finder.Stop = func(r rune) bool { return strings.ContainsRune(stops, r) }
		last := 0
		for l := range finder.All(text) {
			if l.Start < last || l.End <= l.Start || len(text) < l.End || strings.ContainsFunc(text[l.Start:l.End], finder.Stop) {
				t.Fatalf("%q, stopped by %q: %+v after %d", text, stops, l, last)
			}
			last = l.End
			testLink(t, finder, text, l)
		}
	})
}

// behindHost matches text in which the scheme http or https can come behind a host, as in "b.com.http://" and "b.com.+http://",
// and "+http://", which url.Parse rejects.
var behindHost = regexp.MustCompile(`(?i)^(\+|[a-z0-9+.-]*([.-]|[.+-]\+))https?://`)

// FuzzCredentials checks that no part of a URL with credentials is a link.
func FuzzCredentials(f *testing.F) {
	for _, password := range []string{"pw", "p,w", "p/w", "b.com/", "https://b.com/(", "a@b.com,mailto:a", "://b.com", "\xff:80"} {
		f.Add("redis://", "", password)
		f.Add("a.b+ssh://", password, "b.com")
		f.Add("b.com.+"+strings.Repeat("x", 99)+"://", password, "b.com.://")
		f.Add("b.com.+http://", "u", password)
		f.Add("https:/", "u", password)
	}
	f.Fuzz(func(t *testing.T, scheme, user, password string) {
		text := scheme + user + ":" + password + "@b.com/x,b.com"
		u, _ := url.Parse(text)
		isOther := strings.HasSuffix(scheme, "://") && strings.Trim(scheme, schemeBytes) == "://" && scheme[0] != ':' && !beginsWeb(scheme)
		if !isOther && !u.IncludesCredentials() || behindHost.MatchString(text) || strings.ContainsFunc(text, func(r rune) bool { return endsText(r, "") }) {
			return
		}
		for l := range finder.All(text) {
			t.Errorf("%q: %q", text, text[l.Start:l.End])
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
		"mailto:a@b%E4%B8%AD.com%E4%B8%AD", "mailto:a@",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if u, err := url.Parse(s); err == nil {
			testFormatted(t, u, Format(u))
		}
	})
}

// texts are texts that are hard to search, beside URLs.
var texts = hostile.Shapes{
	"at signs":              hostile.Repeated("", "@", ""),
	"at signs and letters":  hostile.Repeated("", "a@", "example.com"),
	"addresses":             hostile.Repeated("", "a@b.com", ""),
	"addresses and spaces":  hostile.Repeated("", "a@b.com ", ""),
	"a long local part":     hostile.Repeated("", "a", "@example.com"),
	"a local part of dots":  hostile.Repeated("a", ".a", "@example.com"),
	"local parts":           hostile.Repeated("", strings.Repeat("a", 64)+"@", "example.com"),
	"local punctuation":     hostile.Repeated("", "'", "a@example.com"),
	"mailto":                hostile.Repeated("", "mailto:", "a@example.com"),
	"mailto and at signs":   hostile.Repeated("", "mailto:a@", "example.com"),
	"mailto and hosts":      hostile.Repeated("", "mailto:a@b", ""),
	"open brackets":         hostile.Repeated("https://example.com/", "(", ""),
	"brackets":              hostile.Repeated("https://example.com/", "()", ""),
	"brackets and links":    hostile.Repeated("", "(https://h/", ""),
	"closed brackets":       hostile.Repeated("https://example.com/", "https://h/)", ""),
	"bare and brackets":     hostile.Repeated("", "b.com/(", ""),
	"only brackets":         hostile.Repeated("", "(", ""),
	"brackets beyond ASCII": hostile.Repeated("https://example.com/", "（", ""),
	"soft, then hard":       hostile.Repeated("", "b.com/a"+strings.Repeat(".", 500)+" ", ""),
	"soft":                  hostile.Repeated("b.com/", ".", ""),
	"soft, then closing":    hostile.Repeated("", "b.com/,,,,,,)", ""),
	"commas and links":      hostile.Repeated("", "http://h,", ""),
	"commas and schemes":    hostile.Repeated("http://h/", ",http://", ""),
	"dots and schemes":      hostile.Repeated("", "a.http://", ""),
	"quotes and links":      hostile.Repeated("", `"http://h/`, ""),
	"quotes and schemes":    hostile.Repeated("", `"http:`, "//a@b"),
	"other quotes":          hostile.Repeated("“http://h/", "'", ""),
	"escaped quotes":        hostile.Repeated(`"http://h/`, `\`, `"`),
	"schemes and slashes":   hostile.Repeated("", "http:/", "a@b.com"),
	"slashes":               hostile.Repeated("http:", `/\`, "a@b.com"),
	"schemes, no slashes":   hostile.Repeated("", "http:a", "@b.com"),
	"commas and slashes":    hostile.Repeated("http://h/", ",/", ""),
	"questions":             hostile.Repeated("b.com", "?", ""),
	"labels":                hostile.Repeated("", "a.", "com"),
	"labels, not listed":    hostile.Repeated("", "a.", "b"),
	"hosts":                 hostile.Repeated("", "b.com,", ""),
	"hosts and equals":      hostile.Repeated("", "b.com=", "@h"),
	"hosts and ports":       hostile.Repeated("", "b.com:80,", ""),
	"ports":                 hostile.Repeated("", "b.com:99999999,", ""),
	"one long port":         hostile.Repeated("http://h:", "0", "80"),
	"one label":             hostile.Repeated("", "a", ".com"),
	"one label, a scheme":   hostile.Repeated("https://", "a", ".com"),
	"one label of capitals": hostile.Repeated("", "A", ".com"),
	"labels of capitals":    hostile.Repeated("", "A.", "com"),
	"words of capitals":     hostile.Repeated("", "A.B ", "com"),
	"one label, two bytes":  hostile.Repeated("", "ü", ".com"),
	"labels, two bytes":     hostile.Repeated("", "ü.", "com"),
	"hosts, two bytes":      hostile.Repeated("", "ü.com ", ""),
	"hosts, marks":          hostile.Repeated("", "İ.io ", ""),
	"hosts, not listed":     hostile.Repeated("", "İ.b ", ""),
	"hosts, particles":      hostile.Repeated("", "İ.io가 ", ""),
	"hosts, two marks":      hostile.Repeated("", "İ\u0301.io가 ", ""),
	"hosts, a mark":         hostile.Repeated("", "a\u0301.io가 ", ""),
	"hosts, full stops":     hostile.Repeated("", "İ。io가 ", ""),
	"hosts, both":           hostile.Repeated("", "İ.b가。b ", ""),
	"long hosts, marks":     hostile.Repeated("", strings.Repeat("İ\u0301", 10)+".b가。b ", ""),
	"long schemes, marks":   hostile.Repeated("", "https://"+strings.Repeat("İ\u0301", 30)+" ", ""),
	"schemes, both":         hostile.Repeated("", "https://"+strings.Repeat("İ\u0301", 30)+".b가。b ", ""),
	"long schemes, letters": hostile.Repeated("", "https://"+strings.Repeat("İaaaa", 20)+".b가。b ", ""),
	"addresses, marks":      hostile.Repeated("", "a@İ.io ", ""),
	"schemes, marks":        hostile.Repeated("", "https://İ ", ""),
	"schemes, particles":    hostile.Repeated("", "https://İ.b가 ", ""),
	"a label and particles": hostile.Repeated("a.b", "가", ""),
	"labels and particles":  hostile.Repeated("", "b가.", "com"),
	"sentences":             hostile.Repeated("", "日本。", ""),
	"sentences, words":      hostile.Repeated("", "日本。本 ", ""),
	"sentences, scheme":     hostile.Repeated("https://", "日本。", ""),
	"schemes and sentences": hostile.Repeated("", "https://日。本 ", ""),
	"wide dots":             hostile.Repeated("", "。", ""),
	"runs of one length":    hostile.Repeated("", strings.Repeat("日。", 256)+" ", ""),
	"runs of two lengths":   hostile.Repeated("", strings.Repeat("a。", 254)+"com ", ""),
	"hyphens":               hostile.Repeated("", "-.", "com"),
	"dots":                  hostile.Repeated("", ".", "com"),
	"spaced dots":           hostile.Repeated("", ". ", "com"),
	"letters":               hostile.Repeated("", "a", ""),
	"colons":                hostile.Repeated("", ":", ""),
	"schemes":               hostile.Repeated("", "https://", "h"),
	"schemes of schemes":    hostile.Repeated("", "https:", "//h"),
	"schemes and a word":    hostile.Repeated("", "https://h", ""),
	"schemes, capitals":     hostile.Repeated("", "HTTPS://", "h"),
	"other schemes":         hostile.Repeated("", "ftp://a.b", ""),
	"other schemes, short":  hostile.Repeated("", "x://", ""),
	"other schemes, quoted": hostile.Repeated("", `"x://'x://`, ""),
	"other schemes, one":    hostile.Repeated("", "x:", "//a@h"),
	"schemes, no slash":     hostile.Repeated("", "ftp:", ""),
	"schemes, plus":         hostile.Repeated("", "b.com+", "://a@h"),
	"schemes, dots":         hostile.Repeated("", "b.com.+", "://a@h"),
	"schemes, no ports":     hostile.Repeated("", "http://h:a/", ""),
	"schemes, plain text":   hostile.Repeated("", "http://h:a", " a@b"),
	"links":                 hostile.Repeated("", "https://h ", ""),
	"links, IDN":            hostile.Repeated("", "https://ü ", ""),
	"IPv6":                  hostile.Repeated("", "http://[::1]", ""),
	"IPv6, open":            hostile.Repeated("", "http://[", ""),
	"credentials":           hostile.Repeated("", "http://a@", "h"),
	"late credentials":      hostile.Repeated("http://", "a,", "@h"),
	"credentials, path":     hostile.Repeated("http://a@h/", "b.com/", ""),
	"symbols":               hostile.Repeated("https://", "☃", ""),
	"symbols and dots":      hostile.Repeated("https://", "☃.", "com"),
	"encoded":               hostile.Repeated("https://", "%41", ".com"),
	"directives":            hostile.Repeated("https://h/#", ":~:", ""),
	"colons in fragment":    hostile.Repeated("https://h/#", ":", ""),
	"not UTF-8":             hostile.Repeated("", "\xff.", "com"),
	"half characters":       hostile.Repeated("", "\xe3\x80", ".com"),
	"marks":                 hostile.Repeated("a", "\u0301", ".com"),
	"joiners":               hostile.Repeated("a", "\u200d", ".com"),
}

// attacks search texts, and format URLs.
var attacks = map[string]hostile.Use{
	"Finder.All(text)":                     searching(Finder{}),
	"Finder.All(text) with all":            searching(finder),
	"Finder.All(text) with stops":          searching(Finder{Lookup: finder.Lookup, Emails: true, Stop: func(r rune) bool { return strings.ContainsRune(",.。b", r) }}),
	"Finder.All(text) as if all is listed": searching(Finder{Emails: true, Lookup: func(domain string) (string, bool, bool) { return "", true, true }}),
	"Finder.All(text) of the formatted":    hostile.OnURL(parsed, func(u url.URL) { search(finder, Format(u)) }),
	"Format(u)":                            hostile.OnURL(parsed, func(u url.URL) { Format(u) }),
}

func search(f Finder, text string) {
	for range f.All(text) {
	}
}

func searching(f Finder) hostile.Use { return hostile.Reading(func(s string) { search(f, s) }) }

var parsed = hostile.Remembering(func(s string) url.URL { u, _ := url.Parse(s); return u })

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	hostile.CheckComplete(t, attacks, map[string]string{"Finder": "functions, a flag and a scheme"})
}

// TestGrowth checks that time and memory grow linearly with the length of a text and of a URL. Only this test states how
// much memory.
func TestGrowth(t *testing.T) {
	most := func(name, shape string) float64 {
		switch name {
		case "Format(u)":
			return 32
		case "Finder.All(text)":
			return 96
		default:
			return 192
		}
	}
	hostile.Check(t, texts, attacks, most)
	hostile.Check(t, hostile.URLs, attacks, most)
}

// TestZeroValues calls each method of the zero value of each type. None may panic.
func TestZeroValues(t *testing.T) {
	hostile.CallZeros(t, new(Finder), new(Link))
	if s := Format(url.URL{}); s != "" {
		t.Errorf("%q", s)
	}
}
