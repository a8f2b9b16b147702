package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/weburl-go/url"
	htmlpage "github.com/weburl-go/url/page"
)

// This file compares package page with the browser: the links, the base URL and the encoding of pages, with scripts and without.

// A webPage is one that the test serves. Most are in windows-1251, where "\xE9" is "й".
type webPage struct{ contentType, body string }

const cyrillic = "text/html; charset=windows-1251"

var webPages = []webPage{
	// elements and attributes
	{cyrillic, "<a href='?\xE9'>1</a><a href=''>2</a><a href='#\xE9'>3</a><a href=' /a b\n'>4</a><a href='http://['>5</a><a>6</a><a href='?1' href='?2'>7</a>"},
	{cyrillic, "<a href=x ping=' ?\xE9&#10;/b '>1</a><a href=y ping>2</a><a href=z ping=a,b>3</a>"},
	{cyrillic, "<map name=m><area href='?\xE9'><area href='' ping='a b'><area></map>"},
	{cyrillic, "<link rel=next href='?\xE9'><link rel=next href=''><link rel=next href=' '><link rel=stylesheet href='s?\xE9'>"},
	{cyrillic, "<link rel=preload as=image imagesrcset='a,b?\xE9 1x, c 50x'><link rel=preload as=image href=d imagesrcset=''>"},
	{cyrillic, "<img src='a?\xE9'><img src=''><img src><img src='b' longdesc='c?\xE9'><img longdesc=d>"},
	{cyrillic, "<img srcset='a?\xE9'><img srcset='a,b 1x'><img srcset='a.jpg ,'><img srcset=' , ,a, 5x'><img srcset=''><img src=c srcset='d (, e'>"},
	{cyrillic, "<img srcset='/w_1,h_2/a 1x, /w_2,h_4/a 20x'><img sizes=1px srcset='a 100w 50h, b 99999w'><img srcset='a 1x 1w' src=b><img srcset='a 0x'>"},
	{cyrillic, "<img srcset='a 99999999999999999999w' src=b>"},
	{cyrillic, "<picture><source srcset='a?\xE9 1x'><img src=b></picture><picture><source srcset='' src=c><img></picture>"},
	{cyrillic, "<audio src='a?\xE9'></audio><audio><source src=b></audio><video poster=c src=d></video><video poster='' src=''><track src=e default></video>"},
	{cyrillic, "<iframe src='a?\xE9' longdesc=b></iframe><iframe srcdoc='<a href=c>' src=d></iframe><iframe src=''></iframe><iframe></iframe>"},
	{cyrillic, "<frameset><frame src='a?\xE9' longdesc=b><frame src=''></frameset>"},
	{cyrillic, "<object data='a?\xE9'></object><object data=''></object><object></object><embed src='b?\xE9'><embed src=''>"},
	{cyrillic, "<embed src=a code='b?\xE9'><embed code=a src=b><embed src=a code=''><embed code=a src='' itemid=c><embed code=''>"},
	{cyrillic, "<script src='a?\xE9'></script><script src=''></script><script>'<a href=b>'</script><script type=x src=c></script>"},
	{cyrillic, "<form action='a?\xE9'></form><form action=''></form><form action=' '></form><form></form>"},
	{cyrillic, "<base href='/b/?c'><form action=''><button formaction=''>1</button><input type=submit formaction=''><button formaction='d?\xE9'>2</button><button>3</button></form>"},
	{cyrillic, "<form><input type=image src='a?\xE9' formaction=b><input src=''><input type=text src=c></form>"},
	{cyrillic, "<blockquote cite='a?\xE9'></blockquote><q cite=b></q><ins cite=c></ins><del cite=d></del><q cite=''></q>"},
	{cyrillic, "<body background='a?\xE9'><table background=b><thead background=c><tr><th background=d></thead><tbody background=e><tr background=f><td background=''></table>"},
	{cyrillic, "<div itemscope itemtype='https://schema.org/Thing' itemid='a?\xE9'></div>"},
	{cyrillic, "<meta http-equiv=Refresh content='9999;url=\"a?\xE9\"x'><meta http-equiv=refresh content=9999><a href=b></a>"},
	{cyrillic, "<svg><a href='a?\xE9' xlink:href=b></a><a xlink:href='c?\xE9'></a><a href=''></a><a href='#d'></a><a></a></svg>"},
	{cyrillic, "<svg><image href='a?\xE9'/><use href='#b'/><use xlink:href='c#d'/><filter><feImage href='e?\xE9'/></filter><script href=f></script><script xlink:href='g?\xE9'></script></svg>"},
	{cyrillic, "<svg><image href='' xlink:href=a /><use href='' /><image xlink:href='#b'/><foreignObject><a href=c></a></foreignObject><img src=d></svg>"},
	{cyrillic, "<math><mi href=a>b</mi><annotation-xml encoding=text/html><a href=c></a></annotation-xml></math>"},
	{cyrillic, "<a xlink:href=a></a><use href=b></use><image src=c><image href=d>"},
	{cyrillic, "<template><a href=a></a><img src=b></template><a href=c></a><svg><template><a href=d></a></template></svg>"},
	{cyrillic, "<textarea><a href=a></textarea><title><a href=b></title><style>@import 'c'</style><xmp><a href=d></xmp><!--<a href=e>--><a href=f>"},
	{cyrillic, "<table><a href=a>b</a><tr><td><a href=c></table><p><a href=d><a href=e><div><b></a></b></div>"},
	{cyrillic, "<select><option><a href=a>b</a></select>"},
	{cyrillic, "<a href='?&amp;a&copy=1&#x9;b'>1</a><a href='javascript:1'></a><a href='data:,a b'></a><a href='mailto:a@b'></a><a href='//h\\x'></a><a href='http:x'></a>"},
	{cyrillic, "<div><template shadowrootmode=open><a href=a></a></template></div><a href=b></a>"},
	{cyrillic, "<p><template shadowrootmode=OPEN><x-y><template shadowrootmode=open><img src=a></template></x-y><a href=b></a></template><template shadowrootmode=open><a href=c></a></template>"},
	{cyrillic, "<b><template shadowrootmode=open><a href=a></a></template></b><div><template shadowrootmode=x><a href=b></a></template><template><a href=c></a></template></div>"},
	{cyrillic, "<svg><a href=a ping='b ?\xE9'></a><use href=' #c'/></svg><table><colgroup background=d><col background='?\xE9'></colgroup></table>"},
	{cyrillic, "<base href=/x/><svg><image href='#a'/><script href='#b'></script><use href='#c'/></svg>"},
	{cyrillic, "<select><img src=a><option><a href=b>c</a><div><input type=image src=d></div></select><img src=e>"},
	{cyrillic, "<div><?marker name='m'?><a href=b></a><template for=m><a href='a?\xE9'></a><img src=c></template></div><template for=m><a href=d></a></template>"},
	{cyrillic, "<p><?start name=\"m\"?>1<?end?><a href=b></a></p><div><!--?marker name='m'?--><template for=m><a href=c></a></template></div><template for=m><a href=a></a></template>"},
	{cyrillic, "<?marker name=m?><table><tr><td><?marker name='m'?></table><template for=m><a href=a></a></template><template for=m><a href=b></a></template>"},

	// base
	{cyrillic, "<base href='/x/?\xE9'><base href=/y/><a href=a></a><a href=''></a><a href='#b'></a>"},
	{cyrillic, "<base target=_top><base><base href=x/><a href=a></a>"},
	{cyrillic, "<base href='x?\xE9'><a href=''></a>"},
	{cyrillic, "<base href=''><base href=/y/><a href=a></a>"},
	{cyrillic, "<a href=a></a><p><div><base href=/x/></div><a href=b></a>"},
	{cyrillic, "<base href='javascript:1'><base href=/y/><a href=a></a>"},
	{cyrillic, "<base href='data:,x'><base href=/y/><a href=a></a>"},
	{cyrillic, "<base href='http://['><base href=/y/><a href=a></a>"},
	{cyrillic, "<base href='blob:x'><a href=a></a><a href='#b'></a><a href=/c></a>"},
	{cyrillic, "<base href=about:blank><a href=a></a><a href='#b'></a>"},
	{cyrillic, "<base href=' //other.example\\x/ '><a href=a></a><form action=''></form>"},
	{cyrillic, "<base href='http:'><a href=a></a>"},
	{cyrillic, "<template><base href=/x/></template><base href=/y/><a href=a></a>"},
	{cyrillic, "<svg><base href=/x/></base></svg><a href=a></a>"},
	{cyrillic, "<svg><base href=/x/><p><base href=/y/></p></svg><a href=a></a>"},
	{cyrillic, "<math><annotation-xml encoding=text/html><base href=/x/></annotation-xml></math><a href=a></a>"},
	{cyrillic, "<table><base href=/x/></table><a href=a></a>"},
	{cyrillic, "<select><base href=/x/></select><a href=a></a>"},
	{cyrillic, "<title><base href=/x/></title><base href=/y/><a href=a></a>"},
	{cyrillic, "</p></br></html><base href=/x/><a href=a></a>"},
	{cyrillic, "<base href=/" + strings.Repeat("x", 8000) + "/><a href=a></a>"},
	{cyrillic, "<base href=/" + strings.Repeat("x", 9000) + "/><a href=a></a>"},
	{cyrillic, "<div><template shadowrootmode=open><base href=/x/></template></div><a href=b></a>"},
	{cyrillic, "<head><?marker name='m'?></head><body><a href=a></a><base href=/y/><template for=m><base href=/x/></template>"},
	{cyrillic, "<div><?start name='m'?><base href=/y/><?end?><template for=m><base href=/x/></template></div><a href=a></a>"},
	{cyrillic, "<div><template for=m><base href=/x/></template><?marker name='m'?></div><a href=a></a>"},

	// noscript
	{cyrillic, "<noscript><img src='a?\xE9'><a href=b></a></noscript><a href=c></a>"},
	{cyrillic, "<head><noscript><link rel=next href='a?\xE9'></noscript></head><body><noscript><iframe src=b></iframe></noscript>"},
	{cyrillic, "<noscript><base href=/x/></noscript><a href=a></a>"},
	{cyrillic, "<body><noscript><base href=/x/></noscript><a href=a></a>"},
	{cyrillic, "<body><noscript><!-- </noscript><base href=/x/> --><a href=a></a>"},
	{cyrillic, "<body><noscript><p title='</noscript><a href=a>'></noscript><a href=b></a>"},
	{cyrillic, "<table><tr><noscript><td background=a></noscript><td background=b></table>"},

	// encodings
	{"text/html; charset=windows-1252", "<meta charset=koi8-r><a href='?\xE9'></a>"},
	{"text/html", "<meta charset=windows-1251><a href='?\xE9\xBE'></a>"},
	{"text/html", "<meta http-equiv=content-type content='text/html; charset=koi8-r'><a href='?\xE9'></a>"},
	{"text/html; charset=nonsense", "<meta charset=windows-1251><a href='?\xE9'></a>"},
	{"text/html; charset=Shift_JIS", "<a href='?\x93\xFA\x96\x7B'></a><a href='?\x81'></a><a href='/\x93\xFA'></a>"},
	{"text/html; charset=EUC-JP", "<base href='?\xC6\xFC'><a href=''></a><a href='?\xC6\xFC&yen;'></a>"},
	{"text/html; charset=ISO-2022-JP", "<a href='?\x1b$BF|\x1b(B'></a>"},
	{"text/html; charset=gb18030", "<a href='?\x81\x30\x81\x30'></a><a href='?\xC8\xD5&#x20AC;'></a>"},
	{"text/html; charset=Big5", "<a href='?\xA4\xE9'></a>"},
	{"text/html; charset=windows-1252", "<a href='?\xE9&#x439;'></a><a href='ws://h/?\xE9'></a><a href='foo:?\xE9'></a>"},
	{"text/html; charset=utf-8", "<a href='?\xE9'></a><a href='?й'></a>"},
	{"text/html; charset=koi8-r", "\xEF\xBB\xBF<a href='?й'></a>"},
	{"text/html; charset=koi8-r", "\xFF\xFE<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\x39\x04>\x00"},
	{"text/html", "\xFE\xFF\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x04\x39\x00>"},
	{"text/html", "<meta charset=utf-16><a href='?й'></a>"},
	{"text/html", "<?xml version='1.0' encoding='windows-1251'?><a href='?\xE9'></a>"},
	{"text/html", "<?xml version='1.0' encoding='windows-1251'?><meta charset=koi8-r><a href='?\xE9'></a>"},
	{"text/html", "<?xml encoding=' windows-1251'?><a href='?\xE9'></a>"},
	{"text/html", "<\x00?\x00x\x00?\x00>\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\x39\x04>\x00"},
	{"text/html; charset=utf-16", "<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\x39\x04>\x00"},
	{"text/html; charset=iso-2022-kr", "<a href=a></a>"},
	{"text/html", "<p>" + strings.Repeat("x", 1100) + "</p><meta charset=windows-1251><a href='?\xE9'></a>"},
	{"text/html", "<p>" + strings.Repeat("x", 2000) + "</p><a href='?é'></a>"},
	{"text/html", "<a href='?\xE9'></a>"},
	{"text/html; charset=x-user-defined", "<a href='?\xE9'></a>"},
	{"text/html", "<meta charset=x-user-defined><a href='?\xE9'></a>"},
	{cyrillic, strings.Repeat("<b>", 600) + "<a href='?\xE9'></a><img src=b><noscript><base href=/x/></noscript>"},
}

