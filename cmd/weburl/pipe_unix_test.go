//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestMain makes the test binary the command where a test asks for that.
func TestMain(m *testing.M) {
	if os.Getenv("WEBURL_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// A reader of the output that goes away ends the command as it ends others, without a word: weburl | head.
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
	cmd.Wait() // fails, as the state says
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signal() != syscall.SIGPIPE || log.Len() > 0 {
		t.Errorf("%v, standard error %q", cmd.ProcessState, log.String())
	}
}
