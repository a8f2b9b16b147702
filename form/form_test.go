package form

import (
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

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/legacy"
)

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func pairsOf(p *url.URLSearchParams) [][2]string {
	list := [][2]string{}
	for name, value := range p.All() {
		list = append(list, [2]string{name, value})
	}
	return list
}

func TestParse(t *testing.T) {
	type pairs = [][2]string
	latin, sjis := Options{Encoding: charmap.Windows1252}, Options{Encoding: japanese.ShiftJIS}
	latinOrNamed := Options{Encoding: charmap.Windows1252, CharsetEncoding: htmlindex.Get}
	for _, tt := range []struct {
		body string
		opts Options
		want pairs
	}{
		{"", Options{}, pairs{}},
		{"&&", Options{}, pairs{}},
		{"a=b+c&d&=e&f=%", Options{}, pairs{{"a", "b c"}, {"d", ""}, {"", "e"}, {"f", "%"}}},
		{"?a=b", Options{}, pairs{{"?a", "b"}}},
		{"a=%E3%81%82&b=あ&c=%82%A0&d=\xE3\x81", Options{}, pairs{{"a", "あ"}, {"b", "あ"}, {"c", "\uFFFD\uFFFD"}, {"d", "\uFFFD"}}},
		{"a=%E3%81%82&b=あ", Options{Encoding: unicode.UTF8}, pairs{{"a", "あ"}, {"b", "あ"}}},
		{"%C3\xA9=\xC3%A9", Options{}, pairs{{"é", "é"}}}, // a body has bytes, not characters
		{"a%C3\xA9+%=\xE3%81\x82\xFF%4&\xFF", Options{}, pairs{{"aé %", "あ\uFFFD%4"}, {"\uFFFD", ""}}},
		{"%EF%BB%BFa=%EF%BB%BF", Options{}, pairs{{"\uFEFFa", "\uFEFF"}}},

		{"&na%EFve=%80+%E9%81&=&b", latin, pairs{{"naïve", "€ é\u0081"}, {"", ""}, {"b", ""}}},
		{"%82%A0=%83n&b=%83%26%82", sjis, pairs{{"あ", "ハ"}, {"b", "\uFFFD&\uFFFD"}}},
		{"a=%1B%24B%24%22%1B%28B&b=%24%22&c=%1B(J\\~", Options{Encoding: japanese.ISO2022JP},
			pairs{{"a", "あ"}, {"b", "$\""}, {"c", "¥‾"}}},
		{"%1B(B%1B$B$\"%1B=%1B$B$\"%1B(B%1B(Ja%1B$&%1B$B$%1B(Bb", Options{Encoding: japanese.ISO2022JP},
			pairs{{"\uFFFDあ\uFFFD", "あ\uFFFDa\uFFFD$"}, {"\uFFFDb", ""}}},
		{"a=%C3%A9é", Options{Encoding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}, pairs{{"a", "éé"}}},
		{"%810%810=%952%826&b=%D6%D0%810%81", Options{Encoding: simplifiedchinese.GBK}, pairs{{"\u0080", "𠀀"}, {"b", "中\uFFFD"}}},
		{"%810%810=%952%826&b=%D6%D0%810%81", Options{Encoding: simplifiedchinese.GB18030}, pairs{{"\u0080", "𠀀"}, {"b", "中\uFFFD"}}},
		{"a=b&c=é", Options{Encoding: encoding.Replacement}, pairs{{"a", "b"}, {"c", "é"}}},

		// The label of the first pair with one counts, for all pairs.
		{"%82%A0=1&_charset_=shift_jis&a=%82%A0", Options{CharsetEncoding: htmlindex.Get},
			pairs{{"あ", "1"}, {"_charset_", "shift_jis"}, {"a", "あ"}}},
		{"_charset_=&_charset_=utf-7&_charset_=+LATIN1&_charset_=utf-8&a=%E9", Options{CharsetEncoding: htmlindex.Get},
			pairs{{"_charset_", ""}, {"_charset_", "utf-7"}, {"_charset_", " LATIN1"}, {"_charset_", "utf-8"}, {"a", "é"}}},
		{"a=%C3%A9&_charset_=UTF-8", Options{Encoding: charmap.Windows1252, CharsetEncoding: htmlindex.Get},
			pairs{{"a", "é"}, {"_charset_", "UTF-8"}}},
		{"a=é&_charset_=utf-8", Options{Encoding: japanese.ShiftJIS, CharsetEncoding: htmlindex.Get},
			pairs{{"a", "é"}, {"_charset_", "utf-8"}}},
		{"a=%C3%A9&_charset_=utf-16le", Options{CharsetEncoding: htmlindex.Get}, pairs{{"a", "é"}, {"_charset_", "utf-16le"}}},
		{"a=%C3%A9&_charset_=utf-16be", latinOrNamed, pairs{{"a", "é"}, {"_charset_", "utf-16be"}}},
		{"a=%C3%A9é&_charset_=replacement", latinOrNamed, pairs{{"a", "éé"}, {"_charset_", "replacement"}}},
		{"a=%C3%A9&_charset_=hz-gb-2312", Options{CharsetEncoding: htmlindex.Get}, pairs{{"a", "é"}, {"_charset_", "hz-gb-2312"}}},
		{"a=%E9&_charset_=utf-8", latin, pairs{{"a", "é"}, {"_charset_", "utf-8"}}},
		{"a=%E9&%5Fcharset_=latin1&_CHARSET_=latin1&_charset_%3Dlatin1", Options{CharsetEncoding: htmlindex.Get},
			pairs{{"a", "\uFFFD"}, {"_charset_", "latin1"}, {"_CHARSET_", "latin1"}, {"_charset_=latin1", ""}}},
		{"a=%E9&_charset_=latin1", Options{CharsetEncoding: func(string) (encoding.Encoding, error) { return nil, nil }},
			pairs{{"a", "\uFFFD"}, {"_charset_", "latin1"}}},

		{"a=%E9&_charset_=none&_charset_=latin1", Options{CharsetEncoding: func(label string) (encoding.Encoding, error) {
			if label == "none" {
				return charmap.KOI8R, errors.New("no such encoding")
			}
			return htmlindex.Get(label)
		}}, pairs{{"a", "é"}, {"_charset_", "none"}, {"_charset_", "latin1"}}},

		{"hello+world", Options{IsIndex: true}, pairs{{"", "hello world"}}},
		{"hello&a=b&c", Options{IsIndex: true}, pairs{{"", "hello"}, {"a", "b"}, {"c", ""}}},
		{"a=b&c", Options{IsIndex: true}, pairs{{"a", "b"}, {"c", ""}}},
		{"&a", Options{IsIndex: true}, pairs{{"", ""}, {"a", ""}}},
		{"", Options{IsIndex: true}, pairs{{"", ""}}},
		{"%82%A0&_charset_=sjis", Options{IsIndex: true, CharsetEncoding: htmlindex.Get}, pairs{{"", "あ"}, {"_charset_", "sjis"}}},

		{"a&b=2", Options{MaxPairs: 2}, pairs{{"a", ""}, {"b", "2"}}},
		{"a&&b=2&&", Options{MaxPairs: 2, Encoding: charmap.Windows1252}, pairs{{"a", ""}, {"b", "2"}}},
	} {
		body := []byte(tt.body)
		p, err := Parse(body, tt.opts)
		if err != nil {
			t.Errorf("Parse(%+q) fails: %v", tt.body, err)
			continue
		}
		clear(body) // is not shared
		if got := pairsOf(p); !slices.Equal(got, tt.want) {
			t.Errorf("Parse(%+q) has %+q, want %+q", tt.body, got, tt.want)
		}
	}
}

