package page

import (
	"slices"
	"strings"
	"testing"
)

// patchedPages are pages with <template for>. links are the files that are links, and base is the last part of the base URL. Chromium
// 156 requests these links, and has that base URL.
var patchedPages = []struct{ page, links, base string }{
	{`<div><?marker name="m"?><p>x</p><template for="m"><img src=a></template></div>`, "a", ""},
	{`<div><?marker name="m"><p>x</p><template for="m"><img src=a></template></div>`, "a", ""},
	{`<div><?marker name='m'?><template for=m><img src=a></template></div>`, "a", ""},
	{`<div><?start name="m"?><img src=old><?end?><p>x</p><template for="m"><img src=a></template></div>`, "a old", ""},
	{`<div><?start name="m"?><img src=old><p>x</p><template for="m"><img src=a></template></div>`, "a old", ""},
	{`<div><span><b><?marker name="m"?></b></span><template for="m"><img src=a></template></div>`, "a", ""},
	{`<div><?marker name="m"?></div><template for="m"><img src=a></template>`, "a", ""},
	{`<div><?marker name="m"?><template for="m"><img src=a>`, "a", ""},
	{`<?marker name="m"?><p>x</p></body></html><template for="m"><img src=a></template>`, "", ""}, // before <html>
	{`<body><?marker name="m"?><p>x</p></body></html><template for="m"><img src=a></template>`, "a", ""},
	{`<html><?marker name="m"?><body><template for="m"><img src=a></template>`, "a", ""},
	{`<head><?marker name="m"?></head><body><template for="m"><base href=/x/></template><img src=a>`, "a", "x/"},
	{`<head><?marker name="m"?><template for="m"><base href=/x/><link rel=icon href=i></template></head><body><img src=a>`, "i a", "x/"},
	{`<table><?marker name="m"?><template for="m"><tr><td><img src=a></template></table>`, "a", ""},
	{`<table><tr><td><?marker name="m"?><template for="m"><img src=a></template></table>`, "a", ""},
	{`<div><table><?marker name="m"?></table><template for="m"><img src=a></template></div>`, "a", ""},
	{`<svg><?marker name="m"?></svg><template for="m"><img src=a></template>`, "a", ""},
	{`<select><?marker name="m"?><template for="m"><img src=a></template></select>`, "a", ""},
	{`<div><?marker name="m"?><template FOR="m" shadowrootmode=x><img src=a></template></div>`, "a", ""},
	{`<div><template shadowrootmode=open><?marker name="m"?><template for="m"><img src=a></template></template></div>`, "a", ""},
	{`<div><?marker name="m"?><template for="m"><div><template shadowrootmode=open><img src=a></template></div></template></div>`, "a", ""},

	// where there is no marker
	{`<div><template for="m"><img src=a></template><?marker name="m"?></div>`, "", ""},
	{`<div><?marker name="m"?></div><div><template for="m"><img src=a></template></div>`, "", ""},
	{`<?marker name="m"?><div><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="m"?><table><template for="m"><img src=a></template></table></div>`, "", ""},
	{`<div><?marker name="m"?><a><template for="m"><img src=a></template></a></div>`, "", ""},
	{`<template><?marker name="m"?></template><template for="m"><img src=a></template>`, "", ""},
	{`<div><template><?marker name="m"?><template for="m"><img src=a></template></template></div>`, "", ""},
	{`<div><template shadowrootmode=open><?marker name="m"?></template><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="m"?><template for="m"><template><img src=a></template></template></div>`, "", ""},
	{`<div><template for="m"><base href=/x/></template><img src=a></div>`, "a", ""},
	{`<textarea><?marker name="m"?></textarea><template for="m"><img src=a></template>`, "", ""},
	{`<div><!-- <?marker name="m"?> --><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><!--?marker name="m"?--><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><!?marker name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div></?start name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div id=m></div><template for="m"><img src=a></template>`, "", ""},

	// each marker counts once
	{`<div><?marker name="m"?><template for="m"><img src=a></template><template for="m"><img src=b></template></div>`, "a", ""},
	{`<div><?marker name="m"?><?marker name="m"?><template for="m"><img src=a></template><template for="m"><img src=b></template></div>`, "a b", ""},
	{`<p><?marker name="m"?></p><div><?marker name="m"?><template for="m"><img src=a></template></div><template for="m"><img src=b></template>`, "b a", ""},
	{`<div><template for="m"><img src=a></template><p><?marker name="m"?></p><template for="m"><img src=b></template></div>`, "b", ""},
	{`<div><?marker name="m"?><template for="m"><p><?marker name="n"?></p><img src=a></template><template for="n"><img src=b></template></div>`, "b a", ""},
	{`<div><?marker name="m"?><template for="m"><p><?marker name="n"?><template for="n"><img src=b></template></p></template></div>`, "b", ""},
	{`<div><?marker name="m"?><template for="m"><?marker name="n"?><template for="n"><img src=a></template></template></div>`, "a", ""},
	{`<div><?marker name="m"?><template for="m"><?marker name="n"?></template><p><template for="n"><img src=a></template></p></div>`, "", ""},
	{`<body><?marker name="m"?><template for=m><template for=m><img src=a></template><img src=b></template><template for=m><img src=c></template>`, "a b", ""},
	{`<div><?marker name="m"?><template for=m><template for=m><template for=m><img src=a></template></template>`, "a", ""},
	{`<div><?marker name="m"?><template for=m><p><template for=m><img src=a></template>`, "", ""},

	// names
	{`<div><?marker name=m?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?MARKER name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker NAME="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="M"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name=""?><template for=""><img src=a></template></div>`, "", ""},
	{`<div><?marker?><template for><img src=a></template></div>`, "", ""},
	{"<div><?marker\tname\n= \"m\" ?><template for=m><img src=a></template></div>", "a", ""},
	{`<div><?marker x="y" name="m"?><template for="m"><img src=a></template></div>`, "a", ""},
	{`<div><?marker name="m" name="n"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker x="1" x="2" name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="m"n="x"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker x name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="m" /?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="m"??><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="m?"><template for="m?"><img src=a></template></div>`, "a", ""},
	{`<div><?markername="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker-x name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><? marker name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?end name="m"?><template for="m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="a b"?><template for="a b"><img src=a></template></div>`, "a", ""},
	{`<div><?marker name="m"?><template for=" m"><img src=a></template></div>`, "", ""},
	{`<div><?marker name="é"?><template for="é"><img src=a></template></div>`, "a", ""},
	{`<div><?marker name="&amp;"?><template for="&"><img src=a></template></div>`, "a", ""},

	// the base URL in the end
	{`<div><?marker name="m"?><template for="m"><base href=/x/></template></div>`, "", "x/"},
	{`<p><?marker name="m"?></p><base href=/y/><template for="m"><base href=/x/></template>`, "", "x/"},
	{`<base href=/y/><p><?marker name="m"?></p><template for="m"><base href=/x/></template>`, "", "y/"},
	{`<div><?start name="m"?><base href=/old/><?end?><template for="m"><base href=/x/></template></div>`, "", "x/"},
	{`<div><?start name="m"?><base href=/old/><?end?><base href=/new/><template for="m"></template></div>`, "", "new/"},
	{`<div><?start name="m"?><base href=/old/><template for="m"><p></p></template></div><base href=/new/>`, "", "new/"},
	{`<div><?start name="m"?><?start name="n"?>x<?end?><base href=/old/><?end?><template for="m"><base href=/x/></template></div>`, "", "x/"},
	{`<div><?start name="m"?><?marker name="n"?><?end?><template for="n"><base href=/x/></template><template for="m"></template></div>`, "", ""},
	{`<div><?start name="m"?><template for="m"></template><base href=/new/><?end?></div>`, "", "new/"},
	{`<div><?marker name="m"?><?start name="n"?><base href=/old/><template for=m><template for=n></template></template><base href=/new/></div>`, "", "new/"},
	{`<div><?start name="m"?><base href=/old/><?end?></div>`, "", "old/"},
	{`<div><template shadowrootmode=open><?marker name="m"?><template for="m"><base href=/x/></template></template></div>`, "", ""},
	{`<body><!--?marker name="m"?--><template for="m"><base href=/x/></template>`, "", ""},
}

