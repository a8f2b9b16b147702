package dropin

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var all = flag.Bool("all", false, "also test the modules that take long")

// A program is a third-party module. Its own tests run before and after the import of net/url is replaced.
type program struct {
	module, version string
	packages        []string // all if empty
	run             string   // all if empty; others need a server
	atLeast         int      // how many tests pass
	isLong          bool
	// differences are tests that pass before and fail after, and what they expect.
	differences map[string]string
}

var programs = []program{
	{module: "github.com/go-chi/chi/v5", version: "v5.5.0", atLeast: 370},
	{module: "github.com/gorilla/mux", version: "v1.8.1", atLeast: 310},
	{
		module: "golang.org/x/oauth2", version: "v0.38.0", atLeast: 60,
		packages: []string{".", "./internal", "./clientcredentials", "./jwt"},
	},

	{module: "github.com/gocolly/colly/v2", version: "v2.3.0", isLong: true, atLeast: 75},
	{module: "github.com/coreos/go-oidc/v3", version: "v3.21.0", isLong: true, atLeast: 90},
	{module: "github.com/prometheus/common", version: "v0.74.0", isLong: true, atLeast: 900},
	{
		module: "github.com/go-resty/resty/v2", version: "v2.17.2", isLong: true, atLeast: 300,
		differences: map[string]string{
			"github.com/go-resty/resty/v2 TestIncorrectURL": "the percent-encoded host %66%6f%6f.com is an error of Parse, but it is foo.com",
		},
	},
	{module: "github.com/hashicorp/go-retryablehttp", version: "v0.7.8", isLong: true, atLeast: 70},
	{
		module: "github.com/gorilla/websocket", version: "v1.5.3", isLong: true, atLeast: 50,
		differences: map[string]string{
			"github.com/gorilla/websocket TestPreparedMessage": "it needs rand.Seed, which does nothing since go.mod requires this package's version of Go",
		},
	},

	// users of DSNs
	{
		module: "github.com/redis/go-redis/v9", version: "v9.23.0", isLong: true, atLeast: 150,
		packages: []string{"."}, run: "Parse|URL|Options",
	},
	{
		module: "github.com/lib/pq", version: "v1.12.3", isLong: true, atLeast: 150,
		packages: []string{"."}, run: "URL|Parse|DSN|Config",
	},
	{module: "github.com/nats-io/nats.go", version: "v1.55.0", isLong: true, atLeast: 120, packages: []string{"."}},
	{module: "github.com/rabbitmq/amqp091-go", version: "v1.16.0", isLong: true, atLeast: 21, run: "URI|Unit"},
	{
		module: "github.com/golang-migrate/migrate/v4", version: "v4.20.1", isLong: true, atLeast: 200,
		packages: []string{".", "./source/...", "./internal/...", "./database"},
		differences: unencodedInDSN(
			"github.com/golang-migrate/migrate/v4/database TestPasswordUnencodedReservedURLChars",
			"github.com/golang-migrate/migrate/v4/database TestUserUnencodedReservedURLChars",
		),
	},
	{
		module: "github.com/xo/dburl", version: "v0.58.0", isLong: true, atLeast: 500,
		differences: map[string]string{"github.com/xo/dburl TestNoDependencies": "go.mod has a dependency now"},
	},
	{module: "github.com/microsoft/go-mssqldb", version: "v1.11.2", isLong: true, atLeast: 60, packages: []string{"./msdsn"}},
	{module: "github.com/go-sql-driver/mysql", version: "v1.10.1", isLong: true, atLeast: 75, run: "DSN|Config"},
}

// unencodedInDSN returns the differences of tests that expect an error for a "%", "[" or "]" in a DSN's credentials. Where net/url
// fails, [url.Parse] parses as browsers do.
func unencodedInDSN(tests ...string) map[string]string {
	differences := map[string]string{}
	for _, test := range tests {
		differences[test] = "a subtest fails"
		for _, char := range []string{"%", "[", "]"} {
			differences[test+"/reserved_char_"+char] = "browsers accept this character in credentials"
		}
	}
	return differences
}

