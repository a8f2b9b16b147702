package main

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// countAll sets the tool up for -count. With -unique, only the writer counts, because only it knows which URLs are new.
func (t *tool) countAll() {
	total := newTally()
	p := t.opts.count
	var batches []*batch
	if t.unique != nil {
		t.emit = func(out []byte) { total.addEncoded(out) }
	}
	t.newLine = func() lineFunc {
		if t.unique != nil {
			return t.parsed(func(c *chunk, r *reading) {
				p.each(r, func(value string) {
					c.out = append(binary.AppendUvarint(c.out, uint64(len(value))), value...)
				})
			})
		}
		b := &batch{tally: total}
		batches = append(batches, b)
		return t.parsed(func(c *chunk, r *reading) {
			p.each(r, func(value string) { b.add(c, value) })
		})
	}
	t.summary = func() {
		for _, b := range batches {
			b.flush()
		}
		t.writeCounts(total)
	}
}

// each calls use for each value of the part.
func (p *part) each(r *reading, use func(value string)) {
	if p.all == nil {
		if value, ok := p.of(r); ok || !p.ofRefusals() {
			use(value)
		}
		return
	}
	for _, value := range p.all(r) {
		use(value)
	}
}

// addEncoded counts values that stand one after the other, each after its length as a varint.
func (t *tally) addEncoded(values []byte) {
	for len(values) > 0 {
		length, size := binary.Uvarint(values)
		values = values[size:]
		t.add(string(values[:length]), 1)
		values = values[length:]
	}
}

// writeCounts writes the counts, highest first: the number that -top allows, or all.
func (t *tool) writeCounts(m *tally) {
	var ranks []rank
	if all, top := m.len(), t.opts.top; top > 0 && top < all {
		ranks = m.top(top)
		if !t.opts.quiet {
			fmt.Fprintf(t.stderr, "weburl: %d of %d values of %s shown\n", top, all, t.opts.count.name)
		}
	} else {
		ranks = m.ranking()
	}
	width := 0
	if len(ranks) > 0 {
		width = len(strconv.FormatUint(ranks[0].n, 10))
	}
	var out []byte
	for _, rank := range ranks {
		for _, value := range rank.values {
			out = t.appendCount(out, width, rank.n, m.valueOf(value))
			if len(out) >= chunkSize {
				if t.output(out); t.stopping {
					return
				}
				out = out[:0]
			}
		}
	}
	t.output(out)
}

// appendCount appends a value with how often it occurs.
func (t *tool) appendCount(dst []byte, width int, n uint64, value string) []byte {
	if t.opts.json {
		dst = appendJSONString(append(dst, '{'), t.opts.count.name)
		dst = appendJSONString(append(dst, ':'), value)
		dst = strconv.AppendUint(append(dst, `,"count":`...), n, 10)
		return append(dst, '}', t.framing.end)
	}
	start := len(dst)
	dst = strconv.AppendUint(dst, n, 10)
	if pad := width - (len(dst) - start); pad > 0 {
		dst = append(dst, spaces[:pad]...)
		copy(dst[start+pad:], dst[start:len(dst)-pad])
		copy(dst[start:], spaces[:pad])
	}
	if value != "" {
		dst = append(dst, "  "...)
	}
	return append(t.opts.count.appendText(dst, value), t.framing.end)
}

const spaces = "                    " // as many as a 64-bit number has digits
