package url

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// idnaFails stands for an error in TestIDNA. No result has U+FFFD.
const idnaFails = "\uFFFD"

// TestIDNA compares with the reference implementation's UTS46 (npm's tr46) for Unicode 17.
func TestIDNA(t *testing.T) {
	tests := []struct{ domain, ascii, strict, unicode string }{
		// mapping
		{"bücher.example", "xn--bcher-kva.example", "xn--bcher-kva.example", "bücher.example"},
		{"BÜCHER.Example", "xn--bcher-kva.example", "xn--bcher-kva.example", "bücher.example"},
		{"www.ＥＸＡＭＰＬＥ\u3002ｃｏｍ", "www.example.com", "www.example.com", "www.example.com"},
		{"faß.de", "xn--fa-hia.de", "xn--fa-hia.de", "faß.de"},
		{"\u1E9E", "xn--zca", "xn--zca", "ß"},
		{"ΣΊΣΥΦΟΣ", "xn--kxa6akbbkh", "xn--kxa6akbbkh", "σίσυφοσ"},
		{"İ", "xn--i-9bb", "xn--i-9bb", "i\u0307"},
		{"a\u00ADb\u200B.é", "ab.xn--9ca", "ab.xn--9ca", "ab.é"},
		{"\u00AD", "", idnaFails, ""},
		{"\u00AD.é", ".xn--9ca", idnaFails, ".é"},
		// changed since Unicode 15
		{"\u10A0\u10C5", "xn--rkj0d", "xn--rkj0d", "ⴀⴥ"},
		{"Ӏ", "xn--s5a", "xn--s5a", "ӏ"},
		{"Ӏe\u0301", "xn--9ca90r", "xn--9ca90r", "ӏé"},
		{"ℲↃ", "xn--73g4g", "xn--73g4g", "ⅎↄ"},
		{"\u180E\u115Fé\u206A", "xn--9ca", "xn--9ca", "é"},
		{"é\u1806é", "xn--9caa468o", "xn--9caa468o", "é\u1806é"},
		{"\U0002F868\U0002F9BF", "xn--snl253b", "xn--snl253b", "㛼䗗"},
		{"\u10D0\U0001D173\u3164", "xn--lod", "xn--lod", "\u10D0"},
		{"a\u2061\u2063\u206F\U0001D17Aé", "xn--a-bga", "xn--a-bga", "aé"},
		{"\U0002EBF0\U0002EE5D\U000323B0\U00033479", "xn--8g0nr9adw6fdbo", "xn--8g0nr9adw6fdbo", "\U0002EBF0\U0002EE5D\U000323B0\U00033479"},
		// normalization
		{"bu\u0308cher", "xn--bcher-kva", "xn--bcher-kva", "bücher"},
		{"e\u0327\u0301", "xn--fma64b", "xn--fma64b", "ȩ\u0301"},
		{"e\u0301\u0327", "xn--fma64b", "xn--fma64b", "ȩ\u0301"},
		{"=\u0338é", "xn--9ca742o", "xn--9ca742o", "≠é"},
		{"\u1100\u1161\u11A8", "xn--p39a", "xn--p39a", "각"},
		{"Ω", "xn--bya", "xn--bya", "ω"},
		{"a\uFF0D\u0301", "xn--a--9tb", "xn--a--9tb", "a-\u0301"},
		{"\u0627\u0653", "xn--hgb", "xn--hgb", "\u0622"},
		// more than 30 combining marks
		{"a" + strings.Repeat("\u0301", 31) + ".é", "xn--1ca20i" + strings.Repeat("a", 29) + ".xn--9ca", "xn--1ca20i" + strings.Repeat("a", 29) + ".xn--9ca", "á" + strings.Repeat("\u0301", 30) + ".é"},
		{"a" + strings.Repeat("\u0301\u0323", 20), "xn--ls" + strings.Repeat("a", 20) + "80e" + strings.Repeat("a", 18) + "5162z", "xn--ls" + strings.Repeat("a", 20) + "80e" + strings.Repeat("a", 18) + "5162z", "\u1EA1" + strings.Repeat("\u0323", 19) + strings.Repeat("\u0301", 20)},
		{"\u1100\u1161" + strings.Repeat("\u0301", 31) + "\u11A8", "xn--ls" + strings.Repeat("a", 31) + "6411jjny6c", "xn--ls" + strings.Repeat("a", 31) + "6411jjny6c", "가" + strings.Repeat("\u0301", 31) + "\u11A8"},
		{"e" + strings.Repeat("\u0301", 15) + strings.Repeat("\u0327", 16) + "a", "xn--a-kya26d" + strings.Repeat("a", 14) + "38d" + strings.Repeat("a", 14), "xn--a-kya26d" + strings.Repeat("a", 14) + "38d" + strings.Repeat("a", 14), "ȩ" + strings.Repeat("\u0327", 15) + strings.Repeat("\u0301", 15) + "a"},
		{"xn--1ca20i" + strings.Repeat("a", 30) + ".é", "xn--1ca20i" + strings.Repeat("a", 30) + ".xn--9ca", "xn--1ca20i" + strings.Repeat("a", 30) + ".xn--9ca", "á" + strings.Repeat("\u0301", 31) + ".é"},
		// labels
		{"é.", "xn--9ca.", idnaFails, "é."},
		{".é", ".xn--9ca", idnaFails, ".é"},
		{"é..a", "xn--9ca..a", idnaFails, "é..a"},
		{".", ".", idnaFails, "."},
		{"", "", idnaFails, ""},
		{"-é", "xn----bga", idnaFails, "-é"},
		{"é-", "xn----9fa", idnaFails, "é-"},
		{"éa--b", "xn--a--b-9oa", idnaFails, "éa--b"},
		{"aé--b", "xn--a--b-bpa", idnaFails, "aé--b"},
		{"ab--é", "xn--ab---epa", idnaFails, "ab--é"},
		{"é_a", "xn--_a-9ia", idnaFails, "é_a"},
		{"é a", "xn-- a-9ia", idnaFails, "é a"},
		{"é%a", "xn--%a-9ia", idnaFails, "é%a"},
		{"e\u0338.a", "xn--e-2eb.a", "xn--e-2eb.a", "e\u0338.a"},
		{strings.Repeat("a.", 127) + "é", strings.Repeat("a.", 127) + "xn--9ca", idnaFails, strings.Repeat("a.", 127) + "é"},
		{strings.Repeat("é", 57), "xn--9c" + strings.Repeat("a", 57), "xn--9c" + strings.Repeat("a", 57), strings.Repeat("é", 57)},
		{strings.Repeat("é", 58), "xn--9c" + strings.Repeat("a", 58), idnaFails, strings.Repeat("é", 58)},
		{strings.Repeat("a.", 123) + "é", strings.Repeat("a.", 123) + "xn--9ca", strings.Repeat("a.", 123) + "xn--9ca", strings.Repeat("a.", 123) + "é"},
		{strings.Repeat("a.", 123) + "éé", strings.Repeat("a.", 123) + "xn--9caa", idnaFails, strings.Repeat("a.", 123) + "éé"},
		// A-labels
		{"xn--bcher-kva", "xn--bcher-kva", "xn--bcher-kva", "bücher"},
		{"XN--BCHER-KVA", "xn--bcher-kva", "xn--bcher-kva", "bücher"},
		{"ＸＮ\uFF0D\uFF0Dbcher-kva", "xn--bcher-kva", "xn--bcher-kva", "bücher"},
		{"xn\u00AD--bcher-kva.é", "xn--bcher-kva.xn--9ca", "xn--bcher-kva.xn--9ca", "bücher.é"},
		{"xn--zca.é", "xn--zca.xn--9ca", "xn--zca.xn--9ca", "ß.é"},
		// Bidi Rule
		{"\u05D0\u05D1.é", "xn--4dbc.xn--9ca", "xn--4dbc.xn--9ca", "\u05D0\u05D1.é"},
		{"\u05D01.é", "xn--1-zhc.xn--9ca", "xn--1-zhc.xn--9ca", "\u05D01.é"},
		{"a.\u05D0", "a.xn--4db", "a.xn--4db", "a.\u05D0"},
		{"\u05D0\u0661.é", "xn--4db40a.xn--9ca", "xn--4db40a.xn--9ca", "\u05D0\u0661.é"},
		{"é.\u0627\u064B", "xn--9ca.xn--mgb6e", "xn--9ca.xn--mgb6e", "é.\u0627\u064B"},
		{"a1.\u05D0", "a1.xn--4db", "a1.xn--4db", "a1.\u05D0"},
		{"é1\u064B.\u05D0", "xn--1-9fa942b.xn--4db", "xn--1-9fa942b.xn--4db", "é1\u064B.\u05D0"},
		{"..\u05D0", "..xn--4db", idnaFails, "..\u05D0"},
		{"xn--4db.é", "xn--4db.xn--9ca", "xn--4db.xn--9ca", "\u05D0.é"},
		// ContextJ
		{"\u0915\u094D\u200D", "xn--11b6iy14e", "xn--11b6iy14e", "\u0915\u094D\u200D"},
		{"\u0915\u094D\u200C\u0937", "xn--11b2ezcs70k", "xn--11b2ezcs70k", "\u0915\u094D\u200C\u0937"},
		{"\u0628\u200C\u0628", "xn--ngba799q", "xn--ngba799q", "\u0628\u200C\u0628"},
		{"\u0628\u064B\u200C\u064B\u0627", "xn--mgbb9ha8704a", "xn--mgbb9ha8704a", "\u0628\u064B\u200C\u064B\u0627"},
		{"ꡲ\u200Cꡀ", "xn--0ug4674ciea", "xn--0ug4674ciea", "ꡲ\u200Cꡀ"},
		{"\u1820\u200C\u1820", "xn--26ea791d", "xn--26ea791d", "\u1820\u200C\u1820"},
		{"xn--ngba799q.é", "xn--ngba799q.xn--9ca", "xn--ngba799q.xn--9ca", "\u0628\u200C\u0628.é"},
	}
	for _, domain := range []string{ // which all three refuse
		// mapping
		"é�", "é⒈", "\u2025é", "\uE000é",
		// changed since Unicode 15
		"xn--kkg.é", "\u05D0\U0001171E\u05D0",
		// normalization
		"\u09C7\u09BE", "\u0344a",
		// more than 30 combining marks
		"xn--a-xbb" + strings.Repeat("a", 30) + ".é",
		// labels
		"a\u0301b.\u0301é", "\u0903a",
		// A-labels
		"xn--.é", "xn---.é", "\u10A0\uFFFD", "xn--a-.é", "xn--a.é", "xn--é-eha", "xn--\u07F7-yka", "xn--é",
		"xn--99999999.é", "xn--9c.é", "xn--a-9ca.é", "xn--xn--9ca-.é", "xn--xn---epa.é", "xn--dca.é",
		"xn--e-xbb.é", "xn--a-vca4p.é", "xn--a-wbb.é", "xn--9ca822v.é", "xn--0ca.xn--é", "xn--ls8h=",
		"xn--8i7caa.é", "xn--1a-uld.é",
		// surrogates
		"xn--8c9b.é", "xn--zy0c.é",
		// Bidi Rule
		"a\u05BE", "1\u05D0.é", "\u05D01.1a", "\u05D0a.é", "1a.\u05D0", "-.\u05D0", "\u05D0-.é", "\u05D01\u0661.é",
		"\u0661\u05D0", "\u0661.é", "ℵ1a", "1.ℵ", "_.\u05D0", "xn--4db.1a",
		// ContextJ
		"a\u200Db", "\u200Dé", "\u0627\u200C\u0628", "\u0628\u200C1", "\u0628\u200C\u0621", "\u0628\u200C",
		"\u0628\u200C\u200C\u0628", "\u0628\u200D\u0628", "xn--ab-j1t.é",
	} {
		tests = append(tests, struct{ domain, ascii, strict, unicode string }{domain, idnaFails, idnaFails, idnaFails})
	}
	for _, test := range tests {
		check := func(name, want, got string, ok bool) {
			t.Helper()
			if !ok {
				got = idnaFails
			}
			if got != want {
				t.Errorf("%s(%+q) = %+q, want %+q", name, test.domain, got, want)
			}
		}
		ascii, ok := uts46ToASCII(test.domain, false)
		check("ToASCII", test.ascii, ascii, ok)
		ascii, ok = uts46ToASCII(test.domain, true)
		check("strict ToASCII", test.strict, ascii, ok)
		decoded, ok := uts46ToUnicode(test.domain)
		check("ToUnicode", test.unicode, decoded, ok)
	}
}

