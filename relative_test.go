package url

import (
	"testing"
)

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
