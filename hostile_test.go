package url

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
)

// TestRandomBytes parses 100,000 strings of random bytes. The result is an error with a reason and a place in the string,
// or a URL whose href parses to the same URL.
func TestRandomBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const alphabet = "htps:/fileaw@[].%2e?#\\ \t\x00\u00fc|C0x1.:"
	parsed := 0
	for i := range 100_000 {
		b := make([]byte, random.IntN(40))
		for j := range b {
			if b[j] = byte(random.Uint32()); i%2 == 0 {
				b[j] = alphabet[random.IntN(len(alphabet))]
			}
		}
		s := string(b)
		if i%4 == 0 {
			s = "http://" + s
		}
		u, err := Parse(s)
		if err != nil {
			var e *Error
			var reason ErrorType
			if !errors.As(err, &e) || !errors.As(err, &reason) || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("parse %q: %#v", s, err)
			}
			continue
		}
		parsed++
		if again, err := Parse(u.Href()); err != nil || again != u {
			t.Fatalf("parse %q: %q, and of that %v, %v", s, u.Href(), again, err)
		}
	}
	if parsed < 1000 {
		t.Errorf("only %d strings were parsed", parsed)
	}
}

// TestZeroValues calls each method of the zero value of each type. None may panic.
func TestZeroValues(t *testing.T) {
	hostile.CallZeros(t,
		new(URL), new(Host), new(Origin), new(OriginPattern), new(URLSearchParams), new(Parser), new(ErrorType), new(HostKind),
		new(PercentEncodeSet), new(PathStyle), (&URL{}).SearchParams(), new(ValidationError), new(Error), &Error{Err: ErrHostMissing},
	)
	_ = fmt.Sprint(URL{}, Host{}, Origin{}, OriginPattern{}, &URLSearchParams{})
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
