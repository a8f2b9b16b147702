package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// A family is a set of parts whose names begin alike and end in an argument.
type family struct {
	prefix, argument, doc string
	named                 func(argument string) (part, error)
}

// families returns all families of parts. It is a function because the parts of one are made of others.
func families() []family {
	return []family{
		{"query:", "NAME", "the value of the first pair with that name, decoded", queryPart},
		{"query-all:", "NAME", "the values of all pairs with that name, decoded", queryAllPart},
		{"path-segment:", "N", "a segment of the path; 1 is the first and -1 the last", segmentPart},
		{"decoded:", "PART", "any of these parts, percent-decoded", decodedPart},
	}
}

// aliases are short names for parts, as trurl has them.
var aliases = map[string]string{"path": "pathname", "user": "username"}

// partNamed returns the part of that name.
func partNamed(name string) (part, error) {
	if full, ok := aliases[name]; ok {
		p, err := partNamed(full)
		p.name = name
		return p, err
	}
	for _, p := range parts {
		if p.name == name {
			return p, nil
		}
	}
	for _, f := range families() {
		if argument, ok := strings.CutPrefix(name, f.prefix); ok {
			p, err := f.named(argument)
			p.name = name
			return p, err
		}
	}
	return part{}, unknown("part", name, append(partNames(), "path", "user"))
}

// partNames returns all names of parts, less the arguments.
func partNames() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	for _, f := range families() {
		names = append(names, f.prefix)
	}
	return names
}

// partsNamed returns the parts of a list of names, separated by commas.
func partsNamed(names string) (list []part, err error) {
	for name := range strings.SplitSeq(names, ",") {
		p, err := partNamed(name)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func queryPart(name string) (part, error) {
	return part{decoded: true, of: func(r *reading) (string, bool) { return r.u.QueryValue(name) }}, nil
}

func queryAllPart(name string) (part, error) {
	return part{decoded: true, all: func(r *reading) (all []string) {
		for n, value := range r.u.QueryPairs() {
			if n == name {
				all = append(all, value)
			}
		}
		return all
	}}, nil
}

func segmentPart(argument string) (part, error) {
	n, err := strconv.Atoi(argument)
	if err != nil || n == 0 {
		return part{}, fmt.Errorf("path-segment:%s: want a number; 1 is the first segment and -1 the last", argument)
	}
	return part{of: func(r *reading) (string, bool) { return segment(r.u, n) }}, nil
}

// segment returns segment n of the path, counted from 1. A negative number counts from the end.
func segment(u url.URL, n int) (string, bool) {
	count := 0
	if n < 0 {
		for range u.PathSegments() {
			count++
		}
		n += count + 1
	}
	for s := range u.PathSegments() {
		if n--; n == 0 {
			return s, true
		}
	}
	return "", false
}

// decodedPart returns the part of that name, percent-decoded. The values of a query's pairs are decoded already.
func decodedPart(name string) (part, error) {
	p, err := partNamed(name)
	if err != nil || p.decoded {
		return p, err
	}
	of := p.of
	p.decoded = true
	p.of = func(r *reading) (string, bool) {
		value, ok := of(r)
		return url.PercentDecode(value), ok
	}
	return p, nil
}

// unknown returns an error for a name that is not one of the known ones. It names the nearest of them.
func unknown(kind, name string, known []string) error {
	if near := nearest(name, known); near != "" {
		return fmt.Errorf("unknown %s %q; did you mean %s?", kind, name, near)
	}
	return fmt.Errorf("unknown %s %q; it may be %s", kind, name, strings.Join(known, ", "))
}

// nearest returns the known name that takes the fewest changes to get from name, or "" if all take too many.
func nearest(name string, known []string) string {
	near, least := "", len(name)/2+1
	for _, k := range known {
		d := distance(name, k)
		if len(name) > 1 && strings.HasPrefix(k, name) {
			d = 1 // the rest is missing
		}
		if d < least {
			near, least = k, d
		}
	}
	return near
}

// distance returns how many bytes have to be inserted, removed or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
