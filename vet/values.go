package vet

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"iter"
	"net"
	neturl "net/url"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A variable says what a local variable is assigned in the whole package.
type variable struct {
	sources   []source // what it is assigned, but for constants
	constants []source // the constants
	given     bool     // a parameter, a named result or the variable of a range: it has a value before it is assigned one
	unknown   bool     // it changes in other ways: its address is taken, or a range assigns it
}

// A source is what an assignment gives to a variable.
type source struct {
	expr  ast.Expr // of a call with several results, the call
	index int      // which result it is
	at    inspector.Cursor
}

// only returns the only expression that v is assigned beside constants, or nil.
func (v *variable) only() ast.Expr {
	if v == nil || v.unknown || v.given || len(v.sources) != 1 || v.sources[0].index != 0 {
		return nil
	}
	return v.sources[0].expr
}

// assigned returns what the variable that e names was assigned before e, beside constants, or nil. Of several expressions,
// such as in n = n.JoinPath("x"), it is the last one before e, if the function assigns it on each way to e.
func (c *checker) assigned(e ast.Expr) ast.Expr {
	v := c.variables[c.variable(e)]
	if v == nil || v.unknown || v.only() != nil {
		return v.only()
	}
	use, _ := c.root.FindByPos(e.Pos(), e.End())
	f, _ := function(use)
	var last source
	for _, s := range v.sources {
		if in, _ := function(s.at); in != f {
			return nil
		} else if s.at.Node().End() <= e.Pos() {
			last = s
		}
	}
	if last.expr == nil || last.index != 0 || !last.at.Parent().Contains(use) || v.inLoop(use, last) {
		return nil
	}
	return last.expr
}

// inLoop reports whether a loop leads from an assignment of v back to use, and not through last.
func (v *variable) inLoop(use inspector.Cursor, last source) bool {
	kind, _ := last.at.ParentEdge()
	for loop := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if kind == edge.BlockStmt_List && loop.Contains(last.at) {
			return false
		}
		if slices.ContainsFunc(v.sources, func(s source) bool { return s != last && loop.Contains(s.at) }) {
			return true
		}
	}
	return kind == edge.ForStmt_Post
}

// collect notes what a statement or a declaration says of variables.
func (c *checker) collect(at inspector.Cursor) {
	switch n := at.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
			c.assign(at, n.Lhs, n.Rhs)
		} else {
			c.of(n.Lhs[0]).unknown = true
		}
	case *ast.ValueSpec:
		names := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			names[i] = name
		}
		c.assign(at.Parent().Parent(), names, n.Values)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			c.of(n.X).unknown = true
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} { // in one round, a new variable has one value
			c.of(e).given, c.of(e).unknown = true, c.of(e).unknown || n.Tok != token.DEFINE
		}
	case *ast.IncDecStmt:
		c.of(n.X).unknown = true
	case *ast.FuncType:
		c.given(n.Params)
		c.given(n.Results)
	case *ast.FuncDecl:
		c.given(n.Recv)
	case *ast.SelectorExpr: // a method with a pointer receiver takes the address of a value
		if s := c.pass.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal && !isPointer(s.Recv()) &&
			isPointer(s.Obj().(*types.Func).Signature().Recv().Type()) && (!isNamed(s.Recv(), netURL) || n.Sel.Name == "UnmarshalBinary") {
			c.of(n.X).unknown = true
		}
	}
}

// of returns what is known of the variable that e names. For a field, an element or nil, it returns a new variable.
func (c *checker) of(e ast.Expr) *variable {
	v := c.named(e)
	if v == nil {
		return &variable{}
	} else if c.variables[v] == nil {
		c.variables[v] = &variable{}
	}
	return c.variables[v]
}

// assign notes an assignment of one expression for each of to, or of a call with several results.
func (c *checker) assign(at inspector.Cursor, to, from []ast.Expr) {
	for i, e := range to {
		if element, ok := as[*ast.IndexExpr](e); ok {
			c.of(element.X).unknown = true
		}
		v := c.of(e)
		switch {
		case len(from) == len(to) && c.pass.TypesInfo.Types[from[i]].Value != nil:
			v.constants = append(v.constants, source{from[i], 0, at})
		case len(from) == len(to):
			v.sources = append(v.sources, source{from[i], 0, at})
		case len(from) == 1:
			v.sources = append(v.sources, source{from[0], i, at})
		}
	}
}