// differences has the pages that the browser reads otherwise, by a piece of them, with the reasons.
var differences = map[string]string{
	"<base href='/x/?\xE9'>":  "the HTML Standard reads a base URL in the encoding of the page, the browser in UTF-8",
	"<base href='x?\xE9'>":    "the same",
	"<base href='?\xC6\xFC'>": "the same",
	"<base href='http://['>":  "where a base URL does not parse, the HTML Standard has the document's URL, the browser about:blank",
	strings.Repeat("x", 9000): "a base URL of more than 8 KiB does not count",
	"<noscript><base":         "without scripts, the browser takes the base URL of <noscript>",
	"<!-- </noscript>":        "without scripts, the end tag is a part of the comment; Parse reads pages as with scripts",
	"<noscript><p title=":     "without scripts, the end tag is a part of the attribute",
	"<noscript><td":           "without scripts, the content of <noscript> is not read as that of a table",
	"@import":                 "package page does not read CSS",
	"ws://h/":                 "the URL Standard has the queries of ws: in UTF-8, the browser in the encoding of the page",
	"</p><a href='?é'>":       "the browser guesses windows-1252 from the beginning of the page",
}

// A reading is what a browser, or package page, makes of a page.
type reading struct {
	Base, Charset string
	Links         []string // element, attribute, kind, URL
	Loaded        []string // URLs of images and of what the page loads
}

