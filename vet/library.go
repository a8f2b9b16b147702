package vet

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"html"
	"math"
	"net"
	"net/netip"
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
	"strings.FieldsFunc": strings.FieldsFunc, "strings.IndexFunc": strings.IndexFunc, "strings.ContainsFunc": strings.ContainsFunc,
	"strings.TrimFunc": strings.TrimFunc, "strings.TrimLeftFunc": strings.TrimLeftFunc, "strings.TrimRightFunc": strings.TrimRightFunc,
	"strings.Map":           strings.Map,
	"strings.LastIndexByte": strings.LastIndexByte, "strings.LastIndexAny": strings.LastIndexAny,
	"slices.ContainsFunc": containsFunc[[]string], "path.Match": path.Match, "regexp.MatchString": regexp.MatchString,
	"regexp.QuoteMeta": regexp.QuoteMeta,
	"strconv.Itoa":     strconv.Itoa, "strconv.ParseBool": strconv.ParseBool, "cmp.Or": cmp.Or[string], "net/url.JoinPath": neturl.JoinPath,
	"path/filepath.Match": path.Match,
	"bytes.HasPrefix":     bytes.HasPrefix, "bytes.Equal": bytes.Equal, "bytes.EqualFold": bytes.EqualFold, "bytes.ToLower": bytes.ToLower,
	"bytes.TrimSpace": bytes.TrimSpace, "bytes.Contains": bytes.Contains,
	"path.Clean": path.Clean, "path.Join": path.Join, "path.Dir": path.Dir, "path.Base": path.Base, "path.IsAbs": path.IsAbs,
	"path.Ext": path.Ext, "fmt.Sprint": fmt.Sprint, "regexp.MustCompile": regexp.MustCompile, "regexp.Compile": regexp.Compile,
	"net/url.Parse": neturl.Parse, "net/url.ParseRequestURI": neturl.ParseRequestURI, "net/url.PathEscape": neturl.PathEscape,
	"html.UnescapeString": html.UnescapeString, "html.EscapeString": html.EscapeString, "html/template.HTMLEscapeString": html.EscapeString, "net/url.QueryEscape": neturl.QueryEscape, "net/url.PathUnescape": neturl.PathUnescape,
	"net/url.QueryUnescape": neturl.QueryUnescape,
	"net.ParseIP":           net.ParseIP, "net.ParseCIDR": net.ParseCIDR, "net.CIDRMask": net.CIDRMask, "net.IPv4": net.IPv4,
	"net.IPv4Mask": net.IPv4Mask, "net.SplitHostPort": net.SplitHostPort, "net.JoinHostPort": net.JoinHostPort, "net/netip.ParseAddr": netip.ParseAddr,
	"net/netip.MustParseAddr": netip.MustParseAddr, "net/netip.ParsePrefix": netip.ParsePrefix, "net/netip.MustParsePrefix": netip.MustParsePrefix,
	webURL + "/guard.IsPublic": isPublic, "net/netip.ParseAddrPort": netip.ParseAddrPort, "net/netip.AddrFromSlice": netip.AddrFromSlice, "net/netip.AddrFrom4": netip.AddrFrom4,
	"net/netip.AddrFrom16": netip.AddrFrom16, "net/netip.PrefixFrom": netip.PrefixFrom, "bytes.Compare": bytes.Compare, "strconv.Atoi": strconv.Atoi,
	"(encoding/binary.bigEndian).Uint16": binary.BigEndian.Uint16, "(encoding/binary.bigEndian).Uint32": binary.BigEndian.Uint32,
}

var asksPrefix = regexp.MustCompile(`^strings\.(Has|Cut|Trim)Prefix$`)

// notePrefix notes a part of a path that a function looks for, and that is not in its text.
func (x *execution) notePrefix(v any) {
	if s, ok := v.(string); ok && len(s) > 2 && strings.HasPrefix(s, "/") && strings.HasSuffix(s, "/") && !slices.Contains(x.c.prefixes, s) {
		x.c.prefixes = append(x.c.prefixes, s)
	}
}

// onces matches the functions that return a function that calls theirs once, and callsOnce the method that calls one.
var onces, callsOnce = regexp.MustCompile(`^sync\.Once(Func|Value|Values)$`), "(*sync.Once).Do"

// asksLists are functions of the library that say no of an evil host and a list, a prefix or a suffix that are unknown.
var asksLists = []string{"strings.HasPrefix", "strings.HasSuffix", "strings.Contains", "strings.EqualFold", "slices.Contains"}

