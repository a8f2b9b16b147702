package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	neturl "net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

const writeSameOrigin = "use redirect.SameOrigin or redirect.Target"

// A parse is an assignment of what a call that parses ref returns.
type parse struct {
	at       inspector.Cursor // the assignment
	url, err ast.Expr         // what is assigned
}

// parses returns the assignments before at, in the same function, of what the named functions return for ref.
func (c *checker) parses(at inspector.Cursor, ref ast.Expr, names ...string) []parse {
	f, ok := function(at)
	if !ok || c.variable(ref) != nil && !c.corrected(ref) {
		return nil
	}
	var list []parse
	for assignment := range f.Preorder((*ast.AssignStmt)(nil)) {
		s := assignment.Node().(*ast.AssignStmt)
		if len(s.Rhs) != 1 || len(s.Lhs) != 2 || s.Pos() > at.Node().Pos() {
			continue
		}
		if call, _ := c.call(s.Rhs[0], names...); call != nil && c.same(call.Args[0], ref) {
			list = append(list, parse{assignment, s.Lhs[0], s.Lhs[1]})
		}
	}
	return list
}

// corrected reports whether the variable that e names is assigned one value, or is a parameter, and otherwise only constants.
func (c *checker) corrected(e ast.Expr) bool {
	x := c.variables[c.variable(e)]
	return x == nil || !x.unknown && x.given != (len(x.sources) == 1) && len(x.sources) < 2
}

// succeeded reports whether the error of p is known to be nil at a node with these facts.
func (c *checker) succeeded(p parse, known []fact) bool {
	err := c.variable(p.err)
	return err != nil && slices.ContainsFunc(known, func(f fact) bool {
		b, ok := f.cond.(*ast.BinaryExpr)
		return ok && !f.oneOf && c.variable(b.X) == err && c.text(b.Y) == "nil" && f.is == (b.Op == token.EQL) &&
			c.lastAssigned(p.at, err, b.Pos()) == p.at.Node()
	})
}

