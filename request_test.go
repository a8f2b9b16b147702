package url

import (
	"errors"
	neturl "net/url"
	"path"
	"strings"
	"testing"
)

// The hosts are those of RFC 3986, and others that the URL Standard accepts.
func TestParseRequestTarget(t *testing.T) {
	for _, test := range []struct{ method, scheme, host, target, want string }{
		// Origin-form, RFC 9112 section 3.2.1.
		{"GET", "http", "www.example.org", "/where?q=now", "http://www.example.org/where?q=now"}, // from the RFC
		{"GET", "https", "example.com", "/", "https://example.com/"},
		{"GET", "https", "EXAMPLE.com:443", "/", "https://example.com/"},
		{"GET", "http", "example.com:443", "/", "http://example.com:443/"},
		{"GET", "https", "example.com:0080", "/", "https://example.com:80/"},
		{"GET", "https", "example.com:", "/", "https://example.com/"},
		{"GET", "https", "example.com.", "/a", "https://example.com./a"},
		{"GET", "http", "[::1]", "/", "http://[::1]/"},
		{"GET", "http", "[0:0::1]:8080", "/", "http://[::1]:8080/"},
		{"GET", "http", "127.1", "/", "http://127.0.0.1/"},
		{"GET", "http", "ex%61mple.com", "/", "http://example.com/"},
		{"GET", "http", "bücher.example", "/", "http://xn--bcher-kva.example/"},
		{"GET", "http", "h", "//evil.example/a", "http://h//evil.example/a"},
		{"GET", "http", "h", "///", "http://h///"},
		{"GET", "http", "h", `/\evil.example/a`, "http://h//evil.example/a"},
		{"GET", "http", "h", "/http://evil.example/", "http://h/http://evil.example/"},
		{"GET", "http", "h", "/@evil.example", "http://h/@evil.example"},
		{"GET", "http", "h", "/:80", "http://h/:80"},
		{"GET", "http", "h", "/a/%2e%2e/b", "http://h/b"},
		{"GET", "http", "h", `/a\..\b`, "http://h/b"},
		{"GET", "http", "h", "/../..", "http://h/"},
		{"GET", "http", "h", "/..//evil.example", "http://h//evil.example"},
		{"GET", "http", "h", "/a|b?c|d=%&e=%zz?", "http://h/a|b?c|d=%&e=%zz?"},
		{"GET", "http", "h", "/?", "http://h/?"},
		{"GET", "http", "h", "/%", "http://h/%"},
		{"GET", "http", "h", "/!", "http://h/!"}, // the first byte that a target may contain
		{"GET", "http", "h", "/é", "http://h/%C3%A9"},
		{"OPTIONS", "http", "h", "/", "http://h/"},
		{"connect", "http", "h", "/", "http://h/"}, // methods are case-sensitive
		{"", "http", "h", "/", "http://h/"},
		// Absolute-form, section 3.2.2.
		{"GET", "http", "", "http://www.example.org/pub/WWW/TheProject.html", "http://www.example.org/pub/WWW/TheProject.html"}, // from the RFC
		{"GET", "http", "other.example", "https://h/a?b", "https://h/a?b"},
		{"GET", "https", "h", "HTTP://H", "http://h/"},
		{"GET", "https", "", "http://h?q", "http://h/?q"},
		{"GET", "https", "", "http://h:80//a/../b", "http://h//b"},
		{"GET", "https", "", `http://h/\@evil.example`, "http://h//@evil.example"},
		{"GET", "https", "", "http://[::1]:8080/", "http://[::1]:8080/"},
		{"OPTIONS", "http", "", "http://www.example.org:8001", "http://www.example.org:8001/"},
		// Authority-form, section 3.2.3.
		{"CONNECT", "http", "www.example.com:80", "www.example.com:80", "http://www.example.com/"}, // from the RFC
		{"CONNECT", "http", "example.com:443", "example.com:443", "http://example.com:443/"},
		{"CONNECT", "http", "h:4", "h:4", "http://h:4/"}, // the shortest port
		{"CONNECT", "https", "other.example", "Example.com:443", "https://example.com/"},
		{"CONNECT", "http", "[::1]", "[::1]:443", "http://[::1]:443/"},
		// Asterisk-form, section 3.2.4.
		{"OPTIONS", "http", "www.example.org:8001", "*", "http://www.example.org:8001/"}, // from the RFC
		{"OPTIONS", "https", "[::1]:443", "*", "https://[::1]/"},
	} {
		u, err := ParseRequestTarget(test.method, test.scheme, test.host, test.target)
		if err != nil || u != MustParse(test.want) || u.Href() != test.want {
			t.Errorf("%s %s, host %q, %s: got %q, error %v; want %q", test.method, test.target, test.host, test.scheme, u, err, test.want)
		}
	}
}

