package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// This file lets tests use the page as a person does.

// patience limits each wait. It is long because the machine may be busy.
const patience = 3 * time.Minute

var (
	allTests, endTests = context.WithCancel(context.Background())

	theBrowser = sync.OnceValues(func() (context.Context, error) { return startBrowser() })
	theProgram = sync.OnceValues(func() (*program, error) { return compile(allTests, ".") })
	theServer  = sync.OnceValues(startServer)
)

func TestMain(m *testing.M) {
	status := m.Run()
	endTests()
	if browser, err := theBrowser(); err == nil {
		chromedp.FromContext(browser).Allocator.Wait()
	}
	os.Exit(status)
}

var errNoBrowser = errors.New("none of chromium, chromium-browser and google-chrome is in $PATH")

// startBrowser starts a browser with its own profile. Only the page makes requests in it.
func startBrowser(flags ...chromedp.ExecAllocatorOption) (context.Context, error) {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" || allTests.Err() != nil {
		return nil, errNoBrowser
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(patience))
	options = append(options, flags...)
	allocator, _ := chromedp.NewExecAllocator(allTests, options...)
	browser, _ := chromedp.NewContext(allocator)
	return browser, chromedp.Do(browser)
}

// startServer compiles the program and serves the page.
func startServer() (*httptest.Server, error) {
	program, err := theProgram()
	if err != nil {
		return nil, err
	}
	return httptest.NewServer(newHandler(newSite(program, false))), nil
}

// A page is a tab in which the page is open.
type page struct {
	t      *testing.T
	ctx    context.Context
	close  context.CancelFunc
	origin string

	mu        sync.Mutex
	complaint []string // requests to elsewhere, exceptions, errors in the console
}

// sharedPage is the page that openPage goes on with: for a new tab, a browser compiles the program again.
var sharedPage *page

// openPage shows a fragment in the shared page, or in a new one if the last test has failed. The options that are not in the
// fragment stay as the last test left them.
func openPage(t *testing.T, fragment string) *page {
	t.Helper()
	p := sharedPage
	if p == nil {
		p = openTab(t)
		p.visit("")
	}
	p.t, sharedPage = t, p
	t.Cleanup(func() {
		p.reportComplaints()
		if t.Failed() {
			p.close()
			sharedPage = nil
		}
	})
	p.show(fragment)
	return p
}

// openNewPage opens the page with a fragment in a new tab, which the end of the test closes.
func openNewPage(t *testing.T, fragment string) *page {
	t.Helper()
	p := newTab(t)
	p.visit(fragment)
	return p
}

// visit opens the page with a fragment, and waits until the package has read its first URL.
func (p *page) visit(fragment string) {
	p.t.Helper()
	server, err := theServer()
	if err != nil {
		p.t.Fatal(err)
	}
	p.open(server.URL+"/", fragment)
	p.wait(`document.querySelector("#about").textContent !== ""`)
	p.settle()
}

// show goes to a fragment of the open page, with closed tools and the focus on the input, as when the page is opened.
func (p *page) show(fragment string) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(1280, 800))
	p.prefer("")
	eval[any](p, `new Promise((done) => {
		document.querySelectorAll("details").forEach((d) => (d.open = false));
		document.querySelector("#input").focus();
		scrollTo(0, 0);
		history.replaceState(null, "", "#before");
		addEventListener("hashchange", () => done(null), { once: true });
		location.hash = `+quote(fragment)+`;
	})`)
	p.settle()
}

// newTab opens an empty tab, which the end of the test closes.
func newTab(t *testing.T) *page {
	t.Helper()
	p := openTab(t)
	t.Cleanup(p.close)
	t.Cleanup(p.reportComplaints)
	return p
}

// openTab opens an empty tab.
func openTab(t *testing.T) *page {
	t.Helper()
	browser, err := theBrowser()
	needBrowser(t, err)
	p := &page{t: t}
	p.ctx, p.close = chromedp.NewContext(browser)
	if err := chromedp.Listen(p.ctx, p.observe); err != nil {
		t.Fatal(err)
	}
	return p
}

