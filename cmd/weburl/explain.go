package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
)

const (
	maxErrors = 10_000 // the number of errors of a line that are explained, not counting the failure
	maxMarks  = 200    // the number of places with a caret. JSON contains all places.
	maxPlaces = 10     // the number of places listed for one kind of error
)

// An explainer shows the validation errors of a URL and their places.
type explainer struct {
	parser  url.Parser            // collects the errors
	errors  []url.ValidationError // of the line, in the order of the standard's parser
	omitted int                   // the number of errors beyond maxErrors
	line    string
	lookup  notes.Lookup
	columns int // the width of the output, or 0 if it is not known
	colors  bool
}

func (t *tool) explainLine() lineFunc {
	e := &explainer{parser: t.parser, lookup: t.opts.lookup, columns: outputColumns(), colors: t.wantsColors()}
	e.parser.OnValidationError = e.note
	r := t.newReading()
	return func(c *chunk, line string, number int) {
		if len(line) > c.maxLine {
			c.refuse(number, errTooLong)
			return
		}
		e.errors, e.omitted, e.line = e.errors[:0], 0, line
		u, err := e.parser.Parse(line)
		if *r = (reading{source: c.source, number: number, line: line, u: u, err: err, sites: r.sites}); !t.passes(c, r) {
			return
		}
		c.accepted, c.refused = c.accepted || err == nil, c.refused || err != nil // the explanation has the reason
		c.found = c.found || t.opts.strict && !e.valid()
		if t.opts.json {
			c.out = append(e.appendJSON(c.out, line, u), c.end)
		} else {
			c.out = e.appendText(append(c.out, '\n'), line, u)
		}
	}
}

func (e *explainer) note(v url.ValidationError) {
	if len(e.errors) < maxErrors || v.Failure {
		e.errors = append(e.errors, v)
	} else {
		e.omitted++
	}
}

// valid reports whether the line is a valid URL string.
func (e *explainer) valid() bool { return len(e.errors) == 0 && utf8.ValidString(e.line) }

// appendJSON appends the explanation as a JSON object. If the line was rejected, u is the zero URL.
func (e *explainer) appendJSON(dst []byte, line string, u url.URL) []byte {
	dst = appendInput(append(dst, '{'), line)
	if !e.parser.Base.IsZero() {
		dst = appendMember(append(dst, ','), "base", e.parser.Base.Href())
	}
	dst = strconv.AppendBool(append(dst, `,"valid":`...), e.valid())
	dst = appendArray(append(dst, `,"errors":`...), e.errors, e.appendError)
	if e.omitted > 0 {
		dst = strconv.AppendInt(append(dst, `,"omitted":`...), int64(e.omitted), 10)
	}
	dst = appendArray(append(dst, `,"notes":`...), e.notes(u), func(dst []byte, n notes.Note) []byte {
		return appendObjectOf(dst, "name", n.Kind, "level", n.Level, "text", n.Text)
	})
	if u.IsZero() {
		return append(dst, ",\"url\":null}"...)
	}
	return append(appendMembers(append(dst, `,"url":{`...), &reading{u: u}, parts[:getters]), "}}"...)
}

func (e *explainer) appendError(dst []byte, v url.ValidationError) []byte {
	dst = appendMember(append(dst, '{'), "name", v.Type.Error())
	dst = fmt.Appendf(dst, `,"offset":%d,"failure":%t,`, v.Offset, v.Failure)
	dst = appendMember(dst, "description", v.Type.Description())
	if v.Detail != "" {
		dst = appendMember(append(dst, ','), "detail", v.Detail)
	}
	if h := e.hint(v); h != "" {
		dst = appendMember(append(dst, ','), "hint", h)
	}
	return append(dst, '}')
}

// appendText appends the explanation for people: the URL with carets, what they mean, and the result. If the line was
// rejected, u is the zero URL.
func (e *explainer) appendText(dst []byte, line string, u url.URL) []byte {
	findings, marks := e.findings()
	dst = e.appendRows(dst, line, marks)
	if !e.parser.Base.IsZero() {
		dst = fmt.Appendf(dst, "  base: %s\n", e.parser.Base.Href())
	}
	dst = append(dst, '\n')
	for i, f := range findings {
		dst = e.appendFinding(dst, i+1, f)
	}
	if e.omitted > 0 {
		dst = fmt.Appendf(dst, "  … and %s more errors\n", grouped(e.omitted))
	}
	if len(findings) > 0 {
		dst = append(dst, '\n')
	}
	dst = append(dst, "  "...)
	list := e.notes(u)
	switch {
	case u.IsZero():
		dst = append(appendStyled(dst, styleFatal, "This is not a URL, so browsers reject it.", e.colors), '\n')
		return e.appendNotes(dst, list)
	case !e.valid():
		dst = appendStyled(dst, styleError, "This is not a valid URL string. Browsers read it as:", e.colors)
	case slices.ContainsFunc(list, func(n notes.Note) bool { return n.Level != notes.Info }):
		dst = appendStyled(dst, styleError, "This is valid, but see the warning. Browsers read it as:", e.colors)
	default:
		dst = appendStyled(dst, styleGood, "This is a valid URL string. Browsers read it as:", e.colors)
	}
	return e.appendNotes(appendTable(append(dst, '\n'), u, "    ", e.columns, e.colors), list)
}

func (e *explainer) appendNotes(dst []byte, list []notes.Note) []byte {
	for i, n := range list {
		if i == 0 {
			dst = append(dst, '\n')
		}
		label := map[string]string{notes.Danger: "Danger: ", notes.Warn: "Warning: ", notes.Info: "Note: "}[n.Level]
		dst = appendParagraph(dst, "  ", label+n.Text, e.columns)
	}
	return dst
}

