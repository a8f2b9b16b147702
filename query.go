package url

import (
	"bytes"
	"iter"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// QueryValue returns the decoded value of the first pair in u's query with the given name, and reports whether there is
// one. It searches the query without parsing all of it. https://url.spec.whatwg.org/#dom-urlsearchparams-get
func (u URL) QueryValue(name string) (value string, ok bool) {
	query, _ := u.Query()
	raw, ok := searchQuery(query, name, nil)
	return decodeComponent(raw), ok
}

// QueryPairs yields the decoded names and values of the pairs in u's query, in order. It skips empty pairs, as in
// "a&&b". https://url.spec.whatwg.org/#concept-urlencoded-parser
//
// It decodes the query as UTF-8, so "%E8" and "%E9" become U+FFFD. For a query in another encoding, use package
// [github.com/weburl-go/url/form].
func (u URL) QueryPairs() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) { u.yieldPairs(yield) } // inlined, so that it costs nothing
}

func (u URL) yieldPairs(yield func(name, value string) bool) {
	query, _ := u.Query()
	s := queryScanner{in: query}
	var d formDecoder
	for s.next() {
		if p, _ := d.pair(&s); !yield(p.name, p.value) {
			return
		}
	}
}

// EditQuery returns a copy of u whose query pairs have been changed or removed by edit. It calls edit for each pair, in
// order, with the decoded name and value. The function edit returns the new value, and whether to keep the pair.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
//
//	clean := u.EditQuery(func(name, value string) (string, bool) { return value, !strings.HasPrefix(name, "utm_") })
//
// EditQuery changes only the bytes it has to:
//
//   - A pair whose value does not change is preserved byte for byte.
//   - If a pair's value changes, its name is left as is, and the new value is written as [URL.AppendQuery] writes it.
//   - When a pair is removed, so is the "&" after it or, at the end of the query, the "&" before it.
//   - Empty pairs, as in "a&&b", are kept and are not passed to edit.
//   - If pairs are removed and only empty ones are left, the query becomes null.
func (u URL) EditQuery(edit func(name, value string) (newValue string, keep bool)) URL {
	return u.editQuery(formDecoder{}, edit)
}

// editQuery is EditQuery with names and values as d decodes them.
func (u URL) editQuery(d formDecoder, edit func(name, value string) (string, bool)) URL {
	query, _ := u.Query()
	var scratch [scratchSize]byte
	edited, rest := appendEdited(append(scratch[:0], '?'), query, d, edit)
	if len(rest) == len(query) {
		return u
	}
	if edited = append(edited, rest...); len(edited) == len("?") {
		edited = nil // no pair is left
	}
	u.mustSpliceQuery(opEditQuery, u.queryStart, edited)
	return u
}

// EditRawQuery is like [URL.EditQuery] but for a query that is not part of a [URL], such as the RawQuery field of a
// net/url URL. A "?" at the beginning of rawQuery is part of the first name.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
//
// If edit changes nothing, the result is rawQuery itself. If all pairs are removed, the result is "". In the pairs that
// are kept, bytes that are not valid UTF-8 are left as they are.
func EditRawQuery(rawQuery string, edit func(name, value string) (newValue string, keep bool)) string {
	var scratch [scratchSize]byte
	edited, rest := appendEdited(scratch[:0], rawQuery, formDecoder{toUTF8: true}, edit)
	if len(rest) == len(rawQuery) {
		return rawQuery
	}
	return string(append(edited, rest...))
}

// EditRawURL is like [URL.EditQuery] but for a string that has not been parsed and need not be valid: an absolute URL,
// a reference, a request target or a log field. It changes only the pairs that edit changes or removes.
//
// The edit function receives the names and values as [Parse] would read them, without literal tabs and newlines. In a
// data: or javascript: URL, EditRawURL edits whatever follows the first "?", even though that is part of the content.
//
// If all other pairs are removed, so are empty ones. The "?" is removed too, except in strings such as "?a=1#b" and
// "mailto:?a=1".
func EditRawURL(rawURL string, edit func(name, value string) (newValue string, keep bool)) string {
	start, end := querySpan(rawURL)
	var scratch [scratchSize]byte
	edited, rest := appendEdited(scratch[:0], rawURL[start:end], formDecoder{toUTF8: true, stripped: true}, edit)
	if len(rest) == end-start {
		return rawURL
	}
	edited = append(edited, rest...)
	head, tail := strings.TrimSuffix(rawURL[:start], "?"), rawURL[end:]
	if len(edited) > 0 || isOnlyScheme(head) || isTrimmedBefore(head, tail) {
		head += "?"
	}
	result := head + string(edited)
	if isTrimmedBefore(result, tail) {
		result += "&"
	}
	return result + tail
}

