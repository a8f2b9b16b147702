package url

import (
	"slices"
	"testing"
)

func TestJoinPath(t *testing.T) {
	for _, test := range []struct {
		base string
		elem []string
		want string
	}{
		{"http://h", nil, "http://h/"},
		{"http://h", []string{"a"}, "http://h/a"},
		{"http://h/a", []string{"b", "c"}, "http://h/a/b/c"},
		{"http://h/a/", []string{"b"}, "http://h/a/b"},
		{"http://h/a//", []string{"b"}, "http://h/a//b"},
		{"http://h/a", []string{""}, "http://h/a/"},
		{"http://h/a/", []string{""}, "http://h/a/"},
		{"http://h/a", []string{"", "", "b", ""}, "http://h/a/b/"},
		{"http://h/a?q#f", []string{"b"}, "http://h/a/b?q#f"},
		{"http://u:p@h:1/a", []string{"//evil.example"}, "http://u:p@h:1/a/%2F%2Fevil.example"},
		{"http://h", []string{`\\evil.example`, "@evil.example"}, "http://h/%5C%5Cevil.example/@evil.example"},
		{"http://h/a", []string{"../b", `..\b`, "..", ".", "..."}, "http://h/a/..%2Fb/..%5Cb/..."},
		{"http://h/a", []string{"%2e%2E", "%2F", "100%"}, "http://h/a/%252e%252E/%252F/100%25"},
		{"http://h", []string{"a?b#c", "a b", "a+b&c=d;e:@"}, "http://h/a%3Fb%23c/a%20b/a+b&c=d;e:@"},
		{"http://h/", []string{"[1]", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
			"http://h/%5B1%5D/!%22%23$%25&'()*+,-.%2F:;%3C=%3E%3F@%5B%5C%5D%5E_%60%7B%7C%7D~"},
		{"http://h", []string{"日本", "\xFF", "a\tb\n\x00"}, "http://h/%E6%97%A5%E6%9C%AC/%EF%BF%BD/a%09b%0A%00"},
		{"file:///", []string{"C|", "a"}, "file:///C%7C/a"},
		{"file:///C:", []string{"a"}, "file:///C:/a"},
		{"foo://h", []string{"a"}, "foo://h/a"},
		{"foo:/", []string{"", "a"}, "foo:/a"},
		{"foo:/.//", []string{"a"}, "foo:/.//a"},
		{"foo:/.//a", []string{"b"}, "foo:/.//a/b"},
		{"mailto:a@b", []string{"c"}, "mailto:a@b"},
		{"about:", []string{"c"}, "about:"},
	} {
		u := MustParse(test.base)
		if got := u.JoinPath(test.elem...); got.Href() != test.want || got != MustParse(test.want) {
			t.Errorf("%q, %q: got %q, want %q", test.base, test.elem, got, test.want)
		}
		if errs := Validate(u.JoinPath(test.elem...).Href()); len(Validate(test.base)) == 0 && len(errs) > 0 {
			t.Errorf("%q, %q: the result is not a valid URL string: %v", test.base, test.elem, errs)
		}
		if u != MustParse(test.base) {
			t.Errorf("%q, %q: the receiver became %q", test.base, test.elem, u)
		}
	}
	if got := (URL{}).JoinPath("a"); !got.IsZero() {
		t.Errorf("the zero URL became %q", got)
	}
}

func FuzzJoinPath(f *testing.F) {
	f.Add("http://h/a?b#c", "d/e", "..")
	f.Add("file:///C:/", "C|", "")
	f.Add("foo:/.//a/", "//b", "%2e")
	f.Add("foo://h", `\`, ".%2E\x00\xFF é?#")
	f.Fuzz(func(t *testing.T, base, a, b string) {
		u, err := Parse(base)
		if err != nil || u.HasOpaquePath() {
			return
		}
		joined := u.JoinPath(a, b)
		if again, err := Parse(joined.Href()); err != nil || again != joined {
			t.Errorf("%q: parses to %v, error %v", joined, again, err)
		}
		if step := u.JoinPath(a).JoinPath(b); step != joined {
			t.Errorf("at once %q, one by one %q", joined, step)
		}
		kept, added := slices.Collect(u.PathSegments()), []string(nil)
		for _, text := range []string{a, b} {
			last := &kept
			if len(added) > 0 {
				last = &added
			}
			if n := len(*last); text == "." || text == ".." {
				continue
			} else if n > 0 && (*last)[n-1] == "" {
				*last = (*last)[:n-1]
			}
			added = append(added, toScalarValues(text))
		}
		got := slices.Collect(joined.PathSegments())
		for i := len(kept); i < len(got); i++ {
			got[i] = string(PercentDecode(got[i]))
		}
		if want := slices.Concat(kept, added); !slices.Equal(got, want) {
			t.Errorf("%q, %q, %q: segments %q, want %q", base, a, b, got, want)
		}
		if joined.Protocol() != u.Protocol() || joined.Host() != u.Host() || joined.Username() != u.Username() ||
			joined.Password() != u.Password() || joined.href[joined.queryStart:] != u.href[u.queryStart:] {
			t.Errorf("%q, %q, %q: more than the path changed: %q", base, a, b, joined)
		}
	})
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
		return hasFragment && base.EqualExcludingFragments(target)
	}
	_, baseHasHost := base.ParsedHost()
	_, targetHasHost := target.ParsedHost()
	return base.Scheme() == target.Scheme() && baseHasHost == targetHasHost && base.Host() == target.Host() &&
		base.Username() == target.Username() && base.Password() == target.Password()
}
