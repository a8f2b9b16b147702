package vet

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

// A client says what is known about an http.Client.
type client int

const (
	anyClient client = iota
	unguarded        // that of net/http, or one without another transport
	guarded          // with a transport of a policy
)

// requestBy returns what a call requests, and by which client.
func (c *checker) requestBy(at inspector.Cursor, call *ast.CallExpr) (target ast.Expr, of client) {
	name := c.Callee(call)
	if target = c.requested(call); name == "(*net/http.Client).Do" {
		target = call.Args[0]
	}
	if target == nil || strings.HasPrefix(name, "net/http.New") {
		return nil, anyClient
	} else if strings.HasPrefix(name, "net/http.") || c.Text(code.Selected(call).X) == "http.DefaultClient" {
		return target, unguarded
	}
	e := c.Kept(code.Selected(call).X)
	if address, ok := code.As[*ast.UnaryExpr](e); ok && address.Op == token.AND {
		e = address.X
	}
	literal, ok := code.As[*ast.CompositeLit](e)
	if !ok {
		return target, anyClient
	}
	changes := func(s *ast.AssignStmt) bool { _, ok := c.Field(s.Lhs[0], "net/http.Client", "Transport"); return ok }
	if code.Around(at, changes) {
		return target, anyClient
	}
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok && c.Text(pair.Key) == "Transport" {
			return target, c.clientWith(pair.Value)
		}
	}
	if c.Variable(code.Selected(call).X) == nil {
		return target, anyClient // others may set its transport
	}
	return target, unguarded
}

func (c *checker) clientWith(transport ast.Expr) client {
	made := c.Kept(transport)
	if wrapped, _ := c.Call(made, code.WebURL+"/redirect.Transport"); wrapped != nil {
		made = c.Kept(wrapped.Args[0])
	}
	if policy, _ := c.Call(made, "("+code.WebURL+"/guard.Policy).NewTransport", "("+code.WebURL+"/guard.Policy).NewProxyTransport"); policy != nil {
		return guarded
	}
	return anyClient
}
