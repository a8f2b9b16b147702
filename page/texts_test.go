package page

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
)

// These vectors are in two tests of web-platform-tests. HTML_DIR is the folder html/semantics of a checkout with them, or a folder
// with their cases as JSON:
//
//   - srcset.json: "input" is the attribute, and "expect" the source that is selected at a density of 1, or "".
//   - refresh.json: "input" is the attribute, and "expect" has the time and the URL, the time alone, or nothing.
const (
	srcsetTest  = "embedded-content/the-img-element/srcset/parse-a-srcset-attribute.html"
	refreshTest = "document-metadata/the-meta-element/pragma-directives/attr-meta-http-equiv-refresh/parsing.html"
)

type (
	srcsetVector  struct{ Input, Expect string }
	refreshVector struct {
		Input  string
		Expect []any
	}
)

// readVectors returns at least so many vectors of a file of JSON, or else those that find finds in a test.
func readVectors[T any](t *testing.T, file, test string, atLeast int, find func(test string) []T) []T {
	t.Helper()
	data := vectors.Read(t, "HTML_DIR", file, test)
	if data[0] == '[' {
		return vectors.Decode[T](t, data, atLeast)
	}
	list := find(string(data))
	if len(list) < atLeast {
		t.Fatalf("%s has %d vectors, want at least %d", test, len(list), atLeast)
	}
	return list
}

// srcsetVectors finds the images of the test: their attributes are the vectors.
func srcsetVectors(test string) (list []srcsetVector) {
	images := html.NewTokenizer(strings.NewReader(test))
	for images.Next() != html.ErrorToken {
		if image := images.Token(); image.Data == "img" && image.Type == html.StartTagToken {
			value := map[string]string{}
			for _, a := range image.Attr {
				value[a.Key] = a.Val
			}
			list = append(list, srcsetVector{value["srcset"], value["data-expect"]})
		}
	}
	return list
}

var (
	refreshCase = regexp.MustCompile(`(?m)^  \{input: '(.*)', expected: \[(?:(\d+), '(.*)')?\]\},$`)
	unescape    = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\f`, "\f", `\r`, "\r", `\'`, "'") // the escapes in it
)

// refreshVectors finds the lines of the test's list. A URL that is the page's own stands for none.
func refreshVectors(test string) (list []refreshVector) {
	for _, match := range refreshCase.FindAllStringSubmatch(test, -1) {
		v := refreshVector{Input: unescape.Replace(match[1])}
		if seconds, err := strconv.ParseFloat(match[2], 64); err == nil {
			v.Expect = append(v.Expect, seconds)
			if match[3] != "refresh.sub.html" {
				v.Expect = append(v.Expect, unescape.Replace(match[3]))
			}
		}
		list = append(list, v)
	}
	return list
}

// TestSrcsetVectors compares the first candidate with the source that is selected at a density of 1. In all vectors it is
// the first one.
func TestSrcsetVectors(t *testing.T) {
	for _, v := range readVectors(t, "srcset.json", srcsetTest, 235, srcsetVectors) {
		got := ""
		if candidates := ParseSrcset(v.Input); len(candidates) > 0 {
			got = candidates[0].URL
		}
		if got != v.Expect {
			t.Errorf("%q: %q, want %q", v.Input, got, v.Expect)
		}
	}
}