func TestTemplateFor(t *testing.T) {
	const dir = "https://example.com/"
	for _, test := range patchedPages {
		d := mustParse(t, test.page, "text/html; charset=utf-8")
		var got []string
		for l := range d.Links() {
			got = append(got, l.Raw)
		}
		if strings.Join(got, " ") != test.links {
			t.Errorf("%s: %q, want %q", test.page, got, test.links)
		}
		want := dir + test.base
		if test.base == "" {
			want = documentURL
		}
		if got := d.Base(); got.Href() != want {
			t.Errorf("%s: the base URL is %s, want %s", test.page, got, want)
		}
		if d.Rewrite(func(l Link) (string, bool) { return "n", true }); len(got) > 0 {
			for l := range d.Links() {
				if l.Raw != "n" {
					t.Errorf("%s: %s is left", test.page, l.Raw)
				}
			}
		}
	}

	// A comment keeps its bytes, but for the space that tells it from a marker, and a script keeps all.
	const page = `<script>"<!--?marker-->"</script><script><!--?marker--></script><!--?marker name="m"?--><!-- ?start --><p title="<!--?start">`
	want := `<script>"<!--?marker-->"</script><script><!--?marker--></script><!-- ?marker name="m"?--><!-- ?start --></head><body><p title="&lt;!--?start"></p>`
	if got := rendered(t, mustParse(t, page, "").Root); !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}

	// What is indicated is in the tree in the end, and a part of a page has the content of its markers.
	d := mustParse(t, `<p><?marker name="m"?></p><i id=a></i><?start name="n"?><b id=b></b><?end?><template for=m><u id=a></u></template><template for=n id=c></template>`, "")
	for fragment, want := range map[string]string{"a": "u", "b": "", "c": ""} {
		n, ok := d.IndicatedPart(fragment)
		if (want != "") != ok || ok && n.Data != want {
			t.Errorf("#%s: %v, %t", fragment, n, ok)
		}
	}
	d = mustParse(t, `<p><?marker name="m"?></p><div><template for=m><a href=b></template></div><template for=m><a href=a></a></template>`, "")
	var got []string
	for n := range d.Root.Descendants() {
		if n.Data == "p" || n.Data == "div" {
			got = append(got, links(&Document{Root: n, URL: d.URL})...)
		}
	}
	if want := []string{"a href https://example.com/dir/a"}; !slices.Equal(got, want) {
		t.Errorf("parts: %q, want %q", got, want)
	}
	// A flat page has the content of all of them.
	if got := links(mustParse(t, strings.Repeat("<b>", 513)+`<template for=m><img src=a><base href=/x/></template><template><img src=b></template>`, "")); !slices.Equal(got, []string{"img src https://example.com/dir/a"}) {
		t.Errorf("a flat page: %q", got)
	}
	// A fragment may not tell a comment from a marker, and changes too much.
	s, err := RewriteHTML(`<?marker name="m"?><template for="m"><a href=a></template><!--?marker name="n"?--><template for="n"><a href=a></template>`, d.URL, func(Link) (string, bool) { return "n", true })
	if want := `<?marker name="m"?><template for="m"><a href="n"></template><!--?marker name="n"?--><template for="n"><a href="n"></template>`; s != want || err != nil {
		t.Errorf("a fragment: %s, %v", s, err)
	}
}

