package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/infra"
)

// nameColumns is the width of the names in a table, including the gap after them.
const nameColumns = 10

// appendTable appends a row for each getter whose value is not empty. Unless columns is 0, it breaks values that are wider
// than that. With colors, names are dim and the host is bold.
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

// appendParagraph appends a text in indented lines that fit the width. It breaks lines at spaces.
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

// outputColumns returns the width of the output in columns, which the shell gives in COLUMNS, or 0 if it is not known.
func outputColumns() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n < 1 {
		return 0
	}
	return max(n, fewestColumns)
}

// A style says how a terminal shows text. It contains the parameters of the control sequence "select graphic rendition".
type style string

const (
	styleFatal style = "1;31"
	styleError style = "1;33"
	styleGood  style = "1;32"
	styleName  style = "2"
	styleHost  style = "1"
)

func styleOf(failure bool) style {
	if failure {
		return styleFatal
	}
	return styleError
}

// appendStyled appends a text, with a style if the output has colors.
func appendStyled(dst []byte, s style, text string, colors bool) []byte {
	if !colors {
		return append(dst, text...)
	}
	return fmt.Appendf(dst, "\x1b[%sm%s\x1b[m", s, text)
}

// appendWrapped appends a text in lines that fit the width. The first line continues the line in dst, and the others are
// indented. It breaks lines between characters, but not between a character and the marks that combine with it.
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

// rowEnd returns the end of the row that begins at start and has at most the given number of columns.
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

// wrap breaks a text into lines of at most the given number of columns. It breaks lines at spaces, so a longer word gets a
// line of its own.
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

// maxCell is the length in bytes of the longest text that appendCell appends, which is a number.
const maxCell = len("<U+10FFFF>")

// appendCell appends the first code point of s as a terminal should show it, and returns the columns that it takes and its
// size in bytes. A code point that is invisible, or that would change how the following text looks, is shown as a symbol or
// a number.
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

// appendText appends the value of a part to a line of text. It percent-encodes bytes that are not UTF-8 and control
// characters, including those of C1 and of bidirectional text, because they could end the line or change how a terminal
// shows the following text.
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

// clean returns s as appendText and url.Redact show it.
func clean(s string) string { return string(appendText(nil, s)) }

// A template describes the text for a URL, as a sequence of texts and parts.
type template struct {
	pieces     []piece
	hasLists   bool // a part can have several values
	ofRefusals bool // it contains a part that only rejected lines have
}

// A piece is a text or a part.
type piece struct {
	text string
	part *part // nil: a text
}

func (t *template) add(p part) {
	t.hasLists = t.hasLists || p.all != nil
	t.ofRefusals = t.ofRefusals || p.ofRefusals()
	t.pieces = append(t.pieces, piece{part: &p})
}

func (t *template) addText(text string) {
	if text != "" {
		t.pieces = append(t.pieces, piece{text: text})
	}
}

// columns returns the template of -get, which separates the parts by tabs.
func columns(list []part, end byte) *template {
	t := new(template)
	for i, p := range list {
		if i > 0 {
			t.addText("\t")
		}
		t.add(p)
	}
	t.addText(string(end))
	return t
}

// append appends the text that the template makes of a URL. If parts have several values, it writes several rows, and the
// first row has the first value of each of these parts. If none of these parts has a value, it writes no row.
func (t *template) append(dst []byte, r *reading) []byte {
	if !t.hasLists {
		for _, p := range t.pieces {
			if dst = append(dst, p.text...); p.part != nil {
				value, _ := p.part.of(r)
				dst = appendText(dst, value)
			}
		}
		return dst
	}
	rows := 0
	if r.err != nil { // a rejected line has a row in any case
		rows = 1
	}
	values := make([][]string, len(t.pieces))
	for i, p := range t.pieces {
		switch {
		case p.part == nil:
		case p.part.all != nil:
			values[i] = p.part.all(r)
			rows = max(rows, len(values[i]))
		default: // once for all rows, because some parts take as long as the query
			value, _ := p.part.of(r)
			values[i] = []string{value}
		}
	}
	for row := range rows {
		for i, p := range t.pieces {
			if dst = append(dst, p.text...); row < len(values[i]) {
				dst = appendText(dst, values[i][row])
			} else if p.part != nil && p.part.all == nil {
				dst = appendText(dst, values[i][0])
			}
		}
	}
	return dst
}

// formatTokens matches the pieces of -format, which are parts, unclosed braces, escapes and text.
var formatTokens = lazily(`(?s)\{\{|\}\}|\{[^}]*\}?|\\.?|\}|[^{}\\]+`)

// formatEscapes maps the escapes of -format to their meanings.
var formatEscapes = map[string]string{"{{": "{", "}}": "}", `\t`: "\t", `\n`: "\n", `\r`: "\r", `\0`: "\x00", `\\`: `\`}

// parseFormat reads the value of -format: text, parts in braces, "{{" for a brace, and escapes.
func parseFormat(format string) (*template, error) {
	t := new(template)
	text := ""
	for _, token := range formatTokens().FindAllString(format, -1) {
		switch escape, isEscape := formatEscapes[token]; {
		case isEscape:
			text += escape
		case token[0] == '\\':
			return nil, fmt.Errorf(`%q is not an escape; the escapes are \t, \n, \r, \0 and \\`, token)
		case token[0] != '{':
			text += token
		case !strings.HasSuffix(token, "}"):
			return nil, fmt.Errorf(`%q has no closing "}"; write "{{" for a brace`, token)
		default:
			p, err := partNamed(token[1 : len(token)-1])
			if err != nil {
				return nil, err
			}
			t.addText(text)
			t.add(p)
			text = ""
		}
	}
	t.addText(text)
	return t, nil
}

// nullTSV is how ClickHouse and Hive write NULL.
const nullTSV = `\N`

// tsvEscapes maps a byte to the letter that represents it after a backslash, or to 0. The escapes are those of
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

var escapedTSV = lazily(`\\(?:x[0-9A-Fa-f]{2}|(?s:.))`)

// unescapeTSV returns a value without its escapes. As ClickHouse does, it also reads "\xHH", ignores "\N" within other text,
// and reads any other escaped byte as that byte. A backslash at the end is a backslash.
func unescapeTSV(row string) string {
	const letters, bytes = "bfnrt0ave", "\b\f\n\r\t\x00\a\v\x1b"
	return escapedTSV().ReplaceAllStringFunc(row, func(escape string) string {
		at := strings.IndexByte(letters, escape[1])
		switch hex, ok := strings.CutPrefix(escape, `\x`); {
		case ok && hex != "":
			b, _ := strconv.ParseUint(hex, 16, 8) // the expression has only such digits
			return string([]byte{byte(b)})
		case escape == nullTSV:
			return ""
		case at >= 0:
			return bytes[at : at+1]
		}
		return escape[1:]
	})
}

// unquoteTSV returns a value without the quotation marks and escapes that ClickHouse adds to the command of a function with
// parameters.
func unquoteTSV(value string) string {
	if len(value) < 2 || value[0] != '\'' || value[len(value)-1] != '\'' {
		return value
	}
	return unescapeTSV(value[1 : len(value)-1])
}
