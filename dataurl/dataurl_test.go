package dataurl

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/internal/mediatype"
	"github.com/weburl-go/url/internal/vectors"
)

// The vectors are those of web-platform-tests: data-urls.json, base64.json, mime-types.json and generated-mime-types.json.
// FETCH_DIR is the folder with them.

// readVectors calls do for each of at least so many vectors.
func readVectors(t *testing.T, name string, least int, do func(t *testing.T, vector json.RawMessage)) {
	t.Helper()
	for _, vector := range vectors.Decode[json.RawMessage](t, vectors.Read(t, "FETCH_DIR", name), least) {
		do(t, vector)
	}
}

// unmarshal fails the test if data is not what the pointers point to, in this order.
func unmarshal(t *testing.T, data []byte, pointers ...any) {
	t.Helper()
	if err := json.Unmarshal(data, &pointers); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}

// toBytes converts a list of numbers, which encoding/json does not read as bytes.
func toBytes(numbers []uint16) []byte {
	b := []byte{}
	for _, n := range numbers {
		b = append(b, byte(n))
	}
	return b
}

func TestDataURLVectors(t *testing.T) {
	readVectors(t, "data-urls.json", 78, func(t *testing.T, vector json.RawMessage) {
		var rawURL string
		var mediaType *string
		var body []uint16
		unmarshal(t, vector, &rawURL, &mediaType, &body)
		u, err := url.Parse(rawURL)
		var got Data
		if err == nil {
			got, err = Parse(u)
		}
		switch {
		case mediaType == nil && err == nil:
			t.Errorf("%s: %+v, want an error", rawURL, got)
		case mediaType == nil:
		case err != nil || got.MediaType != *mediaType || !bytes.Equal(got.Body, toBytes(body)):
			t.Errorf("%s: %+v, %v, want %s, %d", rawURL, got, err, *mediaType, body)
		}
	})
}

func TestBase64Vectors(t *testing.T) {
	readVectors(t, "base64.json", 80, func(t *testing.T, vector json.RawMessage) {
		var text string
		var body []uint16
		unmarshal(t, vector, &text, &body)
		for _, s := range []string{text, url.PercentEncode(text, url.ComponentPercentEncodeSet), percentEncodeAll(text)} {
			switch got, ok := decodeBase64(s); {
			case ok != (body != nil):
				t.Errorf("%q: %t", s, ok)
			case ok && !bytes.Equal(got, toBytes(body)):
				t.Errorf("%q: %d, want %d", s, got, body)
			}
		}
	})
}

func percentEncodeAll(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte('%')
		b.WriteByte("0123456789ABCDEF"[s[i]>>4])
		b.WriteByte("0123456789abcdef"[s[i]&15])
	}
	return b.String()
}

func TestMediaTypeVectors(t *testing.T) {
	for name, least := range map[string]int{"mime-types.json": 74, "generated-mime-types.json": 881} {
		readVectors(t, name, least, func(t *testing.T, vector json.RawMessage) {
			var v struct {
				Input  string
				Output *string
			}
			if err := json.Unmarshal(vector, &v); err != nil {
				t.Fatal(err)
			}
			got, ok := mediatype.Serialize(v.Input)
			if ok != (v.Output != nil) || ok && got != *v.Output {
				t.Errorf("%q: %q, %t, want %v", v.Input, got, ok, vector)
			}
			checkNew(t, v.Input, v.Output)
		})
	}
}

// checkNew checks that New refuses what is not a media type, and that Parse gives back what New takes.
func checkNew(t *testing.T, mediaType string, want *string) {
	body := []byte("\x00%#\xFF")
	u, err := New(mediaType, body)
	switch {
	case err == nil:
		got, err := Parse(u)
		if err != nil || want == nil || got.MediaType != *want || !bytes.Equal(got.Body, body) {
			t.Errorf("New(%q): %s, %+v, %v", mediaType, u, got, err)
		}
	case err != ErrMediaType || want != nil && !strings.ContainsAny(*want, ",#?\t\n\r") && isPrintableASCII(*want):
		t.Errorf("New(%q): %v", mediaType, err)
	}
}

func isPrintableASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