// TestEmbed has the attributes of <embed>, of which Chromium reads the last one, even if it is empty.
func TestEmbed(t *testing.T) {
	for page, want := range map[string]string{
		`<embed code=a>`:                                    "code a",
		`<embed src=b code=a>`:                              "code a",
		`<embed code=b src=a>`:                              "src a",
		`<embed code=b src=a code=c>`:                       "src a",
		`<embed src=a CODE="">`:                             "",
		`<embed code=a src="">`:                             "",
		`<embed itemid=a src=b code=c>`:                     "code c,itemid a",
		`<svg><embed src=a code=b></svg>`:                   "code b", // it is one of HTML
		`<object code=a><applet code=a>`:                    "",
		`<noscript><embed src=b code=a>`:                    "code a",
		strings.Repeat("<b>", 513) + `<embed src=b code=a>`: "code a",
	} {
		var got []string
		d := mustParse(t, page, "")
		for l := range d.Links() {
			got = append(got, l.Attribute+" "+l.Raw)
			if l.Attribute != "itemid" && l.Kind != Frame {
				t.Errorf("%s: kind %s", page, l.Kind)
			}
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%.60s: %q, want %q", page, got, want)
		}
	}
	for _, page := range []string{`<embed src=b code=a id=c>`, `<embed code=b src=a id=c>`, `<embed code=a>`} {
		d := mustParse(t, page, "")
		d.Rewrite(func(l Link) (string, bool) { return "", l.Raw != "a" })
		if got := links(d); got != nil {
			t.Errorf("%s: %q is left", page, got)
		}
	}
	if got, err := RewriteHTML(`<embed code=a>`, base, func(Link) (string, bool) { return "n", true }); got != `<embed code="n">` || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
