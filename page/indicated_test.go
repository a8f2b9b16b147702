package page

import (
	"strings"
	"testing"
)

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
