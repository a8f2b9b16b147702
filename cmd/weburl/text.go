package main

import (
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/infra"
)

// nameColumns is the width of the names in a table, with the gap after them.
const nameColumns = 10

// appendTable appends a row for each getter whose value is not empty. It breaks a value that is wider than columns, unless
// that is 0. In colors, the names are dim, and the host is bold.
func appendTable(dst []byte, u url.URL, indent string, columns int, colors bool) []byte {
	r := &reading{u: u}
	for _, p := range parts[:getters] {
		if value, _ := p.of(r); value != "" {
			name, on := fmt.Sprintf("%-*s", nameColumns, p.name), colors && strings.HasPrefix(p.name, "host")
			dst = appendStyled(append(dst, indent...), styleName, name, colors)
			start := len(dst)
			dst = appendWrapped(dst, value, len(indent)+nameColumns, columns)
			if on {
				text := string(dst[start : len(dst)-1])
				dst = append(appendStyled(dst[:start], styleHost, text, true), '\n')
			}
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

const (
	defaultColumns = 100 // for a row of a URL, where the width of the output is not known
	fewestColumns  = 40  // a narrower terminal breaks the lines itself
)

// outputColumns returns the width of the output in columns, as the shell says it, or 0 if it is not known.
func outputColumns() int {
	n, err := positive(os.Getenv("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(n, fewestColumns)
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
		dst = append(dst, strings.Repeat(" ", indent)...)
	}
}

// maxCell is the length in bytes of the longest text that appendCell appends, a number.
const maxCell = len("<U+10FFFF>")

// appendCell appends the first code point of s as a terminal should show it. It returns how many columns that
// takes, and how many bytes of s it stands for. A code point that is invisible, or that would change how the
// rest looks, is shown as a symbol or a number.
func appendCell(dst []byte, s string) (shown []byte, columns, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r < ' ':
		return utf8.AppendRune(dst, '\u2400'+r), 1, size
	case r == 0x7F:
		return utf8.AppendRune(dst, '\u2421'), 1, size
	case r < 0x7F:
		return append(dst, byte(r)), 1, size
	case !unicode.IsPrint(r) || infra.IsInvisible(r):
		n := len(dst)
		dst = fmt.Appendf(dst, "<U+%04X>", r)
		return dst, len(dst) - n, size
	}
	return utf8.AppendRune(dst, r), cells.Of(r), size
}

// visible returns s as appendCell shows it.
func visible(s string) string {
	shown := make([]byte, 0, len(s))
	for s != "" {
		var size int
		shown, _, size = appendCell(shown, s)
		s = s[size:]
	}
	return string(shown)
}

// appendText appends the value of a part to a line of text. It percent-encodes the bytes that are not UTF-8 and the control
// characters, among them those of C1 and of bidirectional text, because they could end the line or change how a terminal shows
// the rest.
func appendText(dst []byte, value string) []byte {
	done := 0
	for i := 0; i < len(value); {
		if b := value[i]; b >= ' ' && b < 0x7F {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(value[i:])
		if isControl(c) || c == utf8.RuneError && size == 1 {
			dst = append(dst, value[done:i]...)
			for _, b := range []byte(value[i : i+size]) {
				dst = fmt.Appendf(dst, "%%%02X", b)
			}
			done = i + size
		}
		i += size
	}
	return append(dst, value[done:]...)
}

// isControl reports whether c ends a line or changes how the text around it is shown.
func isControl(c rune) bool {
	return unicode.In(c, unicode.Cc, unicode.Bidi_Control) || c == '\u2028' || c == '\u2029'
}

// clean returns s as appendText shows it, which is how url.Redact shows it, too.
func clean(s string) string { return string(appendText(nil, s)) }

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

// A screen is a text for a terminal that is being written. There is an empty line between its blocks.
type screen struct{ strings.Builder }

func (p *screen) block() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

func (p *screen) paragraph(text string) {
	p.block()
	p.Write(appendParagraph(nil, "", text, helpColumns))
}

// items writes names, and what they mean in a column of its own. A name that is too long has a line of its own.
func (p *screen) items(list []field) {
	const indent, gap, longest = 2, 2, 18
	width := 0 // of the names
	for _, f := range list {
		if n := cells.In(f.name); n <= longest {
			width = max(width, n)
		}
	}
	for i, f := range list {
		if i == 0 {
			p.block()
		}
		name := strings.Repeat(" ", indent) + f.name
		column := indent + width + gap
		if cells.In(name)+gap > column {
			p.WriteString(name + "\n")
			name = ""
		}
		for _, line := range wrap(f.meaning, helpColumns-column) {
			p.WriteString(name + strings.Repeat(" ", column-cells.In(name)) + line + "\n")
			name = ""
		}
	}
}

func (p *screen) verbatim(text string) {
	p.block()
	for line := range strings.Lines(text) {
		p.WriteString("  " + line)
	}
}

// redactLine returns the line function of -extract -redact: it redacts each URL in a line, and keeps all other bytes.
func (t *tool) redactLine() lineFunc {
	return func(c *chunk, line string, number int) {
		if len(line) > c.maxLine {
			c.refuse(number, errTooLong)
			return
		}
		c.out, _ = appendRedacted(c.out, line, t.opts.secret)
		if c.accepted = true; c.ended {
			c.out = append(c.out, c.end)
		}
	}
}
