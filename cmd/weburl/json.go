package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// appendObject appends the JSON object of a line: what -get asks for, or all.
func (t *tool) appendObject(dst []byte, r *reading) []byte {
	switch {
	case t.opts.get != nil:
		return append(appendMembers(append(dst, '{'), r, t.opts.get), '}')
	case r.err != nil:
		return appendRefusal(dst, r)
	}
	return appendURLObject(dst, r)
}

// appendURLObject appends the JSON object of a line: "input" as it was given, then the getters of the URL class, the
// pairs of the query, the site, and where the line was.
func appendURLObject(dst []byte, r *reading) []byte {
	dst = appendInput(append(dst, '{'), r.line)
	dst = appendMembers(append(dst, ','), r, parts[:getters])
	dst = append(dst, `,"params":[`...)
	for name, value := range r.u.QueryPairs() {
		dst = append(appendArray(dst, []string{name, value}, appendJSONString), ',')
	}
	site, _ := r.site()
	dst = appendMember(append(bytes.TrimSuffix(dst, []byte(",")), "],"...), "site", site)
	dst = appendPlace(append(dst, ','), r)
	if r.end > 0 {
		dst = fmt.Appendf(dst, `,"start":%d,"end":%d`, r.start, r.end)
	}
	return append(dst, '}')
}

func appendRefusal(dst []byte, r *reading) []byte {
	dst = appendInput(append(dst, '{'), r.line)
	name, ok := errorName(r)
	if !ok {
		name = reason(r.err)
	}
	dst = appendMember(append(dst, ','), errorPart, name)
	offset, ok := errorOffset(r)
	if !ok {
		offset = "null" // the error is that of a flag's value
	}
	dst = append(append(dst, `,"offset":`...), offset...)
	return append(appendPlace(append(dst, ','), r), '}')
}

// appendInput appends a line as "input", and its bytes as "inputBase64" if they are not UTF-8, which JSON cannot hold.
func appendInput(dst []byte, line string) []byte {
	if dst = appendMember(dst, "input", line); !utf8.ValidString(line) {
		dst = appendMember(append(dst, ','), "inputBase64", base64.StdEncoding.EncodeToString([]byte(line)))
	}
	return dst
}

func appendPlace(dst []byte, r *reading) []byte {
	dst = appendMember(dst, "source", r.source)
	return strconv.AppendInt(append(dst, `,"line":`...), int64(r.number), 10)
}

func appendArray[T any](dst []byte, list []T, appendItem func(dst []byte, item T) []byte) []byte {
	dst = append(dst, '[')
	for i, item := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendItem(dst, item)
	}
	return append(dst, ']')
}

// appendObjectOf appends a JSON object with some members, given as their names and values in turns.
func appendObjectOf(dst []byte, members ...string) []byte {
	separator := byte('{')
	for i := 0; i < len(members); i += 2 {
		dst = appendMember(append(dst, separator), members[i], members[i+1])
		separator = ','
	}
	return append(dst, '}')
}

// appendMembers appends the requested parts of a URL as members of a JSON object. A part without a value is null, and
// one that can have several values is an array.
func appendMembers(dst []byte, r *reading, requested []part) []byte {
	for i, p := range requested {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendJSONString(dst, p.name), ':')
		if p.all != nil {
			dst = appendArray(dst, p.all(r), appendJSONString)
		} else if value, ok := p.of(r); ok {
			dst = appendJSONString(dst, value)
		} else {
			dst = append(dst, "null"...)
		}
	}
	return dst
}

// appendMember appends a member of a JSON object. The name needs no escaping.
func appendMember(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, '"'), name...), `":`...)
	return appendJSONString(dst, value)
}

// isPlain reports whether s is a JSON string as it is: ASCII without anything that needs escaping.
func isPlain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b == '"' || b == '\\' || b >= 0x7F {
			return false
		}
	}
	return true
}

// appendJSONString appends s as a JSON string, without the escapes for HTML. It replaces each byte that is not part of valid
// UTF-8 by U+FFFD. As in a line of text, no control character is written raw.
func appendJSONString(dst []byte, s string) []byte {
	if isPlain(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.Encode(string([]rune(s))) // a string in a buffer never fails
	for _, c := range string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) {
		if isControl(c) {
			dst = fmt.Appendf(dst, `\u%04x`, c)
		} else {
			dst = utf8.AppendRune(dst, c)
		}
	}
	return dst
}

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
				dst = appendText(dst, value)
			case row < len(values[i]):
				dst = appendText(dst, values[i][row])
			}
		}
	}
	return dst
}

// formatTokens match the pieces of -format: a part or an unclosed brace, an escape, and text.
var formatTokens = regexp.MustCompile(`(?s)\{\{|\}\}|\{[^}]*\}?|\\.?|\}|[^{}\\]+`)

// formatEscapes has what these pieces stand for.
var formatEscapes = map[string]string{"{{": "{", "}}": "}", `\t`: "\t", `\n`: "\n", `\r`: "\r", `\0`: "\x00", `\\`: `\`}

// parseFormat reads the value of -format: text, parts in braces, "{{" for a brace, and escapes.
func parseFormat(format string) (*template, error) {
	t := new(template)
	text := ""
	for _, token := range formatTokens.FindAllString(format, -1) {
		switch escape, isEscape := formatEscapes[token]; {
		case isEscape:
			text += escape
		case token[0] == '\\':
			return nil, fmt.Errorf(`unknown escape %q; the escapes are \t, \n, \r, \0 and \\`, token)
		case token[0] != '{':
			text += token
		case !strings.HasSuffix(token, "}"):
			return nil, fmt.Errorf(`%q: "}" is missing; a brace is written "{{"`, token)
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
