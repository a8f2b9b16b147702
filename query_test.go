package url

import (
	"errors"
	neturl "net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/weburl-go/url/internal/spec"
)

// An edit is the argument of EditQuery.
type edit = func(name, value string) (newValue string, keep bool)

func keepAll(_, value string) (string, bool) { return value, true }

func removeAll(_, _ string) (string, bool) { return "", false }

// removing removes the pairs with these names.
func removing(names ...string) edit {
	return func(name, value string) (string, bool) { return value, !slices.Contains(names, name) }
}

// setting sets the pairs with that name to a value.
func setting(name, newValue string) edit {
	return func(pairName, value string) (string, bool) {
		if pairName == name {
			value = newValue
		}
		return value, true
	}
}

func TestEditQuery(t *testing.T) {
	for _, tt := range []struct {
		search string // as in the URL, with "?"
		edit   edit
		want   string
	}{
		{"", keepAll, ""},
		{"", removeAll, ""},
		{"?", keepAll, "?"},
		{"?", removeAll, "?"}, // there is no pair to remove
		{"?&&", keepAll, "?&&"},
		{"?&&", removeAll, "?&&"},
		{"?a=%31&&b+c&=&%FF=%zz&", keepAll, "?a=%31&&b+c&=&%FF=%zz&"},

		{"?a=1", removing("a"), ""},
		{"?a=1&b=2&c=3", removing("a"), "?b=2&c=3"},
		{"?a=1&b=2&c=3", removing("b"), "?a=1&c=3"},
		{"?a=1&b=2&c=3", removing("c"), "?a=1&b=2"},
		{"?a=1&b=2&c=3", removing("a", "b"), "?c=3"},
		{"?a=1&b=2&c=3", removing("b", "c"), "?a=1"},
		{"?a=1&b=2&c=3", removing("a", "c"), "?b=2"},
		{"?a=1&b=2&c=3", removeAll, ""},
		{"?a&b&a&b&a", removing("a"), "?b&b"},
		{"?%61=1&b", removing("a"), "?b"},
		{"?a+a&b", removing("a a"), "?b"},
		{"?=x&b", removing(""), "?b"},
		{"?a=%20~&b=!*&c=%2f", removing("x"), "?a=%20~&b=!*&c=%2f"},
		{"?a=%20~&x&b=!*&c=%2f", removing("x"), "?a=%20~&b=!*&c=%2f"},

		{"?a&&b", removing("a"), "?&b"},
		{"?a&&b", removing("b"), "?a&"},
		{"?&a&b", removing("a"), "?&b"},
		{"?&a&b", removing("b"), "?&a"},
		{"?a&b&", removing("a"), "?b&"},
		{"?a&b&", removing("b"), "?a&"},
		{"?&a", removing("a"), ""},
		{"?a&", removing("a"), ""},
		{"?&&a&&b&&", removing("a"), "?&&&b&&"},
		{"?&&a&&b&&", removeAll, ""},

		{"?a=1&b=2", setting("a", "x"), "?a=x&b=2"},
		{"?a=1&b=2", setting("b", "x"), "?a=1&b=x"},
		{"?a&b", setting("a", "x"), "?a=x&b"},
		{"?a&b", setting("b", "x"), "?a&b=x"},
		{"?a", setting("a", ""), "?a"},
		{"?a=", setting("a", ""), "?a="},
		{"?a=1", setting("a", ""), "?a="},
		{"?%61%zz=1", setting("a%zz", "2"), "?%61%zz=2"},
		{"?a=b=c", setting("a", "b"), "?a=b"},
		{"?a=b=c", setting("a", "b=c"), "?a=b=c"},
		{"?=1", setting("", "2"), "?=2"},
		{"?a=%31", setting("a", "1"), "?a=%31"},
		{"?a=1%202", setting("a", "1 2"), "?a=1%202"},
		{"?a=1+2", setting("a", "1 2"), "?a=1+2"}, // it is the same value, so its bytes stay
		{"?a+b=1+2&c+d", setting("a b", "1 3"), "?a+b=1%203&c+d"},
		{"?a=1", setting("a", "& =+%~*é"), "?a=%26%20%3D%2B%25%7E*%C3%A9"},
		{"?&a&&b&", setting("a", "1"), "?&a=1&&b&"},

		// Invalid UTF-8 decodes to U+FFFD.
		{"?a=%FF", setting("a", "\uFFFD"), "?a=%FF"},
		{"?a=%FF", setting("a", "\xFE"), "?a=%FE"},
		{"?a=%FF", setting("a", "\xFEb \xFF"), "?a=%FEb%20%FF"},
		{"?%FF=1&b", removing("\uFFFD"), "?b"},
	} {
		for _, format := range []string{"https://h/p~", "https://u:p@h:81/p~#f?&", "foo:o%20~#f", "foo:o~"} {
			before, after, _ := strings.Cut(format, "~")
			u := MustParse(before + tt.search + after)
			original := u
			u = u.EditQuery(tt.edit)
			if want := before + tt.want + after; u != MustParse(want) || u.Href() != want {
				t.Errorf("EditQuery makes %s of %s, want %s", u, original, want)
			}
		}
	}
}

