package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestSafety opens URLs that deceive, and checks what is said about them.
func TestSafety(t *testing.T) {
	p := openPage(t, "#input=")
	for _, tt := range []struct{ example, kinds, grade string }{
		{"open redirect", "cross-site", "warn"},
		{"look-alike", "look-alike", "warn"},
		{"IPv4 in disguise", "disguise address", "warn"},
		{"credentials", "credentials", "warn"},
		{"two hosts", "other-host", "warn"},
		{"hidden order", "order path parameter", "warn"},
	} {
		eval[any](p, `[...document.querySelectorAll("#examples a")].find((a) => a.textContent === `+quote(tt.example)+`).click()`)
		p.wait(`document.querySelector("#safety [data-kind=` + strings.Fields(tt.kinds)[0] + `]")`)
		if got := eval[string](p, `[...document.querySelectorAll("#safety .note")].map((e) => e.dataset.kind).join(" ")`); got != tt.kinds {
			t.Errorf("%s: notes %q, want %q", tt.example, got, tt.kinds)
		}
		if got := eval[string](p, `document.querySelector("#verdict").className`); got != "verdict "+tt.grade {
			t.Errorf("%s: the verdict is %q", tt.example, got)
		}
	}
	p.fill("#input", "https://www.b\u00fccher.example/")
	p.checkText("#safety .shown", "https://www.bücher.example/")
	p.checkText("#safety .domain", "bücher.example")
	p.checkText("#verdict", "A valid URL string")
	p.fill("#input", "javascript:alert(1)")
	p.checkTexts("#safety .note .visually-hidden", "danger: ")
	if eval[bool](p, `document.querySelector("#order").checkVisibility()`) {
		t.Error("a line says that the field shows another order")
	}
	eval[any](p, `location.hash = "#input=https://e.com/\u202egpj.exe"`)
	p.wait(`document.querySelector("#input").value.includes("gpj")`)
	p.checkText("#verdict", "A valid URL string, with 1 warning")
	p.checkTexts("#safety .note", "⚠danger: U+202E is at byte 14. It changes the order in which people see the text around it.")
	p.checkText("#echo .escape", `\u{202e}`)
	if !eval[bool](p, `document.querySelector("#order").checkVisibility()`) {
		t.Error("no line says that the field shows another order")
	}
	eval[any](p, `location.hash = "#input=https://e\u202e.com/"`)
	p.wait(`document.querySelector("#input").value.includes("\u202e.com")`)
	p.checkText("#verdict", "Refused: domain-to-ASCII at byte 9")
	p.checkTexts("#safety .note", "⚠danger: U+202E is at byte 9. It changes the order in which people see the text around it.")
}

// TestAnnotated checks that the annotated input is the input, and that its components are in order.
func TestAnnotated(t *testing.T) {
	p := openPage(t, "#input=")
	const components = `[...document.querySelectorAll("#echo > bdi")].map((e) => e.title + " " + e.textContent).join(", ")`
	for _, tt := range []struct{ input, components string }{
		{"https://u:p@h:8/a?b#c", "scheme https, username u, password p, host h, port 8, path /a, query b, fragment c"},
		{"http://0300.0250.1/", "scheme http, host 0300.0250.1, path /"},
		{"https://דוגמה.example/שלום/a?שם=ערך#ב", "scheme https, host דוגמה.example, path /שלום/a, query שם=ערך, fragment ב"},
		{"http://h:99999/a", "scheme http, host h, port 99999, path /a"},
	} {
		eval[any](p, "location.hash = "+quote("#input=")+" + encodeURIComponent("+quote(tt.input)+")")
		p.wait(`document.querySelector("#echo").textContent === ` + quote(tt.input))
		if got := eval[string](p, components); got != tt.components {
			t.Errorf("%q: %s, want %s", tt.input, got, tt.components)
		}
		if !eval[bool](p, `[...document.querySelectorAll("#echo bdi")].filter((e) => !e.querySelector("bdi")).map((e) => e.getBoundingClientRect().left).every((x, i, all) => i === 0 || all[i - 1] < x)`) {
			t.Errorf("%q: the components are not in order on the screen", tt.input)
		}
		if legend := len(p.texts("#legend li")); legend != strings.Count(tt.components, ",")+1 {
			t.Errorf("%q: the legend has %d entries", tt.input, legend)
		}
	}
	p.checkNumbers()
}

// checkNumbers checks that the numbers of errors stand below them, and not in the text.
func (p *page) checkNumbers() {
	p.t.Helper()
	p.fill("#input", "http://0300.0250.1/%|")
	p.checkText("#echo", "http://0300.0250.1/%|")
	got := eval[[]string](p, `[...document.querySelectorAll("#echo .fault")].map((e) => getComputedStyle(e, "::after").content + " " + e.textContent)`)
	if want := []string{`"1,2" 0`, `"2" 0`, `"3" %`, `"4" |`}; !slices.Equal(got, want) {
		p.t.Errorf("numbers %q, want %q", got, want)
	}
	if !eval[bool](p, `[...document.querySelectorAll("#echo .fault")].every((e) => getComputedStyle(e, "::after").position === "absolute")`) {
		p.t.Error("a number takes space in the text")
	}
}

