package main

import (
	"bufio"
	"io"
	"sync/atomic"
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
	r = bufio.NewReaderSize(metered{src, &t.bytes}, chunkSize)
	if !t.opts.tsvEscaped {
		r, err = decode(r, in.name, t.framing.end, t.opts.html)
	}
	return r, src, err
}

// runPages is runInputs for -html: each input is one line.
func (t *tool) runPages(inputs []input) {
	defer t.showProgress(inputs)()
	line := t.newLine()
	for _, in := range inputs {
		c := &chunk{framing: t.framing, source: in.name, last: true}
		src, closer, err := t.open(in)
		if err == nil {
			var text []byte
			text, err = io.ReadAll(io.LimitReader(src, int64(c.maxLine)+1))
			line(c, string(text), 1)
		}
		if closer != nil {
			closer.Close() // no data is lost: it was only read
		}
		c.err = err
		if t.write(c); t.stopping {
			return
		}
	}
}

// A metered is a reader that counts its bytes, for the progress.
type metered struct {
	io.Reader
	n *atomic.Int64
}

func (m metered) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.n.Add(int64(n))
	return n, err
}
