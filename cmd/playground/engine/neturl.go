package engine

import (
	"maps"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/compare"
)

// A NetAnswer says how net/url reads a request.
type NetAnswer struct {
	URL      *Parts `json:"url"`             // nil: refused
	Error    string `json:"error,omitempty"` // why it was refused
	InBase   bool   `json:"inBase,omitempty"`
	SameHost bool   `json:"sameHost"` // whether it reads the same host as the package

	// How net/url reads the query, if the package reads it differently before the calls. net/url does not keep
	// the order of the names, which does not count as a difference.
	OtherPairs bool        `json:"otherPairs"`
	Pairs      [][2]string `json:"pairs,omitempty"`
	PairsError string      `json:"pairsError,omitempty"` // why it drops pairs
}

// netRead answers a request without its calls. own has the parts that the package reads, or is nil.
func netRead(r Request, own *Parts) NetAnswer {
	var base *neturl.URL
	if r.Base != nil {
		var err error
		if base, err = compare.NetParse(nil, *r.Base); err != nil {
			return NetAnswer{Error: compare.NetReason(err), InBase: true}
		}
	}
	n, err := compare.NetParse(base, r.Input)
	if err != nil {
		return NetAnswer{Error: compare.NetReason(err)}
	}
	a := NetAnswer{URL: netParts(n)}
	if own != nil {
		a.compareWith(own)
	}
	return a
}

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

// netParts returns the parts of n as the URL class would: encoded, with their delimiters. The origin is empty, because
// net/url has none.
func netParts(n *neturl.URL) *Parts {
	p := &Parts{Href: n.String(), Host: n.Host, Hostname: n.Hostname(), Port: n.Port(), Pathname: compare.NetPath(n)}
	if n.Scheme != "" {
		p.Protocol = n.Scheme + ":"
	}
	p.Username, p.Password, _ = strings.Cut(n.User.String(), ":")
	if strings.HasPrefix(n.Host, "[") {
		p.Hostname = "[" + p.Hostname + "]"
	}
	if n.RawQuery != "" {
		p.Search = "?" + n.RawQuery
	}
	if n.Fragment != "" {
		p.Hash = "#" + n.EscapedFragment()
	}
	return p
}
