package display

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/infra"
)

// decodeText returns a component as it is shown: with its percent-encoded bytes decoded where people can see
// the result. The component was percent-encoded with set.
//
// It decodes only what the parser encodes again: code points beyond ASCII, and those of set. So the result
// parses to the same component, and contains no new delimiters.
func decodeText(s string, set url.PercentEncodeSet) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	var marks markRun
	for i := 0; i < len(s); {
		r, size := infra.PercentEncodedRune(s[i:])
		if size == 0 {
			marks.next(rune(s[i]))
			out = append(out, s[i])
			i++
			continue
		}
		if isShown(r, set) && marks.next(r) {
			out = utf8.AppendRune(out, r)
		} else {
			marks = markRun{}
			out = append(out, s[i:i+size]...)
		}
		i += size
	}
	return string(out)
}

// decodeAddresses returns the path of a mailto: URL as it is shown: as decodeText does, except for domains. A mail
// program may decode the path before it looks for addresses, so "%40" is treated as "@" here, and each "@" is before a
// domain. If a domain is empty or is followed by something else, such as a comment, the program may look for the domain
// elsewhere. From there on, only the text directly after an "@" is decoded.
func decodeAddresses(path string, set url.PercentEncodeSet) string {
	shown := make([]byte, 0, len(path))
	text := decodeText
	start, decode, inDomain := 0, text, false // about path[start:], which shown does not contain yet
	for i := 0; i < len(path); {
		b, size := path[i], 1
		if encoded, ok := infra.PercentEncodedByte(path[i:]); ok {
			b, size = encoded, len("%41")
		}
		if b <= ' ' || b == 0x7F || strings.IndexByte(endsDomain, b) >= 0 {
			shown = append(shown, decode(path[start:i], set)...)
			if inDomain && b != '@' && (i == start || strings.IndexByte(endsAddress, b) < 0) {
				text = func(s string, _ url.PercentEncodeSet) string { return s }
			}
			start, decode, inDomain = i, text, false
		}
		if i += size; b == '@' {
			shown = append(shown, path[start:i]...)
			start, decode, inDomain = i, decodeMailDomain, true
		}
	}
	return string(append(shown, decode(path[start:], set)...))
}

// endsDomain contains what cannot be in the domain of an address, besides spaces and controls: the specials of
// https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3 without the dot, and
// https://url.spec.whatwg.org/#forbidden-domain-code-point.
const endsDomain = `"#%(),/:;<>?@[\]^|`

// endsAddress contains the characters that can directly follow an address.
const endsAddress = ",;>"

// decodeMailDomain returns the domain of an address as it is shown: like a host if it is a valid domain that is not in
// ASCII, and otherwise unchanged. A capital can look like another letter even if its small letter does not.
func decodeMailDomain(s string, _ url.PercentEncodeSet) string {
	if strings.IndexByte(s, '%') < 0 {
		return s // it is in ASCII
	}
	if host, err := url.ParseHost(s); err == nil && host.Kind() == url.HostDomain {
		return strings.Join(shownLabels(host.String()), ".")
	}
	return s
}

// isShown reports whether r is shown in a component that was percent-encoded with set.
func isShown(r rune, set url.PercentEncodeSet) bool {
	if r < utf8.RuneSelf {
		// Spaces and controls are invisible, and "?" and "#" end components.
		return set.Contains(r) && r > ' ' && r != 0x7F && r != '?' && r != '#'
	}
	switch {
	case !unicode.IsGraphic(r), infra.IsInvisible(r), unicode.In(r, unicode.Zs, unicode.Me):
		return false // also private use, unassigned, spaces, and marks that enclose others
	}
	return !unicode.In(r, lookalikes, misleading)
}

// misleading contains the code points, besides lookalikes, that people take for something else.
var misleading = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0334, 0x0338, 1}, // strike through other characters: "e̸"
		{0x20D2, 0x20D3, 1}, // strike through other characters
		{0x20D8, 0x20DA, 1},
		{0x20E5, 0x20E6, 1},
		{0x20EA, 0x20EB, 1},
		{0x2572, 0x2572, 1}, // "\"; of the two box drawings, only U+2571 is listed as a look-alike
		{0xFFFC, 0xFFFD, 1}, // stand for something that is not there
	},
	R32: []unicode.Range32{
		{0x1F50F, 0x1F513, 1}, // padlocks and a key, the sign of a secure connection
		{0x1F5DD, 0x1F5DD, 1},
		{0x1F6E1, 0x1F6E1, 1}, // a shield
	},
}

// maxMarks is how many combining marks a character may have.
// https://www.unicode.org/reports/tr39/#Optional_Detection
const maxMarks = 4

// markRun reads a text and counts combining marks in a row. The zero markRun is at the beginning of a text,
// where a mark is on nothing.
type markRun struct {
	last  rune
	base  rune // what the marks are on
	marks int
}

// next reads r, and reports whether people can see r at this place.
func (m *markRun) next(r rune) bool {
	last, marks := m.last, m.marks
	m.last, m.marks = r, 0
	if marks == 0 {
		m.base = last
	}
	base := m.base
	switch {
	case cells.IsJoiningJamo(r):
		return unicode.Is(unicode.Hangul, last)
	case !unicode.Is(unicode.Mn, r):
		return true
	case marks == maxMarks || marks == 0 && !unicode.In(last, unicode.L, unicode.Mc, unicode.Nd):
		return false // too many marks, or not on a letter or digit
	case strings.ContainsRune(norm.NFD.String(string([]rune{base, last})), r), base == 'ı',
		r == '\u0307' && (base == 'l' || unicode.Is(unicode.Soft_Dotted, base)):
		return false // the character has this mark already, or would look like an "i" or another letter with a dot
	}
	m.marks = marks + 1
	return true
}

// isolate wraps s in isolates if some of it runs from right to left.
func isolate(s string) string {
	for _, r := range s {
		properties, _ := bidi.LookupRune(r)
		switch properties.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return leftToRightIsolate + s + popDirectionalIsolate
		}
	}
	return s
}

// cutCells returns the longest beginning of s that takes at most maxWidth cells. It does not cut inside a
// percent-encoded byte, or between a character and its combining marks.
func cutCells(s string, maxWidth int) string {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		width := cells.Of(r)
		if _, ok := infra.PercentEncodedByte(s[i:]); ok {
			size, width = len("%41"), len("%41")
		}
		if width > maxWidth {
			return s[:i]
		}
		maxWidth -= width
		i += size
	}
	return s
}
