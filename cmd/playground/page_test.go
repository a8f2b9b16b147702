package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTyping types a URL and a base, and checks everything that the page shows.
func TestTyping(t *testing.T) {
	p := openNewPage(t, "#input=")
	p.checkText("#verdict", "Type or paste a URL, or choose an example")
	p.keys(`/\evil.example/a b`) // the input has the focus at the start
	p.fill("#base", "https://shop.example/login")
	p.wait(`document.querySelector("#verdict.warn")`)
	p.checkText("#verdict", "Not a valid URL string, but it parses, with 2 validation errors and 1 warning")
	p.checkPart(thePackage, "href", "https://evil.example/a%20b", false)
	p.checkPart(thePackage, "host", "evil.example", false)
	p.checkPart(yours, "host", "evil.example", false)
	p.checkPart(netURL, "host", "shop.example", true)
	if got := p.text("tr.outcome td.danger"); !strings.HasPrefix(got, "another host") {
		t.Errorf("outcome of net/url: %q", got)
	}
	p.checkTexts("#faults strong", "invalid-reverse-solidus", "invalid-URL-unit")
	p.checkTexts("#echo .underlined", `\`, " ")
	p.wait(`document.querySelector("#live").textContent.includes("net/url: another host")`)
}

// TestBrowserColumn checks that the browser's column shows the browser's own URL, with its differences marked.
func TestBrowserColumn(t *testing.T) {
	p := openPage(t, "#input=")
	parts := []string{"href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"}
	for _, input := range []string{"https://u:p@EXAMPLE.com:81/a|b/.//c?d e#f`", "non-special://h:99/ a ?b", "mailto:x  ?y"} {
		p.fill("#input", input)
		p.wait(`document.querySelector("#input").value === ` + quote(input))
		for _, part := range parts {
			own, _ := p.part(thePackage, part)
			want := eval[string](p, fmt.Sprintf("new URL(%s).%s", quote(input), part))
			p.checkPart(yours, part, want, want != own)
		}
	}
}

// TestRefusals has inputs and bases that are not URLs.
func TestRefusals(t *testing.T) {
	p := openPage(t, "#input=http://[::1]:99999/")
	p.checkText("#verdict", "Refused: port-out-of-range at byte 13")
	p.checkText("tr.outcome td:nth-of-type(2)", "refused")
	p.checkPart(thePackage, "port", "", false)
	p.checkPart(netURL, "port", "99999", false) // net/url does not limit ports
	p.fill("#base", "x")
	p.wait(`!document.querySelector("#base-fault").hidden`)
	p.checkText("#verdict", "The base is refused: missing-scheme-non-relative-URL")
	if got := p.texts("#faults li"); len(got) > 0 {
		t.Errorf("the input was not read, but has errors: %q", got)
	}
}

// TestPlaces checks that a place leads to the right character of the input, although bytes, UTF-16 code units and
// typed escapes have different lengths.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ input, escapes, bytes, selected string }{
		{"https://é🦫.example/ü\u00a0🦫|é", "", "31", "|"},
		{`https://h/\u{1f9ab}é\x09x`, "&escapes=1", "16", `\x09`},
		{"https://h/🦫\U0010ffff", "", "14", "\U0010ffff"}, // a noncharacter is not a URL code point
	} {
		p := openPage(t, "")
		eval[any](p, "location.hash = "+quote("#input=")+" + encodeURIComponent("+quote(tt.input)+") + "+quote(tt.escapes))
		p.wait(`document.querySelector("#input").value === ` + quote(tt.input))
		p.settle()
		place := eval[int](p, `[...document.querySelectorAll(".place")].findIndex((e) => e.lastChild.data === `+quote(tt.bytes)+`)`)
		if place < 0 {
			t.Errorf("%q: errors at bytes %q, want one at %s", tt.input, p.texts(".place"), tt.bytes)
			continue
		}
		eval[any](p, fmt.Sprintf(`document.querySelectorAll(".place")[%d].click()`, place))
		got := eval[string](p, `(() => { const i = document.activeElement; return i.value.slice(i.selectionStart, i.selectionEnd) })()`)
		if got != tt.selected {
			t.Errorf("%q: selected is %q, want %q", tt.input, got, tt.selected)
		}
	}
}

