package main

import (
	"hash/maphash"
	"sync"
)

// A tally counts values, for all workers together.
type tally struct {
	seed   maphash.Seed
	shards [tallyShards]struct {
		sync.Mutex
		table
	}
}

// tallyShards is the number of tables, which is more than there are workers, so that these seldom wait for each other.
const tallyShards = 64

func newTally() *tally { return &tally{seed: maphash.MakeSeed()} }

// add counts a value n times. It reports whether the value is new.
func (t *tally) add(value string, n uint64) bool {
	return t.addHashed(value, maphash.String(t.seed, value), n)
}

func (t *tally) addHashed(value string, hash, n uint64) bool {
	shard := &t.shards[hash>>32%tallyShards]
	shard.Lock()
	e := shard.find(value, uint32(hash))
	isNew := e.n == 0
	e.n += n
	shard.Unlock()
	return isNew
}

// len returns the number of distinct values.
func (t *tally) len() (n int) {
	for i := range t.shards {
		n += t.shards[i].count
	}
	return n
}

// A batch counts the values of a chunk before they go to the tally, so that the workers do not all wait for the table of
// a frequent value.
type batch struct {
	tally *tally
	chunk int // the first line of the chunk whose values these are
	from  string
	slots [batchSlots]batchSlot
}

const batchSlots = 1 << 10

type batchSlot struct {
	value string // a piece of the chunk
	hash  uint64
	n     uint64
}

// add counts a value of a chunk.
func (b *batch) add(c *chunk, value string) {
	if c.first != b.chunk || c.source != b.from {
		b.flush()
		b.chunk, b.from = c.first, c.source
	}
	hash := maphash.String(b.tally.seed, value)
	slot := &b.slots[hash%batchSlots]
	if slot.n > 0 && slot.hash == hash && slot.value == value {
		slot.n++
		return
	}
	if slot.n > 0 {
		b.tally.addHashed(slot.value, slot.hash, slot.n)
	}
	*slot = batchSlot{value, hash, 1}
}

// flush moves all values to the tally. It lets go of the chunk.
func (b *batch) flush() {
	for i := range b.slots {
		if slot := &b.slots[i]; slot.n > 0 {
			b.tally.addHashed(slot.value, slot.hash, slot.n)
			*slot = batchSlot{}
		}
	}
}