// readingScript returns the reading of the browser. What it does not resolve itself, a link resolves.
const readingScript = `(() => {
	const link = document.createElement("a");
	const resolve = (ref) => { link.setAttribute("href", ref); return link.href; };
	const properties = {href: "href", src: "src", longdesc: "longDesc", poster: "poster", data: "data", action: "action", formaction: "formAction", cite: "cite"};
	const elements = {a: ["href", "ping"], area: ["href", "ping"], audio: ["src"], blockquote: ["cite"], body: ["background"], button: ["formaction"],
		col: ["background"], colgroup: ["background"], del: ["cite"],
		embed: ["src", "code"], form: ["action"], frame: ["src", "longdesc"], iframe: ["src", "longdesc"], img: ["src", "longdesc"], input: ["src", "formaction"], ins: ["cite"],
		link: ["href"], object: ["data"], q: ["cite"], script: ["src"], source: ["src"], table: ["background"], tbody: ["background"], td: ["background"],
		tfoot: ["background"], th: ["background"], thead: ["background"], tr: ["background"], track: ["src"], video: ["src", "poster"]};
	const loadedRels = ["stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload", "prefetch", "compression-dictionary"];
	const kindOf = (e, name) => {
		switch (name) {
		case "ping": return "Ping";
		case "action": case "formaction": return "Submission";
		case "cite": case "longdesc": case "itemid": return "Other";
		}
		switch (e.localName) {
		case "a": case "area": return "Navigation";
		case "iframe": case "frame": case "embed": case "object": return "Frame";
		case "link": return [...e.relList].some((word) => loadedRels.includes(word.toLowerCase())) ? "Resource" : "Other";
		case "input": return e.type === "image" ? "Resource" : "Other";
		}
		return "Resource";
	};
	const links = [];
	const add = (e, name, address) => links.push([e.localName, name, kindOf(e, name), address].join(" "));
	const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot === null ? [e] : [e, ...all(e.shadowRoot)]);
	for (const e of all(document)) {
		if (e.namespaceURI.endsWith("/svg") && ["a", "image", "use", "script", "feImage"].includes(e.localName)) {
			const ref = e.href.baseVal, isAbsent = !e.hasAttribute("href") && !e.hasAttribute("xlink:href");
			const isInHere = ref === "" || ["use", "feImage"].includes(e.localName) && ref[0] === "#";
			if (!isAbsent && (e.localName === "a" || !isInHere)) add(e, "href", resolve(ref));
		}
		const isSVGLink = e.namespaceURI.endsWith("/svg") && e.localName === "a";
		if (!e.namespaceURI.endsWith("/xhtml") && !isSVGLink) continue;
		for (const name of isSVGLink ? ["ping"] : [...(elements[e.localName] ?? []), "itemid"]) {
			const value = e.getAttribute(name);
			const isOther = ["src", "code"].includes(name) && e.localName === "embed" && [...e.attributes].findLast((a) => ["src", "code"].includes(a.name))?.name !== name;
			if (isOther || value === null || value === "" && !["href", "action", "formaction", "cite", "itemid"].includes(name) || value === "" && e.localName === "link" && name === "href") continue;
			const refs = name === "ping" ? value.split(/[\t\n\f\r ]+/).filter((s) => s !== "") : [value];
			for (const ref of refs) {
				const hasProperty = name in properties && (!name.endsWith("action") || URL.canParse(ref, e.baseURI));
				add(e, name, hasProperty ? e[properties[name]] : resolve(ref));
			};
		}
	}
	const loaded = performance.getEntriesByType("resource").map((e) => e.name).filter((name) => !name.endsWith("/favicon.ico"));
	for (const e of document.querySelectorAll("img")) if (e.currentSrc !== "") loaded.push(e.currentSrc);
	return {Base: document.baseURI, Charset: document.characterSet.toLowerCase(), Links: links, Loaded: loaded.filter((name) => URL.canParse(name)).map((name) => new URL(name).href)};
})()`

