package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
)

// hintAtTerminal says that URLs are read from standard input, if that is a terminal.
func (t *tool) hintAtTerminal(stdin io.Reader) {
	if !readsTerminal(t.opts.in, stdin) || t.opts.quiet {
		return
	}
	end := "Ctrl-D"
	if runtime.GOOS == "windows" {
		end = "Ctrl-Z and Enter"
	}
	fmt.Fprintf(t.stderr, "weburl: reading URLs from the terminal, one per line; end with %s. \"weburl help\" says more.\n", end)
}

// readsTerminal reports whether one of the inputs is a terminal.
func readsTerminal(in []string, stdin io.Reader) bool {
	file, ok := stdin.(*os.File)
	if !ok || !isTerminal(file) {
		return false
	}
	for _, name := range in {
		if name == "-" {
			return true
		}
	}
	return len(in) == 0
}

// hintAtFile says how to read a file, if the only argument is not a URL but a file.
func (c *chunk) hintAtFile(name string) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		c.log = fmt.Appendf(c.log, "weburl: %s is a file; to read URLs from it: weburl -in %[1]s\n", visible(name))
		c.messages = append(c.messages, len(c.log))
	}
}
