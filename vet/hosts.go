package vet

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// bracketed returns u if e is the host of u, a URL of this package or, with -migrate, of net/url. It does not return it
// if the function asks what kind of host it is, if u is a server of a test, which has no IPv6 address, or if u is the URL
// of a request, which remains one of net/url.
func (c *checker) bracketed(at inspector.Cursor, e ast.Expr) (u ast.Expr, migrating, ok bool) {
	u, ok = c.get(e, hostname(urlType)...)
	if !ok && migrate {
		u, ok = c.get(e, hostname(netURL)...)
		migrating = ok && !c.ofRequestURL(u)
		ok = migrating
	}
	if !ok || c.callsIn(at, method("Addr"), "("+webURL+".Host).Addr", "("+webURL+".Host).Kind") || c.ofTestServer(u) {
		return nil, false, false
	}
	return u, migrating, true
}

// ofRequestURL reports whether u is the URL of a request of net/http.
func (c *checker) ofRequestURL(u ast.Expr) bool {
	_, ok := c.field(c.value(u), request, "URL")
	return ok
}

// ofTestServer reports whether u was parsed from the URL of a server of net/http/httptest.
func (c *checker) ofTestServer(u ast.Expr) bool {
	parse, _ := c.call(c.value(u), "net/url.Parse", webURL+".Parse", webURL+".MustParse")
	if parse == nil {
		return false
	}
	_, ok := c.field(c.value(parse.Args[0]), "net/http/httptest.Server", "URL")
	return ok
}

// whenMigrated says of code for net/url when it goes wrong.
func whenMigrated(migrating bool) string {
	if migrating {
		return "with url.URL "
	}
	return ""
}

func (c *checker) parseIP(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	name := c.callee(call)
	i := 0
	switch name {
	case "net.ParseIP", "net/netip.ParseAddr", "net/netip.MustParseAddr", "net.LookupHost", "net.LookupIP":
	case "(*net.Resolver).LookupHost", "(*net.Resolver).LookupIPAddr":
		i = 1
	case "(*net.Resolver).LookupIP", "(*net.Resolver).LookupNetIP":
		i = 2
	default:
		return
	}
	u, migrating, ok := c.bracketed(at, call.Args[i])
	if !ok {
		return
	}
	c.report(call, nil, "%san IPv6 address is in brackets here, which %s does not read, so that a check of addresses lets it pass: "+
		"use %s.Addr()", whenMigrated(migrating), strings.TrimPrefix(name, "net/"), c.text(u))
}

func (c *checker) joinHostPort(at inspector.Cursor) {
	call, _ := c.call(at.Node().(ast.Expr), "net.JoinHostPort")
	if call == nil {
		return
	}
	u, migrating, ok := c.bracketed(at, call.Args[0])
	if !ok {
		return
	}
	var fixes []analysis.SuggestedFix
	_, direct := c.call(call.Args[0], method("Hostname")) // not a variable, which would no longer be used
	if port, v := c.call(call.Args[1], method("Port")); port != nil && direct != nil && plain(u) && c.same(u, v) {
		fixes = fix("Use DialAddress", replace(call, c.text(u)+".DialAddress()"))
	}
	instead := c.text(u) + ".DialAddress(), which also puts in the default port"
	if _, ofURL := c.get(call.Args[1], method("Port"), netMethod("Port")); !ofURL {
		instead = "the DialAddress() of a copy of " + c.text(u) + " with this port"
	}
	c.report(call, fixes, "%sthis gives an IPv6 address two pairs of brackets: use %s", whenMigrated(migrating), instead)
}

// port returns u if e is u.Port().
func (c *checker) port(e ast.Expr) (u ast.Expr, migrating, ok bool) {
	if u, ok := c.get(e, method("Port")); ok {
		return u, false, true
	}
	if migrate {
		if u, ok := c.get(e, netMethod("Port")); ok {
			return u, true, true
		}
	}
	return nil, false, false
}