// "'" is percent-encoded only in a special URL.
func TestEditQueryQuote(t *testing.T) {
	u := MustParse("foo:?a='&b='#f")
	u = u.EditQuery(setting("b", "''"))
	if want := "foo:?a='&b=%27%27#f"; u.Href() != want {
		t.Errorf("EditQuery makes %s, want %s", u, want)
	}
}

// EditQuery calls edit with the pairs that the query's list has.
func TestEditQuerySees(t *testing.T) {
	for _, tt := range urlEncodedTests {
		u := MustParse("https://h/?x")
		if err := u.SetSearch(tt.in); err != nil {
			t.Fatal(err)
		}
		want, edited := pairsOf(u.SearchParams()), [][2]string(nil)
		u = u.EditQuery(func(name, value string) (string, bool) {
			edited = append(edited, [2]string{name, value})
			return value, true
		})
		if got := collect(u.QueryPairs()); !slices.Equal(got, want) || !slices.Equal(edited, want) {
			t.Errorf("%s: QueryPairs yields %q, EditQuery sees %q, want %q", u, got, edited, want)
		}
	}
}

// If edit changes the variable, the result stays the same.
func TestEditQueryDuring(t *testing.T) {
	for _, tt := range []struct {
		name   string
		during func(u *URL)
		edit   edit
		want   string
	}{
		{"another query", func(u *URL) { must(u.SetSearch("x=1")) }, removing("a"), "https://h/?b=2#f"},
		{"another query, all kept", func(u *URL) { must(u.SetSearch("x=1")) }, keepAll, "https://h/?a=1&b=2#f"},
		{"no query", func(u *URL) { must(u.SetSearch("")) }, keepAll, "https://h/?a=1&b=2#f"},
		{"a longer query", func(u *URL) { *u = u.AppendQuery("c", "3") }, removing("a"), "https://h/?b=2#f"},
		{"a nested edit", func(u *URL) { *u = u.EditQuery(removeAll) }, removing("b"), "https://h/?a=1#f"},
		{"another host", func(u *URL) { must(u.SetHost("example.com")) }, removing("b"), "https://h/?a=1#f"},
		{"no URL", func(u *URL) { *u = URL{} }, removing("b"), "https://h/?a=1#f"},
	} {
		u := MustParse("https://h/?a=1&b=2#f")
		edited := u.EditQuery(func(name, value string) (string, bool) {
			tt.during(&u)
			return tt.edit(name, value)
		})
		if edited != MustParse(tt.want) {
			t.Errorf("%s: the result is %s, want %s", tt.name, edited, tt.want)
		}
	}
}

