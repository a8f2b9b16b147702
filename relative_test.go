package url

import (
	"errors"
	"fmt"
	neturl "net/url"
	"regexp"
	"slices"
	"testing"
	"unicode/utf8"
)

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
		{"http://h/a/b/c/d", "http://h//e", "/.//e"},
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
		"https://h/a/../b/%2e%2E/c":      {"c"},
		"https://h/%25zz/%25u00/%25":     {"%zz", "%u00", "%"},
		"https://h/%25u00g1/%25ug001":    {"%u00g1", "%ug001"},
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
		if want := fmt.Sprintf("url: decode segments of %q: %s", path, reason); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, u := range []URL{{}, MustParse("mailto:a@b"), MustParse("foo:")} {
		if got, err := u.DecodedSegments(); got != nil || !errors.Is(err, ErrOpaquePath) {
			t.Errorf("%s: %q, %v", u, got, err)
		}
	}
}

// ambiguousSegment matches what is ambiguous in a decoded segment.
var ambiguousSegment = regexp.MustCompile(`(?s)[/\\\x00-\x1F\x7F]|%[[:xdigit:]]{2}|%[uU][[:xdigit:]]{4}|^\.{0,2}[;?#]|^\.{1,2}$`)

// FuzzDecodedSegments compares DecodedSegments with net/url's decoder and a regular expression. It checks that building
// a path of the segments gives them again.
func FuzzDecodedSegments(f *testing.F) {
	for _, path := range []string{"/", "/a/b%20c/", "//a", "/%2e%2e;/", "/..%2f", "/%2541", "/%25u002e", "/%FF/%", "/a;..;b", "/a/..%3f/b", "/%23;", "/a%3F.."} {
		f.Add("https://h" + path)
		f.Add("foo:" + path)
	}
	f.Fuzz(func(t *testing.T, rawURL string) {
		u, err := Parse(rawURL)
		if err != nil || u.HasOpaquePath() {
			return
		}
		raw := slices.Collect(u.PathSegments())
		if len(raw) == 1 && raw[0] == "" && u.IsSpecial() {
			raw = nil
		}
		ambiguous := false
		var want []string
		for i, segment := range raw {
			decoded, err := neturl.PathUnescape(segment)
			want = append(want, decoded)
			ambiguous = ambiguous || err != nil || !utf8.ValidString(decoded) || ambiguousSegment.MatchString(decoded) ||
				decoded == "" && i < len(raw)-1
		}
		got, err := u.DecodedSegments()
		if ambiguous != errors.Is(err, ErrAmbiguousPath) || !ambiguous && !slices.Equal(got, want) {
			t.Fatalf("%s: %q, %v, want %q, ambiguous: %t", u, got, err, want, ambiguous)
		}
		if ambiguous {
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
