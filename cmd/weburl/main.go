// Command weburl parses URLs as browsers do. It reads them from its arguments, or one per line from files or standard input.
// It can print their parts, explain their errors, filter, change and count them, find them in text and HTML, and list the
// URLs that net/url reads differently. Run "weburl help" for the flags.
package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"unicode"

	"github.com/weburl-go/url/internal/infra"
	"golang.org/x/net/publicsuffix"
)

// Each file uses only files that come before it in this order, from helpers to commands: errors, parts, text, json, redact,
// filter, edit, chunk, input, flags, tool, console, count, compare, explain, table, pipeline, csv, help, completion, main.

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run executes weburl with the given arguments and streams, and returns the exit status.
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
		t.collectLess()
		t.runInputs(inputsOf(opts.in, stdin), runtime.GOMAXPROCS(0))
	}
	return t.end()
}

// command returns the output of "weburl help" or "weburl completion". It reports whether name is a command.
func command(name string, args []string) (text string, ok bool, err error) {
	switch name {
	case "help":
		text, err = help(args)
	case "completion":
		text, err = completion(args)
	case "__complete": // for the scripts of completion
		if len(args) == 2 {
			text = complete(args[0], args[1])
		}
	default:
		return "", false, nil
	}
	return text, true, err
}

func newTool(opts *options, stdout, stderr io.Writer) *tool {
	t := &tool{opts: opts, parser: opts.parser, stdout: stdout, stderr: stderr}
	t.framing = framing{end: '\n', maxMessages: maxRefusals, maxLine: opts.maxLine, raw: opts.tsv, empty: opts.tsv || opts.keep}
	switch {
	case opts.quiet:
		t.framing.maxMessages = 0
	case opts.verbose:
		t.framing.maxMessages = math.MaxInt
	}
	if opts.nul {
		t.framing.end = 0
	}
	if opts.unique || opts.uniqueBy != nil {
		t.seen = make(map[string]bool)
	}
	if opts.count != nil {
		t.counts, t.summary = make(map[string]uint64), t.writeCounts
	}
	t.whole = (opts.tsv || opts.csv) && len(opts.filters) == 0 && t.seen == nil && t.counts == nil
	switch {
	case opts.extract && opts.given["redact"]:
		t.newLine, t.framing.raw = t.redactLine, true
	case opts.tsv:
		t.newLine = t.tsvLine
	case opts.check:
		t.newLine = t.checkLine
	case opts.explain:
		t.newLine = t.explainLine
		t.blocks = !opts.json
	case opts.compare:
		t.newLine, t.summary = t.compareLine, t.writeTally
		t.blocks = !opts.json
	default:
		t.blocks = !opts.json && !opts.canonical && opts.get == nil && opts.format == nil && opts.count == nil
		t.newLine = func() lineFunc { return t.parsed(t.writer()) }
	}
	return t
}

// writer returns the function that appends the output for a URL, as the options ask.
func (t *tool) writer() func(c *chunk, r *reading) {
	requested, end := t.opts.get, t.framing.end
	switch {
	case t.counts != nil:
		return t.collect
	case t.opts.json:
		return func(c *chunk, r *reading) { c.out = append(appendObject(c.out, r, requested), end) }
	case requested != nil:
		columns := columns(requested, end)
		return func(c *chunk, r *reading) { c.out = columns.append(c.out, r) }
	case t.opts.format != nil:
		return func(c *chunk, r *reading) { c.out = t.opts.format.append(c.out, r) }
	case t.opts.canonical:
		return func(c *chunk, r *reading) { c.out = append(append(c.out, r.u.Href()...), end) }
	}
	width, colors := outputColumns(), t.wantsColors()
	return func(c *chunk, r *reading) { c.out = appendTable(append(c.out, '\n'), r.u, "", width, colors) }
}

func (t *tool) runNew() {
	u, edits, err := newURL(t.opts.edits)
	c := &chunk{framing: t.framing, source: newSource, first: 1, last: true}
	if err != nil {
		c.refuse(0, err)
		c.refused, c.failed = false, true
	} else {
		r := t.newReading()
		r.source, r.u, c.accepted, t.opts.edits = newSource, u, true, edits
		t.chosen(r, t.writer())(c)
	}
	t.write(c)
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

// versionText lists the versions on which the results depend: those of the module, the standard, Unicode and the public
// suffix list. Package unicode and the domain parser have tables of the same Unicode version.
func versionText() string {
	version := "(unknown version)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, revision, _ := strings.Cut(publicsuffix.List.String(), ", ")
	return fmt.Sprintf("weburl %s\nURL Standard, commit %s\nUnicode %s (%s)\nPublic suffix list, %s\n",
		version, infra.Standard, unicode.Version, runtime.Version(), revision)
}
