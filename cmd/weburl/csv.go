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
)

// runCSV appends the parts to each record of the inputs. It reads the records one after the other, because a record can
// contain line feeds.
func (t *tool) runCSV(inputs []input) {
	r, first := t.newReading(), true
	t.runWhole(inputs, func(c *chunk, src *bufio.Reader) error {
		c.fatal, first = t.newCSVFilter(c, r, src, first).run(), false
		return nil
	})
}

// A csvFilter appends the parts to each record of an input. If no parts are requested, it copies the record. If there is a
// header, the csvFilter of the first input writes it.
type csvFilter struct {
	t            *tool
	c            *chunk
	src          *bufio.Reader
	records      *records
	out          *csv.Writer // to the chunk
	column, base column

	first   bool           // the input is the first one
	mark    []byte         // a byte order mark that is not yet written
	width   int            // the number of cells in the first record, or 0
	row     []string       // the record
	r       *reading       // its URL
	use     func(c *chunk) // writes the record, if it passes
	written int64          // the bytes of the input whose records are written
}

func (t *tool) newCSVFilter(c *chunk, r *reading, src *bufio.Reader, first bool) *csvFilter {
	f := &csvFilter{t: t, c: c, src: src, r: r, column: t.opts.column, base: t.opts.base, out: csv.NewWriter(c), first: first && t.counts == nil}
	if mark, _ := src.Peek(len(byteOrderMark)); bytes.Equal(mark, byteOrderMark) {
		_, _ = src.Discard(len(mark)) // they are in its buffer
		if f.first {
			f.mark = byteOrderMark
		}
	}
	f.out.Comma = cmp.Or(t.opts.delimiter, ',')
	f.records = newRecords(src, f.out.Comma, c.maxLine)
	f.use = t.chosen(r, t.tableWriter(f.append))
	return f
}

// run reads the records, and writes those that pass the filters. It returns the error that ends the run.
func (f *csvFilter) run() (err error) {
	for !f.t.stopping {
		if f.row, err = f.records.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if isFirst := f.width == 0; isFirst && f.column.name+f.base.name != "" {
			err = f.readHeader()
		} else {
			f.readRow()
		}
		if err != nil {
			return err
		}
		if f.records.hasBareQuote() {
			f.c.refuse(f.records.number, errBareQuote)
		}
		isAhead := len(f.records.src.read) > 0 || f.src.Buffered() > 0 // or the next record may come late
		if read := f.records.InputOffset(); read-f.written >= chunkSize || !isAhead {
			f.t.write(f.c)
			f.c.reset()
			f.written = read
		}
	}
	return nil
}

// readHeader finds the columns that are given by name.
func (f *csvFilter) readHeader() error {
	f.width = len(f.row)
	if err := cmp.Or(f.column.find(f.row), f.base.find(f.row)); err != nil {
		return err
	}
	if f.first {
		f.write(f.t.withParts(f.row, f.width, func(p part) string { return p.name }))
		f.c.records = append(f.c.records, record{out: len(f.c.out), always: true})
	}
	return nil
}

// readRow parses the URL of a record, and uses it.
func (f *csvFilter) readRow() {
	f.width = cmp.Or(f.width, len(f.row))
	if f.column.n > len(f.row) {
		f.r.refuse(f.c, f.records.number, errNoColumn(f.column.n))
		f.use(f.c)
		return
	}
	if f.r.base = ""; f.base.n > 0 && f.base.n <= len(f.row) {
		f.r.base = f.row[f.base.n-1]
	}
	f.t.parse(f.r, f.c, f.row[f.column.n-1], f.records.number)
	f.use(f.c)
}

// append writes the record and its parts.
func (f *csvFilter) append(_ *chunk, r *reading) {
	value := func(p part) string { value, _ := p.of(r); return value }
	row := f.row
	if !f.t.opts.inPlace {
		row = f.t.withParts(row, f.width, value)
	} else if f.column.n <= len(row) && !f.t.stays(r) {
		row[f.column.n-1] = value(f.t.opts.get[0])
	}
	f.write(row)
}

// write writes a record, after the byte order mark if there is one. Without -get, it copies the record that was read.
func (f *csvFilter) write(row []string) {
	f.c.out, f.mark = append(f.c.out, f.mark...), nil
	if f.t.opts.get == nil {
		f.c.out = f.records.appendText(f.c.out)
		return
	}
	_ = f.out.Write(row) // a chunk never fails
	f.out.Flush()
}

// withParts returns a record with one more cell for each part. The new cells are in the same columns for all records that
// have at most width cells.
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

// errRecordTooLong is the error for a record that is too long. It ends the run, because without the end of the record,
// nothing tells where the next one begins.
var errRecordTooLong = errors.New("is longer than -max-line allows")

// records reads the records of a CSV file. It rejects a record that is longer than max bytes, and reads little more of it
// than that.
type records struct {
	*csv.Reader
	src    *limitedReader
	max    int
	number int    // of the last record
	text   []byte // of the last record, and the blank lines before it
	isLog  bool   // it is an access log
	again  bufio.Reader
}

