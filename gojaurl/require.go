package gojaurl

import (
	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

// Require is a module for the require registry of goja_nodejs. It exports URL, URLSearchParams, URLPattern,
// domainToASCII and domainToUnicode. Register it as "url" in place of goja_nodejs's own module:
//
//	registry.RegisterNativeModule("url", gojaurl.Require)
//
// The classes are the same as those that [Enable] defines, but Require does not define globals. Other functions of
// Node's module, such as parse and fileURLToPath (https://nodejs.org/api/url.html), are not included.
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
