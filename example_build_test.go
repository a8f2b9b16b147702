package url_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
)

// This file shows how to make URLs from data: segments, components, relative references, file paths, percent-encoding.
// It also shows the setters.

// Job: Add a path to the base URL of an API
//
// JoinPath adds the slashes, and keeps one at the end. A leading slash changes nothing.
//
// Trap: An element is a path, so `..` goes up, and `?` is encoded. For data, use AppendSegments.
//
// Words: join paths, path.Join, https:/, dot segments, double slash
func ExampleURL_JoinPath() {
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

// Job: Make the URL of an S3 object
//
// Encode the whole key with its slashes: the parser would resolve the `..` of `a/../b`.
//
// Trap: "." and ".." have no URL. A client that reads by RFC 3986, as minio's, needs net/url.
//
// Words: S3, object key, SignatureDoesNotMatch
func ExampleURL_JoinPath_objectKey() {
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
func ExampleURL_JoinPath_keyOfObject() {
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

// The links of an Atom feed are relative to the xml:base of the link, the entry and the feed. One that does not parse, or is very
// long, does not count: each result can be as long as its base, so all bases and links together have a limit, too.
func ExampleURL_Parse_feed() {
	type link struct {
		Base string `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
		Href string `xml:"href,attr"`
	}
	type entry struct {
		Base  string `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
		Links []link `xml:"link"`
	}
	var feed struct {
		entry
		Entries []entry `xml:"entry"`
	}
	const longestFeed, longestBase, longest = 10 << 20, 8 << 10, 10 << 20 // bytes
	body := strings.NewReader(`<?xml version="1.0" encoding="ISO-8859-1"?><feed xml:base="/blog/" xmlns="http://www.w3.org/2005/Atom"><link href="."/>
		<entry xml:base="2026/"><link href="a?q=` + "\xe9" + `"/></entry><entry xml:base="https://["><link href="b"/></entry></feed>`)
	decoder := xml.NewDecoder(io.LimitReader(body, longestFeed))
	decoder.CharsetReader = charset.NewReaderLabel // without it, only UTF-8 is read
	if err := decoder.Decode(&feed); err != nil {
		panic(err)
	}

	length := 0
	parse := func(base url.URL, ref string) (url.URL, bool) {
		if length > longest {
			return url.URL{}, false
		}
		u, err := base.Parse(ref)
		length += len(u.Href())
		return u, err == nil
	}
	within := func(base url.URL, xmlBase string) url.URL {
		if u, ok := parse(base, xmlBase); ok && len(u.Href()) <= longestBase {
			return u
		}
		return base
	}
	document := within(url.MustParse("https://example.com/atom.xml"), feed.Base) // of response.Request.URL, after redirects
	for _, e := range append([]entry{{Links: feed.Links}}, feed.Entries...) {
		for _, l := range e.Links {
			if u, ok := parse(within(within(document, e.Base), l.Base), l.Href); ok && u.IsHTTP() {
				fmt.Println(u)
			}
		}
	}
	// Output:
	// https://example.com/blog/
	// https://example.com/blog/2026/a?q=%C3%A9
	// https://example.com/blog/b
}

// Job: Put an ID or a file name into a path
//
// Each text becomes one segment, whatever it contains. To keep the slashes of a path, split it there.
//
// Trap: `..` has no URL, and is an error. PercentEncode with PathPercentEncodeSet leaves `%` as it is.
//
// Words: escape a path, PathEscape, path parameter, encoded slash, unicode path
func ExampleURL_AppendSegments() {
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

func ExampleBuild() {
	u, err := url.Build(url.Components{
		Scheme:   "https",
		Host:     "bücher.example",
		Port:     8443,
		Segments: []string{"authors", "../AC/DC", ""},
		Query:    [][2]string{{"q", "a&b=c"}, {"lang", "de"}},
		Fragment: "100%",
	})
	fmt.Println(u, err)
	// Output: https://xn--bcher-kva.example:8443/authors/..%2FAC%2FDC/?q=a%26b%3Dc&lang=de#100%25 <nil>
}

// Job: Make a DSN from a password with special characters
//
// Build encodes each component. net/url fails for a raw one: "invalid userinfo", or "invalid port … after host".
//
// Trap: Without Build, a raw `#`, `/` or `?` in the password ends the host. IPv6 zones are errors. Never log the DSN: Redact it.
//
// Words: DSN, connection string, password with special characters, database URL, "invalid userinfo", "invalid port … after host"
func ExampleComponents() {
	c := url.Components{Scheme: "postgres", Username: "app", Password: "p@ss/w:rd", Host: "[::1]", Port: 5432, Segments: []string{"a/b?c"},
		Query: [][2]string{{"sslmode", "verify-full"}}}
	u, err := url.Build(c)
	fmt.Println(u, err)
	fmt.Println(url.PercentDecode(u.Password()))
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard@[::1]:5432/a%2Fb%3Fc?sslmode=verify-full <nil>
	// p@ss/w:rd
}

func ExampleBuild_errors() {
	for _, c := range []url.Components{
		{Scheme: "https", Host: "example.com:8080"},
		{Scheme: "https", Host: "example.com", Segments: []string{"a", ".."}},
		{Scheme: "file", Username: "gopher", Segments: []string{"a"}},
		{Scheme: "mailto"},
	} {
		_, err := url.Build(c)
		fmt.Println(err)
	}
	// Output:
	// url: Build "example.com:8080": domain-to-ASCII at byte 11: a domain cannot have this character
	// url: Build "..": invalid-path-segment at byte 0
	// url: Build "file": cannot-have-credentials-or-port at byte 4
	// url: Build "mailto": opaque-path at byte 6
}

// Job: Make a relative link from two absolute ones
//
// MakeRelative returns what a page writes to reach the target.
//
// Trap: http.Redirect cleans such a text: send the Href there.
//
// Words: relative link, relative URL between two
func ExampleURL_MakeRelative() {
	page := url.MustParse("https://example.com/guide/go/install")
	for _, target := range []string{
		"https://example.com/guide/go/install#linux",
		"https://example.com/guide/go/update?v=2",
		"https://example.com/guide/rust/",
		"https://example.com/",
		"https://other.example/",
	} {
		fmt.Println(page.MakeRelative(url.MustParse(target)))
	}
	// Output:
	// #linux true
	// update?v=2 true
	// ../rust/ true
	// / true
	//  false
}

// Job: Open the file that a path names
//
// os.Root refuses links that lead outside. Only a regular file is opened: a pipe waits.
//
// Trap: `filepath.Join(dir, u.Pathname())` opens another file for `%2f` or a space.
//
// Words: path traversal, traversal, static files, escape a folder
func ExampleURL_DecodedSegments_file() {
	root, err := os.OpenRoot("testdata")
	if err != nil {
		panic(err)
	}
	defer root.Close()
	for _, rawURL := range []string{"https://h/README.md", "https://h/..%2fgo.mod", "https://h/", "https://h/none"} {
		segments, err := url.MustParse(rawURL).DecodedSegments()
		name := path.Join(segments...)
		if info, statErr := root.Stat(name); err != nil || statErr != nil || !info.Mode().IsRegular() {
			fmt.Println("not found:", rawURL)
			continue
		}
		fmt.Println("open", name) // root.Open(name)
	}
	// Output:
	// open README.md
	// not found: https://h/..%2fgo.mod
	// not found: https://h/
	// not found: https://h/none
}

func ExampleFromFilePath() {
	fmt.Println(url.FromFilePath("/srv/100% #1.txt", url.UnixPath)) // or url.NativePath, for the running system
	fmt.Println(url.FromFilePath(`C:\Users\Gopher\a b.txt`, url.WindowsPath))
	fmt.Println(url.FromFilePath(`\\server\share\a.txt`, url.WindowsPath))
	// Output:
	// file:///srv/100%25%20%231.txt <nil>
	// file:///C:/Users/Gopher/a%20b.txt <nil>
	// file://server/share/a.txt <nil>
}

func ExampleURL_FilePath() {
	fmt.Println(url.MustParse("file:///srv/100%25%20%231.txt").FilePath(url.UnixPath))
	fmt.Println(url.MustParse("file:///C:/Users/a%20b.txt").FilePath(url.WindowsPath))
	_, err := url.MustParse("file:///srv/..%2F..%2Fetc/passwd").FilePath(url.UnixPath)
	fmt.Println(errors.Is(err, url.ErrNotRepresentable))
	// Output:
	// /srv/100% #1.txt <nil>
	// C:\Users\a b.txt <nil>
	// true
}

func ExamplePathStyle() {
	u := url.MustParse("file:///C:/a%20b")
	fmt.Println(u.FilePath(url.UnixPath))
	fmt.Println(u.FilePath(url.WindowsPath))
	// Output:
	// /C:/a b <nil>
	// C:\a b <nil>
}

func ExamplePercentEncode() {
	fmt.Println(url.PercentEncode("a/b?c=\u20ac 1", url.PathPercentEncodeSet))
	fmt.Println(url.PercentEncode("a/b?c=\u20ac 1", url.ComponentPercentEncodeSet))
	// Output:
	// a/b%3Fc=%E2%82%AC%201
	// a%2Fb%3Fc%3D%E2%82%AC%201
}

// RFC3986PercentEncodeSet is what AWS Signature Version 4 and OAuth 1.0 encode with. For a path, refuse "." and ".." first, as the
// example ObjectKey of [url.URL.JoinPath] does: they are left, and a parser resolves them.
func ExamplePercentEncode_rfc3986() {
	fmt.Println(url.PercentEncode("a/b+c*(1)~.jpg", url.RFC3986PercentEncodeSet))
	// Output: a%2Fb%2Bc%2A%281%29~.jpg
}

// "|" makes the union of two sets.
func ExamplePercentEncodeSet() {
	fmt.Println(url.PercentEncode("a;b/'c'", url.PathPercentEncodeSet))
	fmt.Println(url.PercentEncode("a;b/'c'", url.PathPercentEncodeSet|url.SpecialQueryPercentEncodeSet))
	// Output:
	// a;b/'c'
	// a;b/%27c%27
}

func ExamplePercentEncodeSet_Contains() {
	fmt.Println(url.PathPercentEncodeSet.Contains('^'), url.QueryPercentEncodeSet.Contains('^'))
	// Output: true false
}

func ExamplePercentEncodeAfterEncoding() {
	s, err := url.PercentEncodeAfterEncoding(charmap.Windows1252, "\u20ac 1", url.FormURLEncodedPercentEncodeSet, true)
	fmt.Println(s, err)
	// Output: %80+1 <nil>
}

func ExamplePercentDecode() {
	fmt.Println(url.PercentDecode("100%25 %e2%82%ac %zz"))
	// Output: 100% € %zz
}

func ExampleURL_SetHref() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetHref("nonsense"))
	fmt.Println(u)
	// Output:
	// url: SetHref "nonsense": missing-scheme-non-relative-URL at byte 0
	// https://example.org/
}

func ExampleURL_SetHost() {
	u := url.MustParse("https://example.org/path")
	fmt.Println(u.SetHost("EXAMPLE.com:8080"), u)
	fmt.Println(u.SetHost("example.net:x"), u) // the host is set, the port is not
	fmt.Println(u.SetHostname("a b"), u)
	// Output:
	// <nil> https://example.com:8080/path
	// url: SetHost "example.net:x": port-invalid at byte 12 (a part of the value was used) https://example.net:8080/path
	// url: SetHostname "a b": domain-to-ASCII at byte 1: a domain cannot have this character https://example.net:8080/path
}

func ExampleURL_SetHostname() {
	u := url.MustParse("https://example.org:8080/")
	fmt.Println(u.SetHostname("EXAMPLE.com"), u)
	// Output: <nil> https://example.com:8080/
}

func ExampleURL_SetProtocol() {
	u := url.MustParse("http://example.org:443/")
	fmt.Println(u.SetProtocol("https"), u)
	fmt.Println(u.SetProtocol("mailto"), u)
	// Output:
	// <nil> https://example.org/
	// url: SetProtocol "mailto": scheme-change at byte 0 https://example.org/
}

func ExampleURL_SetPathname() {
	u := url.MustParse("https://example.org/?q")
	fmt.Println(u.SetPathname("a b/../c?d"), u)
	// Output: <nil> https://example.org/c%3Fd?q
}

func ExampleURL_SetSearch() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetSearch("a=b c"), u)
	fmt.Println(u.SetSearch(""), u)
	// Output:
	// <nil> https://example.org/?a=b%20c
	// <nil> https://example.org/
}

