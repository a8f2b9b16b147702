package vet

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

type sinkKind int

const (
	redirect sinkKind = iota + 1
	cleaned           // a redirect of http.Redirect, which cleans a path
	fetch
	page
	browse // by a browser that the program runs
	shared // the field Access-Control-Allow-Origin
	dial   // a connection
	lookup
	failure // an answer with an error
)

// The words of what is sent: a label of the attacker's host, the host of the server, and a name of what is meant to be accepted.
// No text of the package contains one of them, so that no word of the code decides what is reported.
type words struct{ attacker, host, accepted string }

// usual are the words of most packages, and of the attacks here.
var usual = words{"evil", "app.example", "ok"}

// wordsFor returns the words for a package. They are the usual ones, or go on with letters.
func wordsFor(info *types.Info) words {
	var b strings.Builder
	for _, t := range info.Types {
		if t.Value != nil && t.Value.Kind() == constant.String {
			b.WriteString(strings.ToLower(constant.StringVal(t.Value)) + "\n")
		}
	}
	texts := b.String()
	unused := func(word, rest string, forms ...string) string {
		for used := true; used; {
			used = slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(texts, strings.ReplaceAll(form, "*", word)) })
			if used {
				word += string(rune('z' - len(word)%26))
			}
		}
		return word + rest
	}
	return words{unused("evil", "", "*"), unused("app", ".example", "*.example"), unused("ok", "", "/*", "*.")}
}

// owns reports whether a host, perhaps with a port, is one of the attacker's.
func (w words) owns(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return strings.HasSuffix(name, w.evil())
}

func (w words) evil() string { return w.attacker + ".example" }

// note adds a hit, if the beginning of v is known.
func (x *execution) note(kind sinkKind, call *ast.CallExpr, target ast.Expr, v any) {
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case open:
		s = string(v)
	case *neturl.URL:
		if v == nil {
			return
		}
		s = strings.ReplaceAll(v.String(), neturl.PathEscape(unknownText), "")
	default:
		return
	}
	if kind == cleaned {
		if kind = redirect; strings.HasPrefix(s, "/") {
			s = clean(s)
		}
	}
	if len(x.frames) > 0 {
		target = x.frames[0]
	}
	x.hits = append(x.hits, hit{kind, target, s, call, x.trusts, x.asked > 0})
}

// clean does to a path what http.Redirect does.
func clean(s string) string {
	w := httptest.NewRecorder()
	http.Redirect(w, &http.Request{URL: &neturl.URL{Path: "/"}}, s, http.StatusFound)
	return w.Header().Get("Location")
}

// sentBy reports whether v is a string that only an attacker sends: no text of the package has the word in it.
func (w words) sentBy(v any) bool {
	s, ok := v.(string)
	return ok && strings.Contains(s, w.attacker)
}

var aScheme = regexp.MustCompile(`^(?i)([a-z][a-z0-9+.-]*):`)

