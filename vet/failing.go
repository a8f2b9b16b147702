package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/browser"
	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// blank reports whether e is "_".
func blank(e ast.Expr) bool {
	id, ok := code.As[*ast.Ident](e)
	return ok && id.Name == "_"
}

// splitHostPort finds host, _, _ := net.SplitHostPort(n.Host), where nothing asks whether host, or a port, is "".
func (c *checker) splitHostPort(at inspector.Cursor) {
	s := at.Node().(*ast.AssignStmt)
	call, _ := c.Call(s.Rhs[0], "net.SplitHostPort")
	if call == nil || len(s.Lhs) != 3 || !blank(s.Lhs[2]) || blank(s.Lhs[0]) || c.Variable(s.Lhs[0]) == nil {
		return
	}
	instead := "remove the port only if there is one"
	if n, ok := c.Field(c.Value(call.Args[0]), code.NetURL, "Host"); ok {
		instead = "use " + c.Text(n) + ".Hostname()"
	} else if _, ok := c.Field(c.Value(call.Args[0]), code.Request, "Host"); !ok {
		return
	}
	isEmpty := func(b *ast.BinaryExpr) bool {
		_, isPort := c.Get(b.X, code.NetMethod("Port"), code.Method("Port"))
		return c.Text(b.Y) == `""` && (isPort || c.Source(b.X) == call)
	}
	length := func(e *ast.CallExpr) bool {
		if c.Text(e.Fun) != "len" || len(e.Args) != 1 {
			return false
		}
		_, isPort := c.Get(e.Args[0], code.NetMethod("Port"), code.Method("Port"))
		return isPort || c.Source(e.Args[0]) == call
	}
	judgesHost := func(f code.Fact) bool { // whether a call such as hasPort(n.Host) decides
		by, _ := f.Cond.(*ast.CallExpr)
		return by != nil && !strings.HasPrefix(c.Callee(by), "strings.") && slices.ContainsFunc(by.Args, func(e ast.Expr) bool { return c.Same(e, call.Args[0]) })
	}
	if code.Around(at, isEmpty) || code.Around(at, length) || c.looksForColon(at, call.Args[0]) || slices.ContainsFunc(code.Facts(at), judgesHost) {
		return
	}
	c.report(call, nil, `without a port, this returns an error and an empty host; %s`, instead)
}

// segmentsError finds segments, _ := u.DecodedSegments(), and the same of a SegmentDecoder.
func (c *checker) segmentsError(at inspector.Cursor) {
	s := at.Node().(*ast.AssignStmt)
	call, u := c.Call(s.Rhs[0], code.Method("DecodedSegments"), "("+code.WebURL+".SegmentDecoder).Decode")
	if call != nil && len(s.Lhs) == 2 && blank(s.Lhs[1]) && !blank(s.Lhs[0]) {
		if len(call.Args) == 1 {
			u = call.Args[0] // of Decode
		}
		c.report(call, nil, "for /%%2e%%2e/a, this returns an error and no segments, as if %s had the path /; check the error", c.Text(u))
	}
}

// omitsEmpty matches the part of a field's tag that says omitempty for JSON.
var omitsEmpty = regexp.MustCompile("([`\" ]json:\\\\?\"[^\"]*,)omitempty\\b")

// omitEmpty finds a URL in a struct with omitempty, which leaves out no struct.
func (c *checker) omitEmpty(at inspector.Cursor) {
	field := at.Node().(*ast.Field)
	if field.Tag == nil || !code.IsNamed(c.TypeOf(field.Type), code.UrlType) || code.IsPointer(c.TypeOf(field.Type)) {
		return
	}
	tag, _ := strconv.Unquote(field.Tag.Value) // it compiled
	options := strings.Split(reflect.StructTag(tag).Get("json"), ",")
	if !slices.Contains(options[1:], "omitempty") || slices.Contains(options[1:], "omitzero") {
		return
	}
	c.report(field, fix("Write omitzero", replace(field.Tag, omitsEmpty.ReplaceAllString(field.Tag.Value, "${1}omitzero"))),
		`omitempty never omits a struct, so the zero URL is written as ""; use omitzero`)
}

