//go:build !js

// The test runs scripts of web-platform-tests as they are, in Node, against the package compiled to WebAssembly.
package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/vectors"
)

// missing skips the test, or fails if the environment variable CI is set.
func missing(t *testing.T, message string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(message)
	}
	t.Skip(message)
}

// build compiles the program to WebAssembly, and returns its path and that of the JavaScript that starts it.
func build(t *testing.T) (wasm, wasmExec string) {
	t.Helper()
	wasm = filepath.Join(t.TempDir(), "webidl.wasm")
	build := exec.Command("go", "build", "-o", wasm, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build.Args, err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return wasm, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
}

// A result is what run.js writes of a script, or of one of its subtests.
type result struct {
	Name    string
	Passed  bool
	Message string
	Tests   []result
}

func TestScripts(t *testing.T) {
	wasm, wasmExec := build(t)
	// WPT_DIR has to be in a checkout, with the scripts.
	root := filepath.Join(vectors.Path(t, "WPT_DIR", "../../resources/testharness.js"), "../..")
	if _, err := os.Stat("node_modules/whatwg-url"); err != nil {
		missing(t, "whatwg-url is not installed. To install it, run\n\tnpm install --prefix integration/webidl")
	}
	scripts, err := filepath.Glob(filepath.Join(root, "url", "*.any.js"))
	if err != nil {
		t.Fatal(err)
	}
	ran, passed, total := 0, 0, 0
	for _, file := range scripts {
		script := "url/" + filepath.Base(file)
		t.Run(script, func(t *testing.T) {
			ran++
			node := exec.Command("node", "run.js", wasmExec, wasm, root, script)
			node.Stderr = os.Stderr
			out, err := node.Output()
			var r result
			if err == nil {
				err = json.Unmarshal(out, &r)
			}
			if err != nil || !r.Passed || len(r.Tests) == 0 {
				t.Fatalf("the harness fails: %v %s %.1000s", err, r.Message, out)
			}
			before := passed
			for _, test := range r.Tests {
				if test.Passed {
					passed++
				} else {
					t.Errorf("%q: %s", test.Name, test.Message)
				}
			}
			total += len(r.Tests)
			t.Logf("%d of %d subtests pass", passed-before, len(r.Tests))
		})
	}
	t.Logf("%d of %d subtests of %d scripts pass", passed, total, ran)
	if ran == len(scripts) && total < 4800 { // else -run chose some
		t.Errorf("%d subtests, want at least 4800", total)
	}
}
