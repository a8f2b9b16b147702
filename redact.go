package url

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// Redact returns what a log may show of s: s with "xxxxx" in place of credentials and of the values of secret
// parameters. s is any text that is or should be a URL: an absolute URL, a reference, the target of a request, the
// authority of CONNECT, or none of these. It need not parse, and Redact never fails. It is for one URL, not for a
// sentence with a URL in it.
//
// Credentials:
//   - If s parses, and a reference does against an http: URL, what is before the last "@" of its authority is hidden. Here
//     a "\" does not end the authority: curl, wget and Python send the password of "http://CORP\ann:pw@h".
//   - If s does not parse, has an opaque path, or begins with a name and ":" without "//", everything before the last "@"
//     or "%40" of s is hidden, but for a scheme: passwords have "#" and "/" in them ("postgres://u:p#ss@h"). The name may
//     be one that no scheme has, as in "my_user:pa/ss@tcp(h)/db", a DSN of Go's MySQL driver. With a "\" in it, it may stand
//     after "//": "http://CORP\ann:p/ss@h". The same holds for "postgres://u:12#ss@h", as libpq reads it.
//   - If s begins with exactly one "/" or "\", "?" or "#", it has no credentials: "/@user" stays.
//   - What is before an "@" in the first segment of another relative reference is hidden. So is, in any path, what is
//     between "://", or ":" and more slashes, and the last "@" of that segment: "/proxy/https://u:p@h".
//
// Values: secret gets the decoded name of each parameter of the query, of the fragment, and of path segments (";name=value"),
// in upper and lower case as it stands. If it returns true, the value is hidden. Programs end a pair at "&", or also at ";",
// "?" and "#". Redact reads pairs in both ways, and hides what is secret in one: "?token=ab;cd", "#/cb?access_token=ab". If
// secret is nil, it hides all values, pieces without "=", and the fragment. Prefer nil: a list of names shows the token that
// it does not know.
//
// Log the Host and the target of a request as two fields. After "https://" and a Host, the target "//ann:pw@h" is a path,
// which stays. If a path can have a token in it, log the route, as in http.Request.Pattern, in place of the target.
//
// Controls, U+2028, U+2029, bidirectional controls and bytes that are not UTF-8 are percent-encoded. So the result is one
// line of valid UTF-8. All other bytes stay, and nothing is quoted.
//
// Redact may get stricter: a later version may hide more. Do not compare its results, nor take them apart.
//
// Redact hides too much rather than too little: "a@2x.png" loses its "a", "mailto:ann@example.com" its "mailto:ann", and
// "https://example.com\@ann" its host. It cannot know a secret in a path, "/reset/s3cret", "/a&token=s3cret" or, as
// http.ServeMux writes "//", "/proxy/https:/u:pw@h", in a name, "?dG9rZW4=", after a host and port, "postgres://u:12/pw@h", or
// without its "@", "https://u:pw". Give it the text that came: [Parse] writes "http://CORP\ann:pw@h" as "http://corp/ann:pw@h",
// where the password is in a path. If a URL is encoded as a whole or in part, as url.PathEscape of net/url does, decode it
// first. It takes time linear in the length of s.
func Redact(s string, secret func(name string) bool) string {
	r := newRedaction(s)
	r.hide(r.credentials())
	r.hidePath(secret)
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

// hide hides s[from:to], if that is not empty.
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

// A urlHead is how a text begins that may be a URL. Tabs and newlines do not matter there, as to a parser.
type urlHead struct {
	start     int    // after spaces and controls
	hasName   bool   // a name, as of a scheme, and ":" come first
	scheme    scheme // of the name
	afterName int    // after ":", or start
	slashes   string // the "/" and "\" that follow, at most two
	two       int    // after these, if there are any
	all       int    // after all "/" and "\" that follow
}

func readHead(s string) urlHead {
	h := urlHead{start: len(s) - len(strings.TrimLeftFunc(s, infra.IsC0ControlOrSpace))}
	end := h.start
	for end < len(s) && (isSchemeByte(s[end]) || infra.IsTabOrNewline(s[end])) {
		end++
	}
	h.afterName = h.start
	if h.hasName = end > h.start && infra.IsASCIIAlpha(s[h.start]) && strings.HasPrefix(s[end:], ":"); h.hasName {
		h.scheme = schemeOf(infra.WithoutTabsAndNewlines(s[h.start:end]))
		h.afterName = end + len(":")
	}
	for h.all = h.afterName; h.all < len(s); h.all++ {
		switch b := s[h.all]; {
		case infra.IsTabOrNewline(b):
		case b != '/' && b != '\\':
			return h
		case len(h.slashes) < 2:
			h.slashes += s[h.all : h.all+1]
			h.two = h.all + 1
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
	if from = r.head.two; !r.head.hasName || r.head.scheme.special() {
		from = r.head.all
	}
	if r.head.scheme == schemeFile && strings.ContainsAny(r.s[r.head.two:r.head.all], `/\`) {
		delimiters = `/\` // the host is empty, and the path may be one of Windows
	}
	rest := r.s[from:max(from, r.pathEnd)]
	if i := strings.IndexAny(rest, delimiters); i >= 0 {
		rest = rest[:i]
	}
	return from, from + len(rest)
}

var redactionBase, _ = Parse("http://h/")

// credentials returns the span of the credentials by the rules in the comment of Redact.
func (r *redaction) credentials() (from, to int) {
	h := &r.head
	switch from, to = r.authority(); {
	case !h.hasName && len(h.slashes) == 1:
		return 0, 0
	case !h.hasName && !redactionBase.CanParse(r.s), h.hasName && (h.slashes != "//" || !CanParse(r.s)), r.endsInPassword(from, to):
		return credentials(r.s)
	}
	return from, from + strings.LastIndexByte(r.s[from:to], '@')
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

// credentials returns the span of what may be credentials in s if it is not a URL: what is before the last "@" or "%40",
// which may be an "@" that was encoded by mistake. A name before ":" may be a username, unless it is a special scheme or
// "//" follows.
func credentials(s string) (from, to int) {
	to = max(strings.LastIndexByte(s, '@'), strings.LastIndex(s, "%40"), 0)
	h := readHead(s)
	if from = h.all; h.hasName && !h.scheme.special() && h.slashes != "//" {
		from = h.start
	}
	return min(from, to), to
}

// pathStart returns where the path may begin, by any parser: some skip more than two slashes, or end an authority at "\".
func (r *redaction) pathStart() int {
	if !r.head.hasAuthority() {
		return r.head.afterName
	}
	if i := strings.IndexAny(r.s[r.head.two:r.pathEnd], `/\`); i >= 0 {
		return r.head.two + i
	}
	return r.pathEnd
}

// hidePath hides the credentials and the secret parameters in the path.
func (r *redaction) hidePath(secret func(name string) bool) {
	path := r.s[:r.pathEnd]
	segmentEnd := func(from int) int {
		if i := strings.IndexByte(path[from:], '/'); i >= 0 {
			return from + i
		}
		return len(path)
	}
	run := 0 // the length of ":" and the slashes after it, without tabs and newlines
	for at := r.head.afterName; at < len(path); at++ {
		switch b := path[at]; {
		case b == '/' && run > 0:
			run++
		case infra.IsTabOrNewline(b):
		default:
			if run >= len("://") {
				r.hide(at, at+strings.LastIndexByte(path[at:segmentEnd(at)], '@'))
			}
			run = 0
			if b == ':' {
				run = 1
			}
		}
	}
	for at := r.pathStart(); at < len(path); at = segmentEnd(at) + 1 {
		if i := strings.IndexByte(path[at:segmentEnd(at)], ';'); i >= 0 {
			r.hidePairs(at+i+1, segmentEnd(at), secret)
		}
	}
}

// hidePairs hides the secret values of pairs in s[from:to], which end at "&", and then at one of "&;?#".
func (r *redaction) hidePairs(from, to int, secret func(name string) bool) {
	for _, delimiters := range []string{"&", "&;?#"} {
		for at := from; at < to; {
			end := to
			if i := strings.IndexAny(r.s[at:to], delimiters); i >= 0 {
				end = at + i
			}
			name, _, hasValue := strings.Cut(r.s[at:end], "=")
			d := formDecoder{toUTF8: true, stripped: true}
			switch {
			case hasValue && (secret == nil || secret(d.component(&queryScanner{in: name}, 0))):
				r.hide(at+len(name)+len("="), end)
			case secret == nil && !hasValue:
				r.hide(at, end)
			}
			at = end + 1
		}
	}
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
