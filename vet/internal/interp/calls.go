package interp

import (
	"go/ast"
	"go/types"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/weburl-go/url/vet/internal/code"
)

// note adds a hit, if the beginning of v is known.
func (x *execution) note(kind Kind, call *ast.CallExpr, target ast.Expr, v any) {
	if kind != Fetch && kind != Dial && isForwarded.MatchString(x.input.Text) {
		return
	}
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
	if kind == Cleaned {
		if kind = Redirect; strings.HasPrefix(s, "/") {
			s = clean(s)
		}
	}
	if len(x.frames) > 0 {
		target = x.frames[0]
	}
	x.hits = append(x.hits, Hit{kind, target, s, call, x.trusts, x.asked > 0})
}

// clean cleans a path as http.Redirect does.
func clean(s string) string {
	w := httptest.NewRecorder()
	http.Redirect(w, &http.Request{URL: &neturl.URL{Path: "/"}}, s, http.StatusFound)
	return w.Header().Get("Location")
}

// notePrefix records a path prefix that a function looks for, even if no constant contains it.
func (x *execution) notePrefix(v any) {
	if s, ok := v.(string); ok && len(s) > 2 && strings.HasPrefix(s, "/") && strings.HasSuffix(s, "/") && !slices.Contains(x.c.Prefixes, s) {
		x.c.Prefixes = append(x.c.Prefixes, s)
	}
}

// NewMachine returns a machine for a program. Its Sinks and its Judge must be set. It uses the models, so it
// cannot be next to Machine.
func NewMachine(p *code.Program) *Machine {
	return &Machine{Program: p, Labels: labelsFor(p.Pass.TypesInfo), globals: map[*types.Var]any{}, instances: map[*types.Named]any{},
		deciding: map[ast.Expr]bool{}, clients: map[ast.Expr]bool{}, spent: map[*ast.BlockStmt]int{}, captured: map[*ast.FuncLit][]*types.Var{}, before: beforeArguments(), after: withArguments()}
}

// beforeArguments returns the models that evaluate the arguments of a call themselves, and withArguments the others. The first model
// that knows a call decides.
func beforeArguments() []model {
	return []model{(*execution).sink, (*execution).conversion, (*execution).exit, (*execution).parsed, (*execution).decoded, (*execution).closed,
		(*execution).methodCall, (*execution).once}
}

func withArguments() []model {
	return []model{(*execution).fromLibrary, (*execution).ofPrefix, (*execution).joined, (*execution).formatted, (*execution).failure,
		(*execution).madeError, (*execution).asksList, (*execution).looks, (*execution).bound, (*execution).function, (*execution).lookUp}
}

// call evaluates a call, and notes what arrives at a redirect, a request or a page.
func (x *execution) call(call *ast.CallExpr) any {
	f := &called{CallExpr: call, name: x.c.Callee(call)}
	if selector := code.Selected(call); selector != nil && !x.c.IsPackage(selector.X) && x.c.Pass.TypesInfo.Selections[selector] != nil {
		f.of = selector.X
	}
	for _, m := range x.c.before {
		if v, ok := m(x, f); ok {
			return v
		}
	}
	f.args, f.known, f.tainted = x.arguments(call)
	for _, m := range x.c.after {
		if v, ok := m(x, f); ok {
			return v
		}
	}
	return x.unknownCall(f)
}

func (x *execution) sink(f *called) (any, bool) {
	kind, target := x.c.Sinks(f.CallExpr)
	if target == nil {
		return nil, false
	}
	v := x.eval(target)
	x.note(kind, f.CallExpr, target, v)
	if kind == Page {
		return v, true
	}
	return Unknown{}, true
}

func (x *execution) conversion(f *called) (any, bool) {
	t := x.c.Pass.TypesInfo.Types[f.Fun]
	if t.IsType() && len(f.Args) == 1 {
		return x.convert(f.CallExpr, t.Type), true
	} else if t.IsBuiltin() {
		return x.builtin(f.CallExpr), true
	}
	return nil, false
}

func (x *execution) exit(f *called) (any, bool) {
	if f.name == "os.Exit" || strings.HasPrefix(f.name, "log.Fatal") {
		panic(stop{})
	}
	return nil, false
}