func TestDomainToUnicode(t *testing.T) {
	tests := map[string]string{
		"xn--bcher-kva.example": "bücher.example",
		"xn--8i7caa":            "xn--8i7caa", // the example of https://url.spec.whatwg.org/#concept-domain-to-unicode
		"EXAMPLE.com":           "example.com",
		"\xFF":                  "", // not a domain: the static method of 2014 returned ""
		"[::1]":                 "",
		"":                      "",
	}
	for domain, want := range tests {
		if got := DomainToUnicode(domain); got != want {
			t.Errorf("DomainToUnicode(%+q) = %+q, want %+q", domain, got, want)
		}
	}
}

// TestIDNAData checks, for every code point, what idna.go assumes about the data of x/net/idna and x/text.
func TestIDNAData(t *testing.T) {
	want := "17.0.0"
	if unicode.Version < "17" {
		want = "15.0.0"
	}
	if got := idna.UnicodeVersion; got != want {
		t.Errorf("Unicode version %s, want %s", got, want)
	}
	valid := func(r rune) bool {
		mapped, ok := mapUTS46(string(r))
		return ok && mapped == string(r)
	}
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		mapped, err := mapRun(s)
		if strings.Contains(mapped, "-") != isMappedToHyphen(r) {
			t.Errorf("%U is mapped to %q", r, mapped)
		}
		marks := 0
		decomposed := norm.NFD.String(s)
		for i := range decomposed {
			if norm.NFD.PropertiesString(decomposed[i:]).CCC() != 0 {
				marks++
			}
		}
		if marks > len(s) {
			t.Errorf("%U, of %d bytes, has %d marks", r, len(s), marks)
		}
		if err != nil && norm.NFC.String(s) != s {
			t.Errorf("normalization removes %U, which is disallowed", r)
		}
		if isPlainMark(r) && (mapped != norm.NFC.String(s) || err != nil) {
			t.Errorf("%U is mapped to %q (%v)", r, mapped, err)
		}
		if !norm.NFC.PropertiesString(s).BoundaryBefore() {
			for c := range rune(utf8.RuneSelf) {
				if composed := norm.NFC.String(string(c) + s); isRefused(string(c)) && composed[0] != byte(c) {
					t.Errorf("%q, which is refused, becomes %q with %U", c, composed, r)
				}
			}
		}
		if decomposed == s || norm.NFC.String(s) != s {
			continue
		}
		disallowedPart := strings.ContainsFunc(decomposed, func(r rune) bool {
			_, ok := mapUTS46(string(r))
			return !ok
		})
		if valid(r) && disallowedPart {
			t.Errorf("normalization makes %U of disallowed code points", r)
		}
		invalidPart := strings.ContainsFunc(decomposed, func(r rune) bool { return !valid(r) })
		if !valid(r) && !invalidPart {
			t.Errorf("normalization makes %U, which is not valid, of valid code points", r)
		}
	}
}

