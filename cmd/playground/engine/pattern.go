package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
	"github.com/weburl-go/url/urlpattern"
)

// A PatternAnswer says what a URL pattern matches.
type PatternAnswer struct {
	Error      string      `json:"error,omitempty"`     // why the pattern was refused
	Component  string      `json:"component,omitempty"` // that the error is about; "" if it is about none
	Offset     int         `json:"offset"`              // of the error, in bytes of the pattern, or of the component of an object
	Index      int         `json:"index"`               // the same place in UTF-16 code units
	Components [][2]string `json:"components"`          // names and normalized pattern strings, but for those that match all
	Results    []Result    `json:"results"`             // for the URL, and then for each of Request.Tries
}

// A Result is the result of matching a URL.
type Result struct {
	Href    string   `json:"href"`
	Refused bool     `json:"refused"` // the string is not a URL
	Matched bool     `json:"matched"`
	Failed  []string `json:"failed,omitempty"` // the components that do not match
	Groups  []Group  `json:"groups"`
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
	o := urlpattern.Options{IgnoreCase: r.IgnoreCase}
	p, err := compile(r.Pattern, base, o)
	if err != nil {
		a.refuse(r.Pattern, err)
		return &a
	}
	for c := urlpattern.Protocol; c <= urlpattern.Hash; c++ {
		if s := p.Component(c); s != "*" {
			a.Components = append(a.Components, [2]string{c.String(), s})
		}
	}
	a.Results = append(a.Results, result(p, o, u))
	for _, input := range r.Tries {
		u, err := url.Parser{Base: base}.Parse(input)
		if err != nil {
			a.Results = append(a.Results, Result{Href: input, Refused: true, Groups: []Group{}})
			continue
		}
		a.Results = append(a.Results, result(p, o, u))
	}
	return &a
}

// compile compiles a pattern: a constructor string, or a JSON object that is a URLPatternInit.
func compile(pattern string, base url.URL, o urlpattern.Options) (*urlpattern.Pattern, error) {
	if !isInit(pattern) {
		o.BaseURL = base.Href()
		return urlpattern.New(pattern, o)
	}
	var values map[string]string
	if err := json.Unmarshal([]byte(pattern), &values); err != nil {
		return nil, fmt.Errorf("the object is not JSON with strings: %w", err)
	}
	in := urlpattern.Init{}
	for c := urlpattern.Protocol; c <= urlpattern.BaseURL; c++ {
		if value, ok := values[c.String()]; ok {
			in[c] = value
			delete(values, c.String())
		}
	}
	for name := range values {
		return nil, fmt.Errorf("a URLPatternInit has no member %q", name)
	}
	return urlpattern.NewFromInit(in, o)
}

// isInit reports whether a pattern is an object, and not a constructor string that begins with a group.
func isInit(pattern string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(pattern), "{")
	rest = strings.TrimSpace(rest)
	return ok && (strings.HasPrefix(rest, `"`) || rest == "}")
}

func (a *PatternAnswer) refuse(pattern string, err error) {
	a.Error = err.Error()
	e, ok := errors.AsType[*urlpattern.Error](err)
	if !ok {
		return
	}
	a.Offset = e.Offset
	if e.Component <= urlpattern.BaseURL {
		a.Component = e.Component.String()
	}
	if isInit(pattern) || e.Component == urlpattern.BaseURL {
		pattern = "" // the place is in another text
	}
	a.Index = notes.UnitsIn(pattern[:min(e.Offset, len(pattern))])
}

func result(p *urlpattern.Pattern, o urlpattern.Options, u url.URL) Result {
	m, matched := p.Exec(u)
	r := Result{Href: u.Href(), Refused: u.IsZero(), Matched: matched, Groups: []Group{}}
	if !matched && !r.Refused {
		r.Failed = failed(p, o, u)
	}
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

// failed returns the components of p that do not match u. If the protocol does not, it is the only one: the others are
// compiled for the protocol.
func failed(p *urlpattern.Pattern, o urlpattern.Options, u url.URL) []string {
	var names []string
	for c := urlpattern.Protocol; c <= urlpattern.Hash; c++ {
		alone := urlpattern.Init{urlpattern.Protocol: p.Component(urlpattern.Protocol), c: p.Component(c)}
		q, err := urlpattern.NewFromInit(alone, o)
		if err != nil || q.Test(u) {
			continue
		}
		names = append(names, c.String())
		if c == urlpattern.Protocol {
			return names
		}
	}
	return names
}
