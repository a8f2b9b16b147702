package url

import (
	"errors"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// TestRecord checks what the getters of the URL class do not tell about a URL record.
func TestRecord(t *testing.T) {
	for _, test := range []struct {
		href                  string
		scheme                string
		query, fragment       string // "" null, "?" and "#" empty
		port                  string // "" null
		effective             string // "" none
		special, opaque, cred bool
		segments              string
	}{
		{"https://h/", "https", "", "", "", "443", true, false, false, "/"},
		{"https://h:1/a//b/?#", "https", "?", "#", "1", "1", true, false, false, "/a//b/"},
		{"http://u@h/?q#f", "http", "?q", "#f", "", "80", true, false, true, "/"},
		{"file:///C:/x", "file", "", "", "", "", true, false, false, "/C:/x"},
		{"foo://h:0", "foo", "", "", "0", "0", false, false, false, ""},
		{"foo:/.//a", "foo", "", "", "", "", false, false, false, "//a"},
		{"mailto:a@b?c", "mailto", "?c", "", "", "", false, true, false, ""},
		{"foo:", "foo", "", "", "", "", false, true, false, ""},
	} {
		u := MustParse(test.href)
		query, hasQuery := u.Query()
		fragment, hasFragment := u.Fragment()
		port, hasPort := u.PortNumber()
		effective, hasEffective := u.EffectivePort()
		segments := ""
		for segment := range u.PathSegments() {
			segments += "/" + segment
		}
		mark := func(delimiter, s string, ok bool) string {
			if !ok {
				return ""
			}
			return delimiter + s
		}
		if u.Scheme() != test.scheme || mark("?", query, hasQuery) != test.query || mark("#", fragment, hasFragment) != test.fragment ||
			hasPort != (test.port != "") || hasEffective != (test.effective != "") || u.IsSpecial() != test.special ||
			u.HasOpaquePath() != test.opaque || u.IncludesCredentials() != test.cred || u.IsZero() {
			t.Errorf("%s: %+v", test.href, u)
		}
		if test.port == "1" && (port != 1 || effective != 1) || test.effective == "443" && effective != 443 {
			t.Errorf("%s: port %d, effective %d", test.href, port, effective)
		}
		if segments != test.segments {
			t.Errorf("%s: segments %q, want %q", test.href, segments, test.segments)
		}
	}
}

// TestPathSegments stops in the middle of a path.
func TestPathSegments(t *testing.T) {
	var got []string
	for segment := range MustParse("https://h//a/%2F/b/").PathSegments() {
		if segment == "b" {
			break
		}
		got = append(got, segment)
	}
	if want := []string{"", "a", "%2F"}; !slices.Equal(got, want) {
		t.Errorf("the segments before b are %q, want %q", got, want)
	}
}

// TestSize checks the size of a URL value.
func TestSize(t *testing.T) {
	if size := reflect.TypeFor[URL]().Size(); strconv.IntSize == 64 && size != 48 {
		t.Errorf("a URL takes %d bytes", size)
	}
}

// TestAddr has every way to write an address that the standard accepts.
func TestAddr(t *testing.T) {
	for rawURL, want := range map[string]string{
		"http://127.0.0.1/": "127.0.0.1", "http://127.1/": "127.0.0.1", "http://0x7f.1/": "127.0.0.1", "http://2130706433/": "127.0.0.1",
		"http://017700000001/": "127.0.0.1", "http://127.0.0.1./": "127.0.0.1", "http://%31%32%37.1/": "127.0.0.1",
		"http://\uff11\uff12\uff17.1/": "127.0.0.1", "http://127\u30020\u30020\u30021/": "127.0.0.1", "http://0/": "0.0.0.0",
		"http://[::1]/": "::1", "http://[0:0::0:1]/": "::1", "http://[::FFFF:127.0.0.1]/": "::ffff:127.0.0.1",
		"foo://[::1]/": "::1", "foo://127.0.0.1/": "127.0.0.1", "redis://127.0.0.1:6379": "127.0.0.1", "foo://127.1/": "",
		"foo://0127.0.0.1/": "", "foo://127.0.0.1./": "", "foo://127.0.0.1%25eth0/": "", "foo://%31.0.0.1/": "", "http://a.127.0.0.1.b/": "", "mailto:127.0.0.1": "", "file:///": "",
	} {
		addr, ok := MustParse(rawURL).Addr()
		if ok != (want != "") || ok && addr != netip.MustParseAddr(want) {
			t.Errorf("%s: %v, %t, want %s", rawURL, addr, ok, want)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b              string
		equal, exFragment bool
	}{
		{"http://h", "HTTP://h:80/", true, true},
		{"http://h/#a", "http://h/#b", false, true},
		{"http://h/#", "http://h/", false, true},
		{"http://h/?", "http://h/", false, false},
	} {
		a, b := MustParse(test.a), MustParse(test.b)
		equal, exFragment := a == b, a.WithoutFragment() == b.WithoutFragment()
		if equal != test.equal || exFragment != test.exFragment {
			t.Errorf("%s and %s: equal: %t, without fragments: %t", test.a, test.b, equal, exFragment)
		}
	}
}

// TestSetterErrors checks the errors of the setters. The vectors check the URLs.
func TestSetterErrors(t *testing.T) {
	for _, test := range []struct {
		href, name, value string
		want              error // nil: nothing was ignored
		offset            int
	}{
		{"https://h/", "href", "x", ErrMissingSchemeNonRelativeURL, 0},
		{"https://h/", "protocol", "http", nil, 0},
		{"https://h/", "protocol", "HTTP:", nil, 0},
		{"https://h/", "protocol", "http:x", ErrTrailingData, 5},
		{"https://h/", "protocol", "foo", ErrSchemeChange, 0},
		{"https://u@h/", "protocol", "file", ErrSchemeChange, 0},
		{"file:///", "protocol", "http", ErrSchemeChange, 0},
		{"https://h/", "protocol", "1", ErrSchemeInvalid, 0},
		{"https://h/", "protocol", "a b", ErrSchemeInvalid, 1},
		{"https://h/", "protocol", "", ErrSchemeInvalid, 0},
		{"https://h/", "username", "a b", nil, 0},
		{"file:///", "protocol", "file", nil, 0},
		{"file:///", "protocol", "FILE:", nil, 0},
		{"file:///", "protocol", "file:x", ErrTrailingData, 5},
		{"mailto:a", "username", "", nil, 0},
		{"file:///", "password", "", nil, 0},
		{"foo:/a", "port", "", nil, 0},
		{"file:///", "username", "a", ErrCannotHaveCredentialsOrPort, 0},
		{"foo:///", "password", "a", ErrCannotHaveCredentialsOrPort, 0},
		{"https://h/", "host", "g", nil, 0},
		{"https://h/", "host", "g:81", nil, 0},
		{"https://h/", "host", "g:443", nil, 0},
		{"https://h/", "host", "g:81x", ErrTrailingData, 4},
		{"https://h/", "host", "g:x", ErrPortInvalid, 2},
		{"https://h/", "host", "g:", ErrPortInvalid, 2},
		{"https://h/", "host", "g:99999", ErrPortOutOfRange, 2},
		{"https://h/", "host", "g/x", ErrTrailingData, 1},
		{"https://h/", "host", "a@b", ErrDomainToASCII, 1},
		{"https://h/", "host", "", ErrHostMissing, 0},
		{"https://h/", "host", "\ta\tb", nil, 0},
		{"https://h/", "host", "\ta\tb c", ErrDomainToASCII, 4},
		{"foo://u@h/", "host", "", ErrHostRequired, 0},
		{"foo://h/", "host", "", nil, 0},
		{"mailto:a", "host", "b", ErrOpaquePath, 0},
		{"https://h/", "hostname", "g", nil, 0},
		{"https://h/", "hostname", "g:81", ErrHostInvalidCodePoint, 1},
		{"https://h/", "hostname", "g?", ErrTrailingData, 1},
		{"file:///", "hostname", "localhost", nil, 0},
		{"file:///", "hostname", "a:b", ErrDomainToASCII, 1},
		{"https://h/", "port", "81", nil, 0},
		{"https://h/", "port", "", nil, 0},
		{"https://h/", "port", "81a", ErrTrailingData, 2},
		{"https://h/", "port", "a", ErrPortInvalid, 0},
		{"https://h/", "port", "65536", ErrPortOutOfRange, 0},
		{"file:///", "port", "81", ErrCannotHaveCredentialsOrPort, 0},
		{"https://h/", "pathname", "a?b#c", nil, 0},
		{"mailto:a", "pathname", "b", ErrOpaquePath, 0},
		{"https://h/", "search", "a#b", nil, 0},
		{"https://h/", "hash", "##", nil, 0},
	} {
		u := MustParse(test.href)
		err := setters[test.name](&u, test.value)
		if !errors.Is(err, test.want) {
			t.Errorf("set %s of %s to %q: %v, want %v", test.name, test.href, test.value, err, test.want)
		}
		var e *Error
		if errors.As(err, &e) && (e.Offset != test.offset || e.Input != test.value || !strings.HasPrefix(e.Op, "set ")) {
			t.Errorf("set %s of %s to %q: %#v, want offset %d", test.name, test.href, test.value, e, test.offset)
		}
	}
	for name, set := range setters {
		var zero URL
		if err := set(&zero, "x"); err == nil || !zero.IsZero() {
			t.Errorf("set %s of the zero URL: %v, %v", name, err, zero)
		}
	}
}

func TestParseWithBaseErrors(t *testing.T) {
	_, err := ParseWithBase("x", "https://")
	if err == nil || err.Error() != `url: parse base "https://": host-missing at byte 8` {
		t.Error(err)
	}
	var none URL
	if u, err := none.Parse("https://h"); err != nil || u.Href() != "https://h/" {
		t.Errorf("no base: %v, %v", u, err)
	}
	if _, err := none.Parse("x"); !errors.Is(err, ErrMissingSchemeNonRelativeURL) {
		t.Errorf("no base: %v", err)
	}
	defer func() {
		if err, ok := recover().(*Error); !ok || !errors.Is(err, ErrHostMissing) {
			t.Errorf("MustParse panics with %v", err)
		}
	}()
	MustParse("https://")
}

// uselessEncoding has an encoder that always fails.
type uselessEncoding struct{}

func (uselessEncoding) NewDecoder() *encoding.Decoder { return encoding.Nop.NewDecoder() }
func (uselessEncoding) NewEncoder() *encoding.Encoder {
	return &encoding.Encoder{Transformer: uselessTransformer{}}
}

type uselessTransformer struct{ transform.NopResetter }

func (uselessTransformer) Transform(dst, src []byte, _ bool) (int, int, error) {
	return 0, 0, transform.ErrShortDst
}

// TestBrokenEncoding checks that the query is encoded in UTF-8 if the encoder fails.
func TestBrokenEncoding(t *testing.T) {
	p := Parser{QueryEncoding: uselessEncoding{}}
	u, err := p.Parse("https://h/?\u00e9")
	if err != nil || u.Href() != "https://h/?%C3%A9" {
		t.Errorf("%v, %v", u, err)
	}
}

// TestQueryEncoding checks for which URLs the query state uses the document's encoding.
func TestQueryEncoding(t *testing.T) {
	p := Parser{QueryEncoding: charmap.Windows1252}
	for rawURL, want := range map[string]string{
		"https://h/\u00e9?\u00e9'#\u00e9": "https://h/%C3%A9?%E9%27#%C3%A9",
		"http://h?\u2603":                 "http://h/?%26%239731%3B",
		"ftp://h/?\u00e9":                 "ftp://h/?%E9",
		"ftp://h/?a b+\u00e9":             "ftp://h/?a%20b+%E9",
		"file:///?\u00e9":                 "file:///?%E9",
		"ws://h/?\u00e9":                  "ws://h/?%C3%A9",
		"wss://h/?\u00e9":                 "wss://h/?%C3%A9",
		"foo://h/?\u00e9'":                "foo://h/?%C3%A9'",
		"foo:a?\u00e9":                    "foo:a?%C3%A9",
	} {
		if u, err := p.Parse(rawURL); err != nil || u.Href() != want {
			t.Errorf("%q: %v, %v, want %s", rawURL, u, err, want)
		}
	}
	p.QueryEncoding = unicode.UTF16(unicode.BigEndian, unicode.UseBOM) // counts as UTF-8
	if u, err := (Parser{Base: MustParse("https://h/"), QueryEncoding: p.QueryEncoding}).Parse("?\u00e9"); err != nil || u.Href() != "https://h/?%C3%A9" {
		t.Errorf("%v, %v", u, err)
	}
}

func TestHostKindString(t *testing.T) {
	for kind, want := range map[HostKind]string{
		HostEmpty: "empty", HostDomain: "domain", HostIPv4: "IPv4", HostIPv6: "IPv6", HostOpaque: "opaque", HostOpaque + 1: "unknown",
	} {
		if got := kind.String(); got != want {
			t.Errorf("HostKind(%d): %q, want %q", kind, got, want)
		}
	}
}
