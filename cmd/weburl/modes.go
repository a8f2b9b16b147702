package main

import (
	"io"
	"math"

	"github.com/weburl-go/url"
)

// newTool returns the tool for the options.
func newTool(opts *options, stdout, stderr io.Writer) *tool {
	t := &tool{opts: opts, parser: opts.parser, stdout: stdout, stderr: &console{w: stderr}}
	t.framing = framing{end: '\n', maxMessages: maxRefusals, maxLine: opts.maxLine}
	switch {
	case opts.quiet:
		t.framing.maxMessages = 0
	case opts.verbose:
		t.framing.maxMessages = math.MaxInt
	}
	if opts.nul {
		t.framing.end = 0
	}
	if opts.unique || opts.uniqueBy != nil {
		t.unique = newTally()
	}
	switch {
	case opts.tsv:
		t.framing.raw = true
		t.newLine = t.newTSVRow
	case opts.check:
		t.newLine = t.checkLine
	case opts.explain:
		t.newLine = t.newExplainer
		t.blocks = !opts.json
	case opts.compare:
		t.compareAll()
	case opts.count != nil:
		t.countAll()
	default:
		t.blocks = !opts.json && !opts.canonical && opts.get == nil && opts.format == nil
		t.newLine = func() lineFunc { return t.parsed(t.output_()) }
	}
	return t
}

// writer returns the function that writes a URL as the options ask.
func (t *tool) output_() func(c *chunk, r *reading) {
	requested, end := t.opts.get, t.framing.end
	switch {
	case requested != nil && t.opts.json:
		return func(c *chunk, r *reading) {
			if r.err != nil && t.opts.given["keep"] {
				c.out = append(appendRefusal(c.out, r), end)
				return
			}
			c.out = append(appendMembers(append(c.out, '{'), r, requested), '}', end)
		}
	case requested != nil:
		columns := columns(requested, end)
		return func(c *chunk, r *reading) { c.out = columns.append(c.out, r) }
	case t.opts.format != nil:
		return func(c *chunk, r *reading) { c.out = t.opts.format.append(c.out, r) }
	case t.opts.json:
		return func(c *chunk, r *reading) {
			if r.err != nil {
				c.out = append(appendRefusal(c.out, r), end)
				return
			}
			c.out = append(appendURLObject(c.out, r), end)
		}
	case t.opts.canonical:
		return func(c *chunk, r *reading) { c.out = append(append(c.out, r.u.Href()...), end) }
	}
	columns := columnsOf(t.stdout)
	return func(c *chunk, r *reading) { c.out = appendTable(append(c.out, '\n'), r.u, "", columns) }
}

// checkLine returns the line function of -check, which only counts the lines that are refused, and notes whether a URL
// did not pass the filters.
func (t *tool) checkLine() lineFunc {
	r := t.newReading()
	return func(c *chunk, line string, number int) {
		switch {
		case len(line) > c.maxLine || !t.accepts(line):
			c.refused++
		case len(t.opts.filters) > 0:
			if t.parse(r, c, line, number); !t.wanted(c, r) {
				c.different = true
			}
		}
	}
}

// accepts reports whether a line is a URL or, with -strict, a valid URL string.
func (t *tool) accepts(line string) bool {
	if t.opts.strict {
		return len(t.parser.Validate(line)) == 0
	}
	return t.parser.CanParse(line)
}

// runNew makes the URL of -new.
func (t *tool) runNew() {
	u, edits, err := newURL(t.opts.edits, t.opts.settings)
	c := &chunk{framing: t.framing, source: newSource, first: 1, last: true}
	if err != nil {
		c.refuse(0, err)
		t.write(c)
		return
	}
	t.opts.edits = edits
	t.parser = url.Parser{}
	t.newLine()(c, u.Href(), 0)
	t.write(c)
}

// newSource is the source of the URL of -new.
const newSource = "-new"