func TestParse(t *testing.T) {
	const usASCII = "text/plain;charset=US-ASCII"
	for _, test := range []struct {
		rawURL, mediaType, body string
		err                     error
	}{
		{"https://example.com/,a", "", "", ErrNotDataURL},
		{"DATA:,a", usASCII, "a", nil},
		{"data:a", "", "", ErrNoComma},
		{"data:a#,", "", "", ErrNoComma},
		{"data:,a#b,c", usASCII, "a", nil},
		{"data:,a,b", usASCII, "a,b", nil},
		{"data:,a?b", usASCII, "a?b", nil},
		{"data:?,a", usASCII, "a", nil},
		{"data:,%41%4%zz%%41%", usASCII, "A%4%zz%A%", nil},
		{"data:;base64;x,QQ", "text/plain", "QQ", nil},
		{"data:image/png;base64;x,QQ", "image/png", "QQ", nil},
		{"data:image/png;base64,Q", "", "", ErrBase64},
		{"data:;base64,QUI=", usASCII, "AB", nil},
		{"data:;base64,QUI==", "", "", ErrBase64},
		{"data:;base64,QQ=", "", "", ErrBase64},
		{"data:;base64,QUJD=", "", "", ErrBase64},
		{"data:;base64,QUJD====", "", "", ErrBase64},
		{"data:image/png;x=1;BASE64,QQ==", "image/png;x=1", "A", nil},
		{"data:;  base64,Q Q%20%3D%3d", usASCII, "A", nil},
		{"data:base64,QQ", usASCII, "QQ", nil},
		{"data:;base65,QQ", "text/plain", "QQ", nil},                     // only "base64" after a semicolon and spaces says so
		{"data:image/xbase64,QQ", "image/xbase64", "QQ", nil},            // without a semicolon, it is a part of the type
		{"data:image/png;a=\"b\"c=d;e=f,", "image/png;a=b;e=f", "", nil}, // nothing counts between a quoted string and the next semicolon
		{"data:image/svg+xml,<svg/>", "image/svg+xml", "<svg/>", nil},
		{"data:x/y;a=1;A=2;b=\"\\\"\";c=,", `x/y;a=1;b="\""`, "", nil},
	} {
		u, err := url.Parse(test.rawURL)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Parse(u)
		if err != test.err || got.MediaType != test.mediaType || string(got.Body) != test.body || (err == nil) != (got.Body != nil) {
			t.Errorf("%s: %+v, %v", test.rawURL, got, err)
		}
	}
	if _, err := Parse(url.URL{}); err != ErrNotDataURL {
		t.Error(err)
	}
}

func TestEssence(t *testing.T) {
	for mediaType, want := range map[string]string{"": "", "image/png": "image/png", "image/png;charset=utf-8": "image/png", "text/plain;charset=US-ASCII": "text/plain"} {
		if got := (Data{MediaType: mediaType}).Essence(); got != want {
			t.Errorf("%q: %q", mediaType, got)
		}
	}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		mediaType, want string
		err             error
	}{
		{"image/png", "data:image/png;base64,AAH/", nil},
		{" Text/HTML ; Charset=UTF-8;x ", "data:text/html;charset=UTF-8;base64,AAH/", nil},
		{`a/b;c="d e"`, `data:a/b;c="d e";base64,AAH/`, nil},
		{`a/b;c=";base64"`, `data:a/b;c=";base64";base64,AAH/`, nil},
		{`a/b;c=%41`, `data:a/b;c=%41;base64,AAH/`, nil},
		{"", "", ErrMediaType},
		{"png", "", ErrMediaType},
		{"image/", "", ErrMediaType},
		{";base64", "", ErrMediaType},
		{"a#b/c", "", ErrMediaType},
		{`a/b;c="1,2"`, "", ErrMediaType},
		{`a/b;c="?"`, "", ErrMediaType},
		{`a/b;c="é"`, "", ErrMediaType},
		{"a/b;c=\"d\te\"", "", ErrMediaType},
	} {
		u, err := New(test.mediaType, []byte{0, 1, 0xFF})
		if err != test.err || u.Href() != test.want {
			t.Errorf("%q: %s, %v", test.mediaType, u, err)
		}
	}
}

// TestParseAllocations checks that the body is all that is allocated for a URL that needs no repairs.
func TestParseAllocations(t *testing.T) {
	text := strings.Repeat("abcd", 1<<16)
	for _, before := range []string{"data:,", "data:image/png;base64,", "data:text/plain;charset=US-ASCII,", "data:text/plain;charset=utf-8;base64,"} {
		for _, encoded := range []string{text, percentEncodeAll(text)} {
			u := url.MustParse(before + encoded)
			if n := testing.AllocsPerRun(10, func() { Parse(u) }); n != 1 {
				t.Errorf("%s%.3s: %v allocations", before, encoded, n)
			}
			data, err := Parse(u)
			if least := len(text) / 4 * 3; err != nil || len(data.Body) < least || cap(data.Body) > len(text)+64 || len(data.Body)+8<<10 < cap(data.Body) {
				t.Errorf("%s%.3s: %d bytes, room for %d, %v", before, encoded, len(data.Body), cap(data.Body), err)
			}
		}
	}
}

// attacks are the uses of the package for hostile strings.
var attacks = map[string]hostile.Use{
	"Data.Essence(d)":          hostile.Reading(func(s string) { _ = Data{MediaType: s}.Essence() }),
	"Parse(u)":                 hostile.OnURL(parsed, func(u url.URL) { Parse(u) }),
	"New(mediaType)":           hostile.Reading(func(s string) { New(strings.TrimPrefix(s, "data:"), nil) }),
	"New(body)":                hostile.Reading(func(s string) { New("image/png", []byte(s)) }),
	"New(mediaType) in quotes": hostile.Reading(func(s string) { New(`a/b;c="`+s, nil) }),
}

var parsed = hostile.Remembering(func(s string) url.URL { u, _ := url.Parse(s); return u })

