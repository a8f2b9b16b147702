package dataurl

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// orDefault returns the serialization of a media type before ";base64" and ",", or that of the default.
func orDefault(mediaType string) string {
	if strings.HasPrefix(mediaType, ";") {
		mediaType = "text/plain" + mediaType
	}
	if serialized, ok := serializeMediaType(mediaType); ok {
		return serialized
	}
	return "text/plain;charset=US-ASCII"
}

// httpWhitespace is https://fetch.spec.whatwg.org/#http-whitespace.
const httpWhitespace = "\t\n\r "

// serializeMediaType parses a media type and serializes it. It reports false if s is not one. If the result equals s, it is s.
//
// It implements https://mimesniff.spec.whatwg.org/#parse-a-mime-type and #serialize-a-mime-type. A character of s that is
// beyond ASCII is one code point, not the bytes of it.
func serializeMediaType(s string) (string, bool) {
	essence, parameters, _ := strings.Cut(strings.Trim(s, httpWhitespace), ";")
	essence = strings.TrimRight(essence, httpWhitespace)
	name, subtype, _ := strings.Cut(essence, "/")
	if !isToken(name) || !isToken(subtype) {
		return "", false
	}
	var stack [128]byte
	serialized := append(stack[:0], essence...)
	infra.MakeLower(serialized)
	serialized = appendParameters(serialized, parameters)
	if string(serialized) == s {
		return s, true
	}
	return string(serialized), true
}

// appendParameters appends the parameters of a media type to dst, the first of each name.
func appendParameters(dst []byte, s string) []byte {
	seen := map[string]struct{}{}
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
		var value string
		var ok bool
		if value, s, ok = cutValue(s); !ok || !isToken(name) || !isQuotable(value) {
			continue
		}
		name = strings.ToLower(name) // a token, so ASCII
		if _, ok := seen[name]; !ok {
			seen[name] = struct{}{}
			dst = appendValue(append(append(append(dst, ';'), name...), '='), value)
		}
	}
	return dst
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