// badHosts are neither a host nor a host with a port.
var badHosts = []struct {
	host   string
	reason ErrorType
	offset int
}{
	{"", ErrHostMissing, 0},
	{":80", ErrHostMissing, 0},
	{"a@b", ErrInvalidCredentials, 1},
	{"@b", ErrInvalidCredentials, 0},
	{"a:b@c:80", ErrInvalidCredentials, 3},
	{"a/b", ErrHostInvalidCodePoint, 1},
	{"/b", ErrHostInvalidCodePoint, 0},
	{"h/", ErrHostInvalidCodePoint, 1},
	{"a?b", ErrHostInvalidCodePoint, 1},
	{"a#b", ErrHostInvalidCodePoint, 1},
	{`a\b`, ErrHostInvalidCodePoint, 1},
	{"h:80\t", ErrHostInvalidCodePoint, 4},
	{" h", ErrHostInvalidCodePoint, 0},
	{"h ", ErrHostInvalidCodePoint, 1},
	{"a\nb", ErrHostInvalidCodePoint, 1},
	{"a\rb", ErrHostInvalidCodePoint, 1},
	{"a\x00b", ErrHostInvalidCodePoint, 1},
	{"a\x7Fb", ErrHostInvalidCodePoint, 1},
	{"h:8o", ErrPortInvalid, 3},
	{"h:80:80", ErrPortInvalid, 4},
	{"h:-1", ErrPortInvalid, 2},
	{"h:65536", ErrPortOutOfRange, 2},
	{"[::1", ErrIPv6Unclosed, 4},
	{"[::1%25eth0]", ErrIPv6InvalidCodePoint, 4},
	{"1.2.3.256", ErrIPv4OutOfRangePart, 6},
	{"a%40b", ErrDomainToASCII, 1},
	{"a%2Fb", ErrDomainToASCII, 1},
	{"a／b", ErrDomainToASCII, 1}, // U+FF0F is mapped to a slash
	{"a＠b", ErrDomainToASCII, 1}, // U+FF20
	{"a\xFFb", ErrDomainToASCII, 1},
	{"a,b|c", ErrDomainToASCII, 3},
	{"http://h", ErrHostInvalidCodePoint, 5},
}

