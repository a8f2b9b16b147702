package engines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// missing skips the test, or fails it in CI, because an engine is not installed. install is the command that installs
// it.
func missing(t testing.TB, engine, install string) {
	t.Helper()
	message := fmt.Sprintf("%s is not installed. To install it, run\n\t%s", engine, install)
	if os.Getenv("CI") != "" {
		t.Fatal(message)
	}
	t.Skip(message)
}

// shared is a folder for all tests: scripts in it has weburl.
var shared string

func TestMain(m *testing.M) {
	os.Exit(inShared(m.Run))
}

// inShared calls run while there is the shared folder.
func inShared(run func() int) int {
	var err error
	if shared, err = os.MkdirTemp("", "engines"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(shared)
	return run()
}

// scripts returns the folder with the program weburl, which it builds at the first call.
var scripts = sync.OnceValue(func() string {
	dir := filepath.Join(shared, "scripts")
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "weburl"), "./cmd/weburl")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v: %v\n%s", build.Args, err, out))
	}
	return dir
})

func weburl() string { return filepath.Join(scripts(), "weburl") }

// corpus returns the name of a file with n lines: URLs of sites of all sizes, and lines that are refused. Some have
// backslashes, and bytes that are not UTF-8.
func corpus(t testing.TB, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "urls.txt")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	out, r := bufio.NewWriter(file), rand.New(rand.NewPCG(3, 4))
	starts := []string{"https://", "HTTPS://", `http:\\`, "http://user@"}
	suffixes := []string{"com", "co.uk", "GitHub.io", "kobe.jp", "example", "Bücher.example", "com.", "co m", "de:99999"}
	for i := range n {
		domain := int(r.ExpFloat64() * 5000)
		fmt.Fprintf(out, "%sw%d.d%d.%s/%d\xFF\\N?%d\n", starts[i%len(starts)], i%5, domain, suffixes[domain%len(suffixes)], i, i%97)
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// siteCounts returns how many lines of the file each site has by weburl on this machine, and how many are refused.
func siteCounts(t testing.TB, name string) (counts map[string]int, refused int) {
	t.Helper()
	cmd := exec.Command(weburl(), "-verbose", "-json", "-count", "site", "-in", name)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil { // refused URLs among others are no failure
		t.Fatalf("weburl: %v\n%s", err, log.Bytes())
	}
	counts = make(map[string]int)
	for line := range bytes.Lines(out) {
		var c struct {
			Site  string
			Count int
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		counts[c.Site] = c.Count
	}
	return counts, bytes.Count(log.Bytes(), []byte("\n"))
}

// compareCounts compares the counts of an engine with those of siteCounts. The rows have a count, a tab and a site, and
// the site of the lines that are refused is \N.
func compareCounts(t *testing.T, rows []byte, name string, lines int) {
	t.Helper()
	want, refused := siteCounts(t, name)
	want[`\N`] = refused
	got, total := make(map[string]int), 0
	for row := range strings.Lines(string(rows)) {
		var n int
		count, site, _ := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if _, err := fmt.Sscan(count, &n); err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		got[site] += n
		total += n
	}
	if total != lines {
		t.Errorf("the counts have %d rows, the file has %d lines", total, lines)
	}
	if len(got) != len(want) {
		t.Errorf("%d sites, weburl has %d", len(got), len(want))
	}
	for site, n := range want {
		if got[site] != n {
			t.Errorf("%s: got %d, weburl has %d", site, got[site], n)
		}
	}
	t.Logf("%d rows, %d sites, %d refused: equal to weburl -count site", total, len(got), refused)
}
