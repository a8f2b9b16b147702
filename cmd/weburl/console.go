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

// isTerminal reports whether w is a character device other than the null device, because the standard library has no exact
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

// writeLog writes the messages of a chunk, up to the limit, and a hint. At the end of an input, it also writes how many more
// messages there are, and the error that ended the input.
func (t *tool) writeLog(c *chunk) {
	shown := min(c.maxMessages-t.messages.shown, len(c.messages))
	end := 0
	if shown > 0 {
		end = c.messages[shown-1]
	}
	c.log = c.log[:end]
	t.messages.shown += shown
	t.messages.hidden += c.reported - shown
	if c.refusal != nil && !t.hinted && !t.opts.verbose { // with -verbose, each rejected line has a message
		c.hint(t.hintAt(c))
		t.hinted = true
	}
	if meant, ok := notes.HostAsScheme(c.mistaken); ok && !t.mistaken {
		if shown := shownHref(c.mistaken, meant); shown != "" {
			scheme, _, _ := strings.Cut(c.mistaken, ":")
			c.hint(fmt.Sprintf("%q was read as a scheme, so the URL has no host. With -default-scheme %s, it is read as %s", scheme, meant.Scheme(), shown))
		} else {
			c.hint(fmt.Sprintf("The text before a colon was read as a scheme, so the URL has no host. With -default-scheme %s, it has one.", meant.Scheme()))
		}
		t.mistaken = true
	}
	if c.crowded > 0 && !t.crowded {
		c.hint(string(c.place(nil, c.crowded)) + ": -redact reads one URL per line, but this line has several. Use -extract -redact to redact each of them.")
		t.crowded = true
	}
	if c.last {
		if n := t.messages.hidden; n > 0 && !t.opts.check && !t.opts.quiet {
			c.logLine(0, fmt.Sprintf("… and %s more. Use -verbose to see all of them.", grouped(n)))
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
		_, _ = t.stderr.Write(c.log) // there is nowhere to report an error of standard error
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

// hintAt returns a hint that helps with the first rejected line, or "".
func (t *tool) hintAt(c *chunk) string {
	e, ok := c.refusal.(*url.Error)
	if !ok || c.source == newSource {
		return "" // the error is in the value of a flag
	}
	if t.opts.html && t.parser.Base.IsZero() && e.Err == url.ErrMissingSchemeNonRelativeURL {
		return "Use -base to give the URL of the page, because links without a scheme are relative to it."
	}
	if c.source == argumentSource && c.first == 1 {
		if hint := hintAtWord(e.Input, len(t.opts.urls)); hint != "" {
			return hint
		}
	}
	if t.parser.Base.IsZero() && t.parser.DefaultScheme == "" && e.Err == url.ErrMissingSchemeNonRelativeURL {
		if u, err := (url.Parser{DefaultScheme: "https"}).Parse(e.Input); err == nil && strings.Contains(u.Hostname(), ".") {
			if shown := shownHref(e.Input, u); shown != "" {
				return "With -default-scheme https, it is read as " + shown
			}
			return "With -default-scheme https, it is accepted."
		}
	}
	kind, ok := errors.AsType[url.ErrorType](e)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s: %s Use weburl -explain to learn more.", kind.Error(), kind.Description())
}

// shownHref returns the href of a URL for a message, without the query and fragment, which may contain tokens. It returns "" if
// url.Redact hides anything before these in the input, which can be credentials that are part of the path in the URL.
func shownHref(input string, u url.URL) string {
	start := input[:indexFrom(input, 0, -1, "?#")]
	if !strings.HasPrefix(url.Redact(input, nil), start) {
		return ""
	}
	shown, _, _ := strings.Cut(u.WithoutFragment().Redacted(), "?")
	return shown
}

// hintAtWord returns a hint if the first argument is a file or looks like a command, or "". arguments is the number of
// arguments.
func hintAtWord(word string, arguments int) string {
	if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
		return fmt.Sprintf("%s is a file. To read URLs from it, use weburl -in %[1]s", word)
	}
	_, isFlag := flagNamed("-" + word)
	switch {
	case isFlag:
		return fmt.Sprintf("%s is a flag, so use weburl -%[1]s", word)
	case arguments > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "":
		return fmt.Sprintf("%q is read as a URL, because help and completion are the only commands.", word)
	}
	return ""
}

// hintAtTerminal tells the user that weburl reads URLs from standard input, if that is a terminal.
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
	fmt.Fprintf(t.stderr, "weburl: reading one URL per line from the terminal. Press %s to end the input. Run \"weburl help\" for usage.\n", end)
}
