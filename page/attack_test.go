package page

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
)

// pages are pages, attributes and fields that are hard to read.
var pages = hostile.Shapes{
	"bold":                 hostile.Repeated("", "<b>", "<a href=a>"),
	"nested":               hostile.Repeated("", "<div>", "<a href=a>"),
	"nested, closed":       func(n int) string { return strings.Repeat("<div>", n/11) + strings.Repeat("</div>", n/11) },
	"nested, in turns":     hostile.Repeated("", strings.Repeat("<div>", 40)+strings.Repeat("</div>", 40), ""),
	"formatting":           hostile.Repeated("", "<p><b><i><a href=b>", ""),
	"formatting, permuted": func(n int) string { return differing(500, n/3500) },
	"permuted, paragraphs": func(n int) string { return differing(500, n/7000) + strings.Repeat("</p>", n/8) },
	"paragraphs, deep":     hostile.Repeated(strings.Repeat("<div>", 505), "</p>", "<a href=a>"),
	"misnested":            hostile.Repeated("", "<a href=b><div></a>", ""),
	"tables":               hostile.Repeated("", "<table><a href=b>", ""),
	"foster parents":       hostile.Repeated("<table>", "<a href=b>c", ""),
	"selects":              hostile.Repeated("", "<select><option>", ""),
	"templates":            hostile.Repeated("", "<template>", "<a href=a>"),
	"templates, closed":    hostile.Repeated("", "<template><a href=b></template>", ""),
	"links":                hostile.Repeated("", "<a href=b></a>", ""),
	"links, hash":          hostile.Repeated("<base href='?"+strings.Repeat("q", 50)+"'>", "<a href=#></a>", ""),
	"images":               hostile.Repeated("", "<img src=b>", ""),
	"SVG":                  hostile.Repeated("", "<svg><a xlink:href=b></svg>", ""),
	"SVG, nested":          hostile.Repeated("", "<svg>", ""),
	"SVG, open tags":       hostile.Repeated("<svg>", "<a ", "b=c/>"),
	"SVG, slashes":         hostile.Repeated("<svg>", "<a b=c d=e/>", ""),
	"SVG, duplicates":      hostile.Repeated("<svg>", "<a b b=c/>", ""),
	"noscript":             hostile.Repeated("", "<noscript><a href=b></noscript>", ""),
	"noscript, empty":      hostile.Repeated("", "<noscript><</noscript>", ""),
	"noscript, nested":     hostile.Repeated("", "<noscript>", ""),
	"noscript, deep":       hostile.Repeated("<noscript>", "<b>", "</noscript>"),
	"noscript, deep, many": hostile.Repeated("", "<noscript>"+strings.Repeat("<b>", 513)+"</noscript>", ""),
	"noscript, flat":       hostile.Repeated(strings.Repeat("<b>", 520), "<noscript><a href=b></noscript>", ""),
	"bases":                hostile.Repeated("", "<base>", "<a href=a>"),
	"a long base":          hostile.Repeated("<base href=", "b", "><a href=a>"),
	"a long base and links": func(n int) string {
		return strings.Repeat("<base href="+strings.Repeat("b", n/2)+">", 1) + strings.Repeat("<a href=a>", n/20)
	},
	"attributes, all other": func(n int) string { return "<a href=b" + permuted(n/6, 0) + ">" },
	"duplicates":            hostile.Repeated("<a href=b", " href=b", ">"),
	"noscript, duplicates":  hostile.Repeated("<body><noscript><a href=b", " href=b", "></noscript>"),
	"noscript, attributes":  hostile.Repeated("<body><noscript>", "<a href=b ping='c d'=e>", "</noscript>"),
	"noscript, formatting":  hostile.Repeated("<body><noscript>", "<p><b itemid=a>", "</noscript>"),
	"noscript, names":       hostile.Repeated("<body><noscript>", "<a<a ", "</noscript>"),
	"shadow roots":          hostile.Repeated("<div>", "<template shadowrootmode=open></template>", ""),
	"markers":               hostile.Repeated("<div>", "<?marker name='m'?>", "<template for=m><a href=a></template>"),
	"markers, taken": func(n int) string {
		return strings.Repeat("<?marker name='m'?>", n/60) + strings.Repeat("<template for=m><a href=b></template>", n/60)
	},
	"markers, elsewhere": func(n int) string {
		return "<p>" + strings.Repeat("<?marker name='m'?>", n/60) + "<div>" + strings.Repeat("<template for=m></template>", n/60)
	},
	"markers, nested": hostile.Repeated("", "<?marker name='m'?><template for=m>", ""),
	"starts": func(n int) string {
		return strings.Repeat("<?start name='m'?>", n/60) + strings.Repeat("<template for=m><a href=b></template>", n/60)
	},
	"starts, siblings":    hostile.Repeated("", "<?start name='m'?><?end?><template for=m></template>", ""),
	"a long marker":       hostile.Repeated("<?marker", " a='b'", " name='m'?><template for=m><a href=a>"),
	"a long rel":          hostile.Repeated("<link href=a rel='", "b ", "'>"),
	"an XML declaration":  hostile.Repeated("<?xml encoding=", " ", "'a'>"),
	"attributes":          hostile.Repeated("<a", " href", ">"),
	"attributes, no href": hostile.Repeated("<a", " b", ">"),
	"a long ping":         hostile.Repeated("<a ping='", "b ", "'>"),
	"a long srcset":       hostile.Repeated("<img srcset='", "b ,", "'>"),
	"a long image":        hostile.Repeated("<img src='", "é", "'>"),
	"comments":            hostile.Repeated("", "<!---->", ""),
	"open comments":       hostile.Repeated("", "<!--", ""),
	"angles":              hostile.Repeated("", "<", ""),
	"slashes":             hostile.Repeated("", "</", ""),
	"entities":            hostile.Repeated("<a href='", "&amp", "'>"),
	"meta":                hostile.Repeated("", "<meta http-equiv=refresh content='1;b'>", ""),
	"windows-1251":        hostile.Repeated("<meta charset=windows-1251>", "\xE9", ""),
	"shift_jis":           hostile.Repeated("<meta charset=shift_jis>", "\x93\xFA", ""),
	"shift_jis, wrong":    hostile.Repeated("<meta charset=shift_jis>", "\x93", ""),
	"iso-2022-jp":         hostile.Repeated("<meta charset=iso-2022-jp>", "\x1b$B\x1b(B", ""),
	"UTF-16":              hostile.Repeated("\xFF\xFE", "<\x00b\x00>\x00", ""),
	"not UTF-8":           hostile.Repeated("", "\xFF", ""),

	"candidates":           hostile.Repeated("", "a ,", ""),
	"candidates, 1x":       hostile.Repeated("", "a 1x,", ""),
	"descriptors":          hostile.Repeated("a ", "1w ", ""),
	"commas":               hostile.Repeated("", ",", ""),
	"commas at the end":    hostile.Repeated("a", ",", ""),
	"commas and spaces":    hostile.Repeated("a", " ,", ""),
	"parentheses":          hostile.Repeated("a ", "(", ""),
	"parentheses, closed":  hostile.Repeated("a ", "()", ""),
	"parentheses, spaces":  hostile.Repeated("a ", "( ", ""),
	"parentheses, commas":  hostile.Repeated("", "a (,", ""),
	"a long number":        hostile.Repeated("a ", "9", "x"),
	"a long width":         hostile.Repeated("a ", "9", "w"),
	"exponents":            hostile.Repeated("a ", "1e", "x"),
	"a long time":          hostile.Repeated("", "9", ";url=a"),
	"dots":                 hostile.Repeated("1", ".", ";url=a"),
	"spaces":               hostile.Repeated("1", " ", ";url=a"),
	"a refresh":            hostile.Repeated("1;url='", "a", "'"),
	"header links":         hostile.Repeated("", "<a>,", ""),
	"header links, rel":    hostile.Repeated("", "<a>;rel=b,", ""),
	"header targets":       hostile.Repeated("", "<", ""),
	"header parameters":    hostile.Repeated("<a>", ";b", ""),
	"header semicolons":    hostile.Repeated("<a>", ";", ""),
	"header rel":           hostile.Repeated("<a>;rel='", "b ", "'"),
	"header rels":          hostile.Repeated("<a>", ";rel=B", ""),
	"header quotes":        hostile.Repeated("<a>;b=", `"`, ""),
	"header backslashes":   hostile.Repeated(`<a>;b="`, `\`, ""),
	"header open quotes":   hostile.Repeated("", `<a>;b="`, ""),
	"header open, escaped": hostile.Repeated("", `<a>;b="\"`, ""),
}

// differing returns tags of <b> that have k attributes each, in different orders, and one value that differs.
func differing(n, k int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<b z=%d%s>", i, permuted(k, i))
	}
	return b.String()
}

