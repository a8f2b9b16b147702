package gojaurl_test

import (
	"fmt"
	"log"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/gojaurl"
)

func ExampleEnable() {
	vm := goja.New()
	if err := gojaurl.Enable(vm); err != nil {
		log.Fatal(err)
	}
	v, err := vm.RunString(`
		const page = new URL("//bücher.example/a b?q=1", "https://h/");
		page.searchParams.set("q", "2");
		page.href
	`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: https://xn--bcher-kva.example/a%20b?q=2
}

func ExampleRequire() {
	registry := new(require.Registry)
	registry.RegisterNativeModule("url", gojaurl.Require)
	vm := goja.New()
	registry.Enable(vm)
	v, err := vm.RunString(`
		const { URL, URLPattern } = require("url");
		new URLPattern({ pathname: "/books/:id" }).exec(new URL("https://h/books/17")).pathname.groups.id
	`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: 17
}

func ExampleToGo() {
	vm := goja.New()
	if err := gojaurl.Enable(vm); err != nil {
		log.Fatal(err)
	}
	host := func(call goja.FunctionCall) goja.Value {
		u, ok := gojaurl.ToGo(call.Argument(0))
		if !ok {
			panic(vm.NewTypeError("not a URL object"))
		}
		return vm.ToValue(u.Hostname())
	}
	if err := vm.Set("host", host); err != nil {
		log.Fatal(err)
	}
	v, err := vm.RunString(`host(new URL("https://a.example:8443/"))`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: a.example
}

func ExampleFromGo() {
	vm := goja.New()
	page := url.MustParse("https://a.example/?q=1")
	if err := vm.Set("page", gojaurl.FromGo(vm, page)); err != nil {
		log.Fatal(err)
	}
	v, err := vm.RunString(`page.searchParams.get("q")`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: 1
}
