package url_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/weburl-go/url"
	"golang.org/x/text/encoding/charmap"
)

// This file shows how to parse, read and write a URL, and its errors.

func Example() {
	u, err := url.Parse(" HTTPS://User@EXAMPLE.com:443\\..\\caf\u00e9?q=1#top\n")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	fmt.Println(u.Host(), u.Pathname(), u.Search(), u.Hash())
	// Output:
	// https://User@example.com/caf%C3%A9?q=1#top
	// example.com /caf%C3%A9 ?q=1 #top
}

func ExampleParse() {
	for _, rawURL := range []string{"http://0x7f.1/", "https://b\u00fccher.example", "https://exa mple.org/", "/path"} {
		u, err := url.Parse(rawURL)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://127.0.0.1/
	// https://xn--bcher-kva.example/
	// url: Parse "https://exa mple.org/": domain-to-ASCII at byte 11: a domain cannot have this character
	// url: Parse "/path": missing-scheme-non-relative-URL at byte 0
}

func ExampleParseWithBase() {
	u, err := url.ParseWithBase("../images/?size=2", "https://example.org/blog/2026/")
	fmt.Println(u, err)
	// Output: https://example.org/blog/images/?size=2 <nil>
}

// Job: Make an absolute URL from a relative one
//
// Parse resolves a reference against its base, as a browser does.
//
// Trap: A base without a slash at the end loses its last segment: `b` here. JoinPath keeps it.
//
// Words: absolute URL, relative link, ResolveReference, base URL, last segment
func ExampleURL_Parse() {
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

// Whether a reference is relative does not tell where it leads: "//evil.example" is relative, too. Parse it against the page.
func ExampleURL_Parse_relative() {
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

func ExampleMustParse() {
	fmt.Println(url.MustParse("https://example.org").Href())
	// Output: https://example.org/
}

func ExampleCanParse() {
	fmt.Println(url.CanParse("https://example.org:8080"), url.CanParse("https://example.org:80a"), url.CanParse("example.org"))
	// Output: true false false
}

func ExampleURL_CanParse() {
	fmt.Println(url.MustParse("https://example.org/").CanParse("//[::1"), url.MustParse("mailto:a").CanParse("x"))
	// Output: false false
}

// A string with nothing to report is a valid URL string.
func ExampleParser_Validate() {
	p := url.Parser{Base: url.MustParse("https://example.org/")}
	fmt.Println(p.Validate("a%20b"))
	fmt.Println(p.Validate("a b")) // parses, but is not valid
	// Output:
	// []
	// [url: invalid-URL-unit at byte 1]
}

// Job: Say what is wrong with a URL, and where
//
// Validate lists all faults by byte, also those that a browser repairs.
//
// Trap: A URL without faults can be a script: check the scheme, too.
//
// Words: lint, strict, callback check
func ExampleValidate() {
	for _, e := range url.Validate("https://me@example.org\\a|b") {
		fmt.Println(e.Offset, e.Type, e.Failure)
	}
	// Output:
	// 10 invalid-credentials false
	// 22 invalid-reverse-solidus false
	// 24 invalid-URL-unit false
}

// Job: Read the public URL of a server from its configuration
//
// Refuse what Validate reports: what a browser would repair, such as `https:///h`, and credentials. A slash at the end makes it a base
// for relative links.
//
// Trap: An error message of your own must not quote the value.
//
// Words: public URL, base URL, root URL, external URL, environment variable, config check
func ExampleValidate_configuration() {
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

func ExampleErrorType_Description() {
	fmt.Println(url.ErrInvalidReverseSolidus.Description())
	// Output: There is a backslash where a slash belongs.
}

// A Parser reports what is wrong while it parses.
func ExampleParser() {
	p := url.Parser{OnValidationError: func(e url.ValidationError) {
		fmt.Printf("byte %d: %s: %s\n", e.Offset, e.Type, e.Type.Description())
	}}
	u, err := p.Parse("http:example.org")
	fmt.Println(u, err)
	// Output:
	// byte 5: special-scheme-missing-following-solidus: A URL of this scheme needs exactly two slashes after the colon.
	// http://example.org/ <nil>
}

// Job: Read what people type, such as localhost:8080
//
// People leave out the scheme. For their own machine they mean http, else https. net/url fails: "first path segment in URL cannot
// contain colon".
//
// Trap: A number alone is an address. `user:pass@host:80` has the scheme `user`: IsHTTP refuses it.
//
// Words: missing scheme, host and port, localhost, www prefix, "first path segment in URL cannot contain colon"
func ExampleParser_defaultScheme() {
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

// A link of a page is relative to the page's <base href>, and its query has the encoding of the page.
func ExampleParser_page() {
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

func ExampleParser_Parse() {
	p := url.Parser{Base: url.MustParse("https://example.org/a/")}
	u, err := p.Parse("b?c")
	fmt.Println(u, err)
	// Output: https://example.org/a/b?c <nil>
}

func ExampleParser_CanParse() {
	p := url.Parser{Base: url.MustParse("https://example.org/")}
	fmt.Println(p.CanParse("/a"), p.CanParse("//[::1"))
	// Output: true false
}

func ExampleURL_EncodeLonePercent() {
	u := url.MustParse("https://example.org/100%/50%25")
	fmt.Println(u, u.EncodeLonePercent())
	// Output: https://example.org/100%/50%25 https://example.org/100%25/50%25
}

// The getters of the URL class return components with their delimiters.
func ExampleURL() {
	u := url.MustParse("https://me:secret@example.org:8080/a/b?c=d#e")
	fmt.Println(u.Href())
	fmt.Println(u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port())
	fmt.Println(u.Pathname(), u.Search(), u.Hash())
	// Output:
	// https://me:secret@example.org:8080/a/b?c=d#e
	// https: me secret example.org:8080 example.org 8080
	// /a/b ?c=d #e
}

func ExampleURL_Href() {
	u := url.MustParse("HTTPS://EXAMPLE.org:443/a/../b c")
	fmt.Println(u.Href())
	// Output: https://example.org/b%20c
}

func ExampleURL_Protocol() {
	u := url.MustParse("HTTPS://example.org/")
	fmt.Println(u.Protocol(), u.Scheme())
	// Output: https: https
}

func ExampleURL_Scheme() {
	u := url.MustParse("MAILTO:me@example.org")
	fmt.Println(u.Scheme())
	// Output: mailto
}

func ExampleURL_IsSpecial() {
	for _, rawURL := range []string{"wss://example.org/", "file:///etc/hosts", "mailto:me@example.org"} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Scheme(), u.IsSpecial())
	}
	// Output:
	// wss true
	// file true
	// mailto false
}

// A username and a password are percent-encoded. To get the text, decode them.
func ExampleURL_Username() {
	u := url.MustParse("https://me@work:s%3Acret@example.org/")
	fmt.Println(u.Username())
	fmt.Println(url.PercentDecode(u.Username()))
	// Output:
	// me%40work
	// me@work
}

func ExampleURL_Password() {
	u := url.MustParse("https://me:s%3Acret@example.org/")
	fmt.Println(u.Password())
	fmt.Println(url.PercentDecode(u.Password()))
	// Output:
	// s%3Acret
	// s:cret
}

func ExampleURL_IncludesCredentials() {
	for _, rawURL := range []string{"https://me@example.org/", "https://:secret@example.org/", "https://@example.org/"} {
		u := url.MustParse(rawURL)
		fmt.Println(u, u.IncludesCredentials())
	}
	// Output:
	// https://me@example.org/ true
	// https://:secret@example.org/ true
	// https://example.org/ false
}

// The default port of the scheme is null.
func ExampleURL_Port() {
	for _, rawURL := range []string{"https://example.org:8080/", "https://example.org:443/", "https://example.org/"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).Port())
	}
	// Output:
	// "8080"
	// ""
	// ""
}

func ExampleURL_PortNumber() {
	fmt.Println(url.MustParse("https://example.org:8080/").PortNumber())
	fmt.Println(url.MustParse("https://example.org:443/").PortNumber())
	// Output:
	// 8080 true
	// 0 false
}

func ExampleURL_Pathname() {
	u := url.MustParse("https://example.org/caf\u00e9/./a b%2Fc")
	fmt.Println(u.Pathname())
	// Output: /caf%C3%A9/a%20b%2Fc
}

func ExampleURL_IsHTTP() {
	for _, rawURL := range []string{"HTTPS://example.org/", "wss://example.org/", "javascript:alert(1)"} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Scheme(), u.IsHTTP())
	}
	// Output:
	// https true
	// wss false
	// javascript false
}