// TestJoiningTypes compares the tables with those of x/net/idna. Its rules do not tell Joining_Type=R
// from U, so that joinsPrevious is checked to hold no L and T, and every D.
func TestJoiningTypes(t *testing.T) {
	profile := idna.New(idna.MapForLookup(), idna.StrictDomainName(false))
	accepts := func(label string) bool {
		_, err := profile.ToUnicode(label)
		return err == nil
	}
	const noon = "\u0646" // Joining_Type=D
	for r := range rune(unicode.MaxRune + 1) {
		s := string(r)
		if r < utf8.RuneSelf || !accepts(s) || endsWithVirama(s) {
			continue
		}
		if mapped, _ := mapUTS46(s); mapped != s {
			continue
		}
		joins := accepts(s + "\u200C" + noon)
		if got := unicode.Is(joinsNext, r); got != joins {
			t.Errorf("joinsNext holds %U: %v, want %v", r, got, joins)
		}
		notLOrT := accepts(noon + "\u200C" + s)
		if got := unicode.Is(joinsPrevious, r); got && !notLOrT || !got && notLOrT && joins {
			t.Errorf("joinsPrevious holds %U: %v", r, got)
		}
	}
}

// TestLongLabels checks labels that are mapped in several runs, or have more marks in a row than package norm
// normalizes. The expected Punycode is that of x/net/idna.
func TestLongLabels(t *testing.T) {
	fullwidth := func(s string) string {
		return strings.Map(func(r rune) rune { return r - '!' + '\uFF01' }, s)
	}
	type test struct{ domain, label string }
	tests := []test{
		{"\u05E9" + strings.Repeat("\u05B0", 40), "\u05E9" + strings.Repeat("\u05B0", 40)},
		{"\u05E9" + strings.Repeat("\u05B4\u05B0", 20), "\u05E9" + strings.Repeat("\u05B0", 20) + strings.Repeat("\u05B4", 20)},
		{strings.Repeat("\u05E9", 140) + strings.Repeat("\u05B4\u05B0", 99), strings.Repeat("\u05E9", 140) + strings.Repeat("\u05B0", 99) + strings.Repeat("\u05B4", 99)},
		{"か\u0301ﾞ", "が\u0301"},
	}
	for n := range 300 {
		tests = append(tests, test{strings.Repeat("か", n) + "かﾞ", strings.Repeat("か", n) + "が"})
		long := strings.Repeat("か", n) + strings.Repeat("が", n%7) + "ü"
		ascii, err := idna.Punycode.ToASCII(long)
		if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test{fullwidth(ascii), long}, test{"ｘＮ﹣-" + fullwidth(ascii[len(acePrefix):]), long})
	}
	for _, test := range tests {
		want, err := idna.Punycode.ToASCII(test.label)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := uts46ToASCII(test.domain, false); !ok || got != want {
			t.Errorf("ToASCII(%+q) = %q, %t, want %q", test.domain, got, ok, want)
		}
		if got, ok := uts46ToUnicode(test.domain); !ok || got != test.label {
			t.Errorf("ToUnicode(%+q) = %+q, %t, want %+q", test.domain, got, ok, test.label)
		}
	}
}

