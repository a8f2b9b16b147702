package main

import (
	"strings"

	"github.com/weburl-go/url/internal/cells"
)

// helpColumns is the width of the help, in columns.
const helpColumns = 80

// wrap breaks a text into lines of at most the given number of columns, where it has spaces. A longer word has a line of
// its own.
func wrap(text string, columns int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case cells.In(line)+1+cells.In(word) <= columns:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// A page is a text that is being written for the help.
type page struct{ strings.Builder }

// paragraph writes a text, indented and wrapped.
func (p *page) paragraph(indent int, text string) {
	for _, line := range wrap(text, helpColumns-indent) {
		p.WriteString(strings.Repeat(" ", indent) + line + "\n")
	}
}

// item writes a term, and what it means in a column of its own. A term that is too long has a line of its own.
func (p *page) item(term, meaning string, column int) {
	const gap = "  "
	lines := wrap(meaning, helpColumns-column)
	term = gap + term
	if cells.In(term)+len(gap) > column {
		p.WriteString(term + "\n")
		term = ""
	}
	for _, line := range lines {
		p.WriteString(term + strings.Repeat(" ", column-cells.In(term)) + line + "\n")
		term = ""
	}
}

// verbatim writes lines as they are, indented.
func (p *page) verbatim(text string) {
	for line := range strings.Lines(text) {
		p.WriteString("  " + line)
	}
}
