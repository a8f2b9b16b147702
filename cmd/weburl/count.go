package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// keepNew removes from a chunk all output and values of URLs that were seen before.
func (t *tool) keepNew(c *chunk) {
	var last record
	keys, out, values := string(c.keys), c.out[:0], c.values[:0]
	for _, r := range c.records {
		if key := keys[last.key:r.key]; r.always || !t.seen[key] {
			if !r.always {
				t.seen[t.texts.clone(key)] = true
			}
			out = append(out, c.out[last.out:r.out]...)
			values = append(values, c.values[last.values:r.values]...)
		}
		last = r
	}
	c.out, c.values = out, values
}

// collect appends the values of a URL to the chunk for -count. countValues counts them later.
func (t *tool) collect(c *chunk, r *reading) {
	t.opts.count.each(r, func(value string) { c.values = append(c.values, value) })
}

// countValues counts values. It copies new ones, because values share the memory of a chunk.
func (t *tool) countValues(values []string) {
	for _, value := range values {
		if _, ok := t.counts[value]; !ok {
			value = t.texts.clone(value)
		}
		t.counts[value]++
	}
}

// A counted holds a value and how often it occurs.
type counted struct {
	value string
	n     uint64
	start uint64 // bytes of the value that usually determine the order, because comparing ten million strings is slow
}

// ranked returns the values, starting with the most frequent.
func ranked(counts map[string]uint64) []counted {
	list := make([]counted, 0, len(counts))
	for value, n := range counts {
		list = append(list, counted{value: value, n: n})
	}
	common := commonPrefix(list)
	for i := range list {
		var start [8]byte
		copy(start[:], list[i].value[common:])
		list[i].start = binary.BigEndian.Uint64(start[:])
	}
	slices.SortFunc(list, func(a, b counted) int {
		switch {
		case a.n != b.n:
			return cmp.Compare(b.n, a.n)
		case a.start != b.start:
			return cmp.Compare(a.start, b.start)
		}
		return strings.Compare(a.value, b.value)
	})
	return list
}

func commonPrefix(list []counted) int {
	if len(list) == 0 {
		return 0
	}
	first := list[0].value
	for _, c := range list {
		for !strings.HasPrefix(c.value, first) {
			first = first[:len(first)-1]
		}
	}
	return len(first)
}

// writeCounts writes the counts in descending order, either all or as many as -top allows.
func (t *tool) writeCounts() {
	list := ranked(t.counts)
	if all, top := len(list), t.opts.top; top > 0 && top < all {
		list = list[:top]
		if !t.opts.quiet {
			fmt.Fprintf(t.stderr, "weburl: showing %d of %d values of %s\n", top, all, t.opts.count.name)
		}
	}
	width := 0
	if len(list) > 0 {
		width = len(strconv.FormatUint(list[0].n, 10))
	}
	var out []byte
	for _, c := range list {
		if out = t.appendCount(out, width, c); len(out) >= chunkSize {
			if t.output(out); t.stopping {
				return
			}
			out = out[:0]
		}
	}
	t.output(out)
}

func (t *tool) appendCount(dst []byte, width int, c counted) []byte {
	if t.opts.json {
		dst = appendJSONString(append(dst, '{'), t.opts.count.name)
		dst = appendJSONString(append(dst, ':'), c.value)
		dst = strconv.AppendUint(append(dst, `,"count":`...), c.n, 10)
		return append(dst, '}', t.framing.end)
	}
	dst = fmt.Appendf(dst, "%*d", width, c.n)
	if c.value != "" {
		dst = append(dst, "  "...)
	}
	return append(appendText(dst, c.value), t.framing.end)
}
