package main

import (
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// anID stands in a pattern for digits, hexadecimal digits and UUIDs. A path cannot have braces.
const anID = "{id}"

// pattern returns what the URLs of pages of a kind have in common: the URL up to the host, its path with ids replaced,
// and the names of its query's pairs, sorted, each once. It has no credentials and no fragment.
func pattern(u url.URL) string {
	b := []byte(u.Protocol())
	if _, ok := u.ParsedHost(); ok {
		b = append(append(b, "//"...), u.Host()...)
	}
	b = appendPathPattern(b, u.Pathname())
	var names []string
	for name := range u.QueryPairs() {
		names = append(names, url.PercentEncode(name, url.FormURLEncodedPercentEncodeSet))
	}
	slices.Sort(names)
	for i, name := range slices.Compact(names) {
		b = append(b, "?&"[min(i, 1)])
		b = append(b, name...)
	}
	return string(b)
}

// appendPathPattern appends a path with its ids replaced. An id is a run of letters and digits that is a UUID, that
// has at least eight characters, all hexadecimal, and a digit among them, or that is a run of digits.
func appendPathPattern(dst []byte, path string) []byte {
	for path != "" {
		switch {
		case isUUID(path):
			dst = append(dst, anID...)
			path = path[uuidLength:]
			continue
		case path[0] == '%' && len(path) >= 3: // a percent-encoded byte is not a number
			dst = append(dst, path[:3]...)
			path = path[3:]
			continue
		}
		n := runOf(path, isAlphanumeric)
		if n == 0 {
			dst = append(dst, path[0])
			path = path[1:]
			continue
		}
		word := path[:n]
		if n >= 8 && runOf(word, infra.IsASCIIHexDigit) == n && strings.ContainsAny(word, "0123456789") {
			dst = append(dst, anID...)
		} else {
			dst = appendWordPattern(dst, word)
		}
		path = path[n:]
	}
	return dst
}

// appendWordPattern appends a word with its runs of digits replaced.
func appendWordPattern(dst []byte, word string) []byte {
	for word != "" {
		n := runOf(word, isDigit)
		if n > 0 {
			dst = append(dst, anID...)
		} else {
			n = 1
			dst = append(dst, word[0])
		}
		word = word[n:]
	}
	return dst
}

// uuidForm is the form of a UUID, https://www.rfc-editor.org/rfc/rfc9562#section-4. An x is a hexadecimal digit.
const (
	uuidForm   = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	uuidLength = len(uuidForm)
)

// isUUID reports whether path begins with a UUID that is not a part of a longer word.
func isUUID(path string) bool {
	if len(path) < uuidLength || len(path) > uuidLength && isAlphanumeric(path[uuidLength]) {
		return false
	}
	for i := range uuidLength {
		if b := path[i]; uuidForm[i] == '-' && b != '-' || uuidForm[i] == 'x' && !infra.IsASCIIHexDigit(b) {
			return false
		}
	}
	return true
}

// runOf returns the length of the longest prefix of s whose bytes are all in a class.
func runOf(s string, in func(b byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

func isDigit(b byte) bool        { return b >= '0' && b <= '9' }
func isAlphanumeric(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'z' }
