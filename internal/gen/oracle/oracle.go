package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/weburl-go/url/internal/urlclass"
)

// A request is a question about one candidate. Op says which of the other fields are used:
//
//	url      Input, Base
//	setters  Href, Steps: name and value of each call
//	host     Input, Opaque
//	params   URL or Init, Steps: a method and its arguments, or a setter's name with "=" and its value
//	encode   Encoding, Input
type request struct {
	Op       string     `json:"op"`
	Input    *string    `json:"input,omitempty"`
	Base     *string    `json:"base,omitempty"`
	Href     *string    `json:"href,omitempty"`
	Opaque   bool       `json:"opaque,omitempty"`
	URL      *string    `json:"url,omitempty"`
	Init     *string    `json:"init,omitempty"`
	Encoding string     `json:"encoding,omitempty"`
	Steps    [][]string `json:"steps,omitempty"`

	known bool // always chosen
}

type getters = urlclass.Getters

// An answer is the answer of an implementation to a request.
type answer struct {
	Unsupported bool `json:"unsupported"`
	Failure     bool `json:"failure"`
	BadBase     bool `json:"badBase"` // the base does not parse

	Getters getters  `json:"-"`      // of "url"
	Errors  []string `json:"errors"` // only the reference implementation reports them
	Valid   bool     `json:"valid"`
	Trace   []int    `json:"trace"` // the blocks of its code that ran

	Before getters   `json:"before"` // of "setters": the getters before the first step
	After  []getters `json:"-"`      // and after each

	Host string `json:"host"`
	Kind string `json:"kind"`

	Results []any       `json:"results"`
	Pairs   [][2]string `json:"pairs"`

	Query string `json:"query"`
	Form  string `json:"form"`
}

// UnmarshalJSON reads an answer. It reads the getters separately, because the answer for a host uses a getter's name.
func (a *answer) UnmarshalJSON(line []byte) error {
	type plain answer
	if err := json.Unmarshal(line, (*plain)(a)); err != nil {
		return err
	}
	var steps struct {
		Steps []getters `json:"steps"`
	}
	if err := json.Unmarshal(line, &steps); err != nil {
		return err
	}
	a.After = steps.Steps
	return json.Unmarshal(line, &a.Getters)
}

// ask passes the requests to a command, and returns the answers.
func ask(command string, requests []request) ([]answer, error) {
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	var in, out bytes.Buffer
	if err := writeLines(&in, requests); err != nil {
		return nil, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	answers := make([]answer, 0, len(requests))
	for sc := bufio.NewReader(&out); ; {
		line, err := sc.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("%s: answer %d: %w", command, len(answers)+1, err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(requests) {
		return nil, fmt.Errorf("%s: %d answers to %d questions", command, len(answers), len(requests))
	}
	return answers, nil
}

// newEncoder returns an encoder that does not escape characters for HTML.
func newEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// writeLines writes each of values as a line of JSON.
func writeLines[T any](w io.Writer, values []T) error {
	e := newEncoder(w)
	for _, v := range values {
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
