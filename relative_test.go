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

		// What is encoded and what is not.
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

// TestJoinPathOfNetURL compares with net/url. Where its result is another, the row says which one is wanted here.
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
		// What net/url encodes anew, as a whole, and what it does not encode.
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
		{"http://h", []string{"日本", "\xFF", "a\tb\n\x00"}, "http://h/%E6%97%A5%E6%9C%AC/%EF%BF%BD/a%09b%0A%00"},
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
		if want := append(kept, toScalarValues(a), toScalarValues(b)); !slices.Equal(got, want) {
			t.Errorf("%q, %q: segments %q, want %q", base, added, got, want)
		}
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

func TestMakeRelative(t *testing.T) {
	for _, test := range []struct{ base, target, want string }{
		{"http://h/a", "http://h/a", ""},
		{"http://h/a#b", "http://h/a", ""},
		{"http://h/a?b", "http://h/a?b#c", "#c"},
		{"http://h/a?b", "http://h/a?b#", "#"},
		{"http://h/a", "http://h/a?b#c", "?b#c"},
		{"http://h/a?b", "http://h/a?", "?"},
		{"http://h/a?b", "http://h/a", "a"},
		{"http://h/a?b", "http://h/a#c", "a#c"},
		{"http://h/a/?b", "http://h/a/", "."},
		{"http://h/a/b", "http://h/a/c", "c"},
		{"http://h/a/b", "http://h/a/c/d?e", "c/d?e"},
		{"http://h/a/b", "http://h/a/", "."},
		{"http://h/a/b/c", "http://h/a/", ".."},
		{"http://h/abcdef/b/c/d", "http://h/abcdef/", "../.."},
		{"http://h/abcdef/b/c/d", "http://h/abcdef/e", "../../e"},
		{"http://h/a/b/c/d", "http://h/a/e", "/a/e"},
		{"http://h/a/b", "http://h/ab", "/ab"},
		{"http://h/a/b", "http://h/c", "/c"},
		{"http://h/a/b/c", "http://h/", "/"},
		{"http://h/a/b", "http://h/a", "/a"},
		{"http://h/a/b", "http://h/a//c", ".//c"},
		{"http://h/a/b", "http://h//c", "..//c"},
		{"http://h/a", "http://h//c", ".//c"},
		{"http://h/a/b", "http://h/a/c:d", "./c:d"},
		{"http://h/a/b", "http://h/a/1:d", "1:d"},
		{"http://h/a", "http://h/http:b", "/http:b"},
		{"http://h/abc/d", "http://h/abc/http:b", "./http:b"},
		{"http://u:p@h:1/a", "http://u:p@h:1/b", "b"},
		{"file:///C:/a", "file:///C:/b", "b"},
		{"file:///C:/a/b", "file:///C:/", ".."},
		{"file:///C:/a", "file:///D:/b", "/D:/b"},
		{"file:///C:/a", "file:///b", "///b"},
		{"file:///a/b", "file:///a/C|", "./C|"},
		{"file:///a/b", "file:///C:/", "/C:/"},
		{"file://h/a", "file://h/b", "b"},
		{"foo://h", "foo://h/a", "/a"},
		{"foo://h/a", "foo://h", "//h"},
		{"foo://h?a", "foo://h", "//h"},
		{"foo:///a", "foo://", "//"},
		{"foo:/a/b", "foo:/.//c", "..//c"},
		{"foo:/a/b/c", "foo:/.//c", "/.//c"},
		{"foo:/.//a/b", "foo:/.//a/c", "c"},
		{"foo:/.//a", "foo:/b", "/b"},
		{"foo:/a", `foo:/\b`, `\b`},
		{"mailto:a", "mailto:a#b", "#b"},
		{"mailto:a#c", "mailto:a#b", "#b"},
	} {
		base, target := MustParse(test.base), MustParse(test.target)
		got, ok := base.MakeRelative(target)
		if !ok || got != test.want {
			t.Errorf("from %q to %q: got %q, %t; want %q", base, target, got, ok, test.want)
		}
		if back, err := base.Parse(test.want); err != nil || back != target {
			t.Errorf("from %q, %q leads to %v, error %v", base, test.want, back, err)
		}
	}
}

func TestMakeRelativeRefuses(t *testing.T) {
	for _, test := range [][2]string{
		{"http://h/", "https://h/"}, {"http://h/", "http://g/"}, {"http://h/", "http://h:1/"}, {"http://u@h/", "http://h/"},
		{"http://h/", "http://u@h/"}, {"http://u:p@h/", "http://u:q@h/"}, {"http://h/", "mailto:h"}, {"mailto:h", "http://h/"},
		{"mailto:a", "mailto:a"}, {"mailto:a", "mailto:b#c"}, {"mailto:a#b", "mailto:a"}, {"foo:/a", "foo:a"},
		{"foo:/a", "foo:///a"}, {"foo:///a", "foo:/a"}, {"foo:/h", "foo://h"}, {"file:///a", "file://h/a"},
	} {
		base, target := MustParse(test[0]), MustParse(test[1])
		if got, ok := base.MakeRelative(target); ok || got != "" {
			t.Errorf("from %q to %q: got %q, %t", base, target, got, ok)
		}
	}
	u, zero := MustParse("http://h/"), URL{}
	for _, got := range []func() (string, bool){
		func() (string, bool) { return u.MakeRelative(zero) },
		func() (string, bool) { return zero.MakeRelative(u) },
		func() (string, bool) { return zero.MakeRelative(zero) },
	} {
		if ref, ok := got(); ok || ref != "" {
			t.Errorf("with the zero URL: got %q, %t", ref, ok)
		}
	}
}

func FuzzMakeRelative(f *testing.F) {
	f.Add("http://h/a/b/c", "../d//e?f#g", "x")
	f.Add("file:///C:/a", "/D|/b", "///c")
	f.Add("foo:/.//a/b", "/.//c:d", "?#")
	f.Add("foo://h", "//h?q", "a:b/C|")
	f.Add("mailto:a b", "#b", "#")
	f.Fuzz(func(t *testing.T, rawURL, a, b string) {
		root, err := Parse(rawURL)
		if err != nil {
			return
		}
		base, err1 := root.Parse(a)
		target, err2 := root.Parse(b)
		if err1 != nil || err2 != nil {
			return
		}
		ref, ok := base.MakeRelative(target)
		if want := hasRelative(base, target); ok != want {
			t.Fatalf("from %q to %q: %q, %t", base, target, ref, ok)
		}
		if !ok {
			return
		}
		if back, err := base.Parse(ref); err != nil || back != target {
			t.Errorf("from %q to %q: %q leads to %v, error %v", base, target, ref, back, err)
		}
		if len(ref) > len(target.Href()) {
			t.Errorf("from %q to %q: %q is longer", base, target, ref)
		}
	})
}

// hasRelative reports whether MakeRelative promises a result.
func hasRelative(base, target URL) bool {
	if base.HasOpaquePath() || target.HasOpaquePath() {
		_, hasFragment := target.Fragment()
		return hasFragment && base.WithoutFragment() == target.WithoutFragment()
	}
	_, baseHasHost := base.ParsedHost()
	_, targetHasHost := target.ParsedHost()
	return base.Scheme() == target.Scheme() && baseHasHost == targetHasHost && base.Host() == target.Host() &&
		base.Username() == target.Username() && base.Password() == target.Password()
}
