package integration

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// A server signs links. Mail programs add parameters to them (utm_*), and a cleaner takes these out again. All other
// parameters keep their bytes, so the signature stays valid.

const signature = "signature"

// cleanLink removes what campaigns add to links.
func cleanLink(u url.URL) url.URL {
	return u.EditQuery(func(name, value string) (string, bool) {
		return value, !strings.HasPrefix(name, "utm_") && name != "fbclid"
	})
}

// signLink appends the signature of a link that does not have one.
func signLink(u url.URL, key []byte) url.URL {
	signed := u.AppendQuery(signature, "") // u as verifyLink will see it: an empty query becomes null, and "a&" becomes "a"
	return u.AppendQuery(signature, hex.EncodeToString(sum(signed, key)))
}

func verifyLink(u url.URL, key []byte) bool {
	value, _ := u.QueryValue(signature)
	got, err := hex.DecodeString(value)
	return err == nil && hmac.Equal(got, sum(u, key))
}

// sum authenticates all of u but its fragment and its signatures.
func sum(u url.URL, key []byte) []byte {
	u = u.EditQuery(func(name, value string) (string, bool) { return value, name != signature })
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(u.WithoutFragment().Href()))
	return mac.Sum(nil)
}

func TestSignedLink(t *testing.T) {
	key := []byte("key")
	for _, rawURL := range []string{
		"https://files.example/get?file=a%20~b&c=%2f*+d&&e",
		"https://files.example/get", "https://files.example/get?", "https://files.example/get?a&", "https://files.example/?&#top",
	} {
		u := signLink(url.MustParse(rawURL), key)
		tagged := url.MustParse(strings.Replace(u.Href(), "?", "?utm_source=a%20~b&utm%5Fmedium&", 1))
		tagged = tagged.AppendQuery("fbclid", "x/y")
		if !verifyLink(u, key) || verifyLink(tagged, key) {
			t.Errorf("%v is valid: %t; %v is valid: %t", u, verifyLink(u, key), tagged, verifyLink(tagged, key))
		}
		if cleaned := cleanLink(tagged); cleaned != u || !verifyLink(cleaned, key) {
			t.Errorf("%v was cleaned to %v, valid: %t", tagged, cleaned, verifyLink(cleaned, key))
		}
	}
	forged := signLink(url.MustParse("https://files.example/get?file=a"), key)
	forged.SearchParams().Set("file", "b")
	if verifyLink(forged, key) || verifyLink(url.MustParse("https://files.example/get"), key) {
		t.Errorf("%v is valid, or a link without a signature", forged)
	}
}
