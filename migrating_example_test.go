package url_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// These are the differences from net/url that MIGRATING.md describes, in its order. Where lines come in pairs,
// the first is the result of net/url, and the second is the result of this package.

func Example_migratingAddr() {
	const rawURL = "http://[::1]/"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(net.ParseIP(n.Hostname()))

	u := url.MustParse(rawURL)
	fmt.Println(net.ParseIP(u.Hostname())) // wrong: the brackets belong to the host
	fmt.Println(u.Addr())
	// Output:
	// ::1
	// <nil>
	// ::1 true
}

func Example_migratingDialAddress() {
	const rawURL = "https://[::1]/"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(net.JoinHostPort(n.Hostname(), "443"))

	u := url.MustParse(rawURL)
	fmt.Println(net.JoinHostPort(u.Hostname(), "443")) // wrong
	fmt.Println(u.DialAddress())
	// Output:
	// [::1]:443
	// [[::1]]:443
	// [::1]:443
}

func Example_migratingRedirect() {
	const next = "/.//evil.example"
	n, _ := neturl.Parse(next)
	fmt.Println(n.EscapedPath())

	page := url.MustParse("https://app.example/login")
	u, err := page.ParseSameOrigin(next)
	fmt.Println(u, err)
	fmt.Println(u.Pathname()) // wrong: this names another host
	fmt.Println(page.Parse(u.Pathname()))
	// Output:
	// /.//evil.example
	// https://app.example//evil.example <nil>
	// //evil.example
	// https://evil.example/ <nil>
}

// http.Redirect cleans relative URLs: it drops the empty segment.
func Example_migratingMakeRelative() {
	page, target := url.MustParse("https://app.example/a/b"), url.MustParse("https://app.example/a//c")
	ref, ok := page.MakeRelative(target)
	fmt.Println(ref, ok)

	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "https://app.example/a/b", nil)
	http.Redirect(w, r, ref, http.StatusSeeOther)
	fmt.Println(page.Parse(w.Header().Get("Location"))) // wrong
	fmt.Println(page.Parse(ref))
	// Output:
	// .//c true
	// https://app.example/a/c <nil>
	// https://app.example/a//c <nil>
}

func Example_migratingPartial() {
	u := url.MustParse("https://example.com/")
	v := u // u stays as it is
	err := v.SetHost("example.org:x")
	var e *url.Error
	fmt.Println(errors.As(err, &e) && e.Partial, u, v)
	// Output: true https://example.com/ https://example.org/
}

// Setters cannot build a URL from nothing, because there is no URL without a scheme.
func Example_migratingZero() {
	n := &neturl.URL{}
	n.Scheme, n.Host = "https", "example.com"
	fmt.Println(n)

	u := &url.URL{}
	fmt.Println(u.SetProtocol("https") != nil, u.SetHost("example.com") != nil, u.IsZero())
	fmt.Println(url.Build(url.Components{Scheme: "https", Host: "example.com"}))
	// Output:
	// https://example.com
	// true true true
	// https://example.com/ <nil>
}

func Example_migratingHost() {
	for _, rawURL := range []string{`http://good.example\@evil.example/`, "http:example.com", "http://0x7f.1/", "http://[::1%25eth0]/"} {
		if n, err := neturl.Parse(rawURL); err == nil {
			fmt.Printf("net/url: %q\n", n.Host)
		} else {
			fmt.Println("net/url: refused")
		}
		if u, err := url.Parse(rawURL); err == nil {
			fmt.Printf("here: %q\n", u.Host())
		} else {
			fmt.Println("here: refused:", errors.Unwrap(err))
		}
	}
	// Output:
	// net/url: refused
	// here: "good.example"
	// net/url: ""
	// here: "example.com"
	// net/url: "0x7f.1"
	// here: "127.0.0.1"
	// net/url: "[::1%eth0]"
	// here: refused: IPv6-invalid-code-point
}

func Example_migratingRelative() {
	n, err := neturl.Parse("/a?b")
	fmt.Println(n, err)

	_, err = url.Parse("/a?b")
	fmt.Println(err)
	u, err := url.ParseWithBase("/a?b", "https://example.com/c")
	fmt.Println(u, err)
	// Output:
	// /a?b <nil>
	// url: parse "/a?b": missing-scheme-non-relative-URL at byte 0
	// https://example.com/a?b <nil>
}

