package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/infra"
)

// nameColumns is the width of the names in a table, with the gap after them.
const nameColumns = 10

// appendTable appends a row for each getter whose value is not empty. It breaks a value that is wider than columns, unless
// that is 0. In colors, the names are dim, and the host is bold.
func appendTable(dst []byte, u url.URL, indent string, columns int, colors bool) []byte {
	r := &reading{u: u}
	for _, p := range parts[:getters] {
		if value, _ := p.of(r); value != "" {
			name, on := fmt.Sprintf("%-*s", nameColumns, p.name), colors && strings.HasPrefix(p.name, "host")
			dst = appendStyled(append(dst, indent...), styleName, name, colors)
			start := len(dst)
			dst = appendWrapped(dst, value, len(indent)+nameColumns, columns)
			if on {
				text := string(dst[start : len(dst)-1])
				dst = append(appendStyled(dst[:start], styleHost, text, true), '\n')
			}
		}
	}
	return dst
}

// appendParagraph appends a text in lines that fit the width, each after an indentation. It breaks at spaces.
func appendParagraph(dst []byte, indent, text string, columns int) []byte {
	if columns == 0 {
		return append(append(append(dst, indent...), text...), '\n')
	}
	for _, line := range wrap(text, columns-len(indent)) {
		dst = append(append(append(dst, indent...), line...), '\n')
	}
	return dst
}

const (
	defaultColumns = 100 // for a row of a URL, where the width of the output is not known
	fewestColumns  = 40  // a narrower terminal breaks the lines itself
)