func TestParseRequestTargetRefuses(t *testing.T) {
	for _, bad := range badHosts {
		checkTargetRefused(t, "GET", "http", bad.host, "/", bad.host, bad.reason, bad.offset)
		checkTargetRefused(t, "GET", "https", bad.host, "//h/a?b", bad.host, bad.reason, bad.offset)
		checkTargetRefused(t, "OPTIONS", "http", bad.host, "*", bad.host, bad.reason, bad.offset)
		checkTargetRefused(t, "CONNECT", "http", bad.host, "h:80", bad.host, bad.reason, bad.offset)
		if bad.host != "" {
			checkTargetRefused(t, "GET", "http", bad.host, "http://h/", bad.host, bad.reason, bad.offset)
		}
	}
	for _, test := range []struct {
		method, target string
		reason         ErrorType
		offset         int
	}{
		{"GET", "", ErrNotRequestTarget, 0},
		{"GET", "*", ErrNotRequestTarget, 0},
		{"options", "*", ErrNotRequestTarget, 0},
		{"OPTIONS", "**", ErrNotRequestTarget, 0},
		{"OPTIONS", "", ErrNotRequestTarget, 0},
		{"GET", "a", ErrNotRequestTarget, 0},
		{"GET", "?a", ErrNotRequestTarget, 0},
		{"GET", `\\evil.example/`, ErrNotRequestTarget, 0},
		{"GET", "example.com:443", ErrNotRequestTarget, 0},
		{"GET", "http:/h/", ErrNotRequestTarget, 0},
		{"GET", "http:h", ErrNotRequestTarget, 0},
		{"GET", "http", ErrNotRequestTarget, 0},
		{"GET", `http:\\h\`, ErrNotRequestTarget, 0},
		{"GET", "ftp://h/", ErrNotRequestTarget, 0},
		{"GET", "ws://h/", ErrNotRequestTarget, 0},
		{"GET", "file:///etc/passwd", ErrNotRequestTarget, 0},
		{"GET", "httpſ://h/", ErrNotRequestTarget, 0},
		{"GET", "http://", ErrHostMissing, 7},
		{"GET", "http:///h/", ErrHostMissing, 7},
		{"GET", "https://?h", ErrHostMissing, 8},
		{"GET", "http://:80/", ErrHostMissing, 7},
		{"GET", "http://a:b@h/", ErrInvalidCredentials, 10},
		{"GET", "http://@h/", ErrInvalidCredentials, 7},
		{"GET", `http://h\@evil.example/`, ErrHostInvalidCodePoint, 8},
		{"GET", "http://h:x/", ErrPortInvalid, 9},
		{"GET", "http://a%00/", ErrDomainToASCII, 8},
		{"GET", "/a#b", ErrInvalidURLUnit, 2},
		{"GET", "http://h/#", ErrInvalidURLUnit, 9},
		{"GET", "/a b", ErrInvalidURLUnit, 2},
		{"GET", " /", ErrInvalidURLUnit, 0},
		{"GET", "/ ", ErrInvalidURLUnit, 1},
		{"GET", "/\t/evil.example", ErrInvalidURLUnit, 1},
		{"GET", "/\r\nHost: evil.example", ErrInvalidURLUnit, 1},
		{"GET", "/\x00", ErrInvalidURLUnit, 1},
		{"GET", "/\x7F", ErrInvalidURLUnit, 1},
		{"CONNECT", "", ErrHostMissing, 0},
		{"CONNECT", "/", ErrHostInvalidCodePoint, 0},
		{"CONNECT", "*", ErrPortInvalid, 1},
		{"CONNECT", "h", ErrPortInvalid, 1},
		{"CONNECT", "h:", ErrPortInvalid, 2},
		{"CONNECT", "[::1]", ErrPortInvalid, 5},
		{"CONNECT", "http://h:80/", ErrHostInvalidCodePoint, 5},
		{"CONNECT", "a@h:80", ErrInvalidCredentials, 1},
		{"CONNECT", "h:80/", ErrHostInvalidCodePoint, 4},
	} {
		checkTargetRefused(t, test.method, "http", "host", test.target, test.target, test.reason, test.offset)
	}
	for _, scheme := range []string{"", "ws", "file", "ftp", "http:", "http://", "http://evil.example/?", "HTTP"} {
		checkTargetRefused(t, "GET", scheme, "h", "/", scheme, ErrSchemeInvalid, 0)
		checkTargetRefused(t, "GET", scheme, "h", "http://h/", scheme, ErrSchemeInvalid, 0)
	}
}

func checkTargetRefused(t *testing.T, method, scheme, host, target, wrong string, reason ErrorType, offset int) {
	t.Helper()
	u, err := ParseRequestTarget(method, scheme, host, target)
	want := Error{Op: "ParseRequestTarget", Input: wrong, Offset: offset, Err: reason}
	if e := (*Error)(nil); !u.IsZero() || !errors.As(err, &e) || !e.is(want) {
		t.Errorf("%s %q, host %q, scheme %q: got %q, error %v; want %v", method, target, host, scheme, u, err, &want)
	}
}

// TestParseRequestTargetErrors checks that messages hide credentials.
func TestParseRequestTargetErrors(t *testing.T) {
	for _, test := range []struct{ method, host, target, want string }{
		{"GET", "user:secret@h", "/", `url: ParseRequestTarget "xxxxx@h": invalid-credentials at byte 5`},
		{"GET", "user@h", "/", `url: ParseRequestTarget "xxxxx@h": invalid-credentials at byte 5`},
		{"GET", "user:sec@ret@h", "/", `url: ParseRequestTarget "xxxxx@h": invalid-credentials at byte 0`},
		{"GET", "h", "http://user:secret@h/a b", `url: ParseRequestTarget "http://xxxxx@h/a b": invalid-URL-unit at byte 16`},
		{"GET", "h", "HTTP://user:secret@h/", `url: ParseRequestTarget "HTTP://xxxxx@h/": invalid-credentials at byte 12`},
		{"CONNECT", "h", "user:secret@h:443", `url: ParseRequestTarget "xxxxx@h:443": invalid-credentials at byte 5`},
		{"GET", "h", "/?u=user:secret@h#", `url: ParseRequestTarget "/xxxxx"…: invalid-URL-unit at byte 8`},
		{"GET", "h", "user:secret@h", `url: ParseRequestTarget "xxxxx@h": not-a-request-target at byte 0`},
	} {
		_, err := ParseRequestTarget(test.method, "http", test.host, test.target)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s %q, host %q:\ngot  %v\nwant %s", test.method, test.target, test.host, err, test.want)
		}
	}
}

