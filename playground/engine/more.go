package engine

import (
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/weburl-go/url"
)

// A Relation compares the URL with another one.
type Relation struct {
	Href     string `json:"href,omitempty"` // of the other URL
	Error    *Fault `json:"error,omitempty"`
	Origin   string `json:"origin"`
	Site     string `json:"site"`
	OwnSite  string `json:"ownSite"`
	Relative string `json:"relative,omitempty"` // a reference from the URL to the other one; "" if there is none

	Equal            bool `json:"equal"`
	EqualNoFragments bool `json:"equalNoFragments"`
	SameOrigin       bool `json:"sameOrigin"`
	SameSite         bool `json:"sameSite"`
	Schemelessly     bool `json:"schemelessly"` // same site without the condition on the schemes
}

// relate compares u with another URL, which is parsed relative to u.
func relate(u url.URL, other string) *Relation {
	v, err := u.Parse(other)
	if err != nil {
		return &Relation{Error: faultOf(err)}
	}
	o, p := u.Origin(), v.Origin()
	r := &Relation{
		Href: v.Href(), Origin: p.String(),
		Equal: u == v, EqualNoFragments: u.WithoutFragment() == v.WithoutFragment(),
		SameOrigin: o.SameOrigin(p), SameSite: o.SameSite(p, publicsuffix.List), Schemelessly: o.SchemelesslySameSite(p, publicsuffix.List),
	}
	if !o.IsOpaque() {
		r.OwnSite = siteOf(o)
	}
	if !p.IsOpaque() {
		r.Site = siteOf(p)
	}
	r.Relative, _ = u.MakeRelative(v)
	return r
}

// An Encoded is a URL whose query is in another encoding than UTF-8.
type Encoded struct {
	Href  string `json:"href,omitempty"`
	Error string `json:"error,omitempty"`
}

// encode parses an input with a query in the encoding that a label of the Encoding Standard names.
func encode(input string, base url.URL, label string) *Encoded {
	enc, err := htmlindex.Get(label)
	if err != nil {
		return &Encoded{Error: "There is no encoding with this name."}
	}
	u, err := url.Parser{Base: base, QueryEncoding: enc}.Parse(input)
	if err != nil {
		return &Encoded{Error: err.Error()}
	}
	return &Encoded{Href: u.Href()}
}
