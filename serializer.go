package url

import (
	"database/sql/driver"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scratchSize is the length up to which a URL is built without an allocation but that of the result.
const scratchSize = 256

// output is what the parser writes to. It is part of the parser, which thereby can stay on the stack; a
// slice of an array there could not be held in a field.
type output struct {
	n       int
	marked  bool   // there are marks in it
	heap    []byte // takes the place of scratch when that is too small
	scratch [scratchSize]byte
}

// bytes returns what has been written.
func (o *output) bytes() []byte {
	if o.heap != nil {
		return o.heap[:o.n]
	}
	return o.scratch[:o.n]
}

// extend appends n bytes and returns them, for the caller to fill.
func (o *output) extend(n int) []byte {
	start := o.n
	if !o.hasRoom(n) {
		o.reserve(max(n+scratchSize, start))
	}
	o.n += n
	if o.heap != nil {
		return o.heap[start:o.n]
	}
	return o.scratch[start:o.n]
}

// hasRoom reports whether n bytes can be appended without another allocation.
func (o *output) hasRoom(n int) bool { return o.n+n <= scratchSize || o.n+n <= len(o.heap) }

// reserve makes room for n bytes.
func (o *output) reserve(n int) {
	if !o.hasRoom(n) {
		grown := make([]byte, o.n+n)
		copy(grown, o.bytes())
		o.heap = grown
	}
}

func (o *output) write(b []byte)       { copy(o.extend(len(b)), b) }
func (o *output) writeString(s string) { copy(o.extend(len(s)), s) }
func (o *output) writeByte(b byte)     { o.extend(1)[0] = b }

// writePercentEncoded writes s percent-encoded. Its length comes first, so that there is room for all of it. If that may
// be much, it has a mark for each U+FFFD.
func (o *output) writePercentEncoded(s string, set PercentEncodeSet) {
	replacement := encodedReplacement
	if o.n+len(s) > scratchSize && !isASCII(s) && strings.ContainsRune(s, utf8.RuneError) {
		replacement, o.marked = replacementMark, true
	}
	appendPercentEncodedWith(o.extend(percentEncodedLen(s, set, replacement))[:0], s, set, replacement)
}

// replacementMark stands for encodedReplacement in the output, so that what is not UTF-8 takes no more bytes there than in
// the input, and not nine times as many, until the URL is made of it. All else in the output is ASCII.
const replacementMark = "\xFF"

// unmarked returns s with what its marks stand for.
func unmarked(s string) string { return strings.ReplaceAll(s, replacementMark, encodedReplacement) }

// unmark replaces the marks in u.
func (u *URL) unmark() {
	const more = len(encodedReplacement) - len(replacementMark)
	start, by := uint32(0), uint32(0)
	for _, offset := range [...]*uint32{&u.usernameEnd, &u.hostStart, &u.hostEnd, &u.pathStart, &u.queryStart, &u.fragmentStart} {
		end := *offset
		by += uint32(more * strings.Count(u.href[start:end], replacementMark))
		*offset += by
		start = end
	}
	u.href = unmarked(u.href)
}

// copyBase makes the beginning of the base, up to end, the beginning of the output. The offsets beyond it
// are set when what they are for is written.
func (p *parser) copyBase(end uint32) {
	p.out.n = 0
	p.out.writeString(p.base.href[:end])
	p.url = p.base
}

// copyBaseScheme copies the base up to what is after its scheme, and nothing of the rest.
func (p *parser) copyBaseScheme() {
	p.out.n = 0
	p.out.writeString(p.base.Protocol())
	p.url = URL{scheme: p.base.scheme, schemeEnd: p.base.schemeEnd}
}

// copyBaseAuthority copies the base up to its path, without the "/." that may stand before that.
func (p *parser) copyBaseAuthority() {
	end := p.base.pathStart
	if !p.base.hasHost() {
		end = p.base.schemeEnd
	}
	p.copyBase(end)
	p.beginPath()
}

// copyBasePath copies the base up to its query.
func (p *parser) copyBasePath() {
	p.copyBaseAuthority()
	p.out.writeString(p.base.Pathname())
}

// beginPath notes that the path begins, and that there is no more than it yet.
func (p *parser) beginPath() {
	end := uint32(p.out.n)
	if p.url.usernameEnd == 0 {
		p.url.usernameEnd, p.url.hostStart, p.url.hostEnd = end, end, end
	}
	p.url.pathStart, p.url.queryStart, p.url.fragmentStart = end, end, end
}

// endPath notes the end of the path. It puts "/." before a path that would be read as a host, as the URL
// serializer does. https://url.spec.whatwg.org/#url-serializing
func (p *parser) endPath() {
	path := p.out.bytes()[p.url.pathStart:]
	if !p.url.hasHost() && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		p.out.extend(2)
		path = p.out.bytes()[p.url.pathStart:]
		copy(path[2:], path)
		path[1] = '.'
		p.url.pathStart += 2
	}
	p.url.queryStart = uint32(p.out.n)
	p.url.fragmentStart = uint32(p.out.n)
}

