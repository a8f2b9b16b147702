package url

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

func TestParseForm(t *testing.T) {
	type pairs = [][2]string
	latin, sjis := FormOptions{Encoding: charmap.Windows1252}, FormOptions{Encoding: japanese.ShiftJIS}
	for _, tt := range []struct {
		body string
		opts FormOptions
		want pairs
	}{
		{"", FormOptions{}, pairs{}},
		{"&&", FormOptions{}, pairs{}},
		{"a=b+c&d&=e&f=%", FormOptions{}, pairs{{"a", "b c"}, {"d", ""}, {"", "e"}, {"f", "%"}}},
		{"?a=b", FormOptions{}, pairs{{"?a", "b"}}},
		{"a=%E3%81%82&b=あ&c=%82%A0&d=\xE3\x81", FormOptions{}, pairs{{"a", "あ"}, {"b", "あ"}, {"c", "\uFFFD\uFFFD"}, {"d", "\uFFFD"}}},
		{"a=%E3%81%82&b=あ", FormOptions{Encoding: unicode.UTF8}, pairs{{"a", "あ"}, {"b", "あ"}}},
		{"%C3\xA9=\xC3%A9", FormOptions{}, pairs{{"é", "é"}}}, // a body has bytes, not characters
		{"%EF%BB%BFa=%EF%BB%BF", FormOptions{}, pairs{{"\uFEFFa", "\uFEFF"}}},

		{"&na%EFve=%80+%E9%81&=&b", latin, pairs{{"naïve", "€ é\u0081"}, {"", ""}, {"b", ""}}},
		{"%82%A0=%83n&b=%83%26%82", sjis, pairs{{"あ", "ハ"}, {"b", "\uFFFD&\uFFFD"}}},
		{"a=%1B%24B%24%22%1B%28B&b=%24%22&c=%1B(J\\~", FormOptions{Encoding: japanese.ISO2022JP},
			pairs{{"a", "あ"}, {"b", "$\""}, {"c", "¥‾"}}},
		{"%1B(B%1B$B$\"%1B=%1B$B$\"%1B(B%1B(Ja%1B$&%1B$B$%1B(Bb", FormOptions{Encoding: japanese.ISO2022JP},
			pairs{{"\uFFFDあ\uFFFD", "あ\uFFFDa\uFFFD$"}, {"\uFFFDb", ""}}},
		{"%3D%D8%00%DE=%41%00", FormOptions{Encoding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}, pairs{{"😀", "A"}}},
		{"a=b&c", FormOptions{Encoding: encoding.Replacement}, pairs{{"\uFFFD", "\uFFFD"}, {"\uFFFD", ""}}},

		// The label of the first pair with one counts, for all pairs.
		{"%82%A0=1&_charset_=shift_jis&a=%82%A0", FormOptions{CharsetEncoding: htmlindex.Get},
			pairs{{"あ", "1"}, {"_charset_", "shift_jis"}, {"a", "あ"}}},
		{"_charset_=&_charset_=utf-7&_charset_=+LATIN1&_charset_=utf-8&a=%E9", FormOptions{CharsetEncoding: htmlindex.Get},
			pairs{{"_charset_", ""}, {"_charset_", "utf-7"}, {"_charset_", " LATIN1"}, {"_charset_", "utf-8"}, {"a", "é"}}},
		{"a=%C3%A9&_charset_=UTF-8", FormOptions{Encoding: charmap.Windows1252, CharsetEncoding: htmlindex.Get},
			pairs{{"a", "é"}, {"_charset_", "UTF-8"}}},
		{"a=\x82\xA0&_charset_=shift_jis", FormOptions{CharsetEncoding: htmlindex.Get}, pairs{{"a", "あ"}, {"_charset_", "shift_jis"}}},
		{"a=%E9&_charset_=utf-8", latin, pairs{{"a", "é"}, {"_charset_", "utf-8"}}},
		{"a=%E9&%5Fcharset_=latin1&_CHARSET_=latin1&_charset_%3Dlatin1", FormOptions{CharsetEncoding: htmlindex.Get},
			pairs{{"a", "\uFFFD"}, {"_charset_", "latin1"}, {"_CHARSET_", "latin1"}, {"_charset_=latin1", ""}}},
		{"a=%E9&_charset_=latin1", FormOptions{CharsetEncoding: func(string) (encoding.Encoding, error) { return nil, nil }},
			pairs{{"a", "\uFFFD"}, {"_charset_", "latin1"}}},

		{"hello+world", FormOptions{IsIndex: true}, pairs{{"", "hello world"}}},
		{"hello&a=b&c", FormOptions{IsIndex: true}, pairs{{"", "hello"}, {"a", "b"}, {"c", ""}}},
		{"a=b&c", FormOptions{IsIndex: true}, pairs{{"a", "b"}, {"c", ""}}},
		{"&a", FormOptions{IsIndex: true}, pairs{{"", ""}, {"a", ""}}},
		{"", FormOptions{IsIndex: true}, pairs{{"", ""}}},
		{"%82%A0&_charset_=sjis", FormOptions{IsIndex: true, CharsetEncoding: htmlindex.Get}, pairs{{"", "あ"}, {"_charset_", "sjis"}}},

		{"a&b=2", FormOptions{MaxPairs: 2}, pairs{{"a", ""}, {"b", "2"}}},
		{"a&&b=2&&", FormOptions{MaxPairs: 2, Encoding: charmap.Windows1252}, pairs{{"a", ""}, {"b", "2"}}},
	} {
		body := []byte(tt.body)
		p, err := ParseForm(body, tt.opts)
		if err != nil {
			t.Errorf("ParseForm(%+q) fails: %v", tt.body, err)
			continue
		}
		clear(body) // is not shared
		if got := pairsOf(p); !slices.Equal(got, tt.want) {
			t.Errorf("ParseForm(%+q) has %+q, want %+q", tt.body, got, tt.want)
		}
	}
}

