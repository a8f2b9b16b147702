package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// nullTSV is how ClickHouse and Hive write NULL.
const nullTSV = `\N`

// tsvRow returns a line function of -tsv. It writes a row for each row, whatever is in it, because the reader joins the
// two by their order. Without -tsv-escaped, the rows are plain text, which may end in a carriage return.
func (t *tool) tsvRow() lineFunc {
	r, o := t.newReading(), t.opts
	return func(c *chunk, row string, number int) {
		end := "\n"
		if before, ok := strings.CutSuffix(row, "\r"); ok && !o.tsvEscaped {
			row, end = before, "\r\n"
		}
		from, to, err := o.cellOf(row)
		if err != nil {
			c.fatal = fmt.Errorf("row %d %w", number, err)
			return
		}
		cell := row[from:to]
		switch r.null = o.tsvEscaped && cell == nullTSV; {
		case r.null:
			r.u, r.err = url.URL{}, nil
		case o.tsvEscaped:
			cell = unescapeTSV(cell)
			fallthrough
		default:
			if number == 1 && !o.tsvEscaped {
				cell = strings.TrimPrefix(cell, string(byteOrderMark))
			}
			t.parse(r, c, cell, number)
			t.edit(r)
		}
		switch {
		case !o.inPlace && o.column == 0:
			c.out = o.appendTSV(c.out, r)
		case !o.inPlace:
			c.out = o.appendTSV(append(append(c.out, row...), '\t'), r)
		case r.null || t.staysInPlace(c, r):
			c.out = append(c.out, row...)
		default:
			c.out = append(o.appendTSV(append(c.out, row[:from]...), r), row[to:]...)
		}
		c.out = append(c.out, end...)
	}
}

// staysInPlace reports whether the cell of r stays as it is with -in-place, because it is empty or was refused. It reports
// the refusal.
func (t *tool) staysInPlace(c *chunk, r *reading) bool {
	if r.err == nil || t.opts.keep {
		return false
	}
	if r.line != "" {
		c.refuse(r.number, r.err)
	}
	return true
}

// errRowTooLong is the error for a row or record that would have to be written whole.
var errRowTooLong = errors.New("is too long; -max-line allows longer ones")

// cellOf returns where the column is in a row that -column names. Without that flag, the row may have only one.
func (o *options) cellOf(row string) (from, to int, err error) {
	if o.column > 0 && len(row) > o.maxLine {
		return 0, 0, errRowTooLong // its end is lost
	}
	if o.column == 0 {
		if n := strings.Count(row, "\t"); n > 0 {
			return 0, 0, fmt.Errorf("has %d columns; -column N reads one of them", n+1)
		}
		return 0, len(row), nil
	}
	for n := 1; ; n++ {
		cell, _, more := strings.Cut(row[from:], "\t")
		switch {
		case n == o.column:
			return from, from + len(cell), nil
		case !more:
			return 0, 0, fmt.Errorf("has no column %d", o.column)
		}
		from += len(cell) + 1
	}
}

// appendTSV appends the values of the requested parts as a row, without its end.
func (o *options) appendTSV(dst []byte, r *reading) []byte {
	plain := strings.IndexByte(r.u.Href(), '\\') < 0
	for i, p := range o.get {
		if i > 0 {
			dst = append(dst, '\t')
		}
		switch value, ok := p.of(r); {
		case !o.tsvEscaped:
			dst = p.appendText(dst, value)
		case !ok || r.null:
			dst = append(dst, nullTSV...)
		case plain && !p.decoded:
			dst = append(dst, value...)
		default:
			dst = appendEscapedTSV(dst, value)
		}
	}
	return dst
}

// tsvEscapes has the letter that stands for a byte after a backslash, or 0. The escapes are those of
// https://clickhouse.com/docs/interfaces/formats/TabSeparated, except that an apostrophe is not escaped.
var tsvEscapes = [256]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', 0: '0', '\\': '\\'}

func appendEscapedTSV(dst []byte, value string) []byte {
	done := 0
	for i := range len(value) {
		if letter := tsvEscapes[value[i]]; letter != 0 {
			dst = append(append(dst, value[done:i]...), '\\', letter)
			done = i + 1
		}
	}
	return append(dst, value[done:]...)
}

// unescapeTSV returns a value without its escapes. As ClickHouse does, it also reads "\xHH", takes "\N" amid other
// text as nothing, and takes any other escaped byte as that byte. A backslash at the end stands for itself.
func unescapeTSV(row string) string {
	at := strings.IndexByte(row, '\\')
	if at < 0 {
		return row
	}
	b := make([]byte, 0, len(row))
	for ; at >= 0; at = strings.IndexByte(row, '\\') {
		b = append(b, row[:at]...)
		row = row[at+1:]
		if row == "" {
			return string(append(b, '\\'))
		}
		size := 1
		if row[0] == 'x' && len(row) > 2 && infra.IsASCIIHexDigit(row[1]) && infra.IsASCIIHexDigit(row[2]) {
			b, size = append(b, infra.HexValue[row[1]]<<4|infra.HexValue[row[2]]), 3
		} else if row[0] != 'N' {
			b = append(b, unescapedTSV(row[0]))
		}
		row = row[size:]
	}
	return string(append(b, row...))
}

