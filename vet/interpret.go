package vet

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"net"
	neturl "net/url"
	"reflect"
	"slices"
	"strings"
)

// An execution runs one function on what a client could send. It knows strings, numbers, slices of them and URLs of
// net/url, and calls the functions of the standard library that judge and make them. All else is unknown.
//
// Where a condition is unknown, the function runs once for each branch. Where what is unknown was made from what the client
// sent, such as the result of a function that may judge it, the execution gives up.
type execution struct {
	c        *checker
	input    input
	probe    any // the value of input
	vars     map[types.Object]any
	branches []bool // what unknown conditions are, in the order in which they are asked
	asked    int
	fuel     int
	url      *neturl.URL     // that of the request
	depth    int             // of closures
	frames   []*ast.CallExpr // the calls that lead to the function that runs
	running  []*types.Func   // nil, and these functions
	hits     []hit
	trusts   bool  // the request
	taken    []any // what the function returned
	end      ending
}

// An ending says how a run ended, or the worst of several runs.
type ending int

const (
	finished ending = iota
	asked           // it gave up where something unknown judges the input
	lost            // it gave up for another reason
)

// An input is what a client chooses: a parameter, an expression with one text, or the request of a server.
type input struct {
	param   *types.Var
	text    string
	reader  *types.Func // the function that has the text, if another one calls it
	request bool
	made    bool   // the program may have made it
	bound   bool   // the parameter is a variable that a function fills
	host    string // what a check of hosts is tried on
	setting string // the texts that the program has from elsewhere, such as a field of its configuration
	// unchecked means that nothing judges it. So package url and net/url find the same host in it, relative to any base.
	unchecked bool
}

// A hit is a value that arrived at a redirect, a request or a page.
type hit struct {
	kind    sinkKind
	node    ast.Expr // the value, or the call that leads to it
	value   string
	call    *ast.CallExpr
	trusted bool // it depends on a condition that can be a check of who sent the request
	asks    bool // it depends on an unknown condition
}

type (
	unknown struct{ tainted bool } // tainted: made from the input
	open    string                 // a string that begins like this, and goes on with something unknown
	tuple   []any
	stop    struct{}             // ends a run, as a panic in the program does
	giveUp  struct{ end ending } // ends a run that goes on with something that is not known
)

const (
	maxSteps     = 3000
	maxRuns      = 48
	maxFrames    = 5
	bytesPerStep = 64
)

// execute runs the body of a function with each combination of unknown conditions.
func (c *checker) execute(body *ast.BlockStmt, in input, probe any) (hits []hit, returned [][]any, end ending) {
	var branches []bool
	for range maxRuns {
		x := &execution{c: c, input: in, probe: probe, vars: map[types.Object]any{}, branches: branches, fuel: maxSteps, running: []*types.Func{nil}}
		if in.param != nil && !in.bound {
			x.vars[in.param] = probe
		}
		x.run(body)
		hits, end = append(hits, x.hits...), max(end, x.end)
		if x.taken != nil {
			returned = append(returned, x.taken)
		}
		branches = x.branches[:x.asked]
		for len(branches) > 0 && branches[len(branches)-1] {
			branches = branches[:len(branches)-1]
		}
		if len(branches) == 0 {
			return hits, returned, end
		}
		branches[len(branches)-1] = true
	}
	return hits, returned, lost
}

func (x *execution) run(body *ast.BlockStmt) {
	x.guarded(func() {
		_, results := x.block(body.List)
		x.taken = append([]any{}, results...)
	})
}

// guarded calls f, and notes how it ended.
func (x *execution) guarded(f func()) {
	defer func() {
		switch e := recover().(type) {
		case nil, stop:
		case giveUp:
			x.end = e.end
		default:
			panic(e)
		}
	}()
	f()
}

// branch decides an unknown condition.
func (x *execution) branch() bool {
	if x.asked == len(x.branches) {
		x.branches = append(x.branches, false)
	}
	x.asked++
	return x.branches[x.asked-1]
}

// condition is truth for a condition. After an unknown one that can be a check of who sent the request, what was sent is trusted.
func (x *execution) condition(e ast.Expr) bool {
	v := x.eval(e)
	if x.input.unchecked && !x.trusts && isUnknown(v) && x.c.decides(e, 2) {
		x.trusts = true
	}
	return x.truth(v)
}