func TestParseSrcset(t *testing.T) {
	for s, want := range map[string][]Candidate{
		"a":                     {{"a", 0, 0, 1}},
		"a.jpg ,":               {{"a.jpg", 0, 0, 1}},
		"a,b":                   {{"a,b", 0, 0, 1}},
		"a, b 2x,c\t100w 50h ,": {{"a", 0, 0, 1}, {"b", 0, 0, 2}, {"c", 100, 50, 0}},
		"/w_1,h_2/a.jpg 1.5x, /w_2,h_4/a.jpg 3e0x": {{"/w_1,h_2/a.jpg", 0, 0, 1.5}, {"/w_2,h_4/a.jpg", 0, 0, 3}},
		"a 0x, b -0x, c .5x":                       {{"a", 0, 0, 0}, {"b", 0, 0, 0}, {"c", 0, 0, .5}},
		"a 1w 2w, b 1h, c 1h 1w":                   {{"c", 1, 1, 0}},
		"a 1234567890w":                            {{"a", 1234567890, 0, 0}}, // all ten digits
		"a 1w 2h 3h, b 1w 2h":                      {{"b", 1, 2, 0}},          // two heights are an error
		"a 0x 2w, b 0x 2x, c 2x 3h, d 0x 3h, e":    {{"e", 0, 0, 1}},          // a density of 0 is one, and excludes the others
		"a 1x (b, c), d":                           {{"d", 0, 0, 1}},
		"a 1e999x, b 1e-999x":                      {{"b", 0, 0, 0}},
		"a 1_0x, b 0x1p1x, c infx":                 nil,
		"a 99999999999999999999-0w, b 1w 99999999999999999999\x800h": nil,
		" , ,": nil,
	} {
		if got := ParseSrcset(s); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
	if got := ParseSrcset("a -0x"); len(got) != 1 || math.Signbit(got[0].Density) {
		t.Errorf("a density of -0: %v", got)
	}
	if got := ParseSrcset("a 99999999999999999999w"); len(got) != 1 || got[0].Width <= 0 {
		t.Errorf("a large width: %v", got)
	}
}

// TestRefreshVectors compares the URL after parsing, which removes tabs and newlines.
func TestRefreshVectors(t *testing.T) {
	base := url.MustParse("https://example.com/")
	for _, v := range readVectors(t, "refresh.json", refreshTest, 69, refreshVectors) {
		want := []any{}
		if got, ok := ParseRefresh(v.Input); ok {
			want = append(want, float64(got.Seconds))
			if got.HasRef {
				want = append(want, parse(base, got.Ref))
			}
		}
		if len(v.Expect) == 2 {
			v.Expect[1] = parse(base, v.Expect[1].(string))
		}
		if !slices.Equal(v.Expect, want) {
			t.Errorf("%q: %v, want %v", v.Input, want, v.Expect)
		}
	}
}

func parse(base url.URL, ref string) url.URL {
	u, _ := base.Parse(ref)
	return u
}

func TestParseRefresh(t *testing.T) {
	for s, want := range map[string]Refresh{
		"0;URL='a;b'":              {0, "a;b", true},
		"5; url=":                  {5, "", true},
		"5; url=''x":               {5, "", true},
		"1234567890.0123456789;a":  {1234567890, "a", true}, // all ten digits, before and after the point
		"5;":                       {5, "", false},
		"5; u":                     {5, "u", true},
		"5; ur":                    {5, "ur", true},
		"5; url":                   {5, "url", true},
		"5; Url\f= \"a'\"":         {5, "a'", true},
		"5; abc=d":                 {5, "abc=d", true}, // it begins with no letter of "url"
		"5; 'a":                    {5, "a", true},
		"0;url=data:text/html,a;b": {0, "data:text/html,a;b", true},
	} {
		if got, ok := ParseRefresh(s); !ok || got != want {
			t.Errorf("%q: %+v, %t, want %+v", s, got, ok, want)
		}
	}
	if got, ok := ParseRefresh("99999999999999999999; a"); !ok || got.Seconds <= 0 || got.Ref != "a" {
		t.Errorf("a long time: %+v, %t", got, ok)
	}
}

// TestParseLinkHeader has the examples of RFC 8288, and what its appendix B.2 says of errors.
func TestParseLinkHeader(t *testing.T) {
	for field, want := range map[string]string{
		// https://www.rfc-editor.org/rfc/rfc8288#section-3.5
		`<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"`: `<http://example.com/TheBook/chapter2> [previous] "" [[title previous chapter]]`,
		`</>; rel="http://example.net/foo"`:                                               `</> [http://example.net/foo] "" []`,
		`</terms>; rel="copyright"; anchor="#foo"`:                                        `</terms> [copyright] "#foo" []`,
		`</a>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </b>; rel="next"`:       `</a> [previous] "" [[title* UTF-8'de'letztes%20Kapitel]]|</b> [next] "" []`,
		`<http://example.org/>; rel="start http://example.net/relation/other"`:            `<http://example.org/> [start+http://example.net/relation/other] "" []`,
		`<https://example.org/>; rel="start", <https://example.org/index>; rel="index"`:   `<https://example.org/> [start] "" []|<https://example.org/index> [index] "" []`,
		// commas and semicolons in targets and quoted strings
		`</a,b;c>; rel=next; title="x, <y>; rel=z"; x`: `</a,b;c> [next] "" [[title x, <y>; rel=z] [x ]]`,
		`<a>;title="\"\\q\", ",<b>`:                    `<a> [] "" [[title "\q", ]]|<b> [] "" []`,
		// several rel and anchor
		`<a>; REL="Next NEXT"; rel=prev; Anchor=x; anchor=y; Title=T; title=U`:                                 `<a> [next+next] "x" [[title T]]`,
		`<a>; type=a; media=b; title*=c; Title=d; TITLE*=e; MEDIA=f; x=g; type=h; x=i; hreflang=j; hreflang=k`: `<a> [] "" [[type a] [media b] [title* c] [title d] [x g] [x i] [hreflang j] [hreflang k]]`,
		// case, of ASCII only
		"<a>; rel=\"İCON \xC9\"; \u212A=a": "<a> [İcon+\xC9] \"\" [[\u212A a]]",
		`<a>;rel; rel=next`:                `<a> [] "" []`,
		// spaces
		" ,\t, <a> ; rel = next ; x =\"y\" , ,<b>": `<a> [next] "" [[x y]]|<b> [] "" []`,
		"<a>; rel=next\tprev , <b>":                `<a> [next+prev] "" []|<b> [] "" []`,
		// errors
		``:                          ``,
		`a`:                         ``,
		`<a`:                        ``,
		`<a>, b, <c>`:               `<a> [] "" []`,
		`<a>b, <c>`:                 `<a> [] "" []`,
		`<a>; rel="next"x, <c>`:     `<a> [next] "" []`,
		`<a>; rel="next, <c>`:       `<a> [next,+<c>] "" []`,
		`<a>; title="x\`:            `<a> [] "" [[title x]]`,
		`<a>; ; =x; rel=next`:       `<a> [next] "" []`,
		`<a>; x= y; z= "w"`:         `<a> [] "" [[x y] [z w]]`,
		`<a>; title="x\y`:           `<a> [] "" [[title xy]]`, // a backslash in a string without an end
		`<a>; title="\"";rel=next`:  `<a> [next] "" [[title "]]`,
		`<a>; x y, <b>`:             `<a> [] "" [[x ]]`, // a name without "="
		`<a> <b>`:                   `<a> [] "" []|<b> [] "" []`,
		`<>; rel=self`:              `<> [self] "" []`,
		`<a>; rel=next;, <b>`:       `<a> [next] "" []|<b> [] "" []`,
		`<a>; rel="";title="", <b>`: `<a> [] "" [[title ]]|<b> [] "" []`,
	} {
		if got := fields(ParseLinkHeader([]string{field})); got != want {
			t.Errorf("%s:\n%s, want\n%s", field, got, want)
		}
	}
	if got := fields(ParseLinkHeader([]string{"<a>, b", "", "<c>; rel=next"})); got != `<a> [] "" []|<c> [next] "" []` {
		t.Errorf("several fields: %s", got)
	}
}

func fields(links []HeaderLink) string {
	var texts []string
	for _, l := range links {
		texts = append(texts, fmt.Sprintf("<%s> [%s] %q %v", l.Target, strings.Join(l.Rel, "+"), l.Anchor, l.Params))
	}
	return strings.Join(texts, "|")
}

func FuzzSrcset(f *testing.F) {
	addSeeds(func(s string) { f.Add(s) })
	for _, s := range []string{"a 1w 50h, b 2x,c", "a (b, c) , d 1e-1x", "a,,b -0x", "a 1h", "a -.5x, b +1x, c 1.x, d 0w", "a 1w 1x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := ParseSrcset(s)
		rest := s
		for _, c := range got {
			var ok bool
			if _, rest, ok = strings.Cut(rest, c.URL); !ok || c.URL == "" || strings.ContainsAny(c.URL, whitespace) || c.URL[0] == ',' || strings.HasSuffix(c.URL, ",") {
				t.Errorf("%q: %v", s, got)
			}
			if c.Width < 0 || c.Height < 0 || !(c.Density >= 0) || c.Width > 0 && c.Density != 0 || c.Height > 0 && c.Width == 0 {
				t.Errorf("%q: %+v", s, c)
			}
		}
		if want := slowSrcset(s); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	})
}

