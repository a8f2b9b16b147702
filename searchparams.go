package url

import (
	"iter"
	"maps"
	neturl "net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// URLSearchParams is a list of pairs of a name and a value, which the query of a URL stands for.
// https://url.spec.whatwg.org/#interface-urlsearchparams
//
// It is a list of its own or, from [URL.SearchParams], the list of a URL's query. The zero URLSearchParams
// is an empty list. One that has been used must not be copied as a value; [NewURLSearchParamsFromSeq] of
// its [URLSearchParams.All] makes a copy.
//
// Names and values are scalar values: what is not UTF-8 in a string counts as U+FFFD. Those that were read
// from a query may share memory with it, and with each other; strings.Clone one that is kept while the
// rest is not needed.
//
// Several goroutines may read it at once; a method that changes it needs it, and its URL, alone.
type URLSearchParams struct {
	list []pair
	// url is the standard's URL object. If it is set, list is not used: the list is the parse of the URL's
	// query, of which each method parses as much as it needs. So nothing is ever out of date, whatever
	// changes the URL, and reading writes nothing.
	url *URL
}

// A pair is a name and a value, both of scalar values.
type pair struct{ name, value string }

// NewURLSearchParams returns the list that the string stands for, as new URLSearchParams(init) in a
// browser: one "?" at its beginning is dropped, so that [URL.Search] may be given. Every string stands for a
// list. [ParseQuery] limits its length.
//
// It implements https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams.
func NewURLSearchParams(init string) *URLSearchParams {
	return &URLSearchParams{list: parsePairs(toScalarValues(strings.TrimPrefix(init, "?")))}
}

// ParseQuery returns the list that a query stands for, if that has at most maxPairs pairs; 0 or less is no
// maximum. Otherwise the error is an [*Error] with [ErrTooManyPairs] and the offset of the first pair that is
// one too many; then no memory was used for any pair. The error does not hold the query, in which a password
// may be. A "?" at the beginning is part of the first name: give [URL.Query] or net/http's
// Request.URL.RawQuery.
//
// It implements https://url.spec.whatwg.org/#concept-urlencoded-string-parser.
func ParseQuery(query string, maxPairs int) (*URLSearchParams, error) {
	if at := indexExcessPair(query, maxPairs); at >= 0 {
		return nil, &Error{Op: "parse query", Offset: at, Err: ErrTooManyPairs}
	}
	return &URLSearchParams{list: parsePairs(toScalarValues(query))}, nil
}

// NewURLSearchParamsFromPairs returns a list of the pairs, each of which is a name and a value.
// https://url.spec.whatwg.org/#urlsearchparams-initialize
func NewURLSearchParamsFromPairs(pairs [][2]string) *URLSearchParams {
	p := &URLSearchParams{list: make([]pair, 0, len(pairs))}
	for _, nameAndValue := range pairs {
		p.list = append(p.list, makePair(nameAndValue[0], nameAndValue[1]))
	}
	return p
}

// NewURLSearchParamsFromSeq returns a list of the pairs of seq, as of the [URLSearchParams.All] of another
// list. https://url.spec.whatwg.org/#urlsearchparams-initialize
func NewURLSearchParamsFromSeq(seq iter.Seq2[string, string]) *URLSearchParams {
	p := new(URLSearchParams)
	for name, value := range seq {
		p.list = append(p.list, makePair(name, value))
	}
	return p
}

// NewURLSearchParamsFromValues returns a list of what net/url has for a query, sorted by name as
// [URLSearchParams.Sort] sorts; the values of a name keep their order.
func NewURLSearchParamsFromValues(values neturl.Values) *URLSearchParams {
	p := new(URLSearchParams)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			p.list = append(p.list, makePair(name, value))
		}
	}
	p.Sort()
	return p
}

func makePair(name, value string) pair { return pair{toScalarValues(name), toScalarValues(value)} }

