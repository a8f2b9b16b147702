// Package mediatype reads media types, as the MIME Sniffing Standard says and browsers do. Package mime refuses what browsers
// repair. A character beyond ASCII is one code point, so decode a header field as Latin-1 first.
package mediatype

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// httpWhitespace is https://fetch.spec.whatwg.org/#http-whitespace.
const httpWhitespace = "\t\n\r "

// Serialize parses a media type and serializes it. It reports false if s is not one. If the result equals s, it is s.
//
// It implements https://mimesniff.spec.whatwg.org/#parse-a-mime-type and #serialize-a-mime-type.
func Serialize(s string) (string, bool) {
	essence, parameters, ok := cutEssence(s)
	if !ok {
		return "", false
	}
	var stack [128]byte
	serialized := append(stack[:0], essence...)
	infra.MakeLower(serialized)
	seen := map[string]struct{}{}
	for name, value, rest := cutParameter(parameters); name != ""; name, value, rest = cutParameter(rest) {
		if _, ok := seen[name]; !ok {
			seen[name] = struct{}{}
			serialized = appendValue(append(append(append(serialized, ';'), name...), '='), value)
		}
	}
	if string(serialized) == s {
		return s, true
	}
	return string(serialized), true
}

// Charset returns the parameter charset of the header field Content-Type, or "". A field can have several media types, with
// commas between them, because a server sent it several times. The last one counts, with a charset of an earlier one of the
// same essence.
//
// It implements https://fetch.spec.whatwg.org/#concept-header-extract-mime-type.
func Charset(field string) string {
	var essence, first, charset string
	for field != "" {
		var mediaType string
		mediaType, field = cutMediaType(field)
		next, parameters, ok := cutEssence(mediaType)
		if !ok || next == "*/*" {
			continue
		}
		own, hasCharset := charsetOf(parameters)
		if next = strings.ToLower(next); next != essence {
			essence, first = next, own
		}
		if charset = first; hasCharset {
			charset = own
		}
	}
	return charset
}

// charsetOf returns the first parameter charset.
func charsetOf(parameters string) (charset string, ok bool) {
	for name, value, rest := cutParameter(parameters); name != ""; name, value, rest = cutParameter(rest) {
		if name == "charset" {
			return value, true
		}
	}
	return "", false
}

// cutMediaType returns what is before the first comma that is not in quotes, and what is after it.
//
// It implements a step of https://fetch.spec.whatwg.org/#header-value-get-decode-and-split.
func cutMediaType(field string) (mediaType, rest string) {
	rest = field
	for {
		at := strings.IndexAny(rest, `",`)
		switch {
		case at < 0:
			return field, ""
		case rest[at] == ',':
			return field[:len(field)-len(rest)+at], rest[at+1:]
		}
		_, rest = cutQuoted(rest[at+1:])
	}
}

// cutEssence returns the essence of a media type, not yet in lower case, and its parameters. It reports false if s is not a
// media type.
func cutEssence(s string) (essence, parameters string, ok bool) {
	essence, parameters, _ = strings.Cut(strings.Trim(s, httpWhitespace), ";")
	essence = strings.TrimRight(essence, httpWhitespace)
	name, subtype, _ := strings.Cut(essence, "/")
	return essence, parameters, isToken(name) && isToken(subtype)
}

// cutParameter returns the first valid parameter of s, with its name in lower case, and what follows it. If there is none, name
// is "".
func cutParameter(s string) (name, value, rest string) {
	for s != "" {
		s = strings.TrimLeft(s, httpWhitespace)
		end := strings.IndexAny(s, ";=")
		if end < 0 {
			break
		}
		name, hasValue := s[:end], s[end] == '='
		if s = s[end+1:]; !hasValue {
			continue
		}
		if s == "" {
			break
		}
		var ok bool
		if value, s, ok = cutValue(s); ok && isToken(name) && isQuotable(value) {
			return strings.ToLower(name), value, s // a token, so ASCII
		}
	}
	return "", "", ""
}

// cutValue returns the value at the beginning of s, and what follows its ";". It reports false if there is none.
func cutValue(s string) (value, rest string, ok bool) {
	if s[0] == '"' {
		value, rest = cutQuoted(s[1:])
		_, rest, _ = strings.Cut(rest, ";")
		return value, rest, true
	}
	value, rest, _ = strings.Cut(s, ";")
	value = strings.TrimRight(value, httpWhitespace)
	return value, rest, value != ""
}

// cutQuoted returns what is before the closing quote, without the backslashes that escape, and what is after it.
//
// It implements https://fetch.spec.whatwg.org/#collect-an-http-quoted-string, from the second character on.
func cutQuoted(s string) (value, rest string) {
	var unescaped []byte
	for {
		end := strings.IndexAny(s, `"\`)
		switch {
		case end < 0:
			return string(append(unescaped, s...)), ""
		case s[end] == '"' && unescaped == nil:
			return s[:end], s[end+1:]
		case s[end] == '"':
			return string(append(unescaped, s[:end]...)), s[end+1:]
		case end == len(s)-1: // a backslash at the end stands for itself
			return string(append(unescaped, s...)), ""
		}
		unescaped, s = append(append(unescaped, s[:end]...), s[end+1]), s[end+2:]
	}
}

// appendValue appends a value, in quotes unless it is a token.
func appendValue(dst []byte, value string) []byte {
	if isToken(value) {
		return append(dst, value...)
	}
	dst = append(dst, '"')
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, value[i])
	}
	return append(dst, '"')
}

// isToken reports whether s has only https://mimesniff.spec.whatwg.org/#http-token-code-point, and at least one.
func isToken(s string) bool {
	for i := range len(s) {
		if b := s[i]; !infra.IsASCIIAlphanumeric(b) && strings.IndexByte("!#$%&'*+-.^_`|~", b) < 0 {
			return false
		}
	}
	return s != ""
}

// isQuotable reports whether s has only https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point.
func isQuotable(s string) bool {
	for _, r := range s {
		if r != '\t' && r < ' ' || r == 0x7F || r > 0xFF {
			return false
		}
	}
	return utf8.ValidString(s)
}
