package main

import (
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// endsOfLinks contains characters that end a link in text, in addition to the rules of UTS #58. Quotation marks and markup
// are more often around a link than in it.
const endsOfLinks = "<>\"`"

const (
	whiteSpace  = " \t\r\n\v\f"
	endsOfWords = endsOfLinks + whiteSpace + "\x00"

	startsOfValues = "?#;" // a secret value may follow
)

// These expressions find where a URL may begin in a line, with or without the escapes of JSON.
var (
	urlStarts   = lazily(`[A-Za-z][\w+.-]*:(?:\\*/|\\+u002[Ff]){2}`)
	escapes     = lazily(`^(?:u[0-9A-Fa-f]{4}|[bfnrt])`)                                   // after a backslash
	beforeWords = lazily(`^(?:[\w.-]*(?:\]?[=(\[{',|]|\\+(?:u[0-9A-Fa-f]{4}|[bfnrt])?))*`) // "url=" of logfmt, and brackets
	targets     = lazily(`^(?:\\*/|\?).*[?#;]|^\\*/\\*/|^[^?#]*[?#].*=`)
	dataSources = lazily(`^[\w.+%$-]*:[^@]*@`) // user:password@tcp(host)/name
	users       = lazily(`^[\w.+%$-]+:`)       // before such a password
	servers     = lazily(`@\w*\(`)             // of data sources whose password contains the end of a word
	twoSlashes  = lazily(`^\\*/\\*/`)
	methods     = lazily(`"[A-Z]+ $`)          // before a request target
	versions    = lazily(` HTTP/\d(?:\.\d)?$`) // after it

	allEscapes   = lazily(`\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|(?s:.))`)
	asciiEscapes = lazily(`\\+(?:u00[2-7][0-9A-Fa-f]|/)`)
)

// appendRedacted appends a line in which each URL is redacted, and returns the number of URLs. It takes time linear in the
// length of the line.
func appendRedacted(dst []byte, line string, secret func(name string) bool) (out []byte, urls int) {
	starts, done := indexURLs(line), 0
	ends := endFinder{line: line, marks: map[ending]int{}, servers: servers().FindAllStringIndex(line, -1), quotation: -1}
	wordEnd, space := -1, -1 // after i, found once for each
	for i := 0; i < len(line); {
		for len(starts) > 0 && starts[0] < i {
			starts = starts[1:]
		}
		wordEnd, space = indexFrom(line, i, wordEnd, endsOfWords), indexFrom(line, i, space, whiteSpace)
		known, next := wordEnd, len(line)
		if len(starts) > 0 {
			known, next = min(known, starts[0]), starts[0]
		}
		start := i + len(beforeWords().FindString(line[i:known]))
		word, server := line[start:known], -1
		if users().MatchString(word) {
			server = ends.server(start, space, next)
		}
		if server < 0 && !isSource(word) && !strings.HasSuffix(line[:start], "CONNECT ") {
			if start = known; start == wordEnd {
				i = wordEnd + 1
				continue
			}
		}
		p := place{wordEnd: wordEnd - start, space: space - start, next: len(line) - start, server: server - start}
		p.end, p.mark = ends.at(start)
		p.mark -= start
		if methods().MatchString(line[max(0, start-maxMethod):start]) {
			p = p.ofTarget(line[start:])
		}
		if len(starts) > 0 && starts[0] == start {
			starts = starts[1:]
		}
		if len(starts) > 0 {
			p.next = starts[0] - start
		}
		text, punctuation := p.urlIn(line[start:])
		if i = max(start+len(text)+punctuation, start+1); text != "" {
			dst = append(append(dst, line[done:start]...), redactOne(text, p.end.escapes(), secret)...)
			done, urls = start+len(text), urls+1
		}
	}
	return append(dst, line[done:]...), urls
}

// maxMethod is the number of bytes before a request target in which its method is looked for.
const maxMethod = 20

// An endFinder finds the marks that end the URLs in a line, each only once.
type endFinder struct {
	line      string
	open      quotes
	marks     map[ending]int // where the mark of an ending is
	servers   [][]int        // the "@" before the servers of data sources
	quotation int            // the next quotation mark, or -1
}

// at returns what ends a URL that begins at start, and where that is, or the end of the line.
func (f *endFinder) at(start int) (ending, int) {
	end := f.open.endOf(f.line, start)
	if mark, ok := f.marks[end]; !ok || mark < start {
		f.marks[end] = start + end.index(f.line[start:])
	}
	return end, f.marks[end]
}

// server returns the index of the "@" before the server of a data source that begins at start, or -1. The "@" is before the
// next URL and any mark that ends the data source. If there is no such mark next to it, the "@" is before any white space, and
// if no mark is open, before any quotation mark.
func (f *endFinder) server(start, space, next int) int {
	for len(f.servers) > 0 && f.servers[0][0] < start {
		f.servers = f.servers[1:]
	}
	if len(f.servers) == 0 || f.servers[0][0] >= next {
		return -1
	}
	at := f.servers[0][0]
	f.quotation = indexFrom(f.line, start, f.quotation, `"`)
	if end, mark := f.at(start); at > mark || at > space && !end.quoted || at > f.quotation && end.escapes() < 0 {
		return -1
	}
	return at
}

// indexURLs returns the offsets in a text at which the URLs with "://" begin. A letter that belongs to an escape such as
// "\n" is not the beginning of a URL.
func indexURLs(text string) (starts []int) {
	for _, at := range urlStarts().FindAllStringIndex(text, -1) {
		start := at[0]
		if start > 0 && text[start-1] == '\\' {
			start += len(escapes().FindString(text[start:at[1]]))
			if text[start] == ':' {
				start = at[0]
			}
		}
		starts = append(starts, start)
	}
	return starts
}

// indexFrom returns the index of the first byte of s that is in chars, at i or later, or len(s). last is the result for an
// earlier i.
func indexFrom(s string, i, last int, chars string) int {
	if last >= i {
		return last
	}
	if n := strings.IndexAny(s[i:], chars); n >= 0 {
		return i + n
	}
	return len(s)
}

// isSource reports whether a word without "://" is a request target or names a database.
func isSource(word string) bool {
	return !strings.HasPrefix(word, "mailto:") && (targets().MatchString(word) || dataSources().MatchString(word))
}

// quotes tells which quotation marks are open at a place in a line. A JSON string can contain JSON, in which each quotation
// mark has a backslash, and one more for each backslash of its own. The number of backslashes before a mark therefore gives
// its level, which is 0 for an even number, 1 for 1 or 5, 2 for 3 or 11, and so on.
type quotes struct {
	at     int  // the line was read up to here
	run    int  // the number of backslashes that stand before it
	depth  int  // the marks of the levels below are open
	nested bool // the innermost string is JSON, so the marks of its next level are not text
}

// levelOf returns the level of a quotation mark that follows a number of backslashes.
func levelOf(backslashes int) int { return bits.TrailingZeros(^uint(backslashes)) }

// read reads the line up to a place.
func (q *quotes) read(line string, to int) {
	for ; q.at < to; q.at++ {
		if line[q.at] == '\\' {
			q.run++
			continue
		}
		if level := levelOf(q.run); line[q.at] == '"' && level < q.depth {
			q.depth, q.nested = level, true
		} else if line[q.at] == '"' && level == q.depth && (level == 0 || q.nested) {
			q.depth++
			q.nested = q.at+1 < len(line) && strings.IndexByte("{[", line[q.at+1]) >= 0
		}
		q.run = 0
	}
}

// endOf returns what ends a URL that begins at a place in the line. That is each open quotation mark and, if the URL is next
// to a mark, another such mark.
func (q *quotes) endOf(line string, start int) ending {
	q.read(line, start)
	e := ending{level: q.depth - 1, other: -1}
	if start == 0 || strings.IndexByte("\"'`", line[start-1]) < 0 {
		return e
	}
	before := line[:start-1]
	level := levelOf(len(before) - len(strings.TrimRight(before, `\`)))
	if e.quoted = true; line[start-1] == '"' {
		e.level = max(e.level, level)
	} else {
		e.mark, e.other = line[start-1], level
	}
	return e
}

// An ending says what ends a URL.
type ending struct {
	quoted bool // the URL stands next to a mark
	level  int  // of the quotation marks that end it, at most; -1: none
	mark   byte // another mark that ends it
	other  int  // the level of this mark, at most
}

// escapes returns the level of the marks around the URL, which is also the level of its escapes, or -1.
func (e ending) escapes() int { return max(e.level, e.other) }

// index returns the index of the mark that ends a URL, or of the backslashes before the mark that belong to it. If there is
// none, it returns len(text).
func (e ending) index(text string) int {
	run := 0
	for i := range len(text) {
		if text[i] == '\\' {
			run++
			continue
		}
		if level := levelOf(run); text[i] == '"' && level <= e.level || text[i] == e.mark && level <= e.other {
			return i - (1<<level - 1)
		}
		run = 0
	}
	return len(text)
}

// endOfLine returns the index of the first escape of a line feed, a carriage return or a tab in the values of a URL, or
// len(text). If no quotation mark is open, a backslash is text.
func (e ending) endOfLine(text string) int {
	level, run := e.escapes(), 0
	for i := indexFrom(text, 0, -1, startsOfValues); i < len(text) && level >= 0; i++ {
		if text[i] == '\\' {
			run++
			continue
		}
		if run > 0 && bits.TrailingZeros(uint(run)) == level && strings.IndexByte("nrt", text[i]) >= 0 {
			return i - 1<<level
		}
		run = 0
	}
	return len(text)
}

// A place describes a text that begins with a URL.
type place struct {
	wordEnd, space int // the first byte of endsOfWords, and of whiteSpace
	next           int // where the next URL begins
	server         int // the "@" before the server of a data source, if it is positive
	mark           int // the mark that ends the URL
	end            ending
}

// ofTarget returns the place of a request target, which stands between a method and a version in quotation marks. If text has
// no version, ofTarget returns p.
func (p place) ofTarget(text string) place {
	text = text[:p.mark]
	if version := versions().FindString(text[max(0, len(text)-len(" HTTP/1.1")):]); version != "" {
		p.mark, p.end.quoted = len(text)-len(version), true
	}
	return p
}

// urlIn returns the URL at the start of a text, and the number of bytes of punctuation after it. A path ends with the word.
// After "?", "#" or ";", white space and a closing mark end the URL or, if the URL stands next to an opening mark, only the
// closing mark. An "@" in the authority before the next URL does not end it, because a URL that Go quotes in an error can
// contain spaces.
func (p place) urlIn(text string) (found string, punctuation int) {
	if !p.end.quoted {
		text = text[:p.space]
	}
	mark := min(p.mark, len(text))
	closed := p.end.quoted && mark < len(text)
	text = text[:mark]
	end := min(len(text), p.next)
	authority := min(end, len(urlStarts().FindString(text[:min(end, 100)])))
	if n := len(twoSlashes().FindString(text[:min(end, 100)])); n > 0 {
		authority, end = n, min(end, p.space)
	}
	if n := strings.IndexAny(text[authority:end], "/?#"); n >= 0 {
		end = authority + n
	}
	from := strings.LastIndexByte(text[:end], '@') + 1
	end = min(len(text), indexFrom(text, max(from, p.server+1), p.wordEnd, endsOfWords))
	switch {
	case !strings.ContainsAny(text[from:end], startsOfValues):
	case closed:
		end = len(text)
	default:
		end = min(len(text), indexFrom(text, from, p.space, whiteSpace))
	}
	text = text[:end]
	text = text[:p.end.endOfLine(text)]
	if found = withoutPunctuation(text); found != "" && closed && len(text) == mark {
		found = text
	}
	return found, len(text) - len(found)
}

// withoutPunctuation returns s without punctuation at the end, and without closing brackets at the end that have no opening
// bracket.
func withoutPunctuation(s string) string {
	var open [len(brackets) / 2]int // less those that close
	for _, c := range []byte(s) {
		if i := strings.IndexByte(brackets, c); i >= 0 {
			open[i/2] += 1 - i%2*2
		}
	}
	for ; s != ""; s = s[:len(s)-1] {
		if i := strings.IndexByte(brackets, s[len(s)-1]); i%2 == 1 && open[i/2] < 0 {
			open[i/2]++
		} else if strings.IndexByte(".,;:!?'\\\"`", s[len(s)-1]) < 0 {
			break
		}
	}
	return s
}

const brackets = "()[]{}<>"

// redactOne redacts a URL, the URLs in its query, and whatever follows white space in its query. It decodes the escapes in
// strings of the given level, and restores them afterwards.
func redactOne(raw string, level int, secret func(name string) bool) string {
	raw = clean(raw)
	text, from := unescaped(raw, level)
	word := indexFrom(text, 0, -1, whiteSpace)
	if !strings.ContainsAny(text[:word], "?#;") { // a password may contain a space
		word = len(text)
	}
	starts := append(indexURLs(text[:word]), word)
	if len(starts) > 1 && starts[0] == 0 {
		starts = starts[1:]
	}
	var whole strings.Builder
	whole.WriteString(text[:starts[0]])
	for i := range len(starts) - 1 {
		whole.WriteString(url.Redact(text[starts[i]:starts[i+1]], secret))
	}
	rest, _ := appendRedacted(nil, text[word:], secret)
	whole.Write(rest)
	return escapedAgain(url.Redact(whole.String(), secret), text, raw, from)
}

// unescaped returns a text without its escapes and, for each byte of the result, its place in the text, or nil if nothing
// changed. A JSON string has escapes, and in JSON within JSON they are escaped again. Finally, and in text where no mark is
// open, unescaped decodes only the escapes of ASCII characters.
func unescaped(raw string, level int) (text string, from []int) {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw, nil
	}
	from = make([]int, len(raw)+1)
	for i := range from {
		from[i] = i
	}
	for range level + 1 {
		raw, from = replaced(raw, from, allEscapes())
	}
	return replaced(raw, from, asciiEscapes())
}

// replaced returns a text in which each escape is replaced by its meaning, as clean shows it.
func replaced(text string, from []int, escapes *regexp.Regexp) (string, []int) {
	var b strings.Builder
	var places []int
	done := 0
	for _, at := range append(escapes.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(text[done:at[0]])
		places = append(places, from[done:at[0]]...)
		if done = at[1]; at[0] < at[1] {
			b.WriteString(clean(meaning(text[at[0]:at[1]])))
		}
		for len(places) < b.Len() {
			places = append(places, from[at[0]])
		}
	}
	return b.String(), append(places, from[len(text)])
}

// meaning returns what an escape stands for.
func meaning(escape string) string {
	escape = strings.TrimLeft(escape[:len(escape)-1], `\`) + escape[len(escape)-1:]
	if n, err := strconv.ParseUint(escape[1:], 16, 16); err == nil {
		if escape[0] == 'x' {
			return string([]byte{byte(n)})
		}
		return string(rune(n))
	}
	if i := strings.Index("bfnrt", escape); i >= 0 {
		return "\b\f\n\r\t"[i : i+1]
	}
	return escape
}

// escapedAgain returns the shown form of a text, with the escapes that the raw text has.
func escapedAgain(shown, text, raw string, from []int) string {
	const hidden = "xxxxx"
	if from == nil {
		return shown
	}
	var b strings.Builder
	at := 0 // in text
	pieces := strings.Split(shown, hidden)
	for i, piece := range pieces {
		if i > 0 {
			b.WriteString(hidden)
			at++ // at least one byte is hidden
			at += max(0, strings.Index(text[at:], piece))
		}
		if i == len(pieces)-1 {
			at = len(text) - len(piece)
		}
		b.WriteString(raw[from[at]:from[at+len(piece)]])
		at += len(piece)
	}
	return b.String()
}
