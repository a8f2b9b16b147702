package circles

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// write makes a folder with a package of files, whose text is without the package clause.
func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = newModule(t)
	writePackage(t, dir, files)
	return dir
}

func newModule(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module p\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writePackage(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package p\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLargest(t *testing.T) {
	tests := map[string]struct { // by the names of folders
		files map[string]string
		want  []string
	}{
		"one": {map[string]string{"a.go": "func f() { g() }; func g() { f() }"}, nil},
		"line": {map[string]string{
			"a.go": "func f() { g() }",
			"b.go": "func g() { h() }",
			"c.go": "func h() {}",
		}, nil},
		// A circle of functions, and a file that uses them.
		"functions": {map[string]string{
			"a.go": "func f() { g() }",
			"b.go": "func g() { h() }",
			"c.go": "func h() { f() }",
			"d.go": "func i() { h() }",
		}, []string{"a.go", "b.go", "c.go"}},
		// The larger of two.
		"larger": {map[string]string{
			"a.go": "func f() { g() }",
			"b.go": "func g() { f() }",
			"c.go": "var v = func() int { return w }()",
			"d.go": "const w = x",
			"e.go": "const x = 1; func init() { _ = v }",
		}, []string{"c.go", "d.go", "e.go"}},
		"method": {map[string]string{
			"a.go": "type T struct{ next *T }; func f(t T) { t.m() }",
			"b.go": "func (T) m() {}",
		}, []string{"a.go", "b.go"}},
		"field": {map[string]string{
			"a.go": "type T struct{ x int }; type U struct{ T }",
			"b.go": "func f(u U) int { return u.x }",
			"c.go": "var v = f(U{})",
		}, nil},
		// A method call on the result of an imported function.
		"imported": {map[string]string{
			"a.go": `import "slices"; type T int; func f(all []T) { for _, t := range slices.Backward(all) { t.m() } }`,
			"b.go": "func (T) m() {}",
		}, []string{"a.go", "b.go"}},
		// A test, and a file for another platform.
		"platform": {map[string]string{
			"a.go":       "func f() { g() }",
			"b.go":       "func g() {}",
			"b_test.go":  "func h() { f() }; func g2() { h() }",
			"b_plan9.go": "func i() { f() }; func init() { i() }",
		}, nil},
	}
	module := newModule(t) // one for all, because the go command takes long to start
	for name, test := range tests {
		dir := filepath.Join(module, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		writePackage(t, dir, test.files)
	}
	packages, err := list(module, "./...")
	if err != nil || len(packages) != len(tests) {
		t.Fatalf("%d packages, want %d; %v", len(packages), len(tests), err)
	}
	for _, p := range packages {
		name := filepath.Base(p.dir)
		uses, err := p.uses()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := uses.largest(); !reflect.DeepEqual(got, tests[name].want) {
			t.Errorf("%s: %q, want %q", name, got, tests[name].want)
		}
	}
}

// A recorder is a test that notes what it was told.
type recorder struct {
	testing.TB
	text   []string
	failed bool
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failed = true
	r.Logf(format, args...)
}

func (r *recorder) Logf(format string, args ...any) {
	r.text = append(r.text, fmt.Sprintf(format, args...))
}

func TestAtMost(t *testing.T) {
	dir := write(t, map[string]string{
		"a.go": "type T struct{ x int }; var t = f(T{})",
		"b.go": "func f(t T) int { return t.x + t.x }",
	})
	r := recorder{TB: t}
	AtMost(&r, dir, 2)
	if r.failed || r.text != nil {
		t.Errorf("at most 2: %q", r.text)
	}
	AtMost(&r, dir, 1)
	want := []string{
		dir + ": 2 files use each other in a circle, at most 1 may: a.go, b.go",
		"a.go uses of b.go: f",
		"b.go uses of a.go: T, x",
	}
	if !r.failed || !reflect.DeepEqual(r.text, want) {
		t.Errorf("at most 1: %q, want %q", r.text, want)
	}
}

func TestUsesInFails(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"no Go files":                            {},
		"build constraints exclude all Go files": {"a_plan9.go": "func f() { f() }"},
		"nothing in":                             {"a.go": "func f() {}", "b.go": "func g() {}"},
		"undefined: g":                           {"a.go": "func f() { g() }"},
		"syntax error":                           {"a.go": "var x = )"},
		"is not in std":                          {"a.go": `import "nowhere"; var _ = nowhere.X`},
	} {
		got, err := usesIn(write(t, files))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q and the error %v, want one with %q", got, err, want)
		}
	}
	if got, err := usesIn(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Errorf("a folder that is missing: %q", got)
	}
}

// most says how many files the largest circle of a package may have, for the folders where that is not four.
var most = map[string]int{
	"cmd/weburl":               0,
	"internal/spec":            9, // its files are in the standard's order, in which the states, the hosts and the records use each other
	"page":                     0,
	"urlpattern":               0,
	"urlpattern/internal/ecma": 2, // the parser of classes, and that of all the rest
}

// TestPackages holds that no package of the module has a circle of more files than most allows. TestLayers of the root
// allows less.
func TestPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles all packages")
	}
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := list(root, "./...")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, p := range packages {
		folder, err := filepath.Rel(root, p.dir)
		if err != nil {
			t.Fatal(err)
		}
		folder = filepath.ToSlash(folder)
		seen[folder] = true
		limit, ok := most[folder]
		if !ok {
			limit = 4
		}
		if folder == "." || len(p.files) <= max(limit, 1) {
			continue
		}
		uses, err := p.uses()
		if err != nil {
			t.Fatal(err)
		}
		atMost(t, folder, uses, limit)
	}
	for folder := range most {
		if !seen[folder] {
			t.Errorf("there is no package in %s", folder)
		}
	}
	if len(seen) < 30 {
		t.Errorf("only %d packages", len(seen))
	}
}