func (x *execution) truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case unknown:
		if !v.tainted {
			return x.branch()
		}
		panic(giveUp{asked})
	}
	panic(giveUp{lost})
}

// A signal says where control goes after a statement.
type signal int

const (
	goesOn signal = iota
	breaks
	continues
	returns
)

func (x *execution) block(list []ast.Stmt) (signal, []any) {
	for _, s := range list {
		if signal, results := x.statement(s); signal != goesOn {
			return signal, results
		}
	}
	return goesOn, nil
}

// spend pays for a step and for bytes, before they are made. So the steps of a run also limit its values.
func (x *execution) spend(bytes int) {
	if x.fuel -= 1 + bytes/bytesPerStep; bytes < 0 || x.fuel < 0 {
		panic(giveUp{lost})
	}
}

func (x *execution) statement(s ast.Stmt) (signal, []any) {
	x.spend(0)
	switch s := s.(type) {
	case nil, *ast.EmptyStmt, *ast.DeferStmt, *ast.GoStmt:
	case *ast.ExprStmt:
		x.eval(s.X)
	case *ast.AssignStmt:
		x.assign(s)
	case *ast.IncDecStmt:
		op := map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[s.Tok]
		v := x.operate(op, x.eval(s.X), int64(1))
		if isUnknown(v) {
			v = unknown{true}
		}
		x.set(s.X, v)
	case *ast.DeclStmt:
		x.declare(s)
	case *ast.BlockStmt:
		return x.block(s.List)
	case *ast.IfStmt:
		x.statement(s.Init)
		if x.condition(s.Cond) {
			return x.block(s.Body.List)
		}
		return x.statement(s.Else)
	case *ast.ReturnStmt:
		results := []any{}
		for _, e := range s.Results {
			v := x.eval(e)
			if t, ok := v.(tuple); ok {
				return returns, t
			}
			results = append(results, v)
		}
		return returns, results
	case *ast.SwitchStmt:
		return x.choose(s)
	case *ast.ForStmt:
		return x.loop(s)
	case *ast.RangeStmt:
		return x.each(s)
	case *ast.BranchStmt:
		if s.Label == nil && s.Tok == token.BREAK {
			return breaks, nil
		} else if s.Label == nil && s.Tok == token.CONTINUE {
			return continues, nil
		}
		panic(giveUp{lost})
	default:
		panic(giveUp{lost})
	}
	return goesOn, nil
}

func (x *execution) declare(s *ast.DeclStmt) {
	for _, spec := range s.Decl.(*ast.GenDecl).Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		var names []ast.Expr
		for _, name := range spec.Names {
			names = append(names, name)
			x.set(name, x.c.zero(x.c.typeOf(name)))
		}
		if len(spec.Values) > 0 {
			x.assign(&ast.AssignStmt{Lhs: names, Tok: token.DEFINE, Rhs: spec.Values})
		}
	}
}

func (x *execution) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := s.Tok + token.ADD - token.ADD_ASSIGN
		x.set(s.Lhs[0], x.binary(op, s.Lhs[0], s.Rhs[0]))
		return
	}
	values := make(tuple, len(s.Lhs))
	if len(s.Rhs) == len(s.Lhs) {
		for i, e := range s.Rhs {
			values[i] = x.eval(e)
		}
	} else {
		switch v := x.eval(s.Rhs[0]).(type) {
		case tuple:
			copy(values, v)
		default:
			for i := range values {
				values[i] = unknown{isTainted(v)}
			}
		}
	}
	for i, e := range s.Lhs {
		x.set(e, values[i])
	}
}

// set assigns to a variable, or to a field of a URL.
func (x *execution) set(to ast.Expr, v any) {
	switch to := ast.Unparen(to).(type) {
	case *ast.Ident:
		if object := x.c.pass.TypesInfo.ObjectOf(to); object != nil {
			x.vars[object] = copied(v, object.Type())
		}
	case *ast.SelectorExpr:
		if x.input.text != "" && x.c.plainText(to) == x.input.text {
			x.probe = v
		}
		switch of := x.promoted(x.eval(to.X), to).(type) {
		case *neturl.URL:
			if !setField(of, to.Sel.Name, v) {
				panic(giveUp{lost})
			}
		case *record:
			if of == nil {
				panic(stop{})
			}
			of.of[to.Sel.Name] = copied(v, x.c.typeOf(to))
		}
	case *ast.IndexExpr:
		key := x.eval(to.Index)
		switch of := x.eval(to.X).(type) {
		case unknown:
			if x.c.ofRequest(to.X) {
				panic(giveUp{asked})
			}
		case *record:
			if of.complete = of.complete && isKey(key); of.complete {
				x.spend(32)
				of.of[key] = v
			}
		default:
			panic(giveUp{lost})
		}
	default:
		panic(giveUp{lost})
	}
}