// TestNormalizeNFC compares normalizeSegments with x/text, on strings that x/text can normalize too.
func TestNormalizeNFC(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 15))
	parts := []rune("aeé\u1E69\u030D\u0301\u0323\u0327\u0345\u0308\u0344\u1100\u1161\u11A8\uAC00\u09C7\u09BE\u3046\u3099\u0F71\u0F72\u0F73\u2260\u0338")
	for range 20_000 {
		s := make([]rune, random.IntN(15)) // at most 28 marks, few enough for x/text
		for i := range s {
			s[i] = parts[random.IntN(len(parts))]
		}
		want := norm.NFC.String(string(s))
		if got := normalizeSegments(string(s)); got != want {
			t.Fatalf("NFC of %+q: %+q, want %+q", string(s), got, want)
		}
	}
}

// checkPunycode compares the Punycode of label with that of x/net/idna, and decodes it again.
func checkPunycode(t *testing.T, label string) {
	t.Helper()
	want, err := idna.Punycode.ToASCII(label)
	encoded, ok := appendPunycode([]byte(acePrefix), label)
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
	want, err := idna.Punycode.ToUnicode(acePrefix + encoded)
	runes, ok := decodePunycode(nil, encoded)
	decoded := string(runes)
	if ok && isASCII(decoded) || strings.Contains(want, "\uFFFD") {
		return // x/net/idna refuses the first already when decoding; the second are surrogates
	}
	if ok != (err == nil) || ok && decoded != want {
		t.Fatalf("Punycode %q decodes to %+q, %v, want %+q, %v", encoded, decoded, ok, want, err)
	}
	if again, _ := appendPunycode(nil, decoded); ok && string(again) != encoded {
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
	for n := range 10 { // from 1,927 on, an overflow
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
	for r := rune('\u0100'); r < '\u1000'; r++ { // all that adapting the bias makes of the distance to the second
		checkPunycode(t, "abü"+string(r)+"例")
	}
	// The second code point overflows only with the index of the first added.
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
		if isASCII(s) {
			checkPunycodeDecoding(t, strings.Map(asPunycode, s))
		} else if !strings.ContainsAny(s, ".\uFFFD") && !strings.HasPrefix(s, acePrefix) {
			checkPunycode(t, s)
		}
	})
}

