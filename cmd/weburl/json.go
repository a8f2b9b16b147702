package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// appendObject appends the JSON object of a line. It contains the requested parts or, if requested is nil, everything that
// weburl knows.
func appendObject(dst []byte, r *reading, requested []part) []byte {
	switch {
	case requested != nil:
		return append(appendMembers(append(dst, '{'), r, requested), '}')
	case r.err != nil:
		return appendRefusal(dst, r)
	}
	return appendURLObject(dst, r)
}

// appendURLObject appends the JSON object of a line: the input as it was read, the getters of the URL class, the pairs of
// the query, the site, and the place of the line.
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
		offset = "null" // the error is in the value of a flag
	}
	dst = append(append(dst, `,"offset":`...), offset...)
	return append(appendPlace(append(dst, ','), r), '}')
}

// appendInput appends a line as "input". If the line is not UTF-8, which JSON cannot represent, it appends the bytes as
// "inputBase64".
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

// appendObjectOf appends a JSON object. Its arguments alternate between names and values.
func appendObjectOf(dst []byte, members ...string) []byte {
	separator := byte('{')
	for i := 0; i < len(members); i += 2 {
		dst = appendMember(append(dst, separator), members[i], members[i+1])
		separator = ','
	}
	return append(dst, '}')
}

// appendMembers appends the requested parts of a URL as members of a JSON object. A part without a value is null, and a part
// that can have several values is an array.
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

// isPlain reports whether s needs no escapes in a JSON string, because all of its characters are ASCII and harmless.
func isPlain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b == '"' || b == '\\' || b >= 0x7F {
			return false
		}
	}
	return true
}

// appendJSONString appends s as a JSON string, without the escapes for HTML. It replaces each byte that is not part of valid
// UTF-8 by U+FFFD, and escapes all control characters.
func appendJSONString(dst []byte, s string) []byte {
	if isPlain(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(string([]rune(s))) // a string in a buffer never fails
	for _, c := range string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) {
		if isControl(c) {
			dst = fmt.Appendf(dst, `\u%04x`, c)
		} else {
			dst = utf8.AppendRune(dst, c)
		}
	}
	return dst
}
