package url

import (
	"debug/elf"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// goCommand runs the go command for linux/amd64, so that the results are the same everywhere, and returns its output.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("there are no processes")
	}
	cmd := exec.Command("go", args...)
	// With cgo, as on most machines: without it, package net would be static, too.
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return string(out)
}

// These are large, and package net links libc.
func TestDependencies(t *testing.T) {
	deps := strings.Fields(goCommand(t, "list", "-deps", ".", "./psl"))
	if !slices.Contains(deps, "github.com/weburl-go/url") {
		t.Fatalf("go list -deps: %q", deps)
	}
	for _, heavy := range []string{"net", "net/http", "crypto/tls"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("the package or psl depends on %s", heavy)
		}
	}
}

// A program that only parses is static and small.
func TestProgramSize(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "parse")
	goCommand(t, "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", binary, "./testdata/link/parse")
	file, err := elf.Open(binary)
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

	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	limit := int64(2_300_000)
	if version.Compare(runtime.Version(), "go1.27") >= 0 {
		limit = 2_600_000 // database/sql/driver imports crypto/rand
	}
	if info.Size() > limit {
		t.Errorf("the program has %d bytes, want at most %d", info.Size(), limit)
	}
}

// TestEncodingTablesAreNotLinked checks that only programs which name a legacy encoding link its tables.
func TestEncodingTablesAreNotLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.FieldsSeq(string(out)) {
		if strings.HasPrefix(dep, "golang.org/x/text/encoding/") && !strings.Contains(dep, "/internal") {
			t.Errorf("the package depends on %s", dep)
		}
	}
}
