package url

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	neturl "net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weburl-go/url/internal/infra"
)

// The expected values are those of the standard and of web-platform-tests' url/urlsearchparams-*.any.js. They were
// compared with the standard's reference implementation.

// pairsOf returns the pairs that p.All yields.
func pairsOf(p *URLSearchParams) [][2]string { return collect(p.All()) }

func collect(seq iter.Seq2[string, string]) [][2]string {
	pairs := [][2]string{}
	for name, value := range seq {
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs
}

// urlEncodedTests has strings, their pairs, and the serialization of these pairs.
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

// stepTests has queries, steps, and the serialization after the steps.
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
	{"ﬃ&🌈", []step{{"sort"}}, "%F0%9F%8C%88=&%EF%AC%83="}, // 🌈 is the greater code point, but its code units are less
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
		// As in the conversion to record<USVString, USVString>, the last of equal names counts.
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

// go vet's copylocks check looks for these methods.
var _ sync.Locker = new(noCopy)

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
	if want := `url: ParseQuery: too-many-pairs at byte 4`; err.Error() != want {
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

// naivePairs is a slow and simple parsePairs.
func naivePairs(query string) [][2]string {
	pairs := [][2]string{}
	decode := func(s string) string {
		return infra.ToScalarValues(PercentDecode(strings.ReplaceAll(s, "+", " ")))
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
		want := naivePairs(infra.ToScalarValues(strings.TrimPrefix(query, "?")))
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

// sameAnswers checks that the list of a URL, which searches the query, gives the same answers as a parsed list.
func sameAnswers(t *testing.T, own, live *URLSearchParams, name, value string) {
	t.Helper()
	ownValue, ownOK := own.Lookup(name)
	liveValue, liveOK := live.Lookup(name)
	if ownValue != liveValue || ownOK != liveOK || own.Has(name) != live.Has(name) || ownOK != own.Has(name) {
		t.Fatalf("Lookup(%+q) = %+q, %t, want %+q, %t", name, liveValue, liveOK, ownValue, ownOK)
	}
	for i := -1; i <= own.Size(); i++ {
		ownName, ownValue, ownOK := own.At(i)
		liveName, liveValue, liveOK := live.At(i)
		if ownOK != liveOK || ownOK != (i >= 0 && i < own.Size()) || ownName != liveName || ownValue != liveValue {
			t.Fatalf("At(%d) = %+q, %+q, %t, want %+q, %+q, %t", i, liveName, liveValue, liveOK, ownName, ownValue, ownOK)
		}
	}
	if own.HasValue(name, value) != live.HasValue(name, value) {
		t.Fatalf("HasValue(%+q, %+q) = %t", name, value, live.HasValue(name, value))
	}
	if !slices.Equal(own.GetAll(name), live.GetAll(name)) || own.Size() != live.Size() {
		t.Fatalf("GetAll(%+q) = %+q of %d, want %+q of %d", name, live.GetAll(name), live.Size(), own.GetAll(name), own.Size())
	}
}

func TestURLSearchParamsClone(t *testing.T) {
	u := MustParse("https://h/?a=1&&b=%20")
	for name, p := range map[string]*URLSearchParams{"URL's": u.SearchParams(), "own": NewURLSearchParams(u.Search())} {
		q := p.Clone()
		if q.String() != p.String() {
			t.Errorf("%s: the clone is %q, want %q", name, q, p)
		}
		q.Append("c", "3")
		q.Set("a", "2")
		if q.String() != "a=2&b=+&c=3" || p.String() != "a=1&b=+" {
			t.Errorf("%s: the clone is %q, the list %q", name, q, p)
		}
		p.Set("a", "4")
		p.Sort()
		if q.String() != "a=2&b=+&c=3" {
			t.Errorf("%s: the list changes its clone to %q", name, q)
		}
	}
	var none *URLSearchParams
	if none.Clone() != nil || new(URLSearchParams).Clone().Size() != 0 {
		t.Error("the clone of nothing is something")
	}
}

var (
	_ encoding.TextAppender    = new(URLSearchParams)
	_ encoding.TextMarshaler   = new(URLSearchParams)
	_ encoding.TextUnmarshaler = new(URLSearchParams)
)

// TestNilURLSearchParams checks that every method that reads takes a nil list for an empty one.
func TestNilURLSearchParams(t *testing.T) {
	var p *URLSearchParams
	value, ok := p.Lookup("a")
	text, err := p.MarshalText()
	appended, appendErr := p.AppendText([]byte("a"))
	if value != "" || ok || p.Get("a") != "" || p.GetAll("a") != nil || p.Has("a") || p.HasValue("a", "") || p.Size() != 0 ||
		p.String() != "" || len(p.Values()) != 0 || p.Clone() != nil || len(text) != 0 || err != nil || string(appended) != "a" || appendErr != nil {
		t.Errorf("%q, %t, %q, %v, %q, %v", value, ok, text, err, appended, appendErr)
	}
	if name, value, ok := p.At(0); name != "" || value != "" || ok {
		t.Errorf("At(0) = %q, %q, %t", name, value, ok)
	}
	for name, value := range p.All() {
		t.Errorf("All yields %q, %q", name, value)
	}
	for i := range reflect.TypeOf(p).NumMethod() {
		method := reflect.TypeOf(p).Method(i)
		reads := method.Type.NumOut() > 0 && !strings.HasPrefix(method.Name, "Unmarshal")
		var arguments []reflect.Value
		for j := range method.Type.NumIn() {
			arguments = append(arguments, reflect.Zero(method.Type.In(j)))
		}
		if panicked := recovered(func() { method.Func.Call(arguments) }) != nil; panicked == reads {
			t.Errorf("%s of a nil list: panics: %t", method.Name, panicked)
		}
	}
}

func TestURLSearchParamsText(t *testing.T) {
	type record struct {
		Params *URLSearchParams
		List   []*URLSearchParams
		None   *URLSearchParams
	}
	u := MustParse("https://h/?a=%20~")
	in := record{Params: u.SearchParams(), List: []*URLSearchParams{NewURLSearchParams("b=\"&c=ü"), {}}}
	text, err := json.Marshal(in)
	if want := `{"Params":"a=+%7E","List":["b=%22\u0026c=%C3%BC",""],"None":null}`; err != nil || string(text) != want {
		t.Errorf("json.Marshal = %s, %v, want %s", text, err, want)
	}
	var out record
	if err := json.Unmarshal(text, &out); err != nil || out.None != nil || len(out.List) != 2 ||
		out.Params.String() != "a=+%7E" || out.List[0].Get("c") != "ü" || out.List[1].Size() != 0 {
		t.Errorf("json.Unmarshal = %v, %v", out, err)
	}
	if text, err := in.Params.AppendText([]byte("?")); err != nil || string(text) != "?a=+%7E" {
		t.Errorf("AppendText = %q, %v", text, err)
	}
}

func TestURLSearchParamsUnmarshalText(t *testing.T) {
	for _, tt := range urlEncodedTests {
		want := NewURLSearchParams(tt.in)
		u, own := MustParse("https://h/?x=1#f"), NewURLSearchParams("x=1")
		live, text := u.SearchParams(), []byte(tt.in)
		if err := errors.Join(live.UnmarshalText(text), own.UnmarshalText(text)); err != nil {
			t.Fatal(err)
		}
		clear(text)
		if own.String() != want.String() || live.String() != want.String() {
			t.Errorf("UnmarshalText(%q): %q, the URL's list %q, want %q", tt.in, own, live, want)
		}
		wantQuery := want.String()
		if query, ok := u.Query(); query != wantQuery || ok != (wantQuery != "") || u != MustParse(u.Href()) {
			t.Errorf("UnmarshalText(%q): the URL is %s", tt.in, u)
		}
	}
}

// FuzzURLSearchParamsText checks that a list and the list of a URL can be read from their texts, and that a clone is
// the same.
func FuzzURLSearchParamsText(f *testing.F) {
	for _, tt := range urlEncodedTests {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := NewURLSearchParams(text)
		u := MustParse("https://h/?x")
		for _, p := range []*URLSearchParams{{}, u.SearchParams()} {
			if err := p.UnmarshalText([]byte(text)); err != nil || !slices.Equal(pairsOf(p), pairsOf(want)) {
				t.Fatalf("UnmarshalText(%q): %q, %v, want %q", text, p, err, want)
			}
			written, err := p.MarshalText()
			if again := NewURLSearchParams(string(written)); err != nil || !slices.Equal(pairsOf(again), pairsOf(want)) {
				t.Fatalf("MarshalText: %q, %v, which is %q, want %q", written, err, again, want)
			}
			if clone := p.Clone(); !slices.Equal(pairsOf(clone), pairsOf(want)) {
				t.Fatalf("Clone: %q, want %q", clone, want)
			}
		}
	})
}
