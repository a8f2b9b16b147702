// Package engine answers the requests of the page: how the URL package and net/url read a string. It does not depend
// on the browser, so the tests run the same code natively.
package engine

import (
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/urlclass"
)

// maxFaults limits the validation errors in an answer, so that the page stays responsive if the input is long.
const maxFaults = 500

// A Request is a request of the page.
type Request struct {
	Input string  `json:"input"`
	Base  *string `json:"base,omitempty"` // nil: none
	Calls []Call  `json:"calls,omitempty"`

	Other    *string `json:"other,omitempty"`    // a URL to compare with
	Encoding string  `json:"encoding,omitempty"` // the name of an encoding in lower case, for the query

	Pattern    string   `json:"pattern,omitempty"`    // a URL pattern relative to the base, or a JSON object for an init object
	IgnoreCase bool     `json:"ignoreCase,omitempty"` // of the pattern
	Tries      []string `json:"tries,omitempty"`      // URLs to match besides the input
}

// An Answer says how the package reads a request, and how net/url does.
type Answer struct {
	URL    *Parts      `json:"url"`              // before the calls; nil: refused
	Final  *Parts      `json:"final,omitempty"`  // after the calls; nil: as URL
	Error  *Fault      `json:"error,omitempty"`  // why it was refused
	InBase bool        `json:"inBase,omitempty"` // whether the base was refused
	Valid  bool        `json:"valid"`            // whether the input is a valid URL string
	Faults []Fault     `json:"faults"`           // validation errors in the input, in the standard's order
	Count  int         `json:"faultCount"`       // their number; Faults has the first maxFaults, and the failure
	Steps  []Step      `json:"steps"`            // the results of the calls; empty if there is no URL
	Pairs  [][2]string `json:"pairs"`            // the search params after the calls
	Net    NetAnswer   `json:"net"`              // before the calls

	NetFinal *NetAnswer `json:"netFinal,omitempty"` // of the href after the calls; nil: as Net

	Spans    []notes.Span `json:"spans"`              // the components of the input
	Fix      *Fix         `json:"fix,omitempty"`      // of the input
	BaseFix  *Fix         `json:"baseFix,omitempty"`  // of the base
	Safety   *Safety      `json:"safety,omitempty"`   // of the URL after the calls; of a refused input, notes at most
	Relation *Relation    `json:"relation,omitempty"` // to Request.Other
	Encoded  *Encoded     `json:"encoded,omitempty"`  // with Request.Encoding

	Match *PatternAnswer `json:"match,omitempty"` // of Request.Pattern
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
	a := Answer{Faults: []Fault{}, Steps: []Step{}, Pairs: [][2]string{}, Spans: []notes.Span{}}
	var base url.URL
	if r.Base != nil {
		var err error
		if base, err = url.Parse(*r.Base); err != nil {
			a.Error, a.InBase = faultOf(err), true
			a.BaseFix = correct(*r.Base, url.URL{}, url.URL{}, a.Error)
		}
	}
	a.Spans = append(a.Spans, notes.Spans(r.Input, base)...)
	if !a.InBase {
		u := a.read(r, base)
		if r.Pattern != "" {
			a.Match = match(r, u, base)
		}
	}
	a.Net = netRead(r, a.URL)
	if a.Final != nil {
		net := netRead(Request{Input: a.Final.Href}, a.Final)
		a.NetFinal = &net
	}
	return a
}

// read reads the input against the base, which may be the zero URL, and makes the calls. It returns the URL, or the zero URL
// if the input is refused.
func (a *Answer) read(r Request, base url.URL) url.URL {
	u, err := a.parse(r.Input, base)
	if err != nil {
		a.Error = faultOf(err)
		a.Fix = correct(r.Input, base, u, a.Error)
		if list := notes.OfRefused(r.Input); len(list) > 0 {
			a.Safety = &Safety{Notes: list}
		}
		return u
	}
	parts := urlclass.Of(u)
	a.URL = &parts
	if a.Valid = a.Count == 0; !a.Valid || isRefanged(r.Input) {
		a.Fix = correct(r.Input, base, u, nil)
	}
	if r.Encoding != "" {
		a.Encoded = encode(r.Input, base, r.Encoding)
	}
	before, input := u, r.Input
	for _, c := range r.Calls {
		a.Steps = append(a.Steps, c.run(&u))
	}
	if u != before {
		parts := urlclass.Of(u)
		a.Final, input = &parts, u.Href()
	}
	a.Safety = safetyOf(u, input, base)
	markDomain(a.Spans, r.Input, before)
	for name, value := range u.SearchParams().All() {
		a.Pairs = append(a.Pairs, [2]string{name, value})
	}
	if r.Other != nil {
		a.Relation = relate(u, *r.Other)
	}
	return u
}

func (a *Answer) parse(input string, base url.URL) (url.URL, error) {
	places := notes.Places{S: input}
	return url.Parser{Base: base, OnValidationError: func(e url.ValidationError) {
		a.Count++
		if a.Count > maxFaults && !e.Failure {
			return
		}
		a.Faults = append(a.Faults, newFault(&places, e))
	}}.Parse(input)
}

func faultOf(err error) *Fault {
	e, ok := errors.AsType[*url.Error](err)
	if !ok {
		return &Fault{Name: "error", Description: err.Error(), Failure: true}
	}
	var t url.ErrorType
	errors.As(e.Err, &t)
	v := url.ValidationError{Type: t, Offset: e.Offset, Failure: t != url.ErrTrailingData}
	if t == url.ErrDomainToASCII {
		_, v.Detail, _ = strings.Cut(e.Err.Error(), ": ")
	}
	fault := newFault(&notes.Places{S: e.Input}, v)
	return &fault
}

// newFault returns an error of places.S.
func newFault(places *notes.Places, e url.ValidationError) Fault {
	return Fault{Name: e.Type.Error(), Description: notes.Describe(places.S, e), Offset: e.Offset, Index: places.Index(e.Offset), Failure: e.Failure}
}

// About returns the versions that the answers depend on.
func About() string {
	return "URL Standard, commit " + infra.Standard + " · Unicode " + unicode.Version + " · " + runtime.Version()
}
