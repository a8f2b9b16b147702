package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	neturl "net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/dataurl"
	"github.com/weburl-go/url/form"
	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/redirect"
	"github.com/weburl-go/url/urlpattern"
)

// A generator makes questions.
type generator struct{ *gen.Generator }

func (g generator) pick(choices ...string) string { return choices[g.Below(len(choices))] }

var kinds = []kind{
	{"URL", 5000, random((generator).urlQuestion), readURL, func(l *lab, questions [][]string) []string {
		return l.askAll(`(question) => {
			try {
				const u = new URL(...question);
				return [u.href, u.origin, u.username, u.password, u.host, u.pathname, u.search, u.hash].join("\n");
			} catch { return "failure"; }
		}`, questions)
	}},
	{"URLPattern", 5000, random((generator).patternQuestion), readPattern, func(l *lab, questions [][]string) []string {
		return l.askAll(`([construct, ...inputs]) => {
			const names = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
			let p;
			try { p = new URLPattern(...JSON.parse(construct)); } catch { return "failure"; }
			return [...names.map((name) => p[name]), String(p.hasRegExpGroups), ...inputs.map((input) => {
				const m = p.exec(input[0] === "{" ? JSON.parse(input) : input);
				return m ? names.map((name) => [m[name].input, ...Object.entries(m[name].groups).filter(([, v]) => v !== undefined).map(([k, v]) => k + "=" + v).sort()].join(" ")).join("|") : "no match";
			})].join("\n");
		}`, questions)
	}},
	{"data", 500, random((generator).dataQuestion), readData, func(l *lab, questions [][]string) []string {
		return l.askAll(`([address]) => fetch(address).then(async (r) => [r.headers.get("Content-Type"), ...new Uint8Array(await r.arrayBuffer())].join("\n"), () => "failure")`, questions)
	}},
	{"Location", 300, random((generator).locationQuestion), readLocation, (*lab).follow},
	{"form", 100, random((generator).formQuestion), readForm, (*lab).submit},
	{"page", 300, random((generator).pageQuestion), readPage, (*lab).askPages},
	{"request", len(constructs), func(_ generator, i int) []string { return constructs[i : i+1] }, readRequests, (*lab).askRequests},
}

