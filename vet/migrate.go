package weburlvet

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// netPath returns u if e is u.Path, where u is a URL of net/url that this package could parse. It is silent about the URL
// of a request, which a server does not parse, and where a function asks for a scheme that is not special.
func (c *checker) netPath(at inspector.Cursor, e ast.Expr) (u ast.Expr, ok bool) {
	u, ok = c.field(c.value(e), netURL, "Path")
	return u, ok && c.special(at, u)
}

func (c *checker) special(at inspector.Cursor, u ast.Expr) bool {
	if _, ok := c.field(c.value(u), request, "URL"); ok {
		return false
	}
	return !c.literal(at, func(s string) bool {
		return slices.Contains([]string{"mailto", "data", "unix", "redis", "redis+socket", "postgres", "postgresql", "mysql", "ssh", "git", "s3"}, s)
	})
}

// emptyPath finds u.Path == "", with -migrate. It is silent where the function also compares a path with "/", where it asks
// another function about u first, and about u.Path != "" where that is no reason to leave.
func (c *checker) emptyPath(at inspector.Cursor) {
	n := at.Node().(*ast.BinaryExpr)
	if n.Op != token.EQL && n.Op != token.NEQ {
		return
	}
	if s, ok := c.constant(n.Y); !ok || s != "" {
		return
	}
	u, ok := c.netPath(at, n.X)
	if !ok || c.knowsSlash(at) || n.Op == token.NEQ && !decides(at) {
		return
	}
	v := c.variable(u)
	for _, f := range facts(at) {
		if call, ok := f.cond.(*ast.CallExpr); ok && v != nil && slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return c.mentions(e, v) }) {
			return
		}
	}
	c.report(n, nil, `an http, https or file URL that ParseNetURL or url.Parse gives has the path "/", never "": compare %s.Path with "/"`, c.text(u))
}

// decides reports whether a condition is a result, or leads to the end of a function or of a round of a loop.
func decides(at inspector.Cursor) bool {
	for ; ; at = at.Parent() {
		switch n := at.Node().(type) {
		case *ast.BinaryExpr, *ast.ParenExpr, *ast.UnaryExpr:
		case *ast.ReturnStmt:
			return true
		case *ast.IfStmt:
			return leaves(n.Body)
		default:
			return false
		}
	}
}

// secondSlash finds u.Path + "/x" and u.String() + "/x", with -migrate.
func (c *checker) secondSlash(at inspector.Cursor) {
	n := at.Node().(*ast.BinaryExpr)
	if n.Op != token.ADD {
		return
	}
	if s, ok := c.constant(n.Y); !ok || !strings.HasPrefix(s, "/") {
		return
	}
	left := n.X
	if sum, ok := ast.Unparen(left).(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		left = sum.Y
	}
	u, ok := c.netPath(at, left)
	if !ok {
		if u, ok = c.get(left, netMethod("String")); !ok || !c.special(at, u) {
			return
		}
	}
	if !c.knowsSlash(at) {
		c.report(n, nil, `the path of an http, https or file URL that ParseNetURL or url.Parse gives is never empty, so that %s with "/" as its path gives "//": use JoinPath`, c.text(u))
	}
}

// knowsSlash reports whether the function that encloses at compares something with "/", looks for it at an end, cuts it off
// or assigns it.
func (c *checker) knowsSlash(at inspector.Cursor) bool {
	f, ok := function(at)
	if !ok {
		return false
	}
	is := func(e ast.Expr) bool {
		s, _ := c.constant(e)
		return s == "/"
	}
	for n := range f.Preorder((*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil), (*ast.AssignStmt)(nil), (*ast.CaseClause)(nil)) {
		switch n := n.Node().(type) {
		case *ast.BinaryExpr:
			ok = (n.Op == token.EQL || n.Op == token.NEQ) && (is(n.X) || is(n.Y))
		case *ast.CallExpr:
			switch c.callee(n) {
			case "strings.TrimSuffix", "strings.TrimRight", "strings.Trim", "strings.HasSuffix", "strings.CutSuffix":
				ok = is(n.Args[1])
			default:
				ok = false
			}
		case *ast.AssignStmt:
			ok = slices.ContainsFunc(n.Rhs, is)
		case *ast.CaseClause:
			ok = slices.ContainsFunc(n.List, is)
		}
		if ok {
			return true
		}
	}
	return false
}