// browserReads returns the scheme and the host that a browser reads in a reference in a page of http or https, as far as
// what is sent here needs.
func browserReads(s string) (scheme, host string) {
	s = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.TrimLeftFunc(s, func(r rune) bool { return r <= ' ' }))
	if match := aScheme.FindStringSubmatch(s); match != nil {
		scheme, s = strings.ToLower(match[1]), s[len(match[0]):]
	}
	if scheme != "" && scheme != "http" && scheme != "https" {
		return scheme, ""
	}
	s = strings.ReplaceAll(s, `\`, "/")
	if !strings.HasPrefix(s, "//") {
		return scheme, ""
	}
	host = strings.TrimLeft(s, "/")
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	return scheme, host[strings.LastIndex(host, "@")+1:]
}

// An attack is what clients send: what a check is meant to accept and to refuse, and what passes it if it is wrong.
type attack struct {
	kinds             []sinkKind
	scheme            string // what is refused has it; "" if what is refused has a host
	accepted, refused []string
	leaks             []string
	like              string // a host that a regular expression matches
	prefix            string // that of a path, which the function may cut
	setting           string // what the program has from elsewhere
	message           string // of what was sent, and what arrived
}

func (w words) local() attack {
	evil := w.evil()
	return attack{
		kinds:    []sinkKind{redirect},
		accepted: []string{"/" + w.accepted + "/a"},
		refused:  []string{"https://" + evil + "/a"},
		leaks: []string{"//" + evil + "/a", `/\` + evil + "/a", "///" + evil + "/a", "https:///" + evil + "/a", `https:\\` + evil + "/a",
			`/./\` + evil + "/a", "/\t/" + evil + "/a", "https://" + w.host + "." + evil + "/a", "http://" + w.host + "." + evil + "/a",
			"https://" + w.host + "@" + evil + "/a", "https://" + w.host + "//" + evil + "/a"},
		message: "%[1]q passes the checks before this redirect, and a browser reads a host in %[2]q: " + writeSameOrigin,
	}
}

// own is the path of a request, which can begin with "//" or `/\`. A ServeMux of net/http makes one slash of several.
func (w words) own() attack {
	return attack{
		kinds:    []sinkKind{redirect},
		accepted: []string{"/" + w.accepted, "/" + w.accepted + "/"},
		leaks:    []string{`/\` + w.evil(), `/\` + w.evil() + "/"},
		message:  "a request for %[1]s is redirected to %[2]s, and a browser reads a host in it: " + writeSameOrigin,
	}
}

const useIsHTTP = "parse it with the URL of the page, check IsHTTP, and use Href"

func (w words) script() attack {
	return attack{
		kinds:    []sinkKind{page},
		scheme:   "javascript",
		accepted: []string{"https://" + w.accepted + ".example/a"},
		refused:  []string{"javascript:alert(1)"},
		leaks:    []string{"JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "\x01javascript:alert(1)"},
		message:  "%[1]q passes the checks before this, and is a script for a browser: " + useIsHTTP,
	}
}

// others pass checks for the schemes data: and file:, and a check for scripts before character references are read.
func (w words) others() []attack {
	data, file, reference := w.script(), w.script(), w.script()
	data.scheme, data.refused = "data", []string{"data:text/html,a"}
	data.leaks = []string{"DATA:text/html,a", " data:text/html,a", "da\tta:text/html,a"}
	data.message = "%[1]q passes the checks before this, and is a data: URL for a browser: " + useIsHTTP
	file.kinds, file.scheme, file.refused = []sinkKind{browse}, "file", []string{"file:///etc/a"}
	file.leaks = []string{"FILE:///etc/a", " file:///etc/a", "fi\tle:///etc/a"}
	file.message = "%[1]q passes the checks before this, and is a file for a browser: parse it, check IsHTTP, and use Href"
	reference.leaks = []string{"javascript&colon;alert(1)"}
	reference.message = "%[1]q passes the checks before this, and is a script when its character references are read: " + useIsHTTP
	return []attack{data, file, reference}
}

// internal is what passes a check of the text of a URL for a host that is not to be requested.
func (w words) internal() attack {
	return attack{
		kinds:    []sinkKind{fetch},
		accepted: []string{"https://" + w.accepted + ".example/a"},
		refused:  []string{"http://127.0.0.1/" + w.attacker},
		leaks:    []string{"HTTP://127.0.0.1/" + w.attacker},
		message:  "%[1]s passes the checks before this: use the transport of package guard, which judges addresses",
	}
}

// ofDomain is what passes a check of a URL's text for a domain, or for a URL of it.
func (w words) ofDomain(domain, text string) attack {
	evil := w.evil()
	a := attack{
		kinds:    []sinkKind{redirect, fetch, shared},
		accepted: []string{"https://" + domain + "/a", "https://www." + domain + "/a", "https://" + domain, "https://www." + domain},
		refused:  []string{"https://" + evil + "/a", "https://" + evil},
		leaks: []string{"https://" + domain + "." + evil + "/a", "https://" + domain + "@" + evil + "/a", "https://" + domain + "." + evil,
			"https://" + w.attacker + domain, "https://" + w.attacker + domain + "/a"},
		message: "%[1]s passes the checks before this: parse it, and compare its Origin",
	}
	if first, rest, _ := strings.Cut(domain, "."); strings.Contains(rest, ".") {
		a.like = first + "x" + rest
		a.leaks = append(a.leaks, "https://"+a.like+"/a")
	}
	text = strings.ReplaceAll(text, ":*", "")
	if strings.HasPrefix(text, "http") && strings.Contains(text, "*") { // a pattern of package path, whose "*" is no slash
		a.accepted = append(a.accepted, strings.ReplaceAll(text, "*", "www"))
		a.leaks = append(a.leaks, strings.ReplaceAll(text, "*", evil+"?"), strings.ReplaceAll(text, "*", evil+"#"))
	}
	if strings.HasPrefix(text, "http") && strings.Contains(text[8:], "/") {
		a.accepted = append(a.accepted, text, strings.Replace(text, domain, domain+":443", 1))
		for _, after := range []string{"@" + w.attacker, "@" + evil, "." + evil} {
			a.leaks = append(a.leaks, strings.Replace(text, domain, domain+after, 1))
		}
		a.leaks = append(a.leaks, "https://"+evil+"/?"+text)
	}
	return a
}

// configured is what passes checks that compare a URL with a text of the configuration: an origin without a slash at its end, or a
// domain without a dot before it.
func (w words) configured() []attack {
	evil, origin := w.evil(), "https://"+w.host
	message := "%[1]s passes the checks before this if they compare it with "
	ofOrigin := attack{
		kinds: []sinkKind{redirect, fetch, shared}, setting: origin,
		accepted: []string{origin + "/a"},
		refused:  []string{"https://" + evil + "/a", "https://" + evil},
		leaks:    []string{origin + "." + evil + "/a", origin + "@" + evil + "/a"},
		message:  message + origin + ": parse both, and compare their Origins",
	}
	ofDomain := ofOrigin
	ofDomain.setting, ofDomain.accepted = w.host, []string{origin + "/a", "https://www." + w.host + "/a", origin, "https://www." + w.host}
	ofDomain.leaks = []string{"https://" + w.attacker + w.host + "/a", "https://" + w.attacker + w.host, origin + "." + evil + "/a", origin + "@" + evil + "/a"}
	ofDomain.message = message + w.host + ": compare the whole host, or put a dot before the suffix"
	return []attack{ofOrigin, ofDomain}
}

// hasSchemeOf is what passes a check of a URL for the host of a link, but not for its scheme.
func (w words) hasSchemeOf(domain string) attack {
	a := w.script()
	a.accepted, a.leaks = []string{"https://" + domain + "/a"}, append([]string{"javascript://" + domain + "/%0aalert(1)"}, a.leaks...)
	return a
}

// succeeds reports whether what arrived leads to the attacker.
func (w words) succeeds(a attack, h hit) bool {
	scheme, host := browserReads(h.value)
	switch {
	case a.scheme != "":
		return scheme == a.scheme
	case h.kind == fetch:
		u, err := neturl.Parse(h.value)
		return err == nil && w.sentBy(u.Host+u.Path)
	}
	return w.sentBy(host) || a.like != "" && host == a.like
}

// arrivals are the hits of a value, and how the run ended.
type arrivals struct {
	hits []hit
	end  ending
}

// try reports where something arrives in a function that passes its checks and leads to the attacker.
func (c *checker) try(at inspector.Cursor, in input, a attack, ran map[string]arrivals) {
	body := bodyOf(at.Node())
	in.setting = a.setting
	arrive := func(s string) (hits []hit, end ending) {
		key := a.setting + "\n" + s
		if _, known := ran[key]; !known {
			all, _, end := c.execute(body, in, s)
			ran[key] = arrivals{all, end}
		}
		for _, h := range ran[key].hits {
			if slices.Contains(a.kinds, h.kind) && !c.reported[h.node.Pos()] {
				hits = append(hits, h)
			}
		}
		return hits, ran[key].end
	}
	free := map[ast.Expr]bool{} // where no check is
	for _, s := range a.refused {
		hits, end := arrive(s)
		if end == lost || end == asked && in.made { // where the program may have made it, what asks can do so for another reason
			return
		}
		for _, h := range hits {
			if in.made && c.words.sentBy(h.value) || a.scheme != "" && c.words.succeeds(a, h) {
				return // the program may have made it, and look at it for another reason than to refuse it
			}
			free[h.node] = free[h.node] || c.words.succeeds(a, h)
		}
	}
	checked := map[ast.Expr]bool{}
	for _, s := range a.accepted {
		hits, _ := arrive(s)
		for _, h := range hits {
			s := strings.TrimPrefix(strings.TrimPrefix(s, "https://"), a.prefix)
			if !c.words.succeeds(a, h) && strings.Contains(h.value, strings.Trim(s, "/")) && !free[h.node] {
				checked[h.node] = true
			}
		}
	}
	for _, s := range a.leaks {
		if len(checked) == 0 {
			return
		}
		hits, _ := arrive(s)
		for _, h := range hits {
			if checked[h.node] && c.words.succeeds(a, h) {
				delete(checked, h.node)
				c.report(h.node, nil, a.message, s, h.value)
			}
		}
	}
}

// arrives reports whether something is looked up or connected to, or arrives at a redirect, a request or a page in a function, or
// in what it calls.
func (c *checker) arrives(at inspector.Cursor) bool {
	if bodyOf(at.Node()) == nil {
		return false
	}
	for call := range at.Preorder((*ast.CallExpr)(nil)) {
		call := call.Node().(*ast.CallExpr)
		name := c.callee(call)
		if _, target := c.sink(call); target != nil || aLookUp.MatchString(name) {
			return true
		}
		if _, known := c.arriving[name]; !known && c.declared[name] != nil {
			callee, _ := c.root.FindNode(c.declared[name])
			c.arriving[name] = false // while it is found out
			c.arriving[name] = c.arrives(callee)
		}
		if c.arriving[name] {
			return true
		}
	}
	return c.isControl(at.Node())
}

func isText(t types.Type) bool {
	return t != nil && types.Identical(t.Underlying(), types.Typ[types.String])
}

// partsOf returns what the declaration and the literal of a function have both.
func partsOf(function ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	if f, ok := function.(*ast.FuncLit); ok {
		return f.Type, f.Body
	}
	return function.(*ast.FuncDecl).Type, function.(*ast.FuncDecl).Body
}

func bodyOf(function ast.Node) *ast.BlockStmt { _, body := partsOf(function); return body }

func parameters(function ast.Node) []*ast.Field { t, _ := partsOf(function); return t.Params.List }

// inputs returns what a client, or the caller, chooses: the strings that are sent in a request, those that a function of the
// package reads from it, the string parameters, and the fields that are used twice.
func (c *checker) inputs(at inspector.Cursor) []input {
	sent, fields := append(c.sentIn(at.Node(), nil), c.sentTo(at.Node(), 2)...), map[string]int{}
	for e := range all[*ast.SelectorExpr](at.Node()) {
		if c.isStringField(e) {
			fields[c.plainText(e)]++
		}
	}
	for _, text := range slices.Sorted(maps.Keys(fields)) {
		if fields[text] > 1 && len(sent) < 8 {
			sent = append(sent, input{text: text, made: true})
		}
	}
	return append(sent, c.stringParameters(at.Node())...)
}

// sentIn returns the strings of a request that a function reads.
func (c *checker) sentIn(function ast.Node, reader *types.Func) (sent []input) {
	bound := c.bound(function)
	for e := range all[ast.Expr](function) {
		_, reads := c.field(e, "net/http.Cookie", "Value")
		made := false
		switch e := e.(type) {
		case *ast.CallExpr:
			name := c.callee(e)
			made = slices.ContainsFunc(e.Args, func(e ast.Expr) bool { return isText(c.typeOf(e)) && c.pass.TypesInfo.Types[e].Value == nil })
			reads = name != "strings.TrimSpace" && name != "strings.ToLower" && c.fromRequest(e)
		case *ast.IndexExpr:
			reads = c.ofRequest(e.X) || c.isStored(e.X) || slices.Contains(bound, c.variable(e.X)) && c.pass.TypesInfo.Types[e.Index].Value != nil && isText(c.typeOf(e))
		case *ast.SelectorExpr:
			u, isQuery := c.field(e, netURL, "RawQuery")
			reads = reads || isQuery && c.ofRequestURL(u) || slices.Contains(bound, c.variable(e.X)) && isText(c.typeOf(e))
		}
		if in := (input{text: c.plainText(e), reader: reader, made: made}); reads && !slices.Contains(sent, in) {
			sent = append(sent, in)
		}
	}
	for _, v := range bound {
		if reader == nil && (isText(v.Type()) || v.Type().String() == "[]string") {
			sent = append(sent, input{param: v, bound: true})
		}
	}
	return sent
}

// isStored reports whether e is a field that is a map, and that the package puts texts into that a client sent.
func (c *checker) isStored(e ast.Expr) bool {
	field, ok := as[*ast.SelectorExpr](e)
	if !ok {
		return false
	}
	if c.stored == nil {
		c.stored = map[types.Object]bool{}
		for at := range c.root.Preorder((*ast.AssignStmt)(nil)) {
			s := at.Node().(*ast.AssignStmt)
			element, ok := as[*ast.IndexExpr](s.Lhs[0])
			if ok && len(s.Lhs) == 1 && c.fromRequest(s.Rhs[0]) {
				if to, ok := as[*ast.SelectorExpr](element.X); ok {
					c.stored[c.pass.TypesInfo.ObjectOf(to.Sel)] = true
				}
			}
		}
	}
	return c.stored[c.pass.TypesInfo.ObjectOf(field.Sel)]
}

// sentTo is sentIn for the functions of the package that a function asks, and for those that they ask.
func (c *checker) sentTo(function ast.Node, depth int) (sent []input) {
	for call := range all[*ast.CallExpr](function) {
		if f := c.asked(call); f != nil && depth > 0 {
			sent = append(append(sent, c.sentIn(c.declarations[f], f)...), c.sentTo(c.declarations[f], depth-1)...)
		}
	}
	return sent
}

// asked returns the function of the package that is called with the request of a server, or nil.
func (c *checker) asked(call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if c.declarations[f] == nil || !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return isNamed(c.typeOf(e), request) }) {
		return nil
	}
	return f
}

// readsHost reports whether a function of the package is called with the request of a server, and reads its host.
func (c *checker) readsHost(call *ast.CallExpr) bool {
	f := c.asked(call)
	return f != nil && contains(c.declarations[f], func(s *ast.SelectorExpr) bool { _, ok := c.field(s, request, "Host"); return ok })
}

// plainText returns the text of a call, a field or an element without parentheses, to compare it, and "" for others.
func (c *checker) plainText(e ast.Expr) string {
	switch e.(type) {
	case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
	default:
		return ""
	}
	if _, ok := c.plainTexts[e]; !ok {
		c.plainTexts[e] = strings.NewReplacer("(", "", ")", "").Replace(c.text(e))
	}
	return c.plainTexts[e]
}

// isStringField reports whether e is a field of a local variable, and a string. The request and its URL have none.
func (c *checker) isStringField(e ast.Expr) bool {
	selector := e.(*ast.SelectorExpr)
	s := c.pass.TypesInfo.Selections[selector]
	return s != nil && s.Kind() == types.FieldVal && s.Type().String() == "string" && c.variable(selector.X) != nil &&
		!isNamed(s.Recv(), netURL) && !isNamed(s.Recv(), request)
}

func (c *checker) stringParameters(f ast.Node) []input { return c.parametersOf(f, "string", "[]byte") }

// parametersOf returns the parameters of a function that have one of these types.
func (c *checker) parametersOf(f ast.Node, of ...string) (list []input) {
	for _, field := range parameters(f) {
		for _, name := range field.Names {
			v, _ := c.pass.TypesInfo.Defs[name].(*types.Var)
			if v != nil && (slices.Contains(of, v.Type().String()) || slices.Contains(of, v.Type().Underlying().String())) {
				list = append(list, input{param: v, made: true})
			}
		}
	}
	return list
}

// localCheck finds a redirect to what passes the checks in a function and leaves the site.
func (c *checker) localCheck(at inspector.Cursor) {
	c.prefixes = nil
	c.tryAll(at, c.words.local())
	for _, prefix := range slices.Clone(c.prefixes) {
		a := c.words.local()
		a.accepted, a.leaks = []string{prefix + c.words.accepted + "/a"}, []string{prefix + `../\` + c.words.evil() + "/a"}
		c.tryAll(at, a)
	}
}

// urlPrefix finds the same for a check of the text of a URL for a domain.
func (c *checker) urlPrefix(at inspector.Cursor) {
	attacks, domains := []attack{c.words.internal()}, c.domains(bodyOf(at.Node()))
	for _, text := range domains {
		domain := domainInText.FindStringSubmatch(text)[1]
		a := c.words.ofDomain(domain, text)
		if slices.ContainsFunc(domains, func(text string) bool { return strings.HasSuffix(domain, "."+domainInText.FindStringSubmatch(text)[1]) }) {
			a.leaks = a.leaks[:3] // the others may be in the parent
		}
		attacks = append(attacks, a)
	}
	if c.comparesTexts() {
		attacks = append(attacks, c.words.configured()...)
	}
	c.tryAll(at, attacks...)
}

// comparesTexts reports whether the package looks for texts in others that are not constants.
func (c *checker) comparesTexts() bool {
	if c.compares == nil {
		found := inPackage(c.pass, func(call *ast.CallExpr) bool {
			name := c.callee(call)
			return (slices.Contains(asksLists, name) || name == "path.Match" || name == "regexp.MatchString") &&
				slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return c.pass.TypesInfo.Types[e].Value == nil })
		})
		c.compares = &found
	}
	return *c.compares
}

// originCheck finds a check of the field Origin by its text that other sites pass: the function returns false, or answers with an
// error, for an unknown site, but neither for a site of the program nor for one whose name is alike.
func (c *checker) originCheck(at inspector.Cursor) {
	for _, in := range c.inputs(at) {
		if !strings.Contains(in.text, `"Origin"`) && (in.param == nil || !c.getsOrigin(at, in.param)) {
			continue
		}
		in.made = false
		refusals := func(s string) (n int) {
			hits, returned, end := c.execute(bodyOf(at.Node()), in, s)
			if end != finished {
				return -1
			}
			n = len(hits) - len(slices.DeleteFunc(hits, func(h hit) bool { return h.kind == failure }))
			for _, results := range returned {
				if slices.Contains(results, any(false)) || slices.ContainsFunc(results, func(v any) bool { _, ok := v.(error); return ok }) {
					n++
				}
			}
			return n
		}
		domains := c.domains(bodyOf(at.Node()))
		if in.setting = ""; c.comparesTexts() {
			domains = append(slices.Clone(domains), c.words.host)
		}
		for _, text := range domains {
			domain := domainInText.FindStringSubmatch(text)[1]
			if text == c.words.host {
				in.setting = "https://" + text
			}
			for _, leak := range []string{"http://" + domain + "." + c.words.evil(), "https://" + domain + "." + c.words.evil(), "https://" + c.words.attacker + domain} {
				scheme, _, _ := strings.Cut(leak, "//")
				if n := refusals(scheme + "//" + domain); n >= 0 && n < refusals(scheme+"//"+c.words.evil()) && refusals(leak) == n {
					node := at.Node()
					if f, ok := node.(*ast.FuncDecl); ok {
						node = f.Name
					}
					c.report(node, nil, "%s passes this check of an origin: parse it, and compare its Origin", leak)
					return
				}
			}
		}
	}
}

// getsOrigin reports whether a parameter of a function gets the field Origin: in a call in the package, or by what another package
// asks the function for, such as the field AllowOriginFunc.
func (c *checker) getsOrigin(at inspector.Cursor, v *types.Var) bool {
	if lit, ok := at.Node().(*ast.FuncLit); ok {
		return c.asksOrigin(lit, outermost(at).Parent().Node())
	}
	f := c.pass.TypesInfo.Defs[at.Node().(*ast.FuncDecl).Name].(*types.Func)
	i := slices.Index(slices.Collect(f.Signature().Params().Variables()), v)
	for at := range c.root.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		if typeutil.Callee(c.pass.TypesInfo, call) == f && i < len(call.Args) && strings.Contains(c.text(c.source(call.Args[i])), `"Origin"`) {
			return true
		}
	}
	for at := range c.root.Preorder((*ast.Ident)(nil)) {
		if id := at.Node().(*ast.Ident); c.pass.TypesInfo.Uses[id] == f && c.asksOrigin(id, outermost(at).Parent().Node()) {
			return true
		}
	}
	return false
}

var anOrigin = regexp.MustCompile(`Origin`)

// asksOrigin reports whether the node around a function gives it to what another package has for origins.
func (c *checker) asksOrigin(f ast.Expr, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.SelectorExpr:
		at, _ := c.root.FindNode(parent)
		return c.asksOrigin(parent, outermost(at).Parent().Node())
	case *ast.KeyValueExpr:
		id, ok := parent.Key.(*ast.Ident)
		return ok && c.isForeign(id)
	case *ast.AssignStmt:
		i := slices.Index(parent.Rhs, f)
		selector, ok := parent.Lhs[max(0, min(i, len(parent.Lhs)-1))].(*ast.SelectorExpr)
		return ok && c.isForeign(selector.Sel)
	case *ast.CallExpr:
		return slices.Contains(parent.Args, f) && anOrigin.MatchString(c.callee(parent)) && !strings.HasPrefix(c.callee(parent), c.pass.Pkg.Path()+".")
	}
	return false
}

// isForeign reports whether an identifier is of a field of another package for origins.
func (c *checker) isForeign(id *ast.Ident) bool {
	o := c.pass.TypesInfo.ObjectOf(id)
	return o != nil && o.Pkg() != nil && o.Pkg() != c.pass.Pkg && anOrigin.MatchString(o.Name())
}

// schemePrefix finds a page that shows a link whose text was compared with "javascript:", or whose host only was.
func (c *checker) schemePrefix(at inspector.Cursor) {
	attacks := append([]attack{c.words.script()}, c.words.others()...)
	for _, text := range c.domains(bodyOf(at.Node())) {
		attacks = append(attacks, c.words.hasSchemeOf(domainInText.FindStringSubmatch(text)[1]))
	}
	c.tryAll(at, attacks...)
	if contains(bodyOf(at.Node()), func(s *ast.SelectorExpr) bool { return s.Sel.Name == "Host" || s.Sel.Name == "Hostname" }) {
		for _, in := range c.inputs(at) {
			c.emptyHosts(at, in)
		}
	}
}

// emptyHosts finds a page that shows a link after a comparison of its host with that of another URL, which may both be empty.
func (c *checker) emptyHosts(at inspector.Cursor, in input) {
	const script = "javascript:alert(1)"
	arrives := func(setting, s string) (hits []hit) {
		in.setting = setting
		all, _, _ := c.execute(bodyOf(at.Node()), in, s)
		for _, h := range all {
			if scheme, _ := browserReads(h.value); h.kind == page && !c.reported[h.node.Pos()] && (s != script || scheme == "javascript") {
				hits = append(hits, h)
			}
		}
		return hits
	}
	page, mail := "https://"+c.words.host+"/", "mailto:a@"+c.words.host
	if len(arrives(page, page+"a")) == 0 || len(arrives(page, script)) > 0 || len(arrives(page, "https://"+c.words.evil())) > 0 {
		return
	}
	for _, h := range arrives(mail, script) {
		c.report(h.node, nil, "%s passes the checks before this if the other host is empty, too, such as that of %s: %s", script, mail, useIsHTTP)
	}
}

func (c *checker) tryAll(at inspector.Cursor, attacks ...attack) {
	for _, in := range c.inputs(at) {
		ran := map[string]arrivals{}
		for _, a := range attacks {
			c.try(at, in, a, ran)
		}
	}
}

var domainInText = regexp.MustCompile(`^(?:https?://)?(?:\*?\.|\*)?` +
	`([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}|localhost|127\.0\.0\.1)(?::[\d*]+)?(?:/.*)?$`)

var aFileName = regexp.MustCompile(`\.(html?|json|go|txt|css|js|png|ico|tmpl|ya?ml|xml|svg|md|conf|log|pem)$`)

// domains returns the strings with a domain of a function or, if it has none, those of the package.
func (c *checker) domains(body *ast.BlockStmt) (list []string) {
	add := func(n ast.Node) {
		for e := range all[ast.Expr](n) {
			if s, _ := c.constant(e); domainInText.MatchString(s) && !aFileName.MatchString(s) && !slices.Contains(list, s) && len(list) < 5 {
				list = append(list, s)
			}
		}
	}
	if add(body); len(list) > 0 {
		return list
	}
	if c.allDomains == nil {
		for _, f := range c.pass.Files {
			if !c.inTest(f) {
				add(f)
			}
		}
		c.allDomains = append([]string{}, list...)
	}
	return c.allDomains
}

// ownPath finds a redirect to the path of the request, or to what is left of it without the prefix of the function's pattern.
func (c *checker) ownPath(at inspector.Cursor) {
	a := c.words.own()
	if patterns := c.fixedPaths(at); len(patterns) > 0 {
		for _, pattern := range patterns {
			if a.prefix = subtree(pattern); a.prefix != "" {
				a.accepted, a.leaks = []string{a.prefix + c.words.accepted}, []string{a.prefix + `\` + c.words.evil()}
				c.try(at, input{request: true}, a, map[string]arrivals{})
			}
		}
		return
	}
	if f, ok := at.Node().(*ast.FuncDecl); ok && f.Name.Name == "ServeHTTP" { // before a ServeMux, or without one
		a.leaks = append(a.leaks, "//"+c.words.evil(), "//"+c.words.evil()+"/")
	}
	c.prefixes = nil
	c.try(at, input{request: true}, a, map[string]arrivals{})
	for _, a.prefix = range slices.Clone(c.prefixes) {
		a.accepted, a.leaks = []string{a.prefix + c.words.accepted}, []string{a.prefix + `\` + c.words.evil()}
		c.try(at, input{request: true}, a, map[string]arrivals{})
	}
}

// fixedPaths returns the paths that a function is registered for, such as "/login" or "/a/{id}".
func (c *checker) fixedPaths(at inspector.Cursor) []string {
	for f := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.CallExpr)(nil)) {
		switch f := f.Node().(type) {
		case *ast.CallExpr:
			if path := c.fixedPath(f); path != "" {
				return []string{path}
			}
		case *ast.FuncDecl:
			return c.registered[f.Name.Name]
		}
	}
	return nil
}

// fixedPath returns the pattern of a path that a call has, or "". The pattern "/" is for all paths in net/http.
func (c *checker) fixedPath(call *ast.CallExpr) string {
	for _, e := range call.Args {
		s, _ := c.constant(e)
		_, s, found := strings.Cut(s, "/")
		if s == "" && found && !strings.Contains(c.callee(call), "net/http.") || s != "" && !strings.ContainsAny(s[:1], "{*:.<(") {
			return "/" + s
		}
	}
	return ""
}

// subtree returns the part of a pattern before what any path can have in its place: "/a/" for "/a/{id}", "/a/:id" and "/a/".
func subtree(pattern string) string {
	if end := strings.IndexAny(pattern, "{*:"); end >= 0 {
		pattern = pattern[:end]
	}
	if pattern == "/" || !strings.HasSuffix(pattern, "/") {
		return ""
	}
	return pattern
}

// registeredFunctions returns the names of functions that are arguments beside a path, and these paths.
func (c *checker) registeredFunctions(root inspector.Cursor) map[string][]string {
	names := map[string][]string{}
	for at := range root.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		path := c.fixedPath(call)
		if path == "" {
			continue
		}
		for id := range at.Preorder((*ast.Ident)(nil)) {
			if f, ok := c.pass.TypesInfo.Uses[id.Node().(*ast.Ident)].(*types.Func); ok && !slices.Contains(names[f.Name()], path) {
				names[f.Name()] = append(names[f.Name()], path)
			}
		}
	}
	return names
}

// ofRequest returns what an execution knows of the request of a server.
func (x *execution) ofRequest(e ast.Expr) (any, bool) {
	if _, ok := x.c.field(e, request, "Host"); ok {
		return x.c.words.host, true
	}
	if _, ok := x.c.field(e, request, "URL"); ok && x.input.request {
		if x.url == nil {
			u, err := neturl.ParseRequestURI(x.probe.(string))
			if err != nil {
				panic(giveUp{lost})
			}
			x.url = u
		}
		return x.url, true
	}
	if _, ok := x.c.field(e, request, "RequestURI"); ok && x.input.request {
		return x.probe, true
	}
	return nil, false
}
