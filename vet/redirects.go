package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

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
	if !ok {
		return nil
	}
	var list []parse
	for assignment := range f.Preorder((*ast.AssignStmt)(nil)) {
		s := assignment.Node().(*ast.AssignStmt)
		if len(s.Rhs) != 1 || len(s.Lhs) != 2 || s.Pos() > at.Node().Pos() || !c.corrected(ref) && !c.keptFrom(assignment, ref) {
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

// keptFrom reports whether the variable that e names is assigned nothing else than constants after a node.
func (c *checker) keptFrom(at inspector.Cursor, e ast.Expr) bool {
	x := c.Variables[c.Variable(e)]
	return !x.Unknown && !slices.ContainsFunc(x.Sources, func(s code.Source) bool { return s.At.Node().End() > at.Node().Pos() })
}

// succeeded reports whether the error of p is known to be nil at a node, or ref was replaced before by a constant if it is not.
func (c *checker) succeeded(p parse, at inspector.Cursor, ref ast.Expr) bool {
	replaces := func(s *ast.AssignStmt) bool {
		_, ok := c.Constant(s.Rhs[0])
		return ok && len(s.Lhs) == 1 && c.Variable(s.Lhs[0]) != nil && c.Variable(s.Lhs[0]) == c.Variable(ref)
	}
	return slices.ContainsFunc(code.Facts(at), func(f code.Fact) bool { return !f.OneOf && c.isNil(p, f.Cond, f.Is) }) ||
		code.Around(at, func(s *ast.IfStmt) bool {
			return s.End() <= at.Node().Pos() && c.isNil(p, ast.Unparen(s.Cond), false) && code.Contains(s.Body, replaces)
		})
}

// isNil reports whether the error of p is nil if a condition has a value.
func (c *checker) isNil(p parse, cond ast.Expr, is bool) bool {
	err := c.Variable(p.err)
	b, ok := cond.(*ast.BinaryExpr)
	return ok && err != nil && c.Variable(b.X) == err && c.Text(b.Y) == "nil" && is == (b.Op == token.EQL) &&
		c.lastAssigned(p.at, err, b.Pos()) == p.at.Node()
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
			if (isCall || blank) && c.succeeded(p, at, ref) {
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
		c.report(call.Args[0], nil, "fasthttp's Redirect, before v1.74.0, finds a host in any reference that contains //, even in /evil.example?a=//; "+
			"set the status yourself, and set the Location header to the result of redirect.Target")
	}
}

// checkedString finds a request for a string, after the URL that this package parsed from it was checked.
func (c *checker) checkedString(at inspector.Cursor) {
	const reason = "net/http parses this string with net/url, which may find a different host than the one that was checked; "
	if s := c.requested(at.Node().(*ast.CallExpr)); s != nil {
		c.sendsChecked(at, s, code.WebURL+".Parse", reason, "call %s.NetURL(), and use the String() of its result", isAny)
		c.sendsChecked(at, s, code.WebURL+".ParseNetURL", reason, "use %s.String()", isAny)
	}
}

func isAny(code.Fact) bool { return true }

// checkedReference finds a redirect to a reference, after the URL that it was resolved to was checked.
func (c *checker) checkedReference(at inspector.Cursor) {
	if s, _ := c.redirectTarget(at.Node().(*ast.CallExpr)); s != nil {
		c.sendsChecked(at, s, code.Method("Parse"), cleansReferences, "use %s.Href()", accepts)
	}
}

// sendsChecked reports e if what the named function parsed from the same string was checked before: if one of the facts judges it,
// or calls a function that does.
func (c *checker) sendsChecked(at inspector.Cursor, e ast.Expr, name, reason, instead string, counts func(code.Fact) bool) {
	facts := slices.DeleteFunc(c.factsAt(at), func(f code.Fact) bool { return !counts(f) })
	s, n := c.readAgain(e)
	judged := func(u *types.Var) bool {
		return u != nil && slices.ContainsFunc(facts, func(f code.Fact) bool { return c.judges(f.Cond, u) })
	}
	if !c.keeps(at, s) || judged(n) {
		return
	}
	for _, p := range c.parses(at, s, name) {
		if u := c.Variable(p.url); judged(u) {
			c.report(e, nil, reason+instead, u.Name())
			return
		}
	}
	for _, f := range facts {
		if by := c.judgedBy(f.Cond, s, name); by != nil {
			c.report(e, nil, reason+"have %s return the URL that it parsed, and use that URL", by.Name())
			return
		}
	}
}

// factsAt returns the facts at a node, and the tags of the switches around it.
func (c *checker) factsAt(at inspector.Cursor) []code.Fact {
	facts := code.Facts(at)
	for s := range at.Enclosing((*ast.SwitchStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		n, ok := s.Node().(*ast.SwitchStmt)
		if !ok {
			break
		} else if n.Tag != nil {
			facts = append(facts, code.Fact{Cond: n.Tag, Is: true})
		}
	}
	return facts
}

// readAgain returns the string that net/url parsed the URL n from, if e is n.String(). Otherwise, it returns e.
func (c *checker) readAgain(e ast.Expr) (s ast.Expr, n *types.Var) {
	if of, ok := c.Get(e, code.NetMethod("String")); ok {
		if parsed, _ := c.Call(c.Value(of), "net/url.Parse", "net/url.ParseRequestURI"); parsed != nil {
			return parsed.Args[0], c.Variable(of)
		}
	}
	return e, nil
}

// judgedBy returns the function of the package that a condition calls with s, if it judges what the named function parses from s.
func (c *checker) judgedBy(cond, s ast.Expr, name string) *types.Func {
	for call := range code.All[*ast.CallExpr](cond) {
		f, _ := typeutil.Callee(c.Pass.TypesInfo, call).(*types.Func)
		declaration := c.Declarations[f]
		i := slices.IndexFunc(call.Args, func(e ast.Expr) bool { return c.Same(e, s) })
		if declaration == nil || i < 0 || i >= f.Signature().Params().Len() {
			continue
		}
		var parsed *types.Var
		for assignment := range code.All[*ast.AssignStmt](declaration.Body) {
			if made, _ := c.Call(assignment.Rhs[0], name); made != nil && c.Variable(made.Args[0]) == f.Signature().Params().At(i) {
				parsed = c.Variable(assignment.Lhs[0])
			}
		}
		judges := func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				return c.judges(n.Cond, parsed)
			case *ast.ReturnStmt:
				return slices.ContainsFunc(n.Results, func(e ast.Expr) bool { return c.judges(e, parsed) })
			}
			return false
		}
		if parsed != nil && code.Contains(declaration.Body, judges) {
			return f
		}
	}
	return nil
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
	isURL := func(e ast.Expr) bool {
		if address, ok := code.As[*ast.UnaryExpr](e); ok && address.Op == token.AND {
			e = address.X
		}
		return c.Variable(e) == u
	}
	var judged func(n ast.Node, follow bool) bool
	judged = func(n ast.Node, follow bool) bool {
		return code.Contains(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				receiver, ok := c.Get(n, code.Method("Hostname"), code.Method("Host"), code.Method("ParsedHost"), code.Method("Addr"), code.Method("Origin"), code.Method("DialAddress"),
					code.NetMethod("Hostname"))
				return ok && c.Variable(receiver) == u || slices.ContainsFunc(n.Args, isURL)
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
