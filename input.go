package url

import (
	"github.com/weburl-go/url/internal/infra"
)

// input is what the machine reads, and how far it has read.
type input struct {
	in  string // the input, trimmed and stripped
	pos int    // the standard's pointer, in bytes
}

// eof stands for the EOF code point. https://url.spec.whatwg.org/#eof-code-point
const eof = -1

// c returns the byte at the pointer, or eof. The standard's c is a code point, but no step compares it with one beyond
// ASCII. https://url.spec.whatwg.org/#c
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
func (i *input) strip(from int, r *reporter) {
	first := from + infra.IndexTabOrNewline(i.in[from:])
	if first == len(i.in) {
		return
	}
	r.report(ErrInvalidURLUnit, first)
	i.in = infra.WithoutTabsAndNewlines(i.in)
	r.tabsRemoved, r.inLen = true, len(i.in)
}

// prepend puts a scheme before the input, unless the input has one, is empty, or begins with a single slash, "?" or "#".
// See [Parser].DefaultScheme.
func (i *input) prepend(s scheme, r *reporter) {
	if hasScheme(i.in) {
		return
	}
	slashes := 0
	for slashes < min(2, len(i.in)) && (i.in[slashes] == '/' || i.in[slashes] == '\\') {
		slashes++
	}
	prefix := infra.SpecialSchemes[s-1].Name + ":"
	switch {
	case slashes == 1 || endsAuthority(i.in, 0, s) && slashes == 0:
		return
	case slashes == 0:
		prefix += "//"
	}
	i.in, r.prepended = prefix+i.in, len(prefix)
}

// hasScheme reports whether s begins with a scheme and a ":" that is not before a port.
func hasScheme(s string) bool {
	end := scanScheme(s)
	if end == 0 || end == len(s) || s[end] != ':' {
		return false
	}
	port, portEnd := scanPort(s, end+1)
	return portEnd == end+1 || port > maxPort || !endsAuthority(s, portEnd, schemeHTTP)
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
	insideBrackets := false
	for ; ; pos++ {
		pos = span(in, pos, hostDelimiters.of(s))
		switch {
		case endsAuthority(in, pos, s), in[pos] == ':' && !insideBrackets:
			return pos
		case in[pos] == '[':
			insideBrackets = true
		case in[pos] == ']':
			insideBrackets = false
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
