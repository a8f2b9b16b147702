package beamurl

import (
	"bytes"
	"fmt"
	"io"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/weburl-go/url"
)

// urlType is the type of the elements that [Parse] makes.
var urlType = reflect.TypeFor[url.URL]()

// Beam sends elements from worker to worker, and it compares keys, by their encoded bytes. It encodes a struct by its
// exported fields, and a URL has none. So a program that carries URLs through Beam must register these coders. It does
// so by importing this package.
func init() {
	beam.RegisterCoder(urlType, encodeURL, decodeURL)
	coder.RegisterDeterministicCoder(urlType, encodeURL, decodeURL) // allows a URL as the key of a state
	beam.RegisterSchemaProvider(urlType, urlSchema{})
	beam.RegisterCoder(reflect.PointerTo(urlType), encodePointer, decodePointer)
}

// encodeURL returns the href. Equal URLs have equal hrefs, as Beam demands of a key.
func encodeURL(u url.URL) []byte { return []byte(u.Href()) }

// decodeURL returns the URL with the given href, or the zero URL for "".
func decodeURL(href []byte) (u url.URL, err error) {
	err = u.UnmarshalText(href)
	return u, err
}

// encodePointer returns "u" followed by the href, or nil if p is nil. The "u" distinguishes the zero URL, whose href is
// empty, from nil.
func encodePointer(p *url.URL) []byte {
	if p == nil {
		return nil
	}
	return append([]byte("u"), p.Href()...)
}

// decodePointer returns a pointer to the encoded URL, or nil if encoded is empty.
func decodePointer(encoded []byte) (*url.URL, error) {
	if len(encoded) == 0 {
		return nil, nil
	}
	u, err := decodeURL(encoded[1:])
	return &u, err
}

// urlRow is how a URL is encoded as a field of a struct: Beam's row with one field.
type urlRow struct{ Href string }

var urlRowType = reflect.TypeFor[urlRow]()

// urlSchema encodes a URL that is a field of a struct. It implements [beam.SchemaProvider].
type urlSchema struct{}

func (urlSchema) FromLogicalType(reflect.Type) (reflect.Type, error) { return urlRowType, nil }

func (urlSchema) BuildEncoder(reflect.Type) (func(any, io.Writer) error, error) {
	encode, err := coder.RowEncoderForStruct(urlRowType)
	if err != nil {
		return nil, err
	}
	return func(v any, w io.Writer) error { return encode(urlRow{v.(url.URL).Href()}, w) }, nil
}

func (urlSchema) BuildDecoder(reflect.Type) (func(io.Reader) (any, error), error) {
	decode, err := coder.RowDecoderForStruct(urlRowType)
	if err != nil {
		return nil, err
	}
	return func(r io.Reader) (any, error) {
		row, err := decode(r)
		if err != nil {
			return nil, err
		}
		return decodeURL([]byte(row.(urlRow).Href))
	}, nil
}

// probe is a URL with all components.
var probe = url.MustParse("https://user:pass@example.com:8080/path?query#fragment")

// mustEncodeURLs panics unless a URL survives the coder that Beam has for it. A program can replace a registered coder,
// and a bad one would not fail: it would make URLs equal that are not.
func mustEncodeURLs() {
	if got, err := carried(probe); err != nil || got != probe {
		panic(fmt.Sprintf("beamurl: the coder that is registered for %v turns %s into %q, %v", urlType, probe, got, err))
	}
}

// carried returns what another worker would get for u.
func carried(u url.URL) (url.URL, error) {
	var encoded bytes.Buffer
	if err := beam.NewElementEncoder(urlType).Encode(u, &encoded); err != nil {
		return url.URL{}, err
	}
	got, err := beam.NewElementDecoder(urlType).Decode(&encoded)
	if err != nil {
		return url.URL{}, err
	}
	return got.(url.URL), nil
}
