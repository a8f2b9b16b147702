package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// counts holds how often each value of a part occurs. The counters are pointers, so that counting a known value
// takes one lookup.
type counts map[string]*int

// add counts a value n times. It copies a new value, which may be a piece of a chunk, so that the chunk is not
// kept in memory.
func (m counts) add(value string, n int) {
	if counter, ok := m[value]; ok {
		*counter += n
		return
	}
	m[strings.Clone(value)] = &n
}

// countAll sets the tool up for -count. Each worker has its own counts. With -unique, only the writer counts,
// because only it knows which URLs are new.
func (t *tool) countAll() {
	total := make(counts)
	each := []counts{total}
	of := t.opts.count.of
	if t.seen != nil {
		t.emit = func(value []byte) { total.add(string(value), 1) }
	}
	t.newLine = func() lineFunc {
		if t.seen != nil {
			return t.parsed(func(c *chunk, r *reading) {
				value, _ := of(r)
				c.out = append(c.out, value...)
			})
		}
		m := make(counts)
		each = append(each, m)
		return t.parsed(func(_ *chunk, r *reading) {
			value, _ := of(r)
			m.add(value, 1)
		})
	}
	t.summary = func(dst []byte) []byte {
		for _, m := range each[1:] {
			for value, n := range m {
				total.add(value, *n)
			}
		}
		return t.appendCounts(dst, total)
	}
}

// appendCounts appends the counts, highest first: the number that -top allows, or all.
func (t *tool) appendCounts(dst []byte, m counts) []byte {
	values := make([]string, 0, len(m))
	for value := range m {
		values = append(values, value)
	}
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(*m[b], *m[a]), strings.Compare(a, b))
	})
	if top := t.opts.top; top > 0 && top < len(values) {
		fmt.Fprintf(t.stderr, "weburl: %d of %d values of %s shown\n", top, len(values), t.opts.count.name)
		values = values[:top]
	}
	width := 0
	if len(values) > 0 {
		width = len(strconv.Itoa(*m[values[0]]))
	}
	for _, value := range values {
		if t.opts.json {
			dst = appendMember(append(dst, '{'), t.opts.count.name, value)
			dst = fmt.Appendf(dst, ",\"count\":%d}\n", *m[value])
			continue
		}
		dst = fmt.Appendf(dst, "%*d  %s\n", width, *m[value], cmp.Or(value, "(none)"))
	}
	return dst
}
