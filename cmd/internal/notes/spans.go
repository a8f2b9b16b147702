package notes

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A Span is a component of the input as it was typed, in UTF-16 code units.
type Span struct {
	Name  string `json:"name"` // "scheme", "username", "password", "host", "port", "path", "query" or "fragment"
	Start int    `json:"start"`
	End   int    `json:"end"`

	Domain int `json:"domain,omitempty"` // of a host: where its registrable domain starts; 0: nowhere

	From, To int `json:"-"` // the same places in bytes
}

// Spans returns where the components stand in the input, without their delimiters. Empty components have no span.
//
// The package gives no places in the input, and the page shows components of inputs that the package refuses, too. So this
// follows the standard's states where they divide the input, and nothing else. The tests hold it to the package: each
// component, parsed alone, gives what the package reads.
func Spans(input string, base url.URL) []Span {
	s := &splitter{base: base}
	begun := strings.TrimLeftFunc(input, infra.IsC0ControlOrSpace)
	skipped, in := len(input)-len(begun), []byte(nil)
	for i, b := range []byte(strings.TrimRightFunc(begun, infra.IsC0ControlOrSpace)) {
		if !infra.IsTabOrNewline(b) {
			in, s.at = append(in, b), append(s.at, skipped+i)
		}
	}
	s.in = string(in)
	s.split()
	places := Places{S: input}
	for i := range s.spans {
		span := &s.spans[i]
		span.Start, span.End = places.Index(span.From), places.Index(span.To)
	}
	return s.spans
}

// SpanOf returns the component of that name, or an empty one.
func SpanOf(spans []Span, name string) Span {
	for _, span := range spans {
		if span.Name == name {
			return span
		}
	}
	return Span{}
}

// TextOf returns the text of a component as the parser reads it: without tabs and newlines. It is "" if there is none.
func TextOf(input string, spans []Span, name string) string {
	span := SpanOf(spans, name)
	return infra.WithoutTabsAndNewlines(input[span.From:span.To])
}

// A splitter divides an input into components.
type splitter struct {
	in    string // the input without what the parser ignores: spaces and controls around it, tabs and newlines
	at    []int  // for each byte of in, its place in the input
	base  url.URL
	spans []Span
}

// add adds a component that is in[from:to]. Ignored characters after its last byte are not part of it.
func (s *splitter) add(name string, from, to int) {
	if from < to {
		s.spans = append(s.spans, Span{Name: name, From: s.at[from], To: s.at[to-1] + 1})
	}
}

func (s *splitter) split() {
	end := indexOr(s.in, "#", len(s.in))
	scheme, pos := schemeOf(s.in)
	s.add("scheme", 0, pos-1)
	if pos == 0 {
		scheme = s.base.Scheme()
	}
	if scheme != "" { // without a scheme and a base, the input is not a reference to anything
		pos = s.authority(scheme, pos, end)
		query := pos + indexOr(s.in[pos:end], "?", end-pos)
		s.add("path", pos, query)
		s.add("query", query+1, end)
	}
	s.add("fragment", end+1, len(s.in))
}

// indexOr returns the place of the first of some bytes in s, or else a default.
func indexOr(s, bytes string, none int) int {
	if i := strings.IndexAny(s, bytes); i >= 0 {
		return i
	}
	return none
}

// schemeOf returns the scheme that begins s, in lower case, and the place after its ":". The place is 0 if there is none.
func schemeOf(s string) (scheme string, end int) {
	end = strings.IndexFunc(s, func(r rune) bool {
		return !strings.ContainsRune("+-.", r) && !infra.IsASCIIAlphanumeric(r)
	})
	if end <= 0 || s[end] != ':' || !infra.IsASCIIAlpha(s[0]) {
		return "", 0
	}
	return strings.ToLower(s[:end]), end + 1
}

// authority adds the components between the slashes before end and the path, if there are any, and returns where the path
// begins. The text after pos is relative if the base allows that.
func (s *splitter) authority(scheme string, pos, end int) int {
	slashes := "/"
	if infra.IsSpecialScheme(scheme) {
		slashes = `/\`
	}
	rest := s.in[pos:end]
	count := len(rest) - len(strings.TrimLeft(rest, slashes))
	isServer := infra.IsSpecialScheme(scheme) && scheme != "file"
	switch {
	case isServer && (s.base.IsZero() || pos > 0 && scheme != s.base.Scheme()): // any number of slashes
	case count < 2, isServer && pos > 0 && !strings.HasPrefix(rest, "//"): // the special relative or authority state
		return pos
	case !isServer:
		count = 2
	}
	start := pos + count
	stop := start + indexOr(s.in[start:end], slashes+"?", end-start)
	switch {
	case scheme != "file":
		s.hostAndPort(s.credentials(start, stop), stop)
	case stop-start == 2 && infra.IsASCIIAlpha(s.in[start]) && strings.ContainsAny(s.in[start+1:stop], ":|"): // a drive letter
		return start
	default:
		s.add("host", start, stop)
	}
	return stop
}

// credentials adds the username and the password, and returns where the host begins.
func (s *splitter) credentials(start, stop int) int {
	at := start + strings.LastIndexByte(s.in[start:stop], '@')
	if at < start {
		return start
	}
	name := start + indexOr(s.in[start:at], ":", at-start)
	s.add("username", start, name)
	s.add("password", name+1, at)
	return at + 1
}

// hostAndPort adds the host and the port, which begins after a ":" outside of brackets.
func (s *splitter) hostAndPort(start, stop int) {
	colon, inBrackets := start, false
	for ; colon < stop && (inBrackets || s.in[colon] != ':'); colon++ {
		inBrackets = s.in[colon] == '[' || inBrackets && s.in[colon] != ']'
	}
	s.add("host", start, colon)
	s.add("port", colon+1, stop)
}

// Places converts places in S from bytes to UTF-16 code units. It continues from the last place, so converting
// many places in a long string takes little time.
type Places struct {
	S             string
	offset, units int // the last place
}

// Index returns the length of S[:offset] in UTF-16 code units.
func (p *Places) Index(offset int) int {
	if offset >= p.offset {
		p.units += UnitsIn(p.S[p.offset:offset])
	} else {
		p.units -= UnitsIn(p.S[offset:p.offset])
	}
	p.offset = offset
	return p.units
}

// UnitsIn returns the length of s in UTF-16 code units.
func UnitsIn(s string) int {
	n := 0
	for _, r := range s {
		n++
		if utf8.RuneLen(r) == utf8.UTFMax {
			n++
		}
	}
	return n
}
