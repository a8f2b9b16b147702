// Package code reads the code of a package: what is called, what a variable is assigned, what is known where a statement runs, and what
// comes from a client.
package code

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// A program is a package whose code is read.
type Program struct {
	Pass         *analysis.Pass
	Root         inspector.Cursor
	Variables    map[*types.Var]*variable
	Declarations map[*types.Func]*ast.FuncDecl // the functions of the package that have a body
	Declared     map[string]*ast.FuncDecl      // the same by full name
	plainTexts   map[ast.Expr]string           // of calls and fields
	callees      map[*ast.CallExpr]string      // their full names
	uses         map[types.Object][]inspector.Cursor
}

// NewProgram returns a program without its variables and functions.
func NewProgram(pass *analysis.Pass, root inspector.Cursor) *Program {
	return &Program{Pass: pass, Root: root, Variables: map[*types.Var]*variable{}, plainTexts: map[ast.Expr]string{}, callees: map[*ast.CallExpr]string{},
		Declarations: map[*types.Func]*ast.FuncDecl{}, Declared: map[string]*ast.FuncDecl{}}
}

func (c *Program) InTest(n ast.Node) bool {
	return strings.HasSuffix(c.Pass.Fset.Position(n.Pos()).Filename, "_test.go")
}
