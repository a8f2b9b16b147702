package engine

import (
	"errors"
	"maps"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
)

// A NetAnswer is what net/url makes of a request.
type NetAnswer struct {
	URL      *Parts `json:"url"`             // nil: refused
	Error    string `json:"error,omitempty"` // why it was
	InBase   bool   `json:"inBase,omitempty"`
	SameHost bool   `json:"sameHost"` // whether it reads the host that the package does

	// How it reads the query, where that is otherwise than the package does before any call. It keeps no order
	// of the names, which does not count as a difference.
	OtherPairs bool        `json:"otherPairs"`
	Pairs      [][2]string `json:"pairs,omitempty"`
	PairsError string      `json:"pairsError,omitempty"` // why it leaves out some
}

// netRead answers the part of a request that is not about calls.
func netRead(r Request) NetAnswer {
	var base *neturl.URL
	if r.Base != nil {
		var err error
		if base, err = compare.NetParse(nil, *r.Base); err != nil {
			return NetAnswer{Error: netReason(err), InBase: true}
		}
	}
	n, err := compare.NetParse(base, r.Input)
	if err != nil {
		return NetAnswer{Error: netReason(err)}
	}
	return NetAnswer{URL: netParts(n)}
}

// compareWith compares what net/url makes of a URL with p, which is what the package does.
func (a *NetAnswer) compareWith(p *Parts) {
	a.SameHost = compare.SameHost(p.Hostname, a.URL.Hostname)
	pairs := url.NewURLSearchParams(p.Search).Values()
	netPairs, err := neturl.ParseQuery(strings.TrimPrefix(a.URL.Search, "?"))
	if maps.EqualFunc(pairs, netPairs, slices.Equal) {
		return
	}
	a.OtherPairs, a.Pairs = true, [][2]string{}
	for name, value := range url.NewURLSearchParamsFromValues(netPairs).All() {
		a.Pairs = append(a.Pairs, [2]string{name, value})
	}
	if err != nil {
		a.PairsError = err.Error()
	}
}

// netReason says why net/url refuses a string, without the string.
func netReason(err error) string {
	if e, ok := errors.AsType[*neturl.Error](err); ok {
		err = e.Err
	}
	return err.Error()
}

// netParts writes what n has in the way of the URL class: encoded, with the delimiters that go along. net/url
// has no origin.
func netParts(n *neturl.URL) *Parts {
	p := &Parts{Href: n.String(), Host: n.Host, Hostname: n.Hostname(), Port: n.Port(), Pathname: n.EscapedPath()}
	if n.Scheme != "" {
		p.Protocol = n.Scheme + ":"
	}
	p.Username, p.Password, _ = strings.Cut(n.User.String(), ":")
	if strings.HasPrefix(n.Host, "[") {
		p.Hostname = "[" + p.Hostname + "]"
	}
	if n.Opaque != "" {
		p.Pathname = n.Opaque
	}
	if n.RawQuery != "" {
		p.Search = "?" + n.RawQuery
	}
	if n.Fragment != "" {
		p.Hash = "#" + n.EscapedFragment()
	}
	return p
}
