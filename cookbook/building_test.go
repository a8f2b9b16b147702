package cookbook_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/mail"
	"net/netip"
	neturl "net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// Recipe: Add a path to the base URL of an API
//
// `JoinPath` appends a path to a URL, with exactly one slash in between. It preserves the query and any trailing slash. A
// leading slash in the appended path makes no difference.
//
// Pitfall: `JoinPath` resolves dot segments. With `JoinPath("users", id)`, the ID `../admin` escapes from `users`, so use
// `AppendSegments` for arbitrary strings.
//
// Keywords: join paths, path.Join, JoinPath, https:/, dot segments, double slash, slash at the end, trailing slash
func Example_joinPath() {
	api := url.MustParse("https://example.com/v1/?key=k")
	for _, path := range []string{
		"users/7/photos/",
		"/users",
		"../v2/users",
		"a?b",
		"100%", // ends in an incomplete escape
	} {
		u, err := api.JoinPath(path)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/v1/users/7/photos/?key=k
	// https://example.com/v1/users?key=k
	// https://example.com/v2/users?key=k
	// https://example.com/v1/a%3Fb?key=k
	// url: JoinPath "100%": invalid-URL-unit at byte 3
}

// Recipe: Put an ID or a file name into a path
//
// `AppendSegments` encodes each string as a single path segment, whatever the string contains. If the slashes in a string are
// meant to separate segments, split the string first.
//
// Pitfall: No URL can represent the segments `.` and `..`, so `AppendSegments` returns an error for them. An empty ID at the end
// is not an error, but only makes the path end in a slash, so reject it yourself. Don't use `PathPercentEncodeSet` for arbitrary
// strings. It does not encode `%`, so a server would decode the file name `100%41` as `100A`.
//
// Keywords: escape a path, PathEscape, path parameter, encoded slash, unicode path
func Example_appendSegments() {
	files := url.MustParse("https://example.com/files/")
	for _, name := range []string{
		"100% a/b?.txt",
		"../../admin",
		"..", // no URL
	} {
		u, err := files.AppendSegments("gopher", name)
		if errors.Is(err, url.ErrInvalidPathSegment) {
			fmt.Println("not a file name:", name)
			continue
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	u, err := files.AppendSegments(strings.Split("a b/100% \u00fc?.txt", "/")...)
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output:
	// https://example.com/files/gopher/100%25%20a%2Fb%3F.txt
	// https://example.com/files/gopher/..%2F..%2Fadmin
	// not a file name: ..
	// https://example.com/files/a%20b/100%25%20%C3%BC%3F.txt
}

// Recipe: Keep an encoded slash (%2F) in a path
//
// `Pathname` returns the path without decoding it, so there is no `RawPath`. `SetPathname` keeps the escapes in its argument,
// except in dot segments such as `%2e%2e`, which it resolves.
//
// Pitfall: `SetPathname` does not encode a `%`, so the file name `100%25.txt` results in a request for `100%.txt`. To append a
// file name, use `AppendSegments` instead.
//
// Keywords: RawPath, EscapedPath, encoded slash, %2F, %252F
func Example_keepEncodedSlash() {
	u := url.MustParse("https://gitlab.example/")
	if err := u.SetPathname("/api/v4/projects/group%2Fname"); err != nil {
		panic(err)
	}
	fmt.Println(u.Pathname())
	// Output: /api/v4/projects/group%2Fname
}

// Recipe: Put a whole URL into a path
//
// `AppendSegments` encodes the whole URL as a single segment. If the server expects an unencoded URL, as web archives do,
// append it with `SetPathname`, because `JoinPath` would merge the two slashes after the scheme.
//
// Pitfall: Many routers merge slashes, which turns `https://` in a path into `https:/`. `Parse` reads both in the same way, but
// `net/url` does not. If the URL contains another `//`, as in `https://example.org//a`, merging the slashes changes its path.
// An untrusted string appended with `SetPathname` can escape the directory, as in `/web/../../admin`.
//
// Keywords: URL in a path parameter, web archive, https:/, double slash
func Example_urlInPath() {
	archive := url.MustParse("https://archive.example/web")
	u, err := archive.AppendSegments("https://example.org/a?b")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)

	segments := slices.Collect(u.PathSegments()) // on the server
	inner, err := url.Parse(url.PercentDecode(segments[len(segments)-1]))
	if err != nil {
		panic(err)
	}
	fmt.Println(inner)

	if err := archive.SetPathname(archive.Pathname() + "/https://example.org//a"); err != nil {
		panic(err)
	}
	fmt.Println(archive)
	// Output:
	// https://archive.example/web/https:%2F%2Fexample.org%2Fa%3Fb
	// https://example.org/a?b
	// https://archive.example/web/https://example.org//a
}

// Recipe: Strip a prefix from the path
//
// Cut the prefix from the encoded path so that `%2F` is preserved. `Parse` has already resolved `..` and `%2e%2e`, so a path
// that begins with the prefix cannot escape it.
//
// Pitfall: The remaining path can begin with two slashes, as it does for `/base//evil.example`. A browser would interpret that
// path on its own as a link to evil.example, so pass on the whole `Href`. If a server behind yours decodes `..%2f`, check the
// path with `DecodedSegments` as well.
//
// Keywords: StripPrefix, base path, stay below a folder
func Example_stripPrefix() {
	for _, s := range []string{
		"https://app.example/base/a%2Fb?q",
		"https://app.example/base//evil.example",
		"https://app.example/base/../a", // not under the prefix
	} {
		u, ok := stripPrefix(url.MustParse(s), "/base/")
		if !ok {
			fmt.Println("not below the prefix:", s)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://app.example/a%2Fb?q
	// https://app.example//evil.example
	// not below the prefix: https://app.example/base/../a
}

// stripPrefix removes a prefix from the path of u. The prefix begins and ends with a slash.
func stripPrefix(u url.URL, prefix string) (stripped url.URL, ok bool) {
	rest, found := strings.CutPrefix(u.Pathname(), prefix)
	if !found || u.SetPathname("/"+rest) != nil {
		return url.URL{}, false
	}
	return u, true
}

// Recipe: Remove a trailing slash
//
// Trim the trailing slash from the path, and set the result with `SetPathname`. The path `/` keeps its slash.
//
// Pitfall: To most servers, `/a` and `/a/` are different pages. The relative link `b` resolves to `/b` on the first page, but
// to `/a/b` on the second. Remove the slash only if you know that the server ignores it.
//
// Keywords: trailing slash
func Example_trailingSlash() {
	for _, s := range []string{
		"https://example.com/a/?q",
		"https://example.com/",
	} {
		u := url.MustParse(s)
		if err := u.SetPathname(strings.TrimSuffix(u.Pathname(), "/")); err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/a?q
	// https://example.com/
}

// Recipe: Get the file name of a download
//
// Decode the last segment of the path. `DecodedSegments` would reject `/a//b.txt` because of the other segments, which do not
// matter here. Reject names that are too long or contain a slash or a character that is special on Windows. `filepath.IsLocal`
// rejects other names, such as `CON`, but only on systems where they are special.
//
// Pitfall: A name such as `.bashrc` is still allowed, so a download could overwrite the `.bashrc` in your download folder. Use
// an `os.Root` to save downloads in a separate directory.
//
// Keywords: file name from a URL, extension of a file name, last path segment, basename
func Example_fileName() {
	for _, s := range []string{
		"https://example.com/a/r%C3%A9sum%C3%A9.pdf?v=2",
		"https://example.com/a//100%",        // an empty segment, and no valid escape
		"https://example.com/a/..%2f.bashrc", // escapes the directory
		"https://example.com/a.txt:b",        // a stream of a.txt on Windows
		"https://example.com/",               // no name
	} {
		fmt.Println(fileName(url.MustParse(s)))
	}
	// Output:
	// résumé.pdf
	// 100%
	// download
	// download
	// download
}

// fileName returns a name for the file at u.
func fileName(u url.URL) string {
	last := ""
	for segment := range u.PathSegments() {
		last = segment
	}
	name := url.PercentDecode(last)
	isSpecial := func(r rune) bool {
		return unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r)
	}
	if strings.ContainsFunc(name, isSpecial) || strings.TrimRight(name, ". ") != name ||
		len(name) > 255 || !utf8.ValidString(name) || !filepath.IsLocal(name) {
		return "download"
	}
	return name
}

// Recipe: Build the URL of an S3 object
//
// Encode the whole S3 key, including its slashes. Otherwise, the parser would resolve the `..` in the key `a/../b`.
//
// Pitfall: No URL can represent the keys `.` and `..`. If your client parses URLs according to RFC 3986, as minio's client does,
// build the URLs with `net/url`. Otherwise, the client and this package can disagree about the key `a/../b`, and you get
// `SignatureDoesNotMatch`.
//
// Keywords: S3, object key, SignatureDoesNotMatch, bucket
func Example_s3() {
	bucket := url.MustParse("https://s3.example/photos")
	for _, key := range []string{
		"a/../b",
		"a b+c",
		"\u00FC?#%",
		"//x",
		"\xff",
		".", // no URL
	} {
		u, err := objectURL(bucket, key)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://s3.example/photos/a%2F..%2Fb
	// https://s3.example/photos/a%20b%2Bc
	// https://s3.example/photos/%C3%BC%3F%23%25
	// https://s3.example/photos/%2F%2Fx
	// https://s3.example/photos/%FF
	// the key "." has no URL
}

func objectURL(bucket url.URL, key string) (url.URL, error) {
	if key == "" || key == "." || key == ".." {
		return url.URL{}, fmt.Errorf("the key %q has no URL", key)
	}
	return bucket.JoinPath(url.PercentEncode(key, url.RFC3986PercentEncodeSet))
}

// Recipe: Find the S3 key that a URL names
//
// Accept a URL only if the parser leaves it unchanged, then decode the part after the bucket. To read the key of a presigned
// URL, remove its query first. To accept an invalid escape such as `%zz` unchanged, decode with `PercentDecode` instead.
//
// Pitfall: The parser resolves `..`, but an S3 client may not. If you check only the parsed form of `…/photos/private/../x`, you
// see the key `x`, while the client reads `private/../x`.
//
// Keywords: S3, key of an object, parse an S3 URL, presigned URL
func Example_s3Key() {
	const bucket = "https://s3.example/photos/"
	for _, s := range []string{
		"https://s3.example/photos/a%2F..%2Fb",
		"https://s3.example/photos/a/b+c",
		"https://s3.example/photos/../x",   // changed by the parser
		"https://s3.example/photos/a?acl",  // a query
		"https://s3.example/photos/100%zz", // not a valid escape
	} {
		key, err := objectKey(bucket, s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(key)
	}
	// Output:
	// a/../b
	// a/b+c
	// not the URL of an object
	// not the URL of an object
	// invalid URL escape "%zz"
}

func objectKey(bucket, rawURL string) (string, error) {
	encoded, found := strings.CutPrefix(rawURL, bucket)
	if !found || encoded == "" || strings.ContainsAny(encoded, "?#") {
		return "", errors.New("not the URL of an object")
	}
	u, err := url.Parse(rawURL)
	if err != nil || u.Href() != rawURL {
		return "", errors.New("not the URL of an object")
	}
	return neturl.PathUnescape(encoded) // unlike PercentDecode, fails for "%zz"
}

// Recipe: Build a URL from a host, a port and a path
//
// `Build` returns an error if `Host` contains more than a host, such as a port or a path. An IPv6 address needs brackets.
// `Build` encodes the strings in `Segments`, so if your path is already percent-encoded, set it with `SetPathname` afterwards.
//
// Pitfall: If you use `fmt.Sprintf("http://%s:%d%s", …)`, the host `::1` results in an invalid URL. With the host
// `evil.example/`, the port becomes part of the path, and your client connects to port 80 instead.
//
// Keywords: build a URL, service registry, service discovery, Consul, Sprintf, JoinHostPort, host and port, IPv6 brackets,
// encoded path
func Example_hostAndPort() {
	for _, host := range []string{
		"orders.internal",
		"::1",
		"evil.example/", // not just a host
		"evil.example:443",
	} {
		u, err := serviceURL(host, 8080, "/v1/a%2Fb")
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://orders.internal:8080/v1/a%2Fb
	// http://[::1]:8080/v1/a%2Fb
	// url: Build "evil.example/": domain-to-ASCII at byte 12: a domain cannot have this character
	// url: Build "evil.example:443": domain-to-ASCII at byte 12: the port belongs in the field Port
}

// serviceURL returns the URL of a service. The path is already percent-encoded.
func serviceURL(host string, port uint16, path string) (url.URL, error) {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() {
		host = "[" + host + "]"
	}
	u, err := url.Build(url.Components{Scheme: "http", Host: host, Port: port})
	if err != nil {
		return url.URL{}, err
	}
	err = u.SetPathname(path)
	return u, err
}

// Recipe: Build a DSN from a password with special characters
//
// `Build` encodes each component, so the password can contain any characters. An IPv6 address needs brackets, which
// configurations often omit.
//
// To put a value into a template such as `postgres://app:${PASSWORD}@db/x`, encode the value with `RFC3986PercentEncodeSet`,
// then parse the whole string. The value can then contain any characters, except in the host. As a path segment, it must not be
// `.` or `..`.
//
// Pitfall: If you build the string by hand, a "#", "/" or "?" in the password is read as the end of the host. For
// `postgres://app:p#ss@db/x`, `net/url` reports "invalid port … after host". For some other characters, it reports "invalid
// userinfo". If only digits come before the "#", there is no error, so `postgres://app:123#x@db/x` is parsed as host `app` and
// port 123. A DSN contains a password, so pass it to `Redact` before you log it or include it in an error message.
//
// Keywords: DSN, connection string, build a URL, password with special characters, percent sign in a password, database URL,
// DSN from settings, DB_HOST, IPv6 brackets, template, placeholder, expand, environment variable, ${VAR}, "invalid userinfo",
// "invalid port … after host"
func Example_dsn() {
	host := "::1" // from the settings
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		host = "[" + host + "]"
	}
	u, err := url.Build(url.Components{
		Scheme:   "postgres",
		Username: "app",
		Password: "p@ss/w:rd",
		Host:     host,
		Port:     5432,
		Segments: []string{"a/b?c"},
		Query:    [][2]string{{"sslmode", "verify-full"}},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	fmt.Println(url.PercentDecode(u.Password()))
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard@[::1]:5432/a%2Fb%3Fc?sslmode=verify-full
	// p@ss/w:rd
}

// Recipe: Set a password with any characters
//
// Setters take percent-encoded values (`%41` means `A`), so encode the password first. To remove the user name and the
// password, use `WithoutCredentials`.
//
// Pitfall: If you don't encode the password, `u.SetPassword("p%41#")` stores `pA#`, and the login fails.
//
// Keywords: password with special characters, strip credentials, user info, remove password
func Example_password() {
	u := url.MustParse("postgres://app@db/x")
	if err := u.SetPassword(url.PercentEncode("p%41#", url.ComponentPercentEncodeSet)); err != nil {
		panic(err)
	}
	fmt.Println(u, url.PercentDecode(u.Password()))
	fmt.Println(u.WithoutCredentials())
	// Output:
	// postgres://app:p%2541%23@db/x p%41#
	// postgres://db/x
}

// Recipe: Send the credentials of a URL
//
// Request the URL without its credentials, and pass the decoded user name and password to `SetBasicAuth`. Send the request
// through `redirect.Transport`, which removes the `Authorization` header when a redirect leads to another origin.
//
// Pitfall: By default, `http.Client` keeps the `Authorization` header when it follows a redirect to a different port, a
// different scheme or a subdomain. For example, `https://example.com/` could redirect to `http://evil.example.com:8080/`, which
// then gets the password. A server reads the user name only up to the first colon, so `a%3Ab` can't be sent this way.
//
// Keywords: basic auth in a URL, Authorization, credentials, unescape, percent-decode, http.NewRequest, decoded password
func Example_basicAuth() {
	r, err := newRequest(url.MustParse("https://ann:p%40ss@example.com/100%"))
	if err != nil {
		panic(err)
	}
	// client := &http.Client{Transport: redirect.Transport(nil)}
	username, password, _ := r.BasicAuth()
	fmt.Println(r.URL, username, password)
	// Output: https://example.com/100%25 ann p@ss
}

// newRequest returns a request for u, with the credentials of u in the Authorization header.
func newRequest(u url.URL) (*http.Request, error) {
	n, err := u.WithoutCredentials().NetURL()
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest("GET", n.String(), nil)
	if err != nil {
		return nil, err
	}
	if u.IncludesCredentials() {
		r.SetBasicAuth(url.PercentDecode(u.Username()), url.PercentDecode(u.Password()))
	}
	return r, nil
}

// Recipe: Send an API key in a header
//
// An `http.Client` sends a header such as `X-Api-Key` to every server that a redirect leads to, even with `redirect.Transport`.
// In `CheckRedirect`, compare the origin of each redirect with the origin of the first request.
//
// Pitfall: Don't compare only the hosts. If `https://api.example/` redirects to `http://api.example/`, the client sends the key
// without encryption. If you set `CheckRedirect`, limit the number of redirects yourself, because the client no longer stops
// after ten.
//
// Keywords: X-Api-Key, API key, custom header, CheckRedirect, secret header, redirect leaks a header, http.Client
func Example_apiKey() {
	r, err := http.NewRequest("GET", "https://api.example/v1", nil)
	if err != nil {
		panic(err)
	}
	r.Header.Set("X-Api-Key", "s3cret")
	// client := &http.Client{CheckRedirect: followSameOrigin}

	for _, s := range []string{
		"https://api.example/v2",
		"http://api.example/v1",       // another scheme
		"https://api.example:8443/v1", // another port
		"https://evil.example/v1",     // another host
	} {
		next, err := http.NewRequest("GET", s, nil)
		if err != nil {
			panic(err)
		}
		fmt.Println(s, followSameOrigin(next, []*http.Request{r}))
	}
	// Output:
	// https://api.example/v2 <nil>
	// http://api.example/v1 redirected to another origin
	// https://api.example:8443/v1 redirected to another origin
	// https://evil.example/v1 redirected to another origin
}

// followSameOrigin is a CheckRedirect function.
func followSameOrigin(next *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return errors.New("too many redirects")
	}
	u, err := url.FromNetURL(next.URL)
	if err != nil {
		return err
	}
	first, err := url.FromNetURL(via[0].URL)
	if err != nil {
		return err
	}
	if !u.Origin().SameOrigin(first.Origin()) {
		return errors.New("redirected to another origin")
	}
	return nil
}

// Recipe: Read a DSN or the path of a Unix socket
//
// A URL has exactly one host. In an http+unix: URL, the host is the encoded socket path; in a unix: URL, the path itself is the
// socket path. Strings with several hosts, strings without a host after the "@", and git remotes without a scheme are not URLs,
// so pass them on unparsed. `Parse` accepts a string with several hosts if none of them has a port, or only the last one does,
// so check `Hostname` for a comma.
//
// Pitfall: `Parse` turns `file:test.db` into `file:///test.db`, so your program would open a different database. Keep a DSN
// like this as a string.
//
// Keywords: DSN, multiple hosts, MongoDB, SQLite file:, postgres, unix socket, Docker, git remote (scp)
func Example_readDSN() {
	for _, dsn := range []string{
		"postgres://u:p@%2Frun%2Fpg/db",
		"postgres://u@db:5432/db",
		"unix:///run/docker.sock",
		"http+unix://%2Frun%2Fdocker.sock/info",
		"postgres://a:1,b:2/db",        // two hosts
		"postgres://a,b:2/db",          // two hosts, which Parse reads as one
		"postgres://u:p@/db?host=/run", // no host after the "@"
		"git@git.example:org/repo",     // no scheme
	} {
		u, err := url.Parse(dsn)
		if err != nil || strings.Contains(u.Hostname(), ",") {
			fmt.Println("not a URL:", url.Redact(dsn, nil))
			continue
		}
		fmt.Printf("%q %q %q\n", url.PercentDecode(u.Hostname()), u.Port(), u.Pathname())
	}
	// Output:
	// "/run/pg" "" "/db"
	// "db" "5432" "/db"
	// "" "" "/run/docker.sock"
	// "/run/docker.sock" "" "/info"
	// not a URL: postgres://a:1,b:2/db
	// not a URL: postgres://a,b:2/db
	// not a URL: postgres://xxxxx@/db?host=xxxxx
	// not a URL: xxxxx@git.example:org/repo
}

// Recipe: Build a mailto: URL with a subject
//
// `AppendQuery` encodes a space as `%20` and the line break `\r\n` as `%0D%0A`. In each address, encode the parts before and
// after the "@". Separate multiple addresses with commas.
//
// To read a mailto: URL, split its path at commas before you decode the addresses. A `to` parameter can contain more of them.
//
// Pitfall: If you put the address `ann@example.com?bcc=eve%40e.example` into the URL as is, the mail client also sends the
// message to `eve@e.example`. Form encoders, such as `Values.Encode` in `net/url`, write a space as "+", so mail clients show
// the subject `Hello+World`. Conversely, `QueryPairs` reads the `+` in `?cc=a+b@example.com` as a space, so replace it with `%2B`
// first.
//
// Keywords: mailto, mail body, subject, plus or %20, email address, bcc, recipient, parse mailto, read mailto
func Example_mailto() {
	for _, address := range []string{
		"ann&bob@example.com",
		"ann@example.com?bcc=eve%40e.example", // stays a single address
		"ann@example.com?bcc=eve@e.example",   // has two "@"
		"ann@example.com,eve@e.example",       // two addresses
	} {
		u, err := mailto(address)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.AppendQuery("subject", "1 + 1").AppendQuery("body", "Hi\r\nAnn"))
	}

	read := url.MustParse("mailto:ann%26bob@example.com,c@example.com?cc=a+b@example.com")
	for address := range strings.SplitSeq(read.Pathname(), ",") {
		fmt.Println("to", url.PercentDecode(address))
	}
	query := url.NewURLSearchParams(strings.ReplaceAll(read.Search(), "+", "%2B"))
	fmt.Println("cc", query.Get("cc"))
	// Output:
	// mailto:ann%26bob@example.com?subject=1%20%2B%201&body=Hi%0D%0AAnn
	// mailto:ann@example.com%3Fbcc%3Deve%2540e.example?subject=1%20%2B%201&body=Hi%0D%0AAnn
	// not an email address: "ann@example.com?bcc=eve@e.example"
	// not an email address: "ann@example.com,eve@e.example"
	// to ann&bob@example.com
	// to c@example.com
	// cc a+b@example.com
}

func mailto(address string) (url.URL, error) {
	a, err := mail.ParseAddress(address)
	if err != nil || a.Address != address { // a name, a comment or quotes
		return url.URL{}, fmt.Errorf("not an email address: %q", address)
	}
	at := strings.LastIndexByte(address, '@')
	user := url.PercentEncode(address[:at], url.ComponentPercentEncodeSet)
	domain := url.PercentEncode(address[at+1:], url.ComponentPercentEncodeSet)
	return url.Parse("mailto:" + user + "@" + domain)
}

// Recipe: Build a tel: or magnet: URL
//
// A tel: or magnet: URL has an opaque path instead of a host and path segments. Set `OpaquePath` to the unencoded path, and
// `Build` encodes all characters that have a special meaning in a URL.
//
// Pitfall: If you set `Segments` instead of `OpaquePath`, you get `tel:/+49-30-1`, which no phone can dial.
//
// Keywords: tel link, telephone, magnet link, torrent, sms, opaque path, urn
func Example_opaquePath() {
	for _, c := range []url.Components{
		{Scheme: "tel", OpaquePath: "+49-30-1"},
		{Scheme: "magnet", Query: [][2]string{
			{"xt", "urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a"},
			{"dn", "Tea & cake"},
		}},
	} {
		u, err := url.Build(c)
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	u := url.MustParse("tel:+49-30-1")
	fmt.Println(u.HasOpaquePath(), u.Pathname())
	// Output:
	// tel:+49-30-1
	// magnet:?xt=urn%3Abtih%3Ac12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=Tea%20%26%20cake
	// true +49-30-1
}

// Recipe: Build an otpauth: URL
//
// `Build` encodes a space as `%20`, which authenticator apps can decode. Reject any issuer or account that contains a ":",
// because the colon separates the two.
//
// Pitfall: An otpauth: URL contains the secret itself. Anyone who sees `secret=JBSWY3DPEHPK3PXP` in your log can generate login
// codes, so never log an otpauth: URL.
//
// Keywords: otpauth, QR code, TOTP, two-factor, issuer
func Example_otpauth() {
	u, err := otpauth("ACME Co", "ann@example.com", "JBSWY3DPEHPK3PXP")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	_, err = otpauth("ACME: Co", "ann@example.com", "JBSWY3DPEHPK3PXP")
	fmt.Println(err)
	// Output:
	// otpauth://totp/ACME%20Co:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co
	// the issuer and the account must not contain a colon
}

func otpauth(issuer, account, secret string) (url.URL, error) {
	if strings.Contains(issuer+account, ":") {
		return url.URL{}, errors.New("the issuer and the account must not contain a colon")
	}
	return url.Build(url.Components{
		Scheme:   "otpauth",
		Host:     "totp",
		Segments: []string{issuer + ":" + account},
		Query:    [][2]string{{"secret", secret}, {"issuer", issuer}},
	})
}

// Recipe: Build the WebSocket URL of a server
//
// Use `SetProtocol` to change http: to ws: and https: to wss:. Set the token with `WithQueryValue`, which replaces any
// existing token. If a token can contain arbitrary bytes, encode it with base64 first.
//
// Pitfall: A `ws:` connection is not encrypted, so anyone on the network path to `ws://api.example/?token=…` can read the
// token. Most servers also log query strings, so the token ends up in their logs. Use single-use or short-lived tokens.
//
// Keywords: http to ws, SetScheme, http to https, websocket token
func Example_websocket() {
	u := url.MustParse("https://api.example/chat?token=old")
	if err := u.SetProtocol(strings.Replace(u.Scheme(), "http", "ws", 1)); err != nil {
		panic(err)
	}
	token := base64.RawURLEncoding.EncodeToString([]byte("\xff\x00+/"))
	fmt.Println(u.WithQueryValue("token", token))
	// Output: wss://api.example/chat?token=_wArLw
}

// Recipe: Insert .well-known after the host
//
// RFC 8414 inserts `/.well-known/oauth-authorization-server` before the issuer's path and removes a trailing slash from that
// path. RFC 9728 removes the slash only if it is the whole path. OpenID Connect appends `/.well-known/openid-configuration` to
// the issuer instead.
//
// Pitfall: Compare issuers and resource identifiers (RFC 8707) as strings, with `==`. If you compare them by `Href`, the issuer
// `https://EXAMPLE.com` passes for `https://example.com`.
//
// Keywords: well-known, issuer, RFC 8414, RFC 8707, RFC 9728, resource, OpenID, OIDC
func Example_wellKnown() {
	u := url.MustParse("https://example.com/issuer1/")
	path := "/.well-known/oauth-authorization-server" + strings.TrimSuffix(u.Pathname(), "/")
	if err := u.SetPathname(path); err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output: https://example.com/.well-known/oauth-authorization-server/issuer1
}
