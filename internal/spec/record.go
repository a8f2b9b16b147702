package spec

import (
	"strconv"
)

// stringOf returns a new string that is not null.
func stringOf(s string) *string { return &s }

// specialSchemes holds the special schemes and their default ports, 0 for null.
// https://url.spec.whatwg.org/#special-scheme
var specialSchemes = map[string]uint16{"ftp": 21, "file": 0, "http": 80, "https": 443, "ws": 80, "wss": 443}

func isSpecialScheme(scheme string) bool {
	_, ok := specialSchemes[scheme]
	return ok
}

// isDefaultPort reports whether port is the scheme's default port.
// https://url.spec.whatwg.org/#default-port
func isDefaultPort(scheme string, port uint16) bool {
	defaultPort, ok := specialSchemes[scheme]
	return ok && scheme != "file" && port == defaultPort
}

// isSpecial implements https://url.spec.whatwg.org/#is-special.
func (u *URL) isSpecial() bool { return isSpecialScheme(u.Scheme) }

// includesCredentials implements https://url.spec.whatwg.org/#include-credentials.
func (u *URL) includesCredentials() bool { return u.Username != "" || u.Password != "" }

// cannotHaveAUsernamePasswordPort implements https://url.spec.whatwg.org/#cannot-have-a-username-password-port.
func (u *URL) cannotHaveAUsernamePasswordPort() bool {
	return u.Host == nil || u.Host.isEmpty() || u.Scheme == "file"
}

// shortenPath implements https://url.spec.whatwg.org/#shorten-a-urls-path.
func (u *URL) shortenPath() {
	if u.HasOpaquePath {
		panic("the path is opaque")
	}
	if u.Scheme == "file" && len(u.Path) == 1 && isNormalizedWindowsDriveLetter(u.Path[0]) {
		return
	}
	if len(u.Path) > 0 {
		u.Path = u.Path[:len(u.Path)-1]
	}
}

// isSingleDotSegment implements https://url.spec.whatwg.org/#single-dot-path-segment.
func isSingleDotSegment(s string) bool {
	return s == "." || asciiLowercaseString(s) == "%2e"
}

// isDoubleDotSegment implements https://url.spec.whatwg.org/#double-dot-path-segment.
func isDoubleDotSegment(s string) bool {
	s = asciiLowercaseString(s)
	return s == ".." || s == ".%2e" || s == "%2e." || s == "%2e%2e"
}

// isWindowsDriveLetter implements https://url.spec.whatwg.org/#windows-drive-letter.
func isWindowsDriveLetter(s string) bool {
	return len(s) == 2 && isASCIIAlpha(rune(s[0])) && (s[1] == ':' || s[1] == '|')
}

// isNormalizedWindowsDriveLetter implements https://url.spec.whatwg.org/#normalized-windows-drive-letter.
func isNormalizedWindowsDriveLetter(s string) bool {
	return isWindowsDriveLetter(s) && s[1] == ':'
}

// startsWithAWindowsDriveLetter implements
// https://url.spec.whatwg.org/#start-with-a-windows-drive-letter.
func startsWithAWindowsDriveLetter(s []rune) bool {
	return len(s) >= 2 && isWindowsDriveLetter(string(s[:2])) &&
		(len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#')
}

// Serialize implements https://url.spec.whatwg.org/#concept-url-serializer.
func (u *URL) Serialize(excludeFragment bool) string {
	output := u.Scheme + ":"
	if u.Host != nil {
		output += "//"
		if u.includesCredentials() {
			output += u.Username
			if u.Password != "" {
				output += ":" + u.Password
			}
			output += "@"
		}
		output += u.Host.Serialize()
		if u.Port != nil {
			output += ":" + strconv.Itoa(int(*u.Port))
		}
	}
	if u.Host == nil && !u.HasOpaquePath && len(u.Path) > 1 && u.Path[0] == "" {
		output += "/."
	}
	output += u.SerializePath()
	if u.Query != nil {
		output += "?" + *u.Query
	}
	if !excludeFragment && u.Fragment != nil {
		output += "#" + *u.Fragment
	}
	return output
}

// SerializePath implements https://url.spec.whatwg.org/#url-path-serializer.
func (u *URL) SerializePath() string {
	if u.HasOpaquePath {
		return u.OpaquePath
	}
	output := ""
	for _, segment := range u.Path {
		output += "/" + segment
	}
	return output
}

// Equals implements https://url.spec.whatwg.org/#concept-url-equals.
func (u *URL) Equals(v *URL, excludeFragments bool) bool {
	return u.Serialize(excludeFragments) == v.Serialize(excludeFragments)
}

// Origin is an origin; opaque ones hold nothing else.
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
type Origin struct {
	Opaque bool
	Scheme string
	Host   *Host
	Port   *uint16
}

// origin implements https://url.spec.whatwg.org/#concept-url-origin, with no blob URL store.
func (u *URL) origin() Origin {
	switch u.Scheme {
	case "blob":
		pathURL, _ := Parse(u.SerializePath(), nil, nil)
		if pathURL == nil {
			return Origin{Opaque: true}
		}
		if pathURL.Scheme == "http" || pathURL.Scheme == "https" || pathURL.Scheme == "file" {
			return pathURL.origin()
		}
		return Origin{Opaque: true}
	case "ftp", "http", "https", "ws", "wss":
		return Origin{Scheme: u.Scheme, Host: u.Host, Port: u.Port}
	case "file":
		return Origin{Opaque: true} // "when in doubt"
	default:
		return Origin{Opaque: true}
	}
}

// Serialize implements
// https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin.
func (o Origin) Serialize() string {
	if o.Opaque {
		return "null"
	}
	result := o.Scheme + "://" + o.Host.Serialize()
	if o.Port != nil {
		result += ":" + strconv.Itoa(int(*o.Port))
	}
	return result
}
