package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// An input is a file or standard input.
type input struct {
	name string // for messages
	open func() (io.ReadCloser, error)
}

// stdinName is the name of standard input in messages.
const stdinName = "stdin"

// inputsOf returns the inputs with the given names. The name "-" means standard input, and so does an empty list.
func inputsOf(names []string, stdin io.Reader) []input {
	if len(names) == 0 {
		names = []string{"-"}
	}
	inputs := make([]input, len(names))
	for i, name := range names {
		if name == "-" {
			inputs[i] = input{stdinName, func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }}
		} else {
			inputs[i] = input{name, func() (io.ReadCloser, error) { return openFile(name) }}
		}
	}
	return inputs
}

// openFile opens a file. It returns an error for a directory, which os.Open opens.
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

// A lineReader splits an input into chunks.
type lineReader struct {
	name  string
	src   *bufio.Reader
	line  int    // the number of the next line
	width int    // the number of columns in the first row of a table
	rest  []byte // the part of a line that was read after the last chunk
	err   error  // the error that ended src
}

// next fills the chunk with whole lines. It reports whether there are any. If not, r.err is set.
//
// next returns as soon as it has read a whole line, so that a line of a slow input does not wait for the next line.
func (r *lineReader) next(c *chunk) bool {
	c.reset()
	c.source, c.first = r.name, r.line
	c.in = append(c.in, r.rest...)
	r.rest = kept(r.rest)
	for r.err == nil {
		if _, r.err = r.src.Peek(1); r.err != nil {
			break
		}
		start := min(len(c.in), c.maxLine+2) // the rest of a line that is too long is still too long, even without a carriage return
		c.in = c.in[:start]
		if cap(c.in)-start < chunkSize/2 {
			c.in = slices.Grow(c.in, max(chunkSize, start))
		}
		n, _ := r.src.Read(c.in[start:cap(c.in)]) // what Peek has seen
		c.in = c.in[:start+n]
		if end := bytes.LastIndexByte(c.in[start:], c.end); end >= 0 {
			end += start + 1
			r.rest = append(r.rest, c.in[end:]...)
			c.in = c.in[:end]
			break
		}
	}
	if r.err != nil && r.err != io.EOF && (len(c.in) == 0 || c.in[len(c.in)-1] != c.end) {
		c.in = c.in[:0] // do not parse a part of a line
	}
	if c.raw && r.width == 0 {
		row, _, _ := bytes.Cut(c.in, []byte{c.end})
		r.width = 1 + bytes.Count(row, []byte{'\t'})
	}
	c.width = r.width
	r.line += bytes.Count(c.in, []byte{c.end})
	if !c.raw && c.first == 1 {
		c.in = bytes.TrimPrefix(c.in, byteOrderMark)
	}
	return len(c.in) > 0
}

var byteOrderMark = []byte("\uFEFF")

// sniffed is the number of bytes that identify the format of an input.
const sniffed = 10

// signatures are the first bytes of inputs that do not contain lines of URLs.
// https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1
var signatures = []struct {
	start, end string
	what       string
}{
	{"\x28\xb5\x2f\xfd", "", "is compressed with zstd; use zstdcat %s | weburl"},
	{"\xfd7zX", "", "is compressed with xz; use xzcat %s | weburl"},      // https://tukaani.org/xz/xz-file-format.txt
	{"BZh", "1AY&SY", "is compressed with bzip2; use bzcat %s | weburl"}, // a digit is between the two
	{"\xff\xfe", "", utf16},
	{"\xfe\xff", "", utf16},
}

const utf16 = "is in UTF-16; use iconv -f UTF-16 -t UTF-8 %s | weburl"

// decode returns a reader for the lines of an input, which can be compressed with gzip. It returns an error for formats that
// weburl cannot read.
func decode(src *bufio.Reader, name string, end byte, takesUTF16 bool) (*bufio.Reader, error) {
	start := startOf(src, end)
	if name == stdinName {
		name = "…"
	}
	for _, s := range signatures {
		if !(takesUTF16 && s.what == utf16) && bytes.HasPrefix(start, []byte(s.start)) && bytes.HasSuffix(start, []byte(s.end)) {
			return nil, fmt.Errorf(s.what, name)
		}
	}
	if end != 0 && !takesUTF16 && len(start) >= 4 && alternates(start) {
		return nil, fmt.Errorf(utf16, name)
	}
	if !bytes.HasPrefix(start, []byte("\x1f\x8b\x08")) { // https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1
		return src, nil
	}
	unzipped, err := gzip.NewReader(src)
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	return bufio.NewReaderSize(unzipped, chunkSize), nil
}

// startOf returns the bytes that identify the format of an input, or its first line if that is shorter. It reads no more
// than necessary, so that a line of a slow input does not wait for the next line.
func startOf(src *bufio.Reader, end byte) (start []byte) {
	for len(start) < sniffed && bytes.IndexByte(start, end) < 0 {
		longer, err := src.Peek(len(start) + 1)
		if err != nil {
			break // the reader of the lines gets the error as well
		}
		start = longer
	}
	return start
}

// alternates reports whether b begins with two ASCII characters in UTF-16, in either byte order.
func alternates(b []byte) bool {
	little := b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0
	big := b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0
	return little || big
}
