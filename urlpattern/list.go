package urlpattern

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/urlpattern/internal/ecma"
)

// A List finds the first of its patterns that matches a URL. Use it instead of a loop if you have more than about ten
// patterns. The patterns are tried in order, so put "/users/me" before "/users/:id".
//
//	l := urlpattern.NewList(patterns...)
//	i, m, ok := l.Exec(u) // patterns[i] is the first that u matches
//
// A List is immutable and safe for concurrent use. The zero List is empty.
//
// # What the index contains
//
// A List has an index and tries only the patterns that the index finds for the URL. The time that a search takes
// depends on the number of these patterns, not on the length of the list. The index covers a pattern's port, the end of
// its hostname, and two parts of its pathname: all literal text before the first wildcard, and the literal text at the
// end. Patterns compiled with [Options.IgnoreCase] are also in the index. This table shows what the index contains for
// some patterns:
//
//	https://*.example.com/*                         ".example.com" and "/"
//	https://example.com/a/*.png                     "example.com", "/a/" and ".png"
//	https://example.com/repos/:owner/:repo/issues   the whole pattern
//	https://*:8080/:user?/:file.:type/edit          "8080", and "/edit" after one or two segments
//
// If a regular expression matches neither "/" nor the empty string, the index treats it as a name. It treats a pattern
// with an optional group as two patterns.
//
// The index does not cover the text between two wildcards in a pathname, the text before a group in a hostname, or
// components other than the hostname, port and pathname. If patterns differ only in these parts, all of them are tried
// against each URL. For example, "https://*/*/a/*" and "https://*/*/b/*" differ only in this way, as do
// "https://*/?a=:a" and "https://*/?b=:b". Trying 10,000 such patterns takes about half a millisecond.
//
// # Lists and routers
//
// You can build a router with a List, but a List differs from a router in these ways:
//
//   - A router such as [net/http.ServeMux] chooses the most specific route that matches. A List chooses the first
//     pattern that matches.
//   - A List ignores the request method.
//   - A List does not normalize the path of a URL. It does not decode "%2F" or "%6D", and does not treat "//" as "/". If
//     you normalize paths with [url.URL.AppendSegments], as in the [List.Exec] example, write the patterns in normalized
//     form: "/a%7Cb" and "/~" instead of "/a|b" and "/%7e", which never match.
//
// For the routes of an API, a List takes about as long as ServeMux and about twice as long as routers that match only
// whole segments. A search takes about as long as trying ten patterns, or longer if the URL matches most parts of the
// index. A loop is therefore faster if the list is short or if most URLs match one of the first patterns.
type List struct {
	patterns []Pattern // copies, which later calls of UnmarshalText do not change
	root     listNode
	entries  []listEntry
}

// A listEntry is a pattern under one of its keys.
type listEntry struct {
	pattern int32 // its index
	next    int32 // 1 + the index of the next entry with the same key, or 0
	exact   bool  // the pathname of each URL that has the key matches
}

// A listNode is a node of a radix tree of keys. It adds the bytes of its edge.
type listNode struct {
	edge        string
	labels      []byte // the first bytes of the edges of the children, in ascending order
	children    []*listNode
	least       int32 // the least index of a pattern here or below
	first, last int32 // 1 + the indices of the first and the last entry with this key, or 0
}

// A key has bytes of a hostname, a port and a pathname, in this order, and marks. The bytes are ASCII.
const (
	wholeHost    = 0x80 + iota // before it, from the end on: the hostname
	wholePort                  // before it: the port
	wholePath                  // before it: the pathname
	endOfHost                  // before it, from the end on: the end of the hostname
	anyPort                    // nothing is known of the port
	noCase                     // after it: lower case, which matches in any letter case
	endOfSegment               // after it, from the end on: the end of the segment, as far as inSegment
	inSegment                  // at least one other byte of the segment. After it: what follows the segment
	endOfPath                  // after it, from the end on: the end of the pathname

	firstMark = wholeHost
)