// isPublic is guard.IsPublic for the addresses that checks are tried on.
func isPublic(addr netip.Addr) bool { return slices.Contains(publicAddresses, addr.String()) }

var publicAddresses = []string{"8.8.8.8", "1.1.1.1"}

// urlMethods are the methods of a URL of net/url that an execution calls.
var urlMethods = []string{"String", "Hostname", "Port", "EscapedPath", "RequestURI", "IsAbs", "JoinPath", "Parse", "ResolveReference", "Redacted"}

// looksFor are packages whose functions look for a file or write a log: what they return does not judge a URL.
var looksFor = []string{"os.", "io/fs.", "io.", "log.", "log/slog.", "(*log/slog.Logger).", "(*log.Logger).", "net/http.Error", "fmt.Fprint",
	"fmt.Print", "(net/http.ResponseWriter).", "(net/http.FileSystem).", "(io/fs.FS).", "(net/http.File).", "path/filepath."}

var aLog = regexp.MustCompile(`\.(Debug|Info|Warn|Error|Print|Trace|Log)\w*$|^net/http\.SetCookie$|^\(net/(http\.Header|url\.Values)\)\.`)
var aSetter = regexp.MustCompile(`\.(Set|Add|Del)$`)

// aStatus matches what answers with a status.
var aStatus = regexp.MustCompile(`\.WriteHeader$|gin\.Context\)\.(AbortWithStatus|JSON|String|Status)|echo\.Context\)\.(JSON|String|NoContent)`)

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
	name, selector, receiver := x.c.callee(call), selected(call), any(nil)
	isMethod := selector != nil && !x.c.isPackage(selector.X) && x.c.pass.TypesInfo.Selections[selector] != nil
	if name == "os.Exit" || strings.HasPrefix(name, "log.Fatal") {
		panic(stop{})
	}
	if x.input.unchecked && slices.Contains(parsers, name) && !strings.HasSuffix(name, "nescape") {
		return x.parse(call)
	}
	if x.input.unchecked && decodes.MatchString(name) {
		switch v := x.eval(call.Args[0]).(type) {
		case string:
			return tuple{[]byte(v), nil}
		case unknown:
			return v
		}
	}
	if name == "" {
		if f, ok := x.eval(call.Fun).(*closure); ok && !call.Ellipsis.IsValid() {
			args, _, _ := x.arguments(call)
			if results, ok := slices.Concat(args, []any{nil})[0].(tuple); ok { // f(g())
				args = results
			}
			return x.apply(f, args)
		}
	} else if isMethod {
		receiver = x.promoted(x.eval(selector.X), selector)
		if v, ok := x.method(call, selector.Sel.Name, receiver); ok {
			return v
		}
	}
	if onces.MatchString(name) {
		return x.eval(call.Args[0])
	}
	args, known, tainted := x.arguments(call)
	if f, ok := library[name]; ok && known && !call.Ellipsis.IsValid() {
		for i, v := range args {
			if f, ok := v.(*closure); ok {
				args[i] = func(arg any) any { return x.apply(f, []any{arg}) }
			}
		}
		x.spend(most(name, args))
		if asksPrefix.MatchString(name) {
			x.notePrefix(args[1])
		}
		return reflected(reflect.ValueOf(f), args)
	}
	if name == "strings.HasPrefix" {
		s, ok := args[0].(open)
		if prefix, isString := args[1].(string); ok && isString && len(prefix) <= len(s) {
			return strings.HasPrefix(string(s), prefix)
		}
	}
	if host, ok := slices.Concat(args, []any{nil})[0].(string); ok && name == "net.JoinHostPort" && !known {
		return open(host + ":")
	}
	isFailure := func(v any) bool { status, _ := v.(int64); return status >= 400 }
	switch {
	case name == "fmt.Sprintf" && !call.Ellipsis.IsValid():
		x.spend(most(name, args))
		return sprintf(args)
	case name == "net/http.Error", slices.ContainsFunc(args, isFailure) && aStatus.MatchString(name):
		x.hits = append(x.hits, hit{kind: failure})
		return unknown{}
	case name == callsOnce: // as one of the functions init
		return unknown{}
	case name == "fmt.Errorf", name == "errors.New":
		return errAny
	case slices.Contains(asksLists, name) &&
		(slices.ContainsFunc(args, x.c.words.sentBy) || slices.ContainsFunc(args, x.isHost) && slices.Contains(args, any(unknown{}))):
		return false
	case slices.ContainsFunc(looksFor, func(prefix string) bool { return strings.HasPrefix(name, prefix) }):
		return x.settle(call, unknown{})
	}
	if len(args) > 0 {
		if address, ok := as[*ast.UnaryExpr](call.Args[len(args)-1]); ok && binds.MatchString(name) {
			x.bind(address.X)
			return unknown{}
		}
	}
	if v, ok := x.function(call, receiver, args); ok {
		return v
	}
	if v, ok := x.lookUp(call, args); ok {
		return v
	}
	results, isTuple := x.c.typeOf(call).(*types.Tuple)
	mayStop := isTuple && results.Len() == 0 && tainted && !aLog.MatchString(name)
	if x.input.unchecked && (mayStop || isMethod && x.c.ofRequest(selector.X) && x.changesInput(call, name)) {
		panic(giveUp{asked}) // it can stop what it does not accept, or change what is read
	}
	for i, v := range args {
		x.escape(v, x.c.typeOf(call.Args[i]))
	}
	if isMethod {
		x.escape(receiver, x.c.typeOf(selector.X))
	}
	return x.settle(call, unknown{tainted})
}

