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
		port, hasPort := o.Port()
		if o.Scheme() != test.scheme || o.Host().String() != test.host || o.Host().Kind() != test.kind ||
			port != test.port || hasPort != test.hasPort {
			t.Errorf("%s: %q, %v (%v), %d, %t", test.in, o.Scheme(), o.Host(), o.Host().Kind(), port, hasPort)
		}
	}
}

// The rows are those of the example at https://html.spec.whatwg.org/multipage/browsers.html#same-origin that
// do without a domain, and what it says of opaque origins.
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
		t.Errorf("the origin of no blob: URL = %v after %d calls", o, calls)
	}
	if o := blob.OriginWith(nil); !o.IsOpaque() {
		t.Errorf("the origin without a store = %v", o)
	}
}

func TestParseOrigin(t *testing.T) {
	for _, s := range []string{
		"https://example.com", "http://example.com:8080", "https://[2001:db8::1]:1", "http://127.0.0.1", "ws://a",
		"chrome-extension://abcdefghijklmnop", "capacitor://localhost", "app://x:80",
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
		{"data:,", ErrNotOrigin, 0},
		{"foo://", ErrNotOrigin, 0},
		{"blob:https://example.com/x", ErrNotOrigin, 0},
	} {
		o, err := ParseOrigin(test.in)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, test.err) {
			t.Errorf("ParseOrigin(%q) = %v, %v; want %v", test.in, o, err, test.err)
		} else if e.Offset != test.offset || e.Op != "parse origin" || e.Input != test.in || o != (Origin{}) {
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

func TestOriginAllocs(t *testing.T) {
	for _, test := range []struct {
		in   string
		want float64
	}{
		{"https://example.com:8443/a/b?c#d", 0},
		{"https://user@example.com/", 1}, // the serialization is no part of the URL's
		{"data:,", 0},
	} {
		u := MustParse(test.in)
		var n int
		got := testing.AllocsPerRun(100, func() {
			o := u.Origin()
			port, _ := o.Port()
			n += len(o.String()) + len(o.Scheme()) + len(o.Host().String()) + int(port)
			if !o.IsOpaque() && !o.SameOrigin(o) {
				n++
			}
		})
		if got != test.want {
			t.Errorf("origin of %s: %v allocations, want %v", test.in, got, test.want)
		}
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

func TestHostText(t *testing.T) {
	host, _ := MustParse("http://[::1]:80/").ParsedHost()
	if data, err := json.Marshal([]Host{host, {}}); err != nil || string(data) != `["[::1]",""]` {
		t.Errorf("%s, error %v", data, err)
	}
	if data, _ := host.AppendText([]byte("a ")); string(data) != "a [::1]" {
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
		if err := o.Scan(tt.src); !errors.As(err, &e) || e.Op != "scan origin" || e.Err != tt.err || o != before {
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

func TestHostValue(t *testing.T) {
	for s, want := range map[string]string{
		"http://[::1]:80/": "[::1]", "http://0x7f.1/": "127.0.0.1", "http://H/": "h", "foo://H/": "H", "file:///a": "", "foo:a": "",
	} {
		host, _ := MustParse(s).ParsedHost()
		if value, err := host.Value(); !driver.IsValue(value) || err != nil || value != want {
			t.Errorf("%s: the value is %#v, error %v, want %q", s, value, err, want)
		}
	}
}
