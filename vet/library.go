package vet

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"html"
	"math"
	neturl "net/url"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// library holds the functions that an execution calls, with known arguments.
var library = map[string]any{
	"strings.HasPrefix": strings.HasPrefix, "strings.HasSuffix": strings.HasSuffix, "strings.Contains": strings.Contains,
	"strings.ContainsAny": strings.ContainsAny, "strings.ContainsRune": strings.ContainsRune, "strings.EqualFold": strings.EqualFold,
	"strings.Index": strings.Index, "strings.IndexByte": strings.IndexByte, "strings.LastIndex": strings.LastIndex,
	"strings.Count": strings.Count, "strings.ToLower": strings.ToLower, "strings.ToUpper": strings.ToUpper,
	"strings.TrimSpace": strings.TrimSpace, "strings.Trim": strings.Trim, "strings.TrimLeft": strings.TrimLeft,
	"strings.TrimRight": strings.TrimRight, "strings.TrimPrefix": strings.TrimPrefix, "strings.TrimSuffix": strings.TrimSuffix,
	"strings.CutPrefix": strings.CutPrefix, "strings.CutSuffix": strings.CutSuffix, "strings.Cut": strings.Cut,
	"strings.Split": strings.Split, "strings.SplitN": strings.SplitN, "strings.Join": strings.Join, "strings.Fields": strings.Fields,
	"strings.Replace": strings.Replace, "strings.ReplaceAll": strings.ReplaceAll,
	"strings.IndexAny": strings.IndexAny, "strings.IndexRune": strings.IndexRune, "slices.Contains": slices.Contains[[]string],
	"bytes.HasPrefix": bytes.HasPrefix, "bytes.Equal": bytes.Equal, "bytes.EqualFold": bytes.EqualFold, "bytes.ToLower": bytes.ToLower,
	"bytes.TrimSpace": bytes.TrimSpace, "bytes.Contains": bytes.Contains,
	"path.Clean": path.Clean, "path.Join": path.Join, "path.Dir": path.Dir, "path.Base": path.Base, "path.IsAbs": path.IsAbs,
	"path.Ext": path.Ext, "fmt.Sprint": fmt.Sprint, "regexp.MustCompile": regexp.MustCompile, "regexp.Compile": regexp.Compile,
	"net/url.Parse": neturl.Parse, "net/url.ParseRequestURI": neturl.ParseRequestURI, "net/url.PathEscape": neturl.PathEscape,
	"html.UnescapeString": html.UnescapeString, "net/url.QueryEscape": neturl.QueryEscape, "net/url.PathUnescape": neturl.PathUnescape, "net/url.QueryUnescape": neturl.QueryUnescape,
}

// asksLists are functions of the library that say no of an evil host and a list, a prefix or a suffix that are unknown.
var asksLists = []string{"strings.HasPrefix", "strings.HasSuffix", "strings.Contains", "strings.EqualFold", "slices.Contains"}

// urlMethods are the methods of a URL of net/url that an execution calls.
var urlMethods = []string{"String", "Hostname", "Port", "EscapedPath", "RequestURI", "IsAbs", "JoinPath", "Parse", "ResolveReference", "Redacted"}

// looksFor are packages whose functions look for a file or write a log: what they return does not judge a URL.
var looksFor = []string{"os.", "io/fs.", "io.", "log.", "log/slog.", "(*log/slog.Logger).", "(*log.Logger).", "net/http.Error", "fmt.Fprint", "fmt.Print",
	"(net/http.ResponseWriter).", "(net/http.FileSystem).", "(io/fs.FS).", "(net/http.File).", "path/filepath."}