// TestPageLinks compares package page with the browser.
func TestPageLinks(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/pages/"))
		if err != nil || n >= len(webPages) {
			return // what a page loads
		}
		w.Header().Set("Content-Type", webPages[n].contentType)
		w.Write([]byte(webPages[n].body))
	}))
	defer server.Close()
	var mu sync.Mutex
	differing := map[string]bool{}
	t.Run("tabs", func(t *testing.T) {
		for _, scripts := range []bool{true, false} {
			t.Run(fmt.Sprintf("scripts %t", scripts), func(t *testing.T) {
				t.Parallel()
				tab := newSilentTab(t, scripts)
				for n, w := range webPages {
					documentURL := fmt.Sprintf("%s/pages/%d?q", server.URL, n)
					tab.do(chromedp.Navigate(documentURL))
					got := readWithPage(t, w, url.MustParse(documentURL), scripts)
					problem := compare(got, eval[reading](tab, readingScript))
					switch piece := differenceOf(w); {
					case problem == "":
					case piece != "":
						mu.Lock()
						differing[piece] = true
						mu.Unlock()
					default:
						t.Errorf("%s, %.200q: %s", w.contentType, w.body, problem)
					}
				}
			})
		}
	})
	for piece, reason := range differences {
		if !differing[piece] || reason == "" {
			t.Errorf("the browser does not read %q otherwise, or there is no reason", piece)
		}
	}
	t.Logf("%d pages, with scripts and without; %d differ", len(webPages), len(differing))
}

