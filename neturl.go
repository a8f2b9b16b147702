package url

import (
	"errors"
	neturl "net/url"
	"strconv"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// NetURL converts u to a net/url URL, for net/http and all other code that takes one. To send u to a server byte for
// byte, use [URL.RequestURL].
//
// If net/url can represent u, the result's String method returns u.Href() without any empty fragment. Otherwise, NetURL
// percent-encodes the characters that net/url cannot represent, such as a "|" in the path or a "%" that does not begin
// a percent-encoded byte. Parsing the result's String() then yields a URL with the same scheme, host, port and query.
// All other components are the same after decoding, and the path contains the same number of slashes.
//
// The host of the result is u's host, percent-decoded if the scheme is not special.
//
// The error wraps [ErrZeroURL], or [ErrNotRepresentable] with an offset into the href. NetURL fails if net/url or
// net/http rejects the host or writes it differently, for example because it contains "{" or a percent-encoded ASCII
// character.
func (u URL) NetURL() (*neturl.URL, error) {
	if n := u.tryPlain(true); n != nil {
		return n, nil
	}
	if n := u.tryHref(); n != nil {
		return n, nil
	}
	return u.tryEncoded(opNetURL)
}

// tryEncoded is NetURL for a URL that net/url cannot write as it is. The error names the operation op.
func (u *URL) tryEncoded(op string) (*neturl.URL, error) {
	if err := u.checkNotZero(op, u.href); err != nil {
		return nil, err
	}
	href := u.encodeHref()
	n, ok, err := u.tryParse(href)
	if !ok {
		return nil, u.hostError(op, n, err)
	}
	return n, nil
}

// tryHref returns u in net/url's type if its String is then the href without an empty fragment, else nil.
func (u *URL) tryHref() *neturl.URL {
	if n := u.tryPlain(false); n != nil {
		return n
	}
	href := u.href
	if int(u.fragmentStart)+len("#") == len(href) {
		href = href[:u.fragmentStart]
	}
	if n, ok, _ := u.tryParse(href); ok && !u.IsZero() {
		return n
	}
	return nil
}

// tryParse lets net/url parse href, which is that of u or stands for it. It also reports whether net/url then writes href,
// and net/http the host.
func (u *URL) tryParse(href string) (n *neturl.URL, ok bool, err error) {
	n, err = parseByNetURL(href)
	return n, err == nil && u.quoteInHost() < 0 && n.String() == href, err
}

// parseByNetURL lets net/url parse an href.
func parseByNetURL(href string) (*neturl.URL, error) {
	n, err := neturl.Parse(href)
	if err == nil && n.Host == "" && n.Path == "" && n.User == nil && strings.HasPrefix(href[len(n.Scheme):], "://") {
		n.Opaque = "//" // otherwise its String drops the slashes of an empty host before an empty path
	}
	return n, err
}

// EncodeLonePercent returns a copy of u in which each "%" that is not followed by two hexadecimal digits is replaced
// with "%25". Use it if another program rejects a URL such as "/100%", as net/url does.
//
// It does not change a query or an opaque path, where RFC 3986 parsers accept a lone "%".
func (u URL) EncodeLonePercent() URL {
	if indexLonePercent(u.href) < 0 {
		return u
	}
	encoded := u
	var href strings.Builder
	write := func(start, end uint32) uint32 { // a "%" before a delimiter is alone
		href.WriteString(lonePercentEncoded(u.href[start:end]))
		return uint32(href.Len())
	}
	encoded.schemeEnd = write(0, u.schemeEnd)
	encoded.usernameEnd = write(u.schemeEnd, u.usernameEnd)
	encoded.hostStart = write(u.usernameEnd, u.hostStart)
	encoded.hostEnd = write(u.hostStart, u.hostEnd)
	encoded.pathStart = write(u.hostEnd, u.pathStart)
	if u.HasOpaquePath() {
		href.WriteString(u.Pathname())
	} else {
		write(u.pathStart, u.queryStart)
	}
	encoded.queryStart = uint32(href.Len())
	href.WriteString(u.nullableSearch())
	encoded.fragmentStart = uint32(href.Len())
	write(u.fragmentStart, uint32(len(u.href)))
	encoded.href = href.String()
	if tooLong(len(encoded.href)) {
		panic(tooLongValue(opEncodeLonePercent, u.href))
	}
	return encoded
}

// encodeHref returns the href with everything percent-encoded that net/url cannot represent, and without an empty
// fragment.
func (u *URL) encodeHref() string {
	href := u.href[:u.pathStart]
	if u.IncludesCredentials() {
		href = u.href[:u.schemeEnd] + "//" + u.userinfo().String() + "@" + u.href[u.hostStart:u.pathStart]
	}
	if u.HasOpaquePath() {
		href += u.Pathname()
	} else {
		href += encodeComponent(u.Pathname())
	}
	href += u.nullableSearch()
	if fragment, _ := u.Fragment(); fragment != "" {
		href += "#" + encodeComponent(fragment)
	}
	return href
}

// encodeComponent returns a path or fragment with everything percent-encoded that net/url cannot represent.
func encodeComponent(s string) string {
	return PercentEncode(lonePercentEncoded(s), netURLPercentEncodeSet)
}

// quoteInHost returns the index of the first "\"" in the host of a special URL, or -1.
func (u *URL) quoteInHost() int {
	if !u.scheme.special() {
		return -1
	}
	return strings.IndexByte(u.Hostname(), '"')
}

// tryPlain returns what net/url's parser makes of the href, without parsing it again. It takes the components as
// they are, and lets net/url decode and encode them. If encode is true, it first percent-encodes what net/url cannot hold in the
// path and the fragment, and writes the credentials as net/url does. It returns nil if net/url would write a component
// differently. It also returns nil for rare URLs: those with no host, no path, an IP literal or another host that is not plain.
func (u *URL) tryPlain(encode bool) *neturl.URL {
	start, end := int(u.hostStart), int(u.queryStart)
	if u.hostStart == u.schemeEnd || int(u.pathStart) == end {
		return nil // no host or no path
	}
	plainEnd := longSpan(u.href[:end], start, plainClasses)
	if plainEnd < int(u.hostEnd) {
		return nil
	}
	path := u.href[u.pathStart:end]
	n := &neturl.URL{Scheme: u.href[:u.schemeEnd-1], Host: u.href[start:u.pathStart], Path: path}
	if plainEnd < end && !setPath(n, path, encode) {
		return nil
	}
	if u.IncludesCredentials() && !u.setUser(n, encode) {
		return nil
	}
	u.setQuery(n)
	if fragment := u.href[u.fragmentStart:]; len(fragment) > 1 && !setFragment(n, fragment[1:], encode) {
		return nil
	}
	return n
}

// plainClasses stop at the bytes that are not unreserved in RFC 3986, and not "/". In a host and in a path net/url
// keeps these as they are. https://www.rfc-editor.org/rfc/rfc3986#section-2.3
var plainClasses = classesOf(func(b byte) bool { return !infra.IsASCIIAlphanumeric(b) && strings.IndexByte("-._~/", b) < 0 })

// setUser is setPath for the credentials.
func (u *URL) setUser(n *neturl.URL, encode bool) bool {
	n.User = u.userinfo()
	return encode || n.User.String() == u.href[u.schemeEnd+uint32(len("//")):u.hostStart-1]
}

// setPath sets the path of n as net/url's parser does. It returns false if net/url would write it differently.
func setPath(n *neturl.URL, path string, encode bool) bool {
	if encode {
		path = encodeComponent(path)
	}
	// An error leaves "", which net/url would not write as path.
	if n.Path, _ = neturl.PathUnescape(path); n.EscapedPath() == path {
		return true
	}
	n.RawPath = path
	return encode || n.EscapedPath() == path
}

// setQuery sets the query of n as net/url's parser does.
func (u *URL) setQuery(n *neturl.URL) {
	if u.queryStart < u.fragmentStart {
		n.RawQuery = u.href[u.queryStart+1 : u.fragmentStart]
		n.ForceQuery = n.RawQuery == ""
	}
}

// setFragment is setPath for a fragment.
func setFragment(n *neturl.URL, fragment string, encode bool) bool {
	if encode {
		fragment = encodeComponent(fragment)
	}
	if n.Fragment, _ = neturl.PathUnescape(fragment); n.EscapedFragment() == fragment { // in a fragment the same is decoded
		return true
	}
	n.RawFragment = fragment
	return encode || n.EscapedFragment() == fragment
}

// FromNetURL parses n, an absolute URL, as a browser does. If you have the string that n was parsed from, parse that
// instead, and check the URL you use.
//
// If n comes from [URL.NetURL], or from [URL.RequestURL] of an http: or https: URL, the result is the original URL,
// except for parts that those methods omit or encode differently. If n comes from net/url's parser, a browser may read
// the original string differently. For example, net/url finds no host in "http:example.com".
//
// FromNetURL parses n.String(). If n has both a Host and an Opaque that begins with exactly one "/", it uses Opaque as
// the path, as net/http does. If n has a Host or the scheme file, and its Opaque does not begin with "/", the error
// wraps [ErrNotRepresentable].
func FromNetURL(n *neturl.URL) (URL, error) {
	var u URL
	if n == nil {
		n = new(neturl.URL)
	}
	s := n.String()
	isPath := strings.HasPrefix(n.Opaque, "/")
	if n.Host != "" && isPath && !strings.HasPrefix(n.Opaque, "//") {
		authority := neturl.URL{Scheme: n.Scheme, User: n.User, Host: n.Host}
		tail := neturl.URL{RawQuery: n.RawQuery, ForceQuery: n.ForceQuery, Fragment: n.Fragment, RawFragment: n.RawFragment}
		s = authority.String() + n.Opaque + tail.String()
	}
	err := u.assign(opFromNetURL, s, nil)
	if n.Opaque != "" && !isPath && (n.Host != "" || u.scheme == schemeFile || schemeOf(n.Scheme) == schemeFile) {
		return URL{}, newError(opFromNetURL, n.Opaque, 0, notRepresentable(`Opaque does not begin with "/"`))
	}
	return u, err
}

// ParseNetURL parses an absolute URL string as a browser does and returns it as a net/url URL. It is [Parse] followed
// by [URL.NetURL].
//
// Unlike net/url's Parse, it rejects relative URL strings. The path of a special URL is never empty, so to append to
// the path of the result n, use n.JoinPath("x"), not n.Path + "/x".
func ParseNetURL(rawURL string) (*neturl.URL, error) {
	u, err := Parse(rawURL)
	if err != nil {
		return nil, err
	}
	return u.NetURL()
}

// netURLError returns the error of NetURL and RequestURL.
func (u *URL) netURLError(op string, at uint32, reason string) error {
	return newError(op, u.href, int(at), notRepresentable(reason))
}

// hostError returns the error for a URL with a host that net/url cannot represent. Either net/url rejects the host with
// err, or it reads the different host of n. No other component of u can be the reason.
func (u *URL) hostError(op string, n *neturl.URL, err error) error {
	var escape neturl.EscapeError
	var char neturl.InvalidHostError
	at, reason := 0, "net/url rejects the host" // its own words may quote the URL
	switch quote := u.quoteInHost(); {
	case errors.As(err, &escape):
		at, reason = strings.Index(u.Hostname(), string(escape)), reason+": "+escape.Error()
	case errors.As(err, &char):
		at, reason = strings.Index(u.Hostname(), string(char)), reason+": "+char.Error()
	case quote >= 0:
		at, reason = quote, `net/http would leave out the Host field for the "\""`
	case err == nil:
		written := (&neturl.URL{Host: n.Host}).String()[len("//"):]
		at, reason = commonPrefix(written, u.Host()), "net/url would write "+strconv.Quote(written)
	}
	return u.netURLError(op, u.hostStart+uint32(max(at, 0)), reason)
}

// userinfo returns the credentials as net/url's type.
func (u *URL) userinfo() *neturl.Userinfo {
	username, password := PercentDecode(u.Username()), PercentDecode(u.Password())
	if password == "" {
		return neturl.User(username)
	}
	return neturl.UserPassword(username, password)
}
