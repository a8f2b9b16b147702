package main

import (
	"errors"
	"io"
	"math"
	"strings"
	"syscall"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/page"
)

// A tool does what the options ask for.
type tool struct {
	opts    *options
	parser  url.Parser // with the base
	framing framing
	stdout  io.Writer
	stderr  io.Writer

	whole   bool              // a table keeps all its rows: nothing is filtered or counted
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

func newTool(opts *options, stdout, stderr io.Writer) *tool {
	t := &tool{opts: opts, parser: opts.parser, stdout: stdout, stderr: stderr}
	t.framing = framing{end: '\n', maxMessages: maxRefusals, maxLine: opts.maxLine, raw: opts.tsv, empty: opts.tsv || opts.keep}
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
		t.seen = make(map[string]bool)
	}
	if opts.count != nil {
		t.counts, t.summary = make(map[string]uint64), t.writeCounts
	}
	t.whole = (opts.tsv || opts.csv) && len(opts.filters) == 0 && t.seen == nil && t.counts == nil
	switch {
	case opts.extract && opts.given["redact"]:
		t.newLine, t.framing.raw = t.redactLine, true
	case opts.tsv:
		t.newLine = t.tsvLine
	case opts.check:
		t.newLine = t.checkLine
	case opts.explain:
		t.newLine = t.explainLine
		t.blocks = !opts.json
	case opts.compare:
		t.newLine, t.summary = t.compareLine, t.writeTally
		t.blocks = !opts.json
	default:
		t.blocks = !opts.json && !opts.canonical && opts.get == nil && opts.format == nil && opts.count == nil
		t.newLine = func() lineFunc { return t.parsed(t.writer()) }
	}
	return t
}

// writer returns the function that appends a line to the output as the options ask.
func (t *tool) writer() func(c *chunk, r *reading) {
	requested, end := t.opts.get, t.framing.end
	switch {
	case t.counts != nil:
		return t.collect
	case t.opts.json:
		return func(c *chunk, r *reading) { c.out = append(t.appendObject(c.out, r), end) }
	case requested != nil:
		columns := columns(requested, end)
		return func(c *chunk, r *reading) { c.out = columns.append(c.out, r) }
	case t.opts.format != nil:
		return func(c *chunk, r *reading) { c.out = t.opts.format.append(c.out, r) }
	case t.opts.canonical:
		return func(c *chunk, r *reading) { c.out = append(append(c.out, r.u.Href()...), end) }
	}
	width, colors := outputColumns(), t.wantsColors()
	return func(c *chunk, r *reading) { c.out = appendTable(append(c.out, '\n'), r.u, "", width, colors) }
}

// A lineError is why a line or row was refused that the parser has not read. It has a name, as the errors of the standard do.
type lineError struct{ name, text string }

func (e *lineError) Error() string { return e.text }

// errTooLong is the error for a line that is longer than -max-line allows.
var errTooLong = &lineError{"line-too-long", "the line is too long; -max-line allows longer ones"}

// errFlat is the error for a page of which a browser may read links otherwise.
var errFlat = &lineError{"page-too-deep", "the page has more than 512 open elements; a browser may find other links"}

func (t *tool) newReading() *reading { return &reading{sites: newSites(t.opts.lookup)} }

// parse sets r to a line of the chunk. It parses the line if that is not too long, and else keeps only its beginning.
func (t *tool) parse(r *reading, c *chunk, line string, number int) {
	const shown = 100 // bytes
	r.source, r.number, r.line = c.source, number, line
	if len(line) > c.maxLine {
		r.line, r.u, r.err = line[:min(len(line), shown)]+"…", url.URL{}, errTooLong
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
		if !r.u.IsSpecial() && c.mistaken == "" && t.parser.DefaultScheme == "" && !t.opts.explain {
			if _, ok := notes.HostAsScheme(line); ok {
				c.mistaken = line
			}
		}
	} else if baseErr != nil && errors.Is(r.err, url.ErrMissingSchemeNonRelativeURL) {
		r.err = &lineError{"base-refused", "the base: " + reason(baseErr)}
	}
}

