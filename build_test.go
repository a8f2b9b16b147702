package url

import (
	"errors"
	"fmt"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestBuild has components and their URLs. The expected values come from the standard: its percent-encode sets, URL
// units and serializers.
func TestBuild(t *testing.T) {
	pairs := func(list ...[2]string) [][2]string { return list }
	for _, test := range []struct {
		c    Components
		want string
	}{
		// Scheme, host and port are normalized.
		{Components{Scheme: "http", Host: "h"}, "http://h/"},
		{Components{Scheme: "HTTPS", Host: "EXAMPLE.com"}, "https://example.com/"},
		{Components{Scheme: "https", Host: "bücher.example"}, "https://xn--bcher-kva.example/"},
		{Components{Scheme: "https", Host: "0x7f.1"}, "https://127.0.0.1/"},
		{Components{Scheme: "https", Host: "[0:0::1]", Port: 8443}, "https://[::1]:8443/"},
		{Components{Scheme: "https", Host: "h", Port: 443}, "https://h/"},
		{Components{Scheme: "https", Host: "h", Port: 80}, "https://h:80/"},
		{Components{Scheme: "wss", Host: "h", Port: 65535}, "wss://h:65535/"},
		{Components{Scheme: "https", Host: "a%2Db"}, "https://a-b/"},

		// Hosts of schemes that are not special, and of file.
		{Components{Scheme: "A+b-1.c", Host: "H"}, "a+b-1.c://H"},
		{Components{Scheme: "foo", Host: "ü%41"}, "foo://%C3%BC%41"},
		{Components{Scheme: "foo", Host: "[::1]", Port: 80}, "foo://[::1]:80"},
		{Components{Scheme: "foo", Segments: []string{"a"}}, "foo:/a"},
		{Components{Scheme: "foo", Segments: []string{""}}, "foo:/"},
		{Components{Scheme: "foo", Segments: []string{"a", ""}}, "foo:/a/"},
		{Components{Scheme: "foo", Host: "h", Segments: []string{""}}, "foo://h/"},
		{Components{Scheme: "foo", Host: "h", Query: pairs([2]string{"a", "b"}), Fragment: "c"}, "foo://h?a=b#c"},
		{Components{Scheme: "file"}, "file:///"},
		{Components{Scheme: "file", Host: "Server", Segments: []string{"share", "a"}}, "file://server/share/a"},
		{Components{Scheme: "file", Segments: []string{"C:", "a"}}, "file:///C:/a"},
		{Components{Scheme: "file", Segments: []string{"C|", "a"}}, "file:///C%7C/a"},
		{Components{Scheme: "localhost", Host: "localhost"}, "localhost://localhost"},

		// Credentials.
		{Components{Scheme: "https", Username: "u", Password: "p", Host: "h"}, "https://u:p@h/"},
		{Components{Scheme: "https", Password: "p", Host: "h"}, "https://:p@h/"},
		{Components{Scheme: "https", Username: "u", Host: "h"}, "https://u@h/"},
		{Components{Scheme: "foo", Username: "a:b@c/d%40", Password: ":@/?#[]|%\\", Host: "h"},
			"foo://a%3Ab%40c%2Fd%2540:%3A%40%2F%3F%23%5B%5D%7C%25%5C@h"},

		// Delimiters stay in their component.
		{Components{Scheme: "http", Host: "h", Segments: []string{"a/b", `c\d`, "e?f", "g#h", "%2F", "100%"}},
			"http://h/a%2Fb/c%5Cd/e%3Ff/g%23h/%252F/100%25"},
		{Components{Scheme: "http", Host: "h", Segments: []string{"%2e%2E", "%2e", "...", ". ", "\t.\n"}},
			"http://h/%252e%252E/%252e/.../.%20/%09.%0A"},
		{Components{Scheme: "http", Host: "h", Segments: []string{"!\"$&'()*+,-.:;<=>@[]^_`{|}~"}},
			"http://h/!%22$&'()*+,-.:;%3C=%3E@%5B%5D%5E_%60%7B%7C%7D~"},
		{Components{Scheme: "http", Host: "h", Query: pairs([2]string{"a&b=c", "d+e f"}, [2]string{"", ""}, [2]string{"ü", "%#~*"})},
			"http://h/?a%26b%3Dc=d%2Be+f&=&%C3%BC=%25%23%7E*"},
		{Components{Scheme: "http", Host: "h", Query: pairs([2]string{})}, "http://h/?="},
		{Components{Scheme: "http", Host: "h", Query: pairs()}, "http://h/"},
		{Components{Scheme: "http", Host: "h", Fragment: "a/b?c#d%41 \"<>`[\\]^{|}~'"},
			"http://h/#a/b?c%23d%2541%20%22%3C%3E%60%5B%5C%5D%5E%7B%7C%7D~'"},

		// Controls, and bytes that are not UTF-8.
		{Components{Scheme: "http", Username: "\x00\t", Host: "h", Segments: []string{"\r\n", "\x7f"}, Fragment: " \t\n"},
			"http://%00%09@h/%0D%0A/%7F#%20%09%0A"},
		{Components{Scheme: "http", Username: "\xff", Password: "\xe2\x82", Host: "h", Segments: []string{"\xff"}, Query: pairs([2]string{"\xff", ""}), Fragment: "\xff"},
			"http://%FF:%E2%82@h/%FF?%FF=#%FF"},
	} {
		u, err := Build(test.c)
		if err != nil || u.Href() != test.want || u != MustParse(test.want) {
			t.Errorf("%+v: got %q, %v, want %q", test.c, u, err, test.want)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	refused := func(component string, offset int, reason ErrorType) Error {
		return Error{Op: "build", Input: component, Offset: offset, Err: reason}
	}
	segments := []string{"a"}
	for _, test := range []struct {
		c    Components
		want Error
	}{
		{Components{}, refused("", 0, ErrSchemeInvalid)},
		{Components{Host: "h"}, refused("", 0, ErrSchemeInvalid)},
		{Components{Scheme: "1a", Host: "h"}, refused("1a", 0, ErrSchemeInvalid)},
		{Components{Scheme: "http:", Host: "h"}, refused("http:", 4, ErrSchemeInvalid)},
		{Components{Scheme: "ht\ttp", Host: "h"}, refused("ht\ttp", 2, ErrSchemeInvalid)},
		{Components{Scheme: "http"}, refused("http", 4, ErrHostMissing)},
		{Components{Scheme: "wss", Segments: segments}, refused("wss", 3, ErrHostMissing)},
		{Components{Scheme: "http", Host: "a/b"}, refused("a/b", 1, ErrDomainToASCII)},
		{Components{Scheme: "http", Host: "a:80"}, refused("a:80", 1, ErrDomainToASCII)},
		{Components{Scheme: "http", Host: "::1"}, refused("::1", 0, ErrDomainToASCII)},
		{Components{Scheme: "http", Host: "a\t"}, refused("a\t", 1, ErrDomainToASCII)},
		{Components{Scheme: "http", Host: "[::1"}, refused("[::1", 4, ErrIPv6Unclosed)},
		{Components{Scheme: "file", Host: "C|"}, refused("C|", 1, ErrDomainToASCII)},
		{Components{Scheme: "foo", Host: "a@b"}, refused("a@b", 1, ErrHostInvalidCodePoint)},
		{Components{Scheme: "file", Username: "u"}, refused("file", 4, ErrCannotHaveCredentialsOrPort)},
		{Components{Scheme: "file", Host: "h", Password: "secret"}, refused("file", 4, ErrCannotHaveCredentialsOrPort)},
		{Components{Scheme: "file", Host: "h", Port: 1}, refused("file", 4, ErrCannotHaveCredentialsOrPort)},
		{Components{Scheme: "foo", Password: "secret", Segments: segments}, refused("foo", 3, ErrCannotHaveCredentialsOrPort)},
		{Components{Scheme: "foo", Port: 1, Segments: segments}, refused("foo", 3, ErrCannotHaveCredentialsOrPort)},
		{Components{Scheme: "foo"}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", Segments: []string{}, Fragment: "a"}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", Segments: []string{"", ""}}, refused("", 0, ErrInvalidPathSegment)},
		{Components{Scheme: "http", Host: "h", Segments: []string{"", "a"}}, refused("", 0, ErrInvalidPathSegment)},
		{Components{Scheme: "http", Host: "h", Segments: []string{"a", ".", "b"}}, refused(".", 0, ErrInvalidPathSegment)},
		{Components{Scheme: "http", Host: "h", Segments: []string{"a", ".."}}, refused("..", 0, ErrInvalidPathSegment)},
	} {
		u, err := Build(test.c)
		if e := (*Error)(nil); !errors.As(err, &e) || *e != test.want || !u.IsZero() {
			t.Errorf("%+v: got %q, %v, want %v", test.c, u, err, &test.want)
		}
	}
	for _, host := range []string{"localhost", "LocalHost", "%6Cocalhost", "ｌocalhost"} {
		u, err := Build(Components{Scheme: "file", Host: host, Segments: segments})
		if e := (*Error)(nil); !errors.Is(err, ErrNotRepresentable) || !errors.As(err, &e) || e.Op != "build" || e.Input != host || !u.IsZero() {
			t.Errorf("file with the host %q: got %q, %v", host, u, err)
		}
	}
}

// FuzzBuild checks that decoding the URL gives the components back, and that Build refuses only what it says.
func FuzzBuild(f *testing.F) {
	f.Add("https", "u", "p", "example.com", uint16(443), uint8(3), "a", "b", "q", "v", "f")
	f.Add("HTTP", "", "p:@%/?#\\", "[::1]", uint16(8080), uint8(2), "C|", "", "\x00\t\r\n", "&=+ %41", "#?/%\x00\t\n|[]^")
	f.Add("file", "", "", "", uint16(0), uint8(3), "C|", "%2e%2e", "", "", "\\")
	f.Add("file", "", "", "localhost", uint16(0), uint8(0), "C:", "..", "a", "b", "")
	f.Add("foo", "", "", "", uint16(0), uint8(2), "", "", "", "", "")
	f.Add("foo", "a\tb", "\xff", "H%41", uint16(1), uint8(6), "/\\?#", "\xe2\x82\xff", "\xff", "ü\n", "\u2028")
	f.Fuzz(func(t *testing.T, scheme, username, password, host string, port uint16, shape uint8, segment1, segment2, name, value, fragment string) {
		c := Components{Scheme: scheme, Username: username, Password: password, Host: host, Port: port, Fragment: fragment}
		if n := int(shape & 3); n > 0 {
			c.Segments = []string{segment1, segment2, ""}[:n]
		}
		if shape&4 != 0 {
			c.Query = [][2]string{{name, value}, {value, name}}
		}
		u, err := Build(c)
		if want := reasonNotToBuild(&c); want != 0 || err != nil {
			e := (*Error)(nil)
			if !errors.As(err, &e) || !errors.Is(err, want) || e.Op != "build" || e.Offset > len(e.Input) || !u.IsZero() {
				t.Fatalf("%+v: got %q, %v, want %v", c, u, err, want)
			}
			return
		}
		if err := brokenInvariant(u); err != nil {
			t.Fatal(err)
		}
		checkBuilt(t, u, &c)
	})
}

// schemeString matches https://url.spec.whatwg.org/#url-scheme-string.
var schemeString = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*$`)

// reasonNotToBuild returns why Build must refuse c, or 0 if it must not.
func reasonNotToBuild(c *Components) ErrorType {
	isFile := strings.EqualFold(c.Scheme, "file")
	isSpecial := slices.Contains([]string{"http", "https", "ws", "wss", "ftp", "file"}, strings.ToLower(c.Scheme))
	parse := ParseOpaqueHost
	if isSpecial {
		parse = ParseHost
	}
	host, hostErr := parse(c.Host)
	hasData := c.Username != "" || c.Password != "" || c.Port != 0
	switch e := (*Error)(nil); {
	case !schemeString.MatchString(c.Scheme):
		return ErrSchemeInvalid
	case c.Host == "" && isSpecial && !isFile:
		return ErrHostMissing
	case c.Host != "" && errors.As(hostErr, &e):
		return e.Err.(ErrorType)
	case isFile && host.String() == "localhost":
		return ErrNotRepresentable
	case hasData && (isFile || c.Host == ""):
		return ErrCannotHaveCredentialsOrPort
	case c.Host == "" && !isSpecial && len(c.Segments) == 0:
		return ErrOpaquePath
	}
	for i, s := range c.Segments {
		if s == "." || s == ".." || s == "" && i+1 < len(c.Segments) {
			return ErrInvalidPathSegment
		}
	}
	return 0
}

// checkBuilt checks that u has the components c, and nothing else.
func checkBuilt(t *testing.T, u URL, c *Components) {
	t.Helper()
	decoded := func(s string) string { return PercentDecode(s) }
	var segments []string
	for s := range u.PathSegments() {
		segments = append(segments, decoded(s))
	}
	var wantSegments []string
	for _, s := range c.Segments {
		wantSegments = append(wantSegments, s)
	}
	if wantSegments == nil && u.IsSpecial() {
		wantSegments = []string{""}
	}
	var pairs, wantPairs [][2]string
	for name, value := range u.SearchParams().All() {
		pairs = append(pairs, [2]string{name, value})
	}
	for _, p := range c.Query {
		wantPairs = append(wantPairs, [2]string{toScalarValues(p[0]), toScalarValues(p[1])})
	}
	fragment, hasFragment := u.Fragment()
	_, hasQuery := u.Query()
	if decoded(u.Username()) != c.Username || decoded(u.Password()) != c.Password ||
		!slices.Equal(segments, wantSegments) || !slices.Equal(pairs, wantPairs) || hasQuery != (len(c.Query) > 0) ||
		decoded(fragment) != c.Fragment || hasFragment != (c.Fragment != "") {
		t.Fatalf("%+v: got %q", c, u)
	}
	if u.Scheme() != strings.ToLower(c.Scheme) {
		t.Fatalf("%+v: got %q: another scheme", c, u)
	}
	if port, ok := u.EffectivePort(); c.Port != 0 && (!ok || port != c.Port) || c.Port == 0 && u.Port() != "" {
		t.Fatalf("%+v: got %q: another port", c, u)
	}
	var want Host
	switch {
	case c.Host == "":
	case u.IsSpecial():
		want, _ = ParseHost(c.Host)
	default:
		want, _ = ParseOpaqueHost(c.Host)
	}
	if host, ok := u.ParsedHost(); host != want || ok != (c.Host != "" || u.Scheme() == "file") {
		t.Fatalf("%+v: got %q: another host", c, u)
	}
	for _, e := range Validate(u.Href()) {
		if at := uint32(e.Offset); e.Type != ErrInvalidCredentials && (at < u.hostStart || at > u.hostEnd) {
			t.Fatalf("%+v: got %q: %v", c, u, e)
		}
	}
}

func TestJoinPath(t *testing.T) {
	for _, test := range []struct {
		base string
		elem []string
		want string
	}{
		{"http://h", nil, "http://h/"},
		{"http://h/a/", nil, "http://h/a/"},
		{"http://h/a", []string{"b", "c/d"}, "http://h/a/b/c/d"},
		{"http://h/a?q#f", []string{"b"}, "http://h/a/b?q#f"},
		{"http://u:p@h:1/a", []string{"b"}, "http://u:p@h:1/a/b"},

		// There is exactly one slash between two paths, and a slash at the end stays.
		{"http://h/a/", []string{"b/", "/c/"}, "http://h/a/b/c/"},
		{"http://h/a/", []string{"///b//", "//c//"}, "http://h/a/b/c/"},
		{"http://h/a", []string{"b//c"}, "http://h/a/b/c"},
		{"http://h/a", []string{"/"}, "http://h/a/"},
		{"http://h/a//", []string{"b"}, "http://h/a//b"},
		{"http://h//", []string{"//evil.example"}, "http://h//evil.example"},
		{"http://h/a", []string{"", "b", "", "c", ""}, "http://h/a/b/c"},
		{"http://h/a", []string{"b/", ""}, "http://h/a/b/"},
		{"http://h/a", []string{""}, "http://h/a"},

		// Dot segments.
		{"http://h/a/b", []string{"../c"}, "http://h/a/c"},
		{"http://h/a/b/", []string{"../c"}, "http://h/a/c"},
		{"http://h/a/b", []string{".."}, "http://h/a/"},
		{"http://h/a/b", []string{"."}, "http://h/a/b/"},
		{"http://h/a/b", []string{"c", "..", "../.."}, "http://h/"},
		{"http://h/a", []string{"../../../b"}, "http://h/b"},
		{"http://h/a", []string{"%2e%2E/b/.%2e", "%2E", "c"}, "http://h/c"},
		{"http://h/a//", []string{"../b"}, "http://h/a/b"},
		{"http://h/a", []string{"...", "..b", "%252e%252e"}, "http://h/a/.../..b/%252e%252e"},

		// What is encoded, and what is not.
		{"http://h/a", []string{"%41%2f", "%c3%A4"}, "http://h/a/%41%2f/%c3%A4"},
		{"http://h", []string{"a?b#c", "a b", "a+b&c=d;e:@"}, "http://h/a%3Fb%23c/a%20b/a+b&c=d;e:@"},
		{"http://h", []string{`\\evil.example`, `..\b`, "@evil.example"}, "http://h/%5C%5Cevil.example/..%5Cb/@evil.example"},
		{"http://h", []string{"[1]", "!\"$&'()*+,-.:;<=>@[\\]^_`{|}~"},
			"http://h/%5B1%5D/!%22$&'()*+,-.:;%3C=%3E@%5B%5C%5D%5E_%60%7B%7C%7D~"},
		{"http://h", []string{"日本", "\xFF", ".\t./\nb\x00"}, "http://h/%E6%97%A5%E6%9C%AC/%EF%BF%BD/.%09./%0Ab%00"},
		{"http://h/100%|[", []string{"41"}, "http://h/100%|[/41"},

		{"file:///", []string{"C|", "a"}, "file:///C%7C/a"},
		{"file:///C:/a", []string{"../../b"}, "file:///C:/b"},
		{"foo://h", nil, "foo://h"},
		{"foo://h", []string{"a"}, "foo://h/a"},
		{"foo://h", []string{".."}, "foo://h/"},
		{"foo:/", []string{"", "//a"}, "foo:/a"},
		{"foo:/.//a", []string{"b"}, "foo:/.//a/b"},
		{"foo:/.//a", []string{"../../b"}, "foo:/b"},
		{`foo:/a\b`, []string{"..", `c\d`}, `foo:/c%5Cd`},
	} {
		u := MustParse(test.base)
		got, err := u.JoinPath(test.elem...)
		if err != nil || got.Href() != test.want || got != MustParse(test.want) {
			t.Errorf("%q, %q: got %q, %v, want %q", test.base, test.elem, got, err, test.want)
		}
		if errs := Validate(got.Href()); len(Validate(test.base)) == 0 && len(errs) > 0 {
			t.Errorf("%q, %q: the result is not a valid URL string: %v", test.base, test.elem, errs)
		}
		if u != MustParse(test.base) {
			t.Errorf("%q, %q: the receiver became %q", test.base, test.elem, u)
		}
	}
}

