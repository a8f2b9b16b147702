package idna

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"

	"github.com/weburl-go/url/internal/infra"
)

// checkPunycode compares the Punycode of label with that of x/net/idna, and decodes it again.
func checkPunycode(t *testing.T, label string) {
	t.Helper()
	want, err := xidna.Punycode.ToASCII(label)
	encoded, ok := appendPunycode([]byte(acePrefix), []rune(label))
	if ok != (err == nil) || ok && string(encoded) != want {
		t.Fatalf("Punycode of %+q: %q, %v, want %q, %v", label, encoded, ok, want, err)
	}
	if !ok {
		return
	}
	if decoded, ok := decodePunycode(nil, string(encoded[len(acePrefix):])); !ok || string(decoded) != label {
		t.Fatalf("Punycode %q decodes to %+q, %v, want %+q", encoded, decoded, ok, label)
	}
}

// checkPunycodeDecoding compares what encoded decodes to with the result of x/net/idna, and encodes it again.
func checkPunycodeDecoding(t *testing.T, encoded string) {
	t.Helper()
	want, err := xidna.Punycode.ToUnicode(acePrefix + encoded)
	runes, ok := decodePunycode(nil, encoded)
	decoded := string(runes)
	if ok && infra.IsASCII(decoded) || strings.Contains(want, "\uFFFD") {
		return // x/net/idna refuses labels in ASCII, and decodes surrogates to U+FFFD
	}
	if ok != (err == nil) || ok && decoded != want {
		t.Fatalf("Punycode %q decodes to %+q, %v, want %+q, %v", encoded, decoded, ok, want, err)
	}
	if again, _ := appendPunycode(nil, runes); ok && string(again) != encoded {
		t.Fatalf("Punycode %q decodes to %+q, whose Punycode is %q", encoded, decoded, again)
	}
}

func TestPunycode(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 92))
	letters := [][]rune{[]rune("abc-012"), []rune("àéîõü"), []rune("жщыю"), []rune("日本語例"), []rune("😀😃"), []rune("\U0010FFFF\u0080")}
	const digits = "aaaaabcdefghijklmnopqrstuvwxyz0123456789-"
	for range 3000 {
		label := []rune{'ü'}
		mixed := 1 + random.IntN(len(letters))
		for range random.IntN(1 << random.IntN(11)) {
			script := letters[random.IntN(mixed)]
			label = append(label, script[random.IntN(len(script))])
		}
		checkPunycode(t, string(label))

		encoded := make([]byte, 1+random.IntN(1<<random.IntN(8)))
		for i := range encoded {
			encoded[i] = digits[random.IntN(len(digits))]
		}
		checkPunycodeDecoding(t, string(encoded))
	}
	for n := range 10 { // overflows from 1,927 on
		checkPunycode(t, strings.Repeat("a", 1920+n)+"\U0010FFFF")
	}
	for n := range 3 { // 2^31-1 is the greatest number: the last overflows
		checkPunycode(t, strings.Repeat("a", 126+n)+"\U0010FF70"+strings.Repeat("a", 1801-n))
	}
	for n := range 20 { // many code points of few values
		checkPunycode(t, strings.Repeat("üéà", 82)+"ab"+strings.Repeat("é", n))
	}
	checkPunycode(t, strings.Repeat("\u0080", 200)+"a\u0081")
	if _, ok := decodePunycode(nil, "8c9b"); ok {
		t.Error("a surrogate when decoding")
	}
	for r := rune('\u0100'); r < '\u1000'; r++ { // many values of the bias for the last code point
		checkPunycode(t, "abü"+string(r)+"例")
	}
	// The integer for the second code point overflows only after adding the index of the first.
	if _, ok := decodePunycode(nil, strings.Repeat("a", 3000)+"-zx3xy6826816d"); ok {
		t.Error("no overflow when decoding")
	}
}

func FuzzPunycode(f *testing.F) {
	for _, label := range []string{"bücher", "ü", "-ü-", "日本語", "a\U0010FFFF", strings.Repeat("aü", 99), strings.Repeat("aéàü", 99)} {
		f.Add(label)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 || !utf8.ValidString(s) {
			return
		}
		if infra.IsASCII(s) {
			checkPunycodeDecoding(t, strings.Map(asPunycode, s))
		} else if !strings.ContainsAny(s, ".\uFFFD") && !strings.HasPrefix(s, acePrefix) {
			checkPunycode(t, s)
		}
	})
}

// asPunycode replaces the code points that Punycode cannot have after mapping.
func asPunycode(r rune) rune {
	if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
		return r
	}
	return rune(punyDigits[int(r)%len(punyDigits)])
}
