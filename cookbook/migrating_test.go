package cookbook_test

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

// These examples show the differences from net/url that MIGRATING.md describes, in the same order. If lines come in pairs, the first
// line is the result of net/url, and the second line is the result of this package.

// ParseSameOrigin checks the URL that it parsed. http.Redirect then turns the reference into another URL.
func Example_migratingReference() {
	page, ref := url.MustParse("https://app.example/login"), `/./\evil.example`
	u, err := page.ParseSameOrigin(ref)
	fmt.Println(u, err)

	for _, sent := range []string{ref, u.RelativeToOrigin(), u.Href()} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "https://app.example/login", nil)
		http.Redirect(w, r, sent, http.StatusSeeOther)
		location := w.Header().Get("Location")
		next, _ := page.Parse(location)
		fmt.Println(location, "->", next)
	}
	// Output:
	// https://app.example//evil.example <nil>
	// /\evil.example -> https://evil.example/
	// /evil.example -> https://app.example/evil.example
	// https://app.example//evil.example -> https://app.example//evil.example
}

func Example_migratingEmptyPath() {
	for _, parse := range []func(string) (*neturl.URL, error){neturl.Parse, url.ParseNetURL} {
		n, err := parse("https://example.com")
		fmt.Printf("%q %q %s %s %v\n", n.Path, n.Path+"/proxy", n.String()+"/proxy", n.JoinPath("proxy"), err)
	}
	// Output:
	// "" "/proxy" https://example.com/proxy https://example.com/proxy <nil>
	// "/" "//proxy" https://example.com//proxy https://example.com/proxy <nil>
}

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

// http.Redirect cleans relative references, which removes the empty segment.
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
	err := u.SetProtocol("https")
	hostErr := u.SetHost("example.com")
	fmt.Println(err != nil, hostErr != nil, u.IsZero())
	fmt.Println(url.Build(url.Components{Scheme: "https", Host: "example.com"}))
	// Output:
	// https://example.com
	// true true true
	// https://example.com/ <nil>
}

// A tenant's name must be a single label of the host. The parser reads the host, so the host cannot contain arbitrary data.
func Example_migratingTenant() {
	for _, tenant := range []string{"acme", "B\u00fccher", "a.b", "a%2eb", "a\u3002b", ""} {
		u, err := url.Build(url.Components{Scheme: "https", Host: tenant + ".api.example"})
		label, found := strings.CutSuffix(u.Hostname(), ".api.example")
		fmt.Println(u, err == nil && found && label != "" && !strings.Contains(label, "."))
	}
	// Output:
	// https://acme.api.example/ true
	// https://xn--bcher-kva.api.example/ true
	// https://a.b.api.example/ false
	// https://a.b.api.example/ false
	// https://a.b.api.example/ false
	// https://.api.example/ false
}

func Example_migratingLoop() {
	p := url.NewURLSearchParams("a=1&b=2&c=3")
	for name := range p.Clone().All() {
		p.Delete(name)
	}
	fmt.Printf("%q\n", p)

	p = url.NewURLSearchParams("a=1&b=2&c=3")
	for name := range p.All() { // wrong: the list changes under the loop
		p.Delete(name)
	}
	fmt.Printf("%q\n", p)
	// Output:
	// ""
	// "b=2"
}

// In net/url, n.Query() returns a copy. Here, changing the list u.SearchParams() changes the URL itself.
func Example_migratingLive() {
	u := url.MustParse("https://example.com/?id=7&token=secret")
	q := u.SearchParams().Clone()
	q.Delete("token")
	fmt.Println(q, u)

	q = u.SearchParams()
	q.Delete("token") // wrong, if u is still needed
	fmt.Println(q, u)
	// Output:
	// id=7 https://example.com/?id=7&token=secret
	// id=7 https://example.com/?id=7
}

