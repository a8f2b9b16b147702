package gojaurl

import (
	"testing"
	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"
	nurl "github.com/dop251/goja_nodejs/url"
)

func run(b *testing.B, src string) {
	for _, x:=range []struct{name string; en func(vm *goja.Runtime)}{{"ours", func(vm *goja.Runtime){ Enable(vm)}},{"node", func(vm *goja.Runtime){new(require.Registry).Enable(vm); nurl.Enable(vm)}}} {
	b.Run(x.name, func(b *testing.B){
	vm := goja.New()
	x.en(vm)
	p := goja.MustCompile("x", src, false)
	f, _ := vm.RunProgram(p)
	fn, _ := goja.AssertFunction(f)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fn(nil, vm.ToValue(100)); err != nil {
			b.Fatal(err)
		}
	}
	})
	}
}
func BenchmarkNew(b *testing.B) {
	run(b, `(function(n){ for(let i=0;i<n;i++) new URL("https://user:pass@sub.example.com:8080/p/a/t/h?query=string#hash") })`)
}
func BenchmarkSet(b *testing.B) {
	run(b, `const u=new URL("https://example.com/?a=1&b=2"); (function(n){ for(let i=0;i<n;i++) u.searchParams.set("a","x") })`)
}
func BenchmarkHref(b *testing.B) {
	run(b, `const u=new URL("https://example.com/?a=1&b=2"); (function(n){ for(let i=0;i<n;i++) u.href })`)
}
func BenchmarkEnable(b *testing.B) {
	for _, x:=range []struct{name string; en func(vm *goja.Runtime)}{{"ours", func(vm *goja.Runtime){ Enable(vm)}},{"node", func(vm *goja.Runtime){nurl.Enable(vm)}}} {
	b.Run(x.name, func(b *testing.B){
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		vm := goja.New()
		new(require.Registry).Enable(vm)
		b.StartTimer()
		x.en(vm)
	}
	})
	}
}
