package interp

import (
	"go/ast"
	"go/types"

	"github.com/weburl-go/url/vet/internal/code"
)

// NewMachine returns a machine for a program. Its Sinks and its Judge must be set. It has a file of its own, because it uses files that
// use Machine.
func NewMachine(p *code.Program) *Machine {
	return &Machine{Program: p, Labels: labelsFor(p.Pass.TypesInfo), globals: map[*types.Var]any{}, instances: map[*types.Named]any{},
		deciding: map[ast.Expr]bool{}, clients: map[ast.Expr]bool{}, spent: map[*ast.BlockStmt]int{}, captured: map[*ast.FuncLit][]*types.Var{}, before: beforeArguments(), after: withArguments()}
}