func ExampleURL_SetPort() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetPort("8080 or so"), u)
	// Output: url: SetPort "8080 or so": trailing-data at byte 4 (a part of the value was used) https://example.org:8080/
}

func ExampleURL_SetHash() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetHash("#to p"), u)
	// Output: <nil> https://example.org/#to%20p
}

func ExampleURL_SetUsername() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetUsername("me@work"), u.SetPassword("s:cret"), u)
	// Output: <nil> <nil> https://me%40work:s%3Acret@example.org/
}

func ExampleURL_SetPassword() {
	u := url.MustParse("https://me@example.org/")
	fmt.Println(u.SetPassword("s:cret"), u)

	u = url.MustParse("mailto:me@example.org")
	fmt.Println(errors.Is(u.SetPassword("secret"), url.ErrCannotHaveCredentialsOrPort), u)
	// Output:
	// <nil> https://me:s%3Acret@example.org/
	// true mailto:me@example.org
}

// The examples from here on belong to MIGRATING.md, like those of example_migrating_test.go.

func Example_migratingBuild() {
	n := &neturl.URL{Scheme: "postgres", User: neturl.UserPassword("user", "p@ss"), Host: "db:5432", Path: "/a/b?c"}
	u, err := url.Build(url.Components{
		Scheme: "postgres", Username: "user", Password: "p@ss", Host: "db", Port: 5432, Segments: []string{"a", "b?c"}})
	fmt.Println(n)
	fmt.Println(u, err)

	// net/url writes a host that no parser accepts.
	n = &neturl.URL{Scheme: "https", Host: "example.com/a?", Path: "b"}
	_, err = url.Build(url.Components{Scheme: "https", Host: "example.com/a?", Segments: []string{"b"}})
	fmt.Println(n)
	fmt.Println(err)
	// Output:
	// postgres://user:p%40ss@db:5432/a/b%3Fc
	// postgres://user:p%40ss@db:5432/a/b%3Fc <nil>
	// https://example.com%2Fa%3F/b
	// url: Build "example.com/a?": domain-to-ASCII at byte 11: a domain cannot have this character
}