// setField reports whether a field of u is a string. It sets it to v, or to unknownText.
func setField(u *neturl.URL, name string, v any) bool {
	field := reflect.ValueOf(u).Elem().FieldByName(name)
	if field.Kind() != reflect.String {
		return false
	}
	s, ok := v.(string)
	if !ok {
		s = unknownText
	}
	field.SetString(s)
	return true
}

// unknownText is in the place of an unknown part of a string, while it is made.
const unknownText = "\x00unknown"

func (x *execution) choose(s *ast.SwitchStmt) (signal, []any) {
	x.statement(s.Init)
	if x.input.unchecked && s.Tag != nil && x.c.decides(s.Tag, 2) && isUnknown(x.eval(s.Tag)) {
		x.trusts = true
	}
	matches := func(e ast.Expr) bool {
		if s.Tag == nil {
			return x.condition(e)
		}
		return x.truth(x.binary(token.EQL, s.Tag, e))
	}
	var chosen []ast.Stmt
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		if slices.ContainsFunc(clause.List, matches) {
			chosen = clause.Body
			break
		} else if clause.List == nil {
			chosen = clause.Body
		}
	}
	signal, results := x.block(chosen)
	if signal == breaks {
		signal = goesOn
	}
	return signal, results
}

func (x *execution) loop(s *ast.ForStmt) (signal, []any) {
	x.statement(s.Init)
	for s.Cond == nil || x.truth(x.eval(s.Cond)) {
		if signal, results := x.block(s.Body.List); signal == returns {
			return signal, results
		} else if signal == breaks {
			break
		}
		x.statement(s.Post)
	}
	return goesOn, nil
}

// each runs the body of a range for each element that is known, or once for unknown elements.
func (x *execution) each(s *ast.RangeStmt) (signal, []any) {
	v := x.eval(s.X)
	x.spend(size(v))
	var keys, values []any
	switch v := v.(type) {
	case string:
		for i, r := range v {
			keys, values = append(keys, int64(i)), append(values, int64(r))
		}
	case unknown:
		if x.branch() {
			keys, values = []any{unknown{}}, []any{v}
		}
	case nil:
	default:
		list := reflect.ValueOf(v)
		if list.Kind() != reflect.Slice {
			panic(giveUp{lost})
		}
		for i := range list.Len() {
			keys, values = append(keys, int64(i)), append(values, normal(list.Index(i)))
		}
	}
	for i := range keys {
		if s.Key != nil {
			x.set(s.Key, keys[i])
		}
		if s.Value != nil {
			x.set(s.Value, values[i])
		}
		if signal, results := x.block(s.Body.List); signal == returns {
			return signal, results
		} else if signal == breaks {
			break
		}
	}
	return goesOn, nil
}

// isTainted reports whether v was made from the input, or may be. Known values are, but for constants.
func isTainted(v any) bool { return holdsTainted(v, 4) }

func holdsTainted(v any, depth int) bool {
	switch v := v.(type) {
	case unknown:
		return v.tainted
	case *record:
		holds := func(member any) bool { return holdsTainted(member, depth-1) }
		return v != nil && (v.tainted || depth == 0 || slices.ContainsFunc(slices.Collect(maps.Values(v.of)), holds))
	}
	return v != nil
}

