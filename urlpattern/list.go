package urlpattern

import (
	"iter"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// List finds the patterns that a URL matches, out of many. It tries only those that an index by hostname and pathname
// leaves, so the time depends on the number of these, and not on the length of the list. A List is immutable and safe for
// concurrent use. The zero List is empty.
//
// The index knows what hostnames end with, what pathnames begin with, and the fixed text after names in pathnames, also
// with [Options.IgnoreCase]:
//
//	https://*.example.com/*         ".example.com" and "/"
//	https://example.com/a/*         "example.com" and "/a/"
//	https://*/:user/books/:id       "/", a name and "/books/"
//
// It does not know what comes after a wildcard, after a regular expression, or after a group with a modifier, and what a
// hostname begins with before a group. Nor does it know the other components. A URL is tried with all patterns that
// differ only there: "https://*/*.png" and "https://*/*.gif", or "https://example.com/?a=:a" and
// "https://example.com/?b=:b".
type List struct {
	patterns []*Pattern
	root     listNode
	next     []int32 // by the index of a pattern: 1 + the index of the next one with the same key, or 0
}

// A listNode is a node of a tree of keys. It adds the bytes of its edge.
type listNode struct {
	edge        string
	children    []*listNode // in the order of the first bytes of their edges, which differ
	first, last int32       // 1 + the indices of the first and the last pattern with this key, or 0
}

// A key has the bytes of a hostname from its end on, a mark, and the bytes of a pathname. These bytes are ASCII.
const (
	wholeHost       = 0x80 + iota // what comes before is the hostname
	endOfHost                     // what comes before is the end of the hostname
	wholeHostNoCase               // the same, and the pathname is in lower case and matches in any letter case
	endOfHostNoCase
	aName // all bytes up to the next "/", and at least one
)

// NewList returns a list of patterns in the given order. They must not be nil.
func NewList(patterns ...*Pattern) *List {
	l := &List{patterns: slices.Clone(patterns), next: make([]int32, len(patterns))}
	for i, p := range l.patterns {
		if p.components[Protocol] != nil { // or else it is the zero Pattern
			l.insert(p.key(), int32(i+1))
		}
	}
	return l
}

// key returns what the list knows of the pattern.
func (p *Pattern) key() string {
	host, path := &p.components[Hostname].matcher, &p.components[Pathname].matcher
	end, isWhole := host.text()
	mark := byte(wholeHost)
	if !isWhole {
		end, mark = host.suffix, endOfHost
	}
	if path.fold {
		mark += wholeHostNoCase - wholeHost
	}
	key := []byte(end)
	slices.Reverse(key)
	key = append(append(key, mark), path.prefix...)
	if path.runs != nil {
		for i := range path.runs.first {
			r := &path.runs.first[i]
			if r.stop != '/' || r.least != 1 || r.text == "" {
				break
			}
			key = append(append(key, aName), r.text...)
		}
	}
	if path.fold {
		for i := len(end); i < len(key); i++ {
			key[i] = infra.ASCIILower(key[i])
		}
	}
	return string(key)
}

// insert adds 1 + the index of a pattern, which is greater than all in the tree.
func (l *List) insert(key string, index int32) {
	n := &l.root
	for key != "" {
		at, found := n.child(key[0])
		if !found {
			n.children = slices.Insert(n.children, at, &listNode{edge: key})
		}
		child := n.children[at]
		common := 0
		for common < min(len(key), len(child.edge)) && key[common] == child.edge[common] {
			common++
		}
		if common < len(child.edge) { // a node between n and child
			between := &listNode{edge: child.edge[:common], children: []*listNode{child}}
			child.edge = child.edge[common:]
			n.children[at], child = between, between
		}
		n, key = child, key[common:]
	}
	if n.first == 0 {
		n.first = index
	} else {
		l.next[n.last-1] = index
	}
	n.last = index
}

// child returns the index of the child whose edge begins with b, or where it would be.
func (n *listNode) child(b byte) (index int, found bool) {
	low, high := 0, len(n.children)
	for low < high {
		middle := (low + high) / 2
		switch first := n.children[middle].edge[0]; {
		case first == b:
			return middle, true
		case first < b:
			low = middle + 1
		default:
			high = middle
		}
	}
	return low, false
}

// A listSearch finds the nodes whose keys a URL has.
type listSearch struct {
	host, path string
	found      []int32 // what the nodes have as first
}

// A keyPlace is where a search is in a key.
type keyPlace struct {
	host   int // how many bytes of the hostname are left
	path   int // how many bytes of the pathname are behind it
	inPath bool
	noCase bool
}

// from adds what is found below the node.
func (s *listSearch) from(n *listNode, at keyPlace) {
	for i := range len(n.edge) {
		if !s.take(n.edge[i], &at) {
			return
		}
	}
	if n.first > 0 {
		s.found = append(s.found, n.first)
	}
	switch {
	case !at.inPath && at.host > 0:
		s.fromChild(n, s.host[at.host-1], at)
	case at.inPath && at.path < len(s.path) && at.noCase:
		s.fromChild(n, infra.ASCIILower(s.path[at.path]), at)
	case at.inPath && at.path < len(s.path):
		s.fromChild(n, s.path[at.path], at)
	}
	for i := len(n.children) - 1; i >= 0 && n.children[i].edge[0] >= wholeHost; i-- {
		s.from(n.children[i], at)
	}
}

func (s *listSearch) fromChild(n *listNode, b byte, at keyPlace) {
	if i, found := n.child(b); found {
		s.from(n.children[i], at)
	}
}

// take moves the place behind a byte of a key, if the URL has it.
func (s *listSearch) take(b byte, at *keyPlace) bool {
	switch {
	case b == aName:
		length := strings.IndexByte(s.path[at.path:], '/')
		at.path += length
		return length > 0
	case b >= wholeHost:
		at.inPath, at.noCase = true, b >= wholeHostNoCase
		return at.host == 0 || b == endOfHost || b == endOfHostNoCase
	case !at.inPath:
		at.host--
		return at.host >= 0 && s.host[at.host] == b
	}
	at.path++
	return at.path <= len(s.path) && (s.path[at.path-1] == b || at.noCase && infra.ASCIILower(s.path[at.path-1]) == b)
}

// First returns the index of the first pattern that the URL matches. If there is none, it returns -1 and false.
func (l *List) First(u url.URL) (index int, ok bool) {
	var few [16]int32
	s := listSearch{host: u.Hostname(), path: u.Pathname(), found: few[:0]}
	s.from(&l.root, keyPlace{host: len(s.host)})
	first := len(l.patterns)
	for _, i := range s.found {
		for ; i > 0 && int(i) <= first; i = l.next[i-1] {
			if l.patterns[i-1].Test(u) {
				first = int(i - 1) // which ends the loop
			}
		}
	}
	if first == len(l.patterns) {
		return -1, false
	}
	return first, true
}

// Exec returns what [List.First] returns, and what the groups of that pattern matched. Without a match, m is the zero
// Match.
func (l *List) Exec(u url.URL) (i int, m Match, ok bool) {
	if i, ok = l.First(u); ok {
		m, _ = l.patterns[i].Exec(u)
	}
	return i, m, ok
}

// All yields the indices of all patterns that the URL matches, in order.
func (l *List) All(u url.URL) iter.Seq[int] {
	return func(yield func(index int) bool) {
		s := listSearch{host: u.Hostname(), path: u.Pathname()}
		s.from(&l.root, keyPlace{host: len(s.host)})
		var candidates []int32
		for _, i := range s.found {
			for ; i > 0; i = l.next[i-1] {
				candidates = append(candidates, i-1)
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