// call evaluates a call, and notes what arrives at a redirect, a request or a page.
func (x *execution) call(call *ast.CallExpr) any {
	if kind, target := x.c.sink(call); target != nil {
		v := x.eval(target)
		x.note(kind, call, target, v)
		if kind == page {
			return v
		}
		return unknown{}
	}
	if t := x.c.pass.TypesInfo.Types[call.Fun]; t.IsType() && len(call.Args) == 1 {
		return x.convert(call, t.Type)
	} else if t.IsBuiltin() {
		return x.builtin(call)
	}
	name := x.c.callee(call)
	if name == "os.Exit" || strings.HasPrefix(name, "log.Fatal") {
		panic(stop{})
	}
	if x.input.unchecked && slices.Contains(parsers, name) && !strings.HasSuffix(name, "nescape") {
		return x.parse(call)
	}
	if v, ok := x.method(call); ok {
		return v
	}
	args, known, tainted := x.arguments(call)
	if f, ok := library[name]; ok && known && !call.Ellipsis.IsValid() {
		x.spend(most(name, args))
		return reflected(reflect.ValueOf(f), args)
	}
	switch {
	case name == "fmt.Sprintf" && !call.Ellipsis.IsValid():
		x.spend(most(name, args))
		return sprintf(args)
	case name == "fmt.Errorf", name == "errors.New":
		return errAny
	case slices.Contains(asksLists, name) && slices.ContainsFunc(args, isEvil):
		if s, ok := args[0].(open); ok && name == "strings.HasPrefix" && isEvil(args[1]) {
			return strings.HasPrefix(string(s), args[1].(string))
		}
		return false
	case name == "strings.HasPrefix":
		s, ok := args[0].(open)
		if prefix, isString := args[1].(string); ok && isString && len(prefix) <= len(s) {
			return strings.HasPrefix(string(s), prefix)
		}
	case slices.ContainsFunc(looksFor, func(prefix string) bool { return strings.HasPrefix(name, prefix) }):
		return unknown{}
	}
	if v, ok := x.function(call, args); ok {
		return v
	}
	return unknown{tainted}
}

// parse parses what is sent unchecked, with any base.
func (x *execution) parse(call *ast.CallExpr) any {
	s, ok := x.eval(call.Args[0]).(string)
	u, err := neturl.Parse(s)
	switch name := x.c.callee(call); {
	case !ok || err != nil, strings.HasPrefix(name, "(") && u.Host == "":
		return unknown{true}
	case name == webURL+".Parse" && u.Scheme == "", name == "net/url.ParseRequestURI" && u.Scheme == "" && s[:1] != "/":
		return tuple{(*neturl.URL)(nil), errAny}
	}
	return tuple{u, nil}
}

// errAny is any error but nil.
var errAny = errors.New("error")

func (x *execution) arguments(call *ast.CallExpr) (args []any, known, tainted bool) {
	known = true
	for _, e := range call.Args {
		v := x.eval(e)
		args = append(args, v)
		switch v.(type) {
		case unknown, open:
			known = false
		}
		tainted = tainted || isTainted(v) && x.c.pass.TypesInfo.Types[e].Value == nil
	}
	return args, known, tainted
}

// queryMethods are methods of package url that return a URL with another query.
var queryMethods = []string{"AppendQuery", "WithQueryValue", "EditQuery", "SortQuery"}

// method calls a method of a URL of net/url, a strings.Builder or a regular expression.
func (x *execution) method(call *ast.CallExpr) (any, bool) {
	selector := selected(call)
	if selector == nil || x.c.isPackage(selector.X) {
		return nil, false
	}
	receiver := x.eval(selector.X)
	switch u := receiver.(type) {
	case *neturl.URL:
		if u == nil {
			panic(stop{})
		}
		name := selector.Sel.Name
		switch {
		case name == "Query":
			return unknown{}, true
		case name == "Href" && x.input.unchecked:
			return partly(u.String()), true
		case slices.Contains(queryMethods, name) && x.input.unchecked:
			v := *u
			v.RawQuery = unknownText
			return &v, true
		}
		if !slices.Contains(urlMethods, selector.Sel.Name) || strings.Contains(u.Scheme+u.Host+u.RawPath+u.Opaque, unknownText) {
			return unknown{true}, true
		}
	case *strings.Builder:
		if !slices.Contains([]string{"WriteString", "WriteByte", "WriteRune", "String", "Len", "Reset"}, selector.Sel.Name) {
			return unknown{true}, true
		}
	case *regexp.Regexp:
		if u == nil || selector.Sel.Name != "MatchString" {
			return unknown{true}, true
		}
	case unknown:
		if !u.tainted {
			return nil, false
		}
		x.arguments(call)
		return u, true
	default:
		return nil, false
	}
	args, known, _ := x.arguments(call)
	x.spend(most("", append([]any{receiver}, args...)))
	if b, ok := receiver.(*strings.Builder); ok && !known {
		b.WriteString(unknownText)
		return unknown{}, true
	}
	if !known {
		return unknown{true}, true
	}
	return reflected(reflect.ValueOf(receiver).MethodByName(selector.Sel.Name), args), true
}

