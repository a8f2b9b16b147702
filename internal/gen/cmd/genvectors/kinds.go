package main

import (
	"encoding/json"
	"strings"

	"github.com/weburl-go/url/internal/gen"
)

// A kind is one file of vectors.
type kind struct {
	name      string                         // the file's, without ".json"
	n         int                            // how many candidates to choose from
	want      int                            // how many to choose in each group
	candidate func(g *gen.Generator) request // makes a candidate
	group     func(v vector) string          // names the group that a vector is chosen in; "" drops it
	result    func(a answer) any             // what implementations have to agree on
	write     func(folder string, vs []vector) error
}

var kinds = []kind{
	{name: "validation", n: 40_000, want: 2000, candidate: urlCandidate, group: parsedBase, result: urlResult, write: writeValidation},
	{name: "urltestdata", n: 60_000, want: 4200, candidate: urlCandidate, group: parsedBase, result: urlResult, write: writeURLs},
	{name: "setters_tests", n: 40_000, want: 165, candidate: setterCandidate, group: setterGroup, result: settersResult, write: writeSetters},
	{name: "sequences", n: 12_000, want: 320, candidate: sequenceCandidate, group: parsedHref, result: settersResult, write: writeSequences},
	{name: "hosts", n: 60_000, want: 150, candidate: hostCandidate, group: hostGroup, result: hostResult, write: writeHosts},
	{name: "searchparams", n: 12_000, want: 220, candidate: paramsCandidate, group: paramsGroup, result: paramsResult, write: writeParams},
	{name: "encodings", n: 20_000, want: 14, candidate: encodingCandidate, group: encodingGroup, result: encodeResult, write: writeEncodings},
}

func kindNames() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// candidates returns n different questions, or as many as k is chosen from.
func (k kind) candidates(seed uint64, n int) []request {
	if n == 0 {
		n = k.n
	}
	g := gen.New(seed ^ uint64(len(k.name))<<32)
	seen := map[string]bool{}
	requests := make([]request, 0, n)
	for range n {
		r := k.candidate(g)
		if id := k.id(r); !seen[id] {
			seen[id] = true
			requests = append(requests, r)
		}
	}
	return requests
}

func (k kind) id(r request) string {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // a request is made of strings and booleans
	}
	return string(b)
}

// view returns what implementations have to agree on, as JSON.
func (k kind) view(a answer) string {
	var result any = map[string]bool{"failure": true}
	if !a.Failure {
		result = k.result(a)
	}
	b, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func urlCandidate(g *gen.Generator) request {
	input, base, hasBase := g.Case()
	r := request{Op: "url", Input: &input}
	if hasBase {
		r.Base = &base
	}
	return r
}

func setterCandidate(g *gen.Generator) request {
	href := g.SetterHref()
	name, value := g.Setter()
	return request{Op: "setters", Href: &href, Steps: [][]string{{name, value}}}
}

func sequenceCandidate(g *gen.Generator) request {
	href, calls := g.SettersCase()
	r := request{Op: "setters", Href: &href}
	for _, c := range calls {
		r.Steps = append(r.Steps, c[:])
	}
	return r
}

func hostCandidate(g *gen.Generator) request {
	input, opaque := g.HostCase()
	return request{Op: "host", Input: &input, Opaque: opaque}
}

// paramsCandidate makes two of three times operations on a URLSearchParams by itself.
func paramsCandidate(g *gen.Generator) request {
	input, _, live := g.Case() // live and input decide nothing about each other
	r := request{Op: "params"}
	var ops []gen.Op
	if live {
		init := g.SearchParamsInit()
		r.Init = &init
		ops = g.SearchParamsOps()
	} else {
		href := strings.TrimRight(input, "?#") + "?" + g.SearchParamsInit()
		r.URL = &href
		ops = g.URLOps()
	}
	for _, op := range ops {
		r.Steps = append(r.Steps, append([]string{op.Method}, op.Args...))
	}
	return r
}

func encodingCandidate(g *gen.Generator) request {
	s := gen.Encodings[g.Below(len(gen.Encodings))]
	input := g.EncodingText(s)
	return request{Op: "encode", Encoding: s.Name, Input: &input}
}

func urlResult(a answer) any { return a.Getters }

func settersResult(a answer) any { return [2]any{a.Before, a.After} }

func hostResult(a answer) any { return a.Host }

func paramsResult(a answer) any { return [2]any{a.Results, a.Pairs} }

func encodeResult(a answer) any { return [2]string{a.Query, a.Form} }

// parsedBase drops questions whose base does not parse: they say nothing about the input.
func parsedBase(v vector) string {
	if v.BadBase {
		return ""
	}
	return "all"
}

func parsedHref(v vector) string {
	if v.Failure {
		return ""
	}
	return "all"
}

func setterGroup(v vector) string {
	if v.Failure {
		return ""
	}
	return v.Steps[0][0]
}

// hostGroup divides hosts by what reads them and what becomes of them, since a parser refuses most.
func hostGroup(v vector) string {
	in := *v.Input
	reader := "ASCII"
	switch {
	case strings.HasPrefix(in, "["):
		reader = "brackets"
	case v.Opaque:
		reader = "opaque"
	case strings.ContainsFunc(in, func(r rune) bool { return r >= 0x80 || r == '%' }):
		reader = "IDNA"
	}
	return reader + " " + v.Kind
}

func paramsGroup(v vector) string {
	switch {
	case v.Failure:
		return ""
	case v.URL != nil:
		return "of a URL"
	}
	return "alone"
}

func encodingGroup(v vector) string { return v.Encoding }
