package legacy_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/weburl-go/url/internal/legacy"
)

// decoderDigests holds the beginning of an SHA-256 digest for every encoding of the standard but UTF-8, UTF-16
// and replacement. It is over what all bytes decode to. If there are prefixes, it is over what all sequences of
// two bytes decode to, alone and after each prefix. A byte 0xFF follows each string.
//
// The values are those of another implementation of the standard, @exodus/bytes 1.16.0.
var decoderDigests = []struct {
	name, digest string
	prefixes     []string
}{
	{"ibm866", "3a37bccb44437a1b", nil},
	{"iso-8859-2", "53f1da832ec9f5f6", nil},
	{"iso-8859-3", "79686e53eeed85e5", nil},
	{"iso-8859-4", "3c46a682d817bb9a", nil},
	{"iso-8859-5", "7d51014473b25daf", nil},
	{"iso-8859-6", "c8897208f337a74f", nil},
	{"iso-8859-7", "d37ed319e13cff6e", nil},
	{"iso-8859-8", "f1b67ee1e0dc51df", nil},
	{"iso-8859-8-i", "f1b67ee1e0dc51df", nil},
	{"iso-8859-10", "f3fa4cfaab691b0f", nil},
	{"iso-8859-13", "2797784af53d0b25", nil},
	{"iso-8859-14", "224f9cdde7e44b80", nil},
	{"iso-8859-15", "a147e02800703a68", nil},
	{"iso-8859-16", "cbee217882090038", nil},
	{"koi8-r", "165988fd106370a3", nil},
	{"koi8-u", "d54d3aa9f45e84cb", nil},
	{"macintosh", "483237530ba51ed6", nil},
	{"windows-874", "53b50da80a5be547", nil},
	{"windows-1250", "f1277769b68f3972", nil},
	{"windows-1251", "56b9845b7ecbb0f3", nil},
	{"windows-1252", "12240f5a934e345c", nil},
	{"windows-1253", "66337a2f0c9e83dd", nil},
	{"windows-1254", "b0e9b047da08deb9", nil},
	{"windows-1255", "2816b4c22c9776cd", nil},
	{"windows-1256", "f3e81b3bf11b7f28", nil},
	{"windows-1257", "b9471ed6698ef8f8", nil},
	{"windows-1258", "ba46cd77ee63c402", nil},
	{"x-mac-cyrillic", "c5a6caf3dfc59511", nil},
	{"gbk", "45c0f7b12f6ff7f5", []string{"\x81", "\x81\x35", "\x90\x30"}},
	{"gb18030", "45c0f7b12f6ff7f5", []string{"\x81", "\x81\x35", "\x90\x30"}},
	{"big5", "d05245ccc1d17317", []string{"\x88"}},
	{"euc-jp", "3b85c55e04e29609", []string{"\x8E", "\x8F"}},
	{"iso-2022-jp", "5c78c4594f0f8c82", []string{"\x1B", "\x1B(B", "\x1B(J", "\x1B(I", "\x1B$B", "\x1B$@", "\x1B$B0"}},
	{"shift_jis", "c3e73c8309492c6b", []string{"\xF0"}},
	{"euc-kr", "c63ca4ff5cb96953", []string{"\x81"}},
	{"x-user-defined", "2e3e0b01c942b5df", nil},
}

func newDecoder(t *testing.T, name string) *legacy.Decoder {
	d, err := legacy.NewDecoder(encodingOf(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func decode(t *testing.T, d *legacy.Decoder, src ...byte) string {
	decoded, err := d.Decode(src)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func TestDecoders(t *testing.T) {
	for _, tt := range decoderDigests {
		d := newDecoder(t, tt.name)
		digest := sha256.New()
		write := func(src ...byte) { digest.Write(append([]byte(decode(t, d, src...)), 0xFF)) }
		if tt.prefixes == nil {
			for i := range 1 << 8 {
				write(byte(i))
			}
		} else {
			for _, prefix := range append([]string{""}, tt.prefixes...) {
				for i := range 1 << 16 {
					write(append([]byte(prefix), byte(i>>8), byte(i))...)
				}
			}
		}
		if got := hex.EncodeToString(digest.Sum(nil)[:8]); got != tt.digest {
			t.Errorf("the decoder of %s has the digest %s, want %s", tt.name, got, tt.digest)
		}
	}
}

// TestGBFourBytes decodes all sequences of four bytes in ascending order, each followed by U+000A. The digest
// is over the result, and has the source of decoderDigests.
func TestGBFourBytes(t *testing.T) {
	const want = "165c290fa0ca6ddcc07bec5f91ee702cd0fa7af17c58e91162c8eacd1425b6e2"
	for _, name := range []string{"gbk", "gb18030"} {
		d := newDecoder(t, name)
		digest := sha256.New()
		for first := byte(0x81); first <= 0xFE; first++ {
			var src []byte
			for second := byte('0'); second <= '9'; second++ {
				for third := byte(0x81); third <= 0xFE; third++ {
					for fourth := byte('0'); fourth <= '9'; fourth++ {
						src = append(src, first, second, third, fourth, '\n')
					}
				}
			}
			digest.Write([]byte(decode(t, d, src...)))
		}
		if got := hex.EncodeToString(digest.Sum(nil)); got != want {
			t.Errorf("the digest of %s is %s, want %s", name, got, want)
		}
	}
}
