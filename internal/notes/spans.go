package notes

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
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
	s := newSplitter(input, base)
	s.split()
	places := Places{S: input}
	for i := range s.spans {
		span := &s.spans[i]
		span.Start, span.End = places.Index(span.From), places.Index(span.To)
	}
	return s.spans
}

// TextOf returns the text of a component as the parser reads it: without tabs and newlines. It is "" if there is none.
func TextOf(input string, spans []Span, name string) string {
	for _, span := range spans {
		if span.Name == name {
			return stripTabs.Replace(input[span.From:span.To])
		}
	}
	return ""
}

var stripTabs = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// A splitter divides an input into components.
type splitter struct {
	in    string // the input without what the parser ignores: spaces and controls around it, tabs and newlines
	at    []int  // for each byte of in, and its end, the place in the input; nil if nothing is ignored within it
	skip  int    // what is ignored before in
	base  url.URL
	spans []Span
}

func newSplitter(input string, base url.URL) *splitter {
	isIgnored := func(r rune) bool { return r <= ' ' }
	begun := strings.TrimLeftFunc(input, isIgnored)
	s := &splitter{in: strings.TrimRightFunc(begun, isIgnored), skip: len(input) - len(begun), base: base}
	if !strings.ContainsAny(s.in, "\t\n\r") {
		return s
	}
	var kept strings.Builder
	for i := range len(s.in) {
		if b := s.in[i]; b != '\t' && b != '\n' && b != '\r' {
			kept.WriteByte(b)
			s.at = append(s.at, i)
		}
	}
	s.at = append(s.at, len(s.in))
	s.in = kept.String()
	return s
}

// raw returns the place in the input of the byte at i.
func (s *splitter) raw(i int) int {
	if s.at != nil {
		i = s.at[i]
	}
	return s.skip + i
}

// add adds a component that is in[from:to]. Ignored characters after its last byte are not part of it.
func (s *splitter) add(name string, from, to int) {
	if from < to {
		s.spans = append(s.spans, Span{Name: name, From: s.raw(from), To: s.raw(to-1) + 1})
	}
}

func (s *splitter) split() {
	end := len(s.in)
	hash := strings.IndexByte(s.in, '#')
	if hash >= 0 {
		end = hash
	}
	scheme, pos := schemeOf(s.in[:end])
	if pos > 0 {
		s.add("scheme", 0, pos-1)
	} else {
		scheme = s.base.Scheme()
	}
	pos = s.authority(scheme, pos, end, pos == 0 || scheme == s.base.Scheme())
	query := end
	if i := strings.IndexByte(s.in[pos:end], '?'); i >= 0 {
		query = pos + i
	}
	if scheme != "" { // without a scheme and a base, the input is not a reference to anything
		s.add("path", pos, query)
		s.add("query", query+1, end)
	}
	if hash >= 0 {
		s.add("fragment", hash+1, len(s.in))
	}
}

// schemeOf returns the scheme that begins s, in lower case, and the place after its ":". The place is 0 if there is none.
func schemeOf(s string) (scheme string, end int) {
	for i := range len(s) {
		switch b := s[i] | 0x20; {
		case 'a' <= b && b <= 'z':
		case i > 0 && ('0' <= s[i] && s[i] <= '9' || s[i] == '+' || s[i] == '-' || s[i] == '.'):
		case i > 0 && s[i] == ':':
			return strings.ToLower(s[:i]), i + 1
		default:
			return "", 0
		}
	}
	return "", 0
}

// isSpecial reports whether a scheme is special. https://url.spec.whatwg.org/#is-special
func isSpecial(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}

// authority adds the components between the slashes after the scheme and the path, if there are any, and returns
// where the path begins. The text before end and after pos is relative if the base allows that.
func (s *splitter) authority(scheme string, pos, end int, mayBeRelative bool) int {
	special := isSpecial(scheme)
	isSlash := func(i int) bool { return i < end && (s.in[i] == '/' || special && s.in[i] == '\\') }
	start := pos
	switch {
	case scheme == "":
		return pos
	case special && scheme != "file" && (s.base.IsZero() || !mayBeRelative):
		for isSlash(start) {
			start++
		}
	case special && scheme != "file" && pos > 0 && !(strings.HasPrefix(s.in[pos:end], "//")): // special relative or authority state
		return pos
	case isSlash(pos) && isSlash(pos+1):
		start += 2
		for special && scheme != "file" && isSlash(start) {
			start++
		}
	default:
		return pos
	}
	stop := start
	for stop < end && s.in[stop] != '?' && !isSlash(stop) {
		stop++
	}
	if scheme == "file" {
		if isDriveLetter(s.in[start:stop]) {
			return start
		}
		s.add("host", start, stop)
		return stop
	}
	s.hostAndPort(s.credentials(start, stop), stop)
	return stop
}

// isDriveLetter implements https://url.spec.whatwg.org/#windows-drive-letter.
func isDriveLetter(s string) bool {
	return len(s) == 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && (s[1] == ':' || s[1] == '|')
}

// credentials adds the username and the password, and returns where the host begins.
func (s *splitter) credentials(start, stop int) int {
	at := strings.LastIndexByte(s.in[start:stop], '@')
	if at < 0 {
		return start
	}
	at += start
	name, _, found := strings.Cut(s.in[start:at], ":")
	s.add("username", start, start+len(name))
	if found {
		s.add("password", start+len(name)+1, at)
	}
	return at + 1
}

// hostAndPort adds the host and the port.
func (s *splitter) hostAndPort(start, stop int) {
	inBrackets := false
	for i := start; i < stop; i++ {
		switch s.in[i] {
		case '[':
			inBrackets = true
		case ']':
			inBrackets = false
		case ':':
			if !inBrackets {
				s.add("host", start, i)
				s.add("port", i+1, stop)
				return
			}
		}
	}
	s.add("host", start, stop)
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
