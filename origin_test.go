package url

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/infra"
)

func TestOrigin(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"https://example.com/a?b#c", "https://example.com"},
		{"http://example.com:80/", "http://example.com"},
		{"http://example.com:8080", "http://example.com:8080"},
		{"https://example.com:0/", "https://example.com:0"},
		{"ws://example.com/", "ws://example.com"},
		{"wss://example.com:444/", "wss://example.com:444"},
		{"ftp://example.com/", "ftp://example.com"},
		{"https://user:pass@example.com:8443/", "https://example.com:8443"},
		{"https://user@[::1]/", "https://[::1]"},
		{"https://b\u00FCcher.example", "https://xn--bcher-kva.example"},
		{"https://0x7f.1/", "https://127.0.0.1"},

		{"file:///etc/passwd", "null"},
		{"file://host/share", "null"},
		{"data:text/html,x", "null"},
		{"about:blank", "null"},
		{"foo://example.com/", "null"},
		{"javascript://example.com/%0aalert(1)", "null"},

		// The example of https://url.spec.whatwg.org/#origin, and the steps around it.
		{"blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f", "https://whatwg.org"},
		{"blob:HTTP://user:pass@EXAMPLE.com:81/x#y", "http://example.com:81"},
		{"blob:ftp://example.com/", "null"},
		{"blob:ws://example.com/", "null"},
		{"blob:file://host/", "null"},
		{"blob:blob:https://example.com/", "null"},
		{"blob:d0360e2f", "null"},
		{"blob:", "null"},
		{"blob:null/d0360e2f", "null"},
		{"blob:/path", "null"},
		{"blob://example.com/path", "null"},
	} {
		o := MustParse(test.in).Origin()
		if o.String() != test.want {
			t.Errorf("Origin of %s = %s, want %s", test.in, o, test.want)
		}
		if o.IsOpaque() != (test.want == "null") {
			t.Errorf("Origin of %s: IsOpaque = %t", test.in, o.IsOpaque())
		}
		if parsed, err := ParseOrigin(test.want); err != nil || parsed != o {
			t.Errorf("ParseOrigin(%q) = %#v, %v; want %#v", test.want, parsed, err, o)
		}
	}
}

func TestOriginParts(t *testing.T) {
	for _, test := range []struct {
		in, scheme, host string
		kind             HostKind
		port             uint16
		hasPort          bool
	}{
		{"https://example.com", "https", "example.com", HostDomain, 0, false},
		{"https://user:pass@example.com:0/", "https", "example.com", HostDomain, 0, true},
		{"ws://[::1]:65535/", "ws", "[::1]", HostIPv6, 65535, true},
		{"http://127.1:81", "http", "127.0.0.1", HostIPv4, 81, true},
		{"blob:https://x@example.com:8443/", "https", "example.com", HostDomain, 8443, true},
		{"data:,", "", "", HostEmpty, 0, false},
	} {
		o := MustParse(test.in).Origin()
		port, hasPort := o.PortNumber()
		host, hasHost := o.ParsedHost()
		if o.Scheme() != test.scheme || host.String() != test.host || host.Kind() != test.kind || hasHost == o.IsOpaque() ||
			port != test.port || hasPort != test.hasPort {
			t.Errorf("%s: %q, %v (%v), %d, %t", test.in, o.Scheme(), host, host.Kind(), port, hasPort)
		}
	}
}

// The rows are those of the example at https://html.spec.whatwg.org/multipage/browsers.html#same-origin that have no
// domain, and others for blob: URLs and opaque origins.
func TestSameOrigin(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"https://example.org", "https://example.org", true},
		{"https://example.org:314", "https://example.org:420", false},
		{"https://example.org:314", "https://example.org:314", true},
		{"http://example.org", "https://example.org", false},
		{"https://example.org:443", "https://u:p@example.org/path", true},
		{"https://example.org", "https://example.org.", false},
		{"https://www.example.org", "https://example.org", false},
		{"blob:https://example.org/a", "https://example.org/b", true},
		{"data:,", "data:,", false},
		{"data:,", "https://example.org", false},
		{"file:///a", "file:///a", false},
	} {
		a, b := MustParse(test.a).Origin(), MustParse(test.b).Origin()
		if a.SameOrigin(b) != test.want || b.SameOrigin(a) != test.want {
			t.Errorf("%s and %s: want %t", test.a, test.b, test.want)
		}
	}
	var zero Origin
	if !zero.IsOpaque() || zero.SameOrigin(zero) || zero.String() != "null" || (URL{}).Origin() != zero {
		t.Error("the zero Origin is not opaque")
	}
}

