package url

import (
	"errors"
	"fmt"
	"iter"
	neturl "net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// The expected values are those of the standard and of web-platform-tests' url/urlsearchparams-*.any.js. They were
// compared with the standard's reference implementation.

// pairsOf returns the pairs of p, as its All yields them.
func pairsOf(p *URLSearchParams) [][2]string { return collect(p.All()) }

func collect(seq iter.Seq2[string, string]) [][2]string {
	pairs := [][2]string{}
	for name, value := range seq {
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs
}

// urlEncodedTests holds strings, the pairs that they stand for, and the serialization of these pairs.
var urlEncodedTests = []struct {
	in    string
	pairs [][2]string
	out   string
}{
	{"", [][2]string{}, ""},
	{"?", [][2]string{}, ""},
	{"&", [][2]string{}, ""},
	{"&&&", [][2]string{}, ""},
	{"a=b", [][2]string{{"a", "b"}}, "a=b"},
	{"?a=b", [][2]string{{"a", "b"}}, "a=b"},
	{"??a=b", [][2]string{{"?a", "b"}}, "%3Fa=b"},
	{"?%3Fa=b", [][2]string{{"?a", "b"}}, "%3Fa=b"},
	{"a=b&c=d", [][2]string{{"a", "b"}, {"c", "d"}}, "a=b&c=d"},
	{"&a=b&&c=d&", [][2]string{{"a", "b"}, {"c", "d"}}, "a=b&c=d"},
	{"a=b&a=b", [][2]string{{"a", "b"}, {"a", "b"}}, "a=b&a=b"},
	{"a=b;c=d", [][2]string{{"a", "b;c=d"}}, "a=b%3Bc%3Dd"},
	{"test", [][2]string{{"test", ""}}, "test="},
	{"test&a", [][2]string{{"test", ""}, {"a", ""}}, "test=&a="},
	{"=", [][2]string{{"", ""}}, "="},
	{"=&=b&a=", [][2]string{{"", ""}, {"", "b"}, {"a", ""}}, "=&=b&a="},
	{"a==b=c", [][2]string{{"a", "=b=c"}}, "a=%3Db%3Dc"},
	{"a%3Db=c%26d", [][2]string{{"a=b", "c&d"}}, "a%3Db=c%26d"},
	{"id=0&value=%", [][2]string{{"id", "0"}, {"value", "%"}}, "id=0&value=%25"},
	{"b=%2sf%2a", [][2]string{{"b", "%2sf*"}}, "b=%252sf*"},
	{"b=%2%2af%2a", [][2]string{{"b", "%2*f*"}}, "b=%252*f*"},
	{"b=%%2a", [][2]string{{"b", "%*"}}, "b=%25*"},
	{"a=%4", [][2]string{{"a", "%4"}}, "a=%254"},
	{"a=%4g%G4", [][2]string{{"a", "%4g%G4"}}, "a=%254g%25G4"},
	{"%61=%6a%4A%4a", [][2]string{{"a", "jJJ"}}, "a=jJJ"},
	{"a=b+c", [][2]string{{"a", "b c"}}, "a=b+c"},
	{"a+b=c", [][2]string{{"a b", "c"}}, "a+b=c"},
	{"a=b c", [][2]string{{"a", "b c"}}, "a=b+c"},
	{"a b=c", [][2]string{{"a b", "c"}}, "a+b=c"},
	{"a%20b=%20", [][2]string{{"a b", " "}}, "a+b=+"},
	{"query=+15555555555", [][2]string{{"query", " 15555555555"}}, "query=+15555555555"},
	{"query=%2B15555555555", [][2]string{{"query", "+15555555555"}}, "query=%2B15555555555"},
	{"a=b%00c&d%00=", [][2]string{{"a", "b\x00c"}, {"d\x00", ""}}, "a=b%00c&d%00="},
	{"a=%0D%0a%09", [][2]string{{"a", "\r\n\t"}}, "a=%0D%0A%09"},
	{"a=b\u2384", [][2]string{{"a", "b\u2384"}}, "a=b%E2%8E%84"},
	{"a%e2%8e%84b=c", [][2]string{{"a\u2384b", "c"}}, "a%E2%8E%84b=c"},
	{"a=b%f0%9f%92%a9c", [][2]string{{"a", "b💩c"}}, "a=b%F0%9F%92%A9c"},
	{"💩=💩", [][2]string{{"💩", "💩"}}, "%F0%9F%92%A9=%F0%9F%92%A9"},
	{"\uFEFFtest=\uFEFFtest", [][2]string{{"\uFEFFtest", "\uFEFFtest"}}, "%EF%BB%BFtest=%EF%BB%BFtest"},
	{"%EF%BB%BFtest=%EF%BB%BF", [][2]string{{"\uFEFFtest", "\uFEFF"}}, "%EF%BB%BFtest=%EF%BB%BF"},
	{"%EF%BF%BF=%EF%BF%BD", [][2]string{{"\uFFFF", "\uFFFD"}}, "%EF%BF%BF=%EF%BF%BD"},
	{"a=%FF", [][2]string{{"a", "\uFFFD"}}, "a=%EF%BF%BD"},
	{"a=%FE%FF&%C2=x", [][2]string{{"a", "\uFFFD\uFFFD"}, {"\uFFFD", "x"}}, "a=%EF%BF%BD%EF%BF%BD&%EF%BF%BD=x"},
	{"a=%C2x%C2", [][2]string{{"a", "\uFFFDx\uFFFD"}}, "a=%EF%BF%BDx%EF%BF%BD"},
	{"a=%F0%9F%92x", [][2]string{{"a", "\uFFFDx"}}, "a=%EF%BF%BDx"},
	{"a=%ED%A0%80", [][2]string{{"a", "\uFFFD\uFFFD\uFFFD"}}, "a=%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
	{"a=%F0%9F&b=%92%A9", [][2]string{{"a", "\uFFFD"}, {"b", "\uFFFD\uFFFD"}}, "a=%EF%BF%BD&b=%EF%BF%BD%EF%BF%BD"},
	{"abcdefghijklmnopqrstuvwxyz=ABCDEFGHIJKLMNOPQRSTUVWXYZ&0123456789=*-._",
		[][2]string{{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, {"0123456789", "*-._"}},
		"abcdefghijklmnopqrstuvwxyz=ABCDEFGHIJKLMNOPQRSTUVWXYZ&0123456789=*-._"},
	{"a=!\"#$'()*,-./:;<>?@[\\]^_`{|}~", [][2]string{{"a", "!\"#$'()*,-./:;<>?@[\\]^_`{|}~"}},
		"a=%21%22%23%24%27%28%29*%2C-.%2F%3A%3B%3C%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D%7E"},
}

func TestNewURLSearchParams(t *testing.T) {
	for _, tt := range urlEncodedTests {
		p := NewURLSearchParams(tt.in)
		if got := pairsOf(p); !slices.Equal(got, tt.pairs) {
			t.Errorf("NewURLSearchParams(%+q) has %+q, want %+q", tt.in, got, tt.pairs)
		}
		if got := p.String(); got != tt.out {
			t.Errorf("NewURLSearchParams(%+q).String() = %q, want %q", tt.in, got, tt.out)
		}
		if got := p.Size(); got != len(tt.pairs) {
			t.Errorf("NewURLSearchParams(%+q).Size() = %d, want %d", tt.in, got, len(tt.pairs))
		}
		if got := NewURLSearchParams(tt.out); !slices.Equal(pairsOf(got), tt.pairs) {
			t.Errorf("NewURLSearchParams(%q) has %+q, want %+q", tt.out, pairsOf(got), tt.pairs)
		}
	}
}

// The list of a URL has the same pairs, although the URL parser has percent-encoded a part of the query.
func TestURLSearchParamsOfURL(t *testing.T) {
	for _, tt := range urlEncodedTests {
		for _, start := range []string{"https://example.net/", "x:y"} {
			u := MustParse(start)
			if err := u.SetSearch(tt.in); err != nil {
				t.Fatal(err)
			}
			p := u.SearchParams()
			if got := pairsOf(p); !slices.Equal(got, tt.pairs) {
				t.Errorf("%q has %+q, want %+q", u.Href(), got, tt.pairs)
			}
			if got := p.String(); got != tt.out {
				t.Errorf("SearchParams of %q is %q, want %q", u.Href(), got, tt.out)
			}
			if got := p.Size(); got != len(tt.pairs) {
				t.Errorf("Size of %q = %d, want %d", u.Href(), got, len(tt.pairs))
			}
			p.Delete("no such name")
			want := start
			if tt.out != "" {
				want += "?" + tt.out
			}
			if u.Href() != want {
				t.Errorf("search %+q is rewritten as %q, want %q", tt.in, u.Href(), want)
			}
			if v := MustParse(want); v != u {
				t.Errorf("%#v is not what %q parses to, %#v", u, want, v)
			}
		}
	}
}

// A run of "&" does not make the list large.
func TestParsePairsCapacity(t *testing.T) {
	if list := parsePairs(strings.Repeat("&", 1000) + "a"); len(list) != 1 || cap(list) > 32 {
		t.Errorf("%d pairs have room for %d", len(list), cap(list))
	}
}

// Invalid UTF-8 in a string counts as U+FFFD.
func TestURLSearchParamsInvalidUTF8(t *testing.T) {
	p := NewURLSearchParams("a\xFF=\xF0\x9F\x92")
	p.Append("\xC2", "b\xED\xA0\x80")
	want := [][2]string{{"a\uFFFD", "\uFFFD"}, {"\uFFFD", "b\uFFFD\uFFFD\uFFFD"}}
	if got := pairsOf(p); !slices.Equal(got, want) {
		t.Errorf("pairs are %+q, want %+q", got, want)
	}
	u := MustParse("x:?%61%FF=1&\uFFFD=2&+\uFFFD=3&%FF%=4")
	for name, want := range map[string]string{"a\xFE": "1", "a\uFFFD": "1", "\x80": "2", " \xFF": "3", "\xFF%": "4", "%FF": ""} {
		if got := u.SearchParams().Get(name); got != want {
			t.Errorf("Get(%+q) = %q, want %q", name, got, want)
		}
	}
	p.Set("a\xFE", "\xFE")
	if !p.HasValue("a\xFF", "\xFF") || !p.Has("\xFF") || p.Get("a\x80") != "\uFFFD" || len(p.GetAll("\xF0")) != 1 {
		t.Errorf("%q does not have what it should", p)
	}
	if got := pairsOf(NewURLSearchParams("%C2\x80=\xC2%80")); !slices.Equal(got, [][2]string{{"\uFFFD\uFFFD", "\uFFFD\uFFFD"}}) {
		t.Errorf("bytes of the string and percent-encoded ones make %+q", got)
	}
	p.DeleteValue("a\xFC", "\uFFFD")
	p.Delete("\xFC")
	if p.Size() != 0 {
		t.Errorf("%q is left, want nothing", p)
	}
}

// A step is a call of a method that changes a URLSearchParams.
type step []string

func (s step) do(p *URLSearchParams) {
	switch s[0] {
	case "append":
		p.Append(s[1], s[2])
	case "delete":
		if len(s) > 2 {
			p.DeleteValue(s[1], s[2])
		} else {
			p.Delete(s[1])
		}
	case "set":
		p.Set(s[1], s[2])
	case "sort":
		p.Sort()
	default:
		panic("no such step: " + s[0])
	}
}

// stepTests holds queries, steps, and the serialization after the steps.
var stepTests = []struct {
	in    string
	steps []step
	out   string
}{
	{"", []step{{"append", "a", "b"}}, "a=b"},
	{"", []step{{"append", "a", "b"}, {"append", "a", "b"}, {"append", "a", "c"}}, "a=b&a=b&a=c"},
	{"", []step{{"append", "", ""}, {"append", "", ""}}, "=&="},
	{"", []step{{"append", "", "b"}, {"append", "a", ""}}, "=b&a="},
	{"", []step{{"append", "null", "null"}, {"append", "first", "1"}, {"append", "second", "2"}},
		"null=null&first=1&second=2"},
	{"a=~ +", []step{{"append", "& =", "+%"}}, "a=%7E++&%26+%3D=%2B%25"},
	{"", []step{{"append", "b", "%*"}}, "b=%25*"},
	{"", []step{{"append", "a", "b\r\nc"}}, "a=b%0D%0Ac"},

	{"a=b&c=d", []step{{"delete", "a"}}, "c=d"},
	{"a=a&b=b&a=a&c=c", []step{{"delete", "a"}}, "b=b&c=c"},
	{"a=a&=&b=b&c=c", []step{{"delete", ""}}, "a=a&b=b&c=c"},
	{"param1&param2", []step{{"delete", "param1"}, {"delete", "param2"}}, ""},
	{"a=1&a=2", []step{{"delete", "a"}}, ""},
	{"a=b&a=d&c&e&", []step{{"delete", "a", "b"}}, "a=d&c=&e="},
	{"a=b&a=d&c&e&", []step{{"delete", "e", ""}, {"delete", "c", "x"}}, "a=b&a=d&c="},
	{"a=b&a=b", []step{{"delete", "a", "b"}}, ""},
	{"a=~&&", []step{{"delete", "b"}}, "a=%7E"},
	{"&", []step{{"delete", "b"}}, ""},

	{"a=b&c=d", []step{{"set", "a", "B"}}, "a=B&c=d"},
	{"a=b&c=d&a=e", []step{{"set", "a", "B"}}, "a=B&c=d"},
	{"c=d&a=b&x&a=e&a=f&y", []step{{"set", "a", "B"}}, "c=d&a=B&x=&y="},
	{"a=1&a=2&b=1&b=2&c=1&c=2", []step{{"set", "c", "3"}, {"set", "a", "1"}}, "a=1&b=1&b=2&c=3"},
	{"a=1", []step{{"set", "b", "2"}}, "a=1&b=2"},
	{"", []step{{"set", "", ""}}, "="},

	{"", []step{{"sort"}}, ""},
	{"?", []step{{"sort"}}, ""},
	{"z=b&a=b&z=a&a=a", []step{{"sort"}}, "a=b&a=a&z=b&z=a"},
	{"\uFFFD=x&\uFFFC&\uFFFD=a", []step{{"sort"}}, "%EF%BF%BC=&%EF%BF%BD=x&%EF%BF%BD=a"},
	{"ﬃ&🌈", []step{{"sort"}}, "%F0%9F%8C%88=&%EF%AC%83="}, // 🌈 is the greater code point, of lesser code units
	{"\uE000&\uD7FF&\U00010000&\U0010FFFF&\uFFFF&a&~&é", []step{{"sort"}},
		"a=&%7E=&%C3%A9=&%ED%9F%BF=&%F0%90%80%80=&%F4%8F%BF%BF=&%EE%80%80=&%EF%BF%BF="},
	{"é&e\uFFFD&é", []step{{"sort"}}, "e%EF%BF%BD=&%C3%A9=&%C3%A9="},
	{"é&e\uFFFD&e\u0301", []step{{"sort"}}, "e%CC%81=&e%EF%BF%BD=&%C3%A9="},
	{"z=z&a=a&z=y&a=b&z=x&a=c&z=w&a=d&z=v&a=e&z=u&a=f&z=t&a=g", []step{{"sort"}},
		"a=a&a=b&a=c&a=d&a=e&a=f&a=g&z=z&z=y&z=x&z=w&z=v&z=u&z=t"},
	{"bbb&bb&aaa&aa=x&aa=y", []step{{"sort"}}, "aa=x&aa=y&aaa=&bb=&bbb="},
	{"z=z&=f&=t&=x", []step{{"sort"}}, "=f&=t&=x&z=z"},
	{"a🌈&a💩", []step{{"sort"}}, "a%F0%9F%8C%88=&a%F0%9F%92%A9="},
	{"a\uE000&a💩&a", []step{{"sort"}}, "a=&a%F0%9F%92%A9=&a%EE%80%80="},
	{"Z&z&A&_", []step{{"sort"}}, "A=&Z=&_=&z="},
	{"a=b ~", []step{{"sort"}}, "a=b+%7E"},
	{"q=🏳️‍🌈&key=e1f7bc78", []step{{"sort"}}, "key=e1f7bc78&q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88"},
}

func TestURLSearchParamsSteps(t *testing.T) {
	for _, tt := range stepTests {
		p := NewURLSearchParams(tt.in)
		for _, s := range tt.steps {
			s.do(p)
		}
		if got := p.String(); got != tt.out {
			t.Errorf("%+q after %q is %q, want %q", tt.in, tt.steps, got, tt.out)
		}
	}
}

func TestURLSearchParamsStepsOfURL(t *testing.T) {
	for _, tt := range stepTests {
		for _, around := range [][2]string{{"https://example.net/a", ""}, {"ws://h/", "#f"}, {"x://h", "#"}, {"mailto:a b", "#?"}} {
			u := MustParse(around[0] + "?" + strings.TrimPrefix(tt.in, "?") + around[1])
			p := u.SearchParams()
			for _, s := range tt.steps {
				s.do(p)
			}
			want := around[0]
			if tt.out != "" {
				want += "?" + tt.out
			}
			if want += around[1]; u.Href() != want {
				t.Errorf("%+q after %q is %q, want %q", tt.in, tt.steps, u.Href(), want)
			}
			if v := MustParse(want); v != u {
				t.Errorf("%#v is not what %q parses to, %#v", u, want, v)
			}
		}
	}
}

func TestURLSearchParamsReading(t *testing.T) {
	const query = "a=b&c=d&a=e&&=&+x%79=%7E+1&empty=&bare&a%3Db=c%26&%2=%&é=ü"
	u := MustParse("https://example.net/?" + query)
	for name, p := range map[string]*URLSearchParams{"own": NewURLSearchParams(query), "URL's": u.SearchParams()} {
		for _, tt := range []struct {
			name string
			want []string
		}{
			{"a", []string{"b", "e"}}, {"c", []string{"d"}}, {"", []string{""}}, {" xy", []string{"~ 1"}},
			{"empty", []string{""}}, {"bare", []string{""}}, {"a=b", []string{"c&"}}, {"%2", []string{"%"}}, {"é", []string{"ü"}},
			{"A", nil}, {"aa", nil}, {"+xy", nil}, {"+x%79", nil}, {"a%3Db", nil}, {"b", nil}, {"c=d", nil}, {"\uFFFD", nil},
			{"e", nil}, {"emp", nil}, {"%C3%A9", nil}, {"\xC3", nil}, {"é\u0301", nil},
		} {
			first := ""
			if tt.want != nil {
				first = tt.want[0]
			}
			value, ok := p.Lookup(tt.name)
			if got := p.Get(tt.name); got != first || value != first || ok != (tt.want != nil) {
				t.Errorf("%s: Get(%q) = %q and Lookup %q, %t, want %q, %t", name, tt.name, got, value, ok, first, tt.want != nil)
			}
			if got := p.GetAll(tt.name); !slices.Equal(got, tt.want) {
				t.Errorf("%s: GetAll(%q) = %q, want %q", name, tt.name, got, tt.want)
			}
			if got := p.Has(tt.name); got != (tt.want != nil) {
				t.Errorf("%s: Has(%q) = %t", name, tt.name, got)
			}
			for _, value := range append([]string{"", "b", "e", "x", "%7E+1", "~", "%"}, tt.want...) {
				if got, want := p.HasValue(tt.name, value), slices.Contains(tt.want, value); got != want {
					t.Errorf("%s: HasValue(%q, %q) = %t, want %t", name, tt.name, value, got, want)
				}
			}
		}
	}
}

func TestNewURLSearchParamsFrom(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    *URLSearchParams
		want string
	}{
		{"no pairs", NewURLSearchParamsFromPairs(nil), ""},
		{"pairs", NewURLSearchParamsFromPairs([][2]string{{"b", "?"}, {"a", "1"}, {"b", "x y"}, {"\xFF", "\xFE"}}),
			"b=%3F&a=1&b=x+y&%EF%BF%BD=%EF%BF%BD"},
		{"no sequence", NewURLSearchParamsFromSeq(nil), ""},
		{"sequence", NewURLSearchParamsFromSeq(NewURLSearchParams("b=1&a=2&b=3").All()), "b=1&a=2&b=3"},
		// As the conversion to record<USVString, USVString> does, where the last of equal names counts.
		{"no values", NewURLSearchParamsFromValues(nil), ""},
		{"values", NewURLSearchParamsFromValues(neturl.Values{"b": {"2", "1"}, "a": {""}, "c": {}, "ﬃ": {"x"}, "🌈": {"y"}}),
			"a=&b=2&b=1&%F0%9F%8C%88=y&%EF%AC%83=x"},
		{"zero", new(URLSearchParams), ""},
	} {
		if got := tt.p.String(); got != tt.want {
			t.Errorf("from %s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestURLSearchParamsValues(t *testing.T) {
	u := MustParse("https://example.net/?b=1&a=%7E&b=2+3")
	want := neturl.Values{"a": {"~"}, "b": {"1", "2 3"}}
	for _, p := range []*URLSearchParams{u.SearchParams(), NewURLSearchParams(u.Search())} {
		if got := p.Values(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Values() = %v, want %v", got, want)
		}
	}
	if got := NewURLSearchParams("").Values(); got == nil || len(got) != 0 {
		t.Errorf("Values() of nothing = %#v, want an empty map", got)
	}
}

func TestURLSearchParamsIsLive(t *testing.T) {
	u := MustParse("http://example.org/file??a=b&c=d")
	p, q := u.SearchParams(), u.SearchParams()
	check := func(what, wantHref, wantParams string) {
		t.Helper()
		if u.Href() != wantHref || p.String() != wantParams || q.String() != wantParams {
			t.Errorf("after %s: %q with %q and %q, want %q with %q", what, u.Href(), p, q, wantHref, wantParams)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	check("parsing", "http://example.org/file??a=b&c=d", "%3Fa=b&c=d")
	must(u.SetSearch("?x=y"))
	check("SetSearch", "http://example.org/file?x=y", "x=y")
	p.Append("i", " 1")
	check("Append", "http://example.org/file?x=y&i=+1", "x=y&i=+1")
	must(u.SetHash("?i=j"))
	q.Set("x", "#")
	check("Set", "http://example.org/file?x=%23&i=+1#?i=j", "x=%23&i=+1")
	must(u.SetPathname("/a?b"))
	check("SetPathname", "http://example.org/a%3Fb?x=%23&i=+1#?i=j", "x=%23&i=+1")
	must(u.SetHref("https://user:pass@[::1]:8080/?a=b%20~#f"))
	check("SetHref", "https://user:pass@[::1]:8080/?a=b%20~#f", "a=b+%7E")
	p.Sort()
	check("Sort", "https://user:pass@[::1]:8080/?a=b+%7E#f", "a=b+%7E")
	if err := u.SetHref("no URL"); err == nil {
		t.Error("SetHref succeeds")
	}
	check("a failed SetHref", "https://user:pass@[::1]:8080/?a=b+%7E#f", "a=b+%7E")
	must(u.SetSearch(""))
	check("emptying", "https://user:pass@[::1]:8080/#f", "")
	must(u.SetSearch("?"))
	check("an empty query", "https://user:pass@[::1]:8080/?#f", "")
	q.Delete("a")
	check("Delete", "https://user:pass@[::1]:8080/#f", "")
	must(u.SetHref("https://h/"))
	q.Append("", "")
	check("Append", "https://h/?=", "=")
	u = MustParse("x:y?z")
	check("assignment", "x:y?z", "z=")
	q.Delete("z")
	check("Delete", "x:y", "")
}

// A change through the list of a URL does not show in a copy of the URL.
func TestURLSearchParamsOfCopy(t *testing.T) {
	u := MustParse("https://h/?a=1")
	v := u
	p := u.SearchParams()
	v.SearchParams().Set("a", "2")
	p.Append("b", "3")
	list := NewURLSearchParamsFromSeq(p.All())
	list.Delete("a")
	if u.Href() != "https://h/?a=1&b=3" || v.Href() != "https://h/?a=2" || list.String() != "b=3" {
		t.Errorf("the URL is %q, its copy %q, the copy of its list %q", u.Href(), v.Href(), list)
	}
}

// The last space at the end of an opaque path, which the parser percent-encodes, stays so after the query is removed.
func TestURLSearchParamsOpaquePath(t *testing.T) {
	for _, tt := range [][2]string{
		{"data:space    ?test", "data:space   %20"},
		{"data:space    ?test#test", "data:space   %20#test"},
		{"data:?test#", "data:#"},
		{"data:x?test", "data:x"},
	} {
		u := MustParse(tt[0])
		if u.SearchParams().Delete("test"); u.Href() != tt[1] {
			t.Errorf("%q without its query is %q, want %q", tt[0], u.Href(), tt[1])
		}
		before := u
		u.SearchParams().Append("test", "")
		u.SearchParams().Delete("test")
		if u != before {
			t.Errorf("%q with and without a query is %q", before.Href(), u.Href())
		}
	}
}

// The search setter fills the list from the query, which has no tabs or newlines.
// https://url.spec.whatwg.org/#dom-url-search
func TestURLSearchParamsAfterTabs(t *testing.T) {
	u := MustParse("https://h/")
	if err := u.SetSearch("a\t=\nb"); err != nil {
		t.Fatal(err)
	}
	if got := u.SearchParams().Get("a"); got != "b" || u.Search() != "?a=b" {
		t.Errorf("Get = %q in %q, want \"b\" in \"?a=b\"", got, u.Search())
	}
}

func TestURLSearchParamsIteration(t *testing.T) {
	for _, tt := range []struct {
		name, query string
		during      func(u *URL, p *URLSearchParams, name, value string)
		want        [][2]string
		left        string
	}{
		{"nothing", "", func(*URL, *URLSearchParams, string, string) {}, [][2]string{}, ""},
		{"the search is set", "a=1&b=2&c=3", func(u *URL, p *URLSearchParams, name, value string) {
			_ = u.SetSearch("x=1&y=2&z=3")
		}, [][2]string{{"a", "1"}, {"y", "2"}, {"z", "3"}}, "x=1&y=2&z=3"},
		{"the next is deleted", "param0=0&param1=1&param2=2", func(u *URL, p *URLSearchParams, name, value string) {
			if name == "param0" {
				p.Delete("param1")
			}
		}, [][2]string{{"param0", "0"}, {"param2", "2"}}, "param0=0&param2=2"},
		{"the current is deleted", "param0=0&param1=1&param2=2", func(u *URL, p *URLSearchParams, name, value string) {
			if name == "param0" {
				p.Delete("param0")
			}
		}, [][2]string{{"param0", "0"}, {"param2", "2"}}, "param1=1&param2=2"},
		{"each is deleted", "param0=0&param1=1&param2=2", func(u *URL, p *URLSearchParams, name, value string) {
			p.Delete(name)
		}, [][2]string{{"param0", "0"}, {"param2", "2"}}, "param1=1"},
		{"one is appended", "a=1", func(u *URL, p *URLSearchParams, name, value string) {
			if len(value) < 3 {
				p.Append("a", value+"1")
			}
		}, [][2]string{{"a", "1"}, {"a", "11"}, {"a", "111"}}, "a=1&a=11&a=111"},
		{"they are sorted", "b=1&a=2&c=3", func(u *URL, p *URLSearchParams, name, value string) {
			p.Sort()
		}, [][2]string{{"b", "1"}, {"b", "1"}, {"c", "3"}}, "a=2&b=1&c=3"},
	} {
		u := MustParse("http://a.b/c?" + tt.query)
		for which, p := range map[string]*URLSearchParams{"URL's": u.SearchParams(), "own": NewURLSearchParams(tt.query)} {
			if which == "own" && tt.name == "the search is set" {
				continue // it has no URL
			}
			got := [][2]string{}
			for name, value := range p.All() {
				got = append(got, [2]string{name, value})
				tt.during(&u, p, name, value)
			}
			if !slices.Equal(got, tt.want) || p.String() != tt.left {
				t.Errorf("%s: %s: yields %q, leaves %q, want %q, %q", which, tt.name, got, p, tt.want, tt.left)
			}
		}
	}
	for name := range NewURLSearchParams("a&b").All() {
		if name != "a" {
			t.Error("iteration goes on after it was left")
		}
		break
	}
}

// Iteration compares a query that moved in memory only once. Comparing it again for each pair took quadratic time.
func TestURLSearchParamsIterationOfMovedQuery(t *testing.T) {
	u := MustParse("http://a.b/c?a=1&b=2&c=3")
	p := u.SearchParams()
	list, query := p.refresh(nil, "")
	for range 2 {
		if err := u.SetHash("moved" + u.Hash()); err != nil {
			t.Fatal(err)
		}
		before := unsafe.SliceData(list)
		list, query = p.refresh(list, query)
		if current, _ := u.Query(); unsafe.StringData(query) != unsafe.StringData(current) {
			t.Error("the next step compares the query again")
		}
		if unsafe.SliceData(list) != before {
			t.Error("the query was parsed again")
		}
	}
}

// go vet's copylocks check looks for these methods.
var _ sync.Locker = new(noCopy)

// The zero URL has no query, and still has none after writing.
func TestURLSearchParamsOfZeroURL(t *testing.T) {
	var u URL
	p := u.SearchParams()
	p.Append("a", "b")
	p.Set("a", "b")
	p.Delete("a")
	p.DeleteValue("a", "b")
	p.Sort()
	if p.Get("a") != "" || p.Has("") || p.HasValue("", "") || p.Size() != 0 || len(pairsOf(p)) != 0 || p.String() != "" {
		t.Errorf("the zero URL has parameters: %q", p)
	}
	if !u.IsZero() {
		t.Errorf("the zero URL has become %q", u.Href())
	}
}

func TestParseQuery(t *testing.T) {
	for _, tt := range []struct {
		query  string
		most   int
		offset int // of the error, or -1
		want   string
	}{
		{"", 1, -1, ""},
		{"a=1&b=2", 0, -1, "a=1&b=2"},
		{"a=1&b=2", -1, -1, "a=1&b=2"},
		{"a=1&b=2", 2, -1, "a=1&b=2"},
		{"&&a=1&&&b=2&&", 2, -1, "a=1&b=2"},
		{"?a=1", 1, -1, "%3Fa=1"},
		{"a=1&b=2", 1, 4, ""},
		{"&&a=1&&&=&&", 1, 8, ""},
		{"a&b&c", 2, 4, ""},
	} {
		p, err := ParseQuery(tt.query, tt.most)
		var e *Error
		switch {
		case tt.offset < 0 && err != nil:
			t.Errorf("ParseQuery(%q, %d) fails: %v", tt.query, tt.most, err)
		case tt.offset < 0:
			if got := p.String(); got != tt.want {
				t.Errorf("ParseQuery(%q, %d) = %q, want %q", tt.query, tt.most, got, tt.want)
			}
		case !errors.As(err, &e) || !errors.Is(err, ErrTooManyPairs) || e.Offset != tt.offset || p != nil:
			t.Errorf("ParseQuery(%q, %d) = %v, %v, want too many pairs at byte %d", tt.query, tt.most, p, err, tt.offset)
		}
	}
	_, err := ParseQuery("a=1&password=2", 1)
	if want := `url: parse query: too-many-pairs at byte 4`; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

// Lists of many pairs, which take other paths through the parser, have the right pairs.
func TestURLSearchParamsLong(t *testing.T) {
	const n = 10_000
	for _, one := range []struct{ in, name, value string }{
		{"&&", "", ""}, {"a=b", "a", "b"}, {"%61+=%FF%C2x", "a ", "\uFFFD\uFFFDx"}, {"\xFF", "\uFFFD", ""}, {"é=%C3%A9", "é", "é"},
	} {
		p := NewURLSearchParams(strings.Repeat(one.in+"&", n))
		want := n
		if one.in == "&&" {
			want = 0
		}
		if p.Size() != want {
			t.Errorf("%q: %d pairs, want %d", one.in, p.Size(), want)
		}
		for name, value := range p.All() {
			if name != one.name || value != one.value {
				t.Fatalf("%q: %+q and %+q, want %+q and %+q", one.in, name, value, one.name, one.value)
			}
		}
	}
}

func TestURLSearchParamsAllocs(t *testing.T) {
	const plain, encoded = "a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=10", "a=%31&b+b=2&c=%C3%A9&d=4+5"
	u, v := MustParse("https://h/?"+plain), MustParse("https://h/?"+encoded)
	sum := 0
	read := func(p *URLSearchParams) {
		for name, value := range p.All() {
			sum += len(name) + len(value)
		}
	}
	for _, tt := range []struct {
		name string
		most float64
		f    func()
	}{
		{"Get", 0, func() { sum += len(u.SearchParams().Get("j")) }},
		{"Get of an encoded value", 1, func() { sum += len(v.SearchParams().Get("c")) }},
		{"Has", 0, func() { _ = v.SearchParams().Has("b b") || v.SearchParams().HasValue("c", "é") }},
		{"Size", 0, func() { sum += v.SearchParams().Size() }},
		{"All", 1, func() { read(u.SearchParams()) }},
		{"All of encoded values", 2, func() { read(v.SearchParams()) }},
		{"NewURLSearchParams", 2, func() { read(NewURLSearchParams(plain)) }},
		{"NewURLSearchParams of encoded values", 3, func() { read(NewURLSearchParams(encoded)) }},
		{"String", 2, func() { sum += len(u.SearchParams().String()) }},
		{"Set", 3, func() { u.SearchParams().Set("a", u.SearchParams().Get("a")+"1"[:1-len(u.SearchParams().Get("a"))%2]) }},
	} {
		if got := testing.AllocsPerRun(100, tt.f); got > tt.most {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, got, tt.most)
		}
	}
}

// naivePairs is a slow and simple parsePairs.
func naivePairs(query string) [][2]string {
	pairs := [][2]string{}
	decode := func(s string) string {
		return toScalarValues(PercentDecode(strings.ReplaceAll(s, "+", " ")))
	}
	for sequence := range strings.SplitSeq(query, "&") {
		if sequence != "" {
			name, value, _ := strings.Cut(sequence, "=")
			pairs = append(pairs, [2]string{decode(name), decode(value)})
		}
	}
	return pairs
}

func FuzzURLSearchParams(f *testing.F) {
	for _, tt := range urlEncodedTests {
		f.Add(tt.in, "a", "b")
	}
	for _, tt := range stepTests {
		f.Add(tt.in, "a\xFF", " +%&=")
	}
	f.Fuzz(func(t *testing.T, query, name, value string) {
		want := naivePairs(toScalarValues(strings.TrimPrefix(query, "?")))
		own := NewURLSearchParams(query)
		if got := pairsOf(own); !slices.Equal(got, want) {
			t.Fatalf("NewURLSearchParams has %+q, want %+q", got, want)
		}
		if got := naivePairs(own.String()); !slices.Equal(got, want) {
			t.Fatalf("String() = %q, which is %+q, want %+q", own, got, want)
		}
		u := MustParse("https://h/?x#y")
		live := u.SearchParams()
		if err := u.SetSearch(query); err != nil {
			t.Fatal(err)
		}
		if !strings.ContainsAny(query, "\t\n\r") && live.String() != own.String() {
			t.Fatalf("the URL's list is %q, want %q", live, own)
		}
		own = NewURLSearchParams(u.Search())
		sameAnswers(t, own, live, name, value)
		for _, pair := range want[:min(len(want), 8)] {
			sameAnswers(t, own, live, pair[0], pair[1])
		}
		for _, s := range []step{{"append", name, value}, {"sort"}, {"set", name, query}, {"delete", name, query},
			{"append", value, name}, {"delete", value}} {
			s.do(own)
			s.do(live)
			sameAnswers(t, own, live, name, value)
			if own.String() != live.String() {
				t.Fatalf("after %q the URL's list is %q, want %q", s, live, own)
			}
			if v := MustParse(u.Href()); v != u {
				t.Fatalf("after %q %#v is not what it parses to, %#v", s, u, v)
			}
		}
	})
}

// sameAnswers checks that a list that is searched in a query gives the same answers as one that is parsed.
func sameAnswers(t *testing.T, own, live *URLSearchParams, name, value string) {
	t.Helper()
	ownValue, ownOK := own.Lookup(name)
	liveValue, liveOK := live.Lookup(name)
	if ownValue != liveValue || ownOK != liveOK || own.Has(name) != live.Has(name) || ownOK != own.Has(name) {
		t.Fatalf("Lookup(%+q) = %+q, %t, want %+q, %t", name, liveValue, liveOK, ownValue, ownOK)
	}
	if own.HasValue(name, value) != live.HasValue(name, value) {
		t.Fatalf("HasValue(%+q, %+q) = %t", name, value, live.HasValue(name, value))
	}
	if !slices.Equal(own.GetAll(name), live.GetAll(name)) || own.Size() != live.Size() {
		t.Fatalf("GetAll(%+q) = %+q of %d, want %+q of %d", name, live.GetAll(name), live.Size(), own.GetAll(name), own.Size())
	}
}

var searchParamsBenchmarks = []struct{ name, query string }{
	{"plain", "utm_source=newsletter&utm_medium=email&utm_campaign=spring&id=12345&page=2&sort=asc&lang=en&ref=home&q=go&t=17"},
	{"encoded", "utm_source=news+letter&utm_medium=email&utm_campaign=spring%20sale&id=12345&page=2&sort=asc&lang=en" +
		"&redirect=https%3A%2F%2Fexample.com%2Fa%3Fb&q=caf%C3%A9+au+lait&t=17"},
}

// BenchmarkSearchParams measures common operations on a query of 10 pairs, beside net/url.
func BenchmarkSearchParams(b *testing.B) {
	for _, bb := range searchParamsBenchmarks {
		ours, theirs := MustParse("https://example.com/?"+bb.query), must1(neturl.Parse("https://example.com/?"+bb.query))
		sum := 0
		run := func(name string, f func()) {
			b.Run(bb.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
		run("parse-and-read-all/url", func() {
			for name, value := range NewURLSearchParams(bb.query).All() {
				sum += len(name) + len(value)
			}
		})
		run("parse-and-read-all/neturl", func() {
			for name, values := range must1(neturl.ParseQuery(bb.query)) {
				for _, value := range values {
					sum += len(name) + len(value)
				}
			}
		})
		run("get/url", func() { sum += len(ours.SearchParams().Get("t")) })
		run("get/neturl", func() { sum += len(theirs.Query().Get("t")) })
		run("set/url", func() {
			u := ours
			u.SearchParams().Set("page", "3")
		})
		run("set/neturl", func() {
			u := *theirs
			values := u.Query()
			values.Set("page", "3")
			u.RawQuery = values.Encode()
		})
	}
}

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
