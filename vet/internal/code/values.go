package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// Loops returns the range statement whose key e is, or the one whose value e is.
func (c *Program) Loops(e ast.Expr) (key, value *ast.RangeStmt) {
	v := c.Variable(e)
	if v == nil {
		return nil, nil
	}
	id, _ := c.Root.FindByPos(v.Pos(), v.Pos())
	switch kind, _ := id.ParentEdge(); kind {
	case edge.RangeStmt_Key:
		key = id.Parent().Node().(*ast.RangeStmt)
	case edge.RangeStmt_Value:
		value = id.Parent().Node().(*ast.RangeStmt)
	}
	return key, value
}

// A variable says what a local variable is assigned in the whole package.
type variable struct {
	Sources   []Source // what it is assigned, except constants
	Constants []Source // the constants
	Given     bool     // a parameter, a named result or the variable of a range: it has a value before it is assigned one
	Unknown   bool     // it changes in other ways: its address is taken, or a range assigns it
}

// A source is what an assignment gives to a variable.
type Source struct {
	Expr  ast.Expr // of a call with several results, the call
	Index int      // which result it is
	At    inspector.Cursor
}

// Only returns the only expression that v is assigned apart from constants, or nil.
func (v *variable) Only() ast.Expr {
	if v == nil || v.Unknown || v.Given || len(v.Sources) != 1 || v.Sources[0].Index != 0 {
		return nil
	}
	return v.Sources[0].Expr
}

// assigned returns what the variable that e names was assigned before e, apart from constants, or nil. Of several expressions,
// such as in n = n.JoinPath("x"), it is the last one before e, if the function assigns it on each way to e.
func (c *Program) assigned(e ast.Expr) ast.Expr {
	v := c.Variables[c.Variable(e)]
	if v == nil || v.Unknown || v.Only() != nil {
		return v.Only()
	}
	use, _ := c.Root.FindByPos(e.Pos(), e.End())
	f, _ := Function(use)
	var last Source
	for _, s := range v.Sources {
		if in, _ := Function(s.At); in != f {
			return nil
		} else if s.At.Node().End() <= e.Pos() {
			last = s
		}
	}
	if last.Expr == nil || last.Index != 0 || !last.At.Parent().Contains(use) || v.inLoop(use, last) {
		return nil
	}
	return last.Expr
}

// inLoop reports whether a loop leads from an assignment of v back to use, and not through last.
func (v *variable) inLoop(use inspector.Cursor, last Source) bool {
	kind, _ := last.At.ParentEdge()
	for loop := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if kind == edge.BlockStmt_List && loop.Contains(last.At) {
			return false
		}
		if slices.ContainsFunc(v.Sources, func(s Source) bool { return s != last && loop.Contains(s.At) }) {
			return true
		}
	}
	return kind == edge.ForStmt_Post
}

// Collect records what a statement or a declaration says about variables.
func (c *Program) Collect(at inspector.Cursor) {
	switch n := at.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
			c.assign(at, n.Lhs, n.Rhs)
		} else {
			c.of(n.Lhs[0]).Unknown = true
		}
	case *ast.ValueSpec:
		names := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			names[i] = name
		}
		c.assign(at.Parent().Parent(), names, n.Values)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			c.of(n.X).Unknown = true
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} { // in one round, a new variable has one value
			c.of(e).Given, c.of(e).Unknown = true, c.of(e).Unknown || n.Tok != token.DEFINE
		}
	case *ast.IncDecStmt:
		c.of(n.X).Unknown = true
	case *ast.FuncType:
		c.given(n.Params)
		c.given(n.Results)
	case *ast.FuncDecl:
		c.given(n.Recv)
	case *ast.SelectorExpr: // a method with a pointer receiver takes the address of a value
		if s := c.Pass.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal && !IsPointer(s.Recv()) &&
			IsPointer(s.Obj().(*types.Func).Signature().Recv().Type()) && (!IsNamed(s.Recv(), NetURL) || n.Sel.Name == "UnmarshalBinary") {
			c.of(n.X).Unknown = true
		}
	}
}

