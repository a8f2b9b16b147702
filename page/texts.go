package page

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/weburl-go/url/internal/infra"
)

const (
	digits     = "0123456789"
	whitespace = "\t\n\f\r " // https://infra.spec.whatwg.org/#ascii-whitespace
)

// A Candidate is one of the images in a srcset attribute.
type Candidate struct {
	URL           string  // as it is written in the attribute
	Width, Height int     // in pixels, of descriptors such as "100w" and "50h"; 0 without one
	Density       float64 // in pixels per CSS pixel, of a descriptor such as "2x"; 1 without a descriptor, and 0 with a Width or "0x"
}

// ParseSrcset returns the image candidates in a srcset or imagesrcset attribute, in order. Use it instead of splitting
// the attribute at commas, because URLs can contain commas. As in a browser, invalid candidates are left out.
//
// Unlike ParseSrcset, browsers also leave out candidates whose width or height is greater than 2147483647.
//
// It implements https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute. The URLs share memory with
// s.
func ParseSrcset(s string) (all []Candidate) {
	for _, c := range candidates(s) {
		all = append(all, c.Candidate)
	}
	return all
}

// A candidate is one in a srcset, from its URL to the end of its descriptors. Until these are read, Density is -1 without one.
type candidate struct {
	Candidate
	start, end int
	isWrong    bool
}

func candidates(srcset string) (all []candidate) {
	for s := strings.TrimLeft(srcset, whitespace+","); s != ""; s = strings.TrimLeft(s, whitespace+",") {
		c := candidate{start: len(srcset) - len(s)}
		end := indexOr(s, whitespace)
		c.URL, c.Density, s = s[:end], -1, s[end:]
		if trimmed := strings.TrimRight(c.URL, ","); trimmed != c.URL {
			c.URL = trimmed
		} else {
			s = c.readDescriptors(s)
		}
		if c.Density < 0 {
			c.Density = float64(1 - min(c.Width, 1))
		}
		if c.end = len(srcset) - len(s); !c.isWrong && (c.Height == 0 || c.Width > 0) {
			all = append(all, c)
		}
	}
	return all
}

// indexOr returns the index of the first byte of s that is one of chars, or the length of s.
func indexOr(s, chars string) int {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return i
	}
	return len(s)
}

// skip returns the index of the first byte of s from start on that is not one of chars, or the length of s.
func skip(s string, start int, chars string) int {
	return len(s) - len(strings.TrimLeft(s[start:], chars))
}

// readDescriptors reads up to a comma that is not in parentheses, and returns the text from there on.
func (c *candidate) readDescriptors(s string) (rest string) {
	for {
		s = strings.TrimLeft(s, whitespace)
		end := 0
		for end < len(s) && s[end] != ',' && strings.IndexByte(whitespace, s[end]) < 0 {
			if s[end] == '(' {
				end += indexOr(s[end:], ")")
			} else {
				end++
			}
		}
		if end > 0 {
			c.add(s[:end])
		}
		if s = s[end:]; s == "" || s[0] == ',' {
			return s
		}
	}
}

// add reads one descriptor, which is not empty.
func (c *candidate) add(s string) {
	number, unit := s[:len(s)-1], s[len(s)-1]
	n, _ := strconv.Atoi(number) // the largest int if it is too large, even if something else follows
	isInteger := strings.Trim(number, digits) == ""
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case unit == 'w' && isInteger && n > 0 && c.Width == 0 && c.Density < 0:
		c.Width = n
	case unit == 'h' && isInteger && n > 0 && c.Height == 0 && c.Density < 0:
		c.Height = n
	case unit == 'x' && err == nil && validNumber().MatchString(number) && x >= 0 && c.Width == 0 && c.Height == 0 && c.Density < 0:
		c.Density = x + 0 // not -0
	default:
		c.isWrong = true
	}
}

// validNumber is https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number.
var validNumber = lazily(`^-?([0-9]+|[0-9]*\.[0-9]+)([eE][-+]?[0-9]+)?$`)

// A Refresh is the value of a Refresh header field, or of a <meta> element that acts like one. If it does not contain a
// reference, the document reloads itself.
type Refresh struct {
	Seconds int    // the time to wait, in seconds
	Ref     string // as it is written; if it is empty but HasRef is true, it stands for the base URL
	HasRef  bool
}

