package gojaurl

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// A realm holds the classes of a runtime. It is a property of the global object.
type realm struct {
	slot
	vm *goja.Runtime

	ownKeys, get goja.Callable // of Reflect
	isEnumerable goja.Callable // of Object.prototype

	url, searchParams, pattern *class
	iterator                   *class // without a constructor
}

func (r *realm) classes() []*class { return []*class{r.url, r.searchParams, r.pattern} }

// internal is the key of the property that holds the Go value of an object. The property's value is an object without
// properties, whose export is the Go value. A Go value knows its object, so that a script that copies the property to
// another object, or inherits it, gains nothing.
var internal = goja.NewSymbol("internal slots")

// A slot makes the struct that embeds it the Go value of an object. The struct has neither exported fields nor exported
// methods, which goja would make properties of.
type slot struct{ owner *goja.Object }

func (s *slot) ownedBy(o *goja.Object) bool { return s.owner == o }
func (s *slot) setOwner(o *goja.Object)     { s.owner = o }

// An instance is a pointer to a struct that embeds a slot.
type instance interface {
	ownedBy(o *goja.Object) bool
	setOwner(o *goja.Object)
}

// attach makes i the Go value of o. The property is configurable if a script may delete it, and so break o.
func (r *realm) attach(o *goja.Object, i instance, configurable goja.Flag) {
	i.setOwner(o)
	must(o.DefineDataPropertySymbol(internal, r.vm.ToValue(i), goja.FLAG_FALSE, configurable, goja.FLAG_FALSE))
}

// internals returns the Go value of o, if it is of type T. It does not run the traps of o if o is a Proxy.
func internals[T instance](o *goja.Object) (i T, ok bool) {
	if isProxy(o) {
		return i, false
	}
	holder, isObject := o.GetSymbol(internal).(*goja.Object)
	if isObject && holder.ExportType() == reflect.TypeFor[T]() { // a script may have set any object
		if i, ok = holder.Export().(T); ok && i.ownedBy(o) {
			return i, true
		}
	}
	return *new(T), false
}

var proxyType = reflect.TypeFor[goja.Proxy]()

func isProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

// must throws err as an exception of JavaScript.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A class is an interface of Web IDL. https://webidl.spec.whatwg.org/#es-interfaces
type class struct {
	*realm
	name                   string
	constructor, prototype *goja.Object
}

