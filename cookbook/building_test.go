package cookbook_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http/httptest"
	neturl "net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// Recipe: Add a path to the base URL of an API
//
// `JoinPath` puts exactly one slash between the elements, keeps a slash at the end, and keeps the query. A slash at the beginning
// of an element changes nothing.
//
// Pitfall: An element is a path. With `JoinPath("users", id)`, the ID `../admin` leads out of the folder. For data, use
// `AppendSegments`.
//
// Keywords: join paths, path.Join, https:/, dot segments, double slash
func Example_joinPath() {
	api := url.MustParse("https://example.com/v1/?key=k")
	for _, path := range []string{
		"users/7/photos/",
		"/users",
		"../v2/users",
		"a?b",
		"100%", // begins an escape that is not complete
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
// `AppendSegments` turns each string into one segment of the path, whatever it contains. To keep the slashes of a string, split
// it there first.
//
// Pitfall: No URL can represent the segments "." and "..", so they are errors. Don't use `PercentEncode` with
// `PathPercentEncodeSet` instead, because it leaves "%" as it is, and the file `100%41` becomes `100A`.
//
// Keywords: escape a path, PathEscape, path parameter, encoded slash, unicode path
func Example_appendSegments() {
	files := url.MustParse("https://example.com/files/")
	for _, name := range []string{
		"100% a/b?.txt",
		"../../admin",
		"..", // has no URL
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
	fmt.Println(files.AppendSegments(strings.Split("a b/100% \u00fc?.txt", "/")...))
	// Output:
	// https://example.com/files/gopher/100%25%20a%2Fb%3F.txt
	// https://example.com/files/gopher/..%2F..%2Fadmin
	// not a file name: ..
	// https://example.com/files/a%20b/100%25%20%C3%BC%3F.txt <nil>
}

// Recipe: Keep an encoded slash (%2F) in a path
//
// `Pathname` is the path exactly as it is sent, so there is no `RawPath`. `SetPathname` keeps the escapes of its value.
//
// Pitfall: `SetPathname` does not encode a "%". For the file `100%25.txt`, it requests `100%.txt`. Add data with
// `AppendSegments`.
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
// As a segment, the URL is encoded. If the server expects it as it is, as web archives do, append it with `SetPathname`, which
// keeps the two slashes that `JoinPath` would merge.
//
// Pitfall: Many routers clean `https://` in a path to `https:/`. And with `SetPathname`, the path `/web/../../admin` leads out of
// the folder.
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
	fmt.Println(url.Parse(url.PercentDecode(segments[len(segments)-1])))

	if err := archive.SetPathname(archive.Pathname() + "/https://example.org//a"); err != nil {
		panic(err)
	}
	fmt.Println(archive)
	// Output:
	// https://archive.example/web/https:%2F%2Fexample.org%2Fa%3Fb
	// https://example.org/a?b <nil>
	// https://archive.example/web/https://example.org//a
}

// Recipe: Strip a prefix from the path
//
// Cut the encoded path, so that `%2F` stays. `Parse` has already resolved `..` and `%2e%2e`, so a path with the prefix is below
// it.
//
// Pitfall: The rest can begin with two slashes, as for `/base//evil.example`. Pass on the `Href`, because a browser reads the
// path alone as the host evil.example. And if a server behind you decodes `..%2f`, decide with `DecodedSegments`.
//
// Keywords: StripPrefix, base path, stay below a folder
func Example_stripPrefix() {
	for _, s := range []string{
		"https://app.example/base/a%2Fb?q",
		"https://app.example/base//evil.example",
		"https://app.example/base/../a", // is not below the prefix
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

// stripPrefix cuts a prefix, which begins and ends with a slash, from the path of u.
func stripPrefix(u url.URL, prefix string) (stripped url.URL, ok bool) {
	rest, found := strings.CutPrefix(u.Pathname(), prefix)
	if !found || u.SetPathname("/"+rest) != nil {
		return url.URL{}, false
	}
	return u, true
}

// Recipe: Remove a trailing slash
//
// Trim the slash from the path. The path `/` keeps its slash.
//
// Pitfall: For most servers, `/a` and `/a/` are two pages, and the link `b` on them leads to `/b` and to `/a/b`. Remove the slash
// only on a server that you know.
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
// The name is the last segment of the path, decoded. `DecodedSegments` rejects names with slashes, and `filepath.IsLocal` rejects
// those that are special on the running system.
//
// Pitfall: The name may still be that of a hidden file, such as `.bashrc`, which replaces your own. Open it in an `os.Root`, in a
// folder for downloads.
//
// Keywords: file name from a URL, extension of a file name, last path segment, basename
func Example_fileName() {
	for _, s := range []string{
		"https://example.com/a/r%C3%A9sum%C3%A9.pdf?v=2",
		"https://example.com/a/..%2f.bashrc", // would leave the folder
		"https://example.com/",               // has no name
	} {
		fmt.Println(fileName(url.MustParse(s)))
	}
	// Output:
	// résumé.pdf
	// download
	// download
}

// fileName returns the name to save u as.
func fileName(u url.URL) string {
	segments, err := u.DecodedSegments()
	if err != nil || len(segments) == 0 {
		return "download"
	}
	name := segments[len(segments)-1]
	if !filepath.IsLocal(name) {
		return "download"
	}
	return name
}

// Recipe: Build the URL of an S3 object
//
// Encode the whole key with its slashes, because the parser would resolve the `..` of the key `a/../b`.
//
// Pitfall: The keys "." and ".." have no URL. If your client reads URLs by RFC 3986, as minio's does, build them with `net/url`.
// Otherwise the two may disagree about the key `a/../b`, and you get `SignatureDoesNotMatch`.
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
		".", // has no URL
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
// A URL names a key only if the parser leaves it unchanged.
//
// Pitfall: The parser resolves `..`, but an S3 client may not. A check of the parsed URL `…/photos/private/../x` sees the key
// `x`, and the client reads `private/../x`.
//
// Keywords: S3, key of an object, parse an S3 URL
func Example_s3Key() {
	const bucket = "https://s3.example/photos/"
	for _, s := range []string{
		"https://s3.example/photos/a%2F..%2Fb",
		"https://s3.example/photos/a/b+c",
		"https://s3.example/photos/../x",   // the parser changes it
		"https://s3.example/photos/a?acl",  // has a query
		"https://s3.example/photos/100%zz", // is not an escape
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
	return neturl.PathUnescape(encoded) // fails for "%zz", which PercentDecode leaves
}

// Recipe: Build a DSN from a password with special characters
//
// `Build` encodes each component, so the password can contain anything. An IPv6 address needs brackets.
//
// Pitfall: Without `Build`, a "#", "/" or "?" in the password ends the host: for `postgres://app:p#ss@db/x`, `net/url` reports
// "invalid port … after host", or with other characters "invalid userinfo". Never log a DSN, not even in an error: pass it to
// `Redact`.
//
// Keywords: DSN, connection string, build a URL, password with special characters, database URL, "invalid userinfo", "invalid
// port … after host"
func Example_dsn() {
	u, err := url.Build(url.Components{
		Scheme:   "postgres",
		Username: "app",
		Password: "p@ss/w:rd",
		Host:     "[::1]",
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
// A setter takes its value as it is in a URL, where `%41` stands for `A`. So encode data first. To remove the credentials, use
// `WithoutCredentials`.
//
// Pitfall: `u.SetPassword("p%41#")` stores the password `pA#`, and the login fails.
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
// Decode the user name and the password for `SetBasicAuth`, and request the URL without them.
//
// Pitfall: Send credentials only to the origin that they belong to. If a redirect leads to `https://other.example/`, a client
// that adds the field to every request gives the password away.
//
// Keywords: basic auth in a URL, Authorization, credentials, unescape, percent-decode
func Example_basicAuth() {
	u := url.MustParse("https://ann:p%40ss@example.com/")
	r := httptest.NewRequest("GET", u.WithoutCredentials().Href(), nil)
	r.SetBasicAuth(url.PercentDecode(u.Username()), url.PercentDecode(u.Password()))

	username, password, _ := r.BasicAuth()
	fmt.Println(r.URL, username, password)
	// Output: https://example.com/ ann p@ss
}

// Recipe: Read a DSN or the path of a Unix socket
//
// A URL has exactly one host. That host may be the encoded path of a socket, as in an `http+unix:` URL, but in a `unix:` URL the
// path is the path. Strings with several hosts or with none after the "@", and git remotes without a scheme, are no URLs: pass
// them on as they are.
//
// Pitfall: `Parse` reads `file:test.db` as `/test.db`, so a program opens another database. Keep such a DSN as a string.
// `FilePath` converts only file: URLs.
//
// Keywords: DSN, multiple hosts, MongoDB, SQLite file:, postgres, unix socket, Docker, git remote (scp)
func Example_readDSN() {
	for _, dsn := range []string{
		"postgres://u:p@%2Frun%2Fpg/db",
		"postgres://u@db:5432/db",
		"unix:///run/docker.sock",
		"http+unix://%2Frun%2Fdocker.sock/info",
		"postgres://a:1,b:2/db",        // has two hosts
		"postgres://u:p@/db?host=/run", // has no host after the "@"
		"git@git.example:org/repo",     // has no scheme
	} {
		u, err := url.Parse(dsn)
		if err != nil {
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
	// not a URL: postgres://xxxxx@/db?host=xxxxx
	// not a URL: xxxxx@git.example:org/repo
}

// Recipe: Build a mailto: URL with a subject
//
// `AppendQuery` writes a space as `%20`, and a new line as `%0D%0A`. Encode what stands before the "@" of an address. Several
// addresses are separated by ",".
//
// Pitfall: Form encoders, such as `net/url`'s `Values.Encode`, write a space as "+", so mail programs show the subject
// `Hello+World`.
//
// Keywords: mailto, mail body, subject, plus or %20
func Example_mailto() {
	address := url.PercentEncode("ann&bob", url.ComponentPercentEncodeSet) + "@example.com"
	u, err := url.Parse("mailto:" + address)
	if err != nil {
		panic(err)
	}
	u = u.AppendQuery("subject", "1 + 1").AppendQuery("body", "Hi\r\nAnn")
	fmt.Println(u)
	// Output: mailto:ann%26bob@example.com?subject=1%20%2B%201&body=Hi%0D%0AAnn
}

// Recipe: Build a tel: or a magnet: URL
//
// Such a URL has an opaque path: it has no host and no segments. `OpaquePath` is data, so `Build` encodes what has a meaning in a
// URL.
//
// Pitfall: With `Segments` instead of `OpaquePath`, you get `tel:/+49-30-1`, which no telephone dials.
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
// `Build` writes a space as `%20`, which authenticator apps read.
//
// Pitfall: The URL is the secret. Whoever reads `secret=JBSWY3DPEHPK3PXP` in your log can log in, so never log it.
//
// Keywords: otpauth, QR code, TOTP, two-factor
func Example_otpauth() {
	u, err := url.Build(url.Components{
		Scheme:   "otpauth",
		Host:     "totp",
		Segments: []string{"ACME Co:ann@example.com"},
		Query:    [][2]string{{"secret", "JBSWY3DPEHPK3PXP"}, {"issuer", "ACME Co"}},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output: otpauth://totp/ACME%20Co:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co
}

// Recipe: Build the WebSocket URL of a server
//
// `SetProtocol` changes http: to ws: and https: to wss:. If a token can contain any bytes, encode it as base64 first.
//
// Pitfall: Servers log queries, so `?token=…` ends up in a log. Let a token be valid only once or for a short time.
//
// Keywords: http to ws, SetScheme, http to https, websocket token
func Example_websocket() {
	u := url.MustParse("https://api.example/chat")
	if err := u.SetProtocol(strings.Replace(u.Scheme(), "http", "ws", 1)); err != nil {
		panic(err)
	}
	token := base64.RawURLEncoding.EncodeToString([]byte("\xff\x00+/"))
	fmt.Println(u.AppendQuery("token", token))
	// Output: wss://api.example/chat?token=_wArLw
}

// Recipe: Insert .well-known after the host
//
// RFC 8414 puts the path of the issuer after it, without a slash at its end. RFC 9728 removes that slash only if it is the whole
// path. OpenID Connect appends `/.well-known/openid-configuration` to the issuer instead.
//
// Pitfall: An issuer and a resource (RFC 8707) are strings. Compare them with `==`, and never by `Href`, or the issuer
// `https://EXAMPLE.com` passes for `https://example.com`.
//
// Keywords: well-known, issuer, RFC 8414, RFC 8707, RFC 9728, resource, OpenID
func Example_wellKnown() {
	u := url.MustParse("https://example.com/issuer1/")
	path := "/.well-known/oauth-authorization-server" + strings.TrimSuffix(u.Pathname(), "/")
	if err := u.SetPathname(path); err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output: https://example.com/.well-known/oauth-authorization-server/issuer1
}
