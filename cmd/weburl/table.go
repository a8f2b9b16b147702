package main

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url"
)

// A tsvRow is a row of -tsv, and the place of the cell with its URL.
type tsvRow struct {
	text, end string
	from, to  int
	found     bool // the row has this cell
	cut       bool // the row is too long, so it has only the whole cells before its limit
}

// tsvLine returns the line function of -tsv. Without filters, it writes exactly one row for each row, because a reader joins
// the two by their order. Without -tsv-escaped, rows are plain text, which may end in a carriage return.
func (t *tool) tsvLine() lineFunc {
	r, o := t.newReading(), t.opts
	noColumn := errNoColumn(o.column.n)
	var row tsvRow
	use := t.chosen(r, t.tableWriter(func(c *chunk, r *reading) {
		switch {
		case o.get == nil || o.inPlace && (t.stays(r) || !row.found):
			c.out = append(c.out, row.text...)
		case o.inPlace:
			c.out = append(o.appendTSV(append(c.out, row.text[:row.from]...), r), row.text[row.to:]...)
		case o.column.n == 0:
			c.out = o.appendTSV(c.out, r)
		default:
			c.out = o.appendTSV(append(append(c.out, row.text...), '\t'), r)
		}
		c.out = append(c.out, row.end...)
	}))
	return func(c *chunk, line string, number int) {
		row = o.readRow(line, c.width)
		cell := row.text[row.from:row.to]
		r.null, r.base = o.tsvEscaped && cell == nullTSV, ""
		if from, to, ok := cellOf(row.text, o.base.n); ok && o.base.n > 0 {
			if r.base = row.text[from:to]; o.tsvEscaped {
				r.base = unescapeTSV(r.base)
			}
		}
		switch {
		case !row.found && o.column.n == 0:
			c.fatal = fmt.Errorf("row %d has %d columns, so use -column N to choose one", number, 1+strings.Count(line, "\t"))
			return
		case row.cut:
			r.refuse(c, number, errRowTooLong)
		case !row.found:
			r.refuse(c, number, noColumn)
		case r.null:
			r.u, r.err = url.URL{}, nil
		case o.tsvEscaped:
			t.parse(r, c, unescapeTSV(cell), number)
		case number == 1 && row.from == 0:
			t.parse(r, c, strings.TrimPrefix(cell, string(byteOrderMark)), number)
		default:
			t.parse(r, c, cell, number)
		}
		use(c)
	}
}

// readRow finds the cell of the URL in a row. If parts are appended, it fills the row up to width columns, so that the parts
// are in the same columns as in the first row.
func (o *options) readRow(line string, width int) tsvRow {
	row := tsvRow{text: line, end: "\n"}
	if before, ok := strings.CutSuffix(line, "\r"); ok && !o.tsvEscaped {
		row.text, row.end = before, "\r\n"
	}
	if row.cut = o.column.n > 0 && len(row.text) > o.maxLine; row.cut {
		row.text, row.end = line[:max(0, strings.LastIndexByte(line[:o.maxLine], '\t'))], "\n"
	}
	row.from, row.to, row.found = cellOf(row.text, o.column.n)
	if o.column.n == 0 || o.get == nil || o.inPlace && !row.cut {
		return row
	}
	if n := width - 1 - strings.Count(row.text, "\t"); n > 0 {
		missing := "\t"
		if o.tsvEscaped {
			missing += nullTSV
		}
		row.text += strings.Repeat(missing, n)
	}
	return row
}

// tableWriter returns a function that writes a row of a table with write, or collects the values of -count. It reports rows
// without a URL and, with -in-place, rejected URLs, because such rows do not say why.
func (t *tool) tableWriter(write func(c *chunk, r *reading)) func(c *chunk, r *reading) {
	if t.counts != nil {
		return t.collect
	}
	return func(c *chunk, r *reading) {
		if r.err != nil && (unread(r.err) || t.opts.inPlace && t.stays(r) && r.line != "") {
			c.refuse(r.number, r.err)
		}
		write(c, r)
	}
}

// stays reports whether -in-place leaves the cell of r unchanged. With -redact, every cell changes, and a row that is too
// long loses its cell.
func (t *tool) stays(r *reading) bool { return r.null || r.err != nil && !t.opts.keep }

// refuse turns r into a row whose cell cannot be read.
func (r *reading) refuse(c *chunk, number int, err error) {
	*r = reading{source: c.source, number: number, err: err, sites: r.sites}
}

// errRowTooLong is the error for a row that is too long, although it would have to be written completely.
var errRowTooLong = &lineError{errTooLong.name, "the row is longer than -max-line allows"}

func errNoColumn(column int) error {
	return &lineError{"column-missing", fmt.Sprintf("the row has no column %d", column)}
}

// unread reports whether err says that a row has no cell that can be read.
func unread(err error) bool {
	e, ok := err.(*lineError)
	return ok && e != errTooLong
}

// cellOf returns the place of a column in a row. If column is 0, the row must have a single column.
func cellOf(row string, column int) (from, to int, ok bool) {
	for n := 1; ; n++ {
		cell, _, more := strings.Cut(row[from:], "\t")
		switch {
		case n == column || column == 0 && !more:
			return from, from + len(cell), true
		case !more || column == 0:
			return 0, 0, false
		}
		from += len(cell) + 1
	}
}

// appendTSV appends the values of the requested parts as a row, without the end of the line.
func (o *options) appendTSV(dst []byte, r *reading) []byte {
	for i, p := range o.get {
		if i > 0 {
			dst = append(dst, '\t')
		}
		switch value, ok := p.of(r); {
		case !o.tsvEscaped:
			dst = appendText(dst, value)
		case !ok || r.null:
			dst = append(dst, nullTSV...)
		default:
			dst = appendEscapedTSV(dst, value)
		}
	}
	return dst
}
