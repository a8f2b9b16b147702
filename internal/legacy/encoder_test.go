package legacy_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/legacy"
)

// encodingOf returns the encoding with the label.
func encodingOf(t testing.TB, label string) encoding.Encoding {
	t.Helper()
	enc, err := htmlindex.Get(label)
	if err != nil {
		t.Fatalf("encoding %q: %v", label, err)
	}
	return enc
}

// percentEncode encodes s, and percent-encodes the result with the special-query set.
func percentEncode(t testing.TB, enc encoding.Encoding, s string) string {
	t.Helper()
	encoded, err := url.PercentEncodeAfterEncoding(enc, s, url.SpecialQueryPercentEncodeSet, false)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// TestEncode has, for each encoding, characters that golang.org/x/text and the standard encode differently,
// and neighbors of these. The expected values are those of the reference implementation.
func TestEncode(t *testing.T) {
	for _, tt := range []struct{ encoding, in, want string }{
		{"windows-1252", "†é☃", "%86%E9%26%239731%3B"},
		{"windows-1252", "\u0080\u0081\u008C\u009Dƒ", "%26%23128%3B%81%26%23140%3B%9D%83"},
		{"windows-1250", "\u0083\u0084Š", "%83%26%23132%3B%8A"},
		{"windows-1251", "\u0097\u0098Ж", "%26%23151%3B%98%C6"},
		{"windows-1253", "ª\u0088\u009Fά", "%26%23170%3B%88%9F%DC"},
		{"windows-1254", "\u008EŞ", "%8E%DE"},
		{"windows-1255", "\u008A\u008Bאª", "%8A%26%23139%3B%E0%26%23170%3B"},
		{"windows-1256", "\u0081پ", "%26%23129%3B%81"},
		{"windows-1257", "\u0083¨", "%83%8D"},
		{"windows-1258", "\u009Eư", "%9E%FD"},
		{"windows-874", "\u0080\u0081\u0085\u009Fก", "%26%23128%3B%81%26%23133%3B%9F%A1"},
		{"iso-8859-2", "¢Ą\u0080\u009F", "%26%23162%3B%A1%80%9F"},
		{"iso-8859-8", "א\u0080¡", "%E0%80%26%23161%3B"},
		{"iso-8859-8-i", "א\u0080¡", "%E0%80%26%23161%3B"},
		{"iso-8859-15", "€¤\u0085", "%A4%26%23164%3B%85"},
		{"koi8-r", "ю\u0080ґ", "%C0%26%23128%3B%26%231169%3B"},
		{"koi8-u", "ю\u0080ґ", "%C0%26%23128%3B%AD"},
		{"ibm866", "А\u0080\u00A0", "%80%26%23128%3B%FF"},
		{"macintosh", "Ä\u0080\uF8FF€", "%80%26%23128%3B%F0%DB"},
		{"x-mac-cyrillic", "Ђ\u0080€", "%AB%26%23128%3B%FF"},
		{"x-user-defined", "\u0080\uF77F\uF780\uF7FF\uF800", "%26%23128%3B%26%2363359%3B%80%FF%26%2363488%3B"},
		{"big5", "†", "%26%238224%3B"},
		{"big5", "\x0EA", "%0EA"},
		{"big5", "═╞╡╪十卅", "%F9%F9%F9%E9%F9%EB%F9%EA%A4Q%A4%CA"},
		{"big5", "╭〃包", "%A2~%A1%B2%A5]"},
		{"big5", "à", "%26%23224%3B"},
		{"big5", "一鿿𠀀", "%A4@%26%2340959%3B%26%23131072%3B"},
		{"big5", "€", "%A3%E1"},
		{"euc-kr", "†", "%A2%D3"},
		{"euc-kr", "한힣똠", "%C7%D1%C6R%8Cc"},
		{"euc-kr", "€\u0080é", "%A2%E6%26%23128%3B%26%23233%3B"},
		{"euc-jp", "日本", "%C6%FC%CB%DC"},
		{"euc-jp", "¥‾−", "\\~%A1%DD"},
		{"euc-jp", "ｱﾞ", "%8E%B1%8E%DE"},
		{"euc-jp", "丂é¦", "%26%2319970%3B%26%23233%3B%26%23166%3B"},
		{"euc-jp", "ⅰ纊￤＂", "%FC%F1%F9%A1%FC%FC%FC%FE"},
		{"euc-jp", "\u0080", "%26%23128%3B"},
		{"shift_jis", "≡‽", "%81%DF%26%238253%3B"},
		{"shift_jis", "¥‾−", "\\~%81|"},
		{"shift_jis", "ｱﾞ", "%B1%DE"},
		{"shift_jis", "\u0080丂", "%80%26%2319970%3B"},
		{"shift_jis", "ⅰⅹ纊黑￢￤＇＂", "%FA@%FAI%FA\\%FCK%81%CA%FAU%FAV%FAW"},
		{"shift_jis", "日本", "%93%FA%96{"},
		{"shift_jis", "\uE000", "%26%2357344%3B"},
		{"gbk", "€\u0080", "%80%26%23128%3B"},
		{"gbk", "中㐀😀", "%D6%D0%26%2313312%3B%26%23128512%3B"},
		{"gbk", "\uE000\uE05D\uE05E\uE233", "%AA%A1%AA%FE%AB%A1%AF%FE"},
		{"gbk", "\uE234\uE4C5", "%F8%A1%FE%FE"},
		{"gbk", "\uE4C6\uE504\uE505\uE5E4\uE5E5\uE5E6\uE765", "%A1@%A1~%A1%80%A3%9F%26%2358853%3B%A4@%A7%A0"},
		{"gbk", "\uE766\uE76B\uE76C\uE7C6\uE7C7\uE7C8", "%A2%AB%A2%B0%26%2359244%3B%A8%A0%26%2359335%3B%26%2359336%3B"},
		{"gbk", "\uE81E\uE864\uE865", "%FEY%FE%A0%26%2359493%3B"},
		{"gbk", "ḿ\u9FB4\u9FB6\u9FB7\u9FBB\uFE10\uFE11\uFE19", "%A8%BC%FEY%FEf%FEg%FE%A0%A6%D9%A6%DB%A6%F3"},
		{"gb18030", "€\u0080", "%A2%E3%810%810"},
		{"gb18030", "中㐀😀\U0010FFFF", "%D6%D0%819%EE9%949%FC6%E32%9A5"},
		{"gb18030", "\uE000\uE05D\uE05E\uE233", "%AA%A1%AA%FE%AB%A1%AF%FE"},
		{"gb18030", "\uE234\uE4C5", "%F8%A1%FE%FE"},
		{"gb18030", "\uE4C6\uE504\uE505\uE5E4\uE5E5\uE5E6\uE765", "%A1@%A1~%A1%80%A3%9F%26%2358853%3B%A4@%A7%A0"},
		{"gb18030", "\uE766\uE76B\uE76C\uE7C6\uE7C7\uE7C8", "%A2%AB%A2%B0%836%C79%A8%A0%815%F47%836%C80"},
		{"gb18030", "\uE81E\uE864\uE865", "%FEY%FE%A0%836%D00"},
		{"gb18030", "ḿ\u9FB4\u9FB6\u9FB7\u9FBB\uFE10\uFE11\uFE19", "%A8%BC%FEY%FEf%FEg%FE%A0%A6%D9%A6%DB%A6%F3"},
		{"gb18030", "\uFFFD\uFFFF", "%841%A47%841%A49"},
		{"iso-2022-jp", "", ""},
		{"iso-2022-jp", "¥", "%1B(J\\%1B(B"},
		{"iso-2022-jp", "‾\\", "%1B(J~%1B(B\\"},
		{"iso-2022-jp", "\x0EA", "%26%2365533%3BA"},
		{"iso-2022-jp", "¥a~", "%1B(J\\a%1B(B~"},
		{"iso-2022-jp", "¥\x1B\x0F¥", "%1B(J\\%26%2365533%3B%26%2365533%3B\\%1B(B"},
		{"iso-2022-jp", "日本", "%1B$BF|K\\%1B(B"},
		{"iso-2022-jp", "日本x", "%1B$BF|K\\%1B(Bx"},
		{"iso-2022-jp", "日¥本", "%1B$BF|%1B(J\\%1B$BK\\%1B(B"},
		{"iso-2022-jp", "日☃本", "%1B$BF|%1B(B%26%239731%3B%1B$BK\\%1B(B"},
		{"iso-2022-jp", "¥☃¥", "%1B(J\\%26%239731%3B\\%1B(B"},
		{"iso-2022-jp", "日\x1B", "%1B$BF|%1B(B%26%2365533%3B"},
		{"iso-2022-jp", "−", "%1B$B!]%1B(B"},
		{"iso-2022-jp", "ｱﾞ｡", "%1B$B%%22!+!%23%1B(B"},
		{"iso-2022-jp", "丂", "%26%2319970%3B"},
		{"iso-2022-jp", "é", "%26%23233%3B"},
		{"iso-2022-jp", "日\x0A本", "%1B$BF|%1B(B%0A%1B$BK\\%1B(B"},
		{"iso-2022-jp", "ⅰ纊", "%1B$B|qy!%1B(B"},
		{"iso-2022-jp", "#'日", "%23%27%1B$BF|%1B(B"},
	} {
		got := percentEncode(t, encodingOf(t, tt.encoding), tt.in)
		if got != tt.want {
			t.Errorf("%q in %s: got %q, want %q", tt.in, tt.encoding, got, tt.want)
		}
	}
}

// encoderDigests holds an SHA-256 digest for every encoding of the standard with an encoder of its own. It is
// over one string, percent-encoded with the special-query set: all scalar values but U+000A in ascending
// order, each followed by U+000A. For the single-byte encodings they end at U+FFFF.
//
// The values are those of percentEncodeAfterEncoding in the reference implementation (the npm package
// @exodus/bytes, which whatwg-url uses). A transcription of the Encoding Standard's encoders that reads its
// index files gives the same.
var encoderDigests = map[string]string{
	"big5":           "3e909cf44b12d35c669eb9f71041325bcb305375034e9abd0e1541af6c2186ec",
	"euc-jp":         "ad3cfe317fbdaa87f438899b745ead1b2d66994a1a3c92bf3e2cd7d1ee380a43",
	"euc-kr":         "77bcc3ded617476b66a4490fd838534d433eda11b526041da55dd477c277720d",
	"gb18030":        "ebafaf00850ed80c81b402caa23adbd80643062ba7f00d74c094aa5d4ba4aeee",
	"gbk":            "5fea6a184bfb669c4bfd7cfd6290d2f4af0d922a75df44fe56876e045361c7fd",
	"ibm866":         "f115d2db38a29d00acb1e328432becd10fc1b4ea76b8679f55feb3b1cd6def77",
	"iso-2022-jp":    "a2adbe76a49e725db9dcd9b419d03bdbf0df27355fe39d22f789ded0e8455d15",
	"iso-8859-10":    "1e643d39c754540a61d11f5e3031f3ba6dc4f540994c8ed178114c43a75d9779",
	"iso-8859-13":    "9158665e77b2d95782bc52fed0fe00da5b0e8602c0da72da7fcd6b93b3561e3d",
	"iso-8859-14":    "181155430506491ef5a1b505da12bac368c82e118dd55c20e1ac689642ff88f9",
	"iso-8859-15":    "9feac27abda43ddfb267db39ef23c554b7901225bbd952c42a732263b9045592",
	"iso-8859-16":    "b11d5937ad24d96b40e7704a504c3006cb9f26860137767c58ae3f8d173d2d5c",
	"iso-8859-2":     "cd7e11062971b59f5da5434e5b1fd17a7650018c3de22ea08ad556e3a2800221",
	"iso-8859-3":     "ba37592ee53e05126988c5feebebf578db18d15bc18d10658887a69d1e56476a",
	"iso-8859-4":     "6d10e9ba4b3ab7efc8c3c960828bdb26a37c0cc3a0a953426789d23125143010",
	"iso-8859-5":     "df1484689c4ab65077cb45ae152ba4a3385dd98fce7c9b25e275ae623da83e5c",
	"iso-8859-6":     "ecd706b68a66e2f951b14f39d64a44a6447613e92b9e924dea87ea4e99ffa736",
	"iso-8859-7":     "7c4d57286152b0279b194a80d48a15433cffd51d093375ad75ee9cbbead8c5ff",
	"iso-8859-8":     "de44015bba0371f28ca7e8419ce5b6a6198229fcfdd845d45fc11d7346da0a38",
	"iso-8859-8-i":   "de44015bba0371f28ca7e8419ce5b6a6198229fcfdd845d45fc11d7346da0a38",
	"koi8-r":         "24a6dbd5b6175d14c786837d82622e351c81ec736b4e1b64bde3b0dc21273b00",
	"koi8-u":         "e6ebe3107867c2365799994f67703d5bbf20aa0eea64567cc43dd4dcc6a58a63",
	"macintosh":      "d863ba920a752a1d68ac922c832524ac49f62b7a4c5a7f07254ea8e26b703d55",
	"shift_jis":      "704fd7bb06a8dba56ded60168c53bdb8e8bde4f843cce193b8ea3801eeb020f9",
	"windows-1250":   "8a454310b6ff3c0437bb317ecd334e5e5d80df7f64d02381f1c09793071f72e5",
	"windows-1251":   "48b58285ad91a77a9cfcd1c1d699f54f45becc9482e4948691531a11709bfba7",
	"windows-1252":   "7cd336ff3350890ca7394a0fa81d4b18147d8e121f3b72cf592f0aa4d2d98bd1",
	"windows-1253":   "35dabadb6eaca9ad533ecd0582b3a9d068fb106530981f28dc49ee9f14614c0e",
	"windows-1254":   "2e789f9d0479a1016839ddc51e68412ac7d80c4974fa20c62fa78af97c150f42",
	"windows-1255":   "37b1607fbe3e69a97c4750c3da68015beca109d30168c2275e0265e150e2a7ae",
	"windows-1256":   "810dbda8328ae5f705f3193ba2359cff426a4616893ef31441a6488f075a4780",
	"windows-1257":   "85a3dcdc79bf7e96ff322ca316639268cc9a103b204f36e0a345bbb4de532de3",
	"windows-1258":   "880549e93f47aaceb47b42d06f953771f8df9b2d17ee46f6906cf6de0798411b",
	"windows-874":    "1102be8724751ac42228f6485fd434dc14b9b97743806b6bdf4df7d3f1654d55",
	"x-mac-cyrillic": "b8cf47d4444a9739b3e85f4b0f363fab98593ae3a7bb3e3f9ccb452691b0bb4b",
	"x-user-defined": "beb0fb69c940750124b333799370abed706a54f48163256fc0e226d1e8b9d1fd",
}

// multiByte holds the encodings whose digest is over all scalar values.
var multiByte = map[string]bool{
	"big5": true, "euc-jp": true, "euc-kr": true, "gb18030": true, "gbk": true, "iso-2022-jp": true, "shift_jis": true,
}

// scalarValueLines returns the scalar values up to last but U+000A, each followed by U+000A.
func scalarValueLines(last rune) string {
	var b strings.Builder
	for r := rune(0); r <= last; r++ {
		if utf8.ValidRune(r) && r != 0x0A {
			b.WriteRune(r)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// TestEncoders encodes every scalar value in every encoding. With -short, it leaves out those whose digest is over all scalar values.
func TestEncoders(t *testing.T) {
	everything, plane0 := scalarValueLines(utf8.MaxRune), scalarValueLines(0xFFFF)
	for name, want := range encoderDigests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := plane0
			if multiByte[name] {
				if in = everything; testing.Short() {
					t.Skip("over a million characters")
				}
			}
			enc := encodingOf(t, name)
			out := percentEncode(t, enc, in)
			digest := sha256.Sum256([]byte(out))
			if got := hex.EncodeToString(digest[:]); got != want {
				t.Errorf("digest is %s, want %s", got, want)
			}
			testRoundTrip(t, name, enc, in, out)
		})
	}
}

// testRoundTrip decodes the lines of out that are not a numeric reference with golang.org/x/text, and compares
// them with the lines of in.
func testRoundTrip(t *testing.T, name string, enc encoding.Encoding, in, out string) {
	var scalars []rune
	var encoded strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "%0A"), "%0A") {
		r, size := utf8.DecodeRuneInString(in)
		in = in[size+len("\n"):]
		if !strings.HasPrefix(line, "%26%23") {
			scalars = append(scalars, r)
			encoded.WriteString(line + "%0A")
		}
	}
	decoded, err := enc.NewDecoder().String(url.PercentDecode(encoded.String()))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(decoded), "\n"), "\n")
	if in != "" || len(lines) != len(scalars) {
		t.Fatalf("%d characters became %d lines; the output lacks those after %d bytes before the end", len(scalars), len(lines), len(in))
	}
	for i, r := range scalars {
		if want := decodesTo(name, r); lines[i] != want && !(lines[i] == "\uFFFD" && !decodable(name, r)) {
			t.Errorf("%U comes back as %q, want %q", r, lines[i], want)
		}
	}
}