// newSilentTab opens a tab that does not complain about requests.
func newSilentTab(t *testing.T, scripts bool) *page {
	t.Helper()
	browser, err := theBrowser()
	switch {
	case errors.Is(err, errNoBrowser) && os.Getenv("CI") == "":
		t.Skipf("%v: this test needs one (Debian's package is chromium)", err)
	case err != nil:
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	tab := &page{t: t, ctx: ctx}
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts})
		return err
	}))
	return tab
}

// differenceOf returns the piece of a page by which differences has it, or "".
func differenceOf(w webPage) string {
	for piece := range differences {
		if strings.Contains(w.contentType+"\n"+w.body, piece) {
			return piece
		}
	}
	return ""
}

// readWithPage reads a page as the browser does with scripts, or without them.
func readWithPage(t *testing.T, w webPage, documentURL url.URL, scripts bool) reading {
	doc, err := htmlpage.Parse(strings.NewReader(w.body), documentURL, w.contentType)
	if err != nil {
		t.Fatal(err)
	}
	name, _ := htmlindex.Name(doc.Encoding)
	r := reading{Base: doc.Base().Href(), Charset: name}
	for l := range doc.Links() {
		href := l.URL.Href()
		if l.Err != nil {
			href = l.Raw
		}
		r.Loaded = append(r.Loaded, l.URL.WithoutFragment().Href())
		isHere := !scripts || rootOf(l.Node) == doc.Root // with scripts, the content of <noscript> is not in the tree
		if isHere && !slices.Contains([]string{"srcset", "imagesrcset", "content"}, l.Attribute) {
			r.Links = append(r.Links, strings.Join([]string{l.Node.Data, strings.TrimPrefix(l.Attribute, "xlink:"), kindNames[l.Kind], href}, " "))
		}
	}
	return r
}

