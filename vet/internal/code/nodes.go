// Package code reads the code of a package: what is called, what a variable is assigned, what is known where a statement runs, and what
// comes from a client.
package code

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/types"
	"iter"
	"slices"
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

// partsOf returns the type and the body of a function declaration or a function literal.
func partsOf(function ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	if f, ok := function.(*ast.FuncLit); ok {
		return f.Type, f.Body
	}
	return function.(*ast.FuncDecl).Type, function.(*ast.FuncDecl).Body
}

func BodyOf(function ast.Node) *ast.BlockStmt { _, body := partsOf(function); return body }

func Parameters(function ast.Node) []*ast.Field { t, _ := partsOf(function); return t.Params.List }

var withoutParentheses = strings.NewReplacer("(", "", ")", "")

// PlainText returns the source of a call, a field or an element without parentheses, for comparisons. For others, it returns "".
func (c *Program) PlainText(e ast.Expr) string {
	switch e.(type) {
	case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
	default:
		return ""
	}
	if _, ok := c.plainTexts[e]; !ok {
		c.plainTexts[e] = withoutParentheses.Replace(c.Text(e))
	}
	return c.plainTexts[e]
}

// As returns e without its parentheses, if it is a node of type T.
func As[T ast.Expr](e ast.Expr) (node T, ok bool) {
	node, ok = ast.Unparen(e).(T)
	return node, ok
}

// Outermost returns the outermost parentheses around at, or at itself. The parent of the result is the node that uses at.
func Outermost(at inspector.Cursor) inspector.Cursor {
	for {
		if _, ok := at.Parent().Node().(*ast.ParenExpr); !ok {
			return at
		}
		at = at.Parent()
	}
}

// Selected returns the selector that a call calls, such as r.Form.Get, or nil.
func Selected(call *ast.CallExpr) *ast.SelectorExpr {
	selector, _ := As[*ast.SelectorExpr](call.Fun)
	return selector
}

func (c *Program) IsPackage(e ast.Expr) bool {
	id, _ := e.(*ast.Ident)
	if id == nil {
		return false
	}
	_, ok := c.Pass.TypesInfo.Uses[id].(*types.PkgName)
	return ok
}

// Constant returns the value of e if it is a constant string.
func (c *Program) Constant(e ast.Expr) (string, bool) {
	v := c.Pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

func (c *Program) TypeOf(e ast.Expr) types.Type { return c.Pass.TypesInfo.TypeOf(e) }

// Text returns the source of n, as gofmt writes it. It leaves out redundant parentheses around n.
func (c *Program) Text(n ast.Node) string {
	if e, ok := n.(ast.Expr); ok {
		switch e := ast.Unparen(e).(type) {
		case *ast.StarExpr, *ast.UnaryExpr, *ast.BinaryExpr:
		default:
			n = e
		}
	}
	var b bytes.Buffer
	if err := format.Node(&b, c.Pass.Fset, n); err != nil {
		return ""
	}
	return b.String()
}

// Plain reports whether e consists of names and dots only.
func Plain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name != "_"
	case *ast.SelectorExpr:
		return Plain(e.X)
	}
	return false
}

// Function returns the function that encloses at.
func Function(at inspector.Cursor) (inspector.Cursor, bool) {
	for f := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if f != at {
			return f, true
		}
	}
	return inspector.Cursor{}, false
}

// All returns the nodes of type N in n.
func All[N ast.Node](n ast.Node) iter.Seq[N] {
	return func(yield func(N) bool) {
		for n := range ast.Preorder(n) {
			if node, ok := n.(N); ok && !yield(node) {
				return
			}
		}
	}
}

// InPackage reports whether is returns true for a node of the package.
func InPackage[N ast.Node](pass *analysis.Pass, is func(N) bool) bool {
	return slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return Contains(f, is) })
}

// Around reports whether is returns true for a node in the function that encloses at.
func Around[N ast.Node](at inspector.Cursor, is func(N) bool) bool {
	f, ok := Function(at)
	return ok && Contains(f.Node(), is)
}

// Contains reports whether is returns true for a node in n.
func Contains[N ast.Node](n ast.Node, is func(N) bool) bool {
	for node := range All[N](n) {
		if is(node) {
			return true
		}
	}
	return false
}