// TestJoinPathOfNetURL compares the results with those of net/url. A row has the result if it is another one.
func TestJoinPathOfNetURL(t *testing.T) {
	for _, test := range []struct {
		base  string
		elem  []string
		other string
	}{
		{"https://h", []string{"go"}, ""},
		{"https://h/a/b/c", []string{"../../../go"}, ""},
		{"https://h/", []string{"../go"}, ""},
		{"https://h", []string{"../go", "../../go", "../../../go"}, ""},
		{"https://h/../go", nil, ""},
		{"https://h/", []string{"./go"}, ""},
		{"https://h", []string{"go/"}, ""},
		{"https://h", []string{"go//"}, ""},
		{"https://h", []string{"a//b"}, ""},
		{"https://h/a", []string{"//b", "/c/", "//d"}, ""},
		{"https://h", nil, ""},
		{"https://h/", nil, ""},
		{"https://h/a/", nil, ""},
		{"https://h/a%2fb", []string{"c"}, ""},
		{"https://h/a%2fb", []string{"c%2fd"}, ""},
		{"https://h/a/b", []string{"/go"}, ""},
		{"https://h/a", []string{"%41", "b%20c"}, ""},

		// "//" in the base
		{"https://h//", []string{"/go"}, "https://h//go"},
		{"https://h//", []string{"/go", "a", "b", "c"}, "https://h//go/a/b/c"},
		{"https://h/a//b", nil, "https://h/a//b"},
		// "%2e"
		{"https://h/a/b", []string{"%2e%2e/c"}, "https://h/a/c"},
		{"https://h/a", []string{"%2E/c"}, "https://h/a/c"},
		// a dot segment at the end
		{"https://h/a/b", []string{".."}, "https://h/a/"},
		{"https://h/a/b", []string{"c/."}, "https://h/a/b/c/"},
		// "" at the end
		{"https://h/a", []string{"b/", ""}, "https://h/a/b/"},
		{"https://h/a/", []string{""}, "https://h/a/"},
		// net/url decodes the path, and encodes all of it again.
		{"https://h/a|b", []string{"c"}, "https://h/a|b/c"},
		{"https://h/a", []string{"%41", "b c"}, "https://h/a/%41/b%20c"},
		{"https://h/a", []string{"%41|"}, "https://h/a/%41%7C"},
		{"https://h/a", []string{"[b]"}, "https://h/a/%5Bb%5D"},
	} {
		n, err := neturl.Parse(test.base)
		if err != nil {
			t.Fatal(err)
		}
		want, isOther := n.JoinPath(test.elem...).String(), test.other != ""
		if isOther {
			if want == test.other {
				t.Errorf("%q, %q: net/url agrees on %q", test.base, test.elem, want)
			}
			want = test.other
		}
		if got, err := MustParse(test.base).JoinPath(test.elem...); err != nil || got.Href() != want {
			t.Errorf("%q, %q: got %q, %v, want %q", test.base, test.elem, got, err, want)
		}
	}
	for _, elem := range []string{"100%", "%", "%4", "a/%zz"} {
		if got, err := neturl.JoinPath("https://h/", elem); err == nil {
			t.Errorf("net/url joins %q to %q", elem, got)
		}
	}
}

