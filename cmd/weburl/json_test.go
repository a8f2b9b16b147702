package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/urlclass"
	"golang.org/x/net/publicsuffix"
)

// controls are the characters of Unicode's category Cc beyond those of C0, and those with the property Bidi_Control:
// https://www.unicode.org/Public/17.0.0/ucd/PropList.txt
const controls = "\u007F\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008A\u008B\u008C\u008D\u008E\u008F" +
	"\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009A\u009B\u009C\u009D\u009E\u009F" +
	"\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"

var escapedControls = func() *strings.Replacer {
	var pairs []string
	for _, c := range controls {
		pairs = append(pairs, string(c), fmt.Sprintf(`\u%04x`, c))
	}
	return strings.NewReplacer(pairs...)
}()

// encoded returns what encoding/json writes for a value, without escapes for HTML, and with those of control characters.
func encoded(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return escapedControls.Replace(strings.TrimSuffix(b.String(), "\n"))
}

// scalarValues replaces each byte that is not part of valid UTF-8 by U+FFFD. Some versions of encoding/json escape
// that replacement, and others do not.
func scalarValues(s string) string { return string([]rune(s)) }

var jsonSeeds = []string{
	"", "plain", "https://example.com/?a=b&c=<d>#é", "\"quoted\" \\ and \\\" more", "日本語 🏳️‍🌈",
	"\x00\x01\x07\b\t\n\v\f\r\x0e\x1b\x1f \x7f\u0080\u009f", "\u2027\u2028\u2029\u202a",
	"\xff", "a\xffb", "\xc3", "\xe2\x82", "\xe2\x82a", "\xed\xa0\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xc0\x80", "\uFFFD",
}

func checkJSONString(t testing.TB, s string) {
	t.Helper()
	got := string(appendJSONString([]byte("before "), s))
	if want := "before " + encoded(t, scalarValues(s)); got != want {
		t.Errorf("%q: %s, want %s", s, got, want)
	}
	if !utf8.ValidString(got) {
		t.Errorf("%q: %q is not UTF-8", s, got)
	}
}

func TestJSONString(t *testing.T) {
	for _, s := range jsonSeeds {
		checkJSONString(t, s)
	}
	for r := range rune(0x3000) {
		checkJSONString(t, "a"+string(r)+"b")
	}
	random := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, 12)
	for range 20_000 {
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		checkJSONString(t, string(b[:random.IntN(len(b)+1)]))
	}
}

func FuzzJSONString(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkJSONString(t, s) })
}

// A urlObject is the JSON object of a URL, for encoding/json.
type urlObject struct {
	Input       string `json:"input"`
	InputBase64 []byte `json:"inputBase64,omitempty"`
	urlclass.Getters
	Params [][2]string `json:"params"`
	Site   string      `json:"site"`
	Source string      `json:"source"`
	Line   int         `json:"line"`
}