// NewList returns a List of the given patterns, in the given order. The patterns must not be nil. If a pattern is changed
// later, by [Pattern.UnmarshalText] for example, the List does not change.
func NewList(patterns ...*Pattern) *List {
	l := &List{patterns: make([]Pattern, len(patterns))}
	for i, p := range patterns {
		l.patterns[i] = *p
		if p.compiledPattern != nil { // or else it is the zero Pattern
			l.add(p, int32(i))
		}
	}
	return l
}

// add adds a pattern, which has a greater index than all in the list.
func (l *List) add(p *Pattern, index int32) {
	host, path := &p.components[Hostname].matcher, p.components[Pathname]
	k := listKey{fold: path.matcher.fold, exact: true}
	if end, isWhole := host.text(); isWhole {
		k.bytes = append(appendReversed(k.bytes, end), wholeHost)
	} else {
		k.bytes = append(appendReversed(k.bytes, host.suffix), endOfHost)
	}
	if port, ok := p.fixed(Port); ok {
		k.bytes = append(append(k.bytes, port...), wholePort)
	} else {
		k.bytes = append(k.bytes, anyPort)
	}
	if k.fold {
		k.bytes = append(k.bytes, noCase)
	}
	if path.matcher.kind == matchEngine {
		l.insert(k.bytes, listEntry{pattern: index})
		return
	}
	_, o := p.compileOptions(Pathname, "")
	k.hasSegments = o.delimiterCodePoint == "/"
	l.addPath(k, path.parts, index, 2)
}

// addPath adds a pattern whose pathname has the parts behind the key. It makes two keys of an optional part, for at most
// the given number of parts.
func (l *List) addPath(k listKey, parts packedParts, index int32, optionals int) {
	for parts != "" {
		p, rest := parts.next()
		if p.modifier == optional && optionals > 0 {
			optionals--
			l.addPath(k, rest, index, optionals) // this key grows in the same memory, but only after insert has copied the other one
			p.modifier = none
		}
		if !k.part(&p) {
			k.end(&p, rest)
			l.insert(k.bytes, listEntry{pattern: index, exact: k.exact})
			return
		}
		parts = rest
	}
	k.endSegment()
	l.insert(append(k.bytes, wholePath), listEntry{pattern: index, exact: k.exact})
}

// A listKey makes a key from the parts of a pathname.
type listKey struct {
	bytes       []byte
	tail        []byte // the text after a group in a segment whose end has not come yet
	inGroup     bool   // there is such a group
	fold        bool
	hasSegments bool // names end before "/"
	exact       bool // each pathname that has the key matches
}

// part adds a part that cannot match "/" in its group. Of any other part, it adds the text before the group, and reports
// false.
func (k *listKey) part(p *part) bool {
	if p.modifier != none && p.modifier != oneOrMore {
		return false
	}
	k.text(p.prefix)
	switch {
	case p.modifier == oneOrMore:
		return false
	case p.partType == fixedText:
		k.text(p.value)
		return true
	case p.partType == segmentWildcard && k.hasSegments:
		k.exact = k.exact && !k.inGroup
	case p.partType == regexpPart:
		n, _, err := ecma.Parse(p.value, k.fold)
		if err != nil || n.MatchesEmpty() || n.Consumes('/') {
			return false
		}
		k.exact = false
	default:
		return false
	}
	k.inGroup, k.tail = true, nil
	k.text(p.suffix)
	return true
}

// text adds fixed text.
func (k *listKey) text(s string) {
	s = k.cased(s)
	if k.inGroup {
		before, _, found := strings.Cut(s, "/")
		k.tail = append(k.tail, before...)
		if !found {
			return
		}
		k.endSegment()
		s = s[len(before):]
	}
	k.bytes = append(k.bytes, s...)
}

// cased returns s, in lower case if case does not count.
func (k *listKey) cased(s string) string {
	if k.fold {
		return strings.ToLower(s) // s is ASCII
	}
	return s
}

// appendReversed appends the bytes of s from the last to the first.
func appendReversed(to []byte, s string) []byte {
	for i := len(s) - 1; i >= 0; i-- {
		to = append(to, s[i])
	}
	return to
}

