package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	neturl "net/url"
	"reflect"
	"slices"

	"github.com/weburl-go/url/vet/internal/code"
)

// Execute runs the body of a function with each combination of unknown conditions.
func (c *Machine) Execute(body *ast.BlockStmt, in Input, probe any) (hits []Hit, returned [][]any, end Ending) {
	var branches []bool
	listed := false
	for range maxRuns {
		if c.spent[body] > maxSum {
			return hits, returned, Lost
		}
		x := &execution{c: c, input: in, probe: probe, vars: environment{}, globals: environment{}, branches: branches, fuel: maxSteps, running: []*types.Func{nil}}
		if in.Param != nil && !in.Bound {
			x.vars.define(in.Param, probe)
		}
		x.run(body)
		c.spent[body] += maxSteps - max(0, x.fuel)
		hits, end = append(hits, x.hits...), max(end, x.end)
		if x.taken != nil {
			returned = append(returned, x.taken)
		}
		branches = x.branches[:x.asked]
		for len(branches) > 0 && branches[len(branches)-1] {
			branches = branches[:len(branches)-1]
		}
		if listed = listed || x.listed; len(branches) == 0 {
			for i := range hits {
				hits[i].Trusted = hits[i].Trusted || listed && hits[i].Asks
			}
			return hits, returned, end
		}
		branches[len(branches)-1] = true
	}
	return hits, returned, Lost
}

func (x *execution) run(body *ast.BlockStmt) {
	x.guarded(func() {
		x.taken = append([]any{}, x.perform(body)...)
	})
}

// perform runs the body of a function, and then what it defers.
func (x *execution) perform(body *ast.BlockStmt) []any {
	outer := x.deferred
	x.deferred = nil
	defer func() { x.deferred = outer }()
	_, results := x.block(body.List)
	if len(x.deferred) == 0 {
		return results
	}
	named := x.c.namedResults(body)
	for i, v := range named {
		if len(results) == len(named) {
			*x.place(v) = results[i]
		} else if len(results) > 0 { // what an unknown function returns
			*x.place(v) = Unknown{isTainted(results[0])}
		}
	}
	for _, f := range slices.Backward(x.deferred) {
		f()
	}
	if len(named) > 0 {
		results = nil
	}
	for _, v := range named {
		results = append(results, *x.place(v))
	}
	return results
}

// namedResults returns the results of the function with this body, if they have names.
func (c *Machine) namedResults(body *ast.BlockStmt) (list []*types.Var) {
	at, _ := c.Root.FindNode(body)
	var t *ast.FuncType
	switch f := at.Parent().Node().(type) {
	case *ast.FuncDecl:
		t = f.Type
	case *ast.FuncLit:
		t = f.Type
	}
	if t == nil || t.Results == nil {
		return nil
	}
	for _, field := range t.Results.List {
		for _, name := range field.Names {
			if v, ok := c.Pass.TypesInfo.Defs[name].(*types.Var); ok {
				list = append(list, v)
			}
		}
	}
	return list
}

// postpone defers a function that assigns something. Others change nothing that the function returns, unless they have an address.
func (x *execution) postpone(call *ast.CallExpr) {
	assigns := func(s *ast.AssignStmt) bool { return s.Tok != token.DEFINE }
	if lit, ok := code.As[*ast.FuncLit](call.Fun); ok && code.Contains(lit.Body, assigns) {
		f := x.capture(lit)
		args, _, _ := x.arguments(call)
		x.deferred = append(x.deferred, func() { x.apply(f, args) })
		return
	}
	for _, e := range call.Args {
		if address, ok := code.As[*ast.UnaryExpr](e); ok && address.Op == token.AND && !code.IsError(x.c.TypeOf(address.X)) {
			panic(giveUp{Lost})
		}
	}
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
	if x.input.Unchecked && !x.trusts && isUnknown(v) && x.c.decides(e) {
		x.trusts = true
	}
	return x.truth(v)
}