// departures has what Chromium does against its standard.
var departures = []departure{
	{kind: "URL", example: []string{"file:///a"}, same: without(`(?s)(^file:.*?\n)(null|file://)`, "$1"),
		why: "the origin of file: is file://, not opaque"},
	{kind: "URL", example: []string{"http://h/|"}, same: without("%7C", "|"), why: "a | in a path is percent-encoded"},
	{kind: "URL", example: []string{"http://'@h/"}, same: without("%27", "'"), why: "a ' in credentials is percent-encoded, and so is one in the query of a URL that is not special"},
	{kind: "URL", example: []string{"http://*/"}, same: without("%2A", "*"), why: "a * in a host is percent-encoded"},
	{kind: "URL", example: []string{"x:a ?"}, same: without("%20", " "), why: "the last space of an opaque path is not percent-encoded"},
	{kind: "URL", example: []string{"file:////a"}, same: without(`(^file://[^/\n]*|\n)/(\.?/)+`, "$1/"), why: "several slashes at the beginning of the path of file: are one"},
	{kind: "URL", example: []string{"?", "x:/.//a"}, same: without(`^([^:/]+:)/\.//`, "$1//"), why: "a reference without a path loses the /. before a path that begins with //"},
	{kind: "URL", example: []string{"http://é*/"}, excuses: like(`\*`, `//[^/]*xn--[^/]*\*`, `//[^/]*xn--[^/]*\*`), why: "a * is percent-encoded before Punycode"},
	{kind: "URL", example: []string{"http://a b/"}, excuses: like(``, `^failure`, `^(https?|wss?|ftp|file)://[^/]* `), why: "a space in a domain is taken"},
	{kind: "URL", example: []string{"http://[::%31]/"}, excuses: like(`(\[|%5[bB]).*(%|[０-９])`, `^failure`, `//[^/]*\[`), why: "percent-encoded and full-width digits of an IPv6 address are taken"},
	{kind: "URL", example: []string{"http://[::01.2.3.4]/"}, excuses: like(`\[.*[:.][\t\r\n]*0[\t\r\n]*[0-9xX]`, `^failure`, `//[^/]*\[`), why: "leading zeros of an IPv4 address in an IPv6 address are taken"},
	{kind: "URL", example: []string{"http://％４１/"}, excuses: like(`％`, `^failure`, ``), why: "a host is percent-decoded again after its mapping"},
	{kind: "URL", example: []string{"blob:ftp://h/"}, excuses: like(``, `^blob:.*\nnull\n`, `^blob:.*\n((ftp|wss?|file):|https?://[^\n]* )`), why: "blob: has the origin of any URL in it, not of http: and https: alone"},
	{kind: "URL", example: []string{`\`, "x:/b/c"}, excuses: like(`\\`, notSpecial, notSpecial), why: `a \ is a / in many places although the URL is not special`},
	{kind: "URL", example: []string{"a", "x://h?q"}, excuses: like(`\x00[^:]*:(//[^/]*)?[?#]`, notSpecial, notSpecial), why: "a base URL without a path keeps its query and its fragment"},
	{kind: "URL", example: []string{"x://＠/"}, excuses: like(``, `^[^:]*://([^/?#]*@)?[^/?#@]*%`, `^failure`), why: "an opaque host is mapped as a domain before it is percent-encoded"},
	{kind: "URL", example: []string{"data:a\tb"}, excuses: like(`[\t\r\n]`, `^(data|javascript):`, `%0[9AD]|^failure`), why: "tabs and newlines stay"},
	{kind: "URL", example: []string{"file:C|/a"}, excuses: like(`(^|[/\\:\x00])[\t\r\n]*[a-zA-Z][\t\r\n]*[:|]`, `^file:`, `^file:`), why: "the drive letters of file: are those of Windows, where alone Chromium has them"},
	{kind: "URL", example: []string{"file://localhost/"}, excuses: like(``, `^file:///`, `^file://localhost/`), why: "localhost stays"},
	{kind: "URL", example: []string{"file://?"}, excuses: like(``, `^file:`, `^failure`), why: "after the host of file:, which may be empty, there has to be a slash"},

	{kind: "URLPattern", example: []string{`["file:a:0/"]`}, excuses: like(`(?i)^\["(file|https?|wss?|ftp):\pL|\\\\.*"protocol":"[^"]*[:*(]`, ``, ``), why: "a protocol with a group is taken for a special one"},
	{kind: "URLPattern", example: []string{`[{"protocol": "http", "port": "0080"}]`}, excuses: like(`:0+(80|443)|"0+(80|443)"`, ``, ``), why: "a default port with leading zeros is the default port"},
	{kind: "URLPattern", example: []string{`["http://a%20b/"]`}, excuses: like(``, `^failure|\nno match`, `^([^\n]*\n){3}[^\n]*%20|\n([^|\n]*\|){3}[^|\n]*%20`), why: "a space in a domain is taken"},
	{kind: "URLPattern", example: []string{`["http://％４１/"]`}, excuses: like(`％`, `^failure`, ``), why: "a host is percent-decoded again after its mapping"},
	{kind: "URLPattern", example: []string{`["http://%2A/"]`}, same: without(`%2A|\\\*`, "*"), why: "a * in a host is percent-encoded"},
	{kind: "URLPattern", example: []string{`["x://%2A/"]`, "x://%2A/"}, excuses: like(`%2A`, `no match`, `\|`), why: "the same"},
	{kind: "URLPattern", example: []string{`["x://H/", {"ignoreCase": true}]`, "x://H/"}, excuses: like(`"ignoreCase": ?true`, `no match`, `\|[^|]*[A-Z]`), why: "the case of an opaque host is ignored where that of a path is"},
	{kind: "URLPattern", example: []string{`[{"search": "*?"}]`, "https://h/"}, excuses: like(`\*\)?\}?\?`, `\|`, `\|`), why: `a * with the modifier ? that matches nothing has the value ""`},
	{kind: "URLPattern", example: []string{`[{"username": "u"}, {"ignoreCase": true}]`, `{"username": "u"}`}, excuses: like(`"ignoreCase": ?true.*\{.*"(username|password|baseURL)"`, `\|`, `no match`), why: "credentials and base URL of an input in parts are forgotten where case is ignored"},
	{kind: "URLPattern", example: []string{`[{"pathname": ":n+😀{%2ea%2ea}+"}]`, `{"pathname": "ab😀%2ea%2ea", "protocol": "x"}`}, excuses: like(`[*)\pL0-9_][+*]`, `\|`, `no match`), why: "a match that takes many steps is given up"},
	{kind: "URLPattern", example: []string{`["", "x:o?q"]`}, excuses: like(`^\["[^"]*", ?"x:o`, ``, ``), why: "an empty pattern has no empty pathname if the base URL has an opaque path"},
	{kind: "URLPattern", example: []string{`[{"protocol": "x", "pathname": "a#b"}]`}, excuses: like(`"(pathname|search)":"[^"]*[#?]|\{[^}]*#|\\\\[#?]`, ``, ``), why: "what follows a ? or # in an opaque path stays"},

	{kind: "data", example: []string{"data:text/html;a=,"}, same: without(`^([^;\n]*);[^\n]*`, "$1"), why: "parameters stay as they are written, in another order"},
	{kind: "data", example: []string{"data:,a\nb"}, excuses: like(`[\t\n]`, ``, ``), why: "tabs and newlines stay"},
	{kind: "data", example: []string{"data://text/html,"}, excuses: like(`^\s*data://`, ``, ``), why: "a // at the beginning is left out"},
	{kind: "data", example: []string{"data:text/html;charset=y?,"}, excuses: like(`(?i)charset=`, ``, `^failure`), why: "a charset that is not a token is refused"},

	{kind: "form", example: []string{"post", "ISO-2022-KR", "_charset_", ""}, same: without("_charset_=replacement", "_charset_=UTF-8"), why: "the name in _charset_ is that of the page's encoding, not of the form's"},

	{kind: "Location", example: []string{"/a|b"}, same: without("%7C", "|"), why: "as in a URL"},
	{kind: "Location", example: []string{"x:?'"}, same: without("%27", "'"), why: "as in a URL"},
	{kind: "Location", example: []string{"//a%20b/"}, excuses: like(``, `^$`, `^[^:]*://[^/]*%20`), why: "a space in a domain is taken"},
	{kind: "Location", example: []string{"//u@h/"}, excuses: like(`@`, `^(https?|ftp|wss?)://.*@`, `^$`), why: "a frame does not follow a redirect to a URL with credentials"},
	{kind: "Location", example: []string{"file:///"}, excuses: like(``, `^file:`, `^$`), why: "a redirect to file: is not followed"},
	{kind: "Location", example: []string{"//*/"}, same: without("%2A", "*"), why: "as in a URL"},
	{kind: "Location", example: []string{"//é*/"}, excuses: like(`\*`, `//[^/]*xn--[^/]*\*`, `//[^/]*xn--[^/]*\*`), why: "as in a URL"},
	{kind: "Location", example: []string{"//[::%31]/"}, excuses: like(`(\[|%5[bB]).*(%|[０-９])`, `^$`, `//[^/]*\[`), why: "as in a URL"},
	{kind: "Location", example: []string{"//[::01.2.3.4]/"}, excuses: like(`\[.*[:.]\t*0\t*[0-9xX]`, `^$`, `//[^/]*\[`), why: "as in a URL"},
	{kind: "Location", example: []string{"//％４１/"}, excuses: like(`％`, `^$`, ``), why: "as in a URL"},

	{kind: "page", example: []string{"<base href='http://['>", "text/html; charset=utf-8"}, excuses: like(`(?i)<base[^>]*href=['"]http://\[`, ``, `^about:blank\n`), why: "the base URL is about:blank if that of <base> does not parse"},
	{kind: "page", example: []string{"<base href='?é'><a href=''>", "text/html; charset=windows-1251"}, excuses: like(`(?i)<base[^>]*href=['"]?\?é`, `\?`, `\?`), why: "a base URL is read in UTF-8, whatever the encoding of the page is"},
	{kind: "page", example: []string{"<base href='mailto:a'><img src=' a '>", "text/html; charset=utf-8"}, same: without(`( ) +|[ \n]*(\n)|[ \n]+$`, "$1$2"), why: "the property of an attribute that does not parse has no spaces around it"},
	{kind: "page", example: []string{"<svg><use xlink:href='/x' href='/y'/></svg>", "text/html; charset=utf-8"}, excuses: like(`(?i)<(use|image|feimage)[^>]*\sxlink:href=[^>]*\shref=`, `!\nloads `, `\nloads `), why: "xlink:href is requested before href, which counts"},

	// The second string of these is what Chromium requests. Only the first one is against a standard.
	{kind: "request", example: []string{"Link: <R1>; rel=stylesheet\n", ""}, excuses: isForeseen, why: "a style sheet in a field Link is not read"},
	{kind: "request", example: []string{"<img src=R1 srcset='R2 1x'>", "Resource 2"}, excuses: isForeseen, why: "one of several images is chosen"},
	{kind: "request", example: []string{"<picture><source media=print srcset=R1><img src=R2></picture>", "Resource 2"}, excuses: isForeseen, why: "the same"},
	{kind: "request", example: []string{"<img loading=lazy style='position: absolute; top: 99999px' src=R1>", ""}, excuses: isForeseen, why: "a lazy image waits until one scrolls to it"},
	{kind: "request", example: []string{"<script type=x src=R1></script>", ""}, excuses: isForeseen, why: "a script that does not run is not requested"},
	{kind: "request", example: []string{"<script nomodule src=R1></script>", ""}, excuses: isForeseen, why: "the same"},
	{kind: "request", example: []string{"<link rel=preload href=R1>", ""}, excuses: isForeseen, why: "a preload without as is not requested"},
	{kind: "request", example: []string{"<link rel=stylesheet disabled href=R1>", ""}, excuses: isForeseen, why: "a style sheet waits until it is not disabled"},
	{kind: "request", example: []string{"<link rel=apple-touch-icon href=R1>", ""}, excuses: isForeseen, why: "it is for the icons of a phone"},
	{kind: "request", example: []string{"<iframe srcdoc=x src=R1></iframe>", ""}, excuses: isForeseen, why: "srcdoc is shown in place of src"},
	{kind: "request", example: []string{"<object data=R1><embed src=R2></object>", "Frame 1"}, excuses: isForeseen, why: "the content of an object is shown only if its data cannot be"},
	{kind: "request", example: []string{"<noscript><img src=R1></noscript>", ""}, excuses: isForeseen, why: "with scripts, <noscript> has text"},
	{kind: "request", example: []string{"<video hidden src=R1><track src=R2></video>", "Resource 1"}, excuses: isForeseen, why: "a track waits until one chooses it"},
	{kind: "request", example: []string{"<video preload=none src=R1></video>", ""}, excuses: isForeseen, why: "a video without preload waits until one plays it"},
	{kind: "request", example: []string{"<form><input formaction=R1></form>", ""}, excuses: isForeseen, why: "a text field does not send a form when one clicks it"},
	{kind: "request", example: []string{"<meta http-equiv=refresh content='9999; url=R1'>", ""}, excuses: isForeseen, why: "a refresh waits"},
}

// isForeseen reports whether the question has the answer.
func isForeseen(v verdict) bool { return len(v.question) > 1 && v.theirs == v.question[1] }

// notSpecial matches every answer but those for URLs with a special scheme.
const notSpecial = `!^(https?|wss?|ftp|file):`

// without returns a function that replaces what matches an expression.
func without(expression, by string) func(string) string {
	r := regexp.MustCompile(expression)
	return func(answer string) string { return r.ReplaceAllString(answer, by) }
}

// like returns a function that matches a case with three expressions. An expression after a "!" must not match.
func like(question, ours, theirs string) func(verdict) bool {
	matcher := func(expression string) func(string) bool {
		after, isNot := strings.CutPrefix(expression, "!")
		r := regexp.MustCompile("(?s)" + after)
		return func(s string) bool { return r.MatchString(s) != isNot }
	}
	q, o, t := matcher(question), matcher(ours), matcher(theirs)
	return func(v verdict) bool { return q(strings.Join(v.question, "\x00")) && o(v.ours) && t(v.theirs) }
}

// urlQuestion returns a URL, or a reference and its base URL.
func (g generator) urlQuestion() []string {
	if g.Below(100) == 0 { // what the grammar seldom makes
		return []string{g.pick("http", "https", "ws") + "://" + g.pick("％４１", "a％2e", "[::01.2.3.4]", "[::1.2.00.4]", "[1:%32::]", "é*")}
	}
	input, base, hasBase := g.Case()
	switch b, err := url.Parse(base); {
	case !hasBase:
	case err != nil || b.Href() != base: // a question by itself
		return []string{base}
	default:
		return []string{input, base}
	}
	return []string{input}
}

// readURL returns the parts of a URL, or "failure".
func readURL(question []string) string {
	var p url.Parser
	if len(question) > 1 {
		base, err := url.Parse(question[1])
		if err != nil {
			return "failure"
		}
		p.Base = base
	}
	u, err := p.Parse(question[0])
	if err != nil {
		return "failure"
	}
	return strings.Join([]string{u.Href(), u.Origin().String(), u.Username(), u.Password(), u.Host(), u.Pathname(), u.Search(), u.Hash()}, "\n")
}

// patternQuestion returns the arguments of a URLPattern in JSON, and inputs for it.
func (g generator) patternQuestion() []string {
	const relative, inParts = 2, 3
	options := map[string]bool{}
	if g.Below(4) == 0 {
		options["ignoreCase"] = g.Below(4) > 0
	}
	pattern := g.constructorString()
	arguments, instance := []any{pattern, options}, g.instance(pattern)
	switch g.Below(6) {
	case relative:
		pattern = g.pick("", "/", "/", "?", "#", "//", "a/") + g.patternString()
		base := g.pick("https://h/a/b?q#f", "http://h:8080/a/", "file:///a/b", "x://h/a/b", "x:o?q")
		arguments, instance = []any{pattern, base, options}, "https://h/a/"+g.instance(pattern)
	case inParts, inParts + 1:
		in, parts := map[string]string{}, map[string]string{"protocol": g.pick("https", "http", "x")}
		for range 1 + g.Below(3) {
			c := urlpattern.Component(g.Below(int(urlpattern.BaseURL)))
			in[c.String()] = g.patternString()
			if c == urlpattern.Hostname {
				in[c.String()] = g.hostPattern()
			}
			parts[c.String()] = g.instance(in[c.String()])
		}
		if g.Below(3) == 0 {
			in["baseURL"] = g.pick("https://h/a/b?q#f", "https://u:p@h:8080/a/", "file:///a/b", "x://h/a/b", "x:o?q", "data:,a", "http://[::1]/*+:x", "h")
		}
		if g.Below(2) == 0 {
			in["protocol"] = g.pick("http", "https", "http{s}?", "x", "*", "data", "(https|x)", ":p", "HTTP")
		}
		arguments, instance = []any{in, options}, inJSON(parts)
	}
	return []string{inJSON(arguments), instance, g.patternInput()}
}

var groups = regexp.MustCompile(`\([^()]*\)|:[a-z0-9_é]+|\*`)

// instance returns a text that a pattern may match.
func (g generator) instance(pattern string) string {
	text := groups.ReplaceAllStringFunc(pattern, func(string) string { return g.pick("a", "b", "1", "ab", "aa", "") })
	return strings.NewReplacer("{", "", "}", "", "+", "", "?", g.pick("", "?"), "\\", "").Replace(text)
}

func inJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and maps can be marshaled
	}
	return string(text)
}

// constructorString returns a pattern that is written like a URL.
func (g generator) constructorString() string {
	s := g.pick("https", "https", "http", "http{s}?", "*", ":p", "x", "file", "data", "(https|x)", "ht(tp)", "HTTPS", "w\\s", "{https}", g.pick("", "a b")) +
		g.pick("://", "://", "://", ":", ":/", "\\://") + g.pick("", "", "", "", "u@", "u:p@", "*:*@", g.pick(":u:p@", "{u:p@}?", "u\\:p@"))
	s += g.hostPattern()
	s += g.pick("", "", "", "", ":80", ":8080", ":*", ":443", ":(\\d+)", "::port", ":80*", ":{8080}?", ":0080", g.pick(":65536", ":a", ":1", ":0"))
	s += "/" + g.patternString() + g.pick("", "", "?"+g.patternString(), "\\?"+g.patternString()) + g.pick("", "", "#"+g.patternString())
	return s
}

func (g generator) hostPattern() string {
	return g.pick("h", "h", "*", "*", "*.example.com", ":sub.example.com", "{*.}?example.com", "[::1]", "[\\:\\:1]", "{[}:a]", "(a|b).com", "EX%41mple.com", "bücher.example",
		"127.1", "0x7f.1", "{:a.}+com", "xn--a", g.pick("a b", "^", "％４１", "%2A"), "(.*)", "h{a}*", "é:n", "h\\.com", "[:x]", g.Host())
}

// patternString returns a pattern string for a component.
func (g generator) patternString() string {
	if g.Below(300) == 0 {
		return ":n+😀{%2ea%2ea}+"
	}
	var s strings.Builder
	for range g.Below(5) {
		name := ":" + g.pick("a", "b", "c", "d", "id", "id", "n1", "_", "$", "é", "a\u200c", g.pick("日", "\U00020000", "x1", "1", "-"))
		text := g.pick("/", "/", "a", "b", ".b", "-", "/c/../", "/./", "%2ea", "A", "é", " ", "%", "%zz", "\\{", "\\:", "\\\\", "&=", "@", "^", "\u0301", "😀", "[", "~", "80", g.pick("*?", "a", "b"))
		modifier := g.pick("", "", "", "?", "*", "+")
		expression := g.pick("(\\d+)", "(a|b)", "([^\\/]+)", "(.*)", "([a-z]{2})", "(a(?:b|1))", "((?:a)+)", "(\\w*b)", "([a--b])", "(\\p{L})", "(^a)", "(a$)", "([^\\/]+?)", "(\\.\\/)", "(A|1)", g.pick("([^\\/]*)", "([^:]+)", "([)", "(a", "(?<n>a)", "(a(b))", "()", "(é)", "(?:a)"))
		switch g.Below(8) {
		case 0, 1:
			s.WriteString(text)
		case 2:
			s.WriteString(g.pick("/", "", "-") + name + modifier)
		case 3:
			s.WriteString(g.pick("/", "") + "*" + modifier)
		case 4:
			s.WriteString(g.pick("/", "") + expression + modifier)
		case 5:
			s.WriteString(g.pick("/", "") + name + expression + modifier)
		case 6:
			s.WriteString("{" + g.pick("", text, "/") + g.pick("", name, "*", expression) + g.pick("", text) + "}" + modifier)
		case 7:
			s.WriteString(text + g.pick("", "", "", "", "", g.pick("{", "}", "(", ")", ":", "*", "+", "\\")))
		}
	}
	return s.String()
}

// patternInput returns a URL, or parts of one in JSON.
func (g generator) patternInput() string {
	path := ""
	for range g.Below(5) {
		path += g.pick("/", "/", "a", "b", "-", ".", "A", "ab", "%20", "%2e", "é", "1", "..", "80")
	}
	if g.Below(6) == 0 {
		return inJSON(map[string]string{g.pick("pathname", "search", "hash", "protocol", "port"): path, g.pick("pathname", "baseURL", "protocol"): g.pick("https://h/a/b?q", "/a", "https", "x")})
	}
	return g.pick("https", "https", "https", "http", "x", "file", "ws") + "://" + g.pick("", "", "", "u@", "u:p@") +
		g.pick("h", "h", "h", "a.example.com", "example.com", "[::1]", "127.0.0.1", "b.com", "é.com") + g.pick("", "", "", ":8080", ":80") + "/" + path +
		g.pick("", "", "?", "?a", "?a=b") + g.pick("", "", "#", "#a", "#A b")
}

// readPattern returns the pattern strings of a pattern and what it matches, or "failure".
func readPattern(question []string) string {
	var arguments []json.RawMessage
	var pattern, base string
	var in urlpattern.Init
	var o urlpattern.Options
	decode := func(text []byte, to any) {
		if err := json.Unmarshal(text, to); err != nil {
			panic(err) // the question is ours
		}
	}
	decode([]byte(question[0]), &arguments)
	for _, argument := range arguments[1:] {
		if argument[0] == '"' {
			decode(argument, &base)
		} else {
			decode(argument, &o)
		}
	}
	o.BaseURL = base
	make := func() (*urlpattern.Pattern, error) { return urlpattern.New(pattern, o) }
	if arguments[0][0] == '{' {
		decode(arguments[0], &in)
		make = func() (*urlpattern.Pattern, error) { return urlpattern.NewFromInit(in, o) }
	} else {
		decode(arguments[0], &pattern)
	}
	p, err := make()
	if err != nil {
		return "failure"
	}
	var lines []string
	for c := urlpattern.Protocol; c < urlpattern.BaseURL; c++ {
		lines = append(lines, p.Component(c))
	}
	lines = append(lines, strconv.FormatBool(p.HasRegExpGroups()))
	for _, input := range question[1:] {
		m, ok := p.ExecString(input, "")
		if input[0] == '{' {
			in = nil
			decode([]byte(input), &in)
			m, ok = p.ExecInit(in)
		}
		lines = append(lines, matchLine(m, ok))
	}
	return strings.Join(lines, "\n")
}

func matchLine(m urlpattern.Match, ok bool) string {
	if !ok {
		return "no match"
	}
	var components []string
	for c := urlpattern.Protocol; c < urlpattern.BaseURL; c++ {
		var groups []string
		for name, value := range m.Groups(c) {
			groups = append(groups, name+"="+value)
		}
		slices.Sort(groups)
		components = append(components, strings.Join(append([]string{m.Input(c)}, groups...), " "))
	}
	return strings.Join(components, "|")
}

// dataQuestion returns a data: URL.
func (g generator) dataQuestion() []string {
	var s strings.Builder
	s.WriteString(g.pick("data:", "data:", "data:", "DATA:", " data:", "da\tta:", "data:/", "data://h/"))
	s.WriteString(g.pick("", "text/html", "image/png", "TEXT/X+y", "text", "text/", "/html", "a/b/c", " text/html", "te%20xt/html", "text%2Fhtml", "é/b", "*/*", "a/{"))
	for range g.Below(3) {
		s.WriteString(g.pick(";", ";", ";", "; ", " ;", ";;", "%3B") + g.pick("charset=utf-8", "charset", "CHARSET=UTF-8", "a=b", `a="b c"`, `a="b`, `a="\""`, "a=", "=b", "a=é", "a b=c", "charset=x;charset=y", "a=b%20c", "a='b'", `a="%22"`, "a=\"b;base64\""))
	}
	s.WriteString(g.pick("", "", ";base64", ";base64", ";BASE64", "; base64", ";base64 ", ";base64;", ";base 64", ";base64=", "base64", ";%62ase64", "; \tbase64"))
	s.WriteString(g.pick(",", ",", ",", ",", ",", ",,", "", "%2C", "?,", "#,"))
	for range g.Below(5) {
		s.WriteString(g.pick("QQ", "QUI=", "YWJj", "QQ==", "Q", "=", " ", "%3D", "%51", "\n", "_-", "+/", "é", "%", "%zz", "%FF%00", "<", "?", "#x", "a b", "\\", "QR==", "\u00a0", "%0A", "%20"))
	}
	return []string{s.String()}
}

// readData returns the media type of a data: URL and the bytes of its body, or "failure".
func readData(question []string) string {
	u, err := url.Parse(question[0])
	if err != nil {
		return "failure"
	}
	d, err := dataurl.Parse(u)
	if err != nil {
		return "failure"
	}
	words := []string{d.MediaType}
	for _, b := range d.Body {
		words = append(words, strconv.Itoa(int(b)))
	}
	return strings.Join(words, "\n")
}

// locationStart is the address of a response that redirects. The fragment stays where the Location field has none.
const locationStart = "http://start.test/dir/start?n=%d#start"

// locationQuestion returns a Location field.
func (g generator) locationQuestion() []string {
	field := g.Reference()
	switch g.Below(6) {
	case 0, 1:
		field = g.pick("http:", "http://", "HTTP://", "//", `\\\\`, "///", "http:/", "https://", "ht tp://", "ftp://", "mailto:", "http:\\\\") +
			g.pick("", "", "", "u@", "u:p@", "@", "a b@", "é@") +
			g.pick("b.test", "B.TEST", "b%2Etest", "b。test", "bücher.test", "127.1", "0x7f.1", "[::1]", "[::ffff:1.2.3.4]", "1.2.3.4.5", "b_.test", "", "xn--a", "b.test.", "ｂ.test", "b..test", "a b", g.Host()) +
			g.pick("", "", "", ":80", ":8080", ":", ":0080", ":99999", ":a") + g.pick("", "/x", `\\x`, "?q", "#f", "/../y", "x")
	case 2:
		field = string([]byte(g.pick("/\xe9", "?\xe9", "#\xe9", "/\xc3\xa9?\xff", "//b\xe9.test/", "/\x80\x81", "\xff"))) + field
	}
	return []string{strings.Map(func(r rune) rune { // what no field has
		if r < ' ' && r != '\t' || r == 0x7F {
			return -1
		}
		return r
	}, strings.ToValidUTF8(field, "%"))}
}

// readLocation returns where a Location field leads, or "" if no request follows.
func readLocation(question []string) string {
	start := neturl.URL{Scheme: "http", Host: "start.test", Path: "/dir/start", RawQuery: "n=0", Fragment: "start"}
	u, err := redirect.Location(&http.Response{StatusCode: http.StatusFound, Header: http.Header{"Location": question}, Request: &http.Request{URL: &start}})
	if err != nil {
		return ""
	}
	return u.Href()
}

// follow navigates to responses with Location fields, each in a frame, and returns where the browser goes then.
func (l *lab) follow(questions [][]string) []string {
	const atOnce = 20
	answers := make([]string, len(questions))
	for first := 0; first < len(questions); first += atOnce {
		last := min(first+atOnce, len(questions))
		numbers, isOver, left := map[string]int{}, map[int]bool{}, last-first
		done := make(chan struct{})
		end := func(n int) {
			if !isOver[n] {
				if isOver[n], left = true, left-1; left == 0 {
					close(done)
				}
			}
		}
		seen := func(id, address string, ends bool) {
			n, ok := numbers[id]
			switch {
			case ok && ends:
				end(n)
			case ok:
				answers[n] = strings.Replace(address, fmt.Sprintf("start?n=%d", n), "start?n=0", 1)
				end(n)
			default:
				// A frame of the last batch may still be led in a circle.
				if _, err := fmt.Sscanf(address, locationStart, &n); err == nil && first <= n && n < last {
					numbers[id] = n
				}
			}
		}
		respond := func(w http.ResponseWriter, r *http.Request) {
			if n, err := strconv.Atoi(r.FormValue("n")); err == nil && n < len(questions) {
				w.Header()["Location"] = questions[n]
				w.WriteHeader(http.StatusFound)
			} else {
				w.WriteHeader(http.StatusNoContent)
			}
		}
		l.during(seen, respond, func() {
			l.ask(fmt.Sprintf(`(() => {
				document.body.replaceChildren();
				for (let n = %d; n < %d; n++) {
					const frame = document.createElement("iframe");
					frame.src = %q.replace("%%d", n);
					document.body.append(frame);
				}
				return "";
			})()`, first, last, locationStart))
			l.wait(done, func() string { return fmt.Sprint(questions[first:last], isOver) })
		})
	}
	return answers
}

// A form is sent by a method in an encoding, with names and values.
func (g generator) formQuestion() []string {
	text := func() string {
		var s strings.Builder
		for range g.Below(6) {
			s.WriteString(g.pick("a", "b", "é", "日本", "☃", "😀", " ", "+", "&", "=", "%", "%41", "&#1;", "\n", "\r", "\r\n", "\x00", "\x7f", "*", "-._~", "'", "\u00a5", "\u2212", "\uff5e", "ж", "\ue000", "€", "\x1b", "\u3000", "ﬀ"))
		}
		return s.String()
	}
	question := []string{g.pick("get", "post"), g.pick("UTF-8", "windows-1251", "windows-1252", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "gb18030", "GBK", "Big5", "EUC-KR", "KOI8-U", "UTF-16LE", "ISO-2022-KR", "x-user-defined", "macintosh", "ISO-8859-8-I")}
	for range 1 + g.Below(4) {
		question = append(question, g.pick("a", "_charset_", "n", text()), text())
	}
	return question
}

// readForm returns the form as the browser has to send it, and as it is after a server has read it.
func readForm(question []string) string {
	enc, err := htmlindex.Get(question[1])
	if err != nil {
		panic(err) // all of them are in the index
	}
	name := question[1]
	if name == "UTF-16LE" || name == "ISO-2022-KR" {
		name = "UTF-8"
	}
	newlines := strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n")
	var p url.URLSearchParams
	for i := 2; i < len(question); i += 2 {
		key, value := question[i], question[i+1]
		if key == "" {
			continue // it is not sent
		}
		if key == "_charset_" {
			value = name
		}
		p.Append(newlines.Replace(key), newlines.Replace(value))
	}
	sent, err := form.Encode(&p, enc)
	if err != nil {
		return err.Error()
	}
	return sent + again(sent, enc)
}

// again returns what is wrong with a form that is read and written, or "".
func again(sent string, enc encoding.Encoding) string {
	p, err := form.Parse([]byte(sent), form.Options{CharsetEncoding: htmlindex.Get, Encoding: enc})
	if err != nil {
		return " " + err.Error()
	}
	if text, err := form.Encode(p, enc); err != nil || text != sent {
		return fmt.Sprintf(" becomes %q, %v", text, err)
	}
	return ""
}

// submit has the browser send forms, and returns what comes.
func (l *lab) submit(questions [][]string) []string {
	answers := make([]string, len(questions))
	var mu sync.Mutex
	left, done := len(questions), make(chan struct{})
	respond := func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/form/"))
		if err != nil {
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusNoContent)
		mu.Lock()
		defer mu.Unlock()
		sent := r.URL.RawQuery + string(body)
		enc, _ := htmlindex.Get(questions[n][1])
		answers[n] = sent + again(sent, enc)
		if left--; left == 0 {
			close(done)
		}
	}
	l.during(nil, respond, func() {
		l.ask(`(() => {
			document.body.replaceChildren();
			` + inJSON(questions) + `.forEach(([method, encoding, ...fields], n) => {
				const frame = document.createElement("iframe"), form = document.createElement("form");
				frame.name = form.target = "frame" + n;
				form.method = method;
				form.action = "/form/" + n;
				form.acceptCharset = encoding;
				for (let i = 0; i < fields.length; i += 2) {
					const input = document.createElement("input");
					[input.type, input.name, input.value] = ["hidden", fields[i], fields[i + 1]];
					form.append(input);
				}
				document.body.append(frame, form);
				form.submit();
			});
			return "";
		})()`)
		l.wait(done, func() string { return fmt.Sprint(left, " forms") })
	})
	return answers
}