var errBroken = errors.New("broken encoding")

// A brokenEncoding fails for text with an "x", and writes other text as it is.
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

func TestParseFails(t *testing.T) {
	for _, tt := range []struct {
		body string
		opts Options
		err  error
		text string
	}{
		{"pw=secret&b", Options{MaxPairs: 1}, url.ErrTooManyPairs, `url: form.Parse: too-many-pairs at byte 10`},
		{"&&a&&&b", Options{MaxPairs: 1}, url.ErrTooManyPairs, `url: form.Parse: too-many-pairs at byte 6`},
		{"a&b", Options{MaxPairs: 1, IsIndex: true}, url.ErrTooManyPairs, `url: form.Parse: too-many-pairs at byte 2`},
		{"&b", Options{MaxPairs: 1, IsIndex: true}, url.ErrTooManyPairs, `url: form.Parse: too-many-pairs at byte 1`},
		{"a=%E9&b=\xE9", Options{Encoding: charmap.Windows1252}, url.ErrNonASCIIByte, `url: form.Parse: non-ASCII-byte at byte 8`},
		{"\xE9", Options{Encoding: charmap.Windows1252}, url.ErrNonASCIIByte, `url: form.Parse: non-ASCII-byte at byte 0`},
		{"a=\u0080", Options{Encoding: charmap.Windows1252}, url.ErrNonASCIIByte, `url: form.Parse: non-ASCII-byte at byte 2`},
		{"\xE9&\xE9&b", Options{MaxPairs: 2}, url.ErrTooManyPairs, `url: form.Parse: too-many-pairs at byte 4`},
		{"\xE9", Options{Encoding: japanese.ShiftJIS, IsIndex: true}, url.ErrNonASCIIByte, `url: form.Parse: non-ASCII-byte at byte 0`},
		{"a=\x82\xA0&_charset_=shift_jis", Options{CharsetEncoding: htmlindex.Get}, url.ErrNonASCIIByte,
			`url: form.Parse: non-ASCII-byte at byte 2`},
		{"a=é&_charset_=sjis", Options{Encoding: charmap.Windows1252, CharsetEncoding: htmlindex.Get}, url.ErrNonASCIIByte,
			`url: form.Parse: non-ASCII-byte at byte 2`},
		{"a&bx=c", Options{Encoding: brokenEncoding{}}, errBroken, `url: form.Parse: the encoding failed at byte 2`},
		{"a&b=%78", Options{Encoding: brokenEncoding{}, IsIndex: true}, errBroken, `url: form.Parse: the encoding failed at byte 4`},
		{"x", Options{Encoding: brokenEncoding{}, IsIndex: true}, errBroken, `url: form.Parse: the encoding failed at byte 0`},
	} {
		p, err := Parse([]byte(tt.body), tt.opts)
		if p != nil || !errors.Is(err, tt.err) || err.Error() != tt.text {
			t.Errorf("Parse(%+q) = %v, %v, want %s", tt.body, p, err, tt.text)
		}
		var e *url.Error
		if errors.As(err, &e) && (e.Input != tt.body || e.Offset > len(tt.body)) {
			t.Errorf("Parse(%+q): the error has byte %d of %q", tt.body, e.Offset, e.Input)
		}
	}
}

