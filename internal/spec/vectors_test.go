package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/weburl-go/url/internal/vectors"
)

// The transcription passes the vectors of web-platform-tests and those of this module, whose expected values come from
// other implementations.

// readFile reads a file of vectors.
func readFile(t *testing.T, dir, file string) []byte {
	t.Helper()
	if dir == wpt {
		return vectors.Read(t, "WPT_DIR", file)
	}
	return vectors.Own(t, file)
}

// readVectors reads a file with an array of vectors.
func readVectors[T any](t *testing.T, dir, file string, atLeast int) []T {
	t.Helper()
	return vectors.Decode[T](t, readFile(t, dir, file), atLeast)
}

// The directories of vectors.
const (
	wpt  = "web-platform-tests"
	ours = "testdata"
)

// A urlVector is a vector of urltestdata.json: the input, and a string or null for each property of the result.
type urlVector map[string]any

// base returns the base URL of the vector, or nil.
func (v urlVector) base() *string {
	if base, ok := v["base"].(string); ok {
		return &base
	}
	return nil
}

// compare compares the properties of o with those that the vector has.
func compare(t *testing.T, name string, o *Object, want map[string]any) {
	t.Helper()
	for _, property := range slices.Sorted(maps.Keys(Getters)) {
		if want, ok := want[property].(string); ok && Getters[property](o) != want {
			t.Errorf("%s: %s = %q, want %q", name, property, Getters[property](o), want)
		}
	}
}

func TestURLVectors(t *testing.T) {
	test := func(dir, file string, atLeast int) {
		t.Run(file, func(t *testing.T) {
			for _, v := range readVectors[urlVector](t, dir, file, atLeast) {
				input := v["input"].(string)
				o := NewURL(input, v.base())
				if failure := v["failure"] == true; (o == nil) != failure {
					t.Errorf("%q: failure = %t, want %t", input, o == nil, failure)
				} else if o != nil {
					compare(t, input, o, v)
				}
				checkErrors(t, input, v.base())
			}
		})
	}
	test(wpt, "urltestdata.json", 800)
	test(wpt, "urltestdata-javascript-only.json", 1)
	test(ours, "urltestdata.json", 4000)
}

// checkErrors checks that the parse of input for base reports a failure exactly if it fails, as the last error, and that
// each error has a place in input.
func checkErrors(t *testing.T, input string, base *string) {
	t.Helper()
	var parsedBase *URL
	if base != nil {
		if parsedBase, _ = Parse(*base, nil, nil); parsedBase == nil {
			return
		}
	}
	u, errs := Parse(input, parsedBase, nil)
	_, at := decode(input)
	for i, e := range errs {
		if e.Index >= len(at) || at[e.Index] != e.Position {
			t.Errorf("parse %q: %s is at code point %d, byte %d", input, e.Name, e.Index, e.Offset)
		}
		if e.Failure != (u == nil && i == len(errs)-1) {
			t.Errorf("parse %q: error %d of %d, %s, is a failure: %t", input, i+1, len(errs), e.Name, e.Failure)
		}
	}
	if u == nil && len(errs) == 0 {
		t.Errorf("parse %q: a failure without a validation error", input)
	}
}

func TestSetterVectors(t *testing.T) {
	type vector struct {
		Href     string         `json:"href"`
		NewValue string         `json:"new_value"`
		Expected map[string]any `json:"expected"`
	}
	for _, dir := range []string{wpt, ours} {
		t.Run(dir, func(t *testing.T) {
			var arrays map[string]json.RawMessage
			if err := json.Unmarshal(readFile(t, dir, "setters_tests.json"), &arrays); err != nil {
				t.Fatal(err)
			}
			for property, set := range Setters {
				for _, v := range vectors.Decode[vector](t, arrays[property], 1) {
					o := NewURL(v.Href, nil)
					set(o, v.NewValue)
					compare(t, property+" of "+v.Href+" to "+v.NewValue, o, v.Expected)
				}
			}
		})
	}
}

