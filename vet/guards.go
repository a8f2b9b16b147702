package vet

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"net"
	"net/netip"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A fact is a condition that is known where a statement runs, because of the branches and early returns before it.
type fact struct {
	cond ast.Expr // without "!", "&&", "||" and parentheses around it
	is   bool     // what it is known to be
	// oneOf means that cond is one of several, and not all of them have the value is:
	// after "if a && b { return }", a or b is false.
	oneOf bool
}

// facts returns what is known at a node, within its function. A branch that assigns a variable ends the facts of others
// about it; the rules look at variables that are assigned once, or else only constants.
func facts(at inspector.Cursor) []fact {
	var list []fact
	for ; at.Node() != nil; at = at.Parent() {
		switch at.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return list
		}
		parent := at.Parent()
		switch kind, index := at.ParentEdge(); kind {
		case edge.IfStmt_Body:
			list = split(list, parent.Node().(*ast.IfStmt).Cond, true, false)
		case edge.IfStmt_Else:
			list = split(list, parent.Node().(*ast.IfStmt).Cond, false, false)
		case edge.BlockStmt_List:
			list = before(list, parent.Node().(*ast.BlockStmt).List[:index])
		case edge.CaseClause_Body:
			list = inClause(before(list, parent.Node().(*ast.CaseClause).Body[:index]), parent)
		}
	}
	return list
}

// before adds what is known after statements: the conditions of those that leave the block are false.
func before(list []fact, statements []ast.Stmt) []fact {
	for _, s := range statements {
		if s, ok := s.(*ast.IfStmt); ok && s.Else == nil && leaves(s.Body) {
			list = split(list, s.Cond, false, false)
		}
	}
	return list
}

// inClause adds what is known in a clause of a switch without a tag.
func inClause(list []fact, at inspector.Cursor) []fact {
	clause := at.Node().(*ast.CaseClause)
	s, ok := at.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok || s.Tag != nil {
		return list
	}
	if len(clause.List) == 1 {
		list = split(list, clause.List[0], true, false)
	}
	for _, other := range s.Body.List {
		if other == clause {
			break
		}
		for _, cond := range other.(*ast.CaseClause).List {
			list = split(list, cond, false, false)
		}
	}
	return list
}

// split adds cond in its parts.
func split(list []fact, cond ast.Expr, is, oneOf bool) []fact {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return split(list, e.X, !is, oneOf)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			oneOf = oneOf || is != (e.Op == token.LAND)
			return split(split(list, e.X, is, oneOf), e.Y, is, oneOf)
		}
	}
	return append(list, fact{ast.Unparen(cond), is, oneOf})
}

// aStop matches the calls that do not return.
var aStop = regexp.MustCompile(`^panic$|\.(Exit|Fatal|Fatalf|Fatalln|FailNow|Panic|Panicf)$`)

// leaves reports whether control does not go on after the block.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch s := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := as[*ast.CallExpr](s.X)
		return ok && aStop.MatchString(types.ExprString(ast.Unparen(call.Fun)))
	}
	return false
}

// judgements is the fact about a function of another package: what it returns for each of the local references.
type judgements struct{ Results []string }

func (*judgements) AFact() {}

func (w words) references() []string {
	a := w.local()
	return slices.Concat(a.accepted, a.refused, a.leaks)
}

// general returns a text without the words of the package, because each package has its own, and special puts these in again.
func (w words) general(s string) string {
	return strings.NewReplacer(w.attacker, "\x00attacker", w.host, "\x00host", "/"+w.accepted+"/", "\x00accepted").Replace(s)
}

func (w words) special(s string) string {
	return strings.NewReplacer("\x00attacker", w.attacker, "\x00host", w.host, "\x00accepted", "/"+w.accepted+"/").Replace(s)
}

// judged returns which parameter of a function with one result is its first string, or -1.
func judged(f *types.Func) int {
	if f.Signature().Results().Len() != 1 {
		return -1
	}
	return slices.IndexFunc(slices.Collect(f.Signature().Params().Variables()), func(v *types.Var) bool { return isText(v.Type()) })
}

// judgement returns what is known of a call of a function of another package.
func (c *checker) judgement(f *types.Func, args []any) (any, bool) {
	var known judgements
	i := judged(f)
	if i < 0 || i >= len(args) || c.pass.ImportObjectFact == nil || !c.pass.ImportObjectFact(f.Origin(), &known) {
		return nil, false
	}
	s, _ := args[i].(string)
	i = slices.Index(c.references, s)
	if i < 0 || len(known.Results) != len(c.references) {
		return nil, false
	} else if text, isText := strings.CutPrefix(known.Results[i], "="); isText {
		return c.words.special(text), true
	}
	return map[string]any{"true": true, "false": false, "error": errAny}[known.Results[i]], true
}