var errBroken = errors.New("broken encoding")

// A brokenEncoding decodes nothing but text without an "x".
type brokenEncoding struct{ transform.NopResetter }

func (e brokenEncoding) NewDecoder() *encoding.Decoder { return &encoding.Decoder{Transformer: e} }
func (e brokenEncoding) NewEncoder() *encoding.Encoder { return &encoding.Encoder{Transformer: e} }
func (brokenEncoding) Transform(dst, src []byte, _ bool) (nDst, nSrc int, err error) {
	if strings.ContainsAny(string(src), "x一") {
		return 0, len(src), errBroken
	}
	n := copy(dst, src)
	return n, n, nil
}

func TestParseFormFails(t *testing.T) {
	for _, tt := range []struct {
		body string
		opts FormOptions
		err  error
		text string
	}{
		{"pw=secret&b", FormOptions{MaxPairs: 1}, ErrTooManyPairs, `url: parse form "": too-many-pairs at byte 10`},
		{"&&a&&&b", FormOptions{MaxPairs: 1}, ErrTooManyPairs, `url: parse form "": too-many-pairs at byte 6`},
		{"a&b", FormOptions{MaxPairs: 1, IsIndex: true}, ErrTooManyPairs, `url: parse form "": too-many-pairs at byte 2`},
		{"&b", FormOptions{MaxPairs: 1, IsIndex: true}, ErrTooManyPairs, `url: parse form "": too-many-pairs at byte 1`},
		{"a=%E9&b=\xE9", FormOptions{Encoding: charmap.Windows1252}, ErrNonASCIIByte, `url: parse form "": non-ASCII-byte at byte 8`},
		{"a=é&_charset_=utf-8", FormOptions{Encoding: japanese.ShiftJIS, CharsetEncoding: htmlindex.Get}, ErrNonASCIIByte,
			`url: parse form "": non-ASCII-byte at byte 2`},
		{"a&bx=c", FormOptions{Encoding: brokenEncoding{}}, errBroken, `url: parse form "": broken encoding at byte 2`},
		{"a&b=%78", FormOptions{Encoding: brokenEncoding{}, IsIndex: true}, errBroken, `url: parse form "": broken encoding at byte 4`},
		{"x", FormOptions{Encoding: brokenEncoding{}, IsIndex: true}, errBroken, `url: parse form "": broken encoding at byte 0`},
	} {
		p, err := ParseForm([]byte(tt.body), tt.opts)
		if p != nil || !errors.Is(err, tt.err) || err.Error() != tt.text {
			t.Errorf("ParseForm(%+q) = %v, %v, want %s", tt.body, p, err, tt.text)
		}
	}
	for _, pairs := range []string{"a=b&c=x", "a=b&x=c"} {
		if form, err := NewURLSearchParams(pairs).EncodeForm(brokenEncoding{}); form != "" || !errors.Is(err, errBroken) {
			t.Errorf("EncodeForm of %s in a broken encoding: %q, %v", pairs, form, err)
		}
	}
}

