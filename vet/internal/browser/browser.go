// Package browser reads URLs as a browser does, as far as the probes of the analyzer need.
package browser

import (
	"errors"
	neturl "net/url"
	"regexp"
	"strings"
)

var errRefused = errors.New("refused")

var aScheme = regexp.MustCompile(`^(?i)([a-z][a-z0-9+.-]*):`)

// Reads returns the scheme and the host that a browser finds in a reference on an http or https page, as far as the probes need it.
func Reads(s string) (scheme, host string) {
	s = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.TrimLeftFunc(s, func(r rune) bool { return r <= ' ' }))
	if match := aScheme.FindStringSubmatch(s); match != nil {
		scheme, s = strings.ToLower(match[1]), s[len(match[0]):]
	}
	if scheme != "" && scheme != "http" && scheme != "https" {
		return scheme, ""
	}
	s = strings.ReplaceAll(s, `\`, "/")
	if !strings.HasPrefix(s, "//") {
		return scheme, ""
	}
	host = strings.TrimLeft(s, "/")
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	return scheme, host[strings.LastIndex(host, "@")+1:]
}

// Parse parses like the package that replaces net/url, as far as the probes need it.
func Parse(s string) (*neturl.URL, error) {
	s = strings.Trim(s, " ")
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7F }) {
		return nil, errRefused
	}
	scheme, rest := "", s
	if match := aScheme.FindStringSubmatch(s); match != nil {
		scheme, rest = strings.ToLower(match[0]), s[len(match[0]):]
		if scheme != "http:" && scheme != "https:" {
			return neturl.Parse(s)
		}
	}
	path, after := rest, ""
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		path, after = rest[:end], rest[end:]
	}
	slashes := len(path) - len(strings.TrimLeft(path, `/\`))
	switch plain := strings.ReplaceAll(path, `\`, "/"); {
	case scheme != "":
		return normalized(neturl.Parse(strings.ToLower(scheme+"//"+plain[slashes:]) + after))
	case strings.HasPrefix(path, `\`), slashes > 1 && (path[:slashes] != "//" || strings.Contains(strings.SplitN(path[slashes:], "/", 2)[0], `\`)):
		return nil, errRefused
	default:
		return normalized(neturl.Parse(plain + after))
	}
}

// normalized resolves the dot segments of a path that begins with a slash. It does not begin with two.
func normalized(u *neturl.URL, err error) (*neturl.URL, error) {
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		return u, err
	}
	resolved := (&neturl.URL{Scheme: "https", Host: "h"}).ResolveReference(&neturl.URL{Path: u.Path, RawPath: u.RawPath})
	u.Path, u.RawPath = resolved.Path, resolved.RawPath
	if u.Host == "" && strings.HasPrefix(u.EscapedPath(), "//") {
		u.Path, u.RawPath = "/."+resolved.Path, ""
	}
	return u, nil
}
