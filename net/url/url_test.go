package url_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	weburl "github.com/weburl-go/url"
	"github.com/weburl-go/url/net/url"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		rawURL string
		want   url.URL
	}{
		// controls and spaces
		{" http://h/ ", url.URL{Scheme: "http", Host: "h", Path: "/"}},
		{"http://h/#\ta\nb\x00c\x7f", url.URL{Scheme: "http", Host: "h", Path: "/", Fragment: "ab\x00c\x7f"}},
		{"http://h/#a\x00 ", url.URL{Scheme: "http", Host: "h", Path: "/", Fragment: "a"}},
		{"   ", url.URL{}},

		// web URLs
		{"HTTPS://H", url.URL{Scheme: "https", Host: "h"}},
		{"https:", url.URL{Scheme: "https"}},
		{"WS://", url.URL{Scheme: "ws"}},
		{"http://h?q", url.URL{Scheme: "http", Host: "h", RawQuery: "q"}},
		{"http:h", url.URL{Scheme: "http", Host: "h"}},
		{"http:x", url.URL{Scheme: "http", Host: "x"}},
		{`https:\x`, url.URL{Scheme: "https", Host: "x"}},
		{"http:///x", url.URL{Scheme: "http", Host: "x"}},
		{"http://h:80", url.URL{Scheme: "http", Host: "h:80"}},
		{"https://h:00443", url.URL{Scheme: "https", Host: "h:443"}},
		{"https://h:08443/", url.URL{Scheme: "https", Host: "h:8443", Path: "/"}},
		{"ftp://h:", url.URL{Scheme: "ftp", Host: "h"}},
		{"http://[0:0::1]:80?", url.URL{Scheme: "http", Host: "[::1]:80", ForceQuery: true}},
		{"http://[fe80::1%25eth0]/../a", url.URL{Scheme: "http", Host: "[fe80::1%eth0]", Path: "/../a"}},
		{"wss://127.1/", url.URL{Scheme: "wss", Host: "127.0.0.1", Path: "/"}},
		{"http://u@v:p:q@h/", url.URL{Scheme: "http", User: url.UserPassword("u@v", "p:q"), Host: "h", Path: "/"}},
		{"http://u:@h/", url.URL{Scheme: "http", User: url.User("u"), Host: "h", Path: "/"}},
		{"http://@h/", url.URL{Scheme: "http", Host: "h", Path: "/"}},
		{`https:\\good.example\@evil.example`, url.URL{Scheme: "https", Host: "good.example", Path: "/@evil.example"}},
		{"http://h/a/../b|%?'|%#a#b%", url.URL{Scheme: "http", Host: "h", Path: "/b|%", RawQuery: "%27|%", Fragment: "a#b%"}},

		// references
		{"", url.URL{}},
		{"?", url.URL{ForceQuery: true}},
		{"?q a", url.URL{RawQuery: "q%20a"}},
		{"#f", url.URL{Fragment: "f"}},
		{"*", url.URL{Path: "*"}},
		{"*?q", url.URL{Path: "*", RawPath: "*", RawQuery: "q"}},
		{"*?q a", url.URL{Path: "*", RawPath: "*", RawQuery: "q%20a"}},
		{"//h:443/x", url.URL{Host: "h:443", Path: "/x"}},
		{"//h:080", url.URL{Host: "h:80"}},
		{"//H:?q", url.URL{Host: "h", RawQuery: "q"}},
		{"//u:p@h/a/../b", url.URL{User: url.UserPassword("u", "p"), Host: "h", Path: "/b"}},
		{"//@h/", url.URL{Host: "h", Path: "/"}},
		{"/a#b#c", url.URL{Path: "/a", Fragment: "b#c"}}, // without a RawFragment, as in a URL
		{"//[fe80::1%25eth0]/x", url.URL{Host: "[fe80::1%eth0]", Path: "/x"}},
		{`/a\..\b|%`, url.URL{Path: "/b|%"}},
		{"/.//x", url.URL{Path: "/.//x"}},
		{"/a/..//x", url.URL{Path: "/.//x"}},
		{"/%2e//[x]", url.URL{Path: "/.//[x]", RawPath: "/.//[x]"}},
		{`/./\evil.example`, url.URL{Path: "/.//evil.example"}},
		{"/%2fx", url.URL{Path: "//x", RawPath: "/%2fx"}},
		{`a\..\b`, url.URL{Path: "a/../b"}},
		{"%2E%2e/.%2e/%2e/...", url.URL{Path: "../.././..."}},
		{"a b|%zz?%zz#%zz", url.URL{Path: "a b|%zz", RawQuery: "%zz", Fragment: "%zz"}},
		{"\xffé{", url.URL{Path: "\uFFFDé{"}},
		{"./a:b", url.URL{Path: "./a:b"}},

		// other schemes
		{"redis://:p%ss@h:6379/0", url.URL{Scheme: "redis", User: url.UserPassword("", "p%ss"), Host: "h:6379", Path: "/0"}},
		{" redis://a:1,b:2", url.URL{Scheme: "redis", Host: "a:1,b:2"}},
		{"redis://H//./../a ", url.URL{Scheme: "redis", Host: "H", Path: "//./../a ", RawPath: "//./../a "}},
		{"mem://", url.URL{Scheme: "mem"}},
		{"svn+ssh://h/a b", url.URL{Scheme: "svn+ssh", Host: "h", Path: "/a b", RawPath: "/a b"}},
		{"A1.b-c:d e", url.URL{Scheme: "a1.b-c", Opaque: "d e"}},
		{"github://@abstract", url.URL{Scheme: "github", User: url.User(""), Host: "abstract"}},

		// files
		{"file:", url.URL{Scheme: "file"}},
		{"file://", url.URL{Scheme: "file"}},
		{"file:/a/../b", url.URL{Scheme: "file", Path: "/b", OmitHost: true}},
		{"file:/.//b", url.URL{Scheme: "file", Path: "//b"}},
		{"file:///a/../b", url.URL{Scheme: "file", Path: "/b"}},
		{"file:///C|/x", url.URL{Scheme: "file", Path: "/C:/x"}},
		{`file:\\h\x`, url.URL{Scheme: "file", Host: "h", Path: "/x"}},
		{`file:/\h\x`, url.URL{Scheme: "file", Host: "h", Path: "/x"}},
		{`file:\a`, url.URL{Scheme: "file", Path: "/a"}},
		{"file://Migrations/x ", url.URL{Scheme: "file", Host: "Migrations", Path: "/x"}},
		{"file://C:/x", url.URL{Scheme: "file", Host: "C:", Path: "/x"}},
		{"file://localhost/x", url.URL{Scheme: "file", Host: "localhost", Path: "/x"}},
		{"file://u@/../x", url.URL{Scheme: "file", User: url.User("u"), Path: "/../x"}},
		{"file:test.db?a#b", url.URL{Scheme: "file", Opaque: "test.db", RawQuery: "a", Fragment: "b"}},
		{"file::memory:", url.URL{Scheme: "file", Opaque: ":memory:"}},
		{"file:#", url.URL{Scheme: "file", Path: "/"}}, // net/url drops the "#", and then has no path
		{"file://#", url.URL{Scheme: "file", Path: "/"}},
		{"file:?q", url.URL{Scheme: "file", Path: "/", RawQuery: "q"}},
	} {
		got, err := url.Parse(test.rawURL)
		if err != nil || !reflect.DeepEqual(got, &test.want) {
			t.Errorf("%q: got %#v, %v, want %#v", test.rawURL, got, err, test.want)
		}
	}
}