func Example_migratingNormalized() {
	const rawURL = "HTTP://EXAMPLE.com:80/a/../ü b"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n)
	fmt.Println(url.MustParse(rawURL))
	// Output:
	// http://EXAMPLE.com:80/a/../%C3%BC%20b
	// http://example.com/%C3%BC%20b
}

func Example_migratingStripped() {
	for _, rawURL := range []string{" https://example.com/", "https://exam\nple.com/\ta"} {
		_, err := neturl.Parse(rawURL)
		fmt.Println(err != nil, url.MustParse(rawURL))
	}
	// Output:
	// true https://example.com/
	// true https://example.com/a
}

func Example_migratingLonePercent() {
	for _, rawURL := range []string{"https://example.com/100%", "https://example.com/?100%"} {
		_, err := neturl.Parse(rawURL)
		fmt.Println(err != nil, url.MustParse(rawURL))
	}
	// Output:
	// true https://example.com/100%
	// false https://example.com/?100%
}

func Example_migratingScheme() {
	n, _ := neturl.Parse("https://example.com/")
	u := url.MustParse("https://example.com/")
	fmt.Println(n.Scheme, u.Scheme(), u.Protocol())

	// A special scheme stays special. The field of net/url accepts every string.
	n.Scheme = "mailto"
	err := u.SetProtocol("mailto")
	fmt.Println(n, u, errors.Is(err, url.ErrSchemeChange))
	// Output:
	// https https https:
	// mailto://example.com/ https://example.com/ true
}

func Example_migratingOpaque() {
	for _, rawURL := range []string{"mailto:a@example.com", "https:example.com"} {
		n, _ := neturl.Parse(rawURL)
		u := url.MustParse(rawURL)
		fmt.Printf("%q, %t %q\n", n.Opaque, u.HasOpaquePath(), u.Pathname())
	}
	// Output:
	// "a@example.com", true "a@example.com"
	// "example.com", false "/"
}

func Example_migratingUser() {
	const rawURL = "https://us%65r:p%40ss:@example.com/"
	n, _ := neturl.Parse(rawURL)
	password, ok := n.User.Password()
	fmt.Println(n.User.Username(), password, ok)

	// Percent-encoded, and "" if there is none.
	u := url.MustParse(rawURL)
	fmt.Println(u.Username(), u.Password(), u.IncludesCredentials())
	fmt.Println(url.PercentDecode(u.Password()))

	n.User = neturl.UserPassword("a", "b:c")
	fmt.Println(n)
	fmt.Println(u.SetUsername("a"), u.SetPassword("b:c"), u)
	// Output:
	// user p@ss: true
	// us%65r p%40ss%3A true
	// p@ss:
	// https://a:b%3Ac@example.com/
	// <nil> <nil> https://a:b%3Ac@example.com/
}

func Example_migratingHostname() {
	const rawURL = "https://[::1]:443/"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Host, n.Hostname(), n.Port())

	// The default port is null, and the brackets belong to the host.
	u := url.MustParse(rawURL)
	addr, _ := u.Addr()
	port, _ := u.EffectivePort()
	fmt.Println(u.Host(), u.Hostname(), u.Port() == "", addr, port)
	// Output:
	// [::1]:443 ::1 443
	// [::1] [::1] true ::1 443
}

// The field is the host and the port. The setter leaves the port if its value has none.
func Example_migratingSetHost() {
	const rawURL = "https://example.com:8443/"
	n, _ := neturl.Parse(rawURL)
	n.Host = "example.org"
	fmt.Println(n)

	u := url.MustParse(rawURL)
	fmt.Println(u.SetHost("example.org"), u)
	fmt.Println(u.SetHost("example.org:443"), u)
	// Output:
	// https://example.org/
	// <nil> https://example.org:8443/
	// <nil> https://example.org/
}

