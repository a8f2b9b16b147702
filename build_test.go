package url

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/infra"
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

		// Opaque paths.
		{Components{Scheme: "mailto", OpaquePath: "ann@example.com"}, "mailto:ann@example.com"},
		{Components{Scheme: "mailto", OpaquePath: "a%b c?d#e", Query: pairs([2]string{"subject", "1 + 1"})}, "mailto:a%25b%20c%3Fd%23e?subject=1%20%2B%201"},
		{Components{Scheme: "TEL", OpaquePath: "+1-201-555-0123"}, "tel:+1-201-555-0123"},
		{Components{Scheme: "magnet", Query: pairs([2]string{"xt", "urn:btih:c0ffee"})}, "magnet:?xt=urn%3Abtih%3Ac0ffee"},
		{Components{Scheme: "data", OpaquePath: "text/plain,\"<>`[\\]^{|} \x00é\xff"}, "data:text/plain,%22%3C%3E%60%5B%5C%5D%5E%7B%7C%7D%20%00%C3%A9%FF"},
		{Components{Scheme: "foo", OpaquePath: " "}, "foo:%20"},
		{Components{Scheme: "foo", OpaquePath: "a/../b//", Fragment: "f"}, "foo:a/../b//#f"},
		{Components{Scheme: "foo", OpaquePath: "%2F"}, "foo:%252F"},

		// Credentials.
		{Components{Scheme: "https", Username: "u", Password: "p", Host: "h"}, "https://u:p@h/"},
		{Components{Scheme: "https", Password: "p", Host: "h"}, "https://:p@h/"},
		{Components{Scheme: "https", Username: "u", Host: "h"}, "https://u@h/"},
		{Components{Scheme: "foo", Username: "a:b@c/d%40", Password: ":@/?#[]|%\\", Host: "h"},
			"foo://a%3Ab%40c%2Fd%2540:%3A%40%2F%3F%23%5B%5D%7C%25%5C@h"},

		// Delimiters stay in their component.
		{Components{Scheme: "http", Host: "h", Segments: []string{"a/b", `c\d`, "e?f", "g#h", "%2F", "100%"}},
			"http://h/a%2Fb/c%5Cd/e%3Ff/g%23h/%252F/100%25"},
		{Components{Scheme: "http", Host: "h", Segments: []string{"..;a;b", ".;", ";/../c", "d;e", "..a;"}},
			"http://h/..%3Ba;b/.%3B/%3B%2F..%2Fc/d;e/..a;"},
		{Components{Scheme: "http", Host: "h", Segments: []string{"%2e%2E", "%2e", "...", ". ", "\t.\n"}},
			"http://h/%252e%252E/%252e/.../.%20/%09.%0A"},
		{Components{Scheme: "http", Host: "h", Segments: []string{"!\"$&'()*+,-.:;<=>@[]^_`{|}~"}},
			"http://h/!%22$&'()*+,-.:;%3C=%3E@%5B%5D%5E_%60%7B%7C%7D~"},
		{Components{Scheme: "http", Host: "h", Query: pairs([2]string{"a&b=c", "d+e f"}, [2]string{"", ""}, [2]string{"ü", "%#~*"})},
			"http://h/?a%26b%3Dc=d%2Be%20f&=&%C3%BC=%25%23%7E*"},
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
		return Error{Op: "Build", Input: component, Offset: offset, Err: reason}
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
		{Components{Scheme: "foo", OpaquePath: "/a"}, refused("/a", 0, ErrOpaquePath)},
		{Components{Scheme: "http", OpaquePath: "a"}, refused("http", 4, ErrOpaquePath)},
		{Components{Scheme: "file", OpaquePath: "a"}, refused("file", 4, ErrOpaquePath)},
		{Components{Scheme: "foo", OpaquePath: "a", Segments: segments}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", OpaquePath: "a", Host: "h"}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", OpaquePath: "a", Port: 1}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", OpaquePath: "a", Username: "u"}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", OpaquePath: "a", Password: "p"}, refused("foo", 3, ErrOpaquePath)},
		{Components{Scheme: "foo", Segments: []string{"", ""}}, refused("", 0, ErrInvalidPathSegment)},
		{Components{Scheme: "http", Host: "h", Segments: []string{"", "a"}}, refused("", 0, ErrInvalidPathSegment)},
		{Components{Scheme: "http", Host: "h", Segments: []string{"a", ".", "b"}}, refused(".", 0, ErrInvalidPathSegment)},
		{Components{Scheme: "http", Host: "h", Segments: []string{"a", ".."}}, refused("..", 0, ErrInvalidPathSegment)},
	} {
		u, err := Build(test.c)
		if e := (*Error)(nil); !errors.As(err, &e) || !e.is(test.want) || !u.IsZero() {
			t.Errorf("%+v: got %q, %v, want %v", test.c, u, err, &test.want)
		}
	}
	for _, host := range []string{"localhost", "LocalHost", "%6Cocalhost", "ｌocalhost"} {
		u, err := Build(Components{Scheme: "file", Host: host, Segments: segments})
		if e := (*Error)(nil); !errors.Is(err, ErrNotRepresentable) || !errors.As(err, &e) || e.Op != "Build" || e.Input != host || !u.IsZero() {
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
	f.Add("mailto", "", "", "", uint16(0), uint8(12), "a@b?c#d%41 \xff", "", "q", "v", "f")
	f.Add("magnet", "", "", "", uint16(0), uint8(4), "", "", "xt", "a b", "")
	f.Add("foo", "u", "", "", uint16(0), uint8(8), "/x", "", "", "", "")
	f.Fuzz(func(t *testing.T, scheme, username, password, host string, port uint16, shape uint8, segment1, segment2, name, value, fragment string) {
		c := Components{Scheme: scheme, Username: username, Password: password, Host: host, Port: port, Fragment: fragment}
		if n := int(shape & 3); n > 0 {
			c.Segments = []string{segment1, segment2, ""}[:n]
		}
		if shape&4 != 0 {
			c.Query = [][2]string{{name, value}, {value, name}}
		}
		if shape&8 != 0 {
			c.OpaquePath = segment1
		}
		u, err := Build(c)
		if want := reasonNotToBuild(&c); want != 0 || err != nil {
			e := (*Error)(nil)
			if !errors.As(err, &e) || !errors.Is(err, want) || e.Op != "Build" || e.Offset > len(e.Input) || !u.IsZero() {
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
	isSpecial := infra.IsSpecialScheme(strings.ToLower(c.Scheme))
	parse := ParseOpaqueHost
	if isSpecial {
		parse = ParseHost
	}
	host, hostErr := parse(c.Host)
	hasData := c.Username != "" || c.Password != "" || c.Port != 0
	switch reason := ErrorType(0); {
	case !schemeString.MatchString(c.Scheme):
		return ErrSchemeInvalid
	case c.OpaquePath != "" && (isSpecial || hasData || c.Host != "" || len(c.Segments) > 0 || c.OpaquePath[0] == '/'):
		return ErrOpaquePath
	case c.Host == "" && isSpecial && !isFile:
		return ErrHostMissing
	case c.Host != "" && errors.As(hostErr, &reason):
		return reason
	case isFile && host.String() == "localhost":
		return ErrNotRepresentable
	case hasData && (isFile || c.Host == ""):
		return ErrCannotHaveCredentialsOrPort
	case c.Host == "" && !isSpecial && len(c.Segments) == 0 && c.OpaquePath == "" && len(c.Query) == 0:
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
	wantSegments = append(wantSegments, c.Segments...)
	if wantSegments == nil && u.IsSpecial() {
		wantSegments = []string{""}
	}
	isOpaque := c.Host == "" && !u.IsSpecial() && len(c.Segments) == 0
	if u.HasOpaquePath() != isOpaque || isOpaque && decoded(u.Pathname()) != c.OpaquePath {
		t.Fatalf("%+v: got %q: another opaque path", c, u)
	}
	var wantQuery []string
	var pairs, wantPairs [][2]string
	for name, value := range u.SearchParams().All() {
		pairs = append(pairs, [2]string{name, value})
	}
	for _, p := range c.Query {
		wantQuery = append(wantQuery, refEncodeBytes(p[0])+"="+refEncodeBytes(p[1]))
		wantPairs = append(wantPairs, [2]string{infra.ToScalarValues(p[0]), infra.ToScalarValues(p[1])})
	}
	fragment, hasFragment := u.Fragment()
	query, hasQuery := u.Query()
	if decoded(u.Username()) != c.Username || decoded(u.Password()) != c.Password ||
		!slices.Equal(segments, wantSegments) || !slices.Equal(pairs, wantPairs) ||
		query != strings.Join(wantQuery, "&") || hasQuery != (len(c.Query) > 0) ||
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
