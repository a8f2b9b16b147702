package url

import (
	"errors"
	neturl "net/url"
	"reflect"
	"strings"
	"testing"
)

func TestNetURL(t *testing.T) {
	for _, test := range []struct {
		in   string
		want neturl.URL
	}{
		{"http://example.com", neturl.URL{Scheme: "http", Host: "example.com", Path: "/"}},
		{`https:\\EXAMPLE.com:443\a/./b`, neturl.URL{Scheme: "https", Host: "example.com", Path: "/a/b"}},
		{"http://0x7f.1:8080/", neturl.URL{Scheme: "http", Host: "127.0.0.1:8080", Path: "/"}},
		{"http://[::FFFF:1.2.3.4]:81/", neturl.URL{Scheme: "http", Host: "[::ffff:102:304]:81", Path: "/"}},
		{"http://a:b%40c@h/", neturl.URL{Scheme: "http", Host: "h", Path: "/", User: neturl.UserPassword("a", "b@c")}},
		{"http://a:@h/", neturl.URL{Scheme: "http", Host: "h", Path: "/", User: neturl.User("a")}},
		{"http://:b@h/", neturl.URL{Scheme: "http", Host: "h", Path: "/", User: neturl.UserPassword("", "b")}},
		{"http://h//a//b/", neturl.URL{Scheme: "http", Host: "h", Path: "//a//b/"}},
		{"http://h/a%2fb", neturl.URL{Scheme: "http", Host: "h", Path: "/a/b", RawPath: "/a%2fb"}},
		{"http://h/[a]'!", neturl.URL{Scheme: "http", Host: "h", Path: "/[a]'!", RawPath: "/[a]'!"}},
		{"http://h/é", neturl.URL{Scheme: "http", Host: "h", Path: "/é"}},
		{"http://h/?", neturl.URL{Scheme: "http", Host: "h", Path: "/", ForceQuery: true}},
		{"http://h/??", neturl.URL{Scheme: "http", Host: "h", Path: "/", RawQuery: "?"}},
		{"http://h?a=%&b=|é", neturl.URL{Scheme: "http", Host: "h", Path: "/", RawQuery: "a=%&b=|%C3%A9"}},
		{"http://h/#é?", neturl.URL{Scheme: "http", Host: "h", Path: "/", Fragment: "é?"}},
		{"http://h/#'", neturl.URL{Scheme: "http", Host: "h", Path: "/", Fragment: "'", RawFragment: "'"}},
		{"http://h/#", neturl.URL{Scheme: "http", Host: "h", Path: "/"}},
		{"mailto:a@b?subject=%", neturl.URL{Scheme: "mailto", Opaque: "a@b", RawQuery: "subject=%"}},
		{"data:text/plain,100%|", neturl.URL{Scheme: "data", Opaque: "text/plain,100%|"}},
		{"about:", neturl.URL{Scheme: "about"}},
		{"file:///C|/a", neturl.URL{Scheme: "file", Path: "/C:/a"}},
		{"file://server/a", neturl.URL{Scheme: "file", Host: "server", Path: "/a"}},
		{"file:////a", neturl.URL{Scheme: "file", Path: "//a"}},
		{"web+demo:/a", neturl.URL{Scheme: "web+demo", Path: "/a", OmitHost: true}},
		{"web+demo:/.//not-a-host", neturl.URL{Scheme: "web+demo", Path: "/.//not-a-host", OmitHost: true}},
		{"foo://h", neturl.URL{Scheme: "foo", Host: "h"}},
		{"foo://ex%C3%A4mple/", neturl.URL{Scheme: "foo", Host: "exämple", Path: "/"}},
		{"foo://", neturl.URL{Scheme: "foo", Opaque: "//"}},
		{"foo://?a#b", neturl.URL{Scheme: "foo", Opaque: "//", RawQuery: "a", Fragment: "b"}},
		{"foo:///", neturl.URL{Scheme: "foo", Path: "/"}},
	} {
		u := MustParse(test.in)
		got, err := u.NetURL()
		if err != nil {
			t.Errorf("%q: %v", test.in, err)
		} else if !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%q: got %#v, want %#v", test.in, *got, test.want)
		} else {
			checkNetURL(t, u, got)
		}
	}
}