// A uselessEncoding has coders that write without end. With a nil pointer it has no coders.
type uselessEncoding struct{ *transform.NopResetter }

func (e uselessEncoding) NewDecoder() *encoding.Decoder {
	if e.NopResetter == nil {
		return nil
	}
	return &encoding.Decoder{Transformer: e}
}

func (e uselessEncoding) NewEncoder() *encoding.Encoder {
	if e.NopResetter == nil {
		return nil
	}
	return &encoding.Encoder{Transformer: e}
}

func (uselessEncoding) Transform(dst, _ []byte, _ bool) (nDst, nSrc int, err error) {
	return copy(dst, "?"), 0, transform.ErrShortDst
}

// TestUselessEncodings checks that an encoding which cannot be used is an error. The tests of package legacy
// have more of them.
func TestUselessEncodings(t *testing.T) {
	for _, enc := range []encoding.Encoding{uselessEncoding{}, uselessEncoding{new(transform.NopResetter)}} {
		byLabel := func(string) (encoding.Encoding, error) { return enc, nil }
		for _, o := range []Options{{Encoding: enc}, {CharsetEncoding: byLabel}} {
			p, err := Parse([]byte("_charset_=x&pw=secret"), o)
			var e *url.Error
			if p != nil || !errors.As(err, &e) || e.Op != "form.Parse" || e.Input != "_charset_=x&pw=secret" || e.Offset != 0 {
				t.Errorf("Parse = %v, %v", p, err)
			}
		}
		form, err := Encode(url.NewURLSearchParams("pw=secret"), enc)
		var e *url.Error
		if form != "" || !errors.As(err, &e) || e.Op != "form.Encode" || e.Input != "pw" || e.Offset != 0 {
			t.Errorf("Encode = %q, %v", form, err)
		}
	}
}