// decodesTo returns what the standard's bytes for r decode to: r, unless another character has the same bytes.
func decodesTo(name string, r rune) string {
	switch name {
	case "euc-jp", "iso-2022-jp", "shift_jis":
		switch {
		case r == '\u00A5': // ¥; in ISO-2022-JP because golang.org/x/text decodes Roman as ASCII
			return "\\"
		case r == '\u203E': // ‾
			return "~"
		case r == '\u2212': // −
			return "\uFF0D"
		case r == '\uFF9E' && name == "iso-2022-jp": // exceptions of the standard from NFKC
			return "\u309B"
		case r == '\uFF9F' && name == "iso-2022-jp":
			return "\u309C"
		case r >= 0xFF61 && r <= 0xFF9F && name == "iso-2022-jp":
			return norm.NFKC.String(string(r))
		}
	case "gb18030":
		if r == 0xE7C7 {
			return "\u1E3F" // where the decoder of golang.org/x/text has not followed the standard
		}
	}
	return string(r)
}

// decodable reports whether golang.org/x/text must decode r. It knows fewer bytes than the standard where the
// encoders differ.
func decodable(name string, r rune) bool {
	switch {
	case name == "gbk" || name == "gb18030":
		return !(r >= 0xE000 && r <= 0xE864 || r >= 0xFE10 && r <= 0xFE19 || r >= 0x9FB4 && r <= 0x9FBB || r == 0x1E3F)
	case multiByte[name]:
		return true
	}
	return r < 0x80 || r > 0x9F
}

