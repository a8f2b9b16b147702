package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/urlclass"
	"github.com/weburl-go/url/tools/internal/oracle"
)

// controlAnswers are the answers of the reference implementation to the first questions of "controls": U+0000 before
// the first URL of that list, against each base.
var controlAnswers = strings.Repeat(`{"errors":["invalid-URL-unit","invalid-credentials"],"valid":false,"href":"http://u:p@h.x/a/b?q#f",`+
	`"origin":"http://h.x","protocol":"http:","username":"u","password":"p","host":"h.x","hostname":"h.x","port":"","pathname":"/a/b","search":"?q","hash":"#f"}`+"\n", 4)

// TestRun compares with answers from a folder, of which some are wrong.
func TestRun(t *testing.T) {
	for _, tt := range []struct {
		name, answers string
		want          int
	}{
		{"same", controlAnswers, 0},
		{"another hash", strings.Replace(controlAnswers, `"hash":"#f"`, `"hash":"#g"`, 3), 3},
		{"another error", strings.Replace(controlAnswers, `"invalid-URL-unit",`, "", 1), 1},
		{"valid", strings.Replace(controlAnswers, `"valid":false`, `"valid":true`, 2), 2},
		{"failure", strings.Repeat(`{"failure":true}`+"\n", 4), 4},
	} {
		dir := filepath.Join(t.TempDir(), "new")
		if err := writeFile(filepath.Join(dir, "controls-9-0.gz"), []byte(tt.answers)); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr strings.Builder
		got, err := run([]string{"-seed", "9", "-answers", dir, "-controls", "4"}, &stdout, &stderr)
		if err != nil || got != tt.want || strings.Count(stdout.String(), "\n") != tt.want {
			t.Errorf("%s: %d differences, %v, want %d:\n%s", tt.name, got, err, tt.want, stdout.String())
		}
		if count := fmt.Sprintf("%d unexplained differences", tt.want); !strings.Contains(stderr.String(), count) {
			t.Errorf("%s: the summary does not say %q:\n%s", tt.name, count, stderr.String())
		}
	}
}

