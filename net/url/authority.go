package url

import (
	"strconv"
	"strings"

	weburl "github.com/weburl-go/url"
)

// An authority is what browsers read before the path of a web URL: credentials, a host and a port.
type authority struct {
	slashes  string // of both kinds
	userinfo string // with "@"
	host     string
	port     string // with ":"
	rest     string // what follows
}

// readAuthority reads what follows the scheme of a URL, or a reference with a host.
func readAuthority(s string) authority {
	a := authority{slashes: s[:slashes(s)]}
	s = s[len(a.slashes):]
	if i := strings.IndexAny(s, `/\?#`); i >= 0 {
		s, a.rest = s[:i], s[i:]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		a.userinfo, s = s[:i+1], s[i+1:]
	}
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		s, a.port = s[:i], s[i:]
	}
	a.host = s
	return a
}

// slashes returns how many slashes and backslashes s begins with.
func slashes(s string) (n int) {
	for n < len(s) && (s[n] == '/' || s[n] == '\\') {
		n++
	}
	return n
}

// keepSpelling gives u, the URL that was read here, a default port and an empty path if they are written here.
func (a *authority) keepSpelling(u *URL) {
	if port := strings.TrimLeft(a.port, ":0"); port != "" && u.Port() == "" {
		u.Host += ":" + port
	}
	if pathOf(a.rest) == "" {
		u.Path, u.RawPath = "", ""
	}
}

// isPlain reports whether browsers and net/url read the same in the URL that has this authority, and write it as it is, except
// that browsers drop a default port and an empty path.
func (a *authority) isPlain() bool {
	if a.slashes != "//" || !isPlain(a.userinfo) || !isPlain(a.host) || !isPlain(a.rest) || hasSegment(a.rest, isDots) {
		return false
	}
	if a.userinfo == "@" || strings.HasPrefix(a.userinfo, ":") || strings.HasSuffix(a.userinfo, ":@") {
		return false // an empty name or password
	}
	if a.port != "" {
		if _, err := strconv.ParseUint(a.port[1:], 10, 16); err != nil || a.port[1] == '0' {
			return false
		}
	}
	host, err := weburl.ParseHost(a.host)
	return err == nil && host.String() == a.host
}