// needBrowser skips t if there is no browser.
func needBrowser(t *testing.T, err error) {
	t.Helper()
	switch {
	case errors.Is(err, errNoBrowser) && os.Getenv("CI") == "":
		t.Skipf("%v: this test needs one (Debian's package is chromium)", err)
	case err != nil:
		t.Fatal(err)
	}
}

// open opens the page at an address that ends in a slash, with a fragment.
func (p *page) open(address, fragment string) {
	p.t.Helper()
	p.mu.Lock()
	p.origin = address
	p.mu.Unlock()
	p.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(address+fragment))
}

// beforeScripts runs JavaScript in each page of the tab before the page's own.
func (p *page) beforeScripts(source string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	}))
}

// settle waits until the page shows the answers to what is typed.
func (p *page) settle() {
	p.t.Helper()
	p.wait(`document.body.getAttribute("aria-busy") === "false"`)
}

// observe records events that no test may cause. The goroutine that reads from the browser calls it.
func (p *page) observe(event any) {
	complaint := ""
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.mu.Lock()
		if u := e.Request.URL; !strings.HasPrefix(u, p.origin) {
			complaint = "a request to " + u
		}
		p.mu.Unlock()
	case *runtime.EventExceptionThrown:
		complaint = "an exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			complaint += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			complaint = "an error in the console: " + e.Entry.Text + " " + e.Entry.URL
		}
	}
	if complaint != "" {
		p.mu.Lock()
		p.complaint = append(p.complaint, complaint)
		p.mu.Unlock()
	}
}

// forgive forgets complaints that contain a text. A test that breaks the page calls it.
func (p *page) forgive(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.complaint = slices.DeleteFunc(p.complaint, func(s string) bool { return strings.Contains(s, text) })
}

func (p *page) reportComplaints() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, complaint := range p.complaint {
		p.t.Error(complaint)
	}
	p.complaint = nil
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// keys types into the focused element.
func (p *page) keys(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, options...))
}

// fill replaces the text of a field at once, as pasting does.
func (p *page) fill(selector, text string) {
	p.t.Helper()
	p.do(chromedp.Focus(chromedp.CSS(selector)))
	p.keys("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// click clicks on an element. Answers that are still to come would move it away from the mouse.
func (p *page) click(selector string) {
	p.t.Helper()
	p.settle()
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// wait waits until a condition in JavaScript holds. The page may be on its way to another one.
func (p *page) wait(condition string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+condition+")", chromedp.EvalAwaitPromise))
		switch {
		case err == nil && holds:
			return
		case err != nil && !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context was destroyed"):
			p.t.Fatalf("%s: %v", condition, err)
		}
	}
	p.t.Fatalf("never became true: %s", condition)
}

// eval returns the value of a JavaScript expression. If that is a promise, it waits for the result.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression[:min(len(expression), 200)], err)
	}
	return v
}

// quote returns s as a string literal of JavaScript.
func quote(s string) string {
	literal, err := json.Marshal(s)
	if err != nil {
		panic(err) // every string can be marshaled
	}
	return string(literal)
}

// text returns the text of the first element that the selector matches.
func (p *page) text(selector string) string {
	p.t.Helper()
	p.settle()
	return eval[string](p, "document.querySelector("+quote(selector)+")?.textContent ?? '(no such element)'")
}

func (p *page) texts(selector string) []string {
	p.t.Helper()
	p.settle()
	return eval[[]string](p, "[...document.querySelectorAll("+quote(selector)+")].map((e) => e.textContent)")
}

// The columns of the table of parts.
const (
	thePackage = "this package"
	yours      = "your browser"
	netURL     = "net/url"
)

// part returns the text of a part in an engine's column, and whether it is marked as different.
func (p *page) part(engine, name string) (value string, differs bool) {
	p.t.Helper()
	p.settle()
	cell := eval[[]string](p, `(() => {
		const find = (engine) => document.querySelector("td[data-engine=" + JSON.stringify(engine) + "][data-part=`+name+`]");
		let cell = find(`+quote(engine)+`);
		if (!cell) cell = find(`+quote(thePackage)+`); // all three agree
		if (!cell) return [document.querySelector(".empties td")?.textContent.split(", ").includes("`+name+`") ? "" : "(no such cell)", "false"];
		if (cell.matches(".same")) cell = find(`+quote(thePackage)+`);
		return [cell.querySelector("code")?.textContent ?? "", String(cell.classList.contains("differs"))];
	})()`)
	return cell[0], cell[1] == "true"
}

