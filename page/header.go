package page

import (
	"strings"
)

// A HeaderLink is a link of a header field Link.
type HeaderLink struct {
	// Target is the reference between "<" and ">". It is relative to the URL of the response.
	Target string

	// Rel are the relation types of the first parameter rel, in lower case.
	Rel []string

	// Anchor is the first parameter anchor, or "". If it is set, the link is not one of the response, but of what Anchor refers
	// to: https://www.rfc-editor.org/rfc/rfc8288#section-3.2.
	Anchor string

	// Params are the names and values of the other parameters, in their order. Names are in lower case. The value of
	// a name that ends in "*" is not decoded.
	Params [][2]string
}

// ParseLinkHeader returns the links of the header fields Link, which are the values of http.Header. It is forgiving: it
// skips commas and spaces between links, and a field ends at the first thing that is not a link. What was found before it
// stays. The result may share the memory of values.
//
// It implements https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2, without resolving references and without decoding.
func ParseLinkHeader(values []string) []HeaderLink {
	var links []HeaderLink
	for _, s := range values {
		for {
			target, rest, ok := strings.Cut(strings.TrimLeft(s, ", \t"), ">")
			if !ok || !strings.HasPrefix(target, "<") {
				break
			}
			l := HeaderLink{Target: target[1:]}
			s = l.readParameters(rest)
			links = append(links, l)
		}
	}
	return links
}

// ows is the optional whitespace of HTTP.
const ows = " \t"

// readParameters reads the parameters of a link, and returns what is after them.
//
// It implements https://www.rfc-editor.org/rfc/rfc8288#appendix-B.3. A name or value without quotes does not have the spaces that the
// grammar allows before ";".
func (l *HeaderLink) readParameters(s string) (rest string) {
	hasRel, hasAnchor := false, false
	for {
		s = strings.TrimLeft(s, ows)
		if !strings.HasPrefix(s, ";") {
			return s
		}
		var name, value string
		name, value, s = cutParameter(s[1:])
		switch name = strings.ToLower(name); {
		case name == "":
		case name == "rel" && !hasRel:
			hasRel = true
			l.Rel = strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r == ' ' || r == '\t' })
		case name == "anchor" && !hasAnchor:
			hasAnchor = true
			l.Anchor = value
		case name != "rel" && name != "anchor":
			l.Params = append(l.Params, [2]string{name, value})
		}
	}
}

// cutParameter returns the name and value of the parameter that s begins with, and what is after it.
func cutParameter(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, ows)
	end := indexOr(s, " \t=;,")
	name, s = s[:end], strings.TrimLeft(s[end:], ows)
	after, ok := strings.CutPrefix(s, "=")
	if !ok {
		return name, "", s
	}
	after = strings.TrimLeft(after, ows)
	if strings.HasPrefix(after, `"`) {
		value, rest = unquote(after[1:])
		return name, value, rest
	}
	end = indexOr(after, ";,")
	return name, strings.TrimRight(after[:end], ows), after[end:]
}

// unquote returns what is before the closing quote, without the backslashes that escape, and what is after it.
//
// It implements https://www.rfc-editor.org/rfc/rfc8288#appendix-B.4, from the second character on.
func unquote(s string) (value, rest string) {
	var unescaped []byte
	for {
		end := indexOr(s, `"\`)
		if unescaped == nil && (end == len(s) || s[end] == '"') {
			return s[:end], s[min(end+1, len(s)):]
		}
		unescaped = append(unescaped, s[:end]...)
		if s = s[end:]; len(s) < 2 || s[0] == '"' {
			return string(unescaped), s[min(1, len(s)):]
		}
		unescaped, s = append(unescaped, s[1]), s[2:]
	}
}