// endSegment adds the end of a segment that has a group.
func (k *listKey) endSegment() {
	if k.inGroup {
		k.bytes = append(appendReversed(append(k.bytes, endOfSegment), string(k.tail)), inSegment)
		k.inGroup, k.tail = false, nil
	}
}

// end adds the text at the end of the pathname. p may match "/", and rest are the parts after it.
func (k *listKey) end(p *part, rest packedParts) {
	k.exact = k.exact && !k.inGroup && p.partType == fullWildcard && p.modifier == none
	var end string
	for last := *p; ; {
		switch {
		case last.isText():
			end += last.value
		case last.modifier == none || last.modifier == oneOrMore:
			end = last.suffix
		default:
			end = ""
		}
		if rest == "" {
			break
		}
		last, rest = rest.next()
		k.exact = k.exact && last.isText()
	}
	if end != "" {
		k.bytes = appendReversed(append(k.bytes, endOfPath), k.cased(end))
	}
}

// insert adds an entry. Its pattern has no smaller index than those in the tree.
func (l *List) insert(key []byte, e listEntry) {
	n := &l.root
	for len(key) > 0 {
		at, found := slices.BinarySearch(n.labels, key[0])
		if !found {
			n.labels = slices.Insert(n.labels, at, key[0])
			n.children = slices.Insert(n.children, at, &listNode{edge: string(key), least: e.pattern})
		}
		child := n.children[at]
		common := 0
		for common < min(len(key), len(child.edge)) && key[common] == child.edge[common] {
			common++
		}
		if common < len(child.edge) { // a node between n and child
			between := &listNode{edge: child.edge[:common], least: child.least}
			child.edge = child.edge[common:]
			between.labels, between.children = []byte{child.edge[0]}, []*listNode{child}
			n.children[at], child = between, between
		}
		n, key = child, key[common:]
	}
	l.entries = append(l.entries, e)
	if n.first == 0 {
		n.first = int32(len(l.entries))
	} else {
		l.entries[n.last-1].next = int32(len(l.entries))
	}
	n.last = int32(len(l.entries))
}

// A listSearch finds the entries whose keys a URL has, in the order of their patterns.
type listSearch struct {
	entries []listEntry
	texts   [4]string // by keyStage
	at      listPlace // where it goes on, if no place of the heap has a lesser index
	entered int       // how many nodes it has entered
	tried   int32     // the patterns before this index have been returned because the search is long
	most    int32     // tried goes so far
}

// A search that enters more than fewNodes also returns the first patterns, one for every other node. So it finds one of
// these soon, even if a URL has the keys of thousands of patterns.
const (
	fewNodes    = 16
	fewPatterns = 64
)

// A keyStage says what the next byte of a key is.
type keyStage uint8

const (
	atHost keyStage = iota // from the end on
	atPort
	atPath
	atEnd // of a segment or of the pathname, from the end on
)

// A listPlace is where a search goes on: below a node, with what is left of a text, or with an entry. The search has a heap
// of them.
type listPlace struct {
	node       *listNode // or nil
	least      int32     // the least index of a pattern that can be found here
	start, end uint32    // the bytes of the text that are left. Without a node, start is the index of an entry
	stage      keyStage
	noCase     bool
}

// nowhere is where there is nothing to find.
var nowhere = listPlace{least: math.MaxInt32}

// begin makes s a search in the list.
func (s *listSearch) begin(l *List, u *url.URL) {
	path := u.Pathname()
	s.entries, s.most = l.entries, int32(min(len(l.patterns), fewPatterns))
	s.texts[atHost], s.texts[atPort], s.texts[atPath], s.texts[atEnd] = u.Hostname(), u.Port(), path, path
	s.at.node, s.at.end = &l.root, uint32(len(s.texts[atHost]))
}