// The methods work on results of functions and elements of maps, which have no address. They do not change the
// receiver.
func TestQueryEditsReturn(t *testing.T) {
	urls := map[string]URL{"a": MustParse("https://h/?a=1&b=2")}
	before := urls["a"]
	for want, got := range map[string]URL{
		"https://h/?b=2":         urls["a"].EditQuery(removing("a")),
		"https://h/?a=1&b=2&c=3": urls["a"].AppendQuery("c", "3"),
		"https://h/?a=1&b=3":     urls["a"].WithQueryValue("b", "3"),
	} {
		if got != MustParse(want) || urls["a"] != before {
			t.Errorf("%s: got %s, and the receiver is now %s", want, got, urls["a"])
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// recovered returns what f panics with.
func recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestEditQueryPanic(t *testing.T) {
	u := MustParse("https://h/?a=1&b=2")
	got := recovered(func() {
		u.EditQuery(func(name, value string) (string, bool) {
			if name == "b" {
				panic("from edit")
			}
			return "", false
		})
	})
	if got != "from edit" || u != MustParse("https://h/?a=1&b=2") {
		t.Errorf("after a panic with %v the URL is %s", got, u)
	}
}

func TestAppendQuery(t *testing.T) {
	for _, tt := range []struct{ search, name, value, want string }{
		{"", "a", "1", "?a=1"},
		{"?", "a", "1", "?a=1"},
		{"?b", "a", "1", "?b&a=1"},
		{"?b&", "a", "1", "?b&a=1"},
		{"?b&&", "a", "1", "?b&&a=1"},
		{"?&", "a", "1", "?&a=1"},
		{"?b=%20~&&c", "a", "1", "?b=%20~&&c&a=1"},
		{"?b", "", "", "?b&="},
		{"", "", "", "?="},
		{"?a=b+c", "a b", "+ c", "?a=b+c&a%20b=%2B%20c"},
		{"?b", "& =", "+%é\xFF", "?b&%26%20%3D=%2B%25%C3%A9%FF"},
	} {
		for _, format := range []string{"https://h/p~", "https://h/p~#f?&", "foo:o%20~#f"} {
			before, after, _ := strings.Cut(format, "~")
			u := MustParse(before + tt.search + after)
			u = u.AppendQuery(tt.name, tt.value)
			if want := before + tt.want + after; u != MustParse(want) || u.Href() != want {
				t.Errorf("%q, AppendQuery(%q, %q): %s, want %s", before+tt.search+after, tt.name, tt.value, u, want)
			}
		}
	}
}

func TestWithQueryValue(t *testing.T) {
	for _, tt := range []struct{ search, name, value, want string }{
		{"", "a", "1", "?a=1"},
		{"?", "a", "1", "?a=1"},
		{"?b=%20~&", "a", "1", "?b=%20~&a=1"},
		{"?a=1&b=%20~", "a", "2", "?a=2&b=%20~"},
		{"?a=%31&b=%20~", "a", "1", "?a=%31&b=%20~"},
		{"?a=1&b=%20~&a=2&a=3", "a", "4", "?a=4&b=%20~"},
		{"?b=%20~&&a=1&a=1", "a", "1", "?b=%20~&&a=1"},
		{"?%61+=1&c", "a ", "& é", "?%61+=%26%20%C3%A9&c"},
		{"?%FF=1", "\xFF", "2", "?%FF=2"}, // names and values are bytes
		{"?%FF=1", "\x80", "2", "?%FF=1&%80=2"},
		{"?%FF=1", "\uFFFD", "2", "?%FF=1&%EF%BF%BD=2"},
		{"?a=%FF", "a", "\uFFFD", "?a=%EF%BF%BD"},
		{"?a=%ff", "a", "\xFF", "?a=%ff"},
		{"?a=+", "a b", " ", "?a=+&a%20b=%20"},
		{"?a", "a", "", "?a"},
		{"?a&=1", "", "", "?a&="},
		{"?A=1", "a", "\xFF", "?A=1&a=%FF"},
	} {
		u := MustParse("https://h/p" + tt.search + "#f?&")
		u = u.WithQueryValue(tt.name, tt.value)
		if want := "https://h/p" + tt.want + "#f?&"; u != MustParse(want) || u.Href() != want {
			t.Errorf("%q, WithQueryValue(%q, %q): %s, want %s", tt.search, tt.name, tt.value, u, want)
		}
	}
}

func TestQueryValue(t *testing.T) {
	for _, tt := range []struct {
		search, name, want string
		ok                 bool
	}{
		{"", "a", "", false},
		{"?", "", "", false},
		{"?&&", "", "", false},
		{"?a", "a", "", true},
		{"?a=1&a=2", "a", "1", true},
		{"?b&%61+=%C3%A9+%2B", "a ", "é +", true},
		{"?=1", "", "1", true},
		{"?%FF=%FE", "\uFFFD", "\uFFFD", true},
		{"?%FF=%FE", "\x80", "\uFFFD", true},
		{"?A", "a", "", false},
	} {
		if value, ok := MustParse("https://h/" + tt.search + "#f").QueryValue(tt.name); value != tt.want || ok != tt.ok {
			t.Errorf("%q: QueryValue(%q) = %q, %t, want %q, %t", tt.search, tt.name, value, ok, tt.want, tt.ok)
		}
	}
}

func TestQueryPairsStops(t *testing.T) {
	u := MustParse("https://h/?a&b")
	for name := range u.QueryPairs() {
		must(u.SetSearch("")) // QueryPairs has a copy
		if name != "a" {
			t.Error("iteration goes on after it was left")
		}
		break
	}
}

func TestQueryOfZeroURL(t *testing.T) {
	var u URL
	u = u.EditQuery(removeAll)
	u = u.AppendQuery("a", "b")
	u = u.WithQueryValue("a", "b")
	if value, ok := u.QueryValue(""); value != "" || ok || len(collect(u.QueryPairs())) != 0 || !u.IsZero() {
		t.Errorf("the zero URL has a query: %s", u)
	}
	p := u.SearchParams()
	if err := p.UnmarshalText(nil); err != nil || p.Clone().Size() != 0 {
		t.Errorf("the list of the zero URL: %v", err)
	}
	if err := p.UnmarshalText([]byte("a")); !errors.Is(err, ErrZeroURL) || !u.IsZero() {
		t.Errorf("the list of the zero URL takes pairs: %v", err)
	}
}

// editSeeds are queries of URLs, with their "?".
var editSeeds = []string{"", "?", "?&", "?&&", "?a", "?a&b=1&&c=%20~&d+e=f", "?&a=1&", "?=&==&a==b", "?a=%FF&%ff=\xFF&%zz='", "?a&a&a&a"}

// splitQuery splits a query as the first step of https://url.spec.whatwg.org/#concept-urlencoded-parser does. It keeps
// the empty sequences.
func splitQuery(query string) []string { return strings.Split(query, "&") }

// refEncodeBytes writes data as https://url.spec.whatwg.org/#concept-urlencoded-serializer writes a name or value, but with
// "%20" for a space, and byte for byte, as net/url does. The standard and net/url differ in "*" and "~".
func refEncodeBytes(s string) string {
	return strings.NewReplacer("%2A", "*", "~", "%7E", "+", "%20").Replace(neturl.QueryEscape(s))
}

// refEdit is a simple EditQuery for a query. ok is false if the query becomes null.
func refEdit(query string, edit edit) (edited string, ok bool) {
	var left []string
	pairs, removed := 0, false
	for _, sequence := range splitQuery(query) {
		if sequence != "" {
			pair := spec.ParseURLEncoded([]byte(sequence))[0]
			value, keep := edit(pair.Name, pair.Value)
			if !keep {
				removed = true
				continue
			}
			pairs++
			if value != pair.Value {
				name, _, _ := strings.Cut(sequence, "=")
				sequence = name + "=" + refEncodeBytes(value)
			}
		}
		left = append(left, sequence)
	}
	return strings.Join(left, "&"), pairs > 0 || !removed
}

// FuzzEditQuery checks that keeping all pairs changes nothing. It does an action with each pair, and compares the
// result with that of refEdit, and its pairs with those of the transcription.
func FuzzEditQuery(f *testing.F) {
	for _, search := range editSeeds {
		for _, actions := range []string{"", "\x01", "\x00\x01", "\x02\x01\x03", "\x01\x01\x00\x02", "\x01\x01\x01\x01\x01\x01"} {
			f.Add("https://h/p"+search, []byte(actions), "& =+%é\xFF")
			f.Add("foo:o "+search+"#f", []byte(actions), "")
		}
	}
	f.Fuzz(func(t *testing.T, rawURL string, actions []byte, newValue string) {
		u, err := Parse(rawURL)
		if err != nil || len(rawURL) > 1<<12 {
			return
		}
		query, hasQuery := u.Query()
		original := u
		u = u.EditQuery(keepAll)
		if u != original {
			t.Fatalf("keeping all makes %+v of %+v", u, original)
		}
		var want []spec.Tuple // the pairs that are left
		act := func(collect *[]spec.Tuple) edit {
			n := 0
			return func(name, value string) (string, bool) {
				action := byte(0)
				if n < len(actions) {
					action = actions[n]
				}
				n++
				switch action % 4 {
				case 1:
					return newValue, false
				case 2:
					value = newValue
				case 3:
					value += newValue
				}
				*collect = append(*collect, spec.Tuple{Name: name, Value: spec.ScalarValueString(value)})
				return value, true
			}
		}
		var ignored []spec.Tuple
		u = u.EditQuery(act(&want))
		edited, ok := refEdit(query, act(&ignored))
		ok = ok && hasQuery
		if got, gotOK := u.Query(); gotOK != ok || ok && got != edited {
			t.Fatalf("edit %q: %q, %t, want %q, %t", query, got, gotOK, edited, ok)
		}
		checkQuery(t, u, original, want)
		agreed, _ := u.Query()
		if got := EditRawQuery(query, act(&ignored)); got != agreed {
			t.Fatalf("edit %q: EditRawQuery returns %q, want %q", query, got, agreed)
		}
		checkRawPairs(t, rawURL)
	})
}

// checkRawPairs checks that EditRawQuery shows the pairs that the transcription finds, and keeps all bytes.
func checkRawPairs(t *testing.T, rawQuery string) {
	t.Helper()
	var seen []spec.Tuple
	kept := EditRawQuery(rawQuery, func(name, value string) (string, bool) {
		seen = append(seen, spec.Tuple{Name: name, Value: value})
		return value, true
	})
	if want := spec.ParseURLEncoded([]byte(spec.ScalarValueString(rawQuery))); kept != rawQuery || !slices.Equal(seen, want) {
		t.Fatalf("%q: EditRawQuery sees %q and returns %q, want %q", rawQuery, seen, kept, want)
	}
}

// checkQuery checks that u has the pairs, and differs from original in nothing but the query.
func checkQuery(t *testing.T, u, original URL, want []spec.Tuple) {
	t.Helper()
	query, _ := u.Query()
	if got := spec.ParseURLEncoded([]byte(query)); !slices.Equal(got, want) {
		t.Fatalf("%s has %q, want %q", u, got, want)
	}
	if again, err := Parse(u.Href()); err != nil || again != u {
		t.Fatalf("%+v is not what it parses to, %+v, %v", u, again, err)
	}
	if u.href[:u.queryStart] != original.href[:original.queryStart] || u.href[u.fragmentStart:] != original.href[original.fragmentStart:] {
		t.Fatalf("%s has become %s", original, u)
	}
	i := 0
	for name, value := range u.QueryPairs() {
		if i >= len(want) || name != want[i].Name || value != want[i].Value {
			t.Fatalf("%s: QueryPairs yields %q, %q, want %q", u, name, value, want)
		}
		i++
		first := slices.IndexFunc(want, func(p spec.Tuple) bool { return p.Name == name })
		if got, ok := u.QueryValue(name); !ok || got != want[first].Value {
			t.Fatalf("%s: QueryValue(%q) = %q, %t, want %q", u, name, got, ok, want[first].Value)
		}
	}
	if i != len(want) {
		t.Fatalf("%s: QueryPairs yields %d pairs, want %q", u, i, want)
	}
}

// FuzzAppendQuery checks that the new pair is behind the others, and that the bytes before it do not change.
func FuzzAppendQuery(f *testing.F) {
	for _, search := range editSeeds {
		f.Add("https://h/p"+search, "a", "b")
		f.Add("foo:o "+search+"#f", "& =+%é\xFF", "\x00\U0010FFFF")
		f.Add("foo:o"+search, "", "")
	}
	f.Fuzz(func(t *testing.T, rawURL, name, value string) {
		u, err := Parse(rawURL)
		if err != nil || len(rawURL) > 1<<12 {
			return
		}
		original := u
		before, _ := u.Query()
		u = u.AppendQuery(name, value)
		pair := spec.Tuple{Name: spec.ScalarValueString(name), Value: spec.ScalarValueString(value)}
		after, _ := u.Query()
		serialized := refEncodeBytes(name) + "=" + refEncodeBytes(value)
		separator := strings.TrimSuffix(strings.TrimPrefix(after, before), serialized)
		if after != before+separator+serialized || separator != "" && separator != "&" {
			t.Fatalf("appending %q to %q gives %q", pair, before, after)
		}
		checkQuery(t, u, original, append(spec.ParseURLEncoded([]byte(before)), pair))
	})
}

// FuzzWithQueryValue checks that the pairs are those of the standard's set, and that the bytes of other pairs do not
// change.
func FuzzWithQueryValue(f *testing.F) {
	for _, search := range editSeeds {
		f.Add("https://h/p"+search, "a", "3")
		f.Add("foo:o "+search+"#f", "& =+%é\xFF", "~ '\x00")
	}
	f.Add("https://h/?a=1&&b=%20&%61=2#f", "a", "3")
	f.Fuzz(func(t *testing.T, rawURL, name, value string) {
		u, err := Parse(rawURL)
		if err != nil || len(rawURL) > 1<<12 {
			return
		}
		original := u
		before, _ := u.Query()
		u = u.WithQueryValue(name, value)
		after, _ := u.Query()
		want := refSet(before, name, value)
		if after != want {
			t.Fatalf("%q, WithQueryValue(%q, %q): %q, want %q", original, name, value, after, want)
		}
		checkQuery(t, u, original, spec.ParseURLEncoded([]byte(want)))
	})
}

// refSet is a simple WithQueryValue for a query: https://url.spec.whatwg.org/#dom-urlsearchparams-set for bytes.
func refSet(query, name, value string) string {
	decode := func(s string) string { return string(spec.PercentDecode([]byte(strings.ReplaceAll(s, "+", " ")))) }
	var left []string
	found := false
	for _, sequence := range splitQuery(query) {
		rawName, rawValue, _ := strings.Cut(sequence, "=")
		switch {
		case sequence == "" || decode(rawName) != name:
			left = append(left, sequence)
		case found:
		case decode(rawValue) == value:
			left, found = append(left, sequence), true
		default:
			left, found = append(left, rawName+"="+refEncodeBytes(value)), true
		}
	}
	if query = strings.Join(left, "&"); found {
		return query
	}
	if query != "" && !strings.HasSuffix(query, "&") {
		query += "&"
	}
	return query + refEncodeBytes(name) + "=" + refEncodeBytes(value)
}

func TestEditRawQuery(t *testing.T) {
	for _, tt := range []struct {
		rawQuery string
		edit     edit
		want     string
	}{
		{"", keepAll, ""},
		{"", removeAll, ""},
		{"&&", removeAll, "&&"}, // there is no pair to remove
		{"a=1&b=2&c", removing("b"), "a=1&c"},
		{"a=1&b=2", removing("b"), "a=1"},
		{"a=1&&", removeAll, ""},
		{"token=%73ecret&a=%20~", setting("token", "x"), "token=x&a=%20~"},
		// Nothing ends a raw query, and bytes that are not UTF-8 count as U+FFFD.
		{"?a=1#b&c", removing("?a"), "c"},
		{"a=\xFF&b", setting("a", "\uFFFD"), "a=\xFF&b"},
		{"\xC3=%A9&b", removing("\uFFFD"), "b"},
		{"a=\xC3%A9", setting("a", "\uFFFD\uFFFD"), "a=\xC3%A9"},
		{"a=\xC3%A9", setting("a", "\u00E9"), "a=%C3%A9"},
		{"a=1+2&b=1", setting("b", "2 +"), "a=1+2&b=2%20%2B"},
	} {
		if got := EditRawQuery(tt.rawQuery, tt.edit); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.rawQuery, got, tt.want)
		}
	}
}

func TestEditRawURL(t *testing.T) {
	for _, tt := range []struct {
		rawURL string
		edit   edit
		want   string
	}{
		{"", removeAll, ""},
		{"HTTP://H:80/a/../b?a=1&utm=2#f?utm=3", removing("utm"), "HTTP://H:80/a/../b?a=1#f?utm=3"},
		{"HTTP://H:80/a/../b?utm=2#f", removing("utm"), "HTTP://H:80/a/../b#f"},
		{"http://h:bad port/?a=%7e&b", setting("a", "é"), "http://h:bad port/?a=%C3%A9&b"},
		{"/p?a&&b", removing("a"), "/p?&b"},
		{"/p#?a", removeAll, "/p#?a"},
		{"#?a", removeAll, "#?a"},
		{"mailto:a@b?subject=x&body=1+2", setting("subject", "a b+c"), "mailto:a@b?subject=a%20b%2Bc&body=1+2"},
		{"/p?a?b=1&c", removing("a?b"), "/p?c"},
		{"a:b?c=d", setting("c", "\xFF"), "a:b?c=%FF"},
		{"/p?a=\xFF&b", removing("b"), "/p?a=\xFF"},
		{"/p?a=\xFF&\xFF", removing("\uFFFD"), "/p?a=\xFF"},
		// Without its "?", the reference would keep the query of its base.
		{"?utm=1#z", removing("utm"), "?#z"},
		{"?utm=1", removing("utm"), "?"},
		{" \t?utm=1", removing("utm"), " \t?"},
		{"http:?utm=1#z", removing("utm"), "http:?#z"},
		{"ht\ntp:?utm=1", removing("utm"), "ht\ntp:?"},
		{"a:?utm=1", removing("utm"), "a:?"},
		{":?utm=1", removing("utm"), ":"},
		{"http:/?utm=1", removing("utm"), "http:/"},
		{".?utm=1", removing("utm"), "."},
		// Without its "?", the path would lose the space.
		{"/p ?utm=1", removing("utm"), "/p ?"},
		{"/p ?utm=1#", removing("utm"), "/p #"},
		{"/p\n?utm=1", removing("utm"), "/p\n"},
		{"/p?a=1 &utm=1", removing("utm"), "/p?a=1 &"},
		{"/p? &utm=1", removing("utm"), "/p? &"},
		{"/p?a=1!&utm=1", removing("utm"), "/p?a=1!"}, // "!" comes after the bytes that a parser drops at the end
		{"/p?a=1 &utm=1#", removing("utm"), "/p?a=1 #"},
		// A parser drops tabs and newlines, and spaces and controls at the end.
		{"/p?u\ntm=1&a=%\t41", removing("utm"), "/p?a=%\t41"},
		{"/p?a=%\t41\n", setting("a", "A"), "/p?a=%\t41\n"},
		{"/p?a=1 \x00", setting("a", "2"), "/p?a=2 \x00"},
		{"/p?a=1 #", setting("a", "1"), "/p?a=1#"},
		{"/p?\t&\n&a", removing("a"), "/p"},
		{"/p?\t&b\n&a", removing("a"), "/p?\t&b\n"},
		{"/p?\t", setting("", "1"), "/p?\t"},
	} {
		if got := EditRawURL(tt.rawURL, tt.edit); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.rawURL, got, tt.want)
		}
	}
}

