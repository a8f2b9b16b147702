package beamurl

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"

	"github.com/weburl-go/url"
)

// TestReplacedCoder checks that no pipeline can be built while the coder for URLs is a bad one.
func TestReplacedCoder(t *testing.T) {
	register := func(encode func(url.URL) []byte, decode func([]byte) (url.URL, error)) {
		coder.RegisterCoder(urlType, encode, decode)
	}
	defer register(encodeURL, decodeURL)
	p, s := beam.NewPipelineWithRoot()
	urls, _ := Parse(s, beam.Create(s, "x:"))

	register(func(url.URL) []byte { return nil }, decodeURL)
	for name, build := range map[string]func(){
		"Parse":    func() { Parse(s, beam.Create(s, "x:")) },
		"Sites":    func() { Sites(s, urls) },
		"Distinct": func() { Distinct(s, urls) },
	} {
		if message := panics(build); !strings.Contains(message, "url.URL") {
			t.Errorf("%s with a coder that drops URLs: got the panic %q", name, message)
		}
	}
	register(encodeURL, func([]byte) (url.URL, error) { return url.URL{}, io.ErrUnexpectedEOF })
	if message := panics(func() { Sites(s, urls) }); !strings.Contains(message, io.ErrUnexpectedEOF.Error()) {
		t.Errorf("a coder that fails: got the panic %q", message)
	}
	if _, _, err := p.Build(); err != nil {
		t.Errorf("what was built with the good coder: %v", err)
	}
}

// TestDistinctOfOthers checks that Distinct takes only URLs, as its documentation says.
func TestDistinctOfOthers(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	message := panics(func() { Distinct(s, beam.Create(s, 1, 2)) })
	if !strings.Contains(message, "PCollection<int>") {
		t.Errorf("got the panic %q", message)
	}
}

// panics returns the message with which f panics, or "".
func panics(f func()) (message string) {
	defer func() {
		if v := recover(); v != nil {
			message = v.(string)
		}
	}()
	f()
	return ""
}

// TestDeterministicCoder checks that a URL may be the key of a state, which Beam allows for few types.
func TestDeterministicCoder(t *testing.T) {
	if !beam.NewCoder(typex.New(urlType)).IsDeterministic() {
		t.Error("Beam takes the coder for one that is not deterministic")
	}
}

// FuzzCoder checks that every URL survives the coder, alone, behind a pointer and in a struct, and that what is not an
// encoded URL is an error.
func FuzzCoder(f *testing.F) {
	for _, s := range []string{"", "x:", "https://user:pass@h:1/p?q#f", "file:///C:/", "http://[::1]/", "x:/.//p", "http://\xFF/", "data:,a b"} {
		f.Add(s)
	}
	type row struct {
		U url.URL
		P *url.URL
	}
	rowType := reflect.TypeFor[row]()
	f.Fuzz(func(t *testing.T, s string) {
		u, err := url.Parse(s)
		if got, decodeErr := decodeURL([]byte(s)); s != "" && (got != u || (decodeErr == nil) != (err == nil)) {
			t.Errorf("%q decodes to %q, %v; it parses to %q, %v", s, got, decodeErr, u, err)
		}
		if got, err := carried(u); got != u || err != nil {
			t.Errorf("%q became %q, %v", u, got, err)
		}
		if got, err := decodePointer(encodePointer(&u)); err != nil || *got != u {
			t.Errorf("a pointer to %q became %q, %v", u, got, err)
		}
		var encoded strings.Builder
		if err := beam.NewElementEncoder(rowType).Encode(row{u, &u}, &encoded); err != nil {
			t.Fatal(err)
		}
		got, err := beam.NewElementDecoder(rowType).Decode(strings.NewReader(encoded.String()))
		if err != nil || got.(row).U != u || *got.(row).P != u {
			t.Errorf("%q in a struct became %v, %v", u, got, err)
		}
	})
}
