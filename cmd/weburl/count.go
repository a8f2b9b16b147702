package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// counts holds how often each value of a part occurs. The counters are pointers, so that a value that is
// known costs one look-up.
type counts map[string]*int

// add counts a value n times. The value may be a piece of a chunk, which must not be kept for it.
func (m counts) add(value string, n int) {
	if counter, ok := m[value]; ok {
		*counter += n
		return
	}
	m[strings.Clone(value)] = &n
}

// countAll makes the tool count. Each worker counts for itself; what -unique lets through is counted in
// the order of the input, in one place.
func (t *tool) countAll() {
	total := make(counts)
	each := []counts{total}
	of := t.opts.count.of
	if t.seen != nil {
		t.emit = func(value []byte) { total.add(string(value), 1) }
	}
	t.newLine = func() lineFunc {
		if t.seen != nil {
			return t.parsed(func(c *chunk, _ string, u *url.URL) { c.out = append(c.out, of(u)...) })
		}
		m := make(counts)
		each = append(each, m)
		return t.parsed(func(_ *chunk, _ string, u *url.URL) { m.add(of(u), 1) })
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

// appendCounts appends the counts, the highest first, as many as are asked for.
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
