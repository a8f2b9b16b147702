package link

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// maxLocal is how many bytes a local part has at most. https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.1
const maxLocal = 64

// address reads an email address whose "@" is at s.at.
func (s *scanner) address() (Link, bool) {
	at := s.at
	s.at++
	local, ok := s.localPart(at)
	if !ok {
		return Link{}, false
	}
	start, prefix := local, "mailto:"
	if strings.HasSuffix(s.text[:local], ":") {
		if scheme := s.scheme(local-1, "mailto"); scheme >= 0 {
			start, prefix = scheme, ""
		}
	}
	withScheme := prefix == ""
	if !withScheme && (s.Lookup == nil || strings.IndexByte(s.text[local:at], '%') >= 0) {
		return Link{}, false // mail programs decode what follows "%"
	}
	end, full := s.host(at+1, withScheme)
	s.at = full
	end, ok = s.addressHost(at+1, end, withScheme)
	if !ok || strings.HasPrefix(s.text[end:], "@") || s.inScheme(end) {
		return Link{}, false
	}
	u, err := url.Parse(prefix + s.text[start:end])
	return Link{Start: start, End: end, URL: u}, err == nil
}

// localPunctuation is not at the beginning of an address, although Link_Email has it: it is a quotation mark there, or
// another sign around the address.
const localPunctuation = "!$&'*/=^`{|}~"

// localPart returns where the local part that ends at an "@" begins. It reports false if there is none.
//
// Link_Email also has "?" and "#", which in a URL end the address, so they are never in a local part.
func (s *scanner) localPart(at int) (start int, ok bool) {
	for start = at; start > s.floor; {
		r, c, size := s.classes.before(s.text[s.floor:start])
		if c&email == 0 || r == '?' || r == '#' {
			break
		}
		start -= size
	}
	before, local := s.text[:start], s.text[start:at]
	if len(local) > maxLocal || strings.HasSuffix(before, "@") {
		return 0, false // too long, or after another "@"
	}
	local = strings.TrimLeft(local, localPunctuation)
	if local == "" || local[0] == '.' || local[len(local)-1] == '.' || strings.Contains(local, "..") {
		return 0, false
	}
	start = at - len(local)
	r, _ := utf8.DecodeLastRuneInString(s.text[:start])
	if (r == '/' || r == '\\' || isDot(r)) && strings.IndexByte(local, '/') >= 0 {
		return 0, false // it is a path, whose first segment may be a host
	}
	return start, true
}

// addressHost returns the end of the domain of an email address. It reports false if it is not one.
func (s *scanner) addressHost(start, end int, withScheme bool) (int, bool) {
	if s.Lookup != nil {
		if listed, domain := s.listed(start, end); domain != "" || !withScheme {
			return s.hostBefore(start, listed, withScheme), domain != ""
		}
	}
	host, _ := url.ParseHost(s.text[start:end])
	return end, host.Kind() == url.HostDomain && isGoodDomain(host.String())
}

// beforeAt reports whether an "@" follows the text at i, so that the two may belong to an email address or to credentials.
func (s *scanner) beforeAt(i int) bool {
	limit := min(i+maxLocal, len(s.text))
	for i < limit {
		r, c, size := s.classes.at(s.text[i:])
		switch {
		case r == '@':
			return true
		case r == '/' || r == '?' || r == '#' || c&email == 0 && r != ':':
			return false
		}
		i += size
	}
	return false
}
