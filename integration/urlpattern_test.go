package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/dunglas/go-urlpattern"
)

// TestGoURLPattern runs the tests of github.com/dunglas/go-urlpattern on a shim that has its API on top of package
// urlpattern. They are those of its API, with its vectors and fuzz seeds; its tokenizer has tests of its own.
func TestGoURLPattern(t *testing.T) {
	output := func(dir, name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	theirs := output(".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/dunglas/go-urlpattern")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for to, from := range map[string]string{
		"shim.go":                          filepath.Join("testdata", "go-urlpattern", "shim.go"),
		"urlpattern_test.go":               filepath.Join(theirs, "urlpattern_test.go"),
		"fuzz_test.go":                     filepath.Join(theirs, "fuzz_test.go"),
		"benchmark_test.go":                filepath.Join(theirs, "benchmark_test.go"),
		"testdata/urlpatterntestdata.json": filepath.Join(theirs, "testdata", "urlpatterntestdata.json"),
		"go.mod":                           "go.mod", "go.sum": "go.sum",
	} {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	output(dir, "go", "mod", "edit", "-module", "github.com/dunglas/go-urlpattern",
		"-droprequire", "github.com/dunglas/go-urlpattern", "-replace", "github.com/weburl-go/url="+root)
	out := output(dir, "go", "test", "-v", "-bench", ".", "-benchtime", "1x", ".")
	if passed := strings.Count(out, "--- PASS"); passed < 580 || strings.Contains(out, "--- FAIL") {
		t.Errorf("%d tests passed\n%s", passed, out)
	} else {
		t.Logf("%d tests passed, %d were skipped", passed, strings.Count(out, "--- SKIP"))
	}
}