func Example_migratingAppendSegments() {
	base := url.MustParse("https://example.com/v1")
	for _, id := range []string{"a/b", ".."} {
		fmt.Printf("%s/users/%s\n", base, neturl.PathEscape(id)) // "..", too
		fmt.Println(base.AppendSegments("users", id))
	}
	// Output:
	// https://example.com/v1/users/a%2Fb
	// https://example.com/v1/users/a%2Fb <nil>
	// https://example.com/v1/users/..
	//  url: AppendSegments "..": invalid-path-segment at byte 0
}

func Example_migratingPathEscape() {
	const text = "a/b?c&d+ü$'[]"
	fmt.Println(neturl.PathEscape(text))
	fmt.Println(url.PercentEncode(text, url.ComponentPercentEncodeSet)) // JavaScript's encodeURIComponent
	// Output:
	// a%2Fb%3Fc&d+%C3%BC$%27%5B%5D
	// a%2Fb%3Fc%26d%2B%C3%BC%24'%5B%5D
}

func Example_migratingPathUnescape() {
	text, err := neturl.PathUnescape("100%/%41")
	fmt.Printf("%q %v\n", text, err)
	fmt.Printf("%q\n", url.PercentDecode("100%/%41"))
	// Output:
	// "" invalid URL escape "%/%"
	// "100%/A"
}

