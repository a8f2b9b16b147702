package main

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// A ranked is a value of a tally, for sorting. Ten million values are far apart in memory, so eight bytes of each, which
// usually decide, stand here.
type ranked struct {
	key    uint64 // the next bytes of the value
	block  uint32 // where the value is in the text of its table
	offset uint16
	shard  uint8
	size   uint8 // the number of bytes in key, or longer
}

const (
	keySize = 8
	longer  = keySize + 1 // there are more bytes than the key has
)

// A rank has the values that occur n times.
type rank struct {
	n      uint64
	values []ranked
}

func (t *tally) valueOf(r ranked) string {
	return t.shards[r.shard].value(&entry{block: r.block, offset: r.offset})
}

// all returns all values. Their keys are such that the most frequent have the least.
func (t *tally) all() []ranked {
	all := make([]ranked, 0, t.len())
	for s := range t.shards {
		for i := range t.shards[s].count {
			e := t.shards[s].entry(i)
			all = append(all, ranked{key: ^e.n, block: e.block, offset: e.offset, shard: uint8(s)})
		}
	}
	return all
}

// ranking returns the ranks of all values, the most frequent first. The values of a rank are in the order of their bytes.
func (t *tally) ranking() (ranks []rank) {
	all := t.all()
	buffer := make([]ranked, len(all))
	sortByKey(all, buffer)
	for len(all) > 0 {
		n := runLength(all)
		ranks = append(ranks, rank{^all[0].key, all[:n]})
		t.sortFrom(all[:n], buffer, 0)
		all = all[n:]
	}
	return ranks
}

// runLength returns how many values at the beginning of list have the same key.
func runLength(list []ranked) int {
	n := 1
	for n < len(list) && list[n].key == list[0].key && list[n].size == list[0].size {
		n++
	}
	return n
}

// sortFrom sorts values with the same first depth bytes.
func (t *tally) sortFrom(list, buffer []ranked, depth int) {
	const few = 16
	if len(list) <= few {
		slices.SortFunc(list, func(a, b ranked) int { return strings.Compare(t.valueOf(a)[depth:], t.valueOf(b)[depth:]) })
		return
	}
	for i := range list {
		r := &list[i]
		r.key, r.size = keyOf(t.valueOf(*r)[depth:])
	}
	sortByKey(list, buffer)
	for len(list) > 0 {
		n := runLength(list)
		if n > 1 {
			t.sortFrom(list[:n], buffer, depth+keySize)
		}
		list = list[n:]
	}
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

// sortByKey sorts by key and then by size. It sorts a long list byte by byte, with a buffer of the same length.
func sortByKey(list, buffer []ranked) {
	const long = 1 << 10
	if len(list) < long {
		slices.SortFunc(list, func(a, b ranked) int {
			return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.size, b.size))
		})
		return
	}
	var counts [keySize + 1][256]int
	for _, r := range list {
		for digit := range counts {
			counts[digit][r.digit(digit)]++
		}
	}
	from, to := list, buffer[:len(list)]
	for digit := range counts {
		if counts[digit][list[0].digit(digit)] == len(list) {
			continue // all are equal
		}
		next := &counts[digit]
		sum := 0
		for b, n := range next {
			next[b], sum = sum, sum+n
		}
		for _, r := range from {
			b := r.digit(digit)
			to[next[b]] = r
			next[b]++
		}
		from, to = to, from
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
}

// digit returns a byte by which values are sorted: 0 is the one that decides least.
func (r *ranked) digit(i int) byte {
	if i == 0 {
		return r.size
	}
	return byte(r.key >> (8 * (i - 1)))
}