// FuzzEditRawURL compares EditRawURL with EditQuery of what the text parses to, as a reference to two URLs.
func FuzzEditRawURL(f *testing.F) {
	for _, search := range editSeeds {
		f.Add("https://h/p"+search, "a", "& =+%é\xFF")
		f.Add(" ?\t"+search+"&\n#f?", "b", "1")
		f.Add("http:"+search+" \x00", "a", "")
		f.Add("//h\n"+search+"\xFF", "", "")
	}
	f.Fuzz(func(t *testing.T, rawURL, name, newValue string) {
		if len(rawURL) > 1<<12 {
			return
		}
		if got := EditRawURL(rawURL, keepAll); got != rawURL {
			t.Fatalf("keeping all makes %q of %q", got, rawURL)
		}
		change := func(pairName, value string) (string, bool) {
			if pairName != name {
				return value, true
			}
			return newValue, newValue != ""
		}
		edited := EditRawURL(rawURL, change)
		for _, base := range []string{"http://base/b?old#f", "foo://base/b?old#f"} {
			u, err := ParseWithBase(rawURL, base)
			if beforeFragment, _, _ := strings.Cut(rawURL, "#"); err != nil || !strings.Contains(beforeFragment, "?") {
				continue // without a query of its own, a reference has that of the base
			}
			got, err := ParseWithBase(edited, base)
			if want := u.EditQuery(change); err != nil || withoutQuery(got) != withoutQuery(want) || !slices.Equal(rawPairs(got), rawPairs(want)) {
				t.Fatalf("%q: %q, so %v, %v; want %v", rawURL, edited, got, err, want)
			}
		}
	})
}