// TestErrors has the message of each error, which shows no secret and nothing that is not in the string.
func TestErrors(t *testing.T) {
	base, err := url.Parse("https://h/a/b")
	if err != nil {
		t.Fatal(err)
	}
	parseRef := func(ref string) (*url.URL, error) { return url.ParseRef(base, ref) }
	parseRefAt := func(base url.URL) func(ref string) (*url.URL, error) {
		return func(ref string) (*url.URL, error) { return url.ParseRef(&base, ref) }
	}
	mailto, multiple := parseRefAt(url.URL{Scheme: "mailto", Opaque: "a@b"}), parseRefAt(url.URL{Scheme: "x", Host: "a:1,b:2"})
	for _, test := range []struct {
		parse  func(string) (*url.URL, error)
		rawURL string
		want   string // without "parse" and the URL
	}{
		{url.Parse, "http://h\x7f/", "net/url: invalid control character in URL"},
		{url.Parse, "\thttp://h/", "net/url: invalid control character in URL"},
		{url.Parse, "http:///", "host-missing"},
		{url.Parse, "http://?q", "host-missing"},
		{url.Parse, "http://:8080", "host-missing"},
		{url.Parse, "http://u@/x", "host-missing"},
		{url.Parse, "http://1.2.3.4.5/", "IPv4-too-many-parts"},
		{url.Parse, "http://h:65536/", "port-out-of-range"},
		{url.Parse, `https://"x/`, `not-representable: net/http would leave out the Host field for the "\""`},
		{url.Parse, "http://{h}/", `invalid character "{" in host name`},
		{url.Parse, "http://u:s3cret@{h}/", `invalid character "{" in host name`},
		{url.Parse, "http://h:s3cret", `invalid port ":s3cret" after host`},
		{url.Parse, "http://h:s3cret@i:x", `invalid port ":x" after host`},
		{url.Parse, "http://u:s3cret#@h", "invalid port after host"},
		{url.Parse, "http://u:%s3cret@[", "missing ']' in host"},
		{url.Parse, "http://u:s%zzret@h:x/", `invalid port ":x" after host`},
		{url.Parse, "redis://u:s%zzret@h:x/", `invalid port ":x" after host`},
		{url.Parse, "http://[::zz]/", `invalid host: ParseAddr("::zz"): each colon-separated field must have at least one digit (at "zz")`},
		{url.Parse, "1:b", "first path segment in URL cannot contain colon"},
		{url.Parse, "a b:c", "first path segment in URL cannot contain colon"},
		{url.Parse, `a\b:c`, "first path segment in URL cannot contain colon"},
		{url.Parse, ":b", "missing protocol scheme"},
		{url.Parse, `\x`, "a browser reads the backslash at the start as a slash"},
		{url.Parse, "///h", "a browser finds a host, but net/url does not"},
		{url.Parse, `/\h`, "a browser finds a host, but net/url does not"},
		{url.Parse, `\/h`, "a browser finds a host, but net/url does not"},
		{url.Parse, `//h\x`, `invalid character "\\" in host name`},
		{url.Parse, "//", "host-missing"},
		{url.Parse, "///", "host-missing"},
		{url.Parse, "//?s3cret", "host-missing"},
		{url.Parse, "//@", "host-missing"},
		{url.Parse, "//1.2.3.4.5", "IPv4-too-many-parts"},

		{url.ParseRequestURI, "", "empty url"},
		{url.ParseRequestURI, "a", "invalid URI for request"},
		{url.ParseRequestURI, "?q", "invalid URI for request"},
		{url.ParseRequestURI, "*?q", "invalid URI for request"},
		{url.ParseRequestURI, "1:b", "invalid URI for request"},
		{url.ParseRequestURI, `\x`, "invalid URI for request"},
		{url.ParseRequestURI, " http://h/", "invalid URI for request"},
		{url.ParseRequestURI, "http://h/ ", "invalid URI for request"},
		{url.ParseRequestURI, "redis://h/ ", "invalid URI for request"},
		{url.ParseRequestURI, "/%zz", `invalid URL escape "%zz"`},
		{url.ParseRequestURI, "/\n", "net/url: invalid control character in URL"},
		{url.ParseRequestURI, "http:///", "host-missing"},

		{parseRef, "http://h:x/?s3cret", `invalid port ":x" after host`},
		{parseRef, "//u:s3cret@", "host-missing"},
		{parseRef, "//{h}", `invalid character "{" in host name`},
		{parseRef, "a\n", "net/url: invalid control character in URL"},
		{parseRef, "mailto:\x00", "net/url: invalid control character in URL"},
		{mailto, "c", "missing-scheme-non-relative-URL"},
		{mailto, "?s3cret", "missing-scheme-non-relative-URL"},
		{multiple, "1:b", "first path segment in URL cannot contain colon"},
		{multiple, "http://h:x/?s3cret", `invalid port ":x" after host`},
	} {
		u, err := test.parse(test.rawURL)
		e, ok := err.(*url.Error)
		if !ok || u != nil {
			t.Errorf("%q: %v, %v", test.rawURL, u, err)
			continue
		}
		if e.Op != "parse" || e.URL != weburl.Redact(test.rawURL, nil) || e.Err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.rawURL, err, test.want)
		}
		if strings.Contains(err.Error(), "s3cret@") || strings.Contains(err.Error(), "?s3cret") {
			t.Errorf("%q: %v", test.rawURL, err)
		}
	}
}

