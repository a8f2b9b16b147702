package url

// scheme is one of the special schemes, or schemeNotSpecial for all others.
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

// schemes contains the special schemes and their default ports; 0 means none.
// https://url.spec.whatwg.org/#special-scheme
var schemes = [...]struct {
	name string
	port uint16
}{
	schemeNotSpecial: {},
	schemeHTTP:       {"http", 80},
	schemeHTTPS:      {"https", 443},
	schemeWS:         {"ws", 80},
	schemeWSS:        {"wss", 443},
	schemeFTP:        {"ftp", 21},
	schemeFile:       {"file", 0},
}

// schemeOf returns the special scheme with that name, which is in lower case.
func schemeOf(name string) scheme {
	for s := schemeHTTP; s <= schemeFile; s++ {
		if name == schemes[s].name {
			return s
		}
	}
	return schemeNotSpecial
}

// special implements https://url.spec.whatwg.org/#is-special.
func (s scheme) special() bool { return s != schemeNotSpecial }

// defaultPort returns the scheme's default port, or 0. https://url.spec.whatwg.org/#default-port
func (s scheme) defaultPort() uint16 { return schemes[s].port }

// isDefaultPort reports whether port is the scheme's default port.
func (s scheme) isDefaultPort(port uint16) bool { return port != 0 && port == s.defaultPort() }

// isSchemeByte reports whether b may be in a scheme after its first byte.
func isSchemeByte(b byte) bool {
	return isASCIIAlpha(b) || isASCIIDigit(b) || b == '+' || b == '-' || b == '.'
}

// schemeEnd returns the end of the bytes at the beginning of s that may be in a scheme.
func schemeEnd(s string) int {
	end := 0
	for end < len(s) && isSchemeByte(s[end]) {
		end++
	}
	return end
}