// TestSetters calls setters with values from setters_tests.json of web-platform-tests.
func TestSetters(t *testing.T) {
	p := openPage(t, "#input=http://example.net/path")
	p.click("#calls-tool summary")
	p.click("#add-call")
	p.keys("example.com:65536")
	p.checkText(row(1, ".result code"), "http://example.com/path")
	p.checkText(row(1, ".result .muted"), "changes hostname")
	if got := p.text(row(1, ".result .reason")); !strings.Contains(got, "port-out-of-range") {
		t.Errorf("the port is ignored because of %q", got)
	}
	p.click("#add-call")
	p.choose(2, "protocol")
	p.fill(row(2, "input"), "b")
	p.checkText(row(2, ".result code"), "http://example.com/path")
	p.checkText(row(2, ".result .muted"), "changes nothing")
	p.choose(2, "port")
	p.fill(row(2, "input"), "9000")
	p.checkText(row(2, ".result code"), "http://example.com:9000/path")
	p.click(row(1, ".remove"))
	p.checkText(row(1, ".result code"), "http://example.net:9000/path")
	p.checkPart(thePackage, "href", "http://example.net:9000/path", false) // the table shows the URL after the calls
	p.checkPart(yours, "href", "http://example.net:9000/path", false)
	p.checkPart(netURL, "href", "http://example.net:9000/path", false)
	p.checkText("caption", "after 1 call; net/url, which has no setters, reads the href after them")
}

// choose selects the property or method of a call.
func (p *page) choose(i int, name string) {
	p.t.Helper()
	eval[any](p, `(() => {
		const select = document.querySelector(`+quote(row(i, "select"))+`);
		select.value = `+quote(name)+`;
		select.dispatchEvent(new Event("change", { bubbles: true }));
	})()`)
}

// TestSearchParams changes search params by calls, by the buttons of their table and in its fields.
func TestSearchParams(t *testing.T) {
	p := openPage(t, "#input=https://h/?z%3Db%2Bc%26a%3D%2525%26z%3D%2526")
	p.click("#pairs-tool summary")
	pairs := func() []string {
		p.settle()
		return eval[[]string](p, `[...document.querySelectorAll("#pairs input")].map((e) => e.value)`)
	}
	check := func(href string, want ...string) {
		t.Helper()
		p.checkText("#calls > li:last-child .result code", href)
		if got := pairs(); !slices.Equal(got, want) {
			t.Errorf("pairs %q, want %q", got, want)
		}
	}
	if got, want := pairs(), []string{"z", "b c", "a", "%", "z", "&"}; !slices.Equal(got, want) {
		t.Errorf("pairs at the beginning: %q, want %q", got, want)
	}
	p.click("#sort-pairs")
	check("https://h/?a=%25&z=b+c&z=%26", "a", "%", "z", "b c", "z", "&")
	p.click("#append-pair")
	p.keys("ü\t=")
	check("https://h/?a=%25&z=b+c&z=%26&%C3%BC=%3D", "a", "%", "z", "b c", "z", "&", "ü", "=")
	p.click("#pairs tbody tr:nth-child(2) button")
	check("https://h/?a=%25&z=%26&%C3%BC=%3D", "a", "%", "z", "&", "ü", "=")
	p.checkTexts("#calls select option:checked", "searchParams.sort", "searchParams.append", "searchParams.delete pair")
	p.do(chromedp.Focus(chromedp.CSS("#pairs tbody tr:nth-child(2) td:nth-child(2) input")))
	p.keys(kb.End + "x+")
	p.settle()
	p.keys("y") // the focus stays
	check("https://h/?a=%25&z=%26x%2By&%C3%BC=%3D", "a", "%", "z", "&x+y", "ü", "=")
	p.checkTexts("#calls select option:checked", "searchParams.sort", "searchParams.append", "searchParams.delete pair", "search")
}