func TestAppendRawURL(t *testing.T) {
	for _, tt := range []struct{ rawURL, want string }{
		{"https://h", "https://h?n=v"},
		{"HTTP://H:80/a/../b?x='#f?g", "HTTP://H:80/a/../b?x='&n=v#f?g"},
		{"https://h/?", "https://h/?n=v"},
		{"https://h/?#f", "https://h/?n=v#f"},
		{"https://h/?a&", "https://h/?a&n=v"},
		{"https://h/?a&#f", "https://h/?a&n=v#f"},
		{"https://h/?a?", "https://h/?a?&n=v"},
		{"mailto:a@b", "mailto:a@b?n=v"},
		{"data:x  #f", "data:x  ?n=v#f"},
		// References, targets and what does not parse.
		{"", "?n=v"},
		{"#b", "?n=v#b"},
		{"../a", "../a?n=v"},
		{"//h", "//h?n=v"},
		{"*", "*?n=v"},
		{"http://", "http://?n=v"},
		{"http://h:bad port/?a", "http://h:bad port/?a&n=v"},
		// Spaces and controls at the end, and tabs and newlines.
		{" https://h/ \x00\n", " https://h/?n=v \x00\n"},
		{" ", "?n=v "},
		{"https://h/?a ", "https://h/?a&n=v "},
		{"https://h/? ", "https://h/?n=v "},
		{"https://h/?a #", "https://h/?a &n=v#"},
		{"https://h/?a&\t#", "https://h/?a&\tn=v#"},
		{"https://h/?\n#", "https://h/?\nn=v#"},
		{"https://h/?a&\t #", "https://h/?a&\t &n=v#"},
		{"https://h/?\xe2\x82", "https://h/?\xe2\x82&n=v"},
	} {
		if got := AppendRawURL(tt.rawURL, "n", "v"); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.rawURL, got, tt.want)
		}
	}
	if got, want := AppendRawURL("/a", "& =+", "\xff#?"), "/a?%26%20%3D%2B=%FF%23%3F"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzAppendRawURL compares AppendRawURL with AppendQuery of what the string parses to, alone and as a reference, and checks
