package url

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/internal/race"
)

// TestRandomBytes parses 100,000 strings of random bytes. Each result is an error with a reason and a place in the
// string, or a URL that parses to itself.
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
		new(URL), new(Host), new(Origin), new(OriginPattern), new(HostPattern), new(Components), new(URLSearchParams), new(Parser), new(ErrorType), new(HostKind),
		new(PercentEncodeSet), new(PathStyle), (&URL{}).SearchParams(), new(ValidationError), new(Error), &Error{Err: ErrHostMissing},
	)
}

// TestHostileShapes does everything with short strings of the hostile shapes, and compares what the parser and the
// setters give with the reference.
func TestHostileShapes(t *testing.T) {
	race.SkipSlow(t)
	n := hostile.Short()
	for shape, of := range hostile.URLs {
		s := of(n)
		checkParse(t, s, "")
		checkParse(t, strings.TrimPrefix(s, "http:"), hostileBase.Href())
		for name := range setters {
			checkSetters(t, hostileBase.Href(), [][2]string{{name, afterSlashes(s)}})
		}
		for _, use := range attacks {
			if _, do := use(s); do != nil {
				do()
			}
		}
		if t.Failed() {
			t.Fatalf("the shape is %q", shape)
		}
	}
}

// TestGrowth checks that time and memory grow linearly with the length of the input.
func TestGrowth(t *testing.T) { hostile.Check(t, hostile.URLs, attacks, mostMemory) }

// mostMemory returns how much memory a use may allocate in all, as a multiple of the length of its text. SECURITY.md
// promises the least and the greatest of these limits; the others are only here.
func mostMemory(name, shape string) float64 {
	most := 40.0
	for times, functions := range mostMemoryOf {
		for _, function := range functions {
			if strings.HasPrefix(name, function) {
				most = max(most, times)
			}
		}
	}
	if slices.Contains(normalized, shape) {
		return max(most, 96)
	}
	return most
}

// mostMemoryOf has the functions that allocate more than the parser and the setters, by the beginning of their names.
var mostMemoryOf = map[float64][]string{
	64: {
		"ParseWithBase(", "FromNetURL(", "Host.Unicode(", "URL.EditQuery(", "EditRawQuery(", "URL.AppendQuery(",
		"NewURLSearchParamsFromPairs(",
	},
	96:  {"ParseNetURL(", "URL.NetURL(", "URL.RequestURL(", "URL.MakeRelative(", "Build(", "FromFilePath(", "URL.JoinPath(", "URL.AppendSegments(", "URL.WithQueryValue(", "URLSearchParams."},
	128: {"PercentEncodeAfterEncoding(", "Parser.Parse(rawURL) in "},
	256: {"Validate(", "Parser.Validate("},
	192: {"DomainToUnicode(", "NewURLSearchParamsFromSeq(", "NewURLSearchParamsFromValues("},
}

// normalized are the shapes that allocate the most: many code points that are mapped to several, or that package norm
// has to compose or reorder. norm allocates 700 bytes for each run of them.
var normalized = []string{
	"one for six letters", "six, stripped", "a label of six", "one for four primes", "one for four letters",
	"one for three notes", "Hebrew points", "joiner and marks", "dotted I", "dotted I and a mark", "dotted I and marks",
	"dotted I and a vowel", "dotted I and ASCII", "dotted I and hyphen", "dotted I, wide hyphen", "madda and hyphens", "two marks in one",
	"xn-- marks and IDN",
}

// TestPairs checks the sizes of elements of lists, which are a part of these limits.
func TestPairs(t *testing.T) {
	pairSize, errorSize := reflect.TypeFor[pair]().Size(), reflect.TypeFor[ValidationError]().Size()
	if strconv.IntSize == 64 && (pairSize != 32 || errorSize != 40) {
		t.Errorf("a pair takes %d bytes, a validation error %d", pairSize, errorSize)
	}
}

