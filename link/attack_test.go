package link

import (
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
)

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

// TestGrowth checks that time and memory grow linearly with the length of a text and of a URL. SECURITY.md promises how much
// memory.
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
