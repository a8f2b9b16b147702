package vet

import (
	"go/ast"
	"go/types"
	"maps"
	neturl "net/url"
	"slices"
)

// A record is a struct of the package, by the names of its fields, or a map. What it does not hold is the zero value if it is
// complete, and unknown otherwise.
type record struct {
	of                       map[any]any
	isMap, complete, tainted bool
}

// A closure is a function as a value.
type closure struct {
	signature *types.Signature
	body      *ast.BlockStmt
	self      any // the receiver
}

// member returns a field or an element of v, of type t.
func (x *execution) member(v, key any, t types.Type) any {
	r, ok := v.(*record)
	if !ok || r == nil {
		return unknown{isTainted(v)}
	}
	if member, ok := r.of[key]; ok {
		return member
	} else if !r.complete {
		return unknown{r.tainted}
	}
	member := x.c.zero(t)
	if _, ok := member.(*record); ok {
		r.of[key] = member
	}
	return member
}

// promoted returns the embedded struct of v that has the field or the method that e selects.
func (x *execution) promoted(v any, e *ast.SelectorExpr) any {
	s := x.c.pass.TypesInfo.Selections[e]
	if s == nil {
		return v
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		f := deref(t).Underlying().(*types.Struct).Field(i)
		v, t = x.member(v, f.Name(), f.Type()), f.Type()
	}
	return v
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// isRecord reports whether an execution keeps values of type t as records: structs of the package, and maps.
func (c *checker) isRecord(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Struct:
		named, ok := types.Unalias(t).(*types.Named)
		return !ok || named.Obj().Pkg() == c.pass.Pkg
	}
	return false
}

// record makes a struct or a map of a literal.
func (x *execution) record(e *ast.CompositeLit, t types.Type) *record {
	fields, isStruct := t.Underlying().(*types.Struct)
	r := &record{of: map[any]any{}, isMap: !isStruct, complete: true}
	for i, element := range e.Elts {
		x.spend(32)
		var key any
		pair, ok := element.(*ast.KeyValueExpr)
		switch {
		case !isStruct:
			key, element = x.eval(pair.Key), pair.Value
		case ok:
			key, element = pair.Key.(*ast.Ident).Name, pair.Value
		default:
			key = fields.Field(i).Name()
		}
		v := x.eval(element)
		if r.complete = r.complete && isKey(key); r.complete {
			r.of[key] = copied(v, x.c.typeOf(element))
		}
	}
	return r
}

func isKey(v any) bool {
	switch v.(type) {
	case string, int64, bool:
		return true
	}
	return false
}

// copied returns what a variable of type t gets: its own struct.
func copied(v any, t types.Type) any {
	if _, isStruct := t.Underlying().(*types.Struct); isStruct {
		return clone(v, map[*record]*record{})
	}
	return v
}

// clone returns a value that an execution can change.
func clone(v any, seen map[*record]*record) any {
	switch v := v.(type) {
	case *neturl.URL:
		if v != nil {
			u := *v
			return &u
		}
	case []any:
		list := slices.Clone(v)
		for i := range list {
			list[i] = clone(list[i], seen)
		}
		return list
	case *record:
		if v != nil && seen[v] == nil {
			seen[v] = &record{maps.Clone(v.of), v.isMap, v.complete, v.tainted}
			for key, member := range v.of {
				seen[v].of[key] = clone(member, seen)
			}
		}
		return seen[v]
	}
	return v
}

// escape forgets what an unknown function can change: what an argument points to, and what a closure assigns.
func (x *execution) escape(v any, t types.Type) {
	switch v := v.(type) {
	case *record:
		if v != nil && (isPointer(t) || types.IsInterface(t)) {
			*v = record{of: map[any]any{}, isMap: v.isMap, tainted: true}
		}
	case *closure:
		for s := range all[*ast.AssignStmt](v.body) {
			for _, to := range s.Lhs {
				if local := x.c.variable(to); local != nil && x.vars[local] != nil {
					x.vars[local] = unknown{true}
				}
			}
		}
	}
}