// reflected calls f. What panics in it ends the run, as in the program.
func reflected(f reflect.Value, args []any) any {
	defer func() {
		if recover() != nil {
			panic(stop{})
		}
	}()
	t := f.Type()
	in := make([]reflect.Value, len(args))
	for i, arg := range args {
		parameter := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			parameter = parameter.Elem()
		}
		v := reflect.ValueOf(arg)
		if !v.IsValid() || !v.Type().ConvertibleTo(parameter) || v.Kind() == reflect.Pointer && v.IsNil() {
			return unknown{true}
		}
		in[i] = v.Convert(parameter)
	}
	results := tuple{}
	for _, v := range f.Call(in) {
		results = append(results, normal(v))
	}
	if len(results) == 1 {
		return results[0]
	}
	return results
}

// normal returns what v holds, as an execution keeps it: all integers as an int64.
func normal(v reflect.Value) any {
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	case v.Kind() == reflect.String:
		return partly(v.String())
	}
	return v.Interface()
}

// size returns about how many bytes a value has.
func size(v any) int {
	switch v := v.(type) {
	case *neturl.URL:
		if v != nil {
			return 32 + len(v.String()+v.RawPath+v.RawFragment)
		}
	case *strings.Builder:
		return 32 + v.Len()
	case *regexp.Regexp:
		if v != nil {
			return states(v.String())
		}
	case []string:
		n := 32
		for _, s := range v {
			n += 16 + len(s)
		}
		return n
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.String || r.Kind() == reflect.Slice {
		return r.Len()
	}
	return 32
}

var (
	aRepetition = regexp.MustCompile(`\{[0-9]*,?([0-9]+)`)
	aVerb       = regexp.MustCompile(`%[^a-zA-Z%]*`)
	aWidth      = regexp.MustCompile(`[0-9]+`)
)

// states returns the most states that a regular expression has. Package regexp refuses one that repeats a part more than 1000 times.
func states(expression string) int {
	times := 1
	for _, match := range aRepetition.FindAllStringSubmatch(expression, -1) {
		if n, err := strconv.Atoi(match[1]); err != nil || n > 1000 || times*n > 1000 {
			times = 1000
		} else {
			times *= max(1, n)
		}
	}
	return times * len(expression)
}

// most returns at least how many bytes a function makes of its arguments.
func most(name string, args []any) int {
	sum, largest := 32, 0
	for _, v := range args {
		sum, largest = sum+size(v), max(largest, size(v))
	}
	text := func(i int) string { s, _ := args[i].(string); return s }
	switch name {
	case "strings.Replace", "strings.ReplaceAll":
		return sum + strings.Count(text(0), text(1))*len(text(2))
	case "strings.Join":
		list, _ := args[0].([]string)
		return sum + len(list)*len(text(1))
	case "strings.Split", "strings.SplitN":
		return sum + 16*(strings.Count(text(0), text(1))+1)
	case "strings.Fields":
		return 9 * sum
	case "regexp.MustCompile", "regexp.Compile":
		return sum + 8*states(text(0))
	case "fmt.Sprintf":
		n := 8 * sum
		for _, verb := range aVerb.FindAllString(text(0), -1) {
			width := 16 // of one byte in a list, with an error of the format
			for _, digits := range aWidth.FindAllString(verb, -1) {
				number, _ := strconv.Atoi(digits)
				width += min(max(number, 0), math.MaxInt16)
			}
			if strings.Contains(verb, "*") {
				width = math.MaxInt16
			}
			n += width * (largest + 2)
		}
		return n
	case "fmt.Sprint":
		return 8 * sum
	}
	return 4 * sum // a byte is percent-encoded, or replaced by U+FFFD
}

func sprintf(args []any) any {
	format, ok := args[0].(string)
	if !ok {
		return unknown{true}
	}
	values := slices.Clone(args[1:])
	for i, v := range values {
		switch v := v.(type) {
		case unknown:
			values[i] = unknownText
		case open:
			values[i] = string(v) + unknownText
		}
	}
	return partly(fmt.Sprintf(format, values...))
}

func (x *execution) convert(call *ast.CallExpr, t types.Type) any {
	v := x.eval(call.Args[0])
	x.spend(size(v))
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if b, ok := v.([]byte); ok && u.Info()&types.IsString != 0 {
			return string(b)
		} else if n, ok := v.(int64); ok && u.Info()&types.IsString != 0 {
			return string(rune(n))
		}
	case *types.Slice:
		if s, ok := v.(string); ok && types.Identical(u.Elem(), types.Typ[types.Byte]) {
			return []byte(s)
		}
		return unknown{isTainted(v)}
	}
	return v
}

