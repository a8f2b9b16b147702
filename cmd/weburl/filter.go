package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/urlpattern"
)

// A filter reports whether a URL is wanted. It looks at the URL as it was read, before any change. A rejected line passes,
// unless the filter is for a part that rejected lines have.
type filter func(r *reading) bool

// matching returns the function that reads the value of -match or, if want is false, of -exclude: PART=GLOB,… or PART=@FILE.
func matching(want bool) func(value string) (filter, error) {
	return func(value string) (filter, error) {
		p, matches, err := parseMatch(value)
		return func(r *reading) bool { return r.err != nil && !p.ofLine || matches(r) == want }, err
	}
}

func parseMatch(value string) (p part, matches filter, err error) {
	name, text, ok := strings.Cut(value, "=")
	if !ok {
		return p, nil, fmt.Errorf("%q is not of the form PART=GLOB", value)
	}
	if p, err = partNamed(name); err != nil {
		return p, nil, err
	}
	if p.ofRefusals() {
		return p, nil, fmt.Errorf("%s: only rejected lines have this part, but filters select URLs", name)
	}
	set, err := readGlobs(p, text)
	if err != nil {
		return p, nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.all != nil {
		return p, func(r *reading) bool { return slices.ContainsFunc(p.all(r), set.match) }, nil
	}
	return p, func(r *reading) bool {
		value, ok := p.of(r)
		return ok && set.match(value)
	}, nil
}

// parsePattern reads the value of -match-pattern, which is a constructor string of https://urlpattern.spec.whatwg.org/.
func parsePattern(value string) (filter, error) {
	p, err := urlpattern.New(value, urlpattern.Options{})
	if err != nil {
		return nil, err
	}
	return func(r *reading) bool { return r.err != nil || p.Test(r.u) }, nil
}

func parseSchemes(value string) (filter, error) {
	var schemes []string
	for s := range strings.SplitSeq(value, ",") {
		scheme, err := canonicalScheme(s)
		if err == nil && (scheme == "" || isGlob(scheme)) {
			err = fmt.Errorf("%q is not a scheme", s)
		}
		if err != nil {
			return nil, err
		}
		schemes = append(schemes, scheme)
	}
	return func(r *reading) bool { return r.err != nil || slices.Contains(schemes, r.u.Scheme()) }, nil
}

// A globSet holds the values of -match or -exclude.
type globSet struct {
	texts map[string]bool // those without special characters
	globs []string
}

// readGlobs reads the values for a part, from a list that is separated by commas or, after "@", from the lines of a file. In
// a file, a line without "*" is plain text, so that a map can find the URLs of a long list, even those with queries.
func readGlobs(p part, text string) (set globSet, err error) {
	set.texts = make(map[string]bool)
	list := splitUnescaped(text)
	if file, ok := strings.CutPrefix(text, "@"); ok {
		lines, err := os.ReadFile(file)
		if err != nil {
			return set, fmt.Errorf("%s: %s", file, describe(err))
		}
		list = list[:0]
		for line := range strings.Lines(strings.TrimPrefix(string(lines), "\uFEFF")) {
			line = strings.TrimRight(line, "\r\n")
			if !strings.Contains(line, "*") {
				line = escapeGlob(line)
			}
			if line != "" {
				list = append(list, line)
			}
		}
	}
	for _, value := range list {
		if strings.Count(value, "{") != strings.Count(value, "}") && text[0] != '@' {
			return set, fmt.Errorf("%q: braces cannot list several values; separate the values with commas", text)
		}
		canonical, err := canonicalGlob(p.name, value)
		if err != nil {
			return set, err
		}
		set.add(value)
		set.add(canonical)
		set.add(specialGlob(p.name, canonical))
	}
	return set, nil
}

func (s *globSet) add(value string) {
	if isGlob(value) {
		s.globs = append(s.globs, value)
	} else {
		s.texts[unescapeGlob(value)] = true
	}
}

func (s *globSet) match(value string) bool {
	return s.texts[value] || slices.ContainsFunc(s.globs, func(glob string) bool { return matchGlob(glob, value) })
}

// matchGlob reports whether a pattern matches all of s. In the pattern, "*" matches any text, "?" matches any character, and
// a backslash removes the special meaning of the next character. The time is at most proportional to the product of the
// lengths.
func matchGlob(pattern, s string) bool {
	star, from := -1, 0 // where the pattern goes on after the last "*", and where s did
	i, at := 0, 0
	for i < len(pattern) || at < len(s) {
		if i < len(pattern) {
			b, next := pattern[i], i+1
			switch {
			case b == '*':
				star, from, i = next, at, next
				continue
			case b == '?' && at < len(s):
				_, size := utf8.DecodeRuneInString(s[at:])
				i, at = next, at+size
				continue
			case b == '\\' && next < len(pattern):
				b, next = pattern[next], next+1
			}
			if at < len(s) && b == s[at] {
				i, at = next, at+1
				continue
			}
		}
		if star < 0 || from == len(s) {
			return false
		}
		from++
		i, at = star, from
	}
	return true
}

// anyGlob returns a function that reports whether a text matches a pattern of a list that is separated by commas.
func anyGlob(list string) func(text string) bool {
	globs := splitUnescaped(list)
	return func(text string) bool {
		return slices.ContainsFunc(globs, func(glob string) bool { return matchGlob(glob, text) })
	}
}

// isGlob reports whether a pattern contains "*" or "?" with its special meaning.
func isGlob(pattern string) bool {
	return strings.ContainsAny(globTexts().ReplaceAllLiteralString(pattern, ""), "*?")
}

var (
	globEscapes   = strings.NewReplacer("*", `\*`, "?", `\?`, `\`, `\\`)
	escapedInGlob = lazily(`\\((?s:.))`)
)

// escapeGlob returns the pattern that matches only text.
func escapeGlob(text string) string { return globEscapes.Replace(text) }

// unescapeGlob returns the text that a pattern without special characters matches.
func unescapeGlob(pattern string) string { return escapedInGlob().ReplaceAllString(pattern, "$1") }

// splitUnescaped splits a list of patterns at the commas that do not follow a backslash.
func splitUnescaped(list string) (patterns []string) {
	start := 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '\\':
			i++
		case ',':
			patterns = append(patterns, list[start:i])
			start = i + 1
		}
	}
	return append(patterns, list[start:])
}

// canonicalGlob returns a pattern for a part as the parser would write it, because the values of a part have no other
// spelling. It returns an error if the pattern cannot match any value of the part.
func canonicalGlob(part, glob string) (string, error) {
	if prefix, _, ok := strings.Cut(part, ":"); ok {
		part = prefix + ":"
	}
	switch part {
	case "scheme":
		return canonicalScheme(glob)
	case "protocol":
		return canonicalProtocol(glob)
	case "host", "hostname", "undotted-hostname", "site", "registrable-domain", "subdomain", "tld":
		return canonicalHostGlob(glob)
	case "port", "effective-port":
		return canonicalPort(glob)
	case "unicode-hostname":
		return strings.ToLower(glob), nil
	case "origin", "href", "pattern":
		return canonicalURLGlob(part, glob), nil
	case "username", "user", "password":
		return encodeGlob(glob, url.UserinfoPercentEncodeSet), nil
	case "pathname", "path", "path-segment:":
		return encodeGlob(glob, url.PathPercentEncodeSet), nil
	case "extension":
		return encodeGlob(strings.TrimPrefix(glob, "."), url.PathPercentEncodeSet), nil
	case "query", "query-raw:", "pairs":
		return encodeGlob(glob, url.QueryPercentEncodeSet), nil
	case "search":
		return encodeGlob(glob, url.QueryPercentEncodeSet), requireDelimiter(glob, "?", "the search", "the query")
	case "fragment":
		return encodeGlob(glob, url.FragmentPercentEncodeSet), nil
	case "hash":
		return encodeGlob(glob, url.FragmentPercentEncodeSet), requireDelimiter(glob, "#", "the hash", "the fragment")
	}
	return glob, nil
}

// requireDelimiter returns an error if a pattern lacks the delimiter with which every value of the part begins.
func requireDelimiter(glob, delimiter, part, other string) error {
	if glob == "" || glob[0] == '*' || glob[0] == '?' || strings.HasPrefix(strings.TrimPrefix(glob, `\`), delimiter) {
		return nil
	}
	return fmt.Errorf("%q: %s begins with %q, but %s does not", glob, part, delimiter, other)
}

// specialGlob returns a pattern that canonicalGlob has returned, as the parser would write it for a special URL, in whose query
// it percent-encodes apostrophes.
func specialGlob(part, glob string) string {
	start, end := 0, len(glob) // of the query
	switch name, _, _ := strings.Cut(part, ":"); name {
	case "query", "search", "query-raw", "pairs":
	case "href", "pattern":
		end = indexFrom(glob, 0, -1, "#")
		start = indexFrom(glob[:end], 0, -1, "?")
	default:
		return glob
	}
	return glob[:start] + strings.ReplaceAll(glob[start:end], "'", "%27") + glob[end:]
}

// canonicalURLGlob returns the href, the origin or the pattern part of a URL, or a pattern for it.
func canonicalURLGlob(part, glob string) string {
	u, err := url.Parse(unescapeGlob(glob))
	isURL := err == nil && !isGlob(glob) && part != "pattern"
	switch {
	case isURL && part == "origin":
		return escapeGlob(u.Origin().String())
	case isURL:
		return escapeGlob(u.Href())
	case part == "origin":
		glob = strings.ToLower(glob)
	}
	return encodeGlob(origins().ReplaceAllStringFunc(glob, canonicalOriginGlob), url.FragmentPercentEncodeSet)
}

// canonicalOriginGlob returns a pattern for an href up to the path, with the scheme and the host as the parser would write them.
func canonicalOriginGlob(glob string) string {
	host := strings.Index(glob, "://") + len("://")
	host += strings.LastIndexByte(glob[host:], '@') + 1
	canonical, err := canonicalHostGlob(glob[host:])
	if err != nil {
		canonical = strings.ToLower(glob[host:])
	}
	scheme := strings.IndexByte(glob, ':')
	return strings.ToLower(glob[:scheme]) + glob[scheme:host] + canonical
}

func canonicalPort(glob string) (string, error) {
	if strings.Trim(glob, `0123456789*?`) != "" {
		return "", fmt.Errorf("%q is not a port", glob)
	}
	if trimmed := strings.TrimLeft(glob, "0"); trimmed != "" {
		return trimmed, nil
	}
	return glob[:min(len(glob), 1)], nil
}

func canonicalProtocol(glob string) (string, error) {
	scheme, err := canonicalScheme(glob)
	if scheme != "" && !strings.HasSuffix(scheme, "*") {
		scheme += ":"
	}
	return scheme, err
}

// canonicalScheme returns a scheme, or a pattern for schemes, in lower case and without ":" at the end.
func canonicalScheme(glob string) (string, error) {
	scheme := strings.ToLower(strings.TrimSuffix(glob, ":"))
	for i := range len(scheme) {
		if b := scheme[i]; !infra.IsASCIIAlphanumeric(b) && strings.IndexByte(`+-.*?`, b) < 0 {
			return "", fmt.Errorf("%q is not a scheme", glob)
		}
	}
	return scheme, nil
}

// canonicalHostGlob returns a host with or without a port, or a pattern for it, in lower case and in Punycode.
func canonicalHostGlob(glob string) (string, error) {
	glob = strings.TrimPrefix(glob, ".")
	host, port := glob, ""
	if colon := strings.LastIndexByte(glob, ':'); colon >= 0 && strings.Trim(glob[colon+1:], `0123456789*?`) == "" {
		host, port = glob[:colon], ":"+strings.TrimLeft(glob[colon+1:], "0")
	}
	if host == "" {
		return glob, nil
	}
	if !isGlob(host) {
		if h, err := url.ParseHost(host); err == nil {
			return h.String() + port, nil
		}
		_, err := url.ParseOpaqueHost(host)
		if err != nil {
			err = fmt.Errorf("%q is not a host", glob)
		}
		return glob, err
	}
	labels := strings.Split(strings.ToLower(host), ".")
	for i, label := range labels {
		if strings.IndexFunc(label, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			continue
		}
		ascii, err := url.DomainToASCII(label)
		if err != nil || isGlob(label) {
			return "", errors.New("a label with a wildcard must be ASCII, except in unicode-hostname")
		}
		labels[i] = ascii
	}
	return strings.Join(labels, ".") + port, nil
}

// origins matches the beginning of an href up to the path.
var origins = lazily(`^[^/]*://[^/]*`)

// globTexts matches a backslash and the next character, or text without special characters.
var globTexts = lazily(`\\(?s:.)|[^*?\\]+`)

// encodeGlob percent-encodes the text of a pattern, but not its special characters.
func encodeGlob(glob string, set url.PercentEncodeSet) string {
	return globTexts().ReplaceAllStringFunc(glob, func(text string) string {
		if text[0] == '\\' {
			return text
		}
		return url.PercentEncode(text, set)
	})
}