// hostLabel finds Components{Host: tenant + ".api.example"} where a client sent tenant.
func (c *checker) hostLabel(at inspector.Cursor) {
	literal := at.Node().(*ast.CompositeLit)
	if !code.IsNamed(c.TypeOf(literal), code.WebURL+".Components") {
		return
	}
	for call := range at.Enclosing((*ast.CallExpr)(nil)) {
		at = call // that of Build, which does not judge the host
		break
	}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok || c.Text(pair.Key) != "Host" {
			continue
		}
		parts := c.parts(pair.Value)
		for i, p := range parts {
			if p.expr == nil || i+1 == len(parts) || !strings.HasPrefix(parts[i+1].text, ".") {
				continue
			}
			if e := p.expr; c.FromRequest(e) && !c.tested(at, e) {
				c.report(pair.Value, nil, "%s comes from the client and may consist of several labels, such as a.b; parse the host and compare its labels", c.Text(e))
			}
		}
	}
}

// displayHTML finds a text for display between tags that are written to a response.
func (c *checker) displayHTML(at inspector.Cursor) {
	const display = code.WebURL + "/display."
	call, _ := c.Call(at.Node().(ast.Expr), "fmt.Fprintf", "fmt.Fprint", "fmt.Fprintln", "io.WriteString")
	if call == nil || !code.IsNamed(c.TypeOf(call.Args[0]), code.Response) {
		return
	}
	tag := false
	var shown ast.Expr
	for _, arg := range call.Args[1:] {
		for _, p := range c.parts(arg) {
			tag = tag || aTag.MatchString(p.text)
			if p.expr == nil {
				continue
			}
			e := c.Value(p.expr)
			text, _ := c.Call(e, display+"URL", display+"PartsOf", "("+display+"Parts).String")
			if text != nil || c.TypeOf(e) != nil && code.IsNamed(c.TypeOf(e), display+"Parts") {
				shown = arg
			}
		}
	}
	if tag && shown != nil {
		c.report(shown, nil, "this is not escaped for HTML, and a URL can contain quotation marks and ampersands; use html/template or html.EscapeString")
	}
}

const (
	bypasses   = "with %[1]s set, connections can bypass the policy, which then does not check their addresses; leave %[1]s as NewTransport sets it"
	isShadowed = "net/http ignores Dial while DialContext is set, and without DialContext, connections bypass the policy; leave both as NewTransport sets them"
)

// guardTransport finds a field of guard's transport that dials in the guard's place, or would do so without DialContext.
func (c *checker) guardTransport(at inspector.Cursor) {
	s := at.Node().(*ast.AssignStmt)
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, to := range s.Lhs {
		for _, name := range []string{"Proxy", "Dial", "DialContext", "DialTLS", "DialTLSContext"} {
			transport, ok := c.Field(to, "net/http.Transport", name)
			if !ok || c.Pass.TypesInfo.Types[s.Rhs[i]].IsNil() {
				continue
			}
			if made, _ := c.Call(c.Value(transport), "("+code.WebURL+"/guard.Policy).NewTransport"); made != nil {
				if name == "Dial" {
					c.report(to, nil, isShadowed)
				} else {
					c.report(to, nil, bypasses, name)
				}
			}
		}
	}
}

// guardClient finds a request by a client without a policy for a URL that a policy checked, or that a client with its
// transport requests in the same function.
func (c *checker) guardClient(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	target, of := c.requestBy(at, call)
	if of != unguarded || c.Pass.TypesInfo.Types[target].Value != nil {
		return
	}
	f, ok := code.Function(at)
	if !ok {
		return
	}
	for other := range code.All[*ast.CallExpr](f.Node()) {
		check, _ := c.Call(other, "("+code.WebURL+"/guard.Policy).Check")
		u, ok := c.Get(target, code.Method("Href"), code.Method("String"))
		if check != nil && ok && check.Pos() < call.Pos() && c.Same(check.Args[0], u) {
			c.report(call, nil, "Check does not look up host names, and this client connects to any address; use a client whose transport comes from the policy's NewTransport")
			return
		}
		if same, of := c.requestBy(at, other); of == guarded && c.Same(same, target) && c.onlyErrors(code.Facts(at)) {
			c.report(call, nil, "elsewhere, this function sends a request for %s with a client that has a guard policy, but the client here connects to any address; use the guarded client for both requests", c.Text(target))
			return
		}
	}
}

