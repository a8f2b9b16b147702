package main

import (
	"fmt"
	"slices"
	"strings"
)

// modes are the flags that say what to write. At most one of them may be given.
var modes = []string{"check", "explain", "compare", "canonical", "get", "count", "format"}

// needs has the flags that make sense only with one of some others.
var needs = []struct {
	flag string
	with []string
}{
	{"tsv", []string{"get"}},
	{"top", []string{"count"}},
	{"keep", []string{"json"}},
	{"strict", []string{"check", "explain", "compare"}},
	{"new", []string{"set"}},
}

// changes are the flags that change URLs or need to know other URLs. They have no meaning where the URL is not written.
var changes = []string{"set", "append", "delete", "replace", "iterate", "no-credentials", "no-port", "no-fragment",
	"sort-query", "unique", "unique-by", "new"}

// conflicts has the flags that cannot be used with a flag.
var conflicts = []struct {
	flag string
	with []string
}{
	{"check", append([]string{"json"}, changes...)},
	{"explain", changes},
	{"compare", append([]string{"default-scheme"}, changes...)},
	{"canonical", []string{"json"}},
	{"format", []string{"json"}},
	{"keep", []string{"explain", "compare", "count"}},
	// With -tsv there is one row for each row: none is dropped, and none becomes two.
	{"tsv", []string{"json", "unique", "unique-by", "match", "exclude", "match-pattern", "scheme", "iterate", "new", "keep", "0"}},
	{"unique", []string{"unique-by"}},
	{"quiet", []string{"verbose"}},
	{"default-scheme", []string{"base"}},
	{"new", []string{"base", "default-scheme", "match", "exclude", "match-pattern", "scheme", "keep"}},
}

// checkCombination returns an error if the flags cannot be used together.
func (o *options) checkCombination() error {
	given := slices.DeleteFunc(slices.Clone(modes), func(m string) bool { return !o.given[m] })
	if len(given) > 1 {
		return together(given[0], given[1])
	}
	for _, c := range conflicts {
		for _, f := range c.with {
			if o.given[c.flag] && o.given[f] {
				return together(c.flag, f)
			}
		}
	}
	for _, n := range needs {
		if o.given[n.flag] && !slices.ContainsFunc(n.with, func(f string) bool { return o.given[f] }) {
			return fmt.Errorf("-%s needs -%s", n.flag, strings.Join(n.with, " or -"))
		}
	}
	if o.tsv {
		return checkTSV(o.get)
	}
	return nil
}

func together(a, b string) error { return fmt.Errorf("-%s and -%s cannot be used together", a, b) }
