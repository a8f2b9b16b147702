package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// sniffed is the number of bytes that tell what an input is.
const sniffed = 4

// signatures are the beginnings of inputs that are not lines of URLs. https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1
var signatures = []struct {
	start string
	what  string
}{
	{"\x28\xb5\x2f\xfd", "is zstd-compressed: zstdcat %s | weburl"},
	{"\xff\xfe", utf16},
	{"\xfe\xff", utf16},
}

const utf16 = "is in UTF-16: iconv -f UTF-16 -t UTF-8 %s | weburl"

// decode returns a reader of the lines of an input, which gzip may have compressed. It refuses what it cannot read.
//
// It reads no more than it needs, so that a line from a slow input does not wait for the next.
func decode(src io.Reader, name string, end byte) (io.Reader, error) {
	var start []byte
	var err error
	for idle := 0; len(start) < sniffed && err == nil && bytes.IndexByte(start, end) < 0 && idle < 100; {
		b := make([]byte, chunkSize)
		var n int
		n, err = src.Read(b)
		start = append(start, b[:n]...)
		if idle++; n > 0 {
			idle = 0
		}
	}
	if name == stdinName {
		name = "…"
	}
	for _, s := range signatures {
		if bytes.HasPrefix(start, []byte(s.start)) {
			return nil, fmt.Errorf(s.what, name)
		}
	}
	if end != 0 && len(start) >= sniffed && alternates(start) {
		return nil, fmt.Errorf(utf16, name)
	}
	whole := &rejoined{start: start, err: err, rest: src}
	if bytes.HasPrefix(start, []byte("\x1f\x8b\x08")) { // https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1
		unzipped, err := gzip.NewReader(whole)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return unzipped, nil
	}
	return whole, nil
}

// alternates reports whether b begins with two ASCII characters in UTF-16, in either byte order.
func alternates(b []byte) bool {
	little := b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0
	big := b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0
	return little || big
}

// A rejoined is a reader of what was read before, and then of the rest.
type rejoined struct {
	start []byte
	err   error // the error that came with the end of start
	rest  io.Reader
}

func (r *rejoined) Read(p []byte) (int, error) {
	if len(r.start) > 0 {
		n := copy(p, r.start)
		r.start = r.start[n:]
		return n, nil
	}
	if r.err != nil {
		return 0, r.err
	}
	return r.rest.Read(p)
}
