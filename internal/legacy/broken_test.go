package legacy_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/legacy"
)

// A transformFunc is the Transform method of a Transformer.
type transformFunc func(dst, src []byte, atEOF bool) (nDst, nSrc int, err error)

func (f transformFunc) Reset() {}
func (f transformFunc) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	return f(dst, src, atEOF)
}

// coders is an encoding. Where a function is nil, it has no such coder.
type coders struct{ decoder, encoder transformFunc }

func (c coders) NewDecoder() *encoding.Decoder {
	if c.decoder == nil {
		return nil
	}
	return &encoding.Decoder{Transformer: c.decoder}
}

func (c coders) NewEncoder() *encoding.Encoder {
	if c.encoder == nil {
		return nil
	}
	return &encoding.Encoder{Transformer: c.encoder}
}

// hollow is an encoding whose coders have no Transformer.
type hollow struct{}

func (hollow) NewDecoder() *encoding.Decoder { return new(encoding.Decoder) }
func (hollow) NewEncoder() *encoding.Encoder { return new(encoding.Encoder) }

var errNotASCII = errors.New("not ASCII")

// questionMarks writes "?" for whatever it is given, until that begins with "!".
func questionMarks(atBang func(dst, src []byte) (nDst, nSrc int, err error)) transformFunc {
	return func(dst, src []byte, _ bool) (int, int, error) {
		i := strings.IndexByte(string(src), '!')
		switch {
		case i == 0:
			return atBang(dst, src)
		case i > 0:
			return copy(dst, "?"), i, transform.ErrShortDst
		}
		return copy(dst, "?"), len(src), nil
	}
}

// brokenTransforms break the contract of transform.Transformer, and must be stopped. A nil error is any error.
var brokenTransforms = []struct {
	name   string
	atBang func(dst, src []byte) (nDst, nSrc int, err error)
	err    error
}{
	{"wants more room without end", func(_, _ []byte) (int, int, error) { return 0, 0, transform.ErrShortDst }, transform.ErrShortDst},
	{"wants more input without end", func(_, _ []byte) (int, int, error) { return 0, 0, transform.ErrShortSrc }, transform.ErrShortSrc},
	{"does nothing", func(_, _ []byte) (int, int, error) { return 0, 0, nil }, io.ErrNoProgress},
	{"writes a byte without end", func(dst, _ []byte) (int, int, error) { return copy(dst, "!"), 0, transform.ErrShortDst }, io.ErrNoProgress},
	{"fills its room without end", func(dst, _ []byte) (int, int, error) { return len(dst), 0, transform.ErrShortDst }, io.ErrNoProgress},
	{"writes without end and is content", func(dst, _ []byte) (int, int, error) { return copy(dst, "!"), 0, nil }, io.ErrNoProgress},
	{"goes backwards", func(dst, _ []byte) (int, int, error) { return copy(dst, "!"), -1, transform.ErrShortDst }, nil},
	{"unwrites", func(_, _ []byte) (int, int, error) { return -1, 1, transform.ErrShortDst }, nil},
	{"takes more than there is", func(_, src []byte) (int, int, error) { return 0, len(src) + 1, nil }, nil},
	{"writes more than there is room for", func(dst, _ []byte) (int, int, error) { return len(dst) + 1, 1, nil }, nil},
}

// TestBrokenEncoders checks that an encoder which breaks the contract of transform.Transformer or
// encoding.Encoder is an error with the place.
func TestBrokenEncoders(t *testing.T) {
	const in = "\xF0\x9F\x92ab!cd"
	check := func(name string, encoder transformFunc, want error, offset int) {
		got, err := url.PercentEncodeAfterEncoding(coders{encoder: encoder}, in, url.SpecialQueryPercentEncodeSet, false)
		var e *url.Error
		if !errors.As(err, &e) || got != "" {
			t.Errorf("%s: got %q, %v", name, got, err)
		} else if e.Op != "PercentEncodeAfterEncoding" || e.Input != in || e.Offset != offset || want != nil && e.Err != want {
			t.Errorf("%s: got %q at %d of %q: %v", name, e.Op, e.Offset, e.Input, e.Err)
		}
	}
	for _, tt := range brokenTransforms {
		check(tt.name, questionMarks(tt.atBang), tt.err, 5)
	}
	failsLate := func(_, _ []byte) (int, int, error) { return 0, 1, errNotASCII }
	check("fails for a rune that it took", questionMarks(failsLate), errNotASCII, 6)
	check("fails at the end", func(dst, src []byte, _ bool) (int, int, error) {
		if len(src) == 0 {
			return 0, 0, errNotASCII
		}
		return copy(dst, "?"), len(src), nil
	}, errNotASCII, len(in))
	check("is nil", nil, nil, 0)
}

