package url

import (
	"errors"
	"testing"
)

// What login pages, proxies and OAuth servers were fooled by, and what merely looks like it, for a page of
// https://app.example. href is what the reference implementation of the standard (npm's whatwg-url 17.3.0) and Node.js 20
// make of ref, or "" if they refuse it.
type sameOriginTest struct{ ref, href string }

const sameOriginBase = "https://app.example/account/login?x=1"

// These stay on the server.
var sameOriginStays = []sameOriginTest{
	{"/home", "https://app.example/home"},
	{"home", "https://app.example/account/home"},
	{"../up", "https://app.example/up"},
	{"?q=1", "https://app.example/account/login?q=1"},
	{"#top", "https://app.example/account/login?x=1#top"},
	{"", "https://app.example/account/login?x=1"},
	{".", "https://app.example/account/"},
	{"/", "https://app.example/"},
	{"//app.example/a", "https://app.example/a"},
	{"https://app.example/a", "https://app.example/a"},
	{"https:a", "https://app.example/account/a"},
	{"https:evil.example", "https://app.example/account/evil.example"},
	{"https:/evil.example", "https://app.example/evil.example"},
	{"https:\\evil.example", "https://app.example/evil.example"},
	{"https:/a", "https://app.example/a"},
	{"HTTPS://APP.EXAMPLE:443/a", "https://app.example/a"},
	{"https://app.example:0443/", "https://app.example/"},
	{"//app.example:443/", "https://app.example/"},
	{"\\\\app.example\\a", "https://app.example/a"},
	{"/%2f%2fevil.example", "https://app.example/%2f%2fevil.example"},
	{"/%5cevil.example", "https://app.example/%5cevil.example"},
	{"/%09/evil.example", "https://app.example/%09/evil.example"},
	{"/%0a/evil.example", "https://app.example/%0a/evil.example"},
	{"%2f%2fevil.example", "https://app.example/account/%2f%2fevil.example"},
	{"/.//evil.example", "https://app.example//evil.example"},
	{"/..//evil.example", "https://app.example//evil.example"},
	{"/a/..//evil.example", "https://app.example//evil.example"},
	{"/%2e//evil.example", "https://app.example//evil.example"},
	{"/%2e%2e//evil.example", "https://app.example//evil.example"},
	{"/.\\\\evil.example", "https://app.example//evil.example"},
	{".//evil.example", "https://app.example/account//evil.example"},
	{"..//evil.example", "https://app.example//evil.example"},
	{"?//evil.example", "https://app.example/account/login?//evil.example"},
	{"#//evil.example", "https://app.example/account/login?x=1#//evil.example"},
	{"/@evil.example", "https://app.example/@evil.example"},
	{"@evil.example", "https://app.example/account/@evil.example"},
	{"/https://evil.example", "https://app.example/https://evil.example"},
	{"evil.example", "https://app.example/account/evil.example"},
	{".evil.example", "https://app.example/account/.evil.example"},
	{"/:80@evil.example", "https://app.example/:80@evil.example"},
	{"/\u3002evil.example", "https://app.example/%E3%80%82evil.example"},
	{"//\uff41pp.example/a", "https://app.example/a"},
	{"//app\u3002example/a", "https://app.example/a"},
	{"//%61pp.example/a", "https://app.example/a"},
	{"//a\u00adpp.example/", "https://app.example/"},
	{"/javascript:alert(1)", "https://app.example/javascript:alert(1)"},
	{"/\u2215evil.example", "https://app.example/%E2%88%95evil.example"},
	{"/\uff0fevil.example", "https://app.example/%EF%BC%8Fevil.example"},
	{"\uff0f\uff0fevil.example", "https://app.example/account/%EF%BC%8F%EF%BC%8Fevil.example"},
	{" /home ", "https://app.example/home"},
	{"\x00/home", "https://app.example/home"},
	{"/%", "https://app.example/%"},
	{"/\x7f/evil.example", "https://app.example/%7F/evil.example"},
	{"//app.example\\.evil.example", "https://app.example/.evil.example"},
	{"https://@app.example/", "https://app.example/"},
	{"https://:@app.example/", "https://app.example/"},
}

