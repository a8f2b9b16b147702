package urlpattern_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

func Example() {
	p, err := urlpattern.New("https://{:sub.}?example.com/books/:id", urlpattern.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, ok := p.ExecString("https://www.example.com/books/17?page=2", "")
	id, _ := m.Group(urlpattern.Pathname, "id")
	sub, _ := m.Group(urlpattern.Hostname, "sub")
	fmt.Println(ok, id, sub)
	// Output: true 17 www
}

func ExampleNew() {
	_, err := urlpattern.New("/books/:id/:id", urlpattern.Options{BaseURL: "https://example.com"})
	fmt.Println(err)
	fmt.Println(errors.Is(err, urlpattern.ErrDuplicateName))
	// Output:
	// urlpattern: pathname at byte 11: duplicate group name
	// true
}

func ExampleNewFromInit() {
	p, err := urlpattern.NewFromInit(urlpattern.Init{
		urlpattern.Pathname: "/books/*",
		urlpattern.BaseURL:  "https://example.com/",
	}, urlpattern.Options{})
	fmt.Println(p.TestString("https://example.com/books/17", ""), p.TestString("https://example.org/books/17", ""), err)
	// Output: true false <nil>
}

func ExampleMust() {
	var images = urlpattern.Must(urlpattern.New("https://example.com/*.:type(png|jpg)", urlpattern.Options{}))
	fmt.Println(images.TestString("/cat.png", "https://example.com"))
	// Output: true
}

func ExampleOptions() {
	ignoringCase, _ := urlpattern.New("https://example.com/Books", urlpattern.Options{IgnoreCase: true})
	fmt.Println(ignoringCase.TestString("https://example.com/BOOKS", ""))

	_, err := urlpattern.New(`https://example.com/(\d+)`, urlpattern.Options{RefuseRegExps: true})
	fmt.Println(errors.Is(err, urlpattern.ErrRefusedRegExp), err)

	relative, _ := urlpattern.New("/books/:id", urlpattern.Options{BaseURL: "https://example.com/a"})
	fmt.Println(relative)
	// Output:
	// true
	// true urlpattern: pathname at byte 21: unsupported regular expression: regular expressions are refused
	// https://example.com/books/:id
}

// twice matches a path that consists of the same word twice. Neither package regexp nor this package can express this.
type twice struct{}

func (twice) FindStringSubmatchIndex(s string) []int {
	before, after, ok := strings.Cut(strings.TrimPrefix(s, "/"), "-")
	if !ok || before != after {
		return nil
	}
	return []int{0, len(s), 1, len(s), 1, 1 + len(before)}
}

// A real engine would run every JavaScript regular expression. This example supports only one.
func ExampleRegExpCompiler() {
	engine := func(source string, ignoreCase bool) (urlpattern.RegExp, error) {
		if source != `^(?:\/((?<word>[a-z]+)-\k<word>))$` || ignoreCase {
			return nil, errors.New("not known")
		}
		return twice{}, nil
	}
	p, err := urlpattern.New(`https://example.com/:words((?<word>[a-z]+)-\k<word>)`, urlpattern.Options{RegExpEngine: engine})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.TestString("https://example.com/bye-bye", ""), p.TestString("https://example.com/bye-now", ""))
	// Output: true false
}

// A path check must not accept a URL in which the program behind it sees a different path.
func ExamplePattern_Test() {
	wildcard := urlpattern.Must(urlpattern.New("https://example.com/public/*", urlpattern.Options{}))
	name := urlpattern.Must(urlpattern.New(`https://example.com/public/:file([\w\-.]+)`, urlpattern.Options{}))
	for _, s := range []string{"https://example.com/public/a.html", "https://example.com/public/../admin", "https://example.com/public/..%2fadmin"} {
		u := url.MustParse(s)
		fmt.Println(u.Pathname(), wildcard.Test(u), name.Test(u))
	}
	// Output:
	// /public/a.html true true
	// /admin false false
	// /public/..%2fadmin true false
}

func ExamplePattern_TestString() {
	p := urlpattern.Must(urlpattern.New("https://example.com/:lang/*", urlpattern.Options{}))
	fmt.Println(p.TestString("/en/about", "https://example.com/"), p.TestString("not a URL", ""))
	// Output: true false
}

func ExamplePattern_TestInit() {
	p := urlpattern.Must(urlpattern.New("*://*/books/:id", urlpattern.Options{}))
	fmt.Println(p.TestInit(urlpattern.Init{urlpattern.Protocol: "https", urlpattern.Pathname: "/books/17"}))
	// Output: true
}

