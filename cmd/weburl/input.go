package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// chunkSize is the number of bytes that are read at once. A longer line makes a larger chunk.
const chunkSize = 128 << 10

// keptSize is the largest size of a buffer, in bytes, that a chunk keeps for its next lines.
const keptSize = 16 * chunkSize

// An input is a file or standard input.
type input struct {
	name string // for messages
	open func() (io.ReadCloser, error)
	size int64 // in bytes, or -1 if unknown
}

// stdinName is the name of standard input in messages.
const stdinName = "stdin"

// inputsOf returns the inputs with the given names. "-" is standard input, and so is an empty list.
func inputsOf(names []string, stdin io.Reader) []input {
	if len(names) == 0 {
		names = []string{"-"}
	}
	inputs := make([]input, len(names))
	for i, name := range names {
		if name == "-" {
			inputs[i] = input{stdinName, func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }, remaining(stdin)}
			continue
		}
		info, err := os.Stat(name)
		size := int64(-1)
		if err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
		inputs[i] = input{name, func() (io.ReadCloser, error) { return openFile(name) }, size}
	}
	return inputs
}

// openFile opens a file. A directory can be opened, too, so it is refused here.
func openFile(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, errors.New("is a directory")
	}
	return file, nil
}

// remaining returns the number of bytes left to read in r, or -1 if r is not a regular file.
func remaining(r io.Reader) int64 {
	f, ok := r.(*os.File)
	if !ok {
		return -1
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return max(info.Size()-at, 0)
}

// A framing says what a line is.
type framing struct {
	end         byte // what ends a line: a line feed or NUL
	raw         bool // every line counts, also an empty one, and nothing is stripped from it
	maxMessages int  // the number of refused lines of an input that are reported
	maxLine     int  // the length in bytes of the longest line that is read
}

// A chunk holds a run of whole lines of one input, and their output. Its buffers are reused.
type chunk struct {
	framing
	source string // the name of the input, or "argument"
	first  int    // the number of the first line, from 1
	in     []byte
	skip   int   // the length of the byte order mark that begins in
	err    error // the error that ended the input here, or nil
	fatal  error // the error that ends the run here, or nil

	out       []byte   // for standard output
	log       []byte   // for standard error
	messages  []int    // the ends in log of the messages about refused lines
	keys      []byte   // the keys of the records, with -unique
	records   []record // the pieces of out, with -unique
	different bool     // something else changes the exit status
	refused   int      // the number of lines that were refused
	wanted    int      // the number of URLs that passed the filters
	reported  int      // how many of them are for standard error
	last      bool     // the input ends here
	done      chan struct{}
}

// reset empties the chunk. It drops buffers that a long line made too large.
func (c *chunk) reset() {
	c.in, c.out, c.log, c.keys = kept(c.in), kept(c.out), kept(c.log), kept(c.keys)
	c.records = c.records[:0]
	c.messages = c.messages[:0]
	c.skip, c.wanted, c.refused, c.reported, c.err, c.fatal, c.last, c.different = 0, 0, 0, 0, nil, nil, false, false
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
// Empty lines are skipped. Of a raw chunk, the carriage return belongs to the line, and no line is skipped.
func (c *chunk) lines(f lineFunc) {
	text := string(c.in[c.skip:])
	c.in = kept(c.in)
	for number := c.first; text != "" && c.fatal == nil; number++ {
		var line string
		if end := strings.IndexByte(text, c.end); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			line, text = text, ""
		}
		if !c.raw && c.end == '\n' {
			line = strings.TrimSuffix(line, "\r")
		}
		if line != "" || c.raw {
			f(c, line, number)
		}
	}
}

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

// argumentSource is the source of URLs that are arguments.
const argumentSource = "argument"

// logLine appends a message about a line for standard error.
func (c *chunk) logLine(number int, message string) {
	c.log = c.place(append(c.log, "weburl: "...), number)
	c.log = append(append(append(c.log, ": "...), visible(message)...), '\n')
}

// A lineReader splits an input into chunks.
type lineReader struct {
	name string
	src  io.Reader
	line int    // the number of the next line
	rest []byte // the part of a line that was read after the last chunk
	err  error  // the error that ended src
}

// next fills the chunk. It reports whether the chunk has any lines; if not, r.err is set.
//
// It reads only until it has a whole line, so that a line from a slow input does not wait for the next.
func (r *lineReader) next(c *chunk) bool {
	c.reset()
	c.source, c.first = r.name, r.line
	c.in = append(c.in, r.rest...)
	r.rest = kept(r.rest)
	for idle := 0; r.err == nil; {
		start := min(len(c.in), c.maxLine+1) // what is left of a line that is too long is still too long
		c.in = c.in[:start]
		if cap(c.in)-start < chunkSize/2 {
			c.in = slices.Grow(c.in, max(chunkSize, start))
		}
		n, err := r.src.Read(c.in[start:cap(c.in)])
		c.in, r.err = c.in[:start+n], err
		if end := bytes.LastIndexByte(c.in[start:], c.end); end >= 0 {
			end += start + 1
			r.rest = append(r.rest, c.in[end:]...)
			c.in = c.in[:end]
			break
		}
		if idle++; n > 0 {
			idle = 0
		} else if idle == 100 && err == nil {
			r.err = io.ErrNoProgress
		}
	}
	if r.err != nil && r.err != io.EOF && (len(c.in) == 0 || c.in[len(c.in)-1] != c.end) {
		c.in = c.in[:0] // do not parse a part of a line
	}
	c.dropByteOrderMark()
	r.line += bytes.Count(c.in, []byte{c.end})
	return len(c.in) > 0
}

var byteOrderMark = []byte("\uFEFF")

// dropByteOrderMark skips a byte order mark at the start of an input, unless the chunk is raw.
func (c *chunk) dropByteOrderMark() {
	if !c.raw && c.first == 1 && bytes.HasPrefix(c.in, byteOrderMark) {
		c.skip = len(byteOrderMark)
	}
}

// describe returns the message of an error without the name of the file, which the place has already.
func describe(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Op + ": " + pathError.Err.Error()
	}
	return err.Error()
}
