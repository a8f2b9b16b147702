package vet

import (
	"go/ast"
	neturl "net/url"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// relativeRefused finds net/url's Parse of a relative reference, with -migrate: of a constant that is one, or begins like
// one, and of what is then resolved.
func (c *checker) relativeRefused(at inspector.Cursor) {
	call, _ := c.call(at.Node().(ast.Expr), "net/url.Parse")
	if call == nil {
		return
	}
	if c.isRelative(call.Args[0]) || c.resolved(at, call) {
		c.report(call, nil, "ParseNetURL and url.Parse refuse a relative reference: resolve it with the Parse of the base URL, or keep it as a string")
	}
}

// isRelative reports whether e is a constant that net/url reads as a relative reference, or begins with a byte that no
// absolute URL begins with.
func (c *checker) isRelative(e ast.Expr) bool {
	if s, ok := c.constant(c.value(e)); ok {
		n, err := neturl.Parse(s)
		return err == nil && !n.IsAbs()
	}
	parts := c.parts(e)
	return len(parts) > 0 && parts[0].text != "" && strings.Contains("/?#.", parts[0].text[:1])
}

// resolved reports whether the function that encloses at gives what call returns to ResolveReference.
func (c *checker) resolved(at inspector.Cursor, call *ast.CallExpr) bool {
	for n := range within[*ast.CallExpr](at) {
		resolve, _ := c.call(n, netMethod("ResolveReference"))
		if resolve != nil && c.value(resolve.Args[0]) == call {
			return true
		}
	}
	return false
}