func (x *execution) eval(e ast.Expr) any {
	x.spend(0)
	e = ast.Unparen(e)
	if t := x.c.pass.TypesInfo.Types[e]; t.Value != nil {
		return constantValue(t.Value)
	}
	if x.input.text != "" && x.running[len(x.running)-1] == x.input.reader && x.c.plainText(e) == x.input.text {
		switch t := x.c.typeOf(e).Underlying().(type) {
		case *types.Slice:
			return []string{x.probe.(string)}
		case *types.Tuple:
			if t.Len() == 2 { // the text, and that it is there
				return tuple{x.probe, true}
			}
		}
		return x.probe
	}
	if v, ok := x.ofRequest(e); ok {
		return v
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.settle(e, x.name(e))
	case *ast.FuncLit:
		return &closure{signature: x.c.typeOf(e).(*types.Signature), body: e.Body}
	case *ast.StarExpr:
		v := x.eval(e.X)
		if _, ok := v.(*record); ok || isOfNet(v) {
			return v
		}
	case *ast.UnaryExpr:
		return x.unary(e)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			if x.condition(e.X) == (e.Op == token.LOR) {
				return e.Op == token.LOR
			}
			return x.condition(e.Y)
		}
		return x.binary(e.Op, e.X, e.Y)
	case *ast.CallExpr:
		return x.call(e)
	case *ast.SelectorExpr:
		return x.settle(e, x.selector(e))
	case *ast.IndexExpr:
		return x.settle(e, x.index(e))
	case *ast.SliceExpr:
		return x.slice(e)
	case *ast.CompositeLit:
		return x.literal(e)
	case *ast.TypeAssertExpr:
		return unknown{isTainted(x.eval(e.X))}
	}
	return unknown{}
}

// isHost reports whether v is the host that is tried. No configuration of the program lists it.
func (x *execution) isHost(v any) bool { return x.input.host != "" && v == any(x.input.host) }

func constantValue(v constant.Value) any {
	switch v := constant.Val(v).(type) {
	case bool, string, int64:
		return v
	}
	return unknown{}
}

// name returns the value of a variable. A variable of the package has one if it is not exported, and only init changes it.
func (x *execution) name(id *ast.Ident) any {
	object := x.c.pass.TypesInfo.ObjectOf(id)
	if v, ok := x.vars[object]; ok {
		return v
	}
	if _, ok := object.(*types.Nil); ok {
		return nil
	}
	if f, ok := object.(*types.Func); ok && x.c.declarations[f] != nil {
		return &closure{signature: f.Signature(), body: x.c.declarations[f].Body}
	}
	v, ok := object.(*types.Var)
	if !ok || v.Pkg() != x.c.pass.Pkg {
		return x.ofPackage(id)
	}
	if x.vars[object] = clone(x.c.global(v), map[*record]*record{}); isUnknown(x.vars[object]) {
		x.vars[object] = x.ofPackage(id)
	}
	return x.vars[object]
}

// ofPackage returns what is known of a variable that other packages can change: those for errors are not nil.
func (x *execution) ofPackage(id *ast.Ident) any {
	v, ok := x.c.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() {
		return unknown{}
	} else if ip := netAddresses[v.Pkg().Path()+"."+v.Name()]; ip != nil {
		return ip
	} else if v.Parent() == v.Pkg().Scope() && v.Type().String() == "error" {
		return errAny
	}
	return unknown{}
}

func (x *execution) unary(e *ast.UnaryExpr) any {
	v := x.eval(e.X)
	switch known := v.(type) {
	case bool:
		if e.Op == token.NOT {
			return !known
		}
	case *neturl.URL, *net.IPNet, *record:
		if e.Op == token.AND {
			return known
		}
	case unknown:
		if isError(x.c.typeOf(e)) && e.Op == token.AND {
			return errAny
		}
		return known
	}
	if e.Op == token.AND { // what has the address can change it
		x.set(e.X, unknown{true})
	}
	return unknown{isTainted(v)}
}

func (x *execution) selector(e *ast.SelectorExpr) any {
	if x.c.isPackage(e.X) {
		return x.ofPackage(e.Sel)
	}
	v := x.promoted(x.eval(e.X), e)
	s := x.c.pass.TypesInfo.Selections[e]
	if f, ok := x.c.pass.TypesInfo.ObjectOf(e.Sel).(*types.Func); ok && s != nil && s.Kind() == types.MethodVal && x.c.declarations[f] != nil {
		return &closure{f.Signature(), x.c.declarations[f].Body, v}
	} else if _, ok := v.(*record); ok {
		return x.member(v, e.Sel.Name, x.c.typeOf(e))
	}
	u := reflect.Indirect(reflect.ValueOf(v))
	if u.Kind() != reflect.Struct || !isOfNet(v) {
		return unknown{isTainted(v)}
	}
	switch field := u.FieldByName(e.Sel.Name); field.Kind() {
	case reflect.String, reflect.Bool, reflect.Slice:
		return normal(field)
	case reflect.Pointer:
		if field.IsNil() {
			return nil
		}
	}
	return unknown{true}
}

