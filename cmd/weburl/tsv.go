package main

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// nullTSV is how ClickHouse and Hive write NULL.
const nullTSV = `\N`

// newTSVRow returns a line function of -tsv. It writes a row for each row, whatever is in it, because a database joins
// the two by their order.
func (t *tool) newTSVRow() lineFunc {
	r := t.newReading()
	return func(c *chunk, row string, number int) {
		if n := strings.Count(row, "\t"); n > 0 {
			c.fatal = fmt.Errorf("row %d has %d columns; -tsv reads one", number, n+1)
			return
		}
		switch t.parseAndEdit(r, c, unescapeTSV(row), number); row {
		case nullTSV:
			r.u, r.err = url.URL{}, nil
		case "":
			r.u = url.URL{} // it may be the base
		}
		c.out = appendTSV(c.out, r, t.opts.get)
	}
}

// appendTSV appends the values of the requested parts as a row.
func appendTSV(dst []byte, r *reading, requested []part) []byte {
	plain := strings.IndexByte(r.u.Href(), '\\') < 0
	for i, p := range requested {
		if i > 0 {
			dst = append(dst, '\t')
		}
		switch value, ok := p.of(r); {
		case !ok:
			dst = append(dst, nullTSV...)
		case plain && !p.decoded:
			dst = append(dst, value...)
		default:
			dst = appendEscapedTSV(dst, value)
		}
	}
	return append(dst, '\n')
}

// tsvEscapes has the letter that stands for a byte after a backslash, or 0. The escapes are those of
// https://clickhouse.com/docs/interfaces/formats/TabSeparated, except that an apostrophe is not escaped.
var tsvEscapes = [256]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', 0: '0', '\\': '\\'}

// appendEscapedTSV appends a value with its escapes.
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

// unescapedTSV returns the byte that a letter stands for after a backslash.
func unescapedTSV(letter byte) byte {
	const letters, bytes = "bfnrt0ave", "\b\f\n\r\t\x00\a\v\x1b"
	if i := strings.IndexByte(letters, letter); i >= 0 {
		return bytes[i]
	}
	return letter
}

// checkTSV returns an error unless the parts make one row of each row.
func checkTSV(list []part) error {
	for _, p := range list {
		if p.all != nil {
			return fmt.Errorf("-tsv cannot be used with -get %s, which makes a row for each value", p.name)
		}
	}
	return nil
}