// AppendRawURL returns rawURL with a pair appended to its query. It works like [URL.AppendQuery], but on a string that
// has not been parsed and need not be valid, such as a presigned URL, a reference or a log field. It preserves every
// byte of rawURL.
//
//	url.AppendRawURL("https://b.example/k?sig=a'b#c", "page", "2") // https://b.example/k?sig=a'b&page=2#c
//
// AppendRawURL inserts the pair before the fragment or, if there is no fragment, before any trailing spaces and control
// characters, which [Parse] would drop. If rawURL parses, the result parses to the URL that AppendQuery would return.
func AppendRawURL(rawURL, name, value string) string {
	start, end := querySpan(rawURL)
	query := strings.TrimRight(rawURL[start:end], "\t\n\r") // the parser removes these
	var scratch [scratchSize]byte
	appended := scratch[:0]
	switch {
	case start == 0 || rawURL[start-1] != '?':
		appended = append(appended, '?')
	case query != "" && !strings.HasSuffix(query, "&"):
		appended = append(appended, '&')
	}
	return rawURL[:end] + string(appendPair(appended, name, value, false)) + rawURL[end:]
}

// querySpan returns the span of the query of a URL that was not parsed. It is empty if there is none.
func querySpan(rawURL string) (start, end int) {
	if end = strings.IndexByte(rawURL, '#'); end < 0 {
		end = len(strings.TrimRightFunc(rawURL, infra.IsC0ControlOrSpace))
	}
	if start = strings.IndexByte(rawURL[:end], '?') + 1; start == 0 {
		start = end
	}
	return start, end
}

// isOnlyScheme reports whether a parser sees nothing in s but, perhaps, a scheme and ":".
func isOnlyScheme(s string) bool {
	s = infra.WithoutTabsAndNewlines(strings.TrimLeftFunc(s, infra.IsC0ControlOrSpace))
	end := scanScheme(s)
	return s == "" || end > 0 && s[end:] == ":"
}

// isTrimmedBefore reports whether a parser would drop the end of head if tail followed.
func isTrimmedBefore(head, tail string) bool {
	head = strings.TrimRight(head, "\t\n\r")
	return !strings.HasPrefix(tail, "#") && head != "" && head[len(head)-1] <= ' '
}

// A queryEditor copies a query with some of its pairs changed or removed. What it has not copied yet stays in the query, so it
// writes nothing before the first change. Its methods return the editor: a pointer would move dst to the heap.
type queryEditor struct {
	query string
	done  int    // how much of query is copied or dropped
	out   []byte // the edited query, up to there
	kept  int    // the pairs that are left
}

// appendEdited appends the edited query to dst, up to the last pair that edit changes. rest is what follows: the end of
// query, or all of it if edit changes nothing. If no pair is left, nothing is appended, and rest is empty.
func appendEdited(
	dst []byte, query string, d formDecoder, edit func(name, value string) (newValue string, keep bool),
) (edited []byte, rest string) {
	e := queryEditor{query: query, out: dst}
	s := queryScanner{in: query}
	for s.next() {
		start := s.pos
		p, nameEnd := d.pair(&s)
		if p.name == "" && nameEnd == s.pos {
			continue // only tabs and newlines
		}
		newValue, keep := edit(p.name, p.value)
		switch {
		case !keep:
			e = e.drop(start, s.pos)
			continue
		case newValue != p.value:
			e = e.replaceValue(nameEnd, s.pos, newValue)
		}
		e.kept++
	}
	if e.kept == 0 && e.done > 0 {
		return dst, ""
	}
	return e.out, query[e.done:]
}

// drop drops the pair from start to end, and the "&" after it or, at the end of the query, the "&" before it.
func (e queryEditor) drop(start, end int) queryEditor {
	e.out = append(e.out, e.query[e.done:start]...)
	if e.done = end + len("&"); e.done > len(e.query) {
		e.done = len(e.query)
		e.out = bytes.TrimSuffix(e.out, []byte("&"))
	}
	return e
}

// replaceValue replaces what is between the end of a name and the end of its pair.
func (e queryEditor) replaceValue(nameEnd, end int, value string) queryEditor {
	e.out = append(append(e.out, e.query[e.done:nameEnd]...), '=')
	e.out = appendPercentEncoded(e.out, value, FormURLEncodedPercentEncodeSet, false)
	e.done = end
	return e
}

