package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

var opensFile = regexp.MustCompile(`^(path/filepath\.Join|net/http\.ServeFile|` +
	`os\.(Open|OpenFile|ReadFile|WriteFile|Create|Mkdir|MkdirAll|Remove|RemoveAll|Stat))$`)

// filePath finds a path of a URL as the name of a file.
func (c *checker) filePath(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	if !opensFile.MatchString(c.Callee(call)) {
		return
	}
	checks := []string{"path/filepath.IsLocal", "path/filepath.Localize", "os.OpenRoot", "os.OpenInRoot", "path.Clean", "path/filepath.Clean"}
	if c.CallsIn(at, checks...) || c.literal(at, func(s string) bool { return strings.Contains(s, "..") }) {
		return
	}
	for _, arg := range call.Args {
		for _, p := range c.parts(arg) {
			if p.expr != nil {
				c.pathPart(arg, c.Value(p.expr))
			}
		}
	}
}

// pathPart reports a name of a file, if a part of it is a path of a URL.
func (c *checker) pathPart(name, part ast.Expr) {
	decoded := false
	if decode, _ := c.Call(part, code.WebURL+".PercentDecode", "net/url.PathUnescape"); decode != nil {
		part, decoded = c.Value(decode.Args[0]), true
	}
	u, ok := c.Get(part, code.Method("Pathname"))
	if !ok {
		u, ok = c.segment(part)
	}
	if !ok {
		return
	}
	instead := fmt.Sprintf("use %[1]s.DecodedSegments() and os.Root, or %[1]s.FilePath for a file URL", c.Text(u))
	if decoded {
		c.report(name, nil, "..%%2f..%%2fetc%%2fpasswd is a single path segment, but it escapes the directory once it is decoded; %s", instead)
	} else {
		c.report(name, nil, "the path of a URL is percent-encoded, so /a%%20b names a different file here; %s", instead)
	}
}

// segment returns u if e is the variable of a range over u.PathSegments().
func (c *checker) segment(e ast.Expr) (u ast.Expr, ok bool) {
	key, _ := c.Loops(e)
	if key == nil {
		return nil, false
	}
	return c.Get(key.X, code.Method("PathSegments"))
}

// originPattern finds a constant pattern that is parsed as an origin, or as a URL for its origin.
func (c *checker) originPattern(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	parse, _ := c.Call(call, code.WebURL+".ParseOrigin")
	if u, ok := c.Get(call, code.Method("Origin")); ok {
		parse, _ = c.Call(c.Value(u), code.WebURL+".Parse", code.WebURL+".MustParse")
	}
	if parse == nil {
		return
	}
	for _, text := range c.texts(parse.Args[0]) {
		if aPattern.MatchString(text) {
			c.report(call, nil, "an origin is not a pattern, so %s matches only that literal string; use url.ParseOriginPattern and Match", text)
			return
		}
	}
}

// aTag matches the beginning of a tag of HTML.
var aTag = regexp.MustCompile(`<[a-zA-Z/!]`)

// aPattern matches a text with a star in the place of a host or a port.
var aPattern = regexp.MustCompile(`^([^:/?#]+://[^/?#]*)?\*`)

// originEqual finds == of two origins.
func (c *checker) originEqual(at inspector.Cursor) {
	n := at.Node().(*ast.BinaryExpr)
	const origin = code.WebURL + ".Origin"
	if n.Op != token.EQL && n.Op != token.NEQ {
		return
	}
	for _, e := range []ast.Expr{n.X, n.Y} {
		_, literal := c.Kept(e).(*ast.CompositeLit)
		if literal || c.IsOnlyDeclared(e) || !code.IsNamed(c.TypeOf(e), origin) || code.IsPointer(c.TypeOf(e)) {
			return
		}
	}
	if c.CallsIn(at, "("+origin+").IsOpaque") {
		return
	}
	not := ""
	if n.Op == token.NEQ {
		not = "!"
	}
	x := c.Text(n.X)
	if _, ok := n.X.(*ast.StarExpr); ok {
		x = "(" + x + ")"
	}
	same := fmt.Sprintf("%s%s.SameOrigin(%s)", not, x, c.Text(n.Y))
	c.report(n, fix("Use SameOrigin", replace(n, same)), "opaque origins all compare equal with ==, but no two of them are the same origin; use %s", same)
}

var logs = regexp.MustCompile(`^(log/slog|\(\*log/slog\.Logger\))\.((Debug|Info|Warn|Error)(Context)?|Any|Log|With|Group)$`)

// logStruct finds a URL inside of a value that is logged with slog.
func (c *checker) logStruct(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	if !logs.MatchString(c.Callee(call)) || call.Ellipsis.IsValid() {
		return
	}
	for _, arg := range call.Args {
		t := c.TypeOf(arg)
		if t == nil || code.IsURL(t) || isParams(t) {
			continue
		}
		if path := c.holds(t, nil); path != "" {
			c.report(arg, nil, "slog redacts a URL but not one nested inside another value, so this logs the password and query of %s; "+
				"log url.Redact(u.Href(), nil) for each URL u", path)
		}
	}
}

// isParams reports whether t has methods of its own for printing.
func isParams(t types.Type) bool {
	methods := types.NewMethodSet(t)
	return slices.ContainsFunc([]string{"LogValue", "String", "Error", "MarshalText", "MarshalJSON", "Format", "GoString"}, func(name string) bool {
		return methods.Lookup(nil, name) != nil
	})
}