// SearchParams returns the list of pairs that u's query stands for. It is live: what is written to it goes to
// u's query, and what it reads is u's query of that moment. u must not be nil.
// https://url.spec.whatwg.org/#dom-url-searchparams
//
// [URLSearchParams.Get] and [URLSearchParams.Has] of it search the query without parsing all of it. Each
// method that changes it parses the query and writes the whole of it anew, so that n changes of a query of n
// pairs take time quadratic in n. For many changes or questions, make a list of its own from [URL.Search], and
// give that to [URL.SetSearch] at the end.
//
// In the zero URL there is no query: reading finds nothing, and writing does nothing. Where u would get longer
// than 4 GiB, writing panics with an [*Error].
//
// A browser keeps a list beside the query, which can differ from the query's parse in one case: after the
// search setter was given tabs or newlines, the query is without them, while the list has them. Here the list
// is always the query's, as it is in the standard's reference implementation.
func (u *URL) SearchParams() *URLSearchParams {
	_ = *u
	return &URLSearchParams{url: u}
}

// query returns the query of the URL.
func (p *URLSearchParams) query() string {
	query, _ := p.url.Query()
	return query
}

// pairs returns the standard's list.
func (p *URLSearchParams) pairs() []pair {
	if p.url != nil {
		return parsePairs(p.query())
	}
	return p.list
}

// update makes list the standard's list. It implements
// https://url.spec.whatwg.org/#concept-urlsearchparams-update.
func (p *URLSearchParams) update(list []pair) {
	if p.url != nil {
		p.url.updateQuery(list)
	} else {
		p.list = list
	}
}

// updateQuery sets the query to the serialization of list, or to null if that is empty.
//
// No byte of a serialization is in a query percent-encode set, is a tab or newline, or ends the query: it
// needs no parsing to become the query.
func (u *URL) updateQuery(list []pair) {
	if u.href == "" {
		return
	}
	var scratch [scratchSize]byte
	query := scratch[:0]
	if len(list) > 0 {
		query = appendPairs(append(query, '?'), list)
	}
	if others := len(u.href) - int(u.fragmentStart-u.queryStart); tooLong(others + len(query)) {
		panic(&Error{Op: "set search parameters of", URL: u.href, Offset: int(u.queryStart), Err: ErrTooLong})
	}
	u.splice(u.queryStart, u.fragmentStart, query, atFragmentStart)
}

// Append appends a pair. https://url.spec.whatwg.org/#dom-urlsearchparams-append
func (p *URLSearchParams) Append(name, value string) {
	p.update(append(p.pairs(), makePair(name, value)))
}

// Delete removes all pairs of that name. https://url.spec.whatwg.org/#dom-urlsearchparams-delete
//
// In a URL it writes the query anew, like all changes, even where it removes nothing.
func (p *URLSearchParams) Delete(name string) {
	name = toScalarValues(name)
	p.update(slices.DeleteFunc(p.pairs(), func(q pair) bool { return q.name == name }))
}

// DeleteValue removes all pairs of that name and value.
// https://url.spec.whatwg.org/#dom-urlsearchparams-delete
func (p *URLSearchParams) DeleteValue(name, value string) {
	unwanted := makePair(name, value)
	p.update(slices.DeleteFunc(p.pairs(), func(q pair) bool { return q == unwanted }))
}

// Set gives the first pair of that name the value and removes the others, or if there is none appends one.
// https://url.spec.whatwg.org/#dom-urlsearchparams-set
func (p *URLSearchParams) Set(name, value string) {
	list, wanted := p.pairs(), makePair(name, value)
	first := slices.IndexFunc(list, func(q pair) bool { return q.name == wanted.name })
	if first < 0 {
		p.update(append(list, wanted))
		return
	}
	list[first] = wanted
	others := slices.DeleteFunc(list[first+1:], func(q pair) bool { return q.name == wanted.name })
	p.update(list[:first+1+len(others)])
}

// Sort sorts the pairs by name, those of the same name in the order they have. Names compare by their UTF-16
// code units, as everywhere in a browser: U+10000 and above come before U+E000 to U+FFFF.
// https://url.spec.whatwg.org/#dom-urlsearchparams-sort
func (p *URLSearchParams) Sort() {
	list := p.pairs()
	sortByName(list, make([]pair, (len(list)+1)/2))
	p.update(list)
}

