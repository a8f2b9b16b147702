package url

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	neturl "net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"github.com/weburl-go/url/internal/race"
)

// TestErrorTypes checks that every error has a name and a description, and that no two are the same.
func TestErrorTypes(t *testing.T) {
	seen := map[string]bool{}
	for i, texts := range errorTypes {
		e := ErrorType(i)
		if texts.name == "" && texts.description == "" {
			continue
		}
		if texts.name == "" || texts.description == "" || !strings.HasSuffix(e.Description(), ".") {
			t.Errorf("error %d: %q, %q", i, e, e.Description())
		}
		for _, s := range []string{e.Error(), e.Description()} {
			if seen[s] {
				t.Errorf("%q is said of two errors", s)
			}
			seen[s] = true
		}
	}
	for _, e := range []ErrorType{ErrTrailingData + 100, ErrorType(len(errorTypes)), 255} {
		if want := "error-" + strconv.Itoa(int(e)); e.Error() != want || !strings.HasSuffix(e.Description(), ".") {
			t.Errorf("an unknown error: %q, %q", e, e.Description())
		}
	}
	declared := regexp.MustCompile(`(?m)^\tErr\w+( ErrorType = .*| *//.*)?$`).FindAllString(readDocument(t, "errors.go"), -1)
	if 2*len(declared) != len(seen) {
		t.Errorf("errors.go declares %d errors, but errorTypes has %d texts: each needs a name and a description", len(declared), len(seen))
	}
	if n := len(standardErrors()); n != 31 {
		t.Errorf("%d validation errors, but the standard has 31: change the number with the standard", n)
	}
}

// standardErrors returns the validation errors of the standard.
func standardErrors() (types []ErrorType) {
	for e := ErrDomainToASCII; e < ErrSchemeInvalid; e++ {
		if e.isKnown() {
			types = append(types, e)
		}
	}
	return types
}

