// Command weburl parses URLs as browsers do. It takes them from its arguments, or line by line from files or
// standard input. It shows their parts, explains their errors, counts them, and compares the results with those
// of net/url. Run "weburl help" for the details.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"unicode"

	"github.com/weburl-go/url/internal/infra"
	"golang.org/x/net/publicsuffix"
)

// The exit statuses. The first three are those of grep.
const (
	exitOK      = 0
	exitNothing = 1 // no URL passed the filters, no link was found, or a check found something
	exitTrouble = 2 // the command line is wrong, or an input or output failed
	exitRefused = 3 // all lines were refused; with -strict: a line was
	exitFailed  = 4 // no URL could be changed as a flag asks; with -strict: a URL could not
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs the command with the given arguments and streams. It returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch text, ok, err := command(args[0], args[1:]); {
		case err != nil:
			return misuse(stderr, err)
		case ok:
			return say(stdout, stderr, text)
		}
	}
	opts, err := parseOptions(args)
	switch {
	case errors.Is(err, errHelp):
		return say(stdout, stderr, helpText())
	case err != nil:
		return misuse(stderr, err)
	case opts.version:
		return say(stdout, stderr, versionText())
	}
	t := newTool(opts, stdout, stderr)
	switch {
	case opts.create:
		t.runNew()
	case len(opts.urls) > 0:
		t.runArguments(opts.urls)
	case opts.html:
		t.runPages(inputsOf(opts.in, stdin))
	case opts.csv:
		t.runCSV(inputsOf(opts.in, stdin))
	default:
		t.hintAtTerminal(stdin)
		t.runInputs(inputsOf(opts.in, stdin), runtime.GOMAXPROCS(0))
	}
	return t.end()
}

func misuse(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "weburl: %s\nRun \"weburl help\" for usage.\n", visible(err.Error()))
	return exitTrouble
}

func say(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		reportWriteError(stderr, err)
		return exitTrouble
	}
	return exitOK
}

// versionText names the versions that the results depend on: those of the module, the standard, Unicode and the public
// suffix list. The unicode package and the domain parser have tables of the same version.
func versionText() string {
	version := "(unknown version)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, revision, _ := strings.Cut(publicsuffix.List.String(), ", ")
	return fmt.Sprintf("weburl %s\nURL Standard, commit %s\nUnicode %s (%s)\nPublic suffix list, %s\n",
		version, infra.Standard, unicode.Version, runtime.Version(), revision)
}
