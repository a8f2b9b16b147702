package idna

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/spec"
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
		{strings.Repeat("a", 11_000) + "\U00031350", idnaFails, idnaFails, strings.Repeat("a", 11_000) + "\U00031350"}, // an overflow
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
		{"\U0001E922\U0001E94B\u200C\U0001E922", "xn--0ug1411pba6n", "xn--0ug1411pba6n", "\U0001E922\U0001E94B\u200C\U0001E922"}, // U+1E94B is transparent
		{"xn--ngba799q.é", "xn--ngba799q.xn--9ca", "xn--ngba799q.xn--9ca", "\u0628\u200C\u0628.é"},
	}
	for _, domain := range []string{ // all three functions refuse these
		// mapping
		"é�", "é⒈", "\u2025é", "\uE000é",
		// changed since Unicode 15
		"xn--kkg.é", "\u05D0\U0001171E\u05D0", "\u1820\U0001171E\u200C\u1820",
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
		"xn--8i7caa.é", "xn--1a-uld.é", "xn--㷷-dma", // the bytes of "㷷" are letters of Latin-1
		// surrogates
		"xn--8c9b.é", "xn--zy0c.é",
		// Bidi Rule
		"a\u05BE", "1\u05D0.é", "\u05D01.1a", "\u05D0a.é", "1a.\u05D0", "-.\u05D0", "\u05D0-.é", "\u05D01\u0661.é",
		"\u0661\u05D0", "\u0661.é", "ℵ1a", "1.ℵ", "_.\u05D0", "xn--4db.1a",
		// ContextJ
		"a\u200Db", "\u200Dé", "\u0627\u200C\u0628", "\u0628\u200C1", "\u0628\u200C\u0621", "\u0628\u200C",
		"\u0628\u200C\u200C\u0628", "\u0628\u200D\u0628", "xn--ab-j1t.é",
		"\uA841\u094D\u200C\uA841\u200C\uA807", // the first joiner is valid, the second is not
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
		{"\u0F40" + strings.Repeat("\u0F73", 20), "\u0F40" + strings.Repeat("\u0F71", 20) + strings.Repeat("\u0F72", 20)}, // two marks each
	}
	for n := range 300 {
		tests = append(tests, test{strings.Repeat("か", n) + "かﾞ", strings.Repeat("か", n) + "が"})
		long := strings.Repeat("か", n) + strings.Repeat("が", n%7) + "ü"
		ascii, err := xidna.Punycode.ToASCII(long)
		if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test{fullwidth(ascii), long}, test{"ｘＮ﹣-" + fullwidth(ascii[len(acePrefix):]), long})
	}
	for _, test := range tests {
		want, err := xidna.Punycode.ToASCII(test.label)
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

// checkIDNA compares the results for domain with those of the transcription of the standard, and checks that they are
// fixed points.
func checkIDNA(t *testing.T, domain string, beStrict bool) {
	t.Helper()
	toASCII := func(domain string) (string, bool) {
		if beStrict {
			return ToASCIIStrict(domain)
		}
		return ToASCII(domain)
	}
	ascii, ok := toASCII(domain)
	if want, wantOK := spec.DomainToASCII(domain, beStrict); ok != wantOK || ascii != want {
		t.Fatalf("ToASCII(%+q) (strict: %t) = %+q, %t, want %+q, %t", domain, beStrict, ascii, ok, want, wantOK)
	}
	if !ok {
		return
	}
	for _, domain := range []string{domain, ascii} {
		if got, want := ToUnicode(domain), spec.DomainToUnicode(domain); got != want {
			t.Fatalf("ToUnicode(%+q) = %+q, want %+q", domain, got, want)
		}
	}
	if again, ok := toASCII(ascii); !ok || again != ascii {
		t.Fatalf("ToASCII(%+q) = %+q, whose ToASCII is %+q, %v", domain, ascii, again, ok)
	}
	if again, ok := toASCII(ToUnicode(ascii)); !ok || again != ascii {
		t.Fatalf("ToASCII(%+q) = %+q, but of its ToUnicode %+q, %v", domain, ascii, again, ok)
	}
}

// interesting has parts of domains that the steps of UTS46 treat specially.
var interesting = strings.Split("a b z A 0 9 - -- _ . . . 。 \uff0e xn-- XN-- xn--a- xn--9ca xn--4db xn--mgb xn--ngba799q xn--11b6iy14e xn--1ca20i "+
	"é É ü ß ẞ ς Σ İ ı ℵ ☕ Ⴀ Ↄ \u0301 \u0323 \u0327 \u0338 \u0344 \u0345 \u034f \u0308 = < > ≠ % \x00 \u007f \u0080 \u00a0 \u00ad \u200b "+
	"\u200c \u200d \u2060 \ufe0f \ufdfa \u2488 \u3002 \uff21 \uff0d \ufe63 \u2025 \u05d0 \u05b0 \u05b4 \u0627 \u0628 \u0621 \u064b \u0653 \u0661 \u06f1 \u0710 "+
	"\u07ca \u0840 \u0915 \u094d \u0937 \u09c7 \u09be \u0e33 \u0f71 \u0f73 \u1039 \u1100 \u1161 \u11a8 \uac00 \u115f \u1806 \u1807 \u180b \u1820 \u1885 \ua840 \ua872 "+
	"\u3046 \u3099 \u304c \u4e00 \uff76 \uff9e \ue000 \ufffd \U0001171e \U00010acd \U00010ad7 \U0001d7ce \U0001e900 \U0001e94b \U0001f3fb \U0002f868 \U0002f9bf "+
	"\U000323b0 \U000e0100 \U0010ffff", " ")

// TestIDNAOfParts compares with the transcription of the standard on domains of interesting parts.
func TestIDNAOfParts(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 17))
	accepted := 0
	for n := range fewer(30_000) {
		var domain strings.Builder
		for range 1 + random.IntN(8) {
			domain.WriteString(interesting[random.IntN(len(interesting))])
		}
		checkIDNA(t, domain.String(), n%2 == 0)
		if _, ok := ToASCII(domain.String()); ok {
			accepted++
		}
	}
	if accepted < fewer(3_000) {
		t.Errorf("only %d domains are accepted", accepted)
	}
}

