// Package url is net/url with the URLs of browsers. Change the import path, and web URLs and references are read as browsers
// read them. After a check, use the [*URL] that you checked: the string that it came from is not safe.
//
//	u, err := url.Parse(next)
//	if err != nil || u.Scheme != "" || u.Host != "" {
//		return errors.New("next leads to another server")
//	}
//	http.Redirect(w, r, u.String(), http.StatusSeeOther) // not next
//
// If next is /\evil.example, [Parse] returns an error, because browsers read a host there. net/url finds none. If next is
// /./\evil.example, u.String() is /.//evil.example, which is a path on your server. But if you pass next to http.Redirect,
// browsers go to evil.example with either package.
//
// # What changes
//
//   - URLs with the schemes http, https, ws, wss and ftp have the host, path and query that browsers read, so they have no dot
//     segments, and what browsers percent-encode is encoded. Parse refuses what browsers refuse.
//   - An empty path and a port stay as they are written: "https://example.com" and "https://example.com:443/x" come back
//     unchanged.
//   - References are read as on a web page. Parse refuses those in which browsers read a host that net/url does not, such as
//     /\h and ///h.
//   - A file: URL without a host is read as browsers read it if a slash follows the scheme.
//   - Spaces around a URL are removed.
//   - Messages of errors contain no credentials and no queries.
//
// All other URLs that net/url accepts, such as the data source names of databases, give the same result as with net/url. The
// types are net/url's, so the URLs work with every package.
//
// # What stays
//
// These still read strings with net/url:
//
//   - the method [net/url.URL.Parse], for which [ParseRef] is the replacement, and [net/url.URL.UnmarshalBinary]
//   - [net/http.NewRequest], [net/http.Get] and the redirects that [net/http.Client] follows
//   - [net/http/httputil], [net/http/cookiejar], [html/template] and other modules
//
// Give them u.String(), not the string that u came from. [net/url.URL.ResolveReference] is right for what Parse returned, with two
// exceptions: it removes the empty segment of ..//x, and if the reference is empty, the result has the fragment of the base
// URL.
//
// Some checks are wrong with either package. u.Scheme == "" and !u.IsAbs() alone accept //evil.example, which has a Host.
// u.Path is decoded, and is //evil.example for /%2fevil.example, so it does not belong in a Location field.
//
// # How to switch
//
// This changes the import in all files below the current folder:
//
//	go get github.com/weburl-go/url
//	grep -rl '"net/url"' --include='*.go' --exclude-dir=vendor . | xargs perl -pi -e \
//		's#^(import\s+|\s*)((?:\w+|\.|_)\s+)?"net/url"(?=\s|$)#$1$2"github.com/weburl-go/url/net/url"#'
//	gofmt -w .
//
// Then:
//
//   - Replace base.Parse(ref) by url.ParseRef(base, ref).
//   - Deny "net/url" in a linter such as depguard. If an import is missing, goimports adds that one.
//   - The go line of your go.mod becomes 1.26, which changes the defaults of GODEBUG settings such as urlstrictcolons.
package url

import neturl "net/url"

// Parse parses a URL or a reference as a browser does. Use it wherever you used Parse of net/url. After a check, use the
// result and not rawURL.
//
//	u, err := url.Parse(`https:\\good.example\@evil.example`) // https://good.example/@evil.example
//
// Every error is an [*Error], and the result is then nil. The result shares the memory of rawURL where decoding does not change
// it. Parse allocates no more than net/url does if rawURL is normalized.
//
// # Web URLs
//
//   - http, https, ws, wss and ftp URLs are read as https://url.spec.whatwg.org/#concept-basic-url-parser says. What net/url
//     cannot represent is percent-encoded in the path and the fragment, and an error in the host.
//   - An empty path stays empty. A port stays even if it is the default, in decimal without leading zeros.
//   - "https:" and "https://" give a URL with nothing but the scheme, to set fields of. Otherwise a URL without a host is an
//     error. Opaque is always empty.
//   - No browser accepts an IPv6 address with a zone, so net/url reads the whole URL.
//
// # References
//
//   - References are read as on a page with an http or https URL. A path that begins with a slash is normalized. If the result
//     would begin with "//", which is a host, "/." comes before it. Any other path keeps its dot segments, for
//     [net/url.URL.ResolveReference].
//   - A first segment with a colon is an error, as in net/url.
//   - A backslash at the start is an error. So is a host, unless it stands between "//" and "/", "?", "#" or the end.
//   - If u.Scheme and u.Host are empty, u.String(), u.EscapedPath() and u.RequestURI() lead to the server of the page, and so
//     does [net/http.Redirect] with u.String(). u.Path is decoded, and may lead elsewhere.
//
// # Other URLs
//
//   - net/url reads all other schemes. If it returns an error, such as for a "%" in a password, the standard decides.
//   - net/url also reads a file: URL with a host, a user, or no slash after the scheme. The standard decides about the others.
//   - A control before the first "#" is an error, as in net/url. Spaces at both ends are removed, but not where net/url reads
//     them in another scheme.
func Parse(rawURL string) (*URL, error) {
	u, err := parse(rawURL)
	if err != nil {
		_, byNetURL := neturl.Parse(rawURL)
		return nil, newError(rawURL, err, byNetURL)
	}
	return u, nil
}

// ParseRef parses a reference as a browser does on a page with the URL base. Use it in place of base.Parse(ref), which reads
// ref with net/url.
//
//	u, err := url.ParseRef(base, `\x`)
//
// ParseRef refuses what browsers refuse, a host that net/url cannot represent, and a control before the first "#" of ref. base
// must be absolute. Every error is an [*Error], and the result is then nil.
//
//   - Everything else is read, including the references that [Parse] refuses.
//   - An absolute URL is read as a browser reads it, whatever its scheme. https:x is a path if base is an https URL.
//   - If ref has a host, its port stays even if it is the default, and an empty path after it stays empty.
//   - base does not change. Its default port is left out.
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser with a base URL.
func ParseRef(base *URL, ref string) (*URL, error) {
	b, err := readBase(base)
	if err != nil {
		return nil, newError(ref, err, nil)
	}
	u, err := parseRef(b, ref)
	if err != nil {
		_, byNetURL := neturl.Parse(ref)
		return nil, newError(ref, err, byNetURL)
	}
	return u, nil
}

// ParseRequestURI parses the target of an HTTP request, or an absolute URL. Use it wherever you used ParseRequestURI of
// net/url.
//
// A target is "*", or begins with a slash. net/url reads it, so its path is not normalized, and it never has a Host. If a target
// begins with "//", its Path does, too, but its RawPath and its String begin with "/%2F", so that they name no host.
//
// [Parse] reads everything else. A string without a scheme is an error, and so is one with a space at either end. Every error
// is an [*Error], and the result is then nil.
func ParseRequestURI(rawURL string) (*URL, error) {
	u, err := parseRequestURI(rawURL)
	if err != nil {
		_, byNetURL := neturl.ParseRequestURI(rawURL)
		return nil, newError(rawURL, err, byNetURL)
	}
	return u, nil
}

// JoinPath parses base with [Parse], and appends path elements as [net/url.URL.JoinPath] does. Elements are paths and not data,
// so ".." leads upwards.
//
// An element with a "%" that does not begin an encoded byte is an error. Every error is an [*Error], and the result is then
// empty.
func JoinPath(base string, elem ...string) (result string, err error) {
	u, err := Parse(base)
	if err != nil {
		return "", err
	}
	if result, err = neturl.JoinPath(u.String(), elem...); err != nil {
		return "", newError(base, err, nil)
	}
	return result, nil
}
