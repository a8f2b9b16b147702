package main

import (
	"reflect"
	"testing"

	"github.com/weburl-go/url"
)

// The calls are steps of https://url.spec.whatwg.org/#interface-urlsearchparams.
func TestCallParams(t *testing.T) {
	p := url.NewURLSearchParams("b=1&a=2&b=3")
	for _, tt := range []struct {
		call []string
		want any
		ok   bool
	}{
		{[]string{"size"}, 3.0, true},
		{[]string{"get", "b"}, "1", true},
		{[]string{"get", "c"}, nil, true},
		{[]string{"getAll", "b"}, []any{"1", "3"}, true},
		{[]string{"getAll", "c"}, []any{}, true},
		{[]string{"has", "a"}, true, true},
		{[]string{"has", "a", "3"}, false, true},
		{[]string{"append", "c", "4"}, nil, false},
		{[]string{"delete", "b", "1"}, nil, false},
		{[]string{"sort"}, nil, false},
		{[]string{"toString"}, "a=2&b=3&c=4", true},
		{[]string{"set", "c", "5"}, nil, false},
		{[]string{"delete", "a"}, nil, false},
		{[]string{"toString"}, "b=3&c=5", true},
	} {
		if got, ok := callParams(p, tt.call[0], tt.call[1:]...); !reflect.DeepEqual(got, tt.want) || ok != tt.ok {
			t.Errorf("%q: %v, %t, want %v, %t", tt.call, got, ok, tt.want, tt.ok)
		}
	}
}