func TestEncodeForm(t *testing.T) {
	for _, tt := range []struct {
		enc  encoding.Encoding
		in   [][2]string
		want string
	}{
		{nil, nil, ""},
		{nil, [][2]string{{"a b", "é~"}, {"", ""}}, "a+b=%C3%A9%7E&="},
		{unicode.UTF8, [][2]string{{"a b", "é~"}}, "a+b=%C3%A9%7E"},
		{encoding.Replacement, [][2]string{{"a b", "é~"}}, "a+b=%C3%A9%7E"},
		{unicode.UTF16(unicode.BigEndian, unicode.UseBOM), [][2]string{{"a b", "é~"}}, "a+b=%C3%A9%7E"},
		{japanese.ShiftJIS, [][2]string{{"1+1 ≡ 2%20‽", "1+1 ≡ 2%20‽"}},
			"1%2B1+%81%DF+2%2520%26%238253%3B=1%2B1+%81%DF+2%2520%26%238253%3B"},
		{japanese.ISO2022JP, [][2]string{{"あ", "¥"}, {"a", "い"}},
			"%1B%24B%24%22%1B%28B=%1B%28J%5C%1B%28B&a=%1B%24B%24%24%1B%28B"},
		{charmap.Windows1252, [][2]string{{"naïve", "€ \u0081"}, {"☃", "*-._"}}, "na%EFve=%80+%81&%26%239731%3B=*-._"},
		{simplifiedchinese.GBK, [][2]string{{"€", "一𠀀"}}, "%80=%D2%BB%26%23131072%3B"},
		{simplifiedchinese.GB18030, [][2]string{{"€", "一𠀀"}}, "%A2%E3=%D2%BB%952%826"},
	} {
		p := NewURLSearchParamsFromPairs(tt.in)
		got, err := p.EncodeForm(tt.enc)
		if err != nil || got != tt.want {
			t.Errorf("EncodeForm of %q in %v = %q, %v, want %q", p, tt.enc, got, err, tt.want)
		}
		if isUTF8(tt.enc) && got != p.String() {
			t.Errorf("EncodeForm in UTF-8 = %q, want what String returns, %q", got, p)
		}
	}
}

