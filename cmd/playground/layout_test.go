package main

import (
	"context"
	"flag"
	"fmt"
	neturl "net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var screenshots = flag.Bool("screenshots", false, "write screenshots of the page to the directory screenshots, which git ignores")

// shownCases are the fragments of cases that together show everything the page can show.
var shownCases = map[string]string{
	"first":   "",
	"refused": "#input=http://[2001:db8::1]:99999/%20|&call=host&arg=x",
	"calls":   "#input=https://example.com:8080/a?q%3D1%26b;c%3D2%26q%3D%25zz&call=host&arg=example.org:99999&call=append&arg=name&arg=a+longer+value&call=sort",
	"valid":   "#input=https://example.com/",
	"pattern": "#input=https://shop.example/products/42?ref%3Dmail&pattern=https://*.example/:kind/:id(%5Cd%2B)&try=https://shop.example/products/new&try=http://",
	"rtl":     "#input=https://דוגמה.example/שלום/a%20?שם=ערך&other=/x&encoding=windows-1255",
	"alike":   "#input=https://аррӏе.com/",
	"danger":  `#input=http://good.com:22\@paypal.com.127.1.nip.io/..%252f%E2%80%AEgpj.exe?next%3D//evil.example%26x%3D%250d%250a`,
	"long":    "#input=https://user:pass@example.com:8443/a/long/path/without/anywhere/to/break/" + long + "?" + long + "%23" + long,
}

const long = "0123456789012345678901234567890123456789012345678901234567890123456789"

// TestLayout checks the page in the widths of a desktop and of a phone, in light and in dark colors: nothing is wider
// than the page, and all text has enough contrast.
func TestLayout(t *testing.T) {
	for name, fragment := range shownCases {
		p := openPage(t, fragment)
		for _, width := range []int64{1920, 1280, 390} {
			for _, scheme := range []string{"light", "dark"} {
				if scheme == "dark" && width != 1280 && !*screenshots {
					continue // the width does not change colors
				}
				p.do(chromedp.EmulateViewport(width, 800))
				p.prefer(scheme)
				p.settle()
				p.checkLayout(fmt.Sprintf("%s, %d pixels, %s", name, width, scheme), width)
				p.screenshot(fmt.Sprintf("%s-%d-%s.png", name, width, scheme))
			}
		}
	}
}

// TestPhone checks that a phone shows the worst note on its first screen, below the field.
func TestPhone(t *testing.T) {
	for input, want := range map[string]string{
		`https://good.example\@evil.example/`: "danger: Browsers read “good.example” as the host. Other programs may read “evil.example”.",
		"https://u:p@www.a.example/login?q=1": "warning: The text before “@” is a username and a password. The host is “www.a.example”.",
		"localhost:8080/x":                    "warning: “localhost:” is read as a scheme, so there is no host. Write “http://localhost:8080/x”.",
		"http://localhost:8080/a%2Fb":         "",
	} {
		p := openPage(t, "#input="+neturl.QueryEscape(input))
		p.do(chromedp.EmulateViewport(390, 844))
		p.settle()
		eval[any](p, `scrollTo(0, 0)`)
		got := strings.NewReplacer("⚠", "", "!", "", "\u2068", "", "\u2069", "").Replace(eval[string](p, `document.querySelector("#worst").checkVisibility() ? document.querySelector("#worst").textContent : ""`))
		if got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
		if bottom := eval[float64](p, `document.querySelector("#worst").getBoundingClientRect().bottom + scrollY`); bottom > 844 {
			t.Errorf("%s: the note ends at %v pixels", input, bottom)
		}
		picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err != nil || len(picture) < 10_000 {
			t.Errorf("%s: a screenshot of %d bytes, %v", input, len(picture), err)
		}
		if *screenshots && want != "" {
			p.save("phone-"+want[:6]+".png", picture)
		}
	}
}

// TestBatch pastes 20 URLs, and checks the verdict on each.
func TestBatch(t *testing.T) {
	p := openNewPage(t, "")
	p.click("#batch-tool summary")
	p.fill("#batch", strings.Repeat("https://example.com/\nhttp://127.0.0.1/\nhttps://u@e.com/\n\nhttp://[\nhttps://www.example.co.uk/a\n", 4))
	p.wait(`document.querySelectorAll("#verdicts > li").length === 20`)
	one := []string{"A valid URL string", "A valid URL string, with 1 warning", "Not a valid URL string, but it parses, with 1 validation error and 1 warning",
		"Refused: IPv6-unclosed at byte 8", "A valid URL string"}
	p.checkTexts("#verdicts .verdict", slices.Concat(one, one, one, one)...)
	if got := p.texts("#verdicts .note"); len(got) != 8 || !strings.Contains(got[0], "127.0.0.1 is not public") {
		t.Errorf("the notes are %q", got)
	}
}

// TestSharedBatch opens a link to several URLs, and one with more than are judged.
func TestSharedBatch(t *testing.T) {
	p := openPage(t, "#input=x&batch=https://a.example/%0Ahttp://[")
	p.wait(`document.querySelectorAll("#verdicts > li").length === 2`)
	p.wait(`location.hash.endsWith("batch=https%3A%2F%2Fa.example%2F%0Ahttp%3A%2F%2F%5B")`)
	p.wait(`document.querySelector("#batch-cut").hidden`)
	p.fill("#batch", strings.Repeat("https://a.example/\n", 101))
	p.wait(`document.querySelectorAll("#verdicts > li").length === 100 && !document.querySelector("#batch-cut").hidden`)
	p.wait(`location.hash.length > 2000`)
}

// TestColumns checks that the names of the parts leave their values the room, also if there is one column of values.
func TestColumns(t *testing.T) {
	for fragment, columns := range map[string]int{"#input=https://example.com/": 2, `#input=https:\\example.com`: 4} {
		p := openPage(t, fragment)
		p.do(chromedp.EmulateViewport(1280, 800))
		p.settle()
		widths := eval[[]float64](p, `[...document.querySelectorAll(".parts thead th")].map((e) => e.getBoundingClientRect().width)`)
		if len(widths) != columns || widths[0] > 120 {
			t.Errorf("%s: columns of %v pixels", fragment, widths)
		}
	}
}

// TestTargets checks that what is clicked is at least 24 pixels high, as WCAG 2.2 asks, and that no label lies over another and nothing
// hidden is seen.
func TestTargets(t *testing.T) {
	p := openPage(t, shownCases["pattern"])
	for _, width := range []int64{1280, 390} {
		p.do(chromedp.EmulateViewport(width, 800))
		p.settle()
		for _, wrong := range eval[[]string](p, wrongTargets) {
			t.Errorf("%d pixels: %s", width, wrong)
		}
	}
}

// wrongTargets is a JavaScript expression for the summaries and buttons that are too low, and the labels that overlap.
const wrongTargets = `(() => {
	const shown = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()]);
	const low = shown("summary, button:not(.copy)").filter(([, box]) => box.height < 24).map(([e, box]) => e.textContent.trim() + " is " + box.height + " pixels high");
	const text = (e) => {
		const range = document.createRange();
		range.selectNodeContents(e);
		return range.getBoundingClientRect();
	};
	const labels = shown("label").map(([e]) => [e, text(e)]);
	const over = ([a, p], [b, q]) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1 && !a.contains(b) && !b.contains(a);
	const overlaps = labels.flatMap((one, i) => labels.slice(i + 1).filter((other) => over(one, other)).map(([e]) => one[0].textContent.trim() + " lies over " + e.textContent.trim()));
	const hidden = shown("[hidden]").map(([e]) => e.id + " is hidden, and seen");
	return [...low, ...overlaps, ...hidden];
})()`

// TestEcho checks what stands out in the host.
func TestEcho(t *testing.T) {
	p := openPage(t, "#input=")
	for input, want := range map[string]string{
		"https://login.example.co.uk:81/a": "example.co.uk", "https://a.B\u00dcCHER\u3002example/": "B\u00dcCHER\u3002example", "http://127.0.0.1/": "127.0.0.1",
		"https://paypal.com.evil.example/": "evil.example", "https://example.com./": "example.com.", "http://localhost/": "localhost",
		"http://paypal.com%2Eevil.org/": "evil.org",
	} {
		p.fill("#input", input)
		p.wait(`document.querySelector("#input").value === ` + quote(input))
		p.checkText("#echo .part-host strong", want)
	}
}

// prefer sets the color scheme that the browser prefers.
func (p *page) prefer(scheme string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	}))
}

