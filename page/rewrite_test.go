package page

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"

	"github.com/weburl-go/url"
)

// rendered returns the text of a tree.
func rendered(t testing.TB, root *html.Node) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// element returns the text of the body of a page, or of its head if the body is empty.
func bodyOf(t testing.TB, d *Document) string {
	head, body, _ := strings.Cut(strings.TrimPrefix(rendered(t, d.Root), "<html><head>"), "</head><body>")
	if body = strings.TrimSuffix(body, "</body></html>"); body == "" {
		return head
	}
	return body
}

// rewritten rewrites a page. to has the refs for the Raws of links. "-" removes a link.
func rewritten(t testing.TB, page string, to map[string]string) *Document {
	t.Helper()
	d := mustParse(t, page, "")
	err := d.Rewrite(func(l Link) (string, bool) {
		if ref, ok := to[l.Raw]; ok {
			return ref, ref != "-"
		}
		return l.Raw, true
	})
	if err != nil {
		t.Error(err)
	}
	return d
}

// TestWrittenRefs has refs that would end, or begin otherwise, in the attributes that they are written to.
func TestWrittenRefs(t *testing.T) {
	for _, test := range []struct{ page, ref, want string }{
		// plain attributes hold a ref as it is, except for NUL
		{`<a href="a">`, ` b"c'<&d ,`, `<a href=" b&#34;c&#39;&lt;&amp;d ,">`},
		{`<a href="a">`, "\x00b\x00c\x00", `<a href="b%00c">`},
		{`<a href="a">`, "", `<a href="">`},
		{`<img src="a"/>`, "\tb\nc", "<img src=\"\tb\nc\"/>"},
		{`<img src="a"/>`, "", `<img src="https://example.com/dir/page?q"/>`},    // an empty src is no link
		{`<img src="a"/>`, " \n", `<img src="https://example.com/dir/page?q"/>`}, // nor one of spaces in Chromium
		{`<form action="a">`, "", `<form action="">`},
		{`<base href="/x/"/><form action="a">`, "", `<form action="https://example.com/x/">`}, // an empty action is the document
		{`<svg><use href="a">`, "#b", `<svg><use href="https://example.com/dir/page?q#b">`},   // a fragment alone is no link
		{`<svg><image href="a">`, "#b", `<svg><image href="#b">`},
		{`<svg><a xlink:href="a">`, "b", `<svg><a xlink:href="b">`},
		{`<svg><a href="a" xlink:href="c">`, "b", `<svg><a href="b" xlink:href="c">`},

		// srcset
		{`<img srcset="a"/>`, "b c", `<img srcset="b%20c"/>`},
		{`<img srcset="a"/>`, " \t\n\f\rb\t\n\rc\fd ", `<img srcset="bc%0Cd"/>`},
		{`<img srcset="a"/>`, "\x00b\x00c\x00", `<img srcset="b%00c"/>`},
		{`<img srcset="a"/>`, ",b", `<img srcset="./,b"/>`},
		{`<img srcset="a"/>`, "b,,", `<img srcset="b,,#"/>`},
		{`<img srcset="a"/>`, ",", `<img srcset="./,#"/>`},
		{`<img srcset="a"/>`, "data:,", `<img srcset="data:,#"/>`},
		{`<img srcset="a"/>`, "data:image/png;base64,a,b", `<img srcset="data:image/png;base64,a,b"/>`},
		{`<img srcset="a"/>`, "b#c,,", `<img srcset="b#c%2C%2C"/>`},
		{`<img srcset="a"/>`, "b#,", `<img srcset="b#%2C"/>`},
		{`<img srcset="a"/>`, "", `<img srcset="#"/>`},
		{`<img srcset="a"/>`, " \x01\x00", `<img srcset="#"/>`},
		{`<img srcset="a"/>`, "(b", `<img srcset="(b"/>`},
		{`<img srcset="a"/>`, `b"'`, `<img srcset="b&#34;&#39;"/>`},
		{`<img srcset="x 1x, a, y 2x"/>`, "b,", `<img srcset="x 1x, b,#, y 2x"/>`},
		{`<img srcset=",a 2x 	, y"/>`, "b", `<img srcset=",b 2x 	, y"/>`},
		{`<link imagesrcset="a 1x,y 2x"/>`, "b c", `<link imagesrcset="b%20c 1x,y 2x"/>`},

		// ping
		{`<a ping="a">`, "b c", `<a ping="b%20c">`},
		{`<a ping="x	a
y">`, " b,\n", "<a ping=\"x\tb,\ny\">"},
		{`<a ping="x a y">`, "", `<a ping="x y">`},
		{`<a ping="x a ">`, " \x00\n", `<a ping="x">`},
		{`<a ping="a">`, "", `<a>`},
		{`<a ping="a">`, "!b!", `<a ping="!b!">`},
		{`<a ping="a">`, "\xc6\t\x80", "<a ping=\"\uFFFD\uFFFD\">"}, // without the tab, the bytes would be a letter
		{`<img srcset="a">`, "\xc6\n\x80", "<img srcset=\"\uFFFD\uFFFD\"/>"},
		{`<a ping="a">`, ",b,", `<a ping=",b,">`},

		// refreshes
		{`<meta http-equiv="refresh" content="5;a"/>`, "b", `content="5; url=b"`},
		{`<meta http-equiv="refresh" content=" 0.5.5 ,url = 'a'x"/>`, "b;c 'd'", `content="0.5.5; url=b;c &#39;d&#39;"`},
		{"<meta http-equiv=\"refresh\" content=\"\v5\u3000,a\"/>", "b", `content="5; url=b"`},
		{`<meta http-equiv="refresh" content=".;a"/>`, `"b"`, `content=".; url=./&#34;b&#34;"`},
		{`<meta http-equiv="refresh" content="5;a"/>`, " \n'b", `content="5; url=./&#39;b"`},
		{`<meta http-equiv="refresh" content="5;a"/>`, "url=b", `content="5; url=url=b"`},
		{`<meta http-equiv="refresh" content="5;a"/>`, "\x00b\x00c", `content="5; url=b%00c"`},
		{`<meta http-equiv="refresh" content="5;a"/>`, "", `content="5; url="`},
		{`<meta http-equiv="refresh" content="5;a"/>`, "\u3000b", `content="5; url=https://example.com/dir/%E3%80%80b"`}, // Chromium removes more spaces
		{`<meta http-equiv="refresh" content="5;a"/>`, "b\u00A0", `content="5; url=https://example.com/dir/b%C2%A0"`},
		{`<meta http-equiv="refresh" content="5;a"/>`, "http://[\u00A0", "content=\"5; url=http://[\u00A0\""},
		{`<meta http-equiv="refresh" content="0; url='a'@b/'"/>`, "c", `content="0; url=c"`},
	} {
		d := rewritten(t, test.page, map[string]string{"a": test.ref})
		if got := bodyOf(t, d); !strings.Contains(got, test.want) {
			t.Errorf("%s, %q: %s, want %s", test.page, test.ref, got, test.want)
		}
	}
}

