package cookbook_test

import (
	"encoding/json"
	"fmt"
	neturl "net/url"

	"github.com/weburl-go/url"
)

// Like the examples in migrating_test.go, these belong to MIGRATING.md. They cover building URLs, escaping, queries and DSNs.

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
	for _, row := range [][]string{ // the results of the first two are the same
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

func Example_migratingQuery() {
	const rawURL = "https://example.com/?b=1&a=%zz&c=x;y&b=2+3&d"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Query()) // without the pairs that net/url rejects

	u := url.MustParse(rawURL)
	for name, value := range u.SearchParams().All() {
		fmt.Printf("%q=%q ", name, value)
	}
	fmt.Println()
	// Output:
	// map[b:[1 2 3] d:[]]
	// "b"="1" "a"="%zz" "c"="x;y" "b"="2 3" "d"=""
}

func Example_migratingSetQuery() {
	n, _ := neturl.Parse("https://example.com/?b=1&a=~")
	values := n.Query()
	values.Set("c", "*")
	n.RawQuery = values.Encode() // sorted
	fmt.Println(n)

	u := url.MustParse("https://example.com/?b=1&a=~")
	u.SearchParams().Set("c", "*") // changes u
	fmt.Println(u)
	// Output:
	// https://example.com/?a=~&b=1&c=%2A
	// https://example.com/?b=1&a=%7E&c=*
}

func Example_migratingEditQuery() {
	const rawURL = "https://example.com/?b=%20~&utm_source=mail&a=%2f"
	n, _ := neturl.Parse(rawURL)
	values := n.Query()
	values.Del("utm_source")
	n.RawQuery = values.Encode()
	fmt.Println(n)

	u := url.MustParse(rawURL)
	u = u.EditQuery(func(name, value string) (string, bool) { return value, name != "utm_source" })
	fmt.Println(u)
	// Output:
	// https://example.com/?a=%2F&b=+~
	// https://example.com/?b=%20~&a=%2f
}

func Example_migratingSortQuery() {
	const rawURL = "https://example.com/?b=%20~&a=%2f"
	u := url.MustParse(rawURL)
	u.SearchParams().Sort()
	fmt.Println(u)
	fmt.Println(url.MustParse(rawURL).SortQuery())
	// Output:
	// https://example.com/?a=%2F&b=+%7E
	// https://example.com/?a=%2f&b=%20~
}

func Example_migratingQueryJSON() {
	text, _ := json.Marshal(neturl.Values{"b": {"1 2"}, "a": {""}})
	fmt.Println(string(text))

	text, _ = json.Marshal(url.NewURLSearchParams("b=1 2&a"))
	fmt.Println(string(text))
	// Output:
	// {"a":[""],"b":["1 2"]}
	// "b=1+2\u0026a="
}

func Example_migratingQueryLimit() {
	_, err := neturl.ParseQuery("a&b&c") // its limit is 10000 pairs
	fmt.Println(err)
	_, err = url.ParseQuery("a&b&c", 2)
	fmt.Println(err != nil)
	// Output:
	// <nil>
	// true
}

func Example_migratingQueryEscape() {
	const text = "a b&c*~"
	fmt.Println(neturl.QueryEscape(text))

	encoded, _ := url.PercentEncodeAfterEncoding(nil, text, url.FormURLEncodedPercentEncodeSet, true)
	fmt.Println(encoded)
	fmt.Println(url.MustParse("https://example.com/").AppendQuery("q", text).Search())
	fmt.Println(url.NewURLSearchParamsFromPairs([][2]string{{"q", text}}))
	// Output:
	// a+b%26c%2A~
	// a+b%26c*%7E
	// ?q=a%20b%26c*%7E
	// q=a+b%26c*%7E
}

func Example_migratingQueryUnescape() {
	_, err := neturl.QueryUnescape("100%+a")
	fmt.Println(err)

	fmt.Printf("%q\n", url.NewURLSearchParams("q=100%+a").Get("q"))
	// Output:
	// invalid URL escape "%+a"
	// "100% a"
}
