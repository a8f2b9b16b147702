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
