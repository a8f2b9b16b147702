package gojaurl_test

import (
	"fmt"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"
	nodeurl "github.com/dop251/goja_nodejs/url"
	"github.com/grafana/sobek"

	"github.com/weburl-go/url/gojaurl"
	sobekurl "github.com/weburl-go/url/gojaurl/sobek"
)

// An engine is what the tests need of goja and of sobek.
type engine interface {
	// run runs a script, and returns its value as a string.
	run(name, source string) (string, error)
	// call calls a function, which is the value of a script, with strings.
	call(function string, arguments ...string) (string, error)
	set(name string, value any)
}

// ours are the runtimes that have the classes of this module.
var ours = map[string]func(t testing.TB) engine{"goja": newGoja, "sobek": newSobek}

func newGoja(t testing.TB) engine {
	vm := goja.New()
	if err := gojaurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	return gojaEngine{vm}
}

func newSobek(t testing.TB) engine {
	vm := sobek.New()
	if err := sobekurl.Enable(vm); err != nil {
		t.Fatal(err)
	}
	return sobekEngine{vm}
}

// newNodejs returns goja with the classes of goja_nodejs.
func newNodejs(testing.TB) engine {
	vm := goja.New()
	new(require.Registry).Enable(vm)
	nodeurl.Enable(vm)
	return gojaEngine{vm}
}

type gojaEngine struct{ *goja.Runtime }

func (r gojaEngine) run(name, source string) (string, error) {
	v, err := r.RunScript(name, source)
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

func (r gojaEngine) call(function string, arguments ...string) (string, error) {
	v, err := r.RunString(function)
	if err != nil {
		return "", err
	}
	f, ok := goja.AssertFunction(v)
	if !ok {
		return "", fmt.Errorf("%.100s is not a function", function)
	}
	var values []goja.Value
	for _, argument := range arguments {
		values = append(values, r.ToValue(argument))
	}
	if v, err = f(goja.Undefined(), values...); err != nil {
		return "", err
	}
	return v.String(), nil
}

func (r gojaEngine) set(name string, value any) {
	if err := r.Set(name, value); err != nil {
		panic(err)
	}
}

type sobekEngine struct{ *sobek.Runtime }

func (r sobekEngine) run(name, source string) (string, error) {
	v, err := r.RunScript(name, source)
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

func (r sobekEngine) call(function string, arguments ...string) (string, error) {
	v, err := r.RunString(function)
	if err != nil {
		return "", err
	}
	f, ok := sobek.AssertFunction(v)
	if !ok {
		return "", fmt.Errorf("%.100s is not a function", function)
	}
	var values []sobek.Value
	for _, argument := range arguments {
		values = append(values, r.ToValue(argument))
	}
	if v, err = f(sobek.Undefined(), values...); err != nil {
		return "", err
	}
	return v.String(), nil
}

func (r sobekEngine) set(name string, value any) {
	if err := r.Set(name, value); err != nil {
		panic(err)
	}
}