// exportJudgements notes what exported functions say of references, if they accept one and refuse another.
func (c *checker) exportJudgements() {
	for f, declaration := range c.declarations {
		i, known := judged(f), new(judgements)
		if !f.Exported() || i < 0 || !mayJudge(declaration) {
			continue
		}
		for _, s := range c.references {
			_, returned, end := c.execute(declaration.Body, input{param: f.Signature().Params().At(i), made: true}, s)
			if end != finished || len(returned) != 1 || len(returned[0]) != 1 {
				break
			}
			switch v := returned[0][0].(type) {
			case bool, nil:
				known.Results = append(known.Results, fmt.Sprint(v))
			case error:
				known.Results = append(known.Results, "error")
			case string:
				known.Results = append(known.Results, "="+c.words.general(v))
			}
		}
		if len(known.Results) < len(c.references) || known.Results[0] == known.Results[1] {
			continue
		} else if known.Results[0] != "="+c.words.general(c.references[0]) || known.Results[1] != "="+c.words.general(c.references[1]) { // it judges
			c.pass.ExportObjectFact(f, known)
		}
	}
}

// mayJudge reports whether a function looks for a slash, a colon or a host.
func mayJudge(f *ast.FuncDecl) bool {
	return contains(f.Body, func(lit *ast.BasicLit) bool {
		return len(lit.Value) < 12 && strings.ContainsAny(lit.Value, `/:`)
	}) || contains(f.Body, func(s *ast.SelectorExpr) bool {
		return slices.Contains([]string{"Host", "IsAbs", "Hostname"}, s.Sel.Name)
	})
}

// A guard is a check that is meant to allow what is public, and to refuse at least so many of the usual hosts. Others may pass.
type guard struct {
	public, usual, others []string
	least                 int
}