func (x *execution) parsed(f *called) (any, bool) {
	if !x.input.Unchecked || !slices.Contains(parsers, f.name) || strings.HasSuffix(f.name, "nescape") {
		return nil, false
	}
	return x.parse(f.CallExpr), true
}

func (x *execution) decoded(f *called) (any, bool) {
	if !x.input.Unchecked || len(f.Args) != 1 || !decodes.MatchString(f.name) {
		return nil, false
	}
	switch v := x.eval(f.Args[0]).(type) {
	case string:
		return tuple{[]byte(v), nil}, true
	case Unknown:
		return v, true
	}
	return nil, false
}

// closed calls a closure.
func (x *execution) closed(f *called) (any, bool) {
	if f.name != "" {
		return nil, false
	}
	function, ok := x.eval(f.Fun).(*closure)
	if !ok || f.Ellipsis.IsValid() {
		return nil, false
	}
	args, _, _ := x.arguments(f.CallExpr)
	if results, ok := first(args).(tuple); ok { // f(g())
		args = results
	}
	return x.apply(function, args), true
}

func (x *execution) methodCall(f *called) (any, bool) {
	if f.of == nil || f.name == "" {
		return nil, false
	}
	selector := code.Selected(f.CallExpr)
	f.receiver = x.promoted(x.eval(selector.X), selector)
	return x.method(f.CallExpr, selector.Sel.Name, f.receiver)
}

func (x *execution) once(f *called) (any, bool) {
	if onces.MatchString(f.name) {
		return x.eval(f.Args[0]), true
	}
	return Unknown{}, f.name == code.CallsOnce // as one of the functions init
}

func (x *execution) fromLibrary(f *called) (any, bool) {
	function, ok := library[f.name]
	if !ok || !f.known || f.Ellipsis.IsValid() {
		return nil, false
	}
	for i, v := range f.args {
		if function, ok := v.(*closure); ok {
			f.args[i] = func(arg any) any { return x.apply(function, []any{arg}) }
		}
	}
	x.spend(most(f.name, f.args))
	if asksPrefix.MatchString(f.name) {
		x.notePrefix(f.args[1])
	}
	return reflected(reflect.ValueOf(function), f.args), true
}

// ofPrefix models strings.HasPrefix for a string whose beginning is known.
func (x *execution) ofPrefix(f *called) (any, bool) {
	if f.name != "strings.HasPrefix" {
		return nil, false
	}
	s, ok := f.args[0].(open)
	prefix, isString := f.args[1].(string)
	if !ok || !isString || len(prefix) > len(s) {
		return nil, false
	}
	return strings.HasPrefix(string(s), prefix), true
}

func (x *execution) joined(f *called) (any, bool) {
	host, ok := first(f.args).(string)
	return open(host + ":"), ok && f.name == "net.JoinHostPort" && !f.known
}

func (x *execution) formatted(f *called) (any, bool) {
	if f.name != "fmt.Sprintf" || f.Ellipsis.IsValid() {
		return nil, false
	}
	x.spend(most(f.name, f.args))
	return sprintf(f.args), true
}

// failure records a response with an error.
func (x *execution) failure(f *called) (any, bool) {
	isFailure := func(v any) bool { status, _ := v.(int64); return status >= 400 }
	if f.name != "net/http.Error" && !(slices.ContainsFunc(f.args, isFailure) && aStatus.MatchString(f.name)) {
		return nil, false
	}
	x.hits = append(x.hits, Hit{Kind: Failure})
	return Unknown{}, true
}

func (x *execution) madeError(f *called) (any, bool) {
	return ErrAny, f.name == "fmt.Errorf" || f.name == "errors.New"
}

// asksList assumes that an unknown list does not contain what an attacker sends.
func (x *execution) asksList(f *called) (any, bool) {
	isProbe := slices.ContainsFunc(f.args, x.c.Labels.SentBy) || slices.ContainsFunc(f.args, x.isHost) && slices.Contains(f.args, any(Unknown{}))
	asks := isProbe && slices.Contains(AsksLists, f.name)
	x.listed = x.listed || asks && x.input.Unchecked
	return false, asks
}