// TestErrorsAs finds the reasons of net/url and of the standard.
func TestErrorsAs(t *testing.T) {
	_, err := url.Parse("http://h%zz/")
	var escape url.EscapeError
	var byStandard *weburl.Error
	if !errors.As(err, &escape) || escape != "%zz" || !errors.As(err, &byStandard) || !errors.Is(err, weburl.ErrDomainToASCII) {
		t.Errorf("%#v, %v, %v", err, escape, byStandard)
	}
	_, err = url.Parse("http://{h}/")
	var char url.InvalidHostError
	if !errors.As(err, &char) || char != "{" || !errors.Is(err, weburl.ErrNotRepresentable) {
		t.Errorf("%#v, %v", err, char)
	}
}

func TestParseRef(t *testing.T) {
	for _, test := range []struct {
		base, ref string
		want      string // the String of the result
	}{
		{"https://h/a/b?q#f", "", "https://h/a/b?q"},
		{"https://h/a/b", "../c d", "https://h/c%20d"},
		{"https://h/a/b", `\x`, "https://h/x"},
		{"https://h/a/b", `a\b`, "https://h/a/a/b"},
		{"https://h/a/b", "///i", "https://i"},
		{"https://h/a/b", `/\i`, "https://i"},
		{"https://h/a/b", "1:b", "https://h/a/1:b"},
		{"https://h/a/b", ":b", "https://h/a/:b"},
		{"https://h/a/b", "https:x", "https://h/a/x"},
		{"https://h/a/b", "https:/x", "https://h/x"},
		{"https://h/a/b", `https:/\i`, "https://i"},
		{"https://h/a/b", "https:", "https://h/a/b"},
		{"https://h/a/b", "http:x", "http://x"},
		{"https://h/a/b", "HTTP:/x?q", "http://x?q"},
		{"https://h/a/b", "//i:443", "https://i:443"},
		{"https://h/a/b", "//i:0443/x", "https://i:443/x"},
		{"https://h/a/b", `//i:443\x`, "https://i:443/x"},
		{"https://h/a/b", "//i:/x", "https://i/x"},
		{"https://h/a/b", "//u:p@[::1]:443?q", "https://u:p@[::1]:443?q"},
		{"https://h/a/b", "//i#f", "https://i#f"},
		{"https://h/a/b", " ws://i:80 ", "ws://i:80"},
		{"https://h/a/b", "..//x", "https://h//x"},
		{"https://h/a/b", "mailto:a@b", "mailto:a@b"},
		{"https://h/a/b", "file:test.db", "file:///test.db"},
		{"https://h/a/b", "redis://H?q", "redis://H?q"},
		{"https://h:443", "a", "https://h/a"},
		{"https://h", "?q", "https://h/?q"},
		{"redis://h/a", "//i", "redis://i"},
		{"redis://h/a", `b\c`, "redis://h/b%5Cc"},
		{"file:///a/b", "//h/c", "file://h/c"},
		{"file:///a/b", "//h", "file://h"},
		{"file:///a/b", "///c", "file:///c"},

		// bases that the standard refuses
		{"postgres://a:1,b:2/db?x", "c", "postgres://a:1,b:2/c"},
		{"postgres://a:1,b:2/db?x", "?q'", "postgres://a:1,b:2/db?q'"},
		{"postgres://a:1,b:2/db?x", `a\b`, "postgres://a:1,b:2/a%5Cb"},
		{"postgres://a:1,b:2/db?x", " 100% ", "postgres://a:1,b:2/100%25"},
		{"postgres://a:1,b:2/db?x", `https:\I`, "https://i"},
		{"mongodb://h:99999/x", "#f", "mongodb://h:99999/x#f"},
		{"http://[fe80::1%25eth0]/a/b", "../c d?'", "http://[fe80::1%25eth0]/c%20d?%27"},
		{"http://[fe80::1%25eth0]/a/b", `.\c`, "http://[fe80::1%25eth0]/a/c"},
		{"http://[fe80::1%25eth0]/a/b", "https://i/", "https://i/"},
		{"http://[fe80::1%25eth0]/a/b", "HTTP:x", "http://[fe80::1%25eth0]/a/x"},
		{"http://[fe80::1%25eth0]/a/b", "http:/x", "http://[fe80::1%25eth0]/x"},
		{"http://[fe80::1%25eth0]/a/b", "http:?q", "http://[fe80::1%25eth0]/a/b?q"},
		{"http://[fe80::1%25eth0]/a/b", "http://i/", "http://i/"},
		{"file:test.db", "?mode=ro", "file:test.db?mode=ro"},
		{"file:test.db", "https://i/", "https://i/"},

		// no path
		{"mem://", "c", "mem:///c"},
		{"mem://", "?q", "mem:?q"},
		{"mem://", "#f", "mem:#f"},
		{"mailto:a@b", "#f", "mailto:a@b#f"},
		{"mailto:a@b", "https://i/", "https://i/"},
	} {
		base, err := url.Parse(test.base)
		if err != nil {
			t.Error(err)
			continue
		}
		before := *base
		got, err := url.ParseRef(base, test.ref)
		if err != nil || got.String() != test.want || *base != before {
			t.Errorf("%q at %s: got %v, %v, want %s", test.ref, test.base, got, err, test.want)
		}
	}
}

