package url

import (
	"strings"
	"unicode/utf8"
)

// trim removes leading and trailing C0 controls and spaces from the input.
func (p *parser) trim() {
	start, end := 0, len(p.raw)
	for start < end && p.raw[start] <= ' ' {
		start++
	}
	for end > start && p.raw[end-1] <= ' ' {
		end--
	}
	p.in, p.trimmed = p.raw[start:end], start
	if start > 0 {
		p.reportRaw(ErrInvalidURLUnit, 0)
	} else if end < len(p.raw) {
		p.reportRaw(ErrInvalidURLUnit, end)
	}
}

// strip removes tabs and newlines from the input, of which there are none before pos.
func (p *parser) strip(pos int) {
	first := pos + indexTabOrNewline(p.in[pos:])
	if first == len(p.in) {
		return
	}
	p.report(ErrInvalidURLUnit, first)
	p.stripped = true
	if utf8.ValidString(p.in) {
		p.in = stripped(p.in)
	} else {
		p.in = scalarValuesWithout(p.in, "\t\n\r") // what is around one must not become UTF-8 by its removal
	}
}

// stripped returns s, which has tabs and newlines in it, without them. A single one at the beginning costs
// nothing.
func stripped(s string) string {
	if isTabOrNewline(s[0]) {
		s = s[1:]
	}
	first := indexTabOrNewline(s)
	if first == len(s) {
		return s
	}
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

// indexTabOrNewline returns the index of the first tab or newline in s, or len(s).
//
// It looks for bytes below 0x0E in eight bytes at a time, which finds out fast that there is none.
func indexTabOrNewline(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if (x-0x0E*ones)&^x&highs == 0 {
			continue
		}
		for j := range len(b) {
			if isTabOrNewline(b[j]) {
				return i + j
			}
		}
	}
	for ; i < len(s); i++ {
		if isTabOrNewline(s[i]) {
			return i
		}
	}
	return i
}

// isTabOrNewline implements https://infra.spec.whatwg.org/#ascii-tab-or-newline.
func isTabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// eof stands for the EOF code point. https://url.spec.whatwg.org/#eof-code-point
const eof = -1

// at returns the byte at the pointer, or eof.
func (p *parser) at() int {
	if p.pos < len(p.in) {
		return int(p.in[p.pos])
	}
	return eof
}

// rawOffset returns where in the string as it was given a place in the input is. Places are asked for
// nearly in order, so it goes on from the last one.
func (p *parser) rawOffset(at int) int {
	if !p.stripped {
		return p.trimmed + at
	}
	if at < p.lastAt || p.lastRaw < p.trimmed {
		p.lastAt, p.lastRaw = 0, p.trimmed
	}
	for {
		for p.lastAt < len(p.in) && isTabOrNewline(p.raw[p.lastRaw]) {
			p.lastRaw++
		}
		if p.lastAt >= at {
			return p.lastRaw
		}
		_, size := decodeScalarValue(p.in[p.lastAt:])
		_, rawSize := decodeScalarValue(p.raw[p.lastRaw:]) // another where it is not UTF-8
		p.lastAt += size
		p.lastRaw += rawSize
	}
}

// isASCIIAlpha implements https://infra.spec.whatwg.org/#ascii-alpha.
func isASCIIAlpha(b byte) bool { return b|0x20-'a' < 26 }

// isSchemeByte reports whether b may stand in a scheme after its first byte.
func isSchemeByte(b byte) bool {
	return isASCIIAlpha(b) || b-'0' <= 9 || b == '+' || b == '-' || b == '.'
}
