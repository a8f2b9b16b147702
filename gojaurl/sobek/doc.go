// Package sobekurl provides the classes URL, URLSearchParams and URLPattern for sobek, the JavaScript runtime of k6. It
// is package [github.com/weburl-go/url/gojaurl] for sobek in place of goja, and generated from it: see there. It has no
// Require, because the registry that Require is for does not take runtimes of sobek.
//
//	vm := sobek.New()
//	if err := sobekurl.Enable(vm); err != nil {
//		return err
//	}
//	v, err := vm.RunString(`new URL("//bücher.example/?q=1", "https://h/").searchParams.get("q")`)
//	// v.String() == "1"
package sobekurl
