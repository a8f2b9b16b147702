package url

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/idna"
	"github.com/weburl-go/url/internal/infra"
)

// input is what the machine reads, and how far it has read.
type input struct {
	in  string // the input, trimmed and stripped
	pos int    // the standard's pointer, in bytes
}

// eof stands for the EOF code point. https://url.spec.whatwg.org/#eof-code-point
const eof = -1

// c returns the byte at the pointer, or eof. The standard's c is a code point, but no step compares it with
// one beyond ASCII. https://url.spec.whatwg.org/#c
func (i *input) c() int {
	if i.pos < len(i.in) {
		return int(i.in[i.pos])
	}
	return eof
}

// trim makes the raw string the input, without leading and trailing C0 controls and spaces.
func (i *input) trim(r *reporter) {
	start, end := 0, len(r.raw)
	for start < end && r.raw[start] <= ' ' {
		start++
	}
	for end > start && r.raw[end-1] <= ' ' {
		end--
	}
	i.in, r.inStart = r.raw[start:end], start
	if start > 0 {
		r.reportRaw(ErrInvalidURLUnit, 0)
	} else if end < len(r.raw) {
		r.reportRaw(ErrInvalidURLUnit, end)
	}
}

// strip removes tabs and newlines from the input. There are none before from.
//
// If the input is not UTF-8, strip also decodes it: the bytes on both sides of a newline must not form a
// character when the newline is removed.
func (i *input) strip(from int, r *reporter) {
	first := from + indexTabOrNewline(i.in[from:])
	if first == len(i.in) {
		return
	}
	r.report(ErrInvalidURLUnit, first)
	const tabAndNewlines = "\t\n\r"
	if utf8.ValidString(i.in) {
		i.in = without(i.in, first)
	} else {
		i.in = scalarValuesWithout(i.in, tabAndNewlines)
	}
	r.tabsRemoved, r.inLen = true, len(i.in)
}

// prepend puts a scheme before the input, unless the input has one. It returns false if the input is empty, or
// begins with a single slash, "?" or "#". See [Parser].DefaultScheme.
func (i *input) prepend(s scheme, r *reporter) bool {
	if hasScheme(i.in) {
		return true
	}
	slashes := 0
	for slashes < min(2, len(i.in)) && (i.in[slashes] == '/' || i.in[slashes] == '\\') {
		slashes++
	}
	prefix := infra.SpecialSchemes[s-1].Name + ":"
	switch {
	case slashes == 1 || endsAuthority(i.in, 0, s) && slashes == 0:
		return false
	case slashes == 0:
		prefix += "//"
	}
	i.in, r.prepended = prefix+i.in, len(prefix)
	return true
}

// hasScheme reports whether s begins with a scheme and a ":" that is not before a port.
func hasScheme(s string) bool {
	end := schemeEnd(s)
	if end == 0 || !infra.IsASCIIAlpha(s[0]) || end == len(s) || s[end] != ':' {
		return false
	}
	port, portEnd := scanPort(s, end+1)
	return portEnd == end+1 || port > maxPort || !endsAuthority(s, portEnd, schemeHTTP)
}

// without returns s without its tabs and newlines. The first is at first.
func without(s string, first int) string {
	var out strings.Builder
	out.Grow(len(s) - 1)
	for first < len(s) {
		out.WriteString(s[:first])
		s = s[first+1:]
		first = indexTabOrNewline(s)
	}
	out.WriteString(s)
	return out.String()
}

// authorityEnd returns the end of the authority that begins at pos in s.
func authorityEnd(s string, pos int, of scheme) int { return span(s, pos, authorityEnds.of(of)) }

// endsAuthority reports whether an authority ends at pos in s: before "/", "?", "#", the end or, if the scheme
// is special, "\". Segments of paths end at the same places.
func endsAuthority(s string, pos int, of scheme) bool {
	return pos == len(s) || authorityEnds.of(of)[s[pos]]&classStop != 0
}

// hostEnd returns the end of the host that begins at pos in s: the first ":" outside of brackets, or the end of
// the authority.
func hostEnd(s string, pos int, of scheme) int {
	insideBrackets := false
	for ; ; pos++ {
		pos = span(s, pos, hostDelimiters.of(of))
		switch {
		case endsAuthority(s, pos, of), s[pos] == ':' && !insideBrackets:
			return pos
		case s[pos] == '[':
			insideBrackets = true
		case s[pos] == ']':
			insideBrackets = false
		}
	}
}

