package main

import (
	"fmt"
	"strings"
)

// A template says what to write of a URL: texts and parts in turns.
type template struct {
	pieces     []piece
	hasLists   bool // a part can have several values
	ofRefusals bool // a part is one that only refused lines have
}

// A piece is a text, or a part.
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

// columns returns the template of -get: the parts, separated by tabs.
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

// append appends what the template makes of a URL. If parts have several values, there is a row for each: the first has
// the first value of each of these parts, and so on. If none of these parts has a value, there are no rows.
func (t *template) append(dst []byte, r *reading) []byte {
	rows := 1
	var values [][]string // of each piece
	if t.hasLists {
		values = make([][]string, len(t.pieces))
		if r.err == nil { // a refused line has its row, too
			rows = 0
		}
		for i, p := range t.pieces {
			if p.part != nil && p.part.all != nil {
				values[i] = p.part.all(r)
				rows = max(rows, len(values[i]))
			}
		}
	}
	for row := range rows {
		for i, p := range t.pieces {
			switch {
			case p.part == nil:
				dst = append(dst, p.text...)
			case p.part.all == nil:
				value, _ := p.part.of(r)
				dst = p.part.appendText(dst, value)
			case row < len(values[i]):
				dst = p.part.appendText(dst, values[i][row])
			}
		}
	}
	return dst
}

// appendText appends a value of the part to a line of text. A control character of a decoded value stays
// percent-encoded, because it could end the line or change how a terminal shows the rest.
func (p *part) appendText(dst []byte, value string) []byte {
	if !p.decoded {
		return append(dst, value...)
	}
	const hex = "0123456789ABCDEF"
	for i := range len(value) {
		if b := value[i]; b < ' ' || b == 0x7F {
			dst = append(dst, '%', hex[b>>4], hex[b&0xF])
		} else {
			dst = append(dst, b)
		}
	}
	return dst
}

// formatEscapes has what a letter stands for after a backslash in -format.
var formatEscapes = map[byte]string{'t': "\t", 'n': "\n", 'r': "\r", '0': "\x00", '\\': "\\"}

// parseFormat reads the value of -format: text, parts in braces, "{{" for a brace, and escapes.
func parseFormat(format string) (*template, error) {
	t := new(template)
	text := ""
	for format != "" {
		next := strings.IndexAny(format, `{}\`)
		if next < 0 {
			break
		}
		text += format[:next]
		token := format[next:]
		switch escape, isEscape := formatEscapes[byteAt(token, 1)]; {
		case token[0] == '\\' && isEscape:
			text += escape
			format = token[2:]
		case token[0] == '\\':
			return nil, fmt.Errorf(`unknown escape %q; the escapes are \t, \n, \r, \0 and \\`, token[:min(2, len(token))])
		case byteAt(token, 1) == token[0]: // "{{" or "}}"
			text += token[:1]
			format = token[2:]
		case token[0] == '}':
			text += "}"
			format = token[1:]
		default:
			name, rest, ok := strings.Cut(token[1:], "}")
			if !ok {
				return nil, fmt.Errorf(`%q: "}" is missing; a brace is written "{{"`, token)
			}
			p, err := partNamed(name)
			if err != nil {
				return nil, err
			}
			t.addText(text)
			t.add(p)
			text, format = "", rest
		}
	}
	t.addText(text + format)
	return t, nil
}

// byteAt returns byte i of s, or 0 if s is shorter.
func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}
