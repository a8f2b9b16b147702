package gojaurl

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

// A paramsObject is the Go value of a URLSearchParams object.
type paramsObject struct {
	slot
	list *url.URLSearchParams
	url  *url.URL // whose list it is, or nil
}

// newSearchParamsClass implements https://url.spec.whatwg.org/#interface-urlsearchparams.
func newSearchParamsClass(r *realm) *class {
	c := r.newClass("URLSearchParams", nil, func(a arguments) func() instance {
		list, err := r.newList(a)
		return func() instance {
			if err != nil {
				panic(err)
			}
			return &paramsObject{list: list}
		}
	})
	name, nameAndValue := []string{"name"}, []string{"name", "value"}
	attribute(c, "size", func(this *paramsObject) goja.Value { return r.vm.ToValue(this.list.Size()) }, nil)
	method(c, "append", nameAndValue, func(this *paramsObject, a arguments) goja.Value {
		name, value := a.text(0), a.text(1)
		return r.change(func() { this.list.Append(name, value) })
	})
	method(c, "delete", name, func(this *paramsObject, a arguments) goja.Value {
		name := a.text(0)
		if !a.has(1) {
			return r.change(func() { this.list.Delete(name) })
		}
		value := a.text(1)
		return r.change(func() { this.list.DeleteValue(name, value) })
	})
	method(c, "get", name, func(this *paramsObject, a arguments) goja.Value {
		value, ok := this.list.Lookup(a.text(0))
		if !ok {
			return goja.Null()
		}
		return r.vm.ToValue(value)
	})
	method(c, "getAll", name, func(this *paramsObject, a arguments) goja.Value {
		var values []any
		for _, value := range this.list.GetAll(a.text(0)) {
			values = append(values, value)
		}
		return r.vm.NewArray(values...)
	})
	method(c, "has", name, func(this *paramsObject, a arguments) goja.Value {
		name := a.text(0)
		if !a.has(1) {
			return r.vm.ToValue(this.list.Has(name))
		}
		return r.vm.ToValue(this.list.HasValue(name, a.text(1)))
	})
	method(c, "set", nameAndValue, func(this *paramsObject, a arguments) goja.Value {
		name, value := a.text(0), a.text(1)
		return r.change(func() { this.list.Set(name, value) })
	})
	method(c, "sort", nil, func(this *paramsObject, _ arguments) goja.Value { return r.change(this.list.Sort) })
	method(c, "toString", nil, func(this *paramsObject, _ arguments) goja.Value {
		return r.vm.ToValue(this.list.String())
	})
	defineIterable(c)
	return c
}

// change calls a method that changes a list. It throws if a URL would get too long.
func (r *realm) change(f func()) goja.Value {
	defer func() {
		if x := recover(); x != nil {
			if err, ok := x.(error); ok && errors.Is(err, url.ErrTooLong) {
				x = r.typeError("", "The URL would get too long")
			}
			panic(x)
		}
	}()
	f()
	return goja.Undefined()
}

// newList converts the argument of the constructor to a list. The constructor steps throw err, if it is not nil.
// https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams
func (r *realm) newList(a arguments) (list *url.URLSearchParams, err *goja.Object) {
	if !a.has(0) {
		return new(url.URLSearchParams), nil
	}
	o, ok := a.at(0).(*goja.Object)
	if !ok {
		return url.NewURLSearchParams(a.text(0)), nil
	}
	if iterator := o.GetSymbol(goja.SymIterator); !isNullish(iterator) {
		pairs, err := r.pairs(o, iterator)
		return url.NewURLSearchParamsFromPairs(pairs), err
	}
	return url.NewURLSearchParamsFromPairs(r.record(o)), nil
}

// pairs converts an object to a sequence<sequence<USVString>>. It returns an error if one of these does not have two
// elements: Web IDL converts all of them before the standard counts.
func (r *realm) pairs(o *goja.Object, iterator goja.Value) ([][2]string, *goja.Object) {
	method, ok := goja.AssertFunction(iterator)
	if !ok {
		panic(r.typeError("ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable"))
	}
	var pairs [][2]string
	areTuples := true
	r.iterate(o, method, func(v goja.Value) {
		var texts []string
		element, isObject := v.(*goja.Object)
		if !isObject {
			panic(r.invalidTuple())
		}
		inner, isIterable := goja.AssertFunction(element.GetSymbol(goja.SymIterator))
		if !isIterable {
			panic(r.invalidTuple())
		}
		r.iterate(element, inner, func(v goja.Value) { texts = append(texts, r.usvString(v)) })
		if areTuples = areTuples && len(texts) == 2; areTuples {
			pairs = append(pairs, [2]string(texts))
		}
	})
	if !areTuples {
		return nil, r.invalidTuple()
	}
	return pairs, nil
}

