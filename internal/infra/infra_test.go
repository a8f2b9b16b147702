package infra

import (
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
		if got := IsASCII(s); got != (i < 128) {
			t.Errorf("%q is ASCII: %t", s, got)
		}
		if value, err := strconv.ParseUint(string([]byte{b}), 16, 8); err == nil && byte(value) != HexValue[b] || err != nil && HexValue[b] != 0xFF {
			t.Errorf("%q: hexadecimal value %d", b, HexValue[b])
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
