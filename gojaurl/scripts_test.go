package gojaurl_test

import (
	_ "embed"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/vectors"
)

// This file runs the scripts of web-platform-tests as they are.

//go:embed testdata/harness.js
var harness string

var (
	metaScript = regexp.MustCompile(`(?m)^// META: script=(.*)$`)
	sourceMap  = regexp.MustCompile(`(?m)^//# sourceMappingURL=.*$`)
)

// runScript runs a script of a checkout of web-platform-tests, and returns the results of its subtests.
func runScript(t *testing.T, r engine, root, script string) (results []result) {
	t.Helper()
	read := func(name string) string {
		if !strings.HasPrefix(name, "/") {
			name = filepath.Join(filepath.Dir(script), name)
		} else if name == "/resources/WebIDLParser.js" { // another name that the server has for a file
			name = "/resources/webidl2/lib/webidl2.js"
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return sourceMap.ReplaceAllString(string(text), "") // which a checkout does not have
	}
	run := func(name, source string) string {
		v, err := r.run(name, source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return v
	}
	r.set("path", "/"+script)
	r.set("read", read)
	r.set("report", func(text string) {
		if err := json.Unmarshal([]byte(text), &results); err != nil {
			t.Fatal(err)
		}
	})
	run("harness.js", harness)
	run("testharness.js", read("/resources/testharness.js"))
	run("collect", "collect()")
	source := read("/" + script)
	for _, match := range metaScript.FindAllStringSubmatch(source, -1) {
		run(match[1], read(match[1]))
	}
	run(script, source)
	for results == nil && run("timers", "runTimers()") == "true" {
		continue
	}
	return results
}

func TestScripts(t *testing.T) {
	// WPT_DIR has to be in a checkout, with the scripts.
	root := filepath.Join(vectors.Path(t, "WPT_DIR", "../../resources/testharness.js"), "../..")
	scripts, err := filepath.Glob(filepath.Join(root, "url", "*.any.js"))
	if err != nil || len(scripts) < 24 { // those of testdata/wpt/files.txt
		t.Fatalf("%d scripts in %s, want at least 24; %v", len(scripts), root, err)
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		total, ran := 0, 0
		for _, file := range scripts {
			script := "url/" + filepath.Base(file)
			t.Run(name+"/"+script, func(t *testing.T) {
				results := runScript(t, ours[name](t), root, script)
				if len(results) < 2 {
					t.Fatal("no subtests")
				}
				for _, r := range results {
					if r.Message != "" {
						t.Errorf("%s: %s", r.Name, r.Message)
					}
				}
				total += len(results) - 1
				ran++
			})
		}
		if ran == len(scripts) && total < 4000 { // these have a subtest for each vector of suites
			t.Errorf("%s: %d subtests, want at least 4000", name, total)
		}
		t.Logf("%s: %d subtests of %d scripts", name, total, len(scripts))
	}
}
