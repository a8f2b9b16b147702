package main

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/urlclass"
	"github.com/weburl-go/url/tools/internal/oracle"
)

type (
	request = oracle.Request
	answer  = oracle.Answer
	getters = urlclass.Getters
)

// A vector is a request with its expected answer.
type vector struct {
	request
	answer
}

// choose chooses the vectors of a kind from the candidates, and returns them ordered by size.
//
// It takes a vector for a feature that few others have, or for two features that few others have together. Of
// several such vectors, it takes the smallest. Features are the blocks of the reference implementation that ran,
// the reported errors, the sorts of characters in the input, and the shape of the result.
func choose(k kind, candidates []vector) []vector {
	groups := map[string][]vector{}
	for _, v := range candidates {
		if name := k.group(v); name != "" {
			groups[name] = append(groups[name], v)
		}
	}
	var chosen []vector
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		chosen = append(chosen, chooseGroup(k, groups[name])...)
	}
	return chosen
}

// chooseGroup chooses k.want vectors from one group.
func chooseGroup(k kind, group []vector) []vector {
	slices.SortStableFunc(group, func(a, b vector) int { return cmp.Compare(a.size(), b.size()) })
	features, n := number(group)
	c := chooser{
		features: features, want: k.want, taken: make([]bool, len(group)),
		one: make([]uint16, n), pairs: map[[2]int]uint16{},
	}
	for i, v := range group {
		if v.Known {
			c.take(i)
		}
	}
	c.everyFeature(func(f numbered) []int { return f.strong }, 12)
	c.everyFeature(func(f numbered) []int { return f.weak }, 1)
	for limit := uint16(1); c.count < c.want && limit < 1000; limit++ {
		c.pass(func(f numbered) bool { return c.rarePair(f, limit) })
	}
	var chosen []vector
	for i, v := range group {
		if c.taken[i] {
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// A chooser takes vectors, and counts their features.
type chooser struct {
	features    []numbered
	want, count int
	taken       []bool
	one         []uint16          // how many taken vectors have a feature
	pairs       map[[2]int]uint16 // how many taken vectors have two strong features together
}

// everyFeature takes the smallest vectors with each feature that of returns, up to limit for each. It begins with the
// features that the fewest candidates have.
func (c *chooser) everyFeature(of func(numbered) []int, limit uint16) {
	with := make([][]int, len(c.one))
	for i, f := range c.features {
		for _, a := range of(f) {
			with[a] = append(with[a], i)
		}
	}
	order := make([]int, len(with))
	for a := range order {
		order[a] = a
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(with[a]), len(with[b])) })
	for _, a := range order {
		for _, i := range with[a] {
			if c.count < c.want && !c.taken[i] && c.one[a] < limit {
				c.take(i)
			}
		}
	}
}

// pass takes the vectors that are wanted, in the order of size.
func (c *chooser) pass(wanted func(numbered) bool) {
	for i, f := range c.features {
		if c.count < c.want && !c.taken[i] && wanted(f) {
			c.take(i)
		}
	}
}

func (c *chooser) take(i int) {
	c.taken[i] = true
	c.count++
	f := c.features[i]
	for _, a := range slices.Concat(f.strong, f.weak) {
		c.one[a]++
	}
	for i, a := range f.strong {
		for _, b := range f.strong[i+1:] {
			c.pairs[[2]int{a, b}]++
		}
	}
}

// rarePair reports whether f has two strong features that fewer than limit taken vectors have together.
func (c *chooser) rarePair(f numbered, limit uint16) bool {
	for i, a := range f.strong {
		for _, b := range f.strong[i+1:] {
			if c.pairs[[2]int{a, b}] < limit {
				return true
			}
		}
	}
	return false
}

// numbered has the numbers of the features of a vector.
type numbered struct {
	strong, weak []int
}

// number gives each feature a number below n. It returns the numbers for each vector of the group.
func number(group []vector) (features []numbered, n int) {
	numbers := map[string]int{}
	of := func(names []string) []int {
		var all []int
		for _, name := range names {
			n, ok := numbers[name]
			if !ok {
				n = len(numbers)
				numbers[name] = n
			}
			all = append(all, n)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	for _, v := range group {
		strong, weak := v.features()
		features = append(features, numbered{of(strong), of(weak)})
	}
	return features, len(numbers)
}

// size returns the length of all strings of the request, in bytes.
func (v vector) size() int {
	return len(strings.Join(v.Strings(), " "))
}

// features returns the features of a vector: strong ones, which also count in pairs, and weak ones, which only count
// alone.
func (v vector) features() (strong, weak []string) {
	for _, b := range v.Trace {
		strong = append(strong, "block "+strconv.Itoa(b))
	}
	for i, e := range v.Errors {
		strong = append(strong, "error "+e)
		if i > 0 {
			weak = append(weak, "error "+v.Errors[i-1]+" before "+e)
		}
	}
	for i, step := range v.Steps {
		strong = append(strong, "step "+step[0]+strconv.Itoa(len(step)))
		if len(v.Results) > 0 {
			weak = append(weak, v.operationFeatures(i)...)
		} else {
			u := v.After[i]
			weak = append(weak, "result "+step[0]+sketch(u.Protocol)+sketch(u.Host)+sketch(u.Pathname))
		}
	}
	if v.Base != nil {
		strong = append(strong, "base "+kindOfBase(*v.Base))
	}
	return strong, append(weak, v.textFeatures()...)
}

// operationFeatures returns the features of an operation on a URLSearchParams: its arguments, the number of pairs or
// values in the result, and whether it changed the list.
func (v vector) operationFeatures(i int) []string {
	method := v.Steps[i][0]
	var all []string
	for _, arg := range v.Steps[i][1:] {
		all = append(all, "argument of "+method+" "+arg)
	}
	switch result := v.Results[i].(type) {
	case string:
		changed := i > 0 && v.Results[i-1] != v.Results[i]
		return append(all, fmt.Sprint(method, " ", strings.Count(result, "&"), changed))
	case []any:
		return append(all, fmt.Sprint(method, " ", len(result)))
	default:
		return append(all, fmt.Sprint(method, " ", result))
	}
}

// textFeatures returns weak features of the characters of the request and the answer.
func (v vector) textFeatures() []string {
	var all []string
	for i, s := range v.Strings() {
		for _, r := range s {
			all = append(all, "character "+strconv.Itoa(min(i, 1))+sortOf(r))
		}
	}
	if v.Op == "host" {
		for _, label := range strings.FieldsFunc(*v.Input, func(r rune) bool { return strings.ContainsRune(".:。．｡[]", r) }) {
			all = append(all, "label "+label)
		}
	}
	if v.Kind == "IPv6" {
		all = append(all, "pieces "+piece.ReplaceAllString(v.Host, "x"))
	}
	for _, p := range v.Pairs {
		all = append(all, "name "+p[0]+" of "+strconv.Itoa(len(v.Pairs)), "value "+p[1])
	}
	if v.Op == "encode" {
		for _, r := range *v.Input {
			all = append(all, "text "+string(r))
		}
	}
	u := v.Getters
	for i, s := range []string{u.Href, u.Username, u.Host, u.Pathname, u.Search, u.Hash} {
		all = append(all, fmt.Sprint("length ", i, " ", bits.Len(uint(len(s)))))
	}
	return append(all, "host "+v.Kind+sketch(v.Host), "port "+sketch(u.Port), "path "+sketch(u.Pathname)[:min(8, len(sketch(u.Pathname)))], "search "+sketch(u.Search), "hash "+sketch(u.Hash), "user "+sketch(u.Username+":"+u.Password), "origin "+sketch(u.Origin))
}

// piece matches a piece of an IPv6 address that is not zero.
var piece = regexp.MustCompile("[1-9a-f][0-9a-f]*")

// kindOfBase names the kind of a base: the kind of its scheme, and the slashes after it.
func kindOfBase(base string) string {
	scheme, rest, _ := strings.Cut(base, ":")
	kind := "other"
	switch scheme = strings.ToLower(scheme); {
	case scheme == "file":
		kind = "file"
	case infra.IsSpecialScheme(scheme):
		kind = "special"
	}
	if n := len(rest) - len(strings.TrimLeft(rest, "/")); n < 4 {
		return kind + strings.Repeat("/", n)
	}
	return kind + "////"
}

// sortOf names the sort of the character r. An ASCII character other than a letter or digit is its own sort.
func sortOf(r rune) string {
	switch {
	case r >= 'a' && r <= 'z':
		return "lower"
	case r >= 'A' && r <= 'Z':
		return "upper"
	case r >= '0' && r <= '9':
		return "digit"
	case r < 0x80:
		return string(r)
	case r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF:
		return "noncharacter"
	case unicode.IsLetter(r):
		return "letter"
	}
	return "other"
}

// sketch returns the sorts of the first characters of s, one for each run of equal sorts.
func sketch(s string) string {
	var b strings.Builder
	last := ""
	runs := 0
	for _, r := range s {
		kind := sortOf(r)
		if kind == last {
			continue
		}
		if runs++; runs > 3 {
			return b.String() + "…"
		}
		b.WriteString(kind)
		last = kind
	}
	return b.String()
}