// that it inserts one piece.
func FuzzAppendRawURL(f *testing.F) {
	for _, search := range editSeeds {
		f.Add("https://h/p"+search, "a", "& =+%é\xFF")
		f.Add(" x?\t"+search+"&\n#f?", "b", "1")
		f.Add("foo:o  "+search+" \x00", "", "")
		f.Add("//h\n"+search+"\xFF", "a", "")
	}
	f.Add("#a?b", "a", "1") // without a query
	f.Fuzz(func(t *testing.T, rawURL, name, value string) {
		if len(rawURL) > 1<<12 {
			return
		}
		beforeFragment, _, _ := strings.Cut(rawURL, "#")
		got := AppendRawURL(rawURL, name, value)
		inserted := refEncodeBytes(name) + "=" + refEncodeBytes(value)
		for _, separator := range []string{"", "?", "&"} {
			if before := commonPrefix(got, rawURL); !isInserted(got, rawURL, separator+inserted, before) {
				continue
			}
			inserted = ""
			break
		}
		if inserted != "" {
			t.Fatalf("%q: got %q", rawURL, got)
		}
		for _, base := range []string{"", "http://base/b?old#f", "foo://base/b?old#f", "file:///C:/b?old"} {
			b, _ := Parse(base)
			u, err := b.Parse(rawURL)
			if query, _ := u.Query(); err != nil || query == "old" && !strings.Contains(beforeFragment, "?") {
				continue // the pair takes the place of the base URL's query
			}
			if v, err := b.Parse(got); err != nil || v != u.AppendQuery(name, value) {
				t.Fatalf("%q with the base %q: %q, so %v, %v; want %v", rawURL, base, got, v, err, u.AppendQuery(name, value))
			}
		}
	})
}