// TestHugeInput parses URLs of 100 MiB.
func TestHugeInput(t *testing.T) {
	hostile.Only(t)
	const n = 100 << 20
	for _, test := range []struct{ before, unit, after string }{
		{"https://h/", "a", ""}, {"https://h/", "a b/", ""}, {"data:,", "\u00e9", ""}, {"https://", "a.", "/"},
	} {
		s := test.before + strings.Repeat(test.unit, n/len(test.unit)) + test.after
		var u URL
		var err error
		bytes := hostile.Allocated(func() { u, err = Parse(s) })
		if err != nil {
			t.Fatalf("parse %.20q…: %.200v", s, err)
		}
		if len(u.Href()) < n || len(u.Href()) > 3*n+20 || bytes > 32*n {
			t.Errorf("parse %.20q…: a URL of %d bytes, with %d bytes allocated", s, len(u.Href()), bytes)
		}
	}
}

// overlong is one byte longer than a URL may be: a URL, and then NULs. TestTooLong sets it.
var overlong string

// filled returns a string of n bytes, which begins with start and goes on with copies of b.
func filled(start string, b byte, n int) string {
	chunk := strings.Repeat(string([]byte{b}), 1<<20)
	var s strings.Builder
	s.Grow(n)
	s.WriteString(start)
	for rest := n - s.Len(); rest > 0; rest -= len(chunk) {
		s.WriteString(chunk[:min(rest, len(chunk))])
	}
	return s.String()
}

// longURL returns a URL of the greatest length. href is the beginning of overlong. What follows it, which no parser would leave
// there, fills the fragment of the URL or, if it has none, its query.
func longURL(href string) URL {
	debug.FreeOSMemory() // the memory of earlier tests
	longest := uint64(math.MaxUint32)
	u := MustParse(href)
	u.href = overlong[:longest]
	if u.fragmentStart == uint32(len(href)) {
		u.fragmentStart = math.MaxUint32
	}
	return u
}

// TestTooLong checks that nothing makes a URL of more than 4 GiB, which its offsets could not reach.
func TestTooLong(t *testing.T) {
	hostile.Only(t)
	if strconv.IntSize == 32 {
		t.Skip("no string is that long")
	}
	longest := uint64(math.MaxUint32)
	overlong = filled("http://h/?a#", 0, int(longest+1))
	defer func() {
		overlong = ""
		debug.FreeOSMemory()
	}()
	t.Run("Parse", testTooLongInput)
	t.Run("setters", testTooLongSetters)
	t.Run("paths", testTooLongPaths)
	t.Run("Build", testTooLongComponents)
	t.Run("panics", testTooLongPanics)
	t.Run("references", testTooLongReferences)
	t.Run("host", testTooLongHost)
}

func testTooLongInput(t *testing.T) {
	base, long := MustParse("https://h/"), overlong
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
	if u, err := Parse(long[:len(long)-1]); err != nil || u.Href() != "http://h/?a#" { // the NULs are trimmed
		t.Errorf("the longest input: %v, %v", u, err)
	}
}

// testTooLongHost parses a URL that is too long with the "/" that it lacks.
func testTooLongHost(t *testing.T) {
	overlong = ""
	debug.FreeOSMemory()
	longest := uint64(math.MaxUint32)
	_, err := Parse(filled("http://", 'a', int(longest)))
	checkTooLong(t, "a host", err)
}

func testTooLongSetters(t *testing.T) {
	check := func(name, href string, set func(u *URL, v string) error, value string) {
		u := longURL(href)
		before := u
		checkTooLong(t, "set "+name, set(&u, value))
		if u != before {
			t.Errorf("set %s: the URL changed", name)
		}
	}
	for name, value := range map[string]string{
		"protocol": "https", "username": "u", "password": "p", "host": "hh", "hostname": "hh", "port": "8", "pathname": "/a", "search": "?ab",
	} {
		check(name, "http://h/?a#", setters[name], value)
	}
	check("hash", "http://h/?", (*URL).SetHash, "a")
	check("search parameters", "http://h/?a#", func(u *URL, v string) error { return u.SearchParams().UnmarshalText([]byte(v)) }, "b=c")
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
	long := overlong
	half := long[len(long)/2:]
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

// testTooLongPanics calls the methods that cannot return an error.
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

// checkTooLong checks that err is ErrTooLong.
func checkTooLong(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, ErrTooLong) {
		t.Errorf("%s: %.200v, want %v", what, err, ErrTooLong)
	}
}
