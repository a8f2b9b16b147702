package urlpattern_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/urlpattern"
)

// TestString has patterns and their constructor strings. The components of these are tested in TestConstructorStrings
// and by the vectors.
func TestString(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{"https://example.com/books/:id", "https://example.com/books/:id"},
		{"https://example.com", "https://example.com"},
		{"HTTPS://EXAMPLE.com/a b#", "https://example.com/a%20b?#"},
		{"http{s}?://*.example.com:*/*", "http{s}?://*.example.com:*/*"},
		{"https://*", "https://*"},
		{"*://*:*/foo?*#*", "*://*:*/foo"},
		{`https://example.com/:id\?q=:q#:h`, `https://example.com/:id\?q=:q#:h`},
		{"https://example.com/a?b", "https://example.com/a?b"},
		{`https://example.com/a*\?b#c`, `https://example.com/a*\?b#c`},
		{"https://example.com/a*?b#c", "https://example.com/a*?b?#c"}, // "*?" is one
		{`https://user\:pw@example.com/`, `https://user\:pw@example.com/`},
		{"https://user@example.com/", "https://user@example.com/"},
		{`https://*\:pw@example.com/`, `https://*\:pw@example.com/`},
		{"https://:user@example.com/", "https://:user@example.com/"},
		{"https://example.com::port/", "https://example.com::port/"},
		{`https://example.com:(\d+)/(\d+)`, `https://example.com:(\d+)/(\d+)`},
		{`https://[\:\:1]:80/`, `https://[\:\:1]:80/`},
		{`data\:foo*`, `data\:foo*`},
		{`data\:`, "data:"},
		{"foo://h", "foo://h"},
		{"/a", ""},
	} {
		p, err := urlpattern.New(c.pattern, urlpattern.Options{})
		if c.want == "" {
			p, err = urlpattern.NewFromInit(urlpattern.Init{urlpattern.Search: "q"}, urlpattern.Options{})
		}
		if err != nil {
			t.Fatal(c.pattern, err)
		}
		if got := p.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.pattern, got, c.want)
		}
		text, err := p.MarshalText()
		if string(text) != c.want || (err != nil) != (c.want == "") || err != nil && !errors.Is(err, urlpattern.ErrNotRepresentable) {
			t.Errorf("%s: MarshalText returns %q, %v", c.pattern, text, err)
		}
	}
}

// TestMarshalTextOfParts has patterns with texts that are encoded as the empty string. Where such a text is between two
// groups, the pattern string stands for another pattern.
func TestMarshalTextOfParts(t *testing.T) {
	for pattern, want := range map[string]string{
		"https://h/(a|b)\n(.*)": "",
		"https://h/(a|b)\n*":    "",
		"https://h/:a\n*?b":     "",
		"https://h/:a\t:b":      "",
		"https://h/{\n}?:a":     "",
		"https://h/?q=(a)\n*":   "",
		"https://h/#:a\n(.*)":   "",
		"https://h/:a\n-b":      "https://h/:a-b",
		"https://h/(a|b)\n":     "https://h/(a|b)",
		"https://h/(a|b)-\n*":   "https://h/(a|b)-*",
		"https://h/a\n":         "https://h/a",
	} {
		p, err := urlpattern.New(pattern, urlpattern.Options{})
		if err != nil {
			t.Fatal(pattern, err)
		}
		text, err := p.MarshalText()
		if string(text) != want || p.String() != want || errors.Is(err, urlpattern.ErrNotRepresentable) != (want == "") {
			t.Errorf("%q: MarshalText returns %q, %v, want %q", pattern, text, err, want)
		}
	}
}

