package vet

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/weburl-go/url/vet/internal/code"
)

// A part of a string is constant text, or an expression.
type part struct {
	text string
	expr ast.Expr
}

// parts takes a concatenation, or a format with verbs that print a string or a number as it is, apart.
func (c *checker) parts(e ast.Expr) []part {
	whole := []part{{expr: e}}
	v := c.Value(e)
	if text, ok := c.Constant(v); ok {
		return []part{{text: text}}
	}
	if sum, ok := v.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return append(c.parts(sum.X), c.parts(sum.Y)...)
	}
	call, _ := c.Call(v, "fmt.Sprintf")
	if call == nil {
		return whole
	}
	format, ok := c.Constant(call.Args[0])
	if !ok {
		return whole
	}
	var list []part
	arguments := call.Args[1:]
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		if text != "" {
			list = append(list, part{text: text})
		}
		if !found {
			break
		}
		if rest == "" || rest[0] != 's' && rest[0] != 'v' && rest[0] != 'd' || len(arguments) == 0 {
			return whole
		}
		list = append(list, c.parts(arguments[0])...)
		format, arguments = rest[1:], arguments[1:]
	}
	return list
}

// texts returns the constant strings that e may be: its value, or the elements or keys of the literal that a loop ranges over.
func (c *checker) texts(e ast.Expr) (list []string) {
	elements := []ast.Expr{c.Value(e)}
	keys, loop := c.Loops(e)
	if keys != nil {
		loop = keys
	}
	if loop != nil {
		if literal, ok := code.As[*ast.CompositeLit](c.Kept(loop.X)); ok {
			elements = literal.Elts
		}
	}
	for _, element := range elements {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if element = pair.Value; keys != nil {
				element = pair.Key
			}
		}
		if text, ok := c.Constant(element); ok {
			list = append(list, text)
		}
	}
	return list
}
