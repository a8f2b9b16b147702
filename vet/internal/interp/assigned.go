package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
)

// readAssignments notes what the package assigns to variables and fields.
func (c *Machine) readAssignments() {
	if c.changed != nil {
		return
	}
	c.changed, c.sources = map[types.Object]bool{}, map[types.Object][]ast.Expr{}
	for at := range c.Root.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil),
		(*ast.ValueSpec)(nil), (*ast.CompositeLit)(nil)) {
		switch n := at.Node().(type) {
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				c.change(to)
				if len(n.Rhs) != len(n.Lhs) {
					continue
				}
				e := n.Rhs[i]
				if n.Tok == token.ADD_ASSIGN {
					e = &ast.BinaryExpr{X: to, Op: token.ADD, Y: e}
				}
				c.source(c.object(to), e)
			}
		case *ast.IncDecStmt:
			c.change(n.X)
		case *ast.UnaryExpr:
			if _, literal := code.As[*ast.CompositeLit](n.X); n.Op == token.AND && !literal && inFunction(at) {
				c.change(n.X)
			}
		case *ast.CallExpr:
			if inFunction(at) && c.Callee(n) != "" && c.Declared[c.Callee(n)] == nil {
				for _, e := range n.Args { // such as that of json.Unmarshal
					t := c.TypeOf(e)
					named, ok := types.Unalias(code.Deref(t)).(*types.Named)
					if ok && code.IsPointer(t) && named.Obj().Pkg() == c.Pass.Pkg {
						c.changed[c.object(e)] = true
					}
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) == len(n.Names) {
					c.source(c.object(name), n.Values[i])
				}
			}
		case *ast.CompositeLit:
			fields, _ := code.Deref(c.TypeOf(n)).Underlying().(*types.Struct)
			for i, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok && fields != nil {
					c.source(c.object(pair.Key), pair.Value)
				} else if fields != nil {
					c.source(fields.Field(i), e)
				}
			}
		}
	}
}

func inFunction(at inspector.Cursor) bool { _, ok := code.Function(at); return ok }

// object returns the variable or the field that an expression names, or nil. For a field of a generic type, it returns that of the
// declaration.
func (c *Machine) object(e ast.Expr) types.Object {
	if selector, ok := code.As[*ast.SelectorExpr](e); ok {
		e = selector.Sel
	}
	id, ok := code.As[*ast.Ident](e)
	if !ok {
		return nil
	}
	v, ok := c.Pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	return v.Origin()
}

func (c *Machine) source(to types.Object, e ast.Expr) {
	if to != nil {
		c.sources[to] = append(c.sources[to], e)
	}
}

// change notes that a part of a variable or a field changes: for a.b[i].c, the field c. A struct that is a local variable, or that only
// one has the address of, is no other variable.
func (c *Machine) change(e ast.Expr) {
	var part types.Object
	for {
		switch at := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if part == nil {
				part = c.object(at)
			}
			e = at.X
			continue
		case *ast.IndexExpr:
			e = at.X
			continue
		case *ast.StarExpr:
			if part == nil {
				part = c.object(at.X)
			}
			e = at.X
			continue
		}
		break
	}
	local := c.Variable(e)
	if x := c.Variables[local]; part != nil && local != nil && part != types.Object(local) {
		_, isStruct := local.Type().Underlying().(*types.Struct)
		made, isAddress := ast.Unparen(x.Only()).(*ast.UnaryExpr)
		if isStruct || isAddress && made.Op == token.AND {
			part = local
		}
	}
	if part != nil {
		c.changed[part] = true
	}
}

// forget makes the fields of v, which has type t, unknown that a function changes.
func (c *Machine) forget(v any, t types.Type, seen map[any]bool) {
	c.readAssignments()
	t = code.Deref(t).Underlying()
	switch v := v.(type) {
	case *record:
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		switch t := t.(type) {
		case *types.Struct:
			for field := range t.Fields() {
				if c.changed[field.Origin()] {
					v.of[field.Name()] = Unknown{}
				} else {
					c.forget(v.of[field.Name()], field.Type(), seen)
				}
			}
		case *types.Map:
			for _, member := range v.of {
				c.forget(member, t.Elem(), seen)
			}
		}
	case []any:
		if list, ok := t.(interface{ Elem() types.Type }); ok {
			for _, member := range v {
				c.forget(member, list.Elem(), seen)
			}
		}
	}
}

// isNormalized reports whether the package puts a slash at the end of what a variable or a field has, or a dot before it.
func (c *Machine) isNormalized(e ast.Expr, depth int) bool {
	c.readAssignments()
	v := c.object(e)
	return v != nil && depth > 0 && slices.ContainsFunc(c.sources[v], func(e ast.Expr) bool { return c.normalizes(e, depth-1) })
}

func (c *Machine) normalizes(e ast.Expr, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		first, last := e.X, e.Y
		for {
			sum, ok := code.As[*ast.BinaryExpr](first)
			if !ok {
				break
			}
			first = sum.X
		}
		before, _ := c.Constant(ast.Unparen(first))
		after, _ := c.Constant(ast.Unparen(last))
		return e.Op == token.ADD && (strings.HasPrefix(before, ".") || strings.HasSuffix(after, "/"))
	case *ast.CallExpr:
		if f := c.Declared[c.Callee(e)]; f != nil {
			return code.Contains(f.Body, func(s *ast.ReturnStmt) bool {
				return slices.ContainsFunc(s.Results, func(e ast.Expr) bool { return depth > 0 && c.normalizes(e, depth-1) })
			})
		} else if c.Callee(e) == "fmt.Sprintf" {
			format, _ := c.Constant(e.Args[0])
			return strings.HasPrefix(format, ".") || strings.HasSuffix(format, "/")
		}
	}
	return c.isNormalized(e, depth)
}
