package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Go does not say whether `return u, u.SetPort(s)` returns u as it was before the call or after it. No example and no document
// relies on an order that the language leaves open.
func TestOrderOfEvaluation(t *testing.T) {
	glob := func(pattern string) (names []string) {
		for _, folder := range []string{"", "*", "*/*"} {
			found, _ := filepath.Glob(filepath.Join(root, folder, pattern))
			names = append(names, found...)
		}
		return names
	}
	calls := 0
	for _, name := range append(glob("example*_test.go"), glob("cookbook/*_test.go")...) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		calls += checkOrder(t, fset, file)
	}
	for _, name := range glob("*.md") {
		calls += checkDocument(t, name)
	}
	if calls < 30 {
		t.Errorf("%d calls that change a URL, want at least 30", calls)
	}
}

// A check of the check.
func TestCheckOrder(t *testing.T) {
	for statement, want := range map[string]bool{
		"return u, u.SetPort(s)":                    true,
		"fmt.Println(u.SetPort(s), u)":              true,
		"fmt.Println(u.SetPort(s), u.Href())":       true, // u is copied for Href
		"v, err := u, u.SetPort(s)":                 true,
		"errors.Join(u.SetPort(s), u.SetHash(s))":   false, // calls are in order
		"fmt.Println(u.SetPort(s), v)":              false,
		"fmt.Println(u.SetPort(s), &u)":             false,
		"return u.SetPort(s)":                       false,
		"fmt.Println(p.Get(s), p)":                  false,
		"return u, func() error { return u.Set() }": false,
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", "package p\nfunc f() {\n"+statement+"\n}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if places, _ := orderPlaces(file); (len(places) > 0) != want {
			t.Errorf("%s: found %t, want %t", statement, !want, want)
		}
	}
}

var goCode = regexp.MustCompile("(?s)```go\n(.*?)```|`([^`\n]+)`")

// checkDocument checks the programs and the statements in a document, and returns how many calls of a setter they have.
func checkDocument(t *testing.T, name string) (calls int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range goCode.FindAllStringSubmatch(string(text), -1) {
		for _, source := range []string{match[1], "package p\n" + match[1], "package p\nfunc f() {\n" + match[1] + match[2] + "\n}"} {
			fset := token.NewFileSet()
			if file, err := parser.ParseFile(fset, name, source, 0); err == nil {
				calls += checkOrder(t, fset, file)
				break
			}
		}
	}
	return calls
}

func checkOrder(t *testing.T, fset *token.FileSet, file *ast.File) (calls int) {
	t.Helper()
	places, calls := orderPlaces(file)
	for _, pos := range places {
		t.Errorf("%s: Go leaves open whether the call or the other expression is evaluated first", fset.Position(pos))
	}
	return calls
}

// orderPlaces returns where a list of expressions both changes a variable and reads it, and the number of calls that change one.
func orderPlaces(file *ast.File) (places []token.Pos, calls int) {
	ast.Inspect(file, func(n ast.Node) bool {
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.CallExpr:
			list = n.Args
		case *ast.ReturnStmt:
			list = n.Results
		case *ast.AssignStmt:
			list = n.Rhs
		case *ast.CompositeLit:
			list = n.Elts
		}
		for i, e := range list {
			for _, variable := range changedIn(e) {
				calls++
				others := slices.Delete(slices.Clone(list), i, i+1)
				if slices.ContainsFunc(others, func(other ast.Expr) bool { return mentions(other, variable) }) {
					places = append(places, e.Pos())
				}
			}
		}
		return true
	})
	return places, calls
}

var changes = regexp.MustCompile(`^(Set|Scan|Unmarshal|Delete|Append|Sort|Rewrite)`)

// changedIn returns the variables that an expression changes by a call of a method.
func changedIn(e ast.Expr) (variables []string) {
	walk(e, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			selector, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !changes.MatchString(selector.Sel.Name) || returnsCopy(selector.Sel.Name) {
				return
			}
			if variable, ok := selector.X.(*ast.Ident); ok {
				variables = append(variables, variable.Name)
			}
		}
	})
	return variables
}

// returnsCopy reports whether a method of URL leaves its receiver as it is.
func returnsCopy(method string) bool {
	return slices.Contains([]string{"AppendQuery", "AppendSegments", "AppendText", "AppendBinary", "SortQuery", "AppendRawURL"}, method)
}

// mentions reports whether an expression reads a variable. Its address, which a call of a method that changes it also takes, stays.
func mentions(e ast.Expr, variable string) bool {
	count := 0
	walk(e, func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok && id.Name == variable {
			count++
		}
		if address, ok := n.(*ast.UnaryExpr); ok && address.Op == token.AND {
			if id, ok := address.X.(*ast.Ident); ok && id.Name == variable {
				count--
			}
		}
	})
	for _, changed := range changedIn(e) {
		if changed == variable {
			count--
		}
	}
	return count > 0
}

// walk calls f for the nodes of an expression that are evaluated with it: those in a function literal are not.
func walk(e ast.Expr, f func(ast.Node)) {
	ast.Inspect(e, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		f(n)
		return n != nil
	})
}