// TestErrorTypeText checks that each type can be read from its name, and that other names are refused.
func TestErrorTypeText(t *testing.T) {
	for i, known := range errorTypes {
		if known.name == "" && i > 0 {
			continue
		}
		text, err := json.Marshal(map[string]ErrorType{"type": ErrorType(i)})
		if want := `{"type":"` + known.name + `"}`; err != nil || string(text) != want {
			t.Errorf("%s, %v; want %s", text, err, want)
		}
		var back map[string]ErrorType
		if err := json.Unmarshal(text, &back); err != nil || back["type"] != ErrorType(i) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	zero := ErrHostMissing
	if err := zero.UnmarshalText(nil); err != nil || zero != 0 || zero.Error() != "" {
		t.Errorf("the empty text: %q, %v", zero, err)
	}
	for _, name := range []string{"HOST-MISSING", "error-0", "host-missing "} {
		e := ErrHostMissing
		if err := e.UnmarshalText([]byte(name)); err == nil || e != ErrHostMissing {
			t.Errorf("%q: %v, %v", name, err, e)
		}
	}
}

// TestErrorMessages checks the whole text of messages. Credentials and queries never show.
func TestErrorMessages(t *testing.T) {
	for in, want := range map[string]string{
		"http://":                          `"http://": host-missing at byte 7`,
		"":                                 `"": missing-scheme-non-relative-URL at byte 0`,
		"https://u:secret@h:x/":            `"https://xxxxx@h:x/": port-invalid at byte 16`,
		"https://2b01:db8::1/":             `"https://2b01:db8::1/": port-invalid at byte 13: IPv6 needs brackets`,
		"https://2a00:cafe::1/":            `"https://2a00:cafe::1/": port-invalid at byte 13: IPv6 needs brackets`,
		"http://h:token::/":                `"http://h:token::/": port-invalid at byte 9`,
		"https://u@2b01:0:1::1/":           `"https://xxxxx@2b01:0:1::1/": port-invalid at byte 20: IPv6 needs brackets`,
		"http://::1/":                      `"http://::1/": host-missing at byte 7: IPv6 needs brackets`,
		"dns://::1/x":                      `"dns://::1/x": host-missing at byte 6: IPv6 needs brackets`,
		"http::?":                          `"http::?": host-missing at byte 5`,
		"ftp://1.1::/":                     `"ftp://1.1::/": port-invalid at byte 10`,
		"file://x::/":                      `"file://x::/": domain-to-ASCII at byte 8: a domain cannot have this character`,
		"https::/a":                        `"https::/a": host-missing at byte 6`,
		"http:\\fe80::1":                   `"http:\\fe80::1": port-invalid at byte 11: IPv6 needs brackets`,
		"http://1.2.3.4:5:6/":              `"http://1.2.3.4:5:6/": port-invalid at byte 16`,
		"https:\\\\u:se@cret@h:x":          `"https:\\\\xxxxx@h:x": port-invalid at byte 16`,
		"https:u:secret@h:x":               `"https:xxxxx@h:x": port-invalid at byte 14`,
		"https//admin:hunter2@db.example/": `"xxxxx@db.example/": missing-scheme-non-relative-URL at byte 0`,
		"https://admin:hunt/er2@h:x/":      `"https://xxxxx@h:x/": port-invalid at byte 8`,
		"https://admin:hunt?er2@h:x/":      `"https://xxxxx"…: port-invalid at byte 8`,
		"https://admin:hunt#er2@h:x/":      `"https://xxxxx"…: port-invalid at byte 8`,
		"https://admin:hunter2%40h:x/":     `"https://xxxxx%40h:x/": port-invalid at byte 8`,
		"https://@h:x/":                    `"https://@h:x/": port-invalid at byte 11`,
		"//u:secret@h":                     `"//xxxxx@h": missing-scheme-non-relative-URL at byte 0`,
		" ht\ntp://u:sec\tret@":            `" ht\ntp://xxxxx@": host-missing at byte 15`,
		"foo://u:se\\cret@h t":             `"foo://xxxxx@h t": host-invalid-code-point at byte 13`,
		"foo:\t/\n/u:secret@h t":           `"foo:\t/\n/xxxxx@h t": host-invalid-code-point at byte 15`,
		"\x01//u:se\\cret@h":               `"\x01//xxxxx@h": missing-scheme-non-relative-URL at byte 1`,
		"ht\ttp://u:secret@h:x/":           `"ht\ttp://xxxxx@h:x/": port-invalid at byte 16`,
		"https://h:x/@\xff":                `"https://xxxxx@\xff": port-invalid at byte 8`,
		"https://h:x/a?token=secret":       `"https://h:x/a?"…: port-invalid at byte 10`,
		"https://h:x/a#token=secret?":      `"https://h:x/a#"…: port-invalid at byte 10`,
		"https://u:secret@h:x?u@h":         `"https://xxxxx"…: port-invalid at byte 8`,
		"?token=secret":                    `"?"…: missing-scheme-non-relative-URL at byte 0`,
		"host=h password='se cret' user=u": `"host=xxxxx": missing-scheme-non-relative-URL at byte 0`,
		// What is before the first ":" need not be a scheme.
		"TOKEN_abc:x@host/":           `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
		"1user:secret@host/":          `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
		"us er:secret@host/":          `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
		"john%40corp.com:secret@host": `"xxxxx@host": missing-scheme-non-relative-URL at byte 0`,
		"://u:secret@host/":           `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
		"1a://u:secret@host/":         `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
		"https@host/":                 `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
		"TOKEN_abc://x@host/":         `"xxxxx@host/": missing-scheme-non-relative-URL at byte 0`,
	} {
		_, err := Parse(in)
		if want = "url: Parse " + want; err == nil || err.Error() != want {
			t.Errorf("parse %q:\ngot  %v\nwant %s", in, err, want)
		}
	}
	for in, want := range map[string]string{
		"sk_live_51H:@api.stripe.com:8x": `url: Parse "xxxxx@api.stripe.com:8x": port-invalid at byte 22`,
		"sk_live_51H@api.stripe.com:8x":  `url: Parse "xxxxx@api.stripe.com:8x": port-invalid at byte 22`,
		"glpat-abc@h:8x":                 `url: Parse "xxxxx@h:8x": port-invalid at byte 9`,
	} {
		_, err := Parser{DefaultScheme: "https"}.Parse(in)
		if err == nil || err.Error() != want {
			t.Errorf("parse %q:\ngot  %v\nwant %s", in, err, want)
		}
	}
}

// TestOtherMessages checks the messages of functions other than Parse.
func TestOtherMessages(t *testing.T) {
	const credentials = "user:secret@h"
	set := func(href string, set func(*URL, string) error, value string) error {
		u := MustParse(href)
		return set(&u, value)
	}
	second := func(_ any, err error) error { return err }
	file := MustParse("file:///x")
	for _, test := range []struct {
		err  error
		want string
	}{
		{set("http://h/", (*URL).SetHost, credentials), `SetHost "xxxxx@h": port-invalid at byte 0 (a part of the value was used)`},
		{set("http://h/", (*URL).SetHostname, credentials), `SetHostname "xxxxx@h": host-invalid-code-point at byte 0`},
		{set("http://h/", (*URL).SetPort, credentials), `SetPort "xxxxx@h": port-invalid at byte 0`},
		{set("http://h/", (*URL).SetPort, "::1"), `SetPort "::1": port-invalid at byte 0: IPv6 needs brackets`},
		{set("http://h/", (*URL).SetPort, "8080 or so"), `SetPort "8080 or so": trailing-data at byte 4 (a part of the value was used)`},
		{set("http://h/", (*URL).SetProtocol, "glpat-abc:x@h"), `SetProtocol "xxxxx@h": scheme-change at byte 0`},
		{set("http://h/", (*URL).SetHref, "glpat_abc:x@h"), `SetHref "xxxxx@h": missing-scheme-non-relative-URL at byte 0`},
		{set("file:///", (*URL).SetUsername, "secret"), `SetUsername: cannot-have-credentials-or-port at byte 0`},
		{set("file:///", (*URL).SetPassword, "secret"), `SetPassword: cannot-have-credentials-or-port at byte 0`},
		{set("mailto:a", (*URL).SetPathname, "/a?secret"), `SetPathname: opaque-path at byte 0`},
		{new(URL).SetSearch("secret"), `SetSearch: zero-URL at byte 0`},
		{new(URL).SetHash("secret"), `SetHash: zero-URL at byte 0`},
		{new(URL).SetHost("h"), `SetHost: zero-URL at byte 0`},
		{new(URL).SearchParams().UnmarshalText([]byte("secret")),
			`URLSearchParams.UnmarshalText: zero-URL at byte 0`},
		{second(URL{}.JoinPath("a")), `JoinPath: zero-URL at byte 0`},
		{second(ParseHost(credentials)), `ParseHost "xxxxx@h": domain-to-ASCII at byte 0: a domain cannot have this character`},
		{second(ParseHost("https:secret@h")), `ParseHost "https:xxxxx@h": domain-to-ASCII at byte 5: a domain cannot have this character`},
		{second(ParseHost("a?b")), `ParseHost "a?"…: domain-to-ASCII at byte 1: a domain cannot have this character`},
		{second(ParseOpaqueHost(credentials)), `ParseOpaqueHost "xxxxx@h": host-invalid-code-point at byte 0`},
		{second(DomainToASCII(credentials)), `DomainToASCII "xxxxx@h": domain-to-ASCII at byte 0: a domain cannot have this character`},
		{second(DomainToASCII("a_b c")), `DomainToASCII "a_b c": domain-to-ASCII at byte 3: a domain cannot have this character`},
		{second(DomainToASCII("a%41\u00E9")), `DomainToASCII "a%41é": domain-to-ASCII at byte 1: a domain cannot have this character`},
		{second(DomainToASCIIStrict("bücher_x.example")), `DomainToASCIIStrict "bücher_x.example": domain-to-ASCII at byte 7: the DNS allows only letters, digits and "-"`},
		{second(Build(Components{Scheme: "http", Host: credentials})), `Build "xxxxx@h": domain-to-ASCII at byte 0: a domain cannot have this character`},
		{second(Build(Components{Scheme: "http", Host: "proxy:8080"})), `Build "proxy:8080": domain-to-ASCII at byte 5: the port belongs in the field Port`},
		{second(Build(Components{Scheme: "foo", Host: "proxy:8080"})), `Build "proxy:8080": host-invalid-code-point at byte 5: the port belongs in the field Port`},
		{second(Build(Components{Scheme: "http", Host: "[::1]:8080"})), `Build "[::1]:8080": IPv6-unclosed at byte 10: the port belongs in the field Port`},
		{second(Build(Components{Scheme: "http", Host: "a b:8080"})), `Build "a b:8080": domain-to-ASCII at byte 1: a domain cannot have this character`},
		{second(Build(Components{Scheme: "http", Host: "::1"})), `Build "::1": domain-to-ASCII at byte 0: IPv6 needs brackets`},
		{second(Build(Components{Scheme: "foo", Host: "2001:db8::1"})), `Build "2001:db8::1": host-invalid-code-point at byte 4: IPv6 needs brackets`},
		{second(Build(Components{Scheme: "foo", OpaquePath: "/secret"})), `Build: opaque-path at byte 0`},
		{second(ParseHost("2001:db8::1")), `ParseHost "2001:db8::1": domain-to-ASCII at byte 4: IPv6 needs brackets`},
		{second(Parser{DefaultScheme: "file"}.Parse("h")), `Parse: default-scheme at byte 0: Parser.DefaultScheme must be http, https, ws, wss or ftp, without Parser.Base`},
		{second(MustParse("jdbc:sqlserver://h:1433;user=u;password=secret").DecodedSegments()), `DecodedSegments: opaque-path at byte 0`},
		{second(MustParse("data:,secret").FilePath(UnixPath)), `FilePath: not-representable at byte 0: the scheme is not file`},
		{second(Build(Components{Scheme: "foo"})), `Build "foo": opaque-path at byte 3`},
		{second(ParseWithBase("x", "1x:secret@h")), `ParseWithBase "xxxxx@h": missing-scheme-non-relative-URL at byte 0`},
		{second(ParseQuery("a=secret&b", 1)), `ParseQuery: too-many-pairs at byte 9`},
		{second(file.FilePath(WindowsPath)), `FilePath "file:///x": not-representable at byte 7: the URL has no drive`},
		{second(MustParse("http://h/100%?secret").RequestURL()),
			`RequestURL "http://h/100%?"…: not-representable at byte 12: the "%" does not begin an encoded byte`},
		{second(MustParse("foo://a:b@%41/").NetURL()),
			`NetURL "foo://xxxxx@%41/": not-representable at byte 12: net/url rejects the host: invalid URL escape "%41"`},
		{second(ParseOriginPattern("https://*")),
			`ParseOriginPattern "https://*": not-an-origin-pattern at byte 8: "*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"; for other patterns, use package urlpattern`},
		{second(ParseOriginPattern("https://%2A.example")),
			`ParseOriginPattern "https://%2A.example": not-an-origin-pattern at byte 8: "*" stands only for the first labels of a domain, as "*.", or for the port, as ":*"; for other patterns, use package urlpattern`},
		{second(ParseOriginPattern("https://u@h")), `ParseOriginPattern "https://xxxxx@h": not-an-origin-pattern at byte 13: an origin has no credentials`},
		{second(ParseHostPattern("%2A.example")),
			`ParseHostPattern "%2A.example": not-a-host-pattern at byte 0: "*" stands only for the first labels of a domain, as "*."; for other patterns, use package urlpattern`},
		{second(ParseOriginPattern("https://a.example b")),
			`ParseOriginPattern "https://a.example b": not-an-origin-pattern at byte 17: it has a space or a control character`},
		{second(PercentEncodeAfterEncoding(quotingEncoding{}, "secret", PathPercentEncodeSet, false)), `PercentEncodeAfterEncoding: the encoding failed at byte 1`},
		{new(URL).Scan(int64(1)), `Scan: not-representable at byte 0: a value of type int64 is not text`},
		{new(Origin).Scan([]int{}), `Origin.Scan: not-representable at byte 0: a value of type []int is not text`},
		{new(Error), `: unknown error at byte 0`},
		{&Error{Op: "form.Parse", Offset: 9, Err: ErrPortInvalid}, `form.Parse: port-invalid at byte 9`},
		{&Error{Op: "form.Parse", Input: "secret", Err: ErrTooManyPairs}, `form.Parse: too-many-pairs at byte 0`},
		{&Error{Op: "an operation of another package", Input: "secret", Err: ErrHostMissing}, `an operation of another package: host-missing at byte 0`},
		{&Error{Op: "an operation of another package", Input: "secret", Offset: -1, Err: ErrHostMissing}, `an operation of another package: host-missing at byte -1`},
		{second(Parse("http://h:x/a;token=secret/b;c")), `Parse "http://h:x/a;token=xxxxx/b;xxxxx": port-invalid at byte 9`},
		{second(Parse("http://h:x/://u:secret@g/b")), `Parse "http://xxxxx@g/b": port-invalid at byte 7`},
	} {
		if want := "url: " + test.want; test.err == nil || test.err.Error() != want {
			t.Errorf("\ngot  %v\nwant %s", test.err, want)
		}
	}
}

// is reports whether e equals want, except that its reason may have a sentence.
func (e *Error) is(want Error) bool {
	return e.Op == want.Op && e.Input == want.Input && e.Offset == want.Offset && e.Partial == want.Partial && errors.Is(e.Err, want.Err)
}

// A quotingEncoding fails for every text, and quotes it in its error.
type quotingEncoding struct{ transform.NopResetter }

func (e quotingEncoding) NewDecoder() *encoding.Decoder { return &encoding.Decoder{Transformer: e} }

func (e quotingEncoding) NewEncoder() *encoding.Encoder { return &encoding.Encoder{Transformer: e} }

func (quotingEncoding) Transform(_, src []byte, _ bool) (nDst, nSrc int, err error) {
	return 0, len(src), errors.New("cannot encode " + string(src))
}

// TestLongMessages checks that a message shows 256 bytes around the place of the error.
func TestLongMessages(t *testing.T) {
	as := func(n int) string { return strings.Repeat("a", n) }
	for in, want := range map[string]string{
		as(256):                                     `"` + as(256) + `": missing-scheme-non-relative-URL at byte 0`,
		as(257):                                     `"` + as(256) + `"…: missing-scheme-non-relative-URL at byte 0`,
		"http://" + as(300) + "^":                   `…"` + as(255) + `^": domain-to-ASCII at byte 307: a domain cannot have this character`,
		"http://" + as(300) + ":x" + as(300):        `…"` + as(127) + ":x" + as(127) + `"…: port-invalid at byte 308`,
		"http://" + as(300) + ":x?" + as(99):        `…"` + as(253) + `:x?"…: port-invalid at byte 308`,
		"http://" + as(999) + "@" + as(99) + ":x":   `"http://xxxxx@` + as(99) + `:x": port-invalid at byte 113`,
		"http://h:x/" + strings.Repeat("é", 256):    `"http://h:x/` + strings.Repeat("é", 122) + `"…: port-invalid at byte 9`,
		"http://" + strings.Repeat("é", 256) + ":x": `…"` + strings.Repeat("é", 127) + `:x": port-invalid at byte 520`,
		strings.Repeat("\x80", 300):                 `"` + strings.Repeat(`\x80`, 256) + `"…: missing-scheme-non-relative-URL at byte 0`,
	} {
		_, err := Parse(in)
		if want = "url: Parse " + want; err == nil || err.Error() != want {
			t.Errorf("parse %q:\ngot  %v\nwant %s", in, err, want)
		}
	}
	// A message does not begin or end within a character, and has no more of what is not UTF-8. The place can be the end.
	for in, want := range map[string]string{
		as(150) + strings.Repeat("b", 150): `…"` + as(106) + strings.Repeat("b", 150) + `"`,
		strings.Repeat("世", 86):            `"` + strings.Repeat("世", 86) + `"`,
		"a" + strings.Repeat("\x80", 259):  `…"` + strings.Repeat(`\x80`, 256) + `"`,
	} {
		err := newError(opParse, in, len(in), ErrHostMissing)
		if want = fmt.Sprintf("url: Parse %s: host-missing at byte %d", want, len(in)); err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	for _, long := range []string{strings.Repeat("a", 1<<20), strings.Repeat(" ", 1<<20) + "https://u:secret@h:x/"} {
		_, err := Parse(long)
		if err == nil || len(err.Error()) > 500 || strings.Contains(err.Error(), "secret") {
			t.Errorf("a message of %d bytes: %v", len(err.Error()), err)
		}
	}
}

// calls has all functions that can fail, by their names and, after a space, what differs between calls of one. Each
// gives s to the function, in place of every argument that may be wrong.
var calls = func() map[string]func(s string) error {
	base, fileBase, opaque := MustParse("http://h/a"), MustParse("file:///C:/a"), MustParse("mailto:a@b")
	calls := map[string]func(s string) error{
		"Parse":                      func(s string) error { _, err := Parse(s); return err },
		"URL.Parse":                  func(s string) error { _, err := base.Parse(s); return err },
		"URL.Parse, file":            func(s string) error { _, err := fileBase.Parse(s); return err },
		"URL.Parse, opaque":          func(s string) error { _, err := opaque.Parse(s); return err },
		"ParseWithBase":              func(s string) error { _, err := ParseWithBase(s, "foo:/a"); return err },
		"ParseWithBase, base":        func(s string) error { _, err := ParseWithBase("http://h/", s); return err },
		"Parser.Parse":               func(s string) error { _, err := Parser{DefaultScheme: "https"}.Parse(s); return err },
		"Parser.Parse, bad":          func(s string) error { _, err := Parser{DefaultScheme: s}.Parse(s); return err },
		"Parser.Parse, encoding":     func(s string) error { _, err := Parser{QueryEncoding: quotingEncoding{}}.Parse(s); return err },
		"URL.ParseSameOrigin":        func(s string) error { _, err := base.ParseSameOrigin(s); return err },
		"ParseNetURL":                func(s string) error { _, err := ParseNetURL(s); return err },
		"ParseHost":                  func(s string) error { _, err := ParseHost(s); return err },
		"ParseOpaqueHost":            func(s string) error { _, err := ParseOpaqueHost(s); return err },
		"ParseOrigin":                func(s string) error { _, err := ParseOrigin(s); return err },
		"ParseOriginPattern":         func(s string) error { _, err := ParseOriginPattern(s); return err },
		"ParseHostPattern":           func(s string) error { _, err := ParseHostPattern(s); return err },
		"ParseQuery":                 func(s string) error { _, err := ParseQuery(s+"&a&b", 1); return err },
		"DomainToASCII":              func(s string) error { _, err := DomainToASCII(s); return err },
		"DomainToASCIIStrict":        func(s string) error { _, err := DomainToASCIIStrict(s); return err },
		"PercentEncodeAfterEncoding": func(s string) error { _, err := PercentEncodeAfterEncoding(quotingEncoding{}, s, 0, false); return err },
		"FromFilePath":               func(s string) error { _, err := FromFilePath(s+"\x00", UnixPath); return err },
		"FromFilePath, Windows":      func(s string) error { _, err := FromFilePath(s, WindowsPath); return err },
		"FromFilePath, server":       func(s string) error { _, err := FromFilePath("//"+s+"/a", WindowsPath); return err },
		"URL.JoinPath":               func(s string) error { _, err := base.JoinPath("a", s+"%"); return err },
		"URL.JoinPath, zero":         func(s string) error { _, err := URL{}.JoinPath(s); return err },
		"URL.AppendSegments":         func(s string) error { _, err := base.AppendSegments(s, "."); return err },
		"FromNetURL":                 func(s string) error { _, err := FromNetURL(&neturl.URL{Scheme: "http", Opaque: s}); return err },
		"FromNetURL, parsed": func(s string) error {
			n, err := neturl.Parse(s)
			if err == nil {
				_, err = FromNetURL(n)
				return err
			}
			return nil
		},
		"FromNetURL, user": func(s string) error {
			_, err := FromNetURL(&neturl.URL{Scheme: "http", Host: "h:x", User: neturl.UserPassword("u", s), RawQuery: s})
			return err
		},
		"URL.UnmarshalText":               func(s string) error { return new(URL).UnmarshalText([]byte(s)) },
		"URL.UnmarshalBinary":             func(s string) error { return new(URL).UnmarshalBinary([]byte(s)) },
		"URL.Scan":                        func(s string) error { return new(URL).Scan(s) },
		"Origin.UnmarshalText":            func(s string) error { return new(Origin).UnmarshalText([]byte(s)) },
		"Origin.UnmarshalBinary":          func(s string) error { return new(Origin).UnmarshalBinary([]byte(s)) },
		"Origin.Scan":                     func(s string) error { return new(Origin).Scan([]byte(s)) },
		"OriginPattern.UnmarshalBinary":   func(s string) error { return new(OriginPattern).UnmarshalBinary([]byte(s)) },
		"HostPattern.UnmarshalBinary":     func(s string) error { return new(HostPattern).UnmarshalBinary([]byte(s)) },
		"Host.UnmarshalBinary":            func(s string) error { return new(Host).UnmarshalBinary([]byte("\x01\x01" + s)) },
		"URLSearchParams.UnmarshalBinary": func(s string) error { return new(URL).SearchParams().UnmarshalBinary([]byte(s)) },
		"Build, opaque path":              func(s string) error { _, err := Build(Components{Scheme: "foo", OpaquePath: "/" + s}); return err },
		"OriginPattern.UnmarshalText":     func(s string) error { return new(OriginPattern).UnmarshalText([]byte(s)) },
		"HostPattern.UnmarshalText":       func(s string) error { return new(HostPattern).UnmarshalText([]byte(s)) },
		"URLSearchParams.UnmarshalText":   func(s string) error { return new(URL).SearchParams().UnmarshalText([]byte(s)) },
		"ParseRequestTarget":              func(s string) error { _, err := ParseRequestTarget("GET", "http", "h", s); return err },
		"ParseRequestTarget, path":        func(s string) error { _, err := ParseRequestTarget("GET", "http", "h", "/"+s); return err },
		"ParseRequestTarget, host":        func(s string) error { _, err := ParseRequestTarget("GET", "http", s, "/a"); return err },
		"ParseRequestTarget, host again":  func(s string) error { _, err := ParseRequestTarget("GET", "http", s, "http://h/"); return err },
		"ParseRequestTarget, scheme":      func(s string) error { _, err := ParseRequestTarget("GET", s, "h", "/a"); return err },
		"ParseRequestTarget, CONNECT":     func(s string) error { _, err := ParseRequestTarget("CONNECT", "http", "h", s); return err },
		"Build, scheme":                   func(s string) error { _, err := Build(Components{Scheme: s, Host: "h"}); return err },
		"Build, host":                     func(s string) error { _, err := Build(Components{Scheme: "http", Host: s}); return err },
		"Build, opaque host":              func(s string) error { _, err := Build(Components{Scheme: "foo", Host: s}); return err },
		"Build, data": func(s string) error {
			_, err := Build(Components{Scheme: "file", Username: s, Password: s, Query: [][2]string{{s, s}}, Fragment: s})
			return err
		},
		"Build, segment": func(s string) error {
			_, err := Build(Components{Scheme: "http", Host: "h", Segments: []string{s, ".."}, Fragment: s})
			return err
		},
	}
	for name, set := range setters {
		for _, href := range []string{"", "http://u:p@h:1/a?b#c", "file:///", "mailto:a", "foo://h"} {
			calls["URL.Set"+strings.ToUpper(name[:1])+name[1:]+", "+href] = func(s string) error {
				u, _ := Parse(href)
				return set(&u, s)
			}
		}
	}
	for name, convert := range map[string]func(URL) error{
		"URL.NetURL":            func(u URL) error { _, err := u.NetURL(); return err },
		"URL.RequestURL":        func(u URL) error { _, err := u.RequestURL(); return err },
		"URL.FilePath":          func(u URL) error { _, err := u.FilePath(UnixPath); return err },
		"URL.DecodedSegments":   func(u URL) error { _, err := u.DecodedSegments(); return err },
		"SegmentDecoder.Decode": func(u URL) error { _, err := SegmentDecoder{AllowEncodedSlash: true}.Decode(u); return err },
		"URL.FilePath, Windows": func(u URL) error { _, err := u.FilePath(WindowsPath); return err },
	} {
		calls[name] = func(s string) error {
			u, err := Parse(s)
			if err != nil {
				return nil
			}
			return convert(u)
		}
	}
	return calls
}()

// TestCallsAreComplete checks that calls has every exported function that returns an error.
func TestCallsAreComplete(t *testing.T) {
	neverFails := regexp.MustCompile(`\.(AppendText|AppendBinary|MarshalText|MarshalBinary|Value)$|^(Error|ValidationError)\.Unwrap$`)
	called := map[string]bool{"ErrorType.UnmarshalText": true} // takes the name of an error, and is not an Error
	for name := range calls {
		name, _, _ = strings.Cut(name, ",")
		called[name] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	declaration := regexp.MustCompile(`(?m)^func (?:\(\w+ \*?([A-Z]\w*)\) )?([A-Z]\w*)\(.*\berror\)? \{`)
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range declaration.FindAllStringSubmatch(string(text), -1) {
			name := strings.TrimPrefix(match[1]+"."+match[2], ".")
			if found++; !called[name] && !neverFails.MatchString(name) {
				t.Errorf("calls does not have %s", name)
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d functions were found", found)
	}
}

// secret stands for a password or a token in a text.
const secret = "s3cret"

var secretInScheme = regexp.MustCompile(`^[\x00-\x20]*[\w+.\t\n\r-]*` + secret + `[\w+.\t\n\r-]*:[\t\n\r]*/[\t\n\r]*/`)

// mayShow reports whether the secret may be shown of text: it is neither before an "@", except as a scheme, nor after a
// "?" or "#".
func mayShow(text string) bool {
	return strings.LastIndex(text, secret) > strings.LastIndexByte(text, '@') && !strings.ContainsAny(text[:strings.Index(text, secret)], "?#") ||
		secretInScheme.MatchString(text)
}

// sharedOps has the functions whose errors name another function, which does the same.
var sharedOps = map[string]string{
	"Parser.Parse": opParse, "ParseNetURL": opParse, "URL.UnmarshalBinary": opUnmarshal,
	"Origin.UnmarshalBinary":      opUnmarshalOrigin,
	"OriginPattern.UnmarshalText": opParseOriginPattern, "HostPattern.UnmarshalText": opParseHostPattern,
	"SegmentDecoder.Decode": opDecodedSegments,
}

// checkCalls gives a text with one secret to every function. No message shows it where it may be a password or a token.
// Every error has a place in the text that was read. It returns the number of errors.
func checkCalls(t *testing.T, text string) (failed int) {
	t.Helper()
	for name, call := range calls {
		err := call(text)
		if err == nil {
			continue
		}
		failed++
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s of %q: %T", name, text, err)
			continue
		}
		_ = e.Input[e.Offset:] // does not panic
		read := text
		name, _, _ := strings.Cut(name, ",")
		if want := cmp.Or(sharedOps[name], strings.TrimPrefix(name, "URL.")); e.Op != want && name+e.Op != "ParseNetURL"+opNetURL {
			t.Errorf("%s of %q: the error is one of %s", name, text, e.Op)
		}
		switch conversions := []string{opFromFilePath, opFilePath, opFromNetURL, opNetURL, opRequestURL, opDecodedSegments}; {
		case slices.Contains(conversions, e.Op): // the input is an href, a pathname or a file path
			read = e.Input
		case strings.Contains(e.Input, text), name == "Build", name == "URL.AppendSegments", name == "URL.JoinPath" && e.Input == "":
		default:
			t.Errorf("%s of %q: the error is about %q", name, text, e.Input)
		}
		if message := err.Error(); strings.Contains(message, secret) && !mayShow(read) {
			t.Errorf("%s of %q: %s", name, text, message)
		}
	}
	return failed
}

// pieces make texts in which credentials, keys and queries stand in every place.
var pieces = []string{
	"http:", "https://", "foo://", "file:///", "mailto:", "//", "/", `\`, ":", "@", "@", "@h", "%40", "?", "#", "\t", "\n", "\r", "\x00", " ", "host", "h:8x",
	":80", "[::1]", "[", "]", "..", "|", "%", "%zz", "\u00e9", "\uff20", "\xff", "1user", "us er", "john%40corp.com", "TOKEN_abc", "sk_live_51H", "glpat-abc", "C:", "*.", "&", "=", "^",
}

// TestMessagesShowNoSecrets tries texts of random pieces.
func TestMessagesShowNoSecrets(t *testing.T) {
	t.Parallel()
	race.SkipSlow(t)
	random := rand.New(rand.NewPCG(23, 1))
	texts, failed := 5000, 0
	if testing.Short() {
		texts = 500
	}
	for range texts {
		var text strings.Builder
		for range random.IntN(6) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		text.WriteString(secret)
		for range random.IntN(6) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		failed += checkCalls(t, text.String())
	}
	if failed < 40*texts {
		t.Errorf("only %d calls failed", failed)
	}
}

// FuzzErrorMessages is TestMessagesShowNoSecrets for all texts.
func FuzzErrorMessages(f *testing.F) {
	for _, before := range []string{"", "http://u:", "foo://", "https:\\\\", "?", " \tht\ntp:/", "sk_live_51H:", "/a#", "http://a b\\u:", "http://a\\u:", "my_user:p/"} {
		for _, after := range []string{"", "@h:8x/", ":x@host/", "://@h t", "?a@b", "%40h:8x#", "&b"} {
			f.Add(before, after)
		}
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		if !strings.Contains(before+after, secret) {
			checkCalls(t, before+secret+after)
		}
	})
}
