package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// bracketed returns u if e is the host of u, a URL of this package or, with -migrate, of net/url. It does not return it
// if the function asks what kind of host it is, if u is a server of a test, which has no IPv6 address, or if u is the URL
// of a request, which remains one of net/url.
func (c *checker) bracketed(at inspector.Cursor, e ast.Expr) (u ast.Expr, migrating, ok bool) {
	u, migrating, ok = c.getter(e, code.NetMethod("Hostname"), code.Method("Hostname"), "("+code.WebURL+".Host).String")
	if !ok || migrating && c.OfRequestURL(u) || c.CallsIn(at, code.Method("Addr"), "("+code.WebURL+".Host).Addr", "("+code.WebURL+".Host).Kind") || c.ofTestServer(u) {
		return nil, false, false
	}
	return u, migrating, true
}

// ofTestServer reports whether u was parsed from the URL of a server of net/http/httptest.
func (c *checker) ofTestServer(u ast.Expr) bool {
	parse, _ := c.Call(c.Value(u), "net/url.Parse", code.WebURL+".Parse", code.WebURL+".MustParse")
	if parse == nil {
		return false
	}
	_, ok := c.Field(c.Value(parse.Args[0]), "net/http/httptest.Server", "URL")
	return ok
}

// whenMigrated says of code for net/url when it goes wrong.
func whenMigrated(migrating bool) string {
	if migrating {
		return "with " + code.WebURL + ", "
	}
	return ""
}

func (c *checker) parseIP(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	name := c.Callee(call)
	switch name {
	case "net.ParseIP", "net/netip.ParseAddr", "net/netip.MustParseAddr", "net.LookupHost", "net.LookupIP", "(*net.Resolver).LookupHost",
		"(*net.Resolver).LookupIPAddr", "(*net.Resolver).LookupIP", "(*net.Resolver).LookupNetIP":
	default:
		return
	}
	u, migrating, ok := c.bracketed(at, call.Args[len(call.Args)-1])
	if !ok {
		return
	}
	instead := "use " + c.Text(u) + ".Addr()"
	switch {
	case c.isRequested(at, u):
		instead = "send the request " + throughGuard
	case strings.Contains(name, "Lookup"):
		instead = "pass the host of net.SplitHostPort(" + c.Text(u) + ".DialAddress())"
	}
	c.report(call, nil, `%sthe host of https://[::1]/ is "[::1]"; %s rejects the brackets, so this host gets past an address check; %s`,
		whenMigrated(migrating), strings.TrimPrefix(name, "net/"), instead)
}

// isRequested reports whether the function that encloses at requests u, or the text that it was parsed from.
func (c *checker) isRequested(at inspector.Cursor, u ast.Expr) bool {
	v := c.Variable(u)
	return v != nil && code.Around(at, func(call *ast.CallExpr) bool {
		kind, _, requested := c.sent(at, call)
		return kind == interp.Fetch && requested == v
	})
}

func (c *checker) joinHostPort(at inspector.Cursor) {
	call, _ := c.Call(at.Node().(ast.Expr), "net.JoinHostPort")
	if call == nil {
		return
	}
	u, migrating, ok := c.bracketed(at, call.Args[0])
	if !ok {
		return
	}
	instead := "use " + c.Text(u) + ".DialAddress(), which also adds the default port"
	if _, ofURL := c.Get(call.Args[1], code.Method("Port"), code.NetMethod("Port")); !ofURL {
		instead = "call DialAddress on a copy of " + c.Text(u) + " that has this port"
	}
	c.report(call, nil, "%sthis puts two pairs of brackets around an IPv6 address; %s", whenMigrated(migrating), instead)
}

// getter returns u if e is what one of the methods of this package returns for u or, with -migrate, that of net/url.
func (c *checker) getter(e ast.Expr, net string, ours ...string) (u ast.Expr, migrating, ok bool) {
	if u, ok = c.Get(e, ours...); !ok && migrate {
		u, ok = c.Get(e, net)
		migrating = ok
	}
	return u, migrating, ok
}