// lastAssigned returns the last assignment to v before pos, in the function that encloses at.
func (c *checker) lastAssigned(at inspector.Cursor, v *types.Var, pos token.Pos) (last ast.Node) {
	f, _ := function(at)
	for s := range all[*ast.AssignStmt](f.Node()) {
		if s.Pos() < pos && slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return c.variable(e) == v }) {
			last = s
		}
	}
	return last
}

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
		if ref == nil || !isCall && c.variable(ref) == nil {
			continue
		}
		for _, p := range c.parses(at, ref, method("ParseSameOrigin")) {
			blank := c.variable(p.url) == nil
			if (isCall || blank) && c.succeeded(p, facts(at)) {
				c.report(ref, nil, "this sends another reference than the one that was checked: "+
					`http.Redirect cleans /./\evil.example to /\evil.example, which leaves the site: `+writeSameOrigin)
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
	if _, ok := c.get(parts[0].expr, method("Pathname")); ok {
		c.report(target, nil, "the path of /.//evil.example is //evil.example, which names another host: %s", writeSameOrigin)
	}
}

func (c *checker) relativeRedirect(at inspector.Cursor) {
	target, cleans := c.redirectTarget(at.Node().(*ast.CallExpr))
	if target == nil || !cleans {
		return
	}
	if _, ok := c.get(target, method("MakeRelative")); ok {
		c.report(target, nil, "http.Redirect cleans relative references, and sends /a/c for .//c: "+
			"use redirect.SameOrigin with the Href of the target, or set the Location field")
	}
}

func (c *checker) fasthttpRedirect(at inspector.Cursor) {
	const context = "(*github.com/valyala/fasthttp.RequestCtx)."
	call, _ := c.call(at.Node().(ast.Expr), context+"Redirect", context+"RedirectBytes")
	if call == nil {
		return
	}
	target := c.value(call.Args[0])
	if conversion, ok := target.(*ast.CallExpr); ok && len(conversion.Args) == 1 && c.pass.TypesInfo.Types[conversion.Fun].IsType() {
		target = conversion.Args[0]
	}
	if _, ok := c.get(target, method("RelativeToOrigin")); ok {
		c.report(call.Args[0], nil, "fasthttp's Redirect reads a host after any // of a reference, such as in /evil.example?a=//: "+
			"set the Location field to what redirect.Target returns, and the status")
	}
}

// sentUnchecked is what a client sends where nothing checks it: a URL, a host, what names a host after a slash, and a script.
func (w words) sentUnchecked() []string {
	evil := w.evil()
	return []string{"https://" + evil + "/a", evil, "/" + evil + "/a", `\` + evil + "/a", "javascript:" + w.attacker, `../\` + evil + "/a"}
}

// readsSegment matches what reads a part of a path between slashes, in routers that match the path as it is decoded.
var readsSegment = regexp.MustCompile(`\.(Param|Params|URLParam|ByName)\(?"|mux\.Vars`)

// uncheckedRedirect finds a redirect to what a client sent, and a page whose response it may read. The text arrives although the
// checks of it ran, and no other condition of the function can be one of who sent the request.
func (c *checker) uncheckedRedirect(at inspector.Cursor) {
	c.unchecked(at, func(h hit) string {
		_, host := browserReads(h.value)
		switch {
		case !c.words.owns(host):
		case h.kind == redirect:
			return "the client chooses where this redirect goes, such as to %s: " + writeSameOrigin
		case h.kind == shared && !h.asks && contains(at.Node(), sharesCookies):
			return "any site can read this response as the user, such as %s: compare the Origin with a list"
		}
		return ""
	})
}

// uncheckedRequest finds a request or a connection to what a client sent, by a client that judges no addresses.
func (c *checker) uncheckedRequest(at inspector.Cursor) {
	c.unchecked(at, func(h hit) string {
		text := h.value
		if h.kind == dial {
			text = "//" + text
		}
		u, err := neturl.Parse(text)
		if err == nil && c.words.owns(u.Hostname()) && (h.kind == fetch && c.connects(h.call) || h.kind == dial && !c.dials()) {
			return "the client chooses where this goes, such as to %s, or to an address inside: use the transport of package " + webURL + "/guard"
		}
		return ""
	})
}

// uncheckedLink finds a link in a page that a client sent, which can be a script.
func (c *checker) uncheckedLink(at inspector.Cursor) {
	c.unchecked(at, func(h hit) string {
		if scheme, _ := browserReads(h.value); h.kind == page && scheme == "javascript" {
			return "the client chooses this link, which can be a script, such as %s: " + useIsHTTP
		}
		return ""
	})
}

// unchecked reports the hits of what a client sends where nothing checks it, with the message of a rule for them, unless it is "".
func (c *checker) unchecked(at inspector.Cursor, message func(hit) string) {
	if _, known := c.uncheckedHits[at.Node()]; !known {
		for _, in := range c.inputs(at) {
			in.unchecked = true
			probes := c.probes(at)
			for i, s := range probes {
				if in.made || i == len(c.words.sentUnchecked())-1 && readsSegment.MatchString(in.text) {
					break
				}
				hits, _, _ := c.execute(bodyOf(at.Node()), in, s)
				c.uncheckedHits[at.Node()] = append(c.uncheckedHits[at.Node()], hits...)
			}
		}
	}
	for _, h := range c.uncheckedHits[at.Node()] {
		if h.node == nil || h.trusted || c.reported[h.node.Pos()] {
			continue
		}
		if m := message(h); m != "" {
			if sink, ok := c.root.FindByPos(h.node.Pos(), h.node.End()); ok && !c.isVerified(sink) {
				c.report(h.node, nil, m, h.value)
			}
		}
	}
}

func sharesCookies(lit *ast.BasicLit) bool {
	return strings.EqualFold(strings.Trim(lit.Value, "`\""), "Access-Control-Allow-Credentials")
}

// probes returns what is sent unchecked, also in the parts of a text that a function cuts.
func (c *checker) probes(at inspector.Cursor) []string {
	list, evil := c.words.sentUnchecked(), c.words.evil()
	most := len(list) + 4
	for n := range at.Preorder((*ast.CallExpr)(nil)) {
		call := n.Node().(*ast.CallExpr)
		switch name := c.callee(call); name {
		case "strings.Cut", "strings.Split", "strings.SplitN", "strings.CutPrefix", "strings.TrimPrefix", "strings.HasPrefix":
			if s, _ := c.constant(call.Args[1]); s != "" && len(list) < most {
				list = append(list, s+list[0], "a"+s+list[0], list[0]+s+"a", "a"+s+evil)
			}
		}
	}
	return list
}

// isVerified reports whether a condition around the closures at a node can be what makes the request one to trust, such as a
// signature.
func (c *checker) isVerified(at inspector.Cursor) bool {
	known, inClosure := []fact{}, false
	for outer := range at.Enclosing((*ast.SwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		if s, ok := outer.Node().(*ast.SwitchStmt); !ok {
			known, inClosure = append(known, facts(outer.Parent())...), true
		} else if inClosure && s.Tag != nil {
			known = append(known, fact{cond: s.Tag})
		}
	}
	return slices.ContainsFunc(known, func(f fact) bool { return c.decides(f.cond, 2) })
}

// parsers are functions whose error says nothing of who sent a text.
var parsers = []string{"net/url.Parse", "net/url.ParseRequestURI", "net/url.QueryUnescape", "net/url.PathUnescape", webURL + ".Parse",
	method("Parse"), netMethod("Parse")}

// reads matches functions whose error says the same of all requests.
var reads = regexp.MustCompile(`^io\.(ReadAll|LimitReader)$|^encoding/json\.NewDecoder$|^net/http\.MaxBytesReader$|` +
	`^\(\*net/http\.Request\)\.(ParseForm|ParseMultipartForm|Cookie)$|^\(net/url\.Values\)\.Has$`)

// decides reports whether e, or what its variables are assigned, calls a function for a value, compares two values, or looks one up.
func (c *checker) decides(e ast.Expr, depth int) bool {
	varies := func(e ast.Expr) bool { t := c.pass.TypesInfo.Types[e]; return t.Value == nil && !t.IsNil() }
	return contains(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := c.callee(n)
			saysNothing := c.text(n.Fun) == "len" || slices.Contains(parsers, name) || reads.MatchString(name) || binds.MatchString(name) ||
				decodes.MatchString(name)
			return !saysNothing && !c.rewrites(n) && slices.ContainsFunc(n.Args, varies)
		case *ast.BinaryExpr:
			return n.Op != token.ADD && varies(n.X) && varies(n.Y)
		case *ast.IndexExpr:
			return varies(n.Index)
		case *ast.Ident:
			x := c.variables[c.variable(n)]
			return x != nil && depth > 0 && slices.ContainsFunc(x.sources, func(s source) bool { return c.decides(s.expr, depth-1) })
		}
		return false
	})
}

// rewrites reports whether a function of the library gets one text, and else constants.
func (c *checker) rewrites(call *ast.CallExpr) bool {
	_, known := library[c.callee(call)]
	varies := func(e ast.Expr) bool { return c.pass.TypesInfo.Types[e].Value == nil }
	return known && !slices.ContainsFunc(call.Args[min(1, len(call.Args)):], varies)
}

// literal reports whether one of the strings and characters in the function that encloses at is such a one.
func (c *checker) literal(at inspector.Cursor, is func(string) bool) bool {
	return around(at, func(lit *ast.BasicLit) bool { s, err := strconv.Unquote(lit.Value); return err == nil && is(s) })
}

// checkedString finds a request for a string, after the URL that this package parsed from it was checked.
func (c *checker) checkedString(at inspector.Cursor) {
	const message = "net/http reads this string with net/url, which can find another host than the one that was checked: use %s.Href()"
	if s := c.requested(at.Node().(*ast.CallExpr)); s != nil {
		c.sendsChecked(at, s, webURL+".Parse", message, func(fact) bool { return true })
	}
}

// checkedReference finds a redirect to a reference, after the URL that it was resolved to was checked.
func (c *checker) checkedReference(at inspector.Cursor) {
	const message = `http.Redirect cleans references: /./\evil.example is sent as /\evil.example, which leaves the site: use %s.Href()`
	if s, _ := c.redirectTarget(at.Node().(*ast.CallExpr)); s != nil {
		c.sendsChecked(at, s, method("Parse"), message, accepts)
	}
}

// sendsChecked reports s if what the named function parsed from it was checked before: if one of the facts judges it.
func (c *checker) sendsChecked(at inspector.Cursor, s ast.Expr, name, message string, counts func(fact) bool) {
	if !c.keeps(at, s) {
		return
	}
	for _, p := range c.parses(at, s, name) {
		u := c.variable(p.url)
		if u != nil && slices.ContainsFunc(facts(at), func(f fact) bool { return counts(f) && c.judges(f.cond, u) }) {
			c.report(s, nil, message, u.Name())
			return
		}
	}
}

// keeps reports whether s is a variable, or a field that the function that encloses at does not assign.
func (c *checker) keeps(at inspector.Cursor, s ast.Expr) bool {
	if c.variable(s) != nil || !plain(s) {
		return c.variable(s) != nil
	}
	return !around(at, func(assignment *ast.AssignStmt) bool {
		return slices.ContainsFunc(assignment.Lhs, func(e ast.Expr) bool { return c.same(e, s) })
	})
}

// judges reports whether a condition decides on the host of u, or on something that was made from it.
func (c *checker) judges(cond ast.Expr, u *types.Var) bool {
	var judged func(n ast.Node, follow bool) bool
	judged = func(n ast.Node, follow bool) bool {
		return contains(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				receiver, ok := c.get(n, method("Hostname"), method("Host"), method("ParsedHost"), method("Addr"), method("Origin"), method("DialAddress"),
					netMethod("Hostname"))
				return ok && c.variable(receiver) == u || slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return c.variable(e) == u })
			case *ast.SelectorExpr:
				x, ok := c.field(n, netURL, "Host")
				return ok && c.variable(x) == u
			case *ast.Ident:
				v := c.variable(n)
				x := c.variables[v]
				return follow && v != u && x != nil && slices.ContainsFunc(x.sources, func(s source) bool { return judged(s.expr, false) })
			}
			return false
		})
	}
	return judged(cond, true)
}

// accepts reports whether a fact says that something is equal, or that a call returned true.
func accepts(f fact) bool {
	if b, ok := f.cond.(*ast.BinaryExpr); ok {
		return f.is && b.Op == token.EQL || !f.is && b.Op == token.NEQ
	}
	return f.is
}