// next returns the next entry, or false, and the heap after that. No pattern before that of the entry matches, unless it has been
// returned. The heap is not in the search, because then it could not be on the stack.
func (s *listSearch) next(heap []listPlace) (e listEntry, rest []listPlace, ok bool) {
	at := &s.at
	for {
		if len(heap) > 0 && heap[0].least < at.least {
			*at, heap = exchange(*at, heap)
		}
		switch {
		case at.node != nil && s.isLong():
			s.tried++
			return listEntry{pattern: s.tried - 1}, heap, true
		case at.node != nil:
			heap = s.enter(at, heap)
		case at.least == nowhere.least:
			return e, heap, false
		default:
			e, *at = s.entries[at.start], nowhere
			if e.next > 0 {
				*at = s.entryPlace(e.next)
			}
			return e, heap, true
		}
	}
}

// isLong counts the nodes, and reports whether the next pattern in the list has its turn.
func (s *listSearch) isLong() bool {
	s.entered++
	return s.entered > fewNodes && s.entered%2 == 0 && s.tried < s.most
}

// enter finds the entries of the node and its children, if the URL has the bytes of the node's edge. It moves the place to
// that with the least index, and adds the others to the heap.
func (s *listSearch) enter(at *listPlace, heap []listPlace) []listPlace {
	n := at.node
	if !s.has(n.edge, at) {
		*at = nowhere
		return heap
	}
	at.node, at.least = nil, nowhere.least
	text := s.text(at)
	if text != "" {
		if i := bytes.IndexByte(n.labels, at.byteOf(text, 0)); i >= 0 {
			at.node, at.least = n.children[i], n.children[i].least
		}
	}
	for i := len(n.labels) - 1; i >= 0 && n.labels[i] >= firstMark; i-- {
		if text == "" || n.labels[i] > wholePath {
			heap = at.choose(n.children[i], heap)
		}
	}
	if n.first == 0 {
		return heap
	}
	entry := s.entryPlace(n.first)
	if at.least != nowhere.least {
		if at.least < entry.least {
			return pushPlace(heap, entry)
		}
		heap = pushPlace(heap, *at)
	}
	*at = entry
	return heap
}

// entryPlace returns the place of an entry, by 1 + its index.
func (s *listSearch) entryPlace(i int32) listPlace {
	return listPlace{least: s.entries[i-1].pattern, start: uint32(i - 1)}
}

// choose moves the place to a child of the same node that has a lesser index. It adds the other one of the two to the heap.
func (at *listPlace) choose(child *listNode, heap []listPlace) []listPlace {
	if at.node == nil {
		at.node, at.least = child, child.least
		return heap
	}
	other := *at
	if child.least < at.least {
		at.node, at.least = child, child.least
	} else {
		other.node, other.least = child, child.least
	}
	return pushPlace(heap, other)
}

// has moves the place behind the bytes and the marks of an edge, if the URL has them.
func (s *listSearch) has(edge string, at *listPlace) bool {
	for edge != "" {
		if edge[0] >= firstMark {
			if !s.mark(edge[0], at) {
				return false
			}
			edge = edge[1:]
			continue
		}
		n := at.common(s.text(at), edge)
		if at.fromEnd() {
			at.end -= uint32(n)
		} else {
			at.start += uint32(n)
		}
		edge = edge[n:]
		if edge != "" && edge[0] < firstMark {
			return false
		}
	}
	return true
}

// text returns what is left of the text.
func (s *listSearch) text(at *listPlace) string { return s.texts[at.stage][at.start:at.end] }

// common returns how many bytes the text and the edge have in common. A mark is no byte of a text.
func (at *listPlace) common(text, edge string) (n int) {
	most := min(len(text), len(edge))
	switch {
	case at.noCase:
		for n < most && at.byteOf(text, n) == edge[n] {
			n++
		}
	case at.fromEnd():
		for n < most && text[len(text)-1-n] == edge[n] {
			n++
		}
	default:
		for n < most && text[n] == edge[n] {
			n++
		}
	}
	return n
}

// byteOf returns a byte of the text, as keys have it.
func (at *listPlace) byteOf(text string, i int) byte {
	if at.fromEnd() {
		i = len(text) - 1 - i
	}
	if at.noCase {
		return infra.ASCIILower(text[i])
	}
	return text[i]
}

