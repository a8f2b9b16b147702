package main

import (
	"fmt"

	"github.com/weburl-go/url"
)

// nameColumns is the width of the names in a table, with the gap after them.
const nameColumns = 10

// appendTable appends a row for each getter whose value is not empty. It breaks a value that is wider than columns, unless
// that is 0.
func appendTable(dst []byte, u url.URL, indent string, columns int) []byte {
	r := &reading{u: u}
	for _, p := range parts[:getters] {
		if value, _ := p.of(r); value != "" {
			dst = fmt.Appendf(dst, "%s%-*s", indent, nameColumns, p.name)
			dst = appendWrapped(dst, value, len(indent)+nameColumns, columns)
		}
	}
	return dst
}

// appendParagraph appends a text in lines that fit the width, each after an indentation. It breaks at spaces.
func appendParagraph(dst []byte, indent, text string, columns int) []byte {
	if columns == 0 {
		return append(append(append(dst, indent...), text...), '\n')
	}
	for _, line := range wrap(text, columns-len(indent)) {
		dst = append(append(append(dst, indent...), line...), '\n')
	}
	return dst
}
