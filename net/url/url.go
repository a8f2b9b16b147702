// Package url is a drop-in replacement for net/url that parses web URLs as browsers do. To use it, change the import
// path. After checking a URL, use the *URL that you checked, not the string that it was parsed from, which may still be
// unsafe.
//
//	u, err := url.Parse(next)
//	if err != nil || u.Scheme != "" || u.Host != "" {
//		return errors.New("next leads to another server")
//	}
//	http.Redirect(w, r, u.String(), http.StatusSeeOther) // not next
//
// If next is `/\evil.example`, Parse returns an error, because browsers find a host in it, although net/url does not.
// If next is `/./\evil.example`, u.String() is "/.//evil.example", which is a path on your server. If you passed next
// itself to http.Redirect, browsers would go to evil.example, whether you use this package or net/url.
//
// # What changes
//
//   - URLs with the schemes http, https, ws, wss and ftp have the host, path and query that browsers find. They contain
//     no dot segments, and the characters that browsers percent-encode are percent-encoded. Parse rejects the URLs that
//     browsers reject.
//   - An empty path stays empty, and a port is kept, so "https://example.com" and "https://example.com:443/x" are
//     returned unchanged.
//   - References are parsed as they would be on a web page. Parse rejects references in which browsers find a host but
//     net/url does not, such as `/\h` and "///h".
//   - Most file: URLs without a host are parsed as browsers parse them, but file:test.db is not.
//   - Spaces around a web URL or a reference are removed.
//   - Error messages do not contain credentials or query values, except those of ParseQuery, PathUnescape and
//     QueryUnescape, which are unchanged.
//
// If net/url's Parse accepts a URL with any other scheme, such as a database DSN, Parse returns exactly the same URL.
// The types are the same as in net/url, so the URLs work with every package.
//
// # What is not changed
//
// The following functions, methods and packages still parse strings with net/url:
//
//   - the methods [net/url.URL.Parse], which you can replace with [ParseRef], and [net/url.URL.UnmarshalBinary]
//   - [net/http.NewRequest], [net/http.Get], and a [net/http.Client] that follows redirects
//   - the packages net/http/httputil, net/http/cookiejar and html/template, and other modules
//
// Pass u.String() to all of these, not the string that u was parsed from. A client that follows redirects parses the
// Location header itself. To make it follow redirects as a browser does, use the Transport function from package
// [github.com/weburl-go/url/redirect].
//
// Do not pass the result of Parse to [net/url.URL.ResolveReference]. Without the base URL, Parse has to reject some
// references, such as `\x`, "///h" and "1:b". It takes the x in "https:/x" to be a host, although on an https: page, a
// browser takes it to be a path. ResolveReference also removes the empty segment of "..//x", and keeps the fragment of
// the base URL if the reference is "" or "#". ParseRef resolves all of these references as a browser does.
//
// Some checks are wrong whether you use this package or net/url. If you check only u.Scheme == "" or !u.IsAbs(), you
// accept //evil.example, which has a Host. Do not write u.Path to a Location header, because it is decoded. For
// example, if the path is /%2fevil.example, u.Path is //evil.example.
//
// # How to switch
//
// These commands change the import in all files below the current directory:
//
//	go get github.com/weburl-go/url
//	grep -rl '"net/url"' --include='*.go' --exclude-dir=vendor . | xargs perl -pi -e \
//		's#^(import\s+|\s*)((?:\w+|\.|_)\s+)?"net/url"(?=\s|$)#$1$2"github.com/weburl-go/url/net/url"#'
//	gofmt -w .
//	go mod tidy
//
// Afterwards:
//
//   - If your module has a vendor folder, run go mod vendor.
//   - Replace base.Parse(ref), and Parse(ref) followed by base.ResolveReference, with url.ParseRef(base, ref).
//   - Forbid the import of "net/url" with a linter such as depguard, because goimports adds it when a file uses url
//     without an import.
//   - Test your program, because go get has raised the go line of your go.mod to 1.26.0, which changes the defaults of
//     GODEBUG settings such as urlstrictcolons. Builds in Dockerfiles and CI also need Go 1.26.
package url

import neturl "net/url"