// isInserted reports whether got is s with piece inserted at or before the index most.
func isInserted(got, s, piece string, most int) bool {
	for at := most; at >= 0; at-- {
		if got == s[:at]+piece+s[at:] {
			return true
		}
	}
	return false
}

func TestWithoutQueryValue(t *testing.T) {
	for _, tt := range []struct {
		search string
		names  []string
		want   string
	}{
		{"", []string{"a"}, ""},
		{"?", []string{"a"}, "?"},
		{"?a=1", nil, "?a=1"},
		{"?a=1", []string{"a"}, ""},
		{"?a=1&b=%20~&%61=2", []string{"a"}, "?b=%20~"},
		{"?a=1&b=+&c&&d='", []string{"c", "a"}, "?b=+&&d=%27"},
		{"?A=1&a", []string{"a"}, "?A=1"},
		{"?%FF=1&a", []string{"\xFF"}, "?a"}, // names are bytes
		{"?%FF=1&a", []string{"\uFFFD"}, "?%FF=1&a"},
		{"?=1&&", []string{""}, ""},
	} {
		u := MustParse("https://h/p" + tt.search + "#f?&").WithoutQueryValue(tt.names...)
		if want := "https://h/p" + tt.want + "#f?&"; u != MustParse(want) {
			t.Errorf("%q without %q: %s, want %s", tt.search, tt.names, u, want)
		}
	}
	if u := (URL{}).WithoutQueryValue("a"); !u.IsZero() {
		t.Errorf("the zero URL becomes %s", u)
	}
}