func (x *execution) truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case Unknown:
		if !v.tainted {
			return x.branch()
		}
		panic(giveUp{Asked})
	}
	panic(giveUp{Lost})
}

func (x *execution) block(list []ast.Stmt) (signal, []any) {
	for _, s := range list {
		if signal, results := x.statement(s); signal != goesOn {
			return signal, results
		}
	}
	return goesOn, nil
}

// spend pays for a step and for bytes before they are made, so the steps of a run also limit the size of its values.
func (x *execution) spend(bytes int) {
	if x.fuel -= 1 + bytes/bytesPerStep; bytes < 0 || x.fuel < 0 {
		panic(giveUp{Lost})
	}
}

func (x *execution) statement(s ast.Stmt) (signal, []any) {
	x.spend(0)
	switch s := s.(type) {
	case nil, *ast.EmptyStmt, *ast.GoStmt:
	case *ast.DeferStmt:
		x.postpone(s.Call)
	case *ast.ExprStmt:
		x.eval(s.X)
	case *ast.AssignStmt:
		x.assign(s)
	case *ast.IncDecStmt:
		op := map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[s.Tok]
		v := wrapped(x.operate(op, x.eval(s.X), int64(1)), x.c.TypeOf(s.X))
		if isUnknown(v) {
			v = Unknown{true}
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
		panic(giveUp{Lost})
	default:
		panic(giveUp{Lost})
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
			x.set(name, x.c.zero(x.c.TypeOf(name)))
		}
		if len(spec.Values) > 0 {
			x.assign(&ast.AssignStmt{Lhs: names, Tok: token.DEFINE, Rhs: spec.Values})
		}
	}
}

func (x *execution) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := s.Tok + token.ADD - token.ADD_ASSIGN
		x.set(s.Lhs[0], wrapped(x.binary(op, s.Lhs[0], s.Rhs[0]), x.c.TypeOf(s.Lhs[0])))
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
				values[i] = Unknown{isTainted(v)}
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
		object := x.c.Pass.TypesInfo.ObjectOf(to)
		if object == nil {
			break
		}
		variables := x.around(object)
		if place := variables[object]; place != nil && x.c.Pass.TypesInfo.Defs[to] == nil {
			*place = copied(v, object.Type())
		} else {
			variables.define(object, copied(v, object.Type()))
		}
	case *ast.SelectorExpr:
		if x.input.Text != "" && x.c.PlainText(to) == x.input.Text {
			x.probe = v
		}
		switch of := x.promoted(x.eval(to.X), to).(type) {
		case *neturl.URL:
			if !setField(of, to.Sel.Name, v) {
				panic(giveUp{Lost})
			}
		case *record:
			if of == nil {
				panic(stop{})
			}
			of.of[to.Sel.Name] = copied(v, x.c.TypeOf(to))
		}
	case *ast.IndexExpr:
		key := x.eval(to.Index)
		switch of := x.eval(to.X).(type) {
		case Unknown:
			if x.c.OfRequest(to.X) {
				panic(giveUp{Asked})
			}
		case *record:
			if of.complete = of.complete && isKey(key); of.complete {
				x.spend(32)
				of.of[key] = v
			}
		default:
			panic(giveUp{Lost})
		}
	default:
		panic(giveUp{Lost})
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

func (x *execution) choose(s *ast.SwitchStmt) (signal, []any) {
	x.statement(s.Init)
	if x.input.Unchecked && s.Tag != nil && x.c.decides(s.Tag) && isUnknown(x.eval(s.Tag)) {
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
		for v := range x.c.definedBy(s.Init) { // each round has its own
			x.vars.define(v, *x.place(v))
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
	case Unknown:
		if x.branch() {
			keys, values = []any{Unknown{}}, []any{v}
		}
	case nil:
	default:
		list := reflect.ValueOf(v)
		if list.Kind() != reflect.Slice {
			panic(giveUp{Lost})
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

// isHost reports whether v is the host that is tried. No configuration of the program lists it.
func (x *execution) isHost(v any) bool { return x.input.Host != "" && v == any(x.input.Host) }