// Parse parses a URL or a reference as a browser does. Use it wherever you would use net/url's Parse. Once you have
// checked the result, use it instead of rawURL.
//
//	u, err := url.Parse(`https:\\good.example\@evil.example`) // https://good.example/@evil.example
//
// If there is an error, it is an [*Error], and the result is nil. Parts of rawURL that need no decoding share memory
// with the result. For most URLs that are already normalized, Parse makes no more allocations than net/url does.
//
// # Web URLs
//
//   - URLs with the schemes http, https, ws, wss and ftp are parsed as specified in
//     https://url.spec.whatwg.org/#concept-basic-url-parser. Characters that net/url cannot represent are
//     percent-encoded in the path and the fragment, but are an error in the host.
//   - An empty path stays empty. A port is kept, even if it is the default port, and is written in decimal without
//     leading zeros.
//   - "https:" and "https://" result in a URL that contains only the scheme, so you can set its other fields. Any other
//     web URL without a host is an error. The Opaque field of a web URL is always empty.
//   - If the host is an IPv6 address with a zone, which no browser accepts, Parse uses net/url to parse the URL,
//     removes trailing spaces from the result's String, and parses that with net/url again. If the zone is not ASCII,
//     Parse returns the first result, because net/url rejects its String.
//
// # References
//
//   - A reference is parsed as it would be on a page with an http or https URL. A path that begins with a slash is
//     normalized. If the result would begin with "//" and so be read as a host, the prefix "/." is added. Any other
//     path keeps its dot segments. To resolve them, use [ParseRef].
//   - If the first segment contains a colon, the reference is an error, as with net/url.
//   - A reference that begins with a backslash is an error. A host is accepted only after "//", and only if "/", "?",
//     "#" or the end of the reference follows it.
//   - If u.Scheme and u.Host are empty, then u.String(), u.EscapedPath() and u.RequestURI() point to the server of the
//     page, and so does a [net/http.Redirect] to u.String(). By contrast, u.Path may point elsewhere, because it is
//     decoded.
//
// # Other URLs
//
//   - A URL with any other scheme is parsed by net/url. If net/url returns an error, for example because a password
//     contains "%", the URL is parsed according to the URL Standard.
//   - A file: URL is parsed by net/url if net/url finds a host, a user, or an Opaque without a backslash, as in
//     file:test.db. So are "file:" and "file://". Any other file: URL is parsed according to the URL Standard, which
//     gives "file:?q" the path "/".
//   - A control character before the first "#" is an error, as with net/url. Spaces at both ends are removed. They stay
//     only after a URL such as "redis://h/a ", which has neither a web scheme nor the scheme file, and which net/url
//     accepts together with its spaces.
func Parse(rawURL string) (*URL, error) {
	u, err := parse(rawURL)
	if err != nil {
		_, byNetURL := neturl.Parse(rawURL)
		return nil, newError(rawURL, err, byNetURL)
	}
	return u, nil
}

// ParseRef parses a reference as a browser does on a page whose URL is base. Use it instead of base.Parse(ref), which
// parses ref with net/url. The base URL must be absolute, and if it is a web URL, it must have a host.
//
//	u, err := url.ParseRef(base, `\x`)
//
// If there is an error, it is an [*Error], and the result is nil. ParseRef rejects references that browsers reject,
// hosts that net/url cannot represent, and control characters before the first "#" in ref.
//
//   - With the exceptions below, all other references are accepted, even if [Parse] rejects them.
//   - An absolute URL is parsed as browsers parse it, regardless of its scheme. If base is an https URL, "https:x" is a
//     relative path, as in a browser. To parse a DSN, use [Parse], because ParseRef rejects a ref that contains several
//     ports, and sets the Opaque field to "//" for postgres://?host=/run.
//   - If base is a URL such as mailto:a@b, ref must be absolute or begin with "#".
//   - Parse accepts some base URLs that the URL Standard rejects, such as a DSN with several ports or a URL whose host
//     is an IPv6 address with a zone. ParseRef resolves references against such a base, and against URLs such as
//     file:test.db and mem://, as net/url does. For such a base, it rejects some references that Parse rejects as well.
//   - If ref contains a host, its port is kept, even if it is the default port, and an empty path stays empty.
//   - ParseRef does not modify base. If base has a default port, the result does not contain it.
//
// It implements https://url.spec.whatwg.org/#concept-basic-url-parser with a base URL.
func ParseRef(base *URL, ref string) (*URL, error) {
	b, err := readBase(base)
	if err != nil {
		return nil, newError(ref, err, nil)
	}
	u, err := parseRef(base, b, ref)
	if err != nil {
		_, byNetURL := neturl.Parse(ref)
		return nil, newError(ref, err, byNetURL)
	}
	return u, nil
}

// ParseRequestURI parses the target of an HTTP request, or an absolute URL. Use it wherever you would use net/url's
// ParseRequestURI. The path of a request target is not normalized.
//
// A request target is "*" or begins with a slash. It is parsed by net/url, but the result never has a Host. If a target
// begins with "//", so does the result's Path, but its RawPath and String() begin with "/%2F" and therefore contain no
// host.
//
// Any other string is parsed by [Parse]. It is an error if the string has no scheme, or if it begins or ends with a
// space. Unlike net/url's ParseRequestURI, Parse splits off the fragment, so percent-encode a "#" in a DSN's password.
// If there is an error, it is an [*Error], and the result is nil.
func ParseRequestURI(rawURL string) (*URL, error) {
	u, err := parseRequestURI(rawURL)
	if err != nil {
		_, byNetURL := neturl.ParseRequestURI(rawURL)
		return nil, newError(rawURL, err, byNetURL)
	}
	return u, nil
}

// JoinPath parses base with [Parse] and appends path elements as [net/url.URL.JoinPath] does. The elements are paths
// rather than data, so a ".." element leads to the parent directory. They must already be percent-encoded. Otherwise,
// JoinPath may decode the percent-encoded slashes in the path of base.
//
// If base is a reference without a host, so is the result. This does not apply to the method u.JoinPath. For example,
// if ParseRequestURI("//evil.example/") returned u, u.JoinPath("café") is //evil.example/caf%C3%A9.
//
// JoinPath returns an error if an element contains a "%" that does not begin a percent-encoded byte. If there is an
// error, it is an [*Error], and the result is empty.
func JoinPath(base string, elem ...string) (result string, err error) {
	u, err := Parse(base)
	if err != nil {
		return "", err
	}
	// The method returns no error. The path of u is valid, so an error is one of the elements.
	if _, err := neturl.JoinPath("/", elem...); err != nil {
		return "", newError(base, err, nil)
	}
	return joinPath(u, elem).String(), nil
}