// These leave it.
var sameOriginLeaves = []sameOriginTest{
	{"//evil.example", "https://evil.example/"},
	{"///evil.example", "https://evil.example/"},
	{"////evil.example", "https://evil.example/"},
	{"\\\\evil.example", "https://evil.example/"},
	{"/\\evil.example", "https://evil.example/"},
	{"\\/evil.example", "https://evil.example/"},
	{"\\\\\\evil.example", "https://evil.example/"},
	{"/\t/evil.example", "https://evil.example/"},
	{"/\n/evil.example", "https://evil.example/"},
	{"/\r\n/evil.example", "https://evil.example/"},
	{"\t//evil.example", "https://evil.example/"},
	{"\n\\\\evil.example", "https://evil.example/"},
	{" //evil.example", "https://evil.example/"},
	{"\x00//evil.example", "https://evil.example/"},
	{"\x1f\\/evil.example", "https://evil.example/"},
	{"/\t\\\n/evil.example", "https://evil.example/"},
	{"//evil%2ecom", "https://evil.com/"},
	{"//evil%E3%80%82example", "https://evil.example/"},
	{"//evil\u3002example", "https://evil.example/"},
	{"//evil\uff0eexample", "https://evil.example/"},
	{"//\uff45vil.example", "https://evil.example/"},
	{"http:evil.example", "http://evil.example/"},
	{"http:/evil.example", "http://evil.example/"},
	{"http:\\\\evil.example", "http://evil.example/"},
	{"https://evil.example", "https://evil.example/"},
	{"https:///evil.example", "https://evil.example/"},
	{"https:\\/evil.example", "https://evil.example/"},
	{"https:////evil.example", "https://evil.example/"},
	{"ht\ttps://evil.example", "https://evil.example/"},
	{"HtTpS:\\\\evil.example", "https://evil.example/"},
	{"https://app.example@evil.example", "https://app.example@evil.example/"},
	{"https://app.example:443@evil.example", "https://app.example:443@evil.example/"},
	{"https://evil.example\\@app.example", "https://evil.example/@app.example"},
	{"https://evil.example#@app.example", "https://evil.example/#@app.example"},
	{"https://evil.example?@app.example", "https://evil.example/?@app.example"},
	{"https://evil.example/@app.example", "https://evil.example/@app.example"},
	{"//app.example.evil.example", "https://app.example.evil.example/"},
	{"//app.exampleevil", "https://app.exampleevil/"},
	{"//evil.example/app.example", "https://evil.example/app.example"},
	{"//app.example.", "https://app.example./"},
	{"//.app.example", "https://.app.example/"},
	{"//www.app.example", "https://www.app.example/"},
	{"//0177.0.0.1/", "https://127.0.0.1/"},
	{"//0x7f.1", "https://127.0.0.1/"},
	{"//2130706433", "https://127.0.0.1/"},
	{"//127.1", "https://127.0.0.1/"},
	{"//[::1]", "https://[::1]/"},
	{"//[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/"},
	{"https://app.example:8443/", "https://app.example:8443/"},
	{"//app.example:80/", "https://app.example:80/"},
	{"http://app.example/", "http://app.example/"},
	{"http://app.example:443/", "http://app.example:443/"},
	{"ftp://app.example/", "ftp://app.example/"},
	{"wss://app.example/", "wss://app.example/"},
	{"ws://app.example/", "ws://app.example/"},
	{"file:///etc/passwd", "file:///etc/passwd"},
	{"file://app.example/", "file://app.example/"},
	{"//user@app.example/", "https://user@app.example/"},
	{"//user:pass@app.example/", "https://user:pass@app.example/"},
	{"https://:pass@app.example/", "https://:pass@app.example/"},
	{"blob:https://app.example/9115d58c", "blob:https://app.example/9115d58c"},
	{"filesystem:https://app.example/temporary/x", "filesystem:https://app.example/temporary/x"},
	{"javascript:alert(1)", "javascript:alert(1)"},
	{"JaVaScRiPt:alert(1)", "javascript:alert(1)"},
	{"java\nscript:alert(1)", "javascript:alert(1)"},
	{"\x01javascript:alert(1)", "javascript:alert(1)"},
	{"javascript://app.example/%0aalert(1)", "javascript://app.example/%0aalert(1)"},
	{"data:text/html,<script>alert(1)</script>", "data:text/html,<script>alert(1)</script>"},
	{"data://app.example/x", "data://app.example/x"},
	{"vbscript:x", "vbscript:x"},
	{"mailto:me@app.example", "mailto:me@app.example"},
	{"about:blank", "about:blank"},
	{"view-source:https://app.example/", "view-source:https://app.example/"},
	{"x-app://app.example/", "x-app://app.example/"},
	{"app.example:443/", "app.example:443/"},
	{"localhost:80", "localhost:80"},
	{"//evil.example%2f@app.example", "https://evil.example%2f@app.example/"},
	{"//app\u2044example", "https://xn--appexample-496e/"},
}

