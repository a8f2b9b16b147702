package main

import "github.com/weburl-go/url"

// callParams calls a method or getter of the URLSearchParams class by its name. It returns the result as package
// encoding/json has it, and whether the method has one.
func callParams(p *url.URLSearchParams, method string, args ...string) (result any, ok bool) {
	switch {
	case method == "append":
		p.Append(args[0], args[1])
	case method == "delete" && len(args) == 1:
		p.Delete(args[0])
	case method == "delete":
		p.DeleteValue(args[0], args[1])
	case method == "get":
		if value, found := p.Lookup(args[0]); found {
			return value, true
		}
		return nil, true
	case method == "getAll":
		values := []any{}
		for _, value := range p.GetAll(args[0]) {
			values = append(values, value)
		}
		return values, true
	case method == "has" && len(args) == 1:
		return p.Has(args[0]), true
	case method == "has":
		return p.HasValue(args[0], args[1]), true
	case method == "set":
		p.Set(args[0], args[1])
	case method == "size":
		return float64(p.Size()), true
	case method == "sort":
		p.Sort()
	case method == "toString":
		return p.String(), true
	default:
		panic("unknown method " + method)
	}
	return nil, false
}
