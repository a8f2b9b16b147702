package gojaurl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"

	"github.com/weburl-go/url/gojaurl"
)

// recorder follows goja_nodejs's assert.js. It makes an assertion that fails report the stack, and go on.
const recorder = `
;for (const name of ["sameValue", "throws", "throwsNodeError"]) {
	const assert = module.exports[name].bind(module.exports);
	module.exports[name] = (...args) => {
		try {
			assert(...args);
			report("", "");
		} catch (e) {
			report(String(e.message), new Error().stack);
		}
	};
}`

// nodejsDepartures are the lines of goja_nodejs's scripts whose assertions fail here, and the reasons. whatwg-url keeps the port in all
// of them.
var nodejsDepartures = map[string]string{
	`testSetPort("-123", "");`:      noDigit,
	`testSetPort(-123, "");`:        noDigit,
	`testSetPort(-123.45, "");`:     noDigit,
	`testSetPort("a5678abcd", "");`: noDigit,
}

const noDigit = "a port that begins with no digit is ignored: https://url.spec.whatwg.org/#port-state"

// TestNodejsScripts runs goja_nodejs's own scripts about its classes with the classes of this package.
func TestNodejsScripts(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/dop251/goja_nodejs").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := strings.TrimSpace(string(out))
	failing := map[string]bool{}
	for script, least := range map[string]int{"url/testdata/url_test.js": 90, "url/testdata/url_search_params.js": 150} {
		assertions := 0
		source, err := os.ReadFile(filepath.Join(folder, script))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(source), "\n")
		vm := newNodejsVM(t, folder, func(message, stack string) {
			if assertions++; message == "" {
				return
			}
			line := lines[outermost(t, stack, script)-1]
			if failing[line] = true; nodejsDepartures[line] == "" {
				t.Errorf("%s: %s: %s", script, line, message)
			}
		})
		if _, err := vm.RunScript(script, string(source)); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		if t.Logf("%s: %d assertions", script, assertions); assertions < least {
			t.Errorf("%s: %d assertions, want at least %d", script, assertions, least)
		}
	}
	for line := range nodejsDepartures {
		if !failing[line] {
			t.Errorf("%s: no assertion fails", line)
		}
	}
}

// newNodejsVM returns a runtime whose module "url" is this package, and whose assertions call report.
func newNodejsVM(t *testing.T, folder string, report func(message, stack string)) *goja.Runtime {
	t.Helper()
	registry := require.NewRegistry(require.WithLoader(func(name string) ([]byte, error) {
		source, err := os.ReadFile(filepath.Join(folder, filepath.Base(name)))
		if err != nil {
			return nil, require.ModuleFileDoesNotExistError
		}
		return append(source, recorder...), nil
	}))
	registry.RegisterNativeModule("url", gojaurl.Require)
	vm := newVM(t)
	registry.Enable(vm)
	if err := vm.Set("report", report); err != nil {
		t.Fatal(err)
	}
	return vm
}

// outermost returns the line of a script at which a stack begins.
func outermost(t *testing.T, stack, script string) int {
	t.Helper()
	matches := regexp.MustCompile(regexp.QuoteMeta(script)+`:(\d+)`).FindAllStringSubmatch(stack, -1)
	if len(matches) == 0 {
		t.Fatalf("%s is not in the stack\n%s", script, stack)
	}
	line, err := strconv.Atoi(matches[len(matches)-1][1])
	if err != nil {
		t.Fatal(err)
	}
	return line
}