// outputColumns returns the width of the output in columns, as the shell says it, or 0 if it is not known.
func outputColumns() int {
	n, err := positive(os.Getenv("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(n, fewestColumns)
}

// appendWrapped appends a text in lines that fit the width, the first one after what stands in dst already and the others
// after an indentation. It breaks between characters, and never between one and the marks that combine with it.
func appendWrapped(dst []byte, text string, indent, columns int) []byte {
	for start := 0; ; {
		end := len(text)
		if columns > 0 {
			end = rowEnd(text, start, columns-indent)
		}
		dst = append(append(dst, text[start:end]...), '\n')
		if start = end; start == len(text) {
			return dst
		}
		dst = append(dst, strings.Repeat(" ", indent)...)
	}
}

// maxCell is the length in bytes of the longest text that appendCell appends, a number.
const maxCell = len("<U+10FFFF>")

// appendCell appends the first code point of s as a terminal should show it. It returns how many columns that
// takes, and how many bytes of s it stands for. A code point that is invisible, or that would change how the
// rest looks, is shown as a symbol or a number.
func appendCell(dst []byte, s string) (shown []byte, columns, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r < ' ':
		return utf8.AppendRune(dst, '\u2400'+r), 1, size
	case r == 0x7F:
		return utf8.AppendRune(dst, '\u2421'), 1, size
	case r < 0x7F:
		return append(dst, byte(r)), 1, size
	case !unicode.IsPrint(r) || infra.IsInvisible(r):
		n := len(dst)
		dst = fmt.Appendf(dst, "<U+%04X>", r)
		return dst, len(dst) - n, size
	}
	return utf8.AppendRune(dst, r), cells.Of(r), size
}

// visible returns s as appendCell shows it.
func visible(s string) string {
	shown := make([]byte, 0, len(s))
	for s != "" {
		var size int
		shown, _, size = appendCell(shown, s)
		s = s[size:]
	}
	return string(shown)
}

// helpColumns is the width of the help, in columns.
const helpColumns = 80

// wrap breaks a text into lines of at most the given number of columns, where it has spaces. A longer word has a line of
// its own.
func wrap(text string, columns int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case cells.In(line)+1+cells.In(word) <= columns:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// A screen is a text for a terminal that is being written. There is an empty line between its blocks.
type screen struct{ strings.Builder }

func (p *screen) block() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

func (p *screen) paragraph(text string) {
	p.block()
	p.Write(appendParagraph(nil, "", text, helpColumns))
}

// items writes names, and what they mean in a column of its own. A name that is too long has a line of its own.
func (p *screen) items(list []field) {
	const indent, gap, longest = 2, 2, 18
	width := 0 // of the names
	for _, f := range list {
		if n := cells.In(f.name); n <= longest {
			width = max(width, n)
		}
	}
	for i, f := range list {
		if i == 0 {
			p.block()
		}
		name := strings.Repeat(" ", indent) + f.name
		column := indent + width + gap
		if cells.In(name)+gap > column {
			p.WriteString(name + "\n")
			name = ""
		}
		for _, line := range wrap(f.meaning, helpColumns-column) {
			p.WriteString(name + strings.Repeat(" ", column-cells.In(name)) + line + "\n")
			name = ""
		}
	}
}

func (p *screen) verbatim(text string) {
	p.block()
	for line := range strings.Lines(text) {
		p.WriteString("  " + line)
	}
}

// redactLine returns the line function of -extract -redact: it redacts each URL in a line, and keeps all other bytes.
func (t *tool) redactLine() lineFunc {
	return func(c *chunk, line string, number int) {
		if len(line) > c.maxLine {
			c.refuse(number, errTooLong)
			return
		}
		c.out, _ = appendRedacted(c.out, line, t.opts.secret)
		if c.accepted = true; c.ended {
			c.out = append(c.out, c.end)
		}
	}
}

const (
	whiteSpace  = " \t\r\n\v\f"
	endsOfWords = endsOfLinks + whiteSpace + "\x00"
)

// These say where a URL may begin in a line, also with the escapes of JSON in it, and where it may go on.
var (
	urlStarts    = regexp.MustCompile(`[A-Za-z][\w+.-]*:(?:\\*/|\\+u002[Ff]){2}`)
	beforeWords  = regexp.MustCompile(`^(?:[\w.-]*[=(\[{',|\\])*`) // "url=" of logfmt, and brackets
	targets      = regexp.MustCompile(`^(?:\\*/|\?).*[?#;]|^\\*/\\*/|^[^?#]*[?#].*=`)
	dataSources  = regexp.MustCompile(`^[\w.+%$-]*:[^@]*@`) // user:password@tcp(host)/name
	openQuotes   = regexp.MustCompile("\\\\*[\"'`]$")
	lineEscapes  = regexp.MustCompile(`[?#].*?(\\+[nrt])`)
	asciiEscapes = regexp.MustCompile(`\\+(?:u00[2-7][0-9A-Fa-f]|/)`)
)

// appendRedacted appends a line in which each URL is redacted, in time linear in its length. It returns the number of URLs.
func appendRedacted(dst []byte, line string, secret func(name string) bool) (out []byte, urls int) {
	starts, done := urlStarts.FindAllStringIndex(line, -1), 0
	wordEnd, space := -1, -1 // after i, found once for each
	for i := 0; i < len(line); {
		for len(starts) > 0 && starts[0][0] < i {
			starts = starts[1:]
		}
		wordEnd, space = indexFrom(line, i, wordEnd, endsOfWords), indexFrom(line, i, space, whiteSpace)
		known := wordEnd
		if len(starts) > 0 {
			known = min(known, starts[0][0])
		}
		start := i + len(beforeWords.FindString(line[i:known]))
		if word := line[start:known]; !isSource(word) && !strings.HasSuffix(line[:start], "CONNECT ") {
			if start = known; start == wordEnd {
				i = wordEnd + 1
				continue
			}
		}
		next := len(line) // the next URL
		if k := slices.IndexFunc(starts, func(at []int) bool { return at[0] > start }); k >= 0 {
			next = starts[k][0]
		}
		text, punctuation := urlIn(line[start:], wordEnd-start, space-start, next-start, openQuotes.FindString(line[max(0, start-maxQuote):start]))
		if i = max(start+len(text)+punctuation, start+1); text != "" {
			dst = append(append(dst, line[done:start]...), redactOne(text, secret)...)
			done, urls = start+len(text), urls+1
		}
	}
	return append(dst, line[done:]...), urls
}

// indexFrom returns the index of the first byte of s at i or later that is in chars, or len(s). last is that of an earlier i.
func indexFrom(s string, i, last int, chars string) int {
	if last >= i {
		return last
	}
	if n := strings.IndexAny(s[i:], chars); n >= 0 {
		return i + n
	}
	return len(s)
}

// isSource reports whether a word without "://" is the target of a request, or names a database.
func isSource(word string) bool {
	return !strings.HasPrefix(word, "mailto:") && (targets.MatchString(word) || dataSources.MatchString(word))
}

const maxQuote = 8 // bytes of a quotation mark and the backslashes before it

// urlIn returns the URL at the start of a text, which may stand after a quotation mark with backslashes before it, and the
// number of bytes of punctuation after it. It ends before white space and the same mark. An "@" before the next URL, in the
// authority, is not the end: what Go quotes in an error may have spaces.
func urlIn(text string, wordEnd, space, next int, quote string) (found string, punctuation int) {
	end := -1
	for i := 0; quote != "" && end < 0 && i < len(text); i++ {
		if text[i] == quote[len(quote)-1] && i-len(strings.TrimRight(text[:i], "\\")) < len(quote) {
			end = i
		}
	}
	if end < 0 {
		end = space
	}
	text = text[:end]
	end = min(end, next)
	authority := min(end, len(urlStarts.FindString(text[:min(end, 100)])))
	if n := strings.IndexAny(text[authority:end], "/?#"); n >= 0 {
		end = authority + n
	}
	from := strings.LastIndexByte(text[:end], '@') + 1
	text = text[:min(len(text), indexFrom(text, from, wordEnd, endsOfWords))]
	if at := lineEscapes.FindStringSubmatchIndex(text); at != nil {
		text = text[:at[2]]
	}
	found = withoutPunctuation(text)
	return found, len(text) - len(found)
}

// withoutPunctuation returns s without punctuation at its end, and without brackets that close nothing.
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
		} else if !strings.ContainsRune(`.,;:!?'\`, rune(s[len(s)-1])) {
			break
		}
	}
	return s
}

const brackets = "()[]{}"

// redactOne redacts a URL, and the URLs in its query. It reads the escapes of JSON, and writes them again.
func redactOne(text string, secret func(name string) bool) string {
	var escapes []string
	text = asciiEscapes.ReplaceAllStringFunc(text, func(escape string) string {
		b := escape[len(escape)-1:]
		if b != "/" {
			n, _ := strconv.ParseUint(escape[len(escape)-2:], 16, 8) // the pattern has only such digits
			b = string(rune(n))
		}
		escapes = append(escapes, b, escape)
		return b
	})
	starts := append(urlStarts.FindAllStringIndex(text, -1), []int{len(text)})
	if starts[0][0] == 0 {
		starts = starts[1:]
	}
	var whole strings.Builder
	whole.WriteString(text[:starts[0][0]])
	for i := range len(starts) - 1 {
		whole.WriteString(url.Redact(text[starts[i][0]:starts[i+1][0]], secret))
	}
	return strings.NewReplacer(escapes...).Replace(url.Redact(whole.String(), secret))
}
