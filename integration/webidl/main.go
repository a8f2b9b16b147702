//go:build js && wasm

// Command webidl gives JavaScript what impl.js needs to put the package behind the classes URL and URLSearchParams.
package main

import (
	"syscall/js"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/urlclass"
)

// The objects that JavaScript uses, by the numbers that it knows them by. They are never freed: a process runs one
// script.
var (
	urls   []*url.URL
	params []*url.URLSearchParams
)

func main() {
	object := map[string]any{}
	for name, f := range map[string]func(args []js.Value) any{
		"parse": parse, "canParse": canParse, "get": get, "set": set, "searchParams": searchParams,
		"newParams": newParams, "params": callParams,
	} {
		object[name] = js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
	}
	js.Global().Set("weburl", object)
	select {} // keep the functions alive
}

// parse returns the number of a new URL, or null. Its arguments are those of the URL class's constructor.
func parse(args []js.Value) any {
	u, err := url.Parse(args[0].String())
	if !args[1].IsUndefined() {
		u, err = url.ParseWithBase(args[0].String(), args[1].String())
	}
	if err != nil {
		return nil
	}
	urls = append(urls, &u)
	return len(urls) - 1
}

func canParse(args []js.Value) any {
	if args[1].IsUndefined() {
		return url.CanParse(args[0].String())
	}
	base, err := url.Parse(args[1].String())
	return err == nil && base.CanParse(args[0].String())
}

var getters = map[string]func(url.URL) string{
	"href": url.URL.Href, "protocol": url.URL.Protocol, "username": url.URL.Username, "password": url.URL.Password,
	"host": url.URL.Host, "hostname": url.URL.Hostname, "port": url.URL.Port,
	"pathname": url.URL.Pathname, "search": url.URL.Search, "hash": url.URL.Hash,
	"origin": func(u url.URL) string { return u.Origin().String() },
}

// get returns a property. Its arguments are the number of the URL and the name of the property.
func get(args []js.Value) any { return getters[args[1].String()](*urls[args[0].Int()]) }

// set sets a property, and reports whether all of the value was used. The third argument is the value.
func set(args []js.Value) any {
	return urlclass.Setters[args[1].String()](urls[args[0].Int()], args[2].String()) == nil
}

// searchParams returns the number of the list that is live in the URL.
func searchParams(args []js.Value) any { return addParams(urls[args[0].Int()].SearchParams()) }

// newParams returns the number of a new list. Its argument is a string or an array of pairs.
func newParams(args []js.Value) any {
	if args[0].Type() == js.TypeString {
		return addParams(url.NewURLSearchParams(args[0].String()))
	}
	pairs := make([][2]string, args[0].Length())
	for i := range pairs {
		pair := args[0].Index(i)
		pairs[i] = [2]string{pair.Index(0).String(), pair.Index(1).String()}
	}
	return addParams(url.NewURLSearchParamsFromPairs(pairs))
}

func addParams(p *url.URLSearchParams) any {
	params = append(params, p)
	return len(params) - 1
}

// callParams calls a method of a list. Its arguments are the number of the list, the name of the method or "pairs", and the
// arguments of the method.
func callParams(args []js.Value) any {
	p, method := params[args[0].Int()], args[1].String()
	if method == "pairs" {
		pairs := []any{}
		for name, value := range p.All() {
			pairs = append(pairs, []any{name, value})
		}
		return pairs
	}
	var s []string // the arguments that are not undefined
	for _, arg := range args[2:] {
		if !arg.IsUndefined() {
			s = append(s, arg.String())
		}
	}
	if result, ok := urlclass.CallParams(p, method, s...); ok {
		return result
	}
	return js.Undefined()
}
