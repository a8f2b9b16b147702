// Package gojaurl provides the classes URL, URLSearchParams and URLPattern for goja, a JavaScript runtime in Go. They
// behave as they do in a browser and are built on package url. Use [Enable] to define them as globals, or [Require] to
// provide them as the "url" module of goja_nodejs.
//
//	vm := goja.New()
//	if err := gojaurl.Enable(vm); err != nil {
//		return err
//	}
//	v, err := vm.RunString(`new URL("//bücher.example/?q=1", "https://h/").searchParams.get("q")`)
//	// v.String() == "1"
//
// [ToGo] and [FromGo] convert between URL objects and [url.URL]. Package [github.com/weburl-go/url/gojaurl/sobek]
// provides the same classes for sobek, k6's fork of goja.
//
// The classes follow the URL Standard, the URL Pattern Standard and Web IDL. In particular, properties have the
// specified names, lengths and attributes, arguments are converted as specified, and the exceptions that the classes
// throw are TypeErrors. As in Node, an exception has a code property with a value such as "ERR_INVALID_URL". Scripts can
// extend the classes and add properties to objects.
//
// A runtime and its objects are not safe for concurrent use. Each runtime has its own classes.
package gojaurl

import (
	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

//go:generate go run ./internal/tosobek

// Require is a native module for the require registry of goja_nodejs. It exports URL, URLSearchParams, URLPattern,
// domainToASCII and domainToUnicode. Register it as "url" in place of goja_nodejs's own module:
//
//	registry.RegisterNativeModule("url", gojaurl.Require)
//
// The classes are the same as those that [Enable] defines, but Require does not define globals. Other functions of
// Node's url module, such as parse and fileURLToPath (https://nodejs.org/api/url.html), are not included.
func Require(vm *goja.Runtime, module *goja.Object) {
	r := realmOf(vm)
	exports := r.object(module.Get("exports"), "module.exports is not an object")
	for _, c := range r.classes() {
		must(exports.Set(c.name, c.constructor))
	}
	for name, convert := range map[string]func(url.Host) string{
		"domainToASCII":   url.Host.String,
		"domainToUnicode": url.Host.Unicode,
	} {
		required := []string{"domain"}
		must(exports.Set(name, r.function(name, len(required), func(call goja.FunctionCall) goja.Value {
			host, err := url.ParseHost(r.arguments(call.Arguments, required).text(0))
			if err != nil {
				return r.vm.ToValue("")
			}
			return r.vm.ToValue(convert(host))
		})))
	}
}
