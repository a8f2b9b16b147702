package urlpattern

import (
	"iter"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// List finds the patterns that a URL matches, out of many. It tries only patterns whose hostname is the URL's or not
// fixed, and whose pathname begins with the same fixed text as the URL's. So the time depends on the number of these
// patterns, and not on the length of the list. A List is immutable and safe for concurrent use. The zero List is empty.
type List struct {
	patterns []*Pattern
	byHost   map[string]*prefixTree // of patterns with a fixed hostname
	others   *prefixTree            // of those without
}

// NewList returns a list of patterns in the given order. They must not be nil.
func NewList(patterns ...*Pattern) *List {
	l := &List{patterns: append([]*Pattern(nil), patterns...), byHost: map[string]*prefixTree{}, others: &prefixTree{}}
	for i, p := range l.patterns {
		if p.components[Protocol] == nil {
			continue // the zero Pattern
		}
		tree := l.others
		if hostname, ok := p.fixed(Hostname); ok {
			if tree = l.byHost[hostname]; tree == nil {
				tree = &prefixTree{}
				l.byHost[hostname] = tree
			}
		}
		tree.insert(p.components[Pathname].matcher.literalPrefix(), int32(i))
	}
	return l
}

// First returns the index of the first pattern that the URL matches. If there is none, it reports false.
func (l *List) First(u url.URL) (index int, ok bool) {
	first := int32(len(l.patterns))
	for _, tree := range []*prefixTree{l.byHost[u.Hostname()], l.others} {
		for patterns := range tree.along(u.Pathname()) {
			for _, i := range patterns {
				if i >= first {
					break
				}
				if l.patterns[i].Test(u) {
					first = i
					break
				}
			}
		}
	}
	return int(first), int(first) < len(l.patterns)
}

// All yields the indices of all patterns that the URL matches, in order.
func (l *List) All(u url.URL) iter.Seq[int] {
	return func(yield func(index int) bool) {
		var candidates []int32
		for _, tree := range []*prefixTree{l.byHost[u.Hostname()], l.others} {
			for patterns := range tree.along(u.Pathname()) {
				candidates = append(candidates, patterns...)
			}
		}
		slices.Sort(candidates)
		for _, i := range candidates {
			if l.patterns[i].Test(u) && !yield(int(i)) {
				return
			}
		}
	}
}

// literalPrefix returns what every input that m matches begins with.
func (m *matcher) literalPrefix() string {
	if m.fold {
		return ""
	}
	return m.prefix
}

// A prefixTree contains patterns by the text that their pathnames begin with. Each node adds the text of its edge.
type prefixTree struct {
	edge     string
	children []*prefixTree // whose edges begin with different bytes
	patterns []int32       // the indices of the patterns with this text, in order
}

// insert adds the pattern with the index, which is greater than all in the tree.
func (t *prefixTree) insert(prefix string, index int32) {
	for prefix != "" {
		next := t.child(prefix[0])
		if next == nil {
			next = &prefixTree{edge: prefix}
			t.children = append(t.children, next)
		}
		common := 0
		for common < min(len(prefix), len(next.edge)) && prefix[common] == next.edge[common] {
			common++
		}
		if common < len(next.edge) { // a node between t and next
			rest := *next
			rest.edge = next.edge[common:]
			*next = prefixTree{edge: next.edge[:common], children: []*prefixTree{&rest}}
		}
		t, prefix = next, prefix[common:]
	}
	t.patterns = append(t.patterns, index)
}

// child returns the child whose edge begins with b, or nil.
func (t *prefixTree) child(b byte) *prefixTree {
	for _, c := range t.children {
		if c.edge[0] == b {
			return c
		}
	}
	return nil
}

// along yields the patterns of each node whose text the pathname begins with. A nil tree is empty.
func (t *prefixTree) along(pathname string) iter.Seq[[]int32] {
	return func(yield func(patterns []int32) bool) {
		for t := t; t != nil && yield(t.patterns) && pathname != ""; {
			if t = t.child(pathname[0]); t == nil || !strings.HasPrefix(pathname, t.edge) {
				return
			}
			pathname = pathname[len(t.edge):]
		}
	}
}
