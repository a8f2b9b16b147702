package main

import (
	"strconv"
	"strings"
)

// chunkSize is the number of bytes that are read at once. A longer line makes a larger chunk.
const chunkSize = 128 << 10

// keptSize is the largest size of a buffer, in bytes, that a chunk keeps for its next lines.
const keptSize = 16 * chunkSize

// A framing describes how lines are read and reported.
type framing struct {
	end         byte // what ends a line: a line feed or NUL
	raw         bool // nothing is stripped from a line
	empty       bool // empty lines are not skipped
	maxMessages int  // the number of rejected lines of an input that are reported
	maxLine     int  // the length in bytes of the longest line that is read
}

// A chunk holds some whole lines of one input, and their output. Its buffers are reused.
type chunk struct {
	framing
	source string // the name of the input, or "argument"
	first  int    // the number of the first line, from 1
	width  int    // the number of columns in the first row of the input, with -tsv
	in     []byte
	ended  bool // the current line has its end
	last   bool // the input ends here
	done   chan struct{}

	out     []byte   // for standard output
	values  []string // for -count
	keys    []byte   // the keys of the records, with -unique
	records []record // the pieces of out and values, with -unique

	log      []byte // for standard error
	messages []int  // the ends in log of the messages about rejected lines
	results
}

// A record holds the ends of the key, the output and the values of one URL in a chunk, with -unique.
type record struct {
	key, out, values int
	always           bool // there is no key, because the output is not that of a URL
}

// results are what the lines of a chunk contribute to the result of the run.
type results struct {
	err      error  // the error that ended the input here, or nil
	fatal    error  // the error that ends the run here, or nil
	crowded  int    // the first line with several URLs, with -redact
	mistaken string // the first line whose host was read as a scheme
	refusal  error  // why the first reported line was rejected, or nil
	outcomes
	reported int   // the number of rejected lines that are for standard error
	tally    tally // for -compare
}

// A difference says how net/url and the standard differ in reading a URL.
type difference int

const (
	alike      difference = iota
	otherHost             // both accept the URL, with different hosts
	otherPath             // both accept the URL, with the same host and different paths
	netRefuses            // only net/url rejects the URL
	netAccepts            // only the standard rejects the URL
	bothRefuse
	differences // the number of differences
)

// A tally counts the URLs for each kind of difference.
type tally [differences]int

// The exit statuses. The first three have the same meaning as for grep.
const (
	exitOK      = 0
	exitNothing = 1 // no URL passed the filters, no links were found, or a check found something
	exitTrouble = 2 // the command line is wrong, or an input or output failed
	exitRefused = 3 // all lines were rejected, or with -strict, one was
	exitFailed  = 4 // no URL could be changed as the flags ask, or with -strict, one could not
)

// outcomes record what happened to the lines. They determine the exit status.
type outcomes struct {
	accepted, refused bool // by the parser
	passed            bool // a URL passed the filters
	written, failed   bool // the changes to a URL succeeded, or failed
	found             bool // -check or -strict has something to report
}

func (o *outcomes) add(p outcomes) {
	o.accepted, o.refused, o.passed = o.accepted || p.accepted, o.refused || p.refused, o.passed || p.passed
	o.written, o.failed, o.found = o.written || p.written, o.failed || p.failed, o.found || p.found
}

// status returns the exit status. If strict is true, as for arguments, a single rejected line or failed change determines
// it. Otherwise, one bad line in a million does not.
func (o outcomes) status(filtered, strict bool) int {
	switch {
	case o.found:
		return exitNothing
	case o.refused && (strict || !o.accepted):
		return exitRefused
	case o.failed && (strict || !o.written):
		return exitFailed
	case filtered && !o.passed:
		return exitNothing
	}
	return exitOK
}

// reset empties the chunk, and drops the buffers that a long line made too large.
func (c *chunk) reset() {
	c.in, c.out, c.log, c.keys = kept(c.in), kept(c.out), kept(c.log), kept(c.keys)
	clear(c.values) // they share the memory of the lines
	c.values, c.records, c.messages = c.values[:0], c.records[:0], c.messages[:0]
	c.last, c.results = false, results{}
}

func kept(buffer []byte) []byte {
	if cap(buffer) > keptSize {
		return nil
	}
	return buffer[:0]
}

// A lineFunc processes a line, which is passed without its end, and with its number.
type lineFunc func(c *chunk, line string, number int)

// lines calls f for each line of the chunk. A line ends with a line feed, which a carriage return may precede. In a raw
// chunk, the carriage return belongs to the line. Empty lines are skipped, unless the framing says that they count.
func (c *chunk) lines(f lineFunc) {
	text := string(c.in)
	c.in = kept(c.in)
	for number := c.first; text != "" && c.fatal == nil; number++ {
		var line string
		line, text, c.ended = strings.Cut(text, string(c.end))
		if !c.raw && c.end == '\n' {
			line = strings.TrimSuffix(line, "\r")
		}
		if line != "" || c.empty {
			f(c, line, number)
		}
	}
}

// argumentSource is the source of URLs that are given as arguments.
const argumentSource = "argument"

// newSource is the source of the URL that -new makes.
const newSource = "-new"

// place appends the place of a line, such as "urls.txt:12" or "argument 2". If number is 0, the place is the whole input.
func (c *chunk) place(dst []byte, number int) []byte {
	dst = append(dst, visible(c.source)...)
	if number == 0 {
		return dst
	}
	separator := byte(':')
	if c.source == argumentSource {
		separator = ' '
	}
	return strconv.AppendInt(append(dst, separator), int64(number), 10)
}

func (c *chunk) logLine(number int, message string) {
	c.log = c.place(append(c.log, "weburl: "...), number)
	c.log = append(append(append(c.log, ": "...), visible(message)...), '\n')
}

// refuse records that a line was rejected, and adds a message. After maxMessages messages it only counts the line, because
// no more of them are shown.
func (c *chunk) refuse(number int, err error) {
	if _, ok := err.(*editError); ok {
		c.failed = true
	} else {
		c.refused = true
	}
	c.reported++
	if len(c.messages) < c.maxMessages {
		c.logLine(number, reason(err))
		c.messages = append(c.messages, len(c.log))
	}
	if c.refusal == nil {
		c.refusal = err
	}
}

// Write appends to the output of the chunk.
func (c *chunk) Write(b []byte) (int, error) {
	c.out = append(c.out, b...)
	return len(b), nil
}