func (at *listPlace) fromEnd() bool { return at.stage == atHost || at.stage == atEnd }

// mark moves the place behind a mark, if the URL has what that says.
func (s *listSearch) mark(m byte, at *listPlace) bool {
	switch m {
	case wholeHost, endOfHost:
		ok := m == endOfHost || at.start == at.end
		at.stage, at.start, at.end = atPort, 0, uint32(len(s.texts[atPort]))
		return ok
	case wholePort, anyPort:
		ok := m == anyPort || at.start == at.end
		at.stage, at.start, at.end = atPath, 0, uint32(len(s.texts[atPath]))
		return ok
	case noCase:
		at.noCase = true
	case endOfSegment:
		at.stage, at.end = atEnd, at.start+s.segment(at.start)
	case inSegment:
		ok := at.start < at.end
		at.stage, at.start, at.end = atPath, at.end+s.segment(at.end), uint32(len(s.texts[atPath]))
		return ok
	case endOfPath:
		at.stage = atEnd
	case wholePath:
		return at.start == at.end
	}
	return true
}

// segment returns how many bytes of the pathname are left before the next "/".
func (s *listSearch) segment(start uint32) uint32 {
	rest := s.texts[atPath][start:]
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return uint32(i)
	}
	return uint32(len(rest))
}

// pushPlace adds a place to a heap, whose first place has the least index.
func pushPlace(heap []listPlace, at listPlace) []listPlace {
	heap = append(heap, at)
	i := len(heap) - 1
	for i > 0 && at.least < heap[(i-1)/2].least {
		heap[i] = heap[(i-1)/2]
		i = (i - 1) / 2
	}
	heap[i] = at
	return heap
}

// exchange removes the first place of a heap, and adds another one, unless that is nowhere.
func exchange(at listPlace, heap []listPlace) (first listPlace, rest []listPlace) {
	first = heap[0]
	if at.least == nowhere.least {
		at, heap = heap[len(heap)-1], heap[:len(heap)-1]
	}
	for i := 0; i < len(heap); {
		child := 2*i + 1
		if child+1 < len(heap) && heap[child+1].least < heap[child].least {
			child++
		}
		if child >= len(heap) || at.least <= heap[child].least {
			heap[i] = at
			break
		}
		heap[i] = heap[child]
		i = child
	}
	return first, heap
}

// First returns the index of the first pattern that u matches. If u does not match any pattern, First returns -1 and
// false.
func (l *List) First(u url.URL) (index int, ok bool) {
	var few [fewPlaces]listPlace
	var s listSearch
	s.begin(l, &u)
	for heap := few[:0]; ; {
		var e listEntry
		if e, heap, ok = s.next(heap); !ok {
			return -1, false
		}
		if l.patterns[e.pattern].test(&u, e.exact) {
			return int(e.pattern), true
		}
	}
}

// Exec is like [List.First], but also returns what the groups of the pattern matched. If u does not match any pattern, m
// is the zero Match.
func (l *List) Exec(u url.URL) (i int, m Match, ok bool) {
	var few [fewPlaces]listPlace
	var s listSearch
	s.begin(l, &u)
	for heap := few[:0]; ; {
		var e listEntry
		if e, heap, ok = s.next(heap); !ok {
			return -1, Match{}, false
		}
		if l.patterns[e.pattern].exec(&u, &m) {
			return int(e.pattern), m, true
		}
		m = Match{}
	}
}

// fewPlaces is the number of places for which a search needs no memory of its own.
const fewPlaces = 12

// All returns an iterator over the indices of all patterns that u matches, in order.
func (l *List) All(u url.URL) iter.Seq[int] {
	return func(yield func(index int) bool) {
		var few [fewPlaces]listPlace
		var s listSearch
		s.begin(l, &u)
		s.most = 0 // only in order
		found := int32(-1)
		for e, heap, ok := s.next(few[:0]); ok; e, heap, ok = s.next(heap) {
			if e.pattern != found && l.patterns[e.pattern].test(&u, e.exact) {
				if found = e.pattern; !yield(int(found)) {
					return
				}
			}
		}
	}
}
