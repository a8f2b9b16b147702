package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weburl-go/url/urlpattern"
)

// A filter reports whether a URL is wanted. It sees the URL as it was read, before any change.
type filter func(r *reading) bool

// parseMatch reads the value of -match: PART=GLOB.
func parseMatch(value string) (filter, error) {
	name, glob, ok := strings.Cut(value, "=")
	if !ok {
		return nil, fmt.Errorf("%q: want PART=GLOB", value)
	}
	p, err := partNamed(name)
	if err != nil {
		return nil, err
	}
	if p.all != nil {
		return func(r *reading) bool {
			return slices.ContainsFunc(p.all(r), func(value string) bool { return matchGlob(glob, value) })
		}, nil
	}
	return func(r *reading) bool {
		value, ok := p.of(r)
		return ok && matchGlob(glob, value)
	}, nil
}

// parsePattern reads the value of -match-pattern, a constructor string of https://urlpattern.spec.whatwg.org/.
func parsePattern(value string) (filter, error) {
	p, err := urlpattern.New(value, "", urlpattern.Options{})
	if err != nil {
		return nil, err
	}
	return func(r *reading) bool { return p.Test(r.u) }, nil
}

// parseSchemes reads the value of -scheme: schemes, separated by commas.
func parseSchemes(value string) (filter, error) {
	schemes := strings.Split(strings.ToLower(value), ",")
	for i := range schemes {
		if schemes[i] = strings.TrimSuffix(schemes[i], ":"); schemes[i] == "" {
			return nil, fmt.Errorf("%q: want schemes, separated by commas", value)
		}
	}
	return func(r *reading) bool { return slices.Contains(schemes, r.u.Scheme()) }, nil
}
