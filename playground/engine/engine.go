// Package engine answers the requests of the page: how the URL package and net/url read a string. It does not depend
// on the browser, so the tests run the same code natively.
package engine

import (
	"encoding/json"
	"errors"
	"runtime"
	"unicode"
	"unicode/utf16"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
	"github.com/weburl-go/url/internal/urlclass"
)

// maxFaults limits the validation errors in an answer, so that the page stays responsive if the input is long.
const maxFaults = 500

// A Request is a request of the page.
type Request struct {
	Input string  `json:"input"`
	Base  *string `json:"base,omitempty"` // nil: none
	Calls []Call  `json:"calls,omitempty"`
}

// An Answer says how the package reads a request, and how net/url does.
type Answer struct {
	URL    *Parts      `json:"url"`              // nil: refused
	Error  *Fault      `json:"error,omitempty"`  // why it was refused
	InBase bool        `json:"inBase,omitempty"` // whether the base was refused
	Valid  bool        `json:"valid"`            // whether the input is a valid URL string
	Faults []Fault     `json:"faults"`           // validation errors in the input, in the standard's order
	Count  int         `json:"faultCount"`       // their number; Faults has the first maxFaults, and the failure
	Steps  []Step      `json:"steps"`            // the results of the calls; empty if there is no URL
	Pairs  [][2]string `json:"pairs"`            // the search params after the calls
	Net    NetAnswer   `json:"net"`
}

// Parts are the parts of a URL that the page shows.
type Parts = urlclass.Getters

// A Fault is an error of the package, and its place in the string.
type Fault struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Offset      int    `json:"offset"` // in bytes
	Index       int    `json:"index"`  // the same place in UTF-16 code units, which JavaScript uses
	Failure     bool   `json:"failure"`
}

// AnswerJSON answers a request. Both the request and the answer are JSON texts.
func AnswerJSON(request string) (string, error) {
	var r Request
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		return "", err
	}
	answer, err := json.Marshal(Read(r))
	return string(answer), err
}

// Read answers a request.
func Read(r Request) Answer {
	a := Answer{Faults: []Fault{}, Steps: []Step{}, Pairs: [][2]string{}}
	var base url.URL
	if r.Base != nil {
		var err error
		if base, err = url.Parse(*r.Base); err != nil {
			a.Error, a.InBase = faultOf(err), true
		}
	}
	if !a.InBase {
		a.read(r, base)
	}
	a.Net = netRead(r)
	if a.URL != nil && a.Net.URL != nil {
		a.Net.compareWith(a.URL)
	}
	return a
}

// read reads the input against the base, which may be the zero URL, and makes the calls.
func (a *Answer) read(r Request, base url.URL) {
	u, err := url.Parser{Base: base, OnValidationError: func(e url.ValidationError) {
		a.Count++
		if a.Count > maxFaults && !e.Failure {
			return
		}
		fault := newFault(r.Input, e.Type, e.Offset)
		fault.Failure = e.Failure
		a.Faults = append(a.Faults, fault)
	}}.Parse(r.Input)
	if err != nil {
		a.Error = faultOf(err)
		return
	}
	parts := urlclass.Of(u)
	a.URL = &parts
	a.Valid = a.Count == 0
	for _, c := range r.Calls {
		a.Steps = append(a.Steps, c.run(&u))
	}
	for name, value := range u.SearchParams().All() {
		a.Pairs = append(a.Pairs, [2]string{name, value})
	}
}

// faultOf returns an error of the package as a fault.
func faultOf(err error) *Fault {
	e, ok := errors.AsType[*url.Error](err)
	if !ok {
		return &Fault{Name: "error", Description: err.Error(), Failure: true}
	}
	var t url.ErrorType
	errors.As(e.Err, &t)
	fault := newFault(e.URL, t, e.Offset)
	fault.Failure = t != url.ErrTrailingData
	return &fault
}

func newFault(s string, t url.ErrorType, offset int) Fault {
	return Fault{Name: t.Error(), Description: t.Description(), Offset: offset, Index: utf16Index(s, offset)}
}

// utf16Index returns the length of s[:offset] in UTF-16 code units.
func utf16Index(s string, offset int) int {
	n := 0
	for _, r := range s[:offset] {
		n += utf16.RuneLen(r)
	}
	return n
}

// About returns the versions that the answers depend on, by name.
func About() map[string]string {
	return map[string]string{"standard": compare.StandardCommit, "unicode": unicode.Version, "go": runtime.Version()}
}
