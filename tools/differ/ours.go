package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	utf8encoding "golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/form"
	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/internal/urlclass"
	"github.com/weburl-go/url/tools/internal/oracle"
)

// answers returns this package's answers to a request. All of them have to equal the reference's. There are two if a
// URL is not UTF-8: one for the URL, and one for what UTF-8 decode makes of it.
func answers(r oracle.Request) []oracle.Answer {
	switch r.Op {
	case "url":
		all := []oracle.Answer{answerURL(r)}
		if !utf8.ValidString(*r.Input) {
			decoded, err := utf8encoding.UTF8.NewDecoder().String(*r.Input)
			if err != nil {
				panic(err) // cannot happen: it replaces
			}
			r.Input = &decoded
			all = append(all, answerURL(r))
		}
		return all
	case "setters":
		return []oracle.Answer{answerSetters(r)}
	case "host":
		return []oracle.Answer{answerHost(*r.Input, r.Opaque)}
	case "domain":
		return []oracle.Answer{answerDomain(*r.Input)}
	case "params":
		return []oracle.Answer{answerParams(r)}
	case "encode":
		return []oracle.Answer{answerEncode(r.Encoding, *r.Input)}
	case "decode":
		return []oracle.Answer{answerDecode(r.Encoding, *r.Input)}
	}
	panic("differ: unknown op " + r.Op)
}

// view returns the part of an answer that is compared.
func view(r oracle.Request, a oracle.Answer) any {
	type object = map[string]any
	if a.Failure && r.Op != "url" {
		return object{"failure": true}
	}
	switch r.Op {
	case "url":
		if r.Brief {
			return object{"failure": a.Failure, "getters": a.Getters}
		}
		return object{"failure": a.Failure, "getters": a.Getters, "errors": slices.Concat(a.Errors), "valid": a.Valid}
	case "setters":
		return object{"before": a.Before, "after": a.After}
	case "host":
		return object{"host": a.Host, "kind": a.Kind}
	case "domain":
		return object{"ascii": text(a.ASCII), "strict": text(a.Strict), "unicode": text(a.Unicode)}
	case "params":
		return object{"results": a.Results, "pairs": slices.Concat(a.Pairs)}
	}
	return object{"query": a.Query, "form": a.Form, "decoded": a.Decoded}
}

// text returns the string, or nil.
func text(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

func answerURL(r oracle.Request) oracle.Answer {
	var p url.Parser
	if r.Base != nil {
		var err error
		if p.Base, err = url.Parse(*r.Base); err != nil {
			return oracle.Answer{Failure: true, BadBase: true}
		}
	}
	var a oracle.Answer
	if !r.Brief {
		for _, e := range p.Validate(*r.Input) {
			a.Errors = append(a.Errors, e.Type.Error())
		}
		a.Valid = len(a.Errors) == 0
	}
	u, err := p.Parse(*r.Input)
	if err != nil {
		a.Failure = true
	} else {
		a.Getters = urlclass.Of(u)
	}
	return a
}

func answerSetters(r oracle.Request) oracle.Answer {
	u, err := url.Parse(*r.Href)
	if err != nil {
		return oracle.Answer{Failure: true}
	}
	a := oracle.Answer{Before: urlclass.Of(u)}
	for _, step := range r.Steps {
		a.After = append(a.After, answerStep(&u, step[0], step[1]))
	}
	return a
}

// answerStep calls a setter on u, or resolves a reference against u. If that fails, the getters are empty.
func answerStep(u *url.URL, name, value string) urlclass.Getters {
	if name != gen.Resolve {
		_ = urlclass.Setters[name](u, value) // an error leaves u as it was
		return urlclass.Of(*u)
	}
	v, err := u.Parse(value)
	if err != nil {
		return urlclass.Getters{}
	}
	return urlclass.Of(v)
}

func answerHost(input string, opaque bool) oracle.Answer {
	parse := url.ParseHost
	if opaque {
		parse = url.ParseOpaqueHost
	}
	h, err := parse(input)
	if err != nil {
		return oracle.Answer{Failure: true}
	}
	return oracle.Answer{Host: h.String(), Kind: h.Kind().String()}
}

func answerDomain(domain string) oracle.Answer {
	var a oracle.Answer
	if ascii, err := url.DomainToASCII(domain); err == nil {
		decoded := url.DomainToUnicode(domain)
		a.ASCII, a.Unicode = &ascii, &decoded
	}
	if strict, err := url.DomainToASCIIStrict(domain); err == nil {
		a.Strict = &strict
	}
	return a
}

func answerParams(r oracle.Request) oracle.Answer {
	var u url.URL
	var p *url.URLSearchParams
	if r.URL == nil {
		p = url.NewURLSearchParams(*r.Init)
	} else {
		var err error
		if u, err = url.Parse(*r.URL); err != nil {
			return oracle.Answer{Failure: true}
		}
		p = u.SearchParams()
	}
	var a oracle.Answer
	for _, step := range r.Steps {
		a.Results = append(a.Results, operate(&u, p, step[0], step[1:]))
	}
	for name, value := range p.All() {
		a.Pairs = append(a.Pairs, [2]string{name, value})
	}
	return a
}

// operate does an operation on p, or on the URL u that it may belong to, and returns the result as JSON has it.
func operate(u *url.URL, p *url.URLSearchParams, method string, args []string) any {
	if name, ok := strings.CutSuffix(method, "="); ok {
		_ = urlclass.Setters[name](u, args[0])
		return u.Href()
	}
	if result, ok := callParams(p, method, args...); ok {
		return result
	}
	if u.IsZero() {
		return p.String()
	}
	return u.Href()
}

// answerEncode leaves the form out for the encodings that are not output encodings, as the reference does.
func answerEncode(name, input string) oracle.Answer {
	enc := encodingOf(name)
	u, err := url.Parser{QueryEncoding: enc}.Parse("https://h/?" + input + "#")
	if err != nil {
		return oracle.Answer{Failure: true}
	}
	var a oracle.Answer
	a.Query, _ = u.Query()
	if !slices.Contains([]string{"replacement", "utf-16be", "utf-16le"}, name) {
		if a.Form, err = url.PercentEncodeAfterEncoding(enc, input, url.FormURLEncodedPercentEncodeSet, true); err != nil {
			a.Form = err.Error()
		}
	}
	return a
}

// answerDecode reads a form with one value. input has one character for each byte.
func answerDecode(name, input string) oracle.Answer {
	body := []byte("a=")
	for _, r := range input {
		body = fmt.Appendf(body, "%%%02x", r)
	}
	p, err := form.Parse(body, form.Options{Encoding: encodingOf(name)})
	if err != nil {
		return oracle.Answer{Decoded: err.Error()}
	}
	var a oracle.Answer
	for _, value := range p.All() {
		a.Decoded = value // the only one: its name may be decoded to another
	}
	return a
}

func encodingOf(name string) encoding.Encoding {
	enc, err := htmlindex.Get(name)
	if err != nil {
		panic(err) // cannot happen: the names are those of the Encoding Standard
	}
	return enc
}

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