func FuzzParseRequestTarget(f *testing.F) {
	for _, target := range []string{"/a/../b?c", "//h", "*", "h:443", "http://h/", `/\h`, "HTTPS://H:80?a", "http:///h", "/a#b", `http://g\@h/`, "/..//h", `/a\..\b`, "/a/%2e%2e/b"} {
		for _, host := range []string{"g", "g:80", "[::1]:8", "a@b", "", "é"} {
			f.Add("GET", true, host, target)
			f.Add("CONNECT", false, host, target)
			f.Add("OPTIONS", true, host, target)
		}
	}
	f.Fuzz(func(t *testing.T, method string, tls bool, host, target string) {
		scheme := "http"
		if tls {
			scheme = "https"
		}
		u, err := ParseRequestTarget(method, scheme, host, target)
		if err != nil {
			e := (*Error)(nil)
			if !u.IsZero() || !errors.As(err, &e) || e.Input != host && e.Input != target || e.Offset < 0 || e.Offset > len(e.Input) {
				t.Errorf("%q, host %q: got %q, error %#v", target, host, u, err)
			}
			return
		}
		checkRequestTarget(t, u, method, scheme, host, target)
	})
}

// checkRequestTarget checks that each part of u comes from where RFC 9112 takes it.
func checkRequestTarget(t *testing.T, u URL, method, scheme, host, target string) {
	t.Helper()
	authority := scheme + "://" + host
	wantPath := "/"
	switch {
	case method == "CONNECT":
		authority = scheme + "://" + target
	case strings.HasPrefix(target, "/"):
		wantPath = target
	case target == "*":
		if method != "OPTIONS" {
			t.Errorf("%s *: got %q", method, u)
		}
	default:
		if u != MustParse(target) {
			t.Errorf("%q: got %q", target, u)
		}
		at := strings.Index(target, "://") + len("://")
		end := at + strings.IndexAny(target[at:]+"/", "/?")
		authority, wantPath = target[:end], target[end:]
	}
	want, err := Parse(authority)
	if err != nil || u.Origin() != want.Origin() || strings.Contains(authority, "@") || u.IncludesCredentials() {
		t.Errorf("%s %q, host %q: got %q, error %v; want origin %v", method, target, host, u, err, want.Origin())
	}
	if _, ok := u.Fragment(); ok || strings.ContainsAny(host+target, " \t\r\n") {
		t.Errorf("%s %q, host %q: got %q", method, target, host, u)
	}
	path, query, hasQuery := strings.Cut(wantPath, "?")
	v := want
	if err := v.SetPathname(path); err != nil || u.Pathname() != v.Pathname() {
		t.Errorf("%s %q: got path %q, want %q, error %v", method, target, u.Pathname(), v.Pathname(), err)
	}
	v.SetSearch("?" + query)
	q, ok := u.Query()
	if wantQuery, _ := v.Query(); ok != hasQuery || q != wantQuery {
		t.Errorf("%s %q: got query %q, %t", method, target, q, ok)
	}
	if strings.HasPrefix(path, "//") != strings.HasPrefix(u.Pathname(), "//") && !strings.ContainsAny(path, `.\`) && !strings.Contains(strings.ToLower(path), "%2e") {
		t.Errorf("%s %q: got path %q", method, target, u.Pathname())
	}
	if again, err := ParseRequestTarget("GET", u.Scheme(), u.Host(), u.Pathname()+u.Search()); err != nil || again.Host() != u.Host() || again.Pathname() != u.Pathname() {
		t.Errorf("%q: its parts give %q, error %v", u, again, err)
	}
	if before, _, _ := strings.Cut(target, "?"); before == u.Pathname() {
		checkUnchangedTarget(t, u, target)
	}
}

// checkUnchangedTarget checks that Go's server and its file server read a target as u, if the parser did not change its path and
// the path is not ambiguous.
func checkUnchangedTarget(t *testing.T, u URL, target string) {
	t.Helper()
	segments, err := u.DecodedSegments()
	if err != nil {
		return
	}
	n, err := neturl.ParseRequestURI(target)
	if want := path.Join("/", path.Join(segments...)); err != nil || path.Clean(n.Path) != want || strings.TrimSuffix(n.Path, "/") != strings.TrimSuffix(want, "/") {
		t.Errorf("%q: net/url reads %v, error %v; want %q", target, n, err, want)
	}
}

func TestDialAddress(t *testing.T) {
	for in, want := range map[string]string{
		"http://example.com":             "example.com:80",
		"https://example.com/a?b#c":      "example.com:443",
		"https://user:pass@EXAMPLE.com":  "example.com:443",
		"ws://h":                         "h:80",
		"wss://h":                        "h:443",
		"ftp://h":                        "h:21",
		"https://[::1]/":                 "[::1]:443",
		"https://[0:0::1]:8443/":         "[::1]:8443",
		"https://h:443/":                 "h:443",
		"https://h:0/":                   "h:0",
		"http://127.1:65535":             "127.0.0.1:65535",
		"https://bücher.example":         "xn--bcher-kva.example:443",
		"https://h./":                    "h.:443",
		"redis://cache:6379/0":           "cache:6379",
		"redis://cache/0":                "",
		"foo://[::1]:1":                  "[::1]:1",
		"foo://a%3A1:2":                  "",
		"redis://127.0.0.1:6379":         "127.0.0.1:6379",
		"redis://127.1:6379":             "",
		"redis://0x7f.0.0.1:1":           "",
		"redis://127.0.0.1.:1":           "",
		"redis://cache.0x1:1":            "",
		"redis://cache1:1":               "cache1:1",
		"redis://%31.0.0.1:1":            "",
		"foo://":                         "",
		"foo:/a":                         "",
		"file:///a":                      "",
		"file://server/a":                "",
		"mailto:a@b:80":                  "",
		"blob:https://example.com:8080/": "",
	} {
		if got := MustParse(in).DialAddress(); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if got := (URL{}).DialAddress(); got != "" {
		t.Errorf("the zero URL: got %q", got)
	}
}

func TestRequestURL(t *testing.T) {
	for _, test := range []struct {
		in   string
		want neturl.URL
	}{
		{"https://h/a%2fb?c", neturl.URL{Scheme: "https", Host: "h", Path: "/a/b", RawPath: "/a%2fb", RawQuery: "c"}}, // as NetURL
		{"https://h/a|b", neturl.URL{Scheme: "https", Host: "h", Path: "/a|b", Opaque: "/a|b"}},
		{"https://h/a|b/%7C%c3%A9?", neturl.URL{Scheme: "https", Host: "h", Path: "/a|b/|é", Opaque: "/a|b/%7C%c3%A9", ForceQuery: true}},
		{"https://h:8080/|?%|#f", neturl.URL{Scheme: "https", Host: "h:8080", Path: "/|", Opaque: "/|", RawQuery: "%|"}},
		{"https://[::1]/|", neturl.URL{Scheme: "https", Host: "[::1]", Path: "/|", Opaque: "/|"}},
		{"https://h/a?b#{}", neturl.URL{Scheme: "https", Host: "h", Path: "/a", Opaque: "/a", RawQuery: "b"}},
		{"https://h/#%", neturl.URL{Scheme: "https", Host: "h", Path: "/", Opaque: "/"}},
		{"https://a!b:c%3bd@h/", neturl.URL{Scheme: "https", Host: "h", Path: "/", Opaque: "/", User: neturl.UserPassword("a!b", "c;d")}},
		{"https://%@h/", neturl.URL{Scheme: "https", Host: "h", Path: "/", Opaque: "/", User: neturl.User("%")}},
		{"https://:!@h/", neturl.URL{Scheme: "https", Host: "h", Path: "/", Opaque: "/", User: neturl.UserPassword("", "!")}},
		{`foo://exämple:1/a\b`, neturl.URL{Scheme: "foo", Host: "exämple:1", Path: `/a\b`, Opaque: `/a\b`}},
	} {
		u := MustParse(test.in)
		n, err := u.RequestURL()
		if err != nil || !sameFields(n, &test.want) {
			t.Errorf("%q: got %#v, error %v; want %#v", test.in, n, err, &test.want)
			continue
		}
		checkRequestURL(t, u, n)
	}
}

