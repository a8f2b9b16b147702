package url

import (
	"math/bits"
	"strings"

	"github.com/weburl-go/url/internal/idna"
	"github.com/weburl-go/url/internal/infra"
)

// This file finds the ends of schemes, authorities, hosts, ports and dot segments, with the help of classes of bytes. All
// code that reads URLs uses it, such as the recognizer and the machine.

// The classes of a byte in a URL.
const (
	classStop  = 1 << iota // ends the component, or changes in it
	classDot               // may begin a dot segment after "/": "." and "%"
	classSlash             // "/"
)

// stopsAfter returns the classes at which [pathSpan] stops after a byte of the given class: classStop|classDot after a slash,
// and classStop after any other byte. It shifts classSlash down to classDot, because with an if in its place, Parse takes 5
// to 12 % longer for real URLs of the web.
func stopsAfter(class uint8) uint8 { return classStop | class>>1&classDot }

// componentClasses contains the classes of each byte in a component: [0] for URLs that are not special, [1] for special
// ones.
type componentClasses [2]*[256]uint8

var (
	schemeClasses = classesOf(func(b byte) bool { return !isSchemeByte(b) })
	// lowerCaseSchemeClasses also stop at capitals.
	lowerCaseSchemeClasses = classesOf(func(b byte) bool { return !isSchemeByte(b) || infra.ASCIILower(b) != b })
	// hostClasses stop at the bytes that a serialized host cannot have.
	hostClasses = componentClasses{
		classesOf(func(b byte) bool { return idna.IsForbiddenHost(b) || encodeSets[b]&C0ControlPercentEncodeSet != 0 }),
		classesOf(func(b byte) bool { return idna.LowerDomainByte(b) != b || b == 0 }),
	}
	// acceptedHostClasses also admit the bytes that the host parser rewrites. They stop at C0 controls, because at the
	// end of the input these do not belong to the host.
	acceptedHostClasses = componentClasses{
		classesOf(func(b byte) bool { return idna.IsForbiddenHost(b) || b < ' ' }),
		classesOf(func(b byte) bool { return idna.LowerDomainByte(b) == 0 }),
	}
	// looseHostClasses stop where a host of a special URL ends, at "@", which ends credentials, and at C0 controls, which the
	// machine may remove.
	looseHostClasses = classesOf(func(b byte) bool { return b < ' ' || strings.IndexByte(`/?#\:[]@`, b) >= 0 })
	authorityClasses = componentClasses{stopsAt(0, "/?#"), stopsAt(0, `/?#\`)}
	hostDelimiters   = componentClasses{stopsAt(0, "/?#:[]@"), stopsAt(0, `/?#\:[]@`)}
	// ipv6Classes stop at the bytes that a serialized IPv6 address cannot have.
	ipv6Classes = classesOf(func(b byte) bool { return b != ':' && (!infra.IsASCIIHexDigit(b) || infra.ASCIILower(b) != b) })
	// looseIPv6Classes stop at the bytes that no IPv6 address has.
	looseIPv6Classes = classesOf(func(b byte) bool { return b != ':' && b != '.' && !infra.IsASCIIHexDigit(b) })

	userinfoClasses   = stopsAt(UserinfoPercentEncodeSet, "")
	pathClasses       = componentClasses{stopsAt(PathPercentEncodeSet, ""), stopsAt(PathPercentEncodeSet, `\`)}
	opaquePathClasses = stopsAt(C0ControlPercentEncodeSet, "?#")
	queryClasses      = componentClasses{stopsAt(QueryPercentEncodeSet, ""), stopsAt(SpecialQueryPercentEncodeSet, "")}
	fragmentClasses   = stopsAt(FragmentPercentEncodeSet, "")
)

// stopsAt returns classes that stop at the bytes of a percent-encode set and at those in more.
//
//go:noinline
func stopsAt(set PercentEncodeSet, more string) *[256]uint8 {
	return classesOf(func(b byte) bool { return encodeSets[b]&set != 0 || strings.IndexByte(more, b) >= 0 })
}

// classesOf returns classes that stop at the bytes for which stops returns true. If it or stopsAt were inlined, programs would
// be 2 KB larger.
//
//go:noinline
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

// longSpan is span for more than a few bytes. It checks eight bytes at a time, and finds the first classStop among them
// without a branch for each.
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

// pathSpan returns the end of the longest run of bytes of s from i on without a dot segment and without classStop. A
// segment begins at i.
//
// It skips eight bytes at a time if no dot segment can begin in them: they have no classDot, or there is no slash
// before or among them. At the end of s it does so with the last eight bytes.
func pathSpan(s string, i int, classes *[256]uint8) int {
	mask := stopsAfter(classSlash)
	for i < len(s) {
		if start := min(i, len(s)-8); start >= 0 { // what is before i has no classStop
			b := s[start : start+8]
			last := classes[b[7]]
			all := classes[b[0]] | classes[b[1]] | classes[b[2]] | classes[b[3]] |
				classes[b[4]] | classes[b[5]] | classes[b[6]] | last
			if all&mask == 0 && all&(classDot|classSlash) != classDot|classSlash {
				mask = stopsAfter(last)
				i = start + 8
				continue
			}
		}
		for end := min(i+8, len(s)); i < end; i++ {
			class := classes[s[i]]
			if class&mask != 0 && (class&classStop != 0 || beginsWithDotSegment(s[i:])) {
				return i
			}
			mask = stopsAfter(class)
		}
	}
	return i
}

// scanScheme returns the end of the longest scheme that s begins with, or 0.
func scanScheme(s string) int {
	if s == "" || !infra.IsASCIIAlpha(s[0]) {
		return 0
	}
	return span(s, 0, schemeClasses)
}

// scanAuthority returns the end of the authority that begins at pos in in.
func scanAuthority(in string, pos int, s scheme) int { return span(in, pos, authorityClasses.of(s)) }

// endsAuthority reports whether an authority ends at pos in in: before "/", "?", "#", the end or, if the scheme is
// special, "\". Segments of paths end at the same places.
func endsAuthority(in string, pos int, s scheme) bool {
	return pos == len(in) || authorityClasses.of(s)[in[pos]]&classStop != 0
}

// scanHost returns the end of the host that begins at pos in in: the first ":" outside of brackets, or the end of the
// authority.
func scanHost(in string, pos int, s scheme) int {
	for {
		pos = longSpan(in, pos, hostDelimiters.of(s))
		if endsAuthority(in, pos, s) || in[pos] == ':' {
			return pos
		}
		if in[pos] != '[' {
			pos++
			continue
		}
		for !endsAuthority(in, pos, s) && in[pos] != ']' {
			pos++
		}
	}
}

// maxPort is the greatest port.
const maxPort = 1<<16 - 1

// scanPort returns the port that begins at pos in s, and the end of its digits. A greater port than maxPort becomes
// maxPort+1.
func scanPort(s string, pos int) (port uint32, end int) {
	for end = pos; end < len(s) && infra.IsASCIIDigit(s[end]); end++ {
		port = min(port*10+uint32(s[end]-'0'), maxPort+1)
	}
	return port, end
}

// scanDots counts the dots at the beginning of s, written as "." or "%2e". It also returns their length in bytes. A
// segment of one dot is a single-dot segment, and one of two dots is a double-dot segment.
// https://url.spec.whatwg.org/#single-dot-path-segment
func scanDots(s string) (dots, size int) {
	for size < len(s) {
		switch rest := s[size:]; {
		case rest[0] == '.':
			size++
		case len(rest) > 2 && rest[:2] == "%2" && rest[2]|0x20 == 'e':
			size += 3
		default:
			return dots, size
		}
		dots++
	}
	return dots, size
}

// beginsWithDotSegment reports whether s, the rest of a path, begins with a dot segment.
func beginsWithDotSegment(s string) bool {
	dots, size := scanDots(s)
	return dots > 0 && dots < 3 && endsAuthority(s, size, schemeHTTP)
}

// commonPrefix returns the length of the longest common prefix of a and b.
func commonPrefix(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// isWindowsDriveLetter implements https://url.spec.whatwg.org/#windows-drive-letter.
func isWindowsDriveLetter(s string) bool {
	return len(s) == 2 && infra.IsASCIIAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// isNormalizedWindowsDriveLetter implements https://url.spec.whatwg.org/#normalized-windows-drive-letter.
func isNormalizedWindowsDriveLetter(s string) bool { return isWindowsDriveLetter(s) && s[1] == ':' }

// startsWithWindowsDriveLetter implements https://url.spec.whatwg.org/#start-with-a-windows-drive-letter.
func startsWithWindowsDriveLetter(s string) bool {
	return len(s) >= 2 && isWindowsDriveLetter(s[:2]) && endsAuthority(s, 2, schemeFile)
}
