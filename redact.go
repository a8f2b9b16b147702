package url

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Redact returns s for logging, with credentials and the values of secret parameters replaced by "xxxxx". The function
// secret reports whether the parameter with the given name is secret. If secret is nil, all values are hidden. Prefer
// nil, because a list of secret names can miss one.
//
//	url.Redact("https://ann:pw@example.com/a?page=2&q=x", nil)     // https://xxxxx@example.com/a?page=xxxxx&q=xxxxx
//	url.Redact("https://ann:pw@example.com/a?page=2&q=x", notPage) // https://xxxxx@example.com/a?page=2&q=xxxxx
//
// s is a URL, reference, request target or connection string. It need not be valid. Pass the string that a URL was
// parsed from, not its href, because [Parse] turns "//CORP\ann:pw@h" into "//corp/ann:pw@h", in which the password has
// become part of the path.
//
// Redact cannot find a secret in a path, such as "/reset/s3cret" or "/proxy/https:/u:pw@h". If your paths contain
// tokens, log the route (http.Request.Pattern) instead.
//
// # Credentials
//
// Redact hides everything before the last at sign ("@", "%40", or a character that IDNA maps to "@"). Where it looks
// depends on s:
//
//   - If s parses, alone or against an http: URL, Redact looks in the authority. Unlike in the standard, a "\" does not
//     end the authority, because curl, wget and Python send the password in "//CORP\ann:pw@h".
//   - If s does not parse, has an opaque path, or begins with a name followed by ":" but not "//", Redact looks in all
//     of s. A password may contain "#" or "/", as in "postgres://u:p#ss@h" and "my_user:pa/ss@tcp(h)/db". A scheme is
//     kept only if it is special or followed by "//".
//   - In a relative reference, Redact looks in the first segment or, as in Oracle's "scott/tiger@h:1521/x", in
//     everything before a server. It does not look at all if s begins with "?", "#", or exactly one "/" or "\".
//   - In every path segment, Redact hides everything between "://" and the last at sign, as in "/proxy/wss://u:p@h".
//
// # Parameters
//
// Parameters are the name-value pairs in the query, in the fragment, after a ";" in the path or the authority, in
// parentheses, as in "mysql://(host=h,password=p)/db", or in "Server=h;Password=p", "host=h password='p'" and
// "h:1,password=p". Redact calls secret with each parameter's decoded name, without changing its case. If secret is nil,
// Redact also hides the entire fragment and, except in parentheses, parameters without a "=".
//
// Some programs split pairs only at "&", others also at ";", "?" and "#", and databases at ";", "," or spaces. Redact
// hides every value that is secret under any of these rules.
//
// # The result
//
// The result is a single line of valid UTF-8. Control characters, U+2028, U+2029, bidirectional controls and bytes that
// are not valid UTF-8 are percent-encoded. Redact sometimes hides too much: "a@2x.png" loses its "a". Later versions
// may hide more, so do not compare or parse the results.
//
// Redact does not hide:
//
//   - a secret in a parameter name, such as "?dG9rZW4=";
//   - credentials in a parameter that is not secret, as in "?next=wss://u:p@h";
//   - a password after an apparent host, as in "postgres://u:12/pw@h" or "mongodb://u:p@ss/w@h", or with no "@" after it,
//     as in "//u:pw";
//   - a secret in an entirely percent-encoded string;
//   - a password in the target "//ann:pw@h" if you put "https://" and a host before it. Log host and target separately.
func Redact(s string, secret func(name string) bool) string {
	r := newRedaction(s)
	r.hideCredentials()
	r.hidePath(secret)
	if at := r.propertiesAt(); at >= 0 {
		r.hideProperties(at, secret)
	}
	query, fragment := r.pathEnd+len("?"), len(s)
	if i := strings.IndexByte(s[r.pathEnd:], '#'); i >= 0 {
		fragment = r.pathEnd + i + len("#")
		r.hidePairs(query, fragment-len("#"), secret)
	} else {
		r.hidePairs(query, len(s), secret)
	}
	if secret == nil {
		r.hide(fragment, len(s))
	}
	r.hidePairs(fragment, len(s), secret)
	return r.text()
}

// redacted is what is shown for what is hidden.
const redacted = "xxxxx"

