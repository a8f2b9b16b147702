package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

// discardedResult finds a call whose result is all that it does.
func (c *checker) discardedResult(at inspector.Cursor) {
	oneResult := []string{code.Method("EditQuery"), code.Method("AppendQuery"), code.Method("WithQueryValue"), code.Method("WithoutFragment"), code.Method("SortQuery")}
	withError := []string{code.Method("JoinPath"), code.Method("AppendSegments"), code.Method("Parse"), code.Method("ParseSameOrigin")}
	call, u := c.Call(at.Node().(*ast.ExprStmt).X, append(withError, oneResult...)...)
	if call == nil || u == nil {
		return
	}
	name := code.Selected(call).Sel.Name
	if slices.Contains(withError, c.Callee(call)) {
		c.report(call, nil, "%s returns a new URL and an error, and does not change %s; use both results", name, c.Text(u))
		return
	}
	c.report(call, nil, "%s returns a new URL and does not change %s; assign the result", name, c.Text(u))
}

// zeroURL finds a setter that is the first use of a variable declared as the zero URL.
func (c *checker) zeroURL(at inspector.Cursor) {
	call, receiver := c.Call(at.Node().(ast.Expr), code.Setters...)
	u := c.Variable(receiver)
	if call == nil || u == nil || !c.checksOrDrops(at) {
		return
	}
	f, _ := code.Function(at)
	declaration, ok := f.FindByPos(u.Pos(), u.Pos())
	if !ok || !c.isZero(u) || !sameLoops(declaration, at) {
		return
	}
	for id := range c.Uses(f, u) {
		if id.Node() != ast.Unparen(receiver) {
			return // another use comes first
		}
		break
	}
	c.report(call, nil, "%s has no effect on the zero URL, which represents the absence of a URL; use url.Build, or parse a URL first", code.Selected(call).Sel.Name)
}

// checksOrDrops reports whether the result of a call is dropped, assigned, or a condition of its own.
func (c *checker) checksOrDrops(at inspector.Cursor) bool {
	switch parent := code.Outermost(at).Parent(); n := parent.Node().(type) {
	case *ast.ExprStmt, *ast.AssignStmt:
		return true
	case *ast.BinaryExpr:
		s, ok := code.Outermost(parent).Parent().Node().(*ast.IfStmt)
		return ok && ast.Unparen(s.Cond) == n
	}
	return false
}

// isZero reports whether a variable is only declared as a zero URL, or as a pointer to one.
func (c *checker) isZero(u *types.Var) bool {
	x := c.Variables[u]
	if x == nil || x.Given || len(x.Sources) > 1 {
		return false
	} else if len(x.Sources) == 1 {
		return c.isZeroURL(x.Sources[0].Expr)
	}
	return code.IsURL(u.Type()) && !code.IsPointer(u.Type())
}

// isZeroURL reports whether e is URL{}, &URL{} or new(URL).
func (c *checker) isZeroURL(e ast.Expr) bool {
	if address, ok := code.As[*ast.UnaryExpr](e); ok && address.Op == token.AND {
		e = address.X
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return code.IsURL(c.TypeOf(e)) && len(e.Elts) == 0
	case *ast.CallExpr:
		id, ok := code.As[*ast.Ident](e.Fun)
		return ok && c.Pass.TypesInfo.Uses[id] == types.Universe.Lookup("new") && code.IsURL(c.TypeOf(e)) && c.Pass.TypesInfo.Types[e.Args[0]].IsType()
	}
	return false
}

// sameLoops reports whether b is in the loops and the function literal that a is in, and in no other.
func sameLoops(a, b inspector.Cursor) bool {
	loops := func(at inspector.Cursor) (list []inspector.Cursor) {
		for l := range at.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
			list = append(list, l)
		}
		return list
	}
	return slices.Equal(loops(a), loops(b))
}

// isAPart matches the getters of a URL, and what makes a text of a number: what a setter takes.
var isAPart = regexp.MustCompile(`^\(` + regexp.QuoteMeta(code.WebURL) + `\.|^strconv\.`)

