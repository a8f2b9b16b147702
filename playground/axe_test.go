package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

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
	for _, tt := range []struct{ name, fragment, prepare string }{
		{"first", "", ""},
		{"empty", "#input=", ""},
		{"refused", "#input=exa mple.com|&base=x", ""},
		{"tools", "#input=https://u:p@h:8/a?b%3Dc|%26d%3De%26f;g%23é&other=/x&encoding=shift_jis&pattern=*://*/:x&try=http://&try=https://h/y&call=host&arg=x:99999&call=append&arg=a&arg=b",
			`document.querySelectorAll("details").forEach((d) => (d.open = true))`},
		{"long", "#input=https://דוגמה.example/" + long + long + long + long + "/" + long + "?" + long + "%23" + long, ""},
		{"trouble", "#input=https://h/%0Aa", `import("./engine.js").then(() => { document.querySelector("#trouble").hidden = false })`},
	} {
		p := openPage(t, tt.fragment)
		if tt.prepare != "" {
			eval[any](p, tt.prepare)
			p.settle()
		}
		eval[any](p, axe+"; null")
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
