package cookbook_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/weburl-go/url"
)

// Recipe: Resolve a relative URL
//
// `Parse` resolves a reference against a base URL, exactly as a browser does.
//
// Pitfall: Unless the base ends in a slash, it loses its last segment. In the program, `c` replaces `b`. To add to the path
// instead, use `JoinPath`.
//
// Keywords: absolute URL, relative link, ResolveReference, base URL, last segment
func Example_resolve() {
	base := url.MustParse("https://example.org/a/b?q")
	for _, ref := range []string{
		"c",
		"../c",
		"/c",
		"?r",
		"#f",
		"//example.com/c",       // leads to another host
		`\c`,                    // a backslash is read as a slash
		"mailto:me@example.org", // is absolute already
	} {
		u, err := base.Parse(ref)
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.org/a/c
	// https://example.org/c
	// https://example.org/c
	// https://example.org/a/b?r
	// https://example.org/a/b?q#f
	// https://example.com/c
	// https://example.org/c
	// mailto:me@example.org
}

// Recipe: Find out what is wrong with a URL
//
// `Validate` lists every mistake with its position in bytes, including those that a browser silently repairs. `Failure` is true
// if the mistake prevents the URL from being parsed.
//
// Pitfall: A URL without mistakes is not necessarily harmless. Nothing is wrong with `javascript:alert(1)`, so check the scheme
// as well.
//
// Keywords: lint, strict, callback check, validation error
func Example_validate() {
	for _, e := range url.Validate(`https://me@example.org\a|b`) {
		fmt.Printf("byte %d: %s (failure: %t)\n", e.Offset, e.Type, e.Failure)
		fmt.Println("  ", e.Type.Description())
	}
	// Output:
	// byte 10: invalid-credentials (failure: false)
	//    The URL contains a username or a password. Credentials do not belong in a URL.
	// byte 22: invalid-reverse-solidus (failure: false)
	//    There is a backslash where a slash belongs.
	// byte 24: invalid-URL-unit (failure: false)
	//    This character must be percent-encoded here, or it is a "%" without two hexadecimal digits after it. Spaces and controls around the URL must be removed.
}

// Recipe: Accept URLs as people type them
//
// People leave out the scheme. They mean http for their own machine, and https for any other. For `localhost:8080`, `net/url`
// finds the scheme "localhost", and for an IP address with a port it fails with "first path segment in URL cannot contain colon".
//
// Pitfall: A number alone is an IPv4 address, so `8080` leads to 0.0.31.144. Show people the URL before you open it.
//
// Keywords: missing scheme, host and port, localhost, localhost:8080, www prefix, credentials, "first path segment in URL cannot
// contain colon"
func Example_typedURL() {
	for _, typed := range []string{
		"example.org:443/a",
		"localhost:8080",
		"//[::1]:80",
		"https://localhost",
		"8080",
		"mailto:me@example.org",    // has another scheme
		"localhost:99999",          // is read as a scheme, because no port is that high
		"example.com@evil.example", // leads to evil.example
		"/a",                       // has no host
	} {
		u, err := parseTyped(typed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.org/a
	// http://localhost:8080/
	// http://[::1]/
	// https://localhost/
	// https://0.0.31.144/
	// the scheme is mailto, not http or https
	// the scheme is localhost, not http or https
	// there is a user name before the host evil.example
	// url: Parse "/a": missing-scheme-non-relative-URL at byte 0
}

// parseTyped parses what a person typed into an address bar.
func parseTyped(typed string) (url.URL, error) {
	u, err := url.Parser{DefaultScheme: "https"}.Parse(typed)
	if addr, _ := u.Addr(); u.Hostname() == "localhost" || addr.Unmap().IsLoopback() {
		u, err = url.Parser{DefaultScheme: "http"}.Parse(typed) // a scheme in typed still wins
	}
	if err != nil {
		return url.URL{}, err
	}
	if !u.IsHTTP() {
		return url.URL{}, fmt.Errorf("the scheme is %s, not http or https", u.Scheme())
	}
	if u.IncludesCredentials() {
		return url.URL{}, fmt.Errorf("there is a user name before the host %s", u.Hostname())
	}
	return u, nil
}

// Recipe: Check that a string is a web URL
//
// Parse the string, then call `IsHTTP`. If you store URLs, limit the length of the `Href`, which can be longer than the string.
//
// Pitfall: The host `w` passes, because a host need not be a public domain. To require one, call `Host.RegistrableDomain` as
// well. Don't use `ParseRequestURI` of `net/url` for this, because it accepts `/data/config.yaml`.
//
// Keywords: is valid URL, validate, ParseRequestURI, length limit, govalidator
func Example_webURL() {
	for _, s := range []string{
		"https://example.com",
		"http://w",
		"http//abc.example",    // has no colon
		"htt://fake",           // has an unknown scheme
		"/data/config.yaml",    // is a path
		"Hey, are you ok? :-)", // is a sentence
	} {
		fmt.Println(s, isWebURL(s))
	}
	// Output:
	// https://example.com true
	// http://w true
	// http//abc.example false
	// htt://fake false
	// /data/config.yaml false
	// Hey, are you ok? :-) false
}

func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.IsHTTP() && len(u.Href()) <= 2048
}

// Recipe: Compare two URLs
//
// Parsing normalizes, so `==` compares URLs. If a test should ignore order and escaping, compare the sorted `QueryPairs`, and the
// path after `PercentDecode`.
//
// Pitfall: `%41` and `A` stay different, although most servers read the same path. So if you compare a URL with a list of blocked
// ones, `%41` gets through.
//
// Keywords: equal, compare, compare in tests, clone a URL, remove fragment, same URL
func Example_compare() {
	u := url.MustParse("https://example.org")
	v := url.MustParse("HTTPS://EXAMPLE.org:443/#top")
	fmt.Println(u == v)
	fmt.Println(u.WithoutFragment() == v.WithoutFragment())

	u = url.MustParse("https://example.org/A")
	v = url.MustParse("https://example.org/%41")
	fmt.Println(u == v)
	fmt.Println(url.PercentDecode(u.Pathname()) == url.PercentDecode(v.Pathname()))
	// Output:
	// false
	// true
	// false
	// true
}

// Recipe: Find duplicate URLs
//
// Use the URL as a map key, without its fragment and with its parameters sorted. If the order of the parameters matters, leave
// out `SortQuery`. Request the URL itself, not its key.
//
// Pitfall: A page can still have two keys. Both `%20` and `+` stand for a space in a query, but `?b=%20~` and `?b=+~` have
// different keys.
//
// Keywords: dedup key, cache key, duplicates, sort parameters, normalize, canonicalize
func Example_duplicates() {
	seen := map[url.URL]bool{}
	for _, s := range []string{
		"https://example.com/?b=%20~&a=1#top",
		"https://EXAMPLE.com:443?a=1&b=%20~",
		"https://example.com/?a=1&b=+~",
		"javascript:a?b:c#d", // the query and the fragment are code
	} {
		key := dedupKey(url.MustParse(s))
		fmt.Println(key, seen[key])
		seen[key] = true
	}
	// Output:
	// https://example.com/?a=1&b=%20~ false
	// https://example.com/?a=1&b=%20~ true
	// https://example.com/?a=1&b=+~ false
	// javascript:a?b:c#d false
}

func dedupKey(u url.URL) url.URL {
	if !u.IsHTTP() {
		return u
	}
	return u.WithoutFragment().SortQuery()
}

// Recipe: Find duplicates in spite of different escapes
//
// Decode each segment of the path and each part of the query, and encode it again. Then `%7e` and `~` have the same key, and so
// do `%2f` and `%2F`. Package purell does this to paths, but to queries only with `FlagSortQuery`.
//
// Pitfall: Request the URL, never the key: a server may tell `%2f` from `%2F`, or expect a signature of the exact bytes.
//
// Keywords: purell, normalize, canonical URL, %7e, dedup key, uppercase escapes
func Example_escapes() {
	for _, s := range []string{
		"https://example.com/%7euser/%41%2fb?b&q=a%2bb+%7e#top",
		"https://EXAMPLE.com/~user/A%2Fb?q=a%2Bb%20~&b",
		"https://example.com/%2%65", // has no escaped dot, and gets none
	} {
		key, err := escapesKey(url.MustParse(s))
		if err != nil {
			panic(err)
		}
		fmt.Println(key)
	}
	// Output:
	// https://example.com/~user/A%2Fb?b&q=a%2Bb%20~
	// https://example.com/~user/A%2Fb?b&q=a%2Bb%20~
	// https://example.com/%252e
}

// escapesKey returns a URL that is the same for all spellings of an http or https URL.
func escapesKey(u url.URL) (url.URL, error) {
	encodeAgain := func(s string) string {
		return url.PercentEncode(url.PercentDecode(s), url.ComponentPercentEncodeSet)
	}
	var segments, pairs []string
	for segment := range u.PathSegments() {
		segments = append(segments, encodeAgain(segment))
	}
	query, _ := u.Query()
	for pair := range strings.SplitSeq(strings.ReplaceAll(query, "+", "%20"), "&") {
		name, value, hasValue := strings.Cut(pair, "=")
		pair = encodeAgain(name)
		if hasValue {
			pair += "=" + encodeAgain(value)
		}
		pairs = append(pairs, pair)
	}
	if err := u.SetPathname("/" + strings.Join(segments, "/")); err != nil {
		return url.URL{}, err
	}
	if err := u.SetSearch(strings.Join(pairs, "&")); err != nil {
		return url.URL{}, err
	}
	return u.WithoutFragment().SortQuery(), nil
}

// Recipe: Make a relative link from two absolute URLs
//
// `MakeRelative` returns the reference that leads from a page to a target.
//
// Pitfall: Don't pass the result to `http.Redirect`, which cleans relative references and would send `/a/c` instead of `/a//c`.
// Redirect to the `Href` of the target.
//
// Keywords: relative link, relative URL between two
func Example_relativeLink() {
	page := url.MustParse("https://example.com/guide/go/install")
	for _, target := range []string{
		"https://example.com/guide/go/install#linux",
		"https://example.com/guide/go/update?v=2",
		"https://example.com/guide/rust/",
		"https://example.com/",
		"https://other.example/", // no relative reference without a host leads there
	} {
		ref, ok := page.MakeRelative(url.MustParse(target))
		if !ok {
			ref = target
		}
		fmt.Println(ref)
	}
	// Output:
	// #linux
	// update?v=2
	// ../rust/
	// /
	// https://other.example/
}

// Recipe: Find out whether a link stays on the site
//
// A relative reference can lead anywhere: `//evil.example` is relative as well. So resolve it against the page, and compare the
// origins, as `ParseSameOrigin` does.
//
// Pitfall: `IsAbs` of `net/url` is false for `//evil.example`, and a check for a slash in front lets `/\evil.example` through.
// With either check, your page can link to another site.
//
// Keywords: IsAbs, relative, absolute, external link, internal link, scheme-relative //host
func Example_staysHere() {
	page := url.MustParse("https://example.org/a/")
	for _, ref := range []string{
		"b",
		"#top",
		"https:b", // has a scheme, but no host
		"https://example.org/b",
		"//evil.example",
		`/\evil.example`,
		"mailto:me@example.org",
	} {
		_, err := url.Parse(ref)
		isRelative := errors.Is(err, url.ErrMissingSchemeNonRelativeURL)
		_, err = page.ParseSameOrigin(ref)
		fmt.Printf("%s: relative: %t, stays here: %t\n", ref, isRelative, err == nil)
	}
	// Output:
	// b: relative: true, stays here: true
	// #top: relative: true, stays here: true
	// https:b: relative: false, stays here: true
	// https://example.org/b: relative: false, stays here: true
	// //evil.example: relative: true, stays here: false
	// /\evil.example: relative: true, stays here: false
	// mailto:me@example.org: relative: false, stays here: false
}

// Recipe: Read the deep links of an app
//
// In `myapp:open`, the action is the path. In `myapp://open`, it is the host. Join both, so that either works.
//
// Pitfall: Any website and any app can open such a link. If `myapp:pay?to=eve` pays without asking, anyone can make your users
// pay.
//
// Keywords: deep link, custom scheme, app link
func Example_deepLink() {
	for _, link := range []string{
		"myapp:open?id=7",
		"myapp://open?id=7",
		"myapp:/open?id=7",
		"https://evil.example/open?id=7", // has another scheme
	} {
		u, err := url.Parse(link)
		if err != nil || u.Scheme() != "myapp" {
			fmt.Println("not ours:", link)
			continue
		}
		action := strings.Trim(u.Host()+u.Pathname(), "/")
		id, _ := u.QueryValue("id")
		fmt.Println(action, id)
	}
	// Output:
	// open 7
	// open 7
	// open 7
	// not ours: https://evil.example/open?id=7
}

// Recipe: Convert between file paths and file: URLs
//
// `FromFilePath` and `FilePath` convert, in the style of Unix, of Windows, or of the running system (`NativePath`). If a string
// may be either a URL or a Windows path, a scheme of one letter is a drive.
//
// Pitfall: `Parse` alone reads `C:\x` as a URL with the scheme `c`. And in `file://migrations/1.sql`, `migrations` is a host and
// not a folder, so a program that ignores the host opens /1.sql.
//
// Keywords: Windows path, drive letter, file path to URL, file URL to path
func Example_filePath() {
	for _, s := range []string{
		`C:\migrations\a b.sql`,
		"https://example.com/a.sql",
	} {
		u, err := parseURLOrPath(s)
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	u, err := url.FromFilePath("/srv/100% #1.txt", url.UnixPath)
	if err != nil {
		panic(err)
	}
	path, err := u.FilePath(url.UnixPath)
	if err != nil {
		panic(err)
	}
	fmt.Println(u, path)
	// Output:
	// file:///C:/migrations/a%20b.sql
	// https://example.com/a.sql
	// file:///srv/100%25%20%231.txt /srv/100% #1.txt
}

func parseURLOrPath(s string) (url.URL, error) {
	u, err := url.Parse(s)
	if err == nil && len(u.Scheme()) == 1 {
		return url.FromFilePath(s, url.WindowsPath)
	}
	return u, err
}

// Recipe: Check a SPIFFE ID
//
// A SPIFFE ID uses a small alphabet, and the parser leaves it unchanged.
//
// Pitfall: Compare SPIFFE IDs as strings. If you ignore case, `spiffe://example.org/Admin` gets the rights of
// `spiffe://example.org/admin`.
//
// Keywords: SPIFFE, trust domain, workload identity
func Example_spiffe() {
	for _, id := range []string{
		"spiffe://staging.example.com/payments/mysql",
		"spiffe://Example.org/a",      // has a capital in the trust domain
		"spiffe://example.org/a/",     // has an empty segment
		"spiffe://example.org/a/../b", // has a dot segment
		"spiffe://u@example.org/a",    // has a user name
	} {
		u, err := parseSPIFFE(id)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.Host(), u.Pathname())
	}
	// Output:
	// staging.example.com /payments/mysql
	// not a SPIFFE ID: spiffe://Example.org/a
	// not a SPIFFE ID: spiffe://example.org/a/
	// not a SPIFFE ID: spiffe://example.org/a/../b
	// not a SPIFFE ID: spiffe://u@example.org/a
}

var spiffe = regexp.MustCompile(`^spiffe://[a-z0-9._-]{1,255}(/[a-zA-Z0-9._-]+)*$`)

func parseSPIFFE(id string) (url.URL, error) {
	u, err := url.Parse(id)
	if err != nil || u.Href() != id || len(id) > 2048 || !spiffe.MatchString(id) {
		return url.URL{}, fmt.Errorf("not a SPIFFE ID: %s", id)
	}
	return u, nil
}
