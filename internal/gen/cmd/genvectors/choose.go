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
)

// A vector is a question with the answer that is relied on.
type vector struct {
	request
	answer
}

// choose returns the vectors of a kind, in the order of their sizes.
//
// A vector is there for a reason: a feature of it that few other vectors have, or two features that few have
// together; of those for which that holds, the smallest are taken. Features are the blocks of the reference
// implementation that it went through, the errors it reports, the sorts of characters in it, and what came
// out.
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

// chooseGroup chooses k.want vectors out of one group.
func chooseGroup(k kind, group []vector) []vector {
	slices.SortStableFunc(group, func(a, b vector) int { return cmp.Compare(a.size(), b.size()) })
	features, n := number(group)
	c := chooser{features: features, want: k.want, taken: make([]bool, len(group)), one: make([]uint16, n), pairs: map[[2]int]uint16{}}
	for i, v := range group {
		if v.known {
			c.take(i)
		}
	}
	c.everyFeature(func(f numbered) []int { return f.strong }, 12)
	c.everyFeature(func(f numbered) []int { return f.weak }, 1)
	for most := uint16(1); c.count < c.want && most < 1000; most++ {
		c.pass(func(f numbered) bool { return c.rarePair(f, most) })
	}
	var chosen []vector
	for i, v := range group {
		if c.taken[i] {
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// A chooser takes vectors and counts what they have.
type chooser struct {
	features    []numbered
	want, count int
	taken       []bool
	one         []uint16          // how many have a feature
	pairs       map[[2]int]uint16 // how many have two strong features together
}

// everyFeature takes the smallest vectors with each feature of a sort until there are most of them, the
// features that the fewest candidates have first.
func (c *chooser) everyFeature(sort func(numbered) []int, most uint16) {
	with := make([][]int, len(c.one))
	for i, f := range c.features {
		for _, a := range sort(f) {
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
			if c.count < c.want && !c.taken[i] && c.one[a] < most {
				c.take(i)
			}
		}
	}
}

// pass takes each vector, by size, that is wanted.
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

// rarePair reports whether fewer than most vectors have some two strong features together.
func (c *chooser) rarePair(f numbered, most uint16) bool {
	for i, a := range f.strong {
		for _, b := range f.strong[i+1:] {
			if c.pairs[[2]int{a, b}] < most {
				return true
			}
		}
	}
	return false
}

// numbered are the features of a vector by their numbers.
type numbered struct {
	strong, weak []int
}

// number gives each feature a number below n, and returns those of each vector of the group.
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

// strings returns all strings of a question.
func (r request) strings() []string {
	var all []string
	for _, p := range []*string{r.Input, r.Base, r.Href, r.URL, r.Init} {
		if p != nil {
			all = append(all, *p)
		}
	}
	return append(all, slices.Concat(r.Steps...)...)
}

// size returns how much there is to read in a question.
func (r request) size() int {
	return len(strings.Join(r.strings(), " "))
}

// features returns what makes a vector different from others: strong features, which count in pairs too, and
// weak ones, which count alone.
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

// operationFeatures returns what an operation on a URLSearchParams was given and what it did: how many pairs
// or values there were then, and whether it changed something.
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

// textFeatures returns the weak features that are about the characters of the question and the answer.
func (v vector) textFeatures() []string {
	var all []string
	for i, s := range v.strings() {
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

// kindOfBase names what the parser asks about a base: its scheme, as far as that matters, and what stands
// after it.
func kindOfBase(base string) string {
	scheme, rest, _ := strings.Cut(base, ":")
	kind := "other"
	switch scheme = strings.ToLower(scheme); scheme {
	case "http", "https", "ws", "wss", "ftp":
		kind = "special"
	case "file":
		kind = "file"
	}
	if n := len(rest) - len(strings.TrimLeft(rest, "/")); n < 4 {
		return kind + strings.Repeat("/", n)
	}
	return kind + "////"
}

// sortOf names the sort of characters that r is of: ASCII but letters and digits stands for itself.
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

// sketch returns what s begins with: the sorts of its first characters, each run of them once.
func sketch(s string) string {
	var b strings.Builder
	last := ""
	runs := 0
	for _, r := range s {
		sort := sortOf(r)
		if sort == last {
			continue
		}
		if runs++; runs > 3 {
			return b.String() + "…"
		}
		b.WriteString(sort)
		last = sort
	}
	return b.String()
}
