package main

import (
	"bufio"
	"io"
	"os"
	"runtime/debug"
)

// runArguments processes each argument as a line, even if it contains line feeds.
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

// collectLess lets garbage grow to four times the size of the memory in use, unless GOGC is set or values are kept until the
// end. Lines become garbage as fast as they are read, and little else is in use, so the collector would otherwise run once
// for each 4 MB of input. With two processors, that takes a fifth of the processor time.
func (t *tool) collectLess() {
	if os.Getenv("GOGC") == "" && t.counts == nil && t.seen == nil {
		debug.SetGCPercent(400)
	}
}

// A pipeline has three stages. One goroutine reads chunks of whole lines, the workers turn them into output, and the
// goroutine of the caller writes the output in the order of the input. The number of chunks is fixed, which limits the
// memory, because a fast stage must wait for a slow one. Each chunk is either in free, or in both work and order.
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

// open opens an input, and decodes it unless a database has written it.
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

// runWhole processes the inputs one after the other. For each of them, it calls read to fill a chunk.
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

// runPages processes each input as one line, which is an HTML page.
func (t *tool) runPages(inputs []input) {
	line := t.newLine()
	t.runWhole(inputs, func(c *chunk, src *bufio.Reader) error {
		text, err := io.ReadAll(io.LimitReader(src, int64(c.maxLine)+1))
		line(c, string(text), 1)
		return err
	})
}

func (t *tool) write(c *chunk) {
	t.add(c.outcomes)
	t.trouble = t.trouble || c.err != nil || c.fatal != nil
	for d, n := range c.tally {
		t.tally[d] += n
	}
	if t.seen != nil {
		t.keepNew(c)
	}
	t.countValues(c.values)
	t.output(c.out)
	if c.fatal != nil || t.opts.check && t.found {
		t.stopping = true
	}
	t.writeLog(c)
}

func (t *tool) end() int {
	if t.summary != nil && !t.stopping {
		t.summary()
	}
	if t.trouble {
		return exitTrouble
	}
	finds := (t.opts.extract || t.opts.html) && !t.opts.given["redact"]
	if finds && !t.accepted && !t.refused && !t.opts.quiet {
		_, _ = io.WriteString(t.stderr, "weburl: no links were found\n")
	}
	return t.status(finds || len(t.opts.filters) > 0, t.opts.strict || len(t.opts.urls) > 0)
}
