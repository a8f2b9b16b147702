package main

import "github.com/weburl-go/url"

// newReading returns a reading for one worker.
func (t *tool) newReading() *reading { return &reading{sites: newSites(t.opts.suffixes)} }

// parse parses r's line and makes the changes. Each of them results in one URL.
func (t *tool) parse(r *reading) {
	if r.u, r.err = t.parser.Parse(r.line); r.err != nil || len(t.opts.edits) == 0 {
		return
	}
	applyEdits(t.opts.edits, &r.u, func(err error) { r.refuse(err) })
}

// refuse notes the error of a change, if there is one.
func (r *reading) refuse(err error) {
	if r.err = err; err != nil {
		r.u = url.URL{}
	}
}

// parsed returns a line function that parses the line, chooses and changes the URL as the options ask, and passes it to
// write or reports the error.
func (t *tool) parsed(write func(c *chunk, r *reading)) lineFunc {
	r := t.newReading()
	var current *chunk
	finish := func(err error) { // one closure for all lines
		if r.refuse(err); err != nil {
			t.refuse(current, r)
			return
		}
		write(current, r)
		t.record(current, r)
	}
	return func(c *chunk, line string, number int) {
		current = c
		r.source, r.number, r.line = c.source, number, line
		if r.u, r.err = t.parser.Parse(line); r.err != nil {
			t.refuse(c, r)
			return
		}
		for _, wanted := range t.opts.filters {
			if !wanted(r) {
				return
			}
		}
		if len(t.opts.edits) == 0 {
			write(c, r)
			t.record(c, r)
			return
		}
		applyEdits(t.opts.edits, &r.u, finish)
	}
}

// record notes where the output of a URL ends, and what has to be new for it to be written.
func (t *tool) record(c *chunk, r *reading) {
	if t.unique != nil {
		c.keys = t.appendKey(c.keys, r)
		c.records = append(c.records, record{key: len(c.keys), out: len(c.out)})
	}
}

// refuse reports that r's line was refused: on standard error, or with -keep in its own place in the output.
func (t *tool) refuse(c *chunk, r *reading) {
	if !t.opts.keep {
		c.refuse(r.number, r.err)
		return
	}
	c.refused++
	c.out = append(appendRefusal(c.out, r), t.framing.end)
	if t.unique != nil {
		c.records = append(c.records, record{key: len(c.keys), out: len(c.out), always: true})
	}
}
