package main

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/page"
)

// A tool processes URLs as the options ask.
type tool struct {
	opts    *options
	parser  url.Parser // with the base
	framing framing
	stdout  io.Writer
	stderr  io.Writer

	whole   bool              // a table keeps all its rows, because nothing is filtered or counted
	newLine func() lineFunc   // returns a line function for one worker
	summary func()            // writes what follows the last line, or nil
	tally   tally             // of the lines so far, with -compare
	counts  map[string]uint64 // the values so far, with -count
	texts   texts             // the keys of counts and seen
	seen    map[string]bool   // the keys so far, with -unique

	blocks   bool     // each output begins with an empty line, and the first one is dropped
	wrote    bool     // some output was written
	outcomes          // of the lines so far
	trouble  bool     // an input or output failed
	messages messages // of the input that is being written
	hinted   bool     // there was a hint
	mistaken bool     // there was a hint at a host that was read as a scheme
	crowded  bool     // there was a hint at a line with several URLs
	stopping bool     // no more output is wanted
}

// maxRefusals is the number of rejected lines of an input that are reported one by one.
const maxRefusals = 20

// messages counts the rejected lines of an input that were reported, and those that were not.
type messages struct {
	shown, hidden int
}

// texts holds copies of strings. It keeps many of them in one block of memory, because ten million small blocks would keep
// the garbage collector busy.
type texts struct{ block strings.Builder }

func (t *texts) clone(s string) string {
	start := t.block.Len()
	if start+len(s) > t.block.Cap() {
		t.block, start = strings.Builder{}, 0
		t.block.Grow(max(chunkSize, len(s)))
	}
	t.block.WriteString(s) // does not move the block
	return t.block.String()[start:]
}

func (t *tool) newReading() *reading { return &reading{sites: newSites(t.opts.lookup)} }

// parse parses a line of the chunk into r. If the line is too long, r holds only the beginning of the line and an error.
func (t *tool) parse(r *reading, c *chunk, line string, number int) {
	const shown = 100 // bytes, at most
	r.source, r.number, r.line = c.source, number, line
	if len(line) > c.maxLine {
		r.line, r.u, r.err = startOfLine(line, shown)+"…", url.URL{}, errTooLong
		return
	}
	parser, baseErr := t.parser, error(nil)
	if r.base != "" {
		parser.Base, baseErr = url.Parse(r.base)
	}
	if line == "" && c.source != argumentSource {
		parser.Base = url.URL{} // an empty line or cell is not a reference to the base
	}
	if r.u, r.err = parser.Parse(line); r.err == nil {
		c.accepted = true
		if !r.u.IsSpecial() && c.mistaken == "" && t.parser.DefaultScheme == "" && !t.opts.explain && !t.opts.given["redact"] {
			if _, ok := notes.HostAsScheme(line); ok {
				c.mistaken = line
			}
		}
	} else if baseErr != nil && errors.Is(r.err, url.ErrMissingSchemeNonRelativeURL) {
		r.err = &lineError{"base-refused", "the base URL is rejected: " + reason(baseErr)}
	}
}

// startOfLine returns at most max bytes of a line. It does not cut the line within a code point.
func startOfLine(line string, max int) string {
	if len(line) <= max {
		return line
	}
	end := max
	for end > max-utf8.UTFMax && !utf8.RuneStart(line[end]) {
		end--
	}
	if _, size := utf8.DecodeRuneInString(line[end:]); size == 1 { // there is no code point to keep whole
		end = max
	}
	return line[:end]
}

// passes reports whether the URL passes all filters, and records if one did.
func (t *tool) passes(c *chunk, r *reading) bool {
	for _, wanted := range t.opts.filters {
		if !wanted(r) {
			return false
		}
	}
	c.passed = c.passed || r.err == nil
	return true
}

// chosen returns a function that filters and changes the URL of r as the options ask. The function then calls write with the
// URL, or reports the error.
func (t *tool) chosen(r *reading, write func(c *chunk, r *reading)) (use func(c *chunk)) {
	var current *chunk
	finish := func(err error) { // one closure for all lines
		if r.err = err; err != nil {
			r.u = url.URL{}
		}
		t.finish(current, r, write)
	}
	return func(c *chunk) {
		switch {
		case r.null && t.whole:
			write(c, r)
		case r.null || !t.passes(c, r):
		case r.err != nil || len(t.opts.edits) == 0:
			t.finish(c, r, write)
		default:
			current = c
			applyEdits(t.opts.edits, &r.u, finish)
		}
	}
}

// parsed returns a line function that parses each line, and calls write for each URL that passes.
func (t *tool) parsed(write func(c *chunk, r *reading)) lineFunc {
	r := t.newReading()
	use := t.chosen(r, write)
	switch {
	case t.opts.extract:
		return t.extracted(r, use)
	case t.opts.html:
		return t.ofPage(r, use)
	}
	redacts := t.opts.given["redact"]
	return func(c *chunk, line string, number int) {
		t.parse(r, c, line, number)
		use(c)
		if redacts && c.crowded == 0 && len(line) <= c.maxLine && strings.ContainsAny(line, endsOfWords) {
			if _, urls := appendRedacted(nil, line, nil); urls > 1 {
				c.crowded = number
			}
		}
	}
}

