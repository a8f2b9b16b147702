package interp

import (
	"cmp"
	"fmt"
	"go/types"
	"math"
	"net"
	neturl "net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// reflected calls f. A panic in f ends the run, as it ends the program.
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
			return Unknown{true}
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
			panic(giveUp{Asked})
		}
		return []reflect.Value{v.Convert(t.Out(0))}
	})
}

// value returns the results of a call as one value.
func (results tuple) value() any {
	switch len(results) {
	case 0:
		return Unknown{}
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

// most returns an upper limit for the bytes that a function makes from its arguments.
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
		return Unknown{true}
	}
	values := slices.Clone(args[1:])
	for i, v := range values {
		switch v := v.(type) {
		case Unknown:
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

// isOfNet reports whether v is a URL, an address or a network of package net, net/netip or net/url.
func isOfNet(v any) bool {
	of := reflect.Indirect(reflect.ValueOf(v))
	return of.IsValid() && slices.Contains([]string{"net", "net/netip", "net/url"}, of.Type().PkgPath())
}

// goTypes are the types of slices of bytes and texts. Others are lists of any values.
var goTypes = map[string]reflect.Type{"net.IP": reflect.TypeFor[net.IP](), "net.IPMask": reflect.TypeFor[net.IPMask](),
	"[]byte": reflect.TypeFor[[]byte](), "[]string": reflect.TypeFor[[]string]()}

func sliceOf(t types.Type, list []any) any {
	of := cmp.Or(goTypes[t.String()], goTypes[t.Underlying().String()])
	if of == nil {
		return slices.Clone(list)
	}
	s := reflect.MakeSlice(of, 0, len(list))
	for _, e := range list {
		_, begins := e.(open)
		fits := e != nil && !begins && !isUnknown(e) && reflect.TypeOf(e).ConvertibleTo(of.Elem())
		if !fits && of.Elem().Kind() == reflect.String {
			return slices.Clone(list)
		} else if !fits {
			return Unknown{isTainted(e)}
		}
		s = reflect.Append(s, reflect.ValueOf(e).Convert(of.Elem()))
	}
	return s.Interface()
}