// The zone of an address says which of this machine's networks it is on. It does not belong in a URL.
func Example_migratingZone() {
	const rawURL = "http://[fe80::1%25eth0]:8080/"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Hostname())
	_, err := url.Parse(rawURL)
	fmt.Println(errors.Is(err, url.ErrIPv6InvalidCodePoint))

	u := url.MustParse("http://[fe80::1]:8080/")
	addr, _ := u.Addr()
	port, _ := u.EffectivePort()
	fmt.Println(netip.AddrPortFrom(addr.WithZone("eth0"), port))
	// Output:
	// fe80::1%eth0
	// true
	// [fe80::1%eth0]:8080
}

func Example_migratingPath() {
	const rawURL = "https://example.com/a%2Fb/%C3%BC"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Path, n.RawPath, n.EscapedPath())

	// Percent-encoded, as n.EscapedPath(). Split it at the slashes, then decode the segments.
	u := url.MustParse(rawURL)
	fmt.Println(u.Pathname())
	for segment := range u.PathSegments() {
		fmt.Println(url.PercentDecode(segment))
	}
	// Output:
	// /a/b/ü /a%2Fb/%C3%BC /a%2Fb/%C3%BC
	// /a%2Fb/%C3%BC
	// a/b
	// ü
}

func Example_migratingSetPath() {
	n, _ := neturl.Parse("https://example.com/")
	u := url.MustParse("https://example.com/")

	// The setter takes a path as it is in a URL. The field takes the decoded text.
	n.Path = "/50%25/../a b"
	fmt.Println(n)
	fmt.Println(u.SetPathname("/50%25/../a b"), u)
	// Output:
	// https://example.com/50%2525/../a%20b
	// <nil> https://example.com/a%20b
}

func Example_migratingRawQuery() {
	for _, rawURL := range []string{"https://example.com/?a=b%", "https://example.com/?", "https://example.com/"} {
		n, _ := neturl.Parse(rawURL)
		query, ok := url.MustParse(rawURL).Query()
		fmt.Printf("%q %t, %q %t %q\n", n.RawQuery, n.ForceQuery, query, ok, url.MustParse(rawURL).Search())
	}
	// net/url sends the field as it is. The setter encodes it.
	n, _ := neturl.Parse("https://example.com/")
	n.RawQuery = "a b#c"
	u := url.MustParse("https://example.com/")
	fmt.Println(n, u.SetSearch("a b#c"), u)
	// Output:
	// "a=b%" false, "a=b%" true "?a=b%"
	// "" true, "" true ""
	// "" false, "" false ""
	// https://example.com/?a b#c <nil> https://example.com/?a%20b%23c
}

func Example_migratingFragment() {
	for _, rawURL := range []string{"https://example.com/#a%20{b}", "https://example.com/#"} {
		n, _ := neturl.Parse(rawURL)
		fmt.Printf("%q %q %s\n", n.Fragment, n.EscapedFragment(), n)
		u := url.MustParse(rawURL)
		fragment, ok := u.Fragment()
		fmt.Printf("%q %t %q %s\n", fragment, ok, u.Hash(), u)
	}
	// Output:
	// "a {b}" "a%20%7Bb%7D" https://example.com/#a%20%7Bb%7D
	// "a%20{b}" true "#a%20{b}" https://example.com/#a%20{b}
	// "" "" https://example.com/
	// "" true "" https://example.com/#
}

func Example_migratingResolve() {
	const base = "https://example.com/a/b"
	n, _ := neturl.Parse(base)
	u := url.MustParse(base)
	for _, ref := range []string{"../c", `\c`, "https:c", `\\evil.example`, "///evil.example", "#"} {
		byNetURL, err := n.Parse(ref)
		if err != nil {
			panic(err)
		}
		here, err := u.Parse(ref)
		fmt.Println(byNetURL, here, err)
	}
	// Output:
	// https://example.com/c https://example.com/c <nil>
	// https://example.com/a/%5Cc https://example.com/c <nil>
	// https:c https://example.com/a/c <nil>
	// https://example.com/a/%5C%5Cevil.example https://evil.example/ <nil>
	// https://example.com///evil.example https://evil.example/ <nil>
	// https://example.com/a/b https://example.com/a/b# <nil>
}

