package cookbook_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/text/encoding/charmap"
)

// Recipe: Make an absolute URL from a relative one
//
// Parse resolves a reference against its base, as a browser does.
//
// Pitfall: A base without a slash at the end loses its last segment: `b` here. JoinPath keeps it.
//
// Keywords: absolute URL, relative link, ResolveReference, base URL, last segment
func Example_resolve() {
	base := url.MustParse("https://example.org/a/b?q")
	for _, ref := range []string{"c", "../c", "/c", "//example.com/c", "?r", "#f", "mailto:me@example.org", "\\c"} {
		u, err := base.Parse(ref)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.org/a/c <nil>
	// https://example.org/c <nil>
	// https://example.org/c <nil>
	// https://example.com/c <nil>
	// https://example.org/a/b?r <nil>
	// https://example.org/a/b?q#f <nil>
	// mailto:me@example.org <nil>
	// https://example.org/c <nil>
}

// Recipe: Say what is wrong with a URL, and where
//
// Validate lists all faults by byte, also those that a browser repairs.
//
// Pitfall: A URL without faults can be a script: check the scheme, too.
//
// Keywords: lint, strict, callback check
func Example_validate() {
	for _, e := range url.Validate("https://me@example.org\\a|b") {
		fmt.Println(e.Offset, e.Type, e.Failure)
	}
	// Output:
	// 10 invalid-credentials false
	// 22 invalid-reverse-solidus false
	// 24 invalid-URL-unit false
}

// Recipe: Read the public URL of a server from its configuration
//
// Refuse what Validate reports: what a browser would repair, such as `https:///h`, and credentials. A slash at the end makes it a base
// for relative links.
//
// Pitfall: An error message of your own must not quote the value.
//
// Keywords: public URL, base URL, root URL, external URL, environment variable, config check
func Example_publicURL() {
	publicURL := func(value string) (url.URL, error) {
		value = strings.TrimSpace(value)
		u, err := url.Parse(value)
		if err != nil {
			return url.URL{}, err
		} else if !u.IsHTTP() || strings.ContainsAny(value, "?#") {
			return url.URL{}, errors.New("not an http or https URL without a query and a fragment")
		} else if wrong := url.Validate(value); len(wrong) > 0 {
			return url.URL{}, wrong[0]
		}
		return u, u.SetPathname(strings.TrimSuffix(u.Pathname(), "/") + "/")
	}
	for _, value := range []string{"https://Example.com/app\n", "https://ann:pw@example.com", "https:///app", "example.com", "localhost:8080", "https://a.example?b"} {
		fmt.Println(publicURL(value))
	}
	// Output:
	// https://example.com/app/ <nil>
	//  url: invalid-credentials at byte 14
	//  url: special-scheme-missing-following-solidus at byte 8
	//  url: Parse "example.com": missing-scheme-non-relative-URL at byte 0
	//  not an http or https URL without a query and a fragment
	//  not an http or https URL without a query and a fragment
}

// Recipe: Read what people type, such as localhost:8080
//
// People leave out the scheme. For their own machine they mean http, else https. net/url fails: "first path segment in URL cannot
// contain colon".
//
// Pitfall: A number alone is an address. `user:pass@host:80` has the scheme `user`: IsHTTP refuses it.
//
// Keywords: missing scheme, host and port, localhost, www prefix, "first path segment in URL cannot contain colon"
func Example_typedURL() {
	parse := func(typed string) (url.URL, error) {
		u, err := url.Parser{DefaultScheme: "https"}.Parse(typed)
		if addr, _ := u.Addr(); u.Hostname() == "localhost" || addr.Unmap().IsLoopback() {
			u, err = url.Parser{DefaultScheme: "http"}.Parse(typed) // the same, if typed has a scheme
		}
		if err == nil && !u.IsHTTP() { // also "localhost:99999", which has the scheme "localhost"
			return url.URL{}, fmt.Errorf("the scheme is %s, not http or https", u.Scheme())
		}
		return u, err
	}
	for _, typed := range []string{"example.org:443/a", "localhost:8080", "//[::1]:80", "https://localhost", "8080", "mailto:me@example.org", "/a"} {
		fmt.Println(parse(typed))
	}
	// Output:
	// https://example.org/a <nil>
	// http://localhost:8080/ <nil>
	// http://[::1]/ <nil>
	// https://localhost/ <nil>
	// https://0.0.31.144/ <nil>
	//  the scheme is mailto, not http or https
	//  url: Parse "/a": missing-scheme-non-relative-URL at byte 0
}

// Recipe: Check that a text is a web URL
//
// Parse it, then ask IsHTTP.
//
// Pitfall: `http://w` passes: for a domain of the DNS, ask RegistrableDomain, too. net/url's ParseRequestURI accepts paths.
//
// Keywords: is valid URL, validate, ParseRequestURI, length limit
func Example_webURL() {
	for _, s := range []string{"https://example.com", "http//abc.example", "htt://fake", "/data/config.yaml", "Hey, are you ok? :-)", "http://w"} {
		u, err := url.Parse(s)
		fmt.Println(s, err == nil && u.IsHTTP())
	}
	// Output:
	// https://example.com true
	// http//abc.example false
	// htt://fake false
	// /data/config.yaml false
	// Hey, are you ok? :-) false
	// http://w true
}

// Recipe: Compare two URLs
//
// Parse normalizes, so `==` compares. A test that allows other orders and escapes compares what QueryPairs gives, sorted, and
// PercentDecode of the path.
//
// Pitfall: `%41` and `A` stay different in paths and queries.
//
// Keywords: equal, compare, compare in tests, fragment
func Example_compare() {
	u, v := url.MustParse("https://example.org"), url.MustParse("HTTPS://EXAMPLE.org:443/#top")
	fmt.Println(u == v, u.WithoutFragment() == v.WithoutFragment())
	// Output: false true
}

// Recipe: Find duplicates by a key
//
// The key is the URL without its fragment and with sorted parameters. Where their order counts, leave out SortQuery. Request the URL,
// not the key.
//
// Pitfall: One page can still have two keys, as by `%20` and `+` here.
//
// Keywords: dedup key, cache key, duplicates, sort parameters, normalize
func Example_duplicates() {
	seen := map[url.URL]bool{}
	for _, s := range []string{
		"https://example.com/?b=%20~&a=1#top", "https://EXAMPLE.com:443?a=1&b=%20~", "https://example.com/?a=1&b=+~", "javascript:a?b:c#d",
	} {
		key := url.MustParse(s)
		if key.IsHTTP() { // elsewhere, the query and the fragment may be content
			key = key.WithoutFragment().SortQuery()
		}
		fmt.Println(key, seen[key])
		seen[key] = true
	}
	// Output:
	// https://example.com/?a=1&b=%20~ false
	// https://example.com/?a=1&b=%20~ true
	// https://example.com/?a=1&b=+~ false
	// javascript:a?b:c#d false
}

// Recipe: Give URLs with different escapes one key
//
// Decode each segment and encode it again, as purell does: `%7e` and `~`, `%2f` and `%2F` are then one.
//
// Pitfall: The result is a key, not a URL to request.
//
// Keywords: purell, normalize, canonical URL, %7e, dedup key
func Example_escapesKey() {
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

// Recipe: Make a relative link from two absolute ones
//
// MakeRelative returns what a page writes to reach the target.
//
// Pitfall: http.Redirect cleans such a text: send the Href there.
//
// Keywords: relative link, relative URL between two
func Example_relativeLink() {
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

// Recipe: Read deep links of an app
//
// `myapp:open` has a path, and `myapp://open` a host: join both.
//
// Pitfall: Any app can open such a link: it never proves who sent it.
//
// Keywords: deep link, own scheme, tel link
func Example_deepLink() {
	for _, link := range []string{"myapp:open?id=7", "myapp://open?id=7", "myapp:/open?id=7", "https://evil.example/open?id=7"} {
		u, err := url.Parse(link)
		if err != nil || u.Scheme() != "myapp" {
			fmt.Println("not ours:", link)
			continue
		}
		id, _ := u.QueryValue("id")
		fmt.Println(strings.Trim(u.Host()+u.Pathname(), "/"), id)
	}
	// Output:
	// open 7
	// open 7
	// open 7
	// not ours: https://evil.example/open?id=7
}

// Recipe: Make a file: URL from a path, or from what may be a Windows path
//
// A scheme of one letter is a drive.
//
// Pitfall: Parse alone reads the scheme `c`. In `file://migrations`, `migrations` is a host.
//
// Keywords: Windows path, drive letter, file path to URL, file URL to path
func Example_windowsPath() {
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

// Recipe: Check a SPIFFE ID
//
// An ID is a text of a small alphabet, which the parser leaves unchanged.
//
// Pitfall: Compare IDs with `==`, as texts.
//
// Keywords: SPIFFE, trust domain, workload identity
func Example_spiffe() {
	form := regexp.MustCompile(`^spiffe://[a-z0-9._-]{1,255}(/[a-zA-Z0-9._-]+)*$`)
	for _, id := range []string{"spiffe://staging.example.com/payments/mysql", "spiffe://Example.org/a", "spiffe://example.org/a/", "spiffe://example.org/a/../b", "spiffe://u@example.org/a"} {
		u, err := url.Parse(id)
		if err != nil || u.Href() != id || len(id) > 2048 || !form.MatchString(id) {
			fmt.Println("not an ID:", id)
			continue
		}
		fmt.Println(u.Host(), u.Pathname())
	}
	// Output:
	// staging.example.com /payments/mysql
	// not an ID: spiffe://Example.org/a
	// not an ID: spiffe://example.org/a/
	// not an ID: spiffe://example.org/a/../b
	// not an ID: spiffe://u@example.org/a
}

// Whether a reference is relative does not tell where it leads: "//evil.example" is relative, too. Parse it against the page.
func Example_staysHere() {
	page := url.MustParse("https://example.org/a/")
	for _, ref := range []string{"b", "/b", "#top", "https:b", "https://example.org/b", "//evil.example", `\\evil.example`, "mailto:me@example.org"} {
		_, err := url.Parse(ref)
		needsBase := errors.Is(err, url.ErrMissingSchemeNonRelativeURL)
		_, err = page.ParseSameOrigin(ref)
		fmt.Printf("%s: needs a base: %t, stays here: %t\n", ref, needsBase, err == nil)
	}
	// Output:
	// b: needs a base: true, stays here: true
	// /b: needs a base: true, stays here: true
	// #top: needs a base: true, stays here: true
	// https:b: needs a base: false, stays here: true
	// https://example.org/b: needs a base: false, stays here: true
	// //evil.example: needs a base: true, stays here: false
	// \\evil.example: needs a base: true, stays here: false
	// mailto:me@example.org: needs a base: false, stays here: false
}

// A link of a page is relative to the page's <base href>, and its query has the encoding of the page.
func Example_pageLink() {
	page := url.MustParse("https://example.org/guide/")
	base, err := page.Parse("/shop/") // <base href="/shop/">
	if err != nil {
		base = page
	}
	p := url.Parser{Base: base, QueryEncoding: charmap.Windows1252}
	for _, href := range []string{"?sm\u00f6rg\u00e5sbord\u2603", "caf\u00e9", `\\example.com`} {
		fmt.Println(p.Parse(href))
	}
	// Output:
	// https://example.org/shop/?sm%F6rg%E5sbord%26%239731%3B <nil>
	// https://example.org/shop/caf%C3%A9 <nil>
	// https://example.com/ <nil>
}
