package url

import (
	"strconv"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/idna"
	"github.com/weburl-go/url/internal/infra"
)

// output is what the machine writes to. The zero output is empty.
//
// The bytes are in scratch until it is too small. A slice of scratch in a field would move the whole machine to the
// heap.
type output struct {
	n       int
	heap    []byte // takes the place of scratch if it is not nil
	scratch [scratchSize]byte
}

// truncate keeps the first n bytes of what has been written.
func (o *output) truncate(n int) { o.n = n }

// bytes returns what has been written. It is valid until more is written.
func (o *output) bytes() []byte {
	if o.heap != nil {
		return o.heap[:o.n]
	}
	return o.scratch[:o.n]
}

// extend appends n bytes and returns them, for the caller to fill.
func (o *output) extend(n int) []byte {
	o.n += n
	if o.heap == nil && o.n <= scratchSize {
		return o.scratch[o.n-n : o.n]
	}
	return o.extendHeap(n)
}

// extendHeap returns the last n of o.n bytes on the heap, and makes room for them if necessary. It at least doubles the
// room, so that growing takes linear time.
func (o *output) extendHeap(n int) []byte {
	used := o.n - n
	if o.n > len(o.heap) {
		grown := make([]byte, max(2*used, o.n+scratchSize))
		if o.heap != nil {
			copy(grown, o.heap[:used])
		} else {
			copy(grown, o.scratch[:used])
		}
		o.heap = grown
	}
	return o.heap[used:o.n]
}

func (o *output) write(b []byte) { copy(o.extend(len(b)), b) }

// writeString writes s. It is not inlined, which makes programs smaller.
//
//go:noinline
func (o *output) writeString(s string) { copy(o.extend(len(s)), s) }

func (o *output) writeByte(b byte) { o.extend(1)[0] = b }

// writeDomain writes domain in lower case. If a byte of domain is not ASCII or a forbidden domain code point, it writes
// nothing, and returns false.
func (o *output) writeDomain(domain string) bool {
	start := o.n
	written := o.extend(len(domain))[:len(domain)] // the compiler then omits checks
	for i := range len(domain) {
		lower := idna.LowerDomainByte(domain[i])
		if lower == 0 {
			o.truncate(start)
			return false
		}
		written[i] = lower
	}
	return true
}

// writePercentEncoded writes s percent-encoded. Bytes that are not UTF-8 become U+FFFD.
func (o *output) writePercentEncoded(s string, set PercentEncodeSet) {
	n := percentEncodedLen(s, set)
	if n == len(s) {
		o.writeString(s) // nothing is encoded, so all is ASCII
		return
	}
	if !utf8.ValidString(s) {
		s = infra.ToScalarValues(s)
		n = percentEncodedLen(s, set)
	}
	appendPercentEncoded(o.extend(n)[:0], s, set, false)
}

// writeCredentials writes the username and password, percent-encoded, and an "@" if one of them is not empty. It
// returns the end of the username.
func (o *output) writeCredentials(username, password string) int {
	o.writePercentEncoded(username, UserinfoPercentEncodeSet)
	usernameEnd := o.n
	if password != "" {
		o.writeByte(':')
		o.writePercentEncoded(password, UserinfoPercentEncodeSet)
	}
	if username != "" || password != "" {
		o.writeByte('@')
	}
	return usernameEnd
}

// writeScheme writes the name of a scheme in lower case, and a ":". It returns the scheme.
func (o *output) writeScheme(name string) scheme {
	start := o.n
	o.writeString(name)
	infra.MakeLower(o.bytes()[start:])
	o.writeByte(':')
	return schemeOf(name)
}

// writePort writes a ":" and the port.
func (o *output) writePort(port uint16) {
	var decimal [len(":65535")]byte
	o.write(strconv.AppendUint(append(decimal[:0], ':'), uint64(port), 10))
}

// binaryVersion is the first byte of every binary form that is not empty.
const binaryVersion = 1

// appendBinary appends the binary form of a value that is written as text: the version and the text, or nothing for the zero
// value, whose text is empty.
func appendBinary(b []byte, text string) []byte {
	if text == "" {
		return b
	}
	return append(append(b, binaryVersion), text...)
}

// cutBinary returns the text in a binary form, and whether data is one.
func cutBinary(data []byte) (text string, ok bool) {
	if len(data) == 0 {
		return "", true
	}
	return string(data[1:]), data[0] == binaryVersion && len(data) > 1
}