func TestEncodeFails(t *testing.T) {
	for pairs, offset := range map[string]int{"a=b&c=x": 1, "a=b&x=c": 1, "a=bx+c": 2} {
		form, err := Encode(url.NewURLSearchParams(pairs), brokenEncoding{})
		want := fmt.Sprintf("url: form.Encode: the encoding failed at byte %d", offset)
		var e *url.Error
		if form != "" || !errors.Is(err, errBroken) || err.Error() != want || !errors.As(err, &e) || !strings.Contains(e.Input, "x") {
			t.Errorf("Encode of %s in a broken encoding: %q, %v, want %s", pairs, form, err, want)
		}
	}
}

func TestEncode(t *testing.T) {
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
		{japanese.ISO2022JP, [][2]string{{"\x1B", ""}}, "%26%2365533%3B="}, // an escape in the text would switch the encoding
		{charmap.CodePage037, [][2]string{{"a", "b"}}, "%81=%82"},          // EBCDIC
		{charmap.Windows1252, [][2]string{{"%20 +", "%2520"}}, "%2520+%2B=%252520"},
		{charmap.Windows1252, [][2]string{{"naïve", "€ \u0081"}, {"☃", "*-._"}}, "na%EFve=%80+%81&%26%239731%3B=*-._"},
		{simplifiedchinese.GBK, [][2]string{{"€", "一𠀀"}}, "%80=%D2%BB%26%23131072%3B"},
		{simplifiedchinese.GB18030, [][2]string{{"€", "一𠀀"}}, "%A2%E3=%D2%BB%952%826"},
	} {
		p := url.NewURLSearchParamsFromPairs(tt.in)
		got, err := Encode(p, tt.enc)
		if err != nil || got != tt.want {
			t.Errorf("Encode of %q in %v = %q, %v, want %q", p, tt.enc, got, err, tt.want)
		}
		if outputEncoding(tt.enc) == nil && got != p.String() {
			t.Errorf("Encode in UTF-8 = %q, want what String returns, %q", got, p)
		}
	}
}

// legacyEncodings holds the encodings of the Encoding Standard but UTF-8 and replacement, and how many code
// points of the Basic Multilingual Plane each has; for Big5 and gb18030, up to U+2FFFF. The values are those of
// another implementation of the standard, @exodus/bytes 1.16.0.
var legacyEncodings = []struct {
	name      string
	encodable int
}{
	{"ibm866", 256}, {"iso-8859-2", 256}, {"iso-8859-3", 249}, {"iso-8859-4", 256}, {"iso-8859-5", 256},
	{"iso-8859-6", 211}, {"iso-8859-7", 253}, {"iso-8859-8", 220}, {"iso-8859-8-i", 220},
	{"iso-8859-10", 256}, {"iso-8859-13", 256}, {"iso-8859-14", 256}, {"iso-8859-15", 256},
	{"iso-8859-16", 256}, {"koi8-r", 256}, {"koi8-u", 256}, {"macintosh", 256}, {"windows-874", 248},
	{"windows-1250", 256}, {"windows-1251", 256}, {"windows-1252", 256}, {"windows-1253", 253},
	{"windows-1254", 256}, {"windows-1255", 246}, {"windows-1256", 256}, {"windows-1257", 254},
	{"windows-1258", 256}, {"x-mac-cyrillic", 256}, {"gbk", 24085}, {"gb18030", 194559}, {"big5", 14781},
	{"euc-jp", 7520}, {"iso-2022-jp", 7517}, {"shift_jis", 7521}, {"euc-kr", 17176},
	{"utf-16be", 0x10000 - 0x800}, {"utf-16le", 0x10000 - 0x800}, {"x-user-defined", 256},
}

// TestRoundTrip sends every code point through a form in every encoding. With -short, it leaves out the encodings of several
// bytes.
func TestRoundTrip(t *testing.T) {
	for _, tt := range legacyEncodings {
		if testing.Short() && tt.encodable > 256 {
			continue
		}
		last := rune(0xFFFF)
		if tt.name == "big5" || tt.name == "gb18030" {
			last = 0x2FFFF
		}
		var sent []rune
		for r := rune(0); r <= last; r++ {
			if utf8.ValidRune(r) && (tt.encodable > 256 || r < 0x3000 || r >= 0xF700) {
				sent = append(sent, r)
			}
		}
		testRoundTrip(t, tt.name, sent, tt.encodable)
	}
}