func (c *checker) given(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			c.of(name).given = true
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// as returns e, without parentheses, as a node of one type.
func as[T ast.Expr](e ast.Expr) (node T, ok bool) {
	node, ok = ast.Unparen(e).(T)
	return node, ok
}

// outermost returns the outermost parentheses around at, or else at: its parent is the node that uses at.
func outermost(at inspector.Cursor) inspector.Cursor {
	for {
		if _, ok := at.Parent().Node().(*ast.ParenExpr); !ok {
			return at
		}
		at = at.Parent()
	}
}

// selected returns what is called if it has a dot, such as r.Form.Get, or nil.
func selected(call *ast.CallExpr) *ast.SelectorExpr {
	selector, _ := as[*ast.SelectorExpr](call.Fun)
	return selector
}

// named returns the variable that e names, or nil.
func (c *checker) named(e ast.Expr) *types.Var {
	id, ok := as[*ast.Ident](e)
	if !ok {
		return nil
	}
	v, _ := c.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// variable is named for local variables.
func (c *checker) variable(e ast.Expr) *types.Var {
	v := c.named(e)
	if v == nil || v.IsField() || v.Parent() == nil || v.Parent() == c.pass.Pkg.Scope() || v.Pkg() != c.pass.Pkg {
		return nil
	}
	return v
}

// value follows e: for a local variable, it returns the expression that was assigned to it. For another expression, and for a
// variable with several values, it returns e itself, without parentheses.
func (c *checker) value(e ast.Expr) ast.Expr {
	for range 10 {
		e = ast.Unparen(e)
		source := c.assigned(e)
		if source == nil || len(c.variables[c.variable(e)].constants) > 0 {
			return e
		}
		e = source
	}
	return e
}

// source is value for a variable that can also be assigned constants, such as a default.
func (c *checker) source(e ast.Expr) ast.Expr {
	if source := c.assigned(e); source != nil {
		e = source
	}
	return c.value(e)
}

// kept is value for a variable of the package, too, if no other package can assign it.
func (c *checker) kept(e ast.Expr) ast.Expr {
	v := c.named(e)
	if x := c.variables[v]; x.only() != nil && len(x.constants) == 0 && !v.Exported() && v.Parent() == c.pass.Pkg.Scope() {
		e = x.only()
	}
	return c.value(e)
}

// same reports whether a and b give the same value, as far as calls of the same function do.
func (c *checker) same(a, b ast.Expr) bool {
	a, b = c.value(a), c.value(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && c.pass.TypesInfo.ObjectOf(a) == c.pass.TypesInfo.ObjectOf(b)
	case *ast.BasicLit:
		b, ok := b.(*ast.BasicLit)
		return ok && a.Value == b.Value
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && c.pass.TypesInfo.ObjectOf(a.Sel) == c.pass.TypesInfo.ObjectOf(b.Sel) && (c.isPackage(a.X) || c.same(a.X, b.X))
	case *ast.CallExpr:
		b, ok := b.(*ast.CallExpr)
		return ok && c.same(a.Fun, b.Fun) && slices.EqualFunc(a.Args, b.Args, c.same)
	}
	return false
}

func (c *checker) isPackage(e ast.Expr) bool {
	id, _ := e.(*ast.Ident)
	if id == nil {
		return false
	}
	_, ok := c.pass.TypesInfo.Uses[id].(*types.PkgName)
	return ok
}

// callee returns the full name of the function or method that is called, such as "(*net/http.Client).Get", or "". It
// returns "" if the call does not have an argument for each parameter: f(g()) or T.Method(x).
func (c *checker) callee(call *ast.CallExpr) string {
	name, ok := c.callees[call]
	if !ok {
		name = c.nameCallee(call)
		c.callees[call] = name
	}
	return name
}

func (c *checker) nameCallee(call *ast.CallExpr) string {
	f, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return ""
	}
	if s := f.Signature(); len(call.Args) != s.Params().Len() && !s.Variadic() || len(call.Args) < s.Params().Len()-1 {
		return ""
	}
	if s := c.pass.TypesInfo.Selections[selected(call)]; s != nil && s.Kind() == types.MethodExpr {
		return ""
	}
	return f.FullName()
}

// call returns e as a call of one of the named functions, and what comes before its last dot: the receiver or the
// package. It does not follow variables.
func (c *checker) call(e ast.Expr, names ...string) (call *ast.CallExpr, receiver ast.Expr) {
	call, _ = as[*ast.CallExpr](e)
	if call == nil || !slices.Contains(names, c.callee(call)) {
		return nil, nil
	}
	if selector := selected(call); selector != nil {
		return call, selector.X
	}
	return call, nil
}

// get is call for what e's value is.
func (c *checker) get(e ast.Expr, names ...string) (receiver ast.Expr, ok bool) {
	call, receiver := c.call(c.value(e), names...)
	return receiver, call != nil && receiver != nil
}

// field returns x if e is x.name, a field of the named type or of a pointer to it.
func (c *checker) field(e ast.Expr, typeName, name string) (x ast.Expr, ok bool) {
	selector, _ := as[*ast.SelectorExpr](e)
	if selector == nil || selector.Sel.Name != name {
		return nil, false
	}
	s := c.pass.TypesInfo.Selections[selector]
	if s == nil || s.Kind() != types.FieldVal || !isNamed(s.Recv(), typeName) {
		return nil, false
	}
	return selector.X, true
}

// isNamed reports whether t is the named type, or a pointer to it.
func isNamed(t types.Type, name string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == name
}

// constant returns the value of e if it is a constant string.
func (c *checker) constant(e ast.Expr) (string, bool) {
	v := c.pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

func (c *checker) typeOf(e ast.Expr) types.Type { return c.pass.TypesInfo.TypeOf(e) }

// text returns the source of n, as gofmt writes it. It leaves out parentheses around n that change nothing.
func (c *checker) text(n ast.Node) string {
	if e, ok := n.(ast.Expr); ok {
		switch e := ast.Unparen(e).(type) {
		case *ast.StarExpr, *ast.UnaryExpr, *ast.BinaryExpr:
		default:
			n = e
		}
	}
	var b bytes.Buffer
	if err := format.Node(&b, c.pass.Fset, n); err != nil {
		return ""
	}
	return b.String()
}

// plain reports whether e consists of names and dots only.
func plain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name != "_"
	case *ast.SelectorExpr:
		return plain(e.X)
	}
	return false
}

