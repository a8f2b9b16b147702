package url

import (
	"errors"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// NetURL returns u as net/url's type, for [net/http] and all other code that takes a *url.URL of net/url. The String of
// the result is u.Href(), its host is u's (percent-decoded if the scheme is not special), and net/http sends u's path
// and query byte for byte. Only an empty fragment is lost ("http://example.com/#"): net/url has no place for it.
//
// The strings of the result share u's memory where decoding does not change them.
//
// If net/url would write the URL differently, or refuses it, NetURL returns an [*Error] that wraps
// [ErrNotRepresentable], with the offset in the href of the first byte that would differ. This happens for the zero URL
// and for
//   - a "%" that does not begin an encoded byte, except in the query or in an opaque path; see
//     [Parser].EncodeLonePercent,
//   - "|" and (if the scheme is not special) "\" in the path,
//   - "#", "\", "^", "{", "|" and "}" in the fragment; call [URL.WithoutFragment] first if the fragment is not needed,
//   - "!", "'", "(", ")" and "*" in credentials, encoded bytes that net/url would not encode there, such as "%3B" and
//     "%3D", and hexadecimal digits in lower case there,
//   - "`", "{", "}" and, if the scheme is special, "\"" in the host, and encoded ASCII characters there.
//
// For requests, use [URL.RequestURL], which refuses fewer URLs.
func (u URL) NetURL() (*neturl.URL, error) {
	if n := u.plainNetURL(); n != nil {
		return n, nil
	}
	return u.reparsedNetURL()
}

// reparsedNetURL lets net/url parse the href, and checks that it would write the same.
func (u *URL) reparsedNetURL() (*neturl.URL, error) {
	n, err := neturl.Parse(u.href)
	if err != nil || u.IsZero() {
		return nil, u.notNetURL(u.refusedByNetURL(err))
	}
	if n.Path == "" && n.Host == "" && u.hasHost() {
		n.Opaque = "//" // net/url's String would drop the slashes of an empty host before an empty path
	}
	if i := u.quoteInHost(); i >= 0 {
		return nil, u.notNetURL(int(u.hostStart)+i, `net/http would leave out the Host field for the "\""`)
	}
	href := u.href
	if fragment, _ := u.Fragment(); fragment == "" {
		href = href[:u.fragmentStart]
	}
	if s := n.String(); s != href {
		at := commonPrefix(s, href)
		if i := strings.LastIndexByte(href[:at], '%'); i >= max(at-2, 0) && isPercentEncodedByte(href[i:]) {
			at = i // the beginning of the percent-encoded byte
		}
		return nil, u.notNetURL(at, "net/url would write "+quoteStart(s[at:])+" for "+quoteStart(href[at:]))
	}
	return n, nil
}

// quoteInHost returns the index of the first "\"" in the host of a special URL, or -1.
func (u *URL) quoteInHost() int {
	if !u.scheme.special() {
		return -1
	}
	return strings.IndexByte(u.Hostname(), '"')
}

// plainNetURL returns what net/url's parser makes of the href, without parsing it again. It takes the components as
// they are, and lets net/url decode and encode them. It returns nil if net/url would write one of them differently. It
// also returns nil for rare URLs: those with credentials, with an IP literal or another host that is not plain, and
// without a host or a path.
func (u *URL) plainNetURL() *neturl.URL {
	start, end := int(u.hostStart), int(u.queryStart)
	if u.hostStart != u.schemeEnd+uint32(len("//")) || int(u.pathStart) == end {
		return nil // no host, or credentials; or no path
	}
	plainEnd := longSpan(u.href[:end], start, plainClasses)
	if plainEnd < int(u.hostEnd) {
		return nil
	}
	path := u.href[u.pathStart:end]
	n := &neturl.URL{Scheme: u.href[:u.schemeEnd-1], Host: u.href[start:u.pathStart], Path: path}
	if plainEnd < end && !setPath(n, path) {
		return nil
	}
	u.setQuery(n)
	if fragment := u.href[u.fragmentStart:]; len(fragment) > 1 && !setFragment(n, fragment[1:]) {
		return nil
	}
	return n
}

// plainClasses stop at the bytes that are not unreserved in RFC 3986, and not "/". In a host and in a path net/url
// keeps these as they are. https://www.rfc-editor.org/rfc/rfc3986#section-2.3
var plainClasses = classesOf(func(b byte) bool { return !infra.IsASCIIAlphanumeric(b) && strings.IndexByte("-._~/", b) < 0 })

// setPath sets the path of n as net/url's parser does. It returns false if net/url would write it differently.
func setPath(n *neturl.URL, path string) bool {
	decoded, err := neturl.PathUnescape(path)
	if err != nil {
		return false
	}
	if n.Path = decoded; n.EscapedPath() == path {
		return true
	}
	n.RawPath = path
	return n.EscapedPath() == path
}

// setQuery sets the query of n as net/url's parser does.
func (u *URL) setQuery(n *neturl.URL) {
	if u.queryStart < u.fragmentStart {
		n.RawQuery = u.href[u.queryStart+1 : u.fragmentStart]
		n.ForceQuery = n.RawQuery == ""
	}
}

// setFragment is setPath for the fragment.
func setFragment(n *neturl.URL, fragment string) bool {
	decoded, err := neturl.PathUnescape(fragment) // in a fragment the same is decoded
	if err != nil {
		return false
	}
	if n.Fragment = decoded; n.EscapedFragment() == fragment {
		return true
	}
	n.RawFragment = fragment
	return n.EscapedFragment() == fragment
}

// FromNetURL parses n.String(), which must be an absolute URL, as a browser does. Any error is an [*Error].
//
// If n comes from [URL.NetURL], the result is the URL that n was made from, without an empty fragment. If n comes from
// net/url's own parser, the host can differ from n.Host: in net/url, "http:example.com" has no host. Check the host of
// the URL that you use in the end.
func FromNetURL(n *neturl.URL) (URL, error) {
	s := ""
	if n != nil {
		s = n.String()
	}
	var u URL
	err := u.parse(opFromNetURL, s, nil)
	return u, err
}

// ParseNetURL parses an absolute URL string as a browser does, and returns it as net/url's type. It is [Parse] followed
// by [URL.NetURL], and for most URLs it takes no more time than net/url's parser. Any error is an [*Error].
//
// It replaces net/url's Parse for absolute URLs only: a relative URL string is an error. Look at the code after it, too.
// The path of a special URL is never empty, so n.Path + "/x" is "//x" for "http://h", which names another host. Write
// n.JoinPath("x").
func ParseNetURL(rawURL string) (*neturl.URL, error) {
	u, err := Parse(rawURL)
	if err != nil {
		return nil, err
	}
	return u.NetURL()
}

// notNetURL returns the error of NetURL. If credentials are the reason, it says no more than that.
func (u *URL) notNetURL(at int, reason string) error {
	if u.IncludesCredentials() && at < int(u.hostStart) {
		reason = "net/url would write the credentials in another way"
	}
	return &Error{Op: opToNetURL, Input: u.href, Offset: at, Err: notRepresentable(reason)}
}

// lonePercentReason is the reason why a "%" is refused.
const lonePercentReason = `the "%" does not begin an encoded byte`

// refusedByNetURL returns the place in u of what net/url's parser refused, and its reason.
func (u *URL) refusedByNetURL(err error) (at int, reason string) {
	if err == nil {
		return 0, "the zero URL is not a URL"
	}
	var escape neturl.EscapeError
	var char neturl.InvalidHostError
	switch {
	case errors.As(err, &escape) && isPercentEncodedByte(string(escape)): // only a host cannot have it
		at = int(u.hostStart) + strings.Index(u.Hostname(), string(escape))
		reason = "net/url refuses it: " + escape.Error()
	case errors.As(err, &escape):
		if at = indexLonePercent(u.href[:u.queryStart]); at < 0 || u.HasOpaquePath() { // there it is allowed
			at = int(u.fragmentStart) + indexLonePercent(u.href[u.fragmentStart:])
		}
		reason = lonePercentReason
	case errors.As(err, &char):
		at = int(u.hostStart) + strings.Index(u.Hostname(), string(char))
		reason = "net/url refuses it: " + char.Error()
	default:
		reason = "net/url refuses it" // its own words may quote the URL
	}
	return max(at, 0), reason
}

// quoteStart quotes the first byte of s, or the percent-encoded byte that it begins.
func quoteStart(s string) string {
	switch {
	case s == "":
		return "nothing"
	case isPercentEncodedByte(s):
		s = s[:3]
	default:
		s = s[:1]
	}
	return `"` + s + `"`
}
