package vet

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/interp"
)

// ownPath finds a redirect to the path of the request, or to what is left of it without the prefix of the function's pattern.
func (c *checker) ownPath(at inspector.Cursor) {
	a := c.words.own()
	if patterns := c.fixedPaths(at); len(patterns) > 0 {
		for _, pattern := range patterns {
			if a.prefix = subtree(pattern); a.prefix != "" {
				a.accepted, a.leaks = []string{a.prefix + c.words.Accepted}, []string{a.prefix + `\` + c.words.Evil()}
				c.try(at, interp.Input{Request: true}, a, map[string]arrivals{})
			}
		}
		return
	}
	if f, ok := at.Node().(*ast.FuncDecl); ok && f.Name.Name == "ServeHTTP" { // before a ServeMux, or without one
		a.leaks = append(a.leaks, "//"+c.words.Evil(), "//"+c.words.Evil()+"/")
	}
	c.Prefixes = nil
	c.try(at, interp.Input{Request: true}, a, map[string]arrivals{})
	for _, a.prefix = range slices.Clone(c.Prefixes) {
		a.accepted, a.leaks = []string{a.prefix + c.words.Accepted}, []string{a.prefix + `\` + c.words.Evil()}
		c.try(at, interp.Input{Request: true}, a, map[string]arrivals{})
	}
}

// fixedPaths returns the paths that a function is registered for, such as "/login" or "/a/{id}".
func (c *checker) fixedPaths(at inspector.Cursor) []string {
	for f := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.CallExpr)(nil)) {
		switch f := f.Node().(type) {
		case *ast.CallExpr:
			if path := c.fixedPath(f); path != "" {
				return []string{path}
			}
		case *ast.FuncDecl:
			return c.registered[f.Name.Name]
		}
	}
	return nil
}

// fixedPath returns the pattern of a path that a call has, or "". The pattern "/" is for all paths in net/http.
func (c *checker) fixedPath(call *ast.CallExpr) string {
	for _, e := range call.Args {
		s, _ := c.Constant(e)
		_, s, found := strings.Cut(s, "/")
		if s == "" && found && !strings.Contains(c.Callee(call), "net/http.") || s != "" && !strings.ContainsAny(s[:1], "{*:.<(") {
			return "/" + s
		}
	}
	return ""
}

// subtree returns the part of a pattern before what any path can have in its place: "/a/" for "/a/{id}", "/a/:id" and "/a/".
func subtree(pattern string) string {
	if end := strings.IndexAny(pattern, "{*:"); end >= 0 {
		pattern = pattern[:end]
	}
	if pattern == "/" || !strings.HasSuffix(pattern, "/") {
		return ""
	}
	return pattern
}

// registeredFunctions returns the names of functions that are arguments beside a path, and these paths.
func (c *checker) registeredFunctions(root inspector.Cursor) map[string][]string {
	names := map[string][]string{}
	for at := range root.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		path := c.fixedPath(call)
		if path == "" {
			continue
		}
		for id := range at.Preorder((*ast.Ident)(nil)) {
			if f, ok := c.Pass.TypesInfo.Uses[id.Node().(*ast.Ident)].(*types.Func); ok && !slices.Contains(names[f.Name()], path) {
				names[f.Name()] = append(names[f.Name()], path)
			}
		}
	}
	return names
}