// allowClipboard lets the page use the clipboard without asking.
func (p *page) allowClipboard() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, name := range []string{"clipboard-read", "clipboard-write"} {
			_, err := cdp.Call(ctx, t, browser.SetPermission, browser.SetPermissionParams{
				Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// checkLayout checks the width of the page, and that each text has the contrast of 4.5 to 1 that WCAG requires.
func (p *page) checkLayout(name string, width int64) {
	p.t.Helper()
	if got := eval[int64](p, "document.documentElement.scrollWidth"); got > width {
		p.t.Errorf("%s: the page is %d pixels wide", name, got)
	}
	if got := eval[int64](p, emptyHeight); got > maxEmpty {
		p.t.Errorf("%s: a column is empty for %d pixels", name, got)
	}
	for _, text := range eval[[]string](p, faintTexts) {
		p.t.Errorf("%s: %s", name, text)
	}
}

// emptyHeight is a JavaScript expression for how much longer the longest column is than the shortest one. Open tools are
// below all columns. On a phone there is one column.
const emptyHeight = `(() => {
	const columns = new Map();
	for (const card of document.querySelectorAll(".main > .card, .safety, .tools > .card:not(:has(> details[open]))")) {
		const { left, bottom } = card.getBoundingClientRect();
		columns.set(left, Math.max(bottom, columns.get(left) ?? 0));
	}
	const bottoms = [...columns.values()];
	return Math.round(Math.max(...bottoms) - Math.min(...bottoms));
})()`

const maxEmpty = 1000

// faintTexts is a JavaScript expression for the visible texts with too little contrast to their background.
const faintTexts = `(() => {
	const channels = (color) => color.match(/[\d.]+/g).map(Number);
	const luminance = (color) => channels(color).slice(0, 3).map((c) => c / 255)
		.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const color = getComputedStyle(e).backgroundColor;
			if ((channels(color)[3] ?? 1) > 0) return color;
		}
		return "rgb(255, 255, 255)";
	};
	const hasText = (e) => e.matches("input, textarea, select") || [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
	return [...document.querySelectorAll("body *")].filter((e) => hasText(e) && e.checkVisibility()).flatMap((e) => {
		const [a, b] = [luminance(getComputedStyle(e).color), luminance(behind(e))].sort((a, b) => b - a);
		const ratio = (a + 0.05) / (b + 0.05);
		return ratio < 4.5 ? [e.tagName + "." + e.className + " " + e.textContent.slice(0, 20) + ": contrast " + ratio.toFixed(2)] : [];
	});
})()`

// screenshot writes a picture of the whole page if the flag asks for it.
func (p *page) screenshot(name string) {
	p.t.Helper()
	if !*screenshots {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	p.save(name, picture)
}

// save writes a picture.
func (p *page) save(name string, picture []byte) {
	p.t.Helper()
	const dir = "screenshots"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
