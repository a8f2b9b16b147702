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
