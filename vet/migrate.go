package vet

import (
	"cmp"
	"go/ast"
	"go/token"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

// netPath returns u if e is u.Path, where u is a URL of net/url that this package could parse. It is silent about the URL
// of a request, which a server does not parse, and where a function asks for a scheme that is not special.
func (c *checker) netPath(at inspector.Cursor, e ast.Expr) (u ast.Expr, ok bool) {
	u, ok = c.Field(c.Value(e), code.NetURL, "Path")
	return u, ok && c.special(at, u)
}

// notSpecialSchemes are schemes that are not special, and that clients of servers use.
var notSpecialSchemes = []string{"mailto", "data", "unix", "redis", "redis+socket", "postgres", "postgresql", "mysql", "ssh", "git", "s3"}

func (c *checker) special(at inspector.Cursor, u ast.Expr) bool {
	return !c.OfRequestURL(u) && !c.comparesOtherScheme(at) && !c.literal(at, func(s string) bool {
		scheme, _, _ := strings.Cut(s, ":")
		return slices.Contains(notSpecialSchemes, scheme)
	})
}

// specialSchemes are the schemes of https://url.spec.whatwg.org/#special-scheme.
var specialSchemes = []string{"http", "https", "ws", "wss", "ftp", "file"}

// comparesOtherScheme reports whether the function that encloses at compares a scheme with one that is not special.
func (c *checker) comparesOtherScheme(at inspector.Cursor) bool {
	return hasComparison(at, func(e, value ast.Expr) bool {
		_, isScheme := c.Field(c.Value(e), code.NetURL, "Scheme")
		s, ok := c.Constant(value)
		return isScheme && ok && s != "" && !slices.Contains(specialSchemes, s)
	})
}

// emptyPath finds u.Path == "" and len(u.Path) == 0, with -migrate. It is silent where the function knows of "/", where it asks
// another function about u first, and about u.Path != "" where nothing depends on it.
func (c *checker) emptyPath(at inspector.Cursor) {
	n := at.Node().(*ast.BinaryExpr)
	if n.Op != token.EQL && n.Op != token.NEQ && n.Op != token.GTR {
		return
	}
	path := n.X
	if length, ok := code.As[*ast.CallExpr](path); ok && c.Text(length.Fun) == "len" && len(length.Args) == 1 && c.Text(n.Y) == "0" {
		path = length.Args[0]
	} else if s, ok := c.Constant(n.Y); !ok || s != "" {
		return
	}
	u, ok := c.netPath(at, path)
	if !ok || c.knowsSlash(at) || c.asks(at, u) || c.notSpecial(at) || !c.absolute(at, u) || n.Op != token.EQL && !decides(at) && !c.passesPath(at) {
		return
	}
	c.report(n, nil, `an http, https or file URL parsed by %s has the path "/" instead of ""; compare %s.Path with "/"`, code.WebURL, c.Text(u))
}

// notSpecial reports whether the whole condition around at is about a URL of net/url that has no host, no scheme, or an
// opaque path.
func (c *checker) notSpecial(at inspector.Cursor) bool {
	for isCondition(at.Parent().Node()) {
		at = at.Parent()
	}
	for at := range at.Preorder((*ast.BinaryExpr)(nil)) {
		n := at.Node().(*ast.BinaryExpr)
		s, ok := c.Constant(n.Y)
		if !ok || s != "" {
			continue
		}
		_, opaque := c.Field(n.X, code.NetURL, "Opaque")
		_, host := c.Field(n.X, code.NetURL, "Host")
		_, scheme := c.Field(n.X, code.NetURL, "Scheme")
		if opaque || n.Op == token.EQL && (host || scheme) {
			return true
		}
	}
	return false
}

// aHost matches a URL of http or https that ends in its host, or in a variable after it.
var aHost = regexp.MustCompile(`^(?i)https?://[^/]*$`)

// absolute reports whether u is not a relative reference, which this package refuses: u was parsed by this package or with the
// scheme of http or https before it, or the function that encloses at also uses the host or the scheme of u.
func (c *checker) absolute(at inspector.Cursor, u ast.Expr) bool {
	if parse, _ := c.Call(c.Value(u), "net/url.Parse", code.WebURL+".ParseNetURL"); parse != nil {
		text := ""
		for _, p := range c.parts(parse.Args[0]) {
			text += cmp.Or(p.text, "*")
		}
		if aHost.MatchString(text) || text == "*" && c.Callee(parse) != "net/url.Parse" {
			return true
		}
	}
	return code.Around(at, func(s *ast.SelectorExpr) bool {
		return slices.Contains([]string{"Host", "Hostname", "Scheme"}, s.Sel.Name) && c.Same(s.X, u)
	})
}

// asks reports whether a condition in the function that encloses at gives u to another function.
func (c *checker) asks(at inspector.Cursor, u ast.Expr) bool {
	gets := func(e ast.Expr) bool { return c.Variable(e) != nil && c.Variable(e) == c.Variable(u) }
	return code.Around(at, func(s *ast.IfStmt) bool {
		return code.Contains(s.Cond, func(call *ast.CallExpr) bool { return slices.ContainsFunc(call.Args, gets) })
	})
}

// readsText matches functions that read a path as a text.
var readsText = regexp.MustCompile(`^(strings|path|fmt|net/url)\.`)

// passesPath reports whether the body of the if statement of this condition gives the path to a function as it is.
func (c *checker) passesPath(at inspector.Cursor) bool {
	s, ok := code.Outermost(at).Parent().Node().(*ast.IfStmt)
	return ok && code.Contains(s.Body, func(call *ast.CallExpr) bool {
		name := c.Callee(call)
		return name != "" && !readsText.MatchString(name) && slices.ContainsFunc(call.Args, c.isPath)
	})
}

func isCondition(n ast.Node) bool {
	switch n.(type) {
	case *ast.BinaryExpr, *ast.ParenExpr, *ast.UnaryExpr:
		return true
	}
	return false
}

// decides reports whether a condition is a result, or leads to the end of a function or of a round of a loop.
func decides(at inspector.Cursor) bool {
	for isCondition(at.Node()) {
		at = at.Parent()
	}
	switch n := at.Node().(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.IfStmt:
		return code.Leaves(n.Body)
	}
	return false
}

const neverEmpty = "an http, https or file URL parsed by " + code.WebURL + " never has an empty path, so "

// secondSlash finds u.Path + "/x" and u.String() + "/x", with -migrate.
func (c *checker) secondSlash(at inspector.Cursor) {
	n := at.Node().(*ast.BinaryExpr)
	if n.Op != token.ADD {
		return
	}
	if s, ok := c.Constant(n.Y); !ok || !strings.HasPrefix(s, "/") {
		return
	}
	left := n.X
	if sum, ok := code.As[*ast.BinaryExpr](left); ok && sum.Op == token.ADD {
		left = sum.Y
	}
	u, ok := c.netPath(at, left)
	if !ok {
		if u, ok = c.Get(left, code.NetMethod("String")); !ok || !c.special(at, u) {
			return
		}
	}
	if !c.knowsSlash(at) {
		c.report(n, nil, neverEmpty+`this gives "//" if the path of %s is "/"; use JoinPath`, c.Text(u))
	}
}

// knowsSlash reports whether the function that encloses at compares a path with "/", looks for it at an end, cuts it off,
// assigns or returns it.
func (c *checker) knowsSlash(at inspector.Cursor) bool {
	isSlash := func(e ast.Expr) bool {
		s, _ := c.Constant(e)
		return s == "/"
	}
	return code.Around(at, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			return isSlash(n.Y) && c.isPath(n.X) || isSlash(n.X) && c.isPath(n.Y)
		case *ast.CallExpr:
			switch c.Callee(n) {
			case "strings.TrimSuffix", "strings.TrimRight", "strings.Trim", "strings.HasSuffix", "strings.CutSuffix":
				return isSlash(n.Args[1]) && c.isPath(n.Args[0])
			}
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, c.isPath) && slices.ContainsFunc(n.Rhs, isSlash)
		case *ast.ReturnStmt:
			return slices.ContainsFunc(n.Results, isSlash)
		case *ast.SwitchStmt:
			return n.Tag != nil && c.isPath(n.Tag)
		}
		return false
	})
}