func testRoundTrip(t *testing.T, name string, sent []rune, encodable int) {
	p := new(url.URLSearchParams)
	for _, r := range sent {
		p.Append("", "1"+string(r)+"x")
	}
	enc := must1(htmlindex.Get(name))
	received := must1(Parse([]byte(must1(Encode(p, enc))), Options{Encoding: enc}))
	if received.Size() != len(sent) {
		t.Fatalf("%s: %d pairs arrive, want %d", name, received.Size(), len(sent))
	}
	arrived := 0
	for i, got := range received.GetAll("") {
		as := roundTripped(name, sent[i])
		reference := sent[i]
		if as < 0 {
			reference = utf8.RuneError
		}
		switch got {
		case "1" + string(as) + "x":
			arrived++
		case fmt.Sprintf("1&#%d;x", reference):
		default:
			t.Errorf("%s: %U arrives as %+q", name, sent[i], got)
		}
	}
	if arrived != encodable {
		t.Errorf("%s: %d code points arrive, want %d", name, arrived, encodable)
	}
}

// outputEncoding implements https://encoding.spec.whatwg.org/#get-an-output-encoding.
func outputEncoding(enc encoding.Encoding) encoding.Encoding {
	if must1(legacy.NewEncoder(enc)) == nil {
		return nil
	}
	return enc
}

// roundTripped returns what the standard's decoder makes of the bytes that the encoder writes for r. It returns
// -1 for an r that the encoder reports as another character.
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
	if name == "gbk" || name == "gb18030" { // private use characters, and the newer characters of Unicode with the same bytes
		private := []rune("\uE78D\uE78E\uE78F\uE790\uE791\uE792\uE793\uE794\uE795\uE796\uE81E\uE826\uE82B\uE82C\uE832\uE843\uE854\uE864")
		public := []rune("︐︒︑︓︔︕︖︗︘︙龴龵龶龷龸龹龺龻")
		if i := slices.Index(private, r); i >= 0 {
			return public[i]
		}
	}
	return r
}

// parseEscaped is Parse for UTF-8. It percent-encodes the bytes of the body that are not ASCII.
func parseEscaped(body string) *url.URLSearchParams {
	var query strings.Builder
	for _, b := range []byte(body) {
		if b < utf8.RuneSelf {
			query.WriteByte(b)
		} else {
			fmt.Fprintf(&query, "%%%02X", b)
		}
	}
	return must1(url.ParseQuery(query.String(), 0))
}

func FuzzParse(f *testing.F) {
	f.Add("%82%A0=%83n&b=%83%26%82&_charset_=shift_jis", uint8(33))
	for i := range legacyEncodings {
		for _, value := range []string{"%81%30%81%30", "%8F%A1%81%30", "%1B$B%81%30%1B(J\\", "%3D%D8%3D", "%F0%9F%92"} {
			f.Add("a="+value+"&=%1B", uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, body string, which uint8) {
		enc := must1(htmlindex.Get(legacyEncodings[int(which)%len(legacyEncodings)].name))
		p, err := Parse([]byte(body), Options{Encoding: enc})
		var e *url.Error
		if err != nil {
			if !errors.As(err, &e) || e.Err != url.ErrNonASCIIByte || body[e.Offset] < 0x80 {
				t.Fatal(err)
			}
			return
		}
		utf8Pairs := pairsOf(parseEscaped(body))
		if p.Size() != len(utf8Pairs) {
			t.Fatalf("%d pairs, want %d", p.Size(), len(utf8Pairs))
		}
		// A browser would send the pairs as Encode does. Read again, they are sent in the same way.
		form := must1(Encode(p, enc))
		q := must1(Parse([]byte(form), Options{Encoding: enc}))
		if again := must1(Encode(q, enc)); p.Size() != q.Size() || again != form {
			t.Fatalf("%q is sent as %q, and then as %q", body, form, again)
		}
		if q := pairsOf(must1(Parse([]byte(body), Options{}))); !slices.Equal(q, utf8Pairs) {
			t.Fatalf("%+q is %+q, want %+q", body, q, utf8Pairs)
		}
	})
}
