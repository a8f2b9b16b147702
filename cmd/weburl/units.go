package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// A hinter names the characters that a line's errors point at, and says what to write instead.
type hinter struct {
	line       string
	start, end int // what the parser leaves of the line: https://url.spec.whatwg.org/#concept-basic-url-parser
}

func newHinter(line string) hinter {
	isStripped := func(r rune) bool { return r <= ' ' }
	left := strings.TrimLeftFunc(line, isStripped)
	start := len(line) - len(left)
	return hinter{line, start, start + len(strings.TrimRightFunc(left, isStripped))}
}

// hint returns the hint for an error, or "" if there is nothing to say beyond the error's description.
func (h hinter) hint(v url.ValidationError) string {
	line := h.line
	if v.Type != url.ErrInvalidURLUnit || v.Offset >= len(line) {
		return ""
	}
	r, size := utf8.DecodeRuneInString(line[v.Offset:])
	character := line[v.Offset:][:size]
	switch {
	case v.Offset >= h.end:
		return nameOf(r) + " at the end: it is removed"
	case v.Offset < h.start:
		return nameOf(r) + " at the beginning: it is removed"
	case r == '\t' || r == '\n' || r == '\r':
		return nameOf(r) + ": it is removed"
	case r == '%':
		return "`%` without two hexadecimal digits: write %25"
	}
	return nameOf(r) + ": write " + percentEncoded(character)
}

// nameOf names a character: as it is, if it can be seen.
func nameOf(r rune) string {
	switch r {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case '\n':
		return "a line feed"
	case '\r':
		return "a carriage return"
	}
	if shown := visible(string(r)); shown == string(r) {
		return "`" + shown + "`"
	}
	return fmt.Sprintf("U+%04X", r)
}

// percentEncoded returns each byte of s percent-encoded.
func percentEncoded(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