// TestNetURLPairs checks that the page shows pairs that net/url drops, those with a semicolon.
func TestNetURLPairs(t *testing.T) {
	p := openPage(t, "#input=https://h/?a%3D1%26b;c%3D2")
	p.checkText("tr.outcome td.differs", "other search params")
	if got := p.text("#pairs .differs"); !strings.Contains(got, "a=1 ") || !strings.Contains(got, "semicolon") {
		t.Errorf("net/url's pairs: %q", got)
	}
}

// TestSharing types a case, opens its fragment in another tab, and checks that the fields and answers are the same.
func TestSharing(t *testing.T) {
	p := openPage(t, "#input=")
	p.fill("#input", "HTTPS://h\\x")
	p.keys(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift)) // Enter alone breaks no line
	p.keys("ü🦫?&=+%20#x")
	p.fill("#base", "a+b:c&input=d")
	p.click("#pairs-tool summary")
	p.click("#append-pair")
	p.keys("call=\t&arg")
	p.click("#add-call")
	p.keys("x+y:8")
	p.wait(`decodeURIComponent(location.hash).endsWith("x+y:8")`)
	other := openNewPage(t, eval[string](p, "location.hash"))
	const fields = `[...document.querySelectorAll("#input, #base, #calls input, #calls select")].map((e) => e.value)`
	want := []string{"HTTPS://h\\x\nü🦫?&=+%20#x", "a+b:c&input=d", "append", "call=", "&arg", "host", "x+y:8"}
	if got := eval[[]string](other, fields); !slices.Equal(got, want) {
		t.Errorf("fields %q, want %q", got, want)
	}
	const results = "td, #verdict, #calls .result, #safety"
	if got, want := other.texts(results), p.texts(results); !reflect.DeepEqual(got, want) {
		t.Errorf("it shows %q, want %q", got, want)
	}
	p.checkCopy()
}

// checkCopy checks that the button copies the address of the page.
func (p *page) checkCopy() {
	p.t.Helper()
	p.allowClipboard()
	if got, want := p.copied("#share"), eval[string](p, "location.href"); got != want {
		p.t.Errorf("the clipboard has %q, want %q", got, want)
	}
}

// TestFragments has fragments that the page itself does not write.
func TestFragments(t *testing.T) {
	for _, tt := range []struct{ fragment, input, href string }{
		{"#input=ht%09tp://a%0D%0Ab%00", `ht\ttp://a\r\nb\0`, "http://ab/"}, // no field can hold a carriage return
		{"#input=http:%5C%5Ca/%0D", `http:\\\\a/\r`, "http://a/"},
		{"#input=http://a/%FF&call=nothing&arg=x&call=hash", "http://a/\ufffd", "http://a/%EF%BF%BD"},
		{"#input=b&base=http://a&arg=x&call=sort&arg=y", "b", "http://a/b"},
	} {
		p := openPage(t, tt.fragment)
		if got := eval[string](p, `document.querySelector("#input").value`); got != tt.input {
			t.Errorf("%s: the input is %q, want %q", tt.fragment, got, tt.input)
		}
		p.checkPart(thePackage, "href", tt.href, false)
	}
}

// TestHistory checks that a link to an example opens it in the same page, and that going back works.
func TestHistory(t *testing.T) {
	p := openPage(t, "#input=about:blank")
	p.click("#examples a:nth-child(3)")
	p.wait(`document.querySelector("#input").value === "http://0300.0250.1/admin"`)
	p.checkPart(thePackage, "href", "http://192.168.0.1/admin", false)
	eval[any](p, "history.back()")
	p.wait(`document.querySelector("#input").value === "about:blank"`)
}

// TestOwnURL types a URL over the first example, whose base is not for it.
func TestOwnURL(t *testing.T) {
	p := openPage(t, "")
	base := func() string { p.settle(); return eval[string](p, `document.querySelector("#base").value`) }
	if got := base(); got == "" {
		t.Error("the first example has no base")
	}
	p.keys(kb.End + "x") // still the example
	if got := base(); got == "" {
		t.Error("the base is gone after a change of the example")
	}
	p.fill("#input", "https://own.example/")
	if got := base(); got != "" {
		t.Errorf("the base is %q after an own URL", got)
	}
	p.fill("#base", "https://shop.example/login")
	p.fill("#input", "https://own.example/")
	if got := base(); got == "" {
		t.Error("a base that was typed is gone")
	}
}