// TestRemovedLinks removes the links whose Raw begins with "a".
func TestRemovedLinks(t *testing.T) {
	for page, want := range map[string]string{
		`<a href="a" href="b">`:                          `<a>`,
		`<link href="a" imagesrcset="b" id="c">`:         `<link imagesrcset="b" id="c"/>`,
		`<svg><a href="b" ping="a" xlink:href="c">`:      `<svg><a href="b" xlink:href="c"></a></svg>`,
		`<svg><a href="a" xlink:href="b">`:               `<svg><a></a></svg>`,
		`<svg><a xlink:href="a" id="c">`:                 `<svg><a id="c"></a></svg>`,
		`<svg><image href="a" xlink:href="">`:            `<svg><image></image></svg>`,
		`<img src="a" srcset="a, b 2x">`:                 `<img srcset="b 2x"/>`,
		`<img srcset="a 1x, b 2x">`:                      `<img srcset="b 2x"/>`,
		`<img srcset="b 1x, a 2x">`:                      `<img srcset="b 1x"/>`,
		`<img srcset="b, a">`:                            `<img srcset="b"/>`,
		`<img srcset="b 1x ,	 a1 (, ) , c (a,b), d 3x">`: `<img srcset="b 1x ,	 a1 (, ) , c (a,b), d 3x"/>`, // a1 and c are wrong
		`<img srcset=",b 1x ,	a1 2x,, , d 3x">`:          `<img srcset=",b 1x ,	d 3x"/>`,
		`<img srcset="a1, b 1q, a2">`:                    `<img/>`,
		`<img srcset="a1,, a2 5w" srcset="b">`:           `<img/>`,
		`<img srcset="b, a1, a2,">`:                      `<img srcset="b"/>`,
		`<a ping="b a1 c a2">`:                           `<a ping="b c"></a>`,
		`<a ping="a1 b ">`:                               `<a ping="b "></a>`,
		`<img srcset="a, b 2x, ">`:                       `<img srcset="b 2x, "/>`,
		`<a ping="b, a1">`:                               `<a ping="b,"></a>`,
		`<a ping=" a1 a2 ">`:                             `<a></a>`,
		`<meta http-equiv="refresh" content="0;a">`:      `<meta http-equiv="refresh"/>`,
		`<form action="a"><button formaction="a">`:       `<form><button></button></form>`,
		`<p itemid="a">`:                                 `<p></p>`,
		`<a href="b">`:                                   `<a href="b"></a>`,
	} {
		d := mustParse(t, page, "")
		if err := d.Rewrite(func(l Link) (string, bool) { return l.Raw, l.Raw[0] != 'a' }); err != nil {
			t.Error(err)
		}
		if got := bodyOf(t, d); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}

// TestRewrittenNoscript has the text of noscript elements, in which only the values of attributes change.
func TestRewrittenNoscript(t *testing.T) {
	for page, want := range map[string]string{
		`<A  HREF = a  id='x'>b</A >`:                                      `<A  HREF="n&amp;&#34;"  id='x'>b</A >`,
		`<a href=a>1</a><a href='a'>2<a href="a"/>`:                        `<a href="n&amp;&#34;">1</a><a href="n&amp;&#34;">2<a href="n&amp;&#34;"/>`,
		`<a id=c/href=a href=a>`:                                           `<a id=c/href=a href="n&amp;&#34;">`,
		`<a id="c"href="a"title=d>`:                                        `<a id="c"href="n&amp;&#34;"title=d>`,
		`<a ping='a b'>`:                                                   `<a ping="n&amp;&#34; b">`,
		`<i>1234567890</i><a 5 href=a>`:                                    `<i>1234567890</i><a 5 href="n&amp;&#34;">`, // names of attributes may begin with a digit
		`<a href=r xlink:href=b>`:                                          `<a  xlink:href=b>`,                         // "r" removes the attribute
		`<a/href=a>`:                                                       `<a/href="n&amp;&#34;">`,
		`<a href=a href=b>`:                                                `<a href="n&amp;&#34;" href=b>`,
		`<a href=&#97; ping="a b" alt=">">`:                                `<a href="n&amp;&#34;" ping="n&amp;&#34; b" alt=">">`,
		`<img srcset="a, b 2x"><p title="<a href=a>">`:                     `<img srcset="n&amp;&#34;, b 2x"><p title="<a href=a>">`,
		`<p title="<b"/><a href=a><p title='<b '>`:                         `<p title="<b"/><a href="n&amp;&#34;"><p title='<b '>`,
		`<!-- <a href=a> --><a href=a><!--<b --><a href=a>`:                `<!-- <a href=a> --><a href="n&amp;&#34;"><!--<b --><a href="n&amp;&#34;">`,
		`<style><a href=a></style><a href=a>`:                              `<style><a href=a></style><a href="n&amp;&#34;">`,
		`<style><b</style><a href=a>`:                                      `<style><b</style><a href="n&amp;&#34;">`,
		`<svg><style><a href=a /></style><![CDATA[<b c]]><a xlink:href=a>`: `<svg><style><a href="n&amp;&#34;" /></style><![CDATA[<b c]]><a xlink:href="n&amp;&#34;">`,
		`<svg><g/><a href=a /><g /></svg>`:                                 `<svg><g/><a href="n&amp;&#34;" /><g /></svg>`,
		`<table><a href=a><tr><td background=a>`:                           `<table><a href="n&amp;&#34;"><tr><td background="n&amp;&#34;">`,
		`<a href=a><p>1</a>2`:                                              `<a href="n&amp;&#34;"><p>1</a>2`,
		`<meta http-equiv=refresh content='5;a'>`:                          `<meta http-equiv=refresh content="5; url=n&amp;&#34;">`,
		`<a href=a><a href="`:                                              `<a href="n&amp;&#34;"><a href="`,
		`<1<a href=a>`:                                                     `<1<a href="n&amp;&#34;">`,
		`< 1<a href=a>`:                                                    `< 1<a href="n&amp;&#34;">`,
		`<a<b itemid=a>`:                                                   `<a<b itemid="n&amp;&#34;">`,
		`<a =x href=a>`:                                                    `<a =x href="n&amp;&#34;">`,
		`<form action><img src=a>`:                                         `<form action><img src="n&amp;&#34;">`,
		`<a href="r" id=x ping=r rel=y>b</a><img src=r/>`:                  `<a  id=x  rel=y>b</a><img >`,
		`<a ping="r b r" href=r =c><i/href=r><img src longdesc=r =x>`:      `<a ping="b" /  =c><i/href=r><img src /  =x>`,
		`<svg><image/href=r>`:                                              `<svg><image// >`,
		`<svg><a href=r xlink:href=b XLINK:HREF=c>`:                        `<svg><a   >`,
		`<a href=r href=c HREF=d>`:                                         `<a   >`,
		`<template><a href=a></template>`:                                  `<template><a href=a></template>`,
	} {
		const before, after = "<body><noscript>", "</noscript><a href=a></a>"
		d := rewritten(t, before+page+after, map[string]string{"a": `n&"`, "r": "-", "r/": "-"})
		if got := bodyOf(t, d); got != strings.TrimPrefix(before, "<body>")+want+strings.Replace(after, "=a", `="n&amp;&#34;"`, 1) {
			t.Errorf("%s:\n%s, want\n%s", page, got, want)
		}
	}
	// The element in the div is of the same tag.
	if got := bodyOf(t, rewritten(t, "<body><noscript><a href><div>b</a></noscript>", map[string]string{"": "c"})); got != `<noscript><a href="c"><div>b</a></noscript>` {
		t.Errorf("two elements of a tag: %s", got)
	}
	if got := bodyOf(t, rewritten(t, `<body><noscript><a href="<b c"></noscript>`, map[string]string{"<b c": "d"})); got != `<noscript><a href="d"></noscript>` {
		t.Errorf("a tag in a value: %s", got)
	}
	deep := strings.Repeat("<b>", 600)
	if got := bodyOf(t, rewritten(t, "<body><noscript>"+deep+"<a href=a></noscript>", map[string]string{"a": "b"})); got != "<noscript>"+deep+`<a href="b"></noscript>` {
		t.Errorf("a deep noscript: %.20s…%s", got, got[len(got)-40:])
	}
	// A text that has what looks like a mark keeps it.
	if d := rewritten(t, "<body><noscript><a href='/w0.5' title='/wx.1<b c'>", nil); links(d)[0] != "a href https://example.com/w0.5" {
		t.Error(links(d))
	}
}

// TestRewrite has what holds for whole pages.
func TestRewrite(t *testing.T) {
	d := mustParse(t, strings.Repeat("<b>", 513)+"<a href=a>", "")
	err := d.Rewrite(func(Link) (string, bool) { t.Error("edit is called"); return "", false })
	if err != ErrFlat || d.Root.LastChild.Attr[0].Val != "a" {
		t.Errorf("a flat page: %v", err)
	}
	if err := new(Document).Rewrite(nil); err != nil {
		t.Errorf("the zero Document: %v", err)
	}

	// All links come before anything is written, so a panic is harmless.
	const page = `<img src=a srcset="b, c"><noscript><a href=d ping="e f"></noscript><a href=g>`
	d = mustParse(t, page, "")
	want, raws := rendered(t, d.Root), ""
	func() {
		defer func() { recover() }()
		d.Rewrite(func(l Link) (string, bool) {
			if raws += l.Raw; rendered(t, d.Root) != want {
				t.Error("the page changes before edit returns for the last time")
			}
			if l.Raw == "g" {
				panic("")
			}
			return "", false
		})
	}()
	if raws != "abcdefg" || rendered(t, d.Root) != want {
		t.Errorf("%s, %s", raws, rendered(t, d.Root))
	}

	// A part of a tree has the base of all of it, and nothing else changes.
	d = mustParse(t, `<base href=/x/><p><a href=a></a><p><a href=a>`, "")
	body := d.Root.FirstChild.LastChild
	part := &Document{Root: body.FirstChild, URL: d.URL}
	part.Rewrite(func(l Link) (string, bool) { return l.URL.Href(), true })
	if got := rendered(t, body); got != `<body><p><a href="https://example.com/x/a"></a></p><p><a href="a"></a></p></body>` {
		t.Error(got)
	}

	// RemoveBase takes all base elements that count, or would count without another one.
	d = mustParse(t, `<base href=/x/ href=/z/ target=_top><svg><base href=a></base></svg><base href=/y/><template><base href=/b></template><a href=a>`, "")
	d.RemoveBase()
	if got := rendered(t, d.Root); d.Base() != d.URL || !strings.Contains(got, `<svg><base href="a"/>`) || !strings.Contains(got, `<template><base href="/b"/>`) {
		t.Errorf("%s %s", d.Base(), got)
	}
	new(Document).RemoveBase()
}

// TestRewriteInEncoding has pages that are not UTF-8. What is written is.
func TestRewriteInEncoding(t *testing.T) {
	const page = "<base href='x?\xE9'><a href='?\xE9'></a><a href='/\xE9#\xE9'></a><a href='#f'></a><img srcset='?\xE9 1x, b'><a href=new>"
	d := mustParse(t, page, "text/html; charset=windows-1251")
	base := d.Base()
	err := d.Rewrite(func(l Link) (string, bool) {
		if l.Raw == "new" {
			return "?й", true
		}
		return l.Raw, true
	})
	want := `<html><head><base href="https://example.com/dir/x?%E9"/></head><body><a href="https://example.com/dir/x?%E9"></a>` +
		`<a href="/й#й"></a><a href="#f"></a><img srcset="https://example.com/dir/x?%E9 1x, b"/><a href="https://example.com/dir/x?%E9"></a></body></html>`
	if got := rendered(t, d.Root); got != want || err != nil || d.Base() != base || d.Encoding != charmap.Windows1251 {
		t.Errorf("%v, %v, %s, want %s", err, d.Encoding, got, want)
	}
	again, err := Parse(strings.NewReader(want), url.MustParse(documentURL), "text/html; charset=utf-8")
	if err != nil || strings.Join(links(again), "\n") != strings.Join(links(d), "\n") {
		t.Errorf("%v: %q, want %q", err, links(again), links(d))
	}
}
