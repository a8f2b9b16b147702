// Command weburl parses URLs as browsers do: from its arguments, from files or from standard input, one a
// line. It shows their parts, says what is wrong with them, counts them, and compares what net/url makes
// of them. "weburl help" tells the rest.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"unicode"

	"github.com/weburl-go/url/internal/compare"
)

// The exit statuses.
const (
	exitOK      = 0
	exitRefused = 1 // a URL was refused
	exitTrouble = 2 // wrong usage, or an input or output that fails
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the command with its surroundings as parameters. It returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "help" {
		return say(stdout, stderr, helpText)
	}
	opts, err := parseOptions(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return say(stdout, stderr, helpText)
	case err != nil:
		fmt.Fprintf(stderr, "weburl: %v\nRun \"weburl help\" for usage.\n", err)
		return exitTrouble
	case opts.version:
		return say(stdout, stderr, versionText())
	}
	t := newTool(opts, stdout, stderr)
	if len(opts.urls) > 0 {
		t.runArguments(opts.urls)
	} else {
		t.runInputs(inputsOf(opts.in, stdin), runtime.GOMAXPROCS(0))
	}
	return t.end()
}

// say writes a text that is not about URLs.
func say(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		reportWriteError(stderr, err)
		return exitTrouble
	}
	return exitOK
}

// versionText names what decides the results: the module's version, the standard's and Unicode's. The
// tables of the unicode package are of the same version as those that the domain parser uses.
func versionText() string {
	version := "(unknown version)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	return fmt.Sprintf("weburl %s\nURL Standard, commit %s\nUnicode %s (%s)\n",
		version, compare.StandardCommit, unicode.Version, runtime.Version())
}