// function returns the function that encloses at.
func function(at inspector.Cursor) (inspector.Cursor, bool) {
	for f := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if f != at {
			return f, true
		}
	}
	return inspector.Cursor{}, false
}

// all returns the nodes of one type in n.
func all[N ast.Node](n ast.Node) iter.Seq[N] {
	return func(yield func(N) bool) {
		for n := range ast.Preorder(n) {
			if node, ok := n.(N); ok && !yield(node) {
				return
			}
		}
	}
}

// inPackage reports whether there is such a node in the package.
func inPackage[N ast.Node](pass *analysis.Pass, is func(N) bool) bool {
	return slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return contains(f, is) })
}

// around reports whether there is such a node in the function that encloses at.
func around[N ast.Node](at inspector.Cursor, is func(N) bool) bool {
	f, ok := function(at)
	return ok && contains(f.Node(), is)
}

// callsIn reports whether there is a call of one of the named functions in the function that encloses at.
func (c *checker) callsIn(at inspector.Cursor, names ...string) bool {
	return around(at, func(call *ast.CallExpr) bool { return slices.Contains(names, c.callee(call)) })
}

// uses returns where v is used in f.
func (c *checker) uses(f inspector.Cursor, v *types.Var) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for id := range f.Preorder((*ast.Ident)(nil)) {
			if c.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] == v && !yield(id) {
				return
			}
		}
	}
}

// contains reports whether there is such a node in n.
func contains[N ast.Node](n ast.Node, is func(N) bool) bool {
	for node := range all[N](n) {
		if is(node) {
			return true
		}
	}
	return false
}

// mentions reports whether n contains a name of v.
func (c *checker) mentions(n ast.Node, v *types.Var) bool {
	return contains(n, func(id *ast.Ident) bool { return c.pass.TypesInfo.ObjectOf(id) == v })
}