// TestMarshalTextOfOptions has patterns whose options the text would lose.
func TestMarshalTextOfOptions(t *testing.T) {
	engine := func(string, bool) (urlpattern.RegExp, error) { return fakeRegexp{}, nil }
	for _, c := range []struct {
		pattern string
		options urlpattern.Options
		ok      bool
	}{
		{"https://example.com/a", urlpattern.Options{IgnoreCase: true}, false},
		{`https://example.com/((?<a>x)\k<a>)`, urlpattern.Options{RegExpEngine: engine}, false},
		{`https://example.com/(\d+)`, urlpattern.Options{RegExpEngine: engine}, true},
		{"https://example.com/a", urlpattern.Options{RefuseRegExps: true}, true},
	} {
		p, err := urlpattern.New(c.pattern, c.options)
		if err != nil || p.String() != c.pattern {
			t.Errorf("%s: %q, %v", c.pattern, p, err)
		}
		if text, err := p.MarshalText(); (err == nil) != c.ok || err != nil && !errors.Is(err, urlpattern.ErrNotRepresentable) {
			t.Errorf("%s: %q, %v", c.pattern, text, err)
		}
	}
	if text, err := new(urlpattern.Pattern).MarshalText(); err == nil || new(urlpattern.Pattern).String() != "" {
		t.Errorf("the zero Pattern is %q", text)
	}
}

// TestBinary checks that encoding/gob keeps patterns: what they match, their names and their text.
func TestBinary(t *testing.T) {
	type config struct {
		Allow, Zero, None *urlpattern.Pattern
		Deny              []*urlpattern.Pattern
	}
	var want config
	for _, s := range []string{
		"https://example.com/books/:id", "http{s}?://*.example.com:*/(\\d+)/*", `https://u\:p@h/a*\?q=:q#:h`, `data\:foo*`, `https://[\:\:1]:80/{a}?`,
	} {
		want.Deny = append(want.Deny, urlpattern.Must(urlpattern.New(s, urlpattern.Options{})))
	}
	want.Allow, want.Zero = want.Deny[0], new(urlpattern.Pattern)
	var buf bytes.Buffer
	var got config
	if err := errors.Join(gob.NewEncoder(&buf).Encode(want), gob.NewDecoder(&buf).Decode(&got)); err != nil {
		t.Fatal(err)
	}
	if got.None != nil || got.Zero == nil || got.Zero.Component(urlpattern.Protocol) != "" || len(got.Deny) != len(want.Deny) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	u := url.MustParse("https://example.com/books/17")
	if m, ok := got.Allow.Exec(u); !ok || groupsOf(m, urlpattern.Pathname) != `id="17"` || got.Zero.Test(u) {
		t.Errorf("%s on %s: %+v, %v", got.Allow, u, m, ok)
	}
	for i, p := range got.Deny {
		again, err := p.MarshalBinary()
		if data, _ := want.Deny[i].MarshalBinary(); p.String() != want.Deny[i].String() || err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s is read as %s, and written as %q, %v, want %q", want.Deny[i], p, again, err, data)
		}
		for c := urlpattern.Protocol; c <= urlpattern.Hash; c++ {
			if p.Component(c) != want.Deny[i].Component(c) || !slices.Equal(p.GroupNames(c), want.Deny[i].GroupNames(c)) {
				t.Errorf("%s: %s is %q with the groups %q", want.Deny[i], c, p.Component(c), p.GroupNames(c))
			}
		}
	}
	for _, p := range []*urlpattern.Pattern{ // these have no text
		urlpattern.Must(urlpattern.New("https://h/a", urlpattern.Options{IgnoreCase: true})),
		urlpattern.Must(urlpattern.NewFromInit(urlpattern.Init{urlpattern.Search: "q"}, urlpattern.Options{})),
	} {
		if data, err := p.MarshalBinary(); len(data) > 0 || !errors.Is(err, urlpattern.ErrNotRepresentable) {
			t.Errorf("%q, %v", data, err)
		}
		if data, err := p.AppendBinary([]byte("a")); string(data) != "a" || !errors.Is(err, urlpattern.ErrNotRepresentable) {
			t.Errorf("%q, %v", data, err)
		}
	}
}