// A redaction is a text that may be a URL, with the bytes of it that are hidden.
type redaction struct {
	s       string
	hidden  []bool
	head    urlHead
	pathEnd int // the first "?" or "#", or the end
}

func newRedaction(s string) redaction {
	r := redaction{s: s, hidden: make([]bool, len(s)), head: readHead(s), pathEnd: len(s)}
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		r.pathEnd = i
	}
	return r
}

// hide hides s[from:to], if that is not empty. It is not inlined, which makes programs smaller.
//
//go:noinline
func (r *redaction) hide(from, to int) {
	for i := from; i < to; i++ {
		r.hidden[i] = true
	}
}

// hiddenEnd returns the end of the run of hidden bytes at i.
func (r *redaction) hiddenEnd(i int) int {
	for i < len(r.s) && r.hidden[i] {
		i++
	}
	return i
}

// A urlHead is the beginning of a string that may be a URL, up to the authority. Tabs and newlines in it do not matter, as to
// a parser.
type urlHead struct {
	start       int    // after spaces and controls
	hasName     bool   // a name, as of a scheme, and ":" come first
	scheme      scheme // of the name
	nameEnd     int    // after ":", or start
	slashes     string // the "/" and "\" that follow, at most two
	twoSlashEnd int    // after these, if there are any: where RFC 3986 begins an authority
	allSlashEnd int    // after all "/" and "\" that follow: where browsers begin the authority of a special URL
}

func readHead(s string) urlHead {
	h := urlHead{start: len(s) - len(strings.TrimLeftFunc(s, infra.IsC0ControlOrSpace))}
	end := h.start
	for end < len(s) && (isSchemeByte(s[end]) || infra.IsTabOrNewline(s[end])) {
		end++
	}
	h.nameEnd = h.start
	if h.hasName = end > h.start && infra.IsASCIIAlpha(s[h.start]) && strings.HasPrefix(s[end:], ":"); h.hasName {
		h.scheme = schemeOf(infra.WithoutTabsAndNewlines(s[h.start:end]))
		h.nameEnd = end + len(":")
	}
	for h.allSlashEnd = h.nameEnd; h.allSlashEnd < len(s); h.allSlashEnd++ {
		switch b := s[h.allSlashEnd]; {
		case infra.IsTabOrNewline(b):
		case b != '/' && b != '\\':
			return h
		case len(h.slashes) < 2:
			h.slashes += s[h.allSlashEnd : h.allSlashEnd+1]
			h.twoSlashEnd = h.allSlashEnd + 1
		}
	}
	return h
}

// hasAuthority reports whether only an authority can follow: after "//" or, without a name, after any two slashes. What follows
// "https:\\" is read as a path, too, which hides more.
func (h *urlHead) hasAuthority() bool {
	return h.slashes == "//" || len(h.slashes) == 2 && !h.hasName
}