func Example_migratingJoinPath() {
	for _, row := range [][]string{ // the first two are the same, the others differ
		{"/a/", "/b"}, {"/a", "../../b"},
		{"/a//", "b"}, {"//", "/go"}, {"/a", "%2e%2e/b"}, {"/a/b", ".."}, {"/a/b", "c/."}, {"/a", "b/", ""},
		{"/a|b", "c"}, {"/a", "%41 b"}, {"/a", "[b]"}, {"/a", "100%"},
	} {
		rawURL, elem := "https://example.com"+row[0], row[1:]
		n, _ := neturl.Parse(rawURL)
		u, err := url.MustParse(rawURL).JoinPath(elem...)
		fmt.Println(n.JoinPath(elem...).EscapedPath(), u.Pathname(), err != nil)
	}
	_, err := neturl.JoinPath("https://example.com/a", "100%")
	fmt.Println(err)
	// Output:
	// /a/b /a/b false
	// /b /b false
	// /a/b /a//b false
	// /go //go false
	// /a/%2e%2e/b /b false
	// /a /a/ false
	// /a/b/c /a/b/c/ false
	// /a/b /a/b/ false
	// /a%7Cb/c /a|b/c false
	// /a/A%20b /a/%41%20b false
	// /a/[b] /a/%5Bb%5D false
	// /a  true
	// invalid URL escape "%"
}