func Example_migratingJoinPath() {
	for _, row := range [][]string{ // of the table in MIGRATING.md, after two that are the same
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

func Example_migratingRequestURI() {
	const rawURL = "https://example.com/a?#b"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.RequestURI())

	u := url.MustParse(rawURL)
	target := u.Pathname()
	if query, ok := u.Query(); ok {
		target += "?" + query
	}
	fmt.Println(target)
	// Output:
	// /a?
	// /a?
}

// On a server, r.URL is a target without a host. Do not resolve it against the server's URL: as a relative
// URL, a target that begins with "//" is another host.
func Example_migratingRequest() {
	r := httptest.NewRequest("GET", "/", nil)
	r.Host, r.RequestURI = "example.com", "//evil.example/a"
	r.URL, _ = neturl.ParseRequestURI(r.RequestURI)

	_, err := url.FromNetURL(r.URL)
	fmt.Println(errors.Is(err, url.ErrMissingSchemeNonRelativeURL))
	server := url.MustParse("https://example.com/")
	wrong, _ := server.Parse(r.RequestURI)
	fmt.Println(wrong)

	right, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
	fmt.Println(right, err)
	// Output:
	// true
	// https://evil.example/a
	// https://example.com//evil.example/a <nil>
}

func Example_migratingCopy() {
	n1, _ := neturl.Parse("https://a:b@example.com/")
	n2, _ := neturl.Parse("https://a:b@example.com/")
	fmt.Println(*n1 == *n2) // compares pointers to the credentials

	u1 := url.MustParse("https://a:b@example.com/")
	u2 := u1 // a copy
	fmt.Println(u1 == u2)
	u2.SetUsername("c")
	fmt.Println(u1, u2, map[url.URL]bool{u1: true}[u2])
	// Output:
	// false
	// true
	// https://a:b@example.com/ https://c:b@example.com/ false
}

func Example_migratingJSON() {
	n, _ := neturl.Parse("https://example.com/")
	text, _ := json.Marshal(n)
	fmt.Println(string(text[:42]))

	text, _ = json.Marshal(url.MustParse("https://example.com/"))
	fmt.Println(string(text))
	// Output:
	// {"Scheme":"https","Opaque":"","User":null,
	// "https://example.com/"
}

func Example_migratingBinary() {
	var n neturl.URL
	fmt.Println(n.UnmarshalBinary([]byte("example.com/a")), n.Path)

	var u url.URL
	err := u.UnmarshalBinary([]byte("example.com/a"))
	fmt.Println(errors.Is(err, url.ErrMissingSchemeNonRelativeURL), u.IsZero())
	// Output:
	// <nil> example.com/a
	// true true
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
	for _, dsn := range []string{"postgres://user:p^ss@db/"} {
		_, err := neturl.Parse(dsn)
		fmt.Println(err != nil, url.MustParse(dsn))
	}
	// Output:
	// user p@ss DB /a/b
	// user p@ss DB false
	// a/b
	// true postgres://user:p%5Ess@db/
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
	//   url: parse "postgres://h1:1,h2:2/db": port-invalid at byte 15
	// h1,h2 2
	// h1,h2 2 <nil>
}

func Example_migratingNotDSN() {
	const dsn = "user:secret@tcp(db:3306)/data"
	n, _ := neturl.Parse(dsn)
	fmt.Println(n.Scheme, n.User == nil, n.Redacted())
	u := url.MustParse(dsn)
	fmt.Println(u.Scheme(), !u.IncludesCredentials(), u.Redacted())
	// Output:
	// user true user:secret@tcp(db:3306)/data
	// user true user:secret@tcp(db:3306)/data
}

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
	// url: build "example.com/a?": domain-to-ASCII at byte 11
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
	//  url: append segments "..": invalid-path-segment at byte 0
}

func Example_migratingErrors() {
	_, err := url.Parse("http://[::1/")
	fmt.Println(err)
	var e *url.Error
	fmt.Println(errors.Is(err, url.ErrIPv6Unclosed), errors.As(err, &e), e.Offset)
	// Output:
	// url: parse "http://[::1/": IPv6-unclosed at byte 11
	// true true 11
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

func Example_migratingPathSegments() {
	u := url.MustParse("https://example.com/a/b")
	fmt.Printf("%q\n", strings.Split(u.Pathname(), "/"))
	fmt.Printf("%q\n", slices.Collect(u.PathSegments()))
	// Output:
	// ["" "a" "b"]
	// ["a" "b"]
}