// sameFields reports whether all fields of two URLs are equal.
func sameFields(n, m *neturl.URL) bool {
	a, b := *n, *m
	a.User, b.User = nil, nil
	return a == b && (n.User == nil) == (m.User == nil) && n.User.String() == m.User.String()
}

// checkRequestURL checks what RequestURL promises of n, its result for u.
func checkRequestURL(t *testing.T, u URL, n *neturl.URL) {
	t.Helper()
	host := PercentDecode(strings.Trim(u.Hostname(), "[]"))
	if n.Scheme != u.Scheme() || n.Hostname() != host || n.Port() != u.Port() || (n.User != nil) != u.IncludesCredentials() {
		t.Errorf("%q: got %#v", u, n)
	}
	if back, err := FromNetURL(n); u.Hostname() != "" && strings.HasPrefix(u.Pathname(), "/") && (err != nil || back.Host() != u.Host() || back.Pathname() != u.Pathname() || back.Search() != u.Search()) {
		t.Errorf("%q: back from net/url: %v, %v", u, back, err)
	}
	password, _ := n.User.Password()
	if n.User.Username() != PercentDecode(u.Username()) || password != PercentDecode(u.Password()) {
		t.Errorf("%q: got credentials %q", u, n.User)
	}
	if !strings.HasPrefix(u.Pathname(), "/") || u.Pathname() == "//" || !u.IsSpecial() {
		return // net/http does not send it
	}
	href := u.Href()
	if host == "" { // of a file: URL
		href = strings.Replace(href, ":///", "://h/", 1)
	}
	target, _ := targetAndHost(href)
	if n.RequestURI() != target || n.Path != PercentDecode(u.Pathname()) {
		t.Errorf("%q: sends %q, path %q", u, n.RequestURI(), n.Path)
	}
}