func TestOriginWith(t *testing.T) {
	blob := MustParse("blob:null/d0360e2f#fragment")
	creator := MustParse("https://example.com/").Origin()
	store := map[URL]Origin{MustParse("blob:null/d0360e2f"): creator}
	calls := 0
	resolve := func(u URL) (Origin, bool) {
		calls++
		o, ok := store[u]
		return o, ok
	}
	if o := blob.OriginWith(resolve); o != creator || calls != 1 {
		t.Errorf("the entry's origin = %v after %d calls", o, calls)
	}
	if o := MustParse("blob:https://example.org/gone").OriginWith(resolve); o.String() != "https://example.org" || calls != 2 {
		t.Errorf("the origin without an entry = %v after %d calls", o, calls)
	}
	if o := MustParse("https://example.org").OriginWith(resolve); o.String() != "https://example.org" || calls != 2 {
		t.Errorf("the origin of a URL that is not a blob: URL = %v after %d calls", o, calls)
	}
	if o := blob.OriginWith(nil); !o.IsOpaque() {
		t.Errorf("the origin without a store = %v", o)
	}
}

func TestParseOrigin(t *testing.T) {
	for _, s := range []string{
		"https://example.com", "http://example.com:8080", "https://[2001:db8::1]:1", "http://127.0.0.1", "ws://a",
		"chrome-extension://abcdefghijklmnop", "capacitor://localhost", "app://x:80",
		"https://*.example.com", "http://*", "foo://*.h", "https://*.evil.example:8443", // hosts, not patterns
	} {
		if o, err := ParseOrigin(s); err != nil || o.String() != s || o.IsOpaque() {
			t.Errorf("ParseOrigin(%q) = %v, %v", s, o, err)
		}
	}
	for _, test := range []struct {
		in     string
		err    error
		offset int
	}{
		{"", ErrMissingSchemeNonRelativeURL, 0},
		{"NULL", ErrMissingSchemeNonRelativeURL, 0},
		{"example.com", ErrMissingSchemeNonRelativeURL, 0},
		{"https://", ErrHostMissing, 8},
		{"https://a b", ErrDomainToASCII, 9},
		{"https://example.com https://example.org", ErrDomainToASCII, 19},
		{"https://example.com/", ErrNotOrigin, 19},
		{"https://example.com?", ErrNotOrigin, 19},
		{"https://example.com#", ErrNotOrigin, 19},
		{"https://example.com/path", ErrNotOrigin, 19},
		{"https://example.com:443", ErrNotOrigin, 19},
		{"https://example.com:", ErrNotOrigin, 19},
		{"https://example.com:081", ErrNotOrigin, 20},
		{"https://EXAMPLE.com", ErrNotOrigin, 8},
		{"HTTPS://example.com", ErrNotOrigin, 0},
		{"https:example.com", ErrNotOrigin, 6},
		{"https:\\\\example.com", ErrNotOrigin, 6},
		{"https://user@example.com", ErrNotOrigin, 8},
		{" https://example.com", ErrNotOrigin, 0},
		{"https://example.com\n", ErrNotOrigin, 19},
		{"https://exa\tmple.com", ErrNotOrigin, 11},
		{"https://127.1", ErrNotOrigin, 12},
		{"https://b\u00FCcher.example", ErrNotOrigin, 8},
		{"file://host", ErrNotOrigin, 0},
		{"http://localhost:*", ErrPortInvalid, 17},
		{"data:,", ErrNotOrigin, 0},
		{"foo://", ErrNotOrigin, 0},
		{"blob:https://example.com/x", ErrNotOrigin, 0},
	} {
		o, err := ParseOrigin(test.in)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, test.err) {
			t.Errorf("ParseOrigin(%q) = %v, %v; want %v", test.in, o, err, test.err)
		} else if e.Offset != test.offset || e.Op != "ParseOrigin" || e.Input != test.in || o != (Origin{}) {
			t.Errorf("ParseOrigin(%q) = %v, %v; want the offset %d", test.in, o, err, test.offset)
		}
	}
}

func TestOriginText(t *testing.T) {
	type record struct{ A, B Origin }
	in := record{A: MustParse("https://example.com:81/x").Origin()}
	text, err := json.Marshal(in)
	if want := `{"A":"https://example.com:81","B":"null"}`; err != nil || string(text) != want {
		t.Errorf("json.Marshal = %s, %v; want %s", text, err, want)
	}
	out := record{B: in.A}
	if err := json.Unmarshal(text, &out); err != nil || out != in {
		t.Errorf("json.Unmarshal = %v, %v", out, err)
	}
	if err := out.A.UnmarshalText([]byte("https://example.com/")); !errors.Is(err, ErrNotOrigin) || out != in {
		t.Errorf("UnmarshalText = %v, %v", out, err)
	}
	if text, err := in.A.AppendText([]byte("Origin: ")); err != nil || string(text) != "Origin: https://example.com:81" {
		t.Errorf("AppendText = %q, %v", text, err)
	}
}

func TestOriginGob(t *testing.T) {
	for _, in := range []Origin{{}, MustParse("https://h:8443/").Origin(), MustParse("http://[::1]/").Origin()} {
		var stream bytes.Buffer
		out := MustParse("ftp://before/").Origin()
		err := errors.Join(gob.NewEncoder(&stream).Encode(in), gob.NewDecoder(&stream).Decode(&out))
		if err != nil || out != in {
			t.Errorf("%v became %v, error %v", in, out, err)
		}
	}
	if data, _ := MustParse("https://h").Origin().AppendBinary([]byte("a ")); string(data) != "a https://h" {
		t.Errorf("appended: %q", data)
	}
}

