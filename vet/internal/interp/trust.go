package interp

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"

	"github.com/weburl-go/url/vet/internal/code"
)

// reads matches functions whose errors say nothing about who sent a request.
var reads = regexp.MustCompile(`^io\.(ReadAll|LimitReader)$|^encoding/json\.NewDecoder$|^net/http\.MaxBytesReader$|` +
	`^\(\*net/http\.Request\)\.(ParseForm|ParseMultipartForm|Cookie)$|^\(net/url\.Values\)\.Has$`)

// decides is Decides, which is asked for each condition in each run.
func (c *Machine) decides(e ast.Expr) bool {
	return kept(c.deciding, e, func() bool { return c.Decides(e, 2) })
}

// ofClient is OfClient.
func (c *Machine) ofClient(e ast.Expr) bool {
	return kept(c.clients, e, func() bool { return c.OfClient(e) })
}

// kept returns what f returned for e, which it calls once.
func kept[T any](known map[ast.Expr]T, e ast.Expr, f func() T) T {
	v, ok := known[e]
	if !ok {
		v = f()
		known[e] = v
	}
	return v
}

// Decides reports whether e, or what its variables are assigned, calls a function for a value, compares two values, or looks one up.
func (c *Machine) Decides(e ast.Expr, depth int) bool {
	varies := func(e ast.Expr) bool { t := c.Pass.TypesInfo.Types[e]; return t.Value == nil && !t.IsNil() }
	return code.Contains(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := c.Callee(n)
			saysNothing := c.Text(n.Fun) == "len" || slices.Contains(parsers, name) || reads.MatchString(name) || code.Binds.MatchString(name) ||
				decodes.MatchString(name)
			return !saysNothing && !c.rewrites(n) && slices.ContainsFunc(n.Args, varies)
		case *ast.BinaryExpr:
			return n.Op != token.ADD && varies(n.X) && varies(n.Y)
		case *ast.IndexExpr:
			return varies(n.Index)
		case *ast.Ident:
			x := c.Variables[c.Variable(n)]
			return x != nil && depth > 0 && slices.ContainsFunc(x.Sources, func(s code.Source) bool { return c.Decides(s.Expr, depth-1) })
		}
		return false
	})
}

// rewrites reports whether a call is to a function of the library, and its arguments after the first are constants.
func (c *Machine) rewrites(call *ast.CallExpr) bool {
	_, known := library[c.Callee(call)]
	varies := func(e ast.Expr) bool { return c.Pass.TypesInfo.Types[e].Value == nil }
	return known && !slices.ContainsFunc(call.Args[min(1, len(call.Args)):], varies)
}