// global returns the value of a variable of the package that only its declaration, the functions init, and those of a sync.Once assign.
func (c *checker) global(v *types.Var) any {
	all := c.variables[v]
	if known, ok := c.globals[v]; ok {
		return known
	}
	c.globals[v] = unknown{} // while it is made
	x := &execution{c: c, vars: map[types.Object]any{v: c.zero(v.Type())}, fuel: 4 * maxSteps, running: []*types.Func{nil}}
	x.guarded(func() {
		var inits []ast.Stmt
		if all == nil || all.unknown || all.given || len(all.constants) > 1 || len(all.sources)+len(all.constants) == 0 {
			return
		}
		sources := slices.Concat(all.sources, all.constants)
		for _, s := range sources {
			f, inFunction := function(s.at)
			if !inFunction || v.Parent() != c.pass.Pkg.Scope() && len(sources) == 1 {
				x.vars[v] = x.eval(s.expr)
				if t, ok := x.vars[v].(tuple); ok {
					x.vars[v] = t[s.index]
				}
			} else if !c.runsOnce(f) {
				return
			} else if body := ast.Stmt(bodyOf(f.Node())); !slices.Contains(inits, body) {
				inits = append(inits, body)
			}
		}
		x.block(inits)
		if x.asked == 0 && x.vars[v] != nil {
			c.globals[v] = x.vars[v]
		}
	})
	return c.globals[v]
}

// runsOnce reports whether a function is init, or given to a sync.Once and not used otherwise.
func (c *checker) runsOnce(f inspector.Cursor) bool {
	given := func(at inspector.Cursor) bool {
		call, ok := outermost(at).Parent().Node().(*ast.CallExpr)
		return ok && c.callee(call) == callsOnce
	}
	declaration, ok := f.Node().(*ast.FuncDecl)
	if !ok {
		return given(f)
	} else if declaration.Name.Name == "init" && declaration.Recv == nil {
		return true
	}
	used := false
	for at := range c.root.Preorder((*ast.Ident)(nil)) {
		if c.pass.TypesInfo.Uses[at.Node().(*ast.Ident)] == c.pass.TypesInfo.Defs[declaration.Name] {
			if used = given(at); !used {
				return false
			}
		}
	}
	return used
}

// literal makes a URL of net/url, a network, or a slice.
func (x *execution) literal(e *ast.CompositeLit) any {
	t := x.c.typeOf(e)
	if isNamed(t, netURL) {
		u := new(neturl.URL)
		for _, element := range e.Elts {
			pair, ok := element.(*ast.KeyValueExpr)
			if !ok {
				return unknown{true}
			}
			if v := x.eval(pair.Value); !setField(u, pair.Key.(*ast.Ident).Name, v) && v != nil {
				return unknown{true}
			}
		}
		return u
	} else if isError(t) {
		return errAny
	} else if x.c.isRecord(deref(t)) {
		return x.record(e, deref(t))
	}
	isNet, list := isNamed(t, "net.IPNet"), []any{}
	for _, element := range e.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok && isNet {
			element = pair.Value
		}
		v := x.eval(element)
		if isUnknown(v) && isNet {
			return v
		}
		x.spend(size(v))
		list = append(list, v)
	}
	if isNet && len(list) == 2 {
		ip, _ := list[0].(net.IP)
		mask, _ := list[1].(net.IPMask)
		return &net.IPNet{IP: ip, Mask: mask}
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return sliceOf(t, list)
	}
	return unknown{}
}

// goTypes are the types of slices of bytes and texts. Others are lists of any values.
var goTypes = map[string]reflect.Type{"net.IP": reflect.TypeFor[net.IP](), "net.IPMask": reflect.TypeFor[net.IPMask](),
	"[]byte": reflect.TypeFor[[]byte](), "[]string": reflect.TypeFor[[]string]()}

func sliceOf(t types.Type, list []any) any {
	of := cmp.Or(goTypes[t.String()], goTypes[t.Underlying().String()])
	if of == nil {
		return slices.Clone(list)
	}
	s := reflect.MakeSlice(of, 0, len(list))
	for _, e := range list {
		_, begins := e.(open)
		fits := e != nil && !begins && !isUnknown(e) && reflect.TypeOf(e).ConvertibleTo(of.Elem())
		if !fits && of.Elem().Kind() == reflect.String {
			return slices.Clone(list)
		} else if !fits {
			return unknown{isTainted(e)}
		}
		s = reflect.Append(s, reflect.ValueOf(e).Convert(of.Elem()))
	}
	return s.Interface()
}
