package gojaurl

import (
	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

// Enable defines the classes URL, URLSearchParams and URLPattern as globals of vm, and replaces globals of these names.
// Call it before the scripts run. A second call does nothing new: the classes of a runtime stay the same.
//
// The error is a [*goja.Exception]. It means that a script has removed built-in objects of the runtime, or has made the
// global object refuse properties.
func Enable(vm *goja.Runtime) error {
	exception := vm.Try(func() {
		r := realmOf(vm)
		for _, c := range r.classes() {
			must(vm.GlobalObject().DefineDataProperty(c.name, c.constructor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		}
	})
	if exception != nil {
		return exception
	}
	return nil
}

// ToGo returns a copy of the URL of a URL object, including one of a subclass. It returns false for every other value,
// nil and undefined among them: it parses no strings. For a string, call [url.Parse].
//
// Call it only while nothing else uses the object's runtime. The copy may be used anywhere.
func ToGo(v goja.Value) (u url.URL, ok bool) {
	o, ok := v.(*goja.Object)
	if !ok || o == nil {
		return url.URL{}, false
	}
	defer func() {
		if recover() != nil { // a Proxy of the script that throws
			u, ok = url.URL{}, false
		}
	}()
	if this, ok := internals[*urlObject](o); ok {
		return this.url, true
	}
	return url.URL{}, false
}

// FromGo returns a new URL object of vm with a copy of u, as new URL(u.Href()) does, but without parsing. It does not
// need [Enable]. For the zero URL it returns nil, which is null as a [goja.Value] of vm.ToValue.
//
// FromGo panics with a [*goja.Object], a TypeError, if a script has removed built-in objects of vm before the first call.
func FromGo(vm *goja.Runtime, u url.URL) *goja.Object {
	if u.IsZero() {
		return nil
	}
	r := realmOf(vm)
	return r.url.newObject(r.url.prototype, &urlObject{url: u})
}

// realmOf returns the realm of vm, and makes it if there is none.
func realmOf(vm *goja.Runtime) *realm {
	global := vm.GlobalObject()
	if r, ok := internals[*realm](global); ok {
		return r
	}
	r := &realm{vm: vm}
	reflect := r.object(vm.Get("Reflect"), "Reflect is not an object")
	r.ownKeys = r.callable(reflect.Get("ownKeys"))
	r.get = r.callable(reflect.Get("get"))
	r.isEnumerable = r.callable(vm.NewObject().Get("propertyIsEnumerable"))
	r.url = newURLClass(r)
	r.searchParams = newSearchParamsClass(r)
	r.iterator = newIteratorClass(r)
	r.pattern = newPatternClass(r)
	r.attach(global, r)
	return r
}