// defaultPort finds a port that is compared with a default port, but nowhere with "".
func (c *checker) defaultPort(at inspector.Cursor) {
	var compared ast.Expr // with one of values
	var values []ast.Expr
	switch n := at.Node().(type) {
	case *ast.BinaryExpr:
		if n.Op != token.EQL && n.Op != token.NEQ {
			return
		}
		compared, values = n.X, []ast.Expr{n.Y}
		if _, ok := c.constant(n.X); ok {
			compared, values = n.Y, []ast.Expr{n.X}
		}
	case *ast.CaseClause:
		s, ok := at.Parent().Parent().Node().(*ast.SwitchStmt)
		if !ok || s.Tag == nil {
			return
		}
		compared, values = s.Tag, n.List
	}
	for _, value := range values {
		v, _ := c.constant(value)
		if v != "443" && v != "80" {
			continue
		}
		if u, migrating, ok := c.port(compared); ok && !c.comparesPort(at, "") && !c.removesPort(at) {
			c.report(value, nil, `%sthe port of https://h:443/ and of http://h:80/ is "", so that it never equals %q there: compare %s.EffectivePort()`,
				whenMigrated(migrating), v, c.text(u))
		}
	}
}

// comparesPort reports whether the function that encloses at compares a port with v.
func (c *checker) comparesPort(at inspector.Cursor, v string) bool {
	f, ok := function(at)
	if !ok {
		return false
	}
	is := func(port, value ast.Expr) bool {
		s, constant := c.constant(value)
		_, _, isPort := c.port(port)
		return constant && s == v && isPort
	}
	for at := range f.Preorder((*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.BinaryExpr:
			if is(n.X, n.Y) || is(n.Y, n.X) {
				return true
			}
		case *ast.SwitchStmt:
			for _, clause := range n.Body.List {
				for _, value := range clause.(*ast.CaseClause).List {
					if n.Tag != nil && is(n.Tag, value) {
						return true
					}
				}
			}
		}
	}
	return false
}

// removesPort reports whether the function that encloses at assigns a host without its port: what the parser does to the
// default port.
func (c *checker) removesPort(at inspector.Cursor) bool {
	for s := range within[*ast.AssignStmt](at) {
		if _, host := c.field(s.Lhs[0], netURL, "Host"); !host {
			continue
		}
		if _, ok := c.get(s.Rhs[0], netMethod("Hostname")); ok {
			return true
		}
	}
	return false
}

// aDomain matches a domain of two labels or more, and no IPv4 address.
var aDomain = regexp.MustCompile(`(?i)^[a-z0-9_][a-z0-9_-]*(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$`)

// urlHost reports whether e is the host of a URL, in any case.
func (c *checker) urlHost(e ast.Expr) bool {
	e = c.value(e)
	if call, _ := c.call(e, "strings.ToLower"); call != nil {
		e = c.value(call.Args[0])
	}
	if _, ok := c.get(e, method("Hostname"), method("Host"), netMethod("Hostname")); ok {
		return true
	}
	_, ok := c.field(e, netURL, "Host")
	return ok
}

func (c *checker) hostSuffix(at inspector.Cursor) {
	call, _ := c.call(at.Node().(ast.Expr), "strings.HasSuffix", "strings.Contains")
	if call == nil || !c.urlHost(call.Args[0]) {
		return
	}
	domain, _ := c.constant(call.Args[1])
	if !aDomain.MatchString(domain) {
		return
	}
	host := c.text(call.Args[0])
	if c.callee(call) == "strings.Contains" {
		c.report(call, nil, `other.%s.evil.example contains this, too: write %s == %q || strings.HasSuffix(%[2]s, %[4]q)`, domain, host, domain, "."+domain)
		return
	}
	var fixes []analysis.SuggestedFix
	if _, literal := as[*ast.BasicLit](call.Args[1]); literal {
		fixes = fix("Compare whole labels", replace(call, `(`+host+` == "`+domain+`" || `+c.text(call.Fun)+`(`+host+`, ".`+domain+`"))`))
	}
	c.report(call, fixes, `evil%s ends in this, too: write %s == %q || strings.HasSuffix(%[2]s, %[4]q)`, domain, host, domain, "."+domain)
}

