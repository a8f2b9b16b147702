// Package legacy has the encoders and decoders of the Encoding Standard (https://encoding.spec.whatwg.org/),
// other than UTF-8's. Percent-encoding after encoding and forms use them.
//
// They look characters up with the coders of golang.org/x/text, and correct what these do differently. The
// package imports no table of golang.org/x/text: a program links only the tables of the encodings that it
// names.
package legacy

import (
	"errors"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// A family is a group of encodings whose coders in golang.org/x/text differ from the standard's in the same
// way.
type family uint8

const (
	otherFamily   family = iota // differs only in C1 controls, or is not an encoding of the standard
	unicodeFamily               // its output encoding is UTF-8: UTF-8 and UTF-16
	big5Family
	eucJPFamily
	gbFamily // GBK and gb18030
	iso2022JPFamily
	shiftJISFamily
)

// sample is a character that every encoding with a family has. Each family writes it differently.
const sample = "一"

// familyOf returns the family of the encoding that writes sample as the bytes written.
//
// It recognizes an encoding by what it does. Comparing it with the variables of the packages that define
// encodings would link half a megabyte of tables into every program, and would not see through wrappers.
func familyOf(written []byte) family {
	switch string(written) {
	case sample, "\uFEFF" + sample, "\x4E\x00", "\x00\x4E", "\xFE\xFF\x4E\x00", "\xFF\xFE\x00\x4E":
		return unicodeFamily
	case "\xA4\x40":
		return big5Family
	case "\xB0\xEC":
		return eucJPFamily
	case "\xD2\xBB":
		return gbFamily
	case "\x1B$B\x30\x6C":
		return iso2022JPFamily
	case "\x88\xEA":
		return shiftJISFamily
	}
	return otherFamily
}

// isNamedUTF8 reports whether enc calls itself UTF-8. The sample would tell as well, but writing it allocates.
func isNamedUTF8(enc encoding.Encoding) bool {
	named, ok := enc.(interface{ String() string })
	return ok && named.String() == "UTF-8"
}

var (
	errNoEncoder = errors.New("the encoding has no encoder")
	errNoDecoder = errors.New("the encoding has no decoder")
	errBadCount  = errors.New("the encoding counts bytes that it was not given")
)

// step calls t.Transform. It returns an error if t says that it wrote or took bytes which are not there.
func step(t transform.Transformer, dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst, nSrc, err = t.Transform(dst, src, atEOF)
	if nDst < 0 || nDst > len(dst) || nSrc < 0 || nSrc > len(src) {
		return 0, 0, errBadCount
	}
	return nDst, nSrc, err
}

// maxIdle is how many calls in a row may write without taking input. Package bufio has this limit for readers.
const maxIdle = 100

// A progress tells a Transformer that wants to be called again from one that does so without end.
type progress struct{ idle int }

// check returns an error if another call is useless after one that had these results.
func (p *progress) check(nDst, nSrc int, err error) error {
	switch {
	case nSrc > 0:
		p.idle = 0
		return nil
	case nDst > 0 && p.idle < maxIdle:
		p.idle++
		return nil
	case nDst > 0 || err == nil:
		return io.ErrNoProgress
	}
	return err
}
