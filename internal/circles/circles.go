// Package circles finds the files of a package that cannot be read one after the other, because each uses, directly or
// through others, declarations of all the others. Tests use it to keep packages free of large circles and to check the
// order of their files.
package circles

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// AtMost fails the test if the largest circle among the Go files in a folder has more files than most. It says what these
// use of each other. Where there is no source, as with wasm, it skips the test.
func AtMost(t testing.TB, dir string, most int) {
	t.Helper()
	atMost(t, dir, Uses(t, dir), most)
}

// Uses returns the names of the declarations that each Go file in a folder uses from each other file.
// Uses(t, dir)["a.go"]["b.go"] lists what a.go uses from b.go, sorted. Test files are left out. If there is no source, as
// with wasm, Uses skips the test.
func Uses(t testing.TB, dir string) map[string]map[string][]string {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("there is no source")
	}
	uses, err := usesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	return uses
}

func atMost(t testing.TB, dir string, uses uses, most int) {
	t.Helper()
	circle := uses.largest()
	if len(circle) <= most {
		return
	}
	t.Errorf("%s: %d files use each other in a circle, at most %d may: %s", dir, len(circle), most, strings.Join(circle, ", "))
	for _, from := range circle {
		for _, to := range circle {
			if len(uses[from][to]) > 0 {
				t.Logf("%s uses of %s: %s", from, to, strings.Join(uses[from][to], ", "))
			}
		}
	}
}

// uses is what Uses returns.
type uses map[string]map[string][]string

// largest returns the largest circle, with the names of its files in order, or nil if there is none.
func (u uses) largest() []string {
	reached := make(map[string]map[string]bool)
	for file := range u {
		reached[file] = make(map[string]bool)
		u.reach(file, reached[file])
	}
	var largest []string
	for file := range u {
		var circle []string
		for other := range reached[file] {
			if reached[other][file] {
				circle = append(circle, other)
			}
		}
		slices.Sort(circle)
		if len(circle) > 1 && (len(circle) > len(largest) || len(circle) == len(largest) && circle[0] < largest[0]) {
			largest = circle
		}
	}
	return largest
}

// reach adds to reached the files that a file uses, and those that these use.
func (u uses) reach(file string, reached map[string]bool) {
	for other := range u[file] {
		if !reached[other] {
			reached[other] = true
			u.reach(other, reached)
		}
	}
}

// usesIn returns the uses of the package in a folder. For the folder it calls the go command, which compiles what the package
// imports unless that is cached.
//
// It returns an error if there are no files, if these do not compile, or if nothing in them uses a declaration of the
// package.
func usesIn(dir string) (uses, error) {
	packages, err := list(dir, ".")
	if err != nil {
		return nil, err
	}
	if len(packages) != 1 {
		return nil, fmt.Errorf("circles: %d packages in %s", len(packages), dir)
	}
	return packages[0].uses()
}

// A listed package is one that go list was asked for. All of one list share the file set and what they import.
type listed struct {
	dir      string
	files    []string
	fset     *token.FileSet
	importer types.Importer
}

func (p listed) uses() (uses, error) {
	result := make(uses)
	var parsed []*ast.File
	for _, name := range p.files {
		result[name] = make(map[string][]string)
		file, err := parser.ParseFile(p.fset, filepath.Join(p.dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: p.importer}
	pkg, err := config.Check(p.dir, p.fset, parsed, info)
	if err != nil {
		return nil, err
	}
	nothing := true
	for ident, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() { // it is imported, or belongs to the language
			continue
		}
		nothing = false
		from, to := fileAt(p.fset, ident.Pos()), fileAt(p.fset, object.Pos())
		if names := result[from][to]; from != to && !slices.Contains(names, object.Name()) {
			names = append(names, object.Name())
			slices.Sort(names)
			result[from][to] = names
		}
	}
	if nothing {
		return nil, fmt.Errorf("circles: nothing in %s uses a declaration of the package", p.dir)
	}
	return result, nil
}

func fileAt(fset *token.FileSet, pos token.Pos) string {
	return filepath.Base(fset.Position(pos).Filename)
}

// list returns the packages that a pattern of the go command means in a folder.
func list(dir, pattern string) ([]listed, error) {
	command := exec.Command("go", "list", "-export", "-deps", "-json=Dir,GoFiles,ImportPath,Export,DepOnly", pattern)
	command.Dir = dir
	output, err := command.Output()
	if err != nil {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return nil, fmt.Errorf("circles: go list in %s: %w", dir, err)
	}
	fset := token.NewFileSet()
	exports := make(map[string]string)
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p struct {
			Dir                string
			GoFiles            []string
			ImportPath, Export string
			DepOnly            bool
		}
		switch err := decoder.Decode(&p); {
		case err == io.EOF:
			return packages, nil
		case err != nil:
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			packages = append(packages, listed{p.Dir, p.GoFiles, fset, imports})
		}
	}
}
