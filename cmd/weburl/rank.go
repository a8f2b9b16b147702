package main

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"slices"
	"strings"
)

// A ranked is a value of a tally, for sorting.
type ranked struct {
	key   uint64 // the next bytes that decide the order
	size  uint8  // the number of bytes in key, or longer
	shard uint8
	index uint32
}

const (
	keySize = 8
	longer  = keySize + 1 // there are more bytes than the key has
)

func (t *tally) entryOf(r ranked) *entry { return t.shards[r.shard].entry(int(r.index)) }

func (t *tally) valueOf(r ranked) string { return t.shards[r.shard].value(t.entryOf(r)) }

// ranking returns all values, the most frequent first, and those that are equally frequent in the order of their bytes.
//
// Ten million values are far apart in memory, and most occur once. So it compares eight bytes at a time, which stand in
// the slice, and fetches the next eight only of the values whose bytes so far are equal.
func (t *tally) ranking() []ranked {
	all := make([]ranked, 0, t.len())
	for s := range t.shards {
		for i := range t.shards[s].count {
			n := t.shards[s].entry(i).n
			all = append(all, ranked{key: ^n, size: longer, shard: uint8(s), index: uint32(i)})
		}
	}
	sortByKey(all)
	t.sortRuns(all, 0)
	return all
}

func sortByKey(list []ranked) {
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.size, b.size))
	})
}

// sortRuns sorts each run of values with the same key by the bytes from depth on.
func (t *tally) sortRuns(list []ranked, depth int) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].key == list[0].key && list[n].size == list[0].size {
			n++
		}
		if n > 1 {
			t.sortFrom(list[:n], depth)
		}
		list = list[n:]
	}
}

// sortFrom sorts values with the same first depth bytes.
func (t *tally) sortFrom(list []ranked, depth int) {
	const few = 16
	if len(list) <= few {
		slices.SortFunc(list, func(a, b ranked) int { return strings.Compare(t.valueOf(a)[depth:], t.valueOf(b)[depth:]) })
		return
	}
	for i := range list {
		r := &list[i]
		r.key, r.size = keyOf(t.valueOf(*r)[depth:])
	}
	sortByKey(list)
	t.sortRuns(list, depth+keySize)
}

// keyOf returns the first bytes of s as a number that has their order, and how many they are.
func keyOf(s string) (key uint64, size uint8) {
	if len(s) > keySize {
		return binary.BigEndian.Uint64([]byte(s[:keySize])), longer
	}
	var b [keySize]byte
	copy(b[:], s)
	return binary.BigEndian.Uint64(b[:]), uint8(len(s))
}

// A topHeap holds the values that rank highest so far, the lowest of them first.
type topHeap struct {
	list  []ranked
	tally *tally
}

// compare compares two values by their rank.
func (h *topHeap) compare(a, b ranked) int {
	return cmp.Or(cmp.Compare(h.tally.entryOf(b).n, h.tally.entryOf(a).n), strings.Compare(h.tally.valueOf(a), h.tally.valueOf(b)))
}

func (h *topHeap) Len() int           { return len(h.list) }
func (h *topHeap) Less(i, j int) bool { return h.compare(h.list[i], h.list[j]) > 0 }
func (h *topHeap) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *topHeap) Push(r any)         { h.list = append(h.list, r.(ranked)) }
func (h *topHeap) Pop() any           { panic("not used") }

// top returns the first n values of the ranking.
func (t *tally) top(n int) []ranked {
	h := &topHeap{tally: t}
	for s := range t.shards {
		for i := range t.shards[s].count {
			switch r := (ranked{shard: uint8(s), index: uint32(i)}); {
			case len(h.list) < n:
				heap.Push(h, r)
			case h.compare(r, h.list[0]) < 0:
				h.list[0] = r
				heap.Fix(h, 0)
			}
		}
	}
	slices.SortFunc(h.list, h.compare)
	return h.list
}