// looks models the functions that look for a file or write a log.
func (x *execution) looks(f *called) (any, bool) {
	if !slices.ContainsFunc(looksFor, func(prefix string) bool { return strings.HasPrefix(f.name, prefix) }) {
		return nil, false
	}
	return x.settle(f.CallExpr, Unknown{}), true
}

// bound fills the variable whose address is the last argument.
func (x *execution) bound(f *called) (any, bool) {
	if len(f.args) == 0 {
		return nil, false
	}
	address, ok := code.As[*ast.UnaryExpr](f.Args[len(f.args)-1])
	if !ok || !code.Binds.MatchString(f.name) {
		return nil, false
	}
	x.bind(address.X)
	return Unknown{}, true
}

// unknownCall forgets what an unknown function can change.
func (x *execution) unknownCall(f *called) any {
	results, isTuple := x.c.TypeOf(f.CallExpr).(*types.Tuple)
	mayStop := isTuple && results.Len() == 0 && f.tainted && !aLog.MatchString(f.name)
	if x.input.Unchecked && (mayStop || f.of != nil && x.c.OfRequest(f.of) && x.changesInput(f.CallExpr, f.name)) {
		panic(giveUp{Asked}) // it can stop what it does not accept, or change what is read
	}
	for i, v := range f.args {
		x.escape(v, x.c.TypeOf(f.Args[i]))
	}
	if f.of != nil {
		x.escape(f.receiver, x.c.TypeOf(f.of))
	}
	return x.settle(f.CallExpr, Unknown{f.tainted})
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// bind fills a variable with what a client sent: with the input, if this is the variable or one of its fields, and unknown values.
func (x *execution) bind(to ast.Expr) {
	v := x.c.Variable(to)
	text, _ := x.probe.(string)
	x.set(to, Unknown{})
	switch name, field, ok := strings.Cut(x.input.Text, "."); {
	case v == nil || text == "":
	case v == x.input.Param && code.IsText(v.Type()):
		x.vars.define(v, text)
	case v == x.input.Param:
		x.vars.define(v, []string{text})
	case ok && name == v.Name() && x.input.Reader == nil && x.c.isRecord(v.Type()):
		x.vars.define(v, &record{of: map[any]any{field: text}})
	}
}

// changesInput reports whether a method changes the field that has the input.
func (x *execution) changesInput(call *ast.CallExpr, name string) bool {
	key, ok := x.c.Constant(slices.Concat(call.Args, []ast.Expr{call.Fun})[0])
	return aSetter.MatchString(name) && (!ok || strings.Contains(x.input.Text, strconv.Quote(key)))
}

// parse models the parsers for what is sent unchecked, relative to any base URL.
func (x *execution) parse(call *ast.CallExpr) any {
	v := x.eval(call.Args[0])
	s, ok := v.(string)
	u, err := neturl.Parse(s)
	switch name := x.c.Callee(call); {
	case v == any(Unknown{}):
		return v
	case !ok || err != nil, strings.HasPrefix(name, "(") && u.Host == "":
		return Unknown{true}
	case name == code.WebURL+".Parse" && u.Scheme == "", name == "net/url.ParseRequestURI" && u.Scheme == "" && s[:1] != "/":
		return tuple{(*neturl.URL)(nil), ErrAny}
	}
	return tuple{u, nil}
}

func (x *execution) arguments(call *ast.CallExpr) (args []any, known, tainted bool) {
	known = true
	for _, e := range call.Args {
		v := x.eval(e)
		args = append(args, v)
		known = known && !isOpaque(v)
		tainted = tainted || isTainted(v) && x.c.Pass.TypesInfo.Types[e].Value == nil
	}
	return args, known, tainted
}

// method calls a method of a URL of net/url, a strings.Builder or a regular expression.
func (x *execution) method(call *ast.CallExpr, name string, receiver any) (any, bool) {
	switch u := receiver.(type) {
	case *neturl.URL:
		if u == nil {
			panic(stop{})
		}
		switch {
		case name == "Query":
			return Unknown{}, true
		case name == "Href" && x.input.Unchecked:
			return partly(u.String()), true
		case slices.Contains(queryMethods, name) && x.input.Unchecked:
			v := *u
			v.RawQuery = unknownText
			return &v, true
		}
		if !slices.Contains(urlMethods, name) || strings.Contains(u.Scheme+u.Host+u.RawPath+u.Opaque, unknownText) {
			return Unknown{true}, true
		}
	case *strings.Builder:
		if !slices.Contains([]string{"WriteString", "WriteByte", "WriteRune", "String", "Len", "Reset"}, name) {
			return Unknown{true}, true
		}
	case *regexp.Regexp:
		if u == nil || !slices.Contains([]string{"MatchString", "String", "FindString", "FindStringSubmatch", "ReplaceAllString"}, name) {
			return Unknown{true}, true
		}
	case Unknown:
		if !u.tainted {
			return nil, false
		}
		x.arguments(call)
		return u, true
	default:
		if !isOfNet(u) {
			return nil, false
		}
	}
	args, known, _ := x.arguments(call)
	x.spend(most("", append([]any{receiver}, args...)))
	if b, ok := receiver.(*strings.Builder); ok && !known {
		b.WriteString(unknownText)
		return Unknown{}, true
	}
	if !known {
		return Unknown{true}, true
	}
	return reflected(reflect.ValueOf(receiver).MethodByName(name), args), true
}

func (x *execution) convert(call *ast.CallExpr, t types.Type) any {
	v := x.eval(call.Args[0])
	x.spend(size(v))
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if b, ok := v.([]byte); ok && u.Info()&types.IsString != 0 {
			return string(b)
		} else if n, ok := v.(int64); ok && u.Info()&types.IsString != 0 {
			return string(rune(n))
		}
		return wrapped(v, t)
	case *types.Slice:
		of, b := goTypes[t.String()], reflect.ValueOf(v)
		if _, ok := v.(open); !ok && b.IsValid() && of != nil && of.Elem().Kind() == reflect.Uint8 && b.CanConvert(of) {
			return b.Convert(of).Interface()
		}
		return Unknown{isTainted(v)}
	}
	return v
}