// hostTemplate finds a URL that is requested, or redirected to, and that is made from what a client sent: a part of the
// host, or right after it.
func (c *checker) hostTemplate(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	target := c.requested(call)
	if target == nil {
		target, _ = c.redirectTarget(call)
	}
	if target == nil {
		return
	}
	for _, e := range c.inHost(c.parts(target)) {
		if c.fromRequest(e) && !c.tested(at, e) {
			c.report(target, nil, "%s comes from the client, and can end or change the host of this URL: use url.Build, and check the host that it gives", c.text(e))
			return
		}
	}
}

// inHost returns the expressions that are a part of the host of an http or https URL, or right after it: what is the whole
// host, or the port, is meant to be.
func (c *checker) inHost(parts []part) (list []ast.Expr) {
	scheme := ""
	for len(parts) > 0 && parts[0].text != "" && !strings.HasSuffix(scheme, "://") {
		scheme += strings.ToLower(parts[0].text)
		parts = parts[1:]
	}
	scheme, before, _ := strings.Cut(scheme, "://")
	if scheme != "https" && scheme != "http" || strings.ContainsAny(before, `/?#\`) {
		return nil
	}
	for i, p := range parts {
		switch {
		case strings.ContainsAny(p.text, `/?#\`):
			return list
		case p.expr == nil:
		case i+1 < len(parts) && strings.HasPrefix(parts[i+1].text, "."), before != "" && !strings.HasSuffix(before, ":"):
			list = append(list, p.expr)
		}
		before += p.text
		if p.expr != nil {
			before += "x"
		}
	}
	return list
}

// A part of a string is constant text, or an expression.
type part struct {
	text string
	expr ast.Expr
}

// parts takes a concatenation, or a format with verbs that print a string as it is, apart.
func (c *checker) parts(e ast.Expr) []part {
	whole := []part{{expr: e}}
	v := c.value(e)
	if text, ok := c.constant(v); ok {
		return []part{{text: text}}
	}
	if sum, ok := v.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return append(c.parts(sum.X), c.parts(sum.Y)...)
	}
	call, _ := c.call(v, "fmt.Sprintf")
	if call == nil {
		return whole
	}
	format, ok := c.constant(call.Args[0])
	if !ok {
		return whole
	}
	var list []part
	arguments := call.Args[1:]
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		if text != "" {
			list = append(list, part{text: text})
		}
		if !found {
			break
		}
		if rest == "" || rest[0] != 's' && rest[0] != 'v' || len(arguments) == 0 {
			return whole
		}
		list = append(list, c.parts(arguments[0])...)
		format, arguments = rest[1:], arguments[1:]
	}
	return list
}

// tested reports whether the function that encloses at may judge e: whether it gives it to a function, or looks it up.
func (c *checker) tested(at inspector.Cursor, e ast.Expr) bool {
	v := c.variable(e)
	f, ok := function(at)
	if v == nil || !ok {
		return false
	}
	for call := range f.Preorder((*ast.CallExpr)(nil), (*ast.IndexExpr)(nil)) {
		if call.Node() != at.Node() && c.mentions(call.Node(), v) && !c.onlyMakes(call) {
			return true
		}
	}
	return false
}

// onlyMakes reports whether a call makes a string, or prints.
func (c *checker) onlyMakes(at inspector.Cursor) bool {
	call, ok := at.Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	name := c.callee(call)
	return strings.HasPrefix(name, "fmt.") || strings.HasPrefix(name, "log.") || strings.HasPrefix(name, "log/slog.") ||
		name == "strings.TrimSpace" || name == "strings.ToLower" || c.fromRequest(call)
}
