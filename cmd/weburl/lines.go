package main

import (
	"errors"

	"github.com/weburl-go/url"
)

// newReading returns a reading for one worker.
func (t *tool) newReading() *reading { return &reading{sites: newSites(t.opts.suffixes)} }

// errTooLong is the error for a line that is longer than -max-line allows.
var errTooLong = errors.New("the line is too long; -max-line allows longer ones")

// parse sets r to a line of the chunk. It parses the line if that is not too long, and else keeps only its beginning.
func (t *tool) parse(r *reading, c *chunk, line string, number int) {
	const shown = 100 // bytes
	r.source, r.number, r.line = c.source, number, line
	if len(line) > c.maxLine {
		r.line, r.u, r.err = line[:min(len(line), shown)]+"…", url.URL{}, errTooLong
		return
	}
	r.u, r.err = t.parser.Parse(line)
}

// parseAndEdit is parse, and then makes the changes. Each of them results in one URL.
func (t *tool) parseAndEdit(r *reading, c *chunk, line string, number int) {
	if t.parse(r, c, line, number); r.err != nil || len(t.opts.edits) == 0 {
		return
	}
	applyEdits(t.opts.edits, &r.u, func(err error) { r.refuse(err) })
}

// wanted reports whether the filters want the URL, and counts it.
func (t *tool) wanted(c *chunk, r *reading) bool {
	wanted := t.opts.wanted(r)
	if wanted {
		c.wanted++
	}
	return wanted
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
			t.refuse(current, r, write)
			return
		}
		write(current, r)
		t.record(current, r)
	}
	return func(c *chunk, line string, number int) {
		current = c
		if t.parse(r, c, line, number); r.err != nil {
			t.refuse(c, r, write)
			return
		}
		if !t.wanted(c, r) {
			return
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

// refuse reports that r's line was refused: on standard error, or in its own place in the output.
func (t *tool) refuse(c *chunk, r *reading, write func(c *chunk, r *reading)) {
	if !t.opts.keep {
		c.refuse(r.number, r.err)
		return
	}
	c.refused++
	write(c, r)
	if t.unique != nil {
		c.records = append(c.records, record{key: len(c.keys), out: len(c.out), always: true})
	}
}
