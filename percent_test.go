package url

import (
	"testing"

	"github.com/weburl-go/url/internal/spec"
)

// TestDecodeScalarValue compares, for all beginnings of sequences that are well-formed or nearly so, what is
// replaced by one U+FFFD with the reference's decoder.
func TestDecodeScalarValue(t *testing.T) {
	edges := []byte{0x00, 'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF4, 0xFF}
	for first := range 256 {
		for _, second := range edges {
			for _, third := range edges {
				for _, fourth := range edges {
					s := string([]byte{byte(first), second, third, fourth})
					for end := 1; end <= len(s); end++ {
						got := ""
						for rest := s[:end]; rest != ""; {
							r, size := decodeScalarValue(rest)
							got += string(r)
							rest = rest[size:]
						}
						if want := spec.ScalarValueString(s[:end]); got != want || toScalarValues(s[:end]) != want {
							t.Fatalf("%q: %q and %q, want %q", s[:end], got, toScalarValues(s[:end]), want)
						}
					}
				}
			}
		}
	}
}

// TestPercentEncodedLen checks the length for which room is made.
func TestPercentEncodedLen(t *testing.T) {
	for _, s := range []string{"", "a", "a b", "\u00e9\u20ac\U0001F600", "\xff\x80\xe2\x82a", "%\x00\x7f"} {
		for set := C0ControlPercentEncodeSet; set != 0; set <<= 1 {
			if got, want := percentEncodedLen(s, set), len(appendPercentEncoded(nil, s, set)); got != want {
				t.Errorf("%q with set %d: %d, want %d", s, set, got, want)
			}
		}
	}
}