func permuted(k, first int) string {
	var b strings.Builder
	for i := range k {
		fmt.Fprintf(&b, " a%d", (first+i)%k)
	}
	return b.String()
}

// base is the URL of a page.
var base = url.MustParse("https://h/")

// parsed returns a page. Its URL is short, because all URLs of a page can be as long.
var parsed = hostile.Remembering(func(s string) *Document { return parsedAt(s, base) })

func parsedAt(s string, u url.URL) *Document {
	d, _ := Parse(strings.NewReader(s), u, "")
	return d
}

func reading(do func(d *Document)) hostile.Use {
	return func(s string) (int, func()) {
		d := *parsed(s)
		return len(s), func() { do(&d) }
	}
}

// rewriting parses the page each time, because Rewrite changes it.
func rewriting(edit func(Link) (string, bool)) hostile.Use {
	return func(s string) (int, func()) {
		d := parsedAt(s, base)
		return len(s), func() { d.Rewrite(edit) }
	}
}

func follow(d *Document) {
	for range d.Links() {
	}
}

// attacks are the uses of the package for hostile strings.
var attacks = map[string]hostile.Use{
	"Parse(r)":                    hostile.Reading(func(s string) { Parse(strings.NewReader(s), url.URL{}, "") }),
	"Parse(r) in Shift_JIS":       hostile.Reading(func(s string) { Parse(strings.NewReader(s), url.URL{}, "text/html; charset=shift_jis") }),
	"Parse(contentType)":          hostile.Reading(func(s string) { Parse(strings.NewReader(""), url.URL{}, s) }),
	"Parse(contentType) name":     hostile.Reading(func(s string) { Parse(strings.NewReader(""), url.URL{}, "text/html;charset="+s) }),
	"Parse(u)":                    hostile.OnURL(parsedURL, func(u url.URL) { parsedAt("", u) }),
	"Document.Links(d)":           reading(follow),
	"Document.Links(d) of a word": reading(func(d *Document) { d.Encoding = japanese.ShiftJIS; follow(d) }),
	"Document.Links(d) of a URL": hostile.OnURL(parsedURL, func(u url.URL) {
		d := parsedAt("<a href=b><form action=''>", u)
		d.Encoding = charmap.Windows1251
		follow(d)
	}),
	"Document.Rewrite(d)":            rewriting(func(l Link) (string, bool) { return l.URL.Href(), true }),
	"Document.Rewrite(d) to nothing": rewriting(func(l Link) (string, bool) { return "", false }),
	"Document.Rewrite(d) of each other link": func(s string) (int, func()) {
		n := 0
		return rewriting(func(l Link) (string, bool) { n++; return ",", n%2 == 0 })(s)
	},
	"Document.Rewrite(d) to a long ref": func(s string) (int, func()) {
		d := parsedAt("<img srcset=a><meta http-equiv=refresh content='1;a'><noscript><a href=a></noscript>", base)
		return 3 * len(s), func() { d.Rewrite(func(l Link) (string, bool) { return s, true }) }
	},
	"RewriteHTML(fragment)": hostile.Reading(func(s string) { RewriteHTML(s, base, func(l Link) (string, bool) { return "//i/" + l.Raw, true }) }),
	"RewriteHTML(fragment) to nothing": hostile.Reading(func(s string) {
		RewriteHTML(s, base, func(l Link) (string, bool) { return "", false })
	}),
	"RewriteHTML(base)": hostile.OnURL(parsedURL, func(u url.URL) {
		RewriteHTML("<a href=b><form action=''>", u, func(l Link) (string, bool) { return l.URL.Href(), true })
	}),
	"Document.IndicatedPart(d)":        reading(func(d *Document) { d.IndicatedPart("a"); d.IndicatedPart("%61b") }),
	"Document.IndicatedPart(fragment)": hostile.Reading(func(s string) { parsed("<p id=a>").IndicatedPart(s) }),
	"Document.RemoveBase(d)":           reading(func(d *Document) { d.RemoveBase() }),
	"Document.Base(d)":                 reading(func(d *Document) { d.Base() }),
	"Document.Base(d) of a URL":        hostile.OnURL(parsedURL, func(u url.URL) { parsedAt("<base href=b>", u).Base() }),
	"ParseSrcset(s)":                   hostile.Reading(func(s string) { ParseSrcset(s) }),
	"ParseRefresh(s)":                  hostile.Reading(func(s string) { ParseRefresh(s) }),
	"ParseLinkHeader(values)":          hostile.Reading(func(s string) { ParseLinkHeader([]string{s}) }),
	"ParseLinkHeader(values) of many": func(s string) (int, func()) {
		values := strings.SplitAfter(s, ",")
		return len(s), func() { ParseLinkHeader(values) }
	},
}

