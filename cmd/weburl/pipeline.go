package main

import (
	"errors"
	"io"
	"sync/atomic"
	"syscall"

	"github.com/weburl-go/url"
)

// A tool does what the options ask for. Its inputs go through a pipeline: one goroutine reads chunks of whole
// lines, the workers turn them into output, and the caller's goroutine writes that in the order of the
// input. The number of chunks is fixed, so the slowest of the three bounds the memory.
type tool struct {
	opts   *options
	stdout io.Writer
	stderr *console

	newLine func() lineFunc         // a worker's way with a line
	summary func(dst []byte) []byte // what is to be written after the last line, or nil
	emit    func(out []byte)        // takes the output of new URLs, if not standard output does
	seen    map[string]struct{}     // the hrefs so far

	blocks   bool         // each output begins with an empty line, which the first must lose
	wrote    bool         // there was an output
	read     atomic.Int64 // bytes of the inputs
	refused  bool
	trouble  bool
	stopping bool // nothing more is to be written
}

// parse sets dst to a line as the options have it read and changed.
func (t *tool) parse(dst *url.URL, line string) error {
	u, err := t.opts.base.Parse(line)
	if err != nil {
		return err
	}
	*dst = *u
	if t.opts.noFragment {
		if err := dst.SetHash(""); err != nil {
			return err
		}
	}
	if t.opts.sortQuery && dst.Search() != "" {
		dst.SearchParams().Sort()
	}
	return nil
}

// parsed returns a way with a line that parses it and hands the URL to write, or reports why it is none.
func (t *tool) parsed(write func(c *chunk, line string, u *url.URL)) lineFunc {
	u := new(url.URL)
	return func(c *chunk, line string, number int) {
		if err := t.parse(u, line); err != nil {
			c.refuse(number, err)
			return
		}
		write(c, line, u)
		if t.seen != nil {
			c.keys = append(c.keys, u.Href()...)
			c.records = append(c.records, record{len(c.keys), len(c.out)})
		}
	}
}

// runArguments treats each argument as a line, whatever is in it.
func (t *tool) runArguments(urls []string) {
	line := t.newLine()
	c := &chunk{source: argumentSource}
	for i, u := range urls {
		line(c, u, i+1)
		if len(c.out) < chunkSize && len(c.log) == 0 && i < len(urls)-1 {
			continue
		}
		t.write(c)
		if t.stopping {
			return
		}
		c.reset()
	}
}

// A pipeline is where the chunks are: each is free, or in work and in the order of the input.
type pipeline struct {
	free, work, order chan *chunk
	quit              chan struct{} // closed when nothing more is wanted
}

// newPipeline returns a pipeline with a number of free chunks. As no channel can be asked to hold more, only
// taking one waits.
func newPipeline(chunks int) *pipeline {
	p := &pipeline{make(chan *chunk, chunks), make(chan *chunk, chunks), make(chan *chunk, chunks), make(chan struct{})}
	for range chunks {
		p.free <- &chunk{done: make(chan struct{}, 1)}
	}
	return p
}

// runInputs puts the inputs through a pipeline.
func (t *tool) runInputs(inputs []input, workers int) {
	defer t.showProgress(inputs)()
	p := newPipeline(2*workers + 2)
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

// readInputs reads the inputs, one after the other, into the pipeline.
func (t *tool) readInputs(inputs []input, p *pipeline) {
	defer close(p.order)
	defer close(p.work)
	for _, in := range inputs {
		if !t.readInput(in, p) {
			return
		}
	}
}

// readInput reads one input into the pipeline. It reports whether more is wanted.
func (t *tool) readInput(in input, p *pipeline) bool {
	src, err := in.open()
	r := &lineReader{name: in.name, line: 1, src: counted{src, &t.read}}
	if err != nil {
		r.line, r.err = 0, err
	} else {
		defer src.Close() // it is only read
	}
	for more := true; more; {
		select {
		case <-p.quit:
			return false
		case c := <-p.free:
			if more = r.next(c); !more && r.err != io.EOF {
				c.err = r.err
			}
			p.work <- c
			p.order <- c
		}
	}
	return true
}

// counted counts the bytes that are read, for the progress.
type counted struct {
	io.Reader
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// write writes what has become of a chunk.
func (t *tool) write(c *chunk) {
	t.refused = t.refused || c.refused > 0
	if t.seen != nil {
		t.writeNew(c)
	} else {
		t.output(c.out)
	}
	if c.err != nil {
		t.trouble = true
		c.logLine(c.first, describe(c.err))
	}
	if t.opts.check && t.refused {
		t.stopping = true
	}
	if len(c.log) > 0 {
		t.stderr.Write(c.log) // where an error of standard error could be reported, there is nothing left
	}
}

// writeNew passes on the records of URLs that have not been seen before.
func (t *tool) writeNew(c *chunk) {
	var last record
	fresh := c.out[:0] // the kept records, moved together
	for _, r := range c.records {
		key, out := c.keys[last.key:r.key], c.out[last.out:r.out]
		last = r
		if _, ok := t.seen[string(key)]; ok {
			continue
		}
		t.seen[string(key)] = struct{}{}
		if t.emit != nil {
			t.emit(out)
		} else {
			fresh = append(fresh, out...)
		}
	}
	t.output(fresh)
}

// output writes to standard output. It stops the run if that fails.
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

// reportWriteError says that standard output fails, unless its reader has just seen enough.
func reportWriteError(stderr io.Writer, err error) {
	if !errors.Is(err, syscall.EPIPE) && !errors.Is(err, io.ErrClosedPipe) {
		io.WriteString(stderr, "weburl: standard output: "+describe(err)+"\n")
	}
}

// end writes the summary and returns the exit status.
func (t *tool) end() int {
	if t.summary != nil && !t.stopping {
		t.output(t.summary(nil))
	}
	switch {
	case t.trouble:
		return exitTrouble
	case t.refused:
		return exitRefused
	}
	return exitOK
}
