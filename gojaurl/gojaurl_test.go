package gojaurl_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/gojaurl"
	"github.com/weburl-go/url/internal/circles"
)

func newVM(t testing.TB) *goja.Runtime {
	t.Helper()
	vm := goja.New()
	if err := gojaurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	return vm
}

func evaluateIn(t testing.TB, vm *goja.Runtime, script string) goja.Value {
	t.Helper()
	v, err := vm.RunString(script)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEnable(t *testing.T) {
	vm := newVM(t)
	evaluateIn(t, vm, `before = [URL, URLSearchParams, URLPattern, new URL("http://a/")]; URL = URLPattern = 1`)
	if err := gojaurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	const same = `[URL === before[0], URLSearchParams === before[1], URLPattern === before[2], before[3] instanceof URL]`
	if got := evaluateIn(t, vm, same).String(); got != "true,true,true,true" {
		t.Error("after a second Enable:", got)
	}
	for _, script := range []string{
		`Object.preventExtensions(globalThis)`,
		`delete globalThis.Reflect`,
		`Array.prototype[Symbol.iterator] = () => Object.create(null)`,
	} {
		vm = goja.New()
		evaluateIn(t, vm, script)
		var exception *goja.Exception
		if err := gojaurl.Enable(vm); !errors.As(err, &exception) {
			t.Errorf("after %s: %v", script, err)
		}
	}
	for _, script := range []string{
		`Reflect.ownKeys = () => ({})`,
		`Reflect.ownKeys = () => ({ length: 1 })`,
		`Reflect.ownKeys = nothing`,
	} {
		vm = goja.New()
		if err := vm.Set("nothing", func(goja.FunctionCall) goja.Value { return nil }); err != nil {
			t.Fatal(err)
		}
		evaluateIn(t, vm, script)
		if err := gojaurl.Enable(vm); err != nil {
			t.Fatal(err)
		}
		if got := evaluateIn(t, vm, `try { new URLSearchParams({ a: 1 }) } catch (e) { e.name }`).String(); got != "TypeError" {
			t.Errorf("after %s: %s", script, got)
		}
	}
}

// Scripts may freeze the built-in objects before and after.
func TestFrozenIntrinsics(t *testing.T) {
	vm := goja.New()
	evaluateIn(t, vm, `[Object, Function, Array, TypeError].forEach(c => { Object.freeze(c); Object.freeze(c.prototype) })`)
	if err := gojaurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	const script = `
		[URL, URLSearchParams, URLPattern].forEach(c => { Object.freeze(c); Object.freeze(c.prototype) });
		const u = new URL("http://a/?b=1");
		u.hash = "x";
		let code;
		try { new URL("") } catch (e) { code = e.code }
		[u, [...u.searchParams], new URLPattern("http://*").test(u), code]`
	if got := evaluateIn(t, vm, script).String(); got != "http://a/?b=1#x,b,1,true,ERR_INVALID_URL" {
		t.Error(got)
	}
}

func TestToGo(t *testing.T) {
	vm := newVM(t)
	v := evaluateIn(t, vm, `u = new URL("http://a/?b")`)
	u, ok := gojaurl.ToGo(v)
	if !ok || u != url.MustParse("http://a/?b") {
		t.Errorf("%v, %t", u, ok)
	}
	if err := u.SetHash("changed"); err != nil {
		t.Fatal(err)
	}
	if got := evaluateIn(t, vm, `u.search = "?c"; u.href`).String(); got != "http://a/?c" || u.Href() != "http://a/?b#changed" {
		t.Errorf("%s in JavaScript and %s in Go: a copy is not independent", got, u.Href())
	}
	if u, ok := gojaurl.ToGo(evaluateIn(t, vm, `new (class extends URL {})("http://b/")`)); !ok || u.Href() != "http://b/" {
		t.Errorf("of a subclass: %v, %t", u, ok)
	}
	for _, v := range []goja.Value{nil, (*goja.Object)(nil), goja.Undefined(), goja.Null(), goja.NaN()} {
		if u, ok := gojaurl.ToGo(v); ok || !u.IsZero() {
			t.Errorf("of %v: %v, %t", v, u, ok)
		}
	}
	for _, script := range []string{
		`"http://a/"`, `({})`, `URL`, `URL.prototype`, `u.searchParams`, `new URLPattern()`, `Symbol()`,
		`Object.create(u)`, `new Proxy(u, {})`,
		`new Proxy(u, { get() { throw new Error("of a script") } })`,
		`key = Object.getOwnPropertySymbols(u)[0]; Object.defineProperty({}, key, { value: u[key] })`,
		`Object.defineProperty({}, key, { get() { throw new Error("of a script") } })`,
		`({ [key]: { get a() { throw new Error("of a script") } } })`,
	} {
		if u, ok := gojaurl.ToGo(evaluateIn(t, vm, script)); ok || !u.IsZero() {
			t.Errorf("of %s: %v, %t", script, u, ok)
		}
	}
}

func TestFromGo(t *testing.T) {
	vm := goja.New() // without Enable
	u := url.MustParse("http://a/?b=1")
	o := gojaurl.FromGo(vm, u)
	if err := vm.Set("u", o); err != nil {
		t.Fatal(err)
	}
	if got := evaluateIn(t, vm, `u.searchParams.append("c", 2); u.hash = "x"; u.href`).String(); got != "http://a/?b=1&c=2#x" {
		t.Error(got)
	}
	if u.Href() != "http://a/?b=1" {
		t.Error("the original changed:", u)
	}
	if err := gojaurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	if !evaluateIn(t, vm, `u instanceof URL`).ToBoolean() {
		t.Error("not of the class that Enable defines")
	}
	if back, ok := gojaurl.ToGo(o); !ok || back.Href() != "http://a/?b=1&c=2#x" {
		t.Errorf("%v, %t", back, ok)
	}
	if v := vm.ToValue(gojaurl.FromGo(vm, url.URL{})); !goja.IsNull(v) {
		t.Errorf("of the zero URL: %v", v)
	}
}

func TestRequire(t *testing.T) {
	registry := new(require.Registry)
	registry.RegisterNativeModule("url", gojaurl.Require)
	vm := goja.New()
	registry.Enable(vm)
	const script = `
		const url = require("url");
		[new url.URL("http://a/"), url.URL === require("url").URL, typeof URL, new url.URLSearchParams({ a: 1 }),
			new url.URLPattern({ pathname: "/:a" }).test("http://h/b"), url.domainToASCII("ESPAÑOL.com"),
			url.domainToUnicode("xn--fiq228c.com"), url.domainToASCII("xn--iñvalid.com"), url.domainToUnicode("xn--iñvalid.com"),
			url.domainToASCII("0x7f.1"), url.domainToASCII("[::1]"), url.domainToASCII("")].join()`
	const want = "http://a/,true,undefined,a=1,true,xn--espaol-zwa.com,中文.com,,,127.0.0.1,[::1],"
	if got := evaluateIn(t, vm, script).String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := evaluateIn(t, vm, `try { url.domainToASCII() } catch (e) { e.code }`).String(); got != "ERR_MISSING_ARGS" {
		t.Error(got)
	}
	if err := gojaurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	if !evaluateIn(t, vm, `url.URL === URL`).ToBoolean() {
		t.Error("the module has other classes than the globals")
	}
}

// An interrupt ends a script in the callbacks of our functions, too.
func TestInterrupt(t *testing.T) {
	vm := newVM(t)
	if err := vm.Set("interrupt", func() { vm.Interrupt("enough") }); err != nil {
		t.Fatal(err)
	}
	_, err := vm.RunString(`try { new URLSearchParams("a").forEach(() => { interrupt(); for (;;); }) } catch (e) { "caught" }`)
	var interrupted *goja.InterruptedError
	if !errors.As(err, &interrupted) {
		t.Errorf("got %v, want an InterruptedError", err)
	}
}

// An iteration does not parse the list of a URL again at each step, which would take a gigabyte here.
func TestIterationParsesOnce(t *testing.T) {
	vm := newVM(t)
	evaluateIn(t, vm, `u = new URL("http://h/?" + "a&".repeat(5000)); n = 0`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := evaluateIn(t, vm, `for (const pair of u.searchParams) n++; u.searchParams.forEach(() => n++); n`).ToInteger()
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; got != 10000 || allocated > 50<<20 {
		t.Errorf("%d pairs, %d bytes", got, allocated)
	}
}

// The message of an exception does not show what Error of package url hides.
func TestNoSecrets(t *testing.T) {
	vm := newVM(t)
	for _, script := range []string{
		`new URL("http://user:secret@h:99999/")`,
		`new URL("?token=secret", "x")`,
		`new URL("/", "http://h:99999/?token=secret")`,
		`new URL("http://h/").href = "//user:secret@"`,
		`new URLPattern("https://user:secret@h:(")`,
	} {
		_, err := vm.RunString(script)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// Runtimes share nothing that changes. The race detector tells.
func TestManyRuntimes(t *testing.T) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			vm := goja.New()
			if err := gojaurl.Enable(vm); err != nil {
				t.Error(err)
				return
			}
			v, err := vm.RunString(fmt.Sprintf(`new URL("?a=%d", "http://h/").searchParams.get("a")`, i))
			if err != nil || v.String() != fmt.Sprint(i) {
				t.Errorf("%v, %v", v, err)
			}
		})
	}
	all.Wait()
}

func TestCircles(t *testing.T) { circles.AtMost(t, ".", 3) }