// maxPort is the greatest port.
const maxPort = 1<<16 - 1

// scanPort returns the port that begins at pos in s, and the end of its digits. A greater port than maxPort
// becomes maxPort+1.
func scanPort(s string, pos int) (port uint32, end int) {
	for end = pos; end < len(s) && infra.IsASCIIDigit(s[end]); end++ {
		port = min(port*10+uint32(s[end]-'0'), maxPort+1)
	}
	return port, end
}

// The classes of a byte in a URL.
const (
	classStop  = 1 << iota // ends the component, or changes in it
	classDot               // may begin a dot segment after "/": "." and "%"
	classSlash             // "/"
)

// componentClasses contains the classes of each byte in a component: [0] for URLs that are not special, [1] for
// special ones.
type componentClasses [2]*[256]uint8

var (
	schemeClasses = classesOf(func(b byte) bool { return !isSchemeByte(b) || infra.ASCIILower(b) != b })
	// hostClasses stop at the bytes that a serialized host cannot have.
	hostClasses = componentClasses{
		classesOf(func(b byte) bool { return idna.IsForbiddenHost(b) || encodeSets[b]&C0ControlPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return idna.LowerDomainByte(b) != b || b == 0 }),
	}
	// acceptedHostClasses also admit the bytes that the host parser rewrites. They stop at C0 controls, because
	// at the end of the input these do not belong to the host.
	acceptedHostClasses = componentClasses{
		classesOf(func(b byte) bool { return idna.IsForbiddenHost(b) || b < ' ' }),
		classesOf(func(b byte) bool { return idna.LowerDomainByte(b) == 0 }),
	}
	authorityEnds = componentClasses{
		classesOf(func(b byte) bool { return strings.IndexByte("/?#", b) >= 0 }),
		classesOf(func(b byte) bool { return strings.IndexByte(`/?#\`, b) >= 0 }),
	}
	hostDelimiters = componentClasses{
		classesOf(func(b byte) bool { return strings.IndexByte("/?#:[]@", b) >= 0 }),
		classesOf(func(b byte) bool { return strings.IndexByte(`/?#\:[]@`, b) >= 0 }),
	}
	pathClasses = componentClasses{
		classesOf(func(b byte) bool { return encodeSets[b]&PathPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return encodeSets[b]&PathPercentEncodeSet != 0 || b == '\\' }),
	}
	queryClasses = componentClasses{
		classesOf(func(b byte) bool { return encodeSets[b]&QueryPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return encodeSets[b]&SpecialQueryPercentEncodeSet != 0 }),
	}
	fragmentClasses   = classesOf(func(b byte) bool { return encodeSets[b]&FragmentPercentEncodeSet != 0 })
	userinfoClasses   = classesOf(func(b byte) bool { return encodeSets[b]&UserinfoPercentEncodeSet != 0 })
	opaquePathClasses = classesOf(func(b byte) bool {
		return encodeSets[b]&C0ControlPercentEncodeSet != 0 || b == ' ' || b == '?' || b == '#'
	})
)

func classesOf(stops func(b byte) bool) *[256]uint8 {
	var classes [256]uint8
	for b := range classes {
		if stops(byte(b)) {
			classes[b] |= classStop
		}
	}
	classes['/'] |= classSlash
	classes['.'] |= classDot
	classes['%'] |= classDot
	return &classes
}

// of returns the classes for URLs of the scheme.
func (c *componentClasses) of(s scheme) *[256]uint8 {
	if s.special() {
		return c[1]
	}
	return c[0]
}

// span returns the end of the run of bytes of s from i on that are not classStop.
func span(s string, i int, classes *[256]uint8) int {
	for i < len(s) && classes[s[i]]&classStop == 0 {
		i++
	}
	return i
}

// longSpan is span for more than a few bytes. It checks eight bytes at a time, and finds the first classStop
// among them without a branch for each.
func longSpan(s string, i int, classes *[256]uint8) int {
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		if stops := uint(classes[b[0]])&classStop | uint(classes[b[1]])&classStop<<1 |
			uint(classes[b[2]])&classStop<<2 | uint(classes[b[3]])&classStop<<3 |
			uint(classes[b[4]])&classStop<<4 | uint(classes[b[5]])&classStop<<5 |
			uint(classes[b[6]])&classStop<<6 | uint(classes[b[7]])&classStop<<7; stops != 0 {
			return i + bits.TrailingZeros(stops)
		}
	}
	return span(s, i, classes)
}