func ExamplePattern_Exec() {
	p := urlpattern.Must(urlpattern.New("https://example.com/:lang/:path+", urlpattern.Options{}))
	m, ok := p.Exec(url.MustParse("https://example.com/en/docs/a.html"))
	path, _ := m.Group(urlpattern.Pathname, "path")
	fmt.Println(path, ok)
	// Output: docs/a.html true
}

func ExamplePattern_ExecString() {
	p := urlpattern.Must(urlpattern.New("https://example.com/search?q=:query", urlpattern.Options{}))
	m, _ := p.ExecString("https://example.com/search?q=%C3%A9", "")
	query, _ := m.Group(urlpattern.Search, "query")
	fmt.Println(query)
	// Output: %C3%A9
}

func ExamplePattern_ExecInit() {
	p, _ := urlpattern.NewFromInit(urlpattern.Init{urlpattern.Pathname: "/:file.html"}, urlpattern.Options{})
	m, ok := p.ExecInit(urlpattern.Init{urlpattern.Pathname: "/a b.html"})
	file, _ := m.Group(urlpattern.Pathname, "file")
	fmt.Println(file, ok)
	// Output: a%20b true
}

func ExamplePattern_Component() {
	p := urlpattern.Must(urlpattern.New("https://bücher.example/a b/:id", urlpattern.Options{}))
	fmt.Println(p.Component(urlpattern.Hostname), p.Component(urlpattern.Pathname), p.Component(urlpattern.Hash))
	// Output: xn--bcher-kva.example /a%20b/:id *
}

func ExamplePattern_String() {
	p, err := urlpattern.NewFromInit(urlpattern.Init{
		urlpattern.Protocol: "https", urlpattern.Hostname: "*.example.com", urlpattern.Pathname: "/a b/:id",
	}, urlpattern.Options{})
	fmt.Println(p, err)
	// Output: https://*.example.com:*/a%20b/:id <nil>
}

// Patterns can be read from a configuration file.
func ExamplePattern_UnmarshalText() {
	var config struct{ Allow []*urlpattern.Pattern }
	fmt.Println(json.Unmarshal([]byte(`{"Allow": ["https://example.com/books/:id", "https://example.com/*.png"]}`), &config))
	fmt.Println(urlpattern.NewList(config.Allow...).First(url.MustParse("https://example.com/cat.png")))
	// Output:
	// <nil>
	// 1 true
}

func ExamplePattern_MarshalText() {
	text, err := json.Marshal(urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{})))
	fmt.Println(string(text), err)
	// Output: "https://example.com/books/:id" <nil>
}

// Package encoding/gob calls MarshalBinary and UnmarshalBinary.
func ExamplePattern_MarshalBinary() {
	var cache bytes.Buffer
	allow := urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{}))
	fmt.Println(gob.NewEncoder(&cache).Encode(allow))
	var again *urlpattern.Pattern
	fmt.Println(gob.NewDecoder(&cache).Decode(&again))
	fmt.Println(again, again.TestString("https://example.com/books/17", ""))
	// Output:
	// <nil>
	// <nil>
	// https://example.com/books/:id true
}

func ExamplePattern_AppendBinary() {
	data, err := urlpattern.Must(urlpattern.New("https://example.com/*", urlpattern.Options{})).AppendBinary([]byte("pattern "))
	fmt.Printf("%q %v\n", data, err)
	// Output: "pattern \x01https://example.com/*" <nil>
}

// If the data was not written by MarshalBinary, UnmarshalBinary returns an error and does not change the pattern.
func ExamplePattern_UnmarshalBinary() {
	var p urlpattern.Pattern
	fmt.Println(p.UnmarshalBinary([]byte("\x01https://example.com/*")), &p)
	fmt.Println(p.UnmarshalBinary([]byte("\x01https://EXAMPLE.com/*")), &p)
	// Output:
	// <nil> https://example.com/*
	// urlpattern: MarshalBinary does not write these bytes https://example.com/*
}

func ExampleParseComponent() {
	c, _ := urlpattern.ParseComponent("pathname")
	fmt.Println(urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{})).Component(c))
	// Output: /books/:id
}

// This program prints the components of a pattern, except those that match anything.
func ExampleComponent_String() {
	p := urlpattern.Must(urlpattern.New("https://*.example.com/books/:id", urlpattern.Options{}))
	for c := urlpattern.Protocol; c <= urlpattern.Hash; c++ {
		if s := p.Component(c); s != "*" {
			fmt.Printf("%v: %q\n", c, s)
		}
	}
	// Output:
	// protocol: "https"
	// hostname: "*.example.com"
	// port: ""
	// pathname: "/books/:id"
}