func (x *execution) builtin(call *ast.CallExpr) any {
	name := typeutil.Callee(x.c.Pass.TypesInfo, call).Name()
	switch {
	case name == "panic":
		panic(stop{})
	case name == "recover":
		return nil // a panic ends the run
	case name == "new", name == "make" && len(call.Args) > 1 && x.eval(call.Args[1]) == int64(0):
		return x.c.zero(x.c.TypeOf(call.Args[0]))
	case name == "make" && x.c.isRecord(x.c.TypeOf(call)):
		return &record{of: map[any]any{}, isMap: true, complete: true}
	}
	args, known, tainted := x.arguments(call)
	if len(args) == 0 {
		return Unknown{}
	}
	if name == "append" && len(args) > 1 && !isUnknown(args[0]) && (known || !call.Ellipsis.IsValid()) {
		list, more := reflect.ValueOf(args[0]), reflect.ValueOf(args[1])
		if !call.Ellipsis.IsValid() {
			more = reflect.ValueOf(sliceOf(x.c.TypeOf(call), args[1:]))
		}
		x.spend(size(args[0]) + size(args[1]))
		if args[0] == nil && more.IsValid() {
			return more.Interface()
		} else if !more.IsValid() {
			return args[0]
		} else if list.Type() == more.Type() && list.Kind() == reflect.Slice {
			return reflect.AppendSlice(list.Slice3(0, list.Len(), list.Len()), more).Interface()
		}
	}
	switch v := args[0].(type) {
	case nil:
		if name == "len" {
			return int64(0)
		}
	case *record:
		if name == "delete" && v != nil && isKey(args[1]) {
			delete(v.of, args[1])
		}
	case open, Unknown:
	default:
		if r := reflect.ValueOf(v); name == "len" && (r.Kind() == reflect.Slice || r.Kind() == reflect.String) {
			return int64(r.Len())
		}
	}
	return Unknown{tainted}
}

