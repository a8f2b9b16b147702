package url

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestRandomBytes parses 100,000 strings of random bytes. Each is refused with a reason and a place in it,
// or gives a URL that is parsed to the same one from its href.
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
	for _, v := range []any{
		new(URL), new(Host), new(Origin), new(URLSearchParams), new(Parser), new(ErrorType), new(HostKind),
		new(PercentEncodeSet), new(PathStyle), (&URL{}).SearchParams(), new(Error), &Error{Err: ErrHostMissing},
	} {
		value := reflect.ValueOf(v)
		for i := range value.NumMethod() {
			name := value.Type().Elem().Name() + "." + value.Type().Method(i).Name
			t.Run(name, func(t *testing.T) { callWithZeros(t, value.Method(i)) })
		}
	}
	_ = fmt.Sprint(URL{}, Host{}, Origin{}, &URLSearchParams{})
}

// callWithZeros calls f with zero values, but not nil functions or pointers, and iterates over what it yields.
func callWithZeros(t *testing.T, f reflect.Value) {
	var args []reflect.Value
	for i := range f.Type().NumIn() {
		in := f.Type().In(i)
		if f.Type().IsVariadic() && i == f.Type().NumIn()-1 {
			break
		}
		switch in.Kind() {
		case reflect.Func:
			args = append(args, reflect.MakeFunc(in, func([]reflect.Value) (out []reflect.Value) {
				for j := range in.NumOut() {
					out = append(out, reflect.Zero(in.Out(j)))
				}
				return out
			}))
		case reflect.Pointer:
			args = append(args, reflect.New(in.Elem()))
		default:
			args = append(args, reflect.Zero(in))
		}
	}
	for _, result := range f.Call(args) {
		if result.Kind() != reflect.Func || result.IsNil() {
			continue
		}
		yields := result.Type().In(0).NumIn()
		if yields == 1 {
			for v := range result.Seq() {
				t.Errorf("yields %v", v)
			}
			continue
		}
		for v, w := range result.Seq2() {
			t.Errorf("yields %v, %v", v, w)
		}
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

// describe calls what reads a URL.
func describe(u URL) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(getters)) {
		fmt.Fprintln(&b, getters[name](u))
	}
	ref, err := u.Parse("../x?y")
	host, _ := u.ParsedHost()
	fmt.Fprintln(&b, ref, err, host.Unicode(), u.Redacted(), u == ref, u.EqualExcludingFragments(ref))
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

// TestTooLong makes the longest URL one of 40 bytes, and holds everything that makes a URL to that.
func TestTooLong(t *testing.T) {
	base := MustParse("http://h/0123456789?0123456789") // 30 bytes
	defer func(n uint64) { maxLength = n }(maxLength)
	maxLength = 40
	for _, test := range []struct {
		ref    string
		offset int // -1 if the URL just fits
	}{
		{"http://h/" + strings.Repeat("a", 31), -1},
		{"http://h/" + strings.Repeat("a", 32), 41}, // the input, of which no more is read
		{"http://h/" + strings.Repeat(" ", 9) + "aaaa\n", -1},
		{"http://h/" + strings.Repeat(" ", 10) + "aa", 21},
		{"http://" + strings.Repeat(" ", 11) + "@h/../b", 20}, // what is before the path
		{"HTTP://" + strings.Repeat("H", 30) + "/é", 40},
		{"?" + strings.Repeat("a", 20), -1},
		{"?" + strings.Repeat("a", 21), 22},
		{strings.Repeat("a/../", 7) + "a", -1},
		{"//\u00e9." + strings.Repeat("a", 18) + "/", -1}, // xn--9ca
		{"//\u00e9." + strings.Repeat("a", 25) + "/", 31},
	} {
		_, err := base.Parse(test.ref)
		var e *Error
		if test.offset < 0 && err != nil || test.offset >= 0 &&
			(!errors.Is(err, ErrTooLong) || !errors.As(err, &e) || e.Offset != test.offset) {
			t.Errorf("parse %q: %v, want an error at %d", test.ref, err, test.offset)
		}
	}
	for name, set := range map[string]func(u *URL, v string) error{
		"username": (*URL).SetUsername, "password": (*URL).SetPassword, "host": (*URL).SetHost, "pathname": (*URL).SetPathname, "hash": (*URL).SetHash,
	} {
		u := base
		if err := set(&u, strings.Repeat("a", 27)); !errors.Is(err, ErrTooLong) || u != base {
			t.Errorf("set %s: %v, %v", name, u, err)
		}
	}
	maxLength = 1000 // which 111 bytes that are not UTF-8 exceed
	notUTF8, u := strings.Repeat("\xff", 300), base
	if _, err := Parse("http://h/" + notUTF8); !errors.Is(err, ErrTooLong) {
		t.Errorf("parse 300 bytes that are not UTF-8: %v", err)
	}
	if err := u.SetHash(notUTF8); !errors.Is(err, ErrTooLong) || u != base {
		t.Errorf("set hash to 300 bytes that are not UTF-8: %v, %v", u, err)
	}
	maxLength = 40
	if u := base.JoinPath(strings.Repeat("a", 9)); len(u.Href()) != 40 {
		t.Errorf("joined: %v", u)
	}
	for name, change := range map[string]func(){
		"JoinPath":     func() { base.JoinPath(strings.Repeat("a", 10)) },
		"SearchParams": func() { base.SearchParams().Append("a", "01234567") },
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); !errors.Is(err, ErrTooLong) {
					t.Errorf("%s: %v", name, err)
				}
			}()
			change()
		}()
	}
}
