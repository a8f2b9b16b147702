package main

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
)

// A candidate is a value and how often it occurs.
type candidate struct {
	ranked
	n uint64
}

// A topHeap holds the values that rank highest so far. The first is the one that ranks lowest among them.
type topHeap struct {
	list  []candidate
	tally *tally
}

func (h *topHeap) Len() int           { return len(h.list) }
func (h *topHeap) Less(i, j int) bool { return h.compare(h.list[i], h.list[j]) > 0 }
func (h *topHeap) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *topHeap) Push(c any)         { h.list = append(h.list, c.(candidate)) }
func (h *topHeap) Pop() any           { panic("nothing is removed") }

// compare compares two values by their rank.
func (h *topHeap) compare(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(h.tally.valueOf(a.ranked), h.tally.valueOf(b.ranked)))
}

// top returns the ranks of the first n values. It looks at each value once, and sorts only these.
func (t *tally) top(n int) (ranks []rank) {
	h := &topHeap{tally: t}
	for s := range t.shards {
		for i := range t.shards[s].count {
			e := t.shards[s].entry(i)
			c := candidate{ranked{block: e.block, offset: e.offset, shard: uint8(s)}, e.n}
			switch {
			case len(h.list) < n:
				heap.Push(h, c)
			case h.compare(c, h.list[0]) < 0:
				h.list[0] = c
				heap.Fix(h, 0)
			}
		}
	}
	slices.SortFunc(h.list, h.compare)
	for _, c := range h.list {
		ranks = append(ranks, rank{c.n, []ranked{c.ranked}})
	}
	return ranks
}