// In JSON, the keys of an Init are the names of the components.
func ExampleComponent_UnmarshalText() {
	var in urlpattern.Init
	fmt.Println(json.Unmarshal([]byte(`{"hostname": "example.com", "pathname": "/books/*"}`), &in))
	fmt.Println(in[urlpattern.Hostname], in[urlpattern.Pathname])
	// Output:
	// <nil>
	// example.com /books/*
}

func ExampleComponent_MarshalText() {
	text, err := json.Marshal(urlpattern.Init{urlpattern.Pathname: "/books/*"})
	fmt.Println(string(text), err)
	// Output: {"pathname":"/books/*"} <nil>
}

func ExampleMatch_MarshalJSON() {
	p := urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{}))
	m, _ := p.ExecString("https://example.com/books/17", "")
	text, err := json.MarshalIndent(m, "", " ")
	fmt.Println(strings.Count(string(text), "groups"), strings.Contains(string(text), `"id": "17"`), err)
	// Output: 8 true <nil>
}

func ExamplePattern_GroupNames() {
	p := urlpattern.Must(urlpattern.New("https://example.com/:year/*/:day?", urlpattern.Options{}))
	fmt.Println(p.GroupNames(urlpattern.Pathname))
	// Output: [year 0 day]
}

func ExamplePattern_HasRegExpGroups() {
	fmt.Println(urlpattern.Must(urlpattern.New(`https://example.com/:id(\d+)`, urlpattern.Options{})).HasRegExpGroups())
	fmt.Println(urlpattern.Must(urlpattern.New(`https://example.com/:id(.*)`, urlpattern.Options{})).HasRegExpGroups())
	// Output:
	// true
	// false
}

func ExamplePattern_Generate() {
	p := urlpattern.Must(urlpattern.New("https://example.com/books/:title", urlpattern.Options{}))
	fmt.Println(p.Generate(urlpattern.Pathname, map[string]string{"title": "Dead Souls"}))
	fmt.Println(p.Generate(urlpattern.Pathname, map[string]string{"title": "a/b"}))
	// Output:
	// /books/Dead%20Souls <nil>
	//  urlpattern: pathname at byte 0: cannot generate the component: the pattern does not match the result
}

func ExampleCompare() {
	name, wildcard := urlpattern.Must(urlpattern.New("https://example.com/a/:b", urlpattern.Options{})), urlpattern.Must(urlpattern.New("https://example.com/a/*", urlpattern.Options{}))
	fmt.Println(urlpattern.Compare(urlpattern.Pathname, name, wildcard))
	// Output: 1
}

func ExampleMatch_Group() {
	p := urlpattern.Must(urlpattern.New("https://example.com/books/:id?", urlpattern.Options{}))
	m, _ := p.ExecString("https://example.com/books", "")
	id, ok := m.Group(urlpattern.Pathname, "id")
	fmt.Printf("%q %v\n", id, ok)
	// Output: "" false
}

func ExampleMatch_Groups() {
	p := urlpattern.Must(urlpattern.New("https://example.com/:year/:month/*", urlpattern.Options{}))
	m, _ := p.ExecString("https://example.com/2026/11/a.html", "")
	for name, value := range m.Groups(urlpattern.Pathname) {
		fmt.Println(name, value)
	}
	// Output:
	// year 2026
	// month 11
	// 0 a.html
}

func ExampleMatch_Input() {
	p := urlpattern.Must(urlpattern.New("https://example.com/*", urlpattern.Options{}))
	m, _ := p.ExecString("https://example.com/a b", "")
	fmt.Println(m.Input(urlpattern.Pathname))
	// Output: /a%20b
}

// A List contains only patterns. Keep the data for the patterns in a slice with the same order. The first pattern that
// matches is used, so put the most specific patterns first.
func ExampleNewList() {
	limits := []struct {
		pattern   *urlpattern.Pattern
		perMinute int
	}{
		{urlpattern.Must(urlpattern.New("https://example.com/login", urlpattern.Options{})), 5},
		{urlpattern.Must(urlpattern.New("https://example.com/api/*", urlpattern.Options{})), 60},
		{urlpattern.Must(urlpattern.New("https://example.com/*", urlpattern.Options{})), 1000},
	}
	patterns := make([]*urlpattern.Pattern, len(limits))
	for i, limit := range limits {
		patterns[i] = limit.pattern
	}
	list := urlpattern.NewList(patterns...) // once: it makes the index
	for _, rawURL := range []string{"https://example.com/login", "https://example.com/a/../api/books", "https://example.org/"} {
		if i, ok := list.First(url.MustParse(rawURL)); ok {
			fmt.Println(limits[i].perMinute, "a minute")
		} else {
			fmt.Println("refused")
		}
	}
	// Output:
	// 5 a minute
	// 60 a minute
	// refused
}