// checkNetURL checks what NetURL promises about n, its result for u.
func checkNetURL(t *testing.T, u URL, n *neturl.URL) {
	t.Helper()
	want, _ := strings.CutSuffix(u.Href(), "#")
	if !strings.HasSuffix(u.Href(), "#") || u.Hash() != "" {
		want = u.Href()
	}
	if n.String() != want {
		t.Errorf("%q: String() = %q", u, n)
	}
	host := PercentDecode(strings.Trim(u.Hostname(), "[]"))
	if n.Hostname() != host || n.Port() != u.Port() {
		t.Errorf("%q: host %q, port %q", u, n.Hostname(), n.Port())
	}
	if !u.HasOpaquePath() && u.IsSpecial() {
		target := u.Pathname()
		if query, ok := u.Query(); ok {
			target += "?" + query
		}
		if n.RequestURI() != target {
			t.Errorf("%q: RequestURI() = %q", u, n.RequestURI())
		}
	}
	back, err := FromNetURL(n)
	if err != nil || back != MustParse(want) {
		t.Errorf("%q: back from net/url: %v, %v", u, back, err)
	}
}

// TestNetURLEncodes has what net/url cannot hold: the String that is promised, and the URL that it parses to.
func TestNetURLEncodes(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/a%zz?%zz":             "http://h/a%25zz?%zz",
		"http://h/%?%":                  "http://h/%25?%",
		"http://h/%%41%2|":              "http://h/%25%41%252%7C",
		"http://h/a%2fb|c/":             "http://h/a%2fb%7Cc/", // as many "/"
		"http://h/?%zz#%zz":             "http://h/?%zz#%25zz",
		"http://h/|?|#|":                "http://h/%7C?|#%7C",
		"mailto:100%#50%":               "mailto:100%#50%25",
		"mailto:%#^":                    "mailto:%#%5E",
		"http://a%@h/":                  "http://a%25@h/",
		"http://a!:b;c@h:81/":           "http://a%21:b;c@h:81/",
		"http://%c3%a9@h/":              "http://%C3%A9@h/",
		"http://a%2f@h/#":               "http://a%2F@h/",
		"http://:!@h/":                  "http://:%21@h/",
		`foo:/a\b`:                      "foo:/a%5Cb",
		"foo:/.//a|b":                   "foo:/.//a%7Cb",
		"http://h/#a#b{}":               "http://h/#a%23b%7B%7D",
		"file:///C:/a|":                 "file:///C:/a%7C",
		"foo://?#{}":                    "foo://?#%7B%7D",
		"http://h//evil.example/%/|?a#": "http://h//evil.example/%25/%7C?a",
	} {
		u := MustParse(in)
		n, err := u.NetURL()
		if err != nil || n.String() != want {
			t.Errorf("%q: %v, %v, want %q", in, n, err, want)
			continue
		}
		checkEncodedNetURL(t, u, n)
	}
}

// checkEncodedNetURL checks what NetURL promises about n, its result for a u that net/url cannot hold as it stands.
func checkEncodedNetURL(t *testing.T, u URL, n *neturl.URL) {
	t.Helper()
	v, err := FromNetURL(n)
	if err != nil {
		t.Errorf("%q becomes %q: %v", u, n, err)
		return
	}
	fragment, _ := u.Fragment()
	gotFragment, _ := v.Fragment()
	query, hasQuery := u.Query()
	gotQuery, gotHasQuery := v.Query()
	if v.Scheme() != u.Scheme() || v.Host() != u.Host() || gotQuery != query || gotHasQuery != hasQuery ||
		PercentDecode(v.Username()) != PercentDecode(u.Username()) || PercentDecode(v.Password()) != PercentDecode(u.Password()) ||
		PercentDecode(v.Pathname()) != PercentDecode(u.Pathname()) || PercentDecode(gotFragment) != PercentDecode(fragment) ||
		strings.Count(v.Pathname(), "/") != strings.Count(u.Pathname(), "/") {
		t.Errorf("%q becomes %q", u, v)
	}
	if again, err := parseByNetURL(n.String()); err != nil || again.String() != n.String() {
		t.Errorf("%q: net/url reads %q as %v, %v", u, n, again, err)
	}
}

