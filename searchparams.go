package url

import (
	"iter"
	"maps"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// URLSearchParams is a list of name-value pairs, such as those in a URL's query. It is either an independent list or,
// if returned by [URL.SearchParams], the live list of a URL's query. The zero URLSearchParams is an empty independent
// list. https://url.spec.whatwg.org/#interface-urlsearchparams
//
// Do not copy a URLSearchParams after its first use; call [URLSearchParams.Clone] instead. In a struct that will be
// encoded, for example as JSON, declare the field as *URLSearchParams, because only the pointer type has a MarshalText
// method.
//
// Methods that only read the list treat a nil *URLSearchParams as an empty list. Methods that change the list panic if
// it is nil.
//
// Multiple goroutines may read a list concurrently. A method that changes a live list needs exclusive access to the
// list and to its URL.
type URLSearchParams struct {
	_    noCopy
	list []pair
	// url is the standard's URL object. If it is set, list is not used: the list is what the URL's query parses to, and
	// each method parses as much of that as it needs. So the list is never out of date, and reading writes nothing.
	url *URL
}

// A noCopy in a struct makes go vet report copies of it.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// NewURLSearchParams returns a list of the pairs in init, like new URLSearchParams(init) in a browser. It ignores a
// single leading "?", so init can be the result of [URL.Search]. To limit the number of pairs, call [ParseQuery].
// https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams
func NewURLSearchParams(init string) *URLSearchParams {
	return &URLSearchParams{list: parsePairs(infra.ToScalarValues(strings.TrimPrefix(init, "?")))}
}

// ParseQuery returns a list of the pairs in query. It fails if there are more than maxPairs of them. Use it for
// untrusted queries. If maxPairs is 0 or less, there is no limit.
// https://url.spec.whatwg.org/#concept-urlencoded-string-parser
//
// A leading "?" in query is part of the first name, so pass the result of [URL.Query] or the RawQuery field of a
// net/url URL.
//
// The error wraps [ErrTooManyPairs] and gives the offset of the first pair beyond the limit. In that case, ParseQuery
// allocates no memory for pairs.
func ParseQuery(query string, maxPairs int) (*URLSearchParams, error) {
	if at := infra.IndexExcessPair(query, maxPairs); at >= 0 {
		return nil, &Error{Op: opParseQuery, Input: query, Offset: at, Err: ErrTooManyPairs}
	}
	return &URLSearchParams{list: parsePairs(infra.ToScalarValues(query))}, nil
}

// NewURLSearchParamsFromPairs returns a list of the given name-value pairs. Bytes that are not valid UTF-8 become
// U+FFFD, whereas [URL.AppendQuery] keeps them. https://url.spec.whatwg.org/#urlsearchparams-initialize
func NewURLSearchParamsFromPairs(pairs [][2]string) *URLSearchParams {
	return &URLSearchParams{list: makePairs(pairs)}
}

// NewURLSearchParamsFromSeq returns a list of the pairs that seq, such as u.QueryPairs(), yields. A nil seq gives an
// empty list. https://url.spec.whatwg.org/#urlsearchparams-initialize
func NewURLSearchParamsFromSeq(seq iter.Seq2[string, string]) *URLSearchParams {
	p := new(URLSearchParams)
	if seq == nil {
		return p
	}
	for name, value := range seq {
		p.list = append(p.list, makePair(name, value))
	}
	return p
}

// NewURLSearchParamsFromValues returns a list of the pairs in values. The pairs are sorted as if by
// [URLSearchParams.Sort], and the values for each name keep their order.
func NewURLSearchParamsFromValues(values neturl.Values) *URLSearchParams {
	p := new(URLSearchParams)
	for _, name := range slices.Sorted(maps.Keys(values)) { // Sort alone would not order names that differ only in invalid UTF-8
		for _, value := range values[name] {
			p.list = append(p.list, makePair(name, value))
		}
	}
	p.Sort()
	return p
}

// SearchParams returns the pairs of u's query as a live list: changing the list changes u's query, and reading the list
// reads the current query. u must not be nil. https://url.spec.whatwg.org/#dom-url-searchparams
//
// Each method that changes the list rewrites the whole query, so n changes to a query of n pairs take time quadratic in
// n. For many changes or lookups, make an independent list from [URL.Search], then pass its String to [URL.SetSearch].
//
// Once changed, the list encodes spaces as "+", which not every program understands; see [URL.AppendQuery]. Pairs added
// to the zero URL's list are lost.
func (u *URL) SearchParams() *URLSearchParams {
	_ = *u // panics here, not at the first use of the list, if u is nil
	return &URLSearchParams{url: u}
}

// Clone returns an independent list of the same pairs, even if p is live. The clone of nil is nil.
func (p *URLSearchParams) Clone() *URLSearchParams {
	if p == nil {
		return nil
	}
	list := p.pairs()
	if p.url == nil {
		list = slices.Clone(list) // else it was parsed just now
	}
	return &URLSearchParams{list: list}
}

// query returns the query of p's URL.
func (p *URLSearchParams) query() string {
	query, _ := p.url.Query()
	return query
}

// isLive reports whether p is the list of a URL. It is the first question of all methods that read, because p may be nil.
func (p *URLSearchParams) isLive() bool { return p != nil && p.url != nil }

// pairs returns the standard's list.
func (p *URLSearchParams) pairs() []pair {
	switch {
	case p == nil:
		return nil
	case p.url != nil:
		return parsePairs(p.query())
	}
	return p.list
}

// update replaces the standard's list by list. It implements
// https://url.spec.whatwg.org/#concept-urlsearchparams-update.
func (p *URLSearchParams) update(list []pair) {
	if err := p.tryUpdate(opSetSearchParams, list); err != nil {
		panic(err)
	}
}

// tryUpdate is update with an error in place of a panic.
func (p *URLSearchParams) tryUpdate(op string, list []pair) error {
	if p.url != nil {
		return p.url.updateQuery(op, list)
	}
	p.list = list
	return nil
}

// updateQuery sets the query to the serialization of list, or to null if that is empty.
func (u *URL) updateQuery(op string, list []pair) error {
	var scratch [scratchSize]byte
	query := scratch[:0]
	if len(list) > 0 {
		query = appendPairs(append(query, '?'), list)
	}
	return u.spliceQuery(op, u.queryStart, query)
}

// Append appends a pair. On a live list, it also rewrites the other pairs of the query; [URL.AppendQuery] does not.
// https://url.spec.whatwg.org/#dom-urlsearchparams-append
func (p *URLSearchParams) Append(name, value string) {
	list := p.pairs()
	if list == nil {
		list = make([]pair, 0, 4) // most queries have a few pairs
	}
	p.update(append(list, makePair(name, value)))
}

// Delete removes all pairs with the given name. https://url.spec.whatwg.org/#dom-urlsearchparams-delete
//
// On a live list, Delete rewrites the whole query even if it removes nothing: "a=%20&b" becomes "a=+&b=". If the bytes
// of the other pairs matter, as in a signed URL, use [URL.WithoutQueryValue].
func (p *URLSearchParams) Delete(name string) {
	name = infra.ToScalarValues(name)
	p.update(slices.DeleteFunc(p.pairs(), func(q pair) bool { return q.name == name }))
}

// DeleteValue removes all pairs with the given name and value. https://url.spec.whatwg.org/#dom-urlsearchparams-delete
func (p *URLSearchParams) DeleteValue(name, value string) {
	unwanted := makePair(name, value)
	p.update(slices.DeleteFunc(p.pairs(), func(q pair) bool { return q == unwanted }))
}

// Set sets the value of the first pair with the given name and removes any others with that name. If there is none, it
// appends a pair. https://url.spec.whatwg.org/#dom-urlsearchparams-set
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

// Sort sorts the pairs by name. Pairs with the same name keep their order. Names are compared by their UTF-16 code
// units, as in a browser, so U+10000 and above come before U+E000 to U+FFFF.
// https://url.spec.whatwg.org/#dom-urlsearchparams-sort
func (p *URLSearchParams) Sort() {
	list := p.pairs()
	sortByName(list, nil)
	p.update(list)
}

// Get returns the value of the first pair with the given name, or "" if there is none. On a live list, it does not
// parse all of the query. https://url.spec.whatwg.org/#dom-urlsearchparams-get
func (p *URLSearchParams) Get(name string) string {
	value, _ := p.Lookup(name)
	return value
}

// Lookup returns the value of the first pair with the given name, and reports whether there is one.
// https://url.spec.whatwg.org/#dom-urlsearchparams-get
func (p *URLSearchParams) Lookup(name string) (value string, ok bool) {
	if p.isLive() {
		return p.url.QueryValue(name)
	}
	list := p.pairs()
	for i := range list {
		if list[i].name == name {
			return list[i].value, true
		}
	}
	if scalars := infra.ToScalarValues(name); scalars != name {
		return p.Lookup(scalars)
	}
	return "", false
}

// GetAll returns the values of all pairs with the given name, in order, or nil if there are none.
// https://url.spec.whatwg.org/#dom-urlsearchparams-getall
func (p *URLSearchParams) GetAll(name string) []string {
	name = infra.ToScalarValues(name)
	var values []string
	for _, q := range p.pairs() {
		if q.name == name {
			values = append(values, q.value)
		}
	}
	return values
}

// Has reports whether there is a pair with the given name. https://url.spec.whatwg.org/#dom-urlsearchparams-has
func (p *URLSearchParams) Has(name string) bool {
	if p.isLive() {
		_, ok := searchQuery(p.query(), name, nil)
		return ok
	}
	_, ok := p.Lookup(name)
	return ok
}

// HasValue reports whether there is a pair with the given name and value.
// https://url.spec.whatwg.org/#dom-urlsearchparams-has
func (p *URLSearchParams) HasValue(name, value string) bool {
	if p.isLive() {
		_, ok := searchQuery(p.query(), name, &value)
		return ok
	}
	return slices.Contains(p.pairs(), makePair(name, value))
}

// Size returns the number of pairs. https://url.spec.whatwg.org/#dom-urlsearchparams-size
func (p *URLSearchParams) Size() int {
	if p.isLive() {
		return countPairs(p.query())
	}
	return len(p.pairs())
}

// At returns the name and value of the pair at index i, and reports whether there is one. Use it in an iterator that must
// survive changes to the list. To read all pairs, use [URLSearchParams.All].
// https://url.spec.whatwg.org/#concept-urlsearchparams-list
func (p *URLSearchParams) At(i int) (name, value string, ok bool) {
	if p.isLive() {
		return pairAt(p.query(), i)
	}
	if list := p.pairs(); i >= 0 && i < len(list) {
		return list[i].name, list[i].value, true
	}
	return "", "", false
}

// All yields all pairs, in order. If the list changes during iteration, All continues at the next index of the changed
// list, as in a browser. It can then miss a pair or yield one twice.
// https://url.spec.whatwg.org/#interface-urlsearchparams
func (p *URLSearchParams) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		var list []pair
		query := ""
		for i := 0; ; i++ {
			list, query = p.refresh(list, query)
			if i >= len(list) || !yield(list[i].name, list[i].value) {
				return
			}
		}
	}
}

