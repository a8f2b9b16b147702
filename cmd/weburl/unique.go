package main

// A record has the ends of the key and the output of one URL in a chunk.
type record struct {
	key, out int
	always   bool // there is no key: the output is not that of a URL
}

// appendKey appends what has to be new for a URL to be written: its href, or the parts of -unique-by.
func (t *tool) appendKey(dst []byte, r *reading) []byte {
	if t.opts.uniqueBy == nil {
		return append(dst, r.u.Href()...)
	}
	for i, p := range t.opts.uniqueBy {
		if i > 0 {
			dst = append(dst, 0)
		}
		p.each(r, func(value string) { dst = append(append(dst, value...), 0) })
	}
	return dst
}

// writeNew writes the records of the URLs that were not seen before.
func (t *tool) writeNew(c *chunk) {
	var last record
	fresh := c.out[:0] // the new records, moved together
	for _, r := range c.records {
		key, out := c.keys[last.key:r.key], c.out[last.out:r.out]
		last = r
		if !r.always && !t.unique.add(string(key), 1) {
			continue
		}
		if t.emit != nil {
			t.emit(out)
		} else {
			fresh = append(fresh, out...)
		}
	}
	t.output(fresh)
}
