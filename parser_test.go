package url

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weburl-go/url/internal/infra"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// TestFailureIsZero checks that every function returns the zero URL beside an error, wherever in the string the error
// is.
func TestFailureIsZero(t *testing.T) {
	base := MustParse("https://h/a")
	for _, bad := range []string{"https://[::g]", "http://h:x/a", "https://u@", "http://1.2.3.256/", "//h:x", "https://", "//a b", "foo://a b/"} {
		for name, parse := range map[string]func(string) (URL, error){
			"Parse":         Parse,
			"URL.Parse":     base.Parse,
			"Parser":        Parser{Base: base}.Parse,
			"Parser's hook": Parser{Base: base, OnValidationError: func(ValidationError) {}}.Parse,
			"ParseWithBase": func(s string) (URL, error) { return ParseWithBase(s, base.Href()) },
			"as the base":   func(s string) (URL, error) { return ParseWithBase("x", s) },
		} {
			if u, err := parse(bad); err == nil || u != (URL{}) {
				t.Errorf("%s of %q: %+v, %v", name, bad, u, err)
			}
		}
	}
}

// TestPaddingIsNotKept checks that a URL shares the memory of its string, unless the string is mostly padding.
func TestPaddingIsNotKept(t *testing.T) {
	for spaces, want := range map[int]bool{0: true, 1: true, 9: true, 100: false, 1 << 20: false} {
		raw := strings.Repeat(" ", spaces) + "https://h/" + strings.Repeat("\n", spaces)
		u, err := Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		start, at := reflect.ValueOf(raw).Pointer(), reflect.ValueOf(u.Href()).Pointer()
		if got := at-start < uintptr(len(raw)); got != (want && len(raw) <= 2*len(u.Href())) {
			t.Errorf("with %d spaces around it, the memory is shared: %t", spaces, got)
		}
	}
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

// TestDefaultScheme has what people type, and the URLs that they mean. "" is an error.
func TestDefaultScheme(t *testing.T) {
	p := Parser{DefaultScheme: "https"}
	for in, want := range map[string]string{
		"example.com/a":            "https://example.com/a",
		"example.com":              "https://example.com/",
		"EXAMPLE.com?q#f":          "https://example.com/?q#f",
		"localhost:8080":           "https://localhost:8080/",
		"localhost:443/a":          "https://localhost/a",
		"localhost:80\\a":          "https://localhost:80/a",
		"localhost:0?q":            "https://localhost:0/?q",
		"localhost:65535#f":        "https://localhost:65535/#f",
		"tel:911":                  "https://tel:911/",
		"http:80":                  "https://http:80/",
		"192.168.1.1:80":           "https://192.168.1.1:80/",
		"[::1]:80":                 "https://[::1]:80/",
		"//h":                      "https://h/",
		`\\h\a`:                    "https://h/a",
		"///h":                     "https://h/",
		"u:p@h":                    "u:p@h",
		"u@h":                      "https://u@h/",
		"@h":                       "https://h/",
		"\u00fc.example":           "https://xn--tda.example/",
		".":                        "https://./",
		"a b":                      "",
		" \tlocal\nhost:8\t0/a\tb": "https://localhost:80/ab",

		"mailto:a@b":           "mailto:a@b",
		"http://h/":            "http://h/",
		"HTTP:h":               "http://h/",
		"localhost:65536":      "localhost:65536",
		"localhost:":           "localhost:",
		"localhost:80a":        "localhost:80a",
		"tel:+911":             "tel:+911",
		"javascript:alert(1)":  "javascript:alert(1)",
		"file:///a":            "file:///a",
		"http://":              "",
		"http://h:99999":       "",
		"1http://h/":           "https://1http//h/", // not a scheme, so a host and an empty port
		"a.1:80":               "",                  // a host that ends in a number
		"":                     "",
		" \n":                  "",
		"/a":                   "",
		`\a`:                   "",
		"?q":                   "",
		"#f":                   "",
		"/\th":                 "",
		":80":                  "",
		"[::1":                 "",
		"example.com:99999999": "example.com:99999999",
	} {
		u, err := p.Parse(in)
		if u.Href() != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", in, u, err, want)
		}
		if can := p.CanParse(in); can != (err == nil) {
			t.Errorf("%q: can parse: %t", in, can)
		}
		errs := p.Validate(in)
		if failed := len(errs) > 0 && errs[len(errs)-1].Failure; failed != (err != nil) {
			t.Errorf("%q: %v", in, errs)
		}
		if e := new(Error); errors.As(err, &e) && (e.Input != in || e.Offset != errs[len(errs)-1].Offset) {
			t.Errorf("%q: %v of %q; %v", in, e, e.Input, errs)
		}
	}
}

