package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/weburl-go/url/urlpattern"
)

// A filter reports whether a URL is wanted. It sees the URL as it was read, before any change.
type filter func(r *reading) bool

// parseExclude reads the value of -exclude, which is that of -match.
func parseExclude(value string) (filter, error) {
	matches, err := parseMatch(value)
	return func(r *reading) bool { return !matches(r) }, err
}

// parseMatch reads the value of -match: PART=GLOB,… or PART=@FILE.
func parseMatch(value string) (filter, error) {
	name, text, ok := strings.Cut(value, "=")
	if !ok {
		return nil, fmt.Errorf("%q: want PART=GLOB", value)
	}
	p, err := partNamed(name)
	if err != nil {
		return nil, err
	}
	if p.ofRefusals() {
		return nil, fmt.Errorf("%s: only refused lines have this part, and filters choose URLs", name)
	}
	set, err := readGlobs(p, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.all != nil {
		return func(r *reading) bool { return slices.ContainsFunc(p.all(r), set.match) }, nil
	}
	return func(r *reading) bool {
		value, ok := p.of(r)
		return ok && set.match(value)
	}, nil
}

// parsePattern reads the value of -match-pattern, a constructor string of https://urlpattern.spec.whatwg.org/.
func parsePattern(value string) (filter, error) {
	p, err := urlpattern.New(value, "", urlpattern.Options{})
	if err != nil {
		return nil, err
	}
	return func(r *reading) bool { return p.Test(r.u) }, nil
}

// parseSchemes reads the value of -scheme: schemes, separated by commas.
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
	return func(r *reading) bool { return slices.Contains(schemes, r.u.Scheme()) }, nil
}

// A globSet holds the values of -match or -exclude.
type globSet struct {
	texts map[string]bool // those without special characters
	globs []string
}

// readGlobs returns the values of a part: a list, separated by commas, or the lines of a file after "@".
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
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				list = append(list, line)
			}
		}
	}
	for _, value := range list {
		if strings.Count(value, "{") != strings.Count(value, "}") {
			return set, fmt.Errorf("%q: braces do not stand for several values; separate them by commas", text)
		}
		canonical, err := canonicalGlob(p.name, value)
		if err != nil {
			return set, err
		}
		set.add(value)
		set.add(canonical)
	}
	return set, nil
}

func (s *globSet) add(value string) {
	if isGlob(value) {
		s.globs = append(s.globs, value)
	} else {
		s.texts[value] = true
	}
}

func (s *globSet) match(value string) bool {
	return s.texts[value] || slices.ContainsFunc(s.globs, func(glob string) bool { return matchGlob(glob, value) })
}