func FuzzRefresh(f *testing.F) {
	addSeeds(func(s string) { f.Add(s) })
	for _, s := range []string{"1; url = 'a'b", ".5,\"a", " 1 a", "1;urla", "1;URL\f=a", "1x", "+1;a", "1.5..;u", "1;ur"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := ParseRefresh(s)
		want, wantOK := slowRefresh(s)
		if got != want || ok != wantOK {
			t.Errorf("%q: %+v, %t, want %+v, %t", s, got, ok, want, wantOK)
		}
	})
}

func FuzzLinkHeader(f *testing.F) {
	addSeeds(func(s string) { f.Add(s) })
	f.Add(`<a,b>; rel="C d"; anchor=e; f="\"g", <h>;i*=UTF-8''j`)
	f.Fuzz(func(t *testing.T, s string) {
		got := ParseLinkHeader([]string{s})
		for _, l := range got {
			if strings.Contains(l.Target, ">") || slices.ContainsFunc(l.Params, func(p [2]string) bool { return p[0] == "" || p[0] == "rel" || p[0] == "anchor" }) {
				t.Errorf("%q: %+v", s, l)
			}
		}
		if again := ParseLinkHeader([]string{write(got)}); utf8.ValidString(s) && fields(again) != fields(got) {
			t.Errorf("%q: %q, and after writing %q", s, fields(got), fields(again))
		}
	})
}