// beginQuery moves over the "?" into the query.
func (p *parser) beginQuery() state {
	p.url.queryStart = uint32(p.out.n)
	p.out.writeByte('?')
	p.pos++
	return stateQuery
}

// beginFragment moves over the "#" into the fragment.
func (p *parser) beginFragment() state {
	p.url.fragmentStart = uint32(p.out.n)
	p.out.writeByte('#')
	p.pos++
	return stateFragment
}

// writePort writes the port, unless it is the scheme's default, which stands for none.
func (p *parser) writePort(port uint16) {
	p.url.port = 0
	if !p.url.scheme.isDefaultPort(port) {
		p.url.port = port
		var decimal [5]byte
		p.out.writeByte(':')
		p.out.write(strconv.AppendUint(decimal[:0], uint64(port), 10))
	}
}

// writeEncoded writes a component percent-encoded, with its lone percent signs if that is asked for.
func (p *parser) writeEncoded(s string, set PercentEncodeSet) {
	if p.encodeLonePercent {
		s = lonePercentEncoded(s)
	}
	p.out.writePercentEncoded(s, set)
}

// String returns the same as [URL.Href]. It makes %v, %s and %q of package fmt print it.
func (u URL) String() string { return u.href }

// Redacted returns the URL with "xxxxx" for a password, for people to read, as net/url's does. The username
// stays, which for some services is a secret: remove it with [URL.SetUsername] from a copy.
func (u URL) Redacted() string {
	if u.Password() == "" {
		return u.href
	}
	return u.href[:u.usernameEnd] + ":xxxxx" + u.href[u.hostStart-1:]
}

// LogValue implements [slog.LogValuer] with [URL.Redacted]. It has no say where a URL is a part of what is
// logged, as the field of a struct.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// AppendText implements [encoding.TextAppender]. It appends the href, which is "" for the zero URL.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.href...), nil }

// MarshalText implements [encoding.TextMarshaler], and thereby what JSON, XML, YAML, TOML and others
// write. It returns the href, which is "" for the zero URL.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets u to text, an absolute URL string; an
// empty text, which is what the zero URL is written as, sets it to the zero URL. If text does not parse, u
// stays as it is, and the error is an [*Error].
func (u *URL) UnmarshalText(text []byte) error { return u.unmarshal("unmarshal", string(text)) }

// AppendBinary implements [encoding.BinaryAppender]. It is the same as [URL.AppendText].
func (u URL) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary implements [encoding.BinaryMarshaler], as for encoding/gob. It is the same as
// [URL.MarshalText].
func (u URL) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It is the same as [URL.UnmarshalText].
func (u *URL) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// Value implements [driver.Valuer]. It returns the href as a string, and nil, which is NULL, for the zero
// URL.
func (u URL) Value() (driver.Value, error) {
	if u.href == "" {
		return nil, nil
	}
	return u.href, nil
}

// Scan implements database/sql's Scanner. It sets u to src, a string or a []byte that is an absolute URL
// string; NULL and an empty string set it to the zero URL. If src is something else, u stays as it is. Of a []byte
// it makes a copy; with a string u may share memory.
func (u *URL) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*u = URL{}
		return nil
	case string:
		return u.unmarshal("scan", src)
	case []byte:
		return u.unmarshal("scan", string(src)) // a copy: src is the driver's
	}
	return fmt.Errorf("url: scan: a %T is no URL", src)
}

func (u *URL) unmarshal(op, text string) error {
	var parsed URL
	if text != "" {
		if err := parsed.parse(text); err != nil {
			err.(*Error).Op = op
			return err
		}
	}
	*u = parsed
	return nil
}
