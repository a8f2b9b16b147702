// Package oracle asks other implementations of the URL Standard. An oracle is a command that reads one [Request] in JSON per
// line, and writes one answer in JSON per line:
//
//	url      the eleven getters by their names; from the reference also errors, valid and trace, unless the question is brief
//	setters  {"before": getters, "steps": [getters, …]}; for "resolve" the getters of the result, or null
//	host     {"host": …}; from the reference also kind
//	domain   {"ascii": …, "strict": …, "unicode": …}: domain to ASCII not strict and strict, domain to Unicode; null for a failure
//	params   {"results": […], "pairs": […]}
//	encode   {"query": …, "form": …}; no form if the encoding is not an output encoding
//	decode   {"decoded": …}
//
// The answer is {"failure": true} if the input does not parse, and {"unsupported": true} if the oracle cannot answer.
package oracle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/internal/urlclass"
)

// A Request is a question about one candidate. Op says which of the other fields are used:
//
//	url      Input, Base, Brief
//	setters  Href, Steps: name and value of each call; with the name "resolve" the value is a reference
//	host     Input, Opaque
//	domain   Input
//	params   URL or Init, Steps: a method and its arguments, or a setter's name with "=" and its value
//	encode   Encoding, Input
//	decode   Encoding, Input: one character for each byte
type Request struct {
	Op       string     `json:"op"`
	Input    *string    `json:"input,omitempty"`
	Base     *string    `json:"base,omitempty"`
	Brief    bool       `json:"brief,omitempty"` // no errors, and no validity
	Href     *string    `json:"href,omitempty"`
	Opaque   bool       `json:"opaque,omitempty"`
	URL      *string    `json:"url,omitempty"`
	Init     *string    `json:"init,omitempty"`
	Encoding string     `json:"encoding,omitempty"`
	Steps    [][]string `json:"steps,omitempty"`

	// Text says how to read the strings: "" as they are, "bytes" as one character for each byte of UTF-8, which may be
	// broken, "surrogates" with a lone surrogate for each U+FFFD.
	Text string `json:"text,omitempty"`

	Known bool `json:"-"` // a candidate that is always chosen
}

// Strings returns all strings of a request: its input, base, href and so on, and those of its steps.
func (r Request) Strings() []string {
	var all []string
	for _, p := range []*string{r.Input, r.Base, r.Href, r.URL, r.Init} {
		if p != nil {
			all = append(all, *p)
		}
	}
	return append(all, slices.Concat(r.Steps...)...)
}

// MarshalJSON writes a request. If one of its strings is not UTF-8, all are written as bytes.
func (r Request) MarshalJSON() ([]byte, error) {
	if slices.ContainsFunc(r.Strings(), func(s string) bool { return !utf8.ValidString(s) }) {
		r = r.asBytes()
	}
	type plain Request
	var b bytes.Buffer
	err := NewEncoder(&b).Encode(plain(r))
	return b.Bytes(), err
}

// asBytes returns r with one character for each byte of its strings.
func (r Request) asBytes() Request {
	r.Text = "bytes"
	for _, p := range []**string{&r.Input, &r.Base, &r.Href, &r.URL, &r.Init} {
		if *p != nil {
			s := Isomorphic(**p)
			*p = &s
		}
	}
	steps := make([][]string, len(r.Steps))
	for i, step := range r.Steps {
		for _, s := range step {
			steps[i] = append(steps[i], Isomorphic(s))
		}
	}
	r.Steps = steps
	return r
}

// Isomorphic returns a string with one code point for each byte of s, of the same value.
// https://infra.spec.whatwg.org/#isomorphic-decode
func Isomorphic(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// An Answer is the answer of an implementation to a request.
type Answer struct {
	Unsupported bool `json:"unsupported,omitempty"`
	Failure     bool `json:"failure,omitempty"`
	BadBase     bool `json:"badBase,omitempty"` // the base does not parse

	Getters urlclass.Getters `json:"-"`                // of "url"
	Errors  []string         `json:"errors,omitempty"` // only the reference implementation reports them
	Valid   bool             `json:"valid,omitempty"`
	Trace   []int            `json:"trace,omitempty"` // the blocks of its code that ran

	Before urlclass.Getters   `json:"before,omitzero"` // of "setters": the getters before the first step
	After  []urlclass.Getters `json:"-"`               // and after each; those of the result if it is "resolve"

	Host string `json:"host,omitempty"`
	Kind string `json:"kind,omitempty"`

	// Of "domain": null is a failure.
	ASCII   *string `json:"ascii,omitempty"`
	Strict  *string `json:"strict,omitempty"`
	Unicode *string `json:"unicode,omitempty"`

	Results []any       `json:"results,omitempty"`
	Pairs   [][2]string `json:"pairs,omitempty"`

	Query   string `json:"query,omitempty"`
	Form    string `json:"form,omitempty"`
	Decoded string `json:"decoded,omitempty"` // of "decode"
}

// UnmarshalJSON reads an answer. The answer for a host uses a getter's name.
func (a *Answer) UnmarshalJSON(line []byte) error {
	type plain Answer
	all := struct {
		*plain
		*urlclass.Getters
		Host  string             `json:"host"` // of both
		Steps []urlclass.Getters `json:"steps"`
	}{plain: (*plain)(a), Getters: &a.Getters}
	if err := json.Unmarshal(line, &all); err != nil {
		return err
	}
	a.Host, a.Getters.Host, a.After = all.Host, all.Host, all.Steps
	return nil
}

// Ask passes the requests to a command, and returns the answers.
func Ask(command string, requests []Request) ([]Answer, error) {
	lines, err := AskLines(command, requests)
	if err != nil {
		return nil, err
	}
	answers, err := ReadAnswers(bytes.NewReader(lines), len(requests))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return answers, nil
}

// AskLines passes the requests to a command, and returns what it writes.
func AskLines(command string, requests []Request) ([]byte, error) {
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	var in, out bytes.Buffer
	if err := WriteLines(&in, requests); err != nil {
		return nil, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return out.Bytes(), nil
}

// ReadAnswers reads n answers, one on each line.
func ReadAnswers(r io.Reader, n int) ([]Answer, error) {
	answers := make([]Answer, 0, n)
	for lines := bufio.NewReader(r); ; {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		var a Answer
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("answer %d: %w", len(answers)+1, err)
		}
		answers = append(answers, a)
	}
	if len(answers) != n {
		return nil, fmt.Errorf("%d answers to %d questions", len(answers), n)
	}
	return answers, nil
}

// NewEncoder returns an encoder that does not escape characters for HTML.
func NewEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// WriteLines writes each value as a line of JSON.
func WriteLines[T any](w io.Writer, values []T) error {
	e := NewEncoder(w)
	for _, v := range values {
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

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
	return stepsRequest(g.SettersCase())
}

// RecordsRequest asks for references that are resolved against a URL between calls of setters.
func RecordsRequest(g *gen.Generator) Request {
	return stepsRequest(g.RecordCase())
}

func stepsRequest(href string, calls [][2]string) Request {
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
