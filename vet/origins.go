package vet

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// originCheck finds a check of the field Origin by its text that other sites pass: the function returns false, or answers with an
// error, for an unknown site, but neither for a site of the program nor for one whose name is alike. For the field Referer, which
// programs also count, the answer has to be an error.
func (c *checker) originCheck(at inspector.Cursor) {
	if !c.namesOrigin() {
		return
	}
	for _, in := range c.inputs(at) {
		field := sourceField(in.Text)
		if field == "" && in.Param != nil && c.getsOrigin(at, in.Param) {
			field = "Origin"
		}
		if field == "" {
			continue
		}
		in.Made = false
		refusals := func(s string) (n int) {
			hits, returned, end := c.Execute(code.BodyOf(at.Node()), in, s)
			if end != interp.Finished {
				return -1
			}
			n = len(hits) - len(slices.DeleteFunc(hits, func(h interp.Hit) bool { return h.Kind == interp.Failure }))
			for _, results := range returned {
				if field == "Origin" && (slices.Contains(results, any(false)) || slices.ContainsFunc(results, func(v any) bool { _, ok := v.(error); return ok })) {
					n++
				}
			}
			return n
		}
		domains := c.domains(code.BodyOf(at.Node()))
		if in.Setting = ""; c.comparesTexts() {
			domains = append(slices.Clone(domains), c.words.Host)
		}
		for _, text := range domains {
			domain := domainInText.FindStringSubmatch(text)[1]
			if text == c.words.Host {
				in.Setting = "https://" + text
			}
			for _, leak := range []string{"http://" + domain + "." + c.words.Evil(), "https://" + domain + "." + c.words.Evil(), "https://" + c.words.Attacker + domain} {
				scheme, _, _ := strings.Cut(leak, "//")
				if n := refusals(scheme + "//" + domain); n >= 0 && n < refusals(scheme+"//"+c.words.Evil()) && refusals(leak) == n {
					node := at.Node()
					if f, ok := node.(*ast.FuncDecl); ok {
						node = f.Name
					}
					c.report(node, nil, "%s passes this check of the %s header; parse the header and compare its Origin", leak, field)
					return
				}
			}
		}
	}
}

var aSourceField = regexp.MustCompile(`Origin|Referer`)

// namesSource reports whether a node has the name of a field that names the page that a request comes from.
func (c *checker) namesSource(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		return aSourceField.MatchString(n.Name)
	case *ast.BasicLit:
		return aSourceField.MatchString(n.Value)
	case *ast.CallExpr:
		return aSourceField.MatchString(c.Callee(n))
	}
	return false
}

// sourceField returns the field that a text of the code reads, if it names the page that a request comes from, or "".
func sourceField(text string) string {
	switch {
	case strings.Contains(text, `"Origin"`):
		return "Origin"
	case strings.Contains(text, `"Referer"`), strings.HasSuffix(text, ".Referer"):
		return "Referer"
	}
	return ""
}

// getsOrigin reports whether a parameter of a function gets the field Origin: in a call in the package, or by what another package
// asks the function for, such as the field AllowOriginFunc.
func (c *checker) getsOrigin(at inspector.Cursor, v *types.Var) bool {
	if lit, ok := at.Node().(*ast.FuncLit); ok {
		return c.asksOrigin(lit, code.Outermost(at).Parent().Node())
	}
	f := c.Pass.TypesInfo.Defs[at.Node().(*ast.FuncDecl).Name].(*types.Func)
	i := slices.Index(slices.Collect(f.Signature().Params().Variables()), v)
	for _, at := range c.UsesOf(f) {
		if c.asksOrigin(at.Node().(*ast.Ident), code.Outermost(at).Parent().Node()) {
			return true
		}
		for at := range at.Enclosing((*ast.CallExpr)(nil)) {
			call := at.Node().(*ast.CallExpr)
			if typeutil.Callee(c.Pass.TypesInfo, call) == f && i < len(call.Args) && strings.Contains(c.Text(c.Source(call.Args[i])), `"Origin"`) {
				return true
			}
		}
	}
	return false
}

var anOrigin = regexp.MustCompile(`Origin`)

// asksOrigin reports whether the node around a function gives it to what another package has for origins.
func (c *checker) asksOrigin(f ast.Expr, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.SelectorExpr:
		at, _ := c.Root.FindNode(parent)
		return c.asksOrigin(parent, code.Outermost(at).Parent().Node())
	case *ast.KeyValueExpr:
		id, ok := parent.Key.(*ast.Ident)
		return ok && c.isForeign(id)
	case *ast.AssignStmt:
		i := slices.Index(parent.Rhs, f)
		selector, ok := parent.Lhs[max(0, min(i, len(parent.Lhs)-1))].(*ast.SelectorExpr)
		return ok && c.isForeign(selector.Sel)
	case *ast.CallExpr:
		return slices.Contains(parent.Args, f) && anOrigin.MatchString(c.Callee(parent)) && !strings.HasPrefix(c.Callee(parent), c.Pass.Pkg.Path()+".")
	}
	return false
}

// isForeign reports whether an identifier is of a field of another package for origins.
func (c *checker) isForeign(id *ast.Ident) bool {
	o := c.Pass.TypesInfo.ObjectOf(id)
	return o != nil && o.Pkg() != nil && o.Pkg() != c.Pass.Pkg && anOrigin.MatchString(o.Name())
}
