package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A fact is a condition that is known where a statement runs, because of the branches and early returns before it.
type Fact struct {
	Cond ast.Expr // without "!", "&&", "||" and parentheses around it
	Is   bool     // what it is known to be
	// OneOf means that cond is one of several, and not all of them have the value is:
	// after "if a && b { return }", a or b is false.
	OneOf bool
}

// Facts returns the conditions that are known at a node, within its function. It does not notice assignments in between, so the rules
// use it for variables that are assigned once, apart from constants.
func Facts(at inspector.Cursor) []Fact {
	var list []Fact
	for ; at.Node() != nil; at = at.Parent() {
		switch at.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return list
		}
		parent := at.Parent()
		switch kind, index := at.ParentEdge(); kind {
		case edge.IfStmt_Body:
			list = split(list, parent.Node().(*ast.IfStmt).Cond, true, false)
		case edge.IfStmt_Else:
			list = split(list, parent.Node().(*ast.IfStmt).Cond, false, false)
		case edge.BlockStmt_List:
			list = before(list, parent.Node().(*ast.BlockStmt).List[:index])
		case edge.CaseClause_Body:
			list = inClause(before(list, parent.Node().(*ast.CaseClause).Body[:index]), parent)
		}
	}
	return list
}

// Known returns what is known if a condition has a value.
func Known(cond ast.Expr, is bool) []Fact { return split(nil, cond, is, false) }

// before adds what is known after statements: the conditions of those that leave the block are false.
func before(list []Fact, statements []ast.Stmt) []Fact {
	for _, s := range statements {
		if s, ok := s.(*ast.IfStmt); ok && s.Else == nil && Leaves(s.Body) {
			list = split(list, s.Cond, false, false)
		}
	}
	return list
}

// inClause adds what is known in a clause of a switch without a tag.
func inClause(list []Fact, at inspector.Cursor) []Fact {
	clause := at.Node().(*ast.CaseClause)
	s, ok := at.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok || s.Tag != nil {
		return list
	}
	if len(clause.List) == 1 {
		list = split(list, clause.List[0], true, false)
	}
	for _, other := range s.Body.List {
		if other == clause {
			break
		}
		for _, cond := range other.(*ast.CaseClause).List {
			list = split(list, cond, false, false)
		}
	}
	return list
}

// split adds the parts of cond.
func split(list []Fact, cond ast.Expr, is, oneOf bool) []Fact {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return split(list, e.X, !is, oneOf)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			oneOf = oneOf || is != (e.Op == token.LAND)
			return split(split(list, e.X, is, oneOf), e.Y, is, oneOf)
		}
	}
	return append(list, Fact{ast.Unparen(cond), is, oneOf})
}

// aStop matches the calls that do not return.
var aStop = regexp.MustCompile(`^panic$|\.(Exit|Fatal|Fatalf|Fatalln|FailNow|Panic|Panicf)$`)

// Leaves reports whether control never reaches the end of the block.
func Leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch s := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := As[*ast.CallExpr](s.X)
		return ok && aStop.MatchString(types.ExprString(ast.Unparen(call.Fun)))
	}
	return false
}
