package main

import (
	"os"
	"testing"
)

// TestColorsOnTerminal uses the master of a pseudoterminal, which a test can open. It is a character device, as a
// terminal is.
func TestColorsOnTerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{{"", "xterm", true}, {"", "", true}, {"1", "xterm", false}, {"", "dumb", false}} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		if got := (&tool{opts: &options{color: "auto"}, stdout: terminal}).wantsColors(); got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%q: %t, want %t", c.noColor, c.term, got, c.want)
		}
	}
}