// A finding is a kind of error and all its places.
type finding struct {
	kind    url.ErrorType
	failure bool
	errors  []url.ValidationError // one for each place
}

// A mark is a place that gets a caret, with the number of its finding.
type mark struct {
	offset  int
	number  int
	failure bool
	column  int // in its row
}

// findings sorts the errors by place, and groups them by kind. It returns at most maxMarks marks, besides the mark of the
// failure.
func (e *explainer) findings() (findings []finding, marks []mark) {
	sorted := slices.Clone(e.errors)
	slices.SortStableFunc(sorted, func(a, b url.ValidationError) int { return cmp.Compare(a.Offset, b.Offset) })
	for _, v := range sorted {
		i := slices.IndexFunc(findings, func(f finding) bool { return f.kind == v.Type && f.failure == v.Failure })
		if i < 0 {
			i = len(findings)
			findings = append(findings, finding{kind: v.Type, failure: v.Failure})
		}
		f := &findings[i]
		if n := len(f.errors); n > 0 && f.errors[n-1].Offset == v.Offset {
			continue
		}
		f.errors = append(f.errors, v)
		if len(marks) < maxMarks || v.Failure {
			marks = append(marks, mark{offset: v.Offset, number: i + 1, failure: v.Failure})
		}
	}
	return findings, marks
}

// appendFinding appends a finding with its number: the kind of error, its places, its description and hints.
func (e *explainer) appendFinding(dst []byte, number int, f finding) []byte {
	fatal := map[bool]string{true: "fatal", false: "not fatal"}[f.failure]
	dst = fmt.Appendf(dst, "  %d  ", number)
	dst = appendStyled(dst, styleOf(f.failure), f.kind.Error(), e.colors)
	dst = fmt.Appendf(dst, " (%s) at byte ", fatal)
	for i, v := range f.errors {
		if i == maxPlaces {
			dst = fmt.Appendf(dst, " and %d more places", len(f.errors)-i)
			break
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(dst, int64(v.Offset), 10)
	}
	dst = appendParagraph(append(dst, '\n'), "     ", f.kind.Description(), e.columns)
	return e.appendHints(dst, f)
}

// appendHints appends the hints about the places of a finding, each only once.
func (e *explainer) appendHints(dst []byte, f finding) []byte {
	var hints []string
	for _, v := range f.errors {
		h := e.hint(v)
		if h == "" || slices.Contains(hints, h) {
			continue
		}
		if hints = append(hints, h); len(hints) > maxPlaces {
			return append(dst, "     …\n"...)
		}
		dst = appendParagraph(dst, "     ", "Byte "+strconv.Itoa(v.Offset)+": "+h, e.columns)
	}
	return dst
}

// hint returns a hint about the place of an error that the description of the error does not contain, or "".
func (e *explainer) hint(v url.ValidationError) string {
	if text := notes.Describe(e.line, v); text != v.Type.Description() {
		return withoutIsolates(text)
	}
	return ""
}

// notes returns what a reader of the line may miss. u is the URL as which the line is read.
func (e *explainer) notes(u url.URL) (list []notes.Note) {
	if u.IsZero() {
		list = notes.OfRefused(e.line)
	} else {
		list = notes.Of(notes.Subject{URL: u, Input: e.line, Base: e.parser.Base, Lookup: e.lookup})
	}
	for i := range list {
		list[i].Text = visible(withoutIsolates(list[i].Text))
	}
	return list
}

// withoutIsolates removes the characters that isolate directions, because terminals do not support them.
func withoutIsolates(text string) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text)
}

// appendRows appends the URL in rows, with carets below. For a long URL, it appends only the first row and the rows that
// have carets.
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

// appendRow appends the row of the URL that begins at the offset start, and the carets and numbers of its marks below.
func (e *explainer) appendRow(dst []byte, indent, text string, start int, marks []mark) []byte {
	dst = append(dst, indent...)
	column, next := 0, 0 // the next mark
	for offset := 0; ; {
		width, size := 1, 1 // the end of the URL takes a column
		if offset < len(text) {
			dst, width, size = appendCell(dst, text[offset:])
		}
		for ; next < len(marks) && (marks[next].offset < start+offset+size || offset == len(text)); next++ {
			marks[next].column = max(column+min(width, 1)-1, 0) // a combining character has no column of its own
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
	return appendNumbers(e.appendCarets(dst, len(indent), marks), len(indent), marks)
}

func (e *explainer) appendCarets(dst []byte, indent int, marks []mark) []byte {
	at := -indent
	for _, m := range marks {
		if m.column >= at { // the column has no caret yet
			dst = fmt.Appendf(dst, "%*s", m.column-at, "")
			dst = appendStyled(dst, styleOf(m.failure), "^", e.colors)
			at = m.column + 1
		}
	}
	return append(dst, '\n')
}

// appendNumbers appends the numbers of the marks below their carets. If neighbors have the same number, only the first is
// written. A number that does not fit is written one line lower.
func appendNumbers(dst []byte, indent int, marks []mark) []byte {
	var rest []mark // whose numbers are not written yet
	for i, m := range marks {
		if i == 0 || m.number != marks[i-1].number || m.column > marks[i-1].column+1 {
			rest = append(rest, m)
		}
	}
	for len(rest) > 0 {
		at, lower := -indent, rest[:0]
		for _, m := range rest {
			if m.column <= at {
				lower = append(lower, m)
				continue
			}
			dst = fmt.Appendf(dst, "%*s%d", m.column-at, "", m.number)
			at = m.column + len(strconv.Itoa(m.number))
		}
		dst = append(dst, '\n')
		rest = lower
	}
	return dst
}
