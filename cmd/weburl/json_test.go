package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/urlclass"
)

// encoded returns what encoding/json writes for a value, without escapes for HTML.
func encoded(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// scalarValues replaces each byte that is not part of valid UTF-8 by U+FFFD. Some versions of encoding/json escape
// that replacement, and others do not.
func scalarValues(s string) string { return string([]rune(s)) }

var jsonSeeds = []string{
	"", "plain", "https://example.com/?a=b&c=<d>#é", "\"quoted\" \\ and \\\" more", "日本語 🏳️‍🌈",
	"\x00\x01\x07\b\t\n\v\f\r\x0e\x1b\x1f \x7f\u0080\u009f", "\u2027\u2028\u2029\u202a",
	"\xff", "a\xffb", "\xc3", "\xe2\x82", "\xe2\x82a", "\xed\xa0\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xc0\x80", "\uFFFD",
}

func checkJSONString(t testing.TB, s string) {
	t.Helper()
	got := string(appendJSONString([]byte("before "), s))
	if want := "before " + encoded(t, scalarValues(s)); got != want {
		t.Errorf("%q: %s, want %s", s, got, want)
	}
	if !utf8.ValidString(got) {
		t.Errorf("%q: %q is not UTF-8", s, got)
	}
}

func TestJSONString(t *testing.T) {
	for _, s := range jsonSeeds {
		checkJSONString(t, s)
	}
	for r := range rune(0x3000) {
		checkJSONString(t, "a"+string(r)+"b")
	}
	random := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, 12)
	for range 20_000 {
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		checkJSONString(t, string(b[:random.IntN(len(b)+1)]))
	}
}

func FuzzJSONString(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkJSONString(t, s) })
}

// A urlObject is the JSON object of a URL, for encoding/json.
type urlObject struct {
	Input string `json:"input"`
	urlclass.Getters
	Params [][2]string `json:"params"`
	Site   string      `json:"site"`
	Source string      `json:"source"`
	Line   int         `json:"line"`
}

// TestURLObject compares objects with those of encoding/json, with and without characters that need escaping.
func TestURLObject(t *testing.T) {
	for _, input := range []string{
		"https://example.com/",
		"HTTPS://user:p@ss@EXAMPLE.com:8443/a b?c=<d>&e#f\"g",
		"file:///C|/x", "mailto:a\"b\\c@example.com?x=\"y\"#\\", "blob:https://a.example/x", "foo://a\"b/", "data:,\x7f",
		"http://a\"b/", "http://[::1]:8080", "a:\xff\u2028", "\thttps://example.com/\x00", "https://日本語.example/é",
	} {
		u, err := url.Parse(input)
		if err != nil {
			t.Fatal(err)
		}
		host, _ := u.ParsedHost()
		want := urlObject{scalarValues(input), urlclass.Of(u), [][2]string{}, host.Site(builtInSuffixes).String(), "a.txt", 7}
		for name, value := range u.SearchParams().All() {
			want.Params = append(want.Params, [2]string{name, value})
		}
		r := &reading{source: "a.txt", number: 7, line: input, u: u, sites: newSites(nil)}
		if got, want := string(appendURLObject(nil, r)), encoded(t, want); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", input, got, want)
		}
		if got, want := string(appendMembers(nil, &reading{u: u}, parts[:getters])), string(appendGetters(nil, &reading{u: u})); got != want {
			t.Errorf("%q: the parts are\n%s\nbut the getters\n%s", input, got, want)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	const input = "https://www.example.com/articles/2026/11/a-title?page=2"
	t := newTool(&options{json: true}, nil, nil)
	line, c := t.newLine(), &chunk{}
	b.ReportAllocs()
	for b.Loop() {
		c.out = c.out[:0]
		line(c, input, 1)
	}
}
