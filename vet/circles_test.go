package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Of the files of a package, at most so many use each other in a circle: those of the interpreter for expressions, statements, calls
// and variables.
const mostInCircle = 4

func TestCircles(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "./...")
	if err != nil || len(loaded) < 4 {
		t.Fatal(loaded, err)
	}
	for _, p := range loaded {
		uses := usesOf(p)
		if len(p.Syntax) > 1 && len(uses) == 0 {
			t.Errorf("no file of %s uses another", p.PkgPath)
		}
		for file := range uses {
			var circle []string
			for other := range uses {
				if reachesFile(uses, file, other, map[string]bool{}) && reachesFile(uses, other, file, map[string]bool{}) {
					circle = append(circle, other)
				}
			}
			if slices.Sort(circle); len(circle) > mostInCircle && circle[0] == file {
				t.Errorf("%s has a circle of the files %q", p.PkgPath, circle)
				for _, from := range circle {
					for _, to := range circle {
						if len(uses[from][to]) > 0 {
							t.Logf("%s uses of %s %q", from, to, uses[from][to])
						}
					}
				}
			}
		}
	}
}

// usesOf returns what each file of a package uses of the others.
func usesOf(p *packages.Package) map[string]map[string][]string {
	uses := map[string]map[string][]string{}
	fileOf := func(n interface{ Pos() token.Pos }) string { return filepath.Base(p.Fset.Position(n.Pos()).Filename) }
	for _, f := range p.Syntax {
		from := fileOf(f)
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			o := p.TypesInfo.Uses[id]
			if f, ok := o.(*types.Func); ok {
				o = f.Origin()
			}
			if v, ok := o.(*types.Var); ok && v.IsField() {
				return true // as its type is used
			}
			if o == nil || o.Pkg() != p.Types || fileOf(o) == from {
				return true
			}
			if uses[from] == nil {
				uses[from] = map[string][]string{}
			}
			if to := fileOf(o); !slices.Contains(uses[from][to], o.Name()) {
				uses[from][to] = append(uses[from][to], o.Name())
			}
			return true
		})
	}
	return uses
}

func reachesFile(uses map[string]map[string][]string, from, to string, seen map[string]bool) bool {
	for next := range uses[from] {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reachesFile(uses, next, to, seen) {
				return true
			}
		}
	}
	return false
}
