package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progressDelay is how long an input must take to be worth a line of progress, and progressEvery how often
// that is written again.
const (
	progressDelay = time.Second
	progressEvery = 250 * time.Millisecond
)

// A console is standard error: messages, and on a terminal a last line that shows the progress.
type console struct {
	mu    sync.Mutex
	w     io.Writer
	shown bool // there is a line of progress
}

// clearLine takes a terminal's cursor to the start of its line and empties that.
const clearLine = "\r\x1b[K"

// Write writes a message. A line of progress gives way to it.
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

// progress shows a line of progress in place of the last.
func (c *console) progress(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	io.WriteString(c.w, clearLine+line)
	c.shown = true
}

// showProgress shows the progress through the inputs, if standard error is a terminal and standard output
// is not, where it would stand between the results. It returns what ends that.
func (t *tool) showProgress(inputs []input) (stop func()) {
	if !isTerminal(t.stderr.w) || isTerminal(t.stdout) {
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
					t.stderr.progress(progressLine(t.read.Load(), total, elapsed))
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

// totalSize returns the size of all inputs in bytes, or -1 if one of them is not known.
func totalSize(inputs []input) (total int64) {
	for _, in := range inputs {
		if in.size < 0 {
			return -1
		}
		total += in.size
	}
	return total
}

// progressLine says how much was read, of how much if that is known, how fast, and how long the rest will
// take.
func progressLine(read, total int64, elapsed time.Duration) string {
	rate := float64(read) / elapsed.Seconds()
	if total < read || rate == 0 {
		return fmt.Sprintf("weburl: %s, %s/s", formatSize(float64(read)), formatSize(rate))
	}
	left := time.Duration(float64(total-read) / rate * float64(time.Second))
	return fmt.Sprintf("weburl: %s of %s, %s/s, %s left", formatSize(float64(read)),
		formatSize(float64(total)), formatSize(rate), left.Round(time.Second))
}

// formatSize writes a number of bytes in decimal units.
func formatSize(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	i := 0
	for bytes >= 999.5 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	if i == 0 || bytes >= 99.95 {
		return fmt.Sprintf("%.0f %s", bytes, units[i])
	}
	return fmt.Sprintf("%.1f %s", bytes, units[i])
}

// wantsColors reports whether w may be written to in colors. See https://no-color.org.
func wantsColors(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

// isTerminal reports whether w is a terminal, as far as the standard library can tell: a character device
// that is not the null device.
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