func rootOf(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// compare returns how got differs from what the browser says, or "".
func compare(got, browser reading) string {
	for _, loaded := range browser.Loaded {
		loaded, _, _ = strings.Cut(loaded, "#")
		if !slices.Contains(got.Loaded, loaded) {
			return fmt.Sprintf("the browser loads %s, the links are %q", loaded, got.Loaded)
		}
	}
	switch {
	case got.Base != browser.Base:
		return fmt.Sprintf("base %s, the browser has %s", got.Base, browser.Base)
	case got.Charset != browser.Charset:
		return fmt.Sprintf("encoding %s, the browser has %s", got.Charset, browser.Charset)
	case !slices.Equal(got.Links, browser.Links):
		return fmt.Sprintf("links %q, the browser has %q", got.Links, browser.Links)
	}
	return ""
}

// pageQuestion returns the body of a page, and its content type.
func (g generator) pageQuestion() []string {
	var s strings.Builder
	contentType := g.pick("text/html; charset=utf-8", "text/html; charset=utf-8", "text/html", "text/html; charset=windows-1251", "text/html; charset=shift_jis")
	if contentType == "text/html" { // browsers guess the encoding of a page that does not name it
		s.WriteString(g.pick("<meta charset=koi8-r>", "<?xml version='1.0' encoding='windows-1251'?>", "\ufeff", "<meta http-equiv=content-type content='text/html; charset=euc-jp'>"))
	}
	s.WriteString(g.pick("", "", "", "<!DOCTYPE html>", "<html><head>", "<meta charset=big5>", "<title><a href=t></title>"))
	var open []string
	for range 1 + g.Below(14) {
		switch g.Below(9) {
		case 0, 1:
			tag := g.pick("div", "p", "table", "tr", "td", "tbody", "select", "option", "optgroup", "svg", "svg", "foreignObject", "desc", "math", "mi", "annotation-xml encoding=text/html", "template", "template shadowrootmode=open", "noscript", "picture", "video", "a href=o", "b", "i", "form", "button", "ul", "li", "h1", "title", "style", "textarea", "caption", "colgroup", "map", "object", "dialog", "nobr", "details", "center", "noframes", "ruby", "rt", "applet")
			name, _, _ := strings.Cut(tag, " ")
			open = append(open, name)
			s.WriteString("<" + tag + ">")
		case 2:
			if n := len(open); n > 0 {
				s.WriteString("</" + open[n-1] + ">")
				open = open[:n-1]
			} else {
				s.WriteString(g.pick("</p>", "</br>", "</table>", "</a>", "</select>", "</template>", "</svg>", "</body>", "text", "<!-- <a href=c> -->", "<![CDATA[<a href=d>]]>", "</div"))
			}
		default:
			s.WriteString(g.element())
		}
	}
	return []string{s.String(), contentType}
}

// element returns an element with links.
func (g generator) element() string {
	ref := func() string {
		s := g.pick("a", "b/c?d#e", "", "/", "//other.test/x", "?q", "#f", "../x", " a b ", "http://[", "http://h.test:81", "javascript:1", "mailto:a@b", "a\\b", "a\tb\n", "é", "?é", "%zz", "&amp;&lt;", "?a&copy=1&#x9;b", "//BÜCHER.test", "http:x", "data:,x", "'", "x,y", ".", "blob:x", "a^`{}")
		return strings.ReplaceAll(s, "'", "&#39;")
	}
	set := func() string {
		return g.pick("", " ", ",", "( ,") + ref() + g.pick("", " 1x", " 2x", " 100w", " 1x 1w", " x", ",", " 1.5x,") + g.pick("", ", "+ref()+" 3x", ","+ref())
	}
	quotes := func(name, value string) string {
		return " " + name + "=" + g.pick("'"+value+"'", "'"+value+"'", `"`+value+`"`) + g.pick("", "", "", " "+name+"='second'", "/")
	}
	tag := g.pick("a", "a", "area", "link rel=next", "link rel=preload as=image", "link rel='x\tIcon'", "link rel=x,prefetch", "img", "img", "source", "script type=x", "iframe", "frame", "embed", "object", "input type=image", "input type=IMAGE", "input type=' image'", "input", "form", "button", "video", "audio", "track", "blockquote", "q", "ins", "del", "body", "table", "td", "col", "colgroup", "thead",
		"base", "base", "base target=_top", "image", "use", "feImage", "svg", "meta http-equiv=refresh", "div itemscope", "A", "IMG", "keygen", "mi")
	var s strings.Builder
	s.WriteString("<" + tag)
	for range 1 + g.Below(2) {
		switch name := g.pick("href", "href", "href", "src", "src", "HREF", "xlink:href", "data", "code", "action", "formaction", "ping", "cite", "poster", "background", "longdesc", "itemid", "srcset", "imagesrcset", "content", "title"); name {
		case "srcset", "imagesrcset":
			s.WriteString(quotes(name, set()))
		case "content":
			s.WriteString(quotes(name, "9999"+g.pick(";", ",", " ; ")+g.pick("url=", "URL = ", "", "u", "url")+ref()))
		case "ping":
			s.WriteString(quotes(name, ref()+" "+ref()))
		default:
			s.WriteString(quotes(name, ref()))
		}
	}
	return s.String() + g.pick(">", ">", ">", "/>", ">x</"+strings.Fields(tag)[0]+">")
}

// readPage returns the base URL, the encoding and the links of a page with scripts.
func readPage(question []string) string {
	r := readQuestion(question)
	slices.Sort(r.Links) // what is in a shadow root has no place in the order of the elements
	return strings.Join(append([]string{r.Base, r.Charset}, r.Links...), "\n")
}

func readQuestion(question []string) reading {
	return readWithPage(nil, webPage{question[1], question[0]}, url.MustParse(pageAddress), true)
}

// pageAddress is the address of each page.
const pageAddress = "http://start.test/dir/page?q"

// askPages shows pages in frames, and returns what the browser makes of them, with what it loads without a link.
func (l *lab) askPages(questions [][]string) (answers []string) {
	const atOnce = 20
	l.during(nil, func(w http.ResponseWriter, r *http.Request) {
		if n, err := strconv.Atoi(r.URL.RawQuery); err == nil && r.URL.Path == "/dir/page" {
			w.Header().Set("Content-Type", questions[n][1])
			io.WriteString(w, questions[n][0])
		}
	}, func() {
		for chunk := range slices.Chunk(questions, atOnce) {
			var numbers [][]string
			for n := range chunk {
				numbers = append(numbers, []string{strconv.Itoa(len(answers) + n)})
			}
			l.ask(`document.body.replaceChildren(), ""`)
			answers = append(answers, l.askAll(`([n]) => new Promise((done) => {
				const frame = document.createElement("iframe");
				frame.onload = () => done(JSON.stringify(frame.contentWindow.eval(`+quote(readingScript)+`)).replaceAll("/page?" + n, "/page?q"));
				frame.src = "/dir/page?" + n;
				document.body.append(frame);
			})`, numbers)...)
		}
	})
	for i, answer := range answers {
		var r reading
		if err := json.Unmarshal([]byte(answer), &r); err != nil {
			l.t.Fatal(err)
		}
		slices.Sort(r.Links)
		lines := append([]string{r.Base, r.Charset}, r.Links...)
		if r.Base == pageAddress { // or the browser may have requested what is before <base> already
			yielded := readQuestion(questions[i]).Loaded
			for _, loaded := range r.Loaded {
				if loaded, _, _ = strings.Cut(loaded, "#"); !slices.Contains(yielded, loaded) {
					lines = append(lines, "loads "+loaded)
				}
			}
		}
		answers[i] = strings.Join(lines, "\n")
	}
	return answers
}

// constructs are pages that request something, at once or after a click on their first link or button. R1 and R2 are paths, and
// RB is the folder of these. A field of the response can stand before a page.
var constructs = []string{
	"<img src=R1>", "<img srcset='R1 1x'>", "<image src=R1>", "<picture><source srcset=R1><img></picture>", "<details><img src=R1></details>",
	"<object><img src=R1></object>", "<select><option><img src=R1></select>", "<div><template shadowrootmode=open><img src=R1></template></div>",
	"<template><img src=R1></template>", "<img src='data:,x' longdesc=R1>", "<base href=RB><img src=1>",
	"<script src=R1></script>", "<script async src=R1></script>", "<script type=module src=R1></script>",
	"<link rel=stylesheet href=R1>", "<link rel='alternate stylesheet' title=x href=R1>", "<link rel='x STYLESHEET' media=print href=R1>",
	"<link rel=preload as=image href=R1>", "<link rel=preload as=image imagesrcset='R1 1x'>", "<link rel=preload as=script href=R1>",
	"<link rel=modulepreload href=R1>", "<link rel=prefetch href=R1>", "<link rel=icon href=R1>", "<link rel=manifest href=R1>",
	"<link rel=next href=R1>", "<link rel=alternate href=R1>", "<link rel=canonical href=R1>", "<link rel=preconnect href=R1>", "<link href=R1>",
	"Link: <R1>; rel=preload; as=image\n", "Link: <R1>; rel=next, <R2>; rel=author\n",
	"<iframe src=R1></iframe>", "<frameset><frame src=R1></frameset>", "<object data=R1></object>", "<embed src=R1>",
	"<video hidden src=R1></video>", "<video poster=R1></video>", "<audio controls autoplay src=R1></audio>",
	"<video hidden><source src=R1></video>", "<video src=R1><track default src=R2></video>",
	"<input type=image src=R1>", "<form><input type=IMAGE src=R1 formaction=R2></form>", "<input src=R1>",
	"<body background=R1>", "<table background=R1>", "<table><tr background=R1><td>x</table>", "<table><tr><td background=R1>x</table>",
	"<table><col background=R1><tr><td>x</table>", "<table><thead background=R1><tr><th>x</table>",
	"<svg><image href=R1 /></svg>", "<svg><image xlink:href=R1 /></svg>", "<svg><use href=R1#a /></svg>", "<svg><script href=R1></script></svg>",
	"<svg><filter id=f><feImage href=R1 /></filter><rect width=9 height=9 filter='url(#f)'/></svg>",
	"<a href=R1>x</a>", "<a href=R1 ping=R2>x</a>", "<map name=m><area href=R1 ping=R2></map>", "<svg><a href=R1><text>x</text></a></svg>",
	"<svg><a href=R1 ping=R2><text>x</text></a></svg>", "<base href=RB><a href=1>x</a>",
	"<form action=R1><button>x</button></form>", "<form action=R1 method=post><input type=submit></form>", "<form><button formaction=R1>x</button></form>",
	"<meta http-equiv=refresh content='0; url=R1'>", "Refresh: 0; url=R1\n",
	"<blockquote cite=R1></blockquote>", "<div itemscope itemid=R1></div>", "<math><mi href=R1>x</mi></math>",
}

var kindNames = map[htmlpage.Kind]string{htmlpage.Other: "Other", htmlpage.Navigation: "Navigation", htmlpage.Frame: "Frame",
	htmlpage.Resource: "Resource", htmlpage.Submission: "Submission", htmlpage.Ping: "Ping"}

// construct returns a construct as a field and a page. The paths in it have a number.
func construct(text string, n int) (name, value, body string) {
	folder := fmt.Sprintf("/r/%d/", n)
	text = strings.NewReplacer("R1", folder+"1", "R2", folder+"2", "RB", folder).Replace(text)
	if field, after, ok := strings.Cut(text, "\n"); ok {
		name, value, _ = strings.Cut(field, ": ")
		return name, value, after
	}
	return "", "", text
}

// readRequests returns the links of a construct that a browser requests, with their kinds.
func readRequests(question []string) string {
	documentURL := url.MustParse("http://localhost/dir/page?0")
	name, value, body := construct(question[0], 0)
	for _, l := range htmlpage.ParseLinkHeader([]string{value}) {
		body += fmt.Sprintf("<link rel='%s' href='%s'>", strings.Join(l.Rel, " "), l.Target)
	}
	if refresh, ok := htmlpage.ParseRefresh(value); ok && name == "Refresh" {
		body += fmt.Sprintf("<a href='%s'>", refresh.Ref)
	}
	doc, err := htmlpage.Parse(strings.NewReader(body), documentURL, "text/html")
	if err != nil {
		return err.Error()
	}
	requests := map[string]bool{}
	for l := range doc.Links() {
		if number, ok := strings.CutPrefix(l.URL.Pathname(), "/r/0/"); ok && l.Kind != htmlpage.Other {
			requests[kindNames[l.Kind]+" "+number] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(requests)), ", ")
}

// kindOfRequest returns the kind of a link that a browser requests.
func kindOfRequest(r *http.Request) htmlpage.Kind {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "document":
		if r.Method == http.MethodPost || strings.Contains(r.RequestURI, "?") {
			return htmlpage.Submission
		}
		return htmlpage.Navigation
	case "iframe", "frame", "object", "embed":
		return htmlpage.Frame
	}
	if r.Header.Get("Ping-To") != "" {
		return htmlpage.Ping
	}
	return htmlpage.Resource
}