// refresh returns the standard's list and, in a URL, the query from which it was parsed. list and query are what
// refresh returned the last time.
//
// It returns the current query even if the list is the same. After a change of another part of the URL, the query is at
// another address, and comparing it with the old one takes time. The next call compares it with itself, which takes
// none.
func (p *URLSearchParams) refresh(list []pair, query string) ([]pair, string) {
	if !p.isLive() {
		return p.pairs(), ""
	}
	current := p.query()
	if current != query {
		list = parsePairs(current)
	}
	return list, current
}

// Values returns the pairs as net/url Values. The values for each name keep their order, but the order of the names is
// lost.
func (p *URLSearchParams) Values() neturl.Values {
	values := make(neturl.Values)
	for _, q := range p.pairs() {
		values[q.name] = append(values[q.name], q.value)
	}
	return values
}

// String returns the pairs in the format application/x-www-form-urlencoded, without a leading "?".
// https://url.spec.whatwg.org/#urlsearchparams-stringification-behavior
func (p *URLSearchParams) String() string {
	var scratch [scratchSize]byte
	return string(appendPairs(scratch[:0], p.pairs()))
}

// AppendText implements [encoding.TextAppender].
func (p *URLSearchParams) AppendText(b []byte) ([]byte, error) { return appendPairs(b, p.pairs()), nil }