func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := writeFile(filepath.Join(dir, "hosts-1-0.gz"), []byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(filepath.Join(dir, "domains-1-0.gz"), []byte(`{"unsupported":true}`+"\n")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "urls-1-0.gz"), []byte("not compressed"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		nil,
		{"-nothing"},
		{"-urls", "1"},
		{"-answers", filepath.Join(dir, "none"), "-urls", "1"},
		{"-answers", dir, "-urls", "1"},
		{"-answers", dir, "-hosts", "2"},   // one answer
		{"-answers", dir, "-domains", "1"}, // nothing is compared
		{"-reference", filepath.Join(dir, "none"), "-urls", "1"},
	} {
		if _, err := run(args, new(strings.Builder), new(strings.Builder)); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// TestKinds checks that this package answers the questions of every kind, and that the questions are the same each time.
func TestKinds(t *testing.T) {
	o := options{seed: 1}
	for i, k := range kinds {
		first, again := o.requests(i, 0, 200), o.requests(i, 0, 200)
		count := 0
		for j, r := range first {
			if a, b := strings.Join(r.Strings(), " "), strings.Join(again[j].Strings(), " "); a != b {
				t.Errorf("%s: question %d is %q, and then %q", k.name, j, a, b)
			}
			count += len(answers(r))
		}
		if count < 200 {
			t.Errorf("%s: %d answers to 200 questions", k.name, count)
		}
	}
}

// TestNewerUnicode has U+3D000, which no version of Unicode had before 18, and U+1B3A, whose Bidi_Class 18 changed.
func TestNewerUnicode(t *testing.T) {
	accepted, refused := oracle.Answer{Host: "h"}, oracle.Answer{Failure: true}
	badDomain := oracle.Answer{Failure: true, Errors: []string{"domain-to-ASCII"}}
	invalid := oracle.Answer{Errors: []string{"domain-to-ASCII"}}
	badPort := oracle.Answer{Failure: true, Errors: []string{"domain-to-ASCII", "port-invalid"}}
	for _, tt := range []struct {
		op, input       string
		reference, ours oracle.Answer
		want            bool
	}{
		{"host", "a\U0003D000", accepted, refused, true},
		{"host", "%F0%BD%80%80", accepted, refused, true},
		{"url", "http://a.xn--d47r/", accepted, refused, true},
		{"url", "http://xn--a_b-pp92f/", accepted, refused, true},
		{"url", "http://a\U0003D000:é", badPort, badDomain, true},
		{"url", "http://a\U0003D000:é", badDomain, badPort, false},
		{"url", "http://a:é", badPort, badDomain, false},
		{"url", "ws://a.xn--d47r/", oracle.Answer{}, invalid, true},
		{"url", "ws://a.xn--d47r/", invalid, oracle.Answer{}, false},
		{"url", "ws://a.xn--d47r/", oracle.Answer{Getters: urlclass.Getters{Href: "x"}}, invalid, false},
		{"url", "ws://a.xn--9ca/", oracle.Answer{}, invalid, false},
		{"host", "a\U0003D000", refused, accepted, false},
		{"host", "a\U0003D000", accepted, accepted, false},
		{"host", "\u05d0\u1b3a", refused, accepted, true},
		{"host", "\u05d0\u1b3a", accepted, accepted, false},
		{"host", "\u05d0.a-\u1b3a", accepted, refused, true},
		{"host", "\u00e9", accepted, refused, false},
		{"host", "xn--9ca", accepted, refused, false},
	} {
		r := oracle.Request{Op: tt.op, Input: &tt.input}
		if got := newerUnicode(r, tt.reference, tt.ours); got != tt.want {
			t.Errorf("%s %+q: %v, want %v", tt.op, tt.input, got, tt.want)
		}
	}
}

// TestNewerUnicodeSet has such a code point in the values of setters. Only the first difference counts.
func TestNewerUnicodeSet(t *testing.T) {
	after := func(hrefs ...string) (a oracle.Answer) {
		for _, href := range hrefs {
			a.After = append(a.After, urlclass.Getters{Href: href})
		}
		return a
	}
	for _, tt := range []struct {
		steps           [][]string
		reference, ours oracle.Answer
		want            bool
	}{
		{[][]string{{"port", "1"}, {"host", "a\U0003D000"}}, after("x", "y"), after("x", "x"), true},
		{[][]string{{"port", "1"}, {"host", "a\U0003D000"}}, after("z", "y"), after("x", "x"), false},
		{[][]string{{"host", "a\u00e9"}}, after("y"), after("x"), false},
		{[][]string{{"hash", "a\U0003D000"}}, after("y"), after("x"), false},
		{[][]string{{"resolve", "//a\U0003D000"}}, after("y"), after(""), true},
		{[][]string{{"resolve", "/a\U0003D000"}}, after("y"), after("x"), false},
		{[][]string{{"host=", "a\U0003D000"}}, oracle.Answer{Results: []any{"y"}}, oracle.Answer{Results: []any{"x"}}, true},
		{[][]string{{"get", "a\U0003D000"}}, oracle.Answer{Results: []any{"y"}}, oracle.Answer{Results: []any{nil}}, false},
	} {
		r := oracle.Request{Op: "setters", Steps: tt.steps}
		if got := newerUnicode(r, tt.reference, tt.ours); got != tt.want {
			t.Errorf("%+q: %v, want %v", tt.steps, got, tt.want)
		}
	}

	// Or it is in the URL that the calls start with.
	accepted, refused := after("x"), oracle.Answer{Failure: true}
	for href, want := range map[string]bool{"http://a\U0003D000": true, "http://xn--d47r": true, "http://a": false} {
		r := oracle.Request{Op: "setters", Href: &href}
		if got := newerUnicode(r, accepted, refused); got != want {
			t.Errorf("%+q: %v, want %v", href, got, want)
		}
		if newerUnicode(r, refused, accepted) {
			t.Errorf("%+q: accepted by an older version", href)
		}
	}
}

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
