package engine

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// describe explains an error at a place of s. It names the character if the error is about one.
func describe(s string, t url.ErrorType, offset int) string {
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
		if i := forbidden(s, offset); i >= 0 {
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

// forbidden returns the place of the first forbidden domain code point in the domain that begins at an offset of s, or
// -1. Percent-encoded ones are not found. https://url.spec.whatwg.org/#forbidden-domain-code-point
func forbidden(s string, offset int) int {
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
	return fmt.Sprintf("%s must be written as “%s” here.", nameOf(r), escape(string(r)))
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

// escape percent-encodes all bytes of s.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// A Fix is a valid URL string to put in the place of the input or the base.
type Fix struct {
	Text    string `json:"text"`
	IsGuess bool   `json:"isGuess"` // whether the string was refused, so that the URL that was meant is not known
}

// maxFixed limits the length of an input that is corrected.
const maxFixed = 16 << 10

// correct returns a valid URL string for s, which the package read as u, or refused with err. It returns nil if s is
// valid already, or if the package knows no correction.
func correct(s string, base, u url.URL, err *Fault) *Fix {
	if len(s) > maxFixed {
		return nil
	}
	if err != nil {
		if u = guess(s, base, err); u.IsZero() {
			return nil
		}
	}
	fixed := validate(u)
	if fixed == "" || fixed == s {
		return nil
	}
	return &Fix{Text: fixed, IsGuess: err != nil}
}

// validate returns a valid URL string for u without its credentials, or "" if it knows none.
func validate(u url.URL) string {
	if u.IncludesCredentials() {
		// These setters fail only for URLs that cannot have credentials.
		_ = u.SetUsername("")
		_ = u.SetPassword("")
	}
	s := u.Href()
	var b strings.Builder
	done := 0
	for _, e := range url.Validate(s) {
		if e.Type != url.ErrInvalidURLUnit || e.Offset < done {
			return ""
		}
		_, size := utf8.DecodeRuneInString(s[e.Offset:])
		b.WriteString(s[done:e.Offset])
		b.WriteString(escape(s[e.Offset : e.Offset+size]))
		done = e.Offset + size
	}
	b.WriteString(s[done:])
	if fixed := b.String(); len(url.Validate(fixed)) == 0 {
		return fixed
	}
	return ""
}

// maxGuesses limits the changes that make a refused string parse.
const maxGuesses = 8

// guess returns the URL that was probably meant by a string that the package refused, or the zero URL.
func guess(s string, base url.URL, err *Fault) url.URL {
	for range maxGuesses {
		if err.Name == url.ErrMissingSchemeNonRelativeURL.Error() {
			u, _ := url.Parser{DefaultScheme: "https"}.Parse(s)
			return u
		}
		changed, ok := change(s, base, err)
		if !ok {
			return url.URL{}
		}
		u, parseErr := url.Parser{Base: base}.Parse(changed)
		if parseErr == nil {
			return u
		}
		s, err = changed, faultOf(parseErr)
	}
	return url.URL{}
}

// change returns s without the error that the package refused it for, if there is a way.
func change(s string, base url.URL, err *Fault) (changed string, ok bool) {
	var t url.ErrorType
	if t.UnmarshalText([]byte(err.Name)) != nil {
		return "", false
	}
	switch t {
	case url.ErrPortInvalid, url.ErrPortOutOfRange:
		for _, span := range spansOf(s, base) {
			if span.Name == "port" {
				return s[:strings.LastIndexByte(s[:span.from], ':')] + s[span.to:], true
			}
		}
	case url.ErrHostInvalidCodePoint:
		_, size := utf8.DecodeRuneInString(s[err.Offset:])
		return s[:err.Offset] + s[err.Offset+size:], size > 0
	case url.ErrDomainToASCII:
		if i := forbidden(s, err.Offset); i >= 0 {
			return s[:i] + s[i+1:], true
		}
	case url.ErrIPv6Unclosed:
		for _, span := range spansOf(s, base) {
			if span.Name == "host" {
				return s[:span.to] + "]" + s[span.to:], true
			}
		}
	}
	return "", false
}