// TestFixes clicks corrections.
func TestFixes(t *testing.T) {
	p := openPage(t, "#input=")
	for _, tt := range []struct{ input, says, want string }{
		{"example.com/a", "Did you mean https://example.com/a?", "https://example.com/a"},
		{`https:\\example.com\a b|`, "Corrected: https://example.com/a%20b%7C", "https://example.com/a%20b%7C"},
		{"http://h:99999/", "Did you mean http://h/?", "http://h/"},
	} {
		p.fill("#input", tt.input)
		p.checkText("#fix", tt.says)
		p.click("#fix .use")
		p.checkText("#verdict", "A valid URL string")
		if got := eval[string](p, `document.querySelector("#input").value`); got != tt.want {
			t.Errorf("%q: after the click the input is %q", tt.input, got)
		}
	}
	p.fill("#base", "example.com")
	p.checkText("#base-fault .use", "https://example.com/")
	p.click("#base-fault .use")
	p.checkText("#verdict", "A valid URL string, with 1 warning") // it leads to another site
	p.click("#clear-base")
	p.settle()
	if got := eval[string](p, `document.querySelector("#base").value + document.activeElement.id`); got != "base" {
		t.Errorf("after the base is cleared: %q", got)
	}
}

// TestLines checks what the Enter key and pasted line breaks do.
func TestLines(t *testing.T) {
	p := openPage(t, "#input=")
	p.keys("https://h/")
	p.keys(kb.Enter)
	p.checkText("#verdict", "A valid URL string")
	if got := eval[string](p, "location.hash"); got != "#input=https%3A%2F%2Fh%2F" {
		t.Errorf("Enter leaves the address at %s", got)
	}
	p.keys(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift))
	p.keys("a")
	p.checkPart(thePackage, "href", "https://h/a", false)
	p.wait(`document.querySelector("#newline").checkVisibility()`)
	p.click("#remove-newlines")
	p.checkText("#verdict", "A valid URL string")
	if got := eval[string](p, `document.querySelector("#input").value`); got != "https://h/a" {
		t.Errorf("without the line break: %q", got)
	}
	if got := eval[string](p, "document.title"); got != "h – URL playground" {
		t.Errorf("the title is %q", got)
	}
}

// TestRoom checks how much room URLs take.
func TestRoom(t *testing.T) {
	p := openNewPage(t, "#input=https://example.com/a/b?c%3Dd%23e")
	height := func() int64 { p.settle(); return eval[int64](p, "document.documentElement.scrollHeight") }
	if got := height(); got > 800 {
		t.Errorf("a simple URL takes %d pixels", got)
	}
	p.checkTexts("td.same", slices.Repeat([]string{"same"}, len(p.texts("td.same")))...)
	p.checkTexts(".empties td", "username, password, port")

	words := strings.Repeat("/some-words/0123456789abcdef0123456789abcdef0123456789abcdef", 40)
	eval[any](p, `location.hash = "#input=" + encodeURIComponent(`+quote("/"+words+"?"+words+"|#"+words)+`) + "&base=https://example.com"`)
	p.wait(`document.querySelectorAll(".show-all").length > 2`)
	if got := height(); got > 3*800 {
		t.Errorf("a URL of %d bytes takes %d pixels", 3*len(words), got)
	}
	eval[any](p, `document.querySelector("td[data-part=href] .show-all").click()`)
	p.wait(`document.activeElement.textContent === "show less"`)
	if !eval[bool](p, `(() => { const c = document.querySelector("td[data-part=href] code"); return c.clientHeight >= c.scrollHeight - 2 })()`) {
		t.Error("the href is still cut")
	}
	p.do(chromedp.EmulateViewport(1800, 900))
	columns := eval[int](p, `new Set([".read", ".safety", ".tools .card"].map((s) => document.querySelector(s).getBoundingClientRect().left)).size`)
	if columns != 3 {
		t.Errorf("%d columns on a wide screen", columns)
	}
}

// TestOnlyDifferences hides the rows where all engines agree.
func TestOnlyDifferences(t *testing.T) {
	p := openNewPage(t, `#input=/\evil.example/a&base=https://shop.example`)
	p.click("#only-differences")
	visible := eval[[]string](p, `[...document.querySelectorAll(".parts tbody th")].filter((e) => e.checkVisibility()).map((e) => e.textContent)`)
	if want := []string{"outcome", "href", "host", "hostname", "pathname"}; !slices.Equal(visible, want) {
		t.Errorf("rows %q, want %q", visible, want)
	}
}

