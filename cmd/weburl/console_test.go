package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weburl-go/url"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		read, total int64
		elapsed     time.Duration
		want        string
	}{
		{1_234_567, -1, 2 * time.Second, "weburl: 1.2 MB, 617 kB/s"},
		{300_000_000, 1_500_000_000, 2 * time.Second, "weburl: 300 MB of 1.5 GB, 150 MB/s, 8s left"},
		{1_000, 1_000_000, time.Second, "weburl: 1.0 kB of 1.0 MB, 1.0 kB/s, 16m39s left"},
		{500, 400, time.Second, "weburl: 500 B, 500 B/s"}, // the file has grown
		{0, 400, time.Second, "weburl: 0 B, 0 B/s"},
	} {
		if got := progressLine(c.read, c.total, c.elapsed); got != c.want {
			t.Errorf("%d of %d in %v: %q, want %q", c.read, c.total, c.elapsed, got, c.want)
		}
	}
}

func TestFormatSize(t *testing.T) {
	for size, want := range map[float64]string{
		0: "0 B", 999: "999 B", 999.6: "1.0 kB", 1000: "1.0 kB", 99_940: "99.9 kB", 99_960: "100 kB", 999_499: "999 kB",
		999_600: "1.0 MB", 4_500_000_000: "4.5 GB", 2e15: "2000 TB",
	} {
		if got := formatSize(size); got != want {
			t.Errorf("%v: %q, want %q", size, got, want)
		}
	}
}

// TestConsole checks that a message replaces the line of progress.
func TestConsole(t *testing.T) {
	var b bytes.Buffer
	c := &console{w: &b}
	c.Write([]byte("one\n"))
	c.progress("half")
	c.progress("more")
	c.Write([]byte("two\n"))
	c.Write(nil)
	if got, want := b.String(), "one\n\r\x1b[Khalf\r\x1b[Kmore\r\x1b[Ktwo\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWatch(t *testing.T) {
	var b bytes.Buffer
	tl := newTool(&options{}, io.Discard, &b)
	tl.bytes.Store(500)
	stop := tl.watch(1000, 0, time.Millisecond)
	for shown := false; !shown; {
		time.Sleep(time.Millisecond)
		tl.stderr.mu.Lock()
		shown = tl.stderr.shown
		tl.stderr.mu.Unlock()
	}
	stop()
	if got := b.String(); !strings.HasPrefix(got, clearLine+"weburl: 500 B of 1.0 kB, ") || !strings.HasSuffix(got, " left"+clearLine) {
		t.Errorf("%q", got)
	}
	before := b.Len()
	tl.watch(1000, time.Hour, time.Millisecond)()
	if time.Sleep(5 * time.Millisecond); b.Len() != before {
		t.Errorf("progress before its time: %q", b.String()[before:])
	}
}

func TestIsTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(new(bytes.Buffer)) || isTerminal(file) || isTerminal(null) {
		t.Error("a buffer, a file or the null device counts as a terminal")
	}
}

// TestHints has what helps with a line that is refused.
func TestHints(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.txt", []byte("a:\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	hostMissing := "host-missing: " + url.ErrHostMissing.Description() + " weburl -explain says more."
	for _, c := range []struct {
		args, stdin string
		want        string // "": no hint
	}{
		{"example.com/a", "", "-default-scheme https reads it as https://example.com/a"},
		{"-canonical", "example.com/a\nexample.com/b\nhttps://\n", "-default-scheme https reads it as https://example.com/a"},
		{"-canonical", "example.com/a?token=secret#secret\n", "-default-scheme https reads it as https://example.com/a"},
		{"-canonical", "user:secret@example.com\n", ""}, // this is a URL
		{"-canonical", "//user:secret@example.com/\n", "-default-scheme https reads it as https://user:xxxxx@example.com/"},
		{"https://", "", hostMissing}, {"-compare", "https://\n", hostMissing}, {"-count host", "https://\n", hostMissing},
		{"-default-scheme https -canonical", "https://\n", hostMissing},
		{"-canonical", "https://a|b/\n", "domain-to-ASCII: " + url.ErrDomainToASCII.Description() + " weburl -explain says more."},
		{"a.txt", "", "a.txt is a file; to read URLs from it: weburl -in a.txt"},
		{"explain https://a/", "", "explain is a flag: weburl -explain"},
		{"parse https://a/", "", `"parse" is read as a URL. weburl has no commands but help and completion: weburl URL`},
		{"-quiet https://", "", ""}, {"-verbose https://", "", ""}, {"-check https://", "", ""}, {"-json -keep https://", "", ""}, {"-set port=x https://a/", "", ""}, {"https://a/", "", ""},
		{"-base https://a/ https://", "", hostMissing},
		{"-redact a", "https://h/?a=x\n\"/?a=x\" \"https://u:p@h\"\n", "stdin:2: -redact reads one URL a line, and here are several; -extract -redact finds each"},
		{"-redact a", "https://h/?a=x&b=https://h2/\n", ""}, {"-extract -redact a", "/?a=x /?a=y\n", ""},
	} {
		var out, log bytes.Buffer
		run(strings.Fields(c.args), strings.NewReader(c.stdin), &out, &log)
		got := hints.FindAllString(log.String(), -1)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || got[0] != "weburl: hint: "+c.want+"\n") {
			t.Errorf("%s of %q: %q, want %q", c.args, c.stdin, got, c.want)
		}
	}
	if _, _, stderr := weburl(t, "", "-get", "domain"); !strings.HasPrefix(stderr, "weburl: -get: unknown part \"domain\"; it is called registrable-domain\n") {
		t.Errorf("%s", stderr)
	}
	for name, other := range otherNames {
		if _, err := partNamed(other); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