// passes reports whether the URL passes the filters, and notes that one did.
func (t *tool) passes(c *chunk, r *reading) bool {
	for _, wanted := range t.opts.filters {
		if !wanted(r) {
			return false
		}
	}
	c.passed = c.passed || r.err == nil
	return true
}

// chosen returns a function that chooses and changes the URL of r as the options ask, and passes it to write or reports
// the error.
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

// parsed returns a line function that parses the line, and passes what is chosen to write.
func (t *tool) parsed(write func(c *chunk, r *reading)) lineFunc {
	r := t.newReading()
	use := t.chosen(r, write)
	switch {
	case t.opts.extract:
		return t.extracted(r, use)
	case t.opts.html:
		return t.ofPage(r, use)
	}
	return func(c *chunk, line string, number int) {
		t.parse(r, c, line, number)
		use(c)
		if t.opts.given["redact"] && c.crowded == 0 && len(line) <= c.maxLine && strings.ContainsAny(line, endsOfWords) {
			if _, urls := appendRedacted(nil, line, nil); urls > 1 {
				c.crowded = number
			}
		}
	}
}

// extracted returns a line function that sets r to each link in a line, and calls use.
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

// ofPage returns a line function for a page of HTML. It sets r to each link of the page, and calls use.
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

// endsOfLinks end a link in text, besides what UTS #58 says: markup and quotes stand around links more often than these
// are a part of them.
const endsOfLinks = "<>\"`"

// finish passes a URL to write. If the line was refused, it reports that on standard error, or with -keep and in a table
// that keeps all rows in its own place in the output. With -unique, it notes what belongs to the URL.
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

func (t *tool) checkLine() lineFunc {
	r, accepts := t.newReading(), t.parser.CanParse
	if t.opts.strict {
		accepts = func(line string) bool { return len(t.parser.Validate(line)) == 0 }
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

// newSource is the source of the URL of -new.
const newSource = "-new"

func (t *tool) runNew() {
	u, edits, err := newURL(t.opts.edits)
	c := &chunk{framing: t.framing, source: newSource, first: 1, last: true}
	if err != nil {
		c.refuse(0, err)
		c.refused, c.failed = false, true
	} else {
		t.opts.edits, t.parser = edits, url.Parser{}
		t.newLine()(c, u.Href(), 0)
	}
	t.write(c)
}

func (t *tool) write(c *chunk) {
	t.add(c.outcomes)
	t.trouble = t.trouble || c.err != nil || c.fatal != nil
	for d, n := range c.tally {
		t.tally[d] += n
	}
	if t.seen != nil {
		t.keepNew(c)
	}
	t.countValues(c.values)
	t.output(c.out)
	if c.fatal != nil || t.opts.check && t.found {
		t.stopping = true
	}
	t.writeLog(c)
}

// output writes to standard output. A failure stops the run.
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

// reportWriteError reports an error of standard output, unless the reader only closed its end.
func reportWriteError(stderr io.Writer, err error) {
	if !errors.Is(err, syscall.EPIPE) && !errors.Is(err, io.ErrClosedPipe) {
		io.WriteString(stderr, "weburl: standard output: "+describe(err)+"\n")
	}
}

func (t *tool) end() int {
	if t.summary != nil && !t.stopping {
		t.summary()
	}
	if t.trouble {
		return exitTrouble
	}
	finds := (t.opts.extract || t.opts.html) && !t.opts.given["redact"]
	if finds && !t.accepted && !t.refused && !t.opts.quiet {
		io.WriteString(t.stderr, "weburl: no link was found\n")
	}
	return t.status(finds || len(t.opts.filters) > 0, t.opts.strict || len(t.opts.urls) > 0)
}