func Example_migratingHost() {
	for _, rawURL := range []string{
		`http://good.example\@evil.example/`,
		"http:example.com",
		"http://0x7f.1/",
		"http://[::1%25eth0]/",
	} {
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
	// url: Parse "/a?"…: missing-scheme-non-relative-URL at byte 0
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

	// The getters return percent-encoded strings, or "" if there is none.
	u := url.MustParse(rawURL)
	fmt.Println(u.Username(), u.Password(), u.IncludesCredentials())
	fmt.Println(url.PercentDecode(u.Password()))

	n.User = neturl.UserPassword("a", "b:c")
	fmt.Println(n)
	err := errors.Join(u.SetUsername("a"), u.SetPassword("b:c"))
	fmt.Println(u, err)
	// Output:
	// user p@ss: true
	// us%65r p%40ss%3A true
	// p@ss:
	// https://a:b%3Ac@example.com/
	// https://a:b%3Ac@example.com/ <nil>
}

func Example_migratingHostname() {
	const rawURL = "https://[::1]:443/"
	n, _ := neturl.Parse(rawURL)
	fmt.Println(n.Host, n.Hostname(), n.Port())

	// The default port is null, and the brackets are part of the host.
	u := url.MustParse(rawURL)
	addr, _ := u.Addr()
	port, _ := u.EffectivePort()
	fmt.Println(u.Host(), u.Hostname(), u.Port() == "", addr, port)
	// Output:
	// [::1]:443 ::1 443
	// [::1] [::1] true ::1 443
}

// The field contains the host and the port. The setter keeps the port if its argument has none.
func Example_migratingSetHost() {
	const rawURL = "https://example.com:8443/"
	n, _ := neturl.Parse(rawURL)
	n.Host = "example.org"
	fmt.Println(n)

	u := url.MustParse(rawURL)
	err := u.SetHost("example.org")
	fmt.Println(u, err)

	err = u.SetHost("example.org:443")
	fmt.Println(u, err)
	// Output:
	// https://example.org/
	// https://example.org:8443/ <nil>
	// https://example.org/ <nil>
}

// A zone names a network interface of this machine, so it does not belong in a URL.
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

	// Like n.EscapedPath(), Pathname is percent-encoded. Split it at the slashes, then decode the segments.
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

	// The setter takes a percent-encoded path, but the field contains a decoded path.
	n.Path = "/50%25/../a b"
	fmt.Println(n)
	err := u.SetPathname("/50%25/../a b")
	fmt.Println(u, err)
	// Output:
	// https://example.com/50%2525/../a%20b
	// https://example.com/a%20b <nil>
}

func Example_migratingRawQuery() {
	for _, rawURL := range []string{
		"https://example.com/?a=b%",
		"https://example.com/?",
		"https://example.com/",
	} {
		n, _ := neturl.Parse(rawURL)
		query, ok := url.MustParse(rawURL).Query()
		fmt.Printf("%q %t, %q %t %q\n", n.RawQuery, n.ForceQuery, query, ok, url.MustParse(rawURL).Search())
	}
	// net/url sends the field as it is. The setter encodes it.
	n, _ := neturl.Parse("https://example.com/")
	n.RawQuery = "a b#c"
	u := url.MustParse("https://example.com/")
	err := u.SetSearch("a b#c")
	fmt.Println(n)
	fmt.Println(u, err)
	// Output:
	// "a=b%" false, "a=b%" true "?a=b%"
	// "" true, "" true ""
	// "" false, "" false ""
	// https://example.com/?a b#c
	// https://example.com/?a%20b%23c <nil>
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
	for _, ref := range []string{
		"../c",
		`\c`,
		"https:c",
		`\\evil.example`,
		"///evil.example",
		"#",
	} {
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

// On a server, r.URL has no host. Do not resolve it against the URL of the server, because as a reference, a target that begins with "//"
// leads to another host.
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
	err := n.UnmarshalBinary([]byte("example.com/a"))
	fmt.Println(n.Path, err)

	var u url.URL
	err = u.UnmarshalBinary([]byte("example.com/a"))
	fmt.Println(errors.Is(err, url.ErrMissingSchemeNonRelativeURL), u.IsZero())
	// Output:
	// example.com/a <nil>
	// true true
}

func Example_migratingErrors() {
	_, err := url.Parse("http://[::1/")
	fmt.Println(err)
	var e *url.Error
	fmt.Println(errors.Is(err, url.ErrIPv6Unclosed), errors.As(err, &e), e.Offset)
	// Output:
	// url: Parse "http://[::1/": IPv6-unclosed at byte 11
	// true true 11
}

func Example_migratingPathSegments() {
	u := url.MustParse("https://example.com/a/b")
	fmt.Printf("%q\n", strings.Split(u.Pathname(), "/"))
	fmt.Printf("%q\n", slices.Collect(u.PathSegments()))
	// Output:
	// ["" "a" "b"]
	// ["a" "b"]
}