// comparison returns what a comparison or a clause of a switch compares, and the values with which it does so.
func (c *checker) comparison(at inspector.Cursor) (compared ast.Expr, values []ast.Expr) {
	switch n := at.Node().(type) {
	case *ast.BinaryExpr:
		if n.Op != token.EQL && n.Op != token.NEQ {
			break
		}
		if _, ok := c.Constant(n.X); ok {
			return n.Y, []ast.Expr{n.X}
		}
		return n.X, []ast.Expr{n.Y}
	case *ast.CaseClause:
		if s, ok := at.Parent().Parent().Node().(*ast.SwitchStmt); ok && s.Tag != nil {
			return s.Tag, n.List
		}
	}
	return nil, nil
}

// neverEqual finds a part of a URL that is compared with a constant to which it is never equal, such as u.Scheme() == "https:".
func (c *checker) neverEqual(at inspector.Cursor) {
	compared, values := c.comparison(at)
	for _, value := range values {
		s, _ := c.Constant(value)
		if s == "" {
			continue
		}
		if _, ofNet := c.Field(c.Value(compared), code.NetURL, "Scheme"); ofNet || c.is(compared, "Scheme") {
			if scheme, _, found := strings.Cut(s, ":"); found {
				c.report(value, nil, "a scheme contains no colon, so it is never equal to %q; write %q", s, scheme)
			}
		}
		if c.is(compared, "Protocol") && !strings.HasSuffix(s, ":") {
			c.report(value, nil, `a protocol ends with a colon, so it is never equal to %q; compare the scheme`, s)
		}
		if c.is(compared, "Search") && (s[0] != '?' || s == "?") || c.is(compared, "Hash") && (s[0] != '#' || s == "#") {
			c.report(value, nil, `a non-empty search begins with "?" and a non-empty hash with "#", so this is never equal to %q; compare the query or the fragment`, s)
		}
	}
}

// is reports whether e is what a method of a URL returns.
func (c *checker) is(e ast.Expr, method string) bool {
	_, ok := c.Get(e, code.Method(method))
	return ok
}

// hostPort finds n.Hostname() + ":" + port as the host of a URL, or as an address to dial. An IPv6 address needs brackets there, which
// net/url has removed.
func (c *checker) hostPort(at inspector.Cursor) {
	var addresses []ast.Expr
	switch n := at.Node().(type) {
	case *ast.CallExpr:
		if kind, target := c.sink(n); kind == interp.Dial {
			addresses = append(addresses, target)
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if _, ok := c.Field(to, code.NetURL, "Host"); ok && len(n.Rhs) == len(n.Lhs) {
				addresses = append(addresses, n.Rhs[i])
			}
		}
	}
	for _, address := range addresses {
		parts := c.parts(address)
		if len(parts) < 2 || parts[0].expr == nil || !strings.HasPrefix(parts[1].text, ":") || c.literal(at, func(s string) bool { return strings.Contains(s, "[") }) {
			continue
		}
		n, ok := c.Get(parts[0].expr, code.NetMethod("Hostname"))
		isKnown := func(f code.Fact) bool { return accepts(f) && c.Variable(n) != nil && c.judges(f.Cond, c.Variable(n)) }
		asksKind := c.looksForColon(at, parts[0].expr) || c.CallsIn(at, "(net.IP).To4", "(net/netip.Addr).Is4", "(net/netip.Addr).Is6")
		if ok && !asksKind && !c.ofTestServer(n) && !slices.ContainsFunc(code.Facts(at), isKnown) {
			c.report(address, nil, "Hostname removes the brackets that an IPv6 address needs here; use net.JoinHostPort(%s.Hostname(), port)", c.Text(n))
		}
	}
}

// findsInText matches the functions that look for a part of a text.
var findsInText = regexp.MustCompile(`^strings\.(Contains|Index|LastIndex|Count)(Any|Byte|Rune)?$`)