// sortByName sorts by merging, with a buffer of half the size, which is several times as fast for a long list
// as what slices.SortStableFunc does without one.
func sortByName(list, buffer []pair) {
	byName := func(a, b pair) int { return compareCodeUnits(a.name, b.name) }
	if len(list) <= 12 {
		slices.SortStableFunc(list, byName)
		return
	}
	mid := len(list) / 2
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

// compareCodeUnits compares two strings, which are UTF-8, by their UTF-16 code units.
// https://infra.spec.whatwg.org/#code-unit-less-than
//
// UTF-8 itself sorts by code points. The lead bytes of U+E000 to U+FFFF are 0xEE and 0xEF, those of what is
// above are 0xF0 to 0xF4: moving the former two up is all the difference.
func compareCodeUnits(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(codeUnitOrder(a[i])) - int(codeUnitOrder(b[i]))
		}
	}
	return len(a) - len(b)
}

func codeUnitOrder(b byte) byte {
	if b == 0xEE || b == 0xEF {
		return b | 0x10
	}
	return b
}

// Get returns the first value of that name, or "" where there is none.
// https://url.spec.whatwg.org/#dom-urlsearchparams-get
func (p *URLSearchParams) Get(name string) string {
	value, _ := p.Lookup(name)
	return value
}

// Lookup returns the first value of that name, and whether there is one: what the standard's get returns as
// a string or null. https://url.spec.whatwg.org/#dom-urlsearchparams-get
func (p *URLSearchParams) Lookup(name string) (value string, ok bool) {
	if p.url != nil {
		raw, ok := searchQuery(p.query(), name, nil)
		return decodeComponent(raw), ok
	}
	name = toScalarValues(name)
	for i := range p.list {
		if p.list[i].name == name {
			return p.list[i].value, true
		}
	}
	return "", false
}

// GetAll returns all values of that name, nil where there is none.
// https://url.spec.whatwg.org/#dom-urlsearchparams-getall
func (p *URLSearchParams) GetAll(name string) []string {
	name = toScalarValues(name)
	var values []string
	for _, q := range p.pairs() {
		if q.name == name {
			values = append(values, q.value)
		}
	}
	return values
}

// Has reports whether there is a pair of that name. https://url.spec.whatwg.org/#dom-urlsearchparams-has
func (p *URLSearchParams) Has(name string) bool {
	if p.url != nil {
		_, ok := searchQuery(p.query(), name, nil)
		return ok
	}
	_, ok := p.Lookup(name)
	return ok
}

// HasValue reports whether there is a pair of that name and value.
// https://url.spec.whatwg.org/#dom-urlsearchparams-has
func (p *URLSearchParams) HasValue(name, value string) bool {
	if p.url != nil {
		_, ok := searchQuery(p.query(), name, &value)
		return ok
	}
	return slices.Contains(p.list, makePair(name, value))
}

// Size returns how many pairs there are. https://url.spec.whatwg.org/#dom-urlsearchparams-size
func (p *URLSearchParams) Size() int {
	if p.url != nil {
		return countPairs(p.query())
	}
	return len(p.list)
}

// All yields all pairs, in order. Where the list changes meanwhile it goes on, as iteration in a browser
// does, with what is then at the next index: a pair that moves down past it is missed, and one that moves up
// is yielded again. https://url.spec.whatwg.org/#interface-urlsearchparams
func (p *URLSearchParams) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		var list []pair
		query := ""
		for i := 0; ; i++ {
			if p.url == nil {
				list = p.list
			} else if now := p.query(); i == 0 || now != query {
				list, query = parsePairs(now), now
			}
			if i >= len(list) || !yield(list[i].name, list[i].value) {
				return
			}
		}
	}
}

// Values returns the pairs as net/url has them: the values of each name in order, while the order of the
// names is lost.
func (p *URLSearchParams) Values() neturl.Values {
	values := make(neturl.Values)
	for _, q := range p.pairs() {
		values[q.name] = append(values[q.name], q.value)
	}
	return values
}