// unquoteTSV returns a value without the quotes and escapes that ClickHouse puts into the command of a function with
// parameters.
func unquoteTSV(value string) string {
	if len(value) < 2 || value[0] != '\'' || value[len(value)-1] != '\'' {
		return value
	}
	return unescapeTSV(value[1 : len(value)-1])
}

func unescapedTSV(letter byte) byte {
	const letters, bytes = "bfnrt0ave", "\b\f\n\r\t\x00\a\v\x1b"
	if i := strings.IndexByte(letters, letter); i >= 0 {
		return bytes[i]
	}
	return letter
}

// runCSV is runInputs for -csv: it appends the parts to each record. A record may have line feeds, so they are read one
// after the other.
func (t *tool) runCSV(inputs []input) {
	r, first := t.newReading(), true
	t.runWhole(inputs, func(c *chunk, src *bufio.Reader) error {
		c.fatal, first = t.filterCSV(c, r, src, first), false
		return nil
	})
}

// filterCSV appends the parts to each record of an input. It writes the header, if there is one, of the first input.
func (t *tool) filterCSV(c *chunk, r *reading, src *bufio.Reader, first bool) error {
	var buffer bytes.Buffer
	defer func() { c.out = buffer.Bytes() }()
	if mark, _ := src.Peek(len(byteOrderMark)); bytes.Equal(mark, byteOrderMark) {
		src.Discard(len(mark))
		if first {
			buffer.Write(mark)
		}
	}
	records, out := newRecords(src, c.maxLine), csv.NewWriter(&buffer)
	if t.opts.delimiter != 0 {
		records.Comma, out.Comma = t.opts.delimiter, t.opts.delimiter
	}
	column, width := t.opts.column, 0
	for !t.stopping {
		record, err := records.next()
		width = cmp.Or(width, len(record))
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case column == 0: // the first record is a header
			if column = 1 + slices.Index(record, t.opts.columnName); column == 0 {
				return fmt.Errorf("there is no column %q", t.opts.columnName)
			}
			if first && t.opts.inPlace {
				out.Write(record) // a buffer never fails
			} else if first {
				out.Write(t.withParts(record, width, func(p part) string { return p.name }))
			}
		case column > len(record):
			c.refuse(records.number, fmt.Errorf("the record has no column %d", column))
			r.u, r.err = url.URL{}, nil
			out.Write(t.withParts(record, width, func(part) string { return "" }))
		default:
			t.parse(r, c, record[column-1], records.number)
			t.edit(r)
			value := func(p part) string { value, _ := p.of(r); return value }
			if !t.opts.inPlace {
				record = t.withParts(record, width, value)
			} else if !t.staysInPlace(c, r) {
				record[column-1] = value(t.opts.get[0])
			}
			out.Write(record)
		}
		if out.Flush(); buffer.Len() >= chunkSize {
			t.output(buffer.Bytes())
			buffer.Reset()
		}
	}
	return nil
}

// withParts returns a record with a cell for each part, in the same columns for each record that has at most width cells.
func (t *tool) withParts(record []string, width int, cell func(p part) string) []string {
	record = slices.Clip(record)
	for len(record) < width {
		record = append(record, "")
	}
	if t.opts.inPlace {
		return record
	}
	for _, p := range t.opts.get {
		record = append(record, cell(p))
	}
	return record
}

// records reads the records of a CSV file. It refuses a record of more than max bytes, and reads little more of it.
type records struct {
	*csv.Reader
	src    *limitedReader
	max    int
	number int // of the last record
}

// A limitedReader reads until its limit is reached. Unlike an io.LimitedReader, it does not take that for the end.
type limitedReader struct {
	io.Reader
	left int
}

func (r *limitedReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errRowTooLong
	}
	n, err := r.Reader.Read(p)
	r.left -= n
	return n, err
}

func newRecords(src io.Reader, max int) *records {
	r := &records{max: max, src: &limitedReader{Reader: src}}
	r.Reader = csv.NewReader(r.src)
	r.FieldsPerRecord, r.ReuseRecord = -1, true
	return r
}

// next returns the next record. A csv.Reader reads ahead, so the exact length is known only afterwards.
func (r *records) next() ([]string, error) {
	start := r.InputOffset()
	r.number++
	r.src.left = r.max + 1
	record, err := r.Read()
	if err == nil && r.InputOffset()-start > int64(r.max) {
		err = errRowTooLong
	}
	if err == errRowTooLong {
		err = fmt.Errorf("record %d %w", r.number, err)
	}
	return record, err
}

// checkTable returns an error unless -column fits, and the parts make one row of each row.
func (o *options) checkTable() error {
	if name := o.columnName; name != "" {
		if n, err := strconv.Atoi(name); err == nil && n > 0 {
			o.column, o.columnName = n, ""
		} else if o.tsv {
			return fmt.Errorf("-column: %q: want a number that is at least 1", name)
		}
	}
	if o.inPlace && (len(o.get) != 1 || o.column == 0 && o.columnName == "") {
		return errors.New("-in-place needs -column, and -get with one part")
	}
	for _, p := range o.get {
		if p.all != nil {
			return fmt.Errorf("-tsv and -csv cannot be used with -get %s, which makes a row for each value", p.name)
		}
	}
	return nil
}