func ExampleURL_HasOpaquePath() {
	for _, rawURL := range []string{"mailto:me@example.org", "data:,hello", "https:example.org", "foo:/bar"} {
		u := url.MustParse(rawURL)
		fmt.Println(u, u.HasOpaquePath())
	}
	// Output:
	// mailto:me@example.org true
	// data:,hello true
	// https://example.org/ false
	// foo:/bar false
}

// An empty fragment and no fragment are both "". [url.URL.Fragment] tells them apart.
func ExampleURL_Hash() {
	for _, rawURL := range []string{"https://example.org/#to p", "https://example.org/#", "https://example.org/"} {
		fmt.Printf("%q\n", url.MustParse(rawURL).Hash())
	}
	// Output:
	// "#to%20p"
	// ""
	// ""
}

func ExampleURL_Fragment() {
	for _, rawURL := range []string{"https://h/#a", "https://h/#", "https://h/"} {
		fragment, ok := url.MustParse(rawURL).Fragment()
		fmt.Printf("%q %t\n", fragment, ok)
	}
	// Output:
	// "a" true
	// "" true
	// "" false
}

func ExampleURL_WithoutFragment() {
	u := url.MustParse("https://example.org/a?b#c")
	fmt.Println(u.WithoutFragment())
	fmt.Println(u)
	// Output:
	// https://example.org/a?b
	// https://example.org/a?b#c
}

