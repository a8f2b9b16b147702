package main

import (
	"errors"
	"io"
	"sync/atomic"
	"syscall"

	"github.com/weburl-go/url"
)

// A tool does what the options ask for. It has three stages: one goroutine reads chunks of whole lines, the
// workers turn them into output, and the caller's goroutine writes the output in the order of the input. The
// number of chunks is fixed, which bounds the memory: a fast stage waits for a slow one.
type tool struct {
	opts    *options
	parser  url.Parser // with the base
	framing framing
	stdout  io.Writer
	stderr  *console

	newLine func() lineFunc  // returns a line function for one worker
	summary func()           // writes what follows the last line, or nil
	emit    func(out []byte) // takes the output of new URLs in place of standard output, or nil
	unique  *tally           // the keys so far, with -unique

	blocks    bool         // each output begins with an empty line, and the first one is dropped
	wrote     bool         // some output was written
	read      atomic.Int64 // the bytes that were read
	refused   bool         // a URL was refused, or -strict has something to report
	wantedAny bool         // a URL passed the filters
	trouble   bool         // an input or output failed
	logged    logged       // of the input that is being written
	stopping  bool         // no more output is wanted
}

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
		if len(urls) == 1 && c.refused > 0 {
			c.hintAtFile(u)
		}
		t.write(c)
		if t.stopping {
			return
		}
		c.reset()
	}
}

// A pipeline holds the chunks. A chunk is either in free, or in both work and order.
type pipeline struct {
	free  chan *chunk
	work  chan *chunk   // for the workers
	order chan *chunk   // the same chunks in the order of the input, for the writer
	quit  chan struct{} // closed when no more output is wanted
}

// newPipeline returns a pipeline with a number of free chunks. Each channel has room for all of them, so sending
// never waits.
func newPipeline(chunks int, framing framing) *pipeline {
	p := &pipeline{
		free: make(chan *chunk, chunks), work: make(chan *chunk, chunks), order: make(chan *chunk, chunks),
		quit: make(chan struct{}),
	}
	for range chunks {
		p.free <- &chunk{framing: framing, done: make(chan struct{}, 1)}
	}
	return p
}

// runInputs reads the inputs through a pipeline.
func (t *tool) runInputs(inputs []input, workers int) {
	defer t.showProgress(inputs)()
	p := newPipeline(2*workers+2, t.framing)
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

// readInputs reads the inputs into the pipeline, one after the other.
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
	src, err := in.open()
	r := &lineReader{name: in.name, line: 1}
	if err == nil {
		defer src.Close() // no data is lost: it was only read
		r.src = counted{src, &t.read}
		if !t.framing.raw {
			r.src, err = decode(r.src, in.name, t.framing.end)
		}
	}
	if err != nil {
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

// counted is a reader that counts its bytes, for the progress.
type counted struct {
	io.Reader
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// write writes the output and the messages of a chunk.
func (t *tool) write(c *chunk) {
	t.refused = t.refused || c.refused > 0 || c.different
	if t.unique != nil {
		t.writeNew(c)
	} else {
		t.output(c.out)
	}
	t.wantedAny = t.wantedAny || c.wanted > 0
	if t.opts.check && t.refused {
		t.stopping = true
	}
	t.writeLog(c)
}

// output writes to standard output. A failure stops the run.
func (t *tool) output(b []byte) {
	if t.blocks && !t.wrote && len(b) > 0 {
		b = b[1:]
	}
	if len(b) == 0 || t.stopping {
		return
	}
	t.wrote = true
	if _, err := t.stdout.Write(b); err != nil {
		reportWriteError(t.stderr, err)
		t.stopping, t.trouble = true, true
	}
}

// reportWriteError reports an error of standard output, unless the reader only closed its end.
func reportWriteError(stderr io.Writer, err error) {
	if !errors.Is(err, syscall.EPIPE) && !errors.Is(err, io.ErrClosedPipe) {
		io.WriteString(stderr, "weburl: standard output: "+describe(err)+"\n")
	}
}

// end writes the summary and returns the exit status.
func (t *tool) end() int {
	if t.summary != nil && !t.stopping {
		t.summary()
	}
	switch {
	case t.trouble:
		return exitTrouble
	case t.refused || len(t.opts.filters) > 0 && !t.wantedAny:
		return exitRefused
	}
	return exitOK
}
