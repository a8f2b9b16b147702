package url

import (
	"errors"
	"math"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"unsafe"

	"github.com/weburl-go/url/internal/hostile"
)

// longBytes is longer than a URL may be. Its memory takes no room until it is written, so only its beginning is.
var longBytes = sync.OnceValue(func() []byte {
	longest := uint64(math.MaxUint32)
	return make([]byte, longest+1)
})

// zeros returns a string that is one byte too long, all NUL after prefix. It is good until the next call.
func zeros(prefix string) string {
	b := longBytes()
	clear(b[:32])
	copy(b, prefix)
	return unsafe.String(&b[0], len(b))
}

// longURL returns a URL of the longest length. Its fragment or, if there is none, its query is filled up with NULs,
// which no parser would leave there.
func longURL(href string) URL {
	debug.FreeOSMemory() // of a test before
	longest := uint64(math.MaxUint32)
	u := MustParse(href)
	u.href = zeros(href)[:longest]
	if u.fragmentStart == uint32(len(href)) {
		u.fragmentStart = math.MaxUint32
	}
	return u
}

// TestTooLong holds everything that makes a URL to the 4 GiB that its offsets reach.
func TestTooLong(t *testing.T) {
	hostile.Only(t)
	if strconv.IntSize == 32 {
		t.Skip("no string is that long")
	}
	t.Run("Parse", testTooLongInput)
	t.Run("setters", testTooLongSetters)
	t.Run("paths", testTooLongPaths)
	t.Run("Build", testTooLongComponents)
	t.Run("panics", testTooLongPanics)
	t.Run("references", testTooLongReferences)
}

func testTooLongInput(t *testing.T) {
	base, long := MustParse("http://h/"), zeros("https://h/")
	reporting := Parser{OnValidationError: func(ValidationError) {}}
	for name, parse := range map[string]func(string) (URL, error){"Parse": Parse, "URL.Parse": base.Parse, "Parser.Parse": reporting.Parse} {
		_, err := parse(long)
		checkTooLong(t, name, err)
		if e := (*Error)(nil); errors.As(err, &e) && e.Offset != len(long) {
			t.Errorf("%s: at byte %d", name, e.Offset)
		}
	}
	if CanParse(long) || base.CanParse(long) {
		t.Error("CanParse = true")
	}
	if u, err := Parse(long[:len(long)-1]); err != nil || u.Href() != "https://h/" { // the NULs are trimmed
		t.Errorf("the longest input: %v, %v", u, err)
	}
}

func testTooLongSetters(t *testing.T) {
	for name, value := range map[string]string{"protocol": "https", "username": "u", "host": "hh", "pathname": "/a"} {
		u := longURL("http://h/?a#")
		before := u
		checkTooLong(t, "set "+name, setters[name](&u, value))
		if unsafe.StringData(u.href) != unsafe.StringData(before.href) || len(u.href) != len(before.href) {
			t.Errorf("set %s: the URL changed", name)
		}
	}
	u := longURL("http://h/?")
	checkTooLong(t, "set hash", u.SetHash("a"))
	u = longURL("http://h/?a#")
	checkTooLong(t, "unmarshal search parameters", u.SearchParams().UnmarshalText([]byte("b=c")))
}

func testTooLongPaths(t *testing.T) {
	for name, extend := range map[string]func(u URL, texts ...string) (URL, error){"JoinPath": URL.JoinPath, "AppendSegments": URL.AppendSegments} {
		u, err := extend(longURL("http://h/?a#"), "a")
		checkTooLong(t, name, err)
		if !u.IsZero() {
			t.Errorf("%s: there is a URL of %d bytes", name, len(u.Href()))
		}
	}
}

func testTooLongComponents(t *testing.T) {
	long := zeros("")
	half := long[:len(long)/2+1]
	for name, c := range map[string]Components{
		"Username": {Username: long},
		"Password": {Password: long},
		"Segments": {Segments: []string{half, half}},
		"Query":    {Query: [][2]string{{half, half}}},
		"Fragment": {Fragment: long},
	} {
		c.Scheme, c.Host = "http", "h"
		u, err := Build(c)
		checkTooLong(t, name, err)
		if e := (*Error)(nil); !u.IsZero() || !errors.As(err, &e) || e.Input != "http" {
			t.Errorf("%s: there is a URL of %d bytes, or the error does not have the scheme: %.200v", name, len(u.Href()), err)
		}
	}
}

// testTooLongPanics has the methods that cannot return an error.
func testTooLongPanics(t *testing.T) {
	for name, change := range map[string]func(u URL){
		"SearchParams": func(u URL) { u.SearchParams().Append("b", "c") },
		"EditQuery":    func(u URL) { u.EditQuery(func(string, string) (string, bool) { return "bcd", true }) },
		"AppendQuery":  func(u URL) { u.AppendQuery("b", "c") },
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); !errors.Is(err, ErrTooLong) {
					t.Errorf("%s: %.200v", name, err)
				}
			}()
			change(longURL("http://h/?a#"))
		}()
	}
}

func testTooLongReferences(t *testing.T) {
	_, err := longURL("http://h/?").Parse("#x")
	checkTooLong(t, "parse a fragment", err)
}

// checkTooLong checks that err says that what was done makes a URL too long.
func checkTooLong(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, ErrTooLong) {
		t.Errorf("%s: %.200v, want %v", what, err, ErrTooLong)
	}
}
