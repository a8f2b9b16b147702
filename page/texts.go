package page

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// whitespace is https://infra.spec.whatwg.org/#ascii-whitespace.
const whitespace = "\t\n\f\r "

func isWhitespace(r rune) bool { return strings.ContainsRune(whitespace, r) }

// A Candidate is an image of a srcset. URL is as it stands there, and shares its memory.
type Candidate struct {
	URL string

	// Width and Height are those of the descriptors "100w" and "50h", in pixels, or 0 without one.
	Width, Height int

	// Density is that of the descriptor "2x", in pixels for each CSS pixel. It is 1 without a descriptor, and 0 with a
	// Width or with "0x".
	Density float64
}

// ParseSrcset returns the image candidates of a srcset attribute, or of imagesrcset, in their order. What is wrong is left out,
// as in a browser. A URL can contain commas: they end it only before a space or another URL's spaces.
//
// It implements https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute.
func ParseSrcset(s string) []Candidate { return slices.Collect(candidates(s)) }

func candidates(s string) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for {
			s = strings.TrimLeft(s, whitespace+",")
			if s == "" {
				return
			}
			var c Candidate
			var d descriptors
			end := indexOr(s, whitespace)
			c.URL, s = s[:end], s[end:]
			if trimmed := strings.TrimRight(c.URL, ","); trimmed != c.URL {
				c.URL = trimmed
			} else {
				s = d.read(s)
			}
			if d.apply(&c) && !yield(c) {
				return
			}
		}
	}
}

// indexOr returns the index of the first byte of s that is one of chars, or the length of s.
func indexOr(s, chars string) int {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return i
	}
	return len(s)
}

// Descriptors are those of an image candidate. Each of the first three is at most once there, and is nil otherwise.
type descriptors struct {
	width, height *int
	density       *float64
	isWrong       bool
}

// read reads descriptors up to a comma that is not in parentheses, and returns the text from there on.
func (d *descriptors) read(s string) (rest string) {
	for {
		s = strings.TrimLeft(s, whitespace)
		end := 0
		for end < len(s) && s[end] != ',' && !isWhitespace(rune(s[end])) {
			if s[end] != '(' {
				end++
			} else if after := strings.IndexByte(s[end:], ')'); after >= 0 {
				end += after
			} else {
				end = len(s)
			}
		}
		if end > 0 {
			d.add(s[:end])
		}
		if s = s[end:]; s == "" || s[0] == ',' {
			return s
		}
	}
}

// add reads one descriptor, which is not empty.
func (d *descriptors) add(s string) {
	number, unit := s[:len(s)-1], s[len(s)-1]
	n, _ := parseInteger(number) // 0 if it is not an integer
	x, isNumber := parseNumber(number)
	switch {
	case unit == 'w' && n > 0 && d.width == nil && d.density == nil:
		d.width = &n
	case unit == 'h' && n > 0 && d.height == nil && d.density == nil:
		d.height = &n
	case unit == 'x' && isNumber && x >= 0 && d.width == nil && d.height == nil && d.density == nil:
		x += 0 // not -0
		d.density = &x
	default:
		d.isWrong = true
	}
}

// apply sets the fields of c, and reports whether the descriptors are right.
func (d *descriptors) apply(c *Candidate) bool {
	switch {
	case d.isWrong || d.height != nil && d.width == nil:
		return false
	case d.width != nil:
		c.Width = *d.width
	case d.density != nil:
		c.Density = *d.density
	default:
		c.Density = 1
	}
	if d.height != nil {
		c.Height = *d.height
	}
	return true
}

// parseInteger reads https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-non-negative-integer. What is too
// large for an int becomes the largest.
func parseInteger(s string) (int, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, _ := strconv.Atoi(s) // the only error is that s is too large
	return n, true
}

// parseNumber reads https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number.
func parseNumber(s string) (float64, bool) {
	// ParseFloat also takes a "+", a "." at the end, hexadecimal digits, underscores and names.
	mantissa, _, _ := strings.Cut(strings.ToLower(s), "e")
	if strings.Trim(s, "0123456789.eE+-") != "" || mantissa == "" || mantissa[0] == '+' || mantissa[len(mantissa)-1] == '.' {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil
}

// A Refresh is what a refresh says. Without a reference it is to the document itself.
type Refresh struct {
	Seconds int    // the time to wait
	Ref     string // as it stands; it can be empty although HasRef is true, and is then the base URL
	HasRef  bool
}

// ParseRefresh reads the content attribute of a refresh, which is a meta element with the http-equiv attribute "refresh" in
// upper or lower case, or the header field Refresh. It reports false if s is not a refresh. Ref shares the memory of s.
//
// It implements https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps, up to the parsing of the
// URL. A browser ignores a refresh to a javascript: URL.
func ParseRefresh(s string) (r Refresh, ok bool) {
	s = strings.TrimLeft(s, whitespace)
	rest := strings.TrimLeft(s, "0123456789")
	if r.Seconds, ok = parseInteger(s[:len(s)-len(rest)]); !ok && !strings.HasPrefix(rest, ".") {
		return Refresh{}, false
	}
	rest = strings.TrimLeft(rest, "0123456789.")
	if rest == "" {
		return r, true
	}
	after := strings.TrimLeft(rest, whitespace)
	if after == rest && after[0] != ';' && after[0] != ',' {
		return Refresh{}, false
	}
	if after != "" && (after[0] == ';' || after[0] == ',') {
		after = strings.TrimLeft(after[1:], whitespace)
	}
	r.Ref, r.HasRef = refreshReference(after), after != ""
	return r, true
}

// refreshReference returns the URL in what follows the time, from the step that copies urlString on.
func refreshReference(s string) string {
	if len(s) >= len("url") && infra.MatchesLower(s[:len("url")], "url") {
		value, ok := strings.CutPrefix(strings.TrimLeft(s[len("url"):], whitespace), "=")
		if !ok {
			return s
		}
		s = strings.TrimLeft(value, whitespace)
	}
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return s
	}
	ref, _, _ := strings.Cut(s[1:], s[:1])
	return ref
}

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