// fewer returns n, or a tenth of n with -short.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// FuzzIDNA compares with the transcription of the standard.
func FuzzIDNA(f *testing.F) {
	for i := 0; i+3 < len(interesting); i += 3 {
		f.Add(strings.Join(interesting[i:i+3], ""), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, domain string, beStrict bool) {
		if len(domain) > 500 { // the transcription is slow
			return
		}
		checkIDNA(t, strings.ToValidUTF8(domain, "\uFFFD"), beStrict)
	})
}

// uts46ToASCII returns the result of appendUTS46ToASCII.
func uts46ToASCII(domain string, beStrict bool) (string, bool) {
	ascii, ok := appendUTS46ToASCII(nil, domain, beStrict)
	return string(ascii), ok
}

func TestIDNAAllocs(t *testing.T) {
	for domain, most := range map[string]float64{"example.com": 0, "bücher.example": 1, "مثال.إختبار": 1, strings.Repeat("bücher", 5): 1} {
		if n := testing.AllocsPerRun(100, func() { ToASCIIStrict(domain) }); n > most {
			t.Errorf("ToASCII(%q) allocates %v times, want at most %v", domain, n, most)
		}
	}
	long := strings.Repeat("é", maxShortLabel)
	if n := testing.AllocsPerRun(100, func() { ToASCII(long) }); n > 1 {
		t.Errorf("ToASCII(%q) allocates %v times", long, n)
	}
	buffer, runes := make([]byte, 0, 2*maxShortLabel), make([]rune, maxShortLabel)
	for _, label := range []string{strings.Repeat("é", maxShortLabel-2), strings.Repeat("a", maxShortLabel-1) + "é"} {
		label := []rune(label)
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

// BenchmarkIDN compares with an idna.Profile of x/net whose options are as close to the standard's as its package allows.
func BenchmarkIDN(b *testing.B) {
	profile := xidna.New(
		xidna.MapForLookup(),
		xidna.StrictDomainName(false),
		xidna.CheckHyphens(false),
		xidna.BidiRule(),
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

// notInDomains are the forbidden domain code points from the space to the tilde.
const notInDomains = ` #%/:<>?@[\]^|`

// TestDomainBytes compares the tables with the lists of the standard,
// https://url.spec.whatwg.org/#forbidden-host-code-point and #forbidden-domain-code-point.
func TestDomainBytes(t *testing.T) {
	for i := range 256 {
		b := byte(i)
		if want := strings.IndexByte("\x00\t\n\r"+strings.Replace(notInDomains, "%", "", 1), b) >= 0; IsForbiddenHost(b) != want {
			t.Errorf("IsForbiddenHost(%q) = %t", b, !want)
		}
		want := byte(0)
		if b >= ' ' && b <= '~' && strings.IndexByte(notInDomains, b) < 0 {
			want = strings.ToLower(string(rune(b)))[0]
		}
		if got := LowerDomainByte(b); got != want {
			t.Errorf("LowerDomainByte(%q) = %q, want %q", b, got, want)
		}
		for _, s := range []string{string([]byte{b}), string([]byte{'a', b}), string([]byte{b, 'a'})} {
			if got := IsASCIIDomain(s); got != (want != 0) {
				t.Errorf("IsASCIIDomain(%q) = %t", s, got)
			}
		}
	}
	if IsASCIIDomain("") {
		t.Error("the empty string is a domain")
	}
}

// TestNormalizeNFC compares normalizeSegments with x/text, on strings that x/text can normalize too.
func TestNormalizeNFC(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 15))
	parts := []rune("aeé\u1E69\u0F43\u030D\u0301\u0323\u0327\u0345\u0308\u0344\u1100\u1161\u11A8\uAC00\u09C7\u09BE\u3046\u3099\u0F71\u0F72\u0F73\u2260\u0338")
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

// TestJoiningTypes compares the tables with those of x/net/idna. Its rules do not tell Joining_Type R from
// U. So the test checks that joinsPrevious has every code point of type D, and none of type L or T.
func TestJoiningTypes(t *testing.T) {
	profile := xidna.New(xidna.MapForLookup(), xidna.StrictDomainName(false))
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
		if mapped, _ := mapAndNormalize(s); mapped != s {
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

func explain(domain string, beStrict bool) (at int, f Fault) {
	if beStrict {
		return ExplainStrict(domain)
	}
	return Explain(domain)
}

// TestExplain has domains with "‸" where they are wrong, and what Explain says in both modes. "" stands for a domain that is right.
// The words are checked by their beginnings.
func TestExplain(t *testing.T) {
	const character, dns = "a domain cannot have", "the DNS allows"
	long := strings.Repeat("a", 63)
	for _, test := range []struct{ marked, lax, strict string }{
		{"www.exa‸ mple.org", character, character}, {"a‸\x00.b c", character, character}, {"a.b‸%", character, character}, {"‸%", character, character},
		{"a‸_b.example", "", dns}, {"a.‸*.b_c", "", dns}, {"a‸＿b.example", "", dns}, {"é‸!", "", dns}, {"é‸=", "", dns}, {"é⩵\u0338", "", ""},
		{"é‸⩵\u0338", "", dns}, {"é=\u0338.‸_", "", dns}, {"é=\u0338‸_", "", dns}, {"é<\u0338‸>", character, character},
		{"é‸<", character, character}, {"é‸＜\u0323", character, character}, {"é＜\u0338\u0323‸<", character, character},
		{"a‸／b", character, character}, {"www.ab‸\u202Ec.a b", character, character}, {"e\u0301\u0323‸\u0378", character, character}, {"‸\u3000", character, character},
		{"a‸℀", character, character}, {"bücher.x‸ﷺ", character, character}, {"a\u0301‸\uFFFD", character, character}, {"日本。■‸⒈", character, character},
		{"‸::1", "an IPv6", "an IPv6"}, {"‸[::1]", "an IPv6", "an IPv6"}, {"fe80‸::1%25", "an IPv6", "an IPv6"},
		{"‸［：：1］", "an IPv6", "an IPv6"}, {"a‸:b:c", character, character},
		{"a.‸.b", "", "the label is empty"}, {"‸.a", "", "the label is empty"}, {"é.‸\u00AD。b", "", "the label is empty"}, {"a.‸.", "", "the label is empty"},
		{"a.b‸.", "", "the domain ends in a dot"}, {"é‸。", "", "the domain ends in a dot"}, {"‸", "the domain is empty", "the domain is empty"},
		{"‸\u00AD\u200B", "the domain is empty", "the domain is empty"}, {"‸.", "", "the label is empty"},
		{"é.xn--‸é", `the label begins with "xn--", but`, `the label begins with "xn--", but`}, {"xn--a‸ä.a", `the label begins with "xn--", but`, `the label begins with "xn--", but`},
		{"ｘn--a‸a\u0301", `the label begins with "xn--", but`, `the label begins with "xn--", but`},
		{"xn--a‸ａ\u0301", `the label begins with "xn--", but`, `the label begins with "xn--", but`}, {"xn--a‸\u0903", `the label begins with "xn--", but`, `the label begins with "xn--", but`},
		{"b.‸xn--99999", "", "the Punycode after \"xn--\" does not"}, {"é.‸xn--99999", "the Punycode after \"xn--\" does not", "the Punycode after \"xn--\" does not"},
		{"é.‸XN--", "the Punycode after \"xn--\" decodes to A", "the Punycode after \"xn--\" decodes to A"}, {"é.‸xn--a-", "the Punycode after \"xn--\" decodes to A", "the Punycode after \"xn--\" decodes to A"},
		{"é.‸xn--8i7caa", "the Punycode after \"xn--\" decodes to text", "the Punycode after \"xn--\" decodes to text"}, {"xn--‸_a-9ia", "", dns}, {"é.‸xn--a", "the Punycode after \"xn--\" decodes to text", "the Punycode after \"xn--\" decodes to text"},
		{"‸-a.example", "", `the label begins with "-"`}, {"a.‸-", "", `the label begins with "-"`}, {"a‸-.example", "", `the label ends in "-"`}, {"é.a‸－\u00AD.b_", "", `the label ends in "-"`},
		{"‸xn----9fa", "", `the label ends in "-"`}, {"a.‸ab--c", "", `the label has "-" in the third`}, {"‸éa--b", "", `the label has "-" in the third`},
		{"a.‸\u0301b", "the label begins with a combining", "the label begins with a combining"}, {"é.‸xn--e-xbb", "the Punycode", "the Punycode"}, {"é.‸xn--1a-uld", "the domain has right-to-left", "the domain has right-to-left"},
		{"a‸\u200Db", "U+200D", "U+200D"}, {"\u0628\u200C\u0628.\uA841\u094D\u200C\uA841‸\u200C\uA807", "the letters around U+200C", "the letters around U+200C"}, {"é.‸xn--ab-j1t", "the letters around U+200C", "the letters around U+200C"},
		{"a.‸1a.\u05D0", "the domain has right-to-left", "the domain has right-to-left"}, {"‸ℵ1a", "the domain has right-to-left", "the domain has right-to-left"}, {"‸1.xn--4db", "", "the domain has right-to-left"},
		{"‸1é.xn--4db", "the domain has right-to-left", "the domain has right-to-left"}, {"‸1é.xn--4db.b c", "the domain has right-to-left", "the domain has right-to-left"},
		{"a.‸" + long + "a", "", "the label is longer"}, {"‸" + strings.Repeat("é", 58), "", "the label is longer"}, {"‸" + strings.Repeat("a", 12000) + "\U00031350", "the domain is longer than 1,024", "the label is longer"}, {"a.‸" + strings.Repeat("a", 2000), "", "the label is longer"},
		{strings.Repeat("a.", 126) + "a‸." + strings.Repeat("é", 2000), "", "the domain is longer than 253"},
		{strings.Repeat(long+".", 3) + strings.Repeat("b", 61) + "‸b", "", "the domain is longer"}, {strings.Repeat("a.", 126) + "a‸.a", "", "the domain is longer"},
		{strings.Repeat("a.", 123) + "‸éé", "", "the domain is longer"}, {strings.Repeat("a.", 126) + "‸_", "", dns}, {"‸" + strings.Repeat("é", 200) + ".a", "", "the label is longer"},
	} {
		before, after, marked := strings.Cut(test.marked, "‸")
		domain := before + after
		for beStrict, want := range map[bool]string{false: test.lax, true: test.strict} {
			_, ok := spec.DomainToASCII(domain, beStrict)
			if ok != (want == "") && marked {
				t.Errorf("%+q (strict: %t) is right: %t", domain, beStrict, ok)
			}
			if at, f := explain(domain, beStrict); want != "" && (at != len(before) || !strings.HasPrefix(f.String(), want)) {
				t.Errorf("%+q (strict: %t): at byte %d: %s; want %d: %s", domain, beStrict, at, f, len(before), want)
			}
		}
	}
	before := strings.Repeat("a", MaxDNSLength) + ".é." // no limit without the rules of the DNS
	if at, f := Explain(before + "xn--a"); at != len(before) || !strings.HasPrefix(f.String(), "the Punycode") {
		t.Errorf("at byte %d: %s; want %d", at, f, len(before))
	}
}

// TestInHost has hosts with "‸" where a domain is wrong. The places before it are the same without percent-encoding.
func TestInHost(t *testing.T) {
	for _, test := range []struct {
		marked  string
		domain  string // up to the wrong character
		encoded bool
	}{
		{"a‸ b", "a", false}, {"%41‸ b", "A", false}, {"%41‸%20b", "A", true}, {"a‸%20b", "a", true}, {"‸%25", "", true}, {"%zz‸ ", "%zz", false}, {"%‸%20", "%", true},
		{"%C3%A9‸%C3%97", "é", true}, {"%C3%A9‸\u00D7", "é", false}, {"é%2e‸%", "é.", false}, {"%c3‸ ", "\uFFFD", false},
	} {
		before, after, _ := strings.Cut(test.marked, "‸")
		at, f := InHost(before+after, len(test.domain), faultCharacter)
		if at != len(before) || (f == faultEncodedCharacter) != test.encoded || !test.encoded && f != faultCharacter {
			t.Errorf("%q: at byte %d, %s", test.marked, at, f)
		}
		if at, f := InHost(before+after, len(test.domain), faultEmptyLabel); at != len(before) || f != faultEmptyLabel {
			t.Errorf("%q: at byte %d, %s", test.marked, at, f)
		}
	}
}

// TestExplainParts checks explanations of domains of interesting parts.
func TestExplainParts(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 48))
	for n := range fewer(20_000) {
		var domain strings.Builder
		for range 1 + random.IntN(8) {
			domain.WriteString(interesting[random.IntN(len(interesting))])
		}
		checkExplain(t, domain.String(), n%2 == 0)
	}
}

// FuzzExplain checks explanations.
func FuzzExplain(f *testing.F) {
	for i := 0; i+3 < len(interesting); i += 3 {
		f.Add(strings.Join(interesting[i:i+3], ""), i%2 == 0)
	}
	f.Add(strings.Repeat("a.", 126)+"aa", true)
	f.Add(strings.Repeat("é", 57)+"."+strings.Repeat("é", 58), true)
	f.Fuzz(func(t *testing.T, domain string, beStrict bool) {
		if len(domain) > 500 {
			return
		}
		checkExplain(t, strings.ToValidUTF8(domain, "\uFFFD"), beStrict)
	})
}

// checkExplain compares the explanation of a domain with the transcription of the standard: the labels before the place are right,
// and the label or the character there is wrong by the rule that the explanation names.
func checkExplain(t *testing.T, domain string, beStrict bool) {
	t.Helper()
	if _, ok := spec.DomainToASCII(domain, beStrict); ok {
		return
	}
	accepts := func(labels string) bool {
		switch { // a domain is not empty, and only one that is not ASCII goes through UTS46
		case !beStrict && infra.IsASCII(domain):
			labels += ".a"
		case !beStrict:
			labels += ".é"
		}
		_, ok := spec.DomainToASCII(labels, beStrict)
		return ok
	}
	at, f := explain(domain, beStrict)
	if f == 0 || at < 0 || at > len(domain) || at < len(domain) && !utf8.RuneStart(domain[at]) {
		t.Fatalf("%+q (strict: %t): at byte %d: %q", domain, beStrict, at, f)
	}
	if f == faultEmpty {
		if unicodeOf, _ := spec.ToUnicode(domain); unicodeOf != "" || at != 0 {
			t.Fatalf("%+q (strict: %t): %s at byte %d", domain, beStrict, f, at)
		}
		return
	}
	start := 0 // of the label at the place
	for i, r := range domain[:at] {
		if strings.ContainsRune(dots, r) {
			start = i + utf8.RuneLen(r)
		}
	}
	label, _, _ := cutLabel(domain[start:])
	character, _ := utf8.DecodeRuneInString(domain[at:])
	if start > 0 {
		_, size := utf8.DecodeLastRuneInString(domain[:start])
		if before := domain[:start-size]; !accepts(before) {
			t.Fatalf("%+q (strict: %t): %s at byte %d, but %+q is wrong, too", domain, beStrict, f, at, before)
		}
	}
	if !isWrongBy(f, label, character, beStrict) {
		t.Fatalf("%+q (strict: %t): %s at byte %d, but %+q is right", domain, beStrict, f, at, label)
	}
	// The characters before it are right.
	for _, r := range domain[start:at] {
		if strings.ContainsRune(dots+"<=>＜＝＞﹤﹥﹦⁼₌⩵⩶", r) { // right with U+0338 after them
			continue
		}
		if isWrongBy(faultDNSCharacter, "", r, beStrict) {
			t.Fatalf("%+q (strict: %t): %s at byte %d, but %U before it is wrong, too", domain, beStrict, f, at, r)
		}
	}
	switch f { // what depends on other labels
	case faultBidi, faultLastDot, faultLength:
		return
	}
	if accepts(label) {
		t.Fatalf("%+q (strict: %t): %s at byte %d, but the transcription accepts %+q", domain, beStrict, f, at, label)
	}
}

// isWrongBy asks x/net/idna and the transcription whether a fault is in a label, at a character.
func isWrongBy(f Fault, label string, character rune, beStrict bool) bool {
	decoded, ok := spec.ToUnicode(label)
	points := []rune(decoded)
	switch f {
	case faultCharacter, faultDNSCharacter, faultAddress:
		mapped, err := xidna.New(xidna.MapForLookup(), xidna.StrictDomainName(false), xidna.CheckHyphens(false)).ToUnicode("a" + string(character)) // no label begins with a mark
		if hasUnicode15 && changedSinceUnicode15(character) || character == zeroWidthJoiner || character == zeroWidthNonJoiner {
			return false
		}
		return err != nil || strings.ContainsFunc(mapped, func(r rune) bool {
			isDNS := r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0x7F
			return r <= ' ' || r == 0x7F || strings.ContainsRune(notInDomains, r) || beStrict && f == faultDNSCharacter && !isDNS
		})
	case faultEmptyLabel, faultEmpty:
		return decoded == ""
	case faultLastDot:
		return strings.ContainsRune(dots, character)
	case faultPunycodeNotASCII, faultPunycode, faultPunycodeASCII, faultPunycodeText:
		return !ok && strings.HasPrefix(decoded, "xn--") || f == faultPunycodeText || f == faultPunycodeASCII
	case faultFirstHyphen:
		return points[0] == '-'
	case faultLastHyphen:
		return points[len(points)-1] == '-'
	case faultHyphens:
		return points[2] == '-' && points[3] == '-'
	case faultMark:
		return unicode.Is(unicode.M, points[0])
	case faultNonJoiner:
		return strings.ContainsRune(decoded, zeroWidthNonJoiner) && (character == zeroWidthNonJoiner || decoded != label)
	case faultJoiner:
		return strings.ContainsRune(decoded, zeroWidthJoiner) && (character == zeroWidthJoiner || decoded != label)
	case faultBidi:
		_, withAlef := spec.ToUnicode(label + ".\u05D0")
		return !withAlef
	case faultLabelLength:
		ascii, _ := spec.ToASCII(label, false)
		return len(ascii) > 63
	}
	return f == faultLength
}
