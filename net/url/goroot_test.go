package url_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// departures are the strings for which tests of net/url fail here, and what browsers do with them.
var departures = map[string]string{
	"http:www.google.com/?q=go+language":       "slashes after the scheme may be missing",
	"http:opaque":                              "slashes after the scheme may be missing",
	"https:/foo?a=b#frag":                      "slashes after the scheme may be missing",
	"http:opaque?x=y#zzz":                      "slashes after the scheme may be missing",
	"https:bar/baz?a=b#frag":                   "slashes after the scheme may be missing",
	stopsTable:                                 "slashes after the scheme may be missing, and the port is no number",
	"http:%2f%2fwww.google.com/?q=go+language": "slashes after the scheme may be missing, and the host has a slash",
	"///threeslashes":                          "more than two slashes begin a host",
	"http://192.168.0.2:/foo":                  "an empty port is dropped",
	"http://[2b01:e34:ef40:7730:8e70:5aff:fefe:edac]:/foo": "an empty port is dropped",
	"http://hello.世界.com/foo":                              "a domain is written in ASCII",
	"http://hello.%e4%b8%96%e7%95%8c.com/foo":              "a domain is written in ASCII",
	"http://hello.%E4%B8%96%E7%95%8C.com/foo":              "a domain is written in ASCII",
	"http://192.168.0.%31/":                                "a domain is decoded",
	"http://192.168.0.%31:8080/":                           "a domain is decoded",
	"http://%41:8080/":                                     "a domain is decoded",
	" http://foo.com":                                      "spaces around a URL are dropped",
	"net/url: invalid userinfo":                            "a user name may have a ^; the message of the test does not show the URL",
	"https://1:2:3:4:5:6:7:8":                              "the port is no number, whatever GODEBUG says",
	"https://1:2:3:4:5:6:7:8:80":                           "the port is no number, whatever GODEBUG says",
	"https://example.com:80:":                              "the port is no number, whatever GODEBUG says",
}

// stopsTable is a departure for which a test stops, so that it does not get to the rest of its table.
const stopsTable = "https:foo:bar"

// TestNetURL runs net/url's own tests, those of the Go release in use, as tests of this package. They have to fail for each
// departure, and for nothing else.
func TestNetURL(t *testing.T) {
	switch {
	case runtime.GOARCH == "wasm":
		t.Skip("there are no processes")
	case testing.Short():
		t.Skip("builds and runs tests")
	}
	tests := testsOfNetURL(t)
	failures := failuresOf(t, tests)
	dropRow(tests, stopsTable)
	failures = append(failures, failuresOf(t, tests)...)
	seen := map[string]bool{}
	for _, failure := range failures {
		known := false
		for departure := range departures {
			if strings.Contains(failure, strconv.Quote(departure)) {
				known, seen[departure] = true, true
			}
		}
		if !known {
			t.Errorf("not a known departure: %s", failure)
		}
	}
	for departure, reason := range departures {
		if !seen[departure] {
			t.Errorf("%q is no departure: %s", departure, reason)
		}
	}
}

// failuresOf runs tests in place of those of this package, and returns the messages of those that fail.
func failuresOf(t *testing.T, tests *ast.File) (failures []string) {
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var source bytes.Buffer
	if err := printer.Fprint(&source, token.NewFileSet(), tests); err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{
		"neturl_test.go":   write("tests", source.Bytes()),
		"standins_test.go": write("standins", []byte(standIns)),
	}
	own, err := filepath.Glob("*_test.go")
	if err != nil || len(own) == 0 {
		t.Fatal(own, err)
	}
	for _, name := range own {
		replace[name] = "" // as if it did not exist
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command("go", "test", "-v", "-vet=off", "-overlay", write("overlay.json", overlay), ".").CombinedOutput()
	if passed := bytes.Count(output, []byte("\n--- PASS: ")); passed < 15 {
		t.Fatalf("%d tests pass, %v\n%s", passed, err, output)
	}
	return failuresIn(string(output))
}

var beginsFailure = regexp.MustCompile(`^ +neturl_test\.go:\d+: `)

// failuresIn returns the messages of failures in what go test prints.
func failuresIn(output string) (failures []string) {
	inside := false
	for line := range strings.Lines(output) {
		switch {
		case beginsFailure.MatchString(line):
			failures = append(failures, line)
			inside = true
		case inside && strings.HasPrefix(line, "     "):
			failures[len(failures)-1] += line
		default:
			inside = false
		}
	}
	return failures
}

// standIns stand for what net/url's tests use of it that is not exported, and for package internal/diff.
const standIns = `package url

const defaultMaxParams = 10000

var diff differ

type differ struct{}

func (differ) Diff(_ string, old []byte, _ string, new []byte) []byte { return append(old, new...) }
`

// testsOfNetURL returns net/url's url_test.go, without the declarations that use these names, which are not exported.
func testsOfNetURL(t *testing.T) *ast.File {
	names := []string{"encoding", "resolvePath", "shouldEscape"}
	name := filepath.Join(sourceOfNetURL(t), "url_test.go")
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for before := 0; before < len(names); { // what uses a declaration that is dropped is dropped, too
		before = len(names)
		file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
			if !usesOneOf(decl, names) {
				return false
			}
			names = append(names, declaredBy(decl)...)
			return true
		})
	}
	for _, decl := range file.Decls {
		if imports, ok := decl.(*ast.GenDecl); ok && imports.Tok == token.IMPORT {
			imports.Specs = slices.DeleteFunc(imports.Specs, func(spec ast.Spec) bool { return !isUsed(spec.(*ast.ImportSpec), file) })
		}
	}
	return file
}

// dropRow drops the rows of tables with a string.
func dropRow(file *ast.File, s string) {
	isString := func(e ast.Expr) bool {
		literal, ok := e.(*ast.BasicLit)
		return ok && literal.Value == strconv.Quote(s)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if table, ok := n.(*ast.CompositeLit); ok {
			table.Elts = slices.DeleteFunc(table.Elts, func(e ast.Expr) bool {
				row, ok := e.(*ast.CompositeLit)
				return ok && slices.ContainsFunc(row.Elts, isString)
			})
		}
		return true
	})
}

// usesOneOf reports whether a declaration has one of the names in it.
func usesOneOf(decl ast.Decl, names []string) (uses bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		ident, ok := n.(*ast.Ident)
		uses = uses || ok && slices.Contains(names, ident.Name)
		return true
	})
	return uses
}

// declaredBy returns the names that a declaration declares.
func declaredBy(decl ast.Decl) (names []string) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		names = append(names, decl.Name.Name)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, ident := range spec.Names {
					names = append(names, ident.Name)
				}
			}
		}
	}
	return names
}

// isUsed reports whether a file uses a package that it imports, and that others may import.
func isUsed(spec *ast.ImportSpec, file *ast.File) (used bool) {
	from, _ := strconv.Unquote(spec.Path.Value)
	name := path.Base(from)
	if spec.Name != nil {
		name = spec.Name.Name
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			ident, ok := selector.X.(*ast.Ident)
			used = used || ok && ident.Name == name
		}
		return true
	})
	return used && !strings.HasPrefix(from, "internal/")
}