// legacyEncodings holds the encodings of the Encoding Standard but UTF-8 and replacement. The values are
// those of another implementation of the standard, @exodus/bytes 1.16.0.
var legacyEncodings = []struct {
	name string
	// decoded is the beginning of the SHA-256 of what all bytes decode to, or if there are prefixes all
	// sequences of two bytes, alone and after each prefix; a byte 0xFF follows each. (GBK's lacks the
	// sequences of four bytes.)
	decoded  string
	prefixes []string
	// encodable is how many code points of the Basic Multilingual Plane it can encode; Big5 and gb18030, up
	// to U+2FFFF.
	encodable int
}{
	{"ibm866", "3a37bccb44437a1b", nil, 256},
	{"iso-8859-2", "53f1da832ec9f5f6", nil, 256},
	{"iso-8859-3", "79686e53eeed85e5", nil, 249},
	{"iso-8859-4", "3c46a682d817bb9a", nil, 256},
	{"iso-8859-5", "7d51014473b25daf", nil, 256},
	{"iso-8859-6", "c8897208f337a74f", nil, 211},
	{"iso-8859-7", "d37ed319e13cff6e", nil, 253},
	{"iso-8859-8", "f1b67ee1e0dc51df", nil, 220},
	{"iso-8859-8-i", "f1b67ee1e0dc51df", nil, 220},
	{"iso-8859-10", "f3fa4cfaab691b0f", nil, 256},
	{"iso-8859-13", "2797784af53d0b25", nil, 256},
	{"iso-8859-14", "224f9cdde7e44b80", nil, 256},
	{"iso-8859-15", "a147e02800703a68", nil, 256},
	{"iso-8859-16", "cbee217882090038", nil, 256},
	{"koi8-r", "165988fd106370a3", nil, 256},
	{"koi8-u", "d54d3aa9f45e84cb", nil, 256},
	{"macintosh", "483237530ba51ed6", nil, 256},
	{"windows-874", "53b50da80a5be547", nil, 248},
	{"windows-1250", "f1277769b68f3972", nil, 256},
	{"windows-1251", "56b9845b7ecbb0f3", nil, 256},
	{"windows-1252", "12240f5a934e345c", nil, 256},
	{"windows-1253", "66337a2f0c9e83dd", nil, 253},
	{"windows-1254", "b0e9b047da08deb9", nil, 256},
	{"windows-1255", "2816b4c22c9776cd", nil, 246},
	{"windows-1256", "f3e81b3bf11b7f28", nil, 256},
	{"windows-1257", "b9471ed6698ef8f8", nil, 254},
	{"windows-1258", "ba46cd77ee63c402", nil, 256},
	{"x-mac-cyrillic", "c5a6caf3dfc59511", nil, 256},
	{"gbk", "abde5e48a78cf5a5", []string{"\x81"}, 24085},
	{"gb18030", "45c0f7b12f6ff7f5",
		[]string{"\x81", "\x81\x35", "\x90\x30"}, 194559},
	{"big5", "d05245ccc1d17317", []string{"\x88"}, 14781},
	{"euc-jp", "3b85c55e04e29609", []string{"\x8E", "\x8F"}, 7520},
	{"iso-2022-jp", "5c78c4594f0f8c82", []string{"\x1B", "\x1B(B", "\x1B(J", "\x1B(I", "\x1B$B", "\x1B$@", "\x1B$B0"}, 7517},
	{"shift_jis", "c3e73c8309492c6b", []string{"\xF0"}, 7521},
	{"euc-kr", "c63ca4ff5cb96953", []string{"\x81"}, 17176},
	{"utf-16be", "ecf7f341a445232c", []string{"\xD8\x3D"}, 0x10000 - 0x800},
	{"utf-16le", "508551722916c2ff", []string{"\x3D\xD8"}, 0x10000 - 0x800},
	{"x-user-defined", "2e3e0b01c942b5df", nil, 256},
}

func TestLegacyDecoders(t *testing.T) {
	for _, tt := range legacyEncodings {
		d := newLegacyDecoder(must1(htmlindex.Get(tt.name)))
		digest := sha256.New()
		decode := func(src ...byte) { digest.Write(append([]byte(must1(d.decode(src))), 0xFF)) }
		if tt.prefixes == nil {
			for i := range 1 << 8 {
				decode(byte(i))
			}
		} else {
			for _, prefix := range append([]string{""}, tt.prefixes...) {
				for i := range 1 << 16 {
					decode(append([]byte(prefix), byte(i>>8), byte(i))...)
				}
			}
		}
		if got := hex.EncodeToString(digest.Sum(nil)[:8]); got != tt.decoded {
			t.Errorf("the decoder of %s decodes to %s, want %s", tt.name, got, tt.decoded)
		}
	}
}

// TestFormRoundTrip sends every code point through a form in every encoding.
func TestFormRoundTrip(t *testing.T) {
	singleByte, bmp, two := new(URLSearchParams), new(URLSearchParams), new(URLSearchParams)
	for r := rune(0); r <= 0x2FFFF; r++ {
		value := "1" + string(r) + "x"
		if r < 0x3000 || r >= 0xF700 && r <= 0xFFFF {
			singleByte.Append("", value)
		}
		if r < 0xD800 || r >= 0xE000 && r <= 0xFFFF {
			bmp.Append("", value)
		}
		if r < 0xD800 || r >= 0xE000 {
			two.Append("", value)
		}
	}
	for _, tt := range legacyEncodings {
		sent := bmp
		switch {
		case tt.name == "big5" || tt.name == "gb18030":
			sent = two
		case tt.prefixes == nil:
			sent = singleByte
		}
		t.Run(tt.name, func(t *testing.T) { testFormRoundTrip(t, tt.name, sent, tt.encodable) })
	}
}