func (w words) guards() []guard {
	return []guard{
		{publicAddresses, []string{"127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254"}, []string{"172.16.0.1", "::1", "0.0.0.0", "::",
			"::ffff:127.0.0.1", "fd00::1", "fe80::1", "100.64.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "fec0::1"}, 2},
		{[]string{w.accepted + ".example", w.accepted + ".test"}, []string{"localhost"}, []string{"127.0.0.1", "127.1.2.3", "localhost.", "::1", "127.0.0.1.nip.io"}, 1},
	}
}

// spellings returns a host as a function may take it: as values of type t.
func spellings(t, host string) []any {
	addr, _ := netip.ParseAddr(host)
	withPort := net.JoinHostPort(host, "80")
	n := &neturl.URL{Scheme: "http", Host: strings.TrimSuffix(withPort, ":80"), Path: "/"}
	return map[string][]any{"string": {host, n.String(), withPort}, "net.IP": {net.ParseIP(host)}, "net/netip.Addr": {addr}, "*net/url.URL": {n}}[t]
}

// An outcome is what a function does with a host, in all of its runs.
type outcome struct {
	arrivals int      // how often it requests the host or connects to it, or accepts it after a look-up, or as the Control of a dialer
	node     ast.Expr // where, if it requests or connects
	requests bool     // it requests
	again    bool     // by a client that looks up the host again
	accepts  int      // how often it returns no error, and answers with none
	misses   int      // how many runs do not arrive
	sure     bool     // nothing unknown judges the host
}

func (c *checker) outcomeOf(f ast.Node, in input, probe any, host string) (o outcome) {
	in.host = host
	_, err := netip.ParseAddr(host)
	isAddress := err == nil
	hits, returned, end := c.execute(bodyOf(f), in, probe)
	looksUp := slices.ContainsFunc(hits, func(h hit) bool { return h.kind == lookup }) && !c.dials()
	for _, h := range hits {
		text := h.value
		if h.kind == dial {
			text = "//" + text
		} else if h.kind == failure {
			o.accepts--
		}
		again := h.kind == fetch && c.connects(h.call)
		if u, err := neturl.Parse(text); err == nil && u.Hostname() == host && (h.kind == dial || again || h.kind == fetch && looksUp) {
			o.arrivals, o.node, o.again, o.requests = o.arrivals+1, h.node, again, h.kind == fetch
		}
	}
	for _, results := range returned {
		last := append([]any{unknown{}}, results...)[len(results)]
		saysNothing := isAddress && len(results) > 1 && !slices.ContainsFunc(results, func(v any) bool { return !isNil(v) })
		if _, isError := last.(error); !isError && !saysNothing {
			o.accepts++
		}
		if last == nil && o.node == nil && (looksUp || c.isControl(f)) {
			o.arrivals++
		}
	}
	o.misses, o.sure = len(returned)-o.arrivals, end == finished
	return o
}

// connects reports whether the function of a call requests by a client without a transport that may judge addresses. That of another
// package's client has none if this package makes no transport.
func (c *checker) connects(call *ast.CallExpr) bool {
	at, _ := c.root.FindByPos(call.Pos(), call.End())
	makesTransport := func(id *ast.Ident) bool { return c.isOneOf(id, ofTransports) }
	return around(at, func(other *ast.CallExpr) bool {
		_, of := c.requestBy(at, other)
		proxies := strings.Contains(c.callee(other), "net/http/httputil.") && c.requested(other) != nil && !inPackage(c.pass, makesTransport)
		return proxies || of == unguarded || of == anyClient && strings.HasPrefix(c.callee(other), "(*net/http.Client).") && !inPackage(c.pass, makesTransport) &&
			!c.isMadeElsewhere(selected(other).X)
	})
}

// isMadeElsewhere reports whether e is what a function of another package than net/http returns, such as a client that judges addresses.
func (c *checker) isMadeElsewhere(e ast.Expr) bool {
	call, ok := c.kept(e).(*ast.CallExpr)
	return ok && c.declared[c.callee(call)] == nil
}

// letsPass says what passes a check, and where the function requests it.
func (c *checker) letsPass(f ast.Node, in input, t string, spelling int, g guard) (what string, node ast.Node, requests bool) {
	try := func(s string) outcome { return c.outcomeOf(f, in, spellings(t, s)[spelling], s) }
	public, refused := try(g.public[0]), 0
	for _, s := range g.usual {
		if public.arrivals > 0 {
			if o := try(s); o.sure && o.accepts <= o.arrivals && (o.misses > public.misses || o.arrivals == 0 && o.misses > 0) {
				refused++
			}
		}
	}
	if refused < g.least || try(g.public[1]).misses != public.misses {
		return "", nil, false
	}
	for _, s := range slices.Concat(g.usual, g.others) {
		if o := try(s); o.arrivals == public.arrivals && o.misses == public.misses {
			return s + " passes the checks here, and is not public", o.node, o.requests
		}
	}
	if public.again && len(g.usual) > 1 {
		return "a name that has another address at the second look-up passes the checks here, and so does a redirect", public.node, true
	}
	return "", nil, false
}

// addressCheck finds a check of hosts before a request or a connection that lets one pass that is not public. A function that
// names who sends a request, or the addresses of the machine itself, does not guard requests.
func (c *checker) addressCheck(at inspector.Cursor) {
	f := at.Node()
	names := func(id *ast.Ident) bool { return c.isOneOf(id, ofPeers) }
	if contains(f, names) {
		return
	}
	for _, in := range append(c.inputs(at), c.parametersOf(f, "net/netip.Addr", "*net/url.URL")...) {
		t := "string"
		if in.param != nil {
			t = in.param.Type().String()
		}
		guards := c.words.guards()
		for i := range 2 * len(spellings(t, "")) {
			if what, node, requests := c.letsPass(f, in, t, i/2, guards[i%2]); what != "" {
				if declaration, ok := f.(*ast.FuncDecl); ok {
					f = declaration.Name
				}
				instead := "connect with the transport of package " + webURL + "/guard, or to an address that its IsPublic accepts"
				if requests {
					instead = "request it with the transport of package " + webURL + "/guard, which judges the address that it connects to"
				}
				c.report(cmp.Or(node, f), nil, "%s: %s", what, instead)
				return
			}
		}
	}
}

// ofPeers matches what names who sends a request, or the addresses of the machine, and ofTransports what a client may judge addresses with.
var (
	ofPeers = regexp.MustCompile(`^field net/http\.RemoteAddr$|^\(net\.Conn\)\.(Remote|Local)Addr$|^net\.Interface|^\(\*net\.Interface\)\.|` +
		`^\(\*github\.com/gin-gonic/gin\.Context\)\.(ClientIP|RemoteIP)$|^\(\*?github\.com/labstack/echo/v[45]\.Context\)\.RealIP$|` +
		`^\(\*?github\.com/gofiber/fiber/v[23]\.Ctx\)\.IPs?$`)
	ofTransports = regexp.MustCompile(`^net/http\.(Transport|RoundTripper)$|^net\.Dialer$|^\(.*\)\.RoundTrip$|^field net/http\.Transport$`)
)

// isOneOf reports whether an identifier is of a type, a function, a method or a field of another package whose name matches.
func (c *checker) isOneOf(id *ast.Ident, names *regexp.Regexp) bool {
	switch o := c.pass.TypesInfo.ObjectOf(id).(type) {
	case *types.Func:
		return names.MatchString(o.FullName())
	case *types.TypeName:
		return o.Pkg() != nil && names.MatchString(o.Pkg().Path()+"."+o.Name())
	case *types.Var:
		return o.IsField() && o.Pkg() != nil && names.MatchString("field "+o.Pkg().Path()+"."+o.Name())
	}
	return false
}

var aDialer = regexp.MustCompile(`RawConn|net\.Conn, error`)

// dials reports whether the package has a dialer of its own, which may judge addresses again.
func (c *checker) dials() bool {
	return inPackage(c.pass, func(t *ast.FuncType) bool { return aDialer.MatchString(c.text(t)) })
}

// isControl reports whether a function can be the Control of a dialer.
func (c *checker) isControl(f ast.Node) bool { return c.takes(f, "syscall.RawConn") }