func Example_migratingDSN() {
	const dsn = "postgres://us%65r:p%40ss@DB/a%2Fb"
	n, _ := neturl.Parse(dsn)
	password, _ := n.User.Password()
	fmt.Println(n.User.Username(), password, n.Host, n.Path)

	u := url.MustParse(dsn)
	_, hasPort := u.EffectivePort() // postgres: has no default port in the standard
	fmt.Println(url.PercentDecode(u.Username()), url.PercentDecode(u.Password()), u.Host(), hasPort)
	for segment := range u.PathSegments() {
		fmt.Println(url.PercentDecode(segment))
	}
	fmt.Println(url.MustParse("postgres://user:p^ss@db/")) // an error in net/url
	fmt.Println(url.MustParse("npipe:////./pipe/x"))       // wrong: "." is a dot segment
	fmt.Println(u.AppendQuery("options", "-c a").Search())
	u.SearchParams().Append("options", "-c a") // wrong, if the driver does not read "+" as a space
	fmt.Println(u.Search())
	// Output:
	// user p@ss DB /a/b
	// user p@ss DB false
	// a/b
	// postgres://user:p%5Ess@db/
	// npipe:////pipe/x
	// ?options=-c%20a
	// ?options=-c+a
}

func Example_migratingMultiHost() {
	for _, dsn := range []string{"postgres://h1:1,h2:2/db", "postgres://h1,h2:2/db"} {
		n, _ := neturl.Parse(dsn)
		fmt.Println(n.Hostname(), n.Port())
		u, err := url.Parse(dsn)
		fmt.Println(u.Hostname(), u.Port(), err)
	}
	// Output:
	// h1:1,h2 2
	//   url: Parse "postgres://h1:1,h2:2/db": port-invalid at byte 15
	// h1,h2 2
	// h1,h2 2 <nil>
}

func Example_migratingNotDSN() {
	const dsn = "user:secret@tcp(db:3306)/data"
	n, _ := neturl.Parse(dsn)
	fmt.Println(n.Scheme, n.User == nil, n.Redacted())
	u := url.MustParse(dsn)
	fmt.Println(u.Scheme(), !u.IncludesCredentials(), u.Redacted())
	fmt.Println(url.Redact(dsn, nil))

	n, _ = neturl.Parse("file:test.db?cache=shared") // SQLite opens test.db in the current directory
	fmt.Println(n.Opaque, url.MustParse(n.String()).Pathname())
	_, err := url.FromNetURL(n)
	fmt.Println(err)
	// Output:
	// user true user:secret@tcp(db:3306)/data
	// user true user:secret@tcp(db:3306)/data
	// xxxxx@tcp(db:3306)/data
	// test.db /test.db
	// url: FromNetURL "test.db": not-representable at byte 0: Opaque does not begin with "/"
}

// Job: Make a file: URL from a path, or from what may be a Windows path
//
// A scheme of one letter is a drive.
//
// Trap: Parse alone reads the scheme `c`. In `file://migrations`, `migrations` is a host.
//
// Words: Windows path, drive letter, file path to URL, file URL to path
func ExampleFromFilePath_typed() {
	for _, s := range []string{`C:\migrations\a b.sql`, "https://example.com/a.sql"} {
		u, err := url.Parse(s)
		if len(u.Scheme()) == 1 {
			u, err = url.FromFilePath(s, url.WindowsPath)
		}
		fmt.Println(u, err)
	}
	fmt.Println(url.MustParse("file:///C:/a%20b.sql").FilePath(url.WindowsPath))
	// Output:
	// file:///C:/migrations/a%20b.sql <nil>
	// https://example.com/a.sql <nil>
	// C:\a b.sql <nil>
}