// asPunycode replaces the code points that no Punycode has after mapping.
func asPunycode(r rune) rune {
	if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
		return r
	}
	return rune(punyDigits[int(r)%len(punyDigits)])
}

// FuzzIDNA checks that the results of ToASCII and ToUnicode are fixed points, and that each leads to the other.
func FuzzIDNA(f *testing.F) {
	for _, domain := range []string{"bücher.example", "xn--bcher-kva", "a\u0301\u0327.א1", "\u0628\u200C\u0628", "ｘn--é。"} {
		f.Add(domain, false)
		f.Add(domain, true)
	}
	f.Fuzz(func(t *testing.T, domain string, beStrict bool) {
		domain = toScalarValues(domain)
		ascii, ok := uts46ToASCII(domain, beStrict)
		if !ok || len(domain) > 1000 { // far longer labels can be Punycode that overflows when decoded
			return
		}
		if !isASCII(ascii) {
			t.Fatalf("ToASCII(%+q) = %+q", domain, ascii)
		}
		if again, ok := uts46ToASCII(ascii, beStrict); !ok || again != ascii {
			t.Fatalf("ToASCII(%+q) = %+q, whose ToASCII is %+q, %v", domain, ascii, again, ok)
		}
		if lax, ok := uts46ToASCII(domain, false); !ok || lax != ascii {
			t.Fatalf("ToASCII(%+q) is %+q, %v, but strictly %+q", domain, lax, ok, ascii)
		}
		decoded, ok := uts46ToUnicode(domain)
		if !ok {
			t.Fatalf("ToUnicode(%+q) fails, ToASCII does not", domain)
		}
		if again, ok := uts46ToUnicode(ascii); !ok || again != decoded {
			t.Fatalf("ToUnicode(%+q) = %+q, but of %+q %+q, %v", domain, decoded, ascii, again, ok)
		}
		if again, ok := uts46ToASCII(decoded, beStrict); !ok || again != ascii {
			t.Fatalf("ToASCII(%+q) = %+q, but of %+q %+q, %v", domain, ascii, decoded, again, ok)
		}
	})
}