// FuzzWithoutQueryValue compares WithoutQueryValue with a simple one.
func FuzzWithoutQueryValue(f *testing.F) {
	for _, search := range editSeeds {
		f.Add("https://h/p"+search, "a", "b")
		f.Add("foo:o "+search+"#f", "& =+%é\xFF", "")
	}
	f.Fuzz(func(t *testing.T, rawURL, name1, name2 string) {
		u, err := Parse(rawURL)
		if err != nil || len(rawURL) > 1<<12 {
			return
		}
		query, hasQuery := u.Query()
		want, kept, removed := []string{}, false, false
		for _, sequence := range splitQuery(query) {
			rawName, _, _ := strings.Cut(sequence, "=")
			name := PercentDecode(strings.ReplaceAll(rawName, "+", " "))
			if sequence != "" && (name == name1 || name == name2) {
				removed = true
				continue
			}
			kept = kept || sequence != ""
			want = append(want, sequence)
		}
		got := u.WithoutQueryValue(name1, name2)
		after, hasAfter := got.Query()
		switch {
		case !removed:
			kept, want = hasQuery, splitQuery(query)
		case !kept:
			want = []string{""}
		}
		if after != strings.Join(want, "&") || hasAfter != kept || got.WithoutFragment().href[:got.queryStart] != u.href[:u.queryStart] || got.Hash() != u.Hash() {
			t.Fatalf("%q without %q and %q: %q, want %q", u, name1, name2, got, want)
		}
		if err := brokenInvariant(got); err != nil {
			t.Fatal(err)
		}
	})
}

// rawPairs returns the pairs of u's query, each with its bytes.
func rawPairs(u URL) []string {
	query, _ := u.Query()
	return slices.DeleteFunc(splitQuery(query), func(s string) bool { return s == "" })
}

func withoutQuery(u URL) URL {
	u.SetSearch("")
	return u
}

func TestSortQuery(t *testing.T) {
	for _, tt := range []struct{ search, want string }{
		{"", ""},
		{"?", ""},
		{"?&&", ""},
		{"?a", "?a"},
		{"?b&a", "?a&b"},
		{"?b=1&a=%20~&b=0&a=+", "?a=%20~&a=+&b=1&b=0"},
		{"?&z&&a=&", "?a=&z"},
		{"?%62=1&a=2&%61", "?a=2&%61&%62=1"}, // by the decoded name
		{"?a=1&=2", "?=2&a=1"},
		{"?\uFFFD&\U0001F308", "?%F0%9F%8C%88&%EF%BF%BD"}, // by UTF-16 code units
	} {
		for _, format := range []string{"https://h/p~#f?&", "foo:o~", "foo:o%20~#f"} {
			before, after, _ := strings.Cut(format, "~")
			u := MustParse(before + tt.search + after)
			original := u
			if got, want := u.SortQuery(), MustParse(before+tt.want+after); got != want || u != original {
				t.Errorf("%s: got %s, want %s", original, got, want)
			}
		}
	}
	var pairs, sorted []string // 100 names in the reverse order, because an unstable sort keeps the order of a few
	for i := range 100 {
		name := strconv.Itoa(100 + i)
		sorted = append(sorted, name+"=b", name+"=a")
		pairs = append([]string{name + "=b", name + "=a"}, pairs...)
	}
	if got, want := MustParse("foo:?"+strings.Join(pairs, "&")).SortQuery(), "foo:?"+strings.Join(sorted, "&"); got.Href() != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := (URL{}).SortQuery(); !got.IsZero() {
		t.Errorf("the zero URL: got %s", got)
	}
}

// FuzzSortQuery checks that the pairs have the order of the standard's sort, and their bytes.
func FuzzSortQuery(f *testing.F) {
	for _, search := range editSeeds {
		f.Add("https://h/p" + search)
		f.Add("foo:o " + search + "#f")
	}
	f.Add("https://h/?\uFFFD=1&\U0001F308=2&a&a=%20&&%61=~")
	f.Fuzz(func(t *testing.T, rawURL string) {
		u, err := Parse(rawURL)
		if err != nil || len(rawURL) > 1<<12 {
			return
		}
		query, _ := u.Query()
		sorted := u.SortQuery()

		// https://url.spec.whatwg.org/#dom-urlsearchparams-sort
		want := spec.ParseURLEncoded([]byte(query))
		slices.SortStableFunc(want, func(a, b spec.Tuple) int {
			return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
		})
		checkQuery(t, sorted, u, want)

		before := slices.Sorted(slices.Values(rawPairs(u)))
		if got := slices.Sorted(slices.Values(rawPairs(sorted))); !slices.Equal(got, before) {
			t.Fatalf("%q: the pairs %q became %q", rawURL, before, got)
		}
		if sorted.SortQuery() != sorted {
			t.Fatalf("%q: sorted again, %s becomes %s", rawURL, sorted, sorted.SortQuery())
		}
	})
}