// authority returns the span of the authority, or of what is in its place.
func (r *redaction) authority() (from, to int) {
	delimiters := "/"
	if from = r.head.twoSlashEnd; !r.head.hasName || r.head.scheme.special() {
		from = r.head.allSlashEnd
	}
	if r.head.scheme == schemeFile && strings.ContainsAny(r.s[r.head.twoSlashEnd:r.head.allSlashEnd], `/\`) {
		delimiters = `/\` // the host is empty, and the path may be one of Windows
	}
	rest := r.s[from:max(from, r.pathEnd)]
	if i := strings.IndexAny(rest, delimiters); i >= 0 {
		rest = rest[:i]
	}
	return from, from + len(rest)
}

// hideCredentials hides the credentials by the rules in the comment of Redact.
func (r *redaction) hideCredentials() {
	h := &r.head
	if !h.hasName && len(h.slashes) == 1 { // a path from the root
		return
	}
	from, to := r.authority()
	if !h.hasName && h.slashes == "" {
		r.hideOracle(from)
	}
	if r.mayBeURL() && !r.endsInPassword(from, to) {
		r.hide(from, from+lastAt(r.s[from:to]))
	} else {
		r.hide(beforeLastAt(r.s))
	}
}

// hideOracle hides a username, "/" and a password before a server of Oracle's. The password may have a "#".
func (r *redaction) hideOracle(from int) {
	if at := lastAt(r.s[:r.pathEnd]); at > from && beginsWithServer(r.s[at:]) {
		r.hide(from, at)
	}
	beforeQuery, _, _ := strings.Cut(r.s, "?")
	at := lastAt(beforeQuery)
	if at > r.pathEnd && strings.Contains(r.s[from:r.pathEnd], "/") && beginsWithServer(r.s[at:]) {
		r.hide(from, at)
	}
}

// mayBeURL reports whether the string parses as a URL with an authority, or as a reference.
func (r *redaction) mayBeURL() bool {
	if r.head.hasName {
		return r.head.slashes == "//" && CanParse(r.s)
	}
	base, _ := Parse("http://h/")
	return base.CanParse(r.s)
}

// beginsWithServer reports whether a server of Oracle's follows the "@" that s begins with, as in "scott/tiger@//h:1521/x",
// "scott/tiger@h:1521/x", "scott/tiger@tcps://h/x" and "scott/tiger@(address=(host=h))".
func beginsWithServer(s string) bool {
	_, s, _ = strings.Cut(s, "@")
	if strings.HasPrefix(s, "//") || strings.HasPrefix(s, "(") && strings.Contains(s, "=") {
		return true
	}
	host, port, found := strings.Cut(s, ":")
	if strings.HasPrefix(s, "[") {
		host, port, found = strings.Cut(s, "]:")
	}
	return found && !strings.Contains(host, "/") && (strings.HasPrefix(port, "//") || port != "" && infra.IsASCIIDigit(port[0]))
}

// lastAt returns the index of the last "@" in s, or -1. It takes for one what becomes one: "%40", and the characters U+FF20 and
// U+FE6B, which IDNA maps to it.
func lastAt(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '@' {
			return i
		}
		if s[i] != '%' && s[i] < utf8.RuneSelf {
			continue
		}
		for _, sign := range [...]string{"%40", "\uFF20", "\uFE6B", "%ef%bc%a0", "%ef%b9%ab"} {
			if len(s)-i >= len(sign) && infra.MatchesLower(s[i:i+len(sign)], sign) {
				return i
			}
		}
	}
	return -1
}

// endsInPassword reports whether s[from:to], which is in the place of the authority, may be a username, ":" and the
// beginning of a password that has one of "/?#" in it.
func (r *redaction) endsInPassword(from, to int) bool {
	user, password, found := strings.Cut(r.s[from:to], ":")
	switch {
	case !found:
		return false
	case strings.Contains(user, `\`): // "CORP\ann:p" of "http://CORP\ann:p/ss@h"
		return !strings.Contains(r.s[from:to], "@")
	case r.head.hasAuthority(): // "app:12#ss" of "postgres://app:12#ss@h": for libpq, "/" alone ends the authority
		rest, _, _ := strings.Cut(r.s[to:], "/")
		return r.head.hasName && !r.head.scheme.special() && !strings.Contains(r.s[from:to], "@") && strings.Contains(rest, "@")
	case strings.Contains(user, "@"): // "ann@h:443", or "ann@server:pa" or "ann@server:" of a DSN
		return password == "" || strings.Trim(password, "0123456789") != ""
	}
	return !strings.HasPrefix(r.s[from+len(user):], "://") // RFC 3986 has no such segment
}

// beforeLastAt returns the span of what may be credentials in s if s is not a URL: what is before the last "@". A name before
// ":" may be a username, unless it is a special scheme or "//" follows.
func beforeLastAt(s string) (from, to int) {
	to = max(lastAt(s), 0)
	h := readHead(s)
	if from = h.allSlashEnd; h.hasName && !h.scheme.special() && h.slashes != "//" {
		from = h.start
	}
	return min(from, to), to
}

// hidePath hides the credentials and the secret parameters in the path, and in the authority before it.
func (r *redaction) hidePath(secret func(name string) bool) {
	r.hideInnerCredentials()
	path := r.s[:r.pathEnd]
	for at := r.head.nameEnd; at <= len(path); {
		end := segmentEnd(path, at)
		if i := strings.IndexByte(path[at:end], ';'); i >= 0 {
			r.hidePairs(at+i+1, end, secret)
		}
		at = end + 1
	}
	if open := strings.IndexByte(path, '('); open >= 0 { // "mysql://(host=h,user=u,password=p)/db"
		end := len(path)
		if r.head.hasName && !r.head.scheme.special() {
			end = len(r.s) // the value may have a "#"
		}
		r.hideValues(open, end, "(,)", secret)
	}
}

// propertiesAt returns where the properties of a connection string may begin, which do not end at "/", "?" or "#", as in
// "jdbc:sqlserver://h;password=a/b" and "Server=h;Password=a/b". It returns -1 if there are none.
func (r *redaction) propertiesAt() int {
	first := strings.IndexByte(r.s, ';')
	switch {
	case r.head.scheme.special():
	case r.beginsWithPair(), r.head.hasName && first >= 0:
		return r.head.nameEnd
	case r.head.slashes == "" && first >= 0 && first < r.pathEnd:
		return first + 1
	}
	return -1
}

// beginsWithPair reports whether a pair comes first, or follows a host and a port: "Server=h;Password=p", "host=h password=p",
// "a=b&password=p", "h:6379,password=p".
func (r *redaction) beginsWithPair() bool {
	mark := strings.IndexAny(r.s, `=/\?#;`)
	return mark >= 0 && r.s[mark] == '='
}

// hideProperties hides the secret properties from from on. They end at ";" or, in a string that begins with a pair, perhaps at
// "&", "," or white space instead.
func (r *redaction) hideProperties(from int, secret func(name string) bool) {
	r.hideSeparated(from, ";", secret)
	if r.beginsWithPair() {
		r.hideSeparated(from, "&", secret)
		r.hideSeparated(from, ",", secret)
		r.hideKeywords(from, false, secret)
		r.hideKeywords(from, true, secret)
	}
}

// hideSeparated hides the secret properties from from on, which end at separator. A value in braces or quotation marks may
// contain it and, doubled, the closing one.
func (r *redaction) hideSeparated(from int, separator string, secret func(name string) bool) {
	r.hideValues(from, len(r.s), separator, secret)
	for at := from; at < len(r.s); {
		end := r.pieceEnd(at, len(r.s), separator)
		name, value, _ := strings.Cut(r.s[at:end], "=")
		start := end - len(strings.TrimLeft(value, " \t\r\n"))
		end = r.pieceEnd(r.quotedEnd(start), len(r.s), separator)
		r.hideValue(strings.TrimSpace(name), start, end, secret)
		at = end + 1
	}
}

const keywordSpaces = " \t\n\v\f\r"

// hideKeywords hides the secret values from from on, as in a keyword/value string of libpq:
// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-KEYWORD-VALUE. If strict is false, it reads a string
// without quotation marks, escapes, and white space after "=". It also hides everything between a value and the next name, such
// as the rest of a password whose space is not escaped.
func (r *redaction) hideKeywords(from int, strict bool, secret func(name string) bool) {
	equals := r.pieceEnd(from, len(r.s), "=")
	name := r.keywordAt(from, equals)
	for equals < len(r.s) {
		after := equals + len("=")
		start := len(r.s) - len(strings.TrimLeft(r.s[after:], keywordSpaces))
		end := r.pieceEnd(after, len(r.s), keywordSpaces)
		if strict {
			end = r.keywordValueEnd(start)
		}
		next := r.pieceEnd(end, len(r.s), "=")
		nextName := len(r.s)
		if next < len(r.s) {
			nextName = r.keywordAt(end, next)
		}
		end = max(end, len(strings.TrimRight(r.s[:nextName], keywordSpaces)))
		r.hideValue(strings.TrimRight(r.s[name:equals], keywordSpaces), start, end, secret)
		name, equals = nextName, next
	}
}

// keywordAt returns where the name begins that is before the "=" at equals, and not before from.
func (r *redaction) keywordAt(from, equals int) int {
	name := strings.TrimRight(r.s[from:equals], keywordSpaces)
	return from + strings.LastIndexAny(name, keywordSpaces) + 1
}

// keywordValueEnd returns the end of libpq's value at start. A "\" escapes the byte after it.
func (r *redaction) keywordValueEnd(start int) int {
	isQuoted := strings.HasPrefix(r.s[start:], "'")
	for at := start; at < len(r.s); at++ {
		switch b := r.s[at]; {
		case b == '\\':
			at++
		case isQuoted && b == '\'' && at > start:
			return at + 1
		case !isQuoted && strings.IndexByte(keywordSpaces, b) >= 0:
			return at
		}
	}
	return len(r.s)
}

// quotedEnd returns the end of the value in braces or quotation marks that begins at start, or start if there is none.
func (r *redaction) quotedEnd(start int) int {
	if start == len(r.s) {
		return start
	}
	i := strings.IndexByte(`{"'`, r.s[start])
	if i < 0 {
		return start
	}
	closing := `}"'`[i]
	for at := start + 1; at < len(r.s); at++ {
		if r.s[at] != closing {
			continue
		}
		if at++; at == len(r.s) || r.s[at] != closing {
			return at
		}
	}
	return len(r.s)
}

// hideInnerCredentials hides, in each segment of the path, what is between "://", or ":" and more slashes, and the last "@".
func (r *redaction) hideInnerCredentials() {
	path := r.s[:r.pathEnd]
	run := 0 // the length of ":" and the slashes after it, without tabs and newlines
	for at := r.head.nameEnd; at < len(path); at++ {
		switch b := path[at]; {
		case b == '/' && run > 0:
			run++
		case infra.IsTabOrNewline(b):
		default:
			if run >= len("://") {
				r.hide(at, at+lastAt(path[at:segmentEnd(path, at)]))
			}
			run = 0
			if b == ':' {
				run = 1
			}
		}
	}
}

// segmentEnd returns the end of the segment of path that at is in.
func segmentEnd(path string, at int) int {
	if i := strings.IndexByte(path[at:], '/'); i >= 0 {
		return at + i
	}
	return len(path)
}

// hidePairs hides the secret values of pairs in s[from:to], which end at "&", and then at one of "&;?#". If all are secret, it
// also hides what is no pair.
func (r *redaction) hidePairs(from, to int, secret func(name string) bool) {
	for _, delimiters := range []string{"&", "&;?#"} {
		r.hideValues(from, to, delimiters, secret)
		for at := from; at < to && secret == nil; {
			end := r.pieceEnd(at, to, delimiters)
			if !strings.Contains(r.s[at:end], "=") {
				r.hide(at, end)
			}
			at = end + 1
		}
	}
}

// hideValues hides the secret values of pairs in s[from:to], which end at one of delimiters.
func (r *redaction) hideValues(from, to int, delimiters string, secret func(name string) bool) {
	for at := from; at < to; {
		end := r.pieceEnd(at, to, delimiters)
		if name, _, hasValue := strings.Cut(r.s[at:end], "="); hasValue {
			r.hideValue(name, at+len(name)+len("="), end, secret)
		}
		at = end + 1
	}
}

// hideValue hides s[from:to], the value of the parameter name, if that is secret.
func (r *redaction) hideValue(name string, from, to int, secret func(name string) bool) {
	d := formDecoder{toUTF8: true, stripped: true}
	if secret == nil || secret(d.component(&queryScanner{in: name}, 0)) {
		r.hide(from, to)
	}
}

// pieceEnd returns the end of the piece of s[:to] that begins at at and ends at one of delimiters.
func (r *redaction) pieceEnd(at, to int, delimiters string) int {
	if i := strings.IndexAny(r.s[at:to], delimiters); i >= 0 {
		return at + i
	}
	return to
}

// text returns s with one "xxxxx" for each run of hidden bytes.
func (r *redaction) text() string {
	var out strings.Builder
	for i := 0; i < len(r.s); {
		if r.hidden[i] {
			out.WriteString(redacted)
			i = r.hiddenEnd(i)
			continue
		}
		c, size := utf8.DecodeRuneInString(r.s[i:])
		if c == utf8.RuneError && size == 1 || unicode.In(c, unicode.Cc, unicode.Bidi_Control) || c == '\u2028' || c == '\u2029' {
			out.WriteString(PercentEncode(r.s[i:i+size], RFC3986PercentEncodeSet))
		} else {
			out.WriteString(r.s[i : i+size])
		}
		i += size
	}
	return out.String()
}
