//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// process returns the command as a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(executable, args...)
	cmd.Env = append(os.Environ(), "WEBURL_TEST_MAIN=1")
	return cmd
}

// TestInterrupt checks that Ctrl-C ends the command at once, while it waits for a line.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{{"-canonical"}, {"-tsv", "-get", "href"}} {
		cmd := process(t, args...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		cmd.Stderr = &log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.WriteString(in, "http://a\n")
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "http://a/\n" {
			t.Fatalf("%q, %v", line, err)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // the state has the error
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGINT || log.Len() > 0 {
			t.Errorf("%q: %v, standard error %q", args, cmd.ProcessState, log.String())
		}
	}
}

// TestFullDisk checks that output to a full disk is trouble, for all that writes.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	lines := 100_000
	if testing.Short() {
		lines = 10_000
	}
	for _, args := range [][]string{
		{"-canonical"}, {"-json"}, {"-tsv", "-get", "host"}, {"-count", "host"}, {"-unique"}, {"-explain"}, {"-compare"}, {"help"}, {"completion", "bash"}, {"-version"}, {"help", "man"},
	} {
		cmd := process(t, args...)
		cmd.Stdin = strings.NewReader(strings.Repeat("http://a\n", lines))
		var log bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &log
		cmd.Run() // the state has the error
		if status := cmd.ProcessState.ExitCode(); status != exitTrouble || log.String() != "weburl: standard output: write: no space left on device\n" {
			t.Errorf("%q: status %d, standard error %q", args, status, log.String())
		}
	}
}

// TestMain runs the command instead of the tests if a test asks for it.
func TestMain(m *testing.M) {
	os.Unsetenv("COLUMNS") // the tests expect rows of the usual width
	if os.Getenv("WEBURL_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestClosedPipe checks that the command ends silently by SIGPIPE if the reader of its output closes the pipe, as
// in "weburl | head".
func TestClosedPipe(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(executable, "-json", "-in", "/dev/stdin")
	cmd.Env = append(os.Environ(), "WEBURL_TEST_MAIN=1")
	cmd.Stdin = bytes.NewReader(bytes.Repeat([]byte("https://example.com/\n"), 500_000))
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReaderSize(out, 16).ReadString('}'); err != nil {
		t.Fatal(err)
	}
	out.Close()
	cmd.Wait() // the state has the error
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signal() != syscall.SIGPIPE || log.Len() > 0 {
		t.Errorf("%v, standard error %q", cmd.ProcessState, log.String())
	}
}
