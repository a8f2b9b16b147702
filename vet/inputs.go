package vet

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// arrives reports whether something that is no constant is looked up or connected to, or arrives at a redirect, a request or a page in a
// function, or in what it calls.
func (c *checker) arrives(at inspector.Cursor) bool {
	f := at.Node()
	if _, known := c.sinksIn[f]; !known {
		c.sinksIn[f] = code.BodyOf(f) != nil && c.findSink(at)
	}
	return c.sinksIn[f]
}

func (c *checker) findSink(at inspector.Cursor) bool {
	for call := range at.Preorder((*ast.CallExpr)(nil)) {
		call := call.Node().(*ast.CallExpr)
		name := c.Callee(call)
		_, target := c.sink(call)
		if target != nil && c.Pass.TypesInfo.Types[target].Value == nil || interp.ALookUp.MatchString(name) {
			return true
		}
		if _, known := c.arriving[name]; !known && c.Declared[name] != nil {
			callee, _ := c.Root.FindNode(c.Declared[name])
			c.arriving[name] = false // while it is found out
			c.arriving[name] = c.findSink(callee)
		}
		if c.arriving[name] {
			return true
		}
	}
	return c.isControl(at.Node())
}

// inputs returns what a client, or the caller, chooses: the strings that are sent in a request, those that a function of the
// package reads from it, the string parameters, and the fields that are used twice.
func (c *checker) inputs(at inspector.Cursor) []interp.Input {
	sent, fields := append(c.sentIn(at.Node(), nil), c.sentTo(at.Node(), 2)...), map[string]int{}
	for e := range code.All[*ast.SelectorExpr](at.Node()) {
		if c.isStringField(e) {
			fields[c.PlainText(e)]++
		}
	}
	for _, text := range slices.Sorted(maps.Keys(fields)) {
		if fields[text] > 1 && len(sent) < 8 {
			sent = append(sent, interp.Input{Text: text, Made: true})
		}
	}
	return append(sent, c.stringParameters(at.Node())...)
}

// sentIn returns the strings of a request that a function reads.
func (c *checker) sentIn(function ast.Node, reader *types.Func) (sent []interp.Input) {
	bound := c.Bound(function)
	for e := range code.All[ast.Expr](function) {
		_, reads := c.Field(e, "net/http.Cookie", "Value")
		made := false
		switch e := e.(type) {
		case *ast.CallExpr:
			name := c.Callee(e)
			made = slices.ContainsFunc(e.Args, func(e ast.Expr) bool { return code.IsText(c.TypeOf(e)) && c.Pass.TypesInfo.Types[e].Value == nil })
			reads = name != "strings.TrimSpace" && name != "strings.ToLower" && c.FromRequest(e)
		case *ast.IndexExpr:
			reads = c.OfRequest(e.X) || c.isStored(e.X) || slices.Contains(bound, c.Variable(e.X)) && c.Pass.TypesInfo.Types[e.Index].Value != nil && code.IsText(c.TypeOf(e))
		case *ast.SelectorExpr:
			u, isQuery := c.Field(e, code.NetURL, "RawQuery")
			reads = reads || isQuery && c.OfRequestURL(u) || slices.Contains(bound, c.Variable(e.X)) && code.IsText(c.TypeOf(e))
		}
		if !reads {
			continue
		}
		if in := (interp.Input{Text: c.PlainText(e), Reader: reader, Made: made}); !slices.Contains(sent, in) {
			sent = append(sent, in)
		}
	}
	for _, v := range bound {
		if reader == nil && (code.IsText(v.Type()) || v.Type().String() == "[]string") {
			sent = append(sent, interp.Input{Param: v, Bound: true})
		}
	}
	return sent
}

// isStored reports whether e is a field that is a map, and that the package puts texts into that a client sent.
func (c *checker) isStored(e ast.Expr) bool {
	field, ok := code.As[*ast.SelectorExpr](e)
	if !ok {
		return false
	}
	if c.stored == nil {
		c.stored = map[types.Object]bool{}
		for at := range c.Root.Preorder((*ast.AssignStmt)(nil)) {
			s := at.Node().(*ast.AssignStmt)
			element, ok := code.As[*ast.IndexExpr](s.Lhs[0])
			if ok && len(s.Lhs) == 1 && c.FromRequest(s.Rhs[0]) {
				if to, ok := code.As[*ast.SelectorExpr](element.X); ok {
					c.stored[c.Pass.TypesInfo.ObjectOf(to.Sel)] = true
				}
			}
		}
	}
	return c.stored[c.Pass.TypesInfo.ObjectOf(field.Sel)]
}

// sentTo is sentIn for the functions of the package that a function asks, and for those that they ask.
func (c *checker) sentTo(function ast.Node, depth int) (sent []interp.Input) {
	for call := range code.All[*ast.CallExpr](function) {
		if f := c.Asked(call); f != nil && depth > 0 {
			sent = append(append(sent, c.sentIn(c.Declarations[f], f)...), c.sentTo(c.Declarations[f], depth-1)...)
		}
	}
	return sent
}

// isStringField reports whether e is a field of a local variable, and a string. The request and its URL have none.
func (c *checker) isStringField(e ast.Expr) bool {
	selector := e.(*ast.SelectorExpr)
	s := c.Pass.TypesInfo.Selections[selector]
	return s != nil && s.Kind() == types.FieldVal && s.Type().String() == "string" && c.Variable(selector.X) != nil &&
		!code.IsNamed(s.Recv(), code.NetURL) && !code.IsNamed(s.Recv(), code.Request)
}

func (c *checker) stringParameters(f ast.Node) []interp.Input {
	return c.parametersOf(f, "string", "[]byte")
}

// parametersOf returns the parameters of a function that have one of these types.
func (c *checker) parametersOf(f ast.Node, of ...string) (list []interp.Input) {
	for _, field := range code.Parameters(f) {
		for _, name := range field.Names {
			v, _ := c.Pass.TypesInfo.Defs[name].(*types.Var)
			if v != nil && (slices.Contains(of, v.Type().String()) || slices.Contains(of, v.Type().Underlying().String())) {
				list = append(list, interp.Input{Param: v, Made: true})
			}
		}
	}
	return list
}