// extracted returns a line function that calls use for each link in a line, after setting r to the link.
func (t *tool) extracted(r *reading, use func(c *chunk)) lineFunc {
	finder := link.Finder{DefaultScheme: t.parser.DefaultScheme, Emails: t.opts.emails, Lookup: t.opts.lookup}
	if t.parser.DefaultScheme == "" {
		finder.AcceptHost = func(url.Host) bool { return false }
	}
	return func(c *chunk, line string, number int) {
		if len(line) > c.maxLine {
			t.parse(r, c, line, number) // and refuse it
			use(c)
			return
		}
		for start, size := 0, 0; start <= len(line); start += size + 1 {
			if size = strings.IndexAny(line[start:], endsOfLinks); size < 0 {
				size = len(line) - start
			}
			for l := range finder.All(line[start : start+size]) {
				l.Start, l.End = l.Start+start, l.End+start
				*r = reading{source: c.source, number: number, line: line[l.Start:l.End], u: l.URL, sites: r.sites, start: l.Start, end: l.End}
				c.accepted = true
				use(c)
			}
		}
	}
}

// errFlat is the error for a page in which a browser may find other links.
var errFlat = &lineError{"page-too-deep", "the page has more than 512 open elements, so a browser may find different links"}

// ofPage returns a line function that calls use for each link of an HTML page, after setting r to the link.
func (t *tool) ofPage(r *reading, use func(c *chunk)) lineFunc {
	return func(c *chunk, text string, _ int) {
		if len(text) > c.maxLine {
			c.refuse(0, errTooLong)
			return
		}
		doc, _ := page.Parse(strings.NewReader(text), t.parser.Base, "") // the reader has no errors
		if doc.Flat {
			c.refuse(0, errFlat)
		}
		n := 0
		for l := range doc.Links() {
			n++
			*r = reading{source: c.source, number: n, line: l.Raw, u: l.URL, err: l.Err, element: l.Node.Data, attribute: l.Attribute, sites: r.sites}
			c.accepted = c.accepted || l.Err == nil
			use(c)
		}
	}
}

// redactLine returns the line function of -extract -redact, which redacts each URL in a line and keeps all other bytes.
func (t *tool) redactLine() lineFunc {
	return func(c *chunk, line string, number int) {
		if len(line) > c.maxLine {
			c.refuse(number, errTooLong)
			return
		}
		c.out, _ = appendRedacted(c.out, line, t.opts.secret)
		if c.accepted = true; c.ended {
			c.out = append(c.out, c.end)
		}
	}
}

// finish calls write with a URL. It reports a rejected line on standard error or, with -keep and in a table that keeps all
// rows, writes the line in its place in the output. With -unique, it records what belongs to the URL.
func (t *tool) finish(c *chunk, r *reading, write func(c *chunk, r *reading)) {
	switch {
	case r.err == nil:
		c.written = true
		write(c, r)
	case t.opts.keep || t.whole:
		write(c, r)
	default:
		c.refuse(r.number, r.err)
		return
	}
	if t.seen != nil {
		if r.err == nil {
			c.keys = t.appendKey(c.keys, r)
		}
		c.records = append(c.records, record{key: len(c.keys), out: len(c.out), values: len(c.values), always: r.err != nil})
	}
}

// appendKey appends the key of a URL, which is its href or the parts of -unique-by. A URL is written only if its key is new.
func (t *tool) appendKey(dst []byte, r *reading) []byte {
	if t.opts.uniqueBy == nil {
		return append(dst, r.u.Href()...)
	}
	for _, p := range t.opts.uniqueBy {
		p.each(r, func(value string) { dst = append(binary.AppendUvarint(dst, uint64(len(value))+1), value...) })
		dst = append(dst, 0) // the part ends here: a decoded value may hold any byte
	}
	return dst
}

func (t *tool) checkLine() lineFunc {
	r, accepts := t.newReading(), t.parser.CanParse
	if t.opts.strict {
		accepts = func(line string) bool { return len(t.parser.Validate(line)) == 0 && utf8.ValidString(line) }
	}
	return func(c *chunk, line string, number int) {
		switch {
		case len(line) > c.maxLine || !accepts(line):
			c.found = true
		case len(t.opts.filters) > 0:
			t.parse(r, c, line, number)
			c.found = c.found || !t.passes(c, r)
		}
	}
}

// output writes to standard output. If that fails, it stops the run.
func (t *tool) output(b []byte) {
	if t.blocks && !t.wrote && len(b) > 0 {
		b = b[1:]
	}
	if len(b) == 0 || t.stopping {
		return
	}
	t.wrote = true
	if _, err := t.stdout.Write(b); err != nil {
		reportWriteError(t.stderr, err)
		t.stopping, t.trouble = true, true
	}
}

// reportWriteError reports an error of standard output, unless the reader has only closed the pipe.
func reportWriteError(stderr io.Writer, err error) {
	if !errors.Is(err, syscall.EPIPE) && !errors.Is(err, io.ErrClosedPipe) {
		_, _ = io.WriteString(stderr, "weburl: standard output: "+describe(err)+"\n")
	}
}