// Job: Compare two URLs
//
// Parse normalizes, so `==` compares. A test that allows other orders and escapes compares what QueryPairs gives, sorted, and
// PercentDecode of the path.
//
// Trap: `%41` and `A` stay different in paths and queries.
//
// Words: equal, compare, compare in tests, fragment
func ExampleURL_WithoutFragment_equal() {
	u, v := url.MustParse("https://example.org"), url.MustParse("HTTPS://EXAMPLE.org:443/#top")
	fmt.Println(u == v, u.WithoutFragment() == v.WithoutFragment())
	// Output: false true
}

// The zero URL means "no URL".
func ExampleURL_IsZero() {
	links := map[string]url.URL{"home": url.MustParse("https://example.org/")}
	fmt.Println(links["home"].IsZero(), links["blog"].IsZero())
	// Output: false true
}

func ExampleURL_PathSegments() {
	for segment := range url.MustParse("https://example.org/a/b%2Fc/").PathSegments() {
		fmt.Printf("%q\n", segment)
	}
	// Output:
	// "a"
	// "b%2Fc"
	// ""
}

func ExampleURL_EffectivePort() {
	u := url.MustParse("https://example.org/")
	_, ok := u.PortNumber()
	port, _ := u.EffectivePort()
	fmt.Println(ok, port)
	// Output: false 443
}

func ExampleURL_String() {
	u := url.MustParse("HTTPS://EXAMPLE.com/%7Euser")
	fmt.Printf("%v %q\n", u, u)
	// Output: https://example.com/%7Euser "https://example.com/%7Euser"
}

// Logs show a URL as Redact does, and an error without credentials, query and fragment. A URL within another value
// is not redacted.
func ExampleURL_LogValue() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	u := url.MustParse("https://user:secret@example.com/?token=secret")
	logger.Info("fetch", "url", u)
	logger.Info("wrong", "request", struct{ URL url.URL }{u})

	_, err := url.Parse("https://user:secret@exa mple.com/?token=secret")
	logger.Info("fetch", "err", err)
	// Output:
	// level=INFO msg=fetch url="https://xxxxx@example.com/?token=xxxxx"
	// level=INFO msg=wrong request="{URL:https://user:secret@example.com/?token=secret}"
	// level=INFO msg=fetch err="url: Parse \"https://xxxxx@exa mple.com/?\"…: domain-to-ASCII at byte 17: a domain cannot have this character"
}