// looksForColon reports whether the function that encloses at looks for a colon in a host.
func (c *checker) looksForColon(at inspector.Cursor, host ast.Expr) bool {
	return code.Around(at, func(call *ast.CallExpr) bool {
		if !findsInText.MatchString(c.Callee(call)) || !c.Same(call.Args[0], host) {
			return false
		}
		lit, ok := code.As[*ast.BasicLit](call.Args[1])
		return ok && (lit.Value == `":"` || lit.Value == `':'`)
	})
}

// defaultPort finds a port that is compared with a default port, but nowhere with "".
func (c *checker) defaultPort(at inspector.Cursor) {
	compared, values := c.comparison(at)
	comparesEmpty := func(port, value ast.Expr) bool {
		_, _, isPort := c.getter(port, code.NetMethod("Port"), code.Method("Port"))
		return isPort && c.Text(value) == `""`
	}
	removesPort := func(s *ast.AssignStmt) bool { // as the parser does
		_, host := c.Field(s.Lhs[0], code.NetURL, "Host")
		_, ok := c.Get(s.Rhs[0], code.NetMethod("Hostname"))
		return host && ok
	}
	for _, value := range values {
		v, _ := c.Constant(value)
		if v != "443" && v != "80" {
			continue
		}
		if u, migrating, ok := c.getter(compared, code.NetMethod("Port"), code.Method("Port")); ok && !hasComparison(at, comparesEmpty) && !code.Around(at, removesPort) &&
			!c.hasOtherDefault(at, u, v) {
			c.report(value, nil, `%sthe port of %s is "", not %q; compare %s.EffectivePort() instead`,
				whenMigrated(migrating), map[string]string{"80": "http://h:80/", "443": "https://h:443/"}[v], v, c.Text(u))
		}
	}
}

// hasOtherDefault reports whether a comparison with a port is only made if u has a scheme with another default port, such as http for "443".
func (c *checker) hasOtherDefault(at inspector.Cursor, u ast.Expr, port string) bool {
	facts, whole, joins := code.Facts(at), at, token.ILLEGAL
	for {
		parent := code.Outermost(whole).Parent()
		b, ok := parent.Node().(*ast.BinaryExpr)
		if !ok || b.Op != token.LAND && b.Op != token.LOR || whole != at && b.Op != joins {
			break
		}
		whole, joins = parent, b.Op
	}
	if whole != at {
		facts = append(facts, code.Known(whole.Node().(ast.Expr), joins == token.LAND)...)
	}
	return slices.ContainsFunc(facts, func(f code.Fact) bool {
		b, ok := f.Cond.(*ast.BinaryExpr)
		if !ok || f.OneOf || !accepts(f) {
			return false
		}
		scheme, isConstant := c.Constant(b.Y)
		of, ofNet := c.Field(c.Value(b.X), code.NetURL, "Scheme")
		if !ofNet {
			of, ok = c.Get(b.X, code.Method("Scheme"))
		}
		return ok && isConstant && c.Same(of, u) && !slices.Contains(map[string][]string{"80": {"http", "ws"}, "443": {"https", "wss"}}[port], scheme)
	})
}

// hasComparison reports whether the function that encloses at compares two expressions, one of them in a clause of a switch
// perhaps, for which is reports true.
func hasComparison(at inspector.Cursor, is func(e, value ast.Expr) bool) bool {
	return code.Around(at, func(n *ast.BinaryExpr) bool {
		return (n.Op == token.EQL || n.Op == token.NEQ) && (is(n.X, n.Y) || is(n.Y, n.X))
	}) || code.Around(at, func(n *ast.SwitchStmt) bool {
		return n.Tag != nil && slices.ContainsFunc(n.Body.List, func(clause ast.Stmt) bool {
			return slices.ContainsFunc(clause.(*ast.CaseClause).List, func(value ast.Expr) bool { return is(n.Tag, value) })
		})
	})
}

