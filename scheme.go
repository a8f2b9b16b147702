package url

import "github.com/weburl-go/url/internal/infra"

// scheme is one of the special schemes, or schemeNotSpecial for all others. scheme-1 is the index in
// [infra.SpecialSchemes]. The constants are those that the code names.
type scheme uint8

const (
	schemeNotSpecial scheme = iota
	schemeHTTP
	schemeHTTPS
	schemeWS
	schemeWSS
	schemeFTP
	schemeFile
)

// schemeOf returns the special scheme with that name, in any case.
func schemeOf(name string) scheme {
	for i := range infra.SpecialSchemes {
		if infra.MatchesLower(name, infra.SpecialSchemes[i].Name) {
			return scheme(i + 1)
		}
	}
	return schemeNotSpecial
}

// special implements https://url.spec.whatwg.org/#is-special.
func (s scheme) special() bool { return s != schemeNotSpecial }

// hasServer reports whether the scheme is special, and not file. The host of such a URL is
// never empty, and it can have credentials and a port.
func (s scheme) hasServer() bool { return s.special() && s != schemeFile }

// defaultPort returns the scheme's default port, or 0. https://url.spec.whatwg.org/#default-port
func (s scheme) defaultPort() uint16 {
	if !s.special() {
		return 0
	}
	return infra.SpecialSchemes[s-1].Port
}

// isDefaultPort reports whether port is the scheme's default port.
func (s scheme) isDefaultPort(port uint16) bool { return port != 0 && port == s.defaultPort() }

// isSchemeByte reports whether b may be in a scheme after its first byte.
func isSchemeByte(b byte) bool {
	return infra.IsASCIIAlpha(b) || infra.IsASCIIDigit(b) || b == '+' || b == '-' || b == '.'
}
