package url

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

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

// The parser percent-encodes the last space of an opaque path. It stays encoded when the query is removed.
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

// If the query moved in memory, iteration compares it once. Comparing it for each pair would take quadratic time.
func TestURLSearchParamsIterationOfMovedQuery(t *testing.T) {
	u := MustParse("http://a.b/c?a=1&b=2&c=3")
	p := u.SearchParams()
	list, query := p.refresh(nil, "")
	for range 2 {
		if err := u.SetHash("moved" + u.Hash()); err != nil {
			t.Fatal(err)
		}
		before := reflect.ValueOf(list).Pointer()
		list, query = p.refresh(list, query)
		if current, _ := u.Query(); reflect.ValueOf(query).Pointer() != reflect.ValueOf(current).Pointer() {
			t.Error("the next step compares the query again")
		}
		if reflect.ValueOf(list).Pointer() != before {
			t.Error("the query was parsed again")
		}
	}
}

// The zero URL has no query, also after writing to its list.
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
