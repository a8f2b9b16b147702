package gojaurl

import (
	"strings"

	"github.com/dop251/goja"
)

// arguments are those of a call.
type arguments struct {
	*realm
	list []goja.Value
}

// arguments returns the arguments of a call. It throws if one of those that required names is missing.
func (r *realm) arguments(list []goja.Value, required []string) arguments {
	if len(list) < len(required) {
		noun := "argument"
		if len(required) > 1 {
			noun = "arguments"
		}
		names := `"` + strings.Join(required, `" and "`) + `"`
		panic(r.typeError("ERR_MISSING_ARGS", "The "+names+" "+noun+" must be specified"))
	}
	return arguments{r, list}
}

// at returns an argument, which is undefined if it is missing.
func (a arguments) at(i int) goja.Value {
	if i < len(a.list) {
		return a.list[i]
	}
	return goja.Undefined()
}

// has reports whether an optional argument is given.
func (a arguments) has(i int) bool { return !goja.IsUndefined(a.at(i)) }

// text returns an argument as a USVString.
func (a arguments) text(i int) string { return a.usvString(a.at(i)) }

// usvString converts a value to a string, in which U+FFFD stands for lone surrogates.
// https://webidl.spec.whatwg.org/#es-USVString
func (r *realm) usvString(v goja.Value) string {
	if _, isString := v.(goja.String); !isString {
		v = v.ToString()
	}
	if _, isSymbol := v.(*goja.Symbol); isSymbol {
		panic(r.typeError("", "Cannot convert a Symbol value to a string"))
	}
	return v.String()
}

// isNullish reports whether v is undefined or null. A property that is missing is nil.
func isNullish(v goja.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// typeError returns a TypeError with one of Node's codes, or without one.
func (r *realm) typeError(code, message string) *goja.Object {
	e := r.vm.NewTypeError("%s", message)
	if code != "" {
		set(e, "code", r.vm.ToValue(code))
	}
	return e
}

// object throws if v is not an object.
func (r *realm) object(v goja.Value, message string) *goja.Object {
	o, ok := v.(*goja.Object)
	if !ok {
		panic(r.typeError("", message))
	}
	return o
}

// callable throws if v is not a function.
func (r *realm) callable(v goja.Value) goja.Callable {
	f, ok := goja.AssertFunction(v)
	if !ok {
		panic(r.typeError("", "Value is not a function"))
	}
	return f
}

// invoke calls a function of JavaScript. It throws what the function throws.
func invoke(f goja.Callable, this goja.Value, arguments ...goja.Value) goja.Value {
	v, err := f(this, arguments...)
	must(err)
	return v
}

// iterate calls f with the values of an iterable. method is the value of its property Symbol.iterator.
// https://webidl.spec.whatwg.org/#create-sequence-from-iterable
func (r *realm) iterate(o *goja.Object, method goja.Callable, f func(goja.Value)) {
	iterator := r.object(invoke(method, o), "The iterator is not an object")
	next := r.callable(iterator.Get("next"))
	for {
		result := r.object(invoke(next, iterator), "The result of the iterator is not an object")
		if done := result.Get("done"); done != nil && done.ToBoolean() {
			return
		}
		value := result.Get("value")
		if value == nil {
			value = goja.Undefined()
		}
		f(value)
	}
}

// set defines a property of a new object, also one that is named as a setter of Object.prototype is.
func set(o *goja.Object, name string, v goja.Value) {
	must(o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
}
