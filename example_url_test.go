package url_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/weburl-go/url"
)

// Examples of parsing, reading and writing a URL, and of errors.

func ExampleParse() {
	for _, rawURL := range []string{
		"http://0x7f.1/",
		"https://b\u00fccher.example",
		"https://exa mple.org/",
		"/path",
	} {
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

func ExampleURL_Parse() {
	base := url.MustParse("https://example.org/a/b?q")
	for _, ref := range []string{
		"c",
		"../c",
		"//example.com/c",
		"?r",
		"#f",
		"mailto:me@example.org",
		"\\c",
	} {
		fmt.Println(base.Parse(ref))
	}
	// Output:
	// https://example.org/a/c <nil>
	// https://example.org/c <nil>
	// https://example.com/c <nil>
	// https://example.org/a/b?r <nil>
	// https://example.org/a/b?q#f <nil>
	// mailto:me@example.org <nil>
	// https://example.org/c <nil>
}

func ExampleMustParse() {
	fmt.Println(url.MustParse("https://example.org").Href())
	// Output: https://example.org/
}

func ExampleCanParse() {
	fmt.Println(url.CanParse("https://example.org:8080"), url.CanParse("example.org"))
	// Output: true false
}

func ExampleURL_CanParse() {
	base := url.MustParse("https://example.org/")
	fmt.Println(base.CanParse("../a"), base.CanParse("//[::1"))
	// Output: true false
}

// If there is nothing to report, the string is a valid URL string.
func ExampleParser_Validate() {
	p := url.Parser{Base: url.MustParse("https://example.org/")}
	fmt.Println(p.Validate("a%20b"))
	fmt.Println(p.Validate("a b")) // parses, but is not valid
	// Output:
	// []
	// [url: invalid-URL-unit at byte 1]
}

func ExampleValidate() {
	for _, e := range url.Validate("https://me@example.org\\a|b") {
		fmt.Println(e.Offset, e.Type, e.Failure)
	}
	// Output:
	// 10 invalid-credentials false
	// 22 invalid-reverse-solidus false
	// 24 invalid-URL-unit false
}

func ExampleErrorType_Description() {
	fmt.Println(url.ErrInvalidReverseSolidus.Description())
	// Output: There is a backslash where a slash belongs.
}

// This parser reports mistakes while it parses.
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

// As in JavaScript, some getters include the delimiters.
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
	for _, rawURL := range []string{
		"wss://example.org/",
		"file:///etc/hosts",
		"mailto:me@example.org",
	} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Scheme(), u.IsSpecial())
	}
	// Output:
	// wss true
	// file true
	// mailto false
}

// The user name is percent-encoded. Decode it to get the original.
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
	for _, rawURL := range []string{
		"https://me@example.org/",
		"https://:secret@example.org/",
		"https://@example.org/",
	} {
		u := url.MustParse(rawURL)
		fmt.Println(u, u.IncludesCredentials())
	}
	// Output:
	// https://me@example.org/ true
	// https://:secret@example.org/ true
	// https://example.org/ false
}

// If the port is the default port of the scheme, Port returns "".
func ExampleURL_Port() {
	for _, rawURL := range []string{
		"https://example.org:8080/",
		"https://example.org:443/",
		"https://example.org/",
	} {
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
	for _, rawURL := range []string{
		"HTTPS://example.org/",
		"wss://example.org/",
		"javascript:alert(1)",
	} {
		u := url.MustParse(rawURL)
		fmt.Println(u.Scheme(), u.IsHTTP())
	}
	// Output:
	// https true
	// wss false
	// javascript false
}

func ExampleURL_HasOpaquePath() {
	for _, rawURL := range []string{
		"mailto:me@example.org",
		"data:,hello",
		"https:example.org",
		"foo:/bar",
	} {
		u := url.MustParse(rawURL)
		fmt.Println(u, u.HasOpaquePath())
	}
	// Output:
	// mailto:me@example.org true
	// data:,hello true
	// https://example.org/ false
	// foo:/bar false
}

// Hash is "" for an empty fragment and for no fragment. [url.URL.Fragment] tells them apart.
func ExampleURL_Hash() {
	for _, rawURL := range []string{
		"https://example.org/#to p",
		"https://example.org/#",
		"https://example.org/",
	} {
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

// The zero URL stands for no URL, for example in a map.
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

// log/slog shows a URL as Redact does, and an error without credentials, query and fragment. It does not redact a URL inside another
// value.
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

func ExampleURL_UnmarshalText() {
	var config struct{ Callback url.URL }
	err := json.Unmarshal([]byte(`{"Callback": "https://EXAMPLE.org"}`), &config)
	fmt.Println(config.Callback, err)

	err = json.Unmarshal([]byte(`{"Callback": "example.org"}`), &config)
	fmt.Println(err)
	// Output:
	// https://example.org/ <nil>
	// url: UnmarshalText "example.org": missing-scheme-non-relative-URL at byte 0
}

func ExampleURL_AppendBinary() {
	data, err := url.MustParse("https://example.com").AppendBinary(nil)
	fmt.Println(string(data), err)
	// Output: https://example.com/ <nil>
}

// encoding/gob calls MarshalBinary and UnmarshalBinary.
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

func ExampleURL_Scan() {
	var u url.URL
	err := u.Scan("https://EXAMPLE.org") // database/sql calls it for rows.Scan(&u)
	fmt.Println(u, err)

	err = u.Scan(nil) // NULL
	fmt.Println(u.IsZero(), err)
	// Output:
	// https://example.org/ <nil>
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

// A program that accepts only valid URL strings can return a validation error as its error.
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
