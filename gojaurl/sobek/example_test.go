package sobekurl_test

import (
	"fmt"
	"log"

	"github.com/grafana/sobek"

	"github.com/weburl-go/url"
	sobekurl "github.com/weburl-go/url/gojaurl/sobek"
)

func ExampleEnable() {
	vm := sobek.New()
	if err := sobekurl.Enable(vm); err != nil {
		log.Fatal(err)
	}
	v, err := vm.RunString(`new URL("//bücher.example/a b", "https://h/").href`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: https://xn--bcher-kva.example/a%20b
}

func ExampleToGo() {
	vm := sobek.New()
	if err := sobekurl.Enable(vm); err != nil {
		log.Fatal(err)
	}
	v, err := vm.RunString(`new URL("https://a.example:8443/")`)
	if err != nil {
		log.Fatal(err)
	}
	if u, ok := sobekurl.ToGo(v); ok {
		fmt.Println(u.Hostname())
	}
	// Output: a.example
}

func ExampleFromGo() {
	vm := sobek.New()
	page := url.MustParse("https://a.example/?q=1")
	if err := vm.Set("page", sobekurl.FromGo(vm, page)); err != nil {
		log.Fatal(err)
	}
	v, err := vm.RunString(`page.searchParams.get("q")`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: 1
}