// aDomain matches a domain of two labels or more, and no IPv4 address.
var aDomain = regexp.MustCompile(`(?i)^[a-z0-9_][a-z0-9_-]*(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$`)

// urlHost reports whether e is the host of a URL, in any case.
func (c *checker) urlHost(e ast.Expr) bool {
	e = c.Value(e)
	if call, _ := c.Call(e, "strings.ToLower"); call != nil {
		e = c.Value(call.Args[0])
	}
	if _, ok := c.Get(e, code.Method("Hostname"), code.Method("Host"), code.NetMethod("Hostname")); ok {
		return true
	}
	_, ok := c.Field(e, code.NetURL, "Host")
	return ok
}

func (c *checker) hostSuffix(at inspector.Cursor) {
	call, _ := c.Call(at.Node().(ast.Expr), "strings.HasSuffix", "strings.Contains")
	if call == nil || c.Callee(call) == "strings.HasSuffix" && c.comparesDot(at) {
		return
	}
	if c.Callee(call) == "strings.HasSuffix" && c.wholeDomain(at, call) {
		c.report(call, nil, `if %[1]s is "example.com", the host evilexample.com also has this suffix; write %[2]s == %[1]s || strings.HasSuffix(%[2]s, "."+%[1]s)`,
			c.Text(call.Args[1]), c.Text(call.Args[0]))
		return
	}
	if !c.urlHost(call.Args[0]) {
		return
	}
	domain, _ := c.Constant(call.Args[1])
	if !aDomain.MatchString(domain) {
		return
	}
	host := c.Text(call.Args[0])
	if c.Callee(call) == "strings.Contains" {
		c.report(call, nil, `other.%s.evil.example also contains this domain; write %s == %q || strings.HasSuffix(%[2]s, %[4]q)`, domain, host, domain, "."+domain)
		return
	}
	var fixes []analysis.SuggestedFix
	if _, literal := code.As[*ast.BasicLit](call.Args[1]); literal {
		either := host + ` == "` + domain + `" || ` + c.Text(call.Fun) + `(` + host + `, ".` + domain + `")`
		switch parent := at.Parent().Node().(type) {
		case *ast.UnaryExpr:
			either = "(" + either + ")"
		case *ast.BinaryExpr:
			if parent.Op != token.LOR {
				either = "(" + either + ")"
			}
		}
		fixes = fix("Compare whole labels", replace(call, either))
	}
	c.report(call, fixes, `evil%s also has this suffix; write %s == %q || strings.HasSuffix(%[2]s, %[4]q)`, domain, host, domain, "."+domain)
}

// comparesDot reports whether the function that encloses at contains ".", other than to cut it off.
func (c *checker) comparesDot(at inspector.Cursor) bool {
	f, ok := code.Function(at)
	if !ok {
		return false
	}
	for literal := range f.Preorder((*ast.BasicLit)(nil)) {
		call, _ := code.Outermost(literal).Parent().Node().(*ast.CallExpr)
		s, err := strconv.Unquote(literal.Node().(*ast.BasicLit).Value)
		if err == nil && s == "." && (call == nil || !strings.HasPrefix(c.Callee(call), "strings.Trim")) {
			return true
		}
	}
	return false
}

// wholeDomain reports whether a suffix of a host is not constant, and a domain without a dot before it: what is left of a pattern
// without "*.", an element of a list, the host of a URL, or what the function also compares a host with.
func (c *checker) wholeDomain(at inspector.Cursor, call *ast.CallExpr) bool {
	host, suffix := call.Args[0], call.Args[1]
	if _, ok := c.Constant(suffix); ok {
		return false
	}
	value := c.Value(suffix)
	if cut, _ := c.Call(value, "strings.TrimPrefix", "strings.CutPrefix"); cut != nil {
		prefix, _ := c.Constant(cut.Args[1])
		return prefix == "*."
	}
	if cut, ok := value.(*ast.SliceExpr); ok && cut.Low != nil && c.Text(cut.Low) == "2" && cut.High == nil {
		return code.Around(at, func(prefix *ast.CallExpr) bool {
			return c.Callee(prefix) == "strings.HasPrefix" && c.Same(prefix.Args[0], cut.X) && c.Text(prefix.Args[1]) == `"*."`
		})
	}
	return c.urlHost(host) && (c.urlHost(suffix) || slices.ContainsFunc(c.texts(suffix), aDomain.MatchString) ||
		hasComparison(at, func(e, value ast.Expr) bool { return c.urlHost(e) && c.Same(value, suffix) }))
}

