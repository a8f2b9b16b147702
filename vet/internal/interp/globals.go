package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"maps"
	neturl "net/url"
	"slices"

	"github.com/weburl-go/url/vet/internal/code"
)

// instance returns a struct of the package's type t, or of a pointer to it, as the package makes it: in a variable, or in a function
// that returns it. Its other fields are unknown.
func (c *Machine) instance(t types.Type) any {
	named, ok := types.Unalias(code.Deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() != c.Pass.Pkg || named.TypeArgs().Len() > 0 || !c.isRecord(named) {
		return nil
	}
	if known, ok := c.instances[named]; ok {
		return known
	}
	c.instances[named] = nil // while it is made
	var made []any
	for _, name := range c.Pass.Pkg.Scope().Names() {
		v, _ := c.Pass.Pkg.Scope().Lookup(name).(*types.Var)
		if v != nil && types.Identical(code.Deref(v.Type()), named) {
			made = append(made, c.global(v))
		}
	}
	functions := slices.SortedFunc(maps.Keys(c.Declarations), func(f, g *types.Func) int { return int(f.Pos() - g.Pos()) })
	for _, f := range functions {
		if results := f.Signature().Results(); f.Signature().Recv() == nil && results.Len() > 0 && types.Identical(code.Deref(results.At(0).Type()), named) {
			_, returned, _ := c.Execute(c.Declarations[f].Body, Input{}, nil)
			for _, results := range returned {
				made = append(made, slices.Concat(results, []any{nil})[0])
			}
		}
	}
	for at := range c.Root.Preorder((*ast.CompositeLit)(nil)) {
		if literal := at.Node().(*ast.CompositeLit); types.Identical(code.Deref(c.TypeOf(literal)), named) && !c.InTest(literal) {
			x := &execution{c: c, vars: environment{}, globals: environment{}, fuel: maxSteps, running: []*types.Func{nil}}
			x.guarded(func() { made = append(made, x.eval(literal)) })
		}
	}
	for _, v := range made {
		if r, ok := v.(*record); ok && r != nil && len(r.of) > 0 {
			copies := map[any]any{}
			c.instances[named] = clone(r, copies)
			c.forget(c.instances[named], named, map[any]bool{})
			for _, copy := range copies {
				if r, ok := copy.(*record); ok {
					r.complete = r.isMap && r.complete
				}
			}
			return c.instances[named]
		}
	}
	return nil
}

// settle returns what is known about an unknown value that does not come from the client: what the package assigns, or the setting.
func (x *execution) settle(e ast.Expr, v any) any {
	if v != any(Unknown{}) {
		return v
	}
	if made := x.c.instance(x.c.TypeOf(e)); made != nil {
		return clone(made, map[any]any{})
	}
	if x.input.Setting == "" || x.c.ofClient(e) || x.c.isNormalized(e, 4) {
		return v
	}
	switch t := x.c.TypeOf(e); t.String() {
	case "string":
		return x.input.Setting
	case "[]string":
		return []string{x.input.Setting}
	case "*" + code.NetURL:
		if u, err := neturl.Parse(x.input.Setting); err == nil && u.Scheme != "" {
			return u
		}
	}
	return v
}

// global returns the value of a variable of the package that only its declaration, the functions init, and those of a sync.Once assign.
func (c *Machine) global(v *types.Var) any {
	all := c.Variables[v]
	if known, ok := c.globals[v]; ok {
		return known
	}
	c.globals[v] = Unknown{} // while it is made
	x := &execution{c: c, vars: environment{}, globals: environment{}, fuel: 4 * maxSteps, running: []*types.Func{nil}}
	x.around(v).define(v, c.zero(v.Type()))
	value := x.place(v)
	x.guarded(func() {
		var inits []ast.Stmt
		c.readAssignments()
		isExported := v.Exported() && v.Parent() == c.Pass.Pkg.Scope() && c.Pass.Pkg.Name() != "main"
		if isExported || c.changed[v] || all == nil || all.Unknown || all.Given || len(all.Constants) > 1 || len(all.Sources)+len(all.Constants) == 0 {
			return
		}
		sources := slices.Concat(all.Sources, all.Constants)
		for _, s := range sources {
			f, inFunction := code.Function(s.At)
			if !inFunction || v.Parent() != c.Pass.Pkg.Scope() && len(sources) == 1 {
				*value = x.eval(s.Expr)
				if t, ok := (*value).(tuple); ok {
					*value = t[s.Index]
				}
			} else if !c.RunsOnce(f) {
				return
			} else if body := ast.Stmt(code.BodyOf(f.Node())); !slices.Contains(inits, body) {
				inits = append(inits, body)
			}
		}
		x.block(inits)
		if x.asked == 0 && *value != nil {
			c.forget(*value, v.Type(), map[any]bool{})
			c.globals[v] = *value
		}
	})
	return c.globals[v]
}

// around returns the variables among which one is: those of the package, or those of the function that runs.
func (x *execution) around(v types.Object) environment {
	if v != nil && v.Parent() == x.c.Pass.Pkg.Scope() {
		return x.globals
	}
	return x.vars
}

// place returns where a variable is. If the run did not assign it, it gets what the package says about it.
func (x *execution) place(v *types.Var) *any {
	variables := x.around(v)
	if variables[v] == nil {
		value := clone(x.c.global(v), map[any]any{})
		if isUnknown(value) {
			value = x.ofPackage(v)
		}
		variables.define(v, value)
	}
	return variables[v]
}

// capture makes a closure, which shares the variables of the functions around it.
func (x *execution) capture(e *ast.FuncLit) *closure {
	f := &closure{signature: x.c.TypeOf(e).(*types.Signature), body: e.Body, around: environment{}}
	for _, v := range x.c.captures(e) {
		x.spend(0)
		f.around[v] = x.place(v)
	}
	return f
}

// captures returns the variables of the functions around a literal that it uses.
func (c *Machine) captures(e *ast.FuncLit) []*types.Var {
	list, known := c.captured[e]
	if known {
		return list
	}
	for id := range code.All[*ast.Ident](e.Body) {
		v := c.Variable(id)
		if v != nil && (v.Pos() < e.Pos() || v.Pos() >= e.End()) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	c.captured[e] = list
	return list
}

// definedBy returns the variables that a statement defines.
func (c *Machine) definedBy(s ast.Stmt) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		assignment, ok := s.(*ast.AssignStmt)
		if !ok || assignment.Tok != token.DEFINE {
			return
		}
		for _, e := range assignment.Lhs {
			if v := c.Variable(e); v != nil && !yield(v) {
				return
			}
		}
	}
}