// TestURLObject compares objects with those of encoding/json, with and without characters that need escaping.
func TestURLObject(t *testing.T) {
	for _, input := range []string{
		"https://example.com/",
		"HTTPS://user:p@ss@EXAMPLE.com:8443/a b?c=<d>&e#f\"g",
		"file:///C|/x", "mailto:a\"b\\c@example.com?x=\"y\"#\\", "blob:https://a.example/x", "foo://a\"b/", "data:,\x7f",
		"http://a\"b/", "http://[::1]:8080", "a:\xff\u2028", "\thttps://example.com/\x00", "https://日本語.example/é",
	} {
		u, err := url.Parse(input)
		if err != nil {
			t.Fatal(err)
		}
		host, _ := u.ParsedHost()
		want := urlObject{scalarValues(input), nil, urlclass.Of(u), [][2]string{}, host.Site(publicsuffix.List).String(), "a.txt", 7}
		if want.Input != input {
			want.InputBase64 = []byte(input)
		}
		for name, value := range u.SearchParams().All() {
			want.Params = append(want.Params, [2]string{name, value})
		}
		r := &reading{source: "a.txt", number: 7, line: input, u: u, sites: newSites(publicsuffix.List)}
		if got, want := string(appendURLObject(nil, r)), encoded(t, want); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", input, got, want)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	const input = "https://www.example.com/articles/2026/11/a-title?page=2"
	t := newTool(&options{json: true}, nil, nil)
	line, c := t.newLine(), &chunk{}
	b.ReportAllocs()
	for b.Loop() {
		c.out = c.out[:0]
		line(c, input, 1)
	}
}

// TestInputBase64 checks that a line that is not UTF-8 can be joined with what is written of it.
func TestInputBase64(t *testing.T) {
	objects := 0
	for _, args := range [][]string{{"-json"}, {"-json", "-keep"}, {"-explain", "-json"}, {"-compare", "-json"}} {
		for _, line := range []string{"https:/\xff.example/", "https://a/\xff", "é:1", "https://\xe9"} {
			_, stdout, _ := weburl(t, line+"\n", args...)
			var got struct {
				Input       string
				InputBase64 []byte
			}
			if stdout == "" || strings.HasPrefix(stdout, `{"summary"`) { // refused, or no difference
				continue
			}
			first, _, _ := strings.Cut(stdout, "\n") // a summary of -compare may follow
			if err := json.Unmarshal([]byte(first), &got); err != nil {
				t.Fatal(err)
			}
			objects++
			if string(got.InputBase64) != line && (got.Input != line || got.InputBase64 != nil) {
				t.Errorf("%q of %q: %s", args, line, stdout)
			}
		}
	}
	if objects < 10 {
		t.Errorf("only %d objects", objects)
	}
}

func TestParts(t *testing.T) {
	const u = "https://a.b.example.co.uk/x/p%41ge.tar.gz?id=1&id=%0A2&n=%C3%A9+x&&=z#f"
	tests := map[string]string{
		"href,scheme,protocol,username,password": u + "\thttps\thttps:\t\t", "host,hostname,port,effective-port": "a.b.example.co.uk\ta.b.example.co.uk\t\t443",
		"pathname,search,query": "/x/p%41ge.tar.gz\t?id=1&id=%0A2&n=%C3%A9+x&&=z\tid=1&id=%0A2&n=%C3%A9+x&&=z", "hash,fragment": "#f\tf",
		"unicode-hostname,registrable-domain": "a.b.example.co.uk\texample.co.uk", "query-raw:n": "%C3%A9+x", "element,attribute": "\t",
		"query:id": "1", "query:n": "é x", "query:": "z", "query:none": "",
		"query-all:id": "1\n%0A2", "query-all:none": "-",
		"keys": "id\nid\nn\n", "values": "1\n%0A2\né x\nz", "keys,values": "id\t1\nid\t%0A2\nn\té x\n\tz",
		"origin": "https://a.b.example.co.uk", "undotted-hostname": "a.b.example.co.uk", "subdomain": "a.b", "tld": "co.uk", "site": "example.co.uk",
		"extension": "gz", "path-segment:1": "x", "path-segment:2": "p%41ge.tar.gz", "path-segment:-1": "p%41ge.tar.gz",
		"path-segment:-2": "x", "path-segment:3": "", "path-segment:-3": "",
		"decoded:pathname": "/x/pAge.tar.gz", "decoded:path-segment:2": "pAge.tar.gz", "decoded:query:id": "1", "decoded:search": "?id=1&id=%0A2&n=é+x&&=z",
		"pairs": "id=1\nid=%0A2\nn=%C3%A9+x\n=z", "source,line,input": "argument\t1\t" + u,
		"path": "/x/p%41ge.tar.gz", "error": "", "offset": "", "pattern": "https://a.b.example.co.uk/x/p%41ge.tar.gz?&id&n",
	}
	tested := strings.Join(slices.Collect(maps.Keys(tests)), ",")
	for _, name := range partNames() {
		if _, short := aliases[name]; !short && !strings.Contains(","+tested+",", ","+name+",") && (!strings.HasSuffix(name, ":") || !strings.Contains(tested, name)) {
			t.Errorf("nothing tests the part %s: add its value here", name)
		}
	}
	for part, want := range tests {
		status, stdout, stderr := weburl(t, "", "-get", part, u)
		if want += "\n"; want == "-\n" {
			want = ""
		}
		if status != exitOK || stdout != want || stderr != "" {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", part, status, stderr, stdout, want)
		}
	}
	for _, c := range []struct{ u, parts, want string }{
		{"http://1.2.3.4/", "subdomain,tld,site", "\t\t1.2.3.4"},
		{"http://a.example.:81/", "undotted-hostname,hostname", "a.example\ta.example."},
		{"http://co.uk/", "subdomain,tld,site", "\tco.uk\tco.uk"},
		{"http://a.example.com./", "subdomain,tld,site", "a\tcom.\texample.com."},
		{"http://localhost/.x", "subdomain,site,extension", "\tlocalhost\t"},
		{"a:b/c.d", "extension,path-segment:1,host", "\t\t"},
		{"http://h/a.b/c", "extension", ""},
		{"http://h/", "path-segment:1", ""},
	} {
		if _, stdout, _ := weburl(t, "", "-get", c.parts, c.u); stdout != c.want+"\n" {
			t.Errorf("%s of %s: %q, want %q", c.parts, c.u, stdout, c.want)
		}
	}
}

// TestControls checks that no output writes a control character raw, whether it is in the input or in a decoded part.
func TestControls(t *testing.T) {
	const c0 = "\x00\x01\x08\v\f\r\x0e\x1b\x1f\u2028\u2029\x9b" // the last is not UTF-8
	outputs := []string{"-get href,decoded:href,query:a,query-all:a,keys,values,decoded:pairs,decoded:hash,input,element", "-format {decoded:path}{keys}{input}",
		"-count query:a", "-count input", "-json", "-json -keep -get input,error", "-json -get decoded:href,query:a,values,input", "-json -count values",
		"-json -explain", "-explain", "-compare", "-json -compare", "-unique-by decoded:path -get decoded:path", "-tsv -get decoded:path,query:a", "-redact b",
		"-tsv -redact b", "-match decoded:path=* -get decoded:path"}
	for _, output := range outputs {
		written := 0
		for piece := range strings.SplitSeq(c0+controls, "") {
			encoded := url.PercentEncode(piece, url.ComponentPercentEncodeSet)
			if piece == "\x9b" {
				encoded = "%9B"
			}
			for _, input := range []string{"http://u" + encoded + "@h/a" + encoded + "b?" + encoded + "&a=x" + encoded + "#" + encoded, "http://h/" + piece + "b?a=" + piece + "c", "x" + piece + "y"} {
				status, stdout, stderr := weburl(t, "", append(strings.Fields(output), "--", input)...)
				if strings.HasPrefix(output, "-tsv") { // reads lines
					status, stdout, stderr = weburl(t, input+"\n", strings.Fields(output)...)
				}
				written += len(stdout)
				shown := strings.NewReplacer("\n", "", "\t", "").Replace(stdout + stderr)
				if i := strings.IndexAny(shown, c0[:len(c0)-1]+controls); i >= 0 || strings.Contains(shown, "\x9b") && !utf8.ValidString(shown) || status == exitTrouble {
					t.Errorf("weburl %s %q: status %d, %q and %q", output, input, status, stdout, stderr)
				}
			}
		}
		if written == 0 {
			t.Errorf("weburl %s writes nothing", output)
		}
	}
}

// TestPartsInLines checks that no part, decoded or not, can end a line or a cell, whatever is in the URL and beside it.
func TestPartsInLines(t *testing.T) {
	r := &reading{source: "a\nb", line: "a\nb", element: "a\nb", attribute: "a\nb", number: 1, sites: newSites(publicsuffix.List),
		u: url.MustParse("https://a%0A:b%0A@h/a%0Ab.c%0Ad?a%0Ab=c%0A%09d#%0A")}
	arguments := map[string]string{"query:": "a\nb", "query-raw:": "a\nb", "query-all:": "a\nb", "path-segment:": "1", "decoded:": "href"}
	var names []string
	for _, p := range parts {
		names = append(names, p.name, "decoded:"+p.name)
	}
	for _, f := range families() {
		names = append(names, f.prefix+arguments[f.prefix], "decoded:"+f.prefix+arguments[f.prefix])
	}
	for _, name := range names {
		p, err := partNamed(name)
		if err != nil {
			t.Errorf("%v: add an argument of its family here", err)
			continue
		}
		if got := string(columns([]part{p}, '\n').append(nil, r)); strings.Count(got, "\n") != 1 || strings.Contains(got, "\t") {
			t.Errorf("%s is written as %q: appendText has to write it", name, got)
		}
		if p.all == nil {
			o := options{tsvEscaped: true, get: []part{p}}
			if got := string(o.appendTSV(nil, r)); strings.ContainsAny(got, "\n\t") {
				t.Errorf("%s is written as the cell %q: appendEscapedTSV has to write it", name, got)
			}
		}
	}
}

func TestFormat(t *testing.T) {
	for format, want := range map[string]string{
		`{scheme} {host}\t{query:id}\n`: "https h\t1\n",
		`{{{host}}}`:                    "{h}",
		`a}b{{c\\\r\0`:                  "a}b{c\\\r\x00",
		`{keys}={values};`:              "id=1;x=2;",
		``:                              "",
	} {
		if status, stdout, stderr := weburl(t, "", "-format", format, "https://h/?id=1&x=2"); status != exitOK || stdout != want {
			t.Errorf("%q: status %d, errors %q, output %q, want %q", format, status, stderr, stdout, want)
		}
	}
}

func TestKeepText(t *testing.T) {
	const lines = "HTTPS://a\nx\ty\n\nhttps://b#c\n"
	testRuns(t, []runCase{
		{name: "-get", args: []string{"-keep", "-get", "line,input,href"}, stdin: lines, status: exitOK,
			stdout: "1\tHTTPS://a\thttps://a/\n2\tx%09y\t\n3\t\t\n4\thttps://b#c\thttps://b/#c\n"},
		{name: "-get without -keep", args: []string{"-quiet", "-get", "source,line,href"}, stdin: lines, status: exitOK,
			stdout: "stdin\t1\thttps://a/\nstdin\t4\thttps://b/#c\n"},
		{name: "-format", args: []string{"-keep", "-format", `{input} is {href}\n`}, stdin: lines, status: exitOK,
			stdout: "HTTPS://a is https://a/\nx%09y is \n is \nhttps://b#c is https://b/#c\n"},
		{name: "several values", args: []string{"-keep", "-get", "line,keys"}, stdin: "x\na:?b&c\na:\n", status: exitOK,
			stdout: "1\t\n2\tb\n2\tc\n"},
		{name: "changes", args: []string{"-no-fragment", "-get", "input,href"}, stdin: "https://b#c\n", stdout: "https://b#c\thttps://b/\n"},
		{name: "pairs in JSON", args: []string{"-json", "-get", "pairs,line"}, stdin: "a:?b=%41&&c\n", stdout: `{"pairs":["b=%41","c"],"line":"1"}` + "\n"},
		{name: "a filter", args: []string{"-match", "line=2,3", "-get", "line"}, stdin: "a:\nb:\nc:\nd:\n", stdout: "2\n3\n"},
	})
}

func TestKeep(t *testing.T) {
	const refusedLine = `{"host":null}` + "\n"
	testRuns(t, []runCase{
		{name: "between", args: []string{"-json", "-keep", "-get", "host"}, stdin: "https://a\nx\ty\nhttps://b\n", status: exitOK,
			stdout: `{"host":"a"}` + "\n" + refusedLine + `{"host":"b"}` + "\n"},
		{name: "with -unique", args: []string{"-json", "-keep", "-get", "host", "-unique"}, stdin: "https://a\nx\ty\nhttps://a\n", status: exitOK,
			stdout: `{"host":"a"}` + "\n" + refusedLine},
		{name: "several values", args: []string{"-json", "-get", "query-all:a,query:a,query:b,keys", "https://h/?a=%0A&a=2"},
			stdout: `{"query-all:a":["\n","2"],"query:a":"\n","query:b":null,"keys":["a","a"]}` + "\n"},
		{name: "the decoded pairs", args: []string{"-get", "decoded:pairs,pairs", "https://h/?a%3D=b+%26&&c"}, stdout: "a==b &\ta%3D=b+%26\nc\tc\n"},
		{name: "a raw value", args: []string{"-get", "query-raw:a+b,query:a+b", "https://h/?x&a+b=1&a%20b=%41+c"}, stdout: "\t\n"},
		{name: "a raw value by its decoded name", args: []string{"-get", "query-raw:a b,query:a b", "https://h/?x&a+b=%41+c&a%20b=1"}, stdout: "%41+c\tA c\n"},
		{name: "keys that are no duplicates", args: []string{"-unique-by", "query:a,query:b", "https://h/?a=x%00y&b=z", "https://h/?a=x&b=y%00z", "https://h/?b=z&a=x%00y"},
			stdout: "https://h/?a=x%00y&b=z\nhttps://h/?a=x&b=y%00z\n"},
		{name: "pairs", args: []string{"-json", "-get", "href"}, stdin: "https://h/?%22=%5C&&b\n", stdout: `{"href":"https://h/?%22=%5C&&b"}` + "\n"},
	})
	_, stdout, _ := weburl(t, "", "-json", "https://h/?%22=%5C&&b&a=+")
	if want := `"params":[["\"","\\"],["b",""],["a"," "]],"site":"h","source":"argument","line":1}`; !strings.Contains(stdout, want) {
		t.Errorf("%s does not have %s", stdout, want)
	}
}

func TestPattern(t *testing.T) {
	for in, want := range map[string]string{
		"https://u:p@h:8080/p/12?b=1&a=2&b=3#f":             "https://h:8080/p/{id}?a&b",
		"https://h/page-12x34":                              "https://h/page-{id}x{id}",
		"https://h/550e8400-e29b-41d4-a716-446655440000/x":  "https://h/{id}/x",
		"https://h/550e8400-e29b-41d4-a716-4466554400001/x": "https://h/{id}-e{id}b-{id}d{id}-a{id}-{id}/x",
		"https://h/deadbeef/3f2a9c1b":                       "https://h/deadbeef/{id}",
		"https://h/%20a%31":                                 "https://h/%20a%31",
		"mailto:a1@b":                                       "mailto:a{id}@b",
	} {
		if _, stdout, _ := weburl(t, "", "-get", "pattern", in); stdout != want+"\n" {
			t.Errorf("%s: %q, want %q", in, stdout, want)
		}
	}
}

func TestSuggestions(t *testing.T) {
	for name, want := range map[string]string{"hots": "host", "": "", "qury": "query", "hostnam": "hostname", "zzzzzz": "", "unicode": "unicode-hostname", "ext": "extension"} {
		if got := nearest(name, partNames()); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