func (r *realm) invalidTuple() *goja.Object {
	return r.typeError("ERR_INVALID_TUPLE", "Each query pair must be an iterable [name, value] tuple")
}

// record converts an object to a record<USVString, USVString>. https://webidl.spec.whatwg.org/#es-record
func (r *realm) record(o *goja.Object) [][2]string {
	var pairs [][2]string
	places := map[string]int{} // of names: two property keys with lone surrogates can have the same name
	const notArray = "The keys are not an array"
	keys := r.object(invoke(r.ownKeys, goja.Undefined(), o), notArray)
	member := func(name string) goja.Value {
		if v := keys.Get(name); v != nil {
			return v
		}
		panic(r.typeError("", notArray)) // a script has replaced Reflect.ownKeys
	}
	for n := range member("length").ToInteger() {
		key := member(strconv.FormatInt(n, 10))
		if !invoke(r.isEnumerable, o, key).ToBoolean() {
			continue
		}
		name := r.usvString(key)
		value := r.usvString(invoke(r.get, goja.Undefined(), o, key))
		if i, ok := places[name]; ok {
			pairs[i][1] = value
		} else {
			places[name] = len(pairs)
			pairs = append(pairs, [2]string{name, value})
		}
	}
	return pairs
}

// A cursor walks through a list that may change on the way.
// https://webidl.spec.whatwg.org/#es-default-iterator-object
type cursor struct {
	*paramsObject
	index int

	pairs *url.URLSearchParams // of a URL: the list that its search was parsed to
	from  string               // that search
}

func (c *cursor) next() (name, value string, ok bool) {
	pairs := c.list
	if c.url != nil {
		search := c.url.Search()
		if c.pairs == nil || search != c.from {
			c.pairs = c.list.Clone()
		}
		pairs, c.from = c.pairs, search
	}
	if name, value, ok = pairs.At(c.index); ok {
		c.index++
	}
	return name, value, ok
}

// An iteratorObject is the Go value of an iterator. result makes a value of a pair.
type iteratorObject struct {
	slot
	cursor
	result func(name, value string) goja.Value
}

// defineIterable defines the members of iterable<USVString, USVString>. https://webidl.spec.whatwg.org/#es-iterable
func defineIterable(c *class) {
	vm := c.vm
	results := []struct {
		name   string
		result func(name, value string) goja.Value
	}{
		{"entries", func(name, value string) goja.Value { return vm.NewArray(name, value) }},
		{"keys", func(name, _ string) goja.Value { return vm.ToValue(name) }},
		{"values", func(_, value string) goja.Value { return vm.ToValue(value) }},
	}
	for _, f := range results {
		method(c, f.name, nil, func(this *paramsObject, _ arguments) goja.Value {
			i := c.realm.iterator
			return i.newObject(i.prototype, &iteratorObject{cursor: cursor{paramsObject: this}, result: f.result})
		})
	}
	method(c, "forEach", nil, forEach)
	c.describe(c.prototype.Get("forEach").(*goja.Object), "forEach", 1) // it takes a missing callback for a wrong one
	entries := c.prototype.Get("entries")
	must(c.prototype.DefineDataPropertySymbol(goja.SymIterator, entries, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

func forEach(this *paramsObject, a arguments) goja.Value {
	callback, ok := goja.AssertFunction(a.at(0))
	if !ok {
		panic(a.typeError("ERR_INVALID_ARG_TYPE", `The "callback" argument must be of type function.`))
	}
	for c := (cursor{paramsObject: this}); ; {
		name, value, ok := c.next()
		if !ok {
			return goja.Undefined()
		}
		invoke(callback, a.at(1), a.vm.ToValue(value), a.vm.ToValue(name), this.owner)
	}
}

// newIteratorClass implements https://webidl.spec.whatwg.org/#es-iterator-prototype-object.
func newIteratorClass(r *realm) *class {
	array := r.vm.NewArray()
	arrayIterator := r.object(invoke(r.callable(array.GetSymbol(goja.SymIterator)), array), "An array is not iterable")
	prototype := arrayIterator.Prototype()
	if prototype == nil { // a script has replaced the array's method
		panic(r.typeError("", "An array iterator has no prototype"))
	}
	c := &class{realm: r, name: "URLSearchParams Iterator"}
	c.prototype = r.vm.CreateObject(prototype.Prototype())
	method(c, "next", nil, func(this *iteratorObject, _ arguments) goja.Value {
		v := goja.Undefined()
		name, value, ok := this.next()
		if ok {
			v = this.result(name, value)
		}
		result := r.vm.NewObject()
		set(result, "value", v)
		set(result, "done", r.vm.ToValue(!ok))
		return result
	})
	c.setTag()
	return c
}
