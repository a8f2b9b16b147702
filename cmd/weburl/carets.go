package main

import (
	"cmp"
	"fmt"
	"strconv"
)

// rowEnd returns the end of the row of a number of columns that begins at start.
func rowEnd(line string, start, most int) int {
	var cell [maxCell]byte
	for columns := 0; start < len(line); {
		_, width, size := appendCell(cell[:0], line[start:])
		if columns += width; columns > most {
			break
		}
		start += size
	}
	return start
}

// appendRows appends the URL in rows with carets below. Of a long URL, it appends only the first row and those
// with carets.
func (e *explainer) appendRows(dst []byte, line string, marks []mark) []byte {
	columns := cmp.Or(e.columns, defaultColumns)
	margin, digits := 4, len(strconv.Itoa(len(line))) // a caret may stand behind the end of the last row
	long := rowEnd(line, 0, columns-margin) < len(line)
	if long && e.columns > 0 {
		margin += digits + 2
	}
	omitted := false // the last row was left out
	for start, end := 0, -1; end < len(line); start = end {
		end = rowEnd(line, start, columns-margin)
		n := 0
		for n < len(marks) && (marks[n].offset < end || end == len(line)) {
			n++
		}
		switch {
		case start == 0 || n > 0:
			indent := "  "
			if long {
				indent = fmt.Sprintf("  %*d  ", digits, start)
			}
			dst = e.appendRow(dst, indent, line[start:end], start, marks[:n])
			omitted = false
		case !omitted:
			dst = append(dst, "  …\n"...)
			omitted = true
		}
		marks = marks[n:]
	}
	return dst
}

// appendRow appends a row that begins at the offset start of the URL. It appends the carets and numbers of the
// row's marks below.
func (e *explainer) appendRow(dst []byte, indent, text string, start int, marks []mark) []byte {
	dst = append(dst, indent...)
	columns := make([]int, 0, len(marks))
	column := 0
	for offset := 0; ; {
		width, size := 1, 1 // the end of the URL takes a column
		if offset < len(text) {
			dst, width, size = appendCell(dst, text[offset:])
		}
		for len(columns) < len(marks) && (marks[len(columns)].offset < start+offset+size || offset == len(text)) {
			columns = append(columns, max(column+min(width, 1)-1, 0)) // a combining character has no column of its own
		}
		if offset == len(text) {
			break
		}
		column += width
		offset += size
	}
	dst = append(dst, '\n')
	if len(marks) == 0 {
		return dst
	}
	dst = e.appendCarets(dst, len(indent), columns, marks)
	return e.appendNumbers(dst, len(indent), columns, marks)
}

// appendCarets appends a line with a caret at each of the columns.
func (e *explainer) appendCarets(dst []byte, indent int, columns []int, marks []mark) []byte {
	at := -indent
	for i, column := range columns {
		if column < at {
			continue // the column has a caret already
		}
		dst = fmt.Appendf(dst, "%*s", column-at, "")
		dst = e.appendStyled(dst, styleOf(marks[i].failure), "^")
		at = column + 1
	}
	return append(dst, '\n')
}

// appendNumbers appends the numbers of the marks below their carets. Of neighbors with the same number, only the
// first is written. A number that does not fit moves down one line.
func (e *explainer) appendNumbers(dst []byte, indent int, columns []int, marks []mark) []byte {
	var rest []int // the marks whose numbers are not written yet
	for i, m := range marks {
		if i == 0 || m.number != marks[i-1].number || columns[i] > columns[i-1]+1 {
			rest = append(rest, i)
		}
	}
	for len(rest) > 0 {
		at, lower := -indent, rest[:0]
		for _, i := range rest {
			if columns[i] <= at {
				lower = append(lower, i)
				continue
			}
			dst = fmt.Appendf(dst, "%*s%d", columns[i]-at, "", marks[i].number)
			at = columns[i] + len(strconv.Itoa(marks[i].number))
		}
		dst = append(dst, '\n')
		rest = lower
	}
	return dst
}

// A style says how a terminal shows text. It has the parameters of the control sequence "select graphic rendition".
type style string

const (
	styleFatal style = "1;31"
	styleError style = "1;33"
	styleGood  style = "1;32"
)

func styleOf(failure bool) style {
	if failure {
		return styleFatal
	}
	return styleError
}

// appendStyled appends a text, in a style if the output has colors.
func (e *explainer) appendStyled(dst []byte, s style, text string) []byte {
	if !e.colors {
		return append(dst, text...)
	}
	return fmt.Appendf(dst, "\x1b[%sm%s\x1b[m", s, text)
}
