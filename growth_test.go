package url

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/weburl-go/url/internal/hostile"
)

// TestHostileShapes does everything with short strings of the hostile shapes, and compares what the parser and the
// setters give with the reference.
func TestHostileShapes(t *testing.T) {
	const n = 3 << 10
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

// mostMemory returns how many times the length of its text a use may allocate in all. SECURITY.md promises it.
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

// mostMemoryOf has what allocates more than the parser and the setters, by the beginning of the names.
var mostMemoryOf = map[float64][]string{
	64: {
		"ParseWithBase(", "ParseNetURL(", "FromNetURL(", "Host.Unicode(", "URL.MakeRelative(", "URL.EditQuery(", "URL.AppendQuery(",
		"NewURLSearchParamsFromPairs(",
	},
	96:  {"Build(", "FromFilePath(", "URL.JoinPath(", "URL.AppendSegments(", "URL.WithQueryValue(", "URLSearchParams."},
	128: {"PercentEncodeAfterEncoding(", "Parser.Parse(rawURL) in "},
	192: {"Validate(", "Parser.Validate(", "DomainToUnicode(", "NewURLSearchParamsFromSeq(", "NewURLSearchParamsFromValues("},
}

// normalized are the shapes that leave the most garbage: many code points that are mapped to several, or that package
// norm has to compose or reorder. norm takes half a KiB for each run of them.
var normalized = []string{
	"one for six letters", "six, stripped", "a label of six", "one for four primes", "one for four letters",
	"one for three notes", "Hebrew points", "joiner and marks",
}

// TestPairs checks what SECURITY.md says of the elements of lists.
func TestPairs(t *testing.T) {
	if strconv.IntSize == 64 && (unsafe.Sizeof(pair{}) != 32 || unsafe.Sizeof(ValidationError{}) != 24) {
		t.Errorf("a pair takes %d bytes, a validation error %d", unsafe.Sizeof(pair{}), unsafe.Sizeof(ValidationError{}))
	}
}

// TestHugeInput parses 100 MiB, plain and not.
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