// TestUnmarshalBinaryRefuses checks that UnmarshalBinary takes only what MarshalBinary writes, and that a pattern stays as it was
// after an error.
func TestUnmarshalBinaryRefuses(t *testing.T) {
	const text = "https://h/:id"
	p := urlpattern.Must(urlpattern.New(text, urlpattern.Options{}))
	for _, data := range []string{
		"\x01", "\x00", "\x02" + text, text, "\x01/a", "\x01https://h/{", "\x01https://H/", "\x01https://h:443/", "\x01https://h/a b", "\x01https://h/a#", "\x01https://h/a\n",
		"\x01https://h/:a\n*", "\x01https://h/(.*)", "\x01https://h/((?<a>x)\\k<a>)", "\x01https://h/\xff", "\x01" + text + "\x00",
	} {
		err := p.UnmarshalBinary([]byte(data))
		if e, ok := errors.AsType[*urlpattern.Error](err); !ok || e.Err != urlpattern.ErrBinary || p.String() != text {
			t.Errorf("%q: %v, and the pattern is %s", data, err, p)
		}
	}
	if err := p.UnmarshalBinary(nil); err != nil || p.Component(urlpattern.Protocol) != "" || p.TestString("https://h/a", "") {
		t.Errorf("no bytes: %v, and the pattern is %s", err, p)
	}
	if data, err := p.AppendBinary([]byte("a")); string(data) != "a" || err != nil {
		t.Errorf("the zero Pattern: %q, %v", data, err)
	}
}

// TestBinaryAllocs checks that a pattern is compiled once to be written, and once to be read.
func TestBinaryAllocs(t *testing.T) {
	const beside = 8 // the strings
	buffer := make([]byte, 0, 100)
	for _, c := range vectors.Patterns {
		p := urlpattern.Must(urlpattern.New(c.Pattern, urlpattern.Options{}))
		data, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		compiling := testing.AllocsPerRun(10, func() { _, _ = urlpattern.New(c.Pattern, urlpattern.Options{}) })
		if n := testing.AllocsPerRun(10, func() { _, _ = p.AppendBinary(buffer) }); n > compiling+beside {
			t.Errorf("%s: AppendBinary allocates %v times, New %v", c.Pattern, n, compiling)
		}
		if n := testing.AllocsPerRun(10, func() { _ = p.UnmarshalBinary(data) }); n > compiling+beside {
			t.Errorf("%s: UnmarshalBinary allocates %v times, New %v", c.Pattern, n, compiling)
		}
	}
}

// TestInitKeys has an Init with a key that is not a component, and one beside a base URL in the options.
func TestInitKeys(t *testing.T) {
	unknown := urlpattern.Init{urlpattern.Pathname: "/a", urlpattern.BaseURL + 1: ""}
	if _, err := urlpattern.NewFromInit(unknown, urlpattern.Options{}); !errors.Is(err, urlpattern.ErrComponent) {
		t.Errorf("an unknown key: %v", err)
	}
	p := urlpattern.Must(urlpattern.NewFromInit(urlpattern.Init{urlpattern.Pathname: "/a"}, urlpattern.Options{}))
	if m, ok := p.ExecInit(unknown); ok || p.TestInit(unknown) || m.Input(urlpattern.Pathname) != "" {
		t.Error("an Init with an unknown key matches")
	}
	_, err := urlpattern.NewFromInit(urlpattern.Init{urlpattern.Pathname: "/a"}, urlpattern.Options{BaseURL: "https://h"})
	if e, ok := errors.AsType[*urlpattern.Error](err); !ok || e.Component != urlpattern.BaseURL {
		t.Errorf("an Init and a base URL in the options: %v", err)
	}
	defer func() {
		if r := recover(); r != err {
			t.Errorf("Must panics with %v", r)
		}
	}()
	urlpattern.Must(nil, err)
}

// TestOptionsBaseURL has patterns with a base URL. Their texts need none.
func TestOptionsBaseURL(t *testing.T) {
	const base = "https://example.com/a/b?c#d"
	for _, c := range []struct{ pattern, want string }{
		{"/x/:id", "https://example.com/x/:id"},
		{"x", "https://example.com/a/x"},
		{"?q", "https://example.com/a/b?q"},
		{"#e", "https://example.com/a/b?c#e"},
		{"", "https://example.com/a/"},
		{"https://h/x", "https://h/x"},
	} {
		p, err := urlpattern.New(c.pattern, urlpattern.Options{BaseURL: base})
		if err != nil || p.String() != c.want {
			t.Errorf("%q: %q, %v, want %q", c.pattern, p, err, c.want)
		}
		if text, err := p.MarshalText(); string(text) != c.want {
			t.Errorf("%q: MarshalText returns %q, %v", c.pattern, text, err)
		}
	}
}

