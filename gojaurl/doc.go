// Package gojaurl provides the classes URL, URLSearchParams and URLPattern for goja, a JavaScript runtime in Go. They
// behave as in a browser, and are implemented by package url.
//
//	vm := goja.New()
//	if err := gojaurl.Enable(vm); err != nil {
//		return err
//	}
//	v, err := vm.RunString(`new URL("//bücher.example/?q=1", "https://h/").searchParams.get("q")`)
//	// v.String() == "1"
//
// Use [Enable] for globals, or [Require] for the module "url" of goja_nodejs. [ToGo] and [FromGo] convert between URL
// objects and [url.URL]. Package
// [github.com/weburl-go/url/gojaurl/sobek] provides the same for sobek, k6's fork of goja.
//
// The classes follow the URL Standard, the URL Pattern Standard and Web IDL: names, lengths and attributes of
// properties, conversions of arguments, and exceptions, which are of the class TypeError. An exception has the property
// code that Node gives it, such as "ERR_INVALID_URL". A class can be extended, and an object takes properties of its own.
//
// A runtime is not safe for concurrent use, and neither are its objects. Each runtime has its own classes.
package gojaurl

//go:generate go run ./internal/tosobek
