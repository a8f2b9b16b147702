package url

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// QueryValue returns the decoded value of the first pair with that name in u's query, and whether there is such a pair.
// For a list, use [URLSearchParams.Lookup].
//
// It searches the query without parsing all of it. The value shares u's memory if decoding does not change it. An
// invalid UTF-8 sequence in name is read as U+FFFD.
//
// It implements https://url.spec.whatwg.org/#dom-urlsearchparams-get on the result of
// https://url.spec.whatwg.org/#concept-urlencoded-parser.
func (u URL) QueryValue(name string) (value string, ok bool) {
	query, _ := u.Query()
	raw, ok := searchQuery(query, name, nil)
	return decodeComponent(raw), ok
}

// QueryPairs yields the decoded names and values of all pairs of u's query, in order. It reads UTF-8, as the standard
// does: for a query in another encoding, use package [github.com/weburl-go/url/form].
//
// There is one pair for each part between "&" that is not empty. The strings may share memory with u and with each
// other. QueryPairs yields the pairs that u had at the time of the call, even if the variable u changes during the
// iteration.
//
// It implements https://url.spec.whatwg.org/#concept-urlencoded-parser.
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

// EditQuery returns a copy of u in which edit has changed or removed pairs of the query. All other bytes of the query
// stay as they are. It calls edit for each pair, in order, with the decoded name and value. edit returns the new value,
// and whether to keep the pair.
//
//	clean := u.EditQuery(func(name, value string) (string, bool) { return value, !strings.HasPrefix(name, "utm_") })
//
// If edit keeps all pairs with their values, the result is u, even if u is the zero URL. Names and values may share
// memory with u and with each other. EditQuery takes time linear in the length of the query. It panics with an [*Error]
// if the result would be longer than 4 GiB.
//
// # The bytes of the query
//
//   - A pair that is kept with the same decoded value keeps its bytes: those that [Parse] wrote. To keep the bytes of a
//     string as it was given, use [EditRawURL]. A byte that is not UTF-8, as in "%FF", is decoded to U+FFFD.
//   - A pair that is kept with another value keeps the bytes of its name. A "=" and the new value follow, written as by
//     [URL.AppendQuery]. Bytes of the value that are not valid UTF-8 are percent-encoded one by one.
//   - When EditQuery removes a pair, it also removes the "&" after it or, at the end of the query, the "&" before it.
//   - Empty pairs, as in "a&&b", stay, and edit does not see them.
//   - If pairs were removed and none is left, not counting empty ones, the query becomes null.
//
// It reads pairs as https://url.spec.whatwg.org/#concept-urlencoded-parser does. The standard has no way to edit a query
// without rewriting all of it; see [URLSearchParams.Delete].
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

// EditRawQuery is [URL.EditQuery] for a query that is not part of a [URL] and has no "?" before it, such as the RawQuery
// of net/url's type.
//
// It returns the edited query, which is "" if pairs were removed and none is left. If edit keeps all pairs with their
// values, it returns rawQuery itself. Bytes that are not valid UTF-8 are passed to edit as U+FFFD, but remain as they
// are in pairs that are kept.
func EditRawQuery(rawQuery string, edit func(name, value string) (newValue string, keep bool)) string {
	var scratch [scratchSize]byte
	edited, rest := appendEdited(scratch[:0], rawQuery, formDecoder{toUTF8: true}, edit)
	if len(rest) == len(rawQuery) {
		return rawQuery
	}
	return string(append(edited, rest...))
}

