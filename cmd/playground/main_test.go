package main

import (
	"bytes"
	"context"
	"github.com/weburl-go/url/cmd/playground/engine"
	"github.com/weburl-go/url/psl"
	"golang.org/x/net/publicsuffix"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A syncBuffer is a buffer that one goroutine reads while another writes.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// TestRun checks that the command prints its address, serves the page there, and ends on an interrupt.
func TestRun(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	var stderr syncBuffer
	status := make(chan int, 1)
	go func() { status <- run(ctx, []string{"-addr", "127.0.0.1:0"}, &stderr) }()
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)
	end := time.Now().Add(5 * time.Minute) // the first compilation takes long
	for !address.MatchString(stderr.String()) {
		if time.Now().After(end) || len(status) > 0 {
			t.Fatalf("the page is not served: %s", stderr.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
	checkFiles(t, address.FindString(stderr.String()))
	interrupt()
	select {
	case got := <-status:
		if got != exitOK {
			t.Errorf("exit status %d after an interrupt: %s", got, stderr.String())
		}
	case <-time.After(patience):
		t.Error("the command does not end after an interrupt")
	}
}

// checkFiles checks the files and their headers.
func checkFiles(t *testing.T, origin string) {
	t.Helper()
	for name, mediaType := range map[string]string{
		"": "text/html", "style.css": "text/css", "main.js": "text/javascript", "icon.svg": "image/svg+xml",
		"weburl.wasm.gz": "application/gzip", "wasm_exec.js": "text/javascript",
		"worker.js": "text/javascript",
	} {
		response, err := http.Get(origin + name)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		h := response.Header
		if err != nil || response.StatusCode != http.StatusOK || len(body) == 0 || !strings.HasPrefix(h.Get("Content-Type"), mediaType) {
			t.Errorf("/%s: %s, %q, %d bytes, %v", name, response.Status, h.Get("Content-Type"), len(body), err)
		}
		if policy := h.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "http") {
			t.Errorf("/%s: the policy is %q", name, policy)
		}
	}
	response, err := http.Get(origin + "no-such-file")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("a missing file: %s", response.Status)
	}
}

func TestRunRefuses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, tt := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"-addr", taken.Addr().String()}, exitTrouble, "-addr chooses another"},
		{[]string{"-addr", "127.0.0.1:x"}, exitTrouble, "unknown port"},
		{[]string{"https://example.com/"}, exitUsage, "unexpected argument"},
		{[]string{"-port", "80"}, exitUsage, "-addr"},
		{[]string{"-h"}, exitOK, defaultAddr},
	} {
		var stderr bytes.Buffer
		if got := run(context.Background(), tt.args, &stderr); got != tt.status || !strings.Contains(stderr.String(), tt.says) {
			t.Errorf("%q: exit status %d, %s", tt.args, got, &stderr)
		}
	}
}

// TestDefaultIsLoopback checks that the page is not served to the network by default.
func TestDefaultIsLoopback(t *testing.T) {
	host, _, err := net.SplitHostPort(defaultAddr)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		t.Errorf("%s is not on loopback", defaultAddr)
	}
}

// TestCompileErrors checks the messages for a wrong directory and a bad toolchain.
func TestCompileErrors(t *testing.T) {
	ctx := context.Background()
	if _, err := compile(ctx, t.TempDir()); err == nil || !strings.Contains(err.Error(), "go run -C cmd/playground .") {
		t.Errorf("in another directory: %v", err)
	}
	t.Run("broken toolchain", func(t *testing.T) {
		t.Setenv("GOFLAGS", "-nonsense")
		if _, err := compile(ctx, "."); err == nil || !strings.Contains(err.Error(), "-nonsense") {
			t.Errorf("with an invalid flag: %v", err)
		}
	})
	t.Run("no toolchain", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if _, err := compile(ctx, "."); err == nil || !strings.Contains(err.Error(), "go is not in $PATH") {
			t.Errorf("without a go command: %v", err)
		}
	})
}

// TestCompileLeavesNothing checks that compile removes its temporary files.
func TestCompileLeavesNothing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := compile(ctx, "."); err == nil {
		t.Error("compile succeeds although its context is done")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestSuffixList checks that the list in the program is that of golang.org/x/net/publicsuffix.
func TestSuffixList(t *testing.T) {
	text, err := suffixList(context.Background(), ".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := psl.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(text)) {
		rule := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "!"), "*.")
		if strings.HasPrefix(rule, "//") {
			continue
		}
		count++
		for _, domain := range []string{rule, "a." + rule, "a.b." + rule} {
			want, wantICANN := publicsuffix.PublicSuffix(domain)
			if got, icann, _ := list.Lookup(domain); got != want || icann != wantICANN {
				t.Errorf("the suffix of %s is %q, %t, want %q, %t", domain, got, icann, want, wantICANN)
			}
		}
	}
	if count < 9000 {
		t.Errorf("only %d rules", count)
	}
}

// The tests also run the engine natively, with the list of golang.org/x/net/publicsuffix itself.
func init() {
	engine.Lookup = func(domain string) (suffix string, icann, listed bool) {
		suffix, icann = publicsuffix.PublicSuffix(domain)
		return suffix, icann, icann || strings.Contains(suffix, ".")
	}
}