// SortQuery returns a copy of u with its query pairs sorted by name, in the same order as [URLSearchParams.Sort]. Use
// it only if [URL.IsHTTP] reports true, because the query of a data: or javascript: URL is content.
// https://url.spec.whatwg.org/#dom-urlsearchparams-sort
//
// Pairs with the same name keep their relative order, and the bytes of each pair are unchanged. Empty pairs, as in
// "a&&b", are removed. If no pairs are left, as in "?", the query becomes null.
//
// Equivalent URLs can still differ after sorting, because "%41" and "A" are different strings. To give such URLs the
// same key, see the recipe "Find duplicates in spite of different escapes" in COOKBOOK.md.
func (u URL) SortQuery() URL {
	query, _ := u.Query()
	list := make([]pair, 0, countPairs(query)) // decoded names, and the bytes of pairs
	s := queryScanner{in: query}
	var d formDecoder
	for s.next() {
		start := s.pos
		p, _ := d.pair(&s)
		list = append(list, pair{p.name, query[start:s.pos]})
	}
	sortByName(list, nil)
	var scratch [scratchSize]byte
	sorted := scratch[:0]
	separator := byte('?')
	for _, p := range list {
		sorted = append(append(sorted, separator), p.value...)
		separator = '&'
	}
	u.splice(u.queryStart, u.fragmentStart, "", sorted, atFragmentStart) // does not fail: sorted is not longer than the query
	return u
}

// AppendQuery returns a copy of u with a name-value pair appended to its query. The existing query is preserved byte
// for byte. A "&" separates it from the new pair, unless it already ends in one. If u is the zero URL, so is the
// result, and the pair is lost.
//
// AppendQuery writes a space as "%20", which every program reads as a space. So do all other functions that write
// parameters, except [URLSearchParams] and package [github.com/weburl-go/url/form]. Those two write "+" instead, as the
// standard requires. Servers read "+" as a space, but mail programs and JavaScript's decodeURIComponent do not. All
// other characters are encoded as in https://url.spec.whatwg.org/#concept-urlencoded-serializer.
//
// Each call copies u, so n calls take time quadratic in n. To append many pairs, see the recipe "Add a parameter to a
// URL" in COOKBOOK.md. To append a pair to a presigned URL, use [AppendRawURL].
func (u URL) AppendQuery(name, value string) URL {
	var scratch [scratchSize]byte
	appended := scratch[:0]
	switch search := u.nullableSearch(); {
	case search == "":
		appended = append(appended, '?')
	case search != "?" && !strings.HasSuffix(search, "&"):
		appended = append(appended, '&')
	}
	u.mustSpliceQuery(opAppendQuery, u.fragmentStart, appendPair(appended, name, value, false))
	return u
}

// WithQueryValue returns a copy of u whose query has exactly one pair with the given name, set to the given value. It
// changes the first pair with that name and removes any others, or appends a pair if there are none. If u is the zero
// URL, so is the result. https://url.spec.whatwg.org/#dom-urlsearchparams-set
//
// The bytes of all other pairs are unchanged, as are the first pair's name and, if already equal, its value. Names and
// values are compared as decoded bytes, which need not be valid UTF-8.
func (u URL) WithQueryValue(name, value string) URL {
	found := false
	edited := u.editQuery(formDecoder{keepsBytes: true}, func(pairName, old string) (string, bool) {
		if pairName != name {
			return old, true
		}
		isFirst := !found
		found = true
		return value, isFirst
	})
	if !found {
		return u.AppendQuery(name, value)
	}
	return edited
}

// WithoutQueryValue returns a copy of u without the query pairs that have one of the given names, for example to strip
// tracking parameters. It removes pairs as [URL.EditQuery] does and leaves all other bytes unchanged.
//
// Names are compared as decoded bytes, so case matters.
func (u URL) WithoutQueryValue(names ...string) URL {
	isRemoved := map[string]bool{} // on the stack, for a few names
	for _, name := range names {
		isRemoved[name] = true
	}
	return u.editQuery(formDecoder{keepsBytes: true}, func(name, value string) (string, bool) {
		return value, !isRemoved[name]
	})
}

// mustSpliceQuery is spliceQuery with a panic in place of an error.
func (u *URL) mustSpliceQuery(op string, start uint32, replacement []byte) {
	if err := u.spliceQuery(op, start, replacement); err != nil {
		panic(err)
	}
}

// spliceQuery replaces what is between start and the end of the query, unless u is the zero URL or would become too
// long. The error is an [*Error] that names the operation op.
//
// replacement consists of bytes of a query and what appendPair writes, so it needs no parsing. None of
// its bytes is in a query percent-encode set, is a tab or newline, or ends the query.
func (u *URL) spliceQuery(op string, start uint32, replacement []byte) error {
	if u.IsZero() {
		return nil
	}
	if !u.splice(start, u.fragmentStart, "", replacement, atFragmentStart) {
		return newError(op, u.href, int(start), ErrTooLong)
	}
	return nil
}
