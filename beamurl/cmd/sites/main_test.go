package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/gen"
)

// programs has the paths of the programs that the tests run.
var programs struct{ sites, prism, weburl string }

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

// buildAndRun builds the programs and runs the tests. It returns the exit status.
func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "sites")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, p := range []struct {
		path    *string
		pkg, in string
	}{
		{&programs.sites, ".", "."},
		{&programs.prism, "github.com/apache/beam/sdks/v2/go/cmd/prism", "."},
		{&programs.weburl, "./cmd/weburl", "../../.."},
	} {
		*p.path = filepath.Join(dir, filepath.Base(p.pkg)+".exe")
		cmd := exec.Command("go", "build", "-o", *p.path, p.pkg)
		cmd.Dir = p.in
		if out, err := cmd.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v: %v\n%s", cmd.Args, err, out))
		}
	}
	return m.Run()
}

// corpus returns lines: URLs of sites of all sizes, each in many spellings, and lines from the grammar, most of which
// are refused. It has bytes that are not UTF-8, empty lines, and lines that end in "\r\n".
func corpus(n int) string {
	var b strings.Builder
	b.WriteString("\uFEFFhttps://first.example/\r\n\r\n\n\xFF\xFE\nhttp://h/\xFF\n")
	g, r := gen.New(1), rand.New(rand.NewPCG(1, 2))
	suffixes := []string{"com", "CO.uk", "github.io", "kobe.jp", "example", "Bücher.example", "com."}
	for range n {
		if r.IntN(3) == 0 {
			b.WriteString(strings.ReplaceAll(g.URL(), "\uFEFF", "")) // see the comment of the command
		} else {
			domain := int(r.ExpFloat64() * 50)
			fmt.Fprintf(&b, "https://w%d.d%d.%s/%d", r.IntN(5), domain, suffixes[domain%len(suffixes)], r.IntN(100))
		}
		b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
	}
	return b.String()
}

// oracle returns the counts and the refused lines by weburl, which has no code of Beam. The counts are in the order of
// weburl: the highest first.
func oracle(t *testing.T, input string) (counts []string, refused int) {
	t.Helper()
	cmd := exec.Command(programs.weburl, "-json", "-verbose", "-count", "site", "-in", input)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil { // refused URLs among others are no failure
		t.Fatalf("weburl: %v\n%s", err, log.Bytes())
	}
	for line := range bytes.Lines(out) {
		var c struct {
			Site  string
			Count int
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		counts = append(counts, fmt.Sprintf("%d\t%s", c.Count, c.Site))
	}
	return counts, bytes.Count(log.Bytes(), []byte("\n"))
}

// startPrism starts a Prism server and returns its endpoint. The server ends with the test.
func startPrism(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(programs.prism, "-job_port", "0", "-serve_http=false", "-log_kind", "text")
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	endpoint := regexp.MustCompile(`endpoint=(\S+)`)
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if m := endpoint.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, log)
			return m[1]
		}
	}
	t.Fatalf("prism ended without an endpoint: %v", lines.Err())
	return ""
}

// runSites runs the command and returns what it wrote to standard error.
func runSites(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(programs.sites, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("sites %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// flagSets returns the flags for each way to run a pipeline.
func flagSets(t *testing.T) map[string][]string {
	return map[string][]string{
		"direct":           {"-runner", "direct"},
		"Prism in process": {"-runner", "prism"},
		"Prism server":     {"-runner", "prism", "-endpoint", startPrism(t), "-environment_type", "loopback"},
	}
}

// TestCounts compares the counts on each runner with those of weburl.
func TestCounts(t *testing.T) {
	dir := t.TempDir()
	text := corpus(20000)
	input := filepath.Join(dir, "urls.txt")
	if err := os.WriteFile(input, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	want, refused := oracle(t, input)
	for name, flags := range flagSets(t) {
		t.Run(name, func(t *testing.T) {
			all, dead, top := filepath.Join(dir, "all"), filepath.Join(dir, "dead"), filepath.Join(dir, "top")
			report := runSites(t, append(flags, "-input", input, "-output", all, "-dead_letters", dead)...)
			got := readLines(t, all)
			if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
				t.Errorf("%d counts differ from the %d of weburl", len(got), len(want))
			}
			checkDeadLetters(t, readLines(t, dead), refused, text)
			if !strings.Contains(report, fmt.Sprintf(" URLs, %d lines refused", refused)) {
				t.Errorf("%d refused; the report is %s", refused, report)
			}
			runSites(t, append(flags, "-input", input, "-output", top, "-top", "20")...)
			if got := readLines(t, top); !slices.Equal(got, want[:20]) {
				t.Errorf("top 20:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want[:20], "\n"))
			}
		})
	}
}

// checkDeadLetters checks that there are n, and that each ends in a line of the input.
func checkDeadLetters(t *testing.T, dead []string, n int, input string) {
	t.Helper()
	if len(dead) != n {
		t.Errorf("%d dead letters, but weburl refused %d lines", len(dead), n)
	}
	lines := make(map[string]int)
	for line := range strings.Lines(input) {
		lines[strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")]++
	}
	for _, row := range dead {
		fields := strings.SplitN(row, "\t", 3)
		if len(fields) != 3 || lines[fields[2]] == 0 {
			t.Fatalf("%q is not a dead letter of a line", row)
		}
		lines[fields[2]]--
	}
	if !slices.Contains(dead, "missing-scheme-non-relative-URL\t0\t\xFF\xFE") {
		t.Error("the line that is not UTF-8 is not among the dead letters")
	}
}

// TestNothing counts an empty file, over the results of another run.
func TestNothing(t *testing.T) {
	dir := t.TempDir()
	input, output := filepath.Join(dir, "empty"), filepath.Join(dir, "output")
	for name, text := range map[string]string{input: "\n", output: "1\told.example\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, top := range []string{"0", "5"} {
		runSites(t, "-input", input, "-output", output, "-top", top)
		if got := readLines(t, output); !slices.Equal(got, []string{""}) {
			t.Errorf("-top %s: got %q", top, got)
		}
	}
}

func TestWrongFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"required":         {"-input", "main.go"},
		"negative":         {"-input", "main.go", "-output", "x", "-top", "-1"},
		"no file matches":  {"-input", "missing-*", "-output", "x"},
		"unexpected":       {"-input", "main.go", "-output", "x", "y"},
		"not registered":   {"-input", "main.go", "-output", "x", "-runner", "none"},
		"not registered: ": {"-input", "main.go", "-output", "none://x"},
	} {
		out, err := exec.Command(programs.sites, args...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), strings.TrimSuffix(want, ": ")) {
			t.Errorf("sites %v: %v\n%s", args, err, out)
		}
	}
}