// ParseRefresh parses a Refresh header field, or the content attribute of a meta element whose http-equiv is "refresh",
// regardless of case. It returns false if s is not a valid refresh value. Resolve Ref against the base URL, and check
// the resulting URL.
//
// Browsers ignore a refresh to a javascript: URL. They disagree about values such as "0; url='//a.example'@b.example/'".
// Ref stops at the second quote, as it does in Firefox; Chromium reads up to the last quote and goes to b.example. If the
// time has a vertical tab or a wide space such as U+2003 next to it, ParseRefresh returns false, but Chromium refreshes.
// Therefore, after you check a refresh, write a new one or none, instead of passing on s.
//
// It implements https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps, except for
// parsing the URL. Ref shares memory with s.
func ParseRefresh(s string) (r Refresh, ok bool) {
	s = strings.TrimLeft(s, whitespace)
	end := len(s) - len(strings.TrimLeft(s, digits))
	if end == 0 && !strings.HasPrefix(s, ".") {
		return Refresh{}, false
	}
	r.Seconds, _ = strconv.Atoi(s[:end]) // the largest int if it is too large, and 0 for "."
	if s = strings.TrimLeft(s[end:], digits+"."); s != "" && !strings.Contains(";,"+whitespace, s[:1]) {
		return Refresh{}, false
	}
	if s = strings.TrimLeft(s, whitespace); s != "" && strings.Contains(";,", s[:1]) {
		s = strings.TrimLeft(s[1:], whitespace)
	}
	r.Ref, r.HasRef = s, s != ""
	if len(s) >= len("url") && strings.EqualFold(s[:len("url")], "url") {
		if ref, found := strings.CutPrefix(strings.TrimLeft(s[len("url"):], whitespace), "="); found {
			r.Ref = strings.TrimLeft(ref, whitespace)
		}
	}
	if r.Ref != "" && strings.Contains(`"'`, r.Ref[:1]) {
		r.Ref, _, _ = strings.Cut(r.Ref[1:], r.Ref[:1])
	}
	return r, true
}

// A HeaderLink is a link in a Link header field.
type HeaderLink struct {
	Target string   // the reference between "<" and ">", relative to the URL of the response
	Rel    []string // the relation types of the first rel parameter, in ASCII lower case

	// Anchor is the first anchor parameter. If Anchor is "", the parameter is missing or empty, and the link belongs to
	// the response. Otherwise, the link belongs to the resource that Anchor refers to:
	// https://www.rfc-editor.org/rfc/rfc8288#section-3.2.
	Anchor string

	// Params contains the names and values of the other parameters in order, with the names in ASCII lower case. If media,
	// title, title* or type occurs more than once, only the first is included. If a name ends in "*", its value is not
	// decoded.
	Params [][2]string
}

// ParseLinkHeader returns the links in the given values of the Link header, as stored in a [net/http.Header]. Resolve
// each Target against the URL of the response, and check the resulting URL before you request it.
//
//	for _, link := range page.ParseLinkHeader(response.Header.Values("Link")) {
//		if slices.Contains(link.Rel, "next") && link.Anchor == "" {
//			next, err := requested.ParseSameOrigin(link.Target)
//			…
//		}
//	}
//
// ParseLinkHeader skips commas and spaces between links. If a value contains anything else that is not a link, the rest
// of that value is ignored.
//
// It implements https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2, except that it does not resolve references or
// decode parameters whose names end in "*", omits parameters without a name, and trims white space at the end of
// unquoted values. The result may share memory with values.
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

// onlyFirst are the parameters of which only the first one counts.
var onlyFirst = [...]string{"rel", "anchor", "media", "title", "title*", "type"}

// readParameters reads the parameters of a link, and returns what is after them. A name or value without quotes does not have the
// spaces that the grammar allows before ";". https://www.rfc-editor.org/rfc/rfc8288#appendix-B.3
func (l *HeaderLink) readParameters(s string) (rest string) {
	const ows = " \t"
	var seen [len(onlyFirst)]bool
	for {
		s = strings.TrimLeft(s, ows)
		if !strings.HasPrefix(s, ";") {
			return s
		}
		s = strings.TrimLeft(s[1:], ows)
		end, value := indexOr(s, ows+"=;,"), ""
		name, after := infra.ToLower(s[:end]), strings.TrimLeft(s[end:], ows)
		if s = after; strings.HasPrefix(s, "=") {
			if s = strings.TrimLeft(s[1:], ows); strings.HasPrefix(s, `"`) {
				value, s = unquote(s[1:])
			} else {
				end = indexOr(s, ";,")
				value, s = strings.TrimRight(s[:end], ows), s[end:]
			}
		}
		if i := slices.Index(onlyFirst[:], name); i >= 0 {
			if seen[i] {
				continue
			}
			seen[i] = true
		}
		switch name {
		case "":
		case "rel":
			l.Rel = strings.FieldsFunc(infra.ToLower(value), func(r rune) bool { return r == ' ' || r == '\t' })
		case "anchor":
			l.Anchor = value
		default:
			l.Params = append(l.Params, [2]string{name, value})
		}
	}
}

// unquote returns what is before the closing quote, without the backslashes that escape, and what is after it.
// https://www.rfc-editor.org/rfc/rfc8288#appendix-B.4, from the second character on
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

// A splice replaces a part of a text.
type splice struct {
	start, end int
	with       string
}

// spliced returns s with its splices. Of those that overlap or begin at the same byte, the first counts.
func spliced(s string, splices []splice) string {
	slices.SortStableFunc(splices, func(a, b splice) int { return a.start - b.start })
	var b strings.Builder
	end := 0
	for i, p := range splices {
		if p.start >= end && (i == 0 || p.start > splices[i-1].start) {
			b.WriteString(s[end:p.start])
			b.WriteString(p.with)
			end = p.end
		}
	}
	b.WriteString(s[end:])
	return b.String()
}

// lazily returns a function that returns a regular expression. It compiles the expression when it is called for the first
// time, so a program that imports the package starts sooner.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