// Job: Give URLs with different escapes one key
//
// Decode each segment and encode it again, as purell does: `%7e` and `~`, `%2f` and `%2F` are then one.
//
// Trap: The result is a key, not a URL to request.
//
// Words: purell, normalize, canonical URL, %7e, dedup key
func ExampleURL_SetPathname_key() {
	key := func(u url.URL) (url.URL, error) {
		var segments []string
		for segment := range u.PathSegments() {
			segments = append(segments, url.PercentEncode(url.PercentDecode(segment), url.ComponentPercentEncodeSet))
		}
		err := u.SetPathname("/" + strings.Join(segments, "/"))
		return u.WithoutFragment().SortQuery(), err
	}
	for _, rawURL := range []string{"https://example.com/%7euser/%41%2fb?b&a#top", "https://EXAMPLE.com/~user/A%2Fb?a&b", "https://example.com/%2%65"} {
		fmt.Println(key(url.MustParse(rawURL)))
	}
	// Output:
	// https://example.com/~user/A%2Fb?a&b <nil>
	// https://example.com/~user/A%2Fb?a&b <nil>
	// https://example.com/%252e <nil>
}

// Job: Read and write parameters in a fragment
//
// The fragment of an OAuth answer is a list, like a query.
//
// Trap: The fragment stays in the browser, but scripts and its history see the token.
//
// Words: fragment parameters, access_token, single-page app, hashbang #!
func ExampleURL_SetHash_answer() {
	u := url.MustParse("https://app.example/cb")
	p := url.NewURLSearchParamsFromPairs([][2]string{{"access_token", "a+b c"}, {"state", "7"}})
	err := u.SetHash(p.String())
	fmt.Println(u, err)
	fragment, _ := u.Fragment()
	fmt.Println(url.NewURLSearchParams(fragment).Get("access_token"))
	// Output:
	// https://app.example/cb#access_token=a%2Bb+c&state=7 <nil>
	// a+b c
}

// Job: Link to a text in a page, and take such a fragment off
//
// A text fragment begins with `:~:`. "-", "&" and "," have a meaning in it, so encode them.
//
// Trap: It quotes what a reader looked for: take it off what you store.
//
// Words: text fragment, highlight, :~:text=
func ExampleURL_SetHash_textFragment() {
	quote := func(u url.URL, text string) (url.URL, error) {
		fragment, _, _ := strings.Cut(strings.TrimPrefix(u.Hash(), "#"), ":~:")
		encoded := url.PercentEncode(text, url.ComponentPercentEncodeSet)
		err := u.SetHash("#" + fragment + ":~:text=" + strings.ReplaceAll(encoded, "-", "%2D"))
		return u, err
	}
	fmt.Println(quote(url.MustParse("https://example.com/a#b:~:text=c"), "to-day, 100%"))

	plain := func(rawURL string) string {
		before, fragment, _ := strings.Cut(rawURL, "#")
		fragment, _, found := strings.Cut(fragment, ":~:")
		if !found {
			return rawURL
		}
		return strings.TrimSuffix(before+"#"+fragment, "#")
	}
	fmt.Println(plain("HTTPS://e/?a=:~:#:~:text=x"), plain("https://e/#b:~:text=x"), plain("https://e/#"))
	// Output:
	// https://example.com/a#b:~:text=to%2Dday%2C%20100%25 <nil>
	// HTTPS://e/?a=:~: https://e/#b https://e/#
}