var parsedURL = hostile.Remembering(func(s string) url.URL { u, _ := url.Parse(s); return u })

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) { hostile.CheckComplete(t, attacks, nil) }

// TestGrowth checks that time and memory grow linearly. Only this test states how much memory.
func TestGrowth(t *testing.T) {
	most := func(name, shape string) float64 {
		switch {
		case shape == "noscript, formatting": // what stays open is made anew for each paragraph
			return 1280
		case strings.HasPrefix(name, "Document.Rewrite"):
			return 800
		case strings.HasPrefix(name, "RewriteHTML"):
			return 560
		case strings.HasPrefix(name, "Parse(r)") || strings.HasPrefix(name, "Document.Links"):
			return 320
		}
		return 192
	}
	hostile.Check(t, pages, attacks, most)
	hostile.Check(t, hostile.URLs, attacks, most)
}

// TestQuadraticGrowth has what makes golang.org/x/net/html copy attributes and texts again and again. It checks that this takes no
// more than the multiples of the square of the length that SECURITY.md has.
func TestQuadraticGrowth(t *testing.T) {
	hostile.Only(t)
	numbers := hostile.Numbered("", " %x", "", 0, 1)(6 << 10)
	for name, shape := range (hostile.Shapes{
		"attributes, reopened": hostile.Repeated("<p><b"+numbers+">", "<p>x", "<a href=x>"),
		"elements, reopened":   hostile.Repeated("<p>"+differing(500, 0), "<p>x", "<a href=x>"),
		"both, reopened":       hostile.Repeated("<p><b"+numbers+">"+differing(400, 0), "<p>x", "<a href=x>"),
		"both, four times": hostile.Repeated("<p><b"+numbers+">"+differing(400, 0), "<p>x",
			`<img src=a <i alt=x><math></svg><style><img alt="<a href=c>" src=b></style></math></b><template></template>`),
		"body":           hostile.Repeated("<body"+numbers+">", "<body 1>", "<a href=x>"),
		"html":           hostile.Repeated("<html"+numbers+">", "<html 1>", "<a href=x>"),
		"body, growing":  func(int) string { return strings.ReplaceAll(numbers, " ", "><body ")[1:] + "><a href=x>" },
		"html, growing":  func(int) string { return strings.ReplaceAll(numbers, " ", "><html ")[1:] + "><a href=x>" },
		"pieces":         hostile.Repeated("", "a</x>", "<a href=x>"),
		"pieces, body":   hostile.Repeated("", "a<body>", "<a href=x>"),
		"pieces, table":  hostile.Repeated("<table>", "a<tr>", "<a href=x>"),
		"pieces, tables": hostile.Repeated("", "<table>a<tr>", "<a href=x>"),
		"pieces, select": hostile.Repeated("<select>", "a</y>", "<a href=x>"),
		"pieces, CDATA":  hostile.Repeated("<svg>", "<![CDATA[a]]>", "</svg><a href=x>"),
		"pieces, NUL":    hostile.Repeated("<svg>", "\x00</x>", "</svg><a href=x>"),
	}) {
		s := shape(8 << 10)
		for use, most := range map[string]float64{"Parse(r)": 2, "RewriteHTML(fragment) to nothing": 8} {
			_, do := attacks[use](s)
			times := float64(hostile.Allocated(do)) / float64(len(s)) / float64(len(s))
			t.Logf("%s, %s: %.2f times the square of %d bytes", use, name, times, len(s))
			if times > most {
				t.Errorf("%s, %s: allocates %.2f times the square of its %d bytes, want at most %v", use, name, times, len(s), most)
			}
		}
	}
}