// sent returns where the URL u goes that a call redirects to, requests or shows: its string, or the text that it was parsed from.
func (c *checker) sent(at inspector.Cursor, call *ast.CallExpr) (kind interp.Kind, target ast.Expr, u *types.Var) {
	kind, target = c.sink(call)
	if target == nil {
		return kind, nil, nil
	}
	if x, ok := c.Get(target, code.Method("Href"), code.Method("String"), code.NetMethod("String")); ok {
		return kind, target, c.Variable(x)
	}
	for _, p := range c.parses(at, target, "net/url.Parse", code.WebURL+".Parse", code.DropIn+".Parse") {
		return kind, target, c.Variable(p.url)
	}
	return kind, target, nil
}

// aHostPrefix matches the beginning of a domain, but not of an address, and not "www.", which changes nothing.
var aHostPrefix = regexp.MustCompile(`^[a-z0-9-]*[a-z-][a-z0-9-]*(\.[a-z0-9-]+)*\.?$`)

// hostPrefix finds a redirect, a request or a page after a check that only asks what a host begins with.
func (c *checker) hostPrefix(at inspector.Cursor) {
	_, target, u := c.sent(at, at.Node().(*ast.CallExpr))
	if u == nil {
		return
	}
	begins := ""
	for _, f := range code.Facts(at) {
		if prefix, _ := c.Call(f.Cond, "strings.HasPrefix"); f.Is && prefix != nil && c.urlHost(prefix.Args[0]) && c.judges(prefix, u) {
			if s, _ := c.Constant(prefix.Args[1]); s != "www." && aHostPrefix.MatchString(s) {
				begins = s
				continue
			}
		}
		if match, re := c.Call(f.Cond, "(*regexp.Regexp).MatchString"); f.Is && match != nil && c.urlHost(match.Args[0]) && c.judges(match, u) {
			if other := c.alsoMatches(re); other != "" {
				c.report(target, nil, "%s also matches the regular expression in the preceding check; compare the whole host, or begin the expression with ^, "+
					"end it with $, and escape its dots", other)
				return
			}
		}
		if !f.OneOf && c.judges(f.Cond, u) {
			return
		}
	}
	if begins != "" {
		begins = strings.TrimSuffix(begins, ".")
		c.report(target, nil, "%s.evil.example also begins with the prefix that was checked; compare the whole host or its last labels", begins)
	}
}

// domainAtEnd finds the domain at the end of a regular expression.
var domainAtEnd = regexp.MustCompile(`((?:[a-z0-9-]+\\?\.)+[a-z]{2,})\)?\$?$`)

