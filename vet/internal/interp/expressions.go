package interp

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"net"
	neturl "net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/weburl-go/url/vet/internal/code"
)

// ofRequest returns what an execution knows about a server's request.
func (x *execution) ofRequest(e ast.Expr) (any, bool) {
	if _, ok := x.c.Field(e, code.Request, "Host"); ok {
		return x.c.Labels.Host, true
	}
	if _, ok := x.c.Field(e, code.Request, "URL"); ok && x.input.Request {
		if x.url == nil {
			u, err := neturl.ParseRequestURI(x.probe.(string))
			if err != nil {
				panic(giveUp{Lost})
			}
			x.url = u
		}
		return x.url, true
	}
	if _, ok := x.c.Field(e, code.Request, "RequestURI"); ok && x.input.Request {
		return x.probe, true
	}
	return nil, false
}

func (x *execution) eval(e ast.Expr) any {
	x.spend(0)
	e = ast.Unparen(e)
	if t := x.c.Pass.TypesInfo.Types[e]; t.Value != nil {
		return constantValue(t.Value)
	}
	if x.input.Text != "" && x.running[len(x.running)-1] == x.input.Reader && x.c.PlainText(e) == x.input.Text {
		switch t := x.c.TypeOf(e).Underlying().(type) {
		case *types.Slice:
			return []string{x.probe.(string)}
		case *types.Tuple:
			if t.Len() == 2 { // the text, and that it is there
				return tuple{x.probe, true}
			}
		}
		return x.probe
	}
	if v, ok := x.ofRequest(e); ok {
		return v
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.settle(e, x.name(e))
	case *ast.FuncLit:
		return x.capture(e)
	case *ast.StarExpr:
		v := x.eval(e.X)
		if _, ok := v.(*record); ok || isOfNet(v) {
			return v
		}
	case *ast.UnaryExpr:
		return x.unary(e)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			if x.condition(e.X) == (e.Op == token.LOR) {
				return e.Op == token.LOR
			}
			return x.condition(e.Y)
		}
		return wrapped(x.binary(e.Op, e.X, e.Y), x.c.TypeOf(e))
	case *ast.CallExpr:
		return x.call(e)
	case *ast.SelectorExpr:
		return x.settle(e, x.selector(e))
	case *ast.IndexExpr:
		return x.settle(e, x.index(e))
	case *ast.SliceExpr:
		return x.slice(e)
	case *ast.CompositeLit:
		return x.literal(e)
	case *ast.TypeAssertExpr:
		return Unknown{isTainted(x.eval(e.X))}
	}
	return Unknown{}
}

func constantValue(v constant.Value) any {
	switch v := constant.Val(v).(type) {
	case bool, string, int64:
		return v
	}
	return Unknown{}
}

// name returns the value of a variable. A variable of the package has one if it is not exported, and only init changes it.
func (x *execution) name(id *ast.Ident) any {
	object := x.c.Pass.TypesInfo.ObjectOf(id)
	if place, ok := x.around(object)[object]; ok {
		return *place
	}
	if _, ok := object.(*types.Nil); ok {
		return nil
	}
	if f, ok := object.(*types.Func); ok && x.c.Declarations[f] != nil {
		return &closure{signature: f.Signature(), body: x.c.Declarations[f].Body}
	}
	v, ok := object.(*types.Var)
	if !ok || v.Pkg() != x.c.Pass.Pkg {
		return x.ofPackage(object)
	}
	return *x.place(v)
}

// ofPackage returns what is known about a variable that other packages can change: a variable for an error is not nil.
func (x *execution) ofPackage(object types.Object) any {
	v, ok := object.(*types.Var)
	if !ok || v.IsField() {
		return Unknown{}
	} else if ip := netAddresses[v.Pkg().Path()+"."+v.Name()]; ip != nil {
		return ip
	} else if v.Parent() == v.Pkg().Scope() && v.Type().String() == "error" {
		return ErrAny
	}
	return Unknown{}
}

func (x *execution) unary(e *ast.UnaryExpr) any {
	v := x.eval(e.X)
	switch known := v.(type) {
	case bool:
		if e.Op == token.NOT {
			return !known
		}
	case *neturl.URL, *net.IPNet, *record:
		if e.Op == token.AND {
			return known
		}
	case Unknown:
		if code.IsError(x.c.TypeOf(e)) && e.Op == token.AND {
			return ErrAny
		}
		return known
	}
	if e.Op == token.AND { // what has the address can change it
		x.set(e.X, Unknown{true})
	}
	return Unknown{isTainted(v)}
}