func (x *execution) builtin(call *ast.CallExpr) any {
	id, _ := as[*ast.Ident](call.Fun)
	if id != nil && id.Name == "panic" {
		panic(stop{})
	}
	if id != nil && id.Name == "new" {
		return zero(x.c.typeOf(call.Args[0]))
	}
	args, _, tainted := x.arguments(call)
	if id != nil && id.Name == "len" {
		if v := reflect.ValueOf(args[0]); v.Kind() == reflect.Slice {
			return int64(v.Len())
		} else if s, ok := args[0].(string); ok {
			return int64(len(s))
		}
	}
	return unknown{tainted}
}

// function runs a function of the same package, or finds what is known of one of another package.
func (x *execution) function(call *ast.CallExpr, args []any) (any, bool) {
	f, _ := typeutil.Callee(x.c.pass.TypesInfo, call).(*types.Func)
	if f == nil || x.c.callee(call) == "" || call.Ellipsis.IsValid() || f.Signature().Variadic() {
		return nil, false
	}
	declaration := x.c.declarations[f.Origin()]
	if declaration == nil {
		return x.c.judgement(f, args)
	}
	judges := slices.ContainsFunc(args, isTainted) || x.input.reader != nil && x.c.asked(call) != nil
	if len(x.frames) == maxFrames || slices.Contains(x.running, f) || !judges {
		return nil, false
	}
	x.frames = append(x.frames, call)
	x.running = append(x.running, f)
	defer func() { x.frames, x.running = x.frames[:len(x.frames)-1], x.running[:len(x.running)-1] }()
	for i, v := range args {
		x.vars[f.Signature().Params().At(i)] = v
	}
	if r := f.Signature().Results(); r.Len() > 0 && r.At(0).Name() != "" && r.At(0).Name() != "_" {
		panic(giveUp{lost}) // a bare return gives the named results
	}
	_, results := x.block(declaration.Body.List)
	switch len(results) {
	case 0:
		return unknown{}, true
	case 1:
		return results[0], true
	}
	return tuple(results), true
}

// runs returns the function that was called last, or nil.
func (x *execution) runs() *types.Func {
	if len(x.running) == 0 {
		return nil
	}
	return x.running[len(x.running)-1]
}

func operate(op token.Token, a, b any) any {
	if op == token.EQL && !isUnknown(a) && !isUnknown(b) && (isNil(a) || isNil(b)) {
		return isNil(a) && isNil(b)
	}
	if op == token.EQL && (isUnknown(a) && isEvil(b) || isUnknown(b) && isEvil(a)) {
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
		case unknown:
			if op == token.ADD {
				return open(a)
			}
		}
	case open:
		if op == token.ADD {
			return a
		}
		if s, ok := b.(string); ok && op == token.EQL && !strings.HasPrefix(s, string(a)) {
			return false
		}
	case int64:
		if b, ok := b.(int64); ok {
			return compare(op, a, b)
		}
	case bool:
		if b, ok := b.(bool); ok && op == token.EQL {
			return a == b
		}
	}
	return unknown{}
}