// These are not URLs.
var sameOriginFails = []sameOriginTest{
	{"//", ""},
	{"///", ""},
	{"https://", ""},
	{"https:\\\\", ""},
	{"//@", ""},
	{"//:80", ""},
	{"//[", ""},
	{"//a b", ""},
	{"//%", ""},
	{"//%2f", ""},
	{"//%5cevil.example", ""},
	{"//app.example:80a/", ""},
	{"//app.example:99999/", ""},
	{"//1.2.3.4.5", ""},
	{"//app.example%00.evil.example", ""},
	{"//app.example%23.evil.example", ""},
	{"//app.example\uff0fevil.example", ""},
	{"//app.example\uff20evil.example", ""},
	{"http://", ""},
	{"//\u00ad", ""},
	{"//xn--a\u00e4/", ""},
}

// The same for other pages.
var sameOriginBases = []struct {
	base string
	sameOriginTest
	stays bool
}{
	{"http://app.example:8080/", sameOriginTest{"https:evil.example", "https://evil.example/"}, false},
	{"http://app.example:8080/", sameOriginTest{"//app.example:8080/a", "http://app.example:8080/a"}, true},
	{"http://app.example:8080/", sameOriginTest{"//app.example/a", "http://app.example/a"}, false},
	{"http://app.example:8080/", sameOriginTest{"http:8080/a", "http://app.example:8080/8080/a"}, true},
	{"ws://app.example/", sameOriginTest{"/a", "ws://app.example/a"}, true},
	{"wss://app.example/", sameOriginTest{"\\\\app.example/a", "wss://app.example/a"}, true},
	{"ftp://app.example/", sameOriginTest{"/a", "ftp://app.example/a"}, true},
	{"ftp://app.example/a", sameOriginTest{"ftp://app.example:21/b", "ftp://app.example/b"}, true},
	{"http://[::1]/", sameOriginTest{"//[0:0::1]/a", "http://[::1]/a"}, true},
	{"http://127.0.0.1/", sameOriginTest{"//0x7f.1/a", "http://127.0.0.1/a"}, true},
	{"http://127.0.0.1/", sameOriginTest{"//[::ffff:127.0.0.1]/a", "http://[::ffff:7f00:1]/a"}, false},
	{"https://b\u00fccher.example/", sameOriginTest{"//xn--bcher-kva.example/a", "https://xn--bcher-kva.example/a"}, true},
	{"https://user:pass@app.example/", sameOriginTest{"/a", "https://user:pass@app.example/a"}, false},
	{"https://user:pass@app.example/", sameOriginTest{"#f", "https://user:pass@app.example/#f"}, false},
	{"https://user:pass@app.example/", sameOriginTest{"//app.example/a", "https://app.example/a"}, true},
	{"https://user:pass@app.example/", sameOriginTest{"https://app.example/a", "https://app.example/a"}, true},
	{"https://user:pass@app.example/", sameOriginTest{"//user:pass@app.example/a", "https://user:pass@app.example/a"}, false},
	{"file:///a/b", sameOriginTest{"c", "file:///a/c"}, false},
	{"file://app.example/a", sameOriginTest{"/b", "file://app.example/b"}, false},
	{"file:///a", sameOriginTest{"https://app.example/", "https://app.example/"}, false},
	{"blob:https://app.example/9115d58c", sameOriginTest{"#a", "blob:https://app.example/9115d58c#a"}, false},
	{"blob:https://app.example/9115d58c", sameOriginTest{"https://app.example/", "https://app.example/"}, false},
	{"x-app://app.example/", sameOriginTest{"/a", "x-app://app.example/a"}, false},
	{"mailto:me@app.example", sameOriginTest{"#f", "mailto:me@app.example#f"}, false},
	{"data:,a", sameOriginTest{"data:,a", "data:,a"}, false},
}

