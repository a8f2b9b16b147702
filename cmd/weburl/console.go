package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
)

// wantsColors reports whether standard output should have colors. See https://no-color.org.
func (t *tool) wantsColors() bool {
	if t.opts.color != "auto" {
		return t.opts.color == "always"
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(t.stdout)
}

// isTerminal reports whether w is a character device other than the null device. The standard library has no exact
// test for a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// writeLog writes the messages of a chunk: those that the limit allows, a hint and, at the end of the input, how many
// more there are and the error that ended it.
func (t *tool) writeLog(c *chunk) {
	shown := min(c.maxMessages-t.messages.shown, len(c.messages))
	end := 0
	if shown > 0 {
		end = c.messages[shown-1]
	}
	c.log = c.log[:end]
	t.messages.shown += shown
	t.messages.hidden += c.reported - shown
	if c.refusal != nil && !t.hinted && !t.opts.verbose { // with -verbose, there is a line for each refused line
		c.hint(t.hintAt(c))
		t.hinted = true
	}
	if meant, ok := notes.HostAsScheme(c.mistaken); ok && !t.mistaken {
		scheme, _, _ := strings.Cut(c.mistaken, ":")
		c.hint(fmt.Sprintf("%s: was read as a scheme, so there is no host; -default-scheme %s reads %s", scheme, meant.Scheme(), shownHref(meant)))
		t.mistaken = true
	}
	if c.crowded > 0 && !t.crowded {
		c.hint(string(c.place(nil, c.crowded)) + ": -redact reads one URL a line, and here are several; -extract -redact finds each")
		t.crowded = true
	}
	if c.last {
		if n := t.messages.hidden; n > 0 && !t.opts.check && !t.opts.quiet {
			c.logLine(0, fmt.Sprintf("… and %s more; -verbose shows all", grouped(n)))
		}
		t.messages = messages{}
	}
	if c.err != nil {
		c.logLine(c.first, describe(c.err))
	}
	if c.fatal != nil {
		c.logLine(0, c.fatal.Error())
	}
	if len(c.log) > 0 {
		t.stderr.Write(c.log) // there is nowhere to report an error of standard error
	}
}

// grouped formats a number with a comma before each group of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func (c *chunk) hint(text string) {
	if text != "" && c.maxMessages > 0 {
		c.log = fmt.Appendf(c.log, "weburl: hint: %s\n", visible(text))
	}
}

// hintAt returns what helps with the first line that was refused.
func (t *tool) hintAt(c *chunk) string {
	e, ok := c.refusal.(*url.Error)
	if !ok || c.source == newSource {
		return "" // a flag's value has the error
	}
	if t.opts.html && t.parser.Base.IsZero() && e.Err == url.ErrMissingSchemeNonRelativeURL {
		return "-base URL says where the page is from, for links without a scheme"
	}
	if c.source == argumentSource && c.first == 1 {
		if hint := hintAtWord(e.Input, len(t.opts.urls)); hint != "" {
			return hint
		}
	}
	if t.parser.Base.IsZero() && t.parser.DefaultScheme == "" && e.Err == url.ErrMissingSchemeNonRelativeURL {
		if u, err := (url.Parser{DefaultScheme: "https"}).Parse(e.Input); err == nil && strings.Contains(u.Hostname(), ".") {
			return "-default-scheme https reads it as " + shownHref(u)
		}
	}
	kind, ok := errors.AsType[url.ErrorType](e)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s: %s weburl -explain says more.", kind.Error(), kind.Description())
}

// shownHref returns an href for a message, without what may be a token.
func shownHref(u url.URL) string {
	shown, _, _ := strings.Cut(u.WithoutFragment().Redacted(), "?")
	return shown
}

// hintAtWord returns what helps if the first of some arguments is not a URL but a file, or looks like a command.
func hintAtWord(word string, arguments int) string {
	if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
		return fmt.Sprintf("%s is a file; to read URLs from it: weburl -in %[1]s", word)
	}
	_, isFlag := flagNamed("-" + word)
	switch {
	case isFlag:
		return fmt.Sprintf("%s is a flag: weburl -%[1]s", word)
	case arguments > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "":
		return fmt.Sprintf("%q is read as a URL. weburl has no commands but help and completion: weburl URL", word)
	}
	return ""
}

// hintAtTerminal says that URLs are read from standard input, if that is a terminal.
func (t *tool) hintAtTerminal(stdin any) {
	file, ok := stdin.(*os.File)
	reads := len(t.opts.in) == 0 || slices.Contains(t.opts.in, "-")
	if !ok || !reads || !isTerminal(file) || t.opts.quiet {
		return
	}
	end := "Ctrl-D"
	if runtime.GOOS == "windows" {
		end = "Ctrl-Z and Enter"
	}
	fmt.Fprintf(t.stderr, "weburl: reading URLs from the terminal, one per line; end with %s. \"weburl help\" says more.\n", end)
}