func ExampleURL_AppendText() {
	line, _ := url.MustParse("https://example.com").AppendText([]byte("GET "))
	fmt.Println(string(line))
	// Output: GET https://example.com/
}

func ExampleURL_MarshalText() {
	visits := map[url.URL]int{url.MustParse("https://example.com"): 3}
	text, err := json.Marshal(visits)
	fmt.Println(string(text), err)

	var page struct {
		Home, Feed url.URL `json:",omitzero"` // omitempty would write ""
	}
	page.Home = url.MustParse("https://example.com")
	text, err = json.Marshal(page)
	fmt.Println(string(text), err)
	// Output:
	// {"https://example.com/":3} <nil>
	// {"Home":"https://example.com/"} <nil>
}

// Job: Have a URL as a field of a config file
//
// Decoders of JSON, YAML, TOML and the environment call UnmarshalText, and so does flag.TextVar. An optional field is a *URL.
//
// Trap: A missing field, null and "" are not errors: check IsZero of a required URL.
//
// Words: JSON, YAML, TOML, env, flag, config file, required field
func ExampleURL_UnmarshalText() {
	var config struct {
		Home  url.URL
		Proxy *url.URL
	}
	err := json.Unmarshal([]byte(`{"Home": "https://example.com"}`), &config)
	fmt.Println(config.Home, config.Proxy, err)

	err = json.Unmarshal([]byte(`{"Home": "example.org"}`), &config)
	fmt.Println(config.Home, err)

	err = json.Unmarshal([]byte(`{"Home": "", "Proxy": ""}`), &config)
	fmt.Println(config.Home.IsZero(), *config.Proxy == url.URL{}, err)
	// Output:
	// https://example.com/ <nil> <nil>
	// https://example.com/ url: UnmarshalText "example.org": missing-scheme-non-relative-URL at byte 0
	// true true <nil>
}

func ExampleURL_AppendBinary() {
	data, err := url.MustParse("https://example.com").AppendBinary(nil)
	fmt.Println(string(data), err)
	// Output: https://example.com/ <nil>
}

// Package gob asks for MarshalBinary and UnmarshalBinary.
func ExampleURL_MarshalBinary() {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(url.MustParse("https://example.com"))
	fmt.Println(err)

	var u url.URL
	err = gob.NewDecoder(&buf).Decode(&u)
	fmt.Println(u, err)
	// Output:
	// <nil>
	// https://example.com/ <nil>
}

func ExampleURL_UnmarshalBinary() {
	var u url.URL
	err := u.UnmarshalBinary([]byte("https://example.com"))
	fmt.Println(u, err)
	// Output: https://example.com/ <nil>
}

// Job: Store a URL in a database column
//
// Scan and Value read and write its text. NULL is the zero URL.
//
// Trap: Check the error of rows.Scan: a row that somebody else wrote may not parse.
//
// Words: SQL, database column, NULL
func ExampleURL_Scan() {
	var u url.URL
	err := u.Scan([]byte("https://example.com")) // as database/sql does for rows.Scan(&u)
	fmt.Println(u, err)

	err = u.Scan(nil) // NULL
	fmt.Println(u.IsZero(), err)
	// Output:
	// https://example.com/ <nil>
	// true <nil>
}

func ExampleURL_Value() {
	v, _ := url.MustParse("https://example.com").Value() // as database/sql does for db.Exec(query, u)
	null, _ := url.URL{}.Value()
	fmt.Println(v, null)
	// Output: https://example.com/ <nil>
}