// A limitedReader reads until its limit is reached. Unlike an io.LimitedReader, it then returns an error other than io.EOF.
type limitedReader struct {
	io.Reader
	left int
	read []byte // what is not yet in a record
}

func (r *limitedReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errRecordTooLong
	}
	n, err := r.Reader.Read(p)
	r.left -= n
	r.read = append(r.read, p[:n]...)
	return n, err
}

// newRecords returns the reader of a file whose cells are separated by delimiter. If that is a space, the file is an access
// log.
func newRecords(src io.Reader, delimiter rune, max int) *records {
	r := &records{max: max, src: &limitedReader{Reader: src}, isLog: delimiter == ' '}
	r.Reader = csv.NewReader(r.src)
	if r.isLog {
		r.Reader = csv.NewReader(&logReader{src: r.src})
	}
	r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.LazyQuotes = delimiter, -1, true, true
	return r
}

// errBareQuote is the error for a record that is read despite it, but perhaps not as its writer meant.
var errBareQuote = &lineError{"bare-quote", `CSV does not allow a quotation mark here, so it was read as text`}

// hasBareQuote reports whether the last record contains a quotation mark where CSV does not allow it.
func (r *records) hasBareQuote() bool {
	if bytes.IndexByte(r.text, '"') < 0 {
		return false
	}
	text := r.text
	if r.isLog {
		text = bytes.Clone(text)
		new(logState).convert(text, 0)
	}
	r.again.Reset(bytes.NewReader(text))
	strict := csv.NewReader(&r.again) // takes its buffer
	strict.Comma, strict.FieldsPerRecord = r.Comma, -1
	_, err := strict.Read()
	return errors.Is(err, csv.ErrBareQuote) || errors.Is(err, csv.ErrQuote)
}

// next returns the next record. A csv.Reader reads ahead, so next can check the exact length only afterwards.
func (r *records) next() ([]string, error) {
	start := r.InputOffset()
	r.number++
	r.src.left = r.max + 1
	record, err := r.Read()
	size := r.InputOffset() - start
	r.text, r.src.read = r.src.read[:size], r.src.read[size:]
	if err == nil && size > int64(r.max) {
		err = errRecordTooLong
	}
	if err == errRecordTooLong {
		err = fmt.Errorf("record %d %w", r.number, err)
	}
	return record, err
}

// appendText appends the last record as it was read, with a line feed if the input ends without one.
func (r *records) appendText(dst []byte) []byte {
	text := r.text
	for bytes.HasPrefix(text, []byte("\n")) || bytes.HasPrefix(text, []byte("\r\n")) {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	if dst = append(dst, text...); !bytes.HasSuffix(text, []byte("\n")) {
		dst = append(dst, '\n')
	}
	return dst
}

// A logReader converts an access log to CSV. In a cell in quotation marks, a log has a backslash before a quotation mark,
// but CSV has a second mark. The length of the text does not change.
type logReader struct {
	src    io.Reader
	state  logState
	buffer [4096]byte
	ready  []byte // what is to be returned
	held   int    // 1: a backslash was read last, and what follows decides
	err    error  // of src
}

func (r *logReader) Read(p []byte) (int, error) {
	for len(r.ready) == 0 && r.err == nil {
		var n int
		r.buffer[0] = '\\' // if it is held
		n, r.err = r.src.Read(r.buffer[r.held:])
		r.ready = r.buffer[:r.held+n]
		r.state.convert(r.ready, r.held)
		if r.held = 0; r.state == afterBackslash && r.err == nil {
			r.ready, r.held = r.ready[:len(r.ready)-1], 1
		}
	}
	n := copy(p, r.ready)
	if r.ready = r.ready[n:]; n == 0 {
		return 0, r.err
	}
	return n, nil
}

// A logState says where in a cell of an access log the next byte is.
type logState int

const (
	cellStart      logState = iota
	inText                  // in a cell without marks around it
	inMarks                 // in a cell in marks
	afterBackslash          // in such a cell
	afterMark               // in such a cell, after a mark that ends it or is the first of two
	afterReturn             // after such a mark and a carriage return, which may be a part of the end of the line
)

// convert reads b[from:], and replaces each backslash before a quotation mark by a quotation mark.
func (s *logState) convert(b []byte, from int) {
	for i := from; i < len(b); i++ {
		c, isEnd := b[i], b[i] == ' ' || b[i] == '\n'
		switch state := *s; {
		case state == afterBackslash:
			if *s = inMarks; c == '"' {
				b[i-1] = '"'
			}
		case state == afterMark && c == '\r':
			*s = afterReturn
		case isEnd && (state == cellStart || state == inText || state == afterMark) || c == '\n' && state == afterReturn:
			*s = cellStart
		case state == cellStart && c != '"' || state == inText:
			*s = inText
		case c == '"' && (state == inMarks || state == afterReturn):
			*s = afterMark
		case c == '\\' && state != cellStart:
			*s = afterBackslash
		default: // after the first mark of a cell, and after one that does not end it
			*s = inMarks
		}
	}
}
