package idna

import (
	"strings"
	"testing"
)

// notInDomains are the forbidden domain code points from the space to the tilde.
const notInDomains = ` #%/:<>?@[\]^|`

// TestDomainBytes compares the tables with the lists of the standard,
// https://url.spec.whatwg.org/#forbidden-host-code-point and #forbidden-domain-code-point.
func TestDomainBytes(t *testing.T) {
	for i := range 256 {
		b := byte(i)
		if want := strings.IndexByte("\x00\t\n\r"+strings.Replace(notInDomains, "%", "", 1), b) >= 0; IsForbiddenHost(b) != want {
			t.Errorf("IsForbiddenHost(%q) = %t", b, !want)
		}
		want := byte(0)
		if b >= ' ' && b <= '~' && strings.IndexByte(notInDomains, b) < 0 {
			want = strings.ToLower(string(rune(b)))[0]
		}
		if got := LowerDomainByte(b); got != want {
			t.Errorf("LowerDomainByte(%q) = %q, want %q", b, got, want)
		}
		for _, s := range []string{string([]byte{b}), string([]byte{'a', b}), string([]byte{b, 'a'})} {
			if got := IsASCIIDomain(s); got != (want != 0) {
				t.Errorf("IsASCIIDomain(%q) = %t", s, got)
			}
		}
	}
	if IsASCIIDomain("") {
		t.Error("the empty string is a domain")
	}
}
