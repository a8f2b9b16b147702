package url

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// The format application/x-www-form-urlencoded: https://url.spec.whatwg.org/#application/x-www-form-urlencoded

// A pair is a name and a value, both of scalar values.
type pair struct{ name, value string }

func makePairs(pairs [][2]string) []pair {
	list := make([]pair, 0, len(pairs))
	for _, nameAndValue := range pairs {
		list = append(list, makePair(nameAndValue[0], nameAndValue[1]))
	}
	return list
}

func makePair(name, value string) pair {
	return pair{infra.ToScalarValues(name), infra.ToScalarValues(value)}
}

// appendPairs appends the serialization of list to dst.
//
// It implements https://url.spec.whatwg.org/#concept-urlencoded-serializer for UTF-8.
func appendPairs(dst []byte, list []pair) []byte {
	for i, q := range list {
		if i > 0 {
			dst = append(dst, '&')
		}
		dst = appendPair(dst, q.name, q.value, true)
	}
	return dst
}

// appendPair appends one pair to dst. Bytes that are not UTF-8 are percent-encoded one by one. The standard writes a space
// as "+". Data has "%20" there: see [URL.AppendQuery].
func appendPair(dst []byte, name, value string, spaceAsPlus bool) []byte {
	dst = append(appendPercentEncoded(dst, name, FormURLEncodedPercentEncodeSet, spaceAsPlus), '=')
	return appendPercentEncoded(dst, value, FormURLEncodedPercentEncodeSet, spaceAsPlus)
}

// Reading a query in the format application/x-www-form-urlencoded: https://url.spec.whatwg.org/#urlencoded-parsing

// The classes of bytes in a query.
const (
	formSeparator = 1 << iota // "&", which ends a pair
	formEquals                // "=", which ends a name
	formEscape                // "%" and "+", which may stand for another byte
)

var formClasses = [256]uint8{'&': formSeparator, '=': formEquals, '%': formEscape, '+': formEscape}

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

// component moves over a name or a value, up to a byte that has one of the classes in end. It also returns the classes
// of the bytes that it moved over.
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
// query consists of scalar values. Otherwise one of its bytes could form a character together with a percent-encoded
// byte next to it.
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
		p, _ := d.pair(&s)
		list = append(list, p)
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

// pairAt returns the decoded pair of a query with the index i, and whether there is one.
func pairAt(query string, i int) (name, value string, ok bool) {
	s := queryScanner{in: query}
	for n := 0; s.next(); n++ {
		if n == i {
			var d formDecoder
			p, _ := d.pair(&s)
			return p.name, p.value, true
		}
		s.skipPair()
	}
	return "", "", false
}

// searchQuery finds the first pair with that name and, unless value is nil, that value. It returns the pair's value as
// it is in the query, and whether there is such a pair.
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
		rawName, rawValue, _ := strings.Cut(sequence, "=")
		if wantedName.matches(rawName) && (value == nil || wantedValue.matches(rawValue)) {
			return rawValue, true
		}
	}
	return "", false
}

// A wanted is a name or value to look for in a query. It compares byte by byte: to decode each pair first would allocate, and
// Has and Get of a query do not.
type wanted struct {
	s string // scalar values
	// hasReplacement is whether s contains U+FFFD. Only then can invalid UTF-8 in the query match. Otherwise s matches
	// what decodes to the same bytes.
	hasReplacement bool
}

func makeWanted(s string) wanted {
	s = infra.ToScalarValues(s)
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

// decodeFormByte decodes the first byte of raw, which is not empty and part of a query. It returns the byte and the
// number of bytes that stand for it.
func decodeFormByte(raw string) (b byte, size int) {
	if raw[0] == '+' {
		return ' ', 1
	}
	if b, ok := infra.PercentEncodedByte(raw); ok {
		return b, len("%41")
	}
	return raw[0], 1
}

// decodeComponent decodes one name or value of a query.
func decodeComponent(raw string) string {
	var d formDecoder
	return d.component(&queryScanner{in: raw}, 0)
}

// A formDecoder decodes names and values of a query. It writes all of them to one piece of memory.
type formDecoder struct {
	toUTF8     bool // the query may have bytes that are not UTF-8, which become U+FFFD
	stripped   bool // tabs and newlines are removed
	keepsBytes bool // percent-encoded bytes that are not UTF-8 stay
	written    strings.Builder
}

// pair decodes the pair that s moves over next. It also returns the end of the name.
func (d *formDecoder) pair(s *queryScanner) (p pair, nameEnd int) {
	p.name = d.component(s, formSeparator|formEquals)
	nameEnd = s.pos
	s.skipEquals()
	p.value = d.component(s, formSeparator)
	return p, nameEnd
}

// component decodes the name or value that s moves over next. The result shares memory with the query if decoding does
// not change it.
func (d *formDecoder) component(s *queryScanner, end uint8) string {
	raw, classes := s.component(end)
	if d.stripped {
		raw = infra.WithoutTabsAndNewlines(raw)
	}
	if d.toUTF8 {
		raw = infra.ToScalarValues(raw)
	}
	if classes&formEscape == 0 {
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
	decoded := d.written.String()[start:]
	if d.keepsBytes {
		return decoded
	}
	return d.replaceInvalid(decoded)
}

// replaceInvalid implements https://encoding.spec.whatwg.org/#utf-8-decode-without-bom for s, which was written last.
func (d *formDecoder) replaceInvalid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	start := d.written.Len()
	for s != "" {
		r, size := infra.DecodeScalarValue(s)
		d.written.WriteRune(r)
		s = s[size:]
	}
	return d.written.String()[start:]
}

// sortByName sorts list by name, and keeps the order of pairs with the same name. It is a merge sort. buffer is nil,
// except in recursive calls. slices.SortStableFunc, which has no buffer, takes 2.1 times as long.
func sortByName(list, buffer []pair) {
	byName := func(a, b pair) int { return compareCodeUnits(a.name, b.name) }
	if len(list) <= 12 {
		slices.SortStableFunc(list, byName)
		return
	}
	mid := len(list) / 2
	if buffer == nil {
		buffer = make([]pair, mid)
	}
	sortByName(list[:mid], buffer)
	sortByName(list[mid:], buffer)
	first, second := buffer[:copy(buffer, list[:mid])], list[mid:]
	for i := 0; len(first) > 0; i++ {
		if len(second) > 0 && byName(second[0], first[0]) < 0 {
			list[i], second = second[0], second[1:]
		} else {
			list[i], first = first[0], first[1:]
		}
	}
}

// compareCodeUnits compares two strings in UTF-8 by their UTF-16 code units.
// https://infra.spec.whatwg.org/#code-unit-less-than
//
// The bytes of UTF-8 compare as code points do. Code units differ from that in one way: U+E000 to U+FFFF, with the lead
// bytes 0xEE and 0xEF, come after all that has the lead bytes 0xF0 to 0xF4.
func compareCodeUnits(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(codeUnitOrder(a[i])) - int(codeUnitOrder(b[i]))
		}
	}
	return len(a) - len(b)
}

// codeUnitOrder returns b, or for 0xEE and 0xEF a byte above 0xF4.
func codeUnitOrder(b byte) byte {
	if b == 0xEE || b == 0xEF {
		return b | 0x10
	}
	return b
}