func TestZeroValues(t *testing.T) {
	hostile.CallZeros(t, new(Document), new(Link), new(Candidate), new(Refresh), new(HeaderLink))
	if d, err := Parse(strings.NewReader(""), url.URL{}, ""); d == nil || d.Root == nil || d.Encoding == nil || err != nil {
		t.Error(d, err)
	}
}

// addSeeds adds short strings of all shapes.
func addSeeds(add func(s string)) {
	for _, shape := range pages {
		add(shape(60))
	}
}

func FuzzPage(f *testing.F) {
	addSeeds(func(s string) { f.Add(s, "text/html", "https://example.com/a/b?c") })
	f.Add("<base href='?й'><form action=''><noscript><base href=a><a href='?\xE9'>", "text/html; charset=windows-1251", "https://example.com/")
	f.Fuzz(func(t *testing.T, page, contentType, rawURL string) {
		u, _ := url.Parse(rawURL)
		d, err := Parse(strings.NewReader(page), u, contentType)
		if err != nil || d.Root == nil || d.Encoding == nil || d.Encoding == encoding.Nop {
			t.Fatal(d, err)
		}
		if _, err := htmlindex.Name(d.Encoding); err != nil {
			t.Error(err)
		}
		again := url.Parser{Base: d.Base(), QueryEncoding: d.Encoding}
		for l := range d.Links() {
			value, ok := valueOf(l.Node, l.Attribute)
			if !ok || !strings.Contains(value, l.Raw) {
				t.Errorf("%s %s: %q is not in %q", l.Node.Data, l.Attribute, l.Raw, value)
			}
			isDocument := l.Raw == "" && l.URL == u && strings.HasSuffix(l.Attribute, "action")
			if want, err := again.Parse(l.Raw); !isDocument && (want != l.URL || (err == nil) != (l.Err == nil)) {
				t.Errorf("%q against %s: %s, %v, want %s, %v", l.Raw, again.Base, l.URL, l.Err, want, err)
			}
		}
	})
}

