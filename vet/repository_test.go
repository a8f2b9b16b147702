package vet

import (
	"flag"
	"go/ast"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	driver "golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

var repository = flag.Bool("repository", false, "also analyze this repository, which compiles all of its modules")

// The code of this repository has no reports, but for the examples that show what goes wrong: these have reports.
func TestRepository(t *testing.T) {
	if !*repository {
		t.Skip("run it with -repository")
	}
	modules := []string{"../go.mod"}
	for _, pattern := range []string{"../*/go.mod", "../cmd/*/go.mod", "../vet/golangci/go.mod"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: there are no modules: %v", pattern, err)
		}
		modules = append(modules, found...)
	}
	shown := 0
	for _, module := range modules {
		dir := filepath.Dir(module)
		t.Run(filepath.Base(filepath.Clean(dir)), func(t *testing.T) {
			shown += analyze(t, dir)
		})
	}
	if shown == 0 {
		t.Error("no example shows what goes wrong")
	}
}

// TestSpecialSchemes compares the special schemes with those of package url. The module does not require that package.
func TestSpecialSchemes(t *testing.T) {
	text := read(t, "../internal/infra/infra.go")
	_, table, found := strings.Cut(text, "var SpecialSchemes = ")
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^\t\{"(.*?)"`).FindAllStringSubmatch(table, -1) {
		names = append(names, match[1])
	}
	if !found || !slices.Equal(names, specialSchemes) {
		t.Errorf("%q, but here %q", names, specialSchemes)
	}
}

// TestGuards compares the addresses that a check is tried on with those that package guard refuses.
func TestGuards(t *testing.T) {
	var refused []netip.Prefix
	for _, match := range regexp.MustCompile(`(?m)^\t\{netip.MustParsePrefix\("(.*?)"`).FindAllStringSubmatch(read(t, "../internal/ipblock/blocks.go"), -1) {
		refused = append(refused, netip.MustParsePrefix(match[1]))
	}
	nat64 := netip.MustParsePrefix("64:ff9b::/96")
	isRefused := func(s string) bool {
		addr := netip.MustParseAddr(s).Unmap()
		if b := addr.As16(); nat64.Contains(addr) {
			addr = netip.AddrFrom4([4]byte(b[12:]))
		}
		return slices.ContainsFunc(refused, func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	tried := words{}.guards()[0]
	for _, s := range slices.Concat(tried.usual, tried.others) {
		if !isRefused(s) {
			t.Errorf("%s is public", s)
		}
	}
	if len(refused) == 0 || slices.ContainsFunc(tried.public, isRefused) {
		t.Errorf("%q are not public", tried.public)
	}
}

// analyze reports what is found in the module in dir, and returns the number of reports in examples.
func analyze(t *testing.T, dir string) (shown int) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Tests: true}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := driver.Analyze([]*analysis.Analyzer{Analyzer}, loaded, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, action := range graph.Roots {
		for _, err := range action.Package.Errors {
			t.Errorf("%s: %v", action.Package.ID, err)
		}
		if action.Err != nil {
			t.Errorf("%s: %v", action.Package.ID, action.Err)
			continue
		}
		files += len(action.Package.Syntax)
		for _, d := range action.Diagnostics {
			if isExample(action.Package.Syntax, d) {
				shown++
			} else {
				t.Errorf("%s: %s", action.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
	if files == 0 {
		t.Error("nothing was analyzed")
	}
	t.Logf("%d files", files)
	return shown
}

// isExample reports whether d is in an example that shows what goes wrong: one that MIGRATING.md links to, or that of
// LogValue.
func isExample(files []*ast.File, d analysis.Diagnostic) bool {
	for _, file := range files {
		for _, declaration := range file.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if ok && f.Pos() <= d.Pos && d.Pos < f.End() {
				return strings.HasPrefix(f.Name.Name, "Example_migrating") || f.Name.Name == "ExampleURL_LogValue"
			}
		}
	}
	return false
}

// The command is run by go vet, with and without its flag, and alone with -fix.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "weburlvet")
	if runtime.GOOS == "windows" {
		tool += ".exe"
	}
	succeed(t, ".", "go", "build", "-o", tool, "./cmd/weburlvet")

	const wrong = `package main

import (
	"net/http"
	"net/url"
	"strings"
)

func main() {
	u, err := url.Parse("https://example.com")
	if err != nil || !strings.HasSuffix(u.Host, "example.com") {
		panic(err)
	}
	http.Get(u.String() + "/a")
}
`
	module := filepath.Join(dir, "module")
	file := filepath.Join(module, "main.go")
	if err := os.Mkdir(module, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{file: wrong, filepath.Join(module, "go.mod"): "module example.com/module\n\ngo 1.26\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	const suffix, slash = "main.go:11:20: evilexample.com also has this suffix", "main.go:14:11: an http, https or file URL parsed"
	const name = " (host-suffix: https://"
	for _, test := range []struct {
		command []string
		slash   bool
	}{
		{[]string{"go", "vet", "-vettool=" + tool, "./..."}, false},
		{[]string{"go", "vet", "-vettool=" + tool, "-weburlvet.migrate", "./..."}, true},
		{[]string{tool, "./..."}, false},
		{[]string{tool, "-weburlvet.migrate", "./..."}, true},
	} {
		out, err := command(module, test.command...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), suffix) || !strings.Contains(string(out), name) || strings.Contains(string(out), slash) != test.slash {
			t.Errorf("%q: %v\n%s", test.command, err, out)
		}
	}

	command(module, tool, "-fix", "./...").Run()
	succeed(t, module, tool, "./...")
	const right = `!(u.Host == "example.com" || strings.HasSuffix(u.Host, ".example.com"))`
	if text := read(t, file); !strings.Contains(text, right) {
		t.Errorf("-fix gives\n%s", text)
	}
}

func command(dir string, args ...string) *exec.Cmd {
	c := exec.Command(args[0], args[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	return c
}

func succeed(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := command(dir, args...).CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
}