func TestNetURLRefuses(t *testing.T) {
	for _, test := range []struct {
		in, reason string
		offset     int
	}{
		{"foo://%41@a%41/|", `net/url rejects the host: invalid URL escape "%41"`, 11},
		{"foo://a%c3%a9/", `net/url would write "a%C3%A9"`, 8},
		{"foo://u@%c3%a9:1/", `net/url would write "%C3%A9:1"`, 9},
		{"http://a`b/", "net/url rejects the host: invalid character \"`\" in host name", 8},
		{`http://a"b/`, `net/http would leave out the Host field for the "\""`, 8},
		{`http://"a/`, `net/http would leave out the Host field for the "\""`, 7},
		{"foo://a%20b/", `net/url rejects the host: invalid URL escape "%20"`, 7},
		{"foo://a%3A80/", `net/url rejects the host: invalid URL escape "%3A"`, 7},
	} {
		u := MustParse(test.in)
		n, err := u.NetURL()
		checkRefused(t, test.in, n, err, test.offset, test.reason)
	}
}

// checkRefused checks that a conversion failed, at which byte, and for which reason.
func checkRefused[T comparable](t *testing.T, in string, got T, err error, offset int, reason string) {
	t.Helper()
	var zero T
	var e *Error
	if got != zero || !errors.Is(err, ErrNotRepresentable) || !errors.As(err, &e) {
		t.Errorf("%q: got %v, error %v", in, got, err)
		return
	}
	if e.Offset != offset || !strings.HasSuffix(e.Err.Error(), ": "+reason) {
		t.Errorf("%q: refused at byte %d: %v; want byte %d: %s", in, e.Offset, e.Err, offset, reason)
	}
}

// TestNetURLEncodeLonePercent checks that the method encodes a "%" where net/url cannot represent it. It leaves "%"
// alone in a query and in an opaque path.
func TestNetURLEncodeLonePercent(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/100%":          "http://h/100%25",
		"http://h/%/%2/%zz/%41":  "http://h/%25/%252/%25zz/%41",
		"http://h/%%41?%#%":      "http://h/%25%41?%#%25",
		"http://h/?%&a=%zz&%41":  "http://h/?%&a=%zz&%41",
		"http://h/#%zz":          "http://h/#%25zz",
		"http://a%:%zz@h/":       "http://a%25:%25zz@h/",
		"foo://h/%":              "foo://h/%25",
		"foo://a%/":              "foo://a%25/",
		"javascript:100%/3?%":    "javascript:100%/3?%",
		"https://h/%é%C3%A9?%é%": "https://h/%25%C3%A9%C3%A9?%%C3%A9%",
	} {
		u, err := Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		u = u.EncodeLonePercent()
		if again, err := Parse(u.Href()); err != nil || again != u {
			t.Errorf("%q: %+v, parsed again %+v, %v", in, u, again, err)
		}
		n, err := u.NetURL()
		if err != nil || n.String() != want {
			t.Errorf("%q: got %q, error %v", in, n, err)
			continue
		}
		checkNetURL(t, u, n)
	}
}