// TestWays uses the link to the result, the links to parts of the page on a phone, and the variable of the console.
func TestWays(t *testing.T) {
	p := openNewPage(t, "#input=https://h/a%25")
	eval[any](p, `document.querySelector("a, button, input, textarea").focus()`)
	p.checkText(":focus", "Skip to the result")
	p.keys(kb.Enter)
	if got := eval[string](p, `document.activeElement.id + location.hash`); got != "verdict#input=https://h/a%25" {
		t.Errorf("the link leads to %s", got)
	}
	p.do(chromedp.EmulateViewport(390, 800))
	p.click(`.jumps a[href="#parts-title"]`)
	p.wait(`document.activeElement.id === "parts-title" && document.querySelector("#parts").getBoundingClientRect().top < 400`)
	if got := eval[string](p, `url instanceof URL ? url.href : "no URL"`); got != "https://h/a%" {
		t.Errorf("the variable url is %s", got)
	}
	if got := eval[string](p, `document.querySelector("#faults a").href`); got != "https://url.spec.whatwg.org/#invalid-url-unit" {
		t.Errorf("the error is explained at %s", got)
	}
}

// TestExamples opens each example, and checks that the fields have its case.
func TestExamples(t *testing.T) {
	p := openPage(t, "#input=")
	for i, link := range eval[[]string](p, `[...document.querySelectorAll("#examples a")].map((a) => a.hash)`) {
		p.click(fmt.Sprintf("#examples a:nth-child(%d)", i+1))
		p.wait(`location.hash === ` + quote(link))
		const typed = `import("./state.js").then(({ toFragment }) => toFragment({ other: "", encoding: "",
			pattern: document.querySelector("#pattern").value, tries: document.querySelector("#tries").value.split("\n").filter(Boolean),
			input: document.querySelector("#input").value, base: document.querySelector("#base").value,
			escapes: document.querySelector("#escapes").checked,
			calls: [...document.querySelectorAll("#calls > li")].map((li) => [...li.querySelectorAll("select, input")].map((e) => e.value)),
		}))`
		if got := eval[string](p, typed); got != link {
			t.Errorf("%s: the fields have %s", link, got)
		}
		if got := p.text("#verdict"); got == "Loading…" || got == "" {
			t.Errorf("%s: the verdict is %q", link, got)
		}
	}
}

// TestKeyboard uses the page without a mouse.
func TestKeyboard(t *testing.T) {
	p := openNewPage(t, "#input=https://h/%20")
	const focused = `(document.activeElement.id || document.activeElement.getAttribute("aria-label") || document.activeElement.textContent)`
	press := func(key, want string) {
		t.Helper()
		p.keys(key)
		p.wait(focused + " === " + quote(want))
	}
	p.wait(focused + ` === "input"`)
	press(kb.Tab, "base")
	press(kb.Tab, "Several URLs")
	for range eval[int](p, `document.querySelectorAll("#examples a").length`) {
		p.keys(kb.Tab)
	}
	press(kb.Tab, "https://h/") // the correction
	press(kb.Tab, "go to byte 10")
	press(kb.Enter, "input") // with the space selected
	p.keys("x")
	p.checkPart(thePackage, "href", "https://h/x", false)

	eval[any](p, `document.querySelector("#pairs-tool summary").focus()`)
	press(kb.Tab, "Setters ")
	p.keys(kb.Enter)
	press(kb.Tab, "add-call")
	press(kb.Enter, "value, call 1")
	p.keys("g")
	p.checkText(row(1, ".result code"), "https://g/x")
	press(kb.Enter, "value, call 2") // adds another
	p.checkText(row(2, ".result code"), "https://g/x")
	press(kb.Tab, "remove, call 2")
	press(kb.Enter, "property or method, call 1")
	p.keys(kb.ArrowDown)
	p.checkText(row(1, "select option:checked"), "hostname")
	p.keys(kb.Tab)
	press(kb.Tab, "remove, call 1")
	press(kb.Enter, "add-call")
}