// String returns the serialization of the pairs, which has no "?" at its beginning.
// https://url.spec.whatwg.org/#urlsearchparams-stringification-behavior
func (p *URLSearchParams) String() string {
	var scratch [scratchSize]byte
	return string(appendPairs(scratch[:0], p.pairs()))
}

// appendPairs appends the serialization of list to dst.
//
// It implements https://url.spec.whatwg.org/#concept-urlencoded-serializer for UTF-8.
func appendPairs(dst []byte, list []pair) []byte {
	for i, q := range list {
		if i > 0 {
			dst = append(dst, '&')
		}
		dst = append(appendFormEncoded(dst, q.name), '=')
		dst = appendFormEncoded(dst, q.value)
	}
	return dst
}

// appendFormEncoded appends s percent-encoded, with "+" for a space, to dst.
func appendFormEncoded(dst []byte, s string) []byte {
	for {
		before, after, found := strings.Cut(s, " ")
		dst = appendPercentEncoded(dst, before, FormURLEncodedPercentEncodeSet)
		if !found {
			return dst
		}
		dst, s = append(dst, '+'), after
	}
}

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

// A queryScanner goes over a query.
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

// component moves over a name or a value, to the byte of the classes end that ends it. It returns the
// classes of the bytes in it, too.
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

// skipEquals moves over the "=" that may end a name.
func (s *queryScanner) skipEquals() {
	if s.pos < len(s.in) && s.in[s.pos] == '=' {
		s.pos++
	}
}

// skipPair moves over the pair.
func (s *queryScanner) skipPair() {
	if i := strings.IndexByte(s.in[s.pos:], '&'); i >= 0 {
		s.pos += i
	} else {
		s.pos = len(s.in)
	}
}

// parsePairs implements https://url.spec.whatwg.org/#concept-urlencoded-parser.
//
// A query is a byte sequence. Of a string that is not UTF-8 it is the toScalarValues: bytes of it must not
// make characters with the bytes that percent-decoding puts beside them.
func parsePairs(query string) []pair {
	if query == "" {
		return nil
	}
	n := strings.Count(query, "&") + 1
	if n > 32 {
		n = countPairs(query) // which takes longer, but a run of "&" is no reason for a large list
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

// countPairs returns how many pairs a query has.
func countPairs(query string) (n int) {
	for s := (queryScanner{in: query}); s.next(); s.skipPair() {
		n++
	}
	return n
}

// indexExcessPair returns the offset of the first pair of a query that is more than the maximum, or -1. A
// maximum of 0 or less is none.
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

// searchQuery returns the value, as it is in the query, of the first pair with that name and, unless it is
// nil, that value; and whether there is one.
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
	// replaced is whether U+FFFD is in s. Only then what is not UTF-8 can match; otherwise equal bytes are
	// all that counts.
	replaced bool
}

func makeWanted(s string) wanted {
	s = toScalarValues(s)
	return wanted{s, strings.Contains(s, "\uFFFD")}
}

// matches reports whether raw, a name or value of a query, is w when it is decoded.
func (w wanted) matches(raw string) bool {
	if w.replaced {
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

// decodeFormByte returns the byte that the beginning of raw, which is not empty, stands for in a query, and
// the size of that beginning.
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

// A formDecoder decodes names and values of a query. What it has to write for them is all in one piece of
// memory.
type formDecoder struct {
	written strings.Builder
}

// component decodes the name or value that s moves over next. It is the component itself where that is what
// it stands for.
func (d *formDecoder) component(s *queryScanner, end uint8) string {
	raw, classes := s.component(end)
	if classes&formEscape == 0 && (classes&formNonASCII == 0 || utf8.ValidString(raw)) {
		return raw
	}
	if d.written.Cap()-d.written.Len() < len(raw) {
		// Enough for all that follows, unless bytes have to be replaced by U+FFFD.
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

// replaceInvalid returns s with what is not UTF-8 in it replaced by U+FFFD. It implements
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom.
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
