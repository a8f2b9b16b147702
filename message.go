package url

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Error returns a message that gives the function, its input, the name of the reason, the offset and sometimes an
// explanation. It also says whether a setter used part of its value.
//
//	url: Parse "http://": host-missing at byte 7
//	url: FilePath "file:///x": not-representable at byte 7: the URL has no drive
//	url: SetPort "8080 or so": trailing-data at byte 4 (a part of the value was used)
//
// Credentials, queries and fragments are left out or replaced by "xxxxx"; see SECURITY.md. If the input is long, the
// message shows only 256 bytes around the offset. The offset is from the start of the input but, unlike e.Offset, counts
// each "xxxxx" as five bytes.
func (e *Error) Error() string {
	shown, at := "", e.Offset
	if e.shows {
		shown, at = excerpt(e.Input, e.Offset)
		shown = " " + shown
	}
	name, sentence := e.reason()
	message := "url: " + e.Op + shown + ": " + name + " at byte " + strconv.Itoa(at) + sentence
	if e.Partial {
		message += " (a part of the value was used)"
	}
	return message
}

// reason returns the name of the error and, for some errors, ": " and a sentence.
func (e *Error) reason() (name, sentence string) {
	var t ErrorType
	switch {
	case e.Err == nil:
		return "unknown error", "" // the zero Error
	case !errors.As(e.Err, &t):
		return "the encoding failed", "" // its own words may quote what it was given
	case t == ErrDefaultScheme:
		return t.Error(), ": Parser.DefaultScheme must be http, https, ws, wss or ftp, without Parser.Base"
	case lacksBrackets(t, e.Input, e.Offset):
		return t.Error(), ": IPv6 needs brackets"
	}
	return t.Error(), strings.TrimPrefix(e.Err.Error(), t.Error())
}

// lacksBrackets reports whether in has an IPv6 address without brackets at the place of an error: hexadecimal digits and
// colons, with "::" among them, where a host or a port begins.
func lacksBrackets(t ErrorType, in string, at int) bool {
	switch t {
	case ErrPortInvalid, ErrHostMissing, ErrDomainToASCII, ErrHostInvalidCodePoint:
	default:
		return false
	}
	isPart := func(b byte) bool { return b == ':' || infra.IsASCIIHexDigit(b) }
	start := min(max(at, 0), len(in))
	end := start
	for start > 0 && isPart(in[start-1]) {
		start--
	}
	for end < len(in) && isPart(in[end]) {
		end++
	}
	beginsHost := start == 0 || strings.IndexByte(`/\@`, in[start-1]) >= 0
	return beginsHost && strings.Contains(in[start:end], "::")
}

// excerpt returns what a message shows of s, quoted, and the place to give for offset. See [Error.Error].
func excerpt(s string, offset int) (quoted string, at int) {
	r := newRedaction(s)
	r.hide(beforeLastAt(s))
	r.hidePath(nil)
	if start := r.propertiesAt(); start >= 0 { // Redact shows the names of properties, but its code makes programs larger
		r.hide(start+strings.IndexAny(s[start:], "=;")+1, len(s))
	}
	end := min(r.pathEnd+1, len(s)) // with the "?" or "#"
	var shown []byte
	at = offset
	i := 0
	for i < len(s) && (i < end || r.hidden[i]) {
		next := r.hiddenEnd(i)
		if next == i {
			shown = append(shown, s[i])
			i++
			continue
		}
		if offset >= next {
			at += len(redacted) - (next - i)
		} else if offset > i {
			at = len(shown)
		}
		shown = append(shown, redacted...)
		i = next
	}
	return quoteAround(string(shown), at, i < len(s)), at
}

// quoteAround quotes at most 256 bytes of s around the place at. An ellipsis stands for the rest, including whatever
// follows s if more is true.
func quoteAround(s string, at int, more bool) string {
	const maxShown = 256
	from, to := 0, len(s)
	if to > maxShown {
		if at <= to {
			from = max(at-maxShown/2, 0)
		}
		to = min(from+maxShown, to)
		from = runeStart(s, to-maxShown)
		to = runeStart(s, to)
	}
	quoted := strconv.Quote(s[from:to])
	if from > 0 {
		quoted = "…" + quoted
	}
	if to < len(s) || more {
		quoted += "…"
	}
	return quoted
}

// runeStart returns the beginning of the character at i, or i if s is not UTF-8 there.
func runeStart(s string, i int) int {
	for at := i; i < len(s) && at >= 0 && at > i-utf8.UTFMax; at-- {
		if utf8.RuneStart(s[at]) {
			return at
		}
	}
	return i
}