// TestMany pastes an input of a megabyte that has more errors than the page shows. The package reads it in a worker, and
// what the page shows of it is small.
func TestMany(t *testing.T) {
	p := openNewPage(t, "#input=https://h/")
	eval[any](p, `(() => {
		const input = document.querySelector("#input");
		input.value = "https://h/" + "\\a".repeat(500000) + "?" + "b=c&".repeat(50000) + "#%";
		input.dispatchEvent(new Event("input"));
	})()`)
	p.checkText("#verdict", "Not a valid URL string, but it parses, with 500,001 validation errors and 1 warning") // the path begins with "//"
	if got := len(p.texts("#echo .fault")); got < 100 || got > 2000 {
		t.Errorf("%d errors are underlined", got)
	}
	if got := eval[int](p, `document.querySelectorAll("*").length`); got > 15000 {
		t.Errorf("the page has %d elements", got)
	}
	if got := eval[int](p, `document.body.textContent.length`); got > 200_000 {
		t.Errorf("the page has %d code units of text", got)
	}
	if eval[bool](p, `"weburl" in globalThis || "Go" in globalThis`) {
		t.Error("the package does not run in the worker only")
	}
	if got := eval[string](p, "location.hash"); got != "#input=https://h/" {
		t.Errorf("the address of the page has %d bytes", len(got))
	}
	if !eval[bool](p, `document.querySelector("#no-link").checkVisibility()`) {
		t.Error("the page does not say that its address is not up to date")
	}
	p.fill("#input", "https://i/")
	p.settle()
	if eval[bool](p, `document.querySelector("#no-link").checkVisibility()`) {
		t.Error("the page still says that its address is not up to date")
	}
	p.checkPart(thePackage, "host", "i", false)
}

// TestStrings checks the page's functions on strings.
func TestStrings(t *testing.T) {
	p := openPage(t, "")
	for _, tt := range []struct{ call, want string }{
		{`text.readEscapes("a\\t\\x41\\u00e9\\u{1F9ab}\\\\\\0\\q\\u{110000}\\x4")`, "a\tA\u00e9\U0001f9ab\\\x00\\q\\u{110000}\\x4"},
		{`text.readEscapes("\\N\\T\\X41\\U0041")`, `\N\T\X41\U0041`},
		{`text.readEscapes("\\ud83e\\uddab")`, "\U0001f9ab"},
		{`text.writeEscapes("a\\\t\u200b\u00a0 \u{1f9ab}\0")`, `a\\\t\u{200b}\u{a0} ` + "\U0001f9ab" + `\0`},
		{`text.scalarValues("\ud83e\ud83e\uddab\uddab")`, "\ufffd\U0001f9ab\ufffd"},
		{`String(text.typedIndex("a\\x41\\t", 2))`, "5"},
		{`String(text.typedIndex("\\u{1f9ab}x", 2))`, "9"},
		{`String(text.middle("abcd", "abxd"))`, "2,3"},
		{`String(text.middle("aa", "aaa"))`, "2,2"},
		{`String(text.middle("\u{1f9ab}", "\u{1f9ac}"))`, "0,2"}, // not between surrogates
		{`String(text.hasControls("\ta\n"))`, "false"},
		{`String(text.hasControls("\r"))`, "true"},
		{`state.fromFragment("#input=&encoding=Shift_JIS").encoding`, "shift_jis"},
		{`takeaway.command({ input: "a\0b" })`, "# The arguments of a command cannot contain U+0000."}, // a shell ends them there
	} {
		imports := `Promise.all(["text", "state", "takeaway"].map((name) => import("./" + name + ".js")))`
		if got := eval[string](p, imports+`.then(([text, state, takeaway]) => `+tt.call+`)`); got != tt.want {
			t.Errorf("%s = %q, want %q", tt.call, got, tt.want)
		}
	}
}
