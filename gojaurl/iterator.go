package gojaurl

import (
	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

// A cursor walks through a list that may change on the way.
// https://webidl.spec.whatwg.org/#es-default-iterator-object
type cursor struct {
	*paramsObject
	index int

	pairs *url.URLSearchParams // of a URL: what its search was parsed to
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

// defineIterable defines what iterable<USVString, USVString> does. https://webidl.spec.whatwg.org/#es-iterable
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
	c := &class{realm: r, name: "URLSearchParams Iterator"}
	c.prototype = r.vm.CreateObject(arrayIterator.Prototype().Prototype())
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