func TestParseSameOrigin(t *testing.T) {
	base := MustParse(sameOriginBase)
	for _, test := range sameOriginStays {
		checkSameOrigin(t, base, test, true)
	}
	for _, test := range sameOriginLeaves {
		checkSameOrigin(t, base, test, false)
	}
	for _, test := range sameOriginBases {
		checkSameOrigin(t, MustParse(test.base), test.sameOriginTest, test.stays)
	}
	for _, test := range sameOriginFails {
		_, want := base.Parse(test.ref)
		u, err := base.ParseSameOrigin(test.ref)
		var e, parseError *Error
		if !errors.As(want, &parseError) || !errors.As(err, &e) || !u.IsZero() {
			t.Errorf("%q: %v, %v; but Parse gives %v", test.ref, u, err, want)
		} else if e.Err != parseError.Err || e.Offset != parseError.Offset || e.Input != test.ref || e.Op != "parse same origin" {
			t.Errorf("%q: %v; but Parse gives %v", test.ref, err, want)
		}
	}
}

func checkSameOrigin(t *testing.T, base URL, test sameOriginTest, stays bool) {
	t.Helper()
	if v, err := base.Parse(test.ref); err != nil || v.Href() != test.href {
		t.Fatalf("%q is %v, %v; want %s", test.ref, v, err, test.href)
	}
	u, err := base.ParseSameOrigin(test.ref)
	if stays {
		if err != nil || u.Href() != test.href {
			t.Errorf("%v, %q: %v, %v; want %s", base, test.ref, u, err, test.href)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) || e.Err != ErrCrossOrigin || e.Input != test.ref || e.Offset != 0 || e.Op != "parse same origin" || !u.IsZero() {
		t.Errorf("%v, %q: %v, %v; want ErrCrossOrigin", base, test.ref, u, err)
	}
}

// Nothing has the origin of the zero URL.
func TestParseSameOriginZero(t *testing.T) {
	for ref, want := range map[string]error{
		"/a": ErrMissingSchemeNonRelativeURL, "": ErrMissingSchemeNonRelativeURL,
		"https://h/": ErrCrossOrigin, "file:///": ErrCrossOrigin, "mailto:a": ErrCrossOrigin, "foo://h": ErrCrossOrigin,
	} {
		if u, err := (URL{}).ParseSameOrigin(ref); !errors.Is(err, want) || !u.IsZero() {
			t.Errorf("%q: %v, %v; want %v", ref, u, err, want)
		}
	}
}

// FuzzParseSameOrigin checks that a result is what Parse gives, stays on the server that its base names, and is the same
// URL for everyone who parses its href, whatever the base. It also checks that nothing is refused without a reason.
func FuzzParseSameOrigin(f *testing.F) {
	for _, test := range sameOriginBases {
		f.Add(test.ref, test.base, "http://other.example/a/b")
	}
	for _, tests := range [][]sameOriginTest{sameOriginStays, sameOriginLeaves, sameOriginFails} {
		for _, test := range tests {
			f.Add(test.ref, sameOriginBase, "file:///c:/x")
		}
	}
	for _, s := range seeds {
		f.Add(s, sameOriginBase, s)
		f.Add(s, s, "")
	}
	f.Fuzz(func(t *testing.T, ref, base, other string) {
		u, _ := Parse(base)
		v, err := u.ParseSameOrigin(ref)
		want, parseErr := u.Parse(ref)
		if err != nil {
			sameServer := u.Origin().SameOrigin(want.Origin()) && want.Protocol() == u.Protocol()
			if !v.IsZero() || errors.Is(err, ErrCrossOrigin) != (parseErr == nil) || sameServer && !want.IncludesCredentials() && want.Protocol() != "blob:" {
				t.Fatalf("%q from %q: %v, %v; but it is %v, %v", ref, base, v, err, want, parseErr)
			}
			return
		}
		port, hasPort := u.PortNumber()
		gotPort, gotHasPort := v.PortNumber()
		if v != want || v.Scheme() != u.Scheme() || v.Hostname() != u.Hostname() || gotPort != port || gotHasPort != hasPort {
			t.Fatalf("%q from %q: %v", ref, base, v)
		}
		switch v.Scheme() {
		case "http", "https", "ws", "wss", "ftp":
		default:
			t.Fatalf("%q from %q: %v has no server", ref, base, v)
		}
		if v.IncludesCredentials() || !v.Origin().SameOrigin(u.Origin()) {
			t.Fatalf("%q from %q: %v has credentials or another origin", ref, base, v)
		}
		o, _ := Parse(other)
		if again, err := o.Parse(v.Href()); err != nil || again != v {
			t.Fatalf("%q from %q: %v; from %v it is %v, %v", ref, base, v, o, again, err)
		}
	})
}
