package hostile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// CheckComplete fails t if an exported function or method of the package in the working directory is not attacked with
// a hostile value for its receiver or one of its parameters. The name of a use says what it attacks, and may say more
// after that: "URL.Parse(u, ref) of a path".
//
// textless names the types of the package that need no attack, and functions or single parameters, "Parse(s)", with
// the reasons. Numbers, functions and what is not exported need none anyway.
func CheckComplete(t *testing.T, uses map[string]Use, textless map[string]string) {
	t.Helper()
	attacked, known := map[string]bool{}, map[string]bool{}
	for name := range uses {
		function, rest, _ := strings.Cut(name, "(")
		parameters, _, _ := strings.Cut(rest, ")")
		for parameter := range strings.SplitSeq(parameters, ", ") {
			attacked[function+"("+parameter+")"] = true
		}
	}
	p := parsePackage(t)
	for _, function := range p.functions {
		name := nameOf(function)
		known[name] = true
		for _, field := range fieldsOf(function) {
			typeName := typeName(field.Type)
			known[typeName] = true
			for _, parameter := range field.Names {
				position := name + "(" + parameter.Name + ")"
				known[position] = true
				isDestination := typeName == "byte" && strings.HasPrefix(function.Name.Name, "Append")
				if isDestination || p.isNumber[typeName] || textless[typeName] != "" || textless[name] != "" || textless[position] != "" {
					continue
				}
				if !attacked[position] {
					t.Errorf("nothing attacks %s, which is a %s", position, typeName)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(attacked)) {
		if !known[name] {
			t.Errorf("there is no %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(textless)) {
		if !known[name] || textless[name] == "" {
			t.Errorf("there is no %s, or no reason", name)
		}
	}
}

// A goPackage is what CheckComplete has to know of a package.
type goPackage struct {
	functions []*ast.FuncDecl
	isNumber  map[string]bool // by the name of a type
}

// parsePackage reads the package in the working directory, also the files that this system does not build.
func parsePackage(t *testing.T) goPackage {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	p := goPackage{isNumber: map[string]bool{"bool": true, "int": true, "uint8": true, "uint16": true, "uint32": true, "rune": true, "func": true}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			p.add(declaration)
		}
	}
	return p
}

// add adds exported functions, and types that are numbers or functions.
func (p *goPackage) add(declaration ast.Decl) {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(typeName(d.Recv.List[0].Type))) {
			p.functions = append(p.functions, d)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if named, ok := spec.(*ast.TypeSpec); ok && p.isNumber[typeName(named.Type)] {
				p.isNumber[named.Name.Name] = true
			}
		}
	}
}

// nameOf returns the name of a function, with the type of its receiver.
func nameOf(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	return typeName(function.Recv.List[0].Type) + "." + function.Name.Name
}

// fieldsOf returns the receiver and the parameters of a function.
func fieldsOf(function *ast.FuncDecl) (fields []*ast.Field) {
	if function.Recv != nil {
		fields = append(fields, function.Recv.List...)
	}
	return append(fields, function.Type.Params.List...)
}

// typeName returns the name of a type without its package, "*", "[]" and type arguments.
func typeName(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ArrayType:
		return typeName(e.Elt)
	case *ast.Ellipsis:
		return typeName(e.Elt)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.FuncType:
		return "func"
	case *ast.MapType:
		return "map"
	}
	return "another type"
}

// CallZeros calls each method of the given values, which are pointers to zero values. None may panic.
func CallZeros(t *testing.T, pointers ...any) {
	for _, pointer := range pointers {
		value := reflect.ValueOf(pointer)
		for i := range value.NumMethod() {
			name := value.Type().Elem().Name() + "." + value.Type().Method(i).Name
			t.Run(name, func(t *testing.T) { callWithZeros(t, value.Method(i)) })
		}
	}
}

// callWithZeros calls f with zero values, but not nil functions or pointers, and iterates over what it yields.
func callWithZeros(t *testing.T, f reflect.Value) {
	var args []reflect.Value
	for i := range f.Type().NumIn() {
		in := f.Type().In(i)
		if f.Type().IsVariadic() && i == f.Type().NumIn()-1 {
			break
		}
		switch in.Kind() {
		case reflect.Func:
			args = append(args, reflect.MakeFunc(in, func([]reflect.Value) (out []reflect.Value) {
				for j := range in.NumOut() {
					out = append(out, reflect.Zero(in.Out(j)))
				}
				return out
			}))
		case reflect.Pointer:
			args = append(args, reflect.New(in.Elem()))
		default:
			args = append(args, reflect.Zero(in))
		}
	}
	for _, result := range f.Call(args) {
		if result.Kind() != reflect.Func || result.IsNil() {
			continue
		}
		yields := result.Type().In(0).NumIn()
		if yields == 1 {
			for v := range result.Seq() {
				t.Errorf("yields %v", v)
			}
			continue
		}
		for v, w := range result.Seq2() {
			t.Errorf("yields %v, %v", v, w)
		}
	}
}
