// Package engine answers the questions of the page: what the URL package, and what net/url, makes of a
// string. It has nothing of the browser in it, so that the same code runs natively in the tests.
package engine

import (
	"encoding/json"
	"errors"
	"runtime"
	"unicode"
	"unicode/utf16"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
)

// mostFaults is how many validation errors an answer has at the most, so that a page into which much is
// pasted still answers at every key.
const mostFaults = 500

// A Request is what the page asks.
type Request struct {
	Input string  `json:"input"`
	Base  *string `json:"base,omitempty"` // nil: there is no base
	Calls []Call  `json:"calls,omitempty"`
}

// An Answer is what the package makes of a request, and what net/url does.
type Answer struct {
	URL    *Parts      `json:"url"`              // nil: refused
	Error  *Fault      `json:"error,omitempty"`  // why it was
	InBase bool        `json:"inBase,omitempty"` // whether it is the base that was refused
	Valid  bool        `json:"valid"`            // whether the input is a valid URL string
	Faults []Fault     `json:"faults"`           // validation errors in the input, in the standard's order
	Count  int         `json:"faultCount"`       // how many there are; Faults has the first mostFaults, and a failure
	Steps  []Step      `json:"steps"`            // what became of the calls; none if there is no URL
	Pairs  [][2]string `json:"pairs"`            // the search params after the calls
	Net    NetAnswer   `json:"net"`
}

// Parts are the getters of the URL class, by their names.
type Parts struct {
	Href     string `json:"href"`
	Origin   string `json:"origin"`
	Protocol string `json:"protocol"`
	Username string `json:"username"`
	Password string `json:"password"`
	Host     string `json:"host"`
	Hostname string `json:"hostname"`
	Port     string `json:"port"`
	Pathname string `json:"pathname"`
	Search   string `json:"search"`
	Hash     string `json:"hash"`
}

// A Fault is a validation error or another reason of the package, and its place in the string it is about.
type Fault struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Offset      int    `json:"offset"` // in bytes
	Index       int    `json:"index"`  // the same place in UTF-16 code units, as JavaScript counts
	Failure     bool   `json:"failure"`
}

// AnswerJSON answers a request that is a JSON text with an answer that is one.
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
	var base *url.URL
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

// read is Read with a base that parses, or with none.
func (a *Answer) read(r Request, base *url.URL) {
	u, err := (&url.Parser{OnValidationError: func(e url.ValidationError) {
		a.Count++
		if a.Count > mostFaults && !e.Failure {
			return
		}
		fault := newFault(r.Input, e.Type, e.Offset)
		fault.Failure = e.Failure
		a.Faults = append(a.Faults, fault)
	}}).Parse(r.Input, base)
	if err != nil {
		a.Error = faultOf(err)
		return
	}
	a.URL = partsOf(*u)
	a.Valid = a.Count == 0
	for _, c := range r.Calls {
		a.Steps = append(a.Steps, c.run(u))
	}
	for name, value := range u.SearchParams().All() {
		a.Pairs = append(a.Pairs, [2]string{name, value})
	}
}

func partsOf(u url.URL) *Parts {
	return &Parts{
		Href: u.Href(), Origin: u.Origin().String(), Protocol: u.Protocol(),
		Username: u.Username(), Password: u.Password(),
		Host: u.Host(), Hostname: u.Hostname(), Port: u.Port(),
		Pathname: u.Pathname(), Search: u.Search(), Hash: u.Hash(),
	}
}

// faultOf returns the fault that an error of the package is.
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

// utf16Index returns how many UTF-16 code units the first offset bytes of s are.
func utf16Index(s string, offset int) int {
	n := 0
	for _, r := range s[:offset] {
		n += utf16.RuneLen(r)
	}
	return n
}

// About says what decides the answers, by name.
func About() map[string]string {
	return map[string]string{"standard": compare.StandardCommit, "unicode": unicode.Version, "go": runtime.Version()}
}
