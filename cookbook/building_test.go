package cookbook_test

import (
	"encoding/base64"
	"encoding/xml"
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
// JoinPath adds the slashes, and keeps one at the end. A leading slash changes nothing.
//
// Pitfall: An element is a path, so `..` goes up, and `?` is encoded. For data, use AppendSegments.
//
// Keywords: join paths, path.Join, https:/, dot segments, double slash
func Example_joinPath() {
	api := url.MustParse("https://example.com/v1/?key=k")
	fmt.Println(api.JoinPath("users", "/7/photos/"))
	fmt.Println(api.JoinPath("../v2/users"))

	_, err := api.JoinPath("100%") // an element is a path, so "%" begins an encoded byte
	fmt.Println(err)
	// Output:
	// https://example.com/v1/users/7/photos/?key=k <nil>
	// https://example.com/v2/users?key=k <nil>
	// url: JoinPath "100%": invalid-URL-unit at byte 3
}

// Recipe: Put an ID or a file name into a path
//
// Each text becomes one segment, whatever it contains. To keep the slashes of a path, split it there.
//
// Pitfall: `..` has no URL, and is an error. PercentEncode with PathPercentEncodeSet leaves `%` as it is.
//
// Keywords: escape a path, PathEscape, path parameter, encoded slash, unicode path
func Example_appendSegments() {
	files := url.MustParse("https://example.com/files/")
	for _, name := range []string{"100% a/b?.txt", "../../admin", ".."} {
		u, err := files.AppendSegments("gopher", name)
		fmt.Println(u, errors.Is(err, url.ErrInvalidPathSegment))
	}
	fmt.Println(files.AppendSegments(strings.Split("a b/100% \u00fc?.txt", "/")...))
	// Output:
	// https://example.com/files/gopher/100%25%20a%2Fb%3F.txt false
	// https://example.com/files/gopher/..%2F..%2Fadmin false
	//  true
	// https://example.com/files/a%20b/100%25%20%C3%BC%3F.txt <nil>
}

// Recipe: Keep %2F in a path
//
// Pathname is the path as it is sent, so there is no RawPath.
//
// Pitfall: `%` stays `%`. Data goes through AppendSegments.
//
// Keywords: RawPath, EscapedPath, encoded slash, %2F, %252F
func Example_keepEncodedSlash() {
	u := url.MustParse("https://gitlab.example/")
	err := u.SetPathname("/api/projects/group%2Fname")
	fmt.Println(u.Pathname(), err)
	// Output: /api/projects/group%2Fname <nil>
}

// Recipe: Put a whole URL into a path
//
// As a segment, it is encoded. SetPathname keeps the slashes of `//`, which JoinPath removes.
//
// Pitfall: Routers clean `https://` to `https:/`. With SetPathname, a `..` leaves the base.
//
// Keywords: URL in a path parameter, web archive, https:/, double slash
func Example_urlInPath() {
	archive := url.MustParse("https://archive.example/web")
	u, err := archive.AppendSegments("https://example.org/a?b")
	fmt.Println(u, err)
	segments := slices.Collect(u.PathSegments())
	fmt.Println(url.Parse(url.PercentDecode(segments[len(segments)-1])))
	err = archive.SetPathname(archive.Pathname() + "/https://example.org//a")
	fmt.Println(archive, err)
	// Output:
	// https://archive.example/web/https:%2F%2Fexample.org%2Fa%3Fb <nil>
	// https://example.org/a?b <nil>
	// https://archive.example/web/https://example.org//a <nil>
}

// Recipe: Strip a prefix from the path
//
// Cut the encoded path, so that `%2F` stays. Parse resolves `..` and `%2e%2e`, so what begins with the prefix stays below it.
//
// Pitfall: The rest can begin with `//`: send the Href, never the path. A server that decodes `..%2f` leaves the folder: see
// DecodedSegments.
//
// Keywords: StripPrefix, base path, stay below a folder
func Example_stripPrefix() {
	for _, rawURL := range []string{"https://app.example/base/a%2Fb?q", "https://app.example/base//evil.example"} {
		u := url.MustParse(rawURL)
		rest, found := strings.CutPrefix(u.Pathname(), "/base/")
		if found {
			fmt.Println(u.SetPathname("/"+rest), u)
		}
	}
	// Output:
	// <nil> https://app.example/a%2Fb?q
	// <nil> https://app.example//evil.example
}

// Recipe: Remove a trailing slash
//
// The root keeps its slash.
//
// Pitfall: With and without it are two pages for most servers, and relative links differ.
//
// Keywords: trailing slash
func Example_trailingSlash() {
	for _, rawURL := range []string{"https://example.com/a/?q", "https://example.com/"} {
		u := url.MustParse(rawURL)
		fmt.Println(u.SetPathname(strings.TrimSuffix(u.Pathname(), "/")), u)
	}
	// Output:
	// <nil> https://example.com/a?q
	// <nil> https://example.com/
}

// Recipe: Get the file name of a download
//
// The name is the last segment, decoded.
//
// Pitfall: A name can be reserved on Windows, or a dot file: open it in an os.Root.
//
// Keywords: file name from a URL, extension of a file name, last path segment
func Example_fileName() {
	for _, rawURL := range []string{"https://example.com/a/r%C3%A9sum%C3%A9.pdf?v=2", "https://example.com/a/..%2f.bashrc", "https://example.com/"} {
		name := "download"
		segments, err := url.MustParse(rawURL).DecodedSegments()
		if last := len(segments) - 1; err == nil && last >= 0 && filepath.IsLocal(segments[last]) {
			name = segments[last]
		}
		fmt.Println(name)
	}
	// Output:
	// résumé.pdf
	// download
	// download
}

// Recipe: Make the URL of an S3 object
//
// Encode the whole key with its slashes: the parser would resolve the `..` of `a/../b`.
//
// Pitfall: "." and ".." have no URL. A client that reads by RFC 3986, as minio's, needs net/url.
//
// Keywords: S3, object key, SignatureDoesNotMatch
func Example_s3() {
	bucket := url.MustParse("https://s3.example/photos")
	object := func(key string) (url.URL, error) {
		if key == "" || key == "." || key == ".." {
			return url.URL{}, fmt.Errorf("the key %q has no URL", key)
		}
		return bucket.JoinPath(url.PercentEncode(key, url.RFC3986PercentEncodeSet)) // the whole key, with its slashes
	}
	for _, key := range []string{"a/../b", "a b+c", "\u00FC?#%", "//x", "\xff", "."} {
		fmt.Println(object(key))
	}
	// Output:
	// https://s3.example/photos/a%2F..%2Fb <nil>
	// https://s3.example/photos/a%20b%2Bc <nil>
	// https://s3.example/photos/%C3%BC%3F%23%25 <nil>
	// https://s3.example/photos/%2F%2Fx <nil>
	// https://s3.example/photos/%FF <nil>
	//  the key "." has no URL
}

// A URL names a key only if the parser leaves it as it is. It would resolve "..", and an S3 client may not.
func Example_s3Key() {
	const bucket = "https://s3.example/photos/"
	keyOf := func(rawURL string) (string, error) {
		u, err := url.Parse(rawURL)
		encoded, found := strings.CutPrefix(rawURL, bucket)
		if err != nil || u.Href() != rawURL || !found || encoded == "" || strings.ContainsAny(encoded, "?#") {
			return "", errors.New("not the URL of an object")
		}
		return neturl.PathUnescape(encoded) // an error for "100%", which PercentDecode leaves
	}
	for _, rawURL := range []string{"https://s3.example/photos/a%2F..%2Fb", "https://s3.example/photos/a/b+c", "https://s3.example/photos/../x"} {
		fmt.Println(keyOf(rawURL))
	}
	// Output:
	// a/../b <nil>
	// a/b+c <nil>
	//  not the URL of an object
}

// Recipe: Make a DSN from a password with special characters
//
// Build encodes each component. net/url fails for a raw one: "invalid userinfo", or "invalid port … after host".
//
// Pitfall: Without Build, a raw `#`, `/` or `?` in the password ends the host. IPv6 zones are errors. Never log the DSN: Redact it.
//
// Keywords: DSN, connection string, password with special characters, database URL, "invalid userinfo", "invalid port … after host"
func Example_dsn() {
	c := url.Components{Scheme: "postgres", Username: "app", Password: "p@ss/w:rd", Host: "[::1]", Port: 5432, Segments: []string{"a/b?c"},
		Query: [][2]string{{"sslmode", "verify-full"}}}
	u, err := url.Build(c)
	fmt.Println(u, err)
	fmt.Println(url.PercentDecode(u.Password()))
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard@[::1]:5432/a%2Fb%3Fc?sslmode=verify-full <nil>
	// p@ss/w:rd
}

// Recipe: Set a password with any characters
//
// Setters take `%41` for `A`, so encode first.
//
// Pitfall: SetPassword("p%41#") would store `pA#`.
//
// Keywords: password with special characters, strip credentials, user info
func Example_password() {
	u := url.MustParse("postgres://app@db/x")
	err := u.SetPassword(url.PercentEncode("p%41#", url.ComponentPercentEncodeSet))
	fmt.Println(u, url.PercentDecode(u.Password()), err)
	fmt.Println(u.SetUsername(""), u.SetPassword(""), u) // without credentials
	// Output:
	// postgres://app:p%2541%23@db/x p%41# <nil>
	// <nil> <nil> postgres://db/x
}

// Recipe: Send the credentials of a URL
//
// Decode them for SetBasicAuth, and request the URL without them.
//
// Pitfall: Only to the origin that they are for, also after redirects.
//
// Keywords: basic auth in a URL, Authorization
func Example_basicAuth() {
	u := url.MustParse("https://ann:p%40ss@example.com/")
	r := httptest.NewRequest("GET", "/", nil)
	r.SetBasicAuth(url.PercentDecode(u.Username()), url.PercentDecode(u.Password()))
	fmt.Println(r.BasicAuth())
	// Output: ann p@ss true
}

// Recipe: Read a DSN, or the path of a Unix socket
//
// A URL has one host, which may be a socket, encoded, as in `http+unix:`. `unix:` has it in the path. The driver reads texts with
// several hosts, or none behind "@".
//
// Pitfall: `file:test.db` is `/test.db` for a URL: leave it a text. FilePath is for file: alone.
//
// Keywords: DSN, multiple hosts, MongoDB, SQLite file:, postgres, unix socket, Docker
func Example_readDSN() {
	for _, dsn := range []string{
		"postgres://u:p@%2Frun%2Fpg/db", "postgres://u@db:5432/db", "postgres://a:1,b:2/db", "postgres://u:p@/db?host=/run",
		"unix:///run/docker.sock", "http+unix://%2Frun%2Fdocker.sock/info",
	} {
		u, err := url.Parse(dsn)
		if err != nil {
			fmt.Println("for the driver:", url.Redact(dsn, nil))
			continue
		}
		fmt.Println(url.PercentDecode(u.Hostname()), u.Port(), u.Pathname())
	}
	// Output:
	// /run/pg  /db
	// db 5432 /db
	// for the driver: postgres://a:1,b:2/db
	// for the driver: postgres://xxxxx@/db?host=xxxxx
	//   /run/docker.sock
	// /run/docker.sock  /info
}

// Recipe: Make an otpauth: URL
//
// Build writes a space as `%20`, which authenticators read.
//
// Pitfall: The URL is the secret: never log it.
//
// Keywords: otpauth, QR code, TOTP
func Example_otpauth() {
	u, err := url.Build(url.Components{Scheme: "otpauth", Host: "totp", Segments: []string{"ACME Co:ann@example.com"},
		Query: [][2]string{{"secret", "JBSWY3DPEHPK3PXP"}, {"issuer", "ACME Co"}}})
	fmt.Println(u, err)
	// Output: otpauth://totp/ACME%20Co:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co <nil>
}

// Recipe: Make the ws: URL of a server, with a token
//
// SetProtocol changes http: to ws: and https: to wss:. A token of any bytes needs base64.
//
// Pitfall: Servers log queries: use a token once, or for a short time.
//
// Keywords: http to ws, SetScheme, http to https, websocket token
func Example_websocket() {
	u := url.MustParse("https://api.example/chat")
	err := u.SetProtocol(strings.Replace(u.Scheme(), "http", "ws", 1))
	token := base64.RawURLEncoding.EncodeToString([]byte("\xff\x00+/"))
	fmt.Println(u.AppendQuery("token", token), err)
	// Output: wss://api.example/chat?token=_wArLw <nil>
}

// Recipe: Insert .well-known after the host
//
// RFC 8414 puts the issuer's path behind it, without its last slash. RFC 9728 removes only the slash of a path `/`, and OpenID
// Connect appends `/.well-known/openid-configuration` to the issuer.
//
// Pitfall: An issuer or a resource (RFC 8707) is a text: compare it with `==`, never its Href.
//
// Keywords: well-known, issuer, RFC 8414, RFC 8707, RFC 9728, resource, OpenID
func Example_wellKnown() {
	u := url.MustParse("https://example.com/issuer1/")
	err := u.SetPathname("/.well-known/oauth-authorization-server" + strings.TrimSuffix(u.Pathname(), "/"))
	fmt.Println(u, err)
	// Output: https://example.com/.well-known/oauth-authorization-server/issuer1 <nil>
}

// Recipe: Write a sitemap
//
// encoding/xml calls MarshalText, and escapes `&`.
//
// Pitfall: Only URLs with the scheme and host of the sitemap count, and at most 2,047 bytes long.
//
// Keywords: sitemap
func Example_sitemap() {
	type entry struct {
		Loc url.URL `xml:"loc"`
	}
	u := url.MustParse("http://www.example.com/\u00fcmlat.html&q=name")
	text, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []entry  `xml:"url"`
	}{URLs: []entry{{u}}})
	fmt.Println(string(text), err)
	// Output: <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://www.example.com/%C3%BCmlat.html&amp;q=name</loc></url></urlset> <nil>
}