// FuzzRewrite removes some links of a page, writes ref into others, and compares what Links reads after that, also from the page as text.
func FuzzRewrite(f *testing.F) {
	for i, ref := range refs {
		f.Add("<a href=a ping='b c'><img srcset='d 1x, e 2x, f 1q' src=g><meta http-equiv=refresh content='1;h'><form action=i><svg><use href=j /><a xlink:href=k href=l>", ref, uint64(0x1B1B1B1B1B<<i))
		f.Add("<base href='//x/?é'><noscript><a href='a' ping=b><img srcset='c, d' src=e =f>\n<svg><image/href=g></noscript><template><a href=h></template>", ref, uint64(0x6C6C6C6C<<i))
	}
	for i := 0; i < 40; i++ {
		f.Add(constructs[i%len(constructs)].pages, "x y", uint64(i)*0x9E3779B97F4A7C15)
	}
	f.Add("<a ping=\x05><a ping='\x05 b'>", "\x05", uint64(0x10))
	addSeeds(func(s string) { f.Add(s, ",b,", uint64(0xAAAA)) })
	f.Fuzz(checkRewrite)
}

// TestRewriteRandomPages does the same with pages of random pieces. The environment variable PAGES says how many others to try.
func TestRewriteRandomPages(t *testing.T) {
	n, r := 300, rand.New(rand.NewPCG(1, 2))
	if more, err := strconv.Atoi(os.Getenv("PAGES")); err == nil {
		n, r = more, rand.New(rand.NewPCG(rand.Uint64(), 2))
	}
	for range n {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if checkRewrite(t, b.String(), refs[r.IntN(len(refs))], r.Uint64()); t.Failed() {
			t.Fatalf("%q", b.String())
		}
	}
}

// refs are hard to write.
var refs = []string{"", ",a,", "data:,", `"'`, " b\tc\x00\f d#e,", "http://[", "//h/x y", "?é", "#a", "javascript:a", ",", "mailto:a b", "\x00", "\r\n'a", "</noscript><b c", "-->", "a(b", "x:y z/ ", "\\\\h", "\xc6\t\x80"}