func TestFromNetURL(t *testing.T) {
	for _, test := range []struct {
		in   neturl.URL
		want string
	}{
		{neturl.URL{Scheme: "http", Host: "EXAMPLE.com:80", Path: "/a b"}, "http://example.com/a%20b"},
		{neturl.URL{Scheme: "http", Host: "0x7f.1"}, "http://127.0.0.1/"},
		{neturl.URL{Scheme: "http", Host: "bücher.example"}, "http://xn--bcher-kva.example/"},
		{neturl.URL{Scheme: "http", Opaque: "example.com"}, "http://example.com/"},
		{neturl.URL{Scheme: "http", Host: "h", Path: "/a/../b"}, "http://h/b"},
		{neturl.URL{Scheme: "http", Host: "h", User: neturl.UserPassword("a", "b;@")}, "http://a:b%3B%40@h/"},
		{neturl.URL{Scheme: "mailto", Opaque: "a@b"}, "mailto:a@b"},
		// What net/http sends of a URL with an Opaque.
		{neturl.URL{Scheme: "http", Host: "good.example", Path: "/x", Opaque: "/evil.example/|", RawQuery: "a"}, "http://good.example/evil.example/|?a"},
		{neturl.URL{Scheme: "https", Host: "h:81", User: neturl.UserPassword("u", "p@"), Opaque: `/\x`, ForceQuery: true}, "https://u:p%40@h:81//x?"},
		{neturl.URL{Scheme: "http", Host: "good.example", Opaque: "//other.example/a"}, "http://other.example/a"},
		{neturl.URL{Scheme: "HTTP", Host: "h", Opaque: "/a?b", RawQuery: "c", Fragment: "{"}, "http://h/a?b?c#%7B"},
		{neturl.URL{Scheme: "ws", Host: "h", Opaque: "/evil.example/|"}, "ws://h/evil.example/|"},
		{neturl.URL{Scheme: "foo", Host: "h", Opaque: "/a"}, "foo://h/a"},
		{neturl.URL{Scheme: "file", Opaque: "/test.db"}, "file:///test.db"},
	} {
		if u, err := FromNetURL(&test.in); err != nil || u.Href() != test.want {
			t.Errorf("%#v: got %v, error %v; want %q", test.in, u, err, test.want)
		}
	}
	for _, test := range []struct {
		in   *neturl.URL
		want ErrorType
	}{
		{nil, ErrMissingSchemeNonRelativeURL},
		{&neturl.URL{}, ErrMissingSchemeNonRelativeURL},
		{&neturl.URL{Path: "/a"}, ErrMissingSchemeNonRelativeURL},
		{&neturl.URL{Scheme: "http", Host: "h/x@y"}, ErrDomainToASCII},
		{&neturl.URL{Scheme: "http", Host: "h:x"}, ErrPortInvalid},
		{&neturl.URL{Scheme: "http", Host: "good.example", Opaque: ".evil.example/"}, ErrNotRepresentable},
		{&neturl.URL{Scheme: "https", Host: "good.example", Opaque: "@evil.example/"}, ErrNotRepresentable},
		// A relative file: the parser would read "/test.db".
		{&neturl.URL{Scheme: "file", Opaque: "test.db", RawQuery: "cache=shared"}, ErrNotRepresentable},
		{&neturl.URL{Scheme: "FILE", Opaque: "../test.db"}, ErrNotRepresentable},
		{&neturl.URL{Scheme: "file", Opaque: ":memory:"}, ErrNotRepresentable},
		{&neturl.URL{Scheme: "file", Opaque: `\\h\test.db`}, ErrNotRepresentable},
		{&neturl.URL{Opaque: "file:test.db"}, ErrNotRepresentable},
	} {
		if u, err := FromNetURL(test.in); !errors.Is(err, test.want) {
			t.Errorf("%#v: got %v, error %v; want %v", test.in, u, err, test.want)
		}
	}
}

func TestParseNetURL(t *testing.T) {
	for in, want := range map[string]string{
		`http:\\example.com\a`:              "http://example.com/a",
		"http:example.com":                  "http://example.com/",
		"https://exa\tmple.com/":            "https://example.com/",
		" https://example.com/ ":            "https://example.com/",
		"http://2130706433/":                "http://127.0.0.1/",
		"http://bücher.example/":            "http://xn--bcher-kva.example/",
		`http://good.example\@evil.example`: "http://good.example/@evil.example",
	} {
		if n, err := ParseNetURL(in); err != nil || n.String() != want {
			t.Errorf("%q: got %v, error %v; want %q", in, n, err, want)
		}
	}
	if n, err := ParseNetURL("http://"); n != nil || !errors.Is(err, ErrHostMissing) {
		t.Errorf("got %v, error %v", n, err)
	}
	if n, err := ParseNetURL("http://h`/"); n != nil || !errors.Is(err, ErrNotRepresentable) {
		t.Errorf("got %v, error %v", n, err)
	}
}