func ExampleList_First() {
	routes := urlpattern.NewList(
		urlpattern.Must(urlpattern.New("https://example.com/books/new", urlpattern.Options{})),
		urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{})),
		urlpattern.Must(urlpattern.New("https://example.com/*", urlpattern.Options{})),
	)
	fmt.Println(routes.First(url.MustParse("https://example.com/books/17")))
	fmt.Println(routes.First(url.MustParse("https://example.org/")))
	// Output:
	// 1 true
	// -1 false
}

// This router matches paths on any host. The most specific pattern comes first. The path is rebuilt from its decoded
// segments, because otherwise "/books/ne%77" would be a book with the ID "new" instead of "/books/new". The paths of the
// patterns must therefore be written as AppendSegments writes them, such as "/a%7Cb" instead of "/a|b".
func ExampleList_Exec() {
	var patterns []*urlpattern.Pattern
	for _, path := range []string{"/*", "/books/:title", "/books/new"} {
		patterns = append(patterns, urlpattern.Must(urlpattern.NewFromInit(urlpattern.Init{urlpattern.Pathname: path}, urlpattern.Options{})))
	}
	slices.SortStableFunc(patterns, func(a, b *urlpattern.Pattern) int { return urlpattern.Compare(urlpattern.Pathname, b, a) })
	routes := urlpattern.NewList(patterns...)

	root := url.MustParse("https://example.com/")
	for _, rawURL := range []string{"https://example.org/books/Dead%20Souls", "http://localhost/books/ne%77", "https://example.org/books/a%2Fb"} {
		segments, err := url.MustParse(rawURL).DecodedSegments()
		if err != nil {
			fmt.Println(err)
			continue
		}
		u, _ := root.AppendSegments(segments...) // these segments are never refused
		i, m, _ := routes.Exec(u)
		title, _ := m.Group(urlpattern.Pathname, "title")
		fmt.Printf("%s %q\n", patterns[i].Component(urlpattern.Pathname), url.PercentDecode(title))
	}
	// Output:
	// /books/:title "Dead Souls"
	// /books/new ""
	// url: DecodedSegments "/books/a%2Fb": ambiguous-path at byte 8: a segment contains a slash or a backslash
}

// A hub finds all subscriptions that match a topic.
func ExampleList_All() {
	subscriptions := urlpattern.NewList(
		urlpattern.Must(urlpattern.New("https://example.com/books/:id", urlpattern.Options{})),
		urlpattern.Must(urlpattern.New("https://example.com/films/*", urlpattern.Options{})),
		urlpattern.Must(urlpattern.New("https://example.com/*", urlpattern.Options{})),
	)
	fmt.Println(slices.Collect(subscriptions.All(url.MustParse("https://example.com/books/17"))))
	// Output: [0 2]
}

func ExampleError() {
	_, err := urlpattern.New("https://example.com/books/{:id", urlpattern.Options{})
	if e, ok := errors.AsType[*urlpattern.Error](err); ok {
		fmt.Println(e.Component, e.Offset, e.Err)
	}
	// Output: pathname 30 syntax error in the pattern
}

// You can log the message. It says where the error is, but does not show the pattern or the base URL.
func ExampleError_Error() {
	_, err := urlpattern.New("/books/:id", urlpattern.Options{BaseURL: "https://user:secret@exa mple.com"})
	fmt.Println(err)
	_, err = urlpattern.New("https://user:secret@example.com/{books", urlpattern.Options{})
	fmt.Println(err)
	// Output:
	// urlpattern: baseURL at byte 23: domain-to-ASCII: a domain cannot have this character
	// urlpattern: pathname at byte 38: syntax error in the pattern
}

// This program reacts to three reasons in different ways: it informs the author of the pattern, runs the regular
// expression with another engine, or corrects the base URL.
func ExampleError_Unwrap() {
	for _, p := range []struct{ pattern, base string }{
		{"https://example.com/:id/:id", ""},
		{`https://example.com/((?<c>.)\k<c>)`, ""},
		{"/books/:id", "https://example.com:66000"},
	} {
		_, err := urlpattern.New(p.pattern, urlpattern.Options{BaseURL: p.base})
		wrong, isURL := errors.AsType[*url.Error](err)
		switch {
		case errors.Is(err, urlpattern.ErrUnsupportedRegExp):
			fmt.Println("another engine:", err)
		case isURL:
			fmt.Println("the URL is wrong:", wrong.Err, "at byte", wrong.Offset)
		default:
			fmt.Println("the pattern is wrong:", errors.Is(err, urlpattern.ErrDuplicateName))
		}
	}
	// Output:
	// the pattern is wrong: true
	// another engine: urlpattern: pathname at byte 28: unsupported regular expression: backreference
	// the URL is wrong: port-out-of-range at byte 20
}