// newClass returns a class with a constructor. required names the arguments that the constructor needs. convert converts
// the arguments and returns the constructor steps, which make a Go value of them.
//
// goja does not tell a native constructor whether it was called with new. It tells a Proxy, so the constructor is one.
func (r *realm) newClass(name string, required []string, convert func(arguments) func() instance) *class {
	c := &class{realm: r, name: name}
	target := r.vm.ToValue(func(goja.ConstructorCall) *goja.Object { return nil }).(*goja.Object)
	hasInstance := c.function("[Symbol.hasInstance]", 1, r.hasInstance(r.callable(target.GetSymbol(goja.SymHasInstance))))
	c.prototype = target.Get("prototype").(*goja.Object)
	r.describe(target, name, len(required))
	c.constructor = r.vm.ToValue(r.vm.NewProxy(target, &goja.ProxyTrapConfig{
		Construct: func(_ *goja.Object, list []goja.Value, newTarget *goja.Object) *goja.Object {
			steps := convert(r.arguments(list, required))
			prototype := c.prototypeOf(newTarget) // before the steps, which may throw
			return c.newObject(prototype, steps())
		},
		Apply: func(*goja.Object, goja.Value, []goja.Value) goja.Value {
			panic(r.typeError("", "Class constructor "+name+" cannot be invoked without 'new'"))
		},
		GetSym: func(target *goja.Object, key *goja.Symbol, receiver goja.Value) goja.Value {
			if key == goja.SymHasInstance {
				return hasInstance
			}
			return invoke(r.get, goja.Undefined(), target, key, receiver)
		},
	})).(*goja.Object)
	must(target.DefineDataProperty("prototype", c.prototype, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	must(c.prototype.DefineDataProperty("constructor", c.constructor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	c.setTag()
	return c
}

// hasInstance makes instanceof work for a Proxy, which inherited, that of Function.prototype, refuses in goja.
// https://tc39.es/ecma262/#sec-ordinaryhasinstance
func (r *realm) hasInstance(inherited goja.Callable) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		f, isObject := call.This.(*goja.Object)
		if _, callable := goja.AssertFunction(call.This); !callable || !isObject || !isProxy(f) {
			return invoke(inherited, call.This, call.Argument(0))
		}
		o, isObject := call.Argument(0).(*goja.Object)
		if !isObject {
			return r.vm.ToValue(false)
		}
		prototype := r.object(f.Get("prototype"), "The prototype is not an object")
		for o = o.Prototype(); o != nil && o != prototype; {
			o = o.Prototype()
		}
		return r.vm.ToValue(o != nil)
	}
}

func (c *class) setTag() {
	tag := c.vm.ToValue(c.name)
	must(c.prototype.DefineDataPropertySymbol(goja.SymToStringTag, tag, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// prototypeOf returns the prototype of an object that newTarget makes: that of a subclass, if newTarget is one.
func (c *class) prototypeOf(newTarget *goja.Object) *goja.Object {
	if newTarget != c.constructor {
		if prototype, ok := newTarget.Get("prototype").(*goja.Object); ok {
			return prototype
		}
	}
	return c.prototype
}

func (c *class) newObject(prototype *goja.Object, i instance) *goja.Object {
	o := c.vm.CreateObject(prototype)
	c.attach(o, i, goja.FLAG_TRUE)
	return o
}

// receiver returns the Go value of the object whose method of class c was called.
func receiver[T instance](c *class, v goja.Value) T {
	if o, ok := v.(*goja.Object); ok {
		if i, ok := internals[T](o); ok {
			return i
		}
	}
	panic(c.typeError("ERR_INVALID_THIS", `Value of "this" must be of type `+c.name))
}

// attribute defines an attribute. Without set, it is read-only. https://webidl.spec.whatwg.org/#es-attributes
func attribute[T instance](c *class, name string, get func(T) goja.Value, set func(T, goja.Value)) {
	getter := c.function("get "+name, 0, func(call goja.FunctionCall) goja.Value {
		return get(receiver[T](c, call.This))
	})
	var setter goja.Value
	if set != nil {
		setter = c.function("set "+name, 1, func(call goja.FunctionCall) goja.Value {
			set(receiver[T](c, call.This), call.Argument(0))
			return goja.Undefined()
		})
	}
	must(c.prototype.DefineAccessorProperty(name, getter, setter, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

// method defines an operation. required names the arguments that it needs.
// https://webidl.spec.whatwg.org/#es-operations
func method[T instance](c *class, name string, required []string, f func(T, arguments) goja.Value) {
	set(c.prototype, name, c.function(name, len(required), func(call goja.FunctionCall) goja.Value {
		i := receiver[T](c, call.This)
		return f(i, c.arguments(call.Arguments, required))
	}))
}

// static defines a static operation.
func (c *class) static(name string, required []string, f func(arguments) goja.Value) {
	set(c.constructor, name, c.function(name, len(required), func(call goja.FunctionCall) goja.Value {
		return f(c.arguments(call.Arguments, required))
	}))
}

// function returns a function with a name and a length.
func (r *realm) function(name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := r.vm.ToValue(f).(*goja.Object)
	r.describe(o, name, length)
	return o
}

// describe sets the name and the length of a function.
func (r *realm) describe(f *goja.Object, name string, length int) {
	must(f.DefineDataProperty("name", r.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	if length > 0 {
		must(f.DefineDataProperty("length", r.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
}

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
	if v == nil { // of a function in Go
		return goja.Undefined()
	}
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