// Job: Set another host, port or IPv6 address
//
// SetHostname keeps the port, and SetPort sets it.
//
// Trap: An IPv6 address needs brackets. Set a copy: after an error, a part may be set.
//
// Words: set host, keep port, IPv6 brackets, ports, ::1
func ExampleURL_SetHostname_address() {
	u := url.MustParse("https://example.org:8443/a")
	fmt.Println(u.SetHostname("example.com"), u)
	fmt.Println(u.SetPort("9000"), u)
	fmt.Println(u.SetHostname("::1") != nil, u)
	addr := netip.MustParseAddr("::1")
	fmt.Println(u.SetHost("["+addr.String()+"]:443"), u)
	// Output:
	// <nil> https://example.com:8443/a
	// <nil> https://example.com:9000/a
	// true https://example.com:9000/a
	// <nil> https://[::1]/a
}

// Job: Convert an IDN where the scheme is not the web's
//
// The host of gemini: or postgres: stays as written, percent-encoded. Decode it, then convert.
//
// Trap: net.Dial looks up what you give it: not the percent-encoded host.
//
// Words: IDN, gemini, opaque host, net.Dial
func ExampleURL_SetHostname_idn() {
	u := url.MustParse("gemini://B\u00fccher.example/a")
	fmt.Println(u)
	ascii, err := url.DomainToASCII(url.PercentDecode(u.Hostname()))
	if err != nil {
		panic(err)
	}
	fmt.Println(u.SetHostname(ascii), u)
	// Output:
	// gemini://B%C3%BCcher.example/a
	// <nil> gemini://xn--bcher-kva.example/a
}

// Job: Keep %2F in a path
//
// Pathname is the path as it is sent, so there is no RawPath.
//
// Trap: `%` stays `%`. Data goes through AppendSegments.
//
// Words: RawPath, EscapedPath, encoded slash, %2F, %252F
func ExampleURL_SetPathname_encoded() {
	u := url.MustParse("https://gitlab.example/")
	err := u.SetPathname("/api/projects/group%2Fname")
	fmt.Println(u.Pathname(), err)
	// Output: /api/projects/group%2Fname <nil>
}

