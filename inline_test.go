package url

import (
	"debug/elf"
	"flag"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// This file checks what the compiler and the linker make of the package.

var checkSize = flag.Bool("size", false, "also check the size of a program, which depends on the release of Go")

// goCommand runs the go command for linux/amd64, so that the results are the same everywhere, and returns what it
// prints.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("there are no processes")
	}
	cmd := exec.Command("go", args...)
	// With cgo, as on most machines: without it, package net would be static, too.
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// inlined are functions that callers call once for each URL, or each time they read a part of one. A call that is not
// inlined copies the URL. A range loop over an iterator that is not inlined allocates.
var inlined = []string{
	"Parse",
	"URL.Parse",
	"CanParse",
	"URL.CanParse",

	"URL.Href",
	"URL.String",
	"URL.Protocol",
	"URL.Scheme",
	"URL.Username",
	"URL.Password",
	"URL.Host",
	"URL.Hostname",
	"URL.Port",
	"URL.PortNumber",
	"URL.EffectivePort",
	"URL.Pathname",
	"URL.Search",
	"URL.Query",
	"URL.Hash",
	"URL.Fragment",
	"URL.IsSpecial",
	"URL.IsZero",
	"URL.HasOpaquePath",
	"URL.IncludesCredentials",
	"URL.WithoutFragment",

	"URL.PathSegments",
	"URL.PathSegments.func1",
	"URL.QueryPairs",
	"URL.QueryPairs.func1",
	"(*URL).SearchParams",
	"(*URLSearchParams).All",

	"Host.Kind",
	"Host.String",
	"Origin.IsOpaque",
	"Origin.Scheme",
	"Origin.ParsedHost",
	"Origin.PortNumber",
	"Origin.SameOrigin",
	"Origin.String",
	"PercentEncodeSet.Contains",
}

// TestInlining asks the compiler which functions it inlines.
func TestInlining(t *testing.T) {
	t.Parallel()
	got := map[string]bool{}
	for _, match := range regexp.MustCompile(`: can inline (\S+)`).FindAllStringSubmatch(goCommand(t, "build", "-gcflags=-m", "."), -1) {
		got[match[1]] = true
	}
	if len(got) == 0 || len(inlined) == 0 {
		t.Fatalf("the compiler inlines %d functions, and %d are wanted", len(got), len(inlined))
	}
	for _, want := range inlined {
		if !got[want] {
			t.Errorf("%s is not inlined", want)
		}
	}
}

// TestDependencies checks that a program is not linked with what it does not use: the network, and the tables of legacy
// encodings that it does not name.
func TestDependencies(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "/dataurl", "/display", "/form", "/link", "/net/url", "/psl", "/urlpattern"} {
		path := "github.com/weburl-go/url" + name
		deps := strings.Fields(goCommand(t, "list", "-deps", path))
		if !slices.Contains(deps, path) {
			t.Fatalf("go list -deps %s: %q", path, deps)
		}
		for _, dep := range deps {
			isTable := strings.HasPrefix(dep, "golang.org/x/text/encoding/") && !strings.Contains(dep, "/internal")
			if isTable || slices.Contains([]string{"net", "net/http", "crypto/tls"}, dep) {
				t.Errorf("%s depends on %s", path, dep)
			}
		}
	}
}

// TestNoUnsafe checks that no package of the module uses unsafe or cgo, not even in tests, and that only tests import package
// hostile.
func TestNoUnsafe(t *testing.T) {
	t.Parallel()
	const format = `{{.ImportPath}} {{join .Imports " "}}|{{join .TestImports " "}} {{join .XTestImports " "}}`
	packages := strings.Split(strings.TrimSpace(goCommand(t, "list", "-f", format, "./...")), "\n")
	if len(packages) < 20 {
		t.Fatalf("go list: %q", packages)
	}
	for _, line := range packages {
		code, tests, _ := strings.Cut(line, "|")
		imports := strings.Fields(code)
		if slices.Contains(imports[1:], "github.com/weburl-go/url/internal/hostile") {
			t.Errorf("%s imports package hostile", imports[0])
		}
		for _, unwanted := range []string{"unsafe", "C"} {
			if slices.Contains(imports[1:], unwanted) || slices.Contains(strings.Fields(tests), unwanted) {
				t.Errorf("%s imports %s", imports[0], unwanted)
			}
		}
	}
}

// buildProgram builds a program that only parses.
func buildProgram(t *testing.T) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "parse")
	goCommand(t, "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", file, "./testdata/program")
	return file
}

// TestProgramIsStatic checks that a program that only parses needs no dynamic linker.
func TestProgramIsStatic(t *testing.T) {
	t.Parallel()
	file, err := elf.Open(buildProgram(t))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, program := range file.Progs {
		if program.Type == elf.PT_INTERP || program.Type == elf.PT_DYNAMIC {
			t.Errorf("the program is linked dynamically: it has %v", program.Type)
		}
	}
	if libraries, err := file.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("the program needs %q, %v", libraries, err)
	}
}

// TestProgramSize checks that this program is small: at most 2.3 MB, or 2.6 MB since Go 1.27. Without -trimpath it is
// larger, so the limits leave 4,000 bytes for the names of files.
func TestProgramSize(t *testing.T) {
	if !*checkSize {
		t.Skip("checks the size of a program; runs with -size")
	}
	info, err := os.Stat(buildProgram(t))
	if err != nil {
		t.Fatal(err)
	}
	limit := int64(2_296_000)
	if version.Compare(runtime.Version(), "go1.27") >= 0 {
		limit = 2_596_000 // database/sql/driver imports crypto/rand
	}
	if info.Size() > limit {
		t.Errorf("the program has %d bytes, want at most %d", info.Size(), limit)
	}
}