// EditRawURL is [URL.EditQuery] for a string that has not been parsed: an absolute URL, a reference, a request target or
// a log field. It changes only the bytes that edit asks it to change.
//
// rawURL need not be valid. If edit keeps all pairs with their values, the result is rawURL itself. edit gets the names
// and values that [Parse] would read: without tabs and newlines, and without the spaces and control characters at the
// end of rawURL. Bytes that are not valid UTF-8 are passed to edit as U+FFFD, but remain as they are in pairs that are
// kept. In a data: or javascript: URL, whatever follows a "?" is edited as well, although it is content.
//
// If pairs were removed and none is left, the "?" is removed, too, unless that would change how the rest is read. It is
// kept
//
//   - if nothing but a scheme and ":" comes before it: "?a=1#b" becomes "?#b", because "#b" alone would keep the query
//     of the base URL;
//   - between a space and the end.
//
// Similarly, the "&" after a pair is kept if the result would otherwise end in a space. EditRawURL takes time linear in
// the length of rawURL.
func EditRawURL(rawURL string, edit func(name, value string) (newValue string, keep bool)) string {
	start, end := rawQuery(rawURL)
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

// AppendRawURL returns rawURL with a pair appended to its query. It is [URL.AppendQuery] for a string that has not been
// parsed, such as a presigned URL, a reference or a log field, and keeps every byte of rawURL.
//
//	url.AppendRawURL("https://b.example/k?sig=a'b#c", "page", "2") // https://b.example/k?sig=a'b&page=2#c
//
// It inserts one piece: the pair, with a "?" or "&" before it if one is needed. The piece goes before the fragment or,
// without a fragment, before the spaces and control characters at the end of rawURL, which [Parse] would drop. If rawURL
// parses, the result parses to what AppendQuery makes of the parsed URL.
//
// A relative reference, a request target and a string that does not parse get the pair in the same way. A reference
// without a path and a query, such as "" or "#b", stands for the base URL with its query. The pair replaces that query,
// and "#b" then no longer resolves against a base URL with an opaque path.
//
// It takes time linear in the length of rawURL.
func AppendRawURL(rawURL, name, value string) string {
	start, end := rawQuery(rawURL)
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

// rawQuery returns the span of the query of a URL that was not parsed. It is empty if there is none.
func rawQuery(rawURL string) (start, end int) {
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

// SortQuery returns a copy of u with the pairs of its query sorted by name, in the order of [URLSearchParams.Sort]. Use
// it if [URL.IsHTTP] reports true: in a data: or javascript: URL, the query is content.
//
// Pairs with the same name keep their order, and so do pairs whose names differ only in bytes that are not valid UTF-8,
// such as "%E8" and "%E9". Each pair keeps its bytes. Empty pairs, as in "a&&b", are removed. If there is no pair, as in
// "?", the query becomes null.
//
// Sorting alone does not give all equivalent URLs the same key, because "%41" and "A" remain different, and so do "+"
// and "%20". COOKBOOK.md has a recipe, "Give URLs with different escapes one key".
//
// The order is that of https://url.spec.whatwg.org/#dom-urlsearchparams-sort. Unlike that method, SortQuery does not
// rewrite the pairs.
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
	sortByName(list, make([]pair, len(list)/2))
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

// AppendQuery returns a copy of u with a pair appended to its query. The existing query keeps its bytes. A "&" separates
// the two: both "a" and "a&" become "a&name=value". If u is the zero URL, so is the result, and the pair is lost.
//
// Each call copies u, so n calls take time quadratic in n. To append many pairs, see [URL.SearchParams]. AppendQuery
// panics with an [*Error] if the result would be longer than 4 GiB.
//
// # Spaces
//
// AppendQuery writes a space as "%20", which every program reads as a space. So do [Build], [AppendRawURL],
// [URL.WithQueryValue], [URL.EditQuery], [EditRawQuery] and [EditRawURL]. [URLSearchParams] and package
// [github.com/weburl-go/url/form] write "+", as the standard says. Servers read "+" as a space, but mail programs (in a
// mailto: URL), HAProxy's url_dec, java.net.URI and JavaScript's decodeURIComponent do not. A "+" in the data becomes
// "%2B" in all of them. Apart from the space, and bytes that are not valid UTF-8, which are percent-encoded one by one,
// the pair is written as by https://url.spec.whatwg.org/#concept-urlencoded-serializer.
//
// # Signatures
//
//   - A change through [URL.SearchParams] rewrites every pair, so sign a URL after such a change, not before.
//   - The result is not the canonical query of AWS Signature Version 4, which sorts the pairs, writes "*" as "%2A", and
//     leaves "~" unescaped.
//   - Removing the pair with [URL.EditQuery] gives u again, unless u's query was empty or ended in "&": an empty query
//     becomes null, and "a&" becomes "a". A signature of such a u is then no longer valid.
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

// WithQueryValue returns a copy of u in which exactly one pair has that name, with that value. It sets the value of the
// first pair with the name and removes the others, or appends a pair if there is none. If u is the zero URL, so is the
// result, and the pair is lost.
//
// All other pairs keep their bytes, and so does the first pair if it already has that value. Pairs are removed as by
// [URL.EditQuery], and appended as by [URL.AppendQuery]. Names and values are compared as decoded bytes, which need not
// be valid UTF-8. WithQueryValue takes time linear in the length of the query. It panics with an [*Error] if the result
// would be longer than 4 GiB.
//
// Its effect is that of https://url.spec.whatwg.org/#dom-urlsearchparams-set, except that it does not rewrite the query,
// and writes a space as "%20".
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

// WithoutQueryValue returns a copy of u without the pairs of its query that have one of these names, such as tracking
// parameters. All other bytes stay. If pairs were removed and none is left, the query becomes null.
//
// It removes pairs as [URL.EditQuery] does, and compares names as [URL.WithQueryValue] does: as decoded bytes, without
// changing their case. If there is no such pair, it does not allocate.
func (u URL) WithoutQueryValue(names ...string) URL {
	return u.editQuery(formDecoder{keepsBytes: true}, func(name, value string) (string, bool) {
		return value, !slices.Contains(names, name)
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