// onlyErrors reports whether all conditions compare something with nil. Another one may say that there is no need for a guard.
func (c *checker) onlyErrors(known []code.Fact) bool {
	return !slices.ContainsFunc(known, func(f code.Fact) bool {
		b, ok := f.Cond.(*ast.BinaryExpr)
		return !ok || !c.Pass.TypesInfo.Types[b.Y].IsNil()
	})
}

var removesText = regexp.MustCompile(`^(strings\.(Map|Replace|ReplaceAll|NewReplacer|Fields|FieldsFunc|ContainsAny|IndexAny|ContainsFunc)|` +
	`net/url\.|unicode\.|html\.|\(\*?(regexp|strings)\.|regexp\.)`)

// schemeCheck finds a function that refuses scripts and no other links, but takes a script for a link, and one that removes
// attributes of a page that begin with "on" and compares text with "javascript:".
func (c *checker) schemeCheck(at inspector.Cursor) {
	f := at.Node().(*ast.FuncDecl)
	if f.Body == nil || !c.namesScript() {
		return
	}
	for _, in := range c.stringParameters(f) {
		if c.arrives(at) {
			break // for scheme-prefix
		}
		if s := c.confused(f.Body, in); s != "" {
			c.report(f.Name, nil, "the function %s does not recognize %q as a script, but a browser runs it as one; %s", f.Name.Name, s, useIsHTTP)
			return
		}
	}
	isHandler := func(call *ast.CallExpr) bool {
		return c.Callee(call) == "strings.HasPrefix" && c.Text(call.Args[1]) == `"on"`
	}
	if !code.Contains(f.Body, isHandler) || code.Contains(f.Body, func(call *ast.CallExpr) bool { return removesText.MatchString(c.Callee(call)) }) {
		return
	}
	for at := range at.Preorder((*ast.CallExpr)(nil)) {
		call, _ := c.Call(at.Node().(ast.Expr), "strings.HasPrefix")
		if call == nil {
			continue
		}
		removes := func(s string) bool { return strings.ContainsAny(s, "\t\n\r") }
		if prefix, _ := c.Constant(call.Args[1]); prefix == "javascript:" && !c.literal(at, removes) && c.onlyLowers(call.Args[0]) {
			c.report(call, nil, "java\\tscript: and \\x01javascript: do not have this prefix, but a browser runs them as scripts; %s", useIsHTTP)
		}
	}
}

// onlyLowers reports whether e is a text that no other function may have cleaned than those for spaces and case.
func (c *checker) onlyLowers(e ast.Expr) bool {
	call, ok := c.Value(e).(*ast.CallExpr)
	return !ok || slices.Contains([]string{"strings.TrimSpace", "strings.ToLower"}, c.Callee(call)) && c.onlyLowers(call.Args[0])
}

// confused returns a script that a function takes for a link, if it takes another one for a script, and refuses no other links.
func (c *checker) confused(body *ast.BlockStmt, in interp.Input) string {
	known := true
	refuses := func(s string) bool {
		var probe any = s
		if _, isSlice := in.Param.Type().Underlying().(*types.Slice); isSlice {
			probe = []byte(s)
		}
		_, returned, end := c.Execute(body, in, probe)
		if end != interp.Finished || len(returned) != 1 || len(returned[0]) != 1 {
			known = false
			return false
		}
		switch answer := returned[0][0].(type) {
		case bool:
			return answer
		case string:
			scheme, _ := browser.Reads(answer)
			return scheme == "" && !strings.Contains(answer, "a")
		case nil, error:
			return answer != nil
		}
		known = false
		return false
	}
	script := c.words.script()
	link := refuses(script.accepted[0])
	for _, s := range []string{"/" + c.words.Accepted + "/a", "mailto:a@" + c.words.Accepted + ".example"} {
		if refuses(s) != link {
			return ""
		}
	}
	if refuses(script.refused[0]) == link || !known {
		return ""
	}
	for _, s := range script.leaks {
		if refuses(s) == link && known {
			return s
		}
	}
	return ""
}
