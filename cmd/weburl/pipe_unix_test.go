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