// bind fills a variable with what a client sent: with the input, if this is the variable or one of its fields, and unknown values.
func (x *execution) bind(to ast.Expr) {
	v := x.c.variable(to)
	text, _ := x.probe.(string)
	x.set(to, unknown{})
	switch name, field, ok := strings.Cut(x.input.text, "."); {
	case v == nil || text == "":
	case v == x.input.param && isText(v.Type()):
		x.vars[v] = text
	case v == x.input.param:
		x.vars[v] = []string{text}
	case ok && name == v.Name() && x.input.reader == nil && x.c.isRecord(v.Type()):
		x.vars[v] = &record{of: map[any]any{field: text}}
	}
}

// changesInput reports whether a method changes the field that has the input.
func (x *execution) changesInput(call *ast.CallExpr, name string) bool {
	key, ok := x.c.constant(slices.Concat(call.Args, []ast.Expr{call.Fun})[0])
	return aSetter.MatchString(name) && (!ok || strings.Contains(x.input.text, strconv.Quote(key)))
}

// parse parses what is sent unchecked, with any base.
func (x *execution) parse(call *ast.CallExpr) any {
	v := x.eval(call.Args[0])
	s, ok := v.(string)
	u, err := neturl.Parse(s)
	switch name := x.c.callee(call); {
	case v == any(unknown{}):
		return v
	case !ok || err != nil, strings.HasPrefix(name, "(") && u.Host == "":
		return unknown{true}
	case name == webURL+".Parse" && u.Scheme == "", name == "net/url.ParseRequestURI" && u.Scheme == "" && s[:1] != "/":
		return tuple{(*neturl.URL)(nil), errAny}
	}
	return tuple{u, nil}
}

// decodes matches the functions that decode a text, which a client can encode.
var decodes = regexp.MustCompile(`^\(\*encoding/base(64|32)\.Encoding\)\.DecodeString$|^encoding/hex\.DecodeString$`)

func containsFunc[S ~[]E, E any](list S, f func(E) bool) bool { return slices.ContainsFunc(list, f) }

// errAny is any error but nil.
var errAny = errors.New("error")

func (x *execution) arguments(call *ast.CallExpr) (args []any, known, tainted bool) {
	known = true
	for _, e := range call.Args {
		v := x.eval(e)
		args = append(args, v)
		known = known && !isOpaque(v)
		tainted = tainted || isTainted(v) && x.c.pass.TypesInfo.Types[e].Value == nil
	}
	return args, known, tainted
}

// isOpaque reports whether no function of the library gets v: it is not known, or can hold itself.
func isOpaque(v any) bool {
	switch v := v.(type) {
	case unknown, open, *record:
		return true
	case []any:
		return slices.ContainsFunc(v, isOpaque)
	}
	return false
}

// queryMethods are methods of package url that return a URL with another query.
var queryMethods = []string{"AppendQuery", "WithQueryValue", "EditQuery", "SortQuery"}

