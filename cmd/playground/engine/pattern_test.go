package engine

import (
	"fmt"
	"testing"
)

// TestPattern has examples of https://urlpattern.spec.whatwg.org/#urlpatterns.
func TestPattern(t *testing.T) {
	base := "https://shop.example/"
	for _, tt := range []struct {
		pattern, input, want string
	}{
		{"/products/:id", "/products/42?x", "true [{pathname id 42}]"},
		{"/products/:id", "/products/", "false []"},
		{"/:a/*", "/x/y/z", "true [{pathname a x} {pathname 0 y/z}]"},
		{"https://*.example/", "https://shop.example/", "true [{hostname 0 shop}]"},
		{"data\\:foo*", "data:foobar", "true [{pathname 0 bar}]"},
	} {
		r := Request{Input: tt.input, Base: &base, Pattern: tt.pattern, Tries: []string{tt.input, "http://"}}
		if tt.pattern[0] == 'd' {
			r.Base = nil
			r.Tries = r.Tries[:1]
		}
		p := Read(r).Match
		if p.Error != "" || len(p.Results) != 1+len(r.Tries) {
			t.Errorf("%q: %+v", tt.pattern, p)
			continue
		}
		for i, result := range p.Results[:2] {
			if got := fmt.Sprint(result.Matched, " ", result.Groups); got != tt.want {
				t.Errorf("%q on %q, result %d: %s, want %s", tt.pattern, tt.input, i, got, tt.want)
			}
		}
	}
	if p := Read(Request{Input: "https://h/", Pattern: "https://h/:a/:a"}).Match; p.Error == "" || p.Offset == 0 {
		t.Errorf("a name that occurs twice: %+v", p)
	}
	if p := Read(Request{Input: "", Pattern: "https://h/*"}).Match; p.Error != "" || p.Results[0].Matched || !p.Results[0].Refused {
		t.Errorf("without a URL: %+v", p)
	}
}

// TestFailed checks which components are said not to match.
func TestFailed(t *testing.T) {
	for _, tt := range []struct {
		pattern, input string
		ignoreCase     bool
		want           string
	}{
		{"https://a.example/x?y=1", "https://a.example/b/c?y=2", false, "[pathname search]"},
		{"https://a.example/", "https://b.example:81/", false, "[hostname port]"},
		{"http://a.example/", "https://b.example/", false, "[protocol]"},
		{"https://a.example/B", "https://a.example/b", false, "[pathname]"},
		{"https://a.example/B", "https://a.example/b", true, "[]"},
		{"data\\:foo", "data:bar", false, "[pathname]"},
		{`{"pathname": "/a", "hostname": "*.example"}`, "https://x.example/b", false, "[pathname]"},
		{` {"pathname": "/b", "baseURL": "https://x.example/"}`, "https://x.example/b", false, "[]"},
		{"{}", "https://x.example/b", false, "[]"},
		{"{https}://x.example/b", "https://x.example/b", false, "[]"},
	} {
		p := Read(Request{Input: tt.input, Pattern: tt.pattern, IgnoreCase: tt.ignoreCase}).Match
		if p.Error != "" || len(p.Results) != 1 || fmt.Sprint(p.Results[0].Failed) != tt.want || p.Results[0].Matched != (tt.want == "[]") {
			t.Errorf("%q on %q: %+v, want %s", tt.pattern, tt.input, p, tt.want)
		}
	}
}

// TestPatternErrors checks the places of errors.
func TestPatternErrors(t *testing.T) {
	for _, tt := range []struct {
		pattern, component string
		offset, index      int
	}{
		{"https://h/é/:a/:a", "pathname", 16, 15},
		{"https://h/(", "pathname", 10, 10},
		{"/a", "baseURL", 0, 0},
		{`{"pathname": "/é/("}`, "pathname", 4, 0},
		{`{"path": "/"}`, "", 0, 0},
		{`{"pathname": 1}`, "", 0, 0},
		{`{"pathname"`, "", 0, 0},
	} {
		p := Read(Request{Input: "https://h/", Pattern: tt.pattern}).Match
		if p.Error == "" || p.Component != tt.component || p.Offset != tt.offset || p.Index != tt.index {
			t.Errorf("%q: %+v, want %s at %d and %d", tt.pattern, p, tt.component, tt.offset, tt.index)
		}
	}
}