// of returns what is known about the variable that e names. For a field, an element or nil, it returns a new variable.
func (c *Program) of(e ast.Expr) *variable {
	v := c.named(e)
	if v == nil {
		return &variable{}
	} else if c.Variables[v] == nil {
		c.Variables[v] = &variable{}
	}
	return c.Variables[v]
}

// assign records an assignment of one expression to each of to, or of a call with several results.
func (c *Program) assign(at inspector.Cursor, to, from []ast.Expr) {
	for i, e := range to {
		if element, ok := As[*ast.IndexExpr](e); ok {
			c.of(element.X).Unknown = true
		}
		v := c.of(e)
		switch {
		case len(from) == len(to) && c.Pass.TypesInfo.Types[from[i]].Value != nil:
			v.Constants = append(v.Constants, Source{from[i], 0, at})
		case len(from) == len(to):
			v.Sources = append(v.Sources, Source{from[i], 0, at})
		case len(from) == 1:
			v.Sources = append(v.Sources, Source{from[0], i, at})
		}
	}
}

func (c *Program) given(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			c.of(name).Given = true
		}
	}
}

// named returns the variable that e names, or nil.
func (c *Program) named(e ast.Expr) *types.Var {
	id, ok := As[*ast.Ident](e)
	if !ok {
		return nil
	}
	v, _ := c.Pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// Variable is like named, but returns only local variables.
func (c *Program) Variable(e ast.Expr) *types.Var {
	v := c.named(e)
	if v == nil || v.IsField() || v.Parent() == nil || v.Parent() == c.Pass.Pkg.Scope() || v.Pkg() != c.Pass.Pkg {
		return nil
	}
	return v
}

// Value follows e: for a local variable, it returns the expression that was assigned to it. For another expression, and for a
// variable with several values, it returns e itself, without parentheses.
func (c *Program) Value(e ast.Expr) ast.Expr {
	for range 10 {
		e = ast.Unparen(e)
		source := c.assigned(e)
		if source == nil || len(c.Variables[c.Variable(e)].Constants) > 0 {
			return e
		}
		e = source
	}
	return e
}

// Source is like Value, but also follows a variable that is assigned constants, such as a default.
func (c *Program) Source(e ast.Expr) ast.Expr {
	if source := c.assigned(e); source != nil {
		e = source
	}
	return c.Value(e)
}

// Kept is like Value, but also follows a variable of the package that no other package can assign.
func (c *Program) Kept(e ast.Expr) ast.Expr {
	v := c.named(e)
	if x := c.Variables[v]; x.Only() != nil && len(x.Constants) == 0 && !v.Exported() && v.Parent() == c.Pass.Pkg.Scope() {
		e = x.Only()
	}
	return c.Value(e)
}

// IsOnlyDeclared reports whether e names a variable that is declared without a value, and that nothing changes.
func (c *Program) IsOnlyDeclared(e ast.Expr) bool {
	v := c.named(e)
	x := c.Variables[v]
	return x != nil && !x.Given && !x.Unknown && len(x.Sources)+len(x.Constants) == 0 && (!v.Exported() || v.Parent() != c.Pass.Pkg.Scope())
}

// Same reports whether a and b have the same value, provided that equal calls return equal results.
func (c *Program) Same(a, b ast.Expr) bool {
	a, b = c.Value(a), c.Value(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && c.Pass.TypesInfo.ObjectOf(a) == c.Pass.TypesInfo.ObjectOf(b)
	case *ast.BasicLit:
		b, ok := b.(*ast.BasicLit)
		return ok && a.Value == b.Value
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && c.Pass.TypesInfo.ObjectOf(a.Sel) == c.Pass.TypesInfo.ObjectOf(b.Sel) && (c.IsPackage(a.X) || c.Same(a.X, b.X))
	case *ast.CallExpr:
		b, ok := b.(*ast.CallExpr)
		return ok && c.Same(a.Fun, b.Fun) && slices.EqualFunc(a.Args, b.Args, c.Same)
	}
	return false
}

// Callee returns the full name of the function or method that is called, such as "(*net/http.Client).Get", or "". It
// returns "" if the call does not have an argument for each parameter: f(g()) or T.Method(x).
func (c *Program) Callee(call *ast.CallExpr) string {
	name, ok := c.callees[call]
	if !ok {
		name = c.nameCallee(call)
		c.callees[call] = name
	}
	return name
}

func (c *Program) nameCallee(call *ast.CallExpr) string {
	f, ok := typeutil.Callee(c.Pass.TypesInfo, call).(*types.Func)
	if !ok {
		return ""
	}
	if s := f.Signature(); len(call.Args) != s.Params().Len() && !s.Variadic() || len(call.Args) < s.Params().Len()-1 {
		return ""
	}
	if s := c.Pass.TypesInfo.Selections[Selected(call)]; s != nil && s.Kind() == types.MethodExpr {
		return ""
	}
	return f.FullName()
}

// Call returns e as a call of one of the named functions, and what comes before its last dot: the receiver or the
// package. It does not follow variables.
func (c *Program) Call(e ast.Expr, names ...string) (call *ast.CallExpr, receiver ast.Expr) {
	call, _ = As[*ast.CallExpr](e)
	if call == nil || !slices.Contains(names, c.Callee(call)) {
		return nil, nil
	}
	if selector := Selected(call); selector != nil {
		return call, selector.X
	}
	return call, nil
}

// Get is like Call for the value of e.
func (c *Program) Get(e ast.Expr, names ...string) (receiver ast.Expr, ok bool) {
	call, receiver := c.Call(c.Value(e), names...)
	return receiver, call != nil && receiver != nil
}

// Field returns x if e is x.name, a field of the named type or of a pointer to it.
func (c *Program) Field(e ast.Expr, typeName, name string) (x ast.Expr, ok bool) {
	selector, _ := As[*ast.SelectorExpr](e)
	if selector == nil || selector.Sel.Name != name {
		return nil, false
	}
	s := c.Pass.TypesInfo.Selections[selector]
	if s == nil || s.Kind() != types.FieldVal || !IsNamed(s.Recv(), typeName) {
		return nil, false
	}
	return selector.X, true
}

// CallsIn reports whether there is a call of one of the named functions in the function that encloses at.
func (c *Program) CallsIn(at inspector.Cursor, names ...string) bool {
	return Around(at, func(call *ast.CallExpr) bool { return slices.Contains(names, c.Callee(call)) })
}

// Uses returns where v is used in f.
func (c *Program) Uses(f inspector.Cursor, v *types.Var) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for id := range f.Preorder((*ast.Ident)(nil)) {
			if c.Pass.TypesInfo.Uses[id.Node().(*ast.Ident)] == v && !yield(id) {
				return
			}
		}
	}
}

