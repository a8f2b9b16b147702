package vet

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// discardedResult finds a call whose result is all that it does.
func (c *checker) discardedResult(at inspector.Cursor) {
	oneResult := []string{method("EditQuery"), method("AppendQuery"), method("WithQueryValue"), method("WithoutFragment"), method("SortQuery")}
	withError := []string{method("JoinPath"), method("AppendSegments"), method("Parse"), method("ParseSameOrigin")}
	call, u := c.call(at.Node().(*ast.ExprStmt).X, append(withError, oneResult...)...)
	if call == nil || u == nil {
		return
	}
	name := selected(call).Sel.Name
	if slices.Contains(withError, c.callee(call)) {
		c.report(call, nil, "%s returns a new URL and an error, and does not change %s: use both", name, c.text(u))
		return
	}
	var fixes []analysis.SuggestedFix
	if plain(u) && isURL(c.typeOf(u)) && c.pass.TypesInfo.Types[u].Addressable() { // not a struct that embeds a URL
		to := c.text(u)
		if isPointer(c.typeOf(u)) {
			to = "*" + to
		}
		fixes = fix("Assign the result", insert(at.Node().Pos(), to+" = "))
	}
	c.report(call, fixes, "%s returns a new URL, and does not change %s: assign what it returns", name, c.text(u))
}

// setterError finds a setter whose error is dropped although it can fail, before the URL is used.
func (c *checker) setterError(at inspector.Cursor) {
	call, u := c.call(at.Node().(*ast.ExprStmt).X, setter("SetHref"), setter("SetProtocol"), setter("SetHost"), setter("SetHostname"), setter("SetPort"))
	if call == nil {
		return
	}
	if c.pass.TypesInfo.Types[call.Args[0]].Value != nil || c.fromURL(call.Args[0]) {
		return
	}
	f, _ := function(at)
	if v := c.variable(u); v != nil && !isPointer(v.Type()) && !c.usedAfter(f, v, call) {
		return
	}
	c.report(call, nil, "where this value is not valid, %s goes on with the old one, or with a part of this one: set a copy, and take it if the error is nil", c.text(u))
}

// fromURL reports whether e is a getter of a URL, or made from a number: what a setter takes.
func (c *checker) fromURL(e ast.Expr) bool {
	call, ok := c.value(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	name := c.callee(call)
	return strings.HasPrefix(name, "("+webURL+".") || strings.HasPrefix(name, "strconv.")
}

// usedAfter reports whether v is used after a node.
func (c *checker) usedAfter(f inspector.Cursor, v *types.Var, n ast.Node) bool {
	for id := range c.uses(f, v) {
		if id.Node().Pos() >= n.End() {
			return true
		}
	}
	return false
}