func TestJoinPathErrors(t *testing.T) {
	hierarchical, opaque := MustParse("http://h/a"), MustParse("mailto:a@b")
	join, add := URL.JoinPath, URL.AppendSegments
	for _, test := range []struct {
		extend func(u URL, texts ...string) (URL, error)
		u      URL
		texts  []string
		want   Error
	}{
		{join, hierarchical, []string{"b", "100%"}, Error{Op: "join path", Input: "100%", Offset: 3, Err: ErrInvalidURLUnit}},
		{join, hierarchical, []string{"%zz"}, Error{Op: "join path", Input: "%zz", Err: ErrInvalidURLUnit}},
		{join, hierarchical, []string{"\xff%41/%4g"}, Error{Op: "join path", Input: "\xff%41/%4g", Offset: 5, Err: ErrInvalidURLUnit}},
		{join, opaque, []string{"b"}, Error{Op: "join path", Input: "mailto:a@b", Err: ErrOpaquePath}},
		{join, opaque, nil, Error{Op: "join path", Input: "mailto:a@b", Err: ErrOpaquePath}},
		{join, URL{}, []string{"%"}, Error{Op: "join path", Err: errZeroURL}},
		{add, hierarchical, []string{"", "b"}, Error{Op: "append segments", Err: ErrInvalidPathSegment}},
		{add, hierarchical, []string{"."}, Error{Op: "append segments", Input: ".", Err: ErrInvalidPathSegment}},
		{add, hierarchical, []string{"..", "b"}, Error{Op: "append segments", Input: "..", Err: ErrInvalidPathSegment}},
		{add, opaque, []string{"b"}, Error{Op: "append segments", Input: "mailto:a@b", Err: ErrOpaquePath}},
		{add, URL{}, []string{""}, Error{Op: "append segments", Err: errZeroURL}},
	} {
		got, err := test.extend(test.u, test.texts...)
		if e := (*Error)(nil); !errors.As(err, &e) || *e != test.want || !got.IsZero() {
			t.Errorf("%q, %q: got %q, %v, want %v", test.u, test.texts, got, err, &test.want)
		}
	}
}

