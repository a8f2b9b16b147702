package gojaurl

import (
	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

// Enable defines the classes URL, URLSearchParams and URLPattern as globals of vm, replacing any existing globals with
// those names. Call it once for each runtime, before its scripts run. A call takes less than a tenth of a millisecond.
//
// The error is a [*goja.Exception]. It means that a script has removed some of the runtime's built-in objects, or has
// made the global object reject new properties. If Enable is called again, it defines the same classes again.
//
// It implements https://url.spec.whatwg.org/#api and https://urlpattern.spec.whatwg.org/#urlpattern-class.
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

// ToGo returns a copy of the URL that a URL object holds. The object may be an instance of a subclass. For any other
// value, such as nil, undefined, or a string, ToGo returns false. To parse a string, call [url.Parse].
//
// Do not call ToGo while anything else is using the object's runtime. If a script changes the object later, the copy
// does not change.
func ToGo(v goja.Value) (u url.URL, ok bool) {
	o, ok := v.(*goja.Object)
	if !ok || o == nil {
		return url.URL{}, false
	}
	defer func() {
		if recover() != nil { // a getter of the script that throws
			u, ok = url.URL{}, false
		}
	}()
	if this, ok := internals[*urlObject](o); ok {
		return this.url, true
	}
	return url.URL{}, false
}

// FromGo returns a new URL object in vm that holds a copy of u. Use it to pass a URL to a script. The result is the
// same as that of new URL(u.Href()), but u is not parsed again. For the zero URL, FromGo returns nil, which vm.ToValue
// converts to null.
//
// You can call FromGo without calling [Enable]. The first call for a given vm panics with a JavaScript TypeError if a
// script has already removed built-in objects.
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
	r.attach(global, r, goja.FLAG_FALSE)
	return r
}