// write writes links so that ParseLinkHeader reads the same.
func write(links []HeaderLink) string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	var b strings.Builder
	for _, l := range links {
		b.WriteString("<" + l.Target + `>; rel="` + quote.Replace(strings.Join(l.Rel, " ")) + `"; anchor="` + quote.Replace(l.Anchor) + `"`)
		for _, p := range l.Params {
			b.WriteString("; " + p[0] + `="` + quote.Replace(p[1]) + `"`)
		}
		b.WriteString(", ")
	}
	return b.String()
}

// What follows transcribes algorithms of the HTML Standard step by step, for the fuzz tests to compare with.

var (
	validInteger = regexp.MustCompile(`^[0-9]+$`)
	validFloat   = regexp.MustCompile(`^-?([0-9]+|[0-9]*\.[0-9]+)([eE][-+]?[0-9]+)?$`)
)

// slowSrcset transcribes https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute.
func slowSrcset(input string) (candidates []Candidate) {
	position := 0
	collect := func(chars string, in bool) string {
		start := position
		for position < len(input) && strings.Contains(chars, input[position:position+1]) == in {
			position++
		}
		return input[start:position]
	}
	for {
		collect(whitespace+",", true) // splitting loop
		if position >= len(input) {
			return candidates
		}
		url := collect(whitespace, false)
		var list []string
		if strings.HasSuffix(url, ",") {
			url = strings.TrimRight(url, ",")
		} else {
			collect(whitespace, true) // descriptor tokenizer
			list, position = slowDescriptors(input, position)
		}
		if c, ok := slowCandidate(url, list); ok {
			candidates = append(candidates, c)
		}
	}
}

func slowDescriptors(input string, position int) (list []string, end int) {
	current, state := "", "in descriptor"
	flush := func() {
		if current != "" {
			list = append(list, current)
		}
		current = ""
	}
	for ; ; position++ {
		isEnd := position >= len(input)
		c := ""
		if !isEnd {
			c = input[position : position+1]
		}
		isSpace := !isEnd && strings.Contains(whitespace, c)
		switch state {
		case "in descriptor":
			switch {
			case isEnd:
				flush()
				return list, position
			case isSpace:
				flush()
				state = "after descriptor"
			case c == ",":
				flush()
				return list, position + 1
			case c == "(":
				current += c
				state = "in parens"
			default:
				current += c
			}
		case "in parens":
			if isEnd {
				return append(list, current), position
			}
			if current += c; c == ")" {
				state = "in descriptor"
			}
		case "after descriptor":
			if isEnd {
				return list, position
			}
			if !isSpace {
				state = "in descriptor"
				position--
			}
		}
	}
}

