package engine

import (
	"errors"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// A PatternAnswer says what a URL pattern matches.
type PatternAnswer struct {
	Error      string      `json:"error,omitempty"` // why the pattern was refused
	Offset     int         `json:"offset"`          // of the error, in bytes
	Components [][2]string `json:"components"`      // names and normalized pattern strings, but for those that match all
	Results    []Result    `json:"results"`         // for the URL, and then for each of Request.Tries
}

// A Result is the result of matching a URL.
type Result struct {
	Href    string  `json:"href"`
	Refused bool    `json:"refused"` // the string is not a URL
	Matched bool    `json:"matched"`
	Groups  []Group `json:"groups"`
}

// A Group is what a group of a pattern matched.
type Group struct {
	Component string `json:"component"`
	Name      string `json:"name"`
	Value     string `json:"value"`
}

// match compiles the pattern of a request, and matches u, which may be the zero URL, and the other URLs.
func match(r Request, u, base url.URL) *PatternAnswer {
	a := PatternAnswer{Components: [][2]string{}, Results: []Result{}}
	p, err := urlpattern.New(r.Pattern, base.Href(), urlpattern.Options{})
	if err != nil {
		a.Error = err.Error()
		if e, ok := errors.AsType[*urlpattern.Error](err); ok {
			a.Offset = e.Offset
		}
		return &a
	}
	for c := urlpattern.Protocol; c <= urlpattern.Hash; c++ {
		if s := p.Component(c); s != "*" {
			a.Components = append(a.Components, [2]string{c.String(), s})
		}
	}
	a.Results = append(a.Results, result(p, u))
	for _, input := range r.Tries {
		u, err := url.Parser{Base: base}.Parse(input)
		if err != nil {
			a.Results = append(a.Results, Result{Href: input, Refused: true, Groups: []Group{}})
			continue
		}
		a.Results = append(a.Results, result(p, u))
	}
	return &a
}

// result matches a URL.
func result(p *urlpattern.Pattern, u url.URL) Result {
	m, matched := p.Exec(u)
	r := Result{Href: u.Href(), Refused: u.IsZero(), Matched: matched, Groups: []Group{}}
	for c := urlpattern.Protocol; c <= urlpattern.Hash; c++ {
		if p.Component(c) == "*" {
			continue // its only group is what the table of parts shows
		}
		for name, value := range m.Groups(c) {
			r.Groups = append(r.Groups, Group{c.String(), name, value})
		}
	}
	return r
}