func TestAppendSegments(t *testing.T) {
	for _, test := range []struct {
		base    string
		segment []string
		want    string
	}{
		{"http://h", nil, "http://h/"},
		{"http://h", []string{"a"}, "http://h/a"},
		{"http://h/a", []string{"b", "c"}, "http://h/a/b/c"},
		{"http://h/a/", []string{"b"}, "http://h/a/b"},
		{"http://h/a//", []string{"b"}, "http://h/a//b"},
		{"http://h/a?q#f", []string{"b"}, "http://h/a/b?q#f"},
		{"http://u:p@h:1/a", []string{"//evil.example"}, "http://u:p@h:1/a/%2F%2Fevil.example"},
		{"http://h", []string{`\\evil.example`, "@evil.example"}, "http://h/%5C%5Cevil.example/@evil.example"},
		{"http://h/a", []string{"../b", `..\b`, "..."}, "http://h/a/..%2Fb/..%5Cb/..."},
		{"http://h/a", []string{"%2e%2E", "%2F", "100%"}, "http://h/a/%252e%252E/%252F/100%25"},
		{"http://h", []string{"a?b#c", "a b", "a+b&c=d;e:@"}, "http://h/a%3Fb%23c/a%20b/a+b&c=d;e:@"},
		{"http://h/", []string{"[1]", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
			"http://h/%5B1%5D/!%22%23$%25&'()*+,-.%2F:;%3C=%3E%3F@%5B%5C%5D%5E_%60%7B%7C%7D~"},
		{"http://h", []string{"日本", "\xFF", "a\tb\n\x00"}, "http://h/%E6%97%A5%E6%9C%AC/%FF/a%09b%0A%00"},
		{"file:///", []string{"C|", "a"}, "file:///C%7C/a"},
		{"file:///C:", []string{"a"}, "file:///C:/a"},
		{"foo://h", []string{"a"}, "foo://h/a"},
		{"foo:/", []string{"a"}, "foo:/a"},
		{"foo:/.//", []string{"a"}, "foo:/.//a"},
		{"foo:/.//a", []string{"b"}, "foo:/.//a/b"},
		// A last "" is a slash at the end.
		{"http://h/a", []string{""}, "http://h/a/"},
		{"http://h/a/?q#f", []string{""}, "http://h/a/?q#f"},
		{"http://h/a", []string{"b", ""}, "http://h/a/b/"},
		{"foo://h", []string{""}, "foo://h/"},
		{"foo:/.//", []string{""}, "foo:/.//"},
		{"foo:/", []string{""}, "foo:/"},
		{"http://h/a?q", nil, "http://h/a?q"},
		{"foo://h", nil, "foo://h"},
	} {
		u := MustParse(test.base)
		got, err := u.AppendSegments(test.segment...)
		if err != nil || got.Href() != test.want || got != MustParse(test.want) {
			t.Errorf("%q, %q: got %q, %v, want %q", test.base, test.segment, got, err, test.want)
		}
		if u != MustParse(test.base) {
			t.Errorf("%q, %q: the receiver became %q", test.base, test.segment, u)
		}
	}
}

// FuzzJoinPath compares JoinPath with lists of segments.
func FuzzJoinPath(f *testing.F) {
	f.Add("http://h/a?b#c", "d/e", "..")
	f.Add("http://h/a//", "//.%2E//", "%2e/./b//")
	f.Add("file:///C:/", "C|", "../../..")
	f.Add("file:///", "C:", "../D:/..")
	f.Add("foo:/.//a/", "//b", "../../..")
	f.Add("foo://h", `\`, ".%2E\x00\xFF é?#%4")
	f.Fuzz(func(t *testing.T, base, a, b string) {
		u, err := Parse(base)
		if err != nil || u.HasOpaquePath() {
			return
		}
		joined, err := u.JoinPath(a, b)
		if lonePercent.MatchString(a) || lonePercent.MatchString(b) {
			if !errors.Is(err, ErrInvalidURLUnit) || !joined.IsZero() {
				t.Fatalf("%q, %q, %q: got %q, error %v", base, a, b, joined, err)
			}
			return
		}
		checkExtended(t, u, joined, err)
		first, _ := u.JoinPath(a)
		if step, err := first.JoinPath(b); err != nil || step != joined {
			t.Errorf("%q, %q, %q: at once %q, one by one %q, %v", base, a, b, joined, step, err)
		}
		want := joinedSegments(u, a, b)
		if got := slices.Collect(joined.PathSegments()); !slices.Equal(got, want) {
			t.Errorf("%q, %q, %q: segments %q, want %q", base, a, b, got, want)
		}
	})
}

// FuzzAppendSegments checks that decoding the segments gives them back.
func FuzzAppendSegments(f *testing.F) {
	f.Add("http://h/a?b#c", "d/e", "..")
	f.Add("file:///", "C|", "C:")
	f.Add("foo:/.//a/", "//b", "%2e")
	f.Add("foo://h", `\`, ".%2E\x00\xFF é?#\t")
	f.Fuzz(func(t *testing.T, base, a, b string) {
		u, err := Parse(base)
		if err != nil || u.HasOpaquePath() {
			return
		}
		added := []string{a, b}
		extended, err := u.AppendSegments(added...)
		if a == "" || slices.ContainsFunc(added, func(s string) bool { return s == "." || s == ".." }) {
			if !errors.Is(err, ErrInvalidPathSegment) || !extended.IsZero() {
				t.Fatalf("%q, %q: got %q, error %v", base, added, extended, err)
			}
			return
		}
		checkExtended(t, u, extended, err)
		kept := segmentsBefore(u)
		got := slices.Collect(extended.PathSegments())
		for i := len(kept); i < len(got); i++ {
			got[i] = PercentDecode(got[i])
		}
		if want := append(kept, a, b); !slices.Equal(got, want) {
			t.Errorf("%q, %q: segments %q, want %q", base, added, got, want)
		}
		checkDataSegments(t, toScalarValues(a), toScalarValues(b))
	})
}

var (
	lonePercent = regexp.MustCompile(`(?s)%([^[:xdigit:]]|.[^[:xdigit:]]|.?$)`)
	singleDot   = regexp.MustCompile(`(?i)^(\.|%2e)$`)
	doubleDot   = regexp.MustCompile(`(?i)^(\.|%2e){2}$`)
	driveLetter = regexp.MustCompile(`^[A-Za-z]:$`)
	notInPath   = regexp.MustCompile(`[^A-Za-z0-9!$%&'()*+,\-./:;=@_~]`) // ASCII that is not a URL unit, "?", and beyond ASCII
)

// checkExtended checks that nothing but the path of u changed.
func checkExtended(t *testing.T, u, extended URL, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%q: %v", u, err)
	}
	if err := brokenInvariant(extended); err != nil {
		t.Fatal(err)
	}
	if extended.Protocol() != u.Protocol() || extended.Host() != u.Host() || extended.Username() != u.Username() ||
		extended.Password() != u.Password() || extended.href[extended.queryStart:] != u.href[u.queryStart:] {
		t.Errorf("%q: more than the path changed: %q", u, extended)
	}
	if errs := Validate(extended.href); len(errs) > 0 && len(Validate(u.href)) == 0 {
		t.Errorf("%q became %q, which is not a valid URL string: %v", u, extended, errs)
	}
}

// segmentsBefore returns the segments of u that stay if others are added: all but an empty one at the end.
func segmentsBefore(u URL) []string {
	segments := slices.Collect(u.PathSegments())
	if n := len(segments); n > 0 && segments[n-1] == "" {
		segments = segments[:n-1]
	}
	return segments
}

// joinedSegments returns the segments of u's path after joining elem, by JoinPath's rule.
func joinedSegments(u URL, elem ...string) []string {
	parts := strings.FieldsFunc(strings.Join(elem, "/"), func(r rune) bool { return r == '/' })
	last := strings.Join(elem, "")
	isDirectory := strings.HasSuffix(last, "/")
	if len(parts) == 0 && !isDirectory {
		return slices.Collect(u.PathSegments())
	}
	segments := segmentsBefore(u)
	for i, part := range parts {
		isDots := singleDot.MatchString(part) || doubleDot.MatchString(part)
		isDrive := u.Protocol() == "file:" && len(segments) == 1 && driveLetter.MatchString(segments[0])
		switch {
		case !isDots:
			segments = append(segments, notInPath.ReplaceAllStringFunc(toScalarValues(part), func(s string) string {
				encoded := ""
				for _, b := range []byte(s) {
					encoded += fmt.Sprintf("%%%02X", b)
				}
				return encoded
			}))
		case doubleDot.MatchString(part) && len(segments) > 0 && !isDrive:
			segments = segments[:len(segments)-1]
		}
		isDirectory = isDirectory || isDots && i == len(parts)-1
	}
	if isDirectory {
		segments = append(segments, "")
	}
	return segments
}