// Mentions reports whether n contains a name of v.
func (c *Program) Mentions(n ast.Node, v *types.Var) bool {
	return Contains(n, func(id *ast.Ident) bool { return c.Pass.TypesInfo.ObjectOf(id) == v })
}

// CallsOnce is the method that calls a function once.
const CallsOnce = "(*sync.Once).Do"

// RunsOnce reports whether a function is init, or is passed to a sync.Once and has no other use.
func (c *Program) RunsOnce(f inspector.Cursor) bool {
	given := func(at inspector.Cursor) bool {
		call, ok := Outermost(at).Parent().Node().(*ast.CallExpr)
		return ok && c.Callee(call) == CallsOnce
	}
	declaration, ok := f.Node().(*ast.FuncDecl)
	if !ok {
		return given(f)
	} else if declaration.Name.Name == "init" && declaration.Recv == nil {
		return true
	}
	uses := c.UsesOf(c.Pass.TypesInfo.Defs[declaration.Name])
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(at inspector.Cursor) bool { return !given(at) })
}

// UsesOf returns the identifiers of the package that refer to a function.
func (c *Program) UsesOf(f types.Object) []inspector.Cursor {
	if c.uses == nil {
		c.uses = map[types.Object][]inspector.Cursor{}
		for at := range c.Root.Preorder((*ast.Ident)(nil)) {
			if used, ok := c.Pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(*types.Func); ok && used.Pkg() == c.Pass.Pkg {
				c.uses[used] = append(c.uses[used], at)
			}
		}
	}
	return c.uses[f]
}