// apply calls a closure.
func (x *execution) apply(f *closure, args []any) any {
	if x.depth++; x.depth > 8 {
		panic(giveUp{lost})
	}
	defer func() { x.depth-- }()
	if receiver := f.signature.Recv(); receiver != nil {
		x.vars[receiver] = copied(f.self, receiver.Type())
	}
	if len(args) != f.signature.Params().Len() {
		return unknown{true} // a literal with "..."
	}
	for i, v := range args {
		x.vars[f.signature.Params().At(i)] = v
	}
	for v := range f.signature.Results().Variables() {
		x.vars[v] = x.c.zero(v.Type())
	}
	_, results := x.block(f.body.List)
	if len(results) == 0 { // the named ones
		for v := range f.signature.Results().Variables() {
			results = append(results, x.vars[v])
		}
	}
	return tuple(results).value()
}

// instance returns a struct of the package's type t, or of a pointer to it, as the package makes it: in a variable, or in a function
// that returns it. Its other fields are unknown.
func (c *checker) instance(t types.Type) any {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() != c.pass.Pkg || named.TypeArgs().Len() > 0 || !c.isRecord(named) {
		return nil
	}
	if known, ok := c.instances[named]; ok {
		return known
	}
	c.instances[named] = nil // while it is made
	var made []any
	for _, name := range c.pass.Pkg.Scope().Names() {
		v, _ := c.pass.Pkg.Scope().Lookup(name).(*types.Var)
		if v != nil && types.Identical(deref(v.Type()), named) {
			made = append(made, c.global(v))
		}
	}
	functions := slices.SortedFunc(maps.Keys(c.declarations), func(f, g *types.Func) int { return int(f.Pos() - g.Pos()) })
	for _, f := range functions {
		if results := f.Signature().Results(); f.Signature().Recv() == nil && results.Len() > 0 && types.Identical(deref(results.At(0).Type()), named) {
			_, returned, _ := c.execute(c.declarations[f].Body, input{}, nil)
			for _, results := range returned {
				made = append(made, slices.Concat(results, []any{nil})[0])
			}
		}
	}
	for at := range c.root.Preorder((*ast.CompositeLit)(nil)) {
		if literal := at.Node().(*ast.CompositeLit); types.Identical(deref(c.typeOf(literal)), named) && !c.inTest(literal) {
			x := &execution{c: c, vars: map[types.Object]any{}, fuel: maxSteps, running: []*types.Func{nil}}
			x.guarded(func() { made = append(made, x.eval(literal)) })
		}
	}
	for _, v := range made {
		if r, ok := v.(*record); ok && r != nil && len(r.of) > 0 {
			copies := map[*record]*record{}
			c.instances[named] = clone(r, copies)
			for _, r := range copies {
				r.complete = r.isMap && r.complete
			}
			return c.instances[named]
		}
	}
	return nil
}

// settle returns what is known of an unknown value that does not come from the client: what the package assigns, or the setting.
func (x *execution) settle(e ast.Expr, v any) any {
	if v != any(unknown{}) {
		return v
	}
	if made := x.c.instance(x.c.typeOf(e)); made != nil {
		return clone(made, map[*record]*record{})
	}
	if x.input.setting == "" || x.c.ofClient(e) {
		return v
	}
	switch t := x.c.typeOf(e); t.String() {
	case "string":
		return x.input.setting
	case "[]string":
		return []string{x.input.setting}
	case "*" + netURL:
		if u, err := neturl.Parse(x.input.setting); err == nil && u.Scheme != "" {
			return u
		}
	}
	return v
}

// ofClient reports whether e comes from the request of a client, or can.
func (c *checker) ofClient(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		t := c.typeOf(e.X)
		return t != nil && (isNamed(t, request) || isNamed(t, netURL) || isNamed(t, "net/http.Cookie") || c.ofClient(ast.Unparen(e.X)))
	case *ast.IndexExpr:
		return c.ofRequest(e.X) || c.ofClient(ast.Unparen(e.X))
	case *ast.CallExpr:
		selector := selected(e)
		return c.fromRequest(e) || selector != nil && !c.isPackage(selector.X) && c.declared[c.callee(e)] == nil
	case *ast.Ident:
		return c.fromRequest(e)
	}
	return false
}