func (x *execution) selector(e *ast.SelectorExpr) any {
	if x.c.IsPackage(e.X) {
		return x.ofPackage(x.c.Pass.TypesInfo.Uses[e.Sel])
	}
	v := x.promoted(x.eval(e.X), e)
	s := x.c.Pass.TypesInfo.Selections[e]
	if f, ok := x.c.Pass.TypesInfo.ObjectOf(e.Sel).(*types.Func); ok && s != nil && s.Kind() == types.MethodVal && x.c.Declarations[f] != nil {
		return &closure{signature: f.Signature(), body: x.c.Declarations[f].Body, self: v}
	} else if _, ok := v.(*record); ok {
		return x.member(v, e.Sel.Name, x.c.TypeOf(e))
	}
	u := reflect.Indirect(reflect.ValueOf(v))
	if u.Kind() != reflect.Struct || !isOfNet(v) {
		return Unknown{isTainted(v)}
	}
	switch field := u.FieldByName(e.Sel.Name); field.Kind() {
	case reflect.String, reflect.Bool, reflect.Slice:
		return normal(field)
	case reflect.Pointer:
		if field.IsNil() {
			return nil
		}
	}
	return Unknown{true}
}

func (x *execution) index(e *ast.IndexExpr) any {
	v, i := x.eval(e.X), x.eval(e.Index)
	n, ok := i.(int64)
	list := reflect.ValueOf(v)
	t := x.c.TypeOf(e)
	results, two := t.(*types.Tuple)
	if two {
		t = results.At(0).Type()
	}
	m, isMap := v.(*record)
	if isMap && m != nil && isKey(i) {
		_, found := m.of[i]
		if member := x.member(m, i, t); two && (found || m.complete) {
			return tuple{member, found}
		} else if !two {
			return member
		}
	}
	if isMap && m != nil && m.complete && i == any(Unknown{}) { // one of its elements, or none
		return x.anyElement(m, t, two)
	}
	if !ok || list.Kind() != reflect.String && list.Kind() != reflect.Slice {
		x.listed = x.listed || x.input.Unchecked && x.c.Labels.SentBy(i) && v == any(Unknown{})
		if x.c.Labels.SentBy(i) && v == any(Unknown{}) && two { // not in a list of what is allowed
			return tuple{x.c.zero(t), false}
		} else if x.c.Labels.SentBy(i) && v == any(Unknown{}) {
			return x.c.zero(t)
		} else if x.c.Labels.SentBy(i) || x.isHost(i) {
			return Unknown{}
		}
		return Unknown{isTainted(v) && (!isMap || m.tainted) || isTainted(i) && x.c.Pass.TypesInfo.Types[e.Index].Value == nil}
	}
	if s, ok := v.(open); ok && int(n) >= len(s) {
		return Unknown{true}
	}
	if n < 0 || int(n) >= list.Len() {
		panic(stop{})
	}
	return normal(list.Index(int(n)))
}

// anyElement returns what an unknown key finds in a map.
func (x *execution) anyElement(m *record, t types.Type, two bool) any {
	keys := slices.SortedFunc(maps.Keys(m.of), func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	v, found := x.c.zero(t), false
	for _, key := range keys[:min(4, len(keys))] {
		if found = x.branch(); found {
			v = m.of[key]
			break
		}
	}
	if two {
		return tuple{v, found}
	}
	return v
}

func (x *execution) slice(e *ast.SliceExpr) any {
	v := x.eval(e.X)
	list := reflect.ValueOf(v)
	if _, ok := v.(open); ok || list.Kind() != reflect.String && list.Kind() != reflect.Slice {
		return Unknown{isTainted(v)}
	}
	bounds := [2]int64{0, int64(list.Len())}
	for i, bound := range []ast.Expr{e.Low, e.High} {
		if bound == nil {
			continue
		}
		n, ok := x.eval(bound).(int64)
		if !ok {
			return Unknown{true}
		}
		bounds[i] = n
	}
	if bounds[0] < 0 || bounds[0] > bounds[1] || bounds[1] > int64(list.Len()) {
		panic(stop{})
	}
	return list.Slice(int(bounds[0]), int(bounds[1])).Interface()
}

// binary returns the value of an operation. An unknown value is tainted if an operand is, apart from constants.
func (x *execution) binary(op token.Token, e, f ast.Expr) any {
	a, b := x.eval(e), x.eval(f)
	x.spend(size(a) + size(b))
	v := x.operate(op, a, b)
	if isEqual := op == token.EQL || op == token.NEQ; isEqual && (a == any(Unknown{}) && x.isHost(b) || b == any(Unknown{}) && x.isHost(a)) {
		return op == token.NEQ
	}
	if op == token.NEQ {
		v = x.operate(token.EQL, a, b)
		if equal, ok := v.(bool); ok {
			return !equal
		}
	}
	if _, ok := v.(Unknown); !ok {
		return v
	}
	isConstant := func(e ast.Expr) bool { t := x.c.Pass.TypesInfo.Types[e]; return t.Value != nil || t.IsNil() }
	return Unknown{isTainted(a) && !isConstant(e) || isTainted(b) && !isConstant(f)}
}

func (x *execution) operate(op token.Token, a, b any) any {
	if op == token.EQL && !isUnknown(a) && !isUnknown(b) && (IsNil(a) || IsNil(b)) {
		return IsNil(a) && IsNil(b)
	}
	if op == token.EQL && (isUnknown(a) && x.c.Labels.SentBy(b) || isUnknown(b) && x.c.Labels.SentBy(a)) {
		return false // what is unknown is a host or a path of the program
	}
	switch a := a.(type) {
	case string:
		switch b := b.(type) {
		case string:
			return compare(op, a, b)
		case open:
			if op == token.ADD {
				return open(a) + b
			}
		case Unknown:
			if op == token.ADD {
				return open(a)
			}
		}
	case open:
		if op == token.ADD {
			return a
		}
	case int64:
		if b, ok := b.(int64); ok {
			return compare(op, a, b)
		}
	}
	return Unknown{}
}

// wrapped returns what a variable of type t holds of an integer v.
func wrapped(v any, t types.Type) any {
	n, ok := v.(int64)
	basic, isBasic := t.Underlying().(*types.Basic)
	if !ok || !isBasic {
		return v
	}
	switch basic.Kind() {
	case types.Int8:
		return int64(int8(n))
	case types.Int16:
		return int64(int16(n))
	case types.Int32:
		return int64(int32(n))
	case types.Uint8:
		return int64(uint8(n))
	case types.Uint16:
		return int64(uint16(n))
	case types.Uint32:
		return int64(uint32(n))
	case types.Uint, types.Uint64, types.Uintptr:
		if n < 0 {
			return Unknown{true}
		}
	}
	return v
}

func compare(op token.Token, a, b any) any {
	x, y := constant.Make(a), constant.Make(b)
	switch op {
	case token.EQL, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.Compare(x, op, y)
	case token.ADD, token.SUB, token.AND, token.OR:
		return constantValue(constant.BinaryOp(x, op, y))
	}
	return Unknown{true}
}

// zero returns the zero value of t, as far as it is known.
func (c *Machine) zero(t types.Type) any {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return ""
		case u.Info()&types.IsBoolean != 0:
			return false
		case u.Info()&types.IsInteger != 0:
			return int64(0)
		}
	case *types.Slice, *types.Pointer, *types.Interface, *types.Map:
		return nil
	case *types.Struct:
		if code.IsNamed(t, "strings.Builder") {
			return new(strings.Builder)
		} else if code.IsNamed(t, code.NetURL) {
			return new(neturl.URL)
		} else if c.isRecord(t) {
			return &record{of: map[any]any{}, complete: true}
		}
	}
	return Unknown{}
}