// Job: Put a whole URL into a path
//
// As a segment, it is encoded. SetPathname keeps the slashes of `//`, which JoinPath removes.
//
// Trap: Routers clean `https://` to `https:/`. With SetPathname, a `..` leaves the base.
//
// Words: URL in a path parameter, web archive, https:/, double slash
func ExampleURL_AppendSegments_url() {
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

// Job: Strip a prefix from the path
//
// Cut the encoded path, so that `%2F` stays. Parse resolves `..` and `%2e%2e`, so what begins with the prefix stays below it.
//
// Trap: The rest can begin with `//`: send the Href, never the path. A server that decodes `..%2f` leaves the folder: see
// DecodedSegments.
//
// Words: StripPrefix, base path, stay below a folder
func ExampleURL_SetPathname_strip() {
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

// Job: Remove a trailing slash
//
// The root keeps its slash.
//
// Trap: With and without it are two pages for most servers, and relative links differ.
//
// Words: trailing slash
func ExampleURL_SetPathname_slash() {
	for _, rawURL := range []string{"https://example.com/a/?q", "https://example.com/"} {
		u := url.MustParse(rawURL)
		fmt.Println(u.SetPathname(strings.TrimSuffix(u.Pathname(), "/")), u)
	}
	// Output:
	// <nil> https://example.com/a?q
	// <nil> https://example.com/
}

// Job: Get the file name of a download
//
// The name is the last segment, decoded.
//
// Trap: A name can be reserved on Windows, or a dot file: open it in an os.Root.
//
// Words: file name from a URL, extension of a file name, last path segment
func ExampleURL_DecodedSegments_name() {
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

// Job: Make the canonical request of SigV4
//
// Encode decoded bytes anew, and sort by encoded name, then by value.
//
// Trap: Services other than S3 also resolve dot segments, join slashes, and encode the path twice. For S3, no parser may resolve the
// `..` of a key. Leave X-Amz-Signature out.
//
// Words: signature, SigV4, AWS, canonical request
func ExampleURL_Search_sigV4() {
	encode := func(s string) string { return url.PercentEncode(url.PercentDecode(s), url.RFC3986PercentEncodeSet) }
	canonical := func(u url.URL) (path string, query []string) {
		var pairs [][2]string
		for pair := range strings.SplitSeq(strings.ReplaceAll(strings.TrimPrefix(u.Search(), "?"), "+", "%20"), "&") {
			if name, value, _ := strings.Cut(pair, "="); pair != "" {
				pairs = append(pairs, [2]string{encode(name), encode(value)})
			}
		}
		slices.SortFunc(pairs, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
		for _, pair := range pairs {
			query = append(query, pair[0]+"="+pair[1])
		}
		return strings.ReplaceAll(encode(u.Pathname()), "%2F", "/"), query // joined by "&"
	}
	fmt.Println(canonical(url.MustParse("https://h/example space/(1)?Param1=value2&Param-1=b&Param1=Value1&\u1234=b+r")))
	// Output: /example%20space/%281%29 [%E1%88%B4=b%20r Param-1=b Param1=Value1 Param1=value2]
}

// Job: Make an otpauth: URL
//
// Build writes a space as `%20`, which authenticators read.
//
// Trap: The URL is the secret: never log it.
//
// Words: otpauth, QR code, TOTP
func ExampleBuild_otpauth() {
	u, err := url.Build(url.Components{Scheme: "otpauth", Host: "totp", Segments: []string{"ACME Co:ann@example.com"},
		Query: [][2]string{{"secret", "JBSWY3DPEHPK3PXP"}, {"issuer", "ACME Co"}}})
	fmt.Println(u, err)
	// Output: otpauth://totp/ACME%20Co:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co <nil>
}

// Job: Set a password with any characters
//
// Setters take `%41` for `A`, so encode first.
//
// Trap: SetPassword("p%41#") would store `pA#`.
//
// Words: password with special characters, strip credentials, user info
func ExampleURL_SetPassword_data() {
	u := url.MustParse("postgres://app@db/x")
	err := u.SetPassword(url.PercentEncode("p%41#", url.ComponentPercentEncodeSet))
	fmt.Println(u, url.PercentDecode(u.Password()), err)
	fmt.Println(u.SetUsername(""), u.SetPassword(""), u) // without credentials
	// Output:
	// postgres://app:p%2541%23@db/x p%41# <nil>
	// <nil> <nil> postgres://db/x
}

// Job: Send the credentials of a URL
//
// Decode them for SetBasicAuth, and request the URL without them.
//
// Trap: Only to the origin that they are for, also after redirects.
//
// Words: basic auth in a URL, Authorization
func ExamplePercentDecode_basic() {
	u := url.MustParse("https://ann:p%40ss@example.com/")
	r := httptest.NewRequest("GET", "/", nil)
	r.SetBasicAuth(url.PercentDecode(u.Username()), url.PercentDecode(u.Password()))
	fmt.Println(r.BasicAuth())
	// Output: ann p@ss true
}

// Job: Read a DSN, or the path of a Unix socket
//
// A URL has one host, which may be a socket, encoded, as in `http+unix:`. `unix:` has it in the path. The driver reads texts with
// several hosts, or none behind "@".
//
// Trap: `file:test.db` is `/test.db` for a URL: leave it a text. FilePath is for file: alone.
//
// Words: DSN, multiple hosts, MongoDB, SQLite file:, postgres, unix socket, Docker
func ExamplePercentDecode_dsn() {
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

// Job: Insert .well-known after the host
//
// RFC 8414 puts the issuer's path behind it, without its last slash. RFC 9728 removes only the slash of a path `/`, and OpenID
// Connect appends `/.well-known/openid-configuration` to the issuer.
//
// Trap: An issuer or a resource (RFC 8707) is a text: compare it with `==`, never its Href.
//
// Words: well-known, issuer, RFC 8414, RFC 8707, RFC 9728, resource, OpenID
func ExampleURL_SetPathname_wellKnown() {
	u := url.MustParse("https://example.com/issuer1/")
	err := u.SetPathname("/.well-known/oauth-authorization-server" + strings.TrimSuffix(u.Pathname(), "/"))
	fmt.Println(u, err)
	// Output: https://example.com/.well-known/oauth-authorization-server/issuer1 <nil>
}

// Job: Write a sitemap
//
// encoding/xml calls MarshalText, and escapes `&`.
//
// Trap: Only URLs with the scheme and host of the sitemap count, and at most 2,047 bytes long.
//
// Words: sitemap
func ExampleURL_MarshalText_sitemap() {
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
