package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

// A parse is an assignment of what a call that parses ref returns.
type parse struct {
	at       inspector.Cursor // the assignment
	url, err ast.Expr         // what is assigned
}

// parses returns the assignments before at, in the same function, of what the named functions return for ref.
func (c *checker) parses(at inspector.Cursor, ref ast.Expr, names ...string) []parse {
	f, ok := code.Function(at)
	if !ok || c.Variable(ref) != nil && !c.corrected(ref) {
		return nil
	}
	var list []parse
	for assignment := range f.Preorder((*ast.AssignStmt)(nil)) {
		s := assignment.Node().(*ast.AssignStmt)
		if len(s.Rhs) != 1 || len(s.Lhs) != 2 || s.Pos() > at.Node().Pos() {
			continue
		}
		if call, _ := c.Call(s.Rhs[0], names...); call != nil && c.Same(call.Args[0], ref) {
			list = append(list, parse{assignment, s.Lhs[0], s.Lhs[1]})
		}
	}
	return list
}

// corrected reports whether the variable that e names is assigned one value, or is a parameter, and otherwise only constants.
func (c *checker) corrected(e ast.Expr) bool {
	x := c.Variables[c.Variable(e)]
	return x == nil || !x.Unknown && x.Given != (len(x.Sources) == 1) && len(x.Sources) < 2
}

// succeeded reports whether the error of p is known to be nil at a node with these facts.
func (c *checker) succeeded(p parse, known []code.Fact) bool {
	err := c.Variable(p.err)
	return err != nil && slices.ContainsFunc(known, func(f code.Fact) bool {
		b, ok := f.Cond.(*ast.BinaryExpr)
		return ok && !f.OneOf && c.Variable(b.X) == err && c.Text(b.Y) == "nil" && f.Is == (b.Op == token.EQL) &&
			c.lastAssigned(p.at, err, b.Pos()) == p.at.Node()
	})
}

// lastAssigned returns the last assignment to v before pos, in the function that encloses at.
func (c *checker) lastAssigned(at inspector.Cursor, v *types.Var, pos token.Pos) (last ast.Node) {
	f, _ := code.Function(at)
	for s := range code.All[*ast.AssignStmt](f.Node()) {
		if s.Pos() < pos && slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return c.Variable(e) == v }) {
			last = s
		}
	}
	return last
}

const cleansReferences = `http.Redirect cleans references, so it sends /./\evil.example as /\evil.example, which a browser reads as a URL on another host; `

// sameOrigin finds a reference that ParseSameOrigin accepted and that is sent as it is.
func (c *checker) sameOrigin(at inspector.Cursor) {
	var sent []ast.Expr
	call, isCall := at.Node().(*ast.CallExpr)
	if isCall {
		target, _ := c.redirectTarget(call)
		sent = append(sent, target)
	} else {
		sent = at.Node().(*ast.ReturnStmt).Results
	}
	for _, ref := range sent {
		if ref == nil || !isCall && c.Variable(ref) == nil {
			continue
		}
		for _, p := range c.parses(at, ref, code.Method("ParseSameOrigin")) {
			blank := c.Variable(p.url) == nil
			if (isCall || blank) && c.succeeded(p, code.Facts(at)) {
				c.report(ref, nil, cleansReferences+writeSameOrigin)
				break
			}
		}
	}
}

func (c *checker) pathnameRedirect(at inspector.Cursor) {
	target, _ := c.redirectTarget(at.Node().(*ast.CallExpr))
	if target == nil || c.literal(at, func(s string) bool { return s == "//" }) {
		return
	}
	parts := c.parts(target)
	if len(parts) == 0 || parts[0].expr == nil {
		return
	}
	if _, ok := c.Get(parts[0].expr, code.Method("Pathname")); ok {
		c.report(target, nil, "the path of /.//evil.example is //evil.example, which names another host; %s", writeSameOrigin)
	}
}

func (c *checker) relativeRedirect(at inspector.Cursor) {
	target, cleans := c.redirectTarget(at.Node().(*ast.CallExpr))
	if target == nil || !cleans {
		return
	}
	if _, ok := c.Get(target, code.Method("MakeRelative")); ok {
		c.report(target, nil, "http.Redirect cleans relative references and sends /a/c for .//c; "+
			"use redirect.SameOrigin with the target's Href, or set the Location header yourself")
	}
}