// TestTools compares two URLs, encodes a query, and draws the offsets.
func TestTools(t *testing.T) {
	p := openPage(t, "#input=https://a.example.com/x?q=%25C3%25A9é&other=https://b.example.com/&encoding=windows-1252")
	p.checkTexts("#relation dd", "https://b.example.com/", "https://b.example.com", "no", "yes", "yes", "https://example.com and https://example.com", "no", "only the whole URL")
	p.checkText("#encoded code", "https://a.example.com/x?q=%C3%A9%E9")
	unknown := eval[[]string](p, `Promise.all([import("./engine.js"), import("./relation.js")]).then(async ([{ ask }, { ENCODINGS }]) => {
		const answers = await Promise.all(ENCODINGS.map((encoding) => ask({ input: "https://h/?é", calls: [], encoding })));
		return ENCODINGS.filter((_, i) => !answers[i].answer.encoded.href);
	})`)
	if len(unknown) > 0 {
		t.Errorf("the package does not know %q", unknown)
	}
	if n := len(unknown); n == 0 && !eval[bool](p, `import("./relation.js").then(({ ENCODINGS }) => ENCODINGS.includes("iso-8859-8-i"))`) {
		t.Error("the page does not offer iso-8859-8-i")
	}
	p.fill("#other", "/x?y")
	p.checkText("#relation dd:nth-of-type(3)", "yes")
	p.checkText("#relation dd:last-child", "?y")
	p.fill("#input", "https://user:pass@example.com:1234/foo/bar?baz#quux")
	p.wait(`document.querySelector(".diagram")`)
	// The offsets are those of ada's documentation for the same URL, but that a host begins after its "@".
	want := strings.TrimPrefix(`
https://user:pass@example.com:1234/foo/bar?baz#quux
|       |    |    |           |   |       |   |
|       |    |    |           |   |       |   `+"`"+`------- hash 46–51
|       |    |    |           |   |       `+"`"+`----------- search 42–46
|       |    |    |           |   `+"`"+`------------------- pathname 34–42
|       |    |    |           `+"`"+`----------------------- port 30–34
|       |    |    `+"`"+`----------------------------------- hostname 18–29
|       |    `+"`"+`---------------------------------------- password 13–17
|       `+"`"+`--------------------------------------------- username 8–12
`+"`"+`----------------------------------------------------- protocol 0–6`, "\n")
	p.checkText(".diagram", want)
}

// TestPattern matches URLs against a pattern, and checks that the page says where the browser differs.
func TestPattern(t *testing.T) {
	p := openPage(t, "#input=https://shop.example/products/42&pattern=https://*.example/:kind/:id(%5Cd%2B)&try=/x&try=https://a.example/b/1&try=https://a.example/b/c")
	p.checkTexts("#match .outcome", "matches", "not a URL", "matches", "does not match")
	p.checkTexts("#match li:first-child dd", "shop", "products", "42")
	p.checkTexts("#match .sign") // the browser agrees
	p.checkTexts("#match .demands tbody", "protocolhttpssamehostname*.examplesameportemptysamepathname/:kind/:id(\\d+)same")
	p.checkTexts("#match li:last-child p", "because of pathname")
	p.fill("#pattern", "https://h/é/:a/:a")
	p.checkTexts("#match li")
	if got := p.text("#pattern-fault"); !strings.Contains(got, "duplicate") {
		t.Errorf("the error is %q", got)
	}
	p.checkText("#pattern-fault mark", ":")
	p.checkTexts("#pattern-fault .differs") // the browser refuses it, too
	p.fill("#pattern", `{"hostname": "*.example", "pathname": "/PRODUCTS/*"}`)
	p.checkText("#match .outcome", "does not match")
	p.click("#ignore-case")
	p.checkText("#match .outcome", "matches")
	p.checkTexts("#match .sign")
	p.wait(`location.hash.includes("ignoreCase=1")`)
	p.click("#ignore-case")
	p.fill("#base", "https://shop.example")
	p.fill("#pattern", "/products/:id")
	p.checkText("#match .outcome", "matches")
	p.fill("#tries", "/products/7")
	p.checkTexts("#match dd", "42", "7")
	p.wait(`location.hash.includes("try=%2Fproducts%2F7")`)
}

// TestOffsets checks the offsets on the vectors that parse: what is between them is the component.
func TestOffsets(t *testing.T) {
	p := openPage(t, "#input=")
	var inputs []string
	for _, v := range ownVectors(t) {
		if !v.Failure && v.Base == nil {
			inputs = append(inputs, v.Input)
		}
	}
	literal, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	wrong := eval[[]string](p, `Promise.all([import("./engine.js"), import("./diagram.js")]).then(async ([{ ask }, { offsets }]) => {
		const wrong = [];
		const answers = await Promise.all(`+string(literal)+`.map((input) => ask({ input, calls: [] })));
		for (const { answer: { url } } of answers) {
			for (const [name, from, to] of offsets(url)) {
				const text = url.href.slice(from, to);
				if (text !== url[name]) wrong.push(url.href + " has the " + name + " " + text);
			}
		}
		return wrong.slice(0, 10);
	})`)
	if len(wrong) > 0 {
		t.Errorf("%d vectors: %q", len(inputs), wrong)
	}
}

