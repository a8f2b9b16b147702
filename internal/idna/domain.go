package idna

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// The code points that a domain in ASCII can have.

// LowerDomainByte returns what the domain parser makes of a byte of an ASCII domain: its lower case. It returns 0 for the
// forbidden domain code points, including "%", and for bytes beyond ASCII.
func LowerDomainByte(b byte) byte { return domainBytes[b] }

// domainBytes contains the results of [LowerDomainByte].
var domainBytes = func() (bytes [256]byte) {
	for b := range byte(utf8.RuneSelf) {
		if !isForbiddenDomain(b) {
			bytes[b] = infra.ASCIILower(b)
		}
	}
	return bytes
}()

// IsForbiddenHost implements https://url.spec.whatwg.org/#forbidden-host-code-point.
func IsForbiddenHost(b byte) bool {
	return strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", b) >= 0
}

// isForbiddenDomain implements https://url.spec.whatwg.org/#forbidden-domain-code-point.
func isForbiddenDomain(b byte) bool {
	return IsForbiddenHost(b) || b < 0x20 || b == '%' || b == 0x7F
}

// IsASCIIDomain reports whether s is not empty, is ASCII and has no forbidden domain code point.
func IsASCIIDomain[S string | []byte](s S) bool {
	for i := range len(s) {
		if domainBytes[s[i]] == 0 {
			return false
		}
	}
	return len(s) > 0
}

// isLowerASCIIDomain reports whether [IsASCIIDomain] holds for s and it has no capitals.
func isLowerASCIIDomain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b == 0 || domainBytes[b] != b {
			return false
		}
	}
	return s != ""
}
