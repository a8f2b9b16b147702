package main

import (
	"io"

	"github.com/weburl-go/url"
)

// newTool returns the tool for the options.
func newTool(opts *options, stdout, stderr io.Writer) *tool {
	t := &tool{opts: opts, parser: url.Parser{Base: opts.base}, stdout: stdout, stderr: &console{w: stderr}}
	if opts.unique {
		t.seen = make(map[string]struct{})
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
		t.blocks = !opts.json && !opts.canonical && opts.get == nil
		t.newLine = func() lineFunc { return t.parsed(t.format()) }
	}
	return t
}

// format returns the function that writes a URL as the options ask.
func (t *tool) format() func(c *chunk, r *reading) {
	requested := t.opts.get
	switch {
	case requested != nil && t.opts.json:
		return func(c *chunk, r *reading) {
			c.out = append(appendMembers(append(c.out, '{'), r, requested), "}\n"...)
		}
	case requested != nil:
		return func(c *chunk, r *reading) { c.out = appendParts(c.out, r, requested) }
	case t.opts.json:
		return func(c *chunk, r *reading) { c.out = append(appendURLObject(c.out, r), '\n') }
	case t.opts.canonical:
		return func(c *chunk, r *reading) { c.out = append(append(c.out, r.u.Href()...), '\n') }
	}
	return func(c *chunk, r *reading) { c.out = appendTable(append(c.out, '\n'), r.u, "") }
}

// checkLine returns the line function of -check, which only counts the lines that are refused.
func (t *tool) checkLine() lineFunc {
	return func(c *chunk, line string, _ int) {
		if !t.parser.CanParse(line) {
			c.refused++
		}
	}
}
