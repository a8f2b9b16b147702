package main

import (
	"encoding/binary"
	"unsafe"
)

// A table holds distinct strings, and a number for each. It is made for many of them: it takes 24 to 38 bytes and the
// string for each, and holds no pointer to a string, so that the garbage collector does not look at every one.
type table struct {
	slots   []uint64  // a power of two; 0 is empty, else 32 bits of the hash, then an index of an entry plus 1
	entries [][]entry // in blocks of entryBlock
	count   int       // the number of entries
	text    [][]byte  // in blocks: the length of each string, as a varint, and the string
}

// An entry has the place of a string in the text, and its number.
type entry struct {
	block  uint32
	offset uint16
	n      uint64
}

const (
	entryBlock = 1 << 10 // entries
	textBlock  = 1 << 16 // bytes; a longer string has a block of its own
)

// find returns the entry of s, which it adds if it is new. A new entry has the number 0. hash is the hash of s, always
// by the same function.
func (t *table) find(s string, hash uint32) *entry {
	if 4*(t.count+1) > 3*len(t.slots) {
		t.grow()
	}
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			t.slots[i] = uint64(hash)<<32 | uint64(t.count+1)
			return t.add(s)
		}
		if uint32(slot>>32) == hash {
			if e := t.entry(int(uint32(slot)) - 1); t.value(e) == s {
				return e
			}
		}
	}
}

// grow doubles the number of slots.
func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint64, max(64, 2*len(old)))
	mask := uint32(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := uint32(slot>>32) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

// add adds a string and its entry.
func (t *table) add(s string) *entry {
	size := len(s) + binary.MaxVarintLen64
	last := len(t.text) - 1
	if last < 0 || cap(t.text[last])-len(t.text[last]) < size {
		t.text = append(t.text, make([]byte, 0, max(textBlock, size)))
		last++
	}
	offset := len(t.text[last])
	t.text[last] = append(binary.AppendUvarint(t.text[last], uint64(len(s))), s...)
	if t.count%entryBlock == 0 {
		t.entries = append(t.entries, make([]entry, entryBlock))
	}
	e := t.entry(t.count)
	*e = entry{block: uint32(last), offset: uint16(offset)}
	t.count++
	return e
}

func (t *table) entry(i int) *entry { return &t.entries[i/entryBlock][i%entryBlock] }

// value returns the string of an entry. It shares the table's memory, which never changes.
func (t *table) value(e *entry) string {
	text := t.text[e.block][e.offset:]
	length, size := binary.Uvarint(text)
	text = text[size:][:length]
	return unsafe.String(unsafe.SliceData(text), len(text))
}