// pieces make up pages.
var pieces = []string{"<noscript>", "<noscript>", "</noscript>", "<body>", "<a href=a>", "<a href=a ping='b c'>", "</a>", "<img src=a srcset='b, c 2x,d 1q, e 1w'>", "<p>", "</p>", "<b itemid=a>", "</b>",
	"<svg>", "</svg>", "<image href=a xlink:href=b />", "<a/xlink:href=a>", "<use href='a' =c>", "<math>", "<style>", "</style>", "<b</style x>", "<!--", "-->", "<title>", "</title>", "<textarea>",
	"</textarea>", "<table>", "<tr background=a>", "<td background='a'>", "</table>", "<template>", "<div><template shadowrootmode=open>", "</template>", "<form action=a>", "<button formaction>", "<input src=a type=image>",
	"<meta http-equiv=refresh content='1;a'>", "<base href=/x/>", "<base href='//y/?é'>", "<a\nhref\n=\n'a\n'id>", "<a HREF=\"a&amp;b\"ping=c>", "<![CDATA[", "]]>", "<p title='", "'>", "\"", "<p alt=<b c", ">", "<a<b itemid=a>", "<b<",
	"</", "<a href", "= x y>", "<select>", "<option>", "</select>", "<iframe src=a>", "</iframe>", "<script>", "<!--<script ", "</script>", "<frameset>", "<frame src=a>", "<object data=a>", "</object>", "<link rel=icon href=a imagesrcset=b>", "x", " ", "/", "<i/itemid=a/>", "<a href=javascript:a href=b>", "<a ping=javascript:a>"}

func checkRewrite(t *testing.T, page, ref string, choice uint64) {
	d := parsedAt(page, base)
	var b strings.Builder
	if d.Flat || html.Render(&b, d.Root) != nil { // which refuses some trees of html.Parse
		return
	}
	text := b.String()
	again, _ := Parse(strings.NewReader(text), base, "text/html; charset=utf-8")
	isStable := !again.Flat && slices.Equal(links(again), links(d)) && rendered(t, again.Root) == text
	if sharesTags(d) {
		return
	}

	var want []string
	before := attributesOf(d.Root)
	p := url.Parser{Base: d.Base(), QueryEncoding: d.Encoding}
	isChanged := map[*html.Node]bool{}
	n := 0
	err := d.Rewrite(func(l Link) (string, bool) {
		n++
		to, isPing := l.Raw, l.Attribute == "ping"
		switch choice >> (2 * n % 64) & 3 {
		case 1:
			to = ref
		case 2:
			isChanged[l.Node] = true
			return "", false
		case 3:
			to = l.URL.Href()
		}
		if to != l.Raw {
			isChanged[l.Node] = true
			l.URL, l.Err = p.Parse(to)
		}
		if !isPing || to == l.Raw || strings.Trim(to, controlsAndSpace) != "" { // an empty token goes, unless it was one
			want = append(want, readingOf(l, to))
		}
		return to, true
	})
	var got []string
	for l := range d.Links() {
		got = append(got, readingOf(l, l.Raw))
	}
	if isRefusal(err) && rendered(t, d.Root) == text {
		return
	}
	if err != nil || !slices.EqualFunc(got, want, isReading) {
		t.Errorf("%q, %v:\n%q, want\n%q", bodyOf(t, d), err, got, want)
	}
	for node, attributes := range before {
		if d.Encoding == unicode.UTF8 && !isChanged[node] && !slices.Equal(node.Attr, attributes) {
			t.Errorf("<%s> has %q, and had %q", node.Data, node.Attr, attributes)
		}
	}
	if len(isChanged) == 0 && d.Encoding == unicode.UTF8 && rendered(t, d.Root) != text {
		t.Errorf("%q, want %q", rendered(t, d.Root), text)
	}
	if isStable {
		again, _ := Parse(strings.NewReader(rendered(t, d.Root)), base, "text/html; charset=utf-8")
		if !slices.Equal(links(again), links(d)) {
			t.Errorf("%q, and as text %q", links(d), links(again))
		}
	}

	d = parsedAt(page, base)
	d.Rewrite(func(l Link) (string, bool) { return l.Raw, l.URL.IsHTTP() })
	again, _ = Parse(strings.NewReader(rendered(t, d.Root)), base, "text/html; charset=utf-8")
	for _, d := range []*Document{d, again} {
		for l := range d.Links() {
			if !l.URL.IsHTTP() && (d != again || isStable) {
				t.Errorf("%s %s %q is left in %q", l.Node.Data, l.Attribute, l.Raw, bodyOf(t, d))
			}
		}
	}
}

