package url

import (
	"errors"
	neturl "net/url"
	"strings"

	weburl "github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// The reasons of this package for rejecting a string. If net/url rejects the string as well, the error has the words of
// net/url instead.
var (
	errControl    = errors.New("net/url: invalid control character in URL")
	errRequestURI = errors.New("invalid URI for request")
	errColon      = errors.New("first path segment in URL cannot contain colon")
	errBackslash  = errors.New("a browser reads the backslash at the start as a slash")
	errHost       = errors.New("a browser finds a host, but net/url does not")
	errNoBase     = errors.New("the base URL is nil or not absolute")
)

// page is the URL of a page that contains references. They are read in the same way on all http: and https: pages.
var page = weburl.MustParse("http://h/")

// parse is Parse, except that its caller must pass the error to newError.
func parse(rawURL string) (*URL, error) {
	scheme := schemeOf(rawURL)
	switch {
	case !isWeb(scheme):
		if u := parseByNetURL(rawURL, scheme); u != nil {
			return u, nil
		}
	case isUsual(rawURL[len(scheme):]):
		if u, err := weburl.Parse(rawURL); err == nil && u.Href() == rawURL {
			return u.NetURL()
		}
	}
	s, err := trim(rawURL)
	if err != nil {
		return nil, err
	}
	switch scheme = schemeOf(s); {
	case scheme == "":
		return parseReference(s)
	case isWeb(scheme):
		return parseWeb(s, scheme)
	}
	return parseOther(s, scheme)
}

// usualBytes are those of hosts that browsers and net/url write as they are.
var usualBytes = func() (usual [256]bool) {
	for b := range usual {
		usual[b] = infra.IsASCIIAlphanumeric(byte(b)) && !infra.IsASCIIUpper(byte(b)) || b == '-' || b == '.' || b == '_'
	}
	return usual
}()

// isUsual reports whether what most URLs have follows the scheme: "://", a host, perhaps a port that is no default port, and a
// path. Such a URL may be normalized, and [weburl.URL.NetURL] does not have to parse it again.
func isUsual(s string) bool {
	s, ok := strings.CutPrefix(s, "://")
	end := 0
	for end < len(s) && usualBytes[s[end]] {
		end++
	}
	port, _, hasPath := strings.Cut(s[end:], "/")
	if port == ":80" || port == ":443" || port == ":21" {
		return false
	}
	return ok && hasPath && (port == "" || len(port) > 1 && infra.IsASCIIDigit(port[1]))
}

// schemeOf returns the scheme of s in lower case, or "" if s has none.
func schemeOf(s string) string {
	for i := range len(s) {
		switch b := s[i]; {
		case infra.IsASCIIAlpha(b):
		case b == ':' && i > 0:
			return strings.ToLower(s[:i])
		case i == 0 || !infra.IsASCIIDigit(b) && b != '+' && b != '-' && b != '.':
			return ""
		}
	}
	return ""
}

// isWeb reports whether scheme is http, https, ws, wss or ftp.
func isWeb(scheme string) bool { return scheme != "file" && infra.IsSpecialScheme(scheme) }

// isWebURL is isWeb for the scheme of u, which may have capital letters.
func isWebURL(u *URL) bool { return isWeb(strings.ToLower(u.Scheme)) }

// trim returns s without spaces at its ends, and without controls at the end of its fragment. A control before the fragment is an
// error.
func trim(s string) (string, error) {
	beforeFragment, _, _ := strings.Cut(s, "#")
	for i := range len(beforeFragment) {
		if b := beforeFragment[i]; b < ' ' || b == 0x7F {
			return "", errControl
		}
	}
	return strings.TrimRightFunc(strings.TrimLeft(s, " "), infra.IsC0ControlOrSpace), nil
}

// parseWeb parses a URL that a browser would request.
func parseWeb(s, scheme string) (*URL, error) {
	rest := s[len(scheme)+len(":"):]
	if rest == "" || rest == "//" {
		return &URL{Scheme: scheme}, nil
	}
	a := readAuthority(rest)
	if a.isPlain() {
		if u, err := neturl.Parse(s); err == nil {
			return u, nil
		}
	}
	u, err := weburl.ParseNetURL(s)
	if err != nil {
		return parseZone(s, err)
	}
	a.keepSpelling(u)
	return u, nil
}

// hasZone reports whether the host of u is an IPv6 address with a zone.
func hasZone(u *URL) bool { return strings.HasPrefix(u.Host, "[") && strings.Contains(u.Host, "%") }

// parseZone parses a URL or reference with a zone in its host, which the standard rejects with err. For any other string,
// it returns err.
func parseZone(s string, err error) (*URL, error) {
	u, netErr := neturl.Parse(s)
	if netErr != nil || !hasZone(u) {
		return nil, err
	}
	// Without a RawPath that net/url does not write, and spaces at the end of a query, the String is read as the same URL.
	if again, err := neturl.Parse(strings.TrimRight(u.String(), " ")); err == nil {
		return again, nil
	}
	return u, nil // the zone is not ASCII
}

// parseOther parses a URL that is not one of the web.
func parseOther(s, scheme string) (*URL, error) {
	if u := parseByNetURL(s, scheme); u != nil {
		return u, nil
	}
	u, err := weburl.ParseNetURL(s)
	if err != nil {
		return nil, err
	}
	if rest := s[len(scheme)+len(":"):]; scheme == "file" && rest != "" && rest[0] == '/' && slashes(rest) == 1 {
		u.OmitHost = !strings.HasPrefix(u.EscapedPath(), "//") // else it would be a host
	}
	return u, nil
}

// parseByNetURL parses a URL that is not one of the web, if that is net/url's task. If it is not, the result is nil.
func parseByNetURL(s, scheme string) *URL {
	if scheme == "" || strings.HasPrefix(s, "file:///") || scheme == "file" && strings.HasSuffix(s, " ") {
		return nil
	}
	u, err := neturl.Parse(s)
	switch rest := s[len(scheme)+len(":"):]; {
	case err != nil:
		return nil
	case scheme != "file", u.Host != "", u.User != nil, rest == "", rest == "//":
	case u.Opaque == "" || strings.Contains(u.Opaque, `\`):
		return nil
	}
	return u
}

// parseReference parses a URL without a scheme.
func parseReference(s string) (*URL, error) {
	switch n := slashes(s); {
	case n > 1:
		return parseNetworkPath(s)
	case n == 0:
		return parseRelativePath(s)
	case s[0] == '\\':
		return nil, errBackslash
	}
	return parseAbsolutePath(s)
}

// parseNetworkPath parses a reference with a host, such as "//h/a".
func parseNetworkPath(s string) (*URL, error) {
	a := readAuthority(s)
	if a.isPlain() {
		if u, err := neturl.Parse(s); err == nil {
			return u, nil
		}
	}
	resolved, err := page.Parse(s)
	if err != nil {
		return parseZone(s, err)
	}
	if a.slashes != "//" || strings.HasPrefix(a.rest, `\`) {
		return nil, errHost
	}
	u, err := resolved.NetURL()
	if err != nil {
		return nil, err
	}
	u.Scheme = ""
	a.keepSpelling(u)
	return u, nil
}

// parseAbsolutePath parses a reference that begins with one "/".
func parseAbsolutePath(s string) (*URL, error) {
	if isPlain(s) && !hasSegment(s, isDots) {
		return neturl.Parse(s)
	}
	u, err := parsePage(s)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(u.EscapedPath(), "//") {
		u.Path = "/." + u.Path
		if u.RawPath != "" {
			u.RawPath = "/." + u.RawPath
		}
	}
	return u, nil
}

// parsePage parses a reference without a host on page. The result has no scheme and no host.
func parsePage(s string) (*URL, error) {
	resolved, err := page.Parse(s)
	if err != nil {
		return nil, err
	}
	u, err := resolved.NetURL()
	if err != nil {
		return nil, err
	}
	u.Scheme, u.Host = "", ""
	return u, nil
}

// parseRelativePath parses a reference that begins with no slash.
func parseRelativePath(s string) (*URL, error) {
	if isPlain(s) && !hasSegment(s, isEncodedDots) {
		return neturl.Parse(s)
	}
	path := pathOf(s)
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ":") {
		return nil, errColon
	}
	u, err := parsePage(s[len(path):])
	if err != nil {
		return nil, err
	}
	path = encodePath(path)
	u.Path, _ = neturl.PathUnescape(path)
	if u.EscapedPath() != path || path == "*" && (u.RawQuery != "" || u.ForceQuery) {
		u.RawPath = path // as net/url's parser
	}
	return u, nil
}

// parseRequestURI is ParseRequestURI, except that its caller must pass the error to newError.
func parseRequestURI(rawURL string) (*URL, error) {
	if rawURL == "" || rawURL == "*" || rawURL[0] == '/' {
		u, err := neturl.ParseRequestURI(rawURL)
		if err != nil {
			return nil, err
		}
		if path, ok := strings.CutPrefix(u.EscapedPath(), "//"); ok {
			u.RawPath = "/%2F" + path
		}
		return u, nil
	}
	u, err := parse(rawURL)
	if err == nil && (u.Scheme == "" || strings.Trim(rawURL, " ") != rawURL) {
		return nil, errRequestURI
	}
	return u, err
}

// readBase returns the base URL of ParseRef, or the zero URL if net/url resolves references to it.
func readBase(base *URL) (weburl.URL, error) {
	if base == nil || !base.IsAbs() {
		return weburl.URL{}, errNoBase
	}
	b, err := weburl.FromNetURL(base)
	switch {
	case err != nil && isWebURL(base) && !hasZone(base): // "/h" at "https:" would be "https:///h"
		return weburl.URL{}, &refusal{"the base URL: " + wordsOf(err), []error{err}}
	case err != nil, b.HasOpaquePath() && base.Opaque == "": // the latter may have been "mem://"
		return weburl.URL{}, nil
	}
	return b, nil
}

// resolveByNetURL resolves s at a base that is not a URL of the standard.
func resolveByNetURL(base *URL, s string) (*URL, error) {
	if schemeOf(s) == "" && !isWebURL(base) {
		if u, err := base.Parse(s); err == nil {
			return u, nil
		}
	}
	if scheme := schemeOf(s); scheme != "" && isWeb(scheme) && strings.EqualFold(scheme, base.Scheme) && !strings.HasPrefix(s[len(scheme):], "://") {
		s = s[len(scheme)+len(":"):] // relative: https://url.spec.whatwg.org/#special-relative-or-authority-state
	}
	u, err := parse(s)
	if err != nil {
		return nil, err
	}
	return base.ResolveReference(u), nil
}

// parseRef resolves ref against original. base is the same URL, or zero if net/url has to resolve ref. The caller must
// pass the error to newError.
func parseRef(original *URL, base weburl.URL, ref string) (*URL, error) {
	s, err := trim(ref)
	if err != nil {
		return nil, err
	}
	if base.IsZero() {
		return resolveByNetURL(original, s)
	}
	resolved, err := base.Parse(s)
	if err != nil {
		return nil, err
	}
	u, err := resolved.NetURL()
	if err != nil {
		return nil, err
	}
	scheme, rest := schemeOf(s), s
	if scheme != "" {
		rest = s[len(scheme)+len(":"):]
	}
	hasAuthority := slashes(rest) > 1 || isWeb(scheme) && scheme != base.Scheme()
	if hasAuthority && u.Host != "" && resolved.IsSpecial() {
		a := readAuthority(rest)
		a.keepSpelling(u)
	}
	return u, nil
}