// method calls a method of a URL of net/url, a strings.Builder or a regular expression.
func (x *execution) method(call *ast.CallExpr, name string, receiver any) (any, bool) {
	switch u := receiver.(type) {
	case *neturl.URL:
		if u == nil {
			panic(stop{})
		}
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
		if !slices.Contains(urlMethods, name) || strings.Contains(u.Scheme+u.Host+u.RawPath+u.Opaque, unknownText) {
			return unknown{true}, true
		}
	case *strings.Builder:
		if !slices.Contains([]string{"WriteString", "WriteByte", "WriteRune", "String", "Len", "Reset"}, name) {
			return unknown{true}, true
		}
	case *regexp.Regexp:
		if u == nil || !slices.Contains([]string{"MatchString", "String", "FindString", "FindStringSubmatch", "ReplaceAllString"}, name) {
			return unknown{true}, true
		}
	case unknown:
		if !u.tainted {
			return nil, false
		}
		x.arguments(call)
		return u, true
	default:
		if !isOfNet(u) {
			return nil, false
		}
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
	return reflected(reflect.ValueOf(receiver).MethodByName(name), args), true
}

// reflected calls f. What panics in it ends the run, as in the program.
func reflected(f reflect.Value, args []any) any {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case giveUp:
			panic(e)
		default:
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
		if callback, ok := arg.(func(any) any); ok && parameter.Kind() == reflect.Func {
			in[i] = adapted(callback, parameter)
			continue
		} else if arg == nil && parameter.Kind() == reflect.Slice {
			v = reflect.Zero(parameter)
		}
		if !v.IsValid() || !v.Type().ConvertibleTo(parameter) || v.Kind() == reflect.Pointer && v.IsNil() {
			return unknown{true}
		}
		in[i] = v.Convert(parameter)
	}
	var results tuple
	for _, v := range f.Call(in) {
		results = append(results, normal(v))
	}
	return results.value()
}

// adapted returns a function of type t that calls f.
func adapted(f func(any) any, t reflect.Type) reflect.Value {
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		v := reflect.ValueOf(f(normal(args[0])))
		if v.Kind() != t.Out(0).Kind() && !v.CanInt() {
			panic(giveUp{asked})
		}
		return []reflect.Value{v.Convert(t.Out(0))}
	})
}

// value returns the results of a call as one value.
func (results tuple) value() any {
	switch len(results) {
	case 0:
		return unknown{}
	case 1:
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
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.Slice && r.Type().Elem().Kind() != reflect.Uint8, r.Kind() == reflect.Map:
		return 32 + 32*r.Len()
	case r.Kind() == reflect.String || r.Kind() == reflect.Slice:
		return r.Len()
	}
	return 32
}

var (
	aRepetition = regexp.MustCompile(`\{[0-9]*,?([0-9]+)`)
	aVerb       = regexp.MustCompile(`%[^a-zA-Z%]*`)
	aWidth      = regexp.MustCompile(`[0-9]+`)
)

// states returns the most states that a regular expression has. Package regexp refuses to repeat a part more than 1000 times.
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
	case "strings.Fields", "strings.FieldsFunc":
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
		default:
			if isOpaque(v) {
				values[i] = unknownText
			}
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
		of, b := goTypes[t.String()], reflect.ValueOf(v)
		if _, ok := v.(open); !ok && b.IsValid() && of != nil && of.Elem().Kind() == reflect.Uint8 && b.CanConvert(of) {
			return b.Convert(of).Interface()
		}
		return unknown{isTainted(v)}
	}
	return v
}

func (x *execution) builtin(call *ast.CallExpr) any {
	name := typeutil.Callee(x.c.pass.TypesInfo, call).Name()
	switch {
	case name == "panic":
		panic(stop{})
	case name == "new", name == "make" && len(call.Args) > 1 && x.eval(call.Args[1]) == int64(0):
		return x.c.zero(x.c.typeOf(call.Args[0]))
	case name == "make" && x.c.isRecord(x.c.typeOf(call)):
		return &record{of: map[any]any{}, isMap: true, complete: true}
	}
	args, known, tainted := x.arguments(call)
	if len(args) == 0 {
		return unknown{}
	}
	if name == "append" && len(args) > 1 && !isUnknown(args[0]) && (known || !call.Ellipsis.IsValid()) {
		list, more := reflect.ValueOf(args[0]), reflect.ValueOf(args[1])
		if !call.Ellipsis.IsValid() {
			more = reflect.ValueOf(sliceOf(x.c.typeOf(call), args[1:]))
		}
		x.spend(size(args[0]) + size(args[1]))
		if args[0] == nil && more.IsValid() {
			return more.Interface()
		} else if !more.IsValid() {
			return args[0]
		} else if list.Type() == more.Type() && list.Kind() == reflect.Slice {
			return reflect.AppendSlice(list.Slice3(0, list.Len(), list.Len()), more).Interface()
		}
	}
	switch v := args[0].(type) {
	case nil:
		if name == "len" {
			return int64(0)
		}
	case *record:
		if name == "delete" && v != nil && isKey(args[1]) {
			delete(v.of, args[1])
		}
	case open, unknown:
	default:
		if r := reflect.ValueOf(v); name == "len" && (r.Kind() == reflect.Slice || r.Kind() == reflect.String) {
			return int64(r.Len())
		}
	}
	return unknown{tainted}
}

