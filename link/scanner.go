package link

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A scanner finds the links of one text. It looks for the bytes that every link contains: the ":" of a scheme, the "@" of
// an email address, and the "." of a host without a scheme. From there it looks at what is before and after.
//
// It takes linear time. After each such byte, it continues after everything that it has looked at, with three exceptions:
// the soft characters after a link, which cannot begin one, at most maxLocal bytes, and text without an "@", which it
// remembers.
type scanner struct {
	Finder
	whole     string
	text      string  // the whole text up to the next character that Stop ends a link before
	triggers  trigger // what to look for
	at        int     // there is nothing to find before this byte
	floor     int     // a link cannot begin before this byte, where the last link or rejected candidate ends
	noAt      int     // no "@" is between s.at and this byte, if noAtIn closes the quotation
	noAtIn    string
	schemeEnd int // the end of the last text that inScheme looked at as a possible scheme
	counted   int // isQuoted says whether a '"' of the line is open here
	isQuoted  bool
	classes   classifier
}

func newScanner(f Finder, text string) scanner {
	s := scanner{Finder: f, whole: text, triggers: colonTrigger}
	s.text = text[:s.nextStop(0)]
	if f.Lookup != nil {
		s.triggers |= dotTrigger
	}
	if f.Emails {
		s.triggers |= atTrigger
	}
	return s
}

// A trigger is a kind of bytes that every link of one kind has.
type trigger uint8

const (
	colonTrigger trigger = 1 << iota
	dotTrigger
	atTrigger
)

// triggerOf contains the triggers. The dots beyond ASCII begin with the bytes E3 and EF.
var triggerOf = [256]trigger{':': colonTrigger, '.': dotTrigger, 0xE3: dotTrigger, 0xEF: dotTrigger, '@': atTrigger}

// next returns the next link. It reports false if there is none.
func (s *scanner) next() (l Link, ok bool) {
	for {
		at := s.at
		for at < len(s.text) && triggerOf[s.text[at]]&s.triggers == 0 {
			at++
		}
		s.at = at
		if at == len(s.text) {
			if !s.passStop() {
				return Link{}, false
			}
			continue
		}
		switch triggerOf[s.text[at]] {
		case colonTrigger:
			l, ok = s.web()
		case dotTrigger:
			l, ok = s.bare()
		case atTrigger:
			l, ok = s.address()
		}
		if ok {
			s.skip(l.End)
			return l, true
		}
	}
}

// nextStop returns where the first character from i on is that Stop ends a link before, or else the end of the text.
func (s *scanner) nextStop(i int) int {
	if s.Stop != nil {
		if n := strings.IndexFunc(s.whole[i:], s.Stop); n >= 0 {
			return i + n
		}
	}
	return len(s.whole)
}

// passStop moves past the character at the end of s.text, and extends s.text to the next such character. It reports false
// at the end of the whole text.
func (s *scanner) passStop() bool {
	if len(s.text) == len(s.whole) {
		return false
	}
	_, size := utf8.DecodeRuneInString(s.whole[len(s.text):])
	s.skip(len(s.text) + size)
	s.text = s.whole[:s.nextStop(s.at)]
	return true
}

// skip continues at i. The text before i belongs to a link, or to something that only looks like a link.
func (s *scanner) skip(i int) { s.at, s.floor = i, i }