// function runs a function of the same package, or looks up what is known about a function of another one.
func (x *execution) function(call *called) (any, bool) {
	f, _ := typeutil.Callee(x.c.Pass.TypesInfo, call.CallExpr).(*types.Func)
	if f == nil || call.name == "" {
		return nil, false
	}
	declaration, args := x.c.Declarations[f.Origin()], call.args
	if declaration == nil {
		return x.c.Judge(f, args)
	}
	if f.Signature().Variadic() && !call.Ellipsis.IsValid() {
		last := f.Signature().Params().Len() - 1
		args = append(slices.Clone(args[:last]), sliceOf(f.Signature().Params().At(last).Type(), args[last:]))
	}
	if !x.depends(call, args) || len(x.frames) == maxFrames || slices.Contains(x.running, f) {
		return nil, false
	}
	x.frames = append(x.frames, call.CallExpr)
	x.running = append(x.running, f)
	defer func() { x.frames, x.running = x.frames[:len(x.frames)-1], x.running[:len(x.running)-1] }()
	return x.apply(&closure{signature: f.Origin().Signature(), body: declaration.Body, self: call.receiver}, args), true
}

// depends reports whether the results of a function can depend on the input.
func (x *execution) depends(call *called, args []any) bool {
	switch {
	case slices.ContainsFunc(args, isTainted), x.input == Input{}, x.c.ReadsHost(call.CallExpr):
		return true
	case x.input.Unchecked && isTainted(call.receiver), x.input.Host != "" && len(args) == 0:
		return true
	case makesFunctions(x.c.TypeOf(call.CallExpr)):
		return true
	}
	return x.input.Reader != nil && x.c.Asked(call.CallExpr) != nil
}

// makesFunctions reports whether t is a function or a list of functions.
func makesFunctions(t types.Type) bool {
	if list, ok := t.Underlying().(interface{ Elem() types.Type }); ok {
		t = list.Elem()
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// lookUp models a look-up of an address, which every resolver returns as it is.
func (x *execution) lookUp(call *called) (any, bool) {
	results, ok := x.c.TypeOf(call.CallExpr).(*types.Tuple)
	if !ok || results.Len() != 2 || len(call.args) == 0 {
		return nil, false
	}
	host, _ := call.args[len(call.args)-1].(string)
	addr, err := netip.ParseAddr(host)
	if err != nil || !ALookUp.MatchString(call.name) {
		return nil, false
	}
	x.hits = append(x.hits, Hit{Kind: Lookup})
	ip := net.IPAddr{IP: net.ParseIP(host)}
	found, ok := map[string]any{"[]net.IP": []net.IP{ip.IP}, "[]net.IPAddr": []net.IPAddr{ip}, "[]net/netip.Addr": []netip.Addr{addr},
		"[]string": []string{host}, "*net.IPAddr": &ip}[results.At(0).Type().String()]
	return tuple{found, nil}, ok
}

// escape forgets what an unknown function can change: what an argument points to, and what a closure assigns.
func (x *execution) escape(v any, t types.Type) {
	switch v := v.(type) {
	case *record:
		if v != nil && (code.IsPointer(t) || types.IsInterface(t)) {
			*v = record{of: map[any]any{}, isMap: v.isMap, tainted: true}
		}
	case *closure:
		for s := range code.All[*ast.AssignStmt](v.body) {
			for _, to := range s.Lhs {
				if place := v.around[x.c.Variable(to)]; place != nil {
					*place = Unknown{true}
				}
			}
		}
	}
}

// apply calls a closure.
func (x *execution) apply(f *closure, args []any) any {
	if x.depth++; x.depth > 8 {
		panic(giveUp{Lost})
	}
	outer := x.vars
	defer func() { x.depth, x.vars = x.depth-1, outer }()
	if x.vars = maps.Clone(f.around); x.vars == nil {
		x.vars = environment{}
	}
	if receiver := f.signature.Recv(); receiver != nil {
		x.vars.define(receiver, copied(f.self, receiver.Type()))
	}
	if len(args) != f.signature.Params().Len() {
		return Unknown{true} // a literal with "..."
	}
	for i, v := range args {
		x.vars.define(f.signature.Params().At(i), copied(v, f.signature.Params().At(i).Type()))
	}
	for v := range f.signature.Results().Variables() {
		x.vars.define(v, x.c.zero(v.Type()))
	}
	results := x.perform(f.body)
	if len(results) == 0 { // the named ones
		for v := range f.signature.Results().Variables() {
			results = append(results, *x.vars[v])
		}
	}
	return tuple(results).value()
}