var (
	_ driver.Valuer = Origin{}
	_ driver.Valuer = Host{}
	_ sql.Scanner   = new(Origin)
)

func TestOriginValue(t *testing.T) {
	for _, s := range []string{"https://example.com:81", "null", "http://[::1]", "app://h"} {
		in, err := ParseOrigin(s)
		if err != nil {
			t.Fatal(err)
		}
		value, err := in.Value()
		if !driver.IsValue(value) || err != nil || value != s {
			t.Errorf("%s: the value is %#v, error %v", s, value, err)
		}
		for _, src := range []any{value, []byte(s)} {
			out := MustParse("ftp://before/").Origin()
			if err := out.Scan(src); err != nil || out != in {
				t.Errorf("%q becomes %v, error %v", src, out, err)
			}
		}
	}
}

func TestOriginScan(t *testing.T) {
	before := MustParse("ftp://before/").Origin()
	for _, tt := range []struct {
		src any
		err error
	}{
		{"", ErrMissingSchemeNonRelativeURL}, {[]byte{}, ErrMissingSchemeNonRelativeURL}, {"NULL", ErrMissingSchemeNonRelativeURL},
		{"https://h/", ErrNotOrigin}, {[]byte("https://H"), ErrNotOrigin}, {"http://", ErrHostMissing},
	} {
		o := before
		var e *Error
		if err := o.Scan(tt.src); !errors.As(err, &e) || e.Op != "Origin.Scan" || e.Err != tt.err || o != before {
			t.Errorf("%q becomes %v, error %v, want %v", tt.src, o, err, tt.err)
		}
	}
	for _, src := range []any{1, true, MustParse("https://h/"), before} {
		o := before
		if err := o.Scan(src); err == nil || o != before || !strings.Contains(err.Error(), fmt.Sprintf("%T", src)) {
			t.Errorf("%v becomes %v, error %v", src, o, err)
		}
	}
	o := before
	if err := o.Scan(nil); err != nil || !o.IsOpaque() || o != (Origin{}) {
		t.Errorf("NULL becomes %v, error %v", o, err)
	}
	text := []byte("https://h")
	err := o.Scan(text)
	if text[0] = 'X'; err != nil || o.String() != "https://h" {
		t.Errorf("the origin has the driver's memory: %v, error %v", o, err)
	}
}

// The references are attacks on login pages, proxies and OAuth servers, and harmless ones that look like them. They are
// resolved against a page of https://app.example. href is the result of the reference implementation of the standard
// (npm's whatwg-url 17.3.0) and of Node.js 20, or "" if they refuse ref.
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
		} else if e.Err != parseError.Err || e.Offset != parseError.Offset || e.Input != test.ref || e.Op != "ParseSameOrigin" {
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
	if !errors.As(err, &e) || e.Err != ErrCrossOrigin || e.Input != test.ref || e.Offset != 0 || e.Op != "ParseSameOrigin" || !u.IsZero() {
		t.Errorf("%v, %q: %v, %v; want ErrCrossOrigin", base, test.ref, u, err)
	}
}

// FuzzParseSameOrigin checks that a result is that of Parse, is on the server of the base, and has an href that every
// base resolves to the same URL. It also checks that a refused reference does not parse, has credentials, or is on
// another server.
func FuzzParseSameOrigin(f *testing.F) {
	for _, test := range sameOriginBases {
		f.Add(test.ref, test.base, "http://other.example/a/b")
	}
	for _, tests := range [][]sameOriginTest{sameOriginStays, sameOriginLeaves, sameOriginFails} {
		for _, test := range tests {
			f.Add(test.ref, sameOriginBase, "file:///c:/x")
		}
	}
	for i, s := range seeds {
		switch i % 16 {
		case 0:
			f.Add(s, sameOriginBase, s)
		case 8:
			f.Add(s, s, "")
		}
	}
	f.Fuzz(checkReferenceFrom)
}

func TestParseSameOriginOfSeeds(t *testing.T) {
	for _, s := range seeds {
		checkReferenceFrom(t, s, sameOriginBase, s)
		checkReferenceFrom(t, s, s, "")
	}
}

func checkReferenceFrom(t *testing.T, ref, base, other string) {
	u, err := Parse(base)
	if err != nil {
		return // TestZeroURLErrors is about the zero URL
	}
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
	if v.Scheme() == "file" || !infra.IsSpecialScheme(v.Scheme()) {
		t.Fatalf("%q from %q: %v has no server", ref, base, v)
	}
	if v.IncludesCredentials() || !v.Origin().SameOrigin(u.Origin()) {
		t.Fatalf("%q from %q: %v has credentials or another origin", ref, base, v)
	}
	o, _ := Parse(other)
	if again, err := o.Parse(v.Href()); err != nil || again != v {
		t.Fatalf("%q from %q: %v; from %v it is %v, %v", ref, base, v, o, again, err)
	}
}