func TestUnmarshalText(t *testing.T) {
	var config struct{ Allow []*urlpattern.Pattern }
	const text = `{"Allow":["https://example.com/a/:b","https://*.example.com/*"]}`
	if err := json.Unmarshal([]byte(text), &config); err != nil || !config.Allow[0].TestString("https://example.com/a/b", "") {
		t.Error(err)
	}
	if again, err := json.Marshal(config); string(again) != text {
		t.Errorf("%s, %v", again, err)
	}
	p := config.Allow[0]
	if err := p.UnmarshalText([]byte("/a")); !errors.Is(err, urlpattern.ErrNoBaseURL) || p.String() != "https://example.com/a/:b" {
		t.Errorf("%v, and the pattern is %s", err, p)
	}
}

// TestUnmarshalLater checks that a List and a Match keep the pattern that they were made with: encoding/json writes a
// second configuration to the patterns of the first.
func TestUnmarshalLater(t *testing.T) {
	for what, change := range map[string]func(p *urlpattern.Pattern) error{
		"UnmarshalText": func(p *urlpattern.Pattern) error {
			return p.UnmarshalText([]byte("http://:a.:b.:c.:d.:e.:f.:g.:h.:i.:j.:k.:l.:m/admin/:x-:y"))
		},
		"UnmarshalBinary": func(p *urlpattern.Pattern) error { return p.UnmarshalBinary(nil) },
		"Unmarshal": func(p *urlpattern.Pattern) error {
			return json.Unmarshal([]byte(`["http://h.example/admin/:x"]`), &[]*urlpattern.Pattern{p})
		},
	} {
		p := urlpattern.Must(urlpattern.New("https://h.example/public/:id/*", urlpattern.Options{}))
		l := urlpattern.NewList(p)
		u := url.MustParse("https://h.example/public/17/a")
		m, ok := p.Exec(u)
		want, err := json.Marshal(m)
		if err != nil || !ok || change(p) != nil || p.Test(u) {
			t.Fatalf("%s: %v", what, err)
		}
		if id, ok := m.Group(urlpattern.Pathname, "id"); id != "17" || !ok {
			t.Errorf("%s changes a Match: %q", what, id)
		}
		if got, _ := json.Marshal(m); string(got) != string(want) {
			t.Errorf("%s changes a Match: %s", what, got)
		}
		if i, ok := l.First(u); i != 0 || !ok {
			t.Errorf("%s changes a List: %d", what, i)
		}
		if i, ok := l.First(url.MustParse("http://h.example/public/17/a")); i >= 0 || ok {
			t.Errorf("%s changes a List: %d", what, i)
		}
	}
}

