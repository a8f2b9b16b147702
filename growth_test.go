package url

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
)

// uses are the ways into the parser.
var uses = func() map[string]hostile.Use {
	uses := map[string]hostile.Use{
		"parse":     func(s string) { _, _ = Parse(s) },
		"reference": func(s string) { _, _ = hostileBase.Parse(strings.TrimPrefix(s, "http:")) },
		"can parse": func(s string) { CanParse(s) },
		"hook": func(s string) {
			n := 0
			p := Parser{OnValidationError: func(ValidationError) { n++ }}
			_, _ = p.Parse(s)
		},
	}
	for name, set := range setters {
		if name != "href" {
			uses["set "+name] = func(s string) {
				u := hostileBase
				_ = set(&u, afterSlashes(s))
			}
		}
	}
	return uses
}()

// otherUses are the other functions that read a long string, or write a long URL in another form.
var otherUses = map[string]hostile.Use{
	"search params": func(s string) {
		params := NewURLSearchParams(afterSlashes(s))
		params.Sort()
		params.Set("a", "b")
	},
	"host": func(s string) {
		domain := strings.TrimSuffix(afterSlashes(s), "/")
		_, _ = ParseHost(domain)
		_, _ = DomainToASCII(domain, true)
		DomainToUnicode(domain)
	},
	"opaque host": func(s string) { _, _ = ParseOpaqueHost(strings.TrimSuffix(afterSlashes(s), "/")) },
	"query":       func(s string) { _, _ = ParseQuery(afterSlashes(s), 1<<10) },
	"edit query": func(s string) {
		u, n := hostileBase, 0
		_ = u.SetSearch(afterSlashes(s))
		u.EditQuery(func(_, pairValue string) (string, bool) { n++; return pairValue + "x"[:n%2], n%3 > 0 })
		u.AppendQuery(s, s)
		u.QueryValue("a")
	},
	"origin":    func(s string) { _, _ = ParseOrigin(s) },
	"file path": func(s string) { _, _ = FromFilePath("/"+afterSlashes(s), WindowsPath) },
	"other forms": func(s string) {
		if u, err := Parse(s); err == nil {
			_, _ = u.NetURL()
			_, _ = u.FilePath(UnixPath)
			u.MakeRelative(hostileBase)
			hostileBase.MakeRelative(u)
			_, _ = hostileBase.JoinPath(s, "a")
			_, _ = hostileBase.AppendSegments(s, "a")
		}
	},
}

var hostileBase = MustParse("http://h/a/b/c")

// afterSlashes returns what is after the "//" of s, or s if it has none.
func afterSlashes(s string) string {
	if _, after, ok := strings.Cut(s, "//"); ok {
		return after
	}
	return s
}

// TestHostileShapes does everything with short strings of the hostile shapes, and compares what the parser and the
// setters give with the reference.
func TestHostileShapes(t *testing.T) {
	const n = 3 << 10
	for shape, of := range hostile.Shapes {
		s := of(n)
		checkParse(t, s, "")
		checkParse(t, strings.TrimPrefix(s, "http:"), hostileBase.Href())
		for name := range setters {
			checkSetters(t, hostileBase.Href(), [][2]string{{name, afterSlashes(s)}})
		}
		for _, do := range otherUses {
			do(s)
		}
		if t.Failed() {
			t.Fatalf("the shape is %q", shape)
		}
	}
}

// TestGrowth checks that time grows linearly with the length of the input.
func TestGrowth(t *testing.T) {
	all := maps.Clone(uses)
	maps.Copy(all, otherUses)
	hostile.CheckTime(t, all)
}

// normalized are the shapes that leave the most garbage: many code points that are mapped to several, or that package
// norm has to compose or reorder. norm takes half a KiB for each run of them.
var normalized = []string{
	"one for six letters", "six, stripped", "a label of six", "one for four primes", "one for four letters",
	"one for three notes", "Hebrew points", "joiner and marks",
}

// TestMemory checks that parsing and setting allocate at most 32 times the length of the input in all, so that no more
// is live at a time. For the domains of the normalized shapes the limit is 96 times. Two thirds of that are garbage before
// the next code points are normalized.
func TestMemory(t *testing.T) {
	hostile.CheckMemory(t, uses, func(shape string) float64 {
		if slices.Contains(normalized, shape) {
			return 96
		}
		return 32
	})
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
