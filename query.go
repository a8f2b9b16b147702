package url

import (
	"strings"
	"unicode/utf8"
)

// Reading a query in the format application/x-www-form-urlencoded:
// https://url.spec.whatwg.org/#urlencoded-parsing

// The classes of bytes in a query.
const (
	formSeparator = 1 << iota // "&", which ends a pair
	formEquals                // "=", which ends a name
	formEscape                // "%" and "+", which may stand for another byte
	formNonASCII
)

var formClasses = func() (classes [256]uint8) {
	classes['&'], classes['='] = formSeparator, formEquals
	classes['%'], classes['+'] = formEscape, formEscape
	for b := utf8.RuneSelf; b < len(classes); b++ {
		classes[b] = formNonASCII
	}
	return classes
}()

// A queryScanner reads a query pair by pair.
type queryScanner struct {
	in  string
	pos int
}

// next moves to the next pair and reports whether there is one.
func (s *queryScanner) next() bool {
	for s.pos < len(s.in) && s.in[s.pos] == '&' {
		s.pos++
	}
	return s.pos < len(s.in)
}

// component moves over a name or a value, up to a byte that has one of the classes in end. It also returns the classes of
// the bytes that it moved over.
func (s *queryScanner) component(end uint8) (raw string, classes uint8) {
	in, start := s.in, s.pos
	i := start
	for ; i < len(in); i++ {
		class := formClasses[in[i]]
		if class&end != 0 {
			break
		}
		classes |= class
	}
	s.pos = i
	return in[start:i], classes
}

// skipEquals moves over the "=" after a name, if there is one.
func (s *queryScanner) skipEquals() {
	if s.pos < len(s.in) && s.in[s.pos] == '=' {
		s.pos++
	}
}

// skipPair moves over the rest of the pair.
func (s *queryScanner) skipPair() {
	if i := strings.IndexByte(s.in[s.pos:], '&'); i >= 0 {
		s.pos += i
	} else {
		s.pos = len(s.in)
	}
}

// parsePairs implements https://url.spec.whatwg.org/#concept-urlencoded-parser.
//
// query has scalar values only. Otherwise a byte of it could form a character together with a byte that was
// percent-encoded beside it.
func parsePairs(query string) []pair {
	if query == "" {
		return nil
	}
	n := strings.Count(query, "&") + 1
	if n > 32 {
		n = countPairs(query) // slower, but a run of "&" does not make the list large
	}
	list := make([]pair, 0, n)
	s := queryScanner{in: query}
	var d formDecoder
	for s.next() {
		name := d.component(&s, formSeparator|formEquals)
		s.skipEquals()
		value := d.component(&s, formSeparator)
		list = append(list, pair{name, value})
	}
	return list
}

// countPairs returns the number of pairs in a query.
func countPairs(query string) (n int) {
	for s := (queryScanner{in: query}); s.next(); s.skipPair() {
		n++
	}
	return n
}

// indexExcessPair returns the offset of the first pair of a query beyond maxPairs, or -1. A maxPairs of 0 or less is not
// a limit.
func indexExcessPair(query string, maxPairs int) int {
	n := 0
	for s := (queryScanner{in: query}); maxPairs > 0 && s.next(); s.skipPair() {
		if n == maxPairs {
			return s.pos
		}
		n++
	}
	return -1
}

// searchQuery finds the first pair with that name and, unless value is nil, that value. It returns the pair's value as it
// is in the query, and whether there is such a pair.
func searchQuery(query, name string, value *string) (raw string, ok bool) {
	wantedName, wantedValue := makeWanted(name), wanted{}
	if value != nil {
		wantedValue = makeWanted(*value)
	}
	for query != "" {
		var sequence string
		sequence, query, _ = strings.Cut(query, "&")
		if sequence == "" {
			continue
		}
		name, raw, _ := strings.Cut(sequence, "=")
		if wantedName.matches(name) && (value == nil || wantedValue.matches(raw)) {
			return raw, true
		}
	}
	return "", false
}

// A wanted is a name or value to look for in a query.
type wanted struct {
	s string // scalar values
	// hasReplacement is whether U+FFFD is in s. Only then can invalid UTF-8 in the query match. Otherwise s matches
	// what decodes to the same bytes.
	hasReplacement bool
}

func makeWanted(s string) wanted {
	s = toScalarValues(s)
	return wanted{s, strings.Contains(s, "\uFFFD")}
}

// matches reports whether raw, a name or value of a query, decodes to w.
func (w wanted) matches(raw string) bool {
	if w.hasReplacement {
		return decodeComponent(raw) == w.s
	}
	s := w.s
	for raw != "" {
		b, size := decodeFormByte(raw)
		if s == "" || s[0] != b {
			return false
		}
		s, raw = s[1:], raw[size:]
	}
	return s == ""
}

// decodeFormByte decodes the first byte of raw, which is not empty and part of a query. It returns the byte and the number
// of bytes that stand for it.
func decodeFormByte(raw string) (b byte, size int) {
	switch b = raw[0]; {
	case b == '+':
		return ' ', 1
	case b == '%' && isPercentEncodedByte(raw):
		return hexValue[raw[1]]<<4 | hexValue[raw[2]], 3
	}
	return b, 1
}

// decodeComponent decodes one name or value of a query.
func decodeComponent(raw string) string {
	var d formDecoder
	return d.component(&queryScanner{in: raw}, 0)
}

// A formDecoder decodes names and values of a query. All that it writes goes to the same piece of memory.
type formDecoder struct {
	written strings.Builder
}

// component decodes the name or value that s moves over next. The result shares memory with the query if decoding changes
// nothing.
func (d *formDecoder) component(s *queryScanner, end uint8) string {
	raw, classes := s.component(end)
	if classes&formEscape == 0 && (classes&formNonASCII == 0 || utf8.ValidString(raw)) {
		return raw
	}
	if d.written.Cap()-d.written.Len() < len(raw) {
		// This is enough for all that follows, unless U+FFFD replaces invalid bytes.
		d.written.Grow(len(raw) + len(s.in) - s.pos)
	}
	start := d.written.Len()
	for raw != "" {
		b, size := decodeFormByte(raw)
		d.written.WriteByte(b)
		raw = raw[size:]
	}
	return d.replaceInvalid(d.written.String()[start:])
}

// replaceInvalid implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom for the bytes of s, which is the
// last that was written.
func (d *formDecoder) replaceInvalid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	start := d.written.Len()
	for s != "" {
		r, size := decodeScalarValue(s)
		d.written.WriteRune(r)
		s = s[size:]
	}
	return d.written.String()[start:]
}