// holds returns where a URL is in a value of type t, such as ".Link", or "".
func (c *checker) holds(t types.Type, seen []types.Type) string {
	if slices.ContainsFunc(seen, func(s types.Type) bool { return types.Identical(s, t) }) {
		return ""
	}
	if code.IsNamed(t, code.UrlType) {
		return "its elements"
	}
	if isParams(t) {
		return ""
	}
	seen = append(seen, t)
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		if len(seen) == 1 { // inside, a pointer to another type than URL is printed as an address
			return c.holds(t.Elem(), seen)
		}
	case *types.Slice, *types.Array, *types.Map:
		return c.holds(t.(interface{ Elem() types.Type }).Elem(), seen)
	case *types.Struct:
		for field := range t.Fields() {
			if !field.Exported() || code.IsPointer(field.Type()) && !code.IsURL(field.Type()) {
				continue
			}
			if c.holds(field.Type(), seen) != "" {
				return field.Name()
			}
		}
	}
	return ""
}

// serverURL finds FromNetURL(r.URL) in a handler.
func (c *checker) serverURL(at inspector.Cursor) {
	call, _ := c.Call(at.Node().(ast.Expr), code.WebURL+".FromNetURL")
	if call == nil || !c.Handler(at) {
		return
	}
	r, ok := c.Field(c.Value(call.Args[0]), code.Request, "URL")
	isConnect := func(e ast.Expr) bool { s, _ := c.Constant(e); return s == "CONNECT" }
	if !ok || c.Variable(r) == nil || c.Variables[c.Variable(r)] == nil || !c.Variables[c.Variable(r)].Given || c.changesURL(at, c.Variable(r)) ||
		code.Around(at, isConnect) { // a forward proxy
		return
	}
	c.report(call, nil, "in a server, %[1]s.URL has no host, so this always fails; use url.ParseRequestTarget with %[1]s.Method, the scheme, "+
		"%[1]s.Host and %[1]s.RequestURI", c.Text(r))
}

// changesURL reports whether the function that encloses at looks at the host or the scheme of r.URL, or changes r or r.URL.
func (c *checker) changesURL(at inspector.Cursor, r *types.Var) bool {
	ofRequest := func(e ast.Expr) bool { x, ok := c.Field(e, code.Request, "URL"); return ok && c.Variable(x) == r }
	return code.Around(at, func(s *ast.SelectorExpr) bool {
		return ofRequest(s.X) && slices.Contains([]string{"IsAbs", "Host", "Scheme", "Hostname"}, s.Sel.Name)
	}) || code.Around(at, func(s *ast.AssignStmt) bool {
		return slices.ContainsFunc(s.Lhs, func(to ast.Expr) bool { return c.Variable(to) == r || ofRequest(to) })
	})
}

// transportPool finds guard's NewTransport and NewProxyTransport in a handler, and in a loop that makes requests.
func (c *checker) transportPool(at inspector.Cursor) {
	call, _ := c.Call(at.Node().(ast.Expr), "("+code.WebURL+"/guard.Policy).NewTransport", "("+code.WebURL+"/guard.Policy).NewProxyTransport")
	if call == nil || c.CallsIn(at, "(*net/http.Transport).CloseIdleConnections", "(*net/http.Client).CloseIdleConnections") {
		return
	}
	where := ""
	if c.Handler(at) && c.sends(at) {
		where = "request"
	}
	for body := range at.Enclosing((*ast.BlockStmt)(nil)) {
		kind, _ := body.ParentEdge()
		if kind == edge.FuncLit_Body {
			break
		}
		if (kind == edge.ForStmt_Body || kind == edge.RangeStmt_Body) && c.sends(at) {
			where = "iteration of the loop"
		}
	}
	if where != "" {
		c.report(call, nil, "a new transport for each %s leaves its connections open and never reuses them; use one transport for all requests", where)
	}
}

// sends reports whether what is made at a node is assigned to a variable of the statement's block, as a transport or as the
// transport of a client, that then makes a request and is not used otherwise.
func (c *checker) sends(at inspector.Cursor) bool {
	var v *types.Var
	for s := range at.Enclosing((*ast.AssignStmt)(nil)) {
		s := s.Node().(*ast.AssignStmt)
		if s.Tok == token.DEFINE && (len(s.Lhs) == 1 || ast.Unparen(s.Rhs[0]) == at.Node()) { // with an error
			v = c.Variable(s.Lhs[0])
		}
		break
	}
	f, ok := code.Function(at)
	if v == nil || !ok {
		return false
	}
	sent := false
	for id := range c.Uses(f, v) {
		used := code.Outermost(id).Parent()
		if pair, ok := used.Node().(*ast.KeyValueExpr); ok && c.Text(pair.Key) == "Transport" && c.sends(used) {
			sent = true
			continue
		}
		selector, ok := used.Node().(*ast.SelectorExpr)
		if !ok {
			return false
		}
		switch selector.Sel.Name {
		case "Get", "Head", "Post", "PostForm", "Do", "RoundTrip":
			sent = true
		case "Timeout", "CheckRedirect", "Jar", "MaxIdleConns", "TLSHandshakeTimeout", "ResponseHeaderTimeout":
		default:
			return false
		}
	}
	return sent
}