func TestParseRefBase(t *testing.T) {
	for _, test := range []struct {
		base *url.URL
		want string
	}{
		{nil, "the base URL is nil or not absolute"},
		{&url.URL{}, "the base URL is nil or not absolute"},
		{&url.URL{Path: "/a"}, "the base URL is nil or not absolute"},
		{&url.URL{Host: "h", Path: "/a"}, "the base URL is nil or not absolute"},
		{&url.URL{Scheme: "https"}, "the base URL: host-missing"},
		{&url.URL{Scheme: "https", User: url.UserPassword("u", "s3cret"), Host: "h:x"}, "the base URL: port-invalid"},
		{&url.URL{Scheme: "HTTPS"}, "the base URL: host-missing"},
	} {
		for _, ref := range []string{"", "/a", "https://i/", "http://[/"} {
			u, err := url.ParseRef(test.base, ref)
			e, ok := err.(*url.Error)
			if u != nil || !ok || e.Op != "parse" || e.URL != ref || e.Err.Error() != test.want && !strings.Contains(ref, "/") {
				t.Errorf("%q at %v: got %v, %v, want %s", ref, test.base, u, err, test.want)
			}
		}
	}
}

func TestParseRequestURI(t *testing.T) {
	for _, test := range []struct {
		rawURL string
		want   url.URL
		s      string // its String
	}{
		{"*", url.URL{Path: "*"}, "*"},
		{"/a/../b?c#d", url.URL{Path: "/a/../b", RawQuery: "c#d"}, "/a/../b?c#d"},
		{"//x/y", url.URL{Path: "//x/y", RawPath: "/%2Fx/y"}, "/%2Fx/y"},
		{"///x?", url.URL{Path: "///x", RawPath: "/%2F/x", ForceQuery: true}, "/%2F/x?"},
		{"//[x]/%2f", url.URL{Path: "//[x]//", RawPath: "/%2F[x]/%2f"}, "/%2F[x]/%2f"},
		{`/\x`, url.URL{Path: `/\x`, RawPath: `/\x`}, "/%5Cx"},
		{`//\x y`, url.URL{Path: `//\x y`, RawPath: "/%2F%5Cx%20y"}, "/%2F%5Cx%20y"},
		{"/x ", url.URL{Path: "/x ", RawPath: "/x "}, "/x%20"},
		{"http://H:80/a/../b#f", url.URL{Scheme: "http", Host: "h:80", Path: "/b", Fragment: "f"}, "http://h:80/b#f"},
		{"https:h", url.URL{Scheme: "https", Host: "h"}, "https://h"},
		{"redis://a:1,b:2", url.URL{Scheme: "redis", Host: "a:1,b:2"}, "redis://a:1,b:2"},
		{"mailto:a@b", url.URL{Scheme: "mailto", Opaque: "a@b"}, "mailto:a@b"},
	} {
		got, err := url.ParseRequestURI(test.rawURL)
		if err != nil || !reflect.DeepEqual(got, &test.want) || got.String() != test.s {
			t.Errorf("%q: got %#v (%v), %v, want %#v", test.rawURL, got, got, err, test.want)
		}
	}
}