// TestDefaultSchemeOffsets checks that offsets are those in the given string, without the default scheme.
func TestDefaultSchemeOffsets(t *testing.T) {
	p := Parser{DefaultScheme: "http"}
	for in, want := range map[string][]ValidationError{
		"h/a":        nil,
		"h\\a|b":     {{ErrInvalidReverseSolidus, 1, false, ""}, {ErrInvalidURLUnit, 3, false, ""}},
		" h/\tc|d":   {{ErrInvalidURLUnit, 0, false, ""}, {ErrInvalidURLUnit, 3, false, ""}, {ErrInvalidURLUnit, 5, false, ""}},
		"h:x":        nil,                             // absolute
		":h":         {{ErrHostMissing, 0, true, ""}}, // the offset is before that of the default scheme's "//"
		"1.2.3.256":  {{ErrIPv4OutOfRangePart, 6, true, ""}},
		"//h:70000/": {{ErrPortOutOfRange, 4, true, ""}},
		"///h":       {{ErrSpecialSchemeMissingFollowingSolidus, 2, false, ""}},
		" /a":        {{ErrInvalidURLUnit, 0, false, ""}, {ErrMissingSchemeNonRelativeURL, 1, true, ""}},
	} {
		if got := p.Validate(in); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// DefaultScheme may be in any case, as Components.Scheme may be.
func TestDefaultSchemeCase(t *testing.T) {
	for _, scheme := range []string{"https", "HTTPS", "hTTpS"} {
		if u, err := (Parser{DefaultScheme: scheme}).Parse("example.com/a"); err != nil || u.Href() != "https://example.com/a" {
			t.Errorf("%s: %q, %v", scheme, u, err)
		}
	}
}

func TestDefaultSchemeRefused(t *testing.T) {
	for _, in := range []string{"", " ", "?q", "#f", "/a", `\a`, " \t/a"} { // they need a base
		if _, err := (Parser{DefaultScheme: "https"}).Parse(in); !errors.Is(err, ErrMissingSchemeNonRelativeURL) {
			t.Errorf("%q: %v", in, err)
		}
	}
	for _, p := range []Parser{
		{DefaultScheme: "file"}, {DefaultScheme: "mailto"}, {DefaultScheme: "http\u017F"}, {DefaultScheme: "https:"},
		{DefaultScheme: "https", Base: MustParse("https://h/")},
	} {
		u, err := p.Parse("https://h/")
		if !errors.Is(err, ErrDefaultScheme) || !u.IsZero() || p.CanParse("https://h/") {
			t.Errorf("%+v: %v, %v", p, u, err)
		}
		if errs := p.Validate("https://h/"); !slices.Equal(errs, []ValidationError{{ErrDefaultScheme, 0, true, ""}}) {
			t.Errorf("%+v: %v", p, errs)
		}
	}
}

// FuzzDefaultScheme checks that the result is that of the string with or without the scheme before it.
func FuzzDefaultScheme(f *testing.F) {
	for _, in := range []string{"example.com/a", "localhost:8080", "//h", "tel:911", " a\tb:8\n0", "/a", "mailto:a@b"} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		u, err := Parser{DefaultScheme: "ws"}.Parse(in)
		alone, _ := Parse(in)
		in = strings.TrimLeftFunc(in, func(r rune) bool { return r <= ' ' })
		one, _ := Parse("ws:" + in)
		two, _ := Parse("ws://" + in)
		if err == nil && u != alone && u != one && u != two {
			t.Fatalf("%q: %q, want %q, %q or %q", in, u, alone, one, two)
		}
	})
}

