package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// runArguments treats each argument as a line, even if it contains line feeds.
func (t *tool) runArguments(urls []string) {
	line := t.newLine()
	c := &chunk{framing: t.framing, source: argumentSource}
	for i, u := range urls {
		c.last = i == len(urls)-1
		c.first = i + 1
		line(c, u, i+1)
		if len(c.out) < chunkSize && len(c.log) == 0 && !c.last {
			continue
		}
		t.write(c)
		if t.stopping {
			return
		}
		c.reset()
	}
}

// A pipeline has three stages: one goroutine reads chunks of whole lines, the workers turn them into output, and the
// caller's goroutine writes the output in the order of the input. The number of chunks is fixed, which bounds the memory:
// a fast stage waits for a slow one. A chunk is either in free, or in both work and order.
type pipeline struct {
	free  chan *chunk
	work  chan *chunk   // for the workers
	order chan *chunk   // the same chunks in the order of the input, for the writer
	quit  chan struct{} // closed when no more output is wanted
}

func (t *tool) runInputs(inputs []input, workers int) {
	chunks := 2*workers + 2
	p := &pipeline{ // each channel has room for all chunks, so sending never waits
		free: make(chan *chunk, chunks), work: make(chan *chunk, chunks), order: make(chan *chunk, chunks),
		quit: make(chan struct{}),
	}
	for range chunks {
		p.free <- &chunk{framing: t.framing, done: make(chan struct{}, 1)}
	}
	defer close(p.quit)
	go t.readInputs(inputs, p)
	for range workers {
		line := t.newLine()
		go func() {
			for c := range p.work {
				c.lines(line)
				c.done <- struct{}{}
			}
		}()
	}
	for c := range p.order {
		<-c.done
		if t.write(c); t.stopping {
			return
		}
		p.free <- c
	}
}

func (t *tool) readInputs(inputs []input, p *pipeline) {
	defer close(p.order)
	defer close(p.work)
	for _, in := range inputs {
		if !t.readInput(in, p) {
			return
		}
	}
}

// readInput reads one input into the pipeline. It reports whether more input is wanted.
func (t *tool) readInput(in input, p *pipeline) bool {
	r := &lineReader{name: in.name, line: 1}
	src, closer, err := t.open(in)
	if closer != nil {
		defer closer.Close() // no data is lost: it was only read
	}
	if r.src = src; err != nil {
		r.line, r.err = 0, err
	}
	for more := true; more; {
		select {
		case <-p.quit:
			return false
		case c := <-p.free:
			if more = r.next(c); !more {
				c.last = true
				if r.err != io.EOF {
					c.err = r.err
				}
			}
			p.work <- c
			p.order <- c
		}
	}
	return true
}

// open opens an input. It decodes the input, unless a database has written it.
func (t *tool) open(in input) (r *bufio.Reader, closer io.Closer, err error) {
	src, err := in.open()
	if err != nil {
		return nil, nil, err
	}
	r = bufio.NewReaderSize(src, chunkSize)
	if !t.opts.tsvEscaped {
		r, err = decode(r, in.name, t.framing.end, t.opts.html)
	}
	return r, src, err
}

// runWhole is runInputs for inputs that are read one after the other, each by a function that fills a chunk.
func (t *tool) runWhole(inputs []input, read func(c *chunk, src *bufio.Reader) error) {
	for _, in := range inputs {
		c := &chunk{framing: t.framing, source: in.name}
		src, closer, err := t.open(in)
		if c.err = err; err == nil {
			c.err = read(c, src)
		}
		if closer != nil {
			closer.Close() // no data is lost: it was only read
		}
		if c.last = true; !t.stopping {
			t.write(c)
		}
		if t.stopping {
			return
		}
	}
}

// runPages is runInputs for -html: each input is one line.
func (t *tool) runPages(inputs []input) {
	line := t.newLine()
	t.runWhole(inputs, func(c *chunk, src *bufio.Reader) error {
		text, err := io.ReadAll(io.LimitReader(src, int64(c.maxLine)+1))
		line(c, string(text), 1)
		return err
	})
}

// chunkSize is the number of bytes that are read at once. A longer line makes a larger chunk.
const chunkSize = 128 << 10

// keptSize is the largest size of a buffer, in bytes, that a chunk keeps for its next lines.
const keptSize = 16 * chunkSize

// A framing says what a line is.
type framing struct {
	end         byte // what ends a line: a line feed or NUL
	raw         bool // nothing is stripped from a line
	empty       bool // an empty line counts, too
	maxMessages int  // the number of refused lines of an input that are reported
	maxLine     int  // the length in bytes of the longest line that is read
}

// A chunk holds a run of whole lines of one input, and their output. Its buffers are reused.
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
	messages []int  // the ends in log of the messages about refused lines
	results
}

// results are what the lines of a chunk add to the result of the run.
type results struct {
	err      error  // the error that ended the input here, or nil
	fatal    error  // the error that ends the run here, or nil
	crowded  int    // the first line with several URLs, with -redact
	mistaken string // the first line whose host was read as a scheme
	refusal  error  // why the first line that is reported was refused, or nil
	outcomes
	reported int   // the number of refused lines that are for standard error
	tally    tally // for -compare
}

// outcomes say what happened to the lines. They decide on the exit status.
type outcomes struct {
	accepted, refused bool // by the parser
	passed            bool // a URL passed the filters
	written, failed   bool // a URL came through its changes, or did not
	found             bool // -check or -strict has something to report
}

func (o *outcomes) add(p outcomes) {
	o.accepted, o.refused, o.passed = o.accepted || p.accepted, o.refused || p.refused, o.passed || p.passed
	o.written, o.failed, o.found = o.written || p.written, o.failed || p.failed, o.found || p.found
}

// status returns the exit status. With strict, one refused line or failed change decides, as for arguments. Without it, one
// bad line in a million does not.
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

// reset empties the chunk. It drops buffers that a long line made too large.
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

// A lineFunc takes a line without its end, and its number.
type lineFunc func(c *chunk, line string, number int)

// lines calls f for each line of the chunk. A line ends with a line feed, or with a carriage return and a line feed.
// Of a raw chunk, the carriage return belongs to the line. Empty lines are skipped, unless they count.
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

// argumentSource is the source of URLs that are arguments.
const argumentSource = "argument"

// place appends the place of a line, such as "urls.txt:12" or "argument 2". The number 0 means the whole input.
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

// refuse reports that a line is not a URL. Beyond a limit it only counts, because no more messages are shown.
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