// checkPart checks a part in an engine's column.
func (p *page) checkPart(engine, name, want string, wantDiffers bool) {
	p.t.Helper()
	if got, differs := p.part(engine, name); got != want || differs != wantDiffers {
		p.t.Errorf("%s of %s: %q, differs: %t; want %q, %t", name, engine, got, differs, want, wantDiffers)
	}
}

func (p *page) checkText(selector, want string) {
	p.t.Helper()
	if got := p.text(selector); got != want {
		p.t.Errorf("%s: %q, want %q", selector, got, want)
	}
}

func (p *page) checkTexts(selector string, want ...string) {
	p.t.Helper()
	if got := p.texts(selector); !slices.Equal(got, want) {
		p.t.Errorf("%s: %q, want %q", selector, got, want)
	}
}

// row returns a selector within the row of call i, counted from 1.
func row(i int, selector string) string {
	return "#calls > li:nth-child(" + strconv.Itoa(i) + ") " + selector
}

// axeVersion is the version of axe-core, Deque's checker of accessibility, in the npm registry.
const axeVersion = "4.14.1"

// installAxe installs axe-core in a temporary directory, and returns its script.
func installAxe(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	command := exec.CommandContext(context.Background(), "npm", "install", "--prefix", dir, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "axe-core@"+axeVersion)
	output, err := command.CombinedOutput()
	switch {
	case err != nil && os.Getenv("CI") == "":
		t.Skipf("this test needs axe-core %s from the npm registry: %v\n%s", axeVersion, err, output)
	case err != nil:
		t.Fatalf("cannot install axe-core: %v\n%s", err, output)
	}
	return readFile(t, filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
}

// TestAccessibility checks six states of the page with axe-core, in light and dark colors and on a phone.
func TestAccessibility(t *testing.T) {
	axe := installAxe(t)
	p := openNewPage(t, "")
	eval[any](p, axe+"; null")
	for _, tt := range []struct{ name, fragment, prepare string }{
		{"first", "", ""},
		{"empty", "#input=", ""},
		{"refused", "#input=exa mple.com|&base=x", ""},
		{"tools", "#input=https://u:p@h:8/a?b%3Dc|%26d%3De%26f;g%23é&other=/x&encoding=shift_jis&pattern=*://*/:x&try=http://&try=https://h/y&call=host&arg=x:99999&call=append&arg=a&arg=b",
			`document.querySelectorAll("details").forEach((d) => (d.open = true))`},
		{"long", "#input=https://דוגמה.example/" + long + long + long + long + "/" + long + "?" + long + "%23" + long, ""},
		{"trouble", "#input=https://h/%0Aa", `import("./engine.js").then(() => { document.querySelector("#trouble").hidden = false })`},
	} {
		p.show(tt.fragment)
		if tt.prepare != "" {
			eval[any](p, tt.prepare)
			p.settle()
		}
		for _, look := range []struct {
			width  int64
			scheme string
			rules  string // "[]": all
		}{{1280, "light", "[]"}, {1280, "dark", `["color-contrast"]`}, {390, "light", "[]"}} {
			p.do(chromedp.EmulateViewport(look.width, 800))
			p.prefer(look.scheme)
			p.checkAxe(fmt.Sprintf("%s, %d pixels, %s", tt.name, look.width, look.scheme), look.rules)
		}
	}
}

// checkAxe reports what axe-core finds in the page by some of its rules, or by all. The rules are an array of JavaScript.
func (p *page) checkAxe(name, rules string) {
	p.t.Helper()
	found := eval[[]json.RawMessage](p, `axe.run(document, { resultTypes: ["violations"], ...(`+rules+`.length && { runOnly: `+rules+` }) }).then(({ violations, passes }) =>
		passes.length < (`+rules+`.length || 15) ? ["axe-core checked little"] : violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]) })))`)
	for _, violation := range found {
		p.t.Errorf("%s: %s", name, violation)
	}
}
