// Package sobekurl provides the classes URL, URLSearchParams and URLPattern for sobek, the JavaScript runtime of k6. It
// is generated from package [github.com/weburl-go/url/gojaurl], which describes the classes.
//
//	vm := sobek.New()
//	if err := sobekurl.Enable(vm); err != nil {
//		return err
//	}
//	v, err := vm.RunString(`new URL("//bücher.example/?q=1", "https://h/").searchParams.get("q")`)
//	// v.String() == "1"
//
// Unlike gojaurl, this package has no Require function, because the registry of goja_nodejs does not support sobek
// runtimes.
package sobekurl