// sharesTags reports whether a tag in the text of a noscript element makes several elements with links, or one tag stands for others.
func sharesTags(d *Document) bool {
	w := d.newWriter()
	for _, f := range w.fragments {
		if f.root == nil {
			continue
		}
		of, tags := map[int]*html.Node{}, f.markedTags()
		for _, c := range w.changes {
			for _, tag := range tags[c.node] {
				if of[tag] != nil && of[tag] != c.node || len(tags[c.node]) > 1 {
					return true
				}
				of[tag] = c.node
			}
		}
	}
	return false
}

const controlsAndSpace = "\x00\x01\x02\x03\x04\x05\x06\a\b\t\n\v\f\r\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F "

// readingOf returns what a browser reads, but for what the syntax of an attribute changes: spaces in an opaque path, and the fragment,
// if there is none or it ends in commas. It ends in "?" if ref does not parse as it is, but can without a space or a NUL.
func readingOf(l Link, ref string) string {
	u, _ := strings.CutSuffix(strings.ReplaceAll(l.URL.WithoutFragment().Href(), " ", "%20"), "%20")
	fragment, _ := l.URL.Fragment()
	reading := l.Node.Data + " " + l.Attribute + " " + u + "#" + strings.TrimRight(strings.ReplaceAll(fragment, "%2C", ","), ",")
	if l.Err != nil && strings.ContainsAny(strings.Trim(ref, controlsAndSpace), "\x00 ") {
		return reading + "?"
	}
	return reading
}

func isReading(got, want string) bool {
	anything, ok := strings.CutSuffix(want, "#?")
	return got == want || ok && strings.HasPrefix(got, anything)
}

func attributesOf(root *html.Node) map[*html.Node][]html.Attribute {
	all := map[*html.Node][]html.Attribute{}
	for n := range root.Descendants() {
		all[n] = slices.Clone(n.Attr)
	}
	return all
}

// listing is the page of the benchmarks, whose README gives these figures: 2,002 links and 1,000 images in 218 KB.
var listing = func() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html><head><meta charset=utf-8><title>Products</title><link rel=stylesheet href=/style.css></head><body><nav><a href="/">Home</a></nav><ul>`)
	for i := range 1000 {
		fmt.Fprintf(&b, `<li class="product"><a href="/shop/item-%d?ref=list&amp;page=2#top"><img src="/img/%d.jpg" alt="Product %d" loading="lazy"></a>
			<h3><a href="../item-%d">Product number %d</a></h3><p class="price">%d.99</p></li>`, i, i, i, i, i, i)
	}
	return b.String() + "</ul></body></html>"
}()

// TestAllocs limits what the benchmarks' operations allocate.
func TestAllocs(t *testing.T) {
	listingURL := url.MustParse("https://shop.example.com/list/all?page=2")
	d := parsedAt(listing, listingURL)
	found := 0
	for range d.Links() {
		found++
	}
	if found != 3002 {
		t.Fatalf("%d links", found)
	}
	field := []string{`<https://api.example.com/items?page=3>; rel="next", <https://api.example.com/items?page=9>; rel="last"`}
	for _, row := range []struct {
		name        string
		bytes, most float64
		run         func()
	}{
		{"Document.Links", 200_000, 3_200, func() { follow(d) }},
		{"Document.Base", 1_000, 10, func() { d.Base() }},
		{"Parse", 3_400_000, 67_000, func() { parsedAt(listing, listingURL) }}, // 2.6 MB without the race detector
		{"ParseLinkHeader", 300, 4, func() { ParseLinkHeader(field) }},
	} {
		if got := testing.AllocsPerRun(5, row.run); got > row.most {
			t.Errorf("%s: %v allocations, want at most %v", row.name, got, row.most)
		}
		if got := bytesPerRun(row.run); got > row.bytes || got == 0 && row.name == "Document.Links" {
			t.Errorf("%s: %v bytes, want at most %v", row.name, got, row.bytes)
		}
	}
}

// bytesPerRun returns how many bytes run allocates. Of several runs, the least count: in some, the runtime allocates, too.
func bytesPerRun(run func()) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	least := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return float64(least)
}