func (c *checker) fasthttpRedirect(at inspector.Cursor) {
	const context = "(*github.com/valyala/fasthttp.RequestCtx)."
	call, _ := c.Call(at.Node().(ast.Expr), context+"Redirect", context+"RedirectBytes")
	if call == nil {
		return
	}
	target := c.Value(call.Args[0])
	if conversion, ok := target.(*ast.CallExpr); ok && len(conversion.Args) == 1 && c.Pass.TypesInfo.Types[conversion.Fun].IsType() {
		target = conversion.Args[0]
	}
	if _, ok := c.Get(target, code.Method("RelativeToOrigin")); ok {
		c.report(call.Args[0], nil, "fasthttp's Redirect finds a host in any reference that contains //, even in /evil.example?a=//; "+
			"set the status yourself, and set the Location header to the result of redirect.Target")
	}
}

// checkedString finds a request for a string, after the URL that this package parsed from it was checked.
func (c *checker) checkedString(at inspector.Cursor) {
	const message = "net/http parses this string with net/url, which may find a different host than the one that was checked; use %s.Href()"
	if s := c.requested(at.Node().(*ast.CallExpr)); s != nil {
		c.sendsChecked(at, s, code.WebURL+".Parse", message, func(code.Fact) bool { return true })
	}
}

// checkedReference finds a redirect to a reference, after the URL that it was resolved to was checked.
func (c *checker) checkedReference(at inspector.Cursor) {
	const message = cleansReferences + "use %s.Href()"
	if s, _ := c.redirectTarget(at.Node().(*ast.CallExpr)); s != nil {
		c.sendsChecked(at, s, code.Method("Parse"), message, accepts)
	}
}

// sendsChecked reports s if what the named function parsed from it was checked before: if one of the facts judges it.
func (c *checker) sendsChecked(at inspector.Cursor, s ast.Expr, name, message string, counts func(code.Fact) bool) {
	if !c.keeps(at, s) {
		return
	}
	for _, p := range c.parses(at, s, name) {
		u := c.Variable(p.url)
		if u != nil && slices.ContainsFunc(code.Facts(at), func(f code.Fact) bool { return counts(f) && c.judges(f.Cond, u) }) {
			c.report(s, nil, message, u.Name())
			return
		}
	}
}

// keeps reports whether s is a variable, or a field that the function that encloses at does not assign.
func (c *checker) keeps(at inspector.Cursor, s ast.Expr) bool {
	if c.Variable(s) != nil || !code.Plain(s) {
		return c.Variable(s) != nil
	}
	return !code.Around(at, func(assignment *ast.AssignStmt) bool {
		return slices.ContainsFunc(assignment.Lhs, func(e ast.Expr) bool { return c.Same(e, s) })
	})
}

// judges reports whether a condition decides on the host of u, or on something that was made from it.
func (c *checker) judges(cond ast.Expr, u *types.Var) bool {
	var judged func(n ast.Node, follow bool) bool
	judged = func(n ast.Node, follow bool) bool {
		return code.Contains(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				receiver, ok := c.Get(n, code.Method("Hostname"), code.Method("Host"), code.Method("ParsedHost"), code.Method("Addr"), code.Method("Origin"), code.Method("DialAddress"),
					code.NetMethod("Hostname"))
				return ok && c.Variable(receiver) == u || slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return c.Variable(e) == u })
			case *ast.SelectorExpr:
				x, ok := c.Field(n, code.NetURL, "Host")
				return ok && c.Variable(x) == u
			case *ast.Ident:
				v := c.Variable(n)
				x := c.Variables[v]
				return follow && v != u && x != nil && slices.ContainsFunc(x.Sources, func(s code.Source) bool { return judged(s.Expr, false) })
			}
			return false
		})
	}
	return judged(cond, true)
}

// accepts reports whether a fact says that something is equal, or that a call returned true.
func accepts(f code.Fact) bool {
	if b, ok := f.Cond.(*ast.BinaryExpr); ok {
		return f.Is && b.Op == token.EQL || !f.Is && b.Op == token.NEQ
	}
	return f.Is
}