// TestISO2022JPEncoderStates encodes all strings of four characters from an alphabet that has a character for
// each step of the encoder. The digest is over the results, each followed by U+000A, in lexicographic order of
// the positions in the alphabet. It has the source of encoderDigests.
func TestISO2022JPEncoderStates(t *testing.T) {
	const want = "82517abd8d31b438746abba81a853557df5f771d0baf8e396c9ace385881ab77"
	alphabet := []rune("a\\~\n\x0E\x1B¥‾−日ｱé☃😀")
	digest := sha256.New()
	for _, a := range alphabet {
		for _, b := range alphabet {
			for _, c := range alphabet {
				for _, d := range alphabet {
					io.WriteString(digest, percentEncode(t, japanese.ISO2022JP, string([]rune{a, b, c, d}))+"\n")
				}
			}
		}
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		t.Errorf("digest is %s, want %s", got, want)
	}
}

// TestEncodingsInWrappers compares the encodings of golang.org/x/net/html/charset with those of htmlindex. The
// former hide what they wrap, and their encoders write numeric references themselves.
func TestEncodingsInWrappers(t *testing.T) {
	in := scalarValueLines(0x04FF) + "‽≡¥‾−日ｱ丂ⅰ☃ก€ḿ\uE000\uE5E5\uE7C7\uF780\uFFFD😀\x0E"
	for name := range encoderDigests {
		wrapper, _ := charset.Lookup(name)
		if got, want := percentEncode(t, wrapper, in), percentEncode(t, encodingOf(t, name), in); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestOutputEncoding(t *testing.T) {
	isUTF8 := map[string]encoding.Encoding{
		"nil": nil, "UTF8": unicode.UTF8, "UTF8BOM": unicode.UTF8BOM, "Replacement": encoding.Replacement,
	}
	for _, label := range []string{"utf8", "utf-16", "utf-16le", "utf-16be", "hz-gb-2312", "iso-2022-kr", "replacement"} {
		wrapper, _ := charset.Lookup(label)
		isUTF8[label], isUTF8[label+" in a wrapper"] = encodingOf(t, label), wrapper
	}
	for _, endianness := range []unicode.Endianness{unicode.BigEndian, unicode.LittleEndian} {
		for _, policy := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM, unicode.ExpectBOM} {
			enc := unicode.UTF16(endianness, policy)
			isUTF8[fmt.Sprint(enc)] = enc
		}
	}
	for name, enc := range isUTF8 {
		if e, err := legacy.NewEncoder(enc); e != nil || err != nil {
			t.Errorf("%s: got %v, %v, want nil", name, e, err)
		}
		if d, err := legacy.NewDecoder(enc); d != nil || err != nil {
			t.Errorf("%s: got %v, %v, want nil", name, d, err)
		}
		got := percentEncode(t, enc, "\uFEFFé☃ \x0E")
		if want := "%EF%BB%BF%C3%A9%E2%98%83%20%0E"; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for name := range encoderDigests {
		if e, err := legacy.NewEncoder(encodingOf(t, name)); e == nil || err != nil {
			t.Errorf("%s: got %v, %v, want an encoder", name, e, err)
		}
	}
}

// impatientASCII encodes ASCII, but only with the next four bytes in view.
func impatientASCII(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for ; nSrc < len(src); nSrc++ {
		switch {
		case len(src)-nSrc < 4 && !atEOF:
			return nDst, nSrc, transform.ErrShortSrc
		case src[nSrc] >= utf8.RuneSelf:
			return nDst, nSrc, errNotASCII
		case nDst == len(dst):
			return nDst, nSrc, transform.ErrShortDst
		}
		dst[nDst] = src[nSrc]
		nDst++
	}
	return nDst, nSrc, nil
}

// TestEncodingsBeyondTheStandard checks that they are used as they are. The bytes are those of code page 437,
// code page 37, RFC 1843 and UTF-32.
func TestEncodingsBeyondTheStandard(t *testing.T) {
	long := strings.Repeat("0123456789", 50)
	for _, tt := range []struct {
		name     string
		enc      encoding.Encoding
		in, want string
	}{
		{"code page 437", charmap.CodePage437, "é☃\u0081", "%82%26%239731%3B%26%23129%3B"},
		{"code page 37", charmap.CodePage037, "A ☃a", "%C1@%26%239731%3B%81"},
		{"HZ-GB-2312", simplifiedchinese.HZGB2312, "a中文b~\u0080", "a~{VPND~}b~~%26%23128%3B"},
		{"UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "A☃", "%00%00%00A%00%00&%03"},
		{"one that looks ahead", coders{encoder: impatientASCII}, long + "☃é☃ab\xFFcd", long +
			"%26%239731%3B%26%23233%3B%26%239731%3Bab%26%2365533%3Bcd"},
	} {
		got := percentEncode(t, tt.enc, tt.in)
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestEncodersAreLinear counts what is given to an encoder for a long string, in the worst cases.
func TestEncodersAreLinear(t *testing.T) {
	for name := range encoderDigests {
		enc := encodingOf(t, name)
		for _, s := range []string{"a", "\x0E", "\u0081", "é", "☃", "¥日", "日☃"} {
			given := 0
			counting := coders{encoder: func(dst, src []byte, atEOF bool) (int, int, error) {
				given += len(src)
				return enc.NewEncoder().Transform(dst, src, atEOF)
			}}
			in := strings.Repeat(s, 1000)
			percentEncode(t, counting, in)
			if given > 2*len(in) {
				t.Errorf("%s: %d bytes of %q took %d", name, len(in), s, given)
			}
		}
	}
}