func slowCandidate(url string, list []string) (c Candidate, ok bool) {
	width, height, density := -1, -1, -1.0 // absent
	for _, d := range list {
		number, unit := d[:len(d)-1], d[len(d)-1:]
		switch {
		case unit == "w" && validInteger.MatchString(number):
			if width >= 0 || density >= 0 {
				return c, false
			}
			if width = slowInteger(number); width == 0 {
				return c, false
			}
		case unit == "x" && validFloat.MatchString(number):
			if width >= 0 || density >= 0 || height >= 0 {
				return c, false
			}
			var err error
			if density, err = strconv.ParseFloat(number, 64); err != nil || density < 0 {
				return c, false
			}
			density = math.Abs(density)
		case unit == "h" && validInteger.MatchString(number):
			if height >= 0 || density >= 0 {
				return c, false
			}
			if height = slowInteger(number); height == 0 {
				return c, false
			}
		default:
			return c, false
		}
	}
	if height >= 0 && width < 0 {
		return c, false
	}
	if width < 0 && density < 0 {
		density = 1
	}
	return Candidate{url, max(width, 0), max(height, 0), max(density, 0)}, true
}

func slowInteger(digits string) int {
	n, err := strconv.ParseUint(digits, 10, strconv.IntSize-1)
	if err != nil {
		return math.MaxInt
	}
	return int(n)
}

// slowRefresh transcribes https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps.
func slowRefresh(input string) (r Refresh, ok bool) {
	position := 0
	at := func(chars string) bool {
		return position < len(input) && strings.Contains(chars, input[position:position+1])
	}
	collect := func(chars string) string {
		start := position
		for at(chars) {
			position++
		}
		return input[start:position]
	}
	collect(whitespace)
	if digits := collect("0123456789"); digits != "" {
		r.Seconds = slowInteger(digits)
	} else if !at(".") {
		return Refresh{}, false
	}
	collect("0123456789.")
	if position < len(input) {
		if !at(";," + whitespace) {
			return Refresh{}, false
		}
		collect(whitespace)
		if at(";,") {
			position++
		}
		collect(whitespace)
	}
	if position >= len(input) {
		return r, true
	}
	r.HasRef, r.Ref = true, input[position:]
	if at("Uu") {
		position++
		for _, letter := range []string{"Rr", "Ll"} {
			if !at(letter) {
				return r, true
			}
			position++
		}
		if collect(whitespace); !at("=") {
			return r, true
		}
		position++
		collect(whitespace)
	}
	quote := ""
	if at(`'"`) {
		quote = input[position : position+1]
		position++
	}
	r.Ref = input[position:]
	if i := strings.Index(r.Ref, quote); quote != "" && i >= 0 {
		r.Ref = r.Ref[:i]
	}
	return r, true
}