// TestConcurrentUse uses one Parser and one list from many goroutines, for the race detector to watch. The encoder of
// ISO-2022-JP has states, so the results are also wrong if parses share one.
func TestConcurrentUse(t *testing.T) {
	p := Parser{Base: MustParse("https://user:pass@b\u00fccher.example:8080/a/b"), QueryEncoding: japanese.ISO2022JP}
	list := NewURLSearchParams("b=%41&a=+&b")
	use := func(i int) string {
		u, err := p.Parse("?" + strings.Repeat("\u00a5\u65e5a", i))
		host, _ := u.ParsedHost()
		return fmt.Sprint(u, err, u.Redacted(), u.Origin(), host.Unicode(), slices.Collect(u.PathSegments()), list, list.GetAll("b"))
	}
	var want [64]string
	for i := range want {
		want[i] = use(i)
	}
	var users sync.WaitGroup
	for i := range want {
		users.Go(func() {
			for range 20 {
				if got := use(i); got != want[i] {
					t.Errorf("got %s, want %s", got, want[i])
				}
			}
		})
	}
	users.Wait()
}

func TestParseWithBaseErrors(t *testing.T) {
	_, err := ParseWithBase("x", "https://")
	if err == nil || err.Error() != `url: ParseWithBase "https://": host-missing at byte 8` {
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

// TestParserOptions checks that no option is forgotten: each one reaches the machine, and CanParse agrees with Parse.
func TestParserOptions(t *testing.T) {
	set := map[string]Parser{
		"Base":              {Base: MustParse("http://h/")},
		"QueryEncoding":     {QueryEncoding: encodingByName(t, "shift_jis")},
		"DefaultScheme":     {DefaultScheme: "https"},
		"OnValidationError": {OnValidationError: func(ValidationError) {}},
	}
	options := reflect.TypeFor[Parser]()
	for i := range options.NumField() {
		name := options.Field(i).Name
		p, ok := set[name]
		if !ok || reflect.ValueOf(p).Field(i).IsZero() {
			t.Errorf("no test sets %s: add it here", name)
			continue
		}
		if p.isPlain() != (name == "Base") {
			t.Errorf("with %s, the parser is plain: %t", name, p.isPlain())
		}
		for _, s := range seeds {
			if _, err := p.Parse(s); p.CanParse(s) != (err == nil) {
				t.Errorf("with %s, CanParse of %q returns %t, but Parse %v", name, s, p.CanParse(s), err)
			}
		}
		var plain, configured machine
		if !plain.configure(&Parser{}, "a") || !configured.configure(&p, "a") || reflect.DeepEqual(plain, configured) {
			t.Errorf("the machine does not get %s", name)
		}
	}
	p := Parser{OnValidationError: func(e ValidationError) { t.Errorf("OnValidationError is called with %v", e) }}
	if input := `http:\\h`; !p.CanParse(input) || len(p.Validate(input)) == 0 {
		t.Errorf("%s parses, and is not valid", input)
	}
}

// TestSpecialSchemes checks that the constants have the order of the table of special schemes, that the recognizer reads each,
// and that the lists for people have each.
func TestSpecialSchemes(t *testing.T) {
	for name, of := range map[string]scheme{
		"http": schemeHTTP, "https": schemeHTTPS, "ws": schemeWS, "wss": schemeWSS, "ftp": schemeFTP, "file": schemeFile,
	} {
		if infra.SpecialSchemes[of-1].Name != name || schemeOf(name) != of || schemeOf(strings.ToUpper(name)) != of {
			t.Errorf("%s is %d, which is %q", name, of, infra.SpecialSchemes[of-1].Name)
		}
	}
	var all, servers []string
	for i, special := range infra.SpecialSchemes {
		var u URL
		if end := u.recognizeScheme(special.Name+"://h", false); end != len(special.Name+"://") || u.scheme != scheme(i+1) || u.scheme.defaultPort() != special.Port {
			t.Errorf("the recognizer reads %s as %d", special.Name, u.scheme)
		}
		all = append(all, special.Name)
		if u.scheme.hasServer() {
			servers = append(servers, special.Name)
		}
	}
	or := func(names []string) string {
		last := len(names) - 1
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	comments := strings.Count(readDocument(t, "url.go"), " scheme is "+or(all)+". ")
	if description := ErrDefaultScheme.Description(); comments != 2 || !strings.Contains(description, or(servers)+",") {
		t.Errorf("url.go says in %d places of 2 that a special scheme is %s, and errors.go: %s", comments, or(all), description)
	}
}