func TestSequenceVectors(t *testing.T) {
	type vector struct {
		Href  string      `json:"href"`
		Steps [][3]string `json:"steps"` // attribute, value, href afterwards
	}
	for _, v := range readVectors[vector](t, ours, "sequences.json", 300) {
		o := NewURL(v.Href, nil)
		for i, step := range v.Steps {
			Setters[step[0]](o, step[1])
			compare(t, fmt.Sprintf("%s, step %d", v.Href, i), o, map[string]any{"href": step[2]})
		}
	}
}

func TestHostVectors(t *testing.T) {
	type vector struct {
		Input   string `json:"input"`
		Opaque  bool   `json:"opaque"`
		Failure bool   `json:"failure"`
		Host    string `json:"host"`
	}
	for _, v := range readVectors[vector](t, ours, "hosts.json", 1000) {
		host, _ := ParseHost(v.Input, v.Opaque)
		if (host == nil) != v.Failure || host != nil && host.Serialize() != v.Host {
			t.Errorf("host %q (opaque: %t) = %v, want %q (failure: %t)", v.Input, v.Opaque, host, v.Host, v.Failure)
		}
	}
}

func TestValidationVectors(t *testing.T) {
	type vector struct {
		Input   string   `json:"input"`
		Base    *string  `json:"base"`
		Errors  []string `json:"errors"`
		Valid   bool     `json:"valid"`
		Failure bool     `json:"failure"`
	}
	for _, v := range readVectors[vector](t, ours, "validation.json", 300) {
		var base *URL
		if v.Base != nil {
			base, _ = Parse(*v.Base, nil, nil)
		}
		u, errs := Parse(v.Input, base, nil)
		var names []string
		for _, e := range errs {
			names = append(names, e.Name)
		}
		if !slices.Equal(names, v.Errors) || (u == nil) != v.Failure {
			t.Errorf("%q with base %v: %q, want %q (failure: %t)", v.Input, v.Base, names, v.Errors, v.Failure)
		}
		if got := IsValid(v.Input, base); got != v.Valid {
			t.Errorf("%q with base %v: valid = %t", v.Input, v.Base, got)
		}
	}
}

// TestDomainVectors has Unicode's own tests of UTS #46, and others.
func TestDomainVectors(t *testing.T) {
	type vector struct {
		Input  string  `json:"input"`
		Output *string `json:"output"` // nil is failure
	}
	for _, file := range []string{"IdnaTestV2.json", "IdnaTestV2-removed.json", "toascii.json"} {
		for _, v := range readVectors[vector](t, wpt, file, 1) {
			if v.Input == "" {
				continue // the vector is for ToASCII alone: a host is not empty
			}
			host, _ := ParseHost(v.Input, false)
			if (host == nil) != (v.Output == nil) || host != nil && host.Serialize() != *v.Output {
				t.Errorf("%s: host %q = %v", file, v.Input, host)
			}
		}
	}
}

// TestValidity checks on the inputs of web-platform-tests that what the standard says of writing URLs and what it says of
// parsing them agree.
func TestValidity(t *testing.T) {
	bases := []string{
		"https://example.org/a/b?q#f", "http://user:pass@[::1]:81/", "wss://h", "file:///C:/a", "file://h/a",
		"foo://h/a/b", "foo:/a", "foo:/.//a", "mailto:a@b?c",
	}
	check := func(input string, base *URL) {
		_, errs := Parse(input, base, nil)
		if got := IsValid(input, base); got != (len(errs) == 0) {
			t.Errorf("%q for the base %v: valid = %t, but the errors are %v", input, base, got, errs)
		}
	}
	for _, v := range readVectors[urlVector](t, wpt, "urltestdata.json", 800) {
		input := v["input"].(string)
		check(input, nil)
		for _, href := range bases {
			check(input, apiURLParser(href, nil))
		}
		if base := v.base(); base != nil {
			check(input, apiURLParser(*base, nil))
		}
	}
}
