package main

import (
	"fmt"
	"strconv"
)

// maxRefusals is the number of refused lines of one input that are reported one by one.
const maxRefusals = 20

// A logged counts the refused lines of an input that were reported, and those that were not.
type logged struct {
	shown, hidden int
}

// refuse reports that a line is not a URL. Beyond a limit it only counts, because no more messages are shown.
func (c *chunk) refuse(number int, err error) {
	c.refused++
	c.reported++
	if len(c.messages) < c.maxMessages {
		c.logLine(number, reason(err))
		c.messages = append(c.messages, len(c.log))
	}
}

// writeLog writes the messages of a chunk: those that the limit allows and, at the end of the input, how many more
// there are and the error that ended it.
func (t *tool) writeLog(c *chunk) {
	reported := c.reported
	if t.opts.quiet {
		reported = 0
	}
	shown := min(c.maxMessages-t.logged.shown, len(c.messages))
	c.log = c.log[:c.endOfMessage(shown)]
	t.logged.shown += shown
	t.logged.hidden += reported - shown
	if c.last {
		if n := t.logged.hidden; n > 0 && !t.opts.check {
			c.logLine(0, fmt.Sprintf("… and %s more; -verbose shows all", grouped(n)))
		}
		t.logged = logged{}
	}
	if c.err != nil {
		t.trouble = true
		c.logLine(c.first, describe(c.err))
	}
	if c.fatal != nil {
		t.trouble, t.stopping = true, true
		c.logLine(0, c.fatal.Error())
	}
	if len(c.log) > 0 {
		t.stderr.Write(c.log) // there is nowhere to report an error of standard error
	}
}

// endOfMessage returns where the first n messages end in the log.
func (c *chunk) endOfMessage(n int) int {
	if n == 0 {
		return 0
	}
	return c.messages[n-1]
}

// grouped formats a number with a comma before each group of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