func FuzzNetURL(f *testing.F) {
	for _, seed := range []string{
		"http://user:pass@example.com:8080/a/b;c=d/%2F?q=1#f", "http://h/%", "http://h//?#", "http://[::1]:80/",
		`https:\\h\a|b`, "file:///C|/..", "foo://", "foo:/.//a", "mailto:a b?#", "http://a\"b/", "foo://%C3%a4%25/",
		"http://!$&'()*+,;=/!$&'()*+,;=:@[]?`{|}#`{|}", "ws://é@é/é?é#é", "foo://a:b@h:1/*", "javascript:100%",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rawURL string) {
		u, err := Parse(rawURL)
		if err != nil {
			return
		}
		href := strings.TrimSuffix(u.Href(), "#")
		if u.Hash() != "" {
			href = u.Href()
		}
		reparsed, _ := parseByNetURL(href)
		if n := u.tryPlain(false); n != nil && !reflect.DeepEqual(n, reparsed) {
			t.Errorf("%q: NetURL gives %#v; net/url reads %#v", u, n, reparsed)
		}
		if n := u.tryPlain(true); n != nil {
			if encoded, err := neturl.Parse(u.encodeHref()); err != nil || !reflect.DeepEqual(n, encoded) {
				t.Errorf("%q: NetURL gives %#v; encoded, net/url reads %#v, %v", u, n, encoded, err)
			}
		}
		n, err := u.NetURL()
		if err != nil {
			if e := (*Error)(nil); !errors.Is(err, ErrNotRepresentable) || !errors.As(err, &e) || e.Offset > len(u.Href()) {
				t.Errorf("%q: %v", u, err)
			}
			return
		}
		if u.tryHref() == nil {
			if reparsed != nil && u.quoteInHost() < 0 && reparsed.String() == href {
				t.Errorf("%q: %q encodes what net/url can hold", u, n)
			}
			checkEncodedNetURL(t, u, n)
			return
		}
		checkNetURL(t, u, n)
	})
}

// TestNetURLOfVectors converts the URLs that the vectors of web-platform-tests parse to. It compares the host with the
// vector's, and logs the URLs that are refused. These must be few.
func TestNetURLOfVectors(t *testing.T) {
	urls, refused := 0, 0
	for _, v := range readVectors[urlVector](t, wpt, "urltestdata.json", 800) {
		if v.Failure {
			continue
		}
		u, err := v.parsed()
		if err != nil {
			t.Errorf("%q: %v", *v.Input, err)
			continue
		}
		urls++
		n, err := u.NetURL()
		if err != nil {
			refused++
			t.Logf("refused: %v", err)
			continue
		}
		if u.tryHref() == nil {
			checkEncodedNetURL(t, u, n)
		} else {
			checkNetURL(t, u, n)
		}
		host := PercentDecode(strings.Trim(*v.Hostname, "[]"))
		if n.Hostname() != host || n.Port() != *v.Port {
			t.Errorf("%q: host %q, port %q", *v.Href, n.Hostname(), n.Port())
		}
	}
	t.Logf("%d of %d URLs refused", refused, urls)
	if urls < 600 || refused*100 > 2*urls {
		t.Errorf("%d of %d URLs refused; at most 2 %% of 600 or more are wanted", refused, urls)
	}
}

// TestReparsedHost checks that if net/url accepts the href of a special URL, it finds the same host.
func TestReparsedHost(t *testing.T) {
	parsed := 0
	for _, v := range readVectors[urlVector](t, ours, "urltestdata.json", 4000) {
		if v.Failure {
			continue
		}
		u, err := v.parsed()
		if err != nil || !u.IsSpecial() {
			continue
		}
		n, err := neturl.Parse(u.Href())
		if err != nil {
			continue
		}
		if parsed++; n.Scheme+":" != *v.Protocol || n.Host != *v.Host {
			t.Errorf("%q: net/url has the scheme %q and the host %q", u, n.Scheme, n.Host)
		}
	}
	if parsed < 1000 {
		t.Errorf("net/url read %d URLs", parsed)
	}
}