// isPath reports whether e is the path of a URL of net/url, or its string.
func (c *checker) isPath(e ast.Expr) bool {
	_, path := c.Field(c.Value(e), code.NetURL, "Path")
	_, text := c.Get(e, code.NetMethod("String"))
	return path || text
}

// aPrefix matches the name of what is put before other paths.
var aPrefix = regexp.MustCompile(`(?i)prefix$|(base|root|context|mount)_?path$`)

// pathPrefix finds the path of a URL that is assigned to such a name, with -migrate.
func (c *checker) pathPrefix(at inspector.Cursor) {
	var to, from []ast.Expr
	switch n := at.Node().(type) {
	case *ast.AssignStmt:
		to, from = n.Lhs, n.Rhs
	case *ast.KeyValueExpr:
		to, from = []ast.Expr{n.Key}, []ast.Expr{n.Value}
	}
	if len(to) != len(from) {
		return
	}
	for i, e := range from {
		u, ok := c.netPath(at, e)
		if !ok || !aPrefix.MatchString(c.Text(to[i])) || c.knowsSlash(at) {
			continue
		}
		if parsed, _ := c.Call(c.Value(u), "net/url.Parse"); parsed != nil {
			c.report(e, nil, neverEmpty+`if this path is "/", appending another slash gives "//"; write strings.TrimSuffix(%s.Path, "/")`, c.Text(u))
		}
	}
}

// relativeRefused finds net/url's Parse of a relative reference, with -migrate: of a constant that is one, or begins like
// one, and of what is then resolved.
func (c *checker) relativeRefused(at inspector.Cursor) {
	call, _ := c.Call(at.Node().(ast.Expr), "net/url.Parse")
	if call == nil {
		return
	}
	if c.isRelative(call.Args[0]) || c.resolved(at, call) {
		c.report(call, nil, "ParseNetURL and Parse in %s reject relative references such as this one; resolve it with the base URL's Parse method, or keep it as a string", code.WebURL)
	}
}

// isRelative reports whether e is a constant that net/url reads as a relative reference, or begins with a byte that no
// absolute URL begins with.
func (c *checker) isRelative(e ast.Expr) bool {
	if s, ok := c.Constant(c.Value(e)); ok {
		n, err := neturl.Parse(s)
		return err == nil && !n.IsAbs()
	}
	parts := c.parts(e)
	return len(parts) > 0 && parts[0].text != "" && strings.Contains("/?#.", parts[0].text[:1])
}

// resolved reports whether the function that encloses at gives what call returns to ResolveReference.
func (c *checker) resolved(at inspector.Cursor, call *ast.CallExpr) bool {
	return code.Around(at, func(resolve *ast.CallExpr) bool {
		return c.Callee(resolve) == code.NetMethod("ResolveReference") && c.Value(resolve.Args[0]) == call
	})
}
