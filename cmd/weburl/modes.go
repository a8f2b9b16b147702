package main

import (
	"io"

	"github.com/weburl-go/url"
)

// newTool makes the tool that does what the options ask for.
func newTool(opts *options, stdout, stderr io.Writer) *tool {
	t := &tool{opts: opts, stdout: stdout, stderr: &console{w: stderr}}
	if opts.unique {
		t.seen = make(map[string]struct{})
	}
	switch {
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

// format returns how a URL is written.
func (t *tool) format() func(c *chunk, line string, u *url.URL) {
	asked := t.opts.get
	switch {
	case asked != nil && t.opts.json:
		return func(c *chunk, _ string, u *url.URL) {
			c.out = append(appendMembers(append(c.out, '{'), u, asked), "}\n"...)
		}
	case asked != nil:
		return func(c *chunk, _ string, u *url.URL) { c.out = appendParts(c.out, u, asked) }
	case t.opts.json:
		return func(c *chunk, line string, u *url.URL) {
			c.out = append(appendURLObject(c.out, line, u), '\n')
		}
	case t.opts.canonical:
		return func(c *chunk, _ string, u *url.URL) { c.out = append(append(c.out, u.Href()...), '\n') }
	}
	return func(c *chunk, _ string, u *url.URL) { c.out = appendTable(append(c.out, '\n'), u, "") }
}

// checkLine returns the way with a line of -check, which only wants to know whether it is refused.
func (t *tool) checkLine() lineFunc {
	u := new(url.URL)
	return func(c *chunk, line string, _ int) {
		if t.opts.base == nil && !url.CanParse(line) || t.opts.base != nil && t.parse(u, line) != nil {
			c.refused++
		}
	}
}
