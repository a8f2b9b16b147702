package main

import (
	"io"
	"os"
	"strconv"
)

const (
	defaultColumns = 100 // for a row of a URL, where the width of the output is not known
	fewestColumns  = 40  // a narrower terminal breaks the lines itself
)

// columnsOf returns the width of the output in columns, or 0 if it is not known.
func columnsOf(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, fewestColumns)
	}
	if f, ok := w.(*os.File); ok {
		if n := terminalColumns(f); n > 0 {
			return max(n, fewestColumns)
		}
	}
	return 0
}

// appendWrapped appends a text in lines that fit the width, the first one after what stands in dst already and the others
// after an indentation. It breaks between characters, and never between one and the marks that combine with it.
func appendWrapped(dst []byte, text string, indent, columns int) []byte {
	for start := 0; ; {
		end := len(text)
		if columns > 0 {
			end = rowEnd(text, start, columns-indent)
		}
		dst = append(append(dst, text[start:end]...), '\n')
		if start = end; start == len(text) {
			return dst
		}
		for range indent {
			dst = append(dst, ' ')
		}
	}
}
