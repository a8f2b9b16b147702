// Package circles finds the files of a package that cannot be read one after the other, because each uses, directly or
// through others, declarations of all the others. Tests use it to keep packages free of large circles.
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
	if runtime.GOARCH == "wasm" {
		t.Skip("there is no source")
	}
	circle, err := Largest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(circle) <= most {
		return
	}
	t.Errorf("%d files use each other in a circle, at most %d may: %s", len(circle), most, strings.Join(circle, ", "))
	uses, err := usesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range circle {
		for _, to := range circle {
			if len(uses[from][to]) > 0 {
				t.Logf("%s uses of %s: %s", from, to, strings.Join(uses[from][to], ", "))
			}
		}
	}
}

// Largest returns the largest circle among the Go files in a folder, with their names in order, or nil if there is none.
// Tests do not belong to the files. For the folder it calls the go command, which compiles what the package imports unless
// that is cached.
//
// It returns an error if there are no files, if these do not compile, or if nothing in them uses a declaration of the
// package.
func Largest(dir string) ([]string, error) {
	uses, err := usesIn(dir)
	if err != nil {
		return nil, err
	}
	reached := make(map[string]map[string]bool)
	for file := range uses {
		reached[file] = make(map[string]bool)
		reach(uses, file, reached[file])
	}
	var largest []string
	for file := range uses {
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
	return largest, nil
}

// reach adds to reached the files that a file uses, and those that these use.
func reach(uses map[string]map[string][]string, file string, reached map[string]bool) {
	for other := range uses[file] {
		if !reached[other] {
			reached[other] = true
			reach(uses, other, reached)
		}
	}
}

// usesIn returns what each Go file in a folder uses of each other: uses["a.go"]["b.go"] are the names of the declarations,
// in order. The files and the errors are those of Largest.
func usesIn(dir string) (uses map[string]map[string][]string, err error) {
	fset := token.NewFileSet()
	files, exports, err := list(dir)
	if err != nil {
		return nil, err
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	uses = make(map[string]map[string][]string)
	var parsed []*ast.File
	for _, name := range files {
		uses[name] = make(map[string][]string)
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	pkg, err := config.Check(dir, fset, parsed, info)
	if err != nil {
		return nil, err
	}
	nothing := true
	for ident, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() { // it is imported, or belongs to the language
			continue
		}
		nothing = false
		from, to := fileAt(fset, ident.Pos()), fileAt(fset, object.Pos())
		if names := uses[from][to]; from != to && !slices.Contains(names, object.Name()) {
			names = append(names, object.Name())
			slices.Sort(names)
			uses[from][to] = names
		}
	}
	if nothing {
		return nil, fmt.Errorf("circles: nothing in %s uses a declaration of the package", dir)
	}
	return uses, nil
}

func fileAt(fset *token.FileSet, pos token.Pos) string {
	return filepath.Base(fset.Position(pos).Filename)
}

// list returns the names of the files of the package in a folder, and the files with the declarations of what it imports,
// by import path.
func list(dir string) (files []string, exports map[string]string, err error) {
	command := exec.Command("go", "list", "-export", "-deps", "-json=GoFiles,ImportPath,Export,DepOnly", ".")
	command.Dir = dir
	output, err := command.Output()
	if err != nil {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return nil, nil, fmt.Errorf("circles: go list in %s: %w", dir, err)
	}
	exports = make(map[string]string)
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p struct {
			GoFiles            []string
			ImportPath, Export string
			DepOnly            bool
		}
		switch err := decoder.Decode(&p); {
		case err == io.EOF:
			return files, exports, nil
		case err != nil:
			return nil, nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			files = p.GoFiles
		}
	}
}
