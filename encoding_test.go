package url

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// encodingByName returns the encoding with the label. It returns nil for UTF-8.
func encodingByName(t testing.TB, label string) encoding.Encoding {
	t.Helper()
	if label == "utf-8" {
		return nil
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		t.Fatalf("encoding %q: %v", label, err)
	}
	return enc
}

// TestPercentEncodeOperations has the rows of the standard's example for percent-encode operations.
// https://url.spec.whatwg.org/#example-percent-encode-operations
func TestPercentEncodeOperations(t *testing.T) {
	for b, want := range map[byte]string{0x23: "%23", 0x7F: "%7F"} {
		if got := string(appendPercentEncodedByte(nil, b)); got != want {
			t.Errorf("percent-encode %#x: got %q, want %q", b, got, want)
		}
	}
	for in, want := range map[string]string{"%25%s%1G": "%%s%1G", "‽%25%2E": "\xE2\x80\xBD\x25\x2E"} {
		if got := PercentDecode(in); got != want {
			t.Errorf("percent-decode %q: got %q, want %q", in, got, want)
		}
	}
	for _, tt := range []struct {
		encoding, in string
		set          PercentEncodeSet
		want         string
	}{
		{"shift_jis", " ", SpecialQueryPercentEncodeSet, "%20"},
		{"shift_jis", "≡", SpecialQueryPercentEncodeSet, "%81%DF"},
		{"shift_jis", "‽", SpecialQueryPercentEncodeSet, "%26%238253%3B"},
		{"iso-2022-jp", "¥", SpecialQueryPercentEncodeSet, `%1B(J\%1B(B`},
		{"shift_jis", "1+1 ≡ 2%20‽", FormURLEncodedPercentEncodeSet, "1%2B1+%81%DF+2%2520%26%238253%3B"},
		{"utf-8", "≡", UserinfoPercentEncodeSet, "%E2%89%A1"},
		{"utf-8", "‽", UserinfoPercentEncodeSet, "%E2%80%BD"},
		{"utf-8", "Say what‽", UserinfoPercentEncodeSet, "Say%20what%E2%80%BD"},
	} {
		spaceAsPlus := tt.set == FormURLEncodedPercentEncodeSet
		got, err := PercentEncodeAfterEncoding(encodingByName(t, tt.encoding), tt.in, tt.set, spaceAsPlus)
		if got != tt.want || err != nil {
			t.Errorf("%q in %s with set %#x: got %q, %v; want %q", tt.in, tt.encoding, tt.set, got, err, tt.want)
		}
	}
}

// TestPercentEncodeAfterEncodingForm has the set and the flag of the form serializer. The expected values are
// those of the reference implementation.
func TestPercentEncodeAfterEncodingForm(t *testing.T) {
	for _, tt := range []struct{ encoding, in, want string }{
		{"iso-2022-jp", "¥ ~日 '(", "%1B%28J%5C+%1B%28B%7E%1B%24BF%7C%1B%28B+%27%28"},
		{"windows-1252", "é !~*-._☃", "%E9+%21%7E*-._%26%239731%3B"},
		{"utf-8", "é !~*-._☃", "%C3%A9+%21%7E*-._%E2%98%83"},
		{"gb18030", "\uE5E5 \u3000", "%26%2358853%3B+%A1%A1"},
	} {
		got, err := PercentEncodeAfterEncoding(encodingByName(t, tt.encoding), tt.in, FormURLEncodedPercentEncodeSet, true)
		if got != tt.want || err != nil {
			t.Errorf("%q in %s: got %q, %v; want %q", tt.in, tt.encoding, got, err, tt.want)
		}
	}
}

// TestPercentEncodeAfterEncodingInvalidUTF8 checks that bytes which are not UTF-8 count as in the standard's
// UTF-8 decoder: one U+FFFD for each longest beginning of a sequence.
func TestPercentEncodeAfterEncodingInvalidUTF8(t *testing.T) {
	const in = "\xF0\x9F\x92 a\xC0\x80\xED\xA0\x80\xFF"
	for encoding, replacement := range map[string]string{
		"utf-8":        "%EF%BF%BD",
		"gb18030":      "%841%A47",
		"windows-1252": "%26%2365533%3B",
		"iso-2022-jp":  "%26%2365533%3B",
	} {
		want := replacement + "+a" + strings.Repeat(replacement, 6)
		got, err := PercentEncodeAfterEncoding(encodingByName(t, encoding), in, SpecialQueryPercentEncodeSet, true)
		if got != want || err != nil {
			t.Errorf("%s: got %q, %v; want %q", encoding, got, err, want)
		}
	}
}

func TestUTF8PercentEncodingDoesNotAllocate(t *testing.T) {
	dst := make([]byte, 0, 1000)
	for _, enc := range []encoding.Encoding{nil, unicode.UTF8} {
		if n := testing.AllocsPerRun(100, func() {
			appendPercentEncodedAfterEncoding(dst, enc, "é 日本 \xFF😀", FormURLEncodedPercentEncodeSet, true)
		}); n != 0 {
			t.Errorf("%v: %v allocations", enc, n)
		}
	}
}

// TestEncodingTablesAreNotLinked checks that only programs which name a legacy encoding link its tables.
func TestEncodingTablesAreNotLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.FieldsSeq(string(out)) {
		if strings.HasPrefix(dep, "golang.org/x/text/encoding/") && !strings.Contains(dep, "/internal") {
			t.Errorf("the package depends on %s", dep)
		}
	}
}

// BenchmarkPercentEncodeAfterEncoding encodes 1 MiB of characters, some of which the encoding does not have.
func BenchmarkPercentEncodeAfterEncoding(b *testing.B) {
	for _, name := range []string{"utf-8", "windows-1252", "big5", "gb18030", "iso-2022-jp", "shift_jis"} {
		for _, s := range []string{"a", "é", "日", "☃", "\x0E"} {
			enc, in := encodingByName(b, name), strings.Repeat(s, 1<<20/len(s))
			b.Run(name+"/"+strconv.QuoteToASCII(s), func(b *testing.B) {
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := PercentEncodeAfterEncoding(enc, in, SpecialQueryPercentEncodeSet, false); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