// web reads a link with the scheme http or https, whose ":" is at s.at. It skips a URL of any scheme that may have
// credentials.
func (s *scanner) web() (Link, bool) {
	colon := s.at
	s.at++
	start := s.webScheme(colon)
	if start < 0 {
		s.skipOther(colon)
		return Link{}, false
	}
	host := len(s.text) - len(strings.TrimLeft(s.text[s.at:], `/\`))
	if s.text[colon:host] != "://" { // a browser reads any number of slashes
		s.skipCredentials(start, host)
		return Link{}, false
	}
	hostEnd := s.webHost(host)
	if hostEnd > host && strings.HasPrefix(s.text[hostEnd:], "://") { // it is another scheme, as in "http://https://…"
		s.at = hostEnd
		return Link{}, false
	}
	l, ok := s.webLink(start, host, hostEnd, quotesAfter(s.text[:start]))
	closing := s.closing(start)
	after := s.authority(host, closing)
	if (!ok || l.End < after && s.mayHavePassword(hostEnd, after)) && s.skipCredentials(start, host) {
		return Link{}, false
	}
	if !ok {
		s.skip(max(l.End, s.tail(after, closing)))
	}
	return l, ok
}

// webLink returns the link that begins at start and has its host from host to hostEnd. It reports false if it is not one.
func (s *scanner) webLink(start, host, hostEnd int, quotes string) (l Link, ok bool) {
	if host == hostEnd || hostEnd-host > maxHost {
		return Link{}, false
	}
	l.Start = start
	if l.End, ok = s.rest(hostEnd, quotes); !ok {
		return l, false
	}
	var err error
	l.URL, err = url.Parse(s.text[start:l.End])
	return l, err == nil && hasGoodHost(l.URL)
}

// skipOther skips a URL with credentials that has another scheme. Its ":" is at colon.
func (s *scanner) skipOther(colon int) {
	start := max(s.scheme(colon, "ftp"), s.scheme(colon, "ws"), s.scheme(colon, "wss"))
	if strings.HasPrefix(s.text[s.at:], "//") {
		start = s.floor + len(strings.TrimRight(s.text[s.floor:colon], schemeBytes+":")) // as in "jdbc:mysql://"
	}
	if start >= 0 {
		s.skipCredentials(start, s.at)
	}
}

// endsText reports whether r is in no URL, even with credentials.
func endsText(r rune, quotes string) bool {
	if r > ' ' && r < '\x7F' {
		return isIn(r, quotes)
	}
	return unicode.IsSpace(r) || unicode.IsControl(r) || isIn(r, quotes)
}

// inScheme reports whether the host that ends at i is a part of a scheme, as in "com.example://", "a.com+x://" and
// "a.com.://". In "a.com.http://" and "a.com.+http://", the scheme is http.
func (s *scanner) inScheme(i int) bool {
	if i > s.schemeEnd { // or else it is the end of the same scheme
		s.schemeEnd = len(s.text) - len(strings.TrimLeft(s.text[i:], schemeBytes))
	}
	return strings.HasPrefix(s.text[s.schemeEnd:], "://") && s.webScheme(s.schemeEnd) < i
}

// schemeBytes are the bytes of a scheme. https://url.spec.whatwg.org/#url-scheme-string
const schemeBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-."

// closing returns the marks that close the quotation in which the URL at start is. If it does not begin there, only '"' counts,
// as in JSON.
func (s *scanner) closing(start int) string {
	if start > s.counted {
		passed := s.text[s.counted:start]
		if strings.IndexByte(passed, '\n') >= 0 {
			passed, s.isQuoted = passed[strings.LastIndexByte(passed, '\n'):], false
		}
		if strings.Count(passed, `"`)%2 == 1 {
			s.isQuoted = !s.isQuoted
		}
		s.counted = start
	}
	quotes := quotesAfter(s.text[:start])
	if quotes == "" && s.isQuoted {
		return `"`
	}
	return quotes
}

// skipCredentials skips the URL that begins at start and has its host at i, up to white space, a control character or a
// closing quotation mark. If there is no "@", it skips nothing and reports false.
//
// A password can contain any character, so an "@" in what looks like the path may be the one after the credentials.
func (s *scanner) skipCredentials(start, i int) bool {
	quotes := s.closing(start)
	if i < s.noAt && quotes == s.noAtIn {
		return false
	}
	end, found := i, false
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if endsText(r, quotes) {
			break
		}
		found = found || r == '@'
		end += size
	}
	switch {
	case found:
		s.skip(end)
	case quotes == "" || quotes == `"`:
		s.noAt, s.noAtIn = end, quotes
	}
	return found
}

// webScheme returns where the scheme http or https with its ":" at colon begins, or -1 if it is another scheme.
func (s *scanner) webScheme(colon int) (start int) {
	return max(s.scheme(colon, "https"), s.scheme(colon, "http"))
}

// scheme returns where a scheme with its ":" at colon begins, or -1 if it is another scheme.
func (s *scanner) scheme(colon int, name string) (start int) {
	start = colon - len(name)
	if start < s.floor || !strings.EqualFold(s.text[start:colon], name) {
		return -1
	}
	before := strings.TrimSuffix(s.text[:start], "+")
	if before != "" && infra.IsASCIIAlphanumeric(before[len(before)-1]) {
		return -1
	}
	return start
}