// TestPrograms runs the tests of third-party modules with net/url, and with the package that replaces it. The modules come from Go's module
// proxy, and the import is replaced by the commands in the package's documentation. Without -all, the test runs the short ones.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads and tests modules")
	}
	tested := 0
	for _, p := range programs {
		if p.isLong && !*all {
			continue
		}
		t.Run(p.module, p.test)
		tested++
	}
	if tested < 3 {
		t.Errorf("%d modules", tested)
	}
}

func (p *program) test(t *testing.T) {
	folder := p.download(t)
	before := p.results(t, folder)
	p.replaceImport(t, folder)
	after := p.results(t, folder)
	for range 2 { // a test may depend on the load of the machine
		if count(before, "pass") > count(after, "pass") {
			for name, result := range p.results(t, folder) {
				if result == "pass" {
					after[name] = result
				}
			}
		}
	}
	passed := 0
	for _, name := range slices.Sorted(maps.Keys(before)) {
		switch reason := p.differences[name]; {
		case before[name] != "pass":
		case after[name] == "pass" && reason != "":
			t.Errorf("%s passes, but: %s", name, reason)
		case after[name] == "pass":
			passed++
		case reason == "":
			t.Errorf("%s does not pass any more: %q", name, after[name])
		}
	}
	t.Logf("%s %s: %d of %d tests pass before, %d of them after", p.module, p.version, count(before, "pass"), len(before), passed)
	if passed < p.atLeast {
		t.Errorf("%d tests pass, want %d", passed, p.atLeast)
	}
}

func count(results map[string]string, result string) (n int) {
	for _, r := range results {
		if r == result {
			n++
		}
	}
	return n
}

// download copies the module into a folder that can be changed.
func (p *program) download(t *testing.T) (folder string) {
	folder = filepath.Join(t.TempDir(), "module")
	output := run(t, filepath.Dir(folder), "go", "mod", "download", "-json", p.module+"@"+p.version)
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(output, &downloaded); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(folder, os.DirFS(downloaded.Dir)); err != nil {
		t.Fatal(err)
	}
	run(t, folder, "chmod", "-R", "u+w", ".")
	return folder
}

// replaceImport does what the documentation says, but for the version of the module.
func (p *program) replaceImport(t *testing.T, folder string) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(repository, "net", "url", "url.go"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?s)//\tgo get .*?\n(//\tgrep .*?//\tgofmt -w \.\n)`).FindSubmatch(source)
	if commands == nil {
		t.Fatal("the documentation has no commands")
	}
	run(t, folder, "bash", "-euc", string(bytes.ReplaceAll(commands[1], []byte("//\t"), nil)))
	run(t, folder, "go", "mod", "edit", "-require=github.com/weburl-go/url@v0.0.0", "-replace=github.com/weburl-go/url="+repository)
	changed := run(t, folder, "grep", "-rl", "--include=*.go", `"github.com/weburl-go/url/net/url"`, ".")
	t.Logf("%d files import the package", bytes.Count(changed, []byte("\n")))
}

// results runs the tests, and returns the result of each.
func (p *program) results(t *testing.T, folder string) map[string]string {
	packages := p.packages
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	args := append([]string{"test", "-json", "-vet=off", "-count=1", "-timeout=10m", "-run", p.run}, packages...)
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = folder, environment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	results := map[string]string{}
	decoder := json.NewDecoder(bytes.NewReader(output))
	for decoder.More() {
		var event struct{ Action, Package, Test, Output string }
		if err := decoder.Decode(&event); err != nil {
			t.Fatal(err)
		}
		switch event.Action {
		case "pass", "fail", "skip":
			if event.Test != "" {
				results[event.Package+" "+event.Test] = event.Action
			}
		case "build-output":
			t.Log(strings.TrimSpace(event.Output))
		}
	}
	if len(results) == 0 {
		t.Fatalf("no tests: %v\n%s", err, stderr.Bytes())
	}
	return results
}

// run runs a command, and returns what it prints.
func run(t *testing.T, folder, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = folder, environment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.Bytes())
	}
	return output
}

// environment is that of the go command for modules of others.
func environment() []string { return append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off") }