func TestIDNAAllocs(t *testing.T) {
	for domain, most := range map[string]float64{"example.com": 0, "bücher.example": 2} {
		if n := testing.AllocsPerRun(100, func() { uts46ToASCII(domain, true) }); n > most {
			t.Errorf("ToASCII(%q) allocates %v times, want at most %v", domain, n, most)
		}
	}
	buffer, runes := make([]byte, 0, 2*maxShortLabel), make([]rune, maxShortLabel)
	for _, label := range []string{strings.Repeat("é", maxShortLabel-2), strings.Repeat("a", maxShortLabel-1) + "é"} {
		encoded, _ := appendPunycode(nil, label)
		if n := testing.AllocsPerRun(100, func() { appendPunycode(buffer, label) }); n > 0 {
			t.Errorf("encoding %q allocates %v times", label, n)
		}
		punycode := string(encoded)
		if n := testing.AllocsPerRun(100, func() { decodePunycode(runes, punycode) }); n > 0 {
			t.Errorf("decoding %q allocates %v times", punycode, n)
		}
	}
}

// BenchmarkIDN compares with an idna.Profile whose options are as close to the standard's as its package allows.
func BenchmarkIDN(b *testing.B) {
	profile := idna.New(
		idna.MapForLookup(),
		idna.StrictDomainName(false),
		idna.CheckHyphens(false),
		idna.BidiRule(),
	)
	for _, domain := range []string{"bücher.example", "例え.テスト", "www.München.de", "xn--bcher-kva.例え", "مثال.إختبار"} {
		b.Run("ours/"+domain, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				uts46ToASCII(domain, false)
			}
		})
		b.Run("profile/"+domain, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				profile.ToASCII(domain)
			}
		})
	}
}

// TestPlainLetters checks, for every code point that isPlainText accepts, that UTS46 leaves it alone.
func TestPlainLetters(t *testing.T) {
	n := 0
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !isPlainLetter(r) {
			continue
		}
		n++
		s := string(r)
		mapped, err := mapRun(s)
		class, _ := bidi.LookupString(s)
		properties := norm.NFC.PropertiesString(s)
		if err != nil || mapped != s || class.Class() != bidi.L || !properties.BoundaryBefore() || properties.CCC() != 0 {
			t.Errorf("%U: mapped to %q (%v), bidi class %v, boundary before: %t", r, mapped, err, class.Class(), properties.BoundaryBefore())
		}
		for _, domain := range []string{s, "a" + s, s + "b." + s, "\u3042-" + s} {
			if plain, _, ok := processUTS46(domain, false); !isPlainText(domain) || !ok || plain != domain {
				t.Errorf("%q: plain: %t, processed: %q, %t", domain, isPlainText(domain), plain, ok)
			}
		}
	}
	const latin, greek, cyrillic, kana, ideographs, hangul = 32, 35, 48, 86 + 90, 20_992, 11_172
	if n != latin+greek+cyrillic+kana+ideographs+hangul {
		t.Errorf("%d letters", n)
	}
	for _, domain := range []string{"A\u00fc", "xn--a.\u00fc", "a\u0301", "\u05d0", "\u00fc\x00", "\u00fc b", "\uff41", "\u00fc%"} {
		if isPlainText(domain) {
			t.Errorf("%q is taken for plain text", domain)
		}
	}
}