// member returns a field or an element of v, of type t.
func (x *execution) member(v, key any, t types.Type) any {
	r, ok := v.(*record)
	if !ok || r == nil {
		return Unknown{isTainted(v)}
	}
	if member, ok := r.of[key]; ok {
		return member
	} else if !r.complete {
		return Unknown{r.tainted}
	}
	member := x.c.zero(t)
	if _, ok := member.(*record); ok {
		r.of[key] = member
	}
	return member
}

// promoted returns the embedded struct of v that has the field or the method that e selects.
func (x *execution) promoted(v any, e *ast.SelectorExpr) any {
	s := x.c.Pass.TypesInfo.Selections[e]
	if s == nil {
		return v
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		f := code.Deref(t).Underlying().(*types.Struct).Field(i)
		v, t = x.member(v, f.Name(), f.Type()), f.Type()
	}
	return v
}

// isRecord reports whether an execution keeps values of type t as records: structs of the package, and maps.
func (c *Machine) isRecord(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Struct:
		named, ok := types.Unalias(t).(*types.Named)
		return !ok || named.Obj().Pkg() == c.Pass.Pkg
	}
	return false
}

// record makes a struct or a map of a literal.
func (x *execution) record(e *ast.CompositeLit, t types.Type) *record {
	fields, isStruct := t.Underlying().(*types.Struct)
	r := &record{of: map[any]any{}, isMap: !isStruct, complete: true}
	for i, element := range e.Elts {
		x.spend(32)
		var key any
		pair, ok := element.(*ast.KeyValueExpr)
		switch {
		case !isStruct:
			key, element = x.eval(pair.Key), pair.Value
		case ok:
			key, element = pair.Key.(*ast.Ident).Name, pair.Value
		default:
			key = fields.Field(i).Name()
		}
		v := x.eval(element)
		if r.complete = r.complete && isKey(key); r.complete {
			r.of[key] = copied(v, x.c.TypeOf(element))
		}
	}
	return r
}

// literal makes a URL of net/url, a network, or a slice.
func (x *execution) literal(e *ast.CompositeLit) any {
	t := x.c.TypeOf(e)
	if code.IsNamed(t, code.NetURL) {
		u := new(neturl.URL)
		for _, element := range e.Elts {
			pair, ok := element.(*ast.KeyValueExpr)
			if !ok {
				return Unknown{true}
			}
			if v := x.eval(pair.Value); !setField(u, pair.Key.(*ast.Ident).Name, v) && v != nil {
				return Unknown{true}
			}
		}
		return u
	} else if code.IsError(t) {
		return ErrAny
	} else if x.c.isRecord(code.Deref(t)) {
		return x.record(e, code.Deref(t))
	}
	isNet, list := code.IsNamed(t, "net.IPNet"), []any{}
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
	return Unknown{}
}
