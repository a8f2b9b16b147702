package vet

import (
	"cmp"
	"go/ast"
	"net"
	"net/netip"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// A guard is a check that is meant to allow what is public, and to refuse at least so many of the usual hosts. Others may pass.
type guard struct {
	public, usual, others []string
	least                 int
}

func (w words) guards() []guard {
	return []guard{
		{interp.PublicAddresses, []string{"127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254"}, []string{"172.16.0.1", "::1", "0.0.0.0", "::",
			"::ffff:127.0.0.1", "fd00::1", "fe80::1", "100.64.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "fec0::1"}, 2},
		{[]string{w.Accepted + ".example", w.Accepted + ".test"}, []string{"localhost"}, []string{"127.0.0.1", "127.1.2.3", "localhost.", "::1", "127.0.0.1.nip.io"}, 1},
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

func (c *checker) outcomeOf(f ast.Node, in interp.Input, probe any, host string) (o outcome) {
	in.Host = host
	_, err := netip.ParseAddr(host)
	isAddress := err == nil
	hits, returned, end := c.Execute(code.BodyOf(f), in, probe)
	looksUp := slices.ContainsFunc(hits, func(h interp.Hit) bool { return h.Kind == interp.Lookup }) && !c.hasDialer()
	for _, h := range hits {
		text := h.Value
		if h.Kind == interp.Dial {
			text = "//" + text
		} else if h.Kind == interp.Failure {
			o.accepts--
		}
		again := h.Kind == interp.Fetch && c.connects(h.Call)
		if u, err := neturl.Parse(text); err == nil && u.Hostname() == host && (h.Kind == interp.Dial || again || h.Kind == interp.Fetch && looksUp) {
			o.arrivals, o.node, o.again, o.requests = o.arrivals+1, h.Node, again, h.Kind == interp.Fetch
		}
	}
	for _, results := range returned {
		last := append([]any{interp.Unknown{}}, results...)[len(results)]
		saysNothing := isAddress && len(results) > 1 && !slices.ContainsFunc(results, func(v any) bool { return !interp.IsNil(v) })
		if _, isError := last.(error); !isError && !saysNothing {
			o.accepts++
		}
		if last == nil && o.node == nil && (looksUp || c.isControl(f)) {
			o.arrivals++
		}
	}
	o.misses, o.sure = len(returned)-o.arrivals, end == interp.Finished
	return o
}

// connects reports whether the function of a call requests by a client without a transport that may judge addresses. That of another
// package's client has none if this package makes no transport.
func (c *checker) connects(call *ast.CallExpr) bool {
	at, _ := c.Root.FindByPos(call.Pos(), call.End())
	return code.Around(at, func(other *ast.CallExpr) bool {
		_, of := c.requestBy(at, other)
		proxies := strings.Contains(c.Callee(other), "net/http/httputil.") && c.requested(other) != nil && !c.hasTransport()
		return proxies || of == unguarded || of == anyClient && strings.HasPrefix(c.Callee(other), "(*net/http.Client).") && !c.hasTransport() &&
			!c.isMadeElsewhere(code.Selected(other).X)
	})
}

// isMadeElsewhere reports whether e is what a function of another package than net/http returns, such as a client that judges addresses.
func (c *checker) isMadeElsewhere(e ast.Expr) bool {
	call, ok := c.Kept(e).(*ast.CallExpr)
	return ok && c.Declared[c.Callee(call)] == nil
}

// letsPass says what passes a check, and where the function requests it.
func (c *checker) letsPass(f ast.Node, in interp.Input, t string, spelling int, g guard) (what string, node ast.Node, requests bool) {
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
	onlyIPv4 := code.Contains(f, func(lit *ast.BasicLit) bool { return aNetwork4.MatchString(lit.Value) })
	for _, s := range slices.Concat(g.usual, g.others) {
		if onlyIPv4 && strings.Contains(s, ":") {
			continue
		}
		if o := try(s); o.arrivals == public.arrivals && o.misses == public.misses {
			return s + " passes the checks here but is not a public host", o.node, o.requests
		}
	}
	if public.again && len(g.usual) > 1 {
		return "the checks here catch neither redirects nor a host name that resolves to a different address when the client connects", public.node, true
	}
	return "", nil, false
}

// addressCheck finds a check of hosts before a request or a connection that lets one pass that is not public. A function that
// names who sends a request, or the addresses of the machine itself, does not guard requests.
func (c *checker) addressCheck(at inspector.Cursor) {
	f := at.Node()
	names := func(id *ast.Ident) bool { return c.IsOneOf(id, ofPeers) }
	if code.Contains(f, names) {
		return
	}
	for _, in := range append(c.inputs(at), c.parametersOf(f, "net/netip.Addr", "*net/url.URL")...) {
		t := "string"
		if in.Param != nil {
			t = in.Param.Type().String()
		}
		guards := c.words.guards()
		for i := range 2 * len(spellings(t, "")) {
			if what, node, requests := c.letsPass(f, in, t, i/2, guards[i%2]); what != "" {
				if declaration, ok := f.(*ast.FuncDecl); ok {
					f = declaration.Name
				}
				instead := "dial through a transport from " + code.WebURL + "/guard, or dial only addresses that guard.IsPublic accepts"
				if requests {
					instead = "send the request " + throughGuard
				}
				c.report(cmp.Or(node, f), nil, "%s; %s", what, instead)
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

// aNetwork4 matches the networks of IPv4, which a function can require.
var aNetwork4 = regexp.MustCompile("^[\"`](tcp|udp|ip)4[\"`]$")

var aDialer = regexp.MustCompile(`RawConn|net\.Conn, error`)

// isDialer reports whether a function can be a dialer of the package, which may judge addresses again.
func (c *checker) isDialer(f *ast.FuncType) bool { return aDialer.MatchString(c.Text(f)) }

func (c *checker) ofTransport(id *ast.Ident) bool { return c.IsOneOf(id, ofTransports) }
