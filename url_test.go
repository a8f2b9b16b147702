package url

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestRecord checks what the getters of the URL class do not tell about a URL record.
func TestRecord(t *testing.T) {
	for _, test := range []struct {
		href                  string
		scheme                string
		query, fragment       string // "" null, "?" and "#" empty
		port                  string // "" null
		effective             string // "" none
		special, opaque, cred bool
		segments              string
	}{
		{"https://h/", "https", "", "", "", "443", true, false, false, "/"},
		{"https://h:1/a//b/?#", "https", "?", "#", "1", "1", true, false, false, "/a//b/"},
		{"http://u@h/?q#f", "http", "?q", "#f", "", "80", true, false, true, "/"},
		{"file:///C:/x", "file", "", "", "", "", true, false, false, "/C:/x"},
		{"foo://h:0", "foo", "", "", "0", "0", false, false, false, ""},
		{"foo:/.//a", "foo", "", "", "", "", false, false, false, "//a"},
		{"mailto:a@b?c", "mailto", "?c", "", "", "", false, true, false, ""},
		{"foo:", "foo", "", "", "", "", false, true, false, ""},
	} {
		u := MustParse(test.href)
		query, hasQuery := u.Query()
		fragment, hasFragment := u.Fragment()
		port, hasPort := u.PortNumber()
		effective, hasEffective := u.EffectivePort()
		segments := ""
		for segment := range u.PathSegments() {
			segments += "/" + segment
		}
		mark := func(delimiter, s string, ok bool) string {
			if !ok {
				return ""
			}
			return delimiter + s
		}
		if u.Scheme() != test.scheme || mark("?", query, hasQuery) != test.query || mark("#", fragment, hasFragment) != test.fragment ||
			hasPort != (test.port != "") || hasEffective != (test.effective != "") || u.IsSpecial() != test.special ||
			u.HasOpaquePath() != test.opaque || u.IncludesCredentials() != test.cred || u.IsZero() {
			t.Errorf("%s: %+v", test.href, u)
		}
		if test.port == "1" && (port != 1 || effective != 1) || test.effective == "443" && effective != 443 {
			t.Errorf("%s: port %d, effective %d", test.href, port, effective)
		}
		if segments != test.segments {
			t.Errorf("%s: segments %q, want %q", test.href, segments, test.segments)
		}
	}
}

// TestPathSegments stops in the middle of a path.
func TestPathSegments(t *testing.T) {
	var got []string
	for segment := range MustParse("https://h//a/%2F/b/").PathSegments() {
		if segment == "b" {
			break
		}
		got = append(got, segment)
	}
	if want := []string{"", "a", "%2F"}; !slices.Equal(got, want) {
		t.Errorf("the segments before b are %q, want %q", got, want)
	}
}

// TestSize checks the size of a URL value.
func TestSize(t *testing.T) {
	if size := reflect.TypeFor[URL]().Size(); strconv.IntSize == 64 && size != 48 {
		t.Errorf("a URL takes %d bytes", size)
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b              string
		equal, exFragment bool
	}{
		{"http://h", "HTTP://h:80/", true, true},
		{"http://h/#a", "http://h/#b", false, true},
		{"http://h/#", "http://h/", false, true},
		{"http://h/?", "http://h/", false, false},
	} {
		a, b := MustParse(test.a), MustParse(test.b)
		equal, exFragment := a == b, a.WithoutFragment() == b.WithoutFragment()
		if equal != test.equal || exFragment != test.exFragment {
			t.Errorf("%s and %s: equal: %t, without fragments: %t", test.a, test.b, equal, exFragment)
		}
	}
}

// TestSharing checks that a setter of a copy never shows in the original, nor in what was read from it.
func TestSharing(t *testing.T) {
	const href = "https://user:pass@example.com:8080/a/b?c=d#e"
	original := MustParse(href)
	read := map[string]string{}
	for name, get := range getters {
		read[name] = get(original)
	}
	for name, set := range setters {
		for _, value := range []string{"x", "", "https://x/", "1"} {
			duplicate := original
			_ = set(&duplicate, value)
			duplicate.SearchParams().Append(name, value)
			relative, _ := duplicate.Parse("../" + value)
			_ = relative.SetHash(value)
		}
	}
	for name, get := range getters {
		if get(original) != read[name] {
			t.Errorf("%s is now %q, was %q", name, get(original), read[name])
		}
	}
	if original != MustParse(href) {
		t.Errorf("the original is now %+v", original)
	}
}

// TestConcurrentReads reads one URL from 64 goroutines, for the race detector to watch.
func TestConcurrentReads(t *testing.T) {
	u := MustParse("https://user:pass@b\u00fccher.example:8080/a/b?c=%41&d#e")
	want := describe(u)
	var readers sync.WaitGroup
	for range 64 {
		readers.Go(func() {
			for range 20 {
				if got := describe(u); got != want {
					t.Errorf("read %s, want %s", got, want)
				}
			}
		})
	}
	readers.Wait()
}

// describe calls the functions that read a URL.
func describe(u URL) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(getters)) {
		fmt.Fprintln(&b, getters[name](u))
	}
	ref, err := u.Parse("../x?y")
	host, _ := u.ParsedHost()
	fmt.Fprintln(&b, ref, err, host.Unicode(), u.Redacted(), u == ref, u.WithoutFragment() == ref.WithoutFragment())
	for segment := range u.PathSegments() {
		fmt.Fprintln(&b, segment)
	}
	for name, value := range u.SearchParams().All() {
		fmt.Fprintln(&b, name, value)
	}
	return b.String()
}