// MarshalText implements [encoding.TextMarshaler]. It returns the same text as [URLSearchParams.String].
func (p *URLSearchParams) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// AppendBinary implements [encoding.BinaryAppender].
func (p *URLSearchParams) AppendBinary(b []byte) ([]byte, error) {
	list := p.pairs()
	if len(list) == 0 {
		return b, nil
	}
	return appendPairs(append(b, binaryVersion), list), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler].
func (p *URLSearchParams) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It rejects data that [URLSearchParams.MarshalBinary] could
// not have produced. For a live list, it can also return the errors of [URLSearchParams.UnmarshalText].
func (p *URLSearchParams) UnmarshalBinary(data []byte) error {
	query, ok := cutBinary(data)
	list := parsePairs(infra.ToScalarValues(query))
	if !ok || string(appendPairs(nil, list)) != query {
		return notBinary(opBinarySearchParams, data)
	}
	return p.unmarshal(opBinarySearchParams, query, list)
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It replaces p's pairs with those in text, which it parses in the
// same way as [NewURLSearchParams]. To limit the number of pairs, use [ParseQuery].
//
// For an independent list, the error is always nil. For a live list, it is not nil if the URL would become longer than
// 4 GiB, or if pairs are added to the zero URL.
func (p *URLSearchParams) UnmarshalText(text []byte) error {
	init := string(text)
	return p.unmarshal(opUnmarshalSearchParams, init, NewURLSearchParams(init).list)
}

// unmarshal replaces the pairs of p with list, which was read from text. The error names the operation op.
func (p *URLSearchParams) unmarshal(op, text string, list []pair) error {
	if len(list) > 0 && p.url != nil {
		if err := p.url.checkNotZero(op, text); err != nil {
			return err
		}
	}
	if p.tryUpdate("", list) != nil { // the error would have the href
		return &Error{Op: op, Input: text, Offset: len(text), Err: ErrTooLong}
	}
	return nil
}