// partly returns a string, or what is known of one with an unknown part.
func partly(s string) any {
	before, _, found := strings.Cut(s, unknownText)
	if !found {
		return s
	}
	return open(before)
}

func (x *execution) index(e *ast.IndexExpr) any {
	v, i := x.eval(e.X), x.eval(e.Index)
	n, ok := i.(int64)
	list := reflect.ValueOf(v)
	t := x.c.typeOf(e)
	results, two := t.(*types.Tuple)
	if two {
		t = results.At(0).Type()
	}
	m, isMap := v.(*record)
	if isMap && m != nil && isKey(i) {
		_, found := m.of[i]
		if member := x.member(m, i, t); two && (found || m.complete) {
			return tuple{member, found}
		} else if !two {
			return member
		}
	}
	if isMap && m != nil && m.complete && i == any(unknown{}) { // one of its elements, or none
		return x.anyElement(m, t, two)
	}
	if !ok || list.Kind() != reflect.String && list.Kind() != reflect.Slice {
		if x.c.words.sentBy(i) && v == any(unknown{}) && two { // not in a list of what is allowed
			return tuple{x.c.zero(t), false}
		} else if x.c.words.sentBy(i) && v == any(unknown{}) {
			return x.c.zero(t)
		} else if x.c.words.sentBy(i) || x.isHost(i) {
			return unknown{}
		}
		return unknown{isTainted(v) && (!isMap || m.tainted) || isTainted(i) && x.c.pass.TypesInfo.Types[e.Index].Value == nil}
	}
	if s, ok := v.(open); ok && int(n) >= len(s) {
		return unknown{true}
	}
	if n < 0 || int(n) >= list.Len() {
		panic(stop{})
	}
	return normal(list.Index(int(n)))
}

// anyElement returns what an unknown key finds in a map.
func (x *execution) anyElement(m *record, t types.Type, two bool) any {
	keys := slices.SortedFunc(maps.Keys(m.of), func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	v, found := x.c.zero(t), false
	for _, key := range keys[:min(4, len(keys))] {
		if found = x.branch(); found {
			v = m.of[key]
			break
		}
	}
	if two {
		return tuple{v, found}
	}
	return v
}

func (x *execution) slice(e *ast.SliceExpr) any {
	v := x.eval(e.X)
	list := reflect.ValueOf(v)
	if _, ok := v.(open); ok || list.Kind() != reflect.String && list.Kind() != reflect.Slice {
		return unknown{isTainted(v)}
	}
	bounds := [2]int64{0, int64(list.Len())}
	for i, bound := range []ast.Expr{e.Low, e.High} {
		if bound == nil {
			continue
		}
		n, ok := x.eval(bound).(int64)
		if !ok {
			return unknown{true}
		}
		bounds[i] = n
	}
	if bounds[0] < 0 || bounds[0] > bounds[1] || bounds[1] > int64(list.Len()) {
		panic(stop{})
	}
	return list.Slice(int(bounds[0]), int(bounds[1])).Interface()
}

// binary returns the value of an operation. If it is unknown, it is tainted if one side is that is not a constant.
func (x *execution) binary(op token.Token, e, f ast.Expr) any {
	a, b := x.eval(e), x.eval(f)
	x.spend(size(a) + size(b))
	v := x.operate(op, a, b)
	if isEqual := op == token.EQL || op == token.NEQ; isEqual && (a == any(unknown{}) && x.isHost(b) || b == any(unknown{}) && x.isHost(a)) {
		return op == token.NEQ
	}
	if op == token.NEQ {
		v = x.operate(token.EQL, a, b)
		if equal, ok := v.(bool); ok {
			return !equal
		}
	}
	if _, ok := v.(unknown); !ok {
		return v
	}
	isConstant := func(e ast.Expr) bool { t := x.c.pass.TypesInfo.Types[e]; return t.Value != nil || t.IsNil() }
	return unknown{isTainted(a) && !isConstant(e) || isTainted(b) && !isConstant(f)}
}
