package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

const (
	progressDelay = time.Second            // how long a run must take before it shows its progress
	progressEvery = 250 * time.Millisecond // how often it updates the progress
)

// A console writes to standard error: messages and, on a terminal, a last line that shows the progress.
type console struct {
	mu    sync.Mutex
	w     io.Writer
	shown bool // the line of progress is shown
}

// clearLine moves the cursor of a terminal to the start of its line, and clears the line.
const clearLine = "\r\x1b[K"

// Write writes a message in place of the line of progress.
func (c *console) Write(message []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	return c.w.Write(message)
}

func (c *console) clear() {
	if c.shown {
		io.WriteString(c.w, clearLine)
		c.shown = false
	}
}

// progress replaces the line of progress.
func (c *console) progress(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	io.WriteString(c.w, clearLine+line)
	c.shown = true
}

// showProgress shows the progress if standard error is a terminal. If standard output is a terminal, too, and results
// appear while the run lasts, it shows nothing, because the line would stand between them. Call stop to end the progress.
func (t *tool) showProgress(inputs []input) (stop func()) {
	silent := t.opts.check || t.opts.count != nil // until the end
	if !isTerminal(t.stderr.w) || isTerminal(t.stdout) && !silent || t.opts.quiet {
		return func() {}
	}
	return t.watch(totalSize(inputs), progressDelay, progressEvery)
}

// watch shows the progress, after a delay, until stop is called.
func (t *tool) watch(total int64, delay, every time.Duration) (stop func()) {
	start := time.Now()
	ticker := time.NewTicker(every)
	quit, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-quit:
				return
			case now := <-ticker.C:
				if elapsed := now.Sub(start); elapsed >= delay {
					t.stderr.progress(progressLine(t.bytes.Load(), total, elapsed))
				}
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(quit)
		<-stopped
		t.stderr.Write(nil) // clears the line
	}
}

// totalSize returns the size of all inputs in bytes, or -1 if the size of one is unknown.
func totalSize(inputs []input) (total int64) {
	for _, in := range inputs {
		if in.size < 0 {
			return -1
		}
		total += in.size
	}
	return total
}

// progressLine returns a line with the bytes that were read and their rate. If the total is known, the line also
// has the total and the remaining time.
func progressLine(read, total int64, elapsed time.Duration) string {
	rate := float64(read) / elapsed.Seconds()
	if total < read || rate == 0 {
		return fmt.Sprintf("weburl: %s, %s/s", formatSize(float64(read)), formatSize(rate))
	}
	left := time.Duration(float64(total-read) / rate * float64(time.Second))
	return fmt.Sprintf("weburl: %s of %s, %s/s, %s left", formatSize(float64(read)),
		formatSize(float64(total)), formatSize(rate), left.Round(time.Second))
}

// formatSize formats a number of bytes in decimal units.
func formatSize(size float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	i := 0
	for size >= 999.5 && i < len(units)-1 {
		size /= 1000
		i++
	}
	if i == 0 || size >= 99.95 {
		return fmt.Sprintf("%.0f %s", size, units[i])
	}
	return fmt.Sprintf("%.1f %s", size, units[i])
}

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