// setterError finds a setter whose error is dropped although it can fail, before the URL is used.
func (c *checker) setterError(at inspector.Cursor) {
	call, u := c.Call(at.Node().(*ast.ExprStmt).X, code.Setter("SetHref"), code.Setter("SetProtocol"), code.Setter("SetHost"), code.Setter("SetHostname"), code.Setter("SetPort"))
	if call == nil {
		return
	}
	made, ok := c.Value(call.Args[0]).(*ast.CallExpr)
	if c.Pass.TypesInfo.Types[call.Args[0]].Value != nil || ok && isAPart.MatchString(c.Callee(made)) {
		return
	}
	v := c.Variable(u)
	usedAfter := func(id *ast.Ident) bool { return c.Variable(id) == v && id.Pos() >= call.End() }
	if v != nil && !code.IsPointer(v.Type()) && !code.Around(at, usedAfter) {
		return
	}
	c.report(call, nil, "if this value is invalid, %s keeps its old value or is only partly updated; "+
		"set it on a copy, and use the copy only if the error is nil", c.Text(u))
}

// lostCopy finds for _, u := range us { u.SetHash("") }.
func (c *checker) lostCopy(at inspector.Cursor) {
	loop := at.Node().(*ast.RangeStmt)
	u := c.Variable(loop.Value)
	if u == nil || loop.Tok != token.DEFINE || code.IsPointer(u.Type()) ||
		code.Contains(loop.Body, func(f *ast.FuncLit) bool { return c.Mentions(f, u) }) ||
		code.Contains(loop.Body, func(e *ast.UnaryExpr) bool { return e.Op == token.AND && c.Variable(e.X) == u }) {
		return
	}
	var last *ast.CallExpr
	for id := range c.Uses(at, u) {
		if set := c.setterOf(id); set != nil {
			last = set
		} else if last != nil {
			return // the copy is used after it was set
		}
	}
	if last != nil {
		c.report(last, nil, "%s is a copy of the element, so this change is lost; change the element itself", u.Name())
	}
}

// setterOf returns the call of a setter as a statement, if a name is the beginning of its receiver.
func (c *checker) setterOf(id inspector.Cursor) *ast.CallExpr {
	e := code.Outermost(id)
	for {
		selector, ok := e.Parent().Node().(*ast.SelectorExpr)
		if !ok || selector.X != e.Node() {
			return nil
		}
		if s := c.Pass.TypesInfo.Selections[selector]; s == nil || s.Indirect() { // through a pointer
			return nil
		}
		e = code.Outermost(e.Parent())
		if call, ok := e.Parent().Node().(*ast.CallExpr); ok && call.Fun == e.Node() {
			if found, _ := c.Call(call, append(code.Setters, code.Setter("SetHref"))...); found != nil && c.checksOrDrops(e.Parent()) {
				return call
			}
			return nil
		}
	}
}

// deleteInRange finds for name := range p.All() { p.Delete(name) }.
func (c *checker) deleteInRange(at inspector.Cursor) {
	const list = "(*" + code.WebURL + ".URLSearchParams)."
	loop := at.Node().(*ast.RangeStmt)
	all, p := c.Call(loop.X, list+"All")
	if all == nil {
		return
	}
	for call := range at.Preorder((*ast.CallExpr)(nil)) {
		deletes, q := c.Call(call.Node().(ast.Expr), list+"Delete", list+"DeleteValue")
		if deletes == nil || !c.Same(p, q) || endsLoop(code.Outermost(call).Parent()) {
			continue
		}
		c.report(deletes, fix("Range over a copy", replace(p, c.Text(p)+".Clone()")),
			"the loop skips the pair after each one that it deletes; range over %s.Clone().All(), or use EditQuery", c.Text(p))
	}
}

// endsLoop reports whether the statement after at leaves the loop.
func endsLoop(at inspector.Cursor) bool {
	next, ok := at.NextSibling()
	if !ok {
		return false
	}
	_, returns := next.Node().(*ast.ReturnStmt)
	branch, ok := next.Node().(*ast.BranchStmt)
	return returns || ok && branch.Tok != token.CONTINUE
}