// function runs a function of the same package, or finds what is known of one of another package.
func (x *execution) function(call *ast.CallExpr, receiver any, args []any) (any, bool) {
	f, _ := typeutil.Callee(x.c.pass.TypesInfo, call).(*types.Func)
	if f == nil || x.c.callee(call) == "" {
		return nil, false
	}
	declaration := x.c.declarations[f.Origin()]
	if declaration == nil {
		return x.c.judgement(f, args)
	}
	if f.Signature().Variadic() && !call.Ellipsis.IsValid() {
		last := f.Signature().Params().Len() - 1
		args = append(slices.Clone(args[:last]), sliceOf(f.Signature().Params().At(last).Type(), args[last:]))
	}
	judges := slices.ContainsFunc(args, isTainted) || x.input.unchecked && isTainted(receiver) || x.input == input{} || x.input.host != "" && len(args) == 0 || x.input.reader != nil && x.c.asked(call) != nil || x.c.readsHost(call)
	if !judges || len(x.frames) == maxFrames || slices.Contains(x.running, f) {
		return nil, false
	}
	x.frames = append(x.frames, call)
	x.running = append(x.running, f)
	defer func() { x.frames, x.running = x.frames[:len(x.frames)-1], x.running[:len(x.running)-1] }()
	return x.apply(&closure{f.Signature(), declaration.Body, receiver}, args), true
}

func (x *execution) operate(op token.Token, a, b any) any {
	if op == token.EQL && !isUnknown(a) && !isUnknown(b) && (isNil(a) || isNil(b)) {
		return isNil(a) && isNil(b)
	}
	if op == token.EQL && (isUnknown(a) && x.c.words.sentBy(b) || isUnknown(b) && x.c.words.sentBy(a)) {
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
	case int64:
		if b, ok := b.(int64); ok {
			return compare(op, a, b)
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

func compare(op token.Token, a, b any) any {
	x, y := constant.Make(a), constant.Make(b)
	switch op {
	case token.EQL, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.Compare(x, op, y)
	case token.ADD, token.SUB, token.AND, token.OR:
		return constantValue(constant.BinaryOp(x, op, y))
	}
	return unknown{true}
}

// zero returns the zero value of t, as far as it is known.
func (c *checker) zero(t types.Type) any {
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
		} else if c.isRecord(t) {
			return &record{of: map[any]any{}, complete: true}
		}
	}
	return unknown{}
}

// isOfNet reports whether v is a URL, an address or a network of package net, net/netip or net/url.
func isOfNet(v any) bool {
	of := reflect.Indirect(reflect.ValueOf(v))
	return of.IsValid() && slices.Contains([]string{"net", "net/netip", "net/url"}, of.Type().PkgPath())
}

var netAddresses = map[string]net.IP{"net.IPv4zero": net.IPv4zero, "net.IPv4bcast": net.IPv4bcast, "net.IPv6zero": net.IPv6zero,
	"net.IPv6loopback": net.IPv6loopback}

// aLookUp matches the functions that look up a host, also those of a type of the program.
var aLookUp = regexp.MustCompile(`^net\.Resolve\w+Addr$|\.Lookup(Host|IP|IPAddr|NetIP)$`)

// lookUp answers a look-up of what is an address already, by any resolver.
func (x *execution) lookUp(call *ast.CallExpr, args []any) (any, bool) {
	results, ok := x.c.typeOf(call).(*types.Tuple)
	if !ok || results.Len() != 2 || len(args) == 0 || !aLookUp.MatchString(x.c.callee(call)) {
		return nil, false
	}
	host, _ := args[len(args)-1].(string)
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return nil, false
	}
	x.hits = append(x.hits, hit{kind: lookup})
	ip := net.IPAddr{IP: net.ParseIP(host)}
	found, ok := map[string]any{"[]net.IP": []net.IP{ip.IP}, "[]net.IPAddr": []net.IPAddr{ip}, "[]net/netip.Addr": []netip.Addr{addr},
		"[]string": []string{host}, "*net.IPAddr": &ip}[results.At(0).Type().String()]
	return tuple{found, nil}, ok
}

func isError(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}