// TestBrokenDecoders checks that a decoder which breaks the contract of transform.Transformer is an error.
func TestBrokenDecoders(t *testing.T) {
	for _, tt := range brokenTransforms {
		d, err := legacy.NewDecoder(coders{decoder: questionMarks(tt.atBang)})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := d.Decode([]byte("ab")); got != "?" || err != nil {
			t.Errorf("%s: got %q, %v", tt.name, got, err)
		}
		got, err := d.Decode([]byte("ab!cd"))
		if err == nil || tt.err != nil && err != tt.err {
			t.Errorf("%s: got %q, %v", tt.name, got, err)
		}
	}
}

func TestMissingCoders(t *testing.T) {
	for _, enc := range []encoding.Encoding{hollow{}, coders{}} {
		if d, err := legacy.NewDecoder(enc); d != nil || err == nil {
			t.Errorf("%T: got %v, %v", enc, d, err)
		}
		if e, err := legacy.NewEncoder(enc); e != nil || err == nil {
			t.Errorf("%T: got %v, %v", enc, e, err)
		}
	}
	// One coder works without the other.
	sjis := japanese.ShiftJIS
	d, err := legacy.NewDecoder(coders{decoder: sjis.NewDecoder().Transform})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := d.Decode([]byte("\x82\xA0")); got != "あ" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got := percentEncode(t, coders{encoder: sjis.NewEncoder().Transform}, "あ\u0081"); got != "%82%A0%26%23129%3B" {
		t.Errorf("got %q", got)
	}
	if got := percentEncode(t, coders{encoder: charmap.Windows1252.NewEncoder().Transform}, "\u0081"); got != "%26%23129%3B" {
		t.Errorf("got %q", got)
	}
	for _, enc := range []encoding.Encoding{nil, coders{decoder: unicode.UTF8.NewDecoder().Transform}} {
		if d, err := legacy.NewDecoder(enc); d != nil || err != nil {
			t.Errorf("got %v, %v", d, err)
		}
	}
}

// TestDroppedRunes checks that an encoder may write nothing for a rune.
func TestDroppedRunes(t *testing.T) {
	ascii := func(dst, src []byte, _ bool) (nDst, nSrc int, err error) {
		if string(src) > "~" {
			return 0, len(src), nil
		}
		return copy(dst, src), len(src), nil
	}
	if got := percentEncode(t, coders{encoder: ascii}, "aéb"); got != "ab" {
		t.Errorf("got %q, want ab", got)
	}
}

// TestLongOutput checks that an encoding may write much for little input.
func TestLongOutput(t *testing.T) {
	const n = 5000
	expand := func() transformFunc {
		written := 0
		return func(dst, src []byte, _ bool) (nDst, nSrc int, err error) {
			for ; string(src) == "a" && written < n; written++ {
				if nDst == len(dst) {
					return nDst, 0, transform.ErrShortDst
				}
				dst[nDst] = 'x'
				nDst++
			}
			return nDst, len(src), nil
		}
	}
	want := strings.Repeat("x", n)
	if got := percentEncode(t, coders{encoder: expand()}, "a"); got != want {
		t.Errorf("%d bytes are written, want %d", len(got), n)
	}
	d, err := legacy.NewDecoder(coders{decoder: expand()})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := d.Decode([]byte("a")); got != want || err != nil {
		t.Errorf("%d bytes are written, want %d; %v", len(got), n, err)
	}
}