// askRequests visits constructs, and returns what the browser requests.
func (l *lab) askRequests(questions [][]string) (answers []string) {
	for n, question := range questions {
		answers = append(answers, l.visit(n, question))
	}
	return answers
}

// visit opens a construct, clicks, and waits for all requests that must come: for those of a departure, the question says them.
func (l *lab) visit(n int, question []string) string {
	want := readRequests(question)
	if len(question) > 1 {
		want = question[1]
	}
	var mu sync.Mutex
	seen, missing, done := map[string]bool{}, map[string]bool{}, make(chan struct{})
	for request := range strings.SplitSeq(want, ", ") {
		missing[request] = true
		if kind, number, _ := strings.Cut(request, " "); kind == "Navigation" || kind == "Submission" {
			missing["end of "+number] = true // or it could abort the next visit
		}
	}
	happen := func(what string) {
		if missing[what] {
			if delete(missing, what); len(missing) == 0 {
				close(done)
			}
		}
	}
	folder, numbers := fmt.Sprintf("/r/%d/", n), map[string]string{}
	name, value, body := construct(question[0], n)
	l.during(func(id, address string, isOver bool) {
		mu.Lock()
		defer mu.Unlock()
		if _, number, ok := strings.Cut(address, folder); ok {
			numbers[id], _, _ = strings.Cut(number, "?")
		}
		if isOver {
			happen("end of " + numbers[id])
		}
	}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/dir/page" {
			w.Header().Set(name, value) // without a name, it is not sent
			io.WriteString(w, body)
			return
		}
		kind := kindOfRequest(r)
		if kind != htmlpage.Frame && kind != htmlpage.Resource {
			w.WriteHeader(http.StatusNoContent) // the page stays
		}
		if number, ok := strings.CutPrefix(r.URL.Path, folder); ok {
			mu.Lock()
			defer mu.Unlock()
			seen[kindNames[kind]+" "+number] = true
			happen(kindNames[kind] + " " + number)
		}
	}, func() {
		l.open(fmt.Sprintf("http://localhost/dir/page?%d", n))
		l.ask(`document.querySelector("a, area, button, input")?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})), ""`)
		mu.Lock()
		happen("") // which is all if no request must come
		mu.Unlock()
		if *firefox { // which need not request the same, and nobody waits for long
			select {
			case <-done:
			case <-time.After(3 * time.Second):
			}
			return
		}
		l.wait(done, func() string {
			mu.Lock()
			defer mu.Unlock()
			return fmt.Sprintf("%q: %v", question, missing)
		})
	})
	mu.Lock()
	defer mu.Unlock()
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}