func ExampleError() {
	_, err := url.Parse("http://[::1/")
	var e *url.Error
	if errors.As(err, &e) {
		fmt.Println(e.Input, e.Offset, e.Err)
	}
	// Output: http://[::1/ 11 IPv6-unclosed
}

// A setter may use a part of its value, as in a browser.
func ExampleError_partial() {
	u := url.MustParse("https://example.org/")
	for _, host := range []string{"example.com:x", "exa mple.net"} {
		err := u.SetHost(host)
		var e *url.Error
		fmt.Println(errors.As(err, &e) && e.Partial, u)
	}
	// Output:
	// true https://example.com/
	// false https://example.com/
}

func ExampleError_Error() {
	_, err := url.Parse("https://me:secret@example.org:70000/")
	fmt.Println(err.Error()) // without the credentials
	// Output: url: Parse "https://xxxxx@example.org:70000/": port-out-of-range at byte 26
}

func ExampleError_Unwrap() {
	_, err := url.Parse("http://")
	fmt.Println(errors.Unwrap(err) == url.ErrHostMissing, errors.Is(err, url.ErrHostMissing))
	// Output: true true
}

func ExampleErrorType() {
	_, err := url.Parse("http://1.2.3.256/")
	var reason url.ErrorType
	if errors.As(err, &reason) {
		fmt.Println(reason == url.ErrIPv4OutOfRangePart, reason)
	}
	// Output: true IPv4-out-of-range-part
}

func ExampleErrorType_Error() {
	fmt.Println(url.ErrIPv6Unclosed.Error())
	// Output: IPv6-unclosed
}

func ExampleErrorType_MarshalText() {
	text, err := json.Marshal(url.Validate("http:example.org"))
	fmt.Println(string(text), err)
	// Output: [{"Type":"special-scheme-missing-following-solidus","Offset":5,"Failure":false}] <nil>
}

func ExampleErrorType_UnmarshalText() {
	var allowed []url.ErrorType
	err := json.Unmarshal([]byte(`["invalid-URL-unit", "invalid-credentials"]`), &allowed)
	fmt.Println(allowed, err)
	// Output: [invalid-URL-unit invalid-credentials] <nil>
}

// A validation error is an error, so a program that accepts only valid URL strings can return one.
func ExampleValidationError() {
	check := func(rawURL string) error {
		for _, e := range url.Validate(rawURL) {
			return e
		}
		return nil
	}
	fmt.Println(check("https://example.org/a%20b"))
	fmt.Println(check("https://example.org/a b"))
	// Output:
	// <nil>
	// url: invalid-URL-unit at byte 21
}

// Detail says what is wrong with a domain, and Offset at which label or character.
func ExampleValidationError_detail() {
	for _, rawURL := range []string{"https://my_shop.example.com", "https://www.-shop.example", "https://b\u00FCcher..example", "https://a%2Fb.example"} {
		for _, e := range url.Validate(rawURL) {
			if e.Detail != "" {
				fmt.Printf("%s at %q: %t\n", e.Detail, rawURL[e.Offset:], e.Failure)
			}
		}
	}
	// Output:
	// the DNS allows only letters, digits and "-" at "_shop.example.com": false
	// the label begins with "-" at "-shop.example": false
	// the label is empty at ".example": false
	// a domain cannot have this character, not even percent-encoded at "%2Fb.example": true
}

func ExampleValidationError_Error() {
	for _, e := range url.Validate("http://") {
		fmt.Println(e.Error())
	}
	// Output: url: host-missing at byte 7
}

func ExampleValidationError_Unwrap() {
	for _, e := range url.Validate("https://me@example.org/") {
		fmt.Println(e.Unwrap() == url.ErrInvalidCredentials, errors.Is(e, url.ErrInvalidCredentials))
	}
	// Output: true true
}

// Job: Check that a text is a web URL
//
// Parse it, then ask IsHTTP.
//
// Trap: `http://w` passes: for a domain of the DNS, ask RegistrableDomain, too. net/url's ParseRequestURI accepts paths.
//
// Words: is valid URL, validate, ParseRequestURI, length limit
func ExampleURL_IsHTTP_valid() {
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
