package notes

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// Describe explains an error at a place of s. It names the character if the error is about one.
func Describe(s string, t url.ErrorType, offset int) string {
	r, size := utf8.DecodeRuneInString(s[offset:])
	if size == 0 {
		return t.Description()
	}
	switch t {
	case url.ErrInvalidURLUnit:
		return describeUnit(s, offset, r)
	case url.ErrHostInvalidCodePoint:
		return fmt.Sprintf("%s cannot be part of a host.", nameOf(r))
	case url.ErrDomainToASCII:
		if i := Forbidden(s, offset); i >= 0 {
			r, _ := utf8.DecodeRuneInString(s[i:])
			return fmt.Sprintf("%s cannot be part of a host.", nameOf(r))
		}
	case url.ErrPortInvalid:
		return fmt.Sprintf("%s is not a digit. A port has only digits.", nameOf(r))
	case url.ErrIPv6InvalidCodePoint:
		return fmt.Sprintf("%s does not belong here. An IPv6 address has hexadecimal digits and colons.", nameOf(r))
	}
	return t.Description()
}

// Forbidden returns the place of the first forbidden domain code point in the domain that begins at an offset of s, or
// -1. Percent-encoded ones are not found. https://url.spec.whatwg.org/#forbidden-domain-code-point
func Forbidden(s string, offset int) int {
	for i := offset; i < len(s) && strings.IndexByte("/\\?#:@", s[i]) < 0; i++ {
		if s[i] != '\t' && s[i] != '\n' && s[i] != '\r' && (s[i] <= ' ' || strings.IndexByte("<>[]^|\x7f", s[i]) >= 0) {
			return i
		}
	}
	return -1
}

// describeUnit explains the error invalid-URL-unit.
func describeUnit(s string, offset int, r rune) string {
	switch {
	case r <= ' ' && (isIgnored(s[:offset]) || isIgnored(s[offset:])):
		return "Spaces and control characters around a URL are removed."
	case r == '\t' || r == '\n' || r == '\r':
		return fmt.Sprintf("%s is not allowed in a URL. It is removed.", nameOf(r))
	case r == '%':
		return "“%” needs two hexadecimal digits after it. Write a percent sign as “%25”."
	}
	return fmt.Sprintf("%s must be written as “%s” here.", nameOf(r), Escape(string(r)))
}

// isIgnored reports whether s has only characters that the parser removes at the ends of its input.
func isIgnored(s string) bool { return strings.Trim(s, asciiControlsAndSpace) == "" }

const asciiControlsAndSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// nameOf returns a character and its code point, or the name of a character that is not visible.
func nameOf(r rune) string {
	switch r {
	case ' ':
		return "A space"
	case '\t':
		return "A tab"
	case '\n', '\r':
		return "A line break"
	}
	if unicode.IsGraphic(r) && !unicode.Is(unicode.Mn, r) && !unicode.IsSpace(r) {
		return fmt.Sprintf("“\u2068%c\u2069” (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// Escape percent-encodes all bytes of s.
func Escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