func isUnknown(v any) bool {
	_, ok := v.(unknown)
	return ok
}

func isNil(v any) bool {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Slice:
		return r.IsNil()
	}
	return false
}

func compare[T string | int64](op token.Token, a, b T) any {
	switch op {
	case token.ADD:
		return a + b
	case token.EQL:
		return a == b
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	}
	if n, ok := any(a).(int64); ok && op == token.SUB {
		return n - any(b).(int64)
	}
	return unknown{true}
}

// judgements is the fact about a function of another package: what it returns for each of the local references.
type judgements struct {
	Parameter int
	Results   [][]string
}

var references = slices.Concat(local.accepted, local.refused, local.leaks)

func (*judgements) AFact() {}

// judgement returns what is known of a call of a function of another package.
func (c *checker) judgement(f *types.Func, args []any) (any, bool) {
	var known judgements
	if c.pass.ImportObjectFact == nil || !c.pass.ImportObjectFact(f.Origin(), &known) || known.Parameter >= len(args) {
		return nil, false
	}
	s, _ := args[known.Parameter].(string)
	i := slices.Index(references, s)
	if i < 0 || len(known.Results) != len(references) {
		return nil, false
	}
	values := tuple{}
	for _, result := range known.Results[i] {
		switch {
		case result == "true", result == "false":
			values = append(values, result == "true")
		case result == "nil":
			values = append(values, nil)
		case result == "error":
			values = append(values, errAny)
		default:
			values = append(values, result[1:])
		}
	}
	if len(values) == 1 {
		return values[0], true
	}
	return values, true
}

// exportJudgements notes what exported functions say of references.
func (c *checker) exportJudgements() {
	for f, declaration := range c.declarations {
		if !f.Exported() || declaration.Type.Results == nil || !c.mayJudge(declaration) {
			continue
		}
		parameters := c.stringParameters(declaration)
		if len(parameters) == 0 || len(parameters) > 2 {
			continue
		}
		for _, in := range parameters {
			if known := c.judgementsOf(f, declaration, in); known != nil {
				c.pass.ExportObjectFact(f, known)
				break
			}
		}
	}
}

func (c *checker) judgementsOf(f *types.Func, declaration *ast.FuncDecl, in input) *judgements {
	known := &judgements{}
	for i := range f.Signature().Params().Len() {
		if f.Signature().Params().At(i) == in.param {
			known.Parameter = i
		}
	}
	for _, s := range references {
		_, returned, end := c.execute(declaration.Body, in, s)
		if end != finished || len(returned) == 0 {
			return nil
		}
		results := encode(returned[0])
		if len(results) == 0 || slices.ContainsFunc(returned, func(other []any) bool { return !slices.Equal(encode(other), results) }) {
			return nil
		}
		known.Results = append(known.Results, results)
	}
	const accepted, refused = 0, 1
	if slices.Equal(known.Results[accepted], known.Results[refused]) ||
		known.Results[accepted][0] == "="+references[accepted] && known.Results[refused][0] == "="+references[refused] {
		return nil // it does not judge
	}
	return known
}

func encode(results []any) (list []string) {
	for _, v := range results {
		switch v := v.(type) {
		case bool:
			list = append(list, fmt.Sprint(v))
		case string:
			list = append(list, "="+v)
		case nil:
			list = append(list, "nil")
		case error:
			list = append(list, "error")
		default:
			return nil
		}
	}
	return list
}

// mayJudge reports whether a function looks for a slash, a colon or a host.
func (c *checker) mayJudge(f *ast.FuncDecl) bool {
	return contains(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			return len(n.Value) < 12 && strings.ContainsAny(n.Value, `/:`)
		case *ast.SelectorExpr:
			return n.Sel.Name == "Host" || n.Sel.Name == "IsAbs" || n.Sel.Name == "Hostname"
		}
		return false
	})
}

// zero returns the zero value of t, as far as it is known.
func zero(t types.Type) any {
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
		if isNamed(t, "strings.Builder") {
			return new(strings.Builder)
		} else if isNamed(t, netURL) {
			return new(neturl.URL)
		}
	}
	return unknown{}
}
