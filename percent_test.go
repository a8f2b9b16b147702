package url

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/race"
	"github.com/weburl-go/url/internal/spec"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
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
	if got, err := PercentEncodeAfterEncoding(nil, "a b", C0ControlPercentEncodeSet, true); got != "a+b" || err != nil {
		t.Errorf("spaceAsPlus, with a set that lacks the space: got %q, %v", got, err)
	}
}

// TestPercentEncodeAfterEncodingForm has the set and the flag of the form serializer. The expected values are those of
// the reference implementation.
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

// TestPercentEncodeAfterEncodingInvalidUTF8 checks that bytes which are not UTF-8 count as in the standard's UTF-8
// decoder: one U+FFFD for each longest beginning of a sequence.
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

// See also FuzzPercent.
func TestPercentDecode(t *testing.T) {
	for _, s := range []string{
		"", "a", "100%", "%4", "%zz", "%", "%%41", "%41%", "a%41b", "%e2%82%ac", "%FF", "\xFF", "\xFF%FF", "é", "a+b", "%00", strings.Repeat("%41x", 1000),
	} {
		if got, want := PercentDecode(s), spec.PercentDecode([]byte(spec.ScalarValueString(s))); !bytes.Equal([]byte(got), want) {
			t.Errorf("PercentDecode(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestDecodeScalarValue compares the decoder with the one of the transcription, for sequences of up to four bytes at
// the edges of what is well-formed.
func TestDecodeScalarValue(t *testing.T) {
	t.Parallel()
	race.SkipSlow(t)
	edges := []byte{0x00, 'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF4, 0xFF}
	check := func(b ...byte) {
		s, got := string(b), ""
		for rest := s; rest != ""; {
			r, size := infra.DecodeScalarValue(rest)
			got += string(r)
			rest = rest[size:]
		}
		if want := spec.ScalarValueString(s); got != want || infra.ToScalarValues(s) != want {
			t.Fatalf("%q: %q and %q, want %q", s, got, infra.ToScalarValues(s), want)
		}
	}
	for first := range 256 {
		first := byte(first)
		check(first)
		for _, second := range edges {
			check(first, second)
			for _, third := range edges {
				check(first, second, third)
				if first < 0xC0 {
					continue // it is a character or an error by itself
				}
				for _, fourth := range edges {
					check(first, second, third, fourth)
				}
			}
		}
	}
}

// TestPercentEncodeBytes checks that bytes which are not UTF-8 come back from decoding.
func TestPercentEncodeBytes(t *testing.T) {
	for s, want := range map[string]string{"\xff": "%FF", "a\xe2\x82 é": "a%E2%82%20%C3%A9", "\xed\xa0\x80": "%ED%A0%80", "\x00~": "%00~"} {
		got := PercentEncode(s, ComponentPercentEncodeSet)
		if got != want || PercentDecode(got) != s {
			t.Errorf("%q: %q, %q, want %q", s, got, PercentDecode(got), want)
		}
		if got := PercentEncode(s, 0); got != s {
			t.Errorf("%q with the empty set: %q", s, got)
		}
	}
}

// TestRFC3986PercentEncodeSet checks the set against the definition of "unreserved",
// https://www.rfc-editor.org/rfc/rfc3986#section-2.3.
func TestRFC3986PercentEncodeSet(t *testing.T) {
	const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	if got := PercentEncode(unreserved, RFC3986PercentEncodeSet); got != unreserved {
		t.Error(got)
	}
	for b := range 256 {
		s := string([]byte{byte(b)})
		if want := fmt.Sprintf("%%%02X", b); !strings.Contains(unreserved, s) && PercentEncode(s, RFC3986PercentEncodeSet) != want {
			t.Errorf("%s: %s", want, PercentEncode(s, RFC3986PercentEncodeSet))
		}
	}
}

// TestPercentEncodedLen checks the length that is computed before encoding.
func TestPercentEncodedLen(t *testing.T) {
	for _, s := range []string{"", "a", "a b", "\u00e9\u20ac\U0001F600", "\xff\x80\xe2\x82a", "%\x00\x7f"} {
		for set := C0ControlPercentEncodeSet; set != 0; set <<= 1 {
			if got, want := percentEncodedLen(s, set), len(appendPercentEncoded(nil, s, set, false)); got != want {
				t.Errorf("%q with set %d: %d, want %d", s, set, got, want)
			}
		}
	}
}

func TestEmptySet(t *testing.T) {
	for _, r := range "\x00a\u00e9" {
		if PercentEncodeSet(0).Contains(r) {
			t.Errorf("the empty set contains %q", r)
		}
	}
}

// TestPercentEncodeSetsOfComponents checks that the parser percent-encodes in each component what package infra says.
func TestPercentEncodeSetsOfComponents(t *testing.T) {
	for _, c := range []struct {
		prefix string
		set    uint32
		ends   string // what is a delimiter or a slash there
	}{
		{"http://h/", infra.SetOfPath(false), `/\?#`},
		{"foo://h/", infra.SetOfPath(false), "/?#"},
		{"foo:x", infra.SetOfPath(true), "/?#"},
		{"http://h/?", infra.SetOfQuery(true), "#"},
		{"foo://h/?", infra.SetOfQuery(false), "#"},
	} {
		for r := ' '; r <= 0xFF; r++ {
			if strings.ContainsRune(c.ends, r) {
				continue
			}
			want, set := c.prefix+string(r), PercentEncodeSet(c.set)
			if set.Contains(r) {
				want = c.prefix + PercentEncode(string(r), FormURLEncodedPercentEncodeSet)
			}
			if u, err := Parse(c.prefix + string(r) + "x"); err != nil || u.Href() != want+"x" {
				t.Errorf("%q after %q: %s, %v, want %sx", r, c.prefix, u, err, want)
			}
		}
	}
}