// shapes are data: URLs that are hard to read.
var shapes = hostile.Shapes{
	"text":                  hostile.Repeated("data:,", "a", ""),
	"percent signs":         hostile.Repeated("data:,", "%", ""),
	"encoded":               hostile.Repeated("data:,", "%41", ""),
	"commas":                hostile.Repeated("data:", ",", ""),
	"base64":                hostile.Repeated("data:;base64,", "QUJD", ""),
	"base64, encoded":       hostile.Repeated("data:;base64,", "%51", ""),
	"base64, spaces":        hostile.Repeated("data:;base64,", "Q%20 ", ""),
	"base64, padding":       hostile.Repeated("data:;base64,", "=", ""),
	"spaces before base64":  hostile.Repeated("data:;", " ", "base64,"),
	"semicolons":            hostile.Repeated("data:a/b", ";", ","),
	"parameters":            hostile.Repeated("data:a/b", ";c=d", ","),
	"parameters, each once": func(n int) string { return "data:a/b" + names(n) + "," },
	"names":                 hostile.Repeated("data:a/b", ";c", ","),
	"a long name":           hostile.Repeated("data:a/b;", "C", "=d,"),
	"a long value":          hostile.Repeated("data:a/b;c=", "D", ","),
	"quotes":                hostile.Repeated("data:a/b;c=", `"`, ","),
	"an open quote":         hostile.Repeated(`data:a/b;c="`, `d;`, ","),
	"backslashes":           hostile.Repeated(`data:a/b;c="`, `\`, ","),
	"escaped quotes":        hostile.Repeated(`data:a/b;c="`, `\"`, ","),
	"slashes":               hostile.Repeated("data:", "/", ","),
	"equals":                hostile.Repeated("data:a/b;", "=", ","),
	"spaces":                hostile.Repeated("data:a/b;", " ", ","),
	"no comma":              hostile.Repeated("data:", "a", ""),
}

// names returns parameters with different names, n bytes in all.
func names(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(";x" + strings.ToLower(base64.RawURLEncoding.EncodeToString([]byte{byte(i >> 16), byte(i >> 8), byte(i)})) + "=y")
	}
	return b.String()
}

func TestAttacks(t *testing.T) { hostile.CheckComplete(t, attacks, nil) }

// TestGrowth checks that time and memory grow linearly. Only this test states how much memory.
func TestGrowth(t *testing.T) {
	most := func(name, shape string) float64 { return 40 }
	hostile.Check(t, shapes, attacks, most)
	hostile.Check(t, hostile.URLs, attacks, most)
}

func TestZeroValues(t *testing.T) { hostile.CallZeros(t, new(Data)) }

func FuzzDataURL(f *testing.F) {
	for _, s := range []string{"data:,%41#b", "data:image/png;base64,Q%51= =", "data:;a=\"\\\"\";base64,", "data:a/b;c=d;C=e,f", "data:x", "data:;base64;,QQ"} {
		f.Add(s, []byte(s))
	}
	f.Fuzz(func(t *testing.T, s string, body []byte) {
		u, err := url.Parse(s)
		if err == nil {
			fuzzParse(t, u)
		}
		made, err := New(s, body)
		if err != nil {
			if !errors.Is(err, ErrMediaType) {
				t.Error(err)
			}
			return
		}
		data, err := Parse(made)
		if err != nil || !bytes.Equal(data.Body, body) {
			t.Errorf("New(%q, %q): %s, %+v, %v", s, body, made, data, err)
		}
		if again, err := New(data.MediaType, body); err != nil || again != made {
			t.Errorf("New(%q) again: %s, %v, want %s", data.MediaType, again, err, made)
		}
	})
}

// fuzzParse compares the body with what package base64 and PercentDecode make of it.
func fuzzParse(t *testing.T, u url.URL) {
	data, err := Parse(u)
	if err != nil {
		return
	}
	before, encoded, _ := strings.Cut(u.WithoutFragment().Href(), ",")
	want := url.PercentDecode(encoded)
	if strings.HasSuffix(strings.ToLower(strings.TrimRight(before, " ")), ";base64") {
		want = strings.TrimRight(strings.Map(dropWhitespace, want), "=")
		if decoded, err := base64.RawStdEncoding.DecodeString(want); err != nil || !bytes.Equal(decoded, data.Body) {
			t.Errorf("%s: %q, want %q, %v", u, data.Body, decoded, err)
		}
	} else if !strings.Contains(strings.ToLower(before), "base64") && string(data.Body) != want {
		t.Errorf("%s: %q, want %q", u, data.Body, want)
	}
	if again, ok := mediatype.Serialize(data.MediaType); !ok || again != data.MediaType {
		t.Errorf("%s: the media type %q is %q, %t", u, data.MediaType, again, ok)
	}
}

func dropWhitespace(r rune) rune {
	if strings.ContainsRune("\t\n\f\r ", r) {
		return -1
	}
	return r
}

func BenchmarkParse(b *testing.B) {
	u := url.MustParse("data:image/png;base64," + strings.Repeat("iVBORw0K", 1<<14))
	b.SetBytes(int64(len(u.Href())))
	b.ReportAllocs()
	for b.Loop() {
		Parse(u)
	}
}