// indicatedParts are fragments, and the number of the element that is indicated: x=1 is the first. "top" is the top, "" nothing.
// Chromium scrolls to the same.
var indicatedParts = []struct{ page, fragment, want string }{
	{twice, "", "top"},
	{twice, "a", "2"},
	{twice, "%61", "2"},
	{twice, "A", ""},
	{twice, "b", ""},
	{twice, "top", "top"},
	{twice, "ToP", "top"},
	{twice, "%74op", "top"},
	{twice, "top ", ""},
	{twice, "a:~:text=b", "2"},
	{twice, ":~:text=b", "top"},
	{twice, "top:~:", "top"},
	{twice, "b:~:a", ""},
	{twice, "a:~", ""},
	{twice, "a%3A~:b", ""},
	{`<p id=top x=1>`, "top", "1"},
	{`<p id=Top x=1>`, "top", "top"},
	{`<a name=top x=1>`, "top", "1"},
	{`<a name=a x=1></a><a name=a x=2></a>`, "a", "1"},
	{`<p name=a x=1><area name=a x=2><img name=a x=3>`, "a", ""},
	{`<svg><a name=a x=1></a></svg>`, "a", ""},
	{`<svg><a id=a x=1></a></svg>`, "a", "1"},
	{`<math><mi id=a x=1></math>`, "a", "1"},
	{`<p id=%61 x=1><p id=a x=2>`, "%61", "1"}, // as it is, before it is decoded
	{`<a name=%61 x=1></a><p id=a x=2>`, "%61", "1"},
	{`<p id="" x=1>`, "", "top"},
	{`<p id=é x=1>`, "%C3%A9", "1"},
	{`<p id=é x=1>`, "é", "1"},
	{"<p id=\uFFFD\uFFFD x=1>", "%FF%FE", "1"},
	{"<p id=\uFFFD x=1>", "%FF%FE", ""},
	{"<p id=\uFFFDa x=1>", "%FFa", "1"},
	{"<p id='a b' x=1>", "a%20b", "1"},
	{"<p id='a+b' x=1>", "a+b", "1"},
	{"<p id=a%zz x=1>", "a%zz", "1"},
	{"<p id=\uFEFFa x=1>", "%EF%BB%BFa", "1"}, // a byte order mark stays
	{`<template><p id=a x=1></template>`, "a", ""},
	{`<template id=a x=1><p id=a></template>`, "a", "1"},
	{`<template><p id=a x=1></template><p id=a x=2>`, "a", "2"},
	{`<div><template shadowrootmode=open><p id=a x=1></template></div>`, "a", ""},
	{`<div><template shadowrootmode=open id=a x=1></template><template id=a x=2></template></div>`, "a", "2"},
	{"<p id=\uFFFD x=1><p id=\uFFFD\uFFFD x=2><p id=\uFFFD\uFFFD\uFFFD x=3>", "%E2%82", "1"}, // one that is not complete
	{"<p id=\uFFFD x=1><p id=\uFFFD\uFFFD x=2><p id=\uFFFD\uFFFD\uFFFD x=3>", "%F0%9F%98", "1"},
	{"<p id=\uFFFD x=1><p id=\uFFFD\uFFFD x=2><p id=\uFFFD\uFFFD\uFFFD x=3>", "%ED%A0%80", "3"}, // a surrogate
	{"<p id=\uFFFD x=1><p id=\uFFFD\uFFFD x=2><p id=\uFFFD\uFFFD\uFFFD x=3>", "%C0%80", "2"},
	{`<noscript><p id=a x=1></noscript>`, "a", ""},
	{`<html id=a x=1>`, "a", "1"},
	{`<head id=a x=1><body id=a x=2>`, "a", "1"},
	{`<title id=a x=1></title>`, "a", "1"},
	{`<!-- <p id=a x=1> --><p title="<p id=a x=2>">`, "a", ""},
	{`<p id=b id=a x=1>`, "a", ""},
	{`<select><option id=a x=1></select>`, "a", "1"},
	{strings.Repeat("<b>", 600) + deep, "a", "1"},
	{strings.Repeat("<b>", 600) + deep, "b", "2"},
	{strings.Repeat("<b>", 600) + deep, "c", "3"},
	{strings.Repeat("<b>", 600) + deep, "d", ""},
}

const (
	twice = `<a name=a x=1></a><p id=a x=2></p><p id=a x=3></p>`
	deep  = `<a name=a x=1><a href=b name=b x=2><p id=c x=3><template><p id=d x=4>`
)

func TestIndicatedPart(t *testing.T) {
	for _, test := range indicatedParts {
		n, ok := mustParse(t, test.page, "text/html; charset=utf-8").IndicatedPart(test.fragment)
		got := ""
		switch {
		case n != nil && ok:
			got, _ = valueOf(n, "x")
		case ok:
			got = "top"
		case n != nil:
			got = "an element, and false"
		}
		if got != test.want {
			t.Errorf("%.60s, %q: %q, want %q", test.page, test.fragment, got, test.want)
		}
	}

	d := mustParse(t, `<p id=a><b></b><p>`, "")
	part := &Document{Root: d.Root.FirstChild.LastChild.LastChild}
	if n, ok := part.IndicatedPart("a"); n == nil || n.Data != "p" || n == part.Root || !ok {
		t.Errorf("of a part of a page: %v, %t", n, ok)
	}
	if n, ok := new(Document).IndicatedPart(""); n != nil || !ok {
		t.Errorf("the zero Document: %v, %t", n, ok)
	}
	if n, ok := new(Document).IndicatedPart("a"); n != nil || ok {
		t.Errorf("the zero Document: %v, %t", n, ok)
	}
}

func TestSpliced(t *testing.T) {
	got := spliced("abcde", []splice{{4, 4, "v"}, {1, 3, "x"}, {2, 4, "y"}, {1, 1, "z"}, {4, 4, "w"}})
	if got != "axdve" { // without y, which overlaps x, and without z and w, which begin where x and v do
		t.Errorf("%q", got)
	}
}
