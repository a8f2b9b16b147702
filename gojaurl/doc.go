// Package gojaurl provides the classes URL, URLSearchParams and URLPattern for goja, a JavaScript runtime in Go. They
// behave as in a browser, and are implemented with package url. Use [Enable] to define them as globals, or [Require] to
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
// The classes follow the URL Standard, the URL Pattern Standard and Web IDL. In particular, their properties have the
// specified names, lengths and attributes, their arguments are converted as specified, and the exceptions that they
// throw are TypeErrors. As in Node, an exception has a code property, such as "ERR_INVALID_URL". Scripts can extend the
// classes and add properties to objects.
//
// A runtime and its objects are not safe for concurrent use. Each runtime has its own classes.
package gojaurl

//go:generate go run ./internal/tosobek