// beginsWeb reports whether s begins with "http://" or "https://".
func beginsWeb(s string) bool {
	scheme, _, found := strings.Cut(s[:min(len(s), len("https://"))], "://")
	return found && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// authority returns the end of the authority that begins at i.
func (s *scanner) authority(i int, quotes string) (end int) {
	for i < len(s.text) && strings.IndexByte(`/?#\`, s.text[i]) < 0 {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if endsText(r, quotes) {
			break
		}
		i += size
	}
	return i
}

// mayHavePassword reports whether an authority that is not all of a host and a port has an "@", or a ":" that is not of the scheme
// of another link.
func (s *scanner) mayHavePassword(host, after int) bool {
	rest := s.text[host:after]
	isScheme := strings.HasSuffix(rest, ":") && strings.HasPrefix(s.text[after:], "//") && s.webScheme(after-1) >= 0
	return strings.Contains(rest, "@") || strings.Contains(rest, ":") && !isScheme
}

// The DNS has domains of at most 253 bytes in ASCII (https://www.rfc-editor.org/rfc/rfc1035#section-3.1). A byte of these
// can take 12 in a text: those of a character beyond ASCII, percent-encoded.
const (
	maxDomain = 253
	maxHost   = 12 * maxDomain
)

// webHost returns the end of the host of a URL with a scheme. It is i if there is none.
func (s *scanner) webHost(i int) (end int) {
	if address, ok := strings.CutPrefix(s.text[i:], "["); ok {
		after := strings.TrimLeft(address, "0123456789ABCDEFabcdef:.")
		if !strings.HasPrefix(after, "]") {
			return i
		}
		return len(s.text) - len(after) + 1
	}
	end, _ = s.host(i, true)
	if host := s.text[i:end]; s.Lookup != nil && withoutSentence(host) != host {
		if listed, domain := s.listed(i, end); domain != "" {
			end = s.hostBefore(i, listed, true)
		}
	}
	return end
}

// hostBefore returns the end of the host that begins at i if the text ends at end. Symbols before that are no part of it.
func (s *scanner) hostBefore(i, end int, withScheme bool) int {
	shorter := *s
	shorter.text = s.text[:end]
	end, _ = shorter.host(i, withScheme)
	return end
}

// host returns the end of the host that begins at i, without dots at its end, and the end of all labels and dots that
// follow i.
//
// With a scheme, labels can also have percent-encoded bytes, and symbols such as "☃". But if the last label has
// symbols, the host ends before the first of them, as in "https://example.com→": no top-level domain has any.
func (s *scanner) host(i int, withScheme bool) (end, full int) {
	last, symbol := i, -1 // where the last label begins, and its first symbol
	end = i
	for i < len(s.text) {
		r, c, size := s.classes.at(s.text[i:])
		isSymbol := withScheme && r >= utf8.RuneSelf && c == include
		if c&label == 0 && !isSymbol && !(withScheme && r == '%') {
			if !isDot(r) || beginsWeb(s.text[i+size:]) {
				break
			}
			i += size
			continue
		}
		if i > end { // there was a dot
			last, symbol = i, -1
		}
		if isSymbol && symbol < 0 {
			symbol = i
		}
		i += size
		end = i
	}
	if symbol > last {
		end = symbol
	}
	return end, i
}

// rest returns the end of the link whose host ends at host. It reports false if what follows the host is a port that
// cannot be one.
func (s *scanner) rest(host int, quotes string) (end int, ok bool) {
	if host < len(s.text) {
		// A dot at the end of a host counts only if more of the link follows: it may end a sentence.
		if r, _, size := s.classes.at(s.text[host:]); isDot(r) {
			if end, ok := s.port(host + size); ok && s.tail(end, quotes) > host+size {
				return s.tail(end, quotes), true
			}
		}
	}
	end, ok = s.port(host)
	if !ok {
		return end, false
	}
	return s.tail(end, quotes), true
}

// port returns the end of the port with its ":" that begins at i, or i if there is none. It reports false for one that is
// 0 or more than 65535.
func (s *scanner) port(i int) (end int, ok bool) {
	if i == len(s.text) || s.text[i] != ':' {
		return i, true
	}
	number := 0
	end = i + 1
	for end < len(s.text) && infra.IsASCIIDigit(s.text[end]) {
		number = min(number*10+int(s.text[end]-'0'), 1<<16)
		end++
	}
	if end == i+1 || end < len(s.text) && asciiClasses[s.text[end]]&label != 0 {
		return i, true
	}
	return end, 0 < number && number < 1<<16
}

// bare reads a link without a scheme that has a dot at s.at.
func (s *scanner) bare() (Link, bool) {
	dot := s.at
	r, size := utf8.DecodeRuneInString(s.text[dot:])
	s.at += size
	if !isDot(r) || s.at == len(s.text) || s.text[s.at] < utf8.RuneSelf && asciiClasses[s.text[s.at]]&label == 0 {
		return Link{}, false // most dots end a sentence
	}
	start := s.labelBefore(dot)
	end, full := s.host(start, false)
	s.at = max(s.at, full)
	if start > 0 && strings.IndexByte(`@/\%`, s.text[start-1]) >= 0 {
		return Link{}, false
	}
	host, domain := s.listed(start, end)
	if domain == "" || s.beforeAt(host) || s.inScheme(host) {
		return Link{}, false
	}
	end, ok := s.rest(host, quotesAfter(s.text[:start]))
	if ok {
		// In the text of the link, url.Parse would map the domain once more.
		u, err := url.Parse(s.defaultScheme() + "://" + domain + s.text[host:end])
		if err == nil && s.accepts(u) {
			return Link{Start: start, End: end, URL: u}, true
		}
	}
	s.skip(end)
	return Link{}, false
}

// defaultScheme returns the scheme of links without one.
func (s *scanner) defaultScheme() string {
	if s.DefaultScheme == "" {
		return "https"
	}
	return s.DefaultScheme
}

// accepts reports whether a host without a scheme, whose suffix is listed, is a link to u.
func (s *scanner) accepts(u url.URL) bool {
	host, _ := u.ParsedHost()
	isScheme := s.DefaultScheme == "" || s.DefaultScheme == "https" || s.DefaultScheme == "http"
	return isScheme && (s.AcceptHost == nil || s.AcceptHost(host))
}

// labelBefore returns where the label that ends at i begins.
func (s *scanner) labelBefore(i int) int {
	for i > s.floor {
		_, c, size := s.classes.before(s.text[s.floor:i])
		if c&label == 0 {
			break
		}
		i -= size
	}
	return i
}

// listed returns the end of the host without a scheme that begins at start, and its domain in ASCII. The domain is "" if
// no suffix of it is on the list. The host ends at end, or else where a sentence may continue.
func (s *scanner) listed(start, end int) (hostEnd int, domain string) {
	host := s.text[start:end]
	if domain := s.listedDomain(host); domain != "" {
		return end, domain
	}
	shorter := withoutSentence(host)
	if shorter == host {
		return 0, ""
	}
	return start + len(shorter), s.listedDomain(shorter)
}

// withoutSentence returns host without what may belong to the sentence around it: what follows a full stop of Chinese or
// Japanese, and what follows the last label before that without a space, such as a particle of Korean.
func withoutSentence(host string) string {
	if i := strings.IndexFunc(host, isWideDot); i > 0 {
		host = host[:i]
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if i := strings.IndexFunc(last, isEastAsian); i > 0 {
		return host[:len(host)-len(last)+i]
	}
	return host
}

// listedDomain returns the domain of host in ASCII. It returns "" if host is not a domain with a suffix that is on the list.
// If host itself is a suffix, it has to be a private one, such as "github.io", because "co.uk" is not a host. What Lookup
// says of an IP address is ignored.
func (s *scanner) listedDomain(host string) string {
	if len(host) > maxHost {
		return ""
	}
	domain, err := url.DomainToASCII(host)
	if err != nil || !isGoodDomain(domain) {
		return ""
	}
	suffix, icann, listed := s.Lookup(domain)
	if !listed || suffix == domain && icann {
		return ""
	}
	if parsed, _ := url.ParseHost(domain); parsed.Kind() != url.HostDomain {
		return ""
	}
	return domain
}

// hasGoodHost reports whether the host of u, which is http or https, is an address, or a domain that the DNS can have.
func hasGoodHost(u url.URL) bool {
	return isGoodDomain(strings.TrimSuffix(u.Hostname(), "."))
}

// isGoodDomain reports whether domain has at most maxDomain bytes, and no label that is empty or begins or ends with "-".
func isGoodDomain(domain string) bool {
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return len(domain) <= maxDomain
}

// maxDepth is how many brackets can be open at the same time. It is the limit of
// https://www.unicode.org/reports/tr9/#BD2, which UTS #58 takes over.
const maxDepth = 125

// tail returns the end of the path, query and fragment that begin at i. It is i if there is none. One of quotes ends it, too.
//
// It implements https://www.unicode.org/reports/tr58/#termination-algorithm. Brackets match within a segment of a path, a
// name or value of a query, a fragment, or a fragment directive.
func (s *scanner) tail(i int, quotes string) int {
	if i == len(s.text) || s.text[i] != '/' && s.text[i] != '?' && s.text[i] != '#' {
		return i
	}
	var brackets [maxDepth]rune // that are open
	depth := 0
	part := byte('/') // the path, or else what this byte begins
	end := i
	for i < len(s.text) {
		r, c, size := s.classes.at(s.text[i:])
		if isIn(r, quotes) || r == '\\' && quotes != "" && strings.HasPrefix(s.text[i+size:], quotes) { // `\"` in JSON
			return end
		}
		if c&term == soft && beginsWeb(s.text[i+size:]) && (r != '?' || part != '/') {
			return end
		}
		switch {
		case r == '?' && part == '/', r == '#' && part != '#':
			part, depth = byte(r), 0
		case r == '/' && part == '/', (r == '=' || r == '&') && part == '?',
			part == '#' && strings.HasPrefix(s.text[i:], ":~:"):
			depth = 0
		}
		switch c & term {
		case hard:
			return end
		case open:
			if depth == maxDepth {
				return end
			}
			brackets[depth] = r
			depth++
		case closing:
			if depth == 0 || brackets[depth-1] != opening(r) {
				return end
			}
			depth--
		}
		i += size
		if c&term != soft {
			end = i
		}
	}
	return end
}