func TestRequestURLRefuses(t *testing.T) {
	for _, test := range []struct {
		in, reason string
		offset     int
	}{
		{"http://h//evil.example/|", "net/http would send the path as a URL with another host", 8},
		{"http://h//evil.example/?#{}", "net/http would send the path as a URL with another host", 8},
		{"http://h/a%", `the "%" does not begin an encoded byte`, 10},
		{"http://h/%41|%4", `the "%" does not begin an encoded byte`, 13},
		{"http://a`b/|", "net/url rejects the host: invalid character \"`\" in host name", 8},
		{`http://a"b/|`, `net/http would leave out the Host field for the "\""`, 8},
	} {
		n, err := MustParse(test.in).RequestURL()
		checkRefused(t, test.in, n, err, test.offset, test.reason)
	}
}

func FuzzRequestURL(f *testing.F) {
	for _, seed := range []string{
		"http://user:pass@example.com:8080/a|b/%7c?q=%#f", "http://h//a|", "http://h/%|", `foo:\a|\b`, "mailto:%#{}", "foo://?#{}", "foo:/|",
		"file:///C|/|", "http://a!:;@h/", "https://[::1]:8/|", "foo://%C3%a4/|", "http://h/#{}", "foo:/.//|", "http://a\"b/|", "https://h/|??", "http://h/|:///",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rawURL string) {
		u, err := Parse(rawURL)
		if err != nil {
			return
		}
		n, err := u.RequestURL()
		switch asNetURL := u.tryHref(); {
		case asNetURL != nil:
			if err != nil || !sameFields(n, asNetURL) {
				t.Errorf("%q: got %#v, error %v; NetURL gives %#v", u, n, err, asNetURL)
			}
		case err != nil:
			if e := (*Error)(nil); n != nil || !errors.Is(err, ErrNotRepresentable) || !errors.As(err, &e) || e.Offset > len(u.Href()) {
				t.Errorf("%q: %v, %v", u, n, err)
			}
		default:
			if strings.HasPrefix(n.Opaque, "//") || indexLonePercent(n.Opaque) >= 0 || n.Opaque != u.Pathname() || n.Fragment != "" {
				t.Errorf("%q: got %#v", u, n)
			}
			checkRequestURL(t, u, n)
		}
	})
}
