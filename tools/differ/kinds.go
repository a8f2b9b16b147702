package main

import (
	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/tools/internal/oracle"
)

// A kind is one of the kinds of questions.
type kind struct {
	name, about string
	most        int // the number of questions if they are a list, and 0 if they come from the grammar
	make        func(g *gen.Generator, i int) oracle.Request
}

var kinds = []kind{
	{"urls", "URLs: half have a base, a third are asked for errors and validity, some are long or not UTF-8", 0, urlQuestion},
	{"controls", "URLs with a control or space at every place", gen.ControlCases, controlQuestion},
	{"setters", "calls of setters on one URL", 0, settersQuestion},
	{"records", "references that are resolved against a URL after calls of setters", 0, recordsQuestion},
	{"params", "calls on the searchParams of a URL and on the URL, in turns", 0, paramsQuestion},
	{"hosts", "hosts of the grammar and of all scripts", 0, hostQuestion},
	{"domains", "domains of all scripts", 0, domainQuestion},
	{"points", "domains that consist of a single code point, or contain it in one of several contexts", gen.PointCases, pointQuestion},
	{"encodings", "texts in legacy encodings, in queries and forms", 0, func(g *gen.Generator, _ int) oracle.Request { return oracle.EncodeRequest(g) }},
	{"encode", "texts with each code point in each encoding", gen.EncodeCases, encodeQuestion},
	{"forms", "bytes in legacy encodings in forms", 0, formQuestion},
	{"decode", "forms with each two bytes in each encoding", gen.DecodeCases, decodeQuestion},
}

// urlQuestion asks for a URL. One in 50 is long, one in 50 is not UTF-8, and one in 50 has a lone surrogate. The last
// are not asked for errors: only the URL class makes scalar values of surrogates.
func urlQuestion(g *gen.Generator, i int) oracle.Request {
	input, base := "", ""
	hasBase := g.Below(2) == 0
	r := oracle.Request{Op: "url", Input: &input, Brief: i%3 > 0}
	switch {
	case g.Below(50) == 0:
		input = g.LongURL()
	case hasBase && g.Below(3) > 0:
		input = g.Reference()
	default:
		input = g.URL()
	}
	if hasBase {
		base = g.Base()
		r.Base = &base
	}
	switch g.Below(50) {
	case 0:
		input = g.BreakUTF8(input)
		if hasBase && g.Below(2) == 0 {
			base = g.BreakUTF8(base)
		}
	case 1:
		input = g.Insert(input, "\ufffd")
		r.Text, r.Brief = "surrogates", true
	}
	return r
}

func controlQuestion(_ *gen.Generator, i int) oracle.Request {
	input, base := gen.ControlCase(i)
	return oracle.Request{Op: "url", Input: &input, Base: &base}
}

func settersQuestion(g *gen.Generator, _ int) oracle.Request {
	r := oracle.SettersRequest(g)
	breakStep(g, r.Steps)
	return r
}

func recordsQuestion(g *gen.Generator, _ int) oracle.Request {
	r := oracle.RecordsRequest(g)
	breakStep(g, r.Steps)
	return r
}

// paramsQuestion asks for a URL's searchParams, or in one case of three for a list that belongs to no URL.
func paramsQuestion(g *gen.Generator, _ int) oracle.Request {
	r := oracle.ParamsRequest(g)
	if r.Init != nil && g.Below(2) == 0 {
		href := g.SetterHref()
		r = oracle.Request{Op: "params", URL: &href}
		for range 4 + g.Below(5) {
			name, value := g.Setter()
			r.Steps = append(r.Steps, []string{name + "=", value})
			for _, op := range g.URLOps()[:g.Below(3)] {
				r.Steps = append(r.Steps, append([]string{op.Method}, op.Args...))
			}
		}
	}
	breakStep(g, r.Steps)
	return r
}

// breakStep makes a value that is not UTF-8 in one of 50 cases.
func breakStep(g *gen.Generator, steps [][]string) {
	step := steps[g.Below(len(steps))]
	if last := len(step) - 1; g.Below(50) == 0 && last > 0 {
		step[last] = g.BreakUTF8(step[last])
	}
}

func hostQuestion(g *gen.Generator, _ int) oracle.Request {
	r := oracle.HostRequest(g)
	if g.Below(2) == 0 {
		*r.Input = g.ScriptDomain()
	}
	return r
}

func domainQuestion(g *gen.Generator, _ int) oracle.Request {
	domain := g.ScriptDomain()
	if g.Below(4) == 0 {
		domain = g.IDNA()
	}
	return oracle.Request{Op: "domain", Input: &domain}
}

func pointQuestion(_ *gen.Generator, i int) oracle.Request {
	domain := gen.PointCase(i)
	return oracle.Request{Op: "domain", Input: &domain}
}

func encodeQuestion(_ *gen.Generator, i int) oracle.Request {
	encoding, text := gen.EncodeCase(i)
	return oracle.Request{Op: "encode", Encoding: encoding, Input: &text}
}

func formQuestion(g *gen.Generator, _ int) oracle.Request {
	return decodeRequest(gen.Encodings[g.Below(len(gen.Encodings))].Name, g.EncodedBytes())
}

func decodeQuestion(_ *gen.Generator, i int) oracle.Request {
	return decodeRequest(gen.DecodeCase(i))
}

// decodeRequest asks for bytes of a form of a page in an encoding.
func decodeRequest(encoding, encoded string) oracle.Request {
	encoded = oracle.Isomorphic(encoded)
	return oracle.Request{Op: "decode", Encoding: encoding, Input: &encoded}
}
