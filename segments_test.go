package url

import (
	"encoding/hex"
	"errors"
	"fmt"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

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
		{join, hierarchical, []string{"b", "100%"}, Error{Op: "JoinPath", Input: "100%", Offset: 3, Err: ErrInvalidURLUnit}},
		{join, hierarchical, []string{"%zz"}, Error{Op: "JoinPath", Input: "%zz", Err: ErrInvalidURLUnit}},
		{join, hierarchical, []string{"\xff%41/%4g"}, Error{Op: "JoinPath", Input: "\xff%41/%4g", Offset: 5, Err: ErrInvalidURLUnit}},
		{join, opaque, []string{"b"}, Error{Op: "JoinPath", Input: "mailto:a@b", Err: ErrOpaquePath}},
		{join, opaque, nil, Error{Op: "JoinPath", Input: "mailto:a@b", Err: ErrOpaquePath}},
		{join, URL{}, []string{"%"}, Error{Op: "JoinPath", Err: ErrZeroURL}},
		{add, hierarchical, []string{"", "b"}, Error{Op: "AppendSegments", Err: ErrInvalidPathSegment}},
		{add, hierarchical, []string{"."}, Error{Op: "AppendSegments", Input: ".", Err: ErrInvalidPathSegment}},
		{add, hierarchical, []string{"..", "b"}, Error{Op: "AppendSegments", Input: "..", Err: ErrInvalidPathSegment}},
		{add, opaque, []string{"b"}, Error{Op: "AppendSegments", Input: "mailto:a@b", Err: ErrOpaquePath}},
		{add, URL{}, []string{""}, Error{Op: "AppendSegments", Err: ErrZeroURL}},
	} {
		got, err := test.extend(test.u, test.texts...)
		if e := (*Error)(nil); !errors.As(err, &e) || !e.is(test.want) || !got.IsZero() {
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
		{"http://h/a", []string{"..;", "admin", "..;b;c", ";", ".;x", "..a;b"}, "http://h/a/..%3B/admin/..%3Bb;c/%3B/.%3Bx/..a;b"},
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
		checkDataSegments(t, infra.ToScalarValues(a), infra.ToScalarValues(b))
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
			segments = append(segments, notInPath.ReplaceAllStringFunc(infra.ToScalarValues(part), func(s string) string {
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

func TestDecodedSegments(t *testing.T) {
	for rawURL, want := range map[string][]string{
		"https://h":                      nil,
		"https://h/?q#f":                 nil,
		"file:///":                       nil,
		"foo://h":                        nil,
		"foo://h/":                       {""},
		"foo:/":                          {""},
		"https://h/a":                    {"a"},
		"https://h/a/":                   {"a", ""},
		"https://h/caf%C3%A9/100%25/%20": {"caf\u00E9", "100%", " "},
		"https://h/a;b/c%3Bd/...;x":      {"a;b", "c;d", "...;x"},
		"https://h/a;..;b":               {"a;..;b"},
		"https://h/..%20/C:/..a/a..":     {".. ", "C:", "..a", "a.."},
		"https://h/CD:../C:..a/1:../C..": {"CD:..", "C:..a", "1:..", "C.."},
		"https://h/a/../b/%2e%2E/c":      {"c"},
		"https://h/%25zz/%25u00/%25":     {"%zz", "%u00", "%"},
		"https://h/%25u00g1/%25ug001":    {"%u00g1", "%ug001"},
		"https://h/%25u0g01":             {"%u0g01"},
		"https://h/%25u004g/%25u004":     {"%u004g", "%u004"},
		"https://h/%25t0041":             {"%t0041"},
		"https://h/%EF%BF%BD":            {"\uFFFD"},
		"https://h/a+b&c=d":              {"a+b&c=d"},
		"file:///C|/a":                   {"C:", "a"},
	} {
		got, err := MustParse(rawURL).DecodedSegments()
		if err != nil || !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%s: %q, %v, want %q", rawURL, got, err, want)
		}
	}
}

func TestDecodedSegmentsErrors(t *testing.T) {
	for rawURL, offset := range map[string]int{
		"https://h/public/..%2fadmin":  10,
		"https://h/a%5Cb":              2,
		"foo://h/a\\b":                 2,
		"https://h//a":                 1,
		"https://h/a//":                3,
		"foo:/.//a":                    1,
		"https://h/;/admin":            1,
		"https://h/a/.;x/b":            3,
		"https://h/a/..;/b":            3,
		"https://h/a/%2e%2E;":          3,
		"https://h/a/..%3Bx":           3,
		"https://h/;":                  1,
		"https://h/a/..%3f/b":          3, // servers that cut a decoded path at "?" see "/a/.."
		"https://h/a/.%23/b":           3,
		"https://h/%3Fa":               1,
		"https://h/..;%3F":             1,
		"https://h/C:..":               1, // Windows goes up from the working directory of the drive
		"https://h/a/c%3A%2e.":         3,
		"https://h/z:..;x":             1,
		"https://h/Z:..%3F":            1,
		"file:///C|/D:..":              4,
		"https://h/a%00":               2,
		"https://h/a%1F":               2,
		"https://h/a%7f":               2,
		"https://h/a/%":                3,
		"https://h/a/b%4":              4,
		"https://h/a/%zz":              3,
		"https://h/%2541":              1,
		"https://h/%2541zzz":           1,
		"https://h/a%41%25%34%31":      5,
		"https://h/%25u002e%25u002e":   1,
		"https://h/b%25U002E":          2,
		"https://h/%FF":                1,
		"https://h/%EF%BF%BD%C3%A9%C3": 16,
	} {
		u := MustParse(rawURL)
		got, err := u.DecodedSegments()
		e := new(Error)
		if got != nil || !errors.Is(err, ErrAmbiguousPath) || !errors.As(err, &e) || e.Input != u.Pathname() || e.Offset != offset {
			t.Errorf("%s: %q, %v, want %v at byte %d of the path", rawURL, got, err, ErrAmbiguousPath, offset)
		}
	}
	for path, reason := range map[string]string{
		"/a%00/%zz": "ambiguous-path at byte 2: a segment contains a control character",
		"/a%zz/%00": `ambiguous-path at byte 2: the "%" does not begin an encoded byte`,
	} {
		_, err := MustParse("https://h" + path).DecodedSegments()
		if want := fmt.Sprintf("url: DecodedSegments %q: %s", path, reason); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, u := range []URL{MustParse("mailto:a@b"), MustParse("foo:")} {
		if got, err := u.DecodedSegments(); got != nil || !errors.Is(err, ErrOpaquePath) {
			t.Errorf("%s: %q, %v", u, got, err)
		}
	}
}

// ambiguousSegment matches what is ambiguous in a decoded segment.
var ambiguousSegment = regexp.MustCompile(`(?s)[/\\\x00-\x1F\x7F]|%[[:xdigit:]]{2}|%[uU][[:xdigit:]]{4}|^(\.{0,2}|[A-Za-z]:\.\.)[;?#]|^(\.{1,2}|[A-Za-z]:\.\.)$`)

// FuzzDecodedSegments compares DecodedSegments with net/url's decoder and a regular expression. It checks that building
// a path of the segments gives them again.
func FuzzDecodedSegments(f *testing.F) {
	for _, path := range []string{"/", "/a/b%20c/", "//a", "/%2e%2e;/", "/..%2f", "/%2541", "/%25u002e", "/%FF/%", "/a;..;b", "/a/..%3f/b", "/%23;", "/a%3F..", "/C:..", "/c%3A..;"} {
		f.Add("https://h" + path)
		f.Add("foo:" + path)
	}
	f.Fuzz(func(t *testing.T, rawURL string) {
		u, err := Parse(rawURL)
		if err != nil || u.HasOpaquePath() {
			return
		}
		got, ok := checkDecoder(t, u, SegmentDecoder{}, ambiguousSegment.MatchString)
		if !ok {
			return
		}
		built, err := Build(Components{Scheme: "https", Host: "h", Segments: got})
		again, _ := built.DecodedSegments()
		if len(got) == 1 && got[0] == "" {
			got = nil // "/" of a URL that is not special
		}
		if err != nil || !slices.Equal(again, got) {
			t.Fatalf("%s: the segments %q become %s, %v, with %q", u, got, built, err, again)
		}
	})
}

func TestSegmentDecoder(t *testing.T) {
	decoder := SegmentDecoder{AllowEncodedSlash: true}
	for rawURL, want := range map[string][]string{
		"https://h":                         nil,
		"https://h/":                        nil,
		"foo:/":                             {""},
		"foo:/%2f":                          {"/"},
		"https://h/a/b%20c/":                {"a", "b c", ""},
		"https://h/projects/group%2Fname/x": {"projects", "group/name", "x"},
		"https://h/queues/%2F/%2f":          {"queues", "/", "/"},
		"https://h/%2F%2F":                  {"//"},
		"https://h/%2Fa%2F/a%2F%2Fb":        {"/a/", "a//b"},
		"https://h/https:%2F%2Fh%2Fa%3Fb/":  {"https://h/a?b", ""},
		"https://h/a;b%2Fc;..%2F...":        {"a;b/c;../..."},
		"https://h/C:%2F..a%2FC:..a":        {"C:/..a/C:..a"},
		"https://h/%2F%C3%A9%25/a%2F.%20":   {"/\u00E9%", "a/. "},
	} {
		u := MustParse(rawURL)
		got, err := decoder.Decode(u)
		if err != nil || !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%s: %q, %v, want %q", rawURL, got, err, want)
		}
		if _, err := u.DecodedSegments(); (err != nil) != strings.Contains(strings.ToUpper(rawURL), "%2F") {
			t.Errorf("%s: DecodedSegments: %v", rawURL, err)
		}
	}
	for path, offset := range map[string]int{
		"/a%2F..%2Fb":           5,
		"/..%2Fb":               1,
		"/..;%2Fb":              1,
		"/a%2F.;x":              5,
		"/a%2F%2e%3Bx":          5,
		"/%2F;x":                4,
		"/;%2Fx":                1,
		"/a%2F%3Fb":             5,
		"/%2F%23":               4,
		"/%2F.":                 4,
		"/.%2F":                 1,
		"/a/x%2F%252e":          7,
		"/a%2F%2525":            5,
		"/a%2F%2E%2E":           5,
		"/%61%2f%2e%2E%2f%62":   7,
		"/C:..%2Fx":             1,
		"/x%2FC:..":             5,
		"/x%2Fc%3A..%3f":        5,
		"/c%3A..":               1,
		"/a%2F%5C":              5,
		"/a%5C..%2F":            2,
		"/a%2F%00":              5,
		"/%2F%":                 4,
		"/%C3%2F%A9":            1,
		"/%2F%2F%FF":            7,
		"//a%2Fb":               1,
		"/a%2Fb//":              7,
		"/a%252Fb":              2,
		"/a%2F%25u002e%25U002e": 5,
	} {
		u := MustParse("https://h" + path)
		got, err := decoder.Decode(u)
		e := new(Error)
		if got != nil || !errors.Is(err, ErrAmbiguousPath) || !errors.As(err, &e) || e.Input != path || e.Offset != offset {
			t.Errorf("%s: %q, %v, want %v at byte %d", path, got, err, ErrAmbiguousPath, offset)
		}
	}
	for _, u := range []URL{{}, MustParse("mailto:a%2Fb"), MustParse("foo:")} {
		got, err := decoder.Decode(u)
		if _, want := u.DecodedSegments(); got != nil || want == nil || err == nil || err.Error() != want.Error() {
			t.Errorf("%s: %q, %v, want %v", u, got, err, want)
		}
	}
}

// checkDecoder compares a decoder with net/url's decoder and with a function for what is ambiguous in a decoded segment. It
// returns the segments, and whether nothing is ambiguous.
func checkDecoder(t *testing.T, u URL, decoder SegmentDecoder, isAmbiguous func(string) bool) (got []string, ok bool) {
	t.Helper()
	raw := slices.Collect(u.PathSegments())
	if len(raw) == 1 && raw[0] == "" && u.IsSpecial() {
		raw = nil
	}
	ok = true
	var want []string
	for i, segment := range raw {
		decoded, err := neturl.PathUnescape(segment)
		want = append(want, decoded)
		ok = ok && err == nil && utf8.ValidString(decoded) && !isAmbiguous(decoded) && (decoded != "" || i == len(raw)-1)
	}
	got, err := decoder.Decode(u)
	if ok == errors.Is(err, ErrAmbiguousPath) || ok && !slices.Equal(got, want) {
		t.Fatalf("%s: %q, %v, want %q, unambiguous: %t", u, got, err, want, ok)
	}
	return got, ok
}

// FuzzSegmentDecoder checks that what is decoded becomes a path again, with the same segments. Backends find them, as far as
// the documentation says.
func FuzzSegmentDecoder(f *testing.F) {
	for _, path := range []string{
		"/projects/group%2Fname/x", "/%2F", "/a/%2F%2f/", "/a%2F..%2Fb", "/..%2Fb", "/a%2F.;x", "/%2F;x", "/a%2F%3Fb", "/x%2F%252e", "/a%2F%2E%2E",
		"/C:..%2Fx", "/x%2FC:..", "/c%3A..", "/a;b%2Fc/d;e%3Ff", "/a%5C..%2Fb", "/a/b%23c%2Fd/e", "/%2F%FF", "/https:%2F%2Fh%2F..a", "/;/admin",
		"//admin", "/a/..%3Fb", "/a%2F..%00", "/a%2F..;b",
	} {
		f.Add("https://h" + path)
		f.Add("foo:" + path)
	}
	f.Fuzz(func(t *testing.T, rawURL string) {
		u, err := Parse(rawURL)
		if err != nil || u.HasOpaquePath() || u.Pathname() == "" {
			return
		}
		decoder := SegmentDecoder{AllowEncodedSlash: true}
		got, ok := checkDecoder(t, u, decoder, func(decoded string) bool {
			return slices.ContainsFunc(strings.Split(decoded, "/"), ambiguousSegment.MatchString)
		})
		if !ok {
			return
		}
		root := u
		if err := root.SetPathname("/"); err != nil {
			t.Fatal(err)
		}
		again, err := root.AppendSegments(got...)
		if err != nil {
			t.Fatalf("%s: the segments %q: %v", u, got, err)
		}
		if decoded, err := decoder.Decode(again); err != nil || !slices.Equal(decoded, got) {
			t.Fatalf("%s: the segments %q become %s, with %q, %v", u, got, again, decoded, err)
		}
		checkBackends(t, u.Pathname(), got)
		if again != u {
			checkBackends(t, again.Pathname(), got)
		}
	})
}

var (
	fixedText    = regexp.MustCompile(`^[^/;?#]+$`)                                // what an API compares a segment with
	stepInPath   = regexp.MustCompile(`(^|[/\\])(\.|\.\.|[A-Za-z]:\.\.)([/\\]|$)`) // "C:..", too, for Windows
	encodedByte  = regexp.MustCompile(`%[[:xdigit:]]{2}`)
	notSlash     = regexp.MustCompile(`%([013-9A-Fa-f][[:xdigit:]]|2[0-9A-Ea-e])`)
	parameters   = regexp.MustCompile(`;[^/]*`) // of segments
	queryInPath  = regexp.MustCompile(`(?s)[?#\x00].*`)
	slashesInRow = regexp.MustCompile(`//+`)
)

// backendPaths returns the paths that backends may act on, before they resolve dot segments. Some cut parameters before they
// decode, some after it, some decode twice, and so on.
func backendPaths(path string, encoded *regexp.Regexp) []string {
	paths := []string{path}
	for _, habit := range []func(string) string{
		func(s string) string { return parameters.ReplaceAllString(s, "") },
		func(s string) string { return decodeAll(s, encoded) },
		func(s string) string { return decodeAll(s, encoded) },
		func(s string) string { return queryInPath.ReplaceAllString(s, "") },
		func(s string) string { return parameters.ReplaceAllString(s, "") },
		func(s string) string { return strings.ReplaceAll(s, `\`, "/") },
		func(s string) string { return slashesInRow.ReplaceAllString(s, "/") },
	} {
		for _, s := range paths {
			if s = habit(s); !slices.Contains(paths, s) {
				paths = append(paths, s)
			}
		}
	}
	return paths
}

// decodeAll decodes what encoded matches in s.
func decodeAll(s string, encoded *regexp.Regexp) string {
	return encoded.ReplaceAllStringFunc(s, func(s string) string {
		decoded, _ := hex.DecodeString(s[1:])
		return string(decoded)
	})
}

// checkBackends reads a path as backends do. None finds a dot segment, also when it decodes the slashes of a segment at last.
// All find the fixed texts that the segments begin with. Those that keep "%2F" find every segment in its place, or cut.
func checkBackends(t *testing.T, path string, segments []string) {
	t.Helper()
	fixed := slices.IndexFunc(append(segments, ""), func(s string) bool { return !fixedText.MatchString(s) })
	for _, encoded := range []*regexp.Regexp{encodedByte, notSlash} {
		for _, read := range backendPaths(path, encoded) {
			if step := stepInPath.FindString(decodeAll(read, encodedByte)); step != "" {
				t.Fatalf("%s: a backend finds %q in %s", path, step, read)
			}
			found := strings.Split(read[len("/"):], "/")
			for i := range found {
				found[i] = decodeAll(found[i], encodedByte)
			}
			if len(found) < fixed || !slices.Equal(found[:fixed], segments[:fixed]) {
				t.Fatalf("%s: a backend finds %q, not %q", path, found, segments[:fixed])
			}
			if encoded == notSlash && len(segments) > 0 && !areInPlace(found, segments) {
				t.Fatalf("%s: a backend that keeps %%2F finds %q, not %q", path, found, segments)
			}
		}
	}
}

// areInPlace reports whether found are the segments, but for what is cut from a segment, or from the path at a "?" or "#".
func areInPlace(found, segments []string) bool {
	for i, text := range found {
		if i == len(segments) {
			return false
		}
		if rest, ok := strings.CutPrefix(segments[i], text); !ok || rest != "" && (text == "" || !strings.ContainsAny(rest[:1], ";?#")) {
			return false
		}
	}
	return len(found) == len(segments) || strings.ContainsAny(segments[len(found)-1], "?#")
}

// checkDataSegments checks that segments that are data come back from DecodedSegments, or are ambiguous.
func checkDataSegments(t *testing.T, segments ...string) {
	t.Helper()
	u, err := MustParse("https://h").AppendSegments(segments...)
	if err != nil {
		t.Fatalf("%q: %v", segments, err)
	}
	got, err := u.DecodedSegments()
	switch {
	case err == nil && slices.Equal(got, segments):
	case errors.Is(err, ErrAmbiguousPath) && slices.ContainsFunc(segments, func(s string) bool { return !utf8.ValidString(s) || ambiguousSegment.MatchString(s) }):
	default:
		t.Fatalf("the segments %q of %s come back as %q, %v", segments, u, got, err)
	}
}