func TestParseComponent(t *testing.T) {
	for c := urlpattern.Protocol; c <= urlpattern.BaseURL; c++ {
		if got, err := urlpattern.ParseComponent(c.String()); got != c || err != nil {
			t.Errorf("%s: %v, %v", c, got, err)
		}
	}
	for _, name := range []string{"", "Pathname", "path", "baseurl", "component"} {
		c := urlpattern.Hash
		if err := c.UnmarshalText([]byte(name)); !errors.Is(err, urlpattern.ErrComponent) || c != urlpattern.Hash {
			t.Errorf("%q is %v, %v", name, c, err)
		}
	}
	var in urlpattern.Init
	const text = `{"baseURL":"https://example.com","pathname":"/a"}`
	if err := json.Unmarshal([]byte(text), &in); err != nil || in[urlpattern.BaseURL] != "https://example.com" || in[urlpattern.Pathname] != "/a" {
		t.Error(in, err)
	}
	if again, err := json.Marshal(in); string(again) != text {
		t.Errorf("%s, %v", again, err)
	}
	for _, text := range []string{`{"pathname":"/a","Pathname":"/b"}`, `{"path":"/a"}`, `{"":"/a"}`} {
		if err := json.Unmarshal([]byte(text), &in); !errors.Is(err, urlpattern.ErrComponent) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if text, err := (urlpattern.BaseURL + 1).MarshalText(); !errors.Is(err, urlpattern.ErrComponent) {
		t.Errorf("%s, %v", text, err)
	}
}

// TestMatchJSON has what Node 26 writes.
func TestMatchJSON(t *testing.T) {
	for _, c := range []struct {
		pattern     urlpattern.Init
		input, base string
		init        urlpattern.Init
		want        string
	}{
		{pattern: urlpattern.Init{urlpattern.Pathname: "/:id/{:x}?"}, input: "a/", base: "https://e.com/b?c#d",
			want: `{"hash":{"groups":{"0":""},"input":""},"hostname":{"groups":{"0":"e.com"},"input":"e.com"},"inputs":["a/","https://e.com/b?c#d"],"password":{"groups":{"0":""},"input":""},"pathname":{"groups":{"id":"a"},"input":"/a/"},"port":{"groups":{"0":""},"input":""},"protocol":{"groups":{"0":"https"},"input":"https"},"search":{"groups":{"0":""},"input":""},"username":{"groups":{"0":""},"input":""}}`},
		{pattern: urlpattern.Init{urlpattern.Pathname: "/:id/{:x}?"}, init: urlpattern.Init{urlpattern.Hash: "x", urlpattern.Pathname: "/a/"},
			want: `{"hash":{"groups":{"0":"x"},"input":"x"},"hostname":{"groups":{"0":""},"input":""},"inputs":[{"hash":"x","pathname":"/a/"}],"password":{"groups":{"0":""},"input":""},"pathname":{"groups":{"id":"a"},"input":"/a/"},"port":{"groups":{"0":""},"input":""},"protocol":{"groups":{"0":""},"input":""},"search":{"groups":{"0":""},"input":""},"username":{"groups":{"0":""},"input":""}}`},
		{pattern: urlpattern.Init{urlpattern.Protocol: "https", urlpattern.Hostname: "e.com", urlpattern.Port: "", urlpattern.Pathname: "/:b{:a}?/*-*"}, input: "https://e.com/x/1-2",
			want: `{"hash":{"groups":{"0":""},"input":""},"hostname":{"groups":{},"input":"e.com"},"inputs":["https://e.com/x/1-2"],"password":{"groups":{"0":""},"input":""},"pathname":{"groups":{"0":"1","1":"2","b":"x"},"input":"/x/1-2"},"port":{"groups":{},"input":""},"protocol":{"groups":{},"input":"https"},"search":{"groups":{"0":""},"input":""},"username":{"groups":{"0":""},"input":""}}`},
		{pattern: urlpattern.Init{urlpattern.Pathname: "/:id/{:x}?"}, init: urlpattern.Init{urlpattern.Pathname: "a/", urlpattern.BaseURL: "https://e.com/b?c#d"},
			want: `{"hash":{"groups":{"0":""},"input":""},"hostname":{"groups":{"0":"e.com"},"input":"e.com"},"inputs":[{"baseURL":"https://e.com/b?c#d","pathname":"a/"}],"password":{"groups":{"0":""},"input":""},"pathname":{"groups":{"id":"a"},"input":"/a/"},"port":{"groups":{"0":""},"input":""},"protocol":{"groups":{"0":"https"},"input":"https"},"search":{"groups":{"0":""},"input":""},"username":{"groups":{"0":""},"input":""}}`},
		{pattern: urlpattern.Init{urlpattern.Pathname: "/b"}, input: "https://e.com/x", want: "null"},
	} {
		p, err := urlpattern.NewFromInit(c.pattern, urlpattern.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := p.ExecString(c.input, c.base)
		if c.init != nil {
			m, _ = p.ExecInit(c.init)
		}
		var got, want any
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		decode(t, text, &got)
		decode(t, []byte(c.want), &want)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v on %s: %s, want %s", c.pattern, c.input, text, c.want)
		}
		if u, err := url.Parse(c.input); err == nil && c.base == "" { // an href
			fromURL, _ := p.Exec(u)
			if again, _ := json.Marshal(fromURL); string(again) != string(text) {
				t.Errorf("%v on the URL %s: %s, want %s", c.pattern, u, again, text)
			}
		}
	}
}