func testFormRoundTrip(t *testing.T, name string, sent *URLSearchParams, encodable int) {
	enc := must1(htmlindex.Get(name))
	form := must1(sent.EncodeForm(enc))
	received := must1(ParseForm([]byte(form), FormOptions{Encoding: outputEncoding(enc)}))
	if received.Size() != sent.Size() {
		t.Fatalf("of %d pairs %d arrive", sent.Size(), received.Size())
	}
	arrived := 0
	for i, got := range received.list {
		r, _ := utf8.DecodeRuneInString(sent.list[i].value[1:])
		as := roundTripped(name, r)
		reference := r
		if as < 0 {
			reference = utf8.RuneError
		}
		switch got.value {
		case "1" + string(as) + "x":
			arrived++
		case fmt.Sprintf("1&#%d;x", reference):
		default:
			t.Errorf("%U arrives as %+q", r, got)
		}
	}
	if arrived != encodable {
		t.Errorf("%d code points arrive, want %d", arrived, encodable)
	}
}

// roundTripped returns what the standard's decoder makes of what the encoder makes of r, where that can be
// encoded; -1 for what is not even named in a reference.
func roundTripped(name string, r rune) rune {
	const halfwidth, fullwidth = 0xFF61, "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
	i := slices.Index([]rune{'¥', '‾', '−'}, r)
	switch {
	case i >= 0 && (name == "euc-jp" || name == "shift_jis"):
		return []rune{'\\', '~', '－'}[i]
	case r == '−' && name == "iso-2022-jp":
		return '－'
	case r >= halfwidth && r <= 0xFF9F && name == "iso-2022-jp":
		return []rune(fullwidth)[r-halfwidth]
	case strings.ContainsRune("\x0E\x0F\x1B", r) && name == "iso-2022-jp":
		return -1
	}
	if name == "gbk" || name == "gb18030" { // the private use characters that Unicode has had a place for since
		private := []rune("\uE78D\uE78E\uE78F\uE790\uE791\uE792\uE793\uE794\uE795\uE796\uE81E\uE826\uE82B\uE82C\uE832\uE843\uE854\uE864")
		public := []rune("︐︒︑︓︔︕︖︗︘︙龴龵龶龷龸龹龺龻")
		if i := slices.Index(private, r); i >= 0 {
			return public[i]
		}
	}
	return r
}

func FuzzParseForm(f *testing.F) {
	f.Add("%82%A0=%83n&b=%83%26%82&_charset_=shift_jis", uint8(33))
	for i, tt := range legacyEncodings {
		for _, prefix := range tt.prefixes {
			f.Add("a="+PercentEncode(prefix, FormURLEncodedPercentEncodeSet)+"%81%30&=%1B", uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, body string, which uint8) {
		enc := must1(htmlindex.Get(legacyEncodings[int(which)%len(legacyEncodings)].name))
		p, err := ParseForm([]byte(body), FormOptions{Encoding: enc})
		var e *Error
		if err != nil {
			if !errors.As(err, &e) || e.Err != ErrNonASCIIByte || body[e.Offset] < 0x80 {
				t.Fatal(err)
			}
			return
		}
		if want := len(naivePairs(body)); p.Size() != want {
			t.Fatalf("%d pairs, want %d", p.Size(), want)
		}
		// What a browser would send for the pairs is read again as it was sent.
		form := must1(p.EncodeForm(enc))
		q := must1(ParseForm([]byte(form), FormOptions{Encoding: outputEncoding(enc)}))
		if again := must1(q.EncodeForm(enc)); p.Size() != q.Size() || again != form {
			t.Fatalf("%q is sent as %q, and then as %q", body, form, again)
		}
		if q := pairsOf(must1(ParseForm([]byte(body), FormOptions{}))); !slices.Equal(q, naivePairs(body)) {
			t.Fatalf("%+q is %+q, want %+q", body, q, naivePairs(body))
		}
	})
}
