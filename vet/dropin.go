package vet

import (
	"go/ast"
	"go/types"
	"regexp"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

// importOf returns the import of a package in the file of a node, and its name there.
func (c *checker) importOf(n ast.Node, path string) (spec *ast.ImportSpec, name string) {
	for _, f := range c.Pass.Files {
		if f.FileStart > n.Pos() || n.Pos() >= f.FileEnd {
			continue
		}
		for _, spec := range f.Imports {
			if text, _ := strconv.Unquote(spec.Path.Value); text == path {
				if spec.Name != nil {
					return spec, spec.Name.Name
				}
				return spec, "url"
			}
		}
	}
	return nil, ""
}

// dropInMethod finds the methods of a URL that parse as net/url does, in a file that imports the package that replaces it.
func (c *checker) dropInMethod(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	name := c.Callee(call)
	if name != code.NetMethod("Parse") && name != code.NetMethod("UnmarshalBinary") && name != code.NetMethod("ResolveReference") {
		return
	}
	spec, of := c.importOf(call, code.DropIn)
	if spec == nil || of == "_" || of == "." || name != code.NetMethod("UnmarshalBinary") && c.mayBeRelative(code.Selected(call).X) {
		return
	}
	switch name {
	case code.NetMethod("ResolveReference"):
		parsed, _ := c.Call(c.Value(call.Args[0]), code.DropIn+".Parse")
		if parsed != nil && c.Pass.TypesInfo.Types[parsed.Args[0]].Value == nil {
			c.report(call, nil, "Parse reads a reference without its base URL, so it may find a different host than a browser does, as in https:/x; "+
				"use %s.ParseRef(%s, %s) from %s", of, c.pointer(code.Selected(call).X), c.Text(parsed.Args[0]), code.DropIn)
		}
		return
	case code.NetMethod("UnmarshalBinary"):
		c.report(call, nil, "this method parses the way net/url does, not the way a browser does; use %s.Parse from %s", of, code.DropIn)
		return
	}
	instead := of + ".ParseRef(" + c.pointer(code.Selected(call).X) + ", " + c.Text(call.Args[0]) + ")"
	var fixes []analysis.SuggestedFix
	if _, ok := c.lookUp(call, of).(*types.PkgName); ok { // it is not shadowed
		fixes = fix("Resolve it as a browser does", replace(call, instead))
	}
	c.report(call, fixes, "this method parses the way net/url does, not the way a browser does; use %s from %s", instead, code.DropIn)
}

// lookUp returns what a name means at a node.
func (c *checker) lookUp(n ast.Node, name string) types.Object {
	scope := c.Pass.Pkg.Scope().Innermost(n.Pos())
	if scope == nil {
		return nil
	}
	_, object := scope.LookupParent(name, n.Pos())
	return object
}

// mayBeRelative reports whether base was parsed from a constant reference, or may be the URL of a request to a server, which has no host.
// ParseRef rejects such a base.
func (c *checker) mayBeRelative(base ast.Expr) bool {
	base = c.Value(base)
	if star, ok := base.(*ast.StarExpr); ok {
		base = c.Value(star.X)
	}
	if r, ok := c.Field(base, code.Request, "URL"); ok {
		_, sent := c.Field(c.Value(r), "net/http.Response", "Request")
		made, _ := c.Call(c.Value(r), "net/http.NewRequest", "net/http.NewRequestWithContext")
		return !sent && made == nil
	}
	parsed, _ := c.Call(base, code.DropIn+".Parse", code.DropIn+".ParseRequestURI", "net/url.Parse", "net/url.ParseRequestURI")
	return parsed != nil && c.isRelative(parsed.Args[0])
}

// pointer returns the text of e, or of its address if it is not a pointer.
func (c *checker) pointer(e ast.Expr) string {
	if code.IsPointer(c.TypeOf(e)) {
		return c.Text(e)
	}
	return "&" + c.Text(e)
}

var parsesText = regexp.MustCompile(`^net/url\.(Parse|ParseRequestURI)$`)

// dropInImport finds what a client sent and net/url parses, and offers the import of the package that replaces it.
func (c *checker) dropInImport(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	if !parsesText.MatchString(c.Callee(call)) || !c.FromRequest(call.Args[0]) {
		return
	}
	spec, _ := c.importOf(call, "net/url")
	if other, _ := c.importOf(call, code.DropIn); spec == nil || other != nil {
		return
	}
	edit := analysis.TextEdit{Pos: spec.Path.Pos(), End: spec.Path.End(), NewText: []byte(strconv.Quote(code.DropIn))}
	c.report(call, fix("Import "+code.DropIn, edit), "%s comes from the client, and net/url may find a different host in it than a browser does; import %s instead of net/url",
		c.Text(call.Args[0]), code.DropIn)
}

// sendsString finds a request for a string, or a redirect to it, after the URL that was parsed from it as a browser does was checked.
func (c *checker) sendsString(at inspector.Cursor) {
	const reason = "this sends the original string, which may lead to a different host than the URL that was checked; "
	if _, target := c.sink(at.Node().(*ast.CallExpr)); target != nil {
		c.sendsChecked(at, target, code.DropIn+".Parse", reason, "use %s.String()", isAny)
	}
}
