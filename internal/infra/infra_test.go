package infra

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestBytes compares what is defined for a byte with lists of these bytes.
func TestBytes(t *testing.T) {
	const digits, small, capitals = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range 256 {
		b := byte(i)
		for name, c := range map[string]struct {
			got  bool
			want string
		}{
			"alpha":        {IsASCIIAlpha(b), small + capitals},
			"digit":        {IsASCIIDigit(b), digits},
			"hex digit":    {IsASCIIHexDigit(b), digits + small[:6] + capitals[:6]},
			"alphanumeric": {IsASCIIAlphanumeric(b), digits + small + capitals},
		} {
			if want := strings.IndexByte(c.want, b) >= 0; c.got != want {
				t.Errorf("%q: %s: %t", b, name, c.got)
			}
		}
		lower := b
		if at := strings.IndexByte(capitals, b); at >= 0 {
			lower = small[at]
		}
		s := string([]byte{b, 'A', b})
		made := []byte(s)
		MakeLower(made)
		if want := string([]byte{lower, 'a', lower}); string(made) != want {
			t.Errorf("%q in lower case: %q, want %q", s, made, want)
		}
		if got := ToLower(s); got != string(made) {
			t.Errorf("ToLower(%q): %q, want %q", s, got, made)
		}
		if got := IsASCII(s); got != (i < 128) {
			t.Errorf("%q is ASCII: %t", s, got)
		}
		if value, err := strconv.ParseUint(string([]byte{b}), 16, 8); err == nil && byte(value) != HexValue[b] || err != nil && HexValue[b] != 0xFF {
			t.Errorf("%q: hexadecimal value %d", b, HexValue[b])
		}
	}
}

// TestIsASCII has a byte beyond ASCII at each place of short strings.
func TestIsASCII(t *testing.T) {
	for n := range 20 {
		s := bytes.Repeat([]byte{0x7F}, n)
		if !IsASCII(string(s)) {
			t.Errorf("%q is not ASCII", s)
		}
		for i := range s {
			s[i] = 0x80
			if IsASCII(string(s)) {
				t.Errorf("%q is ASCII", s)
			}
			s[i] = 0x7F
		}
	}
}

func TestMatchesLower(t *testing.T) {
	for s, want := range map[string]bool{"http": true, "HtTp": true, "": false, "htt": false, "https": false, "htta": false, "xttp": false, "\u212Attp": false} {
		if got := MatchesLower(s, "http"); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}

// TestPercentEncodedRune has code points of each length, and what is not one.
func TestPercentEncodedRune(t *testing.T) {
	for s, want := range map[string]struct {
		r    rune
		size int
	}{
		"%41":             {'A', 3},
		"%41%42":          {'A', 3},
		"%4aB":            {'J', 3},
		"%C3%A9":          {'é', 6},
		"%c3%a9%20":       {'é', 6},
		"%E2%82%AC":       {'€', 9},
		"%F0%9F%98%80%80": {'😀', 12},
		"%C3":             {'\uFFFD', 3},
		"%C3A9":           {'\uFFFD', 3},
		"%E2%82x":         {'\uFFFD', 3},
		"%80":             {'\uFFFD', 3},
		"%F0%9F%98%8":     {'\uFFFD', 3},
		"%ED%A0%80":       {'\uFFFD', 3}, // a surrogate
		"%EF%BF%BD":       {'\uFFFD', 9},
	} {
		if r, size := PercentEncodedRune(s); r != want.r || size != want.size {
			t.Errorf("%q: %U, %d, want %U, %d", s, r, size, want.r, want.size)
		}
	}
	for _, s := range []string{"", "%", "%4", "%g1", "%1g", "A41", "x%41", "%@1", "%1`"} {
		if b, ok := PercentEncodedByte(s); ok {
			t.Errorf("%q: %q", s, b)
		}
		if _, size := PercentEncodedRune(s); size != 0 {
			t.Errorf("%q: size %d", s, size)
		}
	}
}

func TestIndexExcessPair(t *testing.T) {
	for query, want := range map[string][]int{
		"":          {-1, -1, -1},
		"a":         {-1, -1, -1},
		"a&b":       {-1, 2, -1},
		"&&a&&&b&":  {-1, 6, -1},
		"a=b&&c&=&": {-1, 5, 7},
	} {
		for maxPairs := range want {
			if got := IndexExcessPair(query, maxPairs); got != want[maxPairs] {
				t.Errorf("%q, at most %d pairs: %d, want %d", query, maxPairs, got, want[maxPairs])
			}
		}
	}
}

// TestIsInvisible has an example of each kind that is invisible, and of those that come close.
func TestIsInvisible(t *testing.T) {
	for _, r := range "\x00\t\x7F\u0085\u00AD\u034F\u115F\u17B4\u180B\u200B\u200D\u200E\u2028\u2029\u202E\u2800\u3164\uFE0F\uFEFF\uFFA0\U00013441\U00013442\U00016FE4\U0001D159\U000E0020\U000E0100" {
		if !IsInvisible(r) {
			t.Errorf("%U is visible", r)
		}
	}
	for _, r := range " \u00A0\u3000-a\u0301\u0600\u06DD\u20DD\u2801\uFFFD\U00016FE3\U0001D15A\U0001F600" {
		if IsInvisible(r) {
			t.Errorf("%U is invisible", r)
		}
	}
}

func TestIsSpecialScheme(t *testing.T) {
	for _, name := range []string{"", "HTTP", "httpx", "foo"} {
		if IsSpecialScheme(name) {
			t.Errorf("%q is special", name)
		}
	}
	for _, special := range SpecialSchemes {
		if !IsSpecialScheme(special.Name) {
			t.Errorf("%q is not special", special.Name)
		}
	}
}

// TestStandard checks that all documents name the same state of the standard.
func TestStandard(t *testing.T) {
	var names []string
	for _, word := range strings.FieldsFunc(Standard, func(r rune) bool { return r == ' ' || r == ',' }) {
		if strings.ContainsAny(word, "0123456789") && word != "2026" {
			names = append(names, word)
		}
	}
	if len(names) != 3 {
		t.Fatalf("%q names %q", Standard, names)
	}
	for _, file := range []string{"url.go", "README.md", "CHANGELOG.md", "MAINTAINING.md", "internal/spec/parser.go"} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.Contains(string(text), name) {
				t.Errorf("%s does not name %s", file, name)
			}
		}
	}
}