// TestTakeAway copies the case in each form, and runs the command and the Go test.
func TestTakeAway(t *testing.T) {
	p := openPage(t, "#input=")
	p.allowClipboard()
	var tests []string
	weburl := buildTool(t)
	for _, fragment := range []string{
		`#input=\it's%20"%20$HOME%20\&base=https://h/&call=host&arg=x:99999&call=append&arg=a"&arg=é&call=sort&call=deleteValue&arg=a&arg=b&call=hash&arg=` + "`",
		"#input=ht%09tp://a'%0D%0Ab/\\\\&escapes=1",
		"#input=http://&base=https://h/",
		"#input=a&base=b",
		"#input=https://h/%EF%BB%BF%20?%EF%BB%BF&call=hash&arg=%EF%BB%BF",
	} {
		eval[any](p, `location.hash = `+quote(fragment))
		p.wait(`document.querySelector("#input").value !== "" && document.querySelector("#verdict").textContent !== ""`)
		p.settle()
		tests = append(tests, p.copied("#copy-go"))
		checkCommand(t, weburl, p.copied("#copy-command"), p.text("#verdict"))
		if text := p.copied("#copy-json"); !json.Valid([]byte(text)) || !strings.Contains(text, `"input":`) {
			t.Errorf("the JSON is %s", text)
		}
	}
	eval[any](p, `location.hash = "#input=https://h/"`)
	p.checkPart(thePackage, "href", "https://h/", false)
	if got := p.copied("td[data-part=href] .copy"); got != "https://h/" {
		t.Errorf("the href is copied as %q", got)
	}
	runTests(t, tests)
}

// copied clicks on a button that copies, and returns what it has copied. The button says so for a short time only.
func (p *page) copied(selector string) string {
	p.t.Helper()
	p.settle()
	button := "document.querySelector(" + quote(selector) + ")"
	p.wait("!" + button + `.textContent.startsWith("✓")`)
	said := eval[string](p, `new Promise((done) => {
		const button = `+button+`;
		new MutationObserver(() => done(button.textContent)).observe(button, { childList: true });
		button.click();
	})`)
	if !strings.HasPrefix(said, "✓") {
		p.t.Fatalf("%s says %q", selector, said)
	}
	return eval[string](p, "navigator.clipboard.readText()")
}

// buildTool builds the command line tool, and returns its directory.
func buildTool(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	output, err := exec.CommandContext(context.Background(), "go", "-C", "../..", "build", "-o", filepath.Join(dir, "weburl"), "./cmd/weburl").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return dir
}

// checkCommand runs a command of the tool in dir in a shell, and checks that it explains the same input.
func checkCommand(t *testing.T, dir, command, verdict string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skipf("the command needs a shell: %v", err)
	}
	run := exec.CommandContext(context.Background(), "bash", "-c", command)
	run.Env = append(os.Environ(), "PATH="+dir)
	output, err := run.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); err != nil && !ok || ok && exit.ExitCode() >= 126 { // the shell did not find it
		t.Fatal(err)
	}
	if name, ok := strings.CutPrefix(verdict, "Refused: "); ok && !strings.Contains(string(output), strings.Fields(name)[0]) {
		t.Errorf("%s prints %s", command, output)
	} else if !ok && !strings.HasPrefix(verdict, "The base is refused") && !strings.Contains(string(output), "invalid-") {
		t.Errorf("%s prints %s", command, output)
	}
}

// runTests runs Go tests, each in a file of its own.
func runTests(t *testing.T, tests []string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mod := readFile(t, "go.mod")
	mod = strings.Replace(mod, "=> ../../", "=> "+root+"/", 1)
	mod = strings.Replace(mod, "module github.com/weburl-go/url/cmd/playground", "module cases", 1)
	files := map[string]string{"go.mod": mod, "go.sum": readFile(t, "go.sum")}
	for i, test := range tests {
		n := strconv.Itoa(i)
		files["case"+n+"_test.go"] = strings.Replace(test, "func TestCase(", "func TestCase"+n+"(", 1)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output, err := exec.CommandContext(context.Background(), "go", "-C", dir, "test", "-v", ".").CombinedOutput()
	if err != nil || strings.Count(string(output), "--- PASS") != len(tests) {
		t.Errorf("%v: %s\n%s", err, output, strings.Join(tests, "\n"))
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
