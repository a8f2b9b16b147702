package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/weburl-go/url"
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
	const keys = 256 // bytes, enough for all that does not come from the URL
	dst = slices.Grow(dst, len(r.line)+3*len(r.u.Href())+keys)
	dst = append(dst, `{"input":`...)
	dst = appendJSONString(dst, r.line)
	dst = appendGetters(append(dst, ','), r)
	dst = appendPairs(append(dst, `,"params":[`...), r.u)
	site, _ := r.site()
	dst = appendMember(append(dst, "],"...), "site", site)
	dst = appendPlace(append(dst, ','), r)
	if r.end > 0 {
		dst = fmt.Appendf(dst, `,"start":%d,"end":%d`, r.start, r.end)
	}
	return append(dst, '}')
}

// appendRefusal appends the JSON object of a line that was refused.
func appendRefusal(dst []byte, r *reading) []byte {
	dst = appendMember(append(dst, '{'), "input", r.line)
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

// appendPlace appends where the line was.
func appendPlace(dst []byte, r *reading) []byte {
	dst = appendMember(dst, "source", r.source)
	return strconv.AppendInt(append(dst, `,"line":`...), int64(r.number), 10)
}

// appendPairs appends the pairs of the query, each as an array of the name and the value.
func appendPairs(dst []byte, u url.URL) []byte {
	first := true
	for name, value := range u.QueryPairs() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = appendJSONString(append(dst, '['), name)
		dst = append(appendJSONString(append(dst, ','), value), ']')
	}
	return dst
}

// appendArray appends a JSON array.
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

// appendGetters appends the getters of the URL class as members of a JSON object.
func appendGetters(dst []byte, r *reading) []byte {
	if !isPlain(r.u.Href()) {
		return appendMembers(dst, r, parts[:getters])
	}
	start := `"`
	for _, p := range parts[:getters] { // usually nothing needs escaping in the pieces of the href and in the origin
		value, _ := p.of(r)
		dst = append(append(append(dst, start...), p.name...), `":"`...)
		dst = append(append(dst, value...), '"')
		start = `,"`
	}
	return dst
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
		if b := s[i]; b < ' ' || b == '"' || b == '\\' || b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendJSONString appends s as a JSON string, without the escapes for HTML. It replaces each byte that is not part of valid
// UTF-8 by U+FFFD.
func appendJSONString(dst []byte, s string) []byte {
	if isPlain(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.Encode(string([]rune(s))) // a string in a buffer never fails
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
