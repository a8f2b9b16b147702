package cookbook_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// Recipe: Resolve a relative URL
//
// Call `Parse` on the base URL to resolve a relative reference exactly as a browser does. To follow the `Location` header of a
// response, use `redirect.Location`, which keeps the fragment of the requested URL. In a feed, resolve each `xml:base`
// attribute against the base URL of the parent element, then resolve the links against the result. This is what the program
// in ["Resolve the links of a feed"](#longer-programs) does.
//
// Pitfall: If the base URL does not end in a slash, its last path segment is lost. Here, `c` replaces `b` in
// `https://example.org/a/b`. To append to the path instead, use `JoinPath`. If the base URL contains a password, so does the
// URL of each reference without a host. Call `WithoutCredentials` on the base URL first.
//
// Keywords: absolute URL, relative link, ResolveReference, base URL, last segment, Location header, feed, RSS, xml:base
func Example_resolve() {
	base := url.MustParse("https://example.org/a/b?q")
	for _, ref := range []string{
		"c",
		"../c",
		"/c",
		"?r",
		"#f",
		"//example.com/c",       // another host
		`\c`,                    // a backslash is read as a slash
		"mailto:me@example.org", // already absolute
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
// `Validate` lists every error in a URL along with its byte offset, including errors that browsers silently fix. `Failure` is
// true if the error prevents the URL from being parsed. A long URL can have an error in every byte, so limit its length first.
//
// Pitfall: A valid URL can still be dangerous. `Validate` finds nothing wrong with `javascript:alert(1)`, so check the scheme
// as well.
//
// Keywords: lint, strict, callback check, validation error, is valid URL
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
// Users often leave out the scheme. Default to http for the user's own machine and to https for every other host. RFC 6761
// reserves `localhost` and all names below it, with or without a trailing dot, for that machine. `net/url` treats the
// "localhost" in `localhost:8080` as the scheme. For an IP address with a port, it returns the error "first path segment in
// URL cannot contain colon".
//
// Pitfall: A bare number is parsed as an IPv4 address, so `8080` becomes 0.0.31.144. Show the URL to the user before you open
// it.
//
// Keywords: missing scheme, host and port, localhost, localhost:8080, loopback, this machine, www prefix, credentials, "first
// path segment in URL cannot contain colon"
func Example_typedURL() {
	for _, typed := range []string{
		"example.org:443/a",
		"localhost:8080",
		"app.localhost.",
		"//[::1]:80",
		"https://localhost",
		"8080",                     // an IPv4 address
		"mailto:me@example.org",    // another scheme
		"localhost:99999",          // the port is out of range, so localhost is the scheme
		"example.com@evil.example", // the host is evil.example
		"/a",                       // no host
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
	// http://app.localhost./
	// http://[::1]/
	// https://localhost/
	// https://0.0.31.144/
	// the scheme is mailto, not http or https
	// the scheme is localhost, not http or https
	// there is a user name before the host evil.example
	// url: Parse "/a": missing-scheme-non-relative-URL at byte 0
}

// parseTyped parses a URL as a user types it into an address bar.
func parseTyped(typed string) (url.URL, error) {
	u, err := url.Parser{DefaultScheme: "https"}.Parse(typed)
	if isThisMachine(u) {
		u, err = url.Parser{DefaultScheme: "http"}.Parse(typed) // keeps a scheme that was typed
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

// isThisMachine reports whether the host of u is a loopback address, or a name that is reserved for
// this machine.
func isThisMachine(u url.URL) bool {
	if addr, ok := u.Addr(); ok {
		return addr.Unmap().IsLoopback()
	}
	host := "." + strings.TrimSuffix(u.Hostname(), ".")
	return strings.HasSuffix(host, ".localhost")
}

// Recipe: Check that a string is a web URL
//
// Parse the string, then check `IsHTTP`. If you store URLs, limit the length of the `Href`, because it can be longer than the
// string that you parsed. The check also accepts strings that a browser would fix, such as `https:example.com` or
// ` https://a.example/ `. To reject them, check that `Validate` reports no errors.
//
// Pitfall: The host of a web URL need not be a public domain, so `http://w` passes. To reject hosts such as `w`, see ["Require
// a real domain name"](#require-a-real-domain-name). Don't use `ParseRequestURI` from `net/url` for this check, because it
// accepts the path `/data/config.yaml`.
//
// Keywords: is valid URL, validate, ParseRequestURI, length limit, govalidator
func Example_webURL() {
	for _, s := range []string{
		"https://example.com",
		"http://w",
		"http//abc.example",    // no colon
		"htt://fake",           // an unknown scheme
		"/data/config.yaml",    // a path
		"Hey, are you ok? :-)", // a sentence
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
// Parsing normalizes URLs, so you can compare them with `==`. To ignore escaping and the order of parameters, for example when
// you look up a recorded request, compare the keys from ["Find duplicates in spite of different
// escapes"](#find-duplicates-in-spite-of-different-escapes).
//
// Pitfall: `https://example.org/A` and `https://example.org/%41` are not equal, although most servers return the same page for
// both. If you block the first URL with `==`, the second one gets through. If you compare decoded paths, decode each segment on
// its own, because otherwise `/a%2Fb` is equal to `/a/b`.
//
// Keywords: equal, compare, compare in tests, remove fragment, same URL, mock, recorded requests, replay, VCR cassette
func Example_compare() {
	u := url.MustParse("https://example.org")
	v := url.MustParse("HTTPS://EXAMPLE.org:443/#top")
	fmt.Println(u == v)
	fmt.Println(u.WithoutFragment() == v.WithoutFragment())

	u = url.MustParse("https://example.org/A")
	v = url.MustParse("https://example.org/%41")
	fmt.Println(u == v)
	fmt.Println(slices.Equal(decodedPath(u), decodedPath(v)))

	u = url.MustParse("https://example.org/a/b")
	v = url.MustParse("https://example.org/a%2Fb") // a single segment
	fmt.Println(slices.Equal(decodedPath(u), decodedPath(v)))
	// Output:
	// false
	// true
	// false
	// true
	// false
}

// decodedPath returns the decoded segments of the path of u.
func decodedPath(u url.URL) (segments []string) {
	for segment := range u.PathSegments() {
		segments = append(segments, url.PercentDecode(segment))
	}
	return segments
}

// Recipe: Find duplicate URLs
//
// Remove the fragment, sort the parameters, and use the URL as a map key. Leave out `SortQuery` if the order of the parameters
// matters. Use the key only for lookups, and always request the original URL.
//
// Pitfall: The same page can still have two keys. For example, a query can encode a space as `%20` or as `+`, so the keys of
// `?b=%20~` and `?b=+~` differ.
//
// Keywords: dedup key, cache key, duplicates, sort parameters, normalize, canonicalize
func Example_duplicates() {
	seen := map[url.URL]bool{}
	for _, s := range []string{
		"https://example.com/?b=%20~&a=1#top",
		"https://EXAMPLE.com:443?a=1&b=%20~",
		"https://example.com/?a=1&b=+~",
		"javascript:a?b:c#d", // the query and the fragment are part of the code
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
// Decode and re-encode each path segment and each part of the query. URLs then have the same key even if one contains `%7e`
// and the other `~`, or one `%2f` and the other `%2F`. The purell package also normalizes escapes in paths, but it normalizes
// escapes in queries only if `FlagSortQuery` is set.
//
// Pitfall: A server may treat `%2f` and `%2F` differently, or verify a signature over the exact bytes. Request the original
// URL, never its key.
//
// Keywords: purell, normalize, canonical URL, %7e, dedup key, uppercase escapes
func Example_escapes() {
	for _, s := range []string{
		"https://example.com/%7euser/%41%2fb?b&q=a%2bb+%7e#top",
		"https://EXAMPLE.com/~user/A%2Fb?q=a%2Bb%20~&b",
		"https://example.com/%2%65", // does not contain an escaped dot
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

// escapesKey returns a key for u, which must be an http or https URL. URLs that differ only in
// their escapes have the same key.
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
// `MakeRelative` returns the relative reference that leads from one URL to another.
//
// Pitfall: Don't pass the result to `http.Redirect`, which cleans relative references and would send `/a/c` instead of `/a//c`.
// Redirect to the target's `Href` instead.
//
// Keywords: relative link, relative URL between two
func Example_relativeLink() {
	page := url.MustParse("https://example.com/guide/go/install")
	for _, target := range []string{
		"https://example.com/guide/go/install#linux",
		"https://example.com/guide/go/update?v=2",
		"https://example.com/guide/rust/",
		"https://example.com/",
		"https://other.example/", // another host
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
// Even a reference without a scheme, such as `//evil.example`, can point to another site. Call `ParseSameOrigin`, which
// resolves a reference against the page and returns an error if the result has a different origin.
//
// Pitfall: Don't rely on `IsAbs` from `net/url`, because it returns false for `//evil.example`. Don't rely on a leading slash
// either, because `/\evil.example` has one. If you use either check, your page can link to another site.
//
// Keywords: IsAbs, relative, absolute, external link, internal link, scheme-relative //host
func Example_staysHere() {
	page := url.MustParse("https://example.org/a/")
	for _, ref := range []string{
		"b",
		"#top",
		"https:b", // a scheme without a host
		"https://example.org/b",
		"//evil.example",        // another host
		`/\evil.example`,        // another host, because a backslash is read as a slash
		"mailto:me@example.org", // another scheme
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
// In `myapp:open`, the action is the path, but in `myapp://open`, it is the host. Join the host and the path so that both forms
// work. To accept only the second form, reject links whose `Hostname` is empty. In a URL with a custom scheme, the host keeps
// its case, so `myapp://Open` is a different action.
//
// Pitfall: Any website or other app can open a deep link. If your app executes `myapp:pay?to=eve` without asking, anyone can
// make your users pay.
//
// Keywords: deep link, custom scheme, app link
func Example_deepLink() {
	for _, link := range []string{
		"myapp:open?id=7",
		"myapp://open?id=7",
		"myapp:/open?id=7",
		"myapp://open:80?id=7",           // a port
		"https://evil.example/open?id=7", // another scheme
	} {
		u, err := url.Parse(link)
		if err != nil || u.Scheme() != "myapp" || u.IncludesCredentials() || u.Port() != "" {
			fmt.Println("not ours:", link)
			continue
		}
		action := strings.Trim(u.Hostname()+u.Pathname(), "/")
		id, _ := u.QueryValue("id")
		fmt.Println(action, id)
	}
	// Output:
	// open 7
	// open 7
	// open 7
	// not ours: myapp://open:80?id=7
	// not ours: https://evil.example/open?id=7
}

// Recipe: Convert between file paths and file: URLs
//
// `FromFilePath` and `FilePath` handle Unix paths, Windows paths, and paths in the current system's style (`NativePath`). If a
// string can be either a URL or a Windows path, treat a one-letter scheme as a drive letter. In a Windows path, the server name
// is in Unicode, so `file://xn--bcher-kva.example/a/b` becomes `\\bücher.example\a\b`.
//
// Pitfall: `Parse` reads `C:\x` as a URL with the scheme `c`. In `file://migrations/1.sql`, `migrations` is the host, so a
// program that ignores the host opens `/1.sql`. `FromFilePath` rejects `\\?\C:\x`, so remove the prefix `\\?\` first. For the
// path of `file:///C:/a.key::$DATA`, Windows opens `a.key`, so a check that rejects the extension `.key` misses it.
//
// Keywords: Windows path, drive letter, file path to URL, file URL to path, long path, UNC path, alternate data stream
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
// A valid SPIFFE ID is a URL that the parser leaves unchanged. Compare the `Href` with the original string, then check that the
// ID is not too long and contains only allowed characters.
//
// Pitfall: The paths of SPIFFE IDs are case-sensitive, so compare IDs as strings. If you ignore case,
// `spiffe://example.org/Admin` gets the same permissions as `spiffe://example.org/admin`.
//
// Keywords: SPIFFE, trust domain, workload identity
func Example_spiffe() {
	for _, id := range []string{
		"spiffe://staging.example.com/payments/mysql",
		"spiffe://Example.org/a",      // a capital in the trust domain
		"spiffe://example.org/a/",     // an empty segment
		"spiffe://example.org/a/../b", // a dot segment
		"spiffe://u@example.org/a",    // a user name
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