func TestJoinPath(t *testing.T) {
	for _, test := range []struct {
		base string
		elem []string
		want string
		err  string
	}{
		{"http://H", []string{"a", "b"}, "http://h/a/b", ""},
		{`http:\\h\a\..`, []string{"b/"}, "http://h/b/", ""},
		{"/a/..//b", []string{"c"}, "/b/c", ""},
		{"a b", []string{"..", "c"}, "c", ""},
		{"https://h:443", nil, "https://h:443/", ""},
		// "%2F" stays encoded where its slash would begin a host, although net/url decodes it if an element has bytes to encode.
		{"/%2Fevil.example", []string{"a b"}, "/%2Fevil.example/a%20b", ""},
		{"/%2e/%2fevil.example", []string{"a b"}, "/%2fevil.example/a%20b", ""},
		{`/.\%2Fevil.example`, []string{"é", `\|?`}, "/%2Fevil.example/%C3%A9/%5C%7C%3F", ""},
		{"/", []string{"%2Fevil.example", "a'b \xff"}, "/%2Fevil.example/a'b%20%FF", ""},
		{"", []string{"%2f/evil.example/^"}, "%2f/evil.example/%5E", ""},
		{"file:/%2Fevil.example", []string{"a b"}, "file:/%2Fevil.example/a%20b", ""},
		{"file:/", []string{"%2Fevil.example", "a b"}, "file:/%2Fevil.example/a%20b", ""},
		// as net/url
		{"http://h/a%2Fb", []string{"a b"}, "http://h/a/b/a%20b", ""},
		{"http://h/%7Ea", []string{"a'b c%2Fd"}, "http://h/~a/a%27b%20c/d", ""},
		{"file:///", []string{"%2Fa b"}, "file:////a%20b", ""},
		{"git:/%2Fsrv/a b", []string{"c"}, "git:/srv/a%20b/c", ""},
		{"x:/%2Fa b", []string{"c"}, "x:/a%20b/c", ""},
		{"redis://h/a%2Fb", []string{"c d"}, "redis://h/a/b/c%20d", ""},
		{"redis://[fe80::1%25ü]/a", []string{"b"}, "redis://[fe80::1%25%C3%BC]/a/b", ""},
		{"http://[fe80::1%25ü]/a", []string{"b"}, "http://[fe80::1%25%C3%BC]/a/b", ""},
		{"mailto:a@b", []string{"c"}, "mailto:a@b", ""},
		{"mailto:a@b", []string{"100%"}, "", "invalid URL escape"},
		{"x:/%2Fa b", []string{"100%"}, "", `invalid URL escape "%"`},
		{"/%2Fa", []string{"%zz b"}, "", "invalid URL escape"},
		{"http://h/", []string{"100%"}, "", "invalid URL escape"},
		{"http://u:s3cret@h/%", []string{"%zz"}, "", "invalid URL escape"},
		{"http://u:s3cret@h:x", []string{"a"}, "", `invalid port ":x" after host`},
		{"//", []string{"a"}, "", "host-missing"},
	} {
		got, err := url.JoinPath(test.base, test.elem...)
		if got != test.want || (err == nil) != (test.err == "") {
			t.Errorf("%q, %q: got %q, %v, want %q", test.base, test.elem, got, err, test.want)
		}
		if e, ok := err.(*url.Error); err != nil && (!ok || e.Op != "parse" || e.URL != weburl.Redact(test.base, nil) || e.Err.Error() != test.err) {
			t.Errorf("%q, %q: got %v, want %s", test.base, test.elem, err, test.err)
		}
	}
}