// alsoMatches returns a host that a constant regular expression matches beside the domain that it is for, or "".
func (c *checker) alsoMatches(e ast.Expr) string {
	compiled, _ := c.Call(c.Kept(e), "regexp.MustCompile")
	if compiled == nil {
		return ""
	}
	text, _ := c.Constant(compiled.Args[0])
	re, err := regexp.Compile(text)
	found := domainAtEnd.FindStringSubmatch(text)
	if err != nil || found == nil {
		return ""
	}
	domain := strings.ReplaceAll(found[1], `\`, "")
	if !re.MatchString(domain) {
		domain = "www." + domain
	}
	last := strings.LastIndex(domain, ".")
	others := []string{domain + ".evil.example", "evil" + domain, strings.ReplaceAll(domain[:last], ".", "x") + domain[last:]}
	for _, other := range others {
		if other != domain && !strings.HasSuffix(other, "."+domain) && re.MatchString(domain) && re.MatchString(other) {
			return other
		}
	}
	return ""
}

// saysNoScheme are the methods of a URL that say nothing of its scheme. What else is done with a URL may judge it. The host of
// Match of a HostPattern comes from ParsedHost: no pattern matches the host of a script or of an app.
var saysNoScheme = []string{"Host", "Hostname", "Href", "String", "Pathname", "Search", "Query", "Hash", "Fragment", "Port", "Username", "Password",
	"Redacted", "SearchParams", "QueryValue", "PathSegments"}

// hostScheme finds a redirect to a URL of this package, or a page with it, after a check of its host and none of its scheme.
// net/http requests nothing but http and https.
func (c *checker) hostScheme(at inspector.Cursor) {
	kind, target, u := c.sent(at, at.Node().(*ast.CallExpr))
	if u == nil || kind == interp.Fetch || !code.IsURL(u.Type()) || !c.anyScheme(at, u) {
		return
	}
	for _, f := range code.Facts(at) {
		if b, ok := f.Cond.(*ast.BinaryExpr); ok && c.Text(b.Y) == `""` || !accepts(f) || !c.judges(f.Cond, u) {
			continue
		}
		if kind == interp.Page {
			c.report(target, nil, "javascript://host/%%0aalert(1) also has a host, but a browser runs it as a script; check %s.IsHTTP()", u.Name())
		} else {
			c.report(target, nil, "a URL with another scheme can have the same host, and a browser may open it in an app; check %s.IsHTTP()", u.Name())
		}
		return
	}
}

// anyScheme reports whether u was parsed in the function that encloses at, and nothing in it may judge its scheme.
func (c *checker) anyScheme(at inspector.Cursor, u *types.Var) bool {
	x := c.Variables[u]
	if x.Only() == nil || c.literal(at, func(s string) bool { return strings.HasPrefix(s, "http") }) {
		return false
	}
	if parsed, _ := c.Call(x.Only(), code.WebURL+".Parse", code.Method("Parse")); parsed == nil || c.Pass.TypesInfo.Types[parsed.Args[0]].Value != nil {
		return false
	}
	f, _ := code.Function(at)
	for id := range c.Uses(f, u) {
		if s, ok := code.Outermost(id).Parent().Node().(*ast.SelectorExpr); !ok || !slices.Contains(saysNoScheme, s.Sel.Name) {
			return false
		}
	}
	return true
}

// hostTemplate finds a URL that is requested, or redirected to, and that is made from what a client sent: a part of the
// host, or right after it.
func (c *checker) hostTemplate(at inspector.Cursor) {
	kind, target := c.sink(at.Node().(*ast.CallExpr))
	if kind != interp.Fetch && kind != interp.Redirect && kind != interp.Cleaned {
		return
	}
	for _, e := range c.inHost(c.parts(target)) {
		if c.FromRequest(e) && !c.tested(at, e) {
			c.report(target, nil, "%s comes from the client and can cut off or change the host of this URL; "+
				"use Build from %s, and check the host of the result", c.Text(e), code.WebURL)
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

// onlyMakes matches the functions that make a string, or print.
var onlyMakes = regexp.MustCompile(`^fmt\.|^log(/slog)?\.|^strings\.(TrimSpace|ToLower)$`)

// tested reports whether the function that encloses at may judge e: whether it gives it to a function, or looks it up.
func (c *checker) tested(at inspector.Cursor, e ast.Expr) bool {
	v := c.Variable(e)
	return v != nil && (code.Around(at, func(index *ast.IndexExpr) bool { return c.Mentions(index, v) }) || code.Around(at, func(call *ast.CallExpr) bool {
		return call != at.Node() && c.Mentions(call, v) && !onlyMakes.MatchString(c.Callee(call)) && !c.FromRequest(call)
	}))
}
