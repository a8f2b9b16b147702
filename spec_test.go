package url

import (
	"math/bits"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/race"
	"github.com/weburl-go/url/internal/spec"
)

// This file has the examples of the standard, for the package and for the transcription that its tests compare it with.

// TestURLExamples has the examples of https://url.spec.whatwg.org/#example-url-parsing.
func TestURLExamples(t *testing.T) {
	for _, test := range []struct {
		input, base string
		valid       bool
		output      string // "" is failure
	}{
		{"https:example.org", "", false, "https://example.org/"},
		{"https://////example.com///", "", false, "https://example.com///"},
		{"https://example.com/././foo", "", true, "https://example.com/foo"},
		{"hello:world", "https://example.com/", true, "hello:world"},
		{"https:example.org", "https://example.com/", false, "https://example.com/example.org"},
		{`\example\..\demo/.\`, "https://example.com/", false, "https://example.com/demo/"},
		{"example", "https://example.com/demo", true, "https://example.com/example"},
		{"file:///C|/demo", "", false, "file:///C:/demo"},
		{"..", "file:///C:/demo", true, "file:///C:/"},
		{"file://localhost/", "", true, "file:///"},
		{"file://loc%61lhost/", "", false, "file:///"},
		{"https://user:password@example.org/", "", false, "https://user:password@example.org/"},
		{"https://example.org/foo bar", "", false, "https://example.org/foo%20bar"},
		{"https://EXAMPLE.com/../x", "", true, "https://example.com/x"},
		{"https://ex ample.org/", "", false, ""},
		{"example", "", false, ""},
		{"https://example.com:demo", "", false, ""},
		{"http://[www.example.com]/", "", false, ""},
		{"https://example.org//", "", true, "https://example.org//"},
		{"https://example.com/[]?[]#[]", "", false, "https://example.com/[]?[]#[]"},
		{"https://example/%?%#%", "", false, "https://example/%?%#%"},
		{"https://example/%25?%25#%25", "", true, "https://example/%25?%25#%25"},
	} {
		base := specURL(test.base)
		if got := spec.IsValid(test.input, base); got != test.valid {
			t.Errorf("%q for the base %q: valid = %t, want %t", test.input, test.base, got, test.valid)
		}
		output := ""
		if u, _ := spec.Parse(test.input, base, nil); u != nil {
			output = u.Serialize(false)
		}
		if output != test.output {
			t.Errorf("parse %q with base %q = %q, want %q", test.input, test.base, output, test.output)
		}
		checkURLExample(t, test.input, test.base, test.valid, test.output)
	}
}

// checkURLExample checks an example, which the transcription has just passed, with the package's parser.
func checkURLExample(t *testing.T, input, base string, valid bool, output string) {
	t.Helper()
	var baseURL URL
	if base != "" {
		baseURL = MustParse(base)
	}
	if got := len((Parser{Base: baseURL}).Validate(input)) == 0; got != valid {
		t.Errorf("%q with base %q is valid: %t", input, base, got)
	}
	u, err := baseURL.Parse(input)
	if (err == nil) != (output != "") || err == nil && u.Href() != output {
		t.Errorf("parse %q with base %q: %v, %v, want %q", input, base, u, err, output)
	}
}

// TestHostExamples has the examples of https://url.spec.whatwg.org/#example-host-parsing.
func TestHostExamples(t *testing.T) {
	for _, test := range []struct {
		input      string
		kind       spec.HostKind
		output     string // "" is failure
		opaqueKind spec.HostKind
		opaque     string
	}{
		{"EXAMPLE.COM", spec.Domain, "example.com", spec.OpaqueHost, "EXAMPLE.COM"},
		{"example%2Ecom", spec.Domain, "example.com", spec.OpaqueHost, "example%2Ecom"},
		{"faß.example", spec.Domain, "xn--fa-hia.example", spec.OpaqueHost, "fa%C3%9F.example"},
		{"0", spec.IPv4, "0.0.0.0", spec.OpaqueHost, "0"},
		{"%30", spec.IPv4, "0.0.0.0", spec.OpaqueHost, "%30"},
		{"0x", spec.IPv4, "0.0.0.0", spec.OpaqueHost, "0x"},
		{"0xffffffff", spec.IPv4, "255.255.255.255", spec.OpaqueHost, "0xffffffff"},
		{"[0:0::1]", spec.IPv6, "[::1]", spec.IPv6, "[::1]"},
		{"[0:0::1%5D", 0, "", 0, ""},
		{"[0:0::%31]", 0, "", 0, ""},
		{"09", 0, "", spec.OpaqueHost, "09"},
		{"example.255", 0, "", spec.OpaqueHost, "example.255"},
		{"example^example", 0, "", 0, ""},
	} {
		for _, isOpaque := range []bool{false, true} {
			kind, want := test.kind, test.output
			if isOpaque {
				kind, want = test.opaqueKind, test.opaque
			}
			switch host, _ := spec.ParseHost(test.input, isOpaque); {
			case host == nil && want != "":
				t.Errorf("host %q (opaque: %t) fails, want %q", test.input, isOpaque, want)
			case host != nil && (host.Serialize() != want || host.Kind != kind):
				t.Errorf("host %q (opaque: %t) = %q of kind %d, want %q of kind %d", test.input, isOpaque,
					host.Serialize(), host.Kind, want, kind)
			}
			if host, err := parseHostOf(test.input, isOpaque); host.String() != want || (err == nil) != (want != "") ||
				err == nil && int(host.Kind()) != hostKinds[kind] {
				t.Errorf("ParseHost(%q, %t) = %q of kind %v, %v, want %q", test.input, isOpaque, host, host.Kind(), err, want)
			}
		}
	}
}

// TestErrorExamples has the examples of https://url.spec.whatwg.org/#validation-error. That for
// file-invalid-Windows-drive-letter is another, as "/c:/path" does not report it. The last rows show the conventions of
// where an error is. The standard does not say that IPv4-out-of-range-part is a failure in all but the last part, but
// the IPv4 parser does.
func TestErrorExamples(t *testing.T) {
	for _, test := range []struct {
		input, base string
		want        ErrorType
		offset      int
		failure     bool
	}{
		{"https://exa%23mple.org", "", ErrDomainToASCII, 8, true},
		{"https://exam%70le.org", "", ErrDomainPercentEncoded, 12, false},
		{"foo://exa[mple.org", "", ErrHostInvalidCodePoint, 9, true},
		{"https://127.0.0.1./", "", ErrIPv4EmptyPart, 17, false},
		{"https://1.2.3/", "", ErrIPv4TooFewParts, 8, false},
		{"https://1.2.3.4.5/", "", ErrIPv4TooManyParts, 16, true},
		{"https://test.42", "", ErrIPv4NonNumericPart, 8, true},
		{"https://127.0.0x0.1", "", ErrIPv4NonDecimalPart, 14, false},
		{"https://255.255.4000.1", "", ErrIPv4OutOfRangePart, 16, true},
		{"https://[::1", "", ErrIPv6Unclosed, 12, true},
		{"https://[:1]", "", ErrIPv6InvalidCompression, 9, true},
		{"https://[1:2:3:4:5:6:7:8:9]", "", ErrIPv6TooManyPieces, 25, true},
		{"https://[1::1::1]", "", ErrIPv6MultipleCompression, 14, true},
		{"https://[1:2:3!:4]", "", ErrIPv6InvalidCodePoint, 14, true},
		{"https://[1:2:3:]", "", ErrIPv6InvalidCodePoint, 15, true},
		{"https://[1:2:3]", "", ErrIPv6TooFewPieces, 14, true},
		{"https://[::01]", "", ErrIPv6PieceLeadingZero, 11, false},
		{"https://[1:1:1:1:1:1:1:127.0.0.1]", "", ErrIPv4InIPv6TooManyPieces, 23, true},
		{"https://[ffff::.0.0.1]", "", ErrIPv4InIPv6InvalidCodePoint, 15, true},
		{"https://[ffff::127.0.xyz.1]", "", ErrIPv4InIPv6InvalidCodePoint, 21, true},
		{"https://[ffff::127.0xyz]", "", ErrIPv4InIPv6InvalidCodePoint, 20, true},
		{"https://[ffff::127.00.0.1]", "", ErrIPv4InIPv6InvalidCodePoint, 20, true},
		{"https://[ffff::127.0.0.1.2]", "", ErrIPv4InIPv6InvalidCodePoint, 24, true},
		{"https://[ffff::127.0.0.4000]", "", ErrIPv4InIPv6OutOfRangePart, 23, true},
		{"https://[ffff::127.0.0]", "", ErrIPv4InIPv6TooFewParts, 22, true},
		{"https://example.org/>", "", ErrInvalidURLUnit, 20, false},
		{" https://example.org ", "", ErrInvalidURLUnit, 0, false},
		{"ht\ntps://example.org", "", ErrInvalidURLUnit, 2, false},
		{"https://example.org/%s", "", ErrInvalidURLUnit, 20, false},
		{"file:c:/my-secret-folder", "", ErrSpecialSchemeMissingFollowingSolidus, 5, false},
		{"https:example.org", "", ErrSpecialSchemeMissingFollowingSolidus, 6, false},
		{"https:foo.html", "https://example.org/", ErrSpecialSchemeMissingFollowingSolidus, 6, false},
		{"💩", "", ErrMissingSchemeNonRelativeURL, 0, true},
		{"💩", "mailto:user@example.org", ErrMissingSchemeNonRelativeURL, 0, true},
		{`https://example.org\path\to\file`, "", ErrInvalidReverseSolidus, 19, false},
		{"https://user@example.org", "", ErrInvalidCredentials, 12, false},
		{"ssh://user@example.org", "", ErrInvalidCredentials, 10, false},
		{"https://#fragment", "", ErrHostMissing, 8, true},
		{"https://:443", "", ErrHostMissing, 8, true},
		{"https://user:pass@", "", ErrHostMissing, 18, true},
		{"https://example.org:70000", "", ErrPortOutOfRange, 20, true},
		{"https://example.org:7z", "", ErrPortInvalid, 21, true},
		{"c|/path/to/file", "file:///c:/", ErrFileInvalidWindowsDriveLetter, 0, false},
		{"file://c:", "", ErrFileInvalidWindowsDriveLetterHost, 7, false},
		{"https://１.2.3.4/", "", ErrIPv4NonASCIIInput, 8, false},

		{"https://example.org \t", "", ErrInvalidURLUnit, 19, false},
		{"https://\t ", "", ErrHostMissing, 8, true},
		{"\x00https://[\n:1]", "", ErrIPv6InvalidCompression, 11, true},
		{"https://%31.2.3.4.5/", "", ErrIPv4TooManyParts, 8, true},
		{"https://１.2.3.4.5/", "", ErrIPv4TooManyParts, 8, true},
		{"https://A.1.256/", "", ErrIPv4NonNumericPart, 8, true},
		{"https://1.0x1.256.257/", "", ErrIPv4OutOfRangePart, 14, true},
		{"https://1.0x1.255.257/", "", ErrIPv4OutOfRangePart, 18, true},
		{"https://é.example/\xFF\xE2\x82\\", "", ErrInvalidReverseSolidus, 22, false},
		{"foo://a<b", "", ErrHostInvalidCodePoint, 7, true},
		{`foo://a"b`, "", ErrInvalidURLUnit, 7, false},
		{"foo://%41%4", "", ErrInvalidURLUnit, 9, false},
	} {
		_, errs := spec.Parse(test.input, specURL(test.base), nil)
		i := slices.IndexFunc(errs, func(e spec.ValidationError) bool { return e.Name == test.want.Error() })
		if i < 0 {
			t.Errorf("%q: the errors are %v, want %v", test.input, errs, test.want)
		} else if !slices.ContainsFunc(validate(test.input, test.base), func(e ValidationError) bool {
			return e.Type == test.want && e.Offset == test.offset && e.Failure == test.failure
		}) {
			if test.want != ErrDomainToASCII {
				t.Errorf("Validate(%q, %q) = %v, want %v at %d", test.input, test.base, validate(test.input, test.base), test.want, test.offset)
			}
		} else if errs[i].Offset != test.offset || errs[i].Failure != test.failure {
			t.Errorf("%q: %v at byte %d (failure: %t), want byte %d (failure: %t)", test.input, test.want,
				errs[i].Offset, errs[i].Failure, test.offset, test.failure)
		}
	}
}

// specURL returns the record of rawURL in the transcription of the standard, or nil.
func specURL(rawURL string) *spec.URL {
	u, _ := spec.Parse(rawURL, nil, nil)
	return u
}

// validate validates input against base, or without one if that is empty.
func validate(input, base string) []ValidationError {
	u, _ := Parse(base)
	return Parser{Base: u}.Validate(input)
}

// TestPercentEncodeSets checks that each set has a bit of its own and characters, and compares the standard's sets with those
// of the transcription, which are written in another way.
func TestPercentEncodeSets(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(\t|const )\w+PercentEncodeSet .*=|^\t\w+PercentEncodeSet +//`).FindAllString(readDocument(t, "percent.go"), -1)
	var used PercentEncodeSet
	for _, sets := range encodeSets[' ':0x7F] {
		used |= sets
	}
	if n := bits.OnesCount32(uint32(used | C0ControlPercentEncodeSet)); n != len(declared) {
		t.Errorf("percent.go declares %d sets, but encodeSets has %d: each needs a bit of its own, and a line there", len(declared), n)
	}
	standard := map[PercentEncodeSet]spec.PercentEncodeSet{
		C0ControlPercentEncodeSet:      spec.C0ControlPercentEncodeSet,
		FragmentPercentEncodeSet:       spec.FragmentPercentEncodeSet,
		QueryPercentEncodeSet:          spec.QueryPercentEncodeSet,
		SpecialQueryPercentEncodeSet:   spec.SpecialQueryPercentEncodeSet,
		PathPercentEncodeSet:           spec.PathPercentEncodeSet,
		UserinfoPercentEncodeSet:       spec.UserinfoPercentEncodeSet,
		ComponentPercentEncodeSet:      spec.ComponentPercentEncodeSet,
		FormURLEncodedPercentEncodeSet: spec.FormURLEncodedPercentEncodeSet,
	}
	if 1<<len(standard) != infra.NextSet {
		t.Errorf("%d sets are compared with the transcription, and not all of package infra", len(standard))
	}
	for set, transcribed := range standard {
		for c := range rune(0x180) {
			if set.Contains(c) != transcribed.Contains(c) {
				t.Errorf("set %b contains %U: %t, in the transcription %t", set, c, set.Contains(c), transcribed.Contains(c))
			}
		}
	}
}

// TestUnnormalizedDriveLetter has a record that only the protocol setter makes: a file: URL whose first segment is a
// Windows drive letter with "|". References that begin with a slash replace it. They keep only a drive letter with ":".
// https://url.spec.whatwg.org/#file-slash-state
func TestUnnormalizedDriveLetter(t *testing.T) {
	u := MustParse("http://h/C|/x")
	if err := u.SetProtocol("file"); err != nil || u.Href() != "file://h/C|/x" {
		t.Fatalf("SetProtocol: %s, %v", u, err)
	}
	for _, test := range []struct{ ref, href string }{
		{"/y", "file://h/y"},
		{`\y`, "file://h/y"},
		{"/D|/y", "file://h/D:/y"},
		{"y", "file://h/C|/y"},
		{"../y", "file://h/y"},
		{"?q", "file://h/C|/x?q"},
	} {
		if got, err := u.Parse(test.ref); err != nil || got.Href() != test.href {
			t.Errorf("%q relative to %s: %s, %v, want %s", test.ref, u, got, err, test.href)
		}
	}
	for _, test := range []struct {
		extend func(...string) (URL, error)
		text   []string
		href   string
	}{
		{u.AppendSegments, []string{"a"}, "file://h/C|/x/a"},
		{u.AppendSegments, nil, "file://h/C|/x"},
		{u.JoinPath, []string{"a"}, "file://h/C|/x/a"},
		{u.JoinPath, []string{"..", "a/"}, "file://h/C|/a/"},
		{u.JoinPath, []string{"../..", "a"}, "file://h/a"},
	} {
		if got, err := test.extend(test.text...); err != nil || got.Href() != test.href {
			t.Errorf("%q after the path of %s: %s, %v, want %s", test.text, u, got, err, test.href)
		}
	}
}

// No parse gives these URLs: their hrefs parse to others. Only the protocol setter makes such records, and only two
// kinds of them: file: URLs with the host localhost, which the parser makes empty, and file: URLs whose first segment
// is a Windows drive letter with "|", for which the parser writes ":". The setters keep what they do not set.
var unparsableRecords = []struct {
	href  string
	calls [][2]string
	want  string
}{
	{"http://localhost/", file, "file://localhost/"},
	{"ws://LOCALHOST:80/a/b?q#f", file, "file://localhost/a/b?q#f"},
	{"https://localhost/C:/a", file, "file://localhost/C:/a"},
	{"ftp://localhost/C|", file, "file://localhost/C|"},
	{"ftp://localhost/c|/", file, "file://localhost/c|/"},
	{"http://h/C|", file, "file://h/C|"},
	{"http://h/C|/", file, "file://h/C|/"},
	{"http://h/C|/D|/x?q", file, "file://h/C|/D|/x?q"},
	{"http://h/C|//", file, "file://h/C|//"},
	{"wss://1.2.3.4/c|/x#f", file, "file://1.2.3.4/c|/x#f"},
	{"http://[::1]/z|?", file, "file://[::1]/z|?"},
	{"http://h/C|/x", [][2]string{{"protocol", "file"}, {"host", ""}}, "file:///C|/x"},
	{"http://h/C|", [][2]string{{"protocol", "file"}, {"hostname", "localhost"}, {"search", "a=b"}}, "file:///C|?a=b"},
	{"http://localhost/x", [][2]string{{"protocol", "file"}, {"pathname", "c|"}, {"hash", "f"}}, "file://localhost/c:#f"},
}

var file = [][2]string{{"protocol", "file"}}

// eachRecord calls f with each of unparsableRecords, in the package and in the transcription of the standard.
func eachRecord(t *testing.T, f func(u URL, record *spec.Object)) {
	t.Helper()
	for _, r := range unparsableRecords {
		u, record := MustParse(r.href), spec.NewURL(r.href, nil)
		for _, call := range r.calls {
			if err := setters[call[0]](&u, call[1]); err != nil {
				t.Fatalf("set %s of %s to %q: %v", call[0], r.href, call[1], err)
			}
			spec.Setters[call[0]](record, call[1])
		}
		if u.Href() != r.want {
			t.Errorf("%q of %s: %s, want %s", r.calls, r.href, u, r.want)
		}
		if again, err := Parse(u.Href()); err != nil || again == u {
			t.Errorf("a parse gives %+v: %v", u, err)
		}
		checkURL(t, u, record.URL)
		f(u, record)
	}
}

// TestUnparsableRecordsAsTranscribed resolves references against the records, and calls each setter on them.
func TestUnparsableRecordsAsTranscribed(t *testing.T) {
	race.SkipSlow(t)
	refs := []string{
		"", "/", "/y", `\y`, "y", "./y", "..", "../..", "../../../y", "?", "?r", "#", "#g", "//", "//localhost/y", "//g/y", "///y",
		"C|", "C|/y", "/C|/y", "D|", "/D|", "/D|/..", "/D:/y", "./C|", "file:", "file:y", "file:/y", "file:C|/y", "file:?r", "http:y", "c|x", "%2e%2e/y",
	}
	values := slices.Concat(refs, []string{"localhost", "LOCALHOST", "h", "h:80", "", "http", "https:", "foo", "C:", "a b", "1", "[::2]"})
	eachRecord(t, func(u URL, record *spec.Object) {
		for _, ref := range refs {
			checkReference(t, u, record.URL, ref)
		}
		withPair, object := u, spec.NewObject(clone(record.URL))
		withPair.SearchParams().Append("k", "v")
		object.SetSearchParams(append(object.List, spec.Tuple{Name: "k", Value: "v"}))
		checkURL(t, withPair, object.URL)
		for name, set := range setters {
			for _, value := range values {
				changed, object := u, spec.NewObject(clone(record.URL))
				_ = set(&changed, value) // the transcription says what it changes
				spec.Setters[name](object, value)
				checkURL(t, changed, object.URL)
				checkReference(t, changed, object.URL, "/y")
			}
		}
		for _, target := range []URL{u, MustParse("file:///C:/x"), MustParse("file://h/y")} {
			for _, base := range []URL{u, target} {
				if ref, ok := base.MakeRelative(target); ok {
					if v, err := base.Parse(ref); err != nil || v != target {
						t.Errorf("%q leads from %s to %s, %v, want %s", ref, base, v, err, target)
					}
				}
			}
		}
	})
}

// clone returns a copy of u that setters may change.
func clone(u *spec.URL) *spec.URL {
	v := *u
	v.Path = slices.Clone(u.Path)
	return &v
}

// TestUnparsableRecordsThroughMethods calls every exported method on the records. None panics, none but the pointer
// methods changes the URL, and each URL that a method returns is a record in order, with the same scheme and host. What
// does not parse keeps the path, too.
func TestUnparsableRecordsThroughMethods(t *testing.T) {
	methods := 0
	eachRecord(t, func(u URL, _ *spec.Object) {
		typ := reflect.TypeFor[*URL]()
		for i := range typ.NumMethod() {
			methods++
			name, receiver := typ.Method(i).Name, u
			_, onValue := reflect.TypeFor[URL]().MethodByName(name)
			method := reflect.ValueOf(&receiver).Method(i)
			for _, result := range method.Call(methodArguments(t, name, method.Type(), u)) {
				v, isURL := result.Interface().(URL)
				if !isURL || v.IsZero() {
					continue
				}
				if err := brokenInvariant(v); err != nil {
					t.Errorf("%s of %s: %v", name, u, err)
				}
				kept := u.href[:u.pathStart]
				if !strings.HasPrefix(name, "Parse") {
					kept += strings.TrimSuffix(u.Pathname(), "/")
				}
				if !strings.HasPrefix(v.Href(), kept) {
					t.Errorf("%s of %s changed more than it should: %s", name, u, v)
				}
			}
			if onValue && receiver != u {
				t.Errorf("%s changed %s to %s", name, u, receiver)
			}
			if err := brokenInvariant(receiver); err != nil {
				t.Errorf("after %s of %s: %v", name, u, err)
			}
		}
	})
	if methods < 50*len(unparsableRecords) {
		t.Errorf("%d calls", methods)
	}
}

// methodArguments returns arguments for a method of u.
func methodArguments(t *testing.T, name string, method reflect.Type, u URL) (arguments []reflect.Value) {
	t.Helper()
	for i := range method.NumIn() {
		var argument any
		switch in := method.In(i); {
		case method.IsVariadic() && in == reflect.TypeFor[[]string]():
			arguments = append(arguments, reflect.ValueOf("a"), reflect.ValueOf("b c"))
			continue
		case in.Kind() == reflect.String:
			argument = "y"
		case in == reflect.TypeFor[any]():
			argument = "file://h/y"
		case in == reflect.TypeFor[[]byte]():
			argument = []byte("file://h/y")
		case in == reflect.TypeFor[URL]():
			argument = u
		case in == reflect.TypeFor[PathStyle]():
			argument = WindowsPath
		case in == reflect.TypeFor[func(name, value string) (string, bool)]():
			argument = func(name, value string) (string, bool) { return value + "1", true }
		case in == reflect.TypeFor[func(u URL) (Origin, bool)]():
			argument = func(URL) (Origin, bool) { return Origin{}, true }
		default:
			t.Fatalf("%s: no argument of type %v", name, in)
		}
		arguments = append(arguments, reflect.ValueOf(argument))
	}
	return arguments
}
