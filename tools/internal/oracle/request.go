package oracle

import (
	"strings"

	"github.com/weburl-go/url/internal/gen"
)

// URLRequest asks what a URL of the grammar is, mostly against a base.
func URLRequest(g *gen.Generator) Request {
	input, base, hasBase := g.Case()
	r := Request{Op: "url", Input: &input}
	if hasBase {
		r.Base = &base
	}
	return r
}

// SettersRequest asks for several calls of setters on one URL.
func SettersRequest(g *gen.Generator) Request {
	href, calls := g.SettersCase()
	r := Request{Op: "setters", Href: &href}
	for _, c := range calls {
		r.Steps = append(r.Steps, c[:])
	}
	return r
}

// RecordsRequest asks for references that are resolved against a URL between calls of setters.
func RecordsRequest(g *gen.Generator) Request {
	href, calls := g.RecordCase()
	r := Request{Op: "setters", Href: &href}
	for _, c := range calls {
		r.Steps = append(r.Steps, c[:])
	}
	return r
}

// HostRequest asks for a host of the grammar.
func HostRequest(g *gen.Generator) Request {
	input, opaque := g.HostCase()
	return Request{Op: "host", Input: &input, Opaque: opaque}
}

// ParamsRequest asks for operations on a URLSearchParams, which in one case of three belongs to a URL.
func ParamsRequest(g *gen.Generator) Request {
	init := g.SearchParamsInit()
	r := Request{Op: "params", Init: &init}
	ops := g.SearchParamsOps()
	if g.Below(3) == 0 {
		href := g.SetterHref()
		if i := strings.IndexAny(href, "?#"); i >= 0 {
			href = href[:i]
		}
		href += "?" + init
		r.Init, r.URL = nil, &href
		ops = g.URLOps()
	}
	for _, op := range ops {
		r.Steps = append(r.Steps, append([]string{op.Method}, op.Args...))
	}
	return r
}

// EncodeRequest asks for a text in a legacy encoding.
func EncodeRequest(g *gen.Generator) Request {
	s := gen.Encodings[g.Below(len(gen.Encodings))]
	input := g.EncodingText(s)
	return Request{Op: "encode", Encoding: s.Name, Input: &input}
}
