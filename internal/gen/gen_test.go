package gen

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"unicode/utf8"
)

// everything returns a string of each kind.
func everything(g *Generator) []string {
	name, value := g.Setter()
	return []string{
		g.URL(), g.Base(), g.Reference(), g.Host(), name, value, g.SearchParamsInit(),
		fmt.Sprintf("%q", g.SearchParamsOps()), fmt.Sprintf("%q", g.URLOps()), g.EncodingText(Encodings[g.Below(len(Encodings))]),
	}
}

// extremes returns a string of each kind that only campaigns use.
func extremes(g *Generator) []string {
	return []string{g.LongURL(), g.ScriptDomain(), g.Insert(g.URL(), "\u2028")}
}

// broken returns strings that need not be UTF-8.
func broken(g *Generator) []string { return []string{g.BreakUTF8(g.URL()), g.EncodedBytes()} }

// TestSameForSeed pins the strings of a seed, because the vectors, the fuzz seeds and the answers of campaigns depend on
// them. After a change of the grammar, replace the expected value.
func TestSameForSeed(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(*Generator) []string
		want uint64
	}{
		{"everything", everything, 0x3303c974da5c8881},
		{"extremes", extremes, 0x372bf066850f9d50},
		{"broken", broken, 0x99209ac6b229ad48},
	} {
		h := fnv.New64a()
		for seed := range uint64(100) {
			g := New(seed)
			for range 10 {
				for _, s := range tt.make(g) {
					fmt.Fprintf(h, "%d %s", len(s), s)
				}
			}
		}
		if got := h.Sum64(); got != tt.want {
			t.Errorf("the grammar makes different strings, %s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
}

func TestUTF8(t *testing.T) {
	g, n := New(1), 20_000
	if testing.Short() {
		n = 2_000
	}
	for range n {
		for _, s := range everything(g) {
			if !utf8.ValidString(s) {
				t.Fatalf("%q is not valid UTF-8", s)
			}
		}
	}
	for range 500 {
		for _, s := range extremes(g) {
			if !utf8.ValidString(s) {
				t.Fatalf("%q is not valid UTF-8", s)
			}
		}
	}
}

func TestBreakUTF8(t *testing.T) {
	g := New(3)
	valid := 0
	for range 1000 {
		if utf8.ValidString(g.BreakUTF8("é☃\U0001f600")) {
			valid++
		}
	}
	if valid > 0 {
		t.Errorf("%d of 1000 strings are UTF-8", valid)
	}
}

func TestLongURL(t *testing.T) {
	g := New(4)
	var sizes [3]int // below 1 KiB, up to 70 KiB and a unit, longer
	for range 1000 {
		switch n := len(g.LongURL()); {
		case n < 1<<10:
			sizes[0]++
		case n < 75<<10:
			sizes[1]++
		default:
			sizes[2]++
		}
	}
	if sizes[0]+sizes[2] > 0 {
		t.Errorf("of 1000 URLs, %d are too short and %d too long", sizes[0], sizes[2])
	}
}

// TestPunycode has the samples of https://www.rfc-editor.org/rfc/rfc3492#section-7.1 in lower case.
func TestPunycode(t *testing.T) {
	for label, want := range map[string]string{
		"\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587":                                                 "ihqwcrb4cv8a8dqg056pqjye",
		"\u305d\u306e\u30b9\u30d4\u30fc\u30c9\u3067":                                                             "d9juau41awczczp",
		"\u3072\u3068\u3064\u5c4b\u6839\u306e\u4e0b2":                                                            "2-u9tlzr9756bt3uc0v",
		"\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f": "egbpdaj6bu4bxfgehfvwxn",
	} {
		if got := punycode(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

// TestCases checks that the lists have as many cases as they say, and that they are different.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for i := range ControlCases {
		input, base := ControlCase(i)
		seen[input+" "+base] = true
	}
	// Two of a kind next to each other are inserted at two places with the same result, as are those that the list has
	// in its URLs.
	if len(seen) < ControlCases*99/100 {
		t.Errorf("%d different cases of %d with a control", len(seen), ControlCases)
	}
	points := map[rune]bool{}
	for i := range PointCases {
		for _, r := range PointCase(i) {
			points[r] = true
		}
	}
	const want = 4<<16 - 0x800 + 0x1100 + 0x100 // planes 0 to 3 without surrogates, and parts of planes 14 and 16
	if len(points) != want {
		t.Errorf("domains with %d code points, want %d", len(points), want)
	}
	for i := range EncodeCases {
		if _, text := EncodeCase(i); strings.ContainsRune(text, '\uFFFD') != (strings.ContainsRune(text, '\uFFFC')) {
			t.Fatalf("%q has a code point that is not a scalar value", text)
		}
	}
	if _, encoded := DecodeCase(DecodeCases - 1); !strings.HasSuffix(encoded, "\xff\xffa") {
		t.Errorf("the last bytes are %q", encoded)
	}
}

// TestVariety checks that the grammar reaches the special cases of the parser within 20,000 strings.
func TestVariety(t *testing.T) {
	g := New(2)
	var urls, hosts strings.Builder
	for range 20_000 {
		urls.WriteString(g.URL() + "\n" + g.Reference() + "\n")
		hosts.WriteString(g.Host() + "\n")
	}
	for _, want := range []string{`\`, "\t", "\x00", "%2e", "%zz", "C|", "c:", "@@", ":65536", "/.//", "localhost", "\ufffe", "file:", "x:", " #", " ?", "http:h"} {
		if !strings.Contains(urls.String(), want) {
			t.Errorf("no URL has %q", want)
		}
	}
	for _, want := range []string{"0x", "[::", "::]", ".1.2.3", "4294967296", "xn--", "א", "。", "\u200d", "%2e", "\u00ad"} {
		if !strings.Contains(hosts.String(), want) {
			t.Errorf("no host has %q", want)
		}
	}
}
